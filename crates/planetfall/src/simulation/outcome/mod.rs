//! What a run amounts to: metrics gathered from every step, never from thinned records.

mod flight_air;
mod gauge;
mod grains;
mod hard;
mod landing;
mod phase_energy;
mod travel;

pub use crate::state::{PhaseEnergy, PhaseError, Tally};
pub use crate::stepping::RK4_REAL_LIMIT;
pub use gauge::{Gauge, GaugeKind};
pub use phase_energy::{Allowance, EnergyLimits, FAILED, WARNED};
pub(crate) use phase_energy::{Finding, accounts, findings, under_way};

use crate::contact::{Contact, Impulse};
use crate::dynamics::energy::{self, Centre};
use crate::ground::WheelMemory;
use crate::math::time::Time;
use crate::simulation::recording::{Event, EventKind, Felt};
use crate::state::{Below, Effort, State, StepBound, StepMargin, VehicleTally};
use crate::stepping::{Evaluation, Impact, Workspace};
use crate::world::{Channel, World};
use nalgebra::Vector3;

/// How a run ended and what it measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Name of the end: `completed`, `at_rest`, `left_terrain`, or what a trigger says.
    pub name: String,
    /// When.
    pub time: Time,
    /// What it cost.
    pub effort: Effort,
    /// Measured quantities, in a fixed order. Not a number where the run never came to it.
    pub metrics: Vec<(String, f64)>,
    /// What the user should know about the quality of the result.
    pub warnings: Vec<String>,
}

impl Outcome {
    /// The metric of a name; `None` if the run has none such.
    pub fn metric(&self, name: &str) -> Option<f64> {
        self.metrics.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
    }
}

/// Brings what is gathered of flight through air to an instant; at the start of a run the step is zero.
pub(crate) fn observe_air(world: &World, state: &mut State, evaluation: &Evaluation, step: Time) {
    if let Some(mut air) = state.tally.air.take() {
        air.observe(world, state, evaluation, step);
        state.tally.air = Some(air);
    }
}

/// Brings the tally to the end of an accepted step and reports what happened in it.
pub(crate) fn observe(
    world: &World,
    state: &mut State,
    workspace: &Workspace,
    step: Time,
    mut report: impl FnMut(Event),
) {
    let time = state.time;
    let (evaluation, hardness) = (&workspace.now, &workspace.hardness());
    observe_contactors(world, state, workspace, &mut report);
    // Grains and soil there are only where the ground is hard.
    if let Some(hard) = &mut state.tally.hard {
        hard.observe(hardness);
        if let Some(grains) = &mut state.tally.grains {
            grains.observe(hardness, step);
        }
        for (tread, tally) in state.ground.treads.iter().zip(&mut state.tally.contacts) {
            tally.traction = tally.traction.max(tread.traction_ratio());
        }
    }
    for vehicle in 0..world.named() {
        let known = workspace.centres[vehicle];
        let centre = known.unwrap_or_else(|| evaluation.centre(world, state, vehicle));
        observe_vehicle(world, state, &centre, vehicle);
    }
    for (index, gear) in world.running_gear().iter().enumerate() {
        let mut travel = state.tally.travels[index];
        travel.observe(world, state, evaluation, gear, step);
        state.tally.travels[index] = travel;
    }
    if let Some(mut landing) = state.tally.landing.take() {
        landing.observe(world, state, evaluation, step);
        state.tally.landing = Some(landing);
    }
    observe_air(world, state, evaluation, step);
    if state.tally.window.snapshots.is_due(time) {
        let Tally { window, contacts, grains, .. } = &mut state.tally;
        let place = window.keep(time, contacts);
        if let Some(grains) = grains {
            grains.keep(place);
        }
    }
}

