//! The page of a slope study: slip against slope with its spread, one panel per direction.

use super::{Direction, Made, Motion, Point, Row, Statistics, Survey};
use planetfall_report::report::{SlopePage, SlopePanel};

impl Survey {
    /// What its page shows; measured points, if there are any, are drawn beside it.
    #[must_use]
    pub fn page(&self, measured: &[Point]) -> SlopePage {
        let study = &self.study;
        let banner = format!(
            "{} samples of each case on the soil of {}, gravity {} m/s², {} m at {} m/s, seed {}. \
             Slip is 1 − way made / way rolled by the rims.",
            study.samples,
            study.soil.name,
            study.gravity_m_per_s2,
            study.length_m,
            study.speed_m_per_s,
            study.seed
        );
        let panels = panels(self).into_iter().map(|panel| drawn(self, measured, panel));
        SlopePage {
            title: format!("{}: slip against slope", study.vehicle),
            banner,
            panels: panels.collect(),
            table: self.table(),
            soil: study.soil.text.clone(),
        }
    }
}

/// One drawing.
#[derive(Clone, Copy, PartialEq)]
struct Panel {
    motion: Motion,
    direction: Direction,
    what: What,
}

/// What is drawn against the slope.
#[derive(Clone, Copy, PartialEq)]
enum What {
    Slip,
    SlipAngle,
}

impl Panel {
    fn file_name(&self) -> String {
        let what = if self.what == What::Slip { "slip" } else { "slip-angle" };
        format!("{what}-{}-{}.svg", self.motion.name(), self.direction.name())
    }

    /// What is drawn of a run: percent, or degrees.
    fn value(&self, made: &Made) -> f64 {
        match self.what {
            What::Slip => 100.0 * made.judged(self.motion),
            What::SlipAngle => made.slip_angle_deg,
        }
    }

    fn title(&self) -> String {
        let what = if self.what == What::Slip { "" } else { ": drift downhill" };
        format!("{}, {}{what}", capital(self.motion.name()), self.direction.name())
    }

    fn axis(&self) -> &'static str {
        match (self.what, self.motion) {
            (What::SlipAngle, _) => "Slip angle [°]",
            (What::Slip, Motion::Turn) => "Slip of the turn [%]",
            (What::Slip, _) => "Slip [%]",
        }
    }
}

/// Slip for each motion and direction; across a slope the slip angle too, which is what grows there.
fn panels(survey: &Survey) -> Vec<Panel> {
    let mut panels = Vec::new();
    for row in &survey.rows {
        let slip =
            Panel { motion: row.case.motion, direction: row.case.direction, what: What::Slip };
        if panels.contains(&slip) {
            continue;
        }
        panels.push(slip);
        if slip.motion == Motion::Straight && slip.direction == Direction::Across {
            panels.push(Panel { what: What::SlipAngle, ..slip });
        }
    }
    panels
}

fn drawn(survey: &Survey, measured: &[Point], panel: Panel) -> SlopePanel {
    let Panel { motion, direction, what } = panel;
    let own = |row: &&Row| row.case.motion == motion && row.case.direction == direction;
    let rows: Vec<&Row> = survey.rows.iter().filter(own).collect();
    let finite = |point: &[f64; 2]| point.iter().all(|x| x.is_finite());
    let known = |row: &Row| row.statistics(|made| panel.value(made));
    let mean: Vec<[f64; 2]> =
        rows.iter().map(|row| [row.case.angle_deg, known(row).mean]).collect();
    let mean = mean.split(|point| !finite(point)).filter(|line| !line.is_empty());
    let spread = rows.iter().map(|row| bar(row.case.angle_deg, &known(row)));
    let spread = spread.filter(|line| line.iter().all(&finite)).collect();
    let dots = rows.iter().flat_map(|row| {
        let runs = row.made.iter().flatten().map(|made| [row.case.angle_deg, panel.value(made)]);
        runs.filter(&finite).map(|dot| vec![dot])
    });
    let series = |label: &str, lines| (label.to_owned(), lines);
    let mut all = vec![
        series("mean", mean.map(<[_]>::to_vec).collect()),
        series("± one standard deviation", spread),
        series("runs", dots.collect()),
    ];
    let shown = motion == Motion::Straight && what == What::Slip;
    let given = measured.iter().filter(|point| shown && point.direction == direction);
    let given: Vec<Vec<[f64; 2]>> =
        given.map(|point| vec![[point.angle_deg, 100.0 * point.slip]]).collect();
    if !given.is_empty() {
        all.push(series("measured", given));
    }
    SlopePanel {
        file_name: panel.file_name(),
        title: panel.title(),
        y_label: panel.axis().to_owned(),
        series: all,
        angles_deg: angle_range(&survey.study.angles_deg, measured),
    }
}

/// Half of the length of a bar's ends, degrees.
const END: f64 = 0.3;
/// Space beside the outermost slopes, degrees.
const AXIS_MARGIN: f64 = 1.0;

/// A bar of one standard deviation to both sides, with ends.
fn bar(angle: f64, of: &Statistics) -> Vec<[f64; 2]> {
    let [low, high] = [of.mean - of.deviation, of.mean + of.deviation];
    let at = |side: f64, y: f64| [angle + side * END, y];
    vec![at(-1.0, low), at(1.0, low), at(0.0, low), at(0.0, high), at(-1.0, high), at(1.0, high)]
}

/// All slopes, with room for dots on the outermost.
fn angle_range(angles: &[f64], measured: &[Point]) -> [f64; 2] {
    let all = || angles.iter().copied().chain(measured.iter().map(|point| point.angle_deg));
    let from = all().fold(f64::INFINITY, f64::min) - AXIS_MARGIN;
    [from, all().fold(f64::NEG_INFINITY, f64::max) + AXIS_MARGIN]
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
