//! The map of a sweep over two keys: one cell for each pair of values, coloured by how the run ended
//! or by a metric.
//!
//! Cells are of equal size whatever the distances of the values. A letter in each cell gives its
//! outcome without colour.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::axis::{Axis, Scale};
use super::grid_drawing;
use super::markup::{self, escape};
use super::palette::Colour;
use planetfall_files::quantity::{significant, typeset_number, unit_of};
use planetfall_files::run_folder::{RunFileError, write_text};

/// Results of running one scenario with several values of two keys.
#[derive(Debug, Clone)]
pub struct SweepGrid {
    /// The scenario.
    pub scenario: String,
    /// The keys: that along the horizontal axis first.
    pub keys: [String; 2],
    /// Their values.
    pub values: [Vec<f64>; 2],
    /// Metrics that were watched.
    pub metrics: Vec<String>,
    /// The metric that colours the map; outcomes do if there is none.
    pub coloured_by: Option<String>,
    /// One cell for each pair of values, those of the first value first.
    pub cells: Vec<GridCell>,
}

/// One run of a map.
#[derive(Debug, Clone, PartialEq)]
pub struct GridCell {
    /// How it ended.
    pub ending: Ending,
    /// The metrics, NaN where the run gave none.
    pub metrics: Vec<f64>,
    /// What the run warned of, or why it failed.
    pub note: String,
}

/// How a cell's run ended.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// With an outcome of this name.
    Outcome(String),
    /// It broke off.
    Failed,
    /// The scenario does not allow the two values together.
    Refused,
}

/// An ending in the legend.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Entry {
    pub(super) ending: Ending,
    pub(super) letter: char,
    pub(super) colour: Colour,
    pub(super) count: usize,
}

/// Columns that a terminal has room for.
const MOST_COLUMNS: usize = 24;

impl Ending {
    /// The ending in a word.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Outcome(name) => name,
            Self::Failed => "failed",
            Self::Refused => "refused",
        }
    }
}

