//! From a draft to a vehicle that is valid by construction.

use super::carried::{self, carried};
use super::diagnostics::{FileDiagnostics, unknown};
use super::draft::{Draft, DraftEngine, DraftLink, DraftTank};
use super::model::{ContactorModel, DriveLayout, DriveWheel, VehicleModel, Visual};
use super::order;
use nalgebra::DMatrix;
use planetfall::dynamics::Kinematics;
use planetfall::dynamics::crba::{CrbaScratch, crba};
use planetfall::vehicle::{Coupling, Engine, Inertia, Joint, JointKind, Link, Tank, Tree};
use std::collections::BTreeMap;

/// Checks a draft as a whole and builds the vehicle. All mistakes go to the diagnostics.
pub(super) fn assemble(draft: &Draft, diagnostics: &mut FileDiagnostics) -> Option<VehicleModel> {
    let order = order::order(draft, diagnostics);
    massless(draft, diagnostics);
    let named = draft.contactors.iter().enumerate().map(|(index, one)| (index, &one.name, one.at));
    let contactors = order::names(named, "contactor", diagnostics);
    entities(draft, &contactors, diagnostics);
    if diagnostics.has_errors() {
        return None;
    }
    let tree = tree(draft, &order?, diagnostics)?;
    let drive = drive(draft, &tree, &contactors, diagnostics);
    let model = VehicleModel {
        name: draft.name.clone(),
        title: draft.title.clone(),
        contactors: contactor_models(draft, &tree, diagnostics),
        engines: engines(draft, &tree),
        tanks: tanks(draft, &tree),
        drive,
        visuals: visuals(draft, &tree),
        initial: initial(draft, &tree, diagnostics),
        notes: draft.notes.clone(),
        warnings: Vec::new(),
        tree,
    };
    if model.contactors.is_empty() {
        let message = "nothing of this vehicle feels the ground: it has no contactor";
        diagnostics.warning(draft.at, message);
    }
    moves_freely(draft, &model, diagnostics);
    Some(model)
}

/// A moving joint with nothing to move would have infinite acceleration.
fn massless(draft: &Draft, diagnostics: &mut FileDiagnostics) {
    let links = &draft.links;
    let roots = links.iter().filter(|link| link.parent.is_none()).count();
    let mut carries: BTreeMap<&str, bool> = BTreeMap::new();
    for link in links.iter().filter(|link| link.weighs) {
        let mut at = Some(link);
        while let Some(one) = at {
            // What is marked has its parents marked; this also ends a loop.
            if carries.insert(&one.name, true).is_some() {
                break;
            }
            let parent = one.parent.as_ref();
            at = parent.and_then(|(name, _)| links.iter().find(|link| link.name == *name));
        }
    }
    for link in links {
        let rotor = link.joint.motor.is_some_and(|motor| motor.armature() > 0.0);
        // Of several roots, which is a mistake by itself, none is blamed for its mass.
        let is_root = link.parent.is_none() && draft.free && roots == 1;
        let moves = link.joint.kind.velocities() > 0 || is_root;
        if !moves || rotor || carries.contains_key(link.name.as_str()) {
            continue;
        }
        let message = match &link.parent {
            Some(_) => format!(
                "joint `{}` moves no mass: link `{}` and all beyond it have none",
                link.joint.name, link.name
            ),
            None => {
                format!("the vehicle has no mass: link `{}` and all on it have none", link.name)
            }
        };
        diagnostics.help(link.at, message, "give the link an inertia or fix the joint");
    }
}

fn tree(draft: &Draft, order: &[usize], diagnostics: &mut FileDiagnostics) -> Option<Tree> {
    let sorted: Vec<&DraftLink> = order.iter().map(|index| &draft.links[*index]).collect();
    let by_link: BTreeMap<&str, usize> =
        sorted.iter().enumerate().map(|(index, link)| (link.name.as_str(), index)).collect();
    let by_joint: BTreeMap<&str, usize> =
        sorted.iter().enumerate().map(|(index, link)| (link.joint.name.as_str(), index)).collect();
    let parents: Vec<Option<usize>> = sorted
        .iter()
        .map(|link| link.parent.as_ref().and_then(|(name, _)| by_link.get(name.as_str()).copied()))
        .collect();
    let carried = carried(&sorted, &parents);
    let links = sorted.iter().zip(&parents).zip(&carried).map(|((link, parent), carried)| {
        let felt = carried.felt(&link.joint);
        let coupling = link.joint.follows.as_ref().and_then(|follows| {
            let master = *by_joint.get(follows.joint.as_str())?;
            let (multiplier, offset) = (follows.multiplier, follows.offset);
            Some(Coupling { master, multiplier, offset })
        });
        Link {
            name: link.name.clone(),
            parent: *parent,
            joint: if parent.is_none() {
                root_joint(draft.free)
            } else {
                Joint {
                    name: link.joint.name.clone(),
                    kind: link.joint.kind,
                    coupling,
                    passive: carried::passive(&link.joint, felt),
                    crush: link.joint.crush,
                    limits: carried::limits(&link.joint, felt),
                    motor: carried::motor(&link.joint, felt),
                }
            },
            parent_from_joint: link.placement,
            inertia: link.inertia,
        }
    });
    let tree = Tree::new(links.collect());
    tree.map_err(|error| diagnostics.error(draft.at, error.to_string())).ok()
}

