//! Joints from TOML.

use super::diagnostics::{FileDiagnostics, FileId};
use super::draft::{DraftCoupling, DraftJoint, DraftLimits, DraftMotor};
use super::model::Provenance;
use super::part::note;
use super::schema::ProvenanceKeys;
use super::schema::joint::{
    CrushKeys, JointCases, LimitsKeys, LinkJointKeys, MotorKeys, PrismaticKeys, SlidingLimitsKeys,
    SlidingMotorKeys, SlidingOverlayKeys, SlidingSpringKeys, SpringKeys, TurningKeys,
    TurningOverlayKeys,
};
use crate::format::declare::{Key, OptionalKey};
use nalgebra::Vector3;
use planetfall::vehicle::{Crush, JointKind};

/// What a table says of a joint of one coordinate, whichever units its keys have.
pub(super) struct JointChange<'k> {
    damping: Option<f64>,
    friction: Option<f64>,
    friction_speed: Option<f64>,
    initial: &'k Key<f64>,
    follows: &'k OptionalKey<String>,
    multiplier: &'k Key<f64>,
    offset: &'k Key<f64>,
    spring: Option<SpringView<'k>>,
    crush: Option<&'k CrushKeys>,
    limits: Option<LimitsView<'k>>,
    motor: Option<(DraftMotor, &'k ProvenanceKeys)>,
    /// rad or m in one unit of position.
    unit: f64,
}

/// A spring, in units of the file.
struct SpringView<'k> {
    stiffness: f64,
    rest: f64,
    provenance: &'k ProvenanceKeys,
}

/// Joint limits, in units of the file.
struct LimitsView<'k> {
    lower: &'k Key<f64>,
    upper: &'k Key<f64>,
    stiffness: Option<f64>,
    damping: Option<f64>,
    provenance: &'k ProvenanceKeys,
}

const DEGREE: f64 = std::f64::consts::PI / 180.0;

impl TurningKeys {
    fn change<'k>(
        &'k self,
        limits: Option<&'k LimitsKeys>,
        motor: Option<&'k MotorKeys>,
    ) -> JointChange<'k> {
        JointChange {
            damping: self.damping_n_m_s_per_rad.given(),
            friction: self.friction_n_m.given(),
            friction_speed: self.friction_speed_rad_per_s.given(),
            initial: &self.initial_deg,
            follows: &self.follows,
            multiplier: &self.multiplier,
            offset: &self.offset_deg,
            spring: self.spring.as_ref().map(SpringKeys::view),
            crush: None,
            limits: limits.map(LimitsKeys::view),
            motor: motor.map(|motor| (motor.draft(), &motor.provenance)),
            unit: DEGREE,
        }
    }
}

impl TurningOverlayKeys {
    /// What it says of a joint that turns.
    pub(super) fn change(&self) -> JointChange<'_> {
        JointChange {
            damping: self.damping_n_m_s_per_rad.given(),
            friction: self.friction_n_m.given(),
            friction_speed: self.friction_speed_rad_per_s.given(),
            initial: &self.initial_deg,
            follows: &self.follows,
            multiplier: &self.multiplier,
            offset: &self.offset_deg,
            spring: self.spring.as_ref().map(SpringKeys::view),
            crush: None,
            limits: self.limits.as_ref().map(LimitsKeys::view),
            motor: self.motor.as_ref().map(|motor| (motor.draft(), &motor.provenance)),
            unit: DEGREE,
        }
    }
}

impl PrismaticKeys {
    fn change(&self) -> JointChange<'_> {
        JointChange {
            damping: self.damping_n_s_per_m.given(),
            friction: self.friction_n.given(),
            friction_speed: self.friction_speed_m_per_s.given(),
            initial: &self.initial_m,
            follows: &self.follows,
            multiplier: &self.multiplier,
            offset: &self.offset_m,
            spring: self.spring.as_ref().map(SlidingSpringKeys::view),
            crush: self.crush.as_ref(),
            limits: self.limits.as_ref().map(SlidingLimitsKeys::view),
            motor: self.motor.as_ref().map(|motor| (motor.draft(), &motor.provenance)),
            unit: 1.0,
        }
    }
}

