//! Compliant ground within the step: marker and custom laws, which give a force and are no cone.
//!
//! A law's mean force in the step is a function of the velocity u⁺ = J v⁺ of its point at the end
//! (`ground/step_force.rs`). It enters by its tangent about a try u*, iterated,
//!
//! F(u⁺) = F* − X (u⁺ − u*),  X = X_s + ℓ nᵀ − κ d dᵀ,
//!
//! the symmetric part X_s along the normal and along the surface, ℓ, how friction grows with the normal force,
//! and κ, how it falls with the speed of sliding along d. Σ Jᵀ h X_s J joins the mass matrix, a link's own
//! coordinates only, so that the pattern of its factor stays. The others have rank one each: they are taken in
//! afterwards (Woodbury) where the vehicle has no row in the cone problem, and left to the next iteration where
//! it has. So friction of a table is that table, and a vehicle may stand on markers with one wheel and on rigid
//! rock with another.

use super::StepConstants;
use super::condensed::eliminate;
use super::constraint_row::ConstraintRows;
use super::vehicle_dynamics::VehicleDynamics;
use crate::contact::{Contact, Load, PointImpulses};
use crate::dynamics::jacobian::for_each_column;
use crate::dynamics::ltl::{Factor, FactorPattern, ROOT};
use crate::ground::step_force::{LawState, StepPath};
use crate::state::State;
use crate::state::staging;
use crate::stepping::{Evaluation, StepError};
use crate::terrain::NoGround;
use crate::world::Channel;
use crate::world::{GroundPart, SamplePoint, World};
use nalgebra::{Matrix3, Vector3};
use std::ops::Range;

/// Forces of a step agree with those of its end to this share of the greatest of them. Chosen: as near to
/// round-off as differences of 1e-7 in laws without derivatives allow.
const FORCE_TOLERANCE: f64 = 1e-11;
/// A step whose forces are off by more than this share of the greatest is refused and halved. Chosen.
const UNSETTLED_SHARE: f64 = 1e-6;
/// How often a step is repeated from the end that it finds before a line is searched there. Chosen: where
/// nothing kinks Newton's method needs fewer.
const FULL_STEP_LIMIT: u64 = 4;
/// Shortest part of a Newton step in the line search: ten halvings. Chosen.
const LEAST_LINE_SHARE: f64 = 1e-3;
/// Constant of Armijo's rule (J. Nocedal, S. Wright, *Numerical Optimization*, §3.1).
const ARMIJO: f64 = 1e-4;
/// Forces of rank one that are taken in by Woodbury's formula at once; more are left to the next
/// iteration. Chosen: its small matrix is solved densely, and its memory is reserved when the world is
/// made.
const RANK_ONE_LIMIT: usize = 128;
/// Force that the greatest one is taken for at least, N, so that nothing is divided by zero. Chosen: a
/// ten-millionth of a gram's weight.
const LEAST_FORCE: f64 = 1e-9;

/// Points of compliant ground in a step.
#[derive(Clone, Debug, Default)]
pub(super) struct Compliant {
    points: Vec<Point>,
    /// How coordinates move the points, one point after the other.
    columns: Vec<(usize, Vector3<f64>)>,
    /// Velocities about which forces are taken as linear, by vehicle.
    tried: Vec<Vec<f64>>,
    scratch: LawScratch,
    /// What leaning forces move, one after the other, in all coordinates of a vehicle.
    moved: Vec<f64>,
    /// Their small system, line by line, with its right-hand side last.
    corner: Vec<f64>,
    /// Places among the points, and which of their leaning forces, of a vehicle's leaning forces.
    leaning: Vec<(usize, usize)>,
    /// How fast coordinates move a point along one direction.
    ahead: Vec<(usize, f64)>,
    far_from_solution: bool,
}

/// Scratch for the numbers of a law.
#[derive(Clone, Debug, Default)]
struct LawScratch {
    rates: Vec<f64>,
    within: Vec<f64>,
    increment: Vec<f64>,
}

