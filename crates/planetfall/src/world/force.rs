//! A force element of the world: a value that gives wrenches on links, their power, and the rates of
//! states of its own.
//!
//! Elements are pure: `apply` reads a [`ForceView`] and writes an [`Exertion`], at any stage of any method.
//! Methods that solve for their end take them at the middle of the step; an element that follows its
//! own states with a short time constant says so in `longest_stable`, by which such steps are divided.

mod aerodynamics;
mod external_wrench;
mod flow;
mod gust;
mod parachute;

pub use aerodynamics::{AeroBody, AeroFactors, AeroModel, Aerodynamics};
pub use external_wrench::{Axes, ExternalWrench};
pub use flow::{AirFlow, Exposure};
pub use gust::Gust;
pub use parachute::Parachute;

use super::{Channel, World, Wrench};
use crate::dynamics::energy::{self, Centre};
use crate::dynamics::{Kinematics, Mechanics};
use crate::math::spatial::Force;
use crate::math::time::Time;
use crate::vehicle::aerodynamics::OutsideDatabase;
use crate::vehicle::{Anchor, Inertia};
use nalgebra::Vector3;
use std::fmt::Debug;
use std::sync::Arc;

/// What pushes on links and is not ground, joint, engine or cable, which belong to vehicles.
#[derive(Clone, Debug)]
pub enum ForceElement {
    /// A gust of wind.
    Gust(Gust),
    /// A force and a moment on a link.
    ExternalWrench(ExternalWrench),
    /// The air on a body.
    Aerodynamics(Box<Aerodynamics>),
    /// The air in a canopy.
    Parachute(Box<Parachute>),
    /// A force of the user's own.
    Custom(Arc<dyn CustomForce>),
}

impl From<Gust> for ForceElement {
    fn from(gust: Gust) -> Self {
        Self::Gust(gust)
    }
}

impl From<ExternalWrench> for ForceElement {
    fn from(wrench: ExternalWrench) -> Self {
        Self::ExternalWrench(wrench)
    }
}

impl From<Aerodynamics> for ForceElement {
    fn from(body: Aerodynamics) -> Self {
        Self::Aerodynamics(Box::new(body))
    }
}

impl From<Parachute> for ForceElement {
    fn from(parachute: Parachute) -> Self {
        Self::Parachute(Box::new(parachute))
    }
}

impl<F: CustomForce + 'static> From<Arc<F>> for ForceElement {
    fn from(force: Arc<F>) -> Self {
        Self::Custom(force)
    }
}

/// A force element of the user's own crate.
///
/// Air that holds a body back with the square of its speed, at a point of a link:
///
/// ```
/// use planetfall::forces::{CustomForce, Exertion, ForceView};
/// use planetfall::vehicle::Anchor;
///
/// #[derive(Debug)]
/// struct Drag {
///     at: Anchor,
///     /// ½ ρ c_D A, kg/m.
///     coefficient: f64,
/// }
///
/// impl CustomForce for Drag {
///     fn name(&self) -> &str {
///         "drag"
///     }
///
///     fn links(&self) -> Vec<(usize, usize)> {
///         vec![(self.at.vehicle, self.at.link)]
///     }
///
///     fn apply(&self, view: &ForceView<'_>, out: &mut Exertion<'_>) {
///         let (_, velocity) = view.point(&self.at);
///         out.force_at(&self.at, -self.coefficient * velocity.norm() * velocity);
///     }
/// }
/// ```
///
/// `World::with_force(Arc::new(drag))` then has it act, by every method.
pub trait CustomForce: Debug + Send + Sync {
    /// Unique name, for messages.
    fn name(&self) -> &str;

    /// Vehicle and link of every wrench that it may exert, by their indices.
    fn links(&self) -> Vec<(usize, usize)>;

    /// How many continuous states it has. They start at zero; one of rate 1 is a clock.
    fn states(&self) -> usize {
        0
    }

    /// Wrenches on links, and the rates of its states. Must be a pure function of what it sees.
    fn apply(&self, view: &ForceView<'_>, out: &mut Exertion<'_>);

    /// The longest step for which it is stable when taken at the middle of the step, s.
    fn longest_stable(&self) -> f64 {
        f64::INFINITY
    }
}

impl ForceElement {
    /// What it is called in messages.
    pub fn name(&self) -> &str {
        match self {
            Self::Gust(_) => "gust",
            Self::ExternalWrench(wrench) => &wrench.name,
            Self::Aerodynamics(body) => &body.name,
            Self::Parachute(one) => &one.name,
            Self::Custom(force) => force.name(),
        }
    }

