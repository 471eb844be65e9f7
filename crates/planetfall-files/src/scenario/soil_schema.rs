//! Keys of `[ground] kind = "soil"`: the Soil Contact Model.

use crate::format::schema::{Case, Choice, Field, Kind, Literal, Need, Range, Table};

const POSITIVE: Kind = Kind::Number(Range::POSITIVE);
const NON_NEGATIVE: Kind = Kind::Number(Range::NON_NEGATIVE);
const ANY: Kind = Kind::Number(Range::ANY);

pub(super) const SOIL: Case = Case {
    value: "soil",
    doc: "SCM: soil with a memory over the ground, in which every shape leaves its rut \
          (docs/soft-ground.md). Rocks, and ground without soil, are rigid.",
    fields: &[
        SOIL_NAME,
        SPACING,
        Field::optional("depth_m", POSITIVE, "Down to the rock; without it there is none."),
        MODE,
        CENTRALITY,
        SAMPLING,
        SHEAR_AT,
        Field::default(
            "friction_coefficient",
            Kind::Number(Range::between(0.0, planetfall::ground::rigid::MOST_FRICTION)),
            Literal::Number(0.6),
            "mu on rocks and on ground without soil.",
        ),
        MARKER_RADIUS,
        GROUSER_THICKNESS,
        SOIL_TYPES,
    ],
};

const MARKER_RADIUS: Field = Field::default(
    "marker_radius_m",
    POSITIVE,
    Literal::Number(0.05),
    "A marker presses on soil as a ball of this radius about it.",
);
const GROUSER_THICKNESS: Field = Field::default(
    "grouser_thickness_m",
    POSITIVE,
    Literal::Number(0.002),
    "Thickness of grousers along the rim.",
);

/// Keys that rigs have too.
pub(crate) const SOIL_NAME: Field = Field::required(
    "soil",
    Kind::Name,
    "Which soil: a built-in one (`planetfall schema --soils` lists them) or one of \
     [[ground.soil_type]].",
);
pub(crate) const SPACING: Field =
    Field::default("spacing_m", POSITIVE, Literal::Number(0.02), "Distance of the soil's nodes.");
pub(crate) const MODE: Field = Field::default(
    "mode",
    Kind::Choice(&[
        Choice {
            value: "recommended",
            doc: "Shear builds up with displacement (Janosi and Hanamoto), soil unloads \
                  elastically, falls back loose and is compacted in part.",
        },
        Choice {
            value: "scm-2008",
            doc: "The paper alone: friction at once, all displaced soil piles up, no loose layer.",
        },
    ]),
    Literal::Text("recommended"),
    "Which variant of the model.",
);
pub(crate) const CENTRALITY: Field = Field::default(
    "centrality_exponent",
    Kind::Number(Range::between(0.0, 4.0)),
    Literal::Number(2.0),
    "q of the centrality of a node among those of its footprint; 0 for none.",
);
pub(crate) const SAMPLING: Field = Field::default(
    "sampling",
    Kind::Choice(&[
        Choice { value: "raster", doc: "A mesh's lowest face over each node." },
        Choice { value: "vertices", doc: "Its lowest vertex around each node, as in the paper." },
    ]),
    Literal::Text("raster"),
    "How meshes are laid over the nodes.",
);
pub(crate) const SHEAR_AT: Field = Field::default(
    "shear_at",
    Kind::Choice(&[
        Choice { value: "soil", doc: "Shear displacement counts at the node of the soil." },
        Choice { value: "rim", doc: "At the rim, as Wong and Reece count it." },
    ]),
    Literal::Text("soil"),
    "Where shear displacement is counted: K belongs to one of them.",
);
pub(crate) const SOIL_TYPES: Field = Field::default(
    "soil_type",
    Kind::Tables(&SOIL_TYPE),
    Literal::Empty,
    "Soils of this scenario's own.",
);

