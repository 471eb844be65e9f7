//! Composite-rigid-body algorithm: the mass matrix (Featherstone 2008, §6.2).

use super::Kinematics;
use super::ltl::{Factor, Pattern};
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
    // A matrix's own fill walks it by rows and columns, which costs as much as the algorithm.
    mass.as_mut_slice().fill(0.0);
    for_each_entry(tree, inertias, kinematics, scratch, |row, column, value| {
        mass[(row, column)] += value;
        if row != column {
            mass[(column, row)] += value;
        }
    });
}

/// The same as lines of a pattern.
pub fn crba_lines(
    tree: &Tree,
    inertias: &[Option<Inertia>],
    kinematics: &Kinematics,
    scratch: &mut CrbaScratch,
    (pattern, mass): (&Pattern, &mut Factor),
) {
    pattern.clear(mass);
    for_each_entry(tree, inertias, kinematics, scratch, |row, column, value| {
        pattern.add((row, column), value, mass);
    });
}

/// Calls `add(row, column, value)` for what makes up the matrix, once for both of an entry and its mirror
/// image.
#[inline]
fn for_each_entry(
    tree: &Tree,
    inertias: &[Option<Inertia>],
    kinematics: &Kinematics,
    scratch: &mut CrbaScratch,
    mut add: impl FnMut(usize, usize, f64),
) {
    let composites = &mut scratch.composites;
    for (index, inertia) in inertias.iter().enumerate().take(tree.links().len()) {
        composites[index] = match inertia {
            Some(inertia) => kinematics.links[index].rigid_inertia(inertia),
            None => RigidInertia::default(),
        };
    }
    for (index, link) in tree.links().iter().enumerate().rev() {
        if let Some(parent) = link.parent {
            let own = composites[index];
            composites[parent] += own;
        }
        for column in tree.places()[index].columns.clone() {
            couple(tree, kinematics, &composites[index], (index, column), &mut add);
        }
    }
}

/// Adds the entries of one column of a link with itself, its joint's other columns and all joints inboard.
#[inline]
fn couple(
    tree: &Tree,
    kinematics: &Kinematics,
    composite: &RigidInertia,
    (link, column): (usize, usize),
    add: &mut impl FnMut(usize, usize, f64),
) {
    let own = &tree.columns()[column];
    let force = composite.times(&kinematics.columns[column]) * own.multiplier;
    let mut meet = |other: usize| {
        let inboard = &tree.columns()[other];
        let value = inboard.multiplier * kinematics.columns[other].dot(&force);
        // On the diagonal, where a joint and one inboard share a coordinate, both cross terms meet.
        let times = if own.coordinate == inboard.coordinate { 2.0 } else { 1.0 };
        add(own.coordinate, inboard.coordinate, times * value);
    };
    // Columns of the same joint are met in both orders: take each pair once.
    (tree.places()[link].columns.start..column).for_each(&mut meet);
    let mut at = tree.links()[link].parent;
    while let Some(index) = at {
        at = tree.links()[index].parent;
        if at.is_none() && tree.links()[index].joint.kind == JointKind::Free {
            meet_free_root(kinematics, &force, own.coordinate, add);
            break;
        }
        tree.places()[index].columns.clone().for_each(&mut meet);
    }
    let rotor = own.multiplier * own.multiplier * own.armature;
    let with_itself = own.multiplier * kinematics.columns[column].dot(&force);
    add(own.coordinate, own.coordinate, with_itself + rotor);
}

/// The six columns of a free root at the anchor are the axes of the site and of the link.
#[inline]
fn meet_free_root(
    kinematics: &Kinematics,
    force: &Force,
    coordinate: usize,
    add: &mut impl FnMut(usize, usize, f64),
) {
    let moment = kinematics.links[0].rotation.tr_mul(&force.moment);
    let values = [force.force.x, force.force.y, force.force.z, moment.x, moment.y, moment.z];
    for (row, value) in values.into_iter().enumerate() {
        add(coordinate, row, value);
    }
}
