//! The part of a run that a figure shows.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;

/// A window as the scenario describes it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct WindowSpec {
    from_s: Option<f64>,
    to_s: Option<f64>,
    relative_to: Option<String>,
}

/// From when to when a figure shows a run; an end that is not given is infinitely far.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TimeWindow {
    pub(super) from: f64,
    pub(super) to: f64,
}

impl Default for TimeWindow {
    fn default() -> Self {
        Self { from: f64::NEG_INFINITY, to: f64::INFINITY }
    }
}

impl WindowSpec {
    /// Whether it leaves nothing out.
    pub(super) fn is_whole(&self) -> bool {
        self.from_s.is_none() && self.to_s.is_none()
    }

    /// The window in a run's own time.
    ///
    /// # Errors
    /// If it counts from an event that did not happen in this run; then in words.
    pub(super) fn within(&self, metrics: &BTreeMap<String, f64>) -> Result<TimeWindow, String> {
        let origin = match &self.relative_to {
            Some(name) => metrics.get(name).copied().unwrap_or(f64::NAN),
            None => 0.0,
        };
        if !origin.is_finite() && !self.is_whole() {
            let name = self.relative_to.as_deref().unwrap_or_default();
            return Err(format!(
                "The run has no time for {name}, from which the window counts: the figure shows \
                 the whole run"
            ));
        }
        let whole = TimeWindow::default();
        Ok(TimeWindow {
            from: self.from_s.map_or(whole.from, |time| origin + time),
            to: self.to_s.map_or(whole.to, |time| origin + time),
        })
    }
}

impl TimeWindow {
    pub(super) fn holds(&self, time: f64) -> bool {
        (self.from..=self.to).contains(&time)
    }

    /// The records within, and one on each side so that lines reach the edges of the frame. None if
    /// the window lies before or after all times.
    pub(super) fn rows(&self, times: &[f64]) -> Range<usize> {
        let start = times.partition_point(|time| *time < self.from);
        let end = times.partition_point(|time| *time <= self.to);
        if start >= times.len() || end == 0 {
            return 0..0;
        }
        start.saturating_sub(1)..(end + 1).clamp(start, times.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn spec(from_s: Option<f64>, to_s: Option<f64>, relative_to: Option<&str>) -> WindowSpec {
        WindowSpec { from_s, to_s, relative_to: relative_to.map(str::to_owned) }
    }

    #[test]
    fn a_window_counts_from_the_start_or_from_an_event() {
        let metrics = BTreeMap::from([("a.time_s".to_owned(), 40.0), ("b_s".to_owned(), f64::NAN)]);
        let within = |spec: WindowSpec| spec.within(&metrics);
        let plain = within(spec(Some(1.0), None, None)).unwrap();
        assert_eq!(plain, TimeWindow { from: 1.0, to: f64::INFINITY });
        let moved = within(spec(Some(-2.0), Some(3.0), Some("a.time_s"))).unwrap();
        assert_eq!(moved, TimeWindow { from: 38.0, to: 43.0 });
        assert_eq!(within(spec(None, None, None)), Ok(TimeWindow::default()));
        for absent in ["b_s", "c_s"] {
            let refusal = within(spec(Some(1.0), None, Some(absent))).unwrap_err();
            assert!(refusal.contains(absent) && refusal.contains("whole run"), "{refusal}");
        }
    }

    #[test]
    fn rows_reach_one_record_beyond_each_edge() {
        let times = [0.0, 1.0, 2.0, 3.0, 4.0];
        let rows = |from, to| TimeWindow { from, to }.rows(&times);
        assert_eq!(TimeWindow::default().rows(&times), 0..5);
        assert_eq!(rows(1.5, 2.5), 1..4);
        assert_eq!(rows(2.0, 2.0), 1..4);
        assert_eq!(rows(2.2, 2.4), 2..4);
        assert_eq!(rows(-3.0, 0.5), 0..2);
        assert!(rows(4.5, 9.0).is_empty() && rows(-2.0, -1.0).is_empty());
        assert!(TimeWindow::default().rows(&[]).is_empty());
    }

    proptest! {
        #[test]
        fn every_record_within_a_window_is_among_its_rows(
            mut times in prop::collection::vec(-10.0..10.0_f64, 0..40),
            from in -12.0..12.0_f64,
            length in 0.0..8.0_f64,
        ) {
            times.sort_by(f64::total_cmp);
            let window = TimeWindow { from, to: from + length };
            let rows = window.rows(&times);
            prop_assert!(rows.start <= rows.end && rows.end <= times.len());
            for (index, time) in times.iter().enumerate() {
                prop_assert!(!window.holds(*time) || rows.contains(&index));
            }
        }
    }
}
