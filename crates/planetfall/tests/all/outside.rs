//! Steps with contacts from outside.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{drop_with, one_phase, paper_law};
use nalgebra::{Matrix3, Vector3};
use planetfall::environment::Gravity;
use planetfall::ground::RigidGround;
use planetfall::outside::{OutsideContact, OutsideError, Session};
use planetfall::scenario::Scenario;
use planetfall::shape::Shape;
use planetfall::state::State;
use planetfall::stepping::{Method, SolverStatus};
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::{
    Inertia, Joint, JointKind, JointLimits, Link, Motion, Motor, MotorCommand, Placement, Tree,
    Vehicle,
};
use planetfall::world::World;
use std::sync::Arc;

const G: f64 = 9.81;
const STEP: Time = Time::from_millis(10);
const HALF: f64 = 0.1;

fn cube(law: &RigidGround) -> Vehicle {
    let shape = Shape::Box {
        centre: Vector3::zeros(),
        axes: Matrix3::identity(),
        half: Vector3::repeat(HALF),
    };
    let inertia = Inertia::principal(2.0, Vector3::repeat(2.0 * 0.04 / 6.0)).unwrap();
    Vehicle::rigid("cube", inertia).with_contactor("corners", 0, shape, *law)
}

/// A cube that slides and turns over level ground.
fn sliding_cube() -> Scenario {
    let law = RigidGround::new(0.3, 0.0);
    let ground = Arc::new(Plane::level(0.0).unwrap());
    let world = World::new(Gravity::Uniform(G), ground, vec![cube(&law)]);
    let start = Motion {
        velocity: Vector3::new(1.0, 0.4, 0.0),
        rate: Vector3::new(0.1, 0.2, 2.0),
        ..Motion::at_rest(Vector3::new(0.0, 0.0, 0.4))
    };
    let method = Method::MoreauJean { step: STEP, theta: 0.5 };
    one_phase(world, vec![start], method, Time::from_millis(2000))
}

/// The contacts of the cube's eight corners with the level at height zero.
fn corners(session: &Session) -> Vec<OutsideContact> {
    let pose = session.pose(0).unwrap();
    let turn = pose.site_from_link.to_rotation_matrix();
    let signs = [-1.0, 1.0];
    let all = signs.iter().flat_map(|z| signs.iter().flat_map(move |y| signs.map(|x| (x, *y, *z))));
    let all = all.enumerate().map(|(name, (x, y, z))| {
        let point = pose.position + turn * (Vector3::new(x, y, z) * HALF);
        OutsideContact { gap: point.z, point, name: name as u32, ..resting_contact() }
    });
    all.collect()
}

fn resting_contact() -> OutsideContact {
    OutsideContact {
        contactor: 0,
        other: None,
        point: Vector3::zeros(),
        normal: Vector3::z(),
        gap: 0.0,
        friction: 0.3,
        restitution: 0.0,
        name: 0,
    }
}

/// A body on three balls, thrown so that it bounces, slides and spins. Three contacts are what makes
/// the answer unique: how a sliding body leans on four is left open by Coulomb's law.
fn tripod() -> Scenario {
    let law = RigidGround::new(0.3, 0.2);
    let inertia = Inertia::principal(2.0, Vector3::new(0.1, 0.12, 0.15)).unwrap();
    let mut vehicle = Vehicle::rigid("tripod", inertia);
    for (foot, centre) in FEET.into_iter().enumerate() {
        let shape = Shape::Ball { centre: Vector3::from(centre), radius: 0.05 };
        vehicle = vehicle.with_contactor(format!("foot_{foot}"), 0, shape, law);
    }
    let ground = Arc::new(Plane::level(0.0).unwrap());
    let world = World::new(Gravity::Uniform(G), ground, vec![vehicle]);
    let start = Motion {
        velocity: Vector3::new(1.0, 0.4, 0.0),
        rate: Vector3::new(0.3, 0.2, 2.0),
        ..Motion::at_rest(Vector3::new(0.0, 0.0, 0.4))
    };
    let method = Method::MoreauJean { step: STEP, theta: 0.5 };
    one_phase(world, vec![start], method, Time::from_millis(2000))
}

const FEET: [[f64; 3]; 3] = [[0.3, 0.0, -0.1], [-0.15, 0.25, -0.1], [-0.15, -0.25, -0.1]];

