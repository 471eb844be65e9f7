//! Grains against the same balls as vehicles, against their weight, and against themselves.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{metric, one_phase};
use nalgebra::{Vector2, Vector3};
use planetfall::checkpoint;
use planetfall::environment::Gravity;
use planetfall::grains::{Grain, Lattice};
use planetfall::ground::RigidGround;
use planetfall::recording::{self, Event, EventKind, Memory, Recorder, Silent};
use planetfall::scenario::{Scenario, ScenarioError};
use planetfall::shape::Shape;
use planetfall::simulation::Simulation;
use planetfall::stepping::{Method, Workspace, step};
use planetfall::terrain::{Pit, Plane};
use planetfall::time::Time;
use planetfall::vehicle::{Inertia, Motion, Vehicle};
use planetfall::world::World;
use std::ops::ControlFlow;
use std::sync::Arc;

const G: f64 = 9.81;
const STEP: Method = Method::MoreauJean { step: Time::from_millis(5), theta: 0.5 };

fn stone(law: &RigidGround) -> Vehicle {
    let ball = Shape::Ball { centre: Vector3::zeros(), radius: 0.1 };
    Vehicle::rigid("stone", Inertia::ball(2.0, 0.1).unwrap())
        .with_contactor("surface", 0, ball, *law)
}

/// A bed of grains in a pit of five cells a side, with a stone above it.
fn bed(count: usize, millis: i64) -> Scenario {
    let law = RigidGround::new(0.5, 0.0);
    let lattice = Lattice {
        name: "bed".to_owned(),
        count,
        radii: (0.04, 0.05),
        density: 2600.0,
        centre: Vector2::zeros(),
        size: Vector2::repeat(0.505),
        bottom: 0.0,
        spacing: 1.01,
    };
    let grains = lattice.grains(1).unwrap();
    let pit = Pit::new(Vector2::zeros(), Vector2::repeat(0.505), 0.0, 2.0).unwrap();
    let world = World::new(Gravity::Uniform(G), Arc::new(pit), vec![stone(&law)]);
    let world = world.with_grains(&grains, &law).unwrap();
    let mut motions = vec![Motion::at_rest(Vector3::new(0.0, 0.0, 1.0))];
    motions.extend(grains.iter().map(Grain::motion));
    one_phase(world, motions, STEP, Time::from_millis(millis))
}

/// One ball that rolls and bounces down an incline, as a vehicle or as a grain beside a stone far away.
fn rolling(as_grain: bool) -> (Vec<f64>, f64) {
    let law = RigidGround::new(0.3, 0.1);
    let grain = Grain { position: Vector3::new(0.0, 0.0, 0.4), radius: 0.05, density: 2600.0 };
    let incline = Plane::incline(Vector3::zeros(), 0.3, 1.0).unwrap();
    let world = World::new(Gravity::Uniform(G), Arc::new(incline), vec![stone(&law)]);
    let world = match as_grain {
        true => world.with_grains(&[grain], &law).unwrap(),
        false => {
            let ball = grain.vehicle("ball".to_owned(), &law).unwrap();
            let plane = Arc::new(Plane::incline(Vector3::zeros(), 0.3, 1.0).unwrap());
            World::new(Gravity::Uniform(G), plane, vec![stone(&law), ball])
        }
    };
    let far = Motion::at_rest(Vector3::new(50.0, 0.0, 0.5));
    let scenario = one_phase(world, vec![far, grain.motion()], STEP, Time::from_millis(2000));
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(scenario.duration, &mut Silent).unwrap();
    let unexplained = metric(&simulation.outcome(), "energy.unexplained_j");
    (simulation.state().continuous.clone(), unexplained)
}

#[test]
fn a_single_grain_moves_bit_for_bit_as_the_same_ball_as_a_vehicle() {
    assert_eq!(rolling(true), rolling(false));
}

#[test]
fn the_ground_bears_the_weight_of_a_bed_at_rest() {
    let scenario = bed(200, 4000);
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(scenario.duration, &mut Silent).unwrap();
    let outcome = simulation.outcome();
    let weight = G * (metric(&outcome, "grains.mass_kg") + 2.0);
    let force = metric(&outcome, "grains.final_ground_force_n");
    println!(
        "{:?}",
        outcome
            .metrics
            .iter()
            .filter(|m| m.0.contains("grain") || m.0.contains("solver"))
            .collect::<Vec<_>>()
    );
    assert!((force / weight - 1.0).abs() < 1e-3, "{force} N for {weight} N");
    assert!(metric(&outcome, "grains.kinetic_j") < 1e-3);
    assert!(metric(&outcome, "grains.max_penetration_m") < 5e-4);
    assert!((0.5..0.64).contains(&metric(&outcome, "grains.packing")));
    // Nothing left the pit.
    for (name, limit) in [("east", 0.2525), ("north", 0.2525), ("top", 1.0)] {
        assert!(metric(&outcome, &format!("grains.{name}_m")) < limit + 1e-4, "{name}");
    }
    for (name, limit) in [("west", -0.2525), ("south", -0.2525), ("lowest", 0.0)] {
        assert!(metric(&outcome, &format!("grains.{name}_m")) > limit - 1e-4, "{name}");
    }
}

