//! Options of the ground's law.

use crate::scenario::fixture::{ball, load, metric, mistakes, near, run};

const LONG: (&str, &str) = ("duration_s = 0.9", "duration_s = 6.0");

#[test]
fn friction_that_rests_holds_where_the_classical_one_creeps() {
    let on_slope = [LONG, ("kind = \"level\"", "kind = \"incline\"\nslope_deg = 20.0")];
    let creeping = run(&ball(&on_slope));
    // V1 tan θ / tan θ1, as on any slope below both angles.
    let creep = 0.05 * 20.0_f64.to_radians().tan() / 32.0_f64.to_radians().tan();
    near(&creeping, "slope_speed_end_m_per_s", creep, 1e-6);
    let resting =
        [on_slope.as_slice(), &[("damping_ratio", "friction = \"resting\"\ndamping_ratio")]];
    let resting = run(&ball(&resting.concat()));
    near(&resting, "slope_speed_end_m_per_s", 0.0, 1e-9);
}

#[test]
fn a_shared_stiffness_is_that_of_the_whole_vehicle() {
    let markers =
        "position_m = [0.5, 0, 0]\n[[vehicle.marker]]\nname = \"b\"\nposition_m = [-0.5, 0, 0]\n";
    let two = [LONG, ("position_m = [0.0, 0.0, 0.0]\n", markers)];
    let rest = |stiffness: &str| {
        let law = format!("stiffness = \"{stiffness}\"\ndamping_ratio");
        let changes = [two.as_slice(), &[("damping_ratio", law.as_str())]].concat();
        metric(&run(&ball(&changes)), "com.final_z_m")
    };
    assert!((rest("per_marker") - -0.005).abs() < 1e-6, "{}", rest("per_marker"));
    assert!((rest("shared") - -0.01).abs() < 1e-6, "{}", rest("shared"));
}

#[test]
fn a_marker_can_have_a_stiffness_and_damping_of_its_own() {
    let own = "position_m = [0.0, 0.0, 0.0]\nstiffness_n_per_m = 1e4\ndamping_n_s_per_m = 800\n";
    let outcome = run(&ball(&[LONG, ("position_m = [0.0, 0.0, 0.0]\n", own)]));
    near(&outcome, "com.final_z_m", -100.0 * 3.7132 / 1e4, 1e-6);
}

#[test]
fn speeds_and_angles_of_friction_in_the_wrong_order_are_reported() {
    let speeds = "slide_speed_m_per_s = 0.01\ndamping_ratio";
    let reported = mistakes(&ball(&[("damping_ratio", speeds)]));
    assert!(
        reported.contains("V2 = 0.01) must be larger than stick_speed_m_per_s (V1 = 0.05)"),
        "{reported}"
    );
    let loaded = load(&ball(&[("slide_angle_deg = 27.0", "slide_angle_deg = 33.0")]));
    assert!(
        loaded.warnings[0].contains("test.toml:11:19: warning: slide_angle_deg (33)"),
        "{loaded:?}"
    );
}

#[test]
fn a_step_beyond_the_stability_of_the_scheme_is_warned_of_before_the_run() {
    let text = ball(&[]) + "[stepping]\nstep_s = 0.02\n";
    let soft = load(&text);
    assert_eq!(soft.warnings, Vec::<String>::new());
    let stiff = load(&text.replace("damping_ratio", "stick_speed_m_per_s = 0.001\ndamping_ratio"));
    assert!(stiff.warnings[0].contains("past the stability limit of rk4"), "{:?}", stiff.warnings);
    assert!(!stiff.warnings[0].contains('\u{1b}'));
}

#[test]
fn warnings_are_never_coloured_for_they_are_kept_in_files() {
    use planetfall_files::format::Ink;
    use planetfall_files::scenario::ScenarioFile;
    let text = ball(&[("slide_angle_deg = 27.0", "slide_angle_deg = 33.0")]);
    let loaded = ScenarioFile::from_text("test", &text).load(Ink::Colour).unwrap();
    assert!(!loaded.warnings.is_empty() && !loaded.warnings.concat().contains('\u{1b}'));
}
