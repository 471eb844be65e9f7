//! Force elements of a user's own: taken by every method, to its order, with their states, their power and
//! their stability bound.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::one_phase;
use nalgebra::Vector3;
use planetfall::environment::Gravity;
use planetfall::forces::{CustomForce, Exertion, ForceView};
use planetfall::recording::Silent;
use planetfall::simulation::Simulation;
use planetfall::state::State;
use planetfall::stepping::{Channel, Method, Tolerance};
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::{Anchor, Inertia, Motion, Vehicle};
use planetfall::world::{JoiningError, World};
use std::sync::Arc;

const MASS: f64 = 10.0;
const GRAVITY: f64 = 3.71;
/// Time constant of the falling body in the air, s.
const DECAY: f64 = 0.5;

const ANCHOR: Anchor = Anchor { vehicle: 0, link: 0, point: Vector3::new(0.0, 0.0, 0.0) };

/// Air that holds a body back in proportion to its velocity.
#[derive(Debug)]
struct LinearDrag;

impl CustomForce for LinearDrag {
    fn name(&self) -> &str {
        "drag"
    }

    fn links(&self) -> Vec<(usize, usize)> {
        vec![(0, 0)]
    }

    fn apply(&self, view: &ForceView<'_>, out: &mut Exertion<'_>) {
        let (_, velocity) = view.point(&ANCHOR);
        out.force_at(&ANCHOR, velocity * (-MASS / DECAY));
    }
}

/// A force that comes up to 1 N with a time constant, s; the bound on steps is said or kept quiet.
#[derive(Debug)]
struct Lagging {
    time: f64,
    bounded: bool,
}

impl CustomForce for Lagging {
    fn name(&self) -> &str {
        "lagging"
    }

    fn links(&self) -> Vec<(usize, usize)> {
        vec![(0, 0)]
    }

    fn states(&self) -> usize {
        1
    }

    fn apply(&self, view: &ForceView<'_>, out: &mut Exertion<'_>) {
        let force = view.states()[0];
        out.rates[0] = (1.0 - force) / self.time;
        out.force_at(&ANCHOR, Vector3::x() * force);
    }

    fn longest_stable(&self) -> f64 {
        if self.bounded { self.time } else { f64::INFINITY }
    }
}

/// A body high above the ground.
fn world(gravity: f64) -> World {
    let body = Vehicle::rigid("body", Inertia::ball(MASS, 0.5).unwrap());
    World::new(Gravity::Uniform(gravity), Arc::new(Plane::level(0.0).unwrap()), vec![body])
}

fn methods(step: Time) -> [Method; 6] {
    let tolerance = Tolerance { position: 1e-9, velocity: 1e-9, attitude: 1e-9, rate: 1e-9 };
    [
        Method::RungeKutta4 { step },
        Method::DormandPrince54 { tolerance, longest: step, shortest: Time::from_nanos(1000) },
        Method::Implicit { step },
        Method::MoreauJean { step, theta: 0.5 },
        Method::Newmark { step },
        Method::EventDriven { step },
    ]
}

fn flown(world: World, method: Method, duration: Time) -> (State, Vector3<f64>) {
    let start = Motion::at_rest(Vector3::new(0.0, 0.0, 100.0));
    let scenario = one_phase(world, vec![start], method, duration);
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(duration, &mut Silent).unwrap();
    let velocity = simulation.state().motion(&scenario.world, 0).velocity;
    (simulation.state().clone(), velocity)
}

#[test]
fn a_body_falls_through_air_as_the_closed_form_says_by_every_method() {
    let duration = Time::from_millis(1000);
    let terminal = -GRAVITY * DECAY;
    let exact = terminal * (1.0 - (-1.0 / DECAY).exp());
    let error = |method| {
        let falling = world(GRAVITY).with_force(Arc::new(LinearDrag)).unwrap();
        let (state, velocity) = flown(falling, method, duration);
        let ledger = &state.ledger;
        // ∫ c v² dt of the closed form.
        let k = 1.0 / DECAY;
        let squares =
            1.0 - 2.0 * DECAY * (1.0 - (-k).exp()) + 0.5 * DECAY * (1.0 - (-2.0 * k).exp());
        let work = -(MASS / DECAY) * terminal * terminal * squares;
        let taken = ledger.work[Channel::Actuation as usize];
        assert!((taken / work - 1.0).abs() < 1e-3, "{}: {taken} J, {work} J", method.name());
        (velocity.z - exact).abs()
    };
    for (coarse, fine) in
        methods(Time::from_millis(20)).into_iter().zip(methods(Time::from_millis(10)))
    {
        let (one, two) = (error(coarse), error(fine));
        assert!(two < 1e-4, "{}: {two:e} m/s", fine.name());
        match fine {
            // Controlled by its tolerance.
            Method::DormandPrince54 { .. } => assert!(two < 1e-8, "{two:e} m/s"),
            Method::RungeKutta4 { .. }
            | Method::Implicit { .. }
            | Method::MoreauJean { .. }
            | Method::Newmark { .. }
            | Method::EventDriven { .. } => {
                assert!(one / two > 3.8, "{}: {one:e} to {two:e} m/s", fine.name());
            }
        }
    }
}

#[test]
fn steps_are_divided_by_the_bound_of_a_force_that_follows_its_own_state() {
    let (time, step) = (0.002, Time::from_millis(50));
    let duration = Time::from_millis(200);
    let seconds = duration.seconds();
    let exact = (seconds - time * (1.0 - (-seconds / time).exp())) / MASS;
    for method in [Method::Implicit { step }, Method::MoreauJean { step, theta: 0.5 }] {
        let speed = |bounded| {
            let force = Arc::new(Lagging { time, bounded });
            flown(world(0.0).with_force(force).unwrap(), method, duration).1.x
        };
        let (divided, whole) = (speed(true), speed(false));
        assert!((divided / exact - 1.0).abs() < 1e-2, "{}: {divided} m/s", method.name());
        assert!((whole / exact - 1.0).abs() > 1.0, "{}: {whole} m/s", method.name());
    }
}

#[test]
fn states_of_a_force_are_part_of_the_checkpoint() {
    let made = || world(0.0).with_force(Arc::new(Lagging { time: 0.1, bounded: true })).unwrap();
    let step = Time::from_millis(10);
    let (half, end) = (Time::from_millis(100), Time::from_millis(200));
    let (whole, _) = flown(made(), Method::RungeKutta4 { step }, end);
    let (first, _) = flown(made(), Method::RungeKutta4 { step }, half);
    let start = Motion::at_rest(Vector3::new(0.0, 0.0, 100.0));
    let scenario = one_phase(made(), vec![start], Method::RungeKutta4 { step }, end);
    let mut resumed = Simulation::resume(&scenario, first);
    resumed.advance(end, &mut Silent).unwrap();
    let index = scenario.world.layout().force_states(0).start;
    let bits = |state: &State| state.continuous[index].to_bits();
    assert_eq!(bits(resumed.state()), bits(&whole));
    assert!(whole.continuous[index] > 0.8);
}

#[test]
fn a_force_on_a_link_that_does_not_exist_is_refused() {
    #[derive(Debug)]
    struct Astray;
    impl CustomForce for Astray {
        fn name(&self) -> &str {
            "astray"
        }
        fn links(&self) -> Vec<(usize, usize)> {
            vec![(0, 7)]
        }
        fn apply(&self, _: &ForceView<'_>, _: &mut Exertion<'_>) {}
    }
    let refused = world(0.0).with_force(Arc::new(Astray)).unwrap_err();
    assert_eq!(refused, JoiningError::NoSuchPart { what: "force `astray`".to_owned() });
}
