//! Implicit Euler at velocity level, for ground too stiff for explicit steps.
//!
//! The velocities at the end of the step solve M (w − w₀) = h f + h Σ Jᵀ F(gap + h n·u, u), with
//! u = J w the velocity of a contact point, by a semismooth Newton iteration with line search;
//! then positions move with the end velocities. First order in h; a contact spring of any
//! stiffness is damped, none is excited. In free flight the step is the exact parabola.
//!
//! Normals and levers are those at the start of the step. Contacts of different free bodies do not
//! couple, so each vehicle is a system of six equations.

use super::{Channel, Impulse, StepError, StepReport, Workspace};
use crate::contact::{Load, Touch};
use crate::dynamics::{self, RigidMotion};
use crate::math::rotation::from_scaled_axis;
use crate::state::State;
use crate::time::Time;
use crate::vehicle::{Inertia, Motion};
use crate::world::World;
use nalgebra::{Matrix3, Matrix6, Vector3, Vector6};

/// Scratch of the Newton iteration.
#[derive(Clone, Debug)]
pub(crate) struct Newton {
    loads: Vec<Load>,
    internals: Vec<f64>,
    rates: Vec<f64>,
    increments: Vec<f64>,
}

impl Newton {
    pub(crate) fn new(world: &World) -> Self {
        let most = |count: fn(&crate::world::Contact) -> usize| {
            world.contacts().iter().map(count).max().unwrap_or(0)
        };
        Self {
            loads: vec![Load::NONE; world.contacts().len()],
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

/// One vehicle's six equations.
struct Body<'a> {
    world: &'a World,
    state: &'a State,
    workspace: &'a mut Workspace,
    vehicle: usize,
    h: f64,
    inertia: Inertia,
    motion: RigidMotion,
    /// Velocity of the centre of mass (site axes) and rate (body axes) at the start.
    start: Vector6<f64>,
    /// The same at the end if nothing touched.
    free: Vector6<f64>,
    /// The same at the end, as far as known.
    end: Vector6<f64>,
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
        let h = span.seconds();
        let inertia = state.inertias[vehicle];
        let motion = state.rigid(world, vehicle);
        let (place, velocity) = motion.point(inertia.centre());
        let wrench = &state.command.wrenches[vehicle];
        let force = motion.rotation * wrench.force;
        let torque = wrench.torque - inertia.centre().cross(&wrench.force);
        let spin = motion.rate.cross(&(inertia.about_centre() * motion.rate));
        let linear = world.gravity().acceleration(&place, &velocity) + force / inertia.mass();
        let angular = inertia.inverse() * (torque - spin);
        let start = stack(&velocity, &motion.rate);
        let free = start + stack(&linear, &angular) * h;
        let (end, touching) = (free, false);
        Self { world, state, workspace, vehicle, h, inertia, motion, start, free, end, touching }
    }

    /// Finds the end velocities; the number of iterations, or the last correction.
    fn solve(&mut self) -> Result<u64, f64> {
        let mut residual = self.residual();
        if !self.touching {
            return Ok(0);
        }
        let mut correction = f64::INFINITY;
        for iteration in 1..=PATIENCE {
            let Some(step) = self.jacobian().lu().solve(&residual) else { return Err(correction) };
            let from = self.end;
            let before = residual.norm();
            let mut share = 1.0;
            loop {
                self.end = from - step * share;
                residual = self.residual();
                if residual.norm() <= before || share < 1e-3 {
                    break;
                }
                share *= 0.5;
            }
            correction = step.norm() * share;
            if correction <= SETTLED * (1.0 + self.end.norm()) {
                return Ok(iteration);
            }
        }
        // A cycle between two pieces of a law that differ by rounding is as good as an answer.
        let tolerable = 1e-9 * self.inertia.mass() * (1.0 + self.end.norm());
        if residual.norm() <= tolerable { Ok(PATIENCE) } else { Err(correction) }
    }

    /// M (w − w_free) − h Σ Jᵀ F at the present end velocities; keeps the loads.
    fn residual(&mut self) -> Vector6<f64> {
        self.touching = false;
        let change = self.end - self.free;
        let mut force = head(&change) * self.inertia.mass();
        let mut torque = self.inertia.about_centre() * tail(&change);
        for index in self.world.layout().contacts(self.vehicle) {
            let velocity = self.point_velocity(index, &self.end);
            let load = self.load(index, &velocity);
            self.workspace.newton.loads[index] = load;
            if load == Load::NONE {
                continue;
            }
            self.touching = true;
            let push = load.force(&self.workspace.now.touches()[index].normal) * self.h;
            force -= push;
            torque -= self.arm(index).cross(&self.motion.rotation.tr_mul(&push));
        }
        stack(&force, &torque)
    }

    /// Derivative of the residual by the end velocities. A law is differentiated by differences:
    /// it need not know its derivatives, and Newton needs them only roughly.
    fn jacobian(&mut self) -> Matrix6<f64> {
        let mut matrix = Matrix6::zeros();
        let mut set = |row: usize, column: usize, block: Matrix3<f64>| {
            let mut view = matrix.fixed_view_mut::<3, 3>(row, column);
            view += block;
        };
        set(0, 0, Matrix3::identity() * self.inertia.mass());
        set(3, 3, *self.inertia.about_centre());
        for index in self.world.layout().contacts(self.vehicle) {
            let velocity = self.point_velocity(index, &self.end);
            let base = self.workspace.newton.loads[index];
            if base == Load::NONE {
                continue;
            }
            let slope = self.slope(index, &velocity, &base) * self.h;
            let lever = self.motion.rotation * self.arm(index).cross_matrix();
            set(0, 0, -slope);
            set(0, 3, slope * lever);
            set(3, 0, lever.transpose() * slope);
            set(3, 3, -(lever.transpose() * slope * lever));
        }
        matrix
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
        load
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

    fn arm(&self, index: usize) -> Vector3<f64> {
        self.world.contacts()[index].point - self.inertia.centre()
    }

    fn point_velocity(&self, index: usize, at: &Vector6<f64>) -> Vector3<f64> {
        head(at) + self.motion.rotation * tail(at).cross(&self.arm(index))
    }

    /// Moves the vehicle, its contacts' internals and the ledger to the end of the step.
    fn write_end(&mut self) {
        let layout = self.world.layout();
        let h = self.h;
        // The free parabola is exact; a touched body moves with its end velocity.
        let mean = (self.start + self.end) * 0.5;
        let moving = if self.touching { self.end } else { mean };
        let (centre, _) = self.motion.point(self.inertia.centre());
        let turned = self.state.motion(self.world, self.vehicle).site_from_body
            * from_scaled_axis(&(tail(&moving) * h));
        let rate = tail(&self.end);
        let offset = self.inertia.centre();
        let motion = Motion {
            position: centre + head(&moving) * h - turned * offset,
            site_from_body: turned,
            velocity: head(&self.end) - turned * rate.cross(offset),
            rate,
        };
        let end = &mut self.workspace.end_at;
        let (pose, twist) =
            crate::state::split(end, layout.pose(self.vehicle), layout.twist(self.vehicle));
        dynamics::write(&motion, pose, twist);
        dynamics::normalise(pose);
        self.write_actuation(&mean);
        for index in layout.contacts(self.vehicle) {
            self.write_contact(index, &mean);
        }
    }

    fn write_actuation(&mut self, mean: &Vector6<f64>) {
        let wrench = &self.state.command.wrenches[self.vehicle];
        let torque = wrench.torque - self.inertia.centre().cross(&wrench.force);
        let power =
            (self.motion.rotation * wrench.force).dot(&head(mean)) + torque.dot(&tail(mean));
        let work = self.world.layout().work().start;
        self.workspace.end_at[work + Channel::Actuation as usize] += self.h * power;
    }

    fn write_contact(&mut self, index: usize, mean: &Vector6<f64>) {
        let velocity = self.point_velocity(index, &self.end);
        let average = self.point_velocity(index, mean);
        // Once more, so that the rates in scratch are this contact's.
        let load = self.load(index, &velocity);
        let internals = self.world.contacts()[index].internals.clone();
        let workspace = &mut *self.workspace;
        for (place, rate) in internals.zip(&workspace.newton.rates) {
            workspace.end_at[place] += self.h * rate;
        }
        let normal = workspace.now.touches()[index].normal;
        let work = self.world.layout().work().start;
        workspace.end_at[work + Channel::GroundNormal as usize] +=
            self.h * load.normal_force * normal.dot(&average);
        workspace.end_at[work + Channel::GroundFriction as usize] +=
            self.h * load.friction.dot(&average);
        workspace.impulses[index].add(&load, &normal, self.h);
    }
}

fn stack(linear: &Vector3<f64>, angular: &Vector3<f64>) -> Vector6<f64> {
    Vector6::new(linear.x, linear.y, linear.z, angular.x, angular.y, angular.z)
}

fn head(all: &Vector6<f64>) -> Vector3<f64> {
    all.fixed_rows::<3>(0).into_owned()
}

fn tail(all: &Vector6<f64>) -> Vector3<f64> {
    all.fixed_rows::<3>(3).into_owned()
}
