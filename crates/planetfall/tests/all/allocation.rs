//! The step allocates nothing.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{MARS, MASS, drop_with, one_phase, paper_law};
use nalgebra::Vector3;
use planetfall::control::{Console, Ending, Operator, Orders, Packet};
use planetfall::environment::Gravity;
use planetfall::ground::marker::{Friction, MarkerGround};
use planetfall::recording::Silent;
use planetfall::scenario::Scenario;
use planetfall::shape::{Shape, Wheel};
use planetfall::simulation::Simulation;
use planetfall::stepping::{Method, Tolerance, Workspace, step};
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::{
    Coupling, Inertia, Joint, JointKind, JointLimits, Link, Motion, Motor, Placement, Tree, Vehicle,
};
use planetfall::world::World;
use std::ops::ControlFlow;
use std::sync::Arc;

#[test]
fn no_method_allocates_in_the_step() {
    let tolerance = Tolerance { position: 1e-7, velocity: 1e-6, attitude: 1e-7, rate: 1e-6 };
    let (longest, shortest) = (Time::from_millis(20), Time::from_nanos(1));
    let resting = Friction::Resting { stiffness: 300.0 * MASS, damping: 3.0 * MASS };
    for method in [
        Method::RungeKutta4 { step: Time::from_millis(1) },
        Method::DormandPrince54 { tolerance, longest, shortest },
        Method::Implicit { step: Time::from_millis(1) },
    ] {
        for friction in [Friction::Classical, resting] {
            let law = MarkerGround { friction, ..paper_law() };
            let scenario = drop_with(law, method, Time::from_millis(8000));
            let mut state = scenario.initial();
            let mut workspace = Workspace::new(&scenario.world);
            let counted = allocation_counter::measure(|| {
                while state.time < Time::from_millis(1500) {
                    step(&scenario.world, &method, &mut state, method.longest(), &mut workspace)
                        .unwrap();
                }
            });
            assert_eq!(counted.count_total, 0, "{method:?} {friction:?}: {counted:?}");
        }
    }
}

/// A cart: chassis, two rockers of one coordinate, a driven wheel on each end of them.
fn cart(method: Method, friction: Friction, siblings: bool) -> Scenario {
    let part = |name: &str, parent: Option<usize>, kind, place: [f64; 3], mass: f64| Link {
        name: name.to_owned(),
        parent,
        joint: Joint::new(&format!("{name}_joint"), kind),
        parent_from_joint: Placement::at(Vector3::from(place)),
        inertia: Some(Inertia::ball(mass, 0.3).unwrap()),
    };
    let across = JointKind::Revolute(Vector3::y());
    let mut links = vec![part("chassis", None, JointKind::Free, [0.0; 3], 400.0)];
    for (side, y) in [("left", 0.6), ("right", -0.6)] {
        let rocker = links.len();
        links.push(part(side, Some(0), across, [0.0, y, 0.0], 30.0));
        links[rocker].joint.limits =
            Some(JointLimits { lower: -0.5, upper: 0.5, stiffness: 1e4, damping: 1e2 });
        for (end, x) in [("front", 0.8), ("rear", -0.8)] {
            let mut wheel =
                part(&format!("{side}_{end}"), Some(rocker), across, [x, 0.0, -0.4], 10.0);
            wheel.joint.motor = Some(Motor {
                gear_ratio: 100.0,
                rotor_inertia: 1e-5,
                stall_torque: 100.0,
                no_load_speed: 2.0,
                torque_limit: 80.0,
                stiction: 0.0,
                speed_gain: 100.0,
                position_gain: 500.0,
                hold_gain: 500.0,
            });
            links.push(wheel);
        }
    }
    // Following a wheel of the other side is no coupling of siblings and takes the dense way.
    let (follower, master) = if siblings { (4, 1) } else { (6, 2) };
    links[follower].joint.coupling = Some(Coupling { master, multiplier: -1.0, offset: 0.0 });
    let law = MarkerGround { friction, ..paper_law() };
    let mut vehicle = Vehicle::new("cart", Tree::new(links).unwrap());
    for link in [2, 3, 5, 6] {
        let shape = Shape::Wheel(Wheel {
            centre: Vector3::zeros(),
            axis: Vector3::y(),
            radius: 0.25,
            width: 0.2,
            grousers: None,
        });
        vehicle = vehicle.with_contactor(format!("wheel_{link}"), link, shape, law);
    }
    let ground = Arc::new(Plane::incline(Vector3::zeros(), 0.2, 1.0).unwrap());
    let world = World::new(Gravity::Uniform(MARS), ground, vec![vehicle]);
    let start = Motion::at_rest(Vector3::new(0.0, 0.0, 1.0));
    one_phase(world, vec![start], method, Time::from_millis(4000))
}

