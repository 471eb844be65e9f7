//! Ground by place: every kind of ground beside every other, under one vehicle, in one step.

#![allow(clippy::unwrap_used, clippy::panic)]

use nalgebra::Vector3;
use planetfall::contact::{Contact, Load};
use planetfall::environment::Gravity;
use planetfall::ground::compliant::Sinkage;
use planetfall::ground::marker::{Friction, FrictionTable, Spring};
use planetfall::ground::scm::{ScmVariant, Scratch, Soil, SoilBed, Strata, Stratum, Tools};
use planetfall::ground::wheel::{
    HuntCrossley, SoilStrength, Strengths, TangentialSpring, WheelFootprint,
};
use planetfall::ground::{
    CompliantGround, CustomGround, Ground, GroundKind, GroundMap, MarkerGround, Region,
    RigidGround, WheelGround,
};
use planetfall::recording::Silent;
use planetfall::scenario::Scenario;
use planetfall::shape::{Shape, Wheel};
use planetfall::simulation::Simulation;
use planetfall::stepping::{Method, Workspace};
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::{Inertia, Motion, Vehicle};
use planetfall::world::World;
use std::sync::Arc;

const G: f64 = 3.71;
const MASS: f64 = 120.0;
const RADIUS: f64 = 0.25;
const STIFFNESS: f64 = 3e4;
const DAMPING: f64 = 1.5e3;
/// Hubs of the wheels, and the number of the ground under each; 5 is soil.
const WHEELS: [([f64; 2], usize); 6] = [
    ([1.2, 0.7], 0),
    ([1.2, -0.7], 1),
    ([0.0, 0.7], 2),
    ([0.0, -0.7], 3),
    ([-1.2, 0.7], 4),
    ([-1.2, -0.7], 5),
];

/// A spring with a damper and friction that is brought in over 1 cm/s.
#[derive(Debug)]
struct Mattress;

impl CustomGround for Mattress {
    fn evaluate(
        &self,
        touch: &Contact,
        _: &[f64],
        _: &[f64],
        _: &mut [f64],
        _: &mut [f64],
    ) -> Load {
        let push = match touch.gap < 0.0 {
            true => -STIFFNESS * touch.gap - DAMPING * touch.gap_rate(),
            false => 0.0,
        };
        let normal_force = push.max(0.0);
        let sliding = touch.sliding();
        Load {
            normal_force,
            friction: sliding * (-0.5 * normal_force / sliding.norm().hypot(0.01)),
        }
    }
}

/// Soil in one rectangle.
#[derive(Debug)]
struct Sandbox(Region);

impl Strata for Sandbox {
    fn at(&self, x: f64, y: f64) -> Option<Stratum> {
        self.0.has(x, y).then_some(Stratum { soil: 0, depth: 5.0 })
    }
}

/// All grounds but soil, by their numbers.
fn grounds() -> [Ground; 5] {
    let table = FrictionTable {
        stick_speed: 0.05,
        slide_speed: 0.1,
        stick_coefficient: 0.6,
        slide_coefficient: 0.5,
    };
    let spring = Spring { stiffness: STIFFNESS, damping: DAMPING, compression_only: true };
    let friction = Friction::Resting { stiffness: STIFFNESS, damping: DAMPING };
    let share = MASS / 6.0;
    let level = SoilStrength {
        cohesion: 0.0,
        friction_angle: 0.55,
        deviation: 0.0,
        fall: 0.0,
        correlation_length: 0.1,
    };
    [
        MarkerGround { spring, table, friction }.into(),
        RigidGround::new(0.6, 0.0).into(),
        CompliantGround::new(0.6, Sinkage::spring(STIFFNESS, DAMPING).unwrap()).into(),
        WheelGround {
            normal: HuntCrossley::from_rest(share * G, share, 0.003, 1.5, 0.8),
            tangent: TangentialSpring { stiffness: STIFFNESS, damping: DAMPING },
            strength: Strengths::uniform(level),
            footprint: WheelFootprint {
                radius: RADIUS,
                width: 0.2,
                sinkage: Sinkage::new([(0.01, 200.0), (0.05, 3000.0)], 0.0).unwrap(),
            },
            stream: None,
            resistance: None,
        }
        .into(),
        Arc::new(Mattress).into(),
    ]
}

