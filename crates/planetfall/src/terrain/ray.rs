//! How far it is to the ground along a straight line.

use super::Terrain;
use nalgebra::Vector3;

/// Shortest step along a ray, m: what is thinner can be missed. Chosen.
const SHORTEST_RAY_STEP: f64 = 0.01;

/// Distance from a point along a unit direction to the ground, m; none within a reach, or where the ray
/// leaves the map. A point inside the ground is at distance zero.
///
/// The ray goes on by a quarter of its height above the ground below it (so it cannot pass through
/// ground that rises by less than three quarters of that height in that way) until it is below; the
/// crossing is then halved in to rounding.
pub fn cast<T: Terrain + ?Sized>(
    terrain: &T,
    from: &Vector3<f64>,
    direction: &Vector3<f64>,
    reach: f64,
) -> Option<f64> {
    let clear = |distance: f64| {
        let at = from + direction * distance;
        terrain.height(at.x, at.y).ok().map(|ground| at.z - ground)
    };
    let (mut distance, mut above) = (0.0, clear(0.0)?);
    while above > 0.0 {
        if distance >= reach {
            return None;
        }
        let next = (distance + (0.25 * above).max(SHORTEST_RAY_STEP)).min(reach);
        let there = clear(next)?;
        if there <= 0.0 {
            return Some(crossing(clear, distance, next));
        }
        (distance, above) = (next, there);
    }
    Some(0.0)
}

/// Where a function that is positive at one end falls to zero.
fn crossing(clear: impl Fn(f64) -> Option<f64>, mut low: f64, mut high: f64) -> f64 {
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return high;
        }
        match clear(middle) {
            Some(above) if above > 0.0 => low = middle,
            _ => high = middle,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::{Plane, Rock, RockShape, Strewn, SurfaceQuery};
    use std::sync::Arc;

    #[test]
    fn a_slanted_beam_meets_a_plane_where_the_closed_form_says() {
        let plane = Plane::incline(Vector3::zeros(), 0.3, 0.7).unwrap();
        let from = Vector3::new(1.0, -2.0, 40.0);
        let SurfaceQuery { gap, normal, .. } = plane.query(&from).unwrap();
        for lean in [0.0, 0.4, -0.7, 1.2] {
            let beam = Vector3::new(f64::sin(lean), 0.1, -f64::cos(lean)).normalize();
            let expected = -gap / normal.dot(&beam);
            let range = cast(&plane, &from, &beam, 1e4).unwrap();
            assert!((range / expected - 1.0).abs() < 1e-13, "{lean}: {range} {expected}");
            assert_eq!(cast(&plane, &from, &beam, expected - 1e-6), None);
        }
        assert_eq!(cast(&plane, &from, &Vector3::z(), 1e4), None);
        assert_eq!(cast(&plane, &-from, &-Vector3::z(), 1e4), Some(0.0));
    }

    #[test]
    fn a_beam_meets_the_near_side_of_a_rock() {
        let shape = RockShape::Hemisphere { radius: 0.5 };
        let rock = Rock { x: 5.0, y: 0.0, heading: 0.0, sunk: 0.0, shape };
        let ground = Strewn::new(Arc::new(Plane::level(0.0).unwrap()), vec![rock]).unwrap();
        let (from, ahead) = (Vector3::new(0.0, 0.0, 0.3), Vector3::x());
        let range = cast(&ground, &from, &ahead, 20.0).unwrap();
        assert!((range - (5.0 - 0.4)).abs() < 1e-9, "{range}");
    }
}
