//! Figures of a report: what a scenario asks to be drawn, bound to what the run recorded.
//!
//! A scenario describes its figures by `[[figure]]` tables. One that names no figure gets
//! those that suit its columns. What cannot be drawn is said in the report and costs only
//! itself.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde::Deserialize;

use super::axis::Scale;
use super::decimate::{Point, decimate};
use super::mark::{self, MarkKind, MarksSpec};
use super::overlay;
use super::plot::{Marker, Plot, Reference, Series};
use super::window::{TimeWindow, WindowSpec};
use super::wording::{alike, axis_label, series_labels, unit_suffix};
use planetfall_files::pattern::matches;
use planetfall_files::quantity::column::{Contactor, Run};
use planetfall_files::quantity::unit_of;
use planetfall_files::run_folder::compare::Measured;
use planetfall_files::run_folder::{Column, Event, HistoryFile, ProfilePoint};

const TIME: &str = Run::TIME.name;
/// Points drawn of one line, however many were recorded.
const POINTS: usize = 2000;
/// Lines that can still be distinguished in a figure nobody composed.
const DEFAULT_LINES: usize = 7;
/// Events that can still be distinguished along an axis.
pub(super) const MARKERS: usize = 16;

/// A figure as the scenario describes it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct FigureSpec {
    title: String,
    caption: String,
    kind: FigureKind,
    x: Names,
    y: Names,
    x_label: String,
    y_label: String,
    log_x: bool,
    log_y: bool,
    equal_aspect: bool,
    ground: bool,
    references: Vec<ReferenceSpec>,
    #[serde(flatten)]
    pub(super) window: WindowSpec,
    #[serde(flatten)]
    pub(super) marks: MarksSpec,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FigureKind {
    #[default]
    Time,
    Xy,
}

/// One column's name, or several; a `*` stands for any part of a name.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum Names {
    One(String),
    Several(Vec<String>),
}

#[derive(Debug, Clone, Deserialize)]
struct ReferenceSpec {
    value: f64,
    #[serde(default)]
    label: String,
}

/// A figure ready to be drawn, with what could not be.
#[derive(Debug)]
pub(super) struct Figure {
    pub(super) title: String,
    pub(super) caption: String,
    pub(super) plot: Plot,
    /// Its marks as a table, if it has any.
    pub(super) table: String,
    pub(super) notes: Vec<String>,
}

/// What a run recorded that figures can show.
pub(super) struct Recorded<'a> {
    pub(super) history: &'a HistoryFile,
    pub(super) events: &'a [Event],
    pub(super) profile: &'a [ProfilePoint],
    pub(super) measured: &'a [Measured],
    pub(super) metrics: &'a BTreeMap<String, f64>,
}

impl Default for Names {
    fn default() -> Self {
        Self::Several(Vec::new())
    }
}

/// The figures that a scenario describes, and a note for each that cannot be understood.
pub(super) fn described(scenario: &str) -> (Vec<FigureSpec>, Vec<String>) {
    let table: toml::Table = match scenario.parse() {
        Ok(table) => table,
        Err(error) => return (Vec::new(), vec![format!("scenario.toml cannot be read: {error}")]),
    };
    let (mut figures, mut notes) = (Vec::new(), Vec::new());
    let tables = match table.get("figure") {
        Some(toml::Value::Array(tables)) => tables.clone(),
        Some(_) => {
            notes.push("In scenario.toml, each figure must begin with [[figure]].".to_owned());
            Vec::new()
        }
        None => Vec::new(),
    };
    for (index, table) in tables.into_iter().enumerate() {
        match table.try_into() {
            Ok(figure) => figures.push(figure),
            Err(error) => notes.push(format!("Figure {} cannot be read: {error}", index + 1)),
        }
    }
    (figures, notes)
}

/// The line by which a scenario says what it shows.
pub(super) fn title(scenario: &str) -> String {
    let table = scenario.parse::<toml::Table>().unwrap_or_default();
    table.get("title").and_then(toml::Value::as_str).unwrap_or_default().to_owned()
}

