//! What a run waits for and what holds it back at a moment: margins of the triggers, joints at their
//! stops, motors that give less than they are asked for, what the controllers are doing.
//!
//! Nothing here is needed to run; it reads the state of a [`Simulation`] for a person who asks.

use crate::math::time::Time;
use crate::simulation::Simulation;
use crate::simulation::phase::Condition;
use crate::stepping::Evaluation;
use crate::vehicle::{MotorCommand, MotorCut};

/// A trigger of the active phase at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Watch {
    /// What it watches; all must be met for it to fire.
    pub readings: Vec<ThresholdReading>,
    /// For a condition that must last: how long it has held, and how long it must.
    pub dwell: Option<Dwell>,
}

/// A watched quantity against its threshold.
#[derive(Clone, Debug, PartialEq)]
pub struct ThresholdReading {
    /// What, with its unit, as columns are named: `com_speed_m_per_s`.
    pub quantity: &'static str,
    /// Whose, where it is not the first vehicle's.
    pub entity: Option<String>,
    /// Its value now.
    pub value: f64,
    /// The value at which it is met.
    pub threshold: f64,
    /// Whether it is met above the threshold, or else below.
    pub above: bool,
}

/// How long a condition has held without a break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dwell {
    /// So far; zero where it does not hold.
    pub held: Time,
    /// To fire.
    pub needed: Time,
}

/// A joint of one coordinate at a moment. Values are in rad, rad/s and N m, or m, m/s and N.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointDiagnosis {
    /// Index of the vehicle.
    pub vehicle: usize,
    /// Index of the link that the joint carries.
    pub link: usize,
    /// Where it is.
    pub position: f64,
    /// How fast it moves.
    pub speed: f64,
    /// The stop it presses against.
    pub stop: Option<Stop>,
    /// Its motor.
    pub motor: Option<MotorState>,
}

/// A stop that a joint presses against.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    /// Where the stop is.
    pub at: f64,
    /// Whether it is the upper one.
    pub upper: bool,
    /// The stop's push along the coordinate.
    pub push: f64,
}

/// A motor at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotorState {
    /// What it is commanded.
    pub command: MotorCommand,
    /// What its controller would like to give.
    pub wish: f64,
    /// What it gives.
    pub gives: f64,
    /// What keeps the two apart.
    pub cut: Option<MotorCut>,
}

/// A controller at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct ControllerState {
    /// Its name.
    pub name: String,
    /// Time between its ticks.
    pub period: Time,
    /// Its last tick.
    pub last_tick: Time,
    /// What it says that it is doing.
    pub mode: Option<String>,
}

impl ThresholdReading {
    /// How far the quantity has to go to be met; negative by as much as it is met.
    pub fn margin(&self) -> f64 {
        let beyond = self.value - self.threshold;
        if self.above { -beyond } else { beyond }
    }
}

/// The triggers of the active phase, in their order.
pub fn watches(simulation: &Simulation) -> Vec<Watch> {
    let phase = &simulation.scenario().phases[simulation.state().phase];
    let triggers = phase.triggers.iter().enumerate();
    triggers.map(|(index, trigger)| watch(simulation, index, &trigger.condition)).collect()
}

fn watch(simulation: &Simulation, index: usize, condition: &Condition) -> Watch {
    let scenario = simulation.scenario();
    let (world, state, now) = (&*scenario.world, simulation.state(), simulation.evaluation());
    let reading = |quantity, value, threshold, above| ThresholdReading {
        quantity,
        entity: None,
        value,
        threshold,
        above,
    };
    // The level of a located trigger rises through zero, whatever it is made of.
    let level = condition.level(world, state, now).unwrap_or(f64::NAN);
    let readings = match *condition {
        Condition::Elapsed(span) => {
            let since = (state.time - state.phase_entry).seconds();
            vec![reading("time_in_phase_s", since, span.seconds(), true)]
        }
        Condition::Rest { speed, rate, .. } => {
            let links = &now.kinematics(0).links;
            let fastest = links.iter().map(|link| link.twist.angular.norm()).fold(0.0, f64::max);
            let centre = now.centre(world, state, 0).velocity.norm();
            vec![
                reading("com_speed_m_per_s", centre, speed, false),
                reading("largest_rate_rad_per_s", fastest, rate, false),
            ]
        }
        Condition::Touch(contactor) => {
            let who = contactor.or_else(|| nearest(simulation, now));
            let entity = who.map(|contactor| world.contactor_name(contactor));
            vec![ThresholdReading { entity, ..reading("gap_m", -level, 0.0, false) }]
        }
        Condition::HeightBelow(height) => {
            vec![reading("com_height_m", height - level, height, false)]
        }
        Condition::HeightAbove(height) => {
            vec![reading("com_height_m", height + level, height, true)]
        }
        Condition::SpeedAbove(speed) => {
            vec![reading("com_speed_m_per_s", speed + level, speed, true)]
        }
        Condition::Level { vehicle, quantity, level: threshold, above } => {
            let value = if above { threshold + level } else { threshold - level };
            let entity = Some(world.vehicles()[vehicle].name.clone());
            vec![ThresholdReading { entity, ..reading(quantity.name(), value, threshold, above) }]
        }
        ref staged => vec![staged_reading(simulation, staged, level)],
    };
    let dwell = match *condition {
        Condition::Rest { dwell, .. } => {
            let since = state.held_since.get(index).copied().unwrap_or(Time::MAX);
            let held = if since == Time::MAX { Time::ZERO } else { state.time - since };
            Some(Dwell { held, needed: dwell })
        }
        _ => None,
    };
    Watch { readings, dwell }
}

