//! Metrics of flight through air: peaks of entry, and deployment and load of parachutes.

use super::or_nan;
use crate::dynamics::energy::{self, Centre};
use crate::math::time::Time;
use crate::state::{BodyTally, FlightAirTally, ParachuteTally, State, staging};
use crate::stepping::Evaluation;
use crate::vehicle::STANDARD_GRAVITY;
use crate::world::{AeroModel, Flow, ForceElement, Parachute, World};
use nalgebra::Vector3;

impl FlightAirTally {
    /// Brings it to the end of a step of so long; to the start of a run, where that is nothing.
    pub(crate) fn observe(
        &mut self,
        world: &World,
        state: &State,
        evaluation: &Evaluation,
        step: Time,
    ) {
        for body in &mut self.bodies {
            body.observe(world, state, evaluation, step);
        }
        for parachute in &mut self.parachutes {
            parachute.observe(world, state, evaluation, step);
        }
    }

    pub(crate) fn metrics(&self, world: &World, list: &mut Vec<(String, f64)>) {
        for (index, body) in self.bodies.iter().enumerate() {
            let owner = &world.vehicles()[body.vehicle].name;
            let prefix = if index == 0 { "entry".to_owned() } else { format!("{owner}.entry") };
            let mut add = |name: &str, value: f64| list.push((format!("{prefix}.{name}"), value));
            add("peak_g", body.sensed.most / STANDARD_GRAVITY);
            add("peak_g_s", or_nan(body.sensed.time));
            add("peak_dynamic_pressure_pa", body.dynamic_pressure.most);
            add("peak_dynamic_pressure_s", or_nan(body.dynamic_pressure.time));
            add("peak_heat_flux_w_per_m2", body.heat_flux.most);
            add("heat_load_j_per_m2", body.heat_load);
        }
        for one in &self.parachutes {
            let name = world.forces()[one.element].name();
            let mut add = |end: &str, value: f64| list.push((format!("{name}.{end}"), value));
            let [mach, speed, pressure, altitude] = one.at_deployment;
            add("deploy_s", or_nan(one.deployed));
            add("deploy_mach", mach);
            add("deploy_speed_m_per_s", speed);
            add("deploy_dynamic_pressure_pa", pressure);
            add("deploy_altitude_m", altitude);
            add("line_stretch_s", or_nan(one.stretched));
            add("peak_load_n", one.load.most);
            add("peak_load_s", or_nan(one.load.time));
        }
    }
}

/// Centre of mass of all that moves with a vehicle.
fn moving_centre(world: &World, state: &State, now: &Evaluation, vehicle: usize) -> Centre {
    let mover = staging::mover(world, &state.discrete.mounted, vehicle);
    energy::centre_of_mass(&state.inertias[world.layout().links(mover)], now.kinematics(mover))
}

impl BodyTally {
    fn observe(&mut self, world: &World, state: &State, now: &Evaluation, step: Time) {
        let time = state.time;
        let ForceElement::Aerodynamics(own) = &world.forces()[self.element] else { return };
        let AeroModel::Body(body) = &own.model else { return };
        let centre = moving_centre(world, state, now, self.vehicle);
        let flow = Flow::at(world, &centre.position, &centre.velocity, time.seconds());
        let link = &now.kinematics(self.vehicle).links[own.at.link];
        self.mach = flow.mach;
        self.angle = flow.angle_to(&(link.rotation * body.nose));
        self.altitude = world.geodesy().altitude(&centre.position);
        self.dynamic_pressure.note(flow.dynamic_pressure, time);
        let before = self.heat_flux.now;
        let flux = body.heating.map_or(0.0, |nose| nose.flux(&flow.air, flow.speed));
        self.heat_flux.note(flux, time);
        self.heat_load += 0.5 * (before + flux) * step.seconds();
        self.sense(world, state, &centre, step);
    }

    /// The mean acceleration of the step that gravity does not give, unless something was let go since the step
    /// before.
    fn sense(&mut self, world: &World, state: &State, centre: &Centre, step: Time) {
        let gravity = world.gravity().acceleration(&centre.position, &centre.velocity);
        let carried = state.discrete.mounted.iter().map(|one| u64::from(*one)).sum();
        if carried == self.carried && step > Time::ZERO {
            let gained = (centre.velocity - self.velocity) / step.seconds();
            let sensed = gained - (gravity + self.gravity) * 0.5;
            self.sensed.note(sensed.norm(), state.time);
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
        let flow = Flow::at(world, &centre.position, &centre.velocity, time.seconds());
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
