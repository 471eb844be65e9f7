//! Signed distance to an ellipsoid.
//!
//! The nearest surface point x to a point y in the first octant satisfies
//! x_i = e_i^2 y_i / (t + e_i^2) with the largest root t of
//! g(t) = sum (e_i y_i / (t + e_i^2))^2 - 1 (Eberly, "Distance from a point to an ellipse, an
//! ellipsoid, or a hyperellipsoid", 2013; docs/theory/terrain.md, eqs 14-16). Right of its last
//! pole g falls and is convex, so Newton's method started left of the root climbs to it without
//! overshooting. With tau = t + e_min^2, counted from that pole, no difference of near numbers is
//! left in the denominators and thin or nearly spherical shapes lose no digits.

use nalgebra::Vector3;

/// Newton steps from the bound; it needs fewer than ten, this only guards the loop.
const NEWTON_STEP_LIMIT: usize = 64;

/// Gap and outward unit normal at a point, in the axes of an ellipsoid with the given semi-axes.
pub(in crate::terrain) fn signed_distance(
    axes: &Vector3<f64>,
    point: &Vector3<f64>,
) -> (f64, Vector3<f64>) {
    let mirrored = point.abs();
    let nearest = nearest_in_octant(axes, &mirrored);
    let inside = mirrored.component_div(axes).norm_squared() < 1.0;
    let distance = (mirrored - nearest).norm();
    let normal = outward(axes, &nearest).zip_map(point, |n, p| if p < 0.0 { -n } else { n });
    (if inside { -distance } else { distance }, normal)
}

/// Unit normal at a surface point.
fn outward(axes: &Vector3<f64>, surface: &Vector3<f64>) -> Vector3<f64> {
    let smallest = axes.min();
    let gradient = surface.zip_map(axes, |x, e| (x / e) * (smallest / e));
    gradient.try_normalize(0.0).unwrap_or_else(Vector3::z)
}

/// The surface point nearest to a point whose coordinates are not negative.
fn nearest_in_octant(axes: &Vector3<f64>, point: &Vector3<f64>) -> Vector3<f64> {
    // imin takes the first of equal axes; the vertical one is preferred, so that the centre of a
    // sphere or of a standing disc is pushed up.
    let thin = if axes.z <= axes.min() { 2 } else { axes.imin() };
    let smallest = axes[thin];
    let poles = axes.map(|e| (e - smallest) * (e + smallest));
    let weights = axes.component_mul(point);
    let tau = largest_root(&weights, &poles);
    let mut nearest = Vector3::from_fn(|i, _| {
        if weights[i] == 0.0 { 0.0 } else { axes[i] * (weights[i] / (tau + poles[i])) }
    });
    if point[thin] == 0.0 {
        // On the plane of symmetry the pole is gone; the thin coordinate takes what is left.
        let used = nearest.component_div(axes).norm_squared();
        nearest[thin] = smallest * (1.0 - used).max(0.0).sqrt();
    }
    nearest
}

