//! Columns of bodies that fly through air: what entry analysts plot.

use super::Instant;
use crate::quantity::quantities;
use crate::state::BodyTally;

quantities! {
    /// Of a vehicle with aerodynamic coefficients.
    FlightAir<'a>(FlightAirView<'a>) = "Vehicles with aerodynamic coefficients", "[VEHICLE.]" {
        MACH = "air.mach" [1], "Mach number of the centre of mass", |it| it.get(|body| body.mach);
        DYNAMIC_PRESSURE = "air.dynamic_pressure_pa", "dynamic pressure",
            |it| it.get(|body| body.dynamic_pressure.now);
        TOTAL_ANGLE_OF_ATTACK = "air.total_angle_of_attack_rad",
            "angle between nose and motion through the air", |it| it.get(|body| body.angle);
        SENSED_ACCELERATION = "air.sensed_acceleration_m_per_s2",
            "all forces but gravity over mass, mean of the last step",
            |it| it.get(|body| body.sensed.now);
        HEAT_FLUX = "air.heat_flux_w_per_m2", "convective heating of the nose (Sutton-Graves)",
            |it| it.get(|body| body.heat_flux.now);
        HEAT_LOAD = "air.heat_load_j_per_m2", "its integral", |it| it.get(|body| body.heat_load);
    }
}

/// What the air does to a vehicle, gathered at the end of the last step.
pub(crate) struct FlightAirView<'a>(Option<&'a BodyTally>);

impl<'a> FlightAirView<'a> {
    pub(super) fn of(now: Instant<'a>, vehicle: usize) -> Self {
        let air = now.state.tally.air.as_ref();
        Self(air.and_then(|air| air.bodies.iter().find(|body| body.vehicle == vehicle)))
    }

    fn get(&self, number: impl Fn(&BodyTally) -> f64) -> f64 {
        self.0.map_or(f64::NAN, number)
    }
}
