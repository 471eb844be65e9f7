//! Events of a run beside the published ones: lines in a plot, and a table under it.
//!
//! Published times may stand on a clock of their own. One instant that both know, such as the
//! touchdown, says how far that clock is ahead of the run's time.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::markup::escape;
use planetfall_files::quantity::typeset_number;

/// Marks of a figure as the scenario describes them.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct MarksSpec {
    mark: Vec<MarkSpec>,
    published_clock: Option<ClockSpec>,
}

#[derive(Debug, Clone, Deserialize)]
struct MarkSpec {
    label: String,
    metric: Option<String>,
    published_s: Option<f64>,
}

#[derive(Debug, Clone, Deserialize)]
struct ClockSpec {
    metric: String,
    published_s: f64,
}

/// When the marks of a figure happened in one run.
#[derive(Debug, Clone)]
pub(super) struct Timings {
    /// The metric of the instant that both clocks know, if they are two.
    clock: Option<String>,
    /// The run's time less the published; not a number if that instant never came.
    offset: f64,
    events: Vec<Timed>,
}

#[derive(Debug, Clone)]
struct Timed {
    label: String,
    published: Option<f64>,
    here: Here,
}

/// When something happened in the run.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Here {
    /// Nobody asked for it.
    Unasked,
    /// The summary does not know of it.
    Unmeasured,
    Never,
    At(f64),
}

/// A vertical line with a label of its own.
#[derive(Debug, Clone)]
pub(super) struct Mark {
    pub(super) x: f64,
    /// Empty for a line without one.
    pub(super) label: String,
    /// The whole story, shown when the pointer rests on the line.
    pub(super) message: String,
    pub(super) kind: MarkKind,
}

/// Whose event a line marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkKind {
    /// The run's own.
    Here,
    /// That of one among several runs, in its colour.
    Run(usize),
    Published,
}

impl MarkKind {
    /// The style of the line.
    pub(super) fn class(self) -> String {
        match self {
            Self::Here => "mark here".to_owned(),
            Self::Run(index) => format!("mark thin line s{index}"),
            Self::Published => "mark published".to_owned(),
        }
    }

    /// The style of the label.
    pub(super) fn label_class(self) -> &'static str {
        match self {
            Self::Here | Self::Run(_) => "mark-label here",
            Self::Published => "mark-label published",
        }
    }
}

impl MarksSpec {
    pub(super) fn is_empty(&self) -> bool {
        self.mark.is_empty()
    }

    /// When they happened in a run.
    pub(super) fn timings(&self, metrics: &BTreeMap<String, f64>) -> Timings {
        let time = |name: &String| metrics.get(name).copied();
        let offset = match &self.published_clock {
            Some(clock) => time(&clock.metric).unwrap_or(f64::NAN) - clock.published_s,
            None => 0.0,
        };
        let here = |name: &Option<String>| match name.as_ref().map(time) {
            None => Here::Unasked,
            Some(None) => Here::Unmeasured,
            Some(Some(time)) if time.is_finite() => Here::At(time),
            Some(Some(_)) => Here::Never,
        };
        let timed = |mark: &MarkSpec| Timed {
            label: mark.label.clone(),
            published: mark.published_s.filter(|time| time.is_finite()),
            here: here(&mark.metric),
        };
        Timings {
            clock: self.published_clock.as_ref().map(|clock| clock.metric.clone()),
            offset,
            events: self.mark.iter().map(timed).collect(),
        }
    }
}

impl Timings {
    /// The lines of the published events, and of the run's own.
    pub(super) fn lines(&self, own: MarkKind) -> Vec<Mark> {
        let both = self.events.iter().map(|event| [self.published(event), self.own(event, own)]);
        both.flatten().flatten().collect()
    }

    fn published(&self, event: &Timed) -> Option<Mark> {
        let time = event.published?;
        (time + self.offset).is_finite().then(|| Mark {
            x: time + self.offset,
            label: event.label.clone(),
            message: format!("published: {} at {time} s", event.label),
            kind: MarkKind::Published,
        })
    }

