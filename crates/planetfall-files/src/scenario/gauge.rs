//! `[[metric]]`: metrics that a scenario defines by recorded columns.

use super::course::time;
use super::schema::ScenarioKeys;
use super::{Report, naming};
use crate::format::declare::{Key, OPTIONAL, OptionalKey, REQUIRED, Words, declare, default};
use crate::format::schema::{Kind, List, Range};
use crate::pattern;
use planetfall::outcome::{Gauge, GaugeKind};
use planetfall::recording;
use planetfall::scenario::Scenario;
use planetfall::time::Time;

declare! {
    /// A metric from recorded columns over a window of time, read after every step and not only where
    /// one is recorded. Not a number where the run does not come to the end of the window.
    pub(crate) table MetricKeys("metric") {
        /// Its name with its unit, `entity.quantity_unit`: small letters, digits, `_`, `-` and `.`.
        name: Key<String> = REQUIRED,
        /// A column, or several whose sum counts; `*` stands for any text.
        column: Key<Vec<Key<String>>> =
            REQUIRED.of(Kind::OneOrList(List::at_least(1, &Kind::Text))),
        /// What is made of the values.
        kind: Key<GaugeChoice> = REQUIRED,
        /// Values are multiplied by this, to have the unit of the name.
        scale: Key<f64> = default::number(1.0),
        /// Where the window begins; default the start.
        from_s: OptionalKey<f64> = OPTIONAL.of(Kind::Number(Range::NON_NEGATIVE)),
        /// Where it ends; default the end of the run.
        until_s: OptionalKey<f64> = OPTIONAL.of(Kind::Number(Range::POSITIVE)),
        /// The instant of `at`: the first step counts that ends there or later.
        at_s: OptionalKey<f64> = OPTIONAL.of(Kind::Number(Range::NON_NEGATIVE)),
    }

    /// What is made of the values.
    pub(crate) choice GaugeChoice {
        /// Slope of the least-squares line, per second.
        Slope = "slope",
        /// Mean over the steps, each by its length.
        Mean = "mean",
        /// The value at an instant, `at_s`.
        At = "at",
        /// The largest value.
        Max = "max",
        /// The smallest value.
        Min = "min",
        /// The last value less the first.
        Change = "change",
    }
}

/// The gauges of a scenario, whose own metrics are known already.
pub(super) fn gauges(
    root: &ScenarioKeys,
    scenario: &Scenario,
    report: &mut Report<'_>,
) -> Vec<Gauge> {
    let nodes = &root.metric;
    if nodes.is_empty() {
        return Vec::new();
    }
    let columns: Vec<String> =
        recording::columns(&scenario.world).into_iter().map(|column| column.name).collect();
    let metrics = scenario.metrics(&scenario.initial());
    let mut taken: Vec<String> = metrics.into_iter().map(|(name, _)| name).collect();
    let mut gauges = Vec::new();
    for keys in nodes {
        check_name(keys, &taken, report);
        taken.push(keys.name.value().to_owned());
        gauges.extend(gauge(keys, &columns, report));
    }
    report_unreached(root, &gauges, scenario.duration, report);
    gauges
}

/// Whether a run that lasts so long ends before a gauge has what it needs.
fn is_unreached(gauge: &Gauge, duration: Time) -> bool {
    gauge.until.unwrap_or(gauge.from) > duration
}

/// A shortened run is a good run; what it does not come to is reported once.
fn report_unreached(
    root: &ScenarioKeys,
    gauges: &[Gauge],
    duration: Time,
    report: &mut Report<'_>,
) {
    let unreached = gauges.iter().filter(|gauge| is_unreached(gauge, duration));
    let names: Vec<String> = unreached.map(|gauge| format!("`{}`", gauge.name)).collect();
    if names.is_empty() {
        return;
    }
    let (is, them) = if names.len() == 1 { ("this is", "it") } else { ("these are", "them") };
    let message = format!(
        "the run ends at {duration} at the latest, before {is} measured: {}. What is expected of \
         {them} cannot be judged",
        names.join(", ")
    );
    report.warning(root.duration_s.place(), message);
}

