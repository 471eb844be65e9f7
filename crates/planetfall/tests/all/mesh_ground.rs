//! A plane made of triangles is the plane: bodies rest, slide and roll on it as on `Plane`, and its inner
//! edges are not felt.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{MARS, drop_with, one_phase, paper_law, rover, upright};
use nalgebra::{Matrix3, Vector3};
use planetfall::environment::Gravity;
use planetfall::ground::RigidGround;
use planetfall::ground::scm::Tools;
use planetfall::ground::scm::{BedError, ScmVariant, Soil, SoilBed, Uniform};
use planetfall::recording::Silent;
use planetfall::scenario::Scenario;
use planetfall::shape::{Shape, Wheel};
use planetfall::simulation::Simulation;
use planetfall::state::State;
use planetfall::stepping::{Method, Workspace, step};
use planetfall::terrain::{MeshGround, Plane, Terrain};
use planetfall::time::Time;
use planetfall::vehicle::{Inertia, Motion, Vehicle};
use planetfall::world::World;
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

const G: f64 = 9.81;
const RADIUS: f64 = 0.2;
const MOREAU_JEAN: Method = Method::MoreauJean { step: Time::from_millis(2), theta: 0.5 };

/// Squares of 0.25 m with a diagonal each, their posts on a plane.
fn triangulated(plane: &Plane, half: i32) -> MeshGround {
    let post = |column: i32, row: i32| {
        let (x, y) = (0.25 * f64::from(column), 0.25 * f64::from(row));
        Vector3::new(x, y, plane.height(x, y).unwrap())
    };
    let cells = (-half..half).flat_map(|row| (-half..half).map(move |column| (column, row)));
    let corners: Vec<[Vector3<f64>; 3]> = cells
        .flat_map(|(c, r)| {
            let [a, b, d, e] = [post(c, r), post(c + 1, r), post(c + 1, r + 1), post(c, r + 1)];
            [[a, b, d], [a, d, e]]
        })
        .collect();
    let (ground, defects) = MeshGround::from_triangles(&corners).unwrap();
    assert_eq!(defects, Default::default());
    ground
}

fn ball() -> Shape {
    Shape::Ball { centre: Vector3::zeros(), radius: RADIUS }
}

fn block() -> Shape {
    let half = Vector3::new(0.3, 0.2, 0.1);
    Shape::Box { centre: Vector3::zeros(), axes: Matrix3::identity(), half }
}

fn wheel() -> Shape {
    Shape::Wheel(Wheel {
        centre: Vector3::zeros(),
        axis: Vector3::y(),
        radius: RADIUS,
        width: 0.3,
        grousers: None,
    })
}

fn on(terrain: Arc<dyn Terrain>, shape: Shape, friction: f64, start: Motion) -> Scenario {
    let inertia = match &shape {
        Shape::Ball { radius, .. } => Inertia::ball(5.0, *radius).unwrap(),
        _ => Inertia::principal(5.0, Vector3::new(0.08, 0.1, 0.09)).unwrap(),
    };
    let law = RigidGround::new(friction, 0.0);
    let body = Vehicle::rigid("body", inertia).with_contactor("shape", 0, shape, law);
    let world = World::new(Gravity::Uniform(G), terrain, vec![body]);
    one_phase(world, vec![start], MOREAU_JEAN, Time::from_millis(1200))
}

/// Position and velocity at the end.
fn end(scenario: &Scenario) -> (Motion, f64) {
    let mut simulation = Simulation::new(scenario);
    simulation.advance(scenario.duration, &mut Silent).unwrap();
    let state = simulation.state();
    (state.motion(&scenario.world, 0), state.ledger.unexplained())
}

/// The largest difference of position (m), velocity (m/s) and rate (rad/s).
fn apart(one: &Motion, other: &Motion) -> f64 {
    let turned = one.site_from_body.angle_to(&other.site_from_body);
    let parts = [
        (one.position - other.position).norm(),
        (one.velocity - other.velocity).norm(),
        (one.rate - other.rate).norm(),
        turned,
    ];
    parts.into_iter().fold(0.0, f64::max)
}

