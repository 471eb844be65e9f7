//! What the step did: work through each channel, impulses on contactors, impacts.
//!
//! Work of an impulse is r·(u + u⁺)/2, exactly what it adds to ½ vᵀ M v. Newton's law with friction can
//! make that positive at an impact (T. R. Kane, D. A. Levinson 1985): what a step's contacts give
//! together then has a column of its own.

use super::body::Body;
use super::row::{Conditions, Kind};
use super::{Room, Span};
use crate::dynamics::energy;
use crate::dynamics::kinematics::{integrate, normalise};
use crate::math::rotation;
use crate::state::State;
use crate::stepping::{Channel, Impulse, SolverLoad};
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

impl Room {
    /// Books the step that leads to `end_at`.
    pub(super) fn account(
        &mut self,
        world: &World,
        state: &State,
        span: Span,
        end_at: &mut [f64],
        impulses: &mut [Impulse],
    ) {
        self.account_rows(world, span.sudden, end_at, impulses);
        self.softness.account(world, &self.bodies, span.h, end_at, impulses);
        self.account_bodies(world, state, span, end_at);
    }

    /// Books the impulses; approaches faster than `sudden` (m/s) are impacts.
    pub(super) fn account_rows(
        &mut self,
        world: &World,
        sudden: f64,
        end_at: &mut [f64],
        impulses: &mut [Impulse],
    ) {
        let book = world.layout().work().start;
        let mut book = |channel: Channel, work: f64| end_at[book + channel as usize] += work;
        self.impacts.clear();
        self.creep = 0.0;
        self.load = SolverLoad::default();
        let (mut normal, mut friction, mut joints, mut bounces) = (0.0, 0.0, 0.0, false);
        for (index, row) in self.rows.list.iter().enumerate() {
            let impulse = Vector3::from_column_slice(&self.reaction[3 * index..3 * index + 3]);
            let after = row.after + row.shift;
            let mean = 0.5 * (row.before + after);
            if let Kind::Drag { .. } = row.kind {
                friction += impulse.y * mean.y;
                continue;
            }
            let Kind::Contact { slot, other } = row.kind else {
                let along = if matches!(row.kind, Kind::Rub(_)) {
                    impulse.y * mean.y
                } else {
                    impulse.x * mean.x
                };
                joints += along;
                continue;
            };
            self.load.contacts += 1;
            self.load.deepest = self.load.deepest.max(-row.gap);
            normal += impulse.x * mean.x;
            friction += impulse.y * mean.y + impulse.z * mean.z;
            if impulse.x <= 0.0 {
                continue;
            }
            let total = row.frame.tr_mul(&impulse);
            self.load.loaded += 1;
            if other.is_none() && row.first.vehicle >= world.named() {
                self.load.lifted += total.z;
            }
            // What rests on another body records it, not what bears it.
            match other {
                Some(other) if row.frame[(0, 2)] < 0.0 => {
                    impulses[other].take_from_vehicle(&impulse, &-total);
                }
                Some(_) => impulses[slot].take_from_vehicle(&impulse, &total),
                None => impulses[slot].take(&impulse, &total),
            }
            if impulse.yz().norm() < (1.0 - 1e-9) * row.friction() * impulse.x {
                let speed = match row.law {
                    Conditions::Rigid { .. } if row.bias.x == 0.0 => after.norm(),
                    _ => after.yz().norm(),
                };
                self.creep = self.creep.max(speed);
            }
            let Conditions::Rigid { restitution } = row.law else { continue };
            if row.before.x < -sudden {
                bounces |= restitution > 0.0;
                self.impacts.push(Impact {
                    contactor: world.contacts()[slot].contactor,
                    normal: row.frame.row(0).transpose(),
                    before: row.frame.tr_mul(&row.before),
                    after: row.frame.tr_mul(&after),
                    impulse: total,
                });
            }
        }
        let gain = if bounces { (normal + friction).max(0.0) } else { 0.0 };
        book(Channel::GroundNormal, normal - gain);
        if gain > 0.0 {
            book(Channel::Restitution, gain);
        }
        book(Channel::GroundFriction, friction);
        book(Channel::Joints, joints);
    }

    fn account_bodies(&mut self, world: &World, state: &State, span: Span, end_at: &mut [f64]) {
        let Span { h, theta, .. } = span;
        let layout = world.layout();
        let first = layout.work().start;
        for (vehicle, body) in self.bodies.iter_mut().enumerate().filter(|(_, body)| body.awake) {
            let tree = &world.vehicles()[vehicle].tree;
            let mean = |k: usize| 0.5 * (body.start[k] + body.end[k]);
            for line in &body.joints {
                let speed = line.multiplier * mean(line.coordinate);
                let (passive, motor) = line.given(theta);
                end_at[first + Channel::Joints as usize] += h * passive * speed;
                end_at[first + Channel::Motors as usize] += h * motor * speed;
            }
            let wrench = &state.command.wrenches[vehicle];
            if *wrench != Default::default() && body.start.len() >= 6 {
                let turn =
                    rotation::from_numbers(&state.continuous[layout.positions(vehicle)][3..7]);
                let push = turn * wrench.force;
                let power = push.dot(&Vector3::new(mean(0), mean(1), mean(2)))
                    + wrench.torque.dot(&Vector3::new(mean(3), mean(4), mean(5)));
                end_at[first + Channel::Actuation as usize] += h * power;
            }
            body.write_joint_states(world, vehicle, end_at);
            if body.corrected && world.is_hard() {
                let inertias = &state.inertias[layout.links(vehicle)];
                let start = &state.continuous[layout.positions(vehicle)];
                let Body { kinematics, middle: (mean, _), mean_way, end, .. } = body;
                mean.copy_from_slice(start);
                integrate(tree, mean, mean_way, 1.0);
                normalise(tree, mean);
                let mut potential = |q: &[f64]| {
                    kinematics.update(tree, q, end);
                    energy::potential(world.gravity(), inertias, kinematics)
                };
                let lifted = potential(&end_at[layout.positions(vehicle)]) - potential(mean);
                end_at[first + Channel::Correction as usize] += lifted;
            }
        }
    }
}
