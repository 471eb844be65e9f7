//! How long an explicit step may be for a vehicle on its contacts.
//!
//! About a state, small motions of a vehicle on contacts i with Jacobians J_i, stiffness K_i and damping C_i obey
//!
//! M q̈ + C q̇ + K q = 0,  C = Σ J_iᵀ C_i J_i,  K = Σ J_iᵀ K_i J_i.
//!
//! For symmetric C and K every eigenvalue λ with its vector x solves λ² + c λ + k = 0, c = x*Cx / x*Mx and
//! k = x*Kx / x*Mx. A complex pair has |λ| = √k, a real one |λ| ≤ c, so that
//!
//! |λ| ≤ max(ω, c),  ω² = λ_max(M⁻¹ K),  c = λ_max(M⁻¹ C),
//!
//! over *all* contacts at once: four wheels under one body give more than one of them. The half disc
//! |z| ≤ [`RK4_HALF_DISC`] in the left half-plane lies within the region of stability of the classical Runge–Kutta
//! scheme, and the negative real axis up to [`RK4_REAL_LIMIT`], so that a step h is stable if h ω does not exceed the
//! first, where complex pairs are, nor h c the second. See docs/theory/stepping.md.
//!
//! λ_max is found by the power method in z = L v, where M = LᵀL. Before that a bound is asked that costs a sum: with
//! w_i the inverse mass of contact i (the largest eigenvalue of J_i M⁻¹ J_iᵀ), λ_max ≤ Σ w_i ‖C_i‖.

use super::cone::spatial_vector;
use super::{Evaluation, Workspace};
use crate::dynamics::Kinematics;
use crate::dynamics::crba::{CrbaScratch, crba_lines};
use crate::dynamics::jacobian::for_each_column;
use crate::dynamics::ltl::{Factor, FactorPattern};
use crate::ground::{Ground, LinearAnswer};
use crate::math::time::Time;
use crate::state::{State, StepBound, StepMargin};
use crate::vehicle::Tree;
use crate::world::World;
use nalgebra::{Matrix3, Matrix6, Vector3, Vector6};

/// Radius of the largest half disc |z| ≤ r, Re z ≤ 0, within the region of stability of the classical Runge–Kutta
/// scheme: |R(z)| = |1 + z + z²/2 + z³/6 + z⁴/24| passes 1 at r = 2.6156 first, 57° off the negative real axis.
pub const RK4_HALF_DISC: f64 = 2.615;
/// Stability limit of the classical Runge–Kutta scheme on the negative real axis: 1 + z + z²/2 + z³/6 +
/// z⁴/24 = 1 at z = −2.7853.
pub const RK4_REAL_LIMIT: f64 = 2.785;
/// Steps of the power method for the report of a step that is too long. Chosen: more than for a step
/// itself, since the number is printed.
const POWER_STEPS: usize = 24;
/// Factor by which the bound of a contact set has to grow before its eigenvalue is found anew. Chosen.
const BOUND_GROWTH: f64 = 1.05;

/// Steps after which contacts are checked again that carry the vehicle as before. Chosen: what is
/// unstable grows for many steps before it matters, and a contact that comes or goes is checked at once.
const CHECK_INTERVAL: u64 = 8;

impl StepBound {
    /// What h ω or h c may be in a stable step of the classical Runge–Kutta scheme.
    pub(crate) fn limit(self) -> f64 {
        match self {
            Self::Springs => RK4_HALF_DISC,
            Self::Dampers | Self::Friction => RK4_REAL_LIMIT,
        }
    }
}

/// Factored mass matrices of all vehicles, and what answers motion of points of them.
#[derive(Debug, Default)]
pub(crate) struct Modes {
    masses: Vec<Mass>,
    pub(super) levers: Vec<FrameImpedance>,
}

impl Clone for Modes {
    /// Scratch has no content worth copying.
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// The factored mass matrix of a vehicle, and scratch for a motion of it.
#[derive(Debug)]
struct Mass {
    pattern: FactorPattern,
    crba: CrbaScratch,
    factor: Factor,
    motion: Vec<f64>,
    answer: Vec<f64>,
}

/// How coordinates move a frame of a link, and what answers its motion there.
#[derive(Clone, Debug, Default)]
pub(super) struct FrameImpedance {
    vehicle: usize,
    columns: Vec<(usize, Vector6<f64>)>,
    pub(super) stiffness: Matrix6<f64>,
    pub(super) damping: Matrix6<f64>,
}

impl FrameImpedance {
    /// Becomes that of a point of a link, given from the anchor in site axes.
    pub(super) fn take(
        &mut self,
        (vehicle, tree): (usize, &Tree),
        kinematics: &Kinematics,
        link: usize,
        point: &Vector3<f64>,
    ) {
        self.vehicle = vehicle;
        self.columns.clear();
        for_each_column(tree, kinematics, link, |coordinate, twist| {
            let column = spatial_vector(&twist.angular, &twist.at(point));
            match self.columns.iter_mut().find(|(known, _)| *known == coordinate) {
                Some((_, sum)) => *sum += column,
                None => self.columns.push((coordinate, column)),
            }
        });
    }
}

impl Modes {
    /// Allocates so many levers, once.
    pub(super) fn furnish(&mut self, world: &World, levers: usize) {
        if self.masses.is_empty() {
            let mass = |vehicle: &crate::vehicle::Vehicle| Mass {
                pattern: FactorPattern::new(&vehicle.tree),
                crba: CrbaScratch::new(&vehicle.tree),
                factor: Factor::default(),
                motion: vec![0.0; vehicle.tree.velocities()],
                answer: vec![0.0; vehicle.tree.velocities()],
            };
            self.masses = world.vehicles().iter().map(mass).collect();
        }
        self.levers.resize(levers, FrameImpedance::default());
    }

