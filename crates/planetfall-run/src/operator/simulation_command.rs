//! What an operator commands besides levers, in words that a file keeps: faults by the names of what
//! fails, so that they are read back for the same scenario or not at all.

use crate::events::engine_name;
use nalgebra::Vector3;
use planetfall::control::OperatorEvent;
use planetfall::time::Time;
use planetfall::vehicle::{FaultKind, SensorKind};
use planetfall::world::World;
use serde::{Deserialize, Serialize};

/// A command to the simulation itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SimulationCommand {
    /// Something fails.
    Strike(FaultWords),
    /// A fault is over.
    Mend(FaultWords),
    /// The sun is moved: a unit vector in site axes.
    Sun([f64; 3]),
}

/// A fault, its parts by their names as columns have them; kinds as in `[[fault]]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum FaultWords {
    /// A joint is stuck.
    JointStuck {
        /// The joint.
        joint: String,
        /// Beyond this it slips, N m or N; none for never.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        holding_torque_n_m: Option<f64>,
    },
    /// A motor gives only a share of its torque.
    MotorWeak {
        /// The joint.
        joint: String,
        /// The share.
        torque_share: f64,
    },
    /// An encoder reads on what it read last.
    EncoderDead {
        /// The joint.
        joint: String,
    },
    /// Biases jump.
    ImuBiasStep {
        /// The sensor.
        sensor: String,
        /// Of the gyroscopes.
        rate_rad_per_s: [f64; 3],
        /// Of the accelerometers.
        acceleration_m_per_s2: [f64; 3],
    },
    /// A sensor gives no readings.
    SensorDropOut {
        /// The sensor.
        sensor: String,
    },
    /// All commands arrive late.
    CommandLate {
        /// By so much.
        delay_ns: i64,
    },
    /// An engine gives no thrust.
    EngineOut {
        /// The engine.
        engine: String,
    },
    /// A cable is not cut although that is commanded.
    CableStuck {
        /// The cable.
        cable: String,
    },
}

impl SimulationCommand {
    /// An event by hand, in words.
    #[must_use]
    pub fn of(world: &World, event: &OperatorEvent) -> Self {
        match event {
            OperatorEvent::Strike(kind) => Self::Strike(FaultWords::of(world, kind)),
            OperatorEvent::Mend(kind) => Self::Mend(FaultWords::of(world, kind)),
            OperatorEvent::Sun(direction) => Self::Sun((*direction).into()),
        }
    }

    /// What the words mean in a world.
    ///
    /// # Errors
    /// If the world has no such part, or a number makes no sense.
    pub fn meant(&self, world: &World) -> Result<OperatorEvent, String> {
        Ok(match self {
            Self::Strike(words) => OperatorEvent::Strike(words.meant(world)?),
            Self::Mend(words) => OperatorEvent::Mend(words.meant(world)?),
            Self::Sun(direction) => {
                let direction = Vector3::from(*direction);
                // What was written is a unit vector to the last bit, and is taken as it is.
                let deviation = (direction.norm() - 1.0).abs();
                if deviation.is_nan() || deviation > 1e-9 {
                    return Err("the sun's direction is no unit vector".to_owned());
                }
                OperatorEvent::Sun(direction)
            }
        })
    }
}

impl FaultWords {
    /// A fault in words.
    #[must_use]
    pub fn of(world: &World, kind: &FaultKind) -> Self {
        let joint = |vehicle: usize, link: usize| joint_name(world, vehicle, link);
        let sensor = |index: usize| world.sensors()[index].name.clone();
        match *kind {
            FaultKind::Jammed { vehicle, link, holding } => Self::JointStuck {
                joint: joint(vehicle, link),
                holding_torque_n_m: holding.is_finite().then_some(holding),
            },
            FaultKind::WeakMotor { vehicle, link, share } => {
                Self::MotorWeak { joint: joint(vehicle, link), torque_share: share }
            }
            FaultKind::DeadEncoder { vehicle, link } => {
                Self::EncoderDead { joint: joint(vehicle, link) }
            }
            FaultKind::BiasStep { sensor: index, rate, acceleration } => Self::ImuBiasStep {
                sensor: sensor(index),
                rate_rad_per_s: rate.into(),
                acceleration_m_per_s2: acceleration.into(),
            },
            FaultKind::Silent { sensor: index } => Self::SensorDropOut { sensor: sensor(index) },
            FaultKind::Late { delay } => Self::CommandLate { delay_ns: delay.nanos() },
            FaultKind::EngineOut { engine } => {
                Self::EngineOut { engine: engine_name(world, engine) }
            }
            FaultKind::CableStuck { cable } => {
                Self::CableStuck { cable: world.cables()[cable].name.clone() }
            }
        }
    }

