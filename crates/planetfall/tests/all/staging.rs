//! Carried parts, cables, engines and propellant against closed forms and conservation laws.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::MARS;
use nalgebra::{Matrix3, UnitQuaternion, Vector3};
use planetfall::control::{Command, ControlLoop, Controller, SensorView};
use planetfall::dynamics::energy;
use planetfall::environment::Gravity;
use planetfall::forces::Gust;
use planetfall::recording::{EventKind, Memory, Silent};
use planetfall::scenario::Scenario;
use planetfall::simulation::{Simulation, run};
use planetfall::state::State;
use planetfall::stepping::{Method, Workspace, step};
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::{
    Anchor, Brake, Cable, Engine, Inertia, Motion, Mount, STANDARD_GRAVITY, Tank, Vehicle,
};
use planetfall::world::World;
use std::f64::consts::TAU;
use std::sync::Arc;

const STEP: Method = Method::RungeKutta4 { step: Time::from_millis(1) };

fn body(name: &str, mass: f64, moments: [f64; 3]) -> Vehicle {
    Vehicle::rigid(name, Inertia::principal(mass, Vector3::from(moments)).unwrap())
}

fn space(gravity: f64, vehicles: Vec<Vehicle>) -> World {
    let far = Plane::level(-1e5).unwrap();
    World::new(Gravity::Uniform(gravity), Arc::new(far), vehicles)
}

fn scenario(world: World, motions: Vec<Motion>, seconds: f64) -> Scenario {
    let duration = Time::from_seconds(seconds).unwrap();
    Scenario::single_phase("staging", world, motions, STEP, duration).unwrap()
}

fn at(z: f64) -> Motion {
    Motion::at_rest(Vector3::new(0.0, 0.0, z))
}

/// Gives fixed orders at fixed instants.
#[derive(Debug, Clone, Default)]
struct Orders {
    thrusts: Vec<f64>,
    separate_at: Option<Time>,
    cut_at: Option<Time>,
}

impl Controller for Orders {
    fn update(&self, view: &SensorView<'_>, _: &mut [f64], command: &mut Command) {
        command.thrusts.copy_from_slice(&self.thrusts);
        if self.separate_at.is_some_and(|at| view.time >= at) {
            command.separate.fill(true);
        }
        if self.cut_at.is_some_and(|at| view.time >= at) {
            command.cut.fill(true);
        }
    }
}

fn with_orders(world: World, orders: Orders) -> World {
    let controller = Arc::new(orders);
    world.with_control(ControlLoop {
        name: "orders".into(),
        period: Time::from_millis(10),
        controller,
    })
}

fn cable(from: Anchor, to: Anchor, stiffness: f64, damping_time: f64, length: f64) -> Cable {
    Cable {
        name: "cable".into(),
        group: Some("cables".into()),
        from,
        to,
        axial_stiffness: stiffness,
        damping_time,
        stowed: length,
        length,
        brake: None,
        stuck: false,
    }
}

fn anchor(vehicle: usize, point: [f64; 3]) -> Anchor {
    Anchor { vehicle, link: 0, point: Vector3::from(point) }
}

fn engine(name: &str, position: [f64; 3], direction: [f64; 3], lag: f64) -> Engine {
    Engine {
        name: name.into(),
        link: 0,
        position: Vector3::from(position),
        direction: Vector3::from(direction).normalize(),
        least: 10.0,
        most: 5000.0,
        lag,
        specific_impulse: 212.0,
        fails_at: None,
        valve: None,
    }
}

fn tank(position: [f64; 3], propellant: f64) -> Tank {
    Tank {
        name: "tank".into(),
        link: 0,
        position: Vector3::from(position),
        propellant,
        gyration: Vector3::new(0.2, 0.25, 0.3),
    }
}

