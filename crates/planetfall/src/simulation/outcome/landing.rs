//! Metrics of a landing with engines, cables and carried parts: when things happened, how hard, and
//! where everything ended.

use super::or_nan;
use crate::dynamics::energy;
use crate::math::time::Time;
use crate::simulation::recording::group_force;
use crate::state::{LandingTally, State};
use crate::stepping::Evaluation;
use crate::world::World;
use nalgebra::Vector3;

/// What is allowed to swing after a cut before the altitude counts as that of the fly-away.
const TRANSIENT: Time = Time::from_millis(2000);

impl LandingTally {
    pub(crate) fn observe(
        &mut self,
        world: &World,
        state: &State,
        evaluation: &Evaluation,
        step: Time,
    ) {
        let now = state.time;
        if self.cut == Time::MAX && state.discrete.cut.iter().any(|cut| *cut) {
            // The cut took place between the steps.
            self.cut = now - step;
        }
        for (cable, cut) in state.discrete.cut.iter().enumerate() {
            let Some(group) = world.cable_group(cable).filter(|_| *cut) else { continue };
            let group = &mut self.groups[group];
            if group.at_cut.is_nan() {
                group.at_cut = group.now;
            }
        }
        self.observe_groups(world, evaluation, now, step);
        for vehicle in 0..self.vehicles.len() {
            self.observe_vehicle(world, state, evaluation, vehicle, step);
        }
        if self.snapshots.is_due(now) {
            self.keep(now);
        }
    }

    fn observe_groups(&mut self, world: &World, evaluation: &Evaluation, now: Time, step: Time) {
        for (index, group) in self.groups.iter_mut().enumerate() {
            let pull = group_force(world, evaluation, index).norm();
            group.impulse += 0.5 * (group.now + pull) * step.seconds();
            group.now = pull;
            if pull > group.peak {
                (group.peak, group.peak_time) = (pull, now);
            }
        }
    }

    fn observe_vehicle(
        &mut self,
        world: &World,
        state: &State,
        evaluation: &Evaluation,
        vehicle: usize,
        step: Time,
    ) {
        let now = state.time;
        let centre = evaluation.centre(world, state, vehicle);
        let touching =
            state.tally.contacts[world.layout().contactors(vehicle)].iter().any(|c| c.touching);
        if vehicle == 0 && touching && self.touchdown == Time::MAX {
            self.touch_down(now);
        }
        let home = evaluation.centre(world, state, 0).position;
        let mounted = state.discrete.mounted[vehicle];
        let touched_down = self.touchdown != Time::MAX;
        let way = &mut self.vehicles[vehicle];
        if way.separated == Time::MAX && world.mounts()[vehicle].is_some() && !mounted {
            way.separated = now - step;
        }
        if touching && way.impact == Time::MAX {
            way.impact = now;
            way.impact_at = centre.position;
            way.impact_speed = way.velocity.norm();
        }
        if touched_down {
            way.nearest = way.nearest.min((centre.position - home).norm());
        }
        way.velocity = centre.velocity;
        way.highest = way.highest.max(centre.position.z);
        let up = evaluation.kinematics(vehicle).links[0].rotation * way.up;
        way.largest_tilt = way.largest_tilt.max(tilt(&up));
        if self.cut != Time::MAX && now - self.cut >= TRANSIENT {
            way.low = way.low.min(centre.position.z);
            way.high = way.high.max(centre.position.z);
        }
    }

    fn touch_down(&mut self, now: Time) {
        self.touchdown = now;
        self.touchdown_velocity = self.vehicles[0].velocity;
        let (old, span) = self.snapshots.reference(now);
        for group in &mut self.groups {
            if span > 0.0 {
                group.before_contact = (group.impulse - group.past[old]) / span;
            }
        }
    }

