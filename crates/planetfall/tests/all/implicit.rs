//! The implicit method on compliant ground: second order where forces are continuous, no ringing where they
//! are stiff, and an energy account that closes.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{drop_with, metric, one_phase, paper_law};
use nalgebra::Vector3;
use planetfall::environment::Gravity;
use planetfall::ground::compliant::Sinkage;
use planetfall::ground::marker::{Friction, FrictionTable, MarkerGround, Spring};
use planetfall::ground::wheel::{
    HuntCrossley, SoilStrength, Strengths, TangentialSpring, WheelFootprint,
};
use planetfall::ground::{CompliantGround, Ground, RigidGround, WheelGround};
use planetfall::recording::Silent;
use planetfall::scenario::Scenario;
use planetfall::simulation::{Simulation, run};
use planetfall::stepping::{Channel, Ledger, Method};
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::{Inertia, Motion, Vehicle};
use planetfall::world::World;
use std::sync::Arc;

const GRAVITY: f64 = 9.81;

fn implicit(micros: i64) -> Method {
    Method::Implicit { step: Time::from_nanos(1000 * micros) }
}

/// A point of 10 kg with one marker above level ground.
fn point(law: impl Into<Ground>, motion: Motion, method: Method, seconds: f64) -> Scenario {
    let inertia = Inertia::ball(10.0, 0.1).unwrap();
    let vehicle = Vehicle::rigid("point", inertia).with_marker("foot", Vector3::zeros(), law);
    let ground = Arc::new(Plane::level(0.0).unwrap());
    let world = World::new(Gravity::Uniform(GRAVITY), ground, vec![vehicle]);
    one_phase(world, vec![motion], method, Time::from_seconds(seconds).unwrap())
}

fn marker(rest: f64, damping_ratio: f64, friction: Friction) -> MarkerGround {
    let table = FrictionTable {
        stick_speed: 0.05,
        slide_speed: 0.1,
        stick_coefficient: 0.6,
        slide_coefficient: 0.5,
    };
    MarkerGround { spring: Spring::from_rest(10.0, GRAVITY, rest, damping_ratio), table, friction }
}

/// A spring within the cone problem that the point presses in by a length at rest, with a share of critical
/// damping.
fn spring(rest: f64, damping_ratio: f64) -> Ground {
    let stiffness = 10.0 * GRAVITY / rest;
    let damping = 2.0 * damping_ratio * (10.0 * stiffness).sqrt();
    CompliantGround::new(0.6, Sinkage::spring(stiffness, damping).unwrap()).into()
}

/// ROAMS's soil under the point, which it presses in by a length at rest: normal force of an exponent with a share
/// of critical damping, a spring and a damper along the surface.
fn wheel_soil(
    rest: f64,
    exponent: f64,
    damping_ratio: f64,
    tangent: TangentialSpring,
) -> WheelGround {
    let strength = SoilStrength {
        cohesion: 0.0,
        friction_angle: 0.6f64.atan(),
        deviation: 0.0,
        fall: 0.0,
        correlation_length: 1.0,
    };
    let sinkage = Sinkage::new([(0.01, 200.0), (0.05, 3000.0)], 0.0).unwrap();
    WheelGround {
        normal: HuntCrossley::from_rest(10.0 * GRAVITY, 10.0, rest, exponent, damping_ratio),
        tangent,
        strength: Strengths::uniform(strength),
        footprint: WheelFootprint { radius: 0.1, width: 0.1, sinkage },
        stream: None,
        resistance: None,
    }
}

/// A spring along the surface with a period of some 0.1 s under the point.
const SHEAR: TangentialSpring = TangentialSpring { stiffness: 4e4, damping: 0.0 };

fn soil(rest: f64, exponent: f64, damping_ratio: f64, tangent: TangentialSpring) -> Ground {
    Ground::Wheel(Arc::new(wheel_soil(rest, exponent, damping_ratio, tangent)))
}

