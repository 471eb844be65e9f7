//! Soil under the vehicles within the step.
//!
//! The force of soil on a body depends on where the body is at the end of the step and how it moves
//! there. It is taken as linear about a try v* of the velocities at the end,
//!
//! F(v⁺) = F* − X J (v⁺ − v*),  X = C + θ h K,
//!
//! with the soil's own stiffness K and damping C, which makes M + Σ Jᵀ h X J of the mass matrix: a link's
//! own coordinates only, so that the pattern of its factor stays. The step is repeated from the end that
//! it finds until the force there is what was reckoned with (Newton's method). What the last evaluation
//! says is committed if the step is accepted, and nothing before.

use super::StepConstants;
use super::vehicle_dynamics::VehicleDynamics;
use crate::contact::PointImpulses;
use crate::dynamics::Kinematics;
use crate::dynamics::jacobian::for_each_column;
use crate::dynamics::kinematics::{integrate, normalise};
use crate::dynamics::ltl::{Factor, FactorPattern};
use crate::ground::scm::{self, BorrowedExecutor, Scratch, SoilBody, SoilContactError, SoilLayer};
use crate::math::spatial::Force;
use crate::math::time::Time;
use crate::state::staging;
use crate::state::{State, body_of};
use crate::stepping::{Evaluation, StepError};
use crate::world::Channel;
use crate::world::World;
use nalgebra::{Matrix6, Vector3, Vector6};

/// Forces of soil at the end of a step agree with those it was solved with to this share of the greatest.
/// Chosen: nodes that meet soil or leave it make the force jump by more than round-off, so a tighter one
/// is not always to be had.
const SOIL_FORCE_TOLERANCE: f64 = 1e-4;

/// A step whose soil forces are off by more than this share of the greatest is halved: it was solved with
/// contacts that its end does not have, or without those that it has. Taken as one, it presses soil down
/// without being held by it, step after step. Chosen.
const SOIL_UNSETTLED_SHARE: f64 = 0.1;

/// Force that the greatest one is taken for at least, N, so that nothing is divided by zero. Chosen: a tenth of a
/// gram's weight.
const LEAST_SOIL_FORCE: f64 = 1e-3;

/// How often a step is repeated from the end that it finds before half of the way there is taken. Chosen.
const FULL_STEP_LIMIT: u64 = 3;

/// Parts into which a step is divided at once, at most. Chosen: it bounds what one step may cost.
const STEP_PART_LIMIT: f64 = 1000.0;

/// Scratch of soil within a step.
#[derive(Debug, Default)]
pub(super) struct ImplicitSoil {
    scratch: Scratch,
    sunk: Vec<ImplicitSoilForce>,
    poses: Vec<TrialPose>,
    /// The velocities about which forces are taken as linear, by vehicle.
    tried: Vec<Vec<f64>>,
    /// Whether forces were far off at the last repetition of the step.
    far_from_solution: bool,
    /// Who evaluates the bodies on soil.
    pub(super) executor: BorrowedExecutor,
}

impl Clone for ImplicitSoil {
    /// Scratch has no content worth copying.
    fn clone(&self) -> Self {
        Self { executor: self.executor.clone(), ..Self::default() }
    }
}

/// A vehicle at the end that was tried.
#[derive(Debug)]
struct TrialPose {
    q: Vec<f64>,
    mean_velocity: Vec<f64>,
    kinematics: Kinematics,
}

/// Soil's force on one body, linear in its motion at the end. Moments and rotations come first, all about
/// the link's origin in site axes.
#[derive(Clone, Debug)]
struct ImplicitSoilForce {
    vehicle: usize,
    /// F*.
    force: Vector6<f64>,
    /// X.
    answer: Matrix6<f64>,
    /// J v*.
    about: Vector6<f64>,
    /// The force with which the step was solved.
    acted: Vector6<f64>,
    /// Columns of J by coordinate.
    columns: Vec<(usize, Vector6<f64>)>,
}

