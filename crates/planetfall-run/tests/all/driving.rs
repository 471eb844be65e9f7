//! Driving: waypoints, odometry, and what is measured of a drive, on each kind of ground.
#![allow(clippy::unwrap_used, clippy::panic)]

use planetfall::outcome::Outcome;
use planetfall::recording::{Silent, columns};
use planetfall::simulation::{Simulation, run};
use planetfall::time::Time;
use planetfall_files::format::Ink;
use planetfall_files::scenario::{Loaded, ScenarioFile};

const SOIL: &str = "kind = \"wheel\"\nrest_penetration_m = 0.002\nfriction_angle_deg = 28.0\n\
                    sinkage_exponent = 1.1\ncohesive_modulus_n_per_m_n1 = 990.0\n\
                    frictional_modulus_n_per_m_n2 = 1528430.0\n";
const RANDOM: &str = "strength_deviation = 0.4\nstrength_fall = 0.3\ncorrelation_length_m = 0.02\n";
const IMPLICIT: &str = "method = \"implicit\"\nstep_s = 0.005\n";

/// A test vehicle on a slope that falls west, so that a heading of 0 leads uphill.
fn scenario(slope_deg: f64, ground: &str, drive: &str, duration_s: f64, stepping: &str) -> Loaded {
    scenario_heading(0.0, slope_deg, ground, drive, duration_s, stepping)
}

fn scenario_heading(
    yaw_deg: f64,
    slope_deg: f64,
    ground: &str,
    drive: &str,
    duration_s: f64,
    stepping: &str,
) -> Loaded {
    let text = format!(
        "title = \"drive\"\nseed = 5\nduration_s = {duration_s:?}\n\
         [gravity]\nacceleration_m_per_s2 = 9.81\n\
         [terrain]\nkind = \"incline\"\nslope_deg = {slope_deg:?}\ndownhill_heading_deg = 270.0\n\
         [ground]\n{ground}[[vehicle]]\nname = \"rover\"\nmodel = \"mer-dtm\"\n\
         [vehicle.start]\nheight_m = 0.0\nheight_of = \"settled\"\n\
         yaw_pitch_roll_deg = [{yaw_deg:?}, 0.0, 0.0]\n{drive}[stepping]\n{stepping}"
    );
    ScenarioFile::from_text("drive", &text)
        .load(Ink::Plain)
        .unwrap_or_else(|e| panic!("{}", e.text))
}

fn leg(text: &str) -> String {
    format!("[[vehicle.drive]]\n{text}\n")
}

fn metric(outcome: &Outcome, name: &str) -> f64 {
    outcome.metric(name).unwrap_or_else(|| panic!("no metric {name}"))
}

fn drive(loaded: &Loaded) -> Outcome {
    run(&loaded.scenario, &mut Silent).unwrap()
}

fn route(points: &str, more: &str) -> String {
    leg(&format!(
        "motion = \"waypoints\"\nspeed_m_per_s = 0.05\npoints_m = {points}\n\
         arrival_radius_m = 0.2\nlookahead_m = 0.8\nduration_s = 300.0\n{more}"
    ))
}

#[test]
fn a_rover_reaches_its_waypoints_and_parks_at_the_last() {
    let legs = route("[[2.0, 0.0], [3.0, 1.5], [1.5, 2.5]]", "");
    let outcome = drive(&scenario(1e-9, SOIL, &legs, 200.0, IMPLICIT));
    assert_eq!(metric(&outcome, "route.points_reached"), 3.0);
    assert!(metric(&outcome, "route.max_offset_m") < 0.6);
    assert!(metric(&outcome, "odometry.error_m") < 0.2, "{}", metric(&outcome, "odometry.error_m"));
    assert!(metric(&outcome, "parked.drift_m") < 1e-9);
}

#[test]
fn a_rover_does_not_wait_for_ever_for_steering_that_stalls() {
    let fault = "[[fault]]\nkind = \"joint_stuck\"\nvehicle = \"rover\"\n\
                 joint = \"steer_front_right\"\nat_s = 5.0\n";
    let legs = route("[[0.8, 0.0], [0.8, 2.0]]", "") + fault;
    let outcome = drive(&scenario(1e-9, SOIL, &legs, 200.0, IMPLICIT));
    assert!(metric(&outcome, "route.steering_stalls") >= 1.0);
    assert_eq!(metric(&outcome, "route.points_reached"), 2.0);
}

