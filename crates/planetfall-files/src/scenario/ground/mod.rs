//! The ground from its engineering parameters: one file for each kind, and one list of them.
//!
//! The list is [`GroundCases`] and [`PartCases`], the keys of `[ground]` and of its regions and rocks; [`Law`],
//! how each kind is read; and [`in_files`], how a scenario comes to it from another. What kinds there are, and
//! their names, is said by [`GroundKind`].

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
use crate::format::Place;
use crate::format::declare::{Cases, OPTIONAL, OptionalKey, Tables, declare, default};
use crate::format::schema::Tag;
use crate::scenario::ground::compliant::{BekkerGroundKeys, SpringGroundKeys};
use crate::scenario::ground::marker::MarkerLawKeys;
use crate::scenario::ground::rigid::{RigidGroundKeys, RigidPartKeys, RollingChoice};
use crate::scenario::ground::wheel::WheelGroundKeys;
use crate::scenario::soil_schema::{SoilGroundKeys, SoilKeys, SoilPartKeys};
use other::Numbers;
use planetfall::ground::{Ground, GroundKind, GroundMap, Region, RigidGround};
use planetfall::shape::Shape;
use planetfall::vehicle::{Contactor, ContactorRole, Rolling};
use std::fmt::Debug;
use std::sync::Arc;

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
    pub(crate) table RockGroundKeys("ground.rocks", kind: PartCases = default::text("nonsmooth")) {}

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

/// How a scenario comes to each kind; a law of one's own is in no file.
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
    /// Whether it says how deep something sinks into soil.
    pub(super) has_soil: bool,
    /// How it is stepped where nothing else is said.
    pub(super) stepping: other::Stepped,
    /// Its table with what has carried over; none where its numbers do not follow.
    pub(super) written: fn(&Numbers) -> Option<String>,
}