impl SweepGrid {
    /// The cells as CSV.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut heads: Vec<&str> = self.keys.iter().map(String::as_str).collect();
        heads.push("outcome");
        heads.extend(self.metrics.iter().map(String::as_str));
        let mut text = heads.join(",") + ",note\n";
        for (x, y, cell) in self.placed() {
            let [first, second] = self.at(x, y);
            let numbers: String = cell.metrics.iter().map(|value| format!("{value:?},")).collect();
            let note = cell.note.replace('"', "\"\"");
            let ending = cell.ending.name();
            text += &format!("{first:?},{second:?},{ending},{numbers}\"{note}\"\n");
        }
        text
    }

    /// How many runs ended how, and between which values the map's metric lies, in words.
    #[must_use]
    pub fn conclusion(&self) -> String {
        let counts = self.legend().into_iter();
        let counts = counts.map(|entry| format!("{} with {}", entry.count, entry.ending.name()));
        let counts = counts.collect::<Vec<_>>().join(", ").replacen(" with ", " ended with ", 1);
        let all = self.cells.len();
        let runs = if all == 1 { "run" } else { "runs" };
        format!("Of {all} {runs}, {counts}.{}", self.range())
    }

    /// The range of the metric that colours the map, as a sentence.
    fn range(&self) -> String {
        let Some(name) = &self.coloured_by else { return String::new() };
        let values = self.cells.iter().filter_map(|cell| self.value(cell));
        let ends = values.filter(|value| value.is_finite()).fold(None, |ends, value| {
            let (low, high) = ends.unwrap_or((value, value));
            Some((low.min(value), high.max(value)))
        });
        match ends {
            Some((low, high)) => format!(" {name} ranges from {} to {}.", shown(low), shown(high)),
            None => format!(" No run has a value of {name}."),
        }
    }

    /// The map in letters, for a terminal; the legend alone where it is too wide for one.
    #[must_use]
    pub fn text(&self) -> String {
        let legend = self.legend();
        let [across, up] = &self.values;
        let mut text = String::new();
        if across.len() <= MOST_COLUMNS {
            let shown = |value: &f64| significant(*value, 4);
            let widest = across.iter().chain(up).map(|value| shown(value).len()).max().unwrap_or(0);
            text += &format!("{} (up) over {}\n", self.keys[1], self.keys[0]);
            for (y, value) in up.iter().enumerate().rev() {
                text += &format!("{:>widest$} │", shown(value));
                for x in 0..across.len() {
                    let letter = self.cell(x, y).map_or(' ', |cell| letter(&legend, &cell.ending));
                    text += &format!(" {letter:>widest$}");
                }
                text.push('\n');
            }
            text += &format!("{:widest$} └{}\n", "", "─".repeat((widest + 1) * across.len()));
            let values: String = across.iter().map(|v| format!(" {:>widest$}", shown(v))).collect();
            text += &format!("{:widest$}  {values}\n\n", "");
        }
        for Entry { ending, letter, count, .. } in &legend {
            text += &format!("{letter} {} ({count})\n", ending.name());
        }
        text
    }

    /// Writes the page.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn write_html(&self, path: &Path) -> Result<(), RunFileError> {
        write_text(path, &self.html())
    }

    /// Writes the map as an SVG file that stands alone, `map.svg`.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn write_figure(&self, into: &Path) -> Result<PathBuf, RunFileError> {
        let place = into.join("map.svg");
        write_text(&place, &grid_drawing::picture(self))?;
        Ok(place)
    }

    pub(super) fn title(&self) -> String {
        let [across, up] = &self.keys;
        match &self.coloured_by {
            Some(metric) => format!("{}: {metric} over {across} and {up}", self.scenario),
            None => format!("{}: outcomes over {across} and {up}", self.scenario),
        }
    }

    /// The cell of a value of each key.
    pub(super) fn cell(&self, x: usize, y: usize) -> Option<&GridCell> {
        self.cells.get(x * self.values[1].len() + y)
    }

    /// All cells with the indices of their values.
    pub(super) fn placed(&self) -> impl Iterator<Item = (usize, usize, &GridCell)> {
        let rows = self.values[1].len().max(1);
        self.cells.iter().enumerate().map(move |(index, cell)| (index / rows, index % rows, cell))
    }

    /// The two values of a cell.
    pub(super) fn at(&self, x: usize, y: usize) -> [f64; 2] {
        let of = |values: &[f64], index: usize| values.get(index).copied().unwrap_or(f64::NAN);
        [of(&self.values[0], x), of(&self.values[1], y)]
    }

    /// The endings that occur, in order of their names, and how often.
    pub(super) fn legend(&self) -> Vec<Entry> {
        let mut counts: BTreeMap<&Ending, usize> = BTreeMap::new();
        self.cells.iter().for_each(|cell| *counts.entry(&cell.ending).or_default() += 1);
        let mut used = BTreeSet::new();
        let entry = |(index, (ending, count)): (usize, (&Ending, usize))| Entry {
            ending: ending.clone(),
            letter: initial(ending, &mut used),
            colour: match ending {
                Ending::Outcome(_) => Colour::of_name(index),
                Ending::Failed | Ending::Refused => Colour::WHITE,
            },
            count,
        };
        counts.into_iter().enumerate().map(entry).collect()
    }

    /// The value that colours a cell, if a metric does.
    pub(super) fn value(&self, cell: &GridCell) -> Option<f64> {
        let name = self.coloured_by.as_ref()?;
        let index = self.metrics.iter().position(|metric| metric == name)?;
        cell.metrics.get(index).copied()
    }

    /// The range of the values that colour cells.
    pub(super) fn scale(&self) -> Axis {
        let values = self.cells.iter().filter_map(|cell| self.value(cell));
        Axis::around(values, Scale::Linear, 0.0)
    }

    /// All that is known of a cell, line by line.
    pub(super) fn story(&self, x: usize, y: usize, cell: &GridCell) -> String {
        let mut lines: Vec<String> = self
            .keys
            .iter()
            .zip(self.at(x, y))
            .map(|(key, value)| format!("{key} = {value}"))
            .collect();
        lines.push(format!("outcome: {}", cell.ending.name()));
        let metrics = self.metrics.iter().zip(&cell.metrics);
        lines.extend(metrics.map(|(name, value)| format!("{name} = {}", shown(*value))));
        if !cell.note.is_empty() {
            lines.push(cell.note.clone());
        }
        lines.join("\n")
    }

    fn html(&self) -> String {
        let body = format!(
            "<header><p class=\"maker\">Planetfall sweep</p><h1>{}</h1>\
             <p class=\"banner\"><strong>{}</strong></p></header>\
             <figure class=\"map\">{}<figcaption>Each cell is one run. Rest the pointer on a cell for its \
             numbers.</figcaption></figure>{}",
            escape(&self.title()),
            escape(&self.conclusion()),
            grid_drawing::embedded(self),
            self.table(),
        );
        markup::page(&self.title(), &body)
    }

    fn table(&self) -> String {
        let head =
            |name: &String| format!("<th class=\"n\">{}</th>", escape(name).replace('.', ".<wbr>"));
        let heads: String = self.keys.iter().map(head).collect();
        let metrics: String = self.metrics.iter().map(head).collect();
        let row = |(x, y, cell): (usize, usize, &GridCell)| {
            let values =
                self.at(x, y).map(|value| format!("<td class=\"n\">{value}</td>")).concat();
            let numbers: String = cell
                .metrics
                .iter()
                .map(|value| format!("<td class=\"n\">{}</td>", escape(&shown(*value))))
                .collect();
            format!(
                "<tr>{values}<td>{}</td>{numbers}<td class=\"source\">{}</td></tr>",
                escape(&cell.ending.name().replace('_', " ")),
                escape(&cell.note)
            )
        };
        let rows: String = self.placed().map(row).collect();
        format!(
            "<h2>Runs</h2><details><summary>{} runs</summary><div class=\"wide\"><table><thead><tr>\
             {heads}<th>outcome</th>{metrics}<th>note</th></tr></thead><tbody>{rows}</tbody></table>\
             </div></details>",
            self.cells.len()
        )
    }
}

/// The letter of an ending.
pub(super) fn letter(legend: &[Entry], ending: &Ending) -> char {
    legend.iter().find(|entry| entry.ending == *ending).map_or('?', |entry| entry.letter)
}

/// A key and its unit, if it has one, for an axis; an element has the unit of its list.
pub(super) fn axis_title(key: &str) -> String {
    let list = key.trim_end_matches(|c: char| c.is_ascii_digit() || c == '[' || c == ']');
    match unit_of(list) {
        unit if unit.is_empty() => key.to_owned(),
        unit => format!("{key} [{unit}]"),
    }
}

/// A letter of an outcome's name that no other has, the first if it can be.
fn initial(ending: &Ending, used: &mut BTreeSet<char>) -> char {
    let name = match ending {
        Ending::Outcome(name) => name.to_ascii_uppercase(),
        Ending::Failed => return '×',
        Ending::Refused => return '/',
    };
    let own = name.chars().filter(char::is_ascii_alphabetic);
    let found = own.chain('A'..='Z').find(|letter| !used.contains(letter));
    used.extend(found);
    found.unwrap_or('?')
}

fn shown(value: f64) -> String {
    if value.is_nan() { "none".to_owned() } else { typeset_number(&significant(value, 6)) }
}
