//! The same vehicle on every ground by every method that steps it, with engines, cables, carried parts, gusts
//! and external wrenches.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common;
use crate::common::MARS;
use nalgebra::{UnitQuaternion, Vector3};
use planetfall::contact::{Contact, Load};
use planetfall::control::{Command, ControlLoop, Controller, SensorView};
use planetfall::environment::Gravity;
use planetfall::forces::{Axes, ExternalWrench, Gust};
use planetfall::ground::compliant::{Bekker, Sinkage};
use planetfall::ground::marker::{Friction, FrictionTable, MarkerGround, Spring};
use planetfall::ground::scm::Tools;
use planetfall::ground::scm::{ScmVariant, Soil, SoilBed, Uniform};
use planetfall::ground::wheel::{
    HuntCrossley, SoilStrength, Strengths, TangentialSpring, WheelFootprint, WheelGround,
};
use planetfall::ground::{self, CustomGround};
use planetfall::ground::{CompliantGround, RigidGround};
use planetfall::recording::Silent;
use planetfall::scenario::Scenario;
use planetfall::shape::{Shape, Wheel};
use planetfall::simulation::Simulation;
use planetfall::state::State;
use planetfall::stepping::compatibility::{GroundKind, MethodKind, check};
use planetfall::stepping::{Method, Tolerance};
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::{Anchor, Brake, Cable, Engine, Inertia, Motion, Mount, Tank, Vehicle};
use planetfall::world::World;
use std::sync::Arc;

const SLED: f64 = 200.0;
const STAGE: f64 = 150.0;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Ground {
    Marker,
    Custom,
    Rigid,
    Springs,
    Bekker,
    Wheel,
    Soil,
}

const GROUNDS: [Ground; 7] = [
    Ground::Marker,
    Ground::Custom,
    Ground::Rigid,
    Ground::Springs,
    Ground::Bekker,
    Ground::Wheel,
    Ground::Soil,
];

/// A linear spring and damper with Coulomb friction regularised over 1 cm/s.
#[derive(Debug)]
struct OwnLaw;

impl CustomGround for OwnLaw {
    fn evaluate(
        &self,
        touch: &Contact,
        _: &[f64],
        _: &[f64],
        _: &mut [f64],
        _: &mut [f64],
    ) -> Load {
        let push = if touch.gap < 0.0 { -4e4 * touch.gap - 1e3 * touch.gap_rate() } else { 0.0 };
        let normal_force = push.max(0.0);
        let sliding = touch.sliding();
        let friction = sliding * (-0.5 * normal_force / sliding.norm().hypot(0.01));
        Load { normal_force, friction }
    }
}

fn law(ground: Ground) -> ground::Ground {
    let weight = SLED * MARS / 4.0;
    match ground {
        Ground::Marker => ground::Ground::from(MarkerGround {
            spring: Spring::from_rest(SLED / 4.0, MARS, 0.005, 0.5),
            table: FrictionTable {
                stick_speed: 0.01,
                slide_speed: 0.02,
                stick_coefficient: 0.5,
                slide_coefficient: 0.5,
            },
            friction: Friction::Resting { stiffness: 4e4, damping: 1e3 },
        }),
        Ground::Custom => ground::Ground::from(Arc::new(OwnLaw)),
        Ground::Rigid | Ground::Soil => ground::Ground::from(RigidGround::new(0.5, 0.0)),
        Ground::Springs => {
            ground::Ground::from(CompliantGround::new(0.5, Sinkage::spring(4e4, 1e3).unwrap()))
        }
        Ground::Bekker => {
            let sand = Bekker { exponent: 1.0, cohesive: 1e4, frictional: 4e6 };
            let curve = Bekker::curve(0.1, |depth| sand.on_wheel(depth, 0.25, 0.2));
            ground::Ground::from(CompliantGround::new(0.5, Sinkage::new(curve, 1e3).unwrap()))
        }
        Ground::Wheel => ground::Ground::from(WheelGround {
            normal: HuntCrossley::from_rest(weight, SLED / 4.0, 0.005, 1.5, 0.5),
            tangent: TangentialSpring { stiffness: 4e4, damping: 1e3 },
            strength: Strengths::uniform(SoilStrength {
                cohesion: 0.0,
                friction_angle: 0.5f64.atan(),
                deviation: 0.0,
                fall: 0.0,
                correlation_length: 0.01,
            }),
            footprint: WheelFootprint {
                radius: 0.25,
                width: 0.2,
                sinkage: Sinkage::new([(0.01, 200.0), (0.05, 3000.0)], 0.0).unwrap(),
            },
            stream: None,
            resistance: None,
        }),
    }
}

