//! One vehicle in the step: its mass matrix, its free motion and the forces of its joints.

use super::StepConstants;
use super::closure::Pins;
use super::compliant::Compliant;
use super::condensed::CondensedSoil;
use super::constraint_row::ConstraintRows;
use super::soil_implicit::ImplicitSoil;
use crate::dynamics::crba::{CrbaScratch, crba_lines};
use crate::dynamics::energy;
use crate::dynamics::kinematics::{Kinematics, integrate, normalise};
use crate::dynamics::ltl::{Factor, FactorPattern};
use crate::ground::step_force;
use crate::math::rotation;
use crate::state::State;
use crate::stepping::Evaluation;
use crate::vehicle::{
    Joint, JointForce, MotorCommand, MotorCondition, MotorInput, Tree, Vehicle, put_states,
};
use crate::world::World;
use nalgebra::Vector3;

/// One vehicle in the step.
#[derive(Clone, Debug)]
pub(super) struct VehicleDynamics {
    pub(super) pattern: FactorPattern,
    pub(super) pins: Pins,
    /// All coordinates, descending.
    all: Vec<usize>,
    crba: CrbaScratch,
    mass: Factor,
    /// L, with the joints' slopes.
    pub(super) factor: Factor,
    /// Whether it is that of the joints' lines as they are, without soil.
    factored: bool,
    /// Velocities at the start.
    pub(super) start: Vec<f64>,
    /// About the velocities at the end without contacts and joints, and the impulse that these lack.
    pub(super) drift: Vec<f64>,
    push: Vec<f64>,
    /// Impulses by which contacts within the mass matrix hold back at the velocities of the drift, and whether they
    /// are known of the drift and the contacts at hand.
    pub(super) held_back: Vec<f64>,
    pub(super) knows_held: bool,
    /// The middle of the free motion: positions, velocities.
    pub(super) middle: (Vec<f64>, Vec<f64>),
    /// Forces of the joints that have smooth ones.
    pub(super) joints: Vec<JointLine>,
    /// L v at the end without impulses.
    pub(super) free: Vec<f64>,
    /// L v at the end.
    pub(super) z: Vec<f64>,
    /// Velocities at the end.
    pub(super) end: Vec<f64>,
    /// Displacement with the mean velocity, and the one that is taken.
    pub(super) mean_displacement: Vec<f64>,
    /// Share of the end velocity in it.
    pub(super) end_share: f64,
    pub(super) displacement: Vec<f64>,
    /// L times the latter.
    pub(super) moved: Vec<f64>,
    /// −M times the change of the velocities, and whether it is that of the end found.
    momentum: Vec<f64>,
    pub(super) knows_momentum: bool,
    /// Displacement of a single free body that nothing touches.
    pub(super) free_flight_displacement: Vec<f64>,
    /// How long after the start of the step the contacts of a single body are looked at, s.
    pub(super) seen_after: f64,
    /// Normal of what bears a single body until an impact, times the root of the time, √s.
    pub(super) held: Vector3<f64>,
    /// Gravity and commands on a single free body along its coordinates, N, N m.
    pub(super) weight: Vec<f64>,
    /// Whether it is a single body that moves freely in space.
    pub(super) single: bool,
    /// Whether they differ.
    pub(super) corrected: bool,
    /// Whether anything but free motion moved it in the step.
    pub(super) pushed: bool,
    pub(super) kinematics: Kinematics,
    pub(super) scratch: Vec<f64>,
    /// Accelerations at the start without contacts; of a single body, those in the middle of the step.
    pub(super) rate: Vec<f64>,
    /// Whether it moves by itself.
    pub(super) awake: bool,
    /// The step, s.
    h: f64,
}

/// Share of a joint's force to which that of the end is found. Chosen.
const JOINT_TOLERANCE: f64 = 1e-9;
/// Force or torque added to it there, N or N m, so that a joint without any is found as well. Chosen.
const LEAST_JOINT_FORCE: f64 = 1e-3;

/// Force of one joint as a line over its speed at the end of the step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct JointLine {
    pub(super) link: usize,
    pub(super) coordinate: usize,
    pub(super) multiplier: f64,
    /// At the start of the step.
    pub(super) first: JointForce,
    /// At the end, where the line touches.
    pub(super) last: JointForce,
    /// Speed at which it touches.
    at: f64,
    /// dF/d(speed) there.
    slope: f64,
    /// Force at the end with which the step was solved; where nothing changes any more, that there.
    acted: f64,
    /// Weight of the end in the mean force, and of the end speed in the way to the position there.
    weight: f64,
    path_weight: f64,
    /// States of the joint at the end.
    ended: [f64; 2],
}

