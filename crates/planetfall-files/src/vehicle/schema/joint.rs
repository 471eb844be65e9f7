//! Joints. What turns has angular units, what slides linear ones; the keys differ accordingly.

use super::{NON_NEGATIVE, POSITIVE, ProvenanceKeys};
use crate::format::declare::{GROUP, Key, OPTIONAL, OptionalKey, REQUIRED, Spec, declare, default};
use crate::format::schema::Kind;
use nalgebra::Vector3;
use planetfall::vehicle::JointKind;

/// `axis: Key<[f64; 3]>`
const AXIS: Spec = REQUIRED.doc("Direction in the joint's frame, of any length.");
/// `friction_speed_rad_per_s: OptionalKey<f64>`
const FRICTION_SPEED: Spec = OPTIONAL.of(POSITIVE).doc(
    "Speed at which dry friction is fully there; default 0.01, or more where a step of 1 ms \
     could not follow.",
);
/// `friction_speed_m_per_s: OptionalKey<f64>`
const SLIDING_FRICTION_SPEED: Spec = OPTIONAL.of(POSITIVE).doc(
    "Speed at which dry friction is fully there; default 0.001, or more where a step of 1 ms \
     could not follow.",
);
/// Initial position of joints that turn and of those that slide.
const INITIAL: Spec = default::number(0.0).doc("Position at the start.");
/// `follows: OptionalKey<String>`
const FOLLOWS: Spec = OPTIONAL.doc(
    "Name of the joint it follows exactly: position = multiplier · its position + offset. For a \
     mirrored joint, the one of the same side.",
);
/// `differential: Key<bool>`
const DIFFERENTIAL: Spec = default::flag(false)
    .doc("Mirrored joints only: the second side follows the first with opposite motion.");
/// `multiplier: Key<f64>`
const MULTIPLIER: Spec = default::number(1.0)
    .doc("Of the coupling; in rad and m where a joint that turns follows one that slides.");
/// Offset of the coupling of joints that turn and of those that slide.
const OFFSET: Spec = default::number(0.0).doc("Of the coupling.");
/// Spring of joints that turn and of those that slide.
const SPRING: Spec = OPTIONAL.doc("A spring.");
/// `crush: Option<CrushKeys>`
const CRUSH: Spec = OPTIONAL.doc("What it crushes.");
/// End stops of joints that turn and of those that slide.
const LIMITS: Spec = OPTIONAL.doc("End stops.");
/// Motor of joints that turn and of those that slide.
const MOTOR: Spec = OPTIONAL.doc("What drives it.");
/// `rotor_inertia_kg_m2: Key<f64>`
const ROTOR: Spec =
    default::number(0.0).of(NON_NEGATIVE).doc("Inertia of the rotor about its own axis.");

impl JointCases {
    /// The kind of joint that a case declares, its axis as it is read.
    pub(crate) fn kind(&self, axis: &mut impl FnMut(&Key<[f64; 3]>) -> Vector3<f64>) -> JointKind {
        match self {
            Self::Revolute(own) => JointKind::Revolute(axis(&own.turning.axis)),
            Self::Continuous(own) => JointKind::Revolute(axis(&own.turning.axis)),
            Self::Prismatic(own) => JointKind::Prismatic(axis(&own.axis)),
            Self::Planar(own) => JointKind::Planar(axis(&own.axis)),
            Self::Spherical => JointKind::Spherical,
            Self::Free => JointKind::Free,
            Self::Fixed => JointKind::Fixed,
        }
    }
}

