//! The page of a slope study: slip against slope, one panel per motion and direction.

use std::path::{Path, PathBuf};

use super::markup::{self, escape};
use super::picture::picture;
use super::plot::{Plot, Series};
use super::window::TimeWindow;
use planetfall_files::run_folder::{RunFileError, write_text};

/// What the page shows.
#[derive(Clone, Debug, PartialEq)]
pub struct SlopePage {
    /// Heading.
    pub title: String,
    /// What was studied, in a sentence or two.
    pub banner: String,
    /// The drawings.
    pub panels: Vec<SlopePanel>,
    /// All numbers as a text table.
    pub table: String,
    /// The keys of the soil as a scenario has them.
    pub soil: String,
}

/// One drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct SlopePanel {
    /// Name of its file where it stands alone.
    pub file_name: String,
    /// Title.
    pub title: String,
    /// Title of the vertical axis, with its unit.
    pub y_label: String,
    /// Each with its name and its lines over the slope in degrees; a line of one point is drawn as a dot.
    pub series: Vec<(String, Vec<Vec<[f64; 2]>>)>,
    /// Ends of the horizontal axis, degrees.
    pub angles_deg: [f64; 2],
}

impl SlopePage {
    /// Writes the page.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn write(&self, path: &Path) -> Result<(), RunFileError> {
        write_text(path, &self.html())
    }

    /// Writes each panel as an SVG file that stands alone.
    ///
    /// # Errors
    /// If the disk refuses one.
    pub fn write_figures(&self, into: &Path) -> Result<Vec<PathBuf>, RunFileError> {
        let mut files = Vec::new();
        for panel in &self.panels {
            let place = into.join(&panel.file_name);
            write_text(&place, &picture(&panel.plot()))?;
            files.push(place);
        }
        Ok(files)
    }

    fn html(&self) -> String {
        let mut body = format!(
            "<header><p class=\"maker\">Planetfall slope study</p><h1>{}</h1><p class=\"banner\">{}</p>\
             </header>",
            escape(&self.title),
            escape(&self.banner)
        );
        for (index, panel) in self.panels.iter().enumerate() {
            let plot = panel.plot();
            body += &format!(
                "<figure><h2>{}</h2>{}{}</figure>",
                escape(&plot.title),
                plot.legend(),
                plot.svg(&format!("slope{index}"))
            );
        }
        body += &format!("<h2>Numbers</h2><pre>{}</pre>", escape(&self.table));
        body += &format!("<h2>Soil</h2><pre>[ground]\n{}</pre>", escape(&self.soil));
        markup::page(&self.title, &body)
    }
}

impl SlopePanel {
    fn plot(&self) -> Plot {
        let series = self
            .series
            .iter()
            .map(|(label, lines)| Series { label: label.clone(), lines: lines.clone() });
        let [from, to] = self.angles_deg;
        Plot {
            title: self.title.clone(),
            x_label: "Slope [°]".to_owned(),
            y_label: self.y_label.clone(),
            series: series.collect(),
            window: TimeWindow { from, to },
            ..Plot::default()
        }
    }
}
