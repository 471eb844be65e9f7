//! Real URDF files. They are not part of the repository.

use crate::vehicle::common::{posed, wheel_centres, whole};
use nalgebra::Vector3;
use planetfall_files::format::Ink;
use planetfall_files::vehicle::{VehicleFile, VehicleModel};
use std::path::PathBuf;

/// The folder of URDF files; `None`, said aloud, where it is absent, which continuous integration
/// does not allow.
fn folder() -> Option<PathBuf> {
    let data = std::env::var_os("PLANETFALL_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let folder = data.join("urdf");
    if folder.is_dir() {
        return Some(folder);
    }
    let required = std::env::var("CI").is_ok_and(|value| value == "true");
    assert!(!required, "the URDF files are absent: {}", folder.display());
    eprintln!("SKIPPED: no URDF files in {}", folder.display());
    None
}

#[track_caller]
fn load(file: &std::path::Path) -> VehicleModel {
    match VehicleFile::read(file).expect("the file can be read").load(Ink::Plain) {
        Ok(model) => model,
        Err(mistakes) => panic!("{mistakes}"),
    }
}

#[test]
fn the_leo_rover_loads_as_it_is_and_its_differential_works() {
    let Some(folder) = folder() else { return };
    let model = load(&folder.join("leo_sim.urdf"));
    // Six of the base, one of the differential, four wheels.
    assert_eq!(model.tree.velocities(), 11);
    assert!((model.tree.mass() - 5.495471).abs() < 1e-9);
    assert_eq!(model.contactors.len(), 4);
    assert_eq!(model.drive.as_ref().map(|drive| drive.wheels.len()), Some(4));
    assert!(model.warnings.iter().any(|text| text.contains("is missing and is not drawn")));

    // The two rockers have axes that oppose each other in the body, and the multiplier is one: by
    // turning the left one nose up the right one goes nose down.
    let mut q = model.tree.neutral();
    q[model.tree.places()[model.tree.joint("rocker_L_joint").unwrap()].position] = 0.2;
    let [level, tilted] = [posed(&model, &model.tree.neutral()), posed(&model, &q)];
    let rise = |wheel: &str| {
        let link = model.tree.link(wheel).unwrap();
        (tilted.links[link].position - level.links[link].position).z
    };
    assert!((rise("wheel_FL_link") - rise("wheel_RR_link")).abs() < 1e-12);
    assert!((rise("wheel_FL_link") + rise("wheel_FR_link")).abs() < 0.01);
    assert!(rise("wheel_FL_link").abs() > 0.02);
    assert!(rise("wheel_FL_link") * rise("wheel_RL_link") < 0.0);
}

#[test]
fn the_leo_rovers_wheels_are_its_outer_cylinders() {
    let Some(folder) = folder() else { return };
    let model = load(&folder.join("leo_sim.urdf"));
    for contactor in &model.contactors {
        let Some(planetfall::shape::Wheel { radius, width, .. }) = contactor.shape.as_wheel()
        else {
            panic!("{} is no wheel", contactor.name)
        };
        assert_eq!((*radius, *width), (0.0625, 0.04));
    }
    // The file's own drive plugin has a wheel separation of 0.358 m.
    let centres = wheel_centres(&model);
    let y = |name: &str| centres.iter().find(|(other, _)| other == name).unwrap().1.y;
    assert!(y("wheel_FL_link") > 0.0 && y("wheel_FR_link") < 0.0);
    assert!((y("wheel_FL_link") - y("wheel_FR_link") - 0.358).abs() < 1e-3);
}

#[test]
fn a_mimic_on_a_fixed_joint_is_ignored_with_a_warning() {
    let Some(folder) = folder() else { return };
    let model = load(&folder.join("leo.urdf"));
    assert_eq!(model.tree.velocities(), 10);
    let reported = model.warnings.join("\n");
    assert!(
        reported.contains("joint `rocker_R_joint` is fixed: its `<mimic>` has no meaning"),
        "{reported}"
    );
    assert!(reported.contains("leo.urdf:"), "{reported}");
}

#[test]
fn the_space_ros_curiosity_loads() {
    let Some(folder) = folder() else { return };
    let model = load(&folder.join("curiosity_spaceros.urdf"));
    assert_eq!(model.contactors.len(), 6);
    let drive = model.drive.as_ref().expect("it drives");
    assert_eq!(drive.wheels.iter().filter(|wheel| wheel.steer.is_some()).count(), 4);
    // Six of the base, four arms, two bogies, four steering columns, six wheels, five of the arm,
    // three of the mast.
    assert_eq!(model.tree.velocities(), 6 + 4 + 2 + 4 + 6 + 5 + 3);
}

const DIFFERENTIAL: &str = r#"
base = "BASE"
title = "Curiosity with its differential"
joint = [
    { name = "suspension_arm_B_L_joint", follows = "suspension_arm_F_L_joint" },
    { name = "suspension_arm_F_R_joint", follows = "suspension_arm_F_L_joint", multiplier = -1 },
    { name = "suspension_arm_B_R_joint", follows = "suspension_arm_F_L_joint", multiplier = -1 },
    { name = "*_wheel_*_joint", motor = { stall_torque_n_m = 600, no_load_speed_rad_per_s = 0.2 } },
]
"#;

#[test]
fn ten_lines_give_the_space_ros_curiosity_a_differential() {
    let Some(folder) = folder() else { return };
    let base = folder.join("curiosity_spaceros.urdf").canonicalize().expect("it is there");
    let text = DIFFERENTIAL.replace("BASE", &base.to_string_lossy());
    assert!(text.trim().lines().count() <= 10);
    let model = VehicleFile::from_text("curiosity", &text).load(Ink::Plain).expect("it is sound");
    assert_eq!(model.tree.velocities(), 6 + 1 + 2 + 4 + 6 + 5 + 3);

    let mut q = model.tree.neutral();
    q[model.tree.places()[model.tree.joint("suspension_arm_F_L_joint").unwrap()].position] = 0.1;
    let [level, tilted] = [posed(&model, &model.tree.neutral()), posed(&model, &q)];
    let rise = |wheel: &str| {
        let link = model.tree.link(wheel).unwrap();
        (tilted.links[link].position - level.links[link].position).dot(&Vector3::z())
    };
    // Each rocker turns as one piece and the two against each other.
    assert!(rise("front_wheel_L") * rise("back_wheel_L") < 0.0);
    assert!(rise("front_wheel_L") * rise("front_wheel_R") < 0.0);
    assert!((rise("front_wheel_L") + rise("front_wheel_R")).abs() < 0.01);
    assert!(rise("front_wheel_L").abs() > 0.05);
    let motors = model.tree.links().iter().filter(|link| link.joint.motor.is_some()).count();
    assert_eq!(motors, 6);
    assert!(whole(&model).0.norm() < 3.0);
}
