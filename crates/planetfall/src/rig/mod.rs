//! Rigs: what a laboratory does to soil, without a vehicle.
//!
//! | rig | what is prescribed | what is measured |
//! |---|---|---|
//! | [`Plate`] (bevameter) | sinkage, or force | force, or sinkage |
//! | [`PlateLoading`] | a course of sinkages, with memory | pressure on the way in and out |
//! | [`WheelRig`] | slip, slip angle, load | pull, side force, torque, sinkage |
//! | [`Burial`] | spin and load; the wheel is held by its tether | how deep it digs itself in |
//!
//! [`identify`] finds Bekker's n, k_c and k_φ from the readings of two or more plates.
//!
//! All of them use [`crate::ground::scm`] as vehicles do: evaluate as often as needed, commit once.

mod burial;
mod drive;
mod identification;
mod imprint;
mod plate;
mod rim;
mod wheel;

pub use burial::{Burial, BurialEnd, BurialTurn, STILL};
pub use drive::{Steady, WheelDrive};
pub use identification::{IdentificationError, PlateReading, identify, pressure_residual};
pub use imprint::{Spot, centralities, rolled_in};
pub use plate::{Plate, PlateLoading, mean_and_deviation, offsets};
pub use rim::shouldered;
pub use wheel::{Instant, WheelRig, under_the_wheel};

use crate::ground::scm::{
    BedError, ScmVariant, ShapeError, Soil, SoilBed, SoilContactError, Uniform,
};
use crate::terrain::{Plane, TerrainError};
use std::sync::Arc;

/// Why a rig stops.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RigError {
    /// The ground cannot be.
    #[error(transparent)]
    Terrain(#[from] TerrainError),
    /// The bed cannot be.
    #[error(transparent)]
    Bed(#[from] BedError),
    /// The plate or the wheel cannot be.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The soil cannot answer.
    #[error(transparent)]
    Soil(#[from] SoilContactError),
    /// The load is more than this soil carries.
    #[error("the soil does not carry {force} N on this plate down to {deepest} m")]
    Sinks {
        /// N
        force: f64,
        /// m
        deepest: f64,
    },
    /// It is, and the soil's numbers do not hold for so small a plate.
    #[error("the soil does not carry {force:.4} N on this plate down to {deepest} m: {reason}")]
    Softened {
        /// N
        force: f64,
        /// m
        deepest: f64,
        /// What is wrong with the numbers.
        reason: String,
    },
    /// The plate lies between the nodes.
    #[error(
        "no soil node lies under the plate of b = {width} m at one of its places: take a spacing \
         below {width} m or a larger plate{besides}"
    )]
    BetweenNodes {
        /// b of the plate, m.
        width: f64,
        /// What else is wrong with so small a plate, in words.
        besides: String,
    },
    /// A wheel sinks in until its axle is on the ground.
    #[error(
        "the wheel under {load} N sinks to its axle {}: it is {depth:.3} m deep and has a radius of \
         {radius} m; {advice}",
        occasion(*.slip, *.distance)
    )]
    Axle {
        /// N
        load: f64,
        /// m
        radius: f64,
        /// Of its lowest point below the ground as found, m.
        depth: f64,
        /// With which it was driven; `None` while it was put down.
        slip: Option<f64>,
        /// What it had been driven, m.
        distance: f64,
        /// What to do, in words.
        advice: String,
    },
    /// A number that no rig can be set to.
    #[error("{quantity} is {value}, but must be {allowed}")]
    Setting {
        /// Which number.
        quantity: &'static str,
        /// What was found.
        value: f64,
        /// What is allowed.
        allowed: &'static str,
    },
}

/// When a wheel sank in, in words.
fn occasion(slip: Option<f64>, distance: f64) -> String {
    match slip {
        None => "while it is put down".to_owned(),
        Some(slip) => format!("at a slip of {slip:.3} after {distance:.3} m"),
    }
}

/// A level bed of one soil, without a rock under it.
pub fn level_bed(soil: Soil, spacing: f64, recipe: ScmVariant) -> Result<SoilBed, RigError> {
    let strata = Arc::new(Uniform { depth: f64::INFINITY });
    let plane = Arc::new(Plane::level(0.0)?);
    Ok(SoilBed::new(plane, spacing, vec![soil], strata, recipe)?)
}

/// Refuses a number that is not positive and finite.
fn positive(quantity: &'static str, value: f64) -> Result<f64, RigError> {
    if value > 0.0 && value.is_finite() {
        Ok(value)
    } else {
        Err(RigError::Setting { quantity, value, allowed: "above zero and finite" })
    }
}
