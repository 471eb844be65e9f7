//! The ground of a scene: heights on a grid around where the motion went.

use crate::quantity::column::Body;
use crate::records::{Put, RecordError, Take};
use crate::run_folder::scene::Ground;
use planetfall::terrain::{Extent, Terrain};

/// Horizontal reach of a motion, gathered from its records.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// Places of the pairs of columns that are watched.
    columns: Vec<(usize, usize)>,
    /// The first place.
    start: Option<[f64; 2]>,
    lower: [f64; 2],
    upper: [f64; 2],
}

impl Reach {
    /// Watches the centres of mass among columns of these names.
    pub fn of_columns<'a>(names: impl Iterator<Item = &'a str> + Clone) -> Self {
        let place = |wanted: &str| names.clone().position(|name| name == wanted);
        let pairs = names.clone().enumerate().filter_map(|(x, name)| {
            let vehicle = name.strip_suffix(Body::COM_X.name)?;
            Some((x, place(&format!("{vehicle}{}", Body::COM_Y.name))?))
        });
        Self { columns: pairs.collect(), ..Self::default() }
    }

    /// Takes a record into account.
    pub fn include(&mut self, frame: &[f64]) {
        for index in 0..self.columns.len() {
            let (x, y) = self.columns[index];
            if let (Some(x), Some(y)) = (frame.get(x), frame.get(y)) {
                self.include_place([*x, *y]);
            }
        }
    }

    /// Takes a place into account. What is no number is no place, and what a diverged run says
    /// beyond [`FARTHEST`] is not worth a map on which the rest is a point.
    fn include_place(&mut self, place: [f64; 2]) {
        if !place.iter().all(|part| part.is_finite()) {
            return;
        }
        let first = *self.start.get_or_insert_with(|| {
            (self.lower, self.upper) = (place, place);
            place
        });
        for axis in 0..2 {
            let near = place[axis].clamp(first[axis] - FARTHEST, first[axis] + FARTHEST);
            self.lower[axis] = self.lower[axis].min(near);
            self.upper[axis] = self.upper[axis].max(near);
        }
    }

    /// Puts down what was seen.
    pub fn save(&self, put: &mut Put) {
        put.count(usize::from(self.start.is_some()));
        let numbers = [self.start.unwrap_or_default(), self.lower, self.upper];
        numbers.as_flattened().iter().for_each(|number| put.real(*number));
    }

    /// Takes up what was put down.
    pub fn load(&mut self, take: &mut Take<'_>) -> Result<(), RecordError> {
        let any = take.count()? != 0;
        let mut numbers = [[0.0; 2]; 3];
        take.reals(numbers.as_flattened_mut())?;
        let [start, lower, upper] = numbers;
        (self.start, self.lower, self.upper) = (any.then_some(start), lower, upper);
        Ok(())
    }

    /// Takes a square around a place into account.
    pub fn around(&mut self, place: [f64; 2], half_m: f64) {
        for sign in [-half_m, half_m] {
            self.include_place(place.map(|part| part + sign));
        }
    }

    /// The rectangle with a margin on all sides.
    fn widened(&self, margin: f64) -> Option<Extent> {
        self.start?;
        let ([x_min, y_min], [x_max, y_max]) = (self.lower, self.upper);
        Some(Extent {
            x_min: x_min - margin,
            x_max: x_max + margin,
            y_min: y_min - margin,
            y_max: y_max + margin,
        })
    }
}

/// m
const FARTHEST: f64 = 50_000.0;
/// Ground shown around the motion, at least, m.
const MARGIN: f64 = 20.0;
/// Lengths of the vehicle that are shown around the motion, at least.
const LENGTHS: f64 = 3.0;
/// Cells along the longer side of the finest grid.
const CELLS: usize = 512;
/// Cells of every side are a multiple of this, so that the grid can be made coarser.
const BLOCK: usize = 16;
/// Heights that a coarser grid may leave out, m: less than anybody sees.
const UNSEEN: f64 = 1e-3;

/// Heights around a motion; none where there is no ground at all.
pub(super) fn grid(terrain: &dyn Terrain, reach: &Reach, vehicle_size: f64) -> Option<Ground> {
    let shown = reach.widened(MARGIN.max(LENGTHS * vehicle_size))?;
    let shown = within(shown, terrain.extent())?;
    let (width, depth) = (shown.x_max - shown.x_min, shown.y_max - shown.y_min);
    let cell_m = width.max(depth) / CELLS as f64;
    let posts = |length: f64| {
        let cells = (length / cell_m - 1e-6).ceil().max(1.0) as usize;
        cells.div_ceil(BLOCK) * BLOCK + 1
    };
    let (columns, rows) = (posts(width), posts(depth));
    let heights = (0..rows).flat_map(|row| {
        let y = shown.y_min + cell_m * row as f64;
        let x = move |column: usize| shown.x_min + cell_m * column as f64;
        (0..columns).map(move |column| terrain.height(x(column), y).map_or(f32::NAN, |z| z as f32))
    });
    let (x0_m, y0_m) = (shown.x_min, shown.y_min);
    let mut ground = Ground { x0_m, y0_m, cell_m, columns, rows, heights: heights.collect() };
    if ground.heights.iter().all(|height| height.is_nan()) {
        return None;
    }
    for _ in 0..BLOCK.ilog2() {
        match coarser(&ground) {
            Some(coarse) => ground = coarse,
            None => break,
        }
    }
    Some(ground)
}

