//! The page of a rut's profile: soil before and after along a line.

use std::path::Path;

use super::markup::{self, escape};
use super::picture::picture;
use super::plot::{Plot, Series};
use crate::rut::{Profile, ProfilePoint};
use planetfall_files::run_folder::{RunFileError, write_text};

/// Writes the profile of a run: as a page, or as a picture where the file's name ends in `.svg`.
///
/// # Errors
/// If the disk refuses it.
pub fn write_rut(profile: &Profile, run: &str, path: &Path) -> Result<(), RunFileError> {
    let is_picture = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg"));
    let text = if is_picture { picture(&heights(profile)) } else { html(profile, run) };
    write_text(path, &text)
}

fn html(profile: &Profile, run: &str) -> String {
    let title = format!("{run}: soil along a line");
    let [[a, b], [c, d]] = [profile.from_m, profile.to_m];
    let line = format!("From ({a}, {b}) to ({c}, {d}) m east and north of the site's origin.");
    let mut body = format!(
        "<header><p class=\"maker\">Planetfall rut profile</p><h1>{}</h1><p class=\"banner\">{}</p>\
         </header>",
        escape(&title),
        escape(&line)
    );
    for (index, plot) in [heights(profile), change(profile)].iter().enumerate() {
        body += &format!(
            "<figure><h2>{}</h2>{}{}</figure>",
            escape(&plot.title),
            plot.legend(),
            plot.svg(&format!("rut{index}"))
        );
    }
    body += &format!("<h2>Numbers</h2><pre>{}</pre>", escape(&profile.table()));
    markup::page(&title, &body)
}

fn heights(profile: &Profile) -> Plot {
    Plot {
        title: "Heights".to_owned(),
        x_label: "Along the line [m]".to_owned(),
        y_label: "Height [m]".to_owned(),
        series: vec![
            series("after", profile, |point| point.after_m),
            series("before", profile, |point| point.before_m),
        ],
        ..Plot::default()
    }
}

fn change(profile: &Profile) -> Plot {
    Plot {
        title: "Change".to_owned(),
        x_label: "Along the line [m]".to_owned(),
        y_label: "After less before [mm]".to_owned(),
        series: vec![series("change", profile, |point| 1e3 * point.rise_m())],
        ..Plot::default()
    }
}

fn series(label: &str, profile: &Profile, value: impl Fn(&ProfilePoint) -> f64) -> Series {
    let points: Vec<[f64; 2]> =
        profile.points.iter().map(|point| [point.along_m, value(point)]).collect();
    let lines = points.split(|point| point[1].is_nan()).filter(|line| !line.is_empty());
    Series { label: label.to_owned(), lines: lines.map(<[_]>::to_vec).collect() }
}
