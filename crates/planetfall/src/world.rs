//! The world: all that is constant in a run. It is shared by every sample of a campaign.

mod air;
mod channel;
mod command;
pub(crate) mod console;
mod controller;
mod force;
mod gear;
mod sample_points;

pub use channel::{CHANNELS, Channel};
pub(crate) use channel::{GROUNDED_CHANNELS, SMOOTH_CHANNELS};
pub(crate) use command::are_same_flags;
pub use command::{Command, Wrench};
pub use console::{Console, Goal, GoalReached, Lever, OrderError, PARTS, Reading};
pub use controller::{
    ControlLoop, Controller, JointReading, RegisterColumn, Registers, SensorView,
};
pub use force::{
    AeroBody, AeroFactors, AeroModel, Aerodynamics, AirFlow, Axes, CustomForce, Exertion, Exposure,
    ExternalWrench, ForceElement, ForceView, Gust, Parachute,
};
pub(crate) use force::{OutsideNote, Push};
pub use gear::{DriveWheel, RunningGear};
pub use sample_points::{GroundPart, SamplePoint};

use crate::contact::geometry::{CollisionShape, Outline};
use crate::contact::sample_point::{SampleLocus, sample_loci, sample_weight};
use crate::dynamics::Kinematics;
use crate::dynamics::crba::{CrbaScratch, crba};
use crate::dynamics::energy::{self, Centre};
use crate::dynamics::jacobian::point_jacobian;
use crate::environment::{Atmosphere, Geodesy, Gravity, Wind};
use crate::ground::scm::SoilLayer;
use crate::ground::{Ground, GroundMap, RigidGround};
use crate::math::time::Time;
use crate::terrain::Terrain;
use crate::vehicle::grains::Grain;
use crate::vehicle::{
    Cable, Contactor, ContactorRole, Fault, Inertia, InertiaError, Mount, PushOff, Sensor,
    SensorKind, Tree, Vehicle, Visual,
};
use nalgebra::{DMatrix, Matrix3, Matrix3xX, SymmetricEigen, Vector3};
use std::ops::Range;
use std::sync::Arc;

/// Constants of a run.
#[derive(Clone, Debug)]
pub struct World {
    gravity: Gravity,
    geodesy: Geodesy,
    atmosphere: Option<Arc<Atmosphere>>,
    wind: Option<Arc<Wind>>,
    terrain: Arc<dyn Terrain>,
    vehicles: Vec<Vehicle>,
    /// How many of them, the first ones, have a name; the others are grains.
    named: usize,
    cables: Vec<Cable>,
    groups: Vec<String>,
    group_of: Vec<Option<usize>>,
    /// How each vehicle is carried at the start, if it is.
    mounts: Vec<Option<Mount>>,
    /// How parts are pushed off when they are let go.
    push_offs: Vec<PushOff>,
    /// Vehicles in an order in which carriers come before what they carry.
    outward: Vec<usize>,
    /// Whether each vehicle's inertia changes.
    changing: Vec<bool>,
    staged: bool,
    hard: bool,
    /// Whether any contact has ground that gives a force.
    compliant: bool,
    /// Whether implicit steps on its ground are of first order.
    first_order: bool,
    forces: Vec<ForceElement>,
    sensors: Vec<Sensor>,
    /// Direction of the sun, a unit vector in site axes.
    sun: Vector3<f64>,
    /// Share of the light on level ground that comes from the sky.
    sky_share: f64,
    /// What cameras see of vehicles.
    visuals: Vec<Visual>,
    /// Whether any sensor is a camera.
    pictured: bool,
    faults: Vec<Fault>,
    control: Vec<ControlLoop>,
    running_gear: Vec<RunningGear>,
    contactors: Vec<ContactorPlace>,
    sample_points: Vec<SamplePoint>,
    /// Shapes of the contactors that the ground answers inside the cone problem.
    solids: Vec<Option<CollisionShape>>,
    /// Outlines of the contactors at the end of each vehicle that are part of its body.
    outlines: Vec<(usize, Outline)>,
    /// Which of the contactors' grounds lies where.
    placement: GroundMap,
    soil: Option<SoilLayer>,
    layout: Layout,
}

