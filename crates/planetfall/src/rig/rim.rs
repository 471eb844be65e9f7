//! A wheel with rounded edges, as triangles.
//!
//! Columns of soil see what lies over them: the walls of a rut press on shoulders, but not on the upright
//! sides of a sharp cylinder.

use crate::ground::scm::{RasterShape, ShapeError};
use crate::math::real;
use nalgebra::Vector3;
use std::f64::consts::{FRAC_PI_2, TAU};

/// Vertices around the rim, 2° apart. Chosen.
const RIM_VERTICES: u32 = 180;
/// Bends of a shoulder, 15° apart. Chosen.
const SHOULDER_BENDS: u32 = 6;

/// A wheel about y whose edges are rounded by `shoulder` metres.
pub fn shouldered(radius: f64, width: f64, shoulder: f64) -> Result<RasterShape, ShapeError> {
    let most = radius.min(0.5 * width);
    if !(shoulder > 0.0 && shoulder <= most) {
        let quantity =
            "the shoulder of the wheel, which is at most its radius and half of its width,";
        return Err(ShapeError::Length { quantity, value: shoulder });
    }
    let profile = profile(radius, width, shoulder);
    let mut vertices = Vec::new();
    for [y, r] in &profile {
        for k in 0..RIM_VERTICES {
            let (sine, cosine) = real::sin_cos(TAU * f64::from(k) / f64::from(RIM_VERTICES));
            vertices.push(Vector3::new(r * cosine, *y, r * sine));
        }
    }
    let hub = vertices.len() as u32;
    vertices.extend([Vector3::new(0.0, -0.5 * width, 0.0), Vector3::new(0.0, 0.5 * width, 0.0)]);
    let last = profile.len() as u32 - 1;
    let at = |ring: u32, k: u32| ring * RIM_VERTICES + k % RIM_VERTICES;
    let mut triangles = Vec::new();
    for k in 0..RIM_VERTICES {
        for ring in 0..last {
            let [a, b, c, d] = [at(ring, k), at(ring, k + 1), at(ring + 1, k + 1), at(ring + 1, k)];
            triangles.extend([[a, d, b], [b, d, c]]);
        }
        triangles.extend([[hub, at(0, k), at(0, k + 1)], [hub + 1, at(last, k + 1), at(last, k)]]);
    }
    RasterShape::mesh(vertices, triangles)
}

/// Places along the axle and radii, from one edge to the other.
fn profile(radius: f64, width: f64, shoulder: f64) -> Vec<[f64; 2]> {
    let mut profile = Vec::new();
    for side in [-1.0, 1.0] {
        for bend in 0..=SHOULDER_BENDS {
            let k = if side < 0.0 { bend } else { SHOULDER_BENDS - bend };
            let (sine, cosine) =
                real::sin_cos(FRAC_PI_2 * f64::from(k) / f64::from(SHOULDER_BENDS));
            let y = side * (0.5 * width - shoulder + shoulder * cosine);
            profile.push([y, radius - shoulder + shoulder * sine]);
        }
    }
    profile
}
