//! URDF: what elements mean, and the mistakes in them.

use crate::vehicle::common::{mistakes, posed, sound};
use nalgebra::{Matrix3, Vector3};
use planetfall::shape::{Shape, Wheel};
use planetfall_files::vehicle::Drawing;

const MASS: &str = "<inertial><mass value=\"2\"/>\
                    <inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial>";

fn robot(inside: &str) -> String {
    format!("<?xml version=\"1.0\"?>\n<robot name=\"r\">\n{inside}\n</robot>\n")
}

fn link(name: &str) -> String {
    format!("<link name=\"{name}\">{MASS}</link>\n")
}

fn joint(name: &str, kind: &str, ends: [&str; 2], more: &str) -> String {
    let [parent, child] = ends;
    format!(
        "<joint name=\"{name}\" type=\"{kind}\">\n<parent link=\"{parent}\"/>\n\
         <child link=\"{child}\"/>\n{more}\n</joint>\n"
    )
}

#[track_caller]
fn assert_reports(inside: &str, wanted: &[&str]) {
    let reported = mistakes(&robot(inside));
    for one in wanted {
        assert!(reported.contains(one), "missing: {one}\n{reported}");
    }
}

#[test]
fn all_joint_types_are_read() {
    let axis = "<axis xyz=\"0 0 2\"/><limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/>";
    for (kind, freedom) in [
        ("fixed", 0),
        ("revolute", 1),
        ("continuous", 1),
        ("prismatic", 1),
        ("spherical", 3),
        ("planar", 3),
        ("floating", 6),
    ] {
        let text = link("a") + &link("b") + &joint("j", kind, ["a", "b"], axis);
        let model = sound(&robot(&text));
        assert_eq!(model.tree.velocities(), 6 + freedom, "{kind}");
        assert_eq!((model.name.as_str(), model.tree.link("b")), ("r", Some(1)));
    }
}

#[test]
fn origins_turn_by_roll_pitch_and_yaw_about_fixed_axes() {
    let origin = "<origin xyz=\"1 2 3\" rpy=\"0.3 -0.4 0.5\"/>";
    let model = sound(&robot(&(link("a") + &link("b") + &joint("j", "fixed", ["a", "b"], origin))));
    let motion = posed(&model, &model.tree.neutral()).links[1];
    let wanted = nalgebra::Rotation3::from_euler_angles(0.3, -0.4, 0.5);
    assert!((motion.rotation - wanted.into_inner()).norm() < 1e-14);
    assert_eq!(motion.position, Vector3::new(1.0, 2.0, 3.0));
}

#[test]
fn inertia_is_turned_into_the_links_axes() {
    let text = "<link name=\"a\"><inertial><origin xyz=\"0 0 1\" rpy=\"0 0 1.5707963267948966\"/>\
                <mass value=\"2\"/><inertia ixx=\"1\" iyy=\"2\" izz=\"2.5\"/></inertial></link>";
    let inertia = sound(&robot(text)).tree.links()[0].inertia.expect("it has mass");
    let wanted = Matrix3::from_diagonal(&Vector3::new(2.0, 1.0, 2.5));
    assert!((inertia.about_centre() - wanted).norm() < 1e-14);
    assert_eq!(*inertia.centre(), Vector3::z());
}

#[test]
fn limits_dynamics_and_mimic_are_read() {
    let limit = "<axis xyz=\"0 1 0\"/><limit lower=\"-0.2\" upper=\"0.4\" effort=\"1\" velocity=\"1\"/>\
                 <dynamics damping=\"0.5\" friction=\"0.25\"/>";
    let mimic = "<axis xyz=\"0 -1 0\"/><limit lower=\"-1\" upper=\"1\"/>\
                 <mimic joint=\"j\" multiplier=\"-2\" offset=\"0.1\"/>";
    let text = link("a") + &link("b") + &link("c");
    // The follower may stand before the followed.
    let text = text
        + &joint("k", "revolute", ["a", "b"], mimic)
        + &joint("j", "revolute", ["a", "c"], limit);
    let model = sound(&robot(&text));
    assert_eq!(model.tree.velocities(), 7);
    let followed = &model.tree.links()[model.tree.joint("j").unwrap()].joint;
    let limits = followed.limits.expect("it has stops");
    assert_eq!((limits.lower, limits.upper), (-0.2, 0.4));
    assert_eq!((followed.passive.damping, followed.passive.friction), (0.5, 0.25));
    let place = &model.tree.places()[model.tree.joint("k").unwrap()];
    assert_eq!((place.multiplier, place.offset), (-2.0, 0.1));
}

#[test]
fn frames_without_mass_are_fine_on_fixed_joints() {
    let text = "<link name=\"root\"/>".to_owned()
        + &link("a")
        + "<link name=\"camera\"/>"
        + &joint("j", "fixed", ["root", "a"], "")
        + &joint("k", "fixed", ["a", "camera"], "");
    let model = sound(&robot(&text));
    assert_eq!(model.tree.velocities(), 6);
    assert!(model.warnings[0].contains("nothing of this vehicle feels the ground"));
}