/// Where nothing is said of the sun it stands in the north-west, 45° high: the light in which maps are
/// drawn and readers see hills as hills.
const SUN: Vector3<f64> = Vector3::new(-0.5, 0.5, std::f64::consts::FRAC_1_SQRT_2);

/// Numbers of a load that is remembered: normal force and friction.
const KEPT_LOAD: usize = 4;

/// The sky's share of light where nothing is said of it: some dust.
const SKY_SHARE: f64 = 0.15;

/// What makes a mount or a cable impossible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JoiningError {
    /// An index that does not exist.
    #[error("{what} names a vehicle or link that does not exist")]
    NoSuchPart {
        /// The mount or cable.
        what: String,
    },
    /// A part with a root that is not free.
    #[error("`{part}` cannot be carried: its root does not move freely")]
    NotFree {
        /// The part.
        part: String,
    },
    /// A vehicle that would carry itself.
    #[error("`{part}` would carry itself")]
    Circle {
        /// The part.
        part: String,
    },
}

/// A contactor of the whole world, in the order vehicle by vehicle.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactorPlace {
    /// Index of the vehicle.
    pub vehicle: usize,
    /// Index within the vehicle.
    pub contactor: usize,
    /// Its contact points among those of the world.
    pub contacts: Range<usize>,
}

/// Places in the continuous state vector: positions of all vehicles, their velocities, states of their
/// joints, thrusts of their engines, propellant in their tanks, states of force elements, lengths of the
/// cables, internals of the ground laws, the work done through each channel of the energy ledger, and the impulse and angular
/// impulse of all outer forces where the world has engines, cables or carried parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    positions: Vec<Range<usize>>,
    velocities: Vec<Range<usize>>,
    joint_states: Vec<Range<usize>>,
    thrusts: Vec<Range<usize>>,
    tanks: Vec<Range<usize>>,
    forces: Vec<Range<usize>>,
    elements: Range<usize>,
    lengths: Range<usize>,
    channels: usize,
    momentum: usize,
    engines: Vec<Range<usize>>,
    links: Vec<Range<usize>>,
    contactors: Vec<Range<usize>>,
    contacts: Vec<Range<usize>>,
    supports: Vec<Range<usize>>,
    bodies: Vec<Range<usize>>,
    internals: Range<usize>,
    memory: usize,
}

impl Layout {
    /// Position coordinates of a vehicle.
    #[inline]
    pub fn positions(&self, vehicle: usize) -> Range<usize> {
        self.positions[vehicle].clone()
    }

    /// Velocity coordinates of a vehicle.
    #[inline]
    pub fn velocities(&self, vehicle: usize) -> Range<usize> {
        self.velocities[vehicle].clone()
    }

    /// States of a vehicle's joints beside their coordinates, in the order of its driven joints.
    #[inline]
    pub fn joint_states(&self, vehicle: usize) -> Range<usize> {
        self.joint_states[vehicle].clone()
    }

    /// Thrusts of a vehicle's engines, N.
    #[inline]
    pub fn thrusts(&self, vehicle: usize) -> Range<usize> {
        self.thrusts[vehicle].clone()
    }

    /// Propellant in a vehicle's tanks, kg.
    #[inline]
    pub fn tanks(&self, vehicle: usize) -> Range<usize> {
        self.tanks[vehicle].clone()
    }

    /// Continuous states of a force element.
    #[inline]
    pub fn force_states(&self, element: usize) -> Range<usize> {
        self.forces[element].clone()
    }

    /// States of all that pushes and has no derivative: thrusts, propellant, states of force elements.
    #[inline]
    pub(crate) fn element_states(&self) -> Range<usize> {
        self.elements.clone()
    }

    /// Unstretched lengths of all cables, m.
    #[inline]
    pub fn lengths(&self) -> Range<usize> {
        self.lengths.clone()
    }

    /// Impulse and angular impulse about the site's origin of all outer forces: six numbers, or none.
    #[inline]
    pub fn momentum(&self) -> Range<usize> {
        self.work().end..self.work().end + self.momentum
    }

    /// Engines of a vehicle among those of the world.
    #[inline]
    pub fn engines(&self, vehicle: usize) -> Range<usize> {
        self.engines[vehicle].clone()
    }

    /// Number of engines of all vehicles.
    pub fn all_engines(&self) -> usize {
        self.engines.last().map_or(0, |range| range.end)
    }

