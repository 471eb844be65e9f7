//! How a wheel on a rig is driven, and what it shows when its motion has become steady.
//!
//! Slip by the speed v_x of the axle along the wheel's heading and the speed ω r of the rim:
//! s = 1 − v_x/(ω r) where the rim is the faster (driving), s = ω r/v_x − 1 where the axle is (braking).
//! It is 0 for a wheel that rolls, 1 for one that spins on the spot, −1 for one that is dragged.
//! The slip angle β is that of the way to the heading: v_x = v cos β.

use super::wheel::{Instant, WheelRig};
use super::{RigError, positive};
use crate::math::real;

/// How a wheel is driven.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WheelDrive {
    /// Of the axle over the ground, m/s.
    pub speed: f64,
    /// Of the rim, ω r, m/s.
    pub rim_speed: f64,
    /// Of the way to the wheel's heading, to the left, rad.
    pub slip_angle: f64,
}

/// Means over the last third of a distance, or over the whole pitches of grousers at its end that fit into it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Steady {
    /// Force of the soil along the heading, less what the weight pulls back on a slope, N.
    pub pull: f64,
    /// Least and greatest pull, N: grousers and the grid make it swing.
    pub band: [f64; 2],
    /// Force of the soil along the axle against the sideslip, N.
    pub side: f64,
    /// Torque that the motor gives, N m.
    pub torque: f64,
    /// Force of the soil upwards, N.
    pub load: f64,
    /// Greatest depth of a node that bears, below the ground as found or what is left of it, m.
    pub sinkage: f64,
    /// Lowest point of the rim below the ground as found, m.
    pub depth: f64,
    /// Pressure against the motion, N, by what presses: soil as it was found,
    pub compaction: f64,
    /// soil that the wheel has pushed up,
    pub bulldozing: f64,
    /// and the weight's share down a slope.
    pub gravity: f64,
    /// Shear along the heading, N.
    pub thrust: f64,
    /// Share of all steps of the wheel up to its end in which k_c/b* + k_φ was not positive somewhere.
    pub softened: f64,
}

impl Steady {
    /// All that acts against the motion, N.
    pub fn resistance(&self) -> f64 {
        self.compaction + self.bulldozing + self.gravity
    }
}

impl WheelDrive {
    /// A wheel that neither rolls nor turns.
    pub const fn standing() -> Self {
        Self { speed: 0.0, rim_speed: 0.0, slip_angle: 0.0 }
    }

    /// An axle that moves at a speed (m/s) under a slip angle (rad) with a slip of at least −1 and less
    /// than 1.
    pub fn with_slip(speed: f64, slip: f64, slip_angle: f64) -> Result<Self, RigError> {
        let speed = positive("the speed, m/s", speed)?;
        let setting = |quantity, value, allowed| RigError::Setting { quantity, value, allowed };
        if !(-1.0..1.0).contains(&slip) {
            return Err(setting("the slip", slip, "from -1 to less than 1"));
        }
        let right = std::f64::consts::FRAC_PI_2;
        if !(-right..=right).contains(&slip_angle) {
            return Err(setting("the slip angle, rad", slip_angle, "within -pi/2 to pi/2"));
        }
        let forward = speed * real::cos(slip_angle);
        let rim_speed = if slip < 0.0 { forward * (1.0 + slip) } else { forward / (1.0 - slip) };
        Ok(Self { speed, rim_speed, slip_angle })
    }

    /// The slip.
    pub fn slip(&self) -> f64 {
        let forward = self.speed * real::cos(self.slip_angle);
        if self.rim_speed == forward {
            0.0
        } else if self.rim_speed > forward {
            1.0 - forward / self.rim_speed
        } else {
            self.rim_speed / forward - 1.0
        }
    }
}

impl WheelRig {
    /// Drives a distance (m) in steps of a tenth of the soil's spacing, and returns the means over its end; an error
    /// if it sinks to its axle.
    pub fn drive(&mut self, drive: &WheelDrive, distance: f64) -> Result<Steady, RigError> {
        self.drive_by(drive, distance, 0.1 * self.bed().spacing())
    }

