//! Keys that several kinds of ground have.

use super::super::Report;
use crate::format::declare::{OPTIONAL, OptionalKey, REQUIRED, Spec, declare, default};
use crate::format::schema::{Kind, Range};
use planetfall::math::real;

/// Numbers above zero.
pub(super) const POSITIVE: Kind = Kind::Number(Range::POSITIVE);
/// Numbers from zero on.
pub(super) const NON_NEGATIVE: Kind = Kind::Number(Range::NON_NEGATIVE);
/// Coefficients of friction that the cone problem takes.
const COEFFICIENT: Kind =
    Kind::Number(Range::between(0.0, planetfall::ground::rigid::MOST_FRICTION));
/// `rest_penetration_m: Key<f64>`
pub(super) const REST_PENETRATION: Spec =
    REQUIRED.of(POSITIVE).doc("h_eq: penetration under the vehicle's weight.");
/// `damping_ratio: Key<f64>`
pub(super) const DAMPING_RATIO: Spec = REQUIRED.of(NON_NEGATIVE).doc("d: 1 is critical.");
/// `stiffness: Key<StiffnessChoice>`
pub(super) const WHOSE_STIFFNESS: Spec =
    default::text("per_marker").doc("Whose stiffness K and C are.");

declare! {
    /// Coulomb's friction.
    pub(crate) group FrictionKeys {
        /// mu of Coulomb's cone; give it or `friction_angle_deg`.
        friction_coefficient: OptionalKey<f64> = OPTIONAL.of(COEFFICIENT),
        /// The slope on which a vehicle begins to slide: its tangent is mu.
        friction_angle_deg: OptionalKey<f64> =
            OPTIONAL.of(Kind::Number(Range::between(0.0, 89.0))),
    }

    /// Whose stiffness K and C are.
    pub(crate) choice StiffnessChoice {
        /// Each marker gets K and C of the full mass, as in the paper.
        PerMarker = "per_marker",
        /// K and C are shared out over the markers.
        Shared = "shared",
    }
}

/// Coulomb's coefficient, given as such or as an angle.
pub(super) fn friction(keys: &FrictionKeys, report: &mut Report<'_>) -> f64 {
    let angle = keys.friction_angle_deg.given();
    match (keys.friction_coefficient.given(), angle) {
        (Some(coefficient), None) => coefficient,
        (None, Some(angle)) => real::tan(angle.to_radians()),
        (Some(_), Some(_)) => {
            let message = "friction is given twice: as a coefficient and as an angle";
            report.help(keys.friction_angle_deg.place(), message, "leave one of them out");
            f64::NAN
        }
        (None, None) => {
            // A key that is there but wrong has been reported already and reads as absent.
            if !report.checked.has_errors() {
                let message = "the ground's friction is missing";
                let help = "give friction_coefficient, or friction_angle_deg";
                report.help(keys.place, message, help);
            }
            f64::NAN
        }
    }
}
