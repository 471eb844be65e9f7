//! Line plots as SVG: what a figure shows, laid out and drawn.
//!
//! Colours are left to the page's style, by class, so one drawing serves light, dark and
//! print. Lines differ in dash as well as in colour (Okabe and Ito's palette), so that they
//! can be distinguished without seeing colour. The frame's place and the axes' ranges stand in
//! `data-` attributes, from which the page's script reads values back under the pointer.

mod instants;
mod note;

pub(super) use instants::Marker;
pub(super) use note::Note;

use std::fmt::Write;

use super::axis::{Axis, Scale, Tick};
use super::decimate::Point;
use super::label::Spot;
use super::mark::{Mark, MarkKind};
use super::markup::escape;
use super::window::TimeWindow;

/// Lines over common axes.
#[derive(Debug, Clone, Default)]
pub(super) struct Plot {
    pub(super) title: String,
    pub(super) x_label: String,
    pub(super) y_label: String,
    pub(super) x_scale: Scale,
    pub(super) y_scale: Scale,
    pub(super) series: Vec<Series>,
    /// The ground's surface: filled down to the bottom of the frame.
    pub(super) ground: Vec<Point>,
    pub(super) references: Vec<Reference>,
    pub(super) markers: Vec<Marker>,
    /// Instants with labels of which none is left out.
    pub(super) marks: Vec<Mark>,
    /// Points with their names.
    pub(super) notes: Vec<Note>,
    /// The part of the horizontal axis that is shown.
    pub(super) window: TimeWindow,
    /// One metre in x is as long as one metre in y.
    pub(super) equal_aspect: bool,
}

/// One line, in pieces where it is broken.
#[derive(Debug, Clone)]
pub(super) struct Series {
    pub(super) label: String,
    pub(super) lines: Vec<Vec<Point>>,
}

/// A horizontal line at a value from elsewhere, such as a paper.
#[derive(Debug, Clone)]
pub(super) struct Reference {
    pub(super) value: f64,
    pub(super) label: String,
}

/// Width of a plot, pixels (as all lengths here). Chosen: that of the page.
const WIDTH: f64 = 760.0;
/// Space to the left of the frame, for the axis.
const LEFT: f64 = 78.0;
/// Height of the frame. Chosen.
const FRAME_HEIGHT: f64 = 280.0;
/// Above the frame: the title of the y axis.
const TOP: f64 = 30.0;
/// Below the frame: labels and title of the x axis.
const BOTTOM: f64 = 52.0;
/// Height that a label needs for itself.
const LABEL_HEIGHT: f64 = 15.0;
/// A letter's width at the size labels are drawn, on the wide side.
pub(super) const LETTER: f64 = 6.6;
/// Series with their own style; more than these share.
pub(super) const STYLES: usize = 7;

/// The frame on the page, and the axes it shows.
struct PlotLayout {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    x: Axis,
    y: Axis,
    marker_rows: Vec<Option<usize>>,
    mark_spots: Vec<Option<Spot>>,
}

impl Plot {
    /// The drawing; `id` must be unlike that of any other drawing on the page.
    pub(super) fn svg(&self, id: &str) -> String {
        let layout = self.layout();
        self.opening(&layout, id) + &self.contents(&layout, id) + "</svg>"
    }

    /// The drawing without the element around it, and the width and height it needs.
    pub(super) fn drawing(&self, id: &str) -> (String, [f64; 2]) {
        let layout = self.layout();
        let contents = clip(&layout, id) + &self.contents(&layout, id);
        (contents, [WIDTH, layout.bottom + BOTTOM])
    }

    fn contents(&self, layout: &PlotLayout, id: &str) -> String {
        [
            &grid(layout),
            &self.drawn_references(layout),
            &format!("<g clip-path=\"url(#{id}-frame)\">"),
            &self.drawn_ground(layout),
            &self.drawn_markers(layout),
            &self.drawn_series(layout),
            &self.drawn_marks(layout),
            "</g>",
            &self.drawn_notes(layout),
            &self.marker_labels(layout),
            &self.mark_labels(layout),
            &tick_labels(layout),
            &self.axis_titles(layout),
        ]
        .concat()
    }

    /// The legend: the lines, unless it is one that the axis already names; and the references,
    /// which a narrow screen shows here instead of beside the frame.
    pub(super) fn legend(&self) -> String {
        let lines = self.series.iter().enumerate().map(|(index, series)| {
            legend_entry("", &format!("line s{}", index % STYLES), &series.label)
        });
        let lines: String = if self.series.len() < 2 { String::new() } else { lines.collect() };
        let references = self.references.iter();
        let references: String = references
            .map(|reference| legend_entry("slim", "reference", &reference.label))
            .collect();
        let marks = self.mark_styles().into_iter();
        let marks: String = marks.map(|(style, label)| legend_entry("", &style, label)).collect();
        format!("<ul class=\"legend\">{lines}{marks}{references}</ul>")
    }

