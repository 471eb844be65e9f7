//! Vehicles and where they start.

use super::cycle::Planned;
use super::flight_start;
use super::ground::{ContactShape, GroundFile, Load};
use super::lineage::Folders;
use super::schema::ScenarioKeys;
use super::schema::vehicle::{
    AttitudeFrameChoice, BeyondFrictionChoice, HeightAlongChoice, HeightOfChoice, MarkerKeys,
    RateFrameChoice, ShapeCases, ShapeKeys, StartKeys, VehicleKeys,
};
use super::soil_ground;
use super::{Report, nearest};
use crate::format::declare::AnyKey;
use crate::format::{Ink, Place};
use crate::vehicle::{
    self as vehicle_file, DriveLayout, DriveWheel, VehicleFile, VehicleModel, Visual,
};
use nalgebra::{Matrix3, UnitQuaternion, Vector3};
use planetfall::contact::sample_point::sample_loci;
use planetfall::control::WheelJoints;
use planetfall::dynamics::{Kinematics, energy};
use planetfall::ground::scm::Field;
use planetfall::math::rotation;
use planetfall::shape::Shape;
use planetfall::state::State;
use planetfall::statics::{FrictionBound, SettleError, Settled, Stance, settle, sink};
use planetfall::terrain::{NoGround, Terrain};
use planetfall::vehicle::{
    Contactor, ContactorRole, Inertia, JointStart, Motion, Placement, Tank, Tree, Vehicle,
};
use planetfall::world::World;
use std::path::Path;

/// A vehicle, and what its own file says besides: nothing for a body that the scenario describes.
pub(super) struct Described {
    pub(super) vehicle: Vehicle,
    pub(super) visuals: Vec<Visual>,
    initial: Vec<(String, f64)>,
    drive: Option<DriveLayout>,
}

impl Described {
    /// Which joints turn and steer the wheels, if the vehicle's file says so.
    pub(super) fn wheel_joints(&self) -> Option<Vec<WheelJoints>> {
        let wheels = self.drive.as_ref()?.wheels.iter();
        let links = self.vehicle.tree.links();
        // A URDF names no motors: what was found by its shape but got none stays as it is.
        let steers =
            |wheel: &DriveWheel, link: &usize| !wheel.found || links[*link].joint.motor.is_some();
        let joints = |wheel: &DriveWheel| WheelJoints {
            contactor: wheel.contactor,
            drive: wheel.drive,
            steer: wheel.steer.filter(|link| steers(wheel, link)),
        };
        Some(wheels.map(joints).collect())
    }
}

/// All vehicles of the file; `None` if one of them is impossible.
pub(super) fn vehicles(
    root: &ScenarioKeys,
    ground: &GroundFile,
    gravity: f64,
    folders: &Folders,
    report: &mut Report<'_>,
) -> Option<Vec<Described>> {
    let nodes = &root.vehicle;
    let mut built = Vec::new();
    let mut complete = true;
    for (index, keys) in nodes.iter().enumerate() {
        let vehicle = match model(&nodes[..index], keys, report) {
            Some(model) => vehicle(keys, model, ground, gravity, folders, report),
            None => None,
        };
        match vehicle {
            Some(vehicle) => built.push(vehicle),
            None => complete = false,
        }
    }
    complete.then_some(built)
}

/// The keys that describes the body: this one, or the earlier one it is like.
fn model<'a>(
    earlier: &'a [VehicleKeys],
    keys: &'a VehicleKeys,
    report: &mut Report<'_>,
) -> Option<&'a VehicleKeys> {
    let Some(like) = keys.like.given() else { return Some(keys) };
    if let Some(key) = keys.own_mass().into_iter().find(|key| key.has_value()) {
        let name = key.name();
        let message = format!("a vehicle that is like `{like}` has no `{name}` of its own");
        report.error(key.place(), message);
    }
    if let Some(key) = keys.own_parts() {
        let name = key.name();
        let message = format!("a vehicle that is like `{like}` has no {name}s of its own");
        report.error(key.place(), message);
    }
    if !earlier.iter().any(|n| n.name.value() == like) {
        let message = format!("`{like}`: no vehicle before this one has that name");
        match nearest(like, earlier.iter().map(|n| n.name.value())) {
            Some(name) => {
                report.help(keys.like.place(), message, format!("did you mean `{name}`?"))
            }
            None => report.error(keys.like.place(), message),
        }
    }
    described(earlier, like)
}

