//! What a wheel does not look at, because no foot can lie there, would have met nothing.

use super::super::flat::Roller;
use super::super::surface::{Capsule, TriangleSurface};
use super::turned;
use crate::terrain::Facet;
use nalgebra::Vector3;
use proptest::prelude::*;

const POSTS: usize = 7;
const SPACING: f64 = 0.12;

/// Triangles over posts of given heights, around the origin.
fn surface(heights: &[f64]) -> TriangleSurface {
    let post = |row: usize, column: usize| {
        let at = |number: usize| (number as f64 - 3.0) * SPACING;
        Vector3::new(at(column), at(row), heights[POSTS * row + column])
    };
    let mut surface = TriangleSurface::default();
    for row in 0..POSTS - 1 {
        for column in 0..POSTS - 1 {
            let (a, c) = (post(row, column), post(row + 1, column + 1));
            let number = 2 * (POSTS * row + column) as u64;
            surface.push([a, post(row, column + 1), c], Facet::Other(number));
            surface.push([a, c, post(row + 1, column)], Facet::Other(number + 1));
        }
    }
    surface
}

proptest! {
    #[test]
    fn a_wheel_meets_the_same_if_it_looks_everywhere(
        heights in prop::collection::vec(-0.05..0.05f64, POSTS * POSTS),
        (x, y, z) in (-0.1..0.1f64, -0.1..0.1f64, 0.08..0.18f64),
        (yaw, roll) in (-3.0..3.0f64, -0.6..0.6f64),
        half_width in prop::sample::select(vec![0.0, 0.02, 0.08]),
        margin in 1e-4..2e-2f64,
    ) {
        let wheel = Roller {
            centre: Vector3::new(x, y, z),
            axle: turned(yaw, 0.0, roll) * Vector3::y(),
            radius: 0.127,
            half_width,
        };
        let (mut near, mut all) = (Vec::new(), Vec::new());
        wheel.on_surface(&mut surface(&heights), margin, &mut near);
        let mut ground = surface(&heights);
        wheel.choose(&Capsule::everywhere(), &mut ground, margin);
        wheel.on_chosen(&ground, margin, &mut all);
        prop_assert_eq!(near, all);
    }

    #[test]
    fn a_wheel_meets_the_same_on_ground_that_was_chosen_for_it_nearby(
        heights in prop::collection::vec(-0.05..0.05f64, POSTS * POSTS),
        (x, y, z) in (-0.1..0.1f64, -0.1..0.1f64, 0.08..0.18f64),
        (yaw, roll) in (-3.0..3.0f64, -0.6..0.6f64),
        half_width in prop::sample::select(vec![0.0, 0.02, 0.08]),
        margin in 1e-4..2e-2f64,
        moves in prop::collection::vec((-2e-4..2e-4f64, -2e-4..2e-4f64, -1e-3..1e-3f64), 6),
    ) {
        let mut wheel = Roller {
            centre: Vector3::new(x, y, z),
            axle: turned(yaw, 0.0, roll) * Vector3::y(),
            radius: 0.127,
            half_width,
        };
        let mut kept = surface(&heights);
        for (ahead, up, turn) in moves {
            let (mut near, mut known) = (Vec::new(), Vec::new());
            wheel.on_surface(&mut surface(&heights), margin, &mut near);
            wheel.on_kept_surface(&mut kept, margin, &mut known);
            prop_assert_eq!(near, known);
            wheel.centre += Vector3::new(ahead, 0.5 * ahead, up);
            wheel.axle = turned(turn, 0.0, turn) * wheel.axle;
        }
    }
}
