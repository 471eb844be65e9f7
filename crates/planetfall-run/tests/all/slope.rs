//! Statistics of driving on random soil: draws through a run, slip against slope, who influences whom.
#![allow(clippy::unwrap_used, clippy::panic)]

use planetfall::recording::Silent;
use planetfall::simulation::Simulation;
use planetfall::time::Time;
use planetfall::vehicle::sensor::PoseErrors;
use planetfall::vehicle::{Sensor, SensorKind};
use planetfall_files::format::Ink;
use planetfall_files::scenario::{Loaded, ScenarioFile};
use planetfall_run::slope::{
    Direction, Free, Motion, Point, Statistics, Study, StudyCase, Survey, WheelSoil, fit,
};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::Arc;

const ONE: NonZero<usize> = NonZero::<usize>::MIN;

fn jobs(count: usize) -> NonZero<usize> {
    NonZero::new(count).unwrap()
}

fn study(angles_deg: &[f64], samples: u64, length_m: f64) -> Study {
    Study {
        vehicle: "mer-dtm".to_owned(),
        soil: WheelSoil::find("mer-slope-up").unwrap(),
        gravity_m_per_s2: Study::gravity_of("mer-dtm"),
        angles_deg: angles_deg.to_vec(),
        motions: vec![Motion::Straight],
        directions: vec![Direction::Uphill],
        samples,
        seed: 1,
        speed_m_per_s: 0.05,
        length_m,
        step_s: 0.005,
    }
}

fn all_slips(survey: &Survey) -> Vec<f64> {
    let made = survey.rows.iter().flat_map(|row| &row.made);
    made.map(|made| made.as_ref().unwrap().slip).collect()
}

#[test]
fn a_study_is_the_same_for_any_number_of_threads_and_another_for_another_seed() {
    let study = study(&[10.0, 18.0], 2, 0.3);
    let alone = all_slips(&study.run(ONE, || {}).unwrap());
    assert_eq!(alone, all_slips(&study.run(jobs(3), || {}).unwrap()));
    let other = Study { seed: 2, ..study.clone() };
    assert_ne!(alone, all_slips(&other.run(jobs(2), || {}).unwrap()));
}

#[test]
fn more_samples_and_other_cases_leave_a_sample_as_it_was() {
    let few = all_slips(&study(&[15.0], 1, 0.3).run(ONE, || {}).unwrap());
    let more = all_slips(&study(&[5.0, 15.0], 2, 0.3).run(jobs(2), || {}).unwrap());
    assert_eq!(few[0], more[2]);
    assert_ne!(more[2], more[3]);
}

#[test]
fn without_randomness_a_vehicle_below_the_limit_does_not_slip() {
    let mut study = study(&[10.0], 1, 0.3);
    study.soil = study.soil.with("strength_deviation", 0.0).with("strength_fall", 0.0);
    study.directions = Direction::ALL.to_vec();
    for slip in all_slips(&study.run(jobs(2), || {}).unwrap()) {
        // What is left is the soil's spring, which gives way as the motors come to speed.
        assert!(slip.abs() < 1e-3, "{slip}");
    }
}

#[test]
fn far_beyond_the_angle_of_friction_a_vehicle_slides_away_which_is_reported_and_counts() {
    // Friction and cohesion bear 32° and ruts some more.
    let mut study = study(&[45.0], 1, 0.3);
    let warnings = study.check().unwrap();
    assert!(warnings.iter().any(|text| text.contains("a slope of 45°")), "{warnings:?}");
    study.soil = study.soil.with("strength_deviation", 0.0).with("strength_fall", 0.0);
    let survey = study.run(ONE, || {}).unwrap();
    assert_eq!(survey.lost(), (0, 1));
    assert_eq!(survey.rows[0].slid_away(), 1);
    assert!(survey.table().contains("1 slid away"), "{}", survey.table());
    let slip = survey.rows[0].slip().mean;
    assert!(slip > 1.0 && slip.is_finite(), "it slides back: {slip}");
}

#[test]
fn an_arc_and_a_turn_on_level_ground_make_the_turn_that_the_wheels_roll() {
    let mut study = study(&[0.0], 1, 0.3);
    study.motions = vec![Motion::Arc, Motion::Turn];
    study.soil = study.soil.with("strength_deviation", 0.0).with("strength_fall", 0.0);
    let survey = study.run(jobs(2), || {}).unwrap();
    for row in &survey.rows {
        let made = row.made[0].as_ref().unwrap();
        assert!(made.turn_slip.abs() < 0.01, "{made:?}");
        assert_eq!(made.slip.is_nan(), row.case.motion == Motion::Turn);
    }
}

