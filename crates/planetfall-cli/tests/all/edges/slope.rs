//! `planetfall slope`: a small study, and inputs it cannot use.

use crate::edges::room::Room;

#[test]
fn a_small_study_leaves_a_page_tables_and_figures() {
    let room = Room::new();
    let words = "slope --angles 0,12 --samples 2 --direction uphill,across --length 0.1";
    let told = room.ok(&format!("{words} --out o --table t.csv --jobs 2"));
    assert_eq!(told.lines().filter(|line| line.starts_with("straight")).count(), 4, "{told}");
    for name in ["slope.html", "slip-straight-uphill.svg", "slip-straight-across.svg"] {
        assert!(room.path("o").join(name).is_file(), "{name}");
    }
    assert_eq!(room.read("t.csv"), room.read("o/slope.csv"));
    let samples = String::from_utf8(room.read("o/samples.csv")).unwrap();
    assert_eq!(samples.lines().count(), 1 + 2 * 4);
    let json = room.json("o/slope.json");
    assert_eq!(json["rows"].as_array().unwrap().len(), 4);
    assert_eq!((&json["seed"], &json["gravity_m_per_s2"]), (&1.into(), &9.81.into()));
    room.ok(&format!("{words} --out again --jobs 1"));
    for name in ["slope.csv", "samples.csv", "slope.json", "slope.html"] {
        assert_eq!(room.read(&format!("o/{name}")), room.read(&format!("again/{name}")), "{name}");
    }
}

#[test]
fn what_a_study_cannot_use_is_told_before_anything_is_run() {
    let room = Room::new();
    room.refuses("slope mer-dmt", &["mer-dmt: no built-in vehicle", "mer-dtm"]);
    room.refuses("slope --angles 0,steep", &["--angles: `steep` must be an angle"]);
    room.refuses("slope --angles=-5", &["--angles: `-5`"]);
    room.refuses("slope --angles 80", &["from 0 to 45 degrees"]);
    room.refuses("slope --motion crawl", &["--motion: `crawl` must be straight, arc or turn"]);
    room.refuses("slope --direction left", &["uphill, downhill or across"]);
    room.refuses("slope --samples 0", &["--samples 0: from 1"]);
    room.refuses("slope --speed 0", &["--speed 0: must be greater than 0"]);
    room.refuses("slope --gravity -1", &["--gravity -1: must be greater than 0"]);
    room.refuses("slope --ground nowhere.toml", &["--ground nowhere.toml"]);
    room.refuses("slope --ground bounce", &["not of kind \"wheel\""]);
    room.refuses(
        "slope --table no/such/t.csv",
        &["--table no/such/t.csv: there is no such folder"],
    );
    room.refuses("slope lander", &["wheel"]);
    room.write("half.toml", "[ground]\nkind = \"wheel\"\nfriction_angle_deg = 200.0\n");
    room.refuses("slope --ground half.toml", &["friction_angle_deg", "rest_penetration_m"]);
    room.write("p.csv", "direction,angle_deg,slip\nuphill,ten,0.1\n");
    room.refuses("slope --fit p.csv", &["--fit p.csv: line 2: `ten` is no angle"]);
    room.refuses("slope --fit p.csv --free luck", &["--free: `luck`"]);
}

#[test]
fn a_slope_on_which_everything_slides_is_told() {
    let room = Room::new();
    let ended = room.run("slope --angles 45 --samples 1 --direction downhill --length 0.2 --out o");
    assert_eq!(ended.code, Some(0), "{}{}", ended.out, ended.err);
    assert!(ended.err.contains("not less than the soil's angle of friction"), "{}", ended.err);
    assert!(ended.out.contains("1 slid away"), "{}", ended.out);
    assert!(room.path("o/slope.csv").is_file());
}
