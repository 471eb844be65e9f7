//! A vehicle's links and joints as a tree.
//!
//! Parents precede children. The root hangs in the site by a free joint (a vehicle) or a fixed one
//! (a rig). Each joint has coordinates of its own, or follows another joint's by a [`Coupling`]:
//! then both are one generalised joint, with no drift and no gain to choose.

use super::joint::{Coupling, Joint, JointKind, Passive};
use super::{Inertia, InertiaError};
use nalgebra::{Matrix3, Vector3};
use std::ops::Range;

/// A rigid part with the joint that holds it.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Unique name within the vehicle.
    pub name: String,
    /// Index of the parent; `None` for the root.
    pub parent: Option<usize>,
    /// The joint to the parent.
    pub joint: Joint,
    /// Where the joint's frame is in the parent's; a free root's is the site's.
    pub parent_from_joint: Placement,
    /// Inertia at the start of the run; `None` for a link without mass.
    pub inertia: Option<Inertia>,
}

/// A frame in another one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Axes.
    pub rotation: Matrix3<f64>,
    /// Origin, m.
    pub position: Vector3<f64>,
}

impl Placement {
    /// The same frame.
    pub fn identity() -> Self {
        Self { rotation: Matrix3::identity(), position: Vector3::zeros() }
    }

    /// Moved without turning.
    pub fn at(position: Vector3<f64>) -> Self {
        Self { rotation: Matrix3::identity(), position }
    }
}

/// A checked tree with the places of its coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    links: Vec<Link>,
    places: Vec<JointLayout>,
    columns: Vec<MotionColumn>,
    positions: usize,
    velocities: usize,
    couples_siblings_only: bool,
    shared: Vec<bool>,
    joint_states: usize,
    crushing: Vec<usize>,
    driven: Vec<usize>,
}

/// Where a link's joint has its numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct JointLayout {
    /// First position coordinate (the master's for a coupled joint).
    pub position: usize,
    /// First velocity coordinate (the master's for a coupled joint).
    pub velocity: usize,
    /// Its columns among those of the tree.
    pub columns: Range<usize>,
    /// q = multiplier · coordinate + offset; 1 and 0 for a joint of its own.
    pub multiplier: f64,
    /// See there.
    pub offset: f64,
    /// Its states beside the coordinates (motor's lag, what is crushed) among those of the tree.
    pub states: Range<usize>,
    /// Whether the joint's frame has the parent's axes.
    pub(crate) straight: bool,
    /// Along which axis of its frame the joint lies.
    pub(crate) along: Along,
}

/// An axis of a frame, or none of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Along {
    X,
    Y,
    Z,
    Another,
}

impl Along {
    fn of(kind: &JointKind) -> Self {
        let Some(axis) = kind.turns_about() else { return Self::Another };
        match (axis.x != 0.0, axis.y != 0.0, axis.z != 0.0) {
            (true, false, false) => Self::X,
            (false, true, false) => Self::Y,
            (false, false, true) => Self::Z,
            _ => Self::Another,
        }
    }
}

/// One direction in which a joint moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotionColumn {
    /// The link that moves.
    pub link: usize,
    /// The velocity coordinate that moves it.
    pub coordinate: usize,
    /// Speed along the column per speed of the coordinate.
    pub multiplier: f64,
    /// Inertia of a rotor that turns with it, kg m² or kg.
    pub armature: f64,
}

/// Why links do not make a tree.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TreeError {
    /// Nothing there.
    #[error("a vehicle needs at least one link")]
    Empty,
    /// The first link has a parent, or another has none.
    #[error("link `{link}`: the first link, and only it, is the root and has no parent")]
    Root {
        /// The link.
        link: String,
    },
    /// A parent stands after its child.
    #[error("link `{link}`: its parent must stand before it")]
    Order {
        /// The link.
        link: String,
    },
    /// The root's joint.
    #[error("the root link `{link}` must be free or fixed")]
    RootJoint {
        /// The link.
        link: String,
    },
    /// A free root's pose is all in its coordinates.
    #[error("the free root link `{link}` must have the site's frame as its joint's frame")]
    RootPlacement {
        /// The link.
        link: String,
    },
    /// Two links or two joints of one name.
    #[error("two links or joints are called `{name}`")]
    Name {
        /// The name.
        name: String,
    },
    /// An axis without direction.
    #[error("joint `{joint}`: its axis must have a length")]
    Axis {
        /// The joint.
        joint: String,
    },
    /// A coupling that makes no sense.
    #[error("joint `{joint}`: {reason}")]
    Coupling {
        /// The joint.
        joint: String,
        /// Why.
        reason: &'static str,
    },
    /// A joint that moves nothing.
    #[error(
        "joint `{joint}` moves no mass: link `{link}` and all beyond it have none; give it an \
         inertia or fix the joint"
    )]
    Massless {
        /// The joint.
        joint: String,
        /// Its link.
        link: String,
    },
    /// An inertia that no body has.
    #[error("link `{link}`: {source}")]
    Inertia {
        /// The link.
        link: String,
        /// Why.
        source: InertiaError,
    },
}

