//! What the page gets when it cannot have what it asks for: a status and a sentence.

use axum::body::Body;
use axum::http::{Response, StatusCode, header};
use axum::response::IntoResponse;

/// A request that gets no answer, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) sentence: String,
}

impl Refusal {
    /// There is no such thing (404).
    pub(crate) fn absent(sentence: impl ToString) -> Self {
        Self { status: StatusCode::NOT_FOUND, sentence: sentence.to_string() }
    }

    /// The question makes no sense (400).
    pub(crate) fn question(sentence: impl ToString) -> Self {
        Self { status: StatusCode::BAD_REQUEST, sentence: sentence.to_string() }
    }

    /// A file of the run is broken or missing (422): the question was right.
    pub(crate) fn broken(sentence: impl ToString) -> Self {
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, sentence: sentence.to_string() }
    }

    /// The server itself failed (500).
    pub(crate) fn fault() -> Self {
        let sentence = "the viewer failed; this is a mistake in it, not in the run".to_owned();
        Self { status: StatusCode::INTERNAL_SERVER_ERROR, sentence }
    }

    /// Nobody waits for the answer any more; this is never sent.
    pub(crate) fn superseded() -> Self {
        let sentence = "the request was superseded".to_owned();
        Self { status: StatusCode::SERVICE_UNAVAILABLE, sentence }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response<Body> {
        let text = serde_json::json!({ "error": self.sentence }).to_string();
        (self.status, [(header::CONTENT_TYPE, "application/json")], text).into_response()
    }
}
