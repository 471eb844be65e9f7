//! `ruts.f32`: soil before and after a run where it was touched, and when it moved.
//!
//! Little end first: the word `PFRT`, the number of tiles and of cells along a tile's side (32-bit
//! integers); the distance of posts and a height that all others count from (64-bit floats, m). Then tile
//! by tile its row and column (32-bit integers; the tile's south-west post lies at column, row times side
//! times distance, m east, north of the site's origin) and three lists of (side + 1)² 32-bit floats, row
//! by row from the south-west: height as found, height at the end, and the time at which the post moved
//! most, s. Heights are not a number where there is no ground, times where nothing moved. Tiles share the
//! posts of their common edges.

use super::{RunFile, RunFileError, content_error, read_verified};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

/// Soil before and after a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruts {
    /// Between posts, m.
    pub spacing_m: f64,
    /// What heights count from, m.
    pub base_m: f64,
    /// Cells along a side of a tile.
    pub side: u32,
    /// By row and column.
    pub tiles: BTreeMap<(i32, i32), RutTile>,
}

/// A square of posts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RutTile {
    /// Height as it was found, m over the base.
    pub before: Vec<f32>,
    /// Height at the end of the run, m over the base.
    pub after: Vec<f32>,
    /// When it moved most, s.
    pub time: Vec<f32>,
}

/// Soil at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// Height as it was found, m.
    pub before_m: f64,
    /// Height at the end of the run, m.
    pub after_m: f64,
}

/// First bytes of the file.
const MAGIC: &[u8; 4] = b"PFRT";
/// Bytes before the first tile.
const HEADER_BYTES: usize = 28;
/// A file with more than this is not of ours.
const MOST_SIDE: u32 = 256;

impl Ruts {
    /// Writes the file.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn write(&self, path: &Path) -> Result<(), RunFileError> {
        std::fs::write(path, self.bytes())
            .map_err(|source| RunFileError::Disk { path: path.to_owned(), source })
    }

    /// Reads the file of a run's folder; none where the run touched no soil.
    ///
    /// # Errors
    /// If the file is damaged or the disk refuses it.
    pub fn read(folder: &Path) -> Result<Option<Self>, RunFileError> {
        let path = RunFile::Ruts.within(folder);
        let bytes = match read_verified(&path) {
            Ok(bytes) => bytes,
            Err(RunFileError::Disk { source, .. }) if source.kind() == ErrorKind::NotFound => {
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        let damaged = || content_error(&path, "it is damaged: run the scenario again");
        decoded(&bytes).map(Some).ok_or_else(damaged)
    }

    /// The file's content.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend((self.tiles.len() as u32).to_le_bytes());
        bytes.extend(self.side.to_le_bytes());
        bytes.extend(self.spacing_m.to_le_bytes());
        bytes.extend(self.base_m.to_le_bytes());
        for ((row, column), tile) in &self.tiles {
            bytes.extend(row.to_le_bytes());
            bytes.extend(column.to_le_bytes());
            for list in [&tile.before, &tile.after, &tile.time] {
                bytes.extend(list.iter().flat_map(|number| number.to_le_bytes()));
            }
        }
        bytes
    }

    /// Every n-th post each way, with the least power of two for which at most so many posts are left.
    #[must_use]
    pub fn thinned(self, most_posts: usize) -> Self {
        let mut every = 1;
        let posts = |every: u32| self.tiles.len() * ((self.side / every + 1) as usize).pow(2);
        while posts(every) > most_posts && self.side.is_multiple_of(2 * every) {
            every *= 2;
        }
        let count = self.side as usize + 1;
        let thin = |list: &[f32]| -> Vec<f32> {
            let rows = list.chunks(count).step_by(every as usize);
            rows.flat_map(|row| row.iter().copied().step_by(every as usize)).collect()
        };
        let one = |tile: &RutTile| RutTile {
            before: thin(&tile.before),
            after: thin(&tile.after),
            time: thin(&tile.time),
        };
        Self {
            spacing_m: self.spacing_m * f64::from(every),
            side: self.side / every,
            tiles: self.tiles.iter().map(|(key, tile)| (*key, one(tile))).collect(),
            ..self
        }
    }

    /// Soil at a place of the site, between posts by the four around it; none outside of the tiles.
    #[must_use]
    pub fn at(&self, x_m: f64, y_m: f64) -> Option<Moved> {
        let (u, v) = (x_m / self.spacing_m, y_m / self.spacing_m);
        let side = f64::from(self.side);
        let (row, column) = ((v / side).floor(), (u / side).floor());
        let tile = self.tiles.get(&(row as i32, column as i32))?;
        let within = |value: f64, tile: f64| {
            let inside = value - tile * side;
            let cell = inside.floor().clamp(0.0, side - 1.0);
            (cell as usize, inside - cell)
        };
        let ((j, t), (i, s)) = (within(v, row), within(u, column));
        let count = self.side as usize + 1;
        let mix = |list: &[f32]| {
            let post =
                |i: usize, j: usize| list.get(j * count + i).map(|height| f64::from(*height));
            let south = (1.0 - s) * post(i, j)? + s * post(i + 1, j)?;
            let north = (1.0 - s) * post(i, j + 1)? + s * post(i + 1, j + 1)?;
            let height = self.base_m + (1.0 - t) * south + t * north;
            height.is_finite().then_some(height)
        };
        Some(Moved { before_m: mix(&tile.before)?, after_m: mix(&tile.after)? })
    }

    /// West, east, south and north end of what moved, m; none where nothing did.
    #[must_use]
    pub fn bounds(&self) -> Option<[f64; 4]> {
        let count = self.side as usize + 1;
        let mut found: Option<[f64; 4]> = None;
        for ((row, column), tile) in &self.tiles {
            let moved = tile.time.iter().enumerate().filter(|(_, time)| !time.is_nan());
            for (index, _) in moved {
                let at = |tile: i32, post: usize| {
                    (f64::from(tile) * f64::from(self.side) + post as f64) * self.spacing_m
                };
                let (x, y) = (at(*column, index % count), at(*row, index / count));
                let [west, east, south, north] = found.unwrap_or([x, x, y, y]);
                found = Some([west.min(x), east.max(x), south.min(y), north.max(y)]);
            }
        }
        found
    }
}

