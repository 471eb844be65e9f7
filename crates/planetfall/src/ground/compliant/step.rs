//! A force over depth, piecewise straight, with a damper: its mean over a step, the derivative, and its own
//! work.
//!
//! On the path z(τ) = z₀ + τ d of a step, τ from 0 to 1, the curve F gives the mean
//!
//! ```text
//! F̄ = (1/d) ∫ F dz = (U(z₁) − U(z₀)) / d,   ∂F̄/∂d = (F(z₁) − F̄) / d,
//! ```
//!
//! so that its work on the path is −ΔU exactly; the damper c acts on the share s of the path that lies in the
//! ground. Where a step does not resolve the curve, the force at the end takes its place by the weights of
//! `step_force.rs`. Work of the law itself is −ΔU − c w² h s at the mean rate w; what the step's impulse does
//! beyond it is the scheme's own.

use crate::ground::step_force::Weights;

/// A curve of force over depth with a damper; joint limits are one of a single straight line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DepthLaw<'a> {
    /// Depths (m or rad) and forces (N or N m), both growing from (0, 0); the last piece goes on for ever.
    pub(crate) points: &'a [(f64, f64)],
    /// N s/m or N m s.
    pub(crate) damping: f64,
    /// Share of the law that one of several points of a shape has.
    pub(crate) share: f64,
}

/// A mean force in a step (N), and its derivative by the rate of the gap at the end (N s/m).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct MeanForce {
    pub(crate) force: f64,
    pub(crate) slope: f64,
}

/// How a gap moves in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GapPath {
    /// s
    pub(crate) h: f64,
    /// At the start, m.
    pub(crate) gap: f64,
    /// Rates at start and end, m/s.
    pub(crate) rates: [f64; 2],
    /// What an impulse of 1 N s changes the rate by, 1/kg.
    pub(crate) compliance: f64,
}

