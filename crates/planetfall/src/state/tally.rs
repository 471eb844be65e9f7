//! Running sums and extremes that metrics are made of.

mod flight_air;
mod gauge;
mod landing;
mod phase_energy;
mod snapshots;
mod sums;

pub(crate) use flight_air::{BodyTally, FlightAirTally, ParachuteTally};
pub(crate) use gauge::GaugeTally;
pub(crate) use landing::LandingTally;
pub use phase_energy::{PhaseEnergy, PhaseError};
pub(crate) use sums::{GrainTally, HardTally, TravelTally};

use super::State;
use crate::archive::{Archive, Entity, Visited};
use crate::contact::Impulse;
use crate::dynamics::{Kinematics, energy};
use crate::math::time::Time;
use crate::world::World;
use nalgebra::Vector3;
use snapshots::Snapshots;

/// Running sums and extremes that metrics are made of; a part of the state.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    pub(crate) contacts: Vec<ContactTally>,
    pub(crate) vehicles: Vec<VehicleTally>,
    pub(crate) window: ImpulseWindow,
    /// Only where the world has engines, cables or carried parts.
    pub(crate) landing: Option<LandingTally>,
    /// Only where bodies or parachutes fly in air.
    pub(crate) air: Option<FlightAirTally>,
    /// Only where the ground is hard.
    pub(crate) hard: Option<HardTally>,
    /// Only where there are grains.
    pub(crate) grains: Option<GrainTally>,
    /// One for each running gear of the world.
    pub(crate) travels: Vec<TravelTally>,
    /// One for each gauge of the scenario.
    pub(crate) gauges: Vec<GaugeTally>,
}

/// Extremes and sums of one contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ContactTally {
    pub touching: bool,
    pub count: u64,
    pub first: Time,
    pub last_touch: Time,
    pub last_lift_off: Time,
    pub peak: f64,
    pub peak_time: Time,
    pub deepest: f64,
    pub impulse: Impulse,
    /// Largest force along the surface over the soil's strength.
    pub traction: f64,
}

/// Path of one vehicle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct VehicleTally {
    pub start: Vector3<f64>,
    pub start_velocity: Vector3<f64>,
    /// Centre of mass when any of its markers first touched.
    pub touched_at: Vector3<f64>,
    pub touched: bool,
    /// Since when it has been slower along the slope than the stick speed, and where that was.
    pub stopped: Time,
    pub stopped_at: Vector3<f64>,
    pub lateral: f64,
    pub fastest: f64,
    /// How near its explicit steps came to their limit of stability.
    pub margin: StepMargin,
    /// A body of it that a record first saw below the ground.
    pub below: Option<Below>,
    /// Where it was let go inside the ground.
    pub released: Option<Below>,
}

/// Snapshots of the impulses, so that a mean force over the last half second is exact whenever the
/// run ends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ImpulseWindow {
    pub snapshots: Snapshots,
    pub impulses: Vec<Impulse>,
}

impl Tally {
    pub(crate) fn new(world: &World) -> Self {
        let contact = ContactTally {
            touching: false,
            count: 0,
            first: Time::MAX,
            last_lift_off: Time::MAX,
            peak: 0.0,
            peak_time: Time::MAX,
            deepest: 0.0,
            impulse: Impulse::default(),
            last_touch: Time::MAX,
            traction: 0.0,
        };
        let vehicle = VehicleTally {
            start: Vector3::zeros(),
            start_velocity: Vector3::zeros(),
            touched_at: Vector3::zeros(),
            touched: false,
            stopped: Time::MAX,
            stopped_at: Vector3::zeros(),
            lateral: 0.0,
            fastest: 0.0,
            margin: StepMargin::NEW,
            below: None,
            released: None,
        };
        let contacts = world.named_contactors();
        Self {
            contacts: vec![contact; contacts],
            vehicles: vec![vehicle; world.named()],
            landing: world.is_staged().then(|| LandingTally::new(world)),
            air: FlightAirTally::new(world),
            hard: world.is_hard().then(HardTally::default),
            grains: (!world.grains().is_empty()).then(GrainTally::new),
            travels: vec![TravelTally::default(); world.running_gear().len()],
            gauges: Vec::new(),
            window: ImpulseWindow {
                snapshots: Snapshots::new(),
                impulses: vec![Impulse::default(); Snapshots::COUNT * contacts],
            },
        }
    }

    pub(crate) fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { contacts, vehicles, window, landing, air, hard, grains, travels, gauges } = self;
        archive.list("contacts", Entity::Contactor, contacts, ContactTally::visit)?;
        archive.list("vehicles", Entity::Vehicle, vehicles, VehicleTally::visit)?;
        archive.field("window", |archive| window.visit(archive))?;
        archive.settled("landing", landing, LandingTally::visit)?;
        archive.settled("air", air, FlightAirTally::visit)?;
        archive.settled("hard", hard, HardTally::visit)?;
        archive.settled("grains", grains, GrainTally::visit)?;
        archive.list("travels", Entity::Number, travels, TravelTally::visit)?;
        archive.list("gauges", Entity::Number, gauges, GaugeTally::visit)
    }

    /// Notes where everything starts.
    pub(crate) fn start(&mut self, world: &World, state: &State, kinematics: &[Kinematics]) {
        for (vehicle, tally) in self.vehicles.iter_mut().enumerate() {
            let inertias = &state.inertias[world.layout().links(vehicle)];
            let centre = energy::centre_of_mass(inertias, &kinematics[vehicle]);
            (tally.start, tally.start_velocity) = (centre.position, centre.velocity);
        }
        if let Some(landing) = &mut self.landing {
            landing.start(world, state);
        }
        self.window.keep(state.time, &self.contacts);
    }

    /// Mean force at a contact over the last half second, N.
    pub(crate) fn mean_force_over_window(&self, now: Time, contact: usize) -> Impulse {
        let (from, span) = self.window.snapshots.reference(now);
        let old = &self.window.impulses[from * self.contacts.len() + contact];
        let sum = &self.contacts[contact].impulse;
        if span <= 0.0 {
            return Impulse::default();
        }
        Impulse {
            normal: (sum.normal - old.normal) / span,
            friction: (sum.friction - old.friction) / span,
            total: (sum.total - old.total) / span,
            by_vehicles: (sum.by_vehicles - old.by_vehicles) / span,
        }
    }
}