#[test]
fn a_root_called_world_is_bolted_to_the_site() {
    let axis = "<axis xyz=\"0 0 1\"/>";
    let text = "<link name=\"world\"/>".to_owned()
        + &link("a")
        + &joint("j", "continuous", ["world", "a"], axis);
    assert_eq!(sound(&robot(&text)).tree.velocities(), 1);
}

const TYRE: &str = "<collision><origin rpy=\"1.57 0 0\"/><geometry>\
                    <cylinder radius=\"0.3\" length=\"0.2\"/></geometry></collision>";

fn wheel(axis: &str, kind: &str) -> String {
    let own = format!("<link name=\"w\">{MASS}{TYRE}</link>");
    let axis = format!("<axis xyz=\"{axis}\"/><limit lower=\"-1\" upper=\"1\"/>");
    link("a") + &own + &joint("j", kind, ["a", "w"], &axis)
}

#[test]
fn a_cylinder_that_turns_about_its_own_level_axis_is_a_wheel() {
    let model = sound(&robot(&wheel("0 1 0", "continuous")));
    let Shape::Wheel(Wheel { axis, radius, width, .. }) = &model.contactors[0].shape else {
        panic!("a wheel")
    };
    assert_eq!((*axis, *radius, *width), (Vector3::y(), 0.3, 0.2));
    assert_eq!(model.drive.expect("it drives").wheels[0].drive, 1);
    // Not so about another axis, or with an end.
    assert!(sound(&robot(&wheel("1 0 0", "continuous"))).contactors.is_empty());
    assert!(sound(&robot(&wheel("0 1 0", "revolute"))).contactors.is_empty());
    // A mast that turns is no wheel.
    let mast = wheel("0 0 1", "continuous").replace("1.57 0 0", "0 0 0");
    assert!(sound(&robot(&mast)).contactors.is_empty());
}