impl JointLine {
    /// What springs and dampers, and what the motor gave over a step.
    pub(super) fn given(&self) -> (f64, f64) {
        let over = |first: f64, last: f64| (1.0 - self.weight) * first + self.weight * last;
        // A motor that is cut off at its limits is what the line has wrong.
        let motor = if self.last.motor == 0.0 { 0.0 } else { self.acted - self.last.passive };
        (over(self.first.passive, self.acted - motor), over(self.first.motor, motor))
    }
}

impl JointLine {
    /// Takes the slope of a law, of which one part does not depend on the displacement and the other is per second of it.
    #[inline]
    fn lean(&mut self, [fixed, per_displacement]: [f64; 2], h: f64) {
        self.take_slope(fixed + h * self.path_weight * per_displacement);
    }

    /// Takes a slope. A force that grows with the speed (a motor that starts against its stiction) is taken as it is:
    /// a step must not be driven by it.
    #[inline]
    fn take_slope(&mut self, slope: f64) {
        self.slope = slope.min(0.0);
    }

    /// Mean of springs and dampers between start and end.
    pub(super) fn own_passive(&self) -> f64 {
        0.5 * (self.first.passive + self.last.passive)
    }
}

fn whole(force: &JointForce) -> f64 {
    force.passive + force.motor
}

impl VehicleDynamics {
    pub(super) fn new(vehicle: &Vehicle) -> Self {
        let tree = &vehicle.tree;
        let count = tree.velocities();
        let vector = || vec![0.0; count];
        let line = |&link: &usize| {
            let place = &tree.places()[link];
            let (coordinate, multiplier) = (place.velocity, place.multiplier);
            JointLine { link, coordinate, multiplier, ..JointLine::default() }
        };
        let smooth = |link: &&usize| tree.links()[**link].joint.is_smooth();
        let pattern = FactorPattern::new(tree);
        let (mut mass, mut factor) = (Factor::default(), Factor::default());
        pattern.clear(&mut mass);
        pattern.clear(&mut factor);
        Self {
            pattern,
            pins: Pins::new(tree, &vehicle.closures),
            all: (0..count).rev().collect(),
            crba: CrbaScratch::new(tree),
            mass,
            factor,
            factored: false,
            start: vector(),
            drift: vector(),
            push: vector(),
            held_back: vector(),
            knows_held: false,
            middle: (vec![0.0; tree.positions()], vector()),
            joints: tree.driven().iter().filter(smooth).map(line).collect(),
            free: vector(),
            z: vector(),
            end: vector(),
            mean_displacement: vector(),
            end_share: 1.0,
            displacement: vector(),
            moved: vector(),
            momentum: vector(),
            knows_momentum: false,
            free_flight_displacement: vector(),
            seen_after: 0.0,
            held: Vector3::zeros(),
            weight: vector(),
            single: false,
            corrected: false,
            pushed: false,
            kinematics: Kinematics::new(tree),
            scratch: vector(),
            rate: vector(),
            awake: true,
            h: 0.0,
        }
    }

    /// Velocities and joints' forces at the start, and the mass matrix where the step is posed.
    pub(super) fn begin(
        &mut self,
        world: &World,
        state: &State,
        vehicle: usize,
        (now, posed): (&Evaluation, &Evaluation),
        span: StepConstants,
    ) {
        self.awake = !state.discrete.mounted[vehicle];
        self.pins.stand_still();
        self.h = span.h;
        self.held = Vector3::zeros();
        self.single = is_single(world, vehicle, span);
        let layout = world.layout();
        let tree = &world.vehicles()[vehicle].tree;
        self.start.copy_from_slice(&state.continuous[layout.velocities(vehicle)]);
        if !self.awake {
            return;
        }
        if span.second_order {
            let closures = &world.vehicles()[vehicle].closures;
            self.pins.turn(closures, posed.kinematics(vehicle), now.kinematics(vehicle));
        }
        // M at the configuration of the step.
        let inertias = posed.inertias(world, state, vehicle);
        let mass = (&self.pattern, &mut self.mass);
        crba_lines(tree, inertias, posed.kinematics(vehicle), &mut self.crba, mass);
        self.touch_joints(world, state, (vehicle, now), span);
        self.factored = false;
        self.knows_momentum = false;
        self.knows_held = false;
    }

