//! Soil as a force, for explicit methods.
//!
//! Each stage asks the soil for its forces where the vehicles are and as they move there, with the time
//! since the last commit: since the start of the step. That changes nothing. What is committed, once, is
//! the evaluation at the accepted end. Shear that a stage has built up is its velocity times that time, so
//! soil's memory is first order in the step whatever the scheme; places and velocities have the scheme's.
//!
//! Soil that was pressed answers with k_u and k_s, which are stiff. With K and C the soil's own derivatives
//! at the start of a step h, after its commit and so on the elastic branch, a scheme is stable about them if
//!
//! h ρ ≤ r,  ρ = c/2 + √(c²/4 + ω²),  ω² = λ(M⁻¹ Σ Jᵀ K J),  c = λ(M⁻¹ Σ Jᵀ C J),
//!
//! where λ is the greatest eigenvalue, found by a few steps of the power method, and r the radius of the
//! half disc that lies within the scheme's region of stability. Longer steps are divided; those that would
//! have to be divided by more than a thousand are refused with the step that would do.

use super::cone::{ground_normal, soil_error};
use super::stability::Modes;
use super::{Evaluation, StepError};
use crate::forces::AppliedForces;
use crate::ground::WheelMemory;
use crate::ground::scm::SoilLayer;
use crate::ground::scm::{Scratch, Serial};
use crate::math::spatial::Force;
use crate::math::time::Time;
use crate::state::{State, body_of};
use crate::world::World;
use crate::world::{Channel, SMOOTH_CHANNELS};

/// What an evaluation of forces knows of soil.
#[derive(Debug, Default)]
pub(crate) struct ExplicitSoil {
    scratch: Scratch,
}

impl Clone for ExplicitSoil {
    /// Scratch has no content worth copying.
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// Whatever presses moves by less than this share of a cell in a step, so that it skips no node. Chosen.
const CELL_SHARE: f64 = 0.5;
/// A step is divided by no more than this; a stiffer one is refused with the step that would do. Chosen:
/// it bounds what one step may cost.
const STEP_PART_LIMIT: f64 = 1000.0;
/// Radius of a half disc within the region of stability of the classical Runge–Kutta scheme
/// ([`super::stability::RK4_HALF_DISC`]), less 8 % that the power method may lack.
const STABILITY_RADIUS: f64 = 2.4;
/// Steps of the power method. Chosen: it finds the greatest eigenvalue to some per cent, which
/// [`STABILITY_RADIUS`] allows for.
const POWER_STEPS: usize = 12;

impl Evaluation {
    /// Adds the forces of soil, so many seconds after the last commit, to those on the vehicles as they are
    /// posed.
    pub(super) fn stand_on_soil(
        &mut self,
        world: &World,
        state: &State,
        (layer, elapsed): (&SoilLayer, f64),
        work: &mut [f64; SMOOTH_CHANNELS],
    ) -> Result<(), StepError> {
        let Self {
            applied: AppliedForces { vehicles, .. },
            soil_explicit,
            loads,
            contacts,
            is_loaded,
            ..
        } = self;
        *is_loaded = true;
        let body = |number: usize| {
            let soil_body = &layer.bodies[number];
            body_of(soil_body, &vehicles[soil_body.vehicle].kinematics)
        };
        let scratch = &mut soil_explicit.scratch;
        let bodies = (layer.bodies.len(), &body as &(dyn Fn(usize) -> _ + Sync));
        let answered =
            layer.bed.evaluate_each(&state.ground.soil, bodies, elapsed, false, &Serial, scratch);
        answered.map_err(|fault| soil_error(world, layer, state, fault))?;
        for (soil_body, reaction) in layer.bodies.iter().zip(soil_explicit.scratch.reactions()) {
            let own = &mut vehicles[soil_body.vehicle];
            let Force { moment, force } = reaction.wrench;
            let origin = own.kinematics.links[soil_body.link].position;
            own.external[soil_body.link] += Force { moment: moment + origin.cross(&force), force };
            work[Channel::GroundNormal as usize] += reaction.power[0];
            work[Channel::GroundFriction as usize] += reaction.power[1];
            let slot = world.contactors()[soil_body.contactor].contacts.start;
            let normal = contacts[slot].normal;
            let normal_force = force.dot(&normal);
            // Beside soil, other points of it may stand on ground that gives a force.
            loads[slot].normal_force += normal_force;
            loads[slot].friction += force - normal * normal_force;
        }
        Ok(())
    }

    /// How many nodes bear each contactor: where they change, so does the force, by a jump.
    pub(super) fn bearing(&self) -> impl Iterator<Item = usize> + '_ {
        self.soil_explicit.scratch.reactions().iter().map(|reaction| reaction.footprint.nodes)
    }

    /// Whether anything presses on soil.
    pub(super) fn is_borne(&self) -> bool {
        self.bearing().any(|nodes| nodes > 0)
    }

