//! The scene of a run and the poses that follow from its history.
#![allow(clippy::unwrap_used, clippy::panic)]

use nalgebra::{Matrix3, Vector3};
use planetfall::dynamics::kinematics::integrate;
use planetfall::environment::Gravity;
use planetfall::ground::marker::{Friction, FrictionTable, MarkerGround, Spring};
use planetfall::math::noise::{Key, gaussian};
use planetfall::math::rotation;
use planetfall::recording::{Memory, columns};
use planetfall::scenario::Scenario;
use planetfall::simulation::Simulation;
use planetfall::stepping::Method;
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::{
    Coupling, Inertia, Joint, JointKind, Link, Motion, Placement, Tree, Vehicle,
};
use planetfall::world::World;
use planetfall_files::format::Ink;
use planetfall_files::run_folder::scene::{
    ContactorKind, Origin, Posing, Scene, SceneContactor, SceneForm,
};
use planetfall_files::run_folder::{HistoryFile, OutputFolder, RunFile};
use planetfall_files::scenario::ScenarioFile;
use planetfall_files::staging::{Reach, scene};
use planetfall_files::vehicle::builtins;
use std::ops::ControlFlow;
use std::sync::Arc;

const LAW: MarkerGround = MarkerGround {
    spring: Spring { stiffness: 1e5, damping: 1e3, compression_only: true },
    table: FrictionTable {
        stick_speed: 0.01,
        slide_speed: 0.02,
        stick_coefficient: 0.6,
        slide_coefficient: 0.5,
    },
    friction: Friction::Classical,
};

/// Numbers for positions and velocities.
struct Draws(Key, u64);

impl Draws {
    fn number(&mut self) -> f64 {
        self.1 += 1;
        gaussian(self.0, self.1)
    }
    fn vector(&mut self) -> Vector3<f64> {
        Vector3::new(self.number(), self.number(), self.number())
    }
}

/// A scenario of these vehicles far above the ground.
fn aloft(vehicles: Vec<Vehicle>) -> Scenario {
    let ground = Arc::new(Plane::level(-1e4).unwrap());
    let motions = vehicles.iter().map(|_| Motion::at_rest(Vector3::new(1.0, 2.0, 3.0))).collect();
    let world = World::new(Gravity::Uniform(0.0), ground, vehicles);
    let method = Method::RungeKutta4 { step: Time::from_millis(1) };
    Scenario::single_phase("aloft", world, motions, method, Time::from_millis(1)).unwrap()
}

/// Puts every coordinate somewhere, and compares the poses from the record with the kinematics.
fn worst_difference(scenario: &Scenario, case: u64) -> f64 {
    let world = &*scenario.world;
    let mut draws = Draws(Key::new(case, "scene", "test"), 0);
    let mut state = scenario.initial();
    for (index, vehicle) in world.vehicles().iter().enumerate() {
        let range = world.layout().positions(index);
        let speeds: Vec<f64> = (0..vehicle.tree.velocities()).map(|_| draws.number()).collect();
        integrate(&vehicle.tree, &mut state.continuous[range], &speeds, 1.0);
    }
    let kinematics: Vec<_> =
        (0..world.vehicles().len()).map(|index| state.kinematics(world, index)).collect();
    let mut memory = Memory::default();
    let start = state.clone();
    Simulation::resume(scenario, state).advance(Time::from_millis(1), &mut memory).unwrap();
    let scene = scene(world, &start, &[], &Reach::default()).scene;
    let posing = Posing::new(&scene);
    let names = columns(world);
    let place = |name: &String| names.iter().position(|column| column.name == *name).unwrap();
    let row: Vec<f64> = posing.columns().iter().map(|name| memory.frames[0][place(name)]).collect();
    let mut poses = Vec::new();
    posing.poses(&row, &mut poses);
    assert_eq!(poses.len(), 7 * posing.links());
    let expected = kinematics
        .iter()
        .flat_map(|one| one.links.iter().map(|link| (one.anchor + link.position, link.rotation)));
    let deviation = poses.chunks(7).zip(expected).map(|(pose, (place, turn))| {
        let found = Vector3::from_column_slice(&pose[..3]);
        let found_turn = rotation::matrix(pose[3], pose[4], pose[5], pose[6]);
        (found - place).norm().max((found_turn - turn).norm())
    });
    deviation.fold(0.0, f64::max)
}

#[test]
fn poses_from_the_record_are_those_of_the_kinematics_for_every_built_in_vehicle() {
    for builtin in builtins() {
        let model = builtin.file().load(Ink::Plain).unwrap();
        let vehicle = |name: &str| Vehicle::new(name, model.tree.clone());
        let scenario = aloft(vec![vehicle("one"), vehicle("two")]);
        let deviation = worst_difference(&scenario, 7);
        assert!(deviation < 1e-12, "{}: {deviation:e}", builtin.name);
    }
}

