//! Keys of `[[vehicle]]`: what moves, and how it starts.

use super::super::cycle::CYCLE;
use super::super::driving::DRIVE;
use super::super::staging_schema as staging;
use super::super::torque::TORQUE;
use super::{NON_NEGATIVE, PAIR, POSITIVE};
use crate::format::schema::{Case, Choice, Field, Kind, List, Literal, Table, Tag};

pub(super) static VEHICLE: Table = Table::new(
    "vehicle",
    "A vehicle: a model from a file, or a free rigid body with markers described here.",
    &[
        Field::required("name", Kind::Name, "Unique name."),
        Field::optional(
            "like",
            Kind::Text,
            "Name of an earlier vehicle whose mass, inertia and markers this one has.",
        ),
        Field::optional(
            "model",
            Kind::Text,
            "A built-in vehicle's name, or the path of a vehicle file (TOML or URDF) relative to \
             the scenario file, instead of a body described here.",
        ),
        Field::optional("mass_kg", POSITIVE, "Mass."),
        Field::default(
            "centre_of_mass_m",
            Kind::VECTOR,
            Literal::Numbers(&[0.0, 0.0, 0.0]),
            "In body axes.",
        ),
        Field::optional(
            "inertia_kg_m2",
            Kind::VECTOR,
            "Moments of inertia about the centre of mass: xx, yy, zz, body axes.",
        ),
        Field::default(
            "products_of_inertia_kg_m2",
            Kind::VECTOR,
            Literal::Numbers(&[0.0, 0.0, 0.0]),
            "Off-diagonal elements of the inertia matrix: xy, xz, yz.",
        ),
        Field::default(
            "marker",
            Kind::Tables(&MARKER),
            Literal::Empty,
            "Points that feel the ground.",
        ),
        Field::default(
            "shape",
            Kind::Tables(&SHAPE),
            Literal::Empty,
            "Blocks and balls that feel the ground, and each other on ground that is no `marker`.",
        ),
        Field::optional("start", Kind::Table(&START), "Where it starts, unless it is `attached`."),
        staging::ATTACHED,
        staging::PROPELLANT,
        Field::default(
            "joint",
            Kind::Tables(&JOINT),
            Literal::Empty,
            "Joints that do not start where the model has them.",
        ),
        Field::default(
            "drive",
            Kind::Tables(&DRIVE),
            Literal::Empty,
            "Commands of the wheels, leg by leg from the start; then they stop.",
        ),
        Field::default(
            "torque",
            Kind::Tables(&TORQUE),
            Literal::Empty,
            "Torques that motors are commanded by the clock.",
        ),
        Field::default(
            "cycle",
            Kind::Tables(&CYCLE),
            Literal::Empty,
            "Positions that joints go through again and again: gaits.",
        ),
    ],
);

static JOINT: Table = Table::new(
    "joint",
    "Where a joint starts.",
    &[
        Field::required("name", Kind::Text, "The joint's name in the model."),
        Field::optional("angle_deg", Kind::NUMBER, "Of a turning joint."),
        Field::optional("extension_m", Kind::NUMBER, "Of a sliding joint."),
    ],
);

static MARKER: Table = Table::new(
    "marker",
    "A point of the body that feels the ground.",
    &[
        Field::required("name", Kind::Name, "Unique name within the vehicle."),
        Field::required("position_m", Kind::VECTOR, "In body axes."),
        Field::optional("stiffness_n_per_m", POSITIVE, "K of this marker instead of the ground's."),
        Field::optional(
            "damping_n_s_per_m",
            NON_NEGATIVE,
            "C of this marker instead of the ground's.",
        ),
    ],
);

