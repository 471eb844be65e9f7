//! The right-hand side: from a state vector to touches, loads and rates of change.

use super::StepError;
use super::cone::ContactDetection;
use super::soil_explicit::ExplicitSoil;
use crate::contact::geometry::Surroundings;
use crate::contact::sample_point::SampleLocus;
use crate::contact::{Contact, Load, PointImpulses};
use crate::dynamics::Mechanics;
use crate::dynamics::crba::Turned;
use crate::dynamics::energy::{self, Centre};
use crate::dynamics::kinematics::{Kinematics, position_rates};
use crate::dynamics::rnea::{RneaScratch, rnea, rnea_in_field, rnea_unaccelerated};
use crate::environment::Gravity;
use crate::forces::{AppliedForces, JointMotion};
use crate::math::spatial::Force;
use crate::math::time::Time;
use crate::state::{SchemeTerms, State, split};
use crate::vehicle::{Inertia, JointForce, Pull, Tree};
use crate::world::{Channel, SMOOTH_CHANNELS, SamplePoint, World};
use nalgebra::Vector3;

/// Everything the equations of motion say about one state vector.
#[derive(Clone, Debug)]
pub struct Evaluation {
    pub(crate) applied: AppliedForces,
    pub(super) contacts: Vec<Contact>,
    pub(super) loads: Vec<Load>,
    /// Loads that a step found or memory gave are nothing from this point on.
    pub(super) loaded: usize,
    /// Whether any of them may be of a contact that carries something.
    pub(super) is_loaded: bool,
    /// What detection has found of the pose for each sample point, where its contactor touches.
    found: Vec<Option<Contact>>,
    /// It has found nothing from this point on.
    met: usize,
    /// Whether that is known of the pose at hand.
    knows_touching: bool,
    increments: Vec<f64>,
    pub(super) soil_explicit: ExplicitSoil,
    nearby: Nearby,
}

/// What is known of the ground near each shape of the vehicles' bodies.
#[derive(Debug, Default)]
struct Nearby(Vec<Surroundings>);

impl Clone for Nearby {
    /// Scratch has no content worth copying.
    fn clone(&self) -> Self {
        Self(self.0.iter().map(|_| Surroundings::default()).collect())
    }
}

/// Distance at which a shape of a body is looked at whatever moves, m. Chosen.
const BODY_MARGIN: f64 = 0.02;
/// Time within which a shape might come down, s: what is farther than its speed times this is not looked
/// at. Chosen: longer than any step.
const BODY_TIME: f64 = 0.1;

/// Whether kinematics and inertias are those of the state that is to be evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PoseStatus {
    Unknown,
    /// By the last evaluation, of the same positions, velocities and tanks.
    Known,
}

impl Evaluation {
    pub(crate) fn new(world: &World) -> Self {
        let far = |point: &SamplePoint| Contact { contactor: point.contactor, ..Contact::NONE };
        Self {
            applied: AppliedForces::new(world),
            contacts: world.sample_points().iter().map(far).collect(),
            loads: vec![Load::NONE; world.sample_points().len()],
            loaded: 0,
            is_loaded: false,
            found: vec![None; world.sample_points().len()],
            met: 0,
            knows_touching: false,
            increments: vec![0.0; world.layout().memory()],
            soil_explicit: ExplicitSoil::default(),
            nearby: Nearby(world.outlines().iter().map(|_| Surroundings::default()).collect()),
        }
    }

    /// Rates of the continuous state.
    pub fn rates(&self) -> &[f64] {
        &self.applied.rates
    }

    /// How each contact point meets the ground.
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// Force of the ground on each contact point.
    pub fn loads(&self) -> &[Load] {
        &self.loads
    }

    /// Whether any contact may carry something; in flight none does.
    #[inline]
    pub(super) fn is_loaded(&self) -> bool {
        self.is_loaded
    }

    /// The loads, to be given by a step that solves for them.
    pub(super) fn loads_mut(&mut self) -> &mut [Load] {
        self.is_loaded = true;
        self.loaded = self.loads.len();
        &mut self.loads
    }

