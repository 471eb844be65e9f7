//! Keys of staged worlds: carried parts, cables, gusts, faults, and outcomes by what was measured.

use crate::format::declare::{GROUP, Key, OPTIONAL, OptionalKey, REQUIRED, Spec, declare, default};
use crate::format::schema::{Kind, List, Range};

/// Numbers above zero.
const POSITIVE: Kind = Kind::Number(Range::POSITIVE);
/// Numbers from zero on.
const NON_NEGATIVE: Kind = Kind::Number(Range::NON_NEGATIVE);
/// Two numbers.
const PAIR: Kind = Kind::List(List::exactly(2, &Kind::NUMBER));
/// Three zeros unless given.
const ZERO: Spec = default::numbers(&[0.0, 0.0, 0.0]);
/// `attached: Option<AttachedKeys>`
pub(super) const ATTACHED: Spec =
    OPTIONAL.doc("How another vehicle carries it at the start, instead of `start`.");
declare! {
    /// Keys of `nearer`.
    pub(crate) group NearerKeys {
        /// Name of a vehicle.
        one: Key<String> = REQUIRED,
        /// Name of another.
        other: Key<String> = REQUIRED,
        /// The distance.
        distance_m: Key<f64> = REQUIRED.of(POSITIVE),
    }

    /// Keys of `separated`.
    pub(crate) group SeparatedKeys {
        /// Name of the vehicle that was carried.
        vehicle: Key<String> = REQUIRED,
    }

    /// Keys of `cut`.
    pub(crate) group CutKeys {
        /// Which group; default all cables.
        group: OptionalKey<String> = OPTIONAL,
    }

    /// Keys of `dry`.
    pub(crate) group DryKeys {
        /// Name of a vehicle with tanks.
        vehicle: Key<String> = REQUIRED,
    }

    /// A part that moves with the link that carries it until flight software lets it go.
    pub(crate) table AttachedKeys("attached") {
        /// Name of the vehicle that carries it.
        to: Key<String> = REQUIRED,
        /// Which of the carrier's links; default its root.
        link: OptionalKey<String> = OPTIONAL,
        /// Origin of the part's body frame in the axes of that link.
        position_m: Key<[f64; 3]> = ZERO,
        /// Rotations that turn the link's axes into the part's: about z, then the new y, then the new
        /// x.
        yaw_pitch_roll_deg: Key<[f64; 3]> = ZERO,
        /// How springs or a mortar push it off when it is let go; default nothing does.
        push_off: Option<PushOffKeys> = OPTIONAL,
    }

    /// What springs or a mortar give a part and its carrier, equal and opposite, when the part is let go. Give
    /// one of impulse, speed and energy.
    pub(crate) table PushOffKeys("push_off") {
        /// Where they push, in the axes of the carrier's link; default where the part is attached.
        position_m: OptionalKey<[f64; 3]> = OPTIONAL,
        /// Direction of the force on the part, in the axes of the carrier's link; of any length.
        direction: Key<[f64; 3]> = REQUIRED,
        /// The impulse.
        impulse_n_s: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// The speed at which the two part.
        speed_m_per_s: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// The energy that the springs hold.
        energy_j: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
    }

    /// A massless cable between two vehicles: it pulls and never pushes. It is at work when neither
    /// carries the other.
    pub(crate) table CableKeys("cable") {
        /// Unique name, also among vehicles and groups.
        name: Key<String> = REQUIRED.of(Kind::Name),
        /// Cables of one group are measured together.
        group: OptionalKey<String> = OPTIONAL.of(Kind::Name),
        /// Vehicle at the upper end, where the drum is.
        from: Key<String> = REQUIRED,
        /// Which of its links; default its root.
        from_link: OptionalKey<String> = OPTIONAL,
        /// Where, in the axes of that link.
        from_position_m: Key<[f64; 3]> = REQUIRED,
        /// Vehicle at the lower end.
        to: Key<String> = REQUIRED,
        /// Which of its links; default its root.
        to_link: OptionalKey<String> = OPTIONAL,
        /// Where, in the axes of that link.
        to_position_m: Key<[f64; 3]> = REQUIRED,
        /// EA: force per strain.
        axial_stiffness_n: Key<f64> = REQUIRED.of(POSITIVE),
        /// Ratio of damping to stiffness: how long the cable takes to come to a stretch.
        damping_time_s: Key<f64> = REQUIRED.of(NON_NEGATIVE),
        /// Unstretched length when all of it is out.
        length_m: Key<f64> = REQUIRED.of(POSITIVE),
        /// Unstretched length before pay-out; default the distance between its ends at the start. Only
        /// with a brake.
        stowed_length_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// How it is paid out; default it is all out.
        brake: Option<BrakeKeys> = OPTIONAL,
    }

    /// A descent brake: how fast a drum lets its cable run under load.
    pub(crate) table BrakeKeys("brake") {
        /// Pairs of length that has run out (m), ascending, and rate there (m/s); straight between
        /// them, constant before the first and after the last.
        profile: Key<Vec<Key<[f64; 2]>>> = REQUIRED.of(Kind::List(List::at_least(1, &PAIR))),
        /// Tension from which the cable runs at the full rate; below it in proportion.
        free_tension_n: Key<f64> = REQUIRED.of(POSITIVE),
    }

    /// A gust of wind: a constant force at a vehicle's centre of mass for a while.
    pub(crate) table GustKeys("gust") {
        /// Name of the vehicle.
        vehicle: Key<String> = REQUIRED,
        /// East, north, up.
        force_n: Key<[f64; 3]> = REQUIRED,
        /// When it begins.
        from_s: Key<f64> = REQUIRED.of(NON_NEGATIVE),
        /// How long it blows.
        for_s: Key<f64> = REQUIRED.of(POSITIVE),
    }

    /// A force and a moment at a point of a link: a constant part for a while, and what controllers and
    /// outside programs command beside it.
    pub(crate) table ExternalWrenchKeys("external_wrench") {
        /// Unique name, also among vehicles and cables.
        name: Key<String> = REQUIRED.of(Kind::Name),
        /// Name of the vehicle.
        vehicle: Key<String> = REQUIRED,
        /// Which of its links; default its root.
        link: OptionalKey<String> = OPTIONAL,
        /// Where the force acts, in the axes of that link.
        position_m: Key<[f64; 3]> = ZERO,
        /// Axes in which force and moment are constant.
        axes: Key<AxesChoice> = default::text("site"),
        /// The force.
        force_n: Key<[f64; 3]> = ZERO,
        /// The moment about that point.
        moment_n_m: Key<[f64; 3]> = ZERO,
        /// When it begins.
        from_s: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
        /// How long it acts; default to the end.
        for_s: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
    }

    /// Axes in which force and moment are constant.
    pub(crate) choice AxesChoice {
        /// East, north, up.
        Site = "site",
        /// Those of the link, with which they turn.
        Link = "link",
    }

    /// Something that fails.
    pub(crate) table FaultKeys("fault", kind: FaultCases = REQUIRED) {}

    /// Keys of `engine_out`.
    pub(crate) group EngineOutKeys {
        /// Name of the vehicle.
        vehicle: Key<String> = REQUIRED,
        /// Name of its engine.
        engine: Key<String> = REQUIRED,
        /// When.
        at_s: Key<f64> = REQUIRED.of(NON_NEGATIVE),
    }

    /// Keys of `parachute_fails`.
    pub(crate) group ParachuteFailsKeys {
        /// Name of the parachute.
        parachute: Key<String> = REQUIRED,
        /// Share of its area that it never fills beyond.
        area_share: Key<f64> = default::number(0.05).of(Kind::Number(Range::FRACTION)),
    }

    /// Keys of `parachute_late`.
    pub(crate) group ParachuteLateKeys {
        /// Name of the parachute.
        parachute: Key<String> = REQUIRED,
        /// How long after line stretch it begins to fill.
        delay_s: Key<f64> = REQUIRED.of(POSITIVE),
    }

    /// Keys of `parachute_torn`.
    pub(crate) group ParachuteTornKeys {
        /// Name of the parachute.
        parachute: Key<String> = REQUIRED,
        /// Share of its area that it loses: 0.0125 is one gore of 80.
        lost_area_share: Key<f64> = REQUIRED.of(Kind::Number(Range::FRACTION)),
        /// How long after line stretch.
        after_s: Key<f64> = default::number(0.5).of(NON_NEGATIVE),
    }

    /// Keys of `cable_stuck`.
    pub(crate) group CableStuckKeys {
        /// Name of the cable.
        cable: Key<String> = REQUIRED,
    }

    /// What fails.
    pub(crate) cases FaultCases {
        /// An engine stops for good.
        EngineOut(EngineOutKeys) = "engine_out",
        /// A joint is stuck, a wheel's or a steering's: its gear holds it and its motor does nothing.
        JointStuck(JointStuckKeys) = "joint_stuck",
        /// A motor has only a share of its torque.
        MotorWeak(MotorWeakKeys) = "motor_weak",
        /// The encoder of a joint reads on what it read last.
        EncoderDead(EncoderDeadKeys) = "encoder_dead",
        /// The biases of an imu jump.
        ImuBiasStep(ImuBiasStepKeys) = "imu_bias_step",
        /// A sensor gives no readings: the last one grows old.
        SensorDropOut(SensorDropOutKeys) = "sensor_drop_out",
        /// All commands of software, inside and outside, arrive late.
        CommandLate(CommandLateKeys) = "command_late",
        /// A parachute never fills.
        ParachuteFails(ParachuteFailsKeys) = "parachute_fails",
        /// A parachute fills late.
        ParachuteLate(ParachuteLateKeys) = "parachute_late",
        /// A parachute loses a part of its area.
        ParachuteTorn(ParachuteTornKeys) = "parachute_torn",
        /// A cable ignores the command to cut it.
        CableStuck(CableStuckKeys) = "cable_stuck",
    }

    /// When something fails.
    pub(crate) group FaultSpanKeys {
        /// When.
        at_s: Key<f64> = REQUIRED.of(NON_NEGATIVE),
        /// For how long; default for good.
        for_s: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
    }

    /// Which motor fails.
    pub(crate) group FaultyMotorKeys {
        /// Name of the vehicle.
        vehicle: Key<String> = REQUIRED,
        /// Name of a joint that has a motor.
        joint: Key<String> = REQUIRED,
    }

    /// Keys of `joint_stuck`.
    pub(crate) group JointStuckKeys {
        motor: FaultyMotorKeys = GROUP,
        /// Torque beyond which it slips and only drags; default it never does.
        holding_torque_n_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        span: FaultSpanKeys = GROUP,
    }

    /// Keys of `motor_weak`.
    pub(crate) group MotorWeakKeys {
        motor: FaultyMotorKeys = GROUP,
        /// Share of its stall torque and of its torque limit.
        torque_share: Key<f64> = default::number(0.5).of(Kind::Number(Range::FRACTION)),
        span: FaultSpanKeys = GROUP,
    }

    /// Keys of `encoder_dead`.
    pub(crate) group EncoderDeadKeys {
        /// Name of the vehicle.
        vehicle: Key<String> = REQUIRED,
        /// Name of a joint of one coordinate.
        joint: Key<String> = REQUIRED,
        span: FaultSpanKeys = GROUP,
    }

    /// Keys of `imu_bias_step`.
    pub(crate) group ImuBiasStepKeys {
        /// Name of a sensor.
        sensor: Key<String> = REQUIRED,
        /// Of the gyroscopes, sensor axes.
        rate_deg_per_s: Key<[f64; 3]> = ZERO,
        /// Of the accelerometers, sensor axes.
        acceleration_m_per_s2: Key<[f64; 3]> = ZERO,
        span: FaultSpanKeys = GROUP,
    }

    /// Keys of `sensor_drop_out`.
    pub(crate) group SensorDropOutKeys {
        /// Name of a sensor.
        sensor: Key<String> = REQUIRED,
        span: FaultSpanKeys = GROUP,
    }

    /// Keys of `command_late`.
    pub(crate) group CommandLateKeys {
        /// By how much.
        delay_s: Key<f64> = REQUIRED.of(POSITIVE),
        span: FaultSpanKeys = GROUP,
    }

    /// A name for the outcome where a metric lies within bounds, or where it is missing.
    pub(crate) table OutcomeKeys("outcome") {
        /// Small letters, digits, `_` and `-`.
        name: Key<String> = REQUIRED,
        /// The metric that decides.
        metric: Key<String> = REQUIRED,
        /// It applies from this value on.
        min: OptionalKey<f64> = OPTIONAL,
        /// It applies up to this value.
        max: OptionalKey<f64> = OPTIONAL,
        /// Whether it applies where the run never came to the metric: never touched, say.
        missing: Key<bool> = default::flag(false),
    }
}
