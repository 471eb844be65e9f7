//! What the metrics of a landing with engines, cables and carried parts are made of.

use super::snapshots::Snapshots;
use crate::archive::{Archive, Entity, Visited};
use crate::dynamics::energy;
use crate::environment::Geodesy;
use crate::math::time::Time;
use crate::state::State;
use crate::vehicle::Motion;
use crate::world::World;
use nalgebra::Vector3;

/// What the metrics of a landing are made of.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LandingTally {
    pub(crate) vehicles: Vec<FlightRecord>,
    pub(crate) groups: Vec<GroupTally>,
    /// First contact of the first vehicle, and its velocity just before.
    pub(crate) touchdown: Time,
    pub(crate) touchdown_velocity: Vector3<f64>,
    pub(crate) cut: Time,
    /// When the pull of cables was noted, for its mean just before the first contact.
    pub(crate) snapshots: Snapshots,
}

/// What one vehicle has done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FlightRecord {
    /// The axis of its root that pointed up at the start, as near as any did; z over a round planet, where a start
    /// in flight points anywhere and vehicle files have z up.
    pub(crate) up: Vector3<f64>,
    pub(crate) velocity: Vector3<f64>,
    pub(crate) highest: f64,
    pub(crate) separated: Time,
    /// First contact: when, where, how fast just before.
    pub(crate) impact: Time,
    pub(crate) impact_at: Vector3<f64>,
    pub(crate) impact_speed: f64,
    /// Lowest and highest place after the transient of the cut.
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) largest_tilt: f64,
    /// Least distance from the first vehicle since that touched down.
    pub(crate) nearest: f64,
}

/// What the cables of one group have done together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GroupTally {
    /// Time integral of the pull, N s.
    pub(crate) impulse: f64,
    /// The same at each snapshot.
    pub(crate) past: Vec<f64>,
    pub(crate) before_contact: f64,
    pub(crate) at_cut: f64,
    pub(crate) now: f64,
    pub(crate) peak: f64,
    pub(crate) peak_time: Time,
}

impl LandingTally {
    pub(crate) fn new(world: &World) -> Self {
        let record = FlightRecord {
            up: Vector3::z(),
            velocity: Vector3::zeros(),
            highest: f64::NEG_INFINITY,
            separated: Time::MAX,
            impact: Time::MAX,
            impact_at: Vector3::zeros(),
            impact_speed: f64::NAN,
            low: f64::INFINITY,
            high: f64::NEG_INFINITY,
            largest_tilt: 0.0,
            nearest: f64::INFINITY,
        };
        let group = GroupTally {
            impulse: 0.0,
            past: vec![0.0; Snapshots::COUNT],
            before_contact: f64::NAN,
            at_cut: f64::NAN,
            now: 0.0,
            peak: 0.0,
            peak_time: Time::MAX,
        };
        Self {
            vehicles: vec![record; world.vehicles().len()],
            groups: vec![group; world.cable_groups().len()],
            touchdown: Time::MAX,
            touchdown_velocity: Vector3::repeat(f64::NAN),
            cut: Time::MAX,
            snapshots: Snapshots::new(),
        }
    }

    pub(crate) fn start(&mut self, world: &World, state: &State) {
        for (vehicle, record) in self.vehicles.iter_mut().enumerate() {
            let Motion { site_from_body, velocity, .. } = state.motion(world, vehicle);
            if let Geodesy::Flat { .. } = world.geodesy() {
                record.up = nearest_axis(&(site_from_body.inverse() * Vector3::z()));
            }
            record.velocity = velocity;
            let kinematics = state.kinematics(world, vehicle);
            let tanks = &state.continuous[world.layout().tanks(vehicle)];
            let centre = energy::own_centre(&world.vehicles()[vehicle], tanks, &kinematics);
            record.highest = centre.position.z;
        }
        self.keep(state.time);
    }

    pub(crate) fn keep(&mut self, time: Time) {
        let place = self.snapshots.keep(time);
        for group in &mut self.groups {
            group.past[place] = group.impulse;
        }
    }

    pub(super) fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { vehicles, groups, touchdown, touchdown_velocity, cut, snapshots } = self;
        archive.list("vehicles", Entity::Vehicle, vehicles, FlightRecord::visit)?;
        archive.list("groups", Entity::CableGroup, groups, GroupTally::visit)?;
        archive.time("touchdown", touchdown)?;
        archive.vector("touchdown_velocity", touchdown_velocity)?;
        archive.time("cut", cut)?;
        archive.field("snapshots", |archive| snapshots.visit(archive))
    }
}

impl FlightRecord {
    fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self {
            up,
            velocity,
            highest,
            separated,
            impact,
            impact_at,
            impact_speed,
            low,
            high,
            largest_tilt,
            nearest,
        } = self;
        archive.vector("up", up)?;
        archive.vector("velocity", velocity)?;
        archive.real("highest", highest)?;
        archive.time("separated", separated)?;
        archive.time("impact", impact)?;
        archive.vector("impact_at", impact_at)?;
        archive.real("impact_speed", impact_speed)?;
        archive.real("low", low)?;
        archive.real("high", high)?;
        archive.real("largest_tilt", largest_tilt)?;
        archive.real("nearest", nearest)
    }
}

impl GroupTally {
    fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { impulse, past, before_contact, at_cut, now, peak, peak_time } = self;
        archive.real("impulse", impulse)?;
        archive.list_of_reals("past", Entity::Number, past)?;
        archive.real("before_contact", before_contact)?;
        archive.real("at_cut", at_cut)?;
        archive.real("now", now)?;
        archive.real("peak", peak)?;
        archive.time("peak_time", peak_time)
    }
}

/// The axis, forwards or backwards, that is nearest to a direction.
fn nearest_axis(direction: &Vector3<f64>) -> Vector3<f64> {
    let axis = direction.iamax();
    let mut nearest = Vector3::zeros();
    nearest[axis] = direction[axis].signum();
    nearest
}
