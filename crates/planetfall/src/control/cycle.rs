//! Joints that go through the same positions again and again, by the clock: gaits of legs.
//!
//! A cycle is a closed curve of positions over a share of its period, straight between points. Every
//! joint goes through it, each ahead of the clock by its own phase, so that one curve serves all legs.

use super::{Command, Controller, SensorView};
use crate::math::time::Time;
use crate::vehicle::MotorCommand;

/// Positions commanded to joints by the clock, over and over.
#[derive(Clone, Debug, PartialEq)]
pub struct Cycle {
    /// Links among those of the world whose joints' motors obey, and the share of the period by which
    /// each is ahead.
    joints: Vec<(usize, f64)>,
    period: Time,
    /// Share of the period, rising from 0 to less than 1, and position there, rad or m.
    points: Vec<(f64, f64)>,
    /// The clock stands before and after.
    from: Time,
    until: Time,
}

/// Why there is no such cycle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CycleError {
    /// There is nothing to go through.
    #[error("a cycle has at least one point")]
    Empty,
    /// Shares do not rise, or lie outside.
    #[error(
        "the share of point {0} must be from 0 to less than 1, and greater than that before it"
    )]
    Share(usize),
}

impl Cycle {
    /// For motors of the joints of these links, counted among all links of the world, with their phases;
    /// from an instant to another the clock goes on.
    pub fn new(
        joints: Vec<(usize, f64)>,
        period: Time,
        points: Vec<(f64, f64)>,
        (from, until): (Time, Time),
    ) -> Result<Self, CycleError> {
        let mut before = f64::NEG_INFINITY;
        for (number, (share, _)) in points.iter().enumerate() {
            if !(0.0..1.0).contains(share) || *share <= before {
                return Err(CycleError::Share(number + 1));
            }
            before = *share;
        }
        if points.is_empty() {
            return Err(CycleError::Empty);
        }
        Ok(Self { joints, period, points, from, until })
    }

    /// The same for other joints.
    pub fn of(self, joints: Vec<(usize, f64)>) -> Self {
        Self { joints, ..self }
    }

    /// Where a joint that is ahead by a share of the period should be at an instant, rad or m.
    pub fn position(&self, time: Time, ahead: f64) -> f64 {
        let gone = time.clamp(self.from, self.until.max(self.from)) - self.from;
        let within = gone.nanos().rem_euclid(self.period.nanos().max(1));
        let share = Time::from_nanos(within).seconds() / self.period.seconds() + ahead;
        self.at(share - share.floor())
    }

    /// The position at a share from 0 to 1: the curve closes from the last point to the first.
    fn at(&self, share: f64) -> f64 {
        let next = self.points.partition_point(|(at, _)| *at <= share);
        let count = self.points.len();
        let (mut from, before) = self.points[(next + count - 1) % count];
        let (mut to, after) = self.points[next % count];
        if next == 0 {
            from -= 1.0;
        }
        if next == count {
            to += 1.0;
        }
        before + (after - before) * (share - from) / (to - from)
    }
}

impl Controller for Cycle {
    fn update(&self, view: &SensorView<'_>, _: &mut [f64], command: &mut Command) {
        for (link, ahead) in &self.joints {
            if let Some(motor) = command.motors.get_mut(*link) {
                *motor = MotorCommand::Position(self.position(view.time, *ahead));
            }
        }
    }

    fn mode(&self, time: Time, _: &[f64]) -> Option<String> {
        let count = self.joints.len();
        Some(if time < self.from {
            format!("{count} joints wait for their cycle")
        } else if time >= self.until {
            format!("{count} joints are held: their cycle is over")
        } else {
            format!("{count} joints go through a cycle of {}", self.period)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycle(points: &[(f64, f64)]) -> Result<Cycle, CycleError> {
        let span = (Time::from_millis(1000), Time::from_millis(9000));
        Cycle::new(vec![(1, 0.0)], Time::from_millis(2000), points.to_vec(), span)
    }

    #[test]
    fn positions_are_straight_between_points_and_close() {
        let cycle = cycle(&[(0.25, 1.0), (0.75, 3.0)]).unwrap();
        let at = |millis| cycle.position(Time::from_millis(millis), 0.0);
        assert_eq!(at(1000), 2.0, "half way from the last point to the first");
        assert_eq!(at(1500), 1.0);
        assert_eq!(at(2000), 2.0);
        assert_eq!(at(2500), 3.0);
        assert_eq!(at(3500), 1.0, "again after a period");
        assert_eq!(cycle.position(Time::from_millis(1500), 0.5), 3.0, "half a period ahead");
        assert_eq!(cycle.position(Time::from_millis(1500), -0.5), 3.0);
    }

    #[test]
    fn the_clock_stands_before_and_after() {
        let cycle = cycle(&[(0.0, 1.0), (0.5, 3.0)]).unwrap();
        let at = |millis| cycle.position(Time::from_millis(millis), 0.0);
        assert_eq!((at(0), at(500), at(1000)), (1.0, 1.0, 1.0));
        assert_eq!((at(8000), at(9000), at(9700)), (3.0, 1.0, 1.0));
    }

    #[test]
    fn shares_rise_within_the_period() {
        assert_eq!(cycle(&[]), Err(CycleError::Empty));
        assert_eq!(cycle(&[(0.5, 1.0), (0.5, 2.0)]), Err(CycleError::Share(2)));
        assert_eq!(cycle(&[(1.0, 1.0)]), Err(CycleError::Share(1)));
        assert_eq!(cycle(&[(f64::NAN, 1.0)]), Err(CycleError::Share(1)));
    }
}