#[test]
fn contacts_from_outside_move_a_body_as_those_that_planetfall_finds() {
    let scenario = tripod();
    let mut outside = Session::new(&scenario).unwrap();
    let mut own = Session::new(&scenario).unwrap();
    let mut apart: f64 = 0.0;
    for _ in 0..200 {
        let pose = outside.pose(0).unwrap();
        let mut contactor = 0;
        let contacts = FEET.map(|centre| {
            let centre = pose.position + pose.site_from_link * Vector3::from(centre);
            let point = centre - Vector3::z() * 0.05;
            contactor += 1;
            let (contactor, restitution) = (contactor - 1, 0.2);
            OutsideContact { contactor, restitution, point, gap: point.z, ..resting_contact() }
        });
        outside.step(&contacts).unwrap();
        own.step_detecting().unwrap();
        let (one, other) = (outside.pose(0).unwrap(), own.pose(0).unwrap());
        apart = apart.max((one.position - other.position).norm());
    }
    println!("apart by {apart:e} m after 2 s");
    assert!(apart < 1e-10, "{apart:e}");
    let slid = outside.pose(0).unwrap().position.xy().norm();
    assert!(slid > 0.1, "it must have moved: {slid}");
    assert_eq!(outside.time(), Time::from_millis(2000));
    let account = outside.ledger();
    assert!(account.unexplained().abs() < 0.02 * account.scale(), "{}", account.unexplained());
}

#[test]
fn impulses_come_in_the_order_of_the_contacts_and_carry_the_weight() {
    let mut session = Session::new(&sliding_cube()).unwrap();
    let mut contacts = Vec::new();
    for _ in 0..400 {
        contacts = corners(&session);
        session.step(&contacts).unwrap();
    }
    assert_eq!(session.impulses().len(), 8);
    let sum: Vector3<f64> = session.impulses().iter().map(|impulse| impulse.total).sum();
    let weight = 2.0 * G * STEP.seconds();
    assert!((sum - Vector3::z() * weight).norm() < 1e-9 * weight, "{sum}");
    for (contact, impulse) in contacts.iter().zip(session.impulses()) {
        assert_eq!(contact.gap > 1e-6, impulse.normal == 0.0, "{contact:?} {impulse:?}");
    }
    // The order is the caller's: the other way round the last are first.
    contacts.reverse();
    let before = session.impulses().to_vec();
    session.step(&contacts).unwrap();
    // Two corners across carry a cube as well as four: what is no load is round-off.
    let carries = |normal: f64| normal > 1e-9 * weight;
    for (one, other) in before.iter().rev().zip(session.impulses()) {
        assert_eq!(carries(one.normal), carries(other.normal));
    }
}

/// Numbers between −1 and 1 without any pattern.
fn scattered(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / f64::from(1_u32 << 30) - 1.0
    }
}

#[test]
fn two_thousand_contradictory_contacts_end_within_the_budget_with_a_status() {
    let mut session = Session::new(&sliding_cube()).unwrap();
    let mut next = scattered(7);
    let centre = session.pose(0).unwrap().position;
    // Closed on all sides, and each side asks for another rebound: no motion obeys all of them.
    let contacts: Vec<OutsideContact> = (0..2000)
        .map(|name| {
            let normal = Vector3::new(next(), next(), next()).normalize();
            let point = centre + Vector3::new(next(), next(), next()) * HALF;
            let (gap, restitution) = (1e-3 * (next() - 1.0), 0.5 + 0.5 * next());
            OutsideContact { point, normal, gap, restitution, name, ..resting_contact() }
        })
        .collect();
    let speed = session.pose(0).unwrap().velocity.norm();
    let report = session.step(&contacts).unwrap();
    println!("{report:?}");
    assert_eq!(report.solver.status, SolverStatus::BudgetSpent);
    assert!(report.solver.residual > 1e-5 && report.solver.residual.is_finite());
    assert!(report.iterations <= 600, "{}", report.iterations);
    assert_eq!(session.report(), Some(&report));
    assert_eq!(session.impulses().len(), 2000);
    let pose = session.pose(0).unwrap();
    assert!(pose.velocity.norm() < 10.0 * speed, "{pose:?}");
    // It goes on from there.
    session.step(&[]).unwrap();
    assert_eq!(session.report().unwrap().solver.status, SolverStatus::Solved);
}

