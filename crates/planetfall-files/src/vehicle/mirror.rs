//! Mirrored sides: a part that is written once and made twice.
//!
//! The second side is the image of the first in the plane y = 0 of the frame on which both hang,
//! with M = diag(1, −1, 1). A right-handed frame must stay right-handed, so a frame (R, p) becomes
//! (M R M, M p), a point or a direction v becomes M v, an inertia matrix I becomes M I M (the
//! products xy and yz change sign), and an axis of rotation, being a pseudo-vector, becomes −M a.
//! Then equal joint positions on both sides are mirror images of each other, and springs, limits
//! and couplings within a side keep their numbers. For an axis along y (wheels, rockers, bogies)
//! the image is the same axis: both wheels roll forward at positive speed, and a rocker
//! differential is q₂ = −q₁. For an upright axis (steering) the image turns the other way; with
//! `mirrored_sense = "same"` the second side then counts backwards, so that positive is left for
//! both, and its limits, spring and couplings are turned round with it.

use super::diagnostics::FileDiagnostics;
use super::draft::{DraftCoupling, DraftDrive, DraftEngine, DraftJoint};
use super::model::Drawing;
use super::part::DraftPart;
use nalgebra::{Matrix3, Vector3};
use planetfall::vehicle::{Inertia, Placement};
use std::collections::BTreeMap;

/// The parts of a file with all sides made, and which names were made twice.
pub(super) struct Sides {
    /// Name as written (link, joint, contactor, engine or tank) and its two suffixes.
    names: BTreeMap<String, [String; 2]>,
}

/// Makes the sides of all parts. What hangs on a part with sides has the same sides.
pub(super) fn expand(
    parts: Vec<DraftPart>,
    diagnostics: &mut FileDiagnostics,
) -> (Vec<DraftPart>, Sides) {
    let sides = inherited(&parts, diagnostics);
    let mut names = BTreeMap::new();
    let mut backwards = BTreeMap::new();
    for (part, own) in parts.iter().zip(&sides) {
        let Some(own) = own else { continue };
        names.insert(part.link.name.clone(), own.clone());
        names.insert(part.link.joint.name.clone(), own.clone());
        names.extend(part.contactors.iter().map(|one| (one.name.clone(), own.clone())));
        names.extend(part.engines.iter().map(|one| (one.engine.name.clone(), own.clone())));
        names.extend(part.tanks.iter().map(|one| (one.tank.name.clone(), own.clone())));
        backwards.insert(part.link.joint.name.clone(), part.counts_back);
        crushes_forwards(part, diagnostics);
    }
    let (firsts, seconds): (Vec<DraftPart>, Vec<Option<DraftPart>>) = parts
        .into_iter()
        .zip(sides)
        .map(|(part, own)| match own {
            None => {
                single(&part, diagnostics);
                (part, None)
            }
            Some([first, second]) => {
                let image = image(&part, &first, &backwards);
                (renamed(part, &first, &names), Some(renamed(image, &second, &names)))
            }
        })
        .unzip();
    let parts = firsts.into_iter().chain(seconds.into_iter().flatten()).collect();
    (parts, Sides { names })
}

impl Sides {
    /// The drives of both sides for a drive that names a part with sides.
    pub(super) fn drives(&self, drive: DraftDrive) -> Vec<DraftDrive> {
        let Some(suffixes) = self.names.get(&drive.wheel) else { return vec![drive] };
        let of = |suffix: &String| DraftDrive {
            at: drive.at,
            wheel: with_suffix(&drive.wheel, suffix, &self.names),
            drive: drive.drive.as_ref().map(|name| with_suffix(name, suffix, &self.names)),
            steer: drive.steer.as_ref().map(|name| with_suffix(name, suffix, &self.names)),
            found: drive.found,
        };
        suffixes.iter().map(of).collect()
    }
}

/// A part without sides has nothing to be the differential of.
fn single(part: &DraftPart, diagnostics: &mut FileDiagnostics) {
    if let Some(at) = part.differential {
        let message = format!(
            "joint `{}` cannot be a differential: its link has no `sides`",
            part.link.joint.name
        );
        diagnostics.help(at, message, "use `follows` and `multiplier` for other couplings");
    }
}

/// What is crushed towards larger positions cannot count backwards on the other side.
fn crushes_forwards(part: &DraftPart, diagnostics: &mut FileDiagnostics) {
    let joint = &part.link.joint;
    if part.counts_back && joint.crush.is_some() {
        let message = format!("joint `{}` cannot count backwards: it crushes forwards", joint.name);
        diagnostics.help(joint.at, message, "leave out `mirrored_sense = \"same\"`");
    }
}

