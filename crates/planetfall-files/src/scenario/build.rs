//! From a checked tree to a run.

use super::lineage::Folders;
use super::schema::ScenarioKeys;
use super::schema::results::ExpectKeys;
use super::{
    Compared, Loaded, Report, aerodynamics, comparison, course, cycle, driving, environment, fault,
    figure, flight, gauge, grains, ground, joining, map, operating, overlap, parachute, sensing,
    soil_ground, torque, vehicle, verdict,
};
use crate::format::declare::{Declared, Words};
use crate::format::{Checked, Place, nearest};
use crate::quantity::metric::RESIDUALS;
use crate::run_folder::{Bound, Expectation, ExpectationKind, ProfilePoint};
use crate::staging;
use crate::vehicle::Visual;
use planetfall::control::WheelJoints;
use planetfall::ground::PlacementError;
use planetfall::recording;
use planetfall::scenario::{Scenario, ScenarioError};
use planetfall::state::State;
use planetfall::terrain::Terrain;
use planetfall::time::Time;
use planetfall::vehicle::Vehicle;
use planetfall::world::World;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Builds the run; `None` (with diagnostics) where the file does not allow it.
pub(super) fn build(name: &str, folders: &Folders, checked: &mut Checked) -> Option<Loaded> {
    let root = ScenarioKeys::of(&checked.value);
    // What the keys themselves got wrong would only echo through the checks of meaning.
    let sound = !checked.has_errors();
    let mut report = Report { checked };
    let gravity = environment::gravity(&root.gravity, &mut report);
    let ground = ground::ground(&root.ground, &mut report);
    let vehicles = vehicle::vehicles(&root, &ground, gravity.at_site(), folders, &mut report);
    let course = course::course(&root, vehicles.as_deref(), &mut report);
    joining::check_starts(&root, &mut report);
    if !sound {
        return None;
    }
    let (terrain, site) =
        map::terrain(&root.terrain, folders, (&gravity, seed(&root)), &mut report)?;
    let (mut vehicles, course) = (vehicles?, course?);
    joining::fail_engines(&root, &mut vehicles, &mut report);
    let stuck = joining::stuck_cables(&root, &mut report);
    let cycles = cycle::planned(&root, &vehicles, &mut report);
    let mut joints = vehicle::joints(&root, &vehicles, &cycles, &mut report);
    let wheels: Vec<_> = vehicles.iter().map(vehicle::Described::wheel_joints).collect();
    let vehicles = vehicle::planted(&root, vehicles, &joints, &*terrain, &mut report);
    let (vehicles, visuals) = apart(vehicles);
    let world = World::new(gravity, Arc::clone(&terrain), vehicles);
    let world = surrounded(&root, (folders, seed(&root)), world, &ground, &mut report)?;
    let world = joining::with_mounts(&root, world, &mut report)?;
    let (mut motions, mut stances) = vehicle::starts(&root, &world, &mut joints, &mut report)?;
    let start = State::new(&world, &motions, &joints);
    let world = joining::with_cables(&root, world, &start, &stuck, &mut report)?;
    let world = with_forces(&root, folders, world, &mut report)?;
    let world = with_motors(&root, (&wheels, cycles), course.step, world, &mut report);
    let world = with_software(&root, (world, &visuals), &mut report)?;
    let starts = (&mut motions, &joints[..]);
    let world = grains::with_grains(&root, &ground, world, starts, seed(&root), &mut report)?;
    let world = soil_ground::with_soil(&root, &terrain, world, &motions, &mut report)?;
    let starts = (&mut motions[..], &mut joints, &mut stances[..]);
    let soil = vehicle::sink_in(&root, &world, starts, &mut report);
    let scenario = Scenario {
        name: name.to_owned(),
        world: Arc::new(world),
        motions,
        joints,
        stances,
        soil,
        phases: course.phases,
        verdicts: Vec::new(),
        gauges: Vec::new(),
        energy: None,
        seed: seed(&root),
        duration: course.duration,
        record_period: course.record_period,
    };
    let refused = |error: ScenarioError| report.error(place_of(&root, &error), error.to_string());
    let mut scenario = scenario.checked().map_err(refused).ok()?;
    judge(&root, &mut scenario, &mut report);
    let compared = comparison::compared(&root, &scenario, folders, &mut report);
    let expectations = expectations(&root, &scenario, &compared, &mut report);
    check_shown(&root, &scenario, &compared, &mut report);
    Some(Loaded {
        profile: section(&*terrain, &scenario.motions),
        scenario,
        title: root.title.value().to_owned(),
        expectations,
        compared,
        effective: String::new(),
        inputs: Vec::new(),
        kept: String::new(),
        visuals,
        site,
        operator: operating::spec(&root, folders),
        warnings: Vec::new(),
    })
}

