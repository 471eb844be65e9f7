//! Channels of the energy ledger: by which way energy comes to the vehicles and leaves them.

use super::World;
use crate::quantity::Quantity;

/// Number of channels.
pub const CHANNELS: usize = 12;

/// Number of those through which forces work; impulses have the others.
pub(crate) const SMOOTH_CHANNELS: usize = 9;

/// Number of those that need no engines, cables or carried parts.
pub(crate) const GROUNDED_CHANNELS: usize = 5;

/// Ways by which energy enters or leaves the vehicles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// Work of the ground's normal forces.
    GroundNormal = 0,
    /// Work of friction.
    GroundFriction = 1,
    /// Work of commanded forces.
    Actuation = 2,
    /// Work of springs, dampers, friction and stops in joints.
    Joints = 3,
    /// Work of motors.
    Motors = 4,
    /// Work of the engines' thrust.
    Thrust = 5,
    /// Energy that propellant takes along when it leaves with the vehicle's velocity.
    Propellant = 6,
    /// Work of cables on what they join.
    Cables = 7,
    /// Work of the air on bodies and parachutes.
    Aerodynamics = 8,
    /// Energy that springs and mortars give when parts are let go.
    Separation = 9,
    /// Energy that Newton's impact law with friction gives.
    Restitution = 10,
    /// Lifting of positions out of rigid ground.
    Correction = 11,
}

impl Channel {
    /// The channels that a world can use, in the order of the state vector: those of engines, cables, the air,
    /// push-offs and impacts only where there are any.
    pub fn of(world: &World) -> impl Iterator<Item = &'static (Self, Quantity)> {
        let (staged, hard) = (world.is_staged(), world.is_hard());
        let (airborne, pushed) = (world.is_airborne(), !world.push_offs().is_empty());
        Self::ALL.iter().filter(move |(channel, _)| match channel {
            Self::Thrust | Self::Propellant | Self::Cables => staged,
            Self::Aerodynamics => airborne,
            Self::Separation => pushed,
            Self::Restitution | Self::Correction => hard,
            Self::GroundNormal
            | Self::GroundFriction
            | Self::Actuation
            | Self::Joints
            | Self::Motors => true,
        })
    }

    /// All channels in the order of the state vector, each with its column and metric.
    pub const ALL: [(Self, Quantity); CHANNELS] = [
        (Self::GroundNormal, work("energy.ground_normal_j")),
        (Self::GroundFriction, work("energy.ground_friction_j")),
        (Self::Actuation, work("energy.actuation_j")),
        (Self::Joints, work("energy.joints_j")),
        (Self::Motors, work("energy.motors_j")),
        (Self::Thrust, work("energy.thrust_j")),
        (Self::Propellant, work("energy.propellant_j")),
        (Self::Cables, work("energy.cables_j")),
        (Self::Aerodynamics, work("energy.aerodynamics_j")),
        (Self::Separation, work("energy.separation_j")),
        (Self::Restitution, work("energy.restitution_j")),
        (Self::Correction, work("energy.correction_j")),
    ];

    /// Its column and metric.
    pub const fn quantity(self) -> Quantity {
        Self::ALL[self as usize].1
    }
}

const fn work(name: &'static str) -> Quantity {
    Quantity::new(name, "work done through this channel")
}
