//! Cables within the step: rows that can only pull, with compliance.
//!
//! The tension of `vehicle/cable.rs`, taken at an instant of the step, is linear in the rate ḋ⁺ at which
//! the ends come apart at its end. With k = EA/L, the material's damping time τ, and an instant whose
//! distance is d + h (a₁ ḋ⁺ + a₀ ḋ), rate b₁ ḋ⁺ + b₀ ḋ, and share of the pay-out p = a₁ + a₀,
//!
//! ```text
//! T = k [s + (h a₀ + τ b₀) ḋ + (h a₁ + τ b₁) ḋ⁺ − (h p + τ) L̇],   L̇ = r min(1, T/T_f),
//! ```
//!
//! which is T = α + β ḋ⁺ for a fixed cable, a drum at its full rate, and one below its free tension. A cable
//! is then a contact of the cone problem without friction whose gap L − d closes as it becomes taut,
//!
//! ```text
//! 0 ≤ u⁺ + R r + b ⊥ r ≥ 0,   u = −ḋ,   R = 1/(h β),   b = −α/β,
//! ```
//!
//! and couples the two trees that it joins in one Delassus operator. Its weights are those of all compliant
//! elements: the mean of the step where it resolves the cable, its end where it does not.

use super::StepConstants;
use super::constraint_row::{Conditions, ConstraintKind, ConstraintRow, ConstraintRows};
use crate::forces::{CableSpan, joins};
use crate::ground::step_force::{STIFF_END, unresolved};
use crate::state::State;
use crate::state::staging;
use crate::stepping::Evaluation;
use crate::vehicle::Cable;
use crate::world::World;
use nalgebra::Matrix3;

/// A cable's law as a line over the rate of its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct CableLine {
    /// Index of the cable.
    cable: usize,
    /// EA/L, N/m.
    stiffness: f64,
    /// τ, s; zero while the cable starts slack, for a damper does not act before it is taut.
    damping_time: f64,
    /// Stretch at the start, m.
    stretch: f64,
    /// Rate of the ends at the start, m/s.
    rate: f64,
    /// Full rate of the drum, m/s, and tension from which it runs so, N; zero for a fixed length.
    drum: (f64, f64),
    /// Whether the drum runs at its full rate at the end of the step.
    runs: bool,
}

impl CableLine {
    fn new(cable: &Cable, index: usize, length: f64, span: &CableSpan) -> Self {
        let stretch = span.distance - length;
        let drum = match &cable.brake {
            Some(brake) if length < cable.length => {
                (brake.rate(length - cable.stowed), brake.free_tension)
            }
            Some(_) | None => (0.0, 0.0),
        };
        Self {
            cable: index,
            stiffness: cable.axial_stiffness / length,
            damping_time: if stretch > 0.0 { cable.damping_time } else { 0.0 },
            stretch,
            rate: span.rate,
            drum,
            runs: drum.0 > 0.0,
        }
    }

    /// R and b of its row, which an impulse of 1 N s moves by `compliance` (m/s).
    pub(super) fn conditions(&self, span: StepConstants, compliance: f64) -> (f64, f64) {
        let h = span.h;
        let Self { stiffness: k, damping_time, drum: (most, free), .. } = *self;
        let ([path_weight, before], [rate, rate_before]) = self.weights(span, compliance);
        let held = h * before + damping_time * rate_before;
        let mut alpha = k * (self.stretch + held * self.rate);
        let mut beta = k * (h * path_weight + damping_time * rate);
        let paid = k * (h * (path_weight + before) + damping_time) * most;
        if self.runs {
            alpha -= paid;
        } else if most > 0.0 {
            let share = 1.0 / (1.0 + paid / free);
            alpha *= share;
            beta *= share;
        }
        (1.0 / (h * beta), -alpha / beta)
    }

