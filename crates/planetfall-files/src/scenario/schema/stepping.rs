//! Keys of `[stepping]`: how time goes on.

use super::POSITIVE;
use crate::format::declare::{Key, declare, default};
use crate::format::schema::{Kind, Range};

declare! {
    /// How time advances.
    pub(crate) table SteppingKeys("stepping", method: MethodCases = default::text("rk4")) {}

    /// Keys of methods for ground that gives way.
    pub(crate) group SoftStepKeys {
        /// Step, a whole number of nanoseconds.
        step_s: Key<f64> = default::number(0.001).of(POSITIVE),
    }

    /// Keys of `dopri54`.
    pub(crate) group Dopri54Keys {
        /// Error of position allowed in a step.
        position_tolerance_m: Key<f64> = default::number(1e-8).of(POSITIVE),
        /// Error of velocity allowed in a step.
        velocity_tolerance_m_per_s: Key<f64> = default::number(1e-7).of(POSITIVE),
        /// Error of attitude allowed in a step.
        attitude_tolerance_rad: Key<f64> = default::number(1e-8).of(POSITIVE),
        /// Error of angular rate allowed in a step.
        rate_tolerance_rad_per_s: Key<f64> = default::number(1e-7).of(POSITIVE),
        /// Longest step.
        longest_step_s: Key<f64> = default::number(0.1).of(POSITIVE),
        /// Needing a shorter step is an error.
        shortest_step_s: Key<f64> = default::number(1e-9).of(POSITIVE),
    }

    /// Keys of `moreau_jean`.
    pub(crate) group MoreauJeanKeys {
        /// Step, a whole number of nanoseconds.
        step_s: Key<f64> = default::number(0.005).of(POSITIVE),
        /// Share of the end of the step in its mean velocity: 0.5 keeps the energy of smooth motion, 1
        /// damps it.
        theta: Key<f64> = default::number(0.5).of(Kind::Number(Range::between(0.5, 1.0))),
    }

    /// Keys of methods for rigid ground.
    pub(crate) group HardStepKeys {
        /// Step, a whole number of nanoseconds.
        step_s: Key<f64> = default::number(0.005).of(POSITIVE),
    }

    /// The scheme.
    pub(crate) cases MethodCases {
        /// Classical Runge–Kutta, fourth order, fixed step.
        Rk4(SoftStepKeys) = "rk4",
        /// Dormand–Prince 5(4) with error control.
        Dopri54(Dopri54Keys) = "dopri54",
        /// The midpoint rule with forces that damp what a step does not resolve, of second order on
        /// ground that gives way; on rigid ground and on soil `moreau_jean` with theta 1.
        Implicit(SoftStepKeys) = "implicit",
        /// Moreau and Jean's time stepping with the theta-scheme, for ground whose impulses are
        /// unknowns of the step.
        MoreauJean(MoreauJeanKeys) = "moreau_jean",
        /// Newmark's trapezoidal rule with the ground's impulses as unknowns: second order between
        /// impacts.
        Newmark(HardStepKeys) = "newmark",
        /// Free motion by rk4 up to each impact, whose instant is located; for a few simple bodies on
        /// `nonsmooth` ground.
        EventDriven(HardStepKeys) = "event_driven",
    }
}

impl SteppingKeys {
    /// The fixed step; none of a method that chooses its own.
    pub(crate) fn step(&self) -> Option<&Key<f64>> {
        match self.method.given()? {
            MethodCases::Rk4(own) | MethodCases::Implicit(own) => Some(&own.step_s),
            MethodCases::MoreauJean(own) => Some(&own.step_s),
            MethodCases::Newmark(own) | MethodCases::EventDriven(own) => Some(&own.step_s),
            MethodCases::Dopri54(_) => None,
        }
    }
}
