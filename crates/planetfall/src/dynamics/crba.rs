//! Composite-rigid-body algorithm: the mass matrix (Featherstone 2008, §6.2).

use super::Kinematics;
use crate::math::spatial::{Force, RigidInertia};
use crate::vehicle::{Inertia, JointKind, Tree};
use nalgebra::DMatrix;

/// Room for [`crba`].
#[derive(Clone, Debug)]
pub struct CrbaScratch {
    composites: Vec<RigidInertia>,
}

impl CrbaScratch {
    /// Room for a tree.
    pub fn new(tree: &Tree) -> Self {
        Self { composites: vec![RigidInertia::default(); tree.links().len()] }
    }
}

/// Fills `mass` (velocities × velocities) with the mass matrix. Coupled joints add up in the
/// coordinate that they share.
pub fn crba(
    tree: &Tree,
    inertias: &[Option<Inertia>],
    kinematics: &Kinematics,
    scratch: &mut CrbaScratch,
    mass: &mut DMatrix<f64>,
) {
    let composites = &mut scratch.composites;
    for (index, inertia) in inertias.iter().enumerate().take(tree.links().len()) {
        composites[index] = match inertia {
            Some(inertia) => kinematics.links[index].rigid_inertia(inertia),
            None => RigidInertia::default(),
        };
    }
    // A matrix's own fill walks it by rows and columns, which costs as much as the algorithm.
    mass.as_mut_slice().fill(0.0);
    for (index, link) in tree.links().iter().enumerate().rev() {
        if let Some(parent) = link.parent {
            let own = composites[index];
            composites[parent] += own;
        }
        for column in tree.places()[index].columns.clone() {
            couple(tree, kinematics, &composites[index], index, column, mass);
        }
    }
}

/// Adds the entries of one column with itself, its joint's other columns and all joints inboard.
fn couple(
    tree: &Tree,
    kinematics: &Kinematics,
    composite: &RigidInertia,
    link: usize,
    column: usize,
    mass: &mut DMatrix<f64>,
) {
    let own = &tree.columns()[column];
    let force = composite.times(&kinematics.columns[column]) * own.multiplier;
    let mut meet = |other: usize| {
        let inboard = &tree.columns()[other];
        let value = inboard.multiplier * kinematics.columns[other].dot(&force);
        let (row, place) = (own.coordinate, inboard.coordinate);
        // On the diagonal, where a joint and one inboard share a coordinate, both cross terms meet.
        mass[(row, place)] += value;
        mass[(place, row)] += value;
    };
    // Columns of the same joint are met in both orders: take each pair once.
    (tree.places()[link].columns.start..column).for_each(&mut meet);
    let mut at = tree.links()[link].parent;
    while let Some(index) = at {
        at = tree.links()[index].parent;
        if at.is_none() && tree.links()[index].joint.kind == JointKind::Free {
            meet_free_root(kinematics, &force, own.coordinate, mass);
            break;
        }
        tree.places()[index].columns.clone().for_each(&mut meet);
    }
    let rotor = own.multiplier * own.multiplier * own.armature;
    let with_itself = own.multiplier * kinematics.columns[column].dot(&force);
    mass[(own.coordinate, own.coordinate)] += with_itself + rotor;
}

/// The six columns of a free root at the anchor are the axes of the site and of the link.
#[inline]
fn meet_free_root(
    kinematics: &Kinematics,
    force: &Force,
    coordinate: usize,
    mass: &mut DMatrix<f64>,
) {
    let moment = kinematics.links[0].rotation.tr_mul(&force.moment);
    let values = [force.force.x, force.force.y, force.force.z, moment.x, moment.y, moment.z];
    for (row, value) in values.into_iter().enumerate() {
        mass[(row, coordinate)] += value;
        mass[(coordinate, row)] += value;
    }
}
