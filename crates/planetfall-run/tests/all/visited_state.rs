//! One function visits the numbers of a state: what it saves it loads, names and compares. Rich runs have every
//! part of the state; each of their numbers is changed by its last bit in turn.

use crate::scenario::flying::CAPSULE;
use planetfall::checkpoint::{first_difference, save};
use planetfall::recording::Silent;
use planetfall::scenario::Scenario;
use planetfall::simulation::Simulation;
use planetfall::state::State;
use planetfall::time::Time;
use planetfall::vehicle::FaultKind;
use planetfall_files::format::Ink;
use planetfall_files::scenario::{Loaded, ScenarioFile, builtin};
use std::collections::BTreeSet;
use std::sync::Arc;

/// MER's test vehicle on soil of random strength, with noisy sensors.
const DRIVE: &str = "title = \"drive\"\nseed = 5\nduration_s = 6.0\n\
    [gravity]\nacceleration_m_per_s2 = 9.81\n\
    [terrain]\nkind = \"level\"\n\
    [ground]\nkind = \"wheel\"\nrest_penetration_m = 0.002\nfriction_angle_deg = 28.0\n\
    strength_deviation = 0.3\ncorrelation_length_m = 0.005\nrolling_resistance = \"soil\"\n\
    sinkage_exponent = 1.1\ncohesive_modulus_n_per_m_n1 = 990.0\n\
    frictional_modulus_n_per_m_n2 = 1528430.0\n\
    [[vehicle]]\nname = \"rover\"\nmodel = \"mer-dtm\"\n\
    [vehicle.start]\nheight_m = 0.0\nheight_of = \"settled\"\n\
    [[vehicle.drive]]\nmotion = \"straight\"\nspeed_m_per_s = 0.05\nduration_s = 6.0\n\
    [stepping]\nmethod = \"implicit\"\nstep_s = 0.005\n\
    [[sensor]]\nkind = \"encoder\"\nname = \"turns\"\n\
    [[sensor]]\nkind = \"imu\"\nname = \"imu\"\nangle_random_walk_deg_per_sqrt_h = 0.1\n";

/// A few grains fall beside each other.
const GRAINS: &str = "title = \"grains\"\nduration_s = 1.0\n\
    [gravity]\nacceleration_m_per_s2 = 3.71\n\
    [terrain]\nkind = \"level\"\n\
    [ground]\nkind = \"nonsmooth\"\nfriction_coefficient = 0.5\n\
    [[grains]]\nname = \"gravel\"\ncount = 8\nradius_m = [0.04, 0.05]\ndensity_kg_per_m3 = 2900.0\n\
    size_m = [0.3, 0.3]\nspacing = 1.01\n\
    [[vehicle]]\nname = \"boulder\"\nmass_kg = 10.89\ninertia_kg_m2 = [0.04356, 0.04356, 0.04356]\n\
    [[vehicle.shape]]\nkind = \"sphere\"\nname = \"surface\"\nradius_m = 0.1\n\
    [vehicle.start]\nheight_m = 0.71\n\
    [stepping]\nmethod = \"moreau_jean\"\nstep_s = 0.005\n";

fn load(name: &str, text: &str) -> Loaded {
    let file = ScenarioFile::from_text(name, text);
    file.load(Ink::Plain).unwrap_or_else(|mistakes| panic!("{}", mistakes.text))
}

fn after(scenario: &Scenario, seconds: f64) -> Simulation {
    let mut simulation = Simulation::new(scenario);
    simulation.advance(Time::from_seconds(seconds).unwrap(), &mut Silent).unwrap();
    simulation
}

/// A drive on random soil with all that can fail.
fn faulty_drive() -> (Loaded, State) {
    let loaded = load("drive", DRIVE);
    let mut simulation = after(&loaded.scenario, 1.0);
    let delay = Time::from_millis(700);
    for kind in [
        FaultKind::Late { delay },
        FaultKind::Jammed { vehicle: 0, link: 3, holding: 50.0 },
        FaultKind::WeakMotor { vehicle: 0, link: 4, share: 0.5 },
        FaultKind::DeadEncoder { vehicle: 0, link: 5 },
        FaultKind::Silent { sensor: 1 },
    ] {
        simulation.strike(&kind, &mut Silent);
    }
    simulation.advance(Time::from_seconds(1.5).unwrap(), &mut Silent).unwrap();
    let mut state = simulation.state().clone();
    let late = state.late.as_mut().unwrap();
    late.waiting.push_back((Time::from_millis(1400), late.asked.clone()));
    (loaded, state)
}

