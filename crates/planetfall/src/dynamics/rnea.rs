//! Recursive Newton–Euler algorithm: the generalised forces that a motion needs (Featherstone 2008,
//! §5.3), in the form where everything is expressed about one point.

use super::{Kinematics, LinkMotion};
use crate::math::spatial::{Force, Twist};
use crate::vehicle::{Inertia, Tree};
use nalgebra::Vector3;

/// Room for [`rnea`].
#[derive(Clone, Debug)]
pub struct RneaScratch {
    accelerations: Vec<Twist>,
    forces: Vec<Force>,
}

impl RneaScratch {
    /// Room for a tree.
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
        forces.iter_mut().zip(external).for_each(|(force, external)| *force += *external * -1.0);
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
    for (index, link) in tree.links().iter().enumerate() {
        let motion = &kinematics.links[index];
        let mut acceleration = motion.bias;
        match link.parent {
            Some(parent) => acceleration += accelerations[parent],
            // To stand in a field is to be accelerated against it.
            None => acceleration.linear -= field,
        }
        for column in tree.places()[index].columns.clone() {
            let at = &tree.columns()[column];
            acceleration += kinematics.columns[column] * (at.multiplier * v_dot[at.coordinate]);
        }
        accelerations[index] = acceleration;
        forces[index] = match &inertias[index] {
            Some(inertia) => needed(inertia, motion, &acceleration),
            None => Force::default(),
        };
    }
    relieve(forces);
    tau[..tree.velocities()].fill(0.0);
    for (index, link) in tree.links().iter().enumerate().rev() {
        for column in tree.places()[index].columns.clone() {
            let at = &tree.columns()[column];
            tau[at.coordinate] += at.multiplier * kinematics.columns[column].dot(&forces[index]);
            tau[at.coordinate] +=
                at.multiplier * at.multiplier * at.armature * v_dot[at.coordinate];
        }
        if let Some(parent) = link.parent {
            let carried = forces[index];
            forces[parent] += carried;
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
    let moment = own * turning + rate.cross(&(own * rate));
    // What a point of the link feels beyond the field of accelerations about the anchor.
    let carried = motion.twist.angular.cross(&motion.twist.at(&place));
    let mut force = Force::at((acceleration.at(&place) + carried) * inertia.mass(), &place);
    force.moment += motion.rotation * moment;
    force
}
