//! Parachutes, push-offs and pulsed thrusters against closed forms and conservation laws.

use crate::aerodynamics::{sky, uniform};
use crate::common::MARS;
use nalgebra::{UnitQuaternion, Vector3};
use planetfall::checkpoint;
use planetfall::control::{Command, ControlLoop, Controller, SensorView};
use planetfall::environment::Gravity;
use planetfall::forces::Parachute;
use planetfall::recording::{Memory, Silent};
use planetfall::scenario::Scenario;
use planetfall::simulation::{Simulation, run};
use planetfall::stepping::{Channel, Method, Tolerance, Workspace, step};
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::aerodynamics::MachCurve;
use planetfall::vehicle::{
    Anchor, Cable, Canopy, Engine, Filling, Inertia, Joint, JointKind, Link, Motion, Mount,
    Placement, PushOff, PushStrength, STANDARD_GRAVITY, Tank, Tree, Valve, Vehicle,
};
use planetfall::world::World;
use std::sync::Arc;

const GROUND_DENSITY: f64 = 0.0149;

fn body(name: &str, mass: f64, moments: [f64; 3]) -> Vehicle {
    Vehicle::rigid(name, Inertia::principal(mass, Vector3::from(moments)).unwrap())
}

fn canopy(area: f64) -> Canopy {
    Canopy {
        area,
        drag: MachCurve::constant(0.6),
        filling: Filling::Time(0.4),
        exponent: 3.0,
        packed_share: 0.01,
        opening_load_factor: 1.45,
        relaxation: 1.0,
        oscillation: None,
        fault: None,
    }
}

fn chute(vehicle: usize, riser: Vec<usize>, canopy: Canopy) -> Parachute {
    let at = Anchor { vehicle, link: 0, point: Vector3::zeros() };
    Parachute { name: "parachute".to_owned(), at, riser, canopy }
}

fn every_method(step: Time) -> [Method; 6] {
    let tolerance = Tolerance { position: 1e-5, velocity: 1e-5, attitude: 1e-6, rate: 1e-6 };
    [
        Method::RungeKutta4 { step },
        Method::DormandPrince54 { tolerance, longest: step, shortest: Time::from_nanos(1000) },
        Method::Implicit { step },
        Method::MoreauJean { step, theta: 0.5 },
        Method::Newmark { step },
        Method::EventDriven { step },
    ]
}

/// Orders that change with the clock.
#[derive(Debug, Clone, Default)]
struct Orders {
    thrusts: Vec<f64>,
    until: Option<Time>,
    separate: Vec<(usize, Time)>,
}

impl Controller for Orders {
    fn update(&self, view: &SensorView<'_>, _: &mut [f64], command: &mut Command) {
        let on = self.until.is_none_or(|until| view.time < until);
        for (slot, thrust) in command.thrusts.iter_mut().zip(&self.thrusts) {
            *slot = if on { *thrust } else { 0.0 };
        }
        for (vehicle, at) in &self.separate {
            command.separate[*vehicle] |= view.time >= *at;
        }
    }
}

fn with_orders(world: World, orders: Orders) -> World {
    let (name, period) = ("orders".to_owned(), Time::from_millis(10));
    world.with_control(ControlLoop { name, period, controller: Arc::new(orders) })
}

fn scenario(world: World, motions: Vec<Motion>, method: Method, seconds: f64) -> Scenario {
    let duration = Time::from_seconds(seconds).unwrap();
    Scenario::single_phase("parachute", world, motions, method, duration).unwrap()
}

const RK4: Method = Method::RungeKutta4 { step: Time::from_millis(5) };