fn root_joint(free: bool) -> Joint {
    Joint::new("site", if free { JointKind::Free } else { JointKind::Fixed })
}

fn contactor_models(
    draft: &Draft,
    tree: &Tree,
    diagnostics: &mut FileDiagnostics,
) -> Vec<ContactorModel> {
    let mut models = Vec::new();
    for contactor in &draft.contactors {
        match tree.link(&contactor.link) {
            Some(link) => models.push(ContactorModel {
                name: contactor.name.clone(),
                link,
                shape: contactor.shape.clone(),
                role: contactor.role,
            }),
            None => diagnostics.error(contactor.at, format!("`{}` is no link", contactor.link)),
        }
    }
    models
}

/// Names that every vehicle or run has in metrics and columns.
const TAKEN: [&str; 5] = ["com", "body", "energy", "effort", "grains"];

/// Engines and tanks have columns beside those of joints and contactors: no two may have one name.
fn entities(draft: &Draft, contactors: &BTreeMap<&str, usize>, diagnostics: &mut FileDiagnostics) {
    // A fixed joint has no columns, and mostly its link's name.
    let moves = |link: &&DraftLink| link.joint.kind.velocities() > 0;
    let joints = draft.links.iter().filter(moves);
    let mut known: BTreeMap<&str, &str> =
        joints.map(|link| (link.joint.name.as_str(), "joint")).collect();
    known.extend(contactors.keys().map(|name| (*name, "contactor")));
    let engines = draft.engines.iter().map(|one| ("engine", &one.engine.name, one.at));
    let tanks = draft.tanks.iter().map(|one| ("tank", &one.tank.name, one.at));
    for (what, name, at) in engines.chain(tanks) {
        if TAKEN.contains(&name.as_str()) {
            let message = format!("`{name}` cannot name an engine or a tank: columns use it");
            diagnostics.error(at, message);
        }
        match known.insert(name, what) {
            Some(other) if other == what => {
                diagnostics.error(at, format!("two {what}s have the name `{name}`"));
            }
            Some(other) => {
                let message = format!("{what} and {other} have the one name `{name}`");
                diagnostics.help(
                    at,
                    message,
                    "columns and metrics are distinguished by these names",
                );
            }
            None => {}
        }
    }
}

fn engines(draft: &Draft, tree: &Tree) -> Vec<Engine> {
    let placed = |one: &DraftEngine| {
        let link = tree.link(&one.link)?;
        Some(Engine { link, ..one.engine.clone() })
    };
    draft.engines.iter().filter_map(placed).collect()
}

fn tanks(draft: &Draft, tree: &Tree) -> Vec<Tank> {
    let placed = |one: &DraftTank| {
        let link = tree.link(&one.link)?;
        Some(Tank { link, ..one.tank.clone() })
    };
    draft.tanks.iter().filter_map(placed).collect()
}

fn visuals(draft: &Draft, tree: &Tree) -> Vec<Visual> {
    let visual = |one: &super::draft::DraftVisual| {
        Some(Visual {
            link: tree.link(&one.link)?,
            drawing: one.drawing.clone(),
            colour: one.colour,
        })
    };
    draft.visuals.iter().filter_map(visual).collect()
}

/// Positions at the start. A joint that follows another has none of its own.
fn initial(draft: &Draft, tree: &Tree, diagnostics: &mut FileDiagnostics) -> Vec<(String, f64)> {
    let mut positions = Vec::new();
    for link in draft.links.iter().filter(|link| link.joint.initial != 0.0) {
        let joint = &link.joint;
        if joint.follows.is_some() {
            let message =
                format!("joint `{}` follows another and cannot start by itself", joint.name);
            diagnostics.error(joint.at, message);
        } else if tree.joint(&joint.name).is_some() {
            positions.push((joint.name.clone(), joint.initial));
        }
    }
    positions
}

