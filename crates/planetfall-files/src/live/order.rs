//! What a page may order.

use serde::{Deserialize, Serialize};

/// An order, as JSON `{"do":"step","ticks":1}`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Simulation time stands still.
    Pause,
    /// It goes on.
    Go,
    /// It goes on for some ticks, then stands still.
    Step {
        /// How many.
        #[serde(default = "one")]
        ticks: u64,
    },
    /// How fast simulation time goes by.
    Speed {
        /// Simulated seconds in a second; none is as fast as possible.
        factor: Option<f64>,
    },
    /// A rover by hand; held until it is changed.
    Drive {
        /// Share of its top speed.
        #[serde(default)]
        forward: f64,
        /// Share of its fastest turn; positive to the left.
        #[serde(default)]
        turn: f64,
        /// Share of its top speed; positive to the left.
        #[serde(default)]
        sideways: f64,
    },
    /// A rover goes to a place by itself.
    Goal {
        /// East and north, m.
        at_m: [f64; 2],
    },
    /// Wheels are held still; a goal is given up.
    Stop,
    /// A lever is put somewhere.
    Joint {
        /// Its name.
        lever: String,
        /// Where.
        value: f64,
    },
    /// A lander by hand; held until it is changed.
    Fly {
        /// Share of its thrust.
        throttle: f64,
        /// Share of its greatest tilt; positive lowers the right side.
        #[serde(default)]
        roll: f64,
        /// Share of its greatest tilt; positive lowers the front.
        #[serde(default)]
        pitch: f64,
        /// Share of its fastest turn; positive to the left.
        #[serde(default)]
        yaw: f64,
    },
    /// Lets go or cuts.
    Release {
        /// `VEHICLE.separate` or `CABLE.cut`.
        what: String,
    },
    /// The sun is moved.
    Sun {
        /// From north by east, degrees.
        azimuth_deg: f64,
        /// Above the horizontal, degrees.
        elevation_deg: f64,
    },
    /// Something fails.
    Strike {
        /// Its name among the faults that are offered.
        fault: String,
    },
    /// A fault is over.
    Mend {
        /// Its name.
        fault: String,
    },
    /// The vehicle is given back to the scenario's own controllers.
    Auto,
}

fn one() -> u64 {
    1
}

/// The range of speeds.
pub const SPEEDS: [f64; 2] = [0.05, 100.0];

/// Most ticks of one step: ten minutes of usual ticks.
const MOST_TICKS: u64 = 30_000;

impl Order {
    /// Whether its numbers make sense at all.
    ///
    /// # Errors
    /// A sentence for the user.
    pub fn check(&self) -> Result<(), String> {
        let share = |name: &str, value: f64, least: f64| match (least..=1.0).contains(&value) {
            true => Ok(()),
            false => Err(format!("`{name}` must lie between {least} and 1, and is {value}")),
        };
        match self {
            Self::Step { ticks } if !(1..=MOST_TICKS).contains(ticks) => {
                Err(format!("`ticks` must lie between 1 and {MOST_TICKS}, and is {ticks}"))
            }
            Self::Speed { factor: Some(factor) } if !(SPEEDS[0]..=SPEEDS[1]).contains(factor) => {
                let [least, most] = SPEEDS;
                Err(format!(
                    "`factor` must lie between {least} and {most}, or be null for as fast as \
                     possible, and is {factor}"
                ))
            }
            Self::Drive { forward, turn, sideways } => {
                share("forward", *forward, -1.0)?;
                share("turn", *turn, -1.0)?;
                share("sideways", *sideways, -1.0)
            }
            Self::Goal { at_m } if !at_m.iter().all(|part| part.is_finite()) => {
                Err("`at_m` must be two finite numbers, east and north".to_owned())
            }
            Self::Fly { throttle, roll, pitch, yaw } => {
                share("throttle", *throttle, 0.0)?;
                share("roll", *roll, -1.0)?;
                share("pitch", *pitch, -1.0)?;
                share("yaw", *yaw, -1.0)
            }
            Self::Sun { azimuth_deg, .. } if !azimuth_deg.is_finite() => {
                Err("`azimuth_deg` must be a finite number".to_owned())
            }
            Self::Sun { elevation_deg, .. } if !(-90.0..=90.0).contains(elevation_deg) => {
                Err(format!("`elevation_deg` must lie between -90 and 90, and is {elevation_deg}"))
            }
            Self::Pause
            | Self::Go
            | Self::Step { .. }
            | Self::Speed { .. }
            | Self::Goal { .. }
            | Self::Stop
            | Self::Joint { .. }
            | Self::Release { .. }
            | Self::Sun { .. }
            | Self::Strike { .. }
            | Self::Mend { .. }
            | Self::Auto => Ok(()),
        }
    }
}
