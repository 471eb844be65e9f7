//! Where the vehicles are at the end of the step: the mean velocity's path, kept out of rigid ground.
//!
//! The least displacement (in the metric of the mass matrix) that opens every gap is
//! δ = L⁻¹ Σ y_n λ with W_nn λ + gap ≥ 0 ⊥ λ ≥ 0, solved by projected Gauss–Seidel sweeps. It moves
//! positions only; what it lifts is booked as the account's own column, and paid: see [`Payment`].

use super::constraint_row::{CLOSED_GAP, ConstraintRow, ConstraintRows};
use super::vehicle_dynamics::VehicleDynamics;
use super::{ConeWorkspace, LARGE_ISLAND_CONTACTS, StepConstants};
use crate::dynamics::energy;
use crate::dynamics::kinematics::{integrate, normalise};
use crate::math::time::Time;
use crate::state::State;
use crate::vehicle::Vehicle;
use crate::world::World;
use nalgebra::Vector3;

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
    /// Account of each island, by its first vehicle.
    payments: Vec<Payment>,
}

/// What the contacts of an island took from its energy in a step, and what it costs to lift its bodies.
///
/// *Single bodies.* Free motion from v to v_d keeps the energy if the body goes the path w_d =
/// h (v + v_d)/2. Then energy changes by −B + C: impulses take B = ½|z_f|² − ½|z⁺|² = ½ r·W r − r·u⁺
/// (z = L v) from the kinetic energy, and a path w costs C = −f·(w − w_d) against a uniform force f.
/// Without restitution r·u⁺ ≤ 0, so that B ≥ 0 whatever the directions. Where C is greater, bodies are
/// lifted by the share B/C only, and by the rest in later steps.
///
/// *Vehicles with joints* have a mass matrix that turns: there B is the work that rigid contacts took,
/// −Σ r·(u⁻ + u⁺)/2, and C the potential energy between the path of the mean velocity and the one taken.
#[derive(Clone, Copy, Debug, Default)]
struct Payment {
    /// B, J.
    taken: f64,
    /// C, J.
    cost: f64,
    /// Whether it has joints.
    jointed: bool,
    /// Whether an impact throws something off, or ground gives way.
    waived: bool,
}

/// Depth that is left alone, m: the rounding of a position a kilometre from the origin is 1e-13.
pub(super) const ALLOWED_DEPTH: f64 = 1e-12;
/// Times that the share of a lift that is paid is sought. Chosen: the cost of a jointed vehicle is not
/// quite linear in it, a single body's is.
const PAYMENT_LIMIT: usize = 6;
/// Cost beyond what was taken that is round-off, in parts of it: sums of a hundred terms.
const COST_ROUND_OFF: f64 = 1e-12;
/// Sweeps of the projection. Chosen: it ends at a tenth of [`ALLOWED_DEPTH`] before, but for
/// redundant contacts.
const SWEEP_LIMIT: usize = 200;
/// Depth, m, and sweeps of a large island. Chosen: beds of grains are drawn and recorded far coarser.
const LARGE_ISLAND_OPENING: (f64, usize) = (1e-9, 40);

impl ConeWorkspace {
    /// Writes positions and velocities at the end of the step.
    pub(super) fn advance(
        &mut self,
        world: &World,
        state: &State,
        span: StepConstants,
        end_at: &mut [f64],
    ) {
        let rigid = self.rows.list.iter().any(ConstraintRow::is_rigid);
        for (index, body) in self.bodies.iter_mut().enumerate().filter(|(_, body)| body.awake) {
            let loaded = |place: usize| self.reaction[3 * place];
            let lands = self.rows.of(index).any(|(place, row)| row.lands(loaded(place)));
            let sinks = !span.second_order
                && (self.rows.of(index).any(|(place, row)| row.yields(loaded(place)))
                    || self.compliant.presses_on(index));
            let pushed = !body.single
                || self.rows.of(index).any(|(place, _)| {
                    self.reaction[3 * place..3 * place + 3].iter().any(|part| *part != 0.0)
                });
            // Ground that yields is taken at the end of the step: so is the path.
            let theta = if sinks { 1.0 } else { span.theta };
            body.set_displacement(StepConstants { theta, ..span }, (lands, pushed), rigid);
        }
        let projected = self.project(!world.grains().is_empty());
        // A start inside the ground is moved out of it at whatever cost.
        if rigid && state.time > Time::ZERO {
            self.pay(world, state, span.h, projected);
        }
        let layout = world.layout();
        for (vehicle, body) in self.bodies.iter_mut().enumerate().filter(|(_, body)| body.awake) {
            let tree = &world.vehicles()[vehicle].tree;
            let q = &mut end_at[layout.positions(vehicle)];
            integrate(tree, q, &body.displacement, 1.0);
            normalise(tree, q);
            body.close_loops(&world.vehicles()[vehicle], q);
            end_at[layout.velocities(vehicle)].copy_from_slice(&body.end);
        }
    }

