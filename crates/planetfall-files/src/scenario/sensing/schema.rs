//! Keys of `[[sensor]]` and `[sun]`.

use crate::format::declare::{Key, OPTIONAL, OptionalKey, REQUIRED, Spec, declare, default};
use crate::format::schema::{Kind, List, Range};
use crate::scenario::sensing::camera_schema::CameraKeys;

/// Numbers above zero.
pub(super) const POSITIVE: Kind = Kind::Number(Range::POSITIVE);
/// Numbers from zero on.
pub(super) const NON_NEGATIVE: Kind = Kind::Number(Range::NON_NEGATIVE);
/// Three zeros unless given.
const ZERO: Spec = default::numbers(&[0.0, 0.0, 0.0]);
/// Zero unless given.
const NONE: Spec = default::number(0.0);
/// A standard deviation or a resolution.
pub(super) const NOISE: Spec = NONE.of(NON_NEGATIVE);
/// A constant error, or a place in other axes.
pub(super) const BIAS: Spec = ZERO;
/// `position_m: Key<[f64; 3]>`
const POSITION: Spec = BIAS.doc("Where it sits, in the axes of the vehicle's root.");
/// `yaw_pitch_roll_deg: Key<[f64; 3]>`
const TURNED: Spec = BIAS.doc(
    "Rotations that turn the root's axes into the sensor's: about z, then the new y, then the \
     new x.",
);
/// One name of a joint, or several.
const JOINTS: Kind = Kind::OneOrList(List::any(&Kind::Text));

