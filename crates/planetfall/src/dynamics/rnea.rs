//! Recursive Newton–Euler algorithm: the generalised forces that a motion needs (Featherstone 2008,
//! §5.3, Table 5.1), in the form where everything is expressed about one point.
//!
//! | symbol | in the code | unit |
//! |---|---|---|
//! | S_i | `Kinematics::columns` of a joint, times `multiplier` | – |
//! | v_i, v_i × S_i q̇_i | `LinkMotion::twist`, `LinkMotion::bias` | rad/s, m/s; rad/s², m/s² |
//! | a_i, f_i | `RneaScratch::accelerations`, `forces` | rad/s², m/s²; N m, N |
//! | τ | `tau` | N, N m |

use super::crba::Turned;
use super::{Kinematics, LinkMotion};
use crate::math::rotation;
use crate::math::spatial::{Force, Twist};
use crate::vehicle::{Inertia, Tree};
use nalgebra::Vector3;

/// Scratch for [`rnea`].
#[derive(Clone, Debug)]
pub struct RneaScratch {
    accelerations: Vec<Twist>,
    forces: Vec<Force>,
}

impl RneaScratch {
    /// Scratch for a tree.
    pub fn new(tree: &Tree) -> Self {
        let count = tree.links().len();
        Self { accelerations: vec![Twist::default(); count], forces: vec![Force::default(); count] }
    }
}

/// Generalised forces τ = H(q) v̇ + C(q, v) − Σ Jᵀ f for accelerations `v_dot` and forces on the
/// links `external` (gravity among them), about the anchor.
pub fn rnea(
    tree: &Tree,
    inertias: &[Option<Inertia>],
    kinematics: &Kinematics,
    v_dot: &[f64],
    external: &[Force],
    scratch: &mut RneaScratch,
    tau: &mut [f64],
) {
    let still = Vector3::zeros();
    rnea_in_field(tree, inertias, kinematics, (v_dot, &still), scratch, tau, |forces| {
        forces.iter_mut().zip(external).for_each(|(force, external)| *force -= *external);
    });
}

/// The same in a uniform field that gives all links an acceleration (m/s²); `relieve` takes external forces
/// off what the links need.
pub fn rnea_in_field(
    tree: &Tree,
    inertias: &[Option<Inertia>],
    kinematics: &Kinematics,
    (v_dot, field): (&[f64], &Vector3<f64>),
    scratch: &mut RneaScratch,
    tau: &mut [f64],
    relieve: impl FnOnce(&mut [Force]),
) {
    let RneaScratch { accelerations, forces } = scratch;
    let links = tree.links().iter().zip(tree.places()).zip(&kinematics.links);
    for (index, ((link, place), motion)) in links.enumerate() {
        // Outwards: a_i = a_λ(i) + S_i q̈_i + v_i × S_i q̇_i; a_0 = −a_g.
        let mut acceleration = motion.bias;
        match link.parent {
            Some(parent) => acceleration += accelerations[parent],
            // To stand in a field is to be accelerated against it.
            None => acceleration.linear -= field,
        }
        for column in place.columns.clone() {
            let at = &tree.columns()[column];
            acceleration += kinematics.columns[column] * (at.multiplier * v_dot[at.coordinate]);
        }
        accelerations[index] = acceleration;
        // f_i = I_i a_i + v_i ×* I_i v_i, then − f_i of outside.
        forces[index] = match &inertias[index] {
            Some(inertia) => needed(inertia, motion, &acceleration),
            None => Force::default(),
        };
    }
    relieve(forces);
    gather(tree, kinematics, forces, tau);
    for column in tree.columns().iter().filter(|column| column.armature != 0.0) {
        let own = column.multiplier * column.multiplier * column.armature;
        tau[column.coordinate] += own * v_dot[column.coordinate];
    }
}

/// The same for a vehicle none of whose coordinates accelerates, with inertias that are turned into site axes
/// already (centre of mass from the anchor, inertia about it): what velocities and the field alone need.
pub(crate) fn rnea_unaccelerated(
    tree: &Tree,
    (inertias, turned): (&[Option<Inertia>], &[Turned]),
    kinematics: &Kinematics,
    field: &Vector3<f64>,
    scratch: &mut RneaScratch,
    tau: &mut [f64],
    relieve: impl FnOnce(&mut [Force]),
) {
    let RneaScratch { accelerations, forces } = scratch;
    let links = tree.links().iter().zip(&kinematics.links).zip(inertias.iter().zip(turned));
    for (index, ((link, motion), (inertia, (place, about)))) in links.enumerate() {
        let mut acceleration = motion.bias;
        match link.parent {
            Some(parent) => acceleration += accelerations[parent],
            None => acceleration.linear -= field,
        }
        accelerations[index] = acceleration;
        forces[index] = match inertia {
            Some(inertia) => {
                let rate = &motion.twist.angular;
                let moment = about * acceleration.angular + rate.cross(&(about * rate));
                carry(inertia.mass(), place, motion, &acceleration, &moment)
            }
            None => Force::default(),
        };
    }
    relieve(forces);
    gather(tree, kinematics, forces, tau);
}

/// Inwards: f_λ(i) += f_i, and τ_i = S_iᵀ f_i.
#[inline]
fn gather(tree: &Tree, kinematics: &Kinematics, forces: &mut [Force], tau: &mut [f64]) {
    tau[..tree.velocities()].fill(0.0);
    for (index, (link, place)) in tree.links().iter().zip(tree.places()).enumerate().rev() {
        let (before, own) = forces.split_at_mut(index);
        let own = &own[0];
        match link.parent {
            Some(parent) => before[parent] += *own,
            None if link.joint.kind.is_free() => {
                // Its columns are the axes of the site and its own.
                let moment = kinematics.links[0].rotation.tr_mul(&own.moment);
                tau[..3].copy_from_slice(own.force.as_slice());
                tau[3..6].copy_from_slice(moment.as_slice());
                continue;
            }
            None => {}
        }
        for column in place.columns.clone() {
            let at = &tree.columns()[column];
            tau[at.coordinate] += at.multiplier * kinematics.columns[column].dot(own);
        }
    }
}

/// The force that the motion of a link needs: Newton's law for its centre of mass, Euler's about it in the
/// link's own axes, where its inertia need not be turned.
#[inline(always)]
fn needed(inertia: &Inertia, motion: &LinkMotion, acceleration: &Twist) -> Force {
    let place = motion.position + motion.rotation * inertia.centre();
    let rate = motion.rotation.tr_mul(&motion.twist.angular);
    let turning = motion.rotation.tr_mul(&acceleration.angular);
    let own = inertia.about_centre();
    let (inert, spin) = if rotation::is_diagonal(own) {
        let moments = Vector3::new(own.m11, own.m22, own.m33);
        (moments.component_mul(&turning), moments.component_mul(&rate))
    } else {
        (own * turning, own * rate)
    };
    let moment = motion.rotation * (inert + rate.cross(&spin));
    carry(inertia.mass(), &place, motion, acceleration, &moment)
}

/// The force that a mass at a place needs to move along, and a moment about that place.
#[inline(always)]
fn carry(
    mass: f64,
    place: &Vector3<f64>,
    motion: &LinkMotion,
    acceleration: &Twist,
    moment: &Vector3<f64>,
) -> Force {
    // What a point of the link feels beyond the field of accelerations about the anchor.
    let carried = motion.twist.angular.cross(&motion.twist.at(place));
    let mut force = Force::at((acceleration.at(place) + carried) * mass, place);
    force.moment += moment;
    force
}