/// The keys with the body of a named vehicle. Only vehicles before it are looked at in turn, so
/// that the search ends whatever they say they are like.
fn described<'a>(earlier: &'a [VehicleKeys], name: &str) -> Option<&'a VehicleKeys> {
    let index = earlier.iter().position(|keys| keys.name.value() == name)?;
    match earlier[index].like.given() {
        Some(like) => described(&earlier[..index], like),
        None => Some(&earlier[index]),
    }
}

fn vehicle(
    keys: &VehicleKeys,
    model: &VehicleKeys,
    ground: &GroundFile,
    gravity: f64,
    folders: &Folders,
    report: &mut Report<'_>,
) -> Option<Described> {
    if model.model.has_value() {
        return from_file(keys, model, ground, gravity, folders, report);
    }
    fill_tanks(keys, &mut [], report);
    let inertia = inertia(model, report);
    let (markers, shapes) = (&model.marker, &model.shape);
    if markers.is_empty() && shapes.is_empty() {
        let message = format!(
            "vehicle `{}` has no markers: nothing of it would feel the ground",
            keys.name.value()
        );
        let help = "add [[vehicle.marker]] with name and position_m, or [[vehicle.shape]]";
        report.help(model.place, message, help);
        return None;
    }
    let inertia = inertia?;
    check_markers(markers, ground, gravity, report);
    let name = keys.name.value();
    let parts: Vec<ContactShape> =
        markers.iter().map(marker).chain(shapes.iter().map(shape)).collect();
    check_shapes(markers, shapes, ground, gravity, report);
    let load = Load { vehicle: name, mass: inertia.mass(), gravity, contactors: parts.len() };
    let mut vehicle = Vehicle::rigid(name, inertia);
    vehicle.contactors = contactors(parts, ground, &load, report)?;
    Some(Described { vehicle, visuals: Vec::new(), initial: Vec::new(), drive: None })
}

/// A vehicle whose body another file describes.
fn from_file(
    keys: &VehicleKeys,
    model: &VehicleKeys,
    ground: &GroundFile,
    gravity: f64,
    folders: &Folders,
    report: &mut Report<'_>,
) -> Option<Described> {
    let place = model.model.place();
    let own = model.own_mass().into_iter().any(|key| key.has_value());
    if own || model.own_parts().is_some() {
        let message = "a vehicle with a `model` has no mass, inertia, markers or shapes of its own";
        report.error(place, message);
    }
    let found = read_model(model.model.given().unwrap_or_default(), folders.of(place));
    let mut loaded = found.map_err(|text| report.error(place, text)).ok()?;
    for warning in &loaded.warnings {
        report.warning(place, warning.trim_end());
    }
    warn_of_loose_steering(&loaded, place, report);
    if loaded.contactors.is_empty() {
        let message = format!("model `{}` has nothing that feels the ground", loaded.name);
        report.error(place, message);
        return None;
    }
    fill_tanks(keys, &mut loaded.tanks, report);
    let (name, mass) = (keys.name.value(), loaded.mass());
    let supports = loaded.contactors.iter().filter(|one| one.role == ContactorRole::Support);
    let load = Load { vehicle: name, mass, gravity, contactors: supports.count() };
    let VehicleModel { tree, visuals, initial, drive, contactors: shapes, .. } = loaded;
    let part = |part: vehicle_file::ContactorModel| ContactShape {
        name: part.name,
        link: part.link,
        shape: part.shape,
        own: (None, None),
        role: part.role,
    };
    let mut vehicle = Vehicle::new(name, tree);
    vehicle.contactors = contactors(shapes.into_iter().map(part), ground, &load, report)?;
    (vehicle.engines, vehicle.tanks) = (loaded.engines, loaded.tanks);
    Some(Described { vehicle, visuals, initial, drive })
}

