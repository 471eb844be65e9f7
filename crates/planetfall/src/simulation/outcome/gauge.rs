//! Gauges: metrics that a scenario defines by a recorded column and a window of time. They are read
//! after every step that ends within the window, however rarely a run is recorded.
//!
//! A slope is that of the least-squares line through (tᵢ, yᵢ), from running sums of t − t₀ and y − y₀,
//! whose origin in the window's first point keeps them from cancelling.

use crate::math::time::Time;
use crate::quantity::Metric;
use crate::state::GaugeTally;

/// A metric from a column.
#[derive(Clone, Debug, PartialEq)]
pub struct Gauge {
    /// Name of the metric.
    pub name: String,
    /// Places of columns among [`crate::simulation::recording::columns`]; their sum is looked at.
    pub columns: Vec<usize>,
    /// The sum is multiplied by this.
    pub scale: f64,
    /// What is made of it.
    pub kind: GaugeKind,
    /// Where the window begins.
    pub from: Time,
    /// Where it ends; with the run where none is given.
    pub until: Option<Time>,
}

/// What a gauge makes of the values in its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GaugeKind {
    /// Slope of the least-squares line over time, per second.
    Slope,
    /// Mean over the steps, each by its length.
    Mean,
    /// The value at the window's beginning.
    At,
    /// The largest.
    Max,
    /// The smallest.
    Min,
    /// The last less the first.
    Change,
}

impl Gauge {
    /// Whether it listens at the end of a step.
    pub(crate) fn listens(&self, tally: &GaugeTally, time: Time) -> bool {
        time >= self.from && tally.over == 0.0
    }

    /// Takes the frame at the end of a step of a length into the tally.
    pub(crate) fn hear(&self, tally: &mut GaugeTally, time: Time, step: Time, frame: &[f64]) {
        let sum: f64 = self.columns.iter().filter_map(|place| frame.get(*place)).sum();
        let late = self.until.is_some_and(|until| time > until);
        let ends = self.until.is_some_and(|until| time >= until) || self.kind == GaugeKind::At;
        // A step that ends beyond the window shows only where the values went.
        if !late || tally.count == 0.0 || self.kind == GaugeKind::Change {
            tally.add(time.seconds(), self.scale * sum, step.seconds(), time > self.from);
        }
        tally.over = f64::from(u8::from(ends));
    }

    /// The metric with its name.
    pub(crate) fn metric(&self, tally: &GaugeTally) -> Metric {
        let meaning = match self.kind {
            GaugeKind::Slope => "slope over time of the recorded columns that the scenario names",
            GaugeKind::Mean => "mean of the recorded columns that the scenario names",
            GaugeKind::At => "value at an instant of the recorded columns that the scenario names",
            GaugeKind::Max => "greatest value of the recorded columns that the scenario names",
            GaugeKind::Min => "least value of the recorded columns that the scenario names",
            GaugeKind::Change => "change of the recorded columns that the scenario names",
        };
        Metric { name: self.name.clone(), meaning, value: self.value(tally) }
    }

    /// The metric; not a number where the run did not come to the end of the window.
    pub(crate) fn value(&self, tally: &GaugeTally) -> f64 {
        if tally.count == 0.0 || (self.until.is_some() && tally.over == 0.0) {
            return f64::NAN;
        }
        match self.kind {
            GaugeKind::Slope => tally.slope(),
            GaugeKind::Mean => tally.weighed.1 / tally.weighed.0,
            GaugeKind::At => tally.first.1,
            GaugeKind::Max => tally.most,
            GaugeKind::Min => tally.least,
            GaugeKind::Change => tally.last - tally.first.1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queried(kind: GaugeKind, from: i64, until: Option<i64>, values: impl Fn(f64) -> f64) -> f64 {
        let gauge = Gauge {
            name: "g".to_owned(),
            columns: vec![1, 2],
            scale: 2.0,
            kind,
            from: Time::from_millis(from),
            until: until.map(Time::from_millis),
        };
        let mut tally = GaugeTally::default();
        for millis in (0..=1000).step_by(10) {
            let time = Time::from_millis(millis);
            if gauge.listens(&tally, time) {
                let frame = [9.0, values(time.seconds()), 1.0];
                gauge.hear(&mut tally, time, Time::from_millis(10), &frame);
            }
        }
        gauge.value(&tally)
    }

    #[test]
    fn a_slope_is_that_of_the_line_through_the_window() {
        let bent = |t: f64| if t < 0.5 { 3.0 * t } else { 1.5 - 4.0 * (t - 0.5) };
        assert!((queried(GaugeKind::Slope, 100, Some(400), bent) - 6.0).abs() < 1e-11);
        assert!((queried(GaugeKind::Slope, 500, None, bent) + 8.0).abs() < 1e-11);
    }

    #[test]
    fn a_mean_weighs_the_steps_inside_the_window_only() {
        let late = |t: f64| if t > 0.305 { 5.0 } else { 100.0 };
        assert!((queried(GaugeKind::Mean, 300, Some(700), late) - 12.0).abs() < 1e-12);
    }

    #[test]
    fn values_extremes_and_changes_are_those_of_the_window() {
        let square = |t: f64| (t - 0.5) * (t - 0.5);
        assert!(
            (queried(GaugeKind::At, 250, None, square) - 2.0 * (0.25f64 * 0.25 + 1.0)).abs()
                < 1e-12
        );
        assert!((queried(GaugeKind::Min, 100, Some(600), square) - 2.0).abs() < 1e-12);
        assert!((queried(GaugeKind::Max, 100, Some(600), square) - 2.32).abs() < 1e-12);
        let change = queried(GaugeKind::Change, 100, Some(600), square);
        assert!((change - 2.0 * (0.01 - 0.16)).abs() < 1e-12);
    }

    #[test]
    fn a_window_that_the_run_does_not_reach_gives_no_number() {
        assert!(queried(GaugeKind::Mean, 500, Some(1500), |t| t).is_nan());
        assert!(queried(GaugeKind::At, 1500, None, |t| t).is_nan());
    }
}
