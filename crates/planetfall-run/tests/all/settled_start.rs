//! A start at rest is recorded as what it is: in contact.
#![allow(clippy::unwrap_used, reason = "a failed test may panic")]

use planetfall::recording::{self, Event, Recorder};
use planetfall::simulation::Simulation;
use planetfall::stepping::{self, Workspace};
use planetfall_files::format::Ink;
use planetfall_files::scenario::ScenarioFile;
use std::ops::ControlFlow;

const GRAVITY: f64 = 3.7132;

/// Curiosity settled on level ground of a kind.
fn settled(ground: &str) -> String {
    format!(
        "title = \"settled\"\nduration_s = 0.1\n[gravity]\nacceleration_m_per_s2 = {GRAVITY}\n\
         [terrain]\nkind = \"level\"\n[ground]\n{ground}\n\
         [[vehicle]]\nname = \"rover\"\nmodel = \"curiosity\"\n\
         [vehicle.start]\nheight_m = 0.0\nheight_of = \"settled\"\n\
         [stepping]\nmethod = \"implicit\"\nstep_s = 0.005\n[record]\nperiod_s = 0.005\n"
    )
}

/// All records of a run.
#[derive(Default)]
struct Records(Vec<Vec<f64>>);

impl Recorder for Records {
    fn frame(&mut self, frame: &[f64]) -> ControlFlow<()> {
        self.0.push(frame.to_vec());
        ControlFlow::Continue(())
    }

    fn event(&mut self, _: &Event) {}
}

#[test]
fn a_settled_start_is_recorded_with_the_forces_that_carry_it() {
    for (ground, tolerance) in [
        ("kind = \"nonsmooth\"\nfriction_coefficient = 0.6", 1e-6),
        (
            "kind = \"spring\"\nrest_penetration_m = 0.002\ndamping_ratio = 0.5\nfriction_coefficient = 0.6",
            0.01,
        ),
        (
            "kind = \"wheel\"\nrest_penetration_m = 0.002\nfriction_angle_deg = 28.0\ncohesion_pa = 1040.0\n\
             sinkage_exponent = 1.1\ncohesive_modulus_n_per_m_n1 = 990.0\n\
             frictional_modulus_n_per_m_n2 = 1528430.0",
            0.01,
        ),
        ("kind = \"soil\"\nsoil = \"dry-sand\"", 0.05),
    ] {
        let file = ScenarioFile::from_text("settled", &settled(ground));
        let loaded = file.load(Ink::Plain).map_err(|mistakes| mistakes.text).unwrap();
        let world = &loaded.scenario.world;
        let mut records = Records::default();
        let mut simulation = Simulation::new(&loaded.scenario);
        simulation.advance(loaded.scenario.duration, &mut records).unwrap();
        // The first step is tried for its record and taken later: the motion is that of plain steps.
        let method = &loaded.scenario.phases[0].method;
        let (mut state, mut workspace) = (loaded.scenario.initial(), Workspace::new(world));
        for _ in 0..simulation.state().effort.steps {
            stepping::step(world, method, &mut state, method.longest(), &mut workspace).unwrap();
        }
        assert_eq!(state.time, simulation.state().time);
        assert!(state.continuous == simulation.state().continuous, "{ground}");
        let columns = recording::columns(world);
        let sum = |record: &[f64], ending: &str| -> f64 {
            let named =
                columns.iter().zip(record).filter(|(column, _)| column.name.ends_with(ending));
            named.map(|(_, value)| *value).sum()
        };
        let weight = GRAVITY
            * world.vehicles()[0]
                .tree
                .links()
                .iter()
                .filter_map(|link| link.inertia)
                .map(|one| one.mass())
                .sum::<f64>();
        let first = &records.0[0];
        assert_eq!(first[0], 0.0, "{ground}");
        let carried = sum(first, ".normal_force_n");
        assert!((carried - weight).abs() < tolerance * weight, "{ground}: {carried} of {weight} N");
        // Shapes of the body are clear of the ground while wheels carry it.
        let vehicle = &world.vehicles()[0];
        let wheels = vehicle.contactors.iter().take(vehicle.supports());
        let regime = |name: &str| {
            let found = columns.iter().position(|column| column.name == format!("{name}.regime"));
            first[found.unwrap()]
        };
        let touching: Vec<bool> = wheels.map(|wheel| regime(&wheel.name) >= 1.0).collect();
        assert!(touching.len() >= 6 && touching.iter().all(|one| *one), "{ground}: {touching:?}");
    }
}