/// The sides of each part: its own, or those of what it hangs on.
fn inherited(parts: &[DraftPart], diagnostics: &mut FileDiagnostics) -> Vec<Option<[String; 2]>> {
    let index: BTreeMap<&str, usize> =
        parts.iter().enumerate().map(|(index, part)| (part.link.name.as_str(), index)).collect();
    let mut all = Vec::new();
    for part in parts {
        let mut found = None;
        let mut at = Some(part);
        // A loop of parents is reported elsewhere; here it must only end.
        for _ in 0..parts.len() {
            let Some(current) = at else { break };
            if let Some((sides, _)) = &current.sides {
                found = Some((current, sides.clone()));
            }
            let parent = current.link.parent.as_ref();
            at = parent.and_then(|(name, _)| index.get(name.as_str())).map(|index| &parts[*index]);
        }
        if let (Some((owner, sides)), Some((own, place))) = (&found, &part.sides)
            && sides != own
        {
            let message = format!(
                "link `{}` hangs on `{}`, which is already made twice, as {} and {}",
                part.link.name, owner.link.name, sides[0], sides[1]
            );
            diagnostics.help(*place, message, "leave `sides` out here");
        }
        if let Some((own, place)) = &part.sides
            && own[0] == own[1]
        {
            let message = format!("link `{}`: its two sides need two names", part.link.name);
            diagnostics.error(*place, message);
        }
        all.push(found.map(|(_, sides)| sides));
    }
    all
}

/// The mirror image of a part, still under its name as written.
fn image(part: &DraftPart, first: &str, backwards: &BTreeMap<String, bool>) -> DraftPart {
    let mut image = part.clone();
    let link = &mut image.link;
    link.placement = mirrored(&link.placement);
    link.inertia = link.inertia.map(mirrored_inertia);
    link.joint = mirrored_joint(&part.link.joint, part.counts_back, backwards);
    if let Some(at) = part.differential {
        link.joint.follows = Some(DraftCoupling {
            joint: format!("{}_{first}", part.link.joint.name),
            at,
            multiplier: if part.counts_back { 1.0 } else { -1.0 },
            offset: 0.0,
        });
    }
    image.contactors.iter_mut().for_each(|one| one.shape = one.shape.mirrored());
    for DraftEngine { engine, .. } in &mut image.engines {
        (engine.position, engine.direction) = (flip(&engine.position), flip(&engine.direction));
    }
    image.tanks.iter_mut().for_each(|one| one.tank.position = flip(&one.tank.position));
    for visual in &mut image.visuals {
        match &mut visual.drawing {
            Drawing::Shape(shape) => *shape = shape.mirrored(),
            Drawing::MeshFile { placement, scale, .. } => {
                *placement = mirrored(placement);
                scale.y = -scale.y;
            }
        }
    }
    image
}

fn renamed(mut part: DraftPart, suffix: &str, names: &BTreeMap<String, [String; 2]>) -> DraftPart {
    let rename = |name: &mut String| *name = with_suffix(name, suffix, names);
    for note in &mut part.notes {
        // Notes name their part between back-ticks at the end.
        note.about = note.about.trim_end_matches('`').to_owned() + &format!("_{suffix}`");
    }
    if let Some((parent, _)) = &mut part.link.parent {
        rename(parent);
    }
    if let Some(follows) = &mut part.link.joint.follows {
        rename(&mut follows.joint);
    }
    rename(&mut part.link.joint.name);
    for contactor in &mut part.contactors {
        rename(&mut contactor.name);
        rename(&mut contactor.link);
    }
    for engine in &mut part.engines {
        rename(&mut engine.engine.name);
        rename(&mut engine.link);
    }
    for tank in &mut part.tanks {
        rename(&mut tank.tank.name);
        rename(&mut tank.link);
    }
    part.visuals.iter_mut().for_each(|visual| rename(&mut visual.link));
    rename(&mut part.link.name);
    part
}

fn with_suffix(name: &str, suffix: &str, names: &BTreeMap<String, [String; 2]>) -> String {
    match names.contains_key(name) {
        true => format!("{name}_{suffix}"),
        false => name.to_owned(),
    }
}

fn mirrored_joint(
    joint: &DraftJoint,
    counts_back: bool,
    backwards: &BTreeMap<String, bool>,
) -> DraftJoint {
    let sign = if counts_back { -1.0 } else { 1.0 };
    let mut image = joint.clone();
    image.kind = joint.kind.mirrored(flip, sign);
    image.rest *= sign;
    image.initial *= sign;
    if let Some(limits) = &mut image.limits
        && counts_back
    {
        (limits.lower, limits.upper) = (-limits.upper, -limits.lower);
    }
    if let Some(follows) = &mut image.follows {
        let master = backwards.get(&follows.joint).is_some_and(|back| *back);
        follows.multiplier *= if master { -sign } else { sign };
        follows.offset *= sign;
    }
    image
}

/// The image of valid inertia is valid: only signs change.
fn mirrored_inertia(inertia: Inertia) -> Inertia {
    let about = turn(inertia.about_centre());
    Inertia::new(inertia.mass(), flip(inertia.centre()), about).unwrap_or(inertia)
}

fn mirrored(placement: &Placement) -> Placement {
    Placement { rotation: turn(&placement.rotation), position: flip(&placement.position) }
}

fn flip(v: &Vector3<f64>) -> Vector3<f64> {
    Vector3::new(v.x, -v.y, v.z)
}

/// M A M.
fn turn(a: &Matrix3<f64>) -> Matrix3<f64> {
    let mut image = *a;
    for (row, column) in [(0, 1), (1, 0), (1, 2), (2, 1)] {
        image[(row, column)] = -image[(row, column)];
    }
    image
}
