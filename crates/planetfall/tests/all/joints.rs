//! Joints with states of their own, over whole runs and by every method: crushed struts and motors
//! that hold their speed.
#![allow(clippy::unwrap_used, clippy::panic)]

use nalgebra::{Matrix3, Vector3};
use planetfall::control::{Command, ControlLoop, Controller, SensorView};
use planetfall::environment::Gravity;
use planetfall::recording::Silent;
use planetfall::scenario::Scenario;
use planetfall::simulation::Simulation;
use planetfall::stepping::{Channel, Method, Tolerance};
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::{
    Crush, Inertia, Joint, JointKind, JointStart, Link, Motion, Motor, MotorCommand, Passive,
    Placement, Tree, Vehicle,
};
use planetfall::world::World;
use std::sync::Arc;

const MASS: f64 = 88.0;

fn methods(step_nanos: i64) -> [Method; 3] {
    let step = Time::from_nanos(step_nanos);
    let tolerance = Tolerance { position: 1e-8, velocity: 1e-7, attitude: 1e-8, rate: 1e-7 };
    [
        Method::RungeKutta4 { step },
        Method::DormandPrince54 { tolerance, longest: step, shortest: Time::from_nanos(100) },
        Method::Implicit { step },
    ]
}

/// A rig: one link on a joint, without gravity and far from the ground.
fn rig(
    joint: Joint,
    method: Method,
    speed: f64,
    controller: Option<Arc<dyn Controller>>,
) -> Scenario {
    let about = Matrix3::identity() * 2.0;
    let inertia = Some(Inertia::new(MASS, Vector3::zeros(), about).unwrap());
    let base = Link {
        name: "base".into(),
        parent: None,
        joint: Joint::new("site", JointKind::Fixed),
        parent_from_joint: Placement::at(Vector3::new(0.0, 0.0, 10.0)),
        inertia: None,
    };
    let part = Link {
        name: "part".into(),
        parent: Some(0),
        joint,
        parent_from_joint: Placement::identity(),
        inertia,
    };
    let tree = Tree::new(vec![base, part]).unwrap();
    let vehicle = Vehicle::new("rig", tree);
    let ground = Arc::new(Plane::level(0.0).unwrap());
    let mut world = World::new(Gravity::Uniform(0.0), ground, vec![vehicle]);
    if let Some(controller) = controller {
        let name = "drive".into();
        world = world.with_control(ControlLoop { name, period: Time::from_millis(10), controller });
    }
    let start = Motion::at_rest(Vector3::zeros());
    let duration = Time::from_millis(10_000);
    let mut scenario = Scenario::single_phase("rig", world, vec![start], method, duration).unwrap();
    scenario.joints = vec![JointStart { vehicle: 0, link: 1, position: 0.0, speed }];
    scenario
}

/// ½ m v² = F²/2k + F (s − F/k): the deepest point; what stays crushed is F/k less.
#[test]
fn a_crushed_strut_takes_the_energy_of_the_fall_at_its_force() {
    let crush = Crush { force: 3000.0, stiffness: 4e5 };
    let give = crush.force / crush.stiffness;
    let speed = 2.0;
    let deepest = 0.5 * MASS * speed * speed / crush.force + 0.5 * give;
    let strut =
        Joint { crush: Some(crush), ..Joint::new("strut", JointKind::Prismatic(Vector3::z())) };
    // Methods of higher order meet the yield point inside a step, the implicit one is of first order.
    for (method, within) in methods(100_000).into_iter().zip([1e-5, 1e-5, 2e-4]) {
        let scenario = rig(strut.clone(), method, speed, None);
        let mut simulation = Simulation::new(&scenario);
        simulation.advance(Time::from_millis(300), &mut Silent).unwrap();
        let place = scenario.world.layout().joint_states(0).start;
        let crushed = simulation.state().continuous[place];
        let error = crushed - (deepest - give);
        assert!(error.abs() < within, "{method:?}: {error}");
        // It springs back with the energy of the elastic part, and the account knows of the rest.
        let v = simulation.state().continuous[scenario.world.layout().velocities(0)][0];
        let back = give * (crush.stiffness / MASS).sqrt();
        assert!((v + back).abs() < 2e-2 * back, "{method:?}: {v} and {back}");
        assert!(simulation.state().ledger.unexplained().abs() < 1e-3 * 0.5 * MASS * speed * speed);
    }
}

#[derive(Debug)]
struct Speed(f64);

impl Controller for Speed {
    fn update(&self, _: &SensorView<'_>, _: &mut [f64], command: &mut Command) {
        command.motors[1] = MotorCommand::Speed(self.0);
    }
}

#[test]
fn a_motor_that_holds_runs_at_its_speed_under_load_and_one_that_does_not_yields() {
    let motor = Motor {
        gear_ratio: 1.0,
        rotor_inertia: 0.0,
        stall_torque: 100.0,
        no_load_speed: 2.0,
        torque_limit: 100.0,
        stiction: 0.0,
        speed_gain: 50.0,
        position_gain: 0.0,
        hold_gain: 250.0,
    };
    // A damper of 20 N m s/rad resists 0.5 rad/s with 10 N m.
    let damper = Passive { damping: 20.0, ..Passive::default() };
    let wheel = |hold_gain: f64| Joint {
        passive: damper,
        motor: Some(Motor { hold_gain, ..motor }),
        ..Joint::new("wheel", JointKind::Revolute(Vector3::y()))
    };
    for method in methods(1_000_000) {
        let rate = |hold_gain: f64| {
            let scenario = rig(wheel(hold_gain), method, 0.0, Some(Arc::new(Speed(0.5))));
            let mut simulation = Simulation::new(&scenario);
            simulation.advance(scenario.duration, &mut Silent).unwrap();
            simulation.state().continuous[scenario.world.layout().velocities(0)][0]
        };
        assert!((rate(250.0) - 0.5).abs() < 1e-9, "{method:?}: {}", rate(250.0));
        // K (ω* − ω) = c ω.
        let drooping = 50.0 * 0.5 / 70.0;
        assert!((rate(0.0) - drooping).abs() < 1e-9, "{method:?}: {}", rate(0.0));
    }
}

#[test]
fn the_work_of_a_stiff_motor_is_the_energy_of_what_it_turns_up_at_any_step() {
    // I/K = 0.4 ms: the torque with which the motor starts is gone within every step.
    let motor = Motor {
        gear_ratio: 1.0,
        rotor_inertia: 0.0,
        stall_torque: 1e6,
        no_load_speed: 1e3,
        torque_limit: 1e6,
        stiction: 0.0,
        speed_gain: 5000.0,
        position_gain: 0.0,
        hold_gain: 0.0,
    };
    let wheel =
        Joint { motor: Some(motor), ..Joint::new("wheel", JointKind::Revolute(Vector3::y())) };
    for millis in [1, 5, 20] {
        let step = Time::from_millis(millis);
        for method in [Method::Implicit { step }, Method::MoreauJean { step, theta: 1.0 }] {
            let scenario = rig(wheel.clone(), method, 0.0, Some(Arc::new(Speed(0.5))));
            let mut simulation = Simulation::new(&scenario);
            simulation.advance(scenario.duration, &mut Silent).unwrap();
            // ½ I ω² with 2 kg m².
            let work = simulation.state().ledger.work[Channel::Motors as usize];
            assert!((work - 0.25).abs() < 1e-9, "{method:?}: {work} J");
        }
    }
}
