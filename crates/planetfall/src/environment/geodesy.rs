//! Latitude, longitude, altitude and the local vertical at places of the Cartesian site frame.
//!
//! The site's z axis runs through the planet's centre, its y axis lies in the meridian. With the pole p, the
//! unit vector m from the axis of rotation to the prime meridian and e = p × m, the vector r from the centre has the
//! geocentric latitude φ = asin(p·r/|r|) and the longitude λ = atan2(e·r, m·r). Over a sphere the vertical is
//! r/|r|; over an ellipsoid of revolution it is the normal of the ellipsoid through the place, found by
//! Bowring's iteration on the parametric latitude β,
//! tan β = (1 − f) tan φg, tan φg = (z + e'² b sin³ β)/(ρ − e² a cos³ β)
//! (B. R. Bowring, Transformation from spatial to geographical coordinates, Survey Review 23, 1976, eq. 2).

use super::gravity::{Gravity, Planet};
use crate::math::real;
use nalgebra::{Matrix3, Vector3};

/// The surface from which altitudes are counted, about the planet's centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReferenceSurface {
    /// A sphere.
    Sphere {
        /// m
        radius: f64,
    },
    /// An ellipsoid of revolution about the pole.
    Ellipsoid {
        /// m
        equatorial_radius: f64,
        /// m
        polar_radius: f64,
    },
}

/// A place by geocentric coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coordinates {
    /// Geocentric latitude, rad.
    pub latitude: f64,
    /// East longitude, rad, from −π to π.
    pub longitude: f64,
    /// Distance from the planet's centre, m.
    pub radius: f64,
}

/// Which way is up, and how high a place is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Geodesy {
    /// Up is z everywhere.
    Flat {
        /// Altitude of the site's origin, m.
        elevation: f64,
    },
    /// A planet below the site.
    Round(PlanetSite),
}

/// A site on a planet: how the site frame lies in the planet, and the surface that altitudes are counted from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanetSite {
    /// Distance of the site's origin from the centre, m.
    radius: f64,
    /// Unit vectors in site axes: to the prime meridian in the equator, 90° east of it, to the north pole.
    axes: Matrix3<f64>,
    surface: ReferenceSurface,
}

/// Rounds of Bowring's iteration: the error falls by about 1e-5 per round up to the height of a low orbit of
/// the flattest of the bodies, so three leave rounding.
const BOWRING_ROUNDS: usize = 3;

impl ReferenceSurface {
    /// Altitude (m) of a place `r` from the centre and the unit vector that points up there; `pole` is the
    /// axis of rotation.
    fn altitude(&self, r: &Vector3<f64>, pole: &Vector3<f64>) -> (f64, Vector3<f64>) {
        let distance = r.norm();
        match *self {
            Self::Sphere { radius } => {
                (distance - radius, r.try_normalize(0.0).unwrap_or_else(Vector3::z))
            }
            Self::Ellipsoid { equatorial_radius: a, polar_radius: b } => {
                let z = r.dot(pole);
                let outward = r - pole * z;
                let rho = outward.norm();
                let (sine, cosine) = normal_of_ellipse((a, b), (rho, z));
                // h = ρ cos φ + z sin φ − a sqrt(1 − e² sin² φ): no division where either is small.
                let eccentricity2 = 1.0 - (b / a) * (b / a);
                let height =
                    rho * cosine + z * sine - a * (1.0 - eccentricity2 * sine * sine).sqrt();
                let radial = outward.try_normalize(0.0).unwrap_or_else(Vector3::zeros);
                let up = radial * cosine + pole * sine;
                (height, up.try_normalize(0.0).unwrap_or(*pole))
            }
        }
    }

    /// Distance of the surface from the centre at a geocentric latitude (rad), m.
    pub fn radius_at(&self, latitude: f64) -> f64 {
        match *self {
            Self::Sphere { radius } => radius,
            Self::Ellipsoid { equatorial_radius: a, polar_radius: b } => {
                let (sine, cosine) = real::sin_cos(latitude);
                a * b / ((b * cosine) * (b * cosine) + (a * sine) * (a * sine)).sqrt()
            }
        }
    }
}