#[test]
fn a_burn_in_free_space_is_the_rocket_equation() {
    let mut rocket = body("rocket", 900.0, [300.0, 300.0, 200.0]);
    rocket.engines.push(engine("engine", [0.0, 0.0, -1.0], [0.0, 0.0, 1.0], 0.0));
    rocket.tanks.push(tank([0.0, 0.0, 0.5], 400.0));
    let world = with_orders(
        space(0.0, vec![rocket]),
        Orders { thrusts: vec![4000.0], ..Orders::default() },
    );
    let scenario = scenario(world, vec![at(0.0)], 100.0);
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(scenario.duration, &mut Silent).unwrap();
    let state = simulation.state();
    let used = 100.0 * 4000.0 / (212.0 * STANDARD_GRAVITY);
    let left = state.continuous[scenario.world.layout().tanks(0)][0];
    // A hundred thousand sums of half an ulp each.
    assert!((left - (400.0 - used)).abs() < 3e-9, "{left}");
    let gained = 212.0 * STANDARD_GRAVITY * (1300.0 / (1300.0 - used)).ln();
    let speed = state.motion(&scenario.world, 0).velocity.z;
    assert!((speed / gained - 1.0).abs() < 1e-10, "{speed} {gained}");
    assert!(state.ledger.unexplained_share() < 1e-9, "{}", state.ledger.unexplained_share());
}

#[test]
fn engines_stop_when_the_tanks_are_dry_and_no_propellant_is_owed() {
    let mut rocket = body("rocket", 900.0, [300.0, 300.0, 200.0]);
    rocket.engines.push(engine("engine", [0.0, 0.0, -1.0], [0.0, 0.0, 1.0], 0.05));
    rocket.tanks.push(tank([0.0; 3], 10.0));
    let world = with_orders(
        space(0.0, vec![rocket]),
        Orders { thrusts: vec![4000.0], ..Orders::default() },
    );
    let scenario = scenario(world, vec![at(0.0)], 8.0);
    let mut heard = Memory::default();
    let outcome = run(&scenario, &mut heard).unwrap();
    let dry = heard.events.iter().filter(|e| matches!(e.kind, EventKind::Dry { .. })).count();
    assert_eq!(dry, 1);
    let most = 212.0 * STANDARD_GRAVITY * (910.0f64 / 900.0).ln();
    let speed = outcome.metric("com.final_speed_m_per_s").unwrap();
    // The last step burns what is there; it ends within a step's worth of the tank's end.
    assert!((speed - most).abs() < 4000.0 * 1e-3 / 900.0, "{speed} {most}");
    assert_eq!(outcome.metric("rocket.propellant_left_kg"), Some(0.0));
}

#[test]
fn thrust_follows_its_command_with_the_lag() {
    let mut rocket = body("rocket", 1000.0, [300.0, 300.0, 200.0]);
    rocket.engines.push(engine("engine", [0.0; 3], [1.0, 0.0, 0.0], 0.2));
    let world = with_orders(
        space(0.0, vec![rocket]),
        Orders { thrusts: vec![1000.0], ..Orders::default() },
    );
    let scenario = scenario(world, vec![at(0.0)], 1.0);
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(scenario.duration, &mut Silent).unwrap();
    let thrust = simulation.evaluation().thrust(0);
    assert!((thrust - 1000.0 * (1.0 - (-5.0f64).exp())).abs() < 1e-6, "{thrust}");
}

/// A heavy block from which a bob hangs on a cable.
fn pendulum(length: f64, stiffness: f64, damping_time: f64) -> World {
    // A fixed end: a block so heavy, and without weight in free fall, is no end; a bob of 1 kg on one
    // of 10⁹ kg in gravity needs the block held. So the block is a link that is fixed to the site.
    let block = fixed("block");
    let bob = body("bob", 20.0, [1.0, 1.0, 1.0]);
    let world = space(MARS, vec![bob, block]);
    let line = cable(anchor(1, [0.0; 3]), anchor(0, [0.0; 3]), stiffness, damping_time, length);
    world.with_cable(line).unwrap()
}

fn fixed(name: &str) -> Vehicle {
    use planetfall::vehicle::{Joint, JointKind, Link, Placement, Tree};
    let link = Link {
        name: name.to_owned(),
        parent: None,
        joint: Joint::new("weld", JointKind::Fixed),
        parent_from_joint: Placement::at(Vector3::zeros()),
        inertia: Some(Inertia::principal(1.0, Vector3::repeat(1.0)).unwrap()),
    };
    Vehicle::new(name, Tree::new(vec![link]).unwrap())
}

