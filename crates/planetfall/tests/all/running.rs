//! Phases, triggers, checkpoints and failures.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common;
use crate::common::{MARS, MASS, drop_case, drop_with, metric, one_phase, paper_law, rover};
use nalgebra::Vector3;
use planetfall::checkpoint;
use planetfall::environment::Gravity;
use planetfall::ground::marker::{Friction, MarkerGround, Spring};
use planetfall::outcome::RK4_REAL_LIMIT;
use planetfall::phase::{Condition, Phase, Then, Trigger};
use planetfall::recording::{EventKind, Memory, Silent, columns};
use planetfall::scenario::Scenario;
use planetfall::simulation::{RunError, Simulation, run};
use planetfall::stepping::{Method, StepError, Tolerance};
use planetfall::terrain::{Extent, Facet, NoGround, Plane, SurfaceQuery, Terrain};
use planetfall::time::Time;
use planetfall::vehicle::Motion;
use planetfall::world::World;
use std::sync::Arc;

const RK4: Method = Method::RungeKutta4 { step: Time::from_millis(1) };

fn adaptive() -> Method {
    let tolerance = Tolerance { position: 1e-8, velocity: 1e-8, attitude: 1e-8, rate: 1e-8 };
    let (longest, shortest) = (Time::from_millis(100), Time::from_nanos(1));
    Method::DormandPrince54 { tolerance, longest, shortest }
}

fn end(condition: Condition, outcome: &str) -> Trigger {
    Trigger { condition, then: Then::End(outcome.to_owned()) }
}

fn with_triggers(mut scenario: Scenario, triggers: Vec<Trigger>) -> Scenario {
    scenario.phases[0].triggers = triggers;
    scenario
}

#[test]
fn a_touch_is_located_to_the_nanosecond() {
    // Wheel 1 hangs 2 m cos 22° − ... above the incline; its fall is a parabola.
    let scenario = drop_case(RK4);
    let state = scenario.initial();
    let kinematics = state.kinematics(&scenario.world, 0);
    let wheel = &scenario.world.sample_points()[0].locus;
    let turn = kinematics.links[0].rotation;
    let met = wheel.touch(&turn, &kinematics.anchor, scenario.world.terrain()).unwrap();
    let gap = met.1.gap;
    let expected = (2.0 * gap / (common::MARS * 22f64.to_radians().cos())).sqrt();
    // An implicit step feels the ground it would reach with its end velocity: first order in h.
    // Inner stages of the adaptive pair look a little ahead, within its tolerance of 1e-8 m.
    let implicit = Method::Implicit { step: Time::from_millis(1) };
    for (method, allowed) in [(RK4, 2e-9), (implicit, 1e-4), (adaptive(), 1e-7)] {
        let scenario = drop_with(paper_law(), method, Time::from_millis(8000));
        let scenario = with_triggers(scenario, vec![end(Condition::Touch(None), "touched")]);
        let outcome = run(&scenario, &mut Silent).unwrap();
        assert_eq!(outcome.name, "touched");
        let deviation = outcome.time.seconds() - expected;
        assert!((0.0..allowed).contains(&deviation), "{method:?}: off by {deviation:e} s");
    }
}

#[test]
fn a_run_ends_on_rest_once_it_has_lasted() {
    let rest = Condition::Rest { speed: 0.04, rate: 0.01, dwell: Time::from_millis(500) };
    let scenario = with_triggers(drop_case(RK4), vec![end(rest, "at_rest")]);
    let outcome = run(&scenario, &mut Silent).unwrap();
    assert_eq!(outcome.name, "at_rest");
    assert!((5.3..6.0).contains(&outcome.time.seconds()), "{}", outcome.time);
}

#[test]
fn phases_follow_their_triggers_and_change_method() {
    let mut scenario = drop_case(RK4);
    scenario.phases = vec![
        Phase::new(
            "fall",
            adaptive(),
            vec![Trigger { condition: Condition::HeightBelow(1.5), then: Then::Enter(1) }],
        ),
        Phase::new("ground", RK4, vec![end(Condition::Elapsed(Time::from_millis(2000)), "enough")]),
    ];
    let mut memory = Memory::default();
    let outcome = run(&scenario.checked().unwrap(), &mut memory).unwrap();
    let entered = memory
        .events
        .iter()
        .find(|e| e.kind == EventKind::Phase { phase: 1 })
        .map(|e| e.time.seconds())
        .unwrap();
    assert!((entered - (2.0 * 0.5 / common::MARS).sqrt()).abs() < 2e-9, "{entered}");
    assert_eq!(outcome.name, "enough");
    assert!((outcome.time.seconds() - entered - 2.0).abs() < 1e-9);
}