    /// Into how many parts a step (s) that ends here must be divided so that nothing that presses on soil
    /// moves by more than half a cell.
    pub(super) fn leaps(&self, world: &World, h: f64) -> f64 {
        let Some(layer) = world.soil() else { return 1.0 };
        let pressed = layer.bodies.iter().zip(self.bearing()).filter(|(_, nodes)| *nodes > 0);
        let fastest = pressed
            .map(|(soil_body, _)| body_of(soil_body, self.kinematics(soil_body.vehicle)).fastest())
            .fold(0.0, f64::max);
        (fastest * h / (CELL_SHARE * layer.bed.spacing())).ceil().clamp(1.0, STEP_PART_LIMIT)
    }

    /// Takes this evaluation, which is that of an accepted end, into the soil, and how contactors stand on
    /// it into the state. Whether anything contacts soil, or did.
    pub(super) fn commit_soil(&mut self, world: &World, state: &mut State, h: f64) -> bool {
        let Some(layer) = world.soil() else { return false };
        state.ground.treads.iter_mut().for_each(WheelMemory::lift);
        let touched = self.is_borne() || state.ground.soil.is_covered();
        for (soil_body, reaction) in layer.bodies.iter().zip(self.soil_explicit.scratch.reactions())
        {
            let kinematics = self.kinematics(soil_body.vehicle);
            let body = body_of(soil_body, kinematics);
            let up = ground_normal(world, kinematics, soil_body.link);
            let part = &world.vehicles()[soil_body.vehicle].contactors
                [world.contactors()[soil_body.contactor].contactor];
            let gravity = world.gravity().acceleration(&body.position, &body.velocity);
            if let Some(tread) = state.ground.treads.get_mut(soil_body.contactor) {
                tread.stand(&part.shape, &body, reaction, (&up, &gravity), h);
            }
        }
        layer.bed.commit(&mut state.ground.soil, &mut self.soil_explicit.scratch);
        touched
    }
}

/// Scratch for the longest step that is stable on soil.
#[derive(Debug, Default)]
pub(crate) struct Stability {
    scratch: Scratch,
    modes: Modes,
}

impl Clone for Stability {
    /// Scratch has no content worth copying.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Stability {
    /// The part of a step that is stable on the soil under the vehicles.
    pub(super) fn part(
        &mut self,
        world: &World,
        state: &State,
        now: &Evaluation,
        longest: Time,
    ) -> Result<Time, StepError> {
        let Some(layer) = world.soil() else { return Ok(longest) };
        if !now.is_borne() {
            return Ok(longest);
        }
        let h = longest.seconds();
        self.linearise(world, state, now, (layer, h))?;
        let omega = self.modes.greatest(POWER_STEPS, |lever| &lever.stiffness);
        let c = self.modes.greatest(POWER_STEPS, |lever| &lever.damping);
        let parts = (h * (0.5 * c + (0.25 * c * c + omega).sqrt()) / STABILITY_RADIUS).ceil();
        if parts > STEP_PART_LIMIT {
            let worst = now.bearing().enumerate().max_by_key(|(_, nodes)| *nodes);
            let contactor = worst.map_or(0, |(number, _)| layer.bodies[number].contactor);
            return Err(StepError::StiffSoil {
                contact: world.contactor_name(contactor),
                time: state.time,
                stable: Time::from_nanos((longest.nanos() as f64 / parts) as i64),
            });
        }
        Ok(divided(longest, parts))
    }

    /// Factors the mass matrices, and asks the soil how it answers motion.
    fn linearise(
        &mut self,
        world: &World,
        state: &State,
        now: &Evaluation,
        (layer, h): (&SoilLayer, f64),
    ) -> Result<(), StepError> {
        self.modes.furnish(world, layer.bodies.len());
        let body = |number: usize| {
            let soil_body = &layer.bodies[number];
            body_of(soil_body, now.kinematics(soil_body.vehicle))
        };
        let bodies = (layer.bodies.len(), &body as &(dyn Fn(usize) -> _ + Sync));
        let scratch = &mut self.scratch;
        let answered =
            layer.bed.evaluate_each(&state.ground.soil, bodies, h, true, &Serial, scratch);
        answered.map_err(|fault| soil_error(world, layer, state, fault))?;
        self.modes.factor(world, state, now);
        let answers = layer.bodies.iter().zip(self.scratch.reactions());
        for (lever, (soil_body, reaction)) in self.modes.levers.iter_mut().zip(answers) {
            let tree = &world.vehicles()[soil_body.vehicle].tree;
            let kinematics = now.kinematics(soil_body.vehicle);
            let origin = kinematics.links[soil_body.link].position;
            lever.take((soil_body.vehicle, tree), kinematics, soil_body.link, &origin);
            lever.stiffness = reaction.tangent.stiffness;
            lever.damping = reaction.tangent.damping;
        }
        Ok(())
    }
}

/// One of so many parts of a time.
pub(super) fn divided(time: Time, parts: f64) -> Time {
    if parts <= 1.0 {
        return time;
    }
    Time::from_nanos((time.nanos() / parts as i64).max(1))
}
