//! Point-mass equations of an entry into the atmosphere of a rotating, oblate planet (Vinh, Busemann and Culp,
//! "Hypersonic and Planetary Entry Flight Mechanics", 1980, §2.3, here with heading clockwise from north and J2).
//!
//! With D and L the accelerations by drag and lift, σ the bank angle (positive to the right), g_u and g_n the pull of
//! gravity upwards and northwards, s = sin φ, c = cos φ,
//!
//!   r' = V sin γ,   λ' = V cos γ sin χ / (r c),   φ' = V cos γ cos χ / r,
//!   V' = −D + g_u sin γ + g_n cos γ cos χ + Ω² r c (c sin γ − s cos γ cos χ),
//!   V γ' = L cos σ + g_u cos γ − g_n sin γ cos χ + V² cos γ/r + 2 Ω V c sin χ + Ω² r c (c cos γ + s sin γ cos χ),
//!   V χ' cos γ = L sin σ − g_n sin χ + V² cos²γ sin χ tan φ / r + 2 Ω V (s cos γ − c sin γ cos χ) + Ω² r c s sin χ,
//!   g_u = −μ/r² (1 + ε (1 − 3 s²)),   g_n = −2 μ/r² ε s c,   ε = 3/2 J₂ (a/r)².
//!
//! Air that moves with a wind w over the ground makes drag and lift of the velocity V − w; their parts along V, in its
//! vertical plane and to its right take the place of −D, L cos σ and L sin σ.
//!
//! | symbol | field | unit |
//! |---|---|---|
//! | r | `radius` | m |
//! | λ, φ | `place` | rad |
//! | V | `speed`, over the ground | m/s |
//! | γ | `path_angle`, positive upwards | rad |
//! | χ | `heading`, clockwise from north | rad |
//! | S/m | `area_per_mass` | m²/kg |

use super::curve::Curve;
use super::geography::Place;
use crate::environment::Atmosphere;
use crate::math::real;
use nalgebra::Vector3;

/// Where a vehicle is and how it moves over the ground.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EntryState {
    /// Distance from the planet's centre, m.
    pub radius: f64,
    /// Longitude and latitude.
    pub place: Place,
    /// m/s
    pub speed: f64,
    /// Above the local horizontal, rad.
    pub path_angle: f64,
    /// Clockwise from north, rad.
    pub heading: f64,
}

impl EntryState {
    /// Rate of the altitude, m/s.
    pub fn climb(&self) -> f64 {
        self.speed * real::sin(self.path_angle)
    }

    fn moved(&self, rates: &[f64; 6], span: f64) -> Self {
        Self {
            radius: self.radius + rates[0] * span,
            place: Place {
                longitude: self.place.longitude + rates[1] * span,
                latitude: self.place.latitude + rates[2] * span,
            },
            speed: self.speed + rates[3] * span,
            path_angle: self.path_angle + rates[4] * span,
            heading: self.heading + rates[5] * span,
        }
    }
}

/// A planet as software on board knows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanetModel {
    /// Gravitational parameter, m³/s².
    pub mu: f64,
    /// Oblateness.
    pub j2: f64,
    /// Reference radius of the oblateness, m.
    pub equatorial_radius: f64,
    /// rad/s
    pub rotation_rate: f64,
}

/// All that determines a point mass's entry but its bank.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryModel {
    /// The planet.
    pub planet: PlanetModel,
    /// Its air.
    pub atmosphere: Atmosphere,
    /// Radius from which the atmosphere's altitudes count, m.
    pub datum: f64,
    /// Wind over the ground, east and north, m/s.
    pub wind: [f64; 2],
    /// Drag coefficient against Mach.
    pub drag: Curve,
    /// Lift over drag against Mach.
    pub lift_to_drag: Curve,
    /// Share of the lift against speed over the ground, m/s: 0 once the vehicle flies straight.
    pub lift_share: Curve,
    /// Reference area over mass, m²/kg.
    pub area_per_mass: f64,
}

/// What air does to a point mass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AirLoad {
    /// Acceleration by drag, m/s².
    pub drag: f64,
    /// Acceleration by lift, m/s².
    pub lift: f64,
    /// Mach number.
    pub mach: f64,
    /// Dynamic pressure, Pa.
    pub pressure: f64,
}

impl EntryModel {
    /// Drag, lift and what they depend on, at an airspeed and a speed over the ground.
    pub(super) fn load(&self, radius: f64, airspeed: f64, speed: f64) -> AirLoad {
        let air = self.atmosphere.at(radius - self.datum);
        let mach = airspeed / air.sound_speed;
        let pressure = 0.5 * air.density * airspeed * airspeed;
        let drag = pressure * self.drag.at(mach) * self.area_per_mass;
        let lift = drag * self.lift_to_drag.at(mach) * self.lift_share.at(speed);
        AirLoad { drag, lift, mach, pressure }
    }

    /// What air does at a state.
    pub fn air_load(&self, state: &EntryState) -> AirLoad {
        self.load(state.radius, self.airflow(state).norm(), state.speed)
    }

