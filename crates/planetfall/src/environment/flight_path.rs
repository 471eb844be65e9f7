//! Where a vehicle is and where it flies, as entries are described.
//!
//! Speed V, flight-path angle γ and azimuth A are those of the velocity in the axes east, north, up of the place, with up
//! along the vector r from the planet's centre (geocentric, as entry interfaces are given):
//! v = V (cos γ sin A, cos γ cos A, sin γ). They are of the velocity over the turning planet (`relative`) or of the one
//! against the stars in the same axes (`inertial`), v_inertial = v + Ω × r (docs/theory/environment.md, eq. 5).
//!
//! Body axes follow from the velocity over the planet by bank σ, sideslip β and angle of attack α: from axes ahead along
//! the velocity, right and down, about the first by σ, about the new third by −β, about the new second by α.

use super::geodesy::{Coordinates, PlanetSite};
use crate::math::{real, rotation};
use nalgebra::{Matrix3, Rotation3, UnitQuaternion, Vector3};

/// Whether a velocity is one over the turning planet or one against the stars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VelocityFrame {
    /// Over the planet.
    Relative,
    /// Against the stars.
    Inertial,
}

/// Place and velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlightPath {
    /// Where.
    pub coordinates: Coordinates,
    /// m/s
    pub speed: f64,
    /// Above the local horizontal, rad.
    pub angle: f64,
    /// Clockwise from north, rad.
    pub azimuth: f64,
}

/// Attitude against the velocity over the planet, rad.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AirAngles {
    /// The nose lies above the velocity by it.
    pub attack: f64,
    /// The velocity comes from the right by it.
    pub sideslip: f64,
    /// To the right.
    pub bank: f64,
}

impl FlightPath {
    /// Place (m) and velocity over the planet (m/s) in the site frame; `spin` is the planet's rotation, site axes, rad/s.
    pub fn site_motion(
        &self,
        site: &PlanetSite,
        frame: VelocityFrame,
        spin: &Vector3<f64>,
    ) -> (Vector3<f64>, Vector3<f64>) {
        let place = site.place(&self.coordinates);
        let (sin_path, cos_path) = real::sin_cos(self.angle);
        let (sin_azimuth, cos_azimuth) = real::sin_cos(self.azimuth);
        let local =
            Vector3::new(cos_path * sin_azimuth, cos_path * cos_azimuth, sin_path) * self.speed;
        let velocity = geocentric_axes(site, &place) * local;
        (place, velocity - frame.of_planet(site, &place, spin))
    }

    /// The flight path of a place and a velocity over the planet in the site frame.
    pub fn of_site_motion(
        site: &PlanetSite,
        (place, velocity): (&Vector3<f64>, &Vector3<f64>),
        frame: VelocityFrame,
        spin: &Vector3<f64>,
    ) -> Self {
        let seen = velocity + frame.of_planet(site, place, spin);
        let local = geocentric_axes(site, place).tr_mul(&seen);
        let level = (local.x * local.x + local.y * local.y).sqrt();
        Self {
            coordinates: site.coordinates(place),
            speed: seen.norm(),
            angle: real::atan2(local.z, level),
            azimuth: real::atan2(local.x, local.y),
        }
    }
}

impl VelocityFrame {
    /// What the planet's rotation adds to a velocity over it, m/s.
    fn of_planet(
        self,
        site: &PlanetSite,
        place: &Vector3<f64>,
        spin: &Vector3<f64>,
    ) -> Vector3<f64> {
        match self {
            Self::Relative => Vector3::zeros(),
            Self::Inertial => spin.cross(&site.radius_vector(place)),
        }
    }
}

/// East, north and geocentric up at a place as columns, site axes; at a pole the site's own east.
fn geocentric_axes(site: &PlanetSite, place: &Vector3<f64>) -> Matrix3<f64> {
    let up = site.radius_vector(place).try_normalize(0.0).unwrap_or_else(Vector3::z);
    let east = site.pole().cross(&up).try_normalize(0.0).unwrap_or_else(Vector3::x);
    Matrix3::from_columns(&[east, up.cross(&east), up])
}