    fn own(&self, event: &Timed, kind: MarkKind) -> Option<Mark> {
        let Here::At(time) = event.here else { return None };
        let on_clock = match &self.clock {
            Some(_) if self.offset.is_finite() => {
                format!(", {:.3} s on the published clock", time - self.offset)
            }
            _ => String::new(),
        };
        Some(Mark {
            x: time,
            label: format!("{} {time:.3} s", event.label),
            message: format!("{} at {time:.4} s{on_clock}", event.label),
            kind,
        })
    }

    /// What must be said of the clocks, if something must.
    pub(super) fn note(&self) -> Option<String> {
        let clock = self.clock.as_ref().filter(|_| !self.offset.is_finite())?;
        Some(format!(
            "The run has no time for {clock}, which would show where published times lie: they \
             are not drawn"
        ))
    }

    /// The run's cells of one event: its time and how far it is from the published one.
    fn cells(&self, event: &Timed) -> [String; 2] {
        let without_time = |words: &str| [words.to_owned(), NOTHING.to_owned()];
        let time = match event.here {
            Here::At(time) => time,
            Here::Never => return without_time("did not happen"),
            Here::Unmeasured => return without_time("not measured"),
            Here::Unasked => return without_time(NOTHING),
        };
        // Without its clock a run's time has no place beside published ones.
        if !self.offset.is_finite() {
            return [format!("{} in the run", milliseconds(time)), NOTHING.to_owned()];
        }
        let here = time - self.offset;
        let difference = event.published.map(|published| here - published);
        [milliseconds(here), difference.map_or_else(|| NOTHING.to_owned(), signed)]
    }
}

/// What a table shows where there is no number.
const NOTHING: &str = "–";

