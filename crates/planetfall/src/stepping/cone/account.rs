//! What the step did: work through each channel, impulses on contactors, impacts.
//!
//! Work of an impulse is r·(u + u⁺)/2, exactly what it adds to ½ vᵀ M v. Channels get the work of each law
//! itself on the displacement of the step, −ΔU − dissipation; the difference is the scheme's
//! (docs/theory/energy.md). At an instant, and of a contact that an impact strikes, both are one: Newton's law and
//! Coulomb's speak of the impulse.
//!
//! Newton's law with friction can make the work of impulses positive at an impact (T. R. Kane, D. A. Levinson
//! 1985): what a step's contacts give together then has a column of its own.

use super::constraint_row::{Conditions, ConstraintKind, ConstraintRows};
use super::vehicle_dynamics::VehicleDynamics;
use super::{ConeWorkspace, StepConstants};
use crate::contact::PointImpulses;
use crate::dynamics::energy;
use crate::dynamics::kinematics::{integrate, normalise};
use crate::ground::cone::ContactDisplacement;
use crate::state::{SchemeTerms, State};
use crate::stepping::{Evaluation, SolverLoad};
use crate::world::Channel;
use crate::world::World;
use nalgebra::Vector3;

/// A sudden change of a contact point's velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// Index of the contactor among those of the world.
    pub contactor: usize,
    /// Unit normal, site axes.
    pub normal: Vector3<f64>,
    /// Velocity before, site axes, m/s.
    pub before: Vector3<f64>,
    /// Velocity after, site axes, m/s.
    pub after: Vector3<f64>,
    /// Impulse on the body, site axes, N s.
    pub impulse: Vector3<f64>,
}

impl Impact {
    /// Approach along the normal, m/s.
    pub fn speed(&self) -> f64 {
        -self.before.dot(&self.normal)
    }
}

impl ConstraintRows {
    /// Work of the law itself at a contact along its normal and along the surface, J; nothing where it is that
    /// of the impulse.
    fn own_work(
        &mut self,
        index: usize,
        impulse: &Vector3<f64>,
        bodies: &[VehicleDynamics],
        span: StepConstants,
    ) -> Option<[f64; 2]> {
        let row = &mut self.list[index];
        let moved = row.displacement(bodies, span.h);
        let strength = row.friction() * impulse.x / span.h;
        let slides = -strength * moved.yz().norm();
        let (step, sticks) = (row.contact_step(span.h), row.sticks_under(impulse));
        match &mut row.law {
            Conditions::Rigid { .. } => {
                let struck = span.is_instant() || row.before.x < -span.sudden;
                (!struck)
                    .then_some([impulse.x * 0.5 * (row.before + row.after + row.shift).x, slides])
            }
            Conditions::Compliant(..) => Some([row.own_work(moved.x, span.h), slides]),
            Conditions::Law(law) => {
                let flat =
                    |along: Vector3<f64>| row.frame.tr_mul(&Vector3::new(0.0, along.y, along.z));
                let force = flat(impulse / span.h);
                let displacement =
                    ContactDisplacement { change: moved.x, moved: flat(moved), strength };
                Some(law.finish(&step, (&force, sticks), &displacement))
            }
            Conditions::Cable(_) | Conditions::Joint => None,
        }
    }
}

/// Work of the rows of a step, J.
#[derive(Clone, Copy, Debug, Default)]
struct RowWork {
    normal: f64,
    friction: f64,
    joints: f64,
    cables: f64,
    /// What impulses of contacts gave together.
    gained: f64,
    /// Whether a contact with restitution was struck.
    bounces: bool,
}

impl RowWork {
    /// Adds it to the channels.
    fn book(&self, world: &World, end_at: &mut [f64]) {
        let first = world.layout().work().start;
        let mut book = |channel: Channel, work: f64| end_at[first + channel as usize] += work;
        let gain = if self.bounces { self.gained.max(0.0) } else { 0.0 };
        book(Channel::GroundNormal, self.normal - gain);
        if gain > 0.0 {
            book(Channel::Restitution, gain);
        }
        book(Channel::GroundFriction, self.friction);
        book(Channel::Joints, self.joints);
        if self.cables != 0.0 {
            book(Channel::Cables, self.cables);
        }
    }
}