/// Figures that suit the columns of a run, for a scenario that describes none.
pub(super) fn suitable(recorded: &Recorded) -> Vec<FigureSpec> {
    let has = |name: &str| recorded.history.columns().iter().any(|column| column.name == name);
    let entity = recorded.history.columns().iter().find_map(|column| {
        let entity = Contactor::Z.entity(&column.name)?;
        has(&Contactor::X.of(entity)).then(|| entity.to_owned())
    });
    let trajectory = entity.map(|entity| FigureSpec {
        title: "Trajectory".to_owned(),
        kind: FigureKind::Xy,
        x: Names::One(Contactor::X.of(&entity)),
        y: Names::One(Contactor::Z.of(&entity)),
        equal_aspect: true,
        ground: true,
        ..FigureSpec::default()
    });
    let over_time = [("Normal forces", Contactor::NORMAL_FORCE), ("Heights", Contactor::Z)];
    let over_time = over_time.map(|(title, quantity)| limited(recorded, title, &quantity.of("*")));
    over_time.into_iter().flatten().chain(trajectory).collect()
}

/// The energy account, if the run kept one.
pub(super) fn energy(recorded: &Recorded) -> Option<FigureSpec> {
    let mut figure = limited(recorded, "Energy over time", "energy.*")?;
    let caption = "Where the run's energy is, came from and went, as its ledger has it.";
    figure.caption = format!("{caption} {}", figure.caption);
    Some(figure)
}

impl FigureSpec {
    /// Reads the columns and makes the plot.
    pub(super) fn bind(&self, recorded: &Recorded) -> Figure {
        let mut notes = Vec::new();
        let x_names = self.x_names(&mut notes);
        let names = expanded(recorded, self.y.as_slice(), &mut notes);
        if x_names.len() > 1 && x_names.len() != names.len() {
            notes.push("A figure needs one column x, or one for each column y".to_owned());
        }
        let (window, rows) = self.part(recorded, &mut notes);
        let mut pairs = Vec::new();
        for (index, name) in names.iter().enumerate() {
            let x_name = x_names.get(index).or(x_names.first()).copied().unwrap_or(TIME);
            let x = read(recorded, x_name, &rows, &mut notes);
            if let (Some(x), Some(y)) = (x, read(recorded, name, &rows, &mut notes)) {
                pairs.push((x, y));
            }
        }
        let mut plot = self.framed(&pairs, &x_names);
        plot.series = lines(&pairs, &plot);
        if let (true, Some((x, _))) = (self.ground, pairs.first()) {
            plot.ground = ground(recorded, x, &rows);
        }
        let mut table = String::new();
        if x_names == [TIME] {
            plot.window = window;
            plot.series.extend(overlay::series(recorded, &names, plot.y_scale));
            table = self.mark_instants(recorded, &mut plot, &mut notes);
        }
        let title = if self.title.is_empty() { plot.y_label.clone() } else { self.title.clone() };
        plot.title.clone_from(&title);
        Figure { title, caption: self.caption.clone(), plot, table, notes }
    }

    /// The part of the run that the figure shows, and its records.
    fn part(&self, recorded: &Recorded, notes: &mut Vec<String>) -> (TimeWindow, Range<usize>) {
        let all = 0..recorded.history.rows();
        if self.window.is_whole() {
            return (TimeWindow::default(), all);
        }
        let times = read(recorded, TIME, &all, notes).map_or_else(Vec::new, |time| time.values);
        let window = self.window.within(recorded.metrics).unwrap_or_else(|note| {
            notes.push(note);
            TimeWindow::default()
        });
        let rows = window.rows(&times);
        if rows.is_empty() {
            notes.push("The run has no records in the figure's window".to_owned());
        }
        (window, rows)
    }

    /// Draws the figure's marks, or all events where it has none; returns the marks' table.
    fn mark_instants(
        &self,
        recorded: &Recorded,
        plot: &mut Plot,
        notes: &mut Vec<String>,
    ) -> String {
        if self.marks.is_empty() {
            plot.markers = markers(recorded.events);
            return String::new();
        }
        let timings = self.marks.timings(recorded.metrics);
        plot.marks = timings.lines(MarkKind::Here);
        notes.extend(timings.note());
        mark::table(&[("here", timings)])
    }

    /// A figure of columns over time.
    pub(super) fn over_time(title: String, columns: Vec<String>) -> Self {
        Self { title, y: Names::Several(columns), ..Self::default() }
    }