static SOIL_TYPE: Table = Table::new(
    "ground.soil_type",
    "A soil. What is not given is that of `base`, or of a soil without particulars.",
    &[
        Field::required("name", Kind::Name, "By which it is called."),
        Field::optional("base", Kind::Name, "Built-in soil that it is a variant of."),
        Field::optional("sinkage_exponent", POSITIVE, "n of p = (kc/b + kphi) z^n."),
        Field::optional("cohesive_modulus_n_per_m_n1", ANY, "kc; may be negative."),
        Field::optional("frictional_modulus_n_per_m_n2", POSITIVE, "kphi."),
        Field::optional("slip_sinkage", NON_NEGATIVE, "n1: n grows by n1 times slip."),
        Field::optional("cohesion_pa", NON_NEGATIVE, "c of the strength c + p tan phi."),
        Field::optional(
            "friction_angle_deg",
            Kind::Number(Range::at_least(0.0).below(89.0)),
            "phi of it.",
        ),
        Field::optional(
            "repose_angle_deg",
            Kind::Number(Range::at_least(0.0).below(89.0)),
            "Slope at which loose soil comes to rest; default phi.",
        ),
        Field::optional("body_friction", NON_NEGATIVE, "mu between soil and what presses on it."),
        Field::optional("shear_displacement_m", NON_NEGATIVE, "K of Janosi and Hanamoto."),
        Field::optional("elastic_stiffness_pa_per_m", POSITIVE, "Of soil that is unloaded."),
        Field::optional("shear_stiffness_pa_per_m", POSITIVE, "Of soil that is sheared back."),
        Field::optional("damping_pa_s_per_m", NON_NEGATIVE, "Pressure per speed of sinking."),
        Field::optional(
            "rate_share",
            NON_NEGATIVE,
            "s: soil that sinks at a speed v bears 1 + s ln(1 + v/v0) times the pressure, so each \
             tenfold speed far above v0 adds 2.3 s.",
        ),
        Field::optional(
            "rate_reference_m_per_s",
            POSITIVE,
            "v0 of it; default 0.01. The greater it is, the later pressure grows.",
        ),
        Field::optional(
            "compaction_share",
            Kind::Number(Range::FRACTION),
            "Of displaced soil, what is compacted instead of piled up.",
        ),
        Field::optional(
            "unit_weight_n_per_m3",
            POSITIVE,
            "For steps in which cohesive soil stands.",
        ),
        Field::optional(
            "heap_exponent",
            Kind::Integer { min: 1, max: 5 },
            "m of the heap in front: 1, 3 or 5.",
        ),
    ],
);

/// Keys of soil in a part of the ground. Those of the whole bed are that of `[ground]`, or where that is no
/// soil, of the first region of soil.
pub(super) const SOIL_PART: Case = Case {
    value: "soil",
    doc: "Soil of its own. Keys from `spacing_m` on are those of all soil: they stand in [ground] if that is \
          soil, else in the first region of soil.",
    fields: &[
        Field::required("soil", Kind::Name, "As in [ground]; `none` for bare rock."),
        Field::optional("depth_m", POSITIVE, "Down to the rock; default that of [ground]."),
        Field { need: Need::Optional, ..SPACING },
        Field { need: Need::Optional, ..MODE },
        Field { need: Need::Optional, ..CENTRALITY },
        Field { need: Need::Optional, ..SAMPLING },
        Field { need: Need::Optional, ..SHEAR_AT },
        Field { need: Need::Optional, ..MARKER_RADIUS },
        Field { need: Need::Optional, ..GROUSER_THICKNESS },
        Field { need: Need::Optional, ..SOIL_TYPES },
    ],
};

/// Keys of a region that belong to all soil.
pub(super) const OF_ALL_SOIL: [&str; 8] = [
    "spacing_m",
    "mode",
    "centrality_exponent",
    "sampling",
    "shear_at",
    "marker_radius_m",
    "grouser_thickness_m",
    "soil_type",
];