#[test]
fn bodies_rest_slide_and_roll_on_triangles_as_on_their_plane() {
    let slope = 0.2_f64;
    let plane = Plane::incline(Vector3::zeros(), slope, FRAC_PI_2).unwrap();
    let mesh = Arc::new(triangulated(&plane, 24));
    let plane = Arc::new(plane);
    let lean = nalgebra::UnitQuaternion::from_axis_angle(&Vector3::y_axis(), slope);
    // A little above the plane, so that each falls onto it first; corners of the box and both rims of the
    // wheel come down within different triangles.
    let start = |radius: f64, velocity: [f64; 3]| Motion {
        position: Vector3::new(-2.03, 0.11, 2.03 * slope.tan() + (radius + 0.01) / slope.cos()),
        velocity: Vector3::from(velocity),
        rate: Vector3::zeros(),
        site_from_body: lean,
    };
    for (name, shape, friction, start) in [
        ("ball rolls", ball(), 0.6, start(RADIUS, [0.4, 0.3, 0.0])),
        ("ball slides", ball(), 0.02, start(RADIUS, [0.4, 0.3, 0.0])),
        ("box rests", block(), 0.6, start(0.1, [0.0; 3])),
        ("box slides", block(), 0.1, start(0.1, [0.3, 0.2, 0.0])),
        ("wheel rolls", wheel(), 0.6, start(RADIUS, [0.5, 0.0, 0.0])),
    ] {
        let (on_plane, _) = end(&on(plane.clone(), shape.clone(), friction, start));
        let (on_mesh, _) = end(&on(mesh.clone(), shape, friction, start));
        let apart = apart(&on_plane, &on_mesh);
        println!("{name}: {apart:e}, moved {:.3} m", (on_mesh.position - start.position).norm());
        assert!(apart < 1e-12, "{name}: {apart:e}\n{on_plane:?}\n{on_mesh:?}");
    }
}

#[test]
fn a_ball_that_rolls_over_inner_edges_has_no_normal_velocity() {
    let mesh = Arc::new(triangulated(&Plane::level(0.0).unwrap(), 20));
    // Askew to the grid, so that straight edges, diagonals and corners are all crossed.
    let start = Motion {
        velocity: Vector3::new(1.5, 0.9, 0.0),
        rate: Vector3::new(-0.9 / RADIUS, 1.5 / RADIUS, 0.0),
        ..Motion::at_rest(Vector3::new(-2.0, -1.2, RADIUS))
    };
    let scenario = on(mesh, ball(), 0.5, start);
    let mut state = scenario.initial();
    let mut workspace = Workspace::new(&scenario.world);
    let (mut fastest, mut farthest) = (0.0_f64, 0.0_f64);
    while state.time < scenario.duration {
        let longest = Time::from_millis(2);
        step(&scenario.world, &MOREAU_JEAN, &mut state, longest, &mut workspace).unwrap();
        let motion = state.motion(&scenario.world, 0);
        fastest = fastest.max(motion.velocity.z.abs());
        farthest = farthest.max((motion.position.z - RADIUS).abs());
    }
    let gone = state.motion(&scenario.world, 0).position - start.position;
    println!("normal velocity {fastest:e} m/s, height {farthest:e} m");
    assert!((gone - start.velocity * 1.2).norm() < 1e-9, "{gone}");
    assert!(fastest < 1e-9 && farthest < 1e-9, "{fastest:e} m/s, {farthest:e} m");
}