static SHAPE: Table = Table::tagged(
    "shape",
    "A shape of the body that feels the ground.",
    Tag::kind(
        "Which shape.",
        &[
            Case {
                value: "box",
                doc: "A block; `marker` ground feels it at its corners.",
                fields: &[
                    Field::required(
                        "size_m",
                        Kind::List(List::exactly(3, &POSITIVE)),
                        "Lengths along its x, y, z.",
                    ),
                    Field::default(
                        "yaw_pitch_roll_deg",
                        Kind::VECTOR,
                        Literal::Numbers(&[0.0, 0.0, 0.0]),
                        "Its attitude in body axes: about z, then the new y, then the new x.",
                    ),
                ],
            },
            Case {
                value: "sphere",
                doc: "A ball.",
                fields: &[Field::required("radius_m", POSITIVE, "Radius.")],
            },
        ],
    ),
    &[
        Field::required("name", Kind::Name, "Unique name within the vehicle."),
        Field::default(
            "position_m",
            Kind::VECTOR,
            Literal::Numbers(&[0.0, 0.0, 0.0]),
            "Its middle in body axes.",
        ),
    ],
);

static START: Table = Table::new(
    "start",
    "Position, attitude and motion at the start.",
    &[
        Field::default(
            "position_m",
            PAIR,
            Literal::Numbers(&[0.0, 0.0]),
            "East and north of the centre of mass.",
        ),
        Field::required("height_m", Kind::NUMBER, "Height above the ground."),
        Field::default(
            "height_of",
            Kind::Choice(&[
                Choice { value: "centre_of_mass", doc: "Of the centre of mass." },
                Choice { value: "lowest_marker", doc: "Of the marker nearest to the ground." },
                Choice {
                    value: "settled",
                    doc: "At rest as statics has it, on soil sunk in as deep as it carries: height_m is \
                          then above that pose, and where it is not 0 above the soil as found.",
                },
            ]),
            Literal::Text("centre_of_mass"),
            "What has this height.",
        ),
        Field::default(
            "height_along",
            Kind::Choice(&[
                Choice { value: "vertical", doc: "Straight up from the ground." },
                Choice { value: "normal", doc: "Along the ground's normal." },
            ]),
            Literal::Text("vertical"),
            "How it is measured.",
        ),
        Field::default(
            "inside_ground",
            Kind::Choice(&[
                Choice {
                    value: "refuse",
                    doc: "An error that says which part is how deep, what the ground would do, and from \
                          which height on the start is free.",
                },
                Choice {
                    value: "lift",
                    doc: "Lifted straight up until nothing of it is inside, with a warning that says how \
                          far.",
                },
            ]),
            Literal::Text("refuse"),
            "What becomes of a start inside the ground: one that the ground would throw out \
             (docs/hard-ground.md).",
        ),
        Field::default(
            "beyond_friction",
            Kind::Choice(&[
                Choice {
                    value: "refuse",
                    doc: "An error that says which part would slide and at which slope.",
                },
                Choice {
                    value: "slide",
                    doc: "It starts in the pose that enough friction would hold, at rest, and slides from \
                          there.",
                },
            ]),
            Literal::Text("refuse"),
            "What becomes of a settled start on a slope that friction does not hold it on.",
        ),
        Field::default(
            "attitude_frame",
            Kind::Choice(&[
                Choice { value: "site", doc: "Angles turn east-north-up axes into body axes." },
                Choice { value: "ned", doc: "Angles turn north-east-down axes into body axes." },
                Choice { value: "slope", doc: "As `ned`, then tilted with the ground." },
            ]),
            Literal::Text("site"),
            "What the angles start from.",
        ),
        Field::default(
            "yaw_pitch_roll_deg",
            Kind::VECTOR,
            Literal::Numbers(&[0.0, 0.0, 0.0]),
            "Rotations about z, then the new y, then the new x.",
        ),
        Field::default(
            "velocity_m_per_s",
            Kind::VECTOR,
            Literal::Numbers(&[0.0, 0.0, 0.0]),
            "Of the centre of mass: east, north, up.",
        ),
        Field::default(
            "downhill_speed_m_per_s",
            Kind::NUMBER,
            Literal::Number(0.0),
            "Added along the slope, on terrains that have one direction of fall.",
        ),
        Field::default(
            "rate_deg_per_s",
            Kind::VECTOR,
            Literal::Numbers(&[0.0, 0.0, 0.0]),
            "Angular rate about the body axes.",
        ),
    ],
);
