//! Which boxes overlap: sweep and prune (D. Baraff, *Dynamic Simulation of Non-Penetrating Rigid
//! Bodies*, 1992, section 4.1).
//!
//! Boxes are sorted by where they begin along the axis in which their middles are spread most, and
//! each is held against those that begin before it ends. For n boxes of like size strewn over a
//! surface or through a room that is O(n log n) for the order and O(n k) for the rest, with k boxes
//! in a slice as thick as a box. To keep k small among many shapes, the slice is divided into lanes along
//! the second axis: a box is held against those of its own lanes only.

use nalgebra::Vector3;

/// An upright box: lowest and highest corner.
pub(super) type Bounds = (Vector3<f64>, Vector3<f64>);

/// Scratch of the sweep.
#[derive(Debug, Default)]
pub(super) struct Sweep {
    /// (lane, beginning along the first axis, box), sorted.
    entries: Vec<(i64, f64, u32)>,
    /// Pairs that were held against each other in the last sweep.
    pub(super) tried: usize,
}

impl Sweep {
    /// Pairs of overlapping boxes, the smaller number first, in rising order.
    pub(super) fn pairs(&mut self, boxes: &[Bounds], out: &mut Vec<(usize, usize)>) {
        let start = out.len();
        let (first, second) = axes(boxes);
        let lane = lane_width(boxes, second);
        self.fill(boxes, first, second, lane);
        self.tried = 0;
        for (at, &(lane_here, _, one)) in self.entries.iter().enumerate() {
            let (low, high) = &boxes[one as usize];
            let rest = self.entries[at + 1..].iter();
            for &(_, _, other) in
                rest.take_while(|(l, begin, _)| *l == lane_here && *begin <= high[first])
            {
                self.tried += 1;
                let (other_low, other_high) = &boxes[other as usize];
                // Boxes that share several lanes are a pair in the lane where the later one begins.
                let owner = number_of_lane(low[second].max(other_low[second]), lane);
                if owner == lane_here && overlap(low, high, other_low, other_high) {
                    let (one, other) = (one as usize, other as usize);
                    out.push((one.min(other), one.max(other)));
                }
            }
        }
        out[start..].sort_unstable();
    }

    fn fill(&mut self, boxes: &[Bounds], first: usize, second: usize, lane: f64) {
        self.entries.clear();
        for (number, (low, high)) in boxes.iter().enumerate() {
            let (from, to) =
                (number_of_lane(low[second], lane), number_of_lane(high[second], lane));
            // A box that is no box (not a number) lies in one lane and overlaps nothing.
            for lane in from..=to.max(from) {
                self.entries.push((lane, low[first], number as u32));
            }
        }
        self.entries
            .sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
    }
}

fn overlap(
    low: &Vector3<f64>,
    high: &Vector3<f64>,
    other_low: &Vector3<f64>,
    other_high: &Vector3<f64>,
) -> bool {
    (0..3).all(|axis| low[axis] <= other_high[axis] && other_low[axis] <= high[axis])
}

/// The axes in which the middles are spread most and second most.
fn axes(boxes: &[Bounds]) -> (usize, usize) {
    let count = (boxes.len() as f64).max(1.0);
    let sum: Vector3<f64> = boxes.iter().map(|(low, high)| low + high).sum();
    let mean = sum / count;
    let spread: Vector3<f64> =
        boxes.iter().map(|(low, high)| (low + high - mean).map(|x| x * x)).sum();
    let first = spread.imax();
    let rest = [(first + 1) % 3, (first + 2) % 3];
    (first, if spread[rest[0]] >= spread[rest[1]] { rest[0] } else { rest[1] })
}

/// Lanes are as wide as the largest box, so that no box lies in more than two; infinite if that is
/// no length.
fn lane_width(boxes: &[Bounds], axis: usize) -> f64 {
    let widest = boxes.iter().map(|(low, high)| high[axis] - low[axis]).fold(0.0, f64::max);
    if widest > 0.0 { widest } else { f64::INFINITY }
}

fn number_of_lane(place: f64, lane: f64) -> i64 {
    // Saturates: places that are no numbers or lie beyond all lanes share the outermost ones.
    (place / lane).floor() as i64
}
