//! The Soil Contact Model's soil from its description.

use super::Report;
use super::cycle::CycleKeys;
use super::driving::DriveKeys;
use super::ground::other::{Numbers, Stepped};
use super::ground::{GroundKeys, InFiles, Law, Recipe as GroundRecipe, RegionKeys, region};
use super::schema::ScenarioKeys;
use super::schema::vehicle::VehicleKeys;
use super::soil_schema::{
    BedKeys, ModeChoice, SamplingChoice, ShearAtChoice, SoilKeys, SoilTypeKeys,
};
use crate::format::Place;
use crate::format::declare::{Key, OptionalKey};
use crate::format::nearest;
use crate::soils;
use planetfall::ground::scm::Tools;
use planetfall::ground::scm::{
    RateEffect, Sampling, ScmVariant, ShearLaw, ShearPlace, Soil, SoilBed, Strata, Stratum,
};
use planetfall::ground::{Region, RigidGround};
use planetfall::terrain::Terrain;
use planetfall::vehicle::{ContactorRole, Motion};
use planetfall::world::World;
use std::sync::Arc;

/// Name of no soil.
const NONE: &str = "none";

/// Lays the soil of `[ground]`, if it is of that kind, over a world.
pub(super) fn with_soil(
    root: &ScenarioKeys,
    terrain: &Arc<dyn Terrain>,
    world: World,
    motions: &[Motion],
    report: &mut Report<'_>,
) -> Option<World> {
    let keys = &root.ground;
    let Some(bed_keys) = keys_of_bed(keys, report) else { return Some(world) };
    if !root.grains.is_empty() {
        let help = "take nonsmooth ground for grains, or leave them out";
        report.help(root.grains.place(), "there are no grains on soil", help);
        return None;
    }
    let standard = Tools::default();
    let radius = bed_keys.tools.and_then(|tools| tools.marker_radius_m.given());
    let tools = Tools { marker_radius: radius.unwrap_or(standard.marker_radius) };
    let spacing = bed_keys.spacing_m.given().unwrap_or(SPACING);
    let spacing = resolving(&world, &tools, spacing, bed_keys.spacing_m.place(), report)?;
    let bed = bed(keys, (bed_keys, spacing), terrain, report)?;
    check_steepness(root, terrain, motions, report);
    let patch = patch(root, terrain, &world, motions);
    let counted = "counted are the tracks of all contactors side by side, as long as their path at the \
                   speeds that the file gives them, or a new print in each cycle of their joints; \
                   memory_limit_mb allows more";
    let limit_mb = bed_keys.tools.and_then(|tools| tools.memory_limit_mb.given());
    let needed = (patch, limit_mb.unwrap_or(MEMORY_LIMIT_MB));
    demand_memory(&bed, needed, (bed_keys.spacing_m.place(), counted), report)?;
    let names: Vec<String> =
        (0..world.contactors().len()).map(|n| world.contactor_name(n)).collect();
    match world.with_soil(Arc::new(bed), &tools) {
        Ok(world) => Some(world),
        Err((contactor, error)) => {
            report.error(keys.place, soils::cannot_press(&names[contactor], &error));
            None
        }
    }
}

/// The steepest ground that soil is computed on, degrees. Soil is a height over each place: towards the
/// vertical, neighbouring nodes lie metres apart and what is pressed out of one slides down without end.
/// Chosen: dry sand lies at 35° at most.
const STEEPEST_SOIL_DEG: f64 = 60.0;

/// Refuses soil under a vehicle that starts over ground on which none could lie.
fn check_steepness(
    root: &ScenarioKeys,
    terrain: &Arc<dyn Terrain>,
    motions: &[Motion],
    report: &mut Report<'_>,
) {
    let base = terrain.without_rocks().unwrap_or_else(|| Arc::clone(terrain));
    let steepness = |motion: &Motion| {
        let normal = base.upward(&motion.position).ok()?.try_normalize(0.0)?;
        Some(normal.z.clamp(-1.0, 1.0).acos().to_degrees())
    };
    let steepest = motions.iter().filter_map(steepness).fold(0.0, f64::max);
    if steepest > STEEPEST_SOIL_DEG {
        let message = format!(
            "soil lies on a slope of {steepest:.1}° here, and can be computed up to {STEEPEST_SOIL_DEG}°: no loose \
             soil stays on steeper ground"
        );
        let help = "make the slope gentler, or take ground without soil (kind = \"nonsmooth\")";
        report.help(root.terrain.place, message, help);
    }
}

