//! Built-in scenarios with something changed in them: never a panic, whatever the loader says.

use planetfall::recording;
use planetfall::time::Time;
use planetfall_files::format::Ink;
use planetfall_files::scenario::{Loaded, ScenarioFile, builtins};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Loads a text and, if it is a scenario, runs its first moments. What a run says is its own
/// business; it must only say something.
fn survives(text: &str) {
    if let Ok(loaded) = ScenarioFile::from_text("mutant", text).load(Ink::Plain) {
        short_run(loaded);
    }
}

fn short_run(loaded: Loaded) {
    let again = ScenarioFile::from_text("again", &loaded.effective).load(Ink::Plain);
    assert!(again.is_ok(), "the effective file is refused: {:?}", again.err());
    let mut scenario = loaded.scenario;
    let columns = recording::columns(&scenario.world);
    let names: BTreeSet<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names.len(), columns.len(), "two columns have one name");
    let longest = scenario.phases.iter().map(|phase| phase.method.longest()).min();
    // Some hundred steps at most, however short they are.
    let most = Time::from_nanos(longest.unwrap().nanos().saturating_mul(300));
    scenario.duration = scenario.duration.min(Time::from_millis(50)).min(most);
    let mut recorder = Cautious { frames: 0 };
    if let Ok(outcome) = planetfall::simulation::run(&scenario, &mut recorder) {
        assert!(!outcome.metrics.is_empty());
    }
}

/// Asks an adaptive method that has dug itself in to stop.
struct Cautious {
    frames: usize,
}

impl recording::Recorder for Cautious {
    fn frame(&mut self, _: &[f64]) -> std::ops::ControlFlow<()> {
        self.frames += 1;
        if self.frames > 1000 {
            return std::ops::ControlFlow::Break(());
        }
        std::ops::ControlFlow::Continue(())
    }
    fn event(&mut self, _: &recording::Event) {}
}

/// Built-in scenarios that load quickly; the large map of the fourth is cut to a small one, and the
/// last is the staged run of the manual.
fn seeds() -> Vec<String> {
    let text = |name: &str| builtins().iter().find(|known| known.name == name).unwrap().text;
    let small = text("msl-gale-drop").replace("size_m = ", "size_m = 16.0 # ");
    vec![
        text("msl-incline-drop").to_owned(),
        text("msl-incline-slide").to_owned(),
        text("bounce").to_owned(),
        small,
        crate::scenario::staging::example(),
    ]
}

/// Values of every type, the awkward ones first.
fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "0",
            "-1",
            "1e-300",
            "-1e300",
            "1e9",
            "nan",
            "inf",
            "0.5",
            "2",
            "90",
            "true",
            "\"\"",
            "\"rk4\"",
            "\"implicit\"",
            "\"dopri54\"",
            "\"resting\"",
            "\"shared\"",
            "\"level\"",
            "\"normal\"",
            "\"slope\"",
            "\"lowest_marker\"",
            "[]",
            "[0, 0, 0]",
            "[1e6, -1e6, 1]",
            "[[1]]",
            "{}",
            "{ kind = \"step\", rise_m = 1 }",
            "\"wheel_1\"",
            "\"foot\"",
            "\"com\"",
        ])
        .prop_map(str::to_owned),
        any::<f64>().prop_map(|number| format!("{number:e}")),
        (-50.0..50.0).prop_map(|number: f64| format!("{number}")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn a_scenario_with_changed_values_is_survived(
        seed in 0_usize..5,
        changes in prop::collection::vec((any::<prop::sample::Index>(), value()), 1..4),
    ) {
        let mut lines: Vec<String> = seeds()[seed].lines().map(str::to_owned).collect();
        for (at, value) in changes {
            let keyed: Vec<usize> = (0..lines.len())
                .filter(|line| lines[*line].contains(" = ") && !lines[*line].contains("size_m"))
                .collect();
            let line = keyed[at.index(keyed.len())];
            let key = lines[line].split(" = ").next().unwrap().to_owned();
            lines[line] = format!("{key} = {value}");
        }
        survives(&lines.join("\n"));
    }

    #[test]
    fn a_scenario_with_lines_moved_doubled_or_dropped_is_survived(
        seed in 0_usize..5,
        changes in prop::collection::vec(
            (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0_u8..3), 1..5),
    ) {
        let mut lines: Vec<String> = seeds()[seed].lines().map(str::to_owned).collect();
        for (from, to, how) in changes {
            let from = from.index(lines.len());
            let line = lines[from].clone();
            if how != 1 {
                lines.remove(from);
            }
            if how != 2 {
                lines.insert(to.index(lines.len() + 1), line);
            }
        }
        survives(&lines.join("\n"));
    }
}
