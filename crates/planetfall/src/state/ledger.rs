//! The energy account. Every force reports its power, which is integrated by the same scheme as
//! the motion; what the mechanical energy does that no channel explains is numerical error.
//!
//! unexplained = (T + U) − (T + U)₀ − Σ W_channel − W_numerical
//!
//! An implicit step solves M (v⁺ − v_d) = p + Σ r, and its discrete work is each impulse times the mean of
//! start and end velocity. What inertia and gravity do beyond that, and what springs, dampers and cables do in
//! the solved equations beyond −ΔU and the dissipation of their own laws, is the scheme's own:
//! W_numerical. It is reckoned from these terms in every step, not as what is left over; explicit methods
//! have none, and what is left over of them is their truncation error.

use super::State;
use crate::archive::{Archive, Entity, Visited};
use crate::dynamics::Kinematics;
use crate::dynamics::energy::{self, Centre};
use crate::vehicle::Inertia;
use crate::world::{CHANNELS, Channel, World};
use nalgebra::Vector3;

/// Balance of mechanical energy against work done.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ledger {
    /// Kinetic energy now, J.
    pub kinetic: f64,
    /// Potential energy now, J.
    pub potential: f64,
    /// Work done so far through each channel, J.
    pub work: [f64; CHANNELS],
    /// Sum of it.
    explained: f64,
    opening: f64,
    opening_kinetic: f64,
    opening_potential: f64,
    lowest_potential: f64,
    most_work: f64,
    /// Energy that the scheme itself has added so far, J; negative where it dissipates.
    pub numerical: f64,
    /// Momentum and angular momentum about the site's origin now.
    momentum: [f64; 6],
    /// What of it outer forces have given.
    given_momentum: [f64; 6],
    opening_momentum: [f64; 6],
    /// Momentum and angular momentum that the scheme itself has added so far.
    numerical_momentum: [f64; 6],
    phase: PhaseOpening,
}

/// The account as it stood when a phase began, and extremes since then.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct PhaseOpening {
    kinetic: f64,
    potential: f64,
    lowest_potential: f64,
    most_work: f64,
    work: [f64; CHANNELS],
    numerical: f64,
    unexplained: f64,
}

/// What a world is made of now: inertias of all links, and which vehicles are part of others.
#[derive(Clone, Copy)]
pub(crate) struct Matter<'a> {
    pub(crate) inertias: &'a [Option<Inertia>],
    pub(crate) mounted: &'a [bool],
}

impl PhaseOpening {
    fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { kinetic, potential, lowest_potential, most_work, work, numerical, unexplained } =
            self;
        archive.real("kinetic", kinetic)?;
        archive.real("potential", potential)?;
        archive.real("lowest_potential", lowest_potential)?;
        archive.real("most_work", most_work)?;
        archive.reals("work", Entity::Channel, work)?;
        archive.real("numerical", numerical)?;
        archive.real("unexplained", unexplained)
    }
}

impl Ledger {
    /// The account at the start of a run.
    pub(crate) fn open(world: &World, state: &State, kinematics: &[Kinematics]) -> Self {
        let matter = Matter { inertias: &state.inertias, mounted: &state.discrete.mounted };
        let [kinetic, potential] = energies(world, matter, |v| &kinematics[v], |_, _| ());
        let momentum = momentum(world, matter, |v| &kinematics[v]);
        let mut account = Self {
            momentum,
            opening_momentum: momentum,
            kinetic: kinetic + rotors(world, &state.continuous),
            potential,
            opening: kinetic + rotors(world, &state.continuous) + potential,
            opening_kinetic: kinetic + rotors(world, &state.continuous),
            opening_potential: potential,
            lowest_potential: potential,
            ..Self::default()
        };
        account.begin_phase();
        account
    }

    /// Opens the account of a phase.
    pub(crate) fn begin_phase(&mut self) {
        self.phase = PhaseOpening {
            kinetic: self.kinetic,
            potential: self.potential,
            lowest_potential: self.potential,
            most_work: 0.0,
            work: self.work,
            numerical: self.numerical,
            unexplained: self.unexplained(),
        };
    }

    /// What the errors of a phase are measured against (J; no less than `least`): the larger of kinetic energy
    /// plus the fall within the phase and the most work exchanged in it. And the errors: energy that nothing
    /// explains, and energy that the scheme and lifting have added, J.
    pub(crate) fn since_phase_began(&self, least: f64) -> (f64, [f64; 2]) {
        let from = &self.phase;
        let fallen = from.potential - from.lowest_potential;
        let scale = (from.kinetic + fallen).max(from.most_work).max(least);
        let lifted = Channel::Correction as usize;
        let lifted = self.work[lifted] - from.work[lifted];
        let numerical = self.numerical - from.numerical + lifted;
        (scale, [self.unexplained() - from.unexplained, numerical])
    }

