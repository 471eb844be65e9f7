//! The report of a run folder, from its files alone.
//!
//! With `PLANETFALL_KEEP_REPORT=DIR` the sample run is left in that folder to be looked at.

#![allow(clippy::unwrap_used, reason = "a failed test may panic")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use planetfall_files::run_folder::{
    Bound, ColumnSpec, Event, Expectation, ExpectationKind, HistoryFile, OutputFolder,
    ProfilePoint, Summary, evaluate, export_csv_file,
};
use planetfall_report::report::{self, ReportError};

const SCENARIO: &str = r#"
name = "sample-drop"
note = "</pre><script>alert('scenario')</script>"

[[figure]]
title = "Normal force under each wheel"
caption = "A ball on a spring for each wheel; compare with Figure 6 of the paper."
y = ["wheel_1.normal_force_n", "wheel_2.normal_force_n"]
references = [
  { value = 502.5, label = "paper, wheel 1: 502.5 N" },
  { value = 1045.4, label = "paper, wheel 2: 1045.4 N" },
]

[[figure]]
title = "Path of the centre of mass"
kind = "xy"
x = "rover.x_m"
y = ["rover.z_m"]
equal_aspect = true
ground = true

[[figure]]
title = "Speed, on a logarithmic axis"
y = "rover.speed_m_per_s"
log_y = true

[[figure]]
title = "Figure with a column that nobody recorded"
y = ["rover.z_m", "wheel_9.sinkage_m"]
"#;

/// A bouncing body that slides to rest on an incline: plausible, made of closed forms.
fn row(time: f64) -> [f64; 9] {
    let bounce = (-0.9 * time).exp();
    let swing = (6.5 * time).sin();
    let x = 3.8 * (1.0 - (-0.8 * time).exp());
    let z = -0.404 * x + 0.3 + 1.2 * bounce * swing.abs();
    let squeeze = (swing.abs() < 0.25 || time > 4.0) as u8 as f64;
    let push = |rest: f64, peak: f64| {
        squeeze * (rest + peak * bounce * (1.0 - swing.abs() / 0.25).max(0.0))
    };
    let speed = 3.0 * (-0.8 * time).exp() + 0.003;
    let kinetic = 450.0 * speed * speed;
    let potential = 3338.8 * (z + 1.3);
    let dissipated = (9000.0 - kinetic - potential).max(0.0);
    let gap = if (2.0..2.2).contains(&time) { f64::NAN } else { speed };
    [time, x, z, gap, push(502.0, 15_400.0), push(1045.9, 18_700.0), kinetic, potential, dissipated]
}

fn columns() -> Vec<ColumnSpec> {
    [
        "time_s",
        "rover.x_m",
        "rover.z_m",
        "rover.speed_m_per_s",
        "wheel_1.normal_force_n",
        "wheel_2.normal_force_n",
        "energy.kinetic_j",
        "energy.potential_j",
        "energy.dissipated_j",
    ]
    .map(|name| ColumnSpec::new(name, ""))
    .to_vec()
}

