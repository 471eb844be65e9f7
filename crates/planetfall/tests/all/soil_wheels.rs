//! A wheel on a rig: the tables of pull and sinkage against slip, compaction, passes in a rut.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::soil_common::level_bed;
use planetfall::ground::scm::{ScmVariant, ShearLaw, Soil};
use planetfall::rig::{Steady, WheelDrive, WheelRig, shouldered};

/// A wheel, its load and how it is driven.
struct Case {
    soil: Soil,
    recipe: ScmVariant,
    spacing: f64,
    radius: f64,
    width: f64,
    load: f64,
    slip: f64,
    /// Distance per step, m.
    advance: f64,
}

impl Case {
    fn new(soil: Soil, recipe: ScmVariant, slip: f64) -> Self {
        let (spacing, advance) = (0.005, 0.0005);
        Self { soil, recipe, spacing, radius: 0.125, width: 0.1, load: 100.0, slip, advance }
    }

    fn rig(&self) -> WheelRig {
        let bed = level_bed(self.soil, self.spacing, self.recipe);
        WheelRig::smooth(bed, self.radius, self.width, self.load).unwrap()
    }

    fn steady(&self, length: f64) -> Steady {
        self.pass(&mut self.rig(), 0.0, length)
    }

    /// Puts the wheel down, drives a length and returns the means over its last third.
    fn pass(&self, rig: &mut WheelRig, slip_angle: f64, length: f64) -> Steady {
        rig.put_down().unwrap();
        let drive = WheelDrive::with_slip(0.1, self.slip, slip_angle).unwrap();
        rig.drive_by(&drive, length, self.advance).unwrap()
    }
}

/// A row of the reference's table: pull by load at slips of 0, 0.1, 0.3, 0.6 and 0.8, and sinkage
/// at the largest of them (mm).
fn check_row(name: &str, soil: Soil, friction: ShearLaw, k: f64, expected: [f64; 5], sinkage: f64) {
    let soil = Soil { compaction: 1.0, shear_displacement: k, ..soil };
    let recipe = ScmVariant { friction, ..ScmVariant::default() };
    for (slip, expected) in [0.0, 0.1, 0.3, 0.6, 0.8].into_iter().zip(expected) {
        let found = Case::new(soil, recipe, slip).steady(0.5);
        println!(
            "{name} slip {slip}: pull {:.3} ({expected}), sinkage {:.1} mm",
            found.pull / 100.0,
            found.sinkage * 1e3
        );
        assert!((found.pull / 100.0 - expected).abs() < 0.03, "{name} {slip}: {}", found.pull);
        if slip == 0.8 {
            let deviation = found.sinkage * 1e3 / sinkage - 1.0;
            assert!(deviation.abs() < 0.05, "{name}: sinkage {}", found.sinkage);
        }
    }
}

#[test]
fn pull_in_dlr_a_with_the_papers_friction_is_that_of_the_reference() {
    let expected = [0.165, 0.171, 0.171, 0.171, 0.171];
    check_row("A mu", Soil::dlr_a(), ShearLaw::Coulomb, 0.0, expected, 31.8);
}

#[test]
fn pull_in_dlr_a_with_janosis_friction_is_that_of_the_reference() {
    let expected = [-0.081, 0.020, 0.120, 0.162, 0.169];
    check_row("A J-H", Soil::dlr_a(), ShearLaw::Janosi, 0.01, expected, 31.8);
}

#[test]
fn pull_in_dlr_d_is_that_of_the_reference() {
    // The reference gives the sinkage as 8 mm without a further digit.
    let mu = [0.130, 0.137, 0.137, 0.137, 0.137];
    check_row("D mu", Soil::dlr_d(), ShearLaw::Coulomb, 0.0, mu, 8.2);
    let short = [-0.079, -0.012, 0.079, 0.132, 0.137];
    check_row("D J-H 10 mm", Soil::dlr_d(), ShearLaw::Janosi, 0.01, short, 8.2);
    let long = [-0.090, -0.059, 0.007, 0.099, 0.132];
    check_row("D J-H 25 mm", Soil::dlr_d(), ShearLaw::Janosi, 0.025, long, 8.2);
}

#[test]
fn a_larger_wheel_pulls_as_the_reference_says() {
    for (soil, pull, sinkage) in [(Soil::dlr_a(), 0.193, 52.6), (Soil::dlr_d(), 0.161, 9.3)] {
        let soil = Soil { compaction: 1.0, ..soil };
        let recipe = ScmVariant { friction: ShearLaw::Coulomb, ..ScmVariant::default() };
        let drive = Case { radius: 0.25, width: 0.2, load: 400.0, ..Case::new(soil, recipe, 0.6) };
        let found = drive.steady(0.8);
        println!(
            "R 0.25: pull {:.3} ({pull}), sinkage {:.2} mm ({sinkage})",
            found.pull / 400.0,
            found.sinkage * 1e3
        );
        assert!((found.pull / 400.0 - pull).abs() < 0.03, "{}", found.pull);
        assert!((found.sinkage * 1e3 / sinkage - 1.0).abs() < 0.05, "{}", found.sinkage);
    }
}

#[test]
fn the_more_soil_is_compacted_the_deeper_a_wheel_sinks() {
    let mut last = 0.0;
    for (compaction, reference) in [(0.0, 12.6), (0.5, 21.6), (0.9, 28.6), (1.0, 31.8)] {
        let soil = Soil { compaction, ..Soil::dlr_a() };
        let recipe = ScmVariant {
            friction: ShearLaw::Coulomb,
            standing_step: false,
            ..ScmVariant::default()
        };
        let found = Case::new(soil, recipe, 0.3).steady(1.0);
        println!(
            "compaction {compaction}: sinkage {:.1} mm, below the ground {:.1} mm ({reference}), pull {:.3}",
            found.sinkage * 1e3,
            found.depth * 1e3,
            found.pull / 100.0
        );
        assert!(found.depth > last);
        last = found.depth;
    }
}