impl Default for ImplicitSoilForce {
    fn default() -> Self {
        Self {
            vehicle: 0,
            force: Vector6::zeros(),
            answer: Matrix6::zeros(),
            about: Vector6::zeros(),
            acted: Vector6::zeros(),
            columns: Vec::new(),
        }
    }
}

impl ImplicitSoilForce {
    /// Motion of the link under velocities of the coordinates.
    fn motion(&self, v: &[f64]) -> Vector6<f64> {
        self.columns.iter().map(|(coordinate, column)| column * v[*coordinate]).sum()
    }

    fn at(&self, motion: &Vector6<f64>) -> Vector6<f64> {
        self.force - self.answer * (motion - self.about)
    }
}

impl ImplicitSoil {
    /// Lays the soil under the vehicles as they stand at the start of the step, and tries their velocities
    /// there for those at the end.
    pub(super) fn start(
        &mut self,
        world: &World,
        state: &State,
        now: &Evaluation,
        bodies: &[VehicleDynamics],
        span: StepConstants,
    ) -> Result<(), StepError> {
        let Some(layer) = world.soil() else { return Ok(()) };
        self.start_on(layer, (world, state, now), bodies, span)
    }

    /// The same where there is soil. Apart, so that a step on other ground does not run past it.
    #[inline(never)]
    fn start_on(
        &mut self,
        layer: &SoilLayer,
        (world, state, now): (&World, &State, &Evaluation),
        bodies: &[VehicleDynamics],
        span: StepConstants,
    ) -> Result<(), StepError> {
        if self.poses.is_empty() {
            self.furnish(world, layer);
        }
        for (soil_body, sunk) in layer.bodies.iter().zip(&mut self.sunk) {
            // A carried part moves as a piece of the link that carries it.
            let (vehicle, link) =
                staging::bearer(world, state, (soil_body.vehicle, soil_body.link));
            sunk.vehicle = vehicle;
            sunk.columns.clear();
            let (own, kinematics) = (now.kinematics(soil_body.vehicle), now.kinematics(vehicle));
            let tree = &world.vehicles()[vehicle].tree;
            let mut origin = own.links[soil_body.link].position;
            if vehicle != soil_body.vehicle {
                origin += own.anchor - kinematics.anchor;
            }
            for_each_column(tree, kinematics, link, |coordinate, twist| {
                let linear = twist.at(&origin);
                let column = spatial_vector(&twist.angular, &linear);
                match sunk.columns.iter_mut().find(|(known, _)| *known == coordinate) {
                    Some((_, sum)) => *sum += column,
                    None => sunk.columns.push((coordinate, column)),
                }
            });
        }
        self.far_from_solution = false;
        for (tried, body) in self.tried.iter_mut().zip(bodies) {
            tried.copy_from_slice(&body.start);
        }
        self.linearise(world, state, bodies, |vehicle| &bodies[vehicle].start, span)
    }

    /// The time in which what presses on soil moves by half a cell, where the step is longer: soil is
    /// committed once a step, and what leaps over nodes would leave them untouched.
    pub(super) fn shorter(&self, world: &World, longest: Time) -> Option<Time> {
        let layer = world.soil()?;
        let pressed = layer.bodies.iter().zip(self.scratch.reactions());
        let pressed = pressed.filter(|(_, reaction)| reaction.footprint.nodes > 0);
        let fastest = pressed.map(|(soil_body, _)| pressing(soil_body, &self.poses).fastest());
        let distance = fastest.fold(0.0, f64::max) * longest.seconds();
        let parts = (2.0 * distance / layer.bed.spacing()).ceil().min(STEP_PART_LIMIT);
        (parts > 1.0).then(|| Time::from_nanos((longest.nanos() / parts as i64).max(1)))
    }

    fn furnish(&mut self, world: &World, layer: &SoilLayer) {
        let pose = |vehicle: &crate::vehicle::Vehicle| TrialPose {
            q: vec![0.0; vehicle.tree.positions()],
            mean_velocity: vec![0.0; vehicle.tree.velocities()],
            kinematics: Kinematics::new(&vehicle.tree),
        };
        self.poses = world.vehicles().iter().map(pose).collect();
        self.sunk = vec![ImplicitSoilForce::default(); layer.bodies.len()];
        self.tried = self.poses.iter().map(|pose| pose.mean_velocity.clone()).collect();
    }