declare! {
    /// Where the sun stands, for sun sensors and in pictures.
    pub(crate) table SunKeys("sun") {
        /// Clockwise from north.
        azimuth_deg: Key<f64> = REQUIRED,
        /// Above the horizon.
        elevation_deg: Key<f64> = REQUIRED.of(Kind::Number(Range::between(-90.0, 90.0))),
        /// Share of the light on level ground that comes from the sky, for cameras; 0 without air.
        sky_share: Key<f64> = default::number(0.15).of(Kind::Number(Range::FRACTION)),
    }

    /// A sensor with its own rate and its own noise: one that is added or removed changes no draw of
    /// another.
    pub(crate) table SensorKeys("sensor", kind: SensorCases = REQUIRED) {
        /// Unique name; columns begin with it.
        name: Key<String> = REQUIRED.of(Kind::Name),
        /// Name of the vehicle; default the first.
        vehicle: OptionalKey<String> = OPTIONAL,
        /// Time between samples.
        period_s: Key<f64> = default::number(0.01).of(POSITIVE),
        /// Whether its channels are columns of the history, held between samples.
        record: Key<bool> = default::flag(true),
    }

    /// What it measures.
    pub(crate) cases SensorCases {
        /// Pose and motion of the vehicle's root: the truth, unless errors are given.
        Pose(PoseKeys) = "pose",
        /// Gyroscopes and accelerometers: increments since the last sample, rate, specific force.
        Imu(ImuKeys) = "imu",
        /// Encoders of joints: position, and rate as the change of position over the period.
        Encoder(EncoderKeys) = "encoder",
        /// Roll and pitch against gravity.
        Inclinometer(InclinometerKeys) = "inclinometer",
        /// Unit vector to the sun in the sensor's axes; it looks along its own z.
        Sun(SunSensorKeys) = "sun",
        /// Altimeter and velocimeter: slant range to the ground and velocity along beams.
        Radar(RadarKeys) = "radar",
        /// A switch that closes while a contactor carries load.
        TouchSwitch(SwitchKeys) = "touch_switch",
        /// Currents of motors, by the torque that they give.
        MotorCurrent(CurrentKeys) = "motor_current",
        /// Pictures, of one eye or two, and depth; files in the run's folder `images/NAME`. Without a
        /// turn it looks along the link's x, with z up.
        Camera(CameraKeys) = "camera",
    }

    /// Keys of `pose`.
    pub(crate) group PoseKeys {
        /// Standard deviation of position, per axis and sample.
        position_noise_m: Key<f64> = NOISE,
        /// Standard deviation of velocity.
        velocity_noise_m_per_s: Key<f64> = NOISE,
        /// Standard deviation of attitude, about each body axis.
        attitude_noise_deg: Key<f64> = NOISE,
        /// Standard deviation of angular rate.
        rate_noise_deg_per_s: Key<f64> = NOISE,
        /// Constant error of velocity: east, north, up.
        velocity_bias_m_per_s: Key<[f64; 3]> = BIAS,
        /// Constant error of attitude, as a turn about body axes.
        attitude_bias_deg: Key<[f64; 3]> = BIAS,
    }

    /// Keys of `imu`.
    pub(crate) group ImuKeys {
        position_m: Key<[f64; 3]> = POSITION,
        yaw_pitch_roll_deg: Key<[f64; 3]> = TURNED,
        /// Constant error of the gyroscopes, sensor axes.
        rate_bias_deg_per_s: Key<[f64; 3]> = BIAS,
        /// Constant error of the accelerometers, sensor axes.
        acceleration_bias_m_per_s2: Key<[f64; 3]> = BIAS,
        /// White noise of the gyroscopes: N of their Allan deviation N/√τ.
        angle_random_walk_deg_per_sqrt_h: Key<f64> = NOISE,
        /// White noise of the accelerometers: N of their Allan deviation.
        velocity_random_walk_m_per_s_per_sqrt_h: Key<f64> = NOISE,
        /// Walk of the gyroscopes' bias: K of their Allan deviation K √(τ/3).
        rate_random_walk_deg_per_h_per_sqrt_h: Key<f64> = NOISE,
        /// Walk of the accelerometers' bias: K of their Allan deviation.
        acceleration_random_walk_m_per_s2_per_sqrt_h: Key<f64> = NOISE,
        /// Standard deviation of a gyroscope bias that wanders about its mean (Gauss-Markov).
        rate_instability_deg_per_h: Key<f64> = NOISE,
        /// Standard deviation of an accelerometer bias that wanders about its mean.
        acceleration_instability_m_per_s2: Key<f64> = NOISE,
        /// Correlation time of both wandering biases.
        instability_time_s: Key<f64> = default::number(100.0).of(POSITIVE),
    }

    /// Keys of `encoder`.
    pub(crate) group EncoderKeys {
        /// Joints of one coordinate; `*` stands for any text; default all of the vehicle.
        joints: Key<Vec<Key<String>>> = default::texts(&[]).of(JOINTS),
        /// One count of a joint that turns; 0 for none.
        resolution_deg: Key<f64> = NOISE,
        /// Standard deviation of its position before it is rounded.
        noise_deg: Key<f64> = NOISE,
        /// One count of a joint that slides; 0 for none.
        resolution_m: Key<f64> = NOISE,
        /// Standard deviation of its position before it is rounded.
        noise_m: Key<f64> = NOISE,
    }

    /// Keys of `inclinometer`.
    pub(crate) group InclinometerKeys {
        yaw_pitch_roll_deg: Key<[f64; 3]> = TURNED,
        /// Standard deviation of both angles.
        noise_deg: Key<f64> = NOISE,
    }

    /// Keys of `sun`.
    pub(crate) group SunSensorKeys {
        yaw_pitch_roll_deg: Key<[f64; 3]> = TURNED,
        /// Standard deviation of the direction, about each axis.
        noise_deg: Key<f64> = NOISE,
        /// Half of the cone that it sees.
        half_view_deg: Key<f64> =
            default::number(60.0).of(Kind::Number(Range::above(0.0).up_to(180.0))),
    }

    /// Keys of `radar`.
    pub(crate) group RadarKeys {
        position_m: Key<[f64; 3]> = POSITION,
        yaw_pitch_roll_deg: Key<[f64; 3]> = TURNED,
        /// Directions of the beams in sensor axes, of any length; default one along −z.
        beams: OptionalKey<Vec<Key<[f64; 3]>>> =
            OPTIONAL.of(Kind::List(List::at_least(1, &Kind::VECTOR))),
        /// Farther ground gives no echo.
        max_range_m: Key<f64> = default::number(1000.0).of(POSITIVE),
        /// Standard deviation of a range.
        range_noise_m: Key<f64> = NOISE,
        /// Standard deviation of a velocity.
        velocity_noise_m_per_s: Key<f64> = NOISE,
        /// Probability that a beam loses its echo in a sample.
        drop_out: Key<f64> = NONE.of(Kind::Number(Range::FRACTION)),
    }

    /// Keys of `touch_switch`.
    pub(crate) group SwitchKeys {
        /// Name of the vehicle's contactor.
        contactor: Key<String> = REQUIRED,
        /// Load that closes it.
        force_n: Key<f64> = default::number(50.0).of(POSITIVE),
    }

    /// Keys of `motor_current`.
    pub(crate) group CurrentKeys {
        /// Joints with motors; `*` stands for any text; default all of the vehicle.
        joints: Key<Vec<Key<String>>> = default::texts(&[]).of(JOINTS),
        /// Torque at the joint per ampere, gear included.
        torque_constant_n_m_per_a: Key<f64> = REQUIRED.of(POSITIVE),
        /// The resolution of a reported current; 0 for none.
        resolution_a: Key<f64> = NOISE,
        /// Standard deviation of a current before it is rounded.
        noise_a: Key<f64> = NOISE,
    }
}
