//! A compliant law over a step: what an implicit method needs of a force.
//!
//! A contact point moves from velocity u to u⁺ in a step h, on a straight path. A law's force in the step is
//!
//! ```text
//! F = (1 − φ) F̄ + φ F⁺,
//! ```
//!
//! F̄ the mean of the law over the path at the mean velocity, F⁺ the law at the end of the step. The mean
//! (the average vector field of G. R. W. Quispel and D. I. McLaren, J. Phys. A 41, 2008) gives a spring
//! exactly the work −ΔU on any path, kinks at touch and lift-off included; it is of second order. The end
//! damps what the step does not resolve. φ follows from how stiff the law is for the step,
//!
//! ```text
//! φ(s) = s²/(1 + s²),   s = h² k w (springs) or h c w (dampers),
//! ```
//!
//! w being what a force of 1 N accelerates the point by (1/kg): φ = O(h⁴) where the step resolves the
//! spring, so that its order stays two, and 1 where it does not. At the end the law sees the gap
//! g + h (a₁ u⁺ + a₀ u) with a₁ = 9/16, a₀ = 7/16: with positions that move by the mean velocity the
//! amplification of an infinitely stiff spring is then −1/3, the least that force at the end has (the plain
//! trapezoidal rule has −1 and rings). For a fixed φ the energy T + U + φ h² k u²/32 never grows, for any step.
//!
//! A first-order step takes φ = 1 and a₁ = 1.

use super::ForceGround;
use crate::contact::{Contact, Load};
use nalgebra::{Matrix3, Vector3};

/// Share of the end velocity in the gap at which an unresolved law is taken, with positions that move by
/// the mean velocity: the least spectral radius for infinite stiffness, 1/3.
pub(crate) const STIFF_END: f64 = 9.0 / 16.0;

/// How start and end of a step weigh in a law that depends on a distance and its rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// φ: share of the end.
    pub end: f64,
    /// a₁, a₀: weights of end and start velocity in the gap at the end.
    pub gap: [f64; 2],
    /// b₁, b₀: weights of end and start velocity in the velocity of a damper.
    pub rate: [f64; 2],
}

/// φ(s).
#[inline]
pub(crate) fn unresolved(s: f64) -> f64 {
    s * s / (1.0 + s * s)
}

/// dφ/ds.
#[inline]
pub(crate) fn unresolved_slope(s: f64) -> f64 {
    2.0 * s / ((1.0 + s * s) * (1.0 + s * s))
}

impl Weights {
    /// All at the end: implicit Euler.
    pub const END: Self = Self { end: 1.0, gap: [1.0, 0.0], rate: [1.0, 0.0] };
    /// The law itself over the path, at the mean velocity.
    pub const MEAN: Self = Self { end: 0.0, gap: [0.5, 0.5], rate: [0.5, 0.5] };

    /// Of a step of second order, for a spring with h² k w and a damper with h c w.
    #[inline]
    pub fn second_order(spring: f64, damper: f64) -> Self {
        let rate = 0.5 + 0.5 * unresolved(damper);
        Self {
            end: unresolved(spring),
            gap: [STIFF_END, 1.0 - STIFF_END],
            rate: [rate, 1.0 - rate],
        }
    }
}

/// How a contact point moves in a step.
#[derive(Clone, Copy, Debug)]
pub struct StepPath {
    /// s
    pub h: f64,
    /// How it meets the ground at the start; its normal holds for the step.
    pub start: Contact,
    /// Velocity at the end, site axes, m/s.
    pub end: Vector3<f64>,
    /// What a force of 1 N accelerates the point by, m/s².
    pub compliance: f64,
    /// Whether the step is of second order.
    pub second_order: bool,
}

/// The law's force in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepForce {
    /// Mean force of the step.
    pub load: Load,
    /// Its derivative by the velocity at the end, site axes, N s/m.
    pub slope: Matrix3<f64>,
}

impl StepPath {
    /// Velocity with which the path is gone, m/s.
    #[inline]
    pub fn mean(&self) -> Vector3<f64> {
        if self.second_order { 0.5 * (self.start.velocity + self.end) } else { self.end }
    }

    /// Rates of the gap at start and end, m/s.
    #[inline]
    pub(crate) fn gap_rates(&self) -> [f64; 2] {
        [self.start.velocity.dot(&self.start.normal), self.end.dot(&self.start.normal)]
    }

