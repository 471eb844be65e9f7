//! Ground whose impulses are unknowns of the step: its laws, its methods, and what cannot go together.

use crate::scenario::fixture::{BALL, load, metric, mistakes, near, refused, run};
use planetfall::stepping::overlaps;
use planetfall_files::format::Ink;
use planetfall_files::scenario::ScenarioFile;

const MARKER: &str = "rest_penetration_m = 0.01\ndamping_ratio = 0.3\nstick_angle_deg = 32.0\n\
                      slide_angle_deg = 27.0\n";
const STEPPING: &str = "[stepping]\nmethod = \"moreau_jean\"\n";

/// The ball of 100 kg on another ground, with the method that this needs.
fn on(ground: &str) -> String {
    assert!(BALL.contains(MARKER));
    let long = BALL.replace(MARKER, ground).replace("duration_s = 0.9", "duration_s = 6.0");
    long + STEPPING
}

#[test]
fn rigid_ground_carries_the_weight_without_penetration() {
    let outcome = run(&on("kind = \"nonsmooth\"\nfriction_coefficient = 0.5\n"));
    near(&outcome, "final_ground_force_n", 371.32, 1e-9);
    near(&outcome, "com.final_z_m", 0.0, 1e-10);
}

#[test]
fn a_spring_in_the_cone_stands_as_deep_as_its_key_says() {
    let spring = "kind = \"spring\"\nrest_penetration_m = 0.02\ndamping_ratio = 0.7\n\
                  friction_angle_deg = 30.0\n";
    near(&run(&on(spring)), "com.final_z_m", -0.02, 1e-6);
}

#[test]
fn a_plate_sinks_into_bekkers_soil_until_the_pressure_carries_it() {
    let soil = "kind = \"bekker\"\nsinkage_exponent = 1.0\ncohesive_modulus_n_per_m_n1 = 1400\n\
                frictional_modulus_n_per_m_n2 = 820000\nplate_area_m2 = 0.04\n\
                friction_coefficient = 0.6\n";
    // p = (kc/b + kphi) z with b = 0.2 m; straight pieces of a straight line are exact.
    let depth = 371.32 / (0.04 * (1400.0 / 0.2 + 820_000.0));
    // It comes down within some ten steps of 5 ms, of which impulses lose 7 %.
    near(&run(&(on(soil) + "step_s = 0.001\n")), "com.final_z_m", -depth, 1e-6);
}

#[test]
fn a_point_or_a_disc_needs_a_size_to_stand_in_soil() {
    let soil = "kind = \"bekker\"\nsinkage_exponent = 1.0\ncohesive_modulus_n_per_m_n1 = 0\n\
                frictional_modulus_n_per_m_n2 = 1e6\nfriction_coefficient = 0.6\n";
    refused(&on(soil), &["`foot` of vehicle `ball`", "plate_area_m2"]);
    let start = BALL.find("[[vehicle]]").unwrap();
    let rover = "[[vehicle]]\nname = \"rover\"\nmodel = \"exomars-siconos\"\n\
                 [vehicle.start]\nheight_m = 1.0\n";
    let text = BALL[..start].replace(MARKER, soil) + rover + STEPPING;
    refused(&text, &["wheel_front_left", "disc_width_m"]);
    load(&text.replace("sinkage_exponent", "disc_width_m = 0.1\nsinkage_exponent"));
}

