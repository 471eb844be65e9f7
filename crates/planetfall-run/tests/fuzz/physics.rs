//! What reaches the engine: saved states, messages of an operator, friction problems.

use crate::harness::fuzz;
use planetfall::contact::nonsmooth::{NonsmoothWorkspace, Solver, SolverLimits};
use planetfall::recording::Silent;
use planetfall::simulation::Simulation;
use planetfall::time::Time;
use planetfall_files::format::Ink;
use planetfall_files::friction_problem;
use planetfall_files::scenario::{Loaded, ScenarioFile, builtin};
use planetfall_run::operator::message::{self, Form, Inbox};
use planetfall_run::state_file;

/// A rover that an outside program operates.
pub(crate) fn operated() -> Loaded {
    let text = builtin("mer-slope-up").unwrap().text;
    let operator = "[operator]\nperiod_s = 0.001\n";
    let text = format!("{text}\n{operator}");
    let settings = [("expect", "[]"), ("figure", "[]")];
    let settings = settings.map(|(key, value)| (key.to_owned(), value.to_owned()));
    ScenarioFile::from_text("operated", &text).with_overrides(&settings).load(Ink::Plain).unwrap()
}

#[test]
fn saved_states_are_read_or_refused_and_can_be_stepped() {
    let loaded: Vec<Loaded> = ["bounce", "incline-block", "mer-slope-up"]
        .map(|name| ScenarioFile::from_text(name, builtin(name).unwrap().text))
        .iter()
        .map(|file| file.load(Ink::Plain).unwrap())
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state");
    // Which scenario an input belongs to is its first byte: mutations reach it seldom.
    let corpus = (0_u8..).zip(&loaded).map(|(number, loaded)| {
        let mut simulation = Simulation::new(&loaded.scenario);
        simulation.advance(Time::from_millis(20), &mut Silent).unwrap();
        state_file::save(&path, loaded, simulation.state()).unwrap();
        [&[number][..], &std::fs::read(&path).unwrap()].concat()
    });
    let corpus = corpus.collect();
    fuzz("state", corpus, 1500, |bytes| {
        let Some((number, bytes)) = bytes.split_first() else { return false };
        let loaded = &loaded[usize::from(*number) % loaded.len()];
        std::fs::write(&path, bytes).unwrap();
        let Ok(state) = state_file::load(&path, loaded) else { return false };
        let step = loaded.scenario.phases[0].method.longest();
        let until = Time::from_nanos(state.time.nanos().saturating_add(3 * step.nanos()));
        // What a damaged state does is its own business, but for a panic.
        let _ = Simulation::resume(&loaded.scenario, state).advance(until, &mut Silent);
        true
    });
}

#[test]
fn messages_of_an_operator_are_answered_or_refused() {
    let loaded = operated();
    let console = loaded.scenario.world.console().unwrap().1;
    let lever = &console.levers()[0].name;
    let hello = format!(
        r#"{{"type":"hello","version":1,"form":"binary","readings":[],"levers":["{lever}"]}}"#
    );
    let choice = message::choose(hello.as_bytes(), console).unwrap();
    let texts = [
        hello,
        r#"{"type":"hello","version":1,"form":"json"}"#.to_owned(),
        format!(r#"{{"type":"command","tick":0,"set":{{"{lever}":0.25}}}}"#),
        r#"{"type":"finish","tick":0}"#.to_owned(),
        r#"[[[[[[[[{"type":"command"}]]]]]]]]"#.to_owned(),
    ];
    let mut corpus = Vec::new();
    for form in [Form::Json, Form::Binary] {
        for text in &texts {
            let mut bytes = Vec::new();
            message::write_text(text, form, &mut bytes);
            corpus.push(bytes);
        }
    }
    let mut orders = Vec::new();
    fuzz("protocol", corpus, 40_000, |bytes| {
        let mut understood = message::choose(bytes, console).is_ok();
        understood |= message::reply(bytes, console, &mut orders).is_ok();
        for form in [Form::Json, Form::Binary] {
            let mut inbox = Inbox::default();
            inbox.tail().extend_from_slice(bytes);
            while let Ok(Some(whole)) = inbox.next(form) {
                let body = inbox.body(&whole);
                understood |= message::reply(body, console, &mut orders).is_ok();
                understood |= message::binary_reply(body, &choice, console, &mut orders).is_ok();
            }
        }
        assert!(
            orders
                .iter()
                .all(|&(lever, value)| lever < console.levers().len() && value.is_finite())
        );
        understood
    });
}

#[test]
fn friction_problems_are_solved_or_refused() {
    // One contact that slides, two coupled ones dense and in blocks, and a planar one.
    let corpus = [
        "3\n1\n0\n3\n3\n3 3\n2 0 0 0 1 0 0 0 1\n-1 0.5 0\n0.3\n",
        "3\n2\n0\n6\n6\n6 6\n2 0 0 .5 0 0  0 1 0 0 .2 0  0 0 1 0 0 .2  .5 0 0 2 0 0  0 .2 0 0 1 0  0 0 .2 0 0 1\n\
         -1 0.5 0 -2 0 3\n0.3 0.7\n",
        "2\n1\n0\n2\n2\n2 2\n1 0 0 1\n-1 0.2\n0.5\n",
    ];
    let corpus = corpus.iter().flat_map(|text| {
        let read = friction_problem::read(text).unwrap();
        let blocks = friction_problem::FrictionProblemFile {
            storage: friction_problem::Storage::SparseBlocks,
            ..read.clone()
        };
        [text.as_bytes().to_vec(), friction_problem::write(&blocks).into_bytes()]
    });
    let mut workdir = NonsmoothWorkspace::default();
    fuzz("friction", corpus.collect(), 15_000, |bytes| {
        let Ok(file) = friction_problem::read(&String::from_utf8_lossy(bytes)) else {
            return false;
        };
        let limits = SolverLimits { tolerance: 1e-8, iterations: 500 };
        let solution = Solver::default().solve(&file.problem, &[], limits, &mut workdir);
        assert_eq!(solution.reaction.len(), 3 * file.problem.contacts());
        true
    });
}
