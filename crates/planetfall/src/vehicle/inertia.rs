//! Mass, centre of mass and rotational inertia of a rigid body.

use crate::archive::{Archive, Entity, Visited};
use nalgebra::{Matrix3, SymmetricEigen, Vector3};

/// The identity as a constant, which the matrix type does not have.
const IDENTITY: Matrix3<f64> = Matrix3::new(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0);

/// Inertia of a rigid body: valid by construction (positive, physically possible).
///
/// It is a value of the *state*, not of the world: propellant is drawn and parts are dropped while
/// a run goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inertia {
    mass: f64,
    centre: Vector3<f64>,
    about_centre: Matrix3<f64>,
    inverse: Matrix3<f64>,
}

/// Why numbers are not the inertia of any body.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum InertiaError {
    /// The mass is not a positive number.
    #[error("mass must be positive and finite, found {mass} kg")]
    Mass {
        /// kg
        mass: f64,
    },
    /// A number is not finite.
    #[error("inertia and centre of mass must be finite numbers")]
    NotFinite,
    /// A principal moment is not positive.
    #[error("principal moments of inertia must be positive, found {0:.6} {1:.6} {2:.6} kg m²", .moments[0], .moments[1], .moments[2])]
    NotPositive {
        /// Principal moments in ascending order, kg m².
        moments: [f64; 3],
    },
    /// No body has such moments.
    #[error("no body has principal moments {0:.6}, {1:.6}, {2:.6} kg m²: each must be at most the sum of the other two, but {0:.6} + {1:.6} < {2:.6}", .moments[0], .moments[1], .moments[2])]
    Triangle {
        /// Principal moments in ascending order, kg m².
        moments: [f64; 3],
    },
}

impl Inertia {
    /// From mass (kg), centre of mass in body axes (m), and the inertia matrix about the centre of
    /// mass in body axes (kg m²) (only its symmetric part counts).
    pub fn new(
        mass: f64,
        centre: Vector3<f64>,
        about_centre: Matrix3<f64>,
    ) -> Result<Self, InertiaError> {
        if !(mass > 0.0 && mass.is_finite()) {
            return Err(InertiaError::Mass { mass });
        }
        if !(centre.iter().chain(about_centre.iter()).all(|x| x.is_finite())) {
            return Err(InertiaError::NotFinite);
        }
        let about_centre = (about_centre + about_centre.transpose()) * 0.5;
        check_moments(&about_centre)?;
        let inverse = about_centre.try_inverse().ok_or(InertiaError::NotFinite)?;
        Ok(Self { mass, centre, about_centre, inverse })
    }

    /// A body whose body axes are its principal axes and whose origin is its centre of mass.
    pub fn principal(mass: f64, moments: Vector3<f64>) -> Result<Self, InertiaError> {
        Self::new(mass, Vector3::zeros(), Matrix3::from_diagonal(&moments))
    }

    /// A homogeneous ball of radius `radius` (m).
    pub fn ball(mass: f64, radius: f64) -> Result<Self, InertiaError> {
        Self::principal(mass, Vector3::repeat(0.4 * mass * radius * radius))
    }

    /// The body as a part of a greater one.
    pub(crate) fn lump(&self) -> Lump {
        Lump { mass: self.mass, centre: self.centre, about_centre: self.about_centre }
    }

    /// A body to be overwritten.
    pub(crate) const UNIT: Self = Self {
        mass: 1.0,
        centre: Vector3::new(0.0, 0.0, 0.0),
        about_centre: IDENTITY,
        inverse: IDENTITY,
    };

    pub(crate) fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { mass, centre, about_centre, inverse } = self;
        archive.real("mass", mass)?;
        archive.vector("centre", centre)?;
        archive.reals("about_centre", Entity::Number, about_centre.iter_mut())?;
        archive.reals("inverse", Entity::Number, inverse.iter_mut())?;
        let mut rest = centre.iter().chain(&*about_centre).chain(&*inverse);
        let is_sound = *mass > 0.0 && mass.is_finite() && rest.all(|number| number.is_finite());
        if is_sound { Ok(()) } else { archive.refuse("is the inertia of no body") }
    }

    /// The same body seen from axes in which its own lie turned by `rotation` at `position`.
    pub fn moved(&self, rotation: &Matrix3<f64>, position: &Vector3<f64>) -> Self {
        Self {
            mass: self.mass,
            centre: position + rotation * self.centre,
            about_centre: rotation * self.about_centre * rotation.transpose(),
            inverse: rotation * self.inverse * rotation.transpose(),
        }
    }

    /// Two bodies that move as one.
    pub fn plus(&self, other: &Self) -> Self {
        self.lump().plus(&other.lump()).whole()
    }

    /// Mass, kg.
    pub fn mass(&self) -> f64 {
        self.mass
    }

    /// Centre of mass in body axes, m.
    pub fn centre(&self) -> &Vector3<f64> {
        &self.centre
    }

    /// Inertia matrix about the centre of mass in body axes, kg m².
    pub fn about_centre(&self) -> &Matrix3<f64> {
        &self.about_centre
    }

    /// Inverse of [`Self::about_centre`], 1/(kg m²).
    pub fn inverse(&self) -> &Matrix3<f64> {
        &self.inverse
    }

    /// The smallest mass that a force at `point` (body axes) can feel: 1/m_eff = 1/m + r²/I_min.
    pub fn least_effective_mass(&self, point: &Vector3<f64>) -> f64 {
        let arm = point - self.centre;
        let softest = SymmetricEigen::new(self.inverse).eigenvalues.max();
        1.0 / (1.0 / self.mass + arm.norm_squared() * softest)
    }
}

