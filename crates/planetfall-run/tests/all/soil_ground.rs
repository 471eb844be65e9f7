//! `[ground] kind = "soil"`: what is built from it, and what is refused.
#![allow(clippy::unwrap_used, clippy::panic)]

use planetfall::recording::Silent;
use planetfall::simulation::Simulation;
use planetfall::time::Time;
use planetfall_files::format::Ink;
use planetfall_files::scenario::{Loaded, ScenarioFile};

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
    let weight: f64 = state.ground.treads.iter().map(|tread| tread.load).sum();
    let inertias = state.inertias.iter().flatten();
    let mass: f64 = inertias.map(planetfall::vehicle::Inertia::mass).sum();
    assert!((weight / (mass * 3.7132) - 1.0).abs() < 1e-3, "{weight} N of {mass} kg");
    let wheels = scenario.world.vehicles()[0].supports();
    let mut treads = state.ground.treads.iter().take(wheels);
    assert!(treads.all(|tread| (1e-3..0.05).contains(&tread.sinkage)));
    assert!(state.ground.soil.tiles().0 > 0);
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
fn methods_that_cannot_step_soil_are_refused_with_those_that_can() {
    for method in ["newmark", "event_driven"] {
        let error = loaded("soil = \"dlr-a\"", method).unwrap_err();
        assert!(error.contains("implicit"), "{method}: {error}");
    }
    assert!(loaded("soil = \"dlr-a\"", "rk4").is_ok());
    let bare = "soil = \"dlr-a\"\n[[ground.region]]\nsoil = \"none\"\nwest_m = 2\n";
    let error = loaded(bare, "rk4").unwrap_err();
    assert!(error.contains("nonsmooth ground where there is no soil"), "{error}");
}

/// How far the first vehicle's root moves within a second, m, and by how much its load changes, as a share
/// of its weight, wheel by wheel.
fn unrest(text: &str) -> (f64, f64) {
    let file = ScenarioFile::from_text("trial", text);
    let loaded = file.load(Ink::Plain).unwrap_or_else(|error| panic!("{error}"));
    let scenario = &loaded.scenario;
    let world = &scenario.world;
    let initial = scenario.initial();
    let volumes = initial.ground.soil.volumes();
    assert!(volumes.displaced > 0);
    assert_eq!(volumes.displaced, volumes.deposited + volumes.compacted);
    let carried = planetfall::statics::sink(world, &initial, 0, &[]).unwrap().unwrap();
    let mut simulation = Simulation::new(scenario);
    let start = initial.motion(world, 0).position;
    let mut distance: f64 = 0.0;
    for millis in (50..=1000).step_by(50) {
        simulation.advance(Time::from_millis(millis), &mut Silent).unwrap();
        let now = simulation.state().motion(world, 0).position;
        distance = distance.max((now - start).norm());
    }
    let weight: f64 = carried.settled.supports.iter().map(|support| support.load).sum();
    let mut change: f64 = 0.0;
    for (contactor, tread) in simulation.state().ground.treads.iter().enumerate() {
        let own = carried.settled.supports.iter().filter(|s| s.contactor == contactor);
        let load: f64 = own.map(|support| support.load).sum();
        println!(
            "  {} {load:.3} N, after a second {:.3} N, {:.5} m deep",
            world.contactor_name(contactor),
            tread.load,
            tread.sinkage
        );
        change = change.max((tread.load - load).abs() / weight);
    }
    (distance, change)
}

#[test]
fn a_vehicle_that_starts_settled_stands_where_the_soil_carries_it() {
    for soil in ["dry-sand", "dlr-a", "dlr-d"] {
        let text = scenario(&format!("soil = \"{soil}\""), "implicit");
        let (distance, change) = unrest(&text);
        println!("{soil}: {distance:e} m, {change:e}");
        assert!(distance < 1e-4, "{soil}: {distance:e} m");
        // Statics holds every motor where it is; motors of wheels that are commanded nothing turn by a
        // ten-millionth of a metre, and what was locked in between the wheels goes with that.
        assert!(change < 3e-3, "{soil}: {change:e}");
    }
    // Wheels that nobody holds roll down a slope.
    let slope = scenario("soil = \"dry-sand\"", "implicit")
        .replace("kind = \"level\"", "kind = \"incline\"\nslope_deg = 8.0")
        + "[[vehicle.drive]]\nmotion = \"stop\"\nduration_s = 1.0\n";
    let (distance, change) = unrest(&slope);
    println!("slope: {distance:e} m, {change:e}");
    assert!(distance < 1e-4, "on a slope: {distance:e} m");
    assert!(change < 1e-2, "on a slope: {change:e}");
}