impl ConeWorkspace {
    /// Books the step that leads to `end_at`.
    pub(super) fn account(
        &mut self,
        world: &World,
        state: &State,
        (span, stage): (StepConstants, &Evaluation),
        end_at: &mut [f64],
        impulses: &mut PointImpulses,
    ) {
        self.scheme_terms = SchemeTerms::default();
        self.account_rows(world, span, end_at, impulses);
        self.scheme_terms.elements +=
            self.soil.account(world, &self.bodies, span.h, end_at, impulses);
        self.scheme_terms.elements +=
            self.compliant.account(world, state, &self.bodies, end_at, impulses);
        self.account_bodies(world, state, (span, stage), end_at);
    }

    /// Books the impulses; approaches that are sudden are impacts.
    pub(super) fn account_rows(
        &mut self,
        world: &World,
        span: StepConstants,
        end_at: &mut [f64],
        impulses: &mut PointImpulses,
    ) {
        self.impacts.clear();
        self.creep = 0.0;
        self.load = SolverLoad::default();
        let mut work = RowWork::default();
        for index in 0..self.rows.list.len() {
            let row = &self.rows.list[index];
            let impulse = Vector3::from_column_slice(&self.reaction[3 * index..3 * index + 3]);
            let mean = 0.5 * (row.before + row.after + row.shift);
            // Velocities of start and end are not quite those along the directions of the problem.
            let shift = 0.5 * (row.start_shift + row.shift);
            self.scheme_terms.elements -= impulse.dot(&shift);
            match row.kind {
                ConstraintKind::Drag { force, .. } => {
                    let own = -force * row.displacement(&self.bodies, span.h).y.abs();
                    work.friction += own;
                    self.scheme_terms.elements += impulse.y * mean.y - own;
                }
                ConstraintKind::Rub(torque) => {
                    let own = -torque * row.joint_change(&self.bodies).abs();
                    work.joints += own;
                    self.scheme_terms.elements += impulse.y * mean.y - own;
                }
                ConstraintKind::Stop { .. } => {
                    let own = row.own_work(row.joint_change(&self.bodies), span.h);
                    work.joints += own;
                    self.scheme_terms.elements += impulse.x * mean.x - own;
                }
                ConstraintKind::Cable => {
                    if let Some(line) = row.cable() {
                        let own = line.own_work(-mean.x, impulse.x, span.h);
                        work.cables += own;
                        self.scheme_terms.elements += impulse.x * mean.x - own;
                        line.write_length(world, impulse.x, span.h, end_at);
                    }
                }
                ConstraintKind::Contact { slot, other } => {
                    // What bore a body until an impact stands in its free motion.
                    self.scheme_terms.solved += row.borne * mean.x;
                    let [pressed, rubbed] =
                        [impulse.x * mean.x, impulse.y * mean.y + impulse.z * mean.z];
                    work.gained += pressed + rubbed;
                    let own = self.rows.own_work(index, &impulse, &self.bodies, span);
                    let [own_pressed, own_rubbed] = own.unwrap_or([pressed, rubbed]);
                    work.normal += own_pressed;
                    work.friction += own_rubbed;
                    self.scheme_terms.elements += pressed + rubbed - own_pressed - own_rubbed;
                    work.bounces |=
                        self.record_contact(world, (index, slot, other), &impulse, span, impulses);
                }
            }
        }
        work.book(world, end_at);
    }

