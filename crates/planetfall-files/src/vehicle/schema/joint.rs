//! Joints. What turns has angular units, what slides linear ones; the keys differ accordingly.

use super::{ESTIMATE, NON_NEGATIVE, POSITIVE, SOURCE};
use crate::format::schema::{Case, Choice, Field, Kind, Literal, Table, Tag};

const KINDS: &[Case] = &[
    Case { value: "fixed", doc: "Not at all.", fields: &[] },
    Case { value: "revolute", doc: "About an axis.", fields: REVOLUTE },
    Case { value: "continuous", doc: "About an axis, without stops.", fields: CONTINUOUS },
    Case { value: "prismatic", doc: "Along an axis.", fields: PRISMATIC },
    Case { value: "spherical", doc: "About all axes.", fields: &[] },
    Case {
        value: "planar",
        doc: "In the plane across an axis and about it.",
        fields: &[Field::required("axis", Kind::VECTOR, "Normal of the plane.")],
    },
    Case { value: "free", doc: "Freely.", fields: &[] },
];

pub(super) static JOINT: Table = Table::tagged(
    "joint",
    "How a link moves against its parent.",
    Tag::kind_or("fixed", "How it moves.", KINDS),
    &[
        Field::optional("name", Kind::Name, "Unique name; default the link's."),
        Field::default(
            "mirrored_sense",
            Kind::Choice(&[
                Choice {
                    value: "image",
                    doc: "Equal positions on both sides are mirror images of each other.",
                },
                Choice {
                    value: "same",
                    doc: "The mirrored side counts the other way round: equal steering angles \
                          steer both wheels to the left.",
                },
            ]),
            Literal::Text("image"),
            "How the joint's position counts on the mirrored side.",
        ),
        SOURCE,
        ESTIMATE,
    ],
);

pub(super) static JOINT_OVERLAY: Table = Table::tagged(
    "joint",
    "Changes to joints. What is given replaces what the URDF says.",
    Tag::kind_or(
        "revolute",
        "Which units the keys have.",
        &[
            Case {
                value: "revolute",
                doc: "A revolute or continuous joint.",
                fields: &[
                    Field::optional("damping_n_m_s_per_rad", NON_NEGATIVE, "Damping."),
                    Field::optional("friction_n_m", NON_NEGATIVE, "Dry friction."),
                    FRICTION_SPEED,
                    INITIAL,
                    FOLLOWS,
                    MULTIPLIER,
                    OFFSET,
                    SPRING,
                    LIMITS,
                    MOTOR,
                ],
            },
            Case {
                value: "prismatic",
                doc: "A joint that slides.",
                fields: &[
                    Field::optional("damping_n_s_per_m", NON_NEGATIVE, "Damping."),
                    Field::optional("friction_n", NON_NEGATIVE, "Dry friction."),
                    SLIDING_FRICTION_SPEED,
                    SLIDING_INITIAL,
                    FOLLOWS,
                    MULTIPLIER,
                    SLIDING_OFFSET,
                    SLIDING_SPRING,
                    CRUSH,
                    SLIDING_LIMITS,
                    SLIDING_MOTOR,
                ],
            },
        ],
    ),
    &[
        Field::required(
            "name",
            Kind::Text,
            "Name of a joint of the URDF; `*` stands for any text, so that one entry serves many.",
        ),
        SOURCE,
        ESTIMATE,
    ],
);

const REVOLUTE: &[Field] = &[
    AXIS,
    DAMPING,
    FRICTION,
    FRICTION_SPEED,
    INITIAL,
    FOLLOWS,
    DIFFERENTIAL,
    MULTIPLIER,
    OFFSET,
    SPRING,
    LIMITS,
    MOTOR,
];

const CONTINUOUS: &[Field] = &[
    AXIS,
    DAMPING,
    FRICTION,
    FRICTION_SPEED,
    INITIAL,
    FOLLOWS,
    DIFFERENTIAL,
    MULTIPLIER,
    OFFSET,
    SPRING,
    MOTOR,
];

const PRISMATIC: &[Field] = &[
    AXIS,
    Field::default("damping_n_s_per_m", NON_NEGATIVE, Literal::Number(0.0), "Damping."),
    Field::default("friction_n", NON_NEGATIVE, Literal::Number(0.0), "Dry friction."),
    SLIDING_FRICTION_SPEED,
    SLIDING_INITIAL,
    FOLLOWS,
    DIFFERENTIAL,
    MULTIPLIER,
    SLIDING_OFFSET,
    SLIDING_SPRING,
    CRUSH,
    SLIDING_LIMITS,
    SLIDING_MOTOR,
];

