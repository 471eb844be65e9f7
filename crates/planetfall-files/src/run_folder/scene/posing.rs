//! Where the links of a scene are, from the recorded coordinates of their joints.
//!
//! Forward kinematics from root to leaves: site_from_link = site_from_parent · parent_from_joint ·
//! joint_from_link(q) (Featherstone 2008, section 4.1). A joint that follows another has a column of
//! its own, so couplings need no thought here.

use super::{Scene, SceneLink};
use crate::quantity::Quantity;
use crate::quantity::column::Body;
use nalgebra::Translation3;
use planetfall::math::rotation;
use planetfall::vehicle::JointKind;

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
    /// None where the scene names a kind that is unknown, which reading a scene refuses.
    kind: Option<JointKind>,
    /// First of its columns.
    first: usize,
}

const ROOT_COLUMNS: [Quantity; 7] =
    [Body::X, Body::Y, Body::Z, Body::QW, Body::QX, Body::QY, Body::QZ];

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
                let root = ROOT_COLUMNS.iter().filter(|_| link.parent.is_none());
                let root = root.map(|quantity| quantity.name);
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
            kind: link.joint.known().ok(),
            first,
        }
    }

    /// The link in its joint's frame.
    fn moved(&self, row: &[f64]) -> Frame {
        let own = row.get(self.first..).unwrap_or_default();
        self.kind.map_or_else(Frame::identity, |kind| kind.displacement(own))
    }
}

/// Position and quaternion that begin at a column.
fn free(row: &[f64], first: usize) -> Frame {
    JointKind::Free.displacement(row.get(first..).unwrap_or_default())
}

/// The pose of a link that was placed before.
fn placed(poses: &[f64], link: usize) -> Frame {
    free(poses, 7 * link)
}
