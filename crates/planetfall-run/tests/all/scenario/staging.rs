//! Carried parts, cables, gusts, faults and outcomes: the worlds they make, and every mistake.

use crate::scenario::fixture::{load, metric, mistakes, near, refused, run};
use nalgebra::Vector3;
use planetfall::forces::ForceElement;
use planetfall::phase::{Condition, Then};
use planetfall::time::Time;
use planetfall_files::scenario::Loaded;

/// A box under a built-in descent stage on two bridles and a fixed line to a third vehicle.
const CRANE: &str = r#"title = "crane"
duration_s = 0.5
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
name = "box"
mass_kg = 100.0
inertia_kg_m2 = [10.0, 10.0, 10.0]
[[vehicle.marker]]
name = "foot"
position_m = [0.0, 0.0, -0.5]
[vehicle.attached]
to = "stage"
position_m = [0.1, 0.0, -2.0]
yaw_pitch_roll_deg = [90.0, 0.0, 0.0]
[[vehicle]]
name = "stage"
model = "msl-descent-stage"
[vehicle.start]
position_m = [3.0, 4.0]
height_m = 50.0
yaw_pitch_roll_deg = [90.0, 0.0, 0.0]
velocity_m_per_s = [0.0, 0.0, -2.0]
[[vehicle]]
name = "weight"
like = "box"
[vehicle.start]
height_m = 10.0
[[cable]]
name = "bridle"
group = "lines"
from = "stage"
from_position_m = [0.1, 0.0, -0.5]
to = "box"
to_position_m = [0.0, 0.0, 0.5]
axial_stiffness_n = 30000.0
damping_time_s = 0.1
length_m = 7.5
[cable.brake]
profile = [[0.0, 0.5], [1.0, 2.0], [6.5, 0.2]]
free_tension_n = 100.0
[[cable]]
name = "leash"
from = "stage"
from_link = "stage"
from_position_m = [0.0, 0.0, 0.0]
to = "weight"
to_position_m = [0.0, 0.0, 0.0]
axial_stiffness_n = 5000.0
damping_time_s = 0.0
length_m = 60.0
"#;

fn crane(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(CRANE.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "no such text: {old}");
        text.replacen(old, new, 1)
    })
}

/// The whole with more text at its end.
fn with(more: &str) -> Loaded {
    load(&(CRANE.to_owned() + more))
}

/// The number of mistakes in a text.
fn count(text: &str) -> usize {
    mistakes(text).matches("error:").count()
}

#[test]
fn a_carried_part_starts_where_its_carrier_holds_it() {
    let loaded = load(CRANE);
    let scenario = &loaded.scenario;
    let [carried, stage] = [&scenario.motions[0], &scenario.motions[1]];
    // The whole's centre of mass is 50 m up: 1370 kg at the stage's origin and 100 kg below it.
    let centre = Vector3::new(0.1, 0.0, -2.0) * (100.0 / 1470.0);
    let turn = stage.site_from_body;
    assert!((stage.position + turn * centre - Vector3::new(3.0, 4.0, 50.0)).norm() < 1e-12);
    assert!((carried.position - stage.position - Vector3::new(0.0, 0.1, -2.0)).norm() < 1e-12);
    // Two quarter turns about z.
    let nose = carried.site_from_body * Vector3::x();
    assert!((nose + Vector3::x()).norm() < 1e-12, "{nose}");
    assert!((carried.velocity - Vector3::new(0.0, 0.0, -2.0)).norm() < 1e-12);
    let state = scenario.initial();
    assert_eq!(state.discrete.mounted, [true, false, false]);
    assert_eq!(state.motion(&scenario.world, 0), *carried);
}

#[test]
fn a_part_can_be_carried_by_a_part_that_is_like_another() {
    let twin = "[[vehicle]]\nname = \"twin\"\nlike = \"box\"\n\
        [vehicle.attached]\nto = \"box\"\nposition_m = [0, 0, -1]\n";
    let loaded = with(twin);
    let motions = &loaded.scenario.motions;
    assert!((motions[3].position - motions[0].position + Vector3::z()).norm() < 1e-12);
    assert_eq!(loaded.scenario.world.mounts()[3].map(|mount| mount.carrier), Some(0));
}

