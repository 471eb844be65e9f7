//! Closed forms, by every solver.

use super::{
    FrictionProblem, NonsmoothWorkspace, ProblemError, Solution, Solver, SolverLimits, residual,
};
use nalgebra::{DMatrix, Matrix3, Vector3};
use proptest::prelude::*;

const SOLVERS: [Solver; 5] =
    [Solver::Cascade, Solver::GaussSeidel, Solver::Newton, Solver::Admm, Solver::Proximal];

fn one(block: Matrix3<f64>, free: [f64; 3], friction: f64) -> FrictionProblem {
    FrictionProblem::from_blocks([(0, 0, block)], free.to_vec(), vec![friction]).unwrap()
}

fn solve(solver: Solver, problem: &FrictionProblem) -> Solution {
    let limits = SolverLimits { tolerance: 1e-12, iterations: 10_000 };
    solver.solve(problem, &[], limits, &mut NonsmoothWorkspace::default())
}

#[track_caller]
fn expect(problem: &FrictionProblem, reaction: &[f64]) {
    for solver in SOLVERS {
        let solution = solve(solver, problem);
        assert!(solution.residual <= 1e-12, "{solver:?}: {solution:?}");
        for (found, wanted) in solution.reaction.iter().zip(reaction) {
            assert!((found - wanted).abs() < 1e-9, "{solver:?}: {solution:?} is not {reaction:?}");
        }
    }
}

#[test]
fn a_contact_that_opens_has_no_reaction() {
    expect(&one(Matrix3::identity(), [0.5, 1.0, -2.0], 0.7), &[0.0, 0.0, 0.0]);
}

#[test]
fn a_contact_that_sticks_stops_all_motion() {
    expect(&one(Matrix3::identity() * 2.0, [-1.0, 0.1, -0.2], 0.5), &[0.5, -0.05, 0.1]);
}

#[test]
fn a_contact_that_slides_is_held_back_along_its_motion() {
    expect(&one(Matrix3::identity() * 2.0, [-1.0, 3.0, -4.0], 0.5), &[0.5, -0.15, 0.2]);
}

#[test]
fn without_friction_only_the_normal_acts() {
    expect(&one(Matrix3::identity() * 2.0, [-1.0, 3.0, -4.0], 0.0), &[0.5, 0.0, 0.0]);
}

#[test]
fn an_empty_problem_has_an_empty_answer() {
    let problem = FrictionProblem::from_blocks([], vec![], vec![]).unwrap();
    for solver in SOLVERS {
        let solution = solve(solver, &problem);
        assert!(solution.reaction.is_empty());
        assert_eq!(solution.residual, 0.0);
    }
}

fn coincident(count: usize, free: [f64; 3], friction: f64) -> FrictionProblem {
    let block = Matrix3::new(2.0, 0.3, 0.0, 0.3, 1.0, 0.1, 0.0, 0.1, 1.5);
    let pairs = (0..count).flat_map(|row| (0..count).map(move |column| (row, column, block)));
    FrictionProblem::from_blocks(pairs, free.repeat(count), vec![friction; count]).unwrap()
}

fn total(reaction: &[f64]) -> Vector3<f64> {
    reaction.chunks(3).map(Vector3::from_column_slice).sum()
}

#[test]
fn redundant_contacts_share_the_reaction_of_one() {
    for free in [[-1.0, 0.1, 0.1], [-1.0, 2.0, 1.0]] {
        let alone = total(&solve(Solver::GaussSeidel, &coincident(1, free, 0.6)).reaction);
        let problem = coincident(2, free, 0.6);
        for solver in [Solver::Cascade, Solver::GaussSeidel, Solver::Proximal] {
            let solution = solve(solver, &problem);
            assert!(solution.residual <= 1e-12, "{solver:?}: {solution:?}");
            assert!((total(&solution.reaction) - alone).norm() < 1e-9, "{solver:?}");
        }
    }
}

#[test]
fn a_thousand_coincident_contacts_are_solved() {
    for (free, friction) in
        [([-1.0, 2.0, 1.0], 0.6), ([-1.0, 0.1, 0.1], 0.6), ([-1.0, 2.0, 1.0], 0.0)]
    {
        let solution = solve(Solver::Cascade, &coincident(1000, free, friction));
        assert!(solution.residual <= 1e-12, "{}", solution.residual);
        assert!(solution.iterations <= 20, "{}", solution.iterations);
    }
}

