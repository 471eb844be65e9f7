//! Mass, centre of mass and inertia of a link from TOML, by numbers or by the shape of a
//! homogeneous body.

use super::findings::{FileId, Findings};
use crate::format::Node;
use nalgebra::{Matrix3, Vector3};
use planetfall::vehicle::Inertia;

/// The inertia that a link's table gives; `None` where it gives none or a wrong one.
pub(super) fn inertia(node: &Node, file: FileId, findings: &mut Findings) -> Option<Inertia> {
    let name = node.text("name");
    let (by_numbers, by_shape) = (node.has("inertia_kg_m2"), node.has("shape"));
    if !node.has("mass_kg") {
        let stray = ["inertia_kg_m2", "shape"].into_iter().find(|key| node.has(key));
        if let Some(key) = stray {
            let message = format!("link `{name}` has `{key}` but no `mass_kg`");
            findings.error(file.at(node.place_of(key)), message);
        }
        return None;
    }
    if by_numbers && by_shape {
        let message = format!("link `{name}`: give either `inertia_kg_m2` or `shape`, not both");
        findings.error(file.at(node.place_of("shape")), message);
        return None;
    }
    if !by_numbers && !by_shape {
        let message = format!("link `{name}` has a mass but neither `inertia_kg_m2` nor `shape`");
        findings.error(file.at(node.place_of("mass_kg")), message);
        return None;
    }
    let mass = node.number("mass_kg");
    let about = if by_shape { of_shape(node.get("shape"), mass) } else { of_numbers(node) };
    let made = Inertia::new(mass, Vector3::from(node.vector("centre_of_mass_m")), about);
    let key = if by_shape { "shape" } else { "inertia_kg_m2" };
    let report =
        |error| findings.error(file.at(node.place_of(key)), format!("link `{name}`: {error}"));
    made.map_err(report).ok()
}

fn of_numbers(node: &Node) -> Matrix3<f64> {
    let [xx, yy, zz] = node.vector("inertia_kg_m2");
    let [xy, xz, yz] = node.vector("products_of_inertia_kg_m2");
    Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz)
}

fn of_shape(shape: &Node, mass: f64) -> Matrix3<f64> {
    match shape.case() {
        "box" => {
            let [x, y, z]: [f64; 3] = shape.vector("size_m");
            let (x, y, z) = (x * x, y * y, z * z);
            Matrix3::from_diagonal(&Vector3::new(y + z, x + z, x + y)) * (mass / 12.0)
        }
        "cylinder" => {
            let (radius, length) = (shape.number("radius_m"), shape.number("length_m"));
            let axis = Vector3::from(shape.vector("axis")).normalize();
            let along = 0.5 * mass * radius * radius;
            let across = mass * (3.0 * radius * radius + length * length) / 12.0;
            Matrix3::identity() * across + axis * axis.transpose() * (along - across)
        }
        _ => {
            let radius = shape.number("radius_m");
            Matrix3::identity() * (0.4 * mass * radius * radius)
        }
    }
}
