//! Events and parts of a world in the words that a run's files have for them.

use nalgebra::Vector3;
use planetfall::math::real;
use planetfall::recording::{self, EventKind};
use planetfall::scenario::Scenario;
use planetfall::stepping::Impact;
use planetfall::vehicle::FaultKind;
use planetfall::world::World;
use planetfall_files::run_folder::Event;
use std::collections::BTreeMap;

/// An event in words.
pub(crate) fn in_words(scenario: &Scenario, event: &recording::Event) -> Event {
    let mut values = BTreeMap::new();
    let (kind, entity, message) = match event.kind {
        EventKind::Touch { contactor, speed } => {
            let name = scenario.world.contactor_name(contactor);
            values.insert("approach_speed_m_per_s".to_owned(), speed);
            let message = format!("{name} touches the ground at {speed:.3} m/s");
            ("contact", Some(name), message)
        }
        EventKind::LiftOff { contactor } => {
            let name = scenario.world.contactor_name(contactor);
            let message = format!("{name} leaves the ground");
            ("lift-off", Some(name), message)
        }
        EventKind::Impact(impact) => {
            let name = scenario.world.contactor_name(impact.contactor);
            values = struck(&impact);
            let message = jump(&name, &impact);
            ("impact", Some(name), message)
        }
        EventKind::Phase { phase } => {
            let name = scenario.phases[phase].name.clone();
            ("phase", Some(name.clone()), format!("phase {name} begins"))
        }
        EventKind::Separation { vehicle } => {
            let name = scenario.world.vehicles()[vehicle].name.clone();
            ("separation", Some(name.clone()), format!("{name} is let go"))
        }
        EventKind::InGround { vehicle, link, depth } => {
            let owner = &scenario.world.vehicles()[vehicle];
            let name = scenario.world.entity_name(vehicle, &owner.tree.links()[link].name);
            let message = format!("{name} is {depth:.3} m inside the ground");
            ("in_ground", Some(name), message)
        }
        EventKind::Cut { cable } => {
            let name = scenario.world.cables()[cable].name.clone();
            ("cut", Some(name.clone()), format!("{name} is cut"))
        }
        EventKind::NotCut { cable } => {
            let name = scenario.world.cables()[cable].name.clone();
            let message = format!("{name} is not cut although it was commanded to be");
            ("fault", Some(name), message)
        }
        EventKind::Failure { engine } => {
            let name = engine_name(&scenario.world, engine);
            ("fault", Some(name.clone()), format!("engine {name} fails"))
        }
        EventKind::Fault { kind, over } => {
            let (entity, message) = fault_message(&scenario.world, &kind, over);
            ("fault", entity, message)
        }
        EventKind::Sun { direction } => {
            let [azimuth, elevation] = sun_angles(&direction);
            values.insert("azimuth_deg".to_owned(), azimuth);
            values.insert("elevation_deg".to_owned(), elevation);
            let place = format!("an azimuth of {azimuth:.1} degrees, {elevation:.1} high");
            ("sun", None, format!("the sun is moved to {place}"))
        }
        EventKind::Dry { vehicle } => {
            let name = scenario.world.vehicles()[vehicle].name.clone();
            ("fault", Some(name.clone()), format!("{name} has no propellant left"))
        }
        EventKind::Mode { controller, mode } => {
            let control = &scenario.world.control()[controller];
            let (name, word) = (control.name.clone(), control.controller.mode_name(mode));
            ("mode", Some(name.clone()), format!("{name}: {}", word.replace('_', " ")))
        }
        EventKind::End => ("end", None, "the run ends".to_owned()),
    };
    Event { time_s: event.time.seconds(), kind: kind.to_owned(), entity, message, values }
}

