//! Friction problems solved for the velocities of few freedoms instead of the reactions of many contacts.
//!
//! With z the velocities of the freedoms in coordinates in which the mass matrix is the identity, contact k
//! has the velocity u_k = y_kᵀ z and W = yᵀ y: its rank is at most the number of freedoms, however many
//! contacts there are. A proximal step about reactions r̄ with velocities ū (R. T. Rockafellar, *Monotone
//! operators and the proximal point algorithm*, SIAM J. Control Optim. 14, 1976) lends every contact the
//! compliance α D, D its own mobility. Let δ be what the change of the reactions adds to z; then
//!
//! u = ū + yᵀ δ + (R + α D)(r − r̄),
//!
//! and each reaction follows from δ alone by a return mapping (`ContactBlock::respond`). What is left is one equation
//! of the size of the freedoms,
//!
//! F(δ) = δ − Σ y (r(ū + yᵀ δ) − r̄) = 0,  F' = I + Σ y K yᵀ,  K = −∂r/∂u,
//!
//! solved by semismooth Newton steps. Where |F| does not fall with a whole step, it goes to where F is across the
//! step: the minimum along it where F is a gradient, as it is without friction (A. M. Castro et al., *An
//! unconstrained convex formulation of compliant contact*, IEEE Trans. Robotics 39, 2022). At the answer r becomes
//! the next r̄; where r stops changing, the lent compliance does nothing and the problem itself is solved, with
//! R = 0 where contacts are rigid. Coulomb's law is taken as it is, not in its associated form, so there is no
//! outer iteration for De Saxcé's shift. Since only changes are solved for, α may be small without loss of digits.
//!
//! A Newton step costs 3 s² multiplications a contact, s the freedoms that it moves, and n³/3 for the
//! factorisation: linear in the number of contacts.

use super::delassus_scale::DelassusScale;
use super::dense_factor::DenseFactor;
use super::newton::NewtonOutcome;
use super::residual::Judge;
use super::{NO_SOLVER, Solved, SolverLimits};
use nalgebra::{Matrix3, Vector2, Vector3};
use std::ops::Range;

/// Name of the solver.
pub(crate) const NAME: &str = "PROX-VELOCITY";

/// First α, in mobilities of a contact. Chosen: stiff enough that two or three proximal steps do where
/// the guess is good, soft enough that Newton's method finds the regimes where it is not.
const INITIAL_ALPHA: f64 = 1e-2;
/// The same where the first guess has at most [`NEAR_RESIDUAL`]: regimes are known then. Chosen.
const INITIAL_ALPHA_NEAR: f64 = 1e-4;
/// Natural-map error of a first guess that counts as near, relative. Chosen: as [`FAIR_RESIDUAL`].
const NEAR_RESIDUAL: f64 = 1e-8;
/// Least α, in mobilities. Chosen: stiffer ones cost digits of F and save no proximal step.
const LEAST_ALPHA: f64 = 1e-7;
/// Greatest α, in mobilities; where Newton's method fails with it, the solver stops. Chosen.
const GREATEST_ALPHA: f64 = 1e4;
/// Where a proximal step leaves more than this share of the error, α falls. Chosen: two digits a step.
const SLOW_RATE: f64 = 0.01;
/// What α is multiplied with then. Chosen.
const ALPHA_FALL: f64 = 0.1;
/// What α is multiplied with where Newton's method fails. Chosen: undoes one [`ALPHA_FALL`].
const ALPHA_RISE: f64 = 10.0;
/// Newton steps of one proximal step. Chosen: from a guess that is near a few suffice.
const NEWTON_STEP_LIMIT: usize = 12;
/// Proximal steps without an answer half as wrong after which the solver stops. Chosen.
const STALL_LIMIT: usize = 4;
/// Natural-map error that is good enough where another digit is expensive: after [`FAIR_STALL_LIMIT`] or
/// [`FAIR_STEP_LIMIT`]. Contacts that are redundant but for round-off have no answer much better. Chosen.
const FAIR_RESIDUAL: f64 = 1e-8;
/// Proximal steps without an answer half as wrong after which [`FAIR_RESIDUAL`] is good enough. Chosen.
const FAIR_STALL_LIMIT: usize = 2;
/// Newton steps after which [`FAIR_RESIDUAL`] is good enough. Chosen: two full proximal steps.
const FAIR_STEP_LIMIT: usize = 24;
/// Natural-map error at which one proximal step without an answer half as wrong is enough. Chosen: the
/// rest is round-off.
const ROUND_OFF_RESIDUAL: f64 = 1e-11;
/// |F| at which a proximal step ends, in terms of the change that it is about. Chosen: the proximal steps
/// converge as long as what each leaves is summable (Rockafellar 1976, criterion (A)).
const INEXACT_SHARE: f64 = 1e-3;
/// Least fall of |F|² that takes a whole Newton step, as a share: Armijo's 1e-4 for ½ |F|², twice.
const ARMIJO: f64 = 2e-4;
/// Points that a line search looks at, at most. Chosen: it mostly ends before by [`LINE_SEARCH_SHARE`].
const LINE_SEARCH_POINTS: usize = 10;
/// What may be left of F along the step at the end of a line search, as a share. Chosen.
const LINE_SEARCH_SHARE: f64 = 0.1;
/// Greatest norm of reactions that counts in the measure, in norms of the reactions of contacts alone:
/// where contacts contradict each other reactions grow without bound, and an error divided by them would
/// look small. Chosen.
const PLAUSIBLE_REACTION: f64 = 10.0;

