//! Engines and tanks from TOML.

use super::contactor::FileContext;
use super::draft::{DraftEngine, DraftTank};
use super::model::Provenance;
use super::part::note;
use super::schema::link::LinkPartKeys;
use super::schema::propulsion::{EngineKeys, ValveKeys};
use crate::format::declare::Key;
use nalgebra::Vector3;
use planetfall::time::Time;
use planetfall::vehicle::{Engine, Tank, Valve};

/// The engines of a link.
pub(super) fn engines(
    parts: &LinkPartKeys,
    link: &str,
    context: &mut FileContext<'_>,
    notes: &mut Vec<Provenance>,
) -> Vec<DraftEngine> {
    let mut engines = Vec::new();
    for keys in &parts.engine {
        notes.push(note(&keys.provenance, format!("engine `{}`", keys.name.value())));
        if let Some(engine) = engine(keys, context) {
            let at = context.file.at(keys.name.place());
            engines.push(DraftEngine { at, link: link.to_owned(), engine });
        }
    }
    engines
}

fn engine(keys: &EngineKeys, context: &mut FileContext<'_>) -> Option<Engine> {
    let name = keys.name.value();
    let direction = Vector3::from(keys.direction.value());
    let length = direction.norm();
    let (least, most) = (keys.min_thrust_n.value(), keys.max_thrust_n.value());
    if most <= least {
        let at = context.file.at(keys.max_thrust_n.place());
        let message = format!(
            "engine `{name}`: its most thrust, {most} N, must be larger than its least, {least} N"
        );
        context.diagnostics.error(at, message);
    }
    if length <= 1e-9 {
        let at = context.file.at(keys.direction.place());
        let message = format!("engine `{name}`: its direction must have a length");
        let help = "it is the way its force pushes the vehicle, against the exhaust";
        context.diagnostics.help(at, message, help);
        return None;
    }
    Some(Engine {
        name: name.to_owned(),
        link: 0,
        position: Vector3::from(keys.position_m.value()),
        direction: direction / length,
        least,
        most,
        lag: keys.lag_s.value(),
        specific_impulse: keys.specific_impulse_s.value(),
        fails_at: None,
        valve: valve(keys.valve.as_ref(), context)?,
    })
}

/// The valve of a pulsed engine, on whole nanoseconds; `None` where it is wrong.
fn valve(keys: Option<&ValveKeys>, context: &mut FileContext<'_>) -> Option<Option<Valve>> {
    let Some(keys) = keys else { return Some(None) };
    let mut read = |key: &Key<f64>| match Time::from_seconds(key.value()) {
        Ok(time) => Some(time),
        Err(error) => {
            context.diagnostics.error(context.file.at(key.place()), error.to_string());
            None
        }
    };
    let (cycle, least_on) = (read(&keys.cycle_s)?, read(&keys.least_on_s)?);
    Some(Some(Valve { cycle: cycle.max(Time::from_nanos(1)), least_on }))
}

/// The tanks of a link.
pub(super) fn tanks(
    parts: &LinkPartKeys,
    link: &str,
    context: &FileContext<'_>,
    notes: &mut Vec<Provenance>,
) -> Vec<DraftTank> {
    let mut tanks = Vec::new();
    for keys in &parts.tank {
        let name = keys.name.value().to_owned();
        notes.push(note(&keys.provenance, format!("tank `{name}`")));
        tanks.push(DraftTank {
            at: context.file.at(keys.name.place()),
            link: link.to_owned(),
            tank: Tank {
                name,
                link: 0,
                position: Vector3::from(keys.position_m.value()),
                propellant: keys.propellant_kg.value(),
                gyration: Vector3::from(keys.gyration_m.value()),
            },
        });
    }
    tanks
}
