//! Where the vehicles are at the end of the step: the mean velocity's way, kept out of rigid ground.
//!
//! The least displacement (in the metric of the mass matrix) that opens every gap is
//! δ = L⁻¹ Σ y_n λ with W_nn λ + gap ≥ 0 ⊥ λ ≥ 0, solved by projected Gauss–Seidel sweeps. It moves
//! positions only; what it lifts is booked as the account's own column.

use super::body::Body;
use super::row::{CLOSED, Conditions, Row, Rows};
use super::{CROWD, Room, Span};
use crate::dynamics::kinematics::{integrate, normalise};
use crate::vehicle::Vehicle;
use crate::world::World;

/// Scratch of the projection.
#[derive(Clone, Debug, Default)]
pub(super) struct Projection {
    /// Rows that take part.
    rows: Vec<usize>,
    /// Push along each.
    push: Vec<f64>,
    /// Gap of each as things stand.
    gap: Vec<f64>,
    own: Vec<f64>,
}

/// Depth that is left alone, m.
const SHALLOW: f64 = 1e-12;
const SWEEPS: usize = 200;
/// Depth, m, and sweeps of a crowd.
const OPENED_IN_CROWD: (f64, usize) = (1e-9, 40);

impl Room {
    /// Writes positions and velocities at the end of the step.
    pub(super) fn advance(&mut self, world: &World, span: Span, end_at: &mut [f64]) {
        let rigid = self.rows.list.iter().any(|row| matches!(row.law, Conditions::Rigid { .. }));
        for (index, body) in self.bodies.iter_mut().enumerate() {
            let loaded = |place: usize| self.reaction[3 * place];
            let lands = self.rows.of(index).any(|(place, row)| row.lands(loaded(place)));
            let sinks = self.rows.of(index).any(|(place, row)| row.yields(loaded(place)));
            // Ground that yields is taken at the end of the step: so is the way.
            let theta = if sinks { 1.0 } else { span.theta };
            body.set_way(Span { theta, ..span }, lands, rigid);
        }
        self.project(!world.grains().is_empty());
        let layout = world.layout();
        for (vehicle, body) in self.bodies.iter_mut().enumerate().filter(|(_, body)| body.awake) {
            let tree = &world.vehicles()[vehicle].tree;
            let q = &mut end_at[layout.positions(vehicle)];
            integrate(tree, q, &body.way, 1.0);
            normalise(tree, q);
            body.close_loops(&world.vehicles()[vehicle], q);
            end_at[layout.velocities(vehicle)].copy_from_slice(&body.end);
        }
    }

    /// Opens the gaps that the way would close.
    pub(super) fn project(&mut self, grains: bool) {
        let Self { bodies, rows, position, reaction, crowd, .. } = self;
        position.gather(rows, bodies, reaction);
        if position.gap.iter().all(|gap| *gap >= -SHALLOW) {
            return;
        }
        let many = grains && position.rows.len() > CROWD;
        if many {
            let numbers = (&position.own[..], &mut position.push[..]);
            crowd.open((rows, &position.rows), bodies, numbers, OPENED_IN_CROWD);
        }
        for _ in 0..if many { 0 } else { SWEEPS } {
            let mut worst: f64 = 0.0;
            for place in 0..position.rows.len() {
                let row = &rows.list[position.rows[place]];
                let gap = row.gap + along(rows, row, bodies);
                let push = (position.push[place] - gap / position.own[place]).max(0.0);
                let change = push - position.push[place];
                position.push[place] = push;
                if change != 0.0 {
                    worst = worst.max((change * position.own[place]).abs());
                    displace(rows, row, bodies, change);
                }
            }
            if worst < 0.1 * SHALLOW {
                break;
            }
        }
        for body in bodies.iter_mut() {
            body.corrected = true;
            body.way.copy_from_slice(&body.moved);
            body.pattern.colour(&body.factor, &mut body.way);
        }
    }
}