    /// Asks the soil for its forces at the end to which velocities lead.
    fn linearise<'a>(
        &mut self,
        world: &World,
        state: &State,
        bodies: &[VehicleDynamics],
        end: impl Fn(usize) -> &'a [f64],
        span: StepConstants,
    ) -> Result<(), StepError> {
        let Some(layer) = world.soil() else { return Ok(()) };
        let StepConstants { h, theta, .. } = span;
        for (vehicle, (body, pose)) in bodies.iter().zip(&mut self.poses).enumerate() {
            if !body.awake {
                continue;
            }
            let tree = &world.vehicles()[vehicle].tree;
            let last = end(vehicle);
            for ((mean_velocity, start), last) in
                pose.mean_velocity.iter_mut().zip(&body.start).zip(last)
            {
                *mean_velocity = theta * last + (1.0 - theta) * start;
            }
            pose.q.copy_from_slice(&state.continuous[world.layout().positions(vehicle)]);
            integrate(tree, &mut pose.q, &pose.mean_velocity, h);
            normalise(tree, &mut pose.q);
            pose.kinematics.update(tree, &pose.q, last);
        }
        self.pose_carried(world, state);
        let (bodies_on_soil, poses) = (layer.bodies.len(), &self.poses);
        let body = |number: usize| pressing(&layer.bodies[number], poses);
        let answered = layer.bed.evaluate_each(
            &state.ground.soil,
            (bodies_on_soil, &body),
            h,
            true,
            self.executor.executor(),
            &mut self.scratch,
        );
        answered.map_err(|fault| soil_error(world, layer, state, fault))?;
        for (sunk, reaction) in self.sunk.iter_mut().zip(self.scratch.reactions()) {
            let Force { moment, force } = reaction.wrench;
            sunk.force = spatial_vector(&moment, &force);
            sunk.answer = reaction.tangent.damping + reaction.tangent.stiffness * (theta * h);
            sunk.about = sunk.motion(end(sunk.vehicle));
        }
        Ok(())
    }

    /// Puts carried vehicles where what carries them takes them.
    fn pose_carried(&mut self, world: &World, state: &State) {
        for &vehicle in world.outward() {
            let (true, Some(mount)) =
                (staging::is_carried(state, vehicle), &world.mounts()[vehicle])
            else {
                continue;
            };
            let above = &self.poses[mount.carrier];
            let carrier = &world.vehicles()[mount.carrier].tree;
            let motion = staging::carried(mount, carrier, &above.q, &above.kinematics);
            let TrialPose { q, mean_velocity, kinematics } = &mut self.poses[vehicle];
            q.copy_from_slice(&state.continuous[world.layout().positions(vehicle)]);
            mean_velocity.fill(0.0);
            motion.write(q, mean_velocity);
            kinematics.update(&world.vehicles()[vehicle].tree, q, mean_velocity);
        }
    }

    /// Adds what soil answers to a vehicle's motion to its mass matrix, and its impulse at the velocities
    /// of free motion to the others.
    pub(super) fn stiffen(
        &self,
        vehicle: usize,
        h: f64,
        drift: &[f64],
        (pattern, mass, impulse): (&FactorPattern, &mut Factor, &mut [f64]),
    ) {
        for sunk in self.sunk.iter().filter(|sunk| sunk.vehicle == vehicle) {
            let force = sunk.at(&sunk.motion(drift));
            for (row, column) in &sunk.columns {
                impulse[*row] += h * column.dot(&force);
                let answer = sunk.answer * column * h;
                for (other, second) in &sunk.columns {
                    if other <= row {
                        pattern.add((*row, *other), second.dot(&answer), mass);
                    }
                }
            }
        }
    }

    /// Whether any soil presses on a vehicle.
    pub(super) fn is_under(&self, vehicle: usize) -> bool {
        self.sunk.iter().any(|sunk| sunk.vehicle == vehicle)
    }

    /// Whether the force at the end is that with which the step was solved; takes it there if not, or half
    /// way there where that has not helped: soil that is free at one end and yields at the other has all its
    /// stiffness between them. The last repetition is left at the end, which may be committed.
    pub(super) fn is_settled(
        &mut self,
        world: &World,
        state: &State,
        bodies: &[VehicleDynamics],
        (span, repetition, is_last): (StepConstants, u64, bool),
    ) -> Result<bool, StepError> {
        if self.sunk.is_empty() {
            return Ok(true);
        }
        for sunk in &mut self.sunk {
            sunk.acted = sunk.at(&sunk.motion(&bodies[sunk.vehicle].end));
        }
        self.linearise(world, state, bodies, |vehicle| &bodies[vehicle].end, span)?;
        let size = |force: &Vector6<f64>| force.fixed_rows::<3>(3).norm();
        let most = self.sunk.iter().map(|sunk| size(&sunk.force)).fold(LEAST_SOIL_FORCE, f64::max);
        let deviation =
            self.sunk.iter().map(|sunk| size(&(sunk.force - sunk.acted))).fold(0.0, f64::max);
        self.far_from_solution = deviation > SOIL_UNSETTLED_SHARE * most;
        if deviation <= SOIL_FORCE_TOLERANCE * most || is_last {
            return Ok(deviation <= SOIL_FORCE_TOLERANCE * most);
        }
        let share = if repetition > FULL_STEP_LIMIT && self.far_from_solution { 0.5 } else { 1.0 };
        let mut tried = std::mem::take(&mut self.tried);
        for (tried, body) in tried.iter_mut().zip(bodies) {
            tried
                .iter_mut()
                .zip(&body.end)
                .for_each(|(tried, end)| *tried += share * (end - *tried));
        }
        let found = if share < 1.0 {
            self.linearise(world, state, bodies, |vehicle| &tried[vehicle], span)
        } else {
            Ok(())
        };
        self.tried = tried;
        found.map(|()| false)
    }

    /// Whether the step was given up with forces that are not those of its end: a body that comes to rest
    /// turns shear around within it, and the two ends are far apart. Half the step brings them together.
    pub(super) fn is_far_from_solution(&self) -> bool {
        self.far_from_solution
    }

    /// Books the step: work of the soil's own law by pressure and by shear, and the impulse on each contactor;
    /// returns what its forces did beyond in the equations that were solved, J.
    pub(super) fn account(
        &self,
        world: &World,
        bodies: &[VehicleDynamics],
        h: f64,
        end_at: &mut [f64],
        impulses: &mut PointImpulses,
    ) -> f64 {
        let Some(layer) = world.soil() else { return 0.0 };
        self.account_of(layer, (world, bodies), h, end_at, impulses)
    }

    #[inline(never)]
    fn account_of(
        &self,
        layer: &SoilLayer,
        (world, bodies): (&World, &[VehicleDynamics]),
        h: f64,
        end_at: &mut [f64],
        impulses: &mut PointImpulses,
    ) -> f64 {
        let mut beyond = 0.0;
        let book = world.layout().work().start;
        for ((soil_body, sunk), reaction) in
            layer.bodies.iter().zip(&self.sunk).zip(self.scratch.reactions())
        {
            let body = &bodies[sunk.vehicle];
            let mean = 0.5 * (sunk.motion(&body.start) + sunk.motion(&body.end));
            let [pressed, sheared] = reaction.work;
            end_at[book + Channel::GroundNormal as usize] += pressed;
            end_at[book + Channel::GroundFriction as usize] += sheared;
            beyond += h * sunk.acted.dot(&mean) - pressed - sheared;
            let total: Vector3<f64> = sunk.acted.fixed_rows::<3>(3) * h;
            let up = self.ground_normal(world, soil_body.vehicle, soil_body.link);
            let along = total - up * total.dot(&up);
            let slot = world.contactors()[soil_body.contactor].contacts.start;
            impulses.at(slot).take(&Vector3::new(total.dot(&up), along.norm(), 0.0), &total);
        }
        beyond
    }

    /// Adds the impulse of soil over the step, and its moment about the site's origin.
    pub(super) fn add_momentum(
        &self,
        world: &World,
        (posed, h): (&Evaluation, f64),
        sum: &mut [Vector3<f64>; 2],
    ) {
        let Some(layer) = world.soil() else { return };
        for (soil_body, sunk) in layer.bodies.iter().zip(&self.sunk) {
            if !world.is_free(sunk.vehicle) {
                continue;
            }
            let push: Vector3<f64> = sunk.acted.fixed_rows::<3>(3) * h;
            let moment: Vector3<f64> = sunk.acted.fixed_rows::<3>(0) * h;
            let kinematics = posed.kinematics(soil_body.vehicle);
            let origin = kinematics.anchor + kinematics.links[soil_body.link].position;
            sum[0] += push;
            sum[1] += moment + origin.cross(&push);
        }
    }

    /// Normal of the ground under a link.
    fn ground_normal(&self, world: &World, vehicle: usize, link: usize) -> Vector3<f64> {
        ground_normal(world, &self.poses[vehicle].kinematics, link)
    }

    /// Takes the accepted end into the soil, and how wheels stand on it into the state.
    pub(super) fn commit(&mut self, world: &World, state: &mut State, h: f64) {
        let Some(layer) = world.soil() else { return };
        if self.poses.is_empty() {
            return;
        }
        for (number, soil_body) in layer.bodies.iter().enumerate() {
            let up = self.ground_normal(world, soil_body.vehicle, soil_body.link);
            let (body, reaction) =
                (pressing(soil_body, &self.poses), &self.scratch.reactions()[number]);
            let part = &world.vehicles()[soil_body.vehicle].contactors
                [world.contactors()[soil_body.contactor].contactor];
            let Some(tread) = state.ground.treads.get_mut(soil_body.contactor) else { continue };
            let gravity = world.gravity().acceleration(&body.position, &Vector3::zeros());
            tread.stand(&part.shape, &body, reaction, (&up, &gravity), h);
        }
        layer.bed.commit(&mut state.ground.soil, &mut self.scratch);
    }
}

