//! Links from TOML with all that belongs to them: the unit that is mirrored.

use super::contactor::{self, FileContext};
use super::diagnostics::At;
use super::draft::{DraftContactor, DraftEngine, DraftLink, DraftTank, DraftVisual};
use super::model::Provenance;
use super::schema::joint::MirroredSenseChoice;
use super::schema::link::LinkKeys;
use super::schema::{FrameKeys, ProvenanceKeys};
use super::{inertia, joint, propulsion};
use nalgebra::Vector3;
use planetfall::math::rotation;
use planetfall::vehicle::Placement;

/// A link with its contactors, engines, tanks and visuals, as written: one side of a mirrored part.
#[derive(Clone, Debug)]
pub(super) struct DraftPart {
    pub(super) link: DraftLink,
    pub(super) contactors: Vec<DraftContactor>,
    pub(super) engines: Vec<DraftEngine>,
    pub(super) tanks: Vec<DraftTank>,
    pub(super) visuals: Vec<DraftVisual>,
    pub(super) notes: Vec<Provenance>,
    pub(super) sides: Option<([String; 2], At)>,
    /// Whether the joint's position counts the other way round on the mirrored side.
    pub(super) counts_back: bool,
    /// Whether the mirrored side's joint follows the first's, and where that is said.
    pub(super) differential: Option<At>,
}

/// Reads one `[[link]]`.
pub(super) fn part(keys: &LinkKeys, context: &mut FileContext<'_>) -> DraftPart {
    let file = context.file;
    let name = keys.name.value().to_owned();
    let mut notes = Vec::new();
    let inertia = inertia::inertia(&name, &keys.mass, file, context.diagnostics);
    if inertia.is_some() {
        notes.push(note(&keys.mass.provenance, format!("link `{name}`")));
    }
    let joint_keys = &keys.joint;
    let joint = joint::joint(joint_keys, &name, file, context.diagnostics, &mut notes);
    let contactors = contactor::contactors(&keys.parts, &name, context, &mut notes);
    let engines = propulsion::engines(&keys.parts, &name, context, &mut notes);
    let tanks = propulsion::tanks(&keys.parts, &name, context, &mut notes);
    let visuals = contactor::visuals(&keys.parts, &name, context);
    let differential = joint_keys.differential().filter(|key| key.value());
    DraftPart {
        link: DraftLink {
            at: file.at(keys.name.place()),
            parent: keys
                .parent
                .given()
                .map(|parent| (parent.to_owned(), file.at(keys.parent.place()))),
            placement: placement(&keys.frame),
            inertia,
            weighs: keys.mass.mass_kg.has_value(),
            joint,
            name,
        },
        contactors,
        engines,
        tanks,
        visuals,
        notes,
        sides: sides(keys).map(|sides| (sides, file.at(keys.sides.place()))),
        counts_back: joint_keys.mirrored_sense.value() == MirroredSenseChoice::Same,
        differential: differential.map(|key| file.at(key.place())),
    }
}

/// The frame that `position_m` and `yaw_pitch_roll_deg` say.
pub(super) fn placement(keys: &FrameKeys) -> Placement {
    let [yaw, pitch, roll] = keys.yaw_pitch_roll_deg.value().map(f64::to_radians);
    Placement {
        rotation: turned(yaw, pitch, roll),
        position: Vector3::from(keys.position_m.value()),
    }
}

/// Rotation by yaw, pitch, roll; without any it is exactly none.
pub(super) fn turned(yaw: f64, pitch: f64, roll: f64) -> nalgebra::Matrix3<f64> {
    rotation::about(&Vector3::z(), yaw)
        * rotation::about(&Vector3::y(), pitch)
        * rotation::about(&Vector3::x(), roll)
}

/// What a table says about its numbers.
pub(super) fn note(keys: &ProvenanceKeys, about: String) -> Provenance {
    let source = keys.source.given().map(str::to_owned);
    Provenance { about, source, estimate: keys.estimate.value() }
}

fn sides(keys: &LinkKeys) -> Option<[String; 2]> {
    let sides: Vec<String> = keys.sides.values().map(str::to_owned).collect();
    sides.try_into().ok()
}
