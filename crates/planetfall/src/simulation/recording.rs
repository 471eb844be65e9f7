//! What a run tells while it goes on: frames of numbers and events.

mod flight_air;
mod grains;
mod wheel;

pub(crate) use grains::{GrainSum, balls};
pub(crate) use wheel::Roll;

use crate::contact::{Contact, Load};
use crate::math::time::Time;
use crate::state::{Below, FlightAirTally, State};
use crate::stepping::{Evaluation, Impact};
use crate::vehicle::{FaultKind, Joint, JointKind, Tree};
use crate::world::Channel;
use crate::world::World;
use nalgebra::Vector3;
use std::ops::ControlFlow;

/// Listens to a run. It cannot influence it, except by asking it to stop.
pub trait Recorder {
    /// Whether it takes frames, grains and soil; a run that nobody reads fills none.
    fn takes_frames(&self) -> bool {
        true
    }

    /// One record: numbers in the order of [`columns`].
    fn frame(&mut self, frame: &[f64]) -> ControlFlow<()>;

    /// Something happened.
    fn event(&mut self, event: &Event);

    /// Middles of all grains at the instant of the frame that was told last: x, y, z of each, m.
    fn grains(&mut self, _positions: &[f64]) {}

    /// A camera, by its index among the sensors, has just sampled this state; nobody has been told of it yet.
    /// What it saw is [`crate::imaging::Imager::shot`].
    fn picture(&mut self, _state: &State, _sensor: usize) {}

    /// Soil, and how the vehicles stand on it, at the instant of the frame that was told last.
    fn soil(&mut self, _state: &State) {}
}

/// Something that happened at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// When.
    pub time: Time,
    /// What.
    pub kind: EventKind,
}

impl Event {
    /// What is reported of a vehicle inside the ground.
    pub(crate) fn below(vehicle: usize, seen: &Below) -> Self {
        let kind = EventKind::InGround { vehicle, link: seen.link, depth: seen.depth };
        Self { time: seen.time, kind }
    }
}

/// Kinds of events; indices refer to the world's contactors and the scenario's phases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EventKind {
    /// A contactor begins to carry load, having come in at this speed along the normal, m/s.
    Touch {
        /// Index of the contactor.
        contactor: usize,
        /// Approach speed, m/s.
        speed: f64,
    },
    /// A contactor no longer carries load.
    LiftOff {
        /// Index of the contactor.
        contactor: usize,
    },
    /// A contactor struck something hard.
    Impact(Impact),
    /// A phase begins.
    Phase {
        /// Index of the phase.
        phase: usize,
    },
    /// A vehicle was let go by its carrier.
    Separation {
        /// Index of the vehicle.
        vehicle: usize,
    },
    /// A vehicle was let go inside the ground, or a body of it is below it.
    InGround {
        /// Index of the vehicle.
        vehicle: usize,
        /// Index of the link.
        link: usize,
        /// m
        depth: f64,
    },
    /// A cable was cut.
    Cut {
        /// Index of the cable.
        cable: usize,
    },
    /// A cable that was to be cut held.
    NotCut {
        /// Index of the cable.
        cable: usize,
    },
    /// An engine failed.
    Failure {
        /// Index of the engine among those of the world.
        engine: usize,
    },
    /// Something fails, or a fault is over.
    Fault {
        /// What.
        kind: FaultKind,
        /// Whether it is over.
        over: bool,
    },
    /// The sun was moved by hand.
    Sun {
        /// Where it stands now, a unit vector in site axes.
        direction: Vector3<f64>,
    },
    /// A vehicle's tanks ran dry.
    Dry {
        /// Index of the vehicle.
        vehicle: usize,
    },
    /// A controller changed its mode.
    Mode {
        /// Index of the controller.
        controller: usize,
        /// Index of its mode, which the controller names.
        mode: usize,
    },
    /// The run ended.
    End,
}

/// A recorder that listens to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Recorder for Silent {
    fn takes_frames(&self) -> bool {
        false
    }
    fn frame(&mut self, _: &[f64]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
    fn event(&mut self, _: &Event) {}
}

/// A recorder that keeps everything in memory.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Frames.
    pub frames: Vec<Vec<f64>>,
    /// Events.
    pub events: Vec<Event>,
}

impl Recorder for Memory {
    fn frame(&mut self, frame: &[f64]) -> ControlFlow<()> {
        self.frames.push(frame.to_vec());
        ControlFlow::Continue(())
    }
    fn event(&mut self, event: &Event) {
        self.events.push(*event);
    }
}