#[test]
fn a_load_at_rest_stretches_its_cable_by_its_weight() {
    let world = pendulum(7.5, 60_000.0, 0.2);
    let scenario = scenario(world, vec![at(-7.5), at(0.0)], 60.0);
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(scenario.duration, &mut Silent).unwrap();
    let pull = simulation.evaluation().pulls()[0];
    assert!((pull.tension - 20.0 * MARS).abs() < 1e-9 * 20.0 * MARS, "{pull:?}");
    assert!((pull.stretch - 20.0 * MARS * 7.5 / 60_000.0).abs() < 1e-12, "{pull:?}");
}

#[test]
fn a_slung_load_swings_with_the_period_of_a_pendulum() {
    let world = pendulum(7.5, 6e6, 0.0);
    let stretch = 20.0 * MARS * 7.5 / 6e6;
    let length = 7.5 + stretch;
    let angle: f64 = 1e-3;
    let start = Motion::at_rest(Vector3::new(length * angle.sin(), 0.0, -length * angle.cos()));
    let scenario = scenario(world, vec![start, at(0.0)], 12.0);
    let mut simulation = Simulation::new(&scenario);
    // The first return to the start ends a period: the speed turns there.
    let mut before = 0.0;
    let mut turn = f64::NAN;
    for millis in 1..12_000 {
        simulation.advance(Time::from_millis(millis), &mut Silent).unwrap();
        let speed = simulation.state().motion(&scenario.world, 0).velocity.x;
        if before > 0.0 && speed <= 0.0 {
            turn = (millis as f64 - 1.0 + before / (before - speed)) * 1e-3;
            break;
        }
        before = speed;
    }
    let period = TAU * (length / MARS).sqrt() * (1.0 + angle * angle / 16.0);
    assert!((turn / period - 1.0).abs() < 1e-6, "{turn} {period}");
    assert!(simulation.state().ledger.unexplained_share() < 1e-7);
}

#[test]
fn a_cable_between_free_bodies_is_a_spring_of_their_reduced_mass_and_then_slack() {
    let (heavy, light) = (body("heavy", 30.0, [9.0; 3]), body("light", 10.0, [3.0; 3]));
    let world = space(0.0, vec![heavy, light]);
    let line = cable(anchor(0, [0.0; 3]), anchor(1, [0.0; 3]), 1000.0, 0.0, 2.0);
    let world = world.with_cable(line).unwrap();
    let motions = vec![at(0.0), Motion::at_rest(Vector3::new(2.1, 0.0, 0.0))];
    let scenario = scenario(world, motions, 2.0);
    let mut simulation = Simulation::new(&scenario);
    let frequency = (500.0f64 / (30.0 * 10.0 / 40.0)).sqrt();
    // A quarter of a period pulls them together; then nothing holds them and they drift.
    let quarter = 0.25 * TAU / frequency;
    let mut checked = 0;
    for millis in (10..1200).step_by(10) {
        simulation.advance(Time::from_millis(millis), &mut Silent).unwrap();
        let t = millis as f64 * 1e-3;
        let place = |v| simulation.state().motion(&scenario.world, v).position.x;
        let apart = place(1) - place(0);
        let expected = match t < quarter {
            true => 2.0 + 0.1 * (frequency * t).cos(),
            false => 2.0 - 0.1 * frequency * (t - quarter),
        };
        // The scheme's own error is (ωh)⁴/120 of the motion; within the step in which the cable goes
        // slack the force is off by at most k v h.
        let kick = 500.0 * 0.1 * frequency * 1e-6 / (2.0 * 7.5);
        let deviation = 1e-11 + kick * (t - quarter).max(0.0);
        assert!((apart - expected).abs() < deviation, "{t}: {apart} {expected}");
        checked += 1;
    }
    assert!(checked > 100);
    let state = simulation.state();
    assert!(state.ledger.unexplained_momentum().0 < 1e-12);
    assert_eq!(simulation.evaluation().pulls()[0].tension, 0.0);
}

