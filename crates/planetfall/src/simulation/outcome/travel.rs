//! What a drive amounts to: the distance, the slip, and the energy that it took.
//!
//! Slip over a run is s = 1 − ∫ Σ v σ dt / ∫ Σ |r ω| dt over all driven wheels, with v the hub's speed
//! along the wheel's heading, r ω the rim's against it and σ the sign of ω. Straight ahead this is one
//! less the distance of the vehicle over the distance that its wheels rolled; it holds as well for arcs, for turns
//! in place and backwards. A vehicle whose wheels did not roll has none: below [`LEAST_TURN`] of a turn of
//! its wheels on average, what hubs and rims moved is the give of suspension, motors and ground, and their
//! ratio says nothing of driving. The metric is then not a number, which is written as absent.

use crate::math::time::Time;
use crate::quantity::{Metric, quantities};
use crate::simulation::recording::Roll;
use crate::state::{State, TravelTally};
use crate::stepping::Evaluation;
use crate::world::{RunningGear, World};

/// Share of a turn that the wheels must have rolled for a slip to be reported.
const LEAST_TURN: f64 = 0.01;

quantities! {
    /// Of a vehicle that drives.
    Travel<'a>(TravelView<'a>) = "Vehicles with driven wheels", "VEHICLE." {
        SLIP = "slip" [1], "1 less the distance that the hubs made over the distance that the wheels rolled",
            |it| if it.drove { 1.0 - it.tally.gained / it.tally.rolled } else { f64::NAN };
        DISTANCE = "distance_m", "distance of the body", |it| it.tally.distance;
        ROLLED = "drive.rolled_m", "distance that the driven wheels rolled, on average",
            |it| it.tally.rolled;
        ENERGY = "drive.energy_j", "energy that the drive motors gave", |it| it.tally.energy;
        PEAK_POWER = "drive.peak_power_w", "greatest power of all drive motors",
            |it| it.tally.peak_power;
        ENERGY_PER_METRE = "energy_per_metre_j", "that energy over the distance of the body",
            |it| it.tally.energy / it.tally.distance;
    }
}

pub(crate) struct TravelView<'a> {
    tally: &'a TravelTally,
    /// Whether its wheels rolled far enough for a slip.
    drove: bool,
}

impl TravelTally {
    pub(crate) fn observe(
        &mut self,
        world: &World,
        state: &State,
        evaluation: &Evaluation,
        gear: &RunningGear,
        step: Time,
    ) {
        let h = step.seconds();
        let first = world.layout().contactors(gear.vehicle).start;
        let share = h / gear.wheels.len().max(1) as f64;
        let mut power = 0.0;
        for wheel in &gear.wheels {
            let contactor = first + wheel.contactor;
            let Some(roll) = Roll::turning(world, state, evaluation, contactor, wheel) else {
                continue;
            };
            self.rolled += share * roll.rim.abs();
            self.gained += share * roll.ahead * signum(roll.rim);
            power += roll.power.max(0.0);
        }
        self.energy += h * power;
        self.peak_power = self.peak_power.max(power);
        self.distance += h * state.motion(world, gear.vehicle).velocity.norm();
    }

    pub(crate) fn metrics(&self, world: &World, gear: &RunningGear, list: &mut Vec<Metric>) {
        let drove = self.rolled >= LEAST_TURN * circumference(world, gear);
        let view = TravelView { tally: self, drove };
        Metric::add::<Travel>(list, &view, |end| world.entity_name(gear.vehicle, end));
    }
}

/// Mean circumference of the driven wheels, m.
fn circumference(world: &World, gear: &RunningGear) -> f64 {
    let parts = &world.vehicles()[gear.vehicle].contactors;
    let radius = |contactor: usize| {
        parts.get(contactor).and_then(|part| part.shape.as_wheel()).map_or(0.0, |one| one.radius)
    };
    let sum: f64 = gear.wheels.iter().map(|wheel| radius(wheel.contactor)).sum();
    std::f64::consts::TAU * sum / gear.wheels.len().max(1) as f64
}

fn signum(value: f64) -> f64 {
    if value == 0.0 { 0.0 } else { value.signum() }
}