impl SlidingOverlayKeys {
    /// What it says of a joint that slides.
    pub(super) fn change(&self) -> JointChange<'_> {
        JointChange {
            damping: self.damping_n_s_per_m.given(),
            friction: self.friction_n.given(),
            friction_speed: self.friction_speed_m_per_s.given(),
            initial: &self.initial_m,
            follows: &self.follows,
            multiplier: &self.multiplier,
            offset: &self.offset_m,
            spring: self.spring.as_ref().map(SlidingSpringKeys::view),
            crush: self.crush.as_ref(),
            limits: self.limits.as_ref().map(SlidingLimitsKeys::view),
            motor: self.motor.as_ref().map(|motor| (motor.draft(), &motor.provenance)),
            unit: 1.0,
        }
    }
}

impl SpringKeys {
    fn view(&self) -> SpringView<'_> {
        SpringView {
            stiffness: self.stiffness_n_m_per_rad.value(),
            rest: self.rest_deg.value(),
            provenance: &self.provenance,
        }
    }
}

impl SlidingSpringKeys {
    fn view(&self) -> SpringView<'_> {
        SpringView {
            stiffness: self.stiffness_n_per_m.value(),
            rest: self.rest_m.value(),
            provenance: &self.provenance,
        }
    }
}

impl LimitsKeys {
    fn view(&self) -> LimitsView<'_> {
        LimitsView {
            lower: &self.lower_deg,
            upper: &self.upper_deg,
            stiffness: self.stiffness_n_m_per_rad.given(),
            damping: self.damping_n_m_s_per_rad.given(),
            provenance: &self.provenance,
        }
    }
}

impl SlidingLimitsKeys {
    fn view(&self) -> LimitsView<'_> {
        LimitsView {
            lower: &self.lower_m,
            upper: &self.upper_m,
            stiffness: self.stiffness_n_per_m.given(),
            damping: self.damping_n_s_per_m.given(),
            provenance: &self.provenance,
        }
    }
}

impl MotorKeys {
    fn draft(&self) -> DraftMotor {
        DraftMotor {
            gear_ratio: self.gear_ratio.value(),
            rotor_inertia: self.rotor_inertia_kg_m2.value(),
            stall_torque: self.stall_torque_n_m.value(),
            no_load_speed: self.no_load_speed_rad_per_s.value(),
            torque_limit: self.torque_limit_n_m.given(),
            stiction: self.stiction_n_m.value(),
            speed_gain: self.speed_gain_n_m_s_per_rad.given(),
            position_gain: self.position_gain_n_m_per_rad.given(),
            hold_gain: self.hold_gain_n_m_per_rad.given(),
        }
    }
}

impl SlidingMotorKeys {
    fn draft(&self) -> DraftMotor {
        DraftMotor {
            gear_ratio: self.gear_ratio_rad_per_m.value(),
            rotor_inertia: self.rotor_inertia_kg_m2.value(),
            stall_torque: self.stall_force_n.value(),
            no_load_speed: self.no_load_speed_m_per_s.value(),
            torque_limit: self.force_limit_n.given(),
            stiction: self.stiction_n.value(),
            speed_gain: self.speed_gain_n_s_per_m.given(),
            position_gain: self.position_gain_n_per_m.given(),
            hold_gain: self.hold_gain_n_per_m.given(),
        }
    }
}

impl LinkJointKeys {
    /// What it says of a joint of one coordinate; none of other joints.
    fn change(&self) -> Option<JointChange<'_>> {
        match self.kind.given()? {
            JointCases::Revolute(own) => {
                Some(own.turning.change(own.limits.as_ref(), own.motor.as_ref()))
            }
            JointCases::Continuous(own) => Some(own.turning.change(None, own.motor.as_ref())),
            JointCases::Prismatic(own) => Some(own.change()),
            JointCases::Fixed
            | JointCases::Spherical
            | JointCases::Planar(_)
            | JointCases::Free => None,
        }
    }

    /// Whether the mirrored side follows the first, of a joint of one coordinate.
    pub(super) fn differential(&self) -> Option<&Key<bool>> {
        match self.kind.given()? {
            JointCases::Revolute(own) => Some(&own.turning.differential),
            JointCases::Continuous(own) => Some(&own.turning.differential),
            JointCases::Prismatic(own) => Some(&own.differential),
            JointCases::Fixed
            | JointCases::Spherical
            | JointCases::Planar(_)
            | JointCases::Free => None,
        }
    }
}

