//! What page and run tell each other, under one lock.

use crate::runner::Audience;
use planetfall::ground::scm::Field;
use planetfall::time::Time;
use planetfall_files::live::{Feed, Order, Status, SunPlace};
use planetfall_files::run_folder::Event;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Rows that are kept for a page that is slow.
const RING: usize = 4096;
/// Events that are kept for a page.
const MOST_EVENTS: usize = 2000;

/// The place where page and run meet.
#[derive(Debug)]
pub(super) struct Desk {
    sheet: Mutex<Sheet>,
    bell: Condvar,
}

/// What lies there.
#[derive(Debug)]
pub(super) struct Sheet {
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
    ring: VecDeque<Arc<[f64]>>,
    events: Vec<Event>,
    soil: Option<Field>,
}

impl Desk {
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
        let sheet = Sheet {
            status,
            steps: 0,
            restarted: true,
            orders: VecDeque::new(),
            finish: false,
            abandoned: false,
            resting: false,
            ring: VecDeque::new(),
            events: Vec::new(),
            soil: None,
        };
        Self { sheet: Mutex::new(sheet), bell: Condvar::new() }
    }

    /// A thread that panicked while it wrote here has left nothing half done: all are plain values.
    pub(super) fn sheet(&self) -> MutexGuard<'_, Sheet> {
        self.sheet.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until somebody rings.
    pub(super) fn wait<'a>(&self, sheet: MutexGuard<'a, Sheet>) -> MutexGuard<'a, Sheet> {
        self.bell.wait(sheet).unwrap_or_else(PoisonError::into_inner)
    }

    /// The same for no longer than a time.
    pub(super) fn wait_for<'a>(
        &self,
        sheet: MutexGuard<'a, Sheet>,
        time: std::time::Duration,
    ) -> MutexGuard<'a, Sheet> {
        let waited = self.bell.wait_timeout(sheet, time);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Wakes whoever waits.
    pub(super) fn ring(&self) {
        self.bell.notify_all();
    }
}

impl Sheet {
    /// A tick has come, with a row.
    pub(super) fn arrive(&mut self, time: Time, row: &[f64]) {
        self.status.time_s = time.seconds();
        if self.ring.len() == RING {
            self.ring.pop_front();
        }
        self.ring.push_back(row.into());
        self.status.records += 1;
    }

    /// Rows from a number on, no more than so many.
    pub(super) fn since(&self, record: u64, most: usize) -> Feed {
        let next = self.status.records;
        let kept = self.ring.len() as u64;
        let first = record.clamp(next - kept, next);
        let count = (next - first) as usize;
        if count == 0 || most == 0 {
            return Feed { next, rows: Vec::new() };
        }
        let every = count.div_ceil(most);
        let rows = self.ring.iter().rev().take(count).step_by(every).cloned();
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

/// Lays what happens on the desk.
#[derive(Debug)]
pub(super) struct Reporter(pub(super) Arc<Desk>);

impl Audience for Reporter {
    fn event(&mut self, event: &Event) {
        let mut sheet = self.0.sheet();
        if sheet.events.len() < MOST_EVENTS {
            sheet.events.push(event.clone());
            sheet.status.events += 1;
        }
    }

    fn soil(&mut self, soil: &Field) {
        // A clone of soil is a few pointers.
        self.0.sheet().soil = Some(soil.clone());
    }
}
