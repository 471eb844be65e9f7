//! Fitting the soil's randomness to measured slip, as the paper does: Monte Carlo runs for trial
//! parameters, and the set that comes nearest to all measured points.
//!
//! The mean of the samples' slip is held against each point; what is least is Σ w (mean − slip)² / Σ w.
//! Samples have the same seeds for every trial (common random numbers), so that the sum is a function of
//! the parameters alone: it is asked for on a coarse grid and then followed downhill from the grid's best
//! place by Nelder and Mead's simplex. All of it is deterministic. What is left on those samples is less
//! than on any others, since the parameters were chosen for them: the fitted soil is scored on as many
//! samples of another seed as well.

use super::simplex;
use super::{Direction, Motion, Study, StudyCase, StudyError, WheelSoil};
use crate::campaign::KeptSamples;
use std::num::NonZero;

/// A measured slip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Heading against the slope.
    pub direction: Direction,
    /// Slope, degrees.
    pub angle_deg: f64,
    /// As a share: 0.2 is 20 %.
    pub slip: f64,
    /// How much it counts.
    pub weight: f64,
}

/// What may be changed besides p₁ and p₂.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Free {
    /// φ, within 8° of the soil's.
    pub friction_angle: bool,
    /// Between 3 mm and 10 cm.
    pub correlation_length: bool,
}