fn decoded(bytes: &[u8]) -> Option<Ruts> {
    let (header, mut rest) = bytes.split_at_checked(HEADER_BYTES)?;
    let word = |at: usize| Some(u32::from_le_bytes(header.get(at..at + 4)?.try_into().ok()?));
    let real = |at: usize| Some(f64::from_le_bytes(header.get(at..at + 8)?.try_into().ok()?));
    let (count, side) = (word(4)?, word(8)?);
    let (spacing_m, base_m) = (real(12)?, real(20)?);
    let sound = header.starts_with(MAGIC) && (1..=MOST_SIDE).contains(&side);
    if !(sound && spacing_m > 0.0 && spacing_m.is_finite() && base_m.is_finite()) {
        return None;
    }
    let posts = (side as usize + 1).pow(2);
    let size = 8 + 12 * posts;
    if rest.len() != (count as usize).checked_mul(size)? {
        return None;
    }
    let mut tiles = BTreeMap::new();
    while let Some((tile, others)) = rest.split_at_checked(size).filter(|_| !rest.is_empty()) {
        let (words, _) = tile.as_chunks::<4>();
        let (&[row, column], lists) = words.split_first_chunk::<2>()?;
        let numbers: Vec<f32> = lists.iter().map(|four| f32::from_le_bytes(*four)).collect();
        let list = |k: usize| numbers.get(k * posts..(k + 1) * posts).map(<[_]>::to_vec);
        let tile = RutTile { before: list(0)?, after: list(1)?, time: list(2)? };
        tiles.insert((i32::from_le_bytes(row), i32::from_le_bytes(column)), tile);
        rest = others;
    }
    Some(Ruts { spacing_m, base_m, side, tiles })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One tile of 2 × 2 cells of 0.5 m with before = x and after = x − y.
    fn small() -> Ruts {
        let post = |k: usize| (0.5 * (k % 3) as f32, 0.5 * (k / 3) as f32);
        let tile = RutTile {
            before: (0..9).map(|k| post(k).0).collect(),
            after: (0..9).map(|k| post(k).0 - post(k).1).collect(),
            time: (0..9).map(|k| if k < 3 { f32::NAN } else { k as f32 }).collect(),
        };
        Ruts { spacing_m: 0.5, base_m: 100.0, side: 2, tiles: BTreeMap::from([((0, 0), tile)]) }
    }

    #[test]
    fn a_file_returns_as_it_was_written_and_a_damaged_one_is_refused() {
        let workdir = tempfile::tempdir().unwrap();
        assert!(Ruts::read(workdir.path()).unwrap().is_none());
        let path = RunFile::Ruts.within(workdir.path());
        small().write(&path).unwrap();
        let back = Ruts::read(workdir.path()).unwrap().unwrap();
        assert_eq!(back.bytes(), small().bytes());
        for length in [0, 3, 27, 28, small().bytes().len() - 1] {
            std::fs::write(&path, &small().bytes()[..length]).unwrap();
            let error = Ruts::read(workdir.path()).unwrap_err().to_string();
            assert!(error.contains("ruts.f32"), "{error}");
        }
    }

    #[test]
    fn between_posts_heights_are_those_of_the_plane_through_them() {
        let moved = small().at(0.3, 0.8).unwrap();
        assert!((moved.before_m - 100.3).abs() < 1e-6, "{moved:?}");
        assert!((moved.after_m - 99.5).abs() < 1e-6, "{moved:?}");
        assert!(small().at(-0.1, 0.5).is_none());
        assert_eq!(small().bounds(), Some([0.0, 1.0, 0.5, 1.0]));
    }

    #[test]
    fn thinning_keeps_the_corners_of_tiles() {
        let thin = small().thinned(4);
        assert_eq!((thin.side, thin.spacing_m), (1, 1.0));
        assert_eq!(thin.tiles[&(0, 0)].before, [0.0, 1.0, 0.0, 1.0]);
        assert_eq!(small().thinned(9).side, 2);
    }
}
