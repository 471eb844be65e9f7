//! What the air does to bodies and canopies of a run: flight conditions now, extremes, integrated heat load,
//! and when parachutes are deployed.

use crate::math::time::Time;
use crate::world::{AeroModel, World};
use nalgebra::Vector3;

/// Of all bodies with aerodynamic coefficients and all parachutes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FlightAirTally {
    pub bodies: Vec<BodyTally>,
    pub parachutes: Vec<ParachuteTally>,
}

/// A value with the largest it has been and when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Peak {
    pub now: f64,
    pub most: f64,
    pub time: Time,
}

/// One body of revolution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BodyTally {
    /// Its vehicle, and its aerodynamics among the force elements.
    pub vehicle: usize,
    pub element: usize,
    pub mach: f64,
    /// Total angle of attack, rad.
    pub angle: f64,
    /// Altitude, m.
    pub altitude: f64,
    /// Pa
    pub dynamic_pressure: Peak,
    /// All that acts but gravity, over the mass that moves with it, m/s²: the mean of the last step.
    pub sensed: Peak,
    /// W/m²
    pub heat_flux: Peak,
    /// J/m²
    pub heat_load: f64,
    /// Of the centre of mass that it moves with, at the end of the last step.
    pub velocity: Vector3<f64>,
    pub gravity: Vector3<f64>,
    /// How many vehicles were carried then: a mass that changed by one gives no acceleration.
    pub carried: u64,
}

/// One parachute.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ParachuteTally {
    /// Its force element.
    pub element: usize,
    /// When the canopy was thrown out,
    pub deployed: Time,
    /// and Mach number, speed through the air (m/s), dynamic pressure (Pa) and altitude (m) then.
    pub at_deployment: [f64; 4],
    /// The same of now.
    pub now: [f64; 4],
    /// When the riser was first taut.
    pub stretched: Time,
    /// Sum of the riser's tensions as vectors, N.
    pub load: Peak,
}

impl Peak {
    const NEW: Self = Self { now: 0.0, most: 0.0, time: Time::MAX };

    pub(crate) fn note(&mut self, value: f64, time: Time) {
        self.now = value;
        if value > self.most {
            (self.most, self.time) = (value, time);
        }
    }

    /// All that a checkpoint has to keep.
    pub(crate) fn parts(&mut self) -> ([&mut f64; 2], &mut Time) {
        ([&mut self.now, &mut self.most], &mut self.time)
    }
}

impl FlightAirTally {
    /// Of a world in which the air acts on anything.
    pub(crate) fn new(world: &World) -> Option<Self> {
        let mut bodies: Vec<BodyTally> = Vec::new();
        for (element, body) in world.aerodynamics() {
            let is_body = match body.model {
                AeroModel::Body(_) => true,
                AeroModel::Drag(_) => false,
            };
            let vehicle = body.at.vehicle;
            if is_body && !bodies.iter().any(|known| known.vehicle == vehicle) {
                bodies.push(BodyTally::new(vehicle, element));
            }
        }
        let parachutes: Vec<_> =
            world.parachutes().map(|(element, _)| ParachuteTally::new(element)).collect();
        let any = !bodies.is_empty() || !parachutes.is_empty();
        any.then_some(Self { bodies, parachutes })
    }
}

impl BodyTally {
    fn new(vehicle: usize, element: usize) -> Self {
        Self {
            vehicle,
            element,
            mach: f64::NAN,
            angle: f64::NAN,
            altitude: f64::NAN,
            dynamic_pressure: Peak::NEW,
            sensed: Peak::NEW,
            heat_flux: Peak::NEW,
            heat_load: 0.0,
            velocity: Vector3::zeros(),
            gravity: Vector3::zeros(),
            carried: u64::MAX,
        }
    }

    /// Numbers and times that a checkpoint has to keep, beside `carried`.
    pub(crate) fn parts(&mut self) -> (Vec<&mut f64>, Vec<&mut Time>) {
        let Self { mach, angle, altitude, heat_load, velocity, gravity, .. } = self;
        let mut numbers = vec![mach, angle, altitude, heat_load];
        numbers.extend(velocity.iter_mut().chain(gravity.iter_mut()));
        let mut times = Vec::new();
        for peak in [&mut self.dynamic_pressure, &mut self.sensed, &mut self.heat_flux] {
            let (more, time) = peak.parts();
            numbers.extend(more);
            times.push(time);
        }
        (numbers, times)
    }
}

impl ParachuteTally {
    fn new(element: usize) -> Self {
        Self {
            element,
            deployed: Time::MAX,
            at_deployment: [f64::NAN; 4],
            now: [f64::NAN; 4],
            stretched: Time::MAX,
            load: Peak::NEW,
        }
    }

    /// Numbers and times that a checkpoint has to keep.
    pub(crate) fn parts(&mut self) -> (Vec<&mut f64>, Vec<&mut Time>) {
        let mut numbers: Vec<&mut f64> = Vec::new();
        numbers.extend(self.at_deployment.iter_mut().chain(&mut self.now));
        let (more, time) = self.load.parts();
        numbers.extend(more);
        (numbers, vec![&mut self.deployed, &mut self.stretched, time])
    }
}
