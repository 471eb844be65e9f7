//! Engines and tanks of vehicle files.

use crate::vehicle::common::{mistakes, sound};
use nalgebra::Vector3;
use planetfall::vehicle::{Engine, STANDARD_GRAVITY};
use planetfall_files::format::Ink;
use planetfall_files::vehicle::{VehicleModel, builtin};

const HOPPER: &str = r#"title = "hopper"
[[link]]
name = "body"
mass_kg = 50.0
shape = { kind = "box", size_m = [1.0, 1.0, 0.5] }
contactor = [{ kind = "marker", name = "foot", position_m = [0.0, 0.0, -0.5] }]
[[link.engine]]
name = "main"
position_m = [0.1, 0.0, -0.25]
direction = [0.0, 0.0, 2.0]
min_thrust_n = 10.0
max_thrust_n = 500.0
specific_impulse_s = 220.0
[[link.tank]]
name = "tank"
position_m = [0.0, 0.3, 0.0]
propellant_kg = 20.0
[[link]]
name = "pod"
parent = "body"
sides = ["left", "right"]
position_m = [0.0, 0.6, 0.0]
mass_kg = 5.0
shape = { kind = "sphere", radius_m = 0.1 }
[[link.engine]]
name = "side"
position_m = [0.1, 0.2, 0.3]
direction = [0.0, -1.0, 1.0]
min_thrust_n = 0.0
max_thrust_n = 100.0
lag_s = 0.02
specific_impulse_s = 200.0
[[link.tank]]
name = "ball"
position_m = [0.0, 0.1, 0.0]
propellant_kg = 3.0
gyration_m = [0.1, 0.2, 0.3]
"#;

fn changed(old: &str, new: &str) -> String {
    assert!(HOPPER.contains(old), "no such text: {old}");
    HOPPER.replacen(old, new, 1)
}

#[track_caller]
fn assert_reports(text: &str, wanted: &[&str]) {
    let reported = mistakes(text);
    for one in wanted {
        assert!(reported.contains(one), "missing: {one}\n{reported}");
    }
}

fn engine<'a>(model: &'a VehicleModel, name: &str) -> &'a Engine {
    model.engines.iter().find(|engine| engine.name == name).expect(name)
}

#[test]
fn engines_and_tanks_are_as_written_with_directions_of_length_one() {
    let model = sound(HOPPER);
    let main = engine(&model, "main");
    assert_eq!(main.link, model.tree.link("body").unwrap());
    assert_eq!(main.position, Vector3::new(0.1, 0.0, -0.25));
    assert_eq!(main.direction, Vector3::z());
    assert_eq!((main.least, main.most, main.lag), (10.0, 500.0, 0.0));
    assert_eq!((main.specific_impulse, main.fails_at), (220.0, None));
    assert_eq!(model.tanks[0].gyration, Vector3::repeat(0.2));
    assert!((model.tree.mass() - 60.0).abs() < 1e-12 && (model.mass() - 86.0).abs() < 1e-12);
}

#[test]
fn engines_and_tanks_of_a_mirrored_part_are_images_of_each_other() {
    let model = sound(HOPPER);
    let (left, right) = (engine(&model, "side_left"), engine(&model, "side_right"));
    let image = |v: &Vector3<f64>| Vector3::new(v.x, -v.y, v.z);
    assert_eq!(image(&left.position), right.position);
    assert_eq!(image(&left.direction), right.direction);
    assert_eq!(left.link, model.tree.link("pod_left").unwrap());
    assert_eq!(right.link, model.tree.link("pod_right").unwrap());
    let tank = |name: &str| model.tanks.iter().find(|tank| tank.name == name).expect(name);
    assert_eq!(image(&tank("ball_left").position), tank("ball_right").position);
    assert_eq!(tank("ball_left").gyration, tank("ball_right").gyration);
    assert_eq!(tank("ball_right").link, right.link);
}

#[test]
fn impossible_engines_are_reported_at_their_place() {
    assert_reports(
        &changed("direction = [0.0, 0.0, 2.0]", "direction = [0.0, 0.0, 0.0]"),
        &["test.toml:10:13", "engine `main`: its direction must have a length", "exhaust"],
    );
    assert_reports(
        &changed("max_thrust_n = 500.0", "max_thrust_n = 10.0"),
        &["test.toml:12:", "engine `main`: its most thrust, 10 N, must be larger than its least"],
    );
    assert_reports(&changed("lag_s = 0.02", "lag_s = -1"), &["lag_s"]);
    assert_reports(&changed("propellant_kg = 20.0", "propellant_g = 20000"), &["`propellant_kg`"]);
    assert_reports(&changed("gyration_m = [0.1, 0.2, 0.3]", "gyration_m = [0.1]"), &["gyration_m"]);
}

