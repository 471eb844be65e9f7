//! Sharing a thrust and a torque out over engines: the thrusts of least squares that give them,
//! f = Bᵀ (B Bᵀ)⁻¹ d, where a row of B is what each engine gives of the thrust and of a torque. An
//! engine past what it can give is set there and the rest is shared out over the others.

use nalgebra::{Matrix4, Vector3, Vector4};

/// The most engines that one vehicle can be flown on.
pub const MOST_ENGINES: usize = 32;

/// An engine as flight software knows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EngineArm {
    /// Index among the engines of the world.
    pub engine: usize,
    /// Body axes, m.
    pub position: Vector3<f64>,
    /// Of its force, body axes.
    pub direction: Vector3<f64>,
    /// N
    pub least: f64,
    /// N
    pub most: f64,
    /// m/s
    pub exhaust_speed: f64,
}

/// What each engine gives of the thrust along z and of the torque about a centre.
#[derive(Clone, Copy, Debug)]
pub struct Allocation<'a> {
    arms: &'a [EngineArm],
    columns: [Vector4<f64>; MOST_ENGINES],
}

impl<'a> Allocation<'a> {
    /// For engines about a centre of mass (body axes); engines beyond the most are left out.
    pub fn new(arms: &'a [EngineArm], centre: &Vector3<f64>) -> Self {
        let arms = &arms[..arms.len().min(MOST_ENGINES)];
        let mut columns = [Vector4::zeros(); MOST_ENGINES];
        for (column, arm) in columns.iter_mut().zip(arms) {
            let torque = (arm.position - centre).cross(&arm.direction);
            *column = Vector4::new(arm.direction.z, torque.x, torque.y, torque.z);
        }
        Self { arms, columns }
    }

    /// Thrust of each engine for a force along z (N) and a torque (N m).
    pub fn share(&self, force: f64, torque: &Vector3<f64>) -> [f64; MOST_ENGINES] {
        let mut thrusts = [0.0; MOST_ENGINES];
        let mut set = [false; MOST_ENGINES];
        let wanted = Vector4::new(force, torque.x, torque.y, torque.z);
        for _ in 0..=self.arms.len() {
            let mut rest = wanted;
            let mut gram = Matrix4::zeros();
            for (index, column) in self.columns[..self.arms.len()].iter().enumerate() {
                if set[index] {
                    rest -= column * thrusts[index];
                } else {
                    gram += column * column.transpose();
                }
            }
            // A little weight on small thrusts keeps too few engines from being asked too much.
            let keel = gram.trace() * 1e-9 + 1e-12;
            let Some(inverse) = (gram + Matrix4::identity() * keel).try_inverse() else { break };
            let factors = inverse * rest;
            let mut done = true;
            for (index, arm) in self.arms.iter().enumerate() {
                if set[index] {
                    continue;
                }
                let thrust = self.columns[index].dot(&factors);
                thrusts[index] = thrust.clamp(arm.least, arm.most);
                set[index] = thrust != thrusts[index];
                done &= !set[index];
            }
            if done {
                break;
            }
        }
        thrusts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arms() -> Vec<EngineArm> {
        (0..4u32)
            .map(|corner| {
                let azimuth = f64::from(2 * corner + 1) * std::f64::consts::FRAC_PI_4;
                let (sine, cosine) = azimuth.sin_cos();
                let tangent = Vector3::new(-sine, cosine, 0.0);
                let sign = if corner % 2 == 0 { 0.1 } else { -0.1 };
                let inward = Vector3::new(-cosine, -sine, 0.0) * 0.4;
                EngineArm {
                    engine: corner as usize,
                    position: Vector3::new(1.4 * cosine, 1.4 * sine, -0.3),
                    direction: (Vector3::z() + inward + tangent * sign).normalize(),
                    least: 30.0,
                    most: 3600.0,
                    exhaust_speed: 2000.0,
                }
            })
            .collect()
    }

    fn given(arms: &[EngineArm], thrusts: &[f64], centre: &Vector3<f64>) -> (f64, Vector3<f64>) {
        arms.iter().zip(thrusts).fold((0.0, Vector3::zeros()), |sum, (arm, thrust)| {
            let push = arm.direction * *thrust;
            (sum.0 + push.z, sum.1 + (arm.position - centre).cross(&push))
        })
    }

    #[test]
    fn four_engines_give_the_thrust_and_torque_that_is_wanted() {
        let (arms, centre) = (arms(), Vector3::new(0.02, -0.01, -0.1));
        let torque = Vector3::new(300.0, -200.0, 50.0);
        let thrusts = Allocation::new(&arms, &centre).share(7000.0, &torque);
        let (force, turned) = given(&arms, &thrusts, &centre);
        assert!((force - 7000.0).abs() < 1e-3, "{force}");
        assert!((turned - torque).norm() < 1e-2, "{turned}");
    }

    #[test]
    fn no_engine_is_asked_for_more_or_less_than_it_can() {
        let arms = arms();
        for force in [0.0, 50.0, 5000.0, 20_000.0] {
            let torque = Vector3::new(5000.0, 4000.0, -3000.0);
            let thrusts = Allocation::new(&arms, &Vector3::zeros()).share(force, &torque);
            assert!(thrusts[..4].iter().all(|t| (30.0..=3600.0).contains(t)), "{thrusts:?}");
        }
    }
}
