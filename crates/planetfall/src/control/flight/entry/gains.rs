//! Gains of a terminal-point controller, by adjoint integration and by differences of trajectories.
//!
//! Longitudinal motion x = (r, V, γ, s) along a reference whose heading and latitude are functions of V; u is the ratio
//! of lift to drag in the vertical plane, flown as a function of V, with an offset δu that acts where there is lift; s is
//! the distance along the sphere of the radius a of the reference's end, s' = a V cos γ / r. Range counts to the speed V_f of
//! the end, an altitude there charged at the angle of the path:
//!
//!   J = s_f − (r_f − r_f,ref) cot γ_f .
//!
//! The adjoint obeys λ' = −Aᵀ λ, A = ∂x'/∂x, backwards from ∂J/∂x less the part along the motion, since the end is where
//! V is V_f: λ_V(t_f) = −(s' − r' cot γ)/V'. At equal speed ∂R/∂h = λ_r, ∂R/∂γ = λ_γ and
//!
//!   F1 = λ_r / (∂D/∂h),   F2 = λ_γ / (V cos γ),   F3 = ∫_t^{t_f} λ_γ (D/V) k dt,
//!
//! k being the share of the lift (Bryson and Ho, "Applied Optimal Control", 1975, §5.3; signs: F1 < 0, F2 > 0, F3 > 0).

use super::curve::{Curve, PointsError, blend, locate};
use super::reference::ReferencePoint;
use super::trajectory::{EntryModel, falling_root};
use crate::math::real;

/// The three gains at a speed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gain {
    /// Over the ground, m/s.
    pub speed: f64,
    /// F1, s².
    pub by_drag: f64,
    /// F2, s.
    pub by_climb: f64,
    /// F3, m.
    pub by_lift: f64,
}

/// Gains by ascending speed.
#[derive(Clone, Debug, PartialEq)]
pub struct GainTable {
    rows: Vec<Gain>,
}

impl GainTable {
    /// At a speed; those of its ends beyond them.
    pub fn at(&self, speed: f64) -> Gain {
        let (place, share) = locate(self.rows.len(), |row| self.rows[row].speed, speed);
        let (from, to) = (&self.rows[place], &self.rows[(place + 1).min(self.rows.len() - 1)]);
        Gain {
            speed,
            by_drag: blend(from.by_drag, to.by_drag, share),
            by_climb: blend(from.by_climb, to.by_climb, share),
            by_lift: blend(from.by_lift, to.by_lift, share),
        }
    }
}

/// What is wrong with a reference that gains are wanted of.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum GainError {
    /// Nothing to be linear about.
    #[error(
        "the reference entry slows down in fewer than {0} steps; lengthen it or shorten its cycle"
    )]
    TooShort(usize),
    /// Level flight at the end.
    #[error(
        "the reference entry is within 1° of level flight at the speed of the parachute, where its range cannot be \
         counted: change the bank profile or that speed"
    )]
    LevelAtEnd,
    /// Speeds out of order.
    #[error("the reference entry does not slow down steadily: {0}")]
    Speeds(#[from] PointsError),
}

/// r, V, γ, s.
type Vector4 = [f64; 4];

/// Longitudinal motion along a reference.
#[derive(Clone, Debug)]
pub struct Longitudinal<'a> {
    model: &'a EntryModel,
    /// Of the reference, against speed: lift over drag in the vertical plane, heading, latitude.
    lift: Curve,
    heading: Curve,
    latitude: Curve,
    radius: f64,
    end_speed: f64,
    /// The trajectory itself in equal steps; an even number of them.
    nodes: Vec<Vector4>,
    step: f64,
}

/// Step of the trajectory, s. Chosen: short against the seconds in which drag changes at its peak.
const STEP: f64 = 0.05;
/// Least number of points of a reference while it slows down. Chosen: fewer do not show how its slopes change.
const LEAST_POINTS: usize = 16;

