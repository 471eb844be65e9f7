//! What keys of our own format mean.

use crate::vehicle::common::{mass_matrix, sound};
use nalgebra::{Matrix3, Vector3};
use planetfall::shape::{Grousers, Shape, Wheel};
use planetfall::vehicle::JointKind;
use planetfall_files::format::Ink;
use planetfall_files::vehicle::{Provenance, VehicleFile};

const BALL: &str = "mass_kg = 2\nshape = { kind = \"sphere\", radius_m = 0.5 }\n";

fn body(more: &str) -> String {
    format!("title = \"a body\"\n[[link]]\nname = \"body\"\n{BALL}{more}")
}

/// A body with an arm on a joint.
fn arm(joint: &str) -> String {
    body(&format!("[[link]]\nname = \"arm\"\nparent = \"body\"\n{BALL}joint = {joint}\n"))
}

#[test]
fn inertia_by_shape_is_that_of_a_homogeneous_body() {
    let inertia = |shape: &str| {
        let text = format!(
            "title = \"a\"\n[[link]]\nname = \"a\"\nmass_kg = 12\ncentre_of_mass_m = [1, 2, 3]\n\
             shape = {shape}\n"
        );
        let inertia = sound(&text).tree.links()[0].inertia.expect("it has mass");
        assert_eq!(*inertia.centre(), Vector3::new(1.0, 2.0, 3.0));
        *inertia.about_centre()
    };
    let box_ = inertia("{ kind = \"box\", size_m = [1, 2, 3] }");
    assert!((box_ - Matrix3::from_diagonal(&Vector3::new(13.0, 10.0, 5.0))).norm() < 1e-12);
    let ball = inertia("{ kind = \"sphere\", radius_m = 0.5 }");
    assert!((ball - Matrix3::identity() * 1.2).norm() < 1e-12);
    let upright = inertia("{ kind = \"cylinder\", radius_m = 1, length_m = 2 }");
    assert!((upright - Matrix3::from_diagonal(&Vector3::new(7.0, 7.0, 6.0))).norm() < 1e-12);
    let lying = inertia("{ kind = \"cylinder\", radius_m = 1, length_m = 2, axis = [0, 3, 0] }");
    assert!((lying - Matrix3::from_diagonal(&Vector3::new(7.0, 6.0, 7.0))).norm() < 1e-12);
}

#[test]
fn all_kinds_of_joints_can_be_written() {
    for (kind, freedom) in [
        ("{ kind = \"fixed\" }", 0),
        ("{ kind = \"revolute\", axis = [0, 0, 2] }", 1),
        ("{ kind = \"continuous\", axis = [1, 0, 0] }", 1),
        ("{ kind = \"prismatic\", axis = [1, 0, 0] }", 1),
        ("{ kind = \"spherical\" }", 3),
        ("{ kind = \"planar\", axis = [0, 0, 1] }", 3),
        ("{ kind = \"free\" }", 6),
    ] {
        assert_eq!(sound(&arm(kind)).tree.velocities(), 6 + freedom, "{kind}");
        let rig = sound(&arm(kind).replace("title", "root = \"fixed\"\ntitle"));
        assert_eq!(rig.tree.velocities(), freedom, "{kind}");
    }
}

#[test]
fn angles_are_degrees_in_the_file_and_radians_inside() {
    let model = sound(&arm(
        "{ kind = \"revolute\", axis = [0, 0, 2], damping_n_m_s_per_rad = 3, friction_n_m = 4, \
         friction_speed_rad_per_s = 0.5, initial_deg = 180, \
         limits = { lower_deg = -90, upper_deg = 90, stiffness_n_m_per_rad = 7, \
         damping_n_m_s_per_rad = 8 }, spring = { stiffness_n_m_per_rad = 5, rest_deg = 45 }, \
         motor = { stall_torque_n_m = 9, no_load_speed_rad_per_s = 10, gear_ratio = 100, \
         rotor_inertia_kg_m2 = 1e-4, torque_limit_n_m = 6, stiction_n_m = 1, \
         speed_gain_n_m_s_per_rad = 11, position_gain_n_m_per_rad = 12 } }",
    ));
    let joint = &model.tree.links()[1].joint;
    let half = std::f64::consts::FRAC_PI_2;
    assert_eq!(joint.kind, JointKind::Revolute(Vector3::z()));
    let passive = joint.passive;
    assert_eq!((passive.stiffness, passive.damping, passive.friction), (5.0, 3.0, 4.0));
    assert!((passive.rest - half / 2.0).abs() < 1e-15);
    assert_eq!(passive.friction_speed, 0.5);
    let limits = joint.limits.expect("it has stops");
    assert_eq!((limits.stiffness, limits.damping), (7.0, 8.0));
    assert!((limits.upper - half).abs() < 1e-15 && (limits.lower + half).abs() < 1e-15);
    let motor = joint.motor.expect("it has a motor");
    assert_eq!((motor.stall_torque, motor.no_load_speed, motor.torque_limit), (9.0, 10.0, 6.0));
    assert_eq!((motor.speed_gain, motor.position_gain, motor.stiction), (11.0, 12.0, 1.0));
    assert!((motor.armature() - 1.0).abs() < 1e-12);
    assert!((model.initial_positions()[7] - 2.0 * half).abs() < 1e-15);
}

