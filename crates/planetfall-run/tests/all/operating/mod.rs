//! Outside programs that operate a vehicle: what they see, what they may order, and what becomes of a run
//! whose program is silent, gone or talks nonsense.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod conversation;
mod fuzz;
mod languages;
mod replay;

use planetfall::control::{Ending, Operator, Orders, Packet};
use planetfall_files::format::Ink;
use planetfall_files::run_folder::OutputFolder;
use planetfall_files::scenario::{Loaded, ScenarioFile, builtin};
use planetfall_run::operator::wire::Listener;
use planetfall_run::operator::{Attendant, Attended};
use planetfall_run::runner::{self, Conduct, FinishedRun};
use std::net::SocketAddr;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// MER on level sand with encoders and an ideal pose, and an operator at 1000 Hz.
const ROVER: &str = r#"
title = "MER and its operator"
duration_s = 1.0
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
period_s = 0.001
record = false
[[sensor]]
kind = "pose"
name = "pose"
period_s = 0.001
record = false
[operator]
period_s = 0.001
timeout_s = 5.0
goal_m = [1.0, 0.0]
[stepping]
method = "implicit"
step_s = 0.001
[record]
period_s = 0.01
"#;

fn load(text: &str, settings: &[(&str, &str)]) -> Loaded {
    let settings: Vec<(String, String)> =
        settings.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let file = ScenarioFile::from_text("operated", text).with_overrides(&settings);
    file.load(Ink::Plain).unwrap_or_else(|mistakes| panic!("{}", mistakes.text))
}

fn built_in(name: &str) -> Loaded {
    let known = builtin(name).unwrap();
    ScenarioFile::from_text(known.name, known.text).load(Ink::Plain).unwrap()
}

/// Runs into a folder with whoever operates.
fn run(loaded: &Loaded, folder: &Path, operator: &mut dyn Attendant) -> FinishedRun {
    run_in(loaded, &OutputFolder::claim(folder, true, false).unwrap(), operator)
}

/// The same into a folder that is claimed already, as an outside program's is.
fn run_in(loaded: &Loaded, folder: &OutputFolder, operator: &mut dyn Attendant) -> FinishedRun {
    let conduct = Conduct { operator: Some(operator), ..Conduct::default() };
    runner::conduct(loaded, folder, conduct, &mut |_| ControlFlow::Continue(())).unwrap()
}

/// Runs with a program: the scenario's own, or one that `client` connects.
fn run_outside(
    loaded: &Loaded,
    folder: &Path,
    client: Option<Box<dyn FnOnce(SocketAddr) + Send>>,
) -> FinishedRun {
    let listener = Listener::bind("127.0.0.1:0".parse().unwrap(), false).unwrap();
    let address = listener.address();
    let starts = client.is_none();
    let thread = client.map(|client| std::thread::spawn(move || client(address)));
    let claimed = OutputFolder::claim(folder, true, false).unwrap();
    let interrupted = Arc::new(AtomicBool::new(false));
    let attended = Attended::wait(loaded, listener, starts, &claimed, &interrupted).unwrap();
    let mut attended = attended.unwrap();
    let finished = run_in(loaded, &claimed, &mut attended);
    drop(attended);
    if let Some(thread) = thread {
        thread.join().unwrap();
    }
    finished
}

/// An operator in Rust, from a function of the packet.
struct Pilot<F>(F);

impl<F: FnMut(&Packet<'_>, &mut Orders<'_>) -> ControlFlow<Ending>> Operator for Pilot<F> {
    fn tick(&mut self, packet: &Packet<'_>, orders: &mut Orders<'_>) -> ControlFlow<Ending> {
        (self.0)(packet, orders)
    }
}

impl<F: FnMut(&Packet<'_>, &mut Orders<'_>) -> ControlFlow<Ending>> Attendant for Pilot<F> {}

/// The bytes of a file of a run.
fn bytes(folder: &Path, file: &str) -> Vec<u8> {
    std::fs::read(folder.join(file)).unwrap()
}

/// Whether Python is there; printed where it is not.
fn has_python() -> bool {
    let found = std::process::Command::new("python3").arg("--version").output().is_ok();
    if !found {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "python3 may not be missing in CI");
        println!("SKIPPED, because it is absent: python3");
    }
    found
}
