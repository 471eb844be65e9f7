//! ROAMS's wheel as conditions of the cone problem in one step.
//!
//! Both springs of [`WheelGround`] have the mean force of the step, which is that at its end in a step of first
//! order (`ground/step_force.rs`). Along the normal it is
//!
//! F = [(1 − φ) (U(z + d) − U(z))/d + φ k z_eⁿ] (1 + a ż),
//!
//! d the change of depth and z_e the depth of (7) of docs/theory/stepping.md, linearised about the last velocity
//! found and the step repeated (Newton's method). φ and the weights of the damper's rate follow from stiffness
//! and damping where the wheel is deepest if it goes on as it came: they are constant within a step. Along the
//! surface the trial force k δ − S₁ u_t⁺ − S₀ u_t is linear. Both are a regularisation of the cone problem,
//!
//! u + R r + b: R_t = 1 / (h S₁), b_t = (S₀ u_t − k δ) / S₁,
//!
//! (S₁ = h k + d, S₀ = 0 in a step of first order), whose cone draws a trial force beyond the soil's strength
//! back onto it. Strength depends on the load by way of the area sunk in; as a coefficient of friction it is
//! repeated with the load.

use super::{
    DepthPath, LEAST_LOAD, LastDrawn, SoilStrength, WheelGround, WheelMotion, WheelSinkage, slope,
};
use crate::ground::cone::{ContactDisplacement, ContactStart, ContactStep};
use crate::ground::step_force::Weights;
use crate::ground::{GroundMemory, WheelMemory};
use crate::math::noise::Key;
use nalgebra::{Matrix3, Vector3};
use std::sync::Arc;

/// Soil under one contact in one step.
#[derive(Clone, Debug)]
pub(crate) struct WheelConditions {
    law: Arc<WheelGround>,
    strength: SoilStrength,
    /// tan φ of it.
    tan: f64,
    /// s.
    factor: f64,
    clamped: bool,
    /// Deflection at the start, site axes, m.
    deflection: Vector3<f64>,
    /// Deflection at the end of the step, site axes, m.
    left: Vector3<f64>,
    /// Approach at the end about which the normal force is linearised, m/s.
    about: f64,
    /// Load for which the strength is reckoned, N.
    load: f64,
    friction: f64,
    /// How the wheel has sunk in under it.
    sunk: WheelSinkage,
    /// How often it was reckoned anew in this step.
    repeats: usize,
    /// Whether the wheel was last found to stick, under the strength solved with and under the one that
    /// its load gives: then both have the same answer.
    pub(crate) sticks: bool,
    /// Unit vector ahead.
    ahead: Vector3<f64>,
    /// Speed of the rim against the hub, m/s.
    rim: f64,
    /// How start and end of the step weigh along the normal and along the surface.
    weights: [Weights; 2],
}

/// How often strength follows the load within a step. Where they chase each other, as in a corner of
/// ground and rock, what counts is the strength of the load before.
const REPEATS: usize = 4;
/// Friction below this share of the limit sticks, whatever the solver's error.
const INSIDE: f64 = 1.0 - 1e-6;
/// A strength that is found is right to this share.
const RIGHT: f64 = 1e-10;
/// So is a load: what Newton's method leaves below this, the next step finds, for it starts from there.
const CARRIED: f64 = 1e-6;

impl WheelConditions {
    /// Under no contact yet.
    pub(crate) fn new(law: &Arc<WheelGround>) -> Self {
        Self {
            law: law.clone(),
            tan: 0.0,
            strength: law.strength.level,
            factor: 1.0,
            clamped: false,
            deflection: Vector3::zeros(),
            left: Vector3::zeros(),
            about: 0.0,
            load: 0.0,
            friction: 0.0,
            sunk: WheelSinkage::default(),
            repeats: 0,
            sticks: false,
            ahead: Vector3::zeros(),
            rim: 0.0,
            weights: [Weights::END; 2],
        }
    }