fn drive(
    draft: &Draft,
    tree: &Tree,
    contactors: &BTreeMap<&str, usize>,
    diagnostics: &mut FileDiagnostics,
) -> Option<DriveLayout> {
    let mut wheels = Vec::new();
    for drive in &draft.drives {
        let Some(&contactor) = contactors.get(drive.wheel.as_str()) else {
            let message = format!("`{}` is no contactor", drive.wheel);
            unknown(diagnostics, drive.at, message, &drive.wheel, contactors.keys().copied());
            continue;
        };
        let model = &draft.contactors[contactor];
        if model.shape.as_wheel().is_none() {
            diagnostics.error(drive.at, format!("contactor `{}` is no wheel", drive.wheel));
            continue;
        }
        let own = tree.link(&model.link).map(|link| tree.links()[link].joint.name.as_str());
        let turning = drive.drive.as_deref().or(own).unwrap_or_default();
        let turns = turning_joint(turning, drive, tree, diagnostics);
        let steers =
            drive.steer.as_deref().map(|name| turning_joint(name, drive, tree, diagnostics));
        if let (Some(turns), None | Some(Some(_))) = (turns, steers) {
            let (name, steer) = (drive.wheel.clone(), steers.flatten());
            let found = drive.found;
            wheels.push(DriveWheel { name, contactor, drive: turns, steer, found });
        }
    }
    (!wheels.is_empty()).then_some(DriveLayout { wheels })
}

/// The link whose joint drives or steers a wheel; it must turn.
fn turning_joint(
    name: &str,
    drive: &super::draft::DraftDrive,
    tree: &Tree,
    diagnostics: &mut FileDiagnostics,
) -> Option<usize> {
    let Some(link) = tree.joint(name) else {
        let known = tree.links().iter().map(|link| link.joint.name.as_str());
        let message = format!("wheel `{}`: `{name}` is no joint", drive.wheel);
        unknown(diagnostics, drive.at, message, name, known);
        return None;
    };
    if tree.links()[link].joint.kind.turns_about().is_none() {
        diagnostics
            .error(drive.at, format!("wheel `{}`: joint `{name}` does not turn", drive.wheel));
        return None;
    }
    Some(link)
}

/// Massless links between joints can leave a motion without inertia although every joint carries
/// mass: the mass matrix shows it.
fn moves_freely(draft: &Draft, model: &VehicleModel, diagnostics: &mut FileDiagnostics) {
    let tree = &model.tree;
    let size = tree.velocities();
    let mut kinematics = Kinematics::new(tree);
    kinematics.update(tree, &model.initial_positions(), &vec![0.0; size]);
    let inertias: Vec<Option<Inertia>> = tree.links().iter().map(|link| link.inertia).collect();
    let mut mass = DMatrix::zeros(size, size);
    crba(tree, &inertias, &kinematics, &mut CrbaScratch::new(tree), &mut mass);
    let Some(bad) = first_without_inertia(mass) else { return };
    let Some(link) = tree.columns().iter().find(|column| column.coordinate == bad) else { return };
    let link = &tree.links()[link.link];
    let at = draft.links.iter().find(|one| one.name == link.name).map_or(draft.at, |one| one.at);
    let message = format!(
        "joint `{}` moves nothing at the start that the joints before it do not move alike: a link \
         without mass stands between them",
        link.joint.name
    );
    diagnostics.help(
        at,
        message,
        "give the links between them an inertia, or fix one of the joints",
    );
}

/// The first coordinate whose pivot in Cholesky's factorisation vanishes against its diagonal.
fn first_without_inertia(mut mass: DMatrix<f64>) -> Option<usize> {
    let size = mass.nrows();
    for pivot in 0..size {
        let before: f64 = (0..pivot).map(|k| mass[(pivot, k)] * mass[(pivot, k)]).sum();
        let left = mass[(pivot, pivot)] - before;
        if left <= 1e-12 * mass[(pivot, pivot)] || left.is_nan() {
            return Some(pivot);
        }
        let root = left.sqrt();
        for row in pivot + 1..size {
            let before: f64 = (0..pivot).map(|k| mass[(row, k)] * mass[(pivot, k)]).sum();
            mass[(row, pivot)] = (mass[(row, pivot)] - before) / root;
        }
        mass[(pivot, pivot)] = root;
    }
    None
}
