//! Windows and marks of figures, in the report of a run and in the page of several.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed test may panic")]

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use planetfall_files::format::Ink;
use planetfall_files::run_folder::OutputFolder;
use planetfall_files::scenario::ScenarioFile;
use planetfall_report::report::{self, RunComparison};
use planetfall_run::runner;

/// A ball falls half a metre on Mars and is at the ground after 0.519 s.
const BALL: &str = r#"title = "ball"
duration_s = 0.9
[gravity]
acceleration_m_per_s2 = 3.7132
[terrain]
kind = "level"
[ground]
rest_penetration_m = 0.01
damping_ratio = 0.3
stick_angle_deg = 32.0
slide_angle_deg = 27.0
[[vehicle]]
name = "ball"
mass_kg = 100.0
inertia_kg_m2 = [10.0, 10.0, 10.0]
[[vehicle.marker]]
name = "foot"
position_m = [0.0, 0.0, 0.0]
[vehicle.start]
height_m = 0.5
[[figure]]
title = "Touchdown <&>"
y = "foot.normal_force_n"
relative_to = "foot.first_contact_s"
from_s = -0.1
to_s = 0.2
published_clock = { metric = "foot.first_contact_s", published_s = 952.34 }
[[figure.mark]]
label = "<touchdown>"
metric = "foot.first_contact_s"
published_s = 952.34
[[figure.mark]]
label = "peak"
metric = "foot.peak_time_s"
published_s = 952.30
[[figure.mark]]
label = "lift-off"
metric = "foot.last_lift_off_s"
[[figure.mark]]
label = "bridle cut"
published_s = 952.44
"#;

fn run(workdir: &Path, name: &str, changes: &[(&str, &str)]) -> PathBuf {
    let settings: Vec<(String, String)> =
        changes.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let file = ScenarioFile::from_text("ball", BALL).with_overrides(&settings);
    let loaded = file.load(Ink::Plain).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let place = workdir.join(name);
    let folder = OutputFolder::claim(&place, true, false).unwrap();
    runner::run(&loaded, &folder, None, None, &mut |_| ControlFlow::Continue(())).unwrap();
    place
}

fn page(folder: &Path) -> String {
    fs::read_to_string(folder.join("report.html")).unwrap()
}

/// The cells of the marks' table, row by row.
fn rows(page: &str) -> Vec<Vec<String>> {
    let table = page.split("<table class=\"marks\">").nth(1).unwrap();
    let body = table.split("<tbody>").nth(1).unwrap().split("</tbody>").next().unwrap();
    let text = |cell: &str| cell.split('>').nth(1).unwrap().split('<').next().unwrap().to_owned();
    body.split("<tr>").skip(1).map(|row| row.split("<td").skip(1).map(text).collect()).collect()
}

#[test]
fn a_figure_shows_its_window_and_both_kinds_of_events() {
    let workdir = tempfile::tempdir().unwrap();
    let page = page(&run(workdir.path(), "a", &[]));
    let rows = rows(&page);
    assert_eq!(rows[0], ["&lt;touchdown&gt;", "952.34", "952.340", "0.000"]);
    assert_eq!((rows[1][0].as_str(), rows[1][1].as_str()), ("peak", "952.3"));
    assert!(rows[1][2].starts_with("952.3") && rows[1][3].starts_with('+'), "{rows:?}");
    assert_eq!(rows[2][1], "–");
    assert_eq!(rows[3], ["bridle cut", "952.44", "–", "–"]);
    // 0.519 s is the closed form of the fall, sqrt(2 h / g), to the step.
    assert!(page.contains("&lt;touchdown&gt; 0.5"), "the label has the run's own time");
    assert!(page.contains("data-x=\"4.1") && page.contains("here (s, published clock)"));
    let figure = page.split("<svg class=\"plot\"").nth(1).unwrap();
    let figure = figure.split("</svg>").next().unwrap();
    assert_eq!(figure.matches("<text class=\"mark-label here\"").count(), 3);
    assert_eq!(figure.matches("<text class=\"mark-label published\"").count(), 3);
    assert!(!figure.contains("marker-label"), "marks stand in place of all events");
    assert!(!page.contains("<touchdown>") && !page.contains("<&>"));
}

#[test]
fn what_did_not_happen_has_no_line_and_the_window_falls_back_to_the_whole_run() {
    let workdir = tempfile::tempdir().unwrap();
    let page = page(&run(workdir.path(), "a", &[("duration_s", "0.3")]));
    let rows = rows(&page);
    assert_eq!(rows[0][2..], ["did not happen", "–"]);
    assert_eq!(rows[3], ["bridle cut", "952.44", "–", "–"]);
    assert!(!page.contains("class=\"mark here\"") && !page.contains("class=\"mark published\""));
    assert!(page.contains("the figure shows the whole run"), "{page}");
    assert!(page.contains("which would show where published times lie"), "{page}");
}

#[test]
fn a_window_after_the_end_says_that_there_is_nothing() {
    let workdir = tempfile::tempdir().unwrap();
    let far = [("figure[0].from_s", "50"), ("figure[0].to_s", "60")];
    let page = page(&run(workdir.path(), "a", &far));
    assert!(page.contains("The run has no records in the figure&#39;s window"), "{page}");
}

#[test]
fn pictures_carry_the_marks_too() {
    let workdir = tempfile::tempdir().unwrap();
    let folder = run(workdir.path(), "a", &[]);
    report::write_figures(&folder, &workdir.path().join("figures")).unwrap();
    let svg = fs::read_to_string(workdir.path().join("figures/figure-1.svg")).unwrap();
    assert!(svg.contains(".mark.published") && svg.contains("event as published"));
    assert_eq!(svg.matches("<text class=\"mark-label").count(), 6);
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
}

#[test]
fn several_runs_share_one_table_of_events_and_their_outcomes_stand_first() {
    let workdir = tempfile::tempdir().unwrap();
    let first = run(workdir.path(), "first", &[]);
    let higher = run(workdir.path(), "higher", &[("vehicle[0].start.height_m", "0.9")]);
    let end = "[{ when = \"height_below\", height_m = 0.2, outcome = \"tipped_over\" }]";
    let tipped = run(workdir.path(), "tipped", &[("end", end)]);
    let place = workdir.path().join("compare.html");
    let comparison = RunComparison::read(&[first, higher, tipped]).unwrap();
    comparison.write_html(&place).unwrap();
    let page = fs::read_to_string(place).unwrap();
    let rows = rows(&page);
    assert_eq!(rows[0].len(), 8);
    assert_eq!(rows[0][2..], ["952.340", "0.000", "952.340", "0.000", "did not happen", "–"]);
    assert!(page.contains("class=\"mark thin line s0\"") && page.contains("mark thin line s1"));
    assert!(
        page.contains("<strong>first: completed, higher: completed, tipped: tipped over</strong>")
    );
    assert!(page.contains("outcomes differ"));
    assert!(comparison.table().contains("tipped_over"));
}

#[test]
fn the_outcome_stands_in_the_head_of_a_report() {
    let workdir = tempfile::tempdir().unwrap();
    let end = "[{ when = \"height_below\", height_m = 0.2, outcome = \"tipped_over\" }]";
    let page = page(&run(workdir.path(), "a", &[("end", end)]));
    let head = page.split("</header>").next().unwrap();
    assert!(head.contains("<strong>tipped over</strong>"), "{head}");
}