impl AirAngles {
    /// The attitude of axes ahead, right, down that a body has at these angles to a velocity; `up` is the local vertical, both
    /// in site axes. Where the velocity is vertical, right is that of the azimuth (rad) in `horizon`, the axes east,
    /// north, up.
    pub fn site_from_body(
        &self,
        velocity: &Vector3<f64>,
        horizon: &Matrix3<f64>,
        azimuth: f64,
    ) -> UnitQuaternion<f64> {
        let up = horizon.column(2).into_owned();
        let (sine, cosine) = real::sin_cos(azimuth);
        let level = horizon * Vector3::new(sine, cosine, 0.0);
        let ahead = velocity.try_normalize(0.0).unwrap_or(level);
        let sideways = ahead.cross(&up);
        // What is steeper than this has no azimuth of its own.
        let right = sideways.try_normalize(1e-9).unwrap_or_else(|| level.cross(&up));
        let right = (right - ahead * ahead.dot(&right)).normalize();
        let axes = Matrix3::from_columns(&[ahead, right, ahead.cross(&right)]);
        let path = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(axes));
        path * rotation::from_scaled_axis(&(Vector3::x() * self.bank))
            * rotation::from_scaled_axis(&(Vector3::z() * -self.sideslip))
            * rotation::from_scaled_axis(&(Vector3::y() * self.attack))
    }

    /// Angle of attack and sideslip of a velocity in axes ahead, right, down; bank is not known from them.
    pub fn of_body_velocity(velocity: &Vector3<f64>) -> (f64, f64) {
        let level = (velocity.x * velocity.x + velocity.z * velocity.z).sqrt();
        (real::atan2(velocity.z, velocity.x), real::atan2(velocity.y, level))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::{Geodesy, Gravity, MARS};
    use proptest::prelude::*;

    fn gale() -> (PlanetSite, Vector3<f64>) {
        let (latitude, longitude) = ((-4.5895f64).to_radians(), 137.4417f64.to_radians());
        let planet = MARS.gravity(3_391_150.0, latitude, longitude);
        let spin = *planet.rotation();
        match Geodesy::of(&Gravity::Planet(planet)) {
            Geodesy::Round(site) => (site, spin),
            Geodesy::Flat { .. } => unreachable!(),
        }
    }

    fn entry(speed: f64, degrees: f64) -> FlightPath {
        FlightPath {
            coordinates: Coordinates {
                latitude: (-3.92f64).to_radians(),
                longitude: 126.70f64.to_radians(),
                radius: 3_522_200.0,
            },
            speed,
            angle: degrees.to_radians(),
            azimuth: 93.35f64.to_radians(),
        }
    }

    #[test]
    fn the_entry_interface_of_msl_is_the_same_relative_and_inertial() {
        // Published: 5845.2 m/s at −16.14° over the planet, 6084.5 m/s at −15.49° against the stars.
        let (site, spin) = gale();
        let relative = entry(5845.2, -16.14);
        let (place, velocity) = relative.site_motion(&site, VelocityFrame::Relative, &spin);
        let seen =
            FlightPath::of_site_motion(&site, (&place, &velocity), VelocityFrame::Inertial, &spin);
        assert!((seen.speed - 6084.5).abs() < 0.05, "{}", seen.speed);
        assert!((seen.angle.to_degrees() + 15.49).abs() < 0.005, "{}", seen.angle.to_degrees());
        let to_go = (place.x.hypot(place.y)).atan2(place.z + 3_391_150.0) * 3391.15;
        assert!((to_go - 633.0).abs() < 5.0, "{to_go} km to go");
    }

    #[test]
    fn a_capsule_banked_to_the_right_lifts_to_the_right() {
        let horizon = Matrix3::identity();
        let velocity = Vector3::new(0.0, 5000.0, -1000.0);
        let angles = AirAngles { bank: 0.5, attack: 0.2, sideslip: 0.0 };
        let down = angles.site_from_body(&velocity, &horizon, 0.0) * Vector3::z();
        // Heading north, right is east: with the belly's axis turned to the left of down, lift points right.
        assert!(down.x < -0.1 && down.z < 0.0, "{down}");
    }

    #[test]
    fn a_vertical_fall_takes_its_right_from_the_azimuth() {
        let velocity = Vector3::new(0.0, 0.0, -80.0);
        let azimuth = std::f64::consts::FRAC_PI_2;
        let attitude =
            AirAngles::default().site_from_body(&velocity, &Matrix3::identity(), azimuth);
        assert!((attitude * Vector3::x() + Vector3::z()).norm() < 1e-12);
        assert!((attitude * Vector3::y() + Vector3::y()).norm() < 1e-12);
    }

    proptest! {
        #[test]
        fn a_flight_path_comes_back_from_the_motion_that_it_makes(
            latitude in -1.5..1.5f64, longitude in -3.0..3.0f64, height in 0.0..2e5f64,
            speed in 10.0..8e3f64, angle in -1.5..1.5f64, azimuth in -3.1..3.1f64, inertial in any::<bool>(),
        ) {
            let (site, spin) = gale();
            let frame = if inertial { VelocityFrame::Inertial } else { VelocityFrame::Relative };
            let coordinates = Coordinates { latitude, longitude, radius: 3.39e6 + height };
            let path = FlightPath { coordinates, speed, angle, azimuth };
            let (place, velocity) = path.site_motion(&site, frame, &spin);
            let back = FlightPath::of_site_motion(&site, (&place, &velocity), frame, &spin);
            prop_assert!((back.speed / speed - 1.0).abs() < 1e-10);
            prop_assert!((back.angle - angle).abs() < 1e-9);
            prop_assert!((back.azimuth - azimuth).abs() < 1e-8);
            prop_assert!((back.coordinates.latitude - latitude).abs() < 1e-13);
        }

        #[test]
        fn angles_to_the_air_come_back_from_the_attitude_that_they_make(
            attack in -1.5..1.5f64, sideslip in -1.5..1.5f64, bank in -3.1..3.1f64,
            east in -5e3..5e3f64, north in -5e3..5e3f64, up in -5e3..5e3f64,
        ) {
            let velocity = Vector3::new(east, north, up);
            prop_assume!(velocity.norm() > 1.0);
            let angles = AirAngles { attack, sideslip, bank };
            let attitude = angles.site_from_body(&velocity, &Matrix3::identity(), 0.0);
            let (found, slip) = AirAngles::of_body_velocity(&(attitude.inverse() * velocity));
            prop_assert!((found - attack).abs() < 1e-9 && (slip - sideslip).abs() < 1e-9);
        }
    }
}