/// Sums and extremes of each contactor; what touched or lifted off is reported.
fn observe_contactors(
    world: &World,
    state: &mut State,
    workspace: &Workspace,
    report: &mut impl FnMut(Event),
) {
    let time = state.time;
    let (evaluation, hardness) = (&workspace.now, &workspace.hardness());
    let impulses = workspace.impulses();
    let named = world.named_contactors();
    for (index, place) in world.contactors()[..named].iter().enumerate() {
        let tally = &mut state.tally.contacts[index];
        for impulse in &impulses[place.contacts.clone()] {
            tally.impulse.add_all(impulse);
        }
        let loads = &evaluation.loads()[place.contacts.clone()];
        if !tally.touching && loads.iter().all(|load| load.normal_force == 0.0) {
            continue;
        }
        let Felt { touch, load, .. } = Felt::of(world, evaluation, index);
        let touching = load.normal_force != 0.0;
        if touching {
            if load.normal_force > tally.peak {
                (tally.peak, tally.peak_time) = (load.normal_force, time);
            }
            tally.deepest = tally.deepest.max(depth(world, &state.ground.treads, index, touch));
            if !tally.touching {
                tally.count += 1;
                tally.first = tally.first.min(time);
                tally.last_touch = time;
                // Rigid ground has stopped it already.
                let stopped = hardness.impacts.iter().find(|impact| impact.contactor == index);
                let speed = stopped.map_or(-touch.gap_rate(), Impact::speed);
                let kind = EventKind::Touch { contactor: index, speed };
                report(Event { time, kind });
            }
        } else if tally.touching {
            tally.last_lift_off = time;
            report(Event { time, kind: EventKind::LiftOff { contactor: index } });
        }
        tally.touching = touching;
    }
    for impact in hardness.impacts.iter().filter(|impact| impact.contactor < named) {
        // What touches for an instant only carries nothing at the end of the step.
        let tally = &mut state.tally.contacts[impact.contactor];
        if !tally.touching {
            tally.count += 1;
            tally.first = tally.first.min(time);
            (tally.last_touch, tally.last_lift_off) = (time, time);
        }
        report(Event { time, kind: EventKind::Impact(*impact) });
    }
}

/// How deep a contactor is inside the ground, m. Soil knows the depth of the contacts that bear; a sample point
/// sees the ground beside a rock only.
fn depth(world: &World, treads: &[WheelMemory], contactor: usize, touch: &Contact) -> f64 {
    let tread = treads.get(contactor).filter(|_| world.is_on_wheel_ground(contactor, touch));
    tread.map_or(-touch.gap, |tread| tread.depth)
}

fn observe_vehicle(world: &World, state: &mut State, centre: &Centre, vehicle: usize) {
    let Centre { position: centre, velocity, .. } = *centre;
    let contacts = world.layout().contactors(vehicle);
    let touched = state.tally.contacts[contacts].iter().any(|c| c.touching);
    let tally = &mut state.tally.vehicles[vehicle];
    tally.fastest = tally.fastest.max(velocity.norm());
    if touched && !tally.touched {
        (tally.touched, tally.touched_at) = (true, centre);
    }
    let Some(slope) = Slope::under(world, vehicle, &tally.start) else { return };
    tally.lateral = tally.lateral.max((centre - tally.start).dot(&slope.across).abs());
    if velocity.dot(&slope.downhill).abs() >= slope.stick_speed {
        tally.stopped = Time::MAX;
    } else if tally.stopped == Time::MAX {
        (tally.stopped, tally.stopped_at) = (state.time, centre);
    }
}

/// The plane slope a vehicle started over.
struct Slope {
    downhill: Vector3<f64>,
    across: Vector3<f64>,
    stick_speed: f64,
}

impl Slope {
    fn under(world: &World, vehicle: usize, start: &Vector3<f64>) -> Option<Self> {
        let downhill = world.terrain().downhill(start.x, start.y)?;
        let first = world.layout().contacts(vehicle).start;
        let law = world.sample_points().get(first)?.own.ground.marker()?;
        let across = Vector3::new(-downhill.y, downhill.x, 0.0).normalize();
        Some(Self { downhill, across, stick_speed: law.table.stick_speed })
    }
}

