//! What every request must obey, and what every answer carries.
//!
//! The server listens on the loopback address, but so does the browser's reach: any page on the
//! web can send requests to it. It cannot read the answers of another origin, as long as no CORS
//! header lets it; but a page whose own name is made to resolve to 127.0.0.1 (DNS rebinding) *is*
//! the same origin to the browser. Such requests still bear that name in their `Host` header, so
//! only our own names are answered.
//!
//! A running simulation takes orders, and that needs no answer that could be kept from
//! anybody. Browsers say in `Origin` which page asks, so what comes from another page is refused, and
//! the connection of a page must say where it comes from.
//!
//! Other users of the machine reach the address with programs that say what they like. So a simulation is
//! ordered, and connected to, only with the token that its user was shown: in the question of an address
//! (`?token=…`), or as `Authorization: Bearer …`.

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::IntoResponse;
use tokio::time::timeout;

use crate::connection::Patience;
use crate::refusal::Refusal;
use crate::token::Token;

/// Port of an address that names none (RFC 9110, §4.2.1).
const HTTP_PORT: u16 = 80;
/// The only address to which anything can be sent.
pub(crate) const ORDERS: &str = "/api/live/order";
/// The connection through which a page sees a running simulation, and orders.
pub(crate) const STREAM: &str = "/api/live/stream";

/// Bytes of what a page or a program says at once. Chosen.
pub(crate) const LONGEST_WISH: usize = 128 * 1024;

/// Everything comes from this server; styles may be set by script, scripts may not be inline. Not
/// every browser counts connections to this server as its own.
fn content_policy(port: u16) -> String {
    format!(
        "default-src 'self'; connect-src 'self' ws://127.0.0.1:{port} ws://localhost:{port}; \
         style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self' blob:; \
         object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

/// What requests are held against.
#[derive(Debug, Clone)]
pub(crate) struct Gate {
    pub(crate) port: u16,
    /// Who has it may order; none where there is nothing to order.
    pub(crate) token: Option<Token>,
    pub(crate) patience: Patience,
}

/// Lets a request through that is ours, and puts the headers on its answer.
pub(crate) async fn guard(
    State(gate): State<Gate>,
    request: Request,
    next: Next,
) -> Response<Body> {
    let port = gate.port;
    let is_api = request.uri().path().starts_with("/api/");
    let mut response = match gate.check(request.method(), request.uri(), request.headers()) {
        Ok(()) if request.method() == Method::POST => in_time(request, next, gate.patience).await,
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&content_policy(port)) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    if is_api {
        set(header::CACHE_CONTROL, "no-store");
    }
    if response.status() == StatusCode::METHOD_NOT_ALLOWED {
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
    }
    response
}

/// A request whose body must be here in time; what is done with it then may take longer.
async fn in_time(request: Request, next: Next, patience: Patience) -> Response<Body> {
    let (head, body) = request.into_parts();
    match timeout(patience.body, to_bytes(body, LONGEST_WISH)).await {
        Ok(Ok(bytes)) => next.run(Request::from_parts(head, Body::from(bytes))).await,
        Ok(Err(_)) => {
            let sentence = format!("an order has {LONGEST_WISH} bytes at most");
            Refusal { status: StatusCode::PAYLOAD_TOO_LARGE, sentence }.into_response()
        }
        Err(_) => {
            let sentence = "the order did not arrive in time".to_owned();
            let mut late =
                Refusal { status: StatusCode::REQUEST_TIMEOUT, sentence }.into_response();
            late.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            late
        }
    }
}

impl Gate {
    fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        check(self.port, uri, headers)?;
        if matches!(uri.path(), ORDERS | STREAM) {
            self.check_token(uri, headers)?;
        }
        if method == Method::POST && uri.path() == ORDERS {
            return is_json(headers);
        }
        if method != Method::GET && method != Method::HEAD {
            let sentence = "the viewer only shows: GET and HEAD are all it answers".to_owned();
            return Err(Refusal { status: StatusCode::METHOD_NOT_ALLOWED, sentence });
        }
        Ok(())
    }

    fn check_token(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        let Some(token) = &self.token else { return Ok(()) };
        let words = uri.query().unwrap_or_default().split('&');
        let mut in_address = words.filter_map(|word| word.strip_prefix("token="));
        let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let bearer = bearer.and_then(|value| value.strip_prefix("Bearer "));
        let given = in_address.next().or(bearer);
        if given.is_some_and(|given| token.is(given)) {
            return Ok(());
        }
        let sentence = "this simulation obeys only who has its token: open the address that \
                        `planetfall live` printed, or send `Authorization: Bearer TOKEN`";
        Err(Refusal { status: StatusCode::UNAUTHORIZED, sentence: sentence.to_owned() })
    }
}

fn check(port: u16, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
    let named = uri.authority().is_none_or(|name| is_ours(name.as_str(), port));
    if !named || !hosts_are_ours(headers, port) {
        let sentence = format!("only http://127.0.0.1:{port}/ is served");
        return Err(Refusal { status: StatusCode::FORBIDDEN, sentence });
    }
    let connects = uri.path() == STREAM;
    if !origins_are_ours(headers, port, connects) {
        let sentence = format!("only pages of http://127.0.0.1:{port}/ may ask and order here");
        return Err(Refusal { status: StatusCode::FORBIDDEN, sentence });
    }
    Ok(())
}

/// Who says where it comes from must come from here. Programs that are no browsers say nothing.
fn origins_are_ours(headers: &HeaderMap, port: u16, needed: bool) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter().peekable();
    if origins.peek().is_none() {
        return !needed;
    }
    origins.all(|origin| {
        let name = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
        name.is_some_and(|name| is_ours(name, port))
    })
}

/// An old browser that does not say where a form comes from cannot send JSON with it.
fn is_json(headers: &HeaderMap) -> Result<(), Refusal> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).map(str::trim);
    if kind.is_some_and(|kind| kind.eq_ignore_ascii_case("application/json")) {
        return Ok(());
    }
    let sentence = "an order must be sent with Content-Type: application/json".to_owned();
    Err(Refusal { status: StatusCode::UNSUPPORTED_MEDIA_TYPE, sentence })
}

/// There must be one `Host`, and it must be ours.
fn hosts_are_ours(headers: &HeaderMap, port: u16) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    let first = hosts.next().and_then(|host| host.to_str().ok());
    first.is_some_and(|host| is_ours(host, port)) && hosts.next().is_none()
}

fn is_ours(host: &str, port: u16) -> bool {
    let (name, own) = match host.rsplit_once(':') {
        Some((name, digits)) => (name, digits.parse().ok()),
        None => (host, Some(HTTP_PORT)),
    };
    own == Some(port) && (name == "127.0.0.1" || name.eq_ignore_ascii_case("localhost"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_loopback_names_with_the_right_port_are_ours() {
        for host in ["127.0.0.1:8000", "localhost:8000", "LocalHost:8000"] {
            assert!(is_ours(host, 8000), "{host}");
        }
        let others = "evil.example:8000 127.0.0.1:8001 127.0.0.1 localhost 127.0.0.1.evil:8000 \
            127.0.0.2:8000 [::1]:8000 localhost.:8000 a@127.0.0.1:8000 127.0.0.1:8000:8000 :8000";
        for host in others.split_whitespace().chain([""]) {
            assert!(!is_ours(host, 8000), "{host}");
        }
        assert!(is_ours("localhost", 80));
    }
}
