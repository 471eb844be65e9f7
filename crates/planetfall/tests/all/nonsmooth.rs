//! Friction problems posed and solved step after step.
#![allow(clippy::unwrap_used, clippy::panic)]

use nalgebra::{DMatrix, Matrix3, Vector3};
use planetfall::contact::nonsmooth::{
    FrictionProblem, NonsmoothWorkspace, ProblemError, Solver, SolverLimits,
};

const SOLVERS: [Solver; 5] =
    [Solver::Cascade, Solver::GaussSeidel, Solver::Newton, Solver::Admm, Solver::Proximal];

/// Contacts in a row, each pushed by its neighbours, as a step would pose them.
fn pose(problem: &mut FrictionProblem, contacts: usize, free: f64) {
    problem.begin();
    for own in 0..contacts {
        let neighbours = own.saturating_sub(1)..(own + 2).min(contacts);
        let row = neighbours.map(|other| {
            let size = if other == own { 2.0 } else { -0.5 };
            (other, Matrix3::new(1.0, 0.1, 0.0, 0.1, 1.5, 0.2, 0.0, 0.2, 1.2) * size)
        });
        problem.push(0.4, Vector3::new(-1.0, free, 0.3 * own as f64), row);
    }
    problem.finish().unwrap();
}

#[test]
fn posing_and_solving_allocate_nothing_once_the_workspace_has_grown() {
    for solver in SOLVERS {
        let (mut problem, mut workspace) =
            (FrictionProblem::default(), NonsmoothWorkspace::default());
        let mut reaction = vec![0.0; 60];
        let limits = SolverLimits { tolerance: 1e-12, iterations: 1000 };
        let mut step = |contacts: usize, free: f64| {
            pose(&mut problem, contacts, free);
            let own = &mut reaction[..3 * contacts];
            own.fill(0.0);
            solver.improve(&problem, own, limits, &mut workspace)
        };
        let problems = [(20, 0.5), (3, 0.1), (0, 0.0), (12, 2.0)];
        for (contacts, free) in problems {
            step(contacts, free);
        }
        let counted = allocation_counter::measure(|| {
            for (contacts, free) in problems {
                let solved = step(contacts, free);
                assert!(solved.residual <= 1e-12, "{solver:?}: {solved:?}");
            }
        });
        assert_eq!(counted.count_total, 0, "{solver:?}: {counted:?}");
    }
}

#[test]
fn a_problem_pushed_is_the_problem_given_at_once() {
    let mut pushed = FrictionProblem::default();
    pose(&mut pushed, 5, 0.2);
    let blocks: Vec<_> = (0..5)
        .flat_map(|row| pushed.row(row).map(move |(column, block)| (row, column, *block)))
        .collect();
    let (velocity, friction) = (pushed.velocity().to_vec(), pushed.friction().to_vec());
    assert_eq!(FrictionProblem::from_blocks(blocks, velocity, friction).unwrap(), pushed);
    let empty = FrictionProblem::from_blocks([], vec![], vec![]).unwrap();
    assert_eq!(empty, FrictionProblem::default());
}

#[test]
fn what_is_pushed_wrongly_is_reported_and_forgotten() {
    let unit = Matrix3::identity();
    let free = Vector3::new(-1.0, 0.0, 0.0);
    let refused = |friction: f64, free: Vector3<f64>, row: &[(usize, Matrix3<f64>)]| {
        let mut problem = FrictionProblem::default();
        problem.begin();
        problem.push(0.5, Vector3::zeros(), [(0, unit)]);
        problem.push(friction, free, row.iter().copied());
        assert_eq!(problem.contacts(), 0, "nothing is there before it is checked");
        let error = problem.finish().unwrap_err();
        assert_eq!(problem, FrictionProblem::default());
        error
    };
    let error = refused(-0.1, free, &[(1, unit)]);
    assert_eq!(error, ProblemError::Friction { contact: 1, value: -0.1 });
    let error = refused(0.1, free * f64::NAN, &[(1, unit)]);
    assert_eq!(error, ProblemError::VelocityNotFinite { contact: 1 });
    let error = refused(0.1, free, &[(0, unit * f64::INFINITY), (1, unit)]);
    assert_eq!(error, ProblemError::MatrixNotFinite { row: 1, column: 0 });
    let error = refused(0.1, free, &[(1, unit), (2, unit)]);
    assert_eq!(error, ProblemError::BlockOutside { row: 1, column: 2, contacts: 2 });
    let error = refused(0.1, free, &[(1, unit), (1, unit)]);
    assert_eq!(error, ProblemError::BlockTwice { row: 1, column: 1 });
    let error = refused(0.1, free, &[(1, unit), (0, unit)]);
    assert_eq!(error, ProblemError::BlockOrder { row: 1, column: 0 });
}

