//! Asking runs: why, diff, compare, and measured values beside them.

use crate::edges::workdir::Workdir;
use serde_json::Value;

fn answer(workdir: &Workdir, words: &str) -> Value {
    serde_json::from_str(&workdir.ok(words)).unwrap()
}

#[test]
fn why_repeats_a_run_bit_for_bit_for_every_method() {
    let workdir = Workdir::new();
    for (scenario, at) in [
        ("msl-incline-drop", 2.0005),
        ("msl-incline-drop --set ground.friction=\"resting\"", 3.0),
        ("msl-incline-drop --set stepping.method=\"implicit\"", 1.2345),
        ("bounce", 0.0),
        ("bounce", 0.77),
    ] {
        workdir.ok(&format!("run {scenario} --quiet --force --out r"));
        let reported = answer(&workdir, &format!("why r --at {at} --json"));
        assert_eq!(
            reported["check"]["note"],
            Value::Null,
            "{scenario} at {at}: {}",
            reported["check"]
        );
        assert!(reported["check"]["columns"].as_u64().unwrap() > 30);
        assert!(reported["time_s"].as_f64().unwrap() >= at);
    }
}

#[test]
fn why_reports_phase_triggers_step_contacts_and_energy() {
    let workdir = Workdir::new();
    workdir.write("rest.toml", scenario_with("[[end]]\nwhen = \"rest\"\noutcome = \"at_rest\"\nspeed_m_per_s = 0.04\nrate_deg_per_s = 0.5\nfor_s = 0.5\n"));
    workdir.ok("run rest.toml --quiet --out r");
    let reported = workdir.ok("why r --at 1.5");
    for part in [
        "phase     run",
        "limited by the fixed step",
        "rest -> the run ends: at_rest",
        "com_speed_m_per_s = ",
        "to go",
        "wheel_1",
        "work of ground_friction",
        "bit for bit",
    ] {
        assert!(reported.contains(part), "lacks {part}:\n{reported}");
    }
    let end = workdir.json("r/summary.json")["sim_time_s"].as_f64().unwrap();
    let late = answer(&workdir, &format!("why r --at {end} --json"));
    assert_eq!(late["ended"], "at_rest");
    assert_eq!(late["contacts"][0]["regime"], "sticking");
    assert!((late["triggers"][0]["held_s"].as_f64().unwrap() - 0.5).abs() < 1e-9, "{late:#}");
}

#[test]
fn why_refuses_what_is_no_run_and_times_outside_it() {
    let workdir = Workdir::new();
    workdir.ok("run bounce --quiet --out r");
    workdir.refuses("why r --at 99", &["99 s lies outside the run", "from 0 s to"]);
    workdir.refuses("why r --at -1", &["-1 s lies outside"]);
    workdir.refuses("why r --at nan", &["lies outside"]);
    workdir.refuses("why nowhere --at 1", &["nowhere is not the folder of a Planetfall run"]);
    let whole = workdir.read("r/history.parquet");
    workdir.write("r/history.parquet", &whole[..whole.len() / 2]);
    workdir.refuses("why r --at 0.1", &["history.parquet: this is not a whole history"]);
}

#[test]
fn why_notices_that_the_files_of_a_run_have_changed() {
    let workdir = Workdir::new();
    workdir.ok("run msl-incline-drop --quiet --out r");
    let text = String::from_utf8(workdir.read("r/scenario.toml")).unwrap();
    workdir.write("r/scenario.toml", text.replace("damping_ratio = 0.1", "damping_ratio = 0.2"));
    let reported = workdir.ok("why r --at 2");
    assert!(reported.contains("were recomputed otherwise"), "{reported}");
    assert!(reported.contains("files that it names have changed"), "{reported}");
}

#[test]
fn a_run_with_its_own_vehicle_file_can_be_asked_from_anywhere() {
    let workdir = Workdir::new();
    std::fs::create_dir(workdir.path("deep")).unwrap();
    let vehicle = include_str!("../../../../../scenarios/vehicles/curiosity.toml");
    workdir.write("deep/mine.toml", vehicle);
    let text = include_str!("../../../../../scenarios/curiosity-drive.toml");
    workdir
        .write("deep/drive.toml", text.replace("model = \"curiosity\"", "model = \"mine.toml\""));
    workdir.ok("run deep/drive.toml --quiet --until 0.5 --out r");
    let reported = answer(&workdir, "why r --at 0.5 --json");
    assert_eq!(reported["check"]["note"], Value::Null, "{}", reported["check"]);
    let controllers = reported["controllers"].as_array().unwrap();
    let driver = controllers.iter().find(|one| one["name"] == "curiosity-driver").unwrap();
    assert!(driver["mode"].as_str().unwrap().starts_with("leg 1 of 4"), "{driver}");
    assert!(reported["joints"].as_array().unwrap().len() > 10);
}

