//! Where a vehicle file's vehicle comes to rest on a terrain: loads, tilt, suspension, clearance
//! and how far the ground may tilt before it tips over.

use nalgebra::{Matrix3, Vector3};
use planetfall::dynamics::Kinematics;
use planetfall::environment::Gravity;
use planetfall::ground::marker::{Friction, FrictionTable, MarkerGround, Spring};
use planetfall::ground::scm::Tools;
use planetfall::ground::scm::{Field, ScmVariant, SoilBed, Uniform};
use planetfall::ground::{Ground, RigidGround};
use planetfall::math::grid::Grid;
use planetfall::math::rotation;
use planetfall::shape::{Shape, box_corners};
use planetfall::state::State;
use planetfall::statics::{self, FrictionBound, SettleError, Settled};
use planetfall::terrain::{Dem, Heights, Plane, Terrain};
use planetfall::vehicle::{Contactor, ContactorRole, Motion, Rolling, Vehicle};
use planetfall::world::World;
use planetfall_files::dem::{self, ElevationMap};
use planetfall_files::format::Ink;
use planetfall_files::mesh_terrain;
use planetfall_files::run_folder::RunFileError;
use planetfall_files::soils;
use planetfall_files::vehicle::{Drawing, VehicleFile, VehicleModel};
use planetfall_report::report::StabilityPage;
use std::path::Path;
use std::sync::Arc;

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// A built-in vehicle's name, or the path of a TOML or URDF file.
    pub vehicle: String,
    /// `flat`, `incline:DEGREES`, or the path of an elevation map.
    pub terrain: String,
    /// East and north of the root, m (of the map's middle).
    pub at_m: [f64; 2],
    /// Heading of the vehicle, degrees clockwise from north.
    pub heading_deg: f64,
    /// m/s²
    pub gravity_m_per_s2: f64,
    /// Penetration of each contact point under the vehicle's whole weight, m, on ground that gives way as a spring;
    /// without it the ground is rigid.
    pub rest_penetration_m: Option<f64>,
    /// Coefficient of friction of the ground, without unit; soil has its own.
    pub friction: f64,
    /// A built-in soil that it stands in, and the distance of its nodes, m.
    pub soil: Option<(String, f64)>,
}

/// A vehicle at rest.
#[derive(Clone, Debug)]
pub struct RestingVehicle {
    /// Name of the vehicle.
    pub vehicle: String,
    /// Load of each contactor, N.
    pub loads: Vec<(String, f64)>,
    /// How deep each contactor stands in soil, m; empty without soil.
    pub sinkages_m: Vec<f64>,
    /// Weight with full tanks, N.
    pub weight_n: f64,
    /// Whole tilt of the root, nose-up pitch and roll to the right, degrees.
    pub tilt_pitch_roll_deg: [f64; 3],
    /// Joints that no motor holds, degrees or m, with the unit.
    pub joints: Vec<(String, f64, &'static str)>,
    /// Least distance of the body's drawn parts from the ground, m; `None` if nothing is drawn.
    pub clearance_m: Option<f64>,
    /// Tilt of the ground at which it tips, by azimuth towards which the ground falls, degrees.
    pub tip_over_deg: Vec<(f64, f64)>,
    /// Unbalanced share of the weight, and iterations.
    pub residual: f64,
    /// See there.
    pub iterations: usize,
    /// What is suspect in the vehicle's file.
    pub warnings: Vec<String>,
}

/// Friction of the ground where none is given: the tangent of 32°, at which POST2's ground begins to slide
/// (Raiszadeh and Way, Ground Contact Model for MSL).
pub const FRICTION: f64 = 0.625;

/// Settles a vehicle; an error says what is wrong with the question.
pub fn settle(question: &Question) -> Result<RestingVehicle, String> {
    let stand = Stand::new(question)?;
    let rest = stand.rest(question.at_m, question.heading_deg, None);
    let Rest { settled, sinkages_m, .. } = rest.map_err(|error| error.to_string())?;
    Ok(resting(&stand.model, &stand.world, &settled, sinkages_m))
}

/// How a vehicle rests at a place.
#[derive(Clone, Debug)]
pub struct Rest {
    /// Pose and loads.
    pub settled: Settled,
    /// Of its joints, where rigid ground carries it.
    joints: Vec<f64>,
    /// How deep each contactor stands in soil, m; empty without soil.
    pub sinkages_m: Vec<f64>,
    /// What has become of the soil.
    pub soil: Field,
}

/// Why a vehicle does not rest at a place.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RestError {
    /// By statics.
    #[error(transparent)]
    Settle(#[from] SettleError),
    /// Nothing of it stands on the soil.
    #[error("nothing of it stands on the soil")]
    OffSoil,
    /// What is drawn of its body reaches into the ground.
    #[error("its body would reach {depth_m:.3} m into the ground there")]
    InGround {
        /// How far, m.
        depth_m: f64,
    },
}

/// A vehicle on its terrain.
#[derive(Debug)]
pub struct Stand {
    model: VehicleModel,
    world: World,
}

impl Stand {
    /// The vehicle and the ground of a question, whose place and heading do not matter here.
    pub fn new(question: &Question) -> Result<Self, String> {
        let model = VehicleFile::find(&question.vehicle, None)
            .map_err(|error| format!("{}: {error}", question.vehicle))?
            .load(Ink::Plain)
            .map_err(|mistakes| mistakes.text)?;
        if model.contactors.is_empty() {
            return Err(format!("{} has nothing that feels the ground", model.name));
        }
        let terrain = terrain(&question.terrain)?;
        let world = world(question, &model, Arc::clone(&terrain));
        let world = match &question.soil {
            None => world,
            Some((name, spacing_m)) => in_soil(world, terrain, name, *spacing_m)?,
        };
        Ok(Self { model, world })
    }