    /// Takes a contact at the start of a step, from what the last step left.
    pub(crate) fn restart(&mut self, law: &Arc<WheelGround>, start: ContactStart<'_>) {
        let ContactStart { key, normal, h, course, rim, tread, noise, memory, reactions, drawn } =
            start;
        // Mostly it has stood under the same wheel before. Counting owners takes time, and so does the depth under
        // a load, which is that of the end of the last step then.
        if !Arc::ptr_eq(&self.law, law) {
            (self.law, self.sunk) = (law.clone(), WheelSinkage::default());
        }
        let draws = tread.map_or(0, |tread| tread.draws);
        self.go((&course, rim), (noise, draws), drawn);
        (self.deflection, self.left, self.about) = (Vector3::zeros(), Vector3::zeros(), 0.0);
        (self.repeats, self.sticks, self.weights) = (0, false, [Weights::END; 2]);
        self.begin(key, h, &normal, (memory, reactions));
        self.lean(tread, &normal);
    }

    /// Takes a course over the soil, the speed of the rim against the hub (m/s) and the strength on that course,
    /// after a number of draws of it.
    fn go(
        &mut self,
        (course, rim): (&WheelMotion, f64),
        draws: (Option<Key>, u64),
        drawn: &mut LastDrawn,
    ) {
        self.strength = self.law.strength.on(course);
        let draw = self.law.draw(&self.strength, slope(&course.normal), draws, drawn);
        self.tan = drawn.tan(self.strength.friction_angle);
        (self.factor, self.clamped) = (draw.factor, draw.clamped);
        (self.ahead, self.rim) = (course.ahead, rim);
    }

    /// Starts from what the last step left: impulse along the normal over h, and deflection.
    fn begin(
        &mut self,
        key: u64,
        h: f64,
        normal: &Vector3<f64>,
        (memory, reactions): (&GroundMemory, &[(u64, [f64; 3])]),
    ) {
        let find = |list: &[(u64, [f64; 3])]| {
            let found = list.binary_search_by_key(&key, |(key, _)| *key);
            found.ok().map(|place| list[place].1)
        };
        if let Some(known) = find(&memory.deflections) {
            let known = Vector3::from(known);
            self.deflection = known - normal * known.dot(normal);
        }
        self.load = find(reactions).map_or(0.0, |impulse| impulse[0] / h);
        self.reckon();
    }

    /// Takes on what the wheel carries along the surface from the start.
    fn lean(&mut self, tread: Option<&WheelMemory>, normal: &Vector3<f64>) {
        let force = tread.map_or_else(Vector3::zeros, |tread| Vector3::from(tread.leaning));
        if force != Vector3::zeros() {
            self.deflection = (force - normal * force.dot(normal)) / self.law.tangent.stiffness;
        }
    }

    /// Expects the approach at the start to last: Newton's method then begins near its end.
    pub(crate) fn expect(&mut self, approach: f64) {
        self.about = approach;
    }

    /// Takes a step of second order, for a wheel that 1 N along the normal and along the surface accelerates by
    /// mobilities (m/s²).
    pub(crate) fn take_second_order(&mut self, step: &ContactStep, inverse_mass: [f64; 2]) {
        let ContactStep { h, gap, before } = *step;
        let normal = self.law.normal.weights((h, inverse_mass[0]), -gap, -before.x);
        self.weights = [normal, self.law.tangent.weights((h, inverse_mass[1]))];
    }

    fn reckon(&mut self) {
        if !self.sunk.is_under(&self.strength, self.load) {
            self.sunk = self.law.sink(&self.strength, self.load);
        }
        let strength = (&self.strength, self.tan);
        self.friction = self.law.coefficient(strength, self.factor, &self.sunk);
    }

    pub(crate) fn friction(&self) -> f64 {
        self.friction
    }

    /// Mean force along the normal in a step that ends with an approach (m/s), N, and its slope, N s/m.
    fn normal_force(&self, step: &ContactStep, approach: f64) -> (f64, f64) {
        let ContactStep { h, gap, before } = *step;
        let approach = [-before.x, approach];
        let path = DepthPath { h, depth: -gap, approach, weights: self.weights[0] };
        self.law.normal.over_step(&path)
    }

