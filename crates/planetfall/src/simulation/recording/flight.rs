//! Columns of what flies: engines, tanks, carried parts, cables.

use super::Instant;
use super::contactor::force;
use crate::quantity::quantities;
use crate::stepping::Evaluation;
use crate::world::World;
use nalgebra::Vector3;

quantities! {
    /// Of an engine.
    Engine<'a>(EngineView) = "Engines", "ENGINE." {
        THRUST = "thrust_n", "thrust", |it| it.thrust;
        COMMAND = "command_n", "thrust that is asked for", |it| it.command;
    }

    /// Of a tank.
    Tank<'a>(f64) = "Tanks", "TANK." {
        PROPELLANT = "propellant_kg", "propellant left", |left| *left;
    }

    /// Of a vehicle in a world with engines, cables or carried parts.
    Carried<'a>(CarriedView) = "Vehicles where there are engines, cables or carried parts",
        "VEHICLE."
    {
        GROUND_FORCE = "ground_force_n", "sum of the ground's forces, up", |it| it.ground_force;
        ATTACHED = "attached" [1], "1 while carried by another vehicle", |it| it.attached;
    }

    /// Of a cable.
    Cable<'a>(CableView) = "Cables", "CABLE." {
        TENSION = "tension_n", "tension", |it| it.tension;
        LENGTH = "length_m", "unstretched length that is out", |it| it.length;
        STRETCH = "stretch_m",
            "distance between the ends beyond that length; negative where slack", |it| it.stretch;
    }

    /// Of a group of cables.
    CableGroup<'a>(f64) = "Groups of cables", "GROUP." {
        TENSION = "tension_n", "size of the cables' force on what hangs on them",
            |tension| *tension;
    }
}

pub(crate) struct EngineView {
    pub(super) thrust: f64,
    pub(super) command: f64,
}

pub(crate) struct CarriedView {
    ground_force: f64,
    attached: f64,
}

impl CarriedView {
    pub(super) fn of(now: Instant<'_>, vehicle: usize) -> Self {
        let Instant { world, state, evaluation, .. } = now;
        let contactors = world.layout().contactors(vehicle);
        Self {
            ground_force: contactors.map(|c| force(world, evaluation, c).z).sum(),
            attached: f64::from(u8::from(state.discrete.mounted[vehicle])),
        }
    }
}

pub(crate) struct CableView {
    tension: f64,
    length: f64,
    stretch: f64,
}

impl CableView {
    pub(super) fn of(now: Instant<'_>, cable: usize) -> Self {
        if now.state.discrete.cut[cable] {
            return Self { tension: 0.0, length: f64::NAN, stretch: f64::NAN };
        }
        let pull = &now.evaluation.pulls()[cable];
        let length = now.state.continuous[now.world.layout().lengths()][cable];
        Self { tension: pull.tension, length, stretch: pull.stretch }
    }
}

/// Force of a group of cables on what hangs on them, site axes, N.
pub(crate) fn group_force(world: &World, evaluation: &Evaluation, group: usize) -> Vector3<f64> {
    let cables = evaluation.cable_forces().iter().enumerate();
    let own = cables.filter(|(cable, _)| world.cable_group(*cable) == Some(group));
    own.fold(Vector3::zeros(), |sum, (_, force)| sum + force)
}
