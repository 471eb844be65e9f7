//! Links, their mass, contactors and looks.

use super::joint::JOINT;
use super::propulsion::{ENGINES, TANKS};
use super::{ANGLES, ESTIMATE, NON_NEGATIVE, POSITION, POSITIVE, SOURCE, ZERO};
use crate::format::schema::{Case, Choice, Field, Kind, List, Literal, Range, Table, Tag};

pub(super) static LINK: Table = Table::new(
    "link",
    "A rigid part. Its frame is its joint's frame; with every joint at zero the frame stands at \
     `position_m` with `yaw_pitch_roll_deg` in the parent's.",
    &[
        Field::required("name", Kind::Name, "Unique name."),
        Field::optional("parent", Kind::Text, "The link it hangs on; the root has none."),
        Field::optional(
            "sides",
            Kind::List(List::exactly(2, &Kind::Name)),
            "Makes the part twice: as written, and as its mirror image with y reversed. Names get \
             these as suffixes: `rocker` becomes `rocker_left` and `rocker_right`. All that hangs \
             on it is made twice too.",
        ),
        POSITION,
        ANGLES,
        MASS,
        CENTRE,
        INERTIA,
        PRODUCTS,
        SHAPE_OF_MASS,
        SOURCE,
        ESTIMATE,
        Field::default(
            "joint",
            Kind::Table(&JOINT),
            Literal::Empty,
            "How it moves against its parent.",
        ),
        CONTACTORS,
        ENGINES,
        TANKS,
        VISUALS,
    ],
);

pub(super) static LINK_OVERLAY: Table = Table::new(
    "link",
    "Changes to a link. Mass properties replace the URDF's; contactors replace those that the \
     loader would make for the link; engines and tanks replace the base's.",
    &[
        Field::required("name", Kind::Text, "Name of a link of the URDF."),
        MASS,
        CENTRE,
        INERTIA,
        PRODUCTS,
        SHAPE_OF_MASS,
        SOURCE,
        ESTIMATE,
        CONTACTORS,
        ENGINES,
        TANKS,
        VISUALS,
    ],
);

const MASS: Field =
    Field::optional("mass_kg", POSITIVE, "Mass; a link without it is only a frame.");

const CENTRE: Field = Field::default(
    "centre_of_mass_m",
    Kind::VECTOR,
    ZERO,
    "Centre of mass in the link's frame; a `shape` stands there.",
);

const INERTIA: Field = Field::optional(
    "inertia_kg_m2",
    Kind::VECTOR,
    "Moments of inertia about the centre of mass: xx, yy, zz, axes of the link.",
);

const PRODUCTS: Field = Field::default(
    "products_of_inertia_kg_m2",
    Kind::VECTOR,
    ZERO,
    "Off-diagonal elements of the inertia matrix: xy, xz, yz.",
);

const SHAPE_OF_MASS: Field = Field::optional(
    "shape",
    Kind::Table(&MASS_SHAPE),
    "A homogeneous body of the link's mass that gives its inertia, instead of `inertia_kg_m2`.",
);

const CONTACTORS: Field = Field::default(
    "contactor",
    Kind::Tables(&CONTACTOR),
    Literal::Empty,
    "What of it feels the ground.",
);

const VISUALS: Field =
    Field::default("visual", Kind::Tables(&VISUAL), Literal::Empty, "What a viewer draws.");

static MASS_SHAPE: Table = Table::tagged(
    "shape",
    "A homogeneous body.",
    Tag::kind(
        "Which body.",
        &[
            Case {
                value: "box",
                doc: "A block.",
                fields: &[Field::required("size_m", SIZE, "Lengths along x, y, z.")],
            },
            Case {
                value: "cylinder",
                doc: "A cylinder; of length zero, a thin disc.",
                fields: &[
                    Field::required("radius_m", POSITIVE, "Radius."),
                    Field::required("length_m", NON_NEGATIVE, "Along the axis."),
                    Field::default(
                        "axis",
                        Kind::VECTOR,
                        Literal::Numbers(&[0.0, 0.0, 1.0]),
                        "Direction of the axis.",
                    ),
                ],
            },
            Case {
                value: "sphere",
                doc: "A solid ball.",
                fields: &[Field::required("radius_m", POSITIVE, "Radius.")],
            },
        ],
    ),
    &[],
);