#[test]
fn stops_without_numbers_let_their_load_bounce_at_ten_hertz_half_critically_damped() {
    let model = sound(&arm(
        "{ kind = \"revolute\", axis = [0, 1, 0], limits = { lower_deg = -1, upper_deg = 1 } }",
    ));
    let limits = model.tree.links()[1].joint.limits.expect("it has stops");
    let inertia = mass_matrix(&model)[(6, 6)];
    let rate = (limits.stiffness / inertia).sqrt();
    assert!((rate / (20.0 * std::f64::consts::PI) - 1.0).abs() < 1e-12);
    assert!((limits.damping / (2.0 * inertia * rate) - 0.5).abs() < 1e-12);
}

#[test]
fn what_a_joint_carries_is_what_the_mass_matrix_has_on_its_diagonal() {
    // A chain with every frame turned and moved: the default of a stop must see it as CRBA does.
    let link = |name: &str, parent: &str| {
        format!(
            "[[link]]\nname = \"{name}\"\nparent = \"{parent}\"\nmass_kg = 3\n\
             position_m = [0.3, -0.4, 0.7]\nyaw_pitch_roll_deg = [30, -50, 70]\n\
             centre_of_mass_m = [0.2, 0.1, -0.6]\nshape = {{ kind = \"box\", size_m = [1, 2, 3] }}\n\
             joint = {{ kind = \"revolute\", axis = [1, 2, 3], \
             limits = {{ lower_deg = -1, upper_deg = 1 }} }}\n"
        )
    };
    let model = sound(&body(&(link("a", "body") + &link("b", "a") + &link("c", "b"))));
    let mass = mass_matrix(&model);
    for index in 1..4 {
        let stiffness = model.tree.links()[index].joint.limits.expect("stops").stiffness;
        let felt = stiffness / (20.0 * std::f64::consts::PI).powi(2);
        assert!((felt / mass[(5 + index, 5 + index)] - 1.0).abs() < 1e-12, "{index}");
    }
}

#[test]
fn dry_friction_and_gains_without_numbers_suit_a_step_of_a_millisecond() {
    let joint = |inertia: f64| {
        let text = arm("{ kind = \"continuous\", axis = [0, 1, 0], friction_n_m = 1, \
             motor = { stall_torque_n_m = 10, no_load_speed_rad_per_s = 1 } }");
        let own = format!("mass_kg = 1\ninertia_kg_m2 = [{inertia}, {inertia}, {inertia}]\n");
        let (head, tail) = text.rsplit_once(BALL).expect("the arm has a mass");
        sound(&format!("{head}{own}{tail}")).tree.links()[1].joint.clone()
    };
    let light = joint(0.001);
    assert!((light.passive.friction_speed - 1.0 / (500.0 * 0.001)).abs() < 1e-12);
    assert!((light.motor.unwrap().speed_gain - 0.5).abs() < 1e-12);
    let heavy = joint(10.0);
    assert_eq!(heavy.passive.friction_speed, 0.01);
    let motor = heavy.motor.unwrap();
    assert!((motor.speed_gain - 100.0).abs() < 1e-12);
    assert!((motor.position_gain - 500.0).abs() < 1e-12);
    assert_eq!(motor.torque_limit, 10.0);
}

