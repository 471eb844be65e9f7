//! ROAMS's wheel on soil: a spring-damper along the normal, another along the surface, and a strength
//! that limits the second.
//!
//! G. Sohl, A. Jain, *Wheel-terrain contact modeling in the ROAMS planetary rover simulation*, ASME
//! DETC2005-85620. With z the penetration and ż its rate (equation 1, after K. Hunt and F. Crossley
//! 1975)
//!
//! F_N = k_N zⁿ (1 + a ż), never less than zero;
//!
//! along the surface (equations 5, 6, 10) F_T = k_T δ + d_T δ̇ with δ̇ = −v_c while the wheel rolls,
//! v_c the velocity of the rim's deepest point, and no more than the soil bears (equations 2 and 11 to
//! 13),
//!
//! |F_T| ≤ s (c A + F_N tan φ), s ~ N(1, p₁ − p₂ R), R = min(θ/φ, φ/θ),
//!
//! where A is the area with which the wheel has sunk into the soil under F_N by Bekker's pressure, and
//! θ the slope of the ground under it. A force beyond the limit is drawn back along its own direction, so
//! that nothing is divided by a speed that may be zero (equation 8 does). s is drawn anew after each
//! correlation length that the rim rolls, from the wheel's own stream: drawn anew at each step, slip
//! would depend on the step. All of this holds at the end of a step, as conditions of the cone problem.

mod conditions;

pub(crate) use conditions::WheelConditions;

use super::compliant::{Bekker, Sinkage};
use super::rigid::MOST_FRICTION;
use super::step_force::Weights;
use super::{GroundFormulation, GroundQuantity, KindText};
use crate::math::noise::{self, Key, Stream};
use crate::math::real;
use nalgebra::Vector3;

/// Name and words for files and documents.
pub(super) const KIND: KindText = KindText {
    name: "wheel",
    title: "Wheels on soil (ROAMS)",
    meaning: "ROAMS: compliance and strength of soil under a wheel",
    formulation: GroundFormulation::Cone { yields: true },
};

/// What a contactor on such ground records.
pub(crate) const QUANTITIES: [GroundQuantity; 2] = [
    GroundQuantity::new("sinkage_m", "depth to which it has sunk into the soil", |tread| {
        tread.sinkage
    }),
    GroundQuantity::new(
        "traction_margin",
        "1 less the force along the surface over the soil's strength",
        |tread| 1.0 - tread.traction_ratio(),
    )
    .dimensionless(),
];

/// The ground's answer to one wheel.
#[derive(Clone, Debug, PartialEq)]
pub struct WheelGround {
    /// Along the normal.
    pub normal: HuntCrossley,
    /// Along the surface.
    pub tangent: TangentialSpring,
    /// What the soil bears, by the direction of travel.
    pub strength: Strengths,
    /// How the wheel sinks in.
    pub footprint: WheelFootprint,
    /// The wheel's own stream of random numbers, the same on all such ground that it meets; none, and s is 1.
    pub stream: Option<Stream>,
    /// What holds a rolling wheel back; none in the paper.
    pub resistance: Option<Resistance>,
}

/// F_N = k zⁿ (1 + a ż).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HuntCrossley {
    /// k, N/mⁿ.
    pub stiffness: f64,
    /// n, without unit, 1 or greater.
    pub exponent: f64,
    /// a, s/m.
    pub damping: f64,
    /// Where it carries [`LEAST_LOAD`]: the depth, m, and the slope of the force there, N/m.
    least: (f64, f64),
}

/// How a wheel's depth changes in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DepthPath {
    /// s
    pub(crate) h: f64,
    /// At the start, m.
    pub(crate) depth: f64,
    /// Rates of the depth at start and end, m/s.
    pub(crate) approach: [f64; 2],
    pub(crate) weights: Weights,
}

/// Spring and damper along the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TangentialSpring {
    /// k_T, N/m.
    pub stiffness: f64,
    /// d_T, N s/m.
    pub damping: f64,
}

/// Parameters of strength where the wheel's path goes up, down and across the slope; on ground without
/// slope, or where only one is known, the level ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Strengths {
    /// On level ground.
    pub level: SoilStrength,
    /// Uphill, downhill, across.
    pub inclined: Option<Box<[SoilStrength; 3]>>,
    /// Slope at which half of each counts, rad.
    pub blend: f64,
}

