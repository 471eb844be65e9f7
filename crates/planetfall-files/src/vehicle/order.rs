//! Whether links make a tree, and the order in which parents and followed joints come first.

use super::diagnostics::{At, FileDiagnostics, unknown};
use super::draft::{Draft, DraftLink};
use planetfall::vehicle::{JointKind, Placement};
use std::collections::{BTreeMap, BTreeSet};

/// Reports everything that keeps the links from being a tree; gives the order in which they are one.
pub(super) fn order(draft: &Draft, diagnostics: &mut FileDiagnostics) -> Option<Vec<usize>> {
    let links = &draft.links;
    if links.is_empty() {
        diagnostics.error(draft.at, "a vehicle needs at least one link");
        return None;
    }
    let all = || links.iter().enumerate();
    let names = names(all().map(|(index, link)| (index, &link.name, link.at)), "link", diagnostics);
    // The root's joint has no name of the file's.
    let held = all().filter(|(_, link)| link.parent.is_some());
    let held = held.map(|(index, link)| (index, &link.joint.name, link.joint.at));
    let joints = self::names(held, "joint", diagnostics);
    let parents = parents(links, &names, diagnostics);
    if !draft.incomplete {
        roots(links, diagnostics);
    }
    loops(links, &parents, diagnostics);
    let masters = masters(links, &joints, diagnostics);
    if diagnostics.has_errors() {
        return None;
    }
    sorted(links, &parents, &masters, diagnostics)
}

/// Index by name; reports names that occur twice.
pub(super) fn names<'a>(
    all: impl Iterator<Item = (usize, &'a String, At)>,
    what: &str,
    diagnostics: &mut FileDiagnostics,
) -> BTreeMap<&'a str, usize> {
    let mut index = BTreeMap::new();
    for (place, name, at) in all {
        if index.contains_key(name.as_str()) {
            diagnostics.error(at, format!("two {what}s have the name `{name}`"));
        } else {
            index.insert(name.as_str(), place);
        }
    }
    index
}

fn parents(
    links: &[DraftLink],
    names: &BTreeMap<&str, usize>,
    diagnostics: &mut FileDiagnostics,
) -> Vec<Option<usize>> {
    let mut all = Vec::new();
    for link in links {
        let parent = link.parent.as_ref().and_then(|(name, at)| {
            let found = names.get(name.as_str()).copied();
            if found.is_none() {
                let message = format!("link `{}` hangs on `{name}`, which is no link", link.name);
                unknown(diagnostics, *at, message, name, names.keys().copied());
            }
            found
        });
        all.push(parent);
    }
    all
}

fn roots(links: &[DraftLink], diagnostics: &mut FileDiagnostics) {
    let roots: Vec<&DraftLink> = links.iter().filter(|link| link.parent.is_none()).collect();
    let Some((first, others)) = roots.split_first() else { return };
    if !first.joint.kind.is_fixed() {
        let message = format!("link `{}` is the root and has no joint", first.name);
        diagnostics.help(first.joint.at, message, "`root` says whether it is free or fixed");
    }
    if first.placement != Placement::identity() {
        let message = format!("link `{}` is the root: its frame is the body frame", first.name);
        diagnostics.help(first.at, message, "where the vehicle stands is said by the scenario");
    }
    for other in others {
        let message = format!(
            "two links have no parent, `{}` and `{}`: a vehicle has one root",
            first.name, other.name
        );
        diagnostics.error(other.at, message);
    }
}

/// Reports each ring of links once, at the link that comes first in the file.
fn loops(links: &[DraftLink], parents: &[Option<usize>], diagnostics: &mut FileDiagnostics) {
    let mut reported = BTreeSet::new();
    for start in 0..links.len() {
        let Some(ring) = ring(start, parents) else { continue };
        if !ring.iter().any(|link| reported.contains(link)) {
            let mut names: Vec<String> =
                ring.iter().map(|link| format!("`{}`", links[*link].name)).collect();
            names.extend(names.first().cloned());
            let message = format!("links hang on each other in a loop: {}", names.join(" on "));
            let joint = &links[start].joint.name;
            let help = format!("one of them, such as joint `{joint}`, must hang on something else");
            diagnostics.help(links[start].at, message, help);
        }
        reported.extend(ring);
    }
}

/// The links from one on to its parents until it comes again, if it does.
fn ring(start: usize, parents: &[Option<usize>]) -> Option<Vec<usize>> {
    let mut ring = vec![start];
    let mut at = parents.get(start).copied().flatten()?;
    while at != start {
        if ring.contains(&at) {
            return None;
        }
        ring.push(at);
        at = parents.get(at).copied().flatten()?;
    }
    Some(ring)
}

fn masters(
    links: &[DraftLink],
    joints: &BTreeMap<&str, usize>,
    diagnostics: &mut FileDiagnostics,
) -> Vec<Option<usize>> {
    let one = |kind: &JointKind| kind.velocities() == 1;
    let mut all = Vec::new();
    for link in links {
        let Some(follows) = &link.joint.follows else {
            all.push(None);
            continue;
        };
        let (name, master) = (&link.joint.name, &follows.joint);
        let found = joints.get(master.as_str()).copied();
        match found {
            None => {
                let message = format!("joint `{name}` follows `{master}`, which is no joint");
                unknown(diagnostics, follows.at, message, master, joints.keys().copied());
            }
            Some(index) if !one(&links[index].joint.kind) || !one(&link.joint.kind) => {
                let message = format!(
                    "joint `{name}` cannot follow `{master}`: only joints of one coordinate can"
                );
                diagnostics.error(follows.at, message);
            }
            Some(_) => {}
        }
        if !(follows.multiplier.is_finite() && follows.multiplier != 0.0) {
            let message = format!(
                "joint `{name}`: the multiplier must be a number other than zero, found {}",
                follows.multiplier
            );
            diagnostics.error(follows.at, message);
        }
        all.push(found);
    }
    all
}

/// Parents and followed joints first, otherwise in the order of the file.
fn sorted(
    links: &[DraftLink],
    parents: &[Option<usize>],
    masters: &[Option<usize>],
    diagnostics: &mut FileDiagnostics,
) -> Option<Vec<usize>> {
    let mut placed = vec![false; links.len()];
    let mut order = Vec::new();
    loop {
        let ready = |link: usize| {
            let done = |other: Option<usize>| other.is_none_or(|other| placed[other]);
            !placed[link] && done(parents[link]) && done(masters[link])
        };
        let Some(next) = (0..links.len()).find(|link| ready(*link)) else { break };
        placed[next] = true;
        order.push(next);
    }
    for (link, done) in links.iter().zip(&placed) {
        if let (false, Some(follows)) = (done, &link.joint.follows) {
            let message = format!(
                "joint `{}` cannot follow `{}`, which follows it or hangs on it",
                link.joint.name, follows.joint
            );
            diagnostics.error(follows.at, message);
        }
    }
    (order.len() == links.len()).then_some(order)
}
