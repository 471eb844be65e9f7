//! Torques by the clock: motors are given a torque, piece by piece of time, whatever happens.

use super::{Command, Controller, SensorView};
use crate::math::time::Time;
use crate::vehicle::MotorCommand;

/// A piece of time with a torque that is a straight line over simulation time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TorquePiece {
    /// It holds before this instant.
    pub until: Time,
    /// At simulation time zero, N m or N.
    pub torque: f64,
    /// N m/s or N/s.
    pub slope: f64,
}

/// Gives motors the same torque, piece by piece; nothing after the last.
#[derive(Clone, Debug, PartialEq)]
pub struct TorqueSchedule {
    /// Links among those of the world whose joints' motors obey.
    links: Vec<usize>,
    /// In the order of time.
    pieces: Vec<TorquePiece>,
}

impl TorqueSchedule {
    /// For motors of the joints of these links, counted among all links of the world.
    pub fn new(links: Vec<usize>, mut pieces: Vec<TorquePiece>) -> Self {
        pieces.sort_by_key(|piece| piece.until);
        Self { links, pieces }
    }

    /// The torque at an instant; none after the last piece.
    pub fn torque(&self, time: Time) -> Option<f64> {
        let piece = self.pieces.iter().find(|piece| time < piece.until)?;
        Some(piece.torque + piece.slope * time.seconds())
    }
}

impl Controller for TorqueSchedule {
    fn update(&self, view: &SensorView<'_>, _: &mut [f64], command: &mut Command) {
        let order = self.torque(view.time).map_or(MotorCommand::Off, MotorCommand::Torque);
        for link in &self.links {
            if let Some(motor) = command.motors.get_mut(*link) {
                *motor = order;
            }
        }
    }

    fn mode(&self, time: Time, _: &[f64]) -> Option<String> {
        Some(match self.torque(time) {
            Some(torque) => format!("{torque} N m on each of {} joints", self.links.len()),
            None => "nothing: the last piece is over".to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_holds_before_its_end_and_its_slope_counts_from_time_zero() {
        let piece =
            |until, torque, slope| TorquePiece { until: Time::from_millis(until), torque, slope };
        let schedule =
            TorqueSchedule::new(vec![1], vec![piece(3000, 0.5, 2.0), piece(1000, 7.0, 0.0)]);
        let torque = |millis| schedule.torque(Time::from_millis(millis));
        assert_eq!(torque(0), Some(7.0));
        assert_eq!(torque(999), Some(7.0));
        assert_eq!(torque(1000), Some(2.5));
        assert_eq!(torque(2000), Some(4.5));
        assert_eq!(torque(3000), None);
    }
}