#[test]
fn a_rover_that_steers_by_odometry_believes_to_arrive() {
    let legs = route("[[2.0, 0.0], [3.0, 1.5]]", "pose = \"odometry\"");
    let outcome = drive(&scenario(1e-9, SOIL, &legs, 200.0, IMPLICIT));
    assert_eq!(metric(&outcome, "route.points_reached"), 2.0);
    assert!(metric(&outcome, "odometry.error_m") > 0.0);
}

#[test]
fn no_wheel_pulls_more_than_its_soil_bears() {
    let straight = leg("motion = \"straight\"\nspeed_m_per_s = 0.05\nduration_s = 30.0");
    for slope in [0.0, 10.0, 20.0] {
        let soil = format!("{SOIL}{RANDOM}");
        let outcome = drive(&scenario(slope, &soil, &straight, 30.0, IMPLICIT));
        let ratios =
            outcome.metrics.iter().filter(|(name, _)| name.ends_with("max_traction_ratio"));
        let most = ratios.map(|(_, ratio)| *ratio).fold(0.0, f64::max);
        assert!(most > 0.0 && most <= 1.0 + 1e-9, "{slope}: {most}");
    }
}

#[test]
fn slip_is_one_less_the_distance_over_what_wheels_rolled() {
    let straight = leg("motion = \"straight\"\nspeed_m_per_s = 0.05\nduration_s = 40.0");
    let soil = format!("{SOIL}{RANDOM}");
    let outcome = drive(&scenario(24.0, &soil, &straight, 40.0, IMPLICIT));
    let slip = metric(&outcome, "slip");
    let by_distances = 1.0 - metric(&outcome, "distance_m") / metric(&outcome, "drive.rolled_m");
    assert!(slip > 0.01, "{slip}");
    assert!((slip - by_distances).abs() < 0.02, "{slip} {by_distances}");
    let per_metre = metric(&outcome, "drive.energy_j") / metric(&outcome, "distance_m");
    assert!((metric(&outcome, "energy_per_metre_j") / per_metre - 1.0).abs() < 1e-12);
    // No less than it takes to lift it.
    let lift = 9.81 * 24f64.to_radians().sin() * 70.0;
    assert!(per_metre > lift, "{per_metre} {lift}");
}

#[test]
fn wheels_that_make_up_for_slip_bring_a_rover_farther() {
    let soil = format!("{SOIL}{RANDOM}");
    let distance = |more: &str| {
        // Slow enough for the motors to have something left.
        let legs = route("[[30.0, 0.0]]", more).replace("0.05", "0.03");
        metric(&drive(&scenario(24.0, &soil, &legs, 60.0, IMPLICIT)), "com.final_x_m")
    };
    let (with, without) = (distance(""), distance("compensate_slip = false"));
    assert!(with > without + 0.005, "{with} {without}");
}

/// Across 15° of soil that gives way sideways: how far from the line from 100 s (5 m) on, when a rover that makes up for
/// slip has seen how much there is.
fn offset_across(more: &str) -> f64 {
    let soil = SOIL.replace("28.0", "24.0") + RANDOM_ACROSS;
    let legs = route("[[0.0, 30.0]]", more).replace("0.8", "2.0");
    let loaded = scenario_heading(90.0, 15.0, &soil, &legs, 140.0, IMPLICIT);
    let mut simulation = Simulation::new(&loaded.scenario);
    let mut most: f64 = 0.0;
    for tick in 1..=140 {
        simulation.advance(Time::from_millis(1000 * tick), &mut Silent).unwrap();
        if tick > 100 {
            most = most.max(simulation.state().motion(&loaded.scenario.world, 0).position.x.abs());
        }
    }
    most
}

const RANDOM_ACROSS: &str = "cohesion_pa = 300.0\nstrength_deviation = 0.7\nstrength_fall = 0.5\n\
                             correlation_length_m = 0.005\nrolling_resistance = \"soil\"\n";

#[test]
fn a_rover_that_makes_up_for_slip_keeps_to_its_line_across_a_slope() {
    let (with, without) = (offset_across(""), offset_across("compensate_slip = false"));
    assert!(without > 0.1, "the soil gives way: {without} m");
    assert!(3.0 * with < without, "{with} m with, {without} m without");
}

