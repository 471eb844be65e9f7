//! Mirrored sides against geometry.

use crate::vehicle::common::{mistakes, posed, sound};
use nalgebra::{Matrix3, Vector3};
use planetfall::shape::{Shape, Wheel};
use planetfall::vehicle::JointKind;
use planetfall_files::vehicle::{Drawing, VehicleModel};
use proptest::prelude::*;

const MIRROR: Vector3<f64> = Vector3::new(1.0, -1.0, 1.0);

/// A chassis with an arm on each side, oblique in every respect, and a leg on the arm.
fn arms(axis: &str, sense: &str, more: &str) -> String {
    format!(
        r#"
title = "arms"
[[link]]
name = "chassis"
mass_kg = 10
shape = {{ kind = "box", size_m = [1, 1, 1] }}

[[link]]
name = "arm"
parent = "chassis"
sides = ["left", "right"]
position_m = [0.3, 0.5, -0.1]
yaw_pitch_roll_deg = [20, 30, 40]
mass_kg = 2
centre_of_mass_m = [0.1, 0.2, 0.3]
inertia_kg_m2 = [1, 2, 2.5]
products_of_inertia_kg_m2 = [0.1, 0.2, 0.3]
joint = {{ kind = "revolute", axis = {axis}, mirrored_sense = "{sense}"{more} }}
contactor = [
    {{ kind = "marker", name = "tip", position_m = [1, 2, 3] }},
    {{ kind = "wheel", name = "rim", centre_m = [0, 0.1, 0], axis = [0.1, 1, 0.2], radius_m = 0.3 }},
]
visual = [{{ kind = "mesh", file = "arm.stl" }}]

[[link]]
name = "leg"
parent = "arm"
position_m = [0.2, 0.3, -0.5]
mass_kg = 1
shape = {{ kind = "sphere", radius_m = 0.1 }}
joint = {{ kind = "prismatic", axis = [0.2, 0.5, -1], mirrored_sense = "{sense}" }}
contactor = [{{ kind = "sphere", name = "foot", centre_m = [0, 0.1, -0.2], radius_m = 0.05 }}]
"#
    )
}

/// Positions with the arms and legs at given places on both sides.
fn positions(model: &VehicleModel, left: [f64; 2], right: [f64; 2]) -> Vec<f64> {
    let mut q = model.tree.neutral();
    let mut set = |joint: &str, value: f64| {
        let link = model.tree.joint(joint).expect(joint);
        q[model.tree.places()[link].position] = value;
    };
    set("arm_left", left[0]);
    set("leg_left", left[1]);
    set("arm_right", right[0]);
    set("leg_right", right[1]);
    q
}

/// Every point of the right side is the image of its fellow on the left.
fn assert_mirrored(model: &VehicleModel, q: &[f64]) {
    let kinematics = posed(model, q);
    for name in ["arm", "leg"] {
        let [left, right] =
            ["left", "right"].map(|side| model.tree.link(&format!("{name}_{side}")).unwrap());
        let [a, b] = [&kinematics.links[left], &kinematics.links[right]];
        for v in [Vector3::zeros(), Vector3::x(), Vector3::y(), Vector3::z()] {
            let image = b.point(&v.component_mul(&MIRROR)).0;
            assert!((a.point(&v).0.component_mul(&MIRROR) - image).norm() < 1e-12, "{name}");
        }
        let inertia = |link: usize| model.tree.links()[link].inertia.expect("it has mass");
        let (centre, about) = a.inertia(&inertia(left));
        let (centre_image, about_image) = b.inertia(&inertia(right));
        let mirror = Matrix3::from_diagonal(&MIRROR);
        assert!((centre.component_mul(&MIRROR) - centre_image).norm() < 1e-12);
        assert!((mirror * about * mirror - about_image).norm() < 1e-12);
    }
}

proptest! {
    #[test]
    fn equal_positions_on_both_sides_are_mirror_images(
        axis in prop::array::uniform3(-1.0..1.0f64), turn in -3.0..3.0f64, slide in -1.0..1.0f64,
    ) {
        prop_assume!(axis.iter().any(|x| x.abs() > 0.1));
        let axis = format!("{axis:?}");
        let model = sound(&arms(&axis, "image", ""));
        assert_mirrored(&model, &positions(&model, [turn, slide], [turn, slide]));
        // With the same sense the mirrored side counts backwards.
        let model = sound(&arms(&axis, "same", ""));
        assert_mirrored(&model, &positions(&model, [turn, slide], [-turn, -slide]));
    }
}

#[test]
fn contactors_and_visuals_are_mirrored_with_their_link() {
    let model = sound(&arms("[0, 1, 0]", "image", ""));
    let shape = |name: &str| &model.contactors[model.contactor(name).unwrap()].shape;
    let Shape::Point { point } = shape("tip_right") else { panic!("a marker") };
    assert_eq!(*point, Vector3::new(1.0, -2.0, 3.0));
    let Shape::Wheel(Wheel { centre, axis, radius, .. }) = shape("rim_right") else {
        panic!("a wheel")
    };
    assert_eq!((centre.y, *radius), (-0.1, 0.3));
    // The axle is a pseudo-vector: one along y points to the left on both sides.
    assert!((axis - Vector3::new(-0.1, 1.0, -0.2).normalize()).norm() < 1e-15);
    let right = model.tree.link("arm_right").unwrap();
    let visual = model.visuals.iter().find(|visual| visual.link == right).expect("it is drawn");
    let Drawing::MeshFile { scale, .. } = &visual.drawing else { panic!("a mesh") };
    assert_eq!(*scale, MIRROR);
}