/// A sled on four wheels that do not turn.
fn sled(ground: Ground) -> Vehicle {
    let inertia = Inertia::principal(SLED, Vector3::new(60.0, 80.0, 120.0)).unwrap();
    let mut sled = Vehicle::rigid("sled", inertia);
    for (index, (x, y)) in [(0.7, 0.6), (0.7, -0.6), (-0.7, 0.6), (-0.7, -0.6)].iter().enumerate() {
        let shape = Shape::Wheel(Wheel {
            centre: Vector3::new(*x, *y, -0.3),
            axis: Vector3::y(),
            radius: 0.25,
            width: 0.2,
            grousers: None,
        });
        sled = sled.with_contactor(format!("wheel_{index}"), 0, shape, law(ground));
    }
    sled
}

fn stage() -> Vehicle {
    let inertia = Inertia::principal(STAGE, Vector3::new(40.0, 40.0, 60.0)).unwrap();
    let mut stage = Vehicle::rigid("stage", inertia);
    for (index, (x, y)) in [(0.8, 0.0), (-0.4, 0.7), (-0.4, -0.7)].iter().enumerate() {
        stage.engines.push(Engine {
            name: format!("engine_{index}"),
            link: 0,
            position: Vector3::new(*x, *y, -0.2),
            direction: Vector3::z(),
            least: 10.0,
            most: 3000.0,
            lag: 0.05,
            specific_impulse: 212.0,
            fails_at: None,
            valve: None,
        });
    }
    stage.tanks.push(Tank {
        name: "tank".into(),
        link: 0,
        position: Vector3::new(0.0, 0.0, 0.2),
        propellant: 40.0,
        gyration: Vector3::repeat(0.2),
    });
    stage
}

/// Thrusts that carry stage and sled; the sled is let go at 0.1 s.
#[derive(Debug)]
struct Orders;

impl Controller for Orders {
    fn update(&self, view: &SensorView<'_>, _: &mut [f64], command: &mut Command) {
        let carried = if view.time < Time::from_millis(1500) { SLED + STAGE + 40.0 } else { STAGE };
        command.thrusts.fill(carried * MARS / 3.0);
        if view.time >= Time::from_millis(100) {
            command.separate.fill(true);
        }
    }
}

/// A stage that lets the sled down on three cables; a gust and a tow besides.
fn crane(ground: Ground) -> World {
    let mut world = over(ground, vec![sled(ground), stage()]);
    let mount = Mount {
        part: 0,
        carrier: 1,
        link: 0,
        position: Vector3::new(0.0, 0.0, -0.8),
        rotation: UnitQuaternion::identity(),
    };
    world = world.with_mount(mount).unwrap();
    for (index, (x, y)) in [(0.5, 0.0), (-0.25, 0.4), (-0.25, -0.4)].iter().enumerate() {
        let cable = Cable {
            name: format!("cable_{index}"),
            group: Some("cables".into()),
            from: Anchor { vehicle: 1, link: 0, point: Vector3::new(*x, *y, -0.2) },
            to: Anchor { vehicle: 0, link: 0, point: Vector3::new(*x, *y, 0.3) },
            axial_stiffness: 2e4,
            damping_time: 0.1,
            stowed: 0.3,
            length: 1.2,
            brake: Some(Brake {
                profile: vec![(0.0, 0.3), (0.3, 0.9), (0.6, 0.9), (0.9, 0.2)],
                free_tension: 50.0,
            }),
            stuck: false,
        };
        world = world.with_cable(cable).unwrap();
    }
    let (from, until) = (Time::from_millis(300), Time::from_millis(900));
    world = world
        .with_force(Gust { vehicle: 1, force: Vector3::new(20.0, 5.0, 0.0), from, until })
        .unwrap();
    world = world.with_force(tow(from, until)).unwrap();
    world.with_control(ControlLoop {
        name: "orders".into(),
        period: Time::from_millis(10),
        controller: Arc::new(Orders),
    })
}