    /// Factors the mass matrices as they are in an evaluation.
    pub(super) fn factor(&mut self, world: &World, state: &State, now: &Evaluation) {
        for (vehicle, mass) in self.masses.iter_mut().enumerate() {
            let tree = &world.vehicles()[vehicle].tree;
            let inertias = now.inertias(world, state, vehicle);
            let Mass { pattern, crba, factor, .. } = mass;
            crba_lines(tree, inertias, now.kinematics(vehicle), crba, (pattern, factor));
            pattern.factor(factor);
        }
    }

    /// The greatest eigenvalue of M⁻¹ Σ Jᵀ X J by the power method in z = L v.
    pub(super) fn greatest(
        &mut self,
        powers: usize,
        answer: impl Fn(&FrameImpedance) -> &Matrix6<f64>,
    ) -> f64 {
        for mass in &mut self.masses {
            // Any start that favours no coordinate will do.
            for (place, value) in mass.answer.iter_mut().enumerate() {
                *value = 1.0 + 0.1 * (place % 7) as f64;
            }
        }
        let mut greatest = 0.0;
        // z ← L⁻ᵀ Σ Jᵀ X J L⁻¹ z/|z|, whose length tends to λ_max.
        for _ in 0..powers {
            let norm = self.norm();
            if !(norm > 0.0 && norm.is_finite()) {
                return 0.0;
            }
            for Mass { pattern, factor, motion, answer, .. } in &mut self.masses {
                for (value, z) in motion.iter_mut().zip(answer.iter()) {
                    *value = z / norm;
                }
                pattern.colour(factor, motion);
                answer.fill(0.0);
            }
            for lever in &self.levers {
                let Mass { motion, answer: sum, .. } = &mut self.masses[lever.vehicle];
                let direction: Vector6<f64> =
                    lever.columns.iter().map(|(place, column)| column * motion[*place]).sum();
                let force = answer(lever) * direction;
                for (place, column) in &lever.columns {
                    sum[*place] += column.dot(&force);
                }
            }
            for Mass { pattern, factor, answer, .. } in &mut self.masses {
                pattern.impulse(factor, answer);
            }
            greatest = self.norm();
        }
        greatest
    }