    /// Vehicle and link of every wrench that it may exert.
    pub(crate) fn links(&self) -> Vec<(usize, usize)> {
        match self {
            Self::Gust(gust) => vec![(gust.vehicle, 0)],
            Self::ExternalWrench(wrench) => vec![(wrench.at.vehicle, wrench.at.link)],
            Self::Aerodynamics(body) => vec![(body.at.vehicle, body.at.link)],
            Self::Parachute(one) => vec![(one.at.vehicle, one.at.link)],
            Self::Custom(force) => force.links(),
        }
    }

    /// Cables that it looks at, by their indices.
    pub(crate) fn cables(&self) -> &[usize] {
        match self {
            Self::Parachute(one) => &one.riser,
            Self::Gust(_) | Self::ExternalWrench(_) | Self::Aerodynamics(_) | Self::Custom(_) => {
                &[]
            }
        }
    }

    /// The vehicle whose being carried decides whether it is in the air stream.
    pub(crate) fn exposing(&self) -> Option<usize> {
        match self {
            Self::Aerodynamics(body) => body.exposure.vehicle(),
            Self::Gust(_) | Self::ExternalWrench(_) | Self::Parachute(_) | Self::Custom(_) => None,
        }
    }

    /// How many continuous states it has.
    pub(crate) fn states(&self) -> usize {
        match self {
            Self::Gust(_) | Self::ExternalWrench(_) | Self::Aerodynamics(_) => 0,
            Self::Parachute(_) => Parachute::STATES,
            Self::Custom(force) => force.states(),
        }
    }

    /// From when to when it acts by its schedule, if it has one.
    pub(crate) fn schedule(&self) -> Option<[Time; 2]> {
        match self {
            Self::Gust(gust) => Some([gust.from, gust.until]),
            Self::ExternalWrench(wrench) => Some([wrench.from, wrench.until]),
            Self::Aerodynamics(_) | Self::Parachute(_) | Self::Custom(_) => None,
        }
    }

    /// The longest step for which it is stable when taken at the middle of the step, s.
    pub(crate) fn longest_stable(&self) -> f64 {
        match self {
            Self::Gust(_)
            | Self::ExternalWrench(_)
            | Self::Aerodynamics(_)
            | Self::Parachute(_) => f64::INFINITY,
            Self::Custom(force) => force.longest_stable(),
        }
    }

    /// Channel of the energy ledger that takes its power.
    pub(crate) fn channel(&self) -> Channel {
        match self {
            Self::Gust(_) | Self::ExternalWrench(_) | Self::Custom(_) => Channel::Actuation,
            Self::Aerodynamics(_) | Self::Parachute(_) => Channel::Aerodynamics,
        }
    }

    pub(crate) fn apply(&self, view: &ForceView<'_>, out: &mut Exertion<'_>) {
        match self {
            Self::Gust(gust) => gust.apply(view, out),
            Self::ExternalWrench(wrench) => wrench.apply(view, out),
            Self::Aerodynamics(body) => body.apply(view, out),
            Self::Parachute(one) => one.apply(view, out),
            Self::Custom(force) => force.apply(view, out),
        }
    }
}

/// A wrench of a force element on a link, about its vehicle's anchor in site axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Push {
    pub(crate) channel: Channel,
    pub(crate) vehicle: usize,
    pub(crate) link: usize,
    pub(crate) wrench: Force,
    /// W, at the velocities at which it was applied.
    pub(crate) power: f64,
}

/// A flight condition outside a database, and whose it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct OutsideNote {
    /// Index of the force element.
    pub(crate) element: usize,
    pub(crate) outside: OutsideDatabase,
}

/// What a force element sees of the world as it is posed.
#[derive(Clone, Copy, Debug)]
pub struct ForceView<'a> {
    pub(crate) world: &'a World,
    pub(crate) continuous: &'a [f64],
    /// Of the links of all vehicles as they were at the start of the step.
    pub(crate) inertias: &'a [Option<Inertia>],
    pub(crate) vehicles: &'a [Mechanics],
    pub(crate) acts: bool,
    pub(crate) command: &'a Wrench,
    pub(crate) index: usize,
    pub(crate) seconds: f64,
    /// Whether each vehicle is carried.
    pub(crate) mounted: &'a [bool],
}