    /// Motion of a vehicle's links.
    pub fn kinematics(&self, vehicle: usize) -> &Kinematics {
        &self.applied.vehicles[vehicle].kinematics
    }

    /// Torque (N m) or force (N) of the motor of a link's joint.
    pub fn motor_torque(&self, vehicle: usize, link: usize) -> f64 {
        self.applied.vehicles[vehicle].joints[link].motor
    }

    /// What is smooth in the force of a link's joint.
    #[inline]
    pub(super) fn joint_force(&self, vehicle: usize, link: usize) -> &JointForce {
        &self.applied.vehicles[vehicle].joints[link]
    }

    /// Thrust of an engine of the world, N.
    pub fn thrust(&self, engine: usize) -> f64 {
        self.applied.thrusts[engine]
    }

    /// What each cable does.
    pub fn pulls(&self) -> &[Pull] {
        &self.applied.pulls
    }

    /// Force of each cable on its lower end, site axes, N.
    pub fn cable_forces(&self) -> &[Vector3<f64>] {
        &self.applied.cable_forces
    }

    /// Centre of mass of a vehicle with its propellant, without what it carries.
    pub fn centre(&self, world: &World, state: &State, vehicle: usize) -> Centre {
        self.own_centre(world, state, &state.continuous, vehicle)
    }

    pub(crate) fn own_centre(
        &self,
        world: &World,
        state: &State,
        continuous: &[f64],
        vehicle: usize,
    ) -> Centre {
        let kinematics = &self.applied.vehicles[vehicle].kinematics;
        world.own_centre(&state.inertias, continuous, (vehicle, kinematics))
    }