fn builtin_after(name: &str, seconds: f64) -> (Loaded, State) {
    let loaded = load(name, builtin(name).unwrap().text);
    let state = after(&loaded.scenario, seconds).state().clone();
    (loaded, state)
}

/// Places to try: all of a few numbers; of many the first, the last and some between.
fn places(count: usize, most: usize) -> BTreeSet<usize> {
    if count <= most {
        return (0..count).collect();
    }
    // A node of soil has 11 numbers, and a step that is no multiple meets each of them.
    let (third, step) = (most / 3, count / (most / 3));
    let between = (0..count).step_by(step + usize::from(step.is_multiple_of(11)));
    (0..third).chain(count - third..count).chain(between).collect()
}

/// Changes numbers of a state in turn: each comes back from its words, has a name of its own, and is what the
/// comparison names; the names.
fn check_each(scenario: &Scenario, state: &State, most: usize) -> BTreeSet<String> {
    let world = &scenario.world;
    let words = save(state);
    let back = scenario.restore(&words).unwrap();
    assert_eq!(save(&back), words);
    assert_eq!(first_difference(world, state, &back), None);
    // What is derived from the numbers is derived again.
    assert_eq!(format!("{back:?}"), format!("{state:?}"));
    let (mut names, mut refused) = (BTreeSet::new(), 0);
    let tried = places(words.len(), most);
    for place in &tried {
        let mut other = words.clone();
        other[*place] ^= 1;
        match scenario.restore(&other) {
            Ok(changed) => {
                assert_eq!(save(&changed), other, "number {place} does not come back");
                let found = first_difference(world, state, &changed).unwrap();
                assert_ne!(found.here, found.there);
                check_equality(state, &changed, &found.path);
                assert!(names.insert(found.path.clone()), "two numbers are {}", found.path);
            }
            Err(error) => {
                // A length, or a kind, without which what follows means something else.
                assert!(error.to_string().contains("the saved state does not belong"), "{error}");
                refused += 1;
            }
        }
    }
    assert!(refused * 2 < tried.len(), "{refused} of {} are refused", tried.len());
    names
}

/// The written equalities of parts see what the visit sees.
fn check_equality(state: &State, changed: &State, path: &str) {
    let same = |part: &str, equal: bool| assert_eq!(!path.starts_with(part), equal, "{path}");
    same("discrete.", state.discrete == changed.discrete);
    same("command.", state.command == changed.command);
    same("noise.", state.noise == changed.noise);
    same("effort.", state.effort == changed.effort);
    same("sensors[", state.sensors == changed.sensors);
    same("ground.", state.ground == changed.ground);
    same("ledger.", state.ledger == changed.ledger);
    same("late.", state.late == changed.late);
}

fn assert_named(names: &BTreeSet<String>, wanted: &[&str]) {
    for name in wanted {
        assert!(names.contains(*name), "no number is named {name}: {names:#?}");
    }
}

#[test]
fn each_number_of_a_faulty_drive_is_named_and_comes_back() {
    let (loaded, state) = faulty_drive();
    let names = check_each(&loaded.scenario, &state, usize::MAX);
    assert_named(
        &names,
        &[
            "vehicle rover: positions[3]",
            "vehicle rover: joint_states[0]",
            "ledger.work[ground_normal]",
            "noise.seed",
            "sensors[imu].values[2]",
            "sensors[imu].counter",
            "ground.treads[wheel_front_left].draws",
            "late.delay",
            "late.waiting[0].time",
            "tally.contacts[wheel_front_left].peak",
            "phase_entry",
        ],
    );
}

#[test]
fn each_number_of_a_sky_crane_is_named_and_comes_back() {
    let (loaded, state) = builtin_after("msl-sky-crane", 9.0);
    let names = check_each(&loaded.scenario, &state, usize::MAX);
    let any = |start: &str| names.iter().any(|name| name.starts_with(start));
    for start in [
        "cable lengths[",
        "given momentum[",
        "discrete.cut[",
        "discrete.open[",
        "discrete.closes[",
        "discrete.mounted[",
        "command.thrusts[",
        "registers[",
        "tally.landing.groups[",
        "inertias[",
    ] {
        assert!(any(start), "no number is named {start}…: {names:#?}");
    }
}

