//! What surrounds the vehicle: gravity, air and wind, and which way is up.
//!
//! The site frame is Cartesian and planet-fixed: origin on the datum at the site, x east, y north,
//! z up. Entry begins hundreds of kilometres away in the same frame, so gravity, air and wind are fields over
//! it, and altitude is counted along the local vertical (docs/theory/environment.md).

mod atmosphere;
mod body;
mod flight_path;
mod geodesy;
mod gravity;
mod profile;
mod tables;
mod wind;

pub use atmosphere::{
    Air, AirRow, Atmosphere, DensityPerturbation, EMBEDDED, EmbeddedAtmosphere, Gas,
};
pub use body::{BODIES, CelestialBody, EARTH, MARS, MOON, TITAN};
pub use flight_path::{AirAngles, FlightPath, VelocityFrame};
pub use geodesy::{Coordinates, Geodesy, PlanetSite, ReferenceSurface};
pub use gravity::{Gravity, Planet};
pub use profile::{Profile, ProfileError};
pub use wind::{GustField, Wind, WindRow};
