//! Legs of a powered descent: constant deceleration along the vertical, and a polynomial to the side.
//!
//! From the speed v₀ downwards at the height h₀ to v₁ at h₁ a constant deceleration is a = (v₀² − v₁²)/2(h₀ − h₁), and it
//! lasts T = 2 (h₀ − h₁)/(v₀ + v₁). The speed is a function of the height, so that no error of time adds up:
//!
//!   v(h) = √(v₁² + 2 a (h − h₁)).
//!
//! Sideways, with s = t/T, from a velocity u to rest at the distance d, without acceleration at both ends, the one polynomial
//! of fifth degree is
//!
//!   p = u T (s − 6 s³ + 8 s⁴ − 3 s⁵) + d (10 s³ − 15 s⁴ + 6 s⁵).
//!
//! Its greatest speed for u = 0 is 15 d/8 T and its greatest acceleration 10 d/√3 T².
//!
//! | symbol | field | unit |
//! |---|---|---|
//! | h₁, v₁ | `Leg::height`, `Leg::speed` | m, m/s |
//! | d | `Leg::divert` | m |
//! | h₀, v₀, u | `LegStart` | m, m/s |

use nalgebra::{Vector2, Vector3};

/// One leg.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leg {
    /// Speed downwards at its end, m/s.
    pub speed: f64,
    /// Height at its end, m; none to hold the speed.
    pub height: Option<f64>,
    /// How far it goes to the side, east and north, m.
    pub divert: [f64; 2],
}

/// Where a leg began, as navigation has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LegStart {
    /// s
    pub time: f64,
    /// m
    pub height: f64,
    /// m/s
    pub velocity: Vector3<f64>,
}

/// What is to be flown at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wanted {
    /// m/s
    pub velocity: Vector3<f64>,
    /// Rate of that velocity, m/s².
    pub acceleration: Vector3<f64>,
}

impl Leg {
    /// Constant deceleration and duration from a start; none where the speed is held or the end lies above.
    fn vertical(&self, start: &LegStart) -> Option<(f64, f64)> {
        let height = self.height?;
        let (fall, fast) = (start.height - height, -start.velocity.z);
        let sum = fast + self.speed;
        (fall > 0.0 && sum > 0.0).then(|| {
            let deceleration = (fast * fast - self.speed * self.speed) / (2.0 * fall);
            (deceleration, 2.0 * fall / sum)
        })
    }

    /// What to fly at a time and a height.
    pub fn wanted(&self, start: &LegStart, time: f64, height: f64) -> Wanted {
        let (Some((deceleration, whole)), Some(end)) = (self.vertical(start), self.height) else {
            let velocity = Vector3::new(0.0, 0.0, -self.speed);
            return Wanted { velocity, acceleration: Vector3::zeros() };
        };
        let square = self.speed * self.speed + 2.0 * deceleration * (height - end);
        let down = if height > end { square.max(0.0).sqrt() } else { self.speed };
        let share = ((time - start.time) / whole).clamp(0.0, 1.0);
        let (velocity, acceleration) = self.sideways(start, whole, share);
        let up = if height > end { deceleration } else { 0.0 };
        Wanted { velocity: velocity.push(-down), acceleration: acceleration.push(up) }
    }