    /// Opens the gaps that the path would close; whether there were any.
    pub(super) fn project(&mut self, grains: bool) -> bool {
        let Self { bodies, rows, position, reaction, large_island, .. } = self;
        position.gather(rows, bodies, reaction);
        if position.gap.iter().all(|gap| *gap >= -ALLOWED_DEPTH) {
            return false;
        }
        let many = grains && position.rows.len() > LARGE_ISLAND_CONTACTS;
        if many {
            let numbers = (&position.own[..], &mut position.push[..]);
            large_island.open((rows, &position.rows), bodies, numbers, LARGE_ISLAND_OPENING);
        }
        for _ in 0..if many { 0 } else { SWEEP_LIMIT } {
            let mut worst: f64 = 0.0;
            for place in 0..position.rows.len() {
                let row = &rows.list[position.rows[place]];
                // Projected Gauss–Seidel: λ ← max(λ − (W_nn λ + gap)/W_ii, 0).
                let gap = row.gap + row.turned + along(rows, row, bodies);
                let push = (position.push[place] - gap / position.own[place]).max(0.0);
                let change = push - position.push[place];
                position.push[place] = push;
                if change != 0.0 {
                    worst = worst.max((change * position.own[place]).abs());
                    displace(rows, row, bodies, change);
                }
            }
            if worst < 0.1 * ALLOWED_DEPTH {
                break;
            }
        }
        for body in bodies.iter_mut().filter(|body| body.awake) {
            body.corrected = true;
            body.displacement.copy_from_slice(&body.moved);
            body.pattern.colour(&body.factor, &mut body.displacement);
        }
        true
    }
}

impl ConeWorkspace {
    /// Lifts no body by more than its contacts took from its energy; `projected` says whether gaps were
    /// opened at all.
    fn pay(&mut self, world: &World, state: &State, h: f64, projected: bool) {
        let Self { bodies, rows, position, reaction, .. } = self;
        if !projected && bodies.iter().all(|body| !body.single) {
            return;
        }
        let accounts = &mut position.payments;
        accounts.clear();
        accounts.resize(bodies.len(), Payment::default());
        for (vehicle, body) in bodies.iter().enumerate() {
            accounts[rows.first_of_island(vehicle)].jointed |= !body.single;
        }
        for (row, impulse) in rows.list.iter().zip(reaction.chunks_exact(3)) {
            let account = &mut accounts[rows.first_of_island(row.first.vehicle)];
            let rigid = row.is_rigid();
            account.waived |= row.bounces && impulse[0] > 0.0 || !rigid && !account.jointed;
            if account.jointed && rigid {
                let mean = 0.5 * (row.before + row.after + row.shift);
                account.taken -= mean.dot(&Vector3::from_column_slice(impulse));
            }
        }
        for (vehicle, body) in bodies.iter_mut().enumerate() {
            let account = &mut accounts[rows.first_of_island(vehicle)];
            if account.jointed && projected && !account.waived {
                account.cost += body.lift(world, state, vehicle);
            } else if !account.jointed {
                let (taken, cost) = body.payment(h);
                account.taken += taken;
                account.cost += cost;
            }
        }
        for _ in 0..PAYMENT_LIMIT {
            let mut owing = false;
            for (vehicle, body) in bodies.iter_mut().enumerate() {
                let Payment { taken, cost, jointed, waived } =
                    accounts[rows.first_of_island(vehicle)];
                if !waived && cost > 0.0 && cost > taken * (1.0 + COST_ROUND_OFF) {
                    body.lift_by(taken.max(0.0) / cost, h, jointed);
                    owing |= jointed;
                }
            }
            if !owing {
                break;
            }
            // With joints a share of a path does not lift by that share: the cost is asked for again.
            accounts.iter_mut().for_each(|account| account.cost = 0.0);
            for (vehicle, body) in bodies.iter_mut().enumerate() {
                let account = &mut accounts[rows.first_of_island(vehicle)];
                if account.jointed && !account.waived {
                    account.cost += body.lift(world, state, vehicle);
                }
            }
        }
    }
}

