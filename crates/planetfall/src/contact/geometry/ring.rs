//! A circle and a straight line in space.
//!
//! Seen along the line, the circle is an ellipse with the semi-axes r and r |a . e| (a its axis, e
//! the line's direction) and the line a point. Where the signed distance of that point from the
//! ellipse is stationary, the distance between circle and line is perpendicular to both: that is where
//! they touch, also when the line has gone a little way into the disc. With the ellipse
//! (A cos t, B sin t) and the point (x, y), both in the first quadrant, t is the root of
//! h(t) = x A sin t - y B cos t - (A^2 - B^2) sin t cos t, and h(0) <= 0 <= h(pi/2).

use nalgebra::Vector3;

/// A circle in the site frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ring {
    pub(super) centre: Vector3<f64>,
    pub(super) axle: Vector3<f64>,
    pub(super) radius: f64,
}

/// Where a circle and a line come nearest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    /// On the circle.
    pub(super) point: Vector3<f64>,
    /// From the line to the circle's disc.
    pub(super) normal: Vector3<f64>,
    /// Negative where the line goes through the disc.
    pub(super) gap: f64,
}

/// Component of a direction in the circle's plane below which the circle is seen edge on, and no one of
/// its points is nearest. Chosen: beyond the root of the round-off.
const EDGE_ON_COMPONENT: f64 = 1e-6;
/// Newton steps; it needs about five, this only guards the loop.
const NEWTON_STEP_LIMIT: usize = 40;

impl Ring {
    /// The place of the circle that meets the line through `through` along the unit vector `along`.
    #[cfg(test)]
    pub(super) fn cross(&self, through: &Vector3<f64>, along: &Vector3<f64>) -> Option<Crossing> {
        self.cross_within(through, along, f64::INFINITY)
    }

    /// The same, if it may be nearer than `margin`.
    pub(super) fn cross_within(
        &self,
        through: &Vector3<f64>,
        along: &Vector3<f64>,
        margin: f64,
    ) -> Option<Crossing> {
        let to_line = through - self.centre;
        let past = to_line - along * along.dot(&to_line);
        let reach = self.radius + margin;
        if past.norm_squared() > reach * reach {
            return None;
        }
        let abeam = self.axle.cross(along);
        let sine = abeam.norm();
        let first = if sine > 1e-9 { abeam / sine } else { past.try_normalize(0.0)? };
        let (second, in_circle) = (along.cross(&first), self.axle.cross(&first));
        let flatness = in_circle.dot(&second);
        if flatness.abs() < EDGE_ON_COMPONENT {
            return None;
        }
        let (x, y) = (to_line.dot(&first), to_line.dot(&second));
        let (a, b) = (self.radius, self.radius * flatness.abs());
        let (sine, cosine) = foot(a, b, x.abs(), y.abs());
        let (sx, sy) = (1f64.copysign(x), 1f64.copysign(y));
        let steep = Vector3::new(b * cosine, a * sine, 0.0).try_normalize(0.0)?;
        let gap = (x.abs() - a * cosine) * steep.x + (y.abs() - b * sine) * steep.y;
        let turn = sy * sine * 1f64.copysign(flatness);
        let point = self.centre + (first * (sx * cosine) + in_circle * turn) * self.radius;
        let normal = -(first * (sx * steep.x) + second * (sy * steep.y));
        Some(Crossing { point, normal, gap })
    }
}

/// Sine and cosine of the ellipse's angle below the point (x, y) of the first quadrant. Angles are unit
/// vectors: a step of Newton by δ turns one by 2 atan(δ/2), which differs from δ in third order only, and
/// needs no trigonometry.
fn foot(a: f64, b: f64, x: f64, y: f64) -> (f64, f64) {
    let focal = (a - b) * (a + b);
    let (mut low, mut high) = ((0.0, 1.0), (1.0, 0.0));
    let mut at = unit(a * y, b * x);
    for _ in 0..NEWTON_STEP_LIMIT {
        let (sine, cosine) = at;
        let value = x * a * sine - y * b * cosine - focal * sine * cosine;
        let slope = x * a * cosine + y * b * sine - focal * (cosine - sine) * (cosine + sine);
        if value < 0.0 {
            low = at;
        } else {
            high = at;
        }
        let half = -0.5 * value / slope;
        let next = turned(at, half);
        if slope > 0.0 && !is_before(next, low) && !is_before(high, next) {
            at = next;
            // What is left after a step is its square.
            if half.abs() <= 1e-7 {
                break;
            }
        } else if value == 0.0 {
            break;
        } else {
            at = unit(low.0 + high.0, low.1 + high.1);
        }
    }
    at
}

/// A pair of numbers as sine and cosine; those of zero where both vanish.
#[inline]
fn unit(sine: f64, cosine: f64) -> (f64, f64) {
    let size = (sine * sine + cosine * cosine).sqrt();
    if size > 0.0 { (sine / size, cosine / size) } else { (0.0, 1.0) }
}

/// Sine and cosine turned by an angle whose half has a tangent.
#[inline]
fn turned((sine, cosine): (f64, f64), half: f64) -> (f64, f64) {
    let scale = 1.0 / (1.0 + half * half);
    let (c, s) = ((1.0 - half * half) * scale, 2.0 * half * scale);
    (sine * c + cosine * s, cosine * c - sine * s)
}

/// Whether one angle is less than another, both in the first quadrant or near it.
#[inline]
fn is_before(one: (f64, f64), other: (f64, f64)) -> bool {
    one.0 * other.1 < one.1 * other.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_line_square_to_the_disc_is_met_on_the_radius() {
        let ring = Ring { centre: Vector3::zeros(), axle: Vector3::y(), radius: 0.5 };
        for (reach, gap) in [(0.6, 0.1), (0.49, -0.01)] {
            let through = Vector3::new(0.6 * reach, 3.0, -0.8 * reach);
            let crossing = ring.cross(&through, &Vector3::y()).unwrap();
            assert!((crossing.gap - gap).abs() < 1e-15);
            assert!((crossing.normal - Vector3::new(-0.6, 0.0, 0.8)).norm() < 1e-15);
            assert!((crossing.point - Vector3::new(0.3, 0.0, -0.4)).norm() < 1e-15);
        }
    }

    proptest! {
        #[test]
        fn the_distance_is_perpendicular_to_circle_and_line_and_as_long_as_the_gap(
            x in 0.35..0.9f64, angle in 0.0..6.3f64, lean in -0.9..0.9f64, turn in -0.9..0.9f64,
        ) {
            let ring = Ring { centre: Vector3::new(1.0, 2.0, 3.0), axle: Vector3::y(), radius: 0.5 };
            let out = Vector3::new(angle.cos(), 0.0, angle.sin());
            let along = Vector3::new(lean, 1.0, turn).normalize();
            let through = ring.centre + out * x;
            let crossing = ring.cross(&through, &along).unwrap();
            let Crossing { point, normal, gap } = crossing;
            prop_assert!((normal.norm() - 1.0).abs() < 1e-14);
            prop_assert!(normal.dot(&along).abs() < 1e-14);
            let tangent = ring.axle.cross(&(point - ring.centre)) / ring.radius;
            prop_assert!(normal.dot(&tangent).abs() < 1e-12);
            let foot = point - normal * gap;
            prop_assert!((foot - through).cross(&along).norm() < 1e-13);
            prop_assert!(((point - ring.centre).norm() - 0.5).abs() < 1e-15);
        }
    }
}