fn summary() -> Summary {
    let metrics = BTreeMap::from([
        ("wheel_1.final_normal_force_n".to_owned(), 501.953_217),
        ("wheel_2.final_normal_force_n".to_owned(), 1_045.914_2),
        ("wheel_1.peak_normal_force_n".to_owned(), 17_042.25),
        ("slide_distance_m".to_owned(), 3.820_4),
        ("lateral_drift_m".to_owned(), 3.1e-12),
        ("broken_ratio".to_owned(), f64::NAN),
    ]);
    let expect = |metric: &str, source: &str, bound| Expectation {
        metric: metric.to_owned(),
        kind: ExpectationKind::Published,
        source: source.to_owned(),
        bound,
        known_miss: None,
    };
    let expectations = [
        expect(
            "wheel_1.final_normal_force_n",
            "Table 1, by hand",
            Bound::Absolute { value: 502.5, tolerance: 2.0 },
        ),
        expect(
            "wheel_2.final_normal_force_n",
            "Table 1, by hand",
            Bound::Absolute { value: 1045.4, tolerance: 2.0 },
        ),
        expect(
            "wheel_1.peak_normal_force_n",
            "Fig. 6 <b>",
            Bound::Relative { value: 15_897.0, relative_tolerance: 0.005 },
        ),
        expect("lateral_drift_m", "symmetry", Bound::Range { min: None, max: Some(1e-6) }),
        expect("broken_ratio", "nowhere", Bound::Range { min: Some(0.0), max: Some(1.0) }),
    ];
    Summary {
        failure: None,
        scenario: "sample-drop <i>&".to_owned(),
        outcome: "The rover came to rest after 4.925 s.".to_owned(),
        sim_time_s: 8.0,
        wall_time_s: 0.0421,
        steps: 80_000,
        expect: evaluate(&expectations, &metrics),
        metrics,
        meanings: BTreeMap::from([(
            "wheel_1.peak_normal_force_n".to_owned(),
            "greatest force along the normal <N>".to_owned(),
        )]),
        warnings: vec!["V1 = 0.02 m/s is past the <explicit> limit at dt = 1 ms".to_owned()],
        operator: None,
        pacing: None,
        version: Some("0.1.0".to_owned()),
    }
}

fn event(time_s: f64, kind: &str, entity: Option<&str>, message: &str) -> Event {
    Event {
        time_s,
        kind: kind.to_owned(),
        entity: entity.map(str::to_owned),
        message: message.to_owned(),
        values: BTreeMap::from([("closing_speed_m_per_s".to_owned(), 2.711)]),
    }
}

fn sample_run(path: &Path) {
    let folder = OutputFolder::claim(path, true, false).unwrap();
    folder.write_scenario(SCENARIO).unwrap();
    folder.write_summary(&summary()).unwrap();
    let events = [
        event(0.483, "contact", Some("wheel_1"), "wheel_1 touches the ground."),
        event(0.51, "contact", Some("wheel_2"), "wheel_2 touches the <ground>."),
        event(0.483, "impact", Some("wheel_1"), "wheel_1 strikes at <2.7> m/s."),
        event(4.925, "rest", None, "The rover is slower than V1 from here on."),
    ];
    folder.write_events(&events).unwrap();
    let ground = |i: i32| {
        let x_m = f64::from(i) * 0.1;
        ProfilePoint { x_m, z_m: -0.404 * x_m + 0.02 * (7.0 * x_m).sin() }
    };
    folder.write_profile(&(-20..60).map(ground).collect::<Vec<_>>()).unwrap();
    let mut history = folder.history(&columns()).unwrap();
    for index in 0..80_000 {
        history.push(&row(f64::from(index) * 1e-4)).unwrap();
    }
    history.finish().unwrap();
    folder.put_in_place().unwrap();
    // Tests change single files, as nobody may who wants his checksums to hold.
    std::fs::remove_file(path.join("manifest.json")).unwrap();
}

#[test]
fn a_run_folder_becomes_a_page_with_every_section_and_nothing_unescaped() {
    let workdir = tempfile::tempdir().unwrap();
    let kept = std::env::var("PLANETFALL_KEEP_REPORT");
    let path = kept.as_ref().map_or(workdir.path(), Path::new);
    sample_run(path);
    let place = report::write(path).unwrap();
    let page = fs::read_to_string(place).unwrap();
    for title in [
        "Warnings",
        "Expectations",
        "Figures",
        "Energy account",
        "Metrics",
        "Events",
        "The run",
        "Parameters",
    ] {
        assert!(page.contains(&format!("<h2>{title}</h2>")), "{title}");
    }
    assert_eq!(page.matches("<svg class=\"plot\"").count(), 5);
    assert!(page.contains("The history has no column wheel_9.sinkage_m"));
    assert!(page.contains("✗ 3 of 5 expectations met (3 of 5 published)"));
    assert!(page.contains("Normal force [N]") && page.contains("paper, wheel 1: 502.5 N"));
    for raw in ["alert('scenario')", "<explicit>", "<ground>", "Fig. 6 <b>", "<i>"] {
        assert!(!page.contains(raw), "{raw}");
    }
    for link in ["http:", "https:", "src=", "@import", "url(http"] {
        let allowed = "http://www.w3.org/2000/svg";
        assert!(!page.replace(allowed, "").contains(link), "{link}");
    }
    assert!(page.len() < 1_000_000, "{}", page.len());
    if kept.is_ok() {
        let history = HistoryFile::open(&path.join("history.parquet")).unwrap();
        let csv = fs::File::create(path.join("history.csv")).unwrap();
        export_csv_file(&history, std::io::BufWriter::new(csv), &[]).unwrap();
    }
}