#[test]
fn a_thousand_coincident_contacts_of_unequal_friction_are_solved() {
    let block = Matrix3::new(2.0, 0.3, 0.0, 0.3, 1.0, 0.1, 0.0, 0.1, 1.5);
    let pairs = (0..1000).flat_map(|row| (0..1000).map(move |column| (row, column, block)));
    let friction = (0..1000).map(|index| 0.1 + 1e-3 * f64::from(index)).collect();
    let free = [-1.0, 2.0, 1.0].repeat(1000);
    let problem = FrictionProblem::from_blocks(pairs, free, friction).unwrap();
    let limits = SolverLimits { tolerance: 1e-8, iterations: 10_000 };
    let solution =
        Solver::default().solve(&problem, &[], limits, &mut NonsmoothWorkspace::default());
    assert!(solution.residual <= 1e-8, "{}", solution.residual);
    assert!(solution.iterations <= 400, "{}", solution.iterations);
}

#[test]
fn a_problem_without_answer_ends_and_reports_its_residual() {
    let problem = one(Matrix3::zeros(), [-1.0, 0.0, 0.0], 0.5);
    for solver in SOLVERS {
        let solution = solve(solver, &problem);
        assert!(solution.residual > 1e-6 && solution.residual.is_finite(), "{solution:?}");
        assert!(solution.iterations <= 3 * 10_000, "{solution:?}");
        assert!(solution.reaction.iter().all(|value| value.is_finite()));
    }
}

#[test]
fn a_start_that_does_not_fit_is_no_start() {
    let problem = one(Matrix3::identity(), [-1.0, 0.1, 0.0], 0.5);
    for start in [&[1.0][..], &[f64::NAN, 0.0, 0.0]] {
        let limits = SolverLimits::default();
        let solution =
            Solver::default().solve(&problem, start, limits, &mut NonsmoothWorkspace::default());
        assert!(solution.residual <= 1e-12);
    }
}

#[test]
fn a_warm_start_with_the_answer_takes_no_iteration() {
    let problem = box_on_incline(0.6, 0.5);
    let cold = solve(Solver::Cascade, &problem);
    let limits = SolverLimits { tolerance: 1e-10, iterations: 100 };
    let warm = Solver::default().solve(
        &problem,
        &cold.reaction,
        limits,
        &mut NonsmoothWorkspace::default(),
    );
    assert_eq!(warm.iterations, 0);
    assert_eq!(warm.reaction, cold.reaction);
}

const STEP: f64 = 0.01;
const GRAVITY: f64 = 9.81;

/// A flat box of 1 kg on four corners; its free velocity is that of one step of gravity. Axes are
/// the slope's: normal, downhill, across.
fn box_on_incline(angle: f64, friction: f64) -> FrictionProblem {
    let (half, height) = (0.5, 0.1);
    let flat = (4.0 * half * half + 4.0 * height * height) / 12.0;
    let inertia = Matrix3::from_diagonal(&Vector3::new(8.0 * half * half / 12.0, flat, flat));
    let corners = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
    let arms = corners.map(|(down, across)| Vector3::new(-height, half * down, half * across));
    let turning = |arm: &Vector3<f64>| -arm.cross_matrix();
    let inverse = inertia.try_inverse().unwrap();
    let mut blocks = Vec::new();
    for (row, a) in arms.iter().enumerate() {
        for (column, b) in arms.iter().enumerate() {
            let block = Matrix3::identity() + turning(a) * inverse * turning(b).transpose();
            blocks.push((row, column, block));
        }
    }
    let free = [-GRAVITY * STEP * angle.cos(), GRAVITY * STEP * angle.sin(), 0.0];
    FrictionProblem::from_blocks(blocks, free.repeat(4), vec![friction; 4]).unwrap()
}

fn velocities(problem: &FrictionProblem, reaction: &[f64]) -> Vec<f64> {
    let mut result = vec![0.0; reaction.len()];
    problem.velocity_under(reaction, &mut result);
    result
}

