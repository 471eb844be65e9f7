//! What limits steps and how far triggers are from firing.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{MARS, drop_case, drop_with, paper_law};
use planetfall::diagnosis::watches;
use planetfall::phase::{Condition, Then, Trigger};
use planetfall::recording::{Memory, Silent};
use planetfall::scenario::Scenario;
use planetfall::simulation::{Due, Limit, Simulation};
use planetfall::stepping::{Method, Tolerance};
use planetfall::time::Time;

const RK4: Method = Method::RungeKutta4 { step: Time::from_millis(1) };

fn with(mut scenario: Scenario, condition: Condition) -> Scenario {
    scenario.phases[0].triggers = vec![Trigger { condition, then: Then::End("over".to_owned()) }];
    scenario
}

fn at(scenario: &Scenario, millis: i64) -> Simulation {
    let mut simulation = Simulation::new(scenario);
    let instant = Time::from_millis(millis);
    simulation.advance_past(instant, scenario.duration, &mut Silent).unwrap();
    simulation
}

#[test]
fn a_pause_without_a_cut_leaves_the_run_as_it_was() {
    let scenario = drop_case(RK4);
    let mut whole = Memory::default();
    Simulation::new(&scenario).advance(scenario.duration, &mut whole).unwrap();
    let mut simulation = Simulation::new(&scenario);
    let mut parts = Memory::default();
    // Between two steps: the pause comes at the end of the step.
    let instant = Time::from_nanos(1_234_567_891);
    simulation.advance_past(instant, scenario.duration, &mut parts).unwrap();
    assert_eq!(simulation.state().time, Time::from_millis(1235));
    simulation.advance(scenario.duration, &mut parts).unwrap();
    assert_eq!(parts.frames, whole.frames);
}

#[test]
fn each_limit_of_a_step_is_reported() {
    let scenario = drop_case(RK4);
    assert_eq!(Simulation::new(&scenario).last_step(), (Time::ZERO, Limit::Start));
    assert_eq!(at(&scenario, 5).last_step(), (Time::from_millis(1), Limit::Method));
    let odd = drop_with(paper_law(), RK4, Time::from_nanos(1_500_000));
    let (length, limit) = at(&odd, 2).last_step();
    assert_eq!((length, limit), (Time::from_nanos(500_000), Limit::Due(Due::End)));
    let timed = with(drop_case(RK4), Condition::Elapsed(Time::from_nanos(2_300_000)));
    assert_eq!(at(&timed, 9).last_step().1, Limit::Due(Due::Elapsed(0)));
    let touched = with(drop_case(RK4), Condition::Touch(None));
    assert_eq!(at(&touched, 8000).last_step().1, Limit::Trigger(0));
    let tolerance = Tolerance { position: 1e-8, velocity: 1e-8, attitude: 1e-8, rate: 1e-8 };
    let (longest, shortest) = (Time::from_millis(100), Time::from_nanos(1));
    let adaptive = Method::DormandPrince54 { tolerance, longest, shortest };
    let scenario = drop_case(adaptive);
    // In the free fall only records, every 10 ms, cut the step; on the ground its error does.
    assert_eq!(at(&scenario, 100).last_step().1, Limit::Due(Due::Record));
    let mut simulation = at(&scenario, 600);
    let mut seen = false;
    for millis in 600..700 {
        let instant = Time::from_nanos(millis * 1_000_000 + 1);
        simulation.advance_past(instant, scenario.duration, &mut Silent).unwrap();
        seen |= simulation.last_step().1 == Limit::ErrorControl;
    }
    assert!(seen);
}

#[test]
fn margins_of_triggers_follow_the_closed_form_of_a_fall() {
    // From 2 m at the origin, where the incline's height is zero.
    let (t, fallen) = (0.4, 0.5 * MARS * 0.4 * 0.4);
    let below = with(drop_case(RK4), Condition::HeightBelow(1.5));
    let reading = watches(&at(&below, 400)).remove(0).readings.remove(0);
    assert!((reading.value - (2.0 - fallen)).abs() < 1e-9, "{reading:?}");
    assert!((reading.margin() - (0.5 - fallen)).abs() < 1e-9, "{reading:?}");
    let fast = with(drop_case(RK4), Condition::SpeedAbove(2.0));
    let reading = watches(&at(&fast, 400)).remove(0).readings.remove(0);
    assert!((reading.value - MARS * t).abs() < 1e-9 && reading.above);
    assert!((reading.margin() - (2.0 - MARS * t)).abs() < 1e-9);
    let timed = with(drop_case(RK4), Condition::Elapsed(Time::from_millis(1000)));
    let reading = watches(&at(&timed, 400)).remove(0).readings.remove(0);
    assert!((reading.margin() - 0.6).abs() < 1e-12);
    let touch = with(drop_case(RK4), Condition::Touch(None));
    let reading = watches(&at(&touch, 400)).remove(0).readings.remove(0);
    assert!(reading.margin() > 0.0 && reading.entity.is_some_and(|name| name.starts_with("wheel")));
}

#[test]
fn a_dwell_counts_from_when_its_condition_began_to_hold() {
    let dwell = Time::from_millis(500);
    let rest = with(drop_case(RK4), Condition::Rest { speed: 10.0, rate: 10.0, dwell });
    let watch = watches(&at(&rest, 100)).remove(0);
    assert!(watch.readings.iter().all(|reading| reading.margin() < 0.0));
    // The condition is first looked at after the first step.
    assert_eq!(watch.dwell.unwrap().held, Time::from_millis(99));
    assert_eq!(watch.dwell.unwrap().needed, dwell);
}