/// Warns of steering joints that nothing holds: a URDF names no motors.
fn warn_of_loose_steering(model: &VehicleModel, place: Place, report: &mut Report<'_>) {
    let wheels = model.drive.iter().flat_map(|drive| &drive.wheels).filter(|wheel| wheel.found);
    let links = model.tree.links();
    let loose = wheels.filter_map(|wheel| {
        let joint = &links[wheel.steer?].joint;
        let held = joint.motor.is_some() || joint.coupling.is_some();
        (!held).then_some(format!("`{}`", joint.name))
    });
    let loose: Vec<String> = loose.collect();
    if loose.is_empty() {
        return;
    }
    let message = format!(
        "nothing holds the steering of model `{}`: {} without a motor and swing as their wheels are \
         pushed, which costs drive energy. Give them motors in an overlay ([[joint]] with motor), or \
         make them fixed",
        model.name,
        match &loose[..] {
            [one] => format!("joint {one} is"),
            many => format!("joints {} are", many.join(", ")),
        }
    );
    report.warning(place, message);
}

/// Fills a vehicle's tanks with what the scenario says is in them.
fn fill_tanks(keys: &VehicleKeys, tanks: &mut [Tank], report: &mut Report<'_>) {
    let Some(propellant) = keys.propellant_kg.given() else { return };
    let full: f64 = tanks.iter().map(|tank| tank.propellant).sum();
    if tanks.is_empty() {
        let message = format!("vehicle `{}` has no tanks for propellant", keys.name.value());
        let help = "a vehicle file has them: [[link.tank]]";
        report.help(keys.propellant_kg.place(), message, help);
    }
    tanks.iter_mut().for_each(|tank| tank.propellant *= propellant / full);
}

fn read_model(name: &str, folder: Option<&Path>) -> Result<VehicleModel, String> {
    let file = VehicleFile::find(name, folder).map_err(|error| {
        let names: Vec<&str> = vehicle_file::builtins().iter().map(|known| known.name).collect();
        let hint = match nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("built-in ones are {}", names.join(", ")),
        };
        format!("`{name}`: no built-in vehicle and no file ({error}); {hint}")
    })?;
    file.load(Ink::Plain).map_err(|mistakes| format!("the model has mistakes\n{}", mistakes.text))
}

/// Puts vehicles whose root does not move where their start has them; the tree of such a vehicle stands
/// where its root does.
pub(super) fn planted(
    root: &ScenarioKeys,
    mut vehicles: Vec<Described>,
    joints: &[JointStart],
    terrain: &dyn Terrain,
    report: &mut Report<'_>,
) -> Vec<Described> {
    let nodes = root.vehicle.iter();
    for (number, (keys, described)) in nodes.zip(&mut vehicles).enumerate() {
        let Some(start) = &keys.start else { continue };
        let root = &described.vehicle.tree.links()[0];
        if root.joint.kind.is_free() {
            continue;
        }
        let own = joints.iter().filter(|joint| joint.vehicle == number);
        match plant(start, &described.vehicle, own, terrain) {
            Ok(tree) => described.vehicle.tree = tree,
            Err(message) => report.error(start.height_m.place(), message),
        }
    }
    vehicles
}