    /// Free motion, and the forces at the middle of it; `held` are contacts that the factor has in it.
    pub(super) fn prepare(
        &mut self,
        world: &World,
        state: &State,
        vehicle: usize,
        (now, stage): (&Evaluation, &mut Evaluation),
        (span, held): (StepConstants, Option<&mut CondensedSoil>),
    ) {
        let tree = &world.vehicles()[vehicle].tree;
        let q = &state.continuous[world.layout().positions(vehicle)];
        let alone = tree.links().len() == 1;
        if alone {
            stage.accelerate_freely(world, state, vehicle, (q, &self.start), &mut self.rate);
        } else {
            let posed = (vehicle, now.kinematics(vehicle));
            match held {
                Some(condensed) => self.start_held(world, state, posed, stage, (condensed, span)),
                None => {
                    self.factorise(span, |_, _, _| ());
                    self.factored = true;
                    self.start_freely(world, state, posed, stage);
                }
            }
        }
        self.go_to_middle(tree, q, span);
        let (middle_q, middle_v) = &self.middle;
        if alone {
            let motion = (&middle_q[..], &middle_v[..]);
            stage.accelerate_freely(world, state, vehicle, motion, &mut self.rate);
            self.push.fill(0.0);
        } else {
            stage.place(tree, vehicle, middle_q, middle_v);
            stage.lack_freely(world, state, vehicle, &self.rate, &mut self.push);
            self.push.iter_mut().for_each(|push| *push *= -span.h);
        }
        let own = state.inertias[world.layout().links(vehicle)].first().copied().flatten();
        if let (true, Some(inertia)) = (self.single, own) {
            self.move_freely(&inertia, &rotation::from_numbers(&q[3..7]), span.h);
            return;
        }
        // Moreau–Jean, free velocity: v_free = v + h M⁻¹ f, with f at the middle of the free motion.
        for ((drift, start), rate) in self.drift.iter_mut().zip(&self.start).zip(&self.rate) {
            *drift = start + span.h * rate;
        }
    }

    /// Takes accelerations at the start from the forces that vehicles lack there to have none, and goes to
    /// the middle of the motion that they make.
    pub(super) fn start_from_lack(&mut self, tree: &Tree, q: &[f64], span: StepConstants) {
        if !self.factored {
            self.factorise(span, |_, _, _| ());
            self.factored = true;
        }
        self.pattern.impulse(&self.factor, &mut self.rate);
        self.pattern.colour(&self.factor, &mut self.rate);
        self.rate.iter_mut().for_each(|rate| *rate = -*rate);
        self.go_to_middle(tree, q, span);
    }

    fn go_to_middle(&mut self, tree: &Tree, q: &[f64], span: StepConstants) {
        let (middle_q, middle_v) = &mut self.middle;
        middle_q.copy_from_slice(q);
        integrate(tree, middle_q, &self.start, 0.5 * span.h);
        normalise(tree, middle_q);
        for ((middle, start), rate) in middle_v.iter_mut().zip(&self.start).zip(&self.rate) {
            *middle = start + 0.5 * span.h * rate;
        }
    }

    /// Takes the impulse that accelerations of the start lack in the middle.
    pub(super) fn push_from_lack(&mut self, span: StepConstants) {
        self.push.iter_mut().for_each(|push| *push *= -span.h);
        for ((drift, start), rate) in self.drift.iter_mut().zip(&self.start).zip(&self.rate) {
            *drift = start + span.h * rate;
        }
    }

    /// Where the forces lacking at the start, or in the middle, are written.
    pub(super) fn lack_at_start(&mut self) -> &mut [f64] {
        &mut self.rate
    }

    /// Accelerations of the start, and where the forces lacking in the middle are written.
    pub(super) fn lack_in_middle(&mut self) -> (&[f64], &mut [f64]) {
        (&self.rate, &mut self.push)
    }

    /// Takes the impulse of forces that the vehicle lacks to keep its velocities; whether it is what it was but
    /// for a share of the greatest.
    pub(super) fn take_push(&mut self, lack: &[f64], h: f64, share: f64) -> bool {
        let (mut change, mut most): (f64, f64) = (0.0, 0.0);
        for (push, lack) in self.push.iter_mut().zip(lack) {
            let new = -h * lack;
            change = change.max((new - *push).abs());
            most = most.max(new.abs());
            *push = new;
        }
        self.drift.copy_from_slice(&self.start);
        change <= share * most
    }

    /// Solves for a change of velocities under impulses along the coordinates, in place.
    pub(super) fn solve_with_factor(&self, impulses: &mut [f64]) {
        self.pattern.impulse(&self.factor, impulses);
        self.pattern.colour(&self.factor, impulses);
    }

