//! The vehicles that come with the binary, against their sources.

use crate::vehicle::common::{mass_matrix, wheel_centres, whole};
use nalgebra::Vector3;
use planetfall_files::format::{Ink, audit};
use planetfall_files::vehicle::{OVERLAY, VEHICLE, VehicleModel, builtin, builtins};

#[track_caller]
fn vehicle(name: &str) -> VehicleModel {
    match builtin(name).expect("there is such a vehicle").file().load(Ink::Plain) {
        Ok(model) => model,
        Err(mistakes) => panic!("{mistakes}"),
    }
}

#[test]
fn the_formats_are_sound() {
    assert_eq!(audit(&VEHICLE), Vec::<String>::new());
    assert_eq!(audit(&OVERLAY), Vec::<String>::new());
}

#[test]
fn every_built_in_vehicle_loads_without_a_warning() {
    for one in builtins() {
        let model = vehicle(one.name);
        assert!(model.warnings.is_empty(), "{}: {:?}", one.name, model.warnings);
        assert!(!model.contactors.is_empty(), "{} feels no ground", one.name);
    }
}

#[test]
fn every_number_of_a_built_in_vehicle_has_a_source_or_is_marked_as_an_estimate() {
    for one in builtins() {
        for note in vehicle(one.name).notes {
            assert!(
                note.source.is_some() || note.estimate,
                "{}: {} has neither source nor estimate",
                one.name,
                note.about
            );
        }
    }
}

#[test]
fn curiosity_has_the_mass_centre_and_inertia_of_the_touchdown_paper() {
    let model = vehicle("curiosity");
    assert_eq!(model.tree.velocities(), 19);
    assert!((model.tree.mass() - 899.18).abs() < 1e-9);
    let (centre, inertia) = whole(&model);
    let bottom = 0.249 - 0.25;
    assert!((centre - Vector3::new(0.0, 0.0, bottom + 0.8944)).norm() < 1e-6, "{centre}");
    let published = Vector3::new(405.09, 571.41, 774.84);
    assert!((inertia.diagonal() - published).norm() < 1e-4, "{inertia}");
    let products = inertia - nalgebra::Matrix3::from_diagonal(&inertia.diagonal());
    assert!(products.norm() < 1e-4, "{inertia}");
}

#[test]
fn curiositys_wheels_stand_where_the_table_has_them() {
    let model = vehicle("curiosity");
    let centres = wheel_centres(&model);
    assert_eq!(centres.len(), 6);
    for (row, x, y) in [("front", 1.095, 1.063), ("middle", -0.089, 1.194), ("rear", -1.163, 1.063)]
    {
        for (side, sign) in [("left", 1.0), ("right", -1.0)] {
            let name = format!("wheel_{row}_{side}");
            let (_, centre) = centres.iter().find(|(other, _)| *other == name).expect(&name);
            let wanted = Vector3::new(x, sign * y, 0.249);
            assert!((centre - wanted).norm() < 1e-12, "{name}: {centre}");
        }
    }
    let drive = model.drive.expect("it drives");
    assert_eq!(drive.wheels.len(), 6);
    assert_eq!(drive.wheels.iter().filter(|wheel| wheel.steer.is_some()).count(), 4);
}

#[test]
fn the_siconos_rover_has_the_mass_matrix_of_its_authors() {
    let model = vehicle("exomars-siconos");
    assert_eq!(model.tree.velocities(), 21);
    assert!((model.tree.mass() - 880.0).abs() < 1e-9);
    let (centre, _) = whole(&model);
    let published = Vector3::new(-0.012273, 0.0, -0.034773);
    assert!((centre - published).norm() < 1e-6, "{centre}");

    // Theirs is in kg cm² with y up: their x, y, z are our x, z, −y.
    let mass = mass_matrix(&model);
    let close = |value: f64, wanted: f64| (value / wanted - 1.0).abs() < 5e-5;
    for coordinate in 0..3 {
        assert!(close(mass[(coordinate, coordinate)], 880.0));
    }
    for (coordinate, published) in [(3, 1.2134e6), (4, 1.5116e6), (5, 2.40823e6)] {
        let value = mass[(coordinate, coordinate)] * 1e4;
        assert!(close(value, published), "{coordinate}: {value} {published}");
    }
    let own = |joint: &str| {
        let link = model.tree.joint(joint).expect(joint);
        let coordinate = model.tree.places()[link].velocity;
        mass[(coordinate, coordinate)] * 1e4
    };
    assert!(close(own("bogie_front"), 141_714.0), "{}", own("bogie_front"));
    for side in ["left", "right"] {
        assert!(close(own(&format!("bogie_{side}")), 52_178.7));
        for row in ["front", "middle", "rear"] {
            assert!(close(own(&format!("steer_{row}_{side}")), 377.0));
            assert!(close(own(&format!("wheel_{row}_{side}")), 700.0));
        }
    }
}

#[test]
fn the_siconos_rovers_wheels_stand_where_the_authors_have_them() {
    let centres = wheel_centres(&vehicle("exomars-siconos"));
    for (row, x) in [("front", 0.62), ("middle", -0.10), ("rear", -0.70)] {
        for (side, y) in [("left", 0.53), ("right", -0.53)] {
            let name = format!("wheel_{row}_{side}");
            let (_, centre) = centres.iter().find(|(other, _)| *other == name).expect(&name);
            assert!((centre - Vector3::new(x, y, -0.25)).norm() < 1e-12, "{name}: {centre}");
        }
    }
}

