//! Valves of pulsed engines: they open and close between steps, at whole nanoseconds.

use super::Simulation;
use crate::math::time::Time;
use crate::vehicle::{Engine, Valve};
use crate::world::World;

/// Engines that have a valve, by their indices among those of the world.
fn pulsed(world: &World) -> impl Iterator<Item = (usize, &Engine, Valve)> + '_ {
    let engines = world.vehicles().iter().flat_map(|vehicle| &vehicle.engines).enumerate();
    engines.filter_map(|(index, engine)| Some((index, engine, engine.valve?)))
}

impl Simulation {
    /// Closes valves whose time is over, and opens those whose cycle begins with a command.
    pub(super) fn operate_valves(&mut self) {
        let now = self.state.time;
        for (index, engine, valve) in pulsed(&self.scenario.world) {
            let discrete = &mut self.state.discrete;
            if discrete.open[index] && now >= discrete.closes[index] {
                discrete.open[index] = false;
            }
            if !now.is_multiple_of(valve.cycle) {
                continue;
            }
            let Some(pulse) = valve.pulse(self.state.command.thrusts[index] / engine.most) else {
                continue;
            };
            let discrete = &mut self.state.discrete;
            let held = if discrete.open[index] { discrete.closes[index] } else { now };
            discrete.closes[index] = held.max(now + pulse);
            discrete.open[index] = true;
        }
    }

    /// The next instant at which a valve may open or has to close.
    pub(super) fn next_valve(&self) -> Option<Time> {
        let (now, discrete) = (self.state.time, &self.state.discrete);
        let instants = pulsed(&self.scenario.world).flat_map(|(index, _, valve)| {
            let closes = discrete.open[index].then_some(discrete.closes[index]);
            let is_asked = self.state.command.thrusts[index] > 0.0;
            [closes, is_asked.then(|| now.next_multiple(valve.cycle))]
        });
        instants.flatten().filter(|instant| *instant > now).min()
    }
}
