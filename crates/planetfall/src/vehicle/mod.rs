//! What moves.
//!
//! A vehicle is, so far, one free rigid body that carries named markers: points that feel the
//! ground (POST2's way of meeting a terrain).

mod contactor;
mod inertia;
mod joint;
mod sensor;
mod tree;

pub use contactor::{ContactShape, Feeler, Grousers};
pub use inertia::{Inertia, InertiaError};
pub use joint::{Coupling, Joint, JointKind, Limits, Motor, MotorCommand, Passive};
pub use sensor::{Navigation, NavigationSensor};
pub use tree::{Column, Link, Place, Placement, Tree, TreeError};

use crate::contact::GroundLaw;
use nalgebra::Vector3;

/// A free rigid body and the points by which it meets the ground.
#[derive(Clone, Debug)]
pub struct Vehicle {
    /// Unique name.
    pub name: String,
    /// Inertia at the start of the run.
    pub inertia: Inertia,
    /// Points that feel the ground.
    pub markers: Vec<Marker>,
}

/// A point of a body that feels the ground.
#[derive(Clone, Debug)]
pub struct Marker {
    /// Name, unique within the vehicle.
    pub name: String,
    /// Place in body axes, m.
    pub point: Vector3<f64>,
    /// The law by which the ground answers it.
    pub law: GroundLaw,
}

impl Vehicle {
    /// A rigid body without contact points yet.
    pub fn rigid(name: impl Into<String>, inertia: Inertia) -> Self {
        Self { name: name.into(), inertia, markers: Vec::new() }
    }

    /// The same vehicle with one more point that feels the ground; `point` in body axes, m.
    pub fn with_marker(
        mut self,
        name: impl Into<String>,
        point: Vector3<f64>,
        law: impl Into<GroundLaw>,
    ) -> Self {
        self.markers.push(Marker { name: name.into(), point, law: law.into() });
        self
    }
}

/// Where a vehicle is and how it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// Body origin in the site frame, m.
    pub position: Vector3<f64>,
    /// Attitude, site from body.
    pub site_from_body: nalgebra::UnitQuaternion<f64>,
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
            site_from_body: nalgebra::UnitQuaternion::identity(),
            velocity: Vector3::zeros(),
            rate: Vector3::zeros(),
        }
    }
}
