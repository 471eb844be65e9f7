//! Whatever body meets whatever ground: nothing becomes NaN, the clamped ground never pulls, and
//! no energy appears.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::one_phase;
use nalgebra::{Matrix3, UnitQuaternion, Vector3};
use planetfall::environment::Gravity;
use planetfall::ground::marker::{Friction, FrictionTable, MarkerGround, Spring};
use planetfall::math::grid::Grid;
use planetfall::recording::{Memory, columns};
use planetfall::scenario::Scenario;
use planetfall::simulation::Simulation;
use planetfall::stepping::{Method, Tolerance};
use planetfall::terrain::{Dem, Heights, Plane, Rock, RockShape, Strewn, Terrain};
use planetfall::time::Time;
use planetfall::vehicle::{Inertia, Motion, Vehicle};
use planetfall::world::World;
use proptest::prelude::*;
use std::sync::Arc;

/// A body of point masses has an inertia that some body has.
fn body() -> impl Strategy<Value = (Inertia, Vec<Vector3<f64>>)> {
    let point = prop::array::uniform3(-1.5..1.5f64).prop_map(Vector3::from);
    let masses = prop::collection::vec((point.clone(), 1.0..300.0f64), 4..8);
    (masses, prop::collection::vec(point, 1..12)).prop_map(|(masses, markers)| {
        let total: f64 = masses.iter().map(|(_, m)| m).sum();
        let centre = masses.iter().map(|(p, m)| p * *m).sum::<Vector3<f64>>() / total;
        // A small ball at each point keeps thin bodies from having no inertia about their axis.
        let about = masses.iter().fold(Matrix3::zeros(), |sum, (p, m)| {
            let r = p - centre;
            let solid = 0.4 * 0.25 * 0.25;
            sum + (Matrix3::identity() * (r.norm_squared() + solid) - r * r.transpose()) * *m
        });
        (Inertia::new(total, centre, about).unwrap(), markers)
    })
}

fn ground() -> impl Strategy<Value = Arc<dyn Terrain>> {
    let plane = (0.0..0.7f64, 0.0..6.3f64).prop_map(|(slope, heading)| {
        Arc::new(Plane::incline(Vector3::zeros(), slope, heading).unwrap()) as Arc<dyn Terrain>
    });
    let map = prop::collection::vec(-0.6..0.6f64, 41 * 41).prop_map(|heights| {
        let grid = Grid::new((-20.0, -20.0), (1.0, 1.0), (41, 41)).unwrap();
        Arc::new(Dem::new(grid, Heights::Double(heights)).unwrap()) as Arc<dyn Terrain>
    });
    let rocks = prop::collection::vec((-3.0..3.0f64, -3.0..3.0f64, 0.1..0.6f64), 0..20);
    (prop_oneof![plane, map], rocks).prop_map(|(base, rocks)| {
        let rocks = rocks
            .into_iter()
            .map(|(x, y, radius)| {
                let shape = RockShape::Hemisphere { radius };
                Rock { x, y, heading: 0.0, sunk: 0.0, shape }
            })
            .collect();
        Arc::new(Strewn::new(base, rocks).unwrap()) as Arc<dyn Terrain>
    })
}

fn law(mass: f64, sink: f64, ratio: f64, resting: bool) -> MarkerGround {
    let spring = Spring::from_rest(mass, 3.7, sink, ratio);
    let friction = if resting {
        Friction::Resting { stiffness: spring.stiffness, damping: spring.damping }
    } else {
        Friction::Classical
    };
    let table = FrictionTable {
        stick_speed: 0.05,
        slide_speed: 0.1,
        stick_coefficient: 0.6,
        slide_coefficient: 0.5,
    };
    MarkerGround { spring, table, friction }
}

fn method() -> impl Strategy<Value = Method> {
    let tolerance = Tolerance { position: 1e-7, velocity: 1e-6, attitude: 1e-7, rate: 1e-6 };
    let (longest, shortest) = (Time::from_millis(20), Time::from_nanos(1));
    prop_oneof![
        Just(Method::RungeKutta4 { step: Time::from_nanos(250_000) }),
        Just(Method::DormandPrince54 { tolerance, longest, shortest }),
        Just(Method::Implicit { step: Time::from_millis(2) }),
    ]
}

prop_compose! {
    fn scenario()(
        (inertia, markers) in body(),
        ground in ground(),
        method in method(),
        sink in 0.005..0.05f64,
        ratio in 0.05..1.0f64,
        resting: bool,
        axis in prop::array::uniform3(-3.0..3.0f64),
        velocity in prop::array::uniform3(-1.0..1.0f64),
        rate in prop::array::uniform3(-1.0..1.0f64),
    ) -> Scenario {
        let law = law(inertia.mass(), sink, ratio, resting);
        let markers = markers.into_iter().enumerate();
        let vehicle = markers.fold(Vehicle::rigid("body", inertia), |vehicle, (index, point)| {
            vehicle.with_marker(format!("m{index}"), point, law)
        });
        let start = Motion {
            position: Vector3::new(0.0, 0.0, 4.0),
            site_from_body: UnitQuaternion::from_scaled_axis(Vector3::from(axis)),
            velocity: Vector3::from(velocity),
            rate: Vector3::from(rate),
        };
        let world = World::new(Gravity::Uniform(3.7), ground, vec![vehicle]);
        one_phase(world, vec![start], method, Time::from_millis(3000))
    }
}

/// A run takes long for a case: fewer of them, unless PROPTEST_CASES asks for a number.
fn config() -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok());
    ProptestConfig { cases: asked.unwrap_or(96), ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn no_body_on_no_ground_gives_nan_adhesion_or_free_energy(scenario in scenario()) {
        let mut memory = Memory::default();
        let mut simulation = Simulation::new(&scenario);
        let end = simulation.advance(scenario.duration, &mut memory);
        prop_assert!(end.is_ok(), "{:?}", end);
        let names = columns(&scenario.world);
        for frame in &memory.frames {
            for (column, value) in names.iter().zip(frame) {
                prop_assert!(value.is_finite(), "{} is {value}", column.name);
                if column.name.ends_with("normal_force_n") {
                    prop_assert!(*value >= 0.0, "adhesion: {} = {value}", column.name);
                }
            }
        }
        // Facet edges and rock rims are jumps of the normal that no fixed step resolves; what the
        // ledger cannot explain must stay a small share of what was exchanged, and a gain smaller.
        let ledger = simulation.state().ledger;
        let gain = ledger.unexplained() / ledger.scale();
        prop_assert!(gain < 0.02, "gained {gain} of the energy");
        let friction = simulation.state().ledger.work[1];
        prop_assert!(friction <= 1e-9 * ledger.scale() || scenario_rests(&scenario), "friction fed {friction} J");
    }
}

/// The resting friction stores energy in its deflection and may give it back.
fn scenario_rests(scenario: &Scenario) -> bool {
    scenario.world.remembers()
}