#[test]
fn diff_finds_where_two_runs_part_and_says_so_by_its_exit_code() {
    let workdir = Workdir::new();
    workdir.ok("run msl-incline-drop --quiet --out a");
    workdir.ok("run msl-incline-drop --quiet --out same");
    workdir.ok("run msl-incline-drop --quiet --set ground.damping_ratio=0.11 --out b");
    assert!(workdir.ok("diff a same").contains("The results are the same, bit for bit"));
    let ended = workdir.run("diff a b");
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.err.is_empty(), "{}", ended.err);
    // Nothing differs before the first touch, at 0.585 s.
    assert!(ended.out.contains("They part at t = 0.585 s"), "{}", ended.out);
    assert!(ended.out.contains("ground.damping_ratio: 0.1 in A, 0.11 in B"), "{}", ended.out);
    let reported: Value = serde_json::from_str(&workdir.run("diff a b --json").out).unwrap();
    assert_eq!(reported["first"]["time_s"], 0.585);
    assert_eq!(reported["records"]["common"], reported["records"]["counts"][0]);
    workdir.refuses("diff a nowhere", &["nowhere is not the folder"]);
    workdir.refuses("diff a b --tolerance -1", &["a tolerance must be zero or a positive number"]);
}

#[test]
fn diff_compares_at_common_times_and_forgives_within_a_tolerance() {
    let workdir = Workdir::new();
    workdir.ok("run msl-incline-drop --quiet --out a");
    workdir.ok("run msl-incline-drop --quiet --set record.period_s=0.04 --out rare");
    let ended = workdir.run("diff a rare");
    assert_eq!(ended.code, Some(1));
    assert!(ended.out.contains("at the times that both have"), "{}", ended.out);
    assert!(ended.out.contains("The records in common agree"), "{}", ended.out);
    let out = workdir.ok("diff a rare --tolerance 1e-9");
    assert!(out.contains("The results are the same within"), "{out}");
    // An adaptive step is cut for records: another run, but the same within its tolerance.
    workdir.ok("run bounce --quiet --out b");
    workdir.ok("run bounce --quiet --set record.period_s=0.04 --out c");
    assert_eq!(workdir.run("diff b c --tolerance 1e-12").code, Some(1));
    let out = workdir.ok("diff b c --tolerance 1e-4");
    assert!(out.contains("The results are the same within"), "{out}");
}

#[test]
fn compare_runs_one_scenario_on_several_grounds_and_names_those_that_there_are() {
    let workdir = Workdir::new();
    let out = workdir.ok("compare bounce --ground marker --out c");
    assert!(out.contains("page: c/compare.html") && out.contains("outcome"), "{out}");
    assert!(
        workdir.path("c/marker/report.html").is_file() && workdir.path("c/compare.html").is_file()
    );
    workdir.refuses("compare bounce --ground bekker", &["do not follow", "extends"]);
    let out = workdir.ok("compare bounce --ground marker,nonsmooth --out two");
    assert!(out.contains("bounce on nonsmooth ground"), "{out}");
    assert!(workdir.path("two/nonsmooth/report.html").is_file());
    let out = workdir.ok("compare bounce --ground soil --out three");
    assert!(out.contains("bounce on soil ground"), "{out}");
    workdir.refuses(
        "compare bounce --ground mud",
        &["there is no such ground model; there are: marker"],
    );
    workdir.refuses("compare bounce --ground marker --out c", &["not empty"]);
}

#[test]
fn a_report_of_several_runs_holds_their_metrics_side_by_side() {
    let workdir = Workdir::new();
    workdir.ok("run bounce --quiet --out a");
    workdir.ok("run bounce --quiet --set ground.damping_ratio=0.2 --out b");
    let out = workdir.ok("report a b");
    assert!(out.contains("metrics are the same in all runs") && out.contains(" %)"), "{out}");
    let page = String::from_utf8(workdir.read("compare.html")).unwrap();
    assert!(page.contains("Metrics that differ") && page.contains("com.z_m"));
    assert!(!page.contains("src=") && !page.contains("href=\"http"), "the page needs no network");
    workdir.ok("report a b");
    workdir.write("mine.html", "my own page");
    workdir.refuses("report a b --out mine.html", &["mine.html", "is not replaced"]);
    workdir.refuses("report a nowhere", &["nowhere is not the folder"]);
    workdir.refuses("report a --out x.html", &["--out is for the page of several runs"]);
}

