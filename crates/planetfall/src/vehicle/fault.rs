//! What fails in a run: when, for how long, and what it does.
//!
//! A fault is an event between steps. It changes a condition that is state (of a motor, an encoder,
//! a sensor, the path of commands), so that it can happen by the scenario or by hand and a resumed run
//! goes on with it.

use crate::math::time::Time;
use nalgebra::Vector3;

/// A fault of a scenario.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fault {
    /// When it happens.
    pub at: Time,
    /// When it is over, if it ever is.
    pub until: Option<Time>,
    /// What fails.
    pub kind: FaultKind,
}

/// What fails.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FaultKind {
    /// A joint is stuck: its gear holds it, up to a torque, and its motor does nothing.
    Jammed {
        /// Index of the vehicle.
        vehicle: usize,
        /// Link whose joint it is.
        link: usize,
        /// Beyond this it slips, N m or N; infinite for never.
        holding: f64,
    },
    /// The encoder of a joint reads on what it read last.
    DeadEncoder {
        /// Index of the vehicle.
        vehicle: usize,
        /// Link whose joint it is.
        link: usize,
    },
    /// A motor gives only a share of its torque.
    WeakMotor {
        /// Index of the vehicle.
        vehicle: usize,
        /// Link whose joint it is.
        link: usize,
        /// Of its stall torque and of its limit.
        share: f64,
    },
    /// The biases of an inertial sensor jump.
    BiasStep {
        /// Index of the sensor.
        sensor: usize,
        /// Of the gyroscopes, sensor axes, rad/s.
        rate: Vector3<f64>,
        /// Of the accelerometers, sensor axes, m/s².
        acceleration: Vector3<f64>,
    },
    /// All commands arrive late.
    Late {
        /// By so much.
        delay: Time,
    },
    /// A sensor gives no readings.
    Silent {
        /// Index of the sensor.
        sensor: usize,
    },
    /// An engine gives no thrust.
    EngineOut {
        /// Index of the engine among those of the world.
        engine: usize,
    },
    /// A cable is not cut although it is commanded to be.
    CableStuck {
        /// Index of the cable.
        cable: usize,
    },
}
