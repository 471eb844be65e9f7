//! Figures with marks or a window in the page that compares runs: as the first run's scenario has
//! them, each column with the lines of all runs, and the events of all runs in one table.
//!
//! Published events lie where the first run's clock puts them. Each run's own are drawn in the
//! colour of its lines.

use super::comparison::{Compared, drawn, plot};
use super::figure::{self, FigureSpec};
use super::mark::{self, Mark, MarkKind, Timings};
use super::markup::escape;
use super::plot::{Plot, STYLES};
use super::window::TimeWindow;

/// Columns that are drawn of one figure.
const MOST_COLUMNS: usize = 6;

/// The section of the page; nothing if no figure has marks or a window.
pub(super) fn section(runs: &[Compared]) -> String {
    let Some(first) = runs.first() else { return String::new() };
    let (figures, _) = figure::described(&first.scenario);
    let numbered = figures.iter().enumerate();
    let drawn: String = numbered.map(|(index, figure)| one(figure, runs, first, index)).collect();
    if drawn.is_empty() { drawn } else { format!("<h2>Figures</h2>{drawn}") }
}

fn one(figure: &FigureSpec, runs: &[Compared], first: &Compared, index: usize) -> String {
    let Some(history) = &first.history else { return String::new() };
    let columns = figure.timed_columns(history);
    if columns.is_empty() {
        return String::new();
    }
    let (window, note) = match figure.window.within(&first.summary.metrics) {
        Ok(window) => (window, String::new()),
        Err(note) => (TimeWindow::default(), format!("<p class=\"note\">{}.</p>", escape(&note))),
    };
    let timings: Vec<(&str, Timings)> = runs
        .iter()
        .map(|run| (run.label.as_str(), figure.marks.timings(&run.summary.metrics)))
        .collect();
    let marks = marks(&timings);
    let mut html = format!("<h3>{}</h3>{note}", escape(figure.title()));
    for (number, name) in columns.iter().take(MOST_COLUMNS).enumerate() {
        let plot = Plot { marks: marks.clone(), ..plot(runs, name, window) };
        if !plot.series.is_empty() {
            html += &drawn(&plot, &format!("staged{index}-{number}"));
        }
    }
    if columns.len() > MOST_COLUMNS {
        let more = columns.len() - MOST_COLUMNS;
        html += &format!("<p class=\"source\">{more} more columns are in the histories.</p>");
    }
    if !figure.marks.is_empty() {
        html += &mark::table(&timings);
    }
    html
}

/// The lines of all runs. Labels are those of the first: others' would only repeat them.
fn marks(timings: &[(&str, Timings)]) -> Vec<Mark> {
    let mut all = Vec::new();
    for (index, (label, run)) in timings.iter().enumerate() {
        let lines = run.lines(MarkKind::Run(index % STYLES)).into_iter();
        let lines = lines.filter(|mark| index == 0 || mark.kind != MarkKind::Published);
        all.extend(lines.map(|mark| match mark.kind {
            MarkKind::Published => mark,
            MarkKind::Here | MarkKind::Run(_) => Mark {
                label: if index == 0 { mark.label } else { String::new() },
                message: format!("{label}: {}", mark.message),
                ..mark
            },
        }));
    }
    all
}