/// The problem and the scratch of its solver.
#[derive(Clone, Debug, Default)]
pub(crate) struct VelocitySpace {
    freedoms: usize,
    groups: Vec<ContactGroup>,
    /// Freedoms that each group of contacts moves.
    supports: Vec<usize>,
    contacts: Vec<ContactBlock>,
    /// Of each contact its y along the normal and both tangents, one line of numbers each.
    lines: Vec<f64>,
    /// Square of the greatest norm of reactions that counts.
    plausible: f64,
    /// δ, and where the line search looks; also Σ y r̄.
    delta: Vec<f64>,
    trial: Vec<f64>,
    /// Σ y (r − r̄), F and Newton's step.
    pushed: Vec<f64>,
    left: Vec<f64>,
    step: Vec<f64>,
    /// r̄, and the best reactions so far.
    centre: Vec<Vector3<f64>>,
    best: Vec<Vector3<f64>>,
    responses: Vec<ContactResponse>,
    /// Numbers of one group: of a vector, of a sum, of a matrix.
    near: Vec<f64>,
    sum: Vec<f64>,
    block: Vec<f64>,
    factor: DenseFactor,
    /// Regimes that the factor was made for; empty where it must be made anew.
    factored: Vec<ConeRegime>,
}

/// Contacts one after the other that move the same freedoms.
#[derive(Clone, Debug)]
struct ContactGroup {
    contacts: Range<usize>,
    support: Range<usize>,
    /// Where the lines of its first contact begin.
    lines: usize,
}

impl ContactGroup {
    /// Its contacts with their lines.
    #[inline]
    fn each<'a>(&self, lines: &'a [f64]) -> impl Iterator<Item = (usize, [&'a [f64]; 3])> {
        let size = self.support.len();
        let own = lines[self.lines..].chunks_exact((3 * size).max(1));
        self.contacts.clone().zip(own).map(move |(index, own)| {
            let (normal, tangents) = own.split_at(size);
            let (first, second) = tangents.split_at(size);
            (index, [normal, first, second])
        })
    }
}

