//! Balance of a posture, and whether it is stable.
//!
//! Q(x) = 0 is solved by Newton's method with pseudo-transient damping (Kelley & Keyes, SIAM J. Numer. Anal. 35,
//! 1998): (K + λ M) δ = Q. With λ → 0 it is Newton's method, with large λ a strongly damped fall.
//!
//! | symbol | in the code | unit |
//! |---|---|---|
//! | x | `Posture::q` and the hold | m, rad |
//! | Q | `imbalance` | N, N m |
//! | K | `stiffness` | N/m, N m/rad |
//! | M | `masses`, a diagonal | kg, kg m² |
//! | λ | `damping` | 1/s² |

use super::SettleError;
use super::posture::{Differing, Hold, Posture};
use crate::math::linear;
use nalgebra::{DMatrix, SymmetricEigen};

/// Unbalanced share of the weight that counts as none. Chosen: near the round-off of differences taken
/// with 1e-6.
const BALANCED_SHARE: f64 = 1e-10;
/// Unbalanced share of the weight that counts as none where no step improves it: kilometres below the
/// datum a micrometre of depth has few digits left.
const ROUND_OFF_SHARE: f64 = 1e-8;
/// Longest step of a coordinate, m or rad. Chosen: surfaces and linkages are nearly linear within it.
const LONGEST_COORDINATE_STEP: f64 = 0.05;
/// Damping of a fall, 1/s²: that of an implicit Euler step of a twentieth of a second, (1/0.05 s)².
/// Chosen.
const FALL_DAMPING: f64 = 400.0;
/// Distance from place (m) and heading (rad) that counts as none. Chosen: below what a file's numbers
/// say.
const PLACE_TOLERANCE: f64 = 1e-9;
/// A stiffness (1/s² by the mass that moves) above minus this is not unstable: what may roll or turn
/// freely on the level is neutral. Chosen: what grows at 0.01/s does not show in a settle.
const NEUTRAL_STIFFNESS: f64 = 1e-4;
/// Cosine of the angle from the mean surface's normal beyond which a vehicle is taken as tipped over:
/// 60°. Chosen.
pub(super) const TIPPED_COSINE: f64 = 0.5;

/// Damping that Newton's method begins with where a step has failed, 1/s². Chosen.
const NEWTON_DAMPING: f64 = 1.0;
/// Damping below which Newton's method goes on without any, 1/s². Chosen.
const LEAST_NEWTON_DAMPING: f64 = 1e-3;
/// Damping beyond which Newton's method is given up, 1/s². Chosen: steps are smaller than round-off of a pose then.
const NEWTON_DAMPING_LIMIT: f64 = 1e9;
/// Unbalanced share of the weight at which a fall counts as at rest; Newton's method does the rest. Chosen.
const FALLEN_SHARE: f64 = 1e-6;
/// Factors by which a step of a fall may change the damping. Chosen.
const FALL_DAMPING_FACTORS: [f64; 2] = [0.3, 2.0];
/// Range of the damping of a fall, 1/s². Chosen.
const FALL_DAMPING_RANGE: [f64; 2] = [1e-3, 100.0 * FALL_DAMPING];
/// Steps by which a vehicle is lowered onto its wheels, at most. Chosen.
const LOWERING_STEP_LIMIT: usize = 600;
/// Unbalanced share of the weight at which it counts as lowered. Chosen: it is only where balance is looked for.
const LOWERED_SHARE: f64 = 1e-4;
/// Damping beyond which lowering is given up, 1/s². Chosen.
const LOWERING_DAMPING_LIMIT: f64 = 1e12;
/// Least mass that moves with a coordinate, as a share of the whole: a wheel that weighs nothing divides nothing by
/// zero. Chosen.
const MASS_FLOOR: f64 = 1e-9;

/// A posture in balance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Balance {
    /// Unbalanced share of the weight.
    pub(super) residual: f64,
    pub(super) iterations: usize,
}

