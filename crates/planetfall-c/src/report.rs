//! What came out of a step: time, poses, joints, impulses, energy.

use crate::boundary::{Failure, write};
use crate::session::{Handle, ask};
use crate::wire::{ContactImpulse, Energy, JointMotion, Pose, Solver};
use std::ffi::c_int;

/// Simulation time, s.
///
/// # Safety
/// `session` is null or an open session.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_time_s(session: *const Handle) -> f64 {
    // SAFETY: the caller's.
    unsafe { ask(session, |handle| Ok(handle.session.time().seconds())) }.unwrap_or(f64::NAN)
}

/// Length of a step, s.
///
/// # Safety
/// `session` is null or an open session.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_step_length_s(session: *const Handle) -> f64 {
    // SAFETY: the caller's.
    unsafe { ask(session, |handle| Ok(handle.session.step_length().seconds())) }.unwrap_or(f64::NAN)
}

/// Pose of one link.
///
/// # Safety
/// `session` is null or an open session, `pose` null or room for one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_pose_of(
    session: *const Handle,
    link: usize,
    pose: *mut Pose,
) -> c_int {
    let answer = |handle: &Handle| {
        let found = Pose::from(handle.session.pose(link)?);
        // SAFETY: the caller's.
        unsafe { write(pose, 1, std::iter::once(found), "pose") }
    };
    // SAFETY: the caller's.
    unsafe { ask(session, answer) }.err().unwrap_or(0)
}

/// Poses of all links.
///
/// # Safety
/// `session` is null or an open session, `poses` null or room for `count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_poses(
    session: *const Handle,
    poses: *mut Pose,
    count: usize,
) -> c_int {
    let answer = |handle: &Handle| {
        let found = handle.session.poses().map(Pose::from);
        // SAFETY: the caller's.
        unsafe { write(poses, count, found, "poses") }
    };
    // SAFETY: the caller's.
    unsafe { ask(session, answer) }.err().unwrap_or(0)
}

/// States of all joints.
///
/// # Safety
/// `session` is null or an open session, `states` null or room for `count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_joint_states(
    session: *const Handle,
    states: *mut JointMotion,
    count: usize,
) -> c_int {
    let answer = |handle: &Handle| {
        let found = handle.session.joint_states().map(JointMotion::from);
        // SAFETY: the caller's.
        unsafe { write(states, count, found, "states") }
    };
    // SAFETY: the caller's.
    unsafe { ask(session, answer) }.err().unwrap_or(0)
}

/// Number of contacts of the last step.
///
/// # Safety
/// `session` is null or an open session.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_impulse_count(session: *const Handle) -> usize {
    // SAFETY: the caller's.
    unsafe { ask(session, |handle| Ok(handle.session.impulses().len())) }.unwrap_or(0)
}

/// Impulses of the last step.
///
/// # Safety
/// `session` is null or an open session, `impulses` null or room for `count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_impulses(
    session: *const Handle,
    impulses: *mut ContactImpulse,
    count: usize,
) -> c_int {
    let answer = |handle: &Handle| {
        let found = handle.session.impulses().iter().map(ContactImpulse::from);
        // SAFETY: the caller's.
        unsafe { write(impulses, count, found, "impulses") }
    };
    // SAFETY: the caller's.
    unsafe { ask(session, answer) }.err().unwrap_or(0)
}

/// How the impulses of the last step were found.
///
/// # Safety
/// `session` is null or an open session, `report` null or room for one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_solver_report(
    session: *const Handle,
    report: *mut Solver,
) -> c_int {
    let answer = |handle: &Handle| {
        let last = handle.session.report();
        let last = last.ok_or_else(|| Failure::input("there was no step to report on yet"))?;
        // SAFETY: the caller's.
        unsafe { write(report, 1, std::iter::once(Solver::from(last)), "report") }
    };
    // SAFETY: the caller's.
    unsafe { ask(session, answer) }.err().unwrap_or(0)
}

/// The energy account.
///
/// # Safety
/// `session` is null or an open session, `energy` null or room for one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_energy_account(
    session: *const Handle,
    energy: *mut Energy,
) -> c_int {
    let answer = |handle: &Handle| {
        let found = Energy::from(handle.session.ledger());
        // SAFETY: the caller's.
        unsafe { write(energy, 1, std::iter::once(found), "energy") }
    };
    // SAFETY: the caller's.
    unsafe { ask(session, answer) }.err().unwrap_or(0)
}
