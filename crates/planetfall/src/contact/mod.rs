//! Where vehicle and ground meet.
//!
//! Two families of ground models share the step, not the force. The *compliant* family (this
//! module so far) gives a force from kinematics and the ground's memory: evaluating it is pure and
//! may happen any number of times in a step; memory changes only in [`GroundLaw::commit`], once,
//! with what the accepted end of the step says. The *nonsmooth* family ([`cone`]) has impulses that
//! are unknowns of the step itself: its laws only say what holds at the end of it, and the step finds
//! them by solving a [`nonsmooth`] problem. Explicit methods cannot step it.

pub mod bekker;
pub mod compliant;
pub mod cone;
pub mod geometry;
pub mod nonsmooth;
pub mod sample_point;
pub mod soil;
pub mod step_force;
pub mod wheel_soil;

use crate::terrain::Facet;
use compliant::MarkerLaw;
use cone::ConeLaw;
use nalgebra::Vector3;
use std::fmt::Debug;
use std::sync::Arc;

/// A contact point as the ground sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Distance from the surface along the normal, m; negative inside the ground.
    pub gap: f64,
    /// Unit normal, ground to vehicle.
    pub normal: Vector3<f64>,
    /// Which piece of the surface.
    pub facet: Facet,
    /// The point in the site frame, m.
    pub point: Vector3<f64>,
    /// Velocity of the point against the ground, site axes, m/s.
    pub velocity: Vector3<f64>,
}

impl Touch {
    /// Rate of the gap, m/s (eq. 3 of the POST2 paper).
    #[inline]
    pub fn gap_rate(&self) -> f64 {
        self.velocity.dot(&self.normal)
    }

    /// The part of the velocity along the surface, m/s (eq. 5).
    #[inline]
    pub fn sliding(&self) -> Vector3<f64> {
        self.velocity - self.normal * self.gap_rate()
    }
}

/// Force of the ground on a contact point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Load {
    /// Along the normal, N; positive pushes the vehicle off the ground.
    pub normal_force: f64,
    /// Along the surface, site axes, N.
    pub friction: Vector3<f64>,
}

impl Load {
    /// No contact.
    pub const NONE: Self = Self { normal_force: 0.0, friction: Vector3::new(0.0, 0.0, 0.0) };

    /// A share of it.
    #[inline]
    pub fn times(&self, share: f64) -> Self {
        Self { normal_force: self.normal_force * share, friction: self.friction * share }
    }

    /// The whole force in site axes, N.
    #[inline]
    pub fn force(&self, normal: &Vector3<f64>) -> Vector3<f64> {
        normal * self.normal_force + self.friction
    }
}

/// The law by which the ground answers a contact point.
#[derive(Clone, Debug)]
pub enum GroundLaw {
    /// POST2's spring-damper with classical or resting Coulomb friction.
    Marker(MarkerLaw),
    /// Unknowns of the step: rigid ground, or ground that yields inside the cone problem.
    Cone(Arc<ConeLaw>),
    /// A law of the user's own.
    Custom(Arc<dyn CustomGround>),
}

impl From<MarkerLaw> for GroundLaw {
    fn from(law: MarkerLaw) -> Self {
        Self::Marker(law)
    }
}

impl From<ConeLaw> for GroundLaw {
    fn from(law: ConeLaw) -> Self {
        Self::Cone(Arc::new(law))
    }
}

impl<L: CustomGround + 'static> From<Arc<L>> for GroundLaw {
    fn from(law: Arc<L>) -> Self {
        Self::Custom(law)
    }
}

/// A compliant ground law of the user's own crate.
///
/// `internals` are continuous states integrated with the step (their rates are returned through
/// `rates`); `memory` is what only a commit may change. Both live in the run's state as plain
/// numbers, so that cloning the state is a checkpoint.
pub trait CustomGround: Debug + Send + Sync {
    /// How many continuous states each contact has.
    fn internals(&self) -> usize {
        0
    }

    /// How many numbers of memory each contact has.
    fn memory(&self) -> usize {
        0
    }

    /// The force, the rates of the internals and the increment that a commit would take. Must be a
    /// pure function of its inputs.
    fn evaluate(
        &self,
        touch: &Touch,
        internals: &[f64],
        memory: &[f64],
        rates: &mut [f64],
        increment: &mut [f64],
    ) -> Load;

    /// Take the increment of the accepted end of a step into internals and memory.
    fn commit(&self, touch: &Touch, internals: &mut [f64], memory: &mut [f64], increment: &[f64]) {
        let _ = (touch, internals, memory, increment);
    }

    /// Whether a touch that carries this load slips over the ground, for records and pictures. A
    /// law that does not say is taken to stick.
    fn slips(&self, touch: &Touch, load: &Load) -> bool {
        let _ = (touch, load);
        false
    }
}

impl GroundLaw {
    /// Number of continuous states of one contact.
    pub fn internals(&self) -> usize {
        match self {
            Self::Marker(law) => law.internals(),
            Self::Cone(_) => 0,
            Self::Custom(law) => law.internals(),
        }
    }

    /// Numbers of memory of one contact.
    pub fn memory(&self) -> usize {
        match self {
            Self::Marker(_) => 0,
            // What it carried in the last step: normal force and friction.
            Self::Cone(_) => 4,
            Self::Custom(law) => law.memory(),
        }
    }

    /// The force on a touch; pure. Rates and increment are written, nothing else.
    #[inline(always)]
    pub fn evaluate(
        &self,
        touch: &Touch,
        internals: &[f64],
        memory: &[f64],
        rates: &mut [f64],
        increment: &mut [f64],
    ) -> Load {
        match self {
            Self::Marker(law) => law.evaluate(touch, internals, rates),
            other => other.evaluate_otherwise(touch, internals, memory, rates, increment),
        }
    }

    /// The rest of it, out of the way of the common case.
    #[inline(never)]
    fn evaluate_otherwise(
        &self,
        touch: &Touch,
        internals: &[f64],
        memory: &[f64],
        rates: &mut [f64],
        increment: &mut [f64],
    ) -> Load {
        match self {
            Self::Custom(law) => law.evaluate(touch, internals, memory, rates, increment),
            _ => Load::NONE,
        }
    }

    /// Take the accepted end of a step into internals and memory.
    pub fn commit(
        &self,
        touch: &Touch,
        load: &Load,
        internals: &mut [f64],
        memory: &mut [f64],
        increment: &[f64],
    ) {
        match self {
            Self::Marker(law) => law.commit(touch, load, internals),
            Self::Cone(_) => {
                let Load { normal_force, friction } = load;
                memory.copy_from_slice(&[*normal_force, friction.x, friction.y, friction.z]);
            }
            Self::Custom(law) => law.commit(touch, internals, memory, increment),
        }
    }

    /// Whether a touch that carries this load, or a share of it, slips over the ground: what the
    /// law itself calls slipping.
    pub fn slips(&self, touch: &Touch, load: &Load) -> bool {
        match self {
            Self::Marker(law) => law.slips(touch, load),
            Self::Cone(law) => {
                let most = law.friction * load.normal_force;
                most > 0.0 && load.friction.norm() > (1.0 - 1e-6) * most
            }
            Self::Custom(law) => law.slips(touch, load),
        }
    }

    /// The law of the cone problem, if it is one.
    #[inline]
    pub fn cone(&self) -> Option<&ConeLaw> {
        match self {
            Self::Cone(law) => Some(law),
            _ => None,
        }
    }
}
