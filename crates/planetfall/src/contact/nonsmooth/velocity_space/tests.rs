//! Velocity space against closed forms and against the solvers of reactions.

use super::*;
use crate::contact::nonsmooth::{FrictionProblem, NonsmoothWorkspace, Solver, residual};
use proptest::prelude::*;

const LIMITS: SolverLimits = SolverLimits { tolerance: 1e-12, iterations: 80 };

/// A contact of a unit body of six freedoms: point, direction of the normal, velocity without reactions.
fn ys(point: [f64; 3], normal: [f64; 3]) -> [(usize, Vector3<f64>); 6] {
    let (point, normal) = (Vector3::from(point), Vector3::from(normal).normalize());
    let first = normal.cross(&Vector3::x()).normalize();
    let frame = [normal, first, normal.cross(&first)];
    std::array::from_fn(|freedom| {
        let of = |axis: &Vector3<f64>| {
            if freedom < 3 { axis[freedom] } else { 2.0 * point.cross(axis)[freedom - 3] }
        };
        (freedom, Vector3::new(of(&frame[0]), of(&frame[1]), of(&frame[2])))
    })
}

fn moving(ys: &[(usize, Vector3<f64>)], motion: &[f64]) -> Vector3<f64> {
    ys.iter().fold(Vector3::zeros(), |sum, (place, y)| sum + y * motion[*place])
}

/// The problem of contacts in velocity space, and with its W.
fn pose(
    contacts: &[([f64; 3], [f64; 3])],
    motion: &[f64],
    friction: f64,
) -> (VelocitySpace, FrictionProblem) {
    let mut space = VelocitySpace::default();
    space.begin(6);
    let all: Vec<_> = contacts.iter().map(|(point, normal)| ys(*point, *normal)).collect();
    let mut blocks = Vec::new();
    for (row, own) in all.iter().enumerate() {
        space.push(own.iter().copied(), moving(own, motion), (Vector3::zeros(), friction));
        for (column, other) in all.iter().enumerate() {
            let block: Matrix3<f64> =
                own.iter().zip(other).map(|((_, a), (_, b))| a * b.transpose()).sum();
            blocks.push((row, column, block));
        }
    }
    let free = all.iter().flat_map(|own| moving(own, motion).data.0[0]).collect();
    let friction = vec![friction; contacts.len()];
    (space, FrictionProblem::from_blocks(blocks, free, friction).unwrap())
}

fn solve(space: &mut VelocitySpace, contacts: usize) -> (Vec<f64>, Solved) {
    let mut reaction = vec![0.0; 3 * contacts];
    let solved = space.improve_beyond(0.0, &mut reaction, LIMITS);
    (reaction, solved)
}

proptest! {
    #[test]
    fn three_contacts_are_solved_as_by_the_solvers_of_reactions(
        tilts in prop::collection::vec(-0.3..0.3f64, 6),
        motion in prop::collection::vec(-1.0..1.0f64, 6),
        friction in 0.0..0.6f64,
    ) {
        let places = [[1.0, 0.1, -0.5], [-0.8, 0.9, -0.5], [-0.3, -1.0, -0.5]];
        let contacts: Vec<_> = places.into_iter().zip(tilts.chunks_exact(2))
            .map(|(place, tilt)| (place, [tilt[0], tilt[1], 1.0])).collect();
        let mut motion = motion;
        motion[2] -= 1.0;
        let (mut space, problem) = pose(&contacts, &motion, friction);
        let (reaction, solved) = solve(&mut space, 3);
        prop_assert!(solved.residual <= FAIR_RESIDUAL, "{solved:?}");
        prop_assert!((residual(&problem, &reaction) - solved.residual).abs() < 1e-12);
        let other = Solver::default().solve(&problem, &[], LIMITS, &mut NonsmoothWorkspace::default());
        // Reactions of contacts that stick are not unique; what they do to the body is.
        let pushed = |reaction: &[f64]| {
            let mut sum = [0.0; 6];
            for ((point, normal), own) in contacts.iter().zip(reaction.chunks_exact(3)) {
                let own = Vector3::from_column_slice(own);
                ys(*point, *normal).iter().for_each(|(k, y)| sum[*k] += y.dot(&own));
            }
            sum
        };
        for (one, two) in pushed(&reaction).iter().zip(pushed(&other.reaction)) {
            prop_assert!((one - two).abs() < 1e-6, "{reaction:?} {other:?}");
        }
    }
}

#[test]
fn a_thousand_contacts_under_a_body_carry_it_in_as_many_iterations_as_ten() {
    let mut taken = Vec::new();
    for count in [10, 100, 1000] {
        let place = |k: usize| {
            let turn = 2.4 * k as f64;
            let (sin, cos) = (crate::math::real::sin(turn), crate::math::real::cos(turn));
            ([cos, sin, -0.5], [0.0, 0.0, 1.0])
        };
        let contacts: Vec<_> = (0..count).map(place).collect();
        let motion = [0.3, -0.2, -1.0, 0.2, 0.1, 0.3];
        let mut space = VelocitySpace::default();
        space.begin(6);
        for (point, normal) in &contacts {
            let own = ys(*point, *normal);
            space.push(own.iter().copied(), moving(&own, &motion), (Vector3::zeros(), 0.9));
        }
        let (reaction, solved) = solve(&mut space, count);
        assert!(solved.residual <= 1e-11, "{count}: {solved:?}");
        // All stick: the whole motion is stopped.
        let carried: f64 = reaction.chunks_exact(3).map(|own| own[0]).sum();
        assert!((carried - 1.0).abs() < 1e-9, "{count}: {carried}");
        taken.push(solved.iterations);
    }
    assert!(taken[2] <= taken[0] + 3, "{taken:?}");
}

#[test]
fn contacts_that_contradict_each_other_end_with_their_residual() {
    let mut space = VelocitySpace::default();
    space.begin(6);
    let own = ys([0.0, 0.0, 0.0], [0.0, 0.0, 1.0]);
    let back = ys([0.0, 0.0, 0.0], [0.0, 0.0, -1.0]);
    for _ in 0..500 {
        // Both sides ask for a velocity of one away from them.
        for own in [own, back] {
            let free = Vector3::new(-1.0, 0.0, 0.0);
            space.push(own.iter().copied(), free, (Vector3::zeros(), 0.5));
        }
    }
    let (reaction, solved) = solve(&mut space, 1000);
    assert!(solved.iterations <= LIMITS.iterations, "{solved:?}");
    assert!(solved.residual > 1e-3, "there is no answer: {solved:?}");
    assert!(reaction.iter().all(|value| value.is_finite()));
}
