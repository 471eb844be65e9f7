//! Plates on soil: Bekker's pressure, the paper's Table 2, and headings.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::soil_common::{at_rest, level_bed, press};
use nalgebra::{Matrix3, Vector3};
use planetfall::ground::compliant::Bekker;
use planetfall::ground::scm::{
    Contour, Field, RasterShape, RateEffect, ScmVariant, Scratch, Soil, SoilBed,
};
use planetfall::rig::{Plate, PlateReading, identify, mean_and_deviation, offsets};

/// A flat disc, lying.
fn disc(radius: f64) -> RasterShape {
    RasterShape::wheel(Vector3::zeros(), Vector3::z(), radius, 0.02, None).unwrap()
}

fn bekker(soil: &Soil, width: f64, depth: f64) -> f64 {
    (soil.cohesive / width + soil.frictional) * depth.powf(soil.exponent)
}

#[test]
fn a_flat_plate_of_any_shape_carries_bekkers_pressure_times_its_area() {
    let soil = Soil::dlr_a();
    let upright = |sides: [f64; 3]| {
        RasterShape::cuboid(Vector3::zeros(), Matrix3::identity(), sides.into()).unwrap()
    };
    let ring: Vec<Vector3<f64>> = (0..10)
        .map(|k| {
            let radius = if k % 2 == 0 { 0.12 } else { 0.05 };
            let angle = std::f64::consts::TAU * f64::from(k) / 10.0;
            Vector3::new(radius * angle.cos(), radius * angle.sin(), -0.01)
        })
        .chain([Vector3::new(0.0, 0.0, -0.01)])
        .collect();
    // A star, of one layer that looks down.
    let star = RasterShape::mesh(ring, (0..10).map(|k| [10, (k + 1) % 10, k]).collect()).unwrap();
    for shape in
        [disc(0.05), disc(0.1), upright([0.2, 0.1, 0.02]), upright([0.02, 0.5, 0.02]), star]
    {
        for spacing in [0.005, 0.01] {
            for exponent in [1.0, 2.0, 1.3] {
                let recipe = ScmVariant { centrality_exponent: exponent, ..ScmVariant::default() };
                let bed = level_bed(soil, spacing, recipe);
                let mut scratch = Scratch::new();
                let body = at_rest(&shape, Vector3::new(0.0012, 0.0007, 0.01 - 0.02));
                let reaction = press(&bed, &Field::new(), &body, &mut scratch);
                let print = reaction.footprint;
                let exact = bekker(&soil, print.width, 0.02) * print.area;
                let found = reaction.wrench.force.z;
                assert!((found / exact - 1.0).abs() < 1e-9, "{found} {exact}");
                assert_eq!(print.pieces, 1);
                assert!((print.sinkage - 0.02).abs() < 1e-9);
            }
        }
    }
}

#[test]
fn soil_pressed_fast_bears_more_by_the_natural_logarithm_of_the_speed() {
    let (share, reference_speed) = (0.15, 0.02);
    let slow = Soil { damping: 0.0, ..Soil::dlr_a() };
    let rate = Some(RateEffect { share, reference_speed });
    let beds =
        [slow, Soil { rate, ..slow }].map(|soil| level_bed(soil, 0.01, ScmVariant::default()));
    let plate = disc(0.1);
    let mut scratch = Scratch::new();
    let mut force = |bed: &SoilBed, speed: f64| {
        let mut body = at_rest(&plate, Vector3::new(0.0012, 0.0007, 0.01 - 0.02));
        body.velocity.z = -speed;
        press(bed, &Field::new(), &body, &mut scratch).wrench.force.z
    };
    for speed in [0.0, 0.02, 0.2, 2.0] {
        let expected = 1.0 + share * f64::ln(1.0 + speed / reference_speed);
        let found = force(&beds[1], speed) / force(&beds[0], speed);
        assert!((found / expected - 1.0).abs() < 1e-9, "{speed}: {found} {expected}");
    }
    // Soil that is left behind is not faster, and tenfold speed far above v0 adds ln 10 times the share.
    assert!((force(&beds[1], -0.1) / force(&beds[0], -0.1) - 1.0).abs() < 1e-12);
    let tenfold = (force(&beds[1], 2000.0) - force(&beds[1], 200.0)) / force(&beds[0], 200.0);
    assert!((tenfold / (share * f64::ln(10.0)) - 1.0).abs() < 1e-3, "{tenfold}");
}

