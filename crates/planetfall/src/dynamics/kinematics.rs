//! Forward kinematics: from coordinates to the motion of every link.

use crate::math::spatial::{RigidInertia, Twist};
use crate::math::{real, rotation};
use crate::vehicle::{Along, Inertia, JointKind, JointLayout, Link, Tree};
use nalgebra::{Matrix3, Vector3};

/// Motion of all links of one vehicle at one instant.
#[derive(Clone, Debug)]
pub struct Kinematics {
    /// The root's origin in the site frame, m; all positions and twists are taken about it.
    pub anchor: Vector3<f64>,
    /// Per link.
    pub links: Vec<LinkMotion>,
    /// Direction of motion of each joint column.
    pub columns: Vec<Twist>,
}

/// Motion of one link.
#[derive(Clone, Copy, Debug)]
pub struct LinkMotion {
    /// Site from link.
    pub rotation: Matrix3<f64>,
    /// Origin from the anchor, m.
    pub position: Vector3<f64>,
    /// Velocity about the anchor.
    pub twist: Twist,
    /// Acceleration of the link when no coordinate accelerates and the parent does not.
    pub bias: Twist,
}

impl Default for LinkMotion {
    fn default() -> Self {
        Self {
            rotation: Matrix3::identity(),
            position: Vector3::zeros(),
            twist: Twist::default(),
            bias: Twist::default(),
        }
    }
}

impl LinkMotion {
    /// A point of the link (its axes): place from the anchor and velocity, site axes.
    #[inline]
    pub fn point(&self, point: &Vector3<f64>) -> (Vector3<f64>, Vector3<f64>) {
        let place = self.position + self.rotation * point;
        (place, self.twist.at(&place))
    }

    /// Centre of mass from the anchor and inertia about it, both in site axes.
    #[inline(always)]
    pub fn inertia(&self, inertia: &Inertia) -> (Vector3<f64>, Matrix3<f64>) {
        let centre = self.position + self.rotation * inertia.centre();
        (centre, rotation::turned(&self.rotation, inertia.about_centre()))
    }

    /// Inertia about the anchor in site axes.
    #[inline]
    pub fn rigid_inertia(&self, inertia: &Inertia) -> RigidInertia {
        let (centre, about) = self.inertia(inertia);
        RigidInertia::new(inertia.mass(), &centre, &about)
    }
}

impl Kinematics {
    /// Scratch for a tree.
    pub fn new(tree: &Tree) -> Self {
        Self {
            anchor: Vector3::zeros(),
            links: vec![LinkMotion::default(); tree.links().len()],
            columns: vec![Twist::default(); tree.columns().len()],
        }
    }

    /// Motion of all links at positions `q` and velocities `v`.
    pub fn update(&mut self, tree: &Tree, q: &[f64], v: &[f64]) {
        let first = if tree.links()[0].joint.kind.is_free() {
            self.anchor = Vector3::new(q[0], q[1], q[2]);
            self.links[0] = free_root(q, v, &mut self.columns);
            1
        } else {
            self.anchor = tree.links()[0].parent_from_joint.position;
            0
        };
        for (index, (link, place)) in joints_from(tree, first) {
            let (before, after) = self.links.split_at_mut(index);
            let parent = match link.parent {
                Some(parent) => &before[parent],
                None => &LinkMotion { position: -self.anchor, ..LinkMotion::default() },
            };
            let columns = &mut self.columns[place.columns.clone()];
            match (link.joint.kind.turns_about(), columns) {
                (Some(axis), [column]) => {
                    turn(link, (axis, place), parent, (q, v), column, &mut after[0]);
                }
                (_, columns) => after[0] = moved(link, place, parent, q, v, columns),
            }
        }
    }
}