    /// The vehicle.
    pub fn model(&self) -> &VehicleModel {
        &self.model
    }

    /// The vehicle and its ground.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Where it rests at a place, its joints first where they were at another.
    pub fn rest(
        &self,
        [x, y]: [f64; 2],
        heading_deg: f64,
        before: Option<&Rest>,
    ) -> Result<Rest, RestError> {
        let Self { model, world } = self;
        let about = Vector3::z() * (90.0 - heading_deg).to_radians();
        let height = world.terrain().height(x, y).map_err(SettleError::NoGround)?;
        let motion = Motion {
            site_from_body: rotation::from_scaled_axis(&about),
            ..Motion::at_rest(Vector3::new(x, y, height + 1.0))
        };
        let mut state = State::new(world, &[motion], &[]);
        let q = &mut state.continuous[world.layout().positions(0)];
        for (name, position) in &model.initial {
            if let Some(link) = model.tree.joint(name) {
                q[model.tree.places()[link].position] = *position;
            }
        }
        if let Some(before) = before {
            q[7..].copy_from_slice(&before.joints);
        }
        let grip =
            if world.soil().is_some() { FrictionBound::Unbounded } else { FrictionBound::Ground };
        let settled = statics::settle(world, &state, 0, grip)?;
        let joints = settled.positions[7..].to_vec();
        let rest = Rest { settled, joints, sinkages_m: Vec::new(), soil: Field::new() };
        let rest = if world.soil().is_some() { self.sunk(state, rest)? } else { rest };
        match clearance(model, world, &kinematics(model, &rest.settled)) {
            Some(gap) if gap < 0.0 => Err(RestError::InGround { depth_m: -gap }),
            Some(_) | None => Ok(rest),
        }
    }

    /// The same lowered into the soil.
    fn sunk(&self, mut state: State, rest: Rest) -> Result<Rest, RestError> {
        let Self { model, world } = self;
        let q = &mut state.continuous[world.layout().positions(0)];
        q.copy_from_slice(&rest.settled.positions);
        let sunk = statics::sink(world, &state, 0, &[])?.ok_or(RestError::OffSoil)?;
        let deep = |index: usize| sunk.sinkages.iter().find(|(own, _)| *own == index);
        let sinkages_m =
            (0..model.contactors.len()).map(|index| deep(index).map_or(0.0, |found| found.1));
        let sinkages_m = sinkages_m.collect();
        Ok(Rest { sinkages_m, settled: sunk.settled, soil: sunk.soil, joints: rest.joints })
    }
}

fn kinematics(model: &VehicleModel, rest: &Settled) -> Kinematics {
    let mut kinematics = Kinematics::new(&model.tree);
    kinematics.update(&model.tree, &rest.positions, &vec![0.0; model.tree.velocities()]);
    kinematics
}

/// A vehicle at rest at places along a path: driving so slowly that nothing but statics matters.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// Names of the columns, with units.
    pub columns: Vec<String>,
    /// A row for each place at which it rests.
    pub rows: Vec<Vec<f64>>,
    /// Where it does not, by the distance along the path in metres, and why.
    pub refused: Vec<(f64, String)>,
}

