//! Landings as a user runs them: the built-in sky cranes and the lander, their faults, real ground. Dispersed ones
//! are in `dispersed_landings.rs`.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../../../planetfall-files/tests/all/dem/outside.rs"]
#[allow(dead_code, reason = "the tests of maps need more of it")]
mod outside;

use nalgebra::Vector3;
use outside::shared_data;
use planetfall::dynamics::energy;
use planetfall::outcome::Outcome;
use planetfall::recording::{Event, EventKind, Memory, Recorder, Silent, columns};
use planetfall::scenario::Scenario;
use planetfall::simulation::{Simulation, run};
use planetfall::state::State;
use planetfall::stepping::{Method, Workspace, step};
use planetfall::time::Time;
use planetfall::world::World;
use planetfall_files::format::Ink;
use planetfall_files::scenario::{ScenarioFile, builtin};
use std::ops::ControlFlow;

type Settings = Vec<(String, String)>;

fn load(name: &str, settings: &Settings) -> Scenario {
    let file = ScenarioFile::from_text(name, builtin(name).unwrap().text);
    let loaded = file.with_overrides(settings).load(Ink::Plain);
    loaded.unwrap_or_else(|mistakes| panic!("{settings:?}\n{}", mistakes.text)).scenario
}

fn landed(name: &str, settings: &[(&str, &str)]) -> (Outcome, Vec<Event>) {
    let settings = settings.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    let mut heard = Memory::default();
    let outcome = run(&load(name, &settings), &mut heard).unwrap();
    (outcome, heard.events)
}

#[test]
fn every_fault_has_its_name() {
    for (name, outcome) in [
        ("msl-sky-crane", "landed"),
        ("msl-sky-crane-engine-out", "crashed"),
        ("msl-sky-crane-bridle-stuck", "dragged"),
        ("msl-sky-crane-rock", "landed"),
        ("msl-sky-crane-threshold", "touchdown_not_detected"),
        ("msl-sky-crane-velocity-bias", "landed"),
        ("lander-touchdown", "landed"),
    ] {
        assert_eq!(landed(name, &[]).0.name, outcome, "{name}");
    }
}

#[test]
fn touchdown_that_is_declared_in_the_air_drops_the_rover() {
    // A threshold above what hanging needs is met at once.
    let (outcome, _) = landed("msl-sky-crane", &[("flight.touchdown.threshold", "1.1")]);
    assert!(["crashed", "dropped"].contains(&outcome.name.as_str()), "{}", outcome.name);
}

#[test]
fn the_starboard_wheels_meet_the_ground_together_after_the_bounce() {
    let (outcome, events) = landed("msl-sky-crane", &[]);
    let scenario = load("msl-sky-crane", &Vec::new());
    let touchdown = outcome.metric("touchdown.time_s").unwrap();
    let contact = |wheel: &str| {
        let index = (0..6).find(|c| scenario.world.contactor_name(*c) == wheel).unwrap();
        let times = events.iter().filter_map(move |event| match event.kind {
            EventKind::Touch { contactor, .. } if contactor == index => Some(event.time.seconds()),
            _ => None,
        });
        times.map(|time| time - touchdown).collect::<Vec<_>>()
    };
    // The paper: both starboard wheels at 952.65 s, 0.31 s after the first contact.
    let near = |times: &[f64]| times.iter().any(|time| (time - 0.31).abs() < 0.1);
    assert!(near(&contact("wheel_front_right")), "{:?}", contact("wheel_front_right"));
    assert!(near(&contact("wheel_rear_right")), "{:?}", contact("wheel_rear_right"));
    assert!(contact("wheel_middle_left").is_empty() && contact("wheel_middle_right").is_empty());
}

#[test]
fn the_pull_of_the_bridles_falls_gradually_to_the_cut() {
    let scenario = load("msl-sky-crane", &Vec::new());
    let mut simulation = Simulation::new(&scenario);
    let outcome = run(&scenario, &mut Silent).unwrap();
    let touchdown = outcome.metric("touchdown.time_s").unwrap();
    let cut = outcome.metric("cut.time_s").unwrap();
    let weight = 899.18 * 3.7132;
    let mut last = f64::INFINITY;
    for share in [0.1, 0.3, 0.5, 0.7, 0.9] {
        let instant = Time::nearest(touchdown + share * (cut - touchdown));
        simulation.advance_past(instant, scenario.duration, &mut Silent).unwrap();
        let force: f64 = simulation.evaluation().cable_forces().iter().map(|f| f.z).sum();
        assert!(force < last + 50.0, "{share}: {force} after {last}");
        assert!(force <= weight * 1.05);
        last = force;
    }
    assert!(last < 0.15 * weight, "{last}");
}

