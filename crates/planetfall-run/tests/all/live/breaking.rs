//! Faults, the sun, sliders and releases by hand: they act, are written down, and replay.

use crate::live::{assert_replays, built_in, now, session, step};
use planetfall_files::live::{Choice, Order};
use planetfall_files::run_folder::Event;
use planetfall_run::live::LiveSession;

fn strike(session: &LiveSession, fault: &str) {
    session.order(Order::Strike { fault: fault.to_owned() }).unwrap();
}

fn mend(session: &LiveSession, fault: &str) {
    session.order(Order::Mend { fault: fault.to_owned() }).unwrap();
}

#[test]
fn what_is_broken_moved_and_pulled_by_hand_replays_bit_for_bit() {
    let workdir = tempfile::tempdir().unwrap();
    let [first, second] = ["first", "second"].map(|name| workdir.path().join(name));
    let session = session(&Choice::default(), &[("sensor[2].period_s", "0.1")], &first);
    session.order(Order::Drive { forward: 1.0, turn: 0.3, sideways: 0.0 }).unwrap();
    step(&session, 200);
    strike(&session, "wheel_front_left.stuck");
    let status = step(&session, 100);
    assert_eq!(status.faults, ["wheel_front_left.stuck"]);
    let rate = now(&session, "wheel_front_left.rate_rad_per_s");
    assert!(rate.abs() < 1e-3, "a wheel that is stuck turns at {rate} rad/s");
    for fault in ["wheel_rear_right.weak", "steer_rear_left.encoder_dead", "imu.bias_step"] {
        strike(&session, fault);
    }
    session.order(Order::Sun { azimuth_deg: 10.0, elevation_deg: 20.0 }).unwrap();
    let status = step(&session, 50);
    assert!((status.sun.azimuth_deg - 10.0).abs() < 1e-9);
    assert!((status.sun.elevation_deg - 20.0).abs() < 1e-9);
    strike(&session, "commands.late");
    step(&session, 1);
    let before = now(&session, "steer_front_left.angle_rad");
    let lever = "steer_front_left.angle_rad".to_owned();
    session.order(Order::Joint { lever, value: -0.2 }).unwrap();
    step(&session, 24);
    let waiting = now(&session, "steer_front_left.angle_rad");
    assert!(
        (waiting - before).abs() < 0.01,
        "it is reported half a second later: {before} {waiting}"
    );
    step(&session, 200);
    let late = now(&session, "steer_front_left.angle_rad");
    assert!((late + 0.2).abs() < 0.02, "{late} rad");
    // A motor has one fault at a time: the wheel is free again, and weak.
    strike(&session, "wheel_front_left.weak");
    let status = step(&session, 1);
    assert!(!status.faults.contains(&"wheel_front_left.stuck".to_owned()), "{:?}", status.faults);
    mend(&session, "wheel_front_left.weak");
    mend(&session, "commands.late");
    strike(&session, "sun_sensor.drop_out");
    let status = step(&session, 100);
    assert_eq!(status.faults.len(), 4, "{:?}", status.faults);
    session.save().unwrap();
    let events = Event::read_all(&first.join("events.json")).unwrap();
    let reported = |kind: &str| events.iter().filter(|event| event.kind == kind).count();
    assert_eq!((reported("fault"), reported("sun")), (10, 1));
    assert_replays(&first, &second);
}

#[test]
fn the_sun_sensor_follows_a_sun_that_is_moved() {
    let workdir = tempfile::tempdir().unwrap();
    let choice = Choice { terrain: Some("level".to_owned()), ..Choice::default() };
    let session = session(&choice, &[("sensor[2].period_s", "0.1")], &workdir.path().join("live"));
    step(&session, 10);
    let columns = session.describe().columns.iter();
    let columns: Vec<String> = columns
        .filter(|column| column.name.starts_with("sun_sensor."))
        .map(|column| column.name.clone())
        .collect();
    let read = || columns.iter().map(|name| now(&session, name)).collect::<Vec<f64>>();
    let before = read();
    step(&session, 10);
    let deviation = |after: Vec<f64>| {
        after.iter().zip(&before).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max)
    };
    assert!(deviation(read()) < 1e-9, "a sun that stands");
    session.order(Order::Sun { azimuth_deg: 90.0, elevation_deg: 45.0 }).unwrap();
    step(&session, 10);
    assert!(deviation(read()) > 0.5, "{before:?}");
}