    /// A touch within the step: weights of the end and the start velocity in the way that was gone (times
    /// h) and in the velocity.
    fn touch(&self, path_weights: [f64; 2], rate: [f64; 2]) -> Contact {
        let (first, last) = (&self.start.velocity, &self.end);
        let gone = (last * path_weights[0] + first * path_weights[1]) * self.h;
        Contact {
            gap: self.start.gap + gone.dot(&self.start.normal),
            point: self.start.point + gone,
            velocity: last * rate[0] + first * rate[1],
            ..self.start
        }
    }
}

/// Numbers of a law of one contact, and scratch of the same lengths.
#[derive(Debug)]
pub struct LawState<'a> {
    /// Continuous states at the start.
    pub internals: &'a [f64],
    /// Memory.
    pub memory: &'a [f64],
    /// Rates of the internals; of the last evaluation.
    pub rates: &'a mut [f64],
    /// Scratch for internals within the step.
    pub within: &'a mut [f64],
    /// Increment of the memory; of the last evaluation.
    pub increment: &'a mut [f64],
}

impl ForceGround<'_> {
    /// The law's own mean force on a path, of a law that is known by its evaluation alone.
    pub(super) fn own_step_load_by_evaluation(
        &self,
        path: &StepPath,
        state: &mut LawState<'_>,
    ) -> Load {
        self.step_load(path, &Weights::MEAN, state)
    }

    /// Mean load of a law that is known by its evaluation alone.
    fn step_load(&self, path: &StepPath, weights: &Weights, state: &mut LawState<'_>) -> Load {
        let mut sum = Load::NONE;
        let ends = weights.gap;
        for (share, path_weights, elapsed) in
            [(1.0 - weights.end, [0.25, 0.25], 0.5), (weights.end, ends, ends[0] + ends[1])]
        {
            if share == 0.0 {
                continue;
            }
            let touch = path.touch(path_weights, weights.rate);
            let load = self.load_within(&touch, elapsed * path.h, state).times(share);
            sum.normal_force += load.normal_force;
            sum.friction += load.friction;
        }
        sum
    }

    /// The law at a touch within the step, a time (s) after its start: internals move with their rate there.
    fn load_within(&self, touch: &Contact, elapsed: f64, state: &mut LawState<'_>) -> Load {
        let LawState { internals, memory, rates, within, increment } = state;
        let load = self.evaluate(touch, internals, memory, rates, increment);
        if internals.is_empty() {
            return load;
        }
        for ((value, start), rate) in within.iter_mut().zip(internals.iter()).zip(rates.iter()) {
            *value = start + elapsed * rate;
        }
        self.evaluate(touch, within, memory, rates, increment)
    }

    /// Force and derivative by forward differences, for laws that know no derivative.
    pub(super) fn step_force_by_differences(
        &self,
        path: &StepPath,
        state: &mut LawState<'_>,
    ) -> StepForce {
        /// Difference of velocities for forward differences, m/s: about the root of the round-off.
        const NUDGE: f64 = 1e-7;
        let normal = path.start.normal;
        let weights =
            if path.second_order { self.estimated_weights(path, state) } else { Weights::END };
        let mut slope = Matrix3::zeros();
        let base = self.step_load(path, &weights, state);
        for axis in 0..3 {
            let mut moved = *path;
            moved.end[axis] += NUDGE;
            let change =
                self.step_load(&moved, &weights, state).force(&normal) - base.force(&normal);
            slope.set_column(axis, &(change / NUDGE));
        }
        // Once more, so that rates and increment are those of the base.
        let load = self.step_load(path, &weights, state);
        StepForce { load, slope }
    }

    /// Weights for the stiffness and damping that the law shows at the start of the step.
    fn estimated_weights(&self, path: &StepPath, state: &mut LawState<'_>) -> Weights {
        /// Difference of depths, m, for a stiffness of which only the size matters. Chosen.
        const DEPTH: f64 = 1e-9;
        /// Difference of speeds, m/s, for a damping of which only the size matters. Chosen.
        const SPEED: f64 = 1e-6;
        let LawState { internals, memory, rates, increment, .. } = state;
        let mut normal_force = |touch: &Contact| {
            self.evaluate(touch, internals, memory, rates, increment).normal_force
        };
        let start = path.start;
        let deeper = Contact { gap: start.gap - DEPTH, ..start };
        let faster = Contact { velocity: start.velocity - start.normal * SPEED, ..start };
        let base = normal_force(&start);
        let stiffness = ((normal_force(&deeper) - base) / DEPTH).max(0.0);
        let damping = ((normal_force(&faster) - base) / SPEED).max(0.0);
        let (h, w) = (path.h, path.compliance);
        Weights::second_order(h * h * stiffness * w, h * damping * w)
    }
}