    /// Whether the figure shows the whole of a column over time.
    pub(super) fn shows_over_time(&self, recorded: &Recorded, column: &str) -> bool {
        let over_time = self.x_names(&mut Vec::new()) == [TIME];
        let names = expanded(recorded, self.y.as_slice(), &mut Vec::new());
        over_time && self.window.is_whole() && names.iter().any(|name| name == column)
    }

    /// The columns it shows over time, if it shows marks of events or a part of a run there.
    pub(super) fn timed_columns(&self, history: &HistoryFile) -> Vec<String> {
        let timed = !self.marks.is_empty() || !self.window.is_whole();
        if !timed || self.x_names(&mut Vec::new()) != [TIME] {
            return Vec::new();
        }
        let all = history.columns().iter().map(|column| &column.name);
        let shown = |name: &&String| self.y.as_slice().iter().any(|pattern| matches(pattern, name));
        all.filter(shown).cloned().collect()
    }

    /// The figure's title as the scenario has it.
    pub(super) fn title(&self) -> &str {
        &self.title
    }

    /// Columns on the horizontal axis: one for all lines, or one for each.
    fn x_names(&self, notes: &mut Vec<String>) -> Vec<&str> {
        let given: Vec<&str> = self.x.as_slice().iter().map(String::as_str).collect();
        if given.is_empty() && self.kind == FigureKind::Xy {
            notes.push("A figure of kind xy needs a column x".to_owned());
        }
        if given.is_empty() { vec![TIME] } else { given }
    }

    /// The plot without its lines.
    fn framed(&self, pairs: &[(Column, Column)], x_names: &[&str]) -> Plot {
        let scale = |log: bool| if log { Scale::Logarithmic } else { Scale::Linear };
        let units: Vec<(&str, &str)> =
            pairs.iter().map(|(_, y)| (y.name.as_str(), y.unit.as_str())).collect();
        let x_units: Vec<String> = x_names.iter().map(|name| unit_of(name)).collect();
        let x_named: Vec<(&str, &str)> =
            x_names.iter().copied().zip(x_units.iter().map(String::as_str)).collect();
        let or = |given: &str, derived: String| {
            if given.is_empty() { derived } else { given.to_owned() }
        };
        let references = self.references.iter().filter(|reference| reference.value.is_finite());
        Plot {
            x_label: or(&self.x_label, axis_label(&x_named)),
            y_label: or(&self.y_label, axis_label(&units)),
            x_scale: scale(self.log_x),
            y_scale: scale(self.log_y),
            references: references
                .map(|reference| Reference {
                    value: reference.value,
                    label: reference.label.clone(),
                })
                .collect(),
            equal_aspect: self.equal_aspect,
            ..Plot::default()
        }
    }
}

impl Names {
    fn as_slice(&self) -> &[String] {
        match self {
            Self::One(name) => std::slice::from_ref(name),
            Self::Several(names) => names,
        }
    }
}

/// A figure over time of the columns that match, as many as can be distinguished.
fn limited(recorded: &Recorded, title: &str, pattern: &str) -> Option<FigureSpec> {
    let columns = recorded.history.columns().iter().map(|column| column.name.clone());
    let mut names: Vec<String> = columns.filter(|name| matches(pattern, name)).collect();
    let left_out = names.len().saturating_sub(DEFAULT_LINES);
    names.truncate(DEFAULT_LINES);
    let caption = match left_out {
        0 => String::new(),
        more => format!("{more} more columns of this kind are in the history."),
    };
    (!names.is_empty()).then(|| FigureSpec {
        title: title.to_owned(),
        caption,
        y: Names::Several(names),
        ..FigureSpec::default()
    })
}

fn expanded(recorded: &Recorded, patterns: &[String], notes: &mut Vec<String>) -> Vec<String> {
    if patterns.is_empty() {
        notes.push("The figure names no column y".to_owned());
    }
    let mut names = Vec::new();
    for pattern in patterns {
        let all = recorded.history.columns().iter().map(|column| &column.name);
        let found: Vec<String> = all.filter(|name| matches(pattern, name)).cloned().collect();
        if found.is_empty() {
            notes.push(format!("The history has no column {pattern}"));
        }
        names.extend(found);
    }
    names
}