#[test]
fn each_number_of_a_capsule_in_air_is_named_and_comes_back() {
    let loaded = load("capsule", CAPSULE);
    let state = after(&loaded.scenario, 0.3).state().clone();
    let names = check_each(&loaded.scenario, &state, usize::MAX);
    assert_named(
        &names,
        &[
            "ledger.work[aerodynamics]",
            "ledger.work[separation]",
            "tally.air.bodies[0].heat_load",
            "tally.air.bodies[0].sensed.time",
            "tally.air.parachutes[0].deployed",
            "tally.air.parachutes[0].at_deployment[3]",
            "tally.air.parachutes[0].load.most",
        ],
    );
}

#[test]
fn each_number_of_falling_grains_is_named_and_comes_back() {
    let loaded = load("grains", GRAINS);
    let state = after(&loaded.scenario, 0.5).state().clone();
    let names = check_each(&loaded.scenario, &state, 3000);
    assert_named(&names, &["tally.grains.deepest", "tally.hard.creep", "solved"]);
}

#[test]
fn numbers_of_soil_under_wheels_are_named_and_come_back() {
    let (loaded, state) = builtin_after("rut-camera", 0.1);
    let names = check_each(&loaded.scenario, &state, 300);
    let node = |name: &String| name.starts_with("ground.soil.tiles[") && name.ends_with("].firm");
    assert!(names.iter().any(node), "{names:#?}");
}

#[test]
fn a_state_of_another_scenario_is_refused_where_it_parts() {
    let drive = load("drive", DRIVE).scenario;
    let more = format!("{DRIVE}[[sensor]]\nkind = \"encoder\"\nname = \"more\"\n");
    let other = load("drive", &more).scenario;
    let message = other.restore(&save(&drive.initial())).unwrap_err().to_string();
    assert!(message.ends_with("`sensors` has 3 items in it and 4 in this scenario"), "{message}");
}

/// Sensors' readings and draws of the soil's strength of a run.
fn drawn(simulation: &Simulation) -> (Vec<f64>, Vec<f64>) {
    let state = simulation.state();
    let imu = simulation.scenario().world.sensors().iter().position(|one| one.name == "imu");
    let limits = state.ground.treads.iter().map(|tread| tread.limit).collect();
    (state.sensors[imu.unwrap()].values.clone(), limits)
}

#[test]
fn one_world_serves_samples_of_different_seeds() {
    let scenario: Arc<Scenario> = Arc::new(load("drive", DRIVE).scenario);
    let until = Time::from_seconds(1.0).unwrap();
    let sample = |seed: u64| {
        let mut simulation = Simulation::with_seed(Arc::clone(&scenario), seed);
        simulation.advance(until, &mut Silent).unwrap();
        simulation
    };
    let (own, other) = (sample(5), sample(6));
    let (here, there) = (drawn(&own), drawn(&other));
    assert_ne!(here.0, there.0, "sensors");
    assert_ne!(here.1, there.1, "strength of the soil");
    let world = &scenario.world;
    assert_eq!(first_difference(world, other.state(), sample(6).state()), None);
    // The scenario's own seed is the one it was loaded with.
    assert_eq!(first_difference(world, own.state(), after(&scenario, 1.0).state()), None);
    // As if that seed stood in the file, on which nothing but noise depends here.
    let file = load("drive", &DRIVE.replace("seed = 5", "seed = 6")).scenario;
    assert_eq!(first_difference(world, other.state(), after(&file, 1.0).state()), None);
    // Goes on from words with its own seed.
    let words = save(&other.resumable());
    let mut resumed = Simulation::resume(Arc::clone(&scenario), scenario.restore(&words).unwrap());
    let mut whole = other;
    for simulation in [&mut whole, &mut resumed] {
        simulation.advance(until + until, &mut Silent).unwrap();
    }
    assert_eq!(first_difference(world, whole.state(), resumed.state()), None);
}
