//! Running a folder's scenario again up to an instant, and looking.

use super::WhyError;
use super::snapshot::{
    Cable, Contact, Controller, Difference, Energy, Engine, Fidelity, Force, Joint, PhaseNow,
    Snapshot, StepNow, Threshold, Trigger,
};
use crate::operator::journal::Replay;
use planetfall::control::{Operator, Unattended};
use planetfall::diagnosis::{self, JointDiagnosis, Watch};
use planetfall::phase::{Condition, MotionQuantity, Then};
use planetfall::recording::{self, Event, Recorder};
use planetfall::simulation::{Due, Limit, Simulation};
use planetfall::stepping::{Channel, Method};
use planetfall::time::Time;
use planetfall::vehicle::{MotorCommand, MotorCut};
use planetfall::world::World;
use planetfall_files::format::Ink;
use planetfall_files::quantity::column::{Contactor as ContactorColumns, Run};
use planetfall_files::quantity::{Quantity, significant, split_unit};
use planetfall_files::run_folder::{HistoryFile, RunFile, Summary};
use planetfall_files::scenario::{Loaded, ScenarioFile};
use std::ops::ControlFlow;
use std::path::Path;

/// The state of a folder's run at an instant. `watch` gets the simulated time at every record.
///
/// # Errors
/// If the folder holds no run, its files do not allow the run to be repeated, or the instant lies
/// outside it.
pub fn ask(folder: &Path, at_s: f64, watch: &mut dyn FnMut(Time)) -> Result<Snapshot, WhyError> {
    let no_run = |source| WhyError::NotARun { folder: folder.to_owned(), source };
    let summary = Summary::read(&RunFile::Summary.within(folder)).map_err(no_run)?;
    let path = RunFile::History.within(folder);
    let history = HistoryFile::open(&path)?;
    let times = history.read_column(Run::TIME.name, 0..history.rows())?.values;
    let (Some(&start), Some(&last)) = (times.first(), times.last()) else {
        return Err(WhyError::Empty { path });
    };
    let end = last.max(summary.sim_time_s);
    if !(at_s >= start && at_s <= end) {
        return Err(WhyError::Outside { at: at_s, start, end });
    }
    let loaded = load(folder)?;
    let mut simulation = Simulation::new(&loaded.scenario);
    // A run that was paused had its last step cut to end there.
    let paused = summary.outcome == "paused";
    let until = if paused { Time::nearest(summary.sim_time_s) } else { loaded.scenario.duration };
    let mut last = LastFrame { frame: Vec::new(), watch };
    let mut operator = operator(folder, &loaded)?;
    let at = Time::nearest(at_s);
    let broken = simulation.operate_past(at, until, &mut last, &mut *operator).err();
    let frame = last.frame;
    let recomputed = frame.first().copied().unwrap_or(start);
    let row = times.partition_point(|time| *time <= recomputed).saturating_sub(1);
    let mut snapshot = look(&simulation, &summary, at_s);
    snapshot.check = check(&loaded, &history, row, &frame, &summary)?;
    snapshot.failure = broken
        .map(|error| error.to_string())
        .or_else(|| summary.failure.clone().filter(|_| simulation.state().time.seconds() >= end));
    Ok(snapshot)
}

/// The scenario as the run had it.
fn load(folder: &Path) -> Result<Loaded, WhyError> {
    let path = RunFile::Scenario.within(folder);
    let file = ScenarioFile::read(&path)
        .map_err(|source| WhyError::Scenario { path: path.clone(), source })?;
    file.load(Ink::Plain).map_err(|mistakes| WhyError::Mistakes { mistakes: mistakes.text })
}

/// Whoever commands what was commanded in the run.
fn operator(folder: &Path, loaded: &Loaded) -> Result<Box<dyn Operator>, WhyError> {
    Ok(match loaded.scenario.world.console() {
        Some((_, console)) => Box::new(Replay::read(folder, &loaded.scenario.world, console)?),
        None => Box::new(Unattended),
    })
}

/// Keeps the last record.
struct LastFrame<'a> {
    frame: Vec<f64>,
    watch: &'a mut dyn FnMut(Time),
}

impl Recorder for LastFrame<'_> {
    fn frame(&mut self, frame: &[f64]) -> ControlFlow<()> {
        self.frame.clear();
        self.frame.extend_from_slice(frame);
        (self.watch)(Time::nearest(frame.first().copied().unwrap_or_default()));
        ControlFlow::Continue(())
    }

    fn event(&mut self, _: &Event) {}
}

