//! Instants at which running sums were noted, so that a mean over the last half second can be reported
//! exactly whenever it is asked for.

use crate::archive::{Archive, Visited};
use crate::math::time::Time;

/// Length of the window that means are taken over.
const WINDOW: Time = Time::from_millis(500);
/// Time between snapshots.
const PERIOD: Time = Time::from_millis(10);

/// A ring of instants; who keeps sums keeps them in the same places.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Snapshots {
    pub(crate) times: Vec<Time>,
    pub(crate) next: usize,
}

impl Snapshots {
    /// Snapshots that span the window, with one to spare on either side.
    pub(crate) const COUNT: usize = 53;

    pub(crate) fn new() -> Self {
        Self { times: vec![Time::MAX; Self::COUNT], next: 0 }
    }

    /// Notes an instant; the place at which its sums belong.
    pub(crate) fn keep(&mut self, time: Time) -> usize {
        let place = self.next;
        self.times[place] = time;
        self.next = (place + 1) % Self::COUNT;
        place
    }

    pub(crate) fn is_due(&self, time: Time) -> bool {
        let last = self.times[(self.next + Self::COUNT - 1) % Self::COUNT];
        time >= last.next_multiple(PERIOD)
    }

    /// The latest snapshot that lies at least the window's length back, else the oldest: its place,
    /// and the time since then, s.
    pub(crate) fn reference(&self, now: Time) -> (usize, f64) {
        let kept = || (0..Self::COUNT).filter(|&place| self.times[place] != Time::MAX);
        let old = kept().filter(|&place| now - self.times[place] >= WINDOW);
        let latest = old.max_by_key(|&place| self.times[place]);
        let chosen = latest.or_else(|| kept().min_by_key(|&place| self.times[place])).unwrap_or(0);
        (chosen, (now - self.times[chosen]).seconds())
    }

    pub(super) fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { times, next } = self;
        archive.list_of_times("times", times)?;
        archive.count("next", next)?;
        let is_place = *next < Self::COUNT;
        if is_place {
            Ok(())
        } else {
            archive.field("next", |a| a.refuse("is no place of the ring"))
        }
    }
}