fn check_name(keys: &MetricKeys, taken: &[String], report: &mut Report<'_>) {
    let (name, place) = (keys.name.value(), keys.name.place());
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "._-".contains(c);
    if name.is_empty() || !name.chars().all(plain) {
        let message =
            format!("`{name}`: a metric's name has small letters, digits, `_`, `-` and `.`");
        report.error(place, message);
    }
    if taken.iter().any(|known| known == name) {
        let message = format!("`{name}`: the run has a metric of that name already");
        report.help(place, message, "`planetfall schema --metrics SCENARIO` lists them");
    }
    if name.starts_with("compare.") {
        let message =
            format!("`{name}`: names that begin with `compare.` are those of [[compare]]");
        report.error(place, message);
    }
}

fn gauge(keys: &MetricKeys, columns: &[String], report: &mut Report<'_>) -> Option<Gauge> {
    let kind = match keys.kind.value() {
        GaugeChoice::Slope => GaugeKind::Slope,
        GaugeChoice::Mean => GaugeKind::Mean,
        GaugeChoice::At => GaugeKind::At,
        GaugeChoice::Max => GaugeKind::Max,
        GaugeChoice::Min => GaugeKind::Min,
        GaugeChoice::Change => GaugeKind::Change,
    };
    let columns = summed(keys, columns, report)?;
    let (from, until) = window(keys, kind, report)?;
    let name = keys.name.value().to_owned();
    Some(Gauge { name, columns, scale: keys.scale.value(), kind, from, until })
}

/// Places of the columns that are summed.
fn summed(keys: &MetricKeys, columns: &[String], report: &mut Report<'_>) -> Option<Vec<usize>> {
    let names: Vec<&str> = columns.iter().map(String::as_str).collect();
    let mut places = Vec::new();
    let mut complete = true;
    for wanted in keys.column.value() {
        let text = wanted.value();
        let found: Vec<usize> = match text.contains('*') {
            true => (0..names.len()).filter(|at| pattern::matches(text, names[*at])).collect(),
            false => naming::place(text, &names, "recorded column", wanted.place(), report)
                .into_iter()
                .collect(),
        };
        if text.contains('*') && found.is_empty() {
            let help = "`planetfall schema --columns SCENARIO` lists them";
            report.help(wanted.place(), format!("`{text}`: no recorded column is so"), help);
        }
        complete &= !found.is_empty();
        places.extend(found);
    }
    let mut once = places.clone();
    once.sort_unstable();
    once.dedup();
    if once.len() < places.len() {
        report.error(keys.column.place(), "a column is summed twice here");
    }
    complete.then_some(places)
}

/// When it listens.
fn window(
    keys: &MetricKeys,
    kind: GaugeKind,
    report: &mut Report<'_>,
) -> Option<(Time, Option<Time>)> {
    let at = std::slice::from_ref(&keys.at_s);
    let ends = [keys.from_s.clone(), keys.until_s.clone()];
    let wrong = match kind {
        GaugeKind::At => ends.iter().find(|key| key.has_value()),
        GaugeKind::Slope
        | GaugeKind::Mean
        | GaugeKind::Max
        | GaugeKind::Min
        | GaugeKind::Change => at.iter().find(|key| key.has_value()),
    };
    if let Some(key) = wrong {
        let word = keys.kind.value().word();
        let message = format!("a metric of kind \"{word}\" has no `{}`", key.name());
        let help = "\"at\" has `at_s`; all others have `from_s` and `until_s`";
        report.help(key.place(), message, help);
        return None;
    }
    if kind == GaugeKind::At && !keys.at_s.has_value() {
        report.error(keys.place, "a metric of kind \"at\" needs its instant, `at_s`");
        return None;
    }
    let begin = if kind == GaugeKind::At { &keys.at_s } else { &keys.from_s };
    let instant = |key: &OptionalKey<f64>, report: &mut Report<'_>| match key.has_value() {
        true => time(key, report).map(Some),
        false => Some(None),
    };
    let from = instant(begin, report)?.unwrap_or(Time::ZERO);
    let until = instant(&keys.until_s, report)?;
    if until.is_some_and(|until| until <= from) {
        report.error(keys.until_s.place(), "`until_s` must be later than `from_s`");
        return None;
    }
    Some((from, until))
}
