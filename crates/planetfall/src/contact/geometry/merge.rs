//! One contact, one contact, one name.
//!
//! The same place of a shape may be found on two neighbouring facets. Where both contacts say the
//! same to within a thousandth of a radian and of the shape's size, the deeper one stays: what the
//! other would have said differs by less than the square of that, a few hundredths of a micrometre
//! for a wheel. Places of a shape that touch more than once are distinguished by the order in which
//! they look down, so that the contact under a wheel keeps its name when a wall comes near.

use super::Contact;
use nalgebra::Vector3;

/// Distance of contacts of the same place up to which they may be one, in sizes of the shape. Chosen.
const MERGE_SHARE: f64 = 2e-3;
/// 1 − cos of the angle up to which normals are alike: a thousandth of a radian. Chosen.
const ALIKE_NORMALS: f64 = 5e-7;
/// Distance up to which contacts are at one point, in sizes of the shape: above single precision.
const SAME_POINT_SHARE: f64 = 1e-7;
/// Bits of a feature below its rank among contacts of the same place: kind and number of the place
/// (`faceted`).
const RANK_SHIFT: u32 = 24;

/// Drops contacts that repeat a deeper one, from `start` on. `size` is that of the shape, m.
pub(super) fn unite(out: &mut Vec<Contact>, start: usize, size: f64) {
    let mut kept = start;
    for at in start..out.len() {
        let (before, rest) = out.split_at_mut(at);
        let contact = &rest[0];
        match before[start..kept].iter_mut().find(|other| same(other, contact, size)) {
            Some(other) if contact.gap < other.gap => *other = *contact,
            Some(_) => {}
            None => {
                // Most stay where they are.
                if kept < at {
                    before[kept] = *contact;
                }
                kept += 1;
            }
        }
    }
    out.truncate(kept);
}

/// Drops contacts at the same point with the same normal as one before them, whatever their places:
/// a corner over a corner is also an edge over an edge.
pub(super) fn distinct(out: &mut Vec<Contact>, start: usize, size: f64) {
    let near = SAME_POINT_SHARE * size;
    let mut kept = start;
    for at in start..out.len() {
        let contact = out[at];
        let is_known = out[start..kept].iter().any(|other| {
            (other.point - contact.point).norm_squared() <= near * near
                && other.normal.dot(&contact.normal) >= 1.0 - ALIKE_NORMALS
        });
        if !is_known {
            out[kept] = contact;
            kept += 1;
        }
    }
    out.truncate(kept);
}

fn same(one: &Contact, other: &Contact, size: f64) -> bool {
    one.feature == other.feature
        && one.normal.dot(&other.normal) >= 1.0 - ALIKE_NORMALS
        && (one.point - other.point).norm_squared() <= (MERGE_SHARE * size) * (MERGE_SHARE * size)
}

/// Gives contacts of the same place different numbers: the one that looks most steeply up first.
pub(super) fn name(contacts: &mut [Contact]) {
    let place = |contact: &Contact| contact.feature & ((1 << RANK_SHIFT) - 1);
    for at in 0..contacts.len() {
        let this = &contacts[at];
        let own = place(this);
        let others = contacts.iter().enumerate().filter(|(other, _)| *other != at);
        let rank = others
            .filter(|(_, other)| place(other) == own)
            .filter(|(number, other)| is_before(other, this, *number < at))
            .count();
        contacts[at].feature = own | (rank.min(255) as u32) << RANK_SHIFT;
    }
}

fn is_before(one: &Contact, other: &Contact, comes_first: bool) -> bool {
    let key = |n: &Vector3<f64>| [-n.z, n.x, n.y];
    let (a, b) = (key(&one.normal), key(&other.normal));
    match a.iter().zip(&b).find(|(x, y)| (**x - **y).abs() > 1e-6) {
        Some((x, y)) => x < y,
        None => comes_first,
    }
}
