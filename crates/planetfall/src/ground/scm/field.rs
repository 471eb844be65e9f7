//! What has become of the soil: sparse tiles of nodes, ordered row by row. A clone costs pointers; a
//! tile is copied when it changes and someone else still holds it.

use super::Node;
use super::bed::SoilBed;
use super::tile::{NODES, Tile, TileIndex, WORDS, place};
use super::{UNIT, metres};
use crate::archive::{self, Archive, Entity, Visited};
use std::fmt;
use std::sync::Arc;

/// The soil's memory.
#[derive(Clone, Default, PartialEq)]
pub struct Field {
    tiles: Vec<(TileIndex, Arc<Tile>)>,
    /// Nodes that bodies touched at the last commit, in order.
    pub(super) covered: Vec<Node>,
    /// Nodes that were too steep when the last commit ended, in order.
    pub(super) unsettled: Vec<Node>,
    pub(super) displaced: i128,
    pub(super) compacted: i128,
}

/// What was moved so far, exactly: displaced = deposited + compacted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Volumes {
    /// Pressed or pushed away under bodies, in units of 2⁻³² m times the area of a cell.
    pub displaced: i128,
    /// Piled up beside them.
    pub deposited: i128,
    /// Gone into compaction.
    pub compacted: i128,
}

/// What is known of one node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeState {
    /// Surface of the soil, m.
    pub height: f64,
    /// The terrain as it was found, m.
    pub origin: f64,
    /// The rock under it, m.
    pub floor: f64,
    /// The level that sinkage is measured from, m.
    pub level: f64,
    /// How far it was pressed down and stays so, m.
    pub plastic_sinkage: f64,
    /// Thickness of loose soil on it, m.
    pub loose: f64,
    /// Pressure above which it yields again, Pa.
    pub yield_pressure: f64,
    /// Elastic shear displacement, eastward and northward, m.
    pub shear: [f64; 2],
    /// Shear displacement along its path, m.
    pub shear_path: f64,
    /// Which soil; `None` where rock lies bare or the terrain ends.
    pub soil: Option<u16>,
}

/// Words that are no field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these are not the words of a soil's memory")]
pub struct FieldError;

impl Field {
    /// Soil that nothing has touched.
    pub fn new() -> Self {
        Self::default()
    }

    /// What was moved so far.
    pub fn volumes(&self) -> Volumes {
        let (displaced, compacted) = (self.displaced, self.compacted);
        Volumes { displaced, deposited: displaced - compacted, compacted }
    }

    /// Sum over all nodes of height now less height as found, in units of 2⁻³² m. It is minus
    /// [`Volumes::compacted`], always.
    pub fn rise(&self) -> i128 {
        let rise = |tile: &Tile| {
            let pairs = tile.height.iter().zip(&tile.origin);
            pairs.map(|(height, origin)| i128::from(height - origin)).sum::<i128>()
        };
        self.tiles.iter().map(|(_, tile)| rise(tile)).sum()
    }

    /// Whether a body touched soil at the last commit.
    pub(crate) fn is_covered(&self) -> bool {
        !self.covered.is_empty()
    }

    /// How many tiles were touched, and the memory of one in bytes.
    pub fn tiles(&self) -> (usize, usize) {
        (self.tiles.len(), size_of::<Tile>())
    }

    /// A node's state; `None` where nothing has touched its tile.
    pub fn node(&self, node: Node) -> Option<NodeState> {
        let tile = self.tile(TileIndex::of(node))?;
        let at = place(node);
        Some(NodeState {
            height: metres(tile.height[at]),
            origin: metres(tile.origin[at]),
            floor: metres(tile.floor[at]),
            level: metres(tile.level(at)),
            plastic_sinkage: metres(tile.plastic[at]),
            loose: metres(tile.height[at] - tile.firm[at]),
            yield_pressure: tile.yielding[at],
            shear: tile.shear[at],
            shear_path: tile.path[at],
            soil: tile.is_soil(at).then_some(tile.soil[at]),
        })
    }

    /// Nodes of touched tiles whose soil was pressed, brought or taken, row by row within each tile.
    pub fn disturbed(&self) -> impl Iterator<Item = (Node, NodeState)> {
        self.tiles.iter().flat_map(move |(key, tile)| {
            let first = key.first();
            let side = super::tile::SIDE;
            let nodes = (0..side * side).map(move |k| first.shifted(k / side, k % side));
            let disturbed = nodes.filter(|node| tile.is_disturbed(place(*node)));
            disturbed.filter_map(|node| Some((node, self.node(node)?)))
        })
    }

    /// Nodes whose surface is not where an earlier state of the same field has it, with its height now
    /// and then, m, tile by tile. Tiles that both still share cost nothing.
    pub fn changes<'a>(&'a self, earlier: &'a Self) -> impl Iterator<Item = (Node, f64, f64)> + 'a {
        self.tiles.iter().flat_map(move |(key, tile)| {
            let known = earlier.find(*key).and_then(|index| earlier.tiles.get(index));
            let shared = known.is_some_and(|(_, other)| Arc::ptr_eq(other, tile));
            let then = known.map_or(&tile.origin, |(_, other)| &other.height);
            let first = key.first();
            let side = super::tile::SIDE;
            let count = if shared { 0 } else { side * side };
            (0..count).filter_map(move |k| {
                let node = first.shifted(k / side, k % side);
                let (now, then) = (tile.height[place(node)], then[place(node)]);
                (now != then).then(|| (node, metres(now), metres(then)))
            })
        })
    }