    /// What the lines of marks mean, where there are any: their style and a word.
    pub(super) fn mark_styles(&self) -> Vec<(String, &'static str)> {
        let has = |kind| self.marks.iter().any(|mark| mark.kind == kind);
        let kinds = [(MarkKind::Here, "event here"), (MarkKind::Published, "event as published")];
        let present = kinds.into_iter().filter(|(kind, _)| has(*kind));
        present.map(|(kind, word)| (kind.class(), word)).collect()
    }

    fn layout(&self) -> PlotLayout {
        let (x, mut y) = self.axes();
        let right = WIDTH - self.right_margin();
        let marker_rows = self.marker_rows(&x, LEFT, right);
        let mark_spots = self.mark_spots(&x, LEFT, right);
        let rows = marker_rows.iter().flatten().copied();
        let rows = rows.chain(mark_spots.iter().flatten().map(|spot| spot.row));
        let top = TOP + instants::ROW * rows.max().map_or(0, |row| row + 1) as f64;
        let bottom = top + FRAME_HEIGHT;
        let mut layout =
            PlotLayout { left: LEFT, right, top, bottom, x, y, marker_rows, mark_spots };
        if self.equal_aspect && x.scale == Scale::Linear && y.scale == Scale::Linear {
            let per_unit = (right - LEFT) / (x.high - x.low);
            let height = ((y.high - y.low) * per_unit).clamp(140.0, 420.0);
            layout.bottom = top + height;
            layout.fit_aspect(height, &mut y);
        }
        layout
    }

    fn axes(&self) -> (Axis, Axis) {
        let points = || self.series.iter().flat_map(|series| series.lines.iter().flatten());
        let margin = if self.equal_aspect { 0.04 } else { 0.0 };
        let places = points().map(|point| point[0]).filter(|x| self.window.holds(*x));
        let x = Axis::around(places, self.x_scale, margin).within(self.window);
        let shown = |point: &&Point| (x.low..=x.high).contains(&point[0]);
        let ground = self.ground.iter().filter(shown);
        // A window between two records shows the line between them.
        let all = !points().any(|point| shown(&point));
        let values = points().filter(|point| all || shown(point)).chain(ground);
        let values = values.map(|point| point[1]);
        let references = self.references.iter().map(|reference| reference.value);
        (x, Axis::around(values.chain(references), self.y_scale, 0.05))
    }

    /// Labels of references stand right of the frame, where they hide no line.
    fn right_margin(&self) -> f64 {
        let longest = self.references.iter().map(|reference| reference.label.chars().count()).max();
        longest.map_or(18.0, |letters| (14.0 + LETTER * letters as f64).clamp(30.0, 190.0))
    }

    fn opening(&self, layout: &PlotLayout, id: &str) -> String {
        let PlotLayout { left, right, top, bottom, x, y, .. } = layout;
        let height = bottom + BOTTOM;
        let ends = |axis: &Axis| {
            let kind = if axis.scale == Scale::Linear { "linear" } else { "log" };
            format!("{:e} {:e} {kind}", axis.low, axis.high)
        };
        let names: Vec<String> = self.series.iter().map(|series| escape(&series.label)).collect();
        format!(
            "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" \
             aria-label=\"{}\" data-frame=\"{left} {top} {right:.1} {bottom:.1}\" \
             data-x=\"{}\" data-y=\"{}\" data-names=\"{}\">{}",
            escape(&self.title),
            ends(x),
            ends(y),
            names.join("|"),
            clip(layout, id),
        )
    }

    fn drawn_ground(&self, layout: &PlotLayout) -> String {
        let surface = polyline(&self.ground, layout);
        let (Some(first), Some(last)) = (self.ground.first(), self.ground.last()) else {
            return String::new();
        };
        format!(
            "<path class=\"ground\" d=\"{surface}L{:.2} {b:.2}L{:.2} {b:.2}Z\"/>\
             <path class=\"surface\" d=\"{surface}\"/>",
            layout.place_x(last[0]),
            layout.place_x(first[0]),
            b = layout.bottom + 1.0,
        )
    }

    fn drawn_series(&self, layout: &PlotLayout) -> String {
        let mut svg = String::new();
        for (index, series) in self.series.iter().enumerate() {
            let path: String = series.lines.iter().map(|line| polyline(line, layout)).collect();
            let style = index % STYLES;
            let _ =
                write!(svg, "<path class=\"line s{style}\" data-series=\"{index}\" d=\"{path}\"/>");
            svg.extend(series.lines.iter().filter(|line| line.len() == 1).flatten().map(|point| {
                let (x, y) = (layout.place_x(point[0]), layout.place_y(point[1]));
                format!("<circle class=\"dot s{style}\" cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"3\"/>")
            }));
        }
        svg
    }

