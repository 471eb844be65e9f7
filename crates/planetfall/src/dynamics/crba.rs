//! Composite-rigid-body algorithm: the mass matrix (Featherstone 2008, §6.2).

use super::Kinematics;
use crate::math::spatial::SpatialInertia;
use crate::vehicle::{Inertia, Tree};
use nalgebra::DMatrix;

/// Room for [`crba`].
#[derive(Clone, Debug)]
pub struct CrbaScratch {
    composites: Vec<SpatialInertia>,
}

impl CrbaScratch {
    /// Room for a tree.
    pub fn new(tree: &Tree) -> Self {
        Self { composites: vec![SpatialInertia::default(); tree.links().len()] }
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
            Some(inertia) => {
                let (centre, about) = kinematics.links[index].inertia(inertia);
                SpatialInertia::rigid(inertia.mass(), &centre, &about)
            }
            None => SpatialInertia::default(),
        };
    }
    mass.fill(0.0);
    for (index, link) in tree.links().iter().enumerate().rev() {
        if let Some(parent) = link.parent {
            let own = composites[index];
            composites[parent] += own;
        }
        for column in tree.places()[index].columns.clone() {
            couple(tree, kinematics, composites, index, column, mass);
        }
    }
    // A coupled pair of joints in different branches meets in one coordinate from both sides; all
    // other entries were written once, in the lower triangle or the upper.
    mirror(mass);
}

/// Adds the entries of one column with itself, its joint's other columns and all joints inboard.
fn couple(
    tree: &Tree,
    kinematics: &Kinematics,
    composites: &[SpatialInertia],
    link: usize,
    column: usize,
    mass: &mut DMatrix<f64>,
) {
    let own = &tree.columns()[column];
    let force = composites[link].times(&kinematics.columns[column]) * own.multiplier;
    let mut at = Some(link);
    while let Some(index) = at {
        for other in tree.places()[index].columns.clone() {
            // Columns of the same joint are met in both orders: take each pair once.
            if index == link && other > column {
                continue;
            }
            let inboard = &tree.columns()[other];
            let mut value = inboard.multiplier * kinematics.columns[other].dot(&force);
            if other == column {
                value += own.multiplier * own.multiplier * own.armature;
            }
            let (row, place) = (own.coordinate, inboard.coordinate);
            if other != column && row == place {
                // Joint and inboard joint share the coordinate: both cross terms are on the
                // diagonal.
                mass[(row, place)] += 2.0 * value;
            } else {
                let (low, high) = (row.max(place), row.min(place));
                mass[(low, high)] += value;
            }
        }
        at = tree.links()[index].parent;
    }
}

fn mirror(mass: &mut DMatrix<f64>) {
    for row in 0..mass.nrows() {
        for column in 0..row {
            mass[(column, row)] = mass[(row, column)];
        }
    }
}