/// Normal of the ground under a link.
pub(in crate::stepping) fn ground_normal(
    world: &World,
    kinematics: &Kinematics,
    link: usize,
) -> Vector3<f64> {
    let point = kinematics.anchor + kinematics.links[link].position;
    world.terrain().query(&point).map_or_else(|_| Vector3::z(), |seen| seen.normal)
}

/// What presses, where it is at the end that was tried.
fn pressing<'a>(soil_body: &'a SoilBody, poses: &[TrialPose]) -> scm::BodyOnSoil<'a> {
    body_of(soil_body, &poses[soil_body.vehicle].kinematics)
}

/// Moment and force, or rotation and displacement.
pub(crate) fn spatial_vector(first: &Vector3<f64>, second: &Vector3<f64>) -> Vector6<f64> {
    Vector6::new(first.x, first.y, first.z, second.x, second.y, second.z)
}

/// What the soil could not answer, with the name of what pressed.
pub(in crate::stepping) fn soil_error(
    world: &World,
    layer: &SoilLayer,
    state: &State,
    fault: SoilContactError,
) -> StepError {
    let name = |body: usize| {
        let soil_body = layer.bodies.get(body);
        soil_body.map_or_else(String::new, |soil_body| world.contactor_name(soil_body.contactor))
    };
    match fault {
        SoilContactError::OffMap { body, error } => {
            StepError::NoGround { contact: name(body), time: state.time, source: error }
        }
        SoilContactError::NotFinite { body } => {
            StepError::NotFinite { vehicle: name(body), quantity: "pose on soil", time: state.time }
        }
        SoilContactError::TooMany { body, .. } => {
            let reason = fault.to_string();
            StepError::Soil { contact: name(body), time: state.time, reason }
        }
    }
}