/// What a condition of carried parts, cables and tanks watches.
fn staged_reading(simulation: &Simulation, condition: &Condition, level: f64) -> ThresholdReading {
    let (world, state) = (&*simulation.scenario().world, simulation.state());
    let name = |vehicle: usize| world.vehicles()[vehicle].name.clone();
    let (entity, quantity, value, threshold) = match condition {
        Condition::VehicleTouch(vehicle) => (Some(name(*vehicle)), "gap_m", -level, 0.0),
        Condition::Nearer { one, other, distance } => {
            let pair = format!("{}-{}", name(*one), name(*other));
            (Some(pair), "distance_m", distance - level, *distance)
        }
        Condition::Separated(vehicle) => {
            let mounted = f64::from(u8::from(state.discrete.mounted[*vehicle]));
            (Some(name(*vehicle)), "attached", mounted, 0.0)
        }
        Condition::Cut(group) => {
            let cables = world.cables().iter().zip(&state.discrete.cut);
            let own = cables.filter(|(cable, _)| group.is_none() || cable.group == *group);
            let left = own.filter(|(_, cut)| !**cut).count() as f64;
            (group.clone(), "cables_not_cut", left, 0.0)
        }
        Condition::Dry(vehicle) => {
            let left = state.continuous[world.layout().tanks(*vehicle)].iter().sum();
            (Some(name(*vehicle)), "propellant_kg", left, 0.0)
        }
        _ => (None, "level", level, 0.0),
    };
    ThresholdReading { quantity, entity, value, threshold, above: false }
}

/// The contactor that is nearest to the ground.
fn nearest(simulation: &Simulation, now: &Evaluation) -> Option<usize> {
    let contacts = simulation.scenario().world.sample_points().iter().zip(now.contacts());
    contacts.min_by(|a, b| a.1.gap.total_cmp(&b.1.gap)).map(|(contact, _)| contact.contactor)
}

/// All joints of one coordinate, vehicle by vehicle.
pub fn joints(simulation: &Simulation) -> Vec<JointDiagnosis> {
    let world = &*simulation.scenario().world;
    let mut states = Vec::new();
    for (vehicle, owner) in world.vehicles().iter().enumerate() {
        for (link, part) in owner.tree.links().iter().enumerate() {
            if part.joint.kind.velocities() == 1 {
                states.push(joint(simulation, vehicle, link));
            }
        }
    }
    states
}

fn joint(simulation: &Simulation, vehicle: usize, link: usize) -> JointDiagnosis {
    let world = &*simulation.scenario().world;
    let state = simulation.state();
    let tree = &world.vehicles()[vehicle].tree;
    let (joint, place) = (&tree.links()[link].joint, &tree.places()[link]);
    let q = &state.continuous[world.layout().positions(vehicle)];
    let v = &state.continuous[world.layout().velocities(vehicle)];
    let position = place.multiplier * q[place.position] + place.offset;
    let speed = place.multiplier * v[place.velocity];
    let stop = joint.limits.and_then(|limits| {
        let upper = position > limits.upper;
        let at = if upper { limits.upper } else { limits.lower };
        let push = limits.force(position, speed);
        (upper || position < limits.lower).then_some(Stop { at, upper, push })
    });
    let motor = joint.motor.map(|motor| {
        let drive = state.drive(world, vehicle, link);
        let (motor, command) = drive.bend(&motor).unwrap_or((motor, drive.command));
        let first = world.layout().joint_states(vehicle).start + place.states.start;
        let lag = if joint.holds() { state.continuous[first] } else { 0.0 };
        MotorState {
            command,
            wish: motor.wish(command, position, speed, lag).unwrap_or(0.0),
            // As commanded now: the last step may have been made under another command.
            gives: motor.torque(command, position, speed, lag),
            cut: motor.cut(command, position, speed, lag),
        }
    });
    JointDiagnosis { vehicle, link, position, speed, stop, motor }
}

/// All controllers, in the world's order.
pub fn controllers(simulation: &Simulation) -> Vec<ControllerState> {
    let state = simulation.state();
    let mut first = 0;
    let mut states = Vec::new();
    for (index, control) in simulation.scenario().world.control().iter().enumerate() {
        let period = simulation.period(index);
        let count = control.controller.registers();
        let own = state.registers.get(first..first + count).unwrap_or_default();
        first += count;
        let last_tick = state.time.next_multiple(period) - period;
        states.push(ControllerState {
            name: control.name.clone(),
            period,
            last_tick,
            // Between ticks the last command is held, so the mode is that of the tick.
            mode: control.controller.mode(last_tick, own),
        });
    }
    states
}