/// What soil bears along its surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoilStrength {
    /// c, Pa.
    pub cohesion: f64,
    /// φ, rad.
    pub friction_angle: f64,
    /// p₁, the greatest standard deviation of s.
    pub deviation: f64,
    /// p₂, by how much it falls towards the angle of friction.
    pub fall: f64,
    /// Rolled distance after which s is drawn anew, m.
    pub correlation_length: f64,
}

/// How wide and how far around a wheel touches soil, by the load it carries.
#[derive(Clone, Debug, PartialEq)]
pub struct WheelFootprint {
    /// m
    pub radius: f64,
    /// m
    pub width: f64,
    /// Load over sinkage, Bekker's.
    pub sinkage: Sinkage,
}

/// What soil takes from a rolling wheel: a force on its hub against its path.
///
/// Compaction (M. G. Bekker 1956): pressing a rut of depth z costs b (k_c/b + k_φ) zⁿ⁺¹/(n + 1) per
/// metre. Bulldozing (K. Terzaghi 1943 by way of Bekker 1969): the heap before the wheel bears
/// b (c z K_c + ½ γ z² K_γ), K_c = (N_c − tan φ) cos² φ, K_γ = (2 N_γ/tan φ + 1) cos² φ with
/// Terzaghi's bearing capacities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resistance {
    /// The soil's pressure.
    pub soil: Bekker,
    /// Weight of a volume of soil (N/m³); none, and nothing is bulldozed.
    pub unit_weight: Option<f64>,
}

/// A wheel's path over the ground, as far as soil asks for it.
#[derive(Clone, Copy, Debug)]
pub struct WheelMotion {
    /// Unit normal of the ground.
    pub normal: Vector3<f64>,
    /// Unit vector ahead, in the ground.
    pub ahead: Vector3<f64>,
    /// Speed of the hub along it, m/s.
    pub speed: f64,
}

/// A draw of s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Draw {
    /// s, at least zero.
    pub factor: f64,
    /// Whether it or its deviation would have been less than zero.
    pub clamped: bool,
}

/// The last number drawn from a stream and the last tangent of an angle of friction, for who asks for the same ones
/// in every step: both are dear.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastDrawn {
    drawn: Option<(Key, u64, f64)>,
    tangent: Option<(f64, f64)>,
}

impl LastDrawn {
    fn gaussian(&mut self, key: Key, number: u64) -> f64 {
        match self.drawn {
            Some((of, at, drawn)) if of == key && at == number => drawn,
            _ => {
                let drawn = noise::gaussian(key, number);
                self.drawn = Some((key, number, drawn));
                drawn
            }
        }
    }

    /// tan φ.
    fn tan(&mut self, angle: f64) -> f64 {
        match self.tangent {
            Some((of, tangent)) if of == angle => tangent,
            _ => {
                let tangent = real::tan(angle);
                self.tangent = Some((angle, tangent));
                tangent
            }
        }
    }
}

/// Speed at which the direction of travel counts half, m/s: below it uphill and downhill strength fade
/// into their mean. Chosen.
const DIRECTION_SPEED: f64 = 1e-3;
/// Change of depth, as a share of the depth, up to which the mean force of the spring is taken by
/// quadrature: its error of order four is round-off then, a difference of energies is not.
const QUADRATURE_SHARE: f64 = 1e-3;
/// Least load that an area is divided by, N. Chosen: a ten-thousandth of a gram's weight.
const LEAST_LOAD: f64 = 1e-6;

impl HuntCrossley {
    /// From the penetration (m) at which a load (N) of a mass (kg) rests, and the ratio of damping there.
    ///
    /// k = F/zⁿ; small swings about it have the stiffness n k zⁿ⁻¹ and the damper k zⁿ a, so that
    /// a = 2 ζ √(n k zⁿ⁻¹ m) / F.
    pub fn from_rest(
        load: f64,
        mass: f64,
        penetration: f64,
        exponent: f64,
        damping_ratio: f64,
    ) -> Self {
        let stiffness = load / real::pow(penetration, exponent);
        let slope = exponent * load / penetration;
        let damping = 2.0 * damping_ratio * (slope * mass).sqrt() / load;
        let mut law = Self { stiffness, exponent, damping, least: (0.0, 0.0) };
        let depth = law.depth(LEAST_LOAD);
        law.least = (depth, exponent * LEAST_LOAD / depth);
        law
    }