/// A stage with four canted engines and a tank off its axis that carries a rover on three cables.
fn crane(orders: Orders, ground: f64) -> World {
    let mut stage = body("stage", 1000.0, [700.0, 800.0, 1200.0]);
    for (index, (x, y)) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].iter().enumerate() {
        let name = format!("engine_{index}");
        stage.engines.push(engine(&name, [*x, *y, -0.3], [-0.3 * x, -0.3 * y, 1.0], 0.05));
    }
    stage.tanks.push(tank([0.3, 0.2, 0.1], 150.0));
    let rover = body("rover", 899.0, [405.0, 571.0, 775.0]);
    let plane = Plane::level(ground).unwrap();
    let mut world = World::new(Gravity::Uniform(MARS), Arc::new(plane), vec![rover, stage]);
    let mount = Mount {
        part: 0,
        carrier: 1,
        link: 0,
        position: Vector3::new(0.05, 0.0, -1.3),
        rotation: UnitQuaternion::from_euler_angles(0.01, -0.02, 0.3),
    };
    world = world.with_mount(mount).unwrap();
    for index in 0..3u32 {
        let (sine, cosine) = (f64::from(index) * TAU / 3.0).sin_cos();
        let (from, to) =
            (anchor(1, [0.1 * cosine, 0.1 * sine, -0.4]), anchor(0, [cosine, sine, 0.5]));
        let mut line = cable(from, to, 34_000.0, 0.1, 7.5);
        line.name = format!("bridle_{index}");
        line.stowed = 1.1;
        line.brake = Some(Brake {
            profile: vec![(0.0, 0.3), (1.0, 2.0), (5.5, 2.0), (6.4, 0.2)],
            free_tension: 200.0,
        });
        world = world.with_cable(line).unwrap();
    }
    with_orders(world, orders)
}

/// Mass, momentum and angular momentum of all that moves by itself.
fn sums(world: &World, state: &State) -> (f64, Vector3<f64>, Vector3<f64>) {
    let mut sum = (0.0, Vector3::zeros(), Vector3::zeros());
    for vehicle in (0..world.vehicles().len()).filter(|v| !state.discrete.mounted[*v]) {
        let inertias = &state.inertias[world.layout().links(vehicle)];
        let kinematics = state.kinematics(world, vehicle);
        let (linear, angular) = energy::momentum(inertias, &kinematics);
        sum.0 += inertias.iter().flatten().map(Inertia::mass).sum::<f64>();
        sum.1 += linear;
        sum.2 += angular;
    }
    sum
}

/// Energy of all that moves by itself, from the state alone.
fn mechanical(world: &World, state: &State) -> f64 {
    let movers = (0..world.vehicles().len()).filter(|v| !state.discrete.mounted[*v]);
    movers
        .map(|vehicle| {
            let inertias = &state.inertias[world.layout().links(vehicle)];
            let kinematics = state.kinematics(world, vehicle);
            energy::kinetic(inertias, &kinematics)
                + energy::potential(world.gravity(), inertias, &kinematics)
        })
        .sum()
}

fn tumbling() -> Vec<Motion> {
    let stage = Motion {
        position: Vector3::new(30.0, -20.0, 500.0),
        site_from_body: UnitQuaternion::from_euler_angles(0.1, 0.2, -0.4),
        velocity: Vector3::new(3.0, -1.0, -0.75),
        rate: Vector3::new(0.2, -0.1, 0.3),
    };
    vec![at(0.0), stage]
}