#[test]
fn a_slice_that_does_not_fit_is_left_alone() {
    let mut problem = FrictionProblem::default();
    pose(&mut problem, 2, 0.2);
    let mut short = [1.0; 5];
    let solved = Solver::default().improve(
        &problem,
        &mut short,
        SolverLimits::default(),
        &mut NonsmoothWorkspace::default(),
    );
    assert_eq!(short, [1.0; 5]);
    assert_eq!((solved.residual, solved.iterations), (f64::INFINITY, 0));
}

/// Numbers that look random and are always the same.
struct Stream(u64);

impl Stream {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 11) as f64) / (1u64 << 53) as f64
    }

    fn symmetric(&mut self) -> f64 {
        2.0 * self.unit() - 1.0
    }
}

/// Six wheels, six joint stops and six joints with dry friction of a vehicle with some freedoms, as
/// a step poses them. A stop is a contact without friction whose tangents are dummies; dry friction
/// is a contact whose normal force is given and whose first tangent is the joint.
fn vehicle(stream: &mut Stream, freedoms: usize, spread: f64) -> FrictionProblem {
    let root = DMatrix::from_fn(freedoms, freedoms, |i, j| {
        stream.symmetric() * 0.3 + if i == j { 1.0 } else { 0.0 }
    });
    let inverse_mass = &root * root.transpose();
    let mut jacobian = DMatrix::<f64>::zeros(54, freedoms);
    let motion = DMatrix::from_fn(freedoms, 1, |_, _| stream.symmetric());
    let (mut dummies, mut friction, mut force) = (Vec::new(), Vec::new(), Vec::new());
    for wheel in 0..6 {
        let size = 10f64.powf(-1.0 + spread * stream.symmetric());
        for row in 3 * wheel..3 * wheel + 3 {
            for column in 0..freedoms {
                jacobian[(row, column)] = size * stream.symmetric();
            }
        }
        friction.push(0.2 + stream.unit());
    }
    for stop in 6..12 {
        let joint = (stream.unit() * freedoms as f64) as usize;
        jacobian[(3 * stop, joint)] =
            stream.symmetric().signum() * 10f64.powf(spread * stream.symmetric());
        dummies.extend([3 * stop + 1, 3 * stop + 2]);
        friction.push(0.0);
    }
    for joint in 12..18 {
        let column = (stream.unit() * freedoms as f64) as usize;
        jacobian[(3 * joint + 1, column)] = 10f64.powf(spread * stream.symmetric());
        dummies.extend([3 * joint, 3 * joint + 2]);
        force.push((3 * joint, 10f64.powf(2.0 * stream.symmetric() - 2.0)));
        friction.push(1.0);
    }
    let mut matrix = &jacobian * inverse_mass * jacobian.transpose();
    for row in dummies {
        matrix[(row, row)] = 1.0;
    }
    let mut free = (&jacobian * motion).as_slice().to_vec();
    for (row, size) in force {
        free[row] = -size;
    }
    FrictionProblem::from_matrix(&matrix, free, friction).unwrap()
}

#[test]
fn the_default_solves_wheels_stops_and_joint_friction_of_unequal_scales() {
    let (mut stream, mut workspace) = (Stream(7), NonsmoothWorkspace::default());
    let mut most = 0;
    for case in 0..600 {
        let freedoms = [24, 18, 12, 8][case % 4];
        let spread = [0.5, 1.0, 2.0][case % 3];
        let problem = vehicle(&mut stream, freedoms, spread);
        let limits = SolverLimits { tolerance: 1e-12, iterations: 10_000 };
        let mut reaction = vec![0.0; 54];
        let solved = Solver::default().improve(&problem, &mut reaction, limits, &mut workspace);
        assert!(solved.residual <= 2e-12, "case {case}: {solved:?}");
        most = most.max(solved.iterations);
    }
    assert!(most <= 2000, "{most} iterations");
}

#[test]
fn the_same_problem_gives_the_same_bits_by_every_solver() {
    let mut stream = Stream(3);
    let problem = vehicle(&mut stream, 12, 1.0);
    let other = vehicle(&mut stream, 24, 1.0);
    let limits = SolverLimits { tolerance: 1e-10, iterations: 500 };
    for solver in SOLVERS {
        let fresh = solver.solve(&problem, &[], limits, &mut NonsmoothWorkspace::default());
        let mut used = NonsmoothWorkspace::default();
        solver.solve(&other, &[], limits, &mut used);
        assert_eq!(fresh, solver.solve(&problem, &[], limits, &mut used), "{solver:?}");
    }
}

#[test]
fn every_solver_keeps_its_limit_of_iterations() {
    let problem = vehicle(&mut Stream(5), 8, 2.0);
    for solver in SOLVERS {
        for iterations in [0, 1, 7] {
            let limits = SolverLimits { tolerance: 0.0, iterations };
            let solution = solver.solve(&problem, &[], limits, &mut NonsmoothWorkspace::default());
            // The default goes through as many stages as it has.
            let stages = if solver == Solver::Cascade { 6 } else { 1 };
            assert!(solution.iterations <= stages * iterations, "{solver:?}: {solution:?}");
            assert!(solution.residual.is_finite(), "{solver:?}: {solution:?}");
        }
    }
}
