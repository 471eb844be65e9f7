//! Physics of things that touch other worlds.
//!
//! This page is the tour: what there is, in the order in which it is best read. Modules stand in
//! that order: none uses one that stands below it, and a test reads the sources for it
//! (`xtask/src/order.rs`). The crate reads no file, no clock and no environment variable and has no
//! entropy of its own; all numbers are SI units and radians, z points up. [`math::time::Time`] is
//! whole nanoseconds, never an accumulated float.
//!
//! **Where.** The site frame is fixed to the planet: x east, y north, z up, from entry to parking.
//! A [`terrain::Terrain`] answers one question, where its surface is as seen from a point: the gap,
//! the normal and which facet. It never changes; there are planes, steps, elevation maps, rocks on
//! any of them, and a [`terrain::generator`] that makes ground by published laws from a seed.
//! Gravity, air and wind are fields in the site frame ([`environment::Gravity`], [`environment::Atmosphere`],
//! [`environment::Wind`]).
//!
//! **Where they meet.** A point near the ground is a [`contact::Contact`], found from a
//! [`shape::Shape`], and a [`ground::Ground`] answers it with a [`contact::Load`]. Evaluating a law
//! is pure, however often a step may do it; what the ground remembers changes only when a step is
//! accepted. POST2's law is in [`ground::marker`]; a law of your own crate is a
//! [`ground::CustomGround`].
//!
//! **What moves.** A [`vehicle::Vehicle`] is a [`vehicle::Tree`] of links and joints, each link with
//! an [`vehicle::Inertia`] (valid by construction: no body with impossible moments exists), and
//! contactors, the shapes that feel the ground; a rigid body is the tree of one link.
//! [`vehicle::Motion`] says where its root is and how it moves. What a vehicle is told about itself
//! comes from a [`vehicle::Sensor`], with noise that is a pure function of a key and a counter
//! ([`math::noise`]). The equations of motion, by their literature names, are in [`dynamics`].
//!
//! **What there is, and what changes.** The constants of a run are a [`world::World`], shared by all
//! its samples; it also says who decides ([`world::Controller`]) and what pushes
//! ([`world::ForceElement`]). All that changes is a [`state::State`]: cloning it is a checkpoint, and
//! its [`state::Ledger`] is the energy account.
//!
//! **One step.** [`stepping::step`] carries the state forward by a [`stepping::Method`]: classical
//! Runge–Kutta, Dormand–Prince with error control, or an implicit step for stiff ground. Every method
//! takes the same list of [`forces`]. A step is attempted, then accepted; it allocates nothing. Each
//! step brings the energy account up to date: what no force explains is numerical error, and is told.
//! [`statics`] finds a vehicle's resting pose without any step.
//!
//! **A run.** What decides in it is in [`control`]: drivers, flight software, operators. A
//! [`simulation::scenario::Scenario`] is a world, where it starts, and [`simulation::phase`]s with
//! what ends them. The one engine is [`simulation::Simulation::advance`], and [`simulation::run`]
//! goes from start to end. A [`simulation::recording::Recorder`] hears of frames and events and can
//! change nothing; the [`simulation::outcome::Outcome`] has the metrics, gathered from every step;
//! [`simulation::image`] turns a state into plain words and back. Pictures of a vehicle's cameras
//! come from [`imaging`].
//!
//! A ball with one marker is dropped on an incline of 10° and slides until friction stops it:
//!
//! ```
//! use nalgebra::Vector3;
//! use planetfall::ground::marker::{Friction, FrictionTable, MarkerGround, Spring};
//! use planetfall::environment::Gravity;
//! use planetfall::recording::Silent;
//! use planetfall::scenario::Scenario;
//! use planetfall::stepping::Method;
//! use planetfall::terrain::Plane;
//! use planetfall::time::Time;
//! use planetfall::vehicle::{Inertia, Motion, Vehicle};
//! use planetfall::world::World;
//! use std::sync::Arc;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let (mass, gravity, slope) = (20.0, 3.71, 10f64.to_radians());
//! let table = FrictionTable {
//!     stick_speed: 0.01,
//!     slide_speed: 0.02,
//!     stick_coefficient: 0.6,
//!     slide_coefficient: 0.5,
//! };
//! let law = MarkerGround {
//!     spring: Spring::from_rest(mass, gravity, 0.01, 0.5), // 1 cm deep at rest, half of critical
//!     table,
//!     friction: Friction::Classical,
//! };
//! let ball = Vehicle::rigid("ball", Inertia::ball(mass, 0.2)?)
//!     .with_marker("foot", Vector3::zeros(), law);
//! let incline = Plane::incline(Vector3::zeros(), slope, 0.0)?; // falls to the north
//! let world = World::new(Gravity::Uniform(gravity), Arc::new(incline), vec![ball]);
//! let start = Motion::at_rest(Vector3::new(0.0, 0.0, 1.0));
//! let method = Method::RungeKutta4 { step: Time::from_millis(1) };
//! let duration = Time::from_seconds(5.0)?;
//! let scenario = Scenario::single_phase("drop", world, vec![start], method, duration)?;
//!
//! let outcome = planetfall::simulation::run(&scenario, &mut Silent)?;
//! let metric = |name| outcome.metric(name).unwrap_or(f64::NAN);
//! let fall = (2.0 / gravity).sqrt(); // 1 m above the incline, straight down
//! assert!((metric("foot.first_contact_s") - fall).abs() < 1e-3);
//! let weight = mass * gravity * slope.cos();
//! assert!((metric("foot.final_normal_force_n") - weight).abs() < 1e-3 * weight);
//! assert!(metric("energy.unexplained_share") < 1e-3); // the impact falls within a step
//! # Ok(())
//! # }
//! ```

pub mod math;

pub mod shape;

pub mod terrain;

pub mod environment;

pub mod contact;

pub mod ground;

pub mod vehicle;

pub mod dynamics;

pub mod world;

pub mod state;

pub mod forces;

pub mod stepping;

pub mod statics;

pub mod control;

pub mod simulation;

pub mod imaging;

pub mod rig;

// For other crates; within this one a path names the module that holds what it names.
pub use math::time;
pub use simulation::{diagnosis, image, outcome, outside, phase, recording, scenario};
pub use statics::immersion;
pub use vehicle::grains;