impl<'a> Longitudinal<'a> {
    /// Along the part of a reference in which it slows down.
    pub fn new(
        model: &'a EntryModel,
        points: &[ReferencePoint],
        end_speed: f64,
    ) -> Result<Self, GainError> {
        let mut falling: Vec<&ReferencePoint> = Vec::new();
        for point in points.iter().rev() {
            if falling.last().is_some_and(|later| point.state.speed <= later.state.speed) {
                break;
            }
            falling.push(point);
        }
        let (Some(last), Some(first)) = (falling.first(), falling.last()) else {
            return Err(GainError::TooShort(LEAST_POINTS));
        };
        if falling.len() < LEAST_POINTS {
            return Err(GainError::TooShort(LEAST_POINTS));
        }
        let against = |of: &dyn Fn(&ReferencePoint) -> f64| {
            Curve::new(falling.iter().map(|point| [point.state.speed, of(point)]).collect())
        };
        let vertical = |point: &ReferencePoint| {
            let share = model.lift_share.at(point.state.speed);
            model.lift_to_drag.at(point.air.mach) * share * real::cos(point.bank)
        };
        let mut motion = Self {
            model,
            lift: against(&vertical)?,
            heading: against(&|point| point.state.heading)?,
            latitude: against(&|point| point.state.place.latitude)?,
            radius: last.state.radius,
            end_speed,
            nodes: Vec::new(),
            step: STEP,
        };
        let start = [first.state.radius, first.state.speed, first.state.path_angle, 0.0];
        let whole = motion.to_end(start, 0.0).0;
        let steps = 2 * (whole / (2.0 * STEP)).ceil().max(1.0) as usize;
        motion.step = whole / steps as f64;
        let mut node = start;
        motion.nodes.push(node);
        for _ in 0..steps {
            node = motion.stepped(&node, 0.0, motion.step);
            motion.nodes.push(node);
        }
        if node[2].abs() < 1f64.to_radians() {
            return Err(GainError::LevelAtEnd);
        }
        Ok(motion)
    }

    fn rates(&self, &[r, v, gamma, _]: &Vector4, offset: f64) -> Vector4 {
        let (climb, level) = real::sin_cos(gamma);
        let (sine, cosine) = real::sin_cos(self.latitude.at(v));
        let (east, north) = real::sin_cos(self.heading.at(v));
        let drag = self.model.load(r, v, v).drag;
        let lift = drag * (self.lift.at(v) + offset * self.model.lift_share.at(v));
        let (up_pull, north_pull) = self.model.planet.pull(r, sine, cosine);
        let spin = self.model.planet.rotation_rate;
        let outward = spin * spin * r * cosine;
        let along = up_pull * climb
            + north_pull * level * north
            + outward * (cosine * climb - sine * level * north);
        let turning = up_pull * level - north_pull * climb * north
            + v * v * level / r
            + 2.0 * spin * v * cosine * east
            + outward * (cosine * level + sine * climb * north);
        [v * climb, along - drag, (lift + turning) / v, self.radius * v * level / r]
    }

    /// One step of the classical Runge–Kutta method.
    fn stepped(&self, from: &Vector4, offset: f64, span: f64) -> Vector4 {
        let moved = |rates: &Vector4, part: f64| {
            let mut to = *from;
            to.iter_mut().zip(rates).for_each(|(slot, rate)| *slot += rate * part);
            to
        };
        let k1 = self.rates(from, offset);
        let k2 = self.rates(&moved(&k1, 0.5 * span), offset);
        let k3 = self.rates(&moved(&k2, 0.5 * span), offset);
        let k4 = self.rates(&moved(&k3, span), offset);
        let mut to = *from;
        for (place, slot) in to.iter_mut().enumerate() {
            *slot += span / 6.0 * (k1[place] + 2.0 * (k2[place] + k3[place]) + k4[place]);
        }
        to
    }

    /// Time to the end's speed from a state, and the state there: the speed is hit, not passed.
    fn to_end(&self, mut at: Vector4, offset: f64) -> (f64, Vector4) {
        let mut steps = 0.0;
        loop {
            let next = self.stepped(&at, offset, STEP);
            if next[1] <= self.end_speed || !next[1].is_finite() {
                break;
            }
            at = next;
            steps += 1.0;
        }
        let excess = |part: f64| self.stepped(&at, offset, part)[1] - self.end_speed;
        let part = falling_root(excess, STEP);
        (steps * STEP + part, self.stepped(&at, offset, part))
    }

    /// Range of a trajectory from a state to the end's speed, m.
    fn range(&self, from: Vector4, offset: f64) -> f64 {
        let end = self.to_end(from, offset).1;
        let last = self.nodes[self.nodes.len() - 1];
        end[3] - from[3] - (end[0] - last[0]) / real::tan(last[2])
    }

    /// Change of drag with altitude at equal speed, 1/s².
    fn drag_slope(&self, at: &Vector4) -> f64 {
        let drag = |rise: f64| self.model.load(at[0] + rise, at[1], at[1]).drag;
        (drag(RISE) - drag(-RISE)) / (2.0 * RISE)
    }