    /// Links of a vehicle among those of the world.
    #[inline]
    pub fn links(&self, vehicle: usize) -> Range<usize> {
        self.links[vehicle].clone()
    }

    /// Contactors of a vehicle among those of the world.
    #[inline]
    pub fn contactors(&self, vehicle: usize) -> Range<usize> {
        self.contactors[vehicle].clone()
    }

    /// Contact sample points of a vehicle among those of the world.
    #[inline]
    pub fn contacts(&self, vehicle: usize) -> Range<usize> {
        self.contacts[vehicle].clone()
    }

    /// Those of them that are not of its body's own shapes, which come last.
    #[inline]
    pub(crate) fn supports(&self, vehicle: usize) -> Range<usize> {
        self.supports[vehicle].clone()
    }

    /// Shapes of a vehicle's body among those of the world.
    #[inline]
    pub(crate) fn bodies(&self, vehicle: usize) -> Range<usize> {
        self.bodies[vehicle].clone()
    }

    /// Internals of all contacts.
    #[inline]
    pub fn internals(&self) -> Range<usize> {
        self.internals.clone()
    }

    /// Work by channel.
    #[inline]
    pub fn work(&self) -> Range<usize> {
        self.internals.end..self.internals.end + self.channels
    }

    /// Length of the continuous vector.
    pub fn len(&self) -> usize {
        self.momentum().end
    }

    /// Never: the ledger alone has numbers.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Numbers of ground memory.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// Number of links of all vehicles.
    pub fn all_links(&self) -> usize {
        self.links.last().map_or(0, |range| range.end)
    }
}

impl World {
    /// A world of vehicles on a terrain.
    pub fn new(gravity: Gravity, terrain: Arc<dyn Terrain>, vehicles: Vec<Vehicle>) -> Self {
        let mut world = Self {
            gravity,
            geodesy: Geodesy::of(&gravity),
            atmosphere: None,
            wind: None,
            terrain,
            mounts: vec![None; vehicles.len()],
            push_offs: Vec::new(),
            outward: (0..vehicles.len()).collect(),
            changing: Vec::new(),
            staged: false,
            hard: false,
            compliant: false,
            first_order: false,
            named: vehicles.len(),
            vehicles,
            cables: Vec::new(),
            groups: Vec::new(),
            group_of: Vec::new(),
            forces: Vec::new(),
            sensors: Vec::new(),
            sun: SUN,
            sky_share: SKY_SHARE,
            visuals: Vec::new(),
            pictured: false,
            faults: Vec::new(),
            control: Vec::new(),
            running_gear: Vec::new(),
            contactors: Vec::new(),
            sample_points: Vec::new(),
            solids: Vec::new(),
            outlines: Vec::new(),
            placement: GroundMap::default(),
            soil: None,
            layout: Layout::default(),
        };
        world.lay_out();
        world
    }

    fn lay_out(&mut self) {
        (self.contactors, self.sample_points) = (Vec::new(), Vec::new());
        self.layout = Layout::default();
        self.lay_out_coordinates();
        self.lay_out_contacts();
        self.staged = !self.cables.is_empty()
            || self.mounts.iter().any(Option::is_some)
            || self.vehicles.iter().any(|v| !v.engines.is_empty() || !v.tanks.is_empty());
        let solids = self.contactors.iter().map(|place| {
            let part = &self.vehicles[place.vehicle].contactors[place.contactor];
            part.cone().map(|_| CollisionShape::new(&part.shape))
        });
        self.solids = solids.collect();
        self.lay_out_outlines();
        self.hard = self.sample_points.iter().any(SamplePoint::is_of_cone)
            || self.vehicles.iter().any(|vehicle| !vehicle.closures.is_empty());
        self.compliant = self.sample_points.iter().any(SamplePoint::is_of_force);
        let mut parts = self.vehicles.iter().flat_map(|vehicle| &vehicle.contactors);
        self.first_order = parts.any(|part| part.grounds().any(|ground| !ground.is_smooth()));
        let all = self.staged || self.hard || self.is_airborne();
        self.layout.channels = if all { CHANNELS } else { GROUNDED_CHANNELS };
        self.layout.momentum = if self.staged { 6 } else { 0 };
        let carries = |vehicle| self.mounts.iter().flatten().any(|m| m.carrier == vehicle);
        let vehicles = self.vehicles.iter().enumerate();
        self.changing = vehicles.map(|(v, owner)| !owner.tanks.is_empty() || carries(v)).collect();
    }

