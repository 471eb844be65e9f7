//! Vehicles and where they start.

use super::ground::LawRecipe;
use super::{Report, nearest};
use crate::format::Node;
use nalgebra::{Matrix3, UnitQuaternion, Vector3};
use planetfall::contact::GroundLaw;
use planetfall::contact::compliant::MarkerLaw;
use planetfall::math::rotation;
use planetfall::terrain::{NoGround, Terrain};
use planetfall::vehicle::{ContactShape, Contactor, Feeler, Inertia, Motion, Vehicle};

/// All vehicles of the file; `None` if one of them is impossible.
pub(super) fn vehicles(
    root: &Node,
    law: &LawRecipe,
    gravity: f64,
    report: &mut Report<'_>,
) -> Option<Vec<Vehicle>> {
    let nodes = root.list("vehicle");
    let mut built: Vec<Vehicle> = Vec::new();
    let mut complete = true;
    for (index, node) in nodes.iter().enumerate() {
        let vehicle = match model(&nodes[..index], node, report) {
            Some(model) => vehicle(node, model, law, gravity, report),
            None => None,
        };
        match vehicle {
            Some(vehicle) => built.push(vehicle),
            None => complete = false,
        }
    }
    complete.then_some(built)
}

/// The node that describes the body: this one, or the earlier one it is like.
fn model<'a>(earlier: &'a [Node], node: &'a Node, report: &mut Report<'_>) -> Option<&'a Node> {
    let Some(like) = node.optional_text("like") else { return Some(node) };
    let own = ["mass_kg", "inertia_kg_m2"].into_iter().find(|key| node.has(key));
    if let Some(key) = own {
        let message = format!("a vehicle that is like `{like}` has no `{key}` of its own");
        report.error(node.place_of(key), message);
    }
    if !node.list("marker").is_empty() {
        let message = format!("a vehicle that is like `{like}` has no markers of its own");
        report.error(node.place_of("marker"), message);
    }
    if !earlier.iter().any(|n| n.text("name") == like) {
        let message = format!("`{like}`: no vehicle before this one has that name");
        match nearest(like, earlier.iter().map(|n| n.text("name"))) {
            Some(name) => {
                report.help(node.place_of("like"), message, format!("did you mean `{name}`?"))
            }
            None => report.error(node.place_of("like"), message),
        }
    }
    described(earlier, like)
}

/// The node with the body of a named vehicle. Only vehicles before it are looked at in turn, so
/// that the search ends whatever they say they are like.
fn described<'a>(earlier: &'a [Node], name: &str) -> Option<&'a Node> {
    let index = earlier.iter().position(|node| node.text("name") == name)?;
    match earlier[index].optional_text("like") {
        Some(like) => described(&earlier[..index], like),
        None => Some(&earlier[index]),
    }
}

fn vehicle(
    node: &Node,
    model: &Node,
    law: &LawRecipe,
    gravity: f64,
    report: &mut Report<'_>,
) -> Option<Vehicle> {
    let inertia = inertia(model, report);
    let markers = model.list("marker");
    if markers.is_empty() {
        let message = format!(
            "vehicle `{}` has no markers: nothing of it would feel the ground",
            node.text("name")
        );
        report.help(model.place(), message, "add [[vehicle.marker]] with name and position_m");
        return None;
    }
    let inertia = inertia?;
    check_markers(markers, gravity, report);
    let base = law.law(inertia.mass(), gravity, markers.len());
    let mut vehicle = Vehicle::rigid(node.text("name"), inertia);
    vehicle.contactors = markers.iter().map(|marker| self::marker(marker, base)).collect();
    Some(vehicle)
}

/// Entities of metrics and columns that every vehicle or run has.
const TAKEN: [&str; 4] = ["com", "body", "energy", "effort"];

fn check_markers(markers: &[Node], gravity: f64, report: &mut Report<'_>) {
    for marker in markers {
        let name = marker.text("name");
        if TAKEN.contains(&name) {
            let message = format!("`{name}` cannot be a marker's name: metrics and columns use it");
            report.error(marker.place_of("name"), message);
        }
        // Not even a body at rest presses on the ground, so no penetration says how stiff it is.
        if gravity <= 0.0 && !marker.has("stiffness_n_per_m") {
            let message = format!(
                "the ground under marker `{name}` has no stiffness: it follows from the weight, \
                 and gravity at the site is {gravity} m/s²"
            );
            let help = "give the marker its own stiffness_n_per_m (and damping_n_s_per_m)";
            report.help(marker.place(), message, help);
        }
    }
}

fn marker(node: &Node, mut law: MarkerLaw) -> Contactor {
    if let Some(stiffness) = node.optional_number("stiffness_n_per_m") {
        law.spring.stiffness = stiffness;
    }
    if let Some(damping) = node.optional_number("damping_n_s_per_m") {
        law.spring.damping = damping;
    }
    Contactor {
        name: node.text("name").to_owned(),
        link: 0,
        shape: ContactShape::Marker { point: Vector3::from(node.vector("position_m")) },
        law: GroundLaw::Marker(law),
    }
}

