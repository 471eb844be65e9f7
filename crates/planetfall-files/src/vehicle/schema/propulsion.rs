//! Engines and tanks.

use super::{NON_NEGATIVE, POSITIVE, ProvenanceKeys};
use crate::format::declare::{GROUP, Key, OPTIONAL, REQUIRED, declare, default};
use crate::format::schema::{Kind, List};

declare! {
    /// A throttled rocket engine in a fixed place. It draws on all tanks of the vehicle, in the
    /// proportion in which they were filled; a vehicle without tanks never runs dry.
    pub(crate) table EngineKeys("engine") {
        /// Unique name within the vehicle.
        name: Key<String> = REQUIRED.of(Kind::Name),
        /// Where its force acts, in the link's frame.
        position_m: Key<[f64; 3]> = REQUIRED,
        /// Which way its force pushes the vehicle, against the exhaust; of any length.
        direction: Key<[f64; 3]> = REQUIRED,
        /// Least thrust at which it burns; a smaller command than this, but for 0, gives it.
        min_thrust_n: Key<f64> = REQUIRED.of(NON_NEGATIVE),
        /// Most thrust.
        max_thrust_n: Key<f64> = REQUIRED.of(POSITIVE),
        /// Time constant with which the thrust follows the command; 0 follows at once.
        lag_s: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
        /// Specific impulse.
        specific_impulse_s: Key<f64> = REQUIRED.of(POSITIVE),
        /// The valve of an engine that is pulsed: it gives all of its thrust or none, and `min_thrust_n` counts
        /// for nothing.
        valve: Option<ValveKeys> = OPTIONAL,
        provenance: ProvenanceKeys = GROUP,
    }

    /// A valve that is open or shut.
    pub(crate) table ValveKeys("valve") {
        /// It opens at multiples of this time, for the share of it that the command is of the most thrust.
        /// Controllers that tick as often decide on each pulse themselves.
        cycle_s: Key<f64> = REQUIRED.of(POSITIVE),
        /// Shortest pulse: it stays open no less, and pulses that would be shorter (and shorter than the cycle)
        /// are left out.
        least_on_s: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
    }

    /// A tank: a lump of propellant that shrinks where it is.
    pub(crate) table TankKeys("tank") {
        /// Unique name within the vehicle.
        name: Key<String> = REQUIRED.of(Kind::Name),
        /// Centre of the propellant in the link's frame.
        position_m: Key<[f64; 3]> = REQUIRED,
        /// Propellant at the start.
        propellant_kg: Key<f64> = REQUIRED.of(POSITIVE),
        /// Radii of gyration about its own centre along x, y, z: for each axis the root mean square of
        /// the propellant's coordinate. A full ball of radius r has r/√5 each; the default is a ball of
        /// 0.45 m.
        gyration_m: Key<[f64; 3]> =
            default::numbers(&[0.2, 0.2, 0.2]).of(Kind::List(List::exactly(3, &NON_NEGATIVE))),
        provenance: ProvenanceKeys = GROUP,
    }
}