#[test]
fn poses_from_the_record_are_those_of_the_kinematics_for_every_kind_of_joint() {
    for case in 0..20 {
        let mut draws = Draws(Key::new(case, "tree", "test"), 0);
        let mut axis = || draws.vector().normalize();
        let kinds = [
            JointKind::Free,
            JointKind::Revolute(axis()),
            JointKind::Spherical,
            JointKind::Prismatic(axis()),
            JointKind::Planar(axis()),
            JointKind::Fixed,
            JointKind::Free,
            JointKind::Revolute(axis()),
        ];
        let links = kinds.iter().enumerate().map(|(index, kind)| {
            let mut joint = Joint::new(&format!("j{index}"), *kind);
            if index == 7 {
                joint.coupling = Some(Coupling { master: 1, multiplier: -1.5, offset: 0.3 });
            }
            let turn = rotation::from_scaled_axis(&draws.vector());
            let placement = Placement {
                rotation: turn.to_rotation_matrix().into_inner(),
                position: draws.vector(),
            };
            Link {
                name: format!("l{index}"),
                parent: (index > 0).then_some(index / 2),
                joint,
                parent_from_joint: if index == 0 { Placement::identity() } else { placement },
                inertia: Some(Inertia::ball(1.0, 0.2).unwrap()),
            }
        });
        let tree = Tree::new(links.collect()).unwrap();
        let deviation = worst_difference(&aloft(vec![Vehicle::new("all", tree)]), case);
        assert!(deviation < 1e-12, "{case}: {deviation:e}");
    }
}

#[test]
fn a_vehicle_of_markers_alone_is_drawn_as_a_box_and_balls() {
    let inertia = Inertia::new(8.0, Vector3::x(), Matrix3::identity()).unwrap();
    let body = Vehicle::rigid("body", inertia).with_marker("foot", -Vector3::z(), LAW);
    let scenario = aloft(vec![body]);
    let staged = scene(&scenario.world, &scenario.initial(), &[], &Reach::default());
    let shapes = &staged.scene.vehicles[0].links[0].shapes;
    assert!(matches!(shapes[0].form, SceneForm::Sphere { .. }));
    assert!(matches!(shapes[1].form, SceneForm::Box { .. }));
    assert!(shapes.iter().all(|shape| shape.origin == Origin::Contactor));
    assert_eq!(shapes[1].position_m, [1.0, 0.0, 0.0]);
}

#[test]
fn a_run_leaves_a_scene_that_its_history_moves() {
    let text = std::fs::read_to_string("../../scenarios/curiosity-drive.toml").unwrap();
    let loaded = ScenarioFile::from_text("curiosity-drive", &text).load(Ink::Plain).unwrap();
    let workdir = tempfile::tempdir().unwrap();
    let folder = OutputFolder::claim(&workdir.path().join("run"), false, false).unwrap();
    let until = Some(Time::from_millis(200));
    planetfall_run::runner::run(&loaded, &folder, None, until, &mut |_| ControlFlow::Continue(()))
        .unwrap();
    let scene = Scene::read(folder.path()).unwrap();
    let rover = &scene.vehicles[0];
    let drawn = |origin| {
        move |shape: &&planetfall_files::run_folder::scene::SceneShape| shape.origin == origin
    };
    let shapes = || rover.links.iter().flat_map(|link| &link.shapes);
    assert!(shapes().filter(drawn(Origin::Visual)).count() > 0);
    // Six wheels, and the three shapes of the body: chassis, mast and arm.
    assert_eq!(rover.contactors.len(), 9);
    assert!(scene.terrain.is_some());
    let history = HistoryFile::open(&RunFile::History.within(folder.path())).unwrap();
    let posing = Posing::new(&scene);
    let names: Vec<&str> = posing.columns().iter().map(String::as_str).collect();
    let rows = history.read(&names, 0..1).unwrap();
    let row: Vec<f64> = rows.columns.iter().map(|column| column.values[0]).collect();
    let mut poses = Vec::new();
    posing.poses(&row, &mut poses);
    assert!(poses.iter().all(|number| number.is_finite()));
    // Each wheel is felt at an edge of its rim.
    let is_wheel = |contactor: &&SceneContactor| contactor.kind == ContactorKind::Wheel;
    assert_eq!(rover.contactors.iter().filter(is_wheel).count(), 6);
    for contactor in rover.contactors.iter().filter(is_wheel) {
        let point = |end: &str| {
            let name = format!("{}.{end}", contactor.name);
            history.read_column(&name, 0..1).unwrap().values[0]
        };
        let pose = &poses[7 * contactor.link..][..7];
        let turn = rotation::matrix(pose[3], pose[4], pose[5], pose[6]);
        let centre =
            Vector3::from_column_slice(&pose[..3]) + turn * Vector3::from(contactor.position_m);
        let touch = Vector3::new(point("x_m"), point("y_m"), point("z_m"));
        let edge = contactor.radius_m.unwrap().hypot(contactor.width_m.unwrap() / 2.0);
        assert!(((touch - centre).norm() - edge).abs() < 1e-9);
        assert!(point("force_z_n") > 0.0);
        assert_eq!(point("regime"), 1.0);
    }
}
