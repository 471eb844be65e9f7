//! What an operator commanded, on disk: `commands.jsonl`. The first line names the levers; each other one
//! is a tick at which some of them were set or left, something was brought about, or the run was ended. Numbers are written so that they are read
//! back bit for bit, and a run that is given them again has the same bits.

use super::Attendant;
use super::simulation_command::SimulationCommand;
use planetfall::control::{Console, Ending, Operator, OperatorEvent, Orders, Packet};
use planetfall::world::World;
use planetfall_files::run_folder::{RunFile, RunFileError, content_error, read_text};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Version of the file. The first had neither levers that are left nor events; it is read as well.
const VERSION: u32 = 2;
/// Oldest version that is read.
const OLDEST: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    planetfall_commands: u32,
    levers: Vec<String>,
}

/// What was commanded at a tick.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    time_ns: i64,
    /// Index of the lever and its value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    set: Vec<(usize, f64)>,
    /// Levers that are left to other software.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    unset: Vec<usize>,
    /// What was brought about, in its order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "incidents")]
    events: Vec<SimulationCommand>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end: Option<Closing>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Closing {
    outcome: String,
    judged: bool,
}

/// An operator whose commands are written down.
#[derive(Debug)]
pub struct Journal<'a, O: ?Sized> {
    operator: &'a mut O,
    world: &'a World,
    path: PathBuf,
    file: BufWriter<File>,
    before: Vec<Option<f64>>,
    failed: Option<RunFileError>,
}

impl<'a, O: Operator + ?Sized> Journal<'a, O> {
    /// Writes into a run's folder.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn begin(
        operator: &'a mut O,
        folder: &Path,
        world: &'a World,
        console: &Console,
    ) -> Result<Self, RunFileError> {
        let path = RunFile::Commands.within(folder);
        let refused = |source| RunFileError::Disk { path: path.clone(), source };
        let mut file = BufWriter::new(File::create(&path).map_err(refused)?);
        let levers = console.levers().iter().map(|lever| lever.name.clone()).collect();
        let head = Head { planetfall_commands: VERSION, levers };
        let text = serde_json::to_string(&head).map_err(|error| content_error(&path, error))?;
        writeln!(file, "{text}").and_then(|()| file.flush()).map_err(refused)?;
        let before = Vec::with_capacity(console.levers().len());
        Ok(Self { operator, world, path, file, before, failed: None })
    }

    /// Goes on with the file of a run's folder, after so many of its bytes.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn resume(
        operator: &'a mut O,
        folder: &Path,
        world: &'a World,
        bytes: u64,
    ) -> Result<Self, RunFileError> {
        let path = RunFile::Commands.within(folder);
        let refused = |source| RunFileError::Disk { path: path.clone(), source };
        let file = File::options().append(true).open(&path).map_err(refused)?;
        file.set_len(bytes).map_err(refused)?;
        Ok(Self {
            operator,
            world,
            file: BufWriter::new(file),
            path,
            before: Vec::new(),
            failed: None,
        })
    }

    /// Closes the file.
    ///
    /// # Errors
    /// If the disk has refused any of it.
    pub fn finish(mut self) -> Result<(), RunFileError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        self.file.flush().map_err(|source| RunFileError::Disk { path: self.path, source })
    }

    fn write(&mut self, entry: &Entry) -> Result<(), RunFileError> {
        serde_json::to_writer(&mut self.file, entry)
            .map_err(|error| content_error(&self.path, error))?;
        // What was commanded cannot be had again: it is out of the process at once.
        let ended = self.file.write_all(b"\n").and_then(|()| self.file.flush());
        ended.map_err(|source| RunFileError::Disk { path: self.path.clone(), source })
    }
}

