//! A plot as an SVG file that stands alone: it brings its own colours, for white paper, its own
//! title and legend, and asks for no font but the reader's sans-serif.

use super::markup::escape;
use super::plot::{LETTER, Plot, STYLES};

/// Style of pictures, for a file that stands alone.
const STYLE: &str = include_str!("picture.css");
/// Height of the title's line, pixels (as all lengths here).
const TITLE_LINE: f64 = 26.0;
/// Height of a line of the legend.
const LEGEND_LINE: f64 = 20.0;
/// Length of a line's sample in the legend, with the space after it.
const SAMPLE: f64 = 38.0;
/// Space between entries of the legend.
const BETWEEN: f64 = 22.0;

/// The plot as a whole file.
pub(super) fn picture(plot: &Plot) -> String {
    let (drawing, [width, height]) = plot.drawing("plot");
    let (legend, legend_height) = legend(plot, width);
    let top = TITLE_LINE + legend_height;
    let title = escape(&plot.title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-10 0 {outer_width:.0} {outer:.0}\" \
         width=\"{outer_width:.0}\" height=\"{outer:.0}\" role=\"img\" font-family=\"sans-serif\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n\
         <rect class=\"paper\" x=\"-10\" width=\"{outer_width:.0}\" height=\"{outer:.0}\"/>\n\
         <text class=\"title\" x=\"0\" y=\"18\">{title}</text>\n{legend}\n\
         <g transform=\"translate(0 {top:.0})\">{drawing}</g>\n</svg>\n",
        outer_width = width + 20.0,
        outer = top + height,
    )
}

/// Samples and names of the lines and marks, in as many rows as they need; none for a single line,
/// which the axis already names.
fn legend(plot: &Plot, width: f64) -> (String, f64) {
    let lines = plot.series.iter().enumerate();
    let lines =
        lines.map(|(index, series)| (format!("line s{}", index % STYLES), series.label.as_str()));
    let lines = lines.filter(|_| plot.series.len() > 1);
    let samples: Vec<(String, &str)> = lines.chain(plot.mark_styles()).collect();
    if samples.is_empty() {
        return (String::new(), 0.0);
    }
    let (mut x, mut row, mut entries) = (0.0, 0.0, String::new());
    for (class, label) in samples {
        let length = SAMPLE + (LETTER + 0.4) * label.chars().count() as f64;
        if x > 0.0 && x + length > width {
            (x, row) = (0.0, row + 1.0);
        }
        let middle = TITLE_LINE + LEGEND_LINE * (row + 0.5);
        entries += &format!(
            "<path class=\"{class}\" d=\"M{x:.1} {middle:.1}h30\"/>\
             <text class=\"name\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            x + SAMPLE,
            middle + 4.5,
            escape(label)
        );
        x += length + BETWEEN;
    }
    (entries, LEGEND_LINE * (row + 1.0) + 4.0)
}

#[cfg(test)]
mod tests {
    use super::super::plot::Series;
    use super::*;

    fn plot(labels: &[&str]) -> Plot {
        let series = |label: &&str| Series {
            label: (*label).to_owned(),
            lines: vec![vec![[0.0, 0.0], [1.0, 1.0]]],
        };
        Plot {
            title: "a <b> & \"c\"".to_owned(),
            series: labels.iter().map(series).collect(),
            ..Plot::default()
        }
    }

    #[test]
    fn a_picture_brings_all_it_needs_and_escapes_what_it_is_given() {
        let svg = picture(&plot(&["one & only", "<s>"]));
        assert!(svg.starts_with("<svg xmlns=") && svg.trim_end().ends_with("</svg>"));
        assert!(!svg.contains("<b>") && !svg.contains("<s>") && svg.contains("one &amp; only"));
        // Other readers than browsers know no variables, and no file may ask the network.
        assert!(!svg.contains("var(") && !svg.contains("url(http") && !svg.contains("@import"));
        assert_eq!(svg.matches("<svg").count(), 1);
    }

    #[test]
    fn a_long_legend_takes_more_rows_and_a_single_line_needs_none() {
        let long = "a name of some forty letters, more or less";
        let (_, two_rows) = legend(&plot(&[long, long, long]), 760.0);
        let (entries, one_row) = legend(&plot(&["a", "b"]), 760.0);
        assert!(two_rows > one_row && entries.matches("class=\"name\"").count() == 2);
        assert_eq!(legend(&plot(&["a"]), 760.0), (String::new(), 0.0));
    }
}