/// Sine and cosine of the geodetic latitude of a point (ρ, z) of the meridian plane.
fn normal_of_ellipse((a, b): (f64, f64), (rho, z): (f64, f64)) -> (f64, f64) {
    let (first, second) = ((a * a - b * b) / (a * a), (a * a - b * b) / (b * b));
    let unit = |y: f64, x: f64| {
        let length = (x * x + y * y).sqrt();
        if length > 0.0 { (y / length, x / length) } else { (0.0, 1.0) }
    };
    let mut beta = unit(a * z, b * rho);
    let mut normal = beta;
    for _ in 0..BOWRING_ROUNDS {
        let (sine, cosine) = beta;
        normal =
            unit(z + second * b * sine * sine * sine, rho - first * a * cosine * cosine * cosine);
        beta = unit(b * normal.0, a * normal.1);
    }
    normal
}

impl PlanetSite {
    /// A site at a distance from the centre (m), a geocentric latitude and an east longitude (rad).
    pub fn new(radius: f64, latitude: f64, longitude: f64, surface: ReferenceSurface) -> Self {
        let (sin_phi, cos_phi) = real::sin_cos(latitude);
        let (sin_lambda, cos_lambda) = real::sin_cos(longitude);
        // Site axes are east, north, up: the meridian of the site in the equator is up cos φ − north sin φ.
        let meridian = Vector3::new(0.0, -sin_phi, cos_phi);
        let east = Vector3::x();
        let prime = meridian * cos_lambda - east * sin_lambda;
        let ninety = meridian * sin_lambda + east * cos_lambda;
        let pole = Vector3::new(0.0, cos_phi, sin_phi);
        Self { radius, axes: Matrix3::from_columns(&[prime, ninety, pole]), surface }
    }

    /// The surface that altitudes are counted from.
    pub fn surface(&self) -> &ReferenceSurface {
        &self.surface
    }

    /// Unit vector to the north pole, site axes.
    pub fn pole(&self) -> Vector3<f64> {
        self.axes.column(2).into_owned()
    }

    /// From the planet's centre to a place, site axes, m.
    #[inline]
    pub fn radius_vector(&self, position: &Vector3<f64>) -> Vector3<f64> {
        Vector3::new(position.x, position.y, position.z + self.radius)
    }

    /// Geocentric coordinates of a place.
    pub fn coordinates(&self, position: &Vector3<f64>) -> Coordinates {
        let r = self.axes.tr_mul(&self.radius_vector(position));
        let across = (r.x * r.x + r.y * r.y).sqrt();
        Coordinates {
            latitude: real::atan2(r.z, across),
            longitude: real::atan2(r.y, r.x),
            radius: r.norm(),
        }
    }

    /// The place of geocentric coordinates, site frame.
    pub fn place(&self, coordinates: &Coordinates) -> Vector3<f64> {
        let (sin_phi, cos_phi) = real::sin_cos(coordinates.latitude);
        let (sin_lambda, cos_lambda) = real::sin_cos(coordinates.longitude);
        let direction = Vector3::new(cos_phi * cos_lambda, cos_phi * sin_lambda, sin_phi);
        self.axes * direction * coordinates.radius - Vector3::z() * self.radius
    }
}

impl Geodesy {
    /// That of a gravity field: flat under a uniform one, else the planet's.
    pub fn of(gravity: &Gravity) -> Self {
        match gravity {
            Gravity::Uniform(_) => Self::Flat { elevation: 0.0 },
            Gravity::Planet(planet) => Self::Round(planet.site()),
        }
    }

    /// Altitude of a place, m.
    #[inline]
    pub fn altitude(&self, position: &Vector3<f64>) -> f64 {
        self.altitude_over(None, position)
    }

    /// Altitude of a place over another surface than the geodesy's own, m; over flat ground there is no other.
    pub fn altitude_over(
        &self,
        surface: Option<&ReferenceSurface>,
        position: &Vector3<f64>,
    ) -> f64 {
        match self {
            Self::Flat { elevation } => position.z + elevation,
            Self::Round(site) => {
                let surface = surface.unwrap_or(&site.surface);
                surface.altitude(&site.radius_vector(position), &site.pole()).0
            }
        }
    }

    /// The unit vector that points up at a place, site axes.
    pub fn up(&self, position: &Vector3<f64>) -> Vector3<f64> {
        match self {
            Self::Flat { .. } => Vector3::z(),
            Self::Round(site) => {
                site.surface.altitude(&site.radius_vector(position), &site.pole()).1
            }
        }
    }

