//! Rocket engines and the tanks that feed them.
//!
//! An engine pushes along a fixed direction of its link with a thrust F that follows what it is commanded
//! with a first-order lag, lag · dF/dt = F_commanded − F, and draws propellant at ṁ = F/(I_sp g₀). What it
//! is commanded lies between the least and the most it can give, or is nothing at all. Tanks are drawn in
//! the proportion in which they were filled, so that all run dry together; then the engines stop.
//!
//! Propellant leaves the vehicle with the velocity that its tank has: the thrust is the whole force
//! of the exhaust, and the equations of motion are those of the mass that is left. Flow within the
//! vehicle (jet damping) and slosh are left out.

use crate::math::time::Time;
use crate::vehicle::Lump;
use nalgebra::{Matrix3, Vector3};

/// Standard gravity, by which a specific impulse is a time, m/s².
pub const STANDARD_GRAVITY: f64 = 9.80665;

/// A valve that is open or shut: the engine gives all of its thrust or none.
///
/// At each multiple of the cycle it opens for the share of the cycle that the command is of the most thrust,
/// whole nanoseconds; a pulse that would be shorter than the least on-time (or than the cycle, where that is
/// shorter) is left out. Once open it stays open for the least on-time. Where controllers tick at the
/// cycle it is they who quantise: by their ticks, the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Valve {
    /// Time between instants at which it may open.
    pub cycle: Time,
    /// Shortest pulse.
    pub least_on: Time,
}

impl Valve {
    /// How long it stays open from the start of a cycle, for a share of the most thrust; `None` for not at all.
    pub fn pulse(&self, share: f64) -> Option<Time> {
        if share.is_nan() || share <= 0.0 {
            return None;
        }
        let wanted = Time::from_nanos((self.cycle.nanos() as f64 * share.min(1.0)).round() as i64);
        (wanted >= self.least_on.min(self.cycle)).then(|| wanted.max(self.least_on))
    }
}

/// A throttled rocket engine in a fixed place, or a pulsed one.
#[derive(Clone, Debug, PartialEq)]
pub struct Engine {
    /// Name, unique within the vehicle.
    pub name: String,
    /// Index of the link that carries it.
    pub link: usize,
    /// Where its force acts, link axes, m.
    pub position: Vector3<f64>,
    /// Direction of its force on the vehicle, link axes, of length 1.
    pub direction: Vector3<f64>,
    /// Least thrust at which it burns, N.
    pub least: f64,
    /// Most thrust, N.
    pub most: f64,
    /// Time constant of the thrust, s; zero follows at once.
    pub lag: f64,
    /// Specific impulse, s.
    pub specific_impulse: f64,
    /// When it fails for good, if it does.
    pub fails_at: Option<Time>,
    /// The valve of an engine that is not throttled but pulsed.
    pub valve: Option<Valve>,
}

/// A tank: propellant as a lump that shrinks where it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Tank {
    /// Name, unique within the vehicle.
    pub name: String,
    /// Index of the link that carries it.
    pub link: usize,
    /// Centre of the propellant, link axes, m.
    pub position: Vector3<f64>,
    /// Propellant at the start, kg.
    pub propellant: f64,
    /// Radii of gyration of the propellant about its own centre, along link axes, m.
    pub gyration: Vector3<f64>,
}

impl Engine {
    /// The thrust that a command asks for, N: nothing, or what the engine can give.
    #[inline]
    pub fn asked(&self, command: f64, failed: bool) -> f64 {
        if failed || command.is_nan() || command <= 0.0 {
            0.0
        } else {
            command.clamp(self.least, self.most)
        }
    }

    /// The same of an engine that may be pulsed, whose valve is open or not.
    #[inline]
    pub(crate) fn asked_through(&self, command: f64, failed: bool, open: bool) -> f64 {
        match self.valve {
            None => self.asked(command, failed),
            Some(_) if open && !failed => self.most,
            Some(_) => 0.0,
        }
    }