/// A recorded quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// `entity.quantity_unit`, with the vehicle's name before it for all but the first vehicle.
    pub name: String,
    /// What it is.
    pub meaning: &'static str,
}

const BODY: [(&str, &str); 17] = [
    ("com.x_m", "centre of mass, east"),
    ("com.y_m", "centre of mass, north"),
    ("com.z_m", "centre of mass, up"),
    ("com.vx_m_per_s", "velocity of the centre of mass, east"),
    ("com.vy_m_per_s", "velocity of the centre of mass, north"),
    ("com.vz_m_per_s", "velocity of the centre of mass, up"),
    ("body.x_m", "body origin, east"),
    ("body.y_m", "body origin, north"),
    ("body.z_m", "body origin, up"),
    ("body.qw", "attitude quaternion, site from body"),
    ("body.qx", "attitude quaternion, site from body"),
    ("body.qy", "attitude quaternion, site from body"),
    ("body.qz", "attitude quaternion, site from body"),
    ("body.wx_rad_per_s", "angular rate about body x"),
    ("body.wy_rad_per_s", "angular rate about body y"),
    ("body.wz_rad_per_s", "angular rate about body z"),
    ("com.height_m", "centre of mass above the ground under it"),
];

const CONTACT: [(&str, &str); 11] = [
    ("x_m", "contact point, east"),
    ("y_m", "contact point, north"),
    ("z_m", "contact point, up"),
    ("gap_m", "distance from the surface, negative inside"),
    ("normal_force_n", "ground's force along the normal"),
    ("friction_force_n", "size of the friction force"),
    ("slip_speed_m_per_s", "speed along the surface"),
    ("force_x_n", "ground's force, east"),
    ("force_y_n", "ground's force, north"),
    ("force_z_n", "ground's force, up"),
    ("regime", "0 apart, 1 sticking or rolling, 2 slipping"),
];

/// The columns that a world's frames have.
pub fn columns(world: &World) -> Vec<Column> {
    let column = |name: String, meaning| Column { name, meaning };
    let mut all = vec![
        column("time_s".to_owned(), "time since the start"),
        column("phase".to_owned(), "index of the phase"),
        column("step_s".to_owned(), "length of the last step"),
    ];
    let air = FlightAirTally::new(world).map_or_else(Vec::new, |air| air.bodies);
    for vehicle in 0..world.named() {
        all.extend(BODY.map(|(name, meaning)| column(world.entity_name(vehicle, name), meaning)));
        let tree = &world.vehicles()[vehicle].tree;
        for joint in recorded_joints(tree) {
            let name = world.entity_name(vehicle, &tree.links()[joint].joint.name);
            let columns = joint_columns(&tree.links()[joint].joint);
            all.extend(
                columns.iter().map(|(end, meaning)| column(format!("{name}.{end}"), *meaning)),
            );
            if tree.links()[joint].joint.crush.is_some() {
                all.push(column(format!("{name}.crushed_m"), "what is crushed for good"));
            }
        }
        for contactor in world.layout().contactors(vehicle) {
            let entity = world.contactor_name(contactor);
            all.extend(CONTACT.map(|(name, meaning)| column(format!("{entity}.{name}"), meaning)));
            wheel::columns(world, contactor, &mut all);
        }
        flight_columns(world, vehicle, &mut all);
        flight_air::columns(world, &air, vehicle, &mut all);
    }
    for cable in world.cables() {
        all.extend(CABLE.map(|(end, meaning)| column(format!("{}.{end}", cable.name), meaning)));
    }
    for group in world.cable_groups() {
        let meaning = "size of the cables' force on what hangs on them";
        all.push(column(format!("{group}.tension_n"), meaning));
    }
    if !world.grains().is_empty() {
        all.extend(GRAINS.map(|(name, meaning)| column(name.to_owned(), meaning)));
    }
    for control in world.control() {
        let columns = control.controller.columns().iter();
        all.extend(columns.map(|(end, what, _)| column(format!("{}.{end}", control.name), what)));
    }
    for sensor in world.sensors().iter().filter(|sensor| sensor.recorded) {
        let name = |end: &str| format!("{}.{end}", sensor.name);
        let channels = sensor.channels().into_iter();
        all.extend(channels.map(|channel| column(name(&channel.name), channel.meaning)));
    }
    all.push(column("energy.kinetic_j".to_owned(), "kinetic energy"));
    all.push(column("energy.potential_j".to_owned(), "potential energy"));
    let channels = Channel::of(world);
    all.extend(
        channels
            .map(|(_, name)| column(format!("energy.{name}_j"), "work done through this channel")),
    );
    all.push(column(
        "energy.numerical_j".to_owned(),
        "energy that the stepping scheme itself adds",
    ));
    all.push(column("energy.unexplained_j".to_owned(), "energy that no channel explains"));
    all
}

