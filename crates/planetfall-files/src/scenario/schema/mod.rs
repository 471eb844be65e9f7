//! Every key of a scenario file, with its unit, range, default and meaning.

mod course;
mod results;
mod stepping;
mod terrain;
mod vehicle;

use super::comparison::COMPARE;
use super::flight::FLIGHT;
use super::gauge::METRIC;
use super::grains::GRAINS;
use super::ground::GROUND;
use super::operating::OPERATOR;
use super::sensing;
use super::staging_schema as staging;
use crate::format::schema::{Case, EXTENDS, Field, Kind, List, Literal, Range, SET, Table, Tag};
use course::{END, ENERGY, PHASE, RECORD};
pub(crate) use results::EXPECT;
use results::FIGURE;
use stepping::STEPPING;
use terrain::TERRAIN;
use vehicle::VEHICLE;

const POSITIVE: Kind = Kind::Number(Range::POSITIVE);
const NON_NEGATIVE: Kind = Kind::Number(Range::NON_NEGATIVE);
/// The strongest gravity that is computed with, m/s²: a thousand times the Earth's, and a hundred times
/// that of any body with a surface to land on. Numbers that mean nothing keep searches busy for hours.
pub const STRONGEST_GRAVITY: f64 = 10_000.0;
const SLOPE: Kind = Kind::Number(Range::at_least(0.0).below(90.0));
const PAIR: Kind = Kind::List(List::exactly(2, &Kind::NUMBER));
const COLUMNS: Kind = Kind::OneOrList(List::any(&Kind::Text));

/// A whole scenario file.
pub static SCENARIO: Table = Table::new(
    "scenario",
    "A run: what moves, on which ground, how it is stepped and what is expected of it.",
    &[
        EXTENDS,
        SET,
        Field::required("title", Kind::Text, "One line that says what the run shows."),
        Field::default("description", Kind::Text, Literal::Text(""), "More about it."),
        Field::default("seed", Kind::COUNT, Literal::Integer(1), "All randomness follows from it."),
        Field::required("duration_s", POSITIVE, "The run ends at this time at the latest."),
        Field::required("gravity", Kind::Table(&GRAVITY), "Gravity."),
        Field::required("terrain", Kind::Table(&TERRAIN), "The ground as found."),
        Field::required("ground", Kind::Table(&GROUND), "How the ground answers a marker."),
        Field::required(
            "vehicle",
            Kind::Tables(&VEHICLE),
            "What moves. The first vehicle's metrics and columns have no prefix.",
        ),
        Field::default(
            "grains",
            Kind::Tables(&GRAINS),
            Literal::Empty,
            "Balls in great number, of which only sums are recorded.",
        ),
        staging::CABLES,
        staging::GUSTS,
        staging::EXTERNAL_WRENCHES,
        sensing::SUN,
        sensing::SENSORS,
        staging::FAULTS,
        Field::optional("flight", Kind::Table(&FLIGHT), "Flight software of a powered landing."),
        Field::optional(
            "operator",
            Kind::Table(&OPERATOR),
            "An outside program that sees the sensors and gives commands.",
        ),
        Field::default("stepping", Kind::Table(&STEPPING), Literal::Empty, "How time advances."),
        Field::default(
            "phase",
            Kind::Tables(&PHASE),
            Literal::Empty,
            "Phases, if the run has more than one; it starts in the first.",
        ),
        Field::default(
            "end",
            Kind::Tables(&END),
            Literal::Empty,
            "Conditions that end the run in any phase.",
        ),
        staging::OUTCOMES,
        Field::default(
            "energy",
            Kind::Table(&ENERGY),
            Literal::Empty,
            "Exceptions from the limits of the energy account.",
        ),
        Field::default("record", Kind::Table(&RECORD), Literal::Empty, "What is written."),
        Field::default(
            "metric",
            Kind::Tables(&METRIC),
            Literal::Empty,
            "Metrics of the scenario's own, from recorded columns.",
        ),
        Field::default(
            "expect",
            Kind::Tables(&EXPECT),
            Literal::Empty,
            "Values that the run must reproduce, each with what stands behind it.",
        ),
        Field::default(
            "compare",
            Kind::Tables(&COMPARE),
            Literal::Empty,
            "Measured values, or another tool's, to compare with.",
        ),
        Field::default("figure", Kind::Tables(&FIGURE), Literal::Empty, "Plots of the report."),
    ],
);

static GRAVITY: Table = Table::tagged(
    "gravity",
    "Gravity in the site frame (x east, y north, z up).",
    Tag::kind_or(
        "uniform",
        "Which field.",
        &[
            Case {
                value: "uniform",
                doc: "The same everywhere, straight down.",
                fields: &[Field::required(
                    "acceleration_m_per_s2",
                    Kind::Number(Range::between(0.0, STRONGEST_GRAVITY)),
                    "Strength, towards −z; a thousand times the Earth's at most.",
                )],
            },
            Case {
                value: "planet",
                doc: "A rotating, oblate planet below the site.",
                fields: &[
                    Field::required("gm_m3_per_s2", POSITIVE, "Gravitational parameter."),
                    Field::default(
                        "j2",
                        Kind::NUMBER,
                        Literal::Number(0.0),
                        "Second zonal harmonic.",
                    ),
                    Field::required(
                        "equatorial_radius_m",
                        POSITIVE,
                        "Reference radius of the harmonic.",
                    ),
                    Field::required(
                        "site_radius_m",
                        POSITIVE,
                        "Distance of the site's origin from the centre.",
                    ),
                    Field::default(
                        "rotation_rad_per_s",
                        Kind::NUMBER,
                        Literal::Number(0.0),
                        "Rotation rate.",
                    ),
                    Field::default(
                        "latitude_deg",
                        Kind::Number(Range::between(-90.0, 90.0)),
                        Literal::Number(0.0),
                        "Geocentric latitude of the site.",
                    ),
                ],
            },
        ],
    ),
    &[],
);