    /// Weights of end and start rate in the stretch and in the damper: the mean of the step where it resolves
    /// the cable, its end where it does not (`ground/step_force.rs`).
    fn weights(&self, span: StepConstants, compliance: f64) -> ([f64; 2], [f64; 2]) {
        if span.theta == 1.0 {
            return ([1.0, 0.0], [1.0, 0.0]);
        }
        let (h, k) = (span.h, self.stiffness);
        let spring = unresolved(h * h * k * compliance);
        let damper = unresolved(h * self.damping_time * k * compliance);
        let path_weight = |end: f64| 0.25 + spring * (end - 0.25);
        let rate = 0.5 + 0.5 * damper;
        ([path_weight(STIFF_END), path_weight(1.0 - STIFF_END)], [rate, 1.0 - rate])
    }

    /// Whether the drum runs as it was taken to under the impulse found (N s); takes the other piece if not.
    pub(super) fn is_settled(&mut self, impulse: f64, h: f64) -> bool {
        let (most, free) = self.drum;
        let runs = most > 0.0 && impulse >= free * h;
        let settled = most == 0.0 || runs == self.runs;
        self.runs = runs;
        settled
    }

    /// Rate of the unstretched length under an impulse, m/s.
    fn pay_out(&self, impulse: f64, h: f64) -> f64 {
        let (most, free) = self.drum;
        if most > 0.0 { most * (impulse / (h * free)).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// Work of the cable's own law over the step at the mean rate of its ends (m/s) while its drum ran as
    /// under an impulse: what is done on its ends, J.
    pub(super) fn own_work(&self, mean_rate: f64, impulse: f64, h: f64) -> f64 {
        if impulse == 0.0 && self.stretch <= 0.0 {
            return 0.0;
        }
        let out = self.pay_out(impulse, h);
        let middle = self.stretch + 0.5 * h * (mean_rate - out);
        let tension = self.stiffness * (middle + self.damping_time * (mean_rate - out));
        -h * tension.max(0.0) * mean_rate
    }

    /// Writes the unstretched length at the end of the step.
    pub(super) fn write_length(&self, world: &World, impulse: f64, h: f64, end_at: &mut [f64]) {
        let place = world.layout().lengths().start + self.cable;
        end_at[place] += h * self.pay_out(impulse, h);
    }
}

impl ConstraintRows {
    /// Adds the cables that are taut, or may become so within the step.
    #[inline(never)]
    pub(super) fn add_cables(
        &mut self,
        world: &World,
        state: &State,
        (now, posed): (&Evaluation, &Evaluation),
        span: StepConstants,
    ) {
        let lengths = world.layout().lengths();
        let fall = 4.0 * span.h * span.h * world.gravity().at_site();
        for (index, (cable, place)) in world.cables().iter().zip(lengths).enumerate() {
            if !joins(world, state, index) {
                continue;
            }
            let length = state.continuous[place];
            // Directions as the vehicles are posed for the step, the stretch as it is at its start.
            let distance = now.applied.cable_span(cable).distance;
            let seen = CableSpan { distance, ..posed.applied.cable_span(cable) };
            let line = CableLine::new(cable, index, length, &seen);
            if -line.stretch > fall + 4.0 * span.h * seen.rate.abs() + 0.01 * length {
                continue;
            }
            let key = (1 << 63) | index as u64;
            let [from, to] = [&cable.from, &cable.to];
            let upper = staging::bearer(world, state, (from.vehicle, from.link));
            let lower = staging::bearer(world, state, (to.vehicle, to.link));
            let place = |vehicle: usize, mover: usize, end: usize| {
                seen.ends[end] + posed.kinematics(vehicle).anchor - posed.kinematics(mover).anchor
            };
            let mut row = ConstraintRow::new(ConstraintKind::Cable, key, lower.0, lower.1);
            row.frame = Matrix3::zeros();
            row.frame.set_row(0, &(-seen.along).transpose());
            row.set_ends(place(to.vehicle, lower.0, 1), upper, place(from.vehicle, upper.0, 0));
            row.gap = -line.stretch;
            row.before.x = -seen.rate;
            row.law = Conditions::Cable(line);
            self.add(row);
        }
    }
}
