//! The page that holds several runs side by side: metrics with their differences from the first run,
//! and the columns they share laid over each other.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::decimate::decimate;
use super::markup::{self, escape};
use super::plot::{Plot, Series};
use super::window::TimeWindow;
use super::{ReportError, staged};
use planetfall_files::quantity::column::{
    Body, Channel, Contactor, EnergyBalance, EnergyStored, Run,
};
use planetfall_files::quantity::{Quantity, quantity_of, significant, typeset_number, unit_of};
use planetfall_files::run_folder::{
    HistoryFile, RunFile, RunFileError, Summary, read_text, write_text,
};

/// Runs held side by side.
pub struct RunComparison {
    runs: Vec<Compared>,
    /// What could not be read.
    pub notes: Vec<String>,
}

/// A metric of all runs.
#[derive(Debug, Clone, PartialEq)]
pub struct MetricRow {
    /// Its name.
    pub name: String,
    /// One value for each run; none where it has no number for it.
    pub values: Vec<Option<f64>>,
}

pub(super) struct Compared {
    pub(super) label: String,
    folder: PathBuf,
    /// Its scenario, empty if that cannot be read.
    pub(super) scenario: String,
    pub(super) summary: Summary,
    pub(super) history: Option<HistoryFile>,
}

/// Columns drawn over each other, where runs have them.
const COLUMNS: [Quantity; 5] = [
    Body::COM_Z,
    Body::HEIGHT,
    EnergyStored::KINETIC,
    Channel::GroundFriction.quantity(),
    EnergyBalance::UNEXPLAINED,
];
/// Contactors whose forces are drawn.
const MOST_CONTACTORS: usize = 6;
/// Points of one line.
const POINTS: usize = 1500;

impl RunComparison {
    /// Reads runs from their folders; each is called by its folder's name, or by its whole path
    /// where two folders have the same.
    ///
    /// # Errors
    /// If a folder holds no run. A history that cannot be read costs its lines only.
    pub fn read(folders: &[PathBuf]) -> Result<Self, ReportError> {
        let mut notes = Vec::new();
        let mut runs = Vec::new();
        for folder in folders {
            super::refuse_damaged(folder)?;
            let no_run = |source| ReportError::NotARun { folder: folder.clone(), source };
            let summary = Summary::read(&RunFile::Summary.within(folder)).map_err(no_run)?;
            let history = HistoryFile::open(&RunFile::History.within(folder));
            let history = history.map_err(|error| notes.push(error.to_string())).ok();
            let scenario = read_text(&RunFile::Scenario.within(folder));
            let scenario = scenario.map_err(|error| notes.push(error.to_string()));
            runs.push(Compared {
                label: label(folder),
                folder: folder.clone(),
                scenario: scenario.unwrap_or_default(),
                summary,
                history,
            });
        }
        let labels: BTreeSet<String> = runs.iter().map(|run| run.label.clone()).collect();
        if labels.len() < runs.len() {
            runs.iter_mut().for_each(|run| run.label = run.folder.display().to_string());
        }
        Ok(Self { runs, notes })
    }

    /// What each run is called.
    #[must_use]
    pub fn labels(&self) -> Vec<&str> {
        self.runs.iter().map(|run| run.label.as_str()).collect()
    }

    /// All metrics that a run has, in alphabetic order.
    #[must_use]
    pub fn metrics(&self) -> Vec<MetricRow> {
        let names: BTreeSet<&String> =
            self.runs.iter().flat_map(|run| run.summary.metrics.keys()).collect();
        let of = |run: &Compared, name: &String| {
            run.summary.metrics.get(name).copied().filter(|value| value.is_finite())
        };
        let row = |name: &String| MetricRow {
            name: name.clone(),
            values: self.runs.iter().map(|run| of(run, name)).collect(),
        };
        names.into_iter().map(row).collect()
    }

    /// The metrics as an aligned table for a terminal: those that differ, with their differences from
    /// the first run.
    #[must_use]
    pub fn table(&self) -> String {
        let alone = self.runs.len() < 2;
        let rows = self.metrics().into_iter().filter(|row| alone || row.differs());
        let rows: Vec<MetricRow> = rows.collect();
        let same = self.metrics().len() - rows.len();
        let widest = rows.iter().map(|row| row.name.len()).max().unwrap_or(0).max("outcome".len());
        let cell = |text: &str| format!("  {text:>26}");
        let line = |name: &str, cells: &[String]| {
            let cells: String = cells.iter().map(|text| cell(text)).collect();
            format!("{name:widest$}{cells}\n")
        };
        let mut text = line("", &self.runs.iter().map(|run| run.label.clone()).collect::<Vec<_>>());
        let outcomes: Vec<String> =
            self.runs.iter().map(|run| run.summary.outcome.clone()).collect();
        text += &line("outcome", &outcomes);
        rows.iter().for_each(|row| text += &line(&row.name, &row.cells()));
        text + &match (self.runs.len(), same) {
            (1, _) | (_, 0) => String::new(),
            (_, same) => format!("\n{same} metrics are the same in all runs.\n"),
        }
    }

