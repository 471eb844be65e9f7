//! Contactors and visuals from TOML.

use super::diagnostics::{FileDiagnostics, FileId};
use super::draft::{DraftContactor, DraftVisual};
use super::mesh;
use super::model::{Drawing, Provenance};
use super::part::{note, placement};
use super::schema::link::{
    ContactorCases, ContactorKeys, LinkPartKeys, MeshContactorKeys, RoleChoice, VisualCases,
    VisualKeys, WheelKeys,
};
use nalgebra::Vector3;
use planetfall::shape::{Grousers, Shape, Wheel};
use planetfall::vehicle::ContactorRole;
use std::path::{Path, PathBuf};

/// What reading a file needs: which one it is, where its neighbours are, where mistakes go.
pub(super) struct FileContext<'a> {
    pub(super) file: FileId,
    pub(super) folder: Option<&'a Path>,
    pub(super) diagnostics: &'a mut FileDiagnostics,
}

impl FileContext<'_> {
    /// A path that a file names.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.map_or_else(|| PathBuf::from(name), |folder| folder.join(name))
    }
}

/// The contactors of a link.
pub(super) fn contactors(
    parts: &LinkPartKeys,
    link: &str,
    context: &mut FileContext<'_>,
    notes: &mut Vec<Provenance>,
) -> Vec<DraftContactor> {
    let mut contactors = Vec::new();
    for keys in &parts.contactor {
        let name = keys.name.value().to_owned();
        notes.push(note(&keys.provenance, format!("contactor `{name}`")));
        if let Some(shape) = shape(keys, context) {
            let at = context.file.at(keys.name.place());
            let role = match keys.role.value() {
                RoleChoice::Body => ContactorRole::Body,
                RoleChoice::Support => ContactorRole::Support,
            };
            contactors.push(DraftContactor { name, at, link: link.to_owned(), shape, role });
        }
    }
    contactors
}

/// The visuals of a link.
pub(super) fn visuals(
    parts: &LinkPartKeys,
    link: &str,
    context: &FileContext<'_>,
) -> Vec<DraftVisual> {
    let visual = |keys: &VisualKeys| DraftVisual {
        link: link.to_owned(),
        drawing: drawing(keys, context),
        colour: colour(&keys.colour.values().collect::<Vec<_>>()),
    };
    parts.visual.iter().map(visual).collect()
}

/// Red, green, blue and, if it is there, opacity.
pub(super) fn colour(numbers: &[f64]) -> [f64; 4] {
    match *numbers {
        [red, green, blue] => [red, green, blue, 1.0],
        [red, green, blue, opacity] => [red, green, blue, opacity],
        _ => [0.7, 0.7, 0.7, 1.0],
    }
}

fn shape(keys: &ContactorKeys, context: &mut FileContext<'_>) -> Option<Shape> {
    let name = keys.name.value();
    match keys.kind.given()? {
        ContactorCases::Marker(own) => {
            Some(Shape::Point { point: Vector3::from(own.position_m.value()) })
        }
        ContactorCases::Sphere(own) => Some(Shape::Ball {
            centre: Vector3::from(own.centre_m.value()),
            radius: own.radius_m.value(),
        }),
        ContactorCases::Box(own) => {
            let placement = placement(&own.frame);
            Some(Shape::Box {
                centre: placement.position,
                axes: placement.rotation,
                half: Vector3::from(own.size_m.value()) * 0.5,
            })
        }
        ContactorCases::Wheel(own) => wheel(name, own, context),
        ContactorCases::Mesh(own) => mesh_shape(name, own, context),
    }
}

fn wheel(name: &str, keys: &WheelKeys, context: &mut FileContext<'_>) -> Option<Shape> {
    let axis = Vector3::from(keys.axis.value());
    let length = axis.norm();
    if length <= 1e-9 {
        let at = context.file.at(keys.axis.place());
        context.diagnostics.error(at, format!("wheel `{name}`: its axis must have a length"));
        return None;
    }
    let (count, height) = (keys.grouser_count.value(), keys.grouser_height_m.value());
    let radius = keys.radius_m.value();
    if height >= radius {
        let at = context.file.at(keys.grouser_height_m.place());
        let message = format!(
            "wheel `{name}`: grousers of {height} m do not fit in a radius of {radius} m, which \
             reaches to their tips"
        );
        context.diagnostics.error(at, message);
    }
    let grousers = u32::try_from(count).ok().filter(|count| *count > 0 && height > 0.0);
    Some(Shape::Wheel(Wheel {
        centre: Vector3::from(keys.centre_m.value()),
        axis: axis / length,
        radius,
        width: keys.width_m.value(),
        grousers: grousers.map(|count| Grousers { count, height, thickness: Grousers::SHEET }),
    }))
}

fn mesh_shape(
    name: &str,
    keys: &MeshContactorKeys,
    context: &mut FileContext<'_>,
) -> Option<Shape> {
    let path = context.path(keys.mesh.file.value());
    match mesh::surface(&path) {
        Ok(mesh::Surface { vertices, triangles }) => {
            let (placement, scale) = (placement(&keys.frame), keys.mesh.scale.value());
            let (origin, axes) = (placement.position, placement.rotation);
            let vertices = vertices.into_iter().map(|vertex| vertex * scale).collect();
            Some(Shape::Mesh { origin, axes, vertices, triangles })
        }
        Err(error) => {
            let at = context.file.at(keys.mesh.file.place());
            // A file that is not there may be somewhere else; one that is damaged is a mistake.
            if path.is_file() {
                context.diagnostics.error(at, format!("contactor `{name}`: {error}"));
            } else {
                context.diagnostics.warning(at, format!("contactor `{name}` is left out: {error}"));
            }
            None
        }
    }
}

fn drawing(keys: &VisualKeys, context: &FileContext<'_>) -> Drawing {
    let placement = placement(&keys.frame);
    let (centre, axes) = (placement.position, placement.rotation);
    match keys.kind.given() {
        Some(VisualCases::Box(own)) => {
            let half = Vector3::from(own.size_m.value()) * 0.5;
            Drawing::Shape(Shape::Box { centre, axes, half })
        }
        Some(VisualCases::Cylinder(own)) => Drawing::Shape(Shape::Cylinder {
            centre,
            axes,
            radius: own.radius_m.value(),
            half_length: 0.5 * own.length_m.value(),
        }),
        Some(VisualCases::Mesh(own)) => Drawing::MeshFile {
            placement,
            path: context.path(own.file.value()),
            scale: Vector3::repeat(own.scale.value()),
        },
        Some(VisualCases::Sphere(own)) => {
            Drawing::Shape(Shape::Ball { centre, radius: own.radius_m.value() })
        }
        None => Drawing::Shape(Shape::Ball { centre, radius: f64::NAN }),
    }
}
