//! Composite-rigid-body algorithm: the mass matrix (Featherstone 2008, §6.2).
//!
//! | symbol | in the code | unit |
//! |---|---|---|
//! | I_i^c, inertia of link i and all that it carries | `CrbaScratch::composites` | kg, kg m, kg m² |
//! | S_i | `Kinematics::columns` of a joint, times `multiplier` | – |
//! | F = I_i^c S_i | `force` in `couple` | N, N m per unit of acceleration |
//! | H_ij = S_jᵀ F | an entry of the matrix | kg, kg m, kg m² |

use super::Kinematics;
use super::ltl::{Factor, FactorPattern, ROOT};
use crate::math::rotation;
use crate::math::spatial::{Force, RigidInertia, Twist};
use crate::vehicle::{Inertia, MotionColumn, Tree};
use nalgebra::{DMatrix, Matrix3, Vector3};
use std::ops::Range;

/// Centre of mass of a link from the anchor and its inertia about it, in site axes.
pub(crate) type Turned = (Vector3<f64>, Matrix3<f64>);

/// Scratch for [`crba`].
#[derive(Clone, Debug)]
pub struct CrbaScratch {
    composites: Vec<RigidInertia>,
    turned: Vec<Turned>,
    /// What each column meets, one column after the other, and where that of each begins and ends.
    pairs: Vec<ColumnPair>,
    of_column: Vec<Range<usize>>,
}

/// A column that another one meets: one of its own joint before it, or of a joint inboard that is no free root.
#[derive(Clone, Copy, Debug)]
struct ColumnPair {
    column: usize,
    coordinate: usize,
    /// Its multiplier; on the diagonal, where both share a coordinate, twice that, for both cross terms meet.
    factor: f64,
}

impl CrbaScratch {
    /// Scratch for a tree.
    pub fn new(tree: &Tree) -> Self {
        let count = tree.links().len();
        let mut pairs = Vec::new();
        let mut of_column = vec![0..0; tree.columns().len()];
        for (link, place) in tree.places().iter().enumerate() {
            for column in place.columns.clone() {
                let start = pairs.len();
                add_pairs(tree, (link, column), &mut pairs);
                of_column[column] = start..pairs.len();
            }
        }
        Self {
            composites: vec![RigidInertia::default(); count],
            turned: vec![(Vector3::zeros(), Matrix3::zeros()); count],
            pairs,
            of_column,
        }
    }

    /// Of each link that weighs something, as it was last turned.
    pub(crate) fn turned(&self) -> &[Turned] {
        &self.turned
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
    compose(tree, inertias, kinematics, scratch, mass);
}

/// The same as lines of a pattern.
pub fn crba_lines(
    tree: &Tree,
    inertias: &[Option<Inertia>],
    kinematics: &Kinematics,
    scratch: &mut CrbaScratch,
    (pattern, mass): (&FactorPattern, &mut Factor),
) {
    pattern.clear(mass);
    compose(tree, inertias, kinematics, scratch, &mut Lines { pattern, mass });
}

/// A symmetric matrix that is being made.
trait Entries {
    /// Adds to an entry and its mirror image.
    fn add(&mut self, row: usize, column: usize, value: f64);

    /// The same for a row beyond a free root and all columns of the root, which come first.
    #[inline]
    fn add_root(&mut self, row: usize, values: &[f64; ROOT]) {
        values.iter().enumerate().for_each(|(column, value)| self.add(row, column, *value));
    }
}

impl Entries for DMatrix<f64> {
    #[inline]
    fn add(&mut self, row: usize, column: usize, value: f64) {
        self[(row, column)] += value;
        if row != column {
            self[(column, row)] += value;
        }
    }
}

/// Lines of a pattern.
struct Lines<'a> {
    pattern: &'a FactorPattern,
    mass: &'a mut Factor,
}

impl Entries for Lines<'_> {
    #[inline]
    fn add(&mut self, row: usize, column: usize, value: f64) {
        self.pattern.add((row, column), value, self.mass);
    }

    #[inline]
    fn add_root(&mut self, row: usize, values: &[f64; ROOT]) {
        self.pattern.add_root(row, values, self.mass);
    }
}