    /// Records a contact that carries an impulse; whether it bounced.
    fn record_contact(
        &mut self,
        world: &World,
        (index, slot, other): (usize, usize, Option<usize>),
        impulse: &Vector3<f64>,
        span: StepConstants,
        impulses: &mut PointImpulses,
    ) -> bool {
        let Self { rows, load, impacts, creep, .. } = self;
        let row = &rows.list[index];
        load.contacts += 1;
        load.deepest = load.deepest.max(-row.gap);
        if impulse.x <= 0.0 {
            return false;
        }
        let after = row.after + row.shift;
        let total = row.frame.tr_mul(impulse);
        load.loaded += 1;
        if other.is_none() && row.first.vehicle >= world.named() {
            load.lifted += total.z;
        }
        // What rests on another body records it, not what bears it.
        match other {
            Some(other) if row.frame[(0, 2)] < 0.0 => {
                impulses.at(other).take_from_vehicle(impulse, &-total);
            }
            Some(_) => impulses.at(slot).take_from_vehicle(impulse, &total),
            None => impulses.at(slot).take(impulse, &total),
        }
        if row.sticks_under(impulse) {
            let speed = match row.is_rigid() && row.bias.x == 0.0 {
                true => after.norm(),
                false => after.yz().norm(),
            };
            *creep = creep.max(speed);
        }
        let Some(restitution) = row.restitution() else { return false };
        if row.before.x >= -span.sudden {
            return false;
        }
        impacts.push(Impact {
            contactor: world.sample_points()[slot].contactor,
            normal: row.frame.row(0).transpose(),
            before: row.frame.tr_mul(&row.before),
            after: row.frame.tr_mul(&after),
            impulse: total,
        });
        restitution > 0.0
    }

    fn account_bodies(
        &mut self,
        world: &World,
        state: &State,
        (span, stage): (StepConstants, &Evaluation),
        end_at: &mut [f64],
    ) {
        let h = span.h;
        let layout = world.layout();
        let first = layout.work().start;
        for (vehicle, body) in self.bodies.iter_mut().enumerate().filter(|(_, body)| body.awake) {
            let tree = &world.vehicles()[vehicle].tree;
            self.scheme_terms.solved += body.solved_work();
            let mean = |k: usize| 0.5 * (body.start[k] + body.end[k]);
            for line in &body.joints {
                let speed = line.multiplier * mean(line.coordinate);
                let (passive, motor) = line.given();
                let displacement = line.multiplier * body.mean_displacement[line.coordinate];
                let own = line.own_passive();
                end_at[first + Channel::Joints as usize] += own * displacement;
                // A motor has no potential of its own: it has given the torque that acted.
                end_at[first + Channel::Motors as usize] += h * motor * speed;
                self.scheme_terms.elements += h * passive * speed - own * displacement;
            }
            let wrench = &state.command.wrenches[vehicle];
            let alone = !world.is_eventful() && body.start.len() >= 6;
            if *wrench != Default::default() && alone {
                let push = stage.kinematics(vehicle).links[0].rotation * wrench.force;
                let power = push.dot(&Vector3::new(mean(0), mean(1), mean(2)))
                    + wrench.torque.dot(&Vector3::new(mean(3), mean(4), mean(5)));
                end_at[first + Channel::Actuation as usize] += h * power;
                self.scheme_terms.solved += h * power;
            }
            body.write_joint_states(world, state, (vehicle, span), end_at);
            if body.corrected && world.is_hard() {
                let inertias = &state.inertias[layout.links(vehicle)];
                let start = &state.continuous[layout.positions(vehicle)];
                let VehicleDynamics {
                    kinematics, middle: (mean, _), mean_displacement, end, ..
                } = body;
                mean.copy_from_slice(start);
                integrate(tree, mean, mean_displacement, 1.0);
                normalise(tree, mean);
                let mut potential = |q: &[f64]| {
                    kinematics.update(tree, q, end);
                    energy::potential(world.gravity(), inertias, kinematics)
                };
                let lifted = potential(&end_at[layout.positions(vehicle)]) - potential(mean);
                end_at[first + Channel::Correction as usize] += lifted;
                self.scheme_terms.solved += lifted;
            }
        }
    }
}
