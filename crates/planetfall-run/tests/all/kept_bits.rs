//! Explicit methods on marker ground keep every bit: positions and velocities along built-in scenarios, as words.
//!
//! The hashes are those of commit 248af2e, whose explicit right-hand side summed engines, cables, gusts, joints
//! and ground in a fixed order; those of `lander-touchdown` and `msl-sky-crane` are newer, since their flight is stepped
//! with error control and the crane detects touchdown by the weight that it believes in, and so is that of
//! `curiosity-drive`, whose start is a resting pose that statics finds in another way, and finds anew to a micrometre
//! with each shape that Curiosity is given (its arm): started at a height instead, all its records kept their bits over
//! both changes. It is newer again since resting friction holds up to its whole limit under wheels, whose rims share
//! their load: before, deflections were cut to half of it. `lander-touchdown` is newer again since the deflection of
//! contacts that carry nothing is no error of a step. The list of force elements, ground laws and ledgers may grow;
//! what they add
//! to these runs must be added in the same order. Of another order of summation the last bit differs within a few steps, and the hash with it.
#![allow(clippy::unwrap_used, clippy::panic)]

use planetfall::recording::Silent;
use planetfall::simulation::Simulation;
use planetfall::time::Time;
use planetfall_files::format::Ink;
use planetfall_files::scenario::{ScenarioFile, builtin};
use planetfall_files::vehicle::builtins;

/// FNV-1a over 64-bit words (G. Fowler, L. C. Noll, K.-P. Vo).
fn take(hash: u64, number: f64) -> u64 {
    number
        .to_bits()
        .to_le_bytes()
        .iter()
        .fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Hash of positions and velocities of all vehicles at a number of instants of a built-in scenario.
fn fly(name: &str, instants: i64) -> u64 {
    let loaded = ScenarioFile::from_text(name, builtin(name).unwrap().text).load(Ink::Plain);
    let scenario = loaded.unwrap_or_else(|mistakes| panic!("{}", mistakes.text)).scenario;
    let layout = scenario.world.layout();
    let mut simulation = Simulation::new(&scenario);
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for instant in 1..=instants {
        // Multiples of 10 ms cut no step.
        let until =
            Time::from_millis(scenario.duration.nanos() / 10_000_000 * 10 * instant / instants);
        simulation.advance(until, &mut Silent).unwrap();
        let numbers = &simulation.state().continuous;
        for vehicle in 0..scenario.world.vehicles().len() {
            let own = layout.positions(vehicle).chain(layout.velocities(vehicle));
            hash = own.fold(hash, |hash, place| take(hash, numbers[place]));
        }
    }
    hash
}

#[test]
fn explicit_methods_keep_every_bit_on_marker_ground() {
    let mut changed = Vec::new();
    for (name, instants, kept) in [
        ("msl-incline-drop", 40, 0x12d0_a291_200b_c49d),
        ("bounce", 20, 0xfeb2_7ebb_1285_74eb),
        ("lander-touchdown", 40, 0xb8a0_7036_bbf1_bc3f),
        ("msl-sky-crane", 60, 0x5840_ff51_aea6_82f3),
        ("msl-gale-drop", 20, 0xa075_b274_3b4c_2103),
        ("curiosity-drive", 30, 0x48df_9d0e_62c6_1891),
    ] {
        let found = fly(name, instants);
        if found != kept {
            changed.push(format!("{name}: {found:#018x}"));
        }
    }
    assert!(changed.is_empty(), "{changed:?}");
}

/// The flights of a landing with a vehicle file: accepted steps, and where all ends.
fn landed(vehicle: &str) -> (u64, Vec<f64>) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("vehicle.toml");
    std::fs::write(&file, vehicle).unwrap();
    let model = format!("model = {:?}", file.to_str().unwrap());
    let text = builtin("lander-touchdown").unwrap().text.replace("model = \"lander\"", &model);
    let loaded = ScenarioFile::from_text("landing", &text).load(Ink::Plain);
    let scenario = loaded.unwrap_or_else(|mistakes| panic!("{}", mistakes.text)).scenario;
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(scenario.duration, &mut Silent).unwrap();
    let state = simulation.state();
    let positions = scenario.world.layout().positions(0);
    (state.effort.steps, state.continuous[positions].to_vec())
}

/// The deflection of resting friction that carries nothing is no error that cuts a step short.
#[test]
fn shapes_that_touch_nothing_change_no_step_of_a_landing() {
    let whole = builtins().iter().find(|vehicle| vehicle.name == "lander").unwrap().text;
    let mut blocks = whole.split("\n[[").collect::<Vec<_>>();
    let all = blocks.len();
    blocks.retain(|block| !block.contains("name = \"strut_"));
    assert_eq!(blocks.len(), all - 2);
    assert_eq!(landed(whole), landed(&blocks.join("\n[[")));
}
