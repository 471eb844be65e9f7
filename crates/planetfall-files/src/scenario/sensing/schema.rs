//! Keys of `[[sensor]]` and `[sun]`.

use super::camera_schema::CAMERA;
use crate::format::schema::{Case, Field, Kind, List, Literal, Range, Table, Tag};

pub(super) const POSITIVE: Kind = Kind::Number(Range::POSITIVE);
pub(super) const NON_NEGATIVE: Kind = Kind::Number(Range::NON_NEGATIVE);
const ZERO: Literal = Literal::Numbers(&[0.0, 0.0, 0.0]);
const NONE: Literal = Literal::Number(0.0);

pub(in crate::scenario) const SENSORS: Field = Field::default(
    "sensor",
    Kind::Tables(&SENSOR),
    Literal::Empty,
    "Sensors of the vehicles, for outside programs and for the record (docs/sensors.md).",
);

pub(in crate::scenario) const SUN: Field = Field::optional(
    "sun",
    Kind::Table(&STANDS),
    "Where the sun stands; default north-west, 45° high.",
);

static STANDS: Table = Table::new(
    "sun",
    "Where the sun stands, for sun sensors and in pictures.",
    &[
        Field::required("azimuth_deg", Kind::NUMBER, "Clockwise from north."),
        Field::required(
            "elevation_deg",
            Kind::Number(Range::between(-90.0, 90.0)),
            "Above the horizon.",
        ),
        Field::default(
            "sky_share",
            Kind::Number(Range::FRACTION),
            Literal::Number(0.15),
            "Share of the light on level ground that comes from the sky, for cameras; 0 without air.",
        ),
    ],
);

pub(super) const fn noise(key: &'static str, doc: &'static str) -> Field {
    Field::default(key, NON_NEGATIVE, NONE, doc)
}

const fn bias(key: &'static str, doc: &'static str) -> Field {
    Field::default(key, Kind::VECTOR, ZERO, doc)
}

const POSITION: Field = bias("position_m", "Where it sits, in the axes of the vehicle's root.");

const TURNED: Field = bias(
    "yaw_pitch_roll_deg",
    "Rotations that turn the root's axes into the sensor's: about z, then the new y, then the new x.",
);

pub(super) const POSITION_ON_LINK: Field = bias("position_m", "Where it sits, in the link's axes.");

pub(super) const TURNED_ON_LINK: Field = bias(
    "yaw_pitch_roll_deg",
    "Rotations that turn the link's axes into the sensor's: about z, then the new y, then the new x. A \
     positive pitch looks down.",
);

const JOINTS: Kind = Kind::OneOrList(List::any(&Kind::Text));

static SENSOR: Table = Table::tagged(
    "sensor",
    "A sensor with its own rate and its own noise: one that is added or removed changes no draw of \
     another.",
    Tag::kind(
        "What it measures.",
        &[POSE, IMU, ENCODER, INCLINOMETER, SUN_SENSOR, RADAR, SWITCH, CURRENT, CAMERA],
    ),
    &[
        Field::required("name", Kind::Name, "Unique name; columns begin with it."),
        Field::optional("vehicle", Kind::Text, "Name of the vehicle; default the first."),
        Field::default("period_s", POSITIVE, Literal::Number(0.01), "Time between samples."),
        Field::default(
            "record",
            Kind::Bool,
            Literal::Bool(true),
            "Whether its channels are columns of the history, held between samples.",
        ),
    ],
);

const POSE: Case = Case {
    value: "pose",
    doc: "Pose and motion of the vehicle's root: the truth, unless errors are given.",
    fields: &[
        noise("position_noise_m", "Standard deviation of position, per axis and sample."),
        noise("velocity_noise_m_per_s", "Standard deviation of velocity."),
        noise("attitude_noise_deg", "Standard deviation of attitude, about each body axis."),
        noise("rate_noise_deg_per_s", "Standard deviation of angular rate."),
        bias("velocity_bias_m_per_s", "Constant error of velocity: east, north, up."),
        bias("attitude_bias_deg", "Constant error of attitude, as a turn about body axes."),
    ],
};

