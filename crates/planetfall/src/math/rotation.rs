//! Rotations from angles, by functions whose bits do not depend on the machine.

use crate::math::real;
use nalgebra::{Matrix3, Quaternion, UnitQuaternion, Vector3};

/// Rotation about an axis by the axis vector's length, rad.
pub fn from_scaled_axis(axis: &Vector3<f64>) -> UnitQuaternion<f64> {
    let angle = axis.norm();
    // sin(x/2)/x tends to 1/2; below this the series' next term vanishes in double precision.
    let scale = if angle < 1e-9 { 0.5 } else { real::sin(0.5 * angle) / angle };
    unit(real::cos(0.5 * angle), axis * scale)
}

/// The rotation vector of a rotation: axis times angle, the shorter way round, rad.
pub fn to_scaled_axis(rotation: &UnitQuaternion<f64>) -> Vector3<f64> {
    let quaternion = rotation.quaternion();
    let (w, axis) = if quaternion.w < 0.0 {
        (-quaternion.w, -quaternion.imag())
    } else {
        (quaternion.w, quaternion.imag())
    };
    let sine = axis.norm();
    // x/sin(x/2) tends to 2; below this the series' next term vanishes in double precision.
    let scale = if sine < 1e-9 { 2.0 } else { 2.0 * real::atan2(sine, w) / sine };
    axis * scale
}

/// Rotation by angles about z, then the new y, then the new x (yaw, pitch, roll), rad: Rz·Ry·Rx.
pub fn from_yaw_pitch_roll(yaw: f64, pitch: f64, roll: f64) -> UnitQuaternion<f64> {
    from_scaled_axis(&(Vector3::z() * yaw))
        * from_scaled_axis(&(Vector3::y() * pitch))
        * from_scaled_axis(&(Vector3::x() * roll))
}

/// The rotation of north-east-down axes into east-north-up ones; it is its own inverse.
pub fn enu_from_ned() -> UnitQuaternion<f64> {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    unit(0.0, Vector3::new(half, half, 0.0))
}

/// Rotation matrix about a unit axis by an angle, rad (Rodrigues).
#[inline]
pub fn about(axis: &Vector3<f64>, angle: f64) -> Matrix3<f64> {
    let (sine, cosine) = real::sin_cos(angle);
    let rest = 1.0 - cosine;
    let (x, y, z) = (axis.x, axis.y, axis.z);
    let (sx, sy, sz) = (sine * x, sine * y, sine * z);
    let (rx, ry, rz) = (rest * x, rest * y, rest * z);
    Matrix3::new(
        cosine + rx * x,
        rx * y - sz,
        rx * z + sy,
        rx * y + sz,
        cosine + ry * y,
        ry * z - sx,
        rx * z - sy,
        ry * z + sx,
        cosine + rz * z,
    )
}

/// A symmetric matrix in turned axes, R S Rᵀ; symmetric to the last bit.
#[inline(always)]
pub fn turned(rotation: &Matrix3<f64>, symmetric: &Matrix3<f64>) -> Matrix3<f64> {
    let half = if is_diagonal(symmetric) {
        let scaled = |axis: usize| rotation.column(axis) * symmetric[(axis, axis)];
        Matrix3::from_columns(&[scaled(0), scaled(1), scaled(2)])
    } else {
        rotation * symmetric
    };
    let entry = |row: usize, column: usize| half.row(row).dot(&rotation.row(column));
    let (xx, yy, zz) = (entry(0, 0), entry(1, 1), entry(2, 2));
    let (xy, xz, yz) = (entry(0, 1), entry(0, 2), entry(1, 2));
    Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz)
}

/// Whether a symmetric matrix has numbers on its diagonal only, as that of a body in its principal axes has.
#[inline(always)]
pub fn is_diagonal(symmetric: &Matrix3<f64>) -> bool {
    symmetric.m12 == 0.0 && symmetric.m13 == 0.0 && symmetric.m23 == 0.0
}

/// Two unit vectors that complete a unit axis to right-handed axes (first, second, axis). For the
/// coordinate axes they are the coordinate axes in cyclic order.
pub fn plane(axis: &Vector3<f64>) -> (Vector3<f64>, Vector3<f64>) {
    let helper = if axis.z.abs() > 0.9 {
        Vector3::x()
    } else if axis.x.abs() > 0.9 {
        Vector3::y()
    } else {
        Vector3::z()
    };
    let first = (helper - axis * helper.dot(axis)).normalize();
    (first, axis.cross(&first))
}

/// The unit quaternion of four numbers w, x, y, z.
pub fn from_numbers(numbers: &[f64]) -> UnitQuaternion<f64> {
    match *numbers {
        [w, x, y, z] => unit(w, Vector3::new(x, y, z)),
        _ => UnitQuaternion::identity(),
    }
}

/// The shortest rotation of one unit vector into another; half a turn about x or y if they oppose.
pub fn shortest(from: &Vector3<f64>, into: &Vector3<f64>) -> UnitQuaternion<f64> {
    let cosine = from.dot(into);
    if cosine <= -1.0 + 1e-15 {
        let side = if from.x.abs() < 0.9 { Vector3::x() } else { Vector3::y() };
        return unit(0.0, side - from * side.dot(from));
    }
    unit(1.0 + cosine, from.cross(into))
}

/// Rotation matrix of a quaternion (w, x, y, z) that may be slightly off unit length, as it is
/// inside a Runge–Kutta step.
#[inline]
pub fn matrix(w: f64, x: f64, y: f64, z: f64) -> Matrix3<f64> {
    let scale = 2.0 / (w * w + x * x + y * y + z * z);
    let (sx, sy, sz) = (scale * x, scale * y, scale * z);
    let (wx, wy, wz) = (w * sx, w * sy, w * sz);
    let (xx, xy, xz) = (x * sx, x * sy, x * sz);
    let (yy, yz, zz) = (y * sy, y * sz, z * sz);
    Matrix3::new(
        1.0 - (yy + zz),
        xy - wz,
        xz + wy,
        xy + wz,
        1.0 - (xx + zz),
        yz - wx,
        xz - wy,
        yz + wx,
        1.0 - (xx + yy),
    )
}

fn unit(w: f64, v: Vector3<f64>) -> UnitQuaternion<f64> {
    UnitQuaternion::from_quaternion(Quaternion::from_parts(w, v))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::FRAC_PI_2;

    #[test]
    fn the_papers_attitude_points_body_x_down_y_south_z_west() {
        let attitude = enu_from_ned() * from_yaw_pitch_roll(0.0, -FRAC_PI_2, FRAC_PI_2);
        assert!((attitude * Vector3::x() - -Vector3::z()).norm() < 1e-15);
        assert!((attitude * Vector3::y() - -Vector3::y()).norm() < 1e-15);
        assert!((attitude * Vector3::z() - -Vector3::x()).norm() < 1e-15);
    }

    #[test]
    fn the_shortest_rotation_takes_one_vector_into_the_other() {
        let b = Vector3::new(0.3, -0.5, 0.2).normalize();
        for a in [Vector3::z(), Vector3::x(), -b, b] {
            assert!((shortest(&a, &b) * a - b).norm() < 1e-14);
        }
    }

    #[test]
    fn the_matrix_is_that_of_the_unit_quaternion() {
        let q = from_yaw_pitch_roll(0.3, -1.2, 2.2);
        let scaled = matrix(2.0 * q.w, 2.0 * q.i, 2.0 * q.j, 2.0 * q.k);
        assert!((scaled - q.to_rotation_matrix().into_inner()).norm() < 1e-14);
    }
}
