//! What to use where a method refuses: found by asking the same rules about other methods and grounds.

use super::{Cause, Feature, GroundKind, MethodKind, conflict};

/// What to use instead, as an order that follows the reason.
pub(super) fn instead(
    method: MethodKind,
    grounds: &[GroundKind],
    features: &[Feature],
    cause: Cause,
) -> String {
    let takes = |m: &MethodKind| conflict(*m, grounds, features).is_none();
    let methods: Vec<_> = MethodKind::ALL.into_iter().filter(takes).collect();
    let suits = |g: &GroundKind| conflict(method, &[*g], features).is_none();
    let suited: Vec<_> = GroundKind::ALL.into_iter().filter(suits).collect();
    let mut remedies = Vec::new();
    if !methods.is_empty() {
        remedies.push(list(&methods, MethodKind::name));
    }
    if !suited.is_empty() {
        remedies.push(format!("{} on {} ground", method.name(), list(&suited, GroundKind::name)));
    }
    if remedies.is_empty() {
        remedies = elsewhere(features);
    }
    match remedies.is_empty() {
        false => format!("use {}", remedies.join(", or ")),
        true => format!("no method takes this combination: leave out {cause}"),
    }
}

/// Which methods take the features on which grounds, grounds that the same methods take together.
fn elsewhere(features: &[Feature]) -> Vec<String> {
    let mut groups: Vec<(Vec<MethodKind>, Vec<GroundKind>)> = Vec::new();
    for ground in GroundKind::ALL {
        let takes = |m: &MethodKind| conflict(*m, &[ground], features).is_none();
        let methods: Vec<_> = MethodKind::ALL.into_iter().filter(takes).collect();
        match groups.iter_mut().find(|(known, _)| *known == methods) {
            _ if methods.is_empty() => {}
            Some((_, grounds)) => grounds.push(ground),
            None => groups.push((methods, vec![ground])),
        }
    }
    let text = |(methods, grounds): &(Vec<MethodKind>, Vec<GroundKind>)| {
        let grounds = list(grounds, GroundKind::name);
        format!("{} on {grounds} ground", list(methods, MethodKind::name))
    };
    groups.iter().map(text).collect()
}

/// Names as a sentence has them: "a, b or c".
fn list<T: Copy>(all: &[T], name: fn(T) -> &'static str) -> String {
    let names: Vec<&str> = all.iter().map(|&one| name(one)).collect();
    match names.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        Some((last, _)) => (*last).to_owned(),
        None => String::new(),
    }
}
