//! Metrics of a landing with engines, cables and carried parts: when things happened, how hard, and
//! where everything ended.

use super::or_nan;
use crate::dynamics::energy;
use crate::math::time::Time;
use crate::quantity::{Metric, quantities};
use crate::simulation::recording::{CableGroup, Carried, group_force};
use crate::state::{LandingTally, State};
use crate::stepping::Evaluation;
use crate::world::World;
use nalgebra::Vector3;

/// What is allowed to swing after a cut before the altitude counts as that of the fly-away.
const TRANSIENT: Time = Time::from_millis(2000);

quantities! {
    /// Of the first vehicle's touchdown.
    Touchdown<'a>(&'a LandingTally) = "Touchdown of the first vehicle", "" {
        TIME = "touchdown.time_s", "when it touched the ground first", |it| or_nan(it.touchdown);
        VERTICAL_SPEED = "touchdown.vertical_speed_m_per_s", "speed downwards before that",
            |it| -it.touchdown_velocity.z;
        HORIZONTAL_SPEED = "touchdown.horizontal_speed_m_per_s",
            "speed along the horizontal before that", |it| it.touchdown_velocity.xy().norm();
    }

    /// Of the first cut of a cable.
    CableCut<'a>(&'a LandingTally) = "Cut of cables", "" {
        TIME = "cut.time_s", "when a cable was cut first", |it| or_nan(it.cut);
        DELAY = "cut.delay_after_contact_s", "time from touchdown to that",
            |it| {
                let touched = it.touchdown != Time::MAX;
                or_nan(it.cut) - if touched { it.touchdown.seconds() } else { f64::NAN }
            };
    }

    /// Of a group of cables.
    CableGroupLoad<'a>((&'a LandingTally, usize)) = "Groups of cables", "GROUP." {
        BEFORE_CONTACT = "tension_before_contact_n" of CableGroup::TENSION,
            "mean tension of the half second before touchdown", |(it, group)| it.groups[*group].before_contact;
        AT_CUT = "tension_at_cut_n" of CableGroup::TENSION, "tension at the first cut",
            |(it, group)| it.groups[*group].at_cut;
        FINAL = "final_tension_n" of CableGroup::TENSION, "tension at the end", |(it, group)| it.groups[*group].now;
        MAX = "max_tension_n" of CableGroup::TENSION, "greatest tension", |(it, group)| it.groups[*group].peak;
        MAX_TIME = "max_tension_time_s", "when that was", |(it, group)| or_nan(it.groups[*group].peak_time);
    }

    /// Of a contactor of the first vehicle.
    FirstContact<'a>(f64) = "Contactors of a vehicle that lands", "CONTACTOR." {
        AFTER_TOUCHDOWN = "after_touchdown_s", "time from touchdown to its own first contact",
            |after| *after;
    }

    /// Of a vehicle that flies.
    Flight<'a>(FlightView<'a>) = "Vehicles where there are engines, cables or carried parts",
        "VEHICLE."
    {
        GROUND_FORCE = "ground_force_final_n" of Carried::GROUND_FORCE,
            "sum of the ground's forces, up, mean of the last half second",
            |it| it.ground_force();
        TILT_FINAL = "tilt_final_deg", "angle against the vertical at the end",
            |it| it.final_tilt().to_degrees();
        TILT_MAX = "tilt_max_deg", "greatest angle against the vertical",
            |it| it.landing.vehicles[it.vehicle].largest_tilt.to_degrees();
        PEAK_ALTITUDE = "peak_altitude_m", "highest place of its centre of mass",
            |it| it.landing.vehicles[it.vehicle].highest;
    }

    /// Of a vehicle that is carried at first.
    Separated<'a>(FlightView<'a>) = "Vehicles that are carried at first", "VEHICLE." {
        TIME = "separation_time_s", "when its carrier let it go", |it| or_nan(it.landing.vehicles[it.vehicle].separated);
    }

    /// Of a vehicle that flies: how it comes down.
    Impacted<'a>(FlightView<'a>) = "Vehicles that come down", "VEHICLE." {
        FLYAWAY_ALTITUDE_CHANGE = "altitude_change_during_flyaway_m",
            "range of heights of its centre of mass from two seconds after the first cut",
            |it| it.flyaway_range();
        TIME = "impact_time_s", "when it touched the ground first", |it| or_nan(it.landing.vehicles[it.vehicle].impact);
        SPEED = "impact_speed_m_per_s", "its speed before that", |it| it.landing.vehicles[it.vehicle].impact_speed;
        DISTANCE = "impact_distance_m",
            "distance on the map from there to where the first vehicle touched down",
            |it| it.impact_distance();
        TRAVEL = "travel_after_touchdown_m", "distance from there to where it ended",
            |it| it.travel();
    }

    /// Of every vehicle but the first.
    Approach<'a>(FlightView<'a>) = "Vehicles beside the first", "VEHICLE." {
        CLOSEST = "closest_after_touchdown_m",
            "least distance from the first vehicle after that one's touchdown",
            |it| it.nearest();
    }

    /// Of a vehicle with tanks.
    Propellant<'a>(FlightView<'a>) = "Vehicles with tanks", "VEHICLE." {
        LEFT = "propellant_left_kg", "propellant in all tanks at the end",
            |it| it.propellant_left();
        USED = "propellant_used_kg", "propellant burnt", |it| it.propellant_used();
    }
}

