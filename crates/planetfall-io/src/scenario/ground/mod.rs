//! The ground from its engineering parameters: one file for each kind, and one list of them.
//!
//! The list is [`GroundCases`] and [`PartCases`], the keys of `[ground]` and of its regions and rocks, and [`in_files`],
//! how each kind is read. What kinds there are, and their names, is said by [`GroundKind`].

#![warn(clippy::wildcard_enum_match_arm)]

mod compliant;
mod keys;
mod marker;
pub(super) mod other;
mod rigid;
mod wheel;

pub use other::taken_for;

use super::Report;
use super::soil_ground;
use crate::format::declare::{Cases, OPTIONAL, OptionalKey, Tables, declare, default};
use crate::format::schema::{Kind, Range, Tag};
use crate::format::{Node, Place};
use crate::scenario::ground::compliant::{BekkerGroundKeys, SpringGroundKeys};
use crate::scenario::ground::marker::MarkerLawKeys;
use crate::scenario::ground::rigid::{RigidGroundKeys, RigidPartKeys};
use crate::scenario::ground::wheel::WheelGroundKeys;
use crate::scenario::soil_schema::{SoilGroundKeys, SoilPartKeys};
use other::Numbers;
use planetfall::ground::{Ground, GroundKind, Placement, Region, RigidGround};
use planetfall::shape::Shape;
use planetfall::vehicle::{Contactor, ContactorRole, Rolling};
use std::fmt::Debug;
use std::sync::Arc;

const EDGE: Kind = Kind::Number(Range::ANY);

declare! {
    /// The ground's answer to a marker, a wheel or another shape. Stiffness and friction are given by
    /// what an engineer can picture: penetration at rest, damping ratio, slope angles. `marker` gives
    /// forces, and is stepped by `rk4`, `dopri54` and `implicit`; in all others the ground's impulses
    /// are unknowns of the step, which `moreau_jean`, `newmark` and `implicit` find, and on `nonsmooth`
    /// ground `event_driven` too (docs/hard-ground.md). Other ground can lie in regions and on rocks:
    /// any kind beside any other, in one step (docs/methods.md says which method takes which).
    pub(crate) table GroundKeys("ground", kind: GroundCases = default::text("marker")) {
        /// Another law for rocks: rigid rocks in soft sand. Without it rocks are as the ground around
        /// them, and rigid on soil.
        rocks: Option<RockGroundKeys> = OPTIONAL,
        /// Where other ground lies: another kind, other numbers or another soil; of several, the last
        /// that has a place counts. Towards ground without soil, soil thins out by 0.2 m a metre.
        region: Tables<RegionKeys> = default::EMPTY,
    }

    /// Which law.
    pub(crate) cases GroundCases {
        /// POST2: compression-only spring-damper and Coulomb friction.
        Marker(MarkerLawKeys) = "marker",
        /// Rigid: Signorini's condition, Newton's impact law and Coulomb's cone, as in Siconos.
        Nonsmooth(RigidGroundKeys) = "nonsmooth",
        /// A spring-damper along the normal inside the cone step, with Coulomb's cone: any stiffness at
        /// any step.
        Spring(SpringGroundKeys) = "spring",
        /// Bekker's sinkage along the normal inside the cone step, with Coulomb's cone: a rigid wheel
        /// by its radius and width, a ball by its radius, any point by a plate's area.
        Bekker(BekkerGroundKeys) = "bekker",
        /// ROAMS: a spring-damper along the normal and one along the surface under each wheel, limited
        /// by the soil's strength, which may vary at random (docs/driving.md). Shapes that are not
        /// round get the spring along the normal and dry friction.
        Wheel(WheelGroundKeys) = "wheel",
        /// SCM: soil with a memory over the ground, in which every shape leaves its rut
        /// (docs/soft-ground.md). Rocks, and ground without soil, are rigid.
        Soil(SoilGroundKeys) = "soil",
    }

    /// How rocks answer what touches them.
    pub(crate) table RockGroundKeys("ground.rocks", kind: PartCases = default::text("nonsmooth")) {

    }

    /// Which law; any but `soil`, which does not lie on rocks.
    pub(crate) cases PartCases {
        /// POST2: compression-only spring-damper and Coulomb friction.
        Marker(MarkerLawKeys) = "marker",
        /// Rigid: Signorini's condition, Newton's impact law and Coulomb's cone, as in Siconos.
        Nonsmooth(RigidPartKeys) = "nonsmooth",
        /// A spring-damper along the normal inside the cone step, with Coulomb's cone: any stiffness at
        /// any step.
        Spring(SpringGroundKeys) = "spring",
        /// Bekker's sinkage along the normal inside the cone step, with Coulomb's cone: a rigid wheel
        /// by its radius and width, a ball by its radius, any point by a plate's area.
        Bekker(BekkerGroundKeys) = "bekker",
        /// ROAMS: a spring-damper along the normal and one along the surface under each wheel, limited
        /// by the soil's strength, which may vary at random (docs/driving.md). Shapes that are not
        /// round get the spring along the normal and dry friction.
        Wheel(WheelGroundKeys) = "wheel",
        /// Soil of its own. Keys from `spacing_m` on are those of all soil: they stand in [ground] if
        /// that is soil, else in the first region of soil.
        Soil(SoilPartKeys) = "soil",
    }

    /// An upright rectangle of the ground.
    pub(crate) table RegionKeys("ground.region", kind: PartCases = default::text(Tag::ENCLOSING).doc("Which law.")) {
        /// Its western edge; without one it has none.
        west_m: OptionalKey<f64> = OPTIONAL,
        /// Its eastern edge.
        east_m: OptionalKey<f64> = OPTIONAL,
        /// Its southern edge.
        south_m: OptionalKey<f64> = OPTIONAL,
        /// Its northern edge.
        north_m: OptionalKey<f64> = OPTIONAL,
    }
}

