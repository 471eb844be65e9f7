//! Articulated-body algorithm: accelerations from forces (Featherstone 2008, §7.3, Table 7.1), about one point
//! in one set of axes, with joints that share a coordinate as one generalised joint (constraint
//! embedding; Jain, Nonlinear Dynamics 67, 2012).
//!
//! With all taken about one point, accelerations add along the tree as they are. So the biases c of
//! the joints are summed from the root, ζ_k = ζ_parent + c_k, and only the rest a' = a − ζ is solved
//! for, with ζ's share in the links' own forces: p_k = I_k ζ_k + v × I_k v − f_k, I_k still rigid.
//! For joints k with one parent and one coordinate: U = Σ m_k I_k S_k, D = Σ m_k² S_kᵀ I_k S_k,
//! u = τ − Σ m_k S_kᵀ p_k; the parent feels Σ I_k − U Uᵀ/D and Σ p_k + U u/D. A joint of several coordinates is
//! eliminated column by column and solved in reverse order.
//!
//! | symbol | in the code | unit |
//! |---|---|---|
//! | I^A, p^A | `AbaScratch::inertias`, `biases` | kg, kg m, kg m²; N m, N |
//! | ζ, then a′ | `AbaScratch::accelerations` | rad/s², m/s² |
//! | U, D, u | `Yield::u`, `d`, `rest` | N, N m per unit of acceleration; its product with S; N or N m |
//! | m_k | `MotionColumn::multiplier` | – |

use super::{Kinematics, LinkMotion};
use crate::math::spatial::{Force, SpatialInertia, Twist};
use crate::vehicle::{Inertia, MotionColumn, Tree};
use nalgebra::Vector3;

/// Scratch for [`aba`].
#[derive(Clone, Debug)]
pub struct AbaScratch {
    inertias: Vec<SpatialInertia>,
    biases: Vec<Force>,
    /// Per link, first its summed bias, then the rest of its acceleration.
    accelerations: Vec<Twist>,
    /// Per coordinate: how the generalised joint it moves gives way.
    yields: Vec<Yield>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Yield {
    u: Force,
    d: f64,
    rest: f64,
}

impl AbaScratch {
    /// Scratch for a tree.
    pub fn new(tree: &Tree) -> Self {
        let count = tree.links().len();
        Self {
            inertias: vec![SpatialInertia::default(); count],
            biases: vec![Force::default(); count],
            accelerations: vec![Twist::default(); count],
            yields: vec![Yield::default(); tree.velocities()],
        }
    }
}

/// Accelerations of all coordinates under generalised forces `tau` and forces on the links
/// `external` (gravity among them) about the anchor. Couplings must join siblings
/// ([`Tree::couples_siblings_only`]).
pub fn aba(
    tree: &Tree,
    inertias: &[Option<Inertia>],
    kinematics: &Kinematics,
    tau: &[f64],
    external: &[Force],
    scratch: &mut AbaScratch,
    v_dot: &mut [f64],
) {
    if let ([link], [Some(inertia)]) = (tree.links(), inertias)
        && link.joint.kind.is_free()
    {
        newton_euler(inertia, &kinematics.links[0], tau, &external[0], v_dot);
        return;
    }
    // Table 7.1 in three passes; v, c and I of the first are in the kinematics already.
    scratch.open(tree, inertias, kinematics, external);
    for index in (0..tree.links().len()).rev() {
        scratch.yield_to_parent(tree, kinematics, tau, index);
    }
    for index in 0..tree.links().len() {
        scratch.accelerate(tree, kinematics, tau, index, v_dot);
    }
}

/// A single free body needs no articulated inertia: Newton–Euler about its centre of mass.
#[inline]
fn newton_euler(
    inertia: &Inertia,
    motion: &LinkMotion,
    tau: &[f64],
    external: &Force,
    v_dot: &mut [f64],
) {
    let push = external.force + Vector3::from_column_slice(&tau[..3]);
    let offset = motion.rotation * inertia.centre();
    let about_centre = external.moment - offset.cross(&push);
    let rate = motion.rotation.tr_mul(&motion.twist.angular);
    let spin = inertia.about_centre() * rate;
    let driven = Vector3::from_column_slice(&tau[3..6]);
    let torque = motion.rotation.tr_mul(&about_centre) + driven - rate.cross(&spin);
    let angular = inertia.inverse() * torque;
    let carried = angular.cross(inertia.centre()) + rate.cross(&rate.cross(inertia.centre()));
    let linear = push / inertia.mass() - motion.rotation * carried;
    v_dot[..3].copy_from_slice(linear.as_slice());
    v_dot[3..6].copy_from_slice(angular.as_slice());
}

impl AbaScratch {
    /// Rigid inertias and the forces that the links' own motion needs.
    fn open(
        &mut self,
        tree: &Tree,
        inertias: &[Option<Inertia>],
        kinematics: &Kinematics,
        external: &[Force],
    ) {
        self.yields.fill(Yield::default());
        let links = tree.links().iter().zip(inertias).zip(&kinematics.links).zip(external);
        let own = self.inertias.iter_mut().zip(&mut self.biases).enumerate();
        for ((((link, inertia), motion), external), (index, (own, bias))) in links.zip(own) {
            let sum = match link.parent {
                Some(parent) => self.accelerations[parent] + motion.bias,
                None => motion.bias,
            };
            self.accelerations[index] = sum;
            let Some(inertia) = inertia else {
                *own = SpatialInertia::default();
                *bias = *external * -1.0;
                continue;
            };
            // p_i = I_i ζ_i + v_i ×* I_i v_i − f_i.
            let rigid = motion.rigid_inertia(inertia);
            let momentum = rigid.times(&motion.twist);
            *bias = rigid.times(&sum) + motion.twist.cross_force(&momentum) - *external;
            own.set(&rigid);
        }
    }

