//! The state: all that changes in a run. Cloning it is a checkpoint; continuing from the clone
//! gives the same bits.

pub mod checkpoint;
mod ledger;
mod noise;
pub(crate) mod push_off;
mod soil;
pub(crate) mod staging;
mod stance;
mod tally;

pub use ledger::Ledger;
pub(crate) use ledger::{Matter, SchemeTerms};
pub use noise::Noise;
pub(crate) use soil::body_of;
pub use stance::Stance;
pub use tally::{Below, PhaseEnergy, PhaseError, StepBound, Tally};
pub(crate) use tally::{
    BodyTally, ContactTally, FlightAirTally, GaugeTally, GrainTally, HardTally, LandingTally,
    ParachuteTally, StepMargin, TravelTally, VehicleTally,
};

use crate::archive::{Archive, Entity, Visited};
use crate::dynamics::Kinematics;
use crate::ground::GroundMemory;
use crate::math::time::Time;
use crate::vehicle::{Inertia, JointStart, Latch, Motion, MotorCondition, MotorInput};
use crate::world::World;
use crate::world::{Command, are_same_flags};
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
    /// Seed of the sample, and the streams of noise that follow from it.
    pub noise: Noise,
    /// What is joined, cut, broken and blowing.
    pub discrete: DiscreteState,
    /// What the ground remembers.
    pub ground: GroundMemory,
    /// Impulses of the last step by the name of their contact, from which the next solve starts.
    pub reactions: Vec<(u64, [f64; 3])>,
    /// Residual that the solver of impulses last left.
    pub solved: f64,
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
    /// Errors of the energy accounts of phases that have ended, one for each phase of the scenario.
    pub phase_energy: Vec<PhaseEnergy>,
    /// What the metrics are made of.
    pub tally: Tally,
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
#[derive(Clone, Debug, Default)]
pub struct DiscreteState {
    /// Whether each vehicle is carried by another.
    pub mounted: Vec<bool>,
    /// Whether each cable is cut.
    pub cut: Vec<bool>,
    /// Whether each cable is commanded to be cut.
    pub tried: Vec<bool>,
    /// Whether each cable holds although it is commanded to be cut.
    pub stuck: Vec<bool>,
    /// Whether each engine has failed.
    pub failed: Vec<bool>,
    /// Whether the valve of each pulsed engine is open,
    pub open: Vec<bool>,
    /// and when it closes, or closed.
    pub closes: Vec<Time>,
    /// Whether each force element acts by its schedule.
    pub acting: Vec<bool>,
    /// What the motor of each link's joint is able to do.
    pub motors: Vec<MotorCondition>,
    /// What the encoder of each link's joint reads for good, if it is dead.
    pub dead: Vec<Option<f64>>,
}

impl PartialEq for DiscreteState {
    fn eq(&self, other: &Self) -> bool {
        let Self { mounted, cut, tried, stuck, failed, open, closes, acting, motors, dead } = self;
        are_same_flags(mounted, &other.mounted)
            && are_same_flags(cut, &other.cut)
            && are_same_flags(tried, &other.tried)
            && are_same_flags(stuck, &other.stuck)
            && are_same_flags(failed, &other.failed)
            && are_same_flags(open, &other.open)
            && *closes == other.closes
            && are_same_flags(acting, &other.acting)
            && *motors == other.motors
            && *dead == other.dead
    }
}

impl DiscreteState {
    /// As a run starts.
    pub(crate) fn new(world: &World) -> Self {
        Self {
            mounted: world.mounts().iter().map(Option::is_some).collect(),
            cut: vec![false; world.cables().len()],
            tried: vec![false; world.cables().len()],
            stuck: world.cables().iter().map(|cable| cable.stuck).collect(),
            failed: vec![false; world.layout().all_engines()],
            open: vec![false; world.layout().all_engines()],
            closes: vec![Time::ZERO; world.layout().all_engines()],
            acting: vec![false; world.forces().len()],
            motors: vec![MotorCondition::Sound; world.layout().all_links()],
            dead: vec![None; world.layout().all_links()],
        }
    }

    /// Takes over another of the same world without allocating.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        let Self { mounted, cut, tried, stuck, failed, open, closes, acting, motors, dead } = other;
        self.mounted.copy_from_slice(mounted);
        self.cut.copy_from_slice(cut);
        self.tried.copy_from_slice(tried);
        self.stuck.copy_from_slice(stuck);
        self.failed.copy_from_slice(failed);
        self.open.copy_from_slice(open);
        self.closes.copy_from_slice(closes);
        self.acting.copy_from_slice(acting);
        self.motors.copy_from_slice(motors);
        self.dead.copy_from_slice(dead);
    }

    fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { mounted, cut, tried, stuck, failed, open, closes, acting, motors, dead } = self;
        archive.list_of_flags("mounted", Entity::Vehicle, mounted)?;
        archive.list_of_flags("cut", Entity::Cable, cut)?;
        archive.list_of_flags("tried", Entity::Cable, tried)?;
        archive.list_of_flags("stuck", Entity::Cable, stuck)?;
        archive.list_of_flags("failed", Entity::Engine, failed)?;
        archive.list_of_flags("open", Entity::Engine, open)?;
        archive.list("closes", Entity::Engine, closes, |instant, archive| {
            archive.time("instant", instant)
        })?;
        archive.list_of_flags("acting", Entity::Force, acting)?;
        archive.list("motors", Entity::Link, motors, MotorCondition::visit)?;
        archive.list("dead", Entity::Link, dead, |held, archive| {
            archive.optional(held, || 0.0, |position, archive| archive.real("position", position))
        })
    }
}

