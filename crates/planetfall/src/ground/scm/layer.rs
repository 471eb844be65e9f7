//! The soil layer of a world: the soil that lies over its ground, and the bodies that press on it.

use super::{BodyOnSoil, RasterShape, Reaction, SoilBed};
use crate::ground::WheelMemory;
use crate::shape::{Shape, Wheel};
use nalgebra::Vector3;
use std::sync::Arc;

/// SCM's soil as a ground.
#[derive(Clone, Debug)]
pub struct ScmGround {
    /// The soil.
    pub bed: Arc<SoilBed>,
    /// How shapes of which too little is said press on it.
    pub tools: Tools,
}

/// Soil over the ground of a world.
#[derive(Clone, Debug)]
pub struct SoilLayer {
    /// The soil.
    pub bed: Arc<SoilBed>,
    /// What presses on it, in the order of the world's contactors.
    pub bodies: Vec<SoilBody>,
}

/// A contactor that presses on soil.
#[derive(Clone, Debug)]
pub struct SoilBody {
    /// Index of the contactor among those of the world.
    pub contactor: usize,
    /// Index of the vehicle.
    pub vehicle: usize,
    /// Index of the link within the vehicle.
    pub link: usize,
    /// In the link's axes.
    pub shape: RasterShape,
}

/// How markers, which have no size, press on soil.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tools {
    /// A marker is the middle of a ball of this radius, m.
    pub marker_radius: f64,
}

impl Default for Tools {
    fn default() -> Self {
        Self { marker_radius: 0.05 }
    }
}

impl WheelMemory {
    /// How a body stands on soil at the end of a step.
    pub(crate) fn stand(
        &mut self,
        shape: &Shape,
        body: &BodyOnSoil<'_>,
        reaction: &Reaction,
        (up, gravity): (&Vector3<f64>, &Vector3<f64>),
        h: f64,
    ) {
        if self.load > 0.0 && reaction.footprint.nodes == 0 {
            // It stands on ROAMS's soil, elsewhere.
            return;
        }
        let force = reaction.wrench.force;
        self.load = force.dot(up);
        self.sinkage = reaction.footprint.sinkage;
        self.area = reaction.footprint.area;
        self.pressure = reaction.footprint.pressure;
        self.softened += u64::from(reaction.footprint.softened > 0);
        let wheel = shape.as_wheel();
        let (arm, spin, axis) = match wheel {
            Some(Wheel { centre, axis, radius, .. }) => {
                let axis = body.axes * axis;
                (body.axes * centre - up * *radius, body.rate.dot(&axis) * radius, Some(axis))
            }
            None => (Vector3::zeros(), 0.0, None),
        };
        let ahead = match axis {
            Some(axis) => axis.cross(up),
            None => body.velocity - up * body.velocity.dot(up),
        };
        let Some(ahead) = ahead.try_normalize(1e-9) else { return };
        let left = up.cross(&ahead);
        self.pull = force.dot(&ahead);
        self.side = force.dot(&left);
        self.traction = (force - up * self.load).norm();
        self.resistance = -reaction.parts.bulldozing.dot(&ahead);
        self.bulldozing = -reaction.parts.heaped.dot(&ahead);
        // Its load is what it carries of the weight across the ground; the weight leans by as much.
        self.gravity = self.load * gravity.dot(&ahead) / gravity.dot(up).min(-f64::MIN_POSITIVE);
        if let (Some(axis), Some(Wheel { centre, .. })) = (axis, wheel) {
            let about_hub = reaction.wrench.moment - (body.axes * centre).cross(&force);
            self.torque = -about_hub.dot(&axis);
        }
        let skid = body.velocity + body.rate.cross(&arm);
        self.skid = [skid.dot(&ahead), skid.dot(&left)];
        if self.load > 0.0 {
            self.rolled += spin.abs() * h;
        }
    }
}