/// One contact point on compliant ground.
#[derive(Clone, Debug)]
struct Point {
    /// Index among the world's contacts.
    contact: usize,
    /// Number of the ground at the start of the step, which answers in all of it.
    ground: usize,
    /// Vehicle that moves it.
    vehicle: usize,
    path: StepPath,
    columns: Range<usize>,
    /// u*.
    about: Vector3<f64>,
    /// F*, site axes, N.
    force: Vector3<f64>,
    /// X_s.
    symmetric: Matrix3<f64>,
    /// What is left of X: a force along the first vector for a velocity along the second.
    leans: [Lean; 2],
    /// The force with which the step was solved, N.
    acted: Vector3<f64>,
}

/// A part of rank one of a force's answer to a velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Lean {
    force: Vector3<f64>,
    velocity: Vector3<f64>,
}

impl Lean {
    /// Nothing acts, nothing moves.
    const NONE: Self =
        Self { force: Vector3::new(0.0, 0.0, 0.0), velocity: Vector3::new(0.0, 0.0, 0.0) };
}

impl Point {
    /// Asks its law for the force in the step that ends with a velocity of the point.
    fn linearise_about(
        &mut self,
        about: Vector3<f64>,
        world: &World,
        state: &State,
        scratch: &mut LawScratch,
    ) {
        let contact = &world.sample_points()[self.contact];
        self.about = about;
        self.path.end = about;
        let part = contact.part(self.ground);
        let Some(ground) = part.ground.force() else { return };
        let found = ground.step_force(&self.path, &mut scratch.of(part, state));
        let load = found.load.times(contact.share);
        self.linearise(&load, &(found.slope * contact.share));
    }

    /// Takes a force and its derivative by the velocity at the end.
    fn linearise(&mut self, load: &Load, slope: &Matrix3<f64>) {
        let normal = &self.path.start.normal;
        self.force = load.force(normal);
        let answer = -slope;
        let pressed = answer * normal;
        let along = pressed.dot(normal).max(0.0);
        // How friction grows with the normal force.
        self.leans[0] = Lean { force: pressed - normal * pressed.dot(normal), velocity: *normal };
        self.leans[1] = Lean::NONE;
        let across = Matrix3::identity() - normal * normal.transpose();
        let mut tangent = across * (answer + answer.transpose()) * across * 0.5;
        // What falls with speed would make the matrix indefinite: it is taken in afterwards as well.
        let sliding = self.about - normal * self.about.dot(normal);
        if let Some(ahead) = sliding.try_normalize(0.0) {
            let falls = ahead.dot(&(tangent * ahead));
            if falls < 0.0 {
                tangent -= ahead * ahead.transpose() * falls;
                self.leans[1] = Lean { force: ahead * falls, velocity: ahead };
            }
        }
        self.symmetric = normal * normal.transpose() * along + tangent;
    }

    /// Its force at a change of the velocity, with or without what leans.
    fn at(&self, change: &Vector3<f64>, with_leans: bool) -> Vector3<f64> {
        let mut force = self.force - self.symmetric * change;
        if with_leans {
            for lean in &self.leans {
                force -= lean.force * lean.velocity.dot(change);
            }
        }
        force
    }
}

/// The velocity of a point under velocities of the coordinates.
fn velocity(columns: &[(usize, Vector3<f64>)], v: &[f64]) -> Vector3<f64> {
    columns.iter().fold(Vector3::zeros(), |sum, (place, column)| sum + column * v[*place])
}

impl Compliant {
    /// Finds the points that touch, or may do so in the step, as the vehicles are posed; tries the velocities
    /// of the start for those of the end.
    pub(super) fn start(
        &mut self,
        world: &World,
        state: &State,
        (now, posed): (&Evaluation, &Evaluation),
        bodies: &[VehicleDynamics],
        span: StepConstants,
    ) -> Result<(), StepError> {
        self.points.clear();
        self.columns.clear();
        self.far_from_solution = false;
        if !world.is_compliant() {
            return Ok(());
        }
        self.start_laws(world, state, (now, posed), bodies, span)
    }

