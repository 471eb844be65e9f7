//! What a joint carries, and the numbers that follow from it where a file gives none.
//!
//! Stops, dry friction and motor gains need numbers that only fit a mass: a stop that is right for
//! a lander tears a small rover apart. The inertia J about the joint's axis of all that hangs
//! beyond it, every joint at zero, with the rotor's, sets the scale: limits let it bounce at 10 Hz,
//! half of critically damped (k = J ω², c = J ω); dry friction comes up to its full value at
//! 0.01 rad/s (0.001 m/s) or at F/(500 J/s), and the speed gain is the stall torque at a tenth of
//! the no-load speed or 500 J/s, whichever an explicit step of 1 ms can follow.

use super::draft::{DraftJoint, DraftLink, DraftMotor};
use nalgebra::{Matrix3, Vector3};
use planetfall::vehicle::{Inertia, JointLimits, Motor, Passive};

/// Mass, centre and inertia about the origin of a link's frame of the link and all beyond it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carried {
    mass: f64,
    moment: Vector3<f64>,
    about_origin: Matrix3<f64>,
}

/// Fastest rate that a step of 1 ms follows with ease, 1/s.
const FASTEST: f64 = 500.0;

impl Carried {
    fn of(inertia: Option<&Inertia>) -> Self {
        let Some(inertia) = inertia else {
            return Self { mass: 0.0, moment: Vector3::zeros(), about_origin: Matrix3::zeros() };
        };
        let (mass, centre) = (inertia.mass(), *inertia.centre());
        let about_origin = inertia.about_centre() + point(mass, &centre);
        Self { mass, moment: centre * mass, about_origin }
    }

    /// The same seen from the parent's frame, in which the link's stands at a placement.
    fn seen_from_parent(&self, link: &DraftLink) -> Self {
        let (rotation, shift) = (link.placement.rotation, link.placement.position);
        let moment = rotation * self.moment;
        let turned = rotation * self.about_origin * rotation.transpose();
        // Steiner's rule from the origin, not from the centre of mass.
        let cross = moment * shift.transpose() + shift * moment.transpose();
        let moved = Matrix3::identity() * (2.0 * moment.dot(&shift)) - cross;
        Self {
            mass: self.mass,
            moment: moment + shift * self.mass,
            about_origin: turned + moved + point(self.mass, &shift),
        }
    }

    /// Inertia that a joint feels, kg m² or kg; zero for what has no single axis.
    pub(super) fn felt(&self, joint: &DraftJoint) -> f64 {
        let rotor = joint.motor.map_or(0.0, |motor| motor.armature());
        if let Some(axis) = joint.kind.turns_about() {
            let axis = axis.normalize();
            return axis.dot(&(self.about_origin * axis)) + rotor;
        }
        if joint.kind.slides_along().is_some() { self.mass + rotor } else { 0.0 }
    }
}

fn point(mass: f64, at: &Vector3<f64>) -> Matrix3<f64> {
    (Matrix3::identity() * at.norm_squared() - at * at.transpose()) * mass
}

/// What each link's joint carries; links with parents first and their parents.
pub(super) fn carried(links: &[&DraftLink], parents: &[Option<usize>]) -> Vec<Carried> {
    let mut all: Vec<Carried> =
        links.iter().map(|link| Carried::of(link.inertia.as_ref())).collect();
    for index in (0..links.len()).rev() {
        let Some(parent) = parents[index] else { continue };
        let seen = all[index].seen_from_parent(links[index]);
        let onto = &mut all[parent];
        onto.mass += seen.mass;
        onto.moment += seen.moment;
        onto.about_origin += seen.about_origin;
    }
    all
}

/// The passive forces of a joint.
pub(super) fn passive(joint: &DraftJoint, felt: f64) -> Passive {
    let least = if joint.kind.slides_along().is_some() { 0.001 } else { 0.01 };
    let follows = if felt > 0.0 { joint.friction / (FASTEST * felt) } else { least };
    Passive {
        stiffness: joint.stiffness,
        rest: joint.rest,
        damping: joint.damping,
        friction: joint.friction,
        friction_speed: joint.friction_speed.unwrap_or(follows.max(least)),
    }
}

/// The limits of a joint.
pub(super) fn limits(joint: &DraftJoint, felt: f64) -> Option<JointLimits> {
    let limits = joint.limits?;
    let rate = 2.0 * std::f64::consts::PI * 10.0;
    let stiffness = limits.stiffness.unwrap_or(felt * rate * rate);
    // Half of critical: c = 2 ζ √(k J) with ζ = ½.
    let damping = limits.damping.unwrap_or((stiffness * felt).sqrt());
    Some(JointLimits { lower: limits.lower, upper: limits.upper, stiffness, damping })
}

/// The motor of a joint.
pub(super) fn motor(joint: &DraftJoint, felt: f64) -> Option<Motor> {
    let motor = joint.motor?;
    let steep = motor.stall_torque / (0.1 * motor.no_load_speed);
    let speed_gain = motor.speed_gain.unwrap_or(steep.min(FASTEST * felt));
    Some(Motor {
        gear_ratio: motor.gear_ratio,
        rotor_inertia: motor.rotor_inertia,
        stall_torque: motor.stall_torque,
        no_load_speed: motor.no_load_speed,
        torque_limit: motor.torque_limit.unwrap_or(motor.stall_torque),
        stiction: motor.stiction,
        speed_gain,
        position_gain: motor.position_gain.unwrap_or(5.0 * speed_gain),
        hold_gain: motor.hold_gain.unwrap_or(5.0 * speed_gain),
    })
}

impl DraftMotor {
    /// Rotor inertia as the joint feels it.
    pub(super) fn armature(&self) -> f64 {
        self.gear_ratio * self.gear_ratio * self.rotor_inertia
    }
}
