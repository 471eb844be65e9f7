//! Contacts that give way, as part of the mass matrix.
//!
//! On soil the impulse of a contact follows from its velocity at the end of the step alone. With
//! w = J v + b, the impulse along the normal is r_n = −w_n/R_n where that pushes, and along the surface
//! r* = −w_t/R_t where the contact sticks, or what the cone leaves of r* where it slides (the return mapping of
//! plasticity; J. C. Simo, T. J. R. Hughes, *Computational Inelasticity*, 1998, §2.3). So the velocities solve
//!
//! (M − h θ D) v = f + Σ Jᵀ r(J v + b),
//!
//! and Newton's method needs no W: its matrix is the mass matrix with Jᵀ K J added, K = −∂r/∂w,
//!
//! sticking: K = R⁻¹; sliding along d = r*/|r*|, e across it: K = n nᵀ/R_n + κ e eᵀ/R_t + (μ/R_n) d nᵀ,
//!
//! with κ = μ r_n/|r*| < 1. A wheel's contact moves with the coordinates of one branch, so the matrix keeps the
//! pattern of its factor. Only d nᵀ is not symmetric: it has rank one for each contact that slides, and is taken
//! in afterwards (M. A. Woodbury 1950). r is piecewise linear in w but for the turning of d, so that a step in
//! which all stick takes one round, one in which wheels slide a few. What is rigid or dry has no R: it is left,
//! as is what does not converge, to the cone problem.

use super::constraint_row::{ConstraintRow, ConstraintRows, STICKING_SHARE};
use super::vehicle_dynamics::VehicleDynamics;
use super::{ConeWorkspace, LINEARISATION_LIMIT, StepConstants};
use crate::dynamics::ltl::{Factor, FactorPattern, ROOT};
use crate::state::State;
use crate::stepping::{Evaluation, StepReport};
use crate::world::World;
use nalgebra::Vector3;

/// Error of the momenta, in parts of the impulses, up to which an end is taken. Chosen: as for the cone
/// problem ([`super::island::RETRY_RESIDUAL`]).
const ACCEPTED_ERROR: f64 = 1e-9;
/// The same that is asked for while something slides, as long as there are rounds. Chosen: the direction
/// of sliding turns with the velocity, and a round more is a back substitution.
const SLIDING_ERROR: f64 = 1e-11;
/// The same beyond which it is too early to ask soil and joints where they should be linearised. Chosen.
const LINEARISATION_ERROR: f64 = 1e-3;
/// The same beyond which the iteration has diverged and the cone problem is solved instead. Chosen: no
/// right answer passes it.
const DIVERGED_ERROR: f64 = 1e9;

/// Contacts as parts of the mass matrix of one vehicle.
#[derive(Clone, Debug, Default)]
pub(super) struct CondensedSoil {
    /// Of each contact its velocity along the normal, then along both tangents, per unit of each coordinate of
    /// its support, from the root on.
    lines: Vec<f64>,
    grips: Vec<CondensedContact>,
    /// For each contact that slides: what its impulse along its path moves, in all coordinates.
    columns: Vec<f64>,
    /// Their small system, line by line, with its right-hand side last.
    corner: Vec<f64>,
}

/// How a contact answers a velocity, about the last one found.
#[derive(Clone, Copy, Debug, Default)]
struct CondensedContact {
    link: usize,
    /// Where its lines begin.
    at: usize,
    /// J v of all directions is counted from here: shift and bias.
    bias: Vector3<f64>,
    /// J v at the start of the step.
    start: Vector3<f64>,
    regular: Vector3<f64>,
    friction: f64,
    /// K without what leans: along the normal, and first-first, first-second, second-second of the tangents.
    normal: f64,
    tangent: [f64; 3],
    /// μ d of a contact that slides, else nothing.
    lean: [f64; 2],
}

impl CondensedContact {
    /// K w.
    #[inline]
    fn held(&self, w: &Vector3<f64>) -> Vector3<f64> {
        let ([a, b, c], [d, e]) = (self.tangent, self.lean);
        let normal = self.normal * w.x;
        Vector3::new(normal, a * w.y + b * w.z + d * normal, b * w.y + c * w.z + e * normal)
    }

    fn stick(&mut self) {
        let give = self.regular.map(|regular| 1.0 / regular);
        (self.normal, self.tangent, self.lean) = (give.x, [give.y, 0.0, give.z], [0.0; 2]);
    }