    /// The same where there are laws of force. Apart, so that a step on other ground does not run past it.
    #[inline(never)]
    fn start_laws(
        &mut self,
        world: &World,
        state: &State,
        (now, posed): (&Evaluation, &Evaluation),
        bodies: &[VehicleDynamics],
        span: StepConstants,
    ) -> Result<(), StepError> {
        let fall = 4.0 * span.h * span.h * world.gravity().at_site();
        for (index, contact) in world.sample_points().iter().enumerate() {
            let seen = &now.contacts()[index];
            let near = fall + 3.0 * span.h * seen.velocity.norm();
            let ground = contact.number_at(world.placement(), seen.facet, &seen.point);
            if contact.part(ground).ground.force().is_none() || seen.gap > near {
                continue;
            }
            let touch =
                if span.second_order { touch_at(world, posed, contact, state)? } else { *seen };
            self.add(world, state, posed, bodies, ((index, ground), seen.gap, touch), span);
        }
        for (tried, body) in self.tried.iter_mut().zip(bodies) {
            tried.copy_from_slice(&body.start);
        }
        self.linearise(world, state, |vehicle| &bodies[vehicle].start);
        Ok(())
    }

    /// Scratch for all contacts of a world.
    pub(super) fn new(world: &World) -> Self {
        let vehicles = world.vehicles().iter();
        let tried = vehicles.map(|vehicle| vec![0.0; vehicle.tree.velocities()]).collect();
        let parts = || world.sample_points().iter().flat_map(SamplePoint::parts);
        let internals = parts().map(|part| part.internals.len()).max().unwrap_or(0);
        let memory = parts().map(|part| part.memory.len()).max().unwrap_or(0);
        let scratch = LawScratch {
            rates: vec![0.0; internals],
            within: vec![0.0; internals],
            increment: vec![0.0; memory],
        };
        let contacts = if world.is_compliant() { world.sample_points().len() } else { 0 };
        let widest = world.vehicles().iter().map(|v| v.tree.velocities()).max().unwrap_or(0);
        // More leaning forces than coordinates are left to the next iteration.
        let most = (2 * contacts).min(RANK_ONE_LIMIT);
        Self {
            points: Vec::with_capacity(contacts),
            columns: Vec::with_capacity(contacts * widest),
            tried,
            scratch,
            moved: Vec::with_capacity((most * widest).max(widest)),
            corner: Vec::with_capacity(most * (most + 1)),
            leaning: Vec::with_capacity(most),
            ahead: Vec::with_capacity(widest),
            far_from_solution: false,
        }
    }

    fn add(
        &mut self,
        world: &World,
        state: &State,
        posed: &Evaluation,
        bodies: &[VehicleDynamics],
        ((index, ground), gap, touch): ((usize, usize), f64, Contact),
        span: StepConstants,
    ) {
        let contact = &world.sample_points()[index];
        let (vehicle, link) = staging::bearer(world, state, (contact.vehicle, contact.link));
        let kinematics = posed.kinematics(vehicle);
        let place = touch.point - kinematics.anchor;
        let first = self.columns.len();
        let columns = &mut self.columns;
        let tree = &world.vehicles()[vehicle].tree;
        let shared = tree.shares_coordinates();
        for_each_column(tree, kinematics, link, |coordinate, twist| {
            let column = twist.at(&place);
            let mut known = columns[first..].iter_mut().filter(|_| shared);
            match known.find(|(known, _)| *known == coordinate) {
                Some((_, sum)) => *sum += column,
                None => columns.push((coordinate, column)),
            }
        });
        let velocity = velocity(&columns[first..], &bodies[vehicle].start);
        let path = StepPath {
            h: span.h,
            start: Contact { gap, velocity, ..touch },
            end: velocity,
            compliance: contact.inverse_mass * contact.share,
            second_order: span.second_order,
        };
        self.points.push(Point {
            contact: index,
            ground,
            vehicle,
            path,
            columns: first..self.columns.len(),
            about: velocity,
            force: Vector3::zeros(),
            symmetric: Matrix3::zeros(),
            leans: [Lean::NONE; 2],
            acted: Vector3::zeros(),
        });
    }

