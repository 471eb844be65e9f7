//! What a run leaves of soft ground: `terrain_after.tif`, heights as any other map, and `ruts.f32`, heights
//! before and after with the time at which each post moved, for the rut profile and the viewer.

use planetfall::ground::scm::{Field, Node, SoilBed};
use planetfall::state::State;
use planetfall::terrain::Terrain;
use planetfall::world::World;
use planetfall_files::dem::{HeightGrid, SitePlace, write_geotiff};
use planetfall_files::records::{Put, RecordError, Take};
use planetfall_files::run_folder::{OutputFolder, RunFile, RunFileError, RutTile, Ruts};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// Ground around what was touched that is kept too, m. Chosen.
const MARGIN_M: f64 = 1.0;
/// Posts beyond which only those near what was touched are kept. Chosen: 32 MB of heights.
const MOST_POSTS: u64 = 4_000_000;
/// Cells along a side of a tile of `ruts.f32`.
const SIDE: i32 = 32;
/// Tiles that are kept, at most. Chosen: some 100 MB.
const MOST_TILES: usize = 8192;

/// Watches the soil while a run goes on.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    then: Field,
    moves: BTreeMap<Node, Move>,
    start_s: f64,
}

/// The greatest change of a post between two records, m, and when it was, s.
#[derive(Clone, Copy, Debug)]
struct Move {
    by: f64,
    time_s: f64,
}

impl Watch {
    /// From the soil of a state that a run goes on from.
    pub(crate) fn of(state: &State) -> Self {
        let start_s = state.time.seconds();
        Self { then: state.ground.soil.clone(), moves: BTreeMap::new(), start_s }
    }

    /// Takes a record into account.
    pub(crate) fn see(&mut self, field: &Field, time_s: f64) {
        for (node, now, then) in field.changes(&self.then) {
            let by = (now - then).abs();
            let known = self.moves.entry(node).or_insert(Move { by: 0.0, time_s });
            if by > known.by {
                *known = Move { by, time_s };
            }
        }
        self.then = field.clone();
    }

    /// Puts down what was seen.
    pub(crate) fn save(&self, put: &mut Put) {
        put.real(self.start_s);
        put.words(&self.then.words());
        put.count(self.moves.len());
        for (node, Move { by, time_s }) in &self.moves {
            put.word(node.row as u64);
            put.word(node.column as u64);
            put.real(*by);
            put.real(*time_s);
        }
    }

    /// Takes up what was put down.
    pub(crate) fn load(take: &mut Take<'_>) -> Result<Self, RecordError> {
        let start_s = take.real()?;
        let then = Field::from_words(&take.words()?).map_err(|_| RecordError::Content)?;
        let mut moves = BTreeMap::new();
        for _ in 0..take.count()? {
            let node = Node { row: take.word()? as i32, column: take.word()? as i32 };
            moves.insert(node, Move { by: take.real()?, time_s: take.real()? });
        }
        Ok(Self { then, moves, start_s })
    }

    fn time_s(&self, node: Node) -> f64 {
        self.moves.get(&node).map_or(self.start_s, |known| known.time_s)
    }
}

/// Writes what a run has left; a sentence about what could not be kept.
pub(crate) fn write(
    folder: &OutputFolder,
    world: &World,
    field: &Field,
    watch: &Watch,
    site: &SitePlace,
) -> Result<Option<String>, RunFileError> {
    let Some(layer) = world.soil() else { return Ok(None) };
    let (bed, surface) = (&*layer.bed, world.terrain());
    let touched: BTreeSet<Node> =
        field.disturbed().filter(|(_, state)| state.soil.is_some()).map(|(node, _)| node).collect();
    let Some(patch) = Patch::around(touched.iter(), bed) else { return Ok(None) };
    let soil = ChangedSoil { bed, field, surface };
    let path = folder.file(RunFile::TerrainAfter);
    let written = soil.write_map(&path, &patch, &touched, site);
    written.map_err(|source| RunFileError::Disk { path, source })?;
    let Some(keys) = tiles(touched.iter()) else {
        let text = "the soil was touched in too many places to keep ruts.f32: the viewer shows no ruts \
                    and `planetfall rut` has nothing to measure";
        return Ok(Some(text.to_owned()));
    };
    soil.ruts(&keys, watch, &touched).write(&folder.file(RunFile::Ruts))?;
    Ok(None)
}

/// Soil before and now, without when it moved; none where nothing was touched, or too much.
pub(crate) fn ruts_now(world: &World, field: &Field) -> Option<Ruts> {
    let layer = world.soil()?;
    let touched: BTreeSet<Node> =
        field.disturbed().filter(|(_, state)| state.soil.is_some()).map(|(node, _)| node).collect();
    let keys = tiles(touched.iter()).filter(|keys| !keys.is_empty())?;
    let soil = ChangedSoil { bed: &layer.bed, field, surface: world.terrain() };
    Some(soil.ruts(&keys, &Watch::default(), &touched))
}

/// Rows and columns of nodes.
struct Patch {
    rows: RangeInclusive<i32>,
    columns: RangeInclusive<i32>,
}

