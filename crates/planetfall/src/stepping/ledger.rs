//! The energy account. Every force reports its power, which is integrated by the same scheme as
//! the motion; what the mechanical energy does that no channel explains is numerical error.
//!
//! unexplained = (T + U) − (T + U)₀ − Σ W_channel

use super::Evaluation;
use crate::dynamics::{Kinematics, energy};
use crate::state::State;
use crate::vehicle::Inertia;
use crate::world::World;

/// Number of channels.
pub const CHANNELS: usize = 5;

/// Ways by which energy enters or leaves the vehicles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// Work of the ground's normal forces.
    GroundNormal = 0,
    /// Work of friction.
    GroundFriction = 1,
    /// Work of commanded forces.
    Actuation = 2,
    /// Work of springs, dampers, friction and stops in joints.
    Joints = 3,
    /// Work of motors.
    Motors = 4,
}

impl Channel {
    /// All channels in the order of the state vector, with their names in columns and metrics.
    pub const ALL: [(Self, &'static str); CHANNELS] = [
        (Self::GroundNormal, "ground_normal"),
        (Self::GroundFriction, "ground_friction"),
        (Self::Actuation, "actuation"),
        (Self::Joints, "joints"),
        (Self::Motors, "motors"),
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
    pub(crate) fn open(world: &World, state: &State, kinematics: &[Kinematics]) -> Self {
        let (kinetic, potential) = energies(world, &state.inertias, |v| &kinematics[v]);
        Self {
            kinetic: kinetic + rotors(world, &state.continuous),
            potential,
            opening: kinetic + rotors(world, &state.continuous) + potential,
            opening_kinetic: kinetic + rotors(world, &state.continuous),
            opening_potential: potential,
            lowest_potential: potential,
            ..Self::default()
        }
    }

    /// Brings the account to the end of a step.
    pub(crate) fn update(
        &mut self,
        world: &World,
        continuous: &[f64],
        inertias: &[Option<Inertia>],
        evaluation: &Evaluation,
    ) {
        (self.kinetic, self.potential) = energies(world, inertias, |v| evaluation.kinematics(v));
        let rotors = rotors(world, continuous);
        self.kinetic += rotors;
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

fn energies<'a>(
    world: &World,
    inertias: &[Option<Inertia>],
    kinematics: impl Fn(usize) -> &'a Kinematics,
) -> (f64, f64) {
    let mut total = (0.0, 0.0);
    for vehicle in 0..world.vehicles().len() {
        let own = &inertias[world.layout().links(vehicle)];
        total.0 += energy::kinetic(own, kinematics(vehicle));
        total.1 += energy::potential(world.gravity(), own, kinematics(vehicle));
    }
    total
}

/// Kinetic energy of the motors' rotors, which turn with their joints, J.
fn rotors(world: &World, continuous: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (vehicle, owner) in world.vehicles().iter().enumerate() {
        let v = &continuous[world.layout().velocities(vehicle)];
        for column in owner.tree.columns() {
            if column.armature > 0.0 {
                let speed = column.multiplier * v[column.coordinate];
                sum += 0.5 * column.armature * speed * speed;
            }
        }
    }
    sum
}
