//! Where an outside program stands: what it can read there, and the levers it can pull. A lever has two
//! registers: whether it is set, and to what.

use super::{Command, Controller, RegisterColumn, SensorView, World};
use crate::math::time::Time;
use crate::quantity::{Metric, quantities};
use crate::vehicle::{Joint, Motion, MotorCommand};
use std::ops::Range;

/// Why a lever was not pulled.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum OrderError {
    /// A lever that is not there.
    #[error("there is no lever {0}")]
    NoSuchLever(usize),
    /// A number that is none.
    #[error("`{lever}` must be a finite number")]
    NotFinite {
        /// The lever.
        lever: String,
    },
    /// A thrust below zero.
    #[error("`{lever}` must not be negative, and is {value}")]
    Negative {
        /// The lever.
        lever: String,
        /// What was ordered.
        value: f64,
    },
    /// A switch with a third position.
    #[error("`{lever}` is a switch, 0 or 1, and not {value}")]
    NotASwitch {
        /// The lever.
        lever: String,
        /// What was ordered.
        value: f64,
    },
}

/// The names of the four parts of flight software, as columns have them.
pub const PARTS: [&str; 4] = ["navigator", "sequencer", "detector", "steering"];

/// What can be read and what can be ordered, in a fixed order.
#[derive(Clone, Debug, Default)]
pub struct Console {
    readings: Vec<Reading>,
    levers: Vec<Lever>,
    goal: Option<Goal>,
}

/// A place that the operator is to bring a vehicle to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// Index of the vehicle.
    pub vehicle: usize,
    /// East and north, m.
    pub place: [f64; 2],
}

/// A number that the operator sees.
#[derive(Clone, Debug)]
pub struct Reading {
    /// `sensor.quantity_unit`.
    pub name: String,
    /// What it is.
    pub meaning: &'static str,
    source: Source,
}

/// Where a reading comes from.
#[derive(Clone, Debug)]
enum Source {
    /// When a sensor's reading was sampled.
    Sampled(usize),
    /// How many readings a sensor has given.
    Samples(usize),
    /// Of a sensor: which, and which of its channels.
    Channel(usize, usize),
    /// The thrust that an engine is commanded.
    Thrust(usize),
    /// What the engines are commanded, along the body's axis: each engine, and the share of its thrust there.
    Axial(Vec<(usize, f64)>),
    /// What other software on board has in a register.
    Register(usize),
}

/// Something that the operator can order.
#[derive(Clone, Debug, PartialEq)]
pub struct Lever {
    /// `part.quantity_unit`.
    pub name: String,
    /// What it does.
    pub meaning: &'static str,
    action: Action,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Off(usize),
    Torque(usize),
    Speed(usize),
    Position(usize),
    Thrust(usize),
    Separate(usize),
    Cut(usize),
    /// Force of an external wrench along one of its axes.
    Force(usize, usize),
    /// Moment of an external wrench about one of its axes.
    Moment(usize, usize),
    /// Passed to other software on board: a switch.
    Flag,
    /// The same: a number.
    Number,
}

impl Action {
    /// The link whose motor it commands.
    fn motor(self) -> Option<usize> {
        match self {
            Self::Off(link) | Self::Torque(link) | Self::Speed(link) | Self::Position(link) => {
                Some(link)
            }
            _ => None,
        }
    }

    fn is_switch(self) -> bool {
        matches!(self, Self::Off(_) | Self::Separate(_) | Self::Cut(_) | Self::Flag)
    }
}

impl Lever {
    /// A motor that is not to be switched off gets no command.
    pub(crate) fn does_anything(&self, value: f64) -> bool {
        !matches!(self.action, Action::Off(_)) || value == 1.0
    }

    /// Where it stands when nothing is wanted; none for what cannot be undone and for what is only passed on.
    pub(crate) fn at_idle(&self) -> Option<f64> {
        match self.action {
            Action::Off(_) => Some(1.0),
            Action::Thrust(_) | Action::Force(..) | Action::Moment(..) => Some(0.0),
            _ => None,
        }
    }
}

/// Levers by which an operator informs the flight software of touchdown, in their order.
const TOUCHDOWN: [(&str, &str, Action); 4] = [
    ("touchdown.declared", "1 declares touchdown", Action::Flag),
    ("touchdown.seen", "1 while touchdown is seen and not yet declared", Action::Flag),
    ("touchdown.reference_thrust_n", "thrust that the detection compares with", Action::Number),
    ("touchdown.thrust_share", "thrust over that reference; 0 while there is none", Action::Number),
];

