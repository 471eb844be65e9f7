//! What a page does not know yet: frames of the scene, values of the columns that it watches, events,
//! and how the simulation is.
//!
//! Frames and columns have the formats of those of finished runs. A page is sent all that is kept when
//! it comes, or when it watches other columns, and afterwards what is new.

use std::sync::Arc;
use std::time::{Duration, Instant};

use planetfall_files::live::{LiveRun, Status};
use serde_json::json;

use super::wishes::Own;
use crate::poses::Stage;
use crate::scan::TIME;
use crate::series;
use crate::thinning::{Point, SLOTS, Thinning};

/// Frames that a page gets when it comes. Chosen: as many as of a recorded run.
const FIRST_FRAMES: usize = 2000;
/// Frames in each of its later portions, at most. Chosen: a portion is sent several times a second.
const LATER_FRAMES: usize = 12;
/// Parts of which a column keeps the extremes, when a page comes. Chosen: about one for each pixel.
const FIRST_PARTS: usize = 800;
/// The same in later portions. Chosen.
const LATER_PARTS: usize = 4;
/// The status is sent no oftener, unless it changes in kind. Chosen: numbers that change faster cannot be
/// read.
const STATUS_EVERY: Duration = Duration::from_millis(100);
/// Time over which its pace is measured. Chosen.
const PACE_OVER: Duration = Duration::from_secs(1);

/// Something for a page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum News {
    Bytes(Vec<u8>),
    Words(String),
}

/// What a page knows of a session.
#[derive(Debug)]
pub(crate) struct Knowledge {
    session: Arc<dyn LiveRun>,
    stage: Stage,
    /// Number of the row that is the next for the scene, and for the watched columns.
    frames: u64,
    values: u64,
    events: usize,
    watched: Option<Watched>,
    sent: Option<(Instant, Status)>,
    pace: Pace,
}

/// Columns that a page watches, by their places; those that do not exist have none.
#[derive(Debug)]
struct Watched {
    number: u32,
    columns: Vec<Option<usize>>,
    fresh: bool,
}

/// How fast the simulation really goes.
#[derive(Debug)]
struct Pace {
    since: Instant,
    from_s: f64,
    factor: Option<f64>,
}

impl Knowledge {
    pub(crate) fn new(session: Arc<dyn LiveRun>) -> Self {
        let columns = &session.describe().columns;
        let find = |name: &str| columns.iter().position(|column| column.name == name);
        let stage = Stage::new(session.scene(), find);
        let from_s = session.status().time_s;
        let pace = Pace { since: Instant::now(), from_s, factor: None };
        Self { session, stage, frames: 0, values: 0, events: 0, watched: None, sent: None, pace }
    }

    /// Takes another list of columns; all that is kept of them is news then. Other wishes are none
    /// of ours.
    pub(crate) fn watch(&mut self, wish: &Own) {
        let Own::Watch { number, columns } = wish else { return };
        let known = &self.session.describe().columns;
        let place = |name: &String| known.iter().position(|column| column.name == *name);
        let columns = columns.iter().map(place).collect();
        self.watched = Some(Watched { number: *number, columns, fresh: true });
        self.values = 0;
    }

    /// All that is new since this was asked last.
    pub(crate) fn news(&mut self) -> Vec<News> {
        let frames = self.new_frames().map(News::Bytes);
        let values = self.new_values().map(News::Bytes);
        // Status comes last: what it counts is there then.
        frames.into_iter().chain(values).chain(self.new_status().map(News::Words)).collect()
    }

    fn new_frames(&mut self) -> Option<Vec<u8>> {
        let most = if self.frames == 0 { FIRST_FRAMES } else { LATER_FRAMES };
        let feed = self.session.since(self.frames, most);
        self.frames = feed.next;
        let some = !feed.rows.is_empty();
        some.then(|| self.stage.encode(&self.stage.gather(&feed.rows)))
    }

    fn new_values(&mut self) -> Option<Vec<u8>> {
        let watched = self.watched.as_mut()?;
        let feed = self.session.since(self.values, usize::MAX);
        // Whoever watches anew waits for an answer, even where there are no rows yet.
        if feed.rows.is_empty() && !watched.fresh {
            return None;
        }
        let parts = if watched.fresh { FIRST_PARTS } else { LATER_PARTS };
        watched.fresh = false;
        self.values = feed.next;
        let column = |column: &Option<usize>| {
            column.map(|column| thin(&feed.rows, column, parts)).unwrap_or_default()
        };
        let columns: Vec<_> = watched.columns.iter().map(column).collect();
        Some(series::encode(&columns, watched.number))
    }

    fn new_status(&mut self) -> Option<String> {
        let status = self.session.status();
        let now = Instant::now();
        self.pace.measure(&status, now);
        if let Some((then, sent)) = &self.sent {
            let waits = now.duration_since(*then) < STATUS_EVERY;
            if *sent == status || (waits && is_same_kind(sent, &status)) {
                return None;
            }
        }
        let events = self.session.events(self.events);
        self.events += events.len();
        let text = json!({
            "status": status, "actual_speed": self.pace.factor, "events": events,
        });
        self.sent = Some((now, status));
        Some(text.to_string())
    }
}

impl Pace {
    fn measure(&mut self, status: &Status, now: Instant) {
        let passed = now.duration_since(self.since);
        if status.paused || status.ended.is_some() {
            *self = Self { since: now, from_s: status.time_s, factor: None };
        } else if passed >= PACE_OVER {
            let factor = (status.time_s - self.from_s) / passed.as_secs_f64();
            *self = Self { since: now, from_s: status.time_s, factor: Some(factor) };
        }
    }
}

/// Whether two differ in nothing but what changes all the time.
fn is_same_kind(one: &Status, other: &Status) -> bool {
    let rest = |status: &Status| Status {
        time_s: 0.0,
        records: 0,
        goal_distance_m: None,
        ..status.clone()
    };
    rest(one) == rest(other)
}

/// The first, last, least and greatest values of some parts of rows.
fn thin(rows: &[Arc<[f64]>], column: usize, parts: usize) -> Vec<Point> {
    let mut thinning = Thinning::default();
    let whole = rows.len() <= parts * SLOTS;
    for (row, values) in rows.iter().enumerate() {
        let value = |place: usize| values.get(place).copied().unwrap_or(f64::NAN);
        let bucket = if whole { row } else { row * parts / rows.len() };
        thinning.add(bucket, Point { row, time: value(TIME), value: value(column) });
    }
    thinning.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(count: usize, value: impl Fn(usize) -> f64) -> Vec<Arc<[f64]>> {
        (0..count).map(|row| [row as f64 * 0.02, value(row)].into()).collect()
    }

    #[test]
    fn few_rows_are_all_sent_and_many_with_their_extremes() {
        let few = thin(&rows(15, |row| row as f64), 1, LATER_PARTS);
        assert_eq!(few.len(), 15);
        let many = thin(&rows(4096, |row| if row == 1234 { 9.0 } else { 0.0 }), 1, LATER_PARTS);
        assert!(many.len() <= LATER_PARTS * SLOTS);
        assert!(many.iter().any(|point| point.value == 9.0 && point.row == 1234));
        assert_eq!((many[0].row, many[many.len() - 1].row), (0, 4095));
    }

    #[test]
    fn a_column_that_is_not_there_has_no_numbers() {
        assert!(thin(&rows(3, |_| 1.0), 7, 4).iter().all(|point| point.value.is_nan()));
        assert!(thin(&[], 1, 4).is_empty());
    }
}
