//! Free motion of a single rigid body over a step, which keeps its energy and its angular momentum.
//!
//! Euler's equations about the centre of mass, in body axes, by the implicit midpoint rule:
//!
//! I (ω⁺ − ω) = h (τ − ω_m × I ω_m), ω_m = (ω + ω⁺)/2.
//!
//! Times ω_m the inertia term vanishes, times I ω_m as well: without a torque ½ ω·I ω and |I ω| are kept
//! at any step. The rule says I ω⁺ = cay(h ω_m)⁻¹ I ω with Cayley's map, so that turning the body by
//! cay(h ω_m), an angle of 2 atan(h |ω_m|/2) about ω_m, keeps the angular momentum in space too (J. C.
//! Simo, K. K. Wong, *Unconditionally stable algorithms for rigid body dynamics that exactly preserve
//! energy and momentum*, IJNME 31, 1991). The centre of mass moves with the mean of its velocities, so
//! that a uniform gravity takes from the kinetic energy exactly what it gives to the potential one. Both
//! are of second order.
//!
//! | symbol | field | unit |
//! |---|---|---|
//! | ω, v | `VehicleDynamics::start` | rad/s, m/s |
//! | ω⁺, v⁺ | `VehicleDynamics::drift` | rad/s, m/s |
//! | displacement over the step | `VehicleDynamics::free_flight_displacement` | m, rad |
//! | force at the centre of mass | `VehicleDynamics::weight` | N, N m |

use super::vehicle_dynamics::VehicleDynamics;
use crate::math::{real, rotation};
use crate::vehicle::Inertia;
use nalgebra::{Matrix3, UnitQuaternion, Vector3};

/// Newton steps for ω_m: they double the digits each and start from an error of O(h³), so five do; this
/// only guards the loop.
const NEWTON_STEP_LIMIT: usize = 12;

impl VehicleDynamics {
    /// Takes the end of the free motion, and the displacement to it, from the accelerations at its middle
    /// (`rate`, found at the velocities in `middle`); `site_from_body` is the attitude at the start.
    pub(super) fn move_freely(
        &mut self,
        inertia: &Inertia,
        site_from_body: &UnitQuaternion<f64>,
        h: f64,
    ) {
        let (_, predicted) = &self.middle;
        let (velocity, rate) = halves(&self.start);
        let (_, about) = halves(predicted);
        let (acceleration, turning) = halves(&self.rate);
        let (centre, moments) = (inertia.centre(), inertia.about_centre());
        let torque = moments * turning + about.cross(&(moments * about));
        let mean = mean_rate(moments, (&rate, &about), &torque, h);
        let end = mean * 2.0 - rate;
        let turn = cayley(&(mean * h));
        let mut displacement = velocity * h + acceleration * (0.5 * h * h);
        let mut last = velocity + acceleration * h;
        let mut weight = (acceleration * inertia.mass(), Vector3::zeros());
        if *centre != Vector3::zeros() {
            // What moves as a point mass is the centre of mass.
            let half = site_from_body * rotation::from_scaled_axis(&(rate * (0.5 * h)));
            let arm = turning.cross(centre) + about.cross(&about.cross(centre));
            let fall = acceleration + half * arm;
            weight.0 = fall * inertia.mass();
            weight.1 = centre.cross(&half.inverse_transform_vector(&weight.0));
            let first = velocity + site_from_body * rate.cross(centre);
            let turned = site_from_body * rotation::from_scaled_axis(&turn);
            last = first + fall * h - turned * end.cross(centre);
            displacement =
                first * h + fall * (0.5 * h * h) - (turned * centre - site_from_body * centre);
        }
        write(&mut self.drift, &last, &end);
        write(&mut self.free_flight_displacement, &displacement, &turn);
        write(&mut self.weight, &weight.0, &weight.1);
    }
}

/// ω_m with I (ω_m − ω) + (h/2) (ω_m × I ω_m − τ) = 0 by Newton's method from a guess.
fn mean_rate(
    moments: &Matrix3<f64>,
    (rate, guess): (&Vector3<f64>, &Vector3<f64>),
    torque: &Vector3<f64>,
    h: f64,
) -> Vector3<f64> {
    let mut mean = *guess;
    let mut error = f64::INFINITY;
    for _ in 0..NEWTON_STEP_LIMIT {
        let momentum = moments * mean;
        let lack = moments * (mean - rate) + (mean.cross(&momentum) - torque) * (0.5 * h);
        let slope = moments + (mean.cross_matrix() * moments - momentum.cross_matrix()) * (0.5 * h);
        let Some(inverse) = slope.try_inverse() else { break };
        let change = inverse * lack;
        let size = change.norm();
        // Round-off is reached where an iteration changes no less than the one before.
        if size >= error || !size.is_finite() {
            break;
        }
        (mean, error) = (mean - change, size);
    }
    mean
}

/// Rotation vector of Cayley's map of a vector: its direction, by 2 atan of half its length.
fn cayley(vector: &Vector3<f64>) -> Vector3<f64> {
    let half = 0.5 * vector.norm();
    if half == 0.0 { *vector } else { vector * (real::atan2(half, 1.0) / half) }
}

/// The part along the site's axes and that about the body's.
fn halves(values: &[f64]) -> (Vector3<f64>, Vector3<f64>) {
    (Vector3::from_column_slice(&values[..3]), Vector3::from_column_slice(&values[3..6]))
}

fn write(out: &mut [f64], along: &Vector3<f64>, about: &Vector3<f64>) {
    out[..3].copy_from_slice(along.as_slice());
    out[3..6].copy_from_slice(about.as_slice());
}
