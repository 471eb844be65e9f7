//! Steps with contacts that another tool has found.
//!
//! A tool with its own geometry (a viewer, a game engine, a planner) knows where a vehicle touches its
//! ground. It gives contact points, normals, gaps, friction and restitution; a [`Session`] steps the
//! vehicle and answers with poses of links, joint states and the impulse at each contact. This is the
//! interface between Siconos and 3DROV ("the number of contact points, coordinates of contact points,
//! normal vector, penetration, coefficients of friction and restitution" in, "the rover's joints and the
//! rover's trunk position and orientation" out), step by step:
//!
//! ```text
//! poses ──► the other tool's detection ──► contacts ──► Session::step ──► poses, impulses
//! ```
//!
//! Contacts hold for one step and are those of its start, by Moreau and Jean's scheme
//! ([`crate::stepping::Method::MoreauJean`]). Those that are still open may be given too: they only
//! keep the step from passing through, so give all that could close within it. Controllers, phases and
//! triggers of a scenario are not run: the outside is in their place.
//!
//! Contacts may be many, redundant or at odds with each other. A step takes no more iterations than its budget;
//! [`StepReport::solver`] says whether the impulses were found, and how wrong they are if not.
//!
//! A ball of 0.1 m falls on a floor that only this loop knows of:
//!
//! ```
//! use nalgebra::Vector3;
//! use planetfall::ground::RigidGround;
//! use planetfall::environment::Gravity;
//! use planetfall::outside::{OutsideContact, Session};
//! use planetfall::state::State;
//! use planetfall::terrain::Plane;
//! use planetfall::time::Time;
//! use planetfall::shape::Shape;
//! use planetfall::vehicle::{Inertia, Motion, Vehicle};
//! use planetfall::world::World;
//! use std::sync::Arc;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let shape = Shape::Ball { centre: Vector3::zeros(), radius: 0.1 };
//! let ball = Vehicle::rigid("ball", Inertia::ball(1.0, 0.1)?)
//!     .with_contactor("skin", 0, shape, RigidGround::new(0.5, 0.0));
//! let ground = Arc::new(Plane::level(0.0)?);
//! let world = Arc::new(World::new(Gravity::Uniform(3.71), ground, vec![ball]));
//! let start = State::new(&world, &[Motion::at_rest(Vector3::new(0.0, 0.0, 2.0))], &[]);
//! let mut session = Session::from_state(world, start, Time::from_millis(10), 0.5)?;
//!
//! let floor = 1.0;
//! for _ in 0..200 {
//!     let centre = session.pose(0)?.position;
//!     let contact = OutsideContact {
//!         contactor: 0,
//!         other: None,
//!         point: centre - Vector3::z() * 0.1,
//!         normal: Vector3::z(),
//!         gap: centre.z - 0.1 - floor,
//!         friction: 0.5,
//!         restitution: 0.0,
//!         name: 0,
//!     };
//!     session.step(&[contact])?;
//! }
//! assert!((session.pose(0)?.position.z - 1.1).abs() < 1e-9);
//! assert!((session.impulses()[0].normal - 3.71 * 0.01).abs() < 1e-9); // weight × step
//! # Ok(())
//! # }
//! ```

mod error;
mod inspection;
mod roster;

pub use error::{Flaw, OutsideError};
pub use roster::{JointEntry, LinkEntry};

use crate::contact::{Contact, Impulse};
use crate::ground::RigidGround;
use crate::math::time::Time;
use crate::simulation::scenario::Scenario;
use crate::state::{Ledger, State};
use crate::stepping::{self, Method, StepReport, Workspace};
use crate::terrain::Facet;
use crate::vehicle::MotorCommand;
use crate::world::World;
use crate::world::Wrench;
use nalgebra::{Rotation3, UnitQuaternion, Vector3};
use roster::Roster;
use std::sync::Arc;

/// A contact that another tool has found, with its law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutsideContact {
    /// Index of the contactor among those of the world.
    pub contactor: usize,
    /// Index of the contactor that it rests on; `None` for the ground.
    pub other: Option<usize>,
    /// Point of the contactor's surface, site frame, m.
    pub point: Vector3<f64>,
    /// Unit normal, from what it rests on to the contactor.
    pub normal: Vector3<f64>,
    /// Distance along the normal, m; negative inside.
    pub gap: f64,
    /// Coulomb's coefficient.
    pub friction: f64,
    /// Newton's coefficient.
    pub restitution: f64,
    /// Names the contact from step to step, so that a solve starts from the last one's impulses.
    pub name: u32,
}

