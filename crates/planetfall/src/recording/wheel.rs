//! Columns of wheels: how a driven wheel rolls, and how one stands on soil.
//!
//! Slip is s = 1 − v/(r ω): v the velocity of the hub along the wheel's own heading in the ground's
//! plane, r ω that of the rim against it. It is positive where the wheel turns more than it moves ahead
//! and negative where the vehicle outruns it. Sideslip is the angle between the hub's velocity and that
//! heading, positive to the left.

use super::{Column, Felt};
use crate::control::DriveWheel;
use crate::math::real;
use crate::shape::Wheel;
use crate::state::{State, Tread};
use crate::stepping::Evaluation;
use crate::world::World;

const DRIVEN: [(&str, &str); 3] = [
    ("slip", "1 less the hub's speed ahead over the rim's; no number while the wheel stands"),
    ("sideslip_rad", "angle of the hub's way from the wheel's heading, positive to the left"),
    ("power_w", "mechanical power of its drive motor"),
];

const SOIL: [(&str, &str); 2] = [
    ("sinkage_m", "depth to which it has sunk into the soil"),
    ("traction_margin", "1 less the force along the surface over the soil's strength"),
];

const COVER: [(&str, &str); 10] = [
    ("sinkage_m", "depth to which it has sunk into the soil"),
    ("pull_n", "force of the soil along its heading, or its way: drawbar pull"),
    ("side_force_n", "force of the soil to the left of that"),
    ("resistance_n", "what of it is the soil's pressure against its way"),
    ("compaction_n", "what of that compacts soil as it was found"),
    ("bulldozing_n", "what of that heaps give, of soil that was pushed or has fallen there"),
    ("gravity_n", "what the weight that it carries pulls against its heading"),
    ("soil_torque_n_m", "torque about its axle that the soil takes"),
    ("footprint_m2", "area of soil that bears it, seen from above"),
    ("pressure_pa", "greatest pressure in its footprint"),
];

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

    /// Of a contactor that is this driven wheel.
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
        let normal = Felt::of(world, evaluation, contactor).touch.normal;
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

impl Tread {
    /// Force along the surface over the soil's strength; zero for a wheel without load.
    pub(crate) fn traction_ratio(&self) -> f64 {
        if self.traction == 0.0 || self.limit == 0.0 { 0.0 } else { self.traction / self.limit }
    }
}

/// Columns of a contactor beyond those that all have.
pub(super) fn columns(world: &World, contactor: usize, all: &mut Vec<Column>) {
    let entity = world.contactor_name(contactor);
    let mut add = |list: &[(&str, &'static str)]| {
        let named =
            |&(end, meaning): &(&str, _)| Column { name: format!("{entity}.{end}"), meaning };
        all.extend(list.iter().map(named));
    };
    if world.driven(contactor).is_some() {
        add(&DRIVEN);
    }
    if world.is_on_soil(contactor) {
        add(&SOIL);
    }
    if world.cover().is_some() {
        add(&COVER);
    }
}

pub(super) fn fill(
    world: &World,
    state: &State,
    evaluation: &Evaluation,
    contactor: usize,
    frame: &mut Vec<f64>,
) {
    if world.driven(contactor).is_some() {
        let roll = Roll::of(world, state, evaluation, contactor);
        let numbers = roll.map(|roll| [roll.slip(), roll.sideslip(), roll.power]);
        frame.extend(numbers.unwrap_or([f64::NAN; 3]));
    }
    if world.is_on_soil(contactor) {
        let tread = state.treads.get(contactor).copied().unwrap_or_default();
        frame.extend([tread.sinkage, 1.0 - tread.traction_ratio()]);
    }
    if world.cover().is_some() {
        let tread = state.treads.get(contactor).copied().unwrap_or_default();
        let Tread { sinkage, pull, side, resistance, bulldozing, .. } = tread;
        frame.extend([sinkage, pull, side, resistance, resistance - bulldozing, bulldozing]);
        frame.extend([tread.gravity, tread.torque, tread.area, tread.pressure]);
    }
}