#[test]
fn a_canopy_of_constant_area_slows_a_body_by_the_hyperbola() {
    let (mass, area, speed, time) = (1200.0, 200.0, 400.0, 20.0);
    let full = Canopy { packed_share: 1.0, opening_load_factor: 1.0, ..canopy(area) };
    let world = sky(0.0, uniform(), vec![body("load", mass, [100.0; 3])]);
    let world = world.with_force(chute(0, Vec::new(), full)).unwrap();
    let start = Motion {
        velocity: Vector3::new(speed, 0.0, 0.0),
        ..Motion::at_rest(Vector3::new(0.0, 0.0, 9000.0))
    };
    let expected = speed / (1.0 + GROUND_DENSITY * 0.6 * area * speed * time / (2.0 * mass));
    for method in every_method(Time::from_millis(10)) {
        let flight = scenario(world.clone(), vec![start], method, time);
        let mut simulation = Simulation::new(&flight);
        simulation.advance(flight.duration, &mut Silent).unwrap();
        let found = simulation.state().motion(&world, 0).velocity.x;
        let allowed = if method.is_explicit() { 1e-9 } else { 2e-6 };
        assert!((found / expected - 1.0).abs() < allowed, "{method:?}: {found} {expected}");
    }
}

/// A payload that carries a packed canopy above it, with a mortar and a riser of three bridles.
fn packed(gravity: f64, canopy: Canopy) -> (World, Vec<Motion>) {
    let vehicles = vec![
        body("load", 2946.0, [3000.0, 3100.0, 3600.0]),
        body("canopy", 54.0, [30.0, 30.0, 30.0]),
    ];
    let place = Vector3::new(0.0, 0.0, 1.6);
    let mount = Mount {
        part: 1,
        carrier: 0,
        link: 0,
        position: place,
        rotation: UnitQuaternion::identity(),
    };
    let mut world = sky(gravity, uniform(), vehicles).with_mount(mount).unwrap();
    for (index, (x, y)) in [(0.5, 0.0), (-0.25, 0.43), (-0.25, -0.43)].into_iter().enumerate() {
        let bridle = Cable {
            name: format!("bridle_{index}"),
            group: Some("riser".to_owned()),
            from: Anchor { vehicle: 1, link: 0, point: Vector3::zeros() },
            to: Anchor { vehicle: 0, link: 0, point: Vector3::new(x, y, 1.6) },
            axial_stiffness: 30_000.0 * 45.0,
            damping_time: 0.01,
            stowed: 45.0,
            length: 45.0,
            brake: None,
            stuck: false,
        };
        world = world.with_cable(bridle).unwrap();
    }
    let mortar = PushOff {
        part: 1,
        point: place,
        direction: Vector3::z(),
        strength: PushStrength::Speed(40.0),
    };
    world = world.with_push_off(mortar).unwrap();
    world = world.with_force(chute(1, vec![0, 1, 2], canopy)).unwrap();
    let orders = Orders { separate: vec![(1, Time::from_millis(500))], ..Orders::default() };
    let motion = Motion {
        velocity: Vector3::new(0.0, 0.0, -400.0),
        rate: Vector3::new(0.02, -0.01, 0.05),
        ..Motion::at_rest(Vector3::new(0.0, 0.0, 30_000.0))
    };
    (with_orders(world, orders), vec![motion, motion])
}