/// A rover on a slope, driven ahead by the scenario's own driver.
fn rover(slope_deg: f64, more: &str) -> Loaded {
    rover_of("mer-dtm", "settled", slope_deg, more)
}

fn rover_of(model: &str, height_of: &str, slope_deg: f64, more: &str) -> Loaded {
    let text = format!(
        "title = \"rover\"\nseed = 3\nduration_s = 30.0\n[gravity]\nacceleration_m_per_s2 = 9.81\n\
         [terrain]\nkind = \"incline\"\nslope_deg = {slope_deg:?}\ndownhill_heading_deg = 270.0\n\
         [ground]\nkind = \"wheel\"\nrest_penetration_m = 0.002\nfriction_angle_deg = 24.0\n\
         strength_deviation = 0.25\nstrength_fall = 0.1\ncorrelation_length_m = 0.002\n\
         sinkage_exponent = 1.1\ncohesive_modulus_n_per_m_n1 = 990.0\n\
         frictional_modulus_n_per_m_n2 = 1528430.0\n\
         [stepping]\nmethod = \"implicit\"\nstep_s = 0.005\n[record]\nperiod_s = 1.0\n\
         [[vehicle]]\nname = \"rover\"\nmodel = \"{model}\"\n[vehicle.start]\nheight_m = 0.0\n\
         height_of = \"{height_of}\"\n[[vehicle.drive]]\nmotion = \"straight\"\n\
         speed_m_per_s = 0.05\nduration_s = 30.0\n{more}"
    );
    let loaded = ScenarioFile::from_text("rover", &text).load(Ink::Plain);
    loaded.unwrap_or_else(|mistakes| panic!("{}", mistakes.text))
}

/// The factor s of each draw of each wheel, by its number, as the limits of a run state it.
fn draws(loaded: &Loaded, seconds: f64) -> BTreeMap<String, Vec<f64>> {
    let scenario = &loaded.scenario;
    let mut simulation = Simulation::new(scenario);
    let wheels = 0..simulation.state().ground.treads.len();
    let mut known = vec![Vec::new(); wheels.len()];
    let tangent = 24.0f64.to_radians().tan();
    for step in 1..=(seconds / 0.005) as i64 {
        let before: Vec<u64> =
            simulation.state().ground.treads.iter().map(|tread| tread.draws).collect();
        simulation.advance(Time::from_millis(5 * step), &mut Silent).unwrap();
        for (wheel, list) in known.iter_mut().enumerate() {
            let tread = simulation.state().ground.treads[wheel];
            // The limit of a step is that of the draw which held when it began.
            if tread.load > 1.0 && before[wheel] as usize == list.len() {
                list.push(tread.limit / (tread.load * tangent));
            }
        }
    }
    // Shapes of the body draw nothing.
    let drawn = wheels.map(|wheel| scenario.world.contactor_name(wheel)).zip(known);
    drawn.filter(|(_, list)| !list.is_empty()).collect()
}

/// Asserts that wheels of the same names have the same draws, as far as both runs know them.
fn assert_same_draws(alone: &BTreeMap<String, Vec<f64>>, other: &BTreeMap<String, Vec<f64>>) {
    for (name, a) in alone {
        let b = other.get(name).unwrap_or_else(|| panic!("no wheel {name}"));
        assert!(a.len() > 30 && b.len() > 30, "{name}: {} and {}", a.len(), b.len());
        let apart = a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(apart < 1e-9, "{name}: {apart}");
    }
}

#[test]
fn through_a_run_strength_has_the_mean_and_deviation_of_the_paper() {
    for slope_deg in [0.0, 12.0] {
        let all = draws(&rover(slope_deg, ""), 8.0);
        let found = Statistics::of(all.into_values().flatten());
        // Equations 12 and 13; at these numbers one draw in thirty thousand would be clamped.
        let spread = 0.25 - 0.1 * slope_deg / 24.0;
        let n = found.count as f64;
        assert!(n > 1000.0, "{n}");
        assert!((found.mean - 1.0).abs() < 4.0 * spread / n.sqrt(), "{found:?}");
        assert!((found.deviation - spread).abs() < 4.0 * spread / (2.0 * n).sqrt(), "{found:?}");
    }
}

