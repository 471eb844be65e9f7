//! Contactors and looks from TOML.

use super::draft::{DraftContactor, DraftVisual};
use super::findings::{FileId, Findings};
use super::mesh;
use super::model::{Drawing, Note};
use super::part::{note, placement};
use crate::format::Node;
use nalgebra::Vector3;
use planetfall::shape::{Grousers, Shape, Wheel};
use planetfall::vehicle::ContactorRole;
use std::path::{Path, PathBuf};

/// What reading a file needs: which one it is, where its neighbours are, where mistakes go.
pub(super) struct Reading<'a> {
    pub(super) file: FileId,
    pub(super) folder: Option<&'a Path>,
    pub(super) findings: &'a mut Findings,
}

impl Reading<'_> {
    /// A path that a file names.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.map_or_else(|| PathBuf::from(name), |folder| folder.join(name))
    }
}

/// The contactors of a link.
pub(super) fn contactors(
    link_node: &Node,
    link: &str,
    reading: &mut Reading<'_>,
    notes: &mut Vec<Note>,
) -> Vec<DraftContactor> {
    let mut contactors = Vec::new();
    for node in link_node.list("contactor") {
        let name = node.text("name").to_owned();
        notes.extend(note(node, format!("contactor `{name}`")));
        if let Some(shape) = shape(node, reading) {
            let at = reading.file.at(node.place_of("name"));
            let role = match node.text("role") {
                "body" => ContactorRole::Body,
                _ => ContactorRole::Support,
            };
            contactors.push(DraftContactor { name, at, link: link.to_owned(), shape, role });
        }
    }
    contactors
}

/// The looks of a link.
pub(super) fn visuals(link_node: &Node, link: &str, reading: &Reading<'_>) -> Vec<DraftVisual> {
    let visual = |node: &Node| DraftVisual {
        link: link.to_owned(),
        drawing: drawing(node, reading),
        colour: colour(&node.numbers("colour")),
    };
    link_node.list("visual").iter().map(visual).collect()
}

/// Red, green, blue and, if it is there, opacity.
pub(super) fn colour(numbers: &[f64]) -> [f64; 4] {
    match *numbers {
        [red, green, blue] => [red, green, blue, 1.0],
        [red, green, blue, opacity] => [red, green, blue, opacity],
        _ => [0.7, 0.7, 0.7, 1.0],
    }
}

fn shape(node: &Node, reading: &mut Reading<'_>) -> Option<Shape> {
    match node.case() {
        "marker" => Some(Shape::Point { point: Vector3::from(node.vector("position_m")) }),
        "sphere" => Some(Shape::Ball {
            centre: Vector3::from(node.vector("centre_m")),
            radius: node.number("radius_m"),
        }),
        "box" => {
            let placement = placement(node);
            Some(Shape::Box {
                centre: placement.position,
                axes: placement.rotation,
                half: Vector3::from(node.vector("size_m")) * 0.5,
            })
        }
        "wheel" => wheel(node, reading),
        "mesh" => mesh_shape(node, reading),
        _ => None,
    }
}

fn wheel(node: &Node, reading: &mut Reading<'_>) -> Option<Shape> {
    let name = node.text("name");
    let axis = Vector3::from(node.vector("axis"));
    let length = axis.norm();
    if length <= 1e-9 {
        let at = reading.file.at(node.place_of("axis"));
        reading.findings.error(at, format!("wheel `{name}`: its axis must have a length"));
        return None;
    }
    let (count, height) = (node.integer("grouser_count"), node.number("grouser_height_m"));
    let radius = node.number("radius_m");
    if height >= radius {
        let at = reading.file.at(node.place_of("grouser_height_m"));
        let message = format!(
            "wheel `{name}`: grousers of {height} m do not fit in a radius of {radius} m, which \
             reaches to their tips"
        );
        reading.findings.error(at, message);
    }
    let grousers = u32::try_from(count).ok().filter(|count| *count > 0 && height > 0.0);
    Some(Shape::Wheel(Wheel {
        centre: Vector3::from(node.vector("centre_m")),
        axis: axis / length,
        radius,
        width: node.number("width_m"),
        grousers: grousers.map(|count| Grousers { count, height, thickness: Grousers::SHEET }),
    }))
}

fn mesh_shape(node: &Node, reading: &mut Reading<'_>) -> Option<Shape> {
    let path = reading.path(node.text("file"));
    match mesh::surface(&path) {
        Ok(mesh::Surface { vertices, triangles }) => {
            let (placement, scale) = (placement(node), node.number("scale"));
            let (origin, axes) = (placement.position, placement.rotation);
            let vertices = vertices.into_iter().map(|vertex| vertex * scale).collect();
            Some(Shape::Mesh { origin, axes, vertices, triangles })
        }
        Err(error) => {
            let at = reading.file.at(node.place_of("file"));
            let name = node.text("name");
            // A file that is not there may be somewhere else; one that is damaged is a mistake.
            if path.is_file() {
                reading.findings.error(at, format!("contactor `{name}`: {error}"));
            } else {
                reading.findings.warning(at, format!("contactor `{name}` is left out: {error}"));
            }
            None
        }
    }
}

fn drawing(node: &Node, reading: &Reading<'_>) -> Drawing {
    let placement = placement(node);
    let (centre, axes) = (placement.position, placement.rotation);
    match node.case() {
        "box" => {
            let half = Vector3::from(node.vector("size_m")) * 0.5;
            Drawing::Shape(Shape::Box { centre, axes, half })
        }
        "cylinder" => Drawing::Shape(Shape::Cylinder {
            centre,
            axes,
            radius: node.number("radius_m"),
            half_length: 0.5 * node.number("length_m"),
        }),
        "mesh" => Drawing::MeshFile {
            placement,
            path: reading.path(node.text("file")),
            scale: Vector3::repeat(node.number("scale")),
        },
        _ => Drawing::Shape(Shape::Ball { centre, radius: node.number("radius_m") }),
    }
}
