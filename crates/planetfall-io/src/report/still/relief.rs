//! The ground as facets.

use nalgebra::Vector3;

use super::camera::Camera;
use super::{Facet, Paint, Point, SHADES, Window, brightness};
use crate::run_folder::scene::Ground;

/// The ground within a window, thinned to what a page can hold.
pub(super) fn facets(
    ground: &Ground,
    window: &Window,
    camera: &Camera,
    sun: &Vector3<f64>,
) -> Vec<Facet> {
    let columns = posts(ground.x0_m, ground.cell_m, ground.columns, window, window.centre.x);
    let rows = posts(ground.y0_m, ground.cell_m, ground.rows, window, window.centre.y);
    let post = |row: usize, column: usize| {
        let height = ground.heights.get(row * ground.columns + column).copied()?;
        let x = ground.x0_m + ground.cell_m * column as f64;
        let y = ground.y0_m + ground.cell_m * row as f64;
        height.is_finite().then(|| Point::new(x, y, f64::from(height)))
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

/// Posts within a window along one axis, at most so many.
fn posts(start: f64, cell: f64, count: usize, window: &Window, centre: f64) -> Vec<usize> {
    let last = count.saturating_sub(1);
    let index = |place: f64| ((place - start) / cell).clamp(0.0, last as f64);
    let first = index(centre - window.half).floor() as usize;
    let end = index(centre + window.half).ceil() as usize;
    let step = (end.saturating_sub(first)).div_ceil(window.cells).max(1);
    (first..=end).step_by(step).collect()
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
        let window = |half| Window { centre: Vector3::zeros(), half, cells: 60 };
        assert_eq!(posts(0.0, 1.0, 11, &window(2.0), 5.0), [3, 4, 5, 6, 7]);
        assert_eq!(posts(0.0, 1.0, 4, &window(2.0), 5.0), [3]);
        let many = posts(-100.0, 0.1, 2001, &window(60.0), 0.0);
        assert!(many.len() <= 61 && many.len() > 30);
    }

    #[test]
    fn level_ground_has_one_shade_and_holes_stay_open() {
        let mut heights = vec![0.0f32; 9];
        heights[0] = f32::NAN;
        let ground = Ground { x0_m: 0.0, y0_m: 0.0, cell_m: 1.0, columns: 3, rows: 3, heights };
        let window = Window { centre: Vector3::new(1.0, 1.0, 0.0), half: 5.0, cells: 60 };
        let sun = Vector3::new(0.0, 0.0, 1.0);
        let facets = facets(&ground, &window, &Camera::from_south_west(), &sun);
        assert_eq!(facets.len(), 3);
        assert!(
            facets
                .iter()
                .all(|facet| matches!(facet.paint, Paint::Ground(shade) if shade == SHADES - 1))
        );
    }
}