    fn norm(&self) -> f64 {
        let squares = self.masses.iter().flat_map(|mass| &mass.answer).map(|value| value * value);
        squares.sum::<f64>().sqrt()
    }
}

/// Notes where an explicit step of fixed length was too long for a vehicle on the contacts that carried it at the
/// end of the step. Contacts that have just been made have not acted in a step yet, and do not count.
pub(crate) fn note_margins(
    world: &World,
    state: &mut State,
    workspace: &mut Workspace,
    step: Time,
) {
    let h = step.seconds();
    let due = state.effort.steps.is_multiple_of(CHECK_INTERVAL);
    for vehicle in 0..world.named() {
        let carried = carriers(world, state, &workspace.now, vehicle);
        let before = std::mem::replace(&mut state.tally.vehicles[vehicle].margin.carried, carried);
        if carried == before && !due {
            continue;
        }
        let sums = Sums::of(world, state, (&workspace.now, h), vehicle);
        let number = h * sums.damping.max(sums.stiffness.sqrt());
        let margin = &state.tally.vehicles[vehicle].margin;
        // The lesser of both limits.
        if number <= RK4_HALF_DISC
            || (number <= BOUND_GROWTH * margin.probed && sums.set == margin.probed_set)
        {
            continue;
        }
        let (omega, damping, normal) = workspace.rates_on_contacts(world, state, vehicle, h);
        let dampers = if normal < 0.5 * damping { StepBound::Friction } else { StepBound::Dampers };
        let reached = [(omega, StepBound::Springs), (damping, dampers)];
        let [springs, dampers] = reached.map(|(rate, bound)| (h * rate / bound.limit(), bound));
        let (share, bound) = if dampers.0 >= springs.0 { dampers } else { springs };
        let margin = &mut state.tally.vehicles[vehicle].margin;
        (margin.probed, margin.probed_set) = (number, sums.set);
        if share > 1.0 && share > margin.number / margin.bound.limit() {
            let (number, contacts) = (share * bound.limit(), sums.contacts);
            *margin = StepMargin { number, time: state.time, step, contacts, bound, ..*margin };
        }
    }
}

/// Bounds of ω² and c by sums over the contacts of a vehicle.
#[derive(Default)]
struct Sums {
    stiffness: f64,
    damping: f64,
    contacts: u64,
    /// Which contactors carry: a bit of each, hashed where there are many.
    set: u64,
}

impl Sums {
    fn of(world: &World, state: &State, now: (&Evaluation, f64), vehicle: usize) -> Self {
        let mut sums = Self::default();
        for index in world.layout().contacts(vehicle) {
            let Some(answer) = carrying(world, state, now, index) else { continue };
            let point = &world.sample_points()[index];
            sums.set |= bit(point.contactor);
            sums.stiffness += answer.stiffness.max(answer.side_stiffness) * point.inverse_mass;
            sums.damping += answer.damping.max(answer.side_damping) * point.inverse_mass;
            sums.contacts += 1;
        }
        sums
    }
}

/// A bit of a set of contactors, which is hashed where there are many.
#[inline]
fn bit(contactor: usize) -> u64 {
    1 << (contactor % 64)
}

/// Which contactors of a vehicle carry load at the end of a step and touched at its start.
#[inline]
fn carriers(world: &World, state: &State, now: &Evaluation, vehicle: usize) -> u64 {
    let own = world.layout().contacts(vehicle);
    let loads = &now.loads()[own.clone()];
    let points = &world.sample_points()[own];
    let loaded = points.iter().zip(loads).filter(|(_, load)| load.normal_force != 0.0);
    let touched =
        |contactor: usize| state.tally.contacts.get(contactor).is_some_and(|one| one.touching);
    let carrying = loaded.map(|(point, _)| point.contactor).filter(|one| touched(*one));
    carrying.fold(0, |set, contactor| set | bit(contactor))
}

/// The linear answer of the ground at a sample point that carries load at the end of a step h and did at its start.
fn carrying(
    world: &World,
    state: &State,
    (now, h): (&Evaluation, f64),
    index: usize,
) -> Option<LinearAnswer> {
    let load = now.loads()[index].normal_force;
    if load == 0.0 {
        return None;
    }
    let point = &world.sample_points()[index];
    if !state.tally.contacts.get(point.contactor)?.touching {
        return None;
    }
    let touch = &now.contacts()[index];
    let ground: &Ground = &point.at(world.placement(), touch.facet, &touch.point).ground;
    let (sliding, reach) = (touch.sliding().norm(), h * load * point.inverse_mass);
    let answer = ground.force()?.linear_answer(load / point.share, sliding, reach)?;
    Some(answer.times(point.share))
}

impl Workspace {
    /// ω (rad/s), c (1/s) and that part of c that is not friction's, of a vehicle on the contacts that carry it now.
    fn rates_on_contacts(
        &mut self,
        world: &World,
        state: &State,
        vehicle: usize,
        h: f64,
    ) -> (f64, f64, f64) {
        let Self { now, modes, .. } = self;
        modes.furnish(world, world.layout().contacts(vehicle).len());
        modes.factor(world, state, now);
        let tree = &world.vehicles()[vehicle].tree;
        let kinematics = now.kinematics(vehicle);
        for (lever, index) in modes.levers.iter_mut().zip(world.layout().contacts(vehicle)) {
            let touch = &now.contacts()[index];
            let link = world.sample_points()[index].link;
            lever.take((vehicle, tree), kinematics, link, &(touch.point - kinematics.anchor));
            let answer = carrying(world, state, (now, h), index).unwrap_or_default();
            let along = touch.normal * touch.normal.transpose();
            let aside = Matrix3::identity() - along;
            lever.stiffness = of_point(&(along * answer.stiffness + aside * answer.side_stiffness));
            lever.damping = of_point(&(along * answer.damping + aside * answer.side_damping));
        }
        let omega = modes.greatest(POWER_STEPS, |lever| &lever.stiffness).sqrt();
        let damping = modes.greatest(POWER_STEPS, |lever| &lever.damping);
        for (lever, index) in modes.levers.iter_mut().zip(world.layout().contacts(vehicle)) {
            let normal = &now.contacts()[index].normal;
            let along = normal * normal.transpose();
            let turned = of_point(&along);
            lever.damping = turned * lever.damping * turned;
        }
        (omega, damping, modes.greatest(POWER_STEPS, |lever| &lever.damping))
    }
}

/// What answers motion of a point, none of it turning.
fn of_point(answer: &Matrix3<f64>) -> Matrix6<f64> {
    let mut all = Matrix6::zeros();
    all.fixed_view_mut::<3, 3>(3, 3).copy_from(answer);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Complex;

    #[test]
    fn the_half_disc_of_the_limit_lies_within_the_region_of_stability() {
        for step in 0..=900 {
            let angle = std::f64::consts::FRAC_PI_2 * (1.0 + f64::from(step) / 900.0);
            for share in 1..=100 {
                let radius = RK4_HALF_DISC * f64::from(share) / 100.0;
                let z = Complex::new(radius * angle.cos(), radius * angle.sin());
                let growth = z * (z * (z * (z / 4.0 + 1.0) / 3.0 + 1.0) / 2.0 + 1.0) + 1.0;
                assert!(growth.norm() <= 1.0 + 1e-12, "{radius} at {angle}: {}", growth.norm());
            }
        }
    }
}