/// The place of a lever's value among the console's registers.
const fn value_of(lever: usize) -> usize {
    2 * lever + 1
}

/// What the flight software reads from the console's registers.
pub(crate) const DECLARED: usize = value_of(0);
pub(crate) const SEEN: usize = value_of(1);
pub(crate) const REFERENCE: usize = value_of(2);
pub(crate) const SHARE: usize = value_of(3);

impl Console {
    /// With all sensors that a scenario lists, all that can be commanded there, and what the software that stands
    /// before it among the controllers knows.
    pub fn new(world: &World, goal: Option<Goal>) -> Self {
        let mut console = Self { readings: Vec::new(), levers: Vec::new(), goal };
        console.add_sensors(world);
        console.add_joints(world);
        console.add_engines(world);
        console.add_software(world);
        console.add_loosening(world);
        console.add_wrenches(world);
        console
    }

    /// The same for an operator who notices touchdown for the flight software: `arms` are the engines
    /// it flies on with the shares of their thrust along the body's axis, `known` the registers of the weight that it believes in and of what it knows of its load.
    pub(crate) fn with_touchdown(mut self, arms: &[(usize, f64)], known: [usize; 3]) -> Self {
        let lever = |(name, meaning, action): (&str, _, _)| Lever {
            name: name.to_owned(),
            meaning,
            action,
        };
        self.levers.splice(0..0, TOUCHDOWN.map(lever));
        let meaning = "thrust along the body's axis commanded to the engines";
        self.read("steering.thrust_n".to_owned(), meaning, Source::Axial(arms.to_vec()));
        let [weight, deviation, change] = known.map(Source::Register);
        self.read("steering.weight_n".to_owned(), "weight that the software believes in", weight);
        let meaning = "part of the load's weight that is no longer carried";
        self.read("steering.load_off".to_owned(), meaning, deviation);
        let meaning = "change of the load's pull as a share of its weight";
        self.read("steering.pull_change".to_owned(), meaning, change);
        self
    }

    /// What can be read.
    pub fn readings(&self) -> &[Reading] {
        &self.readings
    }

    /// What can be ordered.
    pub fn levers(&self) -> &[Lever] {
        &self.levers
    }

    /// Where the operator is to go.
    pub fn goal(&self) -> Option<Goal> {
        self.goal
    }

    /// The index of a lever by its name.
    pub fn lever(&self, name: &str) -> Option<usize> {
        self.levers.iter().position(|lever| lever.name == name)
    }

    /// The lever that has the motor of a link hold a speed; links count over all vehicles.
    pub fn speed_of(&self, link: usize) -> Option<usize> {
        self.levers.iter().position(|lever| lever.action == Action::Speed(link))
    }

    /// The lever that has it hold a position.
    pub fn position_of(&self, link: usize) -> Option<usize> {
        self.levers.iter().position(|lever| lever.action == Action::Position(link))
    }

    /// The lever of an engine's thrust; engines count over all vehicles.
    pub fn thrust_of(&self, engine: usize) -> Option<usize> {
        self.levers.iter().position(|lever| lever.action == Action::Thrust(engine))
    }

    /// The index of a reading by its name.
    pub fn reading(&self, name: &str) -> Option<usize> {
        self.readings.iter().position(|reading| reading.name == name)
    }

    /// Whether two levers command the same motor.
    pub fn exclude(&self, one: usize, other: usize) -> bool {
        let motor = |lever: usize| self.levers.get(lever).and_then(|lever| lever.action.motor());
        one != other && motor(one).is_some() && motor(one) == motor(other)
    }

    /// Whether a lever may be set to a value.
    pub fn check(&self, lever: usize, value: f64) -> Result<(), OrderError> {
        let own = self.levers.get(lever).ok_or(OrderError::NoSuchLever(lever))?;
        let lever = || own.name.clone();
        if !value.is_finite() {
            return Err(OrderError::NotFinite { lever: lever() });
        }
        if own.action.is_switch() && value != 0.0 && value != 1.0 {
            return Err(OrderError::NotASwitch { lever: lever(), value });
        }
        if matches!(own.action, Action::Thrust(_)) && value < 0.0 {
            return Err(OrderError::Negative { lever: lever(), value });
        }
        Ok(())
    }

