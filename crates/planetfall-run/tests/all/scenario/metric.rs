//! `[[metric]]`, `[[vehicle.torque]]` and `[[vehicle.cycle]]`.

use crate::scenario::fixture::{BALL, load, metric, near, refused, run};

fn with(metrics: &str) -> String {
    BALL.to_owned() + metrics
}

#[test]
fn metrics_of_a_falling_ball_are_those_of_its_parabola() {
    let text = with(
        "[[metric]]\nname = \"fall.acceleration_m_per_s2\"\ncolumn = \"com.vz_m_per_s\"\n\
         kind = \"slope\"\nuntil_s = 0.4\n\
         [[metric]]\nname = \"fall.way_m\"\ncolumn = \"com.z_m\"\nkind = \"change\"\nscale = -1\n\
         until_s = 0.4\n\
         [[metric]]\nname = \"fall.height_m\"\ncolumn = \"com.z_m\"\nkind = \"at\"\nat_s = 0.3\n\
         [[metric]]\nname = \"both\"\ncolumn = [\"com.vz_m_per_s\", \"body.z_m\"]\nkind = \"at\"\n\
         at_s = 0.2\n\
         [record]\nperiod_s = 0.25\n",
    );
    let outcome = run(&text);
    let g = 3.7132;
    near(&outcome, "fall.acceleration_m_per_s2", -g, 1e-10);
    near(&outcome, "fall.way_m", 0.5 * g * 0.16, 1e-12);
    near(&outcome, "fall.height_m", 0.5 - 0.5 * g * 0.09, 1e-12);
    near(&outcome, "both", -g * 0.2 + 0.5 - 0.5 * g * 0.04, 1e-12);
}

#[test]
fn metrics_can_be_expected_and_marked_missing() {
    let text = with(
        "[[metric]]\nname = \"later\"\ncolumn = \"com.z_m\"\nkind = \"mean\"\nfrom_s = 0.8\n\
         until_s = 0.9\n[[end]]\nwhen = \"elapsed\"\nafter_s = 0.5\noutcome = \"early\"\n\
         [[expect]]\nmetric = \"later\"\nmin = 0.0\nsource = \"test\"\n",
    );
    assert!(load(&text).metric_names().contains(&"later".to_owned()));
    assert!(metric(&run(&text), "later").is_nan());
}

#[test]
fn a_shortened_run_reports_once_which_metrics_it_does_not_reach() {
    let one = |name: &str, rest: &str| {
        format!("[[metric]]\nname = \"{name}\"\ncolumn = \"com.z_m\"\n{rest}")
    };
    let text = with(
        &(one("early", "kind = \"mean\"\nuntil_s = 0.5\n")
            + &one("late", "kind = \"mean\"\nuntil_s = 4.0\n")
            + &one("then", "kind = \"at\"\nat_s = 2.0\n")
            + "[[expect]]\nmetric = \"late\"\nmin = 0.0\nsource = \"test\"\n"),
    );
    let reported = load(&text).warnings;
    assert_eq!(reported.len(), 1, "{reported:?}");
    let words = "the run ends at 0.9 s at the latest, before these are measured: `late`, `then`.";
    assert!(reported[0].contains(words) && !reported[0].contains("early"), "{}", reported[0]);
    let outcome = run(&text);
    assert!(metric(&outcome, "late").is_nan() && metric(&outcome, "then").is_nan());
    assert!(metric(&outcome, "early").is_finite());
}

#[test]
fn mistakes_of_a_metric_are_reported() {
    let one = |name: &str, rest: &str| with(&format!("[[metric]]\nname = \"{name}\"\n{rest}"));
    let mean = "column = \"com.z_m\"\nkind = \"mean\"\n";
    refused(&one("com.final_z_m", mean), &["has a metric of that name already"]);
    refused(&one("Two words", mean), &["small letters"]);
    refused(&one("compare.x", mean), &["[[compare]]"]);
    refused(&one("a", "column = \"com.zz_m\"\nkind = \"mean\"\n"), &["did you mean `com.z_m`?"]);
    refused(
        &one("a", "column = \"wheel_*.z_m\"\nkind = \"mean\"\n"),
        &["no recorded column is so"],
    );
    refused(&one("a", "column = \"com.z_m\"\nkind = \"at\"\n"), &["needs its instant, `at_s`"]);
    refused(&one("a", &format!("{mean}at_s = 0.1\n")), &["has no `at_s`"]);
    refused(&one("a", &format!("{mean}from_s = 0.5\nuntil_s = 0.4\n")), &["later than `from_s`"]);
    let twice = "column = [\"com.z_m\", \"com.z_m\"]\nkind = \"mean\"\n";
    refused(&one("a", twice), &["summed twice"]);
    refused(&(one("a", mean) + "[[metric]]\nname = \"a\"\n" + mean), &["already"]);
}

const ROVER: &str = "[[vehicle]]\nname = \"rover\"\nmodel = \"exomars-siconos\"\n\
                     [vehicle.start]\nheight_m = 5.0\n";

fn rover(torque: &str) -> String {
    let end = BALL.find("[[vehicle]]").unwrap();
    BALL[..end].to_owned() + ROVER + torque
}