#[test]
fn contacts_that_change_their_names_from_step_to_step_start_from_the_last_impulses() {
    /// What happens to the last impulses before each step.
    #[derive(Clone, Copy, PartialEq)]
    enum Start {
        Kept,
        Renamed,
        Forgotten,
    }
    let iterations = |start: Start| {
        let mut session = Session::new(&sliding_cube()).unwrap();
        let mut sum = 0;
        for step in 0..400 {
            let mut contacts = corners(&session);
            if start == Start::Renamed {
                contacts.iter_mut().for_each(|contact| contact.name += 8 * (step % 2));
            }
            if start == Start::Forgotten {
                let mut state = session.state().clone();
                state.reactions.clear();
                session.restore(&state).unwrap();
            }
            let report = session.step(&contacts).unwrap();
            assert_eq!(report.solver.status, SolverStatus::Solved);
            sum += if step >= 200 { report.iterations } else { 0 };
        }
        let down = session.impulses().iter().map(|impulse| impulse.normal).sum::<f64>();
        assert!((down - 2.0 * G * STEP.seconds()).abs() < 1e-9);
        sum
    };
    let [kept, renamed, forgotten] =
        [Start::Kept, Start::Renamed, Start::Forgotten].map(iterations);
    println!(
        "iterations in 200 steps at rest: {kept} kept, {renamed} renamed, {forgotten} forgotten"
    );
    assert!(2 * renamed < forgotten && renamed < 2 * kept, "{kept} {renamed} {forgotten}");
}

#[test]
fn a_bad_contact_is_reported_by_its_number_and_changes_nothing() {
    let mut session = Session::new(&sliding_cube()).unwrap();
    let good = OutsideContact { point: Vector3::new(0.0, 0.0, 0.3), gap: 0.3, ..resting_contact() };
    let before = session.state().clone();
    let bad = |change: fn(&mut OutsideContact)| {
        let mut contact = good;
        change(&mut contact);
        contact
    };
    let cases: [(OutsideContact, &str); 14] = [
        (bad(|c| c.contactor = 7), "contact 1: there is no contactor 7"),
        (bad(|c| c.other = Some(9)), "contact 1 (corners): there is no contactor 9"),
        (bad(|c| c.other = Some(0)), "which is of the same vehicle"),
        (bad(|c| c.normal.z = 2.0), "its normal (0, 0, 2) has the length 2"),
        (bad(|c| c.normal.x = f64::NAN), "its normal (NaN, 0, 1) has the length NaN"),
        (bad(|c| c.normal = Vector3::zeros()), "has the length 0"),
        (bad(|c| c.point.y = f64::INFINITY), "is not finite"),
        (bad(|c| c.point.y = 300.0), "in the site frame"),
        (bad(|c| c.gap = f64::NAN), "its gap is NaN m"),
        (bad(|c| c.gap = -300.0), "gaps are in metres"),
        (bad(|c| c.friction = -0.1), "its friction is -0.1"),
        (bad(|c| c.friction = f64::INFINITY), "its friction is inf"),
        (bad(|c| c.restitution = 1.5), "its restitution is 1.5"),
        (bad(|c| c.restitution = f64::NAN), "its restitution is NaN"),
    ];
    for (contact, expected) in cases {
        let error = session.step(&[good, contact]).unwrap_err();
        assert!(matches!(error, OutsideError::Contact { index: 1, .. }), "{error:?}");
        assert!(!error.is_failure());
        assert_eq!(format!("{:?}", session.inspect(&[good, contact])), format!("Err({error:?})"));
        let text = error.to_string();
        assert!(text.starts_with("contact 1") && text.contains(expected), "{text} / {expected}");
    }
    assert_eq!(*session.state(), before);
    session.step(&[good, good]).unwrap();
}

#[test]
fn a_normal_of_single_precision_is_taken_as_the_unit_vector_that_it_means() {
    let mut session = Session::new(&sliding_cube()).unwrap();
    let tilted = Vector3::new(-0.3, -0.2, 1.0).normalize().map(|x| f64::from(x as f32));
    assert!((tilted.norm() - 1.0).abs() > 1e-9);
    let point = Vector3::new(0.0, 0.0, 0.3);
    session.step(&[OutsideContact { normal: tilted, point, ..resting_contact() }]).unwrap();
    let impulse = session.impulses()[0];
    let along = impulse.total.dot(&tilted.normalize());
    assert!((along - impulse.normal).abs() < 1e-14 * impulse.normal, "{impulse:?}");
}

