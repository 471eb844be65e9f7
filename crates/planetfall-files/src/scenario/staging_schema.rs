//! Keys of staged worlds: carried parts, cables, gusts, faults, and outcomes by what was measured.

use crate::format::schema::{Case, Choice, Field, Kind, List, Literal, Range, Table, Tag};

const POSITIVE: Kind = Kind::Number(Range::POSITIVE);
const NON_NEGATIVE: Kind = Kind::Number(Range::NON_NEGATIVE);
const PAIR: Kind = Kind::List(List::exactly(2, &Kind::NUMBER));
const ZERO: Literal = Literal::Numbers(&[0.0, 0.0, 0.0]);

pub(super) const ATTACHED: Field = Field::optional(
    "attached",
    Kind::Table(&CARRIED),
    "How another vehicle carries it at the start, instead of `start`.",
);

pub(super) const PROPELLANT: Field = Field::optional(
    "propellant_kg",
    POSITIVE,
    "Propellant at the start in all tanks together, shared as the model fills them; default the \
     model's.",
);

pub(super) const CABLES: Field =
    Field::default("cable", Kind::Tables(&CABLE), Literal::Empty, "Cables between vehicles.");

pub(super) const GUSTS: Field =
    Field::default("gust", Kind::Tables(&GUST), Literal::Empty, "Gusts of wind, as forces.");

pub(super) const EXTERNAL_WRENCHES: Field = Field::default(
    "external_wrench",
    Kind::Tables(&EXTERNAL_WRENCH),
    Literal::Empty,
    "Forces and moments on links from outside: a tow rope, the push of an arm.",
);

pub(super) const FAULTS: Field =
    Field::default("fault", Kind::Tables(&FAULT), Literal::Empty, "What fails in this run.");

pub(super) const OUTCOMES: Field = Field::default(
    "outcome",
    Kind::Tables(&OUTCOME),
    Literal::Empty,
    "Names for the outcome by what was measured; the first that applies names it. Where none does \
     it keeps the name of the condition that ended the run.",
);

/// Conditions of staged worlds for `[[end]]` and `[[phase.until]]`.
pub(super) const NEARER: Case = Case {
    value: "nearer",
    doc: "The centres of mass of two vehicles come nearer to each other than a distance.",
    fields: &[
        Field::required("one", Kind::Text, "Name of a vehicle."),
        Field::required("other", Kind::Text, "Name of another."),
        Field::required("distance_m", POSITIVE, "The distance."),
    ],
};

pub(super) const SEPARATED: Case = Case {
    value: "separated",
    doc: "A carried vehicle has been let go.",
    fields: &[Field::required("vehicle", Kind::Text, "Name of the vehicle that was carried.")],
};

pub(super) const CUT: Case = Case {
    value: "cut",
    doc: "All cables of a group are cut.",
    fields: &[Field::optional("group", Kind::Text, "Which group; default all cables.")],
};

pub(super) const DRY: Case = Case {
    value: "dry",
    doc: "A vehicle's tanks are empty.",
    fields: &[Field::required("vehicle", Kind::Text, "Name of a vehicle with tanks.")],
};

static CARRIED: Table = Table::new(
    "attached",
    "A part that moves with the link that carries it until flight software lets it go.",
    &[
        Field::required("to", Kind::Text, "Name of the vehicle that carries it."),
        Field::optional("link", Kind::Text, "Which of the carrier's links; default its root."),
        Field::default(
            "position_m",
            Kind::VECTOR,
            ZERO,
            "Origin of the part's body frame in the axes of that link.",
        ),
        Field::default(
            "yaw_pitch_roll_deg",
            Kind::VECTOR,
            ZERO,
            "Rotations that turn the link's axes into the part's: about z, then the new y, then \
             the new x.",
        ),
    ],
);

static CABLE: Table = Table::new(
    "cable",
    "A massless cable between two vehicles: it pulls and never pushes. It is at work when neither \
     carries the other.",
    &[
        Field::required("name", Kind::Name, "Unique name, also among vehicles and groups."),
        Field::optional("group", Kind::Name, "Cables of one group are measured together."),
        Field::required("from", Kind::Text, "Vehicle at the upper end, where the drum is."),
        Field::optional("from_link", Kind::Text, "Which of its links; default its root."),
        Field::required("from_position_m", Kind::VECTOR, "Where, in the axes of that link."),
        Field::required("to", Kind::Text, "Vehicle at the lower end."),
        Field::optional("to_link", Kind::Text, "Which of its links; default its root."),
        Field::required("to_position_m", Kind::VECTOR, "Where, in the axes of that link."),
        Field::required("axial_stiffness_n", POSITIVE, "EA: force per strain."),
        Field::required(
            "damping_time_s",
            NON_NEGATIVE,
            "Ratio of damping to stiffness: how long the cable takes to come to a stretch.",
        ),
        Field::required("length_m", POSITIVE, "Unstretched length when all of it is out."),
        Field::optional(
            "stowed_length_m",
            POSITIVE,
            "Unstretched length before pay-out; default the distance between its ends at the \
             start. Only with a brake.",
        ),
        Field::optional("brake", Kind::Table(&BRAKE), "How it is paid out; default it is all out."),
    ],
);

static BRAKE: Table = Table::new(
    "brake",
    "A descent brake: how fast a drum lets its cable run under load.",
    &[
        Field::required(
            "profile",
            Kind::List(List::at_least(1, &PAIR)),
            "Pairs of length that has run out (m), ascending, and rate there (m/s); straight \
             between them, constant before the first and after the last.",
        ),
        Field::required(
            "free_tension_n",
            POSITIVE,
            "Tension from which the cable runs at the full rate; below it in proportion.",
        ),
    ],
);

