//! Jacobians: velocities of points from velocities of coordinates.

use super::Kinematics;
use crate::math::spatial::Twist;
use crate::vehicle::Tree;
use nalgebra::{Matrix3xX, Vector3};

/// Calls `visit(coordinate, twist)` for every coordinate that moves a link, with the link's motion
/// per unit of it. A coordinate that acts through several joints is met once for each.
pub fn for_each_column(
    tree: &Tree,
    kinematics: &Kinematics,
    link: usize,
    mut visit: impl FnMut(usize, Twist),
) {
    let mut at = Some(link);
    while let Some(index) = at {
        visit_link(tree, kinematics, index, &mut visit);
        at = tree.links()[index].parent;
    }
}

/// The same but for the coordinates of the root.
pub fn for_each_column_beyond_root(
    tree: &Tree,
    kinematics: &Kinematics,
    link: usize,
    mut visit: impl FnMut(usize, Twist),
) {
    let mut index = link;
    while let Some(parent) = tree.links()[index].parent {
        visit_link(tree, kinematics, index, &mut visit);
        index = parent;
    }
}

#[inline]
fn visit_link(
    tree: &Tree,
    kinematics: &Kinematics,
    link: usize,
    visit: &mut impl FnMut(usize, Twist),
) {
    for column in tree.places()[link].columns.clone() {
        let place = &tree.columns()[column];
        visit(place.coordinate, kinematics.columns[column] * place.multiplier);
    }
}

/// Fills `jacobian` (3 × velocities) with the velocity of a point of a link, given from the anchor
/// in site axes, per unit of each coordinate.
pub fn point_jacobian(
    tree: &Tree,
    kinematics: &Kinematics,
    link: usize,
    point: &Vector3<f64>,
    jacobian: &mut Matrix3xX<f64>,
) {
    jacobian.fill(0.0);
    for_each_column(tree, kinematics, link, |coordinate, twist| {
        let mut column = jacobian.column_mut(coordinate);
        column += twist.at(point);
    });
}
