//! The second-order implicit step: the midpoint rule with forces that damp what it does not resolve.
//!
//! With q_m = q ⊕ ½ h v, which is the middle of the way to second order, and v̄ = ½ (v + v⁺),
//!
//! M(q_m) (v⁺ − v) = h [g(q_m) + f(q_m, v̄) − c(q_m, v̄)] + h Σ F,   q⁺ = q ⊕ h v̄,
//!
//! where g is gravity, f force elements that are not stiff, c what velocities need (Coriolis), and F the mean
//! forces of ground, joints and cables in the step (`ground/step_force.rs`). Directions, lever arms and
//! normals are those of the middle. c and f are found by repetition with the velocities of the step itself;
//! ω × Iω at v̄ makes the free rotation of a body keep its energy and the size of its angular momentum exactly.
//! One linear solve is a step of linear forces; kinks and friction take a few.

use super::elements::advance_elements;
use super::{ConeWorkspace, StepConstants};
use crate::dynamics::kinematics::{integrate, normalise};
use crate::state::State;
use crate::stepping::Evaluation;
use crate::world::World;

/// Impulses of inertia are found when they change by less than this share of the greatest of them.
const SETTLED: f64 = 1e-12;

impl ConeWorkspace {
    /// Poses the vehicles in the middle of the step, with the velocities of its start.
    pub(super) fn pose_in_middle(
        &mut self,
        world: &World,
        state: &State,
        (now, stage, at): (&Evaluation, &mut Evaluation, &mut [f64]),
        span: StepConstants,
    ) {
        let layout = world.layout();
        at.copy_from_slice(&state.continuous);
        for (vehicle, owner) in world.vehicles().iter().enumerate() {
            let v = &state.continuous[layout.velocities(vehicle)];
            let q = &mut at[layout.positions(vehicle)];
            integrate(&owner.tree, q, v, 0.5 * span.h);
            normalise(&owner.tree, q);
        }
        advance_elements(world, now, at, 0.5 * span.h);
        if world.is_eventful() {
            stage.applied.pose_staged(world, state, at);
            return;
        }
        for (vehicle, owner) in world.vehicles().iter().enumerate() {
            let q = &at[layout.positions(vehicle)];
            stage.place(&owner.tree, vehicle, q, &at[layout.velocities(vehicle)]);
        }
    }

    /// Impulses of gravity, inertia and elements at the velocities that stand in `at`.
    pub(super) fn push_in_middle(
        &mut self,
        world: &World,
        state: &State,
        (stage, at): (&mut Evaluation, &mut [f64]),
        span: StepConstants,
    ) -> bool {
        if world.is_eventful() {
            self.taken = stage.applied.apply_free_forces(world, state, at, 0.5 * span.h);
        }
        let mut settled = true;
        for (vehicle, body) in self.bodies.iter_mut().enumerate().filter(|(_, body)| body.awake) {
            let mut lack = std::mem::take(&mut body.scratch);
            let mut still = std::mem::take(&mut body.moved);
            still.fill(0.0);
            if world.is_eventful() {
                stage.lack_under_forces(world, state, vehicle, &still, &mut lack);
            } else {
                stage.lack_freely(world, state, vehicle, &still, &mut lack);
            }
            body.moved = still;
            settled &= body.take_push(&lack, span.h, SETTLED);
            body.scratch = lack;
        }
        settled
    }

    /// Whether impulses of inertia are those at the mean velocities of the step found; takes them there.
    pub(super) fn inertia_holds(
        &mut self,
        world: &World,
        state: &State,
        (stage, at): (&mut Evaluation, &mut [f64]),
        span: StepConstants,
    ) -> bool {
        let layout = world.layout();
        for (vehicle, body) in self.bodies.iter().enumerate().filter(|(_, body)| body.awake) {
            let velocities = at[layout.velocities(vehicle)].iter_mut();
            for ((mean, start), end) in velocities.zip(&body.start).zip(&body.end) {
                *mean = 0.5 * (start + end);
            }
            if !world.is_eventful() {
                let tree = &world.vehicles()[vehicle].tree;
                let (q, v) = (&at[layout.positions(vehicle)], &at[layout.velocities(vehicle)]);
                stage.place(tree, vehicle, q, v);
            }
        }
        self.push_in_middle(world, state, (stage, at), span)
    }
}