    /// The lines end in labels that are pushed apart where values lie close together.
    fn drawn_references(&self, layout: &PlotLayout) -> String {
        let mut ordered: Vec<&Reference> = self.references.iter().collect();
        ordered.retain(|reference| layout.place_y(reference.value).is_finite());
        ordered.sort_by(|a, b| b.value.total_cmp(&a.value));
        let places: Vec<f64> = ordered.iter().map(|r| layout.place_y(r.value)).collect();
        let mut svg = String::new();
        for ((reference, y), label_y) in
            ordered.iter().zip(&places).zip(spread(&places, layout.bottom))
        {
            let _ = write!(
                svg,
                "<path class=\"reference\" d=\"M{} {y:.2}H{:.2}L{:.2} {label_y:.2}\"/>\
                 <text class=\"reference-label\" x=\"{:.2}\" y=\"{:.2}\">{}</text>",
                layout.left,
                layout.right,
                layout.right + 8.0,
                layout.right + 11.0,
                label_y + 4.0,
                escape(&reference.label)
            );
        }
        svg
    }

    fn axis_titles(&self, layout: &PlotLayout) -> String {
        format!(
            "<text class=\"axis-title\" x=\"0\" y=\"16\">{}</text>\
             <text class=\"axis-title\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            escape(&self.y_label),
            0.5 * (layout.left + layout.right),
            layout.bottom + 44.0,
            escape(&self.x_label)
        )
    }
}

impl PlotLayout {
    fn place_x(&self, value: f64) -> f64 {
        self.left + (self.right - self.left) * bounded(self.x.fraction(value))
    }

    fn place_y(&self, value: f64) -> f64 {
        self.bottom - (self.bottom - self.top) * bounded(self.y.fraction(value))
    }

    /// Widens whichever axis shows too little for the frame's shape.
    fn fit_aspect(&mut self, height: f64, y: &mut Axis) {
        let units_per_pixel =
            ((self.x.high - self.x.low) / (self.right - self.left)).max((y.high - y.low) / height);
        widen(&mut self.x, units_per_pixel * (self.right - self.left));
        widen(y, units_per_pixel * height);
        self.y = *y;
    }
}

/// What keeps lines inside the frame.
fn clip(layout: &PlotLayout, id: &str) -> String {
    let PlotLayout { left, right, top, bottom, .. } = layout;
    format!(
        "<clipPath id=\"{id}-frame\"><rect x=\"{left}\" y=\"{top}\" width=\"{:.1}\" \
         height=\"{:.1}\"/></clipPath>",
        right - left,
        bottom - top,
    )
}

fn legend_entry(class: &str, style: &str, label: &str) -> String {
    format!(
        "<li class=\"{class}\"><svg class=\"swatch\" viewBox=\"0 0 30 10\" aria-hidden=\"true\">\
         <path class=\"{style}\" d=\"M0 5H30\"/></svg>{}</li>",
        escape(label)
    )
}

fn widen(axis: &mut Axis, span: f64) {
    let middle = 0.5 * (axis.low + axis.high);
    (axis.low, axis.high) = (middle - 0.5 * span, middle + 0.5 * span);
}

/// Far outside the frame it no longer matters how far.
fn bounded(fraction: f64) -> f64 {
    fraction.clamp(-20.0, 21.0)
}

fn polyline(points: &[Point], layout: &PlotLayout) -> String {
    let mut path = String::new();
    for (index, point) in points.iter().enumerate() {
        let letter = if index == 0 { 'M' } else { 'L' };
        let (x, y) = (layout.place_x(point[0]), layout.place_y(point[1]));
        let _ = write!(path, "{letter}{x:.2} {y:.2}");
    }
    path
}

/// Marks along x as close as their labels allow, and along y at a calm distance.
fn ticks(layout: &PlotLayout) -> (Vec<Tick>, Vec<Tick>) {
    let (width, height) = (layout.right - layout.left, layout.bottom - layout.top);
    let close = layout.x.ticks((width / 56.0) as usize);
    let longest = close.iter().map(|tick| tick.label.chars().count()).max().unwrap_or(0);
    let fits = (LETTER + 1.0) * (longest as f64 + 2.0) * close.len() as f64 <= width;
    let across = if fits { close } else { layout.x.ticks((width / 140.0) as usize) };
    (across, layout.y.ticks(((height / 50.0) as usize).max(2)))
}

