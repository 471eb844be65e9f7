//! Vehicles that are told to drive.

use super::Report;
use super::course::time;
use crate::format::Node;
use planetfall::control::{BodyMotion, ControlLoop, Driver, Leg, WheelJoints};
use planetfall::time::Time;
use planetfall::world::World;
use std::sync::Arc;

/// The world with a driver for every vehicle that is told to drive.
pub(super) fn with_drivers(
    root: &Node,
    layouts: &[Option<Vec<WheelJoints>>],
    mut world: World,
    report: &mut Report<'_>,
) -> World {
    for (vehicle, (node, layout)) in root.list("vehicle").iter().zip(layouts).enumerate() {
        let legs: Vec<Leg> =
            node.list("drive").iter().filter_map(|leg| self::leg(leg, report)).collect();
        if legs.is_empty() {
            continue;
        }
        let driver = match layout {
            Some(wheels) => Driver::by_wheels(&world, vehicle, wheels, legs),
            None => Driver::new(&world, vehicle, legs),
        };
        match driver {
            Ok(driver) => {
                world = world.with_control(ControlLoop {
                    name: format!("{}-driver", node.text("name")),
                    period: Time::from_millis(10),
                    controller: Arc::new(driver),
                });
            }
            Err(error) => report.error(node.place_of("drive"), error.to_string()),
        }
    }
    world
}

fn leg(node: &Node, report: &mut Report<'_>) -> Option<Leg> {
    let speed = || node.number("speed_m_per_s");
    let motion = match node.case() {
        "straight" => BodyMotion::straight(speed()),
        "arc" if node.number("radius_m") == 0.0 => {
            let message = "an arc of radius 0 is no arc";
            report.help(node.place_of("radius_m"), message, "say motion = \"turn_in_place\"");
            return None;
        }
        "arc" => BodyMotion::arc(speed(), node.number("radius_m")),
        "turn_in_place" => BodyMotion::turn_in_place(node.number("rate_deg_per_s").to_radians()),
        "crab" => BodyMotion::crab(speed(), node.number("angle_deg").to_radians()),
        _ => BodyMotion::default(),
    };
    let duration = time(node, "duration_s", report)?;
    Some(Leg { duration, motion })
}