#[test]
fn the_width_of_a_disc_is_its_radius() {
    for contour in [Contour::FourDirections, Contour::EightDirections] {
        let recipe = ScmVariant { contour, ..ScmVariant::default() };
        let bed = level_bed(Soil::dlr_a(), 0.005, recipe);
        let mut scratch = Scratch::new();
        let shape = disc(0.1);
        let mean = mean_over_offsets(&bed, 20, |x, y| {
            let body = at_rest(&shape, Vector3::new(x, y, 0.0));
            press(&bed, &Field::new(), &body, &mut scratch).footprint.width
        });
        assert!((mean / 0.1 - 1.0).abs() < 0.005, "{contour:?}: {mean}");
    }
}

#[test]
fn the_soil_of_table_two_is_identified() {
    let soil = Soil::dlr_a();
    println!("spacing      n         kc (sd)         kphi (sd)");
    for (spacing, paper) in [
        (0.005, [0.6343, 2271.48, 62612.16]),
        (0.0075, [0.6331, 2357.78, 63119.75]),
        (0.01, [0.6323, 2351.08, 61874.48]),
    ] {
        let bed = level_bed(soil, spacing, ScmVariant::default());
        let found = identified(&bed, 21);
        let [n, _] = mean_and_deviation(found.iter().map(|one| one.exponent));
        let [kc, kc_spread] = mean_and_deviation(found.iter().map(|one| one.cohesive));
        let [kphi, kphi_spread] = mean_and_deviation(found.iter().map(|one| one.frictional));
        println!(
            "{spacing:.4} {n:.7} {kc:.1} ({kc_spread:.1}) {kphi:.1} ({kphi_spread:.1}); \
             paper {paper:?}"
        );
        assert!((n - 0.63).abs() < 1e-6);
        assert!((kc / soil.cohesive - 1.0).abs() < 0.015, "{spacing}: kc {kc}");
        assert!((kphi / soil.frictional - 1.0).abs() < 0.006, "{spacing}: kphi {kphi}");
    }
}

#[test]
fn turning_a_plate_changes_its_load_little() {
    let soil = Soil::dlr_a();
    for (spacing, single) in [(0.005, 0.06), (0.01, 0.09)] {
        let bed = level_bed(soil, spacing, ScmVariant::default());
        let mut scratch = Scratch::new();
        let exact = bekker(&soil, 0.2 * 0.1 / 0.3, 0.02) * 0.02;
        for degree in (0..=90).step_by(5) {
            let (sine, cosine) = f64::from(degree).to_radians().sin_cos();
            let axes = Matrix3::new(cosine, -sine, 0.0, sine, cosine, 0.0, 0.0, 0.0, 1.0);
            let shape =
                RasterShape::cuboid(Vector3::zeros(), axes, Vector3::new(0.2, 0.1, 0.02)).unwrap();
            let mut worst: f64 = 0.0;
            let mean = mean_over_offsets(&bed, 20, |x, y| {
                let body = at_rest(&shape, Vector3::new(x, y, 0.01 - 0.02));
                let force = press(&bed, &Field::new(), &body, &mut scratch).wrench.force.z;
                worst = worst.max((force / exact - 1.0).abs());
                force
            });
            let deviation = mean / exact - 1.0;
            assert!(
                deviation.abs() < 0.02,
                "{spacing} m, {degree} degrees: mean off by {deviation:.4}"
            );
            assert!(worst < single, "{spacing} m, {degree} degrees: worst {worst:.4}");
        }
    }
}

/// Mean of a quantity over a square of offsets within a cell.
fn mean_over_offsets(bed: &SoilBed, count: u32, mut quantity: impl FnMut(f64, f64) -> f64) -> f64 {
    let places = offsets(bed, count);
    places.iter().map(|[x, y]| quantity(*x, *y)).sum::<f64>() / places.len() as f64
}

/// n, kc and kphi from two plates under two forces each, for each offset within a cell.
fn identified(bed: &SoilBed, count: u32) -> Vec<Bekker> {
    let plates = [Plate::disc(0.05).unwrap(), Plate::disc(0.1).unwrap()];
    let mut scratch = Scratch::new();
    let mut reading = |plate: &Plate, place: [f64; 2], pressure: f64| {
        let force = pressure * plate.area();
        let sinkage = plate.sinkage(bed, place, force, &mut scratch).unwrap();
        PlateReading { width: plate.width(), sinkage, pressure }
    };
    let mut at = |place: [f64; 2]| {
        let each = plates.iter().flat_map(|plate| [5e3, 1e4].map(|force| (plate, force)));
        let readings: Vec<_> =
            each.map(|(plate, pressure)| reading(plate, place, pressure)).collect();
        identify(&readings).unwrap()
    };
    offsets(bed, count).into_iter().map(&mut at).collect()
}
