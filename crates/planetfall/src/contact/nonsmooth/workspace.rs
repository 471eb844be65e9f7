//! Scratch of the solvers, without meaning between two solves.

use super::alart_curnier::Linear;
use super::delassus_scale::DelassusScale;
use super::elimination::Elimination;
use super::problem::FrictionProblem;
use super::progress::ErrorScale;
use super::sparse::SparseElimination;

/// Contacts beyond which the graph of couplings is not made: its rows of bits take 50 MB then. Chosen.
const GRAPH_CONTACT_LIMIT: usize = 20_000;
/// Multiplications beyond which a sparse factorisation is too expensive: some ten seconds each. Chosen.
const FACTORISATION_COST_LIMIT: usize = 10_000_000_000;

/// Scratch that grows to the largest problem it has seen and then allocates no more.
#[derive(Clone, Debug, Default)]
pub struct NonsmoothWorkspace {
    /// The reactions being improved.
    pub(crate) reaction: Vec<f64>,
    /// Their velocities.
    pub(crate) velocity: Vec<f64>,
    /// Their measure.
    pub(crate) error: f64,
    gauge: ErrorScale,
    pub(crate) scales: Vec<DelassusScale>,
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
    /// Reactions kept while another start is tried.
    pub(crate) kept: Vec<f64>,
    /// Linearised equations of the contacts.
    pub(crate) linear: Vec<Linear>,
    /// Where the unknowns of each contact begin.
    pub(crate) place: Vec<usize>,
    /// Newton's matrix, dense.
    pub(crate) elimination: Elimination,
    /// Newton's matrix, sparse.
    pub(crate) sparse: SparseElimination,
    /// Multiplications of a sparse factorisation, once the pattern is known.
    pub(crate) sparse_cost: Option<Option<usize>>,
}

impl NonsmoothWorkspace {
    /// Grows to a problem, puts the first guess into `reaction` and assesses it.
    pub(crate) fn prepare(&mut self, problem: &FrictionProblem, start: &[f64]) {
        self.sparse_cost = None;
        for vector in [&mut self.reaction, &mut self.centre] {
            vector.clear();
            vector.resize(start.len(), 0.0);
        }
        // Whoever reads these writes them before.
        for vector in [
            &mut self.velocity,
            &mut self.trial,
            &mut self.trial_velocity,
            &mut self.step,
            &mut self.best,
            &mut self.kept,
        ] {
            vector.resize(start.len(), 0.0);
        }
        let cold = start.iter().all(|value| *value == 0.0);
        if !cold && start.iter().all(|value| value.is_finite()) {
            self.reaction.copy_from_slice(start);
        }
        self.scales.clear();
        self.scales.extend(problem.diagonal().iter().map(DelassusScale::new));
        self.gauge = ErrorScale::new(problem, &self.scales);
        if cold {
            self.velocity.copy_from_slice(problem.velocity());
            self.measure(problem);
        } else {
            self.assess(problem);
        }
    }

    /// Finds the sparse pattern, if that is not done yet; false if factorising in it is too dear.
    pub(crate) fn analyse(&mut self, problem: &FrictionProblem) -> bool {
        let Self { sparse, sparse_cost, .. } = self;
        let analyse = || {
            let fits = problem.contacts() <= GRAPH_CONTACT_LIMIT;
            fits.then(|| sparse.analyse(problem, FACTORISATION_COST_LIMIT)).flatten()
        };
        sparse_cost.get_or_insert_with(analyse).is_some()
    }

    /// Multiplications of a sparse factorisation; none where it is too dear.
    pub(crate) fn factorisation(&mut self, problem: &FrictionProblem) -> usize {
        self.analyse(problem);
        self.sparse_cost.flatten().unwrap_or(0)
    }

    /// Whether the reactions are of a size that contacts can need.
    pub(crate) fn is_plausible(&self) -> bool {
        self.gauge.is_plausible(&self.reaction)
    }

    /// Brings velocities and measure up to date with `reaction`.
    pub(crate) fn assess(&mut self, problem: &FrictionProblem) {
        problem.velocity_under(&self.reaction, &mut self.velocity);
        self.measure(problem);
    }

    /// Brings the measure up to date with `reaction` and `velocity`.
    pub(crate) fn measure(&mut self, problem: &FrictionProblem) {
        self.error = self.gauge.measure(problem, &self.reaction, &self.velocity);
    }
}