impl Late {
    /// Each command is as large as the one that is obeyed.
    fn visit(&mut self, like: &Command, archive: &mut Archive<'_>) -> Visited {
        let Self { delay, asked, waiting } = self;
        archive.time("delay", delay)?;
        archive.field("asked", |archive| asked.visit(archive))?;
        let mut count = waiting.len();
        archive.length("waiting", &mut count, 1)?;
        waiting.resize_with(count, || (Time::ZERO, like.clone()));
        let mut waiting = waiting.iter_mut().enumerate();
        waiting.try_for_each(|(k, (time, command))| {
            archive.field("waiting", |archive| {
                archive.item(Entity::Number, k, |archive| {
                    archive.time("time", time)?;
                    archive.field("command", |archive| command.visit(archive))
                })
            })
        })
    }
}

impl Effort {
    fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { steps, evaluations, rejected, iterations } = self;
        archive.word("steps", steps)?;
        archive.word("evaluations", evaluations)?;
        archive.word("rejected", rejected)?;
        archive.word("iterations", iterations)
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
    /// Every number of the state, in the order of checkpoints.
    pub(crate) fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self {
            begun,
            time,
            phase,
            phase_entry,
            continuous,
            inertias,
            sun,
            noise,
            discrete,
            ground,
            reactions,
            solved,
            command,
            registers,
            late,
            sensors,
            next_step,
            held_since,
            effort,
            ledger,
            phase_energy,
            tally,
        } = self;
        archive.flag("begun", begun)?;
        archive.time("time", time)?;
        archive.count("phase", phase)?;
        archive.time("phase_entry", phase_entry)?;
        archive.list_of_reals("continuous", Entity::Continuous, continuous)?;
        archive.list("inertias", Entity::Link, inertias, |inertia, archive| {
            archive.optional(inertia, || Inertia::UNIT, Inertia::visit)
        })?;
        archive.vector("sun", sun)?;
        archive.field("noise", |archive| noise.visit(archive))?;
        archive.field("discrete", |archive| discrete.visit(archive))?;
        archive.field("ground", |archive| ground.visit(archive))?;
        archive.named_vectors("reactions", reactions)?;
        archive.real("solved", solved)?;
        archive.field("command", |archive| command.visit(archive))?;
        archive.list_of_reals("registers", Entity::Register, registers)?;
        let like = &*command;
        let on_its_way = || Late { asked: like.clone(), ..Late::default() };
        archive.field("late", |archive| {
            archive.optional(late, on_its_way, |late, archive| late.visit(like, archive))
        })?;
        archive.list("sensors", Entity::Sensor, sensors, Latch::visit)?;
        archive.time("next_step", next_step)?;
        archive.list_of_times("held_since", held_since)?;
        archive.field("effort", |archive| effort.visit(archive))?;
        archive.field("ledger", |archive| ledger.visit(archive))?;
        archive.list("phase_energy", Entity::Number, phase_energy, PhaseEnergy::visit)?;
        archive.field("tally", |archive| tally.visit(archive))
    }

    /// The state at the start of a run: one motion per vehicle, in the world's order, and where
    /// joints start that do not start at zero. Its noise is that of seed 0 ([`Self::with_seed`]).
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
            ground: GroundMemory::new(layout.memory(), world.treads()),
            reactions: Vec::new(),
            solved: 0.0,
            command: Command::idle(world),
            sun: *world.sun(),
            noise: Noise::new(world, 0),
            discrete: DiscreteState::new(world),
            inertias,
            registers: vec![0.0; registers],
            late: None,
            sensors: world.sensors().iter().map(Latch::new).collect(),
            next_step: Time::ZERO,
            held_since: Vec::new(),
            phase_energy: Vec::new(),
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

    /// The same state of a sample with another seed: draws from here on are that seed's.
    pub fn with_seed(mut self, world: &World, seed: u64) -> Self {
        self.noise = Noise::new(world, seed);
        self
    }

    /// Whether nothing moves.
    pub(crate) fn is_at_rest(&self, world: &World) -> bool {
        let speeds = |vehicle| &self.continuous[world.layout().velocities(vehicle)];
        (0..world.vehicles().len()).flat_map(speeds).all(|speed| *speed == 0.0)
    }

    /// Has a vehicle that was placed at rest hold itself as statics says: motors that hold a speed have
    /// the lag that gives their torque, springs of friction have the deflection that gives their force, and
    /// wheels lean on soil. Before the first step only.
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
        for (sample, force) in &stance.held {
            let point = &world.sample_points()[*sample];
            for part in point.parts() {
                if let Some(deflection) = part.ground.resting_deflection(&(force / point.share)) {
                    self.continuous[part.internals.clone()].copy_from_slice(deflection.as_slice());
                }
            }
        }
        for (contactor, force) in &stance.leaning {
            if let Some(tread) = self.ground.treads.get_mut(*contactor) {
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

    /// What the motor of a link's joint is commanded, and is able to do.
    #[inline]
    pub fn drive(&self, world: &World, vehicle: usize, link: usize) -> MotorInput {
        let place = world.layout().links(vehicle).start + link;
        MotorInput { command: self.command.motors[place], condition: self.discrete.motors[place] }
    }

    /// Position of a joint as its encoder has it, rad or m; zero for one of several coordinates.
    pub fn encoded(&self, world: &World, vehicle: usize, link: usize) -> f64 {
        let layout = world.layout();
        if let Some(held) = self.discrete.dead[layout.links(vehicle).start + link] {
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

    /// Inertias of a vehicle's links; none where they change within a step.
    #[inline]
    pub(crate) fn held_inertias(
        &self,
        world: &World,
        vehicle: usize,
    ) -> Option<&[Option<Inertia>]> {
        (!world.changes(vehicle)).then(|| &self.inertias[world.layout().links(vehicle)])
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
