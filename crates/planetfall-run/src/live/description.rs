//! What there is to drive, pull, break and plot in a session.

use super::faults::OfferedFault;
use super::manual_control::ManualControl;
use crate::events::sun_angles;
use planetfall::control::Pilot;
use planetfall::control::flight::ManualFlight;
use planetfall::recording;
use planetfall::world::World;
use planetfall_files::live::{
    DescribedColumn, DescribedLever, Description, FaultOffer, JointSlider, SunPlace,
};
use planetfall_files::quantity::unit_of;
use planetfall_files::run_folder::ColumnSpec;
use planetfall_files::scenario::Loaded;

/// Where the sun stands that shines from a direction.
pub(super) fn sun_place(direction: &nalgebra::Vector3<f64>) -> SunPlace {
    let [azimuth_deg, elevation_deg] = sun_angles(direction);
    SunPlace { azimuth_deg, elevation_deg }
}

/// Describes a session before it begins.
pub(super) fn describe(
    loaded: &Loaded,
    folder: &std::path::Path,
    faults: &[OfferedFault],
    manual: &ManualControl,
) -> Description {
    let world = &loaded.scenario.world;
    let console = world.console();
    let levers = console.map_or(&[][..], |(_, console)| console.levers());
    let columns = recording::columns(world).into_iter();
    let columns = columns.map(|column| {
        let ColumnSpec { name, unit, description } = ColumnSpec::new(column.name, column.meaning);
        DescribedColumn { name, unit, description }
    });
    let flown = manual.lander.as_ref().map(ManualFlight::vehicle);
    let own = flown.or(manual.rover.as_ref().map(Pilot::vehicle)).unwrap_or(0);
    let loosens = |name: &&String| name.ends_with(".separate") || name.ends_with(".cut");
    Description {
        scenario: loaded.scenario.name.clone(),
        title: loaded.title.clone(),
        folder: folder.display().to_string(),
        kind: match (&manual.lander, &manual.rover) {
            (Some(_), _) => "lander",
            (None, Some(_)) => "rover",
            _ => "other",
        },
        vehicle: world.vehicles().get(own).map_or_else(String::new, |own| own.name.clone()),
        period_s: console.map_or(0.0, |(control, _)| control.period.seconds()),
        columns: columns.collect(),
        joints: joints(world),
        releases: levers.iter().map(|lever| &lever.name).filter(loosens).cloned().collect(),
        faults: faults
            .iter()
            .map(|one| FaultOffer { name: one.name.clone(), title: one.title.clone() })
            .collect(),
        levers: levers
            .iter()
            .map(|lever| DescribedLever {
                name: lever.name.clone(),
                unit: unit_of(&lever.name),
                meaning: lever.meaning.to_owned(),
            })
            .collect(),
        sun: sun_place(world.sun()),
        ground: String::new(),
        can: manual.can(),
        top_speed_m_per_s: manual.rover.as_ref().map(Pilot::top_speed),
        hover_throttle: manual.hover(),
        notes: Vec::new(),
    }
}

/// Joints with motors.
fn joints(world: &World) -> Vec<JointSlider> {
    let mut list = Vec::new();
    for vehicle in 0..world.named() {
        let gear = world.running_gear().iter().find(|gear| gear.vehicle == vehicle);
        for (link, part) in world.vehicles()[vehicle].tree.links().iter().enumerate() {
            let joint = &part.joint;
            let Some([position, rate, _]) = joint.kind.single_coordinate() else { continue };
            let Some(motor) = &joint.motor else { continue };
            let name = world.entity_name(vehicle, &joint.name);
            let [least, most] = match &joint.limits {
                Some(limits) => [limits.lower, limits.upper],
                None if joint.kind.turns_about().is_some() => {
                    [-std::f64::consts::PI, std::f64::consts::PI]
                }
                None => [-1.0, 1.0],
            };
            let wheel = |wheel: &planetfall::control::DriveWheel| {
                wheel.drive == link || wheel.steer == Some(link)
            };
            list.push(JointSlider {
                position: format!("{name}.{position}"),
                rate: format!("{name}.{rate}"),
                column: format!("{name}.{position}"),
                unit: unit_of(position),
                min: least,
                max: most,
                most_rate: motor.no_load_speed,
                drives: gear.is_some_and(|gear| gear.wheels.iter().any(wheel)),
                name,
            });
        }
    }
    list
}
