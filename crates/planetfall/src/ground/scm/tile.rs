//! A square of nodes: what soil remembers, one array per quantity.
//!
//! Over rock lies firm soil up to `firm`, and on it loose soil up to `height`. Firm soil was pressed
//! down by `plastic` in all, so the level that its sinkage is measured from is `firm + plastic`; that of
//! loose soil is `crust`, and where there is none `crust` is the surface.

use super::Node;
use super::bed::SoilBed;
use super::fixed;
use crate::archive::{Archive, Entity, Visited};
use std::fmt;

/// Nodes along a side of a tile: a power of two.
pub(super) const SIDE: i32 = 1 << SHIFT;
/// Nodes of a tile.
pub(super) const NODES: usize = (SIDE * SIDE) as usize;
/// `soil` of a node where rock lies bare.
pub(super) const ROCK: u16 = u16::MAX - 1;
/// `soil` of a node outside the terrain.
pub(super) const ABSENT: u16 = u16::MAX;
/// Words that a checkpoint has for each node.
pub(super) const WORDS: usize = 11;

const SHIFT: i32 = 5;

/// Which tile: row and column of tiles, so that tiles are ordered row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TileIndex {
    pub(super) row: i32,
    pub(super) column: i32,
}

impl TileIndex {
    /// The tile of a node.
    #[inline]
    pub(super) const fn of(node: Node) -> Self {
        Self { row: node.row >> SHIFT, column: node.column >> SHIFT }
    }

    /// The first node of the tile.
    #[inline]
    pub(super) const fn first(self) -> Node {
        Node::new(self.row << SHIFT, self.column << SHIFT)
    }
}

/// Where in its tile a node is.
#[inline]
pub(super) const fn place(node: Node) -> usize {
    (((node.row & (SIDE - 1)) << SHIFT) | (node.column & (SIDE - 1))) as usize
}

/// Whether the eight nodes around a node lie in its tile.
#[inline]
pub(super) fn is_inner(node: Node) -> bool {
    let inner = 1..SIDE - 1;
    inner.contains(&(node.row & (SIDE - 1))) && inner.contains(&(node.column & (SIDE - 1)))
}

/// The memory of a square of nodes. Heights are in units of 2⁻³² m.
#[derive(Clone, PartialEq)]
pub(super) struct Tile {
    /// Surface of the soil.
    pub(super) height: [i64; NODES],
    /// Surface of what carries: below it no loose soil.
    pub(super) firm: [i64; NODES],
    /// How far the firm soil was pressed down and stays so.
    pub(super) plastic: [i64; NODES],
    /// The level that sinkage of loose soil is measured from.
    pub(super) crust: [i64; NODES],
    /// The terrain as it was found.
    pub(super) origin: [i64; NODES],
    /// The rock under it.
    pub(super) floor: [i64; NODES],
    /// The pressure that soil has borne, above which it yields again, Pa.
    pub(super) yielding: [f64; NODES],
    /// Elastic shear displacement, eastward and northward, m.
    pub(super) shear: [[f64; 2]; NODES],
    /// Shear displacement along its path since the body came, m.
    pub(super) path: [f64; NODES],
    /// Which soil.
    pub(super) soil: [u16; NODES],
    /// No surface of the tile is higher.
    pub(super) top: UpperBound,
}

/// A bound that is raised and never lowered. It follows from how a tile came to be what it is and is no part of
/// what it is: all are equal.
#[derive(Clone, Copy, Debug)]
pub(super) struct UpperBound(pub(super) i64);

impl UpperBound {
    #[inline]
    fn raise(&mut self, height: i64) {
        self.0 = self.0.max(height);
    }
}

impl PartialEq for UpperBound {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Tile {
    /// Fresh soil as the terrain and the strata have it.
    pub(super) fn fresh(bed: &SoilBed, key: TileIndex) -> Self {
        let mut tile = Self::empty();
        let first = key.first();
        for row in 0..SIDE {
            for column in 0..SIDE {
                let node = first.shifted(row, column);
                tile.lay(place(node), bed, node);
            }
        }
        tile
    }

    fn empty() -> Self {
        Self {
            height: [0; NODES],
            firm: [0; NODES],
            plastic: [0; NODES],
            crust: [0; NODES],
            origin: [0; NODES],
            floor: [0; NODES],
            yielding: [0.0; NODES],
            shear: [[0.0; 2]; NODES],
            path: [0.0; NODES],
            soil: [ABSENT; NODES],
            top: UpperBound(i64::MIN),
        }
    }

