//! Flight software of a powered landing, in four parts that know of each other only what stands in
//! registers, each with its own period and memory:
//!
//! ```text
//! inertial sensor, radar -> Navigator  velocity, attitude, height as the vehicle believes them
//!                        -> Sequencer  which mode; the velocity or thrust wanted; cut, let go
//!                        -> Detector   has the load come off? (commanded thrust, or leg switches)
//!                        -> Steering   thrust of each engine
//! ```
//!
//! An entry has two more: before the modes of the landing the sequencer follows an approach, a plan of modes that is
//! data, and the attitude control banks the vehicle by thrusters as that plan wants.
//!
//! Nothing here sees the truth: what is wrong with the sensors, with the gravity on board or with an
//! engine shows in how the landing goes.

mod allocation;
mod approach;
mod attitude;
mod detector;
pub mod entry;
mod manual;
mod navigator;
pub mod phase_plane;
pub mod powered;
mod sequencer;
mod steering;

pub use allocation::{Allocation, EngineArm, MOST_ENGINES};
pub use approach::Approach;
pub use attitude::{AttitudeControl, AttitudePlan, Thruster, ThrusterUse};
pub use detector::{Detection, Reference, TouchdownDetected, TouchdownDetector};
pub use manual::{ManualFlight, Stick};
pub use navigator::{Navigator, PlanetNavigation};
pub use sequencer::{CranePlan, LanderPlan, Plan, Sequencer};
pub use steering::{Configuration, Gains, Steering};

pub(crate) use sequencer::MODE_ENTERED;

use crate::dynamics::Kinematics;
use crate::dynamics::energy;
use crate::math::time::Time;
use crate::state::State;
use crate::vehicle::{Motion, Sensor};
pub use crate::world::PARTS;
use crate::world::{Console, ControlLoop, Controller, RegisterColumn, World};
use nalgebra::{Matrix3, Vector3};
use std::sync::Arc;

/// What each part records: whose it is, what stands before its names, and its columns.
pub(crate) const COLUMNS: [(&str, &str, &[RegisterColumn]); 5] = [
    ("Flight software: navigator", "navigator.", &navigator::COLUMNS),
    ("Flight software: sequencer", "sequencer.", &sequencer::COLUMNS),
    ("Flight software: detector", "detector.", &detector::COLUMNS),
    ("Flight software: steering", "steering.", &steering::COLUMNS),
    ("Flight software: attitude in an entry", "attitude.", &attitude::COLUMNS),
];

/// First registers of the parts among those of all controllers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Of the navigator.
    pub navigator: usize,
    /// Of the sequencer.
    pub sequencer: usize,
    /// Of the detector.
    pub detector: usize,
    /// Of the steering.
    pub steering: usize,
    /// Of the console, where an outside program notices touchdown.
    pub console: usize,
}

/// All that determines the flight software of one vehicle.
#[derive(Clone, Debug)]
pub struct FlightSoftware {
    /// Index of the vehicle that flies.
    pub vehicle: usize,
    /// Its radar and alignment.
    pub radar: Sensor,
    /// Its inertial sensor.
    pub inertial: Sensor,
    /// When radar is no longer used.
    pub radar_until: Time,
    /// Gravity that the software believes in, m/s².
    pub gravity: f64,
    /// Navigation over a planet, where gravity on board is more than that number.
    pub planet: Option<PlanetNavigation>,
    /// What comes before, from entry on.
    pub approach: Option<Approach>,
    /// Thrusters by which the vehicle is banked and kept from turning, in the approach.
    pub attitude: Option<AttitudePlan>,
    /// What is to be flown.
    pub plan: Plan,
    /// How touchdown is noticed.
    pub detection: Detection,
    /// How stiffly it is flown.
    pub gains: Gains,
    /// Engines that are used, as indices within the vehicle.
    pub engines: Vec<usize>,
    /// Mass that the software believes in over the true one at the start.
    pub mass_ratio: f64,
    /// Periods of navigator, sequencer, detector and steering.
    pub periods: [Time; 4],
}

const DETECTOR: &str = "detector";
const ATTITUDE: &str = "attitude";