/// Height of the second apex and the ledger there: dropped from a height, bounced once.
fn second_apex(law: Ground, height: f64, step_micros: i64, method: Method) -> (f64, Ledger) {
    let start = Motion::at_rest(Vector3::new(0.0, 0.0, height));
    let scenario = point(law, start, method, 3.0);
    let mut simulation = Simulation::new(&scenario);
    let (mut best, mut ledger, mut touched) = (0.0, Ledger::default(), false);
    let step = Time::from_nanos(1000 * step_micros);
    let mut until = step;
    loop {
        simulation.advance(until, &mut Silent).unwrap();
        until = until + step;
        let motion = simulation.state().motion(&scenario.world, 0);
        touched |= motion.position.z < 0.0;
        if touched && motion.position.z > best {
            (best, ledger) = (motion.position.z, simulation.state().ledger);
        }
        if touched && motion.position.z > 0.5 && motion.velocity.z < 0.0 {
            return (best, ledger);
        }
    }
}

#[test]
fn a_lossless_spring_throws_a_body_back_to_where_it_fell_from() {
    for (step, least, most) in [(1000, 0.998, 1.002), (5000, 0.99, 1.005)] {
        for phase in 0..20 {
            // Twenty places of the touch within a step.
            let height = 1.0 + 4.43 * 1e-6 * step as f64 * f64::from(phase) / 20.0;
            let laws = [
                marker(0.01, 0.0, Friction::Classical).into(),
                spring(0.01, 0.0),
                soil(0.01, 1.0, 0.0, SHEAR),
                soil(0.01, 1.5, 0.0, SHEAR),
            ];
            for law in laws {
                let case = format!("{step} µs, phase {phase}, {law:?}");
                let (apex, ledger) = second_apex(law, height, step, implicit(step));
                let ratio = apex / height;
                assert!((least..most).contains(&ratio), "{case}: {ratio}");
                let exchanged = 10.0 * GRAVITY * height;
                let work = ledger.work[Channel::GroundNormal as usize];
                assert!(work.abs() <= 1e-6 * exchanged, "{case}: {work} J");
                assert!(ledger.unexplained().abs() <= 1e-9 * exchanged, "{case}");
            }
        }
    }
}

#[test]
fn what_a_first_order_step_takes_from_a_lossless_spring_is_the_schemes() {
    let step = Time::from_millis(1);
    let laws = [spring(0.01, 0.0), soil(0.01, 1.0, 0.0, SHEAR), soil(0.01, 1.5, 0.0, SHEAR)];
    for law in laws {
        for method in [Method::MoreauJean { step, theta: 1.0 }, Method::Newmark { step }] {
            let case = format!("{} {law:?}", method.name());
            let (apex, ledger) = second_apex(law.clone(), 1.0, 1000, method);
            let exchanged = 10.0 * GRAVITY;
            let work = ledger.work[Channel::GroundNormal as usize];
            assert!(work.abs() <= 1e-6 * exchanged, "{case}: {work} J");
            assert!(apex < 0.95, "{case}: {apex} m");
            assert!(ledger.numerical < -0.05 * exchanged, "{case}: {} J", ledger.numerical);
            assert!(ledger.unexplained().abs() <= 1e-9 * exchanged, "{}", ledger.unexplained());
        }
    }
}

