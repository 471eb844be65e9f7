//! Spatial vectors and inertias in one set of axes about one point (Featherstone, Rigid Body
//! Dynamics Algorithms, 2008, ch. 2). All of a vehicle's are taken in site axes about its root's
//! origin, so that nothing has to be transformed from link to link.

use nalgebra::{Matrix3, Vector3};
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

/// A motion: angular part, and linear part of the body-fixed point at the reference point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Twist {
    /// rad/s (or rad/s², or unit axis).
    pub angular: Vector3<f64>,
    /// m/s (or m/s²).
    pub linear: Vector3<f64>,
}

/// A force: moment about the reference point, and force.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Force {
    /// N m.
    pub moment: Vector3<f64>,
    /// N.
    pub force: Vector3<f64>,
}

/// Inertia of a rigid body, or of several that move as one, about the reference point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RigidInertia {
    /// kg.
    pub mass: f64,
    /// Mass times centre of mass, kg m.
    pub first_moment: Vector3<f64>,
    /// Rotational inertia about the reference point, kg m².
    pub rotational: Matrix3<f64>,
}

/// A symmetric inertia of six by six, column by column: angular components first, as in
/// (moment, force) = Σ column · motion. Whole columns of six keep vector units busy, which is worth
/// more than what symmetry would save.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SpatialInertia {
    columns: [[f64; 6]; 6],
}

impl Twist {
    /// From its parts.
    #[inline]
    pub const fn new(angular: Vector3<f64>, linear: Vector3<f64>) -> Self {
        Self { angular, linear }
    }

    /// Rotation about an axis through a point.
    #[inline]
    pub fn about(axis: Vector3<f64>, point: &Vector3<f64>) -> Self {
        Self { angular: axis, linear: point.cross(&axis) }
    }

    /// Rate of change of a motion vector that is carried along by this motion.
    #[inline]
    pub fn cross(&self, other: &Self) -> Self {
        Self {
            angular: self.angular.cross(&other.angular),
            linear: self.angular.cross(&other.linear) + self.linear.cross(&other.angular),
        }
    }

    /// Rate of change of a force vector that is carried along by this motion.
    #[inline]
    pub fn cross_force(&self, other: &Force) -> Force {
        Force {
            moment: self.angular.cross(&other.moment) + self.linear.cross(&other.force),
            force: self.angular.cross(&other.force),
        }
    }

    /// Angular, then linear components.
    #[inline]
    pub fn numbers(&self) -> [f64; 6] {
        let (a, b) = (&self.angular, &self.linear);
        [a.x, a.y, a.z, b.x, b.y, b.z]
    }

    /// Power of a force.
    #[inline]
    pub fn dot(&self, force: &Force) -> f64 {
        self.angular.dot(&force.moment) + self.linear.dot(&force.force)
    }

    /// Velocity of the body-fixed point that is at `point` now.
    #[inline]
    pub fn at(&self, point: &Vector3<f64>) -> Vector3<f64> {
        self.linear + self.angular.cross(point)
    }
}

impl Force {
    /// A force through a point.
    #[inline]
    pub fn at(force: Vector3<f64>, point: &Vector3<f64>) -> Self {
        Self { moment: point.cross(&force), force }
    }

    /// Moment, then force.
    #[inline]
    pub fn numbers(&self) -> [f64; 6] {
        let (a, b) = (&self.moment, &self.force);
        [a.x, a.y, a.z, b.x, b.y, b.z]
    }

    /// From moment, then force.
    #[inline]
    pub fn from_numbers([a, b, c, d, e, f]: [f64; 6]) -> Self {
        Self { moment: Vector3::new(a, b, c), force: Vector3::new(d, e, f) }
    }
}

