//! Sets the scene of a run: from the world that was run to the `scene.json` that shows it.

mod ground;
mod sight;
mod visuals;

pub use ground::Reach;
pub(crate) use sight::seen;

use crate::quantity::column::position_columns;
use crate::run_folder::scene::{
    ContactorKind, Scene, SceneAnchor, SceneCable, SceneCarrier, SceneContactor, SceneEngine,
    SceneJoint, SceneLink, SceneVehicle,
};
use crate::vehicle::Visual;
use nalgebra::{Matrix3, Rotation3, UnitQuaternion, Vector3};
use planetfall::shape::{Shape, Wheel};
use planetfall::state::State;
use planetfall::vehicle::{Anchor, Cable, Contactor, Engine, Joint, Link};
use planetfall::world::World;

/// A scene, and what could not be drawn of it.
#[derive(Clone, Debug)]
pub struct Staged {
    /// The scene.
    pub scene: Scene,
    /// One sentence for each drawing that is replaced or left out.
    pub warnings: Vec<String>,
}

/// The scene of a world, with the visuals of each of its vehicles and the ground that the motion
/// reached.
pub fn scene(world: &World, start: &State, visuals: &[Vec<Visual>], reach: &Reach) -> Staged {
    let mut warnings = Vec::new();
    let vehicles = (0..world.named()).map(|index| {
        let own = visuals.get(index).map_or(&[][..], Vec::as_slice);
        vehicle(world, index, own, &mut warnings)
    });
    let vehicles = vehicles.collect();
    let size = (0..world.named()).map(|index| size(world, start, index));
    let first = world.vehicles().first().map(|_| start.motion(world, 0).position);
    let gravity = world.gravity().acceleration(&first.unwrap_or_default(), &Vector3::zeros());
    let scene = Scene {
        format: Scene::FORMAT,
        gravity_m_per_s2: gravity.into(),
        sun_direction: (*world.sun()).into(),
        terrain: ground::grid(world.terrain(), reach, size.fold(0.0, f64::max)),
        vehicles,
        cables: world.cables().iter().map(cable).collect(),
    };
    warnings.dedup();
    Staged { scene, warnings }
}

fn vehicle(
    world: &World,
    index: usize,
    visuals: &[Visual],
    warnings: &mut Vec<String>,
) -> SceneVehicle {
    let vehicle = &world.vehicles()[index];
    let links = vehicle.tree.links().iter().enumerate();
    let links = links.map(|(place, link)| {
        let drawn = visuals::shapes(vehicle, place, visuals, warnings);
        let shapes = drawn.iter().map(visuals::Drawn::stored).collect();
        SceneLink { shapes, ..bare(link) }
    });
    SceneVehicle {
        name: vehicle.name.clone(),
        prefix: world.entity_name(index, ""),
        links: links.collect(),
        contactors: vehicle.contactors.iter().map(contactor).collect(),
        engines: vehicle.engines.iter().map(engine).collect(),
        carrier: world.mounts()[index].map(|mount| SceneCarrier { vehicle: mount.carrier }),
    }
}

fn engine(engine: &Engine) -> SceneEngine {
    SceneEngine {
        name: engine.name.clone(),
        link: engine.link,
        position_m: engine.position.into(),
        direction: engine.direction.into(),
        max_thrust_n: engine.most,
    }
}

fn cable(cable: &Cable) -> SceneCable {
    let end = |anchor: &Anchor| SceneAnchor {
        vehicle: anchor.vehicle,
        link: anchor.link,
        point_m: anchor.point.into(),
    };
    SceneCable { name: cable.name.clone(), from: end(&cable.from), to: end(&cable.to) }
}

/// A link without what is drawn of it.
fn bare(link: &Link) -> SceneLink {
    let columns = match link.parent {
        Some(_) => columns(&link.joint),
        None => Vec::new(),
    };
    SceneLink {
        name: link.name.clone(),
        parent: link.parent,
        position_m: link.parent_from_joint.position.into(),
        rotation_wxyz: quaternion(&link.parent_from_joint.rotation),
        joint: SceneJoint::new(&link.joint.kind, columns),
        shapes: Vec::new(),
    }
}

/// Columns that hold a joint's position coordinates, as the history names them.
fn columns(joint: &Joint) -> Vec<String> {
    let coordinates = position_columns(&joint.kind).iter();
    coordinates.map(|one| one.of(&joint.name)).collect()
}

fn contactor(contactor: &Contactor) -> SceneContactor {
    let (kind, axis, radius, width) = match &contactor.shape {
        Shape::Point { .. } => (ContactorKind::Marker, None, None, None),
        Shape::Wheel(Wheel { axis, radius, width, .. }) => {
            (ContactorKind::Wheel, Some(*axis), Some(*radius), Some(*width))
        }
        Shape::Ball { radius, .. } => (ContactorKind::Sphere, None, Some(*radius), None),
        // A reader of the scene knows boxes and cylinders by their stand-ins; among contactors they
        // are bodies like any other.
        Shape::Box { .. } | Shape::Cylinder { .. } | Shape::Mesh { .. } => {
            (ContactorKind::Mesh, None, None, None)
        }
    };
    let position = contactor.shape.centre();
    SceneContactor {
        name: contactor.name.clone(),
        link: contactor.link,
        kind,
        position_m: (*position).into(),
        axis: axis.map(Into::into),
        radius_m: radius,
        width_m: width,
    }
}

/// Twice the farthest that a link or contactor is from the root at the start, m.
fn size(world: &World, start: &State, vehicle: usize) -> f64 {
    let kinematics = start.kinematics(world, vehicle);
    let contactors = world.vehicles()[vehicle].contactors.iter().filter_map(|one| {
        let centre = Vector3::from(contactor(one).position_m);
        Some(kinematics.links.get(one.link)?.point(&centre).0.norm())
    });
    let links = kinematics.links.iter().map(|link| link.position.norm());
    2.0 * contactors.chain(links).fold(0.0, f64::max)
}

fn quaternion(rotation: &Matrix3<f64>) -> [f64; 4] {
    let turn = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(*rotation));
    [turn.w, turn.i, turn.j, turn.k]
}