/// The drop on an incline with more at its end.
fn scenario_with(more: &str) -> String {
    include_str!("../../../../../scenarios/msl-incline-drop.toml").to_owned() + "\n" + more
}

const COMPARE: &str = "
[[compare]]
name = \"fall\"
file = \"fall.csv\"
time_column = \"t [ms]\"
time_scale = 0.001
[[compare.column]]
theirs = \"depth\"
ours = \"com.z_m\"
scale = -1.0
offset = 2.0
";

/// The free fall before the first touch, as a table: z = 2 m less g t²/2 at the origin.
fn fall(start_m: f64) -> String {
    let rows = (0..50).map(|index| {
        let t = f64::from(index) * 0.01;
        format!("{},{}\n", 10 * index, start_m + 0.5 * 3.7132 * t * t)
    });
    format!("t [ms],depth\n{}", rows.collect::<String>())
}

#[test]
fn measured_values_become_metrics_that_an_expectation_can_use() {
    let workdir = Workdir::new();
    workdir.write("fall.csv", fall(0.0));
    let expect = "[[expect]]\nmetric = \"compare.fall.com.z_residual_rms_m\"\nmax = 1e-9\nsource = \"closed form\"\n";
    workdir.write("s.toml", scenario_with(&format!("{COMPARE}{expect}")));
    let known = workdir.ok("schema --metrics s.toml");
    assert!(known.contains("compare.fall.com.z_correlation"), "{known}");
    workdir.ok("run s.toml --strict --out r");
    let summary = workdir.json("r/summary.json");
    let metrics = &summary["metrics"];
    assert_eq!(metrics["compare.fall.com.z_points"], 50.0);
    assert!(metrics["compare.fall.com.z_residual_max_m"].as_f64().unwrap() < 1e-9, "{metrics}");
    assert!(metrics["compare.fall.com.z_correlation"].as_f64().unwrap() > 0.999_999);
    assert_eq!(workdir.read("r/compare_fall.csv"), workdir.read("fall.csv"));
    let page = String::from_utf8(workdir.read("r/report.html")).unwrap();
    assert!(page.contains("Compared with data") && page.contains("fall: depth"));
    // The folder alone is enough: to ask, to report, to run again in its own place.
    std::fs::remove_file(workdir.path("fall.csv")).unwrap();
    assert!(workdir.ok("why r --at 1").contains("bit for bit"));
    workdir.ok("report r");
    workdir.ok("run r/scenario.toml --strict --quiet --force --out r");
    // A run without the comparison takes its copy away.
    workdir.ok("run msl-incline-drop --quiet --force --out r");
    assert!(!workdir.path("r/compare_fall.csv").exists());
}

#[test]
fn every_mistake_of_a_comparison_is_reported() {
    let workdir = Workdir::new();
    let try_with = |table: &str, csv: Option<&str>, reported: &[&str]| {
        let _ = std::fs::remove_file(workdir.path("fall.csv"));
        if let Some(csv) = csv {
            workdir.write("fall.csv", csv);
        }
        workdir.write("s.toml", scenario_with(table));
        workdir.refuses("run s.toml --out r", reported);
    };
    let good = fall(0.0);
    try_with(COMPARE, None, &["s.toml:", "fall.csv: No such file"]);
    try_with(
        COMPARE,
        Some("t,depth\n0,1\n"),
        &["no column `t [ms]`; the columns are `t`, `depth`"],
    );
    try_with(COMPARE, Some("t [ms],depth\n0,1\n1,x\n"), &["line 3: `x` in column `depth`"]);
    try_with(
        COMPARE,
        Some("t [ms],depth\n1,1\n0,2\n"),
        &["line 3: the time 0 s does not come after 0.001 s"],
    );
    try_with(
        COMPARE,
        Some("t [ms],depth\n90000,1\n"),
        &["its times, 90 s to 90 s, do not meet the run's"],
    );
    let other = COMPARE.replace("com.z_m", "com.zz_m");
    try_with(
        &other,
        Some(&good),
        &["`com.zz_m`: this scenario records no such column", "did you mean `com.z_m`?"],
    );
    let twice = format!("{COMPARE}[[compare.column]]\ntheirs = \"depth\"\nours = \"com.z_m\"\n");
    try_with(&twice, Some(&good), &["`com.z_m` is compared twice here"]);
    let nobody = format!(
        "{COMPARE}[[expect]]\nmetric = \"compare.fall.com.z_residual_rms_n\"\nmax = 1.0\nsource = \"x\"\n"
    );
    try_with(
        &nobody,
        Some(&good),
        &["no such metric", "did you mean `compare.fall.com.z_residual_rms_m`?"],
    );
}
