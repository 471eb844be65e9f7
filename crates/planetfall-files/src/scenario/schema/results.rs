//! Keys of `[[expect]]` and `[[figure]]`: what is made of a run.

use super::{COLUMNS, NON_NEGATIVE};
use crate::format::declare::{Key, OPTIONAL, OptionalKey, REQUIRED, Tables, declare, default};

declare! {
    /// A value the run must reproduce: `value` with `tolerance` or `relative_tolerance`, or
    /// `min`/`max`.
    pub table ExpectKeys("expect") {
        /// Name of the metric.
        metric: Key<String> = REQUIRED,
        /// What stands behind the value; without it the value is shown as unstated.
        kind: OptionalKey<ExpectationChoice> = OPTIONAL,
        /// Where the value comes from.
        source: Key<String> = REQUIRED,
        /// The expected value.
        value: OptionalKey<f64> = OPTIONAL,
        /// Largest distance allowed, metric's unit.
        tolerance: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// The same as a share of the value.
        relative_tolerance: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// Smallest value allowed.
        min: OptionalKey<f64> = OPTIONAL,
        /// Largest value allowed.
        max: OptionalKey<f64> = OPTIONAL,
        /// Why the value is not reproduced, where that is known: shown as missed with this reason, and
        /// `--strict` lets it pass.
        known_miss: OptionalKey<String> = OPTIONAL,
    }

    /// What stands behind the value; without it the value is shown as unstated.
    pub choice ExpectationChoice {
        /// A publication states it, or says in words what the bound checks.
        Published = "published",
        /// Somebody measured it on the real thing.
        Measured = "measured",
        /// It follows from what is given: law, balance, symmetry, command.
        ClosedForm = "closed_form",
        /// Another program computed it from the same equations.
        Independent = "independent",
        /// A result or bound of our own: guards against changes, proves nothing.
        Regression = "regression",
    }

    /// A plot of the report.
    pub(crate) table FigureKeys("figure") {
        /// Title.
        #[allow(dead_code)]
        title: Key<String> = REQUIRED,
        /// What to see in it.
        #[allow(dead_code)]
        caption: Key<String> = default::text(""),
        /// What lies on the horizontal axis.
        #[allow(dead_code)]
        kind: Key<FigureKindChoice> = default::text("time"),
        /// Column on the horizontal axis, one for all lines or one for each; default time_s.
        x: Key<Vec<Key<String>>> = default::texts(&[]).of(COLUMNS),
        /// Columns on the vertical axis; `*` stands for any text.
        y: Key<Vec<Key<String>>> = REQUIRED.of(COLUMNS),
        /// Instead of the column's name.
        #[allow(dead_code)]
        x_label: Key<String> = default::text(""),
        /// Instead of the column's name.
        #[allow(dead_code)]
        y_label: Key<String> = default::text(""),
        /// One metre is one metre.
        #[allow(dead_code)]
        equal_aspect: Key<bool> = default::flag(false),
        /// Draw the ground's profile.
        #[allow(dead_code)]
        ground: Key<bool> = default::flag(false),
        /// Logarithmic horizontal axis.
        #[allow(dead_code)]
        log_x: Key<bool> = default::flag(false),
        /// Logarithmic vertical axis.
        #[allow(dead_code)]
        log_y: Key<bool> = default::flag(false),
        /// Horizontal lines at published values.
        #[allow(dead_code)]
        references: Tables<ReferenceKeys> = default::EMPTY,
        /// Show the run from this time on.
        from_s: OptionalKey<f64> = OPTIONAL,
        /// Show the run up to this time.
        to_s: OptionalKey<f64> = OPTIONAL,
        /// Name of a metric that is a time: `from_s` and `to_s` count from it.
        relative_to: OptionalKey<String> = OPTIONAL,
        /// How published times of marks lie on the run's own time; default as they are.
        published_clock: Option<PublishedClockKeys> = OPTIONAL,
        /// Events beside published ones: vertical lines, and a table under the figure. They stand in
        /// place of the lines of all events.
        mark: Tables<MarkKeys> = OPTIONAL,
    }

    /// What lies on the horizontal axis.
    pub(crate) choice FigureKindChoice {
        /// Columns over time.
        Time = "time",
        /// Columns over another column.
        Xy = "xy",
    }

    /// An instant whose time is known on both clocks.
    pub(crate) table PublishedClockKeys("published_clock") {
        /// Name of the metric that is its time in the run.
        metric: Key<String> = REQUIRED,
        /// Its published time.
        #[allow(dead_code)]
        published_s: Key<f64> = REQUIRED,
    }

    /// An event: its time in the run (`metric`), its published time (`published_s`), or both.
    pub(crate) table MarkKeys("mark") {
        /// What it is, in few words.
        #[allow(dead_code)]
        label: Key<String> = REQUIRED,
        /// Name of the metric that is its time in the run.
        metric: OptionalKey<String> = OPTIONAL,
        /// Its published time, on the published clock.
        published_s: OptionalKey<f64> = OPTIONAL,
    }

    /// A horizontal line at a published value.
    pub(crate) table ReferenceKeys("reference") {
        /// Where.
        #[allow(dead_code)]
        value: Key<f64> = REQUIRED,
        /// What it is.
        #[allow(dead_code)]
        label: Key<String> = REQUIRED,
    }
}
