//! Where a vehicle comes to rest, by statics and not by waiting for the dynamics.
//!
//! The unknowns are the root's pose and the joints that no motor holds. Ground springs carry along
//! the normal and, where a wheel cannot roll, sideways; along its rolling direction each wheel
//! carries the same share of its load, so that no force is locked in between the wheels. The
//! equilibrium Q(q) = 0 is found by pseudo-transient continuation (Kelley & Keyes, SIAM J. Numer.
//! Anal. 35, 1998): (K + λ M) δ = Q with λ falling as the residual does, which is a very damped
//! fall at first and Newton's method at last.

mod sinking;

pub use sinking::{Sunk, sink};

use crate::contact::Contact;
use crate::contact::sample_point::SampleLocus;
use crate::dynamics::crba::{CrbaScratch, crba};
use crate::dynamics::energy::{self, Centre};
use crate::dynamics::kinematics::{Kinematics, integrate, normalise};
use crate::dynamics::rnea::{RneaScratch, rnea};
use crate::math::spatial::Force;
use crate::state::State;
use crate::stepping::{self, StepError, linear};
use crate::terrain::NoGround;
use crate::vehicle::{Inertia, Tree};
use crate::world::World;
use nalgebra::{DMatrix, Vector3};

/// A vehicle at rest.
#[derive(Clone, Debug, PartialEq)]
pub struct Settled {
    /// Position coordinates.
    pub positions: Vec<f64>,
    /// What each contact point carries, in the world's order.
    pub supports: Vec<Support>,
    /// Centre of mass.
    pub centre: Centre,
    /// Traction that every wheel uses along its rolling direction, as a share of its load.
    pub rolling_share: f64,
    /// Largest force left unbalanced, as a share of the weight.
    pub residual: f64,
    /// Iterations taken.
    pub iterations: usize,
    /// What the motors must give to hold it, by velocity coordinate, N m or N; zero elsewhere.
    pub holding: Vec<f64>,
}

/// How a vehicle at rest holds itself: what its motors give, and how its wheels lean on the ground. A
/// run that starts with it starts in equilibrium.
#[derive(Clone, Debug, PartialEq)]
pub struct Stance {
    /// Index of the vehicle.
    pub vehicle: usize,
    /// See [`Settled::holding`].
    pub holding: Vec<f64>,
    /// Force along the surface on each contactor of the world that carries any, N.
    pub leaning: Vec<(usize, Vector3<f64>)>,
}

impl Settled {
    /// How the vehicle holds itself.
    pub fn stance(&self, vehicle: usize) -> Stance {
        let mut leaning: Vec<(usize, Vector3<f64>)> = Vec::new();
        for support in &self.supports {
            match leaning.iter_mut().find(|(contactor, _)| *contactor == support.contactor) {
                Some((_, force)) => *force += support.tangent,
                None => leaning.push((support.contactor, support.tangent)),
            }
        }
        Stance { vehicle, holding: self.holding.clone(), leaning }
    }
}

/// A contact point of a vehicle at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Support {
    /// Index of the contactor among those of the world.
    pub contactor: usize,
    /// In the site frame, m.
    pub point: Vector3<f64>,
    /// Along the normal, N.
    pub load: f64,
    /// Along the surface, N.
    pub tangent: Vector3<f64>,
}

/// Why a vehicle does not settle.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SettleError {
    /// No ground under it.
    #[error(transparent)]
    NoGround(#[from] NoGround),
    /// The vehicle cannot move, or has nothing to stand on.
    #[error("{0}")]
    Unsuitable(&'static str),
    /// The iteration ended elsewhere.
    #[error(
        "no resting pose found after {iterations} iterations: {residual:.1e} of the weight is \
         unbalanced; the vehicle tips over or slides off here, or the ground is too steep"
    )]
    NotFound {
        /// Iterations.
        iterations: usize,
        /// Share of the weight left.
        residual: f64,
    },
}

