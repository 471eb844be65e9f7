//! A map that lies in a file, of which parts are read.
//!
//! Opening reads the header only. A part is a rectangle of posts, and of these every n-th; what is
//! read from the file is about what lies in the rectangle: the rows of an uncompressed file, the
//! strips or tiles that touch it in a compressed one.

use super::error::{DemError, Problem};
use super::gdal::ValueScale;
use super::georeference::Georeference;
use super::map::{ElevationMap, Gathering, check_size, check_spacing};
use super::resample::range;
use super::source::SeekableFile;
use super::{Format, Options, ascii, check_options, format_of, geotiff, pds3, picture};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An elevation map in a file, open for reading parts of it.
pub struct MapFile {
    path: PathBuf,
    options: Options,
    opened: Opened,
}

/// Size and place of the whole map.
#[derive(Clone, Debug, PartialEq)]
pub struct Extent {
    /// Rows, south to north.
    pub rows: usize,
    /// Columns, west to east.
    pub columns: usize,
    /// Distance between columns (east) and between rows (north), m.
    pub spacing_m: [f64; 2],
    /// Where the map lies.
    pub georeference: Georeference,
    /// What a user should know of how the file was understood, one sentence each.
    pub notes: Vec<String>,
}

/// A rectangle of the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Its middle, m east and north of the south-west post of the whole map.
    pub centre_m: [f64; 2],
    /// From edge to edge, east and north, m.
    pub size_m: [f64; 2],
}

/// Which posts of a file are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapPart {
    /// The rectangle; `None` is the whole map.
    pub window: Option<Window>,
    /// Every how-many-th row and column of it, beginning in the south-west; 1 is all.
    pub every: usize,
}

impl MapPart {
    /// All posts of the file.
    pub const WHOLE: Self = Self { window: None, every: 1 };

    /// All posts of a square.
    pub fn square(centre_m: [f64; 2], side_m: f64) -> Self {
        Self { window: Some(Window { centre_m, size_m: [side_m; 2] }), every: 1 }
    }
}

impl Extent {
    /// Middle of the map, m east and north of the south-west post.
    pub fn centre_m(&self) -> [f64; 2] {
        let half = |posts: usize, spacing: f64| 0.5 * (posts - 1) as f64 * spacing;
        [half(self.columns, self.spacing_m[0]), half(self.rows, self.spacing_m[1])]
    }

    /// Number of posts.
    pub fn posts(&self) -> u64 {
        (self.rows as u64).saturating_mul(self.columns as u64)
    }
}

impl MapFile {
    /// Opens a map of any supported format and reads its header.
    pub fn open(path: impl AsRef<Path>, options: &Options) -> Result<Self, DemError> {
        let path = path.as_ref();
        let opened = open(path, options).map_err(|problem| DemError::new(path, problem))?;
        Ok(Self { path: path.into(), options: *options, opened })
    }

    /// Size and place of the whole map.
    pub fn extent(&self) -> &Extent {
        &self.opened.extent
    }

    /// Reads a part of the map. It is the same map, post for post, as the whole cut by
    /// [`ElevationMap::window`].
    pub fn read(&self, part: &MapPart) -> Result<ElevationMap, DemError> {
        self.read_part(part).map_err(|problem| DemError::new(&self.path, problem))
    }

    /// How many bytes of the file were read since it was opened.
    pub fn bytes_read(&self) -> u64 {
        self.opened.source.bytes_read()
    }

    fn read_part(&self, part: &MapPart) -> Result<ElevationMap, Problem> {
        let Opened { extent, marks, scale, .. } = &self.opened;
        let (selection, [west, south]) = self.opened.select(part)?;
        let Selection { rows, columns, every, .. } = selection;
        check_size(rows as u64, columns as u64, self.options.max_posts)?;
        let mut gathering = Gathering::new(marks.clone(), *scale, &self.options);
        gathering.reserve(rows * columns)?;
        self.opened.gather(&selection, &mut gathering)?;
        let heights = gathering.finish(columns, self.opened.north_first)?;
        let mut georeference = extent.georeference.clone();
        georeference.south_west_m[0] += west as f64 * extent.spacing_m[0];
        georeference.south_west_m[1] += south as f64 * extent.spacing_m[1];
        let spacing = extent.spacing_m.map(|spacing| spacing * every as f64);
        ElevationMap::checked([rows, columns], heights, spacing, georeference, &self.path)
    }
}

