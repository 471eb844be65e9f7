//! What is said over the socket, and what becomes of a run whose program does not play along.

use crate::operating::{ROVER, load, run_outside};
use planetfall_files::run_folder::{HistoryFile, RunFile};
use planetfall_run::operator::wire::{ListenError, Listener};
use planetfall_run::runner::FinishedRun;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// A program in the JSON form.
struct Talker {
    stream: TcpStream,
    lines: BufReader<TcpStream>,
}

impl Talker {
    fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        let lines = BufReader::new(stream.try_clone().unwrap());
        Self { stream, lines }
    }

    fn say(&mut self, message: &Value) {
        self.raw(format!("{message}\n").as_bytes());
    }

    fn raw(&mut self, bytes: &[u8]) {
        // The run may have ended.
        let _ = self.stream.write_all(bytes);
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        if self.lines.read_line(&mut line).is_err() || line.is_empty() {
            return Value::Null;
        }
        serde_json::from_str(&line).unwrap()
    }

    /// Says hello and answers packets until one of this number, which it returns.
    fn until(&mut self, tick: u64) -> Value {
        self.hear();
        self.say(&json!({ "type": "hello", "version": 1, "readings": ["pose.x_m"] }));
        assert_eq!(self.hear()["type"], "ready");
        loop {
            let packet = self.hear();
            if packet["tick"] == tick {
                return packet;
            }
            let set = json!({ "wheel_front_left.rate_rad_per_s": 0.5 });
            self.say(&json!({ "type": "command", "tick": packet["tick"], "set": set }));
        }
    }
}

/// Runs with a program, and looks whether its history is there as far as the run went.
fn outcome(
    settings: &[(&str, &str)],
    client: impl FnOnce(Talker) + Send + 'static,
) -> (FinishedRun, Duration) {
    let place = tempfile::tempdir().unwrap();
    let loaded = load(ROVER, settings);
    let started = Instant::now();
    let talk = Box::new(move |address| client(Talker::connect(address)));
    let finished = run_outside(&loaded, place.path(), Some(talk));
    let history = HistoryFile::open(&RunFile::History.within(place.path())).unwrap();
    let times = history.read_column("time_s", 0..history.rows()).unwrap().values;
    assert_eq!(times.last().copied(), Some(finished.summary.sim_time_s));
    (finished, started.elapsed())
}

const SHORT: (&str, &str) = ("operator.timeout_s", "0.3");

#[test]
fn the_hello_names_every_reading_and_lever_with_its_unit() {
    let (finished, _) = outcome(&[("duration_s", "0.002")], |mut talker| {
        let hello = talker.hear();
        assert_eq!(hello["version"], 1);
        assert_eq!(hello["period_ns"], 1_000_000);
        assert_eq!(hello["goal_m"], json!([1.0, 0.0]));
        assert!(hello["images"].is_null(), "there is no camera");
        let unit = |list: &str, name: &str| {
            let list = hello[list].as_array().unwrap().clone();
            list.into_iter().find(|one| one["name"] == name).unwrap()["unit"].clone()
        };
        assert_eq!(unit("readings", "pose.vx_m_per_s"), "m/s");
        assert_eq!(unit("readings", "encoder.sampled_s"), "s");
        assert_eq!(unit("levers", "wheel_rear_left.torque_n_m"), "N·m");
        talker.say(&json!({ "type": "hello", "version": 1 }));
        assert_eq!(talker.hear()["readings"], hello["readings"].as_array().unwrap().len());
        for tick in 0..3 {
            let packet = talker.hear();
            assert_eq!(
                (&packet["tick"], &packet["time_ns"]),
                (&json!(tick), &json!(tick * 1_000_000))
            );
            talker.say(&json!({ "type": "command", "tick": tick }));
        }
        assert_eq!(talker.hear(), json!({ "type": "end", "outcome": "completed" }));
    });
    assert_eq!(finished.summary.outcome, "completed");
    assert_eq!(finished.summary.operator.unwrap().answers, 3);
}

#[test]
fn a_silent_program_ends_the_run_within_its_time() {
    let (finished, took) = outcome(&[SHORT], |mut talker| {
        talker.until(200);
        std::thread::sleep(Duration::from_millis(800));
    });
    assert_eq!(
        (finished.summary.outcome.as_str(), finished.summary.sim_time_s),
        ("client_silent", 0.2)
    );
    assert!(took < Duration::from_secs(20), "{took:?}");
}

#[test]
fn a_program_that_dribbles_is_silent_too() {
    let (finished, _) = outcome(&[SHORT], |mut talker| {
        talker.until(5);
        for _ in 0..100 {
            talker.raw(b" ");
            std::thread::sleep(Duration::from_millis(10));
        }
    });
    assert_eq!(finished.summary.outcome, "client_silent");
}

#[test]
fn a_program_that_leaves_ends_the_run() {
    let (finished, _) = outcome(&[], |mut talker| {
        talker.until(300);
    });
    assert_eq!(
        (finished.summary.outcome.as_str(), finished.summary.sim_time_s),
        ("client_left", 0.3)
    );
}

