//! What was commanded is written down, and gives the same run again.

use crate::operating::{Pilot, ROVER, bytes, load, run, run_in};
use planetfall::checkpoint;
use planetfall::control::{Ending, Orders, Packet};
use planetfall::recording::Silent;
use planetfall::simulation::Simulation;
use planetfall::time::Time;
use planetfall_files::run_folder::{OutputFolder, Summary};
use planetfall_run::operator::journal::Replay;
use std::ops::ControlFlow;
use std::path::Path;

/// Drives with numbers that no short text has, changes what it commands a motor, and ends the run.
fn wild(packet: &Packet<'_>, orders: &mut Orders<'_>) -> ControlFlow<Ending> {
    let console = orders.console();
    let lever = |name: &str| console.lever(name).unwrap();
    let tick = packet.tick as f64;
    let rate = (1.0 + tick).sqrt() / 97.0;
    orders.set(lever("wheel_front_left.rate_rad_per_s"), rate).unwrap();
    orders.set(lever("wheel_rear_right.torque_n_m"), -rate * 3.0).unwrap();
    if packet.tick % 7 == 3 {
        orders.set(lever("steer_front_left.angle_rad"), -0.0).unwrap();
        orders.set(lever("wheel_middle_left.off"), 1.0).unwrap();
    } else {
        orders.set(lever("wheel_middle_left.torque_n_m"), 1e-310 * tick).unwrap();
    }
    if packet.tick == 900 {
        orders.idle();
        return ControlFlow::Break(Ending { outcome: "tired".to_owned(), judged: false });
    }
    ControlFlow::Continue(())
}

#[test]
fn a_run_is_repeated_bit_for_bit_from_its_commands() {
    let place = tempfile::tempdir().unwrap();
    let [first, second] = ["first", "second"].map(|name| place.path().join(name));
    let loaded = load(ROVER, &[]);
    let finished = run(&loaded, &first, &mut Pilot(wild));
    assert_eq!((finished.summary.outcome.as_str(), finished.summary.sim_time_s), ("tired", 0.9));
    let moved = finished.summary.metrics["goal.distance_m"];
    assert!(moved < 0.9999, "it has not moved: {moved}");
    let console = loaded.scenario.world.console().unwrap().1;
    let mut replay = Replay::read(&first, &loaded.scenario.world, console).unwrap();
    let again = run(&loaded, &second, &mut replay);
    for file in ["history.parquet", "events.json", "commands.jsonl", "scenario.toml"] {
        assert!(bytes(&first, file) == bytes(&second, file), "{file} differs");
    }
    assert_eq!(finished.state, again.state);
    let summary = |folder: &Path| {
        let mut summary = Summary::read(&folder.join("summary.json")).unwrap();
        summary.wall_time_s = 0.0;
        // As text, in which what was not measured equals itself.
        serde_json::to_string(&summary).unwrap()
    };
    assert_eq!(summary(&first), summary(&second));
}

#[test]
fn a_replay_that_is_paused_saved_and_resumed_has_the_same_bits() {
    let place = tempfile::tempdir().unwrap();
    let loaded = load(ROVER, &[]);
    let straight = run(&loaded, place.path(), &mut Pilot(wild));
    let console = loaded.scenario.world.console().unwrap().1;
    let scenario = &loaded.scenario;
    let mut simulation = Simulation::new(scenario);
    let half = Time::from_millis(450);
    let mut replay = Replay::read(place.path(), &loaded.scenario.world, console).unwrap();
    simulation.operate(half, &mut Silent, &mut replay).unwrap();
    let words = checkpoint::save(simulation.state());
    let mut resumed = Simulation::resume(scenario, scenario.restore(&words).unwrap());
    // Another reading of the file: what lies before is passed over.
    let mut replay = Replay::read(place.path(), &loaded.scenario.world, console).unwrap();
    resumed.operate(scenario.duration, &mut Silent, &mut replay).unwrap();
    let (mut one, mut other) = (straight.state.clone(), resumed.state().clone());
    // A fresh workspace evaluates the start once more.
    (one.effort.evaluations, other.effort.evaluations) = (0, 0);
    assert_eq!(one, other);
    assert_eq!(resumed.ended(), Some("tired"));
}

