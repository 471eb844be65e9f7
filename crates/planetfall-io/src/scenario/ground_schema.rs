//! Keys of `[ground]`: how the ground answers what touches it.

use super::soil_schema::SOIL;
use crate::format::schema::{Case, Choice, Field, Kind, Literal, Range, Table, Tag};

const POSITIVE: Kind = Kind::Number(Range::POSITIVE);
const NON_NEGATIVE: Kind = Kind::Number(Range::NON_NEGATIVE);
const SLOPE: Kind = Kind::Number(Range::at_least(0.0).below(90.0));

/// Ground models that a scenario can choose.
pub fn ground_models() -> impl Iterator<Item = &'static str> {
    GROUND.cases().iter().map(|case| case.value)
}

pub(super) static GROUND: Table = Table::tagged(
    "ground",
    "The ground's answer to a marker, a wheel or another shape. Stiffness and friction are given by \
     what an engineer can picture: penetration at rest, damping ratio, slope angles. `marker` gives \
     forces, and is stepped by `rk4`, `dopri54` and `implicit`; in all others the ground's impulses are \
     unknowns of the step, which `moreau_jean`, `newmark` and `implicit` find, and on `nonsmooth` ground \
     `event_driven` too (docs/hard-ground.md).",
    Tag::kind_or(
        "marker",
        "Which law.",
        &[
            Case {
                value: "marker",
                doc: "POST2: compression-only spring-damper and Coulomb friction.",
                fields: MARKER_LAW,
            },
            NONSMOOTH,
            SPRING,
            BEKKER,
            WHEEL,
            SOIL,
        ],
    ),
    &[Field::optional(
        "rocks",
        Kind::Table(&ROCKS),
        "Another law for rocks, where the ground is not `marker`: rigid rocks in soft sand.",
    )],
);

static ROCKS: Table = Table::tagged(
    "ground.rocks",
    "How rocks answer what touches them.",
    Tag::kind_or("nonsmooth", "Which law.", &[ROCK, SPRING, BEKKER]),
    &[],
);

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

const RIGID: &str =
    "Rigid: Signorini's condition, Newton's impact law and Coulomb's cone, as in Siconos.";

const NONSMOOTH: Case = Case {
    value: "nonsmooth",
    doc: RIGID,
    fields: &[FRICTION, FRICTION_ANGLE, RESTITUTION, ROLLING],
};

const ROCK: Case =
    Case { value: "nonsmooth", doc: RIGID, fields: &[FRICTION, FRICTION_ANGLE, RESTITUTION] };

const SPRING: Case = Case {
    value: "spring",
    doc: "A spring-damper along the normal inside the cone step, with Coulomb's cone: any stiffness \
          at any step.",
    fields: &[REST_PENETRATION, DAMPING_RATIO, WHOSE_STIFFNESS, FRICTION, FRICTION_ANGLE],
};

const BEKKER: Case = Case {
    value: "bekker",
    doc: "Bekker's sinkage along the normal inside the cone step, with Coulomb's cone: a rigid wheel \
          by its radius and width, a ball by its radius, any point by a plate's area.",
    fields: &[
        Field::required(
            "sinkage_exponent",
            Kind::Number(Range::above(0.0).up_to(3.0)),
            "n of p = (kc/b + kphi) z^n.",
        ),
        Field::required("cohesive_modulus_n_per_m_n1", NON_NEGATIVE, "kc, in N/m^(n+1)."),
        Field::required("frictional_modulus_n_per_m_n2", POSITIVE, "kphi, in N/m^(n+2)."),
        Field::default(
            "damping_ratio",
            NON_NEGATIVE,
            Literal::Number(0.5),
            "Of a vehicle's share of mass on the slope of the curve where it stands; 1 is critical.",
        ),
        Field::optional(
            "plate_area_m2",
            POSITIVE,
            "Area by which a point (marker, corner, vertex) presses on the soil.",
        ),
        Field::optional("disc_width_m", POSITIVE, "Width of wheels whose file gives none."),
        FRICTION,
        FRICTION_ANGLE,
    ],
};

