//! Rigs: small ones once through, and inputs they cannot use.

use crate::edges::workdir::Workdir;

#[test]
fn a_rig_runs_from_its_file_and_from_its_command() {
    let workdir = Workdir::new();
    let run = "run single-wheel --set expect=[] --set ground.spacing_m=0.02 --set rig.slips=[0,0.5] \
               --set rig.distance_m=0.1";
    let reported = workdir.ok(&format!("{run} --out a"));
    assert!(reported.contains("greatest pull") && reported.contains("driving"), "{reported}");
    // The former verb says which run it is.
    let former = workdir.run("single-wheel --spacing-m 0.02 --way-m 0.1 --slips 0,0.5 --out b");
    assert_eq!(former.code, Some(0), "{}", former.err);
    let same = "planetfall run single-wheel --set 'expect=[]' --set ground.spacing_m=0.02 \
                --set 'rig.slips=[0, 0.5]' --set rig.distance_m=0.1 --out b";
    assert!(former.err.contains("deprecated") && former.err.contains(same), "{}", former.err);
    assert!(former.out.contains("greatest pull"), "{}", former.out);
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
    let no_file = ["rig.measured", "no.csv", "No such file"];
    workdir.refuses("single-wheel --measured no.csv", &no_file);
    workdir.refuses("run single-wheel --set expect=[] --set rig.measured=\"no.csv\"", &no_file);
    workdir.write("w.csv", "slip\n0.1\n");
    workdir.refuses("single-wheel --measured w.csv", &["no column `slip_angle_deg`"]);
    let alone = ["`fit` is for measured drives: give `measured` too"];
    workdir.refuses("run single-wheel --set rig.fit=true", &alone);
}

/// A key that was called otherwise before is read, and a setting goes before what the file says.
#[test]
fn a_former_name_of_a_key_is_read_with_a_warning() {
    let workdir = Workdir::new();
    workdir.ok("new mine --from multi-pass");
    let text = String::from_utf8(workdir.read("mine.toml")).unwrap();
    workdir.write("mine.toml", text.replace("distance_m = ", "way_m = "));
    let checked = workdir.run("check mine.toml --effective");
    let warned = "`way_m` is called `distance_m` now";
    assert!(checked.err.contains("warning") && checked.err.contains(warned), "{}", checked.err);
    assert!(checked.out.contains("distance_m = 0.7") && !checked.out.contains("way_m"));
    for name in ["way_m", "distance_m"] {
        let set = workdir.run(&format!("check mine.toml --effective --set rig.{name}=0.3"));
        assert!(set.out.contains("distance_m = 0.3"), "{name}: {}{}", set.out, set.err);
    }
    workdir.write("mine.toml", text.replace("distance_m = ", "way_m = 1\ndistance_m = "));
    workdir.refuses("check mine.toml", &["former name of `distance_m`, which is given too"]);
}

#[test]
fn measured_drives_are_predicted_from_the_rigs_file() {
    let workdir = Workdir::new();
    workdir.write(
        "wheel.csv",
        "slip,slip_angle_deg,Fx_N,Fy_N,Fz_N,minus_avg_Z_mm\n0.1,0,1,0,60,5\n0.3,0,8,0,60,8\n",
    );
    let coarse = "--set ground.spacing_m=0.02 --set rig.distance_m=0.1";
    let run = format!("run single-wheel --set expect=[] {coarse} --set rig.measured=\"wheel.csv\"");
    let printed = workdir.ok(&run);
    assert!(printed.contains("straight, slip of -0.2 and more"), "{printed}");
    let first = workdir.json("runs/single-wheel-measured/summary.json")["metrics"].clone();
    assert!(first["straight.pull_rms_n"].as_f64().is_some_and(|x| x > 0.0), "{first}");
    // The copy in the folder names the measurements in full, so it is the same from anywhere.
    workdir.ok("run runs/single-wheel-measured/scenario.toml --out again");
    assert_eq!(first, workdir.json("again/summary.json")["metrics"]);
    workdir.ok("single-wheel --spacing-m 0.02 --distance-m 0.1 --measured wheel.csv --out former");
    assert_eq!(first, workdir.json("former/summary.json")["metrics"]);
}