    /// Writes into `scratch` the impulse that joints and all but the ground lack for the vehicle to end with
    /// some velocities: p + h τ − M (v⁺ − v_d), of which the ground's makes nothing.
    pub(super) fn lack_of_momentum(&mut self, end: &[f64]) {
        let h = self.h;
        for ((change, end), drift) in self.moved.iter_mut().zip(end).zip(&self.drift) {
            *change = end - drift;
        }
        self.scratch.copy_from_slice(&self.push);
        for line in &self.joints {
            let JointLine { coordinate, multiplier, slope, weight, .. } = *line;
            let last = whole(&line.last) + slope * (multiplier * end[coordinate] - line.at);
            let mean = (1.0 - weight) * whole(&line.first) + weight * last;
            self.scratch[coordinate] += h * multiplier * mean;
        }
        self.pattern.subtract_product(&self.mass, &self.moved, &mut self.scratch);
    }

    /// Size of the impulse in `scratch` in the metric of the inertia along each coordinate.
    pub(super) fn size_of_momentum(&self) -> f64 {
        let inertia = |coordinate: usize| self.pattern.diagonal(coordinate, &self.mass);
        let parts = self.scratch.iter().enumerate();
        parts.map(|(place, part)| part * part / inertia(place)).sum()
    }

    /// Work of all impulses but those of inertia, gravity and elements, as the equations of motion that were
    /// solved have it: (M (v⁺ − v_d) − p)·(v + v⁺)/2.
    pub(super) fn solved_work(&mut self) -> f64 {
        if !self.knows_momentum {
            for ((change, end), drift) in self.scratch.iter_mut().zip(&self.end).zip(&self.drift) {
                *change = end - drift;
            }
            self.momentum.fill(0.0);
            self.pattern.subtract_product(&self.mass, &self.scratch, &mut self.momentum);
        }
        let means = self.start.iter().zip(&self.end).map(|(start, end)| 0.5 * (start + end));
        let impulses = self.push.iter().zip(&self.momentum).map(|(push, taken)| push + taken);
        -impulses.zip(means).map(|(impulse, mean)| impulse * mean).sum::<f64>()
    }

    /// The impulses whose work is [`Self::solved_work`], which was just asked for, as the free root feels them:
    /// their sum, and their moment about the site's origin with the vehicle posed as in the equations.
    pub(super) fn solved_impulse(&self, posed: &Kinematics) -> [Vector3<f64>; 2] {
        let solved = |place: usize| -(self.push[place] + self.momentum[place]);
        let lack = |from: usize| Vector3::new(solved(from), solved(from + 1), solved(from + 2));
        let (sum, about) = (lack(0), posed.links[0].rotation * lack(3));
        [sum, about + posed.anchor.cross(&sum)]
    }

    /// Writes L v at the start into `scratch`.
    pub(super) fn whiten_start(&mut self) {
        self.pattern.whiten(&self.factor, &self.start, &mut self.scratch);
    }

    /// What impulses at an instant added to ½ vᵀ M v, J.
    pub(super) fn struck_work(&self) -> f64 {
        let squares = self.free.iter().zip(&self.z).map(|(free, end)| (end - free) * (end + free));
        0.5 * squares.sum::<f64>()
    }

    /// What they added to the momentum, and to the angular momentum about the site's origin.
    pub(super) fn struck_impulse(
        &mut self,
        world: &World,
        state: &State,
        vehicle: usize,
        (at, q): (&Evaluation, &[f64]),
    ) -> [Vector3<f64>; 2] {
        let inertias = at.inertias(world, state, vehicle);
        let before = energy::momentum(inertias, at.kinematics(vehicle));
        self.kinematics.update(&world.vehicles()[vehicle].tree, q, &self.end);
        let after = energy::momentum(inertias, &self.kinematics);
        [after.0 - before.0, after.1 - before.1]
    }

    /// Lets the joints' lines touch their forces at the speeds of the start.
    fn touch_joints(
        &mut self,
        world: &World,
        state: &State,
        (vehicle, now): (usize, &Evaluation),
        span: StepConstants,
    ) {
        let probe = Probe::new(world, state, vehicle, span);
        for line in &mut self.joints {
            let speed = line.multiplier * self.start[line.coordinate];
            let joint = probe.joint(line.link);
            line.first = *now.joint_force(vehicle, line.link);
            (line.weight, line.path_weight) = (span.theta, span.theta);
            let slopes = joint.touch(line, speed, speed);
            if span.second_order {
                // What the step does not resolve is taken at its end, as the ground's forces are.
                let inertia = self.pattern.diagonal(line.coordinate, &self.mass);
                let mobility = line.multiplier * line.multiplier / inertia;
                let unresolved = step_force::unresolved(-span.h * line.slope * mobility);
                line.weight = 0.5 + 0.5 * unresolved;
                line.path_weight = 0.5 + (step_force::STIFF_END - 0.5) * unresolved;
                if let Some(slopes) = slopes {
                    line.lean(slopes, span.h);
                } else if unresolved > 0.0 && joint.joint.depends_on_displacement(joint.drive) {
                    joint.tilt(line, speed, speed);
                }
            }
        }
    }