#[test]
fn a_parachute_is_thrown_stretched_filled_and_carries_its_load_at_the_terminal_velocity() {
    let area = 0.25 * std::f64::consts::PI * 21.35 * 21.35;
    for method in every_method(Time::from_millis(5)) {
        let (world, motions) = packed(MARS, canopy(area));
        let flight = scenario(world, motions, method, 90.0);
        let outcome = run(&flight, &mut Silent).unwrap();
        let metric = |name: &str| outcome.metric(name).unwrap();
        assert_eq!(metric("parachute.deploy_s"), 0.5, "{method:?}");
        // 45 m at 40 m/s, and the air takes the packed canopy along.
        let stretch = metric("parachute.line_stretch_s") - 0.5;
        assert!((0.7..45.0 / 40.0).contains(&stretch), "{method:?}: {stretch} s");
        let load = metric("parachute.peak_load_n");
        let full = 0.5 * GROUND_DENSITY * 400.0 * 400.0 * 0.6 * area * 1.45;
        assert!((0.6..1.1).contains(&(load / full)), "{method:?}: {load} of {full} N");
        // Both hang on one canopy: (m₁ + m₂) g = ½ ρ V² Cd S.
        let terminal = (2.0 * 3000.0 * MARS / (GROUND_DENSITY * 0.6 * area)).sqrt();
        let found = metric("com.final_speed_m_per_s");
        // Moreau and Jean's step takes the air half a step along a motion that its cables do not hold yet.
        let early = 0.5 * 0.005 * 2946.0 * MARS / 54.0;
        let first_order = matches!(method, Method::MoreauJean { .. });
        let expected = if first_order { terminal + early } else { terminal };
        assert!((found / expected - 1.0).abs() < 2e-3, "{method:?}: {found} {expected}");
        let share = metric("energy.unexplained_share");
        // A damper that goes taut jumps by k τ ṡ, which a step does not resolve: k τ ṡ² h = 29 kJ of 240 MJ.
        let allowed = if method.is_explicit() { 2.4e-4 } else { 1e-9 };
        assert!(share < allowed, "{method:?}: {share}");
        let linear = metric("momentum.unexplained_n_s");
        // Of 1.2 MN s.
        assert!(linear < 1e-3, "{method:?}: {linear} N s");
    }
}

#[test]
fn a_canopy_that_never_fills_or_fills_late_is_known_by_its_speed() {
    use planetfall::vehicle::CanopyFault;
    let area = 0.25 * std::f64::consts::PI * 21.35 * 21.35;
    let speed = |fault| {
        let (world, motions) = packed(MARS, Canopy { fault, ..canopy(area) });
        let outcome = run(&scenario(world, motions, RK4, 8.0), &mut Silent).unwrap();
        outcome.metric("com.final_speed_m_per_s").unwrap()
    };
    let good = speed(None);
    let torn = speed(Some(CanopyFault::LosesArea { share: 0.1, after: 2.0 }));
    let late = speed(Some(CanopyFault::Late { delay: 3.0 }));
    let failed = speed(Some(CanopyFault::Fails { share: 0.05 }));
    assert!(good < torn && torn < late && late < failed, "{good} {torn} {late} {failed}");
    assert!(failed > 300.0, "{failed}");
}

#[test]
fn a_flight_on_a_parachute_resumes_with_the_same_bits_and_its_step_allocates_nothing() {
    let area = 358.0;
    let (world, motions) = packed(MARS, canopy(area));
    let flight = scenario(world, motions, RK4, 4.0);
    let mut whole = Simulation::new(&flight);
    whole.advance(Time::from_millis(1800), &mut Silent).unwrap();
    let words = checkpoint::save(&whole.resumable());
    let mut again = Simulation::resume(&flight, flight.restore(&words).unwrap());
    whole.advance(flight.duration, &mut Silent).unwrap();
    again.advance(flight.duration, &mut Silent).unwrap();
    assert_eq!(checkpoint::save(whole.state()), checkpoint::save(again.state()));
    for method in every_method(Time::from_millis(5)) {
        let mut state = flight.restore(&words).unwrap();
        let mut workspace = Workspace::new(&flight.world);
        // Room for the rows of cables is made when they are first taut.
        while state.time < Time::from_millis(1900) {
            step(&flight.world, &method, &mut state, method.longest(), &mut workspace).unwrap();
        }
        let counted = allocation_counter::measure(|| {
            while state.time < Time::from_millis(2400) {
                step(&flight.world, &method, &mut state, method.longest(), &mut workspace).unwrap();
            }
        });
        assert_eq!(counted.count_total, 0, "{method:?}");
    }
}

/// A body of two links: a root and an arm that turns freely about y.
fn jointed(name: &str) -> Vehicle {
    let link = |name: &str, parent, kind, place: [f64; 3], mass: f64| Link {
        name: name.to_owned(),
        parent,
        joint: Joint::new(&format!("{name}_joint"), kind),
        parent_from_joint: Placement::at(Vector3::from(place)),
        inertia: Some(Inertia::ball(mass, 0.4).unwrap()),
    };
    let arm = JointKind::Revolute(Vector3::y());
    let links = vec![
        link("root", None, JointKind::Free, [0.0; 3], 300.0),
        link("arm", Some(0), arm, [0.9, 0.2, 0.0], 40.0),
    ];
    Vehicle::new(name, Tree::new(links).unwrap())
}