/// The world with its force elements.
fn with_forces(
    root: &ScenarioKeys,
    folders: &Folders,
    world: World,
    report: &mut Report<'_>,
) -> Option<World> {
    let world = joining::with_outer_forces(root, world, report)?;
    let world = aerodynamics::with_aerodynamics(root, world, folders, report)?;
    parachute::with_parachutes(root, world, report)
}

/// The seed of the run, and of what is generated.
fn seed(root: &ScenarioKeys) -> u64 {
    root.seed.value().unsigned_abs()
}

/// Checks what is named to be recorded and drawn.
fn check_shown(
    root: &ScenarioKeys,
    scenario: &Scenario,
    compared: &[Compared],
    report: &mut Report<'_>,
) {
    check_columns(root, scenario, report);
    figure::check(root, scenario, compared, report);
}

/// The world with its air and wind, and with the grounds of its contactors where the file has them.
fn surrounded(
    root: &ScenarioKeys,
    (folders, seed): (&Folders, u64),
    world: World,
    ground: &ground::GroundFile,
    report: &mut Report<'_>,
) -> Option<World> {
    let world = environment::with_air(root, folders, world, seed, report)?;
    let misplaced = |error: PlacementError| report.error(root.ground.place, error.to_string());
    world.with_placement(ground.placement()).map_err(misplaced).ok()
}

/// The world with whoever commands motors by the clock or by a route.
fn with_motors(
    root: &ScenarioKeys,
    (wheels, cycles): (&[Option<Vec<WheelJoints>>], Vec<cycle::Planned>),
    step: Time,
    world: World,
    report: &mut Report<'_>,
) -> World {
    let world = driving::with_drivers(root, wheels, world, report);
    let world = driving::with_operated_gear(root, wheels, world);
    torque::with_torques(root, step, cycles, world, report)
}

/// What moves, and what it looks like.
fn apart(described: Vec<vehicle::Described>) -> (Vec<Vehicle>, Vec<Vec<Visual>>) {
    described.into_iter().map(|one| (one.vehicle, one.visuals)).unzip()
}

/// The world with what its cameras see of vehicles; without cameras nobody looks.
fn with_visuals(world: World, visuals: &[Vec<Visual>]) -> World {
    if !world.is_pictured() {
        return world;
    }
    let visuals = staging::seen(&world, visuals);
    world.with_visuals(visuals)
}

/// Whether it starts apart, what is measured of the run besides, what its outcome is called, and what its steps are
/// held against.
fn judge(root: &ScenarioKeys, scenario: &mut Scenario, report: &mut Report<'_>) {
    overlap::check(root, scenario, report);
    scenario.gauges = gauge::gauges(root, scenario, report);
    scenario.verdicts = verdict::verdicts(root, scenario, report);
    scenario.energy = Some(course::energy_limits(root, &scenario.phases, report));
    course::check_stability(root, scenario, report);
}

/// The world with its sensors, what may go wrong with them, and the software that sees by them.
fn with_software(
    root: &ScenarioKeys,
    (world, visuals): (World, &[Vec<Visual>]),
    report: &mut Report<'_>,
) -> Option<World> {
    let world = sensing::with_sun(root, world);
    let world = with_visuals(sensing::with_sensors(root, world, report)?, visuals);
    let world = flight::with_flight(root, world, report)?;
    let world = fault::with_faults(root, world, report);
    operating::with_operator(root, world, report)
}

/// Where the file says what cannot be run.
fn place_of(root: &ScenarioKeys, error: &ScenarioError) -> Place {
    let ScenarioError::Method { phase, .. } = error else { return root.place };
    let named = root.phase.iter().find(|keys| keys.name.value() == phase);
    let own = named.and_then(|keys| keys.stepping.as_ref());
    own.unwrap_or(&root.stepping).method.place()
}

fn expectations(
    root: &ScenarioKeys,
    scenario: &Scenario,
    compared: &[Compared],
    report: &mut Report<'_>,
) -> Vec<Expectation> {
    let known = metric_names(scenario, compared);
    let mut list = Vec::new();
    for keys in &root.expect {
        let metric = keys.metric.value();
        // A file that could not be read has been reported already; its metrics are not known.
        let unread = metric.starts_with("compare.") && report.checked.has_errors();
        if !unread {
            check_metric(metric, &known, keys.metric.place(), report);
        }
        if let Some(bound) = bound(keys, report) {
            list.push(expectation(keys, bound));
        }
    }
    list
}

