//! Things that stand on soil stay where they are.
#![allow(clippy::unwrap_used, clippy::panic)]

use nalgebra::{Matrix3, Matrix6, Rotation3, Vector3, Vector6};
use planetfall::ground::scm::{
    BodyOnSoil, Field, RasterShape, ScmVariant, Scratch, Serial, Soil, SoilBed, Uniform,
};
use planetfall::terrain::Plane;
use std::sync::Arc;

/// A free body on soil, stepped by implicit Euler.
struct Block {
    bed: SoilBed,
    field: Field,
    scratch: Scratch,
    shape: RasterShape,
    mass: f64,
    inertia: Matrix3<f64>,
    gravity: Vector3<f64>,
    position: Vector3<f64>,
    axes: Rotation3<f64>,
    velocity: Vector3<f64>,
    rate: Vector3<f64>,
    worst: f64,
}

impl Block {
    fn new(slope: f64, side: f64, height: f64, spacing: f64) -> Self {
        let soil = Soil {
            exponent: 1.1,
            cohesive: 0.0,
            frictional: 2e6,
            cohesion: 0.0,
            friction_angle: 30_f64.to_radians(),
            repose_angle: 35_f64.to_radians(),
            body_friction: 1.0,
            damping: 3e4,
            ..Soil::dlr_a()
        };
        let east = std::f64::consts::FRAC_PI_2;
        let plane = Arc::new(Plane::incline(Vector3::zeros(), slope, east).unwrap());
        let deep = Arc::new(Uniform { depth: f64::INFINITY });
        let bed = SoilBed::new(plane, spacing, vec![soil], deep, ScmVariant::default()).unwrap();
        let sides = Vector3::new(side, side, height);
        let shape = RasterShape::cuboid(Vector3::zeros(), Matrix3::identity(), sides).unwrap();
        let mass = 50.0;
        let moment = mass / 12.0 * (side * side + height * height);
        let inertia = Matrix3::from_diagonal(&Vector3::repeat(moment));
        let axes = Rotation3::from_axis_angle(&Vector3::y_axis(), slope);
        let position = axes * Vector3::new(0.0021, 0.0013, 0.5 * height - 0.0001);
        Self {
            bed,
            field: Field::new(),
            scratch: Scratch::new(),
            shape,
            mass,
            inertia,
            gravity: Vector3::new(0.0, 0.0, -9.81),
            position,
            axes,
            velocity: Vector3::zeros(),
            rate: Vector3::zeros(),
            worst: 0.0,
        }
    }

    fn step(&mut self, step: f64) {
        let mut scratch = std::mem::take(&mut self.scratch);
        let start = Vector6::new(
            self.rate.x,
            self.rate.y,
            self.rate.z,
            self.velocity.x,
            self.velocity.y,
            self.velocity.z,
        );
        let mut mass = Matrix6::zeros();
        mass.fixed_view_mut::<3, 3>(0, 0).copy_from(&self.inertia);
        mass.fixed_view_mut::<3, 3>(3, 3).copy_from(&(Matrix3::identity() * self.mass));
        let mut twist = start;
        let mut best = (f64::INFINITY, twist);
        for _ in 0..40 {
            let reaction = {
                let body = self.moved(&twist, step);
                self.bed.evaluate(&self.field, &[body], step, true, &Serial, &mut scratch).unwrap();
                scratch.reactions()[0]
            };
            let mut force = Vector6::zeros();
            force.fixed_rows_mut::<3>(0).copy_from(&reaction.wrench.moment);
            let weight = self.gravity * self.mass;
            force.fixed_rows_mut::<3>(3).copy_from(&(reaction.wrench.force + weight));
            let residual = mass * (twist - start) - force * step;
            let size = residual.norm() / (step * weight.norm());
            if size < best.0 {
                best = (size, twist);
            }
            if size < 1e-11 {
                break;
            }
            let tangent = reaction.tangent;
            let matrix = mass + (tangent.damping + tangent.stiffness * step) * step;
            twist -= matrix.lu().solve(&residual).unwrap();
        }
        self.worst = best.0;
        let body = self.moved(&best.1, step);
        let (position, axes) = (body.position, body.axes);
        self.bed.evaluate(&self.field, &[body], step, false, &Serial, &mut scratch).unwrap();
        self.bed.commit(&mut self.field, &mut scratch);
        self.scratch = scratch;
        (self.position, self.axes) = (position, Rotation3::from_matrix_unchecked(axes));
        self.rate = best.1.fixed_rows::<3>(0).into();
        self.velocity = best.1.fixed_rows::<3>(3).into();
    }

    fn moved(&self, twist: &Vector6<f64>, step: f64) -> BodyOnSoil<'_> {
        let rate: Vector3<f64> = twist.fixed_rows::<3>(0).into();
        let velocity: Vector3<f64> = twist.fixed_rows::<3>(3).into();
        let turned = Rotation3::new(rate * step) * self.axes;
        BodyOnSoil {
            shape: &self.shape,
            position: self.position + velocity * step,
            axes: *turned.matrix(),
            velocity,
            rate,
        }
    }
}

#[test]
fn a_box_parked_on_a_slope_stays_where_it_is() {
    for step in [0.001, 0.005] {
        let mut block = Block::new(10_f64.to_radians(), 0.4, 0.2, 0.02);
        let start = block.position;
        for _ in 0..(3.0 / step) as usize {
            block.step(step);
        }
        let taken = block.position;
        for _ in 0..(10.0 / step) as usize {
            block.step(step);
        }
        let moved = (block.position - taken).norm();
        println!(
            "step {step} s: took up its load over {:.2} mm, then moved {moved:.2e} m, residual {:.1e}",
            (taken - start).norm() * 1e3,
            block.worst
        );
        assert!(moved < 1e-6, "{moved}");
    }
}

#[test]
fn on_level_ground_a_box_at_rest_feels_no_shear() {
    let mut block = Block::new(0.0, 0.4, 0.2, 0.02);
    for _ in 0..2000 {
        block.step(0.001);
    }
    let mut scratch = Scratch::new();
    let body = block.moved(&Vector6::zeros(), 0.0);
    block.bed.evaluate(&block.field, &[body], 0.0, false, &Serial, &mut scratch).unwrap();
    let friction = scratch.reactions()[0].parts.friction;
    assert!(friction.norm() < 5.0, "{friction:?} N");
    assert!((scratch.reactions()[0].wrench.force.z - 50.0 * 9.81).abs() < 0.01);
}

#[test]
fn above_the_friction_angle_it_slides() {
    let mut block = Block::new(33_f64.to_radians(), 0.4, 0.1, 0.02);
    let start = block.position;
    for _ in 0..1000 {
        block.step(0.002);
    }
    assert!(block.position.x - start.x > 0.05, "{:?}", block.position - start);
}