/// The root tau >= 0 of sum (w_i / (tau + pole_i))^2 = 1, or 0 if the sum is below 1 there.
fn largest_root(weights: &Vector3<f64>, poles: &Vector3<f64>) -> f64 {
    // At this bound one term is 1 and none exceeds 1, so the sum lies between 1 and 3.
    let mut tau = (weights - poles).max().max(0.0);
    for _ in 0..NEWTON_STEP_LIMIT {
        let (mut excess, mut fall) = (-1.0, 0.0);
        for i in 0..3 {
            if weights[i] > 0.0 {
                let term = weights[i] / (tau + poles[i]);
                excess += term * term;
                fall += 2.0 * term * term / (tau + poles[i]);
            }
        }
        if excess <= 0.0 {
            break;
        }
        let next = tau + excess / fall;
        if next <= tau {
            break;
        }
        tau = next;
    }
    tau
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Nearest distance by descending on the angles of a fine mesh of surface points.
    fn brute(axes: &Vector3<f64>, point: &Vector3<f64>) -> f64 {
        let at = |a: f64, b: f64| {
            Vector3::new(a.cos() * b.cos(), a.sin() * b.cos(), b.sin()).component_mul(axes)
        };
        let mut best = (f64::INFINITY, 0.0, 0.0);
        let look = |a: f64, b: f64, best: &mut (f64, f64, f64)| {
            let distance = (at(a, b) - point).norm();
            if distance < best.0 {
                *best = (distance, a, b);
            }
        };
        for i in 0..120 {
            for j in -30..=30 {
                look(f64::from(i) * 0.05236, f64::from(j) * 0.05236, &mut best);
            }
        }
        let mut step = 0.05;
        while step > 1e-9 {
            let (before, a, b) = best;
            for (da, db) in [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)] {
                look(a + da, b + db, &mut best);
            }
            if best.0 == before {
                step *= 0.5;
            }
        }
        best.0
    }

    #[test]
    fn a_sphere_is_the_ellipsoid_with_equal_axes() {
        let axes = Vector3::repeat(2.0);
        let (gap, normal) = signed_distance(&axes, &Vector3::new(3.0, 0.0, -4.0));
        assert!((gap - 3.0).abs() < 1e-14);
        assert!((normal - Vector3::new(0.6, 0.0, -0.8)).norm() < 1e-14);
        assert_eq!(signed_distance(&axes, &Vector3::zeros()), (-2.0, Vector3::z()));
    }

    #[test]
    fn on_an_axis_the_distance_is_plain() {
        let axes = Vector3::new(3.0, 2.0, 1.0);
        for (point, gap) in [
            (Vector3::new(5.0, 0.0, 0.0), 2.0),
            (Vector3::new(0.0, -2.5, 0.0), 0.5),
            (Vector3::new(0.0, 0.0, 0.25), -0.75),
            (Vector3::zeros(), -1.0),
        ] {
            assert!((signed_distance(&axes, &point).0 - gap).abs() < 1e-14, "{point}");
        }
    }

    #[test]
    fn inside_on_the_long_axis_the_nearest_point_lies_off_the_axis() {
        // x/a = a y/(a^2 - c^2) below the focal distance: here x_0 = 9/8, x_2 = sqrt(1 - 9/64).
        let axes = Vector3::new(3.0, 2.0, 1.0);
        let (gap, normal) = signed_distance(&axes, &Vector3::new(1.0, 0.0, 0.0));
        let expected = Vector3::new(0.125, 0.0, (1.0f64 - 9.0 / 64.0).sqrt());
        assert!((gap + expected.norm()).abs() < 1e-14);
        assert!((normal - expected.normalize()).norm() < 1e-14);
    }

    proptest! {
        #[test]
        fn the_distance_agrees_with_brute_force(
            a in 0.2..3.0f64, b in 0.2..3.0f64, c in 0.2..3.0f64,
            x in -4.0..4.0f64, y in -4.0..4.0f64, z in -4.0..4.0f64,
        ) {
            let (axes, point) = (Vector3::new(a, b, c), Vector3::new(x, y, z));
            let (gap, _) = signed_distance(&axes, &point);
            prop_assert!((gap.abs() - brute(&axes, &point)).abs() < 1e-6);
        }

        #[test]
        fn going_back_by_the_gap_leads_to_the_surface(
            a in 1e-3..1e3f64, b in 1e-3..1e3f64, c in 1e-3..1e3f64,
            x in -1e3..1e3f64, y in -1e3..1e3f64, z in -1e3..1e3f64, thin: bool,
        ) {
            let axes = Vector3::new(a, b, c);
            let point = if thin { Vector3::new(x, y, z * 1e-300) } else { Vector3::new(x, y, z) };
            let (gap, normal) = signed_distance(&axes, &point);
            prop_assert!((normal.norm() - 1.0).abs() < 1e-12);
            let foot = point - normal * gap;
            let level = foot.component_div(&axes).norm();
            // A shift of the foot by round-off changes the level by at most shift / e_min.
            prop_assert!((level - 1.0).abs() < 1e-12 * point.norm().max(1.0) / axes.min() + 1e-9);
        }
    }
}
