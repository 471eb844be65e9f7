//! The page of a sweep: how each metric follows the value that was varied.

use std::path::{Path, PathBuf};

use super::axis::Scale;
use super::markup::{self, escape};
use super::picture::picture;
use super::plot::{Plot, Series};
use planetfall_files::quantity::{quantity_of, significant, unit_of};
use planetfall_files::run_folder::{RunFileError, write_text};

/// Results of running one scenario with several values of one key.
#[derive(Debug, Clone)]
pub struct Sweep {
    /// The scenario.
    pub scenario: String,
    /// The key that was varied.
    pub key: String,
    /// Metrics that were watched.
    pub metrics: Vec<String>,
    /// One row per value.
    pub rows: Vec<SweepRow>,
    /// What follows from it, in a sentence.
    pub conclusion: String,
}

/// One run of a sweep.
#[derive(Debug, Clone)]
pub struct SweepRow {
    /// The value of the key.
    pub value: f64,
    /// The metrics, NaN where the run gave none.
    pub metrics: Vec<f64>,
    /// How it ended: the outcome's name, or `failed`.
    pub outcome: String,
    /// What the run warned of, or why it failed.
    pub note: String,
}

impl Sweep {
    /// The rows as CSV.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut text = format!("{},{},outcome,note\n", self.key, self.metrics.join(","));
        for row in &self.rows {
            let numbers: Vec<String> = row.metrics.iter().map(|x| format!("{x:?}")).collect();
            let note = row.note.replace('"', "\"\"");
            let numbers = numbers.join(",");
            text += &format!("{:?},{numbers},{},\"{note}\"\n", row.value, row.outcome);
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

    /// Writes the plot of each metric as an SVG file that stands alone, named after the metric.
    ///
    /// # Errors
    /// If the disk refuses one.
    pub fn write_figures(&self, into: &Path) -> Result<Vec<PathBuf>, RunFileError> {
        let mut files = Vec::new();
        for (index, metric) in self.metrics.iter().enumerate() {
            let place = into.join(format!("{}.svg", file_name(metric)));
            write_text(&place, &picture(&self.plot(index)))?;
            files.push(place);
        }
        Ok(files)
    }

    fn html(&self) -> String {
        let title = format!("{}: sweep over {}", self.scenario, self.key);
        let mut body = format!(
            "<header><p class=\"maker\">Planetfall sweep</p><h1>{}</h1>\
             <p class=\"banner\">{}</p></header>",
            escape(&title),
            escape(&self.conclusion)
        );
        for index in 0..self.metrics.len() {
            let plot = self.plot(index);
            body += &format!(
                "<figure><h2>{}</h2>{}{}</figure>",
                escape(&plot.title),
                plot.legend(),
                plot.svg(&format!("sweep{index}"))
            );
        }
        body += &self.table();
        markup::page(&title, &body)
    }

    fn plot(&self, index: usize) -> Plot {
        let name = &self.metrics[index];
        let point = |row: &SweepRow| [row.value, row.metrics[index]];
        let finite = |point: &[f64; 2]| point.iter().all(|x| x.is_finite());
        let points: Vec<_> = self.rows.iter().map(point).collect();
        let lines = points.split(|point| !finite(point)).map(<[_]>::to_vec);
        // A line of one point is drawn as a dot: one for each run.
        let dots = |warned: bool| {
            let rows = self.rows.iter().filter(move |row| row.note.is_empty() != warned);
            rows.map(point).filter(finite).map(|point| vec![point])
        };
        let mut series =
            vec![Series { label: "runs".to_owned(), lines: lines.chain(dots(false)).collect() }];
        if dots(true).next().is_some() {
            let label = "with a warning, see the table".to_owned();
            series.push(Series { label, lines: dots(true).collect() });
        }
        Plot {
            title: name.clone(),
            x_label: labelled(&self.key, &unit_of(&self.key)),
            y_label: labelled(&quantity_of(name), &unit_of(name)),
            x_scale: scale_of(self.rows.iter().map(|row| row.value).collect()),
            series,
            ..Plot::default()
        }
    }

    fn table(&self) -> String {
        let mut rows = format!("<tr><th>{}</th>", escape(&self.key));
        for metric in &self.metrics {
            rows += &format!("<th class=\"n\">{}</th>", escape(metric).replace('.', ".<br>"));
        }
        rows += "<th>outcome</th><th>note</th></tr>";
        for row in &self.rows {
            rows += &format!("<tr><td>{}</td>", row.value);
            for value in &row.metrics {
                rows += &format!("<td class=\"n\">{}</td>", significant(*value, 6));
            }
            let outcome = escape(&row.outcome.replace('_', " "));
            let note = escape(&row.note);
            rows += &format!("<td>{outcome}</td><td class=\"source\">{note}</td></tr>");
        }
        format!("<h2>Runs</h2><div class=\"wide\"><table>{rows}</table></div>")
    }
}

/// The axis on which values lie more evenly: a list such as 1, 2, 3 is linear, one such as 1, 10, 100
/// logarithmic.
fn scale_of(mut values: Vec<f64>) -> Scale {
    values.sort_by(f64::total_cmp);
    values.dedup();
    let logarithms: Vec<f64> = values.iter().map(|value| value.ln()).collect();
    let positive = values.first().is_some_and(|least| *least > 0.0);
    match positive && unevenness(&logarithms) < unevenness(&values) {
        true => Scale::Logarithmic,
        false => Scale::Linear,
    }
}

/// Standard deviation of the distances between neighbours, divided by their mean.
fn unevenness(values: &[f64]) -> f64 {
    let gaps: Vec<f64> = values.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let mean = gaps.iter().sum::<f64>() / gaps.len().max(1) as f64;
    let variance = gaps.iter().map(|gap| (gap - mean).powi(2)).sum::<f64>();
    // Decimal fractions are not evenly spaced to the last bit.
    let deviation = (variance / gaps.len().max(1) as f64).sqrt() / mean;
    if deviation > 1e-9 { deviation } else { 0.0 }
}

/// What an axis shows, with its unit if it has one.
fn labelled(quantity: &str, unit: &str) -> String {
    if unit.is_empty() { quantity.to_owned() } else { format!("{quantity} [{unit}]") }
}

/// A metric's name without what a file's name may not hold.
fn file_name(metric: &str) -> String {
    metric.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_linear_list_has_a_linear_axis_and_a_geometric_one_a_logarithmic_axis() {
        let logarithmic = |values: &[f64]| matches!(scale_of(values.to_vec()), Scale::Logarithmic);
        for linear in [
            &[1.0, 2.0, 3.0, 4.0, 5.0][..],
            &[0.1, 0.2, 0.3],
            &[5.0, 10.0, 15.0, 20.0, 25.0],
            &[-1.0, 10.0, 100.0],
            &[0.0, 1.0, 10.0],
            &[1.0, 1000.0],
            &[7.0],
            &[],
        ] {
            assert!(!logarithmic(linear), "{linear:?}");
        }
        for geometric in [&[1.0, 10.0, 100.0][..], &[0.01, 0.02, 0.04, 0.08], &[1.0, 3.0, 10.0]] {
            assert!(logarithmic(geometric), "{geometric:?}");
        }
        // What the command varies where nothing is said.
        assert!(logarithmic(&[0.005, 0.01, 0.02, 0.03, 0.05, 0.07, 0.09]));
    }
}
