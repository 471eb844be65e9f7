//! The page of a rig: what it found, its charts, and what was expected.

use std::path::{Path, PathBuf};

use super::markup::{self, escape};
use super::picture::picture;
use super::plot::{Note, Plot, Series};
use planetfall_files::run_folder::{
    Chart, Findings, RunFile, RunFileError, Summary, table, write_text,
};

/// Writes the page of a rig, and each chart as an SVG file beside it.
///
/// # Errors
/// If the disk refuses a file.
pub fn write_rig(
    findings: &Findings,
    summary: &Summary,
    folder: &Path,
) -> Result<PathBuf, RunFileError> {
    write_charts(&findings.charts, folder)?;
    let place = RunFile::Report.within(folder);
    write_text(&place, &html(findings, summary))?;
    Ok(place)
}

/// Writes each chart as an SVG file that stands alone.
///
/// # Errors
/// If the disk refuses one.
pub fn write_charts(charts: &[Chart], into: &Path) -> Result<Vec<PathBuf>, RunFileError> {
    let mut files = Vec::new();
    for chart in charts {
        let place = into.join(format!("{}.svg", chart.name));
        write_text(&place, &picture(&plot(chart)))?;
        files.push(place);
    }
    Ok(files)
}

fn html(findings: &Findings, summary: &Summary) -> String {
    let mut body = format!(
        "<header><p class=\"maker\">Planetfall rig: {}</p><h1>{}</h1><p class=\"banner\">{}</p>\
         </header>",
        escape(&summary.scenario),
        escape(&findings.title),
        escape(&findings.setting)
    );
    for warning in &findings.warnings {
        body += &format!("<p>{}</p>", escape(warning));
    }
    body += &format!("<h2>Found</h2><pre>{}</pre>", escape(&findings.text));
    if !summary.expect.is_empty() {
        body += &format!("<h2>Expected</h2><pre>{}</pre>", escape(&table(&summary.expect)));
    }
    for (index, chart) in findings.charts.iter().enumerate() {
        let plot = plot(chart);
        body += &format!(
            "<figure><h2>{}</h2>{}{}<figcaption>{}</figcaption></figure>",
            escape(&plot.title),
            plot.legend(),
            plot.svg(&format!("rig{index}")),
            escape(&chart.caption)
        );
    }
    markup::page(&findings.title, &body)
}

fn plot(chart: &Chart) -> Plot {
    let finite = |point: &&[f64; 2]| point.iter().all(|x| x.is_finite());
    let series = chart.curves.iter().map(|curve| {
        let points: Vec<[f64; 2]> = curve.points.iter().filter(finite).copied().collect();
        // A line of one point is drawn as a dot.
        let lines = match curve.dots {
            true => points.into_iter().map(|point| vec![point]).collect(),
            false => vec![points],
        };
        Series { label: curve.label.clone(), lines }
    });
    let notes = chart.notes.iter().filter(|note| finite(&&note.at));
    let [x_label, y_label] = chart.axes.clone();
    Plot {
        title: chart.title.clone(),
        x_label,
        y_label,
        series: series.collect(),
        equal_aspect: chart.equal_aspect,
        notes: notes.map(|note| Note { at: note.at, label: note.label.clone() }).collect(),
        ..Plot::default()
    }
}
