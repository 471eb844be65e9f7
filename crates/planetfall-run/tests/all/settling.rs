//! Resting poses on slopes: every built-in vehicle, eight headings, rigid ground and soil. Whether a pose is right is
//! computed here from forces and geometry, not taken from the code that found it.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::settling_common::{HEADINGS, Stance, question, rigid_tip_over};
use planetfall::recording::Silent;
use planetfall::simulation::Simulation;
use planetfall::statics::SettleError;
use planetfall::time::Time;
use planetfall_files::format::Ink;
use planetfall_files::scenario::ScenarioFile;
use planetfall_files::vehicle::builtins;
use planetfall_run::settling::{self, Question, RestError, Stand};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// More friction than any slope here needs, so that vehicles tip over and do not slide.
const ROUGH: f64 = 2.5;

/// What became of a cell of the grid.
#[derive(Default)]
struct Count {
    rests: usize,
    tips: usize,
    slides: usize,
    buried: usize,
    other: usize,
}

impl Count {
    fn add(&mut self, other: &Self) {
        self.rests += other.rests;
        self.tips += other.tips;
        self.slides += other.slides;
        self.buried += other.buried;
        self.other += other.other;
    }
}

/// The sum of what becomes of all cells, which are looked at side by side. All that fail are named before any fails
/// the test.
fn counted<T: Sync>(cells: &[T], one: &(dyn Fn(&T) -> Count + Sync)) -> Count {
    let (next, sum) = (AtomicUsize::new(0), Mutex::new(Count::default()));
    let failed = AtomicUsize::new(0);
    let look = || {
        while let Some(cell) = cells.get(next.fetch_add(1, Ordering::Relaxed)) {
            match catch_unwind(AssertUnwindSafe(|| one(cell))) {
                Ok(count) => sum.lock().unwrap().add(&count),
                Err(_) => {
                    failed.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(look);
        }
    });
    assert_eq!(failed.into_inner(), 0, "cells that are wrong, named above");
    sum.into_inner().unwrap()
}

/// All pairs of slopes and headings.
fn pairs(slopes: &[u32], headings: &[f64]) -> Vec<(u32, f64)> {
    slopes.iter().flat_map(|&slope| headings.iter().map(move |&heading| (slope, heading))).collect()
}

fn rigid_cells(vehicle: &str, slopes: &[u32]) -> Count {
    counted(&pairs(slopes, &HEADINGS), &|&(slope, heading)| rigid_cell(vehicle, slope, heading))
}

fn rigid_cell(vehicle: &str, slope: u32, heading: f64) -> Count {
    let cell = format!("{vehicle} on {slope}°, heading {heading}°");
    let asked = f64::from(slope);
    let stance = Stance::new(&question(vehicle, asked, ROUGH, None), heading);
    match &stance.found {
        Ok(_) => {
            stance.assert_right(&cell, ROUGH);
            Count { rests: 1, ..Count::default() }
        }
        Err(RestError::Settle(SettleError::TipsOver { limit_deg, .. })) => {
            let closed = rigid_tip_over(vehicle, asked, heading);
            assert!((limit_deg - closed).abs() < 0.5, "{cell}: {limit_deg}° and {closed}°");
            assert!(asked > closed - 0.5, "{cell} is refused, and tips over at {closed}°");
            Count { tips: 1, ..Count::default() }
        }
        // With all joints at zero its feet are higher than its belly.
        Err(RestError::InGround { .. }) if vehicle == "crawler" => {
            Count { other: 1, ..Count::default() }
        }
        Err(other) => panic!("{cell}: {other}"),
    }
}

fn whole_degrees(step: usize) -> Vec<u32> {
    (0..=60).step_by(step).collect()
}

#[test]
fn every_vehicle_rests_on_rigid_slopes_up_to_its_tip_over_angle() {
    for vehicle in builtins() {
        let count = rigid_cells(vehicle.name, &whole_degrees(5));
        println!("{}: {} rest, {} tip over", vehicle.name, count.rests, count.tips);
        assert!(count.rests > 40 || vehicle.name == "crawler", "{}", vehicle.name);
    }
}

#[test]
#[ignore = "takes long; run by ./test --full"]
fn every_vehicle_rests_on_rigid_slopes_of_every_degree() {
    for vehicle in builtins() {
        let count = rigid_cells(vehicle.name, &whole_degrees(1));
        let Count { rests, tips, other, .. } = count;
        println!("{}: {rests} rest, {tips} tip over, {other} in the ground", vehicle.name);
    }
}

#[test]
fn a_slope_beyond_the_friction_angle_is_refused_with_that_angle() {
    for vehicle in builtins().iter().filter(|vehicle| vehicle.name != "crawler") {
        for heading in HEADINGS {
            for (slope, friction, holds) in [(29.0, 0.5774, true), (30.5, 0.5774, false)] {
                let stance = Stance::new(&question(vehicle.name, slope, friction, None), heading);
                let cell = format!("{} on {slope}°, heading {heading}°", vehicle.name);
                match &stance.found {
                    Ok(_) => {
                        assert!(holds, "{cell}");
                        stance.assert_right(&cell, friction);
                    }
                    Err(RestError::Settle(SettleError::Slides {
                        asked_deg, limit_deg, ..
                    })) => {
                        assert!(!holds, "{cell}");
                        assert!(
                            (limit_deg - 30.0).abs() < 0.01 && (asked_deg - slope).abs() < 1e-9
                        );
                    }
                    Err(other) => panic!("{cell}: {other}"),
                }
            }
        }
    }
}

/// How far a vehicle that starts settled moves in ten seconds, m.
fn moved(vehicle: &str, ground: &str, slope: f64, heading: f64) -> f64 {
    let stop = if ["lander", "msl-rover", "msl-descent-stage", "crawler"].contains(&vehicle) {
        String::new()
    } else {
        "[[vehicle.drive]]\nmotion = \"stop\"\nduration_s = 10.0\n".to_owned()
    };
    let text = format!(
        "title = \"rest\"\nduration_s = 10.0\n[gravity]\nacceleration_m_per_s2 = 3.7132\n\
         [terrain]\nkind = \"incline\"\nslope_deg = {slope:?}\ndownhill_heading_deg = 90.0\n\
         [ground]\n{ground}\n[[vehicle]]\nname = \"rover\"\nmodel = \"{vehicle}\"\n\
         [vehicle.start]\nheight_m = 0.0\nheight_of = \"settled\"\n\
         yaw_pitch_roll_deg = [{:?}, 0.0, 0.0]\n{stop}\
         [stepping]\nmethod = \"implicit\"\nstep_s = 0.005\n",
        90.0 - heading
    );
    let loaded = ScenarioFile::from_text("rest", &text).load(Ink::Plain);
    let loaded = loaded.unwrap_or_else(|error| panic!("{vehicle} on {slope}°: {error}"));
    let mut simulation = Simulation::new(&loaded.scenario);
    let world = &loaded.scenario.world;
    let start = simulation.state().motion(world, 0);
    simulation.advance(Time::from_millis(10_000), &mut Silent).unwrap();
    let end = simulation.state().motion(world, 0);
    (end.position - start.position).norm() + start.site_from_body.angle_to(&end.site_from_body)
}

#[test]
fn a_run_from_a_settled_start_on_hard_ground_stays_where_it_is() {
    let rigid = "kind = \"nonsmooth\"\nfriction_coefficient = 1.2\nrestitution = 0.0";
    let marker = "rest_penetration_m = 0.005\ndamping_ratio = 0.5\nstick_angle_deg = 50.0\n\
                  slide_angle_deg = 45.0\nfriction = \"resting\"";
    for (vehicle, slope, heading) in [
        ("curiosity", 30.0, 90.0),
        ("curiosity", 36.0, 90.0),
        ("curiosity", 45.0, 90.0),
        ("curiosity", 33.0, 225.0),
        ("mer-dtm", 25.0, 0.0),
        ("lander", 30.0, 45.0),
        ("msl-rover", 40.0, 180.0),
        ("exomars", 29.5, 270.0),
    ] {
        for ground in [rigid, marker] {
            let distance = moved(vehicle, ground, slope, heading);
            println!("{vehicle} on {slope}°, heading {heading}°: {distance:.1e}");
            assert!(
                distance < 1e-3,
                "{vehicle} on {slope}°, heading {heading}°, {ground}: {distance} m"
            );
        }
    }
}

#[test]
fn resting_friction_holds_wheels_up_to_its_stick_angle() {
    let ground = "rest_penetration_m = 0.005\ndamping_ratio = 0.5\nstick_angle_deg = 32.0\n\
                  slide_angle_deg = 27.0\nfriction = \"resting\"";
    // A wheel's two rims share its load.
    for (vehicle, slope) in [("curiosity", 31.0), ("mer", 31.0), ("lander", 31.0)] {
        let distance = moved(vehicle, ground, slope, 90.0);
        assert!(distance < 1e-6, "{vehicle} on {slope}°: {distance} m");
    }
}

/// Soils of the grid, with the slope up to which each must hold, degrees: the least of its own friction angle and of
/// that between wheel and soil (31°).
const SOILS: [(&str, f64); 3] = [("dry-sand", 28.0), ("dlr-a", 24.8), ("lete-sand", 31.0)];

fn soil_cell(vehicle: &str, (soil, holds): (&str, f64), slope: u32, heading: f64) -> Count {
    let cell = format!("{vehicle} in {soil} on {slope}°, heading {heading}°");
    let asked = f64::from(slope);
    let stance = Stance::new(&question(vehicle, asked, ROUGH, Some(soil)), heading);
    let none = Count::default();
    match &stance.found {
        Ok(_) => {
            stance.assert_right_in_soil(&cell);
            Count { rests: 1, ..none }
        }
        Err(RestError::Settle(SettleError::SlidesInSoil { at_deg, limit_deg, .. })) => {
            assert!(asked > holds - 0.5, "{cell} is refused at {limit_deg}°");
            assert!(*limit_deg > 0.0 && limit_deg < at_deg, "{cell}: {limit_deg}° of {at_deg}°");
            Count { slides: 1, ..none }
        }
        Err(RestError::Settle(SettleError::TipsOver { limit_deg, .. })) => {
            assert!(asked > limit_deg - 0.5, "{cell}");
            Count { tips: 1, ..none }
        }
        Err(RestError::Settle(SettleError::Buried { height_m, depth_m, .. })) => {
            assert!(depth_m > height_m, "{cell}: {depth_m} m deep, {height_m} m high");
            // Beyond what soil holds along the slope, pads that dig in come to their full height first on some headings.
            assert!(ON_MARKERS.contains(&vehicle) || asked > holds, "{cell}");
            Count { buried: 1, ..none }
        }
        // With all joints at zero its feet are higher than its belly.
        Err(RestError::InGround { .. }) if vehicle == "crawler" => Count { other: 1, ..none },
        Err(other) => panic!("{cell}: {other}"),
    }
}

/// Asserts that every vehicle with a print rests right, or is refused with a reason that is true.
fn soil_grid(slopes: &[u32], headings: &[f64]) {
    let cells = pairs(slopes, headings);
    for vehicle in builtins().iter().filter(|vehicle| !WITHOUT_WIDTH.contains(&vehicle.name)) {
        for soil in SOILS {
            let one =
                |&(slope, heading): &(u32, f64)| soil_cell(vehicle.name, soil, slope, heading);
            let Count { rests, tips, slides, buried, other } = counted(&cells, &one);
            println!(
                "{} in {}: {rests} rest, {slides} slide, {tips} tip over, {buried} sink in, {other} in the ground",
                vehicle.name, soil.0
            );
        }
    }
}

/// Wheels of no width leave no print.
const WITHOUT_WIDTH: [&str; 2] = ["exomars-siconos", "exomars-siconos-step"];
/// They stand on markers, which are balls of 5 cm to soil.
const ON_MARKERS: [&str; 2] = ["msl-rover", "msl-descent-stage"];

#[test]
fn vehicles_rest_in_soil_up_to_its_friction_angle() {
    soil_grid(&[0, 5, 10, 15, 20, 25, 30, 35], &HEADINGS[..1]);
}

#[test]
#[ignore = "takes long; run by ./test --full"]
fn vehicles_rest_in_soil_on_slopes_of_every_degree() {
    soil_grid(&whole_degrees(1), &HEADINGS);
}

#[test]
fn wheels_without_width_are_refused_in_soil_with_what_to_give_them() {
    for vehicle in WITHOUT_WIDTH {
        let message = Stand::new(&question(vehicle, 0.0, ROUGH, Some("dry-sand"))).unwrap_err();
        assert!(message.contains("wheel_front"), "{message}");
        assert!(message.contains("width of the wheel is 0 m"), "{message}");
        assert!(message.contains("in the vehicle's file"), "{message}");
    }
}

#[test]
fn a_run_from_a_settled_start_in_soil_stays_where_it_is() {
    for (vehicle, soil, slope, heading) in [
        ("curiosity", "dlr-d", 0.0, 90.0),
        ("curiosity", "lete-sand", 15.0, 90.0),
        ("curiosity", "dry-sand", 15.0, 90.0),
        ("curiosity", "grc-1", 10.0, 90.0),
        ("mer-dtm", "dry-sand", 15.0, 90.0),
        ("lander", "dry-sand", 10.0, 90.0),
        // It creeps to where it rests.
        ("exomars-3drov", "dry-sand", 18.0, 0.0),
    ] {
        let ground = format!("kind = \"soil\"\nsoil = \"{soil}\"\nspacing_m = 0.02");
        let distance = moved(vehicle, &ground, slope, heading);
        println!("{vehicle} in {soil} on {slope}°: {distance:.1e}");
        assert!(distance < 1e-3, "{vehicle} in {soil} on {slope}°: {distance} m");
    }
}

/// A vehicle that is one box of a size, m.
fn a_box(folder: &std::path::Path, [x, y, z]: [f64; 3], mass: f64) -> String {
    let path = folder.join("block.toml");
    let text = format!(
        "title = \"a box\"\n[[link]]\nname = \"block\"\nmass_kg = {mass:?}\n\
         shape = {{ kind = \"box\", size_m = [{x:?}, {y:?}, {z:?}] }}\n\
         [[link.contactor]]\nkind = \"box\"\nname = \"block\"\nsize_m = [{x:?}, {y:?}, {z:?}]\n"
    );
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_box_rests_on_an_incline_up_to_the_slope_at_which_it_tips_over() {
    let folder = tempfile::tempdir().unwrap();
    let block = a_box(folder.path(), [0.4, 0.4, 0.6], 20.0);
    // Half its side over half its height.
    let tips = (0.2f64 / 0.3).atan().to_degrees();
    for slope in [0.0, 1.0, 7.5, 20.0, 30.0, 33.0, 34.5, 50.0] {
        let stance = Stance::new(&question(&block, slope, ROUGH, None), 90.0);
        match &stance.found {
            Ok(_) => {
                assert!(slope < tips, "{slope}°");
                stance.assert_right(&format!("a box on {slope}°"), ROUGH);
            }
            Err(RestError::Settle(SettleError::TipsOver { limit_deg, .. })) => {
                assert!(slope > tips && (limit_deg - tips).abs() < 0.1, "{slope}°: {limit_deg}°");
            }
            Err(other) => panic!("a box on {slope}°: {other}"),
        }
    }
}

#[test]
fn a_plate_that_is_lowered_into_soil_stands_as_deep_as_bekker_says() {
    let folder = tempfile::tempdir().unwrap();
    let (length, width, mass) = (0.4, 0.3, 150.0);
    let plate = a_box(folder.path(), [length, width, 0.1], mass);
    let mut question = question(&plate, 0.0, ROUGH, Some("dry-sand"));
    question.soil = Some(("dry-sand".to_owned(), 0.01));
    let stance = Stance::new(&question, 90.0);
    let rest = stance.found.as_ref().unwrap_or_else(|error| panic!("{error}"));
    // p = (k_c/b + k_phi) z^n over the plate, with b twice the area over the contour.
    let (area, breadth) = (length * width, length * width / (length + width));
    let depth = (mass * 3.7132 / area / (990.0 / breadth + 1_528_430.0)).powf(1.0 / 1.1);
    let found = rest.sinkages_m[0];
    println!("{found} m deep, {depth} m by Bekker");
    assert!((found / depth - 1.0).abs() < 0.08, "{found} m deep, {depth} m by Bekker");
    stance.assert_right_in_soil("a plate");
}

#[test]
fn a_vehicle_at_rest_weighs_what_its_full_tanks_weigh() {
    let question = Question {
        vehicle: "msl-descent-stage".to_owned(),
        terrain: "flat".to_owned(),
        at_m: [0.0, 0.0],
        heading_deg: 0.0,
        gravity_m_per_s2: 3.7132,
        rest_penetration_m: Some(0.01),
        friction: settling::FRICTION,
        soil: None,
    };
    let answer = settling::settle(&question).unwrap();
    let sum: f64 = answer.loads.iter().map(|(_, load)| load).sum();
    assert!((answer.weight_n - 1370.0 * 3.7132).abs() < 1e-6);
    assert!((sum - answer.weight_n).abs() < 1e-6 * answer.weight_n, "{sum}");
}
