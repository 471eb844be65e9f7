//! The page itself, embedded in the binary.
//!
//! Files are found by their exact name in a table that was made when the crate was compiled, so no
//! path, however written, reaches a disk.

use axum::body::Body;
use axum::http::{HeaderValue, Response, Uri, header};
use axum::response::IntoResponse;
use rust_embed::RustEmbed;

use crate::refusal::Refusal;

#[derive(RustEmbed)]
#[folder = "bundle/"]
struct Bundle;

/// A file of the page; `/` is `index.html`.
pub(crate) fn file(uri: &Uri) -> Response<Body> {
    let path = uri.path().trim_start_matches('/');
    let name = if path.is_empty() { "index.html" } else { path };
    let Some(file) = Bundle::get(name) else {
        return Refusal::absent("there is no such file in the viewer").into_response();
    };
    let mut response = Response::new(Body::from(file.data.into_owned()));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(name)));
    // Another version of the program may serve another page at the same address.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