    /// Writes the page. A file that is there and is no such page is not replaced.
    ///
    /// # Errors
    /// If the disk refuses it, or something else stands in its place.
    pub fn write_html(&self, path: &Path) -> Result<(), RunFileError> {
        if path.exists() && !read_text(path).is_ok_and(|text| text.contains(MARK)) {
            return Err(RunFileError::Content {
                path: path.to_owned(),
                reason: "this is no comparison page of Planetfall, so it is not replaced; name \
                         another place with --out"
                    .to_owned(),
            });
        }
        write_text(path, &self.html())
    }

    fn html(&self) -> String {
        let title = self.labels().join(", ");
        let mut body =
            format!("<header><p class=\"maker\">{MARK}</p><h1>{}</h1></header>", escape(&title));
        let notes: String =
            self.notes.iter().map(|note| format!("<li>{}</li>", escape(note))).collect();
        if !notes.is_empty() {
            body += &format!("<ul class=\"warnings\">{notes}</ul>");
        }
        body += &self.outcomes();
        body += &self.runs_table();
        body += &staged::section(&self.runs);
        body += "<h2>Columns over time</h2>";
        for (index, plot) in self.plots().iter().enumerate() {
            body += &drawn(plot, &format!("compared{index}"));
        }
        body += &self.metrics_table();
        markup::page(&title, &body)
    }

    /// How the runs ended, before anything else.
    fn outcomes(&self) -> String {
        let name = |run: &Compared| escape(&run.summary.outcome.replace('_', " "));
        let outcomes: BTreeSet<&String> =
            self.runs.iter().map(|run| &run.summary.outcome).collect();
        let failed = self.runs.iter().any(|run| run.summary.failure.is_some());
        let (class, words) = match (outcomes.len(), self.runs.first()) {
            (1, Some(run)) => (if failed { "bad" } else { "plain" }, name(run)),
            _ => {
                let each = self.runs.iter();
                let each = each.map(|run| format!("{}: {}", escape(&run.label), name(run)));
                ("bad", each.collect::<Vec<_>>().join(", "))
            }
        };
        let count = match outcomes.len() {
            1 => "the same outcome in all runs",
            _ => "outcomes differ",
        };
        format!(
            "<p class=\"banner {class}\"><strong>{words}</strong><span class=\"count\">{count}</span></p>"
        )
    }

    fn runs_table(&self) -> String {
        let row = |run: &Compared| {
            let failure = run.summary.failure.as_deref().unwrap_or_default();
            format!(
                "<tr><td>{}</td><td>{}</td><td><strong>{}</strong></td><td class=\"n\">{} s</td><td class=\"n\">{}</td>\
                 <td class=\"source\">{}</td></tr>",
                escape(&run.label),
                escape(&run.summary.scenario),
                escape(&run.summary.outcome.replace('_', " ")),
                shown(run.summary.sim_time_s),
                run.summary.steps,
                escape(failure)
            )
        };
        let rows: String = self.runs.iter().map(row).collect();
        format!(
            "<h2>Runs</h2><div class=\"wide\"><table><thead><tr><th>run</th><th>scenario</th>\
             <th>outcome</th><th class=\"n\">ended</th><th class=\"n\">steps</th><th></th></tr></thead>\
             <tbody>{rows}</tbody></table></div>"
        )
    }