impl Kinematics {
    /// The same at other velocities, of a pose that was updated last.
    pub(crate) fn update_velocities(&mut self, tree: &Tree, q: &[f64], v: &[f64]) {
        let first = if tree.links()[0].joint.kind.is_free() {
            let root = &mut self.links[0];
            let velocity = Vector3::new(v[0], v[1], v[2]);
            let rate = root.rotation * Vector3::new(v[3], v[4], v[5]);
            root.twist = Twist::new(rate, velocity);
            root.bias = Twist::new(Vector3::zeros(), velocity.cross(&rate));
            1
        } else {
            0
        };
        for (index, (link, place)) in joints_from(tree, first) {
            let (before, after) = self.links.split_at_mut(index);
            let parent = match link.parent {
                Some(parent) => &before[parent],
                None => &LinkMotion { position: -self.anchor, ..LinkMotion::default() },
            };
            let own = &mut after[0];
            match link.joint.kind {
                JointKind::Fixed => (own.twist, own.bias) = (parent.twist, Twist::default()),
                JointKind::Revolute(_) | JointKind::Prismatic(_) => {
                    let speed = place.multiplier * v[place.velocity];
                    let joint = self.columns[place.columns.start] * speed;
                    own.twist = parent.twist + joint;
                    own.bias = parent.twist.cross(&joint);
                }
                JointKind::Spherical | JointKind::Planar(_) | JointKind::Free => {
                    let columns = &mut self.columns[place.columns.clone()];
                    *own = moved(link, place, parent, q, v, columns);
                }
            }
        }
    }
}

/// Links with their joints and numbers, but for so many at the beginning.
#[inline]
fn joints_from(tree: &Tree, first: usize) -> impl Iterator<Item = (usize, (&Link, &JointLayout))> {
    let links = tree.links()[first..].iter().zip(&tree.places()[first..]);
    (first..).zip(links)
}

/// A free root is at the anchor, and its parent is the site: much of the general case is zero.
#[inline]
fn free_root(q: &[f64], v: &[f64], columns: &mut [Twist]) -> LinkMotion {
    let rotation = quaternion(&q[3..7]);
    let velocity = Vector3::new(v[0], v[1], v[2]);
    let rate = rotation * Vector3::new(v[3], v[4], v[5]);
    for axis in 0..3 {
        let mut along = Vector3::zeros();
        along[axis] = 1.0;
        columns[axis] = Twist::new(Vector3::zeros(), along);
        columns[axis + 3] = Twist::new(rotation.column(axis).into_owned(), Vector3::zeros());
    }
    LinkMotion {
        rotation,
        position: Vector3::zeros(),
        twist: Twist::new(rate, velocity),
        bias: Twist::new(Vector3::zeros(), velocity.cross(&rate)),
    }
}

/// Axes and origin of a link's joint. Most joints of a vehicle have their parent's axes.
#[inline(always)]
fn base(link: &Link, place: &JointLayout, parent: &LinkMotion) -> (Matrix3<f64>, Vector3<f64>) {
    let frame = if place.straight {
        parent.rotation
    } else {
        parent.rotation * link.parent_from_joint.rotation
    };
    (frame, parent.position + parent.rotation * link.parent_from_joint.position)
}

/// Motion of a link that turns about an axis, and the joint's column. Written in place, for most links of
/// rovers are of this kind, and in line, for it is short beside what a call of so many numbers keeps aside.
#[inline(always)]
fn turn(
    link: &Link,
    (axis, place): (&Vector3<f64>, &JointLayout),
    parent: &LinkMotion,
    (q, v): (&[f64], &[f64]),
    column: &mut Twist,
    out: &mut LinkMotion,
) {
    let (frame, origin) = base(link, place, parent);
    let angle = place.multiplier * q[place.position] + place.offset;
    let (rotation, axis) = turned(&frame, axis, place.along, angle);
    *column = Twist::about(axis, &origin);
    let joint = *column * (place.multiplier * v[place.velocity]);
    out.rotation = rotation;
    out.position = origin;
    out.twist = parent.twist + joint;
    out.bias = parent.twist.cross(&joint);
}

