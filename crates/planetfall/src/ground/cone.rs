//! Ground of the cone problem: what its laws demand of a contact in one step, by one interface.
//!
//! A row of the problem is u + R r + b with a coefficient of friction. Rigid ground has R = 0 and Newton's impact
//! law, a curve of force over depth has R and b from its slope (`ground/compliant/`). Any other law that gives way
//! makes its conditions in its own folder and is a variant of [`LawConditions`]; rows, detection, account and memory
//! of the step know only the methods here.

use super::wheel::{LastDrawn, WheelConditions, WheelGround, WheelMotion};
use super::{CompliantGround, ConeGround, GroundMemory, RigidGround, WheelMemory};
use crate::math::noise::Key;
use nalgebra::{Matrix3, Vector3};
use std::sync::Arc;

/// What ground demands of a contact.
pub(crate) enum ConeConditions<'a> {
    /// Nothing gives way.
    Rigid(&'a RigidGround),
    /// A curve of force over depth, of which each of several points of a shape has a share.
    Curve(&'a CompliantGround),
    /// A law with conditions of its own.
    Law(Box<LawConditions>),
}

/// Conditions of a law of its own under one contact in one step.
#[derive(Clone, Debug)]
pub(crate) enum LawConditions {
    /// Soil under a wheel.
    Wheel(WheelConditions),
}

/// Conditions that no contact has now, boxed as rows have them: they go back and forth without being moved.
pub(crate) type SpareLaws = Vec<Box<LawConditions>>;

/// What a law is given of a contact at the start of a step.
pub(crate) struct ContactStart<'a> {
    /// Names the contact from step to step.
    pub(crate) key: u64,
    /// Unit normal.
    pub(crate) normal: Vector3<f64>,
    /// Of the step, s.
    pub(crate) h: f64,
    /// How its contactor goes over the ground, and the speed of its rim against the hub, m/s.
    pub(crate) course: WheelMotion,
    pub(crate) rim: f64,
    /// What the ground remembers of the contactor, of all contacts, and their impulses in the last step.
    pub(crate) tread: Option<&'a WheelMemory>,
    /// Stream of the soil's strength under the contactor.
    pub(crate) noise: Option<Key>,
    pub(crate) memory: &'a GroundMemory,
    pub(crate) reactions: &'a [(u64, [f64; 3])],
    /// The last number drawn for it.
    pub(crate) drawn: &'a mut LastDrawn,
}

/// A contact in a step, as its law sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContactStep {
    /// s
    pub(crate) h: f64,
    /// At the start, m.
    pub(crate) gap: f64,
    /// Velocity at the start: along the normal and both tangents, m/s.
    pub(crate) before: Vector3<f64>,
}

/// What became of a contact in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContactDisplacement {
    /// By how much its gap changed, m.
    pub(crate) change: f64,
    /// By how much it moved along the surface, site axes, m.
    pub(crate) moved: Vector3<f64>,
    /// What the ground bears along its surface, N.
    pub(crate) strength: f64,
}

impl<'a> ConeGround<'a> {
    /// Conditions of its own under no contact yet, if it has any beyond cone and curve.
    pub(crate) fn own_conditions(&self) -> Option<LawConditions> {
        match self {
            Self::Rigid(_) | Self::Compliant(_) => None,
            Self::Wheel(ground) => Some(LawConditions::of(ground)),
        }
    }

    /// Its conditions under a contact; what a law of its own needs of the contact is asked for only then. Such
    /// conditions are large, and take the place of spare ones.
    pub(crate) fn conditions<'s>(
        &self,
        start: impl FnOnce() -> ContactStart<'s>,
        spare: &mut SpareLaws,
    ) -> ConeConditions<'a> {
        match *self {
            Self::Rigid(ground) => ConeConditions::Rigid(ground),
            Self::Compliant(ground) => ConeConditions::Curve(ground),
            Self::Wheel(ground) => {
                let mut law = spare.pop().unwrap_or_else(|| Box::new(LawConditions::of(ground)));
                match &mut *law {
                    LawConditions::Wheel(wheel) => wheel.restart(ground, start()),
                }
                ConeConditions::Law(law)
            }
        }
    }
}