#[test]
fn letting_go_leaves_mass_momentum_and_motion_as_they_were() {
    let orders = Orders {
        thrusts: vec![1800.0, 1900.0, 1750.0, 1850.0],
        separate_at: Some(Time::from_millis(500)),
        cut_at: Some(Time::from_millis(6000)),
    };
    let scenario = scenario(crane(orders, -1e4), tumbling(), 8.0);
    let world = &*scenario.world;
    let mut simulation = Simulation::new(&scenario);
    for instant in [500, 6000] {
        // One step before the order, and the same step taken without obeying it.
        simulation.advance(Time::from_millis(instant - 1), &mut Silent).unwrap();
        let mut state = simulation.state().clone();
        let mut workspace = Workspace::new(world);
        step(world, &STEP, &mut state, Time::from_millis(1), &mut workspace).unwrap();
        simulation.advance(Time::from_millis(instant), &mut Silent).unwrap();
        let after = simulation.state();
        assert_ne!(state.discrete, after.discrete);
        let ((mass, linear, angular), (m, l, a)) = (sums(world, &state), sums(world, after));
        assert!((mass - m).abs() < 1e-12 * mass, "{mass} {m}");
        assert!((linear - l).norm() < 1e-12 * linear.norm(), "{linear} {l}");
        assert!((angular - a).norm() < 1e-12 * angular.norm(), "{angular} {a}");
        for vehicle in 0..2 {
            let (one, other) = (state.motion(world, vehicle), after.motion(world, vehicle));
            assert!((one.position - other.position).norm() < 1e-12);
            assert!((one.velocity - other.velocity).norm() < 1e-14);
            assert!((one.rate - other.rate).norm() < 1e-14);
        }
        let (before, now) = (mechanical(world, &state), mechanical(world, after));
        assert!((before - now).abs() < 1e-12 * now.abs(), "{before} {now}");
    }
}

#[test]
fn the_whole_of_a_tethered_flight_is_accounted_for() {
    let orders = Orders {
        thrusts: vec![1800.0, 1900.0, 1750.0, 1850.0],
        separate_at: Some(Time::from_millis(500)),
        cut_at: Some(Time::from_millis(9000)),
    };
    let scenario = scenario(crane(orders, -1e4), tumbling(), 12.0);
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(scenario.duration, &mut Silent).unwrap();
    let state = simulation.state();
    let (linear, angular) = state.ledger.unexplained_momentum();
    let impulse = 2049.0 * MARS * 12.0;
    assert!(linear < 1e-9 * impulse, "{linear}");
    assert!(angular < 1e-7 * impulse * 40.0, "{angular}");
    assert!(state.ledger.unexplained_share() < 1e-6, "{}", state.ledger.unexplained_share());
    let work = state.ledger.work[planetfall::stepping::Channel::Cables as usize];
    assert!(work < -1000.0, "the brake takes energy: {work}");
    let out = &state.continuous[scenario.world.layout().lengths()];
    assert_eq!(out, [7.5; 3]);
}

#[test]
fn a_carried_part_weighs_on_its_carrier_as_if_it_were_a_piece_of_it() {
    // The same body once as one piece, once as two that are joined.
    let moved =
        |inertia: &Inertia, z: f64| inertia.moved(&Matrix3::identity(), &Vector3::new(0.0, 0.0, z));
    let (stage, rover) = (
        body("stage", 1000.0, [700.0, 800.0, 1200.0]),
        body("rover", 899.0, [405.0, 571.0, 775.0]),
    );
    let own = |vehicle: &Vehicle| vehicle.tree.links()[0].inertia.unwrap();
    let one = Vehicle::rigid("both", own(&stage).plus(&moved(&own(&rover), -1.3)));
    let start = Motion { rate: Vector3::new(0.5, 0.2, -0.7), ..at(1000.0) };
    let alone = scenario(space(MARS, vec![one]), vec![start], 10.0);
    let mount = Mount {
        part: 1,
        carrier: 0,
        link: 0,
        position: Vector3::new(0.0, 0.0, -1.3),
        rotation: UnitQuaternion::identity(),
    };
    let joined = space(MARS, vec![stage, rover]).with_mount(mount).unwrap();
    let joined = scenario(joined, vec![start, at(0.0)], 10.0);
    let end = |scenario: &Scenario| {
        let mut simulation = Simulation::new(scenario);
        simulation.advance(scenario.duration, &mut Silent).unwrap();
        simulation.state().motion(&scenario.world, 0)
    };
    let (a, b) = (end(&alone), end(&joined));
    assert!((a.position - b.position).norm() < 1e-9, "{a:?} {b:?}");
    assert!((a.rate - b.rate).norm() < 1e-12, "{a:?} {b:?}");
    assert!(a.site_from_body.angle_to(&b.site_from_body) < 1e-11);
}