const WHEEL: Case = Case {
    value: "wheel",
    doc: "ROAMS: a spring-damper along the normal and one along the surface under each wheel, limited by \
          the soil's strength, which may vary at random (docs/driving.md). Shapes that are not round get \
          the spring along the normal and dry friction.",
    fields: &[
        Field::required(
            "rest_penetration_m",
            POSITIVE,
            "Penetration at rest under a wheel's share of the weight.",
        ),
        Field::default(
            "damping_ratio",
            NON_NEGATIVE,
            Literal::Number(0.5),
            "Of it; 1 is critical.",
        ),
        Field::default(
            "contact_exponent",
            Kind::Number(Range::between(1.0, 3.0)),
            Literal::Number(1.0),
            "n of Hunt and Crossley's normal force k z^n (1 + a dz/dt).",
        ),
        Field::optional(
            "shear_deflection_m",
            POSITIVE,
            "Deflection along the surface under a force of a wheel's share of the weight; default \
             rest_penetration_m.",
        ),
        Field::default("shear_damping_ratio", NON_NEGATIVE, Literal::Number(0.7), "Of it."),
        Field::required(
            "friction_angle_deg",
            STRENGTH_ANGLE,
            "phi of the strength c A + N tan phi.",
        ),
        Field::default("cohesion_pa", NON_NEGATIVE, Literal::Number(0.0), "c of it."),
        Field::default(
            "strength_deviation",
            NON_NEGATIVE,
            Literal::Number(0.0),
            "p1: greatest standard deviation of the factor s on the strength; 0 for none.",
        ),
        Field::default(
            "strength_fall",
            NON_NEGATIVE,
            Literal::Number(0.0),
            "p2: by how much the deviation is less on a slope of phi.",
        ),
        Field::default(
            "correlation_length_m",
            POSITIVE,
            Literal::Number(0.01),
            "Way that a rim rolls until s is drawn anew.",
        ),
        Field::required(
            "sinkage_exponent",
            Kind::Number(Range::above(0.0).up_to(3.0)),
            "n of Bekker's p = (kc/b + kphi) z^n, from which sinkage and area A follow.",
        ),
        Field::required("cohesive_modulus_n_per_m_n1", NON_NEGATIVE, "kc, in N/m^(n+1)."),
        Field::required("frictional_modulus_n_per_m_n2", POSITIVE, "kphi, in N/m^(n+2)."),
        Field::optional("disc_width_m", POSITIVE, "Width of wheels whose file gives none."),
        Field::default(
            "rolling_resistance",
            Kind::Choice(&[
                Choice { value: "none", doc: "A rolling wheel costs nothing, as in the paper." },
                Choice {
                    value: "soil",
                    doc: "Soil is pressed into a rut (Bekker), and pushed ahead where its density is given \
                          (Terzaghi): a force on the hub against its way.",
                },
            ]),
            Literal::Text("none"),
            "What rolling costs.",
        ),
        Field::optional("soil_density_kg_per_m3", POSITIVE, "Of soil that is pushed ahead."),
        Field::optional("uphill", Kind::Table(&UPHILL), "Strength where the way goes uphill."),
        Field::optional("downhill", Kind::Table(&DOWNHILL), "Strength where it goes downhill."),
        Field::optional("across", Kind::Table(&ACROSS), "Strength where it goes across the slope."),
        Field::default(
            "blend_slope_deg",
            POSITIVE,
            Literal::Number(1.0),
            "Slope at which level strength and that of the direction count alike.",
        ),
    ],
};

const STRENGTH_ANGLE: Kind = Kind::Number(Range::above(0.0).below(89.0));

const STRENGTH: &[Field] = &[
    Field::optional("friction_angle_deg", STRENGTH_ANGLE, "phi; default that of [ground]."),
    Field::optional("cohesion_pa", NON_NEGATIVE, "c; default that of [ground]."),
    Field::optional("strength_deviation", NON_NEGATIVE, "p1; default that of [ground]."),
    Field::optional("strength_fall", NON_NEGATIVE, "p2; default that of [ground]."),
    Field::optional("correlation_length_m", POSITIVE, "Default that of [ground]."),
];

static UPHILL: Table = Table::new("ground.uphill", "Soil strength uphill.", STRENGTH);
static DOWNHILL: Table = Table::new("ground.downhill", "Soil strength downhill.", STRENGTH);
static ACROSS: Table = Table::new("ground.across", "Soil strength across a slope.", STRENGTH);

const FRICTION: Field = Field::optional(
    "friction_coefficient",
    Kind::Number(Range::between(0.0, planetfall::ground::rigid::MOST_FRICTION)),
    "mu of Coulomb's cone; give it or `friction_angle_deg`.",
);

const FRICTION_ANGLE: Field = Field::optional(
    "friction_angle_deg",
    Kind::Number(Range::between(0.0, 89.0)),
    "The slope on which a vehicle begins to slide: its tangent is mu.",
);

const REST_PENETRATION: Field = Field::required(
    "rest_penetration_m",
    POSITIVE,
    "h_eq: penetration under the vehicle's weight.",
);

const DAMPING_RATIO: Field = Field::required("damping_ratio", NON_NEGATIVE, "d: 1 is critical.");

const WHOSE_STIFFNESS: Field = Field::default(
    "stiffness",
    Kind::Choice(&[
        Choice {
            value: "per_marker",
            doc: "Each marker gets K and C of the full mass, as in the paper.",
        },
        Choice { value: "shared", doc: "K and C are shared out over the markers." },
    ]),
    Literal::Text("per_marker"),
    "Whose stiffness K and C are.",
);

const MARKER_LAW: &[Field] = &[
    REST_PENETRATION,
    DAMPING_RATIO,
    Field::required(
        "stick_angle_deg",
        SLOPE,
        "θ1: a vehicle at rest begins to slide on steeper slopes.",
    ),
    Field::required(
        "slide_angle_deg",
        SLOPE,
        "θ2: a sliding vehicle keeps its speed on this slope.",
    ),
    Field::default(
        "stick_speed_m_per_s",
        POSITIVE,
        Literal::Number(0.05),
        "V1: sliding speed at which friction is largest.",
    ),
    Field::default(
        "slide_speed_m_per_s",
        POSITIVE,
        Literal::Number(0.10),
        "V2: sliding speed from which friction is constant.",
    ),
    WHOSE_STIFFNESS,
    Field::default(
        "compression_only",
        Kind::Bool,
        Literal::Bool(true),
        "Whether the ground can only push.",
    ),
    Field::default(
        "friction",
        Kind::Choice(&[
            Choice { value: "classical", doc: "The paper's table; creeps on slopes." },
            Choice { value: "resting", doc: "Tangent springs limited by friction; stands still." },
        ]),
        Literal::Text("classical"),
        "Kind of friction.",
    ),
    Field::optional(
        "shear_deflection_m",
        POSITIVE,
        "Resting friction: deflection under a tangent force of the vehicle's weight; default \
         rest_penetration_m.",
    ),
    Field::default(
        "shear_damping_ratio",
        NON_NEGATIVE,
        Literal::Number(0.5),
        "Resting friction: damping ratio of the tangent springs.",
    ),
];
