//! Metrics of flight through air: peaks of entry, and deployment and load of parachutes.

use super::or_nan;
use crate::dynamics::energy::{self, Centre};
use crate::math::time::Time;
use crate::quantity::{Metric, quantities};
use crate::state::{BodyTally, FlightAirTally, ParachuteTally, State, staging};
use crate::stepping::Evaluation;
use crate::vehicle::STANDARD_GRAVITY;
use crate::world::{AeroModel, AirFlow, ForceElement, Parachute, World};
use nalgebra::Vector3;

quantities! {
    /// Of a vehicle with aerodynamic coefficients.
    EntryPeaks<'a>(BodyTally) = "Vehicles with aerodynamic coefficients", "[VEHICLE.]" {
        PEAK_G = "entry.peak_g",
            "greatest of all forces but gravity over weight on Earth, before the parachute and the ground",
            |it| it.sensed.most / STANDARD_GRAVITY;
        PEAK_G_TIME = "entry.peak_g_s", "when that was", |it| or_nan(it.sensed.time);
        PEAK_DYNAMIC_PRESSURE = "entry.peak_dynamic_pressure_pa",
            "greatest dynamic pressure", |it| it.dynamic_pressure.most;
        PEAK_DYNAMIC_PRESSURE_TIME = "entry.peak_dynamic_pressure_s", "when that was",
            |it| or_nan(it.dynamic_pressure.time);
        PEAK_HEAT_FLUX = "entry.peak_heat_flux_w_per_m2",
            "greatest convective heating of the nose (Sutton-Graves)", |it| it.heat_flux.most;
        HEAT_LOAD = "entry.heat_load_j_per_m2",
            "its integral up to the end", |it| it.heat_load;
    }

    /// Of a parachute.
    ParachuteLoad<'a>(ParachuteTally) = "Parachutes", "PARACHUTE." {
        DEPLOY_TIME = "deploy_s", "when its canopy was thrown out", |it| or_nan(it.deployed);
        DEPLOY_MACH = "deploy_mach" [1], "Mach number then", |it| it.at_deployment[0];
        DEPLOY_SPEED = "deploy_speed_m_per_s", "speed through the air then",
            |it| it.at_deployment[1];
        DEPLOY_DYNAMIC_PRESSURE = "deploy_dynamic_pressure_pa", "dynamic pressure then",
            |it| it.at_deployment[2];
        DEPLOY_ALTITUDE = "deploy_altitude_m", "altitude then", |it| it.at_deployment[3];
        LINE_STRETCH_TIME = "line_stretch_s", "when its riser was first taut",
            |it| or_nan(it.stretched);
        PEAK_LOAD = "peak_load_n", "greatest force of its riser", |it| it.load.most;
        PEAK_LOAD_TIME = "peak_load_s", "when that was", |it| or_nan(it.load.time);
    }
}

impl FlightAirTally {
    /// Brings it to the end of a step of so long; to the start of a run, where that is nothing.
    pub(crate) fn observe(
        &mut self,
        world: &World,
        state: &State,
        evaluation: &Evaluation,
        step: Time,
    ) {
        // What a mortar, a canopy or the ground does to a body is no peak of its entry.
        let thrown = self.parachutes.iter().any(|one| one.deployed != Time::MAX);
        let touched = state.tally.vehicles.iter().any(|one| one.touched);
        for body in &mut self.bodies {
            body.observe(world, state, evaluation, step, !(thrown || touched));
        }
        for parachute in &mut self.parachutes {
            parachute.observe(world, state, evaluation, step);
        }
    }

    pub(crate) fn metrics(&self, world: &World, list: &mut Vec<Metric>) {
        for (index, body) in self.bodies.iter().enumerate() {
            let owner = &world.vehicles()[body.vehicle].name;
            // The first that flies needs no name, whichever vehicle it is.
            let named = |end: &str| match index {
                0 => end.to_owned(),
                _ => format!("{owner}.{end}"),
            };
            Metric::add::<EntryPeaks>(list, body, named);
        }
        for one in &self.parachutes {
            let name = world.forces()[one.element].name();
            Metric::add::<ParachuteLoad>(list, one, |end| format!("{name}.{end}"));
        }
    }
}