#[test]
fn no_method_allocates_in_the_step_of_an_articulated_vehicle() {
    let tolerance = Tolerance { position: 1e-7, velocity: 1e-6, attitude: 1e-7, rate: 1e-6 };
    let (longest, shortest) = (Time::from_millis(20), Time::from_nanos(1));
    let resting = Friction::Resting { stiffness: 300.0 * MASS, damping: 3.0 * MASS };
    for method in [
        Method::RungeKutta4 { step: Time::from_millis(1) },
        Method::DormandPrince54 { tolerance, longest, shortest },
        Method::Implicit { step: Time::from_millis(1) },
    ] {
        for (friction, siblings) in [(Friction::Classical, true), (resting, true), (resting, false)]
        {
            let scenario = cart(method, friction, siblings);
            assert_eq!(scenario.world.vehicles()[0].tree.couples_siblings_only(), siblings);
            let mut state = scenario.initial();
            let mut workspace = Workspace::new(&scenario.world);
            let counted = allocation_counter::measure(|| {
                while state.time < Time::from_millis(1500) {
                    step(&scenario.world, &method, &mut state, method.longest(), &mut workspace)
                        .unwrap();
                }
            });
            assert_eq!(counted.count_total, 0, "{method:?} {friction:?} {siblings}: {counted:?}");
            assert!(state.ledger.work[0] != 0.0, "the wheels must have touched");
        }
    }
}

/// Turns the wheels to and fro by what it sees, and leaves one of them alone now and then.
struct Hand;

impl Operator for Hand {
    fn tick(&mut self, packet: &Packet<'_>, orders: &mut Orders<'_>) -> ControlFlow<Ending> {
        let ahead = packet.sight.motions[0].velocity.x;
        assert!(!packet.sight.frame.is_empty());
        for link in [2, 3, 5] {
            let lever = orders.console().speed_of(link).unwrap();
            match (packet.tick + link as u64).is_multiple_of(5) {
                true => orders.unset(lever),
                false => orders.set(lever, if ahead > 0.0 { -0.4 } else { 0.4 }).unwrap(),
            }
        }
        ControlFlow::Continue(())
    }

    fn sees_truth(&self) -> bool {
        true
    }
}

#[test]
fn ticks_of_an_operator_who_looks_and_pulls_levers_allocate_nothing() {
    let resting = Friction::Resting { stiffness: 300.0 * MASS, damping: 3.0 * MASS };
    let method = Method::Implicit { step: Time::from_millis(1) };
    let mut scenario = cart(method, resting, true);
    let world = Arc::unwrap_or_clone(scenario.world);
    let console = Console::new(&world, None);
    scenario.world = Arc::new(world.with_console(Time::from_millis(20), console));
    let mut simulation = Simulation::new(&scenario);
    // The first record and the first look allocate.
    simulation.operate(Time::from_millis(100), &mut Silent, &mut Hand).unwrap();
    let counted = allocation_counter::measure(|| {
        simulation.operate(Time::from_millis(1500), &mut Silent, &mut Hand).unwrap();
    });
    assert_eq!(counted.count_total, 0, "{counted:?}");
}
