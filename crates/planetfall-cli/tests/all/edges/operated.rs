//! Runs that an outside program operates, killed: the program is sent the packets until the checkpoint
//! again, or brings its memory along, or is refused with the reason.

use crate::edges::durable::{assert_same, checkpoints, kill_after, killed_midway, refuses, start};
use crate::edges::workdir::Workdir;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

/// MER whose program has a memory: the integral of its speed control.
const ROVER: &str = r#"
title = "MER and its operator"
duration_s = 16.0
[gravity]
acceleration_m_per_s2 = 3.71
[terrain]
kind = "incline"
slope_deg = 0.0
[ground]
kind = "wheel"
rest_penetration_m = 0.002
friction_angle_deg = 28.0
cohesion_pa = 1040.0
sinkage_exponent = 1.1
cohesive_modulus_n_per_m_n1 = 990.0
frictional_modulus_n_per_m_n2 = 1528430.0
[[vehicle]]
name = "rover"
model = "mer"
[vehicle.start]
height_m = 0.0
height_of = "settled"
[[sensor]]
kind = "encoder"
name = "encoder"
period_s = 0.002
record = false
[stepping]
method = "implicit"
step_s = 0.002
[record]
period_s = 0.01
[operator]
period_s = 0.002
start_timeout_s = 30.0
"#;

fn rover(workdir: &Workdir, more: &str) {
    workdir.write("rover.toml", format!("{ROVER}{more}"));
}

/// The end of a run that `kills` have broken off after some checkpoints each.
fn killed_with_its_program(workdir: &Workdir, kills: u64) {
    workdir.ok("run rover.toml --out whole --quiet");
    let often = "--quiet --checkpoint-every 0.001";
    let begun = |words: &str| workdir.command(words).stderr(Stdio::piped()).spawn().unwrap();
    killed_midway(workdir, "r", 3, || begun(&format!("run rover.toml --out r {often}")));
    let mut child = begun(&format!("run --resume r {often}"));
    for _ in 1..kills {
        kill_after(&mut child, &workdir.path("r.partial"), 3);
        if workdir.path("r").exists() {
            break;
        }
        child = begun(&format!("run --resume r {often}"));
    }
    let ended = child.wait_with_output().unwrap();
    assert!(ended.status.success(), "{ended:?}");
    assert_same(&workdir.path("whole"), &workdir.path("r"));
}

#[test]
fn a_killed_run_is_replayed_to_its_program_which_then_goes_on_with_the_same_bytes() {
    for form in ["binary", "json"] {
        let workdir = Workdir::new();
        let command = format!("command = [\"python3\", \"hold_speed.py\", \"0.3\", \"{form}\"]\n");
        rover(&workdir, &command);
        killed_with_its_program(&workdir, 3);
        assert!(workdir.read("r/commands.jsonl").len() > 10_000, "it is operated until the end");
        assert!(!workdir.path("r/packets.journal").exists(), "only an unfinished run needs it");
    }
}

