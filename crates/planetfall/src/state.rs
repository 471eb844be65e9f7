//! The state: all that changes in a run. Cloning it is a checkpoint; continuing from the clone
//! gives the same bits.

use crate::contact::soil::Field;
use crate::control::Command;
use crate::dynamics::Kinematics;
use crate::outcome::Tally;
use crate::statics::Stance;
use crate::stepping::{Ledger, staging};
use crate::time::Time;
use crate::vehicle::{Drive, Inertia, JointStart, Latch, Motion, MotorCondition};
use crate::world::World;
use nalgebra::Vector3;
use std::collections::VecDeque;

/// All that changes in a run.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Whether the instant zero has been dealt with.
    pub begun: bool,
    /// Simulation time.
    pub time: Time,
    /// Index of the active phase.
    pub phase: usize,
    /// When the active phase began.
    pub phase_entry: Time,
    /// Positions, velocities, internals and works, as [`crate::world::Layout`] says.
    pub continuous: Vec<f64>,
    /// Inertia of each link of each vehicle now; what a link carries is part of it.
    pub inertias: Vec<Option<Inertia>>,
    /// Direction of the sun, a unit vector in site axes.
    pub sun: Vector3<f64>,
    /// What is joined, cut, broken and blowing.
    pub situation: Situation,
    /// Memory of the ground laws.
    pub memory: Vec<f64>,
    /// Impulses of the last step by the name of their contact, from which the next solve starts.
    pub reactions: Vec<(u64, [f64; 3])>,
    /// Residual that the solver of impulses last left.
    pub solved: f64,
    /// Deflections of soil along its surface by the name of their contact, site axes, m.
    pub deflections: Vec<(u64, [f64; 3])>,
    /// What has become of soil where it was touched.
    pub soil: Field,
    /// What soil knows of each contactor.
    pub treads: Vec<Tread>,
    /// What motors, engines and releases obey: what the controllers hold, unless it arrives late.
    pub command: Command,
    /// Memory of the controllers, one after the other.
    pub registers: Vec<f64>,
    /// Commands that are on their way, while they arrive late.
    pub late: Option<Late>,
    /// Latest readings of the sensors, in the world's order.
    pub sensors: Vec<Latch>,
    /// The step an adaptive method would try next; zero for none yet.
    pub next_step: Time,
    /// Since when each trigger's situation has held without a break; `Time::MAX` where it does not.
    pub held_since: Vec<Time>,
    /// Accepted steps and evaluations so far.
    pub effort: Effort,
    /// Energy account.
    pub ledger: Ledger,
    /// What the metrics are made of.
    pub tally: Tally,
}

/// A wheel's way over soil so far, and how it stands there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tread {
    /// Way that the rim has rolled, m.
    pub rolled: f64,
    /// Way since strength was last drawn, m.
    pub since: f64,
    /// Draws of the soil's strength so far, and how many of them were clamped at zero.
    pub draws: u64,
    /// See `draws`.
    pub clamped: u64,
    /// Load along the normal, N.
    pub load: f64,
    /// Force along the surface, N.
    pub traction: f64,
    /// Its limit, N.
    pub limit: f64,
    /// Depth to which it has sunk in, m.
    pub sinkage: f64,
    /// How deep the rim is inside ground or rock at the end of the step, m: what the spring along the
    /// normal gives way.
    pub depth: f64,
    /// Force that holds it back as it rolls, N.
    pub resistance: f64,
    /// Force of the soil ahead and to the left, N.
    pub pull: f64,
    /// See `pull`.
    pub side: f64,
    /// What of the resistance heaps of soil give, N; the rest compacts soil.
    pub bulldozing: f64,
    /// What its share of the weight pulls back along its heading, N.
    pub gravity: f64,
    /// Torque about its axle that the soil takes, N m.
    pub torque: f64,
    /// Area of the footprint, m².
    pub area: f64,
    /// Greatest pressure in the footprint, Pa.
    pub pressure: f64,
    /// Steps in which the soil's stiffness under it would have been negative and was clamped.
    pub softened: u64,
    /// Velocity of the rim's deepest point ahead and to the left, m/s.
    pub skid: [f64; 2],
    /// Force along the surface with which it stands before the first step, site axes, N; zero after it.
    pub leaning: [f64; 3],
}

/// Commands that arrive late.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Late {
    /// By how much.
    pub delay: Time,
    /// What the controllers hold.
    pub asked: Command,
    /// What they held at earlier instants and has not arrived yet, in the order of time.
    pub waiting: VecDeque<(Time, Command)>,
}

