//! Rigid ground against closed forms: stick, slide, impact, rest.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{metric, one_phase};
use nalgebra::{Matrix3, UnitQuaternion, Vector3};
use planetfall::checkpoint;
use planetfall::environment::Gravity;
use planetfall::ground::compliant::Sinkage;
use planetfall::ground::{CompliantGround, Ground, RigidGround};
use planetfall::math::rotation;
use planetfall::recording::{Event, EventKind, Recorder, Silent};
use planetfall::scenario::Scenario;
use planetfall::shape::{Shape, Wheel};
use planetfall::simulation::Simulation;
use planetfall::stepping::{Impact, Method, overlaps};
use planetfall::terrain::{Extent, NoGround, Piece, Plane, Step, SurfaceQuery, Terrain};
use planetfall::time::Time;
use planetfall::vehicle::{Inertia, Motion, Vehicle};
use planetfall::world::World;
use std::f64::consts::FRAC_PI_2;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const G: f64 = 9.81;

fn moreau_jean(millis: i64) -> Method {
    Method::MoreauJean { step: Time::from_millis(millis), theta: 0.5 }
}

/// A cube of 2 kg and edge 0.2 m, felt at its corners.
fn cube(law: impl Into<Ground>) -> Vehicle {
    let inertia = Inertia::principal(2.0, Vector3::repeat(2.0 * 0.04 / 6.0)).unwrap();
    Vehicle::rigid("cube", inertia).with_contactor(
        "corners",
        0,
        Shape::Box {
            centre: Vector3::zeros(),
            axes: Matrix3::identity(),
            half: Vector3::repeat(0.1),
        },
        law,
    )
}

/// The cube on an incline that falls towards east, standing on it.
fn on_incline(degrees: f64, law: impl Into<Ground>, millis: i64, duration: Time) -> Scenario {
    let slope = degrees.to_radians();
    let incline = Plane::incline(Vector3::zeros(), slope, FRAC_PI_2).unwrap();
    let world = World::new(Gravity::Uniform(G), Arc::new(incline), vec![cube(law)]);
    let turn = rotation::from_scaled_axis(&Vector3::new(0.0, slope, 0.0));
    let start =
        Motion { site_from_body: turn, ..Motion::at_rest(turn * Vector3::new(0.0, 0.0, 0.1)) };
    one_phase(world, vec![start], moreau_jean(millis), duration)
}

#[test]
fn a_block_below_the_angle_of_friction_does_not_move_for_an_hour() {
    let scenario = on_incline(26.5, RigidGround::new(0.5, 0.0), 10, Time::from_millis(3_600_000));
    let mut simulation = Simulation::new(&scenario);
    let start = simulation.state().motion(&scenario.world, 0);
    let mut fastest: f64 = 0.0;
    for minute in 1..=60 {
        simulation.advance(Time::from_millis(60_000 * minute), &mut Silent).unwrap();
        fastest = fastest.max(simulation.state().motion(&scenario.world, 0).velocity.norm());
    }
    let moved = simulation.state().motion(&scenario.world, 0).position - start.position;
    println!("speed {fastest:e} m/s, way {:e} m", moved.norm());
    assert!(fastest <= 1e-14, "{fastest:e}");
    assert!(moved.norm() < 1e-10, "{:e}", moved.norm());
    assert!(metric(&simulation.outcome(), "corners.max_penetration_m") <= 1e-10);
}

#[test]
fn a_block_above_the_angle_of_friction_slides_with_the_exact_acceleration() {
    for degrees in [27.0f64, 35.0, 60.0] {
        let scenario = on_incline(degrees, RigidGround::new(0.5, 0.0), 10, Time::from_millis(2000));
        let mut simulation = Simulation::new(&scenario);
        simulation.advance(Time::from_millis(2000), &mut Silent).unwrap();
        let speed = simulation.state().motion(&scenario.world, 0).velocity.norm();
        let slope = degrees.to_radians();
        let exact = 2.0 * G * (slope.sin() - 0.5 * slope.cos());
        assert!((speed - exact).abs() < 1e-10 * exact.max(1.0), "{degrees}: {speed} {exact}");
        let outcome = simulation.outcome();
        let share = metric(&outcome, "energy.unexplained_share");
        assert!(share < 1e-10, "{degrees}: unexplained {share:e}");
    }
}

