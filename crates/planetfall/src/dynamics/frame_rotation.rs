//! Euler's equation in a frame that rotates: what the planet's spin does to the rotation of a link.
//!
//! A link that turns with ω against the site turns with ω + Ω against the stars, where Ω is constant in site
//! axes. Euler's equation of the absolute motion, I d(ω + Ω)/dt + (ω + Ω) × I (ω + Ω) = M about the centre of mass, is in
//! rates against the site I ω̇ + ω × I ω = M + M_Ω with
//!
//! M_Ω = I (ω × Ω) − ω × I Ω − Ω × I ω − Ω × I Ω
//!
//! (docs/theory/environment.md, eq. 3). The first three terms do no work together; the last is the slope
//! of the centrifugal potential −½ Ω·I Ω. A planet's field acts at centres of mass only, so its gradient over
//! a body is left out.
//!
//! | symbol | here | unit |
//! |---|---|---|
//! | Ω | `spin` | rad/s |
//! | ω | `motion.twist.angular` | rad/s |
//! | I | `inertia.about_centre()`, link axes | kg m² |

use super::LinkMotion;
use crate::vehicle::Inertia;
use nalgebra::Vector3;

/// The moment M_Ω on a link, site axes, N m.
pub(crate) fn moment(spin: &Vector3<f64>, motion: &LinkMotion, inertia: &Inertia) -> Vector3<f64> {
    let own = inertia.about_centre();
    let frame = motion.rotation.tr_mul(spin);
    let rate = motion.rotation.tr_mul(&motion.twist.angular);
    let (of_frame, of_rate) = (own * frame, own * rate);
    let moment = own * rate.cross(&frame)
        - rate.cross(&of_frame)
        - frame.cross(&of_rate)
        - frame.cross(&of_frame);
    motion.rotation * moment
}

/// Power of that moment on the link, W.
pub(crate) fn power(spin: &Vector3<f64>, motion: &LinkMotion, inertia: &Inertia) -> f64 {
    let frame = motion.rotation.tr_mul(spin);
    let rate = motion.rotation.tr_mul(&motion.twist.angular);
    -rate.dot(&frame.cross(&(inertia.about_centre() * frame)))
}

/// The potential energy −½ Ω·I Ω of a link, beyond that of its centre of mass, J.
pub(crate) fn potential(spin: &Vector3<f64>, motion: &LinkMotion, inertia: &Inertia) -> f64 {
    let frame = motion.rotation.tr_mul(spin);
    -0.5 * frame.dot(&(inertia.about_centre() * frame))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::rotation::{about, from_yaw_pitch_roll};
    use crate::math::spatial::Twist;
    use nalgebra::Matrix3;

    fn body() -> Inertia {
        let matrix = Matrix3::new(2.0, 0.3, -0.1, 0.3, 3.0, 0.2, -0.1, 0.2, 4.0);
        Inertia::new(10.0, Vector3::zeros(), matrix).unwrap()
    }

    fn turning(rate: Vector3<f64>) -> LinkMotion {
        LinkMotion {
            rotation: from_yaw_pitch_roll(0.4, -1.0, 2.0).to_rotation_matrix().into_inner(),
            twist: Twist::new(rate, Vector3::zeros()),
            ..LinkMotion::default()
        }
    }

    #[test]
    fn a_body_that_stands_against_the_stars_needs_no_other_moment() {
        // ω = −Ω and ω̇ = 0 in site axes: then I ω̇ + ω × I ω = M_Ω without any outer moment.
        let spin = Vector3::new(0.1, -0.7, 0.4);
        let motion = turning(-spin);
        let inertia = body();
        let rate = motion.rotation.tr_mul(&motion.twist.angular);
        // The rate is constant in site axes, so that in body axes it is too: ω̇_b = −ω_b × ω_b = 0.
        let needed = motion.rotation * rate.cross(&(inertia.about_centre() * rate));
        assert!((moment(&spin, &motion, &inertia) - needed).norm() < 1e-14);
    }

    #[test]
    fn its_power_is_the_fall_of_the_centrifugal_potential() {
        let (spin, rate) = (Vector3::new(0.1, -0.7, 0.4), Vector3::new(1.0, 2.0, -0.5));
        let (motion, inertia) = (turning(rate), body());
        let at = |time: f64| {
            let turn = about(&rate.normalize(), rate.norm() * time);
            potential(&spin, &LinkMotion { rotation: turn * motion.rotation, ..motion }, &inertia)
        };
        let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
        let found = power(&spin, &motion, &inertia);
        assert!((found + slope).abs() < 1e-8, "{found} {slope}");
        assert!((moment(&spin, &motion, &inertia).dot(&rate) - found).abs() < 1e-14);
    }
}