/// Settles a vehicle every so many metres along a path of straight lines, heading along it. Its root
/// follows the path; each place starts from the joints of the one before.
pub fn pass(question: &Question, path: &[[f64; 2]], every_m: f64) -> Result<Passage, String> {
    let stand = Stand::new(question)?;
    let mut passage = Passage { columns: Vec::new(), rows: Vec::new(), refused: Vec::new() };
    let mut before: Option<Rest> = None;
    for (distance, at, heading_deg) in places(path, every_m)? {
        match stand.rest(at, heading_deg, before.as_ref()) {
            Ok(rest) => {
                let Rest { settled, sinkages_m, .. } = &rest;
                let stands = resting(&stand.model, &stand.world, settled, sinkages_m.clone());
                let (z, share) = (settled.positions[2], settled.rolling_share);
                let named = stands.columns(distance, at, z, heading_deg, share);
                passage.rows.push(named.iter().map(|(_, value)| *value).collect());
                passage.columns = named.into_iter().map(|(name, _)| name).collect();
                before = Some(rest);
            }
            Err(reason) => passage.refused.push((distance, reason.to_string())),
        }
    }
    Ok(passage)
}

/// Places every so many metres along a path, with the distance so far and the heading there.
fn places(path: &[[f64; 2]], every_m: f64) -> Result<Vec<(f64, [f64; 2], f64)>, String> {
    if !(every_m > 0.0 && every_m.is_finite()) {
        return Err(format!("the distance between places must be positive, found {every_m}"));
    }
    let mut found = Vec::new();
    let (mut passed, mut next) = (0.0, 0.0);
    for leg in path.windows(2) {
        let ([x, y], [to_x, to_y]) = (leg[0], leg[1]);
        let (east, north) = (to_x - x, to_y - y);
        let length = east.hypot(north);
        if !(length > 0.0 && length / every_m < 1e6) {
            return Err(format!("no way leads from {x},{y} to {to_x},{to_y} in such steps"));
        }
        let heading = east.atan2(north).to_degrees();
        while next <= passed + length + 1e-9 {
            let share = (next - passed) / length;
            found.push((next, [x + share * east, y + share * north], heading));
            next += every_m;
        }
        passed += length;
    }
    if found.is_empty() {
        return Err("a path needs at least two points".to_owned());
    }
    Ok(found)
}

impl Passage {
    /// The rows as comma-separated values.
    pub fn csv(&self) -> String {
        let mut text = self.columns.join(",") + "\n";
        for row in &self.rows {
            let numbers: Vec<String> = row.iter().map(f64::to_string).collect();
            text += &(numbers.join(",") + "\n");
        }
        text
    }

    /// The extremes of the path as text.
    pub fn table(&self) -> String {
        let mut text = format!(
            "rests at {} of {} places\n",
            self.rows.len(),
            self.rows.len() + self.refused.len()
        );
        let distance = |row: &[f64]| row.first().copied().unwrap_or(f64::NAN);
        for (column, most) in [
            ("tilt_deg", true),
            ("traction_share", true),
            ("clearance_m", false),
            ("tip_over_deg", false),
        ] {
            let Some(place) = self.columns.iter().position(|name| name == column) else { continue };
            let sign = if most { 1.0 } else { -1.0 };
            let size = |row: &&Vec<f64>| {
                sign * if column == "traction_share" { row[place].abs() } else { row[place] }
            };
            let found = self.rows.iter().filter(|row| row[place].is_finite());
            if let Some(row) = found.max_by(|a, b| size(a).total_cmp(&size(b))) {
                let word = if most { "most" } else { "least" };
                let value = row[place];
                text += &format!("{word} {column:16} {value:10.3} at {:.2} m\n", distance(row));
            }
        }
        for (distance, reason) in self.refused.iter().take(5) {
            text += &format!("does not rest at {distance:.2} m: {reason}\n");
        }
        text
    }
}

