//! What moves.
//!
//! A vehicle is a tree of links joined by joints; shapes on its links feel the ground.

pub mod aerodynamics;
mod cable;
mod closure;
mod engine;
mod fault;
pub mod grains;
mod inertia;
mod joint;
mod mount;
mod parachute;
mod push_off;
pub mod sensor;
mod tree;
mod visual;

pub use cable::{Anchor, Brake, Cable, Pull};
pub use closure::Closure;
pub use engine::{Engine, STANDARD_GRAVITY, Tank, Valve};
pub use fault::{Fault, FaultKind};
pub(crate) use inertia::Lump;
pub use inertia::{Inertia, InertiaError};
pub(crate) use joint::put_states;
pub use joint::{
    Coupling, Crush, Joint, JointForce, JointKind, JointLimits, Motor, MotorCommand,
    MotorCondition, MotorCut, MotorInput, Passive,
};
pub use mount::Mount;
pub use parachute::{
    AreaOscillation, Canopy, CanopyFault, Filling, OPENING_LOAD_FACTOR, UNSOURCED_MACH_FACTOR,
};
pub use push_off::{PushOff, PushStrength};
pub use sensor::{Inertial, Latch, Navigation, Sensor, SensorKind};

pub(crate) use sensor::channels_by_kind;

pub(crate) use tree::Along;
pub use tree::{JointLayout, Link, MotionColumn, Placement, Tree, TreeError};
pub use visual::{RayGeometry, Visual};

use crate::ground::{ConeGround, Ground};
use crate::shape::Shape;
use nalgebra::{Quaternion, UnitQuaternion, Vector3};

/// A tree of links, and the shapes by which it meets the ground.
#[derive(Clone, Debug)]
pub struct Vehicle {
    /// Unique name.
    pub name: String,
    /// Links and joints.
    pub tree: Tree,
    /// Shapes that feel the ground.
    pub contactors: Vec<Contactor>,
    /// Points of its links that are pinned together.
    pub closures: Vec<Closure>,
    /// Rocket engines.
    pub engines: Vec<Engine>,
    /// Tanks that feed them.
    pub tanks: Vec<Tank>,
}

/// A shape that feels the ground, and the ground's answer.
#[derive(Clone, Debug)]
pub struct Contactor {
    /// Name, unique within the vehicle.
    pub name: String,
    /// Index of the link that carries it.
    pub link: usize,
    /// The shape.
    pub shape: Shape,
    /// The ground under it, wherever no other is placed.
    pub ground: Ground,
    /// Grounds under it elsewhere, numbered from 1 in the world's [`crate::ground::GroundMap`].
    pub elsewhere: Vec<Ground>,
    /// How a wheel's contact point moves in the cone step.
    pub rolling: Rolling,
    /// What it is there for.
    pub role: ContactorRole,
}

/// What a contactor is there for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ContactorRole {
    /// To carry the vehicle: wheels, feet, pads.
    #[default]
    Support,
    /// Part of the body, which meets the ground only when something goes wrong: chassis, mast, arm. It is
    /// no share of what carries the weight, and is passed over while it is clear of the ground.
    Body,
}

/// How the velocity of a wheel's contact point along the ground is reckoned in the cone step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rolling {
    /// As it is.
    #[default]
    Exact,
    /// As the authors of the Siconos rover have it, to compare with them: velocity of the hub and the
    /// wheel's own spin against what carries it, whose turning is left out. Carriers then do not feel
    /// the reaction of the wheel's motor.
    OwnSpin,
}

impl Contactor {
    /// Its grounds, by their numbers.
    pub fn grounds(&self) -> impl Iterator<Item = &Ground> {
        std::iter::once(&self.ground).chain(&self.elsewhere)
    }

    /// The ground of a number in the world's placement.
    pub(crate) fn numbered(&self, number: usize) -> &Ground {
        match number {
            0 => &self.ground,
            other => &self.elsewhere[other - 1],
        }
    }