#[test]
fn an_operated_run_that_is_interrupted_before_its_first_checkpoint_is_due_goes_on() {
    let workdir = Workdir::new();
    rover(&workdir, "command = [\"python3\", \"hold_speed.py\"]\n");
    workdir.ok("run rover.toml --out whole --quiet");
    let child = start(&workdir, "run rover.toml --out r --quiet");
    // The one at the start, which is before all others.
    while checkpoints(&workdir.path("r.partial")) == 0 {
        std::thread::yield_now();
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    workdir.ok("run --resume r --quiet");
    assert_same(&workdir.path("whole"), &workdir.path("r"));
}

/// What a client was sent, and how its run ended.
#[derive(Debug)]
struct Talk {
    hello: Value,
    ticks: Vec<u64>,
}

/// A program of a user's own: it turns all wheels at a rate that grows with each packet, by `gain`.
#[derive(Clone, Copy, Debug)]
struct Client {
    gain: f64,
    /// What it remembers of an earlier run, if it brings it along.
    brought: Option<u64>,
    /// Packets after which it leaves.
    leaves_after: usize,
    /// Before each answer: a run that waits for it can be killed on any machine before it is over.
    waits: Duration,
}

impl Client {
    const NEW: Self =
        Self { gain: 1e-4, brought: None, leaves_after: usize::MAX, waits: Duration::ZERO };

    fn talk(self, address: &str) -> Talk {
        let mut stream = TcpStream::connect(address).unwrap();
        let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
        let hello: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        let mut own = json!({"type": "hello", "version": 1, "readings": []});
        if self.brought.is_some() {
            own["replay"] = json!(false);
        }
        stream.write_all(format!("{own}\n").as_bytes()).unwrap();
        let (mut seen, mut ticks) = (self.brought.unwrap_or(0), Vec::new());
        for line in lines.map_while(Result::ok) {
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["type"] != "packet" {
                continue;
            }
            ticks.push(message["tick"].as_u64().unwrap());
            if ticks.len() > self.leaves_after {
                break;
            }
            std::thread::sleep(self.waits);
            let set = json!({"wheel_front_left.rate_rad_per_s": self.gain * seen as f64});
            seen += 1;
            let answer = json!({"type": "command", "tick": message["tick"], "set": set});
            // A run that was killed hears nothing any more.
            if stream.write_all(format!("{answer}\n").as_bytes()).is_err() {
                break;
            }
        }
        Talk { hello, ticks }
    }
}

/// A run that listens for a client, and the client.
fn listening(workdir: &Workdir, words: &str, client: Client) -> (Child, JoinHandle<Talk>) {
    let words = format!("{words} --listen 127.0.0.1:0 --checkpoint-every 0.001");
    let mut command = workdir.command(&words);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = said.find_map(|line| Some(line.ok()?.split_once("program on ")?.1.to_owned()));
    let address = line.expect("it listens");
    // Whatever else it prints is taken from it, so that it never waits.
    std::thread::spawn(move || said.for_each(drop));
    (child, std::thread::spawn(move || client.talk(&address)))
}

/// A run that was killed while a client operated it, and what is in its folder.
fn killed_while_listening(workdir: &Workdir) {
    let slow = Client { waits: Duration::from_millis(1), ..Client::NEW };
    let (mut child, client) = listening(workdir, "run rover.toml --out r", slow);
    assert!(kill_after(&mut child, &workdir.path("r.partial"), 3));
    client.join().unwrap();
}

/// Goes on with a client until the end.
fn goes_on(workdir: &Workdir, client: Client) -> Talk {
    let (child, client) = listening(workdir, "run --resume r", client);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    client.join().unwrap()
}

fn whole_while_listening(workdir: &Workdir) {
    let (mut child, client) = listening(workdir, "run rover.toml --out whole", Client::NEW);
    assert!(child.wait().unwrap().success());
    let talk = client.join().unwrap();
    assert!(talk.hello["resumed_tick"].is_null());
}

#[test]
fn a_program_that_connects_again_is_sent_all_packets_or_brings_its_memory_along() {
    let workdir = Workdir::new();
    rover(&workdir, "");
    whole_while_listening(&workdir);
    killed_while_listening(&workdir);
    let talk = goes_on(&workdir, Client::NEW);
    let first = talk.hello["resumed_tick"].as_u64().unwrap();
    assert!(first > 0 && talk.ticks == (0..=8000).collect::<Vec<u64>>(), "{first}");
    assert_same(&workdir.path("whole"), &workdir.path("r"));
}

#[test]
fn a_program_that_brings_its_memory_along_is_sent_the_packets_after_the_checkpoint_only() {
    let workdir = Workdir::new();
    rover(&workdir, "");
    whole_while_listening(&workdir);
    killed_while_listening(&workdir);
    // Its memory is the number of packets that it has seen, which is what the run says in its hello.
    let leaves = Client { leaves_after: 0, ..Client::NEW };
    let (mut child, client) = listening(&workdir, "run --resume r", leaves);
    assert_eq!(child.wait().unwrap().code(), Some(2));
    let first = client.join().unwrap().hello["resumed_tick"].as_u64().unwrap();
    let talk = goes_on(&workdir, Client { brought: Some(first), ..Client::NEW });
    assert_eq!(talk.ticks, (first..=8000).collect::<Vec<u64>>());
    let lines =
        |run: &str| String::from_utf8(workdir.read(&format!("{run}/commands.jsonl"))).unwrap();
    assert_eq!(lines("r"), lines("whole"));
}

#[test]
fn a_program_that_does_not_come_back_or_answers_otherwise_is_refused_and_the_run_can_go_on_later() {
    let workdir = Workdir::new();
    rover(&workdir, "");
    whole_while_listening(&workdir);
    killed_while_listening(&workdir);
    let kept = |workdir: &Workdir| {
        let mut all = workdir.contents();
        all.retain(|path, _| path.starts_with(workdir.path("r.partial")) && !path.is_dir());
        all.retain(|path, _| !path.ends_with(".planetfall-lock"));
        all
    };
    let before = kept(&workdir);
    let another = Client { gain: 2e-4, ..Client::NEW };
    let leaves = Client { leaves_after: 10, ..Client::NEW };
    let cases = [
        (
            another,
            "it says wheel_front_left.rate_rad_per_s = 0.0002 where it said wheel_front_left.rate_rad_per_s = 0.0001",
        ),
        (leaves, "at t = 0.02 s, it closed the connection"),
    ];
    for (client, reason) in cases {
        let (child, client) = listening(&workdir, "run --resume r", client);
        let output = child.wait_with_output().unwrap();
        let reported = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{reported}");
        assert!(
            reported.contains("cannot go on with its outside program") && reported.contains(reason),
            "{reported}"
        );
        client.join().unwrap();
        assert!(kept(&workdir) == before, "it is not as it was");
    }
    refuses(
        &workdir,
        "run --resume r --replay whole",
        &["--replay", "a program operates this run"],
    );
    refuses(&workdir, "run --resume r", &["names none to start", "--listen"]);
    assert!(kept(&workdir) == before, "it is not as it was");
    goes_on(&workdir, Client::NEW);
    assert_same(&workdir.path("whole"), &workdir.path("r"));
}

#[test]
fn nobody_who_comes_to_a_run_that_goes_on_is_a_reason() {
    let workdir = Workdir::new();
    rover(&workdir, "");
    // The wait is part of the scenario, with which a run goes on.
    let text = String::from_utf8(workdir.read("rover.toml")).unwrap();
    workdir.write("rover.toml", text.replace("start_timeout_s = 30.0", "start_timeout_s = 2.0"));
    killed_while_listening(&workdir);
    refuses(
        &workdir,
        "run --resume r --listen 127.0.0.1:0",
        &["it did not answer within 2 s", "as it was"],
    );
}

#[test]
fn a_program_that_was_lost_before_the_checkpoint_is_not_asked_again() {
    let workdir = Workdir::new();
    rover(&workdir, "on_silence = \"hold\"\n");
    // No longer in lock-step with anybody, it is fast.
    let text = String::from_utf8(workdir.read("rover.toml")).unwrap();
    workdir.write("rover.toml", text.replace("duration_s = 16.0", "duration_s = 120.0"));
    let leaves = Client { leaves_after: 100, ..Client::NEW };
    let (mut child, client) = listening(&workdir, "run rover.toml --out whole", leaves);
    assert!(child.wait().unwrap().success());
    client.join().unwrap();
    killed_midway(&workdir, "r", 3, || {
        let (child, client) = listening(&workdir, "run rover.toml --out r", leaves);
        client.join().unwrap();
        child
    });
    // Nobody is waited for.
    workdir.ok("run --resume r --quiet --listen 127.0.0.1:0");
    assert_same(&workdir.path("whole"), &workdir.path("r"));
    let lost = workdir.json("r/summary.json")["operator"]["lost"].to_string();
    assert!(lost.contains("at t = 0.2 s the outside program closed the connection"), "{lost}");
}

#[test]
fn a_killed_replay_goes_on_with_the_same_commands_only() {
    let workdir = Workdir::new();
    rover(&workdir, "command = [\"python3\", \"hold_speed.py\"]\n");
    workdir.ok("run rover.toml --out whole --quiet");
    let words = "run rover.toml --replay whole --out r --quiet --pace 2 --checkpoint-every 0.001";
    let mut child = start(&workdir, words);
    assert!(kill_after(&mut child, &workdir.path("r.partial"), 3));
    refuses(&workdir, "run --resume r", &["came from --replay", "name that run again"]);
    workdir.ok("run --resume r --replay whole --quiet");
    for file in ["history.parquet", "events.json", "commands.jsonl"] {
        let [whole, r] = ["whole", "r"].map(|run| workdir.read(&format!("{run}/{file}")));
        assert!(whole == r, "{file} differs");
    }
}