/// Momentum of all bodies up, kg m/s.
fn momentum(scenario: &Scenario, simulation: &Simulation) -> f64 {
    let world = &scenario.world;
    let up = |vehicle: usize| {
        let place = world.layout().velocities(vehicle).start + 2;
        world.vehicles()[vehicle].tree.mass() * simulation.state().continuous[place]
    };
    (0..world.vehicles().len()).map(up).sum()
}

#[test]
fn impulses_between_grains_change_no_momentum_however_well_they_are_solved() {
    let scenario = bed(200, 1000);
    let mut simulation = Simulation::new(&scenario);
    let mass: f64 = scenario.world.vehicles().iter().map(|v| v.tree.mass()).sum();
    let columns = recording::columns(&scenario.world);
    let place = columns.iter().position(|c| c.name == "grains.ground_force_n").unwrap();
    // Until the stone meets the wall, which is no grain's force.
    for number in 1..=100 {
        let before = momentum(&scenario, &simulation);
        simulation.advance(Time::from_millis(5 * number), &mut Silent).unwrap();
        let force = simulation.sample()[place];
        let gained = momentum(&scenario, &simulation) - before;
        let wanted = (force - mass * G) * 0.005;
        assert!((gained - wanted).abs() < 1e-9 * mass, "step {number}: {gained} {wanted}");
    }
}

#[test]
fn energy_of_a_collapsing_bed_is_explained() {
    let scenario = bed(200, 1500);
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(scenario.duration, &mut Silent).unwrap();
    let outcome = simulation.outcome();
    let lost =
        -metric(&outcome, "energy.ground_normal_j") - metric(&outcome, "energy.ground_friction_j");
    assert!(lost > 1.0, "{lost}");
    assert!(metric(&outcome, "energy.unexplained_j").abs() < 1e-9 * lost);
}

#[test]
fn a_bed_of_grains_is_reproduced_and_resumed_bit_for_bit() {
    let scenario = bed(120, 600);
    let mut whole = Simulation::new(&scenario);
    whole.advance(Time::from_millis(300), &mut Silent).unwrap();
    let saved = checkpoint::save(whole.state());
    whole.advance(scenario.duration, &mut Silent).unwrap();
    let mut resumed = Simulation::resume(&scenario, scenario.restore(&saved).unwrap());
    resumed.advance(scenario.duration, &mut Silent).unwrap();
    assert_eq!(whole.state().continuous, resumed.state().continuous);
    assert_eq!(whole.state().tally, resumed.state().tally);
    let mut again = Simulation::new(&scenario);
    again.advance(scenario.duration, &mut Silent).unwrap();
    assert_eq!(whole.state(), again.state());
}

#[test]
fn the_step_of_a_bed_allocates_nothing_once_it_has_grown() {
    let scenario = bed(120, 2000);
    let mut state = scenario.initial();
    let mut workspace = Workspace::new(&scenario.world);
    let mut take = |steps: usize| {
        for _ in 0..steps {
            step(&scenario.world, &STEP, &mut state, STEP.longest(), &mut workspace).unwrap();
        }
    };
    take(200);
    let counted = allocation_counter::measure(|| take(40));
    // Contacts still come and go: a vector that meets more of them than ever grows once.
    assert!(counted.count_total <= 8, "{counted:?}");
}

/// Listens to what is reported of grains.
#[derive(Default)]
struct Block {
    sizes: Vec<usize>,
    events: Vec<Event>,
}

impl Recorder for Block {
    fn frame(&mut self, _: &[f64]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
    fn event(&mut self, event: &Event) {
        self.events.push(*event);
    }
    fn grains(&mut self, positions: &[f64]) {
        self.sizes.push(positions.len());
    }
}

#[test]
fn grains_have_no_columns_metrics_or_events_of_their_own() {
    let scenario = bed(60, 600);
    let world = &scenario.world;
    assert_eq!((world.named(), world.grains().len(), world.named_contactors()), (1, 60, 1));
    let columns = recording::columns(world);
    assert!(columns.iter().all(|column| !column.name.contains("grain ")));
    let mut block = Block::default();
    let outcome = {
        let mut simulation = Simulation::new(&scenario);
        simulation.advance(scenario.duration, &mut block).unwrap();
        assert_eq!(simulation.sample().len(), columns.len());
        simulation.outcome()
    };
    assert!(outcome.metrics.iter().all(|(name, _)| !name.contains("grain ")));
    assert_eq!(outcome.metric("grains.count"), Some(60.0));
    assert!(block.sizes.iter().all(|size| *size == 180) && !block.sizes.is_empty());
    let foreign = |event: &&Event| match event.kind {
        EventKind::Touch { contactor, .. } | EventKind::LiftOff { contactor } => contactor > 0,
        EventKind::Impact(impact) => impact.contactor > 0,
        _ => false,
    };
    assert_eq!(block.events.iter().find(foreign), None);
    let mut memory = Memory::default();
    planetfall::simulation::run(&bed(1, 50), &mut memory).unwrap();
    assert!(memory.frames.iter().all(|frame| frame.len() == columns.len()));
}

#[test]
fn methods_that_do_not_step_grains_refuse_them() {
    let scenario = bed(3, 100);
    for method in [
        Method::Newmark { step: Time::from_millis(5) },
        Method::EventDriven { step: Time::from_millis(5) },
        Method::Implicit { step: Time::from_millis(5) },
    ] {
        let mut other = scenario.clone();
        other.phases[0].method = method;
        assert!(matches!(other.checked(), Err(ScenarioError::Method { .. })), "{method:?}");
    }
}