    /// The first of its grounds whose impulses are unknowns of the step.
    pub fn cone(&self) -> Option<ConeGround<'_>> {
        self.grounds().find_map(Ground::cone)
    }
}

impl Vehicle {
    /// A single rigid body without contact points yet.
    pub fn rigid(name: impl Into<String>, inertia: Inertia) -> Self {
        let name = name.into();
        let tree = Tree::single(&name, inertia);
        Self::new(name, tree)
    }

    /// A tree of links without contact points and engines yet.
    pub fn new(name: impl Into<String>, tree: Tree) -> Self {
        Self {
            name: name.into(),
            tree,
            contactors: Vec::new(),
            closures: Vec::new(),
            engines: Vec::new(),
            tanks: Vec::new(),
        }
    }

    /// The same vehicle with one more point of its root that feels the ground; `point` in body
    /// axes, m.
    pub fn with_marker(
        self,
        name: impl Into<String>,
        point: Vector3<f64>,
        ground: impl Into<Ground>,
    ) -> Self {
        self.with_contactor(name, 0, Shape::Point { point }, ground)
    }

    /// The same vehicle with a point of one link pinned to a point of another, each in its link's axes.
    pub fn with_closure(
        mut self,
        name: impl Into<String>,
        first: (usize, Vector3<f64>),
        second: (usize, Vector3<f64>),
    ) -> Self {
        self.closures.push(Closure { name: name.into(), first, second });
        self
    }

    /// The same vehicle with one more shape on a link.
    pub fn with_contactor(
        mut self,
        name: impl Into<String>,
        link: usize,
        shape: Shape,
        ground: impl Into<Ground>,
    ) -> Self {
        let (name, ground) = (name.into(), ground.into());
        let (elsewhere, rolling, role) = (Vec::new(), Rolling::Exact, ContactorRole::Support);
        self.contactors.push(Contactor { name, link, shape, ground, elsewhere, rolling, role });
        self
    }

    /// How many contactors are there to carry it.
    pub fn supports(&self) -> usize {
        self.contactors.iter().filter(|one| one.role == ContactorRole::Support).count()
    }
}

/// Where a joint starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointStart {
    /// Index of the vehicle.
    pub vehicle: usize,
    /// Index of the link whose joint it is; of one coordinate, and no follower.
    pub link: usize,
    /// rad or m
    pub position: f64,
    /// rad/s or m/s
    pub speed: f64,
}

/// Where a vehicle's root is and how it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// Body origin in the site frame, m.
    pub position: Vector3<f64>,
    /// Attitude, site from body.
    pub site_from_body: UnitQuaternion<f64>,
    /// Velocity of the body origin in site axes, m/s.
    pub velocity: Vector3<f64>,
    /// Angular velocity in body axes, rad/s.
    pub rate: Vector3<f64>,
}

impl Motion {
    /// At rest at a place, body axes along the site's.
    pub fn at_rest(position: Vector3<f64>) -> Self {
        Self {
            position,
            site_from_body: UnitQuaternion::identity(),
            velocity: Vector3::zeros(),
            rate: Vector3::zeros(),
        }
    }

    /// From the numbers of a free joint: position and quaternion, velocity and rate.
    pub(crate) fn read(q: &[f64], v: &[f64]) -> Self {
        let vector = |s: &[f64]| Vector3::from_column_slice(&s[..3]);
        let quaternion = Quaternion::new(q[3], q[4], q[5], q[6]);
        Self {
            position: vector(q),
            site_from_body: UnitQuaternion::new_unchecked(quaternion),
            velocity: vector(v),
            rate: vector(&v[3..]),
        }
    }

    /// As the numbers of a free joint.
    pub(crate) fn write(&self, q: &mut [f64], v: &mut [f64]) {
        let turn = self.site_from_body.quaternion();
        q[..3].copy_from_slice(self.position.as_slice());
        q[3..7].copy_from_slice(&[turn.w, turn.i, turn.j, turn.k]);
        v[..3].copy_from_slice(self.velocity.as_slice());
        v[3..6].copy_from_slice(self.rate.as_slice());
    }
}
