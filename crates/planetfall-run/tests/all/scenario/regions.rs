//! `[[ground.region]]` and `[ground.rocks]` of any kind: what is built from them, and what is refused.

use crate::scenario::fixture::{load, metric, refused, run};
use planetfall::ground::GroundKind;
use planetfall_files::format::Ink;
use planetfall_files::scenario::ScenarioFile;

const NONSMOOTH: &str = "kind = \"nonsmooth\"\nfriction_coefficient = 0.6\n";
const MARKER: &str = "kind = \"marker\"\nrest_penetration_m = 0.005\ndamping_ratio = 0.7\n\
                      stick_angle_deg = 30.0\nslide_angle_deg = 27.0\nfriction = \"resting\"\n\
                      stiffness = \"shared\"\n";
const SPRING: &str = "kind = \"spring\"\nrest_penetration_m = 0.005\ndamping_ratio = 0.7\n\
                      stiffness = \"shared\"\nfriction_angle_deg = 30.0\n";
const WHEEL: &str = "kind = \"wheel\"\nrest_penetration_m = 0.005\nfriction_angle_deg = 30.0\n\
                     sinkage_exponent = 1.0\ncohesive_modulus_n_per_m_n1 = 1400\n\
                     frictional_modulus_n_per_m_n2 = 820000\n";
const SAND: &str = "kind = \"soil\"\nsoil = \"dry-sand\"\n";

fn rover(ground: &str, method: &str, rest: &str) -> String {
    format!(
        "title = \"trial\"\nduration_s = 8.0\nseed = 7\n[gravity]\nacceleration_m_per_s2 = 3.7132\n\
         [terrain]\nkind = \"level\"\n[ground]\n{ground}\n\
         [[vehicle]]\nname = \"rover\"\nmodel = \"mer-dtm\"\n[vehicle.start]\nheight_m = 0.001\n\
         height_of = \"lowest_marker\"\n{rest}[stepping]\nmethod = \"{method}\"\nstep_s = 0.005\n"
    )
}

fn region(kind: &str, edges: &str) -> String {
    format!("[[ground.region]]\n{edges}\n{kind}")
}

/// A rover that stands on five grounds at once.
fn patchwork(method: &str) -> String {
    let ground = [
        NONSMOOTH.to_owned(),
        region(MARKER, "west_m = 0.2\nsouth_m = 0.0"),
        region(SPRING, "west_m = 0.2\nnorth_m = 0.0"),
        region(WHEEL, "east_m = -0.2\nsouth_m = 0.0"),
        region(SAND, "east_m = -0.2\nnorth_m = 0.0"),
    ];
    // Moreau's step and soil are of first order: at 5 ms they lose a tenth of the little that this rover falls.
    rover(&ground.concat(), method, "").replace("step_s = 0.005", "step_s = 0.001")
}

#[test]
fn a_rover_stands_on_five_grounds_at_once() {
    for method in ["implicit", "moreau_jean"] {
        let loaded = load(&patchwork(method));
        let kinds: Vec<_> = loaded.scenario.world.grounds(0).map(|ground| ground.kind()).collect();
        use GroundKind::{Marker, Nonsmooth, Soil, Spring, Wheel};
        assert_eq!(kinds, [Nonsmooth, Marker, Spring, Wheel, Soil]);
        let outcome = run(&patchwork(method));
        let vehicle = &loaded.scenario.world.vehicles()[0];
        let weight = vehicle.tree.mass() * 3.7132;
        let force = metric(&outcome, "final_ground_force_n");
        assert!((force / weight - 1.0).abs() < 1e-4, "{method}: {force} N for {weight} N");
        for part in vehicle.contactors.iter().take(vehicle.supports()) {
            let own = metric(&outcome, &format!("{}.final_normal_force_n", part.name));
            assert!(own > 0.02 * weight, "{method}: {} bears {own} N", part.name);
        }
    }
}

#[test]
fn a_rover_drives_from_bedrock_onto_sand() {
    let rock = region(NONSMOOTH, "west_m = -1.0\neast_m = 1.0\nsouth_m = -1.0\nnorth_m = 1.0");
    let drive = "[[vehicle.drive]]\nmotion = \"straight\"\nspeed_m_per_s = 0.4\nduration_s = 8.0\n";
    let text = rover(&format!("{SAND}{rock}"), "implicit", drive);
    let loaded = load(&text);
    let mut simulation = planetfall::simulation::Simulation::new(&loaded.scenario);
    let mut advance = |millis: i64| {
        let until = planetfall::time::Time::from_millis(millis);
        simulation.advance(until, &mut planetfall::recording::Silent).unwrap();
        simulation.state().ground.clone()
    };
    let on_rock = advance(500);
    assert_eq!(on_rock.soil.disturbed().count(), 0);
    assert!(on_rock.treads.iter().all(|tread| tread.sinkage == 0.0));
    let on_sand = advance(8000);
    // The front wheels are the first of each side, and have come half a metre.
    let treads = on_sand.treads.iter().take(loaded.scenario.world.vehicles()[0].supports());
    let sunk: Vec<bool> = treads.map(|tread| tread.sinkage > 1e-3).collect();
    assert_eq!(sunk, [true, false, false, true, false, false]);
    assert!(on_sand.soil.disturbed().count() > 0);
}

#[test]
fn a_region_without_a_kind_is_of_the_grounds_own() {
    let other = "[[ground.region]]\nwest_m = 5.0\nfriction_coefficient = 0.1\n";
    let loaded = load(&rover(&format!("{NONSMOOTH}{other}"), "implicit", ""));
    let kinds: Vec<_> = loaded.scenario.world.grounds(0).map(|ground| ground.kind()).collect();
    assert_eq!(kinds, [GroundKind::Nonsmooth; 2]);
    // What is written out is read as the same.
    let again = ScenarioFile::from_text("again", &loaded.effective).load(Ink::Plain).unwrap();
    assert_eq!(
        again.effective.replace("  # default", ""),
        loaded.effective.replace("  # default", "")
    );
}

#[test]
fn mistakes_in_regions_are_reported_where_they_stand() {
    let with = |part: &str| rover(&format!("{NONSMOOTH}{part}"), "implicit", "");
    let exchanged = region(MARKER, "west_m = 2\neast_m = 1");
    refused(&with(&exchanged), &["west_m (2) must be less than east_m (1)"]);
    refused(&with(&region("kind = \"sandy\"\n", "")), &["sandy", "soil"]);
    refused(&with(&region("kind = \"spring\"\n", "")), &["rest_penetration_m"]);
    refused(&with(&region(SAND, "restitution = 0.5")), &["restitution"]);
    let soils = region(SAND, "west_m = 3") + &region(SAND, "east_m = -3\nspacing_m = 0.01");
    refused(&with(&soils), &["spacing_m", "one grid", "first [[ground.region]] of soil"]);
    let unknown = region("kind = \"soil\"\nsoil = \"dry-sant\"\n", "west_m = 3");
    refused(&with(&unknown), &["there is no soil `dry-sant`", "did you mean `dry-sand`?"]);
    refused(&patchwork("rk4"), &["nonsmooth ground", "implicit"]);
    refused(&patchwork("newmark"), &["soil ground", "implicit or moreau_jean"]);
}