    /// Brings the account to the end of a step; gives `note` the centre of mass of each vehicle that moves by
    /// itself, with what it carries.
    pub(crate) fn update<'a>(
        &mut self,
        world: &World,
        continuous: &[f64],
        matter: Matter<'_>,
        kinematics: impl Fn(usize) -> &'a Kinematics,
        note: impl FnMut(usize, Centre),
    ) {
        [self.kinetic, self.potential] = energies(world, matter, &kinematics, note);
        if world.is_staged() {
            self.momentum = momentum(world, matter, &kinematics);
            self.given_momentum.copy_from_slice(&continuous[world.layout().momentum()]);
        }
        let rotors = rotors(world, continuous);
        self.kinetic += rotors;
        let done = &continuous[world.layout().work()];
        self.work[..done.len()].copy_from_slice(done);
        self.explained = done.iter().sum();
        self.lowest_potential = self.lowest_potential.min(self.potential);
        let exchanged: f64 = done.iter().map(|w| w.abs()).sum();
        self.most_work = self.most_work.max(exchanged);
        let phase = &mut self.phase;
        phase.lowest_potential = phase.lowest_potential.min(self.potential);
        let since: f64 = done.iter().zip(&phase.work).map(|(w, before)| (w - before).abs()).sum();
        phase.most_work = phase.most_work.max(since);
    }

    pub(crate) fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self {
            kinetic,
            potential,
            work,
            explained,
            opening,
            opening_kinetic,
            opening_potential,
            lowest_potential,
            most_work,
            numerical,
            momentum,
            given_momentum,
            opening_momentum,
            numerical_momentum,
            phase,
        } = self;
        archive.real("kinetic", kinetic)?;
        archive.real("potential", potential)?;
        archive.reals("work", Entity::Channel, work)?;
        archive.real("explained", explained)?;
        archive.real("opening", opening)?;
        archive.real("opening_kinetic", opening_kinetic)?;
        archive.real("opening_potential", opening_potential)?;
        archive.real("lowest_potential", lowest_potential)?;
        archive.real("most_work", most_work)?;
        archive.real("numerical", numerical)?;
        archive.reals("momentum", Entity::Number, momentum)?;
        archive.reals("given_momentum", Entity::Number, given_momentum)?;
        archive.reals("opening_momentum", Entity::Number, opening_momentum)?;
        archive.reals("numerical_momentum", Entity::Number, numerical_momentum)?;
        archive.field("phase", |archive| phase.visit(archive))
    }

    /// Kinetic and potential energy now, J.
    pub fn mechanical(&self) -> f64 {
        self.kinetic + self.potential
    }

    /// Energy and momentum before a step whose scheme books what it adds by itself.
    pub(crate) fn before_scheme(&self) -> BeforeScheme {
        BeforeScheme { mechanical: self.mechanical(), momentum: self.momentum }
    }

    /// Books what the scheme of a step added by itself: what inertia and gravity did beyond the equations that
    /// were solved, and what elements did in them beyond the work of their own laws.
    pub(crate) fn book_scheme(&mut self, before: &BeforeScheme, terms: &SchemeTerms) {
        self.numerical += self.mechanical() - before.mechanical - terms.solved + terms.elements;
        let solved = terms.momentum.iter().flat_map(|part| part.iter());
        for (index, solved) in solved.enumerate() {
            let changed = self.momentum[index] - before.momentum[index];
            self.numerical_momentum[index] += changed - solved;
        }
    }

    /// Energy that the scheme has added to the motion, J: no more than what motion has gained beyond the work
    /// of motors, engines and commands. A scheme that gives back what a law's own work has stored adds none.
    pub(crate) fn gained_by_scheme(&self) -> f64 {
        /// Channels through which what drives a vehicle does its work.
        const DRIVING: [Channel; 7] = [
            Channel::Actuation,
            Channel::Motors,
            Channel::Thrust,
            Channel::Propellant,
            Channel::Joints,
            Channel::Aerodynamics,
            Channel::Separation,
        ];
        // Springs and limits of joints that have stored energy have given none.
        let given = |channel: &Channel| match channel {
            Channel::Joints => self.work[Channel::Joints as usize].max(0.0),
            // Wind drives; drag has given nothing.
            Channel::Aerodynamics => self.work[Channel::Aerodynamics as usize].max(0.0),
            channel => self.work[*channel as usize],
        };
        let given: f64 = DRIVING.iter().map(given).sum();
        self.numerical.min(self.mechanical() - self.opening - given).max(0.0)
    }

    /// Energy that neither a channel nor the scheme explains, J.
    pub fn unexplained(&self) -> f64 {
        self.mechanical() - self.opening - self.explained - self.numerical
    }

    /// Momentum (N s) and angular momentum about the site's origin (N m s) that no outer force, no propellant
    /// and not the scheme explains: the sizes of the two vectors. Zero where the world keeps no such account.
    pub fn unexplained_momentum(&self) -> (f64, f64) {
        sizes(|i| {
            self.momentum[i]
                - self.given_momentum[i]
                - self.opening_momentum[i]
                - self.numerical_momentum[i]
        })
    }

    /// Momentum (N s) and angular momentum about the site's origin (N m s) that the scheme itself has added: the
    /// sizes of the two vectors.
    pub fn numerical_momentum(&self) -> (f64, f64) {
        sizes(|i| self.numerical_momentum[i])
    }

    /// What the unexplained part is measured against, J: the larger of the initial energy above
    /// the lowest place reached and the most work exchanged.
    pub fn scale(&self) -> f64 {
        let fallen = self.opening_potential - self.lowest_potential;
        (self.opening_kinetic + fallen).max(self.most_work)
    }

    /// Unexplained part as a share of [`Self::scale`]; zero while nothing has happened.
    pub fn unexplained_share(&self) -> f64 {
        self.unexplained_share_above(0.0)
    }

    /// Unexplained part as a share of [`Self::scale`], or of a least energy (J) where less was turned over.
    pub(crate) fn unexplained_share_above(&self, least: f64) -> f64 {
        let scale = self.scale().max(least);
        if scale > 0.0 { self.unexplained().abs() / scale } else { 0.0 }
    }
}