    /// Accelerations at the start, as the vehicle is posed, without contacts, but held as stiff joints hold.
    /// In the middle of the step the forces are asked for that these accelerations lack there: with
    /// accelerations off by O(h), and a mass matrix as well, the step is wrong by O(h³).
    fn start_freely(
        &mut self,
        world: &World,
        state: &State,
        posed: (usize, &Kinematics),
        stage: &mut Evaluation,
    ) {
        stage.lack_at(world, state, posed, self.crba.turned(), &mut self.rate);
        self.pattern.impulse(&self.factor, &mut self.rate);
        self.pattern.colour(&self.factor, &mut self.rate);
        self.rate.iter_mut().for_each(|rate| *rate = -*rate);
    }

    /// The same with contacts that the factor has in it.
    fn start_held(
        &mut self,
        world: &World,
        state: &State,
        posed: (usize, &Kinematics),
        stage: &mut Evaluation,
        (condensed, span): (&mut CondensedSoil, StepConstants),
    ) {
        stage.lack_at(world, state, posed, self.crba.turned(), &mut self.push);
        self.push.iter_mut().for_each(|push| *push *= -span.h);
        self.drift.copy_from_slice(&self.start);
        self.gather_push(span);
        self.solve_held(condensed);
        let share = 1.0 / span.h;
        self.rate.iter_mut().zip(&self.scratch).for_each(|(rate, change)| *rate = change * share);
    }

    /// Takes the impulses of gravity and inertia in the middle of a second-order step, where the vehicle is posed
    /// with the velocities of its start and the factor has contacts in it: at the mean velocities that a first
    /// solve leads to, which are off by O(h²).
    pub(super) fn push_held(
        &mut self,
        world: &World,
        state: &State,
        vehicle: usize,
        (stage, at): (&mut Evaluation, &mut [f64]),
        (condensed, span): (&mut CondensedSoil, StepConstants),
    ) {
        let layout = world.layout();
        stage.lack_unaccelerated(world, state, vehicle, self.crba.turned(), &mut self.push);
        self.push.iter_mut().for_each(|push| *push *= -span.h);
        self.drift.copy_from_slice(&self.start);
        self.gather_push(span);
        self.hold_back_at_start(condensed);
        self.solve_held(condensed);
        // The end is found from the same drift.
        self.knows_held = true;
        let means = at[layout.velocities(vehicle)].iter_mut();
        for ((mean, start), change) in means.zip(&self.start).zip(&self.scratch) {
            *mean = start + 0.5 * change;
        }
        let (q, v) = (&at[layout.positions(vehicle)], &at[layout.velocities(vehicle)]);
        stage.move_on(&world.vehicles()[vehicle].tree, vehicle, q, v);
        stage.lack_unaccelerated(world, state, vehicle, self.crba.turned(), &mut self.push);
        self.push.iter_mut().for_each(|push| *push *= -span.h);
    }

    /// Accelerations at the start without contacts and joints.
    pub(super) fn accelerate_freely(
        &mut self,
        world: &World,
        state: &State,
        vehicle: usize,
        stage: &mut Evaluation,
    ) {
        if world.is_eventful() {
            stage.accelerate_under_forces(world, state, vehicle, &mut self.rate);
            return;
        }
        let q = &state.continuous[world.layout().positions(vehicle)];
        stage.accelerate_freely(world, state, vehicle, (q, &self.start), &mut self.rate);
    }

    /// Takes mass matrix and velocities of an instant.
    pub(super) fn stop_at(
        &mut self,
        world: &World,
        state: &State,
        vehicle: usize,
        (at, velocities): (&Evaluation, &[f64]),
    ) {
        self.awake = !state.discrete.mounted[vehicle];
        let tree = &world.vehicles()[vehicle].tree;
        let inertias = at.inertias(world, state, vehicle);
        let mass = (&self.pattern, &mut self.factor);
        crba_lines(tree, inertias, at.kinematics(vehicle), &mut self.crba, mass);
        self.start.copy_from_slice(velocities);
        self.pattern.factor(&mut self.factor);
        self.pattern.whiten(&self.factor, &self.start, &mut self.free);
    }

