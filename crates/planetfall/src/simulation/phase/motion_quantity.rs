//! Quantities of a vehicle's motion through air and over ground that a trigger can wait for.
//!
//! | quantity | definition | unit |
//! |---|---|---|
//! | Mach | \|v − w\|/a | – |
//! | dynamic pressure | ½ ρ \|v − w\|² | Pa |
//! | speed | \|v\|, over the ground | m/s |
//! | sensed deceleration | \|v̇ − g(r, v)\| of the root's origin | m/s² |
//! | height | above the terrain under it | m |
//!
//! v is the centre of mass's velocity, w the wind, ρ and a density and speed of sound there. They are the truth: such a
//! trigger sets steps and ends a run, and decides nothing that flight software decides.

use super::height_of;
use crate::state::State;
use crate::stepping::Evaluation;
use crate::world::World;
use nalgebra::Vector3;

/// What of a vehicle's motion is compared with a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MotionQuantity {
    /// Mach number; no level of it is crossed without air.
    Mach,
    /// Dynamic pressure, Pa.
    DynamicPressure,
    /// Speed over the ground, m/s.
    Speed,
    /// Acceleration by all forces but gravity at the root's origin, m/s². Explicit methods only: others have no
    /// acceleration at an instant.
    SensedDeceleration,
    /// Height above the terrain, m.
    Height,
}

impl MotionQuantity {
    /// Its name with its unit, as in `why`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mach => "mach",
            Self::DynamicPressure => "dynamic_pressure_pa",
            Self::Speed => "com_speed_m_per_s",
            Self::SensedDeceleration => "sensed_deceleration_m_per_s2",
            Self::Height => "com_height_m",
        }
    }

    /// Of a vehicle at an evaluation.
    pub(crate) fn of(
        self,
        world: &World,
        state: &State,
        evaluation: &Evaluation,
        vehicle: usize,
    ) -> f64 {
        let centre = evaluation.centre(world, state, vehicle);
        let air = || world.air(&centre.position, state.time.seconds());
        let airspeed = || {
            let wind = world.wind(&centre.position, state.time.seconds());
            (centre.velocity - wind).norm()
        };
        match self {
            Self::Mach => airspeed() / air().sound_speed,
            Self::DynamicPressure => 0.5 * air().density * airspeed() * airspeed(),
            Self::Speed => centre.velocity.norm(),
            Self::SensedDeceleration => sensed(world, evaluation, vehicle),
            Self::Height => height_of(world, state, evaluation, vehicle),
        }
    }
}

/// Specific force at a vehicle's root by the rates of an explicit evaluation, m/s².
fn sensed(world: &World, evaluation: &Evaluation, vehicle: usize) -> f64 {
    let rates = &evaluation.rates()[world.layout().velocities(vehicle)];
    let Some(rate) = rates.get(..3) else { return 0.0 };
    let root = &evaluation.kinematics(vehicle).links[0];
    let anchor = evaluation.kinematics(vehicle).anchor;
    let place = anchor + root.position;
    let fall = world.gravity().acceleration(&place, &root.twist.linear);
    (Vector3::from_column_slice(rate) - fall).norm()
}
