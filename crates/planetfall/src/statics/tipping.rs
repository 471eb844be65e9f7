//! How far the ground may tilt before a resting vehicle tips over, taken as rigid in its resting pose.

use super::Settled;
use nalgebra::Vector3;

/// The tilt (rad) of the ground towards an azimuth (rad, clockwise from north) at which a resting
/// vehicle tips over, for it turns about an edge of its support.
pub fn tip_over_angle(settled: &Settled, azimuth: f64) -> Option<f64> {
    let (sine, cosine) = crate::math::real::sin_cos(azimuth);
    let towards = Vector3::new(sine, cosine, 0.0);
    let hull = support_polygon(settled);
    let mut least: Option<f64> = None;
    for (index, from) in hull.iter().enumerate() {
        let edge = hull[(index + 1) % hull.len()] - from;
        let arm = settled.centre.position - from;
        // Moment of gravity −z cos θ + d sin θ about the edge, positive inwards for an
        // anticlockwise polygon.
        let upright = edge.dot(&arm.cross(&-Vector3::z()));
        let tilted = edge.dot(&arm.cross(&towards));
        if tilted * upright < 0.0 {
            let angle = crate::math::real::atan2(upright.abs(), tilted.abs());
            least = Some(least.map_or(angle, |l| l.min(angle)));
        }
    }
    least
}

/// Loaded contact points that the others lie inside of, anticlockwise from above (Andrew 1979).
pub fn support_polygon(settled: &Settled) -> Vec<Vector3<f64>> {
    let mut points: Vec<Vector3<f64>> =
        settled.supports.iter().filter(|s| s.load > 0.0).map(|s| s.point).collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let turns_right = |a: &Vector3<f64>, b: &Vector3<f64>, c: &Vector3<f64>| {
        (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) <= 0.0
    };
    let half = |points: &mut dyn Iterator<Item = &Vector3<f64>>| {
        let mut chain: Vec<Vector3<f64>> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..]
                && turns_right(&a, &b, point)
            {
                chain.pop();
            }
            chain.push(*point);
        }
        chain.pop();
        chain
    };
    let mut hull = half(&mut points.iter());
    hull.extend(half(&mut points.iter().rev()));
    hull
}