#[test]
fn a_gust_gives_its_impulse_and_no_more() {
    let world = space(0.0, vec![body("box", 50.0, [5.0; 3])]);
    let force = Vector3::new(30.0, -10.0, 0.0);
    // Neither end of the gust is a multiple of the step.
    let (from, until) = (Time::from_nanos(100_300_000), Time::from_nanos(400_800_000));
    let world = world.with_force(Gust { vehicle: 0, force, from, until }).unwrap();
    let scenario = scenario(world, vec![at(0.0)], 1.0);
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(scenario.duration, &mut Silent).unwrap();
    let velocity = simulation.state().motion(&scenario.world, 0).velocity;
    assert!((velocity - force * (0.3005 / 50.0)).norm() < 1e-13, "{velocity}");
}

#[test]
fn propellant_weighs_in_a_vehicle_without_engines() {
    let mut barrel = body("barrel", 50.0, [5.0; 3]);
    barrel.tanks.push(tank([0.4, 0.0, 0.0], 30.0));
    let world = space(MARS, vec![barrel]);
    let law = scenario(world, vec![Motion { rate: Vector3::new(0.1, 0.9, 0.3), ..at(0.0) }], 5.0);
    let mut simulation = Simulation::new(&law);
    simulation.advance(law.duration, &mut Silent).unwrap();
    let state = simulation.state();
    assert!(state.ledger.unexplained_share() < 1e-9, "{}", state.ledger.unexplained_share());
    assert!(state.ledger.unexplained_momentum().0 < 1e-9 * 80.0 * MARS * 5.0);
    let centre = simulation.evaluation().centre(&law.world, state, 0);
    assert!((centre.mass - 80.0).abs() < 1e-12);
}

#[test]
fn a_burn_through_a_gust_resumes_with_the_same_bits() {
    let orders = Orders {
        thrusts: vec![1800.0, 1900.0, 1750.0, 1850.0],
        separate_at: Some(Time::from_millis(500)),
        cut_at: None,
    };
    let (from, until) = (Time::from_millis(100), Time::from_millis(5000));
    let gust = Gust { vehicle: 1, force: Vector3::new(300.0, 200.0, 0.0), from, until };
    let world = crane(orders, -1e4).with_force(gust).unwrap();
    let scenario = scenario(world, tumbling(), 4.0);
    let mut whole = Simulation::new(&scenario);
    whole.advance(scenario.duration, &mut Silent).unwrap();
    let mut first = Simulation::new(&scenario);
    first.advance(Time::from_millis(3005), &mut Silent).unwrap();
    let words = planetfall::checkpoint::save(first.state());
    let state = scenario.restore(&words).unwrap();
    let mut second = Simulation::resume(&scenario, state);
    second.advance(scenario.duration, &mut Silent).unwrap();
    assert_eq!(whole.state().continuous, second.state().continuous);
}

#[test]
fn a_part_on_a_link_without_mass_is_saved_before_and_after_it_goes() {
    use planetfall::vehicle::{Joint, JointKind, Link, Placement, Tree};
    let link = |name: &str, parent, kind, inertia| Link {
        name: name.to_owned(),
        parent,
        joint: Joint::new(&format!("{name}_joint"), kind),
        parent_from_joint: Placement::at(Vector3::zeros()),
        inertia,
    };
    let root = Inertia::principal(100.0, Vector3::repeat(10.0)).unwrap();
    let links = vec![
        link("body", None, JointKind::Free, Some(root)),
        link("hook", Some(0), JointKind::Fixed, None),
    ];
    let carrier = Vehicle::new("carrier", Tree::new(links).unwrap());
    let mount = Mount {
        part: 0,
        carrier: 1,
        link: 1,
        position: Vector3::new(0.0, 0.0, -1.0),
        rotation: UnitQuaternion::identity(),
    };
    let world = space(MARS, vec![body("load", 20.0, [2.0; 3]), carrier]).with_mount(mount).unwrap();
    let orders = Orders { separate_at: Some(Time::from_millis(500)), ..Orders::default() };
    let scenario = scenario(with_orders(world, orders), vec![at(0.0), at(0.0)], 1.0);
    for millis in [200, 800] {
        let mut simulation = Simulation::new(&scenario);
        simulation.advance(Time::from_millis(millis), &mut Silent).unwrap();
        let words = planetfall::checkpoint::save(simulation.state());
        let state = scenario.restore(&words).unwrap();
        // Not the states: times that never came are not a number, which equals nothing.
        assert_eq!(planetfall::checkpoint::save(&state), words, "{millis}");
        assert_eq!(state.inertias, simulation.state().inertias, "{millis}");
    }
}

