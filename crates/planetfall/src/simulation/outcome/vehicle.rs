//! Metrics of vehicles: where they end, how far they slide, what their struts and their soil gave.

use super::{Slope, or_nan};
use crate::contact::Impulse;
use crate::dynamics::energy::{self, Centre};
use crate::math::time::Time;
use crate::quantity::{Metric, quantities};
use crate::simulation::recording::{Body, Strut, crushed};
use crate::state::{State, VehicleTally};
use crate::world::World;

quantities! {
    /// Of a vehicle.
    VehicleEnd<'a>(EndView<'a>) = "Vehicles", "[VEHICLE.]" {
        FINAL_X = "com.final_x_m" of Body::COM_X, "centre of mass at the end, east",
            |it| it.centre.position.x;
        FINAL_Y = "com.final_y_m" of Body::COM_Y, "centre of mass at the end, north",
            |it| it.centre.position.y;
        FINAL_Z = "com.final_z_m" of Body::COM_Z, "centre of mass at the end, up",
            |it| it.centre.position.z;
        FINAL_SPEED = "com.final_speed_m_per_s", "speed of the centre of mass at the end",
            |it| it.centre.velocity.norm();
        PEAK_SPEED = "com.peak_speed_m_per_s", "greatest speed of the centre of mass",
            |it| it.tally.fastest;
        FINAL_GROUND_FORCE = "final_ground_force_n",
            "size of the ground's force, mean of the last half second",
            |it| (it.mean.total - it.mean.by_vehicles).norm();
    }

    /// Of a vehicle that other vehicles can carry.
    VehicleSupport<'a>(EndView<'a>) = "Vehicles among others on hard ground", "[VEHICLE.]" {
        FINAL_SUPPORT = "final_support_by_vehicles_n",
            "size of other vehicles' force on it, mean of the last half second",
            |it| it.mean.by_vehicles.norm();
    }

    /// Of a vehicle over a plane slope of marker ground.
    Slide<'a>(SlideView<'a>) = "Vehicles over a plane slope of marker ground", "[VEHICLE.]" {
        DISTANCE = "slide_distance_m", "distance downhill from the first touch to where it stopped",
            |it| it.distance();
        STOP_TIME = "stop_time_s", "when it stopped for good", |it| or_nan(it.end.tally.stopped);
        LATERAL_DRIFT = "lateral_drift_m", "greatest distance across the slope from its start",
            |it| it.end.tally.lateral;
        START_SPEED = "slope_speed_start_m_per_s", "speed downhill at the start",
            |it| it.end.tally.start_velocity.dot(&it.slope.downhill);
        END_SPEED = "slope_speed_end_m_per_s", "speed downhill at the end",
            |it| it.end.centre.velocity.dot(&it.slope.downhill);
    }

    /// Of a strut of honeycomb.
    StrutEnd<'a>(f64) = "Struts of honeycomb", "JOINT." {
        CRUSHED = "crushed_m" of Strut::CRUSHED, "what is crushed for good", |crushed| *crushed;
    }

    /// Of all struts of a vehicle.
    Struts<'a>(f64) = "Vehicles with struts of honeycomb", "[VEHICLE.]" {
        STROKE_LEFT = "struts.stroke_left_m",
            "least of what a strut can still be crushed before its stop", |left| *left;
    }

    /// Of a vehicle on ground that draws its strength.
    SoilDraws<'a>(f64) = "Vehicles on soil", "[VEHICLE.]" {
        CLAMPED_SHARE = "soil.clamped_share" [1],
            "share of the draws of the soil's strength that were clamped at zero", |share| *share;
    }
}

pub(crate) struct EndView<'a> {
    tally: &'a VehicleTally,
    centre: Centre,
    mean: Impulse,
}

pub(crate) struct SlideView<'a> {
    end: &'a EndView<'a>,
    slope: Slope,
}

impl SlideView<'_> {
    fn distance(&self) -> f64 {
        let tally = self.end.tally;
        let stopped = tally.touched && tally.stopped != Time::MAX;
        let distance = (tally.stopped_at - tally.touched_at).dot(&self.slope.downhill);
        if stopped { distance } else { f64::NAN }
    }
}

pub(super) fn metrics(world: &World, state: &State, vehicle: usize, list: &mut Vec<Metric>) {
    let inertias = &state.inertias[world.layout().links(vehicle)];
    let mut mean = Impulse::default();
    world
        .layout()
        .contactors(vehicle)
        .for_each(|contact| mean.add_all(&state.tally.mean_force_over_window(state.time, contact)));
    let view = EndView {
        tally: &state.tally.vehicles[vehicle],
        centre: energy::centre_of_mass(inertias, &state.kinematics(world, vehicle)),
        mean,
    };
    let named = |end: &str| world.entity_name(vehicle, end);
    Metric::add::<VehicleEnd>(list, &view, named);
    if world.is_hard() && world.vehicles().len() > 1 {
        Metric::add::<VehicleSupport>(list, &view, named);
    }
    if let Some(slope) = Slope::under(world, vehicle, &view.tally.start) {
        Metric::add::<Slide>(list, &SlideView { end: &view, slope }, named);
    }
}

/// What crushable struts have given, and the least of what one of them has left before its stop.
pub(super) fn strut_metrics(world: &World, state: &State, vehicle: usize, list: &mut Vec<Metric>) {
    let tree = &world.vehicles()[vehicle].tree;
    let mut least = f64::INFINITY;
    for &link in tree.crushing() {
        let joint = &tree.links()[link].joint;
        let crushed = crushed(world, state, vehicle, link);
        let named = |end: &str| world.entity_name(vehicle, &format!("{}.{end}", joint.name));
        Metric::add::<StrutEnd>(list, &crushed, named);
        if let (Some(crush), Some(limits)) = (&joint.crush, &joint.limits) {
            // At its stop a strut is crushed by all but what its elastic part takes.
            least = least.min(limits.upper - crush.force / crush.stiffness - crushed);
        }
    }
    if least.is_finite() {
        Metric::add::<Struts>(list, &least, |end| world.entity_name(vehicle, end));
    }
}

/// Which share of its draws of strength a vehicle's soil had to clamp at zero.
pub(super) fn soil_metrics(world: &World, state: &State, vehicle: usize, list: &mut Vec<Metric>) {
    let treads = state.ground.treads.get(world.layout().contactors(vehicle)).unwrap_or_default();
    if treads.is_empty() {
        return;
    }
    let (clamped, draws) = treads.iter().fold((0, 0), |(c, d), t| (c + t.clamped, d + t.draws));
    let share = if draws == 0 { 0.0 } else { clamped as f64 / draws as f64 };
    Metric::add::<SoilDraws>(list, &share, |end| world.entity_name(vehicle, end));
}
