//! What a run tells while it goes on: frames of numbers and events.

use crate::scenario::Scenario;
use crate::state::State;
use crate::stepping::{Channel, Evaluation};
use crate::time::Time;
use crate::world::World;
use std::ops::ControlFlow;

/// Listens to a run. It cannot influence it, except by asking it to stop.
pub trait Recorder {
    /// One record: numbers in the order of [`columns`].
    fn frame(&mut self, frame: &[f64]) -> ControlFlow<()>;

    /// Something happened.
    fn event(&mut self, event: &Event);
}

/// Something that happened at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// When.
    pub time: Time,
    /// What.
    pub kind: EventKind,
}

/// Kinds of events; indices refer to the world's contacts and the scenario's phases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EventKind {
    /// A contact point begins to carry load, having come in at this speed along the normal, m/s.
    Touch {
        /// Index of the contact.
        contact: usize,
        /// Approach speed, m/s.
        speed: f64,
    },
    /// A contact point no longer carries load.
    LiftOff {
        /// Index of the contact.
        contact: usize,
    },
    /// A phase begins.
    Phase {
        /// Index of the phase.
        phase: usize,
    },
    /// The run ended.
    End,
}

/// A recorder that listens to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Recorder for Silent {
    fn frame(&mut self, _: &[f64]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
    fn event(&mut self, _: &Event) {}
}

/// A recorder that keeps everything in memory.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Frames.
    pub frames: Vec<Vec<f64>>,
    /// Events.
    pub events: Vec<Event>,
}

impl Recorder for Memory {
    fn frame(&mut self, frame: &[f64]) -> ControlFlow<()> {
        self.frames.push(frame.to_vec());
        ControlFlow::Continue(())
    }
    fn event(&mut self, event: &Event) {
        self.events.push(*event);
    }
}

/// A recorded quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// `entity.quantity_unit`, with the vehicle's name before it for all but the first vehicle.
    pub name: String,
    /// What it is.
    pub meaning: &'static str,
}

const BODY: [(&str, &str); 17] = [
    ("com.x_m", "centre of mass, east"),
    ("com.y_m", "centre of mass, north"),
    ("com.z_m", "centre of mass, up"),
    ("com.vx_m_per_s", "velocity of the centre of mass, east"),
    ("com.vy_m_per_s", "velocity of the centre of mass, north"),
    ("com.vz_m_per_s", "velocity of the centre of mass, up"),
    ("body.x_m", "body origin, east"),
    ("body.y_m", "body origin, north"),
    ("body.z_m", "body origin, up"),
    ("body.qw", "attitude quaternion, site from body"),
    ("body.qx", "attitude quaternion, site from body"),
    ("body.qy", "attitude quaternion, site from body"),
    ("body.qz", "attitude quaternion, site from body"),
    ("body.wx_rad_per_s", "angular rate about body x"),
    ("body.wy_rad_per_s", "angular rate about body y"),
    ("body.wz_rad_per_s", "angular rate about body z"),
    ("com.height_m", "centre of mass above the ground under it"),
];

const CONTACT: [(&str, &str); 7] = [
    ("x_m", "contact point, east"),
    ("y_m", "contact point, north"),
    ("z_m", "contact point, up"),
    ("gap_m", "distance from the surface, negative inside"),
    ("normal_force_n", "ground's force along the normal"),
    ("friction_force_n", "size of the friction force"),
    ("slip_speed_m_per_s", "speed along the surface"),
];

/// The columns that a world's frames have.
pub fn columns(world: &World) -> Vec<Column> {
    let column = |name: String, meaning| Column { name, meaning };
    let mut all = vec![
        column("time_s".to_owned(), "time since the start"),
        column("phase".to_owned(), "index of the phase"),
        column("step_s".to_owned(), "length of the last step"),
    ];
    for vehicle in 0..world.vehicles().len() {
        all.extend(BODY.map(|(name, meaning)| column(world.entity_name(vehicle, name), meaning)));
        for contact in world.layout().contacts(vehicle) {
            let entity = world.contact_name(contact);
            all.extend(CONTACT.map(|(name, meaning)| column(format!("{entity}.{name}"), meaning)));
        }
    }
    all.push(column("energy.kinetic_j".to_owned(), "kinetic energy"));
    all.push(column("energy.potential_j".to_owned(), "potential energy"));
    all.extend(
        Channel::ALL
            .map(|(_, name)| column(format!("energy.{name}_j"), "work done through this channel")),
    );
    all.push(column("energy.unexplained_j".to_owned(), "energy that no channel explains"));
    all
}

/// Fills a frame with the numbers of a state, in the order of [`columns`].
pub(crate) fn fill(
    scenario: &Scenario,
    state: &State,
    evaluation: &Evaluation,
    step: Time,
    frame: &mut Vec<f64>,
) {
    let world = &*scenario.world;
    frame.clear();
    frame.extend([state.time.seconds(), state.phase as f64, step.seconds()]);
    for vehicle in 0..world.vehicles().len() {
        fill_body(world, state, vehicle, frame);
        for contact in world.layout().contacts(vehicle) {
            let touch = &evaluation.touches()[contact];
            let load = &evaluation.loads()[contact];
            frame.extend(touch.point.iter());
            frame.extend([
                touch.gap,
                load.normal_force,
                load.friction.norm(),
                touch.sliding().norm(),
            ]);
        }
    }
    let ledger = &state.ledger;
    frame.extend([ledger.kinetic, ledger.potential]);
    frame.extend(ledger.work);
    frame.push(ledger.unexplained());
}

fn fill_body(world: &World, state: &State, vehicle: usize, frame: &mut Vec<f64>) {
    let motion = state.rigid(world, vehicle);
    let (centre, velocity) = motion.point(state.inertias[vehicle].centre());
    frame.extend(centre.iter());
    frame.extend(velocity.iter());
    frame.extend(&state.continuous[world.layout().pose(vehicle)]);
    frame.extend(motion.rate.iter());
    let ground = world.terrain().height(centre.x, centre.y).unwrap_or(f64::NAN);
    frame.push(centre.z - ground);
}