    /// Thrust now and its rate, N and N/s, from the thrust state and what is asked.
    #[inline]
    pub fn thrust(&self, state: f64, asked: f64) -> (f64, f64) {
        if self.lag > 0.0 { (state, (asked - state) / self.lag) } else { (asked, 0.0) }
    }

    /// Propellant drawn at a thrust, kg/s.
    #[inline]
    pub fn draw(&self, thrust: f64) -> f64 {
        thrust / (self.specific_impulse * STANDARD_GRAVITY)
    }
}

impl Tank {
    /// An amount of propellant (kg) in it; `None` for an empty tank.
    #[inline]
    pub(crate) fn lump(&self, propellant: f64) -> Option<Lump> {
        (propellant > 0.0).then(|| {
            let about_centre = Matrix3::from_diagonal(&(self.gyration_moments() * propellant));
            Lump { mass: propellant, centre: self.position, about_centre }
        })
    }

    /// Inertia of 1 kg of propellant about its centre, m².
    #[inline]
    pub(crate) fn gyration_squares(&self) -> Matrix3<f64> {
        Matrix3::from_diagonal(&self.gyration_moments())
    }

    #[inline]
    fn gyration_moments(&self) -> Vector3<f64> {
        let [x, y, z] = self.gyration.map(|radius| radius * radius).into();
        Vector3::new(y + z, x + z, x + y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(lag: f64) -> Engine {
        Engine {
            name: "engine".into(),
            link: 0,
            position: Vector3::zeros(),
            direction: Vector3::z(),
            least: 31.0,
            most: 3603.0,
            lag,
            specific_impulse: 210.0,
            fails_at: Some(Time::from_millis(500)),
            valve: None,
        }
    }

    #[test]
    fn an_engine_burns_between_its_least_and_most_or_not_at_all() {
        let engine = engine(0.0);
        let asked = |command| engine.asked(command, false);
        assert_eq!(asked(0.0), 0.0);
        assert_eq!(asked(-5.0), 0.0);
        assert_eq!(asked(f64::NAN), 0.0);
        assert_eq!(asked(1.0), 31.0);
        assert_eq!(asked(1000.0), 1000.0);
        assert_eq!(asked(1e6), 3603.0);
    }

    #[test]
    fn an_engine_that_failed_gives_nothing() {
        let engine = engine(0.0);
        assert_eq!(engine.asked(1000.0, false), 1000.0);
        assert_eq!(engine.asked(1000.0, true), 0.0);
    }

    #[test]
    fn a_pulse_is_the_share_of_its_cycle_and_no_shorter_than_the_least() {
        let valve = Valve { cycle: Time::from_millis(100), least_on: Time::from_millis(20) };
        assert_eq!(valve.pulse(0.5), Some(Time::from_millis(50)));
        assert_eq!(valve.pulse(0.2), Some(Time::from_millis(20)));
        assert_eq!(valve.pulse(0.19), None);
        assert_eq!(valve.pulse(7.0), Some(Time::from_millis(100)));
        assert_eq!(valve.pulse(-1.0), None);
        assert_eq!(valve.pulse(f64::NAN), None);
        // Where ticks are shorter than the least pulse, a tick that asks for all of it opens for the least.
        let ticked = Valve { cycle: Time::from_millis(10), least_on: Time::from_millis(25) };
        assert_eq!(ticked.pulse(1.0), Some(Time::from_millis(25)));
        assert_eq!(ticked.pulse(0.5), None);
    }

    #[test]
    fn thrust_over_draw_is_the_exhaust_speed() {
        let engine = engine(0.1);
        let speed = 1000.0 / engine.draw(1000.0);
        assert!((speed - 210.0 * 9.80665).abs() < 1e-9);
        assert_eq!(engine.thrust(200.0, 300.0), (200.0, 1000.0));
    }
}
