//! The resting pose on a slope, followed from the level.
//!
//! Whether a pose in balance is the one that a vehicle comes to rest in depends on how it got there. So gravity is
//! first turned to be along the normal of the mean surface under the vehicle, where it stands as on the level, and
//! then turned back by steps. Each step starts from the pose of the one before, so that the branch of stable poses
//! that begins on the level is followed as far as it goes. Where it ends, the vehicle is let go at that angle: it
//! comes to rest in another pose (a bogie falls onto its stop), or it tips over.

use super::equilibrium::{Balance, TIPPED_COSINE};
use super::posture::{Hold, Posture};
use super::{FrictionBound, SettleError};
use crate::math::rotation;
use nalgebra::Vector3;

/// Longest step of the slope, rad. Chosen.
const LONGEST_SLOPE_STEP: f64 = 0.09;
/// Shortest step of the slope, rad: a branch whose next pose is not found within it has ended. Chosen:
/// 0.01°.
const SHORTEST_SLOPE_STEP: f64 = 2e-4;
/// How far a pose may move in a step of the slope to be on the same branch, m or rad. Chosen: as far as
/// the slope itself goes in its longest step.
const BRANCH_DISTANCE: f64 = 0.1;
/// Times that a vehicle may fall into another pose. Chosen.
const FALL_LIMIT: usize = 6;
/// Newton iterations of a step of the slope. Chosen; four times as many where a pose is new.
const STEP_ITERATION_LIMIT: usize = 40;
/// Iterations of a fall by relaxation. Chosen: damped steps gain less than Newton's.
const FALL_ITERATION_LIMIT: usize = 400;
/// Rigid ground stands for springs into which the whole weight would press one point so deep, m: softer
/// ones first, each pose being the guess of the next. Chosen: the last is ten micrometres.
const RIGID_DEPTHS: [f64; 4] = [1e-2, 1e-3, 1e-4, 1e-5];

/// The most that friction is used by one contact.
struct Use {
    slot: usize,
    share: f64,
    limit: f64,
}

