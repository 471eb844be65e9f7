//! Names that a scenario file uses for what it describes elsewhere, and what to say of unknown ones.

use super::Report;
use super::schema::ScenarioKeys;
use crate::format::Place;
use crate::format::declare::{Key, OptionalKey};
use crate::format::nearest;
use planetfall::vehicle::Vehicle;

/// The index of the vehicle that a key names; reported where there is none such.
pub(super) fn vehicle<'k>(
    root: &ScenarioKeys,
    key: impl Into<&'k Key<String>>,
    report: &mut Report<'_>,
) -> Option<usize> {
    let names: Vec<&str> = root.vehicle.iter().map(|one| one.name.value()).collect();
    index(key, "vehicle", &names, report)
}

/// The index of the link that a key names; the root where the key is absent.
pub(super) fn link(
    key: &OptionalKey<String>,
    vehicle: &Vehicle,
    report: &mut Report<'_>,
) -> Option<usize> {
    if !key.has_value() {
        return Some(0);
    }
    let names: Vec<&str> = vehicle.tree.links().iter().map(|link| link.name.as_str()).collect();
    index(key, &format!("link of vehicle `{}`", vehicle.name), &names, report)
}

/// The places among names of all that a key lists; each that is not there or is there twice is reported.
pub(super) fn indices(
    key: &Key<Vec<Key<String>>>,
    what: &str,
    names: &[&str],
    report: &mut Report<'_>,
) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    let wanted: Vec<&str> = key.values().collect();
    for name in &wanted {
        match known(name, names) {
            Ok(place) if found.contains(&place) => {
                report.error(key.place(), format!("{what} `{name}` is named twice"));
            }
            Ok(place) => found.push(place),
            Err(help) => {
                let message = format!("`{name}`: no such {what}");
                match help {
                    Some(help) => report.help(key.place(), message, help),
                    None => report.error(key.place(), message),
                }
            }
        }
    }
    (found.len() == wanted.len()).then_some(found)
}

/// The place of a name, or what may help to find it.
fn known(name: &str, names: &[&str]) -> Result<usize, Option<String>> {
    let help = || match nearest(name, names.iter().copied()) {
        Some(near) => Some(format!("did you mean `{near}`?")),
        None if names.is_empty() => None,
        None => Some(listed(names)),
    };
    names.iter().position(|one| *one == name).ok_or_else(help)
}

/// The place of a name among names; reported with the nearest where there is none such.
pub(super) fn place(
    name: &str,
    names: &[&str],
    what: &str,
    place: Place,
    report: &mut Report<'_>,
) -> Option<usize> {
    let message = || format!("`{name}`: no such {what}");
    match known(name, names) {
        Ok(found) => return Some(found),
        Err(Some(help)) => report.help(place, message(), help),
        Err(None) => report.error(place, message()),
    }
    None
}

/// The place among names of the one that a key has; reported with the nearest where there is none such.
pub(super) fn index<'k>(
    key: impl Into<&'k Key<String>>,
    what: &str,
    names: &[&str],
    report: &mut Report<'_>,
) -> Option<usize> {
    let key = key.into();
    place(key.value(), names, what, key.place(), report)
}

fn listed(names: &[&str]) -> String {
    /// Names that a message lists. Chosen: more fill the screen.
    const SHOWN: usize = 12;
    let some: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    let more = if names.len() > SHOWN { " and others" } else { "" };
    format!("there are {}{more}", some.join(", "))
}