#[derive(Clone, Copy, Debug)]
struct ContactBlock {
    free: Vector3<f64>,
    regular: Vector3<f64>,
    friction: f64,
    /// D.
    scale: Vector3<f64>,
    /// R + α D.
    soft: Vector3<f64>,
    /// Velocity under the reactions of the centre.
    base: Vector3<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConeRegime {
    Open,
    Stick,
    Slide,
}

/// Reaction of a contact with compliance, and how it changes with the velocity.
#[derive(Clone, Copy, Debug)]
struct ContactResponse {
    regime: ConeRegime,
    reaction: Vector3<f64>,
    /// Of a contact that slides: the direction of friction, and which share of what would hold it that is.
    along: Vector2<f64>,
    share: f64,
}

impl ContactBlock {
    /// The return mapping: with r* = r̄ − (ū + yᵀ δ)/(R + α D) the normal reaction is r*_n where that pushes, and
    /// the tangential one r*_t, or what the cone leaves of it (Simo and Hughes 1998, §2.3).
    #[inline]
    fn respond(&self, velocity: &Vector3<f64>, centre: &Vector3<f64>) -> ContactResponse {
        let mut trial = *centre;
        for axis in 0..3 {
            trial[axis] -= velocity[axis] / self.soft[axis];
        }
        let (along, share) = (Vector2::zeros(), 1.0);
        if trial.x.is_nan() || trial.x <= 0.0 {
            return ContactResponse {
                regime: ConeRegime::Open,
                reaction: Vector3::zeros(),
                along,
                share,
            };
        }
        let size = (trial.y * trial.y + trial.z * trial.z).sqrt();
        let most = self.friction * trial.x;
        if size <= most {
            return ContactResponse { regime: ConeRegime::Stick, reaction: trial, along, share };
        }
        let along = Vector2::new(trial.y / size, trial.z / size);
        let reaction = Vector3::new(trial.x, most * along.x, most * along.y);
        ContactResponse { regime: ConeRegime::Slide, reaction, along, share: most / size }
    }
}

/// |F|² at some δ, and the squares of what it is the difference of.
#[derive(Clone, Copy, Debug)]
struct InexactResidual {
    left: f64,
    size: f64,
}

impl InexactResidual {
    fn is_met(&self) -> bool {
        self.left <= INEXACT_SHARE * INEXACT_SHARE * self.size
    }
}

/// How far the proximal steps have come.
#[derive(Clone, Copy, Debug)]
struct Progress {
    alpha: f64,
    /// Errors of the best reactions, and of those that the next step starts from.
    best: f64,
    last: f64,
    iterations: usize,
    fruitless: usize,
}

impl Progress {
    fn is_over(&self, limits: SolverLimits) -> bool {
        let dear = self.fruitless >= FAIR_STALL_LIMIT || self.iterations >= FAIR_STEP_LIMIT;
        self.best <= limits.tolerance
            || self.iterations >= limits.iterations
            || self.fruitless >= STALL_LIMIT
            || self.alpha > GREATEST_ALPHA
            || self.best <= FAIR_RESIDUAL && dear
            || self.best <= ROUND_OFF_RESIDUAL && self.fruitless > 0
    }
}

impl VelocitySpace {
    /// Forgets all contacts.
    pub(crate) fn begin(&mut self, freedoms: usize) {
        self.freedoms = freedoms;
        self.groups.clear();
        self.supports.clear();
        self.contacts.clear();
        self.lines.clear();
        self.plausible = 0.0;
        for vector in
            [&mut self.delta, &mut self.trial, &mut self.pushed, &mut self.left, &mut self.step]
        {
            vector.clear();
            vector.resize(freedoms, 0.0);
        }
    }

    /// Adds a contact: its y at the freedoms that it moves, each of them once, then q, R and friction.
    pub(crate) fn push(
        &mut self,
        ys: impl Iterator<Item = (usize, Vector3<f64>)> + Clone,
        free: Vector3<f64>,
        (regular, friction): (Vector3<f64>, f64),
    ) {
        self.join(ys.clone().map(|(place, _)| place));
        let own = ys.clone().fold(Vector3::zeros(), |sum, (_, y)| sum + y.component_mul(&y));
        self.lines.extend(ys.clone().map(|(_, y)| y.x));
        self.lines.extend(ys.clone().map(|(_, y)| y.y));
        self.lines.extend(ys.map(|(_, y)| y.z));
        let alone = DelassusScale::new(&Matrix3::from_diagonal(&(own + regular)));
        let least = alone.normal.min(alone.tangential);
        self.plausible +=
            PLAUSIBLE_REACTION * PLAUSIBLE_REACTION * free.norm_squared() / (least * least);
        let scale = proximal_scale(&own, &regular);
        self.contacts.push(ContactBlock {
            free,
            regular,
            friction,
            scale,
            soft: regular,
            base: free,
        });
    }

    /// Puts the contact that comes next into the last group, or into a new one.
    fn join(&mut self, support: impl Iterator<Item = usize> + Clone) {
        let index = self.contacts.len();
        if let Some(last) = self.groups.last_mut() {
            let known = &self.supports[last.support.clone()];
            if known.iter().copied().eq(support.clone()) {
                last.contacts.end = index + 1;
                return;
            }
        }
        let start = self.supports.len();
        self.supports.extend(support);
        let support = start..self.supports.len();
        let lines = self.lines.len();
        self.groups.push(ContactGroup { contacts: index..index + 1, support, lines });
    }

