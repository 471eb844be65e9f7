//! Joints inside the cone problem: closed loops, stops, dry friction, stiff springs.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{metric, one_phase};
use nalgebra::Vector3;
use planetfall::environment::Gravity;
use planetfall::recording::Silent;
use planetfall::scenario::{Scenario, ScenarioError};
use planetfall::simulation::Simulation;
use planetfall::stepping::{Channel, Method};
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::{
    Inertia, Joint, JointKind, JointLimits, JointStart, Link, Motion, Passive, Placement, Tree,
    Vehicle,
};
use planetfall::world::World;
use std::sync::Arc;

const G: f64 = 9.81;

fn moreau_jean(millis: i64) -> Method {
    Method::MoreauJean { step: Time::from_millis(millis), theta: 0.5 }
}

/// A bar along x of a length, its mass in its middle and a little inertia.
fn bar(name: &str, parent: Option<usize>, kind: JointKind, at: [f64; 3], length: f64) -> Link {
    let middle = Vector3::new(0.5 * length, 0.0, 0.0);
    let about = nalgebra::Matrix3::from_diagonal(&Vector3::new(0.01, 0.1, 0.1));
    Link {
        name: name.to_owned(),
        parent,
        joint: Joint::new(&format!("{name}_joint"), kind),
        parent_from_joint: Placement::at(Vector3::from(at)),
        inertia: Some(Inertia::new(2.0, middle, about).unwrap()),
    }
}

fn hinge() -> JointKind {
    JointKind::Revolute(Vector3::y())
}

fn base() -> Link {
    Link { inertia: None, ..bar("base", None, JointKind::Fixed, [0.0, 0.0, 5.0], 1.0) }
}

fn scene(vehicle: Vehicle, method: Method, starts: Vec<JointStart>, millis: i64) -> Scenario {
    let ground = Arc::new(Plane::level(0.0).unwrap());
    let world = World::new(Gravity::Uniform(G), ground, vec![vehicle]);
    let rest = vec![Motion::at_rest(Vector3::zeros())];
    let scenario = one_phase(world, rest, method, Time::from_millis(millis));
    Scenario { joints: starts, ..scenario }
}

/// A four-bar linkage: crank 1 m, coupler 3 m, rocker 1 m, ground 3 m: a parallelogram.
fn linkage() -> Vehicle {
    let links = vec![
        base(),
        bar("crank", Some(0), hinge(), [0.0; 3], 1.0),
        bar("coupler", Some(1), hinge(), [1.0, 0.0, 0.0], 3.0),
        bar("rocker", Some(0), hinge(), [3.0, 0.0, 0.0], 1.0),
    ];
    let tip = |length: f64| Vector3::new(length, 0.0, 0.0);
    Vehicle::new("linkage", Tree::new(links).unwrap())
        .with_closure("pin", (2, tip(3.0)), (3, tip(1.0)))
        // A second pin of the same hinge says nothing new and must do no harm.
        .with_closure("same pin", (2, tip(3.0)), (3, tip(1.0)))
}

/// The linkage let go with its cranks one radian off straight down; angle from there after 2 s, how
/// far the loop is open and what share of energy is unexplained.
fn swing(method: Method) -> (f64, f64, f64) {
    // The coupler is level: crank, rocker and coupler stay parallel to themselves.
    let angle = std::f64::consts::FRAC_PI_2 - 1.0;
    let start = |link, position| JointStart { vehicle: 0, link, position, speed: 0.0 };
    let starts = vec![start(1, angle), start(2, -angle), start(3, angle)];
    let scenario = scene(linkage(), method, starts, 2000);
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(scenario.duration, &mut Silent).unwrap();
    let (world, state) = (&scenario.world, simulation.state());
    let kinematics = state.kinematics(world, 0);
    let tip = |link: usize, x: f64| kinematics.links[link].point(&Vector3::new(x, 0.0, 0.0)).0;
    let q = &state.continuous[world.layout().positions(0)];
    assert!((q[0] + q[1]).abs() < 1e-9 && (q[0] - q[2]).abs() < 1e-9, "{q:?}");
    let unexplained = metric(&simulation.outcome(), "energy.unexplained_share");
    assert!(unexplained < 1e-6, "{unexplained:e}");
    // What the scheme takes by itself.
    let share = state.ledger.numerical.abs() / state.ledger.scale();
    (q[0] - std::f64::consts::FRAC_PI_2, (tip(2, 3.0) - tip(3, 1.0)).norm(), share)
}