    /// Goes to the end that was found; how much velocities changed since it was last looked at.
    pub(super) fn look_ahead(
        &mut self,
        world: &World,
        state: &State,
        vehicle: usize,
        span: StepConstants,
    ) -> f64 {
        let layout = world.layout();
        let tree = &world.vehicles()[vehicle].tree;
        let h = span.h;
        if !self.awake {
            return 0.0;
        }
        for ((displacement, start), end) in
            self.displacement.iter_mut().zip(&self.start).zip(&self.end)
        {
            *displacement = 0.5 * h * (start + end);
        }
        let (q, seen) = &mut self.middle;
        let changes = seen.iter().zip(&self.end).map(|(seen, end)| (seen - end).abs());
        let change = changes.fold(0.0, f64::max);
        seen.copy_from_slice(&self.end);
        q.copy_from_slice(&state.continuous[layout.positions(vehicle)]);
        integrate(tree, q, &self.displacement, 1.0);
        normalise(tree, q);
        change
    }

    /// Takes the free motion from accelerations of start and end.
    pub(super) fn drift_between(
        &mut self,
        world: &World,
        state: &State,
        vehicle: usize,
        stage: &mut Evaluation,
        span: StepConstants,
    ) {
        let h = span.h;
        if world.is_eventful() {
            stage.accelerate_under_forces(world, state, vehicle, &mut self.scratch);
        } else {
            let (q, seen) = &self.middle;
            stage.accelerate_freely(world, state, vehicle, (q, seen), &mut self.scratch);
        }
        // Newmark with γ = ½: v_free = v + h (a + a⁺)/2; β = ¼ makes q⁺ = q + h (v + v⁺)/2 (`look_ahead`).
        self.push.fill(0.0);
        let rates = self.rate.iter().zip(&self.scratch);
        for ((drift, start), (first, last)) in self.drift.iter_mut().zip(&self.start).zip(rates) {
            *drift = start + 0.5 * h * (first + last);
        }
    }

    /// Takes the mass matrix from the middle of the way to the end that was looked at.
    pub(super) fn look_between(
        &mut self,
        world: &World,
        state: &State,
        vehicle: usize,
        (last, between): (&Evaluation, &mut Evaluation),
    ) {
        let layout = world.layout();
        let owner = &world.vehicles()[vehicle];
        let (q, end) = &mut self.middle;
        q.copy_from_slice(&state.continuous[layout.positions(vehicle)]);
        integrate(&owner.tree, q, &self.displacement, 0.5);
        normalise(&owner.tree, q);
        between.place(&owner.tree, vehicle, q, end);
        let kinematics = between.kinematics(vehicle);
        let inertias = &state.inertias[layout.links(vehicle)];
        let mass = (&self.pattern, &mut self.mass);
        crba_lines(&owner.tree, inertias, kinematics, &mut self.crba, mass);
        self.pins.turn(&owner.closures, last.kinematics(vehicle), kinematics);
    }

    /// Impulses of all but the ground that the drift lacks, into `scratch`.
    pub(super) fn gather_push(&mut self, span: StepConstants) {
        let h = span.h;
        self.scratch.copy_from_slice(&self.push);
        for line in &self.joints {
            let JointLine { coordinate, multiplier, slope, weight, .. } = *line;
            let drift = multiplier * self.drift[coordinate];
            let last = whole(&line.last) + slope * (drift - line.at);
            let mean = (1.0 - weight) * whole(&line.first) + weight * last;
            self.scratch[coordinate] += h * multiplier * mean;
        }
    }

    /// Takes what the factor makes of the impulses in `scratch`: a change of the velocities.
    pub(super) fn solve_scratch(&mut self) {
        self.pattern.impulse(&self.factor, &mut self.scratch);
        self.pattern.colour(&self.factor, &mut self.scratch);
    }

    /// Takes the momentum of the change in `scratch`, joints' answers included, from `moved`.
    pub(super) fn take_momentum(&mut self, span: StepConstants) {
        self.momentum.fill(0.0);
        self.pattern.subtract_product(&self.mass, &self.scratch, &mut self.momentum);
        self.moved.iter_mut().zip(&self.momentum).for_each(|(left, taken)| *left += taken);
        self.knows_momentum = true;
        for line in &self.joints {
            let JointLine { coordinate, multiplier, slope, weight, .. } = *line;
            let slack = -span.h * weight * slope * multiplier * multiplier;
            self.moved[coordinate] -= slack * self.scratch[coordinate];
        }
    }

    /// Factors M − h θ D, and what else is added to it.
    pub(super) fn factorise(
        &mut self,
        span: StepConstants,
        more: impl FnOnce(&FactorPattern, &mut Factor, &mut [f64]),
    ) {
        self.factor.copy_from(&self.mass);
        for line in &self.joints {
            let slack = -span.h * line.weight * line.slope * line.multiplier * line.multiplier;
            self.pattern.add((line.coordinate, line.coordinate), slack, &mut self.factor);
        }
        more(&self.pattern, &mut self.factor, &mut self.scratch);
        self.pattern.factor(&mut self.factor);
    }