/// Everything but the comparison with the history.
fn look(simulation: &Simulation, summary: &Summary, at_s: f64) -> Snapshot {
    let state = simulation.state();
    let scenario = simulation.scenario();
    let phase = &scenario.phases[state.phase];
    Snapshot {
        scenario: summary.scenario.clone(),
        asked_time_s: at_s,
        time_s: state.time.seconds(),
        ended: simulation.ended().map(str::to_owned),
        failure: None,
        phase: PhaseNow {
            name: phase.name.clone(),
            index: state.phase,
            since_s: state.phase_entry.seconds(),
            method: method(&phase.method),
        },
        step: step(simulation),
        triggers: triggers(simulation),
        controllers: controllers(simulation),
        commanded_forces: forces(simulation),
        cables: cables(simulation),
        engines: engines(simulation),
        contacts: contacts(simulation),
        joints: diagnosis::joints(simulation).iter().map(|s| joint(simulation, s)).collect(),
        energy: energy(simulation),
        check: Fidelity { record_time_s: f64::NAN, columns: 0, differing: Vec::new(), note: None },
    }
}

fn method(method: &Method) -> String {
    match method {
        Method::RungeKutta4 { step } => format!("rk4, fixed step of {step}"),
        Method::Implicit { step } => format!("implicit, fixed step of {step}"),
        Method::MoreauJean { step, theta } => {
            format!("moreau_jean, fixed step of {step}, theta {theta}")
        }
        Method::Newmark { step } => format!("newmark, fixed step of {step}"),
        Method::EventDriven { step } => format!("event_driven, steps of at most {step}"),
        Method::DormandPrince54 { longest, .. } => {
            format!("dopri54 with error control, at most {longest}")
        }
    }
}

fn step(simulation: &Simulation) -> StepNow {
    let state = simulation.state();
    let (length, limit) = simulation.last_step();
    let world = &*simulation.scenario().world;
    let method = &simulation.scenario().phases[state.phase].method;
    let is_adaptive = method.is_adaptive();
    let limited_by = match limit {
        Limit::Start => "no step has been taken yet".to_owned(),
        Limit::Method if is_adaptive => "the longest step that the method may take".to_owned(),
        Limit::Method => "the fixed step".to_owned(),
        Limit::ErrorControl => "error control".to_owned(),
        Limit::Convergence => {
            "the implicit solve, which converged only in a shorter step".to_owned()
        }
        Limit::Soil => {
            "soil: what presses on it may move by half of ground.spacing_m in a step".to_owned()
        }
        Limit::Due(Due::End) => "the end of the run".to_owned(),
        Limit::Due(Due::Record) => "a record that was due".to_owned(),
        Limit::Due(Due::Sensor(index)) => {
            format!("a sample of sensor {}", sensor_name(world, index))
        }
        Limit::Due(Due::Control(index)) => {
            let name = world.control().get(index).map_or("", |control| control.name.as_str());
            format!("a tick of controller {name}")
        }
        Limit::Due(Due::Elapsed(_)) => "a trigger of time that was due".to_owned(),
        Limit::Due(Due::Event) => {
            "a fault, its end, a late command or a gust that was due".to_owned()
        }
        Limit::Trigger(_) => "a trigger, located to the nanosecond".to_owned(),
        Limit::Edge => "the edge of the terrain".to_owned(),
    };
    let next = (is_adaptive && state.next_step > Time::ZERO).then(|| state.next_step.seconds());
    StepNow { length_s: length.seconds(), limited_by, next_s: next }
}

fn sensor_name(world: &World, index: usize) -> &str {
    world.sensors().get(index).map_or("", |sensor| sensor.name.as_str())
}

fn triggers(simulation: &Simulation) -> Vec<Trigger> {
    let scenario = simulation.scenario();
    let phase = &scenario.phases[simulation.state().phase];
    let watched = phase.triggers.iter().zip(diagnosis::watches(simulation));
    watched
        .map(|(trigger, Watch { readings, dwell })| Trigger {
            when: condition(&trigger.condition).to_owned(),
            then: match &trigger.then {
                Then::Enter(to) => {
                    format!("phase {} begins", scenario.phases.get(*to).map_or("", |p| &p.name))
                }
                Then::End(outcome) => format!("the run ends: {outcome}"),
            },
            met: readings.iter().all(|reading| reading.margin() <= 0.0),
            thresholds: readings
                .into_iter()
                .map(|reading| Threshold {
                    margin: reading.margin(),
                    quantity: match reading.entity {
                        Some(entity) => format!("{entity}.{}", reading.quantity),
                        None => reading.quantity.to_owned(),
                    },
                    value: reading.value,
                    threshold: reading.threshold,
                    met_when: if reading.above { "above" } else { "below" },
                })
                .collect(),
            held_s: dwell.map(|dwell| dwell.held.seconds()),
            dwell_s: dwell.map(|dwell| dwell.needed.seconds()),
        })
        .collect()
}

