//! Plates on soil: Bekker's pressure, the paper's Table 2, and headings.
#![allow(clippy::unwrap_used, clippy::panic)]

mod soil_common;

use nalgebra::{Matrix3, Vector3};
use planetfall::contact::soil::{Contour, Field, Recipe, Scratch, Shape, Soil, SoilBed};
use soil_common::{at_rest, level_bed, press};

/// A flat disc, lying.
fn disc(radius: f64) -> Shape {
    Shape::wheel(Vector3::zeros(), Vector3::z(), radius, 0.02, None).unwrap()
}

fn bekker(soil: &Soil, width: f64, depth: f64) -> f64 {
    (soil.cohesive / width + soil.frictional) * depth.powf(soil.exponent)
}

#[test]
fn a_flat_plate_of_any_shape_carries_bekkers_pressure_times_its_area() {
    let soil = Soil::dlr_a();
    let upright = |sides: [f64; 3]| {
        Shape::cuboid(Vector3::zeros(), Matrix3::identity(), sides.into()).unwrap()
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
    let star = Shape::mesh(ring, (0..10).map(|k| [10, (k + 1) % 10, k]).collect()).unwrap();
    for shape in
        [disc(0.05), disc(0.1), upright([0.2, 0.1, 0.02]), upright([0.02, 0.5, 0.02]), star]
    {
        for spacing in [0.005, 0.01] {
            for exponent in [1.0, 2.0, 1.3] {
                let recipe = Recipe { centrality_exponent: exponent, ..Recipe::default() };
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
fn the_width_of_a_disc_is_its_radius() {
    for contour in [Contour::FourDirections, Contour::EightDirections] {
        let recipe = Recipe { contour, ..Recipe::default() };
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
        let bed = level_bed(soil, spacing, Recipe::default());
        let found = identified(&bed, 21);
        let mean = |k: usize| found.iter().map(|one| one[k]).sum::<f64>() / found.len() as f64;
        let spread = |k: usize| {
            let square = |one: &[f64; 3]| (one[k] - mean(k)).powi(2);
            (found.iter().map(square).sum::<f64>() / found.len() as f64).sqrt()
        };
        let [n, kc, kphi] = [0, 1, 2].map(mean);
        println!(
            "{spacing:.4} {n:.7} {kc:.1} ({:.1}) {kphi:.1} ({:.1}); paper {paper:?}",
            spread(1),
            spread(2)
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
        let bed = level_bed(soil, spacing, Recipe::default());
        let mut scratch = Scratch::new();
        let exact = bekker(&soil, 0.2 * 0.1 / 0.3, 0.02) * 0.02;
        for degree in (0..=90).step_by(5) {
            let (sine, cosine) = f64::from(degree).to_radians().sin_cos();
            let axes = Matrix3::new(cosine, -sine, 0.0, sine, cosine, 0.0, 0.0, 0.0, 1.0);
            let shape =
                Shape::cuboid(Vector3::zeros(), axes, Vector3::new(0.2, 0.1, 0.02)).unwrap();
            let mut worst: f64 = 0.0;
            let mean = mean_over_offsets(&bed, 20, |x, y| {
                let body = at_rest(&shape, Vector3::new(x, y, 0.01 - 0.02));
                let force = press(&bed, &Field::new(), &body, &mut scratch).wrench.force.z;
                worst = worst.max((force / exact - 1.0).abs());
                force
            });
            let off = mean / exact - 1.0;
            assert!(off.abs() < 0.02, "{spacing} m, {degree} degrees: mean off by {off:.4}");
            assert!(worst < single, "{spacing} m, {degree} degrees: worst {worst:.4}");
        }
    }
}

/// Mean of a quantity over a square of offsets within a cell.
fn mean_over_offsets(bed: &SoilBed, count: u32, mut quantity: impl FnMut(f64, f64) -> f64) -> f64 {
    let offset = |k: u32| bed.spacing() * (f64::from(k) + 0.37) / f64::from(count);
    let mut sum = 0.0;
    for row in 0..count {
        for column in 0..count {
            sum += quantity(offset(column), offset(row));
        }
    }
    sum / f64::from(count * count)
}

/// n, kc and kphi from two plates at two depths, for each offset within a cell.
fn identified(bed: &SoilBed, count: u32) -> Vec<[f64; 3]> {
    let (small, large) = (disc(0.05), disc(0.1));
    let mut scratch = Scratch::new();
    let mut found = Vec::new();
    mean_over_offsets(bed, count, |x, y| {
        let mut pressure = |shape: &Shape, radius: f64, depth: f64| {
            let body = at_rest(shape, Vector3::new(x, y, 0.01 - depth));
            let force = press(bed, &Field::new(), &body, &mut scratch).wrench.force.z;
            force / (std::f64::consts::PI * radius * radius)
        };
        let ratio = pressure(&small, 0.05, 0.02) / pressure(&small, 0.05, 0.01);
        let n = ratio.log2();
        let [a, b] = [pressure(&small, 0.05, 0.02), pressure(&large, 0.1, 0.02)]
            .map(|pressure| pressure / 0.02_f64.powf(n));
        // a = kc / 0.05 + kphi, b = kc / 0.1 + kphi.
        let kc = (a - b) / (1.0 / 0.05 - 1.0 / 0.1);
        found.push([n, kc, b - kc / 0.1]);
        0.0
    });
    found
}