#[test]
fn cables_have_their_ends_lengths_and_brakes() {
    let loaded = load(CRANE);
    let world = &loaded.scenario.world;
    let [bridle, leash] = world.cables() else { panic!("two cables") };
    assert_eq!((bridle.from.vehicle, bridle.to.vehicle), (1, 0));
    assert_eq!(bridle.from.point, Vector3::new(0.1, 0.0, -0.5));
    // The distance of the ends as attached: from 0.5 m below the stage's origin to 1.5 m below it.
    assert!((bridle.stowed - 1.0).abs() < 1e-12, "{}", bridle.stowed);
    assert_eq!((bridle.length, bridle.axial_stiffness, bridle.damping_time), (7.5, 30_000.0, 0.1));
    let brake = bridle.brake.as_ref().unwrap();
    assert_eq!(brake.profile, [(0.0, 0.5), (1.0, 2.0), (6.5, 0.2)]);
    assert_eq!(brake.free_tension, 100.0);
    assert_eq!((leash.stowed, leash.length, leash.brake.is_none()), (60.0, 60.0, true));
    assert_eq!(world.cable_groups(), ["lines"]);
    assert!(!bridle.stuck && !leash.stuck);
    let given = load(&crane(&[("length_m = 7.5", "length_m = 7.5\nstowed_length_m = 0.9")]));
    assert_eq!(given.scenario.world.cables()[0].stowed, 0.9);
    assert_eq!(
        given.scenario.initial().continuous[given.scenario.world.layout().lengths()],
        [0.9, 60.0]
    );
}

#[test]
fn engines_and_tanks_of_a_model_fly_in_the_scenario() {
    let loaded = load(CRANE);
    let stage = &loaded.scenario.world.vehicles()[1];
    assert_eq!((stage.engines.len(), stage.tanks.len()), (8, 3));
    let filled = load(&crane(&[("model =", "propellant_kg = 120.0\nmodel =")]));
    let tanks = &filled.scenario.world.vehicles()[1].tanks;
    assert!(tanks.iter().all(|tank| (tank.propellant - 40.0).abs() < 1e-12), "{tanks:?}");
    refused(
        &crane(&[("mass_kg = 100.0", "mass_kg = 100.0\npropellant_kg = 5.0")]),
        &["vehicle `box` has no tanks for propellant"],
    );
}

#[test]
fn faults_and_gusts_come_at_their_instants() {
    let loaded = with(
        "[[fault]]\nkind = \"engine_out\"\nvehicle = \"stage\"\nengine = \"mle_3\"\nat_s = 12.5\n\
         [[fault]]\nkind = \"cable_stuck\"\ncable = \"leash\"\n\
         [[gust]]\nvehicle = \"box\"\nforce_n = [1.0, 2.0, 3.0]\nfrom_s = 4.0\nfor_s = 0.5\n",
    );
    let world = &loaded.scenario.world;
    let failing = world.vehicles()[1].engines.iter().filter_map(|engine| engine.fails_at);
    assert_eq!(failing.collect::<Vec<_>>(), [Time::from_millis(12_500)]);
    assert_eq!(world.vehicles()[1].engines[2].fails_at, Some(Time::from_millis(12_500)));
    assert!(!world.cables()[0].stuck && world.cables()[1].stuck);
    let [ForceElement::Gust(gust)] = world.forces() else { panic!("one gust") };
    assert_eq!((gust.vehicle, gust.force), (0, Vector3::new(1.0, 2.0, 3.0)));
    assert_eq!((gust.from, gust.until), (Time::from_millis(4000), Time::from_millis(4500)));
}

#[test]
fn conditions_of_staged_worlds_are_as_written() {
    let phases = "[[phase]]\nname = \"all\"\n\
        [[phase.until]]\nwhen = \"touch\"\nvehicle = \"weight\"\noutcome = \"a\"\n\
        [[phase.until]]\nwhen = \"nearer\"\none = \"stage\"\nother = \"box\"\ndistance_m = 0.5\noutcome = \"b\"\n\
        [[phase.until]]\nwhen = \"separated\"\nvehicle = \"box\"\noutcome = \"c\"\n\
        [[phase.until]]\nwhen = \"cut\"\ngroup = \"lines\"\noutcome = \"d\"\n\
        [[end]]\nwhen = \"cut\"\noutcome = \"e\"\n\
        [[end]]\nwhen = \"dry\"\nvehicle = \"stage\"\noutcome = \"f\"\n";
    let loaded = with(phases);
    let triggers = &loaded.scenario.phases[0].triggers;
    let wanted = [
        (Condition::VehicleTouch(2), "a"),
        (Condition::Nearer { one: 1, other: 0, distance: 0.5 }, "b"),
        (Condition::Separated(0), "c"),
        (Condition::Cut(Some("lines".to_owned())), "d"),
        (Condition::Cut(None), "e"),
        (Condition::Dry(1), "f"),
    ];
    assert_eq!(triggers.len(), wanted.len());
    for (trigger, (condition, name)) in triggers.iter().zip(wanted) {
        assert_eq!(trigger.condition, condition);
        assert_eq!(trigger.then, Then::End(name.to_owned()));
    }
}