static GUST: Table = Table::new(
    "gust",
    "A gust of wind: a constant force at a vehicle's centre of mass for a while.",
    &[
        Field::required("vehicle", Kind::Text, "Name of the vehicle."),
        Field::required("force_n", Kind::VECTOR, "East, north, up."),
        Field::required("from_s", NON_NEGATIVE, "When it begins."),
        Field::required("for_s", POSITIVE, "How long it blows."),
    ],
);

static EXTERNAL_WRENCH: Table = Table::new(
    "external_wrench",
    "A force and a moment at a point of a link: a constant part for a while, and what controllers and \
     outside programs command beside it.",
    &[
        Field::required("name", Kind::Name, "Unique name, also among vehicles and cables."),
        Field::required("vehicle", Kind::Text, "Name of the vehicle."),
        Field::optional("link", Kind::Text, "Which of its links; default its root."),
        Field::default(
            "position_m",
            Kind::VECTOR,
            ZERO,
            "Where the force acts, in the axes of that link.",
        ),
        Field::default(
            "axes",
            Kind::Choice(&[
                Choice { value: "site", doc: "East, north, up." },
                Choice { value: "link", doc: "Those of the link, with which they turn." },
            ]),
            Literal::Text("site"),
            "Axes in which force and moment are constant.",
        ),
        Field::default("force_n", Kind::VECTOR, ZERO, "The force."),
        Field::default("moment_n_m", Kind::VECTOR, ZERO, "The moment about that point."),
        Field::default("from_s", NON_NEGATIVE, Literal::Number(0.0), "When it begins."),
        Field::optional("for_s", POSITIVE, "How long it acts; default to the end."),
    ],
);

static FAULT: Table = Table::tagged(
    "fault",
    "Something that fails.",
    Tag::kind(
        "What fails.",
        &[
            Case {
                value: "engine_out",
                doc: "An engine stops for good.",
                fields: &[
                    Field::required("vehicle", Kind::Text, "Name of the vehicle."),
                    Field::required("engine", Kind::Text, "Name of its engine."),
                    Field::required("at_s", NON_NEGATIVE, "When."),
                ],
            },
            JOINT_STUCK,
            MOTOR_WEAK,
            ENCODER_DEAD,
            IMU_BIAS_STEP,
            SENSOR_DROP_OUT,
            COMMAND_LATE,
            Case {
                value: "cable_stuck",
                doc: "A cable ignores the command to cut it.",
                fields: &[Field::required("cable", Kind::Text, "Name of the cable.")],
            },
        ],
    ),
    &[],
);

const VEHICLE: Field = Field::required("vehicle", Kind::Text, "Name of the vehicle.");
const DRIVEN: Field = Field::required("joint", Kind::Text, "Name of a joint that has a motor.");
const SENSOR: Field = Field::required("sensor", Kind::Text, "Name of a sensor.");
const AT: Field = Field::required("at_s", NON_NEGATIVE, "When.");
const FOR: Field = Field::optional("for_s", POSITIVE, "For how long; default for good.");

const JOINT_STUCK: Case = Case {
    value: "joint_stuck",
    doc: "A joint is stuck, a wheel's or a steering's: its gear holds it and its motor does nothing.",
    fields: &[
        VEHICLE,
        DRIVEN,
        Field::optional(
            "holding_torque_n_m",
            POSITIVE,
            "Torque beyond which it slips and only drags; default it never does.",
        ),
        AT,
        FOR,
    ],
};

const MOTOR_WEAK: Case = Case {
    value: "motor_weak",
    doc: "A motor has only a share of its torque.",
    fields: &[
        VEHICLE,
        DRIVEN,
        Field::default(
            "torque_share",
            Kind::Number(Range::FRACTION),
            Literal::Number(0.5),
            "Share of its stall torque and of its torque limit.",
        ),
        AT,
        FOR,
    ],
};

const ENCODER_DEAD: Case = Case {
    value: "encoder_dead",
    doc: "The encoder of a joint reads on what it read last.",
    fields: &[
        VEHICLE,
        Field::required("joint", Kind::Text, "Name of a joint of one coordinate."),
        AT,
        FOR,
    ],
};

const IMU_BIAS_STEP: Case = Case {
    value: "imu_bias_step",
    doc: "The biases of an imu jump.",
    fields: &[
        SENSOR,
        Field::default("rate_deg_per_s", Kind::VECTOR, ZERO, "Of the gyroscopes, sensor axes."),
        Field::default(
            "acceleration_m_per_s2",
            Kind::VECTOR,
            ZERO,
            "Of the accelerometers, sensor axes.",
        ),
        AT,
        FOR,
    ],
};

const SENSOR_DROP_OUT: Case = Case {
    value: "sensor_drop_out",
    doc: "A sensor gives no readings: the last one grows old.",
    fields: &[SENSOR, AT, FOR],
};

const COMMAND_LATE: Case = Case {
    value: "command_late",
    doc: "All commands of software, inside and outside, arrive late.",
    fields: &[Field::required("delay_s", POSITIVE, "By how much."), AT, FOR],
};

static OUTCOME: Table = Table::new(
    "outcome",
    "A name for the outcome where a metric lies within bounds, or where it is missing.",
    &[
        Field::required("name", Kind::Text, "Small letters, digits, `_` and `-`."),
        Field::required("metric", Kind::Text, "The metric that decides."),
        Field::optional("min", Kind::NUMBER, "It applies from this value on."),
        Field::optional("max", Kind::NUMBER, "It applies up to this value."),
        Field::default(
            "missing",
            Kind::Bool,
            Literal::Bool(false),
            "Whether it applies where the run never came to the metric: never touched, say.",
        ),
    ],
);