#[test]
fn a_program_that_never_says_hello_ends_the_run_at_its_start() {
    let (finished, _) = outcome(&[("operator.start_timeout_s", "0.3")], |_talker| {
        std::thread::sleep(Duration::from_millis(800));
    });
    assert_eq!(
        (finished.summary.outcome.as_str(), finished.summary.sim_time_s),
        ("client_silent", 0.0)
    );
}

#[test]
fn where_the_scenario_says_so_the_last_command_is_held_or_all_is_switched_off() {
    let lost = |rule: &'static str| {
        let settings = [("operator.on_silence", rule)];
        let (finished, _) = outcome(&settings, |mut talker| {
            talker.until(500);
        });
        assert_eq!(
            (finished.summary.outcome.as_str(), finished.summary.sim_time_s),
            ("completed", 1.0)
        );
        let reported = finished.summary.warnings.iter().any(|text| text.starts_with("client_left"));
        assert!(reported, "{:?}", finished.summary.warnings);
        finished.state.command.motors
    };
    let commands = |motors: Vec<planetfall::vehicle::MotorCommand>| {
        motors
            .iter()
            .filter(|motor| **motor == planetfall::vehicle::MotorCommand::Speed(0.5))
            .count()
    };
    assert_eq!(commands(lost("\"hold\"")), 1);
    assert_eq!(commands(lost("\"idle\"")), 0);
}

#[test]
fn a_mistake_is_answered_with_what_is_allowed_and_can_be_made_good() {
    let (finished, _) = outcome(&[("duration_s", "0.01")], |mut talker| {
        let mistakes = [
            (
                json!({ "type": "command", "tick": 3, "set": { "wheel_front_lift.rate_rad_per_s": 1.0 } }),
                "did you mean `wheel_front_left.rate_rad_per_s`? there are ",
            ),
            (json!({ "type": "command", "tick": 2 }), "answers packet 2, but packet 3"),
            (
                json!({ "type": "command", "tick": 3, "set": { "wheel_front_left.off": 0.5 } }),
                "a switch",
            ),
            (
                json!({ "type": "command", "tick": 3, "set": { "wheel_front_left.off": "x" } }),
                "finite number",
            ),
            (
                json!({ "type": "command", "tick": 3, "set": { "wheel_front_left.off": 1.0, "wheel_front_left.torque_n_m": 1.0 } }),
                "command the same motor two things",
            ),
            (json!({ "type": "command", "tick": 3, "sett": {} }), "there are type, tick, set"),
            (json!({ "type": "jump", "tick": 3 }), "\"command\" or \"finish\""),
            (json!([1, 2]), "must be a JSON object"),
        ];
        talker.until(3);
        for (message, reported) in mistakes {
            talker.say(&message);
            let error = talker.hear();
            assert_eq!(error["type"], "error");
            assert!(error["message"].as_str().unwrap().contains(reported), "{message}: {error}");
        }
        talker.raw(
            b"{\"type\":\"command\",\"tick\":3,\"set\":{\"steer_rear_left.angle_rad\":1e999}}\n",
        );
        assert_eq!(talker.hear()["type"], "error");
        for tick in 3..=10 {
            talker.say(&json!({ "type": "command", "tick": tick }));
            talker.hear();
        }
    });
    assert_eq!(finished.summary.outcome, "completed");
    assert_eq!(finished.summary.operator.unwrap().mistakes, 9);
}

#[test]
fn a_program_that_talks_nonsense_ends_the_run() {
    let (finished, _) = outcome(&[], |mut talker| {
        talker.until(100);
        for _ in 0..30 {
            talker.raw(b"nonsense\n");
        }
        // Until a packet says that the run is over.
        while talker.hear() != Value::Null {}
    });
    assert_eq!(
        (finished.summary.outcome.as_str(), finished.summary.sim_time_s),
        ("client_malformed", 0.1)
    );
}

#[test]
fn a_line_without_an_end_is_not_kept_for_ever() {
    let (finished, _) = outcome(&[], |mut talker| {
        talker.until(2);
        for _ in 0..600 {
            talker.raw(&[b'x'; 1024]);
        }
    });
    assert_eq!(finished.summary.outcome, "client_malformed");
}

#[test]
fn a_program_may_end_the_run() {
    let (finished, _) = outcome(&[], |mut talker| {
        talker.until(40);
        talker.say(&json!({ "type": "finish", "tick": 40 }));
        assert_eq!(talker.hear(), json!({ "type": "end", "outcome": "client_finished" }));
    });
    assert_eq!(
        (finished.summary.outcome.as_str(), finished.summary.sim_time_s),
        ("client_finished", 0.04)
    );
}

#[test]
fn the_socket_listens_to_this_machine_only_unless_an_address_is_given() {
    let everywhere: SocketAddr = "0.0.0.0:0".parse().unwrap();
    let refused = Listener::bind(everywhere, false).unwrap_err();
    assert!(matches!(refused, ListenError::NotLoopback(_)));
    assert!(Listener::bind(everywhere, true).is_ok());
    assert!(
        Listener::bind("127.0.0.1:0".parse().unwrap(), false).unwrap().address().ip().is_loopback()
    );
}
