//! A rover climbs rocks as high as the radius of its wheels, on soil, without a jolt.
#![allow(clippy::unwrap_used, clippy::panic)]

use planetfall::recording::Silent;
use planetfall::simulation::Simulation;
use planetfall::time::Time;
use planetfall_files::format::Ink;
use planetfall_files::scenario::{ScenarioFile, builtin};

/// Radius of Curiosity's wheels, m.
const RADIUS: f64 = 0.25;
/// Its weight on Mars, N.
const WEIGHT: f64 = 899.0 * 3.7132;
/// The depth at which a wheel stands under its share of the weight, m, and the ratio of damping there.
const REST: f64 = 0.005;
const DAMPING: f64 = 0.5;
/// m/s
const SPEED: f64 = 0.04;

/// What a drive over one rock was like.
#[derive(Debug, Default)]
struct Climb {
    /// The highest that each left wheel's hub was above where it started, m.
    risen: [f64; 3],
    /// The greatest load of any wheel, N.
    load: f64,
    /// The greatest change of the body's vertical velocity in 10 ms, over that time, m/s².
    jolt: f64,
    /// The deepest that a rim was inside ground or rock, m.
    depth: f64,
}

/// Over a rock, half a ball, in the way of the left wheels.
fn climb(rock_m: f64, step_ms: i64) -> Climb {
    let text = format!(
        "title = \"climb\"\nduration_s = 90.0\n[gravity]\nacceleration_m_per_s2 = 3.7132\n\
         [terrain]\nkind = \"level\"\n[[terrain.rock]]\nshape = \"hemisphere\"\n\
         radius_m = {rock_m:?}\nposition_m = [1.7, 1.063]\n[ground]\nkind = \"wheel\"\n\
         rest_penetration_m = {REST:?}\ndamping_ratio = {DAMPING:?}\nfriction_angle_deg = 30.0\n\
         cohesion_pa = 500.0\nsinkage_exponent = 1.0\ncohesive_modulus_n_per_m_n1 = 1400.0\n\
         frictional_modulus_n_per_m_n2 = 820000.0\n[[vehicle]]\nname = \"curiosity\"\n\
         model = \"curiosity\"\n[vehicle.start]\nheight_m = 0.0\nheight_of = \"settled\"\n\
         [[vehicle.drive]]\nmotion = \"straight\"\nspeed_m_per_s = {SPEED:?}\nduration_s = 90.0\n\
         [stepping]\nmethod = \"implicit\"\nstep_s = {:?}\n",
        step_ms as f64 * 1e-3
    );
    let loaded = ScenarioFile::from_text("climb", &text).load(Ink::Plain);
    let scenario = loaded.unwrap_or_else(|mistakes| panic!("{}", mistakes.text)).scenario;
    let world = &*scenario.world;
    let tree = &world.vehicles()[0].tree;
    let links = ["wheel_front_left", "wheel_middle_left", "wheel_rear_left"]
        .map(|name| tree.links().iter().position(|link| link.name == name).unwrap());
    let mut simulation = Simulation::new(&scenario);
    let heights = |simulation: &Simulation| {
        let kinematics = simulation.state().kinematics(world, 0);
        links.map(|link| kinematics.links[link].position.z + kinematics.anchor.z)
    };
    let start = heights(&simulation);
    let mut climb = Climb::default();
    let mut sinking = 0.0;
    for tick in 1..=9000 {
        simulation.advance(Time::from_millis(10 * tick), &mut Silent).unwrap();
        let velocity = simulation.state().motion(world, 0).velocity.z;
        // The start, settled without motion of the wheels, is no climb.
        if tick > 100 {
            climb.jolt = climb.jolt.max((velocity - sinking).abs() / 0.01);
        }
        sinking = velocity;
        for (most, (now, start)) in
            climb.risen.iter_mut().zip(heights(&simulation).iter().zip(start))
        {
            *most = most.max(now - start);
        }
    }
    let outcome = simulation.outcome();
    let most = |what: &str| {
        let own = outcome.metrics.iter().filter(|(name, _)| name.ends_with(what));
        own.map(|(_, value)| *value).fold(0.0, f64::max)
    };
    (climb.load, climb.depth) = (most("peak_normal_force_n"), most("max_penetration_m"));
    climb
}

#[test]
fn wheels_climb_rocks_up_to_their_radius_with_loads_that_statics_explains() {
    for rock in [0.15, RADIUS] {
        let found = climb(rock, 5);
        for risen in found.risen {
            assert!(risen > 0.9 * rock && risen < rock + 0.02, "{rock}: {found:?}");
        }
        // At most two wheels bear the whole rover, and the damper what it gives at the speed with which
        // they meet the rock: 2 ζ √(k m) v for the share of a wheel.
        let share = WEIGHT / 6.0;
        let damper = 2.0 * DAMPING * (share / REST * (share / 3.7132)).sqrt();
        let most = 0.5 * WEIGHT + damper * SPEED;
        assert!(found.load < most, "{rock}: {found:?}, {most}");
        // The rim gives way as its spring says, to rock too.
        assert!(found.depth > REST && found.depth < REST * most / share, "{rock}: {found:?}");
    }
}

#[test]
fn loads_and_jolts_of_a_climb_do_not_depend_on_the_step() {
    let (fine, coarse) = (climb(RADIUS, 2), climb(RADIUS, 5));
    for (fine, coarse, what) in [(fine.load, coarse.load, "load"), (fine.jolt, coarse.jolt, "jolt")]
    {
        assert!((coarse / fine - 1.0).abs() < 0.2, "{what}: {coarse} at 5 ms, {fine} at 2 ms");
    }
    // No more than a free fall of the body.
    assert!(coarse.jolt < 3.7132, "{coarse:?}");
}

/// Where the trunk of the Siconos rover ends, x and z in m, behind a step of this height at friction 0.8.
fn beyond_step(rise: f64) -> (f64, f64) {
    let text = builtin("exomars-step").unwrap().text;
    let text = text.replace("rise_m = 0.1\n", &format!("rise_m = {rise:?}\n"));
    let text = text.replace("friction_coefficient = 0.35", "friction_coefficient = 0.8");
    let loaded = ScenarioFile::from_text("step", &text).load(Ink::Plain);
    let scenario = loaded.unwrap_or_else(|mistakes| panic!("{}", mistakes.text)).scenario;
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(Time::from_millis(60_000), &mut Silent).unwrap();
    let place = simulation.state().motion(&scenario.world, 0).position;
    (place.x, place.z)
}

#[test]
fn steps_of_eleven_twelve_and_thirteen_centimetres_are_climbed_alike() {
    let ends = [0.11, 0.12, 0.13].map(|rise| {
        let (x, z) = beyond_step(rise);
        println!("{rise} m: x {x:.4} m, z {z:.4} m");
        // It stands on the upper plane as on the lower one, 0.55 m high.
        assert!((z - 0.55 - rise).abs() < 1e-3, "{rise}: {z}");
        x
    });
    // A higher step holds it up a bit longer: half a metre for each centimetre.
    let apart = [ends[1] - ends[0], ends[2] - ends[1]];
    assert!(apart.iter().all(|apart| (0.4..0.7).contains(apart)), "{apart:?}");
}