#[test]
fn every_phase_change_leaves_motion_mass_and_momentum_as_they_were() {
    // Fixed steps, which can be taken again to the last bits.
    let rk4 = |step: &str| format!("{{method=\"rk4\", step_s={step}}}");
    let settings = [("stepping", rk4("0.001")), ("phase.impact.stepping", rk4("0.00003"))];
    let settings = settings.map(|(key, value)| (key.to_owned(), value)).to_vec();
    let scenario = load("msl-sky-crane", &settings);
    let mut heard = Memory::default();
    run(&scenario, &mut heard).unwrap();
    let changes = heard.events.iter().filter(|e| matches!(e.kind, EventKind::Phase { .. }));
    let instants: Vec<Time> = changes.map(|e| e.time).filter(|t| *t > Time::ZERO).collect();
    assert_eq!(instants.len(), 5);
    let world = &*scenario.world;
    for instant in instants {
        // To a little before the change; from there the same step without what changes at its end.
        let short = Time::from_millis(1);
        let mut simulation = Simulation::new(&scenario);
        simulation.advance(instant - short, &mut Silent).unwrap();
        let mut before = simulation.state().clone();
        let method = Method::RungeKutta4 { step: short };
        step(world, &method, &mut before, short, &mut Workspace::new(world)).unwrap();
        simulation.advance(instant, &mut Silent).unwrap();
        let after = simulation.state();
        assert_eq!(before.time, after.time);
        for vehicle in 0..2 {
            let (one, other) = (before.motion(world, vehicle), after.motion(world, vehicle));
            assert!((one.position - other.position).norm() < 1e-9, "{instant}");
            assert!((one.velocity - other.velocity).norm() < 1e-9, "{instant}");
            assert!((one.rate - other.rate).norm() < 1e-9, "{instant}");
        }
        let ((mass, linear, angular), (m, l, a)) = (sums(world, &before), sums(world, after));
        assert!((mass - m).abs() < 1e-12 * mass, "{instant}: {mass} {m}");
        assert!((linear - l).norm() < 1e-9 * mass, "{instant}: {linear} {l}");
        assert!((angular - a).norm() < 1e-9 * mass * 100.0, "{instant}: {angular} {a}");
    }
}

/// Mass, momentum and angular momentum of all that moves by itself.
fn sums(world: &World, state: &State) -> (f64, Vector3<f64>, Vector3<f64>) {
    let mut sum = (0.0, Vector3::zeros(), Vector3::zeros());
    for vehicle in (0..world.vehicles().len()).filter(|v| !state.discrete.mounted[*v]) {
        let inertias = &state.inertias[world.layout().links(vehicle)];
        let (linear, angular) = energy::momentum(inertias, &state.kinematics(world, vehicle));
        sum.0 += inertias.iter().flatten().map(|inertia| inertia.mass()).sum::<f64>();
        sum.1 += linear;
        sum.2 += angular;
    }
    sum
}

