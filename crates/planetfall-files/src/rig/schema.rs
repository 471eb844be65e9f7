//! Every key of a rig's file, with its unit, range, default and meaning.

use crate::format::schema::{Case, Field, Kind, List, Literal, Range, Table, Tag};
use crate::scenario::EXPECT;
use crate::scenario::soil_schema::{
    CENTRALITY, MODE, SAMPLING, SHEAR_AT, SOIL_NAME, SOIL_TYPES, SPACING,
};

const POSITIVE: Kind = Kind::Number(Range::POSITIVE);
const LENGTHS: Kind = Kind::List(List::any(&POSITIVE));
const SLIP: Kind = Kind::Number(Range::at_least(-1.0).below(1.0));
const ANGLE: Kind = Kind::Number(Range::between(-90.0, 90.0));

/// A whole file of a rig.
pub static RIG: Table = Table::new(
    "rig file",
    "A laboratory's rig on a bed of soil, without a vehicle.",
    &[
        Field::required("title", Kind::Text, "One line that says what it shows."),
        Field::default("description", Kind::Text, Literal::Text(""), "More about it."),
        Field::required("ground", Kind::Table(&GROUND), "The soil, level and without end."),
        Field::required("rig", Kind::Table(&KIND), "What is done to it."),
        Field::default(
            "expect",
            Kind::Tables(&EXPECT),
            Literal::Empty,
            "Values that the run must reproduce, each with what stands behind it.",
        ),
    ],
);

static GROUND: Table = Table::new(
    "ground",
    "The Soil Contact Model, as `[ground] kind = \"soil\"` of a scenario.",
    &[SOIL_NAME, SPACING, MODE, CENTRALITY, SAMPLING, SHEAR_AT, SOIL_TYPES],
);

static KIND: Table = Table::tagged(
    "rig",
    "The rig.",
    Tag::kind(
        "Which one.",
        &[
            Case {
                value: "bevameter",
                doc: "Plates are pressed in by a force; n, kc and kphi are identified from the \
                      readings.",
                fields: BEVAMETER,
            },
            Case {
                value: "single-wheel",
                doc: "A wheel with prescribed slip and slip angle heaves freely under its load.",
                fields: SINGLE_WHEEL,
            },
            Case {
                value: "multi-pass",
                doc: "The same wheel passes again and again through its own rut.",
                fields: MULTI_PASS,
            },
            Case {
                value: "self-burial",
                doc: "A wheel spins, hardly gets on, and digs itself in.",
                fields: SELF_BURIAL,
            },
            Case {
                value: "drawbar",
                doc: "Wheels in line on both sides of a chassis that a tether holds to a speed.",
                fields: DRAWBAR,
            },
        ],
    ),
    &[],
);

const BEVAMETER: &[Field] = &[
    Field::default(
        "radii_m",
        LENGTHS,
        Literal::Numbers(&[0.05, 0.1]),
        "Radii of the discs: b of Bekker's law.",
    ),
    Field::default(
        "rectangles_m",
        Kind::List(List::any(&Kind::List(List::exactly(2, &POSITIVE)))),
        Literal::Numbers(&[]),
        "Length and width of rectangular plates; b is 2 A/U.",
    ),
    Field::default(
        "pressures_pa",
        Kind::List(List::at_least(2, &POSITIVE)),
        Literal::Numbers(&[2500.0, 5000.0, 10000.0, 20000.0]),
        "Mean pressures: the force is that times the area of each plate.",
    ),
    Field::default(
        "offsets",
        Kind::Integer { min: 1, max: 100 },
        Literal::Integer(21),
        "Each plate is put down at so many by so many places within a cell of the soil.",
    ),
    Field::default(
        "further_spacings_m",
        LENGTHS,
        Literal::Numbers(&[]),
        "The same again with other distances of the soil's nodes.",
    ),
];

const RADIUS: Field = Field::default(
    "radius_m",
    POSITIVE,
    Literal::Number(0.125),
    "Of the rim, by which slip counts.",
);
const WIDTH: Field = Field::default("width_m", POSITIVE, Literal::Number(0.1), "Of the wheel.");
const LOAD: Field = Field::default("load_n", POSITIVE, Literal::Number(100.0), "On the wheel.");
const SHOULDER: Field = Field::optional(
    "shoulder_m",
    POSITIVE,
    "Radius of its rounded edges, on which walls of a rut press; a sharp cylinder without it.",
);
const GROUSER_COUNT: Field =
    Field::optional("grouser_count", Kind::Integer { min: 1, max: 1000 }, "Plates across the rim.");
