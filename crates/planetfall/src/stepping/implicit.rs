//! Implicit Euler at velocity level, for ground and joints too stiff for explicit steps.
//!
//! The velocities w at the end of the step solve
//! M (w − w_free) = h Σ Jᵀ F(gap + h n·u, u) + h τ(q + h w, w), with u = J w the velocity of a
//! contact point and τ the forces of springs, dampers, stops and motors in the joints, by a
//! semismooth Newton iteration with line search; then positions move with the end velocities. First
//! order in h; a spring of any stiffness is damped, none is excited. A single body in free flight
//! moves on the exact parabola.
//!
//! Mass matrix, normals and Jacobians are those at the start of the step. Vehicles do not couple,
//! so each is a system of its own.

use super::{Channel, Impulse, StepError, StepReport, Workspace, linear};
use crate::contact::{Load, Touch};
use crate::dynamics::crba::{CrbaScratch, crba};
use crate::dynamics::jacobian::point_jacobian;
use crate::dynamics::kinematics;
use crate::state::State;
use crate::time::Time;
use crate::vehicle::{Drive, JointForce, Tree};
use crate::world::World;
use nalgebra::{DMatrix, Matrix3, Matrix3xX, Vector3};
use std::ops::Range;

/// Scratch of the Newton iterations.
#[derive(Clone, Debug)]
pub(crate) struct Newton {
    bodies: Vec<Room>,
    loads: Vec<Load>,
    jacobians: Vec<Matrix3xX<f64>>,
    internals: Vec<f64>,
    rates: Vec<f64>,
    increments: Vec<f64>,
}

/// Room for one vehicle.
#[derive(Clone, Debug)]
struct Room {
    crba: CrbaScratch,
    mass: DMatrix<f64>,
    matrix: DMatrix<f64>,
    /// Velocities at the end if nothing touched and no joint pushed.
    free: Vec<f64>,
    end: Vec<f64>,
    from: Vec<f64>,
    residual: Vec<f64>,
    step: Vec<f64>,
    mean: Vec<f64>,
}

impl Room {
    fn new(tree: &Tree) -> Self {
        let count = tree.velocities();
        let vector = || vec![0.0; count];
        Self {
            crba: CrbaScratch::new(tree),
            mass: DMatrix::zeros(count, count),
            matrix: DMatrix::zeros(count, count),
            free: vector(),
            end: vector(),
            from: vector(),
            residual: vector(),
            step: vector(),
            mean: vector(),
        }
    }
}

impl Newton {
    pub(crate) fn new(world: &World) -> Self {
        let most = |count: fn(&crate::world::Contact) -> usize| {
            world.contacts().iter().map(count).max().unwrap_or(0)
        };
        let columns = |vehicle: usize| world.vehicles()[vehicle].tree.velocities();
        let contacts = world.contacts().iter();
        Self {
            bodies: world.vehicles().iter().map(|v| Room::new(&v.tree)).collect(),
            loads: vec![Load::NONE; world.contacts().len()],
            jacobians: contacts.map(|c| Matrix3xX::zeros(columns(c.vehicle))).collect(),
            internals: vec![0.0; most(|c| c.internals.len())],
            rates: vec![0.0; most(|c| c.internals.len())],
            increments: vec![0.0; most(|c| c.memory.len())],
        }
    }
}

/// Newton iterations before a step is halved.
const PATIENCE: u64 = 40;
/// A correction of the velocities (m/s, rad/s) that no longer matters.
const SETTLED: f64 = 1e-12;

/// One step of at most `longest`; halved where the iteration does not converge.
pub(super) fn attempt(
    world: &World,
    state: &State,
    longest: Time,
    workspace: &mut Workspace,
) -> Result<StepReport, StepError> {
    let mut report =
        StepReport { taken: longest, next: longest, evaluations: 0, rejected: 0, iterations: 0 };
    let least = longest.nanos() >> 10;
    'shorter: loop {
        workspace.end_at.copy_from_slice(&state.continuous);
        workspace.impulses.fill(Impulse::default());
        for vehicle in 0..world.vehicles().len() {
            let mut body = Body::new(world, state, vehicle, report.taken, workspace);
            match body.solve() {
                Ok(iterations) => {
                    report.iterations += iterations;
                    body.write_end();
                }
                Err(_) if report.taken.nanos() > least.max(1) => {
                    report.iterations += PATIENCE;
                    report.rejected += 1;
                    report.taken = report.taken.half();
                    continue 'shorter;
                }
                Err(correction) => {
                    let vehicle = world.vehicles()[vehicle].name.clone();
                    return Err(StepError::NoConvergence { vehicle, time: state.time, correction });
                }
            }
        }
        workspace.end.evaluate(world, state, &workspace.end_at, state.time + report.taken)?;
        report.evaluations += 1;
        return Ok(report);
    }
}