impl ContactTally {
    fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self {
            touching,
            count,
            first,
            last_touch,
            last_lift_off,
            peak,
            peak_time,
            deepest,
            impulse,
            traction,
        } = self;
        archive.flag("touching", touching)?;
        archive.word("count", count)?;
        archive.time("first", first)?;
        archive.time("last_touch", last_touch)?;
        archive.time("last_lift_off", last_lift_off)?;
        archive.real("peak", peak)?;
        archive.time("peak_time", peak_time)?;
        archive.real("deepest", deepest)?;
        archive.field("impulse", |archive| impulse.visit(archive))?;
        archive.real("traction", traction)
    }
}

impl VehicleTally {
    fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self {
            start,
            start_velocity,
            touched_at,
            touched,
            stopped,
            stopped_at,
            lateral,
            fastest,
            margin,
            below,
            released,
        } = self;
        archive.vector("start", start)?;
        archive.vector("start_velocity", start_velocity)?;
        archive.vector("touched_at", touched_at)?;
        archive.flag("touched", touched)?;
        archive.time("stopped", stopped)?;
        archive.vector("stopped_at", stopped_at)?;
        archive.real("lateral", lateral)?;
        archive.real("fastest", fastest)?;
        archive.field("margin", |archive| margin.visit(archive))?;
        let visit = |below: &mut Option<Below>, archive: &mut Archive<'_>| {
            archive.optional(below, || Below::NOWHERE, Below::visit)
        };
        archive.field("below", |archive| visit(below, archive))?;
        archive.field("released", |archive| visit(released, archive))
    }
}

impl ImpulseWindow {
    fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { snapshots, impulses } = self;
        archive.field("snapshots", |archive| snapshots.visit(archive))?;
        archive.list("impulses", Entity::Number, impulses, Impulse::visit)
    }

    /// Keeps the sums as they are now; the place at which they lie.
    pub(crate) fn keep(&mut self, time: Time, contacts: &[ContactTally]) -> usize {
        let place = self.snapshots.keep(time);
        let start = place * contacts.len();
        for (slot, contact) in self.impulses[start..].iter_mut().zip(contacts) {
            *slot = contact.impulse;
        }
        place
    }
}

/// What bounds the step of a vehicle on its contacts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StepBound {
    /// Springs of ground, ω.
    #[default]
    Springs,
    /// Dampers of ground and what friction adds to them, c.
    Dampers,
    /// Friction below the stick speed, c.
    Friction,
}

impl StepBound {
    fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let mut kind = match self {
            Self::Springs => 0,
            Self::Dampers => 1,
            Self::Friction => 2,
        };
        archive.word("kind", &mut kind)?;
        *self = match kind {
            0 => Self::Springs,
            1 => Self::Dampers,
            2 => Self::Friction,
            _ => return archive.refuse("is no known bound of a step"),
        };
        Ok(())
    }
}

/// How near a vehicle has come to the limit of an explicit step; a part of the state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct StepMargin {
    /// Largest h ω or h c so far, where it was past its limit.
    pub number: f64,
    /// When.
    pub time: Time,
    /// The step.
    pub step: Time,
    /// Contacts that carried the vehicle then.
    pub contacts: u64,
    pub bound: StepBound,
    /// Bound by sums at which eigenvalues were last found, and the contacts then.
    pub probed: f64,
    pub probed_set: u64,
    /// Which contactors carried it when it was last looked at.
    pub carried: u64,
}

impl StepMargin {
    /// Before the first step.
    pub(crate) const NEW: Self = Self {
        number: 0.0,
        time: Time::MAX,
        step: Time::ZERO,
        contacts: 0,
        bound: StepBound::Springs,
        probed: 0.0,
        probed_set: 0,
        carried: 0,
    };

    fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { number, time, step, contacts, bound, probed, probed_set, carried } = self;
        archive.real("number", number)?;
        archive.time("time", time)?;
        archive.time("step", step)?;
        archive.word("contacts", contacts)?;
        archive.field("bound", |archive| bound.visit(archive))?;
        archive.real("probed", probed)?;
        archive.word("probed_set", probed_set)?;
        archive.word("carried", carried)
    }
}

/// A vehicle that was let go inside the ground, or of which a body was seen below it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Below {
    /// When that was first seen.
    pub time: Time,
    /// Index of the link.
    pub link: usize,
    /// Its centre of mass, or the deepest place of its shape, site frame, m.
    pub point: Vector3<f64>,
    /// m
    pub depth: f64,
}

impl Below {
    /// The first link, on the ground.
    pub(crate) const NOWHERE: Self =
        Self { time: Time::ZERO, link: 0, point: Vector3::new(0.0, 0.0, 0.0), depth: 0.0 };

    fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { time, link, point, depth } = self;
        archive.time("time", time)?;
        archive.count("link", link)?;
        archive.vector("point", point)?;
        archive.real("depth", depth)
    }
}