/// The joint of a link.
pub(super) fn joint(
    keys: &LinkJointKeys,
    link: &str,
    file: FileId,
    diagnostics: &mut FileDiagnostics,
    notes: &mut Vec<Provenance>,
) -> DraftJoint {
    let name = keys.name.given().unwrap_or(link);
    let mut joint = DraftJoint::new(name, kind(keys, name, file, diagnostics), file.at(keys.place));
    if !joint.kind.is_fixed() {
        notes.push(note(&keys.provenance, format!("joint `{name}`")));
    }
    if let Some(said) = keys.change() {
        change(&mut joint, &said, file, diagnostics, notes);
    }
    joint
}

/// Lays what a table says about a joint of one coordinate over the joint.
pub(super) fn change(
    joint: &mut DraftJoint,
    said: &JointChange<'_>,
    file: FileId,
    diagnostics: &mut FileDiagnostics,
    notes: &mut Vec<Provenance>,
) {
    joint.damping = said.damping.unwrap_or(joint.damping);
    joint.friction = said.friction.unwrap_or(joint.friction);
    joint.friction_speed = said.friction_speed.or(joint.friction_speed);
    if !said.initial.is_default() {
        joint.initial = said.initial.value() * said.unit;
    }
    if let Some(coupling) = coupling(said, file, diagnostics) {
        joint.follows = Some(coupling);
    }
    let about = |what: &str| format!("{what} of joint `{}`", joint.name);
    if let Some(spring) = &said.spring {
        joint.stiffness = spring.stiffness;
        joint.rest = spring.rest * said.unit;
        notes.push(note(spring.provenance, about("spring")));
    }
    if let Some(crush) = said.crush {
        notes.push(note(&crush.provenance, about("crush")));
        let (force, stiffness) = (crush.force_n.value(), crush.stiffness_n_per_m.value());
        joint.crush = Some(Crush { force, stiffness });
    }
    if let Some(given) = &said.limits {
        notes.push(note(given.provenance, about("limits")));
        joint.limits = limits(given, said.unit, file, diagnostics);
    }
    if let Some((motor, provenance)) = said.motor {
        notes.push(note(provenance, about("motor")));
        joint.motor = Some(motor);
    }
}

fn kind(
    keys: &LinkJointKeys,
    name: &str,
    file: FileId,
    diagnostics: &mut FileDiagnostics,
) -> JointKind {
    let mut axis = |key: &Key<[f64; 3]>| {
        let axis = Vector3::from(key.value());
        // A wrong or missing axis reads as NaN and has been reported already.
        if axis.norm() <= 1e-9 {
            let message = format!("joint `{name}`: its axis must have a length");
            diagnostics.error(file.at(key.place()), message);
        }
        axis
    };
    keys.kind.given().map_or(JointKind::Fixed, |case| case.kind(&mut axis))
}

fn coupling(
    said: &JointChange<'_>,
    file: FileId,
    diagnostics: &mut FileDiagnostics,
) -> Option<DraftCoupling> {
    let Some(master) = said.follows.given() else {
        let stray = [said.multiplier, said.offset].into_iter().find(|key| !key.is_default());
        if let Some(key) = stray {
            let message = format!("`{}` belongs to `follows`, which is missing", key.name());
            diagnostics.error(file.at(key.place()), message);
        }
        return None;
    };
    Some(DraftCoupling {
        joint: master.to_owned(),
        at: file.at(said.follows.place()),
        multiplier: said.multiplier.value(),
        offset: said.offset.value() * said.unit,
    })
}

fn limits(
    given: &LimitsView<'_>,
    unit: f64,
    file: FileId,
    diagnostics: &mut FileDiagnostics,
) -> Option<DraftLimits> {
    let (lower, upper) = (given.lower.value(), given.upper.value());
    if lower > upper {
        let message = format!("the lower end, {lower}, lies above the upper one, {upper}");
        diagnostics.error(file.at(given.lower.place()), message);
        return None;
    }
    Some(DraftLimits {
        lower: lower * unit,
        upper: upper * unit,
        stiffness: given.stiffness,
        damping: given.damping,
    })
}