    /// Force at a depth (m) that grows at a rate (m/s), N.
    pub fn force(&self, depth: f64, rate: f64) -> f64 {
        if depth <= 0.0 {
            return 0.0;
        }
        // F_N = k_N zⁿ (1 + a ż), a = 3 α_N/(2 k_N) (eq. 1).
        (self.stiffness * self.power(depth) * (1.0 + self.damping * rate)).max(0.0)
    }

    /// Depth under a force at rest, m.
    pub fn depth(&self, force: f64) -> f64 {
        let ratio = (force / self.stiffness).max(0.0);
        if self.exponent == 1.0 { ratio } else { real::pow(ratio, 1.0 / self.exponent) }
    }

    fn power(&self, depth: f64) -> f64 {
        if self.exponent == 1.0 { depth } else { real::pow(depth, self.exponent) }
    }

    /// k zⁿ and its derivative.
    fn spring(&self, depth: f64) -> (f64, f64) {
        if depth <= 0.0 {
            return (0.0, 0.0);
        }
        let force = self.stiffness * self.power(depth);
        (force, self.exponent * force / depth)
    }

    /// Mean of k zⁿ over a path from a depth by a change of it, (U(z + d) − U(z))/d with
    /// U = k zⁿ⁺¹/(n + 1), and its derivative by that change.
    fn mean_spring(&self, from: f64, change: f64) -> (f64, f64) {
        let (to, n) = (from + change, self.exponent);
        if from <= 0.0 && to <= 0.0 {
            return (0.0, 0.0);
        }
        let middle = from + 0.5 * change;
        let inside = from > 0.0 && to > 0.0;
        if inside && n == 1.0 {
            return (self.stiffness * middle, 0.5 * self.stiffness);
        }
        if inside && change.abs() <= QUADRATURE_SHARE * middle {
            // Gauss's rule of two points, which is exact to round-off here: a difference of energies is not.
            let reach = change / 12f64.sqrt();
            let mean = 0.5 * (self.spring(middle - reach).0 + self.spring(middle + reach).0);
            return (mean, 0.5 * n * mean / middle);
        }
        let end = self.spring(to).0;
        let stored = (end * to - self.spring(from).0 * from) / (n + 1.0);
        let mean = stored / change;
        (mean, (end - mean) / change)
    }

    /// Mean force in a step, and its slope over the approach at the end, N s/m. The slope is never zero, so
    /// that a wheel in the air can be brought down.
    pub(crate) fn over_step(&self, path: &DepthPath) -> (f64, f64) {
        let DepthPath { h, depth, approach: [first, last], weights } = *path;
        let share = weights.end;
        let (end, end_slope) =
            self.spring(depth + h * (weights.gap[0] * last + weights.gap[1] * first));
        let (mean, mean_slope) = if share < 1.0 {
            self.mean_spring(depth, 0.5 * h * (first + last))
        } else {
            (0.0, 0.0)
        };
        let push = mean + share * (end - mean);
        let slope = h * (0.5 * (1.0 - share) * mean_slope + share * weights.gap[0] * end_slope);
        let least = h * (0.25 * (1.0 - share) + share * weights.gap[0]) * self.least.1;
        let damper = self.damping * weights.rate[0] * push.max(LEAST_LOAD);
        let rate = weights.rate[0] * last + weights.rate[1] * first;
        let bracket = 1.0 + self.damping * rate;
        (push * bracket.max(0.0), slope.max(least) * bracket.max(0.01) + damper)
    }

    /// Weights of a second-order step that starts at a depth with an approach (m/s), for a wheel that 1 N
    /// accelerates by an inverse mass (m/s² per N): by the stiffness and the damping where it is deepest on its path.
    pub(crate) fn weights(
        &self,
        (h, inverse_mass): (f64, f64),
        depth: f64,
        approach: f64,
    ) -> Weights {
        let deepest = depth.max(depth + h * approach).max(self.least.0);
        let (force, slope) = self.spring(deepest);
        Weights::second_order(h * h * slope * inverse_mass, h * self.damping * force * inverse_mass)
    }