#[test]
fn another_vehicle_or_sensor_leaves_the_draws_of_a_wheel_as_they_were() {
    let second = "[[vehicle]]\nname = \"other\"\nmodel = \"mer-dtm\"\n[vehicle.start]\n\
                  height_m = 0.0\nheight_of = \"settled\"\nposition_m = [0.0, 8.0]\n\
                  [[vehicle.drive]]\nmotion = \"straight\"\nspeed_m_per_s = 0.03\n\
                  duration_s = 30.0\n";
    let alone = draws(&rover(10.0, ""), 2.0);
    let mut sensing = rover(10.0, "");
    let world = (*sensing.scenario.world).clone();
    let errors = PoseErrors {
        position_sigma: 0.1,
        velocity_sigma: 0.1,
        attitude_sigma: 0.1,
        rate_sigma: 0.1,
        ..PoseErrors::default()
    };
    let kind = SensorKind::Pose(errors);
    let camera = Sensor::new("camera", 0, Time::from_millis(50), "navigation", kind);
    sensing.scenario.world = Arc::new(world.with_sensor(camera));
    for other in [rover(10.0, second), sensing] {
        assert_same_draws(&alone, &draws(&other, 2.0));
    }
    // And the wheels of one vehicle differ among themselves.
    let firsts: Vec<f64> = alone.values().map(|list| list[0]).collect();
    assert!((firsts[0] - firsts[1]).abs() > 1e-6);
}