    fn slides(&self) -> bool {
        self.lean != [0.0; 2]
    }

    /// The impulse at w, about which it answers from now on.
    fn answer(&mut self, w: &Vector3<f64>) -> Vector3<f64> {
        let impulse = -w.component_div(&self.regular);
        if impulse.x <= 0.0 {
            (self.normal, self.tangent, self.lean) = (0.0, [0.0; 3], [0.0; 2]);
            return Vector3::zeros();
        }
        let (size, most) = (impulse.yz().norm(), self.friction * impulse.x);
        if size <= most {
            self.stick();
            return impulse;
        }
        let share = most / size;
        let (first, second) = (impulse.y / size, impulse.z / size);
        let stiff = share / self.regular.y;
        self.normal = 1.0 / self.regular.x;
        self.tangent = [stiff * second * second, -stiff * first * second, stiff * first * first];
        self.lean = [self.friction * first, self.friction * second];
        Vector3::new(impulse.x, share * impulse.y, share * impulse.z)
    }
}

impl ConeWorkspace {
    /// Factors the mass matrix with all contacts in it if they give way; whether they do.
    pub(super) fn start_condensed(
        &mut self,
        world: &World,
        state: &State,
        now: &Evaluation,
        span: StepConstants,
    ) -> bool {
        let gives = |row: &ConstraintRow| {
            let regular = row.regular();
            row.follows_velocity() && regular.x > 0.0 && regular.y > 0.0
        };
        let alone =
            self.bodies.len() == 1 && self.bodies[0].pins.is_empty() && !world.is_eventful();
        if !alone || self.soil.is_under(0) || self.rows.list.is_empty() {
            return false;
        }
        if !self.rows.list.iter().all(ConstraintRow::follows_velocity) {
            return false;
        }
        self.start_impulses(state);
        self.rows.set_conditions(span);
        if !self.rows.list.iter().all(gives) {
            return false;
        }
        let body = &mut self.bodies[0];
        self.condensed.point(world, now, (&self.rows, &body.pattern));
        self.condensed.begin(&self.rows, &self.reaction);
        let bears = self.condensed.grips.iter().any(|grip| grip.normal > 0.0);
        if bears {
            body.factorise_condensed(&mut self.condensed, span);
        }
        bears
    }

    /// Finds the end of the step after [`Self::start_condensed`]; false, with all as it was but for where laws are
    /// linearised, where it is not found.
    pub(super) fn find_condensed_end(
        &mut self,
        world: &World,
        state: &State,
        span: StepConstants,
        report: &mut StepReport,
    ) -> bool {
        for attempt in 1..=LINEARISATION_LIMIT {
            let body = &mut self.bodies[0];
            if attempt > 1 {
                body.factorise_condensed(&mut self.condensed, span);
            }
            let error =
                body.end_held(&mut self.condensed, &mut self.rows, span, &mut self.reaction);
            report.iterations += 1;
            // Nothing bears, or there is no answer.
            if error.is_nan() || error > DIVERGED_ERROR {
                break;
            }
            if error > LINEARISATION_ERROR {
                continue;
            }
            (self.residual, self.solved) = (error, error);
            self.report.residual = error;
            let ground_holds = self.rows.is_settled(&self.reaction, span);
            let joints_hold = self.joints_hold(world, state, (span, attempt > 1));
            let enough = if self.condensed.slides() { SLIDING_ERROR } else { ACCEPTED_ERROR };
            let found = error <= enough && ground_holds && joints_hold;
            if found || attempt == LINEARISATION_LIMIT && error <= ACCEPTED_ERROR {
                self.clip_to_strength();
                return true;
            }
            self.rows.set_conditions(span);
            self.condensed.follow(&self.rows);
        }
        false
    }
}

impl CondensedSoil {
    /// Takes the directions of all contacts.
    fn point(
        &mut self,
        world: &World,
        now: &Evaluation,
        (rows, pattern): (&ConstraintRows, &FactorPattern),
    ) {
        let size = |row: &ConstraintRow| 3 * pattern.support(row.first.link).len();
        self.lines.clear();
        self.lines.resize(rows.list.iter().map(size).sum(), 0.0);
        self.grips.clear();
        let (mut at, mut left) = (0, &mut self.lines[..]);
        for row in &rows.list {
            let link = row.first.link;
            self.grips.push(CondensedContact { link, at, ..CondensedContact::default() });
            let (own, later) = left.split_at_mut(size(row));
            at += own.len();
            left = later;
            row.point(world, now, pattern, own);
        }
        // All of them may come to slide in a later step, which must not allocate.
        let most = self.grips.len();
        self.columns.clear();
        self.columns.reserve(most * pattern.count());
        self.corner.clear();
        self.corner.reserve(most * (most + 1));
    }

