//! Measured values laid over a run's own: series for figures that show our column, figures for those
//! that none shows, and how far the two are apart.

use super::axis::Scale;
use super::decimate::{Point, decimate};
use super::figure::{FigureSpec, Recorded};
use super::markup::escape;
use super::plot::Series;
use planetfall_files::quantity::{significant, typeset_number, unit_of};
use planetfall_files::run_folder::Summary;
use planetfall_files::run_folder::compare::Measured;

/// Points drawn of one measured column.
const POINTS: usize = 2000;
/// Up to so many points are drawn as dots, more as a line.
const DOTS: usize = 120;
/// Figures made for columns that no figure shows.
const MOST_FIGURES: usize = 8;

/// Measured series of the columns that a figure over time shows.
pub(super) fn series(recorded: &Recorded, ours: &[String], scale: Scale) -> Vec<Series> {
    let mut all = Vec::new();
    for measured in recorded.measured {
        for (pair, values) in measured.series() {
            if !ours.contains(&pair.ours) {
                continue;
            }
            let label = format!("{}: {}", measured.comparison.name, pair.theirs);
            let values: Vec<f64> = values.iter().map(|value| scale.placed(*value)).collect();
            let lines = decimate(&measured.times_s, &values, POINTS);
            all.push(Series { label, lines: dotted(lines) });
        }
    }
    all
}

/// Few points are what was measured; a line between them was not.
fn dotted(lines: Vec<Vec<Point>>) -> Vec<Vec<Point>> {
    if lines.iter().map(Vec::len).sum::<usize>() > DOTS {
        return lines;
    }
    lines.into_iter().flatten().map(|point| vec![point]).collect()
}

/// A figure for each compared column that none of these shows over time.
pub(super) fn missing(recorded: &Recorded, figures: &[FigureSpec]) -> Vec<FigureSpec> {
    let mut wanted: Vec<(String, String)> = Vec::new();
    for measured in recorded.measured {
        for (pair, _) in measured.series() {
            let shown = figures.iter().any(|figure| figure.shows_over_time(recorded, &pair.ours));
            if !shown && !wanted.iter().any(|(ours, _)| *ours == pair.ours) {
                wanted.push((pair.ours.clone(), measured.comparison.name.clone()));
            }
        }
    }
    let made = wanted.into_iter().take(MOST_FIGURES);
    made.map(|(ours, name)| FigureSpec::over_time(format!("{ours} against {name}"), vec![ours]))
        .collect()
}

/// The statistics of all comparisons as a table, from the run's metrics.
pub(super) fn table(measured: &[Measured], summary: &Summary) -> String {
    let mut rows = String::new();
    for one in measured {
        for pair in &one.comparison.columns {
            let names = one.comparison.metrics(pair);
            let cells: String = names
                .iter()
                .map(|name| {
                    let value = summary.metrics.get(name).copied().unwrap_or(f64::NAN);
                    let shown = if value.is_nan() {
                        "none".to_owned()
                    } else {
                        typeset_number(&significant(value, 4))
                    };
                    format!("<td class=\"n\">{}</td>", escape(&shown))
                })
                .collect();
            rows += &format!(
                "<tr><td>{}</td><td><code>{}</code></td><td>{}</td>{cells}</tr>",
                escape(&one.comparison.name),
                escape(&pair.ours).replace('.', ".<wbr>"),
                escape(&unit_of(&pair.ours)),
            );
        }
    }
    if rows.is_empty() {
        return rows;
    }
    format!(
        "<div class=\"wide\"><table><thead><tr><th>data</th><th>column</th><th>unit</th>\
         <th class=\"n\">rms</th><th class=\"n\">largest</th><th class=\"n\">mean</th>\
         <th class=\"n\">correlation</th><th class=\"n\">points</th></tr></thead>\
         <tbody>{rows}</tbody></table></div><p class=\"source\">Residuals: this run less the data, at \
         the data's times.</p>"
    )
}
