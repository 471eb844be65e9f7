//! Which cylinders of a URDF are wheels, and how they are driven and steered.
//!
//! The format has no word for a wheel. A link's collision cylinder is taken as one if the link
//! turns without end (`continuous`) about the cylinder's own axis, and that axis lies nearer to the
//! horizontal than to the vertical of the root's frame: a mast that turns is no wheel. Where a link
//! has several such cylinders the one of the largest radius touches the ground. A wheel is steered
//! by the next moving joint inboard if that turns about an axis within 30° of the vertical.

use super::joint::UrdfJoint;
use super::link::Cylinder;
use crate::vehicle::draft::{DraftContactor, DraftDrive};
use nalgebra::{Matrix3, Vector3};
use planetfall::shape::{Shape, Wheel};
use planetfall::vehicle::ContactorRole;
use std::collections::BTreeMap;

/// Wheels as contactors and as drives.
pub(super) fn wheels(
    joints: &[UrdfJoint],
    cylinders: &BTreeMap<String, Vec<Cylinder>>,
) -> (Vec<DraftContactor>, Vec<DraftDrive>) {
    let holding: BTreeMap<&str, &UrdfJoint> =
        joints.iter().map(|joint| (joint.child.0.as_str(), joint)).collect();
    let mut contactors = Vec::new();
    let mut drives = Vec::new();
    for joint in joints.iter().filter(|joint| joint.continuous) {
        let name = &joint.child.0;
        let shape = cylinders.get(name).and_then(|all| wheel(joint, all, &holding));
        let Some(shape) = shape else { continue };
        let at = joint.joint.at;
        contactors.push(DraftContactor {
            name: name.clone(),
            at,
            link: name.clone(),
            shape,
            role: ContactorRole::Support,
        });
        let drive = Some(joint.joint.name.clone());
        drives.push(DraftDrive {
            at,
            wheel: name.clone(),
            drive,
            steer: steer(joint, &holding),
            found: true,
        });
    }
    (contactors, drives)
}

fn wheel(
    joint: &UrdfJoint,
    cylinders: &[Cylinder],
    holding: &BTreeMap<&str, &UrdfJoint>,
) -> Option<Shape> {
    let axis = *joint.joint.kind.turns_about()?;
    if (frame(joint, holding) * axis).z.abs() > std::f64::consts::FRAC_1_SQRT_2 {
        return None;
    }
    let rolls = |cylinder: &&Cylinder| {
        let along = cylinder.placement.rotation * Vector3::z();
        let centre = cylinder.placement.position;
        let aside = (centre - axis * centre.dot(&axis)).norm();
        // One degree of slack: files write 1.57 for a right angle.
        along.dot(&axis).abs() > 0.99985 && aside <= 0.1 * cylinder.radius
    };
    let rolling = cylinders.iter().filter(rolls);
    let cylinder = rolling.max_by(|a, b| a.radius.total_cmp(&b.radius))?;
    Some(Shape::Wheel(Wheel {
        centre: cylinder.placement.position,
        axis,
        radius: cylinder.radius,
        width: cylinder.length,
        grousers: None,
    }))
}

fn steer(joint: &UrdfJoint, holding: &BTreeMap<&str, &UrdfJoint>) -> Option<String> {
    let mut at = holding.get(joint.parent.0.as_str())?;
    for _ in 0..holding.len() {
        if at.joint.kind.is_fixed() {
            at = holding.get(at.parent.0.as_str())?;
            continue;
        }
        let axis = at.joint.kind.turns_about()?;
        let upright = (frame(at, holding) * axis).z.abs() > 0.866;
        return upright.then(|| at.joint.name.clone());
    }
    None
}

/// Axes of a joint's frame in the root's, every joint at zero.
fn frame(joint: &UrdfJoint, holding: &BTreeMap<&str, &UrdfJoint>) -> Matrix3<f64> {
    let mut rotation = joint.placement.rotation;
    let mut at = joint;
    // A loop is reported elsewhere; here it must only end.
    for _ in 0..holding.len() {
        let Some(parent) = holding.get(at.parent.0.as_str()) else { break };
        rotation = parent.placement.rotation * rotation;
        at = parent;
    }
    rotation
}
