//! A ground law of the user's own crate: `examples/own-ground` has one.

use super::{GroundFormulation, KindText};
use crate::contact::{Contact, Load};
use std::fmt::Debug;

/// Name and words for files and documents.
pub(super) const KIND: KindText = KindText {
    name: "custom",
    title: "A law of one's own",
    meaning: "a law of one's own (`CustomGround`)",
    formulation: GroundFormulation::Force,
};

/// How such ground holds a point sideways while a vehicle is settled, N/m: the law says nothing of it.
/// Chosen: a rover of 1 kN that leans on it moves by a centimetre at most.
pub(super) const SIDEWAYS_STIFFNESS: f64 = 1e5;

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
        touch: &Contact,
        internals: &[f64],
        memory: &[f64],
        rates: &mut [f64],
        increment: &mut [f64],
    ) -> Load;

    /// Take the increment of the accepted end of a step into internals and memory.
    fn commit(
        &self,
        touch: &Contact,
        internals: &mut [f64],
        memory: &mut [f64],
        increment: &[f64],
    ) {
        let _ = (touch, internals, memory, increment);
    }

    /// Whether a touch that carries this load slips over the ground, for records and pictures. A
    /// law that does not say is taken to stick.
    fn slips(&self, touch: &Contact, load: &Load) -> bool {
        let _ = (touch, load);
        false
    }
}