    /// Work of the law itself while a gap (m) changes at a constant rate in a time (s), J: −ΔU of its spring
    /// times 1 + a ż, where that pushes.
    pub(crate) fn own_work(&self, gap: f64, change: f64, h: f64) -> f64 {
        let bracket = (1.0 - self.damping * change / h).max(0.0);
        self.mean_spring(-gap, -change).0 * bracket * change
    }
}

impl SoilStrength {
    /// Standard deviation of s on ground of a slope (rad), before it is clamped at zero.
    pub fn spread(&self, slope: f64) -> f64 {
        let (angle, slope) = (self.friction_angle, slope.abs());
        // s_std = p₁ − p₂ R, R = θ/φ or φ/θ (eqs 12, 13).
        let ratio = if slope <= angle { slope / angle } else { angle / slope };
        self.deviation - self.fall * if ratio.is_finite() { ratio } else { 0.0 }
    }

    /// s from a number of the normal law.
    pub fn draw(&self, slope: f64, gaussian: f64) -> Draw {
        let spread = self.spread(slope);
        let factor = 1.0 + spread.max(0.0) * gaussian;
        Draw { factor: factor.max(0.0), clamped: spread < 0.0 || factor < 0.0 }
    }

    fn add(&mut self, weight: f64, other: &Self) {
        self.cohesion += weight * other.cohesion;
        self.friction_angle += weight * other.friction_angle;
        self.deviation += weight * other.deviation;
        self.fall += weight * other.fall;
        self.correlation_length += weight * other.correlation_length;
    }
}

impl Strengths {
    /// One set for all directions.
    pub fn uniform(level: SoilStrength) -> Self {
        Self { level, inclined: None, blend: 1.0 }
    }

    /// The set for a course: with c the cosine between the wheel's heading and uphill, c² of it belongs
    /// to up and down, shared by the direction of travel, and 1 − c² to across; of a slope θ the share
    /// θ/(θ + blend) counts, of the level set the rest. All of it is continuous.
    pub fn on(&self, motion: &WheelMotion) -> SoilStrength {
        let Some(inclined) = &self.inclined else { return self.level };
        let slope = slope(&motion.normal);
        let steep = slope / (slope + self.blend);
        let uphill = Vector3::z() - motion.normal * motion.normal.z;
        let size = uphill.norm();
        if size <= 1e-12 {
            return self.level;
        }
        let cosine = (motion.ahead.dot(&uphill) / size).clamp(-1.0, 1.0);
        let upward = motion.speed * cosine;
        let climbing =
            upward / (upward.abs() + DIRECTION_SPEED * cosine.abs()).max(f64::MIN_POSITIVE);
        let along = cosine * cosine;
        let shares = [0.5 * along * (1.0 + climbing), 0.5 * along * (1.0 - climbing), 1.0 - along];
        let mut sum = SoilStrength {
            cohesion: 0.0,
            friction_angle: 0.0,
            deviation: 0.0,
            fall: 0.0,
            correlation_length: 0.0,
        };
        sum.add(1.0 - steep, &self.level);
        for (share, set) in shares.into_iter().zip(inclined.iter()) {
            sum.add(steep * share, set);
        }
        sum
    }
}

impl WheelFootprint {
    /// Depth (m) to which the wheel sinks into the soil under a load, N.
    pub fn depth(&self, load: f64) -> f64 {
        self.sinkage.depth(load.max(0.0)).min(self.radius)
    }

    /// Area (m²) with which it then touches the soil: its width times the arc ahead of the deepest
    /// point; behind it the soil is a rut.
    pub fn area(&self, load: f64) -> f64 {
        self.area_at(self.depth(load))
    }

    /// The same at a depth, m.
    fn area_at(&self, depth: f64) -> f64 {
        self.width * self.radius * real::acos(1.0 - depth / self.radius)
    }
}

