//! Rovers and landers by hand.

use crate::live::{assert_replays, built_in, now, session, step};
use planetfall_files::live::{Choice, Order};
use planetfall_files::run_folder::Summary;
use planetfall_run::live::LiveSession;
use std::path::Path;

fn drive(forward: f64, turn: f64, sideways: f64) -> Order {
    Order::Drive { forward, turn, sideways }
}

fn place(session: &LiveSession) -> [f64; 2] {
    [now(session, "com.x_m"), now(session, "com.y_m")]
}

#[test]
fn keys_drive_a_rover_ahead_turn_it_and_stop_it() {
    let workdir = tempfile::tempdir().unwrap();
    let [first, second] = ["first", "second"].map(|name| workdir.path().join(name));
    let choice = Choice { terrain: Some("level".to_owned()), ..Choice::default() };
    let session = session(&choice, &[], &first);
    let description = session.describe();
    assert_eq!((description.kind, description.vehicle.as_str()), ("rover", "curiosity"));
    assert_eq!(session.status().mode, "idle");
    let top = description.top_speed_m_per_s.unwrap();
    let start = place(&session);
    session.order(drive(1.0, 0.0, 0.0)).unwrap();
    assert_eq!(step(&session, 500).mode, "manual");
    let [x, y] = place(&session);
    let driven = x - start[0];
    assert!((driven / (10.0 * top) - 1.0).abs() < 0.15, "{driven} m in 10 s at {top} m/s");
    assert!((y - start[1]).abs() < 0.02);
    session.order(drive(0.0, 0.0, 0.0)).unwrap();
    step(&session, 50);
    let [stopped, _] = place(&session);
    step(&session, 100);
    assert!((place(&session)[0] - stopped).abs() < 1e-3, "it stands");
    // Turning in place waits for the steering, then turns.
    session.order(drive(0.0, 1.0, 0.0)).unwrap();
    step(&session, 1000);
    let heading = 2.0 * now(&session, "body.qz").atan2(now(&session, "body.qw"));
    assert!(heading > 0.15, "turned by {heading} rad");
    session.save().unwrap();
    let summary = Summary::read(&first.join("summary.json")).unwrap();
    let distance = summary.metrics["distance_m"];
    assert!(distance >= driven && distance < driven + 0.3, "{distance} m of way were measured");
    assert!(summary.metrics["slip"].abs() < 0.2, "{}", summary.metrics["slip"]);
    assert_replays(&first, &second);
}

/// Goes to a place from the start, and returns how far the rover is from it in the end.
fn go(choice: &Choice, goal: [f64; 2], folder: &Path) -> f64 {
    let session = session(choice, &[], folder);
    session.order(Order::Goal { at_m: goal }).unwrap();
    for _ in 0..60 {
        let status = step(&session, 250);
        assert!(status.ended.is_none(), "{status:?}");
        if status.goal.is_none() {
            assert_eq!(status.mode, "manual");
            break;
        }
    }
    let [x, y] = [now(&session, "body.x_m"), now(&session, "body.y_m")];
    session.save().unwrap();
    (x - goal[0]).hypot(y - goal[1])
}

/// Goes to a place on a kind of ground, and repeats it.
fn goes_on(ground: &str, goal: [f64; 2]) {
    let workdir = tempfile::tempdir().unwrap();
    let [first, second] = ["first", "second"].map(|name| workdir.path().join(name));
    let choice = Choice {
        terrain: Some("level".to_owned()),
        ground: Some(ground.to_owned()),
        ..Choice::default()
    };
    let deviation = go(&choice, goal, &first);
    assert!(deviation < 0.25, "{ground}: {deviation} m from its goal");
    assert_replays(&first, &second);
}

#[test]
fn a_rover_goes_to_a_place_on_marker_ground_and_the_run_replays() {
    goes_on("marker", [0.9, 0.25]);
}

#[test]
fn a_rover_goes_to_a_place_on_nonsmooth_ground_and_the_run_replays() {
    goes_on("nonsmooth", [0.9, 0.25]);
}

#[test]
fn a_rover_goes_to_a_place_on_spring_ground_and_the_run_replays() {
    goes_on("spring", [0.9, 0.25]);
}

#[test]
fn a_rover_goes_to_a_place_on_wheel_ground_and_the_run_replays() {
    goes_on("wheel", [0.9, 0.25]);
}

#[test]
fn a_rover_goes_to_a_place_on_soil_and_the_run_replays() {
    // Soil takes its time: a shorter way.
    goes_on("soil", [0.6, 0.12]);
}

#[test]
fn other_rovers_go_to_a_place_too() {
    let workdir = tempfile::tempdir().unwrap();
    for vehicle in ["mer", "exomars"] {
        let choice = Choice {
            vehicle: Some(vehicle.to_owned()),
            terrain: Some("level".to_owned()),
            ..Choice::default()
        };
        let deviation = go(&choice, [-0.6, 0.5], &workdir.path().join(vehicle));
        assert!(deviation < 0.25, "{vehicle}: {deviation} m from its goal");
    }
}