impl Posture<'_> {
    /// Moves to balance by steps that lower the imbalance; `None` if there is none to be found.
    pub(super) fn balance(&mut self, patience: usize) -> Result<Option<Balance>, SettleError> {
        let masses = self.masses();
        let count = self.free.len();
        let mut damping: f64 = 0.0;
        let mut base = self.imbalance()?;
        for iterations in 0..patience {
            let residual = self.merit(&base, &masses);
            if residual < BALANCED_SHARE && astray(&base[count..]) < PLACE_TOLERANCE {
                return Ok(Some(Balance { residual, iterations }));
            }
            let Some(step) = self.newton_step(&base, &masses, damping)? else {
                damping = (damping * 10.0).max(NEWTON_DAMPING);
                continue;
            };
            let saved = self.save();
            self.displace(&step, shortened(&step[..count]));
            let moved = self.imbalance()?;
            if self.merit(&moved, &masses) < residual {
                damping = if damping < LEAST_NEWTON_DAMPING { 0.0 } else { damping * 0.2 };
                base = moved;
                continue;
            }
            self.restore(&saved);
            if residual < ROUND_OFF_SHARE && astray(&base[count..]) < 100.0 * PLACE_TOLERANCE {
                self.imbalance()?;
                return Ok(Some(Balance { residual, iterations }));
            }
            damping = (damping * 6.0).max(NEWTON_DAMPING);
            if damping > NEWTON_DAMPING_LIMIT {
                break;
            }
        }
        Ok(None)
    }

    /// Follows a strongly damped motion until it comes to rest or has tipped over; whether it is at rest.
    pub(super) fn relax(&mut self, patience: usize) -> Result<bool, SettleError> {
        let masses = self.masses();
        let count = self.free.len();
        let mut damping = FALL_DAMPING;
        let mut base = self.imbalance()?;
        let mut size = self.merit(&base, &masses);
        for _ in 0..patience {
            let Some(step) = self.newton_step(&base, &masses, damping)? else {
                damping = (damping * 10.0).max(FALL_DAMPING);
                continue;
            };
            self.displace(&step, shortened(&step[..count]));
            if self.uprightness() < TIPPED_COSINE {
                return Ok(false);
            }
            base = self.imbalance()?;
            let now = self.merit(&base, &masses);
            if now < FALLEN_SHARE {
                return Ok(true);
            }
            // Switched evolution relaxation: the damping follows the imbalance (W. A. Mulder, B. van Leer 1985).
            let [slower, faster] = FALL_DAMPING_FACTORS;
            let [least, most] = FALL_DAMPING_RANGE;
            damping = (damping * (now / size).clamp(slower, faster)).clamp(least, most);
            size = now;
        }
        Ok(false)
    }

    /// Lowers the vehicle onto all its wheels, held at its place: energy falls with every step.
    pub(super) fn come_down(&mut self) -> Result<(), SettleError> {
        self.hold = Hold::Root;
        self.held = [0.0; 3];
        let masses = self.masses();
        let count = self.free.len();
        let mut damping = FALL_DAMPING;
        let mut height = self.energy()?;
        for _ in 0..LOWERING_STEP_LIMIT {
            let base = self.imbalance()?;
            let saved = self.save();
            let step = self.newton_step(&base, &masses, damping)?;
            if let Some(step) = &step {
                self.displace(step, shortened(&step[..count]));
            }
            let lower = self.energy()?;
            if step.is_some() && lower <= height {
                height = lower;
                damping = (damping * 0.3).max(1e-6);
                let left = self.imbalance()?;
                if damping < 1.0 && self.merit(&left, &masses) < LOWERED_SHARE {
                    break;
                }
            } else {
                self.restore(&saved);
                damping *= 4.0;
                if damping > LOWERING_DAMPING_LIMIT {
                    break;
                }
            }
        }
        self.hold = Hold::Creep;
        self.held = [0.0; 3];
        Ok(())
    }

    /// Imbalance, and what is lacking of place and heading with it (a millimetre counts as 1e-3).
    fn merit(&self, forces: &[f64], masses: &[f64]) -> f64 {
        let count = self.free.len();
        self.unbalanced(&forces[..count], masses).hypot(astray(&forces[count..]))
    }

    fn newton_step(
        &mut self,
        base: &[f64],
        masses: &[f64],
        damping: f64,
    ) -> Result<Option<Vec<f64>>, SettleError> {
        let mut matrix = self.stiffness(Differing::Loads)?;
        for (row, mass) in masses.iter().enumerate() {
            matrix[(row, row)] += damping * mass;
        }
        for last in self.free.len()..base.len() {
            if matrix.column(last).iter().all(|x| x.abs() < 1e-9 * self.weight) {
                // Nothing holds so yet.
                matrix[(last, last)] += 1.0;
            }
        }
        let mut step = base.to_vec();
        let solved = linear::solve_general(&mut matrix, &mut step);
        Ok((solved && step.iter().all(|x| x.is_finite())).then_some(step))
    }

    /// The least stiffness against motions that keep place and heading, by the mass that moves, 1/s².
    fn least_stiffness(&mut self) -> Result<f64, SettleError> {
        let count = self.free.len();
        let masses = self.masses();
        let matrix = self.stiffness(Differing::LoadsOnly)?;
        let scale: Vec<f64> =
            masses.iter().map(|m| 1.0 / m.max(MASS_FLOOR * masses[0]).sqrt()).collect();
        let mut scaled = DMatrix::from_fn(count, count, |i, j| {
            0.5 * (matrix[(i, j)] + matrix[(j, i)]) * scale[i] * scale[j]
        });
        let most = scaled.diagonal().iter().fold(1.0_f64, |m, x| m.max(x.abs()));
        // Motions that change place or heading are made stiff.
        for constraint in count..count + 3 {
            let mut row: Vec<f64> =
                (0..count).map(|j| matrix[(constraint, j)] * scale[j]).collect();
            let length = row.iter().map(|x| x * x).sum::<f64>().sqrt().max(1e-12);
            row.iter_mut().for_each(|x| *x /= length);
            for i in 0..count {
                for j in 0..count {
                    scaled[(i, j)] += 10.0 * most * row[i] * row[j];
                }
            }
        }
        Ok(SymmetricEigen::new(scaled).eigenvalues.min())
    }

    /// Whether a small push is answered by a force that opposes it.
    pub(super) fn is_stable(&mut self) -> Result<bool, SettleError> {
        Ok(self.least_stiffness()? > -NEUTRAL_STIFFNESS)
    }
}

fn astray(rest: &[f64]) -> f64 {
    rest.iter().fold(0.0, |m, x| m.max(x.abs()))
}

/// The share of a step that is not too long.
fn shortened(step: &[f64]) -> f64 {
    let longest = step.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    if longest > LONGEST_COORDINATE_STEP { LONGEST_COORDINATE_STEP / longest } else { 1.0 }
}