/// The condition as a scenario file calls it.
fn condition(condition: &Condition) -> &'static str {
    match condition {
        Condition::Elapsed(_) => "elapsed",
        Condition::Rest { .. } => "rest",
        Condition::Touch(_) => "touch",
        Condition::HeightBelow(_) => "height_below",
        Condition::HeightAbove(_) => "height_above",
        Condition::SpeedAbove(_) => "speed_above",
        Condition::VehicleTouch(_) => "touch",
        Condition::Nearer { .. } => "nearer",
        Condition::Separated(_) => "separated",
        Condition::Cut(_) => "cut",
        Condition::Dry(_) => "dry",
        Condition::Level { quantity, above, .. } => level(*quantity, *above),
    }
}

/// The condition of a level as a scenario file calls it.
fn level(quantity: MotionQuantity, above: bool) -> &'static str {
    match (quantity, above) {
        (MotionQuantity::Mach, true) => "mach_above",
        (MotionQuantity::Mach, false) => "mach_below",
        (MotionQuantity::DynamicPressure, true) => "dynamic_pressure_above",
        (MotionQuantity::DynamicPressure, false) => "dynamic_pressure_below",
        (MotionQuantity::Speed, true) => "speed_above",
        (MotionQuantity::Speed, false) => "speed_below",
        (MotionQuantity::SensedDeceleration, true) => "deceleration_above",
        (MotionQuantity::SensedDeceleration, false) => "deceleration_below",
        (MotionQuantity::Height, true) => "height_above",
        (MotionQuantity::Height, false) => "height_below",
    }
}

fn controllers(simulation: &Simulation) -> Vec<Controller> {
    let states = diagnosis::controllers(simulation).into_iter();
    states
        .map(|state| Controller {
            name: state.name,
            period_s: state.period.seconds(),
            last_tick_s: state.last_tick.seconds(),
            mode: state.mode,
        })
        .collect()
}

fn cables(simulation: &Simulation) -> Vec<Cable> {
    let (world, state) = (&*simulation.scenario().world, simulation.state());
    let lengths = &state.continuous[world.layout().lengths()];
    let all = world.cables().iter().zip(simulation.evaluation().pulls()).zip(lengths).enumerate();
    all.map(|(index, ((cable, pull), length))| {
        let carried = [cable.from.vehicle, cable.to.vehicle].map(|v| state.discrete.mounted[v]);
        let name = match () {
            () if state.discrete.cut[index] => "cut",
            () if carried.contains(&true) => "stowed",
            () if pull.pay_out > 0.0 => "paying out",
            () if pull.tension > 0.0 => "taut",
            () => "slack",
        };
        Cable {
            name: cable.name.clone(),
            state: name,
            tension_n: pull.tension,
            length_m: *length,
            stretch_m: pull.stretch,
        }
    })
    .collect()
}

fn engines(simulation: &Simulation) -> Vec<Engine> {
    let (world, state) = (&*simulation.scenario().world, simulation.state());
    let vehicles = 0..world.vehicles().len();
    let all = vehicles.flat_map(|vehicle| {
        let own = world.vehicles()[vehicle].engines.iter();
        own.zip(world.layout().engines(vehicle)).map(move |(engine, index)| Engine {
            name: world.entity_name(vehicle, &engine.name),
            failed: state.discrete.failed[index],
            thrust_n: simulation.evaluation().thrust(index),
            command_n: state.command.thrusts[index],
        })
    });
    all.collect()
}

fn forces(simulation: &Simulation) -> Vec<Force> {
    let vehicles = simulation.scenario().world.vehicles().iter();
    let held = vehicles.zip(&simulation.state().command.wrenches);
    held.filter(|(_, wrench)| wrench.force.norm() + wrench.torque.norm() > 0.0)
        .map(|(vehicle, wrench)| Force {
            vehicle: vehicle.name.clone(),
            force_n: wrench.force.into(),
            torque_n_m: wrench.torque.into(),
        })
        .collect()
}

