//! The same landing on each ground model, as `planetfall compare` gives it.

use crate::edges::workdir::Workdir;

const FOUR: [&str; 4] = ["marker", "wheel", "soil", "nonsmooth"];

/// Runs a landing on four grounds; how each ended, and a metric of it.
fn compare(scenario: &str, check: impl Fn(&str, &dyn Fn(&str) -> f64)) {
    let workdir = Workdir::new();
    let out = workdir.ok(&format!("compare {scenario} --ground {} --out c", FOUR.join(",")));
    let line = out.lines().find(|line| line.starts_with("outcome")).expect("a line of outcomes");
    assert_eq!(line.split_whitespace().skip(1).collect::<Vec<_>>(), ["landed"; 4], "{line}");
    for ground in FOUR {
        let summary = workdir.json(&format!("c/{ground}/summary.json"));
        assert_eq!(summary["outcome"], "landed", "{ground}");
        let metric = |name: &str| {
            summary["metrics"][name].as_f64().unwrap_or_else(|| panic!("{ground} has no {name}"))
        };
        // Round-off where the scheme books its own terms; marker ground is stepped by rk4 here.
        let (energy, momentum) = if ground == "marker" { (1e-4, 1e-5) } else { (1e-9, 1e-8) };
        let share = metric("energy.unexplained_share");
        assert!(share < energy, "{scenario} on {ground}: {share:e} of the energy");
        let lost = metric("momentum.unexplained_n_s");
        assert!(lost < momentum, "{scenario} on {ground}: {lost:e} N s");
        check(ground, &metric);
    }
}

fn near(case: &str, found: f64, expected: f64, share: f64) {
    assert!((found / expected - 1.0).abs() < share, "{case}: {found}, expected {expected}");
}

#[test]
fn a_sky_crane_sets_its_rover_down_on_every_ground() {
    // 899.18 kg on Mars.
    let weight = 899.18 * 3.7132;
    compare("msl-sky-crane", |ground, metric| {
        near(ground, metric("rover.ground_force_final_n"), weight, 2e-3);
        near(ground, metric("bridles.tension_before_contact_n"), weight, 2e-3);
    });
}

#[test]
fn a_lander_comes_to_rest_under_its_weight_on_every_ground() {
    compare("lander-touchdown", |ground, metric| {
        let weight = (400.0 + metric("lander.propellant_left_kg")) * 3.7132;
        near(ground, metric("lander.ground_force_final_n"), weight, 2e-3);
    });
}