impl WheelGround {
    /// s of the n-th draw from the wheel's stream on ground of a slope (rad).
    pub fn draw(
        &self,
        strength: &SoilStrength,
        slope: f64,
        (key, number): (Option<Key>, u64),
        last: &mut LastDrawn,
    ) -> Draw {
        match key.filter(|_| self.stream.is_some()) {
            Some(key) => strength.draw(slope, last.gaussian(key, number)),
            None => Draw { factor: 1.0, clamped: false },
        }
    }

    /// The greatest force along the surface under a load, N (equation 11).
    pub fn limit(&self, strength: &SoilStrength, factor: f64, load: f64) -> f64 {
        let tan = real::tan(strength.friction_angle);
        // s (c A + F_N tan φ).
        let cohesive =
            if load > 0.0 { strength.cohesion * self.sink(strength, load).area } else { 0.0 };
        factor * (cohesive + load.max(0.0) * tan)
    }

    /// How a wheel sinks into soil of a strength under a load, N.
    pub(crate) fn sink(&self, strength: &SoilStrength, load: f64) -> WheelSinkage {
        let load = load.max(LEAST_LOAD);
        let depth = self.footprint.depth(load);
        let coheres = strength.cohesion > 0.0;
        let area = if coheres { self.footprint.area_at(depth) } else { 0.0 };
        WheelSinkage { load, depth, area, coheres }
    }

    /// The greatest force along the surface in terms of the load, as a coefficient of friction; the strength with
    /// its tan φ.
    pub(crate) fn coefficient(
        &self,
        (strength, tan): (&SoilStrength, f64),
        factor: f64,
        sunk: &WheelSinkage,
    ) -> f64 {
        let WheelSinkage { load, area, .. } = *sunk;
        let cohesive = if sunk.coheres { strength.cohesion * area } else { 0.0 };
        (factor * (cohesive + load * tan) / load).min(MOST_FRICTION)
    }
}

/// How a wheel has sunk into soil under a load.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WheelSinkage {
    /// N, no less than [`LEAST_LOAD`]; nothing as long as nothing is known.
    load: f64,
    /// m
    depth: f64,
    /// That touches the soil, m²; asked for only where the soil coheres.
    area: f64,
    coheres: bool,
}

impl WheelSinkage {
    /// Whether it is that under a load (N) in soil of a strength.
    #[inline]
    fn is_under(&self, strength: &SoilStrength, load: f64) -> bool {
        self.load == load.max(LEAST_LOAD) && self.coheres == (strength.cohesion > 0.0)
    }
}

impl Resistance {
    /// Force (N) on a wheel of a width (m) that has sunk in to a depth (m).
    pub fn force(&self, width: f64, depth: f64, strength: &SoilStrength) -> f64 {
        let Bekker { exponent, .. } = self.soil;
        let compaction = width * self.soil.pressure(depth, width) * depth / (exponent + 1.0);
        let bulldozing = self.unit_weight.map_or(0.0, |weight| {
            let (heap, wedge) = bulldozing(strength.friction_angle);
            width * (strength.cohesion * depth * heap + 0.5 * weight * depth * depth * wedge)
        });
        compaction + bulldozing
    }
}

/// K_c and K_γ of an angle of friction, rad.
fn bulldozing(angle: f64) -> (f64, f64) {
    use std::f64::consts::{FRAC_PI_4, PI};
    let (tan, cos) = (real::tan(angle), real::cos(angle));
    let half = real::cos(FRAC_PI_4 + 0.5 * angle);
    let surcharge = real::exp((1.5 * PI - angle) * tan) / (2.0 * half * half);
    let cohesion = (surcharge - 1.0) / tan;
    let weight = 2.0 * (surcharge + 1.0) * tan / (1.0 + 0.4 * real::sin(4.0 * angle));
    ((cohesion - tan) * cos * cos, (2.0 * weight / tan + 1.0) * cos * cos)
}

impl TangentialSpring {
    /// How the mean force of a step, k δ − S₁ u⁺ − S₀ u, falls with the velocities at its end and start, N s/m.
    pub(crate) fn slopes(&self, h: f64, weights: &Weights) -> [f64; 2] {
        let Self { stiffness, damping } = self;
        let mean = 0.25 * (1.0 - weights.end);
        [0, 1].map(|at| {
            h * stiffness * (mean + weights.end * weights.gap[at]) + damping * weights.rate[at]
        })
    }