/// A vehicle at the end of a landing.
pub(crate) struct FlightView<'a> {
    landing: &'a LandingTally,
    world: &'a World,
    state: &'a State,
    vehicle: usize,
}

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
        let record = &mut self.vehicles[vehicle];
        if record.separated == Time::MAX && world.mounts()[vehicle].is_some() && !mounted {
            record.separated = now - step;
        }
        if touching && record.impact == Time::MAX {
            record.impact = now;
            record.impact_at = centre.position;
            record.impact_speed = record.velocity.norm();
        }
        if touched_down {
            record.nearest = record.nearest.min((centre.position - home).norm());
        }
        record.velocity = centre.velocity;
        record.highest = record.highest.max(centre.position.z);
        let up = evaluation.kinematics(vehicle).links[0].rotation * record.up;
        record.largest_tilt = record.largest_tilt.max(tilt(&up));
        if self.cut != Time::MAX && now - self.cut >= TRANSIENT {
            record.low = record.low.min(centre.position.z);
            record.high = record.high.max(centre.position.z);
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

    pub(crate) fn metrics(&self, world: &World, state: &State, list: &mut Vec<Metric>) {
        Metric::add::<Touchdown>(list, &self, str::to_owned);
        if !world.cables().is_empty() {
            Metric::add::<CableCut>(list, &self, str::to_owned);
        }
        for (group, name) in world.cable_groups().iter().enumerate() {
            Metric::add::<CableGroupLoad>(list, &(self, group), |end| format!("{name}.{end}"));
        }
        for contactor in world.layout().contactors(0) {
            let after = or_nan(state.tally.contacts[contactor].first) - or_nan(self.touchdown);
            let entity = world.contactor_name(contactor);
            Metric::add::<FirstContact>(list, &after, |end| format!("{entity}.{end}"));
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
        list: &mut Vec<Metric>,
    ) {
        let owner = &world.vehicles()[vehicle];
        let view = FlightView { landing: self, world, state, vehicle };
        let named = |end: &str| format!("{}.{end}", owner.name);
        Metric::add::<Flight>(list, &view, named);
        if world.mounts()[vehicle].is_some() {
            Metric::add::<Separated>(list, &view, named);
        }
        Metric::add::<Impacted>(list, &view, named);
        if vehicle > 0 {
            Metric::add::<Approach>(list, &view, named);
        }
        if !owner.tanks.is_empty() {
            Metric::add::<Propellant>(list, &view, named);
        }
    }
}

impl FlightView<'_> {
    /// The ground's force, up, mean of the last half second, N.
    fn ground_force(&self) -> f64 {
        let Self { world, state, .. } = self;
        let contactors = world.layout().contactors(self.vehicle);
        contactors.map(|c| state.tally.mean_force_over_window(state.time, c).total.z).sum()
    }

    /// rad
    fn final_tilt(&self) -> f64 {
        let turn = self.state.motion(self.world, self.vehicle).site_from_body;
        tilt(&(turn * self.landing.vehicles[self.vehicle].up))
    }

    /// Distance on the map between where it and the first vehicle came down, m.
    fn impact_distance(&self) -> f64 {
        let (first, own) = (&self.landing.vehicles[0], &self.landing.vehicles[self.vehicle]);
        let hit = own.impact != Time::MAX && first.impact != Time::MAX;
        if hit { (own.impact_at - first.impact_at).xy().norm() } else { f64::NAN }
    }

    /// Distance from where it touched down to its end, m.
    fn travel(&self) -> f64 {
        let Self { landing, world, state, vehicle } = *self;
        let record = &landing.vehicles[vehicle];
        let ended = state.kinematics(world, vehicle);
        let tanks = &state.continuous[world.layout().tanks(vehicle)];
        let centre = energy::own_centre(&world.vehicles()[vehicle], tanks, &ended);
        let travel = centre.position - record.impact_at;
        if record.impact != Time::MAX { travel.norm() } else { f64::NAN }
    }

    /// Range of heights after the first cut, m.
    fn flyaway_range(&self) -> f64 {
        let record = &self.landing.vehicles[self.vehicle];
        if record.high >= record.low { record.high - record.low } else { f64::NAN }
    }

    /// Least distance from the first vehicle, m.
    fn nearest(&self) -> f64 {
        let nearest = self.landing.vehicles[self.vehicle].nearest;
        if nearest.is_finite() { nearest } else { f64::NAN }
    }

    /// kg
    fn propellant_left(&self) -> f64 {
        self.state.continuous[self.world.layout().tanks(self.vehicle)].iter().sum()
    }

    /// kg
    fn propellant_used(&self) -> f64 {
        let tanks = &self.world.vehicles()[self.vehicle].tanks;
        let full: f64 = tanks.iter().map(|tank| tank.propellant).sum();
        full - self.propellant_left()
    }
}

/// Angle of a direction against the vertical, rad.
fn tilt(up: &Vector3<f64>) -> f64 {
    crate::math::real::atan2(up.xy().norm(), up.z)
}
