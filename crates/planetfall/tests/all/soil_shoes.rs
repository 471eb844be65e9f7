//! Shoes of a track: plates of any mesh that are laid down, dragged back a little, and lifted.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::soil_common::level_bed;
use nalgebra::{Matrix3, Vector3};
use planetfall::ground::scm::{BodyOnSoil, Field, RasterShape, ScmVariant, Scratch, Serial, Soil};

/// Length and width of a shoe, m.
const SIDES: [f64; 2] = [0.3, 0.15];
/// How long the track is on the ground, and how far it slips while it lies there, m.
const TRACK: f64 = 0.5;
const SLIP: f64 = 0.02;
const DEPTH: f64 = 0.01;

/// Vertices and faces of a box, counter-clockwise seen from outside.
fn add_box(low: [f64; 3], high: [f64; 3], shoe: &mut (Vec<Vector3<f64>>, Vec<[u32; 3]>)) {
    let first = shoe.0.len() as u32;
    for corner in 0..8 {
        let side = |axis: usize| if corner >> axis & 1 == 0 { low[axis] } else { high[axis] };
        shoe.0.push(Vector3::new(side(0), side(1), side(2)));
    }
    let faces =
        [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    for [a, b, c, d] in faces {
        shoe.1.extend([[a, b, c], [a, c, d]].map(|face| face.map(|corner| first + corner)));
    }
}

/// A plate whose underside is at z = 0, with a bar across under it where one is wanted.
fn shoe(bar: Option<f64>) -> RasterShape {
    let [length, width] = SIDES.map(|side| 0.5 * side);
    let mut parts = (Vec::new(), Vec::new());
    add_box([-length, -width, 0.0], [length, width, 0.02], &mut parts);
    if let Some(height) = bar {
        add_box([-0.015, -width, -height], [0.015, width, 0.01], &mut parts);
    }
    RasterShape::mesh(parts.0, parts.1).unwrap()
}

/// Mean load and pull of a shoe while the track passes over it, N.
fn passed_over(shape: &RasterShape, soil: Soil) -> (f64, f64) {
    let bed = level_bed(soil, 0.005, ScmVariant::default());
    let (mut field, mut scratch) = (Field::new(), Scratch::new());
    let mut body = BodyOnSoil {
        shape,
        position: Vector3::new(0.0012, 0.0007, 0.0),
        axes: Matrix3::identity(),
        velocity: Vector3::zeros(),
        rate: Vector3::zeros(),
    };
    let mut step = |body: &BodyOnSoil<'_>| {
        bed.evaluate(&field, &[*body], 1e-3, false, &Serial, &mut scratch).unwrap();
        let force = scratch.reactions()[0].wrench.force;
        bed.commit(&mut field, &mut scratch);
        force
    };
    body.velocity.z = -0.1;
    while body.position.z > -DEPTH {
        body.position.z = (body.position.z - 1e-4).max(-DEPTH);
        step(&body);
    }
    let steps = 1000;
    body.velocity = Vector3::new(-SLIP * TRACK, 0.0, 0.0);
    let mut sum = Vector3::zeros();
    for _ in 0..steps {
        body.position += body.velocity * 1e-3;
        sum += step(&body);
    }
    let mean = sum / f64::from(steps);
    (mean.z, mean.x)
}

fn sand() -> Soil {
    Soil {
        exponent: 1.0,
        cohesive: 0.0,
        frictional: 2e6,
        cohesion: 0.0,
        body_friction: 1.0,
        shear_displacement: 0.004,
        compaction: 1.0,
        ..Soil::dlr_a()
    }
}

/// Bekker's and Wong's thrust of a track: W tan φ (1 − K/(i L) (1 − exp(−i L/K))).
#[test]
fn the_thrust_of_a_track_is_that_of_the_closed_form() {
    let soil = sand();
    let (load, pull) = passed_over(&shoe(None), soil);
    let ratio = SLIP * TRACK / soil.shear_displacement;
    let exact = soil.friction_angle.tan() * (1.0 - (1.0 - (-ratio).exp()) / ratio);
    let found = pull / load;
    assert!((found / exact - 1.0).abs() < 0.02, "{found} beside {exact}");
}

#[test]
fn a_bar_under_a_shoe_is_pressed_in_and_holds_it() {
    let (load, pull) = passed_over(&shoe(None), sand());
    let (barred_load, barred_pull) = passed_over(&shoe(Some(0.02)), sand());
    assert!(barred_load > 1.1 * load, "{barred_load} beside {load}");
    assert!(barred_pull > 1.1 * pull, "{barred_pull} beside {pull}");
}
