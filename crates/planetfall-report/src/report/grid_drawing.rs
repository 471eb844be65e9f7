//! The map of a sweep over two keys as SVG, in a page or as a file that stands alone.

use std::fmt::Write;

use super::grid::{Ending, Entry, GridCell, SweepGrid, axis_title, letter};
use super::markup::escape;
use super::palette::Colour;
use super::plot::LETTER;
use planetfall_files::quantity::{significant, typeset_number, unit_of};

/// Width of the drawing, pixels (as all lengths here). Chosen: that of the page.
const WIDTH: f64 = 760.0;
/// Space to the left of the cells, for the axis.
const LEFT: f64 = 76.0;
/// Space above them, for the title.
const TOP: f64 = 30.0;
/// The widest and highest that the cells together may be.
const FRAME: [f64; 2] = [560.0, 420.0];
/// Width and height of a cell at most. Chosen: few cells look like a table then.
const LARGEST_CELL: [f64; 2] = [72.0, 48.0];
/// Below this a cell has no room for its letter.
const LETTER_CELL: f64 = 13.0;
/// Height of a line of the legend.
const LEGEND_LINE: f64 = 20.0;
/// Style of pictures, for a file that stands alone.
const STYLE: &str = include_str!("picture.css");

/// Where things are.
struct GridLayout {
    /// Size of a cell.
    cell: [f64; 2],
    right: f64,
    bottom: f64,
}

/// The drawing within a page.
pub(super) fn embedded(grid: &SweepGrid) -> String {
    let (body, height) = drawing(grid);
    format!(
        "<div class=\"wide\"><svg class=\"panels\" viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" \
         aria-label=\"{}\">{body}</svg></div>",
        escape(&grid.title())
    )
}

/// The drawing as a whole file, for white paper.
pub(super) fn picture(grid: &SweepGrid) -> String {
    let (body, height) = drawing(grid);
    let title = escape(&grid.title());
    let outer = height + 30.0;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-10 0 {width} {outer:.0}\" \
         width=\"{width}\" height=\"{outer:.0}\" role=\"img\" font-family=\"sans-serif\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n\
         <rect class=\"paper\" x=\"-10\" width=\"{width}\" height=\"{outer:.0}\"/>\n\
         <text class=\"title\" x=\"0\" y=\"18\">{title}</text>\n\
         <g transform=\"translate(0 26)\">{body}</g>\n</svg>\n",
        width = WIDTH + 20.0,
    )
}

fn drawing(grid: &SweepGrid) -> (String, f64) {
    let [columns, rows] =
        [&grid.values[0], &grid.values[1]].map(|values| values.len().max(1) as f64);
    let cell = [(FRAME[0] / columns).min(LARGEST_CELL[0]), (FRAME[1] / rows).min(LARGEST_CELL[1])];
    let layout = GridLayout { cell, right: LEFT + columns * cell[0], bottom: TOP + rows * cell[1] };
    let legend = grid.legend();
    let mut body = cells(grid, &layout, &legend);
    body += &value_labels(grid, &layout);
    body += &titles(grid, &layout);
    if grid.coloured_by.is_some() {
        body += &colour_bar(grid, &layout);
    }
    let below = layout.bottom + 62.0;
    body += &legend_lines(grid, &legend, below);
    let end = below + LEGEND_LINE * legend.len() as f64;
    let without = without_value(grid);
    if without == 0 {
        return (body, end);
    }
    let name = format!("no value ({without})");
    body += &legend_line(Colour::GREY, "", &name, end);
    (body, end + LEGEND_LINE)
}