    /// Notes the outlines of contactors that are part of a body, and which contact points are of others.
    fn lay_out_outlines(&mut self) {
        self.outlines.clear();
        for (vehicle, owner) in self.vehicles.iter().enumerate() {
            let own = self.layout.contactors(vehicle);
            let is_body = |one: &&Contactor| one.role == ContactorRole::Body;
            let bodies = owner.contactors.iter().rev().take_while(is_body).count();
            let first = own.end - bodies;
            let outline = |number: usize| {
                let part = &owner.contactors[self.contactors[number].contactor];
                (number, Outline::new(&part.shape))
            };
            let start = self.outlines.len();
            self.outlines.extend((first..own.end).map(outline));
            let points = self.layout.contacts(vehicle);
            let end = self.contactors.get(first).map_or(points.end, |one| one.contacts.start);
            let end = if bodies == 0 { points.end } else { end };
            self.layout.supports.push(points.start..end);
            self.layout.bodies.push(start..self.outlines.len());
        }
    }

    /// The same world with one ground everywhere and under every contactor, and no soil over it.
    #[must_use]
    pub fn with_ground(mut self, ground: &Ground) -> Self {
        for part in self.vehicles.iter_mut().flat_map(|vehicle| &mut vehicle.contactors) {
            part.ground = ground.clone();
            part.elsewhere.clear();
        }
        (self.placement, self.soil) = (GroundMap::default(), None);
        self.lay_out();
        self
    }

    /// Adds grains that meet ground and others as one rigid ground says. They come after all vehicles that have a name.
    pub fn with_grains(
        mut self,
        grains: &[Grain],
        ground: &RigidGround,
    ) -> Result<Self, InertiaError> {
        for grain in grains {
            let name = format!("grain {}", self.vehicles.len() - self.named + 1);
            self.vehicles.push(grain.vehicle(name, ground)?);
        }
        self.mounts.resize(self.vehicles.len(), None);
        self.outward.extend(self.outward.len()..self.vehicles.len());
        self.lay_out();
        Ok(self)
    }

    /// Adds a cable.
    pub fn with_cable(mut self, cable: Cable) -> Result<Self, JoiningError> {
        for end in [&cable.from, &cable.to] {
            if !self.has_link(end.vehicle, end.link) {
                return Err(JoiningError::NoSuchPart { what: format!("cable `{}`", cable.name) });
            }
        }
        let group = cable.group.as_ref().map(|name| {
            self.groups.iter().position(|known| known == name).unwrap_or_else(|| {
                self.groups.push(name.clone());
                self.groups.len() - 1
            })
        });
        self.group_of.push(group);
        self.cables.push(cable);
        self.lay_out();
        Ok(self)
    }

    /// Has a vehicle carried by another at the start.
    pub fn with_mount(mut self, mount: Mount) -> Result<Self, JoiningError> {
        if !self.has_link(mount.carrier, mount.link) || mount.part >= self.vehicles.len() {
            return Err(JoiningError::NoSuchPart { what: "a mount".to_owned() });
        }
        let part = || self.vehicles[mount.part].name.clone();
        if !self.vehicles[mount.part].tree.links()[0].joint.kind.is_free() {
            return Err(JoiningError::NotFree { part: part() });
        }
        let mut above = Some(mount.carrier);
        while let Some(vehicle) = above {
            if vehicle == mount.part {
                return Err(JoiningError::Circle { part: part() });
            }
            above = self.mounts[vehicle].map(|m| m.carrier);
        }
        self.mounts[mount.part] = Some(mount);
        let depth = |vehicle: usize| {
            let up = |v: &usize| self.mounts[*v].map(|m| m.carrier);
            std::iter::successors(Some(vehicle), up).count()
        };
        let mut outward: Vec<usize> = (0..self.vehicles.len()).collect();
        outward.sort_by_key(|&vehicle| depth(vehicle));
        self.outward = outward;
        self.lay_out();
        Ok(self)
    }