/// How wide and long the print of a marker is taken to be where memory is counted, m. Chosen: the diameter of a
/// marker's ball where none is given.
const MARKER_PRINT: f64 = 0.1;
/// Memory that soil may take where `memory_limit_mb` says nothing, MB. Chosen: what a common machine spares.
pub const MEMORY_LIMIT_MB: f64 = 2000.0;
/// Bytes of a megabyte.
const MB: f64 = 1e6;

/// Refuses, at a place, a bed that needs more memory (MB) for a patch (m) than it may take, and says what was
/// counted.
pub fn demand_memory(
    bed: &SoilBed,
    ([width, length], limit_mb): ([f64; 2], f64),
    (place, counted): (Place, &str),
    report: &mut Report<'_>,
) -> Option<()> {
    let refused = bed.fits(width, length, limit_mb * MB);
    refused.map_err(|error| report.help(place, error.to_string(), counted)).ok()
}

/// Nodes across the narrowest print that must lie under a body, or it may fall between them: two, so that
/// one always does.
const LEAST_ACROSS: f64 = 2.0;
/// Nodes across it where the grid is refined for its sake: the force on a ball is then within 15 % of the
/// closed form wherever it stands (`soil_small_bodies`).
const REFINED_ACROSS: f64 = 4.0;
/// Most refinement of the grid for the sake of a small print. Chosen: it takes as many times the nodes,
/// squared.
const MOST_REFINEMENT: f64 = 16.0;

/// The spacing that resolves the narrowest of all that carries vehicles, m: the one that was given, or a
/// whole part of it, with a warning; refused where that would be too small a part.
fn resolving(
    world: &World,
    tools: &Tools,
    spacing: f64,
    place: Place,
    report: &mut Report<'_>,
) -> Option<f64> {
    let supports = world.contactors().iter().enumerate().filter_map(|(number, place)| {
        let part = &world.vehicles()[place.vehicle].contactors[place.contactor];
        let across = part.shape.narrowest_print(tools.marker_radius);
        (part.role == ContactorRole::Support && across > 0.0).then_some((number, across))
    });
    let narrowest = supports.min_by(|a, b| a.1.total_cmp(&b.1));
    let Some((number, across)) = narrowest.filter(|one| one.1 < LEAST_ACROSS * spacing) else {
        return Some(spacing);
    };
    let parts = (REFINED_ACROSS * spacing / across).ceil();
    let place_of = &world.contactors()[number];
    let owner = &world.vehicles()[place_of.vehicle];
    let what = format!(
        "`{}` of vehicle `{}` is {} mm across: it would fall between the soil's nodes, which are {} mm \
         apart",
        owner.contactors[place_of.contactor].name,
        owner.name,
        rounded(1000.0 * across),
        rounded(1000.0 * spacing),
    );
    if parts > MOST_REFINEMENT {
        let enough = (1e5 * across / REFINED_ACROSS).floor() * 1e-5;
        let help = format!("give spacing_m = {} or less", rounded(enough));
        report.help(place, what, help);
        return None;
    }
    let message = format!(
        "{what}. They are taken {} mm apart, {parts} times as fine; give spacing_m to choose",
        rounded(1000.0 * spacing / parts)
    );
    report.warning(place, message);
    Some(spacing / parts)
}

/// A number of at most six digits.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

/// Width and length (m) of all soil that the vehicles can touch.
fn patch(
    root: &ScenarioKeys,
    terrain: &Arc<dyn Terrain>,
    world: &World,
    motions: &[Motion],
) -> [f64; 2] {
    let duration = root.duration_s.value();
    let driven = |keys: &VehicleKeys| -> f64 {
        let leg = |leg: &DriveKeys| leg.speed().abs() * leg.duration_s.value().min(duration);
        keys.drive.iter().map(leg).sum()
    };
    let flown = |motion: &Motion| motion.velocity.xy().norm() * duration;
    let driven = root.vehicle.iter().map(driven).fold(0.0, f64::max);
    let distance = motions.iter().map(flown).fold(driven, f64::max);
    let (mut width, mut longest) = (0.0, 0.0_f64);
    for place in world.contactors() {
        let part = &world.vehicles()[place.vehicle].contactors[place.contactor];
        if part.role == ContactorRole::Body {
            continue;
        }
        let [across, along] = part.shape.print(MARKER_PRINT);
        width += across;
        longest = longest.max(along);
    }
    let strides = |keys: &VehicleKeys| -> f64 {
        let times = |cycle: &CycleKeys| duration / cycle.period_s.value();
        keys.cycle.iter().map(times).fold(0.0, f64::max)
    };
    let strides = root.vehicle.iter().map(strides).fold(0.0, f64::max);
    let mut patch = [width, distance.max(strides * longest) + longest];
    if let Some(edge) = terrain.extent() {
        let whole = [edge.x_max - edge.x_min, edge.y_max - edge.y_min];
        if whole[0] * whole[1] < patch[0] * patch[1] {
            patch = whole;
        }
    }
    patch
}