/// Finds the resting pose of a vehicle near the state's: its place and heading are kept, height,
/// tilt and free joints are found. Joints with motors are held where they are. On rigid ground the pose
/// is then moved out of it as the whole shapes ask for, which sample points do not see.
pub fn settle(world: &World, state: &State, vehicle: usize) -> Result<Settled, SettleError> {
    let mut search = Search::new(world, state, vehicle)?;
    search.drop_onto_ground()?;
    search.come_down()?;
    let mut settled = search.run()?;
    if world.is_hard() {
        // Rigid ground is the limit of ever stiffer springs; the stiffest that is found counts.
        for _ in 0..5 {
            search.rigid *= 10.0;
            match search.run() {
                Ok(stiffer) => settled = stiffer,
                Err(SettleError::NotFound { .. }) => break,
                Err(other) => return Err(other),
            }
        }
        search.leave_ground(state, &mut settled)?;
    }
    Ok(settled)
}

/// Unbalanced share of the weight that counts as none.
const BALANCED: f64 = 1e-10;
/// Unbalanced share of the weight that counts as none where no step improves it: kilometres below the
/// datum a micrometre of depth has few digits left.
const ROUNDED: f64 = 1e-8;
const PATIENCE: usize = 600;

struct Search<'a> {
    world: &'a World,
    vehicle: usize,
    tree: &'a Tree,
    inertias: &'a [Option<Inertia>],
    q: Vec<f64>,
    start: Vector3<f64>,
    heading: Vector3<f64>,
    /// Coordinates that may move.
    free: Vec<usize>,
    /// Where each contact point would be without sideways force.
    anchors: Vec<Vector3<f64>>,
    rolling: f64,
    /// Whether wheels are held along their rolling direction too, as they are while coming down.
    gripping: bool,
    weight: f64,
    /// Stiffness that stands for rigid ground, N/m.
    rigid: f64,
    kinematics: Kinematics,
    rnea: RneaScratch,
    /// Force that each coordinate lacks.
    lacking: Vec<f64>,
    /// Soil that answers where it lies.
    soil: Option<sinking::Bedding<'a>>,
}

impl<'a> Search<'a> {
    fn new(world: &'a World, state: &'a State, vehicle: usize) -> Result<Self, SettleError> {
        let tree = &world.vehicles()[vehicle].tree;
        if !tree.links()[0].joint.kind.is_free() {
            return Err(SettleError::Unsuitable("the vehicle's root is fixed"));
        }
        if world.layout().contacts(vehicle).is_empty() {
            return Err(SettleError::Unsuitable("the vehicle has nothing to stand on"));
        }
        let inertias = &state.inertias[world.layout().links(vehicle)];
        let mass: f64 = inertias.iter().flatten().map(Inertia::mass).sum();
        let q = state.continuous[world.layout().positions(vehicle)].to_vec();
        let mut search = Self {
            world,
            vehicle,
            tree,
            inertias,
            start: Vector3::new(q[0], q[1], q[2]),
            heading: Vector3::x(),
            q,
            free: free_coordinates(tree),
            anchors: Vec::new(),
            rolling: 0.0,
            gripping: false,
            weight: mass * world.gravity().at_site(),
            // It stands millimetres deep at first.
            rigid: mass * world.gravity().at_site() / 1e-2,
            kinematics: Kinematics::new(tree),
            rnea: RneaScratch::new(tree),
            lacking: vec![0.0; tree.velocities()],
            soil: None,
        };
        search.move_links();
        let ahead = search.kinematics.links[0].rotation * Vector3::x();
        search.heading = Vector3::new(ahead.x, ahead.y, 0.0).try_normalize(1e-6).unwrap_or(ahead);
        Ok(search)
    }

    fn move_links(&mut self) {
        let still = vec![0.0; self.tree.velocities()];
        self.kinematics.update(self.tree, &self.q, &still);
    }