#[test]
fn a_push_off_gives_both_the_same_impulse_and_books_its_energy() {
    let mount = Mount {
        part: 1,
        carrier: 0,
        link: 1,
        position: Vector3::new(0.3, -0.1, 0.2),
        rotation: UnitQuaternion::from_euler_angles(0.3, -0.2, 0.5),
    };
    let spin = Motion {
        velocity: Vector3::new(120.0, -30.0, 15.0),
        rate: Vector3::new(0.4, -0.7, 0.9),
        ..Motion::at_rest(Vector3::new(10.0, 20.0, 3000.0))
    };
    for strength in
        [PushStrength::Speed(2.5), PushStrength::Impulse(90.0), PushStrength::Energy(150.0)]
    {
        let far = Plane::level(-1e6).unwrap();
        let vehicles = vec![jointed("carrier"), body("part", 25.0, [2.0, 2.5, 3.0])];
        let world = World::new(Gravity::Uniform(0.0), Arc::new(far), vehicles);
        let push = PushOff {
            part: 1,
            point: Vector3::new(0.25, -0.3, 0.15),
            direction: Vector3::new(0.3, 0.2, 0.9).normalize(),
            strength,
        };
        let world = world.with_mount(mount).unwrap().with_push_off(push).unwrap();
        let at = Time::from_millis(40);
        let orders = Orders { separate: vec![(1, at)], ..Orders::default() };
        let world = with_orders(world, orders);
        let flight = scenario(world, vec![spin, spin], RK4, 1.0);
        let mut simulation = Simulation::new(&flight);
        simulation.advance(Time::from_millis(35), &mut Silent).unwrap();
        let before = simulation.state().ledger;
        simulation.advance(at, &mut Silent).unwrap();
        let after = simulation.state().ledger;
        let given = after.work[Channel::Separation as usize];
        assert!(given > 1.0, "{strength:?}: {given}");
        if let PushStrength::Energy(energy) = strength {
            // They were one body: all that the springs held is motion now.
            assert!((given - energy).abs() < 1e-9 * energy, "{given}");
        }
        let gained = after.kinetic - before.kinetic;
        assert!((gained - given).abs() < 1e-6, "{strength:?}: {gained} {given}");
        assert!(after.unexplained().abs() < 1e-6, "{}", after.unexplained());
        let (linear, angular) = after.unexplained_momentum();
        // Of 44 kN s and 130 MN m s.
        assert!(linear < 1e-10 && angular < 1e-6, "{strength:?}: {linear} {angular}");
        simulation.advance(flight.duration, &mut Silent).unwrap();
        let (linear, angular) = simulation.state().ledger.unexplained_momentum();
        assert!(linear < 1e-6 && angular < 1e-2, "{strength:?}: {linear} {angular}");
    }
}

#[test]
fn a_part_leaves_at_the_speed_of_its_push() {
    let far = Plane::level(-1e6).unwrap();
    let vehicles = vec![body("carrier", 300.0, [90.0; 3]), body("part", 25.0, [2.0; 3])];
    let place = Vector3::new(0.0, 0.0, 0.7);
    let mount = Mount {
        part: 1,
        carrier: 0,
        link: 0,
        position: place,
        rotation: UnitQuaternion::identity(),
    };
    let push = PushOff {
        part: 1,
        point: place,
        direction: Vector3::z(),
        strength: PushStrength::Speed(2.5),
    };
    let world = World::new(Gravity::Uniform(0.0), Arc::new(far), vehicles);
    let world = world.with_mount(mount).unwrap().with_push_off(push).unwrap();
    let orders = Orders { separate: vec![(1, Time::ZERO)], ..Orders::default() };
    let flight = scenario(with_orders(world, orders), vec![Motion::at_rest(place); 2], RK4, 2.0);
    let mut simulation = Simulation::new(&flight);
    simulation.advance(flight.duration, &mut Silent).unwrap();
    let speed = |vehicle| simulation.state().motion(&flight.world, vehicle).velocity.z;
    assert!((speed(1) - 2.5 * 300.0 / 325.0).abs() < 1e-12, "{}", speed(1));
    assert!((speed(0) + 2.5 * 25.0 / 325.0).abs() < 1e-12, "{}", speed(0));
}