#[test]
fn wheels_that_start_settled_carry_what_statics_gives_them_on_rigid_ground() {
    let loaded = loaded("soil = \"dry-sand\"", "implicit").unwrap();
    let scenario = &loaded.scenario;
    let sunk =
        planetfall::statics::sink(&scenario.world, &scenario.initial(), 0, &[]).unwrap().unwrap();
    let question = planetfall_run::settling::Question {
        vehicle: "mer-dtm".to_owned(),
        terrain: "flat".to_owned(),
        at_m: [0.0; 2],
        heading_deg: 90.0,
        gravity_m_per_s2: 3.7132,
        rest_penetration_m: None,
        friction: planetfall_run::settling::FRICTION,
        soil: None,
    };
    let rigid = planetfall_run::settling::settle(&question).unwrap();
    let wheels = scenario.world.vehicles()[0].supports();
    for (contactor, (name, load)) in rigid.loads.iter().enumerate().take(wheels) {
        let own = sunk.settled.supports.iter().filter(|s| s.contactor == contactor);
        let here: f64 = own.map(|support| support.load).sum();
        // Sinking in unequally turns the rocker and the bogies a little.
        assert!((here / load - 1.0).abs() < 0.01, "{name}: {here} N in soil, {load} N on rock");
    }
}

#[test]
fn a_settled_start_that_soil_cannot_hold_is_refused_with_the_reason() {
    let text = scenario("soil = \"dry-sand\"", "implicit")
        .replace("kind = \"level\"", "kind = \"incline\"\nslope_deg = 38.0");
    let error = ScenarioFile::from_text("trial", &text).load(Ink::Plain).unwrap_err().to_string();
    assert!(error.contains("it does not settle in the soil: it slides"), "{error}");
    assert!(error.contains("asked for were 38.00°"), "{error}");
    assert!(error.contains("start it above the ground"), "{error}");
}

#[test]
fn a_grid_that_memory_could_not_hold_is_refused_with_its_numbers() {
    let error = long_drive("spacing_m = 0.0005").unwrap_err();
    assert!(error.contains("MB if all were touched"), "{error}");
    assert!(error.contains("take a spacing of at least"), "{error}");
    assert!(error.contains("trial.toml:11"), "{error}");
    assert!(long_drive("spacing_m = 0.02").is_ok());
}

#[test]
fn the_memory_that_soil_may_take_is_a_key() {
    let error = long_drive("spacing_m = 0.02\nmemory_limit_mb = 1").unwrap_err();
    assert!(error.contains("more than the 1 MB allowed"), "{error}");
    assert!(error.contains("memory_limit_mb allows more"), "{error}");
    let (_, rest) = error.split_once("would need ").unwrap();
    let needed: f64 = rest.split_once(" MB").unwrap().0.parse().unwrap();
    let within = |limit: f64| long_drive(&format!("spacing_m = 0.02\nmemory_limit_mb = {limit}"));
    assert!(within(needed - 1.0).is_err(), "{needed} MB");
    assert!(within(needed + 1.0).is_ok(), "{needed} MB");
}

/// A drive of 100 m on soil with such keys of the grid.
fn long_drive(grid: &str) -> Result<(), String> {
    let ground = format!("soil = \"dlr-a\"\n{grid}");
    let text = scenario(&ground, "implicit").replace("duration_s = 1.0", "duration_s = 2000")
        + "[[vehicle.drive]]\nmotion = \"straight\"\nspeed_m_per_s = 0.05\nduration_s = 2000\n";
    let loaded = ScenarioFile::from_text("trial", &text).load(Ink::Plain);
    loaded.map(|_| ()).map_err(|error| error.to_string())
}

/// A ball of 0.1 kg on sand whose nodes are so far apart, in the middle of a cell.
fn small_ball(radius: f64, spacing: f64) -> String {
    let middle = 0.5 * spacing;
    format!(
        "title = \"small\"\nduration_s = 3.0\n[gravity]\nacceleration_m_per_s2 = 3.7132\n\
         [terrain]\nkind = \"level\"\n[ground]\nkind = \"soil\"\nsoil = \"dry-sand\"\n\
         spacing_m = {spacing:?}\n[[vehicle]]\nname = \"ball\"\nmass_kg = 0.1\n\
         inertia_kg_m2 = [1e-5, 1e-5, 1e-5]\n[[vehicle.shape]]\nname = \"shell\"\n\
         kind = \"sphere\"\nradius_m = {radius:?}\n[vehicle.start]\n\
         position_m = [{middle:?}, {middle:?}]\nheight_m = {:?}\n[stepping]\nmethod = \"implicit\"\n\
         step_s = 0.0005\n",
        radius + 0.001
    )
}