/// A ball of radius 0.1 m that falls from rest, its lowest point at a height.
fn ball(restitution: f64, height: f64, method: Method, duration: Time) -> Scenario {
    ball_on(RigidGround::new(0.5, restitution), height, method, duration)
}

fn ball_on(law: impl Into<Ground>, height: f64, method: Method, duration: Time) -> Scenario {
    let inertia = Inertia::ball(1.0, 0.1).unwrap();
    let shape = Shape::Ball { centre: Vector3::zeros(), radius: 0.1 };
    let vehicle = Vehicle::rigid("ball", inertia).with_contactor("ball", 0, shape, law);
    let ground = Arc::new(Plane::level(0.0).unwrap());
    let world = World::new(Gravity::Uniform(G), ground, vec![vehicle]);
    let start = Motion::at_rest(Vector3::new(0.0, 0.0, 0.1 + height));
    one_phase(world, vec![start], method, duration)
}

#[test]
fn a_ball_leaves_every_impact_with_its_coefficient_of_restitution() {
    let scenario = ball(0.9, 1.0, moreau_jean(1), Time::from_millis(5000));
    let mut simulation = Simulation::new(&scenario);
    let mut before = 0.0;
    let mut impacts = 0;
    for k in 1..5000 {
        simulation.advance(Time::from_millis(k), &mut Silent).unwrap();
        let after = simulation.state().motion(&scenario.world, 0).velocity.z;
        if before < -0.1 && after > 0.0 {
            impacts += 1;
            assert!((after / before + 0.9).abs() < 1e-12, "{after} {before}");
        }
        before = after;
    }
    assert!(impacts > 5, "{impacts}");
}

#[test]
fn a_plastic_ball_lands_on_the_surface_at_once() {
    let scenario = ball(0.0, 1.0, moreau_jean(10), Time::from_millis(1000));
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(Time::from_millis(1000), &mut Silent).unwrap();
    let end = simulation.state().motion(&scenario.world, 0);
    assert!((end.position.z - 0.1).abs() < 1e-12, "{}", end.position.z);
    assert!(end.velocity.norm() < 1e-14);
    let outcome = simulation.outcome();
    assert_eq!(metric(&outcome, "ball.contacts"), 1.0);
    assert!((metric(&outcome, "ball.final_normal_force_n") - G).abs() < 1e-9);
    assert!(metric(&outcome, "energy.unexplained_share") < 1e-9);
}

#[test]
fn a_sliding_ball_comes_to_roll_with_five_sevenths_of_its_speed() {
    let mut scenario = ball(0.0, 0.0, moreau_jean(5), Time::from_millis(3000));
    let start = Motion {
        velocity: Vector3::new(2.0, 0.0, 0.0),
        site_from_body: UnitQuaternion::identity(),
        ..Motion::at_rest(Vector3::new(0.0, 0.0, 0.1))
    };
    scenario = one_phase((*scenario.world).clone(), vec![start], moreau_jean(5), scenario.duration);
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(scenario.duration, &mut Silent).unwrap();
    let end = simulation.state().motion(&scenario.world, 0);
    assert!((end.velocity.x - 2.0 * 5.0 / 7.0).abs() < 1e-12, "{}", end.velocity.x);
    assert!((end.rate.y * 0.1 - end.velocity.x).abs() < 1e-13);
}

