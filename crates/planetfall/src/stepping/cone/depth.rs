//! Laws over depth as rows: ground that yields by a curve, and joint limits.
//!
//! In a step of second order the impulse is h F(u⁺), F the mean force of the law over the step
//! (`ground/compliant/step.rs`). It is linearised about the last velocity found and the solve repeated (Newton's
//! method), which makes the row
//!
//! ```text
//! 0 ≤ u⁺ + R r + b ⊥ r ≥ 0,   R = −1/(h F′),   b = −û − R h F(û).
//! ```
//!
//! F falls with u⁺ and is convex, so that the repetitions of one contact come to the end from one side.

use super::constraint_row::{Conditions, ConstraintKind, ConstraintRow, ConstraintRows};
use super::vehicle_dynamics::VehicleDynamics;
use crate::ground::compliant::{DepthLaw, GapPath, MeanForce};
use crate::stepping::Evaluation;
use crate::world::World;
use nalgebra::Vector3;

/// An impulse is its law's when this share of the velocities, or this velocity (m/s), would put it right.
/// Chosen: round-off of velocities of metres a second.
const LAW_TOLERANCE: (f64, f64) = (1e-12, 1e-15);
/// Least slope of a mean force that is taken, as a share of that of its curve at the surface, so that
/// 1/(h s) stays finite on the flat parts of a curve. Chosen.
const LEAST_SLOPE: f64 = 1e-6;

impl ConstraintRow {
    /// Whether it obeys a law over depth.
    pub(super) fn is_law_over_depth(&self) -> bool {
        match (&self.law, self.kind) {
            (Conditions::Compliant(..), _) | (Conditions::Joint, ConstraintKind::Stop { .. }) => {
                true
            }
            (
                Conditions::Joint,
                ConstraintKind::Contact { .. }
                | ConstraintKind::Rub(_)
                | ConstraintKind::Drag { .. }
                | ConstraintKind::Cable,
            )
            | (Conditions::Rigid { .. } | Conditions::Law(_) | Conditions::Cable(_), _) => false,
        }
    }

    /// Asks its law over depth, if it has one.
    fn ask_law<T>(&self, ask: impl FnOnce(&DepthLaw<'_>) -> T) -> Option<T> {
        match (&self.law, self.kind) {
            (Conditions::Compliant(curve, share), _) => Some(ask(&curve.law(*share))),
            (Conditions::Joint, ConstraintKind::Stop { stiffness, damping }) => {
                let points = [(0.0, 0.0), (1.0, stiffness)];
                Some(ask(&DepthLaw { points: &points, damping, share: 1.0 }))
            }
            (
                Conditions::Joint,
                ConstraintKind::Contact { .. }
                | ConstraintKind::Rub(_)
                | ConstraintKind::Drag { .. }
                | ConstraintKind::Cable,
            )
            | (Conditions::Rigid { .. } | Conditions::Law(_) | Conditions::Cable(_), _) => None,
        }
    }

    /// Mean force of its law in a step that ends with a rate of the gap, m/s.
    fn mean_force(&self, end: f64, h: f64) -> MeanForce {
        let rates = [self.before.x, end];
        let path = GapPath { h, gap: self.gap, rates, compliance: self.own.x };
        self.ask_law(|law| law.second_order(&path)).unwrap_or_default()
    }

    /// R and b of its row in a step of second order.
    pub(super) fn conditions_over_step(&self, h: f64) -> (f64, f64) {
        let MeanForce { force, slope } = self.mean_force(self.about, h);
        if force == 0.0 {
            // Nothing touches there; far below it something would.
            return (self.own.x, self.about.abs() + 1.0);
        }
        let least = self.ask_law(|law| law.slope_at_surface()).unwrap_or_default();
        let slope = slope.min(-LEAST_SLOPE * h * least);
        let yielding = -1.0 / (h * slope);
        (yielding, -self.about - yielding * h * force)
    }

    /// Whether its impulse (N s) is that of its law at the end; linearises it there if not.
    pub(super) fn is_settled_over_step(&mut self, impulse: f64, h: f64) -> bool {
        let end = self.after.x;
        let MeanForce { force, slope } = self.mean_force(end, h);
        // As the change of velocity that puts it right.
        self.deviation = (impulse - h * force).abs() / (1.0 / self.own.x + h * slope.abs());
        self.about = end;
        self.deviation <= LAW_TOLERANCE.0 * (end.abs() + self.before.x.abs()) + LAW_TOLERANCE.1
    }

    /// Work of its law while its gap changes, J.
    pub(super) fn own_work(&self, change: f64, h: f64) -> f64 {
        self.ask_law(|law| law.own_work(self.gap, change, h)).unwrap_or_default()
    }

    /// By how much a contact moves in the step, along its normal and both tangents, m.
    pub(super) fn displacement(&self, bodies: &[VehicleDynamics], h: f64) -> Vector3<f64> {
        let share = bodies[self.first.vehicle].end_share;
        ((self.after + self.shift) * share + self.before * (1.0 - share)) * h
    }

    /// By how much a joint's distance from its limit changes in the step, m or rad.
    pub(super) fn joint_change(&self, bodies: &[VehicleDynamics]) -> f64 {
        let (coordinate, multiplier) = self.joint();
        multiplier * bodies[self.first.vehicle].mean_displacement[coordinate]
    }
}

impl ConstraintRows {
    /// Whether any contact is rigid.
    pub(super) fn has_rigid(&self) -> bool {
        self.list.iter().any(ConstraintRow::is_rigid)
    }

    /// The largest change of velocity (m/s) by which the impulse of a law over depth is off.
    pub(super) fn worst_deviation(&self) -> f64 {
        self.list.iter().map(|row| row.deviation).fold(0.0, f64::max)
    }

    /// Moves the places of contacts with their links to the middle of a step of a length (s), where the vehicles
    /// are posed with the velocities of its start; soil under wheels is taken to second order.
    pub(super) fn place_in_middle(
        &mut self,
        world: &World,
        (now, posed): (&Evaluation, &Evaluation),
        h: f64,
    ) {
        for row in &mut self.list {
            match row.kind {
                ConstraintKind::Contact { .. } | ConstraintKind::Drag { .. } => {}
                ConstraintKind::Stop { .. } | ConstraintKind::Rub(_) | ConstraintKind::Cable => {
                    continue;
                }
            }
            let mut velocity = Vector3::zeros();
            for side in std::iter::once(&mut row.first).chain(&mut row.second) {
                let old = &now.kinematics(side.vehicle).links[side.link];
                let new = &posed.kinematics(side.vehicle).links[side.link];
                let (found, turns) = side.found();
                let mut arm = found - old.position;
                if turns {
                    arm = new.rotation * old.rotation.tr_mul(&arm);
                }
                side.put(new.position + arm);
                velocity += new.twist.at(&side.place()) * side.sign();
                velocity -= side.carried_along(world, posed);
            }
            row.before = row.frame * velocity;
            let step = row.contact_step(h);
            let Some(slot) = row.slot() else { continue };
            match &mut row.law {
                Conditions::Law(law) => {
                    let point = &world.sample_points()[slot];
                    law.take_second_order(&step, [point.normal_inverse_mass, point.inverse_mass]);
                }
                Conditions::Rigid { .. }
                | Conditions::Compliant(..)
                | Conditions::Cable(_)
                | Conditions::Joint => {}
            }
        }
    }
}