    /// Factors M − h θ D and takes the free velocities with it.
    pub(super) fn factor(
        &mut self,
        vehicle: &Vehicle,
        kinematics: &Kinematics,
        (soil, compliant, number): (&ImplicitSoil, &Compliant, usize),
        span: StepConstants,
    ) {
        if !self.awake {
            return;
        }
        self.gather_push(span);
        if soil.is_under(number) || compliant.is_under(number) {
            let drift = std::mem::take(&mut self.drift);
            self.factorise(span, |pattern, mass, impulse| {
                soil.stiffen(number, span.h, &drift, (pattern, mass, impulse));
                compliant.stiffen(number, &drift, (pattern, mass, impulse));
            });
            self.drift = drift;
        } else if !self.factored {
            self.factorise(span, |_, _, _| ());
        }
        // Whoever asks again has changed the lines.
        self.factored = false;
        self.pattern.whiten(&self.factor, &self.drift, &mut self.free);
        if self.scratch.iter().any(|push| *push != 0.0) {
            self.pattern.impulse(&self.factor, &mut self.scratch);
            self.free.iter_mut().zip(&self.scratch).for_each(|(free, push)| *free += push);
        }
        if !vehicle.closures.is_empty() {
            let Self { pins, pattern, factor, free, .. } = self;
            pins.set(&vehicle.tree, &vehicle.closures, kinematics, pattern, factor);
            pins.release(free);
        }
    }

    /// Whether forces that lean are taken in after its factor: it has neither rows nor closed loops, whose
    /// operators have no place for them.
    pub(super) fn takes_leans(&self, rows: &ConstraintRows, vehicle: usize) -> bool {
        self.pins.is_empty() && rows.are_none_of(vehicle)
    }

    /// Coordinates in which an impulse on a link is felt, descending.
    pub(super) fn support(&self, link: usize) -> &[usize] {
        if self.pins.is_empty() { self.pattern.support(link) } else { &self.all }
    }

    /// Three impulses on a link along the coordinates, taken to y in place.
    pub(super) fn take_impulses(&self, link: usize, f: &mut [Vector3<f64>]) {
        self.pattern.impulses(&self.factor, self.support(link), f);
        if !self.pins.is_empty() {
            self.pins.release_three(&mut f[..self.all.len()]);
        }
    }

    pub(super) fn start_response(&mut self) {
        self.z.copy_from_slice(&self.free);
    }

    pub(super) fn finish_response(&mut self) {
        if !self.awake {
            return;
        }
        self.end.copy_from_slice(&self.z);
        self.pattern.colour(&self.factor, &mut self.end);
        self.knows_momentum = false;
    }

    /// Whether the joints' lines hold at the speeds found; takes new ones there if not.
    pub(super) fn is_settled(
        &mut self,
        world: &World,
        state: &State,
        vehicle: usize,
        (span, repeated): (StepConstants, bool),
    ) -> bool {
        if !self.awake {
            return true;
        }
        let probe = Probe::new(world, state, vehicle, span);
        let mut settled = true;
        for line in &mut self.joints {
            let start = line.multiplier * self.start[line.coordinate];
            let speed = line.multiplier * self.end[line.coordinate];
            let predicted = whole(&line.last) + line.slope * (speed - line.at);
            let (at, force) = (line.at, whole(&line.last));
            line.acted = predicted;
            let joint = probe.joint(line.link);
            let there;
            (there, line.ended) = joint.last(line, start, speed);
            let allowed = JOINT_TOLERANCE * (LEAST_JOINT_FORCE + whole(&there).abs());
            if (whole(&there) - predicted).abs() > allowed {
                settled = false;
                joint.touch(line, start, speed);
                // Tangents of a motor at its limits lead from one to the other and back for ever; the
                // chord between two tries does not.
                if repeated && speed != at {
                    line.slope = ((whole(&there) - force) / (speed - at)).min(0.0);
                }
            } else {
                (line.at, line.last) = (speed, there);
            }
        }
        settled
    }
}

