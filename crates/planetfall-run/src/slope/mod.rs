//! The slope study: how much a vehicle slips on slopes, over many samples of one random soil.
//!
//! G. Sohl, A. Jain, *Wheel-terrain contact modeling in the ROAMS planetary rover simulation*, ASME
//! DETC2005-85620, section 4: a vehicle drives uphill, downhill and across inclines of fixed angles, and
//! slip is drawn against slope with its spread (Figures 9 to 11). Slip is
//!
//! s = 1 − distance of the vehicle along its course / distance that the rims of its driven wheels rolled,
//!
//! positive where wheels turn more than the vehicle moves. The wheels' share in the commanded motion is
//! the time T that they have carried it out, T = Σ nᵢ rᵢ / Σ nᵢ² with nᵢ the commanded speed of rim i and
//! rᵢ the signed distance that it rolled; the distance rolled is then v T, which for straight driving is the mean of
//! the rᵢ, and the turn rolled ω T.

mod drive;
mod fit;
mod page;
pub(crate) mod simplex;
mod soil;
mod statistics;
mod survey;

pub use drive::{Made, Mishap};
pub use fit::{Fit, Free, Point, fit, points};
pub use soil::WheelSoil;
pub use statistics::Statistics;
pub use survey::{Row, Survey};

use crate::campaign::{self, Campaign, KeptSamples, Sample};
use drive::Command;
use planetfall_files::format::{Ink, Mistakes};
use planetfall_files::scenario::{Loaded, ScenarioFile};
use planetfall_files::vehicle::VehicleFile;
use std::num::NonZero;

/// What is studied.
#[derive(Clone, Debug, PartialEq)]
pub struct Study {
    /// A built-in vehicle's name, or the path of a TOML or URDF file.
    pub vehicle: String,
    /// What it drives on.
    pub soil: WheelSoil,
    /// m/s²
    pub gravity_m_per_s2: f64,
    /// Slopes, degrees.
    pub angles_deg: Vec<f64>,
    /// How it moves.
    pub motions: Vec<Motion>,
    /// Where it heads at the start.
    pub directions: Vec<Direction>,
    /// Runs of each case.
    pub samples: u64,
    /// All randomness follows from it.
    pub seed: u64,
    /// Speed of the body; of the outermost wheels in a turn in place, m/s.
    pub speed_m_per_s: f64,
    /// Distance that is counted, m.
    pub length_m: f64,
    /// Step of the simulation, s.
    pub step_s: f64,
}

/// Heading at the start, against the fall of the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// Up the fall line.
    Uphill,
    /// Down it.
    Downhill,
    /// Along the contour, downhill to the left.
    Across,
}

/// A motion primitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Motion {
    /// Straight ahead.
    Straight,
    /// On an arc to the left.
    Arc,
    /// Turning left on the spot.
    Turn,
}

/// One point of the curves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StudyCase {
    /// How it moves.
    pub motion: Motion,
    /// Where it heads at the start.
    pub direction: Direction,
    /// Slope, degrees.
    pub angle_deg: f64,
}

/// Why a study cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StudyError {
    /// In a sentence.
    #[error("{0}")]
    Input(String),
    /// Mistakes of a vehicle or of the soil, rendered with their places.
    #[error("{0}")]
    Mistakes(String),
}

/// Radius of arcs, m. Chosen.
pub const ARC_RADIUS_M: f64 = 3.0;
/// Time at the start of a straight drive that is not counted, s. Chosen: motors come up to speed in it.
pub const START_S: f64 = 1.0;
/// The same of an arc and a turn in place, s. Chosen: wheels steer in it.
pub const STEERING_S: f64 = 6.0;
/// Acceleration of gravity at the Earth's surface, m/s², rounded.
const EARTH: f64 = 9.81;
/// Acceleration of gravity on Mars at Gale crater, m/s².
const MARS: f64 = 3.7132;

impl Direction {
    /// All, in the order of the figures.
    pub const ALL: [Self; 3] = [Self::Uphill, Self::Downhill, Self::Across];

    /// As in tables and file names.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Uphill => "uphill",
            Self::Downhill => "downhill",
            Self::Across => "across",
        }
    }

    /// Of a name; also the paper's `cross-hill`.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        match name.trim() {
            "uphill" | "up" => Some(Self::Uphill),
            "downhill" | "down" => Some(Self::Downhill),
            "across" | "cross" | "cross-hill" => Some(Self::Across),
            _ => None,
        }
    }

    /// Anticlockwise from east; the ground falls west.
    fn yaw_deg(self) -> f64 {
        match self {
            Self::Uphill => 0.0,
            Self::Downhill => 180.0,
            Self::Across => 90.0,
        }
    }
}