/// What holds until something happens: it changes between steps, never within one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Situation {
    /// Whether each vehicle is carried by another.
    pub mounted: Vec<bool>,
    /// Whether each cable is cut.
    pub cut: Vec<bool>,
    /// Whether each cable has been told to be cut.
    pub tried: Vec<bool>,
    /// Whether each cable holds although it is told to be cut.
    pub stuck: Vec<bool>,
    /// Whether each engine has failed.
    pub failed: Vec<bool>,
    /// Whether each force element acts by its schedule.
    pub acting: Vec<bool>,
    /// What the motor of each link's joint is able to do.
    pub motors: Vec<MotorCondition>,
    /// What the encoder of each link's joint reads for good, if it is dead.
    pub dead: Vec<Option<f64>>,
}

impl Situation {
    /// As a run starts.
    pub(crate) fn new(world: &World) -> Self {
        Self {
            mounted: world.mounts().iter().map(Option::is_some).collect(),
            cut: vec![false; world.cables().len()],
            tried: vec![false; world.cables().len()],
            stuck: world.cables().iter().map(|cable| cable.stuck).collect(),
            failed: vec![false; world.layout().all_engines()],
            acting: vec![false; world.forces().len()],
            motors: vec![MotorCondition::Sound; world.layout().all_links()],
            dead: vec![None; world.layout().all_links()],
        }
    }

    /// Takes over another of the same world without allocating.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.mounted.copy_from_slice(&other.mounted);
        self.cut.copy_from_slice(&other.cut);
        self.tried.copy_from_slice(&other.tried);
        self.stuck.copy_from_slice(&other.stuck);
        self.failed.copy_from_slice(&other.failed);
        self.acting.copy_from_slice(&other.acting);
        self.motors.copy_from_slice(&other.motors);
        self.dead.copy_from_slice(&other.dead);
    }
}

/// What the run has cost so far, in counts that no clock disturbs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Accepted steps.
    pub steps: u64,
    /// Evaluations of the equations of motion.
    pub evaluations: u64,
    /// Steps that error control refused.
    pub rejected: u64,
    /// Newton iterations of implicit steps.
    pub iterations: u64,
}

impl State {
    /// The state at the start of a run: one motion per vehicle, in the world's order, and where
    /// joints start that do not start at zero.
    pub fn new(world: &World, motions: &[Motion], joints: &[JointStart]) -> Self {
        let layout = world.layout();
        let registers = world.control().iter().map(|c| c.controller.registers()).sum();
        let links = world.vehicles().iter().flat_map(|v| v.tree.links());
        let inertias: Vec<Option<Inertia>> = links.map(|link| link.inertia).collect();
        let mut state = Self {
            begun: false,
            time: Time::ZERO,
            phase: 0,
            phase_entry: Time::ZERO,
            continuous: start(world, motions, joints),
            memory: vec![0.0; layout.memory()],
            reactions: Vec::new(),
            solved: 0.0,
            deflections: Vec::new(),
            soil: Field::new(),
            treads: vec![Tread::default(); world.treads()],
            command: Command::idle(world),
            sun: *world.sun(),
            situation: Situation::new(world),
            inertias,
            registers: vec![0.0; registers],
            late: None,
            sensors: world.sensors().iter().map(Latch::new).collect(),
            next_step: Time::ZERO,
            held_since: Vec::new(),
            effort: Effort::default(),
            ledger: Ledger::default(),
            tally: Tally::new(world),
        };
        staging::settle_in(world, &mut state);
        let kinematics: Vec<Kinematics> =
            (0..world.vehicles().len()).map(|vehicle| state.kinematics(world, vehicle)).collect();
        state.ledger = Ledger::open(world, &state, &kinematics);
        let mut tally = Tally::new(world);
        tally.start(world, &state, &kinematics);
        state.tally = tally;
        state
    }

    /// Has a vehicle that was placed at rest hold itself as statics says: motors that hold a speed have
    /// the lag that gives their torque, and wheels lean on soil. Before the first step only.
    pub fn stand(&mut self, world: &World, stance: &Stance) {
        let tree = &world.vehicles()[stance.vehicle].tree;
        let states = world.layout().joint_states(stance.vehicle).start;
        for (link, place) in tree.links().iter().zip(tree.places()) {
            let torque = stance.holding.get(place.velocity).copied().unwrap_or(0.0);
            if let (true, Some(motor)) = (link.joint.holds(), &link.joint.motor)
                && link.joint.coupling.is_none()
            {
                self.continuous[states + place.states.start] = torque / motor.hold_gain;
            }
        }
        for (contactor, force) in &stance.leaning {
            if let Some(tread) = self.treads.get_mut(*contactor) {
                tread.leaning = (*force).into();
            }
        }
    }