    /// Levers of the same motor beside this one. Those of a motor stand in a row.
    pub(crate) fn rivals(&self, lever: usize) -> impl Iterator<Item = usize> + '_ {
        let near: Range<usize> =
            lever.saturating_sub(MOTOR)..(lever + MOTOR + 1).min(self.levers.len());
        near.filter(move |other| self.exclude(lever, *other))
    }

    /// Fills in what is read now.
    pub(crate) fn read_all(&self, view: &SensorView<'_>, command: &Command, out: &mut Vec<f64>) {
        out.clear();
        out.extend(self.readings.iter().map(|reading| reading.source.read(view, command)));
    }

    fn read(&mut self, name: String, meaning: &'static str, source: Source) {
        self.readings.push(Reading { name, meaning, source });
    }

    fn pull(&mut self, name: String, meaning: &'static str, action: Action) {
        self.levers.push(Lever { name, meaning, action });
    }

    fn add_sensors(&mut self, world: &World) {
        let listed = world.sensors().iter().enumerate().filter(|(_, sensor)| sensor.listed);
        for (index, sensor) in listed {
            let named = |end: &str| format!("{}.{end}", sensor.name);
            self.read(named("sampled_s"), "when this was sampled", Source::Sampled(index));
            self.read(named("samples"), "readings given so far", Source::Samples(index));
            for (place, channel) in sensor.channels().into_iter().enumerate() {
                let source = Source::Channel(index, place);
                self.read(named(&channel.name), channel.meaning, source);
            }
        }
    }

    fn add_joints(&mut self, world: &World) {
        for vehicle in 0..world.named() {
            let first = world.layout().links(vehicle).start;
            for (link, part) in world.vehicles()[vehicle].tree.links().iter().enumerate() {
                let joint = &part.joint;
                let Some([position, speed, torque]) = quantities(joint) else { continue };
                let entity = world.entity_name(vehicle, &joint.name);
                let place = first + link;
                if joint.motor.is_none() {
                    continue;
                }
                let named = |end: &str| format!("{entity}.{end}");
                self.pull(named("off"), "1 switches the motor off", Action::Off(place));
                self.pull(named(torque), "the motor gives this", Action::Torque(place));
                self.pull(named(speed), "the motor holds this", Action::Speed(place));
                self.pull(named(position), "the motor holds this", Action::Position(place));
            }
        }
    }

    fn add_engines(&mut self, world: &World) {
        for vehicle in 0..world.named() {
            let first = world.layout().engines(vehicle).start;
            for (index, engine) in world.vehicles()[vehicle].engines.iter().enumerate() {
                let entity = world.entity_name(vehicle, &engine.name);
                let source = Source::Thrust(first + index);
                self.read(format!("{entity}.command_n"), "thrust that is asked for", source);
                let action = Action::Thrust(first + index);
                self.pull(format!("{entity}.thrust_n"), "thrust that is asked for", action);
            }
        }
    }

    /// What flight software knows is no truth.
    fn add_software(&mut self, world: &World) {
        for (index, control) in world.control().iter().enumerate() {
            if !PARTS.contains(&control.name.as_str()) {
                continue;
            }
            let first = world.first_register(index);
            for &RegisterColumn { quantity, register } in control.controller.columns() {
                let source = Source::Register(first + register);
                self.read(quantity.of(&control.name), quantity.meaning, source);
            }
        }
    }

    fn add_loosening(&mut self, world: &World) {
        for (vehicle, mount) in world.mounts().iter().enumerate() {
            if mount.is_some() {
                let name = format!("{}.separate", world.vehicles()[vehicle].name);
                self.pull(name, "1 lets it go", Action::Separate(vehicle));
            }
        }
        for (index, cable) in world.cables().iter().enumerate() {
            self.pull(format!("{}.cut", cable.name), "1 cuts it", Action::Cut(index));
        }
    }

    fn add_wrenches(&mut self, world: &World) {
        for (index, wrench) in world.external_wrenches() {
            for (place, axis) in ["x", "y", "z"].into_iter().enumerate() {
                let name = format!("{}.force_{axis}_n", wrench.name);
                let meaning = "force beside what the scenario schedules, in the wrench's axes";
                self.pull(name, meaning, Action::Force(index, place));
            }
            for (place, axis) in ["x", "y", "z"].into_iter().enumerate() {
                let name = format!("{}.moment_{axis}_n_m", wrench.name);
                let meaning = "moment beside what the scenario schedules, in the wrench's axes";
                self.pull(name, meaning, Action::Moment(index, place));
            }
        }
    }

    /// Where the distance to the goal is kept.
    fn distance_place(&self) -> usize {
        2 * self.levers.len()
    }
}

