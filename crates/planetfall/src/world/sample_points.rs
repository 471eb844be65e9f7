//! Where the contactors of a world touch its ground, and which ground that is.

use super::World;
use crate::contact::sample_point::SampleLocus;
use crate::contact::{Contact, Load};
use crate::ground::scm::{RasterShape, ScmGround, ShapeError, SoilBed, SoilBody, SoilLayer, Tools};
use crate::ground::{Ground, GroundMap, GroundQuantity, PlacementError};
use crate::terrain::Facet;
use nalgebra::Vector3;
use std::ops::Range;
use std::sync::Arc;

/// A contact sample point of the whole world.
#[derive(Clone, Debug)]
pub struct SamplePoint {
    /// Index of the vehicle.
    pub vehicle: usize,
    /// Index of the contactor among those of the world.
    pub contactor: usize,
    /// Index of the link within the vehicle.
    pub link: usize,
    /// Where it touches.
    pub locus: SampleLocus,
    /// Its share of the ground's force.
    pub share: f64,
    /// The ground under it, wherever no other is placed.
    pub own: GroundPart,
    /// Those elsewhere, by their numbers from 1 on.
    pub elsewhere: Box<[GroundPart]>,
    /// Whether above the ground nothing is to be asked of any ground there is here.
    pub(crate) idle_above: bool,
    /// The most a force of 1 N here can accelerate the point with all joints at zero, m/s².
    pub inverse_mass: f64,
    /// What 1 N upwards accelerates it by along the vertical, with all joints at zero, m/s².
    pub(crate) normal_inverse_mass: f64,
    /// Within the ground's memory, what it carried in the last step where impulses are unknowns of the step.
    pub kept: Range<usize>,
}

/// One of the grounds of a contact, with the numbers that it has there.
#[derive(Clone, Debug)]
pub struct GroundPart {
    /// The ground.
    pub ground: Ground,
    /// Continuous states within the continuous vector.
    pub internals: Range<usize>,
    /// Memory within the ground's memory.
    pub memory: Range<usize>,
}

impl SamplePoint {
    /// Its grounds, by their numbers.
    pub fn parts(&self) -> impl Iterator<Item = &GroundPart> {
        std::iter::once(&self.own).chain(&self.elsewhere)
    }

    /// The ground of a number.
    pub fn part(&self, number: usize) -> &GroundPart {
        match number {
            0 => &self.own,
            other => &self.elsewhere[other - 1],
        }
    }

    /// Number of the ground at a place of the surface.
    #[inline(always)]
    pub fn number_at(&self, placement: &GroundMap, facet: Facet, point: &Vector3<f64>) -> usize {
        if self.elsewhere.is_empty() { 0 } else { placement.at(facet, point) }
    }

    /// The ground at a place of the surface.
    #[inline(always)]
    pub fn at(&self, placement: &GroundMap, facet: Facet, point: &Vector3<f64>) -> &GroundPart {
        if self.elsewhere.is_empty() {
            return &self.own;
        }
        self.part(placement.at(facet, point))
    }

    /// The ground at a place if there were no soil.
    pub(crate) fn under_soil(&self, placement: &GroundMap, touch: &Contact) -> &Ground {
        if self.elsewhere.is_empty() {
            return &self.own.ground;
        }
        &self.part(placement.without_soil(touch.facet, &touch.point)).ground
    }

    /// Whether it has ground whose impulses are unknowns of the step.
    pub fn is_of_cone(&self) -> bool {
        self.parts().any(|part| part.ground.cone().is_some())
    }

    /// Whether it has no other ground than such.
    pub fn is_of_cone_only(&self) -> bool {
        self.parts().all(|part| part.ground.cone().is_some())
    }

    /// Whether it has ground that gives a force.
    pub fn is_of_force(&self) -> bool {
        self.parts().any(|part| part.ground.force().is_some())
    }

    /// Whether it slips over the ground under a load, as the ground itself calls it; on soil, as the ground
    /// under the soil would.
    pub(crate) fn slips(&self, placement: &GroundMap, touch: &Contact, load: &Load) -> bool {
        let here = &self.at(placement, touch.facet, &touch.point).ground;
        let under = || self.under_soil(placement, touch).slips(touch, load);
        here.slips(touch, load).or_else(under).unwrap_or(false)
    }
}

