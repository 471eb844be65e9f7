//! A wheel that spins and hardly gets on: it digs itself in until the soil carries it, or until its axle
//! is on the ground.
//!
//! Soil that a slipping wheel comes upon carries less (n + n₁ |s|); what is displaced piles up around it
//! and slumps back. So it digs as fast as it creeps forward: soil that it has pressed already has borne
//! its pressure and bears it again, and a wheel with a slip of exactly 1, or soil without n₁, digs nothing.

use super::RigError;
use super::drive::WheelDrive;
use super::wheel::WheelRig;

/// How a wheel is made to spin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Burial {
    /// Speed of the rim, m/s.
    pub rim_speed: f64,
    /// Slip, from 0 to 1; 1 for a wheel that is held where it is, which digs nothing.
    pub slip: f64,
    /// No more turns than these.
    pub turns: f64,
}

/// After so many turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BurialTurn {
    /// Turns of the wheel.
    pub turns: f64,
    /// Lowest point of the rim below the ground as found, m.
    pub depth: f64,
    /// Force of the soil along the heading, N.
    pub pull: f64,
    /// Torque of the motor, N m.
    pub torque: f64,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BurialEnd {
    /// It sinks by less than [`STILL`] a turn: the soil carries it.
    Carried,
    /// Its axle is on the ground.
    Axle,
    /// It was still sinking after the last turn.
    Sinking,
}

/// A wheel that sinks by less in a turn is carried, m. Chosen.
pub const STILL: f64 = 1e-4;
/// Records of each turn. Chosen: 9° apart.
const RECORDS_PER_TURN: usize = 40;

impl BurialEnd {
    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Carried => "the soil carries it",
            Self::Axle => "its axle is on the ground",
            Self::Sinking => "it is still sinking",
        }
    }
}

impl Burial {
    /// Spins a wheel that was put down.
    pub fn dig(&self, rig: &mut WheelRig) -> Result<(Vec<BurialTurn>, BurialEnd), RigError> {
        let rim_speed = super::positive("the speed of the rim, m/s", self.rim_speed)?;
        let turns = super::positive("the number of turns", self.turns)?;
        if !(0.0..=1.0).contains(&self.slip) {
            let (quantity, value) = ("the slip", self.slip);
            return Err(RigError::Setting { quantity, value, allowed: "from 0 to 1" });
        }
        let drive = WheelDrive { speed: rim_speed * (1.0 - self.slip), rim_speed, slip_angle: 0.0 };
        let around = std::f64::consts::TAU * rig.radius();
        // Steps of half a spacing along the rim, a whole number of them in each record; the wheel itself
        // gets on by far less.
        let fine = (2.0 * around / rig.bed().spacing()).ceil().clamp(1.0, 1e6) as usize;
        let each = fine.div_ceil(RECORDS_PER_TURN);
        let step = around / rim_speed / (each * RECORDS_PER_TURN) as f64;
        let mut course: Vec<BurialTurn> = Vec::new();
        for record in 1..=(turns * RECORDS_PER_TURN as f64).ceil().min(1e5) as usize {
            let mut last = rig.step(&drive, step)?;
            for _ in 1..each {
                last = rig.step(&drive, step)?;
            }
            let wrench = last.reaction.wrench;
            course.push(BurialTurn {
                turns: record as f64 / RECORDS_PER_TURN as f64,
                depth: last.depth,
                pull: wrench.force.x,
                torque: -wrench.moment.y,
            });
            if last.depth >= rig.radius() {
                return Ok((course, BurialEnd::Axle));
            }
            let before =
                record.checked_sub(RECORDS_PER_TURN + 1).and_then(|index| course.get(index));
            if before.is_some_and(|before| last.depth - before.depth < STILL) {
                return Ok((course, BurialEnd::Carried));
            }
        }
        Ok((course, BurialEnd::Sinking))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::scm::{ScmVariant, Soil};
    use crate::rig::level_bed;

    fn dug(slip: f64, slip_exponent: f64) -> (Vec<BurialTurn>, BurialEnd) {
        let soil = Soil { slip_exponent, ..Soil::dlr_a() };
        let bed = level_bed(soil, 0.01, ScmVariant::default()).unwrap();
        let mut rig = WheelRig::smooth(bed, 0.125, 0.1, 50.0).unwrap();
        rig.put_down().unwrap();
        Burial { rim_speed: 0.05, slip, turns: 9.0 }.dig(&mut rig).unwrap()
    }

    #[test]
    fn the_more_slip_weakens_the_soil_the_deeper_a_wheel_digs_itself_in() {
        let (little, ending) = dug(0.9, 0.1);
        let (more, _) = dug(0.9, 0.4);
        assert_eq!(ending, BurialEnd::Carried);
        let end = |course: &[BurialTurn]| course[course.len() - 1].depth;
        assert!(end(&more) > 1.3 * end(&little), "{} {}", end(&more), end(&little));
        let (_, ending) = dug(0.9, 2.0);
        assert_eq!(ending, BurialEnd::Axle);
        let (held, ending) = dug(1.0, 2.0);
        assert!(ending == BurialEnd::Carried && end(&held) < end(&little));
    }
}