impl OutsideContact {
    /// The contact, and friction and restitution as its law.
    pub(crate) fn parts(&self) -> (Contact, RigidGround) {
        let Self { contactor, other, point, normal, gap, friction, restitution, name } = *self;
        let (facet, feature) = (Facet::Other(0), name);
        let contact =
            Contact { contactor, other, point, normal, gap, facet, feature, ..Contact::NONE };
        (contact, RigidGround::new(friction, restitution))
    }
}

/// A vehicle, or several, stepped from outside.
#[derive(Clone, Debug)]
pub struct Session {
    world: Arc<World>,
    method: Method,
    state: State,
    workspace: Workspace,
    roster: Roster,
    contacts: Vec<OutsideContact>,
    impulses: Vec<Impulse>,
    report: Option<StepReport>,
}

/// Where a link is and how it moves, in the site frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkPose {
    /// Its origin, m.
    pub position: Vector3<f64>,
    /// From its axes to the site's.
    pub site_from_link: UnitQuaternion<f64>,
    /// Of its origin, site axes, m/s.
    pub velocity: Vector3<f64>,
    /// Site axes, rad/s.
    pub rate: Vector3<f64>,
}

/// A joint of one coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointState {
    /// rad or m.
    pub position: f64,
    /// rad/s or m/s.
    pub speed: f64,
    /// What its motor gives, N m or N.
    pub motor: f64,
}

impl Session {
    /// At the start of a scenario whose ground is nonsmooth, with the step of its first phase.
    pub fn new(scenario: &Scenario) -> Result<Self, OutsideError> {
        match scenario.phases.first().map(|phase| phase.method) {
            Some(Method::MoreauJean { step, theta }) => {
                Self::from_state(scenario.world.clone(), scenario.initial(), step, theta)
            }
            Some(
                Method::RungeKutta4 { .. }
                | Method::DormandPrince54 { .. }
                | Method::Implicit { .. }
                | Method::Newmark { .. }
                | Method::EventDriven { .. },
            )
            | None => Err(OutsideError::Method),
        }
    }

    /// At the start of any scenario, whatever its ground and method: every contactor stands on rigid
    /// ground, of which friction and restitution matter only where nothing is given from outside.
    pub fn on_rigid_ground(
        scenario: &Scenario,
        friction: f64,
        restitution: f64,
        step: Time,
    ) -> Result<Self, OutsideError> {
        inspection::check_law(friction, restitution)?;
        let law = RigidGround::new(friction, restitution).into();
        let world = Arc::new(World::clone(&scenario.world).with_ground(&law));
        let state = State::new(&world, &scenario.motions, &scenario.joints)
            .with_seed(&world, scenario.seed);
        Self::from_state(world, state, step, 0.5)
    }

    /// From a state of a world whose contactors all have a law of the cone problem.
    pub fn from_state(
        world: Arc<World>,
        state: State,
        step: Time,
        theta: f64,
    ) -> Result<Self, OutsideError> {
        inspection::check_world(&world)?;
        if step <= Time::ZERO {
            return Err(OutsideError::Step(step));
        }
        if !(0.5..=1.0).contains(&theta) {
            return Err(OutsideError::Theta(theta));
        }
        inspection::check_state(&world, &state)?;
        let mut workspace = Workspace::new(&world);
        workspace.refresh(&world, &state)?;
        Ok(Self {
            roster: Roster::of(&world),
            method: Method::MoreauJean { step, theta },
            contacts: Vec::new(),
            impulses: Vec::new(),
            report: None,
            world,
            state,
            workspace,
        })
    }

    /// One step with these contacts and no others. If any of them is wrong, or the step cannot be
    /// taken, nothing has happened.
    pub fn step(&mut self, contacts: &[OutsideContact]) -> Result<StepReport, OutsideError> {
        self.contacts.clear();
        for (index, contact) in contacts.iter().enumerate() {
            let sound = self.inspected(index, contact)?;
            self.contacts.push(sound);
        }
        self.workspace.cone.give(Some(self.contacts.iter().map(OutsideContact::parts)));
        self.go()
    }