    /// Has a part that is carried be pushed off when it is let go.
    pub fn with_push_off(mut self, push: PushOff) -> Result<Self, JoiningError> {
        if self.mounts.get(push.part).is_none_or(Option::is_none) {
            return Err(JoiningError::NoSuchPart { what: "a push-off".to_owned() });
        }
        self.push_offs.push(push);
        Ok(self)
    }

    fn has_link(&self, vehicle: usize, link: usize) -> bool {
        self.vehicles.get(vehicle).is_some_and(|v| link < v.tree.links().len())
    }

    /// Adds a force element.
    pub fn with_force(mut self, force: impl Into<ForceElement>) -> Result<Self, JoiningError> {
        let force = force.into();
        let joins = force.cables().iter().all(|cable| *cable < self.cables.len())
            && force.exposing().is_none_or(|vehicle| vehicle < self.vehicles.len());
        let links = force.links().into_iter();
        if !joins || !links.into_iter().all(|(vehicle, link)| self.has_link(vehicle, link)) {
            return Err(JoiningError::NoSuchPart { what: format!("force `{}`", force.name()) });
        }
        self.forces.push(force);
        self.lay_out();
        Ok(self)
    }

    /// Has the sun stand in a direction, which need not be a unit vector; site axes.
    pub fn with_sun(mut self, direction: &Vector3<f64>) -> Self {
        self.sun = direction.normalize();
        self
    }

    /// Has so much of the light come from the sky, 0 to 1.
    pub fn with_sky_share(mut self, share: f64) -> Self {
        self.sky_share = share.clamp(0.0, 1.0);
        self
    }

    /// Has cameras see these shapes of vehicles. Those of which there is none are seen by their contactors.
    pub fn with_visuals(mut self, visuals: Vec<Visual>) -> Self {
        self.visuals = visuals;
        self
    }

    /// Adds a fault.
    pub fn with_fault(mut self, fault: Fault) -> Self {
        self.faults.push(fault);
        self
    }

    /// Adds a sensor.
    pub fn with_sensor(mut self, sensor: Sensor) -> Self {
        self.pictured |= matches!(sensor.kind, SensorKind::Camera(_));
        self.sensors.push(sensor);
        self
    }

    /// Adds a controller.
    pub fn with_control(mut self, control: ControlLoop) -> Self {
        self.control.push(control);
        self
    }

    /// Adds a console for an outside program.
    pub fn with_console(self, period: Time, console: Console) -> Self {
        let (name, controller) = ("operator".to_owned(), Arc::new(console));
        self.with_control(ControlLoop { name, period, controller })
    }

    /// The console of an outside program, and the loop it ticks in; the first, if there are more.
    pub fn console(&self) -> Option<(&ControlLoop, &Console)> {
        let mut all = self.control.iter();
        all.find_map(|control| Some((control, control.controller.console()?)))
    }

    fn lay_out_coordinates(&mut self) {
        let mut place = 0;
        let mut take = |count: usize| {
            let range = place..place + count;
            place = range.end;
            range
        };
        let layout = &mut self.layout;
        layout.positions = self.vehicles.iter().map(|v| take(v.tree.positions())).collect();
        layout.velocities = self.vehicles.iter().map(|v| take(v.tree.velocities())).collect();
        layout.joint_states = self.vehicles.iter().map(|v| take(v.tree.joint_states())).collect();
        layout.thrusts = self.vehicles.iter().map(|v| take(v.engines.len())).collect();
        layout.tanks = self.vehicles.iter().map(|v| take(v.tanks.len())).collect();
        layout.forces = self.forces.iter().map(|force| take(force.states())).collect();
        layout.lengths = take(self.cables.len());
        let first = layout.thrusts.first().map_or(layout.lengths.start, |range| range.start);
        layout.elements = first..layout.lengths.start;
        layout.internals = place..place;
        let (mut links, mut engines) = (0, 0);
        for vehicle in &self.vehicles {
            let count = vehicle.tree.links().len();
            layout.links.push(links..links + count);
            links += count;
            layout.engines.push(engines..engines + vehicle.engines.len());
            engines += vehicle.engines.len();
        }
    }

