//! Keys of `[ground] kind = "soil"`: the Soil Contact Model.

use crate::format::declare::{
    AnyKey, Key, OPTIONAL, OptionalKey, REQUIRED, Spec, Tables, declare, default,
};
use crate::format::schema::{Kind, Range};
use crate::scenario::soil_ground::MEMORY_LIMIT_MB;

/// Numbers above zero.
const POSITIVE: Kind = Kind::Number(Range::POSITIVE);
/// Numbers from zero on.
const NON_NEGATIVE: Kind = Kind::Number(Range::NON_NEGATIVE);
/// `marker_radius_m: Key<f64>`
const MARKER_RADIUS: Spec = default::number(0.05)
    .of(POSITIVE)
    .doc("A marker presses on soil as a ball of this radius about it.");
/// `grouser_thickness_m: Key<f64>`
const GROUSER_THICKNESS: Spec =
    default::number(0.002).of(POSITIVE).doc("Thickness of grousers along the rim.");
/// `memory_limit_mb: Key<f64>`
const MEMORY_LIMIT: Spec = default::number(MEMORY_LIMIT_MB).of(POSITIVE).doc(
    "Memory that soil may take if all tracks lay side by side; a scenario that could need more is \
         refused.",
);
/// `soil: Key<String>`
pub(crate) const SOIL_NAME: Spec = REQUIRED.of(Kind::Name).doc(
    "Which soil: a built-in one (`planetfall schema --soils` lists them) or one of \
     [[ground.soil_type]].",
);
/// `spacing_m: Key<f64>`
pub(crate) const SPACING: Spec =
    default::number(0.02).of(POSITIVE).doc("Distance of the soil's nodes.");
/// `mode: Key<ModeChoice>`
pub(crate) const MODE: Spec = default::text("recommended").doc("Which variant of the model.");
/// `centrality_exponent: Key<f64>`
pub(crate) const CENTRALITY: Spec = default::number(2.0)
    .of(Kind::Number(Range::between(0.0, 4.0)))
    .doc("q of the centrality of a node among those of its footprint; 0 for none.");
/// `sampling: Key<SamplingChoice>`
pub(crate) const SAMPLING: Spec =
    default::text("raster").doc("How meshes are laid over the nodes.");
/// `shear_at: Key<ShearAtChoice>`
pub(crate) const SHEAR_AT: Spec =
    default::text("soil").doc("Where shear displacement is counted: K belongs to one of them.");
/// `soil_type: Tables<SoilTypeKeys>`
pub(crate) const SOIL_TYPES: Spec = default::EMPTY.doc("Soils of this scenario's own.");

declare! {
    /// Keys of `soil`.
    pub(crate) group SoilGroundKeys {
        soil: Key<String> = SOIL_NAME,
        spacing_m: Key<f64> = SPACING,
        /// Down to the rock; without it there is none.
        depth_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        mode: Key<ModeChoice> = MODE,
        centrality_exponent: Key<f64> = CENTRALITY,
        sampling: Key<SamplingChoice> = SAMPLING,
        shear_at: Key<ShearAtChoice> = SHEAR_AT,
        /// mu on rocks and on ground without soil.
        friction_coefficient: Key<f64> = default::number(0.6)
            .of(Kind::Number(Range::between(0.0, planetfall::ground::rigid::MOST_FRICTION))),
        marker_radius_m: Key<f64> = MARKER_RADIUS,
        grouser_thickness_m: Key<f64> = GROUSER_THICKNESS,
        memory_limit_mb: Key<f64> = MEMORY_LIMIT,
        soil_type: Tables<SoilTypeKeys> = SOIL_TYPES,
    }

    /// Which variant of the model.
    pub choice ModeChoice {
        /// Shear builds up with displacement (Janosi and Hanamoto), soil unloads elastically, falls
        /// back loose and is compacted in part.
        Recommended = "recommended",
        /// The paper alone: friction at once, all displaced soil piles up, no loose layer.
        Scm2008 = "scm-2008",
    }

    /// How meshes are laid over the nodes.
    pub choice SamplingChoice {
        /// A mesh's lowest face over each node.
        Raster = "raster",
        /// Its lowest vertex around each node, as in the paper.
        Vertices = "vertices",
    }

    /// Where shear displacement is counted: K belongs to one of them.
    pub choice ShearAtChoice {
        /// Shear displacement counts at the node of the soil.
        Soil = "soil",
        /// At the rim, as Wong and Reece count it.
        Rim = "rim",
    }

    /// A soil. What is not given is that of `base`, or of a soil without particulars.
    pub table SoilTypeKeys("ground.soil_type") {
        /// By which it is called.
        name: Key<String> = REQUIRED.of(Kind::Name),
        /// Built-in soil that it is a variant of.
        base: OptionalKey<String> = OPTIONAL.of(Kind::Name),
        /// n of p = (kc/b + kphi) z^n.
        sinkage_exponent: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// kc; may be negative.
        cohesive_modulus_n_per_m_n1: OptionalKey<f64> = OPTIONAL,
        /// kphi.
        frictional_modulus_n_per_m_n2: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// n1: n grows by n1 times slip.
        slip_sinkage: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// c of the strength c + p tan phi.
        cohesion_pa: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// phi of it.
        friction_angle_deg: OptionalKey<f64> =
            OPTIONAL.of(Kind::Number(Range::at_least(0.0).below(89.0))),
        /// Slope at which loose soil comes to rest; default phi.
        repose_angle_deg: OptionalKey<f64> =
            OPTIONAL.of(Kind::Number(Range::at_least(0.0).below(89.0))),
        /// mu between soil and what presses on it.
        body_friction: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// K of Janosi and Hanamoto.
        shear_displacement_m: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// Of soil that is unloaded.
        elastic_stiffness_pa_per_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Of soil that is sheared back.
        shear_stiffness_pa_per_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Pressure per speed of sinking.
        damping_pa_s_per_m: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// s: soil that sinks at a speed v bears 1 + s ln(1 + v/v0) times the pressure, so each tenfold
        /// speed far above v0 adds 2.3 s.
        rate_share: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// v0 of it; default 0.01. The greater it is, the later pressure grows.
        rate_reference_m_per_s: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Of displaced soil, what is compacted instead of piled up.
        compaction_share: OptionalKey<f64> = OPTIONAL.of(Kind::Number(Range::FRACTION)),
        /// For steps in which cohesive soil stands.
        unit_weight_n_per_m3: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// m of the heap in front: 1, 3 or 5.
        heap_exponent: OptionalKey<i64> = OPTIONAL.of(Kind::Integer { min: 1, max: 5 }),
    }

    /// Keys of `soil`.
    pub(crate) group SoilPartKeys {
        /// As in [ground]; `none` for bare rock.
        soil: Key<String> = REQUIRED.of(Kind::Name),
        /// Down to the rock; default that of [ground].
        depth_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        spacing_m: OptionalKey<f64> = SPACING.optional(),
        mode: OptionalKey<ModeChoice> = MODE.optional(),
        centrality_exponent: OptionalKey<f64> = CENTRALITY.optional(),
        sampling: OptionalKey<SamplingChoice> = SAMPLING.optional(),
        shear_at: OptionalKey<ShearAtChoice> = SHEAR_AT.optional(),
        marker_radius_m: OptionalKey<f64> = MARKER_RADIUS.optional(),
        grouser_thickness_m: OptionalKey<f64> = GROUSER_THICKNESS.optional(),
        memory_limit_mb: OptionalKey<f64> = MEMORY_LIMIT.optional(),
        soil_type: Tables<SoilTypeKeys> = SOIL_TYPES.optional(),
    }
}

