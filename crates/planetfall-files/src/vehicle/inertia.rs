//! Mass, centre of mass and inertia of a link from TOML, by numbers or by the shape of a
//! homogeneous body.

use super::diagnostics::{FileDiagnostics, FileId};
use super::schema::link::{MassKeys, MassShapeCases, MassShapeKeys};
use nalgebra::{Matrix3, Vector3};
use planetfall::vehicle::Inertia;

/// The inertia that a link's table gives; `None` where it gives none or a wrong one.
pub(super) fn inertia(
    name: &str,
    keys: &MassKeys,
    file: FileId,
    diagnostics: &mut FileDiagnostics,
) -> Option<Inertia> {
    let (by_numbers, by_shape) = (keys.inertia_kg_m2.given(), &keys.shape);
    let Some(mass) = keys.mass_kg.given() else {
        let numbers = by_numbers.map(|_| ("inertia_kg_m2", keys.inertia_kg_m2.place()));
        let shape = by_shape.as_ref().map(|shape| ("shape", shape.place));
        if let Some((key, place)) = numbers.or(shape) {
            let message = format!("link `{name}` has `{key}` but no `mass_kg`");
            diagnostics.error(file.at(place), message);
        }
        return None;
    };
    let (about, place) = match (by_numbers, by_shape) {
        (Some(_), Some(shape)) => {
            let message =
                format!("link `{name}`: give either `inertia_kg_m2` or `shape`, not both");
            diagnostics.error(file.at(shape.place), message);
            return None;
        }
        (None, None) => {
            let message =
                format!("link `{name}` has a mass but neither `inertia_kg_m2` nor `shape`");
            diagnostics.error(file.at(keys.mass_kg.place()), message);
            return None;
        }
        (None, Some(shape)) => (of_shape(shape, mass), shape.place),
        (Some(moments), None) => {
            let products = keys.products_of_inertia_kg_m2.value();
            (of_numbers(moments, products), keys.inertia_kg_m2.place())
        }
    };
    let made = Inertia::new(mass, Vector3::from(keys.centre_of_mass_m.value()), about);
    let report = |error| diagnostics.error(file.at(place), format!("link `{name}`: {error}"));
    made.map_err(report).ok()
}

fn of_numbers([xx, yy, zz]: [f64; 3], [xy, xz, yz]: [f64; 3]) -> Matrix3<f64> {
    Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz)
}

fn of_shape(shape: &MassShapeKeys, mass: f64) -> Matrix3<f64> {
    match shape.kind.given() {
        Some(MassShapeCases::Box(own)) => {
            let [x, y, z] = own.size_m.value();
            let (x, y, z) = (x * x, y * y, z * z);
            Matrix3::from_diagonal(&Vector3::new(y + z, x + z, x + y)) * (mass / 12.0)
        }
        Some(MassShapeCases::Cylinder(own)) => {
            let (radius, length) = (own.radius_m.value(), own.length_m.value());
            let axis = Vector3::from(own.axis.value()).normalize();
            let along = 0.5 * mass * radius * radius;
            let across = mass * (3.0 * radius * radius + length * length) / 12.0;
            Matrix3::identity() * across + axis * axis.transpose() * (along - across)
        }
        Some(MassShapeCases::Sphere(own)) => {
            let radius = own.radius_m.value();
            Matrix3::identity() * (0.4 * mass * radius * radius)
        }
        None => Matrix3::from_element(f64::NAN),
    }
}