#[test]
fn axes_along_y_keep_their_direction_and_upright_ones_turn_round() {
    let kind = |axis: &str, sense: &str| {
        let model = sound(&arms(axis, sense, ""));
        let link = model.tree.joint("arm_right").unwrap();
        match model.tree.links()[link].joint.kind {
            JointKind::Revolute(axis) => axis,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(kind("[0, 1, 0]", "image"), Vector3::y());
    assert_eq!(kind("[0, 0, 1]", "image"), -Vector3::z());
    assert_eq!(kind("[0, 0, 1]", "same"), Vector3::z());
    assert_eq!(kind("[1, 0, 0]", "image"), -Vector3::x());
}

#[test]
fn what_counts_backwards_has_its_stops_spring_and_start_turned_round() {
    let more = ", initial_deg = 10, limits = { lower_deg = -20, upper_deg = 50 }, \
                spring = { stiffness_n_m_per_rad = 3, rest_deg = 5 }";
    for (sense, sign) in [("image", 1.0), ("same", -1.0)] {
        let model = sound(&arms("[0, 0, 1]", sense, more));
        let joint = &model.tree.links()[model.tree.joint("arm_right").unwrap()].joint;
        let limits = joint.limits.expect("it has stops");
        let degrees = |x: f64| x.to_degrees();
        let (low, high) = if sign > 0.0 { (-20.0, 50.0) } else { (-50.0, 20.0) };
        assert!((degrees(limits.lower) - low).abs() < 1e-12);
        assert!((degrees(limits.upper) - high).abs() < 1e-12);
        assert!((degrees(joint.passive.rest) - sign * 5.0).abs() < 1e-12);
        let initial = model.initial.iter().find(|(name, _)| name == "arm_right").unwrap().1;
        assert!((degrees(initial) - sign * 10.0).abs() < 1e-12);
    }
}

#[test]
fn a_differential_moves_the_sides_against_each_other_whatever_the_sense() {
    for sense in ["image", "same"] {
        for axis in ["[0, 1, 0]", "[0, 0, 1]"] {
            let model = sound(&arms(axis, sense, ", differential = true"));
            let separate = sound(&arms(axis, "image", ""));
            let mut q = model.tree.neutral();
            q[model.tree.places()[model.tree.joint("arm_left").unwrap()].position] = 0.3;
            let coupled = posed(&model, &q);
            let alone = posed(&separate, &positions(&separate, [0.3, 0.0], [-0.3, 0.0]));
            for name in ["arm_left", "arm_right"] {
                let index = |model: &VehicleModel| model.tree.link(name).unwrap();
                let (a, b) = (&coupled.links[index(&model)], &alone.links[index(&separate)]);
                assert!((a.rotation - b.rotation).norm() < 1e-12, "{sense} {axis} {name}");
            }
        }
    }
}

#[test]
fn a_coupling_within_a_side_is_mirrored_with_it() {
    let text = |sense: &str| {
        arms("[0, 0, 1]", sense, "").replace(
            r#"axis = [0.2, 0.5, -1], mirrored_sense = "SENSE""#.replace("SENSE", sense).as_str(),
            r#"axis = [0.2, 0.5, -1], follows = "arm", multiplier = 0.5, offset_m = 0.1"#,
        )
    };
    for (sense, sign) in [("image", 1.0), ("same", -1.0)] {
        let model = sound(&text(sense));
        assert_eq!(model.tree.velocities(), 6 + 2);
        let mut q = model.tree.neutral();
        let mut set = |joint: &str, value: f64| {
            q[model.tree.places()[model.tree.joint(joint).unwrap()].position] = value;
        };
        set("arm_left", 0.4);
        set("arm_right", sign * 0.4);
        assert_mirrored(&model, &q);
    }
}

#[test]
fn sides_that_make_no_sense_are_refused() {
    let reported = mistakes(
        &arms("[0, 1, 0]", "image", "")
            .replace("name = \"leg\"\n", "name = \"leg\"\nsides = [\"a\", \"b\"]\n"),
    );
    assert!(
        reported.contains("hangs on `arm`, which is already made twice, as left and right"),
        "{reported}"
    );
    let reported = mistakes(&arms("[0, 1, 0]", "image", "").replace("\"right\"]", "\"left\"]"));
    assert!(reported.contains("its two sides need two names"), "{reported}");
    let reported = mistakes(
        "title = \"a\"\n[[link]]\nname = \"a\"\nmass_kg = 1\nshape = { kind = \"sphere\", radius_m = 1 }\n\
         [[link]]\nname = \"b\"\nparent = \"a\"\nmass_kg = 1\nshape = { kind = \"sphere\", radius_m = 1 }\n\
         joint = { kind = \"revolute\", axis = [0, 1, 0], differential = true }\n",
    );
    assert!(
        reported.contains("joint `b` cannot be a differential: its link has no `sides`"),
        "{reported}"
    );
}
