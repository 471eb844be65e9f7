//! What an outside law, terrain and controller may rely on.
#![allow(clippy::unwrap_used)]

use nalgebra::Vector3;
use own_ground::lander::{self, GRAVITY, MASS, PAD};
use planetfall::checkpoint;
use planetfall::environment::Gravity;
use planetfall::recording::{EventKind, Memory, Silent};
use planetfall::scenario::Scenario;
use planetfall::simulation::Simulation;
use planetfall::stepping::Method;
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::Motion;
use planetfall::world::World;
use std::sync::Arc;

fn landing() -> Scenario {
    lander::scenario(vec![lander::navigation("inertial")], 0).unwrap()
}

/// The lander falls onto level ground without engines, its feet all at once.
fn fall(speed: f64, method: Method) -> Scenario {
    let ground = Arc::new(Plane::level(0.0).unwrap());
    let world = World::new(Gravity::Uniform(GRAVITY), ground, vec![lander::vehicle().unwrap()]);
    let mut start = Motion::at_rest(Vector3::new(0.0, 0.0, 1.2));
    start.velocity.z = -speed;
    Scenario::single_phase("fall", world, vec![start], method, Time::from_millis(3000)).unwrap()
}

#[test]
fn the_pads_crush_by_what_the_energy_balance_says() {
    // The energy of the fall, ½ m v² + m g D, goes into crushing, 4 F_c c, and is for a moment
    // stored in the elastic give, 4 F_c²/2k; D = c + F_c/k is the deepest point.
    let speed = 1.0;
    let (force, give) = (4.0 * PAD.crush_force, PAD.crush_force / PAD.stiffness);
    let weight = MASS * GRAVITY;
    let energy = 0.5 * MASS * speed * speed + weight * give - 0.5 * force * give;
    let expected = energy / (force - weight);
    assert!((0.02..PAD.thickness).contains(&expected), "the case must crush, not bottom out");
    // Memory is first order in the step: a tenth of it is off by a tenth.
    let deviation = |nanos: i64| {
        let scenario = fall(speed, Method::RungeKutta4 { step: Time::from_nanos(nanos) });
        let mut simulation = Simulation::new(&scenario);
        simulation.advance(scenario.duration, &mut Silent).unwrap();
        let memory = &simulation.state().ground.contacts;
        assert!(memory.iter().all(|crush| (crush - memory[0]).abs() < 1e-12));
        (memory[0] - expected).abs()
    };
    let (coarse, fine) = (deviation(1_000_000), deviation(100_000));
    assert!(coarse < 2e-4 && fine < 2e-5, "off by {coarse:e} and {fine:e} of {expected} m");
}

#[test]
fn crush_only_ever_grows_and_stays_when_the_load_is_gone() {
    let scenario = landing();
    let mut simulation = Simulation::new(&scenario);
    let mut before = simulation.state().ground.contacts.clone();
    while !simulation.advance(simulation.state().time + step(), &mut Silent).unwrap() {
        let now = simulation.state().ground.contacts.clone();
        for (now, before) in now.iter().zip(&before) {
            assert!(now >= before && *now <= PAD.thickness, "{before} became {now}");
        }
        before = now;
    }
    assert!(before.iter().any(|crush| *crush > 1e-3), "no pad was crushed: {before:?}");
}

fn step() -> Time {
    Time::from_millis(1)
}

#[test]
fn the_lander_touches_down_below_one_metre_per_second_and_comes_to_rest() {
    let scenario = landing();
    let mut memory = Memory::default();
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(scenario.duration, &mut memory).unwrap();
    let speeds: Vec<f64> = memory
        .events
        .iter()
        .filter_map(|event| match event.kind {
            EventKind::Touch { speed, .. } => Some(speed),
            _ => None,
        })
        .collect();
    assert!(speeds.len() >= 4, "not all feet touched: {speeds:?}");
    assert!(speeds.iter().all(|speed| *speed < 1.0), "{speeds:?}");
    let outcome = simulation.outcome();
    assert!(outcome.metric("com.final_speed_m_per_s").unwrap() < 0.01);
    let motion = simulation.state().motion(&scenario.world, 0);
    assert!((motion.site_from_body * Vector3::z()).z > 0.99, "it did not stay upright");
}

#[test]
fn memory_registers_and_noise_are_part_of_the_state() {
    let scenario = landing();
    let mut whole = Simulation::new(&scenario);
    whole.advance(scenario.duration, &mut Silent).unwrap();
    let touched = whole.outcome().metric("foot_nw.first_contact_s").unwrap();
    let just_after = Time::nearest(touched + 0.05);
    for cut in [Time::from_millis(1234), just_after] {
        let mut first = Simulation::new(&scenario);
        first.advance(cut, &mut Silent).unwrap();
        let words = checkpoint::save(first.state());
        let state = scenario.restore(&words).unwrap();
        let mut second = Simulation::resume(&scenario, state);
        second.advance(scenario.duration, &mut Silent).unwrap();
        let mut ended = second.state().clone();
        // A fresh workspace evaluates the start once more.
        assert!(ended.effort.evaluations - whole.state().effort.evaluations <= 1);
        ended.effort = whole.state().effort;
        assert_eq!(checkpoint::save(&ended), checkpoint::save(whole.state()), "cut at {cut}");
    }
}

#[test]
fn another_sensor_leaves_the_first_ones_noise_and_the_whole_flight_as_they_were() {
    let alone = landing();
    let sensors = vec![lander::navigation("radar"), lander::navigation("inertial")];
    let beside = lander::scenario(sensors, 1).unwrap();
    let (mut a, mut b) = (Simulation::new(&alone), Simulation::new(&beside));
    for millis in (0..20_000).step_by(500) {
        a.advance(Time::from_millis(millis), &mut Silent).unwrap();
        b.advance(Time::from_millis(millis), &mut Silent).unwrap();
        assert_eq!(a.state().sensors[0], b.state().sensors[1], "at {millis} ms");
        let [one, other] = [0, 1].map(|index| &b.state().sensors[index].values);
        assert_ne!(one, other, "two sensors, one noise");
        assert_eq!(a.state().continuous, b.state().continuous, "at {millis} ms");
    }
}