impl VehicleDynamics {
    /// What impulses took from the kinetic energy, and what the displacement costs, J.
    fn payment(&self, h: f64) -> (f64, f64) {
        let lost = self.free.iter().zip(&self.z).map(|(free, end)| (free - end) * (free + end));
        let costs = self.weight.iter().enumerate();
        let cost =
            costs.map(|(k, weight)| weight * (self.free_displacement(h, k) - self.displacement[k]));
        (0.5 * lost.sum::<f64>(), cost.sum())
    }

    /// Displacement of free motion along a coordinate: with the mean velocity where it is `pushed` (along
    /// what bore it only while it fell), else the one it takes.
    fn free_displacement(&self, h: f64, coordinate: usize) -> f64 {
        if !self.pushed {
            return self.free_flight_displacement[coordinate];
        }
        let mean = |k: usize| 0.5 * (self.start[k] + self.drift[k]);
        let borne = (0..3).map(|k| self.held[k] * mean(k)).sum::<f64>();
        let held = if coordinate < 3 { self.held[coordinate] } else { 0.0 };
        h * mean(coordinate) - held * borne
    }

    /// Potential energy between the path of the mean velocity and the one that is taken, J.
    fn lift(&mut self, world: &World, state: &State, vehicle: usize) -> f64 {
        let tree = &world.vehicles()[vehicle].tree;
        let inertias = &state.inertias[world.layout().links(vehicle)];
        let start = &state.continuous[world.layout().positions(vehicle)];
        let Self { kinematics, middle: (q, _), mean_displacement, displacement, end, .. } = self;
        let mut potential = |displacement: &[f64]| {
            q.copy_from_slice(start);
            integrate(tree, q, displacement, 1.0);
            normalise(tree, q);
            kinematics.update(tree, q, end);
            energy::potential(world.gravity(), inertias, kinematics)
        };
        potential(displacement) - potential(mean_displacement)
    }

    /// Takes a share of the displacement beyond that of free motion, or with joints beyond that of the
    /// mean velocity.
    fn lift_by(&mut self, share: f64, h: f64, jointed: bool) {
        for k in 0..self.displacement.len() {
            let base =
                if jointed { self.mean_displacement[k] } else { self.free_displacement(h, k) };
            self.displacement[k] = base + share * (self.displacement[k] - base);
        }
        self.corrected = true;
    }
}

impl Projection {
    /// Rows of rigid ground that nothing throws off.
    fn gather(&mut self, rows: &ConstraintRows, bodies: &[VehicleDynamics], reaction: &[f64]) {
        self.rows.clear();
        self.gap.clear();
        self.own.clear();
        for (index, row) in rows.list.iter().enumerate() {
            if !row.is_rigid() || row.bounces && reaction[3 * index] > 0.0 {
                continue;
            }
            self.rows.push(index);
            self.gap.push(row.gap + row.turned + along(rows, row, bodies));
            let squares = row.sides().flat_map(|side| rows.normals(side, bodies));
            self.own.push(squares.map(|(_, y)| y * y).sum::<f64>().max(f64::MIN_POSITIVE));
        }
        self.push.clear();
        self.push.resize(self.rows.len(), 0.0);
    }
}