/// The tree of a vehicle with its root where the start says.
fn plant<'a>(
    start: &StartKeys,
    vehicle: &Vehicle,
    joints: impl Iterator<Item = &'a JointStart>,
    terrain: &dyn Terrain,
) -> Result<Tree, String> {
    let no_ground = |error: NoGround| format!("the start has {error}");
    let [x, y] = start.position_m.value();
    let foot = Vector3::new(x, y, terrain.height(x, y).map_err(no_ground)?);
    let normal = terrain.query(&foot).map_err(no_ground)?.normal;
    let along =
        if start.height_along.value() == HeightAlongChoice::Normal { normal } else { Vector3::z() };
    let turn = attitude(start, &normal).to_rotation_matrix().into_inner();
    let standing = |position: Vector3<f64>| {
        let mut links = vehicle.tree.links().to_vec();
        let own = links[0].parent_from_joint.rotation;
        links[0].parent_from_joint = Placement { rotation: turn * own, position };
        Tree::new(links).map_err(|error| error.to_string())
    };
    let tree = standing(Vector3::zeros())?;
    let mut q = tree.neutral();
    for joint in joints {
        q[tree.places()[joint.link].position] = joint.position;
    }
    let mut kinematics = Kinematics::new(&tree);
    kinematics.update(&tree, &q, &vec![0.0; tree.velocities()]);
    let height = start.height_m.given().unwrap_or(f64::NAN);
    match start.height_of.value() {
        HeightOfChoice::Settled => {
            Err("a vehicle whose root is fixed does not settle: give height_of = \
                          \"centre_of_mass\" or \"lowest_marker\""
                .to_owned())
        }
        HeightOfChoice::LowestMarker => {
            let mut at = foot;
            for _ in 0..60 {
                let mut least = f64::INFINITY;
                for part in &vehicle.contactors {
                    let motion = &kinematics.links[part.link];
                    let origin = at + kinematics.anchor + motion.position;
                    for locus in sample_loci(&part.shape) {
                        let met = locus.touch(&motion.rotation, &origin, terrain);
                        least = least.min(met.map_err(no_ground)?.1.gap);
                    }
                }
                if !least.is_finite() || (least - height).abs() < 1e-12 {
                    break;
                }
                at += along * (height - least);
            }
            standing(at)
        }
        HeightOfChoice::CentreOfMass => {
            let inertias: Vec<Option<Inertia>> =
                tree.links().iter().map(|link| link.inertia).collect();
            let centre = energy::centre_of_mass(&inertias, &kinematics).position;
            standing(foot + along * height - centre)
        }
    }
}

/// Joints that do not start at zero: the model's own wishes, then the scenario's.
pub(super) fn joints(
    root: &ScenarioKeys,
    vehicles: &[Described],
    cycles: &[Planned],
    report: &mut Report<'_>,
) -> Vec<JointStart> {
    let mut starts = Vec::new();
    for (vehicle, (keys, described)) in root.vehicle.iter().zip(vehicles).enumerate() {
        let owner = &described.vehicle;
        let mut set = |link: usize, position: f64| {
            starts.push(JointStart { vehicle, link, position, speed: 0.0 });
        };
        for (name, position) in &described.initial {
            owner.tree.joint(name).iter().for_each(|&link| set(link, *position));
        }
        // The last word on a joint counts.
        for (link, position) in cycles.iter().flat_map(|planned| planned.starts(vehicle)) {
            set(link, position);
        }
        for joint in &keys.joint {
            let name = joint.name.value();
            let link = owner.tree.joint(name);
            let angle = joint.angle_deg.given().map(f64::to_radians);
            match (link, angle, joint.extension_m.given()) {
                (Some(link), Some(position), None) | (Some(link), None, Some(position)) => {
                    set(link, position);
                }
                (Some(_), _, _) => {
                    report.error(joint.place, "give either angle_deg or extension_m");
                }
                (None, _, _) => {
                    let message = format!("`{name}`: the vehicle has no such joint");
                    let known = owner.tree.links().iter().map(|link| link.joint.name.as_str());
                    let help = match nearest(name, known) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => "the vehicle's file names them".to_owned(),
                    };
                    report.help(joint.name.place(), message, help);
                }
            }
        }
    }
    starts
}

/// Entities of metrics and columns that every vehicle or run has.
pub(super) const TAKEN: [&str; 5] = ["com", "body", "energy", "effort", "grains"];