    /// Velocity and acceleration along the ground at a share of the leg's time.
    fn sideways(&self, start: &LegStart, whole: f64, s: f64) -> (Vector2<f64>, Vector2<f64>) {
        let (drift, far) = (start.velocity.xy() * whole, Vector2::from(self.divert));
        let first = drift * (1.0 + s * s * (-18.0 + s * (32.0 - 15.0 * s)))
            + far * (30.0 * s * s * (1.0 - s) * (1.0 - s));
        let second = drift * (s * (-36.0 + s * (96.0 - 60.0 * s)))
            + far * (60.0 * s * (1.0 - s) * (1.0 - 2.0 * s));
        (first / whole, second / (whole * whole))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The leg after MSL's thrust-on: 91.4 m/s at 1380 m to 32 m/s at 223 m, 300 m to the side.
    const DIVERT: Leg = Leg { speed: 32.0, height: Some(223.0), divert: [180.0, 240.0] };

    fn start() -> LegStart {
        LegStart { time: 378.3, height: 1380.0, velocity: Vector3::new(5.0, -3.0, -91.4) }
    }

    /// Position after flying exactly what is wanted, by small steps.
    fn flown(leg: &Leg, start: &LegStart) -> (f64, Vector3<f64>, Vector3<f64>, f64, f64) {
        let (mut time, span) = (start.time, 1e-3);
        let mut place = Vector3::new(0.0, 0.0, start.height);
        let mut velocity = start.velocity;
        let (mut fastest, mut tilt) = (0.0_f64, 0.0_f64);
        while place.z > leg.height.unwrap() + 1e-3 {
            let half = leg.wanted(start, time + 0.5 * span, place.z + 0.5 * span * velocity.z);
            place += half.velocity * span;
            velocity = half.velocity;
            fastest = fastest.max(velocity.xy().norm());
            let thrust = half.acceleration + Vector3::z() * 3.7132;
            tilt = tilt.max(thrust.xy().norm().atan2(thrust.z).to_degrees());
            time += span;
        }
        (time - start.time, place, velocity, fastest, tilt)
    }

    #[test]
    fn the_divert_of_msl_takes_the_published_time_speed_and_tilt() {
        let still = LegStart { velocity: Vector3::new(0.0, 0.0, -91.4), ..start() };
        let (time, place, velocity, fastest, tilt) = flown(&DIVERT, &still);
        assert!((time - 19.0).abs() < 0.5, "{time}");
        assert!((place.xy().norm() - 300.0).abs() < 0.1, "{place}");
        assert!((velocity - Vector3::new(0.0, 0.0, -32.0)).norm() < 0.05, "{velocity}");
        // 15 d/8 T, published as up to 30 m/s at a tilt of 36°.
        assert!((fastest - 15.0 * 300.0 / (8.0 * time)).abs() < 0.01, "{fastest}");
        assert!((fastest - 30.0).abs() < 1.0, "{fastest}");
        assert!((tilt - 36.0).abs() < 2.0, "{tilt}");
    }

    #[test]
    fn a_drift_at_the_start_is_flown_out() {
        let (_, place, velocity, ..) = flown(&DIVERT, &start());
        assert!((place.xy() - Vector2::new(180.0, 240.0)).norm() < 0.1, "{place}");
        assert!(velocity.xy().norm() < 0.05, "{velocity}");
    }

    #[test]
    fn the_wanted_acceleration_is_the_rate_of_the_wanted_velocity() {
        let (start, step) = (start(), 1e-5);
        for (share, height) in [(0.2, 1100.0), (0.5, 700.0), (0.9, 260.0)] {
            let time = start.time + share * 18.75;
            let now = DIVERT.wanted(&start, time, height);
            let rise = now.velocity.z * step;
            let later = DIVERT.wanted(&start, time + step, height + rise);
            let earlier = DIVERT.wanted(&start, time - step, height - rise);
            let rate = (later.velocity - earlier.velocity) / (2.0 * step);
            assert!((rate - now.acceleration).norm() < 1e-5, "{rate} {}", now.acceleration);
        }
    }

    #[test]
    fn a_leg_without_an_end_and_one_that_is_below_it_hold_the_speed() {
        let hold = Leg { speed: 0.75, height: None, divert: [0.0; 2] };
        let wanted = hold.wanted(&start(), 380.0, 100.0);
        assert_eq!(wanted.velocity, Vector3::new(0.0, 0.0, -0.75));
        assert_eq!(DIVERT.wanted(&start(), 400.0, 200.0).velocity.z, -32.0);
    }
}