fn tow(from: Time, until: Time) -> ExternalWrench {
    ExternalWrench {
        name: "tow".into(),
        at: Anchor { vehicle: 0, link: 0, point: Vector3::new(0.7, 0.1, 0.0) },
        axes: Axes::Link,
        force: Vector3::new(30.0, 0.0, 0.0),
        moment: Vector3::new(0.0, 0.0, 4.0),
        from,
        until,
    }
}

fn over(ground: Ground, vehicles: Vec<Vehicle>) -> World {
    let plane = Arc::new(Plane::level(0.0).unwrap());
    let world = World::new(Gravity::Uniform(MARS), plane.clone(), vehicles);
    if ground != Ground::Soil {
        return world;
    }
    let sand = Soil {
        exponent: 1.0,
        cohesive: 0.0,
        frictional: 5e6,
        elastic_stiffness: 2e8,
        ..Soil::dlr_a()
    };
    let everywhere = Arc::new(Uniform { depth: f64::INFINITY });
    let bed = SoilBed::new(plane, 0.04, vec![sand], everywhere, ScmVariant::default()).unwrap();
    world.with_soil(Arc::new(bed), &Tools::default()).unwrap()
}

/// The ground's name in the table of what goes together.
fn kind(ground: Ground) -> GroundKind {
    match ground {
        Ground::Marker => GroundKind::Marker,
        Ground::Custom => GroundKind::Custom,
        Ground::Rigid => GroundKind::Nonsmooth,
        Ground::Springs => GroundKind::Spring,
        Ground::Bekker => GroundKind::Bekker,
        Ground::Wheel => GroundKind::Wheel,
        Ground::Soil => GroundKind::Soil,
    }
}

/// Every method that the table accepts on a ground.
fn methods(ground: Ground, micros: i64) -> Vec<Method> {
    let step = Time::from_nanos(1000 * micros);
    let tolerance = Tolerance { position: 1e-6, velocity: 1e-6, attitude: 1e-6, rate: 1e-6 };
    let shortest = Time::from_nanos(1000);
    let accepted = |method: &MethodKind| check(*method, &[kind(ground)], &[]).is_ok();
    let with_step = |method: MethodKind| match method {
        MethodKind::RungeKutta4 => Method::RungeKutta4 { step },
        MethodKind::DormandPrince54 => {
            Method::DormandPrince54 { tolerance, longest: step, shortest }
        }
        MethodKind::Implicit => Method::Implicit { step },
        MethodKind::MoreauJean => Method::MoreauJean { step, theta: 0.5 },
        MethodKind::Newmark => Method::Newmark { step },
        MethodKind::EventDriven => Method::EventDriven { step },
    };
    MethodKind::ALL.into_iter().filter(accepted).map(with_step).collect()
}

#[test]
fn every_ground_and_method_of_the_table_is_run_here() {
    let grounds = GROUNDS.map(|ground| kind(ground).name());
    assert!(GroundKind::ALL.iter().all(|ground| grounds.contains(&ground.name())), "{grounds:?}");
    // 7 grounds, of which the table accepts 4, 4, 4, 3, 3, 3 and 4 methods.
    let count: usize = GROUNDS.iter().map(|ground| methods(*ground, 1000).len()).sum();
    assert_eq!(count, 25);
}

fn finish(world: World, motions: Vec<Motion>, method: Method, seconds: f64) -> (World, State) {
    let duration = Time::from_seconds(seconds).unwrap();
    let scenario = Scenario::single_phase("x", world, motions, method, duration).unwrap();
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(duration, &mut Silent).unwrap_or_else(|error| panic!("{method:?}: {error}"));
    let state = simulation.state().clone();
    ((*scenario.world).clone(), state)
}

fn high(z: f64) -> Vec<Motion> {
    let at = |z: f64| Motion::at_rest(Vector3::new(0.0, 0.0, z));
    vec![at(z - 0.8), at(z)]
}

/// A method by its step.
type OfStep = fn(Time) -> Method;