#[test]
fn rocks_can_be_rigid_in_soft_sand() {
    let rocks = "kind = \"spring\"\nrest_penetration_m = 0.05\ndamping_ratio = 0.7\n\
                 friction_coefficient = 0.5\n[ground.rocks]\nfriction_coefficient = 0.7\n";
    let level = "kind = \"level\"\n[[terrain.rock]]\nshape = \"box\"\nlength_m = 1.0\n\
                 width_m = 1.0\nheight_m = 0.2\nposition_m = [0.0, 0.0]\n";
    let text = on(rocks).replace("kind = \"level\"\n", level);
    near(&run(&text), "com.final_z_m", 0.2, 1e-9);
    near(
        &run(&text.replace("position_m = [0.0, 0.0]\n", "position_m = [3.0, 0.0]\n")),
        "com.final_z_m",
        -0.05,
        1e-5,
    );
    let marker =
        BALL.replace(MARKER, &format!("{MARKER}[ground.rocks]\nfriction_coefficient = 0.7\n"));
    load(&marker);
    let soil =
        marker.replace("friction_coefficient = 0.7\n", "kind = \"soil\"\nsoil = \"dry-sand\"\n");
    refused(&soil, &["soil does not lie on rocks", "`nonsmooth`"]);
}

/// Wheels that slip in a corner of ground and wall chase each other: sweeps alone lead nowhere there.
#[test]
fn a_rover_drives_against_a_wall_that_it_cannot_climb() {
    let start = BALL.find("[[vehicle]]").unwrap();
    let rover = "[[vehicle]]\nname = \"rover\"\nmodel = \"curiosity\"\n\
                 [vehicle.start]\nheight_m = 0.001\nheight_of = \"lowest_marker\"\n\
                 [[vehicle.drive]]\nmotion = \"straight\"\nspeed_m_per_s = 0.1\nduration_s = 12.0\n";
    let text = BALL[..start]
        .replace(MARKER, "kind = \"nonsmooth\"\nfriction_coefficient = 0.8\n")
        .replace("duration_s = 0.9", "duration_s = 12.0")
        .replace("kind = \"level\"", "kind = \"step\"\nrise_m = 0.6\nedge_m = 1.5");
    let outcome = run(&(text + rover + STEPPING));
    // 0.152 m to the wall; without it the rover would come 1.2 m far.
    let distance = metric(&outcome, "com.final_x_m");
    assert!(distance > 0.1 && distance < 0.3, "{distance}");
    assert!(metric(&outcome, "solver.worst_residual") < 1e-6);
    assert!(metric(&outcome, "energy.unexplained_share") < 1e-3);
}

#[test]
fn friction_is_given_once() {
    refused(&on("kind = \"nonsmooth\"\n"), &["friction is missing", "friction_angle_deg"]);
    let twice = "kind = \"nonsmooth\"\nfriction_coefficient = 0.5\nfriction_angle_deg = 20\n";
    refused(&on(twice), &["given twice"]);
    refused(&on("kind = \"nonsmooth\"\nfriction_coefficient = -0.5\n"), &["friction_coefficient"]);
    let bouncy = "kind = \"nonsmooth\"\nfriction_coefficient = 0.5\nrestitution = 1.5\n";
    refused(&on(bouncy), &["restitution"]);
}

#[test]
fn a_law_and_a_method_that_do_not_go_together_are_refused_with_what_to_use() {
    let hard = on("kind = \"nonsmooth\"\nfriction_coefficient = 0.5\n");
    for method in ["rk4", "dopri54"] {
        let reported = mistakes(&hard.replace("\"moreau_jean\"", &format!("\"{method}\"")));
        assert!(
            reported.contains("use implicit, moreau_jean") && reported.contains("method"),
            "{reported}"
        );
    }
    let soft = BALL.to_owned() + STEPPING;
    load(&soft);
    let newmark = soft.replace("\"moreau_jean\"", "\"newmark\"");
    refused(&newmark, &["foot", "implicit", "moreau_jean", "test.toml:22:10"]);
    refused(&hard.replace("moreau_jean", "moreau_jean\"\ntheta = 0.3#"), &["theta"]);
    for method in ["implicit", "newmark", "event_driven"] {
        load(&hard.replace("\"moreau_jean\"", &format!("\"{method}\"")));
    }
}