    /// Has each contact answer as at the end of the last step: what stuck sticks, the rest as at the velocities
    /// of the start.
    fn begin(&mut self, rows: &ConstraintRows, reaction: &[f64]) {
        let impulses = reaction.chunks_exact(3);
        for ((grip, row), own) in self.grips.iter_mut().zip(&rows.list).zip(impulses) {
            grip.obey(row);
            let most = STICKING_SHARE * grip.friction * own[0];
            if own[0] > 0.0 && own[1] * own[1] + own[2] * own[2] < most * most {
                grip.stick();
            } else {
                grip.answer(&(row.before + row.bias));
            }
        }
    }

    /// Has each contact answer under its row's conditions, at the velocities found.
    fn follow(&mut self, rows: &ConstraintRows) {
        for (grip, row) in self.grips.iter_mut().zip(&rows.list) {
            grip.obey(row);
            grip.answer(&(row.after + grip.bias));
        }
    }

    /// Whether any contact does.
    fn slides(&self) -> bool {
        self.grips.iter().any(CondensedContact::slides)
    }

    /// Adds Σ Jᵀ K J, without what leans, to a matrix.
    fn add_to(&self, pattern: &FactorPattern, matrix: &mut Factor) {
        if pattern.is_rooted() {
            self.add_rooted(pattern, matrix);
            return;
        }
        for grip in &self.grips {
            let support = pattern.support(grip.link);
            let [n, t, s] = self.lines(grip, support.len());
            for (place, &coordinate) in support.iter().rev().enumerate() {
                let own = grip.stiff(n[place], t[place], s[place]);
                add(pattern.line_mut(coordinate, matrix), own, [n, t, s]);
            }
        }
    }

    /// The same where every line begins with the coordinates of a free root, for which loops are short and fixed.
    fn add_rooted(&self, pattern: &FactorPattern, matrix: &mut Factor) {
        let mut root = [[0.0; ROOT]; ROOT];
        for grip in &self.grips {
            let support = pattern.support(grip.link);
            let [n, t, s] = self.lines(grip, support.len());
            let (Some((n, n_more)), Some((t, t_more)), Some((s, s_more))) =
                (n.split_first_chunk(), t.split_first_chunk(), s.split_first_chunk())
            else {
                continue;
            };
            let lead = [*n, *t, *s];
            add_root(&mut root, grip, &lead);
            let chain = support[..support.len() - ROOT].iter().rev();
            for (place, &coordinate) in chain.enumerate() {
                let own = grip.stiff(n_more[place], t_more[place], s_more[place]);
                let line = pattern.line_mut(coordinate, matrix);
                if let Some((first, rest)) = line.split_first_chunk_mut::<ROOT>() {
                    *first = sum_of(*first, own, &lead);
                    add(rest, own, [n_more, t_more, s_more]);
                }
            }
        }
        pattern.add_to_root(&root, matrix);
    }

    /// The three lines of a contact.
    #[inline]
    fn lines(&self, grip: &CondensedContact, count: usize) -> [&[f64]; 3] {
        let (n, more) = self.lines[grip.at..grip.at + 3 * count].split_at(count);
        let (t, s) = more.split_at(count);
        [n, t, s]
    }

    /// J v + b of a contact.
    #[inline]
    fn meets(&self, grip: &CondensedContact, support: &[usize], v: &[f64]) -> Vector3<f64> {
        let [n, t, s] = self.lines(grip, support.len());
        let (mut places, mut start) = (support, 0);
        let mut sum = Vector3::zeros();
        if let (Some(a), Some(b), Some(c), Some(v)) =
            (n.first_chunk(), t.first_chunk(), s.first_chunk(), root_of(support, v))
        {
            sum = Vector3::new(dot(a, v), dot(b, v), dot(c, v));
            (places, start) = (&support[..support.len() - ROOT], ROOT);
        }
        let lines = n[start..].iter().zip(&t[start..]).zip(&s[start..]);
        for (&place, ((n, t), s)) in places.iter().rev().zip(lines) {
            sum += Vector3::new(n * v[place], t * v[place], s * v[place]);
        }
        sum
    }