const AXIS: Field =
    Field::required("axis", Kind::VECTOR, "Direction in the joint's frame, of any length.");

const DAMPING: Field =
    Field::default("damping_n_m_s_per_rad", NON_NEGATIVE, Literal::Number(0.0), "Damping.");

const FRICTION: Field =
    Field::default("friction_n_m", NON_NEGATIVE, Literal::Number(0.0), "Dry friction.");

const FRICTION_SPEED: Field = Field::optional(
    "friction_speed_rad_per_s",
    POSITIVE,
    "Speed at which dry friction is fully there; default 0.01, or more where a step of 1 ms could \
     not follow.",
);

const SLIDING_FRICTION_SPEED: Field = Field::optional(
    "friction_speed_m_per_s",
    POSITIVE,
    "Speed at which dry friction is fully there; default 0.001, or more where a step of 1 ms \
     could not follow.",
);

const INITIAL: Field =
    Field::default("initial_deg", Kind::NUMBER, Literal::Number(0.0), "Position at the start.");

const SLIDING_INITIAL: Field =
    Field::default("initial_m", Kind::NUMBER, Literal::Number(0.0), "Position at the start.");

const FOLLOWS: Field = Field::optional(
    "follows",
    Kind::Text,
    "Name of the joint it follows exactly: position = multiplier · its position + offset. For a \
     mirrored joint, the one of the same side.",
);

const DIFFERENTIAL: Field = Field::default(
    "differential",
    Kind::Bool,
    Literal::Bool(false),
    "Mirrored joints only: the second side follows the first with opposite motion.",
);

const MULTIPLIER: Field = Field::default(
    "multiplier",
    Kind::NUMBER,
    Literal::Number(1.0),
    "Of the coupling; in rad and m where a joint that turns follows one that slides.",
);

const OFFSET: Field =
    Field::default("offset_deg", Kind::NUMBER, Literal::Number(0.0), "Of the coupling.");

const SLIDING_OFFSET: Field =
    Field::default("offset_m", Kind::NUMBER, Literal::Number(0.0), "Of the coupling.");

const SPRING: Field = Field::optional("spring", Kind::Table(&SPRING_TABLE), "A spring.");

const SLIDING_SPRING: Field =
    Field::optional("spring", Kind::Table(&SLIDING_SPRING_TABLE), "A spring.");

const CRUSH: Field = Field::optional("crush", Kind::Table(&CRUSH_TABLE), "What it crushes.");

const LIMITS: Field = Field::optional("limits", Kind::Table(&LIMITS_TABLE), "End stops.");

const SLIDING_LIMITS: Field =
    Field::optional("limits", Kind::Table(&SLIDING_LIMITS_TABLE), "End stops.");

const MOTOR: Field = Field::optional("motor", Kind::Table(&MOTOR_TABLE), "What drives it.");

const SLIDING_MOTOR: Field =
    Field::optional("motor", Kind::Table(&SLIDING_MOTOR_TABLE), "What drives it.");

static SPRING_TABLE: Table = Table::new(
    "spring",
    "A spring about the joint's axis.",
    &[
        Field::required("stiffness_n_m_per_rad", NON_NEGATIVE, "Stiffness."),
        Field::default("rest_deg", Kind::NUMBER, Literal::Number(0.0), "Where it is at rest."),
        SOURCE,
        ESTIMATE,
    ],
);

static SLIDING_SPRING_TABLE: Table = Table::new(
    "spring",
    "A spring along the joint's axis.",
    &[
        Field::required("stiffness_n_per_m", NON_NEGATIVE, "Stiffness."),
        Field::default("rest_m", Kind::NUMBER, Literal::Number(0.0), "Where it is at rest."),
        SOURCE,
        ESTIMATE,
    ],
);

static CRUSH_TABLE: Table = Table::new(
    "crush",
    "A cartridge of honeycomb that is crushed when the joint is driven in, towards larger positions. \
     It gives way elastically up to its force, then for good, and never pulls.",
    &[
        Field::required("force_n", POSITIVE, "Force at which it gives way for good."),
        Field::required("stiffness_n_per_m", POSITIVE, "Before that."),
        SOURCE,
        ESTIMATE,
    ],
);

