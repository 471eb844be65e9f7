//! `kind = "nonsmooth"`: rigid ground.

use super::super::Report;
use super::keys::{FrictionKeys, friction};
use super::other::{Numbers, Stepped};
use super::{ContactShape, InFiles, Load, Recipe};
use crate::format::declare::{GROUP, Key, declare, default};
use crate::format::schema::{Kind, Range};
use planetfall::ground::{Ground, RigidGround};
use std::sync::Arc;

declare! {
    /// Keys of `nonsmooth`.
    pub(crate) group RigidGroundKeys {
        part: RigidPartKeys = GROUP,
        /// How wheels roll.
        rolling: Key<RollingChoice> = default::text("exact"),
    }

    /// Keys of `nonsmooth` in a part of the ground: how wheels roll is a matter of the whole.
    pub(crate) group RigidPartKeys {
        friction: FrictionKeys = GROUP,
        /// e: share of the normal speed with which a contact leaves an impact.
        restitution: Key<f64> = default::number(0.0).of(Kind::Number(Range::FRACTION)),
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

/// What files and schema need to know of this law.
pub(super) const IN_FILES: InFiles =
    InFiles { has_soil: false, stepping: Stepped::Impulses, written };

pub(super) fn read(keys: &RigidPartKeys, report: &mut Report<'_>) -> Arc<dyn Recipe> {
    Arc::new(RigidGround::new(friction(&keys.friction, report), keys.restitution.value()))
}

pub(super) fn numbers(keys: &RigidPartKeys) -> Numbers {
    Numbers::of_friction(&keys.friction)
}

fn written(from: &Numbers) -> Option<String> {
    Some(format!("{{ kind = \"nonsmooth\", friction_angle_deg = {:?} }}", from.angle))
}

impl Recipe for RigidGround {
    fn ground(&self, _: &ContactShape, _: &Load<'_>) -> Result<Ground, String> {
        Ok((*self).into())
    }

    fn rigid(&self) -> Option<RigidGround> {
        Some(*self)
    }
}
