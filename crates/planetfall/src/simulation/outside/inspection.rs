//! What comes from outside is looked at before it is used.

use super::{Flaw, OutsideContact, OutsideError};
use crate::ground::rigid::MOST_FRICTION;
use crate::state::{State, checkpoint};
use crate::stepping::Evaluation;
use crate::vehicle::{Motor, MotorCommand};
use crate::world::World;

/// A normal's length may differ from 1 by this, which single precision keeps.
const UNIT: f64 = 1e-6;
/// A contact may be this many times the vehicle's size away from its contactor: what is farther was
/// given in another unit or frame.
const SIZES: f64 = 10.0;
/// No vehicle is taken to be smaller, m.
const SMALL: f64 = 1.0;

/// The contact with a normal of exactly unit length, if it can be used.
pub(super) fn inspect(
    world: &World,
    evaluation: &Evaluation,
    contact: &OutsideContact,
) -> Result<OutsideContact, Flaw> {
    let OutsideContact { contactor, other, point, normal, gap, friction, restitution, .. } =
        *contact;
    check_pair(world, contactor, other)?;
    if !point.iter().all(|x| x.is_finite()) {
        return Err(Flaw::Point(point));
    }
    let length = normal.norm();
    let is_unit = (length - 1.0).abs() <= UNIT;
    if !is_unit {
        return Err(Flaw::Normal(normal));
    }
    if !gap.is_finite() {
        return Err(Flaw::Gap(gap));
    }
    if !(0.0..=MOST_FRICTION).contains(&friction) {
        return Err(Flaw::Friction(friction));
    }
    if !(0.0..=1.0).contains(&restitution) {
        return Err(Flaw::Restitution(restitution));
    }
    check_place(world, evaluation, contact)?;
    let rounding = (length - 1.0).abs() <= 4.0 * f64::EPSILON;
    Ok(OutsideContact { normal: if rounding { normal } else { normal / length }, ..*contact })
}

/// Refuses worlds whose forces would act beside the contacts from outside.
pub(super) fn check_world(world: &World) -> Result<(), OutsideError> {
    if world.is_staged() {
        return Err(OutsideError::Staged);
    }
    if world.contactors().is_empty() {
        return Err(OutsideError::NoContactor);
    }
    let soft = world.sample_points().iter().find(|contact| !contact.is_of_cone_only());
    match soft {
        Some(contact) => {
            Err(OutsideError::SoftGround { contactor: world.contactor_name(contact.contactor) })
        }
        None => Ok(()),
    }
}

/// Refuses states that the world cannot be in.
pub(super) fn check_state(world: &World, state: &State) -> Result<(), OutsideError> {
    let mut start = State::new(world, &[], &[]);
    // What phases and gauges there are is the business of a scenario.
    start.held_since.clone_from(&state.held_since);
    start.phase_energy.clone_from(&state.phase_energy);
    start.tally.gauges.clone_from(&state.tally.gauges);
    let fits = checkpoint::load(world, start, &checkpoint::save(state));
    fits.map(|_| ()).map_err(OutsideError::State)
}

/// Refuses ground that no body has.
pub(super) fn check_law(friction: f64, restitution: f64) -> Result<(), OutsideError> {
    let wrong = |quantity, value, allowed| Err(OutsideError::Ground { quantity, value, allowed });
    if !(0.0..=MOST_FRICTION).contains(&friction) {
        return wrong("friction", friction, "from zero to 100");
    }
    if !(0.0..=1.0).contains(&restitution) {
        return wrong("restitution", restitution, "0 to 1");
    }
    Ok(())
}

/// Refuses commands that a motor would not follow.
pub(super) fn check_command(
    joint: &str,
    motor: &Motor,
    command: MotorCommand,
) -> Result<(), OutsideError> {
    let refuse = |reason: String| Err(OutsideError::Command { joint: joint.to_owned(), reason });
    let value = match command {
        MotorCommand::Off => return Ok(()),
        MotorCommand::Torque(value)
        | MotorCommand::Speed(value)
        | MotorCommand::Position(value) => value,
    };
    if !value.is_finite() {
        return refuse(format!("is {value}: it must be finite"));
    }
    let (mode, deaf) = match command {
        MotorCommand::Speed(_) => ("speed", motor.speed_gain == 0.0 && motor.hold_gain == 0.0),
        MotorCommand::Position(_) => ("position", motor.position_gain == 0.0),
        _ => ("torque", false),
    };
    if deaf {
        return refuse(format!("is a {mode}, but the motor has no gain for it: give it a torque"));
    }
    Ok(())
}

fn check_pair(world: &World, contactor: usize, other: Option<usize>) -> Result<(), Flaw> {
    let all = world.contactors();
    let known = |index: usize| {
        all.get(index).ok_or(Flaw::Contactor { index, count: all.len() }).map(|place| place.vehicle)
    };
    let own = known(contactor)?;
    match other {
        Some(other) if known(other)? == own => Err(Flaw::OwnVehicle { other }),
        _ => Ok(()),
    }
}

/// A contact is somewhere on the vehicle, and no deeper than the vehicle is large.
fn check_place(
    world: &World,
    evaluation: &Evaluation,
    contact: &OutsideContact,
) -> Result<(), Flaw> {
    let place = &world.contactors()[contact.contactor];
    let part = &world.vehicles()[place.vehicle].contactors[place.contactor];
    let kinematics = evaluation.kinematics(place.vehicle);
    let reach = world.solid(contact.contactor).map_or(0.0, |solid| solid.reach());
    let spread = kinematics.links.iter().map(|link| link.position.norm()).fold(0.0, f64::max);
    let size = (spread + reach).max(SMALL);
    let origin = kinematics.anchor + kinematics.links[part.link].position;
    let distance = (contact.point - origin).norm();
    if distance > SIZES * size {
        return Err(Flaw::FarPoint { distance, size });
    }
    if contact.gap < -SIZES * size {
        return Err(Flaw::Depth { gap: contact.gap, size });
    }
    Ok(())
}
