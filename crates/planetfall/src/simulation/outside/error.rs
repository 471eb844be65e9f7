//! What can be wrong with what comes from outside.

use crate::math::time::Time;
use crate::state::checkpoint::CheckpointError;
use crate::stepping::StepError;
use nalgebra::Vector3;

/// Why a session could not be made, or did not do what it was asked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum OutsideError {
    /// A scenario that is not stepped by Moreau and Jean's scheme.
    #[error(
        "contacts from outside need a scenario whose first phase is stepped by the method \
         `moreau_jean` on ground of the kind `nonsmooth`; or open it on rigid ground"
    )]
    Method,
    /// A contactor on compliant ground.
    #[error(
        "contactor `{contactor}` stands on compliant ground, whose forces would act beside the \
         contacts from outside: give it ground of the kind `nonsmooth`"
    )]
    SoftGround {
        /// Its name.
        contactor: String,
    },
    /// Parts that the outside cannot serve.
    #[error("a session from outside does not take engines, cables and carried parts")]
    Staged,
    /// Nothing that could touch.
    #[error("no vehicle has a contactor: nothing could be touched from outside")]
    NoContactor,
    /// A step without length.
    #[error("the step is {0}: it must be longer than zero")]
    Step(Time),
    /// A mean outside of the step's second half.
    #[error("theta is {0}: it must be 0.5 to 1")]
    Theta(f64),
    /// Ground that no body has.
    #[error("the {quantity} of the ground is {value}: it must be {allowed}")]
    Ground {
        /// Which number.
        quantity: &'static str,
        /// Its value.
        value: f64,
        /// What it may be.
        allowed: &'static str,
    },
    /// A state of another world.
    #[error("the checkpoint is of another world: {0}")]
    State(CheckpointError),
    /// A contact that cannot be.
    #[error("contact {index}{}: {flaw}", named(.contactor))]
    Contact {
        /// Its place in what was given, from 0.
        index: usize,
        /// Name of its contactor, if there is one.
        contactor: Option<String>,
        /// What is wrong.
        flaw: Flaw,
    },
    /// A number that names nothing.
    #[error("there is no {kind} {index}: they are numbered from 0, and there are {count}")]
    Index {
        /// What kind of thing.
        kind: &'static str,
        /// The number.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// A name that names nothing.
    #[error("there is no {kind} `{name}`; there are: {known}")]
    Name {
        /// What kind of thing.
        kind: &'static str,
        /// The name.
        name: String,
        /// All names.
        known: String,
    },
    /// A wrench that is no number.
    #[error("force or moment of external wrench `{name}` is not finite")]
    NotFiniteWrench {
        /// Its name.
        name: String,
    },
    /// A joint that nothing drives.
    #[error("joint `{joint}` has no motor and obeys no command")]
    NoMotor {
        /// Its name.
        joint: String,
    },
    /// A command that its motor cannot follow.
    #[error("the command to the motor of joint `{joint}` {reason}")]
    Command {
        /// Its name.
        joint: String,
        /// Why.
        reason: String,
    },
    /// The step itself failed.
    #[error(transparent)]
    Stepping(#[from] StepError),
}

/// What is wrong with a contact.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Flaw {
    /// No such contactor.
    #[error("there is no contactor {index}: they are numbered from 0, and there are {count}")]
    Contactor {
        /// The number given.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// It would rest on its own vehicle.
    #[error(
        "it rests on contactor {other}, which is of the same vehicle: contacts are with the ground or \
         between vehicles"
    )]
    OwnVehicle {
        /// The contactor that it would rest on.
        other: usize,
    },
    /// A point that is no place.
    #[error("its point ({}, {}, {}) m is not finite", .0.x, .0.y, .0.z)]
    Point(Vector3<f64>),
    /// A point that is on no vehicle.
    #[error(
        "its point is {distance:.3e} m away from its contactor, on a vehicle of {size:.3e} m: points \
         are in metres and in the site frame, not in the link's"
    )]
    FarPoint {
        /// From the contactor, m.
        distance: f64,
        /// Of the vehicle, m.
        size: f64,
    },
    /// A normal that is no direction.
    #[error(
        "its normal ({}, {}, {}) has the length {}: it must be a unit vector to one in a million",
        .0.x, .0.y, .0.z, .0.norm()
    )]
    Normal(Vector3<f64>),
    /// A gap that is no distance.
    #[error("its gap is {0} m: it must be finite")]
    Gap(f64),
    /// A depth beyond the vehicle's size.
    #[error(
        "its gap of {gap:.3e} m is deeper than a vehicle of {size:.3e} m can be: gaps are in metres, \
         negative inside"
    )]
    Depth {
        /// m
        gap: f64,
        /// Of the vehicle, m.
        size: f64,
    },
    /// Friction that no surface has.
    #[error("its friction is {0}: it must be from 0 to 100")]
    Friction(f64),
    /// Restitution that no impact has.
    #[error("its restitution is {0}: it must be 0 to 1")]
    Restitution(f64),
}

impl OutsideError {
    /// Whether the step failed, rather than what was asked being wrong.
    pub fn is_failure(&self) -> bool {
        matches!(self, Self::Stepping(_))
    }

    pub(super) fn index(kind: &'static str, index: usize, count: usize) -> Self {
        Self::Index { kind, index, count }
    }
}

fn named(contactor: &Option<String>) -> String {
    contactor.as_ref().map_or_else(String::new, |name| format!(" ({name})"))
}
