//! Keys of `[stepping]`: how time goes on.

use super::POSITIVE;
use crate::format::declare::{Key, Spec, declare, default};
use crate::format::schema::{Kind, Range};

/// `step_s: Key<f64>`
const HARD_STEP: Spec =
    default::number(0.005).of(POSITIVE).doc("Step, a whole number of nanoseconds.");
/// `step_s: Key<f64>`
const STEP: Spec = default::number(0.001).of(POSITIVE).doc("Step, a whole number of nanoseconds.");

declare! {
    /// How time advances.
    pub(crate) table SteppingKeys("stepping", method: MethodCases = default::text("rk4")) {

    }

    /// Keys of `rk4`.
    pub(crate) group Rk4SteppingKeys {
        step_s: Key<f64> = STEP,
    }

    /// Keys of `dopri54`.
    pub(crate) group Dopri54SteppingKeys {
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

    /// Keys of `implicit`.
    pub(crate) group ImplicitSteppingKeys {
        step_s: Key<f64> = STEP,
    }

    /// Keys of `moreau_jean`.
    pub(crate) group MoreauJeanSteppingKeys {
        step_s: Key<f64> = HARD_STEP,
        /// Share of the end of the step in its mean velocity: 0.5 keeps the energy of smooth motion, 1
        /// damps it.
        theta: Key<f64> = default::number(0.5).of(Kind::Number(Range::between(0.5, 1.0))),
    }

    /// Keys of `newmark`.
    pub(crate) group NewmarkSteppingKeys {
        step_s: Key<f64> = HARD_STEP,
    }

    /// Keys of `event_driven`.
    pub(crate) group EventDrivenSteppingKeys {
        step_s: Key<f64> = HARD_STEP,
    }

    /// The scheme.
    pub(crate) cases MethodCases {
        /// Classical Runge–Kutta, fourth order, fixed step.
        Rk4(Rk4SteppingKeys) = "rk4",
        /// Dormand–Prince 5(4) with error control.
        Dopri54(Dopri54SteppingKeys) = "dopri54",
        /// The midpoint rule with forces that damp what a step does not resolve, of second order on
        /// ground that gives way; on rigid ground and on soil `moreau_jean` with theta 1.
        Implicit(ImplicitSteppingKeys) = "implicit",
        /// Moreau and Jean's time stepping with the theta-scheme, for ground whose impulses are
        /// unknowns of the step.
        MoreauJean(MoreauJeanSteppingKeys) = "moreau_jean",
        /// Newmark's trapezoidal rule with the ground's impulses as unknowns: second order between
        /// impacts.
        Newmark(NewmarkSteppingKeys) = "newmark",
        /// Free motion by rk4 up to each impact, whose instant is located; for a few simple bodies on
        /// `nonsmooth` ground.
        EventDriven(EventDrivenSteppingKeys) = "event_driven",
    }
}
