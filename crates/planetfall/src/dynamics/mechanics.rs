//! A vehicle as it is posed, with the forces on it, and how it moves under them.

use super::Kinematics;
use super::aba::{AbaScratch, aba};
use super::crba::{CrbaScratch, crba};
use super::rnea::{RneaScratch, rnea};
use crate::math::linear;
use crate::math::spatial::Force;
use crate::vehicle::{Inertia, JointForce, Tree};
use nalgebra::DMatrix;

/// Motion of and forces on one vehicle.
#[derive(Clone, Debug)]
pub(crate) struct Mechanics {
    pub(crate) kinematics: Kinematics,
    /// On each link about the anchor: gravity, commands, ground.
    pub(crate) external: Vec<Force>,
    /// Along each coordinate: springs, dampers, friction, stops, motors.
    pub(crate) tau: Vec<f64>,
    /// What is smooth in the force of each link's joint: springs, dampers, motor.
    pub(crate) joints: Vec<JointForce>,
    aba: AbaScratch,
    pub(crate) rnea: RneaScratch,
    /// Generalised forces that accelerations need.
    pub(crate) needed: Vec<f64>,
    dense: Option<Dense>,
    /// Inertias of the links, where they change.
    pub(crate) inertias: Vec<Option<Inertia>>,
    /// Coordinates while it is carried.
    pub(crate) carried: (Vec<f64>, Vec<f64>),
}

/// Scratch of forward dynamics by the mass matrix, for couplings that the articulated-body algorithm
/// does not take.
#[derive(Clone, Debug)]
struct Dense {
    crba: CrbaScratch,
    mass: DMatrix<f64>,
    bias: Vec<f64>,
    zero: Vec<f64>,
}

impl Mechanics {
    pub(crate) fn new(tree: &Tree) -> Self {
        let (links, count) = (tree.links().len(), tree.velocities());
        let dense = || Dense {
            crba: CrbaScratch::new(tree),
            mass: DMatrix::zeros(count, count),
            bias: vec![0.0; count],
            zero: vec![0.0; count],
        };
        Self {
            kinematics: Kinematics::new(tree),
            external: vec![Force::default(); links],
            tau: vec![0.0; count],
            joints: vec![JointForce::default(); links],
            aba: AbaScratch::new(tree),
            rnea: RneaScratch::new(tree),
            needed: vec![0.0; count],
            dense: (!tree.couples_siblings_only()).then(dense),
            inertias: tree.links().iter().map(|link| link.inertia).collect(),
            carried: (vec![0.0; tree.positions()], vec![0.0; count]),
        }
    }

    /// Inertias of the links at the moment of the evaluation: `held`, where nothing changes them.
    pub(crate) fn inertias<'a>(
        &'a self,
        held: Option<&'a [Option<Inertia>]>,
    ) -> &'a [Option<Inertia>] {
        held.unwrap_or(&self.inertias)
    }

    /// Accelerations under the forces gathered, of a vehicle whose inertias are `held` where nothing changes them.
    pub(crate) fn accelerate(
        &mut self,
        tree: &Tree,
        held: Option<&[Option<Inertia>]>,
        out: &mut [f64],
    ) {
        let Self { kinematics, external, tau, aba: scratch, rnea: rnea_scratch, dense, .. } = self;
        let inertias = held.unwrap_or(&self.inertias);
        let Some(dense) = dense else {
            aba(tree, inertias, kinematics, tau, external, scratch, out);
            return;
        };
        crba(tree, inertias, kinematics, &mut dense.crba, &mut dense.mass);
        let Dense { bias, zero, .. } = dense;
        rnea(tree, inertias, kinematics, zero, external, rnea_scratch, bias);
        for ((value, tau), bias) in out.iter_mut().zip(tau.iter()).zip(bias.iter()) {
            *value = tau - bias;
        }
        linear::solve_symmetric(&mut dense.mass, out);
    }
}