    /// Gains by differences of trajectories from the state at a speed.
    pub fn gains_by_differences(&self, speed: f64) -> Gain {
        let rows = self.nodes.len();
        let (place, share) = locate(rows, |row| -self.nodes[row][1], -speed);
        let (from, to) = (&self.nodes[place], &self.nodes[(place + 1).min(rows - 1)]);
        let mut at = [0.0; 4];
        at.iter_mut().enumerate().for_each(|(i, slot)| *slot = blend(from[i], to[i], share));
        let along = |place: usize, step: f64| {
            let range = |side: f64| {
                let mut moved = at;
                moved[place] += side * step;
                self.range(moved, 0.0)
            };
            (range(1.0) - range(-1.0)) / (2.0 * step)
        };
        let by_lift = (self.range(at, LIFT) - self.range(at, -LIFT)) / (2.0 * LIFT);
        Gain {
            speed: at[1],
            by_drag: along(0, RISE) / self.drag_slope(&at),
            by_climb: along(2, TURN) / (at[1] * real::cos(at[2])),
            by_lift,
        }
    }

    /// Minus the transposed Jacobian times the adjoint of r, V, γ (that of s is 1), by central differences of the
    /// rates at one node.
    fn adjoint_rates(&self, at: &Vector4, adjoint: &[f64; 3]) -> [f64; 3] {
        let mut out = [0.0; 3];
        for (place, (slot, step)) in out.iter_mut().zip([RISE, SPEED, TURN]).enumerate() {
            let weighed = |side: f64| {
                let mut moved = *at;
                moved[place] += side * step;
                let rates = self.rates(&moved, 0.0);
                rates[0] * adjoint[0] + rates[1] * adjoint[1] + rates[2] * adjoint[2] + rates[3]
            };
            *slot = -(weighed(1.0) - weighed(-1.0)) / (2.0 * step);
        }
        out
    }

    /// Gains all along the trajectory by one integration of the adjoint, backwards.
    pub fn gains_by_adjoint(&self) -> GainTable {
        let last = self.nodes[self.nodes.len() - 1];
        let cotangent = 1.0 / real::tan(last[2]);
        let ending = self.rates(&last, 0.0);
        let mut adjoint = [-cotangent, 0.0, 0.0];
        adjoint[1] = -(ending[3] - cotangent * ending[0]) / ending[1];
        let (mut by_lift, mut before) = (0.0, 0.0);
        let mut rows = Vec::with_capacity(self.nodes.len() / 2 + 1);
        let span = -2.0 * self.step;
        for end in (0..self.nodes.len()).rev().step_by(2) {
            let node = &self.nodes[end];
            let drag = self.model.load(node[0], node[1], node[1]).drag;
            let rate = adjoint[2] * drag / node[1] * self.model.lift_share.at(node[1]);
            if end + 1 < self.nodes.len() {
                by_lift -= 0.5 * (rate + before) * span;
            }
            before = rate;
            rows.push(Gain {
                speed: node[1],
                by_drag: adjoint[0] / self.drag_slope(node),
                by_climb: adjoint[2] / (node[1] * real::cos(node[2])),
                by_lift,
            });
            if end >= 2 {
                adjoint = self.adjoint_step(end, &adjoint, span);
            }
        }
        GainTable { rows }
    }

    /// One step of the classical Runge–Kutta method from a node to the second before it.
    fn adjoint_step(&self, end: usize, adjoint: &[f64; 3], span: f64) -> [f64; 3] {
        let moved = |rates: &[f64; 3], part: f64| {
            let mut to = *adjoint;
            to.iter_mut().zip(rates).for_each(|(slot, rate)| *slot += rate * part);
            to
        };
        let [late, middle, early] = [0, 1, 2].map(|back| &self.nodes[end - back]);
        let k1 = self.adjoint_rates(late, adjoint);
        let k2 = self.adjoint_rates(middle, &moved(&k1, 0.5 * span));
        let k3 = self.adjoint_rates(middle, &moved(&k2, 0.5 * span));
        let k4 = self.adjoint_rates(early, &moved(&k3, span));
        let mut to = *adjoint;
        for (place, slot) in to.iter_mut().enumerate() {
            *slot += span / 6.0 * (k1[place] + 2.0 * (k2[place] + k3[place]) + k4[place]);
        }
        to
    }
}

/// Step of the differences in altitude, m. Chosen, like the next three: small against what changes the slopes (a scale
/// height of 10 km), large against round-off.
const RISE: f64 = 20.0;
/// The same in speed, m/s.
const SPEED: f64 = 0.1;
/// The same in path angle, rad.
const TURN: f64 = 2e-5;
/// The same in lift over drag.
const LIFT: f64 = 2e-3;
