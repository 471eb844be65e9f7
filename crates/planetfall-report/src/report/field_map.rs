//! A field seen from above: a square of colour for each node, with the scale beside it, as an SVG file that
//! stands alone.

use std::fmt::Write;

use super::markup::escape;
use super::palette::Colour;

/// Numbers at places on a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldMap {
    /// Name of its file, without the ending.
    pub name: String,
    /// Title.
    pub title: String,
    /// What is shown, with its unit.
    pub quantity: String,
    /// From node to node, m.
    pub spacing: f64,
    /// Place, m, and value of each node.
    pub spots: Vec<[f64; 3]>,
}

/// Width of the map, pixels (as all lengths here). Chosen: with the colour bar it fills a page.
const WIDTH: f64 = 620.0;
/// Space above it, for the title.
const TOP: f64 = 34.0;
/// Space below it, for the axis.
const BELOW: f64 = 46.0;
/// Width of the colour bar.
const BAR: f64 = 18.0;

impl FieldMap {
    /// The drawing.
    #[must_use]
    pub fn svg(&self) -> String {
        let range = |k: usize| {
            let values = self.spots.iter().filter_map(|spot| spot.get(k));
            values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
                [low.min(*x), high.max(*x)]
            })
        };
        let ([west, east], [south, north], [low, high]) = (range(0), range(1), range(2));
        if !(west <= east && south <= north && low.is_finite() && high.is_finite()) {
            return "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n".to_owned();
        }
        let scale = WIDTH / (east - west + self.spacing);
        let height = scale * (north - south + self.spacing);
        // A little more than a cell, so that no light shows between them.
        let side = scale * self.spacing + 0.4;
        let mut cells = String::new();
        for [x, y, value] in &self.spots {
            let place = if high > low { (value - low) / (high - low) } else { 0.5 };
            let _ = write!(
                cells,
                "<path fill=\"{}\" d=\"M{:.1} {:.1}h{side:.2}v{side:.2}h-{side:.2}z\"/>",
                Colour::on_scale(place).hex(),
                scale * (x - west),
                TOP + scale * (north - y),
            );
        }
        let [outer, total] = [WIDTH + 150.0, TOP + height + BELOW];
        let title = escape(&self.title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-10 0 {outer:.0} {total:.0}\" \
             width=\"{outer:.0}\" height=\"{total:.0}\" role=\"img\" font-family=\"sans-serif\" \
             font-size=\"13\">\n<title>{title}</title>\n\
             <rect x=\"-10\" width=\"{outer:.0}\" height=\"{total:.0}\" fill=\"#ffffff\"/>\n\
             <text x=\"0\" y=\"18\" font-size=\"15\">{title}</text>\n\
             <g shape-rendering=\"crispEdges\">{cells}</g>\n{}\n\
             <text x=\"0\" y=\"{:.0}\">{}</text>\n</svg>\n",
            scale_bar(low, high, height.clamp(120.0, 300.0), &self.quantity),
            TOP + height + 24.0,
            escape(&format!(
                "{:.2} m by {:.2} m, nodes every {} m",
                east - west + self.spacing,
                north - south + self.spacing,
                self.spacing
            )),
        )
    }
}

/// The colours with their values, beside the field.
fn scale_bar(low: f64, high: f64, height: f64, quantity: &str) -> String {
    let left = WIDTH + 24.0;
    let steps = 40;
    let each = height / f64::from(steps);
    let top = TOP + 20.0;
    let mut bar =
        format!("<text x=\"{left:.0}\" y=\"{:.0}\">{}</text>", TOP + 10.0, escape(quantity));
    for step in 0..steps {
        let share = 1.0 - (f64::from(step) + 0.5) / f64::from(steps);
        let _ = write!(
            bar,
            "<rect x=\"{left:.0}\" y=\"{:.1}\" width=\"{BAR}\" height=\"{:.1}\" fill=\"{}\"/>",
            top + each * f64::from(step),
            each + 0.5,
            Colour::on_scale(share).hex(),
        );
    }
    for share in [0.0, 0.5, 1.0] {
        let _ = write!(
            bar,
            "<text x=\"{:.0}\" y=\"{:.1}\">{}</text>",
            left + BAR + 6.0,
            top + height * (1.0 - share) + 4.0,
            planetfall_files::quantity::significant(low + share * (high - low), 3)
        );
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_has_a_square_for_each_node_and_asks_for_nothing_else() {
        let map = FieldMap {
            name: "x".to_owned(),
            title: "a <b>".to_owned(),
            quantity: "height [mm]".to_owned(),
            spacing: 0.1,
            spots: vec![[0.0, 0.0, 1.0], [0.1, 0.0, 2.0], [0.1, 0.1, 3.0]],
        };
        let svg = map.svg();
        assert_eq!(svg.matches("<path").count(), 3);
        assert!(!svg.contains("<b>") && svg.contains("0.20 m by 0.20 m"));
        assert!(FieldMap { spots: Vec::new(), ..map }.svg().starts_with("<svg"));
    }
}