impl VehicleDynamics {
    /// States of the joints at the end of the step. A stiff force is taken a little beyond the position that the step makes
    /// ([`step_force::STIFF_END`]); the states that stay are those of the displacement, or the lag of a motor and the
    /// angle of its joint would drift apart with every change of speed.
    pub(super) fn write_joint_states(
        &self,
        world: &World,
        state: &State,
        (vehicle, span): (usize, StepConstants),
        end_at: &mut [f64],
    ) {
        let probe = Probe::new(world, state, vehicle, span);
        let first = world.layout().joint_states(vehicle).start;
        for line in &self.joints {
            let own = &probe.tree.places()[line.link].states;
            if own.is_empty() {
                continue;
            }
            let mut ended = line.ended;
            if line.path_weight != self.end_share {
                let joint = probe.joint(line.link);
                let mean = line.multiplier * self.mean_displacement[line.coordinate] / span.h;
                let motion = (joint.position + span.h * mean, mean);
                ended = joint.joint.states_after(joint.drive, motion, joint.states, span.h);
            }
            put_states(&mut end_at[first + own.start..first + own.end], ended);
        }
    }
}

/// Whether a vehicle is one rigid body that nothing but gravity, commands and ground of the cone problem
/// acts on: its free motion keeps its energy, and its contacts are seen in the middle of the step.
fn is_single(world: &World, vehicle: usize, span: StepConstants) -> bool {
    let tree = &world.vehicles()[vehicle].tree;
    let acted_on = world.is_eventful() || world.is_compliant() || world.soil().is_some();
    !acted_on && !span.second_order && tree.links().len() == 1 && world.is_free(vehicle)
}

/// Asks a vehicle's joints for their forces.
struct Probe<'a> {
    tree: &'a Tree,
    /// Positions at the start, states of the joints and commands of the motors.
    q: &'a [f64],
    states: &'a [f64],
    commands: &'a [MotorCommand],
    conditions: &'a [MotorCondition],
    span: StepConstants,
}

impl<'a> Probe<'a> {
    fn new(world: &'a World, state: &'a State, vehicle: usize, span: StepConstants) -> Self {
        let layout = world.layout();
        Self {
            tree: &world.vehicles()[vehicle].tree,
            q: &state.continuous[layout.positions(vehicle)],
            states: &state.continuous[layout.joint_states(vehicle)],
            commands: &state.command.motors[layout.links(vehicle)],
            conditions: &state.discrete.motors[layout.links(vehicle)],
            span,
        }
    }

    #[inline]
    fn joint(&self, link: usize) -> ProbedJoint<'a> {
        let place = &self.tree.places()[link];
        ProbedJoint {
            joint: &self.tree.links()[link].joint,
            position: place.multiplier * self.q[place.position] + place.offset,
            drive: MotorInput { command: self.commands[link], condition: self.conditions[link] },
            states: &self.states[place.states.clone()],
            h: self.span.h,
        }
    }
}

/// One joint as it is at the start of the step.
struct ProbedJoint<'a> {
    joint: &'a Joint,
    drive: MotorInput,
    position: f64,
    states: &'a [f64],
    /// The step, s.
    h: f64,
}

impl ProbedJoint<'_> {
    /// Position at the end of a step that begins with one speed and ends with another, and the mean speed up to it.
    #[inline]
    fn position_after(&self, line: &JointLine, start: f64, end: f64) -> (f64, f64) {
        let mean = line.path_weight * end + (1.0 - line.path_weight) * start;
        (self.position + self.h * mean, mean)
    }

    /// Force, and states of the joint, at the end of a step that begins with one speed and ends with another.
    #[inline]
    fn last(&self, line: &JointLine, start: f64, end: f64) -> (JointForce, [f64; 2]) {
        let Self { joint, drive, states, h, .. } = *self;
        let (position, mean) = self.position_after(line, start, end);
        let ended = joint.states_after(drive, (position, mean), states, h);
        (joint.smooth_push(drive, position, end, &ended[..states.len()]), ended)
    }

    /// Lets the line touch the joint's force at a speed; returns what [`Self::tilt`] does.
    fn touch(&self, line: &mut JointLine, start: f64, end: f64) -> Option<[f64; 2]> {
        line.at = end;
        (line.last, line.ended) = self.last(line, start, end);
        self.tilt(line, start, end)
    }

    /// Takes the slope where the line touches: that of the law, or the chord to a speed beside it at a kink. Returns the
    /// two parts of the former, with which the slope follows from the displacement.
    fn tilt(&self, line: &mut JointLine, start: f64, end: f64) -> Option<[f64; 2]> {
        /// Difference of speeds for a chord at a kink, m/s or rad/s: about the root of the round-off.
        const NUDGE: f64 = 1e-7;
        let motion = (self.position_after(line, start, end).0, end);
        let slopes = self.joint.smooth_slope(self.drive, motion, &line.ended);
        match slopes {
            Some(slopes) => line.lean(slopes, self.h),
            None => {
                let beyond = self.last(line, start, end + NUDGE).0;
                line.take_slope((whole(&beyond) - whole(&line.last)) / NUDGE);
            }
        }
        slopes
    }
}