impl RigidInertia {
    /// From mass, centre of mass from the reference point, inertia about the centre.
    #[inline]
    pub fn new(mass: f64, centre: &Vector3<f64>, about_centre: &Matrix3<f64>) -> Self {
        let first_moment = centre * mass;
        let (x, y, z) = (centre.x, centre.y, centre.z);
        let (mx, my, mz) = (first_moment.x, first_moment.y, first_moment.z);
        let (xx, yy, zz) = (mx * x, my * y, mz * z);
        let (xy, xz, yz) = (mx * y, mx * z, my * z);
        let steiner = Matrix3::new(yy + zz, -xy, -xz, -xy, xx + zz, -yz, -xz, -yz, xx + yy);
        Self { mass, first_moment, rotational: about_centre + steiner }
    }

    /// Adds another about the same point.
    #[inline]
    pub fn add(&mut self, other: &Self) {
        self.mass += other.mass;
        self.first_moment += other.first_moment;
        self.rotational += other.rotational;
    }

    /// Momentum of a motion.
    #[inline]
    pub fn times(&self, motion: &Twist) -> Force {
        Force {
            moment: self.rotational * motion.angular + self.first_moment.cross(&motion.linear),
            force: motion.linear * self.mass - self.first_moment.cross(&motion.angular),
        }
    }
}

impl From<RigidInertia> for SpatialInertia {
    #[inline]
    fn from(rigid: RigidInertia) -> Self {
        let mut spatial = Self::default();
        spatial.set(&rigid);
        spatial
    }
}

impl SpatialInertia {
    /// Becomes that of a rigid body, in place.
    #[inline]
    pub fn set(&mut self, rigid: &RigidInertia) {
        let RigidInertia { mass, first_moment: c, rotational: a } = rigid;
        self.columns = [
            [a.m11, a.m21, a.m31, 0.0, -c.z, c.y],
            [a.m12, a.m22, a.m32, c.z, 0.0, -c.x],
            [a.m13, a.m23, a.m33, -c.y, c.x, 0.0],
            [0.0, c.z, -c.y, *mass, 0.0, 0.0],
            [-c.z, 0.0, c.x, 0.0, *mass, 0.0],
            [c.y, -c.x, 0.0, 0.0, 0.0, *mass],
        ];
    }

    /// Momentum of a motion.
    #[inline(always)]
    pub fn times(&self, motion: &Twist) -> Force {
        let mut sum = [0.0; 6];
        for (column, part) in self.columns.iter().zip(motion.numbers()) {
            for (sum, entry) in sum.iter_mut().zip(column) {
                *sum += entry * part;
            }
        }
        Force::from_numbers(sum)
    }

    /// Takes away u uᵀ / d, what a joint gives way to.
    #[inline]
    pub fn release(&mut self, u: &Force, d: f64) {
        let (u, per) = (u.numbers(), 1.0 / d);
        for (column, part) in self.columns.iter_mut().zip(u) {
            let share = part * per;
            for (entry, u) in column.iter_mut().zip(u) {
                *entry -= u * share;
            }
        }
    }

    /// Adds what is felt of another inertia through a joint that gives way to u uᵀ / d.
    #[inline]
    pub fn add_released(&mut self, other: &Self, u: &Force, d: f64) {
        let (u, per) = (u.numbers(), 1.0 / d);
        for ((column, other), part) in self.columns.iter_mut().zip(&other.columns).zip(u) {
            let share = part * per;
            for ((entry, other), u) in column.iter_mut().zip(other).zip(u) {
                *entry += other - u * share;
            }
        }
    }

    /// The motion whose momentum a force is, by block elimination; NaN if there is none.
    #[inline]
    pub fn solve(&self, force: &Force) -> Twist {
        let nothing = Matrix3::from_element(f64::NAN);
        let block =
            |row: usize, column: usize| Matrix3::from_fn(|i, j| self.columns[column + j][row + i]);
        let (rotational, coupling) = (block(0, 0), block(0, 3));
        let inverse = block(3, 3).try_inverse().unwrap_or(nothing);
        let carried = coupling * inverse;
        let schur = rotational - carried * coupling.transpose();
        let schur_inverse = schur.try_inverse().unwrap_or(nothing);
        let angular = schur_inverse * (force.moment - carried * force.force);
        let linear = inverse * (force.force - coupling.tr_mul(&angular));
        Twist { angular, linear }
    }
}