    /// Whether a step would take these contacts.
    pub fn inspect(&self, contacts: &[OutsideContact]) -> Result<(), OutsideError> {
        let mut all = contacts.iter().enumerate();
        all.try_for_each(|(index, contact)| self.inspected(index, contact).map(|_| ()))
    }

    fn inspected(
        &self,
        index: usize,
        contact: &OutsideContact,
    ) -> Result<OutsideContact, OutsideError> {
        let evaluation = self.workspace.evaluation();
        inspection::inspect(&self.world, evaluation, contact).map_err(|flaw| {
            let contactor = self.roster.contactors.get(contact.contactor).cloned();
            OutsideError::Contact { index, contactor, flaw }
        })
    }

    /// One step with the contacts that Planetfall itself finds on the world's terrain, for comparison.
    pub fn step_detecting(&mut self) -> Result<StepReport, OutsideError> {
        self.workspace.cone.give(None::<std::iter::Empty<_>>);
        self.go()
    }

    fn go(&mut self) -> Result<StepReport, OutsideError> {
        let Self { world, method, state, workspace, .. } = self;
        let report = stepping::step(world, method, state, method.longest(), workspace)?;
        self.workspace.cone.take_contact_impulses(&mut self.impulses);
        self.report = Some(report);
        Ok(report)
    }

    /// Impulse (N s) on the contactor of each contact of the last step, in the order in which they were
    /// given.
    pub fn impulses(&self) -> &[Impulse] {
        &self.impulses
    }

    /// What the last step did, with residual and status of the solver; none before the first step and after a
    /// restore.
    pub fn report(&self) -> Option<&StepReport> {
        self.report.as_ref()
    }

    /// Links of all vehicles.
    pub fn links(&self) -> &[LinkEntry] {
        &self.roster.links
    }

    /// Joints of one coordinate of all vehicles.
    pub fn joints(&self) -> &[JointEntry] {
        &self.roster.joints
    }

    /// Names of the contactors of all vehicles, in the order by which contacts name them.
    pub fn contactors(&self) -> &[String] {
        &self.roster.contactors
    }

    /// Index of a link's name.
    pub fn link(&self, name: &str) -> Result<usize, OutsideError> {
        roster::find("link", self.roster.links.iter().map(|link| link.name.as_str()), name)
    }

    /// Index of a joint's name.
    pub fn joint(&self, name: &str) -> Result<usize, OutsideError> {
        roster::find("joint", self.roster.joints.iter().map(|joint| joint.name.as_str()), name)
    }

    /// Index of a contactor's name.
    pub fn contactor(&self, name: &str) -> Result<usize, OutsideError> {
        roster::find("contactor", self.roster.contactors.iter().map(String::as_str), name)
    }

    /// Index of the link that a contactor belongs to.
    pub fn link_of_contactor(&self, contactor: usize) -> Result<usize, OutsideError> {
        let count = self.roster.contactors.len();
        let place = self.world.contactors().get(contactor);
        let place = place.ok_or(OutsideError::index("contactor", contactor, count))?;
        let link = self.world.vehicles()[place.vehicle].contactors[place.contactor].link;
        Ok(self.world.layout().links(place.vehicle).start + link)
    }

    /// Where a link is.
    pub fn pose(&self, link: usize) -> Result<LinkPose, OutsideError> {
        let count = self.roster.links.len();
        let entry = self.roster.links.get(link);
        let entry = entry.ok_or(OutsideError::index("link", link, count))?;
        Ok(self.pose_of(entry))
    }

    /// Where all links are, in the order of [`Self::links`].
    pub fn poses(&self) -> impl ExactSizeIterator<Item = LinkPose> {
        self.roster.links.iter().map(|entry| self.pose_of(entry))
    }

