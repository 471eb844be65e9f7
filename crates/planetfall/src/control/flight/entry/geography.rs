//! Places on a round planet: great circles, and how to come from the site frame to longitude, latitude and heading.
//!
//! With Δλ the difference of longitude and φ geocentric latitudes, the angle σ between two places and the bearing β of
//! the second from the first (clockwise from north) are
//!
//!   tan σ = √((cos φ₂ sin Δλ)² + (cos φ₁ sin φ₂ − sin φ₁ cos φ₂ cos Δλ)²) / (sin φ₁ sin φ₂ + cos φ₁ cos φ₂ cos Δλ),
//!   tan β = cos φ₂ sin Δλ / (cos φ₁ sin φ₂ − sin φ₁ cos φ₂ cos Δλ)
//!
//! (Vincenty 1975 for a sphere; exact for near and far places alike). Seen along a heading χ, the target lies the
//! cross-range asin(sin σ sin(β − χ)) to the right and the down-range atan2(sin σ cos(β − χ), cos σ) ahead.

use super::trajectory::EntryState;
use crate::math::real;
use nalgebra::Vector3;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// A place on the planet, geocentric, rad.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    /// Eastwards.
    pub longitude: f64,
    /// Northwards.
    pub latitude: f64,
}

/// A target as seen from a vehicle, along a sphere of the target's radius, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToGo {
    /// Along the great circle.
    pub range: f64,
    /// Along the heading.
    pub ahead: f64,
    /// To the right of the heading.
    pub right: f64,
}

impl Place {
    /// Angle to another place and its bearing, clockwise from north, rad.
    pub fn towards(&self, other: &Self) -> (f64, f64) {
        let (sine, cosine) = real::sin_cos(self.latitude);
        let (other_sine, other_cosine) = real::sin_cos(other.latitude);
        let (apart_sine, apart_cosine) = real::sin_cos(other.longitude - self.longitude);
        let east = other_cosine * apart_sine;
        let north = cosine * other_sine - sine * other_cosine * apart_cosine;
        let along = sine * other_sine + cosine * other_cosine * apart_cosine;
        (real::atan2((east * east + north * north).sqrt(), along), real::atan2(east, north))
    }

    /// The place that lies at an angle and a bearing from here.
    pub fn beyond(&self, angle: f64, bearing: f64) -> Self {
        let (sine, cosine) = real::sin_cos(self.latitude);
        let (angle_sine, angle_cosine) = real::sin_cos(angle);
        let (east, north) = real::sin_cos(bearing);
        let latitude = real::asin(sine * angle_cosine + cosine * angle_sine * north);
        let turn =
            real::atan2(east * angle_sine * cosine, angle_cosine - sine * real::sin(latitude));
        Self { longitude: self.longitude + turn, latitude }
    }

    /// A target as seen from here along a heading.
    pub fn to_go(&self, target: &Self, heading: f64, radius: f64) -> ToGo {
        let (angle, bearing) = self.towards(target);
        let (sine, cosine) = real::sin_cos(angle);
        let (right, ahead) = real::sin_cos(bearing - heading);
        ToGo {
            range: angle * radius,
            ahead: real::atan2(sine * ahead, cosine) * radius,
            right: real::asin(sine * right) * radius,
        }
    }
}

/// The site frame (x east, y north, z up, origin at a radius) on its planet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SiteFrame {
    /// Where its origin lies.
    pub place: Place,
    /// Distance of the origin from the planet's centre, m.
    pub radius: f64,
}

impl SiteFrame {
    /// East, north and up at a place, as columns in the site frame's axes, with the place.
    fn local(&self, position: &Vector3<f64>) -> (Place, f64, [Vector3<f64>; 3]) {
        let centred = position + Vector3::z() * self.radius;
        let radius = centred.norm();
        let (sine, cosine) = real::sin_cos(self.place.latitude);
        let pole = Vector3::new(0.0, cosine, sine);
        let up = centred / radius;
        let polar = up.dot(&pole);
        let meridian = up.z * cosine - up.y * sine;
        let equatorial = (up.x * up.x + meridian * meridian).sqrt();
        let place = Place {
            longitude: self.place.longitude + real::atan2(up.x, meridian),
            latitude: real::atan2(polar, equatorial),
        };
        let east = pole.cross(&up) / equatorial.max(f64::MIN_POSITIVE);
        (place, radius, [east, up.cross(&east), up])
    }

