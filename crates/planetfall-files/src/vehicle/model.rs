//! A vehicle as a file describes it: plain values, valid by construction, without ground laws.

use nalgebra::Vector3;
use planetfall::shape::Shape;
use planetfall::vehicle::{ContactorRole, Engine, Placement, Tank, Tree};
use std::path::PathBuf;

/// A vehicle read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct VehicleModel {
    /// The file's name without its ending, or the robot's name in a URDF.
    pub name: String,
    /// One line about it.
    pub title: String,
    /// Links and joints.
    pub tree: Tree,
    /// What feels the ground.
    pub contactors: Vec<ContactorModel>,
    /// Rocket engines.
    pub engines: Vec<Engine>,
    /// Tanks that feed them; the tree's masses are without their propellant.
    pub tanks: Vec<Tank>,
    /// Which wheels are driven and steered; `None` for what does not drive.
    pub drive: Option<DriveLayout>,
    /// What a viewer draws.
    pub visuals: Vec<Visual>,
    /// Joints of one coordinate that do not start at zero: name and position in rad or m.
    pub initial: Vec<(String, f64)>,
    /// Where the numbers come from.
    pub notes: Vec<Provenance>,
    /// What is suspect in the file, rendered.
    pub warnings: Vec<String>,
}

/// A shape on a link that feels the ground.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactorModel {
    /// Unique name within the vehicle.
    pub name: String,
    /// Index of its link in the tree.
    pub link: usize,
    /// In the link's axes.
    pub shape: Shape,
    /// What it is there for.
    pub role: ContactorRole,
}

/// The wheels by which a vehicle drives.
#[derive(Clone, Debug, PartialEq)]
pub struct DriveLayout {
    /// At least one.
    pub wheels: Vec<DriveWheel>,
}

/// A driven wheel.
#[derive(Clone, Debug, PartialEq)]
pub struct DriveWheel {
    /// The contactor's name.
    pub name: String,
    /// Index among the contactors; a wheel.
    pub contactor: usize,
    /// Index of the link whose joint turns the wheel.
    pub drive: usize,
    /// Index of the link whose joint steers it.
    pub steer: Option<usize>,
    /// Whether it was found by its shape rather than named by the file.
    pub found: bool,
}

/// Something to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Visual {
    /// Index of its link in the tree.
    pub link: usize,
    /// What.
    pub drawing: Drawing,
    /// Red, green, blue and opacity, 0 to 1.
    pub colour: [f64; 4],
}

/// What is drawn of a link.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawing {
    /// A solid.
    Shape(Shape),
    /// A file of triangles, which is read when a scene is made of it.
    MeshFile {
        /// Where the file's frame is in the link's.
        placement: Placement,
        /// Where it is.
        path: PathBuf,
        /// Along its own axes; a mirrored part has a negative y.
        scale: Vector3<f64>,
    },
}

/// Where the numbers of one part of a vehicle come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// What it is about: ``link `chassis` ``.
    pub about: String,
    /// The source, if one is named.
    pub source: Option<String>,
    /// Whether the numbers, or some of them, are an estimate of whoever wrote the file.
    pub estimate: bool,
}

impl VehicleModel {
    /// Mass with full tanks, kg.
    pub fn mass(&self) -> f64 {
        self.tree.mass() + self.tanks.iter().map(|tank| tank.propellant).sum::<f64>()
    }

    /// Position coordinates at the start: every joint at its initial position, the root at the
    /// site's origin.
    pub fn initial_positions(&self) -> Vec<f64> {
        let mut q = self.tree.neutral();
        for (name, position) in &self.initial {
            let Some(link) = self.tree.joint(name) else { continue };
            let own = self.tree.links()[link].joint.coupling.is_none();
            if own && let Some(place) = self.tree.places().get(link) {
                q[place.position] = *position;
            }
        }
        q
    }

    /// Index of a contactor by name.
    pub fn contactor(&self, name: &str) -> Option<usize> {
        self.contactors.iter().position(|contactor| contactor.name == name)
    }
}