/// What a file says about a ground; its numbers follow from who stands on it.
pub(super) trait Recipe: Debug {
    /// The ground under a part of a vehicle.
    fn ground(&self, part: &ContactShape, load: &Load<'_>) -> Result<Ground, String>;

    /// Whether its stiffness follows from the weight.
    fn needs_weight(&self) -> bool {
        false
    }

    /// The ground, where it does not give way.
    fn rigid(&self) -> Option<RigidGround> {
        None
    }
}

/// The law that a table of ground chooses, whichever table it is.
#[derive(Clone, Copy)]
pub(super) enum Law<'k> {
    Marker(&'k MarkerLawKeys),
    Nonsmooth(&'k RigidPartKeys),
    Spring(&'k SpringGroundKeys),
    Bekker(&'k BekkerGroundKeys),
    Wheel(&'k WheelGroundKeys),
    Soil(SoilKeys<'k>),
}

impl GroundKeys {
    /// The law; none where its kind is wrong, which has been reported.
    pub(super) fn law(&self) -> Option<Law<'_>> {
        Some(match self.kind.given()? {
            GroundCases::Marker(own) => Law::Marker(own),
            GroundCases::Nonsmooth(own) => Law::Nonsmooth(&own.part),
            GroundCases::Spring(own) => Law::Spring(own),
            GroundCases::Bekker(own) => Law::Bekker(own),
            GroundCases::Wheel(own) => Law::Wheel(own),
            GroundCases::Soil(own) => Law::Soil(own.soil_keys()),
        })
    }

    /// How wheels roll on it.
    fn rolling(&self) -> Rolling {
        let Some(GroundCases::Nonsmooth(own)) = self.kind.given() else { return Rolling::Exact };
        match own.rolling.value() {
            RollingChoice::OwnSpin => Rolling::OwnSpin,
            RollingChoice::Exact => Rolling::Exact,
        }
    }
}

impl PartCases {
    fn law(&self) -> Law<'_> {
        match self {
            Self::Marker(own) => Law::Marker(own),
            Self::Nonsmooth(own) => Law::Nonsmooth(own),
            Self::Spring(own) => Law::Spring(own),
            Self::Bekker(own) => Law::Bekker(own),
            Self::Wheel(own) => Law::Wheel(own),
            Self::Soil(own) => Law::Soil(own.soil_keys()),
        }
    }
}

impl RegionKeys {
    /// The law; none where its kind is wrong, which has been reported.
    pub(super) fn law(&self) -> Option<Law<'_>> {
        self.kind.given().map(PartCases::law)
    }

    /// The keys of soil, if it is soil.
    pub(super) fn soil(&self) -> Option<SoilKeys<'_>> {
        self.law().and_then(Law::soil)
    }
}

impl<'k> Law<'k> {
    /// The keys of soil, if it is soil.
    pub(super) fn soil(self) -> Option<SoilKeys<'k>> {
        match self {
            Law::Soil(own) => Some(own),
            Law::Marker(_)
            | Law::Nonsmooth(_)
            | Law::Spring(_)
            | Law::Bekker(_)
            | Law::Wheel(_) => None,
        }
    }

    fn recipe(self, report: &mut Report<'_>) -> Arc<dyn Recipe> {
        match self {
            Law::Marker(own) => marker::read(own, report),
            Law::Nonsmooth(own) => rigid::read(own, report),
            Law::Spring(own) => compliant::read_spring(own, report),
            Law::Bekker(own) => compliant::read_bekker(own, report),
            Law::Wheel(own) => wheel::read(own, report),
            Law::Soil(own) => soil_ground::read(own),
        }
    }

    /// What of its table carries over to other kinds.
    fn numbers(self) -> Numbers {
        match self {
            Law::Marker(own) => marker::numbers(own),
            Law::Nonsmooth(own) => rigid::numbers(own),
            Law::Spring(own) => compliant::spring_numbers(own),
            Law::Bekker(own) => compliant::bekker_numbers(own),
            Law::Wheel(own) => wheel::numbers(own),
            Law::Soil(own) => soil_ground::numbers(own),
        }
    }
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
    placement: GroundMap,
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
pub(super) struct ContactShape {
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
    pub(super) fn placement(&self) -> GroundMap {
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
        part: ContactShape,
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
        let ContactShape { name, link, shape, role, .. } = part;
        let shape = match self.grouser_thickness {
            Some(thickness) => shape.with_grouser_thickness(thickness),
            None => shape,
        };
        Some(Contactor { name, link, shape, ground, elsewhere, rolling: self.rolling, role })
    }
}

/// Reads `[ground]`.
pub(super) fn ground(keys: &GroundKeys, report: &mut Report<'_>) -> GroundFile {
    let own = recipe(keys.law(), report);
    let mut recipes = vec![(keys.place, own)];
    let mut regions = Vec::new();
    for part in &keys.region {
        soil_ground::check_edges(part, report);
        let number = match part.law() {
            // Under soil, and where there is none of it, lies the ground's own rock.
            Some(Law::Soil(_)) | None => 0,
            law @ Some(
                Law::Marker(_)
                | Law::Nonsmooth(_)
                | Law::Spring(_)
                | Law::Bekker(_)
                | Law::Wheel(_),
            ) => {
                recipes.push((part.place, recipe(law, report)));
                recipes.len() - 1
            }
        };
        regions.push(region(part, number));
    }
    let mut rock = None;
    if let Some(rocks) = &keys.rocks {
        let law = rocks.kind.given().map(PartCases::law);
        if law.and_then(Law::soil).is_some() {
            let message = "soil does not lie on rocks: it is a field of heights over the ground, which has \
                           one height at each place, and rocks stand on that";
            let help = "take `nonsmooth`, `spring`, `bekker`, `wheel` or `marker` for rocks";
            report.help(rocks.kind.place(), message, help);
        }
        recipes.push((rocks.place, recipe(law, report)));
        rock = Some(recipes.len() - 1);
    }
    let rolling = keys.rolling();
    let placement = GroundMap::new(regions, rock);
    let grouser_thickness = soil_ground::grouser_thickness(keys);
    GroundFile { recipes, placement, rolling, grouser_thickness }
}

/// Reads a table by its law. Where its kind is wrong, which has been reported, any ground will do.
fn recipe(law: Option<Law<'_>>, report: &mut Report<'_>) -> Arc<dyn Recipe> {
    match law {
        Some(law) => law.recipe(report),
        None => Arc::new(RigidGround::new(f64::NAN, 0.0)),
    }
}

/// The rectangle of a region.
pub(super) fn region(keys: &RegionKeys, ground: usize) -> Region {
    Region {
        west: keys.west_m.given().unwrap_or(f64::NEG_INFINITY),
        east: keys.east_m.given().unwrap_or(f64::INFINITY),
        south: keys.south_m.given().unwrap_or(f64::NEG_INFINITY),
        north: keys.north_m.given().unwrap_or(f64::INFINITY),
        ground,
    }
}