#[test]
fn what_a_first_order_step_takes_from_soil_that_sticks_is_the_schemes() {
    // Pushed sideways, the point swings on the soil's spring along the surface without sliding.
    let start = Motion {
        velocity: Vector3::new(0.02, 0.0, 0.0),
        ..Motion::at_rest(Vector3::new(0.0, 0.0, -0.002))
    };
    let kinetic = 0.5 * 10.0 * 0.02 * 0.02;
    let step = Time::from_millis(1);
    for (method, takes) in
        [(Method::MoreauJean { step, theta: 1.0 }, true), (Method::Implicit { step }, false)]
    {
        let scenario = point(soil(0.002, 1.0, 0.9, SHEAR), start, method, 0.5);
        let mut simulation = Simulation::new(&scenario);
        let mut most: f64 = 0.0;
        for millis in 1..=500 {
            simulation.advance(Time::from_millis(millis), &mut Silent).unwrap();
            let state = simulation.state();
            let work = state.ledger.work[Channel::GroundFriction as usize];
            let deflection = Vector3::from(state.ground.deflections[0].1);
            let stored = 0.5 * SHEAR.stiffness * deflection.norm_squared();
            most = most.max((work + stored).abs());
        }
        // All that the soil took it stores.
        assert!(most <= 1e-9 * kinetic, "{}: {most:e} J", method.name());
        let ledger = &simulation.state().ledger;
        assert!(ledger.unexplained().abs() <= 1e-9 * kinetic, "{:e}", ledger.unexplained());
        let swing = simulation.state().motion(&scenario.world, 0);
        let left = 0.5 * 10.0 * swing.velocity.x * swing.velocity.x
            + 0.5 * SHEAR.stiffness * swing.position.x * swing.position.x;
        match takes {
            true => assert!(left < 0.2 * kinetic && ledger.numerical < -0.7 * kinetic, "{left}"),
            false => assert!((left / kinetic - 1.0).abs() < 0.01, "{left}"),
        }
    }
}

#[test]
fn friction_takes_its_coefficient_times_the_load_times_the_distance_slid() {
    let start =
        Motion { velocity: Vector3::new(3.0, 0.0, 0.0), ..Motion::at_rest(Vector3::zeros()) };
    let step = Time::from_millis(4);
    let stiff = TangentialSpring { stiffness: 1e6, damping: 1e3 };
    let laws = [
        (Ground::from(RigidGround::new(0.6, 0.0)), 0.0),
        (spring(1e-3, 0.9), 1e-3),
        (soil(1e-3, 1.0, 0.9, stiff), 1e-3),
    ];
    for (law, depth) in laws {
        for method in [
            Method::MoreauJean { step, theta: 0.5 },
            Method::MoreauJean { step, theta: 1.0 },
            Method::Implicit { step },
        ] {
            let start = Motion { position: Vector3::new(0.0, 0.0, -depth), ..start };
            let scenario = point(law.clone(), start, method, 0.4);
            let mut simulation = Simulation::new(&scenario);
            simulation.advance(Time::from_millis(400), &mut Silent).unwrap();
            let slid = simulation.state().motion(&scenario.world, 0).position.x;
            let ledger = &simulation.state().ledger;
            let work = ledger.work[Channel::GroundFriction as usize];
            // Soil begins to slide when its spring holds as much as it bears, which it then stores.
            let expected = -0.6 * 10.0 * GRAVITY * slid;
            let case = format!("{method:?} {law:?}: {work} {expected} J");
            let tolerance = if law.wheel().is_some() { 1e-3 } else { 1e-9 };
            assert!((work / expected - 1.0).abs() < tolerance, "{case}");
            assert!(ledger.unexplained().abs() < 1e-9 * expected.abs(), "{case}");
        }
    }
}

#[test]
fn the_implicit_method_is_of_second_order_on_a_curve_of_force_over_depth() {
    let curves = [
        spring(0.01, 0.1),
        // Kinks at 8 and 12 mm, within the oscillation.
        CompliantGround::new(0.6, Sinkage::new([(0.008, 60.0), (0.012, 140.0)], 30.0).unwrap())
            .into(),
    ];
    for law in curves {
        let [_, order] = orders(&law, 0.0);
        assert!(order > 1.7, "{law:?}: order {order}");
    }
}