const STOP: &str = "Of the stops; default such that what the joint carries bounces on them at \
                    10 Hz, half of critically damped.";

static LIMITS_TABLE: Table = Table::new(
    "limits",
    "End stops that push back.",
    &[
        Field::required("lower_deg", Kind::NUMBER, "Lower end."),
        Field::required("upper_deg", Kind::NUMBER, "Upper end."),
        Field::optional("stiffness_n_m_per_rad", POSITIVE, STOP),
        Field::optional("damping_n_m_s_per_rad", NON_NEGATIVE, STOP),
        SOURCE,
        ESTIMATE,
    ],
);

static SLIDING_LIMITS_TABLE: Table = Table::new(
    "limits",
    "End stops that push back.",
    &[
        Field::required("lower_m", Kind::NUMBER, "Lower end."),
        Field::required("upper_m", Kind::NUMBER, "Upper end."),
        Field::optional("stiffness_n_per_m", POSITIVE, STOP),
        Field::optional("damping_n_s_per_m", NON_NEGATIVE, STOP),
        SOURCE,
        ESTIMATE,
    ],
);

const ROTOR: Field = Field::default(
    "rotor_inertia_kg_m2",
    NON_NEGATIVE,
    Literal::Number(0.0),
    "Inertia of the rotor about its own axis.",
);

const SPEED_GAIN: &str = "Torque or force per speed error; default reaches the stall value at a \
                          tenth of the no-load speed, if a step of 1 ms can follow that.";

const POSITION_GAIN: &str = "Torque or force per position error; default five times the speed \
                             gain per second.";

const HOLD_GAIN: &str = "Torque or force per lag, in the speed mode: how far the joint is behind where \
                         the commanded speed would have brought it. Zero yields under load; default \
                         five times the speed gain per second.";

static MOTOR_TABLE: Table = Table::new(
    "motor",
    "A motor with gear. Torques and speeds are at the joint, behind the gear.",
    &[
        Field::default(
            "gear_ratio",
            POSITIVE,
            Literal::Number(1.0),
            "Turns of the rotor per turn of the joint.",
        ),
        ROTOR,
        Field::required("stall_torque_n_m", POSITIVE, "Torque at stand-still."),
        Field::required("no_load_speed_rad_per_s", POSITIVE, "Speed without load."),
        Field::optional(
            "torque_limit_n_m",
            POSITIVE,
            "The controller never asks for more; default the stall torque.",
        ),
        Field::default(
            "stiction_n_m",
            NON_NEGATIVE,
            Literal::Number(0.0),
            "Torque it takes to start from rest.",
        ),
        Field::optional("speed_gain_n_m_s_per_rad", NON_NEGATIVE, SPEED_GAIN),
        Field::optional("position_gain_n_m_per_rad", NON_NEGATIVE, POSITION_GAIN),
        Field::optional("hold_gain_n_m_per_rad", NON_NEGATIVE, HOLD_GAIN),
        SOURCE,
        ESTIMATE,
    ],
);

static SLIDING_MOTOR_TABLE: Table = Table::new(
    "motor",
    "A motor with spindle. Forces and speeds are at the joint.",
    &[
        Field::default(
            "gear_ratio_rad_per_m",
            POSITIVE,
            Literal::Number(1.0),
            "Angle of the rotor per length of the joint.",
        ),
        ROTOR,
        Field::required("stall_force_n", POSITIVE, "Force at stand-still."),
        Field::required("no_load_speed_m_per_s", POSITIVE, "Speed without load."),
        Field::optional(
            "force_limit_n",
            POSITIVE,
            "The controller never asks for more; default the stall force.",
        ),
        Field::default(
            "stiction_n",
            NON_NEGATIVE,
            Literal::Number(0.0),
            "Force it takes to start from rest.",
        ),
        Field::optional("speed_gain_n_s_per_m", NON_NEGATIVE, SPEED_GAIN),
        Field::optional("position_gain_n_per_m", NON_NEGATIVE, POSITION_GAIN),
        Field::optional("hold_gain_n_per_m", NON_NEGATIVE, HOLD_GAIN),
        SOURCE,
        ESTIMATE,
    ],
);
