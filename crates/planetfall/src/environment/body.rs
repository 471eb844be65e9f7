//! Planets and moons as data.
//!
//! | body | GM, J2 | radii, rotation |
//! |---|---|---|
//! | Mars | Konopliv et al., Icarus 274, 2016 (J2 of the reference radius 3396.0 km) | Archinal et al., Celest. Mech. Dyn. Astr. 130:22, 2018 (IAU report 2015) |
//! | Earth | IERS Conventions 2010, table 1.1 | WGS 84 |
//! | Moon | GM of DE440 (Park et al. 2021), J2 of GRAIL (Konopliv et al. 2013, radius 1738 km) | IAU report 2015; synchronous, 27.321661 d |
//! | Titan | Durante et al., Icarus 326, 2019 (radius 2575 km) | IAU report 2015; synchronous, 15.945421 d |

use super::atmosphere::{EARTH_GAS, EmbeddedAtmosphere, Gas, MARS_GAS, TITAN_GAS};
use super::geodesy::ReferenceSurface;
use super::gravity::Planet;

/// A planet or moon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CelestialBody {
    /// As files call it.
    pub name: &'static str,
    /// Gravitational parameter, m³/s².
    pub mu: f64,
    /// Second zonal harmonic, –
    pub j2: f64,
    /// and the radius that it refers to, m.
    pub j2_radius: f64,
    /// The surface that altitudes are counted from.
    pub surface: ReferenceSurface,
    /// Rotation rate, rad/s.
    pub rotation: f64,
    /// Its air, if it has any,
    pub gas: Option<Gas>,
    /// and the table of it that is used where none is named.
    pub atmosphere: Option<EmbeddedAtmosphere>,
}

/// Mars.
pub const MARS: CelestialBody = CelestialBody {
    name: "mars",
    mu: 4.282_837_371_6e13,
    j2: 1.956_608_6e-3,
    j2_radius: 3_396_000.0,
    surface: ReferenceSurface::Ellipsoid {
        equatorial_radius: 3_396_190.0,
        polar_radius: 3_376_200.0,
    },
    rotation: 7.088_218e-5,
    gas: Some(MARS_GAS),
    atmosphere: Some(EmbeddedAtmosphere::MarsMsl),
};

/// The Earth.
pub const EARTH: CelestialBody = CelestialBody {
    name: "earth",
    mu: 3.986_004_418e14,
    j2: 1.082_635_9e-3,
    j2_radius: 6_378_136.6,
    surface: ReferenceSurface::Ellipsoid {
        equatorial_radius: 6_378_137.0,
        polar_radius: 6_356_752.314_2,
    },
    rotation: 7.292_115e-5,
    gas: Some(EARTH_GAS),
    atmosphere: Some(EmbeddedAtmosphere::EarthUs1976),
};

/// The Moon.
pub const MOON: CelestialBody = CelestialBody {
    name: "moon",
    mu: 4.902_800_1e12,
    j2: 2.032_1e-4,
    j2_radius: 1_738_000.0,
    surface: ReferenceSurface::Sphere { radius: 1_737_400.0 },
    rotation: 2.661_699_5e-6,
    gas: None,
    atmosphere: None,
};

/// Titan.
pub const TITAN: CelestialBody = CelestialBody {
    name: "titan",
    mu: 8.978_138_3e12,
    j2: 3.308_9e-5,
    j2_radius: 2_575_000.0,
    surface: ReferenceSurface::Sphere { radius: 2_575_000.0 },
    rotation: 4.560_686e-6,
    gas: Some(TITAN_GAS),
    atmosphere: Some(EmbeddedAtmosphere::TitanGram),
};

/// All of them.
pub const BODIES: [CelestialBody; 4] = [MARS, EARTH, MOON, TITAN];

impl CelestialBody {
    /// The one of a name.
    pub fn named(name: &str) -> Option<Self> {
        BODIES.into_iter().find(|body| body.name == name)
    }

    /// Its gravity at a site: distance of the site's origin from the centre (m), geocentric latitude and east
    /// longitude (rad). Altitudes count from its surface.
    pub fn gravity(&self, site_radius: f64, latitude: f64, longitude: f64) -> Planet {
        Planet::new(self.mu, self.j2, self.j2_radius, site_radius, self.rotation, latitude)
            .with_longitude(longitude)
            .with_surface(self.surface)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::{Geodesy, Gravity};
    use nalgebra::Vector3;

    #[test]
    fn gravity_on_each_body_is_the_published_one() {
        // m/s² with the centrifugal part: the Earth's normal gravity at the equator (WGS 84) and at 45°, those of
        // the Moon and Titan from GM/R².
        let at = |body: &CelestialBody, latitude: f64| {
            let radius = body.surface.radius_at(latitude);
            Gravity::Planet(body.gravity(radius, latitude, 0.0)).at_site()
        };
        assert!((at(&EARTH, 0.0) - 9.780_325).abs() < 3e-4, "{}", at(&EARTH, 0.0));
        assert!((at(&EARTH, std::f64::consts::FRAC_PI_4) - 9.8062).abs() < 1e-3);
        assert!((at(&MOON, 0.0) - 1.6242).abs() < 1e-3, "{}", at(&MOON, 0.0));
        assert!((at(&TITAN, 0.0) - 1.354).abs() < 1e-3, "{}", at(&TITAN, 0.0));
    }

    #[test]
    fn gale_lies_four_and_a_half_kilometres_below_the_ellipsoid_of_mars() {
        let planet = MARS.gravity(3_391_150.0, (-4.5895f64).to_radians(), 2.4);
        let altitude = Geodesy::of(&Gravity::Planet(planet)).altitude(&Vector3::zeros());
        assert!((altitude + 4900.0).abs() < 20.0, "{altitude}");
    }

    #[test]
    fn bodies_are_found_by_their_names() {
        assert!(BODIES.iter().all(|body| CelestialBody::named(body.name) == Some(*body)));
        assert_eq!(CelestialBody::named("pluto"), None);
    }
}