#[test]
fn a_vehicles_touch_ends_a_run_when_it_comes_down() {
    let end = "[[end]]\nwhen = \"touch\"\nvehicle = \"weight\"\noutcome = \"down\"\n";
    let text =
        crane(&[("height_m = 10.0", "height_m = 1.0"), ("length_m = 60.0", "length_m = 90.0")]);
    let outcome = run(&(text.replace("duration_s = 0.5", "duration_s = 2.0") + end));
    assert_eq!(outcome.name, "down");
    let fall = (2.0 * 0.5 / 3.7132_f64).sqrt();
    assert!((outcome.time.seconds() - fall).abs() < 3e-9, "{}", outcome.time);
}

#[test]
fn a_leash_pulls_once_it_is_taut() {
    // 40.1 m apart in height and 5 m aside: a leash of 30 m lifts the weight from the start.
    let outcome = run(&crane(&[("length_m = 60.0", "length_m = 30.0")]));
    assert!(metric(&outcome, "weight.com.final_z_m") > 10.0);
    let outcome = run(CRANE);
    near(&outcome, "weight.com.final_z_m", 10.0 - 0.5 * 3.7132 * 0.25, 1e-9);
    near(&outcome, "momentum.unexplained_n_s", 0.0, 1e-6);
}

#[test]
fn outcomes_are_named_by_what_was_measured() {
    let rule = |name: &str, bound: &str| {
        format!("[[outcome]]\nname = \"{name}\"\nmetric = \"weight.com.final_z_m\"\n{bound}\n")
    };
    let missing =
        "[[outcome]]\nname = \"floating\"\nmetric = \"touchdown.time_s\"\nmissing = true\n";
    let named = |rules: String| run(&(CRANE.to_owned() + &rules)).name;
    assert_eq!(named(rule("high", "min = 9.7") + &rule("low", "max = 9.7")), "low");
    assert_eq!(named(rule("band", "min = 9\nmax = 9.7") + missing), "band");
    assert_eq!(named(rule("high", "min = 9.7") + missing), "floating");
    assert_eq!(named(rule("high", "min = 9.7")), "completed");
    let loaded = with(&(rule("one", "min = 1") + &rule("one", "max = 0")));
    assert_eq!(loaded.scenario.verdicts.len(), 2);
}

#[test]
fn mistakes_of_outcomes_are_reported() {
    let refused = |rule: &str, reported: &[&str]| refused(&(CRANE.to_owned() + rule), reported);
    refused(
        "[[outcome]]\nname = \"a\"\nmetric = \"weight.com.final_zm\"\nmin = 1\n",
        &["`weight.com.final_zm`: no such metric", "did you mean `weight.com.final_z_m`?"],
    );
    let head = "[[outcome]]\nname = \"a\"\nmetric = \"weight.com.final_z_m\"\n";
    refused(head, &["outcome `a` never applies", "missing = true"]);
    refused(&format!("{head}min = 2\nmax = 1\n"), &["`min` is larger than `max`"]);
    refused(
        &format!("{head}min = 2\n").replace("\"a\"", "\"Not Good\""),
        &["`Not Good`: an outcome's name has small letters"],
    );
}

#[test]
fn a_vehicle_starts_by_itself_or_on_another_and_not_both_or_neither() {
    let both = crane(&[("mass_kg = 100.0", "mass_kg = 100.0\nstart = { height_m = 1.0 }")]);
    refused(&both, &["vehicle `box` is attached and cannot have a `start` too", "leave one"]);
    let neither = crane(&[("[vehicle.start]\nheight_m = 10.0\n", "")]);
    refused(&neither, &["vehicle `weight` has neither `start` nor `attached`", "height_m"]);
    assert_eq!(count(&neither), 1);
}