    fn pose_of(&self, entry: &LinkEntry) -> LinkPose {
        let kinematics = self.workspace.evaluation().kinematics(entry.vehicle);
        let motion = &kinematics.links[entry.link];
        let turn = Rotation3::from_matrix_unchecked(motion.rotation);
        LinkPose {
            position: kinematics.anchor + motion.position,
            site_from_link: UnitQuaternion::from_rotation_matrix(&turn),
            velocity: motion.twist.at(&motion.position),
            rate: motion.twist.angular,
        }
    }

    /// How a joint is.
    pub fn joint_state(&self, joint: usize) -> Result<JointState, OutsideError> {
        let count = self.roster.joints.len();
        let entry = self.roster.joints.get(joint);
        let entry = entry.ok_or(OutsideError::index("joint", joint, count))?;
        Ok(self.state_of(entry))
    }

    /// How all joints are, in the order of [`Self::joints`].
    pub fn joint_states(&self) -> impl ExactSizeIterator<Item = JointState> {
        self.roster.joints.iter().map(|entry| self.state_of(entry))
    }

    fn state_of(&self, entry: &JointEntry) -> JointState {
        let (layout, continuous) = (self.world.layout(), &self.state.continuous);
        let place = &self.world.vehicles()[entry.vehicle].tree.places()[entry.link];
        let q = continuous[layout.positions(entry.vehicle).start + place.position];
        let v = continuous[layout.velocities(entry.vehicle).start + place.velocity];
        JointState {
            position: place.multiplier * q + place.offset,
            speed: place.multiplier * v,
            motor: self.workspace.evaluation().motor_torque(entry.vehicle, entry.link),
        }
    }

    /// Commands the motor of a joint from now on.
    pub fn command(&mut self, joint: usize, command: MotorCommand) -> Result<(), OutsideError> {
        let count = self.roster.joints.len();
        let entry = self.roster.joints.get(joint);
        let entry = entry.ok_or(OutsideError::index("joint", joint, count))?;
        let part = &self.world.vehicles()[entry.vehicle].tree;
        let Some(motor) = &part.links()[entry.link].joint.motor else {
            return Err(OutsideError::NoMotor { joint: entry.name.clone() });
        };
        inspection::check_command(&entry.name, motor, command)?;
        let layout = self.world.layout();
        if part.links()[entry.link].joint.holds() && !matches!(command, MotorCommand::Speed(_)) {
            // What is commanded anything but a speed has nothing to lag behind.
            let first = layout.joint_states(entry.vehicle).start;
            self.state.continuous[first + part.places()[entry.link].states.start] = 0.0;
        }
        self.state.command.motors[layout.links(entry.vehicle).start + entry.link] = command;
        Ok(())
    }

    /// Sets an external wrench of the scenario, by its name, until it is set again: a force (N) and a moment
    /// (N m) beside what the scenario schedules, in the wrench's axes.
    pub fn set_wrench(
        &mut self,
        name: &str,
        force: Vector3<f64>,
        moment: Vector3<f64>,
    ) -> Result<(), OutsideError> {
        let known = || self.world.external_wrenches();
        let names = known().map(|(_, wrench)| wrench.name.as_str());
        let place = roster::find("external wrench", names, name)?;
        if !force.iter().chain(moment.iter()).all(|part| part.is_finite()) {
            return Err(OutsideError::NotFiniteWrench { name: name.to_owned() });
        }
        if let Some((index, _)) = known().nth(place) {
            self.state.command.external[index] = Wrench { force, torque: moment };
        }
        Ok(())
    }

    /// Simulation time.
    pub fn time(&self) -> Time {
        self.state.time
    }

    /// Length of a step.
    pub fn step_length(&self) -> Time {
        self.method.longest()
    }

    /// The energy account.
    pub fn ledger(&self) -> &Ledger {
        &self.state.ledger
    }

    /// All that changes; its clone is a checkpoint.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What does not change.
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }

    /// Goes back (or on) to a checkpoint; the impulses are then those of no step.
    pub fn restore(&mut self, state: &State) -> Result<(), OutsideError> {
        inspection::check_state(&self.world, state)?;
        if let Err(error) = self.workspace.refresh(&self.world, state) {
            // Poses stay those of the state that stays.
            self.workspace.refresh(&self.world, &self.state)?;
            return Err(error.into());
        }
        self.state.clone_from(state);
        self.impulses.clear();
        self.report = None;
        Ok(())
    }
}