impl Tree {
    /// Checks the links and lays out their coordinates.
    pub fn new(mut links: Vec<Link>) -> Result<Self, TreeError> {
        check_shape(&links)?;
        check_names(&links)?;
        for link in &mut links {
            normalise_axis(&mut link.joint)?;
        }
        check_masses(&links)?;
        check_couplings(&links)?;
        Ok(Self::checked(links))
    }

    /// A single free body.
    pub fn single(name: &str, inertia: Inertia) -> Self {
        let joint = Joint::new("site", JointKind::Free);
        let link = Link {
            name: name.to_owned(),
            parent: None,
            joint,
            parent_from_joint: Placement::identity(),
            inertia: Some(inertia),
        };
        Self::checked(vec![link])
    }

    /// Of links that make a tree.
    fn checked(links: Vec<Link>) -> Self {
        let mut tree = Self {
            links,
            places: Vec::new(),
            columns: Vec::new(),
            positions: 0,
            velocities: 0,
            couples_siblings_only: true,
            shared: Vec::new(),
            joint_states: 0,
            crushing: Vec::new(),
            driven: Vec::new(),
        };
        tree.lay_out();
        tree
    }

    fn lay_out(&mut self) {
        for (index, link) in self.links.iter().enumerate() {
            let start = self.columns.len();
            let straight = link.parent_from_joint.rotation == Matrix3::identity();
            let along = Along::of(&link.joint.kind);
            let own = if link.joint.kind.velocities() == 1 { link.joint.states() } else { 0 };
            let states = self.joint_states..self.joint_states + own;
            self.joint_states = states.end;
            let place = match link.joint.coupling {
                Some(Coupling { master, multiplier, offset }) => {
                    // Masters are resolved before their followers, for chains of couplings too.
                    let own = &self.places[master];
                    let multiplier_all = multiplier * own.multiplier;
                    let offset_all = multiplier * own.offset + offset;
                    self.couples_siblings_only &= self.links[master].parent == link.parent;
                    JointLayout {
                        position: own.position,
                        velocity: own.velocity,
                        columns: start..start + 1,
                        multiplier: multiplier_all,
                        offset: offset_all,
                        states,
                        straight,
                        along,
                    }
                }
                None => JointLayout {
                    position: self.positions,
                    velocity: self.velocities,
                    columns: start..start + link.joint.kind.velocities(),
                    multiplier: 1.0,
                    offset: 0.0,
                    states,
                    straight,
                    along,
                },
            };
            for column in 0..place.columns.len() {
                self.columns.push(MotionColumn {
                    link: index,
                    coordinate: place.velocity + column,
                    multiplier: place.multiplier,
                    armature: link.joint.motor.map_or(0.0, |motor| motor.armature()),
                });
            }
            if link.joint.coupling.is_none() {
                self.positions += link.joint.kind.positions();
                self.velocities += link.joint.kind.velocities();
            }
            self.places.push(place);
        }
        self.note_relations();
    }

    /// Which joints push or crush, and which share a coordinate.
    fn note_relations(&mut self) {
        let driven = |joint: &Joint| {
            joint.kind.velocities() == 1
                && (joint.motor.is_some()
                    || joint.limits.is_some()
                    || joint.crush.is_some()
                    || joint.passive != Passive::default())
        };
        let indices = 0..self.links.len();
        self.driven = indices.filter(|index| driven(&self.links[*index].joint)).collect();
        let crushes = |link: &usize| self.links[*link].joint.crush.is_some();
        self.crushing = self.driven.iter().copied().filter(crushes).collect();
        let coordinate = |link: usize| self.places[link].velocity;
        let moves = |link: usize| !self.places[link].columns.is_empty();
        self.shared = (0..self.links.len())
            .map(|link| {
                let same = |other: &usize| {
                    *other != link && moves(*other) && coordinate(*other) == coordinate(link)
                };
                moves(link) && (0..self.links.len()).any(|other| same(&other))
            })
            .collect();
    }

    /// Links, parents first.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// Places of the links' joints.
    pub fn places(&self) -> &[JointLayout] {
        &self.places
    }

    /// Columns of all joints.
    pub fn columns(&self) -> &[MotionColumn] {
        &self.columns
    }

    /// Whether a coordinate may move several joints.
    pub(crate) fn shares_coordinates(&self) -> bool {
        self.columns.len() != self.velocities
    }

    /// Number of position coordinates.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// Number of velocity coordinates: the degrees of freedom.
    pub fn velocities(&self) -> usize {
        self.velocities
    }

    /// Whether every coupled joint has the same parent as its master, as the articulated-body
    /// algorithm needs it.
    pub fn couples_siblings_only(&self) -> bool {
        self.couples_siblings_only
    }

