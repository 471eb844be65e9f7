//! What pushes and is not ground, as it acts on vehicles as they are posed.
//!
//! Every stepping method takes this one list, in this order:
//!
//! | element | file | on | ledger channel | states of its own |
//! |---|---|---|---|---|
//! | gravity | `environment/gravity.rs` | every link | none: it is potential energy | |
//! | commanded wrench | `world/command.rs` | root of a vehicle | `actuation` | |
//! | joint springs, dampers, friction, limits, motors | `vehicle/joint.rs` | joints | `joints`, `motors` | lag, crush |
//! | engines and tanks | `engine` | links | `thrust`, `propellant` | thrust, propellant |
//! | elements of the world, in the order in which they were added: | `element` | | | |
//! | gusts | `world/force/gust` | centre of mass | `actuation` | |
//! | external wrenches | `world/force/external_wrench` | a point of a link | `actuation` | |
//! | aerodynamics | `world/force/aerodynamics` | a link | `aerodynamics` | |
//! | parachutes | `world/force/parachute` | a canopy | `aerodynamics` | filling, time since line stretch |
//! | forces of one's own ([`CustomForce`]) | | links | `actuation` | any |
//! | cables | `cable` | points of two links | `cables` | unstretched length |
//!
//! An element gives wrenches on links, its power into a channel, the rates of its own states, and,
//! where it is stiff, derivatives. Explicit methods evaluate the whole list at each stage
//! (`AppliedForces::apply_forces`). Methods that find impulses take what is not stiff (engines, gusts,
//! wrenches) at the middle of the step (`AppliedForces::apply_free_forces`), which is of second order;
//! joints and cables, which can be, enter the step's own equations: joints by their tangents, cables as
//! compliant rows that couple both trees in one problem (`stepping/cone`).
//!
//! To add an element: its file in `world/force/` with its parameters and `apply`, and a variant of
//! [`ForceElement`] (`world/force.rs`), whose matches ask for its states, schedule, channel and stability bound.

mod cable;
mod element;
mod engine;
mod gathering;
mod posing;

pub use crate::world::{
    AeroBody, AeroFactors, AeroModel, Aerodynamics, AirFlow, Axes, CustomForce, Exertion, Exposure,
    ExternalWrench, ForceElement, ForceView, Gust, Parachute,
};
pub(crate) use cable::{CableSpan, joins};
pub(crate) use gathering::JointMotion;

use crate::dynamics::{Mechanics, energy};
use crate::math::spatial::Force;
use crate::state::{State, staging};
use crate::vehicle::Pull;
use crate::world::{Channel, OutsideNote, Push, SMOOTH_CHANNELS, World};
use nalgebra::Vector3;

/// Vehicles as they are posed, what pushes on them, and the rates of all that changes.
#[derive(Clone, Debug)]
pub(crate) struct AppliedForces {
    /// Of the continuous state.
    pub(crate) rates: Vec<f64>,
    pub(crate) vehicles: Vec<Mechanics>,
    pub(crate) thrusts: Vec<f64>,
    pub(crate) pulls: Vec<Pull>,
    /// Force of each cable on its lower end, site axes.
    pub(crate) cable_forces: Vec<Vector3<f64>>,
    /// Wrenches of force elements that are not stiff, as last applied.
    pub(crate) pushes: Vec<Push>,
    /// Whether the latter are kept.
    pub(crate) notes_pushes: bool,
    /// Power of the propellant that leaves, as last applied, W.
    pub(crate) propellant_power: f64,
    /// What leaving propellant takes along of momentum and angular momentum, as last applied, per second.
    pub(crate) taken: [Vector3<f64>; 2],
    /// A flight condition that an element's database did not cover when it was last applied.
    pub(crate) outside: Option<OutsideNote>,
    /// The instant at which elements are applied, s since the start of the run: that of an evaluation,
    pub(crate) seconds: f64,
    /// and how much later its stage of a step is.
    pub(crate) stage_delay: f64,
}

impl AppliedForces {
    pub(crate) fn new(world: &World) -> Self {
        Self {
            rates: vec![0.0; world.layout().len()],
            vehicles: world.vehicles().iter().map(|v| Mechanics::new(&v.tree)).collect(),
            thrusts: vec![0.0; world.layout().all_engines()],
            pulls: vec![Pull::default(); world.cables().len()],
            cable_forces: vec![Vector3::zeros(); world.cables().len()],
            pushes: Vec::with_capacity(
                world.layout().all_engines() + world.forces().len() + world.vehicles().len(),
            ),
            notes_pushes: false,
            propellant_power: 0.0,
            taken: [Vector3::zeros(); 2],
            outside: None,
            seconds: 0.0,
            stage_delay: 0.0,
        }
    }

    /// Forces of all elements beyond gravity, commands and joints; then those on carried parts go to
    /// their carriers.
    pub(crate) fn apply_forces(
        &mut self,
        world: &World,
        state: &State,
        continuous: &[f64],
        work: &mut [f64; SMOOTH_CHANNELS],
    ) {
        self.notes_pushes = false;
        let taken = self.apply_non_stiff(world, state, continuous, work);
        self.taken = taken;
        self.apply_cables(world, state, continuous, work);
        self.hand_to_carriers(world, state);
        self.account_momentum(world, state, taken);
    }

