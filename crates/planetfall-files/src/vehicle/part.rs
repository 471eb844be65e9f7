//! Links from TOML with all that belongs to them: the unit that is mirrored.

use super::contactor::{self, Reading};
use super::draft::{DraftContactor, DraftEngine, DraftLink, DraftTank, DraftVisual};
use super::findings::At;
use super::model::Note;
use super::{inertia, joint, propulsion};
use crate::format::Node;
use nalgebra::Vector3;
use planetfall::math::rotation;
use planetfall::vehicle::Placement;

/// A link with its contactors, engines, tanks and looks, as written: one side of a mirrored part.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) link: DraftLink,
    pub(super) contactors: Vec<DraftContactor>,
    pub(super) engines: Vec<DraftEngine>,
    pub(super) tanks: Vec<DraftTank>,
    pub(super) visuals: Vec<DraftVisual>,
    pub(super) notes: Vec<Note>,
    pub(super) sides: Option<([String; 2], At)>,
    /// Whether the joint's position counts the other way round on the mirrored side.
    pub(super) counts_back: bool,
    /// Whether the mirrored side's joint follows the first's, and where that is said.
    pub(super) differential: Option<At>,
}

/// Reads one `[[link]]`.
pub(super) fn part(node: &Node, reading: &mut Reading<'_>) -> Part {
    let file = reading.file;
    let name = node.text("name").to_owned();
    let mut notes = Vec::new();
    let inertia = inertia::inertia(node, file, reading.findings);
    if inertia.is_some() {
        notes.extend(note(node, format!("link `{name}`")));
    }
    let joint_node = node.get("joint");
    let joint = joint::joint(joint_node, &name, file, reading.findings, &mut notes);
    let contactors = contactor::contactors(node, &name, reading, &mut notes);
    let engines = propulsion::engines(node, &name, reading, &mut notes);
    let tanks = propulsion::tanks(node, &name, reading, &mut notes);
    let visuals = contactor::visuals(node, &name, reading);
    let moves = matches!(joint_node.case(), "revolute" | "continuous" | "prismatic");
    let differential = moves && joint_node.flag("differential");
    Part {
        link: DraftLink {
            at: file.at(node.place_of("name")),
            parent: node
                .optional_text("parent")
                .map(|parent| (parent.to_owned(), file.at(node.place_of("parent")))),
            placement: placement(node),
            inertia,
            weighs: node.has("mass_kg"),
            joint,
            name,
        },
        contactors,
        engines,
        tanks,
        visuals,
        notes,
        sides: sides(node).map(|sides| (sides, file.at(node.place_of("sides")))),
        counts_back: joint_node.text("mirrored_sense") == "same",
        differential: differential.then(|| file.at(joint_node.place_of("differential"))),
    }
}

/// The frame that `position_m` and `yaw_pitch_roll_deg` say.
pub(super) fn placement(node: &Node) -> Placement {
    let [yaw, pitch, roll] = node.vector("yaw_pitch_roll_deg").map(f64::to_radians);
    Placement {
        rotation: turned(yaw, pitch, roll),
        position: Vector3::from(node.vector("position_m")),
    }
}

/// Rotation by yaw, pitch, roll; without any it is exactly none.
pub(super) fn turned(yaw: f64, pitch: f64, roll: f64) -> nalgebra::Matrix3<f64> {
    rotation::about(&Vector3::z(), yaw)
        * rotation::about(&Vector3::y(), pitch)
        * rotation::about(&Vector3::x(), roll)
}

/// What a table says about its numbers; every table that has numbers is listed.
pub(super) fn note(node: &Node, about: String) -> Option<Note> {
    let source = node.optional_text("source").map(str::to_owned);
    let estimate = node.flag("estimate");
    (!node.is_absent()).then_some(Note { about, source, estimate })
}

fn sides(node: &Node) -> Option<[String; 2]> {
    let sides: Vec<String> = node.texts("sides").into_iter().map(str::to_owned).collect();
    sides.try_into().ok()
}