    /// Velocity through the air: east, north, up.
    fn airflow(&self, state: &EntryState) -> Vector3<f64> {
        let (climb, level) = real::sin_cos(state.path_angle);
        let (east, north) = real::sin_cos(state.heading);
        let velocity = Vector3::new(level * east, level * north, climb) * state.speed;
        velocity - Vector3::new(self.wind[0], self.wind[1], 0.0)
    }

    /// Acceleration by air: along the velocity, in its vertical plane and to its right.
    pub fn air_acceleration(&self, state: &EntryState, bank: f64) -> Vector3<f64> {
        let (lean, upright) = real::sin_cos(bank);
        if self.wind == [0.0; 2] {
            let load = self.load(state.radius, state.speed, state.speed);
            return Vector3::new(-load.drag, load.lift * upright, load.lift * lean);
        }
        let flow = self.airflow(state);
        let airspeed = flow.norm();
        let load = self.load(state.radius, airspeed, state.speed);
        let along = flow / airspeed;
        let right = Vector3::new(along.y, -along.x, 0.0).normalize();
        let over = right.cross(&along);
        let force = right * (load.lift * lean) + over * (load.lift * upright) - along * load.drag;
        let (climb, level) = real::sin_cos(state.path_angle);
        let (east, north) = real::sin_cos(state.heading);
        Vector3::new(
            force.dot(&Vector3::new(level * east, level * north, climb)),
            force.dot(&Vector3::new(-climb * east, -climb * north, level)),
            force.dot(&Vector3::new(north, -east, 0.0)),
        )
    }

    /// Rates of radius, longitude, latitude, speed, path angle and heading.
    pub fn rates(&self, state: &EntryState, bank: f64) -> [f64; 6] {
        let air = self.air_acceleration(state, bank);
        let (sine, cosine) = real::sin_cos(state.place.latitude);
        let (climb, level) = real::sin_cos(state.path_angle);
        let (east, north) = real::sin_cos(state.heading);
        let (r, v) = (state.radius, state.speed);
        let (up_pull, north_pull) = self.planet.pull(r, sine, cosine);
        let spin = self.planet.rotation_rate;
        let outward = spin * spin * r * cosine;
        let along = air.x
            + up_pull * climb
            + north_pull * level * north
            + outward * (cosine * climb - sine * level * north);
        let lifted = air.y + up_pull * level - north_pull * climb * north
            + v * v * level / r
            + 2.0 * spin * v * cosine * east
            + outward * (cosine * level + sine * climb * north);
        let sideways = air.z - north_pull * east
            + v * v * level * level * east * sine / (cosine * r)
            + 2.0 * spin * v * (sine * level - cosine * climb * north)
            + outward * sine * east;
        [
            v * climb,
            v * level * east / (r * cosine),
            v * level * north / r,
            along,
            lifted / v,
            sideways / (v * level),
        ]
    }

    /// One step of the classical Runge–Kutta method at a constant bank (rad) over a time (s).
    pub fn step(&self, state: &EntryState, bank: f64, span: f64) -> EntryState {
        let k1 = self.rates(state, bank);
        let k2 = self.rates(&state.moved(&k1, 0.5 * span), bank);
        let k3 = self.rates(&state.moved(&k2, 0.5 * span), bank);
        let k4 = self.rates(&state.moved(&k3, span), bank);
        let mut mean = [0.0; 6];
        for (place, slot) in mean.iter_mut().enumerate() {
            *slot = (k1[place] + 2.0 * (k2[place] + k3[place]) + k4[place]) / 6.0;
        }
        state.moved(&mean, span)
    }

    /// The part of a step (s) after which the speed has fallen to a level (m/s), by bisection and secants to a
    /// nanosecond; `None` where the step does not reach it.
    pub fn span_to_speed(
        &self,
        state: &EntryState,
        bank: f64,
        span: f64,
        level: f64,
    ) -> Option<f64> {
        if state.speed <= level || self.step(state, bank, span).speed > level {
            return None;
        }
        let excess = |part: f64| self.step(state, bank, part).speed - level;
        Some(falling_root(excess, span))
    }
}

impl PlanetModel {
    /// Pull of gravity upwards and northwards at a radius and a latitude's sine and cosine, m/s².
    pub(super) fn pull(&self, radius: f64, sine: f64, cosine: f64) -> (f64, f64) {
        let central = self.mu / (radius * radius);
        let flat = self.equatorial_radius / radius;
        let oblate = 1.5 * self.j2 * flat * flat;
        (
            -central * (1.0 + oblate * (1.0 - 3.0 * sine * sine)),
            -2.0 * central * oblate * sine * cosine,
        )
    }
}

/// Where a function that is positive at zero and not at `end` falls to zero, to a relative 1e-12 of `end` or better.
pub(super) fn falling_root(function: impl Fn(f64) -> f64, end: f64) -> f64 {
    let (mut low, mut high) = (0.0, end);
    let (mut above, mut below) = (function(low), function(high));
    for round in 0..80 {
        // Secants between the bounds, and halves now and then so that a bend cannot hold them up.
        let secant = low + (high - low) * above / (above - below);
        let middle = if round % 3 == 2 { 0.5 * (low + high) } else { secant };
        let value = function(middle);
        if value > 0.0 {
            (low, above) = (middle, value);
        } else {
            (high, below) = (middle, value);
        }
        if high - low <= 1e-12 * end || value == 0.0 {
            break;
        }
    }
    high
}