impl LawConditions {
    /// Of a wheel's soil, under no contact yet.
    pub(crate) fn of(ground: &Arc<WheelGround>) -> Self {
        Self::Wheel(WheelConditions::new(ground))
    }

    /// Coefficient of friction.
    #[inline]
    pub(crate) fn friction(&self) -> f64 {
        match self {
            Self::Wheel(wheel) => wheel.friction(),
        }
    }

    /// Whether the impulse follows from the velocity at the end alone, along the surface too (R > 0): then the law
    /// can be part of the mass matrix.
    #[inline]
    pub(crate) fn follows_velocity(&self) -> bool {
        match self {
            Self::Wheel(_) => true,
        }
    }

    /// Expects an approach (m/s) at the end, about which it is linearised first.
    #[inline]
    pub(crate) fn expect(&mut self, approach: f64) {
        match self {
            Self::Wheel(wheel) => wheel.expect(approach),
        }
    }

    /// Takes a step of second order, for a contact that 1 N along the normal and along the surface accelerates by
    /// mobilities (m/s²).
    #[inline]
    pub(crate) fn take_second_order(&mut self, step: &ContactStep, inverse_mass: [f64; 2]) {
        match self {
            Self::Wheel(wheel) => wheel.take_second_order(step, inverse_mass),
        }
    }

    /// R and b.
    #[inline]
    pub(crate) fn conditions(
        &self,
        step: &ContactStep,
        frame: &Matrix3<f64>,
    ) -> (Vector3<f64>, Vector3<f64>) {
        match self {
            Self::Wheel(wheel) => wheel.conditions(step, frame),
        }
    }

    /// Whether the step's end, with a velocity along the normal (m/s) and an impulse (N s), is where it was
    /// linearised; linearises it there if not.
    #[inline]
    pub(crate) fn is_settled(
        &mut self,
        step: &ContactStep,
        end: f64,
        impulse: &Vector3<f64>,
    ) -> bool {
        match self {
            Self::Wheel(wheel) => wheel.is_settled(step, end, impulse),
        }
    }

    /// Whether friction that has changed since has the same answer: the contact sticks under both.
    #[inline]
    pub(crate) fn sticks(&self) -> bool {
        match self {
            Self::Wheel(wheel) => wheel.sticks,
        }
    }

    /// Takes the end of a step in which the ground gave a mean force (N) along its surface, sticking or not, and
    /// its contact moved; returns the work of the law itself along the normal and along the surface, J.
    #[inline]
    pub(crate) fn finish(
        &mut self,
        step: &ContactStep,
        held: (&Vector3<f64>, bool),
        displacement: &ContactDisplacement,
    ) -> [f64; 2] {
        match self {
            Self::Wheel(wheel) => wheel.finish(step, held, displacement),
        }
    }

    /// Deflection that the step leaves, site axes, m.
    pub(crate) fn left(&self) -> Vector3<f64> {
        match self {
            Self::Wheel(wheel) => wheel.left(),
        }
    }

    /// Unit vector ahead.
    pub(crate) fn ahead(&self) -> Vector3<f64> {
        match self {
            Self::Wheel(wheel) => wheel.ahead(),
        }
    }

    /// What holds a rolling wheel back under the load (N) that it last carried, N.
    pub(crate) fn resistance(&self, load: f64) -> Option<f64> {
        match self {
            Self::Wheel(wheel) => wheel.resistance(load),
        }
    }

    /// Depth to which its contactor sinks in under a load (N), m.
    pub(crate) fn sinkage(&self, load: f64) -> f64 {
        match self {
            Self::Wheel(wheel) => wheel.sinkage(load),
        }
    }

    /// Takes on how its contactor has rolled in a step.
    pub(crate) fn roll(&self, tread: &mut WheelMemory, h: f64) {
        match self {
            Self::Wheel(wheel) => wheel.roll(tread, h),
        }
    }
}
