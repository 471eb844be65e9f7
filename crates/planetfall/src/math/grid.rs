//! A regular grid of posts over the horizontal plane and the cells between them.
//!
//! Rows count from south to north and columns from west to east, so that row, column and y, x grow
//! together. The post (0, 0) is the south-western one; a cell bears the numbers of its
//! south-western post.

/// Positions of posts on a regular grid, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    x_origin: f64,
    y_origin: f64,
    x_spacing: f64,
    y_spacing: f64,
    cells_per_x: f64,
    cells_per_y: f64,
    columns: u32,
    rows: u32,
}

/// Why posts do not make a grid.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum GridError {
    /// Without two posts in each direction there is no cell.
    #[error("a grid needs at least 2 x 2 posts, not {rows} rows x {columns} columns")]
    TooFewPosts {
        /// Posts from south to north.
        rows: u32,
        /// Posts from west to east.
        columns: u32,
    },
    /// The spacing is not a positive finite length.
    #[error("the spacing of posts must be positive and finite, not {x} m x {y} m")]
    Spacing {
        /// West to east, m.
        x: f64,
        /// South to north, m.
        y: f64,
    },
    /// The grid does not lie at a finite place, or its far corner does not.
    #[error("the south-western post must lie at a finite place, not x = {x} m, y = {y} m")]
    Origin {
        /// East, m.
        x: f64,
        /// North, m.
        y: f64,
    },
}

/// A place inside a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellPoint {
    /// Row of the cell, from the south.
    pub row: u32,
    /// Column of the cell, from the west.
    pub column: u32,
    /// Share of the cell from its western to its eastern side, 0 to 1.
    pub u: f64,
    /// Share of the cell from its southern to its northern side, 0 to 1.
    pub v: f64,
}

/// Round-off lets a place computed from the far post's number miss that post by an ulp. Places that
/// miss the edge by less than this part of a cell still belong to it.
const EDGE_SLACK: f64 = 1e-9;

impl Grid {
    /// A grid whose south-western post stands at (`x`, `y`).
    pub fn new(
        (x, y): (f64, f64),
        (x_spacing, y_spacing): (f64, f64),
        (rows, columns): (u32, u32),
    ) -> Result<Self, GridError> {
        if rows < 2 || columns < 2 {
            return Err(GridError::TooFewPosts { rows, columns });
        }
        let (cells_per_x, cells_per_y) = (1.0 / x_spacing, 1.0 / y_spacing);
        let good =
            |spacing: f64, inverse: f64| spacing > 0.0 && inverse > 0.0 && inverse.is_finite();
        if !good(x_spacing, cells_per_x) || !good(y_spacing, cells_per_y) {
            return Err(GridError::Spacing { x: x_spacing, y: y_spacing });
        }
        let grid = Self {
            x_origin: x,
            y_origin: y,
            x_spacing,
            y_spacing,
            cells_per_x,
            cells_per_y,
            columns,
            rows,
        };
        let (x_far, y_far) = grid.position(rows - 1, columns - 1);
        if !(x.is_finite() && y.is_finite() && x_far.is_finite() && y_far.is_finite()) {
            return Err(GridError::Origin { x, y });
        }
        Ok(grid)
    }

    /// The cell under a place and where in it; `None` outside the grid.
    #[inline]
    pub fn locate(&self, x: f64, y: f64) -> Option<CellPoint> {
        let (column, u) = split((x - self.x_origin) * self.cells_per_x, self.columns)?;
        let (row, v) = split((y - self.y_origin) * self.cells_per_y, self.rows)?;
        Some(CellPoint { row, column, u, v })
    }

    /// Where a post stands: (x, y), m.
    #[inline]
    pub fn position(&self, row: u32, column: u32) -> (f64, f64) {
        (
            self.x_origin + f64::from(column) * self.x_spacing,
            self.y_origin + f64::from(row) * self.y_spacing,
        )
    }

    /// Number of a post when the posts are written row by row from the south-west.
    #[inline]
    pub fn post(&self, row: u32, column: u32) -> usize {
        row as usize * self.columns as usize + column as usize
    }

    /// Number of posts.
    pub fn posts(&self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// Number of posts from south to north.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Number of posts from west to east.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// Distance between posts from west to east, m.
    pub fn x_spacing(&self) -> f64 {
        self.x_spacing
    }

    /// Distance between posts from south to north, m.
    pub fn y_spacing(&self) -> f64 {
        self.y_spacing
    }

    /// Cells per metre from west to east and from south to north, 1/m.
    #[inline]
    pub fn cells_per_metre(&self) -> (f64, f64) {
        (self.cells_per_x, self.cells_per_y)
    }

    /// The south-western post: (x, y), m.
    pub fn south_west(&self) -> (f64, f64) {
        (self.x_origin, self.y_origin)
    }

    /// The north-eastern post: (x, y), m.
    pub fn north_east(&self) -> (f64, f64) {
        self.position(self.rows - 1, self.columns - 1)
    }
}

/// Whole cell and remainder of a coordinate counted in cells; the last post belongs to the last
/// cell.
#[inline]
fn split(coordinate: f64, posts: u32) -> Option<(u32, f64)> {
    let last = f64::from(posts - 1);
    if !(coordinate >= -EDGE_SLACK && coordinate <= last + EDGE_SLACK) {
        return None;
    }
    let cell = (coordinate as u32).min(posts - 2);
    Some((cell, (coordinate - f64::from(cell)).clamp(0.0, 1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_far_post_belongs_to_the_last_cell() {
        let grid = Grid::new((-0.3, 0.7), (0.1, 0.3), (4, 12)).unwrap();
        let (x, y) = grid.north_east();
        let place = grid.locate(x, y).unwrap();
        assert_eq!((place.row, place.column), (2, 10));
        assert!((place.u - 1.0).abs() < 1e-9 && (place.v - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_place_outside_is_not_located() {
        let grid = Grid::new((0.0, 0.0), (1.0, 1.0), (3, 3)).unwrap();
        for (x, y) in [(-0.01, 1.0), (2.01, 1.0), (1.0, -0.01), (1.0, 2.01), (f64::NAN, 1.0)] {
            assert_eq!(grid.locate(x, y), None, "x = {x}, y = {y}");
        }
    }

    #[test]
    fn a_grid_without_a_cell_or_with_a_bad_spacing_is_refused() {
        let make = |spacing, shape| Grid::new((0.0, 0.0), spacing, shape);
        assert!(matches!(make((1.0, 1.0), (1, 5)), Err(GridError::TooFewPosts { .. })));
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-320] {
            assert!(matches!(make((bad, 1.0), (2, 2)), Err(GridError::Spacing { .. })), "{bad}");
        }
        let far = Grid::new((f64::NAN, 0.0), (1.0, 1.0), (2, 2));
        assert!(matches!(far, Err(GridError::Origin { .. })));
    }

    proptest! {
        #[test]
        fn locating_and_placing_are_inverse(x in -50.0..50.0f64, y in -20.0..20.0f64) {
            let grid = Grid::new((-50.0, -20.0), (0.37, 0.21), (192, 272)).unwrap();
            let place = grid.locate(x, y).unwrap();
            let (west, south) = grid.position(place.row, place.column);
            prop_assert!((west + place.u * 0.37 - x).abs() < 1e-9);
            prop_assert!((south + place.v * 0.21 - y).abs() < 1e-9);
        }
    }
}