/// Motion of a link from its parent's; writes the joint's columns.
fn moved(
    link: &Link,
    place: &JointLayout,
    parent: &LinkMotion,
    q: &[f64],
    v: &[f64],
    columns: &mut [Twist],
) -> LinkMotion {
    let (frame, origin) = base(link, place, parent);
    match link.joint.kind {
        JointKind::Fixed => LinkMotion {
            rotation: frame,
            position: origin,
            twist: parent.twist,
            bias: Twist::default(),
        },
        JointKind::Revolute(axis) => {
            let mut out = LinkMotion::default();
            turn(link, (&axis, place), parent, (q, v), &mut columns[0], &mut out);
            out
        }
        JointKind::Prismatic(axis) => {
            let along = frame * axis;
            columns[0] = Twist::new(Vector3::zeros(), along);
            let joint = columns[0] * (place.multiplier * v[place.velocity]);
            let travel = place.multiplier * q[place.position] + place.offset;
            LinkMotion {
                rotation: frame,
                position: origin + along * travel,
                twist: parent.twist + joint,
                bias: parent.twist.cross(&joint),
            }
        }
        JointKind::Spherical => {
            let turn = quaternion(&q[place.position..]);
            let part = CompoundJoint { frame, place: origin, turn, slide: 0, about: None };
            part.motion(parent, &v[place.velocity..], columns)
        }
        JointKind::Planar(axis) => {
            let (first, second) = rotation::plane(&axis);
            let [x, y, angle] = [0, 1, 2].map(|k| q[place.position + k]);
            let place_now = origin + frame * (first * x + second * y);
            let turn = rotation::about(&axis, angle);
            let about = Some((axis, [first, second]));
            let part = CompoundJoint { frame, place: place_now, turn, slide: 2, about };
            part.motion(parent, &v[place.velocity..], columns)
        }
        JointKind::Free => {
            let p = &q[place.position..];
            let place_now = origin + frame * Vector3::new(p[0], p[1], p[2]);
            let turn = quaternion(&p[3..]);
            let part = CompoundJoint { frame, place: place_now, turn, slide: 3, about: None };
            part.motion(parent, &v[place.velocity..], columns)
        }
    }
}

/// A frame turned about one of its vectors by an angle, and that vector in the outer axes. About an
/// axis of the frame only the two other axes turn. In line, so that what it gives stays in registers.
#[inline(always)]
fn turned(
    frame: &Matrix3<f64>,
    axis: &Vector3<f64>,
    along: Along,
    angle: f64,
) -> (Matrix3<f64>, Vector3<f64>) {
    if along == Along::Another {
        return (frame * rotation::about(axis, angle), frame * axis);
    }
    let (sine, cosine) = real::sin_cos(angle);
    let x = Vector3::new(frame.m11, frame.m21, frame.m31);
    let y = Vector3::new(frame.m12, frame.m22, frame.m32);
    let z = Vector3::new(frame.m13, frame.m23, frame.m33);
    // The pair of axes that follows the kept one turns.
    let pair = |a: Vector3<f64>, b: Vector3<f64>, sense: f64| {
        let sine = sense * sine;
        (a * cosine + b * sine, b * cosine - a * sine)
    };
    match along {
        Along::X => {
            let (y, z) = pair(y, z, axis.x);
            (Matrix3::from_columns(&[x, y, z]), x * axis.x)
        }
        Along::Y => {
            let (z, x) = pair(z, x, axis.y);
            (Matrix3::from_columns(&[x, y, z]), y * axis.y)
        }
        _ => {
            let (x, y) = pair(x, y, axis.z);
            (Matrix3::from_columns(&[x, y, z]), z * axis.z)
        }
    }
}

fn quaternion(q: &[f64]) -> Matrix3<f64> {
    rotation::matrix(q[0], q[1], q[2], q[3])
}

/// A joint of several coordinates: columns along the parent's axes first, then turning ones that
/// are fixed in the link.
struct CompoundJoint {
    frame: Matrix3<f64>,
    place: Vector3<f64>,
    turn: Matrix3<f64>,
    /// Number of sliding columns.
    slide: usize,
    /// Axis of the one turning column and the two sliding directions of a planar joint.
    about: Option<(Vector3<f64>, [Vector3<f64>; 2])>,
}