/// The metrics of a state that every run of such a world has, in a fixed order; those that a
/// scenario defines are in [`crate::simulation::scenario::Scenario::metrics`].
pub fn metrics(world: &World, state: &State) -> Vec<(String, f64)> {
    let mut list = Vec::new();
    for vehicle in 0..world.named() {
        vehicle_metrics(world, state, vehicle, &mut list);
        for contact in world.layout().contactors(vehicle) {
            contact_metrics(world, state, contact, &mut list);
        }
        strut_metrics(world, state, vehicle, &mut list);
        soil_metrics(world, state, vehicle, &mut list);
    }
    for (gear, travel) in world.running_gear().iter().zip(&state.tally.travels) {
        travel.metrics(world, gear, &mut list);
    }
    if let Some(landing) = &state.tally.landing {
        landing.metrics(world, state, &mut list);
    }
    if let Some(air) = &state.tally.air {
        air.metrics(world, &mut list);
    }
    if let Some(hard) = &state.tally.hard {
        hard.metrics(&state.effort, &mut list);
    }
    if let Some(grains) = &state.tally.grains {
        let force =
            grains.mean_force_over_window(state.tally.window.snapshots.reference(state.time));
        grains.metrics(world, state, force, &mut list);
    }
    for (index, control) in world.control().iter().enumerate() {
        let first = world.first_register(index);
        let own = &state.registers[first..first + control.controller.registers()];
        list.extend(control.controller.metrics(own));
    }
    let ledger = &state.ledger;
    let mut add = |name: &str, value: f64| list.push((name.to_owned(), value));
    add("energy.kinetic_j", ledger.kinetic);
    add("energy.potential_j", ledger.potential);
    for (channel, name) in Channel::of(world) {
        add(&format!("energy.{name}_j"), ledger.work[*channel as usize]);
    }
    add("energy.numerical_j", ledger.numerical);
    add("energy.unexplained_j", ledger.unexplained());
    add("energy.unexplained_share", ledger.unexplained_share_above(least_energy(world, state)));
    if world.is_staged() {
        let (linear, angular) = ledger.unexplained_momentum();
        add("momentum.unexplained_n_s", linear);
        add("momentum.unexplained_n_m_s", angular);
        let (linear, angular) = ledger.numerical_momentum();
        add("momentum.numerical_n_s", linear);
        add("momentum.numerical_n_m_s", angular);
    }
    add("effort.steps", state.effort.steps as f64);
    add("effort.evaluations", state.effort.evaluations as f64);
    add("effort.rejected", state.effort.rejected as f64);
    add("effort.iterations", state.effort.iterations as f64);
    list
}

/// The least energy that errors are measured against, J: a millimetre's worth of weight keeps rounding
/// errors of bodies at rest from being a share of nothing.
pub(crate) fn least_energy(world: &World, state: &State) -> f64 {
    let mass: f64 = state.inertias.iter().flatten().map(|inertia| inertia.mass()).sum();
    1e-3 * mass * world.gravity().at_site()
}

fn or_nan(time: Time) -> f64 {
    if time == Time::MAX { f64::NAN } else { time.seconds() }
}

fn vehicle_metrics(world: &World, state: &State, vehicle: usize, list: &mut Vec<(String, f64)>) {
    let tally = &state.tally.vehicles[vehicle];
    let inertias = &state.inertias[world.layout().links(vehicle)];
    let now = energy::centre_of_mass(inertias, &state.kinematics(world, vehicle));
    let Centre { position: centre, velocity, .. } = now;
    let mut add = |name: &str, value: f64| list.push((world.entity_name(vehicle, name), value));
    add("com.final_x_m", centre.x);
    add("com.final_y_m", centre.y);
    add("com.final_z_m", centre.z);
    add("com.final_speed_m_per_s", velocity.norm());
    add("com.peak_speed_m_per_s", tally.fastest);
    let contacts = world.layout().contactors(vehicle);
    let mut mean = Impulse::default();
    contacts
        .for_each(|contact| mean.add_all(&state.tally.mean_force_over_window(state.time, contact)));
    add("final_ground_force_n", (mean.total - mean.by_vehicles).norm());
    if world.is_hard() && world.vehicles().len() > 1 {
        add("final_support_by_vehicles_n", mean.by_vehicles.norm());
    }
    if let Some(slope) = Slope::under(world, vehicle, &tally.start) {
        let stopped = tally.touched && tally.stopped != Time::MAX;
        let way = (tally.stopped_at - tally.touched_at).dot(&slope.downhill);
        add("slide_distance_m", if stopped { way } else { f64::NAN });
        add("stop_time_s", or_nan(tally.stopped));
        add("lateral_drift_m", tally.lateral);
        add("slope_speed_start_m_per_s", tally.start_velocity.dot(&slope.downhill));
        add("slope_speed_end_m_per_s", velocity.dot(&slope.downhill));
    }
}

