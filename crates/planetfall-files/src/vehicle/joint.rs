//! Joints from TOML.

use super::draft::{DraftCoupling, DraftJoint, DraftLimits, DraftMotor};
use super::findings::{FileId, Findings};
use super::model::Note;
use super::part::note;
use crate::format::Node;
use nalgebra::Vector3;
use planetfall::vehicle::{Crush, JointKind};

/// The keys of joints that turn, or of those that slide, and the size of their unit of position.
struct Keys {
    stiffness: &'static str,
    damping: &'static str,
    friction: &'static str,
    friction_speed: &'static str,
    initial: &'static str,
    offset: &'static str,
    rest: &'static str,
    lower: &'static str,
    upper: &'static str,
    gear_ratio: &'static str,
    stall: &'static str,
    no_load_speed: &'static str,
    limit: &'static str,
    stiction: &'static str,
    speed_gain: &'static str,
    position_gain: &'static str,
    hold_gain: &'static str,
    unit: f64,
}

const TURNING: Keys = Keys {
    stiffness: "stiffness_n_m_per_rad",
    damping: "damping_n_m_s_per_rad",
    friction: "friction_n_m",
    friction_speed: "friction_speed_rad_per_s",
    initial: "initial_deg",
    offset: "offset_deg",
    rest: "rest_deg",
    lower: "lower_deg",
    upper: "upper_deg",
    gear_ratio: "gear_ratio",
    stall: "stall_torque_n_m",
    no_load_speed: "no_load_speed_rad_per_s",
    limit: "torque_limit_n_m",
    stiction: "stiction_n_m",
    speed_gain: "speed_gain_n_m_s_per_rad",
    position_gain: "position_gain_n_m_per_rad",
    hold_gain: "hold_gain_n_m_per_rad",
    unit: std::f64::consts::PI / 180.0,
};

const SLIDING: Keys = Keys {
    stiffness: "stiffness_n_per_m",
    damping: "damping_n_s_per_m",
    friction: "friction_n",
    friction_speed: "friction_speed_m_per_s",
    initial: "initial_m",
    offset: "offset_m",
    rest: "rest_m",
    lower: "lower_m",
    upper: "upper_m",
    gear_ratio: "gear_ratio_rad_per_m",
    stall: "stall_force_n",
    no_load_speed: "no_load_speed_m_per_s",
    limit: "force_limit_n",
    stiction: "stiction_n",
    speed_gain: "speed_gain_n_s_per_m",
    position_gain: "position_gain_n_per_m",
    hold_gain: "hold_gain_n_per_m",
    unit: 1.0,
};

/// The joint of a link.
pub(super) fn joint(
    node: &Node,
    link: &str,
    file: FileId,
    findings: &mut Findings,
    notes: &mut Vec<Note>,
) -> DraftJoint {
    let name = node.optional_text("name").unwrap_or(link);
    let mut joint = DraftJoint::new(name, kind(node, name, file, findings), file.at(node.place()));
    if !joint.kind.is_fixed() {
        notes.extend(note(node, format!("joint `{name}`")));
    }
    if joint.kind.velocities() == 1 {
        change(&mut joint, node, file, findings, notes);
    }
    joint
}

/// Lays what a table says about a joint of one coordinate over the joint.
pub(super) fn change(
    joint: &mut DraftJoint,
    node: &Node,
    file: FileId,
    findings: &mut Findings,
    notes: &mut Vec<Note>,
) {
    let keys = if node.case() == "prismatic" { &SLIDING } else { &TURNING };
    let number = |key| node.optional_number(key);
    joint.damping = number(keys.damping).unwrap_or(joint.damping);
    joint.friction = number(keys.friction).unwrap_or(joint.friction);
    joint.friction_speed = number(keys.friction_speed).or(joint.friction_speed);
    if !node.get(keys.initial).is_default() {
        joint.initial = node.number(keys.initial) * keys.unit;
    }
    if let Some(coupling) = coupling(node, keys, file, findings) {
        joint.follows = Some(coupling);
    }
    let about = |what: &str| format!("{what} of joint `{}`", joint.name);
    let spring = node.get("spring");
    if !spring.is_absent() {
        joint.stiffness = spring.number(keys.stiffness);
        joint.rest = spring.number(keys.rest) * keys.unit;
        notes.extend(note(spring, about("spring")));
    }
    let crush = node.get("crush");
    if !crush.is_absent() {
        notes.extend(note(crush, about("crush")));
        let (force, stiffness) = (crush.number("force_n"), crush.number("stiffness_n_per_m"));
        joint.crush = Some(Crush { force, stiffness });
    }
    let limits = node.get("limits");
    if !limits.is_absent() {
        notes.extend(note(limits, about("limits")));
        joint.limits = self::limits(limits, keys, file, findings);
    }
    let motor = node.get("motor");
    if !motor.is_absent() {
        notes.extend(note(motor, about("motor")));
        joint.motor = Some(self::motor(motor, keys));
    }
}

fn kind(node: &Node, name: &str, file: FileId, findings: &mut Findings) -> JointKind {
    let mut axis = || {
        let axis = Vector3::from(node.vector("axis"));
        // A wrong or missing axis reads as NaN and has been told already.
        if axis.norm() <= 1e-9 {
            let message = format!("joint `{name}`: its axis must have a length");
            findings.error(file.at(node.place_of("axis")), message);
        }
        axis
    };
    match node.case() {
        "revolute" | "continuous" => JointKind::Revolute(axis()),
        "prismatic" => JointKind::Prismatic(axis()),
        "planar" => JointKind::Planar(axis()),
        "spherical" => JointKind::Spherical,
        "free" => JointKind::Free,
        _ => JointKind::Fixed,
    }
}

fn coupling(
    node: &Node,
    keys: &Keys,
    file: FileId,
    findings: &mut Findings,
) -> Option<DraftCoupling> {
    let Some(master) = node.optional_text("follows") else {
        let stray = ["multiplier", keys.offset].into_iter().find(|key| !node.get(key).is_default());
        if let Some(key) = stray {
            let message = format!("`{key}` belongs to `follows`, which is missing");
            findings.error(file.at(node.place_of(key)), message);
        }
        return None;
    };
    Some(DraftCoupling {
        joint: master.to_owned(),
        at: file.at(node.place_of("follows")),
        multiplier: node.number("multiplier"),
        offset: node.number(keys.offset) * keys.unit,
    })
}

fn limits(node: &Node, keys: &Keys, file: FileId, findings: &mut Findings) -> Option<DraftLimits> {
    let (lower, upper) = (node.number(keys.lower), node.number(keys.upper));
    if lower > upper {
        let message = format!("the lower end, {lower}, lies above the upper one, {upper}");
        findings.error(file.at(node.place_of(keys.lower)), message);
        return None;
    }
    Some(DraftLimits {
        lower: lower * keys.unit,
        upper: upper * keys.unit,
        stiffness: node.optional_number(keys.stiffness),
        damping: node.optional_number(keys.damping),
    })
}

fn motor(node: &Node, keys: &Keys) -> DraftMotor {
    DraftMotor {
        gear_ratio: node.number(keys.gear_ratio),
        rotor_inertia: node.number("rotor_inertia_kg_m2"),
        stall_torque: node.number(keys.stall),
        no_load_speed: node.number(keys.no_load_speed),
        torque_limit: node.optional_number(keys.limit),
        stiction: node.number(keys.stiction),
        speed_gain: node.optional_number(keys.speed_gain),
        position_gain: node.optional_number(keys.position_gain),
        hold_gain: node.optional_number(keys.hold_gain),
    }
}