/// What the equations that a step solved say of its energy.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct SchemeTerms {
    /// Change of kinetic and potential energy that forces and impulses account for as they stand in the
    /// solved equations, J: their impulses times the mean of start and end velocity.
    pub(crate) solved: f64,
    /// What elements did in the solved equations less the work of their own laws, J.
    pub(crate) elements: f64,
    /// Momentum (N s) and angular momentum about the site's origin (N m s) that forces and impulses give to
    /// all that moves freely as they stand in the solved equations.
    pub(crate) momentum: [Vector3<f64>; 2],
}

impl SchemeTerms {
    /// Adds those of what followed.
    pub(crate) fn add(&mut self, more: &Self) {
        self.solved += more.solved;
        self.elements += more.elements;
        self.add_momentum(more.momentum);
    }

    /// Adds impulses and their moment about the site's origin.
    pub(crate) fn add_momentum(&mut self, more: [Vector3<f64>; 2]) {
        self.momentum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
    }
}

/// Energy and momentum before a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BeforeScheme {
    mechanical: f64,
    momentum: [f64; 6],
}

/// Sizes of the first three and of the last three of six numbers, as vectors.
fn sizes(of: impl Fn(usize) -> f64) -> (f64, f64) {
    let size = |from: usize| (from..from + 3).map(|i| of(i).powi(2)).sum::<f64>().sqrt();
    (size(0), size(3))
}

fn energies<'a>(
    world: &World,
    matter: Matter<'_>,
    kinematics: impl Fn(usize) -> &'a Kinematics,
    mut note: impl FnMut(usize, Centre),
) -> [f64; 2] {
    let mut total = [0.0; 2];
    for vehicle in movers(matter.mounted) {
        let own = &matter.inertias[world.layout().links(vehicle)];
        let (energies, centre) = energy::mechanical(world.gravity(), own, kinematics(vehicle));
        total.iter_mut().zip(energies).for_each(|(total, own)| *total += own);
        note(vehicle, centre);
    }
    total
}

/// Vehicles that move by themselves; what they carry is part of them.
fn movers(mounted: &[bool]) -> impl Iterator<Item = usize> + '_ {
    (0..mounted.len()).filter(|&vehicle| !mounted[vehicle])
}

fn momentum<'a>(
    world: &World,
    matter: Matter<'_>,
    kinematics: impl Fn(usize) -> &'a Kinematics,
) -> [f64; 6] {
    let mut sum = [0.0; 6];
    if world.is_staged() {
        for vehicle in movers(matter.mounted).filter(|vehicle| world.is_free(*vehicle)) {
            let own = &matter.inertias[world.layout().links(vehicle)];
            let (linear, angular) = energy::momentum(own, kinematics(vehicle));
            let both = linear.iter().chain(angular.iter());
            sum.iter_mut().zip(both).for_each(|(total, part)| *total += part);
        }
    }
    sum
}

/// Kinetic energy of the motors' rotors, which turn with their joints, J.
fn rotors(world: &World, continuous: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (vehicle, owner) in world.vehicles().iter().enumerate() {
        // Only joints with a motor have a rotor.
        if owner.tree.driven().is_empty() {
            continue;
        }
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