impl Patch {
    /// All that was touched and a margin, as far as the terrain goes.
    fn around<'a>(nodes: impl Iterator<Item = &'a Node> + Clone, bed: &SoilBed) -> Option<Self> {
        let margin = (MARGIN_M / bed.spacing()).ceil() as i32;
        let ends = |of: fn(&Node) -> i32| {
            let numbers = nodes.clone().map(of);
            Some((numbers.clone().min()? - margin, numbers.max()? + margin))
        };
        let (rows, columns) = (ends(|node| node.row)?, ends(|node| node.column)?);
        let within = |(first, last): (i32, i32), edges: Option<(f64, f64)>| {
            let (low, high) = edges.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
            let first = first.max((low / bed.spacing()).ceil() as i32);
            first..=last.min((high / bed.spacing()).floor() as i32)
        };
        let edge = bed.terrain().extent();
        Some(Self {
            rows: within(rows, edge.map(|edge| (edge.y_min, edge.y_max))),
            columns: within(columns, edge.map(|edge| (edge.x_min, edge.x_max))),
        })
    }
}

/// Tiles of what was touched and those around them; none if there are too many.
fn tiles<'a>(nodes: impl Iterator<Item = &'a Node>) -> Option<BTreeSet<(i32, i32)>> {
    let own = |node: &Node| (node.row.div_euclid(SIDE), node.column.div_euclid(SIDE));
    let touched: BTreeSet<(i32, i32)> = nodes.map(own).collect();
    let near = touched.iter().flat_map(|(row, column)| {
        (-1..=1).flat_map(move |j| (-1..=1).map(move |i| (row + j, column + i)))
    });
    let with_neighbours: BTreeSet<(i32, i32)> = near.collect();
    [with_neighbours, touched].into_iter().find(|keys| keys.len() <= MOST_TILES)
}

struct ChangedSoil<'a> {
    bed: &'a SoilBed,
    field: &'a Field,
    /// With rocks.
    surface: &'a dyn Terrain,
}

impl ChangedSoil<'_> {
    /// Height as found and now, m; not a number where there is no ground.
    fn heights(&self, node: Node) -> [f64; 2] {
        match self.field.node(node).filter(|state| state.soil.is_some()) {
            Some(state) => [state.origin, state.height],
            None => {
                let (x, y) = self.bed.place(node);
                [self.bed.terrain().height(x, y).unwrap_or(f64::NAN); 2]
            }
        }
    }

    /// The same of the topmost surface: rocks stand out of the soil.
    fn topmost(&self, node: Node) -> [f64; 2] {
        let (x, y) = self.bed.place(node);
        let heights = self.heights(node);
        match self.surface.height(x, y) {
            Ok(rock) if rock > heights[0] + 1e-6 => heights.map(|soil| soil.max(rock)),
            _ => heights,
        }
    }

    fn write_map(
        &self,
        path: &std::path::Path,
        patch: &Patch,
        touched: &BTreeSet<Node>,
        site: &SitePlace,
    ) -> std::io::Result<()> {
        let first = Node { row: *patch.rows.start(), column: *patch.columns.start() };
        let [rows, columns] =
            [&patch.rows, &patch.columns].map(|range| range.clone().count() as u32);
        let (west, south) = self.bed.place(first);
        let node = |row: u32, column: u32| Node {
            row: first.row + row as i32,
            column: first.column + column as i32,
        };
        let small = u64::from(rows) * u64::from(columns) <= MOST_POSTS;
        let near = |rows: std::ops::Range<u32>, columns: std::ops::Range<u32>| {
            let reach = SIDE;
            let (low, high) = (node(rows.start, columns.start), node(rows.end, columns.end));
            (low.row - reach..high.row + reach).any(|row| {
                let from = Node { row, column: low.column - reach };
                let to = Node { row, column: high.column + reach };
                touched.range(from..to).next().is_some()
            })
        };
        let height_m = |row: u32, column: u32| {
            let node = node(row, column);
            let (x, y) = self.bed.place(node);
            site.height_m(x, y, self.heights(node)[1])
        };
        let grid = HeightGrid {
            rows,
            columns,
            spacing_m: self.bed.spacing(),
            south_west_m: [site.origin_m[0] + west, site.origin_m[1] + south],
            height_m: &height_m,
            is_kept: &|rows, columns| small || near(rows, columns),
            keys: site.keys.as_ref(),
        };
        write_geotiff(path, &grid)
    }

    fn ruts(&self, keys: &BTreeSet<(i32, i32)>, watch: &Watch, touched: &BTreeSet<Node>) -> Ruts {
        let base_m = touched.iter().next().map_or(0.0, |node| self.heights(*node)[0].round());
        let tile = |(row, column): (i32, i32)| {
            let mut tile = RutTile::default();
            for j in 0..=SIDE {
                for i in 0..=SIDE {
                    let node = Node { row: row * SIDE + j, column: column * SIDE + i };
                    let [before, after] = self.topmost(node).map(|height| (height - base_m) as f32);
                    let moved = touched.contains(&node);
                    tile.before.push(before);
                    tile.after.push(after);
                    tile.time.push(if moved { watch.time_s(node) as f32 } else { f32::NAN });
                }
            }
            tile
        };
        let tiles = keys.iter().map(|key| (*key, tile(*key))).collect();
        Ruts { spacing_m: self.bed.spacing(), base_m, side: SIDE as u32, tiles }
    }
}
