//! Statistics of an inertial unit by Allan deviation, and its increments against closed forms.

use super::*;
use crate::math::noise::Key;
use crate::math::rotation::{from_scaled_axis, from_yaw_pitch_roll};

const PERIOD: Time = Time::from_millis(10);
const SAMPLES: usize = 1 << 19;

/// Readings of a unit at rest, gyroscopes then accelerometers: mean rate and specific force per sample.
fn at_rest(unit: &InertialUnit) -> [Vec<Vector3<f64>>; 2] {
    let key = Key::new(11, "unit", "imu");
    let truth = Motion::at_rest(Vector3::zeros());
    let mut memory = vec![0.0; MEMORY];
    let mut series = [Vec::new(), Vec::new()];
    for index in 0..=SAMPLES {
        let time = Time::from_nanos(index as i64 * PERIOD.nanos());
        let noise = Draws::new(key, index as u64 * unit.draws());
        let reading = unit.sample(time, &truth, &SiteField::default(), noise, &mut memory);
        if index > 0 {
            series[0].push(reading.angle / PERIOD.seconds());
            series[1].push(reading.velocity / PERIOD.seconds());
        }
    }
    series
}

/// Allan variance over clusters of `m` samples that do not overlap, mean of the three axes (IEEE 952,
/// eq. C.9), and its relative standard error.
fn allan(series: &[Vector3<f64>], m: usize) -> (f64, f64) {
    let means: Vec<Vector3<f64>> =
        series.chunks_exact(m).map(|chunk| chunk.iter().sum::<Vector3<f64>>() / m as f64).collect();
    let pairs = means.windows(2);
    let count = pairs.len() as f64;
    let sum: f64 = pairs.map(|pair| (pair[1] - pair[0]).norm_squared()).sum();
    // Differences of neighbours are correlated: 3 terms of a white series count as 2 (Lesage 1973).
    (sum / 6.0 / count, (2.0 / (3.0 * count) * 1.5).sqrt())
}

/// Holds the Allan variances of a series to a law over many cluster times; gives the fitted slope of
/// the deviation in a double-logarithmic plot.
fn holds(series: &[Vector3<f64>], clusters: &[usize], law: impl Fn(f64, f64) -> f64) -> f64 {
    let mut points = Vec::new();
    for &m in clusters {
        let tau = m as f64 * PERIOD.seconds();
        let (variance, error) = allan(series, m);
        let ratio = variance / law(tau, m as f64);
        assert!((ratio - 1.0).abs() < 5.0 * error, "τ = {tau} s: {ratio} of the law, ± {error}");
        points.push((tau.ln(), 0.5 * variance.ln()));
    }
    let count = points.len() as f64;
    let mean = |f: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(f).sum::<f64>() / count;
    let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
    mean(&|p| (p.0 - x) * (p.1 - y)) / mean(&|p| (p.0 - x) * (p.0 - x))
}

#[test]
fn white_noise_falls_with_the_root_of_time_at_the_density_given() {
    let (gyro, accelerometer) = (3e-4, 2e-3);
    let sigma = |density: f64| density * PERIOD.seconds().sqrt();
    let noise = |density| AxisNoise { increment_sigma: sigma(density), ..AxisNoise::default() };
    let unit = InertialUnit {
        gyroscopes: noise(gyro),
        accelerometers: noise(accelerometer),
        ..InertialUnit::default()
    };
    let clusters = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
    for (series, density) in at_rest(&unit).iter().zip([gyro, accelerometer]) {
        let slope = holds(series, &clusters, |tau, _| density * density / tau);
        assert!((slope + 0.5).abs() < 0.01, "{slope}");
    }
}

#[test]
fn a_walking_bias_rises_with_the_root_of_time_at_the_walk_given() {
    let (gyro, accelerometer) = (2e-5, 1e-4);
    let noise = |walk| AxisNoise { walk, ..AxisNoise::default() };
    let unit = InertialUnit {
        gyroscopes: noise(gyro),
        accelerometers: noise(accelerometer),
        ..InertialUnit::default()
    };
    let clusters = [4, 8, 16, 32, 64, 128, 256, 512];
    for (series, walk) in at_rest(&unit).iter().zip([gyro, accelerometer]) {
        // K² τ/3 for a walk without steps; one that moves once a sample has 1/(2m²) more.
        let law = |tau: f64, m: f64| walk * walk * tau / 3.0 * (1.0 + 0.5 / (m * m));
        let slope = holds(series, &clusters, law);
        assert!((slope - 0.5).abs() < 0.02, "{slope}");
    }
}

#[test]
fn a_wandering_bias_has_the_hump_of_a_gauss_markov_process() {
    let (wander, wander_time) = (1e-4, 2.0);
    let moving = AxisNoise { wander, wander_time, ..AxisNoise::default() };
    let unit = InertialUnit { gyroscopes: moving, ..InertialUnit::default() };
    let [series, still] = at_rest(&unit);
    assert!(still.iter().all(|force| *force == Vector3::zeros()));
    // IEEE 952, eq. C.26 with q² = 2 σ²/T.
    let law = |tau: f64, _: f64| {
        let x = tau / wander_time;
        let bracket = 1.0 - (3.0 - 4.0 * (-x).exp() + (-2.0 * x).exp()) / (2.0 * x);
        2.0 * wander * wander / x * bracket
    };
    holds(&series, &[32, 64, 128, 256, 512, 1024], law);
    // Its variance is that given from the first sample on.
    let first: f64 = series[..100].iter().map(Vector3::norm_squared).sum::<f64>() / 300.0;
    assert!(first > 0.0);
    let variance = series.iter().map(Vector3::norm_squared).sum::<f64>() / 3.0 / SAMPLES as f64;
    assert!((variance / (wander * wander) - 1.0).abs() < 0.1, "{variance}");
}