impl World {
    /// Adds the sensors and the four controllers of a flight.
    pub fn with_flight_software(mut self, software: FlightSoftware) -> Self {
        let radar = self.sensors().len();
        let inertial = radar + 1;
        let Designs { entering, mated, alone, load } = Designs::of(&self, &software);
        let arms = engine_arms(&self, software.vehicle, &software.engines);
        let approaching = software.approach.as_ref().map_or(&[][..], |approach| &approach.engines);
        let approach_arms = engine_arms(&self, software.vehicle, approaching);
        self = self.with_sensor(software.radar).with_sensor(software.inertial);
        let first = self.first_register(self.control().len());
        let mut places = Places { navigator: first, ..Places::default() };
        places.sequencer = places.navigator + navigator::REGISTERS;
        let approach = places.sequencer + sequencer::APPROACH;
        let switch = software.approach.as_ref().map(|_| approach + approach::RADAR);
        let navigator = Navigator {
            inertial,
            radar,
            gravity: software.gravity,
            spin: self.gravity().spin().copied(),
            radar_until: software.radar_until,
            planet: software.planet.map(|own| PlanetNavigation { radar_switch: switch, ..own }),
        };
        let sequencer = |places: Places| Sequencer {
            plan: software.plan.clone(),
            places,
            gravity: software.gravity,
            approach: software.approach.clone(),
        };
        places.console = places.sequencer + sequencer(places).count();
        let outside = outside_period(&software.detection);
        let axial: Vec<_> = arms.iter().map(|arm| (arm.engine, arm.direction.z)).collect();
        let console = |world: &Self, steering: usize| {
            let known = [steering::WEIGHT, steering::LOAD_OFF, steering::PULL_CHANGE];
            Console::new(world, None).with_touchdown(&axial, known.map(|place| steering + place))
        };
        let listening = outside.map_or(0, |_| console(&self, 0).registers());
        places.detector = places.console + listening;
        places.steering = places.detector + detector::REGISTERS;
        let longest_fall = longest_fall(&self, &software.plan, software.gravity);
        let sequencer = sequencer(places);
        let detector = TouchdownDetector {
            detection: software.detection,
            places,
            arms: arms.clone(),
            longest_fall,
        };
        let steering = Steering {
            gains: software.gains,
            places,
            gravity: software.gravity,
            arms: arms.clone(),
            approach_arms,
            mated,
            alone,
            load,
            mass_ratio: software.mass_ratio,
            period: software.periods[3],
            feed: software.approach.as_ref().map(|_| approach + approach::FEED),
        };
        let parts: [Arc<dyn Controller>; 4] =
            [Arc::new(navigator), Arc::new(sequencer), Arc::new(detector), Arc::new(steering)];
        for ((controller, name), period) in parts.into_iter().zip(PARTS).zip(software.periods) {
            if let Some(period) = outside.filter(|_| name == DETECTOR) {
                // What is said there is heard by the detector in the same tick.
                let console = console(&self, places.steering);
                self = self.with_console(period, console);
            }
            self = self.with_control(ControlLoop { name: name.to_owned(), period, controller });
        }
        match software.attitude {
            Some(plan) => self.with_attitude_control(plan, software.vehicle, &entering, places),
            None => self,
        }
    }

    fn with_attitude_control(
        self,
        plan: AttitudePlan,
        vehicle: usize,
        design: &Configuration,
        places: Places,
    ) -> Self {
        let arms = engine_arms(&self, vehicle, &plan.thrusters);
        let thrusters = arms.iter().filter_map(|arm| Thruster::new(arm, design)).collect();
        let (period, geodesy) = (plan.period, *self.geodesy());
        let controller = Arc::new(AttitudeControl { plan, thrusters, geodesy, places });
        self.with_control(ControlLoop { name: ATTITUDE.to_owned(), period, controller })
    }
}

/// Time between the ticks of a program outside that notices touchdown, if it is for that to do.
fn outside_period(detection: &Detection) -> Option<Time> {
    match *detection {
        Detection::Outside { period } => Some(period),
        Detection::Throttle { .. } | Detection::Switches { .. } => None,
    }
}

/// Mass properties that the software knows by design.
struct Designs {
    /// With all that is carried.
    entering: Configuration,
    /// As its engines fly it first: what an approach lets go is no part of that.
    mated: Configuration,
    /// Without the load as well.
    alone: Configuration,
    /// Mass of the load, if there is one, kg.
    load: Option<f64>,
}