const SIZE: Kind = Kind::List(List::exactly(3, &POSITIVE));

const CENTRE_OF_SHAPE: Field =
    Field::default("centre_m", Kind::VECTOR, ZERO, "Centre in the link's frame.");

const RADIUS: Field = Field::required("radius_m", POSITIVE, "Radius.");

const FILE: Field = Field::required("file", Kind::Text, "STL or OBJ file, relative to this one.");

const SCALE: Field =
    Field::default("scale", POSITIVE, Literal::Number(1.0), "Metres per unit of the file.");

static CONTACTOR: Table = Table::tagged(
    "contactor",
    "A shape that feels the ground.",
    Tag::kind(
        "Which shape.",
        &[
            Case {
                value: "marker",
                doc: "A point.",
                fields: &[Field::required("position_m", Kind::VECTOR, "In the link's frame.")],
            },
            Case { value: "wheel", doc: "A cylinder that rolls about its axis.", fields: WHEEL },
            Case { value: "sphere", doc: "A ball.", fields: &[CENTRE_OF_SHAPE, RADIUS] },
            Case {
                value: "box",
                doc: "A block; `marker` ground feels it at its corners.",
                fields: &[
                    Field::required("size_m", SIZE, "Lengths along its x, y, z."),
                    POSITION,
                    ANGLES,
                ],
            },
            Case {
                value: "mesh",
                doc: "A body of triangles; `marker` ground feels it at its vertices.",
                fields: &[FILE, SCALE, POSITION, ANGLES],
            },
        ],
    ),
    &[
        Field::required("name", Kind::Name, "Unique name within the vehicle."),
        Field::default(
            "role",
            Kind::Choice(&[
                Choice { value: "support", doc: "Carries the vehicle: wheels, feet, pads." },
                Choice {
                    value: "body",
                    doc: "Part of the body, which meets the ground only when something goes wrong: chassis, \
                          mast, arm. It has no share in what carries the weight, and costs next to nothing \
                          while it is clear of the ground.",
                },
            ]),
            Literal::Text("support"),
            "What it is there for.",
        ),
        SOURCE,
        ESTIMATE,
    ],
);

const WHEEL: &[Field] = &[
    CENTRE_OF_SHAPE,
    Field::default("axis", Kind::VECTOR, Literal::Numbers(&[0.0, 1.0, 0.0]), "Axle."),
    Field::required("radius_m", POSITIVE, "To the tips of the grousers, if it has any."),
    Field::default("width_m", NON_NEGATIVE, Literal::Number(0.0), "Zero makes it a disc."),
    Field::default(
        "grouser_count",
        Kind::Integer { min: 0, max: 1000 },
        Literal::Integer(0),
        "Ribs across the rim.",
    ),
    Field::default(
        "grouser_height_m",
        NON_NEGATIVE,
        Literal::Number(0.0),
        "Height of the ribs above the rim.",
    ),
];

static VISUAL: Table = Table::tagged(
    "visual",
    "Something a viewer draws; it has no weight and feels nothing.",
    Tag::kind(
        "Which shape.",
        &[
            Case {
                value: "box",
                doc: "A block.",
                fields: &[Field::required("size_m", SIZE, "Lengths along x, y, z.")],
            },
            Case {
                value: "cylinder",
                doc: "A cylinder along z.",
                fields: &[RADIUS, Field::required("length_m", POSITIVE, "Along z.")],
            },
            Case { value: "sphere", doc: "A ball.", fields: &[RADIUS] },
            Case { value: "mesh", doc: "A file of triangles.", fields: &[FILE, SCALE] },
        ],
    ),
    &[
        POSITION,
        ANGLES,
        Field::default(
            "colour",
            Kind::List(List { item: &FRACTION, min_len: 3, max_len: 4 }),
            Literal::Numbers(&[0.7, 0.7, 0.7]),
            "Red, green, blue and opacity, each 0 to 1.",
        ),
    ],
);

const FRACTION: Kind = Kind::Number(Range::FRACTION);
