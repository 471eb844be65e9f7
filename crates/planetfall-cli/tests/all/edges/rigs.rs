//! Rigs: small ones once through, and inputs they cannot use.

use crate::edges::room::Room;

#[test]
fn a_rig_runs_from_its_file_and_from_its_command() {
    let room = Room::new();
    let coarse = "--set ground.spacing_m=0.02 --set rig.way_m=0.1";
    room.ok(&format!("run single-wheel {coarse} --set rig.slips=[0,0.5] --set expect=[] --out a"));
    let told = room.ok("single-wheel --spacing-m 0.02 --way-m 0.1 --slips 0,0.5 --out b");
    assert!(told.contains("greatest pull") && told.contains("driving"), "{told}");
    let [a, b] = ["a", "b"].map(|folder| room.json(&format!("{folder}/summary.json")));
    assert_eq!(a["metrics"], b["metrics"]);
    assert!(a["metrics"]["slip_50.pull_n"].as_f64().is_some());
    for name in ["report.html", "pull.svg", "resistance.svg", "single-wheel.csv", "rig.json"] {
        assert!(room.path("b").join(name).is_file(), "{name}");
    }
    room.ok("report b");
    assert!(room.ok("check bevameter").contains("fine"));
    assert!(room.ok("schema --metrics bevameter").contains("identified_kphi"));
    room.ok("new mine --from self-burial");
    room.ok("check mine.toml");
}

#[test]
fn what_a_rig_cannot_use_is_told_before_anything_is_run() {
    let room = Room::new();
    room.refuses("bevameter --soil moon-dust", &["there is no soil `moon-dust`"]);
    room.refuses("bevameter --offsets 0", &["offsets"]);
    room.refuses("bevameter --spacing fine", &["spacing_m", "fine"]);
    room.refuses("single-wheel --slips 1.5", &["slips[0]", "less than 1"]);
    room.refuses("single-wheel --load-n -3", &["load_n"]);
    room.refuses("run bevameter --until 3", &["--until", "neither paused nor resumed"]);
    room.refuses("converge bevameter", &["rig"]);
    room.refuses("single-wheel --measured no.csv", &["--measured no.csv"]);
    room.write("w.csv", "slip\n0.1\n");
    room.refuses("single-wheel --measured w.csv", &["no column `slip_angle_deg`"]);
}