impl Motion {
    /// All.
    pub const ALL: [Self; 3] = [Self::Straight, Self::Arc, Self::Turn];

    /// As in tables and file names.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Straight => "straight",
            Self::Arc => "arc",
            Self::Turn => "turn",
        }
    }

    /// Of a name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|motion| motion.name() == name.trim())
    }

    fn start_s(self) -> f64 {
        if self == Self::Straight { START_S } else { STEERING_S }
    }
}

impl Study {
    /// Gravity for a vehicle where none is given: the Earth's for `mer-dtm`, which was built to weigh on
    /// Earth what MER weighs on Mars, and Mars's for all others.
    #[must_use]
    pub fn gravity_of(vehicle: &str) -> f64 {
        if vehicle == "mer-dtm" { EARTH } else { MARS }
    }

    /// All cases, in the order of tables.
    #[must_use]
    pub fn cases(&self) -> Vec<StudyCase> {
        let mut cases = Vec::new();
        for motion in &self.motions {
            for direction in &self.directions {
                let with = |angle_deg: &f64| StudyCase {
                    motion: *motion,
                    direction: *direction,
                    angle_deg: *angle_deg,
                };
                cases.extend(self.angles_deg.iter().map(with));
            }
        }
        cases
    }

    /// Holds the study against its rules and loads every case once, so that no mistake costs a study.
    /// Returns what the user should know.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn check(&self) -> Result<Vec<String>, StudyError> {
        self.check_vehicle()?;
        let mut warnings: Vec<String> = Vec::new();
        let arm = self.arm_m()?;
        for case in self.cases() {
            let sample = self.sample(&case, 0, arm);
            let loaded = self.campaign().load(&sample).map_err(mistakes)?;
            let first = |text: &String| text.lines().next().unwrap_or_default().to_owned();
            warnings.extend(loaded.warnings.iter().map(first));
        }
        warnings.sort();
        warnings.dedup();
        let phi = self.soil.friction_angle_deg;
        for angle in self.angles_deg.iter().filter(|angle| **angle >= phi) {
            warnings.push(format!(
                "warning: a slope of {angle}° is not less than the soil's angle of friction, {phi}°: \
                 the vehicle may slide away"
            ));
        }
        Ok(warnings)
    }

    /// Runs all samples of all cases; `done` is called after each.
    ///
    /// # Errors
    /// If the study cannot be run at all; what fails in single runs is in the survey.
    pub fn run(&self, jobs: NonZero<usize>, done: impl Fn() + Sync) -> Result<Survey, StudyError> {
        self.run_kept(jobs, None, done)
    }

    /// The same; samples are kept as they are finished, and those that were kept before are not made again.
    ///
    /// # Errors
    /// The mistakes in what all of them have in common.
    pub fn run_kept(
        &self,
        jobs: NonZero<usize>,
        kept: Option<&KeptSamples>,
        done: impl Fn() + Sync,
    ) -> Result<Survey, StudyError> {
        let (cases, arm) = (self.cases(), self.arm_m()?);
        let runs = cases.iter().flat_map(|case| (0..self.samples).map(|number| (*case, number)));
        let runs: Vec<(StudyCase, u64)> = runs.collect();
        let campaign = self.campaign();
        let made = campaign::in_order(&runs, jobs, |(case, number)| {
            let made = match campaign.load(&self.sample(case, *number, arm)) {
                Ok(loaded) => {
                    let command = self.command(case.motion, arm);
                    let make = |_: &std::path::Path| drive::drive(&loaded, &command);
                    match kept {
                        Some(kept) => {
                            let what = format!("{command:?}");
                            kept.or_make(&loaded, &what, Made::load, make, Made::save)
                        }
                        None => drive::drive(&loaded, &command),
                    }
                }
                Err(mistakes) => Err(Mishap::Refused(mistakes.text)),
            };
            done();
            made
        });
        let per_case = usize::try_from(self.samples).unwrap_or(usize::MAX).max(1);
        let rows = cases.into_iter().zip(made.chunks(per_case));
        let rows = rows.map(|(case, made)| Row { case, made: made.to_vec() }).collect();
        Ok(Survey { study: self.clone(), rows })
    }

    /// A case's scenario.
    ///
    /// # Errors
    /// The mistakes in it.
    pub fn load(&self, case: &StudyCase, number: u64) -> Result<Loaded, StudyError> {
        let sample = self.sample(case, number, self.arm_m()?);
        self.campaign().load(&sample).map_err(mistakes)
    }

    /// Distance of the outermost wheels from the middle: in a turn in place they roll with the speed.
    fn arm_m(&self) -> Result<f64, StudyError> {
        let level =
            StudyCase { motion: Motion::Straight, direction: Direction::Uphill, angle_deg: 0.0 };
        let loaded = self.campaign().load(&self.sample(&level, 0, 1.0)).map_err(mistakes)?;
        drive::arm(&loaded).map_err(StudyError::Input)
    }

    /// What the driver is commanded.
    fn command(&self, motion: Motion, arm_m: f64) -> Command {
        let speed = self.speed_m_per_s;
        let (forward, turn) = match motion {
            Motion::Straight => (speed, 0.0),
            Motion::Arc => (speed, speed / ARC_RADIUS_M),
            Motion::Turn => (0.0, speed / arm_m),
        };
        Command { forward, turn, start_s: motion.start_s() }
    }

    fn check_vehicle(&self) -> Result<(), StudyError> {
        let name = &self.vehicle;
        let file = VehicleFile::find(name, None).map_err(|error| {
            let known: Vec<&str> = planetfall_files::vehicle::builtins().iter().map(|known| known.name).collect();
            StudyError::Input(format!(
                "{name}: no built-in vehicle has this name, and as a file: {error}; built in are {}",
                known.join(", ")
            ))
        })?;
        let loaded = file.load(Ink::Plain);
        loaded.map(|_| ()).map_err(|mistakes| StudyError::Mistakes(mistakes.text))
    }

    fn campaign(&self) -> Campaign {
        let name = format!("slope study on {}", self.soil.name);
        Campaign::new(ScenarioFile::from_text(&name, &self.text()), self.seed)
    }

    fn sample(&self, case: &StudyCase, number: u64, arm_m: f64) -> Sample {
        let set = |key: &str, value: String| (key.to_owned(), value);
        let counted_s = self.length_m / self.speed_m_per_s;
        let duration_s = case.motion.start_s() + counted_s;
        let yaw = case.direction.yaw_deg();
        let settings = vec![
            set("duration_s", format!("{:?}", rounded(duration_s))),
            set("terrain.slope_deg", format!("{:?}", case.angle_deg)),
            set("vehicle[0].start.yaw_pitch_roll_deg", format!("[{yaw:?}, 0.0, 0.0]")),
            set("vehicle[0].drive", self.legs(case.motion, rounded(duration_s), arm_m)),
        ];
        Sample { number, settings }
    }

    /// The drive as it would stand in a file.
    fn legs(&self, motion: Motion, duration_s: f64, arm_m: f64) -> String {
        let Command { forward: speed, turn, .. } = self.command(motion, arm_m);
        let how = match motion {
            Motion::Straight => format!("\"straight\", speed_m_per_s = {speed:?}"),
            Motion::Arc => {
                format!("\"arc\", speed_m_per_s = {speed:?}, radius_m = {ARC_RADIUS_M:?}")
            }
            Motion::Turn => {
                format!("\"turn_in_place\", rate_deg_per_s = {:?}", turn.to_degrees())
            }
        };
        format!("[{{ motion = {how}, duration_s = {duration_s:?} }}]")
    }

    /// The scenario that all samples share.
    fn text(&self) -> String {
        let vehicle = serde_json::Value::from(self.vehicle.as_str());
        format!(
            "title = \"Slope study\"\nduration_s = 1.0\n[gravity]\nacceleration_m_per_s2 = {:?}\n\
             [terrain]\nkind = \"incline\"\nslope_deg = 0.0\ndownhill_heading_deg = 270.0\n\
             [[vehicle]]\nname = \"rover\"\nmodel = {vehicle}\n[vehicle.start]\nheight_m = 0.0\n\
             height_of = \"settled\"\nbeyond_friction = \"slide\"\n[stepping]\nmethod = \"implicit\"\nstep_s = {:?}\n\
             [record]\nperiod_s = 1.0\n[ground]\n{}",
            self.gravity_m_per_s2, self.step_s, self.soil.text
        )
    }
}

fn mistakes(mistakes: Mistakes) -> StudyError {
    StudyError::Mistakes(mistakes.text)
}

/// To a tenth of a second, on which every reasonable step ends.
fn rounded(seconds: f64) -> f64 {
    (10.0 * seconds).ceil() / 10.0
}