/// What crushable struts have given, and the least of what one of them has left before its stop.
fn strut_metrics(world: &World, state: &State, vehicle: usize, list: &mut Vec<(String, f64)>) {
    let tree = &world.vehicles()[vehicle].tree;
    let first = world.layout().joint_states(vehicle).start;
    let mut least = f64::INFINITY;
    for &link in tree.crushing() {
        let joint = &tree.links()[link].joint;
        let crushed = state.continuous[first + tree.places()[link].states.end - 1];
        list.push((world.entity_name(vehicle, &format!("{}.crushed_m", joint.name)), crushed));
        if let (Some(crush), Some(limits)) = (&joint.crush, &joint.limits) {
            // At its stop a strut is crushed by all but what its elastic part takes.
            least = least.min(limits.upper - crush.force / crush.stiffness - crushed);
        }
    }
    if least.is_finite() {
        list.push((world.entity_name(vehicle, "struts.stroke_left_m"), least));
    }
}

fn contact_metrics(world: &World, state: &State, contact: usize, list: &mut Vec<(String, f64)>) {
    let tally = &state.tally.contacts[contact];
    let last = state.tally.mean_force_over_window(state.time, contact);
    let entity = world.contactor_name(contact);
    let mut add = |name: &str, value: f64| list.push((format!("{entity}.{name}"), value));
    add("final_normal_force_n", last.normal);
    add("final_friction_force_n", last.friction);
    add("peak_normal_force_n", tally.peak);
    add("peak_time_s", or_nan(tally.peak_time));
    add("first_contact_s", or_nan(tally.first));
    add("last_touch_s", or_nan(tally.last_touch));
    add("last_lift_off_s", or_nan(tally.last_lift_off));
    add("contacts", tally.count as f64);
    add("max_penetration_m", tally.deepest);
    add("normal_impulse_n_s", tally.impulse.normal);
    let soil = world.has_wheel_ground(contact);
    if soil || world.soil().is_some() || world.driven(contact).is_some() {
        add("load_n", last.normal);
    }
    if soil {
        add("max_traction_ratio", tally.traction);
    }
}

/// Which share of its draws of strength a vehicle's soil had to clamp at zero.
fn soil_metrics(world: &World, state: &State, vehicle: usize, list: &mut Vec<(String, f64)>) {
    let treads = state.ground.treads.get(world.layout().contactors(vehicle)).unwrap_or_default();
    if treads.is_empty() {
        return;
    }
    let (clamped, draws) = treads.iter().fold((0, 0), |(c, d), t| (c + t.clamped, d + t.draws));
    let share = if draws == 0 { 0.0 } else { clamped as f64 / draws as f64 };
    list.push((world.entity_name(vehicle, "soil.clamped_share"), share));
}

/// What the user should know about the numerical quality of a run.
pub fn warnings(world: &World, state: &State) -> Vec<String> {
    let all = [
        long_step(world, state),
        much_corrected(world, state),
        softened(world, state),
        unsolved(state),
    ];
    all.into_iter().flatten().chain(in_the_ground(world, state)).collect()
}

