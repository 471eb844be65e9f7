//! Sampling: what the sensors of a world read of the truth at an instant.

use crate::state::State;
use crate::stepping::Evaluation;
use crate::terrain::cast;
use crate::vehicle::sensor::{
    Draws, Echo, InertialUnit, Latch, Radar, Sensor, SensorKind, SiteField,
};
use crate::world::World;
use nalgebra::Vector3;

/// All that sensors look at.
pub(crate) struct Truth<'a> {
    pub(crate) world: &'a World,
    pub(crate) state: &'a State,
    pub(crate) evaluation: &'a Evaluation,
}

impl Truth<'_> {
    /// Lets a sensor sample; the scratch is for readings that nobody gets.
    pub(crate) fn sample(&self, sensor: &Sensor, latch: &mut Latch, scratch: &mut Vec<f64>) {
        let noise = Draws::new(sensor.key, latch.counter);
        latch.counter += sensor.kind.draws();
        if latch.silent {
            // It goes on within: after a drop-out it draws and reads what it would have without.
            scratch.clone_from(&latch.values);
            self.read(sensor, noise, latch);
            latch.values.copy_from_slice(scratch);
            return;
        }
        self.read(sensor, noise, latch);
        latch.time = Some(self.state.time);
        latch.samples += 1;
    }

    fn read(&self, sensor: &Sensor, noise: Draws, latch: &mut Latch) {
        let (world, time) = (self.world, self.state.time);
        let truth = self.state.motion(world, sensor.vehicle);
        let Latch { values, memory, .. } = latch;
        match &sensor.kind {
            SensorKind::Pose(errors) => {
                let height = world.height_above_ground(&truth.position);
                let height = height.unwrap_or_else(|_| world.geodesy().altitude(&truth.position));
                values.copy_from_slice(&errors.sample(time, &truth, height, noise).numbers());
            }
            SensorKind::Inertial(unit) => {
                let here = unit.mounting.carried(&truth);
                let earlier = InertialUnit::before(memory).map_or(here, |(_, motion)| motion);
                let field = |at: &crate::vehicle::Motion| {
                    world.gravity().acceleration(&at.position, &at.velocity)
                };
                let gravity = (field(&earlier) + field(&here)) * 0.5;
                let field = SiteField { gravity, spin: world.gravity().spin().copied() };
                let reading = unit.sample(time, &here, &field, noise, memory);
                values.copy_from_slice(&reading.numbers());
            }
            SensorKind::Encoder(encoder) => {
                let joint = |link| self.state.encoded(world, sensor.vehicle, link);
                encoder.sample(time, joint, noise, memory, values);
            }
            SensorKind::Inclinometer(inclinometer) => {
                let here = inclinometer.mounting.carried(&truth);
                let gravity = world.gravity().acceleration(&here.position, &Vector3::zeros());
                let angles = inclinometer.sample(&here.site_from_body, &gravity, noise);
                values.copy_from_slice(&angles);
            }
            SensorKind::Sun(sun) => {
                let here = sun.mounting.carried(&truth);
                values.copy_from_slice(&sun.sample(&here.site_from_body, &self.state.sun, noise));
            }
            SensorKind::Radar(radar) => self.look(radar, sensor.vehicle, noise, values),
            SensorKind::Switch(switch) => {
                let contacts = world.contactors()[switch.contactor].contacts.clone();
                let loads = &self.evaluation.loads()[contacts];
                values[0] = switch.sample(loads.iter().map(|load| load.normal_force).sum());
            }
            SensorKind::Current(meter) => {
                for (place, (slot, joint)) in values.iter_mut().zip(&meter.joints).enumerate() {
                    let torque = self.evaluation.motor_torque(sensor.vehicle, joint.link);
                    *slot = meter.sample(place, torque, noise);
                }
            }
            // Its pictures are made where somebody asks for them.
            SensorKind::Camera(_) => {}
        }
    }

    fn look(&self, radar: &Radar, vehicle: usize, noise: Draws, values: &mut [f64]) {
        let here = radar.mounting.carried(&self.state.motion(self.world, vehicle));
        for (beam, slots) in values.chunks_exact_mut(3).enumerate() {
            let along = here.site_from_body * radar.beams[beam];
            let range = cast(self.world.terrain(), &here.position, &along, radar.reach);
            let echo = Echo { range, speed: here.velocity.dot(&along) };
            slots.copy_from_slice(&radar.sample(beam, echo, noise));
        }
    }
}
