//! Vertical lines at instants: markers of all events, which lose their labels where they are crowded,
//! and marks that a scenario composed, which keep them.

use super::{LETTER, Plot, PlotLayout, WIDTH};
use crate::report::axis::Axis;
use crate::report::label::{Label, Spot, stagger};
use crate::report::mark::Mark;
use crate::report::markup::escape;

/// A vertical line where something happened.
#[derive(Debug, Clone)]
pub(in crate::report) struct Marker {
    pub(in crate::report) x: f64,
    pub(in crate::report) label: String,
    /// The whole story, shown when the pointer rests on the line.
    pub(in crate::report) message: String,
}

/// Height of a row of labels.
pub(super) const ROW: f64 = 16.0;
/// Rows of labels of markers.
const ROWS: usize = 3;

impl Plot {
    /// The row in which each marker's label fits beside its neighbours, if any.
    pub(super) fn marker_rows(&self, x: &Axis, left: f64, right: f64) -> Vec<Option<usize>> {
        let mut free_from = [f64::NEG_INFINITY; ROWS];
        let fit = |marker: &Marker| {
            let width = LETTER * marker.label.chars().count() as f64 + 10.0;
            let place = left + (right - left) * x.fraction(marker.x);
            let start = place.min(WIDTH - width);
            let seen = (left - 1.0..=right + 1.0).contains(&place) && !marker.label.is_empty();
            let row = free_from.iter().position(|free| seen && start >= *free)?;
            *free_from.get_mut(row)? = start + width;
            Some(row)
        };
        self.markers.iter().map(fit).collect()
    }

    pub(super) fn drawn_markers(&self, layout: &PlotLayout) -> String {
        let line = |marker: &Marker| {
            let x = layout.place_x(marker.x);
            format!(
                "<path class=\"marker\" d=\"M{x:.2} {:.2}V{:.2}\"><title>{}</title></path>",
                layout.top,
                layout.bottom,
                escape(&marker.message)
            )
        };
        self.markers.iter().map(line).collect()
    }

    pub(super) fn marker_labels(&self, layout: &PlotLayout) -> String {
        let labelled = self.markers.iter().zip(&layout.marker_rows);
        let label = |(marker, row): (&Marker, &Option<usize>)| {
            let row = (*row)?;
            let width = LETTER * marker.label.chars().count() as f64 + 10.0;
            let x = layout.place_x(marker.x);
            let y = layout.top - 5.0 - ROW * row as f64;
            let text_x = (x - 1.0).min(WIDTH - width);
            Some(format!(
                "<path class=\"marker\" d=\"M{x:.2} {:.2}V{:.2}\"/>\
                 <text class=\"marker-label\" x=\"{:.2}\" y=\"{y:.2}\">{}</text>",
                layout.top,
                y - 9.0,
                text_x + 4.0,
                escape(&marker.label)
            ))
        };
        labelled.filter_map(label).collect()
    }

    /// Where the labels of marks stand; none for those outside the frame.
    pub(super) fn mark_spots(&self, x: &Axis, left: f64, right: f64) -> Vec<Option<Spot>> {
        let place = |mark: &Mark| left + (right - left) * x.fraction(mark.x);
        let seen = |mark: &Mark| {
            (left - 1.0..=right + 1.0).contains(&place(mark)) && !mark.label.is_empty()
        };
        let labels: Vec<Label> = self
            .marks
            .iter()
            .filter(|mark| seen(mark))
            .map(|mark| Label { x: place(mark), width: label_width(&mark.label) })
            .collect();
        let mut spots = stagger(&labels, WIDTH).into_iter();
        let spot = |mark: &Mark| if seen(mark) { spots.next().flatten() } else { None };
        self.marks.iter().map(spot).collect()
    }

    pub(super) fn drawn_marks(&self, layout: &PlotLayout) -> String {
        let line = |mark: &Mark| {
            format!(
                "<path class=\"{}\" d=\"M{:.2} {:.2}V{:.2}\"><title>{}</title></path>",
                mark.kind.class(),
                layout.place_x(mark.x),
                layout.top,
                layout.bottom,
                escape(&mark.message)
            )
        };
        self.marks.iter().map(line).collect()
    }

    pub(super) fn mark_labels(&self, layout: &PlotLayout) -> String {
        let label = |(mark, spot): (&Mark, &Option<Spot>)| {
            let spot = (*spot)?;
            let y = layout.top - 5.0 - ROW * spot.row as f64;
            Some(format!(
                "<path class=\"{}\" d=\"M{:.2} {:.2}V{:.2}\"/>\
                 <text class=\"{}\" x=\"{:.2}\" y=\"{y:.2}\">{}</text>",
                mark.kind.class(),
                layout.place_x(mark.x),
                layout.top,
                y - 9.0,
                mark.kind.label_class(),
                spot.left + 3.0,
                escape(&mark.label)
            ))
        };
        self.marks.iter().zip(&layout.mark_spots).filter_map(label).collect()
    }
}

/// Room for a label with some space on both sides.
fn label_width(label: &str) -> f64 {
    LETTER * label.chars().count() as f64 + 8.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::mark::MarkKind;
    use crate::report::plot::Series;
    use crate::report::window::TimeWindow;

    fn plot() -> Plot {
        let lines = vec![vec![[0.0, 0.0], [1.0, 1.0], [2.0, 9.0]]];
        let series = vec![Series { label: "one".to_owned(), lines }];
        Plot { series, ..Plot::default() }
    }

    fn mark(x: f64, kind: MarkKind) -> Mark {
        Mark { x, label: "an <event>".to_owned(), message: "m".to_owned(), kind }
    }

    #[test]
    fn crowded_markers_keep_their_lines_and_lose_labels_that_do_not_fit() {
        let mut plot = plot();
        plot.markers = (0..20)
            .map(|i| Marker {
                x: f64::from(i) * 1e-3,
                label: "contact".into(),
                message: "m".into(),
            })
            .collect();
        let svg = plot.svg("f1");
        assert_eq!(svg.matches("<title>m</title>").count(), 20);
        assert_eq!(svg.matches("marker-label").count(), ROWS);
    }

    #[test]
    fn every_mark_within_the_frame_keeps_its_label() {
        let mut plot = plot();
        plot.marks = (0..8).map(|i| mark(1.0 + 1e-3 * f64::from(i), MarkKind::Here)).collect();
        plot.marks.extend([mark(1.0, MarkKind::Published), mark(77.0, MarkKind::Published)]);
        let svg = plot.svg("f1");
        assert_eq!(svg.matches("<text class=\"mark-label").count(), 9);
        assert_eq!(svg.matches("an &lt;event&gt;").count(), 9);
        assert!(svg.contains("class=\"mark here\"") && svg.contains("class=\"mark published\""));
        let legend = plot.legend();
        assert!(legend.contains("event here") && legend.contains("event as published"));
    }

    #[test]
    fn a_window_sets_the_ends_of_the_axis_and_the_values_it_must_show() {
        let mut plot = plot();
        plot.window = TimeWindow { from: 0.25, to: 1.25 };
        let (x, y) = plot.axes();
        assert_eq!((x.low, x.high), (0.25, 1.25));
        assert!(y.high < 2.0 && y.fraction(1.0) <= 1.0, "{y:?}");
        plot.window = TimeWindow { from: 0.25, to: 0.5 };
        let (x, y) = plot.axes();
        assert_eq!((x.low, x.high), (0.25, 0.5));
        assert!(y.low <= 0.0 && y.high >= 9.0);
    }
}
