//! Keys of `[[phase]]`, `[[end]]` and `[record]`: the course of a run.

use super::{NON_NEGATIVE, POSITIVE};
use crate::format::declare::{Key, OPTIONAL, OptionalKey, REQUIRED, Tables, declare, default};
use crate::format::schema::Kind;
use crate::scenario::schema::stepping::SteppingKeys;
use crate::scenario::staging_schema::{CutKeys, DryKeys, NearerKeys, SeparatedKeys};

declare! {
    /// A part of the run with its own stepping.
    pub(crate) table PhaseKeys("phase") {
        /// Unique name.
        name: Key<String> = REQUIRED.of(Kind::Name),
        /// Instead of the scenario's.
        stepping: Option<SteppingKeys> = OPTIONAL,
        /// What ends the phase.
        until: Tables<UntilKeys> = default::EMPTY,
        /// Periods in this phase of controllers and sensors that have others elsewhere.
        period: Tables<PeriodKeys> = default::EMPTY,
    }

    /// The period of a controller or sensor in this phase.
    pub(crate) table PeriodKeys("phase.period") {
        /// Name of the controller or sensor.
        of: Key<String> = REQUIRED,
        /// Time between its ticks or samples.
        period_s: Key<f64> = REQUIRED.of(POSITIVE),
    }

    /// In each phase the energy that no force explains, and apart from it the energy that the scheme
    /// and the lifting of positions add, are shares of what the phase turns over: kinetic energy at its
    /// start plus the fall in it, or the work exchanged, and no less than the weight of all vehicles
    /// times 1 mm. Above 1 % either is warned of, above 5 % it fails the run, gain or loss.
    pub(crate) table EnergyKeys("energy") {
        /// Exceptions from these limits.
        allow: Tables<AllowanceKeys> = default::EMPTY,
    }

    /// An exception from the limits of the energy account. Up to the shares given nothing is said,
    /// above them the run fails.
    pub(crate) table AllowanceKeys("energy.allow") {
        /// Name of the phase; default all phases.
        phase: OptionalKey<String> = OPTIONAL,
        /// Share of unexplained energy that is allowed.
        unexplained: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// Share of energy of the scheme and of lifted positions that is allowed.
        numerical: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// Why it may be so much.
        reason: Key<String> = REQUIRED,
    }

    /// A condition that ends the phase: name the `next` phase, or the `outcome` if the run ends.
    pub(crate) table UntilKeys("until", when: WhenCases = REQUIRED) {
        /// Name of the phase that follows.
        next: OptionalKey<String> = OPTIONAL,
        /// Name of the run's outcome.
        outcome: OptionalKey<String> = OPTIONAL.of(Kind::Name),
    }

    /// Keys of `elapsed`.
    pub(crate) group ElapsedWhenKeys {
        /// How long.
        after_s: Key<f64> = REQUIRED.of(POSITIVE),
    }

    /// Keys of `rest`.
    pub(crate) group RestWhenKeys {
        /// Slower than this.
        speed_m_per_s: Key<f64> = default::number(0.001).of(POSITIVE),
        /// Turning slower than this.
        rate_deg_per_s: Key<f64> = default::number(0.1).of(POSITIVE),
        /// For this long.
        for_s: Key<f64> = default::number(0.5).of(POSITIVE),
    }

    /// Keys of `touch`.
    pub(crate) group TouchWhenKeys {
        /// Which; default any.
        marker: OptionalKey<String> = OPTIONAL,
        /// Any of this vehicle; default of any vehicle.
        vehicle: OptionalKey<String> = OPTIONAL,
    }

    /// Keys of `height_below` and `height_above`.
    pub(crate) group HeightKeys {
        /// The height.
        height_m: Key<f64> = REQUIRED,
        /// Of which vehicle; default the first.
        vehicle: OptionalKey<String> = OPTIONAL,
    }

    /// Keys of `speed_above` and `speed_below`.
    pub(crate) group SpeedWhenKeys {
        /// The speed.
        speed_m_per_s: Key<f64> = REQUIRED.of(POSITIVE),
        /// Of which vehicle; default the first.
        vehicle: OptionalKey<String> = OPTIONAL,
    }

    /// Keys of `mach_above` and `mach_below`.
    pub(crate) group MachWhenKeys {
        /// The Mach number.
        mach: Key<f64> = REQUIRED.of(POSITIVE),
        /// Of which vehicle; default the first.
        vehicle: OptionalKey<String> = OPTIONAL,
    }

    /// Keys of `dynamic_pressure_above` and `dynamic_pressure_below`.
    pub(crate) group PressureWhenKeys {
        /// The dynamic pressure.
        pressure_pa: Key<f64> = REQUIRED.of(POSITIVE),
        /// Of which vehicle; default the first.
        vehicle: OptionalKey<String> = OPTIONAL,
    }

    /// Keys of `deceleration_above` and `deceleration_below`.
    pub(crate) group DecelerationWhenKeys {
        /// Acceleration by all forces but gravity.
        deceleration_m_per_s2: Key<f64> = REQUIRED.of(POSITIVE),
        /// Of which vehicle; default the first.
        vehicle: OptionalKey<String> = OPTIONAL,
    }

    /// The condition.
    pub(crate) cases WhenCases {
        /// A time since the phase began.
        Elapsed(ElapsedWhenKeys) = "elapsed",
        /// The first vehicle stands still.
        Rest(RestWhenKeys) = "rest",
        /// A marker reaches the ground.
        Touch(TouchWhenKeys) = "touch",
        /// A vehicle's centre of mass comes below a height above ground.
        HeightBelow(HeightKeys) = "height_below",
        /// A vehicle's centre of mass comes above a height above ground.
        HeightAbove(HeightKeys) = "height_above",
        /// A vehicle becomes faster than a speed.
        SpeedAbove(SpeedWhenKeys) = "speed_above",
        /// A vehicle becomes slower than a speed.
        SpeedBelow(SpeedWhenKeys) = "speed_below",
        /// A vehicle's Mach number comes above a number.
        MachAbove(MachWhenKeys) = "mach_above",
        /// A vehicle's Mach number comes below a number.
        MachBelow(MachWhenKeys) = "mach_below",
        /// A vehicle's dynamic pressure comes above a pressure.
        DynamicPressureAbove(PressureWhenKeys) = "dynamic_pressure_above",
        /// A vehicle's dynamic pressure comes below a pressure.
        DynamicPressureBelow(PressureWhenKeys) = "dynamic_pressure_below",
        /// The deceleration that a vehicle senses comes above a number; explicit methods only.
        DecelerationAbove(DecelerationWhenKeys) = "deceleration_above",
        /// The deceleration that a vehicle senses comes below a number; explicit methods only.
        DecelerationBelow(DecelerationWhenKeys) = "deceleration_below",
        /// The centres of mass of two vehicles come nearer to each other than a distance.
        Nearer(NearerKeys) = "nearer",
        /// A carried vehicle has been let go.
        Separated(SeparatedKeys) = "separated",
        /// All cables of a group are cut.
        Cut(CutKeys) = "cut",
        /// A vehicle's tanks are empty.
        Dry(DryKeys) = "dry",
    }

    /// A condition that ends the run.
    pub(crate) table EndKeys("end", when: WhenCases = REQUIRED) {
        /// Name of the run's outcome.
        outcome: Key<String> = REQUIRED.of(Kind::Name),
    }

    /// What is written to history.parquet.
    pub(crate) table RecordKeys("record") {
        /// Time between records; 0 records every step. Fixed steps are never cut for a record.
        period_s: Key<f64> = default::number(0.01).of(NON_NEGATIVE),
    }
}