fn final_height(text: &str) -> (f64, String) {
    let loaded = ScenarioFile::from_text("small", text).load(Ink::Plain);
    let loaded = loaded.unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let outcome = planetfall_run::runner::run_silently(&loaded.scenario).unwrap();
    (outcome.metric("com.final_z_m").unwrap(), loaded.warnings.join("\n"))
}

#[test]
fn a_ball_smaller_than_the_grid_is_carried_by_a_finer_one() {
    let (coarse, warning) = final_height(&small_ball(0.01, 0.05));
    assert!(warning.contains("`shell` of vehicle `ball` is 20 mm across"), "{warning}");
    assert!(warning.contains("5 mm apart, 10 times as fine"), "{warning}");
    let (fine, silent) = final_height(&small_ball(0.01, 0.00125));
    assert!(silent.is_empty(), "{silent}");
    let (coarse, fine) = (0.01 - coarse, 0.01 - fine);
    assert!((0.0..0.01).contains(&coarse), "sinks by {coarse} m");
    assert!((coarse - fine).abs() < 0.25 * fine, "{coarse} m at 5 mm, {fine} m at 1.25 mm");
}

#[test]
fn four_small_wheels_do_not_fall_through_the_grid() {
    let workdir = tempfile::tempdir().unwrap();
    let wheel = |name: &str, x: f64, y: f64| {
        format!(
            "[[link]]\nname = \"{name}\"\nparent = \"body\"\nposition_m = [{x:?}, {y:?}, 0.0]\n\
             mass_kg = 0.02\nshape = {{ kind = \"cylinder\", radius_m = 0.02, length_m = 0.012, axis = \
             [0.0, 1.0, 0.0] }}\n[link.joint]\nkind = \"continuous\"\naxis = [0.0, 1.0, 0.0]\n\
             [[link.contactor]]\nkind = \"wheel\"\nname = \"{name}\"\nradius_m = 0.02\nwidth_m = 0.012\n"
        )
    };
    let car = "title = \"car\"\n[[link]]\nname = \"body\"\nmass_kg = 0.3\n\
               shape = { kind = \"box\", size_m = [0.1, 0.08, 0.03] }\n"
        .to_owned()
        + &wheel("a", 0.05, 0.05)
        + &wheel("b", 0.05, -0.05)
        + &wheel("c", -0.05, 0.05)
        + &wheel("d", -0.05, -0.05);
    std::fs::write(workdir.path().join("car.toml"), car).unwrap();
    let scenario = "title = \"car\"\nduration_s = 2.0\n[gravity]\nacceleration_m_per_s2 = 3.7132\n\
                    [terrain]\nkind = \"level\"\n[ground]\nkind = \"soil\"\nsoil = \"dry-sand\"\n\
                    spacing_m = 0.02\n[[vehicle]]\nname = \"car\"\nmodel = \"car.toml\"\n\
                    [vehicle.start]\nposition_m = [0.0, 0.0]\nheight_m = 0.022\n[stepping]\n\
                    method = \"implicit\"\nstep_s = 0.0005\n";
    let path = workdir.path().join("scenario.toml");
    std::fs::write(&path, scenario).unwrap();
    let loaded = ScenarioFile::read(&path).unwrap().load(Ink::Plain);
    let loaded = loaded.unwrap_or_else(|mistakes| panic!("{mistakes}"));
    assert!(loaded.warnings.join("\n").contains("is 12 mm across"), "{:?}", loaded.warnings);
    let outcome = planetfall_run::runner::run_silently(&loaded.scenario).unwrap();
    let height = outcome.metric("com.final_z_m").unwrap();
    assert!((0.01..0.0205).contains(&height), "the car stands {height} m high");
}

#[test]
fn what_no_grid_resolves_is_refused_with_the_spacing_that_would_do() {
    let file = ScenarioFile::from_text("small", &small_ball(0.0005, 0.05));
    let error = file.load(Ink::Plain).unwrap_err().to_string();
    assert!(error.contains("is 1 mm across: it would fall between the soil's nodes"), "{error}");
    assert!(error.contains("give spacing_m = 0.00025 or less"), "{error}");
}