#[test]
fn a_torque_by_the_clock_turns_a_free_wheel_as_its_inertia_says() {
    let text = rover(
        "[[vehicle.torque]]\njoints = \"wheel_front_left\"\npieces = [\n\
         { until_s = 0.2, torque_n_m = 0.07 }, { until_s = 0.5, torque_n_m = 0.0, slope_n_m_per_s = 0.14 }]\n\
         [[metric]]\nname = \"spin\"\ncolumn = \"wheel_front_left.rate_rad_per_s\"\nkind = \"at\"\nat_s = 0.2\n\
         [[metric]]\nname = \"last\"\ncolumn = \"wheel_front_left.rate_rad_per_s\"\nkind = \"change\"\n\
         from_s = 0.5\nuntil_s = 0.8\n\
         [[metric]]\nname = \"torque\"\ncolumn = \"wheel_front_left.torque_n_m\"\nkind = \"at\"\nat_s = 0.4\n",
    );
    let outcome = run(&text);
    // 0.07 kg m² by its disc of 0.10 m; the rover aloft gives way a little.
    near(&outcome, "spin", 0.2, 2e-3);
    near(&outcome, "last", 0.0, 1e-3);
    // The step that ends at 0.4 s was recorded at its beginning.
    near(&outcome, "torque", 0.14 * 0.4, 0.14 * 0.001 + 1e-12);
}

#[test]
fn mistakes_of_a_torque_are_reported() {
    let piece = "pieces = [{ until_s = 1.0, torque_n_m = 1.0 }]\n";
    let one = |joints: &str| rover(&format!("[[vehicle.torque]]\njoints = \"{joints}\"\n{piece}"));
    load(&one("wheel_*"));
    refused(&one("wheel_frnt_left"), &["did you mean `wheel_front_left`?"]);
    refused(&one("bogie_front"), &["has no motor", "[link.joint.motor]"]);
    refused(&one("arm_*"), &["no joint of vehicle `rover` with a motor is so"]);
    let again = format!("[[vehicle.torque]]\njoints = \"wheel_front_left\"\n{piece}");
    refused(&(one("wheel_*") + &again), &["`wheel_front_left` is commanded twice"]);
    let drive = "[[vehicle.drive]]\nmotion = \"straight\"\nspeed_m_per_s = 0.1\nduration_s = 1.0\n";
    refused(&(one("wheel_*") + drive), &["is commanded twice", "[[vehicle.drive]]"]);
    let backwards = "[[vehicle.torque]]\njoints = \"wheel_*\"\npieces = [{ until_s = 1.0, \
                     torque_n_m = 1.0 }, { until_s = 0.5, torque_n_m = 0.0 }]\n";
    refused(&rover(backwards), &["later than that of the piece before"]);
}

#[test]
fn joints_start_where_their_cycle_does_and_go_through_it() {
    let text = rover(
        "[[vehicle.cycle]]\njoints = [\"wheel_front_left\", \"wheel_front_right\"]\nphases = [0.0, 0.5]\n\
         period_s = 0.8\nfrom_s = 0.1\npoints_deg = [[0.0, 10.0], [0.5, 50.0]]\n\
         [[metric]]\nname = \"left\"\ncolumn = \"wheel_front_left.angle_rad\"\nkind = \"min\"\nuntil_s = 0.01\n\
         [[metric]]\nname = \"right\"\ncolumn = \"wheel_front_right.angle_rad\"\nkind = \"max\"\nuntil_s = 0.01\n",
    );
    let outcome = run(&text);
    near(&outcome, "left", 10.0_f64.to_radians(), 1e-3);
    near(&outcome, "right", 50.0_f64.to_radians(), 1e-3);
}

#[test]
fn mistakes_of_a_cycle_are_reported() {
    let one = |joints: &str, rest: &str| {
        rover(&format!("[[vehicle.cycle]]\njoints = \"{joints}\"\nperiod_s = 1.0\n{rest}"))
    };
    let points = "points_deg = [[0.0, 1.0], [0.5, 2.0]]\n";
    load(&one("wheel_*", points));
    refused(&one("wheel_frnt_left", points), &["did you mean `wheel_front_left`?"]);
    refused(&one("wheel_*", ""), &["these joints turn", "`points_deg`"]);
    refused(&one("wheel_*", "points_m = [[0.0, 1.0]]\n"), &["these joints turn", "`points_deg`"]);
    refused(&one("wheel_*", "points_deg = [[0.5, 1.0], [0.2, 2.0]]\n"), &["share of point 2"]);
    refused(&one("wheel_*", &format!("phases = [0.5]\n{points}")), &["1 phases for 6 joints"]);
    refused(&one("wheel_*", &format!("from_s = 2.0\nuntil_s = 1.0\n{points}")), &["later than"]);
    let torque = "[[vehicle.torque]]\njoints = \"wheel_front_left\"\n\
                  pieces = [{ until_s = 1.0, torque_n_m = 1.0 }]\n";
    refused(&(one("wheel_*", points) + torque), &["`wheel_front_left` is commanded twice"]);
    let drive = "[[vehicle.drive]]\nmotion = \"straight\"\nspeed_m_per_s = 0.1\nduration_s = 1.0\n";
    refused(&(one("wheel_*", points) + drive), &["is commanded twice", "[[vehicle.drive]]"]);
}
