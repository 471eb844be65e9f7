//! What the air does to bodies and canopies of a run: flight conditions now, extremes, integrated heat load,
//! and when parachutes are deployed.

use crate::archive::{Archive, Entity, Visited};
use crate::math::time::Time;
use crate::world::World;
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
    /// Of what has not been seen yet.
    const NEW: Self = Self { now: 0.0, most: 0.0, time: Time::MAX };

    pub(crate) fn note(&mut self, value: f64, time: Time) {
        self.now = value;
        if value > self.most {
            (self.most, self.time) = (value, time);
        }
    }

    fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { now, most, time } = self;
        archive.real("now", now)?;
        archive.real("most", most)?;
        archive.time("time", time)
    }
}

impl FlightAirTally {
    /// Of a world in which the air acts on anything.
    pub(crate) fn new(world: &World) -> Option<Self> {
        let mut bodies: Vec<BodyTally> = Vec::new();
        for (element, body) in world.aerodynamics() {
            let vehicle = body.at.vehicle;
            if body.model.is_body() && !bodies.iter().any(|known| known.vehicle == vehicle) {
                bodies.push(BodyTally::new(vehicle, element));
            }
        }
        let parachutes: Vec<_> =
            world.parachutes().map(|(element, _)| ParachuteTally::new(element)).collect();
        let any = !bodies.is_empty() || !parachutes.is_empty();
        any.then_some(Self { bodies, parachutes })
    }

    pub(super) fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { bodies, parachutes } = self;
        archive.list("bodies", Entity::Number, bodies, BodyTally::visit)?;
        archive.list("parachutes", Entity::Number, parachutes, ParachuteTally::visit)
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

    /// Whose it is follows from the world.
    fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self {
            vehicle: _,
            element: _,
            mach,
            angle,
            altitude,
            dynamic_pressure,
            sensed,
            heat_flux,
            heat_load,
            velocity,
            gravity,
            carried,
        } = self;
        archive.real("mach", mach)?;
        archive.real("angle", angle)?;
        archive.real("altitude", altitude)?;
        archive.field("dynamic_pressure", |archive| dynamic_pressure.visit(archive))?;
        archive.field("sensed", |archive| sensed.visit(archive))?;
        archive.field("heat_flux", |archive| heat_flux.visit(archive))?;
        archive.real("heat_load", heat_load)?;
        archive.vector("velocity", velocity)?;
        archive.vector("gravity", gravity)?;
        archive.word("carried", carried)
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

    /// Whose it is follows from the world.
    fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { element: _, deployed, at_deployment, now, stretched, load } = self;
        archive.time("deployed", deployed)?;
        archive.reals("at_deployment", Entity::Number, at_deployment)?;
        archive.reals("now", Entity::Number, now)?;
        archive.time("stretched", stretched)?;
        archive.field("load", |archive| load.visit(archive))
    }
}