    /// The same as [`Self::drive`] in steps of so many metres, or of less where grousers would pass more
    /// than half a spacing.
    pub fn drive_by(
        &mut self,
        drive: &WheelDrive,
        distance: f64,
        advance: f64,
    ) -> Result<Steady, RigError> {
        let mut sum = Steady { band: [f64::INFINITY, f64::NEG_INFINITY], ..Steady::default() };
        let mut count = 0.0;
        let (downhill, transient) = (self.downhill(), self.transient(drive, distance));
        self.each_step(drive, distance, advance, |share, instant| {
            if share >= transient {
                sum.add(instant, drive, downhill);
                count += 1.0;
            }
        })?;
        Ok(Steady { softened: self.softened_share(), ..sum.over(count) })
    }

    /// Pull after each step of the part of such a distance that means are over, N.
    pub fn pulls(&mut self, drive: &WheelDrive, distance: f64) -> Result<Vec<f64>, RigError> {
        let (advance, downhill) = (0.1 * self.bed().spacing(), self.downhill());
        let transient = self.transient(drive, distance);
        let mut pulls = Vec::new();
        self.each_step(drive, distance, advance, |share, instant| {
            if share >= transient {
                pulls.push(instant.reaction.wrench.force.x - downhill);
            }
        })?;
        Ok(pulls)
    }

    /// The share of a distance that means leave out: a part of a pitch would count one side of a grouser's swing.
    fn transient(&self, drive: &WheelDrive, distance: f64) -> f64 {
        let pitches = self.pitch(drive).map(|pitch| (distance / 3.0 / pitch).floor() * pitch);
        let counted = pitches.filter(|counted| *counted > 0.0).unwrap_or(distance / 3.0);
        1.0 - counted / distance - 1e-12
    }

    /// Drives a distance; `see` is given what share of it lies behind each step's beginning, and its end.
    fn each_step(
        &mut self,
        drive: &WheelDrive,
        distance: f64,
        advance: f64,
        mut see: impl FnMut(f64, &Instant),
    ) -> Result<(), RigError> {
        let speed = positive("the speed, m/s", drive.speed)?;
        let advance = positive("the way of a step, m", advance)?;
        let distance = positive("the way, m", distance)?;
        let parts = (advance / speed / self.longest_step(drive)).ceil().max(1.0);
        let advance = advance / parts;
        let steps = (distance / advance).round().clamp(3.0, 1e7) as usize;
        for number in 0..steps {
            let instant = self.step(drive, advance / speed)?;
            self.demand_axle_above(&instant, Some(drive.slip()), advance * (number + 1) as f64)?;
            see(number as f64 / steps as f64, &instant);
        }
        Ok(())
    }
}

impl Steady {
    fn add(&mut self, instant: &Instant, drive: &WheelDrive, downhill: f64) {
        let reaction = &instant.reaction;
        let force = reaction.wrench.force;
        let pull = force.x - downhill;
        self.pull += pull;
        self.band = [self.band[0].min(pull), self.band[1].max(pull)];
        self.side -= if drive.slip_angle < 0.0 { -force.y } else { force.y };
        self.torque -= reaction.wrench.moment.y;
        self.load += force.z;
        self.sinkage += reaction.footprint.sinkage;
        self.depth += instant.depth;
        self.bulldozing -= reaction.parts.heaped.x;
        self.compaction -= reaction.parts.bulldozing.x - reaction.parts.heaped.x;
        self.gravity += downhill;
        self.thrust += reaction.parts.friction.x;
    }

