//! Where the links of a scene are, from the recorded coordinates of their joints.
//!
//! Forward kinematics from root to leaves: site_from_link = site_from_parent · parent_from_joint ·
//! joint_from_link(q) (Featherstone 2008, section 4.1). A joint that follows another has a column of
//! its own, so couplings need no thought here.

use super::{JointMotion, Scene, SceneLink};
use nalgebra::{Quaternion, Translation3, UnitQuaternion, Vector3};
use planetfall::math::rotation;

type Frame = nalgebra::Isometry3<f64>;

/// Poses of all links of a scene from records of its history.
#[derive(Clone, Debug)]
pub struct Posing {
    columns: Vec<String>,
    links: Vec<PosedLink>,
}

#[derive(Clone, Debug)]
struct PosedLink {
    /// Among all links of the scene.
    parent: Option<usize>,
    parent_from_joint: Frame,
    kind: JointMotion,
    axis: Vector3<f64>,
    /// First of its columns.
    first: usize,
}

/// Endings of the columns of a vehicle's pose.
const ROOT_COLUMNS: [&str; 7] =
    ["body.x_m", "body.y_m", "body.z_m", "body.qw", "body.qx", "body.qy", "body.qz"];

impl Posing {
    /// For a scene.
    #[must_use]
    pub fn new(scene: &Scene) -> Self {
        let (mut columns, mut links) = (Vec::new(), Vec::new());
        for vehicle in &scene.vehicles {
            let before = links.len();
            for link in &vehicle.links {
                links.push(PosedLink::new(link, before, columns.len()));
                let own = link.joint.columns.iter().map(String::as_str);
                let root = ROOT_COLUMNS.into_iter().filter(|_| link.parent.is_none());
                columns.extend(root.chain(own).map(|name| format!("{}{name}", vehicle.prefix)));
            }
        }
        Self { columns, links }
    }

    /// Columns of the history that it needs, in this order.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Links of all vehicles.
    #[must_use]
    pub fn links(&self) -> usize {
        self.links.len()
    }

    /// Poses of all links, vehicle by vehicle, from one row of those columns: seven numbers a link,
    /// x y z in m and qw qx qy qz, site from link. They replace what `out` held. A number that the
    /// row lacks is not a number.
    pub fn poses(&self, row: &[f64], out: &mut Vec<f64>) {
        out.clear();
        for link in &self.links {
            let parent = link.parent.map_or_else(Frame::identity, |parent| placed(out, parent));
            let frame = match link.parent {
                Some(_) => parent * link.parent_from_joint * link.moved(row),
                None => free(row, link.first),
            };
            let turn = frame.rotation;
            out.extend(frame.translation.vector.iter());
            out.extend([turn.w, turn.i, turn.j, turn.k]);
        }
    }
}

impl PosedLink {
    fn new(link: &SceneLink, links_before: usize, first: usize) -> Self {
        Self {
            parent: link.parent.map(|parent| links_before + parent),
            parent_from_joint: Frame::from_parts(
                Translation3::from(link.position_m),
                rotation::from_numbers(&link.rotation_wxyz),
            ),
            kind: link.joint.kind,
            axis: link.joint.axis.map_or_else(Vector3::z, Vector3::from),
            first,
        }
    }

    /// The link in its joint's frame.
    fn moved(&self, row: &[f64]) -> Frame {
        let q = |index: usize| number(row, self.first + index);
        let turned = |angle: f64| rotation::from_scaled_axis(&(self.axis * angle));
        match self.kind {
            JointMotion::Fixed => Frame::identity(),
            JointMotion::Revolute => Frame::from_parts(Translation3::identity(), turned(q(0))),
            JointMotion::Prismatic => Frame::from(Translation3::from(self.axis * q(0))),
            JointMotion::Spherical => {
                Frame::from_parts(Translation3::identity(), quaternion(row, self.first))
            }
            JointMotion::Planar => {
                let (first, second) = rotation::plane(&self.axis);
                let offset = first * q(0) + second * q(1);
                Frame::from_parts(Translation3::from(offset), turned(q(2)))
            }
            JointMotion::Free => free(row, self.first),
        }
    }
}

/// Position and quaternion that begin at a column.
fn free(row: &[f64], first: usize) -> Frame {
    let place = Vector3::from_fn(|axis, _| number(row, first + axis));
    Frame::from_parts(Translation3::from(place), quaternion(row, first + 3))
}

/// Normalised: records of single precision are not quite of unit length.
fn quaternion(row: &[f64], first: usize) -> UnitQuaternion<f64> {
    let [w, x, y, z] = [0, 1, 2, 3].map(|part| number(row, first + part));
    UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z))
}

fn number(row: &[f64], index: usize) -> f64 {
    row.get(index).copied().unwrap_or(f64::NAN)
}

/// The pose of a link that was placed before.
fn placed(poses: &[f64], link: usize) -> Frame {
    free(poses, 7 * link)
}