    fn lay_out_contacts(&mut self) {
        let mut internals = self.layout.internals.start;
        let mut memory = 0;
        for (vehicle, owner) in self.vehicles.iter().enumerate() {
            let (first_contactor, first_contact) =
                (self.contactors.len(), self.sample_points.len());
            let delassus = PointDelassus::at_neutral(&owner.tree);
            for (contactor, part) in owner.contactors.iter().enumerate() {
                let start = self.sample_points.len();
                for locus in sample_loci(&part.shape) {
                    let mut parts = part.grounds().map(|ground| {
                        let part = GroundPart {
                            ground: ground.clone(),
                            internals: internals..internals + ground.internals(),
                            memory: memory..memory + ground.memory(),
                        };
                        (internals, memory) = (part.internals.end, part.memory.end);
                        part
                    });
                    let own = parts.next();
                    let elsewhere: Box<[GroundPart]> = parts.collect();
                    let Some(own) = own else { continue };
                    let kept = if part.cone().is_some() { KEPT_LOAD } else { 0 };
                    let idle_above = elsewhere.is_empty() && own.ground.is_idle_above();
                    let contact = SamplePoint {
                        vehicle,
                        contactor: self.contactors.len(),
                        link: part.link,
                        locus,
                        share: sample_weight(&part.shape),
                        own,
                        elsewhere,
                        idle_above,
                        inverse_mass: delassus.largest_inverse_mass(&owner.tree, part.link, &locus),
                        normal_inverse_mass: delassus.upward_inverse_mass(
                            &owner.tree,
                            part.link,
                            &locus,
                        ),
                        kept: memory..memory + kept,
                    };
                    memory = contact.kept.end;
                    self.sample_points.push(contact);
                }
                let contacts = start..self.sample_points.len();
                self.contactors.push(ContactorPlace { vehicle, contactor, contacts });
            }
            self.layout.contactors.push(first_contactor..self.contactors.len());
            self.layout.contacts.push(first_contact..self.sample_points.len());
        }
        self.layout.internals.end = internals;
        self.layout.memory = memory;
    }

    /// Gravity.
    pub fn gravity(&self) -> &Gravity {
        &self.gravity
    }

    /// The ground as found.
    pub fn terrain(&self) -> &dyn Terrain {
        &*self.terrain
    }

    /// Every vehicle that will ever exist in the run.
    pub fn vehicles(&self) -> &[Vehicle] {
        &self.vehicles
    }

    /// How many vehicles have a name: they come first, and columns and metrics are reported of each.
    #[inline]
    pub fn named(&self) -> usize {
        self.named
    }

    /// Vehicles that are grains, of which only sums are reported.
    #[inline]
    pub fn grains(&self) -> Range<usize> {
        self.named..self.vehicles.len()
    }

    /// Radii of the grains, m.
    pub fn grain_radii(&self) -> impl Iterator<Item = f64> {
        let radius =
            |vehicle: usize| self.vehicles[vehicle].contactors.first()?.shape.ball_radius();
        self.grains().map(move |vehicle| radius(vehicle).unwrap_or_default())
    }

    /// How many contactors belong to vehicles that have a name: they come first.
    pub fn named_contactors(&self) -> usize {
        match self.layout.contactors.get(self.named) {
            Some(grain) => grain.start,
            None => self.contactors.len(),
        }
    }

    /// Cables between vehicles.
    pub fn cables(&self) -> &[Cable] {
        &self.cables
    }

    /// How each vehicle is carried at the start, if it is.
    pub fn mounts(&self) -> &[Option<Mount>] {
        &self.mounts
    }

    /// Vehicles in an order in which carriers come before what they carry.
    pub fn outward(&self) -> &[usize] {
        &self.outward
    }

    /// Force elements, in the order in which they act.
    pub fn forces(&self) -> &[ForceElement] {
        &self.forces
    }

    /// External wrenches, with their indices among the force elements.
    pub fn external_wrenches(&self) -> impl Iterator<Item = (usize, &ExternalWrench)> + Clone {
        self.forces.iter().enumerate().filter_map(|(index, force)| match force {
            ForceElement::ExternalWrench(wrench) => Some((index, wrench)),
            ForceElement::Gust(_)
            | ForceElement::Aerodynamics(_)
            | ForceElement::Parachute(_)
            | ForceElement::Custom(_) => None,
        })
    }