fn read(
    recorded: &Recorded,
    name: &str,
    rows: &Range<usize>,
    notes: &mut Vec<String>,
) -> Option<Column> {
    if !recorded.history.columns().iter().any(|column| column.name == name) {
        notes.push(format!("The history has no column {name}"));
        return None;
    }
    let column = recorded.history.read_column(name, rows.clone());
    column.map_err(|error| notes.push(error.to_string())).ok()
}

fn lines(pairs: &[(Column, Column)], plot: &Plot) -> Vec<Series> {
    let names: Vec<&str> = pairs.iter().map(|(_, y)| y.name.as_str()).collect();
    let units: Vec<&str> = pairs.iter().map(|(_, y)| y.unit.as_str()).collect();
    let mixed = !alike(&units);
    let labelled = pairs.iter().zip(series_labels(&names));
    labelled
        .map(|((x, y), label)| {
            let unit = if mixed { unit_suffix(&y.unit) } else { String::new() };
            let across = on_scale(&x.values, plot.x_scale);
            let up = on_scale(&y.values, plot.y_scale);
            Series { label: label + &unit, lines: decimate(&across, &up, POINTS) }
        })
        .collect()
}

fn on_scale(values: &[f64], scale: Scale) -> Vec<f64> {
    values.iter().map(|value| scale.placed(*value)).collect()
}

/// The ground as a line: the profile where x is a place, else the recorded ground below.
fn ground(recorded: &Recorded, x: &Column, rows: &Range<usize>) -> Vec<Point> {
    if !recorded.profile.is_empty() && x.name != TIME {
        return recorded.profile.iter().map(|point| [point.x_m, point.z_m]).collect();
    }
    let columns = recorded.history.columns();
    let below = columns.iter().find(|column| {
        column.name.ends_with("ground_z_m") || column.name.ends_with("ground_height_m")
    });
    let heights =
        below.and_then(|column| recorded.history.read_column(&column.name, rows.clone()).ok());
    let lines = heights.map(|column| decimate(&x.values, &column.values, POINTS));
    lines.unwrap_or_default().into_iter().flatten().collect()
}

/// All events, or where they are many the first of each kind and entity.
fn markers(events: &[Event]) -> Vec<Marker> {
    let mut seen = BTreeSet::new();
    let many = events.len() > MARKERS;
    let finite = events.iter().filter(|event| event.time_s.is_finite());
    let marked = finite.filter(|event| seen.insert((&event.kind, &event.entity)) || !many);
    marked
        .take(MARKERS)
        .map(|event| Marker {
            x: event.time_s,
            label: match &event.entity {
                Some(entity) => format!("{} {}", entity.replace('_', " "), event.kind),
                None => event.kind.clone(),
            },
            message: format!("{:.4} s: {}", event.time_s, event.message),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn many_events_are_marked_by_the_first_of_each_kind_and_entity() {
        let event = |index: usize| Event {
            time_s: index as f64,
            kind: "contact".to_owned(),
            entity: Some(format!("wheel_{}", index % 2)),
            message: String::new(),
            values: BTreeMap::new(),
        };
        let times = |count| {
            let events: Vec<Event> = (0..count).map(event).collect();
            markers(&events).iter().map(|marker| marker.x).collect::<Vec<_>>()
        };
        assert_eq!(times(3), [0.0, 1.0, 2.0]);
        assert_eq!(times(100), [0.0, 1.0]);
    }

    #[test]
    fn a_figure_is_read_from_the_scenario_and_a_wrong_one_is_noted() {
        let (figures, notes) = described(
            "mass_kg = 3\n[[figure]]\ntitle = \"Fig. 6\"\ny = \"a.x_m\"\n\
             references = [{ value = 2.5, label = \"paper\" }]\n\
             [[figure]]\ny = 3\n[[figure]]\nkind = \"xy\"\nx = \"a.x_m\"\ny = [\"a.z_m\"]\n",
        );
        assert_eq!(figures.len(), 2);
        assert_eq!(figures[0].references[0].value, 2.5);
        assert_eq!(figures[1].kind, FigureKind::Xy);
        assert!(notes.len() == 1 && notes[0].contains("Figure 2"), "{notes:?}");
    }

    #[test]
    fn a_scenario_without_readable_figures_is_noted() {
        for text in ["[[figure", "[figure]\ny = \"a.x_m\"", "figure = 3"] {
            let (figures, notes) = described(text);
            assert!(figures.is_empty() && notes[0].contains("scenario.toml"), "{text}");
        }
    }
}