    /// Asks the laws for their forces in the step that ends with velocities.
    fn linearise<'a>(&mut self, world: &World, state: &State, end: impl Fn(usize) -> &'a [f64]) {
        let Self { points, columns, scratch, .. } = self;
        for point in points {
            let about = velocity(&columns[point.columns.clone()], end(point.vehicle));
            point.linearise_about(about, world, state, scratch);
        }
    }

    /// Whether any point is under a vehicle.
    pub(super) fn is_under(&self, vehicle: usize) -> bool {
        self.points.iter().any(|point| point.vehicle == vehicle)
    }

    /// Whether any point presses on a vehicle.
    pub(super) fn presses_on(&self, vehicle: usize) -> bool {
        self.points.iter().any(|p| p.vehicle == vehicle && p.acted != Vector3::zeros())
    }

    /// Adds Σ Jᵀ h X_s J to a vehicle's mass matrix, and the impulses at the velocities of free motion to the
    /// others.
    pub(super) fn stiffen(
        &self,
        vehicle: usize,
        drift: &[f64],
        (pattern, mass, impulse): (&FactorPattern, &mut Factor, &mut [f64]),
    ) {
        let mut square = [[0.0; ROOT]; ROOT];
        for point in self.points.iter().filter(|point| point.vehicle == vehicle) {
            let columns = &self.columns[point.columns.clone()];
            let h = point.path.h;
            let about = velocity(columns, drift) - point.about;
            let force = (point.force - point.symmetric * about) * h;
            columns.iter().for_each(|(row, column)| impulse[*row] += column.dot(&force));
            // Links come before what bears them: a free root's columns are the last.
            let of_root = |root: &[(usize, Vector3<f64>); ROOT]| {
                pattern.is_rooted()
                    && root.iter().enumerate().all(|(place, (own, _))| *own == place)
            };
            let (own, root) = match columns.split_last_chunk::<ROOT>() {
                Some((own, root)) if of_root(root) => (own, Some(root)),
                _ => (columns, None),
            };
            let stiffness = point.symmetric * h;
            for (row, column) in own {
                let answer = stiffness * column;
                for (other, second) in own.iter().filter(|(other, _)| other <= row) {
                    pattern.add((*row, *other), second.dot(&answer), mass);
                }
                if let Some(root) = root {
                    let values = root.map(|(_, second)| second.dot(&answer));
                    pattern.add_root(*row, &values, mass);
                }
            }
            if let Some(root) = root {
                for (line, (_, column)) in square.iter_mut().zip(root) {
                    let answer = stiffness * column;
                    let values = line.iter_mut().zip(root);
                    values.for_each(|(value, (_, second))| *value += second.dot(&answer));
                }
            }
        }
        if pattern.is_rooted() {
            pattern.add_to_root(&square, mass);
        }
    }

    /// Takes in what leans (Woodbury), for a vehicle without rows whose velocities at the end have been found
    /// without it: (A + Σ a bᵀ) v = c + Σ a (bᵀ v*) from A⁻¹ c.
    pub(super) fn lean(&mut self, vehicle: usize, body: &mut VehicleDynamics) {
        let Self { points, columns, moved, corner, leaning, ahead, .. } = self;
        leaning.clear();
        for (place, point) in points.iter().enumerate().filter(|(_, p)| p.vehicle == vehicle) {
            for (which, lean) in point.leans.iter().enumerate() {
                if lean.force != Vector3::zeros() {
                    leaning.push((place, which));
                }
            }
        }
        let (count, size) = (leaning.len(), body.end.len());
        if count == 0 {
            return;
        }
        moved.clear();
        moved.resize(count * size, 0.0);
        for (&(place, which), own) in leaning.iter().zip(moved.chunks_exact_mut(size)) {
            let point = &points[place];
            for (coordinate, column) in &columns[point.columns.clone()] {
                own[*coordinate] += point.path.h * column.dot(&point.leans[which].force);
            }
            body.solve_with_factor(own);
        }
        corner.clear();
        for (row, &(place, which)) in leaning.iter().enumerate() {
            let point = &points[place];
            let (columns, along) = (&columns[point.columns.clone()], &point.leans[which].velocity);
            // How fast coordinates move the point along the direction.
            ahead.clear();
            ahead.extend(
                columns.iter().map(|(coordinate, column)| (*coordinate, along.dot(column))),
            );
            let speed =
                |v: &[f64]| ahead.iter().map(|(place, share)| share * v[*place]).sum::<f64>();
            for (column, other) in moved.chunks_exact(size).enumerate() {
                let own = if row == column { 1.0 } else { 0.0 };
                corner.push(own + speed(other));
            }
            corner.push(speed(&body.end) - along.dot(&point.about));
        }
        eliminate(corner, count);
        for (line, own) in corner.chunks_exact(count + 1).zip(moved.chunks_exact(size)) {
            let share = line[count];
            body.end.iter_mut().zip(own).for_each(|(end, part)| *end -= share * part);
        }
    }

    /// Whether the forces at the end are those with which the step was solved; takes them there if not, or as
    /// far there as errors fall where that has not helped.
    pub(super) fn is_settled(
        &mut self,
        world: &World,
        state: &State,
        (bodies, rows): (&mut [VehicleDynamics], &ConstraintRows),
        repetition: u64,
    ) -> bool {
        if self.points.is_empty() {
            return true;
        }
        let (mut most, mut deviation) = (LEAST_FORCE, 0.0_f64);
        for point in &mut self.points {
            let body = &bodies[point.vehicle];
            let end = velocity(&self.columns[point.columns.clone()], &body.end);
            point.acted = point.at(&(end - point.about), body.takes_leans(rows, point.vehicle));
            point.linearise_about(end, world, state, &mut self.scratch);
            most = most.max(point.force.norm());
            deviation = deviation.max((point.force - point.acted).norm());
        }
        self.far_from_solution = deviation > UNSETTLED_SHARE * most;
        if deviation <= FORCE_TOLERANCE * most {
            return true;
        }
        if repetition <= FULL_STEP_LIMIT {
            for (tried, body) in self.tried.iter_mut().zip(bodies) {
                tried.copy_from_slice(&body.end);
            }
            return false;
        }
        let mut tried = std::mem::take(&mut self.tried);
        for (vehicle, body) in bodies.iter_mut().enumerate() {
            let share = self.step_share(world, state, (vehicle, body, &mut tried[vehicle]));
            for (tried, end) in tried[vehicle].iter_mut().zip(&body.end) {
                *tried += share * (end - *tried);
            }
        }
        self.linearise(world, state, |vehicle| &tried[vehicle]);
        self.tried = tried;
        false
    }

    /// How far to go from velocities that were tried to those that they led to: as far as the error of the
    /// momenta falls (line search). Kinks of friction else lead from one piece to the other and back for ever.
    fn step_share(
        &mut self,
        world: &World,
        state: &State,
        (vehicle, body, tried): (usize, &mut VehicleDynamics, &mut [f64]),
    ) -> f64 {
        if !self.is_under(vehicle) {
            return 1.0;
        }
        let mut share = 1.0;
        let before = self.momentum_error(world, state, vehicle, body, tried);
        while share > LEAST_LINE_SHARE {
            // Goes there and back, so that no further copy is needed.
            let go = |tried: &mut [f64], end: &[f64], share: f64| {
                tried.iter_mut().zip(end).for_each(|(tried, end)| *tried += share * (end - *tried));
            };
            self.moved.clear();
            self.moved.extend_from_slice(tried);
            go(tried, &body.end, share);
            let kept = std::mem::take(&mut self.moved);
            let after = self.momentum_error(world, state, vehicle, body, tried);
            tried.copy_from_slice(&kept);
            self.moved = kept;
            if after < (1.0 - ARMIJO * share) * before {
                break;
            }
            share *= 0.5;
        }
        share
    }

    /// Error of a vehicle's momenta if it ended with some velocities, in the metric of its inertia.
    fn momentum_error(
        &mut self,
        world: &World,
        state: &State,
        vehicle: usize,
        body: &mut VehicleDynamics,
        end: &[f64],
    ) -> f64 {
        body.lack_of_momentum(end);
        let Self { points, columns, scratch, .. } = self;
        for point in points.iter_mut().filter(|point| point.vehicle == vehicle) {
            let contact = &world.sample_points()[point.contact];
            let columns = &columns[point.columns.clone()];
            let path = StepPath { end: velocity(columns, end), ..point.path };
            let part = contact.part(point.ground);
            let Some(ground) = part.ground.force() else { continue };
            let load = ground.step_force(&path, &mut scratch.of(part, state)).load;
            let push = load.times(contact.share).force(&path.start.normal) * path.h;
            for (place, column) in columns {
                body.scratch[*place] += column.dot(&push);
            }
        }
        body.size_of_momentum()
    }

    /// Whether the step was given up with forces that are not those of its end.
    pub(super) fn is_far_from_solution(&self) -> bool {
        self.far_from_solution
    }

    /// The largest change of a point's velocity (m/s) that its force off the law would make in the step.
    pub(super) fn worst_speed_change(&self) -> f64 {
        let deviation = |p: &Point| (p.force - p.acted).norm() * p.path.h * p.path.compliance;
        self.points.iter().map(deviation).fold(0.0, f64::max)
    }

    /// Books the step: the laws' own work, impulses, internals at the end. Returns what the scheme adds to the
    /// work of the laws, J.
    pub(super) fn account(
        &mut self,
        world: &World,
        state: &State,
        bodies: &[VehicleDynamics],
        end_at: &mut [f64],
        impulses: &mut PointImpulses,
    ) -> f64 {
        if self.points.is_empty() {
            return 0.0;
        }
        self.account_points(world, state, bodies, end_at, impulses)
    }

    #[inline(never)]
    fn account_points(
        &mut self,
        world: &World,
        state: &State,
        bodies: &[VehicleDynamics],
        end_at: &mut [f64],
        impulses: &mut PointImpulses,
    ) -> f64 {
        let book = world.layout().work().start;
        let Self { points, columns, scratch, .. } = self;
        let mut numerical = 0.0;
        for point in points {
            let contact = &world.sample_points()[point.contact];
            let columns = &columns[point.columns.clone()];
            let (h, normal) = (point.path.h, point.path.start.normal);
            point.path.end = velocity(columns, &bodies[point.vehicle].end);
            let part = contact.part(point.ground);
            let Some(ground) = part.ground.force() else { continue };
            let mut law = scratch.of(part, state);
            if !part.internals.is_empty() {
                ground.step_force(&point.path, &mut law);
                for (slot, rate) in part.internals.clone().zip(law.rates.iter()) {
                    end_at[slot] += h * rate;
                }
            }
            if point.acted == Vector3::zeros() {
                continue;
            }
            let own = ground.own_step_load(&point.path, &mut law).times(contact.share);
            let mean_velocity = point.path.mean();
            let pressed = h * own.normal_force * normal.dot(&mean_velocity);
            let rubbed = h * own.friction.dot(&mean_velocity);
            end_at[book + Channel::GroundNormal as usize] += pressed;
            end_at[book + Channel::GroundFriction as usize] += rubbed;
            let mean = 0.5 * (point.path.start.velocity + point.path.end);
            numerical += h * point.acted.dot(&mean) - pressed - rubbed;
            let normal_force = point.acted.dot(&normal);
            let friction = point.acted - normal * normal_force;
            impulses.at(point.contact).add(&Load { normal_force, friction }, &normal, h);
        }
        numerical
    }

    /// Adds the impulse over the step, and its moment about the site's origin.
    pub(super) fn add_momentum(&self, world: &World, sum: &mut [Vector3<f64>; 2]) {
        for point in self.points.iter().filter(|point| world.is_free(point.vehicle)) {
            let push = point.acted * point.path.h;
            sum[0] += push;
            sum[1] += point.path.start.point.cross(&push);
        }
    }
}