/// The exact angle: (2 (I + m/4) + m_c) φ'' = −(2 m/2 + m_c) g sin φ, φ from straight down.
fn pendulum() -> f64 {
    let (inertia, torque) = (2.0 * (0.1 + 0.5) + 2.0, (2.0 + 2.0) * G);
    let (mut exact, mut rate): (f64, f64) = (-1.0, 0.0);
    let h = 1e-6;
    rate -= 0.5 * h * torque / inertia * exact.sin();
    for _ in 0..2_000_000 {
        exact += h * rate;
        rate -= h * torque / inertia * exact.sin();
    }
    exact
}

/// Swings in steps of 4 and 2 ms; what the scheme takes by itself in each.
fn swings_to_second_order(method: impl Fn(Time) -> Method) -> [f64; 2] {
    let exact = pendulum();
    let by = |micros: i64| swing(method(Time::from_nanos(1000 * micros)));
    let ((coarse, open, most), (fine, _, share)) = (by(4000), by(2000));
    let order = ((coarse - exact) / (fine - exact)).log2();
    println!("order {order}: {coarse} {fine} {exact}, numerical {most:e} {share:e}");
    assert!(open < 1e-11, "{open:e}");
    assert!((1.9..2.1).contains(&order), "order {order}: {coarse} {fine} {exact}");
    [most, share]
}

#[test]
fn newmarks_scheme_is_of_second_order_on_a_closed_loop() {
    swings_to_second_order(|step| Method::Newmark { step });
}

#[test]
fn the_implicit_method_is_of_second_order_on_a_closed_loop() {
    let [most, share] = swings_to_second_order(|step| Method::Implicit { step });
    // What pins do where directions turn within the step is of second order too.
    assert!(share < 0.3 * most && most < 1e-3, "{share:e} {most:e}");
}

#[test]
fn a_linkage_keeps_its_loop_closed_and_swings_as_one_pendulum() {
    let exact = pendulum();
    let theta = |micros: i64| {
        swing(Method::MoreauJean { step: Time::from_nanos(1000 * micros), theta: 0.5 })
    };
    let (coarse, open, most) = theta(1000);
    let (fine, _, share) = theta(500);
    assert!(open < 1e-11, "{open:e}");
    let order = ((coarse - exact) / (fine - exact)).log2();
    assert!((0.9..1.2).contains(&order), "order {order}: {coarse} {fine} {exact}");
    assert!((2.0 * fine - coarse - exact).abs() < 2e-5, "{coarse} {fine} {exact}");
    // The scheme takes energy where a loop turns; of first order, and it is not hidden.
    assert!(share < 0.55 * most && most < 1e-2, "{share:e} {most:e}");
}

#[test]
fn loops_need_a_method_that_knows_them() {
    let world =
        World::new(Gravity::Uniform(G), Arc::new(Plane::level(0.0).unwrap()), vec![linkage()]);
    let method = Method::RungeKutta4 { step: Time::from_millis(1) };
    let rest = vec![Motion::at_rest(Vector3::zeros())];
    let refused =
        Scenario::single_phase("test", world, rest, method, Time::from_millis(10)).unwrap_err();
    assert!(matches!(refused, ScenarioError::Method { .. }));
}