#[test]
fn bodies_can_be_blocks_and_balls() {
    let marker = "[[vehicle.marker]]\nname = \"foot\"\nposition_m = [0.0, 0.0, 0.0]\n";
    let ground = "kind = \"nonsmooth\"\nfriction_coefficient = 0.5\n";
    let sphere = "[[vehicle.shape]]\nkind = \"sphere\"\nname = \"skin\"\nradius_m = 0.2\n";
    near(&run(&on(ground).replace(marker, sphere)), "com.final_z_m", 0.2, 1e-9);
    let block = "[[vehicle.shape]]\nkind = \"box\"\nname = \"sides\"\nsize_m = [1.0, 0.6, 0.5]\n";
    near(&run(&on(ground).replace(marker, block)), "com.final_z_m", 0.25, 1e-9);
    let taken = on(ground).replace(marker, &sphere.replace("skin", "com"));
    refused(&taken, &["`com` cannot be a shape's name"]);
}

#[test]
fn another_ground_keeps_the_friction_and_takes_the_method_it_needs() {
    let file = ScenarioFile::from_text("test", BALL);
    assert_eq!(file.ground(), Some("marker"));
    let rigid = file.clone().on_ground("nonsmooth").unwrap().load(Ink::Plain).unwrap();
    assert!(rigid.effective.contains("friction_angle_deg = 32"), "{}", rigid.effective);
    assert!(rigid.effective.contains("method = \"moreau_jean\""));
    let spring = file.clone().on_ground("spring").unwrap().load(Ink::Plain).unwrap();
    assert!(spring.effective.contains("rest_penetration_m = 0.01"));
    let same = file.clone().on_ground("marker").unwrap().load(Ink::Plain).unwrap();
    assert!(same.effective.contains("slide_angle_deg = 27"));
    let soil = file.on_ground("bekker").unwrap_err();
    assert!(soil.contains("do not follow") && soil.contains("extends"), "{soil}");
    let hard = on("kind = \"nonsmooth\"\nfriction_coefficient = 0.5\n");
    let back = ScenarioFile::from_text("test", &hard).on_ground("marker").unwrap();
    let back = back.load(Ink::Plain).unwrap();
    assert!(back.effective.contains("method = \"implicit\""), "{}", back.effective);
    near(
        &planetfall_run::runner::run_silently(&back.scenario).unwrap(),
        "com.final_z_m",
        -0.001,
        1e-6,
    );
}

#[test]
fn impacts_keep_newtons_law() {
    let text = on("kind = \"nonsmooth\"\nfriction_coefficient = 0.5\nrestitution = 0.5\n")
        + "[[metric]]\nname = \"down\"\ncolumn = \"com.vz_m_per_s\"\nkind = \"min\"\n\
           [[metric]]\nname = \"up\"\ncolumn = \"com.vz_m_per_s\"\nkind = \"max\"\n";
    let outcome = run(&text);
    let (down, up) = (metric(&outcome, "down"), metric(&outcome, "up"));
    // What is seen before the impact is the speed at the end of the step before it.
    assert!((up + 0.5 * down).abs() < 0.5 * 3.7132 * 0.005 + 1e-12, "{down} {up}");
}

const BOX: &str = "[[vehicle]]\nname = \"box_1\"\nmass_kg = 1.0\ninertia_kg_m2 = [0.01, 0.01, 0.01]\n\
                   [[vehicle.shape]]\nkind = \"box\"\nname = \"sides\"\nsize_m = [0.2, 0.2, 0.2]\n\
                   [vehicle.start]\nheight_m = 0.095\n\
                   [[vehicle]]\nname = \"box_2\"\nlike = \"box_1\"\n[vehicle.start]\nheight_m = 0.294\n";

