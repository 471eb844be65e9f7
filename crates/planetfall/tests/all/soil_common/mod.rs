//! Beds and rigs that the tests of soil share.
#![allow(dead_code, unreachable_pub, reason = "each test uses its part")]

use nalgebra::{Matrix3, Vector3};
use planetfall::ground::scm::{
    BodyOnSoil, Field, RasterShape, Reaction, ScmVariant, Scratch, Serial, Soil, SoilBed, Uniform,
};
use planetfall::terrain::Plane;
use std::sync::Arc;

/// Deep soil under a level plane.
pub fn level_bed(soil: Soil, spacing: f64, recipe: ScmVariant) -> SoilBed {
    bed_of_depth(soil, spacing, recipe, f64::INFINITY)
}

/// Soil of a depth under a level plane.
pub fn bed_of_depth(soil: Soil, spacing: f64, recipe: ScmVariant, depth: f64) -> SoilBed {
    let plane = Arc::new(Plane::level(0.0).unwrap());
    SoilBed::new(plane, spacing, vec![soil], Arc::new(Uniform { depth }), recipe).unwrap()
}

/// A body at rest with its axes along the site's.
pub fn at_rest(shape: &RasterShape, position: Vector3<f64>) -> BodyOnSoil<'_> {
    BodyOnSoil {
        shape,
        position,
        axes: Matrix3::identity(),
        velocity: Vector3::zeros(),
        rate: Vector3::zeros(),
    }
}

/// What the soil does to one body.
pub fn press(
    bed: &SoilBed,
    field: &Field,
    body: &BodyOnSoil<'_>,
    scratch: &mut Scratch,
) -> Reaction {
    bed.evaluate(field, &[*body], 0.0, false, &Serial, scratch).unwrap();
    scratch.reactions()[0]
}
