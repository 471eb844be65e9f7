//! Rigs: small ones once through, and inputs they cannot use.

use crate::edges::workdir::Workdir;

#[test]
fn a_rig_runs_from_its_file_and_from_its_command() {
    let workdir = Workdir::new();
    let coarse = "--set ground.spacing_m=0.02 --set rig.way_m=0.1";
    workdir
        .ok(&format!("run single-wheel {coarse} --set rig.slips=[0,0.5] --set expect=[] --out a"));
    let reported = workdir.ok("single-wheel --spacing-m 0.02 --way-m 0.1 --slips 0,0.5 --out b");
    assert!(reported.contains("greatest pull") && reported.contains("driving"), "{reported}");
    let [a, b] = ["a", "b"].map(|folder| workdir.json(&format!("{folder}/summary.json")));
    assert_eq!(a["metrics"], b["metrics"]);
    assert!(a["metrics"]["slip_50.pull_n"].as_f64().is_some());
    for name in ["report.html", "pull.svg", "resistance.svg", "single-wheel.csv", "rig.json"] {
        assert!(workdir.path("b").join(name).is_file(), "{name}");
    }
    workdir.ok("report b");
    assert!(workdir.ok("check bevameter").contains("fine"));
    assert!(workdir.ok("schema --metrics bevameter").contains("identified_kphi"));
    workdir.ok("new mine --from self-burial");
    workdir.ok("check mine.toml");
}

#[test]
fn what_a_rig_cannot_use_is_reported_before_anything_is_run() {
    let workdir = Workdir::new();
    workdir.refuses("bevameter --soil moon-dust", &["there is no soil `moon-dust`"]);
    workdir.refuses("bevameter --offsets 0", &["offsets"]);
    workdir.refuses("bevameter --spacing fine", &["spacing_m", "fine"]);
    workdir.refuses("single-wheel --slips 1.5", &["slips[0]", "less than 1"]);
    workdir.refuses("single-wheel --load-n -3", &["load_n"]);
    workdir.refuses("run bevameter --until 3", &["--until", "neither paused nor resumed"]);
    workdir.refuses("converge bevameter", &["rig"]);
    workdir.refuses("single-wheel --measured no.csv", &["--measured no.csv"]);
    workdir.write("w.csv", "slip\n0.1\n");
    workdir.refuses("single-wheel --measured w.csv", &["no column `slip_angle_deg`"]);
}
