//! Cameras of a world, and the metrics that a run has of their pictures.

use planetfall::vehicle::SensorKind;
use planetfall::vehicle::sensor::{Camera, Sensor};
use planetfall::world::World;

/// Cameras with their sensors.
pub fn cameras(world: &World) -> impl Iterator<Item = (usize, &Sensor, &Camera)> {
    world.sensors().iter().enumerate().filter_map(|(index, sensor)| match &sensor.kind {
        SensorKind::Camera(camera) => Some((index, sensor, &**camera)),
        _ => None,
    })
}

/// Metrics that a run has of its cameras.
pub(in crate::scenario) fn picture_metrics(world: &World) -> Vec<String> {
    let names = |(_, sensor, camera): (usize, &Sensor, &Camera)| {
        let mut ends = vec!["pictures"];
        if camera.picture.is_some() {
            ends.push("final_mean_level");
        }
        if camera.depth {
            ends.extend(["final_nearest_m", "final_farthest_m"]);
        }
        ends.into_iter().map(|end| format!("{}.{end}", sensor.name)).collect::<Vec<_>>()
    };
    cameras(world).flat_map(names).collect()
}
