//! What page and run send each other, under one lock.

use crate::runner::Audience;
use planetfall::ground::scm::Field;
use planetfall::time::Time;
use planetfall_files::live::{Feed, Order, Status, SunPlace};
use planetfall_files::run_folder::Event;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Rows that are kept for a page that is slow. Chosen.
const MOST_ROWS: usize = 4096;
/// Events that are kept for a page. Chosen.
const MOST_EVENTS: usize = 2000;

/// The channel between a page and its run.
#[derive(Debug)]
pub(super) struct PageChannel {
    state: Mutex<ChannelState>,
    changed: Condvar,
}

/// Orders to the run, and what the page sees of it.
#[derive(Debug)]
pub(super) struct ChannelState {
    pub(super) status: Status,
    /// Ticks that may go by although it is paused.
    pub(super) steps: u64,
    /// Whether wall time is to be counted from now on.
    pub(super) restarted: bool,
    pub(super) orders: VecDeque<Order>,
    /// Whether the run is to end.
    pub(super) finish: bool,
    /// Whether nobody watches any more.
    pub(super) abandoned: bool,
    /// Whether the run waits for the page, or is over.
    pub(super) resting: bool,
    rows: VecDeque<Arc<[f64]>>,
    events: Vec<Event>,
    soil: Option<Field>,
}

impl PageChannel {
    /// Before the first tick, paused.
    pub(super) fn new(sun: SunPlace, mode: &'static str) -> Self {
        let status = Status {
            time_s: 0.0,
            paused: true,
            speed: Some(1.0),
            behind: false,
            records: 0,
            mode,
            goal: None,
            goal_distance_m: None,
            ended: None,
            message: None,
            events: 0,
            sun,
            faults: Vec::new(),
        };
        let state = ChannelState {
            status,
            steps: 0,
            restarted: true,
            orders: VecDeque::new(),
            finish: false,
            abandoned: false,
            resting: false,
            rows: VecDeque::new(),
            events: Vec::new(),
            soil: None,
        };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// A thread that panicked while it wrote here has left nothing half done: all are plain values.
    pub(super) fn state(&self) -> MutexGuard<'_, ChannelState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a notification.
    pub(super) fn wait<'a>(
        &self,
        state: MutexGuard<'a, ChannelState>,
    ) -> MutexGuard<'a, ChannelState> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// The same for no longer than a time.
    pub(super) fn wait_for<'a>(
        &self,
        state: MutexGuard<'a, ChannelState>,
        time: std::time::Duration,
    ) -> MutexGuard<'a, ChannelState> {
        let waited = self.changed.wait_timeout(state, time);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Wakes whoever waits.
    pub(super) fn notify(&self) {
        self.changed.notify_all();
    }
}

impl ChannelState {
    /// A tick has come, with a row.
    pub(super) fn arrive(&mut self, time: Time, row: &[f64]) {
        self.status.time_s = time.seconds();
        if self.rows.len() == MOST_ROWS {
            self.rows.pop_front();
        }
        self.rows.push_back(row.into());
        self.status.records += 1;
    }

    /// Rows from a number on, no more than so many.
    pub(super) fn since(&self, record: u64, most: usize) -> Feed {
        let next = self.status.records;
        let kept = self.rows.len() as u64;
        let first = record.clamp(next - kept, next);
        let count = (next - first) as usize;
        if count == 0 || most == 0 {
            return Feed { next, rows: Vec::new() };
        }
        let every = count.div_ceil(most);
        let rows = self.rows.iter().rev().take(count).step_by(every).cloned();
        let mut rows: Vec<Arc<[f64]>> = rows.collect();
        rows.reverse();
        Feed { next, rows }
    }

    /// Events from a number on.
    pub(super) fn events(&self, first: usize) -> Vec<Event> {
        self.events.get(first..).unwrap_or_default().to_vec()
    }

    pub(super) fn soil(&self) -> Option<Field> {
        self.soil.clone()
    }
}

/// Puts what happens on the channel.
#[derive(Debug)]
pub(super) struct Reporter(pub(super) Arc<PageChannel>);

impl Audience for Reporter {
    fn event(&mut self, event: &Event) {
        let mut state = self.0.state();
        if state.events.len() < MOST_EVENTS {
            state.events.push(event.clone());
            state.status.events += 1;
        }
    }

    fn soil(&mut self, soil: &Field) {
        // A clone of soil is a few pointers.
        self.0.state().soil = Some(soil.clone());
    }
}