    /// Aerodynamics, with their indices among the force elements.
    pub fn aerodynamics(&self) -> impl Iterator<Item = (usize, &Aerodynamics)> + Clone {
        self.forces.iter().enumerate().filter_map(|(index, force)| match force {
            ForceElement::Aerodynamics(body) => Some((index, &**body)),
            ForceElement::Gust(_)
            | ForceElement::ExternalWrench(_)
            | ForceElement::Parachute(_)
            | ForceElement::Custom(_) => None,
        })
    }

    /// Parachutes, with their indices among the force elements.
    pub fn parachutes(&self) -> impl Iterator<Item = (usize, &Parachute)> + Clone {
        self.forces.iter().enumerate().filter_map(|(index, force)| match force {
            ForceElement::Parachute(one) => Some((index, &**one)),
            ForceElement::Gust(_)
            | ForceElement::ExternalWrench(_)
            | ForceElement::Aerodynamics(_)
            | ForceElement::Custom(_) => None,
        })
    }

    /// Whether a vehicle is a body with aerodynamic coefficients.
    pub(crate) fn is_flown(&self, vehicle: usize) -> bool {
        self.aerodynamics().any(|(_, one)| one.at.vehicle == vehicle && one.model.is_body())
    }

    /// Whether the air acts on any vehicle.
    pub fn is_airborne(&self) -> bool {
        self.forces.iter().any(|force| force.channel() == Channel::Aerodynamics)
    }

    /// How parts are pushed off when they are let go.
    pub fn push_offs(&self) -> &[PushOff] {
        &self.push_offs
    }

    /// Whether vehicles are joined, carried or driven by engines.
    #[inline]
    pub fn is_staged(&self) -> bool {
        self.staged
    }

    /// Whether impulses of its ground or of pins are unknowns of the step.
    #[inline]
    pub fn is_hard(&self) -> bool {
        self.hard
    }

    /// Whether any contact has ground that gives a force (marker, custom).
    #[inline]
    pub fn is_compliant(&self) -> bool {
        self.compliant
    }

    /// Whether an implicit step on its ground is of first order: where impacts or soil that is committed make it
    /// so.
    #[inline]
    pub(crate) fn is_of_first_order(&self) -> bool {
        self.first_order || self.soil().is_some()
    }

    /// Whether a vehicle's root moves freely.
    pub(crate) fn is_free(&self, vehicle: usize) -> bool {
        self.vehicles[vehicle].tree.links()[0].joint.kind.is_free()
    }

    /// Whether vehicles have forces beyond gravity, commands, joints and ground, or are carried.
    #[inline]
    pub(crate) fn is_eventful(&self) -> bool {
        self.staged || !self.forces.is_empty()
    }

    /// Whether a vehicle's inertia changes: it burns propellant or carries something.
    #[inline]
    pub fn changes(&self, vehicle: usize) -> bool {
        self.changing[vehicle]
    }

    /// Centre of mass of a vehicle with its propellant, without what it carries; `inertias` are those of all links,
    /// which are asked where they do not change.
    pub(crate) fn own_centre(
        &self,
        inertias: &[Option<Inertia>],
        continuous: &[f64],
        (vehicle, kinematics): (usize, &Kinematics),
    ) -> Centre {
        if !self.changes(vehicle) {
            return energy::centre_of_mass(&inertias[self.layout.links(vehicle)], kinematics);
        }
        let tanks = &continuous[self.layout.tanks(vehicle)];
        energy::own_centre(&self.vehicles[vehicle], tanks, kinematics)
    }

    /// Names of the groups of cables, in the order in which they first appear.
    pub fn cable_groups(&self) -> &[String] {
        &self.groups
    }

    /// The group of a cable among [`Self::cable_groups`].
    pub fn cable_group(&self, cable: usize) -> Option<usize> {
        self.group_of[cable]
    }

    /// Direction of the sun at the start, a unit vector in site axes.
    pub fn sun(&self) -> &Vector3<f64> {
        &self.sun
    }

    /// Share of the light on level ground that comes from the sky, 0 to 1.
    pub fn sky_share(&self) -> f64 {
        self.sky_share
    }

    /// What cameras see of vehicles, if it was given.
    pub fn visuals(&self) -> &[Visual] {
        &self.visuals
    }