/// Levers of one motor.
const MOTOR: usize = 4;

/// Position, speed and effort of a joint of one coordinate, as columns call them.
fn quantities(joint: &Joint) -> Option<[&'static str; 3]> {
    joint.kind.single_coordinate()
}

impl Source {
    fn read(&self, view: &SensorView<'_>, command: &Command) -> f64 {
        let sampled = |sensor: &usize| view.sensors.get(*sensor).filter(|l| l.time.is_some());
        let found = match self {
            Self::Sampled(sensor) => sampled(sensor).and_then(|l| l.time).map(Time::seconds),
            Self::Samples(sensor) => view.sensors.get(*sensor).map(|l| l.samples as f64),
            Self::Channel(sensor, place) => {
                sampled(sensor).and_then(|latch| latch.values.get(*place).copied())
            }
            Self::Thrust(engine) => Some(command.thrusts[*engine]),
            Self::Axial(arms) => {
                Some(arms.iter().map(|&(engine, along)| command.thrusts[engine] * along).sum())
            }
            Self::Register(place) => Some(view.registers.get(*place)),
        };
        found.unwrap_or(f64::NAN)
    }
}

quantities! {
    /// Of a vehicle with a goal that an outside program operates.
    GoalReached<'a>(f64) = "Goals of outside programs", "" {
        DISTANCE = "goal.distance_m", "distance on the map from the goal at the end",
            |distance| *distance;
    }
}

impl Controller for Console {
    fn registers(&self) -> usize {
        2 * self.levers.len() + usize::from(self.goal.is_some())
    }

    /// Orders what the levers say; those that are not set leave the command as it is.
    fn update(&self, _: &SensorView<'_>, registers: &mut [f64], command: &mut Command) {
        for (lever, pair) in self.levers.iter().zip(registers.chunks_exact(2)) {
            let &[set, value] = pair else { continue };
            if set == 0.0 {
                continue;
            }
            match lever.action {
                Action::Off(link) => command.motors[link] = MotorCommand::Off,
                Action::Torque(link) => command.motors[link] = MotorCommand::Torque(value),
                Action::Speed(link) => command.motors[link] = MotorCommand::Speed(value),
                Action::Position(link) => command.motors[link] = MotorCommand::Position(value),
                Action::Thrust(engine) => command.thrusts[engine] = value,
                Action::Separate(vehicle) if value == 1.0 => command.separate[vehicle] = true,
                Action::Cut(cable) if value == 1.0 => command.cut[cable] = true,
                Action::Force(wrench, axis) => command.external[wrench].force[axis] = value,
                Action::Moment(wrench, axis) => command.external[wrench].torque[axis] = value,
                Action::Separate(_) | Action::Cut(_) | Action::Flag | Action::Number => {}
            }
        }
    }

    fn console(&self) -> Option<&Console> {
        Some(self)
    }

    fn watched(&self) -> Option<usize> {
        self.goal.map(|goal| goal.vehicle)
    }

    fn watch(&self, motion: &Motion, registers: &mut [f64]) {
        if let (Some(goal), Some(distance)) = (self.goal, registers.get_mut(self.distance_place()))
        {
            let [x, y] = goal.place;
            let (east, north) = (motion.position.x - x, motion.position.y - y);
            *distance = (east * east + north * north).sqrt();
        }
    }

    fn metrics(&self, registers: &[f64]) -> Vec<Metric> {
        let mut list = Vec::new();
        if let Some(distance) = self.goal.and_then(|_| registers.get(self.distance_place())) {
            Metric::add::<GoalReached>(&mut list, distance, str::to_owned);
        }
        list
    }

    fn mode(&self, _: Time, registers: &[f64]) -> Option<String> {
        let set = registers.chunks_exact(2).filter(|pair| pair[0] != 0.0).count();
        Some(format!("an outside program; {set} of {} levers are set", self.levers.len()))
    }
}
