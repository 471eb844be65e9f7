//! `kind = "nonsmooth"`: rigid ground.

use super::super::Report;
use super::keys::{FrictionKeys, friction};
use super::other::{Numbers, Stepped};
use super::{InFiles, Load, Part, Recipe};
use crate::format::Node;
use crate::format::declare::{GROUP, Key, Spec, declare, default};
use crate::format::schema::{Kind, Range};
use planetfall::ground::{Ground, RigidGround};
use std::sync::Arc;

const RIGID: &str =
    "Rigid: Signorini's condition, Newton's impact law and Coulomb's cone, as in Siconos.";

/// `restitution: Key<f64>`
const RESTITUTION: Spec = default::number(0.0)
    .of(Kind::Number(Range::FRACTION))
    .doc("e: share of the normal speed with which a contact leaves an impact.");

declare! {
    /// Keys of `nonsmooth`.
    pub(crate) group RigidGroundKeys {
        friction: FrictionKeys = GROUP,
        restitution: Key<f64> = RESTITUTION,
        /// How wheels roll.
        rolling: Key<RollingChoice> = default::text("exact"),
    }

    /// Keys of `nonsmooth`.
    pub(crate) group RigidPartKeys {
        friction: FrictionKeys = GROUP,
        restitution: Key<f64> = RESTITUTION,
    }

    /// How wheels roll.
    pub(crate) choice RollingChoice {
        /// The velocity of a wheel's contact point is what it is.
        Exact = "exact",
        /// Only the wheel's own spin moves it against the hub, not the turning of what carries the
        /// wheel: the simplification of the Siconos rover's authors, to compare with them.
        OwnSpin = "own_spin",
    }
}

pub(super) const IN_FILES: InFiles =
    InFiles { read, has_soil: false, stepping: Stepped::Impulses, numbers, written };

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