    fn metrics_table(&self) -> String {
        let heads: String = self
            .runs
            .iter()
            .map(|run| format!("<th class=\"n\">{}</th>", escape(&run.label)))
            .collect();
        let row = |row: &MetricRow| {
            let cells: String =
                row.cells().iter().map(|c| format!("<td class=\"n\">{}</td>", escape(c))).collect();
            let name = escape(&row.name).replace('.', ".<wbr>");
            let unit = escape(&unit_of(&row.name));
            format!("<tr><td><code>{name}</code></td>{cells}<td>{unit}</td></tr>")
        };
        let (differing, same): (Vec<MetricRow>, Vec<MetricRow>) =
            self.metrics().into_iter().partition(MetricRow::differs);
        let table = |rows: &[MetricRow]| {
            let rows: String = rows.iter().map(row).collect();
            format!(
                "<div class=\"wide\"><table><thead><tr><th>metric</th>{heads}<th>unit</th></tr></thead>\
                 <tbody>{rows}</tbody></table></div>"
            )
        };
        let mut html = format!("<h2>Metrics that differ</h2>{}", table(&differing));
        if !same.is_empty() {
            let count = same.len();
            html += &format!(
                "<h2>Metrics that are the same</h2><details><summary>{count} metrics</summary>{}</details>",
                table(&same)
            );
        }
        html
    }

    /// One plot for each column that at least one run has.
    fn plots(&self) -> Vec<Plot> {
        let mut names: Vec<String> = COLUMNS.iter().map(|one| one.name.to_owned()).collect();
        let columns = self.runs.iter().filter_map(|run| run.history.as_ref());
        let mut forces: Vec<String> = Vec::new();
        for column in columns.flat_map(|history| history.columns()) {
            if Contactor::NORMAL_FORCE.entity(&column.name).is_some()
                && !forces.contains(&column.name)
            {
                forces.push(column.name.clone());
            }
        }
        names.extend(forces.into_iter().take(MOST_CONTACTORS));
        let plots = names.iter().map(|name| plot(&self.runs, name, TimeWindow::default()));
        plots.filter(|plot| !plot.series.is_empty()).collect()
    }
}

/// A plot as a figure of the page.
pub(super) fn drawn(plot: &Plot, id: &str) -> String {
    format!(
        "<figure>{}{}<output></output><figcaption><b>{}.</b></figcaption></figure>",
        plot.legend(),
        plot.svg(id),
        escape(&plot.title)
    )
}

/// One column of all runs that have it, over a part of their time.
pub(super) fn plot(runs: &[Compared], name: &str, window: TimeWindow) -> Plot {
    let series = runs.iter().filter_map(|run| {
        let history = run.history.as_ref()?;
        let time = history.read_column(Run::TIME.name, 0..history.rows()).ok()?;
        let rows = window.rows(&time.values);
        let values = history.read_column(name, rows.clone()).ok()?;
        let lines = decimate(time.values.get(rows)?, &values.values, POINTS);
        Some(Series { label: run.label.clone(), lines })
    });
    let unit = unit_of(name);
    let unit = if unit.is_empty() { unit } else { format!(" [{unit}]") };
    Plot {
        title: name.to_owned(),
        x_label: "Time [s]".to_owned(),
        y_label: quantity_of(name) + &unit,
        series: series.collect(),
        window,
        ..Plot::default()
    }
}

/// By these words a page is known as one of ours.
const MARK: &str = "Planetfall comparison of runs";

impl MetricRow {
    fn differs(&self) -> bool {
        self.values.iter().any(|value| *value != self.values[0])
    }

    /// The values, each but the first with its difference from the first.
    fn cells(&self) -> Vec<String> {
        let first = self.values.first().copied().flatten();
        let cell = |(index, value): (usize, &Option<f64>)| match (value, first) {
            (None, _) => "none".to_owned(),
            (Some(value), Some(first)) if index > 0 && *value != first => {
                format!("{} ({})", shown(*value), change(*value, first))
            }
            (Some(value), _) => shown(*value),
        };
        self.values.iter().enumerate().map(cell).collect()
    }
}

/// A difference as percent of the first value, or in its own unit where the first is zero.
fn change(value: f64, first: f64) -> String {
    let percent = 100.0 * (value - first) / first.abs();
    let (number, unit) = if percent.is_finite() { (percent, " %") } else { (value - first, "") };
    let sign = if number > 0.0 { "+" } else { "" };
    format!("{sign}{}{unit}", typeset_number(&significant(number, 3)))
}

fn shown(value: f64) -> String {
    typeset_number(&significant(value, 6))
}

fn label(folder: &Path) -> String {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| folder.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_percent_of_the_first_run_or_absolute_where_it_has_zero() {
        let row = MetricRow {
            name: "a.x_m".to_owned(),
            values: vec![Some(-2.0), Some(-1.0), None, Some(-2.0)],
        };
        assert!(row.differs());
        assert_eq!(row.cells(), ["−2", "−1 (+50 %)", "none", "−2"]);
        assert_eq!(change(0.25, 0.0), "+0.25");
        let same = MetricRow { name: "b".to_owned(), values: vec![None, None] };
        assert!(!same.differs());
    }
}