fn check_markers(
    markers: &[MarkerKeys],
    ground: &GroundFile,
    gravity: f64,
    report: &mut Report<'_>,
) {
    for marker in markers {
        let name = marker.name.value();
        if TAKEN.contains(&name) {
            let message = format!("`{name}` cannot be a marker's name: metrics and columns use it");
            report.error(marker.name.place(), message);
        }
        // Not even a body at rest presses on the ground, so no penetration says how stiff it is.
        if gravity <= 0.0 && ground.needs_weight() && !marker.stiffness_n_per_m.has_value() {
            let message = format!(
                "the ground under marker `{name}` has no stiffness: it follows from the weight, \
                 and gravity at the site is {gravity} m/s²"
            );
            let help = "give the marker its own stiffness_n_per_m (and damping_n_s_per_m)";
            report.help(marker.place, message, help);
        }
        for key in [&marker.stiffness_n_per_m, &marker.damping_n_s_per_m] {
            if key.has_value() && !ground.has_stiffness() {
                let key_name = key.name();
                let message = format!("`{key_name}` of marker `{name}` is not used on this ground");
                report.warning(key.place(), message);
            }
        }
    }
}

fn marker(keys: &MarkerKeys) -> ContactShape {
    ContactShape {
        name: keys.name.value().to_owned(),
        link: 0,
        shape: Shape::Point { point: Vector3::from(keys.position_m.value()) },
        own: (keys.stiffness_n_per_m.given(), keys.damping_n_s_per_m.given()),
        role: ContactorRole::Support,
    }
}

fn shape(keys: &ShapeKeys) -> ContactShape {
    let centre = Vector3::from(keys.position_m.value());
    let shape = match keys.kind.given() {
        Some(ShapeCases::Box(own)) => {
            let [yaw, pitch, roll] = own.yaw_pitch_roll_deg.value().map(f64::to_radians);
            let turn = rotation::from_yaw_pitch_roll(yaw, pitch, roll);
            let half = Vector3::from(own.size_m.value()) * 0.5;
            let axes = turn.to_rotation_matrix().into_inner();
            Shape::Box { centre, axes, half }
        }
        Some(ShapeCases::Sphere(own)) => Shape::Ball { centre, radius: own.radius_m.value() },
        None => Shape::Ball { centre, radius: f64::NAN },
    };
    let role = ContactorRole::Support;
    ContactShape { name: keys.name.value().to_owned(), link: 0, shape, own: (None, None), role }
}

/// Names of shapes, and whether the ground under them has a stiffness.
fn check_shapes(
    markers: &[MarkerKeys],
    shapes: &[ShapeKeys],
    ground: &GroundFile,
    gravity: f64,
    report: &mut Report<'_>,
) {
    for shape in shapes {
        let name = shape.name.value();
        if TAKEN.contains(&name) {
            let message = format!("`{name}` cannot be a shape's name: metrics and columns use it");
            report.error(shape.name.place(), message);
        }
        if markers.iter().any(|marker| marker.name.value() == name) {
            let message = format!("`{name}` is the name of a marker too");
            report.error(shape.name.place(), message);
        }
        if gravity <= 0.0 && ground.needs_weight() {
            let message = format!(
                "the ground under shape `{name}` has no stiffness: it follows from the weight, and \
                 gravity at the site is {gravity} m/s²"
            );
            report.help(shape.place, message, "say kind = \"nonsmooth\" in [ground]");
        }
    }
}

/// All parts with the ground's law under each; `None` if there is none for one of them.
fn contactors(
    parts: impl IntoIterator<Item = ContactShape>,
    ground: &GroundFile,
    load: &Load<'_>,
    report: &mut Report<'_>,
) -> Option<Vec<Contactor>> {
    parts.into_iter().map(|part| ground.under(part, load, report)).collect()
}

