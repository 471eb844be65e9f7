//! `planetfall rut`: the profile of soil along a line, before and after a run, and the ruts that it
//! crosses.
//!
//! A rut is a stretch of the line in which soil lies lower than it was found. Its width is that stretch,
//! from crossing to crossing of the ground as found; its depth the greatest drop in it; its area what is
//! missing of the section. A berm is soil that lies higher than it was found, beside a rut and as far as
//! the next one: its height is the greatest rise.

use planetfall_files::run_folder::Ruts;
use std::fmt::Write;

/// Soil along a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// East and north of its start, m.
    pub from_m: [f64; 2],
    /// East and north of its end, m.
    pub to_m: [f64; 2],
    /// From the start to the end, evenly spaced.
    pub points: Vec<ProfilePoint>,
    /// In the order of the line.
    pub ruts: Vec<Rut>,
}

/// Soil at a point of the line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProfilePoint {
    /// From the line's start, m.
    pub along_m: f64,
    /// Height as it was found, m; not a number where nothing is kept.
    pub before_m: f64,
    /// Height after the run, m; not a number where nothing is kept.
    pub after_m: f64,
}

/// A rut that the line crosses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rut {
    /// Where it begins and ends on the line, m from its start.
    pub from_m: f64,
    /// See `from_m`.
    pub to_m: f64,
    /// Greatest drop below the ground as found, m.
    pub depth_m: f64,
    /// Where that is, m from the line's start.
    pub deepest_at_m: f64,
    /// What is missing of the section, m².
    pub area_m2: f64,
    /// Heights of the berms towards the line's start and towards its end, m.
    pub berms_m: [f64; 2],
}

impl Rut {
    /// From edge to edge, m.
    #[must_use]
    pub fn width_m(&self) -> f64 {
        self.to_m - self.from_m
    }
}

/// Why there is no profile.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ProfileError {
    /// The line is none.
    #[error("--from and --to must be two different places, numbers of metres")]
    NoLine,
    /// Nothing is known along it.
    #[error(
        "the line from {from:?} to {to:?} m lies where the run left the soil alone: it moved soil from \
         {west:.2} to {east:.2} m east and {south:.2} to {north:.2} m north"
    )]
    Beside {
        /// The line's start.
        from: [f64; 2],
        /// Its end.
        to: [f64; 2],
        /// Ends of what was moved, m.
        west: f64,
        /// See `west`.
        east: f64,
        /// See `west`.
        south: f64,
        /// See `west`.
        north: f64,
    },
}

/// Points per distance of soil nodes. Chosen.
const FINENESS: f64 = 4.0;
/// Points of a line, at most. Chosen.
const MOST_POINTS: f64 = 200_000.0;

impl Profile {
    /// Soil from one place to another, and ruts of at least a depth, m.
    ///
    /// # Errors
    /// If the line is none, or nothing is known of the soil along it.
    pub fn along(
        ruts: &Ruts,
        from_m: [f64; 2],
        to_m: [f64; 2],
        least_depth_m: f64,
    ) -> Result<Self, ProfileError> {
        let [east, north] = [to_m[0] - from_m[0], to_m[1] - from_m[1]];
        let length = east.hypot(north);
        if !(length > 0.0 && length.is_finite()) {
            return Err(ProfileError::NoLine);
        }
        let cells = (FINENESS * length / ruts.spacing_m).ceil().clamp(1.0, MOST_POINTS);
        let point = |index: usize| {
            let share = index as f64 / cells;
            let found = ruts.at(from_m[0] + share * east, from_m[1] + share * north);
            let [before_m, after_m] = found.map_or([f64::NAN; 2], |at| [at.before_m, at.after_m]);
            ProfilePoint { along_m: share * length, before_m, after_m }
        };
        let points: Vec<ProfilePoint> = (0..=cells as usize).map(point).collect();
        if points.iter().all(|point| point.after_m.is_nan()) {
            let [west, east, south, north] = ruts.bounds().unwrap_or_default();
            return Err(ProfileError::Beside { from: from_m, to: to_m, west, east, south, north });
        }
        let found = find(&points, least_depth_m);
        Ok(Self { from_m, to_m, points, ruts: found })
    }

