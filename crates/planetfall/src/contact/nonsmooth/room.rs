//! Scratch of the solvers, without meaning between two solves.

use super::elimination::Elimination;
use super::problem::FrictionProblem;

/// Scratch that grows to the largest problem it has seen and then allocates no more.
#[derive(Clone, Debug, Default)]
pub struct Room {
    /// The reactions being improved.
    pub(crate) reaction: Vec<f64>,
    /// Their velocities.
    pub(crate) velocity: Vec<f64>,
    /// Where a line search looks.
    pub(crate) trial: Vec<f64>,
    /// Velocities there.
    pub(crate) trial_velocity: Vec<f64>,
    /// Newton's step.
    pub(crate) step: Vec<f64>,
    /// Centre of the proximal term.
    pub(crate) centre: Vec<f64>,
    /// The best reactions so far.
    pub(crate) best: Vec<f64>,
    /// Contacts that Newton's matrix holds.
    pub(crate) active: Vec<usize>,
    /// Where each contact stands among the active ones.
    pub(crate) place: Vec<usize>,
    /// Newton's matrix.
    pub(crate) elimination: Elimination,
}

impl Room {
    /// Makes room and puts the first guess into `reaction`.
    pub(crate) fn prepare(&mut self, start: &[f64]) {
        for vector in [
            &mut self.reaction,
            &mut self.velocity,
            &mut self.trial,
            &mut self.trial_velocity,
            &mut self.step,
            &mut self.centre,
            &mut self.best,
        ] {
            vector.clear();
            vector.resize(start.len(), 0.0);
        }
        if start.iter().all(|value| value.is_finite()) {
            self.reaction.copy_from_slice(start);
        }
    }

    /// Velocities of `reaction`.
    pub(crate) fn refresh(&mut self, problem: &FrictionProblem) {
        problem.velocity_under(&self.reaction, &mut self.velocity);
    }
}