fn inertia(keys: &VehicleKeys, report: &mut Report<'_>) -> Option<Inertia> {
    let (Some(mass), Some(moments)) = (keys.mass_kg.given(), keys.inertia_kg_m2.given()) else {
        let missing = keys.own_mass().into_iter().filter(|key| !key.has_value());
        let missing: Vec<String> = missing.map(|key| format!("`{}`", key.name())).collect();
        // A key that is there but wrong has been reported already and reads as absent.
        if !report.checked.has_errors() {
            let message = format!("missing {}", missing.join(" and "));
            report.help(keys.place, message, "or say `like` which earlier vehicle this one is");
        }
        return None;
    };
    let [xx, yy, zz] = moments;
    let [xy, xz, yz] = keys.products_of_inertia_kg_m2.value();
    let matrix = Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz);
    let centre = Vector3::from(keys.centre_of_mass_m.value());
    let made = Inertia::new(mass, centre, matrix);
    made.map_err(|error| report.error(keys.inertia_kg_m2.place(), error.to_string())).ok()
}

/// Initial motions, in the order of the vehicles. Joints of a settled vehicle are added to `joints`.
pub(super) fn starts(
    root: &ScenarioKeys,
    world: &World,
    joints: &mut Vec<JointStart>,
    report: &mut Report<'_>,
) -> Option<(Vec<Motion>, Vec<Stance>)> {
    let terrain = world.terrain();
    let mut stances = Vec::new();
    // Soil is laid later, and says then what it holds.
    let soft = soil_ground::lies_somewhere(&root.ground);
    let grip = if soft { FrictionBound::Unbounded } else { FrictionBound::Ground };
    let nodes = &root.vehicle;
    let mut motions = Vec::new();
    for (vehicle, keys) in nodes.iter().enumerate() {
        if keys.attached.is_some() {
            motions.push(Motion::at_rest(Vector3::zeros()));
            continue;
        }
        // A vehicle without a start has been reported already.
        let Some(start) = &keys.start else { continue };
        let slides = start.beyond_friction.value() == BeyondFrictionChoice::Slide;
        let grip = if slides { FrictionBound::Unbounded } else { grip };
        let made = match &start.geodetic {
            Some(own) => {
                flight_start::motion(start, own, world, vehicle, joints).map(|m| (m, None))
            }
            None => self::start(start, (world, grip), vehicle, joints),
        };
        match made {
            Ok((motion, stance)) => {
                motions.push(motion);
                stances.extend(stance);
            }
            Err(message) => report.error(start.position_m.place(), message),
        }
        let speed = start.downhill_speed_m_per_s.value();
        let [x, y] = start.position_m.value();
        if speed != 0.0 && terrain.downhill(x, y).is_none() {
            let message = "this terrain has no direction of fall for downhill_speed_m_per_s";
            let help = "give velocity_m_per_s instead";
            report.help(start.downhill_speed_m_per_s.place(), message, help);
        }
    }
    if motions.len() < nodes.len() {
        return None;
    }
    // Carried parts are where their carriers put them.
    let state = State::new(world, &motions, joints);
    for (vehicle, _) in nodes.iter().enumerate().filter(|(_, keys)| keys.attached.is_some()) {
        motions[vehicle] = state.motion(world, vehicle);
    }
    Some((motions, stances))
}

fn start(
    keys: &StartKeys,
    (world, grip): (&World, FrictionBound),
    vehicle: usize,
    joints: &mut Vec<JointStart>,
) -> Result<(Motion, Option<Stance>), String> {
    let no_ground = |error: NoGround| format!("the start has {error}");
    let terrain = world.terrain();
    let [x, y] = keys.position_m.value();
    let foot = Vector3::new(x, y, terrain.height(x, y).map_err(no_ground)?);
    let normal = terrain.query(&foot).map_err(no_ground)?.normal;
    let along =
        if keys.height_along.value() == HeightAlongChoice::Normal { normal } else { Vector3::z() };
    let site_from_body = attitude(keys, &normal);
    let pose = Pose::new(world, vehicle, joints, site_from_body);
    let height = keys.height_m.given().unwrap_or(f64::NAN);
    let centre = match keys.height_of.value() {
        HeightOfChoice::LowestMarker => {
            foot + along * pose.lift(height, &foot, &along, world).map_err(no_ground)?
        }
        HeightOfChoice::Settled => {
            return settled((world, grip), vehicle, joints, &pose, &foot, along * height);
        }
        HeightOfChoice::CentreOfMass => foot + along * height,
    };
    let rate = site_rate(keys, world, &site_from_body);
    let downhill = terrain.downhill(x, y).unwrap_or_else(Vector3::zeros);
    let velocity = Vector3::from(keys.velocity_m_per_s.value())
        + downhill * keys.downhill_speed_m_per_s.value();
    let offset = site_from_body.inverse() * pose.centre;
    let motion = Motion {
        position: centre - pose.centre,
        site_from_body,
        velocity: velocity - site_from_body * rate.cross(&offset),
        rate,
    };
    Ok((motion, None))
}

