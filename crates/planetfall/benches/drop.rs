//! What a step costs, in time and allocations: `cargo bench -p planetfall`.
//!
//! A benchmark takes 1000 steps with all feet on the ground, so the time shown in ms is that of one
//! step in µs; only where the number of markers grows it takes one step, and items are markers.
//! Names say the scheme and how often it evaluates the equations of motion in a step. Allocations
//! are shown where there are any.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "as in tests")]

#[path = "../tests/all/common/mod.rs"]
mod common;

use common::{drop_case, one_phase, paper_law, rover, upright};
use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher};
use nalgebra::Vector3;
use planetfall::environment::Gravity;
use planetfall::ground::marker::{Friction, MarkerGround, Spring};
use planetfall::math::grid::Grid;
use planetfall::recording::Silent;
use planetfall::scenario::Scenario;
use planetfall::simulation::Simulation;
use planetfall::state::State;
use planetfall::stepping::{Method, Tolerance, Workspace, step};
use planetfall::terrain::{Dem, Heights, Plane, Rock, RockShape, Strewn, Terrain};
use planetfall::time::Time;
use planetfall::vehicle::{Inertia, Motion, Vehicle};
use planetfall::world::World;
use std::sync::Arc;

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

/// Steps per iteration.
const STEPS: usize = 1000;
/// When the drop case has all wheels on the ground and still slides.
const SLIDING: Time = Time::from_millis(3000);

const RK4: Method = Method::RungeKutta4 { step: Time::from_millis(1) };
const IMPLICIT: Method = Method::Implicit { step: Time::from_millis(1) };
const DORMAND_PRINCE: Method = Method::DormandPrince54 {
    tolerance: Tolerance { position: 1e-6, velocity: 1e-5, attitude: 1e-6, rate: 1e-5 },
    longest: Time::from_millis(10),
    shortest: Time::from_nanos(1),
};

fn main() {
    divan::main();
}

/// Takes [`STEPS`] steps of a scenario from where it is after `from`, again and again.
fn steps(bencher: Bencher<'_, '_>, scenario: &Scenario, from: Time) {
    let method = scenario.phases[0].method;
    let start = state_at(scenario, from);
    let mut workspace = Workspace::new(&scenario.world);
    let counted = bencher.counter(ItemsCount::new(STEPS));
    counted.with_inputs(|| start.clone()).bench_local_refs(|state| {
        for _ in 0..STEPS {
            step(&scenario.world, &method, state, method.longest(), &mut workspace).unwrap();
        }
    });
}

fn state_at(scenario: &Scenario, time: Time) -> State {
    let mut simulation = Simulation::new(scenario);
    simulation.advance(time, &mut Silent).unwrap();
    simulation.state().clone()
}

mod four_markers_on_an_incline {
    use super::*;

    #[divan::bench(name = "RK4 (4 evaluations), the step alone")]
    fn rk4(bencher: Bencher<'_, '_>) {
        steps(bencher, &drop_case(RK4), SLIDING);
    }

    #[divan::bench(name = "RK4 (4 evaluations), the engine: metrics, energy check, recorder")]
    fn engine(bencher: Bencher<'_, '_>) {
        let scenario = drop_case(RK4);
        let start = state_at(&scenario, SLIDING);
        let until = SLIDING + Time::from_millis(STEPS as i64);
        bencher
            .counter(ItemsCount::new(STEPS))
            .with_inputs(|| Simulation::resume(&scenario, start.clone()))
            .bench_local_refs(|simulation| simulation.advance(until, &mut Silent).unwrap());
    }

    #[divan::bench(name = "Dormand-Prince 5(4) (6 evaluations and those of refused steps)")]
    fn dormand_prince(bencher: Bencher<'_, '_>) {
        steps(bencher, &drop_case(DORMAND_PRINCE), SLIDING);
    }

    #[divan::bench(name = "implicit (1 evaluation and Newton iterations)")]
    fn implicit(bencher: Bencher<'_, '_>) {
        steps(bencher, &drop_case(IMPLICIT), SLIDING);
    }

