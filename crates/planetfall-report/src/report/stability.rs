//! The page of a settled vehicle: what it says, and how far the ground may tilt towards each
//! direction before it tips over.

use std::path::Path;

use super::markup::{self, escape};
use super::plot::{Plot, Series};
use planetfall_files::run_folder::{RunFileError, write_text};

/// What the page shows.
#[derive(Debug, Clone, PartialEq)]
pub struct StabilityPage {
    /// Title.
    pub title: String,
    /// The answer as text.
    pub text: String,
    /// Azimuth and tip-over angle, degrees.
    pub angles_deg: Vec<(f64, f64)>,
}

impl StabilityPage {
    /// Writes the page.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn write_html(&self, path: &Path) -> Result<(), RunFileError> {
        let round = self.plot("East [°]", "North [°]", true);
        let line =
            self.plot("Azimuth towards which the ground falls [°]", "Tip-over angle [°]", false);
        let body = format!(
            "<header><p class=\"maker\">Planetfall settling</p><h1>{}</h1></header><pre>{}</pre>\
             <figure>{}<figcaption>Tip-over angle by direction: the distance from the middle is \
             the tilt of the ground at which the vehicle tips that way.</figcaption></figure>\
             <figure>{}</figure>",
            escape(&self.title),
            escape(&self.text),
            round.svg("round"),
            line.svg("line"),
        );
        write_text(path, &markup::page(&self.title, &body))
    }

    fn plot(&self, x_label: &str, y_label: &str, polar: bool) -> Plot {
        let place = |(azimuth, angle): &(f64, f64)| {
            let (sine, cosine) = azimuth.to_radians().sin_cos();
            if polar { [angle * sine, angle * cosine] } else { [*azimuth, *angle] }
        };
        let mut line: Vec<[f64; 2]> = self.angles_deg.iter().map(place).collect();
        if polar && self.angles_deg.len() == 72 {
            line.extend(line.first().copied());
        }
        Plot {
            title: "Tip-over angle".to_owned(),
            x_label: x_label.to_owned(),
            y_label: y_label.to_owned(),
            series: vec![Series { label: "tip-over angle".to_owned(), lines: vec![line] }],
            equal_aspect: polar,
            ..Plot::default()
        }
    }
}