impl RestingVehicle {
    /// Writes a page with the tip-over angles over all directions.
    pub fn write_html(&self, path: &Path) -> Result<(), RunFileError> {
        let title = format!("{} at rest", self.vehicle);
        StabilityPage { title, text: self.table(), angles_deg: self.tip_over_deg.clone() }
            .write_html(path)
    }

    /// What is printed of one place of a path.
    fn columns(
        &self,
        distance: f64,
        [x, y]: [f64; 2],
        z: f64,
        heading_deg: f64,
        traction: f64,
    ) -> Vec<(String, f64)> {
        let [tilt, pitch, roll] = self.tilt_pitch_roll_deg;
        let fixed = [
            ("distance_m", distance),
            ("x_m", x),
            ("y_m", y),
            ("z_m", z),
            ("heading_deg", heading_deg),
            ("tilt_deg", tilt),
            ("pitch_deg", pitch),
            ("roll_deg", roll),
            ("traction_share", traction),
            ("clearance_m", self.clearance_m.unwrap_or(f64::NAN)),
            ("tip_over_deg", self.weakest().map_or(f64::NAN, |(_, angle)| angle)),
        ];
        let mut all: Vec<(String, f64)> =
            fixed.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        all.extend(self.loads.iter().map(|(name, load)| (format!("{name}.load_n"), *load)));
        let deep = self.loads.iter().zip(&self.sinkages_m);
        all.extend(deep.map(|((name, _), depth)| (format!("{name}.sinkage_m"), *depth)));
        all.extend(self.joints.iter().map(|(name, value, unit)| {
            let unit = if *unit == "m" { "m" } else { "deg" };
            (format!("{name}.position_{unit}"), *value)
        }));
        all
    }