    fn touch(&self, index: usize) -> Result<Contact, NoGround> {
        let contact = &self.world.sample_points()[index];
        let motion = &self.kinematics.links[contact.link];
        let origin = self.kinematics.anchor + motion.position;
        let (point, seen) = contact.locus.touch(&motion.rotation, &origin, self.world.terrain())?;
        let velocity = Vector3::zeros();
        Ok(Contact {
            gap: seen.gap,
            normal: seen.normal,
            facet: seen.facet,
            point,
            velocity,
            ..Contact::NONE
        })
    }

    /// Lowers or lifts the vehicle until its lowest contact point just touches.
    fn drop_onto_ground(&mut self) -> Result<(), NoGround> {
        for _ in 0..30 {
            let mut least = f64::INFINITY;
            for index in self.world.layout().contacts(self.vehicle) {
                let touch = self.touch(index)?;
                least = least.min(touch.gap / touch.normal.z.max(0.1));
            }
            self.q[2] -= least;
            self.move_links();
            if least.abs() < 1e-9 {
                break;
            }
        }
        self.start.z = self.q[2];
        self.set_anchors()
    }

    /// Moves the pose out of rigid ground.
    fn leave_ground(&mut self, state: &State, settled: &mut Settled) -> Result<(), SettleError> {
        let mut state = state.clone();
        let places = self.world.layout().positions(self.vehicle);
        state.continuous[places].copy_from_slice(&settled.positions);
        match stepping::cleared(self.world, &state, self.vehicle) {
            Ok(positions) => settled.positions = positions,
            Err(StepError::NoGround { source, .. }) => return Err(source.into()),
            // A pose that cannot be evaluated is left as statics found it.
            Err(_) => return Ok(()),
        }
        self.q.copy_from_slice(&settled.positions);
        self.move_links();
        settled.centre = energy::centre_of_mass(self.inertias, &self.kinematics);
        Ok(())
    }

    fn set_anchors(&mut self) -> Result<(), NoGround> {
        let range = self.world.layout().contacts(self.vehicle);
        self.anchors = range.map(|i| Ok(self.touch(i)?.point)).collect::<Result<_, NoGround>>()?;
        Ok(())
    }

    /// Force of the ground on a contact point at rest.
    fn support(&self, index: usize) -> Result<Support, NoGround> {
        let contact = &self.world.sample_points()[index];
        let touch = self.touch(index)?;
        let ground = contact.under_soil(self.world.placement(), &touch);
        let mut load = ground.standing_force(&touch, self.rigid) * contact.share;
        if self.is_in_soil(touch.facet, &touch.point) {
            load = 0.0;
        }
        let slot = index - self.world.layout().contacts(self.vehicle).start;
        let moved = touch.point - self.anchors[slot];
        let moved = moved - touch.normal * moved.dot(&touch.normal);
        let hold = ground.sideways_stiffness(self.rigid) * contact.share;
        let mut tangent = Vector3::zeros();
        if load > 0.0 {
            tangent = match contact.locus {
                SampleLocus::Ring { axis, .. } if !self.gripping => {
                    let axle = self.kinematics.links[contact.link].rotation * axis;
                    let ahead = axle.cross(&touch.normal).normalize();
                    let side = touch.normal.cross(&ahead);
                    ahead * (self.rolling * load) - side * (hold * moved.dot(&side))
                }
                SampleLocus::Point(_) | SampleLocus::Ring { .. } | SampleLocus::Ball { .. } => {
                    moved * -hold
                }
            };
        }
        Ok(Support { contactor: contact.contactor, point: touch.point, load, tangent })
    }

