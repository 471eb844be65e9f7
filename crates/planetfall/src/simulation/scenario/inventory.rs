//! What a world has of that a stepping method may not take, with the names to say so.

use crate::ground::GroundKind;
use crate::stepping::compatibility::{self, Cause, Feature, MethodKind, Refusal};
use crate::vehicle::Vehicle;
use crate::world::{ForceElement, World};

/// Grounds that lie side by side in a world and features of its vehicles, each once, with whose it is.
#[derive(Clone, Debug, Default)]
pub(super) struct Inventory {
    grounds: Vec<(GroundKind, String)>,
    features: Vec<(Feature, String)>,
}

impl Inventory {
    /// Of a world.
    pub(super) fn of(world: &World) -> Self {
        let mut found = Self::default();
        found.collect_grounds(world);
        found.collect_features(world);
        found
    }

    /// Whether a method steps all of it; else why not, and what of the world it is about.
    pub(super) fn check(&self, method: MethodKind) -> Result<(), (String, Refusal)> {
        let grounds: Vec<_> = self.grounds.iter().map(|(kind, _)| *kind).collect();
        let features: Vec<_> = self.features.iter().map(|(feature, _)| *feature).collect();
        compatibility::check(method, &grounds, &features).map_err(|refusal| {
            let whose = match refusal.cause {
                Cause::Ground(ground) => self.whose_ground(ground),
                Cause::Feature(feature) | Cause::FeatureOnGround(feature, _) => {
                    self.whose_feature(feature)
                }
            };
            (format!("{}{whose}", refusal.cause), refusal)
        })
    }

    fn whose_ground(&self, ground: GroundKind) -> &str {
        self.grounds.iter().find(|(kind, _)| *kind == ground).map_or("", |(_, whose)| whose)
    }

    fn whose_feature(&self, feature: Feature) -> &str {
        self.features.iter().find(|(kind, _)| *kind == feature).map_or("", |(_, whose)| whose)
    }

    fn add_ground(&mut self, kind: GroundKind, whose: impl FnOnce() -> String) {
        if !self.grounds.iter().any(|(known, _)| *known == kind) {
            self.grounds.push((kind, whose()));
        }
    }

    fn add_feature(&mut self, feature: Feature, has: bool, whose: String) {
        if has && !self.features.iter().any(|(known, _)| *known == feature) {
            self.features.push((feature, whose));
        }
    }

    /// Soil, where there is any, and every ground that a contactor can come upon. Ground under soil that covers
    /// all of it is never asked. Grains bring rigid ground of their own with them, which is part of that
    /// feature.
    fn collect_grounds(&mut self, world: &World) {
        if world.soil().is_some() {
            self.add_ground(GroundKind::Soil, String::new);
        }
        let bare = world.bare_ground();
        let is_seen = world.soil().is_none() || bare.is_some();
        let rocky = world.terrain().without_rocks().is_some();
        let unused_rocks = world.placement().rocks().filter(|_| !rocky);
        for (contactor, place) in world.contactors().iter().enumerate() {
            let grounds = world.grounds(contactor).enumerate();
            for (_, ground) in grounds.filter(|(number, _)| Some(*number) != unused_rocks) {
                let kind = ground.kind();
                let of_grains = place.vehicle >= world.named() && kind == GroundKind::Nonsmooth;
                if is_seen && !of_grains {
                    let under = || format!(" under `{}`", world.contactor_name(contactor));
                    let whose = || bare.map_or_else(under, |where_| format!(" {where_}"));
                    self.add_ground(kind, whose);
                }
            }
        }
    }

    fn collect_features(&mut self, world: &World) {
        for vehicle in &world.vehicles()[..world.named()] {
            let whose = || format!(" of vehicle `{}`", vehicle.name);
            self.add_feature(Feature::Articulated, is_articulated(vehicle), whose());
            let propelled = !vehicle.engines.is_empty() || !vehicle.tanks.is_empty();
            self.add_feature(Feature::Engines, propelled, whose());
            self.add_feature(Feature::ClosedLoops, !vehicle.closures.is_empty(), whose());
        }
        for cable in world.cables() {
            self.add_feature(Feature::Cables, true, format!(" (`{}`)", cable.name));
        }
        for (part, mount) in world.vehicles().iter().zip(world.mounts()) {
            self.add_feature(Feature::CarriedParts, mount.is_some(), format!(" (`{}`)", part.name));
        }
        for force in world.forces() {
            let named = || format!(" (`{}`)", force.name());
            let (feature, whose) = match force {
                ForceElement::Gust(gust) => {
                    let whose = format!(" on vehicle `{}`", world.vehicles()[gust.vehicle].name);
                    (Feature::Gusts, whose)
                }
                ForceElement::ExternalWrench(_) => (Feature::ExternalWrench, named()),
                ForceElement::Aerodynamics(_) => (Feature::Aerodynamics, named()),
                ForceElement::Parachute(_) => (Feature::Parachutes, named()),
                ForceElement::Custom(_) => (Feature::CustomForce, named()),
            };
            self.add_feature(feature, true, whose);
        }
        self.add_feature(Feature::Grains, !world.grains().is_empty(), String::new());
    }
}

/// Whether any joint but the root's moves.
fn is_articulated(vehicle: &Vehicle) -> bool {
    vehicle.tree.links().iter().skip(1).any(|link| !link.joint.kind.is_fixed())
}
