//! Columns of bodies that fly through air: what entry analysts plot.

use super::Column;
use crate::state::{BodyTally, State};
use crate::world::World;

/// One quantity: its name after `air.`, what it is, and its value.
type Quantity = (&'static str, &'static str, fn(&BodyTally) -> f64);

/// Of each body with aerodynamic coefficients.
const QUANTITIES: [Quantity; 6] = [
    ("mach", "Mach number of the centre of mass", |body| body.mach),
    ("dynamic_pressure_pa", "dynamic pressure", |body| body.dynamic_pressure.now),
    ("total_angle_of_attack_rad", "angle between nose and motion through the air", |body| {
        body.angle
    }),
    (
        "sensed_acceleration_m_per_s2",
        "all forces but gravity over mass, mean of the last step",
        |b| b.sensed.now,
    ),
    ("heat_flux_w_per_m2", "convective heating of the nose (Sutton-Graves)", |body| {
        body.heat_flux.now
    }),
    ("heat_load_j_per_m2", "its integral", |body| body.heat_load),
];

/// Adds the columns of a vehicle.
pub(super) fn columns(world: &World, bodies: &[BodyTally], vehicle: usize, all: &mut Vec<Column>) {
    if bodies.iter().any(|body| body.vehicle == vehicle) {
        all.extend(QUANTITIES.map(|(name, meaning, _)| Column {
            name: world.entity_name(vehicle, &format!("air.{name}")),
            meaning,
        }));
    }
}

/// Fills them.
pub(super) fn fill(state: &State, vehicle: usize, frame: &mut Vec<f64>) {
    let Some(air) = &state.tally.air else { return };
    if let Some(body) = air.bodies.iter().find(|body| body.vehicle == vehicle) {
        frame.extend(QUANTITIES.map(|(_, _, value)| value(body)));
    }
}
