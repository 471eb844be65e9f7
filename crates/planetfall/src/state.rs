//! The state: all that changes in a run. Cloning it is a checkpoint; continuing from the clone
//! gives the same bits.

use crate::control::{Command, Wrench};
use crate::dynamics::{self, RigidMotion};
use crate::outcome::Tally;
use crate::stepping::Ledger;
use crate::time::Time;
use crate::vehicle::{Inertia, Motion, Navigation};
use crate::world::World;

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
    /// Poses, twists, internals and works, as [`crate::world::Layout`] says.
    pub continuous: Vec<f64>,
    /// Inertia of each vehicle now.
    pub inertias: Vec<Inertia>,
    /// Memory of the ground laws.
    pub memory: Vec<f64>,
    /// What the controllers hold.
    pub command: Command,
    /// Memory of the controllers, one after the other.
    pub registers: Vec<f64>,
    /// Latest sensor readings.
    pub readings: Vec<Option<Navigation>>,
    /// Each sensor's place in its noise stream.
    pub counters: Vec<u64>,
    /// The step an adaptive method would try next; zero for none yet.
    pub next_step: Time,
    /// Since when each trigger's condition has held without a break; `Time::MAX` where it does not.
    pub held_since: Vec<Time>,
    /// Accepted steps and evaluations so far.
    pub effort: Effort,
    /// Energy account.
    pub ledger: Ledger,
    /// What the metrics are made of.
    pub tally: Tally,
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
    /// The state at the start of a run: one motion per vehicle, in the world's order.
    pub fn new(world: &World, motions: &[Motion]) -> Self {
        let layout = world.layout();
        let mut continuous = vec![0.0; layout.len()];
        for (vehicle, motion) in motions.iter().enumerate().take(world.vehicles().len()) {
            let (pose, twist) = split(&mut continuous, layout.pose(vehicle), layout.twist(vehicle));
            dynamics::write(motion, pose, twist);
        }
        let registers = world.control().iter().map(|c| c.controller.registers()).sum();
        let mut state = Self {
            begun: false,
            time: Time::ZERO,
            phase: 0,
            phase_entry: Time::ZERO,
            continuous,
            inertias: world.vehicles().iter().map(|v| v.inertia).collect(),
            memory: vec![0.0; layout.memory()],
            command: Command { wrenches: vec![Wrench::default(); world.vehicles().len()] },
            registers: vec![0.0; registers],
            readings: vec![None; world.sensors().len()],
            counters: vec![0; world.sensors().len()],
            next_step: Time::ZERO,
            held_since: Vec::new(),
            effort: Effort::default(),
            ledger: Ledger::default(),
            tally: Tally::new(world),
        };
        state.ledger = Ledger::open(world, &state);
        let mut tally = Tally::new(world);
        tally.start(world, &state);
        state.tally = tally;
        state
    }

    /// Motion of a vehicle.
    pub fn motion(&self, world: &World, vehicle: usize) -> Motion {
        let layout = world.layout();
        dynamics::motion(
            &self.continuous[layout.pose(vehicle)],
            &self.continuous[layout.twist(vehicle)],
        )
    }

    /// Kinematics of a vehicle.
    pub fn rigid(&self, world: &World, vehicle: usize) -> RigidMotion {
        let layout = world.layout();
        RigidMotion::read(
            &self.continuous[layout.pose(vehicle)],
            &self.continuous[layout.twist(vehicle)],
        )
    }
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
