//! Sweeps over two keys: the map, what it says of runs that fail, and inputs it cannot use.

use crate::edges::workdir::Workdir;

/// A body that is thrown sideways and ends where it touches: near, or beyond its landing place.
const THROW: &str = r#"title = "throw"
duration_s = 3.0
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
marker = [{ name = "foot", position_m = [0, 0, 0] }]
[vehicle.start]
height_m = 0.5
velocity_m_per_s = [0.0, 0.0, 0.0]
[[end]]
when = "touch"
outcome = "landed"
[[end]]
when = "speed_above"
speed_m_per_s = 2.5
outcome = "tipped_over"
"#;

const KEYS: &str = "sweep throw.toml --key vehicle[0].start.velocity_m_per_s[0] \
                    --key2 vehicle.ball.start.height_m";

fn workdir() -> Workdir {
    let workdir = Workdir::new();
    workdir.write("throw.toml", THROW);
    workdir
}

fn read(workdir: &Workdir, name: &str) -> String {
    String::from_utf8(workdir.read(name)).unwrap()
}

#[test]
fn two_keys_make_a_map_of_outcomes() {
    let workdir = workdir();
    let reported = workdir.ok(&format!("{KEYS} --values -2,0,2 --values2 0.5,2 --out s --figures"));
    // A fall of 0.5 m ends at 1.93 m/s, with 2 m/s sideways at 2.78 m/s; one of 2 m at 3.85 m/s.
    let rows = ["  2 │   T   T   T\n", "0.5 │   T   L   T\n"];
    assert!(rows.iter().all(|row| reported.contains(row)), "{reported}");
    assert!(reported.contains("Of 6 runs, 1 ended with landed, 5 with tipped_over."), "{reported}");
    let csv = read(&workdir, "s/sweep.csv");
    assert_eq!(csv.lines().count(), 7);
    let head = "vehicle[0].start.velocity_m_per_s[0],vehicle.ball.start.height_m,outcome,note\n";
    assert!(csv.starts_with(head), "{csv}");
    assert!(csv.contains("\n0.0,0.5,landed,") && csv.contains("\n-2.0,0.5,tipped_over,"), "{csv}");
    let page = read(&workdir, "s/sweep.html");
    assert!(page.contains("landed (1)") && page.contains("tipped over (5)"));
    assert!(page.contains("vehicle[0].start.velocity_m_per_s[0] [m/s]"));
    assert!(!page.replace("http://www.w3.org/2000/svg", "").contains("http"));
    assert!(read(&workdir, "s/map.svg").starts_with("<svg xmlns="));
}

#[test]
fn a_map_can_show_a_metric_and_does_not_depend_on_the_number_of_jobs() {
    let workdir = workdir();
    let words = format!(
        "{KEYS} --values 0,0.5,1 --values2 0.1,0.2,0.3 --metric foot.first_contact_s \
         --metrics com.final_z_m"
    );
    let reported = [1, 2].map(|jobs| {
        workdir
            .ok(&format!("{words} --jobs {jobs} --out s{jobs}"))
            .replace(&format!("s{jobs}/"), "")
    });
    assert_eq!(reported[0], reported[1]);
    for file in ["sweep.csv", "sweep.html"] {
        assert!(
            workdir.read(&format!("s1/{file}")) == workdir.read(&format!("s2/{file}")),
            "{file}"
        );
    }
    let csv = read(&workdir, "s1/sweep.csv");
    assert!(csv.contains(",outcome,com.final_z_m,foot.first_contact_s,note\n"), "{csv}");
    // The ends of the scale: the first and the last colour.
    let page = read(&workdir, "s1/sweep.html");
    assert!(page.contains("#440154") && page.contains("#fde725"));
}

#[test]
fn a_single_cell_is_a_map_too() {
    let workdir = workdir();
    let reported = workdir.ok(&format!("{KEYS} --values 0 --values2 0.5 --out s"));
    assert!(reported.contains("Of 1 run, 1 ended with landed."), "{reported}");
    let reported =
        workdir.ok("sweep throw.toml --key duration_s --values 0.1 --metrics com.final_z_m");
    assert!(reported.contains("com.final_z_m"), "{reported}");
}

#[test]
fn runs_that_fail_or_cannot_be_are_drawn_and_abort_nothing() {
    let workdir = Workdir::new();
    let reported = workdir.ok("sweep msl-incline-drop --key stepping.step_s --values 0.001,0.1 \
         --key2 ground.damping_ratio --values2 0.2,0.3 --set duration_s=2.0 --out s");
    assert!(reported.contains("Of 4 runs, 2 ended with completed, 2 with failed."), "{reported}");
    let csv = read(&workdir, "s/sweep.csv");
    assert!(csv.contains("\n0.1,0.2,failed,NaN,") && csv.contains("the run diverged"), "{csv}");
    assert!(read(&workdir, "s/sweep.html").contains("failed (2)"));
    // Each value has others that it goes with, but sticking may not be faster than sliding.
    let reported = workdir.ok("sweep bounce --key ground.stick_speed_m_per_s --values 0.02,0.2 \
         --key2 ground.slide_speed_m_per_s --values2 0.3,0.1 --out t");
    assert!(reported.contains("1 with refused."), "{reported}");
    let csv = read(&workdir, "t/sweep.csv");
    let line = csv.lines().find(|line| line.starts_with("0.2,0.1,refused,")).unwrap();
    assert!(line.contains("must be larger than stick_speed_m_per_s"), "{csv}");
}

#[test]
fn a_map_refuses_inputs_it_cannot_use_before_it_runs() {
    let workdir = workdir();
    let both = "--values 0,1 --values2 0.5,1";
    let reported = ["did you mean `height_m`?"];
    workdir.refuses(
        &format!("sweep throw.toml --key duration_s --key2 vehicle[0].start.heigt_m {both}"),
        &reported,
    );
    workdir.refuses(&format!("{KEYS} --values 0,x --values2 1"), &["--values", "invalid float"]);
    workdir.refuses(&format!("{KEYS} --values 0"), &["--values2"]);
    workdir.refuses("sweep throw.toml --values2 1,2", &["--key2"]);
    workdir.refuses("sweep throw.toml --metric com.final_z_m", &["--key2"]);
    workdir.refuses(&format!("{KEYS} {both} --jobs 0"), &["--jobs"]);
    workdir.refuses(
        &format!("{KEYS} {both} --metric foot.first_contct_s"),
        &["--metric: this", "did you mean"],
    );
    workdir.refuses(
        &format!("sweep throw.toml --key duration_s --key2 duration_s {both}"),
        &["first key already"],
    );
    let index = "sweep throw.toml --key vehicle[0].start.velocity_m_per_s[3] --key2 duration_s";
    workdir.refuses(&format!("{index} {both}"), &["the list has 3 elements"]);
    let absent = "sweep bounce --key vehicle[0].start.rate_deg_per_s[0] --key2 duration_s";
    workdir
        .refuses(&format!("{absent} {both}"), &["is not given in the file", "set the whole list"]);
}