/// The soil that comes nearest.
#[derive(Clone, Debug)]
pub struct Fit {
    /// It.
    pub soil: WheelSoil,
    /// Keys that were free, with their values.
    pub found: Vec<(&'static str, f64)>,
    /// Root of the weighted mean square of what is left, and the same with the soil as it was given.
    pub residual: f64,
    /// See `residual`.
    pub residual_before: f64,
    /// The same as `residual` on samples of another seed, on which nothing was fitted: what the soil is
    /// worth.
    pub residual_fresh: f64,
    /// Each point with the mean slip of the fitted soil, on the samples of the fit and on fresh ones.
    pub points: Vec<(Point, f64, f64)>,
    /// Trial parameters that were run.
    pub trials: usize,
}

/// What makes another seed of one: its bits are exchanged where these are set. The fraction of the golden
/// ratio in 64 bits.
const FRESH: u64 = 0x9e37_79b9_7f4a_7c15;
/// Greatest p₁ of a fit. Chosen: a quarter of all draws is clamped at zero there.
const MOST_DEVIATION: f64 = 1.5;
/// How far φ may go from where it was, degrees. Chosen.
const ANGLE_RANGE: f64 = 8.0;
/// Ends of the correlation length, m. Chosen.
const LENGTHS: [f64; 2] = [0.003, 0.1];
/// Values along an axis of the grid: p₁, p₂/p₁, then others.
const GRID: [usize; 4] = [5, 3, 3, 3];
/// Most trials of the simplex for each free parameter. Chosen.
const TRIALS: usize = 25;
/// What is left of a case of which no run could be counted, and the most that counts of any: a vehicle
/// that slides away has no end of slip.
const LOST: f64 = 3.0;

/// Reads measured points: columns `direction`, `angle_deg`, `slip` and, if there is one, `weight`. Lines
/// that begin with `#` and empty ones are passed over.
///
/// # Errors
/// What is wrong, with its line.
pub fn points(text: &str) -> Result<Vec<Point>, String> {
    let cells = |line: &str| -> Vec<String> {
        line.split(',').map(|cell| cell.trim().trim_matches('"').to_owned()).collect()
    };
    let mut lines = text.lines().enumerate().filter(|(_, line)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    let header = lines.next().map(|(_, line)| cells(line)).unwrap_or_default();
    let column = |name: &str| header.iter().position(|known| known == name);
    let wanted = |name: &str| {
        let known = header.join(", ");
        let missing = format!("there is no column `{name}`; the first line names: {known}");
        column(name).ok_or(missing)
    };
    let places = [wanted("direction")?, wanted("angle_deg")?, wanted("slip")?];
    let weight = column("weight");
    let mut points = Vec::new();
    for (number, line) in lines {
        let cells = cells(line);
        let at = |place: usize| cells.get(place).map_or("", String::as_str);
        let point = point(places.map(at), weight.map(at));
        points.push(point.map_err(|what| format!("line {}: {what}", number + 1))?);
    }
    if points.is_empty() {
        return Err("there are no points in it".to_owned());
    }
    Ok(points)
}

fn point([direction, angle, slip]: [&str; 3], weight: Option<&str>) -> Result<Point, String> {
    let number = |cell: &str, name: &str, fits: fn(f64) -> bool, rule: &str| {
        let known = cell.parse::<f64>().ok().filter(|value| value.is_finite() && fits(*value));
        known.ok_or_else(|| format!("`{cell}` is no {name}: {rule}"))
    };
    let words = "direction is uphill, downhill or across";
    Ok(Point {
        direction: Direction::of(direction).ok_or(format!("`{direction}`: {words}"))?,
        angle_deg: number(angle, "angle", |x| (0.0..60.0).contains(&x), "degrees from 0 to 60")?,
        slip: number(slip, "slip", |x| x.abs() <= 2.0, "a share, 0.2 for 20 %, between -2 and 2")?,
        weight: match weight {
            None | Some("") => 1.0,
            Some(cell) => number(cell, "weight", |x| x > 0.0, "a number greater than zero")?,
        },
    })
}

/// Finds p₁, p₂ and what else is free. `progress` gets the number of trials so far and the least residual.
///
/// # Errors
/// If the study cannot be run with the soil as it is.
pub fn fit(
    study: &Study,
    points: &[Point],
    free: Free,
    (jobs, kept): (NonZero<usize>, Option<&KeptSamples>),
    mut progress: impl FnMut(usize, f64),
) -> Result<Fit, StudyError> {
    let range = Range::new(study, free);
    let trial = Trial { study, points, jobs, kept };
    let residual_before = trial.residual(&study.soil)?.0;
    let (mut trials, mut least) = (0, residual_before);
    let mut ask = |place: &[f64]| -> f64 {
        let residual = trial.residual(&range.soil(&study.soil, place));
        let residual = residual.map_or(f64::INFINITY, |(residual, _)| residual);
        trials += 1;
        least = least.min(residual);
        progress(trials, least);
        residual
    };
    let mut best: simplex::Found = (vec![0.5; range.axes()], f64::INFINITY);
    for place in range.grid() {
        let value = ask(&place);
        if value < best.1 {
            best = (place, value);
        }
    }
    let most = TRIALS * range.axes();
    let best = simplex::search(&best.0, 0.12, 1e-4, most, &mut ask);
    let soil = range.soil(&study.soil, &best.0);
    let (residual, slips) = trial.residual(&soil)?;
    let fresh = Study { seed: study.seed ^ FRESH, ..study.clone() };
    let fresh = Trial { study: &fresh, points, jobs, kept };
    let (residual_fresh, fresh) = fresh.residual(&soil)?;
    let found = range.found(&soil);
    let slips = slips.into_iter().zip(fresh);
    let points =
        points.iter().zip(slips).map(|(point, (own, fresh))| (*point, own, fresh)).collect();
    Ok(Fit { soil, found, residual, residual_before, residual_fresh, points, trials })
}

/// From a place in the unit cube to a soil.
struct Range {
    free: Free,
    friction_angle_deg: f64,
}

impl Range {
    fn new(study: &Study, free: Free) -> Self {
        Self { free, friction_angle_deg: study.soil.friction_angle_deg }
    }

    fn axes(&self) -> usize {
        2 + usize::from(self.free.friction_angle) + usize::from(self.free.correlation_length)
    }

    /// Middles of equal parts along each axis.
    fn grid(&self) -> Vec<Vec<f64>> {
        let mut places = vec![Vec::new()];
        for count in GRID.into_iter().take(self.axes()) {
            let longer = |place: &Vec<f64>| {
                let middles = (0..count).map(|part| (part as f64 + 0.5) / count as f64);
                let grown = middles.map(|x| place.iter().copied().chain([x]).collect());
                grown.collect::<Vec<Vec<f64>>>()
            };
            places = places.iter().flat_map(longer).collect();
        }
        places
    }

    fn soil(&self, soil: &WheelSoil, place: &[f64]) -> WheelSoil {
        let mut place = place.iter().copied();
        let mut next = || place.next().unwrap_or(0.5);
        let deviation = MOST_DEVIATION * next();
        let fall = deviation * next();
        let mut soil = soil.with("strength_deviation", deviation).with("strength_fall", fall);
        if self.free.friction_angle {
            let angle = self.friction_angle_deg + ANGLE_RANGE * (2.0 * next() - 1.0);
            soil = soil.with("friction_angle_deg", angle.clamp(1.0, 60.0));
        }
        if self.free.correlation_length {
            let [short, long] = LENGTHS;
            soil = soil.with("correlation_length_m", short * (long / short).powf(next()));
        }
        soil
    }

    fn found(&self, soil: &WheelSoil) -> Vec<(&'static str, f64)> {
        let keys = [
            (true, "strength_deviation"),
            (true, "strength_fall"),
            (self.free.friction_angle, "friction_angle_deg"),
            (self.free.correlation_length, "correlation_length_m"),
        ];
        let free = keys.into_iter().filter(|(free, _)| *free);
        free.filter_map(|(_, key)| Some((key, soil.number(key)?))).collect()
    }
}

/// What is asked for each trial.
struct Trial<'a> {
    study: &'a Study,
    points: &'a [Point],
    jobs: NonZero<usize>,
    kept: Option<&'a KeptSamples>,
}

impl Trial<'_> {
    /// What is left with a soil, and its mean slip at each point.
    fn residual(&self, soil: &WheelSoil) -> Result<(f64, Vec<f64>), StudyError> {
        let mut slips = vec![f64::NAN; self.points.len()];
        for direction in Direction::ALL {
            let own = || self.points.iter().filter(|point| point.direction == direction);
            let mut angles_deg: Vec<f64> = own().map(|point| point.angle_deg).collect();
            angles_deg.sort_by(f64::total_cmp);
            angles_deg.dedup();
            let study = Study {
                soil: soil.clone(),
                directions: vec![direction],
                motions: vec![Motion::Straight],
                angles_deg,
                ..self.study.clone()
            };
            for row in study.run_kept(self.jobs, self.kept, || {})?.rows {
                let StudyCase { angle_deg, .. } = row.case;
                let found = self.points.iter().zip(&mut slips).filter(|(point, _)| {
                    point.direction == direction && point.angle_deg == angle_deg
                });
                found.for_each(|(_, slip)| *slip = row.slip().mean);
            }
        }
        let (mut sum, mut weights) = (0.0, 0.0);
        for (point, slip) in self.points.iter().zip(&slips) {
            let left = if slip.is_finite() { slip - point.slip } else { LOST };
            let left = left.clamp(-LOST, LOST);
            sum += point.weight * left * left;
            weights += point.weight;
        }
        Ok(((sum / weights).sqrt(), slips))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measured_points_are_read_with_and_without_weights() {
        let text =
            "# DTM\ndirection, angle_deg, slip, weight\nuphill, 10, 0.2, 2\n\ncross-hill,5,0.05,\n";
        let read = points(text).unwrap();
        assert_eq!(read.len(), 2);
        assert_eq!((read[0].direction, read[0].weight), (Direction::Uphill, 2.0));
        assert_eq!((read[1].direction, read[1].weight), (Direction::Across, 1.0));
    }

    #[test]
    fn each_bad_line_is_reported_with_its_number() {
        let wrong = |line: &str| points(&format!("direction,angle_deg,slip\n{line}")).unwrap_err();
        assert!(wrong("sideways,5,0.1").starts_with("line 2: `sideways`"));
        assert!(wrong("uphill,95,0.1").contains("degrees from 0 to 60"));
        assert!(wrong("uphill,5,20").contains("0.2 for 20 %"));
        assert!(wrong("uphill,5").contains("no slip"));
        assert!(points("direction,slip\nuphill,1").unwrap_err().contains("`angle_deg`"));
        assert!(points("").is_err() && points("direction,angle_deg,slip\n").is_err());
    }
}