/// The part of a rectangle on which a terrain answers.
fn within(shown: Extent, extent: Option<Extent>) -> Option<Extent> {
    let Some(edge) = extent else { return Some(shown) };
    let part = Extent {
        x_min: shown.x_min.max(edge.x_min),
        x_max: shown.x_max.min(edge.x_max),
        y_min: shown.y_min.max(edge.y_min),
        y_max: shown.y_max.min(edge.y_max),
    };
    (part.x_min < part.x_max && part.y_min < part.y_max).then_some(part)
}

/// Every other post, if the posts between lie where the straight lines between them say.
fn coarser(fine: &Ground) -> Option<Ground> {
    let at = |column: usize, row: usize| {
        fine.heights.get(row * fine.columns + column).copied().map_or(f64::NAN, f64::from)
    };
    for row in 0..fine.rows {
        for column in 0..fine.columns {
            let (left, right) = (column - column % 2, column + column % 2);
            let (below, above) = (row - row % 2, row + row % 2);
            let south = at(left, below) + at(right, below);
            let north = at(left, above) + at(right, above);
            let deviation = at(column, row) - 0.25 * (south + north);
            // Not a number counts as different: the edge of the data must stay where it is.
            if deviation.is_nan() || deviation.abs() > UNSEEN {
                return None;
            }
        }
    }
    let posts = (0..fine.rows)
        .step_by(2)
        .flat_map(|row| (0..fine.columns).step_by(2).map(move |column| at(column, row) as f32));
    Some(Ground {
        cell_m: 2.0 * fine.cell_m,
        columns: fine.columns / 2 + 1,
        rows: fine.rows / 2 + 1,
        heights: posts.collect(),
        ..*fine
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Vector3;
    use planetfall::terrain::{Plane, Rock, RockShape, Strewn};
    use std::sync::Arc;

    fn reach(places: &[[f64; 2]]) -> Reach {
        let mut reach = Reach::of_columns(["time_s", "com.x_m", "com.y_m"].into_iter());
        places.iter().for_each(|[x, y]| reach.include(&[0.0, *x, *y]));
        reach
    }

    #[test]
    fn a_plane_takes_the_coarsest_grid_and_has_its_heights() {
        let plane = Plane::incline(Vector3::zeros(), 0.3, std::f64::consts::FRAC_PI_2).unwrap();
        let ground = grid(&plane, &reach(&[[0.0, 0.0], [10.0, 5.0]]), 2.0).unwrap();
        assert_eq!((ground.columns, ground.rows), (33, 30));
        assert_eq!((ground.x0_m, ground.y0_m), (-20.0, -20.0));
        for (index, height) in ground.heights.iter().enumerate() {
            let x = ground.x0_m + ground.cell_m * (index % ground.columns) as f64;
            let y = ground.y0_m + ground.cell_m * (index / ground.columns) as f64;
            let exact = plane.height(x, y).unwrap();
            assert!((f64::from(*height) - exact).abs() < 1e-5);
        }
    }

    #[test]
    fn a_rock_keeps_the_grid_fine() {
        let shape = RockShape::Hemisphere { radius: 0.3 };
        let rock = Rock { x: 1.0, y: 0.0, heading: 0.0, sunk: 0.0, shape };
        let plane = Arc::new(Plane::level(0.0).unwrap());
        let strewn = Strewn::new(plane, vec![rock]).unwrap();
        let ground = grid(&strewn, &reach(&[[0.0, 0.0]]), 1.0).unwrap();
        assert_eq!(ground.columns, 513);
        let highest = ground.heights.iter().copied().fold(0.0, f32::max);
        assert!((highest - 0.3).abs() < 0.01);
    }

    #[test]
    fn a_diverged_place_does_not_make_the_map_useless() {
        let plane = Plane::level(1.0).unwrap();
        let far = reach(&[[0.0, 0.0], [f64::NAN, 0.0], [1e200, f64::INFINITY], [1e9, 0.0]]);
        let ground = grid(&plane, &far, 1.0).unwrap();
        assert!(ground.cell_m * (ground.columns - 1) as f64 <= FARTHEST + 2.0 * MARGIN + 1.0);
        assert!(grid(&plane, &reach(&[]), 1.0).is_none());
    }
}
