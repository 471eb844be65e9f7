//! Writes a rover (`curiosity` or `mer`), the map and the start of the benchmark of its step as one JSON
//! object:
//!
//! ```text
//! dump_rover VEHICLE
//! ```
//!
//! benches/peers gives them to MuJoCo, so that both are measured on the same.
#![allow(clippy::unwrap_used, reason = "the shared scenario is that of a benchmark")]

#[allow(dead_code, reason = "random trees draw more than states do")]
#[path = "../../planetfall/examples/dump_dynamics/draws.rs"]
mod draws;
#[path = "../../planetfall/examples/dump_dynamics/record.rs"]
mod record;
#[path = "../benches/rover/mod.rs"]
mod rover;

use planetfall::control::Driver;
use planetfall::shape::{Shape, Wheel};
use planetfall::world::World;
use serde_json::{Value, json};
use std::error::Error;
use std::io::{Write, stdout};

/// m/s, as the scenario drives.
const SPEED: f64 = 0.04;
/// Half the side of the map that is written, and between its posts, m.
const HALF: f64 = 15.0;
const SPACING: f64 = 0.25;

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "curiosity".to_owned());
    let loaded = if name == "mer" { rover::mer() } else { rover::rover("classical") };
    let world = &*loaded.scenario.world;
    let vehicle = &world.vehicles()[0];
    let mut line = record::record(&name, &vehicle.tree, &mut draws::Draws::new(0, "rover"))?;
    let state = loaded.scenario.initial();
    line["gravity_m_s2"] = Value::from(world.gravity().at_site());
    line["q"] = Value::from(state.continuous[world.layout().positions(0)].to_vec());
    line["v"] = Value::from(vec![0.0; vehicle.tree.velocities()]);
    line["wheels"] = wheels(world);
    line["map"] = map(world)?;
    writeln!(stdout(), "{line}")?;
    Ok(())
}

/// Shape, joint and rate of every wheel.
fn wheels(world: &World) -> Value {
    let driver = Driver::new(world, 0, Vec::new()).unwrap();
    let vehicle = &world.vehicles()[0];
    let wheels = vehicle.contactors.iter().zip(driver.wheels()).map(|(part, wheel)| {
        let Shape::Wheel(Wheel { centre, axis, radius, width, .. }) = &part.shape else {
            return Value::Null;
        };
        json!({
            "link": part.link,
            "centre": centre.as_slice(),
            "axis": axis.as_slice(),
            "radius_m": radius,
            "width_m": width,
            "rate_rad_per_s": wheel.drive_sign * SPEED / radius,
            "steer_link": wheel.steer,
            "speed_gain": vehicle.tree.links()[part.link].joint.motor.as_ref().map(|m| m.speed_gain),
        })
    });
    wheels.collect()
}

/// Heights of posts, row by row from the south-west.
fn map(world: &World) -> Result<Value, Box<dyn Error>> {
    let posts = (2.0 * HALF / SPACING) as usize + 1;
    let at = |index: usize| -HALF + SPACING * index as f64;
    let mut heights = Vec::new();
    for row in 0..posts {
        for column in 0..posts {
            heights.push(world.terrain().height(at(column), at(row))?);
        }
    }
    Ok(json!({ "half_m": HALF, "posts": posts, "heights_m": heights }))
}