const GROUSER_HEIGHT: Field = Field::default(
    "grouser_height_m",
    POSITIVE,
    Literal::Number(0.01),
    "How far they stand out of the rim.",
);
const GROUSER_THICKNESS: Field = Field::default(
    "grouser_thickness_m",
    POSITIVE,
    Literal::Number(0.005),
    "Along the rim; thinner than the soil's spacing they are seen blurred.",
);
const SPEED: Field =
    Field::default("speed_m_per_s", POSITIVE, Literal::Number(0.1), "Of the axle over the ground.");
const WAY: Field = Field::default(
    "way_m",
    POSITIVE,
    Literal::Number(0.5),
    "Length of each drive; results are means over its last third, with grousers over the whole pitches in it.",
);

const SINGLE_WHEEL: &[Field] = &[
    RADIUS,
    WIDTH,
    LOAD,
    SHOULDER,
    GROUSER_COUNT,
    GROUSER_HEIGHT,
    GROUSER_THICKNESS,
    SPEED,
    WAY,
    Field::default(
        "slips",
        Kind::List(List::at_least(1, &SLIP)),
        Literal::Numbers(&[-0.5, -0.2, 0.0, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8]),
        "1 - v/(w r) where the rim is the faster (driving), w r/v - 1 where the axle is (braking); v \
         along the wheel's heading.",
    ),
    Field::default(
        "slip_angles_deg",
        Kind::List(List::at_least(1, &ANGLE)),
        Literal::Numbers(&[0.0]),
        "Angles of the way to the wheel's heading.",
    ),
    Field::default(
        "slope_deg",
        Kind::Number(Range::between(-45.0, 45.0)),
        Literal::Number(0.0),
        "Gravity leans back by it; the bed stays level.",
    ),
];

const MULTI_PASS: &[Field] = &[
    RADIUS,
    WIDTH,
    LOAD,
    SHOULDER,
    GROUSER_COUNT,
    GROUSER_HEIGHT,
    GROUSER_THICKNESS,
    SPEED,
    WAY,
    Field::default("passes", Kind::Integer { min: 2, max: 100 }, Literal::Integer(6), "How many."),
    Field::default("slip", SLIP, Literal::Number(0.2), "Of each pass."),
    Field::default(
        "slip_angle_deg",
        Kind::Number(Range::above(0.0).up_to(60.0)),
        Literal::Number(10.0),
        "Besides, the side force is read with this slip angle in the rut that each pass finds.",
    ),
];

const SELF_BURIAL: &[Field] = &[
    RADIUS,
    WIDTH,
    LOAD,
    SHOULDER,
    GROUSER_COUNT,
    GROUSER_HEIGHT,
    GROUSER_THICKNESS,
    Field::default("rim_speed_m_per_s", POSITIVE, Literal::Number(0.1), "Speed of the rim, w r."),
    Field::default(
        "slip",
        Kind::Number(Range::FRACTION),
        Literal::Number(0.95),
        "At exactly 1 it gets on by nothing, and digs nothing: soil bears what it has borne.",
    ),
    Field::default("turns", POSITIVE, Literal::Number(40.0), "No more turns than these."),
];

const DRAWBAR: &[Field] = &[
    RADIUS,
    WIDTH,
    LOAD,
    SHOULDER,
    GROUSER_COUNT,
    GROUSER_HEIGHT,
    GROUSER_THICKNESS,
    Field::default("speed_m_per_s", POSITIVE, Literal::Number(0.0108), "Of the tether."),
    WAY,
    Field::default(
        "slips",
        Kind::List(List::at_least(1, &SLIP)),
        Literal::Numbers(&[0.1, 0.2, 0.4, 0.7]),
        "1 - v/(w r), v that of the tether.",
    ),
    Field::default(
        "axles",
        Kind::Integer { min: 1, max: 20 },
        Literal::Integer(3),
        "Wheels in line, each in the rut of those before it.",
    ),
    Field::default("sides", Kind::Integer { min: 1, max: 2 }, Literal::Integer(2), "Rows of them."),
];
