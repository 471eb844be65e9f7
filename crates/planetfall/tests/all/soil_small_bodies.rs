//! Bodies of a few nodes on soil: how the force on them converges to the closed form.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::soil_common::{at_rest, level_bed, press};
use nalgebra::Vector3;
use planetfall::ground::scm::{Field, RasterShape, ScmVariant, Scratch, Soil};
use std::f64::consts::PI;

const RADIUS: f64 = 0.02;

/// Soil of n = 1 and k_c = 0: the pressure is k_φ times the depth at each place, and the force on a ball
/// that stands d deep is k_φ times the volume of the cap, π d² (3 R − d) / 3.
fn soil() -> Soil {
    Soil { exponent: 1.0, cohesive: 0.0, frictional: 1e6, ..Soil::dlr_a() }
}

/// Largest and mean error of the force over places between the nodes, as a share of the closed form.
fn errors(across: f64, depth: f64) -> (f64, f64) {
    let spacing = 2.0 * RADIUS / across;
    let recipe = ScmVariant { centrality_exponent: 0.0, ..ScmVariant::default() };
    let bed = level_bed(soil(), spacing, recipe);
    let ball = RasterShape::ball(Vector3::zeros(), RADIUS).unwrap();
    let exact = 1e6 * PI * depth * depth * (3.0 * RADIUS - depth) / 3.0;
    let mut scratch = Scratch::new();
    let (mut worst, mut sum) = (0.0_f64, 0.0);
    const PLACES: i32 = 12;
    for row in 0..PLACES {
        for column in 0..PLACES {
            let at = |number: i32| spacing * (f64::from(number) + 0.31) / f64::from(PLACES);
            let body = at_rest(&ball, Vector3::new(at(column), at(row), RADIUS - depth));
            let force = press(&bed, &Field::new(), &body, &mut scratch).wrench.force.z;
            worst = worst.max((force / exact - 1.0).abs());
            sum += force / exact;
        }
    }
    (worst, (sum / f64::from(PLACES * PLACES) - 1.0).abs())
}

#[test]
fn the_force_on_a_small_ball_converges_to_the_volume_it_displaces() {
    let depth = 0.8 * RADIUS;
    let found: Vec<(f64, f64)> = [2.0, 4.0, 8.0, 16.0].map(|across| errors(across, depth)).to_vec();
    println!("{found:?}");
    // Halving the spacing leaves at most half the largest error, and the mean is right on any grid.
    for pair in found.windows(2) {
        assert!(pair[1].0 < 0.5 * pair[0].0, "{found:?}");
    }
    assert!(found.iter().all(|(_, mean)| *mean < 0.02), "{found:?}");
    assert!(found[1].0 < 0.15, "with four nodes across: {found:?}");
}

#[test]
fn a_ball_narrower_than_the_grid_may_feel_nothing_at_all() {
    let bed = level_bed(soil(), 0.05, ScmVariant::default());
    let ball = RasterShape::ball(Vector3::zeros(), RADIUS).unwrap();
    let body = at_rest(&ball, Vector3::new(0.025, 0.025, -1.0));
    let mut scratch = Scratch::new();
    // This is why such a grid is refined or refused before a run.
    assert_eq!(press(&bed, &Field::new(), &body, &mut scratch).wrench.force.z, 0.0);
}
