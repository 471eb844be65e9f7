//! `planetfall slope`: a small study, and inputs it cannot use.

use crate::edges::workdir::Workdir;

#[test]
fn a_small_study_leaves_a_page_tables_and_figures() {
    let workdir = Workdir::new();
    let words = "slope --angles 0,12 --samples 2 --direction uphill,across --length 0.1";
    let reported = workdir.ok(&format!("{words} --out o --table t.csv --jobs 2"));
    assert_eq!(
        reported.lines().filter(|line| line.starts_with("straight")).count(),
        4,
        "{reported}"
    );
    for name in ["slope.html", "slip-straight-uphill.svg", "slip-straight-across.svg"] {
        assert!(workdir.path("o").join(name).is_file(), "{name}");
    }
    assert_eq!(workdir.read("t.csv"), workdir.read("o/slope.csv"));
    let samples = String::from_utf8(workdir.read("o/samples.csv")).unwrap();
    assert_eq!(samples.lines().count(), 1 + 2 * 4);
    let json = workdir.json("o/slope.json");
    assert_eq!(json["rows"].as_array().unwrap().len(), 4);
    assert_eq!((&json["seed"], &json["gravity_m_per_s2"]), (&1.into(), &9.81.into()));
    workdir.ok(&format!("{words} --out again --jobs 1"));
    for name in ["slope.csv", "samples.csv", "slope.json", "slope.html"] {
        assert_eq!(
            workdir.read(&format!("o/{name}")),
            workdir.read(&format!("again/{name}")),
            "{name}"
        );
    }
}

#[test]
fn what_a_study_cannot_use_is_reported_before_anything_is_run() {
    let workdir = Workdir::new();
    workdir.refuses("slope mer-dmt", &["mer-dmt: no built-in vehicle", "mer-dtm"]);
    workdir.refuses("slope --angles 0,steep", &["--angles: `steep` must be an angle"]);
    workdir.refuses("slope --angles=-5", &["--angles: `-5`"]);
    workdir.refuses("slope --angles 80", &["from 0 to 45 degrees"]);
    workdir.refuses("slope --motion crawl", &["--motion: `crawl` must be straight, arc or turn"]);
    workdir.refuses("slope --direction left", &["uphill, downhill or across"]);
    workdir.refuses("slope --samples 0", &["--samples 0: from 1"]);
    workdir.refuses("slope --speed 0", &["--speed 0: must be greater than 0"]);
    workdir.refuses("slope --gravity -1", &["--gravity -1: must be greater than 0"]);
    workdir.refuses("slope --ground nowhere.toml", &["--ground nowhere.toml"]);
    workdir.refuses("slope --ground bounce", &["not of kind \"wheel\""]);
    workdir.refuses(
        "slope --table no/such/t.csv",
        &["--table no/such/t.csv: there is no such folder"],
    );
    workdir.refuses("slope lander", &["wheel"]);
    workdir.write("half.toml", "[ground]\nkind = \"wheel\"\nfriction_angle_deg = 200.0\n");
    workdir.refuses("slope --ground half.toml", &["friction_angle_deg", "rest_penetration_m"]);
    workdir.write("p.csv", "direction,angle_deg,slip\nuphill,ten,0.1\n");
    workdir.refuses("slope --fit p.csv", &["--fit p.csv: line 2: `ten` is no angle"]);
    workdir.refuses("slope --fit p.csv --free luck", &["--free: `luck`"]);
}

#[test]
fn a_slope_on_which_everything_slides_is_reported() {
    let workdir = Workdir::new();
    let ended =
        workdir.run("slope --angles 45 --samples 1 --direction downhill --length 0.2 --out o");
    assert_eq!(ended.code, Some(0), "{}{}", ended.out, ended.err);
    assert!(ended.err.contains("not less than the soil's angle of friction"), "{}", ended.err);
    assert!(ended.out.contains("1 slid away"), "{}", ended.out);
    assert!(workdir.path("o/slope.csv").is_file());
}