    /// Adds to the parent what is felt of a link through its joint.
    #[inline]
    fn yield_to_parent(&mut self, tree: &Tree, kinematics: &Kinematics, tau: &[f64], index: usize) {
        let Some(parent) = tree.links()[index].parent else { return };
        let place = &tree.places()[index];
        if let [at] = &tree.columns()[place.columns.clone()]
            && !tree.shares_coordinate(index)
        {
            let axis = &kinematics.columns[place.columns.start];
            self.yield_along_one_axis(axis, at, tau, index, parent);
            return;
        }
        let mut bias = self.biases[index];
        if place.columns.is_empty() {
            let (before, after) = self.inertias.split_at_mut(index);
            before[parent] += &after[0];
            self.biases[parent] += bias;
            return;
        }
        if tree.shares_coordinate(index) {
            self.yield_together(tree, kinematics, tau, index, parent);
            return;
        }
        let mut inertia = self.inertias[index];
        for column in place.columns.clone() {
            let at = &tree.columns()[column];
            let axis = &kinematics.columns[column];
            // U = I^A S, D = Sᵀ U, u = τ − Sᵀ p^A; I^a = I^A − U Uᵀ/D, p^a = p^A + U u/D.
            let u = inertia.times(axis);
            let d = axis.dot(&u) + at.armature;
            let rest = tau[at.coordinate] - axis.dot(&bias);
            self.yields[at.coordinate] = Yield { u, d, rest };
            inertia.release(&u, d);
            bias += u * (rest / d);
        }
        self.inertias[parent] += &inertia;
        self.biases[parent] += bias;
    }

    /// The same for the usual joint, of one coordinate that is its own.
    #[inline]
    fn yield_along_one_axis(
        &mut self,
        axis: &Twist,
        at: &MotionColumn,
        tau: &[f64],
        index: usize,
        parent: usize,
    ) {
        let (before, after) = self.inertias.split_at_mut(index);
        let bias = self.biases[index];
        let rest = tau[at.coordinate] - axis.dot(&bias);
        let u = after[0].times(axis);
        let d = axis.dot(&u) + at.armature;
        before[parent].add_released(&after[0], &u, d);
        self.yields[at.coordinate] = Yield { u, d, rest };
        self.biases[parent] += bias + u * (rest / d);
    }

    /// The same for one of several joints of one coordinate. Its owner stands first, so it comes
    /// last here and settles the account.
    fn yield_together(
        &mut self,
        tree: &Tree,
        kinematics: &Kinematics,
        tau: &[f64],
        index: usize,
        parent: usize,
    ) {
        let (before, after) = self.inertias.split_at_mut(index);
        let (inertia, bias) = (&after[0], self.biases[index]);
        let column = tree.places()[index].columns.start;
        let at = &tree.columns()[column];
        let axis = kinematics.columns[column] * at.multiplier;
        let u = inertia.times(&axis);
        let all = &mut self.yields[at.coordinate];
        all.u += u;
        all.d += axis.dot(&u) + at.multiplier * at.multiplier * at.armature;
        all.rest -= axis.dot(&bias);
        before[parent] += inertia;
        self.biases[parent] += bias;
        if tree.links()[index].joint.coupling.is_none() {
            all.rest += tau[at.coordinate];
            let Yield { u, d, rest } = *all;
            before[parent].release(&u, d);
            self.biases[parent] += u * (rest / d);
        }
    }

    /// The link's acceleration, and those of its joint's coordinates.
    #[inline]
    fn accelerate(
        &mut self,
        tree: &Tree,
        kinematics: &Kinematics,
        tau: &[f64],
        index: usize,
        v_dot: &mut [f64],
    ) {
        let link = &tree.links()[index];
        let Some(parent) = link.parent else {
            self.accelerations[index] = self.root(tree, kinematics, tau, v_dot);
            return;
        };
        let mut acceleration = self.accelerations[parent];
        for column in tree.places()[index].columns.clone().rev() {
            let at = &tree.columns()[column];
            if link.joint.coupling.is_none() {
                let Yield { u, d, rest } = &self.yields[at.coordinate];
                // q̈ = (u − Uᵀ a′)/D, a′ += S q̈.
                v_dot[at.coordinate] = (rest - acceleration.dot(u)) / d;
            }
            acceleration += kinematics.columns[column] * (at.multiplier * v_dot[at.coordinate]);
        }
        self.accelerations[index] = acceleration;
    }

    /// The root is fixed, or falls freely with all that hangs on it. Its origin is the anchor, and
    /// its joint's columns are the axes of the site and of the link.
    fn root(&self, tree: &Tree, kinematics: &Kinematics, tau: &[f64], v_dot: &mut [f64]) -> Twist {
        if tree.links()[0].joint.kind.is_fixed() {
            return Twist::default();
        }
        let motion = &kinematics.links[0];
        let driven = Force {
            moment: motion.rotation * Vector3::from_column_slice(&tau[3..6]),
            force: Vector3::from_column_slice(&tau[..3]),
        };
        let acceleration = self.inertias[0].solve(&(driven - self.biases[0]));
        v_dot[..3].copy_from_slice(acceleration.linear.as_slice());
        v_dot[3..6].copy_from_slice(motion.rotation.tr_mul(&acceleration.angular).as_slice());
        acceleration
    }
}