impl Designs {
    fn of(world: &World, software: &FlightSoftware) -> Self {
        let mut gone = software.approach.as_ref().map_or_else(Vec::new, Approach::separated);
        let mated = configuration(world, software.vehicle, &gone);
        let dropped = match &software.plan {
            Plan::Crane(plan) => Some(plan.part),
            Plan::Lander(_) => None,
        };
        gone.extend(dropped);
        let alone = configuration(world, software.vehicle, &gone);
        Self {
            entering: configuration(world, software.vehicle, &[]),
            mated,
            alone,
            load: dropped.map(|_| mated.mass - alone.mass),
        }
    }
}

/// The longest time for which a load can be less than half carried without standing: it falls at more than g/2, and
/// no further than the shortest of its cables is long.
fn longest_fall(world: &World, plan: &Plan, gravity: f64) -> Time {
    let Plan::Crane(plan) = plan else { return Time::ZERO };
    let cables = plan.cables.iter().filter_map(|&cable| world.cables().get(cable));
    let drop = cables.map(|cable| cable.length).fold(f64::INFINITY, f64::min);
    let fall = (4.0 * drop / gravity).sqrt();
    // Without gravity a load never comes down by itself.
    if fall.is_finite() { Time::nearest(fall) } else { Time::MAX }
}

/// Engines in use as the software knows them, with their places among those of the world.
fn engine_arms(world: &World, vehicle: usize, engines: &[usize]) -> Vec<EngineArm> {
    engines.iter().filter_map(|&index| engine_arm(world, vehicle, index)).collect()
}

/// One of a vehicle's engines as software knows it.
fn engine_arm(world: &World, vehicle: usize, index: usize) -> Option<EngineArm> {
    let engine = world.vehicles()[vehicle].engines.get(index)?;
    let root = neutral(world, vehicle);
    let link = &root.links[engine.link];
    Some(EngineArm {
        engine: world.layout().engines(vehicle).start + index,
        position: link.position + link.rotation * engine.position,
        direction: link.rotation * engine.direction,
        least: engine.least,
        most: engine.most,
        exhaust_speed: engine.specific_impulse * crate::vehicle::STANDARD_GRAVITY,
    })
}

/// The vehicle with its root at the origin and not turned.
fn neutral(world: &World, vehicle: usize) -> Kinematics {
    let tree = &world.vehicles()[vehicle].tree;
    let mut kinematics = Kinematics::new(tree);
    kinematics.update(tree, &tree.neutral(), &vec![0.0; tree.velocities()]);
    kinematics
}

/// Mass, centre and inertia of a vehicle as designed with all that it carries but for some parts.
fn configuration(world: &World, vehicle: usize, without: &[usize]) -> Configuration {
    let mut mounted: Vec<bool> = world.mounts().iter().map(Option::is_some).collect();
    without.iter().for_each(|&part| mounted[part] = false);
    configuration_with(world, vehicle, &mounted)
}

/// The same with those parts that are said to be carried.
fn configuration_with(world: &World, vehicle: usize, mounted: &[bool]) -> Configuration {
    let motions = vec![Motion::at_rest(Vector3::zeros()); world.vehicles().len()];
    let mut state = State::new(world, &motions, &[]);
    if state.discrete.mounted != mounted && state.discrete.mounted.len() == mounted.len() {
        state.discrete.mounted.copy_from_slice(mounted);
        crate::state::staging::settle_in(world, &mut state);
    }
    let inertias = &state.inertias[world.layout().links(vehicle)];
    let kinematics = state.kinematics(world, vehicle);
    let centre = energy::centre_of_mass(inertias, &kinematics);
    let mut inertia = Matrix3::zeros();
    for (motion, link) in kinematics.links.iter().zip(inertias) {
        let Some(link) = link else { continue };
        let (at, about) = motion.inertia(link);
        let apart = kinematics.anchor + at - centre.position;
        let steiner = Matrix3::identity() * apart.norm_squared() - apart * apart.transpose();
        inertia += about + steiner * link.mass();
    }
    Configuration { mass: centre.mass, centre: centre.position, moments: inertia.diagonal() }
}
