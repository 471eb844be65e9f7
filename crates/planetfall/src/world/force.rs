//! A force element of the world: a value that gives wrenches on links, their power, and the rates of
//! states of its own.
//!
//! Elements are pure: `apply` reads a [`ForceView`] and writes an [`Exertion`], at any stage of any method.
//! Methods that solve for their end take them at the middle of the step; an element that follows its
//! own states with a short time constant says so in `longest_stable`, by which such steps are divided.

mod external_wrench;
mod gust;

pub use external_wrench::{Axes, ExternalWrench};
pub use gust::Gust;

use super::{Channel, World, Wrench};
use crate::dynamics::energy::Centre;
use crate::dynamics::{Kinematics, Mechanics};
use crate::math::spatial::Force;
use crate::math::time::Time;
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
            Self::Custom(force) => force.name(),
        }
    }

    /// Vehicle and link of every wrench that it may exert.
    pub(crate) fn links(&self) -> Vec<(usize, usize)> {
        match self {
            Self::Gust(gust) => vec![(gust.vehicle, 0)],
            Self::ExternalWrench(wrench) => vec![(wrench.at.vehicle, wrench.at.link)],
            Self::Custom(force) => force.links(),
        }
    }

    /// How many continuous states it has.
    pub(crate) fn states(&self) -> usize {
        match self {
            Self::Gust(_) | Self::ExternalWrench(_) => 0,
            Self::Custom(force) => force.states(),
        }
    }

    /// From when to when it acts by its schedule, if it has one.
    pub(crate) fn schedule(&self) -> Option<[Time; 2]> {
        match self {
            Self::Gust(gust) => Some([gust.from, gust.until]),
            Self::ExternalWrench(wrench) => Some([wrench.from, wrench.until]),
            Self::Custom(_) => None,
        }
    }

    /// The longest step for which it is stable when taken at the middle of the step, s.
    pub(crate) fn longest_stable(&self) -> f64 {
        match self {
            Self::Gust(_) | Self::ExternalWrench(_) => f64::INFINITY,
            Self::Custom(force) => force.longest_stable(),
        }
    }

    /// Channel of the energy ledger that takes its power.
    pub(crate) fn channel(&self) -> Channel {
        match self {
            Self::Gust(_) | Self::ExternalWrench(_) | Self::Custom(_) => Channel::Actuation,
        }
    }

    pub(crate) fn apply(&self, view: &ForceView<'_>, out: &mut Exertion<'_>) {
        match self {
            Self::Gust(gust) => gust.apply(view, out),
            Self::ExternalWrench(wrench) => wrench.apply(view, out),
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