    /// Whether any sensor is a camera.
    #[inline]
    pub fn is_pictured(&self) -> bool {
        self.pictured
    }

    /// What fails in the run.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// First register of a controller among those of all.
    pub fn first_register(&self, controller: usize) -> usize {
        self.control[..controller].iter().map(|c| c.controller.registers()).sum()
    }

    /// Sensors of all kinds, in one order that readings have too.
    pub fn sensors(&self) -> &[Sensor] {
        &self.sensors
    }

    /// Controllers.
    pub fn control(&self) -> &[ControlLoop] {
        &self.control
    }

    /// Contactors of all vehicles.
    pub fn contactors(&self) -> &[ContactorPlace] {
        &self.contactors
    }

    /// The solid of a contactor that has ground of the cone problem.
    pub(crate) fn solid(&self, contactor: usize) -> Option<&CollisionShape> {
        self.solids[contactor].as_ref()
    }

    /// Contactors that are part of a vehicle's body, by their numbers, and the boxes around them.
    #[inline]
    pub(crate) fn outlines(&self) -> &[(usize, Outline)] {
        &self.outlines
    }

    /// Contact sample points of all contactors.
    pub fn sample_points(&self) -> &[SamplePoint] {
        &self.sample_points
    }

    /// Places in the state vector.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether a commit can change what the next evaluation sees.
    pub fn remembers(&self) -> bool {
        self.layout.memory > 0 || !self.layout.internals.is_empty()
    }

    /// The name of a contactor in metrics and columns: without prefix for the first vehicle.
    pub fn contactor_name(&self, contactor: usize) -> String {
        let ContactorPlace { vehicle, contactor, .. } = self.contactors[contactor];
        self.entity_name(vehicle, &self.vehicles[vehicle].contactors[contactor].name)
    }

    /// The name of an entity of a vehicle: `entity` for the first vehicle, `vehicle.entity` else.
    pub fn entity_name(&self, vehicle: usize, entity: &str) -> String {
        if vehicle == 0 {
            entity.to_owned()
        } else {
            format!("{}.{entity}", self.vehicles[vehicle].name)
        }
    }
}

/// How easily points of a vehicle are moved, with all joints at zero.
struct PointDelassus {
    kinematics: Kinematics,
    inverse: Option<DMatrix<f64>>,
}

impl PointDelassus {
    fn at_neutral(tree: &Tree) -> Self {
        let count = tree.velocities();
        let mut kinematics = Kinematics::new(tree);
        kinematics.update(tree, &tree.neutral(), &vec![0.0; count]);
        let inertias: Vec<Option<Inertia>> = tree.links().iter().map(|l| l.inertia).collect();
        let mut mass = DMatrix::zeros(count, count);
        crba(tree, &inertias, &kinematics, &mut CrbaScratch::new(tree), &mut mass);
        Self { kinematics, inverse: mass.try_inverse() }
    }

    /// J M⁻¹ Jᵀ of a point, m/s² per N; zero for one that cannot move.
    fn of(&self, tree: &Tree, link: usize, locus: &SampleLocus) -> Matrix3<f64> {
        let motion = &self.kinematics.links[link];
        let point = match locus {
            SampleLocus::Point(point) => motion.point(point).0,
            SampleLocus::Ring { centre, radius, .. } | SampleLocus::Ball { centre, radius } => {
                motion.point(centre).0 - Vector3::z() * *radius
            }
        };
        let Some(inverse) = &self.inverse else { return Matrix3::zeros() };
        let mut jacobian = Matrix3xX::zeros(tree.velocities());
        point_jacobian(tree, &self.kinematics, link, &point, &mut jacobian);
        let delassus_operator = &jacobian * inverse * jacobian.transpose();
        delassus_operator.fixed_view::<3, 3>(0, 0).into_owned()
    }

    /// That along the vertical, m/s² per N.
    fn upward_inverse_mass(&self, tree: &Tree, link: usize, locus: &SampleLocus) -> f64 {
        self.of(tree, link, locus).m33
    }

    /// Its largest eigenvalue, m/s² per N.
    fn largest_inverse_mass(&self, tree: &Tree, link: usize, locus: &SampleLocus) -> f64 {
        SymmetricEigen::new(self.of(tree, link, locus)).eigenvalues.max()
    }
}
