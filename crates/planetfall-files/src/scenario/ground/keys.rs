//! Keys that several kinds of ground have.

use super::super::Report;
use crate::format::Node;
use crate::format::schema::{Choice, Field, Kind, Literal, Range};
use planetfall::math::real;

pub(super) const POSITIVE: Kind = Kind::Number(Range::POSITIVE);
pub(super) const NON_NEGATIVE: Kind = Kind::Number(Range::NON_NEGATIVE);

pub(super) const FRICTION: Field = Field::optional(
    "friction_coefficient",
    Kind::Number(Range::between(0.0, planetfall::ground::rigid::MOST_FRICTION)),
    "mu of Coulomb's cone; give it or `friction_angle_deg`.",
);

pub(super) const FRICTION_ANGLE: Field = Field::optional(
    "friction_angle_deg",
    Kind::Number(Range::between(0.0, 89.0)),
    "The slope on which a vehicle begins to slide: its tangent is mu.",
);

pub(super) const REST_PENETRATION: Field = Field::required(
    "rest_penetration_m",
    POSITIVE,
    "h_eq: penetration under the vehicle's weight.",
);

pub(super) const DAMPING_RATIO: Field =
    Field::required("damping_ratio", NON_NEGATIVE, "d: 1 is critical.");

pub(super) const WHOSE_STIFFNESS: Field = Field::default(
    "stiffness",
    Kind::Choice(&[
        Choice {
            value: "per_marker",
            doc: "Each marker gets K and C of the full mass, as in the paper.",
        },
        Choice { value: "shared", doc: "K and C are shared out over the markers." },
    ]),
    Literal::Text("per_marker"),
    "Whose stiffness K and C are.",
);

/// Coulomb's coefficient, given as such or as an angle.
pub(super) fn friction(node: &Node, report: &mut Report<'_>) -> f64 {
    let angle = node.optional_number("friction_angle_deg");
    match (node.optional_number("friction_coefficient"), angle) {
        (Some(coefficient), None) => coefficient,
        (None, Some(angle)) => real::tan(angle.to_radians()),
        (Some(_), Some(_)) => {
            let message = "friction is given twice: as a coefficient and as an angle";
            report.help(node.place_of("friction_angle_deg"), message, "leave one of them out");
            f64::NAN
        }
        (None, None) => {
            // A key that is there but wrong has been told already and reads as absent.
            if !report.checked.has_errors() {
                let message = "the ground's friction is missing";
                let help = "give friction_coefficient, or friction_angle_deg";
                report.help(node.place(), message, help);
            }
            f64::NAN
        }
    }
}