#[test]
fn a_resumed_run_has_the_same_bits() {
    for method in [RK4, adaptive(), Method::Implicit { step: Time::from_millis(2) }] {
        let scenario = drop_with(paper_law(), method, Time::from_millis(3000));
        let mut whole = Simulation::new(&scenario);
        whole.advance(Time::from_millis(1340), &mut Silent).unwrap();
        let saved = checkpoint::save(&whole.resumable());
        whole.advance(scenario.duration, &mut Silent).unwrap();
        let loaded = scenario.restore(&saved).unwrap();
        let mut resumed = Simulation::resume(&scenario, loaded);
        resumed.advance(scenario.duration, &mut Silent).unwrap();
        let (whole, resumed) = (whole.state(), resumed.state());
        let difference = checkpoint::first_difference(&scenario.world, whole, resumed);
        assert_eq!(difference, None, "{method:?}");
    }
}

#[test]
fn words_of_another_state_are_refused() {
    let scenario = drop_case(RK4);
    let words = checkpoint::save(&scenario.initial());
    assert!(scenario.restore(&words[1..]).is_err());
    let mut longer = words.clone();
    longer.push(0);
    assert!(scenario.restore(&longer).is_err());
    assert_eq!(scenario.restore(&words).unwrap(), scenario.initial());
}

#[test]
fn a_step_that_is_far_too_long_is_named_and_the_history_kept() {
    let scenario = drop_case(Method::RungeKutta4 { step: Time::from_millis(100) });
    let mut memory = Memory::default();
    let error = run(&scenario, &mut memory).unwrap_err();
    assert!(matches!(&error, RunError::Diverged { vehicle, .. } if vehicle == "rover"), "{error}");
    assert!(memory.frames.len() > 3);
    let text = error.to_string();
    assert!(text.contains("rover") && text.contains("0.01 s"), "{text}");
}

/// A plane that ends.
#[derive(Debug)]
struct Table {
    plane: Plane,
    hole: bool,
}

impl Terrain for Table {
    fn query(&self, point: &Vector3<f64>) -> Result<SurfaceQuery, NoGround> {
        let (x, y) = (point.x, point.y);
        if self.hole && x > 3.0 {
            return Err(NoGround::NoData { x, y, row: 0, column: 3 });
        }
        if x > 3.0 {
            return Err(NoGround::Outside { x, y });
        }
        Ok(SurfaceQuery { facet: Facet::Other(1), ..self.plane.query(point)? })
    }
    fn height(&self, x: f64, y: f64) -> Result<f64, NoGround> {
        self.plane.height(x, y)
    }
    fn extent(&self) -> Option<Extent> {
        None
    }
}

fn on_table(hole: bool) -> Scenario {
    let plane = Plane::level(0.0).unwrap();
    let world = World::new(
        Gravity::Uniform(3.7),
        Arc::new(Table { plane, hole }),
        vec![rover(paper_law())],
    );
    let mut start = Motion::at_rest(Vector3::new(0.0, 0.0, 40.0));
    start.velocity = Vector3::new(1.0, 0.0, 0.0);
    one_phase(world, vec![start], RK4, Time::from_millis(9000))
}

#[test]
fn a_run_ends_where_the_terrain_does() {
    let outcome = run(&on_table(false), &mut Silent).unwrap();
    assert_eq!(outcome.name, "left_terrain");
    // The foremost marker starts 0.8944 m ahead of the centre and moves at 1 m/s.
    assert!((outcome.time.seconds() - (3.0 - 0.8944)).abs() < 1e-8, "{}", outcome.time);
}

#[test]
fn a_hole_in_the_data_is_an_error_with_its_place() {
    let error = run(&on_table(true), &mut Silent).unwrap_err();
    let RunError::Step(StepError::NoGround { contact, source, .. }) = &error else {
        panic!("{error}")
    };
    assert_eq!(contact, "wheel_1");
    assert!(matches!(source, NoGround::NoData { column: 3, .. }));
    assert!(error.to_string().contains("wheel_1"));
}

#[test]
fn frames_have_the_columns_that_were_announced() {
    let scenario = drop_case(RK4);
    let mut memory = Memory::default();
    run(&scenario, &mut memory).unwrap();
    let names = columns(&scenario.world);
    assert_eq!(memory.frames.len(), 801);
    assert!(memory.frames.iter().all(|frame| frame.len() == names.len()));
    let place = |name: &str| names.iter().position(|c| c.name == name).unwrap();
    let times: Vec<f64> = memory.frames.iter().map(|f| f[place("time_s")]).collect();
    assert!(times.windows(2).all(|pair| pair[0] < pair[1]));
    assert_eq!(*times.last().unwrap(), 8.0);
    let last = &memory.frames[800];
    assert!((last[place("wheel_2.normal_force_n")] - 1045.9).abs() < 0.1);
}

