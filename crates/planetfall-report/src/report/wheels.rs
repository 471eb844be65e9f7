//! Wheel by wheel: one row of small plots for each, on shared axes, so that a wheel that carries less,
//! slips more or sinks deeper than the others is seen at once.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::axis::{Axis, Scale};
use super::decimate::{Point, decimate};
use super::figure::Recorded;
use super::markup::escape;
use planetfall_files::quantity::Quantity;
use planetfall_files::quantity::column::{Contactor, Run};
use planetfall_files::run_folder::Event;
use planetfall_files::run_folder::scene::Scene;

/// What is drawn of each wheel: column, factor, title.
const QUANTITIES: [(Quantity, f64, &str); 3] = [
    (Contactor::NORMAL_FORCE, 1.0, "normal force [N]"),
    (Contactor::SLIP_SPEED, 1.0, "speed over ground [m/s]"),
    (Contactor::GAP, -1000.0, "sinkage [mm]"),
];
/// Rows that a page still takes.
const MOST_WHEELS: usize = 12;
/// Points of one small line.
const POINTS: usize = 400;

const WIDTH: f64 = 760.0;
const COLUMN: f64 = 256.0;
const LEFT: f64 = 48.0;
const CELL: f64 = 190.0;
const TOP: f64 = 26.0;
const ROW: f64 = 78.0;
const HEIGHT: f64 = 52.0;
/// From the top of a row to its frames: the wheel's name.
const NAME: f64 = 18.0;

/// The panels; none for a run with fewer than two wheels.
pub(super) fn panels(recorded: &Recorded, scene: Option<&Scene>) -> Option<String> {
    let all = wheels(recorded, scene);
    if all.len() < 2 {
        return None;
    }
    let names = all.get(..MOST_WHEELS.min(all.len())).unwrap_or_default();
    let time =
        recorded.history.read_column(Run::TIME.name, 0..recorded.history.rows()).ok()?.values;
    let x = Axis::around(time.iter().copied(), Scale::Linear, 0.0);
    let mut body = String::new();
    for (column, (quantity, factor, title)) in QUANTITIES.iter().enumerate() {
        let lines: Vec<Vec<Vec<Point>>> =
            names.iter().map(|name| line(recorded, &time, name, quantity, *factor)).collect();
        let values = lines.iter().flatten().flatten().map(|point| point[1]);
        let y = Axis::around(values.chain([0.0]), Scale::Linear, 0.05);
        let left = LEFT + COLUMN * column as f64;
        let _ = write!(body, "<text class=\"strong\" x=\"{left}\" y=\"14\">{title}</text>");
        for (row, (pieces, name)) in lines.iter().zip(names).enumerate() {
            let top = TOP + ROW * row as f64 + NAME;
            body += &cell(pieces, &x, &y, left, top, row + 1 == names.len());
            if column == 0 {
                body += &struck(recorded.events, name, &x, left, top);
            }
        }
    }
    for (row, name) in names.iter().enumerate() {
        let y = TOP + ROW * row as f64 + 12.0;
        let name = escape(&name.replace('_', " "));
        let _ = write!(body, "<text class=\"lane\" x=\"{LEFT}\" y=\"{y}\">{name}</text>");
    }
    let height = TOP + ROW * names.len() as f64 + 30.0;
    let middle = LEFT + COLUMN + 0.5 * CELL;
    let _ = write!(
        body,
        "<text class=\"strong\" x=\"{middle}\" y=\"{:.0}\" text-anchor=\"middle\">time [s]</text>",
        height - 4.0
    );
    let mut more = match all.len() - names.len() {
        0 => String::new(),
        more => format!("<p class=\"source\">{more} more are in the history.</p>"),
    };
    if names.iter().any(|name| impacts(recorded.events, name).next().is_some()) {
        more += IMPACTS;
    }
    Some(format!(
        "<figure><div class=\"wide\"><svg class=\"panels\" viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" \
         aria-label=\"Wheel by wheel\">{body}</svg></div>{more}</figure>"
    ))
}

/// What ticks on a force panel mean.
const IMPACTS: &str = "<p class=\"source\">Ticks at the upper edge of normal forces are impacts on hard \
    ground. An impact is an impulse: the line shows it only where a record falls into its step, as impulse \
    over step, which doubles when the step is halved. Impulses are in events.json.</p>";

