//! The page of a slope study: slip against slope with its spread, one panel per direction.

use std::path::{Path, PathBuf};

use super::markup::{self, escape};
use super::picture::picture;
use super::plot::{Plot, Series};
use crate::run_folder::{RunFileError, write_text};
use crate::slope::{Direction, Motion, Point, Row, Survey};

/// Writes the page of a survey; measured points, if there are any, are drawn beside it.
///
/// # Errors
/// If the disk refuses it.
pub fn write_slope(survey: &Survey, measured: &[Point], path: &Path) -> Result<(), RunFileError> {
    write_text(path, &html(survey, measured))
}

/// Writes each panel as an SVG file that stands alone.
///
/// # Errors
/// If the disk refuses one.
pub fn write_slope_figures(
    survey: &Survey,
    measured: &[Point],
    into: &Path,
) -> Result<Vec<PathBuf>, RunFileError> {
    let mut files = Vec::new();
    for (motion, direction) in panels(survey) {
        let name = format!("slip-{}-{}.svg", motion.name(), direction.name());
        let place = into.join(name);
        write_text(&place, &picture(&plot(survey, measured, motion, direction)))?;
        files.push(place);
    }
    Ok(files)
}

fn panels(survey: &Survey) -> Vec<(Motion, Direction)> {
    let mut panels = Vec::new();
    for row in &survey.rows {
        let panel = (row.case.motion, row.case.direction);
        if !panels.contains(&panel) {
            panels.push(panel);
        }
    }
    panels
}

fn html(survey: &Survey, measured: &[Point]) -> String {
    let study = &survey.study;
    let title = format!("{}: slip against slope", study.vehicle);
    let mut body = format!(
        "<header><p class=\"maker\">Planetfall slope study</p><h1>{}</h1><p class=\"banner\">{}</p>\
         </header>",
        escape(&title),
        escape(&format!(
            "{} samples of each case on the soil of {}, gravity {} m/s², {} m at {} m/s, seed {}. \
             Slip is 1 − way made / way rolled by the rims.",
            study.samples,
            study.soil.name,
            study.gravity_m_per_s2,
            study.length_m,
            study.speed_m_per_s,
            study.seed
        ))
    );
    for (index, (motion, direction)) in panels(survey).into_iter().enumerate() {
        let plot = plot(survey, measured, motion, direction);
        body += &format!(
            "<figure><h2>{}</h2>{}{}</figure>",
            escape(&plot.title),
            plot.legend(),
            plot.svg(&format!("slope{index}"))
        );
    }
    body += &format!("<h2>Numbers</h2><pre>{}</pre>", escape(&survey.table()));
    body += &format!("<h2>Soil</h2><pre>[ground]\n{}</pre>", escape(&study.soil.text));
    markup::page(&title, &body)
}

fn plot(survey: &Survey, measured: &[Point], motion: Motion, direction: Direction) -> Plot {
    let own = |row: &&Row| row.case.motion == motion && row.case.direction == direction;
    let rows: Vec<&Row> = survey.rows.iter().filter(own).collect();
    let finite = |point: &[f64; 2]| point.iter().all(|x| x.is_finite());
    let percent = |row: &Row, slip: f64| [row.case.angle_deg, 100.0 * slip];
    let mean: Vec<[f64; 2]> = rows.iter().map(|row| percent(row, row.slip().mean)).collect();
    let mean = mean.split(|point| !finite(point)).filter(|line| !line.is_empty());
    let spread = rows.iter().map(|row| {
        let slip = row.slip();
        [-1.0, 1.0].map(|side| percent(row, slip.mean + side * slip.deviation)).to_vec()
    });
    let spread = spread.filter(|line| line.iter().all(&finite)).collect();
    let dots = rows.iter().flat_map(|row| {
        let runs = row.made.iter().flatten();
        runs.map(|made| percent(row, made.judged(motion))).filter(&finite).map(|dot| vec![dot])
    });
    let series = |label: &str, lines| Series { label: label.to_owned(), lines };
    let mut all = vec![
        series("mean", mean.map(<[_]>::to_vec).collect()),
        series("± one standard deviation", spread),
        series("runs", dots.collect()),
    ];
    let given = measured.iter().filter(|p| motion == Motion::Straight && p.direction == direction);
    let given: Vec<Vec<[f64; 2]>> =
        given.map(|point| vec![[point.angle_deg, 100.0 * point.slip]]).collect();
    if !given.is_empty() {
        all.push(series("measured", given));
    }
    let of = if motion == Motion::Turn { "Slip of the turn" } else { "Slip" };
    Plot {
        title: format!("{}, {}", capital(motion.name()), direction.name()),
        x_label: "Slope [°]".to_owned(),
        y_label: format!("{of} [%]"),
        series: all,
        ..Plot::default()
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
