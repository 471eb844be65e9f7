//! Sessions that a person operates: the clock, hands, faults, and the run that is left.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod breaking;
mod choosing;
mod clock;
mod manual_control;

use planetfall_files::format::Ink;
use planetfall_files::live::{Choice, Order, Status};
use planetfall_files::run_folder::OutputFolder;
use planetfall_files::scenario::ScenarioFile;
use planetfall_run::live::LiveSession;
use planetfall_run::operator::journal::Replay;
use planetfall_run::runner::{self, Conduct};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

/// No test waits longer than this for a run that hangs.
const PATIENCE: Duration = Duration::from_secs(300);

/// A session of a choice in a folder, as fast as possible.
fn session(choice: &Choice, settings: &[(&str, &str)], folder: &Path) -> LiveSession {
    let own = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
    let settings: Vec<(String, String)> = settings.iter().map(own).collect();
    let folder = OutputFolder::claim(folder, false, false).unwrap();
    let session = LiveSession::start(choice, &settings, folder)
        .unwrap_or_else(|error| panic!("{choice:?}: {error}"));
    session.order(Order::Speed { factor: None }).unwrap();
    session
}

fn built_in(name: &str) -> Choice {
    Choice { scenario: name.to_owned(), ..Choice::default() }
}

/// Goes on for some ticks and waits.
fn step(session: &LiveSession, ticks: u64) -> Status {
    session.order(Order::Step { ticks }).unwrap();
    session.settle(PATIENCE).expect("the run hangs")
}

/// The newest row's number of a column.
fn now(session: &LiveSession, column: &str) -> f64 {
    let names = &session.describe().columns;
    let place = names.iter().position(|known| known.name == column).unwrap();
    let feed = session.since(session.status().records - 1, 1);
    feed.rows[0][place]
}

/// Repeats a saved session from its folder, and returns whether all has the same bits.
fn assert_replays(folder: &Path, second: &Path) {
    let file = ScenarioFile::read(&folder.join("scenario.toml")).unwrap();
    let loaded = file.load(Ink::Plain).unwrap_or_else(|mistakes| panic!("{}", mistakes.text));
    let world = &loaded.scenario.world;
    let mut replay = Replay::read(folder, world, world.console().unwrap().1).unwrap();
    let claimed = OutputFolder::claim(second, false, false).unwrap();
    let conduct = Conduct { operator: Some(&mut replay), ..Conduct::default() };
    runner::conduct(&loaded, &claimed, conduct, &mut |_| ControlFlow::Continue(())).unwrap();
    for file in ["history.parquet", "events.json", "commands.jsonl"] {
        let bytes = |folder: &Path| std::fs::read(folder.join(file)).unwrap();
        if bytes(folder) == bytes(second) {
            continue;
        }
        let text = |folder: &Path| String::from_utf8_lossy(&bytes(folder)).into_owned();
        let (one, other) = (text(folder), text(second));
        let parted = one.lines().zip(other.lines()).find(|(one, other)| one != other);
        panic!("{file} differs: {parted:?}");
    }
}