/// One vehicle's equations.
struct Body<'a> {
    world: &'a World,
    state: &'a State,
    workspace: &'a mut Workspace,
    vehicle: usize,
    h: f64,
    touching: bool,
}

impl<'a> Body<'a> {
    fn new(
        world: &'a World,
        state: &'a State,
        vehicle: usize,
        span: Time,
        workspace: &'a mut Workspace,
    ) -> Self {
        let mut body =
            Self { world, state, workspace, vehicle, h: span.seconds(), touching: false };
        body.prepare();
        body
    }

    fn tree(&self) -> &'a Tree {
        &self.world.vehicles()[self.vehicle].tree
    }

    /// Mass matrix, Jacobians and free velocities at the start of the step.
    fn prepare(&mut self) {
        let (world, state, vehicle) = (self.world, self.state, self.vehicle);
        let (tree, h) = (self.tree(), self.h);
        let Workspace { now, stage, newton, .. } = &mut *self.workspace;
        let kinematics = now.kinematics(vehicle);
        let room = &mut newton.bodies[vehicle];
        let inertias = &state.inertias[world.layout().links(vehicle)];
        crba(tree, inertias, kinematics, &mut room.crba, &mut room.mass);
        for index in world.layout().contacts(vehicle) {
            let place = now.touches()[index].point - kinematics.anchor;
            let link = world.contacts()[index].link;
            point_jacobian(tree, kinematics, link, &place, &mut newton.jacobians[index]);
        }
        // What would happen without ground and joints: gravity, commands and inertia alone.
        let start = &state.continuous[world.layout().velocities(vehicle)];
        let q = &state.continuous[world.layout().positions(vehicle)];
        stage.accelerate_freely(world, state, vehicle, (q, start), &mut room.free);
        for (free, v) in room.free.iter_mut().zip(start) {
            *free = v + h * *free;
        }
        room.end.copy_from_slice(&room.free);
    }

    /// Finds the end velocities; the number of iterations, or the last correction.
    fn solve(&mut self) -> Result<u64, f64> {
        self.update_residual();
        if !self.touching && self.tree().driven().is_empty() {
            return Ok(0);
        }
        let mut correction = f64::INFINITY;
        for iteration in 1..=PATIENCE {
            self.update_matrix();
            let room = self.room();
            room.step.copy_from_slice(&room.residual);
            if !linear::solve_general(&mut room.matrix, &mut room.step) {
                return Err(correction);
            }
            let before = norm(&room.residual);
            room.from.copy_from_slice(&room.end);
            let mut share = 1.0;
            loop {
                let room = self.room();
                for ((end, from), step) in room.end.iter_mut().zip(&room.from).zip(&room.step) {
                    *end = from - step * share;
                }
                self.update_residual();
                if norm(&self.room().residual) <= before || share < 1e-3 {
                    break;
                }
                share *= 0.5;
            }
            let room = self.room();
            correction = norm(&room.step) * share;
            if correction <= SETTLED * (1.0 + norm(&room.end)) {
                return Ok(iteration);
            }
        }
        // A cycle between two pieces of a law that differ by rounding is as good as an answer.
        let room = self.room();
        let rows = 0..room.end.len();
        let heaviest = rows.map(|row| room.mass[(row, row)]).fold(0.0, f64::max);
        let tolerable = 1e-9 * heaviest * (1.0 + norm(&room.end));
        if norm(&room.residual) <= tolerable { Ok(PATIENCE) } else { Err(correction) }
    }

    fn room(&mut self) -> &mut Room {
        &mut self.workspace.newton.bodies[self.vehicle]
    }

    /// M (w − w_free) − h Σ Jᵀ F − h τ at the present end velocities; keeps the loads.
    fn update_residual(&mut self) {
        self.touching = false;
        let room = self.room();
        for row in 0..room.end.len() {
            let changes = room.end.iter().zip(&room.free).map(|(end, free)| end - free);
            room.residual[row] =
                changes.enumerate().map(|(column, d)| room.mass[(row, column)] * d).sum();
        }
        for index in self.world.layout().contacts(self.vehicle) {
            let velocity = self.point_velocity(index);
            let load = self.load(index, &velocity);
            self.workspace.newton.loads[index] = load;
            if load == Load::NONE {
                continue;
            }
            self.touching = true;
            let push = load.force(&self.workspace.now.touches()[index].normal) * self.h;
            let Newton { bodies, jacobians, .. } = &mut self.workspace.newton;
            let residual = &mut bodies[self.vehicle].residual;
            for (value, column) in residual.iter_mut().zip(jacobians[index].column_iter()) {
                *value -= column.dot(&push);
            }
        }
        for &link in self.tree().driven() {
            let speed = self.joint_speed(link);
            let (coordinate, multiplier) = self.coordinate(link);
            let force = self.joint_force(link, speed);
            let force = force.passive + force.motor;
            let h = self.h;
            self.room().residual[coordinate] -= h * multiplier * force;
        }
    }

    /// Derivative of the residual by the end velocities. Laws are differentiated by differences:
    /// they need not know their derivatives, and Newton needs them only roughly.
    fn update_matrix(&mut self) {
        let room = self.room();
        room.matrix.copy_from(&room.mass);
        for index in self.world.layout().contacts(self.vehicle) {
            let base = self.workspace.newton.loads[index];
            if base == Load::NONE {
                continue;
            }
            let velocity = self.point_velocity(index);
            let slope = self.slope(index, &velocity, &base) * self.h;
            let Newton { bodies, jacobians, .. } = &mut self.workspace.newton;
            let matrix = &mut bodies[self.vehicle].matrix;
            let jacobian = &jacobians[index];
            for (column, right) in jacobian.column_iter().enumerate() {
                let pushed = slope * right;
                if pushed == Vector3::zeros() {
                    continue;
                }
                for (row, left) in jacobian.column_iter().enumerate() {
                    matrix[(row, column)] -= left.dot(&pushed);
                }
            }
        }
        const NUDGE: f64 = 1e-7;
        for &link in self.tree().driven() {
            let speed = self.joint_speed(link);
            let (coordinate, multiplier) = self.coordinate(link);
            let whole = |force: JointForce| force.passive + force.motor;
            let change =
                whole(self.joint_force(link, speed + NUDGE)) - whole(self.joint_force(link, speed));
            let h = self.h;
            self.room().matrix[(coordinate, coordinate)] -=
                h * multiplier * multiplier * change / NUDGE;
        }
    }

    /// dF/du at a contact by forward differences.
    fn slope(&mut self, index: usize, velocity: &Vector3<f64>, base: &Load) -> Matrix3<f64> {
        const NUDGE: f64 = 1e-7;
        let normal = self.workspace.now.touches()[index].normal;
        let reference = base.force(&normal);
        let mut slope = Matrix3::zeros();
        for axis in 0..3 {
            let mut moved = *velocity;
            moved[axis] += NUDGE;
            let change = self.load(index, &moved).force(&normal) - reference;
            slope.set_column(axis, &(change / NUDGE));
        }
        slope
    }

    /// The law's answer at the end of the step if the point moved with `velocity`.
    fn load(&mut self, index: usize, velocity: &Vector3<f64>) -> Load {
        let contact = &self.world.contacts()[index];
        let touch = self.touch_at_end(index, velocity);
        let newton = &mut self.workspace.newton;
        let memory = &self.state.memory[contact.memory.clone()];
        let started = &self.state.continuous[contact.internals.clone()];
        let count = started.len();
        let rates = &mut newton.rates[..count];
        let increments = &mut newton.increments[..memory.len()];
        let mut load = contact.law.evaluate(&touch, started, memory, rates, increments);
        if count > 0 {
            let ended = &mut newton.internals[..count];
            for ((end, start), rate) in ended.iter_mut().zip(started).zip(rates.iter()) {
                *end = start + self.h * rate;
            }
            load = contact.law.evaluate(&touch, ended, memory, rates, increments);
        }
        load.times(contact.share)
    }

    fn touch_at_end(&self, index: usize, velocity: &Vector3<f64>) -> Touch {
        let start = &self.workspace.now.touches()[index];
        Touch {
            gap: start.gap + self.h * velocity.dot(&start.normal),
            point: start.point + velocity * self.h,
            velocity: *velocity,
            ..*start
        }
    }

    fn point_velocity(&self, index: usize) -> Vector3<f64> {
        let newton = &self.workspace.newton;
        along(&newton.jacobians[index], &newton.bodies[self.vehicle].end)
    }

    fn coordinate(&self, link: usize) -> (usize, f64) {
        let place = &self.tree().places()[link];
        (place.velocity, place.multiplier)
    }

    fn joint_speed(&self, link: usize) -> f64 {
        let (coordinate, multiplier) = self.coordinate(link);
        multiplier * self.workspace.newton.bodies[self.vehicle].end[coordinate]
    }

    /// Forces of a joint at the end of the step if it moved with `speed`.
    fn joint_force(&self, link: usize, speed: f64) -> JointForce {
        let position = self.joint_position(link, speed);
        let ended = self.states_at_end(link, speed);
        let own = self.tree().places()[link].states.len();
        let joint = &self.tree().links()[link].joint;
        joint.force(self.drive(link), position, speed, &ended[..own])
    }

    /// Position of a joint at the end of the step if it moved with `speed`.
    fn joint_position(&self, link: usize, speed: f64) -> f64 {
        let place = &self.tree().places()[link];
        let q = &self.state.continuous[self.world.layout().positions(self.vehicle)];
        place.multiplier * q[place.position] + place.offset + self.h * speed
    }

    /// Its states then.
    fn states_at_end(&self, link: usize, speed: f64) -> [f64; 2] {
        let started = &self.state.continuous[self.joint_states(link)];
        if started.is_empty() {
            return [0.0; 2];
        }
        let moved = (self.joint_position(link, speed), speed);
        let joint = &self.tree().links()[link].joint;
        joint.states_after(self.drive(link), moved, started, self.h)
    }

    fn drive(&self, link: usize) -> Drive {
        self.state.drive(self.world, self.vehicle, link)
    }

    /// Places of a joint's states in the continuous vector.
    fn joint_states(&self, link: usize) -> Range<usize> {
        let first = self.world.layout().joint_states(self.vehicle).start;
        let own = &self.tree().places()[link].states;
        first + own.start..first + own.end
    }

    /// Moves the vehicle, its contacts' internals and the ledger to the end of the step.
    fn write_end(&mut self) {
        let layout = self.world.layout();
        let (positions, velocities) =
            (layout.positions(self.vehicle), layout.velocities(self.vehicle));
        let start = &self.state.continuous[velocities.clone()];
        let (tree, h) = (self.tree(), self.h);
        let free_flight = !self.touching && tree.links().len() == 1;
        let Workspace { end_at, newton, .. } = &mut *self.workspace;
        let Room { end, mean, .. } = &mut newton.bodies[self.vehicle];
        for ((mean, start), end) in mean.iter_mut().zip(start).zip(end.iter()) {
            *mean = 0.5 * (start + end);
        }
        // The free parabola is exact; all else moves with its end velocity.
        let moving: &[f64] = if free_flight { mean } else { end };
        kinematics::integrate(tree, &mut end_at[positions.clone()], moving, h);
        kinematics::normalise(tree, &mut end_at[positions]);
        end_at[velocities].copy_from_slice(end);
        self.write_actuation();
        self.write_joints();
        for index in layout.contacts(self.vehicle) {
            self.write_contact(index);
        }
    }

    fn add_work(&mut self, channel: Channel, work: f64) {
        let place = self.world.layout().work().start + channel as usize;
        self.workspace.end_at[place] += work;
    }

    fn write_actuation(&mut self) {
        let wrench = &self.state.command.wrenches[self.vehicle];
        if *wrench == Default::default() || self.tree().velocities() < 6 {
            return;
        }
        let turn = self.workspace.now.kinematics(self.vehicle).links[0].rotation;
        let push = turn * wrench.force;
        let mean = &self.workspace.newton.bodies[self.vehicle].mean;
        let power = push.dot(&Vector3::new(mean[0], mean[1], mean[2]))
            + wrench.torque.dot(&Vector3::new(mean[3], mean[4], mean[5]));
        self.add_work(Channel::Actuation, self.h * power);
    }

    fn write_joints(&mut self) {
        for &link in self.tree().driven() {
            let (coordinate, multiplier) = self.coordinate(link);
            let force = self.joint_force(link, self.joint_speed(link));
            let speed = multiplier * self.workspace.newton.bodies[self.vehicle].mean[coordinate];
            let ended = self.states_at_end(link, self.joint_speed(link));
            for (place, state) in self.joint_states(link).zip(ended) {
                self.workspace.end_at[place] = state;
            }
            self.add_work(Channel::Joints, self.h * force.passive * speed);
            self.add_work(Channel::Motors, self.h * force.motor * speed);
        }
    }

    fn write_contact(&mut self, index: usize) {
        let velocity = self.point_velocity(index);
        // Once more, so that the rates in scratch are this contact's.
        let load = self.load(index, &velocity);
        let newton = &self.workspace.newton;
        let average = along(&newton.jacobians[index], &newton.bodies[self.vehicle].mean);
        let internals = self.world.contacts()[index].internals.clone();
        for (place, slot) in internals.enumerate() {
            self.workspace.end_at[slot] += self.h * self.workspace.newton.rates[place];
        }
        let normal = self.workspace.now.touches()[index].normal;
        self.add_work(Channel::GroundNormal, self.h * load.normal_force * normal.dot(&average));
        self.add_work(Channel::GroundFriction, self.h * load.friction.dot(&average));
        self.workspace.impulses[index].add(&load, &normal, self.h);
    }
}

fn along(jacobian: &Matrix3xX<f64>, velocities: &[f64]) -> Vector3<f64> {
    let mut sum = Vector3::zeros();
    for (column, speed) in jacobian.column_iter().zip(velocities) {
        sum += column * *speed;
    }
    sum
}

fn norm(vector: &[f64]) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}
