//! `[operator]`: an outside program that sees the sensors and gives commands.

use super::course::time;
use super::lineage::Folders;
use super::schema::ScenarioKeys;
use super::{Report, is_builtin_client, naming};
use crate::format::declare::{Key, OPTIONAL, OptionalKey, declare, default};
use crate::format::schema::{Kind, Range};
use planetfall::control::{Console, Goal};
use planetfall::time::Time;
use planetfall::world::World;
use std::path::PathBuf;
use std::time::Duration;

/// What a scenario says of its operator.
#[derive(Clone, Debug, PartialEq)]
pub struct OperatorSpec {
    /// The program to start and its arguments; empty where one is to connect by itself.
    pub command: Vec<String>,
    /// Where it is started; none is the working directory.
    pub folder: Option<PathBuf>,
    /// How long the run waits for an answer.
    pub timeout: Duration,
    /// How long it waits for the program to connect and to say what it wants.
    pub start_timeout: Duration,
    /// What follows where no answer comes.
    pub on_silence: OnSilence,
}

/// What follows where the program says nothing, leaves, or talks nonsense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnSilence {
    /// The run ends.
    Stop,
    /// It goes on with the last command.
    Hold,
    /// It goes on with motors off and engines out.
    Idle,
}

/// A wait of more than a day is a mistake.
const WAIT: Kind = Kind::Number(Range::above(0.0).below(86_400.0));

declare! {
    /// An outside program that sees sensor readings and gives commands, in lock-step with simulation
    /// time (docs/operating.md). It is started by the run, or connects where `planetfall run --listen`
    /// says.
    pub(crate) table OperatorKeys("operator") {
        /// Program to start and its arguments, in the folder of this file; a client that comes with
        /// Planetfall is found by its file name. Empty: it connects by itself.
        command: Key<Vec<Key<String>>> = default::texts(&[]),
        /// Time between its ticks.
        period_s: Key<f64> = default::number(0.01).of(Kind::Number(Range::POSITIVE)),
        /// East and north of a place that is passed to it and to which `goal.distance_m` is measured.
        goal_m: OptionalKey<[f64; 2]> = OPTIONAL,
        /// Name of the vehicle that is to go there; default the first.
        vehicle: OptionalKey<String> = OPTIONAL,
        /// Wall time within which it must answer.
        timeout_s: Key<f64> = default::number(10.0).of(WAIT),
        /// Wall time within which it must connect and say hello.
        start_timeout_s: Key<f64> = default::number(60.0).of(WAIT),
        /// What follows where the program does not answer in time, leaves or talks nonsense.
        on_silence: Key<OnSilenceChoice> = default::text("stop"),
    }

    /// What follows where the program does not answer in time, leaves or talks nonsense.
    pub(crate) choice OnSilenceChoice {
        /// The run ends: `client_silent`, `client_left` or `client_malformed`.
        Stop = "stop",
        /// It goes on without the program, with the last command.
        Hold = "hold",
        /// It goes on with motors off and engines out.
        Idle = "idle",
    }
}

/// Time between the operator's ticks, where there is an operator.
pub(super) fn period(root: &ScenarioKeys, report: &mut Report<'_>) -> Option<Time> {
    time(&root.operator.as_ref()?.period_s, report)
}

/// The world with a console for the operator, if there is one and the flight software has not placed it.
pub(super) fn with_operator(
    root: &ScenarioKeys,
    world: World,
    report: &mut Report<'_>,
) -> Option<World> {
    let Some(keys) = &root.operator else { return Some(world) };
    let goal = goal(root, keys, report)?;
    if world.console().is_some() {
        if goal.is_some() {
            let message = "an operator that notices touchdown has no goal";
            report.error(keys.goal_m.place(), message);
        }
        return Some(world);
    }
    let console = Console::new(&world, goal);
    Some(world.with_console(period(root, report)?, console))
}

/// Where it is to go: none where the file says nothing, nothing where it is wrong.
fn goal(root: &ScenarioKeys, keys: &OperatorKeys, report: &mut Report<'_>) -> Option<Option<Goal>> {
    let vehicle = match keys.vehicle.has_value() {
        true => naming::vehicle(root, &keys.vehicle, report)?,
        false => 0,
    };
    Some(keys.goal_m.given().map(|place| Goal { vehicle, place }))
}

/// How the program is started and waited for.
pub(super) fn spec(root: &ScenarioKeys, folders: &Folders) -> Option<OperatorSpec> {
    let keys = root.operator.as_ref()?;
    let wait = |key: &Key<f64>| Duration::from_secs_f64(key.value());
    Some(OperatorSpec {
        command: keys.command.values().map(str::to_owned).collect(),
        folder: folders.of(keys.command.place()).map(std::path::Path::to_owned),
        timeout: wait(&keys.timeout_s),
        start_timeout: wait(&keys.start_timeout_s),
        on_silence: match keys.on_silence.value() {
            OnSilenceChoice::Hold => OnSilence::Hold,
            OnSilenceChoice::Idle => OnSilence::Idle,
            OnSilenceChoice::Stop => OnSilence::Stop,
        },
    })
}

/// Words of the command that are files beside the scenario, by their places, made absolute.
pub(super) fn files(root: &ScenarioKeys, folders: &Folders) -> Vec<(String, std::path::PathBuf)> {
    let Some(keys) = &root.operator else { return Vec::new() };
    let place = keys.command.place();
    let words = keys.command.values().enumerate();
    let own = words.filter(|(_, word)| !is_builtin_client(word));
    let files = own.map(|(index, word)| (index, folders.absolute(place, word)));
    files
        .filter(|(_, path)| path.is_file())
        .map(|(index, path)| (format!("operator.command[{index}]"), path))
        .collect()
}
