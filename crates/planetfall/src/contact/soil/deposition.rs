//! Where soil goes that a body has pushed away: onto the nodes around its print (eqs 8 to 11).
//!
//! Of the height z that a node loses, z n_z² was pressed aside and z (n_x² + n_y²) was pushed ahead.
//! The first goes to every border node with the weight 1/d², the second with cos^m α, α between the way
//! there and the push, if cos α is positive; both are normalised for each node of the print. If no
//! border node lies ahead, all goes the first way. The sum is shared out in whole units.

use super::Node;
use super::bed::SoilBed;
use super::commit::Cursor;
use super::evaluation::Contact;
use super::field::Field;
use super::footprint::Run;
use super::tile::place;

/// Room for deposits.
#[derive(Debug, Default)]
pub(super) struct Deposition {
    border: Vec<Node>,
    /// What each border node gets, in units but not yet whole.
    amounts: Vec<f64>,
    aside: Vec<f64>,
    ahead: Vec<f64>,
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
        sources: impl Iterator<Item = &'a Contact>,
    ) {
        self.amounts.clear();
        self.amounts.resize(self.border.len(), 0.0);
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

    /// Adds what one node gives to each border node.
    fn weigh(&mut self, bed: &SoilBed, source: &Contact) {
        let Some((soil, _)) = bed.soil(source.soil) else { return };
        let normal = &source.normal;
        let level = normal.x.hypot(normal.y);
        let (push_x, push_y) =
            if level > 0.0 { (-normal.x / level, -normal.y / level) } else { (0.0, 0.0) };
        self.aside.clear();
        self.ahead.clear();
        let (mut aside, mut ahead) = (0.0, 0.0);
        for node in &self.border {
            let dx = f64::from(node.column - source.node.column);
            let dy = f64::from(node.row - source.node.row);
            let near = 1.0 / (dx * dx + dy * dy);
            let cosine = (dx * push_x + dy * push_y) * near.sqrt();
            let pushed = if cosine > 0.0 { cosine.powi(soil.heap_exponent) } else { 0.0 };
            aside += near;
            ahead += pushed;
            self.aside.push(near);
            self.ahead.push(pushed);
        }
        let moved = source.moved as f64;
        let share = if ahead > 0.0 { level * level } else { 0.0 };
        let per_aside = moved * (1.0 - share) / aside;
        let per_ahead = if ahead > 0.0 { moved * share / ahead } else { 0.0 };
        let weights = self.aside.iter().zip(&self.ahead);
        for (amount, (near, pushed)) in self.amounts.iter_mut().zip(weights) {
            *amount += near * per_aside + pushed * per_ahead;
        }
    }

    /// Lays whole units, as many as there are.
    fn lay(&mut self, bed: &SoilBed, field: &mut Field, total: i64) {
        let sum: f64 = self.amounts.iter().sum();
        let scale = total as f64 / sum;
        let whole = |amount: f64| ((amount * scale) as i64).max(0);
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
