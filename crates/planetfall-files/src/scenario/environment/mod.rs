//! `[gravity]`, `[atmosphere]` and `[wind]`: what surrounds the vehicles.

mod air;
mod schema;

pub(super) use air::{files, with_air};
pub(crate) use schema::{AtmosphereKeys, GravityKeys, WindKeys};

use super::{Report, STRONGEST_GRAVITY};
use crate::format::Place;
use planetfall::environment::{
    CelestialBody, EARTH, Gravity, MARS, MOON, Planet, ReferenceSurface, TITAN,
};
use schema::{AltitudesChoice, BodyChoice, BodyGravityKeys, GravityCases, PlanetGravityKeys};

impl BodyChoice {
    fn body(self) -> CelestialBody {
        match self {
            Self::Mars => MARS,
            Self::Earth => EARTH,
            Self::Moon => MOON,
            Self::Titan => TITAN,
        }
    }
}

/// The gravity field.
pub(super) fn gravity(keys: &GravityKeys, report: &mut Report<'_>) -> Gravity {
    let (planet, place, help) = match keys.kind.given() {
        Some(GravityCases::Uniform(own)) => {
            return Gravity::Uniform(own.acceleration_m_per_s2.value());
        }
        Some(GravityCases::Planet(own)) => {
            let help = "it is gm_m3_per_s2 / site_radius_m², less what the rotation takes";
            (planet(own), own.gm_m3_per_s2.place(), help)
        }
        Some(GravityCases::Body(own)) => {
            let help = "check `site_radius_m`: leave it out for a site on the body's surface";
            (of_body(own), own.body.place(), help)
        }
        None => return Gravity::Uniform(f64::NAN),
    };
    check_strength(&Gravity::Planet(planet), place, help, report);
    Gravity::Planet(planet)
}

fn planet(own: &PlanetGravityKeys) -> Planet {
    let planet = Planet::new(
        own.gm_m3_per_s2.value(),
        own.j2.value(),
        own.equatorial_radius_m.value(),
        own.site_radius_m.value(),
        own.rotation_rad_per_s.value(),
        own.latitude_deg.value().to_radians(),
    );
    planet.with_longitude(own.longitude_deg.value().to_radians())
}

fn of_body(own: &BodyGravityKeys) -> Planet {
    let body = own.body.value().body();
    let latitude = own.latitude_deg.value().to_radians();
    let on_surface = body.surface.radius_at(latitude);
    let radius = own.site_radius_m.given().unwrap_or(on_surface);
    let planet = body.gravity(radius, latitude, own.longitude_deg.value().to_radians());
    match own.altitudes_over.value() {
        AltitudesChoice::Body => planet,
        AltitudesChoice::Site => planet.with_surface(ReferenceSurface::Sphere { radius }),
    }
}

fn check_strength(gravity: &Gravity, place: Place, help: &str, report: &mut Report<'_>) {
    let strength = gravity.at_site();
    if !(0.0..=STRONGEST_GRAVITY).contains(&strength) {
        let message = format!(
            "gravity at the site would be {strength:.3e} m/s², towards the ground if positive: it must be \
             from 0 to {STRONGEST_GRAVITY} m/s²"
        );
        report.help(place, message, help);
    }
}