/// The soil of the ground: that of `[ground]` first, if it is soil, then those of its regions.
fn soils_of(keys: &GroundKeys) -> impl Iterator<Item = SoilKeys<'_>> {
    let own = keys.law().and_then(Law::soil);
    own.into_iter().chain(keys.region.iter().filter_map(RegionKeys::soil))
}

/// The keys of all soil: those of `[ground]` if that is soil, else of the first region of soil; none where
/// there is no soil. Such keys in other regions are reported.
fn keys_of_bed<'a>(keys: &'a GroundKeys, report: &mut Report<'_>) -> Option<BedKeys<'a>> {
    let is_soil = keys.law().and_then(Law::soil).is_some();
    let mut all = soils_of(keys);
    let first = all.next()?;
    for soil in all {
        for key in soil.bed.all().filter(|key| key.has_value()) {
            let name = key.name();
            let message =
                format!("{name} is a matter of all soil of a scenario, which has one grid");
            let help = match is_soil {
                true => "give it in [ground]",
                false => "give it in the first [[ground.region]] of soil",
            };
            report.help(key.place(), message, help);
        }
    }
    Some(first.bed)
}

/// Whether there is soil anywhere.
pub(super) fn lies_somewhere(keys: &GroundKeys) -> bool {
    soils_of(keys).next().is_some()
}

/// Thickness of all grousers along the rim, where there is soil, m.
pub(super) fn grouser_thickness(keys: &GroundKeys) -> Option<f64> {
    /// Where none is given.
    const THIN: f64 = 0.002;
    let tools = soils_of(keys).next()?.bed.tools;
    let given = tools.and_then(|tools| tools.grouser_thickness_m.given());
    Some(given.unwrap_or(THIN))
}

/// q of the centrality where none is given.
const CENTRALITY: f64 = 2.0;
/// Distance of the soil's nodes where none is given, m.
const SPACING: f64 = 0.02;

