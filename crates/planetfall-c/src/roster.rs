//! What there is: links, joints, contactors, by number and name.

use crate::boundary::{text, write};
use crate::session::{Handle, ask};
use crate::wire::Joint;
use planetfall::outside::{OutsideError, Session};
use std::ffi::{CString, c_char, c_int};

/// Number of links.
///
/// # Safety
/// `session` is null or an open session.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_link_count(session: *const Handle) -> usize {
    // SAFETY: the caller's.
    unsafe { ask(session, |handle| Ok(handle.names.links.len())) }.unwrap_or(0)
}

/// Number of joints.
///
/// # Safety
/// `session` is null or an open session.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_joint_count(session: *const Handle) -> usize {
    // SAFETY: the caller's.
    unsafe { ask(session, |handle| Ok(handle.names.joints.len())) }.unwrap_or(0)
}

/// Number of contactors.
///
/// # Safety
/// `session` is null or an open session.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_contactor_count(session: *const Handle) -> usize {
    // SAFETY: the caller's.
    unsafe { ask(session, |handle| Ok(handle.names.contactors.len())) }.unwrap_or(0)
}

/// Name of a link.
///
/// # Safety
/// `session` is null or an open session.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_link_name(
    session: *const Handle,
    link: usize,
) -> *const c_char {
    // SAFETY: the caller's.
    unsafe { name(session, link, "link", |handle| &handle.names.links) }
}

/// Name of a joint.
///
/// # Safety
/// `session` is null or an open session.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_joint_name(
    session: *const Handle,
    joint: usize,
) -> *const c_char {
    // SAFETY: the caller's.
    unsafe { name(session, joint, "joint", |handle| &handle.names.joints) }
}

/// Name of a contactor.
///
/// # Safety
/// `session` is null or an open session.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_contactor_name(
    session: *const Handle,
    contactor: usize,
) -> *const c_char {
    // SAFETY: the caller's.
    unsafe { name(session, contactor, "contactor", |handle| &handle.names.contactors) }
}

/// Index of a link.
///
/// # Safety
/// `session` is null or an open session, `name` null or a text, `link` null or room for one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_find_link(
    session: *const Handle,
    name: *const c_char,
    link: *mut usize,
) -> c_int {
    // SAFETY: the caller's.
    unsafe { find(session, name, link, Session::link) }
}

/// Index of a joint.
///
/// # Safety
/// `session` is null or an open session, `name` null or a text, `joint` null or room for one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_find_joint(
    session: *const Handle,
    name: *const c_char,
    joint: *mut usize,
) -> c_int {
    // SAFETY: the caller's.
    unsafe { find(session, name, joint, Session::joint) }
}

/// Index of a contactor.
///
/// # Safety
/// `session` is null or an open session, `name` null or a text, `contactor` null or room for one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_find_contactor(
    session: *const Handle,
    name: *const c_char,
    contactor: *mut usize,
) -> c_int {
    // SAFETY: the caller's.
    unsafe { find(session, name, contactor, Session::contactor) }
}

/// What kind a joint is.
///
/// # Safety
/// `session` is null or an open session, `kind` null or room for one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_joint_kind(
    session: *const Handle,
    joint: usize,
    kind: *mut Joint,
) -> c_int {
    let answer = |handle: &Handle| {
        let session = &handle.session;
        let count = session.joints().len();
        let entry = session.joints().get(joint);
        let entry = entry.ok_or(OutsideError::Index { kind: "joint", index: joint, count })?;
        let found = Joint {
            link: session.world().layout().links(entry.vehicle).start + entry.link,
            slides: i32::from(entry.slides),
            has_motor: i32::from(entry.has_motor),
        };
        // SAFETY: the caller's.
        unsafe { write(kind, 1, std::iter::once(found), "kind") }
    };
    // SAFETY: the caller's.
    unsafe { ask(session, answer) }.err().unwrap_or(0)
}

/// The link of a contactor.
///
/// # Safety
/// `session` is null or an open session, `link` null or room for one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_contactor_link(
    session: *const Handle,
    contactor: usize,
    link: *mut usize,
) -> c_int {
    let answer = |handle: &Handle| {
        let found = handle.session.link_of_contactor(contactor)?;
        // SAFETY: the caller's.
        unsafe { write(link, 1, std::iter::once(found), "link") }
    };
    // SAFETY: the caller's.
    unsafe { ask(session, answer) }.err().unwrap_or(0)
}

/// # Safety
/// As of the functions above.
unsafe fn name(
    session: *const Handle,
    index: usize,
    kind: &'static str,
    names: impl FnOnce(&Handle) -> &[CString],
) -> *const c_char {
    let answer = |handle: &Handle| {
        let names = names(handle);
        let count = names.len();
        let name = names.get(index).ok_or(OutsideError::Index { kind, index, count })?;
        Ok(name.as_ptr())
    };
    // SAFETY: the caller's.
    unsafe { ask(session, answer) }.unwrap_or(std::ptr::null())
}

/// # Safety
/// As of the functions above.
unsafe fn find(
    session: *const Handle,
    name: *const c_char,
    out: *mut usize,
    search: impl FnOnce(&Session, &str) -> Result<usize, OutsideError>,
) -> c_int {
    let answer = |handle: &Handle| {
        // SAFETY: the caller's.
        let index = search(&handle.session, unsafe { text(name, "name") }?)?;
        // SAFETY: the caller's.
        unsafe { write(out, 1, std::iter::once(index), "index") }
    };
    // SAFETY: the caller's.
    unsafe { ask(session, answer) }.err().unwrap_or(0)
}