/// Angular rate against the site at the start, body axes, rad/s.
pub(super) fn site_rate(
    keys: &StartKeys,
    world: &World,
    site_from_body: &UnitQuaternion<f64>,
) -> Vector3<f64> {
    let rate: [f64; 3] = keys.rate_deg_per_s.value();
    let rate = Vector3::from(rate.map(f64::to_radians));
    match (keys.rate_frame.value(), world.gravity().spin()) {
        (RateFrameChoice::Inertial, Some(spin)) => rate - site_from_body.inverse() * spin,
        (RateFrameChoice::Inertial, None) | (RateFrameChoice::Site, _) => rate,
    }
}

/// The pose in which statics finds the vehicle at rest, lifted if asked for.
fn settled(
    (world, grip): (&World, FrictionBound),
    vehicle: usize,
    joints: &mut Vec<JointStart>,
    pose: &Pose,
    foot: &Vector3<f64>,
    lifted: Vector3<f64>,
) -> Result<(Motion, Option<Stance>), String> {
    let about = Motion {
        site_from_body: pose.site_from_body,
        ..Motion::at_rest(foot - Vector3::new(pose.centre.x, pose.centre.y, 0.0))
    };
    let mut motions = vec![Motion::at_rest(Vector3::zeros()); world.vehicles().len()];
    motions[vehicle] = about;
    let state = State::new(world, &motions, joints);
    let rest = settle(world, &state, vehicle, grip)
        .map_err(|error| format!("it does not settle: {error}{}", way_out(&error)))?;
    let mut motion = at_rest(world, vehicle, &rest, joints);
    motion.position += lifted;
    let stance = (lifted == Vector3::zeros()).then(|| rest.stance(vehicle));
    Ok((motion, stance))
}

/// What to try about a start that statics refuses, where there is something.
fn way_out(error: &SettleError) -> &'static str {
    match error {
        SettleError::Slides { .. } => {
            "; beyond_friction = \"slide\" starts it in the pose that enough friction would hold"
        }
        SettleError::NoGround(_)
        | SettleError::Unsuitable(_)
        | SettleError::TipsOver { .. }
        | SettleError::SlidesInSoil { .. }
        | SettleError::Sinks { .. }
        | SettleError::Buried { .. }
        | SettleError::NotFound { .. } => "",
    }
}

/// The motion of a vehicle that rests; its joints are added to `joints`.
fn at_rest(world: &World, vehicle: usize, rest: &Settled, joints: &mut Vec<JointStart>) -> Motion {
    let q = &rest.positions;
    let tree = &world.vehicles()[vehicle].tree;
    for (link, (part, place)) in tree.links().iter().zip(tree.places()).enumerate() {
        if part.joint.kind.velocities() == 1 && part.joint.coupling.is_none() {
            let position = q[place.position];
            joints.push(JointStart { vehicle, link, position, speed: 0.0 });
        }
    }
    Motion {
        site_from_body: rotation::from_numbers(&q[3..7]),
        ..Motion::at_rest(Vector3::new(q[0], q[1], q[2]))
    }
}

