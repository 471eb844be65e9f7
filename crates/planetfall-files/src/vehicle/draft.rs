//! A vehicle as it was read, before it is known to be a tree. TOML and URDF both become a draft,
//! an overlay changes it, and one check serves all.

use super::diagnostics::At;
use super::model::{Drawing, Provenance};
use planetfall::shape::Shape;
use planetfall::vehicle::{ContactorRole, Crush, Engine, Inertia, JointKind, Placement, Tank};

/// Everything a file says, by name and with places.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) name: String,
    pub(super) title: String,
    /// Whether the root hangs freely in the site.
    pub(super) free: bool,
    pub(super) links: Vec<DraftLink>,
    pub(super) contactors: Vec<DraftContactor>,
    pub(super) engines: Vec<DraftEngine>,
    pub(super) tanks: Vec<DraftTank>,
    pub(super) drives: Vec<DraftDrive>,
    pub(super) visuals: Vec<DraftVisual>,
    pub(super) notes: Vec<Provenance>,
    /// Whether a joint could not be read, so that its link seems to hang on nothing.
    pub(super) incomplete: bool,
    pub(super) at: At,
}

#[derive(Clone, Debug)]
pub(super) struct DraftLink {
    pub(super) name: String,
    pub(super) at: At,
    pub(super) parent: Option<(String, At)>,
    pub(super) placement: Placement,
    pub(super) inertia: Option<Inertia>,
    /// Whether the file gives it a mass, be it a wrong one.
    pub(super) weighs: bool,
    pub(super) joint: DraftJoint,
}

#[derive(Clone, Debug)]
pub(super) struct DraftJoint {
    pub(super) name: String,
    pub(super) at: At,
    pub(super) kind: JointKind,
    pub(super) follows: Option<DraftCoupling>,
    pub(super) stiffness: f64,
    pub(super) rest: f64,
    pub(super) damping: f64,
    pub(super) friction: f64,
    pub(super) friction_speed: Option<f64>,
    pub(super) crush: Option<Crush>,
    pub(super) limits: Option<DraftLimits>,
    pub(super) motor: Option<DraftMotor>,
    pub(super) initial: f64,
}

#[derive(Clone, Debug)]
pub(super) struct DraftCoupling {
    pub(super) joint: String,
    pub(super) at: At,
    pub(super) multiplier: f64,
    pub(super) offset: f64,
}

/// Joint limits; stiffness and damping follow from what the joint carries unless they are given.
#[derive(Clone, Copy, Debug)]
pub(super) struct DraftLimits {
    pub(super) lower: f64,
    pub(super) upper: f64,
    pub(super) stiffness: Option<f64>,
    pub(super) damping: Option<f64>,
}

/// A motor; its gains follow from itself and from what it moves unless they are given.
#[derive(Clone, Copy, Debug)]
pub(super) struct DraftMotor {
    pub(super) gear_ratio: f64,
    pub(super) rotor_inertia: f64,
    pub(super) stall_torque: f64,
    pub(super) no_load_speed: f64,
    pub(super) torque_limit: Option<f64>,
    pub(super) stiction: f64,
    pub(super) speed_gain: Option<f64>,
    pub(super) position_gain: Option<f64>,
    pub(super) hold_gain: Option<f64>,
}

#[derive(Clone, Debug)]
pub(super) struct DraftContactor {
    pub(super) name: String,
    pub(super) at: At,
    pub(super) link: String,
    pub(super) shape: Shape,
    pub(super) role: ContactorRole,
}

/// An engine whose link is known by name only.
#[derive(Clone, Debug)]
pub(super) struct DraftEngine {
    pub(super) at: At,
    pub(super) link: String,
    pub(super) engine: Engine,
}

/// A tank whose link is known by name only.
#[derive(Clone, Debug)]
pub(super) struct DraftTank {
    pub(super) at: At,
    pub(super) link: String,
    pub(super) tank: Tank,
}

#[derive(Clone, Debug)]
pub(super) struct DraftDrive {
    pub(super) at: At,
    /// Name of a contactor.
    pub(super) wheel: String,
    /// Name of a joint; default that of the contactor's link.
    pub(super) drive: Option<String>,
    /// Name of a joint.
    pub(super) steer: Option<String>,
    /// Whether it was found by its shape rather than named by the file.
    pub(super) found: bool,
}

#[derive(Clone, Debug)]
pub(super) struct DraftVisual {
    pub(super) link: String,
    pub(super) drawing: Drawing,
    pub(super) colour: [f64; 4],
}

impl DraftJoint {
    /// A joint that only moves.
    pub(super) fn new(name: &str, kind: JointKind, at: At) -> Self {
        Self {
            name: name.to_owned(),
            at,
            kind,
            follows: None,
            stiffness: 0.0,
            rest: 0.0,
            damping: 0.0,
            friction: 0.0,
            friction_speed: None,
            crush: None,
            limits: None,
            motor: None,
            initial: 0.0,
        }
    }
}

impl Draft {
    /// Puts the shapes of the body behind those that carry the vehicle, whose numbers stay as they were.
    pub(super) fn put_supports_first(&mut self) {
        self.contactors.sort_by_key(|one| one.role == ContactorRole::Body);
    }

    /// A draft without any link.
    pub(super) fn empty(name: &str, title: &str, at: At) -> Self {
        Self {
            name: name.to_owned(),
            title: title.to_owned(),
            free: true,
            links: Vec::new(),
            contactors: Vec::new(),
            engines: Vec::new(),
            tanks: Vec::new(),
            drives: Vec::new(),
            visuals: Vec::new(),
            notes: Vec::new(),
            incomplete: false,
            at,
        }
    }
}