/// Methods that find impulses.
const IMPULSES: [(&str, OfStep); 2] = [
    ("implicit", |step| Method::Implicit { step }),
    ("moreau_jean", |step| Method::MoreauJean { step, theta: 0.5 }),
];

/// Errors of sled's and stage's places at the end, against a fine explicit run, by step in milliseconds.
fn errors(
    world: impl Fn() -> World,
    start: &[Motion],
    method: OfStep,
    millis: [i64; 3],
) -> [f64; 3] {
    let fly = |method: Method| {
        let (world, state) = finish(world(), start.to_vec(), method, 1.2);
        let share = state.ledger.unexplained_share();
        let exact = matches!(method, Method::RungeKutta4 { .. });
        assert!(exact || share < 1e-9, "{method:?}: {share:e} unexplained");
        [0, 1].map(|vehicle| state.motion(&world, vehicle).position)
    };
    let exact = fly(Method::RungeKutta4 { step: Time::from_nanos(250_000) });
    millis.map(|millis| {
        let found = fly(method(Time::from_millis(millis)));
        (found[0] - exact[0]).norm() + (found[1] - exact[1]).norm()
    })
}

/// A load that swings below a stage on three cables that stay taut, with engines, gust and tow.
fn swinging() -> World {
    let mut world = over(Ground::Marker, vec![sled(Ground::Marker), stage()]);
    for (index, (x, y)) in [(0.5, 0.0), (-0.25, 0.4), (-0.25, -0.4)].iter().enumerate() {
        let cable = Cable {
            name: format!("cable_{index}"),
            group: None,
            from: Anchor { vehicle: 1, link: 0, point: Vector3::new(*x, *y, -0.2) },
            to: Anchor { vehicle: 0, link: 0, point: Vector3::new(*x, *y, 0.3) },
            axial_stiffness: 2e4,
            damping_time: 0.02,
            stowed: 1.0,
            length: 1.0,
            brake: None,
            stuck: false,
        };
        world = world.with_cable(cable).unwrap();
    }
    let (from, until) = (Time::ZERO, Time::from_millis(800));
    let force = Vector3::new(20.0, 5.0, 0.0);
    world = world.with_force(Gust { vehicle: 1, force, from, until }).unwrap();
    world = world.with_force(tow(from, until)).unwrap();
    world.with_control(ControlLoop {
        name: "orders".into(),
        period: Time::from_millis(400),
        controller: Arc::new(Orders),
    })
}

#[test]
fn the_implicit_method_steps_engines_cables_gusts_and_wrenches_to_second_order() {
    // Stretched by the load's weight from the start.
    let at = |z: f64| Motion::at_rest(Vector3::new(0.0, 0.0, z));
    let start = [at(50.0 - 0.5 - 1.015), at(50.0)];
    for (name, method) in IMPULSES {
        let errors = errors(swinging, &start, method, [8, 4, 2]);
        let order = (errors[1] / errors[2]).log2();
        // Directions of moreau_jean are those of the start.
        let least = if name == "implicit" { 1.8 } else { 0.9 };
        assert!(order > least, "{name}: order {order}, {errors:?}");
        assert!(errors[2] < 1e-4, "{name}: {errors:?}");
    }
}

#[test]
fn a_crane_that_lets_its_load_down_moves_alike_by_every_method() {
    for (name, method) in IMPULSES {
        // Cables that become taut and drums that start are jumps: first order.
        let errors = errors(|| crane(Ground::Marker), &high(50.0), method, [8, 4, 2]);
        assert!(errors[2] < 5e-4, "{name}: {errors:?}");
        assert!(errors[2] < 0.5 * errors[0], "{name}: {errors:?}");
    }
}

/// Share of the energy exchanged, and of the momentum, that may be unexplained: round-off where the scheme books
/// its own terms, truncation error of explicit methods.
fn closes(method: Method) -> f64 {
    match method {
        Method::Implicit { .. }
        | Method::MoreauJean { .. }
        | Method::Newmark { .. }
        | Method::EventDriven { .. } => 1e-9,
        Method::RungeKutta4 { .. } | Method::DormandPrince54 { .. } => 1e-3,
    }
}

