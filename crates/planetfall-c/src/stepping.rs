//! One step: contacts and commands in.

use crate::boundary::{Failure, text, values};
use crate::session::{Handle, act};
use crate::wire::Contact;
use planetfall::outside::OutsideContact;
use planetfall::vehicle::MotorCommand;
use std::ffi::{c_char, c_int};

/// Gives the contacts of the next step.
///
/// # Safety
/// `session` is null or an open session, `contacts` null or `count` contacts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_set_contacts(
    session: *mut Handle,
    contacts: *const Contact,
    count: usize,
) -> c_int {
    let action = |handle: &mut Handle| {
        // SAFETY: the caller's.
        let contacts = unsafe { values(contacts, count, "contacts") }?;
        handle.offered.clear();
        handle.offered.extend(contacts.iter().map(OutsideContact::from));
        handle.session.inspect(&handle.offered)?;
        std::mem::swap(&mut handle.contacts, &mut handle.offered);
        handle.is_given = true;
        Ok(())
    };
    // SAFETY: the caller's.
    unsafe { act(session, action) }
}

/// One step with contacts from outside.
///
/// # Safety
/// `session` is null or an open session.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_step(session: *mut Handle) -> c_int {
    let action = |handle: &mut Handle| {
        if !handle.is_given {
            return Err(Failure::input(
                "no contacts were set since the last step: call planetfall_set_contacts before each \
                 planetfall_step, with a count of 0 if nothing touches",
            ));
        }
        handle.session.step(&handle.contacts)?;
        handle.is_given = false;
        Ok(())
    };
    // SAFETY: the caller's.
    unsafe { act(session, action) }
}

/// One step with contacts that Planetfall finds.
///
/// # Safety
/// `session` is null or an open session.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_step_detecting(session: *mut Handle) -> c_int {
    let action = |handle: &mut Handle| {
        handle.session.step_detecting()?;
        handle.is_given = false;
        Ok(())
    };
    // SAFETY: the caller's.
    unsafe { act(session, action) }
}

/// Sets an external wrench of the scenario.
///
/// # Safety
/// `session` is null or an open session, `name` null or a string that ends with a zero, `force` and `moment`
/// null or three numbers each.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_set_wrench(
    session: *mut Handle,
    name: *const c_char,
    force: *const f64,
    moment: *const f64,
) -> c_int {
    let action = |handle: &mut Handle| {
        // SAFETY: the caller's.
        let (name, force, moment) = unsafe {
            (text(name, "name")?, values(force, 3, "force")?, values(moment, 3, "moment")?)
        };
        let vector = nalgebra::Vector3::from_column_slice;
        Ok(handle.session.set_wrench(name, vector(force), vector(moment))?)
    };
    // SAFETY: the caller's.
    unsafe { act(session, action) }
}

/// Commands a motor.
///
/// # Safety
/// `session` is null or an open session.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_command(
    session: *mut Handle,
    joint: usize,
    mode: c_int,
    value: f64,
) -> c_int {
    let action = |handle: &mut Handle| {
        let command = match mode {
            0 => MotorCommand::Off,
            1 => MotorCommand::Torque(value),
            2 => MotorCommand::Speed(value),
            3 => MotorCommand::Position(value),
            _ => {
                return Err(Failure::input(format!(
                    "there is no motor mode {mode}: it is PLANETFALL_MOTOR_OFF, _TORQUE, _SPEED or \
                     _POSITION"
                )));
            }
        };
        Ok(handle.session.command(joint, command)?)
    };
    // SAFETY: the caller's.
    unsafe { act(session, action) }
}
