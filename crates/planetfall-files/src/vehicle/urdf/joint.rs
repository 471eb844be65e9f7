//! `<joint>`: kind, axis, limits, damping, friction, mimic.

use super::element::{at, at_value, child, number, numbers, optional_number, origin, text};
use crate::format::nearest;
use crate::vehicle::contactor::FileContext;
use crate::vehicle::diagnostics::At;
use crate::vehicle::draft::{DraftCoupling, DraftJoint, DraftLimits};
use nalgebra::Vector3;
use planetfall::vehicle::{JointKind, Placement};
use roxmltree::Node;

/// A joint with the links it joins.
#[derive(Clone, Debug)]
pub(super) struct UrdfJoint {
    pub(super) joint: DraftJoint,
    pub(super) parent: (String, At),
    pub(super) child: (String, At),
    pub(super) placement: Placement,
    /// Whether it turns without end, as wheels do.
    pub(super) continuous: bool,
}

/// Kinds of joints that URDF has.
const TYPES: [&str; 7] =
    ["fixed", "revolute", "continuous", "prismatic", "floating", "planar", "spherical"];

/// Reads a joint; `None` if it is unknown what it joins.
pub(super) fn joint(node: Node<'_, '_>, context: &mut FileContext<'_>) -> Option<UrdfJoint> {
    let name = text(node, "name", "joint", context)?.to_owned();
    let owner = format!("joint `{name}`");
    let parent = end(node, "parent", &owner, context);
    let child_end = end(node, "child", &owner, context);
    let placement = origin(node, &owner, context);
    // A joint of unknown kind still joins its links.
    let kind = kind(node, &owner, context).unwrap_or(JointKind::Fixed);
    let mut joint = DraftJoint::new(&name, kind, at(node, context));
    let mimic = child(node, "mimic");
    if kind.velocities() == 1 {
        let continuous = node.attribute("type") == Some("continuous");
        joint.limits = if continuous { None } else { limits(node, &owner, context) };
        dynamics(node, &owner, &mut joint, context);
        joint.follows = mimic.and_then(|mimic| follows(mimic, &owner, context));
    } else if let Some(mimic) = mimic {
        let kind = node.attribute("type").unwrap_or_default();
        let message = format!("{owner} is {kind}: its `<mimic>` has no meaning and is ignored");
        context.diagnostics.warning(at(mimic, context), message);
    }
    let continuous = node.attribute("type") == Some("continuous");
    Some(UrdfJoint { joint, parent: parent?, child: child_end?, placement, continuous })
}

fn end(
    node: Node<'_, '_>,
    tag: &str,
    owner: &str,
    context: &mut FileContext<'_>,
) -> Option<(String, At)> {
    let Some(element) = child(node, tag) else {
        let message = format!("{owner} has no `<{tag}>`");
        context.diagnostics.error(at(node, context), message);
        return None;
    };
    let link = text(element, "link", owner, context)?;
    Some((link.to_owned(), at_value(element, "link", context)))
}

fn kind(node: Node<'_, '_>, owner: &str, context: &mut FileContext<'_>) -> Option<JointKind> {
    let word = text(node, "type", owner, context)?;
    let kind = match word {
        "fixed" => JointKind::Fixed,
        "floating" => JointKind::Free,
        "spherical" => JointKind::Spherical,
        "revolute" | "continuous" => JointKind::Revolute(axis(node, owner, context)?),
        "prismatic" => JointKind::Prismatic(axis(node, owner, context)?),
        "planar" => JointKind::Planar(axis(node, owner, context)?),
        other => {
            let place = at_value(node, "type", context);
            let meant = nearest(other, TYPES).map(|word| format!("; did you mean \"{word}\"?"));
            let message = format!("{owner}: unknown type \"{other}\"{}", meant.unwrap_or_default());
            let help = format!("allowed: {}", TYPES.join(", "));
            context.diagnostics.help(place, message, help);
            return None;
        }
    };
    Some(kind)
}

/// The axis in the joint's frame; x where none is given.
fn axis(node: Node<'_, '_>, owner: &str, context: &mut FileContext<'_>) -> Option<Vector3<f64>> {
    let Some(element) = child(node, "axis") else { return Some(Vector3::x()) };
    text(element, "xyz", owner, context)?;
    let axis = Vector3::from(numbers::<3>(element, "xyz", owner, context)?);
    let length = axis.norm();
    if !(length > 1e-9 && length.is_finite()) {
        let message = format!("{owner}: its axis must have a length");
        context.diagnostics.error(at_value(element, "xyz", context), message);
        return None;
    }
    Some(axis / length)
}

/// Stops. A joint that should have them and has not, turns or slides without end.
fn limits(node: Node<'_, '_>, owner: &str, context: &mut FileContext<'_>) -> Option<DraftLimits> {
    let limit = child(node, "limit");
    let given = |key: &str| limit.is_some_and(|limit| limit.has_attribute(key));
    let Some(limit) = limit.filter(|_| given("lower") || given("upper")) else {
        let message = format!("{owner} has no `lower` and `upper` limit and is left without stops");
        context.diagnostics.warning(at(node, context), message);
        return None;
    };
    let mut bound = |key| match limit.has_attribute(key) {
        true => optional_number(limit, key, owner, context),
        // As the format has it.
        false => Some(0.0),
    };
    let (lower, upper) = (bound("lower")?, bound("upper")?);
    if lower > upper {
        let message = format!("{owner}: `lower`, {lower}, lies above `upper`, {upper}");
        context.diagnostics.error(at(limit, context), message);
        return None;
    }
    Some(DraftLimits { lower, upper, stiffness: None, damping: None })
}

fn dynamics(
    node: Node<'_, '_>,
    owner: &str,
    joint: &mut DraftJoint,
    context: &mut FileContext<'_>,
) {
    let Some(dynamics) = child(node, "dynamics") else { return };
    for key in ["damping", "friction"] {
        let value = optional_number(dynamics, key, owner, context).unwrap_or_default();
        if value < 0.0 {
            let message = format!("{owner}: `{key}` must not be negative, found {value}");
            context.diagnostics.error(at_value(dynamics, key, context), message);
        } else if key == "damping" {
            joint.damping = value;
        } else {
            joint.friction = value;
        }
    }
}

fn follows(
    mimic: Node<'_, '_>,
    owner: &str,
    context: &mut FileContext<'_>,
) -> Option<DraftCoupling> {
    let master = text(mimic, "joint", owner, context)?.to_owned();
    let mut value = |key: &str, default: f64| match mimic.has_attribute(key) {
        true => number(mimic, key, owner, context),
        false => Some(default),
    };
    let (multiplier, offset) = (value("multiplier", 1.0)?, value("offset", 0.0)?);
    Some(DraftCoupling { joint: master, at: at_value(mimic, "joint", context), multiplier, offset })
}