/// Orders in which the place of a point along the surface and its height converge at 4 and 2 ms, started with a
/// velocity along the surface and let go above its depth at rest.
fn orders(law: &Ground, speed: f64) -> [f64; 2] {
    let place = |micros: i64| {
        let start = Motion {
            velocity: Vector3::new(speed, 0.0, 0.0),
            ..Motion::at_rest(Vector3::new(0.0, 0.0, -0.006))
        };
        let scenario = point(law.clone(), start, implicit(micros), 0.4);
        let mut simulation = Simulation::new(&scenario);
        simulation.advance(Time::from_millis(400), &mut Silent).unwrap();
        simulation.state().motion(&scenario.world, 0).position
    };
    let exact = place(50);
    let [one, two] = [4000, 2000].map(|step| (place(step) - exact).abs());
    [(one.x / two.x).log2(), (one.z / two.z).log2()]
}

#[test]
fn the_implicit_method_is_of_second_order_on_soil_under_wheels() {
    let damped = TangentialSpring { stiffness: 1e4, damping: 30.0 };
    for exponent in [1.0, 1.5] {
        let law = soil(0.01, exponent, 0.1, damped);
        let [along, height] = orders(&law, 0.05);
        assert!((1.8..2.3).contains(&along), "{exponent}: order {along} along the surface");
        assert!((1.8..2.3).contains(&height), "{exponent}: order {height} of the height");
    }
}

/// That a point that falls from a height on a law comes to rest within 0.5 s in steps of 5 ms, does not ring from then on, and that its
/// force at rest is its weight.
fn assert_comes_to_rest(law: Ground, height: f64) {
    let name = format!("{law:?}");
    let start = Motion {
        velocity: Vector3::new(0.3, 0.0, 0.0),
        ..Motion::at_rest(Vector3::new(0.0, 0.0, height))
    };
    let scenario = point(law, start, implicit(5000), 1.5);
    let mut simulation = Simulation::new(&scenario);
    let mut last = 0.0f64;
    for step in 1..=300 {
        simulation.advance(Time::from_millis(5 * step), &mut Silent).unwrap();
        let speed = simulation.state().motion(&scenario.world, 0).velocity.z;
        if step > 101 {
            let rings = speed * last < 0.0 && speed.abs() > 1e-12 && last.abs() > 1e-12;
            assert!(!rings, "{name} step {step}: {last:e} to {speed:e}");
        }
        last = speed;
    }
    let force = metric(&simulation.outcome(), "foot.final_normal_force_n");
    assert!((force / 98.1 - 1.0).abs() < 1e-3, "{name}: {force} N");
}

#[test]
fn a_stiff_damped_marker_comes_to_rest_without_ringing() {
    for friction in [Friction::Classical, Friction::Resting { stiffness: 1e8, damping: 1e4 }] {
        assert_comes_to_rest(marker(1e-6, 0.9, friction).into(), 0.05);
    }
}

#[test]
fn a_stiff_spring_of_the_cone_problem_comes_to_rest_without_ringing() {
    assert_comes_to_rest(spring(1e-6, 0.9), 0.05);
}

#[test]
fn stiff_soil_under_wheels_comes_to_rest_without_ringing() {
    for exponent in [1.0, 1.5] {
        for tangent in [TangentialSpring { stiffness: 1e8, damping: 1e4 }, SHEAR] {
            // From where a step ends inside it Hunt and Crossley's force lets nothing out faster than 1/a,
            // 1.7 mm/s here: a fall from higher would still come out after 0.5 s.
            assert_comes_to_rest(soil(1e-6, exponent, 0.9, tangent), 0.001);
        }
    }
}

#[test]
fn the_papers_drop_by_the_implicit_method_slides_and_bounces_as_published() {
    let scenario = drop_with(paper_law(), implicit(1000), Time::from_millis(10_000));
    let outcome = run(&scenario, &mut Silent).unwrap();
    let slide = metric(&outcome, "slide_distance_m");
    assert!((slide / 3.820 - 1.0).abs() < 0.01, "{slide} m");
    for wheel in 1..=4 {
        assert_eq!(metric(&outcome, &format!("wheel_{wheel}.contacts")), 5.0, "wheel {wheel}");
    }
    let share = metric(&outcome, "energy.unexplained_share");
    assert!(share < 1e-9, "{share:e}");
}