#[test]
fn commands_that_do_not_belong_to_the_scenario_are_refused_with_their_line() {
    let place = tempfile::tempdir().unwrap();
    let loaded = load(ROVER, &[]);
    let console = loaded.scenario.world.console().unwrap().1;
    let head = r#"{"planetfall_commands":1,"levers":["wheel_front_left.off","steer_front_left.angle_rad"]}"#;
    let cases = [
        (r#"{"planetfall_commands":3,"levers":[]}"#.to_owned(), "version 3"),
        (format!("{head}\n{{\"time_ns\":0,\"unset\":[9]}}"), "line 2: there is no lever 9"),
        (
            format!(
                r#"{head}
{{"time_ns":0,"incidents":[{{"strike":{{"kind":"joint_stuck","joint":"sail"}}}}]}}"#
            ),
            "line 2: there is no joint `sail`",
        ),
        (format!("{head}\n{{\"time_ns\":0,\"incidents\":[{{\"sun\":[0,0,2]}}]}}"), "unit vector"),
        (r#"{"planetfall_commands":1,"levers":["sail.angle_rad"]}"#.to_owned(), "no lever `sail"),
        (format!("{head}\n{{\"time_ns\":0,\"set\":[[2,0.5]]}}"), "line 2: there is no lever 2"),
        (format!("{head}\n{{\"time_ns\":0,\"set\":[[0,0.5]]}}"), "is a switch"),
        (format!("{head}\n{{\"time_ns\":5}}\n{{\"time_ns\":5}}"), "line 3: its time"),
        (format!("{head}\n{{\"time_ns\":0,\"set\":[[1,1e999]]}}"), "line 2"),
        (format!("{head}\nnonsense"), "line 2"),
        (String::new(), "line 1"),
    ];
    for (text, reported) in cases {
        std::fs::write(place.path().join("commands.jsonl"), &text).unwrap();
        let error =
            Replay::read(place.path(), &loaded.scenario.world, console).unwrap_err().to_string();
        assert!(error.contains(reported), "{text}\n{error}");
    }
}

#[test]
fn pictures_are_on_disk_before_a_packet_names_them_and_a_replay_repeats_them() {
    let camera = "[[sensor]]\nkind = \"camera\"\nname = \"eye\"\nperiod_s = 0.05\nwidth_px = 24\n\
                  height_px = 16\nposition_m = [0.0, 0.0, 1.0]\nyaw_pitch_roll_deg = [0.0, 40.0, 0.0]\n\
                  noise_levels = 1.0\n";
    let loaded = load(&format!("{ROVER}{camera}"), &[("duration_s", "0.2")]);
    let workdir = tempfile::tempdir().unwrap();
    let (one, two) = (workdir.path().join("one"), workdir.path().join("two"));
    let claimed = OutputFolder::claim(&one, true, false).unwrap();
    // Where the run is written until it is whole, which is what a program is given.
    let images = claimed.path().join("images/eye");
    let mut seen = 0.0;
    let mut pilot = Pilot(|packet: &Packet<'_>, orders: &mut Orders<'_>| {
        let console = orders.console();
        let reading = |name: &str| packet.readings[console.reading(name).unwrap()];
        let (samples, sampled) = (reading("eye.samples"), reading("eye.sampled_s"));
        assert!((sampled - 0.05 * (samples - 1.0)).abs() < 1e-12);
        assert!(images.join(format!("{samples:06}.png")).is_file(), "{samples}");
        seen = samples;
        let lever = console.lever("wheel_front_left.rate_rad_per_s").unwrap();
        orders.set(lever, 0.5).unwrap();
        ControlFlow::Continue(())
    });
    run_in(&loaded, &claimed, &mut pilot);
    assert_eq!(seen, 5.0);
    let (_, console) = loaded.scenario.world.console().unwrap();
    run(&loaded, &two, &mut Replay::read(&one, &loaded.scenario.world, console).unwrap());
    for file in ["000001.png", "000005.png", "index.csv", "camera.json"] {
        let file = format!("images/eye/{file}");
        assert_eq!(bytes(&one, &file), bytes(&two, &file), "{file}");
    }
    let hello =
        planetfall_run::operator::message::hello("rover", 1, 1.0, console, Some("/x/images"), None);
    assert!(hello.contains("\"images\":\"/x/images\""), "{hello}");
    assert_ne!(bytes(&one, "images/eye/000001.png"), bytes(&one, "images/eye/000005.png"));
}
