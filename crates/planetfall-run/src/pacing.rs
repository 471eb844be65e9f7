//! Simulation time held back to wall time: at pace 1 a second lasts a second. The physics reads no clock:
//! the loop around it sleeps, and counts what came too late.

use planetfall::time::Time;
use planetfall_files::run_folder::PaceReport;
use std::time::{Duration, Instant};

/// A clock that can be waited on.
pub trait Clock {
    /// Time since it was started.
    fn now(&self) -> Duration;
    /// Waits until a time since it was started.
    fn sleep_until(&mut self, time: Duration);
}

/// The machine's clock.
#[derive(Debug, Clone, Copy)]
pub struct WallClock {
    started: Instant,
}

impl Default for WallClock {
    fn default() -> Self {
        Self { started: Instant::now() }
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    fn sleep_until(&mut self, time: Duration) {
        if let Some(left) = time.checked_sub(self.now()) {
            std::thread::sleep(left);
        }
    }
}

/// How fast simulation time goes by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace {
    /// Simulated seconds in a second.
    pub factor: f64,
    /// Simulation time between deadlines.
    pub period: Time,
}

/// Keeps a run to its pace.
#[derive(Debug)]
pub struct Pacer<C> {
    pace: Pace,
    clock: C,
    /// Simulation time and wall time of the start.
    start: (Time, Duration),
    began: Duration,
    report: PaceReport,
}

impl<C: Clock> Pacer<C> {
    /// From a simulation time on, which is now.
    pub fn new(pace: Pace, clock: C, start: Time) -> Self {
        let now = clock.now();
        let report = PaceReport {
            pace: pace.factor,
            period_s: pace.period.seconds(),
            ..PaceReport::default()
        };
        Self { pace, clock, start: (start, now), began: now, report }
    }

    /// The instant up to which the run may go now.
    pub fn next(&self, now: Time) -> Time {
        now.next_multiple(self.pace.period)
    }

    /// The run has come to a simulation time: counts whether it was in time, and waits until it is so late.
    pub fn arrive(&mut self, time: Time) {
        let due = self.start.1
            + Duration::from_secs_f64((time - self.start.0).seconds().max(0.0) / self.pace.factor);
        let now = self.clock.now();
        let report = &mut self.report;
        let computing = now.saturating_sub(self.began).as_secs_f64();
        report.worst_computing_s = report.worst_computing_s.max(computing);
        report.deadlines += 1;
        match now.checked_sub(due).filter(|late| !late.is_zero()) {
            Some(late) => {
                report.missed += 1;
                report.worst_late_s = report.worst_late_s.max(late.as_secs_f64());
            }
            None => {
                self.clock.sleep_until(due);
                let over = self.clock.now().saturating_sub(due).as_secs_f64();
                report.worst_wake_up_s = report.worst_wake_up_s.max(over);
            }
        }
        self.began = self.clock.now();
    }

    /// What came of it.
    pub fn report(&self) -> PaceReport {
        let share = self.report.missed as f64 / self.report.deadlines.max(1) as f64;
        PaceReport { missed_share: share, ..self.report }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::rc::Rc;

    /// A clock that stands still but for what the test and the sleeper do.
    #[derive(Clone, Default)]
    struct FakeClock {
        now: Rc<Cell<Duration>>,
        overslept: Duration,
    }

    impl FakeClock {
        fn pass(&self, micros: u64) {
            self.now.set(self.now.get() + Duration::from_micros(micros));
        }
    }

    impl Clock for FakeClock {
        fn now(&self) -> Duration {
            self.now.get()
        }
        fn sleep_until(&mut self, time: Duration) {
            assert!(time >= self.now.get(), "a sleep that is over already");
            self.now.set(time + self.overslept);
        }
    }

    fn pacer(clock: &FakeClock, factor: f64) -> Pacer<FakeClock> {
        let pace = Pace { factor, period: Time::from_millis(1) };
        Pacer::new(pace, clock.clone(), Time::ZERO)
    }

    #[test]
    fn what_is_computed_in_time_misses_nothing_and_lasts_as_long_as_the_pace_says() {
        let clock = FakeClock { overslept: Duration::from_micros(60), ..FakeClock::default() };
        let mut pacer = pacer(&clock, 0.5);
        for step in 1..=1000 {
            assert_eq!(pacer.next(Time::from_millis(step - 1)), Time::from_millis(step));
            clock.pass(900);
            pacer.arrive(Time::from_millis(step));
        }
        let report = pacer.report();
        assert_eq!((report.deadlines, report.missed), (1000, 0));
        assert!((report.worst_wake_up_s - 60e-6).abs() < 1e-12);
        assert!((report.worst_computing_s - 900e-6).abs() < 1e-12);
        assert_eq!(clock.now(), Duration::from_secs(2) + clock.overslept);
    }

    #[test]
    fn a_late_step_is_missed_and_those_after_it_until_the_time_is_made_up() {
        let clock = FakeClock::default();
        let mut pacer = pacer(&clock, 1.0);
        for step in 1..=1000 {
            // One step takes 3.5 ms; the others take 0.5 ms and make up 0.5 ms each.
            clock.pass(if step == 500 { 3500 } else { 500 });
            pacer.arrive(Time::from_millis(step));
        }
        let report = pacer.report();
        // Late by 2.5, 2, 1.5, 1 and 0.5 ms; the next is in time to the microsecond.
        assert_eq!((report.deadlines, report.missed), (1000, 5));
        assert!((report.worst_late_s - 2.5e-3).abs() < 1e-12);
        assert_eq!(report.missed_share, 0.005);
        assert_eq!(clock.now(), Duration::from_secs(1));
    }
}