/// A thruster on a body with a tank.
fn pulsed(valve: Valve) -> Vehicle {
    let mut rocket = body("rocket", 900.0, [300.0, 300.0, 200.0]);
    rocket.engines.push(Engine {
        name: "thruster".into(),
        link: 0,
        position: Vector3::new(0.0, 0.0, -1.0),
        direction: Vector3::z(),
        least: 0.0,
        most: 302.0,
        lag: 0.0,
        specific_impulse: 220.0,
        fails_at: None,
        valve: Some(valve),
    });
    rocket.tanks.push(Tank {
        name: "tank".into(),
        link: 0,
        position: Vector3::new(0.0, 0.0, 0.3),
        propellant: 40.0,
        gyration: Vector3::new(0.2, 0.2, 0.2),
    });
    rocket
}

#[test]
fn a_pulsed_thruster_obeys_the_rocket_equation_of_its_pulses_by_every_method() {
    let valve = Valve { cycle: Time::from_millis(100), least_on: Time::from_millis(20) };
    // A share of 0.347 of each cycle: 34.7 ms, no multiple of the step; 200 pulses.
    let thrust = 0.347 * 302.0;
    let used = 200.0 * 0.0347 * 302.0 / (220.0 * STANDARD_GRAVITY);
    let gained = 220.0 * STANDARD_GRAVITY * (940.0 / (940.0 - used)).ln();
    for method in every_method(Time::from_millis(7)) {
        let far = Plane::level(-1e6).unwrap();
        let world = World::new(Gravity::Uniform(0.0), Arc::new(far), vec![pulsed(valve)]);
        let orders = Orders {
            thrusts: vec![thrust],
            until: Some(Time::from_millis(20_000)),
            ..Orders::default()
        };
        let flight =
            scenario(with_orders(world, orders), vec![Motion::at_rest(Vector3::z())], method, 21.0);
        let mut simulation = Simulation::new(&flight);
        simulation.advance(flight.duration, &mut Silent).unwrap();
        let state = simulation.state();
        let left = state.continuous[flight.world.layout().tanks(0)][0];
        assert!((left - (40.0 - used)).abs() < 1e-10, "{method:?}: {left}");
        let speed = state.motion(&flight.world, 0).velocity.z;
        let allowed = if method.is_explicit() { 1e-10 } else { 1e-7 };
        assert!((speed / gained - 1.0).abs() < allowed, "{method:?}: {speed} {gained}");
    }
}

#[test]
fn a_tick_opens_a_valve_for_no_less_than_its_shortest_pulse() {
    let valve = Valve { cycle: Time::from_millis(10), least_on: Time::from_millis(25) };
    let far = Plane::level(-1e6).unwrap();
    let world = World::new(Gravity::Uniform(0.0), Arc::new(far), vec![pulsed(valve)]);
    // One tick that asks for thrust, then none.
    let orders =
        Orders { thrusts: vec![302.0], until: Some(Time::from_millis(10)), ..Orders::default() };
    let flight =
        scenario(with_orders(world, orders), vec![Motion::at_rest(Vector3::z())], RK4, 0.2);
    let mut heard = Memory::default();
    let outcome = run(&flight, &mut heard).unwrap();
    let used = 0.025 * 302.0 / (220.0 * STANDARD_GRAVITY);
    let left = outcome.metric("rocket.propellant_left_kg").unwrap();
    assert!((left - (40.0 - used)).abs() < 1e-12, "{left}");
}