    /// Takes Jᵀ of something along a contact's directions from what lies along the coordinates.
    #[inline]
    fn take(
        &self,
        grip: &CondensedContact,
        support: &[usize],
        own: &Vector3<f64>,
        from: &mut [f64],
    ) {
        let [n, t, s] = self.lines(grip, support.len());
        let (mut places, mut start) = (support, 0);
        if let (Some(n), Some(t), Some(s), true) =
            (n.first_chunk(), t.first_chunk(), s.first_chunk(), is_rooted(support))
            && let Some(first) = from.first_chunk_mut::<ROOT>()
        {
            *first = sum_of(*first, [-own.x, -own.y, -own.z], &[*n, *t, *s]);
            (places, start) = (&support[..support.len() - ROOT], ROOT);
        }
        let lines = n[start..].iter().zip(&t[start..]).zip(&s[start..]);
        for (&place, ((n, t), s)) in places.iter().rev().zip(lines) {
            from[place] -= n * own.x + t * own.y + s * own.z;
        }
    }

    /// The greatest part of it.
    #[inline]
    fn greatest(&self, grip: &CondensedContact, count: usize, own: &Vector3<f64>) -> f64 {
        let [n, t, s] = self.lines(grip, count);
        let parts = n.iter().zip(t).zip(s).map(|((n, t), s)| n * own.x + t * own.y + s * own.z);
        parts.fold(0.0, |most: f64, part| if part.abs() > most { part.abs() } else { most })
    }

    /// What the leaning impulses of contacts that slide move, by a factor that has all else in it.
    fn lean(&mut self, pattern: &FactorPattern, factor: &Factor) {
        let count = pattern.count();
        let mut columns = std::mem::take(&mut self.columns);
        columns.clear();
        for grip in self.grips.iter().filter(|grip| grip.slides()) {
            let start = columns.len();
            columns.resize(start + count, 0.0);
            let [first, second] = grip.lean.map(|lean| -grip.normal * lean);
            let own = Vector3::new(0.0, first, second);
            self.take(grip, pattern.support(grip.link), &own, &mut columns[start..]);
            pattern.impulse(factor, &mut columns[start..]);
            pattern.colour(factor, &mut columns[start..]);
        }
        self.columns = columns;
    }

    /// Turns what the factor makes of impulses into what the whole matrix makes of them.
    fn correct(&mut self, pattern: &FactorPattern, x: &mut [f64]) {
        if self.columns.is_empty() {
            return;
        }
        let count = pattern.count();
        let size = self.columns.len() / count;
        let mut corner = std::mem::take(&mut self.corner);
        corner.clear();
        for (row, grip) in self.grips.iter().filter(|grip| grip.slides()).enumerate() {
            let support = pattern.support(grip.link);
            let along = |v: &[f64]| self.meets(grip, support, v).x;
            let line = self.columns.chunks_exact(count).map(along);
            corner.extend(line.enumerate().map(|(k, value)| value + f64::from(k == row)));
            corner.push(along(x));
        }
        eliminate(&mut corner, size);
        for (line, column) in corner.chunks_exact(size + 1).zip(self.columns.chunks_exact(count)) {
            x.iter_mut().zip(column).for_each(|(x, column)| *x -= line[size] * column);
        }
        self.corner = corner;
    }
}

impl CondensedContact {
    /// Takes the conditions of a row.
    fn obey(&mut self, row: &ConstraintRow) {
        self.bias = row.shift + row.bias;
        self.start = row.before;
        self.regular = row.regular();
        self.friction = row.friction();
    }

    /// K of one coordinate's directions, without what leans.
    #[inline]
    fn stiff(&self, n: f64, t: f64, s: f64) -> [f64; 3] {
        let [a, b, c] = self.tangent;
        [self.normal * n, a * t + b * s, b * t + c * s]
    }
}

impl VehicleDynamics {
    /// Factors the mass matrix with all contacts in it.
    fn factorise_condensed(&mut self, condensed: &mut CondensedSoil, span: StepConstants) {
        self.factorise(span, |pattern, matrix, _| condensed.add_to(pattern, matrix));
        condensed.lean(&self.pattern, &self.factor);
    }

