//! A wheel on a rig: the tables of pull and sinkage against slip, compaction, passes in a rut.
#![allow(clippy::unwrap_used, clippy::panic)]

mod soil_common;

use nalgebra::Vector3;
use planetfall::contact::soil::{Friction, Reaction, Recipe, Shape, Soil};
use soil_common::{WheelRig, level_bed};

/// Means over the end of a drive.
#[derive(Clone, Copy, Debug, Default)]
struct Steady {
    /// Pull by load.
    pull: f64,
    /// From the level that it is measured from, m.
    sinkage: f64,
    /// Below the ground as found, m.
    depth: f64,
    /// Of the pressure, N.
    resistance: f64,
}

struct Drive {
    soil: Soil,
    recipe: Recipe,
    spacing: f64,
    radius: f64,
    width: f64,
    load: f64,
    slip: f64,
    /// Way per step, m.
    advance: f64,
}

impl Drive {
    fn new(soil: Soil, recipe: Recipe, slip: f64) -> Self {
        let (spacing, advance) = (0.005, 0.0005);
        Self { soil, recipe, spacing, radius: 0.125, width: 0.1, load: 100.0, slip, advance }
    }

    fn rig(&self) -> WheelRig {
        let bed = level_bed(self.soil, self.spacing, self.recipe);
        let mut rig = WheelRig::new(bed, self.radius, self.width, self.load);
        // Damping of the heave, which is nothing in steady driving.
        rig.damping = 2.0 * self.load;
        rig
    }

    fn steady(&self, length: f64) -> Steady {
        let mut rig = self.rig();
        self.pass(&mut rig, length)
    }

    /// Drives a length and tells the means over its last third.
    fn pass(&self, rig: &mut WheelRig, length: f64) -> Steady {
        rig.speed = 0.1;
        let step = self.advance / rig.speed;
        rig.spin = rig.speed / (self.radius * (1.0 - self.slip));
        let steps = (length / self.advance).round() as usize;
        let mut sum = Steady::default();
        let mut count = 0.0;
        for number in 0..steps {
            let reaction: Reaction = rig.step(step);
            if 3 * number >= 2 * steps {
                count += 1.0;
                sum.pull += reaction.wrench.force.x / self.load;
                sum.sinkage += reaction.footprint.sinkage;
                sum.depth += self.radius - rig.position.z;
                sum.resistance -= reaction.parts.bulldozing.x;
            }
        }
        Steady {
            pull: sum.pull / count,
            sinkage: sum.sinkage / count,
            depth: sum.depth / count,
            resistance: sum.resistance / count,
        }
    }
}

impl Drive {
    /// Mean side force, N, and resistance of the pressure, N, over the last third of a way.
    fn pass_with_side(&self, rig: &mut WheelRig, length: f64) -> (f64, f64) {
        rig.speed = 0.1;
        rig.spin = rig.speed / (self.radius * (1.0 - self.slip));
        let steps = (length / self.advance).round() as usize;
        let (mut side, mut resistance, mut count) = (0.0, 0.0, 0.0);
        for number in 0..steps {
            let reaction = rig.step(self.advance / rig.speed);
            if 3 * number >= 2 * steps {
                side += reaction.wrench.force.y;
                resistance -= reaction.parts.bulldozing.x;
                count += 1.0;
            }
        }
        (side / count, resistance / count)
    }
}

/// A row of the reference's table: pull by load at slips of 0, 0.1, 0.3, 0.6 and 0.8, and sinkage
/// at the largest of them (mm).
fn check_row(name: &str, soil: Soil, friction: Friction, k: f64, expected: [f64; 5], sinkage: f64) {
    let soil = Soil { compaction: 1.0, shear_displacement: k, ..soil };
    let recipe = Recipe { friction, ..Recipe::default() };
    for (slip, expected) in [0.0, 0.1, 0.3, 0.6, 0.8].into_iter().zip(expected) {
        let found = Drive::new(soil, recipe, slip).steady(0.5);
        println!(
            "{name} slip {slip}: pull {:.3} ({expected}), sinkage {:.1} mm",
            found.pull,
            found.sinkage * 1e3
        );
        assert!((found.pull - expected).abs() < 0.03, "{name} {slip}: {}", found.pull);
        if slip == 0.8 {
            let off = found.sinkage * 1e3 / sinkage - 1.0;
            assert!(off.abs() < 0.05, "{name}: sinkage {}", found.sinkage);
        }
    }
}

#[test]
fn pull_in_dlr_a_with_the_papers_friction_is_that_of_the_reference() {
    let expected = [0.165, 0.171, 0.171, 0.171, 0.171];
    check_row("A mu", Soil::dlr_a(), Friction::Coulomb, 0.0, expected, 31.8);
}