    /// East, north and up at a place as columns, in site axes. At a pole, where there is no east, the site's
    /// own is taken.
    pub fn site_from_local(&self, position: &Vector3<f64>) -> Matrix3<f64> {
        match self {
            Self::Flat { .. } => Matrix3::identity(),
            Self::Round(site) => {
                let up = self.up(position);
                let east = site.pole().cross(&up).try_normalize(0.0).unwrap_or_else(Vector3::x);
                Matrix3::from_columns(&[east, up.cross(&east), up])
            }
        }
    }

    /// The planet below, if there is one.
    pub fn planet(&self) -> Option<&PlanetSite> {
        match self {
            Self::Flat { .. } => None,
            Self::Round(site) => Some(site),
        }
    }
}

impl Planet {
    /// How the site lies on the planet; altitudes are counted from the planet's reference surface.
    pub fn site(&self) -> PlanetSite {
        PlanetSite::new(self.site_radius(), self.latitude(), self.longitude(), *self.surface())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::f64::consts::FRAC_PI_2;

    const MARS: ReferenceSurface =
        ReferenceSurface::Ellipsoid { equatorial_radius: 3_396_190.0, polar_radius: 3_376_200.0 };

    #[test]
    fn a_flat_world_counts_altitude_from_its_elevation() {
        let flat = Geodesy::Flat { elevation: -4500.0 };
        assert_eq!(flat.altitude(&Vector3::new(1e5, 0.0, 500.0)), -4000.0);
        assert_eq!(flat.site_from_local(&Vector3::x()), Matrix3::identity());
    }

    #[test]
    fn altitude_over_an_ellipsoid_is_exact_on_its_axes() {
        let site = PlanetSite::new(3.39e6, 0.3, 1.0, MARS);
        let geodesy = Geodesy::Round(site);
        for (latitude, surface) in [(0.0, 3_396_190.0), (FRAC_PI_2, 3_376_200.0)] {
            let place = Coordinates { latitude, longitude: 2.0, radius: surface + 125e3 };
            let altitude = geodesy.altitude(&site.place(&place));
            assert!((altitude - 125e3).abs() < 1e-8, "{altitude}");
        }
    }

    proptest! {
        #[test]
        fn place_and_coordinates_are_inverse(
            site_latitude in -1.5..1.5f64, site_longitude in -3.0..3.0f64,
            latitude in -1.5..1.5f64, longitude in -3.1..3.1f64, height in -1e4..5e5f64,
        ) {
            let site = PlanetSite::new(3.39115e6, site_latitude, site_longitude, MARS);
            let here = Coordinates { latitude, longitude, radius: 3.39e6 + height };
            let back = site.coordinates(&site.place(&here));
            prop_assert!((back.latitude - latitude).abs() < 1e-14);
            prop_assert!((back.longitude - longitude).abs() < 1e-13);
            prop_assert!((back.radius - here.radius).abs() < 1e-8);
        }

        #[test]
        fn going_up_the_local_vertical_raises_the_altitude_by_as_much(
            latitude in -1.57..1.57f64, rise in -1e4..4e5f64,
        ) {
            let site = PlanetSite::new(3.39115e6, -0.08, 2.4, MARS);
            let geodesy = Geodesy::Round(site);
            let radius = MARS.radius_at(latitude);
            let foot = site.place(&Coordinates { latitude, longitude: 2.3, radius });
            prop_assert!(geodesy.altitude(&foot).abs() < 1e-7);
            let up = geodesy.up(&foot);
            let above = foot + up * rise;
            prop_assert!((geodesy.altitude(&above) - rise).abs() < 1e-7, "{}", geodesy.altitude(&above) - rise);
            prop_assert!((geodesy.up(&above) - up).norm() < 1e-12);
        }

        #[test]
        fn local_axes_are_orthonormal_and_level_at_the_site(x in -1e6..1e6f64, y in -1e6..1e6f64) {
            let geodesy = Geodesy::Round(PlanetSite::new(3.39115e6, -0.08, 2.4, MARS));
            let axes = geodesy.site_from_local(&Vector3::new(x, y, 1e4));
            prop_assert!((axes.transpose() * axes - Matrix3::identity()).norm() < 1e-14);
            prop_assert!((axes.determinant() - 1.0).abs() < 1e-14);
        }
    }
}
