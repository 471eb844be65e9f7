//! Phases, triggers and ends.

use crate::scenario::fixture::{ball, load, mistakes, near, refused, run};

fn fall(height: f64) -> f64 {
    (2.0 * height / 3.7132).sqrt()
}

/// The ball with an end; returns the outcome's name and time.
fn ends(end: &str, changes: &[(&str, &str)]) -> (String, f64) {
    let outcome = run(&(ball(changes) + &format!("[[end]]\noutcome = \"seen\"\n{end}\n")));
    (outcome.name.clone(), outcome.time.seconds())
}

#[test]
fn every_condition_ends_a_run_at_its_instant() {
    let long: (&str, &str) = ("duration_s = 0.9", "duration_s = 20.0");
    let up: (&str, &str) = ("height_m = 0.5", "height_m = 0.5\nvelocity_m_per_s = [0, 0, 2]");
    for (end, changes, time) in [
        ("when = \"elapsed\"\nafter_s = 0.25", &[][..], 0.25),
        ("when = \"touch\"", &[], fall(0.5)),
        ("when = \"touch\"\nmarker = \"foot\"", &[], fall(0.5)),
        ("when = \"height_below\"\nheight_m = 0.2", &[], fall(0.3)),
        (
            "when = \"height_above\"\nheight_m = 0.6",
            &[up],
            (2.0 - (4.0 - 2.0 * 3.7132 * 0.1_f64).sqrt()) / 3.7132,
        ),
        ("when = \"speed_above\"\nspeed_m_per_s = 1.0", &[], 1.0 / 3.7132),
    ] {
        let (name, found) = ends(end, changes);
        assert_eq!(name, "seen", "{end}");
        assert!((found - time).abs() < 3e-9, "{end}: {found} is not {time}");
    }
    let (name, time) = ends("when = \"rest\"\nfor_s = 0.5", &[long]);
    assert!(name == "seen" && (1.0..15.0).contains(&time), "{name} {time}");
    assert_eq!(ends("when = \"height_below\"\nheight_m = -5", &[]).0, "completed");
}

#[test]
fn phases_follow_each_other_with_their_own_stepping() {
    let phases = "[[phase]]\nname = \"fall\"\n\
        stepping = { method = \"dopri54\" }\n\
        until = [{ when = \"touch\", next = \"contact\" }]\n\
        [[phase]]\nname = \"contact\"\nstepping = { method = \"implicit\", step_s = 1e-4 }\n\
        until = [{ when = \"height_above\", height_m = 0.001, outcome = \"bounced\" }]\n\
        [[phase]]\nname = \"unused\"\n";
    let text = ball(&[]) + phases;
    let outcome = run(&text);
    assert_eq!(outcome.name, "bounced");
    near(&outcome, "foot.first_contact_s", fall(0.5), 1e-4);
    refused(
        &text.replace("next = \"contact\"", "next = \"contract\""),
        &["`contract`: no such phase", "phases are fall, contact, unused"],
    );
    refused(
        &text.replace("next = \"contact\"", "next = \"contact\", outcome = \"x\""),
        &["name either the `next` phase or the run's `outcome`"],
    );
    refused(&text.replace(", next = \"contact\"", ""), &["name either the `next` phase"]);
    refused(&text.replace("name = \"unused\"", "name = \"fall\""), &["have the name `fall`"]);
}

#[test]
fn a_trigger_of_a_marker_that_is_not_there_is_reported() {
    let end = "[[end]]\noutcome = \"x\"\nwhen = \"touch\"\nmarker = \"fooot\"\n";
    refused(&(ball(&[]) + end), &["`fooot`: no such marker", "did you mean `foot`?"]);
}

#[test]
fn every_method_lets_the_ball_fall_for_the_same_time() {
    for stepping in [
        "method = \"rk4\"",
        "method = \"rk4\"\nstep_s = 0.0001",
        "method = \"dopri54\"",
        "method = \"dopri54\"\nlongest_step_s = 0.001",
        "method = \"implicit\"\nstep_s = 0.0001",
    ] {
        let outcome = run(&(ball(&[]) + "[stepping]\n" + stepping));
        near(&outcome, "foot.first_contact_s", fall(0.5), 0.0011);
    }
}

#[test]
fn error_control_passes_over_the_jump_of_the_damper_at_any_tolerance() {
    let stepping = "[stepping]\nmethod = \"dopri54\"\nposition_tolerance_m = 1e-14\n\
        velocity_tolerance_m_per_s = 1e-13\nlongest_step_s = 0.001\n";
    let outcome = run(&(ball(&[]) + stepping));
    near(&outcome, "foot.first_contact_s", fall(0.5), 2e-9);
    near(&outcome, "energy.unexplained_share", 0.0, 1e-8);
}

#[test]
fn times_that_are_no_whole_nanoseconds_are_reported_all_at_once() {
    let text = ball(&[("duration_s = 0.9", "duration_s = 0.33333333333")])
        + "[stepping]\nstep_s = 1e-10\n[record]\nperiod_s = 0.0000000001\n";
    let reported = mistakes(&text);
    assert_eq!(reported.matches("whole number of nanoseconds").count(), 3, "{reported}");
    assert!(reported.contains("the nearest allowed value is 0.333333333"), "{reported}");
}

#[test]
fn a_shortest_step_longer_than_the_longest_is_reported() {
    let stepping =
        "[stepping]\nmethod = \"dopri54\"\nlongest_step_s = 0.001\nshortest_step_s = 0.1\n";
    refused(&(ball(&[]) + stepping), &["shortest_step_s is longer than longest_step_s"]);
}

#[test]
fn a_run_without_gravity_stays_where_it_is() {
    let own = "position_m = [0.0, 0.0, 0.0]\nstiffness_n_per_m = 1e5";
    let text = ball(&[("s2 = 3.7132", "s2 = 0"), ("position_m = [0.0, 0.0, 0.0]", own)]);
    let outcome = run(&text);
    assert_eq!(outcome.name, "completed");
    near(&outcome, "com.final_z_m", 0.5, 0.0);
    load(&text);
}