    /// Energy of gravity and of the ground's normal springs, J.
    fn energy(&self) -> Result<f64, NoGround> {
        let gravity = self.world.gravity();
        let mut sum = energy::potential(gravity, self.inertias, &self.kinematics);
        for index in self.world.layout().contacts(self.vehicle) {
            let touch = self.touch(index)?;
            // Half of force times depth is exact for a spring and near enough for any other law.
            let contact = &self.world.sample_points()[index];
            let ground = contact.under_soil(self.world.placement(), &touch);
            let load = ground.standing_force(&touch, self.rigid) * contact.share;
            sum -= 0.5 * load * touch.gap.min(0.0);
        }
        for &link in self.tree.driven() {
            let place = &self.tree.places()[link];
            let joint = &self.tree.links()[link].joint;
            let position = place.multiplier * self.q[place.position] + place.offset;
            sum += joint.passive.stored(position);
            sum += joint.crush.map_or(0.0, |crush| crush.work(position));
            if let Some(limits) = &joint.limits {
                let beyond = (limits.lower - position).max(position - limits.upper).max(0.0);
                sum += 0.5 * limits.stiffness * beyond * beyond;
            }
        }
        Ok(sum)
    }

    /// Lowers the vehicle onto all its wheels: energy falls with every step, and what touches
    /// holds against sliding only within a step, so that nothing is locked in.
    fn come_down(&mut self) -> Result<(), SettleError> {
        self.gripping = true;
        let masses = self.masses();
        let count = self.free.len();
        let mut damping = 400.0;
        let mut height = self.energy()?;
        for _ in 0..PATIENCE {
            self.set_anchors()?;
            let base = self.imbalance()?;
            let mut matrix = self.stiffness(&base)?;
            for (row, mass) in masses.iter().enumerate() {
                matrix[(row, row)] += damping * mass;
            }
            matrix.row_mut(count).fill(0.0);
            matrix[(count, count)] = 1.0;
            let mut step = base;
            step[count] = 0.0;
            let solved = linear::solve_general(&mut matrix, &mut step);
            let saved = self.save();
            let longest = step[..count].iter().fold(0.0f64, |m, x| m.max(x.abs()));
            if solved {
                self.displace(&step, (0.05 / longest).min(1.0));
            }
            let lower = self.energy()?;
            if solved && lower <= height {
                height = lower;
                damping = (damping * 0.3).max(1e-6);
                let left = self.imbalance()?;
                if damping < 1.0 && self.unbalanced(&left, &masses) < 1e-3 {
                    break;
                }
            } else {
                self.restore(&saved);
                damping *= 4.0;
                if damping > 1e12 {
                    break;
                }
            }
        }
        self.gripping = false;
        let place = Vector3::new(self.q[0], self.q[1], self.q[2]);
        self.start += self.heading * (place - self.start).dot(&self.heading);
        Ok(self.set_anchors()?)
    }

    /// Generalised forces on the free coordinates, and how far the root has left its place along
    /// its heading.
    fn imbalance(&mut self) -> Result<Vec<f64>, SettleError> {
        let count = self.tree.velocities();
        let mut external = vec![Force::default(); self.tree.links().len()];
        for (index, inertia) in self.inertias.iter().enumerate() {
            let Some(inertia) = inertia else { continue };
            let (place, velocity) = self.kinematics.links[index].point(inertia.centre());
            let site = self.kinematics.anchor + place;
            let gravity = self.world.gravity().acceleration(&site, &velocity);
            external[index] += Force::at(gravity * inertia.mass(), &place);
        }
        for index in self.world.layout().contacts(self.vehicle) {
            let support = self.support(index)?;
            let touch = self.touch(index)?;
            let contact = &self.world.sample_points()[index];
            let force = touch.normal * support.load + support.tangent;
            external[contact.link] += Force::at(force, &(support.point - self.kinematics.anchor));
        }
        if let Some(soil) = &mut self.soil {
            soil.press(self.vehicle, &self.kinematics, &mut external)?;
        }
        let mut tau = vec![0.0; count];
        let still = vec![0.0; count];
        let Self { tree, inertias, kinematics, rnea: room, .. } = self;
        rnea(tree, inertias, kinematics, &still, &external, room, &mut tau);
        for &link in self.tree.driven() {
            let place = &self.tree.places()[link];
            let joint = &self.tree.links()[link].joint;
            let position = place.multiplier * self.q[place.position] + place.offset;
            let mut force = joint.passive.pull(position, 0.0);
            force += joint.crush.map_or(0.0, |crush| crush.force(position, 0.0));
            force += joint.limits.map_or(0.0, |limits| limits.force(position, 0.0));
            tau[place.velocity] -= place.multiplier * force;
        }
        let mut result: Vec<f64> = self.free.iter().map(|&k| -tau[k]).collect();
        let place = Vector3::new(self.q[0], self.q[1], self.q[2]);
        result.push(-(place - self.start).dot(&self.heading));
        self.lacking = tau;
        Ok(result)
    }