/// Impacts of one wheel.
fn impacts<'a>(events: &'a [Event], name: &'a str) -> impl Iterator<Item = &'a Event> {
    let own = move |event: &&Event| event.kind == "impact" && event.entity.as_deref() == Some(name);
    events.iter().filter(own).filter(|event| event.time_s.is_finite())
}

/// Ticks of a wheel's impacts, which records may miss. Those on the same half pixel are drawn once.
fn struck(events: &[Event], name: &str, x: &Axis, left: f64, top: f64) -> String {
    let mut seen = BTreeSet::new();
    let mut svg = String::new();
    for event in impacts(events, name) {
        let at = left + CELL * x.fraction(event.time_s);
        if seen.insert((2.0 * at).round() as i64) {
            let _ = write!(
                svg,
                "<path class=\"tick impact\" d=\"M{at:.1} {top}v8\"><title>{:.4} s: {}</title></path>",
                event.time_s,
                escape(&event.message)
            );
        }
    }
    svg
}

/// Names of the contactors that are wheels; where none is, all of them.
fn wheels(recorded: &Recorded, scene: Option<&Scene>) -> Vec<String> {
    let columns = recorded.history.columns().iter();
    let mut names: Vec<String> = columns
        .filter_map(|column| Contactor::NORMAL_FORCE.entity(&column.name).map(str::to_owned))
        .collect();
    let mut round = Vec::new();
    for vehicle in scene.iter().flat_map(|scene| &scene.vehicles) {
        let wheels = vehicle.contactors.iter().filter(|part| part.radius_m.is_some());
        round.extend(wheels.map(|part| format!("{}{}", vehicle.prefix, part.name)));
    }
    if names.iter().any(|name| round.contains(name)) {
        names.retain(|name| round.contains(name));
    }
    names
}

fn line(
    recorded: &Recorded,
    time: &[f64],
    name: &str,
    quantity: &Quantity,
    factor: f64,
) -> Vec<Vec<Point>> {
    let column = recorded.history.read_column(&quantity.of(name), 0..recorded.history.rows());
    let apart =
        recorded.history.read_column(&Contactor::NORMAL_FORCE.of(name), 0..recorded.history.rows());
    let (Ok(column), Ok(load)) = (column, apart) else { return Vec::new() };
    // A wheel in the air neither slips nor sinks.
    let values = column
        .values
        .iter()
        .zip(&load.values)
        .map(|(value, load)| if *load == 0.0 { 0.0 } else { value * factor });
    decimate(time, &values.collect::<Vec<_>>(), POINTS)
}

fn cell(pieces: &[Vec<Point>], x: &Axis, y: &Axis, left: f64, top: f64, last: bool) -> String {
    let (right, bottom) = (left + CELL, top + HEIGHT);
    let across = |value: f64| left + CELL * x.fraction(value);
    let up = |value: f64| bottom - HEIGHT * y.fraction(value);
    let mut svg = String::new();
    for tick in y.ticks(2) {
        let at = up(tick.value);
        let _ = write!(
            svg,
            "<path class=\"grid\" d=\"M{left} {at:.1}H{right}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            left - 4.0,
            at + 4.0,
            tick.label
        );
    }
    for tick in x.ticks(3) {
        let at = across(tick.value);
        let _ = write!(svg, "<path class=\"grid\" d=\"M{at:.1} {top}V{bottom}\"/>");
        if last {
            let y = bottom + 14.0;
            let label = &tick.label;
            let _ =
                write!(svg, "<text x=\"{at:.1}\" y=\"{y}\" text-anchor=\"middle\">{label}</text>");
        }
    }
    let mut path = String::new();
    for piece in pieces {
        for (index, point) in piece.iter().enumerate() {
            let letter = if index == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{letter}{:.1} {:.1}", across(point[0]), up(point[1]));
        }
    }
    svg + &format!(
        "<path class=\"axis\" d=\"M{left} {top}V{bottom}H{right}\"/>\
         <path class=\"thin line s0\" d=\"{path}\"/>"
    )
}