fn grid(layout: &PlotLayout) -> String {
    let PlotLayout { left, right, top, bottom, .. } = layout;
    let (across, up) = ticks(layout);
    let mut lines = String::new();
    for tick in across {
        let _ = write!(lines, "M{:.2} {top}V{bottom:.2}", layout.place_x(tick.value));
    }
    for tick in up {
        let _ = write!(lines, "M{left} {:.2}H{right:.2}", layout.place_y(tick.value));
    }
    format!(
        "<path class=\"grid\" d=\"{lines}\"/>\
         <path class=\"axis\" d=\"M{left} {top}V{bottom:.2}H{right:.2}\"/>"
    )
}

fn tick_labels(layout: &PlotLayout) -> String {
    let (across, up) = ticks(layout);
    let mut labels = String::new();
    for (index, tick) in across.iter().enumerate() {
        // A narrow screen has room for every second label only.
        let class = if index.is_multiple_of(2) { "tick" } else { "tick odd" };
        let _ = write!(
            labels,
            "<text class=\"{class}\" x=\"{:.2}\" y=\"{:.2}\" text-anchor=\"middle\">{}</text>",
            layout.place_x(tick.value),
            layout.bottom + 20.0,
            tick.label
        );
    }
    for tick in up {
        let _ = write!(
            labels,
            "<text class=\"tick\" x=\"{:.2}\" y=\"{:.2}\" text-anchor=\"end\">{}</text>",
            layout.left - 8.0,
            layout.place_y(tick.value) + 4.5,
            tick.label
        );
    }
    labels
}

/// Heights next to those given, in order from the top, at least a label apart and above the
/// bottom.
fn spread(places: &[f64], bottom: f64) -> Vec<f64> {
    let mut spread: Vec<f64> = Vec::with_capacity(places.len());
    for place in places {
        let least = spread.last().map_or(f64::NEG_INFINITY, |last| last + LABEL_HEIGHT);
        spread.push(place.max(least));
    }
    let mut greatest = bottom;
    for place in spread.iter_mut().rev() {
        *place = place.min(greatest);
        greatest = *place - LABEL_HEIGHT;
    }
    spread
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(points: &[Point]) -> Plot {
        Plot {
            title: "a <b>".to_owned(),
            series: vec![Series { label: "one & only".to_owned(), lines: vec![points.to_vec()] }],
            ..Plot::default()
        }
    }

    #[test]
    fn names_are_escaped_in_the_drawing_and_the_legend() {
        let mut plot = plot(&[[0.0, 0.0], [1.0, 1.0]]);
        plot.markers.push(Marker { x: 0.5, label: "<i>".into(), message: "</title>".into() });
        plot.references.push(Reference { value: 0.5, label: "\"<u>\"".into() });
        plot.series.push(Series { label: "<s>".to_owned(), lines: vec![] });
        let drawn = plot.svg("f1") + &plot.legend();
        for tag in ["<b>", "<i>", "<u>", "<s>", "</title></title>"] {
            assert!(!drawn.contains(tag), "{tag}");
        }
        assert!(drawn.contains("one &amp; only") && drawn.contains("&lt;s&gt;"));
    }

    #[test]
    fn equal_aspect_gives_both_directions_the_same_scale() {
        for points in [[[0.0, 0.0], [10.0, 3.0]], [[0.0, 0.0], [1.0, 40.0]]] {
            let plot = Plot { equal_aspect: true, ..plot(&points) };
            let layout = plot.layout();
            let across = layout.place_x(1.0) - layout.place_x(0.0);
            let up = layout.place_y(0.0) - layout.place_y(1.0);
            assert!((across - up).abs() < 1e-9, "{across} {up}");
            assert!(layout.place_x(points[1][0]) <= layout.right);
            assert!(layout.place_y(points[1][1]) >= layout.top);
        }
    }

    #[test]
    fn values_lie_where_the_axes_say() {
        let layout = plot(&[[0.0, -1.0], [4.0, 1.0]]).layout();
        assert_eq!(layout.place_x(0.0), layout.left);
        assert_eq!(layout.place_x(4.0), layout.right);
        assert!((layout.place_y(0.0) - 0.5 * (layout.top + layout.bottom)).abs() < 1e-9);
    }

    #[test]
    fn labels_of_close_references_are_pushed_apart_in_their_order() {
        assert_eq!(spread(&[100.0, 104.0, 200.0], 300.0), [100.0, 115.0, 200.0]);
        assert_eq!(spread(&[296.0, 298.0], 300.0), [285.0, 300.0]);
    }

    #[test]
    fn an_empty_plot_is_still_a_drawing() {
        let svg = Plot::default().svg("f1");
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}