#[test]
fn a_restored_session_repeats_itself_bit_for_bit() {
    let mut session = Session::new(&sliding_cube()).unwrap();
    let drive = |session: &mut Session| {
        for _ in 0..100 {
            let contacts = corners(session);
            session.step(&contacts).unwrap();
        }
    };
    drive(&mut session);
    let checkpoint = session.state().clone();
    drive(&mut session);
    let end = session.state().clone();
    session.restore(&checkpoint).unwrap();
    assert_eq!(session.time(), checkpoint.time);
    assert!(session.impulses().is_empty());
    drive(&mut session);
    // A step after a restore evaluates its start once more: effort is not part of the motion.
    assert_eq!(session.state().continuous, end.continuous);
    assert_eq!(session.state().reactions, end.reactions);
    let stranger = articulated_state().1;
    assert!(matches!(session.restore(&stranger), Err(OutsideError::State(_))));
    assert_eq!(session.state().continuous, end.continuous);
}

#[test]
fn two_balls_that_meet_elastically_change_their_velocities() {
    let law = RigidGround::new(0.0, 1.0);
    let ball = |name: &str| {
        let shape = Shape::Ball { centre: Vector3::zeros(), radius: 0.1 };
        Vehicle::rigid(name, Inertia::ball(1.0, 0.1).unwrap()).with_contactor("skin", 0, shape, law)
    };
    let ground = Arc::new(Plane::level(-10.0).unwrap());
    let world = Arc::new(World::new(Gravity::Uniform(0.0), ground, vec![ball("a"), ball("b")]));
    let motions = [
        Motion {
            velocity: Vector3::new(1.0, 0.0, 0.0),
            ..Motion::at_rest(Vector3::new(-0.1, 0.0, 0.0))
        },
        Motion::at_rest(Vector3::new(0.1, 0.0, 0.0)),
    ];
    let state = State::new(&world, &motions, &[]);
    let mut session = Session::from_state(world, state, STEP, 0.5).unwrap();
    assert_eq!(session.contactors(), ["skin", "b.skin"]);
    assert_eq!(session.link_of_contactor(1), Ok(1));
    let other = session.contactor("b.skin").ok();
    let normal = -Vector3::x();
    session
        .step(&[OutsideContact { other, normal, restitution: 1.0, ..resting_contact() }])
        .unwrap();
    let speeds: Vec<f64> = session.poses().map(|pose| pose.velocity.x).collect();
    assert!(speeds[0].abs() < 1e-12 && (speeds[1] - 1.0).abs() < 1e-12, "{speeds:?}");
}

/// A trunk with a driven wheel and, beyond stops, a slider.
fn articulated_state() -> (Arc<World>, State) {
    let part = |name: &str, parent, kind, mass: f64| Link {
        name: name.to_owned(),
        parent,
        joint: Joint::new(&format!("{name}_joint"), kind),
        parent_from_joint: Placement::identity(),
        inertia: Some(Inertia::ball(mass, 0.5).unwrap()),
    };
    let mut wheel = part("wheel", Some(0), JointKind::Revolute(Vector3::y()), 5.0);
    wheel.joint.motor = Some(Motor {
        gear_ratio: 1.0,
        rotor_inertia: 0.0,
        stall_torque: 100.0,
        no_load_speed: 1e9,
        torque_limit: 50.0,
        stiction: 0.0,
        speed_gain: 0.0,
        position_gain: 40.0,
        hold_gain: 0.0,
    });
    let mut slider = part("slider", Some(0), JointKind::Prismatic(Vector3::z()), 1.0);
    slider.joint.limits =
        Some(JointLimits { lower: 0.0, upper: 0.2, stiffness: 1e5, damping: 1e3 });
    slider.joint.passive.friction = 0.5;
    slider.joint.passive.friction_speed = 0.01;
    let trunk = part("trunk", None, JointKind::Free, 20.0);
    let shape = Shape::Ball { centre: Vector3::zeros(), radius: 0.3 };
    let vehicle = Vehicle::new("cart", Tree::new(vec![trunk, wheel, slider]).unwrap())
        .with_contactor("belly", 0, shape, RigidGround::new(0.5, 0.0));
    let ground = Arc::new(Plane::level(0.0).unwrap());
    let world = Arc::new(World::new(Gravity::Uniform(G), ground, vec![vehicle]));
    let state = State::new(&world, &[Motion::at_rest(Vector3::new(0.0, 0.0, 0.3))], &[]);
    (world, state)
}

