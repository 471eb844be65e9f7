//! Decisions: controllers with their own period and memory, and what they command.
//!
//! A controller's memory lives in the run's state as plain numbers; the controller itself is a
//! constant of the world. It sees sensor readings only.

mod cycle;
mod driver;
pub mod flight;
mod odometer;
mod operator;
mod pilot;
mod route;
mod schedule;
mod wheels;

pub use cycle::{Cycle, CycleError};
pub use driver::{Driver, Leg, Task};
pub use odometer::{Odometer, Pose};
pub use operator::{Ending, Incident, Operator, Orders, Packet, Sight, Unattended};
pub use pilot::{Pilot, WheelSetting};
pub use route::{PoseSource, Route};
pub use schedule::{TorquePiece, TorqueSchedule};
pub use wheels::{BodyMotion, DriveError, WheelJoints, drive_wheels, wheel_joints};

pub use crate::world::{
    Command, Console, ControlLoop, Controller, DriveWheel, Goal, JointReading, Lever, OrderError,
    Reading, Registers, SensorView, Wrench,
};