    /// Improves reactions, or leaves those that are as good as `enough` already.
    pub(crate) fn improve_beyond(
        &mut self,
        enough: f64,
        reaction: &mut [f64],
        limits: SolverLimits,
    ) -> Solved {
        self.start(reaction);
        let first = self.judge();
        if first <= enough.max(limits.tolerance) {
            self.give(reaction);
            return Solved { residual: first, iterations: 0, solver: NO_SOLVER };
        }
        let alpha = if first <= NEAR_RESIDUAL { INITIAL_ALPHA_NEAR } else { INITIAL_ALPHA };
        let (best, last) = (first, first);
        let mut progress = Progress { alpha, best, last, iterations: 0, fruitless: 0 };
        self.lend(alpha);
        while !progress.is_over(limits) {
            self.approach(limits.iterations, &mut progress);
        }
        self.give(reaction);
        Solved { residual: progress.best, iterations: progress.iterations, solver: NAME }
    }

    /// Hands out the best reactions.
    fn give(&self, reaction: &mut [f64]) {
        for (out, own) in reaction.chunks_exact_mut(3).zip(&self.best) {
            out.copy_from_slice(own.as_slice());
        }
    }

    /// One proximal step: reactions with the compliance lent become the centre of the next.
    fn approach(&mut self, most: usize, progress: &mut Progress) {
        let course = self.newton(NEWTON_STEP_LIMIT.min(most - progress.iterations));
        progress.iterations += course.steps.max(1);
        self.centre.clear();
        // r of this proximal step is r̄ of the next (Rockafellar 1976).
        self.centre.extend(self.responses.iter().map(|response| response.reaction));
        let mut error = self.judge();
        if error < 0.5 * progress.best {
            progress.fruitless = 0;
        } else if course.converged || progress.best <= FAIR_RESIDUAL {
            progress.fruitless += 1;
        }
        let better = error < progress.best;
        if better {
            progress.best = error;
            self.best.clone_from(&self.centre);
        }
        let before = progress.alpha;
        if !course.converged {
            progress.alpha *= ALPHA_RISE;
            if !better {
                self.centre.clone_from(&self.best);
                error = self.judge();
            }
        } else if error > SLOW_RATE * progress.last {
            progress.alpha = (ALPHA_FALL * progress.alpha).max(LEAST_ALPHA);
        }
        if progress.alpha != before {
            self.lend(progress.alpha);
        }
        progress.last = error;
    }

    /// Takes a first guess; one that is not finite is none.
    fn start(&mut self, reaction: &[f64]) {
        let finite = reaction.iter().all(|value| value.is_finite());
        let guess = |own: &[f64]| {
            if finite { Vector3::from_column_slice(own) } else { Vector3::zeros() }
        };
        self.centre.clear();
        self.centre.extend(reaction.chunks_exact(3).map(guess));
        self.best.clone_from(&self.centre);
        self.factored.clear();
    }

    /// Lends every contact a share of its mobility as compliance. Contacts that move the same freedoms and push
    /// share what is lent, so that a hundred of them give way as one.
    fn lend(&mut self, alpha: f64) {
        for group in &self.groups {
            let own = group.contacts.clone();
            let pushing = self.centre[own.clone()].iter().filter(|centre| centre.x > 0.0).count();
            let count = if pushing > 0 { pushing } else { own.len() };
            for contact in &mut self.contacts[own] {
                contact.soft = contact.regular + contact.scale * (alpha * count as f64);
            }
        }
        self.factored.clear();
    }

    /// The natural-map error of the centre; velocities under its reactions become those of the contacts.
    fn judge(&mut self) -> f64 {
        let Self { groups, supports, contacts, lines, trial: zeta, centre, near, sum, .. } = self;
        zeta.fill(0.0);
        for group in &*groups {
            let support = &supports[group.support.clone()];
            sum.clear();
            sum.resize(support.len(), 0.0);
            for (index, own) in group.each(lines) {
                add_push(sum, own, &centre[index]);
            }
            scatter(support, sum, zeta);
        }
        let mut judge = Judge::default();
        for group in &*groups {
            gather(&supports[group.support.clone()], zeta, near);
            for (index, own) in group.each(lines) {
                let (contact, reaction) = (&mut contacts[index], &centre[index]);
                let moved = contact.free + velocity_along(own, near);
                contact.base = moved + contact.regular.component_mul(reaction);
                judge.hear(&contact.free, &contact.base, reaction, contact.friction);
            }
        }
        judge.residual_within(self.plausible)
    }