#[test]
fn pull_in_dlr_a_with_janosis_friction_is_that_of_the_reference() {
    let expected = [-0.081, 0.020, 0.120, 0.162, 0.169];
    check_row("A J-H", Soil::dlr_a(), Friction::Janosi, 0.01, expected, 31.8);
}

#[test]
fn pull_in_dlr_d_is_that_of_the_reference() {
    // The reference gives the sinkage as 8 mm without a further digit.
    let mu = [0.130, 0.137, 0.137, 0.137, 0.137];
    check_row("D mu", Soil::dlr_d(), Friction::Coulomb, 0.0, mu, 8.2);
    let short = [-0.079, -0.012, 0.079, 0.132, 0.137];
    check_row("D J-H 10 mm", Soil::dlr_d(), Friction::Janosi, 0.01, short, 8.2);
    let long = [-0.090, -0.059, 0.007, 0.099, 0.132];
    check_row("D J-H 25 mm", Soil::dlr_d(), Friction::Janosi, 0.025, long, 8.2);
}

#[test]
fn a_larger_wheel_pulls_as_the_reference_says() {
    for (soil, pull, sinkage) in [(Soil::dlr_a(), 0.193, 52.6), (Soil::dlr_d(), 0.161, 9.3)] {
        let soil = Soil { compaction: 1.0, ..soil };
        let recipe = Recipe { friction: Friction::Coulomb, ..Recipe::default() };
        let drive =
            Drive { radius: 0.25, width: 0.2, load: 400.0, ..Drive::new(soil, recipe, 0.6) };
        let found = drive.steady(0.8);
        println!(
            "R 0.25: pull {:.3} ({pull}), sinkage {:.2} mm ({sinkage})",
            found.pull,
            found.sinkage * 1e3
        );
        assert!((found.pull - pull).abs() < 0.03, "{}", found.pull);
        assert!((found.sinkage * 1e3 / sinkage - 1.0).abs() < 0.05, "{}", found.sinkage);
    }
}

#[test]
fn the_more_soil_is_compacted_the_deeper_a_wheel_sinks() {
    let mut last = 0.0;
    for (compaction, reference) in [(0.0, 12.6), (0.5, 21.6), (0.9, 28.6), (1.0, 31.8)] {
        let soil = Soil { compaction, ..Soil::dlr_a() };
        let recipe =
            Recipe { friction: Friction::Coulomb, standing_step: false, ..Recipe::default() };
        let found = Drive::new(soil, recipe, 0.3).steady(1.0);
        println!(
            "compaction {compaction}: sinkage {:.1} mm, below the ground {:.1} mm ({reference}), pull {:.3}",
            found.sinkage * 1e3,
            found.depth * 1e3,
            found.pull
        );
        assert!(found.depth > last);
        last = found.depth;
    }
}

#[test]
fn a_second_pass_in_the_rut_meets_less_resistance() {
    let soil = Soil { compaction: 0.9, shear_displacement: 0.025, ..Soil::dlr_a() };
    let drive = Drive::new(soil, Recipe::default(), 0.1);
    let mut rig = drive.rig();
    let mut last = f64::INFINITY;
    for pass in 1..=4 {
        rig.position = Vector3::new(0.0013, 0.0011, 0.126);
        rig.heave_rate = 0.0;
        let found = drive.pass(&mut rig, 0.6);
        println!(
            "pass {pass}: resistance {:.1} N, pull {:.3}, below the ground {:.1} mm",
            found.resistance,
            found.pull,
            found.depth * 1e3
        );
        assert!(found.resistance < last);
        last = found.resistance;
    }
}

#[test]
fn sinkage_and_pull_converge_with_the_grid() {
    let mut last: Option<Steady> = None;
    for (spacing, limit) in [(0.01, 1.0), (0.005, 0.03), (0.0025, 0.015)] {
        let soil = Soil { compaction: 1.0, ..Soil::dlr_a() };
        let found = Drive { spacing, ..Drive::new(soil, Recipe::default(), 0.3) }.steady(0.5);
        println!("{spacing} m: pull {:.4}, sinkage {:.3} mm", found.pull, found.sinkage * 1e3);
        if let Some(last) = last {
            assert!((found.sinkage / last.sinkage - 1.0).abs() < limit, "{spacing}");
            assert!((found.pull - last.pull).abs() < limit, "{spacing}");
        }
        last = Some(found);
    }
}