#[test]
fn fine_steps_give_the_references_converged_peaks() {
    let scenario = drop_case(Method::RungeKutta4 { step: Time::from_nanos(20_000) });
    let outcome = run(&scenario, &mut Silent).unwrap();
    for (name, expected) in
        [("wheel_1.peak_normal_force_n", 15_888.6), ("wheel_2.peak_normal_force_n", 19_693.3)]
    {
        let value = metric(&outcome, name);
        assert!((value / expected - 1.0).abs() < 1e-3, "{name}: {value}");
    }
    assert!((metric(&outcome, "stop_time_s") - 4.9245).abs() < 5e-4);
    assert!((metric(&outcome, "slide_distance_m") - 3.8184).abs() < 5e-4);
}

#[test]
fn the_adaptive_method_gives_the_converged_drop_case() {
    let scenario = drop_with(paper_law(), adaptive(), Time::from_millis(8000));
    let outcome = run(&scenario, &mut Silent).unwrap();
    assert!((metric(&outcome, "slide_distance_m") - 3.8184).abs() < 5e-4);
    assert!(metric(&outcome, "energy.unexplained_share") < 1e-6);
}

/// The rover on stiff and well damped level ground, set down on its four markers at 1 cm/s.
fn set_down(method: Method) -> Scenario {
    let law = MarkerGround {
        spring: Spring::from_rest(MASS, MARS, 0.0033, 0.9),
        // Friction that adds next to nothing to the dampers.
        table: common::table(10.0, 20.0),
        friction: Friction::Classical,
    };
    let plane = Plane::level(0.0).unwrap();
    let world = World::new(Gravity::Uniform(MARS), Arc::new(plane), vec![rover(law)]);
    let start = Motion {
        site_from_body: common::upright(),
        velocity: Vector3::new(0.0, 0.0, -0.01),
        ..Motion::at_rest(Vector3::new(0.0, 0.0, 0.8944))
    };
    one_phase(world, vec![start], method, Time::from_millis(3000))
}

#[test]
fn a_step_is_held_against_the_stability_of_the_whole_vehicle() {
    // Rolling over four markers at y = ±1.0625 m: c = 4 C y²/Izz, 1.8 times what one of them has.
    let damping = 2.0 * 0.9 * (MASS * MASS * MARS / 0.0033).sqrt();
    let rate = 4.0 * 1.0625 * 1.0625 * damping / 405.09;
    let longest = RK4_REAL_LIMIT / rate;
    let runs = |step: f64| {
        let scenario = set_down(Method::RungeKutta4 { step: Time::nearest(step) });
        let mut simulation = Simulation::new(&scenario);
        // One that is far past its limit ends as diverged.
        let _ = simulation.advance(scenario.duration, &mut Silent);
        let carried: f64 = simulation.evaluation().loads().iter().map(|l| l.normal_force).sum();
        (simulation.outcome().warnings, carried)
    };
    let (message, _) = runs(0.005);
    let number = format!("{:.2}", 0.005 * rate);
    assert_eq!(number, "3.03");
    assert!(message.len() == 1 && message[0].contains("rover on its 4 contacts"), "{message:?}");
    assert!(message[0].contains(&number) && message[0].contains("less damping"), "{message:?}");
    let (message, carried) = runs(0.99 * longest);
    assert!(message.is_empty(), "{message:?}");
    assert!((carried / (MASS * MARS) - 1.0).abs() < 1e-6, "{carried}");
    assert_eq!(runs(1.02 * longest).0.len(), 1);
}

#[test]
fn final_forces_are_means_over_half_a_second_whatever_the_last_phase() {
    let mut scenario = set_down(adaptive());
    let last = Phase::new(
        "last",
        Method::RungeKutta4 { step: Time::from_nanos(100) },
        vec![end(Condition::Elapsed(Time::from_nanos(1700)), "over")],
    );
    scenario.phases[0].triggers.push(Trigger {
        condition: Condition::Elapsed(Time::from_millis(20)),
        then: Then::Enter(1),
    });
    scenario.phases.push(last);
    let outcome = run(&scenario, &mut Silent).unwrap();
    assert_eq!((outcome.name.as_str(), outcome.time), ("over", Time::from_nanos(20_001_700)));
    // The run is shorter than the window: momentum gained is the mean force over all of it less the weight.
    let force = metric(&outcome, "final_ground_force_n");
    let speed = metric(&outcome, "com.final_speed_m_per_s");
    let mean = MASS * (MARS + (0.01 - speed) / 20.0017e-3);
    assert!((force / mean - 1.0).abs() < 1e-6, "{force} {mean} {speed}");
}

#[test]
fn a_steep_friction_is_warned_of_with_numbers() {
    let mut law = paper_law();
    law.table.stick_speed = 0.01;
    let outcome = run(&drop_with(law, RK4, Time::from_millis(8000)), &mut Silent).unwrap();
    assert_eq!(outcome.warnings.len(), 1);
    let message = &outcome.warnings[0];
    assert!(
        message.contains("rover on its") && message.contains("larger stick speed"),
        "{message}"
    );
    let quiet = run(&drop_case(RK4), &mut Silent).unwrap();
    assert!(quiet.warnings.is_empty(), "{:?}", quiet.warnings);
}