#[test]
fn events_are_located_where_the_closed_form_has_them() {
    let (e, height): (f64, f64) = (0.9, 1.0);
    let method = Method::EventDriven { step: Time::from_millis(10) };
    let scenario = ball(e, height, method, Time::from_millis(6000));
    let mut listener = Listener::default();
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(scenario.duration, &mut listener).unwrap();
    let speed = (2.0 * G * height).sqrt();
    let mut exact = (2.0 * height / G).sqrt();
    assert!(listener.impacts.len() > 10, "{}", listener.impacts.len());
    for (k, (time, impact)) in listener.impacts.iter().enumerate().take(10) {
        let ratio = impact.after.z / impact.before.z;
        assert!((ratio + e).abs() < 1e-12, "{k}: {ratio}");
        assert!((time - exact).abs() < 1e-8 * (k + 1) as f64, "{k}: {time} {exact}");
        let (leaves, reached) = (impact.after.z, speed * e.powi(k as i32 + 1));
        let (peak, expected) = (leaves * leaves / (2.0 * G), reached * reached / (2.0 * G));
        assert!((peak - expected).abs() < 1e-7, "{k}: {peak} {expected}");
        exact += 2.0 * reached / G;
    }
}

/// Keeps impacts.
#[derive(Default)]
struct Listener {
    impacts: Vec<(f64, Impact)>,
}

