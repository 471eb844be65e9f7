//! A tree, a state of it, and all that our algorithms make of them, as JSON.

use super::draws::Draws;
use nalgebra::{DMatrix, DVector, Matrix3, Matrix3xX, Vector3};
use planetfall::dynamics::aba::{AbaScratch, aba};
use planetfall::dynamics::crba::{CrbaScratch, crba};
use planetfall::dynamics::jacobian::point_jacobian;
use planetfall::dynamics::kinematics::integrate;
use planetfall::dynamics::rnea::{RneaScratch, rnea};
use planetfall::dynamics::{Kinematics, energy};
use planetfall::environment::Gravity;
use planetfall::math::rotation;
use planetfall::math::spatial::Force;
use planetfall::vehicle::{Inertia, JointKind, Link, Tree};
use serde_json::{Value, json};

/// Gravity along −z, m/s².
const GRAVITY: f64 = 3.721;
/// Links whose Jacobian is written.
const JACOBIANS: usize = 3;

/// Draws a state and writes everything down. Fails if the mass matrix is not positive definite.
pub(crate) fn record(name: &str, tree: &Tree, draws: &mut Draws) -> Result<Value, String> {
    let case = Case::draw(tree, draws);
    let mass = case.mass();
    let forward = case.by_cholesky(&mass).ok_or_else(|| format!("{name}: no mass to move"))?;
    let centre = energy::centre_of_mass(&case.inertias, &case.kinematics);
    let gravity = Gravity::Uniform(GRAVITY);
    Ok(json!({
        "name": name,
        "gravity_m_s2": GRAVITY,
        "links": tree.links().iter().map(link).collect::<Vec<_>>(),
        "q": case.q,
        "v": case.v,
        "v_dot": case.v_dot,
        "tau": case.tau,
        "anchor": list(&case.kinematics.anchor),
        "external": case.outside.iter().map(force).collect::<Vec<_>>(),
        "rnea": case.rnea(),
        "mass_matrix": mass.row_iter().map(|row| row.iter().copied().collect()).collect::<Vec<Vec<f64>>>(),
        "aba": tree.couples_siblings_only().then(|| case.aba()),
        "crba_cholesky": forward,
        "centre_of_mass": list(&centre.position),
        "centre_of_mass_velocity": list(&centre.velocity),
        "kinetic_j": energy::kinetic(&case.inertias, &case.kinematics),
        "potential_j": energy::potential(&gravity, &case.inertias, &case.kinematics),
        "jacobians": case.jacobians(draws),
    }))
}

/// A tree in a state, under forces.
struct Case<'a> {
    tree: &'a Tree,
    inertias: Vec<Option<Inertia>>,
    q: Vec<f64>,
    v: Vec<f64>,
    /// Accelerations for RNEA.
    v_dot: Vec<f64>,
    /// Forces of the joints for forward dynamics.
    tau: Vec<f64>,
    /// Forces on the links without gravity.
    outside: Vec<Force>,
    /// The same with gravity.
    external: Vec<Force>,
    kinematics: Kinematics,
}

impl<'a> Case<'a> {
    fn draw(tree: &'a Tree, draws: &mut Draws) -> Self {
        let count = tree.velocities();
        let mut q = tree.neutral();
        integrate(tree, &mut q, &draws.normals(count), 1.5);
        let v = draws.normals(count);
        let v_dot = draws.normals(count);
        let tau = draws.normals(count);
        let mut kinematics = Kinematics::new(tree);
        kinematics.update(tree, &q, &v);
        let inertias: Vec<_> = tree.links().iter().map(|link| link.inertia).collect();
        let outside: Vec<Force> = (inertias.iter())
            .map(|_| Force { moment: draws.vector(), force: draws.vector() })
            .collect();
        let external = (outside.iter().zip(&inertias).zip(&kinematics.links))
            .map(|((force, inertia), motion)| {
                let Some(inertia) = inertia else { return *force };
                let (place, _) = motion.point(inertia.centre());
                let weight = Vector3::new(0.0, 0.0, -GRAVITY * inertia.mass());
                *force + Force::at(weight, &place)
            })
            .collect();
        Self { tree, inertias, q, v, v_dot, tau, outside, external, kinematics }
    }