#[test]
fn a_second_pass_in_the_rut_meets_less_resistance() {
    let soil = Soil { compaction: 0.9, shear_displacement: 0.025, ..Soil::dlr_a() };
    let drive = Case::new(soil, ScmVariant::default(), 0.1);
    let mut rig = drive.rig();
    let mut last = f64::INFINITY;
    for pass in 1..=4 {
        rig.lift_to(0.0, 0.0);
        let found = drive.pass(&mut rig, 0.0, 0.6);
        println!(
            "pass {pass}: resistance {:.1} N, pull {:.3}, below the ground {:.1} mm",
            found.resistance(),
            found.pull / 100.0,
            found.depth * 1e3
        );
        assert!(found.resistance() < last);
        last = found.resistance();
    }
}

#[test]
fn sinkage_and_pull_converge_with_the_grid() {
    let mut last: Option<Steady> = None;
    for (spacing, limit) in [(0.01, 1.0), (0.005, 0.03), (0.0025, 0.015)] {
        let soil = Soil { compaction: 1.0, ..Soil::dlr_a() };
        let found = Case { spacing, ..Case::new(soil, ScmVariant::default(), 0.3) }.steady(0.5);
        println!(
            "{spacing} m: pull {:.4}, sinkage {:.3} mm",
            found.pull / 100.0,
            found.sinkage * 1e3
        );
        if let Some(last) = last {
            assert!((found.sinkage / last.sinkage - 1.0).abs() < limit, "{spacing}");
            assert!((found.pull - last.pull).abs() < 100.0 * limit, "{spacing}");
        }
        last = Some(found);
    }
}

#[test]
fn sinkage_is_a_depth_below_the_ground_where_all_displaced_soil_is_pressed_again() {
    for spacing in [0.01, 0.005] {
        let soil = Soil::dlr_a().of_2008();
        let case = Case { spacing, ..Case::new(soil, ScmVariant::SCM_2008, 0.3) };
        let found = case.steady(0.5);
        println!("{spacing} m: sinkage {}, depth {}", found.sinkage, found.depth);
        // Nodes lie beside the lowest point of the rim.
        assert!(found.sinkage <= found.depth + 1e-9, "{found:?}");
        assert!(found.sinkage > 0.9 * found.depth - 1e-4, "{found:?}");
    }
}

#[test]
fn sinkage_and_pull_converge_with_the_step() {
    let mut last: Option<Steady> = None;
    for (advance, limit) in [(0.002, 1.0), (0.001, 0.01), (0.0005, 0.005), (0.00025, 0.0025)] {
        let soil = Soil { compaction: 0.9, ..Soil::dlr_a() };
        let found = Case { advance, ..Case::new(soil, ScmVariant::default(), 0.3) }.steady(0.5);
        println!(
            "{advance} m: pull {:.4}, sinkage {:.3} mm",
            found.pull / 100.0,
            found.depth * 1e3
        );
        if let Some(last) = last {
            assert!((found.depth / last.depth - 1.0).abs() < limit, "{advance}");
            assert!((found.pull - last.pull).abs() < 100.0 * limit, "{advance}");
        }
        last = Some(found);
    }
}

#[test]
fn in_a_rut_the_side_force_is_greater_and_the_resistance_less_than_on_fresh_soil() {
    let soil = Soil { compaction: 0.9, ..Soil::dlr_a() };
    let drive = Case::new(soil, ScmVariant::default(), 0.2);
    for degree in [5.0_f64, 10.0, 15.0] {
        let side = |rut: bool| {
            // Walls press on what a column of nodes can see: shoulders, but no upright sides.
            let shape = shouldered(0.125, 0.1, 0.015).unwrap();
            let bed = level_bed(drive.soil, drive.spacing, drive.recipe);
            let mut rig = WheelRig::new(bed, shape, 0.125, 100.0).unwrap();
            if rut {
                drive.pass(&mut rig, 0.0, 0.7);
            }
            rig.lift_to(0.15, 0.0);
            // Until it has gone three centimetres into the wall.
            let angle = degree.to_radians();
            drive.pass(&mut rig, angle, 0.03 / angle.sin())
        };
        let (fresh, rut) = (side(false), side(true));
        println!("{degree} degrees: side {:.1} N fresh, {:.1} N in the rut", fresh.side, rut.side);
        let (before, after) = (fresh.resistance(), rut.resistance());
        println!("   pressure's resistance {before:.1} N fresh, {after:.1} N in the rut");
        assert!(rut.side > fresh.side && after < before);
    }
}

#[test]
fn a_hump_stands_ahead_of_a_wheel_that_piles_up_soil() {
    let soil = Soil { compaction: 0.3, ..Soil::dlr_a() };
    let drive = Case::new(soil, ScmVariant::default(), 0.3);
    let mut rig = drive.rig();
    drive.pass(&mut rig, 0.0, 0.5);
    let ahead = |x: f64| rig.field().height(rig.bed(), rig.position().x + x, 0.0).unwrap();
    let highest = (0..40).map(|k| ahead(f64::from(k) * 0.005)).fold(f64::MIN, f64::max);
    assert!(highest > 0.003, "{highest}");
    assert!(ahead(-0.2) < -0.01, "and a rut behind it");
}