    /// Inertias of a vehicle's links at the moment of the evaluation.
    pub(super) fn inertias<'a>(
        &'a self,
        world: &World,
        state: &'a State,
        vehicle: usize,
    ) -> &'a [Option<Inertia>] {
        self.applied.vehicles[vehicle].inertias(state.held_inertias(world, vehicle))
    }

    /// What a commit would add to the ground's memory.
    pub(crate) fn increments(&self) -> &[f64] {
        &self.increments
    }

    /// Evaluates the equations of motion at `continuous`; the rest of the state is held. Soil gives no
    /// force.
    pub(crate) fn evaluate(
        &mut self,
        world: &World,
        state: &State,
        continuous: &[f64],
        time: Time,
    ) -> Result<(), StepError> {
        self.evaluate_on(world, state, continuous, time, None)
    }

    /// The same with the force of soil, if it has been so many seconds since the last commit.
    #[inline]
    pub(crate) fn evaluate_on(
        &mut self,
        world: &World,
        state: &State,
        continuous: &[f64],
        time: Time,
        elapsed: Option<f64>,
    ) -> Result<(), StepError> {
        self.evaluate_from(PoseStatus::Unknown, world, state, continuous, time, elapsed)
    }

    /// The same of vehicles that may have been posed there by the last evaluation.
    pub(super) fn evaluate_from(
        &mut self,
        pose: PoseStatus,
        world: &World,
        state: &State,
        continuous: &[f64],
        time: Time,
        elapsed: Option<f64>,
    ) -> Result<(), StepError> {
        let layout = world.layout();
        let mut work = [0.0; SMOOTH_CHANNELS];
        let vehicles = 0..world.vehicles().len();
        let soil = world.soil().zip(elapsed);
        self.is_loaded = false;
        if world.is_eventful() {
            if pose == PoseStatus::Unknown {
                self.applied.pose_staged(world, state, continuous);
            }
            for vehicle in vehicles.clone() {
                self.load(world, state, continuous, vehicle, time, &mut work)?;
            }
            if let Some(soil) = soil {
                self.stand_on_soil(world, state, soil, &mut work)?;
            }
            self.applied.seconds = time.seconds();
            self.applied.apply_forces(world, state, continuous, &mut work);
            self.check_databases(world, time)?;
            vehicles.for_each(|vehicle| self.respond(world, state, continuous, vehicle));
        } else {
            for vehicle in vehicles {
                if pose == PoseStatus::Unknown {
                    let q = &continuous[layout.positions(vehicle)];
                    let v = &continuous[layout.velocities(vehicle)];
                    let tree = &world.vehicles()[vehicle].tree;
                    self.applied.vehicles[vehicle].kinematics.update(tree, q, v);
                }
                self.load(world, state, continuous, vehicle, time, &mut work)?;
                if soil.is_none() {
                    self.respond(world, state, continuous, vehicle);
                }
            }
            // Soil sees all that presses on it at once.
            if let Some(soil) = soil {
                self.stand_on_soil(world, state, soil, &mut work)?;
                let vehicles = 0..world.vehicles().len();
                vehicles.for_each(|vehicle| self.respond(world, state, continuous, vehicle));
            }
        }
        for (rate, power) in self.applied.rates[layout.work()].iter_mut().zip(work) {
            *rate = power;
        }
        Ok(())
    }

    /// Refuses a flight condition that an element's database does not cover.
    fn check_databases(&self, world: &World, time: Time) -> Result<(), StepError> {
        let Some(note) = self.applied.outside else { return Ok(()) };
        let element = world.forces()[note.element].name().to_owned();
        Err(StepError::OutsideDatabase { element, time, outside: note.outside })
    }

    /// Poses a vehicle, and nothing else.
    pub(crate) fn place(&mut self, tree: &Tree, vehicle: usize, q: &[f64], v: &[f64]) {
        self.applied.vehicles[vehicle].kinematics.update(tree, q, v);
    }

    /// Poses all vehicles.
    pub(crate) fn pose_all(&mut self, world: &World, state: &State, continuous: &[f64]) {
        if world.is_eventful() {
            self.applied.pose_staged(world, state, continuous);
            return;
        }
        let layout = world.layout();
        for (vehicle, owner) in world.vehicles().iter().enumerate() {
            let q = &continuous[layout.positions(vehicle)];
            let v = &continuous[layout.velocities(vehicle)];
            self.applied.vehicles[vehicle].kinematics.update(&owner.tree, q, v);
        }
    }

    /// Takes what detection has found of the pose for the sample points of contactors that touch.
    pub(super) fn note_touching(
        &mut self,
        world: &World,
        pose: (&[f64], &State),
        detection: &ContactDetection,
    ) {
        self.found[..self.met].fill(None);
        self.met = detection.note_touching(world, pose, &mut self.found);
        self.knows_touching = true;
    }

    /// Has the sample points of contactors that touch meet the ground as detection has found it.
    pub(super) fn take_touching(&mut self, world: &World) {
        self.knows_touching = false;
        for (point, (touch, found)) in
            world.sample_points().iter().zip(self.contacts.iter_mut().zip(&self.found[..self.met]))
        {
            let Some(found) = found else { continue };
            let kinematics = &self.applied.vehicles[point.vehicle].kinematics;
            let place = found.point - kinematics.anchor;
            *touch = Contact { velocity: kinematics.links[point.link].twist.at(&place), ..*found };
        }
    }

    /// Everything but accelerations, gravity and commands, of vehicles that have been posed: for methods that
    /// find velocities otherwise.
    pub(crate) fn observe(
        &mut self,
        world: &World,
        state: &State,
        continuous: &[f64],
        time: Time,
    ) -> Result<(), StepError> {
        let layout = world.layout();
        let mut work = [0.0; SMOOTH_CHANNELS];
        self.is_loaded = false;
        for vehicle in 0..world.vehicles().len() {
            let q = &continuous[layout.positions(vehicle)];
            let v = &continuous[layout.velocities(vehicle)];
            let tree = &world.vehicles()[vehicle].tree;
            let mechanics = &mut self.applied.vehicles[vehicle];
            mechanics.external.fill(Force::default());
            self.resist(world, state, continuous, vehicle, time, &mut work)?;
            let rates = &mut self.applied.rates[layout.positions(vehicle)];
            position_rates(tree, q, v, rates);
        }
        self.knows_touching = false;
        if world.is_eventful() {
            self.applied.seconds = time.seconds();
            self.applied.apply_forces(world, state, continuous, &mut work);
            self.check_databases(world, time)?;
        }
        Ok(())
    }

    /// Makes impulses over a time (s) the loads of the contacts whose law leaves them to the step.
    pub(crate) fn set_loads(&mut self, world: &World, time: f64, impulses: &PointImpulses) {
        self.is_loaded = true;
        let given = impulses.given().len();
        // Laws of force have answered some of these points as well.
        let known = if world.is_compliant() { self.loads.len() } else { self.loaded };
        let count = known.max(given);
        self.loaded = given;
        let impulses = &impulses.all()[..count];
        let contacts = world.sample_points().iter().zip(&self.contacts);
        for (((contact, touch), load), impulse) in contacts.zip(&mut self.loads).zip(impulses) {
            if !contact.kept.is_empty() {
                // Most points of a body touch nothing.
                if impulse.normal == 0.0 && impulse.friction == 0.0 {
                    *load = Load::NONE;
                    continue;
                }
                let normal_force = impulse.normal / time;
                let friction = impulse.total / time - touch.normal * normal_force;
                *load = Load { normal_force, friction };
            }
        }
    }

    /// Takes what such contacts carried in the last step from the ground's memory.
    pub(crate) fn remember_loads(&mut self, world: &World, state: &State) {
        for (contact, load) in world.sample_points().iter().zip(self.loads_mut()) {
            if let &[normal_force, x, y, z] = &state.ground.contacts[contact.kept.clone()] {
                *load = Load { normal_force, friction: Vector3::new(x, y, z) };
            }
        }
    }

    /// Forces on a vehicle that has been posed: gravity, commands, joints, ground.
    #[inline(always)]
    fn load(
        &mut self,
        world: &World,
        state: &State,
        continuous: &[f64],
        vehicle: usize,
        time: Time,
        work: &mut [f64; SMOOTH_CHANNELS],
    ) -> Result<(), StepError> {
        self.applied.vehicles[vehicle].gather(world, state, vehicle, work);
        self.resist(world, state, continuous, vehicle, time, work)
    }

    /// Those of joints and ground alone.
    #[inline(always)]
    fn resist(
        &mut self,
        world: &World,
        state: &State,
        continuous: &[f64],
        vehicle: usize,
        time: Time,
        work: &mut [f64; SMOOTH_CHANNELS],
    ) -> Result<(), StepError> {
        let layout = world.layout();
        let mechanics = &mut self.applied.vehicles[vehicle];
        let states = layout.joint_states(vehicle);
        let moving = JointMotion {
            q: &continuous[layout.positions(vehicle)],
            v: &continuous[layout.velocities(vehicle)],
            states: &continuous[states.clone()],
        };
        mechanics.gather_joints(
            world,
            state,
            vehicle,
            &moving,
            &mut self.applied.rates[states],
            work,
        );
        if self.knows_touching {
            self.answer_sample_points::<true>(world, state, continuous, vehicle, time, work)
        } else {
            self.answer_sample_points::<false>(world, state, continuous, vehicle, time, work)
        }
    }

    /// Rates of a vehicle's coordinates under the forces gathered; one that is carried has none.
    #[inline(always)]
    fn respond(&mut self, world: &World, state: &State, continuous: &[f64], vehicle: usize) {
        let layout = world.layout();
        let (q_out, v_out) =
            split(&mut self.applied.rates, layout.positions(vehicle), layout.velocities(vehicle));
        if state.discrete.mounted[vehicle] {
            q_out.fill(0.0);
            v_out.fill(0.0);
            return;
        }
        let tree = &world.vehicles()[vehicle].tree;
        let held = state.held_inertias(world, vehicle);
        self.applied.vehicles[vehicle].accelerate(tree, held, v_out);
        let (q, v) =
            (&continuous[layout.positions(vehicle)], &continuous[layout.velocities(vehicle)]);
        position_rates(tree, q, v, q_out);
    }

    /// Accelerations of a vehicle at positions and velocities under gravity and commands alone, without
    /// ground and joints.
    pub(crate) fn accelerate_freely(
        &mut self,
        world: &World,
        state: &State,
        vehicle: usize,
        (q, v): (&[f64], &[f64]),
        out: &mut [f64],
    ) {
        let mechanics = &mut self.applied.vehicles[vehicle];
        let tree = &world.vehicles()[vehicle].tree;
        mechanics.kinematics.update(tree, q, v);
        mechanics.gather(world, state, vehicle, &mut [0.0; SMOOTH_CHANNELS]);
        mechanics.tau.fill(0.0);
        mechanics.accelerate(tree, state.held_inertias(world, vehicle), out);
    }

    /// Generalised forces that gravity and commands lack for a vehicle, as it is posed, to move with
    /// accelerations `v_dot`, without ground and joints.
    pub(crate) fn lack_freely(
        &mut self,
        world: &World,
        state: &State,
        vehicle: usize,
        v_dot: &[f64],
        out: &mut [f64],
    ) {
        let mechanics = &mut self.applied.vehicles[vehicle];
        let inertias = &state.inertias[world.layout().links(vehicle)];
        let tree = &world.vehicles()[vehicle].tree;
        if let Gravity::Uniform(g) = world.gravity()
            && !state.discrete.mounted[vehicle]
        {
            let Mechanics { kinematics, rnea: scratch, .. } = mechanics;
            let root = &kinematics.links[0].rotation;
            let wrench = &state.command.wrenches[vehicle];
            let push = Force { moment: root * wrench.torque, force: root * wrench.force };
            let motion = (v_dot, &Vector3::new(0.0, 0.0, -g));
            rnea_in_field(tree, inertias, kinematics, motion, scratch, out, |forces| {
                forces[0] -= push;
            });
            return;
        }
        mechanics.gather(world, state, vehicle, &mut [0.0; SMOOTH_CHANNELS]);
        let Mechanics { kinematics, external, rnea: scratch, .. } = mechanics;
        rnea(tree, inertias, kinematics, v_dot, external, scratch, out);
    }

    /// Generalised forces that the forces gathered last lack for a vehicle to move with accelerations `v_dot`.
    pub(crate) fn lack_under_forces(
        &mut self,
        world: &World,
        state: &State,
        vehicle: usize,
        v_dot: &[f64],
        out: &mut [f64],
    ) {
        let tree = &world.vehicles()[vehicle].tree;
        let Mechanics { kinematics, external, rnea: scratch, inertias: own, .. } =
            &mut self.applied.vehicles[vehicle];
        let inertias = if world.changes(vehicle) {
            &own[..]
        } else {
            &state.inertias[world.layout().links(vehicle)]
        };
        rnea(tree, inertias, kinematics, v_dot, external, scratch, out);
    }

    /// Accelerations of a vehicle under the forces gathered last, without joints.
    pub(crate) fn accelerate_under_forces(
        &mut self,
        world: &World,
        state: &State,
        vehicle: usize,
        out: &mut [f64],
    ) {
        let mechanics = &mut self.applied.vehicles[vehicle];
        mechanics.tau.fill(0.0);
        let tree = &world.vehicles()[vehicle].tree;
        mechanics.accelerate(tree, state.held_inertias(world, vehicle), out);
    }

    /// Gives a vehicle other velocities where it is posed.
    pub(crate) fn move_on(&mut self, tree: &Tree, vehicle: usize, q: &[f64], v: &[f64]) {
        self.applied.vehicles[vehicle].kinematics.update_velocities(tree, q, v);
    }

    /// The same as [`Self::lack_freely`] without accelerations; `turned` are the vehicle's inertias in site axes.
    pub(crate) fn lack_unaccelerated(
        &mut self,
        world: &World,
        state: &State,
        vehicle: usize,
        turned: &[Turned],
        out: &mut [f64],
    ) {
        if let Gravity::Uniform(g) = world.gravity()
            && !state.discrete.mounted[vehicle]
        {
            let Mechanics { kinematics, rnea: scratch, .. } = &mut self.applied.vehicles[vehicle];
            lack_in_field(world, state, (vehicle, kinematics), (turned, *g), scratch, out);
            return;
        }
        let mut still = std::mem::take(&mut self.applied.vehicles[vehicle].tau);
        still.fill(0.0);
        self.lack_freely(world, state, vehicle, &still, out);
        self.applied.vehicles[vehicle].tau = still;
    }

    /// The same without accelerations, for a vehicle as it is posed elsewhere; `turned` are its inertias there
    /// in site axes.
    pub(crate) fn lack_at(
        &mut self,
        world: &World,
        state: &State,
        (vehicle, posed): (usize, &Kinematics),
        turned: &[Turned],
        out: &mut [f64],
    ) {
        let mechanics = &mut self.applied.vehicles[vehicle];
        if let Gravity::Uniform(g) = world.gravity()
            && !state.discrete.mounted[vehicle]
        {
            let scratch = &mut mechanics.rnea;
            lack_in_field(world, state, (vehicle, posed), (turned, *g), scratch, out);
            return;
        }
        let own = &mut mechanics.kinematics;
        own.anchor = posed.anchor;
        own.links.copy_from_slice(&posed.links);
        own.columns.copy_from_slice(&posed.columns);
        let mut still = std::mem::take(&mut mechanics.tau);
        still.fill(0.0);
        self.lack_freely(world, state, vehicle, &still, out);
        self.applied.vehicles[vehicle].tau = still;
    }

    /// Adds what the accelerations that were found say of energy and momentum over a time (s), at the
    /// continuous state that was evaluated: with f = H v̇ + C the generalised forces that they need, v·f, and
    /// f along the coordinates of a free root; less what gravity, which is potential energy, gives of the first,
    /// and with what leaving propellant takes of both. No force is asked.
    pub(super) fn add_scheme_terms(
        &mut self,
        world: &World,
        state: &State,
        continuous: &[f64],
        time: f64,
        terms: &mut SchemeTerms,
    ) {
        let layout = world.layout();
        for vehicle in 0..world.vehicles().len() {
            if state.discrete.mounted[vehicle] {
                continue;
            }
            let tree = &world.vehicles()[vehicle].tree;
            let Mechanics { kinematics, rnea: scratch, needed, inertias: own, .. } =
                &mut self.applied.vehicles[vehicle];
            let inertias = match world.changes(vehicle) {
                true => &own[..],
                false => &state.inertias[layout.links(vehicle)],
            };
            let motion = (&self.applied.rates[layout.velocities(vehicle)], &Vector3::zeros());
            rnea_in_field(tree, inertias, kinematics, motion, scratch, needed, |_| ());
            let v = &continuous[layout.velocities(vehicle)];
            let power: f64 = v.iter().zip(&*needed).map(|(v, force)| v * force).sum();
            let pull = energy::gravity_power(world.gravity(), inertias, kinematics);
            terms.solved += time * (power - pull);
            if world.is_staged() && world.is_free(vehicle) {
                let sum = Vector3::from_column_slice(&needed[..3]) * time;
                let about =
                    kinematics.links[0].rotation * Vector3::from_column_slice(&needed[3..6]) * time;
                terms.add_momentum([sum, about + kinematics.anchor.cross(&sum)]);
            }
        }
        if world.is_staged() {
            let propellant = layout.work().start + Channel::Propellant as usize;
            terms.solved += time * self.applied.rates[propellant];
            terms.add_momentum(self.applied.taken.map(|taken| taken * time));
        }
    }

    /// The ground's forces on a vehicle.
    #[inline(always)]
    fn answer_sample_points<const KNOWN: bool>(
        &mut self,
        world: &World,
        state: &State,
        continuous: &[f64],
        vehicle: usize,
        time: Time,
        work: &mut [f64; SMOOTH_CHANNELS],
    ) -> Result<(), StepError> {
        let supports = world.layout().supports(vehicle);
        if KNOWN {
            if !self.take_known(world, vehicle, supports.clone()) {
                self.answer_some(world, state, continuous, (vehicle, supports), time, work)?;
            }
        } else {
            let points = (vehicle, supports);
            self.answer_points::<KNOWN>(world, state, continuous, points, time, work)?;
        }
        if world.layout().bodies(vehicle).is_empty() {
            return Ok(());
        }
        self.answer_body::<KNOWN>(world, state, continuous, vehicle, time, work)
    }

    /// Has contact points meet the ground as detection has found it, where it has for all of them; whether it has.
    #[inline]
    fn take_known(&mut self, world: &World, vehicle: usize, range: std::ops::Range<usize>) -> bool {
        let found = &self.found[range.clone()];
        if found.iter().any(Option::is_none) {
            return false;
        }
        let kinematics = &self.applied.vehicles[vehicle].kinematics;
        let points = world.sample_points()[range.clone()].iter().zip(found);
        let own = self.contacts[range.clone()].iter_mut().zip(&mut self.loads[range]);
        for ((point, known), (touch, load)) in points.zip(own) {
            let Some(known) = known else { continue };
            let place = known.point - kinematics.anchor;
            let velocity = kinematics.links[point.link].twist.at(&place);
            (*touch, *load) = (Contact { velocity, ..*known }, Load::NONE);
        }
        true
    }

    /// The ground's forces on contact points of which detection has found some. Apart, for mostly it has all.
    #[inline(never)]
    fn answer_some(
        &mut self,
        world: &World,
        state: &State,
        continuous: &[f64],
        points: (usize, std::ops::Range<usize>),
        time: Time,
        work: &mut [f64; SMOOTH_CHANNELS],
    ) -> Result<(), StepError> {
        self.answer_points::<true>(world, state, continuous, points, time, work)
    }

    /// The ground's forces on the shapes of a vehicle's body, which are passed over while they are clear
    /// of it.
    #[inline(never)]
    fn answer_body<const KNOWN: bool>(
        &mut self,
        world: &World,
        state: &State,
        continuous: &[f64],
        vehicle: usize,
        time: Time,
        work: &mut [f64; SMOOTH_CHANNELS],
    ) -> Result<(), StepError> {
        for number in world.layout().bodies(vehicle) {
            let (contactor, outline) = &world.outlines()[number];
            let points = world.contactors()[*contactor].contacts.clone();
            let kinematics = &self.applied.vehicles[vehicle].kinematics;
            let motion = &kinematics.links[world.sample_points()[points.start].link];
            let (rotation, origin) = (motion.rotation, kinematics.anchor + motion.position);
            let margin = BODY_MARGIN + BODY_TIME * motion.twist.at(&motion.position).norm();
            let is_apart = self.contacts[points.start].gap == f64::INFINITY;
            let clear = self.nearby.0[number]
                .is_clear(outline, (&rotation, &origin), world.terrain(), margin)
                .map_err(|source| StepError::NoGround {
                    contact: world.contactor_name(*contactor),
                    time,
                    source,
                })?;
            if !clear {
                let points = (vehicle, points);
                self.answer_points::<KNOWN>(world, state, continuous, points, time, work)?;
            } else if !is_apart {
                for index in points {
                    let apart = Contact { contactor: *contactor, ..Contact::NONE };
                    (self.contacts[index], self.loads[index]) = (apart, Load::NONE);
                    rest(
                        &world.sample_points()[index],
                        &mut self.applied.rates,
                        &mut self.increments,
                    );
                }
            }
        }
        Ok(())
    }

    /// The ground's forces on contact points of a vehicle that stand one after the other.
    #[inline(always)]
    fn answer_points<const KNOWN: bool>(
        &mut self,
        world: &World,
        state: &State,
        continuous: &[f64],
        (vehicle, range): (usize, std::ops::Range<usize>),
        time: Time,
        work: &mut [f64; SMOOTH_CHANNELS],
    ) -> Result<(), StepError> {
        let (terrain, placement) = (world.terrain(), world.placement());
        let Mechanics { kinematics, external, .. } = &mut self.applied.vehicles[vehicle];
        let own = world.sample_points()[range.clone()].iter();
        let touches = self.contacts[range.clone()].iter_mut();
        let loads = self.loads[range.clone()].iter_mut();
        // Contacts of a link stand together: its motion is looked up and its force summed once.
        let mut link = 0;
        let anchor = kinematics.anchor;
        let mut motion = &kinematics.links[0];
        let mut sum = Force::default();
        let (mut pressed, mut rubbed, mut any_loaded) = (0.0, 0.0, false);
        let mut found = self.found[if KNOWN { range } else { 0..0 }].iter();
        for (contact, (touch, load)) in own.zip(touches.zip(loads)) {
            if let Some(Some(known)) = found.next() {
                let velocity = kinematics.links[contact.link].twist.at(&(known.point - anchor));
                (*touch, *load) = (Contact { velocity, ..*known }, Load::NONE);
                continue;
            }
            if contact.link != link {
                external[link] += sum;
                (link, motion, sum) =
                    (contact.link, &kinematics.links[contact.link], Force::default());
            }
            let no_ground = |source| StepError::NoGround {
                contact: world.contactor_name(contact.contactor),
                time,
                source,
            };
            let pose = (&motion.rotation, &(anchor + motion.position));
            let reach = lowest(contact, pose, terrain).map_err(no_ground)?;
            let place = motion.position + motion.rotation * contact.locus.middle() + reach;
            let point = anchor + place;
            let ground = terrain.query(&point).map_err(no_ground)?;
            let velocity = motion.twist.at(&place);
            // Whose contact it is does not change.
            (touch.gap, touch.normal, touch.facet) = (ground.gap, ground.normal, ground.facet);
            (touch.point, touch.velocity) = (point, velocity);
            let met = &*touch;
            if contact.idle_above && met.gap >= 0.0 {
                *load = Load::NONE;
                continue;
            }
            if !contact.elsewhere.is_empty() {
                rest(contact, &mut self.applied.rates, &mut self.increments);
            }
            let part = contact.at(placement, met.facet, &met.point);
            let Some(ground) = part.ground.force() else {
                // The step finds what it gives, or soil answers the whole footprint.
                *load = Load::NONE;
                continue;
            };
            let answer = ground.evaluate(
                met,
                &continuous[part.internals.clone()],
                &state.ground.contacts[part.memory.clone()],
                &mut self.applied.rates[part.internals.clone()],
                &mut self.increments[part.memory.clone()],
            );
            *load = if contact.share == 1.0 { answer } else { answer.times(contact.share) };
            let answer = &*load;
            // Above the ground there is nothing to add.
            if answer.normal_force == 0.0 && answer.friction == Vector3::zeros() {
                continue;
            }
            any_loaded = true;
            sum += Force::at(answer.force(&met.normal), &place);
            pressed += answer.normal_force * met.gap_rate();
            rubbed += answer.friction.dot(&velocity);
        }
        work[Channel::GroundNormal as usize] += pressed;
        work[Channel::GroundFriction as usize] += rubbed;
        external[link] += sum;
        self.is_loaded |= any_loaded;
        Ok(())
    }
}

