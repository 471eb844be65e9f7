//! The border to C: failures become codes and a text, panics stop here.

use planetfall::outside::OutsideError;
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Status codes of the header.
pub const OK: c_int = 0;
/// The step could not be computed.
pub const FAILED: c_int = 1;
/// What was given is wrong.
pub const WRONG_INPUT: c_int = 2;
/// A panic was caught.
pub const DEFECT: c_int = 3;

thread_local! {
    static LAST_ERROR: RefCell<CString> = RefCell::new(CString::default());
}

/// What a function could not do.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// One of the status codes.
    pub status: c_int,
    /// Why.
    pub text: String,
}

impl Failure {
    /// What was given is wrong.
    pub fn input(text: impl Into<String>) -> Self {
        Self { status: WRONG_INPUT, text: text.into() }
    }

    /// A null pointer.
    pub fn null(what: &str) -> Self {
        Self::input(format!("`{what}` is NULL"))
    }
}

impl From<OutsideError> for Failure {
    fn from(error: OutsideError) -> Self {
        let status = if error.is_failure() { FAILED } else { WRONG_INPUT };
        Self { status, text: error.to_string() }
    }
}

/// The text of the last failure on this thread.
#[unsafe(no_mangle)]
pub extern "C" fn planetfall_last_error() -> *const c_char {
    LAST_ERROR.with(|text| text.try_borrow().map_or(c"".as_ptr(), |text| text.as_ptr()))
}

/// Version of the library as one number.
#[unsafe(no_mangle)]
pub extern "C" fn planetfall_version() -> u32 {
    let part = |text: &str| text.parse::<u32>().unwrap_or(0);
    part(env!("CARGO_PKG_VERSION_MAJOR")) * 1_000_000
        + part(env!("CARGO_PKG_VERSION_MINOR")) * 1_000
        + part(env!("CARGO_PKG_VERSION_PATCH"))
}

/// Runs what may fail or panic, and keeps the text if it does.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, c_int> {
    let done = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<&str>().copied().map(str::to_owned);
        let said = said.or_else(|| panic.downcast_ref::<String>().cloned());
        let said = said.unwrap_or_else(|| "without a word".to_owned());
        let text = format!("a defect of Planetfall, please report it: {said}");
        Err(Failure { status: DEFECT, text })
    });
    done.map_err(|failure| {
        keep(&failure.text);
        failure.status
    })
}

/// The same for a function that returns its status.
pub fn status(work: impl FnOnce() -> Result<(), Failure>) -> c_int {
    guarded(work).err().unwrap_or(OK)
}

/// A reference from a pointer.
///
/// # Safety
/// `pointer` is null or points to a valid `T` that nobody changes meanwhile.
pub unsafe fn shared<'a, T>(pointer: *const T, what: &str) -> Result<&'a T, Failure> {
    // SAFETY: the caller's.
    unsafe { pointer.as_ref() }.ok_or_else(|| Failure::null(what))
}

/// A reference that may change what it points to.
///
/// # Safety
/// `pointer` is null or points to a valid `T` that nobody else uses meanwhile.
pub unsafe fn unique<'a, T>(pointer: *mut T, what: &str) -> Result<&'a mut T, Failure> {
    // SAFETY: the caller's.
    unsafe { pointer.as_mut() }.ok_or_else(|| Failure::null(what))
}

/// A text from C.
///
/// # Safety
/// `pointer` is null or points to a text that ends with a zero.
pub unsafe fn text<'a>(pointer: *const c_char, what: &str) -> Result<&'a str, Failure> {
    if pointer.is_null() {
        return Err(Failure::null(what));
    }
    // SAFETY: the caller's.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|_| Failure::input(format!("`{what}` is no UTF-8 text")))
}

/// Values from C; none need a pointer if there are none.
///
/// # Safety
/// `pointer` is null or points to `count` valid values that nobody changes meanwhile.
pub unsafe fn values<'a, T>(
    pointer: *const T,
    count: usize,
    what: &str,
) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    check_array(pointer, count, what)?;
    // SAFETY: not null, aligned and not too long as just checked; the rest is the caller's.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// Writes values to C's array, which must have room for exactly as many.
///
/// # Safety
/// `pointer` is null or points to room for `count` values that nobody else uses meanwhile.
pub unsafe fn write<T>(
    pointer: *mut T,
    count: usize,
    from: impl ExactSizeIterator<Item = T>,
    what: &str,
) -> Result<(), Failure> {
    if from.len() != count {
        let text = format!("`{what}` has room for {count}, but there are {}", from.len());
        return Err(Failure::input(text));
    }
    if count == 0 {
        return Ok(());
    }
    check_array(pointer, count, what)?;
    for (index, value) in from.take(count).enumerate() {
        // SAFETY: within the room of `count` values, aligned as just checked; room may hold anything
        // before, so it is written without being read.
        unsafe { pointer.add(index).write(value) };
    }
    Ok(())
}

fn check_array<T>(pointer: *const T, count: usize, what: &str) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(Failure::null(what));
    }
    let bytes = count.checked_mul(size_of::<T>()).filter(|bytes| *bytes <= isize::MAX as usize);
    if bytes.is_none() || !pointer.is_aligned() {
        return Err(Failure::input(format!("`{what}` is no array of {count}")));
    }
    Ok(())
}

fn keep(text: &str) {
    // A text with a zero inside would end there for C.
    let text = CString::new(text.replace('\0', " ")).unwrap_or_default();
    LAST_ERROR.with(|last| {
        if let Ok(mut last) = last.try_borrow_mut() {
            *last = text;
        }
    });
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use super::*;

    fn last() -> String {
        // SAFETY: the pointer is to this thread's text, which nothing changes meanwhile.
        unsafe { text(planetfall_last_error(), "text") }.unwrap().to_owned()
    }

    #[test]
    fn a_panic_becomes_a_status_and_a_text() {
        assert_eq!(status(|| panic!("the {} broke", "axle")), DEFECT);
        assert!(last().ends_with("please report it: the axle broke"), "{}", last());
    }

    #[test]
    fn a_failure_keeps_its_text_until_the_next() {
        assert_eq!(status(|| Err(Failure::input("one\0two"))), WRONG_INPUT);
        assert_eq!(status(|| Ok(())), OK);
        assert_eq!(last(), "one two");
    }

    #[test]
    fn arrays_that_are_none_are_refused() {
        let odd = std::ptr::without_provenance::<f64>(1);
        // SAFETY: none of the pointers is followed.
        unsafe {
            assert!(values::<f64>(std::ptr::null(), 0, "x").unwrap().is_empty());
            assert_eq!(values::<f64>(std::ptr::null(), 2, "x"), Err(Failure::null("x")));
            assert!(values(odd, 1, "x").is_err());
            assert!(values(odd, usize::MAX, "x").is_err());
            assert!(write(std::ptr::null_mut(), 2, [1.0, 2.0].into_iter(), "x").is_err());
            assert!(write(std::ptr::null_mut(), 1, [1.0, 2.0].into_iter(), "x").is_err());
        }
    }
}