#[test]
fn carriers_that_cannot_carry_are_reported() {
    refused(
        &crane(&[("to = \"stage\"", "to = \"stag\"")]),
        &["`stag`: no such vehicle", "`stage`?"],
    );
    refused(
        &crane(&[("to = \"stage\"", "to = \"stage\"\nlink = \"stge\"")]),
        &["`stge`: no such link of vehicle `stage`", "did you mean `stage`?"],
    );
    refused(&crane(&[("to = \"stage\"", "to = \"box\"")]), &["`box` would carry itself"]);
    let ring =
        CRANE.replace("[vehicle.start]\nheight_m = 10.0", "[vehicle.attached]\nto = \"box\"");
    let ring = ring.replacen("to = \"stage\"", "to = \"weight\"", 1);
    refused(&ring, &["would carry itself"]);
    refused(&crane(&[("to = \"stage\"", "to = \"xyz\"")]), &["there are `box`, `stage`, `weight`"]);
}

#[test]
fn cables_that_cannot_be_are_reported_at_their_place() {
    refused(&crane(&[("from = \"stage\"", "from = \"sage\"")]), &["`sage`: no such vehicle"]);
    refused(&crane(&[("from_link = \"stage\"", "from_link = \"s\"")]), &["`s`: no such link"]);
    refused(&crane(&[("to = \"weight\"", "to = \"stage\"")]), &["a cable joins two vehicles"]);
    refused(
        &crane(&[("length_m = 7.5", "length_m = 7.5\nstowed_length_m = 8.0")]),
        &["test.toml:46:19", "cable `bridle` is stowed with 8 m but is only 7.5 m long"],
    );
    refused(&crane(&[("length_m = 7.5", "length_m = 0.7")]), &["its ends are 1.0000 m apart"]);
    refused(
        &crane(&[("length_m = 60.0", "length_m = 60.0\nstowed_length_m = 1.0")]),
        &["cable `leash` has no brake: nothing ever pays it out"],
    );
    refused(
        &crane(&[("to_position_m = [0.0, 0.0, 0.5]", "to_position_m = [0.0, 0.0, 1.5]")]),
        &["the ends of cable `bridle` are at one place at the start", "stowed_length_m"],
    );
}

#[test]
fn brakes_that_make_no_sense_are_reported_at_each_entry() {
    let profile = "profile = [[0.0, 0.5], [1.0, 2.0], [6.5, 0.2]]";
    let bad = "profile = [[-1.0, 0.5], [1.0, 0.0], [1.0, 1.0], [6.6, 0.2]]";
    let text = crane(&[(profile, bad)]);
    refused(
        &text,
        &[
            "a cable cannot have run out by -1 m",
            "a brake that lets the cable run at 0 m/s never lets it out",
            "must ascend: 1 m comes too late",
            "6.6 m never run out: only 6.5000 m are stowed",
        ],
    );
    assert_eq!(count(&text), 4);
    refused(&crane(&[(profile, "profile = []")]), &["profile"]);
}

#[test]
fn names_of_cables_and_groups_are_their_own() {
    for (name, whose) in [("foot", "a contactor"), ("stage", "a vehicle"), ("com", "columns")] {
        let text = crane(&[("name = \"bridle\"", &format!("name = \"{name}\""))]);
        refused(&text, &[&format!("cable `{name}` has the name of {whose}")]);
    }
    refused(
        &crane(&[("\"lines\"", "\"bridle\"")]),
        &["the group `bridle` has the name of a cable"],
    );
    refused(&crane(&[("\"bridle\"", "\"leash\"")]), &["have the name `leash`"]);
}

#[test]
fn faults_and_gusts_of_what_is_not_there_are_reported_all_at_once() {
    let more = "[[fault]]\nkind = \"engine_out\"\nvehicle = \"stage\"\nengine = \"mle_9\"\nat_s = 1\n\
        [[fault]]\nkind = \"engine_out\"\nvehicle = \"stge\"\nengine = \"mle_1\"\nat_s = 1\n\
        [[fault]]\nkind = \"engine_out\"\nvehicle = \"box\"\nengine = \"mle_1\"\nat_s = 1\n\
        [[fault]]\nkind = \"cable_stuck\"\ncable = \"bridel\"\n\
        [[gust]]\nvehicle = \"boxx\"\nforce_n = [0, 0, 1]\nfrom_s = 0\nfor_s = 0.33333333333\n";
    let text = CRANE.to_owned() + more;
    refused(
        &text,
        &[
            "`mle_9`: no such engine of vehicle `stage`",
            "`stge`: no such vehicle",
            "`mle_1`: no such engine of vehicle `box`",
            "`bridel`: no such cable",
            "`boxx`: no such vehicle",
            "whole number of nanoseconds",
        ],
    );
    assert_eq!(count(&text), 6);
    let twice =
        "[[fault]]\nkind = \"engine_out\"\nvehicle = \"stage\"\nengine = \"mle_1\"\nat_s = 1\n";
    refused(&(CRANE.to_owned() + twice + twice), &["engine `mle_1` already fails at 1 s"]);
}

