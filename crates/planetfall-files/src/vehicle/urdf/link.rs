//! `<link>`: inertia, visuals and cylinders that may be wheels.

use super::element::{at, at_value, child, children, number, numbers, origin, text};
use crate::vehicle::contactor::{FileContext, colour};
use crate::vehicle::draft::DraftVisual;
use crate::vehicle::model::Drawing;
use nalgebra::{Matrix3, Vector3};
use planetfall::shape::Shape;
use planetfall::vehicle::{Inertia, Placement};
use roxmltree::Node;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Colours of the materials that a file names at its top.
pub(super) type Materials = BTreeMap<String, [f64; 4]>;

/// A cylinder of a link's collision geometry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cylinder {
    pub(super) placement: Placement,
    pub(super) radius: f64,
    pub(super) length: f64,
}

/// The inertia of a link: `None` for one without mass, `Some(None)` for a wrong one.
pub(super) fn inertia(
    node: Node<'_, '_>,
    name: &str,
    context: &mut FileContext<'_>,
) -> Option<Option<Inertia>> {
    let inertial = child(node, "inertial")?;
    let owner = format!("link `{name}`");
    let frame = origin(inertial, &owner, context);
    let mut part = |tag: &str| {
        let part = child(inertial, tag);
        if part.is_none() {
            let message = format!("{owner}: `<inertial>` has no `<{tag}>`");
            context.diagnostics.error(at(inertial, context), message);
        }
        part
    };
    let (Some(mass_node), Some(moments)) = (part("mass"), part("inertia")) else {
        return Some(None);
    };
    let mass = number(mass_node, "value", &owner, context);
    let matrix = matrix(moments, &owner, context);
    let (Some(mass), Some(matrix)) = (mass, matrix) else { return Some(None) };
    if mass == 0.0 && matrix == Matrix3::zeros() {
        let message = format!("{owner}: its mass is zero; it is taken as a frame without mass");
        context.diagnostics.warning(at(inertial, context), message);
        return None;
    }
    let turned = frame.rotation * matrix * frame.rotation.transpose();
    let made = Inertia::new(mass, frame.position, turned).map_err(|error| {
        let place = at(if mass > 0.0 { moments } else { mass_node }, context);
        let help = "correct the file, or replace the link's inertia by an overlay";
        context.diagnostics.help(place, format!("{owner}: {error}"), help);
    });
    Some(made.ok())
}

fn matrix(node: Node<'_, '_>, owner: &str, context: &mut FileContext<'_>) -> Option<Matrix3<f64>> {
    let [xx, yy, zz] = ["ixx", "iyy", "izz"].map(|key| number(node, key, owner, context));
    // Products that are not given are zero.
    let [xy, xz, yz] = ["ixy", "ixz", "iyz"].map(|key| match node.has_attribute(key) {
        true => number(node, key, owner, context),
        false => Some(0.0),
    });
    let (xy, xz, yz) = (xy?, xz?, yz?);
    Some(Matrix3::new(xx?, xy, xz, xy, yy?, yz, xz, yz, zz?))
}

/// The cylinders among a link's collision shapes.
pub(super) fn cylinders(
    node: Node<'_, '_>,
    name: &str,
    context: &mut FileContext<'_>,
) -> Vec<Cylinder> {
    let owner = format!("link `{name}`");
    let mut found = Vec::new();
    for collision in children(node, "collision") {
        let geometry = child(collision, "geometry");
        let Some(cylinder) = geometry.and_then(|geometry| child(geometry, "cylinder")) else {
            continue;
        };
        let placement = origin(collision, &owner, context);
        let radius = positive(cylinder, "radius", &owner, context);
        let length = positive(cylinder, "length", &owner, context);
        if let (Some(radius), Some(length)) = (radius, length) {
            found.push(Cylinder { placement, radius, length });
        }
    }
    found
}