fn inertia(node: &Node, report: &mut Report<'_>) -> Option<Inertia> {
    let missing: Vec<&str> =
        ["mass_kg", "inertia_kg_m2"].into_iter().filter(|key| !node.has(key)).collect();
    if !missing.is_empty() {
        // A key that is there but wrong has been told already and reads as absent.
        if !report.checked.has_errors() {
            let message = format!("missing {}", missing.map_names());
            report.help(node.place(), message, "or say `like` which earlier vehicle this one is");
        }
        return None;
    }
    let [xx, yy, zz] = node.vector("inertia_kg_m2");
    let [xy, xz, yz] = node.vector("products_of_inertia_kg_m2");
    let matrix = Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz);
    let centre = Vector3::from(node.vector("centre_of_mass_m"));
    let made = Inertia::new(node.number("mass_kg"), centre, matrix);
    made.map_err(|error| report.error(node.place_of("inertia_kg_m2"), error.to_string())).ok()
}

trait Names {
    fn map_names(&self) -> String;
}

impl Names for Vec<&str> {
    fn map_names(&self) -> String {
        self.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(" and ")
    }
}

/// Initial motions, in the order of the vehicles.
pub(super) fn starts(
    root: &Node,
    vehicles: &Option<Vec<Vehicle>>,
    terrain: &dyn Terrain,
    report: &mut Report<'_>,
) -> Option<Vec<Motion>> {
    let vehicles = vehicles.as_ref()?;
    let nodes = root.list("vehicle");
    let mut motions = Vec::new();
    for (node, vehicle) in nodes.iter().zip(vehicles) {
        let start = node.get("start");
        match self::start(start, vehicle, terrain) {
            Ok(motion) => motions.push(motion),
            Err(error) => {
                report.error(start.place_of("position_m"), format!("the start has {error}"));
            }
        }
        let speed = start.number("downhill_speed_m_per_s");
        let [x, y] = start.vector("position_m");
        if speed != 0.0 && terrain.downhill(x, y).is_none() {
            let message = "this terrain has no direction of fall for downhill_speed_m_per_s";
            let help = "give velocity_m_per_s instead";
            report.help(start.place_of("downhill_speed_m_per_s"), message, help);
        }
    }
    (motions.len() == nodes.len()).then_some(motions)
}

fn start(node: &Node, vehicle: &Vehicle, terrain: &dyn Terrain) -> Result<Motion, NoGround> {
    let [x, y] = node.vector("position_m");
    let foot = Vector3::new(x, y, terrain.height(x, y)?);
    let normal = terrain.sound(&foot)?.normal;
    let along = if node.text("height_along") == "normal" { normal } else { Vector3::z() };
    let site_from_body = attitude(node, &normal);
    let offset = centre_of(vehicle);
    let offset = &offset;
    let centre = if node.text("height_of") == "lowest_marker" {
        let lift = lift(node.number("height_m"), &foot, &along, site_from_body, vehicle, terrain)?;
        foot + along * lift
    } else {
        foot + along * node.number("height_m")
    };
    let rate: [f64; 3] = node.vector("rate_deg_per_s");
    let rate = Vector3::from(rate.map(f64::to_radians));
    let downhill = terrain.downhill(x, y).unwrap_or_else(Vector3::zeros);
    let velocity = Vector3::from(node.vector("velocity_m_per_s"))
        + downhill * node.number("downhill_speed_m_per_s");
    Ok(Motion {
        position: centre - site_from_body * offset,
        site_from_body,
        velocity: velocity - site_from_body * rate.cross(offset),
        rate,
    })
}

/// Centre of mass in the root's axes.
fn centre_of(vehicle: &Vehicle) -> Vector3<f64> {
    let root = &vehicle.tree.links()[0];
    root.inertia.map_or_else(Vector3::zeros, |inertia| *inertia.centre())
}

/// How far the centre of mass must be from its foot so that the marker nearest to the ground has
/// the wanted gap, found by moving along the direction until it does.
fn lift(
    gap: f64,
    foot: &Vector3<f64>,
    along: &Vector3<f64>,
    site_from_body: UnitQuaternion<f64>,
    vehicle: &Vehicle,
    terrain: &dyn Terrain,
) -> Result<f64, NoGround> {
    let feelers: Vec<Feeler> = vehicle.contactors.iter().flat_map(|c| c.shape.feelers()).collect();
    let turn = site_from_body.to_rotation_matrix().into_inner();
    let centre = turn * centre_of(vehicle);
    let mut lift = 0.0;
    for _ in 0..60 {
        let mut least = f64::INFINITY;
        for feeler in &feelers {
            let origin = foot + along * lift - centre;
            least = least.min(feeler.touch(&turn, &origin, terrain)?.1.gap);
        }
        if (least - gap).abs() < 1e-12 {
            break;
        }
        lift += gap - least;
    }
    Ok(lift)
}

fn attitude(node: &Node, normal: &Vector3<f64>) -> UnitQuaternion<f64> {
    let [yaw, pitch, roll]: [f64; 3] = node.vector("yaw_pitch_roll_deg");
    let turned =
        rotation::from_yaw_pitch_roll(yaw.to_radians(), pitch.to_radians(), roll.to_radians());
    match node.text("attitude_frame") {
        "ned" => rotation::enu_from_ned() * turned,
        "slope" => rotation::shortest(&Vector3::z(), normal) * rotation::enu_from_ned() * turned,
        _ => turned,
    }
}