fn cells(grid: &SweepGrid, layout: &GridLayout, legend: &[Entry]) -> String {
    let [width, height] = layout.cell;
    let scale = grid.scale();
    let mut svg = String::new();
    for (x, y, cell) in grid.placed() {
        let left = LEFT + width * x as f64;
        let top = layout.bottom - height * (y + 1) as f64;
        let colour = match (&cell.ending, &grid.coloured_by) {
            (Ending::Failed | Ending::Refused, _) => Colour::WHITE,
            (_, None) => colour_of(legend, cell),
            (_, Some(_)) => match grid.value(cell).filter(|value| value.is_finite()) {
                Some(value) => Colour::on_scale(scale.fraction(value)),
                None => Colour::GREY,
            },
        };
        let _ = write!(
            svg,
            "<g><title>{}</title><rect x=\"{left:.2}\" y=\"{top:.2}\" width=\"{width:.2}\" \
             height=\"{height:.2}\" style=\"fill:{};stroke:#ffffff;stroke-width:.8\"/>",
            escape(&grid.story(x, y, cell)),
            colour.hex()
        );
        svg += &crossed(&cell.ending, [left, top], layout.cell);
        if matches!(cell.ending, Ending::Outcome(_)) && width.min(height) >= LETTER_CELL {
            let _ = write!(
                svg,
                "<text x=\"{:.2}\" y=\"{:.2}\" text-anchor=\"middle\" style=\"fill:{}\">{}</text>",
                left + 0.5 * width,
                top + 0.5 * height + 4.0,
                colour.ink(),
                escape(&letter(legend, &cell.ending).to_string())
            );
        }
        svg += "</g>";
    }
    let (right, bottom) = (layout.right, layout.bottom);
    svg + &format!("<path class=\"axis\" d=\"M{LEFT} {TOP}V{bottom:.2}H{right:.2}V{TOP}Z\"/>")
}

fn colour_of(legend: &[Entry], cell: &GridCell) -> Colour {
    let entry = legend.iter().find(|entry| entry.ending == cell.ending);
    entry.map_or(Colour::GREY, |entry| entry.colour)
}

/// A cross through a run that failed, one stroke through one that was refused.
fn crossed(ending: &Ending, [left, top]: [f64; 2], [width, height]: [f64; 2]) -> String {
    let rising = format!("M{left:.2} {:.2}l{width:.2} {:.2}", top + height, -height);
    let falling = format!("M{left:.2} {top:.2}l{width:.2} {height:.2}");
    let strokes = match ending {
        Ending::Outcome(_) => return String::new(),
        Ending::Failed => rising + &falling,
        Ending::Refused => rising,
    };
    format!("<path d=\"{strokes}\" style=\"stroke:#5a646e;stroke-width:1;fill:none\"/>")
}

/// The values along both axes, as many as there is room for.
fn value_labels(grid: &SweepGrid, layout: &GridLayout) -> String {
    let shown = |value: &f64| typeset_number(&significant(*value, 4));
    let [across, up] = &grid.values;
    let longest = across.iter().map(|value| shown(value).chars().count()).max().unwrap_or(1);
    let every = |needed: f64, size: f64| ((needed / size).ceil() as usize).max(1);
    let every_column = every((LETTER + 0.6) * (longest as f64 + 1.0), layout.cell[0]);
    let mut svg = String::new();
    for (index, value) in across.iter().enumerate().step_by(every_column) {
        let x = LEFT + layout.cell[0] * (index as f64 + 0.5);
        let y = layout.bottom + 17.0;
        let label = shown(value);
        let _ =
            write!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{label}</text>");
    }
    for (index, value) in up.iter().enumerate().step_by(every(15.0, layout.cell[1])) {
        let y = layout.bottom - layout.cell[1] * (index as f64 + 0.5) + 4.0;
        let x = LEFT - 7.0;
        let label = shown(value);
        let _ = write!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{label}</text>");
    }
    svg
}

fn titles(grid: &SweepGrid, layout: &GridLayout) -> String {
    let [across, up] = &grid.keys;
    format!(
        "<text class=\"strong axis-title\" x=\"0\" y=\"16\">{}</text>\
         <text class=\"strong axis-title\" x=\"{LEFT}\" y=\"{:.1}\">{}</text>",
        escape(&axis_title(up)),
        layout.bottom + 40.0,
        escape(&axis_title(across)),
    )
}