/// What a viewer draws of a link.
pub(super) fn visuals(
    node: Node<'_, '_>,
    name: &str,
    materials: &Materials,
    context: &mut FileContext<'_>,
) -> Vec<DraftVisual> {
    let owner = format!("link `{name}`");
    let mut found = Vec::new();
    for visual in children(node, "visual") {
        let placement = origin(visual, &owner, context);
        let Some(geometry) = child(visual, "geometry") else { continue };
        let Some(drawing) = drawing(geometry, placement, &owner, context) else { continue };
        let colour = child(visual, "material").and_then(|material| {
            let own = colour_of(material, &owner, context);
            own.or_else(|| material.attribute("name").and_then(|name| materials.get(name).copied()))
        });
        let colour = colour.unwrap_or([0.7, 0.7, 0.7, 1.0]);
        found.push(DraftVisual { link: name.to_owned(), drawing, colour });
    }
    found
}

/// The materials at the top of a file.
pub(super) fn materials(robot: Node<'_, '_>, context: &mut FileContext<'_>) -> Materials {
    let mut all = Materials::new();
    for material in children(robot, "material") {
        let name = material.attribute("name").unwrap_or_default();
        if let Some(colour) = colour_of(material, &format!("material `{name}`"), context) {
            all.insert(name.to_owned(), colour);
        }
    }
    all
}

fn colour_of(
    material: Node<'_, '_>,
    owner: &str,
    context: &mut FileContext<'_>,
) -> Option<[f64; 4]> {
    let rgba = numbers::<4>(child(material, "color")?, "rgba", owner, context)?;
    Some(colour(&rgba.map(|x| x.clamp(0.0, 1.0))))
}

fn drawing(
    geometry: Node<'_, '_>,
    placement: Placement,
    owner: &str,
    context: &mut FileContext<'_>,
) -> Option<Drawing> {
    let node = geometry.children().find(Node::is_element)?;
    let (centre, axes) = (placement.position, placement.rotation);
    match node.tag_name().name() {
        "box" => {
            let half = Vector3::from(numbers::<3>(node, "size", owner, context)?) * 0.5;
            Some(Drawing::Shape(Shape::Box { centre, axes, half }))
        }
        "cylinder" => Some(Drawing::Shape(Shape::Cylinder {
            centre,
            axes,
            radius: positive(node, "radius", owner, context)?,
            half_length: 0.5 * positive(node, "length", owner, context)?,
        })),
        "sphere" => {
            let radius = positive(node, "radius", owner, context)?;
            Some(Drawing::Shape(Shape::Ball { centre, radius }))
        }
        "mesh" => mesh(node, placement, owner, context),
        other => {
            let message = format!("{owner}: `<{other}>` is no shape we know; it is not drawn");
            context.diagnostics.warning(at(node, context), message);
            None
        }
    }
}

/// A mesh that is not there is not drawn.
fn mesh(
    node: Node<'_, '_>,
    placement: Placement,
    owner: &str,
    context: &mut FileContext<'_>,
) -> Option<Drawing> {
    let name = text(node, "filename", owner, context)?;
    let scale = numbers::<3>(node, "scale", owner, context).unwrap_or([1.0; 3]);
    let path = candidates(name, context).into_iter().find(|path| path.is_file());
    if path.is_none() {
        let message = format!("{owner}: mesh \"{name}\" is missing and is not drawn");
        context.diagnostics.warning(at_value(node, "filename", context), message);
    }
    Some(Drawing::MeshFile { placement, path: path?, scale: Vector3::from(scale) })
}

/// Where a mesh may be: packages are looked for beside the file and above it.
fn candidates(name: &str, context: &FileContext<'_>) -> Vec<PathBuf> {
    let Some(rest) = name.strip_prefix("package://") else {
        let plain = name.strip_prefix("file://").unwrap_or(name);
        return vec![context.path(plain)];
    };
    let within = rest.split_once('/').map_or(rest, |(_, within)| within);
    [rest.to_owned(), within.to_owned(), format!("../{within}"), format!("../../{rest}")]
        .iter()
        .map(|name| context.path(name))
        .collect()
}

fn positive(
    node: Node<'_, '_>,
    key: &str,
    owner: &str,
    context: &mut FileContext<'_>,
) -> Option<f64> {
    let value = number(node, key, owner, context)?;
    if value <= 0.0 {
        let message = format!("{owner}: `{key}` must be positive, found {value}");
        context.diagnostics.error(at_value(node, key, context), message);
        return None;
    }
    Some(value)
}