const GRAINS: [(&str, &str); 5] = [
    ("grains.kinetic_j", "kinetic energy of all grains"),
    ("grains.fastest_m_per_s", "speed of the fastest grain"),
    ("grains.top_m", "highest point of a grain"),
    ("grains.contacts", "contacts that carried something in the last step"),
    ("grains.ground_force_n", "the ground's force on all grains, up, in the last step"),
];

const CABLE: [(&str, &str); 3] = [
    ("tension_n", "tension"),
    ("length_m", "unstretched length that is out"),
    ("stretch_m", "distance between the ends beyond that length; negative where slack"),
];

/// Engines, tanks and the state of a vehicle in a world that has any.
fn flight_columns(world: &World, vehicle: usize, all: &mut Vec<Column>) {
    let owner = &world.vehicles()[vehicle];
    let mut add = |name: String, meaning| all.push(Column { name, meaning });
    for engine in &owner.engines {
        let entity = world.entity_name(vehicle, &engine.name);
        add(format!("{entity}.thrust_n"), "thrust");
        add(format!("{entity}.command_n"), "thrust that is asked for");
    }
    for tank in &owner.tanks {
        let entity = world.entity_name(vehicle, &tank.name);
        add(format!("{entity}.propellant_kg"), "propellant left");
    }
    if world.is_staged() {
        add(format!("{}.ground_force_n", owner.name), "sum of the ground's forces, up");
        add(format!("{}.attached", owner.name), "1 while carried by another vehicle");
    }
}

fn fill_flight(
    world: &World,
    state: &State,
    evaluation: &Evaluation,
    vehicle: usize,
    frame: &mut Vec<f64>,
) {
    for engine in world.layout().engines(vehicle) {
        frame.extend([evaluation.thrust(engine), state.command.thrusts[engine]]);
    }
    frame.extend(&state.continuous[world.layout().tanks(vehicle)]);
    if world.is_staged() {
        let contactors = world.layout().contactors(vehicle);
        frame.push(contactors.map(|c| force(world, evaluation, c).z).sum());
        frame.push(f64::from(u8::from(state.discrete.mounted[vehicle])));
    }
}

/// Force of a group of cables on what hangs on them, site axes, N.
pub(crate) fn group_force(world: &World, evaluation: &Evaluation, group: usize) -> Vector3<f64> {
    let cables = evaluation.cable_forces().iter().enumerate();
    let own = cables.filter(|(cable, _)| world.cable_group(*cable) == Some(group));
    own.fold(Vector3::zeros(), |sum, (_, force)| sum + force)
}

fn fill_cables(world: &World, state: &State, evaluation: &Evaluation, frame: &mut Vec<f64>) {
    let lengths = &state.continuous[world.layout().lengths()];
    for (index, pull) in evaluation.pulls().iter().enumerate() {
        frame.extend(match state.discrete.cut[index] {
            true => [0.0, f64::NAN, f64::NAN],
            false => [pull.tension, lengths[index], pull.stretch],
        });
    }
    for group in 0..world.cable_groups().len() {
        frame.push(group_force(world, evaluation, group).norm());
    }
}

fn fill_registers(world: &World, state: &State, frame: &mut Vec<f64>) {
    let mut first = 0;
    for control in world.control() {
        let own = &state.registers[first..first + control.controller.registers()];
        frame.extend(control.controller.columns().iter().map(|(_, _, place)| own[*place]));
        first += own.len();
    }
}

/// Readings that are held; no numbers before the first.
fn fill_sensors(world: &World, state: &State, frame: &mut Vec<f64>) {
    let all = world.sensors().iter().zip(&state.sensors);
    for (_, latch) in all.filter(|(sensor, _)| sensor.recorded) {
        let read = |value: &f64| if latch.time.is_some() { *value } else { f64::NAN };
        frame.extend(latch.values.iter().map(read));
    }
}

