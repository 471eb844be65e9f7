//! Beds and rigs that the tests of soil share.
#![allow(dead_code, unreachable_pub, reason = "each test uses its part")]

use nalgebra::{Matrix3, Vector3};
use planetfall::contact::soil::{
    Body, Field, Reaction, Recipe, Scratch, Serial, Shape, Soil, SoilBed, Uniform,
};
use planetfall::terrain::Plane;
use std::sync::Arc;

/// Deep soil under a level plane.
pub fn level_bed(soil: Soil, spacing: f64, recipe: Recipe) -> SoilBed {
    bed_of_depth(soil, spacing, recipe, f64::INFINITY)
}

/// Soil of a depth under a level plane.
pub fn bed_of_depth(soil: Soil, spacing: f64, recipe: Recipe, depth: f64) -> SoilBed {
    let plane = Arc::new(Plane::level(0.0).unwrap());
    SoilBed::new(plane, spacing, vec![soil], Arc::new(Uniform { depth }), recipe).unwrap()
}

/// A body at rest with its axes along the site's.
pub fn at_rest(shape: &Shape, position: Vector3<f64>) -> Body<'_> {
    Body {
        shape,
        position,
        axes: Matrix3::identity(),
        velocity: Vector3::zeros(),
        rate: Vector3::zeros(),
    }
}

/// What the soil does to one body.
pub fn press(bed: &SoilBed, field: &Field, body: &Body<'_>, scratch: &mut Scratch) -> Reaction {
    bed.evaluate(field, &[*body], 0.0, false, &Serial, scratch).unwrap();
    scratch.reactions()[0]
}

/// A wheel on a rig: speed over ground and spin are prescribed, it heaves freely under a load.
pub struct WheelRig {
    pub bed: SoilBed,
    pub field: Field,
    pub scratch: Scratch,
    pub shape: Shape,
    pub radius: f64,
    /// N.
    pub load: f64,
    /// kg.
    pub mass: f64,
    /// Added damping of the heave, N s/m.
    pub damping: f64,
    /// Centre, m.
    pub position: Vector3<f64>,
    pub heave_rate: f64,
    /// Forward speed (along x, and turned by `slip_angle`), m/s.
    pub speed: f64,
    pub slip_angle: f64,
    /// rad/s.
    pub spin: f64,
    pub angle: f64,
}

impl WheelRig {
    pub fn new(bed: SoilBed, radius: f64, width: f64, load: f64) -> Self {
        let shape = Shape::wheel(Vector3::zeros(), Vector3::y(), radius, width, None).unwrap();
        Self {
            bed,
            field: Field::new(),
            scratch: Scratch::new(),
            shape,
            radius,
            load,
            mass: load / 9.81,
            damping: 0.0,
            position: Vector3::new(0.0013, 0.0011, radius),
            heave_rate: 0.0,
            speed: 0.0,
            slip_angle: 0.0,
            spin: 0.0,
            angle: 0.0,
        }
    }

    /// The wheel as it would be after a step with a heave rate.
    pub fn body(&self, heave_rate: f64, step: f64) -> Body<'_> {
        let (sine, cosine) = self.slip_angle.sin_cos();
        let velocity = Vector3::new(self.speed * cosine, self.speed * sine, heave_rate);
        let (s, c) = (self.angle + self.spin * step).sin_cos();
        let axes = Matrix3::new(c, 0.0, s, 0.0, 1.0, 0.0, -s, 0.0, c);
        Body {
            shape: &self.shape,
            position: self.position + velocity * step,
            axes,
            velocity,
            rate: Vector3::new(0.0, self.spin, 0.0),
        }
    }

    /// One step of implicit Euler for the heave, by Newton with bisection as a guard.
    pub fn step(&mut self, step: f64) -> Reaction {
        let mut rate = self.heave_rate;
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut scratch = std::mem::take(&mut self.scratch);
        let mut reaction = Reaction::default();
        for _ in 0..60 {
            let body = self.body(rate, step);
            self.bed.evaluate(&self.field, &[body], step, true, &Serial, &mut scratch).unwrap();
            reaction = scratch.reactions()[0];
            let force = reaction.wrench.force.z - self.load - self.damping * rate;
            let residual = self.mass * (rate - self.heave_rate) - step * force;
            if residual.abs() < 1e-10 * self.load * step {
                break;
            }
            if residual > 0.0 {
                high = high.min(rate)
            } else {
                low = low.max(rate)
            }
            let tangent = reaction.tangent;
            let slope = self.mass
                + step
                    * (self.damping + tangent.damping[(5, 5)] + step * tangent.stiffness[(5, 5)]);
            let mut next = rate - residual / slope;
            if !(next > low && next < high) {
                next = 0.5 * (low + high);
            }
            if (next - rate).abs() * step < 1e-13 {
                break;
            }
            rate = next;
        }
        let position = self.body(rate, step).position;
        self.position = position;
        self.heave_rate = rate;
        self.angle += self.spin * step;
        self.bed.commit(&mut self.field, &mut scratch);
        self.scratch = scratch;
        reaction
    }
}