impl Recorder for Listener {
    fn frame(&mut self, _: &[f64]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn event(&mut self, event: &Event) {
        if let EventKind::Impact(impact) = event.kind {
            self.impacts.push((event.time.seconds(), impact));
        }
    }
}

#[test]
fn newmarks_scheme_agrees_with_the_closed_forms_of_moreaus() {
    let newmark = Method::Newmark { step: Time::from_millis(10) };
    let scenario = ball(0.0, 1.0, newmark, Time::from_millis(1000));
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(scenario.duration, &mut Silent).unwrap();
    let end = simulation.state().motion(&scenario.world, 0);
    assert!((end.position.z - 0.1).abs() < 1e-12 && end.velocity.norm() < 1e-13);
}

#[test]
fn a_spring_in_the_cone_carries_the_weight_at_its_depth_however_stiff() {
    for stiffness in [1e3, 1e6, 1e9, 1e12] {
        let sinkage = Sinkage::spring(stiffness, 2.0 * stiffness.sqrt()).unwrap();
        let law = CompliantGround::new(0.5, sinkage);
        for method in [moreau_jean(5), Method::Implicit { step: Time::from_millis(5) }] {
            let scenario = ball_on(law.clone(), 0.01, method, Time::from_millis(4000));
            let mut simulation = Simulation::new(&scenario);
            simulation.advance(scenario.duration, &mut Silent).unwrap();
            let depth = 0.1 - simulation.state().motion(&scenario.world, 0).position.z;
            let exact = G / stiffness;
            assert!(
                (depth - exact).abs() < 1e-6 * exact + 1e-15,
                "{stiffness}: {depth:e} {exact:e}"
            );
        }
    }
}

#[test]
fn a_curve_of_pieces_is_stood_on_where_it_carries_the_weight() {
    let sinkage = Sinkage::new([(0.001, 1.0), (0.003, 5.0), (0.006, 20.0)], 50.0).unwrap();
    let exact = sinkage.depth(G);
    let law = CompliantGround::new(0.5, sinkage);
    let scenario = ball_on(law, 0.05, moreau_jean(5), Time::from_millis(4000));
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(scenario.duration, &mut Silent).unwrap();
    let depth = 0.1 - simulation.state().motion(&scenario.world, 0).position.z;
    assert!((depth - exact).abs() < 1e-9, "{depth} {exact}");
}

#[test]
fn a_ball_that_falls_past_an_edge_is_not_stopped_in_the_air() {
    // A wall of ten metres; the ball falls one centimetre in front of it, at 10 ms a step.
    let ground = Arc::new(Step::new(0.0, 10.0, FRAC_PI_2, 0.0).unwrap());
    let inertia = Inertia::ball(1.0, 0.1).unwrap();
    let shape = Shape::Ball { centre: Vector3::zeros(), radius: 0.1 };
    let law = RigidGround::new(0.5, 0.0);
    let vehicle = Vehicle::rigid("ball", inertia).with_contactor("ball", 0, shape, law);
    let world = World::new(Gravity::Uniform(G), ground, vec![vehicle]);
    let start = Motion::at_rest(Vector3::new(-0.11, 0.0, 12.0));
    let scenario = one_phase(world, vec![start], moreau_jean(10), Time::from_millis(1500));
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(Time::from_millis(1400), &mut Silent).unwrap();
    let end = simulation.state().motion(&scenario.world, 0);
    assert!((end.velocity.z + 1.4 * G).abs() < 1e-9, "{}", end.velocity.z);
    assert_eq!(end.position.x, -0.11);
}

#[test]
fn a_damper_does_not_act_in_the_air() {
    let law = CompliantGround::new(0.5, Sinkage::spring(1e4, 1e4).unwrap());
    let scenario = ball_on(law, 0.5, moreau_jean(10), Time::from_millis(1000));
    let mut simulation = Simulation::new(&scenario);
    for k in 1..=100 {
        simulation.advance(Time::from_millis(10 * k), &mut Silent).unwrap();
        let height = simulation.state().motion(&scenario.world, 0).position.z - 0.1;
        let load = simulation.evaluation().loads()[0].normal_force;
        assert!(load == 0.0 || height < 1e-6, "{load} N at {height} m");
    }
}

/// Cubes of 2 kg with their middles at the heights given, on level ground, for half a second.
fn cubes(heights: &[f64]) -> Scenario {
    let law = RigidGround::new(0.5, 0.0);
    let level = Plane::incline(Vector3::zeros(), 0.0, 0.0).unwrap();
    let vehicles = (0..heights.len()).map(|index| {
        let mut vehicle = cube(law);
        vehicle.name = format!("cube_{index}");
        vehicle
    });
    let world = World::new(Gravity::Uniform(G), Arc::new(level), vehicles.collect());
    let starts = heights.iter().map(|z| Motion::at_rest(Vector3::new(0.0, 0.0, *z))).collect();
    one_phase(world, starts, moreau_jean(5), Time::from_millis(500))
}

#[test]
fn an_event_driven_run_that_pauses_and_is_resumed_has_the_same_bits() {
    let method = Method::EventDriven { step: Time::from_millis(10) };
    let scenario = ball(0.8, 1.0, method, Time::from_millis(3000));
    let mut whole = Simulation::new(&scenario);
    whole.advance(scenario.duration, &mut Silent).unwrap();
    for pause in [200, 510, 1000, 2500] {
        let mut simulation = Simulation::new(&scenario);
        simulation.advance(Time::from_millis(pause), &mut Silent).unwrap();
        let saved = checkpoint::save(simulation.state());
        let mut resumed = Simulation::resume(&scenario, scenario.restore(&saved).unwrap());
        resumed.advance(scenario.duration, &mut Silent).unwrap();
        assert_eq!(whole.state().continuous, resumed.state().continuous, "{pause} ms");
        assert_eq!(whole.state().tally, resumed.state().tally, "{pause} ms");
    }
}

#[test]
fn a_stack_that_stands_has_no_share_of_unexplained_energy() {
    let scenario = cubes(&[0.1, 0.3, 0.5]);
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(scenario.duration, &mut Silent).unwrap();
    let outcome = simulation.outcome();
    assert!(metric(&outcome, "energy.unexplained_share") < 1e-9);
    assert!(outcome.warnings.is_empty(), "{:?}", outcome.warnings);
}

#[test]
fn the_ground_carries_only_what_stands_on_it() {
    let scenario = cubes(&[0.1, 0.3]);
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(scenario.duration, &mut Silent).unwrap();
    let outcome = simulation.outcome();
    let near = |name: &str, expected: f64| {
        let found = metric(&outcome, name);
        assert!((found - expected).abs() < 1e-9, "{name}: {found}, not {expected}");
    };
    near("final_ground_force_n", 4.0 * G);
    near("final_support_by_vehicles_n", 0.0);
    near("cube_1.final_ground_force_n", 0.0);
    near("cube_1.final_support_by_vehicles_n", 2.0 * G);
    near("cube_1.corners.final_normal_force_n", 2.0 * G);
}

#[test]
fn a_start_inside_the_ground_or_another_body_is_found_with_its_depth() {
    let scenario = cubes(&[0.097, 0.296]);
    let found = overlaps(&scenario.world, &scenario.initial()).unwrap();
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].other.is_none() && (found[0].depth - 0.003).abs() < 1e-15, "{found:?}");
    assert!(found[1].other.is_some() && (found[1].depth - 0.001).abs() < 1e-15, "{found:?}");
    let beside = cubes(&[0.1, 0.3]);
    let touching = overlaps(&beside.world, &beside.initial()).unwrap();
    assert!(touching.iter().all(|one| one.depth < 1e-15), "{touching:?}");
}

