//! What the dynamics of a rover with 21 degrees of freedom cost: `cargo bench -p planetfall`.
//!
//! A benchmark makes 1000 evaluations over 100 different states, so the time shown in ms is that of
//! one evaluation in µs. benches/peers measures Pinocchio and MuJoCo on the same tree and states.
#![allow(clippy::unwrap_used, missing_docs, reason = "as in tests")]

mod rover;

use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher, black_box};
use nalgebra::{Cholesky, DMatrix, DVector};
use planetfall::dynamics::Kinematics;
use planetfall::dynamics::aba::{AbaScratch, aba};
use planetfall::dynamics::crba::{CrbaScratch, crba};
use planetfall::dynamics::kinematics::integrate;
use planetfall::dynamics::rnea::{RneaScratch, rnea};
use planetfall::math::noise::{Key, gaussian};
use planetfall::math::spatial::Force;
use planetfall::vehicle::{Inertia, Tree};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

const EVALUATIONS: usize = 1000;
const STATES: usize = 100;

fn main() {
    divan::main();
}

/// The rover in many states, and scratch for all algorithms.
struct Bench {
    tree: Tree,
    inertias: Vec<Option<Inertia>>,
    states: Vec<(Vec<f64>, Vec<f64>)>,
    external: Vec<Force>,
    tau: Vec<f64>,
    kinematics: Kinematics,
    v_dot: Vec<f64>,
    for_aba: AbaScratch,
    for_rnea: RneaScratch,
    for_crba: CrbaScratch,
    mass: DMatrix<f64>,
    rest: DVector<f64>,
}

impl Bench {
    fn new() -> Self {
        let tree = rover::rover().unwrap();
        let count = tree.velocities();
        assert_eq!(count, 21);
        let key = Key::new(0, "rover", "bench");
        let draw = |start: usize| -> Vec<f64> {
            (0..count).map(|k| gaussian(key, (start * count + k) as u64)).collect()
        };
        let states = (0..STATES).map(|number| {
            let mut q = tree.neutral();
            integrate(&tree, &mut q, &draw(2 * number), 1.0);
            (q, draw(2 * number + 1))
        });
        let states = states.collect();
        let mut kinematics = Kinematics::new(&tree);
        kinematics.update(&tree, &tree.neutral(), &vec![0.0; count]);
        Self {
            inertias: tree.links().iter().map(|link| link.inertia).collect(),
            states,
            external: vec![Force::default(); tree.links().len()],
            tau: draw(2 * STATES),
            kinematics,
            v_dot: vec![0.0; count],
            for_aba: AbaScratch::new(&tree),
            for_rnea: RneaScratch::new(&tree),
            for_crba: CrbaScratch::new(&tree),
            mass: DMatrix::zeros(count, count),
            rest: DVector::zeros(count),
            tree,
        }
    }

    fn kinematics(&mut self, state: usize) {
        let (q, v) = &self.states[state % STATES];
        self.kinematics.update(&self.tree, q, v);
    }

    fn aba(&mut self) {
        let Self { tree, inertias, kinematics, tau, external, for_aba, v_dot, .. } = self;
        aba(tree, inertias, kinematics, tau, external, for_aba, v_dot);
    }

    fn rnea(&mut self) {
        let Self { tree, inertias, kinematics, v_dot, external, for_rnea, rest, .. } = self;
        rnea(tree, inertias, kinematics, v_dot, external, for_rnea, rest.as_mut_slice());
    }

    fn crba(&mut self) {
        let Self { tree, inertias, kinematics, for_crba, mass, .. } = self;
        crba(tree, inertias, kinematics, for_crba, mass);
    }

    /// Accelerations by mass matrix: CRBA, RNEA for the bias, a dense factorisation.
    fn crba_cholesky(&mut self) {
        self.v_dot.fill(0.0);
        self.rnea();
        self.crba();
        for (rest, tau) in self.rest.iter_mut().zip(&self.tau) {
            *rest = tau - *rest;
        }
        let factors = Cholesky::new(std::mem::take(&mut self.mass)).unwrap();
        factors.solve_mut(&mut self.rest);
        self.mass = factors.unpack_dirty();
    }
}

fn measure(bencher: Bencher<'_, '_>, mut evaluate: impl FnMut(&mut Bench, usize)) {
    let mut bench = Bench::new();
    bencher.counter(ItemsCount::new(EVALUATIONS)).bench_local(|| {
        for number in 0..EVALUATIONS {
            evaluate(&mut bench, number);
        }
        black_box((&bench.v_dot, &bench.rest, &bench.mass, &bench.kinematics.columns));
    });
}

mod rover_of_21_degrees_of_freedom {
    use super::*;

    #[divan::bench(name = "kinematics")]
    fn kinematics(bencher: Bencher<'_, '_>) {
        measure(bencher, Bench::kinematics);
    }

    #[divan::bench(name = "kinematics and ABA")]
    fn with_aba(bencher: Bencher<'_, '_>) {
        measure(bencher, |bench, number| {
            bench.kinematics(number);
            bench.aba();
        });
    }

    #[divan::bench(name = "kinematics and RNEA")]
    fn with_rnea(bencher: Bencher<'_, '_>) {
        measure(bencher, |bench, number| {
            bench.kinematics(number);
            bench.rnea();
        });
    }

    #[divan::bench(name = "kinematics and CRBA")]
    fn with_crba(bencher: Bencher<'_, '_>) {
        measure(bencher, |bench, number| {
            bench.kinematics(number);
            bench.crba();
        });
    }

    #[divan::bench(name = "kinematics, RNEA, CRBA and Cholesky: accelerations")]
    fn with_cholesky(bencher: Bencher<'_, '_>) {
        measure(bencher, |bench, number| {
            bench.kinematics(number);
            bench.crba_cholesky();
        });
    }
}