#[test]
fn sinkage_and_pull_converge_with_the_step() {
    let mut last: Option<Steady> = None;
    for (advance, limit) in [(0.002, 1.0), (0.001, 0.01), (0.0005, 0.005), (0.00025, 0.0025)] {
        let soil = Soil { compaction: 0.9, ..Soil::dlr_a() };
        let found = Drive { advance, ..Drive::new(soil, Recipe::default(), 0.3) }.steady(0.5);
        println!("{advance} m: pull {:.4}, sinkage {:.3} mm", found.pull, found.depth * 1e3);
        if let Some(last) = last {
            assert!((found.depth / last.depth - 1.0).abs() < limit, "{advance}");
            assert!((found.pull - last.pull).abs() < limit, "{advance}");
        }
        last = Some(found);
    }
}

#[test]
fn in_a_rut_the_side_force_is_greater_and_the_resistance_less_than_on_fresh_soil() {
    let soil = Soil { compaction: 0.9, ..Soil::dlr_a() };
    let drive = Drive::new(soil, Recipe::default(), 0.2);
    for degree in [5.0_f64, 10.0, 15.0] {
        let side = |rut: bool| {
            let mut rig = drive.rig();
            // Walls press on what a column of nodes can see: shoulders, but no upright sides.
            rig.shape = shouldered(0.125, 0.1, 0.015);
            if rut {
                drive.pass(&mut rig, 0.7);
            }
            rig.position = Vector3::new(0.1513, 0.0011, 0.126);
            rig.heave_rate = 0.0;
            rig.slip_angle = degree.to_radians();
            // Until it has gone three centimetres into the wall.
            drive.pass_with_side(&mut rig, 0.03 / degree.to_radians().tan())
        };
        let (fresh, rut) = (side(false), side(true));
        println!("{degree} degrees: side {:.1} N fresh, {:.1} N in the rut", -fresh.0, -rut.0);
        println!("   pressure's resistance {:.1} N fresh, {:.1} N in the rut", fresh.1, rut.1);
        assert!(-rut.0 > -fresh.0 && rut.1 < fresh.1);
    }
}

/// A wheel about y whose edges are rounded.
fn shouldered(radius: f64, width: f64, shoulder: f64) -> Shape {
    let (around, bends) = (180_u32, 6_u32);
    let mut profile = vec![(-0.5 * width, 0.0)];
    for side in [-1.0, 1.0] {
        for bend in 0..=bends {
            let k = if side < 0.0 { bend } else { bends - bend };
            let angle = std::f64::consts::FRAC_PI_2 * f64::from(k) / f64::from(bends);
            let y = side * (0.5 * width - shoulder + shoulder * angle.cos());
            profile.push((y, radius - shoulder + shoulder * angle.sin()));
        }
    }
    profile.push((0.5 * width, 0.0));
    let inner = &profile[1..profile.len() - 1];
    let mut vertices = Vec::new();
    for (y, r) in inner {
        for k in 0..around {
            let angle = std::f64::consts::TAU * f64::from(k) / f64::from(around);
            vertices.push(Vector3::new(r * angle.cos(), *y, r * angle.sin()));
        }
    }
    let hubs = [vertices.len() as u32, vertices.len() as u32 + 1];
    vertices.extend([Vector3::new(0.0, -0.5 * width, 0.0), Vector3::new(0.0, 0.5 * width, 0.0)]);
    let last = inner.len() as u32 - 1;
    let at = |ring: u32, k: u32| ring * around + k % around;
    let mut triangles = Vec::new();
    for k in 0..around {
        for ring in 0..last {
            let [a, b, c, d] = [at(ring, k), at(ring, k + 1), at(ring + 1, k + 1), at(ring + 1, k)];
            triangles.extend([[a, d, b], [b, d, c]]);
        }
        triangles
            .extend([[hubs[0], at(0, k), at(0, k + 1)], [hubs[1], at(last, k + 1), at(last, k)]]);
    }
    Shape::mesh(vertices, triangles).unwrap()
}

#[test]
fn a_hump_stands_ahead_of_a_wheel_that_piles_up_soil() {
    let soil = Soil { compaction: 0.3, ..Soil::dlr_a() };
    let drive = Drive::new(soil, Recipe::default(), 0.3);
    let mut rig = drive.rig();
    drive.pass(&mut rig, 0.5);
    let ahead = |x: f64| rig.field.height(&rig.bed, rig.position.x + x, 0.0).unwrap();
    let highest = (0..40).map(|k| ahead(f64::from(k) * 0.005)).fold(f64::MIN, f64::max);
    assert!(highest > 0.003, "{highest}");
    assert!(ahead(-0.2) < -0.01, "and a rut behind it");
}