/// The rectangle around a wheel.
fn around([x, y]: [f64; 2], ground: usize) -> Region {
    Region { west: x - 0.5, east: x + 0.5, south: y - 0.6, north: y + 0.6, ground }
}

fn cart() -> Vehicle {
    let inertia = Inertia::principal(MASS, Vector3::new(30.0, 50.0, 70.0)).unwrap();
    let mut cart = Vehicle::rigid("cart", inertia);
    for (index, ([x, y], _)) in WHEELS.iter().enumerate() {
        let shape = Shape::Wheel(Wheel {
            centre: Vector3::new(*x, *y, -0.2),
            axis: Vector3::y(),
            radius: RADIUS,
            width: 0.2,
            grousers: None,
        });
        let [own, elsewhere @ ..] = grounds();
        cart = cart.with_contactor(format!("wheel_{index}"), 0, shape, own);
        cart.contactors[index].elsewhere = elsewhere.to_vec();
    }
    cart
}

fn bed(area: Region) -> Arc<SoilBed> {
    let ground = Arc::new(Plane::level(0.0).unwrap());
    let soils = vec![Soil { damping: 1e5, ..Soil::dlr_a() }];
    let bed = SoilBed::new(ground, 0.02, soils, Arc::new(Sandbox(area)), ScmVariant::RECOMMENDED);
    Arc::new(bed.unwrap())
}

/// One vehicle with each of its wheels on another ground.
fn patchwork() -> World {
    let regions = WHEELS.iter().filter(|(_, ground)| (1..5).contains(ground));
    let regions = regions.map(|(hub, ground)| around(*hub, *ground)).collect();
    let world = World::new(Gravity::Uniform(G), Arc::new(Plane::level(0.0).unwrap()), vec![cart()]);
    let world = world.with_placement(GroundMap::new(regions, None)).unwrap();
    let (hub, _) = WHEELS[5];
    world.with_soil(bed(around(hub, 0)), &Tools::default()).unwrap()
}

#[test]
fn a_vehicle_stands_with_each_wheel_on_another_ground() {
    let step = Time::from_millis(1);
    for method in [Method::Implicit { step }, Method::MoreauJean { step, theta: 0.5 }] {
        let world = patchwork();
        let start = Motion::at_rest(Vector3::new(0.0, 0.0, RADIUS + 0.2));
        let duration = Time::from_millis(8000);
        let scenario =
            Scenario::single_phase("patchwork", world, vec![start], method, duration).unwrap();
        let mut simulation = Simulation::new(&scenario);
        simulation.advance(duration, &mut Silent).unwrap();
        let (world, state) = (&scenario.world, simulation.state());
        let mut workspace = Workspace::new(world);
        workspace.refresh(world, state).unwrap();
        let (touches, loads) = (workspace.evaluation().contacts(), workspace.evaluation().loads());
        let mut sum = Vector3::zeros();
        for (index, (_, number)) in WHEELS.iter().enumerate() {
            let slots = world.contactors()[index].contacts.clone();
            let force: f64 = loads[slots.clone()].iter().map(|load| load.normal_force).sum();
            for slot in slots.clone() {
                sum += loads[slot].force(&touches[slot].normal);
            }
            assert!(force > 0.02 * MASS * G, "wheel {index} bears {force} N under {method:?}");
            // The cart leans, and each end of a wheel's width stands at its own depth.
            let share = world.sample_points()[slots.start].share;
            let depth: f64 = touches[slots.clone()].iter().map(|touch| -share * touch.gap).sum();
            // What each ground alone gives where the wheel is.
            let alone = match number {
                0 | 2 | 4 => STIFFNESS * depth,
                1 => {
                    let deepest =
                        touches[slots].iter().map(|touch| -touch.gap).fold(-1.0, f64::max);
                    assert!(deepest.abs() < 1e-6, "{deepest}");
                    force
                }
                3 => HuntCrossley::from_rest(MASS / 6.0 * G, MASS / 6.0, 0.003, 1.5, 0.8)
                    .force(state.ground.treads[index].depth, 0.0),
                5 => {
                    let mut scratch = Scratch::default();
                    world.soil().unwrap().bear(world, state, &mut scratch).unwrap();
                    scratch.reactions()[index].wrench.force.z
                }
                other => panic!("no ground {other}"),
            };
            let deviation = (force / alone - 1.0).abs();
            assert!(deviation < 1e-5, "wheel {index}: {force} N, alone {alone} N, {method:?}");
        }
        let deviation = (sum - Vector3::new(0.0, 0.0, MASS * G)).norm() / (MASS * G);
        assert!(deviation < 1e-6, "{method:?}: {sum:?} for {} N", MASS * G);
    }
}