/// Adds all that makes up the matrix.
#[inline]
fn compose(
    tree: &Tree,
    inertias: &[Option<Inertia>],
    kinematics: &Kinematics,
    scratch: &mut CrbaScratch,
    out: &mut impl Entries,
) {
    let CrbaScratch { composites, turned, pairs, of_column } = scratch;
    let rooted = is_free_root(tree, 0);
    let links = kinematics.links.iter().zip(inertias);
    for ((motion, inertia), (composite, own)) in links.zip(composites.iter_mut().zip(turned)) {
        *composite = match inertia {
            Some(inertia) => {
                *own = motion.inertia(inertia);
                RigidInertia::new(inertia.mass(), &own.0, &own.1)
            }
            None => RigidInertia::default(),
        };
    }
    for (index, link) in tree.links().iter().enumerate().rev() {
        if let Some(parent) = link.parent {
            // I_λ(i)^c += I_i^c.
            let (before, own) = composites.split_at_mut(index);
            before[parent].add(&own[0]);
        } else if link.joint.kind.is_free() {
            let armatures = tree.columns()[..ROOT].iter().map(|column| column.armature);
            join_free_root(kinematics, &composites[0], armatures, out);
            continue;
        }
        for column in tree.places()[index].columns.clone() {
            let own = (&tree.columns()[column], &kinematics.columns[column]);
            let met = (&pairs[of_column[column].clone()], rooted && index > 0);
            couple(kinematics, &composites[index], own, met, out);
        }
    }
}

/// Whether a link is a free root, whose columns are met in their own way.
fn is_free_root(tree: &Tree, link: usize) -> bool {
    let link = &tree.links()[link];
    link.parent.is_none() && link.joint.kind.is_free()
}

/// Adds what a column of a link meets.
fn add_pairs(tree: &Tree, (link, column): (usize, usize), out: &mut Vec<ColumnPair>) {
    let own = &tree.columns()[column];
    let mut meet = |other: usize| {
        let inboard = &tree.columns()[other];
        let times = if own.coordinate == inboard.coordinate { 2.0 } else { 1.0 };
        let (coordinate, factor) = (inboard.coordinate, times * inboard.multiplier);
        out.push(ColumnPair { column: other, coordinate, factor });
    };
    // Columns of the same joint are met in both orders: take each pair once.
    (tree.places()[link].columns.start..column).for_each(&mut meet);
    let mut at = tree.links()[link].parent;
    while let Some(index) = at.filter(|index| !is_free_root(tree, *index)) {
        tree.places()[index].columns.clone().for_each(&mut meet);
        at = tree.links()[index].parent;
    }
}

/// Adds the entries of one column of a link with itself, its joint's other columns and all joints inboard.
#[inline]
fn couple(
    kinematics: &Kinematics,
    composite: &RigidInertia,
    (own, column): (&MotionColumn, &Twist),
    (pairs, rooted): (&[ColumnPair], bool),
    out: &mut impl Entries,
) {
    // F = I_i^c S_i; then H_ij = S_jᵀ F for all joints j towards the root.
    let force = composite.times(column) * own.multiplier;
    for pair in pairs {
        let value = pair.factor * kinematics.columns[pair.column].dot(&force);
        out.add(own.coordinate, pair.coordinate, value);
    }
    if rooted {
        meet_free_root(kinematics, &force, own.coordinate, out);
    }
    // H_ii = S_iᵀ F, and the inertia of the rotor as the joint feels it.
    let rotor = own.multiplier * own.multiplier * own.armature;
    let with_itself = own.multiplier * column.dot(&force);
    out.add(own.coordinate, own.coordinate, with_itself + rotor);
}

/// The six columns of a free root at the anchor are the axes of the site and of the link.
#[inline]
fn meet_free_root(
    kinematics: &Kinematics,
    force: &Force,
    coordinate: usize,
    out: &mut impl Entries,
) {
    let moment = kinematics.links[0].rotation.tr_mul(&force.moment);
    let values = [force.force.x, force.force.y, force.force.z, moment.x, moment.y, moment.z];
    out.add_root(coordinate, &values);
}

/// The entries of these six with each other: the whole mass, the momentum of a turn about each of the link's
/// axes, and the inertia about the anchor in the link's axes.
#[inline]
fn join_free_root(
    kinematics: &Kinematics,
    whole: &RigidInertia,
    armatures: impl Iterator<Item = f64>,
    out: &mut impl Entries,
) {
    let axes = &kinematics.links[0].rotation;
    let about = rotation::turned(&axes.transpose(), &whole.rotational);
    for row in 0..3 {
        out.add(row, row, whole.mass);
        let momentum = axes.column(row).cross(&whole.first_moment);
        for column in 0..3 {
            out.add(row + 3, column, momentum[column]);
        }
        for column in 0..=row {
            out.add(row + 3, column + 3, about[(row, column)]);
        }
    }
    armatures.enumerate().for_each(|(row, armature)| out.add(row, row, armature));
}