#[test]
fn positions_that_cost_much_energy_to_correct_are_reported() {
    let scenario = cubes(&[0.09]);
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(scenario.duration, &mut Silent).unwrap();
    let message = simulation.outcome().warnings.join(" ");
    assert!(message.contains("energy.correction_j"), "{message}");
}

/// Level ground that counts how often a sample point of a wheel asks where its rim is lowest, which detection,
/// that sees pieces of ground, never does.
#[derive(Debug)]
struct Counted {
    plane: Plane,
    asked: AtomicU64,
}

impl Terrain for Counted {
    fn query(&self, point: &Vector3<f64>) -> Result<SurfaceQuery, NoGround> {
        self.plane.query(point)
    }

    fn upward(&self, point: &Vector3<f64>) -> Result<Vector3<f64>, NoGround> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.plane.upward(point)
    }

    fn height(&self, x: f64, y: f64) -> Result<f64, NoGround> {
        self.plane.height(x, y)
    }

    fn extent(&self) -> Option<Extent> {
        self.plane.extent()
    }

    fn pieces(
        &self,
        low: &Vector3<f64>,
        high: &Vector3<f64>,
        out: &mut Vec<Piece>,
    ) -> Result<bool, NoGround> {
        self.plane.pieces(low, high, out)
    }
}

#[test]
fn the_record_of_a_wheel_that_touches_reads_what_detection_found() {
    let shape = Shape::Wheel(Wheel {
        centre: Vector3::zeros(),
        axis: Vector3::y(),
        radius: 0.3,
        width: 0.2,
        grousers: None,
    });
    let stiffness = 10.0 * G / 1e-3;
    let spring = Sinkage::spring(stiffness, (10.0 * stiffness).sqrt()).unwrap();
    for (law, depth) in [
        (Ground::from(RigidGround::new(0.5, 0.0)), 0.0),
        (CompliantGround::new(0.5, spring).into(), 1e-3),
    ] {
        for method in [moreau_jean(2), Method::Implicit { step: Time::from_millis(2) }] {
            let ground =
                Arc::new(Counted { plane: Plane::level(0.0).unwrap(), asked: AtomicU64::new(0) });
            let inertia = Inertia::principal(10.0, Vector3::repeat(0.4)).unwrap();
            let wheel = Vehicle::rigid("wheel", inertia).with_contactor(
                "rim",
                0,
                shape.clone(),
                law.clone(),
            );
            let world = World::new(Gravity::Uniform(G), ground.clone(), vec![wheel]);
            let start = Motion::at_rest(Vector3::new(0.0, 0.0, 0.3 - depth));
            let scenario = one_phase(world, vec![start], method, Time::from_millis(3000));
            let mut simulation = Simulation::new(&scenario);
            simulation.advance(Time::from_millis(1000), &mut Silent).unwrap();
            let before = ground.asked.load(Ordering::Relaxed);
            simulation.advance(Time::from_millis(2000), &mut Silent).unwrap();
            let asked = ground.asked.load(Ordering::Relaxed) - before;
            let case = format!("{} {law:?}", method.name());
            assert!(asked <= 2, "{case}: asked {asked} times in 500 steps");
            for contact in simulation.evaluation().contacts() {
                assert!((contact.gap + depth).abs() < 1e-9, "{case}: {}", contact.gap);
                assert!((contact.normal - Vector3::z()).norm() < 1e-12, "{case}");
            }
        }
    }
}