    fn needed(&self, v_dot: &[f64]) -> Vec<f64> {
        let mut tau = vec![0.0; self.tree.velocities()];
        let mut scratch = RneaScratch::new(self.tree);
        let Self { tree, inertias, kinematics, external, .. } = self;
        rnea(tree, inertias, kinematics, v_dot, external, &mut scratch, &mut tau);
        tau
    }

    fn rnea(&self) -> Vec<f64> {
        self.needed(&self.v_dot)
    }

    fn mass(&self) -> DMatrix<f64> {
        let count = self.tree.velocities();
        let mut mass = DMatrix::zeros(count, count);
        let mut scratch = CrbaScratch::new(self.tree);
        crba(self.tree, &self.inertias, &self.kinematics, &mut scratch, &mut mass);
        mass
    }

    fn aba(&self) -> Vec<f64> {
        let mut v_dot = vec![0.0; self.tree.velocities()];
        let mut scratch = AbaScratch::new(self.tree);
        let Self { tree, inertias, kinematics, tau, external, .. } = self;
        aba(tree, inertias, kinematics, tau, external, &mut scratch, &mut v_dot);
        v_dot
    }

    fn by_cholesky(&self, mass: &DMatrix<f64>) -> Option<Vec<f64>> {
        let bias = self.needed(&vec![0.0; self.tree.velocities()]);
        let rest = DVector::from_vec(self.tau.clone()) - DVector::from_vec(bias);
        Some(mass.clone().cholesky()?.solve(&rest).as_slice().to_vec())
    }

    /// Jacobians of points of the last link and of others on the way to it.
    fn jacobians(&self, draws: &mut Draws) -> Vec<Value> {
        let count = self.tree.links().len();
        (0..JACOBIANS.min(count))
            .map(|number| {
                let link = count - 1 - number * count / JACOBIANS.min(count);
                let point = draws.vector();
                let (place, velocity) = self.kinematics.links[link].point(&point);
                let mut jacobian = Matrix3xX::zeros(self.tree.velocities());
                point_jacobian(self.tree, &self.kinematics, link, &place, &mut jacobian);
                let rows: Vec<Vec<f64>> =
                    jacobian.row_iter().map(|row| row.iter().copied().collect()).collect();
                json!({
                    "link": link,
                    "point": list(&point),
                    "position": list(&(self.kinematics.anchor + place)),
                    "velocity": list(&velocity),
                    "rows": rows,
                })
            })
            .collect()
    }
}

fn link(link: &Link) -> Value {
    let placement = &link.parent_from_joint;
    json!({
        "name": link.name,
        "parent": link.parent,
        "joint": joint(link),
        "rotation": rows(&placement.rotation),
        "position": list(&placement.position),
        "inertia": link.inertia.as_ref().map(|inertia| json!({
            "mass_kg": inertia.mass(),
            "centre_m": list(inertia.centre()),
            "about_centre_kg_m2": rows(inertia.about_centre()),
        })),
    })
}

/// A joint with the directions of its sliding coordinates, if it is planar.
fn joint(link: &Link) -> Value {
    let joint = &link.joint;
    let (kind, axis, plane) = match joint.kind {
        JointKind::Fixed => ("fixed", None, None),
        JointKind::Revolute(axis) if joint.limits.is_none() => ("continuous", Some(axis), None),
        JointKind::Revolute(axis) => ("revolute", Some(axis), None),
        JointKind::Prismatic(axis) => ("prismatic", Some(axis), None),
        JointKind::Spherical => ("spherical", None, None),
        JointKind::Planar(axis) => ("planar", Some(axis), Some(rotation::plane(&axis))),
        JointKind::Free => ("free", None, None),
    };
    json!({
        "name": joint.name,
        "type": kind,
        "axis": axis.as_ref().map(list),
        "plane": plane.map(|(first, second)| [list(&first), list(&second)]),
        "armature": joint.motor.map_or(0.0, |motor| motor.armature()),
        "coupling": joint.coupling.map(|coupling| json!({
            "master": coupling.master,
            "multiplier": coupling.multiplier,
            "offset": coupling.offset,
        })),
    })
}

/// Moment, then force.
fn force(force: &Force) -> Value {
    json!([list(&force.moment), list(&force.force)])
}

fn list(vector: &Vector3<f64>) -> [f64; 3] {
    [vector.x, vector.y, vector.z]
}

fn rows(matrix: &Matrix3<f64>) -> Vec<Vec<f64>> {
    matrix.row_iter().map(|row| row.iter().copied().collect()).collect()
}