#[test]
fn conditions_that_can_never_or_always_hold_are_reported() {
    let end = |text: &str| format!("{CRANE}[[end]]\noutcome = \"x\"\n{text}\n");
    refused(&end("when = \"touch\"\nvehicle = \"boxes\""), &["`boxes`: no such vehicle"]);
    refused(
        &end("when = \"touch\"\nvehicle = \"box\"\nmarker = \"foot\""),
        &["name either a `marker` or a `vehicle`"],
    );
    refused(
        &end("when = \"nearer\"\none = \"box\"\nother = \"box\"\ndistance_m = 1"),
        &["a vehicle is always near to itself"],
    );
    refused(
        &end("when = \"separated\"\nvehicle = \"weight\""),
        &["vehicle `weight` is never attached", "[vehicle.attached]"],
    );
    refused(&end("when = \"cut\"\ngroup = \"line\""), &["`line`: no such group", "`lines`?"]);
    refused(&end("when = \"dry\"\nvehicle = \"box\""), &["vehicle `box` has no tanks"]);
    let ball = crate::scenario::fixture::ball(&[]) + "[[end]]\noutcome = \"x\"\nwhen = \"cut\"\n";
    refused(&ball, &["this scenario has no cable that could be cut"]);
}

#[test]
fn the_implicit_method_steps_staged_worlds() {
    load(&(CRANE.to_owned() + "[stepping]\nmethod = \"implicit\"\n"));
    let phases = "[[phase]]\nname = \"a\"\nuntil = [{ when = \"elapsed\", after_s = 1, next = \"b\" }]\n\
        [[phase]]\nname = \"b\"\nstepping = { method = \"implicit\" }\n";
    load(&(CRANE.to_owned() + phases));
}

#[test]
fn the_effective_file_makes_the_same_world() {
    let more = "[[fault]]\nkind = \"cable_stuck\"\ncable = \"leash\"\n\
        [[gust]]\nvehicle = \"box\"\nforce_n = [1, 2, 3]\nfrom_s = 4\nfor_s = 0.5\n\
        [[outcome]]\nname = \"x\"\nmetric = \"touchdown.time_s\"\nmissing = true\n";
    let first = with(more);
    let again = load(&first.effective);
    let (one, other) = (&first.scenario, &again.scenario);
    assert_eq!(one.world.cables(), other.world.cables());
    assert_eq!(one.world.mounts(), other.world.mounts());
    assert_eq!(format!("{:?}", one.world.forces()), format!("{:?}", other.world.forces()));
    assert_eq!(one.verdicts, other.verdicts);
    assert_eq!(one.initial().continuous, other.initial().continuous);
}

/// The example of the manual.
pub(crate) fn example() -> String {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/staging.md");
    let text = std::fs::read_to_string(page).unwrap();
    let blocks: Vec<&str> = text.split("```toml\n").skip(1).collect();
    assert_eq!(blocks.len(), 1);
    blocks[0].split("```").next().unwrap().to_owned()
}

#[test]
fn the_example_of_the_manual_lands() {
    let loaded = load(&example());
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    let outcome = planetfall_run::runner::run_silently(&loaded.scenario).unwrap();
    println!("{} at {}", outcome.name, outcome.time);
    for (name, value) in &outcome.metrics {
        println!("{name} {value}");
    }
    assert_eq!(outcome.name, "landed");
    near(&outcome, "rover.ground_force_final_n", 899.18 * 3.7132, 10.0);
    near(&outcome, "bridles.tension_before_contact_n", 899.18 * 3.7132, 30.0);
    near(&outcome, "touchdown.vertical_speed_m_per_s", 0.75, 0.05);
}
