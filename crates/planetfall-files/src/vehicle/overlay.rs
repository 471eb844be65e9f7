//! Overlays: what is added to another vehicle file, most of all to a URDF.

use super::contactor::{self, FileContext};
use super::diagnostics::unknown;
use super::draft::{Draft, DraftJoint};
use super::joint::JointChange;
use super::schema::joint::{JointOverlayCases, JointOverlayKeys};
use super::schema::link::LinkOverlayKeys;
use super::schema::{OverlayKeys, RootChoice};
use super::{inertia, joint, part, propulsion};
use crate::pattern::matches;
use std::collections::BTreeSet;

/// Whether a TOML file is an overlay: it has the key `base` in front of its first table.
pub(super) fn is_overlay(text: &str) -> bool {
    let top = text.lines().map(str::trim_start).take_while(|line| !line.starts_with('['));
    top.filter_map(|line| line.strip_prefix("base")).any(|rest| rest.trim_start().starts_with('='))
}

/// The links whose inertia an overlay replaces.
pub(super) fn replaced(root: &OverlayKeys) -> BTreeSet<String> {
    let replaces = |keys: &&LinkOverlayKeys| keys.mass.mass_kg.has_value();
    root.link.iter().filter(replaces).map(|keys| keys.name.value().to_owned()).collect()
}

/// Lays an overlay over the draft of its base.
pub(super) fn lay_over(draft: &mut Draft, root: &OverlayKeys, context: &mut FileContext<'_>) {
    if let Some(title) = root.title.given() {
        title.clone_into(&mut draft.title);
    }
    if !root.root.is_default() {
        draft.free = root.root.value() == RootChoice::Free;
    }
    for keys in &root.link {
        change_link(draft, keys, context);
    }
    for keys in &root.joint {
        change_joints(draft, keys, context);
    }
    let drives = &root.drive;
    if !drives.is_empty() {
        draft.drives = drives.iter().map(|keys| super::drive(keys, context.file)).collect();
    }
    // A wheel that the overlay replaced under another name drives no more by itself.
    let known: BTreeSet<&String> = draft.contactors.iter().map(|one| &one.name).collect();
    if drives.is_empty() {
        draft.drives.retain(|drive| known.contains(&drive.wheel));
    }
}

fn change_link(draft: &mut Draft, keys: &LinkOverlayKeys, context: &mut FileContext<'_>) {
    let name = keys.name.value();
    let Some(link) = draft.links.iter_mut().find(|link| link.name == name) else {
        let message = format!("`{name}` is no link of the base");
        let known = draft.links.iter().map(|link| link.name.as_str());
        unknown(context.diagnostics, context.file.at(keys.name.place()), message, name, known);
        return;
    };
    if let Some(inertia) = inertia::inertia(name, &keys.mass, context.file, context.diagnostics) {
        link.inertia = Some(inertia);
        link.weighs = true;
        draft.notes.push(part::note(&keys.mass.provenance, format!("link `{name}`")));
    }
    let contactors = contactor::contactors(&keys.parts, name, context, &mut draft.notes);
    if !keys.parts.contactor.is_empty() {
        draft.contactors.retain(|one| one.link != name);
        draft.contactors.extend(contactors);
        draft.put_supports_first();
    }
    if !keys.parts.engine.is_empty() {
        draft.engines.retain(|one| one.link != name);
        draft.engines.extend(propulsion::engines(&keys.parts, name, context, &mut draft.notes));
    }
    if !keys.parts.tank.is_empty() {
        draft.tanks.retain(|one| one.link != name);
        draft.tanks.extend(propulsion::tanks(&keys.parts, name, context, &mut draft.notes));
    }
    draft.visuals.extend(contactor::visuals(&keys.parts, name, context));
}

fn change_joints(draft: &mut Draft, keys: &JointOverlayKeys, context: &mut FileContext<'_>) {
    let pattern = keys.name.value();
    let at = context.file.at(keys.name.place());
    let mut found = false;
    let Draft { links, notes, .. } = draft;
    for link in links.iter_mut().filter(|link| link.parent.is_some()) {
        let several = pattern.contains('*');
        if !matches(pattern, &link.joint.name) {
            continue;
        }
        // A pattern means those joints that its units fit.
        let said = said(&link.joint, keys);
        found |= said.is_some() || !several;
        if let Some(said) = said {
            let about = format!("joint `{}`", link.joint.name);
            notes.push(part::note(&keys.provenance, about));
            joint::change(&mut link.joint, &said, context.file, context.diagnostics, notes);
        } else if !several {
            misfit(&link.joint, keys, context);
        }
    }
    if !found {
        let message = format!("`{pattern}` is no joint of the base");
        let known = links.iter().map(|link| link.joint.name.as_str());
        unknown(context.diagnostics, at, message, pattern, known);
    }
}

/// What a table says of a joint, if its units fit the joint.
fn said<'k>(joint: &DraftJoint, keys: &'k JointOverlayKeys) -> Option<JointChange<'k>> {
    match keys.kind.given()? {
        JointOverlayCases::Revolute(own) => joint.kind.turns_about().map(|_| own.change()),
        JointOverlayCases::Prismatic(own) => joint.kind.slides_along().map(|_| own.change()),
    }
}

fn misfit(joint: &DraftJoint, keys: &JointOverlayKeys, context: &mut FileContext<'_>) {
    let at = context.file.at(keys.name.place());
    let name = &joint.name;
    if joint.kind.slides_along().is_some() {
        let message = format!("joint `{name}` slides");
        context.diagnostics.help(at, message, "say `kind = \"prismatic\"`");
    } else if joint.kind.turns_about().is_some() {
        let message = format!("joint `{name}` turns");
        context.diagnostics.help(at, message, "say `kind = \"revolute\"` or leave `kind` out");
    } else if joint.kind.is_fixed() {
        context.diagnostics.error(at, format!("joint `{name}` is fixed"));
    } else {
        let message = format!("joint `{name}` has several coordinates: nothing can be added");
        context.diagnostics.error(at, message);
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