#[test]
fn impacts_are_marked_on_the_force_of_their_wheel() {
    let workdir = tempfile::tempdir().unwrap();
    sample_run(workdir.path());
    let page = fs::read_to_string(report::write(workdir.path()).unwrap()).unwrap();
    assert_eq!(page.matches("class=\"tick impact\"").count(), 1);
    assert!(page.contains("0.4830 s: wheel_1 strikes at &lt;2.7&gt; m/s."));
    assert!(page.contains("doubles when the step is halved"));
}

#[test]
fn a_run_that_describes_no_figure_gets_those_that_suit_its_columns() {
    let workdir = tempfile::tempdir().unwrap();
    sample_run(workdir.path());
    fs::write(workdir.path().join("scenario.toml"), "name = \"bare\"\n").unwrap();
    fs::remove_file(workdir.path().join("profile.csv")).unwrap();
    let page = fs::read_to_string(report::write(workdir.path()).unwrap()).unwrap();
    for title in ["Normal forces.", "Heights.", "Trajectory.", "Energy over time."] {
        assert!(page.contains(title), "{title}");
    }
}

#[test]
fn what_is_missing_or_damaged_is_said_on_the_page() {
    let workdir = tempfile::tempdir().unwrap();
    sample_run(workdir.path());
    fs::write(workdir.path().join("history.parquet"), "cut short").unwrap();
    fs::remove_file(workdir.path().join("events.json")).unwrap();
    fs::write(workdir.path().join("profile.csv"), "what?").unwrap();
    let page = fs::read_to_string(report::write(workdir.path()).unwrap()).unwrap();
    for word in ["not a whole history", "events.json", "profile.csv"] {
        assert!(page.contains(word), "{word}");
    }
}

#[test]
fn a_folder_without_a_run_gets_no_report() {
    let workdir = tempfile::tempdir().unwrap();
    let error = report::write(workdir.path()).unwrap_err();
    assert!(matches!(error, ReportError::NotARun { .. }), "{error}");
    assert!(fs::read_dir(workdir.path()).unwrap().next().is_none());
}

#[test]
fn every_figure_that_can_be_drawn_becomes_a_picture_that_stands_alone() {
    let workdir = tempfile::tempdir().unwrap();
    let run = workdir.path().join("run");
    sample_run(&run);
    let pictures = report::write_figures(&run, &workdir.path().join("a/b")).unwrap();
    let names: Vec<_> = pictures.files.iter().map(|file| file.file_name().unwrap()).collect();
    assert_eq!(
        names,
        ["figure-1.svg", "figure-2.svg", "figure-3.svg", "figure-4.svg", "energy.svg"]
    );
    assert_eq!(pictures.notes, ["figure-4.svg: The history has no column wheel_9.sinkage_m"]);
    for file in &pictures.files {
        let svg = fs::read_to_string(file).unwrap();
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""), "{file:?}");
        assert!(!svg.contains("NaN") && !svg.contains("var("), "{file:?}");
        assert!(svg.len() < 200_000, "{file:?}: {}", svg.len());
    }
}