    #[divan::bench(name = "RK4 (5 evaluations), friction that rests")]
    fn resting(bencher: Bencher<'_, '_>) {
        let friction = Friction::Resting { stiffness: 3e5, damping: 3e3 };
        let law = MarkerGround { friction, ..paper_law() };
        steps(bencher, &common::drop_with(law, RK4, Time::from_millis(8000)), SLIDING);
    }
}

mod rk4_four_evaluations_on {
    use super::*;

    /// The rover set down on a ground that is level at large.
    fn standing(ground: Arc<dyn Terrain>) -> Scenario {
        let world = World::new(Gravity::Uniform(common::MARS), ground, vec![rover(paper_law())]);
        let start =
            Motion { site_from_body: upright(), ..Motion::at_rest(Vector3::new(0.3, 0.2, 1.0)) };
        one_phase(world, vec![start], RK4, Time::from_millis(10_000))
    }

    /// A map of 512 m by 512 m with posts every metre, rough by a few millimetres.
    fn map() -> Arc<dyn Terrain> {
        let grid = Grid::new((-256.0, -256.0), (1.0, 1.0), (513, 513)).unwrap();
        let heights = (0..513 * 513).map(|i| 0.005 * f64::from(i * 7919 % 101) / 101.0).collect();
        Arc::new(Dem::new(grid, Heights::Double(heights)).unwrap())
    }

    #[divan::bench(name = "a plane")]
    fn plane(bencher: Bencher<'_, '_>) {
        steps(bencher, &standing(Arc::new(Plane::level(0.0).unwrap())), SLIDING);
    }

    #[divan::bench(name = "an elevation map, 513 x 513 posts")]
    fn dem(bencher: Bencher<'_, '_>) {
        steps(bencher, &standing(map()), SLIDING);
    }

    #[divan::bench(name = "an elevation map with 10 000 rocks")]
    fn rocks(bencher: Bencher<'_, '_>) {
        let rock = |number: i32| {
            let (x, y) = (f64::from(number % 100) - 49.7, f64::from(number / 100) - 49.6);
            Rock { x, y, heading: 0.0, sunk: 0.0, shape: RockShape::Hemisphere { radius: 0.2 } }
        };
        let strewn = Strewn::new(map(), (0..10_000).map(rock).collect()).unwrap();
        steps(bencher, &standing(Arc::new(strewn)), SLIDING);
    }
}

/// The cost must be linear: compare the time with the number of markers.
#[divan::bench(name = "RK4 (4 evaluations), one step, markers", args = [10, 100, 1000, 10_000])]
fn markers(bencher: Bencher<'_, '_>, count: usize) {
    let scenario = bed(count);
    let start = state_at(&scenario, Time::from_millis(100));
    let mut workspace = Workspace::new(&scenario.world);
    let counted = bencher.counter(ItemsCount::new(count));
    counted.with_inputs(|| start.clone()).bench_local_refs(|state| {
        step(&scenario.world, &RK4, state, RK4.longest(), &mut workspace).unwrap();
    });
}

/// A board on `count` markers, all of which touch.
fn bed(count: usize) -> Scenario {
    let spring = Spring::from_rest(100.0 / count as f64, common::MARS, 0.01, 0.3);
    let law = MarkerGround { spring, ..paper_law() };
    let inertia = Inertia::principal(100.0, Vector3::new(20.0, 20.0, 40.0)).unwrap();
    let board = (0..count).fold(Vehicle::rigid("board", inertia), |board, number| {
        let place =
            Vector3::new((number % 100) as f64 * 0.01 - 0.5, (number / 100) as f64 * 0.01, 0.0);
        board.with_marker(format!("m{number}"), place, law)
    });
    let ground = Arc::new(Plane::level(0.0).unwrap());
    let world = World::new(Gravity::Uniform(common::MARS), ground, vec![board]);
    let start = Motion::at_rest(Vector3::new(0.0, 0.0, -0.01));
    one_phase(world, vec![start], RK4, Time::from_millis(1000))
}