/// Fills a frame with the numbers of a state, in the order of [`columns`].
pub(crate) fn fill(
    world: &World,
    state: &State,
    evaluation: &Evaluation,
    step: Time,
    frame: &mut Vec<f64>,
) {
    frame.clear();
    frame.extend([state.time.seconds(), state.phase as f64, step.seconds()]);
    for vehicle in 0..world.named() {
        fill_body(world, state, evaluation, vehicle, frame);
        fill_joints(world, state, evaluation, vehicle, frame);
        for contactor in world.layout().contactors(vehicle) {
            let felt = Felt::of(world, evaluation, contactor);
            let (point, gap) = felt.place(world, evaluation);
            frame.extend(point.iter());
            frame.extend([
                gap,
                felt.load.normal_force,
                felt.load.friction.norm(),
                felt.touch.sliding().norm(),
            ]);
            frame.extend(force(world, evaluation, contactor).iter());
            frame.push(felt.regime(world, evaluation));
            wheel::fill(world, state, evaluation, contactor, frame);
        }
        fill_flight(world, state, evaluation, vehicle, frame);
        flight_air::fill(state, vehicle, frame);
    }
    fill_cables(world, state, evaluation, frame);
    if let Some(tally) = &state.tally.grains {
        let sum = GrainSum::of(world, state);
        frame.extend([sum.kinetic, sum.fastest, sum.high.z]);
        frame.extend([tally.contacts as f64, tally.force]);
    }
    fill_registers(world, state, frame);
    fill_sensors(world, state, frame);
    let ledger = &state.ledger;
    frame.extend([ledger.kinetic, ledger.potential]);
    frame.extend(Channel::of(world).map(|(channel, _)| ledger.work[*channel as usize]));
    frame.push(ledger.numerical);
    frame.push(ledger.unexplained());
}

fn fill_body(
    world: &World,
    state: &State,
    evaluation: &Evaluation,
    vehicle: usize,
    frame: &mut Vec<f64>,
) {
    let centre = evaluation.centre(world, state, vehicle);
    let root = state.motion(world, vehicle);
    let turn = root.site_from_body;
    frame.extend(centre.position.iter());
    frame.extend(centre.velocity.iter());
    frame.extend(root.position.iter());
    frame.extend([turn.w, turn.i, turn.j, turn.k]);
    frame.extend(root.rate.iter());
    frame.push(world.height_above_ground(&centre.position).unwrap_or(f64::NAN));
}

/// Joints that move, but for a free root, whose pose is the body's: the links they belong to.
fn recorded_joints(tree: &Tree) -> impl Iterator<Item = usize> + '_ {
    (0..tree.links().len())
        .filter(|&index| index > 0 && tree.links()[index].joint.kind.velocities() > 0)
}

type JointColumn = (&'static str, &'static str);

fn joint_columns(joint: &Joint) -> &'static [JointColumn] {
    const TURNING: [JointColumn; 3] = [
        ("angle_rad", "joint angle"),
        ("rate_rad_per_s", "joint rate"),
        ("torque_n_m", "motor torque at the joint"),
    ];
    const SLIDING: [JointColumn; 3] = [
        ("extension_m", "joint extension"),
        ("speed_m_per_s", "joint speed"),
        ("force_n", "motor force at the joint"),
    ];
    const SPHERICAL: [JointColumn; 4] = ATTITUDE;
    const PLANAR: [JointColumn; 3] = [
        ("x_m", "way along the first direction of the joint's plane"),
        ("y_m", "way along the second direction of the joint's plane"),
        ("angle_rad", "joint angle"),
    ];
    const FREE: [JointColumn; 7] = [
        ("x_m", "link's origin in the joint's frame"),
        ("y_m", "link's origin in the joint's frame"),
        ("z_m", "link's origin in the joint's frame"),
        ATTITUDE[0],
        ATTITUDE[1],
        ATTITUDE[2],
        ATTITUDE[3],
    ];
    let all = match joint.kind {
        JointKind::Fixed => return &[],
        JointKind::Spherical => return &SPHERICAL,
        JointKind::Planar(_) => return &PLANAR,
        JointKind::Free => return &FREE,
        JointKind::Prismatic(_) => &SLIDING,
        JointKind::Revolute(_) => &TURNING,
    };
    if joint.motor.is_some() { all } else { &all[..2] }
}