/// Lets vehicles that start at rest down into the soil under them, one after the other; the soil that they
/// then stand on.
pub(super) fn sink_in(
    root: &ScenarioKeys,
    world: &World,
    (motions, joints, stances): (&mut [Motion], &mut Vec<JointStart>, &mut [Stance]),
    report: &mut Report<'_>,
) -> Field {
    let mut soil = Field::new();
    if world.soil().is_none() {
        return soil;
    }
    let mut standing = Vec::new();
    for stance in stances {
        let vehicle = stance.vehicle;
        let mut state = State::new(world, motions, joints);
        state.ground.soil = soil;
        match sink(world, &state, vehicle, &standing) {
            Ok(None) => soil = state.ground.soil,
            Ok(Some(sunk)) => {
                motions[vehicle] = at_rest(world, vehicle, &sunk.settled, joints);
                *stance = sunk.settled.stance(vehicle);
                soil = sunk.soil;
            }
            Err(error) => {
                let keys = &root.vehicle[vehicle];
                let height = keys.start.as_ref().map(|start| &start.height_of);
                let place = height.map_or(keys.place, AnyKey::place);
                let message = format!("it does not settle in the soil: {error}");
                let help = "start it above the ground (`height_of = \"lowest_marker\"`, `height_m` > 0) and let it \
                            fall, or choose another place, slope or soil";
                report.help(place, message, help);
                soil = state.ground.soil;
            }
        }
        standing.push(vehicle);
    }
    soil
}

/// A vehicle turned as it will start, about its root's origin.
pub(super) struct Pose {
    vehicle: usize,
    site_from_body: UnitQuaternion<f64>,
    /// Centre of mass from the root's origin, site axes.
    pub(super) centre: Vector3<f64>,
    kinematics: Kinematics,
}

impl Pose {
    pub(super) fn new(
        world: &World,
        vehicle: usize,
        joints: &[JointStart],
        site_from_body: UnitQuaternion<f64>,
    ) -> Self {
        let mut motions = vec![Motion::at_rest(Vector3::zeros()); world.vehicles().len()];
        motions[vehicle].site_from_body = site_from_body;
        let state = State::new(world, &motions, joints);
        let kinematics = state.kinematics(world, vehicle);
        let inertias = &state.inertias[world.layout().links(vehicle)];
        let centre = energy::centre_of_mass(inertias, &kinematics).position;
        Self { vehicle, site_from_body, centre, kinematics }
    }

    /// How far the centre of mass must be from its foot so that the sample point nearest to the ground
    /// has the wanted gap, found by moving along the direction until it does.
    fn lift(
        &self,
        gap: f64,
        foot: &Vector3<f64>,
        along: &Vector3<f64>,
        world: &World,
    ) -> Result<f64, NoGround> {
        let mut lift = 0.0;
        for _ in 0..60 {
            let mut least = f64::INFINITY;
            for contact in &world.sample_points()[world.layout().contacts(self.vehicle)] {
                let motion = &self.kinematics.links[contact.link];
                let origin = foot + along * lift - self.centre + motion.position;
                let met = contact.locus.touch(&motion.rotation, &origin, world.terrain())?;
                least = least.min(met.1.gap);
            }
            if (least - gap).abs() < 1e-12 {
                break;
            }
            lift += gap - least;
        }
        Ok(lift)
    }
}

fn attitude(keys: &StartKeys, normal: &Vector3<f64>) -> UnitQuaternion<f64> {
    let [yaw, pitch, roll]: [f64; 3] = keys.yaw_pitch_roll_deg.value();
    let turned =
        rotation::from_yaw_pitch_roll(yaw.to_radians(), pitch.to_radians(), roll.to_radians());
    match keys.attitude_frame.value() {
        AttitudeFrameChoice::Ned => rotation::enu_from_ned() * turned,
        AttitudeFrameChoice::Slope => {
            rotation::shortest(&Vector3::z(), normal) * rotation::enu_from_ned() * turned
        }
        AttitudeFrameChoice::Site => turned,
    }
}