fn bed(
    ground: &GroundKeys,
    (keys, spacing): (BedKeys<'_>, f64),
    terrain: &Arc<dyn Terrain>,
    report: &mut Report<'_>,
) -> Option<SoilBed> {
    let paper = keys.mode.given() == Some(ModeChoice::Scm2008);
    let own: Vec<(String, Soil)> =
        keys.soil_type.iter().filter_map(|one| soil_type(one, report)).collect();
    let mut chosen = Chosen { own, names: Vec::new(), soils: Vec::new(), paper };
    let whole = ground.law().and_then(Law::soil);
    let first = match whole {
        Some(soil) => chosen.number(soil.soil, report),
        None => Some(None),
    };
    let depth = whole.and_then(|soil| soil.depth_m).unwrap_or(f64::INFINITY);
    let mut patches = vec![Patch::everywhere(first.flatten(), depth)];
    let mut sound = first.is_some();
    for region in &ground.region {
        let soil = match region.soil() {
            Some(soil) => chosen.number(soil.soil, report),
            None => Some(None),
        };
        match soil {
            Some(soil) => patches.push(Patch::of(region, soil, depth)),
            None => sound = false,
        }
    }
    if !sound || chosen.soils.is_empty() {
        return None;
    }
    let base = terrain.without_rocks().unwrap_or_else(|| Arc::clone(terrain));
    match SoilBed::new(base, spacing, chosen.soils, Arc::new(Patches(patches)), recipe(keys, paper))
    {
        Ok(bed) => Some(bed),
        Err(error) => {
            report.error(keys.spacing_m.place(), error.to_string());
            None
        }
    }
}

/// Soil as `[ground]`: what lies under it, and where there is none, is rigid.
pub(super) const IN_FILES: InFiles = InFiles { has_soil: true, stepping: Stepped::Soil, written };

/// What lies under soil.
pub(super) fn read(keys: SoilKeys<'_>) -> Arc<dyn GroundRecipe> {
    Arc::new(RigidGround::new(keys.friction_coefficient.unwrap_or(f64::NAN), 0.0))
}

/// What carries over to other kinds.
pub(super) fn numbers(keys: SoilKeys<'_>) -> Numbers {
    let Some(soil) = soil_of(keys) else { return Numbers::of_angle(f64::NAN) };
    let Soil { exponent, cohesive, frictional, .. } = soil;
    // A wheel's footprint has one width only, for which a negative modulus may make no sense.
    let values = [exponent, cohesive.max(0.0), frictional];
    let names =
        ["sinkage_exponent", "cohesive_modulus_n_per_m_n1", "frictional_modulus_n_per_m_n2"];
    let keys = names.iter().zip(values).map(|(key, value)| format!("{key} = {value:?}"));
    let keys = keys.collect::<Vec<_>>().join(", ");
    let angle = soil.friction_angle.to_degrees();
    Numbers { soil: Some(keys), cohesion: soil.cohesion, ..Numbers::of_angle(angle) }
}

fn written(from: &Numbers) -> Option<String> {
    let Numbers { angle, cohesion, .. } = from;
    Some(format!(
        "{{ kind = \"soil\", soil = \"compared\", soil_type = [{{ name = \"compared\", \
         friction_angle_deg = {angle:?}, cohesion_pa = {cohesion:?}, {} }}] }}",
        from.soil_keys()
    ))
}

/// The soil and the variant of the model that the `[ground]` of a rig names.
pub fn soil_and_recipe(
    soil: &Key<String>,
    keys: BedKeys<'_>,
    report: &mut Report<'_>,
) -> Option<(Soil, ScmVariant)> {
    let paper = keys.mode.value() == ModeChoice::Scm2008;
    let own: Vec<(String, Soil)> =
        keys.soil_type.iter().filter_map(|one| soil_type(one, report)).collect();
    if soil.value() == NONE {
        report.error(soil.place(), "a rig needs soil");
        return None;
    }
    let mut chosen = Chosen { own, names: Vec::new(), soils: Vec::new(), paper };
    chosen.number(soil, report)?;
    chosen.soils.first().map(|soil| (*soil, recipe(keys, paper)))
}

/// The soil that a sound `[ground]` of this kind names.
pub(super) fn soil_of(keys: SoilKeys<'_>) -> Option<Soil> {
    let name = keys.soil.value();
    let own = keys.bed.soil_type.iter().find(|one| one.name.value() == name);
    own.map(described).or_else(|| soils::find(name))
}

fn recipe(keys: BedKeys<'_>, paper: bool) -> ScmVariant {
    let base = if paper { ScmVariant::SCM_2008 } else { ScmVariant::RECOMMENDED };
    ScmVariant {
        friction: if paper { ShearLaw::Coulomb } else { ShearLaw::Janosi },
        centrality_exponent: keys.centrality_exponent.given().unwrap_or(CENTRALITY),
        sampling: match keys.sampling.value() {
            SamplingChoice::Vertices => Sampling::Vertices,
            SamplingChoice::Raster => Sampling::Raster,
        },
        shear_place: match keys.shear_at.value() {
            ShearAtChoice::Rim => ShearPlace::Rim,
            ShearAtChoice::Soil => ShearPlace::Soil,
        },
        ..base
    }
}

/// Soils that are used, each once.
struct Chosen {
    own: Vec<(String, Soil)>,
    names: Vec<String>,
    soils: Vec<Soil>,
    paper: bool,
}

impl Chosen {
    /// Number of the soil that a table names; inner `None` for bare rock, outer where there is no such soil.
    fn number(&mut self, key: &Key<String>, report: &mut Report<'_>) -> Option<Option<u16>> {
        let name = key.value();
        if name == NONE {
            return Some(None);
        }
        if let Some(known) = self.names.iter().position(|known| known == name) {
            return Some(Some(known as u16));
        }
        let own = self.own.iter().find(|(known, _)| known == name).map(|(_, soil)| *soil);
        let Some(soil) = own.or_else(|| soils::find(name)) else {
            let built_in = soils::soils();
            let names = self.own.iter().map(|(name, _)| name.as_str());
            let all = names.chain(built_in.iter().map(|one| one.name)).chain([NONE]);
            let help = match nearest(name, all) {
                Some(near) => format!("did you mean `{near}`?"),
                None => {
                    "built in are dlr-a, dlr-d, dry-sand and others: planetfall schema --soils; or \
                         describe it in [[ground.soil_type]]"
                        .to_owned()
                }
            };
            report.help(key.place(), format!("there is no soil `{name}`"), help);
            return None;
        };
        self.names.push(name.to_owned());
        self.soils.push(if self.paper { soil.of_2008() } else { soil });
        Some(Some(self.soils.len() as u16 - 1))
    }
}

fn soil_type(keys: &SoilTypeKeys, report: &mut Report<'_>) -> Option<(String, Soil)> {
    if let Some(base) = keys.base.given()
        && soils::find(base).is_none()
    {
        let message = format!("there is no built-in soil `{base}`");
        report.help(keys.base.place(), message, "planetfall schema --soils lists them");
        return None;
    }
    let needed: [&OptionalKey<f64>; 3] =
        [&keys.sinkage_exponent, &keys.frictional_modulus_n_per_m_n2, &keys.friction_angle_deg];
    for key in needed {
        if !keys.base.has_value() && !key.has_value() {
            report.error(keys.place, format!("a soil without `base` needs {}", key.name()));
        }
    }
    match described(keys).checked() {
        Ok(soil) => Some((keys.name.value().to_owned(), soil)),
        Err(error) => {
            report.error(keys.place, format!("soil `{}`: {error}", keys.name.value()));
            None
        }
    }
}

/// The soil of a table.
fn described(keys: &SoilTypeKeys) -> Soil {
    let plain = Soil { cohesive: 0.0, cohesion: 0.0, ..Soil::dlr_a() };
    let base = keys.base.given().and_then(soils::find).unwrap_or(plain);
    let or = |key: &OptionalKey<f64>, value: f64| key.given().unwrap_or(value);
    let given = keys.friction_angle_deg.given().map(f64::to_radians);
    let repose = keys.repose_angle_deg.given().map(f64::to_radians);
    let reference_speed = or(&keys.rate_reference_m_per_s, 0.01);
    let rate = keys.rate_share.given().map(|share| RateEffect { share, reference_speed });
    Soil {
        exponent: or(&keys.sinkage_exponent, base.exponent),
        slip_exponent: or(&keys.slip_sinkage, base.slip_exponent),
        cohesive: or(&keys.cohesive_modulus_n_per_m_n1, base.cohesive),
        frictional: or(&keys.frictional_modulus_n_per_m_n2, base.frictional),
        cohesion: or(&keys.cohesion_pa, base.cohesion),
        friction_angle: given.unwrap_or(base.friction_angle),
        repose_angle: repose.or(given).unwrap_or(base.repose_angle),
        body_friction: or(&keys.body_friction, base.body_friction),
        shear_displacement: or(&keys.shear_displacement_m, base.shear_displacement),
        elastic_stiffness: or(&keys.elastic_stiffness_pa_per_m, base.elastic_stiffness),
        shear_stiffness: or(&keys.shear_stiffness_pa_per_m, base.shear_stiffness),
        damping: or(&keys.damping_pa_s_per_m, base.damping),
        rate: rate.or(base.rate),
        compaction: or(&keys.compaction_share, base.compaction),
        unit_weight: or(&keys.unit_weight_n_per_m3, base.unit_weight),
        heap_exponent: keys.heap_exponent.given().map_or(base.heap_exponent, |m| m as i32),
    }
}

pub(super) fn check_edges(region: &RegionKeys, report: &mut Report<'_>) {
    let pairs = [(&region.west_m, &region.east_m), (&region.south_m, &region.north_m)];
    for (low, high) in pairs {
        if let (Some(a), Some(b)) = (low.given(), high.given())
            && a >= b
        {
            let message = format!("{} ({a}) must be less than {} ({b})", low.name(), high.name());
            report.error(low.place(), message);
        }
    }
}

/// A rectangle with its soil, or none.
#[derive(Clone, Copy, Debug)]
struct Patch {
    area: Region,
    stratum: Option<Stratum>,
}

impl Patch {
    fn everywhere(soil: Option<u16>, depth: f64) -> Self {
        let end = f64::INFINITY;
        let area = Region { west: -end, east: end, south: -end, north: end, ground: 0 };
        Self { area, stratum: soil.map(|soil| Stratum { soil, depth }) }
    }

    fn of(keys: &RegionKeys, soil: Option<u16>, depth: f64) -> Self {
        // Only soil has a depth.
        let own = soil.and_then(|_| keys.soil()?.depth_m);
        let stratum = soil.map(|soil| Stratum { soil, depth: own.unwrap_or(depth) });
        Self { area: region(keys, 0), stratum }
    }
}

/// Patches one over the other.
#[derive(Clone, Debug)]
struct Patches(Vec<Patch>);

/// Soil thins out towards ground without soil: its depth grows by this share of the distance from it.
/// Chosen: a slope of 11°, gentler than any soil's angle of repose.
const THINNING: f64 = 0.2;

impl Patches {
    fn patch(&self, x: f64, y: f64) -> Option<&Patch> {
        self.0.iter().rev().find(|patch| patch.area.has(x, y))
    }

    /// Distance from a place in a patch to those of its edges beyond which there is no soil, m; beyond others
    /// soil goes on.
    fn to_bare_edge(&self, area: &Region, x: f64, y: f64) -> f64 {
        /// Beyond an edge by this much is outside, m.
        const BEYOND: f64 = 1e-9;
        let Region { west, east, south, north, .. } = *area;
        let feet = [
            (x - west, [west - BEYOND, y]),
            (east - x, [east + BEYOND, y]),
            (y - south, [x, south - BEYOND]),
            (north - y, [x, north + BEYOND]),
        ];
        let is_bare = |[x, y]: [f64; 2]| self.patch(x, y).is_none_or(|one| one.stratum.is_none());
        let bare =
            feet.into_iter().filter(|(distance, foot)| distance.is_finite() && is_bare(*foot));
        bare.map(|(distance, _)| distance).fold(f64::INFINITY, f64::min)
    }
}

impl Strata for Patches {
    fn at(&self, x: f64, y: f64) -> Option<Stratum> {
        let patch = self.patch(x, y)?;
        let Stratum { soil, mut depth } = patch.stratum?;
        let (everywhere, regions) = self.0.split_first()?;
        for bare in regions.iter().filter(|patch| patch.stratum.is_none()) {
            depth = depth.min(THINNING * bare.area.distance(x, y));
        }
        if everywhere.stratum.is_none() {
            depth = depth.min(THINNING * self.to_bare_edge(&patch.area, x, y));
        }
        Some(Stratum { soil, depth })
    }

    fn is_everywhere(&self) -> bool {
        self.0.iter().all(|patch| patch.stratum.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn soil_thins_out_towards_bare_rock_and_the_last_patch_counts() {
        let patch = |west, east, soil| {
            let all = Patch::everywhere(soil, 2.0);
            Patch { area: Region { west, east, ..all.area }, ..all }
        };
        let end = f64::INFINITY;
        let patches = Patches(vec![
            patch(-end, end, Some(0)),
            patch(-end, 1.0, None),
            patch(5.0, 6.0, Some(1)),
        ]);
        assert_eq!(patches.at(0.5, 3.0), None);
        assert_eq!(patches.at(2.0, 3.0), Some(Stratum { soil: 0, depth: 0.2 }));
        assert_eq!(patches.at(5.5, 3.0), Some(Stratum { soil: 1, depth: 0.9 }));
        assert_eq!(patches.at(50.0, 3.0), Some(Stratum { soil: 0, depth: 2.0 }));
    }

    #[test]
    fn soil_in_bare_ground_thins_out_towards_its_own_edges_but_not_towards_more_soil() {
        let end = f64::INFINITY;
        let area = |west, east| Region { west, east, south: -end, north: end, ground: 0 };
        let soil = |soil, west, east| Patch {
            area: area(west, east),
            ..Patch::everywhere(Some(soil), 2.0)
        };
        let patches =
            Patches(vec![Patch::everywhere(None, 2.0), soil(0, 0.0, 4.0), soil(1, 4.0, 40.0)]);
        assert_eq!(patches.at(-0.5, 0.0), None);
        assert_eq!(patches.at(1.0, 7.0), Some(Stratum { soil: 0, depth: 0.2 }));
        let near = patches.at(3.5, 7.0).unwrap();
        assert!(near.soil == 0 && (near.depth - 0.7).abs() < 1e-12, "{near:?}");
        assert_eq!(patches.at(20.0, 7.0), Some(Stratum { soil: 1, depth: 2.0 }));
        assert!(!patches.is_everywhere());
    }
}
