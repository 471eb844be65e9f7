//! How a rigid body moves under forces: the Newton–Euler equations about its centre of mass.
//!
//! Position and velocity are those of the body's origin in site axes, rates are in body axes. The
//! origin need not be the centre of mass, for that moves when propellant is drawn.

use crate::math::rotation;
use crate::vehicle::{Inertia, Motion};
use nalgebra::{Matrix3, Quaternion, UnitQuaternion, Vector3};

/// Kinematics of one rigid body at one instant.
#[derive(Clone, Copy, Debug)]
pub struct RigidMotion {
    /// Site from body.
    pub rotation: Matrix3<f64>,
    /// Body origin, site frame, m.
    pub position: Vector3<f64>,
    /// Velocity of the origin, site axes, m/s.
    pub velocity: Vector3<f64>,
    /// Angular velocity, body axes, rad/s.
    pub rate: Vector3<f64>,
}

impl RigidMotion {
    /// From the pose (position, quaternion w x y z) and twist numbers of the state vector.
    #[inline]
    pub fn read(pose: &[f64], twist: &[f64]) -> Self {
        let [px, py, pz, w, x, y, z] = *pose else { return Self::nowhere() };
        let [vx, vy, vz, wx, wy, wz] = *twist else { return Self::nowhere() };
        Self {
            rotation: rotation::matrix(w, x, y, z),
            position: Vector3::new(px, py, pz),
            velocity: Vector3::new(vx, vy, vz),
            rate: Vector3::new(wx, wy, wz),
        }
    }

    /// What a slice of the wrong length reads as; the finite check then names the body.
    fn nowhere() -> Self {
        let nan = Vector3::repeat(f64::NAN);
        Self { rotation: Matrix3::repeat(f64::NAN), position: nan, velocity: nan, rate: nan }
    }

    /// Position and velocity of a point of the body (body axes) in the site frame.
    #[inline]
    pub fn point(&self, point: &Vector3<f64>) -> (Vector3<f64>, Vector3<f64>) {
        let arm = self.rotation * point;
        let spin = self.rotation * self.rate.cross(point);
        (self.position + arm, self.velocity + spin)
    }

    /// Angular velocity in site axes, rad/s.
    #[inline]
    pub fn site_rate(&self) -> Vector3<f64> {
        self.rotation * self.rate
    }

    /// Kinetic energy, J.
    pub fn kinetic_energy(&self, inertia: &Inertia) -> f64 {
        let (_, velocity) = self.point(inertia.centre());
        let spin = self.rate.dot(&(inertia.about_centre() * self.rate));
        0.5 * inertia.mass() * velocity.norm_squared() + 0.5 * spin
    }

    /// Linear momentum [kg m/s] and angular momentum about the site's origin [kg m²/s], site axes.
    pub fn momentum(&self, inertia: &Inertia) -> (Vector3<f64>, Vector3<f64>) {
        let (centre, velocity) = self.point(inertia.centre());
        let linear = velocity * inertia.mass();
        let spin = self.rotation * (inertia.about_centre() * self.rate);
        (linear, spin + centre.cross(&linear))
    }

    /// Acceleration of the origin (site axes) and of the rate (body axes) under a force in site
    /// axes and a torque about the centre of mass in body axes, plus gravity's acceleration of the
    /// centre.
    #[inline]
    pub fn acceleration(
        &self,
        inertia: &Inertia,
        force: &Vector3<f64>,
        torque: &Vector3<f64>,
        gravity: &Vector3<f64>,
    ) -> (Vector3<f64>, Vector3<f64>) {
        let spin = inertia.about_centre() * self.rate;
        let angular = inertia.inverse() * (torque - self.rate.cross(&spin));
        let centre = force / inertia.mass() + gravity;
        let offset = inertia.centre();
        let carried = angular.cross(offset) + self.rate.cross(&self.rate.cross(offset));
        (centre - self.rotation * carried, angular)
    }
}

/// Writes the rate of change of a pose.
#[inline]
pub(crate) fn pose_rate(pose: &[f64], motion: &RigidMotion, out: &mut [f64]) {
    let [_, _, _, w, x, y, z] = *pose else { return };
    let (a, b, c) = (motion.rate.x * 0.5, motion.rate.y * 0.5, motion.rate.z * 0.5);
    out[..3].copy_from_slice(motion.velocity.as_slice());
    out[3] = -x * a - y * b - z * c;
    out[4] = w * a + y * c - z * b;
    out[5] = w * b + z * a - x * c;
    out[6] = w * c + x * b - y * a;
}

/// Restores the unit length of a pose's quaternion.
#[inline]
pub(crate) fn normalise(pose: &mut [f64]) {
    let length = pose[3..7].iter().map(|x| x * x).sum::<f64>().sqrt();
    pose[3..7].iter_mut().for_each(|x| *x /= length);
}

/// The motion as the state's numbers: pose and twist.
pub(crate) fn write(motion: &Motion, pose: &mut [f64], twist: &mut [f64]) {
    let q = motion.site_from_body.quaternion();
    pose[..3].copy_from_slice(motion.position.as_slice());
    pose[3..7].copy_from_slice(&[q.w, q.i, q.j, q.k]);
    twist[..3].copy_from_slice(motion.velocity.as_slice());
    twist[3..6].copy_from_slice(motion.rate.as_slice());
}

/// The state's numbers as a motion.
pub(crate) fn motion(pose: &[f64], twist: &[f64]) -> Motion {
    let vector = |s: &[f64]| Vector3::from_column_slice(&s[..3]);
    let quaternion = Quaternion::new(pose[3], pose[4], pose[5], pose[6]);
    Motion {
        position: vector(pose),
        site_from_body: UnitQuaternion::new_unchecked(quaternion),
        velocity: vector(twist),
        rate: vector(&twist[3..]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_free_body_accelerates_about_its_centre_whatever_its_origin() {
        let centre = Vector3::new(0.3, -0.2, 0.5);
        let about = Matrix3::new(2.0, 0.1, 0.0, 0.1, 3.0, 0.2, 0.0, 0.2, 4.0);
        let inertia = Inertia::new(7.0, centre, about).unwrap();
        let motion = RigidMotion {
            rotation: rotation::matrix(0.9, 0.1, -0.3, 0.2),
            position: Vector3::new(1.0, 2.0, 3.0),
            velocity: Vector3::new(0.1, 0.2, 0.3),
            rate: Vector3::new(0.5, -0.4, 0.3),
        };
        let force = Vector3::new(1.0, -2.0, 3.0);
        let (origin, angular) =
            motion.acceleration(&inertia, &force, &Vector3::zeros(), &Vector3::zeros());
        let carried = angular.cross(&centre) + motion.rate.cross(&motion.rate.cross(&centre));
        assert!((origin + motion.rotation * carried - force / 7.0).norm() < 1e-14);
    }
}