impl Projection {
    /// Rows of rigid ground that nothing throws off.
    fn gather(&mut self, rows: &Rows, bodies: &[Body], reaction: &[f64]) {
        self.rows.clear();
        self.gap.clear();
        self.own.clear();
        for (index, row) in rows.list.iter().enumerate() {
            let Conditions::Rigid { .. } = row.law else { continue };
            let thrown = row.bias.x < 0.0 && reaction[3 * index] > 0.0;
            if thrown {
                continue;
            }
            self.rows.push(index);
            self.gap.push(row.gap + along(rows, row, bodies));
            let squares = row.sides().flat_map(|side| rows.normals(side, bodies));
            self.own.push(squares.map(|(_, y)| y * y).sum::<f64>().max(f64::MIN_POSITIVE));
        }
        self.push.clear();
        self.push.resize(self.rows.len(), 0.0);
    }
}

/// How far the displacement opens a row.
fn along(rows: &Rows, row: &Row, bodies: &[Body]) -> f64 {
    let mut sum = 0.0;
    for side in row.sides() {
        let moved = &bodies[side.vehicle].moved;
        sum += rows.normals(side, bodies).map(|(place, y)| y * moved[place]).sum::<f64>();
    }
    sum
}

fn displace(rows: &Rows, row: &Row, bodies: &mut [Body], push: f64) {
    for side in row.sides() {
        let body = &mut bodies[side.vehicle];
        let mut moved = std::mem::take(&mut body.moved);
        for (&place, y) in body.support(side.link).iter().zip(rows.side(side)) {
            moved[place] += y.x * push;
        }
        body.moved = moved;
    }
}

impl Row {
    /// Whether it presses on ground that yields.
    fn yields(&self, impulse: f64) -> bool {
        matches!(self.law, Conditions::Yielding(..) | Conditions::Soil(_)) && impulse > 0.0
    }

    /// Whether it came to the ground in this step and stays there.
    fn lands(&self, impulse: f64) -> bool {
        let Conditions::Rigid { restitution } = self.law else { return false };
        self.reached && self.gap > CLOSED && restitution == 0.0 && impulse > 0.0
    }
}

/// Corrections of a closed loop in a step, and how far it may stay open, m.
const CORRECTIONS: usize = 5;
const OPEN: f64 = 1e-12;

impl Body {
    /// Closes the loops at the end of the way, by Newton's method with the matrices of the start.
    pub(super) fn close_loops(&mut self, vehicle: &Vehicle, q: &mut [f64]) {
        if self.pins.is_empty() {
            return;
        }
        for _ in 0..CORRECTIONS {
            self.kinematics.update(&vehicle.tree, q, &self.end);
            if self.pins.aim(&vehicle.closures, &self.kinematics) < OPEN {
                break;
            }
            self.way.fill(0.0);
            self.pins.close(&mut self.way);
            self.pattern.colour(&self.factor, &mut self.way);
            integrate(&vehicle.tree, q, &self.way, 1.0);
            normalise(&vehicle.tree, q);
        }
    }

    /// The way of the step without regard to gaps: with the mean velocity, or, if something lands,
    /// with the velocity it would have without ground. Whether any ground is `rigid` tells whether
    /// somebody asks for gaps.
    fn set_way(&mut self, span: Span, lands: bool, rigid: bool) {
        let Span { h, theta, .. } = span;
        self.corrected = lands;
        for ((way, start), end) in self.mean_way.iter_mut().zip(&self.start).zip(&self.end) {
            *way = h * (theta * end + (1.0 - theta) * start);
        }
        self.way.copy_from_slice(&self.mean_way);
        if lands {
            self.way.copy_from_slice(&self.free);
            self.pattern.colour(&self.factor, &mut self.way);
            for (way, start) in self.way.iter_mut().zip(&self.start) {
                *way = 0.5 * h * (*way + start);
            }
        }
        if rigid || !self.pins.is_empty() {
            self.pattern.whiten(&self.factor, &self.way, &mut self.moved);
        }
        if !self.pins.is_empty() {
            self.corrected = true;
            self.pins.close(&mut self.moved);
            self.way.copy_from_slice(&self.moved);
            self.pattern.colour(&self.factor, &mut self.way);
        }
    }
}