/// Part of a body, known to be possible: only the whole needs the inverse of its inertia.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lump {
    pub(crate) mass: f64,
    pub(crate) centre: Vector3<f64>,
    pub(crate) about_centre: Matrix3<f64>,
}

impl Lump {
    /// Two of them that move as one.
    pub(crate) fn plus(&self, other: &Self) -> Self {
        let mass = self.mass + other.mass;
        let apart = other.centre - self.centre;
        let reduced = self.mass * other.mass / mass;
        let steiner = Matrix3::identity() * apart.norm_squared() - apart * apart.transpose();
        let about_centre = self.about_centre + other.about_centre + steiner * reduced;
        Self { mass, centre: self.centre + apart * (other.mass / mass), about_centre }
    }

    /// The body that is made of it alone.
    pub(crate) fn whole(&self) -> Inertia {
        let Self { mass, centre, about_centre } = *self;
        let inverse = about_centre.try_inverse().unwrap_or_else(Matrix3::zeros);
        Inertia { mass, centre, about_centre, inverse }
    }
}

/// The matrix must be that of some mass distribution: positive moments that obey the triangle
/// inequality, with a slack for numbers rounded in a data sheet.
fn check_moments(matrix: &Matrix3<f64>) -> Result<(), InertiaError> {
    let mut moments: [f64; 3] = SymmetricEigen::new(*matrix).eigenvalues.into();
    moments.sort_by(f64::total_cmp);
    if moments[0] <= 0.0 {
        return Err(InertiaError::NotPositive { moments });
    }
    if moments[0] + moments[1] < moments[2] * (1.0 - 1e-6) {
        return Err(InertiaError::Triangle { moments });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_inertias_are_refused_with_their_numbers() {
        let refused = |mass, x, y, z| Inertia::principal(mass, Vector3::new(x, y, z)).unwrap_err();
        assert_eq!(refused(-1.0, 1.0, 1.0, 1.0), InertiaError::Mass { mass: -1.0 });
        assert!(matches!(refused(1.0, 1.0, -1.0, 1.0), InertiaError::NotPositive { .. }));
        let triangle = refused(1.0, 1.0, 3.0, 1.0);
        assert_eq!(triangle, InertiaError::Triangle { moments: [1.0, 1.0, 3.0] });
        assert!(triangle.to_string().contains("1.000000 + 1.000000 < 3.000000"));
        assert_eq!(refused(1.0, f64::NAN, 1.0, 1.0), InertiaError::NotFinite);
    }

    #[test]
    fn a_flat_plate_is_the_limit_of_the_possible() {
        assert!(Inertia::principal(1.0, Vector3::new(1.0, 1.0, 2.0)).is_ok());
    }

    #[test]
    fn two_halves_of_a_rod_are_the_rod() {
        // A thin rod along x of mass m and length l has m l²/12 across; its halves lie at ±l/4.
        let half = |x: f64| {
            let moments = Vector3::new(1e-9, 0.5 / 12.0, 0.5 / 12.0);
            Inertia::new(0.5, Vector3::new(x, 0.0, 0.0), Matrix3::from_diagonal(&moments)).unwrap()
        };
        let rod = half(-0.5).plus(&half(0.5));
        assert_eq!(rod.mass(), 1.0);
        assert!(rod.centre().norm() < 1e-15);
        assert!((rod.about_centre()[(1, 1)] - 4.0 / 12.0).abs() < 1e-15);
        assert!((rod.inverse() * rod.about_centre() - Matrix3::identity()).norm() < 1e-12);
    }

    #[test]
    fn a_force_far_from_the_centre_feels_less_mass() {
        let ball = Inertia::ball(10.0, 1.0).unwrap();
        assert!((ball.least_effective_mass(&Vector3::zeros()) - 10.0).abs() < 1e-12);
        let expected = 1.0 / (1.0 / 10.0 + 1.0 / 4.0);
        assert!((ball.least_effective_mass(&Vector3::x()) - expected).abs() < 1e-12);
    }
}