    /// Regularisation and bias.
    pub(crate) fn conditions(
        &self,
        step: &ContactStep,
        frame: &Matrix3<f64>,
    ) -> (Vector3<f64>, Vector3<f64>) {
        let h = step.h;
        let (force, slope) = self.normal_force(step, self.about);
        // r_n = h (force − slope (u_n + about)), as an equation for u_n.
        let normal = (1.0 / (h * slope), self.about - force / slope);
        let tangent = &self.law.tangent;
        let [stiff, first] = tangent.slopes(h, &self.weights[1]);
        let pull =
            frame * self.deflection * (-tangent.stiffness / stiff) + step.before * (first / stiff);
        let give = 1.0 / (h * stiff);
        (Vector3::new(normal.0, give, give), Vector3::new(normal.1, pull.y, pull.z))
    }

    /// Whether the step's end, with a velocity along the normal (m/s) and an impulse (N s), is where it was
    /// linearised; linearises it there if not.
    pub(crate) fn is_settled(
        &mut self,
        step: &ContactStep,
        end: f64,
        impulse: &Vector3<f64>,
    ) -> bool {
        let force = self.normal_force(step, -end).0;
        let load = impulse.x / step.h;
        let right = (force - load).abs() <= CARRIED * force + 1e-9;
        self.about = -end;
        self.load = load;
        self.sticks = false;
        if self.repeats == REPEATS {
            return right;
        }
        self.repeats += 1;
        let before = self.friction;
        self.reckon();
        let least = INSIDE * before.min(self.friction);
        self.sticks = impulse.yz().norm() < least * impulse.x;
        let same = load <= 1e-6 || (self.friction - before).abs() <= RIGHT * before;
        right && (same || self.sticks)
    }
}

impl WheelConditions {
    /// Unit vector ahead.
    pub(crate) fn ahead(&self) -> Vector3<f64> {
        self.ahead
    }

    /// What holds a rolling wheel back under the load (N) that it last carried, N; nothing in the paper.
    pub(crate) fn resistance(&self, load: f64) -> Option<f64> {
        let resistance = self.law.resistance.as_ref()?;
        let footprint = &self.law.footprint;
        Some(resistance.force(footprint.width, footprint.depth(load), &self.strength))
    }

    /// Takes the end of a step in which the soil gave a mean force (N) along its surface, sticking or not, and
    /// its contact moved; returns the work of the law itself along the normal and along the surface, J.
    pub(crate) fn finish(
        &mut self,
        step: &ContactStep,
        (force, sticks): (&Vector3<f64>, bool),
        displacement: &ContactDisplacement,
    ) -> [f64; 2] {
        let (h, law) = (step.h, &self.law);
        let weights = &self.weights[1];
        // What sticks has gone just the path of its contact.
        self.left = if sticks && weights.end < 1.0 {
            self.deflection - displacement.moved
        } else {
            law.tangent.deflection(&self.deflection, force, (h, weights))
        };
        let normal = law.normal.own_work(step.gap, displacement.change, h);
        let slide = (&displacement.moved, displacement.strength);
        [normal, law.tangent.own_work([&self.deflection, &self.left], slide, h)]
    }

    /// Deflection at the end of the step, site axes, m.
    pub(crate) fn left(&self) -> Vector3<f64> {
        self.left
    }

    /// Depth to which it sinks in under a load (N), m.
    pub(crate) fn sinkage(&self, load: f64) -> f64 {
        // Mostly it has just been reckoned for the strength.
        let known = load == self.load && load >= LEAST_LOAD && self.repeats < REPEATS;
        if known { self.sunk.depth } else { self.law.footprint.depth(load) }
    }

    /// Takes on how a wheel has rolled in a step.
    pub(crate) fn roll(&self, tread: &mut WheelMemory, h: f64) {
        tread.roll(self.rim * h, self.strength.correlation_length, self.clamped);
    }
}

impl WheelMemory {
    /// Rolls on by a distance (m); s is drawn anew after each length.
    fn roll(&mut self, distance: f64, length: f64, clamped: bool) {
        self.rolled += distance;
        self.since += distance;
        if self.since >= length && length > 0.0 {
            let draws = (self.since / length).floor();
            self.since -= draws * length;
            self.draws += draws as u64;
            self.clamped += u64::from(clamped);
        }
    }
}