#[test]
fn engines_fail_and_cables_hold_by_hand_and_releases_replay() {
    let workdir = tempfile::tempdir().unwrap();
    let [first, second] = ["first", "second"].map(|name| workdir.path().join(name));
    let session = session(&built_in("msl-sky-crane"), &[], &first);
    step(&session, 25);
    strike(&session, "descent_stage.mle_2.out");
    step(&session, 25);
    // Ten times its lag of 0.05 s.
    assert!(now(&session, "descent_stage.mle_2.thrust_n") < 1.0);
    mend(&session, "descent_stage.mle_2.out");
    strike(&session, "umbilical.stuck");
    session.order(Order::Release { what: "rover.separate".to_owned() }).unwrap();
    step(&session, 50);
    session.order(Order::Release { what: "umbilical.cut".to_owned() }).unwrap();
    step(&session, 25);
    session.save().unwrap();
    let events = Event::read_all(&first.join("events.json")).unwrap();
    let said = |text: &str| events.iter().any(|event| event.message.contains(text));
    assert!(said("rover is let go"), "{events:?}");
    assert!(said("umbilical is not cut although it was commanded to be"), "{events:?}");
    assert!(said("engine descent_stage.mle_2 fails"), "{events:?}");
    assert_replays(&first, &second);
}

#[test]
fn orders_that_make_no_sense_are_refused_in_words() {
    let workdir = tempfile::tempdir().unwrap();
    let rover = session(&Choice::default(), &[], &workdir.path().join("rover"));
    let crane = session(&built_in("sky-crane-outside"), &[], &workdir.path().join("crane"));
    let block = session(&built_in("bounce"), &[], &workdir.path().join("block"));
    let cases = [
        (&rover, r#"{"do":"drive","forward":2.0}"#, "`forward` must lie between -1 and 1"),
        (&rover, r#"{"do":"drive","sideways":0.5}"#, "not all its wheels steer"),
        (&rover, r#"{"do":"goal","at_m":[1000.0,0.0]}"#, "there is no ground"),
        (&rover, r#"{"do":"fly","throttle":0.5}"#, "has no engines"),
        (&rover, r#"{"do":"joint","lever":"wheel_front_lef.off","value":1.0}"#, "did you mean"),
        (&rover, r#"{"do":"joint","lever":"wheel_front_left.off","value":0.5}"#, "is a switch"),
        (&rover, r#"{"do":"release","what":"rover.separate"}"#, "nothing to let go"),
        (&rover, r#"{"do":"strike","fault":"wheel_front_left.stuk"}"#, "did you mean `wheel_front"),
        (&rover, r#"{"do":"sun","azimuth_deg":0.0,"elevation_deg":91.0}"#, "between -90 and 90"),
        (&rover, r#"{"do":"speed","factor":1000.0}"#, "between 0.05 and 100"),
        (&rover, r#"{"do":"step","ticks":0}"#, "`ticks` must lie"),
        (&rover, r#"{"do":"auto"}"#, "no controllers of its own"),
        (&crane, r#"{"do":"fly","throttle":0.5}"#, "engines"),
        (&block, r#"{"do":"stop"}"#, "no wheels"),
    ];
    for (session, text, reported) in cases {
        let order: Order = serde_json::from_str(text).unwrap();
        let refused = session.order(order).unwrap_err();
        assert!(refused.contains(reported), "{text}\n{refused}");
    }
    assert!(serde_json::from_str::<Order>(r#"{"do":"jump"}"#).is_err());
}