    fn over(self, count: f64) -> Self {
        Self {
            pull: self.pull / count,
            band: self.band,
            side: self.side / count,
            torque: self.torque / count,
            load: self.load / count,
            sinkage: self.sinkage / count,
            depth: self.depth / count,
            compaction: self.compaction / count,
            bulldozing: self.bulldozing / count,
            gravity: self.gravity / count,
            thrust: self.thrust / count,
            softened: self.softened,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::scm::{RasterShape, ScmVariant, Soil};
    use crate::rig::level_bed;
    use crate::shape::Grousers;
    use nalgebra::Vector3;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_drive_has_the_slip_it_was_made_with(
            speed in 1e-3_f64..1.0, slip in -1.0_f64..0.999, angle in -1.5_f64..1.5,
        ) {
            let drive = WheelDrive::with_slip(speed, slip, angle).unwrap();
            prop_assert!((drive.slip() - slip).abs() < 1e-9);
            prop_assert!(drive.rim_speed >= 0.0);
        }
    }

    #[test]
    fn driving_and_braking_slip_are_as_they_are_declared() {
        // 10 mm/s over the ground: a rim of 20 mm/s slips by half, one of 5 mm/s brakes by half.
        assert!((WheelDrive::with_slip(0.01, 0.5, 0.0).unwrap().rim_speed - 0.02).abs() < 1e-15);
        assert!((WheelDrive::with_slip(0.01, -0.5, 0.0).unwrap().rim_speed - 0.005).abs() < 1e-15);
        assert_eq!(WheelDrive::with_slip(0.01, -1.0, 0.0).unwrap().rim_speed, 0.0);
        for wrong in [1.0, -1.1, f64::NAN] {
            assert!(WheelDrive::with_slip(0.01, wrong, 0.0).is_err());
        }
        assert!(WheelDrive::with_slip(0.01, 0.0, 2.0).is_err());
        assert!(WheelDrive::with_slip(0.0, 0.0, 0.0).is_err());
    }

    #[test]
    fn means_are_over_whole_pitches_of_grousers() {
        let grousers = Some(Grousers { count: 12, height: 0.005, thickness: 0.005 });
        let shape =
            RasterShape::wheel(Vector3::zeros(), Vector3::y(), 0.125, 0.11, grousers).unwrap();
        let bed = level_bed(Soil::dlr_d(), 0.01, ScmVariant::default()).unwrap();
        let mut rig = WheelRig::new(bed, shape, 0.125, 400.0).unwrap();
        rig.put_down().unwrap();
        let drive = WheelDrive::with_slip(0.01, 0.2, 0.0).unwrap();
        // 52.36 mm each: one of them in a third of 0.3 m, steps of 1 mm.
        let pitch = rig.pitch(&drive).unwrap();
        assert!((pitch - 0.8 * std::f64::consts::TAU * 0.125 / 12.0).abs() < 1e-15);
        assert_eq!(rig.pulls(&drive, 0.3).unwrap().len(), 52);
        assert_eq!(rig.pitch(&WheelDrive::standing()), None);
        // Less than a pitch in a third of the distance: the third is all there is.
        assert_eq!(rig.pulls(&drive, 0.15).unwrap().len(), 50);
    }

    #[test]
    fn pull_is_thrust_less_resistance_and_the_load_is_carried() {
        let soil = Soil { compaction: 0.5, ..Soil::dlr_a() };
        let bed = level_bed(soil, 0.01, ScmVariant::default()).unwrap();
        let mut rig = WheelRig::smooth(bed, 0.125, 0.1, 100.0).unwrap().on_slope(0.1).unwrap();
        rig.put_down().unwrap();
        let drive = WheelDrive::with_slip(0.1, 0.3, 0.0).unwrap();
        let found = rig.drive(&drive, 0.4).unwrap();
        let pull = found.thrust - found.resistance();
        assert!((found.pull - pull).abs() < 1e-9, "{found:?}");
        assert!((found.gravity - 100.0 * 0.1_f64.sin()).abs() < 1e-9);
        assert!((found.load / (100.0 * 0.1_f64.cos()) - 1.0).abs() < 0.01, "{}", found.load);
        assert!(found.bulldozing > 0.0 && found.compaction > found.bulldozing, "{found:?}");
        assert!(found.torque > 0.0 && found.band[0] <= found.pull && found.pull <= found.band[1]);
    }
}