    /// What the words mean in a world.
    ///
    /// # Errors
    /// If the world has no such part, or a number makes no sense.
    pub fn meant(&self, world: &World) -> Result<FaultKind, String> {
        Ok(match self {
            Self::JointStuck { joint, holding_torque_n_m } => {
                let (vehicle, link) = driven(world, joint)?;
                let holding = holding_torque_n_m.unwrap_or(f64::INFINITY);
                if holding.is_nan() || holding < 0.0 {
                    return Err(format!("`{joint}`: its holding torque must not be negative"));
                }
                FaultKind::Jammed { vehicle, link, holding }
            }
            Self::MotorWeak { joint, torque_share: share } => {
                let (vehicle, link) = driven(world, joint)?;
                if !(0.0..=1.0).contains(share) {
                    return Err(format!("`{joint}`: its share of torque lies between 0 and 1"));
                }
                FaultKind::WeakMotor { vehicle, link, share: *share }
            }
            Self::EncoderDead { joint } => {
                let (vehicle, link) = find_joint(world, joint)?;
                let one = &world.vehicles()[vehicle].tree.links()[link].joint;
                if one.kind.velocities() != 1 {
                    return Err(format!("joint `{joint}` has no encoder"));
                }
                FaultKind::DeadEncoder { vehicle, link }
            }
            Self::ImuBiasStep { sensor, rate_rad_per_s: rate, acceleration_m_per_s2: push } => {
                let index = find_sensor(world, sensor)?;
                if !matches!(world.sensors()[index].kind, SensorKind::Inertial(_)) {
                    return Err(format!("sensor `{sensor}` is no imu"));
                }
                if !rate.iter().chain(push).all(|number| number.is_finite()) {
                    return Err(format!("`{sensor}`: steps of biases must be finite"));
                }
                let (rate, acceleration) = (Vector3::from(*rate), Vector3::from(*push));
                FaultKind::BiasStep { sensor: index, rate, acceleration }
            }
            Self::SensorDropOut { sensor } => {
                FaultKind::Silent { sensor: find_sensor(world, sensor)? }
            }
            Self::CommandLate { delay_ns } if *delay_ns > 0 => {
                FaultKind::Late { delay: Time::from_nanos(*delay_ns) }
            }
            Self::CommandLate { .. } => return Err("a delay must be above 0".to_owned()),
            Self::EngineOut { engine } => {
                let mut all = 0..world.layout().all_engines();
                let index = all.find(|index| engine_name(world, *index) == *engine);
                let engine = index.ok_or_else(|| format!("there is no engine `{engine}`"))?;
                FaultKind::EngineOut { engine }
            }
            Self::CableStuck { cable } => {
                let index = world.cables().iter().position(|known| known.name == *cable);
                let cable = index.ok_or_else(|| format!("there is no cable `{cable}`"))?;
                FaultKind::CableStuck { cable }
            }
        })
    }
}

/// A joint's name as its columns have it.
pub(crate) fn joint_name(world: &World, vehicle: usize, link: usize) -> String {
    world.entity_name(vehicle, &world.vehicles()[vehicle].tree.links()[link].joint.name)
}

fn find_joint(world: &World, name: &str) -> Result<(usize, usize), String> {
    let all = world.vehicles().iter().enumerate().flat_map(|(vehicle, owner)| {
        (0..owner.tree.links().len()).map(move |link| (vehicle, link))
    });
    let mut named = all.filter(|&(vehicle, link)| joint_name(world, vehicle, link) == name);
    named.next().ok_or_else(|| format!("there is no joint `{name}`"))
}

/// A joint with a motor.
fn driven(world: &World, name: &str) -> Result<(usize, usize), String> {
    let (vehicle, link) = find_joint(world, name)?;
    match world.vehicles()[vehicle].tree.links()[link].joint.motor {
        Some(_) => Ok((vehicle, link)),
        None => Err(format!("joint `{name}` has no motor")),
    }
}

fn find_sensor(world: &World, name: &str) -> Result<usize, String> {
    let found = world.sensors().iter().position(|sensor| sensor.name == name);
    found.ok_or_else(|| format!("there is no sensor `{name}`"))
}