/// How far the displacement opens a row.
fn along(rows: &ConstraintRows, row: &ConstraintRow, bodies: &[VehicleDynamics]) -> f64 {
    let mut sum = 0.0;
    for side in row.sides() {
        let moved = &bodies[side.vehicle].moved;
        sum += rows.normals(side, bodies).map(|(place, y)| y * moved[place]).sum::<f64>();
    }
    sum
}

fn displace(rows: &ConstraintRows, row: &ConstraintRow, bodies: &mut [VehicleDynamics], push: f64) {
    for side in row.sides() {
        let body = &mut bodies[side.vehicle];
        let mut moved = std::mem::take(&mut body.moved);
        for (&place, y) in body.support(side.link).iter().zip(rows.side(side)) {
            moved[place] += y.x * push;
        }
        body.moved = moved;
    }
}

impl ConstraintRow {
    /// Whether it presses on ground that yields.
    fn yields(&self, impulse: f64) -> bool {
        self.is_compliant() && impulse > 0.0
    }

    /// Whether it came to the ground in this step and stays there.
    fn lands(&self, impulse: f64) -> bool {
        let Some(restitution) = self.restitution() else { return false };
        self.reached && self.gap > CLOSED_GAP && restitution == 0.0 && impulse > 0.0
    }
}

/// Corrections of a closed loop in a step. Chosen: with the matrices of the start each gains a factor of
/// O(h).
const LOOP_CORRECTION_LIMIT: usize = 5;
/// How far a closed loop may stay open, m: round-off of links of some metres.
const OPEN_LOOP_DISTANCE: f64 = 1e-12;

impl VehicleDynamics {
    /// Closes the loops at the end of the path, by Newton's method with the matrices of the start.
    pub(super) fn close_loops(&mut self, vehicle: &Vehicle, q: &mut [f64]) {
        if self.pins.is_empty() {
            return;
        }
        for _ in 0..LOOP_CORRECTION_LIMIT {
            self.kinematics.update(&vehicle.tree, q, &self.end);
            if self.pins.aim(&vehicle.closures, &self.kinematics) < OPEN_LOOP_DISTANCE {
                break;
            }
            self.displacement.fill(0.0);
            self.pins.close(&mut self.displacement);
            self.pattern.colour(&self.factor, &mut self.displacement);
            integrate(&vehicle.tree, q, &self.displacement, 1.0);
            normalise(&vehicle.tree, q);
        }
    }

    /// The path of the step without regard to gaps: with the mean velocity, or, if something lands,
    /// with the velocity it would have without ground; that of free motion if nothing has `pushed` a
    /// single body. Whether any ground is `rigid` says whether somebody asks for gaps.
    fn set_displacement(
        &mut self,
        span: StepConstants,
        (lands, pushed): (bool, bool),
        rigid: bool,
    ) {
        let StepConstants { h, theta, .. } = span;
        self.corrected = lands;
        self.end_share = theta;
        self.pushed = pushed || theta != 0.5;
        for ((displacement, start), end) in
            self.mean_displacement.iter_mut().zip(&self.start).zip(&self.end)
        {
            *displacement = h * (theta * end + (1.0 - theta) * start);
        }
        if self.single && !self.pushed {
            self.mean_displacement.copy_from_slice(&self.free_flight_displacement);
        }
        self.displacement.copy_from_slice(&self.mean_displacement);
        if lands {
            self.displacement.copy_from_slice(&self.free);
            self.pattern.colour(&self.factor, &mut self.displacement);
            for (displacement, start) in self.displacement.iter_mut().zip(&self.start) {
                *displacement = 0.5 * h * (*displacement + start);
            }
        }
        if rigid || !self.pins.is_empty() {
            self.pattern.whiten(&self.factor, &self.displacement, &mut self.moved);
        }
        if !self.pins.is_empty() {
            self.corrected = true;
            self.pins.close(&mut self.moved);
            self.displacement.copy_from_slice(&self.moved);
            self.pattern.colour(&self.factor, &mut self.displacement);
        }
    }
}
