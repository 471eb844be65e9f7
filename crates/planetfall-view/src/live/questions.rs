//! What is asked and ordered over HTTP, beside the connection of a page.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use serde_json::{Value, json};

use super::Hall;
use super::stream::talk;
use super::wishes::{Own, Wish};
use crate::guard::{LONGEST_WISH, ORDERS, STREAM};
use crate::refusal::Refusal;
use crate::reply::{Reply, as_json, in_background, with_type};

/// Posts of soil that a page is sent while it moves. Chosen.
const MOST_POSTS: usize = 60_000;

/// The simulation that is shown, if there is one.
type Shown = Option<Arc<Hall>>;

/// All that is answered of a running simulation, in a server with a state of its own.
pub(crate) fn routes<S>(shown: Shown) -> Router<S> {
    Router::new()
        .route("/api/live", get(introduction))
        .route("/api/live/scene", get(scene))
        .route("/api/live/ruts", get(ruts))
        .route(STREAM, get(connect))
        .route(ORDERS, post(order).layer(DefaultBodyLimit::max(LONGEST_WISH)))
        .with_state(shown)
}

/// Nothing where only finished runs are shown: the page asks which of the two it is.
async fn introduction(State(shown): State<Shown>) -> Response<Body> {
    as_json(&shown.map_or(Value::Null, |hall| hall.introduction()))
}

async fn scene(State(shown): State<Shown>) -> Reply {
    let hall = running(shown)?;
    in_background(move |_| {
        let current = hall.current();
        let text = serde_json::to_vec(current.session.scene()).map_err(|_| Refusal::fault())?;
        Ok(with_type(text, "application/json"))
    })
    .await
}

async fn ruts(State(shown): State<Shown>) -> Reply {
    let hall = running(shown)?;
    in_background(move |_| {
        // A page asks again and again: that there is none yet is no fault to be reported in its console.
        let Some(ruts) = hall.current().session.ruts() else {
            return Ok(StatusCode::NO_CONTENT.into_response());
        };
        Ok(with_type(ruts.thinned(MOST_POSTS).bytes(), "application/octet-stream"))
    })
    .await
}

async fn connect(
    State(shown): State<Shown>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Reply {
    let hall = running(shown)?;
    let upgrade = upgrade.map_err(|error| Refusal::question(error.body_text()))?;
    let upgrade = upgrade.max_message_size(LONGEST_WISH).max_frame_size(LONGEST_WISH);
    Ok(upgrade.on_upgrade(move |socket| talk(socket, hall)).into_response())
}

/// One order of a program; it is answered when it is taken, not when it is done, but for what the
/// server does itself.
async fn order(State(shown): State<Shown>, body: Bytes) -> Reply {
    let hall = running(shown)?;
    in_background(move |_| {
        let wish = Wish::read(&body).map_err(|refused| Refusal::question(refused.sentence))?;
        let conflict = |sentence: String| Refusal { status: StatusCode::CONFLICT, sentence };
        match wish {
            Wish::Order(order) => hall.current().session.order(order).map_err(conflict)?,
            Wish::Own(Own::Save {}) => {
                let saved = hall.save().map_err(conflict)?;
                return Ok(as_json(&json!({ "saved": saved })));
            }
            Wish::Own(Own::Restart { choice }) => hall.restart(&choice).map_err(conflict)?,
            Wish::Own(Own::Watch { .. }) => {
                return Err(Refusal::question("only a connected page can watch columns"));
            }
        }
        Ok(as_json(&json!({ "status": hall.current().session.status() })))
    })
    .await
}

fn running(shown: Shown) -> Result<Arc<Hall>, Refusal> {
    shown.ok_or_else(|| Refusal::absent("no simulation runs here: only finished runs are shown"))
}