const IMU: Case = Case {
    value: "imu",
    doc: "Gyroscopes and accelerometers: increments since the last sample, rate, specific force.",
    fields: &[
        POSITION,
        TURNED,
        bias("rate_bias_deg_per_s", "Constant error of the gyroscopes, sensor axes."),
        bias("acceleration_bias_m_per_s2", "Constant error of the accelerometers, sensor axes."),
        noise(
            "angle_random_walk_deg_per_sqrt_h",
            "White noise of the gyroscopes: N of their Allan deviation N/√τ.",
        ),
        noise(
            "velocity_random_walk_m_per_s_per_sqrt_h",
            "White noise of the accelerometers: N of their Allan deviation.",
        ),
        noise(
            "rate_random_walk_deg_per_h_per_sqrt_h",
            "Walk of the gyroscopes' bias: K of their Allan deviation K √(τ/3).",
        ),
        noise(
            "acceleration_random_walk_m_per_s2_per_sqrt_h",
            "Walk of the accelerometers' bias: K of their Allan deviation.",
        ),
        noise(
            "rate_instability_deg_per_h",
            "Standard deviation of a gyroscope bias that wanders about its mean (Gauss-Markov).",
        ),
        noise(
            "acceleration_instability_m_per_s2",
            "Standard deviation of an accelerometer bias that wanders about its mean.",
        ),
        Field::default(
            "instability_time_s",
            POSITIVE,
            Literal::Number(100.0),
            "Correlation time of both wandering biases.",
        ),
    ],
};

const ENCODER: Case = Case {
    value: "encoder",
    doc: "Encoders of joints: position, and rate as the change of position over the period.",
    fields: &[
        Field::default(
            "joints",
            JOINTS,
            Literal::Texts(&[]),
            "Joints of one coordinate; `*` stands for any text; default all of the vehicle.",
        ),
        noise("resolution_deg", "One count of a joint that turns; 0 for none."),
        noise("noise_deg", "Standard deviation of its position before it is rounded."),
        noise("resolution_m", "One count of a joint that slides; 0 for none."),
        noise("noise_m", "Standard deviation of its position before it is rounded."),
    ],
};

const INCLINOMETER: Case = Case {
    value: "inclinometer",
    doc: "Roll and pitch against gravity.",
    fields: &[TURNED, noise("noise_deg", "Standard deviation of both angles.")],
};

const SUN_SENSOR: Case = Case {
    value: "sun",
    doc: "Unit vector to the sun in the sensor's axes; it looks along its own z.",
    fields: &[
        TURNED,
        noise("noise_deg", "Standard deviation of the direction, about each axis."),
        Field::default(
            "half_view_deg",
            Kind::Number(Range::above(0.0).up_to(180.0)),
            Literal::Number(60.0),
            "Half of the cone that it sees.",
        ),
    ],
};

const RADAR: Case = Case {
    value: "radar",
    doc: "Altimeter and velocimeter: slant range to the ground and velocity along beams.",
    fields: &[
        POSITION,
        TURNED,
        Field::optional(
            "beams",
            Kind::List(List::at_least(1, &Kind::VECTOR)),
            "Directions of the beams in sensor axes, of any length; default one along −z.",
        ),
        Field::default(
            "max_range_m",
            POSITIVE,
            Literal::Number(1000.0),
            "Farther ground gives no echo.",
        ),
        noise("range_noise_m", "Standard deviation of a range."),
        noise("velocity_noise_m_per_s", "Standard deviation of a velocity."),
        Field::default(
            "drop_out",
            Kind::Number(Range::FRACTION),
            NONE,
            "Probability that a beam loses its echo in a sample.",
        ),
    ],
};

const SWITCH: Case = Case {
    value: "touch_switch",
    doc: "A switch that closes while a contactor carries load.",
    fields: &[
        Field::required("contactor", Kind::Text, "Name of the vehicle's contactor."),
        Field::default("force_n", POSITIVE, Literal::Number(50.0), "Load that closes it."),
    ],
};

const CURRENT: Case = Case {
    value: "motor_current",
    doc: "Currents of motors, by the torque that they give.",
    fields: &[
        Field::default(
            "joints",
            JOINTS,
            Literal::Texts(&[]),
            "Joints with motors; `*` stands for any text; default all of the vehicle.",
        ),
        Field::required(
            "torque_constant_n_m_per_a",
            POSITIVE,
            "Torque at the joint per ampere, gear included.",
        ),
        noise("resolution_a", "The resolution of a reported current; 0 for none."),
        noise("noise_a", "Standard deviation of a current before it is rounded."),
    ],
};
