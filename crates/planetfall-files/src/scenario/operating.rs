//! `[operator]`: an outside program that sees the sensors and gives commands.

use super::course::time;
use super::lineage::Folders;
use super::{Report, is_builtin_client, naming};
use crate::format::Node;
use crate::format::schema::{Choice, Field, Kind, List, Literal, Range, Table};
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

pub(super) static OPERATOR: Table = Table::new(
    "operator",
    "An outside program that sees sensor readings and gives commands, in lock-step with simulation time \
     (docs/operating.md). It is started by the run, or connects where `planetfall run --listen` says.",
    &[
        Field::default(
            "command",
            Kind::List(List::any(&Kind::Text)),
            Literal::Texts(&[]),
            "Program to start and its arguments, in the folder of this file; a client that comes with \
             Planetfall is found by its file name. Empty: it connects by itself.",
        ),
        Field::default(
            "period_s",
            Kind::Number(Range::POSITIVE),
            Literal::Number(0.01),
            "Time between its ticks.",
        ),
        Field::optional(
            "goal_m",
            Kind::List(List::exactly(2, &Kind::NUMBER)),
            "East and north of a place that is passed to it and to which `goal.distance_m` is measured.",
        ),
        Field::optional(
            "vehicle",
            Kind::Text,
            "Name of the vehicle that is to go there; default the first.",
        ),
        Field::default(
            "timeout_s",
            WAIT,
            Literal::Number(10.0),
            "Wall time within which it must answer.",
        ),
        Field::default(
            "start_timeout_s",
            WAIT,
            Literal::Number(60.0),
            "Wall time within which it must connect and say hello.",
        ),
        Field::default(
            "on_silence",
            Kind::Choice(&[
                Choice {
                    value: "stop",
                    doc: "The run ends: `client_silent`, `client_left` or `client_malformed`.",
                },
                Choice {
                    value: "hold",
                    doc: "It goes on without the program, with the last command.",
                },
                Choice { value: "idle", doc: "It goes on with motors off and engines out." },
            ]),
            Literal::Text("stop"),
            "What follows where the program does not answer in time, leaves or talks nonsense.",
        ),
    ],
);

/// Time between the operator's ticks, where there is an operator.
pub(super) fn period(root: &Node, report: &mut Report<'_>) -> Option<Time> {
    root.has("operator").then(|| time(root.get("operator"), "period_s", report)).flatten()
}

/// The world with a console for the operator, if there is one and the flight software has not placed it.
pub(super) fn with_operator(root: &Node, world: World, report: &mut Report<'_>) -> Option<World> {
    if !root.has("operator") {
        return Some(world);
    }
    let node = root.get("operator");
    let goal = goal(root, node, report)?;
    if world.console().is_some() {
        if goal.is_some() {
            let message = "an operator that notices touchdown has no goal";
            report.error(node.place_of("goal_m"), message);
        }
        return Some(world);
    }
    let console = Console::new(&world, goal);
    Some(world.with_console(period(root, report)?, console))
}

/// Where it is to go: none where the file says nothing, nothing where it is wrong.
fn goal(root: &Node, node: &Node, report: &mut Report<'_>) -> Option<Option<Goal>> {
    let vehicle = match node.has("vehicle") {
        true => naming::vehicle(root, node, "vehicle", report)?,
        false => 0,
    };
    Some(node.optional_vector("goal_m").map(|place| Goal { vehicle, place }))
}

/// How the program is started and waited for.
pub(super) fn spec(root: &Node, folders: &Folders) -> Option<OperatorSpec> {
    if !root.has("operator") {
        return None;
    }
    let node = root.get("operator");
    let wait = |key| Duration::from_secs_f64(node.number(key));
    Some(OperatorSpec {
        command: node.texts("command").into_iter().map(str::to_owned).collect(),
        folder: folders.of(node.place_of("command")).map(std::path::Path::to_owned),
        timeout: wait("timeout_s"),
        start_timeout: wait("start_timeout_s"),
        on_silence: match node.text("on_silence") {
            "hold" => OnSilence::Hold,
            "idle" => OnSilence::Idle,
            _ => OnSilence::Stop,
        },
    })
}

/// Words of the command that are files beside the scenario, by their places, made absolute.
pub(super) fn files(root: &Node, folders: &Folders) -> Vec<(String, std::path::PathBuf)> {
    let node = root.get("operator");
    let place = node.place_of("command");
    let words = node.texts("command").into_iter().enumerate();
    let own = words.filter(|(_, word)| !is_builtin_client(word));
    let files = own.map(|(index, word)| (index, folders.absolute(place, word)));
    files
        .filter(|(_, path)| path.is_file())
        .map(|(index, path)| (format!("operator.command[{index}]"), path))
        .collect()
}