/// Four points around the belly, on which the cart stands.
fn legs(session: &Session) -> [OutsideContact; 4] {
    let trunk = session.pose(0).unwrap();
    let places = [(0.3, 0.3), (0.3, -0.3), (-0.3, -0.3), (-0.3, 0.3)];
    let mut name = 0;
    places.map(|(x, y)| {
        let point = trunk.position + trunk.site_from_link * Vector3::new(x, y, -0.3);
        name += 1;
        let friction = 0.5;
        OutsideContact {
            point,
            gap: point.z,
            friction,
            restitution: 0.0,
            name,
            ..resting_contact()
        }
    })
}

#[test]
fn stops_and_friction_of_joints_do_not_mix_with_the_impulses_of_contacts() {
    let (world, state) = articulated_state();
    let mut session = Session::from_state(world, state, STEP, 0.5).unwrap();
    for _ in 0..300 {
        let contacts = legs(&session);
        session.step(&contacts).unwrap();
    }
    assert_eq!(session.impulses().len(), 4);
    let sum: f64 = session.impulses().iter().map(|impulse| impulse.normal).sum();
    let weight = 26.0 * G * STEP.seconds();
    assert!((sum - weight).abs() < 1e-6 * weight, "{sum} {weight}");
}

#[test]
fn a_motor_turns_its_joint_with_the_torque_that_it_is_reported() {
    let (world, state) = articulated_state();
    let mut session = Session::from_state(world, state, STEP, 0.5).unwrap();
    let names: Vec<&str> = session.joints().iter().map(|joint| joint.name.as_str()).collect();
    assert_eq!(names, ["wheel_joint", "slider_joint"]);
    assert!(session.joints()[1].slides && !session.joints()[1].has_motor);
    let wheel = session.joint("wheel_joint").unwrap();
    session.command(wheel, MotorCommand::Torque(2.0)).unwrap();
    for _ in 0..50 {
        session.step(&[]).unwrap();
    }
    // In free fall the trunk and the slider turn the other way.
    let inertia = |mass: f64| 0.4 * mass * 0.25;
    let rate = 2.0 * 0.5 * (1.0 / inertia(5.0) + 1.0 / inertia(21.0));
    let joint = session.joint_state(wheel).unwrap();
    assert!((joint.speed - rate).abs() < 1e-9 * rate, "{joint:?} {rate}");
    assert!((joint.position - 0.25 * rate).abs() < 1e-9 * rate, "{joint:?}");
    assert_eq!(joint.motor, 2.0);
    let fallen = 0.5 * G * 0.25;
    let height = session.pose(session.link("trunk").unwrap()).unwrap().position.z;
    assert!((height - (0.3 - fallen)).abs() < 1e-9, "{height}");
}

#[test]
fn names_numbers_and_commands_that_mean_nothing_are_reported() {
    let (world, state) = articulated_state();
    let mut session = Session::from_state(world, state, STEP, 0.5).unwrap();
    let text = |error: OutsideError| error.to_string();
    assert_eq!(
        text(session.link("tronk").unwrap_err()),
        "there is no link `tronk`; there are: trunk, wheel, slider"
    );
    assert!(text(session.contactor("x").unwrap_err()).ends_with("there are: belly"));
    assert!(text(session.pose(3).unwrap_err()).contains("there are 3"));
    assert!(session.joint_state(2).is_err() && session.link_of_contactor(1).is_err());
    assert!(session.command(9, MotorCommand::Off).is_err());
    let deaf = session.command(1, MotorCommand::Torque(1.0)).unwrap_err();
    assert_eq!(text(deaf), "joint `slider_joint` has no motor and obeys no command");
    let infinite = session.command(0, MotorCommand::Torque(f64::NAN)).unwrap_err();
    assert!(text(infinite).contains("must be finite"));
    let slow = session.command(0, MotorCommand::Speed(1.0)).unwrap_err();
    assert!(text(slow).contains("no gain"));
    session.command(0, MotorCommand::Position(0.1)).unwrap();
}