#[test]
fn contactors_of_all_kinds_can_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let stl = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n\
               endloop\nendfacet\nfacet normal 0 0 1\nouter loop\nvertex 1 0 0\nvertex 0 1 0\n\
               vertex 1 1 0\nendloop\nendfacet\nendsolid a\n";
    std::fs::write(folder.path().join("plate.stl"), stl).unwrap();
    std::fs::write(folder.path().join("point.obj"), "v 1 2 3\nv 4 5 6\nv 7 8 9\nf 1 2 3\n")
        .unwrap();
    let text = body(
        "[[link.contactor]]\nkind = \"marker\"\nname = \"m\"\nposition_m = [1, 2, 3]\n\
         [[link.contactor]]\nkind = \"wheel\"\nname = \"w\"\naxis = [0, 2, 0]\nradius_m = 0.3\n\
         width_m = 0.2\ngrouser_count = 24\ngrouser_height_m = 0.01\n\
         [[link.contactor]]\nkind = \"sphere\"\nname = \"s\"\ncentre_m = [0, 0, 1]\nradius_m = 0.2\n\
         [[link.contactor]]\nkind = \"mesh\"\nname = \"plate\"\nfile = \"plate.stl\"\nscale = 0.5\n\
         position_m = [0, 0, 1]\n\
         [[link.contactor]]\nkind = \"mesh\"\nname = \"point\"\nfile = \"point.obj\"\n\
         [[link.contactor]]\nkind = \"mesh\"\nname = \"gone\"\nfile = \"gone.stl\"\n",
    );
    let path = folder.path().join("body.toml");
    std::fs::write(&path, text).unwrap();
    let model = VehicleFile::read(&path).unwrap().load(Ink::Plain).expect("it is sound");
    let shapes: Vec<&Shape> = model.contactors.iter().map(|one| &one.shape).collect();
    assert_eq!(*shapes[0], Shape::Point { point: Vector3::new(1.0, 2.0, 3.0) });
    let grousers = Some(Grousers { count: 24, height: 0.01, thickness: Grousers::SHEET });
    let (centre, axis) = (Vector3::zeros(), Vector3::y());
    assert_eq!(*shapes[1], Shape::Wheel(Wheel { centre, axis, radius: 0.3, width: 0.2, grousers }));
    assert_eq!(*shapes[2], Shape::Ball { centre: Vector3::z(), radius: 0.2 });
    let Shape::Mesh { triangles, .. } = shapes[3] else { panic!("a mesh") };
    // Two triangles share an edge: four vertices, scaled and moved.
    let vertices: Vec<Vector3<f64>> = shapes[3].vertices().collect();
    assert_eq!((vertices.len(), &triangles[..]), (4, &[[0, 1, 2], [1, 2, 3]][..]));
    assert_eq!(vertices[1], Vector3::new(0.5, 0.0, 1.0));
    let Shape::Mesh { vertices, .. } = shapes[4] else { panic!("a mesh") };
    assert_eq!(vertices.len(), 3);
    assert_eq!(model.contactors.len(), 5);
    assert!(model.warnings[0].contains("contactor `gone` is left out: cannot read"));
}

#[test]
fn notes_list_sources_and_estimates() {
    let model = sound(&body(
        "source = \"a data sheet\"\n[[link.contactor]]\nkind = \"marker\"\nname = \"m\"\n\
         position_m = [0, 0, 0]\nestimate = true\n",
    ));
    let note = |about: &str, source: Option<&str>, estimate| Provenance {
        about: about.to_owned(),
        source: source.map(str::to_owned),
        estimate,
    };
    assert_eq!(
        model.notes,
        [
            note("vehicle `test`", None, false),
            note("link `body`", Some("a data sheet"), false),
            note("contactor `m`", None, true),
        ]
    );
}

#[test]
fn links_may_stand_in_any_order() {
    let model = sound(&format!(
        "title = \"a\"\n[[link]]\nname = \"tip\"\nparent = \"arm\"\n{BALL}\
         joint = {{ kind = \"revolute\", axis = [0, 1, 0], follows = \"arm\", multiplier = 2, \
         offset_deg = 90 }}\n\
         [[link]]\nname = \"arm\"\nparent = \"body\"\n{BALL}\
         joint = {{ kind = \"revolute\", axis = [0, 1, 0] }}\n\
         [[link]]\nname = \"body\"\n{BALL}"
    ));
    let names: Vec<&str> = model.tree.links().iter().map(|link| link.name.as_str()).collect();
    assert_eq!(names, ["body", "arm", "tip"]);
    let place = &model.tree.places()[2];
    assert_eq!(place.multiplier, 2.0);
    assert!((place.offset - std::f64::consts::FRAC_PI_2).abs() < 1e-15);
    assert_eq!(model.tree.velocities(), 7);
}