#[test]
fn a_crane_sets_its_load_down_on_every_ground_by_every_method() {
    for ground in GROUNDS {
        for method in methods(ground, 2000) {
            // The sled hangs lower in the end than the ground is: its wheels touch on the way.
            let (world, state) = finish(crane(ground), high(2.4), method, 3.0);
            let sled = state.motion(&world, 0);
            let (place, speed) = (sled.position.z, sled.velocity.norm());
            let case = format!("{ground:?} {}", method.name());
            assert!((place - 0.55).abs() < 0.03, "{case}: {place} m");
            assert!(speed < 0.02, "{case}: {speed} m/s");
            let share = state.ledger.unexplained_share();
            assert!(share < closes(method), "{case}: {share:e} of the energy is unexplained");
            // Gravity gave that much in 3 s, from at most as far as the crane is long from the origin.
            let exchanged = (SLED + STAGE + 40.0) * MARS * 3.0;
            let (linear, angular) = state.ledger.unexplained_momentum();
            assert!(linear < closes(method) * exchanged, "{case}: {linear:e} N s unexplained");
            let reach = 2.4;
            assert!(
                angular < closes(method) * exchanged * reach,
                "{case}: {angular:e} N m s unexplained"
            );
        }
    }
}

#[test]
fn momentum_that_the_scheme_itself_adds_falls_with_its_order() {
    let at = |z: f64| Motion::at_rest(Vector3::new(0.0, 0.0, z));
    let start = vec![at(50.0 - 0.5 - 1.015), at(50.0)];
    for (name, method) in IMPULSES {
        let added = [8, 4, 2].map(|millis| {
            let method = method(Time::from_millis(millis));
            let (_, state) = finish(swinging(), start.clone(), method, 1.2);
            let (linear, angular) = state.ledger.unexplained_momentum();
            // Weights for 1.2 s, 50 m off the origin.
            let exchanged = (SLED + STAGE + 40.0) * MARS * 1.2;
            assert!(linear < 1e-9 * exchanged, "{name}: {linear:e} N s unexplained");
            assert!(angular < 1e-9 * exchanged * 50.0, "{name}: {angular:e} N m s unexplained");
            state.ledger.numerical_momentum().0
        });
        let order = (added[1] / added[2]).log2();
        let least = if name == "implicit" { 1.8 } else { 0.9 };
        assert!(order > least, "{name}: order {order}, {added:?} N s");
    }
}

/// A stage in free space whose engine lags by 3 ms behind a command of 1000 N.
fn lagging(ground: Ground) -> World {
    let mut stage = Vehicle::rigid("stage", Inertia::ball(STAGE, 0.5).unwrap());
    stage.engines.push(Engine {
        name: "engine".into(),
        link: 0,
        position: Vector3::zeros(),
        direction: Vector3::x(),
        least: 10.0,
        most: 3000.0,
        lag: 0.003,
        specific_impulse: 212.0,
        fails_at: None,
        valve: None,
    });
    let inertia = Inertia::ball(1.0, 0.1).unwrap();
    let far = Arc::new(Plane::level(-100.0).unwrap());
    // A body that gives the world the ground which decides the scheme.
    let mut probe = Vehicle::rigid("probe", inertia);
    let shape = Shape::Ball { centre: Vector3::zeros(), radius: 0.1 };
    probe = probe.with_contactor("ball", 0, shape, law(ground));
    #[derive(Debug)]
    struct Burn;
    impl Controller for Burn {
        fn update(&self, _: &SensorView<'_>, _: &mut [f64], command: &mut Command) {
            command.thrusts.fill(1000.0);
        }
    }
    World::new(Gravity::Uniform(0.0), far, vec![stage, probe]).with_control(ControlLoop {
        name: "burn".into(),
        period: Time::from_millis(10),
        controller: Arc::new(Burn),
    })
}