/// The keys of soil in a table, whichever table it is: of a part of the ground, of all of it, of a rig.
#[derive(Clone, Copy)]
pub(crate) struct SoilKeys<'k> {
    pub(crate) soil: &'k Key<String>,
    pub(crate) depth_m: Option<f64>,
    /// mu on rocks and on ground without soil, if it is said here.
    pub(crate) friction_coefficient: Option<f64>,
    pub(crate) bed: BedKeys<'k>,
}

/// The keys that belong to all soil.
#[derive(Clone, Copy)]
pub struct BedKeys<'k> {
    pub spacing_m: &'k Key<f64>,
    pub mode: &'k Key<ModeChoice>,
    pub centrality_exponent: &'k Key<f64>,
    pub sampling: &'k Key<SamplingChoice>,
    pub shear_at: &'k Key<ShearAtChoice>,
    pub soil_type: &'k Tables<SoilTypeKeys>,
    pub tools: Option<ToolKeys<'k>>,
}

/// The keys of what presses on soil and of the memory that it may take, which rigs have elsewhere or not at all.
#[derive(Clone, Copy)]
pub struct ToolKeys<'k> {
    pub marker_radius_m: &'k Key<f64>,
    pub grouser_thickness_m: &'k Key<f64>,
    pub memory_limit_mb: &'k Key<f64>,
}

impl<'k> BedKeys<'k> {
    /// All of them, in the order of the manual.
    pub(crate) fn all(&self) -> impl Iterator<Item = &'k dyn AnyKey> {
        let first: [&'k dyn AnyKey; 5] =
            [self.spacing_m, self.mode, self.centrality_exponent, self.sampling, self.shear_at];
        let tools = self.tools.into_iter().flat_map(|tools| -> [&'k dyn AnyKey; 3] {
            [tools.marker_radius_m, tools.grouser_thickness_m, tools.memory_limit_mb]
        });
        let last: &'k dyn AnyKey = self.soil_type;
        first.into_iter().chain(tools).chain([last])
    }
}

impl SoilGroundKeys {
    /// The keys of soil.
    pub(super) fn soil_keys(&self) -> SoilKeys<'_> {
        SoilKeys {
            soil: &self.soil,
            depth_m: self.depth_m.given(),
            friction_coefficient: self.friction_coefficient.given(),
            bed: BedKeys {
                spacing_m: &self.spacing_m,
                mode: &self.mode,
                centrality_exponent: &self.centrality_exponent,
                sampling: &self.sampling,
                shear_at: &self.shear_at,
                soil_type: &self.soil_type,
                tools: Some(ToolKeys {
                    marker_radius_m: &self.marker_radius_m,
                    grouser_thickness_m: &self.grouser_thickness_m,
                    memory_limit_mb: &self.memory_limit_mb,
                }),
            },
        }
    }
}

impl SoilPartKeys {
    /// The keys of soil.
    pub(super) fn soil_keys(&self) -> SoilKeys<'_> {
        SoilKeys {
            soil: &self.soil,
            depth_m: self.depth_m.given(),
            friction_coefficient: None,
            bed: BedKeys {
                spacing_m: (&self.spacing_m).into(),
                mode: (&self.mode).into(),
                centrality_exponent: (&self.centrality_exponent).into(),
                sampling: (&self.sampling).into(),
                shear_at: (&self.shear_at).into(),
                soil_type: &self.soil_type,
                tools: Some(ToolKeys {
                    marker_radius_m: (&self.marker_radius_m).into(),
                    grouser_thickness_m: (&self.grouser_thickness_m).into(),
                    memory_limit_mb: (&self.memory_limit_mb).into(),
                }),
            },
        }
    }
}