impl<'a> ForceView<'a> {
    /// Constants of the run.
    pub fn world(&self) -> &'a World {
        self.world
    }

    /// The instant of the evaluation, s since the start of the run: within a step that of the stage.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Motion of a vehicle's links.
    pub fn kinematics(&self, vehicle: usize) -> &'a Kinematics {
        &self.vehicles[vehicle].kinematics
    }

    /// A point of a link in the site frame (m) and its velocity (m/s, site axes).
    pub fn point(&self, at: &Anchor) -> (Vector3<f64>, Vector3<f64>) {
        let kinematics = self.kinematics(at.vehicle);
        let (place, velocity) = kinematics.links[at.link].point(&at.point);
        (kinematics.anchor + place, velocity)
    }

    /// Centre of mass of a vehicle with its propellant, without what it carries.
    pub fn centre_of_mass(&self, vehicle: usize) -> Centre {
        let kinematics = self.kinematics(vehicle);
        self.world.own_centre(self.inertias, self.continuous, (vehicle, kinematics))
    }

    /// Centre of mass of all that moves with a vehicle: of what carries it in the end, with all that is
    /// carried and the propellant left.
    pub fn moving_centre(&self, vehicle: usize) -> Centre {
        let mut mover = vehicle;
        while let (true, Some(mount)) = (self.mounted[mover], &self.world.mounts()[mover]) {
            mover = mount.carrier;
        }
        let own = &self.vehicles[mover];
        let held = &self.inertias[self.world.layout().links(mover)];
        let held = (!self.world.changes(mover)).then_some(held);
        energy::centre_of_mass(own.inertias(held), &own.kinematics)
    }

    /// What a point (site frame, m) that moves with a velocity (m/s) meets of the air now.
    pub fn flow(&self, position: &Vector3<f64>, velocity: &Vector3<f64>) -> AirFlow {
        AirFlow::at(self.world, position, velocity, self.seconds)
    }

    /// Whether a vehicle is carried by another.
    pub fn is_carried(&self, vehicle: usize) -> bool {
        self.mounted[vehicle]
    }

    /// Distance between the ends of a cable beyond the length that is out, m; negative where it is slack.
    pub fn stretch(&self, cable: usize) -> f64 {
        let ends = &self.world.cables()[cable];
        let apart = self.point(&ends.to).0 - self.point(&ends.from).0;
        apart.norm() - self.continuous[self.world.layout().lengths().start + cable]
    }

    /// The element's own states.
    pub fn states(&self) -> &'a [f64] {
        &self.continuous[self.world.layout().force_states(self.index)]
    }

    /// Whether the element's schedule has it act now.
    pub fn acts(&self) -> bool {
        self.acts
    }

    /// What a controller or an outside program commands of the element, in its axes.
    pub fn command(&self) -> &'a Wrench {
        self.command
    }
}

/// What a force element gives.
#[derive(Debug)]
pub struct Exertion<'a> {
    pub(crate) view: ForceView<'a>,
    pub(crate) channel: Channel,
    pub(crate) pushes: &'a mut Vec<Push>,
    pub(crate) outside: &'a mut Option<OutsideNote>,
    /// Rates of the element's own states, which are zero until they are set.
    pub rates: &'a mut [f64],
}

impl Exertion<'_> {
    /// A force (N, site axes) at a point of a link.
    pub fn force_at(&mut self, at: &Anchor, force: Vector3<f64>) {
        let link = &self.view.kinematics(at.vehicle).links[at.link];
        let place = link.position + link.rotation * at.point;
        self.wrench((at.vehicle, at.link), Force::at(force, &place));
    }

    /// Ends the run: its database does not cover what is flown.
    pub(super) fn report(&mut self, outside: OutsideDatabase) {
        self.outside.get_or_insert(OutsideNote { element: self.view.index, outside });
    }

    /// A moment (N m, site axes) on a link.
    pub fn moment(&mut self, link: (usize, usize), moment: Vector3<f64>) {
        self.wrench(link, Force { moment, force: Vector3::zeros() });
    }

    /// A wrench on a link of a vehicle, about the vehicle's anchor in site axes.
    pub(super) fn wrench(&mut self, (vehicle, link): (usize, usize), wrench: Force) {
        let power = self.view.kinematics(vehicle).links[link].twist.dot(&wrench);
        self.wrench_of_power((vehicle, link), wrench, power);
    }

    /// A wrench whose power (W) is known.
    pub(super) fn wrench_of_power(
        &mut self,
        (vehicle, link): (usize, usize),
        wrench: Force,
        power: f64,
    ) {
        self.pushes.push(Push { channel: self.channel, vehicle, link, wrench, power });
    }
}