/// Vehicles that were let go inside the ground, or of which a body was below it.
fn in_the_ground(world: &World, state: &State) -> impl Iterator<Item = String> {
    let seen = |(vehicle, tally): (usize, &VehicleTally)| {
        let owner = &world.vehicles()[vehicle];
        let text = |one: Below, what: &str, advice: &str| {
            let Below { time, link, point, depth } = one;
            format!(
                "`{}` of vehicle `{}` {what} at t = {:.3} s: {:.1} mm deep at x = {:.2} m, y = {:.2} m, \
                 z = {:.2} m. {advice}",
                owner.tree.links()[link].name,
                owner.name,
                time.seconds(),
                1000.0 * depth,
                point.x,
                point.y,
                point.z,
            )
        };
        let released = tally.released.map(|one| {
            text(one, "was let go inside the ground", "The ground throws it out; let go higher.")
        });
        let below = tally.below.map(|one| {
            text(
                one,
                "was below the ground",
                "Nothing of it meets the ground there, or the ground is too soft: give that link a \
                 [[link.contactor]] in its vehicle file, or look at what carries it.",
            )
        });
        [released, below].into_iter().flatten()
    };
    let all: Vec<String> = state.tally.vehicles.iter().enumerate().flat_map(seen).collect();
    all.into_iter()
}

/// Steps whose impulses were not found.
fn unsolved(state: &State) -> Option<String> {
    let hard = state.tally.hard.as_ref().filter(|hard| hard.unsolved > 0)?;
    Some(format!(
        "{} of {} steps ended because their solver's budget was spent (solver.steps_on_budget), with impulses \
         wrong by up to {:.1e} of their size (solver.worst_residual). Look for contradictory contacts (a body \
         wedged in rigid ground) or extreme mass ratios, or make the step shorter.",
        hard.unsolved, state.effort.steps, hard.residual
    ))
}

/// Soil whose k_c/b* + k_φ was negative under someone.
fn softened(world: &World, state: &State) -> Option<String> {
    let bed = &world.soil()?.bed;
    let (contactor, tread) = state
        .ground
        .treads
        .iter()
        .enumerate()
        .max_by_key(|(index, one)| (one.softened, usize::MAX - index))?;
    if tread.softened == 0 {
        return None;
    }
    let name = world.contactor_name(contactor);
    let (steps, all) = (tread.softened, state.effort.steps);
    Some(bed.softened(&format!("under {name} in {steps} of {all} steps")))
}

/// Share of the energy turned over that moving bodies out of rigid ground may take untold.
const CORRECTED: f64 = 0.05;

fn much_corrected(world: &World, state: &State) -> Option<String> {
    let lifted = state.ledger.work[Channel::Correction as usize];
    let turned_over = state.ledger.scale().max(least_energy(world, state));
    if !world.is_hard() || lifted.abs() <= CORRECTED * turned_over {
        return None;
    }
    Some(format!(
        "moving bodies out of rigid ground took {lifted:.3} J, {:.0} % of the {turned_over:.3} J that \
         the run turned over (energy.correction_j). Start outside of the ground, or make the step \
         shorter.",
        100.0 * lifted.abs() / turned_over
    ))
}

/// An explicit step that was too long for a vehicle on its contacts.
fn long_step(world: &World, state: &State) -> Option<String> {
    let margin = |vehicle: usize| &state.tally.vehicles[vehicle].margin;
    let share = |vehicle: usize| margin(vehicle).number / margin(vehicle).bound.limit();
    let worst = (0..world.named())
        .max_by(|&a, &b| share(a).total_cmp(&share(b)).then(b.cmp(&a)))
        .filter(|&vehicle| share(vehicle) > 1.0)?;
    let StepMargin { number, time, step, contacts, bound, .. } = *margin(worst);
    let limit = bound.limit();
    let most = step.seconds() * limit / number;
    let (cause, other) = match bound {
        StepBound::Springs => ("the springs of the ground", ", softer ground"),
        StepBound::Dampers => ("the dampers of the ground", ", less damping"),
        StepBound::Friction => ("friction below the stick speed", ", a larger stick speed"),
    };
    Some(format!(
        "the step of {step} is too long for {} on its {contacts} contacts: {cause} take it to {number:.2} at t = \
         {:.3} s, rk4 is stable up to {limit}. Forces between there and the end may be wrong although \
         the motion looks smooth. Use a step of at most {most:.1e} s, method = \"dopri54\" or \"implicit\"{other}.",
        world.vehicles()[worst].name,
        time.seconds(),
    ))
}
