//! Engines and tanks from TOML.

use super::contactor::Reading;
use super::draft::{DraftEngine, DraftTank};
use super::model::Note;
use super::part::note;
use crate::format::Node;
use nalgebra::Vector3;
use planetfall::vehicle::{Engine, Tank};

/// The engines of a link.
pub(super) fn engines(
    link_node: &Node,
    link: &str,
    reading: &mut Reading<'_>,
    notes: &mut Vec<Note>,
) -> Vec<DraftEngine> {
    let mut engines = Vec::new();
    for node in link_node.list("engine") {
        notes.extend(note(node, format!("engine `{}`", node.text("name"))));
        if let Some(engine) = engine(node, reading) {
            let at = reading.file.at(node.place_of("name"));
            engines.push(DraftEngine { at, link: link.to_owned(), engine });
        }
    }
    engines
}

fn engine(node: &Node, reading: &mut Reading<'_>) -> Option<Engine> {
    let name = node.text("name");
    let direction = Vector3::from(node.vector("direction"));
    let length = direction.norm();
    let (least, most) = (node.number("min_thrust_n"), node.number("max_thrust_n"));
    if most <= least {
        let at = reading.file.at(node.place_of("max_thrust_n"));
        let message = format!(
            "engine `{name}`: its most thrust, {most} N, must be larger than its least, {least} N"
        );
        reading.findings.error(at, message);
    }
    if length <= 1e-9 {
        let at = reading.file.at(node.place_of("direction"));
        let message = format!("engine `{name}`: its direction must have a length");
        let help = "it is the way its force pushes the vehicle, against the exhaust";
        reading.findings.help(at, message, help);
        return None;
    }
    Some(Engine {
        name: name.to_owned(),
        link: 0,
        position: Vector3::from(node.vector("position_m")),
        direction: direction / length,
        least,
        most,
        lag: node.number("lag_s"),
        specific_impulse: node.number("specific_impulse_s"),
        fails_at: None,
    })
}

/// The tanks of a link.
pub(super) fn tanks(
    link_node: &Node,
    link: &str,
    reading: &Reading<'_>,
    notes: &mut Vec<Note>,
) -> Vec<DraftTank> {
    let mut tanks = Vec::new();
    for node in link_node.list("tank") {
        let name = node.text("name").to_owned();
        notes.extend(note(node, format!("tank `{name}`")));
        tanks.push(DraftTank {
            at: reading.file.at(node.place_of("name")),
            link: link.to_owned(),
            tank: Tank {
                name,
                link: 0,
                position: Vector3::from(node.vector("position_m")),
                propellant: node.number("propellant_kg"),
                gyration: Vector3::from(node.vector("gyration_m")),
            },
        });
    }
    tanks
}
