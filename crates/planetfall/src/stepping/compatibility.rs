//! Which method steps which ground and which vehicle.
//!
//! One pure function, [`check`], over kinds: the stepping method, the grounds that lie side by side in the
//! world and the features of its vehicles. [`crate::simulation::scenario::Scenario::checked`] asks it with what the
//! world has, and `planetfall schema --methods` prints it cell by cell, so that the printed table and the
//! refusal of a run cannot differ.
//!
//! The rules are three matches without wildcard arms, each of which gives the reason of a refusal or `None`:
//!
//! | function | asks about |
//! |---|---|
//! | `ground_conflict` | one ground under a method |
//! | `feature_conflict` | one feature under a method |
//! | `feature_on_ground_conflict` | a feature on a ground |
//!
//! What to use instead is not written beside the reasons: it is found by asking the same rules, so that it
//! stays true when a rule is removed.

#![warn(clippy::wildcard_enum_match_arm)]

mod advice;
mod kinds;

pub use crate::ground::GroundKind;
pub use kinds::{Feature, MethodKind};

use crate::ground::GroundFormulation;

use std::fmt;

/// What a method does not take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A ground.
    Ground(GroundKind),
    /// A feature of the vehicles.
    Feature(Feature),
    /// A feature on a ground, each of which it takes without the other.
    FeatureOnGround(Feature, GroundKind),
}

/// Why a method does not step a world, and what does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What is not taken.
    pub cause: Cause,
    /// Why.
    pub reason: &'static str,
    /// What to use instead.
    pub instead: String,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ground(ground) => write!(f, "{} ground", ground.name()),
            Self::Feature(feature) => f.write_str(feature.name()),
            Self::FeatureOnGround(feature, ground) => {
                write!(f, "{} on {} ground", feature.name(), ground.name())
            }
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.reason, self.instead)
    }
}

/// Whether a method steps vehicles with these features on these grounds.
pub fn check(
    method: MethodKind,
    grounds: &[GroundKind],
    features: &[Feature],
) -> Result<(), Refusal> {
    match conflict(method, grounds, features) {
        None => Ok(()),
        Some((cause, reason)) => {
            let instead = advice::instead(method, grounds, features, cause);
            Err(Refusal { cause, reason, instead })
        }
    }
}

/// The first thing that a method does not take, and the reason.
fn conflict(
    method: MethodKind,
    grounds: &[GroundKind],
    features: &[Feature],
) -> Option<(Cause, &'static str)> {
    let on_ground = grounds.iter().find_map(|&ground| {
        ground_conflict(method, ground).map(|reason| (Cause::Ground(ground), reason))
    });
    let of_feature = || {
        features.iter().find_map(|&feature| {
            feature_conflict(method, feature).map(|reason| (Cause::Feature(feature), reason))
        })
    };
    let of_both = || {
        let pairs = features.iter().flat_map(|&f| grounds.iter().map(move |&ground| (f, ground)));
        pairs.into_iter().find_map(|(feature, ground)| {
            let reason = feature_on_ground_conflict(feature, ground)?;
            Some((Cause::FeatureOnGround(feature, ground), reason))
        })
    };
    on_ground.or_else(of_feature).or_else(of_both)
}

/// Why a method does not step a ground, if it does not.
fn ground_conflict(method: MethodKind, ground: GroundKind) -> Option<&'static str> {
    use GroundFormulation::{Cone, Footprint, Force};
    use MethodKind::{DormandPrince54, EventDriven, Implicit, MoreauJean, Newmark, RungeKutta4};
    /// Why not: a force law with a method that repeats steps or steps impacts.
    const IS_FORCE: &str = "this ground is a force law, which the method's repetitions and single impacts do not follow";
    /// Why not: a ground of impulses with an explicit method.
    const NO_FORCE: &str =
        "impulses of this ground are unknowns of the step: it has no force for an explicit method";
    /// Why not: ground that gives way with single impacts.
    const YIELDS: &str = "the method steps single impacts on rigid ground, and this ground yields";
    /// Why not: soil with a method that has no force at the end.
    const SOIL_AT_END: &str = "the force of soil is taken at the end of the step (or in every stage of an explicit one), \
         for which the method has no place";
    match (ground.formulation(), method) {
        (Force, RungeKutta4 | DormandPrince54 | Implicit | MoreauJean) => None,
        (Force, Newmark | EventDriven) => Some(IS_FORCE),
        (Cone { .. }, RungeKutta4 | DormandPrince54) => Some(NO_FORCE),
        (Cone { .. }, Implicit | MoreauJean | Newmark) => None,
        (Cone { yields: false }, EventDriven) => None,
        (Cone { yields: true }, EventDriven) => Some(YIELDS),
        (Footprint, RungeKutta4 | DormandPrince54 | Implicit | MoreauJean) => None,
        (Footprint, Newmark | EventDriven) => Some(SOIL_AT_END),
    }
}

