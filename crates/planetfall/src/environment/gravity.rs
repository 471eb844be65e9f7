//! Gravity as a field in the site frame.

use super::geodesy::ReferenceSurface;
use crate::math::real;
use nalgebra::Vector3;

/// Gravity as seen in the planet-fixed site frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gravity {
    /// The same everywhere, along −z: m/s².
    Uniform(f64),
    /// A rotating, oblate planet.
    Planet(Planet),
}

/// A planet seen from a site on it: central gravity with J2, and the rotation of the frame.
///
/// a = −μ r/r³ + a_J2 − Ω×(Ω×r) − 2 Ω×v, with r from the planet's centre (Vallado, Fundamentals of
/// Astrodynamics, §8.6 for J2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planet {
    mu: f64,
    j2: f64,
    equatorial_radius: f64,
    site_radius: f64,
    latitude: f64,
    longitude: f64,
    surface: ReferenceSurface,
    rotation: Vector3<f64>,
    pole: Vector3<f64>,
}

impl Planet {
    /// Gravitational parameter (m³/s²), J2 (–) with its reference radius (m), radius of the datum
    /// at the site (m), rotation rate (rad/s) and the site's geocentric latitude (rad).
    pub fn new(
        mu: f64,
        j2: f64,
        equatorial_radius: f64,
        site_radius: f64,
        rotation_rate: f64,
        latitude: f64,
    ) -> Self {
        let pole = Vector3::new(0.0, real::cos(latitude), real::sin(latitude));
        Self {
            mu,
            j2,
            equatorial_radius,
            site_radius,
            latitude,
            longitude: 0.0,
            surface: ReferenceSurface::Sphere { radius: site_radius },
            rotation: pole * rotation_rate,
            pole,
        }
    }

    /// The same with the site at an east longitude, rad.
    #[must_use]
    pub fn with_longitude(self, longitude: f64) -> Self {
        Self { longitude, ..self }
    }

    /// The same with altitudes counted from another surface than the sphere through the site's origin.
    #[must_use]
    pub fn with_surface(self, surface: ReferenceSurface) -> Self {
        Self { surface, ..self }
    }

    /// Distance of the site's origin from the centre, m.
    pub fn site_radius(&self) -> f64 {
        self.site_radius
    }

    /// Geocentric latitude of the site, rad.
    pub fn latitude(&self) -> f64 {
        self.latitude
    }

    /// East longitude of the site, rad.
    pub fn longitude(&self) -> f64 {
        self.longitude
    }

    /// The surface that altitudes are counted from.
    pub fn surface(&self) -> &ReferenceSurface {
        &self.surface
    }

    /// Gravitational parameter, m³/s².
    pub fn mu(&self) -> f64 {
        self.mu
    }

    /// Oblateness, –.
    pub fn j2(&self) -> f64 {
        self.j2
    }

    /// Reference radius of the oblateness, m.
    pub fn equatorial_radius(&self) -> f64 {
        self.equatorial_radius
    }

    /// Rotation of the planet and of the site frame with it, site axes, rad/s.
    pub fn rotation(&self) -> &Vector3<f64> {
        &self.rotation
    }

    fn radius_vector(&self, position: &Vector3<f64>) -> Vector3<f64> {
        Vector3::new(position.x, position.y, position.z + self.site_radius)
    }

    fn acceleration(&self, position: &Vector3<f64>, velocity: &Vector3<f64>) -> Vector3<f64> {
        let r = self.radius_vector(position);
        let r2 = r.norm_squared();
        let distance = r2.sqrt();
        let along = r.dot(&self.pole);
        let central = self.mu / (r2 * distance);
        let oblate = 1.5 * self.j2 * self.equatorial_radius * self.equatorial_radius / r2;
        let radial = 1.0 + oblate * (1.0 - 5.0 * along * along / r2);
        let gravity = -(r * radial + self.pole * (2.0 * oblate * along)) * central;
        let spin = self.rotation;
        gravity - spin.cross(&spin.cross(&r)) - spin.cross(velocity) * 2.0
    }

    fn potential(&self, position: &Vector3<f64>) -> f64 {
        let r = self.radius_vector(position);
        let r2 = r.norm_squared();
        let sine2 = r.dot(&self.pole) * r.dot(&self.pole) / r2;
        let oblate = 0.5 * self.j2 * self.equatorial_radius * self.equatorial_radius / r2;
        let gravity = -self.mu / r2.sqrt() * (1.0 - oblate * (3.0 * sine2 - 1.0));
        gravity - 0.5 * self.rotation.cross(&r).norm_squared()
    }
}

impl Gravity {
    /// Acceleration of a free particle, m/s². Coriolis terms make it depend on velocity.
    #[inline]
    pub fn acceleration(&self, position: &Vector3<f64>, velocity: &Vector3<f64>) -> Vector3<f64> {
        match self {
            Self::Uniform(g) => Vector3::new(0.0, 0.0, -g),
            Self::Planet(planet) => planet.acceleration(position, velocity),
        }
    }

    /// Potential per mass, J/kg, centrifugal part included (Coriolis forces do no work).
    #[inline]
    pub fn potential(&self, position: &Vector3<f64>) -> f64 {
        match self {
            Self::Uniform(g) => g * position.z,
            Self::Planet(planet) => planet.potential(position),
        }
    }

    /// Rotation of the site frame against the stars, site axes, rad/s; none where gravity is uniform.
    #[inline]
    pub fn spin(&self) -> Option<&Vector3<f64>> {
        match self {
            Self::Uniform(_) => None,
            Self::Planet(planet) => Some(&planet.rotation),
        }
    }

    /// Strength at rest at the site's origin, m/s².
    pub fn at_site(&self) -> f64 {
        self.acceleration(&Vector3::zeros(), &Vector3::zeros()).norm()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mars() -> Planet {
        Planet::new(4.2828373716e13, 1.9566086e-3, 3_396_000.0, 3_391_150.0, 7.088218e-5, -0.0801)
    }

    #[test]
    fn gravity_at_gale_is_the_published_one() {
        assert!((Gravity::Planet(mars()).at_site() - 3.7132).abs() < 0.005);
    }

    #[test]
    fn acceleration_at_rest_is_the_gradient_of_the_potential() {
        let planet = mars();
        for place in [Vector3::new(3e5, -2e5, 9e4), Vector3::new(-6e5, 1e5, 1.3e5)] {
            let a = planet.acceleration(&place, &Vector3::zeros());
            for axis in 0..3 {
                let mut step = Vector3::zeros();
                step[axis] = 10.0;
                let slope =
                    (planet.potential(&(place + step)) - planet.potential(&(place - step))) / 20.0;
                assert!((a[axis] + slope).abs() < 1e-8, "{axis}: {} {}", a[axis], -slope);
            }
        }
    }
}
