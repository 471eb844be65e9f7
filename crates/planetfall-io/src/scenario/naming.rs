//! Names that a scenario file uses for what it describes elsewhere, and what to say of unknown ones.

use super::{Report, nearest};
use crate::format::Node;
use planetfall::vehicle::Vehicle;

/// The index of the vehicle that a key names; told where there is none such.
pub(super) fn vehicle(
    root: &Node,
    node: &Node,
    key: &str,
    report: &mut Report<'_>,
) -> Option<usize> {
    let names: Vec<&str> = root.list("vehicle").iter().map(|one| one.text("name")).collect();
    index(node, key, "vehicle", &names, report)
}

/// The index of the link that a key names; the root where the key is absent.
pub(super) fn link(
    node: &Node,
    key: &str,
    vehicle: &Vehicle,
    report: &mut Report<'_>,
) -> Option<usize> {
    if !node.has(key) {
        return Some(0);
    }
    let names: Vec<&str> = vehicle.tree.links().iter().map(|link| link.name.as_str()).collect();
    index(node, key, &format!("link of vehicle `{}`", vehicle.name), &names, report)
}

/// The place among names of the one that a key has; told with the nearest where there is none such.
pub(super) fn index(
    node: &Node,
    key: &str,
    what: &str,
    names: &[&str],
    report: &mut Report<'_>,
) -> Option<usize> {
    let name = node.text(key);
    let found = names.iter().position(|known| *known == name);
    if found.is_none() {
        let message = format!("`{name}`: no such {what}");
        match nearest(name, names.iter().copied()) {
            Some(near) => {
                report.help(node.place_of(key), message, format!("did you mean `{near}`?"));
            }
            None if names.is_empty() => report.error(node.place_of(key), message),
            None => report.help(node.place_of(key), message, listed(names)),
        }
    }
    found
}

fn listed(names: &[&str]) -> String {
    const MOST: usize = 12;
    let some: Vec<String> = names.iter().take(MOST).map(|name| format!("`{name}`")).collect();
    let more = if names.len() > MOST { " and others" } else { "" };
    format!("there are {}{more}", some.join(", "))
}
