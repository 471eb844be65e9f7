//! `planetfall schema --quantities`: every column and metric that a run can have.

use planetfall::quantity::{ReferenceEntry, ReferenceSection};
use planetfall::{outcome, recording};
use planetfall_files::quantity::unit_of;
use std::fmt::Write;

/// Top of the page.
const HEADING: &str = "# Columns and metrics

Every quantity that a run records or measures, as the program declares it. This page is made by \
`planetfall schema --quantities --markdown`; do not edit it.

A word in capitals stands for a name of the scenario: `CONTACTOR.gap_m` is `wheel_1.gap_m`. `[VEHICLE.]` is \
absent for the first vehicle and the name of every other: `com.z_m`, `stage.com.z_m`; so it is before its \
contactors, joints, engines and tanks. What a scenario has: `planetfall schema --columns SCENARIO`, `planetfall schema --metrics SCENARIO`, \
with `--markdown` as a table like these. The unit is the end of a name.

";

/// What stands above the columns.
const COLUMNS: &str = "## Columns

Numbers of a record, at the instant of the record, in `history.parquet`, each with its unit and meaning.

";

/// What stands above the metrics.
const METRICS: &str = "## Metrics

Numbers of a run in `summary.json`, from every step and not from the records, with their meanings. *Of* names \
the column that a metric is the last, the greatest or the mean number of. A run has those of its own scenario \
besides ([gauges](hard-ground.md)), and those of [comparisons](asking-a-run.md#measured-values-compare) and of \
[cameras](sensors.md).

";

/// The reference of all quantities.
pub(crate) fn reference(markdown: bool) -> String {
    let (columns, metrics) = (recording::reference(), outcome::reference());
    if !markdown {
        return columns.iter().chain(&metrics).map(text).collect();
    }
    let mut page = HEADING.to_owned() + COLUMNS;
    columns.iter().for_each(|one| page += &section(one, false));
    page += METRICS;
    metrics.iter().for_each(|one| page += &section(one, true));
    page.truncate(page.trim_end().len());
    page + "\n"
}

/// One quantity a line: name, unit, meaning.
fn text(section: &ReferenceSection) -> String {
    let line = |one: &ReferenceEntry| {
        let name = format!("{}{}", section.entity, one.name);
        format!("{name:48} {:8} {}\n", unit_of(&one.name), one.meaning)
    };
    section.entries.iter().map(line).collect()
}

fn section(section: &ReferenceSection, metrics: bool) -> String {
    let mut page = format!("### {}\n\n", section.title);
    page += match metrics {
        true => "| metric | unit | of | |\n|---|---|---|---|\n",
        false => "| column | unit | |\n|---|---|---|\n",
    };
    for one in &section.entries {
        let _ = write!(page, "| `{}{}` | {} |", section.entity, one.name, unit_of(&one.name));
        if metrics {
            let _ = match one.column {
                Some(column) => write!(page, " `{column}` |"),
                None => write!(page, " |"),
            };
        }
        let _ = writeln!(page, " {} |", one.meaning);
    }
    page + "\n"
}

/// Quantities of a scenario with unit and meaning.
pub(crate) fn table<'q>(heading: &str, rows: impl Iterator<Item = (&'q str, &'q str)>) -> String {
    let mut page = format!("| {heading} | unit | |\n|---|---|---|\n");
    for (name, meaning) in rows {
        let _ = writeln!(page, "| `{name}` | {} | {meaning} |", unit_of(name));
    }
    page
}