    /// Weights of a second-order step for a wheel that 1 N accelerates by an inverse mass (m/s² per N).
    pub(crate) fn weights(&self, (h, inverse_mass): (f64, f64)) -> Weights {
        let Self { stiffness, damping } = self;
        Weights::second_order(h * h * stiffness * inverse_mass, h * damping * inverse_mass)
    }

    /// Deflection at the end of a step from that at its start (m) and the mean force (N) of the step: the
    /// spring's own equation, which holds rolling and slipping alike (equations 9 and 10), with the deflection
    /// of the middle where the step resolves the spring and that of the end where it does not.
    pub(crate) fn deflection(
        &self,
        start: &Vector3<f64>,
        force: &Vector3<f64>,
        (h, weights): (f64, &Weights),
    ) -> Vector3<f64> {
        let Self { stiffness, damping } = self;
        let share = 0.5 + 0.5 * weights.end;
        start + (force - start * *stiffness) / (stiffness * share + damping / h)
    }

    /// Work of the law itself on a wheel while its deflection (m) changes in a step and its contact moves (m)
    /// along the surface under a strength (N), J: what the spring stored, less what the damper and sliding take.
    pub(crate) fn own_work(
        &self,
        [start, end]: [&Vector3<f64>; 2],
        (moved, strength): (&Vector3<f64>, f64),
        h: f64,
    ) -> f64 {
        let change = end - start;
        let stored = 0.5 * self.stiffness * change.dot(&(end + start));
        let damped = self.damping * change.norm_squared() / h;
        -stored - damped - strength * (moved + change).norm()
    }
}

