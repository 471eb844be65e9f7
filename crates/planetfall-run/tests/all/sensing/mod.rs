//! Sensors and faults of scenario files: readings against closed forms, noise that is each sensor's own,
//! faults that do what they say, and runs that go on from a saved state with the same bits.
#![allow(clippy::unwrap_used, clippy::panic)]

mod camera;
mod faults;
mod inertial;
mod mistakes;
mod readings;

use planetfall::simulation::Simulation;
use planetfall::time::Time;
use planetfall_files::format::Ink;
use planetfall_files::scenario::{Loaded, ScenarioFile};

/// MER's test vehicle drives straight on level soil, in steps of 5 ms.
const DRIVE: &str = "title = \"drive\"\nseed = 5\nduration_s = 6.0\n\
    [gravity]\nacceleration_m_per_s2 = 9.81\n\
    [terrain]\nkind = \"level\"\n\
    [ground]\nkind = \"wheel\"\nrest_penetration_m = 0.002\nfriction_angle_deg = 28.0\n\
    rolling_resistance = \"soil\"\n\
    sinkage_exponent = 1.1\ncohesive_modulus_n_per_m_n1 = 990.0\n\
    frictional_modulus_n_per_m_n2 = 1528430.0\n\
    [[vehicle]]\nname = \"rover\"\nmodel = \"mer-dtm\"\n\
    [vehicle.start]\nheight_m = 0.0\nheight_of = \"settled\"\n\
    [[vehicle.drive]]\nmotion = \"straight\"\nspeed_m_per_s = 0.05\nduration_s = 6.0\n\
    [stepping]\nmethod = \"implicit\"\nstep_s = 0.005\n";

fn load(text: &str) -> Loaded {
    let file = ScenarioFile::from_text("sensing", text);
    file.load(Ink::Plain).unwrap_or_else(|mistakes| panic!("{}", mistakes.text))
}

/// The drive with more tables.
fn drive(more: &str) -> Loaded {
    load(&format!("{DRIVE}{more}"))
}

fn millis(count: i64) -> Time {
    Time::from_millis(count)
}

/// The value of a channel of a sensor now.
fn value(simulation: &Simulation, sensor: &str, channel: &str) -> f64 {
    let all = simulation.scenario().world.sensors();
    let index = all.iter().position(|one| one.name == sensor).unwrap();
    let place = all[index].channels().iter().position(|one| one.name == channel);
    let place = place.unwrap_or_else(|| panic!("{sensor} has no {channel}"));
    simulation.state().sensors[index].values[place]
}

/// The latch of a sensor now.
fn latch<'a>(simulation: &'a Simulation, sensor: &str) -> &'a planetfall::vehicle::Latch {
    let all = simulation.scenario().world.sensors();
    let index = all.iter().position(|one| one.name == sensor).unwrap();
    &simulation.state().sensors[index]
}

/// A recorded column now.
fn column(simulation: &Simulation, name: &str) -> f64 {
    let columns = planetfall::recording::columns(&simulation.scenario().world);
    let place = columns.iter().position(|column| column.name == name);
    simulation.sample()[place.unwrap_or_else(|| panic!("no column {name}"))]
}