#[test]
fn the_end_of_a_run_that_was_stopped_is_not_judged() {
    struct Impatient;
    impl Recorder for Impatient {
        fn frame(&mut self, frame: &[f64]) -> ControlFlow<()> {
            if frame[0] > 1.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
        fn event(&mut self, _: &Event) {}
    }
    let scenario = load("msl-sky-crane", &Vec::new());
    assert_eq!(run(&scenario, &mut Impatient).unwrap().name, "stopped");
}

#[test]
fn a_lander_that_hangs_on_its_throttle_cuts_its_engines_when_the_load_comes_off() {
    let touchdown = "{by=\"throttle\", persistence_s=0.05}";
    let (outcome, _) =
        landed("lander-touchdown", &[("flight.touchdown", touchdown), ("expect", "[]")]);
    assert_eq!(outcome.name, "landed");
    let metric = |name: &str| outcome.metric(name).unwrap();
    let wait = metric("detection.declared_s") - metric("touchdown.time_s");
    assert!((0.05..1.0).contains(&wait), "{wait}");
}

#[test]
fn lander_outcomes_have_their_names() {
    for (slope, drift, name) in
        [("8.0", "0.0", "landed"), ("40.0", "0.0", "slid_away"), ("1.0", "6.0", "tipped_over")]
    {
        let settings = [
            ("terrain.slope_deg", slope),
            ("flight.drift_m_per_s[0]", drift),
            ("terrain.rock", "[]"),
            ("expect", "[]"),
        ];
        assert_eq!(landed("lander-touchdown", &settings).0.name, name, "{slope} {drift}");
    }
    let (outcome, _) =
        landed("lander-touchdown", &[("flight.descent_speed_m_per_s", "5.0"), ("expect", "[]")]);
    assert_eq!(outcome.name, "bottomed_out");
}

#[test]
fn a_lander_that_starts_tilted_and_stands_upright_has_landed() {
    let settings = [
        ("terrain.slope_deg", "1.0"),
        ("terrain.rock", "[]"),
        ("vehicle[0].start.yaw_pitch_roll_deg", "[0, 0, 20]"),
        ("expect", "[]"),
    ];
    let (outcome, _) = landed("lander-touchdown", &settings);
    assert_eq!(outcome.name, "landed");
    let tilt = outcome.metric("lander.tilt_final_deg").unwrap();
    assert!(tilt < 5.0, "{tilt}");
}

#[test]
fn radar_counts_whatever_its_period() {
    let touchdown = |period: &str| {
        let settings = [
            ("flight.navigation.radar_until_s", "100.0"),
            ("flight.navigation.gravity_error", "0.01"),
            ("flight.navigation.radar_period_s", period),
            ("expect", "[]"),
        ];
        landed("msl-sky-crane", &settings).0.metric("touchdown.vertical_speed_m_per_s").unwrap()
    };
    let (even, odd) = (touchdown("0.05"), touchdown("0.0501"));
    assert!((even - 0.75).abs() < 0.02 && (even - odd).abs() < 0.02, "{even} {odd}");
}

#[test]
fn the_map_of_gale_at_two_metres_carries_the_rover() {
    let Some(map) = shared_data("dem/gale_1m.tif") else { return };
    // The map is 348 m wide, so the fly-away is cut short to come down on it.
    let terrain = format!(
        "{{kind=\"dem\", file={:?}, resample_m=2.0, site_m=[174.0, 60.0]}}",
        map.display().to_string()
    );
    let settings =
        [("terrain", terrain.as_str()), ("flight.fly_away.burn_s", "3.5"), ("expect", "[]")];
    let (outcome, _) = landed("msl-sky-crane", &settings);
    let metric = |name: &str| outcome.metric(name).unwrap();
    assert_eq!(outcome.name, "landed");
    assert!((metric("rover.ground_force_final_n") - 3338.835).abs() < 7.0);
    assert!((metric("touchdown.vertical_speed_m_per_s") - 0.75).abs() < 0.02);
    assert!(metric("descent_stage.impact_distance_m") > 150.0);
}

#[test]
fn ground_that_is_stiff_and_well_damped_carries_the_standing_rover_by_its_weight() {
    struct Standing {
        force: usize,
        from: f64,
        seen: Vec<f64>,
    }
    impl Recorder for Standing {
        fn frame(&mut self, frame: &[f64]) -> ControlFlow<()> {
            if frame[0] > self.from {
                self.seen.push(frame[self.force]);
            }
            ControlFlow::Continue(())
        }
        fn event(&mut self, _: &Event) {}
    }
    let settings = [("ground.rest_penetration_m", "0.0033"), ("ground.damping_ratio", "0.9")];
    let settings = settings.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec();
    let scenario = load("msl-sky-crane", &settings);
    let columns = columns(&scenario.world);
    let force = columns.iter().position(|c| c.name == "rover.ground_force_n").unwrap();
    let mut standing = Standing { force, from: 24.0, seen: Vec::new() };
    let outcome = run(&scenario, &mut standing).unwrap();
    assert_eq!(outcome.name, "landed");
    assert!(outcome.warnings.is_empty(), "{:?}", outcome.warnings);
    assert!(standing.seen.len() > 3000, "{}", standing.seen.len());
    for force in standing.seen {
        assert!((force / 3338.835 - 1.0).abs() < 1e-3, "{force}");
    }
}

#[test]
fn a_step_that_is_too_long_for_the_standing_rover_is_named_and_fails() {
    let settings = [
        ("ground.rest_penetration_m", "0.0033"),
        ("ground.damping_ratio", "0.9"),
        ("stepping", "{method=\"rk4\", step_s=0.005}"),
        ("expect", "[]"),
    ];
    let settings = settings.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec();
    let scenario = load("msl-sky-crane", &settings);
    let mut simulation = Simulation::new(&scenario);
    let error = simulation.advance(scenario.duration, &mut Silent).unwrap_err();
    let reported = simulation.outcome().warnings.join("\n");
    assert!(reported.contains("the step of 0.005 s is too long for"), "{reported}");
    // It gains energy as well.
    assert!(error.to_string().contains("phase `settling` gained"), "{error}");
}