/// A slider along x with a mass of 2 kg.
fn slider(passive: Passive, limits: Option<JointLimits>) -> Vehicle {
    let mut link = bar("slide", Some(0), JointKind::Prismatic(Vector3::x()), [0.0; 3], 0.5);
    link.joint.passive = passive;
    link.joint.limits = limits;
    Vehicle::new("slider", Tree::new(vec![base(), link]).unwrap())
}

fn sliding(vehicle: Vehicle, speed: f64, millis: i64) -> (f64, f64, f64) {
    let start = vec![JointStart { vehicle: 0, link: 1, position: 0.0, speed }];
    let scenario = scene(vehicle, moreau_jean(10), start, millis);
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(scenario.duration, &mut Silent).unwrap();
    let share = metric(&simulation.outcome(), "energy.unexplained_share");
    let state = simulation.state();
    let q = state.continuous[scenario.world.layout().positions(0)][0];
    (q, state.continuous[scenario.world.layout().velocities(0)][0], share)
}

#[test]
fn dry_friction_in_a_joint_brings_it_to_rest_where_the_closed_form_says() {
    let passive = Passive { friction: 4.0, friction_speed: 1e-3, ..Passive::default() };
    // 2 kg against 4 N from 1 m/s: 0.25 m in 0.5 s, then nothing moves.
    let (q, v, share) = sliding(slider(passive, None), 1.0, 2000);
    assert!((q - 0.25).abs() < 1e-12, "{q}");
    assert!(v.abs() < 1e-15, "{v:e}");
    assert!(share < 1e-12, "{share:e}");
}

#[test]
fn a_stop_holds_a_sprung_joint_and_gives_back_no_more_than_it_took() {
    let limits = JointLimits { lower: -1.0, upper: 0.2, stiffness: 1e6, damping: 2e3 };
    let passive = Passive { stiffness: 50.0, rest: 1.0, ..Passive::default() };
    let (q, v, _) = sliding(slider(passive, Some(limits)), 0.0, 5000);
    // The spring pulls with 50 · 0.8 N against a stop of 1e6 N/m.
    assert!((q - 0.2 - 40.0 / 1e6).abs() < 1e-6, "{q}");
    assert!(v.abs() < 1e-9, "{v:e}");
}

#[test]
fn a_lossless_joint_limit_throws_a_slider_back_with_its_speed() {
    let limits = JointLimits { lower: -1.0, upper: 0.2, stiffness: 2e4, damping: 0.0 };
    for phase in 0..10 {
        // Ten places of the touch within a step of 1 ms; the limit's period is 63 ms.
        let speed = 1.0 + 0.0005 * f64::from(phase);
        let start = vec![JointStart { vehicle: 0, link: 1, position: 0.0, speed }];
        let method = Method::Implicit { step: Time::from_millis(1) };
        let scenario = scene(slider(Passive::default(), Some(limits)), method, start, 400);
        let mut simulation = Simulation::new(&scenario);
        simulation.advance(scenario.duration, &mut Silent).unwrap();
        let state = simulation.state();
        let back = state.continuous[scenario.world.layout().velocities(0)][0];
        assert!((back / -speed - 1.0).abs() < 1e-3, "phase {phase}: {back} m/s");
        let work = state.ledger.work[Channel::Joints as usize];
        assert!(work.abs() < 1e-9, "phase {phase}: {work:e} J");
        assert!(state.ledger.unexplained().abs() < 1e-9, "phase {phase}");
    }
}

#[test]
fn a_joint_spring_of_any_stiffness_is_stable_and_keeps_its_energy() {
    for stiffness in [1e2, 1e5, 1e9] {
        let passive = Passive { stiffness, ..Passive::default() };
        let (q, v, share) = sliding(slider(passive, None), 1.0, 1000);
        let energy = 0.5 * 2.0 * v * v + 0.5 * stiffness * q * q;
        assert!((energy - 1.0).abs() < 1e-6, "{stiffness}: {energy}");
        assert!(share < 1e-6, "{stiffness}: {share:e}");
    }
}
