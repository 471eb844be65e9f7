//! The marker law over a step (`ground/step_force.rs`): its mean over the path in closed form, and its
//! derivative by the velocity at the end.
//!
//! On the path g(τ) = g + τ Δ, τ from 0 to 1, with a damper at the rate w, the ground pushes with
//! p(τ) = −K g(τ) − C w where g(τ) < 0 and, with the paper's clamp, p(τ) > 0: an interval of τ, over which a
//! straight line is averaged. Friction is that of the table at the sliding velocity of the step under the
//! mean normal force, or the tangent spring cut to it.

use super::{Friction, MarkerGround, Spring};
use crate::contact::Load;
use crate::ground::step_force::{StepForce, StepPath, Weights, unresolved_slope};
use nalgebra::{Matrix3, Vector3};

/// A normal force, and its derivative by the rate of the gap at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Normal {
    force: f64,
    slope: f64,
}

impl Spring {
    /// The force in a step, from the gap at its start, the rates of the gap at start and end, and the weight
    /// of the end velocity in the way that positions go.
    fn over_step(&self, gap: f64, rates: [f64; 2], step: (f64, f64), weights: &Weights) -> Normal {
        let (h, end_weight) = step;
        let [first, last] = rates;
        let rate = weights.rate[0] * last + weights.rate[1] * first;
        let mut sum = Normal::default();
        if weights.end < 1.0 {
            let gone = h * (end_weight * last + (1.0 - end_weight) * first);
            let mean = self.over_path(gap, gone, rate, [h * end_weight, weights.rate[0]]);
            sum.force += (1.0 - weights.end) * mean.force;
            sum.slope += (1.0 - weights.end) * mean.slope;
        }
        if weights.end > 0.0 {
            let gap = gap + h * (weights.gap[0] * last + weights.gap[1] * first);
            let force = self.force(gap, rate);
            if force != 0.0 {
                let slope = -self.stiffness * h * weights.gap[0] - self.damping * weights.rate[0];
                sum.force += weights.end * force;
                sum.slope += weights.end * slope;
            }
        }
        sum
    }

    /// The mean force over a path from a gap by a change of it, with a damper at a rate; `by` are the
    /// derivatives of change and rate by the rate at the end.
    fn over_path(&self, gap: f64, change: f64, rate: f64, by: [f64; 2]) -> Normal {
        let Self { stiffness: k, damping: c, compression_only } = *self;
        let end = gap + change;
        let (mut from, mut to) = (0.0, 1.0);
        let mut surface = None;
        if gap >= 0.0 && end >= 0.0 {
            return Normal::default();
        }
        if gap > 0.0 {
            from = -gap / change;
            surface = Some(from);
        } else if end > 0.0 {
            to = -gap / change;
            surface = Some(to);
        }
        let pressure = |at: f64| -k * (gap + at * change) - c * rate;
        if compression_only {
            // Where the damper pulls more than the spring pushes there is nothing.
            let turn = (-k * gap - c * rate) / (k * change);
            if pressure(from) <= 0.0 && pressure(to) <= 0.0 {
                return Normal::default();
            }
            if pressure(from) < 0.0 {
                from = turn.clamp(from, to);
                surface = None;
            } else if pressure(to) < 0.0 {
                to = turn.clamp(from, to);
                surface = None;
            }
        }
        let force = 0.5 * (to - from) * (pressure(from) + pressure(to));
        let mut slope = -0.5 * k * by[0] * (to * to - from * from) - c * by[1] * (to - from);
        // The instant of touch moves with the end.
        if let Some(at) = surface {
            let moved = gap / (change * change) * by[0];
            let sign = if at == from { -1.0 } else { 1.0 };
            slope += sign * pressure(at) * moved;
        }
        Normal { force, slope }
    }
}

impl MarkerGround {
    /// Mean force in a step and its derivative; `rates` are those of the tangent deflection.
    pub(crate) fn step_force(
        &self,
        path: &StepPath,
        internals: &[f64],
        rates: &mut [f64],
    ) -> StepForce {
        self.over_step(path, internals, rates, true)
    }

    /// The law's own mean force on the same path, at its mean velocity.
    pub(crate) fn own_step_load(&self, path: &StepPath, internals: &[f64]) -> Load {
        let mut rates = [0.0; 3];
        let own = StepPath { compliance: 0.0, second_order: true, ..*path };
        let moves = if path.second_order {
            own
        } else {
            StepPath { start: crate::contact::Contact { velocity: path.end, ..path.start }, ..own }
        };
        let rates = &mut rates[..internals.len()];
        self.over_step(&moves, internals, rates, false).load
    }

