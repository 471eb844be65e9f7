//! Faults that can be struck by hand: all that a scenario's `[[fault]]` could name, with usual numbers.

use crate::events::engine_name;
use crate::operator::simulation_command::joint_name;
use nalgebra::Vector3;
use planetfall::time::Time;
use planetfall::vehicle::{FaultKind, SensorKind};
use planetfall::world::World;

/// A fault with its name.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct OfferedFault {
    /// In an order.
    pub(super) name: String,
    /// In words.
    pub(super) title: String,
    pub(super) kind: FaultKind,
}

impl OfferedFault {
    /// Whether both are conditions of one motor, which has one at a time.
    pub(super) fn excludes(&self, other: &Self) -> bool {
        let motor = |kind: &FaultKind| match *kind {
            FaultKind::Jammed { vehicle, link, .. }
            | FaultKind::WeakMotor { vehicle, link, .. } => Some((vehicle, link)),
            FaultKind::DeadEncoder { .. }
            | FaultKind::BiasStep { .. }
            | FaultKind::Late { .. }
            | FaultKind::Silent { .. }
            | FaultKind::EngineOut { .. }
            | FaultKind::CableStuck { .. } => None,
        };
        motor(&self.kind).is_some() && motor(&self.kind) == motor(&other.kind)
    }
}

/// Share of its torque that a weak motor gives. Chosen.
const WEAK: f64 = 0.5;
/// Delay of late commands. Chosen.
const DELAY: Time = Time::from_millis(500);
/// Step of the bias of a gyroscope, rad/s. Chosen: a degree a second, far beyond any data sheet.
const RATE_STEP: f64 = std::f64::consts::PI / 180.0;
/// Step of the bias of an accelerometer, m/s². Chosen.
const ACCELERATION_STEP: f64 = 0.1;

/// All faults of a world, those of wheels and motors first.
pub(super) fn all(world: &World) -> Vec<OfferedFault> {
    let mut list = Vec::new();
    let mut offer = |name: String, title: String, kind: FaultKind| {
        list.push(OfferedFault { name, title, kind });
    };
    for vehicle in 0..world.named() {
        for (link, part) in world.vehicles()[vehicle].tree.links().iter().enumerate() {
            let joint = joint_name(world, vehicle, link);
            if part.joint.motor.is_some() {
                let holding = f64::INFINITY;
                let kind = FaultKind::Jammed { vehicle, link, holding };
                offer(format!("{joint}.stuck"), format!("{joint} is stuck"), kind);
                let kind = FaultKind::WeakMotor { vehicle, link, share: WEAK };
                let title = format!("{joint}: motor at half its torque");
                offer(format!("{joint}.weak"), title, kind);
                let kind = FaultKind::DeadEncoder { vehicle, link };
                offer(format!("{joint}.encoder_dead"), format!("{joint}: dead encoder"), kind);
            }
        }
    }
    for (sensor, one) in world.sensors().iter().enumerate().filter(|(_, one)| one.listed) {
        let name = &one.name;
        if matches!(one.kind, SensorKind::Inertial(_)) {
            let (rate, acceleration) = (Vector3::z() * RATE_STEP, Vector3::x() * ACCELERATION_STEP);
            let kind = FaultKind::BiasStep { sensor, rate, acceleration };
            let title = format!("{name}: biases jump by 1 deg/s and 0.1 m/s²");
            offer(format!("{name}.bias_step"), title, kind);
        }
        let kind = FaultKind::Silent { sensor };
        offer(format!("{name}.drop_out"), format!("{name} gives no readings"), kind);
    }
    for engine in 0..world.layout().all_engines() {
        let name = engine_name(world, engine);
        let kind = FaultKind::EngineOut { engine };
        offer(format!("{name}.out"), format!("engine {name} fails"), kind);
    }
    for (cable, one) in world.cables().iter().enumerate() {
        let kind = FaultKind::CableStuck { cable };
        offer(format!("{}.stuck", one.name), format!("{} cannot be cut", one.name), kind);
    }
    let kind = FaultKind::Late { delay: DELAY };
    offer("commands.late".to_owned(), "commands arrive half a second late".to_owned(), kind);
    list
}