#[test]
fn a_session_needs_hard_ground_and_says_so() {
    let soft = drop_with(
        paper_law(),
        Method::RungeKutta4 { step: Time::from_millis(1) },
        Time::from_millis(100),
    );
    assert_eq!(Session::new(&soft).unwrap_err(), OutsideError::Method);
    let state = soft.initial();
    let error = Session::from_state(soft.world.clone(), state, STEP, 0.5).unwrap_err();
    assert_eq!(error, OutsideError::SoftGround { contactor: "wheel_1".to_owned() });
    let mut hard = Session::on_rigid_ground(&soft, 0.6, 0.0, STEP).unwrap();
    hard.step_detecting().unwrap();
    assert!(Session::on_rigid_ground(&soft, -1.0, 0.0, STEP).is_err());
    assert!(Session::on_rigid_ground(&soft, 0.5, 1.1, STEP).is_err());
    let zero = Session::on_rigid_ground(&soft, 0.5, 0.0, Time::ZERO);
    assert_eq!(zero.unwrap_err(), OutsideError::Step(Time::ZERO));
    let (world, state) = articulated_state();
    assert_eq!(
        Session::from_state(world.clone(), state, STEP, 0.2).unwrap_err(),
        OutsideError::Theta(0.2)
    );
    let other = sliding_cube().initial();
    let refused = Session::from_state(world, other, STEP, 0.5).unwrap_err();
    assert!(matches!(refused, OutsideError::State(_)), "{refused}");
}

#[test]
fn a_step_from_outside_allocates_nothing_after_the_first() {
    let (world, state) = articulated_state();
    let mut session = Session::from_state(world, state, STEP, 0.5).unwrap();
    // The first steps allocate for joint limits and contacts.
    for _ in 0..20 {
        let contacts = legs(&session);
        session.step(&contacts).unwrap();
    }
    session.command(0, MotorCommand::Torque(0.5)).unwrap();
    let counted = allocation_counter::measure(|| {
        for _ in 0..200 {
            let contacts = legs(&session);
            session.step(&contacts).unwrap();
        }
    });
    assert_eq!(counted.count_total, 0, "{counted:?}");
}

#[test]
fn a_wrench_set_from_outside_accelerates_its_link_as_newton_says() {
    let inertia = planetfall::vehicle::Inertia::ball(4.0, 0.1).unwrap();
    let shape = planetfall::shape::Shape::Ball { centre: Vector3::zeros(), radius: 0.1 };
    let law = planetfall::ground::RigidGround::new(0.5, 0.0);
    let ball =
        planetfall::vehicle::Vehicle::rigid("ball", inertia).with_contactor("skin", 0, shape, law);
    let ground = std::sync::Arc::new(planetfall::terrain::Plane::level(-100.0).unwrap());
    let gravity = planetfall::environment::Gravity::Uniform(0.0);
    let tow = planetfall::forces::ExternalWrench {
        name: "tow".to_owned(),
        at: planetfall::vehicle::Anchor { vehicle: 0, link: 0, point: Vector3::zeros() },
        axes: planetfall::forces::Axes::Site,
        force: Vector3::zeros(),
        moment: Vector3::zeros(),
        from: Time::ZERO,
        until: Time::MAX,
    };
    let world = planetfall::world::World::new(gravity, ground, vec![ball]).with_force(tow).unwrap();
    let start = planetfall::vehicle::Motion::at_rest(Vector3::zeros());
    let state = planetfall::state::State::new(&world, &[start], &[]);
    let world = std::sync::Arc::new(world);
    let mut session = Session::from_state(world, state, Time::from_millis(10), 0.5).unwrap();
    assert!(session.set_wrench("rope", Vector3::x(), Vector3::zeros()).is_err());
    assert!(session.set_wrench("tow", Vector3::x() / 0.0, Vector3::zeros()).is_err());
    session.set_wrench("tow", Vector3::new(8.0, 0.0, 0.0), Vector3::zeros()).unwrap();
    for _ in 0..100 {
        session.step(&[]).unwrap();
    }
    let pose = session.pose(0).unwrap();
    assert!((pose.velocity.x - 2.0).abs() < 1e-12, "{}", pose.velocity);
    assert!((pose.position.x - 1.0).abs() < 1e-12, "{}", pose.position);
}