    /// Forces on all vehicles that no joint, cable or ground gives, at a configuration: gravity, commands
    /// and all elements that are not stiff. What each of them exerts stays in `pushes`, by which the
    /// step's work is found once its end is known. Returns what leaving propellant takes along of momentum
    /// and angular momentum, per second. The configuration is one so many seconds (`delay`) after the state.
    pub(crate) fn apply_free_forces(
        &mut self,
        world: &World,
        state: &State,
        continuous: &[f64],
        delay: f64,
    ) -> [Vector3<f64>; 2] {
        (self.seconds, self.stage_delay) = (state.time.seconds() + delay, 0.0);
        let mut work = [0.0; SMOOTH_CHANNELS];
        self.pushes.clear();
        self.notes_pushes = true;
        self.pose_staged(world, state, continuous);
        for vehicle in 0..world.vehicles().len() {
            self.vehicles[vehicle].gather(world, state, vehicle, &mut work);
            self.note_command(state, vehicle);
        }
        let taken = self.apply_non_stiff(world, state, continuous, &mut work);
        self.propellant_power = work[Channel::Propellant as usize];
        self.hand_to_carriers(world, state);
        taken
    }

    /// Power (W) of the forces as they were last applied, gravity apart, on vehicles that move with the
    /// velocities of a configuration.
    pub(crate) fn free_power(&mut self, world: &World, state: &State, continuous: &[f64]) -> f64 {
        self.pose_staged(world, state, continuous);
        let mut power = 0.0;
        for vehicle in 0..world.vehicles().len() {
            if staging::is_carried(state, vehicle) {
                continue;
            }
            let own = &self.vehicles[vehicle];
            let pairs = own.kinematics.links.iter().zip(&own.external);
            power += pairs.map(|(link, force)| link.twist.dot(force)).sum::<f64>();
            let inertias = own.inertias(state.held_inertias(world, vehicle));
            power -= energy::gravity_power(world.gravity(), inertias, &own.kinematics);
        }
        power
    }

    /// The elements that are not stiff, in their order.
    fn apply_non_stiff(
        &mut self,
        world: &World,
        state: &State,
        continuous: &[f64],
        work: &mut [f64; SMOOTH_CHANNELS],
    ) -> [Vector3<f64>; 2] {
        let mut taken = [Vector3::zeros(); 2];
        self.outside = None;
        for vehicle in 0..world.vehicles().len() {
            self.apply_engines(world, state, continuous, vehicle, work, &mut taken);
        }
        self.apply_elements(world, state, continuous, work);
        taken
    }

    /// Puts an engine's wrench on its link and its power into the ledger.
    #[inline]
    fn thrust_on(
        &mut self,
        (vehicle, link): (usize, usize),
        wrench: Force,
        work: &mut [f64; SMOOTH_CHANNELS],
    ) {
        let own = &mut self.vehicles[vehicle];
        let power = own.kinematics.links[link].twist.dot(&wrench);
        work[Channel::Thrust as usize] += power;
        own.external[link] += wrench;
        self.note(Push { channel: Channel::Thrust, vehicle, link, wrench, power });
    }

    /// Keeps a wrench for the account of a step whose end is not known yet.
    #[inline]
    fn note(&mut self, push: Push) {
        if self.notes_pushes {
            self.pushes.push(push);
        }
    }

    /// Notes the commanded wrench, which `gather` has put on the root.
    fn note_command(&mut self, state: &State, vehicle: usize) {
        let command = &state.command.wrenches[vehicle];
        if *command == Default::default() || staging::is_carried(state, vehicle) {
            return;
        }
        let root = &self.vehicles[vehicle].kinematics.links[0].rotation;
        let wrench = Force { moment: root * command.torque, force: root * command.force };
        let power = self.vehicles[vehicle].kinematics.links[0].twist.dot(&wrench);
        self.note(Push { channel: Channel::Actuation, vehicle, link: 0, wrench, power });
    }

    /// Hands the forces on carried parts to what carries them.
    fn hand_to_carriers(&mut self, world: &World, state: &State) {
        for &part in world.outward().iter().rev() {
            if let (true, Some(mount)) = (staging::is_carried(state, part), &world.mounts()[part]) {
                let from = self.vehicles[part].kinematics.anchor;
                let to = self.vehicles[mount.carrier].kinematics.anchor;
                let sum = self.total_force(part);
                self.vehicles[mount.carrier].external[mount.link] +=
                    staging::shifted(&sum, &from, &to);
            }
        }
    }

    pub(crate) fn total_force(&self, vehicle: usize) -> Force {
        let mut sum = Force::default();
        self.vehicles[vehicle].external.iter().for_each(|force| sum += *force);
        sum
    }

    /// Impulse rates of all outer forces, and of the propellant that left (`taken`, linear and
    /// angular).
    fn account_momentum(&mut self, world: &World, state: &State, taken: [Vector3<f64>; 2]) {
        if !world.is_staged() {
            return;
        }
        let [linear, angular] = self.outer_forces(world, state, taken);
        let start = world.layout().momentum().start;
        self.rates[start..start + 3].copy_from_slice(linear.as_slice());
        self.rates[start + 3..start + 6].copy_from_slice(angular.as_slice());
    }

    /// Sum of the forces on all that moves freely and of what propellant took (`taken`), and their
    /// moment about the site's origin.
    pub(crate) fn outer_forces(
        &self,
        world: &World,
        state: &State,
        taken: [Vector3<f64>; 2],
    ) -> [Vector3<f64>; 2] {
        let [mut linear, mut angular] = taken;
        for vehicle in 0..world.vehicles().len() {
            // What stands fast takes up any force: only what moves freely has an account.
            if !staging::is_carried(state, vehicle) && world.is_free(vehicle) {
                let sum = self.total_force(vehicle);
                linear += sum.force;
                let anchor = self.vehicles[vehicle].kinematics.anchor;
                angular += sum.moment + anchor.cross(&sum.force);
            }
        }
        [linear, angular]
    }
}