    /// What the whole matrix makes of the impulses in `scratch`, less what contacts hold back at the velocities
    /// of the drift: a change of these.
    pub(super) fn solve_held(&mut self, condensed: &mut CondensedSoil) {
        // Who has just asked at the same drift is answered with the same.
        if !std::mem::take(&mut self.knows_held) {
            self.hold_back(condensed, |grip, support, drift| {
                condensed.meets(grip, support, drift) + grip.bias
            });
        }
        self.scratch.iter_mut().zip(&self.held_back).for_each(|(left, held)| *left += held);
        self.solve_scratch();
        condensed.correct(&self.pattern, &mut self.scratch);
    }

    /// Writes into `held_back` the impulses by which contacts hold back at the velocities of the start, which is the
    /// drift as well.
    pub(super) fn hold_back_at_start(&mut self, condensed: &CondensedSoil) {
        self.hold_back(condensed, |grip, _, _| grip.start + grip.bias);
        self.knows_held = true;
    }

    /// Writes into `held_back` the impulses by which contacts hold back at their J v + b.
    #[inline]
    fn hold_back(
        &mut self,
        condensed: &CondensedSoil,
        meets: impl Fn(&CondensedContact, &[usize], &[f64]) -> Vector3<f64>,
    ) {
        self.held_back.fill(0.0);
        for grip in &condensed.grips {
            let support = self.pattern.support(grip.link);
            let held = grip.held(&meets(grip, support, &self.drift));
            condensed.take(grip, support, &held, &mut self.held_back);
        }
    }

    /// Velocities at the end with contacts as they answer, and the impulses that these velocities then have;
    /// returns the error of the momenta.
    fn end_held(
        &mut self,
        condensed: &mut CondensedSoil,
        rows: &mut ConstraintRows,
        span: StepConstants,
        reaction: &mut [f64],
    ) -> f64 {
        self.gather_push(span);
        self.moved.copy_from_slice(&self.scratch);
        self.solve_held(condensed);
        for ((end, drift), change) in self.end.iter_mut().zip(&self.drift).zip(&self.scratch) {
            *end = drift + change;
        }
        self.take_momentum(span);
        let mut most = f64::MIN_POSITIVE;
        let impulses = reaction.chunks_exact_mut(3);
        for (place, (row, own)) in rows.list.iter_mut().zip(impulses).enumerate() {
            let mut grip = condensed.grips[place];
            let support = self.pattern.support(grip.link);
            row.after = condensed.meets(&grip, support, &self.end);
            let impulse = grip.answer(&(row.after + grip.bias));
            condensed.grips[place] = grip;
            own.copy_from_slice(impulse.as_slice());
            condensed.take(&grip, support, &-impulse, &mut self.moved);
            most = most.max(condensed.greatest(&grip, support.len(), &impulse));
        }
        self.moved.iter().fold(0.0, |worst: f64, left| worst.max(left.abs())) / most
    }
}

/// Adds a sum of three lines to the beginning of a line.
#[inline]
fn add(line: &mut [f64], times: [f64; 3], [n, t, s]: [&[f64]; 3]) {
    for (value, ((n, t), s)) in line.iter_mut().zip(n.iter().zip(t).zip(s)) {
        *value += times[0] * n + times[1] * t + times[2] * s;
    }
}

/// The coordinates of a free root, where a support goes back to all of them.
#[inline]
fn root_of<'a>(support: &[usize], v: &'a [f64]) -> Option<&'a [f64; ROOT]> {
    if is_rooted(support) { v.first_chunk() } else { None }
}

/// Whether a support goes back to all coordinates of a free root.
#[inline]
fn is_rooted(support: &[usize]) -> bool {
    support.len() >= ROOT && support[support.len() - ROOT] == ROOT - 1
}

/// Numbers, and three lines as often as is said.
#[inline(always)]
fn sum_of<const N: usize>(
    mut sum: [f64; N],
    [a, b, c]: [f64; 3],
    [n, t, s]: &[[f64; ROOT]; 3],
) -> [f64; N] {
    for place in 0..N {
        sum[place] += a * n[place] + b * t[place] + c * s[place];
    }
    sum
}