    /// Where a point of the line is, east and north, m.
    #[must_use]
    pub fn place(&self, along_m: f64) -> [f64; 2] {
        let line = [self.to_m[0] - self.from_m[0], self.to_m[1] - self.from_m[1]];
        let share = along_m / line[0].hypot(line[1]);
        [self.from_m[0] + share * line[0], self.from_m[1] + share * line[1]]
    }

    /// The points as comma-separated values.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut text = "along_m,east_m,north_m,before_m,after_m,rise_m\n".to_owned();
        for point in &self.points {
            let [east, north] = self.place(point.along_m);
            let ProfilePoint { along_m, before_m, after_m } = *point;
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "{along_m:.6},{east:.6},{north:.6},{before_m:.6},{after_m:.6},{:.6}",
                point.rise_m()
            );
        }
        text
    }

    /// The ruts as a table.
    #[must_use]
    pub fn table(&self) -> String {
        if self.ruts.is_empty() {
            return "no rut: the soil lies nowhere lower than it was found\n".to_owned();
        }
        let mut text = format!(
            "{:>4} {:>9} {:>9} {:>9} {:>9} {:>11} {:>10} {:>10}\n",
            "rut",
            "from [m]",
            "to [m]",
            "depth [mm]",
            "width [mm]",
            "area [cm²]",
            "berm [mm]",
            "berm [mm]"
        );
        for (index, rut) in self.ruts.iter().enumerate() {
            let _ = writeln!(
                text,
                "{:>4} {:>9.3} {:>9.3} {:>10.1} {:>10.0} {:>10.1} {:>10.1} {:>10.1}",
                index + 1,
                rut.from_m,
                rut.to_m,
                1e3 * rut.depth_m,
                1e3 * rut.width_m(),
                1e4 * rut.area_m2,
                1e3 * rut.berms_m[0],
                1e3 * rut.berms_m[1]
            );
        }
        text
    }
}

impl ProfilePoint {
    /// How much higher the soil lies than it was found, m.
    #[must_use]
    pub fn rise_m(&self) -> f64 {
        self.after_m - self.before_m
    }
}

fn find(points: &[ProfilePoint], least_depth_m: f64) -> Vec<Rut> {
    let mut ruts = Vec::new();
    let mut first = 0;
    while first < points.len() {
        let low = |point: &ProfilePoint| point.rise_m() < 0.0;
        let Some(start) = points[first..].iter().position(low).map(|at| first + at) else { break };
        let end = points[start..].iter().position(|point| !low(point));
        let end = end.map_or(points.len(), |at| start + at);
        if let Some(rut) = measured(points, start, end).filter(|rut| rut.depth_m >= least_depth_m) {
            ruts.push(rut);
        }
        first = end;
    }
    let edges: Vec<(f64, f64)> = ruts.iter().map(|rut: &Rut| (rut.from_m, rut.to_m)).collect();
    for (index, rut) in ruts.iter_mut().enumerate() {
        let before = if index == 0 { f64::NEG_INFINITY } else { edges[index - 1].1 };
        let after = edges.get(index + 1).map_or(f64::INFINITY, |edge| edge.0);
        rut.berms_m =
            [(before, rut.from_m), (rut.to_m, after)].map(|between| highest(points, between));
    }
    ruts
}

/// The rut of the points from one to before another.
fn measured(points: &[ProfilePoint], start: usize, end: usize) -> Option<Rut> {
    let deepest = points[start..end].iter().min_by(|a, b| a.rise_m().total_cmp(&b.rise_m()))?;
    let edge = |inside: usize, outside: Option<usize>| {
        let (inner, outer) = (points[inside], outside.and_then(|at| points.get(at)));
        match outer.filter(|outer| outer.rise_m() >= 0.0) {
            // Where the straight line between the two points crosses the ground as found.
            Some(outer) => {
                let share = inner.rise_m() / (inner.rise_m() - outer.rise_m());
                inner.along_m + share * (outer.along_m - inner.along_m)
            }
            None => inner.along_m,
        }
    };
    let from_m = edge(start, start.checked_sub(1));
    let to_m = edge(end - 1, Some(end));
    let inner = &points[start..end];
    let between = inner.windows(2).map(|pair| match pair {
        [a, b] => -0.5 * (a.rise_m() + b.rise_m()) * (b.along_m - a.along_m),
        _ => 0.0,
    });
    let ends = [(from_m, inner.first()), (to_m, inner.last())];
    let corners = ends.into_iter().filter_map(|(edge, point)| {
        point.map(|point| -0.5 * point.rise_m() * (point.along_m - edge).abs())
    });
    Some(Rut {
        from_m,
        to_m,
        depth_m: -deepest.rise_m(),
        deepest_at_m: deepest.along_m,
        area_m2: between.chain(corners).sum(),
        berms_m: [0.0; 2],
    })
}