/// How each kind is read; a law of one's own is in no file.
fn in_files(kind: GroundKind) -> Option<&'static InFiles> {
    match kind {
        GroundKind::Marker => Some(&marker::IN_FILES),
        GroundKind::Nonsmooth => Some(&rigid::IN_FILES),
        GroundKind::Spring => Some(&compliant::SPRING_IN_FILES),
        GroundKind::Bekker => Some(&compliant::BEKKER_IN_FILES),
        GroundKind::Wheel => Some(&wheel::IN_FILES),
        GroundKind::Soil => Some(&soil_ground::IN_FILES),
        GroundKind::Custom => None,
    }
}

/// What files say of one kind of ground.
pub(super) struct InFiles {
    /// Reads its table.
    pub(super) read: fn(&Node, u64, &mut Report<'_>) -> Arc<dyn Recipe>,
    /// Whether it says how deep something sinks into soil.
    pub(super) has_soil: bool,
    /// How it is stepped where nothing else is said.
    pub(super) stepping: other::Stepped,
    /// What of its table carries over to other kinds.
    pub(super) numbers: fn(&Node) -> Numbers,
    /// Its table with what has carried over; none where its numbers do not follow.
    pub(super) written: fn(&Numbers) -> Option<String>,
}

/// What a file says about a ground; its numbers follow from who stands on it.
pub(super) trait Recipe: Debug {
    /// The ground under a part of a vehicle.
    fn ground(&self, part: &Part, load: &Load<'_>) -> Result<Ground, String>;

    /// Whether its stiffness follows from the weight.
    fn needs_weight(&self) -> bool {
        false
    }

    /// The ground, where it does not give way.
    fn rigid(&self) -> Option<RigidGround> {
        None
    }
}

/// The kind of a table of ground; none where its `kind` is wrong, which has been reported.
pub(super) fn kind(node: &Node) -> Option<GroundKind> {
    GroundKind::named(node.case())
}

/// Ground models that a scenario can choose.
pub fn ground_models() -> impl Iterator<Item = &'static str> {
    GroundCases::CASES.iter().map(|case| case.value)
}

/// What the file says about the ground.
#[derive(Clone, Debug)]
pub(super) struct GroundFile {
    /// By their numbers: that of `[ground]` first.
    recipes: Vec<(Place, Arc<dyn Recipe>)>,
    placement: Placement,
    rolling: Rolling,
    /// Thickness of all grousers along the rim, where the ground gives one, m.
    grouser_thickness: Option<f64>,
}

/// Who stands on the ground.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load<'a> {
    /// Name of the vehicle.
    pub(super) vehicle: &'a str,
    /// kg
    pub(super) mass: f64,
    /// m/s²
    pub(super) gravity: f64,
    /// How many shapes carry it.
    pub(super) contactors: usize,
}

/// A shape of a vehicle that the ground is to answer.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) name: String,
    pub(super) link: usize,
    pub(super) shape: Shape,
    /// Stiffness (N/m) and damping (N s/m) of its own, instead of the ground's.
    pub(super) own: (Option<f64>, Option<f64>),
    /// What it is there for.
    pub(super) role: ContactorRole,
}