#[test]
fn the_scenarios_own_drive_goes_on_until_hands_take_over_and_gets_the_rover_back() {
    let workdir = tempfile::tempdir().unwrap();
    let [first, second] = ["first", "second"].map(|name| workdir.path().join(name));
    let session = session(&built_in("mer-slope-up"), &[], &first);
    let rate = || now(&session, "wheel_front_left.rate_rad_per_s");
    let status = step(&session, 250);
    assert_eq!(status.mode, "own");
    let own = rate();
    assert!(own.abs() > 0.01, "it drives by itself: {own}");
    session.order(Order::Stop).unwrap();
    step(&session, 100);
    // Its driver speaks every 10 ms, between the ticks of the hands, and is not heard.
    assert!(rate().abs() < 0.05 * own.abs(), "{} rad/s", rate());
    session.order(Order::Auto).unwrap();
    let status = step(&session, 250);
    assert_eq!(status.mode, "own");
    assert!((rate() / own - 1.0).abs() < 0.2, "{} and {own} rad/s", rate());
    session.save().unwrap();
    assert_replays(&first, &second);
}

#[test]
fn a_page_that_vanishes_leaves_a_rover_that_stands() {
    let workdir = tempfile::tempdir().unwrap();
    let choice = Choice { terrain: Some("level".to_owned()), ..Choice::default() };
    let session = session(&choice, &[], &workdir.path().join("live"));
    session.order(drive(1.0, 0.0, 0.0)).unwrap();
    step(&session, 100);
    assert!(now(&session, "com.vx_m_per_s") > 0.01);
    session.abandon();
    step(&session, 100);
    assert!(now(&session, "com.vx_m_per_s").abs() < 1e-3);
    session.order(Order::Goal { at_m: [5.0, 0.0] }).unwrap();
    step(&session, 200);
    session.abandon();
    let status = step(&session, 100);
    assert_eq!((status.mode, status.goal), ("manual", None));
    assert!(now(&session, "com.vx_m_per_s").abs() < 1e-3);
}

/// A person's law: the lower, the slower; throttle by what is missing of the speed. Returns the speed a tenth of
/// a second before the ground was felt.
fn land(session: &LiveSession, legs: f64) -> f64 {
    let hover = session.describe().hover_throttle.unwrap();
    let mut before = f64::NAN;
    for _ in 0..600 {
        let (height, speed) = (now(session, "com.z_m") - legs, now(session, "com.vz_m_per_s"));
        if now(session, "lander.ground_force_n") > 0.0 {
            session.order(Order::Fly { throttle: 0.0, roll: 0.0, pitch: 0.0, yaw: 0.0 }).unwrap();
            step(session, 100);
            return before;
        }
        let wanted = -(0.3 + 0.25 * height.max(0.0)).min(3.0);
        let throttle = (hover * (1.0 + 0.8 * (wanted - speed))).clamp(0.0, 1.0);
        session.order(Order::Fly { throttle, roll: 0.0, pitch: 0.0, yaw: 0.0 }).unwrap();
        step(session, 5);
        before = speed;
    }
    panic!("it has not come down")
}

#[test]
fn a_lander_is_set_down_softly_by_throttle_alone_and_the_run_replays() {
    let workdir = tempfile::tempdir().unwrap();
    let [first, second] = ["first", "second"].map(|name| workdir.path().join(name));
    let choice = Choice {
        scenario: "lander-touchdown".to_owned(),
        vehicle: Some("lander".to_owned()),
        terrain: Some("level".to_owned()),
        ground: None,
    };
    let session = session(&choice, &[], &first);
    assert_eq!(session.describe().kind, "lander");
    let touched = land(&session, 1.0);
    assert!((-1.0..0.0).contains(&touched), "touched the ground at {touched} m/s");
    let upright = 1.0 - 2.0 * (now(&session, "body.qx").powi(2) + now(&session, "body.qy").powi(2));
    assert!(upright > 0.99, "it stands upright: {upright}");
    session.save().unwrap();
    assert_replays(&first, &second);
}

#[test]
fn the_descent_stage_hovers_tilts_and_turns_by_hand() {
    let workdir = tempfile::tempdir().unwrap();
    let session = session(&built_in("msl-sky-crane"), &[], &workdir.path().join("live"));
    let description = session.describe();
    assert_eq!((description.kind, description.vehicle.as_str()), ("lander", "descent_stage"));
    let hover = description.hover_throttle.unwrap();
    let fly = |throttle: f64, pitch: f64, yaw: f64| {
        session.order(Order::Fly { throttle, roll: 0.0, pitch, yaw }).unwrap();
    };
    let part = |name: &str| now(&session, &format!("descent_stage.{name}"));
    let speed = || part("com.vz_m_per_s");
    fly(hover, 0.0, 0.0);
    step(&session, 50);
    let before = speed();
    step(&session, 100);
    assert!((speed() - before).abs() < 0.2, "it hovers: {before} to {} m/s", speed());
    // The front is lowered: it goes ahead.
    fly(hover, 0.5, 0.0);
    step(&session, 75);
    assert!(part("com.vx_m_per_s") > 0.3, "{} m/s", part("com.vx_m_per_s"));
    fly(hover, 0.0, 1.0);
    step(&session, 75);
    let heading = 2.0 * part("body.qz").atan2(part("body.qw"));
    assert!(heading > 0.1, "turned by {heading} rad");
}