/// Colours of values, from the lowest to the highest.
fn colour_bar(grid: &SweepGrid, layout: &GridLayout) -> String {
    /// Strips of the colour bar. Chosen: too thin to be distinguished.
    const STRIPS: usize = 48;
    let left = layout.right + 20.0;
    let bottom = layout.bottom.max(TOP + 120.0);
    let height = (bottom - TOP) / STRIPS as f64;
    let scale = grid.scale();
    let mut svg = String::new();
    for strip in 0..STRIPS {
        let middle = (strip as f64 + 0.5) / STRIPS as f64;
        let _ = write!(
            svg,
            "<rect x=\"{left:.1}\" y=\"{:.2}\" width=\"14\" height=\"{:.2}\" shape-rendering=\"crispEdges\" style=\"fill:{}\"/>",
            bottom - height * (strip + 1) as f64,
            height + 0.3,
            Colour::on_scale(middle).hex()
        );
    }
    for tick in scale.ticks(5) {
        let y = bottom - (bottom - TOP) * scale.fraction(tick.value);
        let _ = write!(
            svg,
            "<path class=\"axis\" d=\"M{:.1} {y:.2}h4\"/><text x=\"{:.1}\" y=\"{:.2}\">{}</text>",
            left + 14.0,
            left + 22.0,
            y + 4.0,
            tick.label
        );
    }
    let name = grid.coloured_by.as_deref().unwrap_or_default();
    let unit = unit_of(name);
    let unit = if unit.is_empty() { "no unit".to_owned() } else { format!("[{unit}]") };
    svg + &format!("<text x=\"{left:.1}\" y=\"{:.1}\">{}</text>", TOP - 8.0, escape(&unit))
}

/// Letters, names and counts of the endings; colours too where they mean them.
fn legend_lines(grid: &SweepGrid, legend: &[Entry], top: f64) -> String {
    let line = |(index, entry): (usize, &Entry)| {
        let y = top + LEGEND_LINE * index as f64;
        let colour = if grid.coloured_by.is_none() { entry.colour } else { Colour::WHITE };
        let letter = match entry.ending {
            Ending::Outcome(_) => entry.letter.to_string(),
            Ending::Failed | Ending::Refused => String::new(),
        };
        let name = format!("{} ({})", entry.ending.name().replace('_', " "), entry.count);
        legend_line(colour, &letter, &name, y) + &crossed(&entry.ending, [LEFT, y], [22.0, 15.0])
    };
    legend.iter().enumerate().map(line).collect()
}

fn legend_line(colour: Colour, letter: &str, name: &str, y: f64) -> String {
    format!(
        "<rect x=\"{LEFT}\" y=\"{y:.1}\" width=\"22\" height=\"15\" \
         style=\"fill:{};stroke:#5a646e;stroke-width:.6\"/>\
         <text x=\"{:.1}\" y=\"{below:.1}\" text-anchor=\"middle\" style=\"fill:{}\">{}</text>\
         <text class=\"strong name\" x=\"{:.1}\" y=\"{below:.1}\">{}</text>",
        colour.hex(),
        LEFT + 11.0,
        colour.ink(),
        escape(letter),
        LEFT + 30.0,
        escape(name),
        below = y + 12.0,
    )
}