/// Why a method does not step a feature of a vehicle, if it does not.
fn feature_conflict(method: MethodKind, feature: Feature) -> Option<&'static str> {
    use Feature::{
        Aerodynamics, Articulated, Cables, CarriedParts, ClosedLoops, CustomForce, Engines,
        ExternalWrench, Grains, Gusts, Parachutes,
    };
    use MethodKind::{DormandPrince54, EventDriven, Implicit, MoreauJean, Newmark, RungeKutta4};
    /// Why not: loops with an explicit method.
    const NO_CONSTRAINTS: &str =
        "closed loops are constraints, which an explicit method does not solve";
    /// Why not: loops with single impacts.
    const LOOPS_AT_IMPACT: &str =
        "the method steps single impacts, which it does not spread through loops";
    /// Why not: grains with any other method.
    const GRAINS_NEED_MOREAU_JEAN: &str =
        "contacts among grains are solved in steps of Moreau and Jean only";
    match (feature, method) {
        (
            Articulated | ExternalWrench | CustomForce | Engines | Cables | CarriedParts | Gusts
            | Aerodynamics | Parachutes,
            RungeKutta4 | DormandPrince54 | Implicit | MoreauJean | Newmark | EventDriven,
        ) => None,
        (ClosedLoops, RungeKutta4 | DormandPrince54) => Some(NO_CONSTRAINTS),
        (ClosedLoops, Implicit | MoreauJean | Newmark) => None,
        (ClosedLoops, EventDriven) => Some(LOOPS_AT_IMPACT),
        (Grains, MoreauJean) => None,
        (Grains, RungeKutta4 | DormandPrince54 | Implicit | Newmark | EventDriven) => {
            Some(GRAINS_NEED_MOREAU_JEAN)
        }
    }
}

/// Why a feature does not go with a ground under any method, if it does not.
fn feature_on_ground_conflict(feature: Feature, ground: GroundKind) -> Option<&'static str> {
    use Feature::{
        Aerodynamics, Articulated, Cables, CarriedParts, ClosedLoops, CustomForce, Engines,
        ExternalWrench, Grains, Gusts, Parachutes,
    };
    use GroundFormulation::{Cone, Footprint, Force};
    /// Why not: grains on ground that gives way.
    const NOT_RIGID: &str = "grains lie on rigid ground only";
    match (feature, ground.formulation()) {
        (
            Articulated | Engines | Cables | CarriedParts | Gusts | ExternalWrench | CustomForce
            | Aerodynamics | Parachutes | ClosedLoops,
            Force | Cone { .. } | Footprint,
        ) => None,
        (Grains, Cone { yields: false }) => None,
        (Grains, Force | Cone { yields: true } | Footprint) => Some(NOT_RIGID),
    }
}

/// One cell of the table of what goes together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The ground, everywhere.
    pub ground: GroundKind,
    /// The stepping method.
    pub method: MethodKind,
    /// One feature of the vehicle beside its contact shapes, or none.
    pub feature: Option<Feature>,
    /// What [`check`] says.
    pub verdict: Result<(), Refusal>,
}

/// The whole table: every ground under every method, for a rigid body alone and with each feature.
pub fn table() -> Vec<Cell> {
    let features = || std::iter::once(None).chain(Feature::ALL.into_iter().map(Some));
    let grounds = GroundKind::ALL.into_iter();
    let pairs = grounds.flat_map(|ground| MethodKind::ALL.into_iter().map(move |m| (ground, m)));
    pairs
        .flat_map(|(ground, method)| features().map(move |feature| (ground, method, feature)))
        .map(|(ground, method, feature)| {
            let verdict = check(method, &[ground], feature.as_slice());
            Cell { ground, method, feature, verdict }
        })
        .collect()
}

#[cfg(test)]
mod tests;
