//! One contact, one meeting, one name.
//!
//! The same place of a shape may be found on two neighbouring facets. Where both meetings say the
//! same to within a thousandth of a radian and of the shape's size, the deeper one stays: what the
//! other would have said differs by less than the square of that, a few hundredths of a micrometre
//! for a wheel. Places of a shape that touch more than once are told apart by the order in which
//! they look down, so that the contact under a wheel keeps its name when a wall comes near.

use super::Meeting;
use nalgebra::Vector3;

/// Meetings of the same place nearer than this, in parts of the shape's size, may be one.
const NEAR: f64 = 2e-3;
/// 1 - cos of a thousandth of a radian.
const ALIKE: f64 = 5e-7;
/// Meetings nearer than this, in parts of the shape's size, are at one point.
const SAME_POINT: f64 = 1e-7;
/// Bits of a feature's number above its place's.
const RANK_SHIFT: u32 = 24;

/// Drops meetings that repeat a deeper one, from `start` on. `size` is that of the shape, m.
pub(super) fn unite(out: &mut Vec<Meeting>, start: usize, size: f64) {
    let mut kept = start;
    for at in start..out.len() {
        let meeting = out[at];
        match out[start..kept].iter_mut().find(|other| same(other, &meeting, size)) {
            Some(other) if meeting.gap < other.gap => *other = meeting,
            Some(_) => {}
            None => {
                out[kept] = meeting;
                kept += 1;
            }
        }
    }
    out.truncate(kept);
}

/// Drops meetings at the same point with the same normal as one before them, whatever their places:
/// a corner over a corner is also an edge over an edge.
pub(super) fn distinct(out: &mut Vec<Meeting>, start: usize, size: f64) {
    let near = SAME_POINT * size;
    let mut kept = start;
    for at in start..out.len() {
        let meeting = out[at];
        let is_known = out[start..kept].iter().any(|other| {
            (other.point - meeting.point).norm_squared() <= near * near
                && other.normal.dot(&meeting.normal) >= 1.0 - ALIKE
        });
        if !is_known {
            out[kept] = meeting;
            kept += 1;
        }
    }
    out.truncate(kept);
}

fn same(one: &Meeting, other: &Meeting, size: f64) -> bool {
    one.feature == other.feature
        && one.normal.dot(&other.normal) >= 1.0 - ALIKE
        && (one.point - other.point).norm_squared() <= (NEAR * size) * (NEAR * size)
}

/// Gives meetings of the same place different numbers: the one that looks most steeply up first.
pub(super) fn name(meetings: &mut [Meeting]) {
    let place = |meeting: &Meeting| meeting.feature & ((1 << RANK_SHIFT) - 1);
    for at in 0..meetings.len() {
        let this = meetings[at];
        let rank = (0..meetings.len())
            .filter(|&other| place(&meetings[other]) == place(&this))
            .filter(|&other| is_before(&meetings[other], &this, other < at))
            .count();
        meetings[at].feature = place(&this) | (rank.min(255) as u32) << RANK_SHIFT;
    }
}

fn is_before(one: &Meeting, other: &Meeting, comes_first: bool) -> bool {
    let key = |n: &Vector3<f64>| [-n.z, n.x, n.y];
    let (a, b) = (key(&one.normal), key(&other.normal));
    match a.iter().zip(&b).find(|(x, y)| (**x - **y).abs() > 1e-6) {
        Some((x, y)) => x < y,
        None => comes_first,
    }
}
