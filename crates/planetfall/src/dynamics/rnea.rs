//! Recursive Newton–Euler algorithm: the generalised forces that a motion needs (Featherstone 2008,
//! §5.3), in the form where everything is expressed about one point.

use super::{Kinematics, LinkMotion};
use crate::math::spatial::{Force, Twist};
use crate::vehicle::{Inertia, Tree};

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
    let RneaScratch { accelerations, forces } = scratch;
    for (index, link) in tree.links().iter().enumerate() {
        let motion = &kinematics.links[index];
        let mut acceleration = motion.bias;
        if let Some(parent) = link.parent {
            acceleration += accelerations[parent];
        }
        for column in tree.places()[index].columns.clone() {
            let at = &tree.columns()[column];
            acceleration += kinematics.columns[column] * (at.multiplier * v_dot[at.coordinate]);
        }
        accelerations[index] = acceleration;
        forces[index] = external[index] * -1.0;
        if let Some(inertia) = &inertias[index] {
            forces[index] += needed(inertia, motion, &acceleration);
        }
    }
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
#[inline]
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