impl DepthLaw<'_> {
    fn piece(&self, depth: f64) -> usize {
        let within = self.points.iter().skip(1).position(|(known, _)| depth <= *known);
        within.unwrap_or(self.points.len() - 2)
    }

    /// Slope of the curve where it begins.
    pub(crate) fn slope_at_surface(&self) -> f64 {
        self.share * self.curve(f64::MIN_POSITIVE).1
    }

    /// Force of the curve at a depth and its slope.
    fn curve(&self, depth: f64) -> (f64, f64) {
        if depth <= 0.0 {
            return (0.0, 0.0);
        }
        let place = self.piece(depth);
        let ((z0, f0), (z1, f1)) = (self.points[place], self.points[place + 1]);
        let slope = (f1 - f0) / (z1 - z0);
        (f0 + slope * (depth - z0), slope)
    }

    /// ∫ F dz between two depths, the first not the deeper: no difference of two large numbers.
    fn stored_between(&self, low: f64, high: f64) -> f64 {
        let mut from = low.max(0.0);
        let mut sum = 0.0;
        let mut place = self.piece(from);
        while from < high {
            let last = place + 2 >= self.points.len();
            let to = if last { high } else { high.min(self.points[place + 1].0) };
            sum += (to - from) * self.curve(0.5 * (from + to)).0;
            (from, place) = (to, place + 1);
        }
        sum
    }

    /// The part of a path that lies in the ground, and its derivative by the change of depth.
    fn share_inside(from: f64, change: f64) -> (f64, f64) {
        let to = from + change;
        match (from > 0.0, to > 0.0) {
            (true, true) => (1.0, 0.0),
            (false, false) => (0.0, 0.0),
            (false, true) => (to / change, -from / (change * change)),
            (true, false) => (-from / change, from / (change * change)),
        }
    }

    /// Mean of curve and damper over a path from a depth by a change of it, with the damper at a rate of
    /// the gap; derivatives are by the rate at the end, `by` those of change and rate.
    fn over_path(&self, from: f64, change: f64, rate: f64, by: [f64; 2]) -> MeanForce {
        let to = from + change;
        let (mean, slope) = if self.piece(from) == self.piece(to) && (from > 0.0) == (to > 0.0) {
            // One straight line.
            let (force, slope) = self.curve(from + 0.5 * change);
            (force, 0.5 * slope)
        } else {
            let mean = self.stored_between(from.min(to), from.max(to)) / change.abs();
            (mean, (self.curve(to).0 - mean) / change)
        };
        let damper = self.damper(from, change, rate, by);
        MeanForce { force: mean + damper.force, slope: slope * by[0] + damper.slope }
    }

    /// The damper over the part of a path that lies in the ground: it has no jump where the path begins to.
    fn damper(&self, from: f64, change: f64, rate: f64, by: [f64; 2]) -> MeanForce {
        let (inside, moved) = Self::share_inside(from, change);
        let slope = inside * by[1] + rate * moved * by[0];
        MeanForce { force: -self.damping * rate * inside, slope: -self.damping * slope }
    }

    /// Mean force in a step of second order, and its derivative by the rate at the end. It is never below
    /// zero.
    pub(crate) fn second_order(&self, path: &GapPath) -> MeanForce {
        let GapPath { h, gap, rates: [first, last], compliance } = *path;
        let depth = -gap;
        let stiffness = self.curve((depth - 0.5 * h * (first + last)).max(f64::MIN_POSITIVE)).1;
        let spring = h * h * self.share * stiffness * compliance;
        let weights = Weights::second_order(spring, h * self.share * self.damping * compliance);
        let rate = weights.rate[0] * last + weights.rate[1] * first;
        let (change, by) = (-0.5 * h * (first + last), [-0.5 * h, weights.rate[0]]);
        let mean = self.over_path(depth, change, rate, by);
        let (force, slope) =
            self.curve(depth - h * (weights.gap[0] * last + weights.gap[1] * first));
        let damper = self.damper(depth, change, rate, by);
        let end = MeanForce {
            force: force + damper.force,
            slope: damper.slope - h * weights.gap[0] * slope,
        };
        let blend = |mean: f64, end: f64| self.share * (mean + weights.end * (end - mean));
        let force = blend(mean.force, end.force);
        if force <= 0.0 {
            return MeanForce::default();
        }
        MeanForce { force, slope: blend(mean.slope, end.slope) }
    }

    /// Depth at which the curve has a force.
    fn depth(&self, force: f64) -> f64 {
        let above = self.points.iter().skip(1).position(|(_, known)| *known >= force);
        let place = above.unwrap_or(self.points.len() - 2);
        let ((z0, f0), (z1, f1)) = (self.points[place], self.points[place + 1]);
        z0 + (force - f0) * (z1 - z0) / (f1 - f0)
    }

    /// Work of the law itself, F − c w where that pushes, while its gap goes from a value by a change at a
    /// constant rate w in a time, J.
    pub(crate) fn own_work(&self, gap: f64, change: f64, h: f64) -> f64 {
        let damper = self.damping * change / h;
        // Where the damper pulls more than the spring pushes there is nothing.
        let surface = if damper > 0.0 { self.depth(damper) } else { 0.0 };
        let (from, to) = ((-gap).max(surface), (-gap - change).max(surface));
        let (low, high) = (from.min(to), from.max(to));
        let pressed = self.stored_between(low, high) - damper * (high - low);
        self.share * if to > from { -pressed } else { pressed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CURVE: [(f64, f64); 4] = [(0.0, 0.0), (0.01, 40.0), (0.03, 300.0), (0.05, 900.0)];

    fn law(damping: f64) -> DepthLaw<'static> {
        DepthLaw { points: &CURVE, damping, share: 0.5 }
    }

    proptest! {
        #[test]
        fn the_mean_over_a_path_is_that_of_many_points(
            from in -0.03..0.07f64, change in -0.06..0.06f64, rate in -1.0..1.0f64,
        ) {
            prop_assume!(change.abs() > 1e-6);
            const POINTS: usize = 20_000;
            let law = law(30.0);
            let at = |i: usize| from + change * (i as f64 + 0.5) / POINTS as f64;
            let force = |depth: f64| match depth > 0.0 {
                true => law.curve(depth).0 - 30.0 * rate,
                false => 0.0,
            };
            let expected = (0..POINTS).map(|i| force(at(i))).sum::<f64>() / POINTS as f64;
            let found = law.over_path(from, change, rate, [0.0, 0.0]).force;
            prop_assert!((found - expected).abs() < 0.02 + 1e-4 * expected.abs(), "{found} {expected}");
        }

        #[test]
        fn a_curve_without_a_damper_works_by_what_it_stores(
            gap in -0.07..0.03f64, change in -0.06..0.06f64,
        ) {
            prop_assume!(change.abs() > 1e-9);
            let force = 0.5 * law(0.0).over_path(-gap, -change, 0.0, [0.0, 0.0]).force;
            let own = law(0.0).own_work(gap, change, 0.01);
            prop_assert!((force * change - own).abs() < 1e-12 + 1e-9 * own.abs(), "{own}");
        }

        #[test]
        fn the_derivative_is_the_limit_of_differences(
            gap in -0.06..0.01f64, first in -1.0..1.0f64, last in -1.0..1.0f64, h in 0.001..0.02f64,
        ) {
            let at = |last: f64| {
                law(30.0).second_order(&GapPath { h, gap, rates: [first, last], compliance: 0.1 })
            };
            const NUDGE: f64 = 1e-6;
            let (up, base, down) = (at(last + NUDGE), at(last), at(last - NUDGE));
            let (ahead, back) = ((up.force - base.force) / NUDGE, (base.force - down.force) / NUDGE);
            // Weights follow the slope of the piece, whose change is left out; a kink is no derivative.
            prop_assume!((ahead - back).abs() < 1e-3 * (1.0 + ahead.abs()));
            let known = base.slope;
            prop_assert!((ahead - known).abs() < 1e-2 * (1.0 + known.abs()), "{ahead} {known}");
        }
    }
}