/// Whom a fault concerns, and the fault in words.
fn fault_message(world: &World, kind: &FaultKind, over: bool) -> (Option<String>, String) {
    let joint = |vehicle: usize, link: usize| {
        world.entity_name(vehicle, &world.vehicles()[vehicle].tree.links()[link].joint.name)
    };
    let sensor = |index: usize| world.sensors()[index].name.clone();
    let (entity, begins, ends) = match *kind {
        FaultKind::Jammed { vehicle, link, .. } => {
            (Some(joint(vehicle, link)), "is stuck", "is free again")
        }
        FaultKind::WeakMotor { vehicle, link, share } => {
            let name = joint(vehicle, link);
            let message = match over {
                true => format!("the motor of {name} has its whole torque again"),
                false => format!("the motor of {name} has {} % of its torque", 100.0 * share),
            };
            return (Some(name), message);
        }
        FaultKind::DeadEncoder { vehicle, link } => {
            let name = joint(vehicle, link);
            let message = match over {
                true => format!("the encoder of {name} reads again"),
                false => format!("the encoder of {name} reads on what it read last"),
            };
            return (Some(name), message);
        }
        FaultKind::BiasStep { sensor: index, .. } => {
            (Some(sensor(index)), "has a step of its biases", "has its old biases again")
        }
        FaultKind::Silent { sensor: index } => {
            (Some(sensor(index)), "gives no readings", "gives readings again")
        }
        FaultKind::EngineOut { engine } => {
            let name = engine_name(world, engine);
            let message = match over {
                true => format!("engine {name} can be lit again"),
                false => format!("engine {name} fails"),
            };
            return (Some(name), message);
        }
        FaultKind::CableStuck { cable } => {
            let name = world.cables()[cable].name.clone();
            (Some(name), "can no longer be cut", "can be cut again")
        }
        FaultKind::Late { delay } => {
            let message = match over {
                true => "commands arrive at once again".to_owned(),
                false => format!("commands arrive {delay} late"),
            };
            return (None, message);
        }
    };
    let message =
        format!("{} {}", entity.as_deref().unwrap_or_default(), if over { ends } else { begins });
    (entity, message)
}

/// All components of an impact, site axes.
fn struck(impact: &Impact) -> BTreeMap<String, f64> {
    let vectors = [
        ("before", "_m_per_s", impact.before),
        ("after", "_m_per_s", impact.after),
        ("jump", "_m_per_s", impact.after - impact.before),
        ("impulse", "_n_s", impact.impulse),
        ("normal", "", impact.normal),
    ];
    let mut values = BTreeMap::from([("approach_speed_m_per_s".to_owned(), impact.speed())]);
    for (what, unit, vector) in vectors {
        for (axis, number) in ["x", "y", "z"].into_iter().zip(vector.iter()) {
            values.insert(format!("{what}_{axis}{unit}"), *number);
        }
    }
    values
}

/// An impact in words.
fn jump(name: &str, impact: &Impact) -> String {
    let jump = impact.after - impact.before;
    // Adding zero turns a negative zero into a plain one.
    let plain = |number: f64| (number * 1e4).round() / 1e4 + 0.0;
    format!(
        "{name} strikes at {:.4} m/s; its velocity jumps by ({:.4}, {:.4}, {:.4}) m/s",
        impact.speed(),
        plain(jump.x),
        plain(jump.y),
        plain(jump.z)
    )
}

/// Azimuth from north by east and elevation of a direction, degrees.
pub(crate) fn sun_angles(direction: &Vector3<f64>) -> [f64; 2] {
    let azimuth = real::atan2(direction.x, direction.y).to_degrees();
    let flat = direction.xy().norm();
    [azimuth.rem_euclid(360.0), real::atan2(direction.z, flat).to_degrees()]
}

/// An engine's name as its columns have it.
pub(crate) fn engine_name(world: &World, engine: usize) -> String {
    let vehicles = 0..world.vehicles().len();
    let owner = vehicles.into_iter().find(|v| world.layout().engines(*v).contains(&engine));
    owner.map_or_else(String::new, |vehicle| {
        let index = engine - world.layout().engines(vehicle).start;
        world.entity_name(vehicle, &world.vehicles()[vehicle].engines[index].name)
    })
}
