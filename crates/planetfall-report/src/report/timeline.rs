//! The events of a run along its time: phases as bands, and below them one line of ticks for each
//! kind of event.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::axis::{Axis, Scale};
use super::markup::escape;
use super::plot::LETTER;
use planetfall_files::run_folder::{Event, Summary};

/// Width of the timeline, pixels (as all lengths here). Chosen: that of the page.
const WIDTH: f64 = 760.0;
/// Where its start lies; names stand before it.
const LEFT: f64 = 92.0;
/// Where its end lies.
const RIGHT: f64 = 742.0;
/// Height of the band of phases.
const BAND: f64 = 24.0;
/// Height of a lane of events.
const LANE: f64 = 20.0;
/// Kinds with a line of their own; no run has more so far.
const MOST_KINDS: usize = 7;

/// The drawing; none for a run without events or duration.
pub(super) fn timeline(events: &[Event], summary: &Summary) -> Option<String> {
    let end = events.iter().map(|event| event.time_s).fold(summary.sim_time_s, f64::max);
    let start = events.iter().map(|event| event.time_s).fold(f64::INFINITY, f64::min).min(end);
    if events.is_empty() || !end.is_finite() || end <= start {
        return None;
    }
    let axis = Axis { low: start, high: end, scale: Scale::Linear };
    let mut kinds: Vec<&str> = Vec::new();
    for event in events.iter().filter(|event| event.kind != PHASE && event.kind != END) {
        if !kinds.contains(&event.kind.as_str()) {
            kinds.push(&event.kind);
        }
    }
    kinds.truncate(MOST_KINDS);
    let bottom = BAND + 8.0 + LANE * kinds.len() as f64;
    let mut body = bands(events, &axis, end, bottom);
    for (lane, kind) in kinds.iter().enumerate() {
        let middle = BAND + 8.0 + LANE * (lane as f64 + 0.5);
        body += &ticks(events, kind, &axis, middle, lane);
    }
    body += &scale(&axis, bottom);
    let height = bottom + 40.0;
    Some(format!(
        "<figure><div class=\"wide\"><svg class=\"panels\" viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" \
         aria-label=\"Events over time\">{body}</svg></div></figure>"
    ))
}

/// Kind of the events that begin a phase.
const PHASE: &str = "phase";
/// Kind of the event that ends a run.
const END: &str = "end";

fn place(axis: &Axis, time: f64) -> f64 {
    LEFT + (RIGHT - LEFT) * axis.fraction(time)
}

/// Phases from their beginning to that of the next.
fn bands(events: &[Event], axis: &Axis, end: f64, bottom: f64) -> String {
    let phases: Vec<&Event> = events.iter().filter(|event| event.kind == PHASE).collect();
    let mut svg = String::new();
    for (index, phase) in phases.iter().enumerate() {
        let until = phases.get(index + 1).map_or(end, |next| next.time_s);
        let (from, to) = (place(axis, phase.time_s), place(axis, until));
        let name = phase.entity.as_deref().unwrap_or_default();
        let parity = index % 2;
        let _ = write!(
            svg,
            "<rect class=\"band b{parity}\" x=\"{from:.1}\" y=\"0\" width=\"{:.1}\" height=\"{bottom:.1}\">\
             <title>phase {}, {} s to {} s</title></rect>",
            to - from,
            escape(name),
            phase.time_s,
            until
        );
        if LETTER * name.chars().count() as f64 + 12.0 < to - from {
            let _ = write!(
                svg,
                "<text class=\"band-name\" x=\"{:.1}\" y=\"16\">{}</text>",
                from + 6.0,
                escape(name)
            );
        }
    }
    let label = if phases.is_empty() { "" } else { "phase" };
    svg + &format!("<text class=\"lane\" x=\"0\" y=\"16\">{label}</text>")
}

/// One kind's ticks. Those that fall on the same half pixel are drawn once.
fn ticks(events: &[Event], kind: &str, axis: &Axis, middle: f64, lane: usize) -> String {
    let of_kind: Vec<&Event> = events.iter().filter(|event| event.kind == kind).collect();
    let mut seen = BTreeSet::new();
    let mut svg = format!(
        "<text class=\"lane\" x=\"0\" y=\"{:.1}\">{} ({})</text>\
         <path class=\"grid\" d=\"M{LEFT} {middle:.1}H{RIGHT}\"/>",
        middle + 4.0,
        escape(kind),
        of_kind.len()
    );
    for event in of_kind.iter().filter(|event| event.time_s.is_finite()) {
        let x = place(axis, event.time_s);
        if seen.insert((2.0 * x).round() as i64) {
            let _ = write!(
                svg,
                "<path class=\"tick s{lane}\" d=\"M{x:.1} {:.1}v12\"><title>{:.4} s: {}</title></path>",
                middle - 6.0,
                event.time_s,
                escape(&event.message)
            );
        }
    }
    svg
}

fn scale(axis: &Axis, bottom: f64) -> String {
    let mut svg = format!("<path class=\"axis\" d=\"M{LEFT} {bottom:.1}H{RIGHT}\"/>");
    for tick in axis.ticks(9) {
        let x = place(axis, tick.value);
        let _ = write!(
            svg,
            "<path class=\"axis\" d=\"M{x:.1} {bottom:.1}v4\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            bottom + 17.0,
            tick.label
        );
    }
    let (x, y) = (0.5 * (LEFT + RIGHT), bottom + 34.0);
    svg + &format!(
        "<text class=\"strong\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">time [s]</text>"
    )
}
