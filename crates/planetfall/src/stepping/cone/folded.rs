//! Contacts that all give way and all stick, as part of the mass matrix.
//!
//! Where every contact obeys u + R r + b = 0 (see `sticking`), its impulse is r = −R⁻¹ (J v + b), linear in
//! the velocities at the end of the step, and these solve
//!
//! (M − h θ D + Σ Jᵀ R⁻¹ J) v = f − Σ Jᵀ R⁻¹ b.
//!
//! A wheel's contact moves with the coordinates of one branch, so the matrix keeps the pattern of its factor:
//! the whole step is one more factorisation along the tree, and W is never made. If all impulses found push
//! and lie inside their cones, they solve the cone problem; if not, or if something is rigid, dry or open, the
//! step is left to those who know all cases.

use super::body::Body;
use super::row::{Conditions, Row, Rows};
use super::sticking::{is_inside, may_stick};
use super::{PATIENCE, Room, Span};
use crate::state::State;
use crate::stepping::{Evaluation, StepReport};
use crate::world::World;
use nalgebra::Vector3;

/// Error of the momenta, in parts of the impulses, beyond which an answer is none.
const FAIR: f64 = 1e-9;

impl Room {
    /// Factors the mass matrix with all contacts in it if they give way and stuck at the end of the last step;
    /// whether that is so.
    pub(super) fn start_stuck(
        &mut self,
        world: &World,
        state: &State,
        now: &Evaluation,
        span: Span,
    ) -> bool {
        let soil = |row: &Row| matches!(row.law, Conditions::Soil(_));
        let alone = self.bodies.len() == 1 && self.bodies[0].pins.is_empty();
        if !alone || self.softness.is_under(0) || !self.rows.list.iter().all(soil) {
            return false;
        }
        self.start_impulses(state);
        self.rows.set_conditions(span);
        if !may_stick(&self.rows.list, &self.reaction) {
            return false;
        }
        self.rows.point(world, now, &self.bodies);
        self.bodies[0].fold(&self.rows, span);
        true
    }

    /// Finds the end of the step after [`Self::start_stuck`]; false, with all as it was but for where laws are
    /// linearised, where not all contacts stick at the end.
    pub(super) fn find_stuck_end(
        &mut self,
        world: &World,
        state: &State,
        span: Span,
        report: &mut StepReport,
    ) -> bool {
        for attempt in 1..=PATIENCE {
            if attempt > 1 {
                self.rows.set_conditions(span);
                self.bodies[0].fold(&self.rows, span);
            }
            let error = self.bodies[0].end_held(&self.rows, span, &mut self.reaction);
            let impulses = self.reaction.chunks_exact(3).map(Vector3::from_column_slice);
            let inside = |(row, own): (&Row, Vector3<f64>)| is_inside((row, &own));
            if !(error <= FAIR && self.rows.list.iter().zip(impulses).all(inside)) {
                break;
            }
            report.iterations += 1;
            (self.residual, self.solved) = (error, error);
            let ground_holds = self.rows.is_settled(&self.bodies, &self.reaction, span);
            let joints_hold = self.joints_hold(world, state, (span, attempt > 1));
            if (ground_holds && joints_hold) || attempt == PATIENCE {
                return true;
            }
        }
        false
    }
}

impl Body {
    /// Factors the mass matrix with all rows in it.
    fn fold(&mut self, rows: &Rows, span: Span) {
        self.factorise(span, |pattern, matrix, _| {
            for row in &rows.list {
                let stiff = row.regular().map(|give| 1.0 / give);
                let support = pattern.support(row.first.link);
                let js = &rows.side(&row.first)[..support.len()];
                for (place, (&coordinate, j)) in support.iter().zip(js).enumerate() {
                    let answer = stiff.component_mul(j);
                    // A line ends with its own coordinate, with which what is left of the support begins.
                    let line = pattern.line_mut(coordinate, matrix);
                    let others = js[place..].iter().rev();
                    line.iter_mut().zip(others).for_each(|(value, j)| *value += answer.dot(j));
                }
            }
        });
    }

    /// Takes what the rows hold back at the velocities of the drift from the impulses in `scratch`.
    pub(super) fn hold_back(&mut self, rows: &Rows) {
        for row in &rows.list {
            let support = self.pattern.support(row.first.link);
            let js = &rows.side(&row.first)[..support.len()];
            let held = meets(row, support, js, &self.drift).component_div(&row.regular());
            for (&coordinate, j) in support.iter().zip(js) {
                self.scratch[coordinate] -= j.dot(&held);
            }
        }
    }

    /// Velocities at the end with the rows that the factor has in it, and their impulses; tells the error of
    /// the momenta.
    fn end_held(&mut self, rows: &Rows, span: Span, reaction: &mut [f64]) -> f64 {
        self.gather_push(span);
        self.moved.copy_from_slice(&self.scratch);
        self.hold_back(rows);
        self.solve_scratch();
        for ((end, drift), change) in self.end.iter_mut().zip(&self.drift).zip(&self.scratch) {
            *end = drift + change;
        }
        self.z.copy_from_slice(&self.end);
        for (row, own) in rows.list.iter().zip(reaction.chunks_exact_mut(3)) {
            let support = self.pattern.support(row.first.link);
            let js = &rows.side(&row.first)[..support.len()];
            let impulse = -meets(row, support, js, &self.end).component_div(&row.regular());
            own.copy_from_slice(impulse.as_slice());
        }
        self.momentum_error(rows, span, reaction)
    }

    /// What the motion found lacks of the impulses found, by the greatest of these along a coordinate.
    fn momentum_error(&mut self, rows: &Rows, span: Span, reaction: &[f64]) -> f64 {
        // `scratch` is the change of the velocities, `moved` the impulses without contacts.
        self.take_momentum(span);
        let mut most = f64::MIN_POSITIVE;
        for (row, own) in rows.list.iter().zip(reaction.chunks_exact(3)) {
            let impulse = Vector3::from_column_slice(own);
            for (&place, j) in
                self.pattern.support(row.first.link).iter().zip(rows.side(&row.first))
            {
                let part = j.dot(&impulse);
                self.moved[place] += part;
                most = most.max(part.abs());
            }
        }
        self.moved.iter().fold(0.0, |worst: f64, left| worst.max(left.abs())) / most
    }
}

/// u + b of a row under velocities of the coordinates.
#[inline]
fn meets(row: &Row, support: &[usize], js: &[Vector3<f64>], v: &[f64]) -> Vector3<f64> {
    let mut sum = row.shift + row.bias;
    for (&place, j) in support.iter().zip(js) {
        sum += j * v[place];
    }
    sum
}