/// Adds what a contact, whose directions along the coordinates of a free root are given, has in the lower triangle
/// of these, and a little of the upper one: so loops go over pairs.
#[inline]
fn add_root(root: &mut [[f64; ROOT]; ROOT], grip: &CondensedContact, lead: &[[f64; ROOT]; 3]) {
    let own = |row: usize| grip.stiff(lead[0][row], lead[1][row], lead[2][row]);
    #[inline(always)]
    fn add<const N: usize>(line: &mut [f64; ROOT], own: [f64; 3], lead: &[[f64; ROOT]; 3]) {
        if let Some(first) = line.first_chunk_mut::<N>() {
            *first = sum_of(*first, own, lead);
        }
    }
    add::<2>(&mut root[0], own(0), lead);
    add::<2>(&mut root[1], own(1), lead);
    add::<4>(&mut root[2], own(2), lead);
    add::<4>(&mut root[3], own(3), lead);
    add::<6>(&mut root[4], own(4), lead);
    add::<6>(&mut root[5], own(5), lead);
}

#[inline]
fn dot(a: &[f64; ROOT], b: &[f64; ROOT]) -> f64 {
    let even = a[0] * b[0] + a[2] * b[2] + a[4] * b[4];
    even + (a[1] * b[1] + a[3] * b[3] + a[5] * b[5])
}

/// Solves a small system, given line by line with its right-hand side last, which becomes the answer (Gauss,
/// with pivots of a column); without a pivot it is no number.
pub(super) fn eliminate(system: &mut [f64], size: usize) {
    let width = size + 1;
    for pivot in 0..size {
        let rest = &mut system[pivot * width..];
        let lines = rest.chunks_exact(width).map(|line| line[pivot].abs()).enumerate();
        let best = lines.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(place, _)| place);
        let (first, later) = rest.split_at_mut(width);
        if let Some(other) =
            best.checked_sub(1).and_then(|at| later.chunks_exact_mut(width).nth(at))
        {
            first[pivot..].swap_with_slice(&mut other[pivot..]);
        }
        let line = &mut first[pivot..];
        let share = 1.0 / line[0];
        line.iter_mut().for_each(|value| *value *= share);
        for own in later.chunks_exact_mut(width) {
            let own = &mut own[pivot..];
            let times = own[0];
            own.iter_mut().zip(&*line).for_each(|(value, other)| *value -= times * other);
        }
    }
    for known in (1..size).rev() {
        let (before, line) = system.split_at_mut(known * width);
        for own in before.chunks_exact_mut(width) {
            own[size] -= own[known] * line[size];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grip() -> CondensedContact {
        let regular = Vector3::new(0.02, 0.05, 0.05);
        CondensedContact { regular, friction: 0.6, ..CondensedContact::default() }
    }

    #[test]
    fn the_answer_of_a_contact_is_in_its_cone_and_against_what_is_left_of_the_velocity() {
        for w in [[-0.1, 0.01, 0.02], [-0.1, 0.5, -0.9], [-0.1, -1e-3, 0.0]].map(Vector3::from) {
            let r = grip().answer(&w);
            let left = w + grip().regular.component_mul(&r);
            assert!(left.x.abs() < 1e-15);
            let (size, most) = (r.yz().norm(), 0.6 * r.x);
            assert!(size <= most * (1.0 + 1e-15));
            let power = left.yz().dot(&r.yz());
            assert!((power + left.yz().norm() * most).abs() < 1e-14, "{left} {r}");
        }
        assert_eq!(grip().answer(&Vector3::new(0.1, 1.0, 1.0)), Vector3::zeros());
    }

    #[test]
    fn contacts_hold_back_as_the_derivative_of_their_answer_says() {
        for w in [[-0.1, 0.01, 0.02], [-0.1, 0.5, -0.9], [0.1, 0.5, 0.2]].map(Vector3::from) {
            let mut here = grip();
            let r = here.answer(&w);
            assert!((here.held(&w) + r).norm() < 1e-14, "{:?}", here.held(&w));
            for axis in 0..3 {
                let mut nudge = Vector3::zeros();
                nudge[axis] = 1e-6;
                let change = grip().answer(&(w + nudge)) - grip().answer(&(w - nudge));
                let expected = here.held(&nudge) * -2.0;
                assert!((change - expected).norm() < 1e-9, "{w} {axis}: {change} {expected}");
            }
        }
    }

    #[test]
    fn a_small_system_is_solved_with_pivots() {
        let mut system = [0.0, 2.0, 1.0, 7.0, 1.0, 1.0, 0.0, 3.0, 3.0, 0.0, 1.0, 6.0];
        eliminate(&mut system, 3);
        for (row, expected) in [1.0, 2.0, 3.0].into_iter().enumerate() {
            assert!((system[4 * row + 3] - expected).abs() < 1e-14, "{system:?}");
        }
    }
}