/// Contacts as a record of this moment would have them.
fn contacts(simulation: &Simulation) -> Vec<Contact> {
    let world = &*simulation.scenario().world;
    let columns = recording::columns(world);
    let sample = simulation.sample();
    let of = |name: &str, quantity: Quantity| {
        let wanted = quantity.of(name);
        let index = columns.iter().position(|column| column.name == wanted);
        index.and_then(|index| sample.get(index)).copied().unwrap_or(f64::NAN)
    };
    (0..world.contactors().len())
        .map(|contactor| {
            let name = world.contactor_name(contactor);
            Contact {
                regime: match of(&name, ContactorColumns::REGIME) {
                    1.0 => "sticking",
                    2.0 => "slipping",
                    _ => "apart",
                },
                gap_m: of(&name, ContactorColumns::GAP),
                normal_force_n: of(&name, ContactorColumns::NORMAL_FORCE),
                friction_force_n: of(&name, ContactorColumns::FRICTION_FORCE),
                slip_speed_m_per_s: of(&name, ContactorColumns::SLIP_SPEED),
                name,
            }
        })
        .collect()
}

fn joint(simulation: &Simulation, state: &JointDiagnosis) -> Joint {
    let world = &*simulation.scenario().world;
    let joint = &world.vehicles()[state.vehicle].tree.links()[state.link].joint;
    let slides = joint.kind.slides_along().is_some();
    let (length, speed, force) = if slides { ("m", "m/s", "N") } else { ("rad", "rad/s", "N m") };
    let number = |value: f64| significant(value, 5);
    let stop = state.stop.map(|stop| {
        let which = if stop.upper { "upper" } else { "lower" };
        let push = number(stop.push.abs());
        format!(
            "at its {which} stop of {} {length}, which pushes with {push} {force}",
            number(stop.at)
        )
    });
    let command = state.motor.map(|motor| match motor.command {
        MotorCommand::Off => "off".to_owned(),
        MotorCommand::Torque(wanted) => format!("give {} {force}", number(wanted)),
        MotorCommand::Speed(wanted) => format!("move at {} {speed}", number(wanted)),
        MotorCommand::Position(wanted) => format!("go to {} {length}", number(wanted)),
    });
    let saturated = state.motor.and_then(|motor| {
        let what = match motor.cut? {
            MotorCut::TorqueLimit => "the torque limit",
            MotorCut::SpeedLine => "the torque-speed line",
            MotorCut::Stiction => "stiction",
        };
        Some(format!("{what} keeps it from giving {} {force}", number(motor.wish)))
    });
    Joint {
        name: world.entity_name(state.vehicle, &joint.name),
        kind: if slides { "prismatic" } else { "revolute" },
        position: state.position,
        speed: state.speed,
        stop,
        command,
        motor: state.motor.map(|motor| motor.gives),
        saturated,
    }
}

fn energy(simulation: &Simulation) -> Energy {
    let ledger = &simulation.state().ledger;
    let channels = Channel::of(&simulation.scenario().world);
    Energy {
        kinetic_j: ledger.kinetic,
        potential_j: ledger.potential,
        work_j: channels
            .map(|(channel, quantity)| (account(quantity), ledger.work[*channel as usize]))
            .collect(),
        unexplained_j: ledger.unexplained(),
        unexplained_share: ledger.unexplained_share(),
    }
}

/// A channel's own word: `motors` of `energy.motors_j`.
fn account(quantity: &Quantity) -> &'static str {
    let word = quantity.name.strip_prefix("energy.").unwrap_or(quantity.name);
    split_unit(word).0
}

/// Holds the last recomputed record against the history's.
fn check(
    loaded: &Loaded,
    history: &HistoryFile,
    row: usize,
    frame: &[f64],
    summary: &Summary,
) -> Result<Fidelity, WhyError> {
    let record = history.read_column(Run::TIME.name, row..row + 1)?.values;
    let record_time_s = record.first().copied().unwrap_or(f64::NAN);
    let mut differing = Vec::new();
    let mut columns = 0;
    for (column, recomputed) in recording::columns(&loaded.scenario.world).iter().zip(frame) {
        if !history.columns().iter().any(|known| known.name == column.name) {
            continue;
        }
        columns += 1;
        let recorded = history.read_column(&column.name, row..row + 1)?.values;
        let recorded = recorded.first().copied().unwrap_or(f64::NAN);
        let same = recorded == *recomputed || (recorded.is_nan() && recomputed.is_nan());
        if !same {
            let column = column.name.clone();
            differing.push(Difference { column, recorded, recomputed: *recomputed });
        }
    }
    let here = env!("CARGO_PKG_VERSION");
    let note = (!differing.is_empty() || columns == 0).then(|| match &summary.version {
        Some(made) if made != here => format!(
            "the run was made by Planetfall {made}, this is {here}: what follows is this version's \
             run of the same scenario"
        ),
        _ => "the run was made by another build of Planetfall, was resumed from a pause, or files \
              that it names have changed since: what follows is the run as it is computed now"
            .to_owned(),
    });
    Ok(Fidelity { record_time_s, columns, differing, note })
}