impl GroundFile {
    /// Whether the stiffness of any ground follows from the weight.
    pub(super) fn needs_weight(&self) -> bool {
        self.recipes.iter().any(|(_, recipe)| recipe.needs_weight())
    }

    /// Which of a contactor's grounds lies where.
    pub(super) fn placement(&self) -> Placement {
        self.placement.clone()
    }

    /// Whether a marker can have a stiffness of its own.
    pub(super) fn has_stiffness(&self) -> bool {
        self.needs_weight()
    }

    /// The ground, where it does not give way and is the same everywhere.
    pub(super) fn rigid(&self) -> Option<RigidGround> {
        match &self.recipes[..] {
            [(_, recipe)] => recipe.rigid(),
            _ => None,
        }
    }

    /// The contactor with the grounds under it; reported where there is none.
    pub(super) fn under(
        &self,
        part: Part,
        load: &Load<'_>,
        report: &mut Report<'_>,
    ) -> Option<Contactor> {
        let mut grounds = Vec::new();
        for (place, recipe) in &self.recipes {
            match recipe.ground(&part, load) {
                Ok(ground) => grounds.push(ground),
                // Numbers that are missing or wrong have been reported, and would only echo.
                Err(_) if report.checked.has_errors() => return None,
                Err(text) => {
                    let message = format!("`{}` of vehicle `{}`: {text}", part.name, load.vehicle);
                    report.error(*place, message);
                    return None;
                }
            }
        }
        let elsewhere = grounds.split_off(1);
        let ground = grounds.pop()?;
        let Part { name, link, shape, role, .. } = part;
        let shape = match self.grouser_thickness {
            Some(thickness) => shape.with_grouser_thickness(thickness),
            None => shape,
        };
        Some(Contactor { name, link, shape, ground, elsewhere, rolling: self.rolling, role })
    }
}

/// Reads `[ground]`.
pub(super) fn ground(node: &Node, seed: u64, report: &mut Report<'_>) -> GroundFile {
    let own = recipe(node, seed, report);
    let mut recipes = vec![(node.place(), own)];
    let mut regions = Vec::new();
    for part in node.list("region") {
        soil_ground::check_edges(part, report);
        let number = match kind(part) {
            // Under soil, and where there is none of it, lies the ground's own rock.
            Some(GroundKind::Soil) | None => 0,
            Some(
                GroundKind::Marker
                | GroundKind::Nonsmooth
                | GroundKind::Spring
                | GroundKind::Bekker
                | GroundKind::Wheel
                | GroundKind::Custom,
            ) => {
                recipes.push((part.place(), recipe(part, seed, report)));
                recipes.len() - 1
            }
        };
        regions.push(region(part, number));
    }
    let rocks = node.get("rocks");
    let mut rock = None;
    if !rocks.is_absent() {
        if kind(rocks) == Some(GroundKind::Soil) {
            let message = "soil does not lie on rocks: it is a field of heights over the ground, which has \
                           one height at each place, and rocks stand on that";
            let help = "take `nonsmooth`, `spring`, `bekker`, `wheel` or `marker` for rocks";
            report.help(rocks.place_of("kind"), message, help);
        }
        recipes.push((rocks.place(), recipe(rocks, seed, report)));
        rock = Some(recipes.len() - 1);
    }
    let own_spin = kind(node) == Some(GroundKind::Nonsmooth) && node.text("rolling") == "own_spin";
    let rolling = if own_spin { Rolling::OwnSpin } else { Rolling::Exact };
    let placement = Placement::new(regions, rock);
    let grouser_thickness = soil_ground::grouser_thickness(node);
    GroundFile { recipes, placement, rolling, grouser_thickness }
}

/// Reads a table by its kind. Where the kind is wrong, which has been reported, any ground will do.
fn recipe(node: &Node, seed: u64, report: &mut Report<'_>) -> Arc<dyn Recipe> {
    match kind(node).and_then(in_files) {
        Some(files) => (files.read)(node, seed, report),
        None => Arc::new(RigidGround::new(f64::NAN, 0.0)),
    }
}

/// The rectangle of a region.
pub(super) fn region(node: &Node, ground: usize) -> Region {
    let or = |key: &str, value: f64| node.optional_number(key).unwrap_or(value);
    Region {
        west: or("west_m", f64::NEG_INFINITY),
        east: or("east_m", f64::INFINITY),
        south: or("south_m", f64::NEG_INFINITY),
        north: or("north_m", f64::INFINITY),
        ground,
    }
}