/// The events of one run or several as a table, published times first.
pub(super) fn table(runs: &[(&str, Timings)]) -> String {
    let Some((_, first)) = runs.first() else { return String::new() };
    let clock = if first.clock.is_some() { "s, published clock" } else { "s" };
    let heads: String = runs
        .iter()
        .map(|(name, _)| {
            format!(
                "<th class=\"n\">{} ({clock})</th><th class=\"n\">difference (s)</th>",
                escape(name)
            )
        })
        .collect();
    let mut rows = String::new();
    for (index, event) in first.events.iter().enumerate() {
        let published = event.published.map_or_else(|| NOTHING.to_owned(), given);
        rows += &format!(
            "<tr><td>{}</td><td class=\"n\">{}</td>",
            escape(&event.label),
            escape(&published)
        );
        let of_runs = runs.iter().filter_map(|(_, run)| Some(run.cells(run.events.get(index)?)));
        rows.extend(
            of_runs.flatten().map(|cell| format!("<td class=\"n\">{}</td>", escape(&cell))),
        );
        rows += "</tr>";
    }
    format!(
        "<div class=\"wide\"><table class=\"marks\"><thead><tr><th>event</th>\
         <th class=\"n\">published (s)</th>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
}

/// A published time with the digits that were published.
fn given(time: f64) -> String {
    typeset_number(&time.to_string())
}

fn milliseconds(time: f64) -> String {
    typeset_number(&format!("{time:.3}"))
}

fn signed(difference: f64) -> String {
    let shown = milliseconds(difference);
    match shown.as_str() {
        "\u{2212}0.000" => "0.000".to_owned(),
        "0.000" => shown,
        _ if difference > 0.0 => format!("+{shown}"),
        _ => shown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARKS: &str = "published_clock = { metric = \"touchdown.time_s\", published_s = 952.34 }\n\
        [[mark]]\nlabel = \"touchdown\"\nmetric = \"touchdown.time_s\"\npublished_s = 952.34\n\
        [[mark]]\nlabel = \"cut\"\nmetric = \"cut.time_s\"\npublished_s = 953.8\n\
        [[mark]]\nlabel = \"impact\"\npublished_s = 974.0\n\
        [[mark]]\nlabel = \"burn\"\nmetric = \"burn.time_s\"\n";

    fn metrics(pairs: &[(&str, f64)]) -> BTreeMap<String, f64> {
        pairs.iter().map(|(name, time)| ((*name).to_owned(), *time)).collect()
    }

    fn timings(text: &str, pairs: &[(&str, f64)]) -> Timings {
        toml::from_str::<MarksSpec>(text).unwrap().timings(&metrics(pairs))
    }

    fn cells(timings: &Timings) -> Vec<[String; 2]> {
        timings.events.iter().map(|event| timings.cells(event)).collect()
    }

    #[test]
    fn published_times_lie_on_the_runs_own_time() {
        let timings = timings(
            MARKS,
            &[("touchdown.time_s", 40.0), ("cut.time_s", 41.5), ("burn.time_s", 43.0)],
        );
        let lines = timings.lines(MarkKind::Here);
        let of = |kind| lines.iter().filter(move |mark| mark.kind == kind).map(|mark| mark.x);
        assert_eq!(of(MarkKind::Here).collect::<Vec<_>>(), [40.0, 41.5, 43.0]);
        let published: Vec<f64> = of(MarkKind::Published).collect();
        for (found, wanted) in published.iter().zip([40.0, 41.46, 61.66]) {
            assert!((found - wanted).abs() < 1e-9, "{published:?}");
        }
        let shown = cells(&timings);
        assert_eq!(shown[0], ["952.340", "0.000"]);
        assert_eq!(shown[1], ["953.840", "+0.040"]);
        assert_eq!(shown[2], ["–", "–"]);
        assert_eq!(shown[3], ["955.340", "–"]);
        assert!(timings.note().is_none());
    }

    #[test]
    fn without_a_clock_both_times_are_the_same() {
        let plain = MARKS.split_once('\n').unwrap().1;
        let timings = timings(plain, &[("touchdown.time_s", 950.0), ("cut.time_s", 953.0)]);
        assert_eq!(cells(&timings)[0], ["950.000", "−2.340"]);
        assert!(timings.lines(MarkKind::Here).iter().any(|mark| mark.x == 952.34));
    }

    #[test]
    fn what_did_not_happen_is_said_and_has_no_line() {
        let happened = [("touchdown.time_s", 40.0), ("cut.time_s", f64::NAN)];
        let timings = timings(MARKS, &happened);
        assert_eq!(cells(&timings)[1][0], "did not happen");
        assert_eq!(cells(&timings)[3][0], "not measured");
        let own = |mark: &&Mark| mark.kind == MarkKind::Here;
        assert_eq!(timings.lines(MarkKind::Here).iter().filter(own).count(), 1);
        let page = table(&[("here", timings)]);
        assert!(page.contains("did not happen") && page.contains("here (s, published clock)"));
    }

    #[test]
    fn a_clock_that_never_came_leaves_published_times_out_of_the_plot() {
        let timings = timings(MARKS, &[("touchdown.time_s", f64::NAN), ("cut.time_s", 41.5)]);
        let lines = timings.lines(MarkKind::Here);
        assert!(lines.len() == 1 && lines[0].kind == MarkKind::Here);
        assert_eq!(cells(&timings)[1], ["41.500 in the run", "–"]);
        assert!(timings.note().unwrap().contains("touchdown.time_s"));
    }

    #[test]
    fn labels_are_escaped_in_the_table() {
        let text = "[[mark]]\nlabel = \"<b>\"\npublished_s = 1.0\n";
        let page = table(&[("<i>", timings(text, &[]))]);
        assert!(!page.contains("<b>") && !page.contains("<i>") && page.contains("&lt;b&gt;"));
    }

    #[test]
    fn a_difference_has_its_sign_and_zero_has_none() {
        assert_eq!([signed(0.25), signed(-0.25), signed(-1e-9)], ["+0.250", "−0.250", "0.000"]);
    }
}
