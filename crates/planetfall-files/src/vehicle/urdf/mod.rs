//! URDF, the robot description format of ROS.
//!
//! The file is read as a tree of XML elements, each with its place, so that a mistake names its
//! line, and all mistakes are reported at once. What the format cannot say (contactors but wheels,
//! motors, couplings that it lacks) is added by an overlay. Elements of simulators (`gazebo`,
//! `transmission`, `ros2_control`) are passed over.

mod element;
mod joint;
mod link;
mod wheels;

use super::contactor::FileContext;
use super::draft::{Draft, DraftJoint, DraftLink};
use crate::format::{Place, Source};
use element::{at, at_value, children, text};
use joint::UrdfJoint;
use link::Cylinder;
use planetfall::vehicle::{JointKind, Placement};
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::{BTreeMap, BTreeSet};

/// More elements than any robot has. Chosen: a damaged file must not take all memory.
const ELEMENT_LIMIT: u32 = 1_000_000;

/// Reads a URDF file. The inertias of some links may be wrong, for an overlay replaces them.
pub(super) fn draft(
    name: &str,
    source: &Source,
    replaced: &BTreeSet<String>,
    context: &mut FileContext<'_>,
) -> Option<Draft> {
    let text = source.text();
    let options =
        ParsingOptions { allow_dtd: false, nodes_limit: ELEMENT_LIMIT, ..Default::default() };
    let document = match Document::parse_with_options(text, options) {
        Ok(document) => document,
        Err(error) => {
            let at = offset(text, error.pos());
            context
                .diagnostics
                .error(context.file.at(Place::from(at..at)), format!("XML: {error}"));
            return None;
        }
    };
    let robot = document.root_element();
    if robot.tag_name().name() != "robot" {
        let found = robot.tag_name().name();
        let message = format!("a URDF file begins with `<robot>`, found `<{found}>`");
        context.diagnostics.error(at(robot, context), message);
        return None;
    }
    Some(robot_draft(name, robot, replaced, context))
}

fn robot_draft(
    file: &str,
    robot: Node<'_, '_>,
    replaced: &BTreeSet<String>,
    context: &mut FileContext<'_>,
) -> Draft {
    let name = robot.attribute("name").unwrap_or(file);
    let mut draft = Draft::empty(name, &format!("{name} (URDF)"), context.file.start());
    let materials = link::materials(robot, context);
    let mut cylinders: BTreeMap<String, Vec<Cylinder>> = BTreeMap::new();
    for node in children(robot, "link") {
        let Some(name) = text(node, "name", "link", context) else { continue };
        let own = if replaced.contains(name) { None } else { link::inertia(node, name, context) };
        let place = at_value(node, "name", context);
        draft.links.push(DraftLink {
            name: name.to_owned(),
            at: place,
            parent: None,
            placement: Placement::identity(),
            weighs: own.is_some(),
            inertia: own.flatten(),
            joint: DraftJoint::new("site", JointKind::Fixed, place),
        });
        draft.visuals.extend(link::visuals(node, name, &materials, context));
        cylinders.insert(name.to_owned(), link::cylinders(node, name, context));
    }
    let nodes = children(robot, "joint");
    let joints: Vec<Option<UrdfJoint>> = nodes.map(|node| joint::joint(node, context)).collect();
    draft.incomplete = joints.iter().any(Option::is_none);
    let joints: Vec<UrdfJoint> = joints.into_iter().flatten().collect();
    hang(&mut draft, &joints, context);
    (draft.contactors, draft.drives) = wheels::wheels(&joints, &cylinders);
    // The usual name for what does not move.
    draft.free = !draft.links.iter().any(|link| link.parent.is_none() && link.name == "world");
    draft
}

/// Gives each link the joint that holds it.
fn hang(draft: &mut Draft, joints: &[UrdfJoint], context: &mut FileContext<'_>) {
    for joint in joints {
        let (child, at) = &joint.child;
        let name = &joint.joint.name;
        let Some(link) = draft.links.iter_mut().find(|link| link.name == *child) else {
            let message = format!("joint `{name}`: its child `{child}` is no link");
            let known = draft.links.iter().map(|link| link.name.as_str());
            super::diagnostics::unknown(context.diagnostics, *at, message, child, known);
            draft.incomplete = true;
            continue;
        };
        if link.parent.is_some() {
            let message = format!(
                "link `{child}` is the child of two joints, `{}` and `{name}`: closed loops of \
                 links are not possible",
                link.joint.name
            );
            context.diagnostics.error(*at, message);
            continue;
        }
        link.parent = Some(joint.parent.clone());
        link.placement = joint.placement;
        link.joint = joint.joint.clone();
    }
}

/// The byte at a line and column as the XML reader counts them.
fn offset(text: &str, at: roxmltree::TextPos) -> usize {
    let line = at.row.saturating_sub(1) as usize;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let rest = text.get(start..).unwrap_or_default();
    let column = at.col.saturating_sub(1) as usize;
    start + rest.char_indices().nth(column).map_or(rest.len(), |(byte, _)| byte)
}
