//! Scratch of the solvers, without meaning between two solves.

use super::elimination::Elimination;
use super::problem::FrictionProblem;
use super::sparse::SparseElimination;

/// Contacts beyond which the graph of couplings takes too much memory.
const MOST_CONTACTS: usize = 20_000;
/// Multiplications beyond which a factorisation is too dear.
const MOST_MULTIPLICATIONS: usize = 5_000_000_000;

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
    /// Newton's matrix, dense.
    pub(crate) elimination: Elimination,
    /// Newton's matrix, sparse.
    pub(crate) sparse: SparseElimination,
    /// Multiplications of a sparse factorisation, once the pattern is known.
    pub(crate) sparse_cost: Option<Option<usize>>,
}

impl Room {
    /// Makes room and puts the first guess into `reaction`.
    pub(crate) fn prepare(&mut self, start: &[f64]) {
        self.sparse_cost = None;
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

    /// Finds the sparse pattern, if that is not done yet; false if factorising in it is too dear.
    pub(crate) fn analyse(&mut self, problem: &FrictionProblem) -> bool {
        let Self { sparse, sparse_cost, .. } = self;
        let analyse = || {
            let fits = problem.contacts() <= MOST_CONTACTS;
            fits.then(|| sparse.analyse(problem, MOST_MULTIPLICATIONS)).flatten()
        };
        sparse_cost.get_or_insert_with(analyse).is_some()
    }

    /// Velocities of `reaction`.
    pub(crate) fn refresh(&mut self, problem: &FrictionProblem) {
        problem.velocity_under(&self.reaction, &mut self.velocity);
    }
}
