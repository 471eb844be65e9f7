//! Replies to the page.
//!
//! Whatever reads files runs on threads of its own, and is asked to stop when the page no longer
//! waits for it: scrubbing makes more requests than there are answers worth having.

use axum::body::Body;
use axum::http::{HeaderValue, Response, header};
use axum::response::IntoResponse;
use serde_json::Value;

use crate::refusal::Refusal;
use crate::scan::Stop;

pub(crate) type Reply = Result<Response<Body>, Refusal>;

pub(crate) fn as_json(value: &Value) -> Response<Body> {
    with_type(value.to_string().into_bytes(), "application/json")
}

pub(crate) fn with_type(bytes: Vec<u8>, kind: &'static str) -> Response<Body> {
    ([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], bytes).into_response()
}

/// Works on a thread that may wait for the disk. When the request is dropped, so is the guard here,
/// and the work is asked to stop.
pub(crate) async fn in_background(work: impl FnOnce(&Stop) -> Reply + Send + 'static) -> Reply {
    struct Waiting(Stop);
    impl Drop for Waiting {
        fn drop(&mut self) {
            self.0.raise();
        }
    }
    let stop = Stop::default();
    let _waiting = Waiting(stop.clone());
    let work = tokio::task::spawn_blocking(move || stop.check().and_then(|()| work(&stop)));
    work.await.unwrap_or_else(|_| Err(Refusal::fault()))
}