    pub(crate) fn metrics(&self, world: &World, state: &State, list: &mut Vec<(String, f64)>) {
        let mut add = |name: String, value: f64| list.push((name, value));
        let velocity = &self.touchdown_velocity;
        add("touchdown.time_s".to_owned(), or_nan(self.touchdown));
        add("touchdown.vertical_speed_m_per_s".to_owned(), -velocity.z);
        add("touchdown.horizontal_speed_m_per_s".to_owned(), velocity.xy().norm());
        if !world.cables().is_empty() {
            let touched = self.touchdown != Time::MAX;
            add("cut.time_s".to_owned(), or_nan(self.cut));
            let delay =
                or_nan(self.cut) - if touched { self.touchdown.seconds() } else { f64::NAN };
            add("cut.delay_after_contact_s".to_owned(), delay);
        }
        for (name, group) in world.cable_groups().iter().zip(&self.groups) {
            add(format!("{name}.tension_before_contact_n"), group.before_contact);
            add(format!("{name}.tension_at_cut_n"), group.at_cut);
            add(format!("{name}.final_tension_n"), group.now);
            add(format!("{name}.max_tension_n"), group.peak);
            add(format!("{name}.max_tension_time_s"), or_nan(group.peak_time));
        }
        for contactor in world.layout().contactors(0) {
            let first = or_nan(state.tally.contacts[contactor].first);
            let name = format!("{}.after_touchdown_s", world.contactor_name(contactor));
            add(name, first - or_nan(self.touchdown));
        }
        for vehicle in 0..self.vehicles.len() {
            self.vehicle_metrics(world, state, vehicle, list);
        }
    }

    fn vehicle_metrics(
        &self,
        world: &World,
        state: &State,
        vehicle: usize,
        list: &mut Vec<(String, f64)>,
    ) {
        let owner = &world.vehicles()[vehicle];
        let way = &self.vehicles[vehicle];
        let mut add = |name: &str, value: f64| list.push((format!("{}.{name}", owner.name), value));
        let contactors = world.layout().contactors(vehicle);
        let forces = contactors.map(|c| state.tally.mean_force_over_window(state.time, c).total.z);
        add("ground_force_final_n", forces.sum());
        let turn = state.motion(world, vehicle).site_from_body;
        add("tilt_final_deg", tilt(&(turn * way.up)).to_degrees());
        add("tilt_max_deg", way.largest_tilt.to_degrees());
        add("peak_altitude_m", way.highest);
        if world.mounts()[vehicle].is_some() {
            add("separation_time_s", or_nan(way.separated));
        }
        let range = if way.high >= way.low { way.high - way.low } else { f64::NAN };
        add("altitude_change_during_flyaway_m", range);
        add("impact_time_s", or_nan(way.impact));
        add("impact_speed_m_per_s", way.impact_speed);
        let home = self.vehicles[0].impact_at;
        let hit = way.impact != Time::MAX && self.vehicles[0].impact != Time::MAX;
        let distance = (way.impact_at - home).xy().norm();
        add("impact_distance_m", if hit { distance } else { f64::NAN });
        let ended = state.kinematics(world, vehicle);
        let tanks = &state.continuous[world.layout().tanks(vehicle)];
        let centre = energy::own_centre(&world.vehicles()[vehicle], tanks, &ended);
        let travel = centre.position - way.impact_at;
        let touched = way.impact != Time::MAX;
        add("travel_after_touchdown_m", if touched { travel.norm() } else { f64::NAN });
        if vehicle > 0 {
            let nearest = if way.nearest.is_finite() { way.nearest } else { f64::NAN };
            add("closest_after_touchdown_m", nearest);
        }
        if !owner.tanks.is_empty() {
            let left: f64 = state.continuous[world.layout().tanks(vehicle)].iter().sum();
            let full: f64 = owner.tanks.iter().map(|tank| tank.propellant).sum();
            add("propellant_left_kg", left);
            add("propellant_used_kg", full - left);
        }
    }
}

/// Angle of a direction against the vertical, rad.
fn tilt(up: &Vector3<f64>) -> f64 {
    crate::math::real::atan2(up.xy().norm(), up.z)
}