    /// Whether a link's joint shares its coordinate with another joint.
    #[inline]
    pub fn shares_coordinate(&self, link: usize) -> bool {
        self.shared[link]
    }

    /// Links whose joints have springs, dampers, friction, stops or motors.
    pub fn driven(&self) -> &[usize] {
        &self.driven
    }

    /// Links whose joints crush something.
    pub fn crushing(&self) -> &[usize] {
        &self.crushing
    }

    /// How many continuous states its joints have beside their coordinates.
    pub fn joint_states(&self) -> usize {
        self.joint_states
    }

    /// Index of a link by name.
    pub fn link(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|link| link.name == name)
    }

    /// Index of the link whose joint has a name.
    pub fn joint(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|link| link.joint.name == name)
    }

    /// Position coordinates with every joint at zero.
    pub fn neutral(&self) -> Vec<f64> {
        let mut q = vec![0.0; self.positions];
        for (link, place) in self.links.iter().zip(&self.places) {
            if let Some(scalar) = link.joint.kind.quaternion() {
                q[place.position + scalar] = 1.0;
            }
        }
        q
    }

    /// The total mass at the start, kg.
    pub fn mass(&self) -> f64 {
        self.links.iter().filter_map(|link| link.inertia.as_ref()).map(Inertia::mass).sum()
    }
}

impl Joint {
    /// A joint without passive forces, limits or motor.
    pub fn new(name: &str, kind: JointKind) -> Self {
        Self {
            name: name.to_owned(),
            kind,
            coupling: None,
            passive: Default::default(),
            crush: None,
            limits: None,
            motor: None,
        }
    }
}

fn check_shape(links: &[Link]) -> Result<(), TreeError> {
    let root = links.first().ok_or(TreeError::Empty)?;
    if !root.joint.kind.is_free() && !root.joint.kind.is_fixed() {
        return Err(TreeError::RootJoint { link: root.name.clone() });
    }
    if root.joint.kind.is_free() && root.parent_from_joint != Placement::identity() {
        return Err(TreeError::RootPlacement { link: root.name.clone() });
    }
    for (index, link) in links.iter().enumerate() {
        if link.parent.is_none() != (index == 0) {
            return Err(TreeError::Root { link: link.name.clone() });
        }
        if link.parent.is_some_and(|parent| parent >= index) {
            return Err(TreeError::Order { link: link.name.clone() });
        }
    }
    Ok(())
}

fn check_names(links: &[Link]) -> Result<(), TreeError> {
    for (index, link) in links.iter().enumerate() {
        let twice = |other: &Link| other.name == link.name || other.joint.name == link.joint.name;
        if let Some(other) = links[..index].iter().find(|other| twice(other)) {
            let same_link = other.name == link.name;
            let name = if same_link { &link.name } else { &link.joint.name };
            return Err(TreeError::Name { name: name.clone() });
        }
    }
    Ok(())
}

fn normalise_axis(joint: &mut Joint) -> Result<(), TreeError> {
    let Some(axis) = joint.kind.axis_mut() else { return Ok(()) };
    let length = axis.norm();
    if !(length > 1e-9 && length.is_finite()) {
        return Err(TreeError::Axis { joint: joint.name.clone() });
    }
    // A unit axis keeps its bits.
    if (length - 1.0).abs() > 1e-15 {
        *axis /= length;
    }
    Ok(())
}

/// A moving joint with nothing to move would have infinite acceleration.
fn check_masses(links: &[Link]) -> Result<(), TreeError> {
    let mut massive: Vec<bool> = links.iter().map(|link| link.inertia.is_some()).collect();
    for index in (0..links.len()).rev() {
        let rotor = links[index].joint.motor.is_some_and(|motor| motor.armature() > 0.0);
        if !massive[index] && !rotor && links[index].joint.kind.velocities() > 0 {
            let link = &links[index];
            return Err(TreeError::Massless {
                joint: link.joint.name.clone(),
                link: link.name.clone(),
            });
        }
        if let (true, Some(parent)) = (massive[index], links[index].parent) {
            massive[parent] = true;
        }
    }
    Ok(())
}

fn check_couplings(links: &[Link]) -> Result<(), TreeError> {
    for (index, link) in links.iter().enumerate() {
        let Some(coupling) = link.joint.coupling else { continue };
        let wrong = |reason| Err(TreeError::Coupling { joint: link.joint.name.clone(), reason });
        if coupling.master >= index {
            return wrong("the joint it follows must stand before it");
        }
        let one = |joint: &Joint| joint.kind.velocities() == 1;
        if !one(&link.joint) || !one(&links[coupling.master].joint) {
            return wrong("only joints of one coordinate can follow one another");
        }
        if !(coupling.multiplier.is_finite() && coupling.multiplier != 0.0) {
            return wrong("the multiplier of a coupling must be a number other than zero");
        }
        if !coupling.offset.is_finite() {
            return wrong("the offset of a coupling must be a number");
        }
    }
    Ok(())
}