#[test]
fn a_start_inside_rigid_ground_is_refused_and_one_inside_another_vehicle_is_warned_of() {
    let start = BALL.find("[[vehicle]]").unwrap();
    let rigid = "kind = \"nonsmooth\"\nfriction_coefficient = 0.5\n";
    let text = BALL[..start].replace(MARKER, rigid) + BOX + STEPPING;
    let inside = "vehicle `box_1` starts inside the ground: `sides` is 5.000 mm deep";
    refused(&text, &[inside, "height_of = \"settled\"", "height_m = 0.1 on"]);
    let reported =
        load(&text.replace("0.095", "0.1").replace("0.294", "0.299")).warnings.join("\n");
    let inside = "vehicle `box_2` starts inside `sides` of vehicle `box_1`: `sides` by 1.000 mm";
    assert!(reported.contains(inside), "lacks {inside}:\n{reported}");
    let outside = text.replace("0.095", "0.1").replace("0.294", "0.3");
    assert!(load(&outside).warnings.is_empty(), "{:?}", load(&outside).warnings);
}

#[test]
fn a_rover_that_settles_on_rigid_rocks_starts_outside_of_them() {
    let start = BALL.find("[[vehicle]]").unwrap();
    let rigid = "kind = \"nonsmooth\"\nfriction_coefficient = 0.7\n";
    let rock = "kind = \"level\"\n[[terrain.rock]]\nshape = \"ellipsoid\"\n\
                position_m = [1.15, 1.063]\nsemi_axes_m = [0.6, 0.6, 0.3]\nsunk_m = 0.5\n";
    let rover = "[[vehicle]]\nname = \"rover\"\nmodel = \"curiosity\"\n\
                 [vehicle.start]\nheight_m = 0.0\nheight_of = \"settled\"\n";
    let text = BALL[..start].replace(MARKER, rigid).replace("kind = \"level\"\n", rock);
    let loaded = load(&(text + rover + STEPPING));
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    let scenario = &loaded.scenario;
    let deepest = overlaps(&scenario.world, &scenario.initial()).unwrap();
    let deepest = deepest.iter().map(|one| one.depth).fold(0.0, f64::max);
    assert!(deepest <= 1e-9, "{deepest}");
}

/// A plate of 1 m by 1 m by 0.1 m about the origin, counter-clockwise seen from outside.
const PLATE: &str = "v -0.5 -0.5 -0.05\nv 0.5 -0.5 -0.05\nv 0.5 0.5 -0.05\nv -0.5 0.5 -0.05\n\
                     v -0.5 -0.5 0.05\nv 0.5 -0.5 0.05\nv 0.5 0.5 0.05\nv -0.5 0.5 0.05\n\
                     f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

#[test]
fn the_face_of_a_mesh_from_a_file_rests_on_a_rock_between_its_corners() {
    let workdir = tempfile::tempdir().unwrap();
    std::fs::write(workdir.path().join("plate.obj"), PLATE).unwrap();
    let plate = "title = \"plate\"\n[[link]]\nname = \"plate\"\nmass_kg = 10.0\n\
                 inertia_kg_m2 = [0.84, 0.84, 1.67]\n[[link.contactor]]\nkind = \"mesh\"\n\
                 name = \"faces\"\nfile = \"plate.obj\"\n";
    std::fs::write(workdir.path().join("plate.toml"), plate).unwrap();
    let start = BALL.find("[[vehicle]]").unwrap();
    let rigid = "kind = \"nonsmooth\"\nfriction_coefficient = 0.7\n";
    let rock = "kind = \"level\"\n[[terrain.rock]]\nshape = \"box\"\nlength_m = 0.3\n\
                width_m = 0.3\nheight_m = 0.2\nposition_m = [0.0, 0.0]\n";
    let vehicle = "[[vehicle]]\nname = \"plate\"\nmodel = \"plate.toml\"\n\
                   [vehicle.start]\nheight_m = 0.3\n";
    let text = BALL[..start].replace(MARKER, rigid).replace("kind = \"level\"\n", rock);
    let path = workdir.path().join("scenario.toml");
    std::fs::write(&path, text + vehicle + STEPPING).unwrap();
    let loaded = ScenarioFile::read(&path).unwrap().load(Ink::Plain);
    let loaded = loaded.unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let outcome = planetfall_run::runner::run_silently(&loaded.scenario).unwrap();
    near(&outcome, "com.final_z_m", 0.25, 1e-9);
}