/// What a reader found in a header, and what it needs to read the posts.
pub(super) struct Opened {
    pub(super) source: Arc<SeekableFile>,
    pub(super) extent: Extent,
    /// Whether the file's first row is the northern one.
    pub(super) north_first: bool,
    /// Numbers that stand for missing data.
    pub(super) marks: Vec<f64>,
    pub(super) scale: ValueScale,
    pub(super) content: Content,
}

/// The posts, as each format has them.
pub(super) enum Content {
    Tiff(geotiff::TiffImage),
    Pds3(pds3::Pds3Image),
    Png(picture::PngImage),
    Text(ascii::Heights),
}

/// Posts in the file's own order of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Selection {
    pub(super) first_row: usize,
    pub(super) rows: usize,
    pub(super) first_column: usize,
    pub(super) columns: usize,
    pub(super) every: usize,
}

impl Selection {
    /// The selected rows, in the file's order.
    pub(super) fn file_rows(&self) -> impl Iterator<Item = usize> {
        (self.first_row..).step_by(self.every).take(self.rows)
    }

    /// One past the last selected column, counted from the first.
    pub(super) fn width(&self) -> usize {
        (self.columns - 1) * self.every + 1
    }
}

fn open(path: &Path, options: &Options) -> Result<Opened, Problem> {
    check_options(options)?;
    let format = format_of(path)?;
    if !matches!(format, Format::Png) {
        options.refuse_scale()?;
    }
    let opened = match format {
        Format::Tiff => geotiff::open(path, options),
        Format::Ascii => ascii::open(path, options),
        Format::Png => picture::open(path, options),
        Format::Pds3(label) => pds3::open(&label, options),
    }?;
    check_size(opened.extent.rows as u64, opened.extent.columns as u64, u64::MAX)?;
    check_spacing(opened.extent.spacing_m)?;
    Ok(opened)
}

impl Opened {
    /// The posts of a part, and the first column and row of it from the south-west.
    fn select(&self, part: &MapPart) -> Result<(Selection, [usize; 2]), Problem> {
        let Extent { rows: all_rows, columns: all_columns, spacing_m, .. } = self.extent;
        let every = part.every.max(1);
        let whole = [(0, all_columns), (0, all_rows)];
        let [(west, columns), (south, rows)] = match part.window {
            None => whole,
            Some(window) => ranges(&window, spacing_m, [all_columns, all_rows])?,
        };
        let (columns, rows) = (columns.div_ceil(every), rows.div_ceil(every));
        let first_row =
            if self.north_first { all_rows - 1 - south - (rows - 1) * every } else { south };
        Ok((Selection { first_row, rows, first_column: west, columns, every }, [west, south]))
    }

    fn gather(&self, selection: &Selection, gathering: &mut Gathering) -> Result<(), Problem> {
        match &self.content {
            Content::Tiff(image) => image.gather(&self.source, selection, gathering),
            Content::Pds3(image) => image.gather(&self.source, selection, gathering),
            Content::Png(image) => image.gather(&self.source, selection, gathering),
            Content::Text(heights) => heights.gather(selection, gathering),
        }
    }
}

/// First post and number of posts of a window, east then north.
pub(super) fn ranges(
    window: &Window,
    spacing_m: [f64; 2],
    posts: [usize; 2],
) -> Result<[(usize, usize); 2], Problem> {
    let Window { centre_m, size_m } = *window;
    if let Some(value) = size_m.into_iter().find(|size| !(size.is_finite() && *size > 0.0)) {
        return Err(Problem::not_positive("window size", value));
    }
    if let Some(value) = centre_m.into_iter().find(|value| !value.is_finite()) {
        return Err(Problem::not_finite("window centre", value));
    }
    let axis = |axis: usize| range(centre_m[axis], size_m[axis], spacing_m[axis], posts[axis]);
    match [axis(0), axis(1)] {
        [Some(east), Some(north)] => Ok([east, north]),
        _ => {
            let length = |axis: usize| (posts[axis] - 1) as f64 * spacing_m[axis];
            let what = format!(
                "the window of {} m x {} m around ({}, {}) m holds fewer than 2 x 2 posts of the \
                 map, which is {} m wide and {} m deep",
                size_m[0],
                size_m[1],
                centre_m[0],
                centre_m[1],
                length(0),
                length(1),
            );
            Err(Problem::NoGroundLeft { what })
        }
    }
}
