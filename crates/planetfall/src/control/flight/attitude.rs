//! Attitude in flight through air, by thrusters that are on or off: the bank is turned to what guidance wants, about the
//! direction of flight and within limits of rate and acceleration, and turning across it is damped. Angle of attack is
//! left to the trim of the vehicle.

use super::phase_plane::{PhasePlane, bank};
use super::steering::turn_to;
use super::{Configuration, EngineArm, Places, approach, navigator, sequencer};
use crate::control::{Command, Controller, RegisterColumn, SensorView};
use crate::environment::Geodesy;
use crate::math::time::Time;
use crate::quantity::{Metric, quantities};
use nalgebra::Vector3;

/// How a vehicle is banked, as scenarios have it.
#[derive(Clone, Debug, PartialEq)]
pub struct AttitudePlan {
    /// Thrusters, as indices of engines within the vehicle.
    pub thrusters: Vec<usize>,
    /// Direction in body axes in which lift acts at trim.
    pub lift: Vector3<f64>,
    /// Logic of the bank.
    pub roll: PhasePlane,
    /// Rate across the direction of flight that is left alone, rad/s.
    pub rate_deadband: f64,
    /// Time between ticks.
    pub period: Time,
}

/// A thruster as the software knows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thruster {
    /// Index among those of the world.
    pub engine: usize,
    /// N
    pub most: f64,
    /// Direction of its torque about the designed centre of mass, body axes.
    pub torque: Vector3<f64>,
}

impl Thruster {
    /// One that turns a vehicle as designed; none where it pushes through the centre.
    pub(super) fn new(arm: &EngineArm, design: &Configuration) -> Option<Self> {
        let torque = (arm.position - design.centre).cross(&arm.direction).try_normalize(1e-9)?;
        Some(Self { engine: arm.engine, most: arm.most, torque })
    }
}

/// Commands the thrusters.
#[derive(Clone, Debug, PartialEq)]
pub struct AttitudeControl {
    /// Numbers.
    pub plan: AttitudePlan,
    /// Thrusters.
    pub thrusters: Vec<Thruster>,
    /// Which way is up.
    pub geodesy: Geodesy,
    /// The other parts.
    pub places: Places,
}

/// Place of the bank as navigation has it, rad.
const BANK: usize = 0;
/// Place of the number of thrusters that are fired.
const FIRING: usize = 1;
/// Time for which any thruster was commanded, times their number, s.
const ON_TIME: usize = 2;
/// How many numbers it remembers.
const REGISTERS: usize = 3;

/// Least share of what is wanted that a thruster must give along it to be fired. Chosen: half, so that one across
/// it never is.
const ALONG: f64 = 0.5;

impl AttitudeControl {
    /// The direction to push in, body axes; zero for none. The bank now is left in its register.
    fn wanted(&self, view: &SensorView<'_>, registers: &mut [f64]) -> Vector3<f64> {
        let at = |place: usize| view.registers.vector(self.places.navigator + place);
        let first = self.places.navigator + navigator::ATTITUDE;
        let attitude = navigator::attitude(&[0, 1, 2, 3].map(|i| view.registers.get(first + i)));
        let (velocity, rate) = (at(navigator::VELOCITY), at(navigator::RATE));
        let up = self.geodesy.up(&at(navigator::POSITION));
        let (angle, along) = bank(&attitude, &self.plan.lift, &velocity, &up);
        registers[BANK] = angle;
        let approach = self.places.sequencer + sequencer::APPROACH;
        if view.registers.get(approach + approach::BANKS) == 0.0 {
            return Vector3::zeros();
        }
        let command = view.registers.get(approach + approach::BANK);
        let turning = rate.dot(&along);
        let push = self.plan.roll.push(turn_to(command, angle), turning);
        let across = rate - along * turning;
        let damped = if across.norm() > self.plan.rate_deadband {
            -across.normalize()
        } else {
            Vector3::zeros()
        };
        along * push + damped
    }
}

/// Registers that are recorded.
pub(crate) const COLUMNS: [RegisterColumn; 2] = [
    RegisterColumn::new("bank_rad", "bank as navigation has it, positive to the right", BANK),
    RegisterColumn::new("thrusters_on", "thrusters that are fired", FIRING).dimensionless(),
];

quantities! {
    /// Of thrusters that bank a vehicle.
    ThrusterUse<'a>(&'a [f64]) = "Vehicles that thrusters bank", "" {
        ON_TIME = "thrusters.on_time_s", "time for which each thruster was commanded, summed",
            |registers| registers[ON_TIME];
    }
}

impl Controller for AttitudeControl {
    fn registers(&self) -> usize {
        REGISTERS
    }

    fn update(&self, view: &SensorView<'_>, registers: &mut [f64], command: &mut Command) {
        let wanted = self.wanted(view, registers);
        let direction = wanted.try_normalize(0.0).unwrap_or_else(Vector3::zeros);
        registers[FIRING] = 0.0;
        for thruster in &self.thrusters {
            let fires = thruster.torque.dot(&direction) > ALONG;
            command.thrusts[thruster.engine] = if fires { thruster.most } else { 0.0 };
            registers[FIRING] += f64::from(u8::from(fires));
        }
        registers[ON_TIME] += registers[FIRING] * self.plan.period.seconds();
    }

    fn columns(&self) -> &'static [RegisterColumn] {
        &COLUMNS
    }

    fn metrics(&self, registers: &[f64]) -> Vec<Metric> {
        let mut list = Vec::new();
        Metric::add::<ThrusterUse>(&mut list, &registers, str::to_owned);
        list
    }

    fn mode(&self, _: Time, registers: &[f64]) -> Option<String> {
        let bank = registers[BANK].to_degrees();
        Some(format!("banks {bank:.1} degrees, {:.0} thrusters on", registers[FIRING]))
    }
}