    fn lay(&mut self, at: usize, bed: &SoilBed, node: Node) {
        let (x, y) = bed.place(node);
        let height = bed.terrain().height(x, y).ok().filter(|height| height.is_finite());
        let Some(height) = height else {
            // Far below everything, so that nothing touches it by accident.
            let nowhere = i64::MIN / 4;
            (self.height[at], self.firm[at], self.origin[at]) = (nowhere, nowhere, nowhere);
            (self.floor[at], self.crust[at]) = (nowhere, nowhere);
            return;
        };
        let height = fixed(height);
        self.top.raise(height);
        (self.height[at], self.firm[at], self.origin[at]) = (height, height, height);
        self.crust[at] = height;
        let stratum = bed.strata().at(x, y).filter(|s| usize::from(s.soil) < bed.soils().len());
        self.soil[at] = stratum.map_or(ROCK, |stratum| stratum.soil);
        let depth = stratum.map_or(0.0, |stratum| stratum.depth.clamp(0.0, DEEPEST));
        self.floor[at] = height - fixed(depth);
    }

    /// The level that sinkage is measured from.
    #[inline]
    pub(super) fn level(&self, at: usize) -> i64 {
        self.firm[at] + self.plastic[at]
    }

    /// Whether the node has soil.
    #[inline]
    pub(super) fn is_soil(&self, at: usize) -> bool {
        self.soil[at] < ROCK
    }

    /// Whether soil was ever pressed, brought or taken here.
    #[inline]
    pub(super) fn is_disturbed(&self, at: usize) -> bool {
        self.height[at] != self.origin[at] || self.plastic[at] != 0
    }

    /// Forgets the shear displacement: the body has left.
    #[inline]
    pub(super) fn forget_shear(&mut self, at: usize) {
        self.shear[at] = [0.0; 2];
        self.path[at] = 0.0;
    }

    /// Lays soil onto a node.
    #[inline]
    pub(super) fn bring(&mut self, at: usize, amount: i64, loosely: bool) {
        let was_loose = self.height[at] > self.firm[at];
        self.height[at] += amount;
        self.top.raise(self.height[at]);
        if !(loosely && self.plastic[at] > 0) {
            self.firm[at] += amount;
        }
        self.crust[at] = if was_loose { self.crust[at] + amount } else { self.height[at] };
    }

    /// Takes soil off a node, the loose first.
    #[inline]
    pub(super) fn take(&mut self, at: usize, amount: i64) {
        self.height[at] -= amount;
        self.firm[at] = self.firm[at].min(self.height[at]);
        self.lower_crust(at, self.crust[at] - amount);
    }

    /// Lowers the level of the loose soil, which is at least its surface.
    #[inline]
    pub(super) fn lower_crust(&mut self, at: usize, to: i64) {
        let is_loose = self.height[at] > self.firm[at];
        let crust = if is_loose { self.crust[at].min(to) } else { self.height[at] };
        self.crust[at] = crust.max(self.height[at]);
    }

    /// Node by node; the bound of the surfaces follows.
    pub(super) fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { height, firm, plastic, crust, origin, floor, yielding, shear, path, soil, top } =
            self;
        (0..NODES).try_for_each(|at| {
            let visit = |archive: &mut Archive<'_>| {
                visit_units("height", &mut height[at], archive)?;
                top.raise(height[at]);
                visit_units("firm", &mut firm[at], archive)?;
                visit_units("plastic", &mut plastic[at], archive)?;
                visit_units("crust", &mut crust[at], archive)?;
                visit_units("origin", &mut origin[at], archive)?;
                visit_units("floor", &mut floor[at], archive)?;
                archive.real("yielding", &mut yielding[at])?;
                archive.reals("shear", Entity::Number, &mut shear[at])?;
                archive.real("path", &mut path[at])?;
                let mut which = u64::from(soil[at]);
                archive.word("soil", &mut which)?;
                match u16::try_from(which) {
                    Ok(which) => soil[at] = which,
                    Err(_) => return archive.refuse("names no soil"),
                }
                Ok(())
            };
            archive.item(Entity::Number, at, visit)
        })
    }

    /// A tile without a node set.
    pub(super) fn blank() -> Self {
        Self::empty()
    }
}

/// A height in units.
fn visit_units(name: &'static str, height: &mut i64, archive: &mut Archive<'_>) -> Visited {
    let mut word = *height as u64;
    archive.word(name, &mut word)?;
    *height = word as i64;
    Ok(())
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tile {{ {NODES} nodes }}")
    }
}

/// Soil deeper than this is as good as bottomless, m.
const DEEPEST: f64 = 1e6;