impl LawScratch {
    fn of<'a>(&'a mut self, part: &GroundPart, state: &'a State) -> LawState<'a> {
        let (internals, memory) = (part.internals.clone(), part.memory.clone());
        LawState {
            rates: &mut self.rates[..internals.len()],
            within: &mut self.within[..internals.len()],
            increment: &mut self.increment[..memory.len()],
            internals: &state.continuous[internals],
            memory: &state.ground.contacts[memory],
        }
    }
}

/// How a contact point meets the ground as its vehicle is posed.
fn touch_at(
    world: &World,
    posed: &Evaluation,
    contact: &SamplePoint,
    state: &State,
) -> Result<Contact, StepError> {
    let kinematics = posed.kinematics(contact.vehicle);
    let link = &kinematics.links[contact.link];
    let origin = kinematics.anchor + link.position;
    let found = contact.locus.touch(&link.rotation, &origin, world.terrain());
    let (point, ground) = found.map_err(|source: NoGround| StepError::NoGround {
        contact: world.contactor_name(contact.contactor),
        time: state.time,
        source,
    })?;
    let velocity = link.twist.at(&(point - kinematics.anchor));
    Ok(Contact {
        gap: ground.gap,
        normal: ground.normal,
        facet: ground.facet,
        point,
        velocity,
        contactor: contact.contactor,
        ..Contact::NONE
    })
}