fn highest(points: &[ProfilePoint], (from, to): (f64, f64)) -> f64 {
    let between = points.iter().filter(|point| (from..=to).contains(&point.along_m));
    between.map(ProfilePoint::rise_m).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use planetfall_files::run_folder::RutTile;
    use std::collections::BTreeMap;

    /// Ground on a slope of 10 % along y with a rut along y: 20 mm deep, 0.4 m wide from −0.2 to 0.2 m
    /// east, of the section of a V, and a berm of 5 mm from 0.2 to 0.3 m east.
    fn grooved() -> Ruts {
        let (spacing, side) = (0.01, 32);
        let tile = |row: i32, column: i32| {
            let mut tile = RutTile::default();
            for j in 0..=side {
                for i in 0..=side {
                    let x = f64::from(column * side + i) * spacing;
                    let y = f64::from(row * side + j) * spacing;
                    let rise = match x {
                        x if x.abs() <= 0.2 => -0.02 * (1.0 - x.abs() / 0.2),
                        x if (0.2..0.3).contains(&x) => 0.005 * (1.0 - (x - 0.25).abs() / 0.05),
                        _ => 0.0,
                    };
                    tile.before.push((0.1 * y) as f32);
                    tile.after.push((0.1 * y + rise) as f32);
                    tile.time.push(if rise == 0.0 { f32::NAN } else { 1.0 });
                }
            }
            tile
        };
        let keys = (-2..2).flat_map(|row| (-2..2).map(move |column| (row, column)));
        let tiles: BTreeMap<_, _> =
            keys.map(|(row, column)| ((row, column), tile(row, column))).collect();
        Ruts { spacing_m: spacing, base_m: 0.0, side: side as u32, tiles }
    }

    #[test]
    fn a_rut_of_known_section_has_its_depth_width_area_and_berms() {
        let profile = Profile::along(&grooved(), [-0.5, 0.1], [0.5, 0.1], 1e-3).unwrap();
        assert_eq!(profile.ruts.len(), 1, "{:?}", profile.ruts);
        let rut = profile.ruts[0];
        assert!((rut.depth_m - 0.02).abs() < 1e-6, "{rut:?}");
        assert!((rut.width_m() - 0.4).abs() < 1e-6, "{rut:?}");
        assert!((rut.area_m2 - 0.5 * 0.4 * 0.02).abs() < 1e-7, "{rut:?}");
        assert!((rut.deepest_at_m - 0.5).abs() < 1e-6, "{rut:?}");
        assert!(rut.berms_m[0].abs() < 1e-6 && (rut.berms_m[1] - 0.005).abs() < 1e-6, "{rut:?}");
    }

    #[test]
    fn a_line_at_an_angle_crosses_a_rut_that_is_wider_by_its_cosine() {
        let profile = Profile::along(&grooved(), [-0.4, -0.4], [0.4, 0.4], 1e-3).unwrap();
        let rut = profile.ruts[0];
        assert!((rut.width_m() - 0.4 * 2f64.sqrt()).abs() < 2e-3, "{rut:?}");
        assert!((rut.depth_m - 0.02).abs() < 2e-4, "{rut:?}");
    }

    #[test]
    fn a_line_beside_all_soil_is_reported_where_there_is_some() {
        let error =
            Profile::along(&grooved(), [5.0, 5.0], [6.0, 5.0], 0.0).unwrap_err().to_string();
        assert!(error.contains("from -0.19 to 0.29 m east"), "{error}");
        assert!(Profile::along(&grooved(), [1.0, 1.0], [1.0, 1.0], 0.0).is_err());
    }
}