impl World {
    /// Places the grounds of its contactors, all of which have as many as the placement.
    pub fn with_placement(mut self, placement: GroundMap) -> Result<Self, PlacementError> {
        let needs = placement.grounds();
        for (contactor, place) in self.contactors.iter().enumerate() {
            let part = &self.vehicles[place.vehicle].contactors[place.contactor];
            let has = part.grounds().count();
            if has != needs {
                let contactor = self.contactor_name(contactor);
                return Err(PlacementError::Grounds { contactor, has, needs });
            }
        }
        (self.placement, self.soil) = (placement, None);
        self.lay_out();
        Ok(self)
    }

    /// Lays soil over the ground: contactors of all vehicles sink into it, and meet the other grounds only
    /// where there is none. Nothing that has contactors is added later.
    pub fn with_soil(
        mut self,
        bed: Arc<SoilBed>,
        tools: &Tools,
    ) -> Result<Self, (usize, ShapeError)> {
        let number = self.placement.grounds();
        let soil = Arc::new(ScmGround { bed: bed.clone(), tools: *tools });
        let mut bodies = Vec::new();
        for (contactor, place) in self.contactors.iter().enumerate() {
            let part = &mut self.vehicles[place.vehicle].contactors[place.contactor];
            let shape = RasterShape::new(&part.shape, tools.marker_radius);
            let shape = shape.map_err(|error| (contactor, error))?;
            part.elsewhere.resize(number - 1, part.ground.clone());
            part.elsewhere.push(Ground::Scm(soil.clone()));
            bodies.push(SoilBody { contactor, vehicle: place.vehicle, link: part.link, shape });
        }
        self.placement = std::mem::take(&mut self.placement).with_soil(number, bed.clone());
        self.soil = Some(SoilLayer { bed, bodies });
        self.lay_out();
        Ok(self)
    }

    /// Soil over the ground, if there is any.
    #[inline]
    pub fn soil(&self) -> Option<&SoilLayer> {
        self.soil.as_ref()
    }

    /// Which ground lies where.
    #[inline]
    pub fn placement(&self) -> &GroundMap {
        &self.placement
    }

    /// Which of the ground is not soil, if any may be, in words that follow "ground".
    pub(crate) fn bare_ground(&self) -> Option<&'static str> {
        let layer = self.soil.as_ref()?;
        if self.terrain.without_rocks().is_some() {
            return Some("of rocks");
        }
        (!layer.bed.strata().is_everywhere()).then_some("where there is no soil")
    }

    /// Whether soil lies at a place of the ground's surface.
    pub(crate) fn is_covered(&self, point: &Vector3<f64>) -> bool {
        let strata = |layer: &SoilLayer| layer.bed.strata().at(point.x, point.y).is_some();
        self.soil.as_ref().is_some_and(strata)
    }

    /// Grounds of a contactor, by their numbers.
    pub fn grounds(&self, contactor: usize) -> impl Iterator<Item = &Ground> {
        let place = &self.contactors[contactor];
        self.vehicles[place.vehicle].contactors[place.contactor].grounds()
    }

    /// Whether a contactor can stand on ROAMS's soil.
    pub(crate) fn has_wheel_ground(&self, contactor: usize) -> bool {
        self.grounds(contactor).any(|ground| ground.wheel().is_some())
    }

    /// Whether a contactor that touches the ground somewhere stands on ROAMS's soil, or on what lies on it.
    pub(crate) fn is_on_wheel_ground(&self, contactor: usize, touch: &Contact) -> bool {
        let place = &self.contactors[contactor];
        let part = &self.vehicles[place.vehicle].contactors[place.contactor];
        let region = || self.placement.region(&touch.point);
        let number = if part.elsewhere.is_empty() { 0 } else { region() };
        part.numbered(number).wheel().is_some()
    }

    /// How many contactors soil keeps in mind: all, where one stands on soil.
    pub(crate) fn treads(&self) -> usize {
        let any = (0..self.contactors.len())
            .any(|contactor| self.grounds(contactor).any(|ground| !ground.quantities().is_empty()));
        if any { self.contactors.len() } else { 0 }
    }

    /// What a contactor records of its grounds, each name once, in the order of the grounds.
    pub(crate) fn ground_quantities(
        &self,
        contactor: usize,
    ) -> impl Iterator<Item = &'static GroundQuantity> {
        let grounds = move || self.grounds(contactor).enumerate();
        grounds().flat_map(move |(number, ground)| {
            ground.quantities().iter().filter(move |one| {
                let mut earlier = grounds().take(number).flat_map(|(_, other)| other.quantities());
                !earlier.any(|known| known.quantity.name == one.quantity.name)
            })
        })
    }
}
