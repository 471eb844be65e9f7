//! The questions that the page asks: see docs/viewer.md, "How the page gets its numbers".

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::Uri;
use axum::middleware;
use axum::routing::get;
use serde_json::json;

use crate::bundle;
use crate::guard::{Gate, guard};
use crate::live::{self, Hall};
use crate::poses::FRAMES;
use crate::query::{Asked, Words};
use crate::refusal::Refusal;
use crate::reply::{Reply, as_json, in_background, with_type};
use crate::run::{Run, Runs};
use crate::scan::Stop;
use crate::series::{self, POINTS, Wanted, series};

/// Frames of poses that a page gets that asks for no number. Chosen: more than the pixels of a time axis.
const USUAL_FRAMES: usize = 2000;
/// Points of a curve, likewise.
const USUAL_POINTS: usize = 2000;

/// What is shown: runs, and a simulation that still goes on.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shown {
    pub(crate) runs: Runs,
    pub(crate) live: Option<Arc<Hall>>,
}

/// All that the server answers.
pub(crate) fn router(shown: Shown, gate: Gate) -> Router {
    Router::new()
        .route("/api/runs", get(list))
        .route("/api/run/{id}/{question}", get(ask))
        .merge(live::routes(shown.live))
        .fallback(async |uri: Uri| bundle::file(&uri))
        .with_state(shown.runs)
        .layer(middleware::from_fn_with_state(gate, guard))
}

async fn list(State(runs): State<Runs>) -> Reply {
    in_background(move |_| {
        let entry = |(id, run): (usize, Arc<Run>)| {
            let error = run.opened().err().map(|refusal| refusal.sentence);
            json!({ "id": id, "label": run.label, "error": error })
        };
        Ok(as_json(&runs.all().into_iter().enumerate().map(entry).collect()))
    })
    .await
}

async fn ask(
    State(runs): State<Runs>,
    Path((id, question)): Path<(String, String)>,
    asked: Asked,
) -> Reply {
    let words = Words::new(asked)?;
    in_background(move |stop| {
        let run = id.parse().ok().and_then(|id: usize| runs.get(id));
        let run = run.ok_or_else(|| Refusal::absent(format!("there is no run {id}")))?;
        let run = run.as_ref();
        match question.as_str() {
            "meta" => run.meta().map(|meta| as_json(&meta)),
            "scene" => run.scene().map(|scene| with_type(scene, "application/json")),
            "poses" => poses(run, &words, stop),
            "series" => plot(run, &words, stop),
            "compare" => measured(run, &words),
            "row" => record(run, &words, stop),
            "grains" => grains(run, &words),
            "footprints" => footprints(run, &words),
            "sample" => sample(run, &words),
            "picture" => picture(run, &words),
            "ruts" => run.ruts().map(|ruts| with_type(ruts, "application/octet-stream")),
            other => Err(Refusal::absent(format!("a run has no {other}"))),
        }
    })
    .await
}

fn poses(run: &Run, words: &Words, stop: &Stop) -> Reply {
    let (from, to) = words.span()?;
    let frames = words.count("n", USUAL_FRAMES, &FRAMES)?;
    let run = run.opened()?;
    let (rows, _) = run.window(from, to)?;
    let (stage, table) = run.staged()?;
    let records = stage.records(&run.history, &table, rows, frames, stop)?;
    Ok(with_type(stage.encode(&records), "application/octet-stream"))
}

fn plot(run: &Run, words: &Words, stop: &Stop) -> Reply {
    let (from, to) = words.span()?;
    let points = words.count("n", USUAL_POINTS, &POINTS)?;
    let names = words.names("columns")?;
    let run = run.opened()?;
    let column = |name: &&str| {
        let index = run.history.column_index(name);
        index.ok_or_else(|| Refusal::absent(format!("the history has no column {name}")))
    };
    let columns = names.iter().map(column).collect::<Result<_, _>>()?;
    let (rows, span_s) = run.window(from, to)?;
    let points = series(&run, &Wanted { columns, rows, span_s, points }, stop)?;
    Ok(with_type(series::encode(&points, 0), "application/octet-stream"))
}

fn measured(run: &Run, words: &Words) -> Reply {
    let index = words.count("index", 0, &(0..=usize::MAX))?;
    let points = words.count("n", *POINTS.end(), &POINTS)?;
    let points = run.measured(index, &words.names("columns")?, points)?;
    Ok(with_type(series::encode(&points, 0), "application/octet-stream"))
}

fn record(run: &Run, words: &Words, stop: &Stop) -> Reply {
    let time = words.number("t")?.ok_or_else(|| Refusal::question("t= must be a time"))?;
    run.opened()?.record(time, stop).map(|record| as_json(&record))
}

fn grains(run: &Run, words: &Words) -> Reply {
    let time = words.number("t")?.ok_or_else(|| Refusal::question("t= must be a time"))?;
    Ok(with_type(run.grains(time)?, "application/octet-stream"))
}

fn footprints(run: &Run, words: &Words) -> Reply {
    let time = words.number("t")?.ok_or_else(|| Refusal::question("t= must be a time"))?;
    Ok(with_type(run.footprints(time)?, "application/octet-stream"))
}

fn sample(run: &Run, words: &Words) -> Reply {
    let time = words.number("t")?.ok_or_else(|| Refusal::question("t= must be a time"))?;
    run.sample(words.word("camera")?, time).map(|sample| as_json(&sample))
}

fn picture(run: &Run, words: &Words) -> Reply {
    let number = words.count("number", 1, &(1..=usize::MAX))?;
    let eye = words.count("eye", 0, &(0..=1))?;
    Ok(with_type(run.picture(words.word("camera")?, number, eye)?, "image/png"))
}
