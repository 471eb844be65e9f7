//! Where soil goes that a body has pushed away: onto the nodes around its print (eqs 8 to 11).
//!
//! Of the height z that a node loses, z n_z² was pressed aside and z (n_x² + n_y²) was pushed ahead.
//! The first goes to every border node with the weight 1/d², the second with cos^m α, α between the path
//! there and the push, if cos α is positive; both are normalised for each node of the print. If no
//! border node lies ahead, all goes the first way. The sum is shared out in whole units, so weights need
//! no more than single precision: they say where soil goes, not how much there is.

use super::Node;
use super::bed::SoilBed;
use super::commit::Cursor;
use super::field::Field;
use super::footprint::Run;
use super::print::NodeContact;
use super::tile::place;

/// Scratch for deposits.
#[derive(Debug, Default)]
pub(super) struct Deposition {
    border: Vec<Node>,
    /// Columns and rows of the border from its first node on, as numbers, apart: so the loops over them
    /// keep vector units busy, which are most of the work.
    columns: Vec<f32>,
    rows: Vec<f32>,
    /// What each border node gets, in units but not yet whole.
    amounts: Vec<f32>,
    aside: Vec<f32>,
    ahead: Vec<f32>,
}

impl Deposition {
    /// Finds the nodes with soil around a piece that no body covers.
    pub(super) fn find_border<'a>(
        &mut self,
        bed: &SoilBed,
        field: &mut Field,
        runs: impl Iterator<Item = &'a Run>,
        covered: impl Fn(Node) -> bool,
    ) {
        self.border.clear();
        for run in runs {
            for row in [run.row - 1, run.row + 1] {
                let nodes = (run.start - 1..=run.end + 1).map(|column| Node::new(row, column));
                self.border.extend(nodes.filter(|node| !covered(*node)));
            }
            let ends = [Node::new(run.row, run.start - 1), Node::new(run.row, run.end + 1)];
            self.border.extend(ends.into_iter().filter(|node| !covered(*node)));
        }
        self.border.sort_unstable();
        self.border.dedup();
        let mut cursor = Cursor::new();
        self.border.retain(|node| {
            let index = cursor.tile(bed, field, *node);
            field.tile_at(index).is_some_and(|tile| tile.is_soil(place(*node)))
        });
    }

    /// The border nodes, in order.
    pub(super) fn border(&self) -> &[Node] {
        &self.border
    }

    /// Shares the soil of some nodes out over the border.
    pub(super) fn distribute<'a>(
        &mut self,
        bed: &SoilBed,
        field: &mut Field,
        sources: impl Iterator<Item = &'a NodeContact>,
    ) {
        self.prepare();
        let mut total = 0;
        for source in sources {
            total += source.moved;
            self.weigh(bed, source);
        }
        if total == 0 {
            return;
        }
        if self.border.is_empty() {
            // It has nowhere to go.
            field.compacted += i128::from(total);
            return;
        }
        self.lay(bed, field, total);
    }

    fn prepare(&mut self) {
        let count = self.border.len();
        let first = self.first();
        self.columns.clear();
        self.columns.extend(self.border.iter().map(|node| offset(first.column, node.column)));
        self.rows.clear();
        self.rows.extend(self.border.iter().map(|node| offset(first.row, node.row)));
        for numbers in [&mut self.amounts, &mut self.aside, &mut self.ahead] {
            numbers.clear();
            numbers.resize(count, 0.0);
        }
    }

    fn first(&self) -> Node {
        self.border.first().copied().unwrap_or_default()
    }

    /// Adds what one node gives to each border node.
    fn weigh(&mut self, bed: &SoilBed, source: &NodeContact) {
        let Some((soil, _)) = bed.soil(source.soil) else { return };
        let normal = &source.normal;
        let level = normal.x * normal.x + normal.y * normal.y;
        let scale = if level > 0.0 { -1.0 / level.sqrt() } else { 0.0 };
        let push = [(normal.x * scale) as f32, (normal.y * scale) as f32];
        match soil.heap_exponent {
            1 => self.measure(source.node, push, |cosine| cosine),
            3 => self.measure(source.node, push, |cosine| cosine * cosine * cosine),
            _ => self.measure(source.node, push, |cosine| {
                let square = cosine * cosine;
                square * square * cosine
            }),
        }
        // Shares of what was pressed aside and pushed ahead (eqs 8, 9).
        let (aside, ahead) = (sum(&self.aside), sum(&self.ahead));
        let moved = source.moved as f32;
        let share = if ahead > 0.0 { level as f32 } else { 0.0 };
        let per_aside = moved * (1.0 - share) / aside;
        let per_ahead = if ahead > 0.0 { moved * share / ahead } else { 0.0 };
        let weights = self.aside.iter().zip(&self.ahead);
        for (amount, (near, pushed)) in self.amounts.iter_mut().zip(weights) {
            *amount += near * per_aside + pushed * per_ahead;
        }
    }

    /// Weights of all border nodes as one node sees them.
    #[inline]
    fn measure(&mut self, from: Node, push: [f32; 2], power: impl Fn(f32) -> f32) {
        let first = self.first();
        let (column, row) = (offset(first.column, from.column), offset(first.row, from.row));
        let places = self.columns.iter().zip(&self.rows);
        let weights = self.aside.iter_mut().zip(&mut self.ahead);
        for ((x, y), (near, pushed)) in places.zip(weights) {
            let (dx, dy) = (x - column, y - row);
            // 1/(dᵀd) for sinkage (eq. 10), cos^m α for bulldozing (eq. 11).
            *near = 1.0 / (dx * dx + dy * dy);
            let cosine = (dx * push[0] + dy * push[1]) * near.sqrt();
            *pushed = power(cosine.max(0.0));
        }
    }

    /// Lays whole units, as many as there are.
    fn lay(&mut self, bed: &SoilBed, field: &mut Field, total: i64) {
        let sum: f64 = self.amounts.iter().copied().map(f64::from).sum();
        let scale = total as f64 / sum;
        let whole = |amount: f32| ((f64::from(amount) * scale) as i64).max(0);
        let mut rest = total - self.amounts.iter().map(|amount| whole(*amount)).sum::<i64>();
        let count = self.border.len() as i64;
        let mut cursor = Cursor::new();
        for (number, (node, amount)) in self.border.iter().zip(&self.amounts).enumerate() {
            // The units that rounding has left go to the first nodes.
            let more = rest.div_euclid(count - number as i64);
            rest -= more;
            let index = cursor.tile(bed, field, *node);
            let loosely = bed.recipe().loose_layer;
            field.tile_mut(index).bring(place(*node), whole(*amount) + more, loosely);
        }
    }
}

/// How far it is from one column, or row, to another: exact, since no print is that wide.
#[inline]
fn offset(from: i32, to: i32) -> f32 {
    to.wrapping_sub(from) as f32
}

/// A sum in strands, which need not wait for each other.
fn sum(numbers: &[f32]) -> f32 {
    let mut strands = [0.0; 8];
    let chunks = numbers.chunks_exact(8);
    let rest: f32 = chunks.remainder().iter().sum();
    for chunk in chunks {
        for (strand, number) in strands.iter_mut().zip(chunk) {
            *strand += number;
        }
    }
    strands.iter().sum::<f32>() + rest
}
