//! What cameras see. A picture is a pure function of world, state and camera: one ray for each pixel, and one to
//! the sun from where it ends. No bit of it depends on how many threads the caller lends.
//!
//! | module | what |
//! |---|---|
//! | `body` | what is to be seen of vehicles ([`Visual`]) where it is now, and rays that meet it |
//! | `soil` | the ground with what has become of its soil |
//! | `light` | how bright a place is: sun, sky, and the texture of the ground |
//! | `render` | from rays to levels and depths |
//!
//! Ground is found by [`crate::terrain::trace`], pixels by [`crate::vehicle::sensor::Lens`]. Pictures influence
//! nothing: whoever records a run asks for them ([`crate::simulation::recording::Recorder::picture`]), and a run that nobody
//! records makes none.

mod body;
mod light;
mod render;
mod soil;

pub use crate::vehicle::{RayGeometry, Visual};
pub use render::Picture;

use crate::dynamics::Kinematics;
use crate::ground::scm::Executor;
use crate::math::time::Time;
use crate::state::State;
use crate::terrain::Tracer;
use crate::vehicle::SensorKind;
use crate::vehicle::sensor::{Camera, Draws, Sensor};
use crate::world::World;
use body::Bodies;
use nalgebra::{Matrix3, Vector3};
use render::{Canvas, View};
use soil::Surface;

/// Makes the pictures of a world. What rays need of its ground is worked out once.
pub struct Imager<'w> {
    world: &'w World,
    ground: Box<dyn Tracer + 'w>,
    visuals: Vec<Visual>,
}

/// What a camera gives at an instant.
#[derive(Clone, Debug, PartialEq)]
pub struct Shot {
    /// The sensor's count of readings; the first is 1.
    pub number: u64,
    /// When.
    pub time: Time,
    /// Where each eye is, site frame, m.
    pub eyes: Vec<Vector3<f64>>,
    /// Site from optical axes (right, down, forward).
    pub site_from_optical: Matrix3<f64>,
    /// One picture for each eye, if it takes any: left, then right.
    pub pictures: Vec<Picture>,
    /// Metres along the optical axis of the first eye, row by row from the top left; zero where nothing is in
    /// reach. None if it does not measure them.
    pub depth: Option<Vec<f32>>,
}

impl<'w> Imager<'w> {
    /// For all pictures of a world.
    pub fn new(world: &'w World) -> Self {
        Self { world, ground: world.terrain().tracer(), visuals: visuals(world) }
    }

    /// What a camera, by its index among the sensors, gave at its last sample, if the state is of that instant;
    /// none if the sensor is no camera or has not sampled.
    pub fn shot(&self, state: &State, sensor: usize, executor: &dyn Executor) -> Option<Shot> {
        let (own, latch) = (self.world.sensors().get(sensor)?, state.sensors.get(sensor)?);
        let stream = state.noise.sensors().get(sensor)?;
        let SensorKind::Camera(camera) = &own.kind else { return None };
        let time = latch.time?;
        let first = latch.counter.saturating_sub(camera.draws());
        let posed: Vec<Kinematics> = (0..self.world.vehicles().len())
            .map(|vehicle| state.kinematics(self.world, vehicle))
            .collect();
        let (eyes, site_from_optical) = place(own, camera, &posed)?;
        let bodies = Bodies::new(&self.visuals, &posed);
        let ground = Surface::new(self.world, state, &*self.ground);
        let noise = Draws::new(*stream, first);
        let (world, sun) = (self.world, &state.sun);
        let canvas = Canvas { world, sun, camera, ground: &ground, bodies: &bodies, noise };
        let mut shot = Shot {
            number: latch.samples,
            time,
            eyes,
            site_from_optical,
            pictures: Vec::new(),
            depth: None,
        };
        for (number, eye) in shot.eyes.iter().enumerate() {
            let view = View { number, eye: *eye, axes: site_from_optical };
            let (picture, depth) = canvas.paint(&view, executor);
            shot.pictures.extend(picture);
            shot.depth = shot.depth.or(depth);
        }
        Some(shot)
    }
}

impl std::fmt::Debug for Imager<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Imager {{ {} shapes }}", self.visuals.len())
    }
}

/// Where the eyes of a camera are, and how they are turned.
fn place(
    sensor: &Sensor,
    camera: &Camera,
    posed: &[Kinematics],
) -> Option<(Vec<Vector3<f64>>, Matrix3<f64>)> {
    let owner = posed.get(sensor.vehicle)?;
    let link = owner.links.get(camera.link)?;
    let eye = |number: usize| owner.anchor + link.point(&camera.eye(number)).0;
    Some(((0..camera.eyes()).map(eye).collect(), link.rotation * camera.link_from_optical()))
}

/// All that is to be seen of a world's vehicles.
fn visuals(world: &World) -> Vec<Visual> {
    let mut visuals = world.visuals().to_vec();
    let seen: Vec<bool> = (0..world.vehicles().len())
        .map(|vehicle| visuals.iter().any(|look| look.vehicle == vehicle))
        .collect();
    for (number, vehicle) in world.vehicles().iter().enumerate() {
        if !seen[number] {
            visuals.extend(Visual::of_contactors(number, vehicle));
        }
    }
    visuals
}

#[cfg(test)]
mod tests;
