//! Limits of the energy accounts of phases, as a user meets them.
#![allow(clippy::unwrap_used, clippy::panic)]

use planetfall::recording::Silent;
use planetfall::simulation::{RunError, Simulation, run};
use planetfall_files::format::Ink;
use planetfall_files::run_folder::OutputFolder;
use planetfall_files::scenario::{Loaded, ScenarioFile, builtin};

fn load(name: &str, settings: &[(&str, &str)]) -> Result<Loaded, String> {
    let settings: Vec<(String, String)> =
        settings.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let file = ScenarioFile::from_text(name, builtin(name).unwrap().text);
    file.with_overrides(&settings).load(Ink::Plain).map_err(|mistakes| mistakes.text)
}

const LOSSY: (&str, &str) = ("stepping", "{method=\"moreau_jean\", step_s=0.005}");
const UNJUDGED: (&str, &str) = ("expect", "[]");

#[test]
fn a_run_that_loses_too_much_energy_fails_and_keeps_its_results() {
    let loaded = load("msl-incline-drop", &[LOSSY, UNJUDGED]).unwrap();
    let place = tempfile::tempdir().unwrap();
    let folder = OutputFolder::claim(&place.path().join("run"), true, false).unwrap();
    let conduct = planetfall_run::runner::Conduct::default();
    let mut watch = |_| std::ops::ControlFlow::Continue(());
    let finished = planetfall_run::runner::conduct(&loaded, &folder, conduct, &mut watch).unwrap();
    let failure = finished.summary.failure.unwrap();
    assert!(
        failure.contains("phase `run` lost") && failure.contains("5 % fail a run"),
        "{failure}"
    );
    // The share is that of the account: what the scheme took, over the fall from 2 m.
    let metric = |name: &str| finished.summary.metrics[name];
    let fallen = 899.18 * 3.7132 * 2.0 - metric("energy.potential_j");
    let share = metric("energy.worst_phase_numerical_share");
    assert!((-metric("energy.numerical_j") / fallen / share - 1.0).abs() < 1e-3, "{share}");
    assert!(share > 0.1, "{share}");
    assert!(finished.report.exists());
}

#[test]
fn a_run_that_loses_a_little_energy_is_warned_of() {
    let settings = [("stepping", "{method=\"moreau_jean\", step_s=0.001}"), UNJUDGED];
    let outcome = run(&load("msl-incline-drop", &settings).unwrap().scenario, &mut Silent).unwrap();
    let reported = outcome.warnings.join("\n");
    assert!(
        reported.contains("phase `run` lost") && reported.contains("[[energy.allow]]"),
        "{reported}"
    );
    let quiet = [("stepping", "{method=\"implicit\", step_s=0.001}"), UNJUDGED];
    let outcome = run(&load("msl-incline-drop", &quiet).unwrap().scenario, &mut Silent).unwrap();
    assert!(outcome.warnings.is_empty(), "{:?}", outcome.warnings);
}

#[test]
fn an_exception_with_a_reason_is_taken_up_to_its_share() {
    let allow =
        |share: &str| format!("{{allow=[{{numerical={share}, reason=\"a study of steps\"}}]}}");
    let (much, little) = (allow("0.3"), allow("0.1"));
    let scenario =
        load("msl-incline-drop", &[LOSSY, UNJUDGED, ("energy", &much)]).unwrap().scenario;
    assert!(run(&scenario, &mut Silent).unwrap().warnings.is_empty());
    let scenario =
        load("msl-incline-drop", &[LOSSY, UNJUDGED, ("energy", &little)]).unwrap().scenario;
    let error = run(&scenario, &mut Silent).unwrap_err();
    assert!(matches!(&error, RunError::Energy { .. }), "{error}");
    for (exception, reported) in [
        ("{phase=\"nowhere\", numerical=0.1, reason=\"x\"}", "nowhere"),
        ("{reason=\"x\"}", "allows nothing"),
        ("{numerical=0.1, reason=\" \"}", "needs a reason"),
        ("{numerical=0.1}", "reason"),
    ] {
        let energy = format!("{{allow=[{exception}]}}");
        let text = load("msl-incline-drop", &[UNJUDGED, ("energy", &energy)]).err().unwrap();
        assert!(text.contains(reported), "{text}");
    }
}

#[test]
fn a_phase_is_held_against_its_own_account() {
    // The loss of the drop is a hundredth of what the whole run turns over after a long way down at constant speed.
    let phases = "[{name=\"fall\", until=[{when=\"touch\", next=\"impact\"}]}, {name=\"impact\"}]";
    let settings = [
        ("stepping", "{method=\"moreau_jean\", step_s=0.005}"),
        ("phase", phases),
        ("vehicle[0].start.height_m", "60.0"),
        UNJUDGED,
    ];
    let loaded = load("msl-incline-drop", &settings).unwrap();
    let mut simulation = Simulation::new(&loaded.scenario);
    let error = simulation.advance(loaded.scenario.duration, &mut Silent).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("phase `impact` lost") && !text.contains("phase `fall`"), "{text}");
}