    /// Height of the soil at a place (m), between nodes by the four around it; the terrain's own
    /// where nothing has touched it.
    pub fn height(&self, bed: &SoilBed, x: f64, y: f64) -> Option<f64> {
        let (u, v) = (x / bed.spacing(), y / bed.spacing());
        let corner = bed.nearest(x, y).map(|_| Node::new(v.floor() as i32, u.floor() as i32))?;
        let (s, t) = (u - u.floor(), v - v.floor());
        let mut sum = 0.0;
        let mut touched = false;
        for (rows, columns, weight) in [
            (0, 0, (1.0 - s) * (1.0 - t)),
            (0, 1, s * (1.0 - t)),
            (1, 0, (1.0 - s) * t),
            (1, 1, s * t),
        ] {
            let node = corner.shifted(rows, columns);
            let (east, north) = bed.place(node);
            let state = self.node(node).filter(|state| state.soil.is_some());
            touched |= state.is_some();
            let height = match state {
                Some(state) => state.height,
                None => bed.terrain().height(east, north).ok()?,
            };
            sum += weight * height;
        }
        if touched { Some(sum) } else { bed.terrain().height(x, y).ok() }
    }

    /// All of it as plain words.
    pub fn words(&self) -> Vec<u64> {
        archive::save(|archive| self.clone().visit(archive))
    }

    /// A field from its words, bit for bit.
    pub fn from_words(words: &[u64]) -> Result<Self, FieldError> {
        let mut field = Self::new();
        match archive::load(words, |archive| field.visit(archive)) {
            Ok(0) => Ok(field),
            Ok(_) | Err(_) => Err(FieldError),
        }
    }

    /// Tiles are copied to be visited, since others may share them.
    pub(crate) fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { tiles, covered, unsettled, displaced, compacted } = self;
        visit_long("displaced", displaced, archive)?;
        visit_long("compacted", compacted, archive)?;
        visit_nodes("covered", covered, archive)?;
        visit_nodes("unsettled", unsettled, archive)?;
        let mut count = tiles.len();
        archive.length("tiles", &mut count, 1 + NODES * WORDS)?;
        if archive.is_loading() {
            tiles.clear();
        }
        (0..count).try_for_each(|number| {
            archive.field("tiles", |archive| {
                archive.item(Entity::Number, number, |archive| {
                    let mut key =
                        tiles.get(number).map_or_else(TileIndex::default, |(key, _)| *key);
                    let mut place = pair(key.row, key.column);
                    archive.word("place", &mut place)?;
                    (key.row, key.column) = unpair(place);
                    if archive.is_loading() {
                        if tiles.last().is_some_and(|(last, _)| *last >= key) {
                            return archive.refuse("is out of order");
                        }
                        tiles.push((key, Arc::new(Tile::blank())));
                        return Arc::make_mut(&mut tiles[number].1).visit(archive);
                    }
                    Tile::clone(&tiles[number].1).visit(archive)
                })
            })
        })
    }

    #[inline]
    pub(super) fn find(&self, key: TileIndex) -> Option<usize> {
        self.tiles.binary_search_by(|(other, _)| other.cmp(&key)).ok()
    }

    #[inline]
    pub(super) fn tile_at(&self, index: usize) -> Option<&Tile> {
        self.tiles.get(index).map(|(_, tile)| &**tile)
    }

    #[inline]
    pub(super) fn tile(&self, key: TileIndex) -> Option<&Tile> {
        self.find(key).and_then(|index| self.tile_at(index))
    }

    /// The place of a tile, which is made if it is not there.
    pub(super) fn claim(&mut self, bed: &SoilBed, key: TileIndex) -> usize {
        match self.tiles.binary_search_by(|(other, _)| other.cmp(&key)) {
            Ok(index) => index,
            Err(index) => {
                self.tiles.insert(index, (key, Arc::new(Tile::fresh(bed, key))));
                index
            }
        }
    }

    /// The tile at a place that [`Self::claim`] gave, to be changed.
    #[inline]
    pub(super) fn tile_mut(&mut self, index: usize) -> &mut Tile {
        Arc::make_mut(&mut self.tiles[index].1)
    }

    #[inline]
    pub(super) fn key_at(&self, index: usize) -> Option<TileIndex> {
        self.tiles.get(index).map(|(key, _)| *key)
    }
}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let compacted = self.compacted as f64 * UNIT;
        write!(f, "Field {{ {} tiles, compacted {compacted} m cells }}", self.tiles.len())
    }
}

/// A sum, the low half first.
fn visit_long(name: &'static str, sum: &mut i128, archive: &mut Archive<'_>) -> Visited {
    let (mut low, mut high) = (*sum as u64, (*sum >> 64) as u64);
    archive.field(name, |archive| {
        archive.word("low", &mut low)?;
        archive.word("high", &mut high)
    })?;
    *sum = (i128::from(high as i64) << 64) | i128::from(low);
    Ok(())
}

fn visit_nodes(name: &'static str, nodes: &mut Vec<Node>, archive: &mut Archive<'_>) -> Visited {
    let mut count = nodes.len();
    archive.length(name, &mut count, 1)?;
    nodes.resize(count, Node::default());
    archive.field(name, |archive| {
        nodes.iter_mut().enumerate().try_for_each(|(k, Node { row, column })| {
            let mut place = pair(*row, *column);
            archive.item(Entity::Number, k, |archive| archive.word("place", &mut place))?;
            (*row, *column) = unpair(place);
            Ok(())
        })
    })
}

fn pair(row: i32, column: i32) -> u64 {
    (u64::from(row as u32) << 32) | u64::from(column as u32)
}

fn unpair(word: u64) -> (i32, i32) {
    ((word >> 32) as u32 as i32, word as u32 as i32)
}