impl AddAssign<&Self> for SpatialInertia {
    #[inline]
    fn add_assign(&mut self, other: &Self) {
        for (column, other) in self.columns.iter_mut().zip(&other.columns) {
            for (entry, other) in column.iter_mut().zip(other) {
                *entry += other;
            }
        }
    }
}

macro_rules! componentwise {
    ($name:ident, $($part:ident),+) => {
        impl Add for $name {
            type Output = Self;
            #[inline]
            fn add(self, other: Self) -> Self {
                Self { $($part: self.$part + other.$part),+ }
            }
        }
        impl Sub for $name {
            type Output = Self;
            #[inline]
            fn sub(self, other: Self) -> Self {
                Self { $($part: self.$part - other.$part),+ }
            }
        }
        impl AddAssign for $name {
            #[inline]
            fn add_assign(&mut self, other: Self) {
                $(self.$part += other.$part;)+
            }
        }
        impl SubAssign for $name {
            #[inline]
            fn sub_assign(&mut self, other: Self) {
                $(self.$part -= other.$part;)+
            }
        }
        impl Mul<f64> for $name {
            type Output = Self;
            #[inline]
            fn mul(self, factor: f64) -> Self {
                Self { $($part: self.$part * factor),+ }
            }
        }
    };
}

componentwise!(Twist, angular, linear);
componentwise!(Force, moment, force);
componentwise!(RigidInertia, mass, first_moment, rotational);

#[cfg(test)]
mod tests {
    use super::*;

    fn rigid() -> RigidInertia {
        let about = Matrix3::new(2.0, 0.1, 0.0, 0.1, 3.0, 0.2, 0.0, 0.2, 4.0);
        RigidInertia::new(7.0, &Vector3::new(0.3, -0.2, 0.5), &about)
    }

    fn body() -> SpatialInertia {
        rigid().into()
    }

    #[test]
    fn momentum_is_mass_times_velocity_of_the_centre() {
        let motion = Twist::new(Vector3::new(0.1, 0.7, -0.4), Vector3::new(1.0, 2.0, 3.0));
        let momentum = body().times(&motion);
        let velocity = motion.at(&Vector3::new(0.3, -0.2, 0.5));
        assert!((momentum.force - velocity * 7.0).norm() < 1e-13);
        let same = rigid().times(&motion) - momentum;
        assert!(same.force.norm() + same.moment.norm() < 1e-13);
    }

    #[test]
    fn solving_undoes_multiplying() {
        let mut inertia = body();
        let axis = Twist::about(Vector3::new(0.0, 0.6, 0.8), &Vector3::new(1.0, 0.0, 0.2));
        let motion = Twist::new(Vector3::new(0.1, 0.7, -0.4), Vector3::new(1.0, 2.0, 3.0));
        let back = inertia.solve(&inertia.times(&motion));
        assert!(
            (back.angular - motion.angular).norm() + (back.linear - motion.linear).norm() < 1e-13
        );
        let u = inertia.times(&axis);
        inertia.release(&u, axis.dot(&u));
        let left = inertia.times(&axis);
        assert!(left.moment.norm() + left.force.norm() < 1e-13, "a joint resists nothing");
    }

    #[test]
    fn the_two_crosses_are_adjoint() {
        let a = Twist::new(Vector3::new(0.1, 0.7, -0.4), Vector3::new(1.0, 2.0, 3.0));
        let b = Twist::new(Vector3::new(-0.3, 0.2, 0.5), Vector3::new(0.0, -1.0, 0.4));
        let f = Force { moment: Vector3::new(1.0, 0.2, 0.3), force: Vector3::new(-0.7, 0.1, 2.0) };
        assert!((a.cross(&b).dot(&f) + b.dot(&a.cross_force(&f))).abs() < 1e-14);
    }
}
