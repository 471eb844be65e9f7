//! Decisions: controllers that there are, and who operates a vehicle from outside. What every controller is,
//! sees and commands is part of the world ([`Controller`], [`SensorView`], [`Command`]).

mod cycle;
pub(crate) mod driver;
pub mod flight;
pub(crate) mod odometer;
mod operator;
mod pilot;
mod route;
mod schedule;
mod wheels;

pub use cycle::{Cycle, CycleError};
pub use driver::{Driver, Leg, Parked, RouteDriven, Task};
pub use odometer::{Odometer, OdometryEnd, PlanarPose};
pub use operator::{Ending, Operator, OperatorEvent, Orders, Packet, Sight, Unattended};
pub use pilot::{Pilot, WheelSetting};
pub use route::{PoseSource, Route};
pub use schedule::{TorquePiece, TorqueSchedule};
pub use wheels::{BodyMotion, DriveError, WheelJoints, drive_wheels, wheel_joints};

pub use crate::world::{
    Command, Console, ControlLoop, Controller, DriveWheel, Goal, JointReading, Lever, OrderError,
    Reading, RegisterColumn, Registers, SensorView, Wrench,
};