    /// Moves the free coordinates and the rolling share.
    fn displace(&mut self, step: &[f64], share: f64) {
        let mut change = vec![0.0; self.tree.velocities()];
        for (&coordinate, value) in self.free.iter().zip(step) {
            change[coordinate] = value * share;
        }
        integrate(self.tree, &mut self.q, &change, 1.0);
        normalise(self.tree, &mut self.q);
        self.rolling += step[self.free.len()] * share;
        self.move_links();
    }

    fn save(&self) -> (Vec<f64>, f64) {
        (self.q.clone(), self.rolling)
    }

    fn restore(&mut self, saved: &(Vec<f64>, f64)) {
        self.q.copy_from_slice(&saved.0);
        self.rolling = saved.1;
        self.move_links();
    }

    /// −dQ/dx by differences, and the scale of mass on its diagonal.
    fn stiffness(&mut self, base: &[f64]) -> Result<DMatrix<f64>, SettleError> {
        const NUDGE: f64 = 1e-7;
        let count = base.len();
        let mut matrix = DMatrix::zeros(count, count);
        for column in 0..count {
            let saved = self.save();
            let mut step = vec![0.0; count];
            step[column] = NUDGE;
            self.displace(&step, 1.0);
            let moved = self.imbalance()?;
            self.restore(&saved);
            for row in 0..count {
                matrix[(row, column)] = -(moved[row] - base[row]) / NUDGE;
            }
        }
        Ok(matrix)
    }

    fn masses(&self) -> Vec<f64> {
        let count = self.tree.velocities();
        let mut mass = DMatrix::zeros(count, count);
        let mut room = CrbaScratch::new(self.tree);
        crba(self.tree, self.inertias, &self.kinematics, &mut room, &mut mass);
        self.free.iter().map(|&k| mass[(k, k)]).collect()
    }

    fn run(&mut self) -> Result<Settled, SettleError> {
        let masses = self.masses();
        // An early step is that of a strongly damped fall over a twentieth of a second.
        let mut damping = 400.0;
        let mut base = self.imbalance()?;
        for iteration in 0..PATIENCE {
            let size = self.unbalanced(&base, &masses);
            if size < BALANCED && base[self.free.len()].abs() < 1e-9 {
                return self.settled(size, iteration);
            }
            let mut matrix = self.stiffness(&base)?;
            for (row, mass) in masses.iter().enumerate() {
                matrix[(row, row)] += damping * mass;
            }
            let last = self.free.len();
            if matrix.column(last).iter().all(|x| *x == 0.0) {
                // Nothing carries yet, so no wheel can roll either.
                matrix[(last, last)] = 1e6;
            }
            let mut step = base.clone();
            if !linear::solve_general(&mut matrix, &mut step) {
                damping = (damping * 10.0).max(1.0);
                continue;
            }
            let saved = self.save();
            let longest = step[..self.free.len()].iter().fold(0.0f64, |m, x| m.max(x.abs()));
            self.displace(&step, (0.05 / longest).min(1.0));
            let moved = self.imbalance()?;
            if self.unbalanced(&moved, &masses) < size {
                damping *= 0.3;
                base = moved;
            } else if size < ROUNDED && base[self.free.len()].abs() < 1e-7 {
                self.restore(&saved);
                return self.settled(size, iteration);
            } else if damping < 1e9 {
                self.restore(&saved);
                damping = (damping * 4.0).max(1e-6);
            } else {
                // Even a tiny step does not help at a kink of the ground: take it and go on.
                damping = 400.0;
                base = moved;
            }
        }
        let residual = self.unbalanced(&base, &masses);
        Err(SettleError::NotFound { iterations: PATIENCE, residual })
    }

