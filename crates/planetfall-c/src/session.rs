//! A session's life: opened, kept, restored, closed.

use crate::boundary::{DEFECT, Failure, guarded, shared, status, text, unique};
use crate::scenario;
use planetfall::outside::{OutsideContact, Session};
use planetfall::state::State;
use planetfall::time::Time;
use std::ffi::{CString, c_char, c_int};

/// What C holds by a pointer.
#[derive(Debug)]
pub struct Handle {
    pub(crate) session: Session,
    pub(crate) names: Names,
    /// Contacts of the next step, once they were set.
    pub(crate) contacts: Vec<OutsideContact>,
    /// Contacts that are being inspected: they become the next step's only if all of them are sound.
    pub(crate) offered: Vec<OutsideContact>,
    pub(crate) is_given: bool,
    /// A panic left it in a state that nobody vouches for.
    is_broken: bool,
}

/// Names that C may hold as long as the session lives.
#[derive(Debug)]
pub(crate) struct Names {
    pub(crate) links: Vec<CString>,
    pub(crate) joints: Vec<CString>,
    pub(crate) contactors: Vec<CString>,
}

/// A kept state.
#[derive(Debug)]
pub struct Checkpoint(State);

impl Handle {
    fn new(session: Session) -> Box<Self> {
        let name = |name: &str| CString::new(name.replace('\0', " ")).unwrap_or_default();
        let names = Names {
            links: session.links().iter().map(|link| name(&link.name)).collect(),
            joints: session.joints().iter().map(|joint| name(&joint.name)).collect(),
            contactors: session.contactors().iter().map(|contactor| name(contactor)).collect(),
        };
        Box::new(Self {
            session,
            names,
            contacts: Vec::new(),
            offered: Vec::new(),
            is_given: false,
            is_broken: false,
        })
    }

    /// The handle, if it still is to be trusted.
    fn whole(&self) -> Result<(), Failure> {
        if !self.is_broken {
            return Ok(());
        }
        let text = "this session met a defect of Planetfall before and cannot go on: close it";
        Err(Failure { status: DEFECT, text: text.to_owned() })
    }
}

/// Asks a session something.
///
/// # Safety
/// `session` is null or comes from one of the functions that open sessions and is not closed, and nobody
/// changes it meanwhile.
pub(crate) unsafe fn ask<T>(
    session: *const Handle,
    question: impl FnOnce(&Handle) -> Result<T, Failure>,
) -> Result<T, c_int> {
    guarded(|| {
        // SAFETY: the caller's.
        let handle = unsafe { shared(session, "session") }?;
        handle.whole()?;
        question(handle)
    })
}

/// Has a session do something; a panic makes it useless.
///
/// # Safety
/// As for [`ask`], and nobody else uses it meanwhile.
pub(crate) unsafe fn act(
    session: *mut Handle,
    action: impl FnOnce(&mut Handle) -> Result<(), Failure>,
) -> c_int {
    let result = status(|| {
        // SAFETY: the caller's.
        let handle = unsafe { unique(session, "session") }?;
        handle.whole()?;
        action(handle)
    });
    if result == DEFECT {
        // SAFETY: the caller's; the reference above is gone.
        if let Some(handle) = unsafe { session.as_mut() } {
            handle.is_broken = true;
        }
    }
    result
}

fn handed_out<T>(made: Result<Box<T>, c_int>) -> *mut T {
    made.map_or(std::ptr::null_mut(), Box::into_raw)
}

/// Opens a scenario whose ground is nonsmooth.
///
/// # Safety
/// `scenario` is null or a text that ends with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_open(scenario: *const c_char) -> *mut Handle {
    handed_out(guarded(|| {
        // SAFETY: the caller's.
        let name = unsafe { text(scenario, "scenario") }?;
        Ok(Handle::new(Session::new(&scenario::find(name)?)?))
    }))
}

/// Opens any scenario on rigid ground.
///
/// # Safety
/// `scenario` is null or a text that ends with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_open_on_rigid_ground(
    scenario: *const c_char,
    friction: f64,
    restitution: f64,
    step_s: f64,
) -> *mut Handle {
    handed_out(guarded(|| {
        // SAFETY: the caller's.
        let name = unsafe { text(scenario, "scenario") }?;
        let step = Time::from_seconds(step_s);
        let step = step.map_err(|error| Failure::input(format!("the step: {error}")))?;
        let scenario = scenario::find(name)?;
        Ok(Handle::new(Session::on_rigid_ground(&scenario, friction, restitution, step)?))
    }))
}

/// Frees a session.
///
/// # Safety
/// `session` is null or comes from a function that opens sessions and is not closed; it is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_close(session: *mut Handle) {
    if !session.is_null() {
        status(|| {
            // SAFETY: the caller's: it was made by `Box::into_raw` and is freed once.
            drop(unsafe { Box::from_raw(session) });
            Ok(())
        });
    }
}

/// Keeps the state of a session.
///
/// # Safety
/// `session` is null or an open session.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_save(session: *const Handle) -> *mut Checkpoint {
    // SAFETY: the caller's.
    handed_out(unsafe {
        ask(session, |handle| Ok(Box::new(Checkpoint(handle.session.state().clone()))))
    })
}

/// Goes back to a kept state.
///
/// # Safety
/// `session` is null or an open session, `checkpoint` null or a checkpoint that is not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_restore(
    session: *mut Handle,
    checkpoint: *const Checkpoint,
) -> c_int {
    // SAFETY: the caller's.
    unsafe {
        act(session, |handle| {
            let Checkpoint(state) = shared(checkpoint, "checkpoint")?;
            handle.session.restore(state)?;
            handle.is_given = false;
            Ok(())
        })
    }
}

/// Frees a checkpoint.
///
/// # Safety
/// `checkpoint` is null or comes from [`planetfall_save`] and is not freed; it is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn planetfall_forget(checkpoint: *mut Checkpoint) {
    if !checkpoint.is_null() {
        status(|| {
            // SAFETY: the caller's: it was made by `Box::into_raw` and is freed once.
            drop(unsafe { Box::from_raw(checkpoint) });
            Ok(())
        });
    }
}