const ATTITUDE: [JointColumn; 4] = [
    ("qw", "quaternion, joint's frame from link"),
    ("qx", "quaternion, joint's frame from link"),
    ("qy", "quaternion, joint's frame from link"),
    ("qz", "quaternion, joint's frame from link"),
];

fn fill_joints(
    world: &World,
    state: &State,
    evaluation: &Evaluation,
    vehicle: usize,
    frame: &mut Vec<f64>,
) {
    let tree = &world.vehicles()[vehicle].tree;
    let q = &state.continuous[world.layout().positions(vehicle)];
    let v = &state.continuous[world.layout().velocities(vehicle)];
    for link in recorded_joints(tree) {
        let place = &tree.places()[link];
        let kind = &tree.links()[link].joint.kind;
        if kind.velocities() > 1 {
            frame.extend(&q[place.position..place.position + kind.positions()]);
            continue;
        }
        frame.push(place.multiplier * q[place.position] + place.offset);
        frame.push(place.multiplier * v[place.velocity]);
        if tree.links()[link].joint.motor.is_some() {
            frame.push(evaluation.motor_torque(vehicle, link));
        }
        if tree.links()[link].joint.crush.is_some() {
            let last = world.layout().joint_states(vehicle).start + place.states.end - 1;
            frame.push(state.continuous[last]);
        }
    }
}

/// What a contactor feels: the touch of its most loaded sample point (the nearest, if none is loaded) and
/// the sum of its loads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Felt<'a> {
    pub(crate) touch: &'a Contact,
    pub(crate) load: Load,
    /// Index of that sample point among the world's contact points.
    chosen: usize,
}

impl<'a> Felt<'a> {
    pub(crate) fn of(world: &World, evaluation: &'a Evaluation, contactor: usize) -> Self {
        let range = world.contactors()[contactor].contacts.clone();
        let loads = &evaluation.loads()[range.clone()];
        let contacts = &evaluation.contacts()[range.clone()];
        let (mut chosen, mut load) = (0, Load::NONE);
        let (mut most, mut nearest) = (f64::NEG_INFINITY, f64::INFINITY);
        for (place, (own, met)) in loads.iter().zip(contacts).enumerate() {
            let (force, gap) = (own.normal_force, met.gap);
            if place == 0 || force > most || (force == most && gap < nearest) {
                (chosen, most, nearest) = (place, force, gap);
            }
            load.normal_force += force;
            load.friction += own.friction;
        }
        Self { touch: &contacts[chosen], load, chosen: range.start + chosen }
    }

    /// Its touch alone.
    #[inline]
    pub(crate) fn touch(
        world: &World,
        evaluation: &'a Evaluation,
        contactor: usize,
    ) -> &'a Contact {
        let range = &world.contactors()[contactor].contacts;
        match &evaluation.contacts()[range.clone()] {
            [only] => only,
            _ => Self::of(world, evaluation, contactor).touch,
        }
    }

    /// Where it touches, and the gap there. A shape of the body that is clear of the ground is where its
    /// middle is, at no known distance.
    fn place(&self, world: &World, evaluation: &Evaluation) -> (Vector3<f64>, f64) {
        if self.touch.gap < f64::INFINITY {
            return (self.touch.point, self.touch.gap);
        }
        let place = &world.contactors()[self.touch.contactor];
        let part = &world.vehicles()[place.vehicle].contactors[place.contactor];
        let kinematics = evaluation.kinematics(place.vehicle);
        let middle = kinematics.links[part.link].point(part.shape.centre()).0;
        (kinematics.anchor + middle, f64::NAN)
    }

    /// Apart, sticking or slipping, as the law under the sample point calls it whose touch this is.
    fn regime(&self, world: &World, evaluation: &Evaluation) -> f64 {
        let (contact, load) =
            (&world.sample_points()[self.chosen], &evaluation.loads()[self.chosen]);
        if self.load.normal_force == 0.0 {
            0.0
        } else if contact.slips(world.placement(), self.touch, load) {
            2.0
        } else {
            1.0
        }
    }
}

/// The ground's whole force on a contactor, site axes; each sample point's along its own normal.
fn force(world: &World, evaluation: &Evaluation, contactor: usize) -> Vector3<f64> {
    let range = world.contactors()[contactor].contacts.clone();
    let felt = evaluation.contacts()[range.clone()].iter().zip(&evaluation.loads()[range]);
    felt.fold(Vector3::zeros(), |sum, (touch, load)| sum + load.force(&touch.normal))
}