impl<O: Operator + ?Sized> Operator for Journal<'_, O> {
    fn tick(&mut self, packet: &Packet<'_>, orders: &mut Orders<'_>) -> ControlFlow<Ending> {
        let levers = orders.console().levers().len();
        self.before.clear();
        self.before.extend((0..levers).map(|lever| orders.standing(lever)));
        let said = self.operator.tick(packet, orders);
        let bits = |value: Option<f64>| value.map(f64::to_bits);
        let changed = (0..levers).filter_map(|lever| {
            let (before, after) = (self.before[lever], orders.standing(lever));
            (bits(before) != bits(after)).then_some(())?;
            // A lever that was overruled follows from the one that did it.
            Some((lever, after?))
        });
        let set: Vec<(usize, f64)> = changed.collect();
        let overruled = |lever| {
            (0..levers).any(|l| orders.console().exclude(lever, l) && orders.standing(l).is_some())
        };
        let left = |lever: &usize| {
            self.before[*lever].is_some() && orders.standing(*lever).is_none() && !overruled(*lever)
        };
        let unset: Vec<usize> = (0..levers).filter(left).collect();
        let events: Vec<SimulationCommand> =
            orders.events().iter().map(|one| SimulationCommand::of(self.world, one)).collect();
        let end = match &said {
            ControlFlow::Break(Ending { outcome, judged }) => {
                Some(Closing { outcome: outcome.clone(), judged: *judged })
            }
            ControlFlow::Continue(()) => None,
        };
        if set.is_empty() && unset.is_empty() && events.is_empty() && end.is_none() {
            return said;
        }
        let entry = Entry { time_ns: packet.time.nanos(), set, unset, events, end };
        match self.write(&entry) {
            Ok(()) => said,
            Err(error) => {
                self.failed.get_or_insert(error);
                ControlFlow::Break(Ending { outcome: "failed".to_owned(), judged: false })
            }
        }
    }

    fn sees_truth(&self) -> bool {
        self.operator.sees_truth()
    }
}

/// An operator who does what another did.
#[derive(Debug, Clone)]
pub struct Replay {
    entries: VecDeque<Planned>,
}

/// An entry that was checked.
#[derive(Debug, Clone)]
struct Planned {
    entry: Entry,
    events: Vec<OperatorEvent>,
}

impl Replay {
    /// What was commanded in a run, for the console of the same scenario.
    ///
    /// # Errors
    /// If there is no such file, or it is not of this console.
    pub fn read(folder: &Path, world: &World, console: &Console) -> Result<Self, RunFileError> {
        let path = RunFile::Commands.within(folder);
        let text = read_text(&path)?;
        let mut lines = text.lines().enumerate();
        let wrong = |line: usize, reason: String| {
            content_error(&path, format!("line {}: {reason}", line + 1))
        };
        let head = lines.next().map_or("", |(_, line)| line);
        let head: Head = serde_json::from_str(head).map_err(|error| wrong(0, error.to_string()))?;
        if !(OLDEST..=VERSION).contains(&head.planetfall_commands) {
            let own = head.planetfall_commands;
            let reason = format!("version {own}, and only {OLDEST} to {VERSION} are known");
            return Err(wrong(0, reason));
        }
        let known = |name: &String| {
            let reason = || wrong(0, format!("the scenario has no lever `{name}`"));
            console.lever(name).ok_or_else(reason)
        };
        let levers = head.levers.iter().map(known).collect::<Result<Vec<usize>, _>>()?;
        let mut entries: VecDeque<Planned> = VecDeque::new();
        for (number, line) in lines {
            let wrong = |reason: String| wrong(number, reason);
            let mut entry: Entry =
                serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
            if entries.back().is_some_and(|last| last.entry.time_ns >= entry.time_ns) {
                return Err(wrong("its time is not after that of the line before".to_owned()));
            }
            let place = |lever: usize| {
                let reason = || wrong(format!("there is no lever {lever}"));
                levers.get(lever).copied().ok_or_else(reason)
            };
            for (lever, value) in &mut entry.set {
                *lever = place(*lever)?;
                console.check(*lever, *value).map_err(|error| wrong(error.to_string()))?;
            }
            for lever in &mut entry.unset {
                *lever = place(*lever)?;
            }
            let meant = entry.events.iter().map(|command| command.meant(world));
            let events = meant.collect::<Result<_, _>>().map_err(wrong)?;
            entries.push_back(Planned { entry, events });
        }
        Ok(Self { entries })
    }
}

impl Attendant for Replay {}

impl Operator for Replay {
    fn tick(&mut self, packet: &Packet<'_>, orders: &mut Orders<'_>) -> ControlFlow<Ending> {
        // A run that is resumed has what came before in its state.
        while self.entries.front().is_some_and(|one| one.entry.time_ns < packet.time.nanos()) {
            self.entries.pop_front();
        }
        let now = packet.time.nanos();
        let due = self.entries.front().is_some_and(|one| one.entry.time_ns == now);
        let Some(Planned { entry, events }) = self.entries.pop_front_if(|_| due) else {
            return ControlFlow::Continue(());
        };
        entry.unset.iter().for_each(|lever| orders.unset(*lever));
        events.into_iter().for_each(|event| orders.raise(event));
        for (lever, value) in entry.set {
            // All were checked when the file was read.
            let _ = orders.set(lever, value);
        }
        match entry.end {
            Some(Closing { outcome, judged }) => ControlFlow::Break(Ending { outcome, judged }),
            None => ControlFlow::Continue(()),
        }
    }
}