#[test]
fn a_drum_stops_where_its_cable_ends() {
    let orders =
        Orders { thrusts: vec![1800.0; 4], separate_at: Some(Time::from_millis(10)), cut_at: None };
    let scenario = scenario(crane(orders, -1e4), tumbling(), 7.5);
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(scenario.duration, &mut Silent).unwrap();
    let out = &simulation.state().continuous[scenario.world.layout().lengths()];
    assert_eq!(out, [7.5; 3]);
}

#[test]
fn a_cable_that_is_stuck_is_not_cut_and_the_run_says_so() {
    let orders = Orders {
        thrusts: vec![1800.0; 4],
        separate_at: Some(Time::from_millis(10)),
        cut_at: Some(Time::from_millis(7000)),
    };
    let mut world = crane(orders, -1e4);
    let line = Cable { stuck: true, name: "stuck".into(), ..world.cables()[0].clone() };
    world = world.with_cable(line).unwrap();
    let scenario = scenario(world, tumbling(), 7.5);
    let mut heard = Memory::default();
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(scenario.duration, &mut heard).unwrap();
    assert_eq!(simulation.state().discrete.cut, [true, true, true, false]);
    let cut = heard.events.iter().filter(|e| matches!(e.kind, EventKind::Cut { .. })).count();
    let held = heard.events.iter().filter(|e| e.kind == EventKind::NotCut { cable: 3 }).count();
    assert_eq!(cut, 3);
    assert_eq!(held, 1);
}

#[test]
fn a_resumed_flight_has_the_same_bits_and_the_step_allocates_nothing() {
    let orders = Orders {
        thrusts: vec![1800.0, 1900.0, 1750.0, 1850.0],
        separate_at: Some(Time::from_millis(500)),
        cut_at: Some(Time::from_millis(6000)),
    };
    let scenario = scenario(crane(orders, -1e4), tumbling(), 7.0);
    let mut whole = Simulation::new(&scenario);
    whole.advance(scenario.duration, &mut Silent).unwrap();
    let mut first = Simulation::new(&scenario);
    first.advance(Time::from_millis(3217), &mut Silent).unwrap();
    let words = planetfall::checkpoint::save(first.state());
    let state = scenario.restore(&words).unwrap();
    let mut second = Simulation::resume(&scenario, state);
    second.advance(scenario.duration, &mut Silent).unwrap();
    // The resumed one has evaluated its first state once more.
    let mut ended = second.state().clone();
    assert_eq!(ended.effort.evaluations, whole.state().effort.evaluations + 1);
    ended.effort = whole.state().effort;
    assert_eq!(planetfall::checkpoint::save(whole.state()), planetfall::checkpoint::save(&ended));
    let mut state = first.state().clone();
    let mut workspace = Workspace::new(&scenario.world);
    let counted = allocation_counter::measure(|| {
        for _ in 0..200 {
            step(&scenario.world, &STEP, &mut state, Time::from_millis(1), &mut workspace).unwrap();
        }
    });
    assert_eq!(counted.count_total, 0);
}

#[test]
fn a_vehicle_cannot_carry_itself() {
    let world = space(MARS, vec![body("a", 1.0, [1.0; 3]), body("b", 1.0, [1.0; 3])]);
    let mount = |part, carrier| Mount {
        part,
        carrier,
        link: 0,
        position: Vector3::zeros(),
        rotation: UnitQuaternion::identity(),
    };
    let world = world.with_mount(mount(0, 1)).unwrap();
    assert!(world.clone().with_mount(mount(1, 0)).unwrap_err().to_string().contains("itself"));
    assert!(world.clone().with_mount(mount(0, 7)).is_err());
    assert!(world.with_mount(mount(1, 1)).is_err());
}