/// Runs that ended, but without a value of the metric that colours the map.
fn without_value(grid: &SweepGrid) -> usize {
    let ended = grid.cells.iter().filter(|cell| matches!(cell.ending, Ending::Outcome(_)));
    ended.filter(|cell| grid.value(cell).is_some_and(|value| !value.is_finite())).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(coloured_by: Option<&str>) -> SweepGrid {
        let cell = |ending: Ending, value: f64| GridCell {
            note: if ending == Ending::Failed {
                "<diverged> & \"gone\"".to_owned()
            } else {
                String::new()
            },
            ending,
            metrics: vec![value],
        };
        let named = |name: &str| Ending::Outcome(name.to_owned());
        SweepGrid {
            scenario: "lander".to_owned(),
            keys: ["terrain.slope_deg".to_owned(), "v_m_per_s[0]".to_owned()],
            values: [vec![0.0, 5.0, 10.0], vec![0.5, 1.0]],
            metrics: vec!["tilt_deg".to_owned()],
            coloured_by: coloured_by.map(str::to_owned),
            cells: vec![
                cell(named("landed"), 0.0),
                cell(named("landed"), 1.0),
                cell(named("landed"), 5.0),
                cell(named("tipped_over"), 90.0),
                cell(Ending::Failed, f64::NAN),
                cell(named("leaned"), f64::NAN),
            ],
        }
    }

    #[test]
    fn each_outcome_has_its_own_letter_and_colour_and_its_count() {
        let legend = grid(None).legend();
        let letters: String = legend.iter().map(|entry| entry.letter).collect();
        assert_eq!(letters, "LET×");
        assert_eq!(legend.iter().map(|entry| entry.count).collect::<Vec<_>>(), [3, 1, 1, 1]);
        assert_ne!(legend[0].colour, legend[1].colour);
        assert_eq!(
            grid(None).conclusion(),
            "Of 6 runs, 3 ended with landed, 1 with leaned, 1 with tipped_over, 1 with failed."
        );
        assert!(grid(Some("tilt_deg")).conclusion().ends_with(" tilt_deg ranges from 0 to 90."));
        assert!(grid(Some("nobody")).conclusion().ends_with(" No run has a value of nobody."));
    }

    #[test]
    fn a_map_has_a_cell_with_its_numbers_for_each_run() {
        for coloured_by in [None, Some("tilt_deg")] {
            let svg = picture(&grid(coloured_by));
            assert_eq!(svg.matches("<g><title>").count(), 6);
            assert!(svg.contains(
                "terrain.slope_deg = 5\nv_m_per_s[0] = 1\noutcome: tipped_over\ntilt_deg = 90"
            ));
            assert!(
                svg.contains("&lt;diverged&gt; &amp; &quot;gone&quot;")
                    && !svg.contains("<diverged>")
            );
            assert!(svg.contains("tipped over (1)") && svg.contains("failed (1)"));
            assert!(!svg.contains("NaN") && !svg.contains("inf") && !svg.contains("var("));
        }
        assert!(picture(&grid(None)).contains("v_m_per_s[0] [m/s]"));
        let by_value = picture(&grid(Some("tilt_deg")));
        assert!(by_value.contains("no value (1)") && !picture(&grid(None)).contains("no value"));
        assert!(by_value.contains("fill:#440154") && by_value.contains("fill:#fde725"));
    }

    #[test]
    fn the_terminal_sees_the_map_with_large_values_up() {
        let text = grid(None).text();
        let rows: Vec<&str> = text.lines().collect();
        assert!(rows[1].trim_start().starts_with("1 │"), "{text}");
        let letters = |row: &str| row.split('│').nth(1).unwrap().replace(' ', "");
        assert_eq!((letters(rows[1]), letters(rows[2])), ("LTE".to_owned(), "LL×".to_owned()));
        assert!(text.contains("T tipped_over (1)"));
    }

    #[test]
    fn the_table_has_a_line_for_each_cell_and_quotes_notes() {
        let csv = grid(None).csv();
        assert_eq!(csv.lines().count(), 7);
        assert!(csv.starts_with("terrain.slope_deg,v_m_per_s[0],outcome,tilt_deg,note\n"));
        assert!(csv.contains("5.0,1.0,tipped_over,90.0,\"\"\n"), "{csv}");
        assert!(csv.contains("10.0,0.5,failed,NaN,\"<diverged> & \"\"gone\"\"\"\n"), "{csv}");
    }
}