    fn over_step(
        &self,
        path: &StepPath,
        internals: &[f64],
        rates: &mut [f64],
        with_slope: bool,
    ) -> StepForce {
        let StepPath { h, start, end, compliance: w, second_order } = path;
        let normal = &start.normal;
        let weights = match second_order {
            true => Weights::second_order(
                h * h * self.spring.stiffness * w,
                h * self.spring.damping * w,
            ),
            false => Weights::END,
        };
        let end_weight = if *second_order { 0.5 } else { 1.0 };
        let normal_load =
            self.spring.over_step(start.gap, path.gap_rates(), (*h, end_weight), &weights);
        let flat = |v: &Vector3<f64>| v - normal * v.dot(normal);
        let (first, last) = (flat(&start.velocity), flat(end));
        if !internals.is_empty() {
            let mean = last * end_weight + first * (1.0 - end_weight);
            rates.copy_from_slice((-mean).as_slice());
        }
        if normal_load.force == 0.0 {
            return StepForce { load: Load::NONE, slope: Matrix3::zeros() };
        }
        let tangent = self.friction_over_step(path, internals, &normal_load, (&first, &last));
        let load = Load { normal_force: normal_load.force, friction: tangent.force };
        if !with_slope {
            return StepForce { load, slope: Matrix3::zeros() };
        }
        let across = Matrix3::identity() - normal * normal.transpose();
        let slope = (normal + tangent.lean) * normal_load.slope * normal.transpose()
            + tangent.slope * across;
        StepForce { load, slope }
    }

    fn friction_over_step(
        &self,
        path: &StepPath,
        internals: &[f64],
        normal_load: &Normal,
        (first, last): (&Vector3<f64>, &Vector3<f64>),
    ) -> FrictionTangent {
        let StepPath { h, start, compliance: w, second_order, .. } = path;
        let (size, sign) = (normal_load.force.abs(), normal_load.force.signum());
        match self.friction {
            Friction::Classical => {
                let table = &self.table;
                let stiffness = h * w * table.stick_coefficient / table.stick_speed * size;
                let weights = match second_order {
                    true => Weights::second_order(0.0, stiffness),
                    false => Weights::END,
                };
                let sliding = last * weights.rate[0] + first * weights.rate[1];
                let speed = sliding.norm();
                let ratio = if speed <= table.stick_speed {
                    table.stick_coefficient / table.stick_speed
                } else {
                    table.limit(speed) / speed
                };
                // By the sliding velocity, for a normal force of 1 N.
                let mut slope = Matrix3::identity() * -ratio;
                if speed > table.stick_speed {
                    let along = sliding / speed;
                    slope += along * along.transpose() * (ratio - table.slope(speed));
                }
                // The velocity at which friction is taken follows the normal force as well.
                let mut lean = sliding * -ratio;
                if *second_order {
                    let moved = 0.5 * stiffness * unresolved_slope(stiffness);
                    lean += slope * (last - first) * moved;
                }
                FrictionTangent {
                    force: sliding * (-ratio * size),
                    slope: slope * (size * weights.rate[0]),
                    lean: lean * sign,
                }
            }
            Friction::Resting { stiffness, damping } => {
                let weights = match second_order {
                    true => Weights::second_order(h * h * stiffness * w, h * damping * w),
                    false => Weights::END,
                };
                let held = super::on_surface(internals, &start.normal);
                let mean = if *second_order { 0.25 } else { 0.5 };
                let blend = |end: f64, mean: f64| weights.end * end + (1.0 - weights.end) * mean;
                let (a1, a0) = (blend(weights.gap[0], mean), blend(weights.gap[1], mean));
                let (b1, b0) = (weights.rate[0], weights.rate[1]);
                let trial = (held - (last * a1 + first * a0) * *h) * stiffness
                    - (last * b1 + first * b0) * damping;
                let stiff = -(stiffness * h * a1 + damping * b1);
                let speed = (last * b1 + first * b0).norm();
                let limit = self.table.limit(speed);
                let length = trial.norm();
                if length <= limit * size {
                    let slope = Matrix3::identity() * stiff;
                    return FrictionTangent { force: trial, slope, lean: Vector3::zeros() };
                }
                let along = trial / length;
                let turned = Matrix3::identity() - along * along.transpose();
                let mut slope = turned * (stiff * limit * size / length);
                if let Some(ahead) = (last * b1 + first * b0).try_normalize(0.0) {
                    slope += along * ahead.transpose() * (self.table.slope(speed) * size * b1);
                }
                FrictionTangent {
                    force: along * (limit * size),
                    slope,
                    lean: along * (limit * sign),
                }
            }
        }
    }
}

