//! Cameras of a world, and the metrics that a run has of their pictures.

use crate::quantity::metric::CameraPictures;
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

/// Metrics that a run has of its cameras, each with what it is.
pub(in crate::scenario) fn picture_metrics(world: &World) -> Vec<(String, &'static str)> {
    let named = |(_, sensor, camera): (usize, &Sensor, &Camera)| {
        let mut all = vec![CameraPictures::COUNT];
        if camera.picture.is_some() {
            all.push(CameraPictures::FINAL_MEAN_LEVEL);
        }
        if camera.depth {
            all.extend([CameraPictures::FINAL_NEAREST, CameraPictures::FINAL_FARTHEST]);
        }
        all.iter().map(|one| (one.of(&sensor.name), one.meaning)).collect::<Vec<_>>()
    };
    cameras(world).flat_map(named).collect()
}