#[test]
fn at_rest_the_specific_force_is_minus_gravity_in_the_sensors_axes() {
    let gravity = Vector3::new(0.3, -0.2, -3.7132);
    let unit = InertialUnit {
        mounting: Mounting {
            position: Vector3::new(0.4, -0.1, 0.6),
            body_from_sensor: from_yaw_pitch_roll(0.3, -1.1, 2.0),
        },
        ..InertialUnit::default()
    };
    let attitude = from_yaw_pitch_roll(2.0, 0.4, -0.3);
    let body = Motion { site_from_body: attitude, ..Motion::at_rest(Vector3::new(7.0, 8.0, 9.0)) };
    let truth = unit.mounting.carried(&body);
    let mut memory = vec![0.0; MEMORY];
    let noise = Draws::new(Key::new(1, "unit", "imu"), 0);
    unit.sample(Time::ZERO, &truth, &SiteField { gravity, spin: None }, noise, &mut memory);
    let reading =
        unit.sample(PERIOD, &truth, &SiteField { gravity, spin: None }, noise, &mut memory);
    let expected = -((attitude * unit.mounting.body_from_sensor).inverse() * gravity);
    assert!((reading.specific_force - expected).norm() < 1e-14);
    assert_eq!(reading.angle, Vector3::zeros());
}

#[test]
fn a_unit_on_an_arm_of_a_spinning_body_feels_the_centripetal_force() {
    // ω² r towards the axis, as the mean over a period: less by (ωΔt)²/24 of itself, and the reading is
    // in the axes of the interval's end.
    let (spin, arm) = (2.0, 0.5);
    let mounting = Mounting { position: Vector3::x() * arm, ..Mounting::default() };
    let unit = InertialUnit { mounting, ..InertialUnit::default() };
    let at = |time: f64| Motion {
        site_from_body: from_scaled_axis(&(Vector3::z() * (spin * time))),
        rate: Vector3::z() * spin,
        ..Motion::at_rest(Vector3::zeros())
    };
    let mut memory = vec![0.0; MEMORY];
    let noise = Draws::new(Key::new(1, "unit", "imu"), 0);
    let h = PERIOD.seconds();
    let read = |time: Time, memory: &mut [f64]| {
        let truth = mounting.carried(&at(time.seconds()));
        unit.sample(time, &truth, &SiteField::default(), noise, memory)
    };
    read(Time::ZERO, &mut memory);
    let reading = read(PERIOD, &mut memory);
    let turn = spin * h;
    // v₁ − v₀ in axes that have turned by ωΔt: ωr (sin, 1 − cos) of the turn, seen from its end.
    let gained = Vector3::new(-turn.sin(), 1.0 - turn.cos(), 0.0) * (spin * arm);
    assert!((reading.velocity - gained).norm() < 1e-15, "{:?}", reading.velocity);
    assert!((reading.specific_force.x + spin * spin * arm).abs() < 1e-4 * spin * spin * arm);
    assert!((reading.angle - Vector3::z() * turn).norm() < 1e-15);
    assert_eq!(reading.rate, Vector3::z() * spin);
}

#[test]
fn a_step_of_the_biases_is_in_all_that_follows() {
    let unit = InertialUnit::default();
    let truth = Motion::at_rest(Vector3::zeros());
    let mut memory = vec![0.0; MEMORY];
    let noise = Draws::new(Key::new(1, "unit", "imu"), 0);
    let still = SiteField::default();
    unit.sample(Time::ZERO, &truth, &still, noise, &mut memory);
    let (rate, acceleration) = (Vector3::new(0.01, 0.0, -0.02), Vector3::new(0.0, 0.3, 0.0));
    InertialUnit::step_bias(&mut memory, &rate, &acceleration);
    let reading = unit.sample(PERIOD, &truth, &still, noise, &mut memory);
    assert!((reading.angle - rate * PERIOD.seconds()).norm() < 1e-18);
    assert!((reading.rate - rate).norm() < 1e-18);
    assert!((reading.specific_force - acceleration).norm() < 1e-15);
}

#[test]
fn a_gyroscope_at_rest_on_a_turning_planet_reads_the_planets_spin() {
    let spin = Vector3::new(0.0, 7.07e-5, -5.7e-6);
    let attitude = from_yaw_pitch_roll(2.0, 0.4, -0.3);
    let truth = Motion { site_from_body: attitude, ..Motion::at_rest(Vector3::zeros()) };
    let field = SiteField { gravity: Vector3::zeros(), spin: Some(spin) };
    let unit = InertialUnit::default();
    let mut memory = vec![0.0; MEMORY];
    let noise = Draws::new(Key::new(1, "unit", "imu"), 0);
    unit.sample(Time::ZERO, &truth, &field, noise, &mut memory);
    let reading = unit.sample(PERIOD, &truth, &field, noise, &mut memory);
    let expected = attitude.inverse() * spin;
    assert!((reading.rate - expected).norm() < 1e-19);
    assert!((reading.angle / PERIOD.seconds() - expected).norm() < 1e-13);
}
