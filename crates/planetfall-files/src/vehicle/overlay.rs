//! Overlays: what is added to another vehicle file, most of all to a URDF.

use super::contactor::{self, Reading};
use super::draft::{Draft, DraftJoint};
use super::findings::unknown;
use super::{inertia, joint, part, propulsion};
use crate::format::Node;
use crate::pattern::matches;
use planetfall::vehicle::JointKind;
use std::collections::BTreeSet;

/// Whether a TOML file is an overlay: it has the key `base` in front of its first table.
pub(super) fn is_overlay(text: &str) -> bool {
    let top = text.lines().map(str::trim_start).take_while(|line| !line.starts_with('['));
    top.filter_map(|line| line.strip_prefix("base")).any(|rest| rest.trim_start().starts_with('='))
}

/// The links whose inertia an overlay replaces.
pub(super) fn replaced(root: &Node) -> BTreeSet<String> {
    let replaces = |node: &&Node| node.has("mass_kg");
    root.list("link").iter().filter(replaces).map(|node| node.text("name").to_owned()).collect()
}

/// Lays an overlay over the draft of its base.
pub(super) fn lay_over(draft: &mut Draft, root: &Node, reading: &mut Reading<'_>) {
    if let Some(title) = root.optional_text("title") {
        title.clone_into(&mut draft.title);
    }
    if !root.get("root").is_default() {
        draft.free = root.text("root") == "free";
    }
    for node in root.list("link") {
        change_link(draft, node, reading);
    }
    for node in root.list("joint") {
        change_joints(draft, node, reading);
    }
    let drives = root.list("drive");
    if !drives.is_empty() {
        draft.drives = drives.iter().map(|node| super::drive(node, reading.file)).collect();
    }
    // A wheel that the overlay replaced under another name drives no more by itself.
    let known: BTreeSet<&String> = draft.contactors.iter().map(|one| &one.name).collect();
    if drives.is_empty() {
        draft.drives.retain(|drive| known.contains(&drive.wheel));
    }
}

fn change_link(draft: &mut Draft, node: &Node, reading: &mut Reading<'_>) {
    let name = node.text("name");
    let Some(link) = draft.links.iter_mut().find(|link| link.name == name) else {
        let message = format!("`{name}` is no link of the base");
        let known = draft.links.iter().map(|link| link.name.as_str());
        unknown(reading.findings, reading.file.at(node.place_of("name")), message, name, known);
        return;
    };
    if let Some(inertia) = inertia::inertia(node, reading.file, reading.findings) {
        link.inertia = Some(inertia);
        link.weighs = true;
        draft.notes.extend(part::note(node, format!("link `{name}`")));
    }
    let contactors = contactor::contactors(node, name, reading, &mut draft.notes);
    if !node.list("contactor").is_empty() {
        draft.contactors.retain(|one| one.link != name);
        draft.contactors.extend(contactors);
        draft.put_supports_first();
    }
    if !node.list("engine").is_empty() {
        draft.engines.retain(|one| one.link != name);
        draft.engines.extend(propulsion::engines(node, name, reading, &mut draft.notes));
    }
    if !node.list("tank").is_empty() {
        draft.tanks.retain(|one| one.link != name);
        draft.tanks.extend(propulsion::tanks(node, name, reading, &mut draft.notes));
    }
    draft.visuals.extend(contactor::visuals(node, name, reading));
}

fn change_joints(draft: &mut Draft, node: &Node, reading: &mut Reading<'_>) {
    let pattern = node.text("name");
    let at = reading.file.at(node.place_of("name"));
    let mut found = false;
    let Draft { links, notes, .. } = draft;
    for link in links.iter_mut().filter(|link| link.parent.is_some()) {
        let several = pattern.contains('*');
        if !matches(pattern, &link.joint.name) {
            continue;
        }
        // A pattern means those joints that its units fit.
        let fits = fits(&link.joint, node.case());
        if fits {
            notes.extend(part::note(node, format!("joint `{}`", link.joint.name)));
            joint::change(&mut link.joint, node, reading.file, reading.findings, notes);
        } else if !several {
            misfit(&link.joint, node, reading);
        }
        found |= fits || !several;
    }
    if !found {
        let message = format!("`{pattern}` is no joint of the base");
        let known = links.iter().map(|link| link.joint.name.as_str());
        unknown(reading.findings, at, message, pattern, known);
    }
}

fn fits(joint: &DraftJoint, case: &str) -> bool {
    match joint.kind {
        JointKind::Revolute(_) => case == "revolute",
        JointKind::Prismatic(_) => case == "prismatic",
        JointKind::Fixed | JointKind::Spherical | JointKind::Planar(_) | JointKind::Free => false,
    }
}

fn misfit(joint: &DraftJoint, node: &Node, reading: &mut Reading<'_>) {
    let at = reading.file.at(node.place_of("name"));
    let name = &joint.name;
    match joint.kind {
        JointKind::Prismatic(_) => {
            let message = format!("joint `{name}` slides");
            reading.findings.help(at, message, "say `kind = \"prismatic\"`");
        }
        JointKind::Revolute(_) => {
            let message = format!("joint `{name}` turns");
            reading.findings.help(at, message, "say `kind = \"revolute\"` or leave `kind` out");
        }
        JointKind::Fixed => reading.findings.error(at, format!("joint `{name}` is fixed")),
        JointKind::Spherical | JointKind::Planar(_) | JointKind::Free => {
            let message = format!("joint `{name}` has several coordinates: nothing can be added");
            reading.findings.error(at, message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_overlay_is_known_by_its_base() {
        assert!(is_overlay("# more\n base = \"a.urdf\"\n"));
        assert!(!is_overlay("title = \"a\"\n[x]\nbase = 1\n"));
        assert!(!is_overlay("baseline = 1\n"));
    }
}