#[test]
fn names_of_engines_and_tanks_are_their_own() {
    assert_reports(
        &changed("\"main\"", "\"foot\""),
        &["engine and contactor have the one name `foot`"],
    );
    assert_reports(
        &changed("\"main\"", "\"side_left\""),
        &["two engines have the name `side_left`"],
    );
    assert_reports(&changed("\"main\"", "\"tank\""), &["tank and engine have the one name `tank`"]);
    assert_reports(&changed("\"tank\"", "\"com\""), &["`com` cannot name an engine or a tank"]);
    let hinged = changed(
        "name = \"pod\"\n",
        "name = \"pod\"\njoint = { kind = \"revolute\", name = \"main\", axis = [0, 1, 0] }\n",
    );
    let single = hinged.replace("sides = [\"left\", \"right\"]\n", "");
    assert_reports(&single, &["engine and joint have the one name `main`"]);
    // A fixed joint has its link's name and no columns.
    sound(&HOPPER.replace("name = \"ball\"", "name = \"pod\""));
}

#[test]
fn an_overlay_gives_a_vehicle_engines() {
    let text = "base = \"lander\"\n[[link]]\nname = \"body\"\n\
        [[link.engine]]\nname = \"main\"\nposition_m = [0, 0, -0.3]\ndirection = [0, 0, 1]\n\
        min_thrust_n = 100\nmax_thrust_n = 4000\nspecific_impulse_s = 220\n\
        [[link.tank]]\nname = \"tank\"\nposition_m = [0, 0, 0]\npropellant_kg = 60\n";
    let model = sound(text);
    assert_eq!((model.engines.len(), model.tanks.len()), (1, 1));
    assert!((model.mass() - 460.0).abs() < 1e-9);
}

fn stage() -> VehicleModel {
    builtin("msl-descent-stage").unwrap().file().load(Ink::Plain).unwrap()
}

#[test]
fn the_descent_stage_has_its_masses_and_its_centre_stays_where_it_is_full_or_dry() {
    let model = stage();
    assert!((model.mass() - 1370.0).abs() < 1e-9);
    let moment: Vector3<f64> = model.tanks.iter().map(|tank| tank.position * tank.propellant).sum();
    assert!(moment.norm() < 1e-9, "{moment}");
    assert_eq!((model.engines.len(), model.tanks.len(), model.contactors.len()), (8, 3, 8));
    for engine in &model.engines {
        assert_eq!((engine.least, engine.most, engine.lag), (31.0, 3603.0, 0.05));
        assert!((200.0..=225.0).contains(&engine.specific_impulse));
        assert!((engine.direction.norm() - 1.0).abs() < 1e-12);
        assert!((engine.position.xy().norm() - 1.4).abs() < 1e-5);
    }
}

#[test]
fn the_descent_stages_cants_are_the_published_ones_and_point_its_exhaust_outward() {
    for (index, engine) in stage().engines.iter().enumerate() {
        let outward = Vector3::new(engine.position.x, engine.position.y, 0.0).normalize();
        let inward = -engine.direction.dot(&outward);
        let cant = inward.atan2(engine.direction.z).to_degrees();
        let wanted = if index < 4 { 25.0 } else { 5.0 };
        assert!((cant - wanted).abs() < 1e-3, "{}: {cant}", engine.name);
    }
}

/// Force and moment about the origin of thrusts, N and N m.
fn wrench(model: &VehicleModel, thrusts: &[f64]) -> (Vector3<f64>, Vector3<f64>) {
    let zero = (Vector3::zeros(), Vector3::zeros());
    model.engines.iter().zip(thrusts).fold(zero, |(force, moment), (engine, thrust)| {
        let push = engine.direction * *thrust;
        (force + push, moment + engine.position.cross(&push))
    })
}

#[test]
fn equal_thrusts_of_four_engines_lift_the_stage_without_turning_it() {
    let model = stage();
    for four in [0..4, 4..8] {
        let thrusts: Vec<f64> =
            (0..8).map(|i| if four.contains(&i) { 1000.0 } else { 0.0 }).collect();
        let (force, moment) = wrench(&model, &thrusts);
        assert!(force.xy().norm() < 1e-9 && moment.norm() < 1e-9, "{force} {moment}");
        assert!(force.z > 3500.0);
    }
}

#[test]
fn four_engines_of_either_kind_turn_the_stage_about_every_axis() {
    let model = stage();
    for four in [0..4, 4..8] {
        let row = |index: usize| {
            let mut thrusts = [0.0; 8];
            thrusts[index] = 1.0;
            let (force, moment) = wrench(&model, &thrusts);
            nalgebra::Vector4::new(moment.x, moment.y, moment.z, force.z)
        };
        let rows: Vec<_> = four.map(row).collect();
        let control = nalgebra::Matrix4::from_columns(&rows);
        let least = control.singular_values().min();
        // The weakest of the four is roll: each engine has 1.4 m sin 5° of it.
        assert!((least - 2.0 * 1.4 * 5f64.to_radians().sin()).abs() < 1e-5, "{least}");
    }
}

#[test]
fn four_canted_engines_can_carry_stage_and_rover() {
    let model = stage();
    let (force, _) = wrench(&model, &[3603.0, 3603.0, 3603.0, 3603.0, 0.0, 0.0, 0.0, 0.0]);
    assert!(force.z > (model.mass() + 899.18) * 3.7132, "{force}");
    let drawn: f64 = model.engines[..4].iter().map(|engine| engine.draw(2000.0)).sum();
    assert!((drawn - 8000.0 / (212.0 * STANDARD_GRAVITY)).abs() < 1e-12);
}