impl CompoundJoint {
    fn motion(&self, parent: &LinkMotion, v: &[f64], columns: &mut [Twist]) -> LinkMotion {
        let rotation = self.frame * self.turn;
        let mut sliding = Twist::default();
        let mut turning = Twist::default();
        for (index, column) in columns.iter_mut().enumerate() {
            if index < self.slide {
                let along = match self.about {
                    Some((_, directions)) => self.frame * directions[index],
                    None => self.frame.column(index).into_owned(),
                };
                *column = Twist::new(Vector3::zeros(), along);
                sliding += *column * v[index];
            } else {
                let axis = match self.about {
                    Some((axis, _)) => rotation * axis,
                    None => rotation.column(index - self.slide).into_owned(),
                };
                *column = Twist::about(axis, &self.place);
                turning += *column * v[index];
            }
        }
        let twist = parent.twist + sliding + turning;
        // Sliding columns are carried by the parent, turning ones by the link itself.
        let bias = parent.twist.cross(&sliding) + twist.cross(&turning);
        LinkMotion { rotation, position: self.place, twist, bias }
    }
}

/// Writes the rates of the position coordinates.
pub fn position_rates(tree: &Tree, q: &[f64], v: &[f64], rates: &mut [f64]) {
    for (link, place) in tree.links().iter().zip(tree.places()) {
        if link.joint.coupling.is_some() {
            continue;
        }
        let (p, w) = (place.position, place.velocity);
        match link.joint.kind {
            JointKind::Fixed => {}
            JointKind::Revolute(_) | JointKind::Prismatic(_) => rates[p] = v[w],
            JointKind::Planar(_) => rates[p..p + 3].copy_from_slice(&v[w..w + 3]),
            JointKind::Spherical => {
                quaternion_rate(&q[p..p + 4], &v[w..w + 3], &mut rates[p..p + 4])
            }
            JointKind::Free => {
                rates[p..p + 3].copy_from_slice(&v[w..w + 3]);
                quaternion_rate(&q[p + 3..p + 7], &v[w + 3..w + 6], &mut rates[p + 3..p + 7]);
            }
        }
    }
}

/// ½ q ⊗ ω with ω in the turned axes.
#[inline]
fn quaternion_rate(q: &[f64], rate: &[f64], out: &mut [f64]) {
    let ([w, x, y, z], [a, b, c]) = (q, rate) else { return };
    let (a, b, c) = (0.5 * a, 0.5 * b, 0.5 * c);
    out[0] = -x * a - y * b - z * c;
    out[1] = w * a + y * c - z * b;
    out[2] = w * b + z * a - x * c;
    out[3] = w * c + x * b - y * a;
}

/// Restores the unit length of all quaternions.
pub fn normalise(tree: &Tree, q: &mut [f64]) {
    for (link, place) in tree.links().iter().zip(tree.places()) {
        let Some(scalar) = link.joint.kind.quaternion() else { continue };
        let start = place.position + scalar;
        let part = &mut q[start..start + 4];
        let length = part.iter().map(|x| x * x).sum::<f64>().sqrt();
        part.iter_mut().for_each(|x| *x /= length);
    }
}

/// Moves positions by velocities for a time: q ⊞ v h, exact for constant rates.
pub fn integrate(tree: &Tree, q: &mut [f64], v: &[f64], h: f64) {
    for (link, place) in tree.links().iter().zip(tree.places()) {
        if link.joint.coupling.is_some() {
            continue;
        }
        let (p, w) = (place.position, place.velocity);
        let (slide, turn) = match link.joint.kind {
            JointKind::Fixed => continue,
            JointKind::Revolute(_) | JointKind::Prismatic(_) => (1, None),
            JointKind::Planar(_) => (3, None),
            JointKind::Spherical => (0, Some(0)),
            JointKind::Free => (3, Some(3)),
        };
        for k in 0..slide {
            q[p + k] += h * v[w + k];
        }
        if let Some(k) = turn {
            let rate = Vector3::new(v[w + k], v[w + k + 1], v[w + k + 2]);
            let turned = rotation::from_numbers(&q[p + k..p + k + 4])
                * rotation::from_scaled_axis(&(rate * h));
            q[p + k..p + k + 4].copy_from_slice(&[turned.w, turned.i, turned.j, turned.k]);
        }
    }
}
