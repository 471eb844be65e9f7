//! The ground as facets.

use nalgebra::Vector3;

use super::camera::Camera;
use super::{Facet, Paint, Point, SHADES, ViewVolume, brightness};
use planetfall_files::run_folder::scene::Ground;

/// The ground within a window, thinned to what a page can hold.
pub(super) fn facets(
    ground: &Ground,
    volume: &ViewVolume,
    camera: &Camera,
    sun: &Vector3<f64>,
) -> Vec<Facet> {
    let columns = posts(ground.x0_m, ground.cell_m, ground.columns, volume, volume.centre.x);
    let rows = posts(ground.y0_m, ground.cell_m, ground.rows, volume, volume.centre.y);
    let post = |row: f64, column: f64| {
        let x = ground.x0_m + ground.cell_m * column;
        let y = ground.y0_m + ground.cell_m * row;
        height(ground, row, column).map(|height| Point::new(x, y, height))
    };
    let mut facets = Vec::new();
    for (south, north) in rows.iter().zip(rows.iter().skip(1)) {
        for (west, east) in columns.iter().zip(columns.iter().skip(1)) {
            let corners = [
                post(*south, *west),
                post(*south, *east),
                post(*north, *east),
                post(*north, *west),
            ];
            if let [Some(a), Some(b), Some(c), Some(d)] = corners {
                facets.extend(facet([a, b, c, d], camera, sun));
            }
        }
    }
    facets
}

/// Fewer cells than this across a window are divided.
const FEW: f64 = 8.0;

/// Posts within a window along one axis, counted in cells, at most so many. Where cells are large
/// against the window they are divided, so that the ground is drawn where the window is.
fn posts(start: f64, cell: f64, count: usize, volume: &ViewVolume, centre: f64) -> Vec<f64> {
    let last = count.saturating_sub(1) as f64;
    let index = |place: f64| ((place - start) / cell).clamp(0.0, last);
    let (first, end) = (index(centre - volume.half), index(centre + volume.half));
    if end - first < FEW {
        let share = |piece: u32| f64::from(piece) / FEW;
        let pieces = if end > first { FEW as u32 } else { 0 };
        return (0..=pieces).map(|piece| first + (end - first) * share(piece)).collect();
    }
    let (first, end) = (first.floor() as usize, end.ceil() as usize);
    let step = (end.saturating_sub(first)).div_ceil(volume.cells).max(1);
    (first..=end).step_by(step).map(|post| post as f64).collect()
}

/// Height between posts, counted in cells; none beside a hole.
fn height(ground: &Ground, row: f64, column: f64) -> Option<f64> {
    let (south, west) = (row.floor(), column.floor());
    let (up, right) = (row - south, column - west);
    let at = |row: usize, column: usize| {
        let inside = row < ground.rows && column < ground.columns;
        let height = ground.heights.get(row * ground.columns + column).copied();
        height.filter(|height| inside && height.is_finite()).map(f64::from)
    };
    let (row, column) = (south as usize, west as usize);
    // A post that has no weight need not be there.
    let weighted = |weight: f64, row: usize, column: usize| match weight {
        0.0 => Some(0.0),
        _ => at(row, column).map(|height| height * weight),
    };
    Some(
        weighted((1.0 - up) * (1.0 - right), row, column)?
            + weighted((1.0 - up) * right, row, column + 1)?
            + weighted(up * (1.0 - right), row + 1, column)?
            + weighted(up * right, row + 1, column + 1)?,
    )
}

fn facet(corners: [Point; 4], camera: &Camera, sun: &Vector3<f64>) -> Option<Facet> {
    let [a, b, c, d] = corners;
    // The normal of a quadrilateral that need not be flat: across its diagonals.
    let normal = (c - a).cross(&(d - b));
    let normal = normal.try_normalize(1e-12)?;
    // Ground is counted a cell farther than it is, so that what stands on it is drawn after it.
    let middle = nalgebra::center(&nalgebra::center(&a, &c), &nalgebra::center(&b, &d));
    let depth = camera.depth(&middle) - (b - a).norm();
    let shade = (brightness(&normal, sun) * SHADES as f64) as usize;
    let paint = Paint::Ground(shade.min(SHADES - 1));
    Some(Facet { corners: corners.to_vec(), paint, depth })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_thinned_to_what_a_page_holds_and_stays_on_the_map() {
        let volume = |half| ViewVolume { centre: Vector3::zeros(), half, cells: 60 };
        let whole = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
        assert_eq!(posts(0.0, 1.0, 11, &volume(4.0), 5.0), whole);
        assert_eq!(posts(0.0, 1.0, 4, &volume(2.0), 5.0), [3.0]);
        let many = posts(-100.0, 0.1, 2001, &volume(60.0), 0.0);
        assert!(many.len() <= 61 && many.len() > 30);
    }

    #[test]
    fn cells_that_are_large_against_the_window_are_divided() {
        let heights = vec![0.0f32, 2.0, 0.0, 2.0];
        let ground = Ground { x0_m: 0.0, y0_m: 0.0, cell_m: 100.0, columns: 2, rows: 2, heights };
        let volume = ViewVolume { centre: Vector3::new(50.0, 50.0, 0.0), half: 4.0, cells: 60 };
        let columns = posts(0.0, 100.0, 2, &volume, 50.0);
        assert_eq!(columns.len(), 9);
        assert!((columns[0] - 0.46).abs() < 1e-12 && (columns[8] - 0.54).abs() < 1e-12);
        assert!((height(&ground, 0.5, 0.46).unwrap() - 0.92).abs() < 1e-7);
    }

    #[test]
    fn level_ground_has_one_shade_and_holes_stay_open() {
        let mut heights = vec![0.0f32; 81];
        heights[0] = f32::NAN;
        let ground = Ground { x0_m: 0.0, y0_m: 0.0, cell_m: 1.0, columns: 9, rows: 9, heights };
        let volume = ViewVolume { centre: Vector3::new(4.0, 4.0, 0.0), half: 5.0, cells: 60 };
        let sun = Vector3::new(0.0, 0.0, 1.0);
        let facets = facets(&ground, &volume, &Camera::from_south_west(), &sun);
        assert_eq!(facets.len(), 63);
        assert!(
            facets
                .iter()
                .all(|facet| matches!(facet.paint, Paint::Ground(shade) if shade == SHADES - 1))
        );
    }
}
