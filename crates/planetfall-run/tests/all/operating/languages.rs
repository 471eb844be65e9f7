//! The same program in several languages.

use crate::operating::{Pilot, ROVER, built_in, bytes, has_python, load, run, run_outside};
use planetfall::control::{Orders, Packet};
use planetfall_run::runner;
use std::ops::ControlFlow;
use std::path::Path;

const WHEELS: [&str; 6] =
    ["front_left", "front_right", "middle_left", "middle_right", "rear_left", "rear_right"];
const STEERS: [&str; 4] = ["front_left", "front_right", "rear_left", "rear_right"];

/// `examples/clients/hold_speed.py`, operation by operation.
fn hold_speed(wanted: f64, period: f64) -> impl FnMut(&Packet<'_>, &mut Orders<'_>) {
    let mut before: Option<[f64; 6]> = None;
    let mut behind = [0.0; 6];
    move |packet, orders| {
        let console = orders.console();
        let angles = WHEELS.map(|wheel| {
            let name = format!("encoder.wheel_{wheel}_position_rad");
            packet.readings[console.reading(&name).unwrap()]
        });
        for (place, wheel) in WHEELS.iter().enumerate() {
            let rate = before.map_or(0.0, |before| (angles[place] - before[place]) / period);
            let error = wanted - rate;
            behind[place] += error * period;
            let torque = 2.0 * error + 5.0 * behind[place];
            orders
                .set(console.lever(&format!("wheel_{wheel}.torque_n_m")).unwrap(), torque)
                .unwrap();
        }
        for steer in STEERS {
            orders.set(console.lever(&format!("steer_{steer}.angle_rad")).unwrap(), 0.0).unwrap();
        }
        before = Some(angles);
    }
}

fn in_rust(folder: &Path) -> runner::FinishedRun {
    let mut law = hold_speed(0.3, 0.001);
    let mut pilot = Pilot(|packet: &Packet<'_>, orders: &mut Orders<'_>| {
        law(packet, orders);
        ControlFlow::Continue(())
    });
    run(&load(ROVER, &[]), folder, &mut pilot)
}

#[test]
fn a_controller_in_python_and_the_same_in_rust_give_the_same_bits() {
    if !has_python() {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let [rust, binary, json] = ["rust", "binary", "json"].map(|name| place.path().join(name));
    let finished = in_rust(&rust);
    let distance = finished.summary.metrics["goal.distance_m"];
    assert!(distance < 0.99, "it has not moved: {distance}");
    for (form, folder) in [("binary", &binary), ("json", &json)] {
        let command = format!("[\"python3\", \"hold_speed.py\", \"0.3\", \"{form}\"]");
        let loaded = load(ROVER, &[("operator.command", &command)]);
        let outside = run_outside(&loaded, folder, None);
        assert_eq!(outside.summary.outcome, "completed", "{:?}", outside.summary.warnings);
        assert!(bytes(&rust, "history.parquet") == bytes(folder, "history.parquet"), "{form}");
        assert!(bytes(&rust, "commands.jsonl") == bytes(folder, "commands.jsonl"), "{form}");
        assert_eq!(finished.state, outside.state);
    }
}

/// Compiles the example in C without a warning, if there is a compiler; CI must have one.
fn compiled(folder: &Path) -> Option<String> {
    let name = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let mut command = std::process::Command::new(&name);
    command.args(["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-O1"]);
    // A machine that multiplies and adds at once rounds once less.
    command.arg("-ffp-contract=off");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/clients/hold_speed.c");
    let program = folder.join("hold_speed");
    let Ok(output) = command.arg(source).arg("-o").arg(&program).output() else {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "CI has no C compiler `{name}`");
        println!("SKIPPED, because it is absent: a C compiler (`{name}`)");
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(program.to_string_lossy().into_owned())
}

#[test]
fn a_controller_in_c_and_the_same_in_rust_give_the_same_bits() {
    let place = tempfile::tempdir().unwrap();
    let Some(program) = compiled(place.path()) else { return };
    let [rust, c, short] = ["rust", "c", "short"].map(|name| place.path().join(name));
    in_rust(&rust);
    let command = format!("[{program:?}, \"0.3\"]");
    let outside = run_outside(&load(ROVER, &[("operator.command", &command)]), &c, None);
    assert_eq!(outside.summary.outcome, "completed", "{:?}", outside.summary.warnings);
    assert!(bytes(&rust, "history.parquet") == bytes(&c, "history.parquet"));
    assert!(bytes(&rust, "commands.jsonl") == bytes(&c, "commands.jsonl"));
    let command = format!("[{program:?}, \"0.3\", \"0.25\"]");
    let ended = run_outside(&load(ROVER, &[("operator.command", &command)]), &short, None);
    assert_eq!(
        (ended.summary.outcome.as_str(), ended.summary.sim_time_s),
        ("client_finished", 0.25)
    );
}

#[test]
fn a_sky_crane_whose_touchdown_is_noticed_outside_flies_as_the_one_that_notices_it_itself() {
    if !has_python() {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let inside = runner::run_silently(&built_in("msl-sky-crane").scenario).unwrap();
    let outside = run_outside(&built_in("sky-crane-outside"), place.path(), None);
    assert_eq!(outside.summary.outcome, inside.name, "{:?}", outside.summary.warnings);
    assert_eq!(inside.metrics.len(), outside.summary.metrics.len());
    for (name, value) in &inside.metrics {
        assert_eq!(value.to_bits(), outside.summary.metrics[name].to_bits(), "{name}");
    }
}

#[test]
fn a_program_that_fails_is_reported_with_its_last_words() {
    if !has_python() {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let command = "[\"python3\", \"-c\", \"raise SystemExit('no wheels')\"]";
    let finished = run_outside(&load(ROVER, &[("operator.command", command)]), place.path(), None);
    assert_eq!(finished.summary.outcome, "client_left");
    let lost = finished.summary.operator.unwrap().lost.unwrap();
    assert!(lost.contains("no wheels"), "{lost}");
}

#[test]
fn a_program_that_is_not_there_is_reported_before_anything_is_computed() {
    use planetfall_files::run_folder::OutputFolder;
    use planetfall_run::operator::Attended;
    use planetfall_run::operator::wire::Listener;
    let place = tempfile::tempdir().unwrap();
    let loaded = load(ROVER, &[("operator.command", "[\"python-of-nowhere\", \"hold_speed.py\"]")]);
    let listener = Listener::bind("127.0.0.1:0".parse().unwrap(), false).unwrap();
    let folder = OutputFolder::claim(place.path(), true, false).unwrap();
    let error = Attended::wait(&loaded, listener, true, &folder, &Default::default()).unwrap_err();
    assert!(error.to_string().starts_with("`python-of-nowhere` is not on this machine"), "{error}");
}
