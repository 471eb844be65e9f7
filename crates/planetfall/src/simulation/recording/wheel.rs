//! Columns of wheels: how a driven wheel rolls, and how one stands on soil.
//!
//! Slip is s = 1 − v/(r ω): v the velocity of the hub along the wheel's own heading in the ground's
//! plane, r ω that of the rim against it. It is positive where the wheel turns more than it moves ahead
//! and negative where the vehicle outruns it. Sideslip is the angle between the hub's velocity and that
//! heading, positive to the left.

use super::Felt;
use crate::math::real;
use crate::quantity::quantities;
use crate::shape::Wheel;
use crate::state::State;
use crate::stepping::Evaluation;
use crate::world::DriveWheel;
use crate::world::World;

quantities! {
    /// Of a driven wheel, beyond what contactors have.
    DrivenWheel<'a>(Option<Roll>) = "Driven wheels", "CONTACTOR." {
        SLIP = "slip" [1],
            "1 less the hub's speed ahead over the rim's; no number while the wheel stands",
            |roll| roll.map_or(f64::NAN, |roll| roll.slip());
        SIDESLIP = "sideslip_rad",
            "angle of the hub's way from the wheel's heading, positive to the left",
            |roll| roll.map_or(f64::NAN, |roll| roll.sideslip());
        POWER = "power_w", "mechanical power of its drive motor",
            |roll| roll.map_or(f64::NAN, |roll| roll.power);
    }
}

/// Speed below which a wheel stands, m/s.
const STANDING: f64 = 1e-6;

/// How a driven wheel rolls at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Roll {
    /// Speed of the rim against the hub, positive where it rolls ahead, m/s.
    pub(crate) rim: f64,
    /// Velocity of the hub ahead and to the left in the ground's plane, m/s.
    pub(crate) ahead: f64,
    pub(crate) left: f64,
    /// Power of the motor, W.
    pub(crate) power: f64,
}

impl Roll {
    /// Of a contactor, if it is a driven wheel.
    pub(crate) fn of(
        world: &World,
        state: &State,
        evaluation: &Evaluation,
        contactor: usize,
    ) -> Option<Self> {
        Self::turning(world, state, evaluation, contactor, world.driven(contactor)?)
    }

    /// Of a contactor that is this driven wheel. In line, for a tally does not ask for all of it.
    #[inline(always)]
    pub(crate) fn turning(
        world: &World,
        state: &State,
        evaluation: &Evaluation,
        contactor: usize,
        wheel: &DriveWheel,
    ) -> Option<Self> {
        let place = &world.contactors()[contactor];
        let owner = &world.vehicles()[place.vehicle];
        let part = &owner.contactors[place.contactor];
        let Wheel { axis, centre, radius, .. } = part.shape.as_wheel()?;
        let kinematics = evaluation.kinematics(place.vehicle);
        let link = &kinematics.links[part.link];
        let axle = link.rotation * axis;
        let leftwards = kinematics.links[0].rotation.column(1).dot(&axle);
        let axle = if leftwards < 0.0 { -axle } else { axle };
        let normal = Felt::touch(world, evaluation, contactor).normal;
        let ahead = axle.cross(&normal).try_normalize(1e-9)?;
        let hub = link.twist.at(&(link.position + link.rotation * centre));
        let tree = &owner.tree;
        let v = &state.continuous[world.layout().velocities(place.vehicle)];
        let joint = &tree.places()[wheel.drive];
        let rate = joint.multiplier * v[joint.velocity];
        Some(Self {
            rim: link.twist.angular.dot(&axle) * radius,
            ahead: hub.dot(&ahead),
            left: hub.dot(&normal.cross(&ahead)),
            power: evaluation.motor_torque(place.vehicle, wheel.drive) * rate,
        })
    }

    fn slip(&self) -> f64 {
        if self.rim.abs() < STANDING { f64::NAN } else { 1.0 - self.ahead / self.rim }
    }

    fn sideslip(&self) -> f64 {
        if self.ahead.hypot(self.left) < STANDING {
            return f64::NAN;
        }
        real::atan2(self.left, self.ahead.abs())
    }
}