    /// Newton's steps on F from δ = 0; the responses become those of the last δ.
    fn newton(&mut self, most: usize) -> NewtonOutcome {
        self.delta.fill(0.0);
        let mut merit = self.evaluate();
        for steps in 0..most {
            if merit.is_met() {
                return NewtonOutcome { steps, converged: true };
            }
            if !merit.left.is_finite() || !self.factorise() {
                return NewtonOutcome { steps: steps + 1, converged: false };
            }
            self.step.clear();
            // F' Δδ = −F.
            self.step.extend(self.left.iter().map(|left| -left));
            self.factor.solve(&mut self.step);
            self.trial.clone_from(&self.delta);
            merit = self.search(&merit);
        }
        NewtonOutcome { steps: most, converged: merit.is_met() }
    }

    /// Goes along the step from the trial: whole if |F| falls, else to where F is across the step.
    fn search(&mut self, before: &InexactResidual) -> InexactResidual {
        let slope = self.along_step();
        let mut after = self.go(1.0);
        if after.left <= (1.0 - ARMIJO) * before.left {
            return after;
        }
        let (mut low, mut high) = ((0.0, slope), (1.0, self.along_step()));
        if slope >= 0.0 || high.1 <= 0.0 {
            return after;
        }
        for _ in 0..LINE_SEARCH_POINTS {
            let middle = (low.0 * high.1 - high.0 * low.1) / (high.1 - low.1);
            after = self.go(middle);
            let there = self.along_step();
            if there.abs() <= LINE_SEARCH_SHARE * slope.abs() {
                break;
            }
            // Regula falsi, Illinois variant: the end that stays counts half.
            if there > 0.0 {
                high = (middle, there);
                low.1 *= 0.5;
            } else {
                low = (middle, there);
                high.1 *= 0.5;
            }
        }
        after
    }

    /// F along the step.
    fn along_step(&self) -> f64 {
        self.left.iter().zip(&self.step).map(|(left, step)| left * step).sum()
    }

    /// Goes a part of the step from the trial and evaluates F there.
    fn go(&mut self, length: f64) -> InexactResidual {
        for ((delta, trial), step) in self.delta.iter_mut().zip(&self.trial).zip(&self.step) {
            *delta = trial + length * step;
        }
        self.evaluate()
    }

    /// Responses of all contacts, and F, at δ.
    fn evaluate(&mut self) -> InexactResidual {
        let Self { groups, supports, contacts, lines, centre, near, sum, .. } = self;
        self.responses.clear();
        self.pushed.fill(0.0);
        for group in groups {
            let support = &supports[group.support.clone()];
            gather(support, &self.delta, near);
            sum.clear();
            sum.resize(support.len(), 0.0);
            for (index, own) in group.each(lines) {
                let contact = &contacts[index];
                let velocity = contact.base + velocity_along(own, near);
                let response = contact.respond(&velocity, &centre[index]);
                let change = response.reaction - centre[index];
                if change != Vector3::zeros() {
                    add_push(sum, own, &change);
                }
                self.responses.push(response);
            }
            scatter(support, sum, &mut self.pushed);
        }
        let mut merit = InexactResidual { left: 0.0, size: 0.0 };
        for ((left, delta), pushed) in self.left.iter_mut().zip(&self.delta).zip(&self.pushed) {
            *left = delta - pushed;
            merit.left += *left * *left;
            merit.size += delta * delta + pushed * pushed;
        }
        merit
    }