impl Posture<'_> {
    /// Follows the resting pose from the level to the slope.
    pub(super) fn follow(&mut self, grip: FrictionBound) -> Result<Balance, SettleError> {
        self.set_down()?;
        let up = -self.world.gravity().acceleration(&self.site.place, &Vector3::zeros());
        let slope = up.angle(&self.site.normal);
        let axis = up.cross(&self.site.normal).try_normalize(1e-12).unwrap_or_else(Vector3::x);
        let tilt = |angle: f64| rotation::about(&axis, slope - angle);
        self.tilt = tilt(0.0);
        let mut balance = self.rest_on_level(slope)?;
        let (mut angle, mut step, mut falls) = (0.0, LONGEST_SLOPE_STEP, 0);
        self.check_grip(grip, angle, slope)?;
        while angle < slope {
            let next = if slope - angle > step { angle + step } else { slope };
            let saved = self.save();
            self.tilt = tilt(next);
            match self.stable_balance(&saved)? {
                Some(found) => {
                    self.check_grip(grip, next, slope)?;
                    (balance, angle) = (found, next);
                    step = (2.0 * step).min(LONGEST_SLOPE_STEP);
                    continue;
                }
                None => self.restore(&saved),
            }
            step *= 0.5;
            if step > SHORTEST_SLOPE_STEP {
                continue;
            }
            let lost = self.tipping(angle, slope)?;
            falls += 1;
            self.tilt = tilt(next);
            balance = match self.let_go()? {
                Some(found) if falls <= FALL_LIMIT => found,
                Some(_) | None => return Err(lost),
            };
            self.check_grip(grip, next, slope)?;
            (angle, step) = (next, LONGEST_SLOPE_STEP);
        }
        Ok(balance)
    }

    /// Comes down onto ground that is as good as level.
    fn rest_on_level(&mut self, slope: f64) -> Result<Balance, SettleError> {
        let mut found = None;
        let depths = if self.world.is_hard() { &RIGID_DEPTHS[..] } else { &RIGID_DEPTHS[..1] };
        for (number, depth) in depths.iter().enumerate() {
            self.rigid = self.weight / depth;
            if number == 0 {
                self.come_down()?;
            }
            found = self.balance(4 * STEP_ITERATION_LIMIT)?;
            if found.is_none() {
                self.relax(FALL_ITERATION_LIMIT)?;
                found = self.balance(4 * STEP_ITERATION_LIMIT)?;
            }
        }
        let stable = self.is_stable()? && self.uprightness() > TIPPED_COSINE;
        match found {
            Some(found) if stable => Ok(found),
            Some(_) => Err(self.tipping(0.0, slope)?),
            None => {
                let masses = self.masses();
                let left = self.imbalance()?;
                let residual = self.unbalanced(&left[..self.free.len()], &masses);
                Err(SettleError::NotFound { residual })
            }
        }
    }

    /// Balance near a pose that is stable; `None` if there is none.
    fn stable_balance(
        &mut self,
        from: &(Vec<f64>, [f64; 3]),
    ) -> Result<Option<Balance>, SettleError> {
        let found = self.balance(STEP_ITERATION_LIMIT)?;
        let moved = from.0.iter().zip(&self.q).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
        Ok(match found {
            Some(found) if moved < BRANCH_DISTANCE && self.is_stable()? => Some(found),
            Some(_) | None => None,
        })
    }

    /// Lets the vehicle go: where it comes to rest, if it does.
    fn let_go(&mut self) -> Result<Option<Balance>, SettleError> {
        if !self.relax(FALL_ITERATION_LIMIT)? {
            return Ok(None);
        }
        let found = self.balance(4 * STEP_ITERATION_LIMIT)?;
        let stands = self.uprightness() > TIPPED_COSINE && self.is_stable()?;
        Ok(found.filter(|_| stands))
    }

    /// The contact that uses most of the friction that it has.
    fn friction_use(&self) -> Option<Use> {
        let least = 1e-6 * self.weight;
        let used = self.standing.iter().enumerate().filter(|(_, s)| s.load > least);
        let used = used.filter_map(|(slot, standing)| {
            let limit = self.friction(slot)?;
            Some(Use { slot, share: standing.tangent.norm() / standing.load, limit })
        });
        used.max_by(|a, b| (a.share - a.limit).total_cmp(&(b.share - b.limit)))
    }

    /// Refuses a slope on which friction does not hold.
    fn check_grip(&self, grip: FrictionBound, angle: f64, asked: f64) -> Result<(), SettleError> {
        if grip == FrictionBound::Unbounded || self.hold != Hold::Creep {
            return Ok(());
        }
        match self.friction_use() {
            Some(Use { slot, share, limit }) if share > limit * (1.0 + 1e-9) => {
                Err(SettleError::Slides {
                    asked_deg: asked.to_degrees(),
                    at_deg: angle.to_degrees(),
                    contactor: self.contactor_name(slot),
                    share,
                    limit,
                    limit_deg: crate::math::real::atan2(limit, 1.0).to_degrees(),
                })
            }
            Some(_) | None => Ok(()),
        }
    }

    /// What is reported of a vehicle whose resting pose ends at an angle.
    fn tipping(&mut self, angle: f64, asked: f64) -> Result<SettleError, SettleError> {
        self.imbalance()?;
        let mut loads: Vec<(String, f64)> = Vec::new();
        for slot in 0..self.standing.len() {
            let (name, load) = (self.contactor_name(slot), self.standing[slot].load);
            match loads.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += load,
                None => loads.push((name, load)),
            }
        }
        let most = loads.iter().fold(0.0_f64, |m, (_, load)| m.max(*load));
        let carry = |part: &&(String, f64)| part.1 > 0.02 * most;
        let about: Vec<String> = loads.iter().filter(carry).map(|(name, _)| name.clone()).collect();
        Ok(SettleError::TipsOver {
            asked_deg: asked.to_degrees(),
            limit_deg: angle.to_degrees(),
            about: about.join(", "),
        })
    }

    fn contactor_name(&self, slot: usize) -> String {
        let first = self.world.layout().contacts(self.vehicle).start;
        self.world.contactor_name(self.world.sample_points()[first + slot].contactor)
    }
}
