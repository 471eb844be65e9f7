//! A format with one of everything, of which the tests read some.

#![allow(dead_code)]

use crate::format::declare::{
    Declared, Key, OPTIONAL, OptionalKey, REQUIRED, Tables, declare, default,
};
use crate::format::schema::{Kind, List, Range, Table};

pub(super) static DROP: Table = *Drop::TABLE;

const POSITIVE: Kind = Kind::Number(Range::POSITIVE);

declare! {
    /// A body dropped on the ground.
    pub(super) table Drop("drop") {
        /// Name of the scenario.
        name: Key<String> = REQUIRED.of(Kind::Name),
        /// Title of the report.
        title: OptionalKey<String> = OPTIONAL,
        /// Seed of all noise.
        seed: Key<i64> = default::integer(0).of(Kind::COUNT),
        /// End of the run.
        end_time_s: Key<f64> = default::number(8.0).of(POSITIVE),
        /// Integrator.
        method: Key<MethodChoice> = default::text("rk4"),
        /// Words to find it by.
        tags: Key<Vec<Key<String>>> = default::texts(&["a", "b"]),
        /// What is dropped.
        vehicle: Vehicle = REQUIRED,
        /// What it is dropped on.
        ground: Ground = default::EMPTY,
        /// The shape of the ground.
        terrain: Option<Terrain> = OPTIONAL,
        /// Published results.
        expect: Tables<Expect> = default::EMPTY,
    }

    /// Integrator.
    pub(super) choice MethodChoice {
        /// Classical Runge-Kutta.
        Rk4 = "rk4",
        /// Dormand-Prince 5(4).
        Dopri5 = "dopri5",
    }

    /// A rigid body.
    pub(super) table Vehicle("vehicle") {
        /// Mass of the body.
        mass_kg: Key<f64> = REQUIRED.of(POSITIVE),
        /// Speed.
        velocity_m_per_s: Key<[f64; 3]> = default::numbers(&[0.0; 3]),
        /// A point that can touch the ground.
        marker: Tables<Marker> = REQUIRED,
    }

    /// A point of the body.
    pub(super) table Marker("marker") {
        /// Name of the marker.
        name: Key<String> = REQUIRED.of(Kind::Name),
        /// Where it is on the body.
        position_m: Key<[f64; 3]> = REQUIRED,
        /// Whether it can touch.
        active: Key<bool> = default::flag(true),
    }

    /// The marker ground law.
    pub(super) table Ground("ground") {
        /// Damping over critical damping.
        damping_ratio: Key<f64> =
            default::number(0.7).of(Kind::Number(Range::NON_NEGATIVE.below(2.0))),
        /// Penetration at rest, shared or per marker.
        rest_penetration_m: Key<Vec<Key<f64>>> =
            default::number(0.01).of(Kind::OneOrList(List::at_least(1, &POSITIVE))),
        /// Pairs of speed and coefficient.
        friction: OptionalKey<Vec<Key<[f64; 2]>>> =
            OPTIONAL.of(Kind::List(List::at_least(2, &Kind::List(List::exactly(2, &Kind::NUMBER))))),
    }

    /// The shape of the ground.
    pub(super) table Terrain("terrain", kind: TerrainCases = REQUIRED) {
        /// Height of the origin.
        height_m: Key<f64> = default::number(0.0),
    }

    /// Which shape.
    pub(super) cases TerrainCases {
        /// A tilted plane.
        Incline(Incline) = "incline",
        /// A step.
        Step(Step) = "step",
    }

    /// Keys of `incline`.
    pub(super) group Incline {
        /// Slope.
        slope_deg: Key<f64> = REQUIRED.of(Kind::Number(Range::above(-90.0).below(90.0))),
    }

    /// Keys of `step`.
    pub(super) group Step {
        /// Height of the step.
        step_height_m: Key<f64> = REQUIRED,
        /// Its edge.
        edge: Edge = default::EMPTY,
    }

    /// The edge of the step.
    pub(super) table Edge("edge", kind: EdgeCases = default::text("sharp")) {}

    /// How the edge is made.
    pub(super) cases EdgeCases {
        /// No radius.
        Sharp = "sharp",
        /// A radius.
        Round(Round) = "round",
    }

    /// Keys of `round`.
    pub(super) group Round {
        /// Radius of the edge.
        radius_m: Key<f64> = REQUIRED.of(POSITIVE),
    }

    /// A published number.
    pub(super) table Expect("expect") {
        /// Name of the metric.
        metric: Key<String> = REQUIRED,
        /// The published value.
        value: Key<f64> = REQUIRED,
        /// Order in the table.
        rank: OptionalKey<i64> = OPTIONAL.of(Kind::Integer { min: 1, max: 9 }),
    }
}

/// The least file without mistakes.
pub(super) const LEAST: &str = "\
name = \"drop\"
[vehicle]
mass_kg = 899
[[vehicle.marker]]
name = \"wheel_1\"
position_m = [1, 1.5, -0.5]
";