declare! {
    /// How a link moves against its parent.
    pub(crate) table LinkJointKeys("joint", kind: JointCases = default::text("fixed")) {
        /// Unique name; default the link's.
        name: OptionalKey<String> = OPTIONAL.of(Kind::Name),
        /// How the joint's position counts on the mirrored side.
        mirrored_sense: Key<MirroredSenseChoice> = default::text("image"),
        provenance: ProvenanceKeys = GROUP,
    }

    /// Keys of `planar`.
    pub(crate) group PlanarJointKeys {
        /// Normal of the plane.
        axis: Key<[f64; 3]> = REQUIRED,
    }

    /// How it moves.
    pub(crate) cases JointCases {
        /// Not at all.
        Fixed = "fixed",
        /// About an axis.
        Revolute(RevoluteKeys) = "revolute",
        /// About an axis, without stops.
        Continuous(ContinuousKeys) = "continuous",
        /// Along an axis.
        Prismatic(PrismaticKeys) = "prismatic",
        /// About all axes.
        Spherical = "spherical",
        /// In the plane across an axis and about it.
        Planar(PlanarJointKeys) = "planar",
        /// Freely.
        Free = "free",
    }

    /// How the joint's position counts on the mirrored side.
    pub(crate) choice MirroredSenseChoice {
        /// Equal positions on both sides are mirror images of each other.
        Image = "image",
        /// The mirrored side counts the other way round: equal steering angles steer both wheels to the
        /// left.
        Same = "same",
    }

    /// Changes to joints. What is given replaces what the URDF says.
    pub(crate) table JointOverlayKeys("joint", kind: JointOverlayCases = default::text("revolute")) {
        /// Name of a joint of the URDF; `*` stands for any text, so that one entry serves many.
        name: Key<String> = REQUIRED,
        provenance: ProvenanceKeys = GROUP,
    }

    /// Keys of `revolute`.
    pub(crate) group TurningOverlayKeys {
        /// Damping.
        damping_n_m_s_per_rad: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// Dry friction.
        friction_n_m: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        friction_speed_rad_per_s: OptionalKey<f64> = FRICTION_SPEED,
        initial_deg: Key<f64> = INITIAL,
        follows: OptionalKey<String> = FOLLOWS,
        multiplier: Key<f64> = MULTIPLIER,
        offset_deg: Key<f64> = OFFSET,
        spring: Option<SpringKeys> = SPRING,
        limits: Option<LimitsKeys> = LIMITS,
        motor: Option<MotorKeys> = MOTOR,
    }

    /// Keys of `prismatic`.
    pub(crate) group SlidingOverlayKeys {
        /// Damping.
        damping_n_s_per_m: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// Dry friction.
        friction_n: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        friction_speed_m_per_s: OptionalKey<f64> = SLIDING_FRICTION_SPEED,
        initial_m: Key<f64> = INITIAL,
        follows: OptionalKey<String> = FOLLOWS,
        multiplier: Key<f64> = MULTIPLIER,
        offset_m: Key<f64> = OFFSET,
        spring: Option<SlidingSpringKeys> = SPRING,
        crush: Option<CrushKeys> = CRUSH,
        limits: Option<SlidingLimitsKeys> = LIMITS,
        motor: Option<SlidingMotorKeys> = MOTOR,
    }

    /// Which units the keys have.
    pub(crate) cases JointOverlayCases {
        /// A revolute or continuous joint.
        Revolute(TurningOverlayKeys) = "revolute",
        /// A joint that slides.
        Prismatic(SlidingOverlayKeys) = "prismatic",
    }

    /// Keys of joints that turn about an axis.
    pub(crate) group TurningKeys {
        axis: Key<[f64; 3]> = AXIS,
        /// Damping.
        damping_n_m_s_per_rad: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
        /// Dry friction.
        friction_n_m: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
        friction_speed_rad_per_s: OptionalKey<f64> = FRICTION_SPEED,
        initial_deg: Key<f64> = INITIAL,
        follows: OptionalKey<String> = FOLLOWS,
        differential: Key<bool> = DIFFERENTIAL,
        multiplier: Key<f64> = MULTIPLIER,
        offset_deg: Key<f64> = OFFSET,
        spring: Option<SpringKeys> = SPRING,
    }

    /// Keys of `revolute`.
    pub(crate) group RevoluteKeys {
        turning: TurningKeys = GROUP,
        limits: Option<LimitsKeys> = LIMITS,
        motor: Option<MotorKeys> = MOTOR,
    }

    /// Keys of `continuous`.
    pub(crate) group ContinuousKeys {
        turning: TurningKeys = GROUP,
        motor: Option<MotorKeys> = MOTOR,
    }

    /// Keys of `prismatic`.
    pub(crate) group PrismaticKeys {
        axis: Key<[f64; 3]> = AXIS,
        /// Damping.
        damping_n_s_per_m: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
        /// Dry friction.
        friction_n: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
        friction_speed_m_per_s: OptionalKey<f64> = SLIDING_FRICTION_SPEED,
        initial_m: Key<f64> = INITIAL,
        follows: OptionalKey<String> = FOLLOWS,
        differential: Key<bool> = DIFFERENTIAL,
        multiplier: Key<f64> = MULTIPLIER,
        offset_m: Key<f64> = OFFSET,
        spring: Option<SlidingSpringKeys> = SPRING,
        crush: Option<CrushKeys> = CRUSH,
        limits: Option<SlidingLimitsKeys> = LIMITS,
        motor: Option<SlidingMotorKeys> = MOTOR,
    }

    /// A spring about the joint's axis.
    pub(crate) table SpringKeys("spring") {
        /// Stiffness.
        stiffness_n_m_per_rad: Key<f64> = REQUIRED.of(NON_NEGATIVE),
        /// Where it is at rest.
        rest_deg: Key<f64> = default::number(0.0),
        provenance: ProvenanceKeys = GROUP,
    }

    /// A spring along the joint's axis.
    pub(crate) table SlidingSpringKeys("spring") {
        /// Stiffness.
        stiffness_n_per_m: Key<f64> = REQUIRED.of(NON_NEGATIVE),
        /// Where it is at rest.
        rest_m: Key<f64> = default::number(0.0),
        provenance: ProvenanceKeys = GROUP,
    }

    /// A cartridge of honeycomb that is crushed when the joint is driven in, towards larger positions.
    /// It gives way elastically up to its force, then for good, and never pulls.
    pub(crate) table CrushKeys("crush") {
        /// Force at which it gives way for good.
        force_n: Key<f64> = REQUIRED.of(POSITIVE),
        /// Before that.
        stiffness_n_per_m: Key<f64> = REQUIRED.of(POSITIVE),
        provenance: ProvenanceKeys = GROUP,
    }

    /// End stops that push back.
    pub(crate) table LimitsKeys("limits") {
        /// Lower end.
        lower_deg: Key<f64> = REQUIRED,
        /// Upper end.
        upper_deg: Key<f64> = REQUIRED,
        stiffness_n_m_per_rad: OptionalKey<f64> = OPTIONAL.of(POSITIVE).doc(STOP),
        damping_n_m_s_per_rad: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE).doc(STOP),
        provenance: ProvenanceKeys = GROUP,
    }

    /// End stops that push back.
    pub(crate) table SlidingLimitsKeys("limits") {
        /// Lower end.
        lower_m: Key<f64> = REQUIRED,
        /// Upper end.
        upper_m: Key<f64> = REQUIRED,
        stiffness_n_per_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE).doc(STOP),
        damping_n_s_per_m: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE).doc(STOP),
        provenance: ProvenanceKeys = GROUP,
    }

    /// A motor with gear. Torques and speeds are at the joint, behind the gear.
    pub(crate) table MotorKeys("motor") {
        /// Turns of the rotor per turn of the joint.
        gear_ratio: Key<f64> = default::number(1.0).of(POSITIVE),
        rotor_inertia_kg_m2: Key<f64> = ROTOR,
        /// Torque at stand-still.
        stall_torque_n_m: Key<f64> = REQUIRED.of(POSITIVE),
        /// Speed without load.
        no_load_speed_rad_per_s: Key<f64> = REQUIRED.of(POSITIVE),
        /// The controller never asks for more; default the stall torque.
        torque_limit_n_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Torque it takes to start from rest.
        stiction_n_m: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
        speed_gain_n_m_s_per_rad: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE).doc(SPEED_GAIN),
        position_gain_n_m_per_rad: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE).doc(POSITION_GAIN),
        hold_gain_n_m_per_rad: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE).doc(HOLD_GAIN),
        provenance: ProvenanceKeys = GROUP,
    }

    /// A motor with spindle. Forces and speeds are at the joint.
    pub(crate) table SlidingMotorKeys("motor") {
        /// Angle of the rotor per length of the joint.
        gear_ratio_rad_per_m: Key<f64> = default::number(1.0).of(POSITIVE),
        rotor_inertia_kg_m2: Key<f64> = ROTOR,
        /// Force at stand-still.
        stall_force_n: Key<f64> = REQUIRED.of(POSITIVE),
        /// Speed without load.
        no_load_speed_m_per_s: Key<f64> = REQUIRED.of(POSITIVE),
        /// The controller never asks for more; default the stall force.
        force_limit_n: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Force it takes to start from rest.
        stiction_n: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
        speed_gain_n_s_per_m: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE).doc(SPEED_GAIN),
        position_gain_n_per_m: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE).doc(POSITION_GAIN),
        hold_gain_n_per_m: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE).doc(HOLD_GAIN),
        provenance: ProvenanceKeys = GROUP,
    }
}

const STOP: &str = "Of the stops; default such that what the joint carries bounces on them at \
                    10 Hz, half of critically damped.";

const SPEED_GAIN: &str = "Torque or force per speed error; default reaches the stall value at a \
                          tenth of the no-load speed, if a step of 1 ms can follow that.";

const POSITION_GAIN: &str = "Torque or force per position error; default five times the speed \
                             gain per second.";

const HOLD_GAIN: &str = "Torque or force per lag, in the speed mode: how far the joint is behind where \
                         the commanded speed would have brought it. Zero yields under load; default \
                         five times the speed gain per second.";
