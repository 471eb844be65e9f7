//! The world: all that is constant in a run. It is shared by every sample of a campaign.

use crate::contact::GroundLaw;
use crate::control::ControlLoop;
use crate::environment::Gravity;
use crate::stepping::CHANNELS;
use crate::terrain::Terrain;
use crate::vehicle::{NavigationSensor, Vehicle};
use nalgebra::Vector3;
use std::ops::Range;
use std::sync::Arc;

/// Constants of a run.
#[derive(Clone, Debug)]
pub struct World {
    gravity: Gravity,
    terrain: Arc<dyn Terrain>,
    vehicles: Vec<Vehicle>,
    sensors: Vec<NavigationSensor>,
    control: Vec<ControlLoop>,
    contacts: Vec<Contact>,
    layout: Layout,
}

/// A contact point of the whole world, in the order vehicle by vehicle, marker by marker.
#[derive(Clone, Debug)]
pub struct Contact {
    /// Index of the vehicle.
    pub vehicle: usize,
    /// Index of the marker within the vehicle.
    pub marker: usize,
    /// Place in body axes, m.
    pub point: Vector3<f64>,
    /// The ground's law here.
    pub law: GroundLaw,
    /// The most a force of 1 N here can accelerate the point, m/s² (1/m + r²/I_min).
    pub softness: f64,
    /// Its continuous states within the continuous vector.
    pub internals: Range<usize>,
    /// Its memory within the ground's memory.
    pub memory: Range<usize>,
}

/// Places in the continuous state vector: positions and attitudes, velocities, internals of the
/// ground laws, and the work done through each channel of the energy ledger.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    vehicles: usize,
    internals: usize,
    memory: usize,
    contacts: Vec<Range<usize>>,
}

/// Configuration numbers of a free body: position and quaternion (w, x, y, z).
pub const POSE: usize = 7;
/// Velocity numbers of a free body: velocity in site axes and rate in body axes.
pub const TWIST: usize = 6;

impl Layout {
    /// Pose of a vehicle.
    #[inline]
    pub fn pose(&self, vehicle: usize) -> Range<usize> {
        vehicle * POSE..(vehicle + 1) * POSE
    }

    /// Velocity and rate of a vehicle.
    #[inline]
    pub fn twist(&self, vehicle: usize) -> Range<usize> {
        let start = self.vehicles * POSE + vehicle * TWIST;
        start..start + TWIST
    }

    /// Internals of all contacts.
    #[inline]
    pub fn internals(&self) -> Range<usize> {
        let start = self.vehicles * (POSE + TWIST);
        start..start + self.internals
    }

    /// Work by channel.
    #[inline]
    pub fn work(&self) -> Range<usize> {
        let start = self.internals().end;
        start..start + CHANNELS
    }

    /// Length of the continuous vector.
    pub fn len(&self) -> usize {
        self.work().end
    }

    /// Never: the ledger alone has numbers.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Numbers of ground memory.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// Contacts of a vehicle.
    #[inline]
    pub fn contacts(&self, vehicle: usize) -> Range<usize> {
        self.contacts[vehicle].clone()
    }
}

impl World {
    /// A world of vehicles on a terrain.
    pub fn new(gravity: Gravity, terrain: Arc<dyn Terrain>, vehicles: Vec<Vehicle>) -> Self {
        let mut world = Self {
            gravity,
            terrain,
            vehicles,
            sensors: Vec::new(),
            control: Vec::new(),
            contacts: Vec::new(),
            layout: Layout::default(),
        };
        world.lay_out();
        world
    }

    /// Adds a sensor.
    pub fn with_sensor(mut self, sensor: NavigationSensor) -> Self {
        self.sensors.push(sensor);
        self
    }

    /// Adds a controller.
    pub fn with_control(mut self, control: ControlLoop) -> Self {
        self.control.push(control);
        self
    }

    fn lay_out(&mut self) {
        let mut internals = self.vehicles.len() * (POSE + TWIST);
        let first = internals;
        let mut memory = 0;
        for (vehicle, owner) in self.vehicles.iter().enumerate() {
            let start = self.contacts.len();
            for (marker, place) in owner.markers.iter().enumerate() {
                let contact = Contact {
                    vehicle,
                    marker,
                    point: place.point,
                    law: place.law.clone(),
                    softness: 1.0 / owner.inertia.least_effective_mass(&place.point),
                    internals: internals..internals + place.law.internals(),
                    memory: memory..memory + place.law.memory(),
                };
                internals = contact.internals.end;
                memory = contact.memory.end;
                self.contacts.push(contact);
            }
            self.layout.contacts.push(start..self.contacts.len());
        }
        self.layout.vehicles = self.vehicles.len();
        self.layout.internals = internals - first;
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

    /// Sensors.
    pub fn sensors(&self) -> &[NavigationSensor] {
        &self.sensors
    }

    /// Controllers.
    pub fn control(&self) -> &[ControlLoop] {
        &self.control
    }

    /// Contact points.
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// Places in the state vector.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether a commit can change what the next evaluation sees.
    pub fn remembers(&self) -> bool {
        self.layout.memory > 0 || self.layout.internals > 0
    }

    /// The name of a contact in metrics and columns: without prefix for the first vehicle.
    pub fn contact_name(&self, contact: usize) -> String {
        let Contact { vehicle, marker, .. } = self.contacts[contact];
        self.entity_name(vehicle, &self.vehicles[vehicle].markers[marker].name)
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