#[test]
fn markers_slide_down_triangles_as_down_their_plane() {
    let method = Method::RungeKutta4 { step: Time::from_millis(1) };
    let duration = Time::from_millis(2500);
    let plane = Plane::incline(Vector3::zeros(), 22f64.to_radians(), FRAC_PI_2).unwrap();
    let on_plane = drop_with(paper_law(), method, duration);
    let mesh = Arc::new(triangulated(&plane, 28));
    let world = World::new(Gravity::Uniform(MARS), mesh, vec![rover(paper_law())]);
    let start =
        Motion { site_from_body: upright(), ..Motion::at_rest(Vector3::new(0.0, 0.0, 2.0)) };
    let on_mesh = one_phase(world, vec![start], method, duration);
    let ((plane, _), (mesh, unexplained)) = (end(&on_plane), end(&on_mesh));
    let apart = apart(&plane, &mesh);
    println!("{apart:e}, unexplained {unexplained:e} J");
    assert!(apart < 1e-11, "{apart:e}\n{plane:?}\n{mesh:?}");
    assert!((mesh.position - start.position).norm() > 1.5, "it slides: {mesh:?}");
}

#[test]
fn steps_over_triangles_allocate_nothing_once_their_buffers_have_grown() {
    let mesh = Arc::new(triangulated(&Plane::level(0.0).unwrap(), 20));
    for (shape, height) in [(ball(), RADIUS), (block(), 0.1), (wheel(), RADIUS)] {
        let velocity = Vector3::new(1.5, 0.9, 0.0);
        let start = Motion { velocity, ..Motion::at_rest(Vector3::new(-2.0, -1.2, height)) };
        let scenario = on(mesh.clone(), shape, 0.3, start);
        let mut workspace = Workspace::new(&scenario.world);
        let mut state = scenario.initial();
        let mut again = state.clone();
        let mut slide = |state: &mut State, millis: i64| {
            while state.time < Time::from_millis(millis) {
                let longest = Time::from_millis(2);
                step(&scenario.world, &MOREAU_JEAN, state, longest, &mut workspace).unwrap();
            }
        };
        slide(&mut state, 800);
        // The state keeps the reactions of its contacts, which grow with the first of them.
        slide(&mut again, 100);
        let counted = allocation_counter::measure(|| slide(&mut again, 800));
        assert_eq!(counted.count_total, 0, "{counted:?}");
        assert_eq!(again.continuous, state.continuous);
    }
}

fn bed(ground: Arc<dyn Terrain>) -> Result<SoilBed, BedError> {
    let strata = Arc::new(Uniform { depth: f64::INFINITY });
    SoilBed::new(ground, 0.02, vec![Soil::dlr_a()], strata, ScmVariant::default())
}

#[test]
fn a_box_sinks_into_soil_on_triangles_as_on_their_plane() {
    let sunk = |ground: Arc<dyn Terrain>| {
        let start = Motion::at_rest(Vector3::new(0.1, 0.05, 0.21));
        let Scenario { world, motions, .. } = on(ground.clone(), block(), 0.5, start);
        let bed = Arc::new(bed(ground).unwrap());
        let world = Arc::unwrap_or_clone(world).with_soil(bed, &Tools::default()).unwrap();
        let method = Method::Implicit { step: Time::from_millis(2) };
        end(&one_phase(world, motions, method, Time::from_millis(300))).0
    };
    let plane = Plane::level(0.1).unwrap();
    let on_mesh = sunk(Arc::new(triangulated(&plane, 8)));
    let on_plane = sunk(Arc::new(plane));
    let apart = apart(&on_plane, &on_mesh);
    println!("{apart:e}, at {:.4} m", on_mesh.position.z);
    assert!(apart < 1e-9, "{apart:e}\n{on_plane:?}\n{on_mesh:?}");
    assert!(on_mesh.position.z < 0.2, "it sinks: {on_mesh:?}");
}

#[test]
fn soil_does_not_lie_on_overhangs() {
    let at = Vector3::new;
    let mut corners = vec![
        [at(-1.0, -1.0, 0.0), at(1.0, -1.0, 0.0), at(0.0, 1.0, 0.0)],
        [at(-0.5, -0.5, 1.0), at(0.5, -0.5, 1.0), at(0.0, 0.5, 1.0)],
    ];
    let roofed = MeshGround::from_triangles(&corners).unwrap().0;
    assert_eq!(bed(Arc::new(roofed)).unwrap_err(), BedError::Overhangs);
    corners.truncate(1);
    assert!(bed(Arc::new(MeshGround::from_triangles(&corners).unwrap().0)).is_ok());
}
