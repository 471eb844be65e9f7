//! What a run amounts to: metrics gathered from every step, never from thinned records.

mod account;
mod contactor;
mod flight_air;
mod gauge;
mod grains;
mod hard;
mod landing;
mod phase_energy;
mod reference;
mod travel;
mod vehicle;

pub use crate::state::{PhaseEnergy, PhaseError, Tally};
pub use crate::stepping::RK4_REAL_LIMIT;
pub use account::{EffortSpent, EnergyShare, Momentum, PhaseShares};
pub use contactor::{ContactorLoad, ContactorSums, Traction};
pub use flight_air::{EntryPeaks, ParachuteLoad};
pub use gauge::{Gauge, GaugeKind};
pub use grains::GrainBed;
pub use hard::HardGround;
pub use landing::{
    Approach, CableCut, CableGroupLoad, FirstContact, Flight, Impacted, Propellant, Separated,
    Touchdown,
};
pub use phase_energy::{Allowance, EnergyLimits, FAILED, WARNED};
pub use reference::reference;
pub use travel::Travel;
pub use vehicle::{Slide, SoilDraws, StrutEnd, Struts, VehicleEnd, VehicleSupport};

pub(crate) use phase_energy::{Finding, accounts, findings, in_progress};

use crate::contact::Contact;
use crate::dynamics::energy::Centre;
use crate::ground::WheelMemory;
use crate::math::time::Time;
use crate::quantity::Metric;
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
    let impulses = workspace.given_impulses();
    let named = world.named_contactors();
    for (index, place) in world.contactors()[..named].iter().enumerate() {
        let tally = &mut state.tally.contacts[index];
        // Points beyond those have none.
        let end = place.contacts.end.min(impulses.len());
        for impulse in impulses.get(place.contacts.start..end).unwrap_or_default() {
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
pub fn metrics(world: &World, state: &State) -> Vec<Metric> {
    let mut list = Vec::new();
    for vehicle in 0..world.named() {
        vehicle::metrics(world, state, vehicle, &mut list);
        for contact in world.layout().contactors(vehicle) {
            contactor::metrics(world, state, contact, &mut list);
        }
        vehicle::strut_metrics(world, state, vehicle, &mut list);
        vehicle::soil_metrics(world, state, vehicle, &mut list);
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
        Metric::add::<HardGround>(&mut list, &(hard, &state.effort), str::to_owned);
    }
    if let Some(grains) = &state.tally.grains {
        Metric::add::<GrainBed>(&mut list, &grains.view(world, state), str::to_owned);
    }
    for (index, control) in world.control().iter().enumerate() {
        let first = world.first_register(index);
        let own = &state.registers[first..first + control.controller.registers()];
        list.extend(control.controller.metrics(own));
    }
    account::metrics(world, state, &mut list);
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
        "{} of {} steps ended because their solver's budget was spent ({}), with impulses \
         wrong by up to {:.1e} of their size ({}). Look for contradictory contacts (a body \
         wedged in rigid ground) or extreme mass ratios, or make the step shorter.",
        hard.unsolved,
        state.effort.steps,
        HardGround::STEPS_ON_BUDGET.name,
        hard.residual,
        HardGround::WORST_RESIDUAL.name,
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

/// Share of the energy turned over that moving bodies out of rigid ground may take unreported.
const CORRECTED: f64 = 0.05;

fn much_corrected(world: &World, state: &State) -> Option<String> {
    let lifted = state.ledger.work[Channel::Correction as usize];
    let turned_over = state.ledger.scale().max(least_energy(world, state));
    if !world.is_hard() || lifted.abs() <= CORRECTED * turned_over {
        return None;
    }
    Some(format!(
        "moving bodies out of rigid ground took {lifted:.3} J, {:.0} % of the {turned_over:.3} J that \
         the run turned over ({}). Start outside of the ground, or make the step \
         shorter.",
        100.0 * lifted.abs() / turned_over,
        Channel::Correction.quantity().name,
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