    /// Up at a place, site axes.
    pub fn up(&self, position: &Vector3<f64>) -> Vector3<f64> {
        (position + Vector3::z() * self.radius).normalize()
    }

    /// A motion of the site frame as an entry is described.
    pub fn entry_state(&self, position: &Vector3<f64>, velocity: &Vector3<f64>) -> EntryState {
        let (place, radius, [east, north, up]) = self.local(position);
        let (along, across, climb) = (velocity.dot(&north), velocity.dot(&east), velocity.dot(&up));
        let level = (along * along + across * across).sqrt();
        EntryState {
            radius,
            place,
            speed: velocity.norm(),
            path_angle: real::atan2(climb, level),
            heading: real::atan2(across, along),
        }
    }

    /// Position and velocity in the site frame.
    pub fn motion(&self, state: &EntryState) -> (Vector3<f64>, Vector3<f64>) {
        let (sine, cosine) = real::sin_cos(self.place.latitude);
        let (polar, equatorial) = real::sin_cos(state.place.latitude);
        let (turn, ahead) = real::sin_cos(state.place.longitude - self.place.longitude);
        // Axes of the place in (east, meridian, pole) of the site.
        let site = |[east, meridian, pole]: [f64; 3]| {
            Vector3::new(east, pole * cosine - meridian * sine, meridian * cosine + pole * sine)
        };
        let up = site([equatorial * turn, equatorial * ahead, polar]);
        let east = site([ahead, -turn, 0.0]);
        let north = site([-polar * turn, -polar * ahead, equatorial]);
        let (climb, level) = real::sin_cos(state.path_angle);
        let (eastward, northward) = real::sin_cos(state.heading);
        let direction = (east * eastward + north * northward) * level + up * climb;
        (up * state.radius - Vector3::z() * self.radius, direction * state.speed)
    }
}

/// An angle brought into −π…π, rad.
pub(super) fn wrapped(angle: f64) -> f64 {
    let turned = angle - TAU * ((angle + PI) / TAU).floor();
    if turned > PI { turned - TAU } else { turned }
}

/// East and north of a heading, clockwise from north, as an angle anticlockwise from east, rad.
pub fn anticlockwise_from_east(heading: f64) -> f64 {
    wrapped(FRAC_PI_2 - heading)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_beyond_another_is_found_again_at_its_angle_and_bearing() {
        let here = Place { longitude: 2.2, latitude: -0.07 };
        for (angle, bearing) in [(0.187, 1.63), (1e-7, -2.0), (0.5, 0.3)] {
            let (found, seen) = here.towards(&here.beyond(angle, bearing));
            assert!((found - angle).abs() < 1e-12, "{angle} {found}");
            assert!((seen - bearing).abs() * angle < 1e-12, "{bearing} {seen}");
        }
    }

    #[test]
    fn msl_has_633_km_to_go_at_entry_interface() {
        let [entry, target] = [[126.70, -3.92], [137.4019, -4.5965]].map(|[lon, lat]: [f64; 2]| {
            Place { longitude: lon.to_radians(), latitude: lat.to_radians() }
        });
        let (angle, _) = entry.towards(&target);
        assert!((angle * 3391.15 - 633.0).abs() < 2.0, "{}", angle * 3391.15);
    }

    #[test]
    fn a_motion_goes_to_the_site_frame_and_back() {
        let site = SiteFrame { place: Place { longitude: 2.39, latitude: -0.08 }, radius: 3.39e6 };
        let state = EntryState {
            radius: 3.5222e6,
            place: Place { longitude: 2.21, latitude: -0.0684 },
            speed: 5845.2,
            path_angle: -0.2817,
            heading: 1.629,
        };
        let (position, velocity) = site.motion(&state);
        let back = site.entry_state(&position, &velocity);
        assert!((back.radius - state.radius).abs() < 1e-8);
        assert!((back.place.longitude - state.place.longitude).abs() < 1e-14);
        assert!((back.place.latitude - state.place.latitude).abs() < 1e-14);
        assert!((back.speed - state.speed).abs() < 1e-9);
        assert!((back.path_angle - state.path_angle).abs() < 1e-14);
        assert!((back.heading - state.heading).abs() < 1e-14);
    }
}