    /// Factors F' at the responses; false where it is singular. Where nothing slides it is symmetric, and the
    /// same as long as regimes are.
    fn factorise(&mut self) -> bool {
        let regimes = self.responses.iter().map(|response| response.regime);
        if !self.factored.is_empty() && regimes.clone().eq(self.factored.iter().copied()) {
            return true;
        }
        let slides = regimes.clone().any(|regime| regime == ConeRegime::Slide);
        self.factored.clear();
        if !slides {
            self.factored.extend(regimes);
        }
        self.factor.reset(self.freedoms);
        let Self { groups, supports, contacts, lines, responses, block, factor, .. } = self;
        for group in groups {
            let support = &supports[group.support.clone()];
            let size = support.len();
            block.clear();
            block.resize(size * size, 0.0);
            for (index, own) in group.each(lines) {
                responses[index].stiffen(&contacts[index], own, (block, slides));
            }
            for (row, &place) in support.iter().enumerate() {
                let values = &block[row * size..(row + 1) * size];
                if slides {
                    scatter(support, values, factor.row_mut(place));
                } else {
                    // Supports are in any order: what the lower triangle of the block has may belong above
                    // that of the matrix.
                    for (&other, value) in support.iter().zip(&values[..=row]) {
                        factor.row_mut(place.max(other))[place.min(other)] += value;
                    }
                }
            }
        }
        let regular = if slides { factor.factor() } else { factor.factor_definite() };
        if !regular {
            self.factored.clear();
        }
        regular
    }
}

impl ContactResponse {
    /// Adds y K yᵀ to a block of the freedoms that the contact moves, or to its lower triangle.
    #[inline]
    fn stiffen(
        &self,
        contact: &ContactBlock,
        own: [&[f64]; 3],
        (block, whole): (&mut [f64], bool),
    ) {
        let [normal, first, second] = own;
        let size = normal.len();
        let stiff = contact.soft.map(|soft| 1.0 / soft);
        for (row, line) in block.chunks_exact_mut(size).enumerate() {
            let (n, t, s) = (normal[row], first[row], second[row]);
            let held = match self.regime {
                ConeRegime::Open => return,
                ConeRegime::Stick => [stiff.x * n, stiff.y * t, stiff.z * s],
                ConeRegime::Slide => {
                    // K = n nᵀ/R_n + (μ/R_n) d nᵀ + κ e eᵀ/R_t, e across d.
                    let (a, b) = (self.along.x, self.along.y);
                    let lean = contact.friction * (a * t + b * s);
                    let across = self.share * stiff.y * (a * s - b * t);
                    [stiff.x * (n + lean), -b * across, a * across]
                }
            };
            let end = if whole { size } else { row + 1 };
            let lines = normal[..end].iter().zip(&first[..end]).zip(&second[..end]);
            for (value, ((n, t), s)) in line.iter_mut().zip(lines) {
                *value += held[0] * n + held[1] * t + held[2] * s;
            }
        }
    }
}

/// Least mobility in a direction, as a share of the greatest: the same as for the scale of W (`delassus_scale`).
const MOBILITY_FLOOR: f64 = 1e-10;

/// What D is to be: the contact's own block without R, isotropic along the surface. A direction that neither
/// moves nor gives way gets a small share of the others, so that it divides nothing by zero.
fn proximal_scale(own: &Vector3<f64>, regular: &Vector3<f64>) -> Vector3<f64> {
    let tangential = 0.5 * (own.y + own.z);
    let mut scale = Vector3::new(own.x, tangential, tangential);
    let largest = scale.max().max(regular.max());
    let least = if largest > 0.0 { MOBILITY_FLOOR * largest } else { 1.0 };
    for axis in 0..3 {
        if scale[axis] + regular[axis] < least {
            scale[axis] = least;
        }
    }
    scale
}

/// y r of a contact added to a sum over its freedoms.
#[inline]
fn add_push(sum: &mut [f64], [normal, first, second]: [&[f64]; 3], own: &Vector3<f64>) {
    let lines = normal.iter().zip(first).zip(second);
    for (value, ((n, t), s)) in sum.iter_mut().zip(lines) {
        *value += n * own.x + t * own.y + s * own.z;
    }
}

/// yᵀ times a vector, which is given at the contact's freedoms.
#[inline]
fn velocity_along([normal, first, second]: [&[f64]; 3], near: &[f64]) -> Vector3<f64> {
    let mut sum = Vector3::zeros();
    for (((n, t), s), value) in normal.iter().zip(first).zip(second).zip(near) {
        sum.x += n * value;
        sum.y += t * value;
        sum.z += s * value;
    }
    sum
}

fn gather(support: &[usize], from: &[f64], out: &mut Vec<f64>) {
    out.clear();
    out.extend(support.iter().map(|place| from[*place]));
}

fn scatter(support: &[usize], values: &[f64], out: &mut [f64]) {
    support.iter().zip(values).for_each(|(place, value)| out[*place] += value);
}

#[cfg(test)]
mod tests;
