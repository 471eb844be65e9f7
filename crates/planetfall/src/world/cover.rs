//! Soil that lies over the ground of a world, and what presses on it.

use super::World;
use crate::contact::soil::{Fault, RasterShape, Scratch, Serial, ShapeError, SoilBed};
use crate::state::State;
use crate::stepping::body_of;
use crate::terrain::Facet;
use nalgebra::Vector3;
use std::sync::Arc;

/// Soil over the ground.
#[derive(Clone, Debug)]
pub struct Cover {
    /// The soil.
    pub bed: Arc<SoilBed>,
    /// What presses on it, in the order of the world's contactors.
    pub presses: Vec<Press>,
}

/// A contactor that presses on soil.
#[derive(Clone, Debug)]
pub struct Press {
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

impl Cover {
    /// What bears each press in a state, for [`Scratch::reactions`] and [`Scratch::bearing`] to tell.
    pub fn bear(&self, world: &World, state: &State, scratch: &mut Scratch) -> Result<(), Fault> {
        let posed: Vec<_> =
            (0..world.vehicles().len()).map(|vehicle| state.kinematics(world, vehicle)).collect();
        let body = |number: usize| {
            let press = &self.presses[number];
            body_of(press, &posed[press.vehicle])
        };
        let bodies = (self.presses.len(), &body as &(dyn Fn(usize) -> _ + Sync));
        self.bed.evaluate_each(&state.soil, bodies, 0.0, false, &Serial, scratch)
    }
}

impl World {
    /// Lays soil over the ground: contactors of all vehicles sink into it, and meet the ground's own law
    /// only where there is none. Nothing that has contactors is added later.
    pub fn with_soil(
        mut self,
        bed: Arc<SoilBed>,
        tools: &Tools,
    ) -> Result<Self, (usize, ShapeError)> {
        let mut presses = Vec::new();
        for (contactor, place) in self.contactors.iter().enumerate() {
            let part = &self.vehicles[place.vehicle].contactors[place.contactor];
            let shape = RasterShape::new(&part.shape, tools.marker_radius);
            let shape = shape.map_err(|error| (contactor, error))?;
            presses.push(Press { contactor, vehicle: place.vehicle, link: part.link, shape });
        }
        self.cover = Some(Cover { bed, presses });
        Ok(self)
    }

    /// Soil over the ground, if there is any.
    #[inline]
    pub fn cover(&self) -> Option<&Cover> {
        self.cover.as_ref()
    }

    /// Which of the ground is not soil, if any may be, in words that follow "ground".
    pub(crate) fn bare_ground(&self) -> Option<&'static str> {
        let cover = self.cover.as_ref()?;
        if self.terrain.without_rocks().is_some() {
            return Some("of rocks");
        }
        (!cover.bed.strata().is_everywhere()).then_some("where there is no soil")
    }

    /// Whether soil answers what touches the ground there, and not the ground's own law.
    #[inline]
    pub(crate) fn soil_answers(&self, facet: Facet, point: &Vector3<f64>) -> bool {
        self.cover.is_some()
            && !matches!(facet, Facet::Rock(_) | Facet::Wall(_))
            && self.is_covered(point)
    }

    /// Whether soil lies at a place of the ground's surface.
    pub(crate) fn is_covered(&self, point: &Vector3<f64>) -> bool {
        let strata = |cover: &Cover| cover.bed.strata().at(point.x, point.y).is_some();
        self.cover.as_ref().is_some_and(strata)
    }
}