/// Centre of mass of all that moves with a vehicle.
fn moving_centre(world: &World, state: &State, now: &Evaluation, vehicle: usize) -> Centre {
    let mover = staging::mover(world, &state.discrete.mounted, vehicle);
    energy::centre_of_mass(&state.inertias[world.layout().links(mover)], now.kinematics(mover))
}

impl BodyTally {
    fn observe(
        &mut self,
        world: &World,
        state: &State,
        now: &Evaluation,
        step: Time,
        enters: bool,
    ) {
        let time = state.time;
        let ForceElement::Aerodynamics(own) = &world.forces()[self.element] else { return };
        let AeroModel::Body(body) = &own.model else { return };
        let centre = moving_centre(world, state, now, self.vehicle);
        let flow = AirFlow::at(world, &centre.position, &centre.velocity, time.seconds());
        let link = &now.kinematics(self.vehicle).links[own.at.link];
        self.mach = flow.mach;
        self.angle = flow.angle_to(&(link.rotation * body.nose));
        self.altitude = world.geodesy().altitude(&centre.position);
        self.dynamic_pressure.note(flow.dynamic_pressure, time);
        let before = self.heat_flux.now;
        let flux = body.heating.map_or(0.0, |nose| nose.flux(&flow.air, flow.speed));
        self.heat_flux.note(flux, time);
        self.heat_load += 0.5 * (before + flux) * step.seconds();
        self.sense(world, state, &centre, (step, enters));
    }

    /// The mean acceleration of the step that gravity does not give, unless something was let go since the step
    /// before.
    fn sense(
        &mut self,
        world: &World,
        state: &State,
        centre: &Centre,
        (step, enters): (Time, bool),
    ) {
        let gravity = world.gravity().acceleration(&centre.position, &centre.velocity);
        let carried = state.discrete.mounted.iter().map(|one| u64::from(*one)).sum();
        if carried == self.carried && step > Time::ZERO {
            let gained = (centre.velocity - self.velocity) / step.seconds();
            let sensed = gained - (gravity + self.gravity) * 0.5;
            match enters {
                true => self.sensed.note(sensed.norm(), state.time),
                false => self.sensed.now = sensed.norm(),
            }
        }
        (self.velocity, self.gravity, self.carried) = (centre.velocity, gravity, carried);
    }
}

impl ParachuteTally {
    fn observe(&mut self, world: &World, state: &State, now: &Evaluation, step: Time) {
        let ForceElement::Parachute(own) = &world.forces()[self.element] else { return };
        let time = state.time;
        if self.deployed == Time::MAX && !state.discrete.mounted[own.at.vehicle] {
            // The mortar fired between the steps.
            self.deployed = time - step;
            self.at_deployment = self.now;
        }
        let centre = moving_centre(world, state, now, own.at.vehicle);
        let flow = AirFlow::at(world, &centre.position, &centre.velocity, time.seconds());
        let altitude = world.geodesy().altitude(&centre.position);
        self.now = [flow.mach, flow.speed, flow.dynamic_pressure, altitude];
        if self.stretched == Time::MAX
            && self.deployed != Time::MAX
            && own.riser.iter().any(|cable| now.pulls()[*cable].tension > 0.0)
        {
            self.stretched = time;
        }
        self.load.note(load(own, now).norm(), time);
    }
}

/// Sum of the forces of a riser's cables on their lower ends.
fn load(parachute: &Parachute, now: &Evaluation) -> Vector3<f64> {
    let forces = parachute.riser.iter().map(|cable| now.cable_forces()[*cable]);
    forces.fold(Vector3::zeros(), |sum, force| sum + force)
}
