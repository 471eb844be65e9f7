//! Coulomb's cone K = { x : |x_t| ≤ mu x_n }, normal component first.
//!
//! Its polar cone is K° = { x : mu |x_t| ≤ −x_n }, and by Moreau's theorem every x is the sum of its
//! projections on both, which are orthogonal (J. J. Moreau, *Décomposition orthogonale d'un espace
//! hilbertien selon deux cônes mutuellement polaires*, C. R. Acad. Sci. 255, 1962). So the nearest
//! point of K is x inside K, zero inside K°, and on the cone's edge in between.

use nalgebra::{Vector2, Vector3};

/// The point of Coulomb's cone that is nearest to `point`; `friction` is at least zero.
#[inline]
pub fn project(point: &Vector3<f64>, friction: f64) -> Vector3<f64> {
    let tangential = Vector2::new(point.y, point.z);
    let size = tangential.norm();
    // Without friction the cone is a half-line, and a point behind its tip has no tangential part.
    if size <= friction * point.x && point.x >= 0.0 {
        return *point;
    }
    if friction * size <= -point.x {
        return Vector3::zeros();
    }
    let normal = (point.x + friction * size) / (1.0 + friction * friction);
    let share = if size > 0.0 { friction * normal / size } else { 0.0 };
    Vector3::new(normal, share * tangential.x, share * tangential.y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_point() -> impl Strategy<Value = Vector3<f64>> {
        (-10.0..10.0f64, -10.0..10.0f64, -10.0..10.0f64).prop_map(|(n, t, s)| Vector3::new(n, t, s))
    }

    fn is_inside(point: &Vector3<f64>, friction: f64) -> bool {
        Vector2::new(point.y, point.z).norm() <= friction * point.x + 1e-12
    }

    #[test]
    fn without_friction_a_point_behind_the_tip_goes_to_the_tip() {
        let behind = Vector3::new(-1.5, 0.0, 0.0);
        assert_eq!(project(&behind, 0.0), Vector3::zeros());
        assert_eq!(project(&-behind, 0.0), -behind);
    }

    proptest! {
        #[test]
        fn projecting_twice_is_projecting_once(x in any_point(), friction in 0.0..3.0f64) {
            let once = project(&x, friction);
            prop_assert!(is_inside(&once, friction));
            prop_assert!((project(&once, friction) - once).norm() < 1e-13);
        }

        #[test]
        fn no_point_of_the_cone_is_nearer(
            x in any_point(), y in any_point(), friction in 0.0..3.0f64,
        ) {
            let other = project(&y, friction);
            let nearest = (x - project(&x, friction)).norm();
            prop_assert!(nearest <= (x - other).norm() + 1e-12);
        }

        #[test]
        fn what_is_left_lies_in_the_polar_cone_and_is_orthogonal(
            x in any_point(), friction in 0.0..3.0f64,
        ) {
            let inside = project(&x, friction);
            let left = x - inside;
            let size = Vector2::new(left.y, left.z).norm();
            prop_assert!(friction * size <= -left.x + 1e-11);
            prop_assert!(inside.dot(&left).abs() < 1e-11);
        }
    }

    #[test]
    fn without_friction_the_cone_is_the_normal() {
        assert_eq!(project(&Vector3::new(2.0, 1.0, 1.0), 0.0), Vector3::new(2.0, 0.0, 0.0));
        assert_eq!(project(&Vector3::new(-2.0, 1.0, 1.0), 0.0), Vector3::zeros());
    }
}