#[test]
fn materials_colour_what_is_drawn() {
    let text = "<material name=\"red\"><color rgba=\"1 0 0 1\"/></material>".to_owned()
        + &format!(
            "<link name=\"a\">{MASS}<visual><geometry><box size=\"1 2 3\"/></geometry>\
             <material name=\"red\"/></visual><visual><geometry><sphere radius=\"1\"/></geometry>\
             <material name=\"own\"><color rgba=\"0 1 0 0.5\"/></material></visual></link>"
        );
    let model = sound(&robot(&text));
    let (axes, half) = (Matrix3::identity(), Vector3::new(0.5, 1.0, 1.5));
    let block = Shape::Box { centre: Vector3::zeros(), axes, half };
    assert_eq!(model.visuals[0].drawing, Drawing::Shape(block));
    assert_eq!(model.visuals[0].colour, [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(model.visuals[1].colour, [0.0, 1.0, 0.0, 0.5]);
}

#[test]
fn a_missing_mesh_is_a_warning() {
    let text = format!(
        "<link name=\"a\">{MASS}<visual><geometry><mesh filename=\"package://p/a.dae\"/>\
         </geometry></visual></link>"
    );
    let model = sound(&robot(&text));
    assert!(model.visuals.is_empty());
    let reported = model.warnings.join("\n");
    assert!(reported.contains("link `a`: mesh \"package://p/a.dae\" is missing"), "{reported}");
}

#[test]
fn broken_xml_is_reported_with_its_place() {
    let reported = mistakes("<robot name=\"r\">\n<link name=\"a\">\n</robot>");
    assert!(reported.contains("test.urdf:3:"), "{reported}");
    let reported = mistakes("<sdf></sdf>");
    assert!(reported.contains("a URDF file begins with `<robot>`, found `<sdf>`"), "{reported}");
    let reported = mistakes("<robot name=\"r\"/>");
    assert!(reported.contains("a vehicle needs at least one link"), "{reported}");
}

#[test]
fn impossible_inertia_is_reported_with_link_line_and_numbers() {
    let inertial = |mass: &str, moments: &str| {
        format!(
            "<link name=\"a\">\n<inertial>\n<mass value=\"{mass}\"/>\n{moments}\n</inertial></link>"
        )
    };
    assert_reports(
        &inertial("2", "<inertia ixx=\"1\" iyy=\"1\" izz=\"3\"/>"),
        &[
            "test.urdf:6:1",
            "link `a`: no body has principal moments",
            "1.000000 + 1.000000 < 3.000000",
        ],
    );
    assert_reports(
        &inertial("-2", "<inertia ixx=\"1\" iyy=\"1\" izz=\"1\"/>"),
        &["test.urdf:5:1", "link `a`: mass must be positive and finite, found -2 kg"],
    );
    assert_reports(
        &inertial("2", "<inertia ixx=\"0\" iyy=\"0\" izz=\"0\"/>"),
        &["link `a`: principal moments of inertia must be positive, found 0.000000"],
    );
    assert_reports(
        &inertial("2", ""),
        &["test.urdf:4:1", "link `a`: `<inertial>` has no `<inertia>`"],
    );
    assert_reports(
        &inertial("two", "<inertia ixx=\"1\" izz=\"nan\"/>"),
        &[
            "`value` must be a finite number, found \"two\"",
            "link `a`: `<inertia>` has no `iyy`",
            "`izz` must be a finite number, found \"nan\"",
        ],
    );
}

#[test]
fn loops_and_two_roots_are_reported() {
    let text = link("a") + &link("b") + &link("c");
    assert_reports(
        &(text.clone()
            + &joint("j", "fixed", ["b", "c"], "")
            + &joint("k", "fixed", ["c", "b"], "")),
        &["links hang on each other in a loop: `b` on `c` on `b`", "test.urdf:4:"],
    );
    assert_reports(
        &(text.clone() + &joint("j", "fixed", ["a", "b"], "")),
        &["two links have no parent, `a` and `c`: a vehicle has one root"],
    );
    assert_reports(
        &(text + &joint("j", "fixed", ["a", "c"], "") + &joint("k", "fixed", ["b", "c"], "")),
        &["link `c` is the child of two joints, `j` and `k`: closed loops of links"],
    );
}

#[test]
fn leaves_without_mass_on_moving_joints_are_reported() {
    let text = link("a")
        + "<link name=\"tip\"/>\n"
        + &joint("j", "continuous", ["a", "tip"], "<axis xyz=\"0 1 0\"/>");
    assert_reports(
        &text,
        &["test.urdf:4:", "joint `j` moves no mass: link `tip` and all beyond it have none"],
    );
}

#[test]
fn joints_with_mistakes_are_reported_all_at_once() {
    let text = link("a")
        + &link("b")
        + &link("c")
        + &joint("j", "revolut", ["a", "b"], "")
        + &joint("k", "revolute", ["a", "cc"], "<axis xyz=\"0 0 0\"/>")
        + &joint("l", "prismatic", ["a", "c"], "<axis xyz=\"0 1\"/>")
        + "<joint name=\"m\" type=\"fixed\"/>";
    assert_reports(
        &text,
        &[
            "joint `j`: unknown type \"revolut\"; did you mean \"revolute\"?",
            "joint `k`: its axis must have a length",
            "joint `l`: `xyz` must be 3 finite numbers, found \"0 1\"",
            "joint `m` has no `<parent>`",
            "joint `m` has no `<child>`",
        ],
    );
    let ends = link("a") + &joint("j", "fixed", ["aa", "bb"], "");
    assert_reports(&ends, &["joint `j`: its child `bb` is no link"]);
    let parent = link("a") + &link("b") + &joint("j", "fixed", ["aa", "b"], "");
    assert_reports(&parent, &["link `b` hangs on `aa`, which is no link"]);
}

#[test]
fn wrong_limits_damping_and_mimic_are_reported() {
    let with = |more: &str| {
        let more = format!("<axis xyz=\"0 1 0\"/>{more}");
        link("a") + &link("b") + &joint("j", "revolute", ["a", "b"], &more)
    };
    assert_reports(
        &with("<limit lower=\"2\" upper=\"1\"/>"),
        &["`lower`, 2, lies above `upper`, 1"],
    );
    assert_reports(
        &with("<dynamics damping=\"-1\"/>"),
        &["`damping` must not be negative, found -1"],
    );
    assert_reports(&with("<mimic joint=\"x\"/>"), &["joint `j` follows `x`, which is no joint"]);
    assert_reports(&with("<mimic/>"), &["joint `j`: `<mimic>` has no `joint`"]);
    let model = sound(&robot(&with("<limit effort=\"1\" velocity=\"1\"/>")));
    assert!(model.tree.links()[1].joint.limits.is_none());
    assert!(model.warnings.iter().any(|text| text.contains("is left without stops")));
}

#[test]
fn a_free_root_without_mass_under_a_turning_body_is_reported() {
    let text = "<link name=\"root\"/>".to_owned()
        + &link("a")
        + &joint("j", "continuous", ["root", "a"], "<axis xyz=\"0 0 1\"/>");
    assert_reports(&text, &["joint `j` moves nothing at the start"]);
}

#[test]
fn one_mistake_does_not_breed_others() {
    let wrong_inertia = "<link name=\"a\"><inertial><mass value=\"2\"/>\
                         <inertia ixx=\"1\" iyy=\"1\" izz=\"3\"/></inertial></link>";
    let reported = mistakes(&robot(wrong_inertia));
    assert_eq!(reported.matches("error:").count(), 1, "{reported}");
    let two = link("a") + "<link name=\"tip\"/>\n";
    let reported = mistakes(&robot(&(two.clone() + &joint("j", "revolut", ["a", "tip"], ""))));
    assert_eq!(reported.matches("error:").count(), 1, "{reported}");
    let reported = mistakes(&robot(&(two + &joint("j", "fixed", ["a", "tipp"], ""))));
    assert_eq!(reported.matches("error:").count(), 1, "{reported}");
    assert!(
        reported.contains("its child `tipp` is no link")
            && reported.contains("did you mean `tip`?")
    );
}
