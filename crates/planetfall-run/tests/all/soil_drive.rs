//! A whole rover on soil: no volume is lost, nothing lies under the rock, and threads change no bit.
#![allow(clippy::unwrap_used, clippy::panic)]

use planetfall::ground::scm::{Node, Scratch, Serial};
use planetfall::recording::Silent;
use planetfall::simulation::Simulation;
use planetfall::time::Time;
use planetfall_files::format::Ink;
use planetfall_files::scenario::{Loaded, ScenarioFile};
use planetfall_run::campaign::Crew;
use std::num::NonZero;
use std::sync::Arc;

/// Length of a step, ms.
const STEP: i64 = 5;

/// Curiosity in dry sand of a depth over ripples.
fn drive(spacing: f64, depth: f64) -> Loaded {
    let text = format!(
        "title = \"drive\"\nduration_s = 1000.0\nseed = 7\n[gravity]\nacceleration_m_per_s2 = 3.7132\n\
         [terrain]\nkind = \"generated\"\nsize_m = 60.0\nspacing_m = 0.25\n\
         [[terrain.undulation]]\namplitude_m = 0.02\nwavelength_m = 1.2\nheading_deg = 90.0\n\
         [ground]\nkind = \"soil\"\nsoil = \"dry-sand\"\nspacing_m = {spacing}\ndepth_m = {depth}\n\
         [[vehicle]]\nname = \"rover\"\nmodel = \"curiosity\"\n\
         [vehicle.start]\nposition_m = [-10.0, 0.0]\nheight_m = 0.0\nheight_of = \"settled\"\n\
         [[vehicle.drive]]\nmotion = \"straight\"\nspeed_m_per_s = 0.04\nduration_s = 1000.0\n\
         [stepping]\nmethod = \"implicit\"\nstep_s = 0.005\n"
    );
    ScenarioFile::from_text("drive", &text).load(Ink::Plain).unwrap()
}

/// Drives so many steps and holds volume, rock and repose against what they must be.
fn keeps_its_soil(spacing: f64, steps: i64) {
    let loaded = drive(spacing, 0.01);
    let world = &loaded.scenario.world;
    let mut simulation = Simulation::new(&loaded.scenario);
    simulation.advance(Time::from_millis(STEP * steps), &mut Silent).unwrap();
    assert_eq!(simulation.state().effort.steps as i64, steps);
    let mut field = simulation.state().ground.soil.clone();
    let volumes = field.volumes();
    assert!(volumes.displaced > 0);
    assert_eq!(volumes.displaced, volumes.deposited + volumes.compacted);
    assert_eq!(field.rise(), -volumes.compacted, "no volume is lost or made");
    for (node, state) in field.disturbed() {
        assert!(state.height >= state.floor, "{node:?} lies under the rock: {state:?}");
    }
    // Without the rover all comes to rest.
    let bed = &world.soil().unwrap().bed;
    let mut scratch = Scratch::new();
    bed.evaluate(&field, &[], 1e-3, false, &Serial, &mut scratch).unwrap();
    bed.commit(&mut field, &mut scratch);
    assert!(bed.settle(&mut field, &mut scratch, 100_000), "it comes to rest");
    assert_eq!(field.rise(), -field.volumes().compacted);
    let repose = bed.soils()[0].repose_angle.tan();
    let mut steepest: f64 = 0.0;
    for (node, state) in field.disturbed().filter(|(_, state)| state.loose > 0.0) {
        for (rows, columns) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let beside = Node { row: node.row + rows, column: node.column + columns };
            if let Some(other) = field.node(beside) {
                steepest = steepest.max((state.height - other.height) / spacing);
            }
        }
    }
    assert!(steepest <= repose * (1.0 + 1e-6), "{steepest} {repose}");
}

#[test]
fn a_rover_that_drives_in_shallow_sand_loses_no_volume() {
    keeps_its_soil(0.04, 400);
}

#[test]
#[ignore = "takes long; run by ./test --full"]
fn a_rover_loses_no_volume_in_a_hundred_thousand_steps() {
    keeps_its_soil(0.04, 100_000);
}

#[test]
fn two_threads_drive_a_rover_over_soil_as_one_does_bit_for_bit() {
    let loaded = drive(0.04, 1.0);
    let drive = |threads: usize| {
        let crew = Arc::new(Crew(NonZero::new(threads).unwrap()));
        let mut simulation = Simulation::new(&loaded.scenario).with_executor(crew);
        simulation.advance(Time::from_millis(STEP * 200), &mut Silent).unwrap();
        simulation.state().clone()
    };
    let one = drive(1);
    for threads in [2, 3] {
        let more = drive(threads);
        let bits = |numbers: &[f64]| numbers.iter().map(|x| x.to_bits()).collect::<Vec<u64>>();
        assert_eq!(bits(&one.continuous), bits(&more.continuous), "{threads} threads");
        assert!(
            one.ground.soil.words() == more.ground.soil.words(),
            "{threads} threads leave the same soil"
        );
    }
    let mut serial = Simulation::new(&loaded.scenario);
    serial.advance(Time::from_millis(STEP * 200), &mut Silent).unwrap();
    assert!(serial.state().ground.soil.words() == one.ground.soil.words());
}