#[test]
fn a_drive_is_measured_on_every_ground() {
    let straight = leg("motion = \"straight\"\nspeed_m_per_s = 0.05\nduration_s = 10.0");
    let marker = "rest_penetration_m = 0.002\ndamping_ratio = 0.5\nstick_angle_deg = 28.0\n\
                  slide_angle_deg = 28.0\nfriction = \"resting\"\n";
    let rigid = "kind = \"nonsmooth\"\nfriction_angle_deg = 28.0\n";
    let hard = "method = \"moreau_jean\"\nstep_s = 0.005\n";
    for (ground, stepping) in [(marker, IMPLICIT), (rigid, hard), (SOIL, IMPLICIT)] {
        let loaded = scenario(1e-9, ground, &straight, 10.0, stepping);
        let outcome = drive(&loaded);
        assert!((metric(&outcome, "distance_m") - 0.5).abs() < 0.02, "{ground}");
        assert!(metric(&outcome, "slip").abs() < 0.02, "{ground}: {}", metric(&outcome, "slip"));
        assert!(metric(&outcome, "energy_per_metre_j") > 0.0);
        assert!(metric(&outcome, "wheel_front_left.load_n") > 0.0);
        let names: Vec<String> =
            columns(&loaded.scenario.world).into_iter().map(|column| column.name).collect();
        let has = |name: &str| names.iter().any(|known| known == name);
        assert!(has("wheel_front_left.slip") && has("wheel_front_left.sideslip_rad"));
        assert!(has("wheel_front_left.power_w") && has("odometry.x_m"));
        assert_eq!(has("wheel_front_left.sinkage_m"), ground == SOIL);
    }
}

#[test]
fn a_drive_that_is_saved_on_its_way_goes_on_with_the_same_bits() {
    let soil = format!("{SOIL}{RANDOM}");
    let legs = route("[[1.0, 0.5], [0.5, 1.5]]", "");
    let loaded = scenario(5.0, &soil, &legs, 40.0, IMPLICIT);
    let mut whole = Simulation::new(&loaded.scenario);
    whole.advance(Time::from_millis(17_000), &mut Silent).unwrap();
    let words = planetfall::checkpoint::save(whole.state());
    let state = loaded.scenario.restore(&words).unwrap();
    let mut resumed = Simulation::resume(&loaded.scenario, state);
    whole.advance(loaded.scenario.duration, &mut Silent).unwrap();
    resumed.advance(loaded.scenario.duration, &mut Silent).unwrap();
    assert_eq!(
        planetfall::checkpoint::save(whole.state()),
        planetfall::checkpoint::save(resumed.state())
    );
}

#[test]
fn soil_and_other_grounds_change_into_each_other() {
    let text = "title = \"t\"\nduration_s = 1.0\n[gravity]\nacceleration_m_per_s2 = 9.81\n\
                [terrain]\nkind = \"level\"\n[ground]\nrest_penetration_m = 0.01\n\
                damping_ratio = 0.5\nstick_angle_deg = 31.0\nslide_angle_deg = 27.0\n\
                [[vehicle]]\nname = \"rover\"\nmodel = \"mer-dtm\"\n[vehicle.start]\nheight_m = 0.0\n\
                height_of = \"settled\"\n[stepping]\nstep_s = 0.001\n";
    let file = ScenarioFile::from_text("t", text);
    let soil = file.on_ground("wheel").unwrap();
    let loaded = soil.clone().load(Ink::Plain).unwrap_or_else(|e| panic!("{}", e.text));
    assert!(loaded.effective.contains("friction_angle_deg = 31"), "{}", loaded.effective);
    // The step that the scenario has itself is kept, within 1 to 5 ms.
    assert!(loaded.effective.contains("step_s = 0.001"), "{}", loaded.effective);
    for kind in ["marker", "nonsmooth", "spring"] {
        let back = soil.clone().on_ground(kind).unwrap().load(Ink::Plain);
        let back = back.unwrap_or_else(|e| panic!("{kind}: {}", e.text));
        assert!(back.effective.contains("31"), "{}", back.effective);
    }
}

#[test]
fn a_waypoint_needs_a_speed_ahead() {
    let text = scenario_text_with("speed_m_per_s = -0.05\npoints_m = [[1.0, 0.0]]");
    let mistakes = ScenarioFile::from_text("t", &text).load(Ink::Plain).err().unwrap();
    assert!(mistakes.text.contains("must be above 0"), "{}", mistakes.text);
}

fn scenario_text_with(keys: &str) -> String {
    format!(
        "title = \"t\"\nduration_s = 1.0\n[gravity]\nacceleration_m_per_s2 = 9.81\n\
         [terrain]\nkind = \"level\"\n[ground]\n{SOIL}[[vehicle]]\nname = \"rover\"\n\
         model = \"mer-dtm\"\n[vehicle.start]\nheight_m = 0.0\nheight_of = \"settled\"\n\
         [[vehicle.drive]]\nmotion = \"waypoints\"\nduration_s = 1.0\n{keys}\n\
         [stepping]\n{IMPLICIT}"
    )
}