    /// The weakest direction: azimuth and angle, degrees.
    pub fn weakest(&self) -> Option<(f64, f64)> {
        self.tip_over_deg.iter().copied().min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// What was found, as text.
    pub fn table(&self) -> String {
        let mut text = String::new();
        for (index, (name, load)) in self.loads.iter().enumerate() {
            text += &format!("{name:24} {load:10.2} N  {:5.1} %", 100.0 * load / self.weight_n);
            if let Some(depth) = self.sinkages_m.get(index) {
                text += &format!("  {:7.2} mm deep", 1e3 * depth);
            }
            text.push('\n');
        }
        let sum: f64 = self.loads.iter().map(|(_, load)| load).sum();
        text += &format!("{:24} {sum:10.2} N  (weight {:.2} N)\n", "sum of loads", self.weight_n);
        let [tilt, pitch, roll] = self.tilt_pitch_roll_deg;
        text += &format!("tilt {tilt:.3}°, nose up {pitch:.3}°, roll to the right {roll:.3}°\n");
        for (name, value, unit) in &self.joints {
            text += &format!("{name:24} {value:10.3} {unit}\n");
        }
        if let Some(clearance) = self.clearance_m {
            text += &format!("least clearance of the body {clearance:.3} m\n");
        }
        if let Some((azimuth, angle)) = self.weakest() {
            text += &format!("tips over first towards azimuth {azimuth:.0}°, at {angle:.2}°\n");
        }
        text += &format!("balanced to {:.1e} of the weight\n", self.residual);
        text
    }
}

fn terrain(text: &str) -> Result<Arc<dyn Terrain>, String> {
    if text == "flat" {
        return Ok(Arc::new(Plane::level(0.0).map_err(|error| error.to_string())?));
    }
    if let Some(angle) = text.strip_prefix("incline:") {
        let degrees: f64 = angle
            .parse()
            .map_err(|_| format!("{text}: write the slope in degrees, e.g. incline:15"))?;
        let plane = Plane::incline(Vector3::zeros(), degrees.to_radians(), 90f64.to_radians());
        return Ok(Arc::new(plane.map_err(|error| error.to_string())?));
    }
    if mesh_terrain::is_mesh(Path::new(text)) {
        let read = mesh_terrain::read(Path::new(text), &mesh_terrain::Placing::default())?;
        return Ok(Arc::new(read.ground));
    }
    let map = dem::read(text).map_err(|error| error.to_string())?;
    Ok(Arc::new(map_terrain(&map)?))
}

/// A map with its middle as the site's origin.
fn map_terrain(map: &ElevationMap) -> Result<Dem, String> {
    let [east, north] = map.centre_m();
    let count = |n: usize| u32::try_from(n).map_err(|_| "the map is too large".to_owned());
    let grid = Grid::new(
        (-east, -north),
        (map.spacing_east_m(), map.spacing_north_m()),
        (count(map.rows())?, count(map.columns())?),
    );
    let grid = grid.map_err(|error| error.to_string())?;
    let heights = Heights::Double(map.heights_m().to_vec());
    Dem::new(grid, heights).map_err(|error| error.to_string())
}

fn world(question: &Question, model: &VehicleModel, terrain: Arc<dyn Terrain>) -> World {
    let ground = ground(question, model);
    let contactors = model.contactors.iter().map(|part| Contactor {
        name: part.name.clone(),
        link: part.link,
        shape: part.shape.clone(),
        ground: ground.clone(),
        elsewhere: Vec::new(),
        rolling: Rolling::Exact,
        role: part.role,
    });
    let mut vehicle = Vehicle::new(&model.name, model.tree.clone());
    vehicle.contactors = contactors.collect();
    vehicle.tanks.clone_from(&model.tanks);
    World::new(Gravity::Uniform(question.gravity_m_per_s2), terrain, vec![vehicle])
}

/// Rigid ground, or one that gives way as a spring.
fn ground(question: &Question, model: &VehicleModel) -> Ground {
    let Some(depth) = question.rest_penetration_m else {
        return Ground::Rigid(RigidGround::new(question.friction, 0.0));
    };
    let spring = Spring::from_rest(model.mass(), question.gravity_m_per_s2, depth, 0.5);
    let friction = Friction::Resting { stiffness: spring.stiffness, damping: spring.damping };
    let table = FrictionTable {
        stick_speed: 0.05,
        slide_speed: 0.1,
        stick_coefficient: question.friction,
        slide_coefficient: question.friction,
    };
    Ground::Marker(MarkerGround { spring, table, friction })
}

/// The world with a soil over its terrain.
fn in_soil(
    world: World,
    terrain: Arc<dyn Terrain>,
    name: &str,
    spacing_m: f64,
) -> Result<World, String> {
    let soil = soils::find(name).ok_or_else(|| {
        let known: Vec<&str> = soils::soils().iter().map(|soil| soil.name).collect();
        format!("there is no built-in soil `{name}`; there are: {}", known.join(", "))
    })?;
    let deep = Arc::new(Uniform { depth: f64::INFINITY });
    let bed = SoilBed::new(terrain, spacing_m, vec![soil], deep, ScmVariant::default());
    let bed = bed.map_err(|error| error.to_string())?;
    let names: Vec<String> =
        (0..world.contactors().len()).map(|n| world.contactor_name(n)).collect();
    let laid = world.with_soil(Arc::new(bed), &Tools::default());
    laid.map_err(|(contactor, error)| soils::cannot_press(&names[contactor], &error))
}

fn resting(
    model: &VehicleModel,
    world: &World,
    rest: &Settled,
    sinkages_m: Vec<f64>,
) -> RestingVehicle {
    let kinematics = kinematics(model, rest);
    let turn = kinematics.links[0].rotation;
    let (ahead, left, up) = (turn * Vector3::x(), turn * Vector3::y(), turn * Vector3::z());
    let angle = |sine: f64| sine.clamp(-1.0, 1.0).asin().to_degrees();
    // Shapes of the body, which come last, are listed only where they bear something.
    let loads = model.contactors.iter().enumerate().filter_map(|(index, part)| {
        let own = rest.supports.iter().filter(|support| support.contactor == index);
        let load: f64 = own.map(|support| support.load).sum();
        let bears = part.role == ContactorRole::Support || load != 0.0;
        bears.then(|| (part.name.clone(), load))
    });
    let azimuths = (0..72).map(|step| 5.0 * f64::from(step));
    let tips = azimuths.filter_map(|azimuth| {
        let angle = statics::tip_over_angle(rest, azimuth.to_radians())?;
        Some((azimuth, angle.to_degrees()))
    });
    RestingVehicle {
        vehicle: model.name.clone(),
        loads: loads.collect(),
        sinkages_m,
        weight_n: model.mass() * world.gravity().at_site(),
        tilt_pitch_roll_deg: [
            up.z.clamp(-1.0, 1.0).acos().to_degrees(),
            angle(ahead.z),
            angle(left.z),
        ],
        joints: free_joints(model, rest),
        clearance_m: clearance(model, world, &kinematics),
        tip_over_deg: tips.collect(),
        residual: rest.residual,
        iterations: rest.iterations,
        warnings: model.warnings.clone(),
    }
}

fn free_joints(model: &VehicleModel, rest: &Settled) -> Vec<(String, f64, &'static str)> {
    let links = model.tree.links().iter().zip(model.tree.places());
    links
        .filter(|(link, _)| link.joint.motor.is_none())
        .filter_map(|(link, place)| {
            let value = || place.multiplier * rest.positions[place.position] + place.offset;
            let kind = &link.joint.kind;
            if kind.turns_about().is_some() {
                return Some((link.joint.name.clone(), value().to_degrees(), "°"));
            }
            kind.slides_along().map(|_| (link.joint.name.clone(), value(), "m"))
        })
        .collect()
}

/// Least gap of the corners of what is drawn on links without contactors.
fn clearance(model: &VehicleModel, world: &World, kinematics: &Kinematics) -> Option<f64> {
    let touching = |link: usize| model.contactors.iter().any(|part| part.link == link);
    let mut least: Option<f64> = None;
    for visual in model.visuals.iter().filter(|visual| !touching(visual.link)) {
        for point in corners(&visual.drawing) {
            let place = kinematics.anchor + kinematics.links[visual.link].point(&point).0;
            if let Ok(seen) = world.terrain().query(&place) {
                least = Some(least.map_or(seen.gap, |gap| gap.min(seen.gap)));
            }
        }
    }
    least
}

/// Corners of a box around what is drawn, in the link's axes; none of a file of triangles.
fn corners(drawing: &Drawing) -> Vec<Vector3<f64>> {
    let upright = Matrix3::identity();
    let (centre, axes, half) = match drawing {
        Drawing::MeshFile { .. } => return Vec::new(),
        Drawing::Shape(shape) => match shape {
            Shape::Point { point } => return vec![*point],
            Shape::Ball { centre, radius } => (centre, &upright, Vector3::repeat(*radius)),
            Shape::Box { centre, axes, half } => (centre, axes, *half),
            Shape::Cylinder { centre, axes, radius, half_length } => {
                (centre, axes, Vector3::new(*radius, *radius, *half_length))
            }
            Shape::Wheel(wheel) => {
                let reach = wheel.radius.hypot(0.5 * wheel.width);
                (&wheel.centre, &upright, Vector3::repeat(reach))
            }
            Shape::Mesh { .. } => return shape.vertices().collect(),
        },
    };
    box_corners(centre, axes, &half).to_vec()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_rover_settles_kilometres_below_the_datum_too() {
        let question = Question {
            vehicle: "curiosity".to_owned(),
            terrain: "flat".to_owned(),
            at_m: [0.0, 0.0],
            heading_deg: 70.0,
            gravity_m_per_s2: 3.7132,
            rest_penetration_m: Some(0.01),
            friction: FRICTION,
            soil: None,
        };
        let mut stand = Stand::new(&question).unwrap();
        let deep = Plane::incline(Vector3::new(0.0, 0.0, -4458.66), 0.06, 1.0).unwrap();
        stand.world = world(&question, &stand.model, Arc::new(deep));
        for place in 0..20 {
            let x = 0.37 * f64::from(place);
            let rest = stand.rest([x, 0.1], 70.0, None).unwrap();
            let load: f64 = rest.settled.supports.iter().map(|support| support.load).sum();
            assert!((load / 3338.835 / 0.06f64.cos() - 1.0).abs() < 1e-6, "{x}: {load}");
        }
    }

    #[test]
    fn places_of_a_path_are_evenly_spaced_around_its_corners() {
        let found = places(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]], 0.4).unwrap();
        let at = |k: usize| found[k].1;
        assert_eq!(found.len(), 6);
        assert!((at(3)[0] - 1.0).abs() < 1e-12 && (at(3)[1] - 0.2).abs() < 1e-12);
        assert_eq!((found[2].2, found[3].2), (90.0, 0.0));
    }
}
