//! The energy account. Every force reports its power, which is integrated by the same scheme as
//! the motion; what the mechanical energy does that no channel explains is numerical error.
//!
//! unexplained = (T + U) − (T + U)₀ − Σ W_channel

use crate::dynamics::RigidMotion;
use crate::state::State;
use crate::vehicle::Inertia;
use crate::world::World;

/// Number of channels.
pub const CHANNELS: usize = 3;

/// Ways by which energy enters or leaves the vehicles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// Work of the ground's normal forces.
    GroundNormal = 0,
    /// Work of friction.
    GroundFriction = 1,
    /// Work of commanded forces.
    Actuation = 2,
}

impl Channel {
    /// All channels in the order of the state vector, with their names in columns and metrics.
    pub const ALL: [(Self, &'static str); CHANNELS] = [
        (Self::GroundNormal, "ground_normal"),
        (Self::GroundFriction, "ground_friction"),
        (Self::Actuation, "actuation"),
    ];
}

/// Balance of mechanical energy against work done.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ledger {
    /// Kinetic energy now, J.
    pub kinetic: f64,
    /// Potential energy now, J.
    pub potential: f64,
    /// Work done so far through each channel, J.
    pub work: [f64; CHANNELS],
    opening: f64,
    opening_kinetic: f64,
    opening_potential: f64,
    lowest_potential: f64,
    most_work: f64,
}

impl Ledger {
    /// The account at the start of a run.
    pub(crate) fn open(world: &World, state: &State) -> Self {
        let (kinetic, potential) = energies(world, &state.continuous, &state.inertias);
        Self {
            kinetic,
            potential,
            opening: kinetic + potential,
            opening_kinetic: kinetic,
            opening_potential: potential,
            lowest_potential: potential,
            ..Self::default()
        }
    }

    /// Brings the account to the end of a step.
    pub(crate) fn update(&mut self, world: &World, continuous: &[f64], inertias: &[Inertia]) {
        (self.kinetic, self.potential) = energies(world, continuous, inertias);
        self.work.copy_from_slice(&continuous[world.layout().work()]);
        self.lowest_potential = self.lowest_potential.min(self.potential);
        let exchanged: f64 = self.work.iter().map(|w| w.abs()).sum();
        self.most_work = self.most_work.max(exchanged);
    }

    /// Every number of the account, for a checkpoint.
    pub(crate) fn numbers(&mut self) -> Vec<&mut f64> {
        let Self {
            kinetic,
            potential,
            work,
            opening,
            opening_kinetic,
            opening_potential,
            lowest_potential,
            most_work,
        } = self;
        let mut all = vec![kinetic, potential, opening, opening_kinetic, opening_potential];
        all.extend([lowest_potential, most_work]);
        all.extend(work);
        all
    }

    /// Energy that no channel explains, J.
    pub fn unexplained(&self) -> f64 {
        self.kinetic + self.potential - self.opening - self.work.iter().sum::<f64>()
    }

    /// What the unexplained part is measured against, J: the larger of the initial energy above
    /// the lowest place reached and the most work exchanged.
    pub fn scale(&self) -> f64 {
        let fallen = self.opening_potential - self.lowest_potential;
        (self.opening_kinetic + fallen).max(self.most_work)
    }

    /// Unexplained part as a share of [`Self::scale`]; zero while nothing has happened.
    pub fn unexplained_share(&self) -> f64 {
        let scale = self.scale();
        if scale > 0.0 { self.unexplained().abs() / scale } else { 0.0 }
    }
}

fn energies(world: &World, continuous: &[f64], inertias: &[Inertia]) -> (f64, f64) {
    let layout = world.layout();
    let mut total = (0.0, 0.0);
    for (vehicle, inertia) in inertias.iter().enumerate() {
        let motion = RigidMotion::read(
            &continuous[layout.pose(vehicle)],
            &continuous[layout.twist(vehicle)],
        );
        let (centre, _) = motion.point(inertia.centre());
        total.0 += motion.kinetic_energy(inertia);
        total.1 += inertia.mass() * world.gravity().potential(&centre);
    }
    total
}