/// Refuses a name that is none of the metrics.
pub fn check_metric(name: &str, known: &[String], place: Place, report: &mut Report<'_>) {
    if known.iter().any(|metric| metric == name) {
        return;
    }
    let message = format!("`{name}`: this scenario has no such metric");
    let help = match nearest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`planetfall schema --metrics SCENARIO` lists them".to_owned(),
    };
    report.help(place, message, help);
}

/// Metrics that a run of the scenario will have, each with what it is.
pub(super) fn described_metrics(
    scenario: &Scenario,
    compared: &[Compared],
) -> Vec<(String, &'static str)> {
    let metrics = scenario.described_metrics(&scenario.initial());
    let residuals = compared.iter().flat_map(|one| {
        let comparison = &one.measured.comparison;
        let names = comparison.columns.iter().map(|pair| comparison.metrics(pair));
        names.flat_map(|five| five.into_iter().zip(RESIDUALS))
    });
    let pictures = sensing::picture_metrics(&scenario.world);
    let own = metrics.into_iter().map(|one| (one.name, one.meaning));
    own.chain(residuals).chain(pictures).collect()
}

/// Names of the metrics that a run of the scenario will have.
pub(super) fn metric_names(scenario: &Scenario, compared: &[Compared]) -> Vec<String> {
    described_metrics(scenario, compared).into_iter().map(|(name, _)| name).collect()
}

/// What a metric must lie within, as the keys of an expectation say.
pub fn bound(keys: &ExpectKeys, report: &mut Report<'_>) -> Option<Bound> {
    let (min, max) = (keys.min.given(), keys.max.given());
    let (value, tolerance) = (keys.value.given(), keys.tolerance.given());
    let bound = match (value, tolerance, keys.relative_tolerance.given()) {
        (Some(value), Some(tolerance), None) => Bound::Absolute { value, tolerance },
        (Some(value), None, Some(relative_tolerance)) => {
            Bound::Relative { value, relative_tolerance }
        }
        (None, None, None) if min.is_some() || max.is_some() => Bound::Range { min, max },
        _ => {
            let message = "an expectation has either `value` with `tolerance` or \
                           `relative_tolerance`, or `min`, `max` or both";
            report.error(keys.place, message);
            return None;
        }
    };
    if !matches!(bound, Bound::Range { .. }) && (min.is_some() || max.is_some()) {
        report.error(keys.place, "an expectation with `value` cannot have `min` or `max` too");
    }
    Some(bound)
}

/// The expectation of a table `[[expect]]` whose bound is known.
#[must_use]
pub fn expectation(keys: &ExpectKeys, bound: Bound) -> Expectation {
    Expectation {
        metric: keys.metric.value().to_owned(),
        kind: ExpectationKind::named(keys.kind.given().map(Words::word)),
        source: keys.source.value().to_owned(),
        bound,
        known_miss: keys.known_miss.given().map(str::to_owned),
    }
}

/// A joint and a contactor of one name can claim the same column.
fn check_columns(root: &ScenarioKeys, scenario: &Scenario, report: &mut Report<'_>) {
    let mut seen = BTreeSet::new();
    for column in recording::columns(&scenario.world) {
        if !seen.insert(column.name.clone()) {
            let message = format!("two parts of a vehicle record the column `{}`", column.name);
            let help = "give the joint or the contactor another name";
            report.help(root.vehicle.place(), message, help);
        }
    }
}

/// The ground in a vertical section through the first vehicle's start, for the report's pictures.
fn section(terrain: &dyn Terrain, motions: &[planetfall::vehicle::Motion]) -> Vec<ProfilePoint> {
    /// How far the section goes to either side, m. Chosen: more than the reports' pictures show of a
    /// landing.
    const SECTION_REACH: f64 = 60.0;
    /// Points of the section less one, 10 cm apart. Chosen.
    const SECTION_POINTS: i32 = 1200;
    let Some(start) = motions.first().map(|m| m.position) else { return Vec::new() };
    (0..=SECTION_POINTS)
        .filter_map(|index| {
            let x_m = start.x
                + SECTION_REACH * (2.0 * f64::from(index) / f64::from(SECTION_POINTS) - 1.0);
            let z_m = terrain.height(x_m, start.y).ok()?;
            Some(ProfilePoint { x_m, z_m })
        })
        .collect()
}