/// Friction, its derivative by the sliding velocity at the end, and how it grows with the normal force.
struct FrictionTangent {
    force: Vector3<f64>,
    slope: Matrix3<f64>,
    lean: Vector3<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::Contact;
    use crate::ground::marker::FrictionTable;
    use crate::terrain::Facet;
    use proptest::prelude::*;

    fn spring(damping_ratio: f64) -> Spring {
        Spring::from_rest(10.0, 9.81, 0.01, damping_ratio)
    }

    /// The same mean by many points.
    fn by_points(spring: &Spring, gap: f64, change: f64, rate: f64) -> f64 {
        const POINTS: usize = 20_000;
        let at = |i: usize| gap + change * (i as f64 + 0.5) / POINTS as f64;
        (0..POINTS).map(|i| spring.force(at(i), rate)).sum::<f64>() / POINTS as f64
    }

    proptest! {
        #[test]
        fn the_mean_over_a_path_is_that_of_many_points(
            gap in -0.05..0.05f64, change in -0.05..0.05f64, rate in -4.0..4.0f64, clamp: bool,
        ) {
            prop_assume!(change.abs() > 1e-6);
            let spring = Spring { compression_only: clamp, ..spring(0.4) };
            let found = spring.over_path(gap, change, rate, [0.0, 0.0]).force;
            let expected = by_points(&spring, gap, change, rate);
            prop_assert!((found - expected).abs() < 1e-3 * (1.0 + expected.abs()) + 0.1, "{found} {expected}");
        }

        #[test]
        fn an_undamped_spring_works_by_what_it_stores_on_any_path(
            gap in -0.05..0.05f64, change in -0.05..0.05f64,
        ) {
            prop_assume!(change.abs() > 1e-9);
            let spring = spring(0.0);
            let stored = |gap: f64| 0.5 * spring.stiffness * gap.min(0.0).powi(2);
            let force = spring.over_path(gap, change, change, [0.0, 0.0]).force;
            let expected = stored(gap) - stored(gap + change);
            prop_assert!((force * change - expected).abs() < 1e-9 * (1e-6 + stored(gap) + stored(gap + change)));
        }

        #[test]
        fn the_derivative_is_the_limit_of_differences(
            gap in -0.02..0.005f64, first in prop::array::uniform3(-1.0..1.0f64),
            last in prop::array::uniform3(-1.0..1.0f64), resting: bool, second_order: bool,
            deflection in -0.01..0.01f64,
        ) {
            let friction = match resting {
                true => Friction::Resting { stiffness: 2e4, damping: 300.0 },
                false => Friction::Classical,
            };
            let table = FrictionTable {
                stick_speed: 0.05, slide_speed: 0.1, stick_coefficient: 0.6, slide_coefficient: 0.5,
            };
            let law = MarkerGround { spring: spring(0.3), table, friction };
            let start = Contact {
                gap, normal: Vector3::new(0.0, 0.6, 0.8), facet: Facet::Level(0),
                point: Vector3::zeros(), velocity: Vector3::from(first), ..Contact::NONE };
            let path = StepPath { h: 0.005, start, end: Vector3::from(last), compliance: 0.1, second_order };
            let held = [deflection, 0.0, 0.0];
            let internals = &held[..law.internals()];
            let at = |end: Vector3<f64>| {
                let mut rates = [0.0; 3];
                law.step_force(&StepPath { end, ..path }, internals, &mut rates[..internals.len()])
            };
            let base = at(path.end);
            for axis in 0..3 {
                let mut moved = [path.end; 2];
                moved[0][axis] += 1e-6;
                moved[1][axis] -= 1e-6;
                let [up, down] = moved.map(|end| at(end).load.force(&start.normal));
                let slope: Vector3<f64> = (up - down) / 2e-6;
                let known: Vector3<f64> = base.slope.column(axis).into();
                // A kink between the two points is no derivative.
                let ahead = (up - base.load.force(&start.normal)) / 1e-6;
                let back = (base.load.force(&start.normal) - down) / 1e-6;
                if (ahead - back).norm() < 1e-3 * (1.0 + slope.norm()) {
                    prop_assert!((slope - known).norm() < 2e-3 * (10.0 + slope.norm()), "{slope} {known}");
                }
            }
        }
    }
}