#[test]
fn a_sled_slides_from_bedrock_onto_sand_which_alone_keeps_its_rut() {
    let end = f64::INFINITY;
    let sand = Region { west: 1.0, east: end, south: -end, north: end, ground: 0 };
    let mut sled = cart();
    for part in &mut sled.contactors {
        part.ground = RigidGround::new(0.1, 0.0).into();
        part.elsewhere.clear();
    }
    let step = Time::from_millis(2);
    for method in [Method::Implicit { step }, Method::MoreauJean { step, theta: 0.5 }] {
        let world = World::new(
            Gravity::Uniform(G),
            Arc::new(Plane::level(0.0).unwrap()),
            vec![sled.clone()],
        );
        let world = world.with_soil(bed(sand), &Tools::default()).unwrap();
        let start = Motion {
            velocity: Vector3::new(2.0, 0.0, 0.0),
            ..Motion::at_rest(Vector3::new(-1.0, 0.0, RADIUS + 0.2))
        };
        let duration = Time::from_millis(4000);
        let scenario =
            Scenario::single_phase("beach", world, vec![start], method, duration).unwrap();
        let mut simulation = Simulation::new(&scenario);
        // The first wheels are at 0.2 m + 2 m/s t: on rock for the first 0.3 s.
        simulation.advance(Time::from_millis(200), &mut Silent).unwrap();
        let soil = &simulation.state().ground.soil;
        assert_eq!(soil.disturbed().count(), 0, "{method:?}");
        let on_rock = simulation.state().motion(&scenario.world, 0);
        assert!((on_rock.position.z - (RADIUS + 0.2)).abs() < 1e-6);
        simulation.advance(duration, &mut Silent).unwrap();
        let state = simulation.state();
        let nodes: Vec<f64> =
            state.ground.soil.disturbed().map(|(node, _)| f64::from(node.column) * 0.02).collect();
        assert!(!nodes.is_empty() && nodes.iter().all(|x| *x >= 1.0 - 1e-9), "{method:?}");
        let motion = state.motion(&scenario.world, 0);
        assert!(motion.position.x > 1.0 && motion.velocity.norm() < 1e-2, "{motion:?}");
        assert!(motion.position.z < RADIUS + 0.2 - 1e-3, "it has sunk in: {motion:?}");
        let outcome = simulation.outcome();
        let share = outcome.metric("energy.unexplained_share").unwrap();
        assert!(share.abs() < 1e-9, "{method:?}: {share}");
    }
}

#[test]
fn which_methods_step_a_patchwork_follows_from_all_its_grounds() {
    let start = Motion::at_rest(Vector3::new(0.0, 0.0, 1.0));
    let (step, duration) = (Time::from_millis(1), Time::from_millis(10));
    for method in
        [Method::RungeKutta4 { step }, Method::Newmark { step }, Method::EventDriven { step }]
    {
        let refused = Scenario::single_phase("no", patchwork(), vec![start], method, duration);
        assert!(refused.is_err(), "{method:?}");
    }
    let kinds: Vec<GroundKind> = patchwork().grounds(0).map(Ground::kind).collect();
    use GroundKind::{Custom, Marker, Nonsmooth, Soil, Spring, Wheel};
    assert_eq!(kinds, [Marker, Nonsmooth, Spring, Wheel, Custom, Soil]);
}

#[test]
fn a_placement_with_more_grounds_than_a_contactor_has_is_refused() {
    let mut cart = cart();
    cart.contactors[2].elsewhere.pop();
    let world = World::new(Gravity::Uniform(G), Arc::new(Plane::level(0.0).unwrap()), vec![cart]);
    let error =
        world.with_placement(GroundMap::new(vec![around([0.0, 0.0], 4)], None)).unwrap_err();
    assert!(error.to_string().contains("`wheel_2` has 4 grounds"), "{error}");
}