/// Angle between a normal and the vertical, rad.
pub fn slope(normal: &Vector3<f64>) -> f64 {
    let level = (normal.x * normal.x + normal.y * normal.y).sqrt();
    real::atan2(level, normal.z)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAND: SoilStrength = SoilStrength {
        cohesion: 500.0,
        friction_angle: 0.5,
        deviation: 0.4,
        fall: 0.3,
        correlation_length: 0.01,
    };

    fn soil() -> WheelGround {
        WheelGround {
            normal: HuntCrossley::from_rest(300.0, 30.0, 0.002, 1.5, 0.5),
            tangent: TangentialSpring { stiffness: 1e5, damping: 1e3 },
            strength: Strengths::uniform(SAND),
            footprint: WheelFootprint {
                radius: 0.127,
                width: 0.16,
                sinkage: Sinkage::new([(0.01, 200.0), (0.05, 3000.0)], 0.0).unwrap(),
            },
            stream: Some(Stream::new("wheel", "soil")),
            resistance: None,
        }
    }

    #[test]
    fn a_load_rests_at_the_penetration_it_was_given() {
        let law = soil().normal;
        assert!((law.force(0.002, 0.0) - 300.0).abs() < 1e-9);
        assert!((law.depth(300.0) - 0.002).abs() < 1e-15);
        assert_eq!(law.force(-1e-3, 1.0), 0.0);
        assert_eq!(law.force(0.002, -1e9), 0.0, "soil does not pull");
    }

    #[test]
    fn the_slope_of_the_normal_force_is_its_derivative() {
        let law = soil().normal;
        for (depth, approach) in [(0.002, 0.0), (0.001, 0.02), (0.003, -0.01)] {
            let h = 0.005;
            for weights in [Weights::END, Weights::MEAN, Weights::second_order(0.4, 0.3)] {
                let at = |last: f64| {
                    law.over_step(&DepthPath {
                        h,
                        depth,
                        approach: [0.5 * approach, last],
                        weights,
                    })
                };
                let (force, slope) = at(approach);
                if weights == Weights::END {
                    assert!((force - law.force(depth + h * approach, approach)).abs() < 1e-12);
                }
                let e = 1e-7;
                let numeric = (at(approach + e).0 - at(approach - e).0) / (2.0 * e);
                assert!((numeric - slope).abs() < 1e-5 * slope, "{weights:?}: {numeric} {slope}");
            }
        }
    }

    #[test]
    fn the_spread_is_least_at_the_angle_of_friction() {
        assert!((SAND.spread(0.0) - 0.4).abs() < 1e-15);
        assert!((SAND.spread(0.25) - 0.25).abs() < 1e-15);
        assert!((SAND.spread(0.5) - 0.1).abs() < 1e-15);
        assert!((SAND.spread(1.0) - 0.25).abs() < 1e-15);
    }

    #[test]
    fn draws_have_the_mean_and_deviation_of_the_paper() {
        let soil = soil();
        for slope in [0.0, 0.2, 0.5, 0.8] {
            let n = 100_000;
            let key = soil.stream.as_ref().unwrap().key(3);
            // Unclamped, as the paper writes it.
            let draws = (0..n).map(|k| 1.0 + SAND.spread(slope) * noise::gaussian(key, k));
            let (sum, squares) = draws.fold((0.0, 0.0), |(s, q), x| (s + x, q + x * x));
            let mean = sum / n as f64;
            let deviation = (squares / n as f64 - mean * mean).sqrt();
            let sigma = SAND.spread(slope);
            assert!((mean - 1.0).abs() < 5.0 * sigma / (n as f64).sqrt(), "{mean}");
            assert!((deviation - sigma).abs() < 5.0 * sigma / (2.0 * n as f64).sqrt());
        }
    }

    #[test]
    fn strength_is_that_of_coulomb_and_the_area_that_has_sunk_in() {
        let soil = soil();
        let area = 0.16 * 0.127 * (1.0f64 - 0.01 / 0.127).acos();
        assert!((soil.footprint.area(200.0) - area).abs() < 1e-12);
        let expected = 0.7 * (500.0 * area + 200.0 * 0.5f64.tan());
        assert!((soil.limit(&SAND, 0.7, 200.0) - expected).abs() < 1e-9);
        assert_eq!(soil.limit(&SAND, 1.0, 0.0), 0.0);
    }

    #[test]
    fn pressing_a_rut_costs_what_the_pressure_does_over_its_depth() {
        let soil = Bekker { exponent: 1.1, cohesive: 990.0, frictional: 1_528_430.0 };
        let (width, depth) = (0.16, 0.02);
        let resistance = Resistance { soil, unit_weight: None };
        let steps = 100_000;
        let slice = depth / f64::from(steps);
        let work: f64 = (0..steps)
            .map(|k| width * slice * soil.pressure((f64::from(k) + 0.5) * slice, width))
            .sum();
        let force = resistance.force(width, depth, &SAND);
        assert!((force / work - 1.0).abs() < 1e-6, "{force} {work}");
        // Terzaghi's factors at 30 degrees: N_q 22.46, N_c 37.16.
        let (heap, _) = bulldozing(30f64.to_radians());
        let tan = 30f64.to_radians().tan();
        assert!((heap - (37.16 - tan) * 0.75).abs() < 0.01, "{heap}");
    }

    #[test]
    fn sets_blend_without_a_jump() {
        let set = |angle: f64| SoilStrength { friction_angle: angle, ..SAND };
        let sets = Strengths {
            level: set(0.4),
            inclined: Some(Box::new([set(0.5), set(0.6), set(0.7)])),
            blend: 0.02,
        };
        let on = |heading: f64, speed: f64, slope: f64| {
            let normal = Vector3::new(-slope.sin(), 0.0, slope.cos());
            let uphill = Vector3::new(slope.cos(), 0.0, slope.sin());
            let ahead = uphill * heading.cos() + Vector3::y() * heading.sin();
            sets.on(&WheelMotion { normal, ahead, speed }).friction_angle
        };
        assert!((on(0.3, 1.0, 0.0) - 0.4).abs() < 1e-12);
        let steep = 0.3 / 0.32;
        assert!((on(0.0, 1e6, 0.3) - (0.4 + 0.1 * steep)).abs() < 1e-6);
        assert!((on(0.0, -1e6, 0.3) - (0.4 + 0.2 * steep)).abs() < 1e-6);
        assert!((on(std::f64::consts::FRAC_PI_2, 0.05, 0.3) - (0.4 + 0.3 * steep)).abs() < 1e-9);
        let mut last = on(0.0, -0.1, 0.3);
        for step in 0..2000 {
            let now = on(0.0, -0.1 + 1e-4 * f64::from(step), 0.3);
            assert!((now - last).abs() < 0.01, "a jump at {step}");
            last = now;
        }
    }
}