#[test]
fn a_step_longer_than_an_engines_lag_is_divided_and_thrust_follows_its_closed_form() {
    let step = Time::from_millis(10);
    let (lag, command, seconds) = (0.003, 1000.0, 0.1);
    for (ground, method) in [
        (Ground::Marker, Method::Implicit { step }),
        (Ground::Rigid, Method::Implicit { step }),
        (Ground::Rigid, Method::MoreauJean { step, theta: 0.5 }),
        (Ground::Rigid, Method::Newmark { step }),
    ] {
        let start = [0.0, 10.0].map(|y| Motion::at_rest(Vector3::new(0.0, y, 0.0)));
        let duration = Time::from_seconds(seconds).unwrap();
        let world = lagging(ground);
        let scenario =
            Scenario::single_phase("x", world, start.to_vec(), method, duration).unwrap();
        let mut simulation = Simulation::new(&scenario);
        let case = format!("{ground:?} {}", method.name());
        let mut instants = 0;
        while simulation.state().time < duration {
            let next = simulation.state().time + step;
            simulation.advance(next, &mut Silent).unwrap_or_else(|error| panic!("{case}: {error}"));
            instants += 1;
            let time = simulation.state().time.seconds();
            let thrust = simulation.evaluation().thrust(0);
            let exact = command * (1.0 - (-time / lag).exp());
            // A step of 10 ms is four of z = 5/6 of the lag, each of which leaves 1 − z + z²/2 = 0.514 of what
            // lacks instead of exp(−z) = 0.435: at most 0.514⁴ − 0.435⁴ = 0.034 of the command after four. A
            // whole step would leave 3.2 times what lacked, and so 1e5 times after ten.
            assert!((thrust - exact).abs() < 0.035 * command, "{case}: {thrust} N at {time} s");
        }
        assert_eq!(simulation.state().effort.steps, 4 * instants, "{case}");
        let thrust = simulation.evaluation().thrust(0);
        assert!((thrust / command - 1.0).abs() < 1e-9, "{case}: {thrust} N");
        // ∫ F dt = F (t − τ (1 − exp(−t/τ))), whatever the scheme leaves of each transient: the sum of a
        // geometric series is exact.
        let speed = simulation.state().motion(&scenario.world, 0).velocity.x;
        let exact = command / STAGE * (seconds - lag);
        assert!((speed / exact - 1.0).abs() < 1e-6, "{case}: {speed} m/s of {exact}");
    }
}

/// What a sled that slides to rest comes to.
#[derive(Clone, Copy, Debug)]
struct Slide {
    /// N
    force: f64,
    /// m
    distance: f64,
    /// Energy taken by the ground, and by the scheme, J.
    taken: f64,
}

/// The sled slides on level ground from 0.6 m/s to rest.
fn slide(ground: Ground, method: Method) -> Slide {
    let duration = Time::from_millis(2000);
    let start = Motion {
        velocity: Vector3::new(0.6, 0.0, 0.0),
        ..Motion::at_rest(Vector3::new(0.0, 0.0, 0.55))
    };
    let world = over(ground, vec![sled(ground)]);
    let scenario = Scenario::single_phase("x", world, vec![start], method, duration).unwrap();
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(duration, &mut Silent).unwrap_or_else(|error| panic!("{method:?}: {error}"));
    let outcome = simulation.outcome();
    let ledger = &simulation.state().ledger;
    Slide {
        force: common::metric(&outcome, "final_ground_force_n"),
        distance: simulation.state().motion(&scenario.world, 0).position.x,
        taken: -(ledger.work.iter().sum::<f64>() + ledger.numerical),
    }
}

#[test]
fn methods_tend_to_one_rest_force_slide_and_energy_on_each_ground() {
    for ground in GROUNDS {
        let mut first: Option<Slide> = None;
        let pairs = methods(ground, 1000).into_iter().zip(methods(ground, 500));
        for (coarse, fine) in pairs {
            let (one, two) = (slide(ground, coarse), slide(ground, fine));
            let limit = |one: f64, two: f64| 2.0 * two - one;
            let found = Slide {
                force: two.force,
                distance: limit(one.distance, two.distance),
                taken: limit(one.taken, two.taken),
            };
            let case = format!("{ground:?} {}: {found:?}", fine.name());
            let weight = SLED * MARS;
            assert!((found.force / weight - 1.0).abs() < 1e-3, "{case}, weight {weight}");
            let known = *first.get_or_insert(found);
            assert!((found.distance / known.distance - 1.0).abs() < 0.01, "{case}, {known:?}");
            assert!((found.taken / known.taken - 1.0).abs() < 0.01, "{case}, {known:?}");
        }
    }
}
