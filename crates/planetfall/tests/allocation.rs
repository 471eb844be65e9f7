//! The step allocates nothing.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{MASS, drop_with, paper_law};
use planetfall::contact::compliant::{Friction, MarkerLaw};
use planetfall::stepping::{Method, Tolerance, Workspace, step};
use planetfall::time::Time;

#[test]
fn no_method_allocates_in_the_step() {
    let tolerance = Tolerance { position: 1e-7, velocity: 1e-6, attitude: 1e-7, rate: 1e-6 };
    let (longest, shortest) = (Time::from_millis(20), Time::from_nanos(1));
    let resting = Friction::Resting { stiffness: 300.0 * MASS, damping: 3.0 * MASS };
    for method in [
        Method::RungeKutta4 { step: Time::from_millis(1) },
        Method::DormandPrince54 { tolerance, longest, shortest },
        Method::Implicit { step: Time::from_millis(1) },
    ] {
        for friction in [Friction::Classical, resting] {
            let law = MarkerLaw { friction, ..paper_law() };
            let scenario = drop_with(law, method, Time::from_millis(8000));
            let mut state = scenario.initial();
            let mut workspace = Workspace::new(&scenario.world);
            let counted = allocation_counter::measure(|| {
                while state.time < Time::from_millis(1500) {
                    step(&scenario.world, &method, &mut state, method.longest(), &mut workspace)
                        .unwrap();
                }
            });
            assert_eq!(counted.count_total, 0, "{method:?} {friction:?}: {counted:?}");
        }
    }
}