    /// What controllers hold, and outside programs too: the command that is obeyed, unless commands
    /// arrive late.
    pub fn asked_mut(&mut self) -> &mut Command {
        match &mut self.late {
            Some(late) => &mut late.asked,
            None => &mut self.command,
        }
    }

    /// What the motor of a link's joint is told, and is able to do.
    #[inline]
    pub fn drive(&self, world: &World, vehicle: usize, link: usize) -> Drive {
        let place = world.layout().links(vehicle).start + link;
        Drive { command: self.command.motors[place], condition: self.situation.motors[place] }
    }

    /// Position of a joint as its encoder has it, rad or m; zero for one of several coordinates.
    pub fn encoded(&self, world: &World, vehicle: usize, link: usize) -> f64 {
        let layout = world.layout();
        if let Some(held) = self.situation.dead[layout.links(vehicle).start + link] {
            return held;
        }
        let tree = &world.vehicles()[vehicle].tree;
        let place = &tree.places()[link];
        match tree.links()[link].joint.kind.velocities() {
            1 => {
                let q = &self.continuous[layout.positions(vehicle)];
                place.multiplier * q[place.position] + place.offset
            }
            _ => 0.0,
        }
    }

    /// Motion of a vehicle's root.
    pub fn motion(&self, world: &World, vehicle: usize) -> Motion {
        let layout = world.layout();
        let root = &world.vehicles()[vehicle].tree.links()[0];
        if root.joint.kind.is_free() {
            return Motion::read(
                &self.continuous[layout.positions(vehicle)],
                &self.continuous[layout.velocities(vehicle)],
            );
        }
        let standing = &root.parent_from_joint;
        let turn = nalgebra::Rotation3::from_matrix_unchecked(standing.rotation);
        Motion {
            site_from_body: nalgebra::UnitQuaternion::from_rotation_matrix(&turn),
            ..Motion::at_rest(standing.position)
        }
    }

    /// Motion of all links of a vehicle, computed afresh.
    pub fn kinematics(&self, world: &World, vehicle: usize) -> Kinematics {
        let layout = world.layout();
        let tree = &world.vehicles()[vehicle].tree;
        let mut kinematics = Kinematics::new(tree);
        let q = &self.continuous[layout.positions(vehicle)];
        kinematics.update(tree, q, &self.continuous[layout.velocities(vehicle)]);
        kinematics
    }
}

/// The continuous vector at the start.
fn start(world: &World, motions: &[Motion], joints: &[JointStart]) -> Vec<f64> {
    let layout = world.layout();
    let mut continuous = vec![0.0; layout.len()];
    for (vehicle, owner) in world.vehicles().iter().enumerate() {
        let tree = &owner.tree;
        continuous[layout.positions(vehicle)].copy_from_slice(&tree.neutral());
        let free = tree.links()[0].joint.kind.is_free();
        if let (true, Some(motion)) = (free, motions.get(vehicle)) {
            let (q, v) =
                split(&mut continuous, layout.positions(vehicle), layout.velocities(vehicle));
            motion.write(q, v);
        }
    }
    for (vehicle, owner) in world.vehicles().iter().enumerate() {
        for (place, tank) in layout.tanks(vehicle).zip(&owner.tanks) {
            continuous[place] = tank.propellant;
        }
    }
    for (place, cable) in layout.lengths().zip(world.cables()) {
        continuous[place] = cable.stowed;
    }
    for joint in joints {
        let tree = &world.vehicles()[joint.vehicle].tree;
        let place = &tree.places()[joint.link];
        let one = tree.links()[joint.link].joint.kind.velocities() == 1;
        if one && tree.links()[joint.link].joint.coupling.is_none() {
            continuous[layout.positions(joint.vehicle).start + place.position] = joint.position;
            continuous[layout.velocities(joint.vehicle).start + place.velocity] = joint.speed;
        }
    }
    continuous
}

/// Two disjoint parts of a slice, the first of which ends before the second begins.
pub(crate) fn split(
    all: &mut [f64],
    first: std::ops::Range<usize>,
    second: std::ops::Range<usize>,
) -> (&mut [f64], &mut [f64]) {
    let (head, tail) = all.split_at_mut(second.start);
    (&mut head[first], &mut tail[..second.end - second.start])
}