/// How far the lowest point of a round shape is from its middle; a point is its own.
#[inline(always)]
fn lowest(
    contact: &SamplePoint,
    (rotation, origin): (&nalgebra::Matrix3<f64>, &Vector3<f64>),
    terrain: &dyn crate::terrain::Terrain,
) -> Result<Vector3<f64>, crate::terrain::NoGround> {
    match &contact.locus {
        SampleLocus::Point(_) => Ok(Vector3::zeros()),
        round @ (SampleLocus::Ring { .. } | SampleLocus::Ball { .. }) => {
            round.reach(rotation, origin, terrain)
        }
    }
}

/// Grounds that a contact is not on do not change.
#[inline(never)]
fn rest(contact: &SamplePoint, rates: &mut [f64], increments: &mut [f64]) {
    for part in contact.parts() {
        rates[part.internals.clone()].fill(0.0);
        increments[part.memory.clone()].fill(0.0);
    }
}

/// Generalised forces that a vehicle as it is posed lacks in uniform gravity g (m/s²), under its commanded wrench,
/// for none of its coordinates to accelerate; `turned` are its inertias in site axes.
fn lack_in_field(
    world: &World,
    state: &State,
    (vehicle, posed): (usize, &Kinematics),
    (turned, g): (&[Turned], f64),
    scratch: &mut RneaScratch,
    out: &mut [f64],
) {
    let root = &posed.links[0].rotation;
    let wrench = &state.command.wrenches[vehicle];
    let push = Force { moment: root * wrench.torque, force: root * wrench.force };
    let inertias = (&state.inertias[world.layout().links(vehicle)], turned);
    let field = Vector3::new(0.0, 0.0, -g);
    let tree = &world.vehicles()[vehicle].tree;
    rnea_unaccelerated(tree, inertias, posed, &field, scratch, out, |forces| {
        forces[0] -= push;
    });
}
