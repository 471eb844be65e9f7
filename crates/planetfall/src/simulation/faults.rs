//! Faults: events that change vehicles and sensors between steps, by the scenario or by hand.

use super::Simulation;
use crate::control::OperatorEvent;
use crate::math::time::Time;
use crate::simulation::recording::{Event, EventKind, Recorder};
use crate::state::{Late, State};
use crate::vehicle::sensor::{InertialUnit, SensorKind};
use crate::vehicle::{FaultKind, MotorCondition};
use crate::world::World;

impl Simulation {
    /// Lets something fail now; nothing happens where the world has no such part.
    pub fn strike(&mut self, kind: &FaultKind, recorder: &mut dyn Recorder) {
        self.change(kind, false, recorder);
    }

    /// Ends a fault now.
    pub fn mend(&mut self, kind: &FaultKind, recorder: &mut dyn Recorder) {
        self.change(kind, true, recorder);
    }

    /// What the operator brought about in this tick.
    pub(super) fn apply_operator_events(&mut self, recorder: &mut dyn Recorder) {
        let mut events = std::mem::take(&mut self.operator_events);
        for event in events.drain(..) {
            match event {
                OperatorEvent::Strike(kind) => self.strike(&kind, recorder),
                OperatorEvent::Mend(kind) => self.mend(&kind, recorder),
                OperatorEvent::Sun(direction) => {
                    self.state.sun = direction;
                    let kind = EventKind::Sun { direction };
                    recorder.event(&Event { time: self.state.time, kind });
                }
            }
        }
        // The memory is kept for the next.
        self.operator_events = events;
    }

    fn change(&mut self, kind: &FaultKind, over: bool, recorder: &mut dyn Recorder) {
        let world = &*self.scenario.world;
        if has_part(world, kind) {
            afflict(world, &mut self.state, kind, over);
            self.workspace.forget();
            let kind = EventKind::Fault { kind: *kind, over };
            recorder.event(&Event { time: self.state.time, kind });
        }
    }

    /// Faults of the scenario whose instant has come. No step passes such an instant, so it is met once.
    pub(super) fn apply_faults(&mut self, world: &World, recorder: &mut dyn Recorder) {
        let now = self.state.time;
        for fault in world.faults() {
            if fault.until == Some(now) {
                self.mend(&fault.kind, recorder);
            }
            if fault.at == now {
                self.strike(&fault.kind, recorder);
            }
        }
    }

    /// Instants of faults to come, and when the next late command arrives.
    pub(super) fn next_fault(&self) -> Option<Time> {
        let now = self.state.time;
        let faults = self.scenario.world.faults().iter();
        let instants = faults.flat_map(|fault| [Some(fault.at), fault.until]).flatten();
        let late = self.state.late.as_ref();
        let arrival = late.and_then(|late| Some(late.waiting.front()?.0 + late.delay));
        instants.chain(arrival).filter(|instant| *instant > now).min()
    }

    /// Sends off what the controllers hold now, where commands arrive late.
    pub(super) fn send(&mut self) {
        let now = self.state.time;
        let Some(late) = &mut self.state.late else { return };
        let last = late.waiting.back().map_or(&self.state.command, |(_, command)| command);
        if *last != late.asked {
            late.waiting.push_back((now, late.asked.clone()));
        }
    }

    /// Takes over commands that have arrived by now; whether there were any.
    pub(super) fn receive(&mut self) -> bool {
        let State { late, command, time, .. } = &mut self.state;
        let Some(late) = late else { return false };
        let mut any = false;
        while let Some((_, arrived)) =
            late.waiting.pop_front_if(|(sent, _)| *sent + late.delay <= *time)
        {
            *command = arrived;
            any = true;
        }
        any
    }
}

/// Whether the world has what fails.
fn has_part(world: &World, kind: &FaultKind) -> bool {
    match *kind {
        FaultKind::Jammed { vehicle, link, .. }
        | FaultKind::WeakMotor { vehicle, link, .. }
        | FaultKind::DeadEncoder { vehicle, link } => {
            let owner = world.vehicles().get(vehicle);
            owner.is_some_and(|owner| link < owner.tree.links().len())
        }
        FaultKind::BiasStep { sensor, .. } | FaultKind::Silent { sensor } => {
            sensor < world.sensors().len()
        }
        FaultKind::Late { .. } => true,
        FaultKind::EngineOut { engine } => engine < world.layout().all_engines(),
        FaultKind::CableStuck { cable } => cable < world.cables().len(),
    }
}

/// Brings a fault about, or ends it.
fn afflict(world: &World, state: &mut State, kind: &FaultKind, over: bool) {
    match *kind {
        FaultKind::Jammed { vehicle, link, holding } => {
            let condition = MotorCondition::Jammed(holding);
            bend(
                world,
                state,
                (vehicle, link),
                if over { MotorCondition::Sound } else { condition },
            );
            // What holds now has not given way yet.
            let tree = &world.vehicles()[vehicle].tree;
            if tree.links()[link].joint.holds() {
                let first = world.layout().joint_states(vehicle).start;
                state.continuous[first + tree.places()[link].states.start] = 0.0;
            }
        }
        FaultKind::WeakMotor { vehicle, link, share } => {
            let condition = MotorCondition::Weak(share);
            bend(
                world,
                state,
                (vehicle, link),
                if over { MotorCondition::Sound } else { condition },
            );
        }
        FaultKind::DeadEncoder { vehicle, link } => {
            let position = state.encoded(world, vehicle, link);
            let place = world.layout().links(vehicle).start + link;
            state.discrete.dead[place] = (!over).then_some(position);
        }
        FaultKind::BiasStep { sensor, rate, acceleration } => {
            let sign = if over { -1.0 } else { 1.0 };
            if let (SensorKind::Inertial(_), latch) =
                (&world.sensors()[sensor].kind, &mut state.sensors[sensor])
            {
                let (rate, acceleration) = (rate * sign, acceleration * sign);
                InertialUnit::step_bias(&mut latch.memory, &rate, &acceleration);
            }
        }
        FaultKind::Silent { sensor } => state.sensors[sensor].silent = !over,
        FaultKind::EngineOut { engine } => state.discrete.failed[engine] = !over,
        FaultKind::CableStuck { cable } => state.discrete.stuck[cable] = !over,
        FaultKind::Late { delay } if !over => {
            let asked = &state.command;
            let late =
                state.late.get_or_insert_with(|| Late { asked: asked.clone(), ..Late::default() });
            late.delay = delay;
        }
        FaultKind::Late { .. } => {
            if let Some(late) = state.late.take() {
                state.command = late.asked;
            }
        }
    }
}

fn bend(
    world: &World,
    state: &mut State,
    (vehicle, link): (usize, usize),
    condition: MotorCondition,
) {
    state.discrete.motors[world.layout().links(vehicle).start + link] = condition;
}
