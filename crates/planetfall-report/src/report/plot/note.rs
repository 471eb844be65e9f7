//! Points of a plot that are named beside them.

use super::{LETTER, Plot, PlotLayout};
use crate::report::decimate::Point;
use crate::report::markup::escape;

/// A point with its name.
#[derive(Debug, Clone)]
pub(in crate::report) struct Note {
    pub(in crate::report) at: Point,
    pub(in crate::report) label: String,
}

/// From a point to its name, and to the edge that a name keeps away from.
const AWAY: f64 = 12.0;

impl Plot {
    /// A ring around each point and its name above it, or below where there is no room above.
    pub(super) fn drawn_notes(&self, layout: &PlotLayout) -> String {
        self.notes.iter().map(|note| note.drawn(layout)).collect()
    }
}

impl Note {
    fn drawn(&self, layout: &PlotLayout) -> String {
        let (x, y) = (layout.place_x(self.at[0]), layout.place_y(self.at[1]));
        let half = 0.5 * LETTER * self.label.chars().count() as f64;
        // The frame is wider than any name, but a name may be longer than it is far from an edge.
        let middle = x.min(layout.right - half).max(layout.left + half);
        let above = y - AWAY - LETTER > layout.top;
        let line = if above { y - AWAY } else { y + AWAY + LETTER };
        format!(
            "<circle class=\"note\" cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"6\"/>\
             <text class=\"note-label\" x=\"{middle:.2}\" y=\"{line:.2}\">{}</text>",
            escape(&self.label)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::Series;
    use super::*;

    #[test]
    fn a_name_stays_within_the_frame_and_clear_of_its_point() {
        let note = |at: Point| Note { at, label: "greatest <pull>".to_owned() };
        let plot = Plot {
            series: vec![Series {
                label: String::new(),
                lines: vec![vec![[0.0, 0.0], [1.0, 1.0]]],
            }],
            notes: vec![note([1.0, 1.0]), note([0.0, 0.0]), note([0.5, 0.5])],
            ..Plot::default()
        };
        let layout = plot.layout();
        let drawn = plot.drawn_notes(&layout);
        assert!(drawn.contains("greatest &lt;pull&gt;"), "{drawn}");
        let number = |text: &str| text.split('"').next().and_then(|text| text.parse::<f64>().ok());
        let of = |key: &str| drawn.split(key).skip(1).filter_map(number).collect::<Vec<_>>();
        let half = 0.5 * LETTER * 15.0;
        for ((x, y), point) in of(" x=\"").into_iter().zip(of(" y=\"")).zip(of("cy=\"")) {
            assert!(x - half >= layout.left - 0.01 && x + half <= layout.right + 0.01, "{x}");
            assert!((layout.top..=layout.bottom).contains(&y) && (y - point).abs() >= AWAY, "{y}");
        }
        assert_eq!(of("cx=\"").len(), 3);
    }
}