    /// Unbalanced forces as a share of the weight; moments count by the arm that mass and inertia
    /// make.
    fn unbalanced(&self, forces: &[f64], masses: &[f64]) -> f64 {
        let total = masses[0];
        let sum: f64 = forces
            .iter()
            .zip(masses)
            .map(|(force, mass)| force * force * total / mass.max(1e-6 * total))
            .sum();
        sum.sqrt() / self.weight
    }

    fn settled(&mut self, residual: f64, iterations: usize) -> Result<Settled, SettleError> {
        self.imbalance()?;
        let mut holding = self.lacking.clone();
        for &coordinate in &self.free {
            holding[coordinate] = 0.0;
        }
        let range = self.world.layout().contacts(self.vehicle);
        Ok(Settled {
            positions: self.q.clone(),
            supports: range.map(|i| self.support(i)).collect::<Result<_, _>>()?,
            centre: energy::centre_of_mass(self.inertias, &self.kinematics),
            rolling_share: self.rolling,
            residual,
            iterations,
            holding,
        })
    }
}

/// The root's six coordinates and those of joints that no motor holds.
fn free_coordinates(tree: &Tree) -> Vec<usize> {
    let mut held = vec![false; tree.velocities()];
    for (link, place) in tree.links().iter().zip(tree.places()) {
        for column in place.columns.clone() {
            held[tree.columns()[column].coordinate] |= link.joint.motor.is_some();
        }
    }
    (0..tree.velocities()).filter(|&k| !held[k]).collect()
}

/// The tilt (rad) of the ground towards an azimuth (rad, clockwise from north) at which a resting
/// vehicle tips over, for it turns about an edge of its support.
pub fn tip_over_angle(settled: &Settled, azimuth: f64) -> Option<f64> {
    let (sine, cosine) = crate::math::real::sin_cos(azimuth);
    let towards = Vector3::new(sine, cosine, 0.0);
    let hull = support_polygon(settled);
    let mut least: Option<f64> = None;
    for (index, from) in hull.iter().enumerate() {
        let edge = hull[(index + 1) % hull.len()] - from;
        let arm = settled.centre.position - from;
        // Moment of gravity −z cos θ + d sin θ about the edge, positive inwards for an
        // anticlockwise polygon.
        let upright = edge.dot(&arm.cross(&-Vector3::z()));
        let tilted = edge.dot(&arm.cross(&towards));
        if tilted * upright < 0.0 {
            let angle = crate::math::real::atan2(upright.abs(), tilted.abs());
            least = Some(least.map_or(angle, |l| l.min(angle)));
        }
    }
    least
}

/// Loaded contact points that the others lie inside of, anticlockwise from above (Andrew 1979).
pub fn support_polygon(settled: &Settled) -> Vec<Vector3<f64>> {
    let mut points: Vec<Vector3<f64>> =
        settled.supports.iter().filter(|s| s.load > 0.0).map(|s| s.point).collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let turns_right = |a: &Vector3<f64>, b: &Vector3<f64>, c: &Vector3<f64>| {
        (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) <= 0.0
    };
    let half = |points: &mut dyn Iterator<Item = &Vector3<f64>>| {
        let mut chain: Vec<Vector3<f64>> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..]
                && turns_right(&a, &b, point)
            {
                chain.pop();
            }
            chain.push(*point);
        }
        chain.pop();
        chain
    };
    let mut hull = half(&mut points.iter());
    hull.extend(half(&mut points.iter().rev()));
    hull
}