/// A wheel more on the test vehicle: on a trailing arm behind it, or on its deck where it touches nothing.
const SEVENTH: &str = "
[[link]]
name = \"arm\"
parent = \"chassis\"
position_m = [-0.9, 0.0, 0.3]
mass_kg = 2.0
centre_of_mass_m = [-0.15, 0.0, -0.08]
shape = { kind = \"box\", size_m = [0.3, 0.05, 0.05] }
[link.joint]
kind = \"revolute\"
axis = [0.0, 1.0, 0.0]
[[link]]
name = \"seventh\"
parent = \"PARENT\"
position_m = [-0.3, 0.0, HEIGHT]
mass_kg = 3.0
shape = { kind = \"cylinder\", radius_m = 0.127, length_m = 0.1, axis = [0.0, 1.0, 0.0] }
[link.joint]
kind = \"continuous\"
axis = [0.0, 1.0, 0.0]
[[link.contactor]]
kind = \"wheel\"
name = \"a_seventh\"
radius_m = 0.127
width_m = 0.1
";

#[test]
fn a_seventh_wheel_leaves_the_draws_of_the_six_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let vehicle = |name: &str, parent: &str, height: &str| {
        let base = include_str!("../../../../scenarios/vehicles/mer-dtm.toml");
        let more = SEVENTH.replace("PARENT", parent).replace("HEIGHT", height);
        // The arm is there for the wheel that trails.
        let more =
            if parent == "arm" { more } else { more[more.rfind("[[link]]").unwrap()..].into() };
        let path = folder.path().join(name);
        std::fs::write(&path, format!("{base}\n{more}")).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let alone = draws(&rover(0.0, ""), 2.0);
    for (name, parent, height, touches) in
        [("high.toml", "chassis", "0.9", false), ("trailing.toml", "arm", "-0.173", true)]
    {
        let loaded = rover_of(&vehicle(name, parent, height), "lowest_marker", 0.0, "");
        let seven = draws(&loaded, 2.0);
        // A wheel that touches nothing draws nothing.
        assert_eq!(seven.len(), 6 + usize::from(touches));
        assert_eq!(seven.values().filter(|list| list.len() > 10).count(), 6 + usize::from(touches));
        assert_same_draws(&alone, &seven);
    }
}

#[test]
fn slip_of_the_shipped_soil_rises_from_some_on_level_ground_to_nearly_all_at_the_angle_of_friction()
{
    let angles = [0.0, 10.0, 20.0, 27.5];
    let slips = all_slips(&study(&angles, 1, 0.7).run(jobs(2), || {}).unwrap());
    assert!(slips.windows(2).all(|pair| pair[0] < pair[1]), "{slips:?}");
    assert!((0.005..0.08).contains(&slips[0]), "ruts hold it back on level ground: {slips:?}");
    assert!((0.85..1.02).contains(&slips[3]), "it levels off at 1: {slips:?}");
}

/// Monotone, and steeper with every slope up to where it is steepest, then less and less, within the
/// interval of each difference.
fn assert_s_shape(angles: &[f64], slips: &[Statistics]) {
    let means: Vec<f64> = slips.iter().map(|slip| slip.mean).collect();
    assert!(means.windows(2).all(|pair| pair[0] < pair[1]), "{means:?}");
    let steep: Vec<(f64, f64)> = (1..angles.len())
        .map(|i| {
            let span = angles[i] - angles[i - 1];
            let interval = slips[i].half_interval().hypot(slips[i - 1].half_interval());
            ((means[i] - means[i - 1]) / span, interval / span)
        })
        .collect();
    let most = (0..steep.len()).max_by(|&a, &b| steep[a].0.total_cmp(&steep[b].0)).unwrap();
    assert!(most > 1 && most + 2 < steep.len(), "steepest inside: {steep:?}");
    for (index, pair) in steep.windows(2).enumerate() {
        let ((before, a), (after, b)) = (pair[0], pair[1]);
        let rise = if index < most { after - before } else { before - after };
        assert!(rise > -a.hypot(b), "between {index} and the next: {steep:?}");
    }
}

#[test]
#[ignore = "some minutes; ./test --full runs it"]
fn slip_against_slope_is_an_s_from_level_ground_to_near_the_angle_of_friction() {
    let angles = [0.0, 5.0, 10.0, 15.0, 20.0, 22.5, 25.0, 27.5, 30.0];
    let mut study = study(&angles, 6, 2.0);
    let slips = |study: &Study| -> Vec<Statistics> {
        let survey = study.run(jobs(2), || {}).unwrap();
        assert_eq!(survey.lost().0, 0);
        survey.rows.iter().map(planetfall_run::slope::Row::slip).collect()
    };
    let up = slips(&study);
    assert_s_shape(&angles, &up);
    assert!((0.01..0.08).contains(&up[0].mean) && up[7].mean > 0.9, "{up:?}");
    study.angles_deg.truncate(5);
    study.directions = vec![Direction::Downhill];
    // Downhill slip falls, to next to nothing where gravity carries what ruts hold back.
    let down = slips(&study);
    for pair in down.windows(2) {
        let interval = pair[0].half_interval().hypot(pair[1].half_interval());
        assert!(pair[1].mean < pair[0].mean + interval, "{down:?}");
    }
    assert!(down[4].mean.abs() < 0.01, "{down:?}");
    // Across, it is the drift downhill that grows.
    study.directions = vec![Direction::Across];
    let across = study.run(jobs(2), || {}).unwrap();
    let drift: Vec<f64> =
        across.rows.iter().map(|row| row.statistics(|made| made.slip_angle_deg).mean).collect();
    assert!(drift.windows(2).all(|pair| pair[0] < pair[1]), "{drift:?}");
}

#[test]
#[ignore = "some minutes; ./test --full runs it"]
fn slip_does_not_depend_on_the_step_within_its_confidence_interval() {
    let found: Vec<Vec<Statistics>> = [0.001, 0.002, 0.005]
        .into_iter()
        .map(|step_s| {
            let study = Study { step_s, ..study(&[0.0, 15.0, 22.5], 6, 1.5) };
            let survey = study.run(jobs(2), || {}).unwrap();
            survey.rows.iter().map(planetfall_run::slope::Row::slip).collect()
        })
        .collect();
    for (one, other) in [(0, 1), (0, 2), (1, 2)] {
        for (a, b) in found[one].iter().zip(&found[other]) {
            // Two-sided 95 % of the difference of two independent means. The samples share their
            // seeds, which only makes the true difference smaller.
            let interval = a.half_interval().hypot(b.half_interval());
            assert!((a.mean - b.mean).abs() < interval, "{one} {other}: {a:?} {b:?}");
        }
    }
}

#[test]
#[ignore = "some minutes; ./test --full runs it"]
fn known_parameters_are_recovered_from_the_slip_that_they_give() {
    let mut study = study(&[5.0, 10.0, 15.0, 20.0], 3, 1.0);
    let truth = study.soil.with("strength_deviation", 0.8).with("strength_fall", 0.3);
    let made = Study { soil: truth, seed: 77, samples: 8, ..study.clone() };
    let survey = made.run(jobs(2), || {}).unwrap();
    let points: Vec<Point> = survey
        .rows
        .iter()
        .map(|row| {
            let StudyCase { direction, angle_deg, .. } = row.case;
            Point { direction, angle_deg, slip: row.slip().mean, weight: 1.0 }
        })
        .collect();
    // Points and trials have other seeds, as a measurement has.
    study.seed = 1;
    let fitted = fit(&study, &points, Free::default(), (jobs(2), None), |_, _| {}).unwrap();
    assert!(fitted.residual < 0.03 && fitted.residual < fitted.residual_before, "{fitted:?}");
    // What slip says of p1 and p2 is the deviation on the slopes that were driven.
    for angle in [10.0, 20.0] {
        let spread = |p1: f64, p2: f64| p1 - p2 * angle / 28.0;
        let found = spread(fitted.found[0].1, fitted.found[1].1);
        assert!((found / spread(0.8, 0.3) - 1.0).abs() < 0.2, "{:?}", fitted.found);
    }
}
