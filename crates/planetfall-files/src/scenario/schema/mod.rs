//! Every key of a scenario file, with its unit, range, default and meaning.

pub(super) mod course;
pub(super) mod results;
pub(super) mod stepping;
pub(super) mod terrain;
pub(super) mod vehicle;

use crate::format::declare::{
    Declared, EXTENDS, Key, OPTIONAL, OptionalKey, REQUIRED, SET, Settings, Tables, declare,
    default,
};
use crate::format::schema::{Kind, List, Range, Table};
use crate::scenario::aerodynamics::schema::AerodynamicsKeys;
use crate::scenario::comparison::CompareKeys;
use crate::scenario::environment::{AtmosphereKeys, GravityKeys, WindKeys};
use crate::scenario::flight::FlightKeys;
use crate::scenario::gauge::MetricKeys;
use crate::scenario::grains::GrainsKeys;
use crate::scenario::ground::GroundKeys;
use crate::scenario::operating::OperatorKeys;
use crate::scenario::parachute::ParachuteKeys;
use crate::scenario::schema::course::{EndKeys, EnergyKeys, PhaseKeys, RecordKeys};
use crate::scenario::schema::results::{ExpectKeys, FigureKeys};
use crate::scenario::schema::stepping::SteppingKeys;
use crate::scenario::schema::terrain::TerrainKeys;
use crate::scenario::schema::vehicle::VehicleKeys;
use crate::scenario::sensing::schema::{SensorKeys, SunKeys};
use crate::scenario::staging_schema::{
    CableKeys, ExternalWrenchKeys, FaultKeys, GustKeys, OutcomeKeys,
};

/// Numbers above zero.
const POSITIVE: Kind = Kind::Number(Range::POSITIVE);
/// Numbers from zero on.
const NON_NEGATIVE: Kind = Kind::Number(Range::NON_NEGATIVE);
/// Angles from level to upright, degrees.
const SLOPE: Kind = Kind::Number(Range::at_least(0.0).below(90.0));
/// One name of a column, or several.
const COLUMNS: Kind = Kind::OneOrList(List::any(&Kind::Text));

/// A whole scenario file.
pub static SCENARIO: Table = *ScenarioKeys::TABLE;

declare! {
    /// A run: what moves, on which ground, how it is stepped and what is expected of it.
    pub(crate) table ScenarioKeys("scenario") {
        #[allow(dead_code)]
        extends: OptionalKey<String> = EXTENDS,
        #[allow(dead_code)]
        set: Settings = SET,
        /// One line that says what the run shows.
        title: Key<String> = REQUIRED,
        /// More about it.
        #[allow(dead_code)]
        description: Key<String> = default::text(""),
        /// All randomness follows from it.
        seed: Key<i64> = default::integer(1).of(Kind::COUNT),
        /// The run ends at this time at the latest.
        duration_s: Key<f64> = REQUIRED.of(POSITIVE),
        /// Gravity.
        gravity: GravityKeys = REQUIRED,
        /// Air; none if left out.
        atmosphere: Option<AtmosphereKeys> = OPTIONAL,
        /// Wind; none if left out. It acts through aerodynamics.
        wind: Option<WindKeys> = OPTIONAL,
        /// The ground as found.
        terrain: TerrainKeys = REQUIRED,
        /// How the ground answers a marker.
        ground: GroundKeys = REQUIRED,
        /// What moves. The first vehicle's metrics and columns have no prefix.
        vehicle: Tables<VehicleKeys> = REQUIRED,
        /// Balls in great number, of which only sums are recorded.
        grains: Tables<GrainsKeys> = default::EMPTY,
        /// Cables between vehicles.
        cable: Tables<CableKeys> = default::EMPTY,
        /// Gusts of wind, as forces.
        gust: Tables<GustKeys> = default::EMPTY,
        /// Forces and moments on links from outside: a tow rope, the push of an arm.
        external_wrench: Tables<ExternalWrenchKeys> = default::EMPTY,
        /// How the air acts on bodies.
        aerodynamics: Tables<AerodynamicsKeys> = default::EMPTY,
        /// Parachutes.
        parachute: Tables<ParachuteKeys> = default::EMPTY,
        /// Where the sun stands; default north-west, 45° high.
        sun: Option<SunKeys> = OPTIONAL,
        /// Sensors of the vehicles, for outside programs and for the record (docs/sensors.md).
        sensor: Tables<SensorKeys> = default::EMPTY,
        /// What fails in this run.
        fault: Tables<FaultKeys> = default::EMPTY,
        /// Flight software of a powered landing.
        flight: Option<FlightKeys> = OPTIONAL,
        /// An outside program that sees the sensors and gives commands.
        operator: Option<OperatorKeys> = OPTIONAL,
        /// How time advances.
        stepping: SteppingKeys = default::EMPTY,
        /// Phases, if the run has more than one; it starts in the first.
        phase: Tables<PhaseKeys> = default::EMPTY,
        /// Conditions that end the run in any phase.
        end: Tables<EndKeys> = default::EMPTY,
        /// Names for the outcome by what was measured; the first that applies names it. Where none
        /// does it keeps the name of the condition that ended the run.
        outcome: Tables<OutcomeKeys> = default::EMPTY,
        /// Exceptions from the limits of the energy account.
        energy: EnergyKeys = default::EMPTY,
        /// What is written.
        record: RecordKeys = default::EMPTY,
        /// Metrics of the scenario's own, from recorded columns.
        metric: Tables<MetricKeys> = default::EMPTY,
        /// Values that the run must reproduce, each with what stands behind it.
        expect: Tables<ExpectKeys> = default::EMPTY,
        /// Measured values, or another tool's, to compare with.
        compare: Tables<CompareKeys> = default::EMPTY,
        /// Plots of the report.
        figure: Tables<FigureKeys> = default::EMPTY,
    }
}

/// The strongest gravity that is computed with, m/s²: a thousand times the Earth's, and a hundred times
/// that of any body with a surface to land on. Numbers that mean nothing keep searches busy for hours.
pub const STRONGEST_GRAVITY: f64 = 10_000.0;
