//! `[ground] kind = "soil"`: what is built from it, and what is refused.
#![allow(clippy::unwrap_used, clippy::panic)]

use planetfall::recording::Silent;
use planetfall::simulation::Simulation;
use planetfall::time::Time;
use planetfall_io::format::Ink;
use planetfall_io::scenario::{Loaded, ScenarioFile};

fn scenario(ground: &str, method: &str) -> String {
    format!(
        "title = \"trial\"\nduration_s = 1.0\nseed = 7\n[gravity]\nacceleration_m_per_s2 = 3.7132\n\
         [terrain]\nkind = \"level\"\n[ground]\nkind = \"soil\"\n{ground}\n\
         [[vehicle]]\nname = \"rover\"\nmodel = \"mer-dtm\"\n[vehicle.start]\nheight_m = 0.0\n\
         height_of = \"settled\"\n[stepping]\nmethod = \"{method}\"\nstep_s = 0.005\n"
    )
}

fn loaded(ground: &str, method: &str) -> Result<Loaded, String> {
    let file = ScenarioFile::from_text("trial", &scenario(ground, method));
    file.load(Ink::Plain).map_err(|error| error.to_string())
}

#[test]
fn a_rover_set_down_on_sand_sinks_in_and_comes_to_rest() {
    let loaded = loaded("soil = \"dry-sand\"", "implicit").unwrap();
    let scenario = &loaded.scenario;
    let mut simulation = Simulation::new(scenario);
    simulation.advance(Time::from_millis(1000), &mut Silent).unwrap();
    let state = simulation.state();
    let weight: f64 = state.treads.iter().map(|tread| tread.load).sum();
    let inertias = state.inertias.iter().flatten();
    let mass: f64 = inertias.map(planetfall::vehicle::Inertia::mass).sum();
    assert!((weight / (mass * 3.7132) - 1.0).abs() < 1e-3, "{weight} N of {mass} kg");
    assert!(state.treads.iter().all(|tread| (1e-3..0.05).contains(&tread.sinkage)));
    assert!(state.soil.tiles().0 > 0);
}

#[test]
fn a_soil_that_nobody_knows_is_refused_with_the_nearest_name() {
    let error = loaded("soil = \"dry-sant\"", "implicit").unwrap_err();
    assert!(error.contains("there is no soil `dry-sant`"), "{error}");
    assert!(error.contains("did you mean `dry-sand`?"), "{error}");
}

#[test]
fn a_soil_from_scratch_needs_its_main_numbers() {
    let ground = "soil = \"own\"\n[[ground.soil_type]]\nname = \"own\"\nsinkage_exponent = 1.0\n";
    let error = loaded(ground, "implicit").unwrap_err();
    assert!(error.contains("needs frictional_modulus_n_per_m_n2"), "{error}");
    assert!(error.contains("needs friction_angle_deg"), "{error}");
}

#[test]
fn a_region_whose_edges_are_exchanged_is_refused() {
    let ground = "soil = \"dlr-a\"\n[[ground.region]]\nsoil = \"none\"\nwest_m = 2\neast_m = 1\n";
    let error = loaded(ground, "implicit").unwrap_err();
    assert!(error.contains("west_m (2) must be less than east_m (1)"), "{error}");
}

#[test]
fn methods_that_cannot_step_soil_are_told_which_can() {
    for method in ["newmark", "rk4"] {
        let error = loaded("soil = \"dlr-a\"", method).unwrap_err();
        assert!(error.contains("implicit"), "{method}: {error}");
    }
}

#[test]
fn a_grid_that_memory_could_not_hold_is_refused_with_its_numbers() {
    let drive = |spacing: &str| {
        let ground = format!("soil = \"dlr-a\"\nspacing_m = {spacing}");
        let text = scenario(&ground, "implicit").replace("duration_s = 1.0", "duration_s = 2000")
            + "[[vehicle.drive]]\nmotion = \"straight\"\nspeed_m_per_s = 0.05\nduration_s = 2000\n";
        ScenarioFile::from_text("trial", &text).load(Ink::Plain).map_err(|error| error.to_string())
    };
    let error = drive("0.0005").unwrap_err();
    assert!(error.contains("MB if all were touched"), "{error}");
    assert!(error.contains("take a spacing of at least"), "{error}");
    assert!(error.contains("trial.toml:11"), "{error}");
    assert!(drive("0.02").is_ok());
}