#[test]
fn vehicles_have_their_masses_and_degrees_of_freedom() {
    for (name, mass, freedom, wheels) in [
        ("curiosity", 899.18, 19, 6),
        ("mer", 180.0, 19, 6),
        ("mer-dtm", 80.0, 19, 6),
        ("exomars", 310.0, 21, 6),
        ("exomars-siconos", 880.0, 21, 6),
        ("exomars-siconos-step", 880.0, 21, 6),
        ("exomars-3drov", 64.6, 21, 6),
        ("crawler", 3.5, 24, 0),
        ("lander", 400.0, 10, 0),
        ("msl-rover", 899.18, 6, 0),
        ("msl-descent-stage", 983.0, 6, 0),
    ] {
        let model = vehicle(name);
        assert!((model.tree.mass() - mass).abs() < 1e-6, "{name}: {}", model.tree.mass());
        assert_eq!(model.tree.velocities(), freedom, "{name}");
        assert_eq!(model.drive.map_or(0, |drive| drive.wheels.len()), wheels, "{name}");
        assert!(model.tree.couples_siblings_only(), "{name}");
    }
    assert_eq!(builtins().len(), 11);
}

#[test]
fn all_wheels_of_a_rover_stand_on_one_plane_and_left_is_the_image_of_right() {
    for name in ["curiosity", "mer", "mer-dtm", "exomars", "exomars-siconos", "exomars-3drov"] {
        let centres = wheel_centres(&vehicle(name));
        assert_eq!(centres.len(), 6, "{name}");
        for (wheel, centre) in &centres {
            assert!((centre.z - centres[0].1.z).abs() < 1e-9, "{name}: {wheel} {centre}");
            let fellow = match wheel.strip_suffix("_left") {
                Some(row) => format!("{row}_right"),
                None => wheel.replace("_right", "_left"),
            };
            let (_, image) = centres.iter().find(|(other, _)| *other == fellow).expect(&fellow);
            assert!((centre.component_mul(&Vector3::new(1.0, -1.0, 1.0)) - image).norm() < 1e-12);
        }
    }
}

#[test]
fn the_centre_of_mass_lies_between_the_wheels() {
    let without = ["crawler", "lander", "msl-rover", "msl-descent-stage"];
    let drives = |name: &str| !without.contains(&name);
    for one in builtins().iter().filter(|one| drives(one.name)) {
        let model = vehicle(one.name);
        let (centre, _) = whole(&model);
        let centres = wheel_centres(&model);
        let least = centres.iter().map(|(_, c)| c.x).fold(f64::INFINITY, f64::min);
        let most = centres.iter().map(|(_, c)| c.x).fold(f64::NEG_INFINITY, f64::max);
        let middle = (centre.x - least) / (most - least);
        assert!((0.3..0.7).contains(&middle), "{}: {middle}", one.name);
        assert!(centre.y.abs() < 1e-12 && centre.z > centres[0].1.z);
    }
}

#[test]
fn the_test_vehicle_weighs_on_earth_what_the_paper_says_of_mer_on_mars() {
    let ratio = vehicle("mer-dtm").tree.mass() * 9.81 / (vehicle("mer").tree.mass() * 3.71);
    assert!((ratio - 1.2).abs() < 0.03, "{ratio}");
    let (mer, _) = whole(&vehicle("mer"));
    let (dtm, _) = whole(&vehicle("mer-dtm"));
    assert!((mer - dtm).norm() < 1e-6);
}

#[test]
fn tilting_one_side_by_an_angle_tilts_the_body_by_half_of_it() {
    // Of two rockers with the differential, one stays level in the site and the other turns by θ:
    // then the body must turn by θ/2, for q₁ = θ/2 and q₂ = −θ/2 against it.
    let model = vehicle("curiosity");
    let theta: f64 = 0.2;
    let mut q = model.tree.neutral();
    // The body pitches by θ/2 about y.
    (q[3], q[5]) = ((theta / 4.0).cos(), (theta / 4.0).sin());
    q[model.tree.places()[model.tree.joint("rocker_left").unwrap()].position] = theta / 2.0;
    let kinematics = crate::vehicle::common::posed(&model, &q);
    let pitch = |link: &str| {
        let rotation = kinematics.links[model.tree.link(link).unwrap()].rotation;
        (-rotation[(2, 0)]).asin()
    };
    assert!((pitch("rocker_left") - theta).abs() < 1e-12);
    assert!(pitch("rocker_right").abs() < 1e-12);
}

#[test]
fn positive_steering_turns_every_wheel_to_the_left_and_positive_drive_rolls_it_forward() {
    for name in ["curiosity", "mer", "exomars", "exomars-siconos", "exomars-3drov"] {
        let model = vehicle(name);
        let kinematics = crate::vehicle::common::posed(&model, &model.initial_positions());
        let column = |link: usize| kinematics.columns[model.tree.places()[link].columns.start];
        for wheel in &model.drive.as_ref().expect("it drives").wheels {
            assert!(column(wheel.drive).angular.y > 0.999, "{name} {}", wheel.name);
            if let Some(steer) = wheel.steer {
                assert!(column(steer).angular.z > 0.999, "{name} {}", wheel.name);
            }
        }
    }
}
