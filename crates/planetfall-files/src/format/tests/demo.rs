//! A format with one of everything.

use crate::format::schema::*;

pub(super) static DROP: Table = Table::new(
    "drop",
    "A body dropped on the ground.",
    &[
        Field::required("name", Kind::Name, "Name of the scenario."),
        Field::optional("title", Kind::Text, "Title of the report."),
        Field::default("seed", Kind::COUNT, Literal::Integer(0), "Seed of all noise."),
        Field::default("end_time_s", POSITIVE, Literal::Number(8.0), "End of the run."),
        Field::default("method", Kind::Choice(METHODS), Literal::Text("rk4"), "Integrator."),
        Field::default("tags", Kind::TEXTS, Literal::Texts(&["a", "b"]), "Words to find it by."),
        Field::required("vehicle", Kind::Table(&VEHICLE), "What is dropped."),
        Field::default("ground", Kind::Table(&GROUND), Literal::Empty, "What it is dropped on."),
        Field::optional("terrain", Kind::Table(&TERRAIN), "The shape of the ground."),
        Field::default("expect", Kind::Tables(&EXPECT), Literal::Empty, "Published results."),
    ],
);

const POSITIVE: Kind = Kind::Number(Range::POSITIVE);

static METHODS: &[Choice] = &[
    Choice { value: "rk4", doc: "Classical Runge-Kutta." },
    Choice { value: "dopri5", doc: "Dormand-Prince 5(4)." },
];

static VEHICLE: Table = Table::new(
    "vehicle",
    "A rigid body.",
    &[
        Field::required("mass_kg", POSITIVE, "Mass of the body."),
        Field::default("velocity_m_per_s", Kind::VECTOR, Literal::Numbers(&[0.0; 3]), "Speed."),
        Field::required("marker", Kind::Tables(&MARKER), "A point that can touch the ground."),
    ],
);

static MARKER: Table = Table::new(
    "marker",
    "A point of the body.",
    &[
        Field::required("name", Kind::Name, "Name of the marker."),
        Field::required("position_m", Kind::VECTOR, "Where it is on the body."),
        Field::default("active", Kind::Bool, Literal::Bool(true), "Whether it can touch."),
    ],
);

static GROUND: Table = Table::new(
    "ground",
    "The marker ground law.",
    &[
        Field::default(
            "damping_ratio",
            Kind::Number(Range::NON_NEGATIVE.below(2.0)),
            Literal::Number(0.7),
            "Damping over critical damping.",
        ),
        Field::default(
            "rest_penetration_m",
            Kind::OneOrList(List::at_least(1, &POSITIVE)),
            Literal::Number(0.01),
            "Penetration at rest, shared or per marker.",
        ),
        Field::optional(
            "friction",
            Kind::List(List::at_least(2, &Kind::List(List::exactly(2, &Kind::NUMBER)))),
            "Pairs of speed and coefficient.",
        ),
    ],
);

static TERRAIN: Table = Table::tagged(
    "terrain",
    "The shape of the ground.",
    Tag::kind(
        "Which shape.",
        &[
            Case {
                value: "incline",
                doc: "A tilted plane.",
                fields: &[Field::required(
                    "slope_deg",
                    Kind::Number(Range::above(-90.0).below(90.0)),
                    "Slope.",
                )],
            },
            Case {
                value: "step",
                doc: "A step.",
                fields: &[
                    Field::required("step_height_m", Kind::NUMBER, "Height of the step."),
                    Field::default("edge", Kind::Table(&EDGE), Literal::Empty, "Its edge."),
                ],
            },
        ],
    ),
    &[Field::default("height_m", Kind::NUMBER, Literal::Number(0.0), "Height of the origin.")],
);

static EDGE: Table = Table::tagged(
    "edge",
    "The edge of the step.",
    Tag::kind_or(
        "sharp",
        "How the edge is made.",
        &[
            Case { value: "sharp", doc: "No radius.", fields: &[] },
            Case {
                value: "round",
                doc: "A radius.",
                fields: &[Field::required("radius_m", POSITIVE, "Radius of the edge.")],
            },
        ],
    ),
    &[],
);

static EXPECT: Table = Table::new(
    "expect",
    "A published number.",
    &[
        Field::required("metric", Kind::Text, "Name of the metric."),
        Field::required("value", Kind::NUMBER, "The published value."),
        Field::optional("rank", Kind::Integer { min: 1, max: 9 }, "Order in the table."),
    ],
);

/// The least file without mistakes.
pub(super) const LEAST: &str = "\
name = \"drop\"
[vehicle]
mass_kg = 899
[[vehicle.marker]]
name = \"wheel_1\"
position_m = [1, 1.5, -0.5]
";
