//! Nelder and Mead's search for a least value within the unit cube.
//!
//! J. Nelder, R. Mead, *A simplex method for function minimization*, The Computer Journal 7 (1965): the
//! worst corner of a simplex is reflected, stretched or pulled in until all corners are alike. It needs no
//! derivative and bears the small jumps that a mean over random samples has. Corners that leave the cube
//! are put back on its side.

/// The place of the least value found, and the value.
pub(crate) type Found = (Vec<f64>, f64);

/// Searches from a place with a first edge, until the values at all corners are within `alike` of each
/// other or `most` values have been asked for.
pub(crate) fn search(
    start: &[f64],
    edge: f64,
    alike: f64,
    most: usize,
    mut value: impl FnMut(&[f64]) -> f64,
) -> Found {
    let mut asked = 0;
    let mut at = |place: Vec<f64>| -> Found {
        asked += 1;
        let found = value(&place);
        (place, if found.is_nan() { f64::INFINITY } else { found })
    };
    let mut corners = vec![at(start.to_vec())];
    for axis in 0..start.len() {
        let step = |(i, x): (usize, &f64)| match i == axis {
            true if *x + edge <= 1.0 => x + edge,
            true => x - edge,
            false => *x,
        };
        corners.push(at(start.iter().enumerate().map(step).collect()));
    }
    let mut left = most.saturating_sub(corners.len());
    loop {
        corners.sort_by(|a, b| a.1.total_cmp(&b.1));
        let (Some(best), Some(worst)) = (corners.first(), corners.last()) else {
            return (start.to_vec(), f64::INFINITY);
        };
        if left == 0 || worst.1 - best.1 <= alike {
            return best.clone();
        }
        left = left.saturating_sub(improve(&mut corners, &mut at));
    }
}

/// One round on sorted corners; returns how many values it asked for.
fn improve(corners: &mut [Found], at: &mut impl FnMut(Vec<f64>) -> Found) -> usize {
    let count = corners.len();
    let Some((worst, others)) = corners.split_last_mut() else { return 1 };
    let (Some(best), Some(second)) = (others.first(), others.last()) else { return 1 };
    let middle: Vec<f64> = (0..worst.0.len())
        .map(|axis| others.iter().map(|corner| corner.0[axis]).sum::<f64>() / others.len() as f64)
        .collect();
    let beyond = |share: f64| -> Vec<f64> {
        let pairs = middle.iter().zip(&worst.0);
        pairs.map(|(middle, worst)| (middle + share * (middle - worst)).clamp(0.0, 1.0)).collect()
    };
    let reflected = at(beyond(1.0));
    if reflected.1 < best.1 {
        let stretched = at(beyond(2.0));
        *worst = if stretched.1 < reflected.1 { stretched } else { reflected };
        return 2;
    }
    if reflected.1 < second.1 {
        *worst = reflected;
        return 1;
    }
    let pulled = at(beyond(if reflected.1 < worst.1 { 0.5 } else { -0.5 }));
    if pulled.1 < reflected.1.min(worst.1) {
        *worst = pulled;
        return 2;
    }
    let best = best.0.clone();
    for corner in &mut corners[1..] {
        let halves = corner.0.iter().zip(&best).map(|(x, best)| 0.5 * (x + best));
        *corner = at(halves.collect());
    }
    1 + count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bottom_of_a_curved_valley_is_found() {
        // Rosenbrock's, with its least value of 0 at (0.75, 0.75) of the cube.
        let valley = |u: &[f64]| {
            let (x, y) = (4.0 * u[0] - 2.0, 4.0 * u[1] - 2.0);
            (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2)
        };
        let (place, value) = search(&[0.2, 0.6], 0.2, 1e-14, 600, valley);
        assert!(value < 1e-10, "{value}");
        assert!(place.iter().all(|x| (x - 0.75).abs() < 1e-4), "{place:?}");
    }

    #[test]
    fn a_least_value_on_the_side_of_the_cube_is_found_and_nothing_outside_is_asked_for() {
        let (place, _) = search(&[0.5, 0.5], 0.3, 1e-12, 300, |u| {
            assert!(u.iter().all(|x| (0.0..=1.0).contains(x)));
            u[0] + (u[1] - 0.3).powi(2)
        });
        assert!(place[0] < 1e-6 && (place[1] - 0.3).abs() < 1e-4, "{place:?}");
    }

    #[test]
    fn it_stops_when_it_has_asked_often_enough() {
        let mut asked = 0;
        search(&[0.5; 3], 0.2, 0.0, 40, |u| {
            asked += 1;
            u.iter().map(|x| (x - 0.1).abs()).sum()
        });
        assert!(asked <= 45, "{asked}");
    }
}