#[test]
fn a_box_below_the_friction_angle_stays_where_it_is() {
    let problem = box_on_incline(0.46, 0.5);
    let solution = solve(Solver::Cascade, &problem);
    assert!(solution.residual <= 1e-12, "{solution:?}");
    assert!(velocities(&problem, &solution.reaction).iter().all(|speed| speed.abs() < 1e-12));
    let weight = Vector3::new(0.46f64.cos(), -0.46f64.sin(), 0.0) * GRAVITY * STEP;
    assert!((total(&solution.reaction) - weight).norm() < 1e-12);
}

#[test]
fn a_box_above_the_friction_angle_slides_with_what_friction_leaves() {
    let angle: f64 = 0.6;
    let problem = box_on_incline(angle, 0.5);
    let solution = solve(Solver::Cascade, &problem);
    assert!(solution.residual <= 1e-12, "{solution:?}");
    let speed = GRAVITY * STEP * (angle.sin() - 0.5 * angle.cos());
    for velocity in velocities(&problem, &solution.reaction).chunks(3) {
        assert!(velocity[0].abs() < 1e-12 && velocity[2].abs() < 1e-12);
        assert!((velocity[1] - speed).abs() < 1e-12);
    }
}

#[test]
fn wrong_numbers_are_refused() {
    let unit = Matrix3::identity();
    let make = |block, free: &[f64], friction: f64| {
        FrictionProblem::from_blocks([(0, 0, block)], free.to_vec(), vec![friction]).unwrap_err()
    };
    let nan = unit * f64::NAN;
    assert_eq!(make(nan, &[0.0; 3], 0.5), ProblemError::MatrixNotFinite { row: 0, column: 0 });
    let short = ProblemError::VelocityLength { contacts: 1, found: 2 };
    assert_eq!(make(unit, &[0.0; 2], 0.5), short);
    let wrong = ProblemError::VelocityNotFinite { contact: 0 };
    assert_eq!(make(unit, &[0.0, f64::INFINITY, 0.0], 0.5), wrong);
    assert_eq!(make(unit, &[0.0; 3], -0.5), ProblemError::Friction { contact: 0, value: -0.5 });
    let outside = FrictionProblem::from_blocks([(1, 0, unit)], vec![0.0; 3], vec![0.5]);
    let error = ProblemError::BlockOutside { row: 1, column: 0, contacts: 1 };
    assert_eq!(outside.unwrap_err(), error);
    let twice = [(0, 0, unit), (0, 0, unit)];
    let error = FrictionProblem::from_blocks(twice, vec![0.0; 3], vec![0.5]).unwrap_err();
    assert_eq!(error.to_string(), "block (0, 0) of W is given twice");
    let matrix = DMatrix::identity(4, 3);
    let error = FrictionProblem::from_matrix(&matrix, vec![0.0; 3], vec![0.5]).unwrap_err();
    assert_eq!(error.to_string(), "W is 4 x 3, but 1 contacts need 3 x 3");
}

#[test]
fn the_residual_of_nothing_is_the_share_of_the_velocity_that_goes_in() {
    let problem = one(Matrix3::identity(), [-3.0, 0.0, 4.0], 0.0);
    assert!((residual(&problem, &[0.0; 3]) - 3.0 / 5.0).abs() < 1e-15);
    assert_eq!(residual(&problem, &[0.0; 2]), f64::INFINITY);
    assert_eq!(residual(&problem, &[f64::NAN; 3]), f64::INFINITY);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn the_default_solves_contacts_of_a_body_that_has_fewer_freedoms_than_they(
        jacobian in prop::collection::vec(-1.0..1.0f64, 24 * 6),
        motion in prop::collection::vec(-1.0..1.0f64, 6),
        friction in prop::collection::vec(0.0..1.2f64, 8),
    ) {
        // The free velocity is one that the body can have, so that an answer exists.
        let jacobian = DMatrix::from_column_slice(24, 6, &jacobian);
        let matrix = &jacobian * jacobian.transpose();
        let free = (&jacobian * DMatrix::from_column_slice(6, 1, &motion)).as_slice().to_vec();
        let problem = FrictionProblem::from_matrix(&matrix, free, friction).unwrap();
        let limits = SolverLimits { tolerance: 1e-8, iterations: 10_000 };
        let solution = Solver::default().solve(&problem, &[], limits, &mut NonsmoothWorkspace::default());
        prop_assert!(solution.residual <= 1e-8, "{:e} {}", solution.residual, solution.solver);
    }
}
