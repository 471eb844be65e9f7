//! `kind = "nonsmooth"`: rigid ground.

use super::super::Report;
use super::keys::{FRICTION, FRICTION_ANGLE, friction};
use super::other::{Numbers, Stepped};
use super::{InFiles, Load, Part, Recipe};
use crate::format::Node;
use crate::format::schema::{Case, Choice, Field, Kind, Literal, Range};
use planetfall::ground::{Ground, RigidGround};
use std::sync::Arc;

const RIGID: &str =
    "Rigid: Signorini's condition, Newton's impact law and Coulomb's cone, as in Siconos.";

pub(super) const CASE: Case = Case {
    value: "nonsmooth",
    doc: RIGID,
    fields: &[FRICTION, FRICTION_ANGLE, RESTITUTION, ROLLING],
};

/// Of a part of the ground: how wheels roll is a matter of the whole.
pub(super) const PART: Case =
    Case { value: "nonsmooth", doc: RIGID, fields: &[FRICTION, FRICTION_ANGLE, RESTITUTION] };

pub(super) const IN_FILES: InFiles =
    InFiles { read, has_soil: false, stepping: Stepped::Impulses, numbers, written };

const RESTITUTION: Field = Field::default(
    "restitution",
    Kind::Number(Range::FRACTION),
    Literal::Number(0.0),
    "e: share of the normal speed with which a contact leaves an impact.",
);

const ROLLING: Field = Field::default(
    "rolling",
    Kind::Choice(&[
        Choice { value: "exact", doc: "The velocity of a wheel's contact point is what it is." },
        Choice {
            value: "own_spin",
            doc: "Only the wheel's own spin moves it against the hub, not the turning of what carries \
                  the wheel: the simplification of the Siconos rover's authors, to compare with them.",
        },
    ]),
    Literal::Text("exact"),
    "How wheels roll.",
);

fn read(node: &Node, _: u64, report: &mut Report<'_>) -> Arc<dyn Recipe> {
    Arc::new(RigidGround::new(friction(node, report), node.number("restitution")))
}

fn numbers(node: &Node) -> Numbers {
    Numbers::of_friction(node)
}

fn written(from: &Numbers) -> Option<String> {
    Some(format!("{{ kind = \"nonsmooth\", friction_angle_deg = {:?} }}", from.angle))
}

impl Recipe for RigidGround {
    fn ground(&self, _: &Part, _: &Load<'_>) -> Result<Ground, String> {
        Ok((*self).into())
    }

    fn rigid(&self) -> Option<RigidGround> {
        Some(*self)
    }
}
