//! Grains and the pit they lie in: what a file may ask for, and how the rest is refused.

use crate::scenario::fixture::{load, metric, refused, run};

const BED: &str = r#"
title = "A few grains"
duration_s = 0.3

[gravity]
acceleration_m_per_s2 = 3.71

[terrain]
kind = "pit"
size_m = [0.5, 0.5]
depth_m = 1.0

[ground]
kind = "nonsmooth"
friction_coefficient = 0.5

[[vehicle]]
name = "stone"
mass_kg = 2.0
inertia_kg_m2 = [0.008, 0.008, 0.008]

[[vehicle.shape]]
kind = "sphere"
name = "surface"
radius_m = 0.1

[vehicle.start]
height_m = 0.6

[[grains]]
name = "bed"
count = 40
radius_m = [0.04, 0.05]
density_kg_per_m3 = 2600.0
size_m = [0.5, 0.5]
spacing = 1.0

[stepping]
method = "moreau_jean"
"#;

#[test]
fn grains_of_a_file_fall_into_their_pit() {
    let outcome = run(BED);
    assert_eq!(metric(&outcome, "grains.count"), 40.0);
    assert!(metric(&outcome, "grains.contacts") > 0.0);
    assert!(metric(&outcome, "grains.lowest_m") > -1e-4);
    let names = load(BED).metric_names();
    assert!(names.iter().any(|name| name == "grains.packing"));
}

#[test]
fn grains_need_rigid_ground_and_the_method_that_steps_them() {
    let spring = "kind = \"spring\"\nrest_penetration_m = 0.01\ndamping_ratio = 0.5";
    refused(
        &BED.replace("kind = \"nonsmooth\"", spring),
        &["grains need rigid ground", "nonsmooth"],
    );
    refused(&BED.replace("moreau_jean", "newmark"), &["does not take grains", "use moreau_jean"]);
}

#[test]
fn grains_that_start_in_something_are_refused_with_their_place() {
    refused(
        &BED.replace("size_m = [0.5, 0.5]\nspacing", "size_m = [0.8, 0.5]\nspacing"),
        &["grains start in the ground", "make size_m smaller"],
    );
    refused(
        &BED.replace("height_m = 0.6", "height_m = 0.15"),
        &["`surface` of vehicle `stone` starts among"],
    );
    let twice = BED.replace(
        "[stepping]",
        "[[grains]]\nname = \"more\"\ncount = 5\nradius_m = [0.04, 0.05]\n\
        density_kg_per_m3 = 2600.0\nsize_m = [0.5, 0.5]\nheight_m = 0.02\n[stepping]",
    );
    refused(&twice, &["grains start in grains of another population"]);
}

#[test]
fn numbers_that_are_no_grains_are_refused() {
    refused(
        &BED.replace("radius_m = [0.04, 0.05]", "radius_m = [0.06, 0.05]"),
        &["no smaller than the smallest"],
    );
    refused(
        &BED.replace("radius_m = [0.04, 0.05]", "radius_m = [0.3, 0.4]"),
        &["no grain has room"],
    );
    refused(&BED.replace("count = 40", "count = 0"), &["count"]);
    refused(&BED.replace("spacing = 1.0", "spacing = 0.5"), &["spacing"]);
    refused(&BED.replace("depth_m = 1.0", "depth_m = 0.0"), &["depth_m"]);
}
