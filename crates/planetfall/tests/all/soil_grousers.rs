//! A wheel with grousers on a rig: what soil can hand on, and convergence with grid and step.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::soil_common::{at_rest, level_bed, press};
use nalgebra::Vector3;
use planetfall::ground::scm::{RasterShape, ScmVariant, Scratch, Soil};
use planetfall::rig::{Steady, WheelDrive, WheelRig};
use planetfall::shape::Grousers;

const LOAD: f64 = 294.2;
const RADIUS: f64 = 0.125;
const WIDTH: f64 = 0.11;
const GROUSERS: Grousers = Grousers { count: 12, height: 0.01, thickness: 0.005 };

fn treaded() -> RasterShape {
    RasterShape::wheel(Vector3::zeros(), Vector3::y(), RADIUS, WIDTH, Some(GROUSERS)).unwrap()
}

/// Drives in DLR-D with a slip, in steps of a share of the spacing.
fn driven(spacing: f64, slip: f64, share: f64) -> Steady {
    let bed = level_bed(Soil::dlr_d(), spacing, ScmVariant::default());
    let mut rig = WheelRig::new(bed, treaded(), RADIUS, LOAD).unwrap();
    rig.put_down().unwrap();
    let drive = WheelDrive::with_slip(0.0108, slip, 0.0).unwrap();
    // It digs itself in over 0.2 m.
    let found = rig.drive_by(&drive, 0.3, share * spacing).unwrap();
    println!(
        "{spacing} m, slip {slip}: pull {:.1} N, band {:.1} to {:.1} N, load {:.1} N, depth {:.1} mm",
        found.pull,
        found.band[0],
        found.band[1],
        found.load,
        1e3 * found.depth
    );
    found
}

#[test]
fn a_wheel_with_grousers_is_carried_and_pulls_no_more_than_soil_can_hold() {
    let [slow, fast] = [0.2, 0.7].map(|slip| driven(0.005, slip, 0.1));
    for found in [slow, fast] {
        assert!((found.load / LOAD - 1.0).abs() < 0.03, "{}", found.load);
        // Strength along the tips is N tan φ; once single nodes saw flanks, 1400 N were found here.
        let strength = 1.2 * LOAD * Soil::dlr_d().friction_angle.tan();
        assert!(found.pull < strength, "{} {strength}", found.pull);
        assert!(found.band[1] < LOAD && found.band[0] > -LOAD, "{:?}", found.band);
        assert!(found.torque > 0.0);
    }
    // It digs itself in where it slips.
    assert!(fast.depth > 1.5 * slow.depth, "{} {}", fast.depth, slow.depth);
}

#[test]
fn pull_of_a_wheel_with_grousers_converges_with_grid_and_step() {
    let [coarse, middle] = [0.01, 0.005].map(|spacing| driven(spacing, 0.7, 0.1));
    // Half a cell thick, grousers dig less deep.
    assert!((coarse.pull - middle.pull).abs() < 0.07 * LOAD);
    let fine = driven(0.0025, 0.7, 0.1);
    assert!((fine.pull - middle.pull).abs() < 0.03 * LOAD);
    let width = |found: &Steady| found.band[1] - found.band[0];
    assert!(width(&fine) < 1.3 * width(&middle), "{} {}", width(&fine), width(&middle));
    let halved = driven(0.005, 0.7, 0.05);
    assert!((halved.pull - middle.pull).abs() < 0.02 * LOAD);
    assert!((halved.depth / middle.depth - 1.0).abs() < 0.05);
}

/// What is asked of smooth wheels: pull to 3 and 1.5 % of the load, depth to 3 and 1.5 %. As long as soil pressed
/// on the flanks that move away from it, pull was -5, 8 and 23 N.
#[test]
fn pull_of_grousers_that_hardly_slip_converges_with_the_grid() {
    let load = 408.6;
    let grousers = Grousers { height: 0.005, ..GROUSERS };
    let found = [0.01, 0.005, 0.0025].map(|spacing| {
        let shape =
            RasterShape::wheel(Vector3::zeros(), Vector3::y(), RADIUS, WIDTH, Some(grousers));
        let bed = level_bed(Soil::dlr_d(), spacing, ScmVariant::default());
        let mut rig = WheelRig::new(bed, shape.unwrap(), RADIUS, load).unwrap();
        rig.put_down().unwrap();
        let drive = WheelDrive::with_slip(0.0108, 0.1, 0.0).unwrap();
        let found = rig.drive(&drive, 0.36).unwrap();
        println!("{spacing} m: pull {:.1} N, depth {:.2} mm", found.pull, 1e3 * found.depth);
        found
    });
    for (pair, most) in found.windows(2).zip([0.03, 0.015]) {
        assert!((pair[1].pull - pair[0].pull).abs() < most * load, "{found:?}");
        assert!((pair[1].depth / pair[0].depth - 1.0).abs() < most, "{found:?}");
    }
}

/// Force on a wheel that is held at a depth, over places along a cell.
fn forces(spacing: f64, recipe: ScmVariant) -> Vec<Vector3<f64>> {
    let bed = level_bed(Soil::dlr_d(), spacing, recipe);
    let shape = treaded();
    let mut scratch = Scratch::new();
    let place = |k: u32| {
        let x = spacing * f64::from(k) / 16.0;
        let body = at_rest(&shape, Vector3::new(x, 0.0, RADIUS - 0.005));
        let field = planetfall::ground::scm::Field::new();
        press(&bed, &field, &body, &mut scratch).wrench.force
    };
    (0..16).map(place).collect()
}

#[test]
fn where_the_nodes_lie_changes_the_force_on_grousers_little() {
    for spacing in [0.005, 0.0025] {
        let found = forces(spacing, ScmVariant::SCM_2008);
        let mean = found.iter().map(|force| force.z).sum::<f64>() / 16.0;
        let swing = |value: fn(&Vector3<f64>) -> f64| {
            let low = found.iter().map(value).fold(f64::INFINITY, f64::min);
            found.iter().map(value).fold(f64::NEG_INFINITY, f64::max) - low
        };
        let (up, along) = (swing(|force| force.z), swing(|force| force.x));
        println!("{spacing}: {mean:.0} N, swings {up:.0} up, {along:.0} along");
        assert!(up < 0.35 * mean && along < 0.35 * mean, "{spacing}: {mean} {up} {along}");
    }
}
