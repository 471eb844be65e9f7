//! Ground by place: which of a contactor's grounds lies where.

use super::scm::SoilBed;
use crate::terrain::Facet;
use nalgebra::Vector3;
use std::sync::Arc;

/// Which ground lies where. Grounds are numbers: each contactor has its own list of them, since a ground's
/// numbers can follow from who stands on it; the first, 0, lies wherever nothing else is said.
#[derive(Clone, Debug, Default)]
pub struct GroundMap {
    regions: Vec<Region>,
    rocks: Option<usize>,
    /// Soil lies over whatever ground is there.
    soil: Option<(usize, Arc<SoilBed>)>,
}

/// An upright rectangle of the ground; its edges may be infinite. South-western edges belong to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region {
    /// m
    pub west: f64,
    /// m
    pub east: f64,
    /// m
    pub south: f64,
    /// m
    pub north: f64,
    /// Number of the ground in it.
    pub ground: usize,
}

/// Why a placement does not fit a world.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacementError {
    /// A contactor that has no ground for a place.
    #[error("`{contactor}` has {has} grounds, but the placement has {needs}")]
    Grounds {
        /// Its name.
        contactor: String,
        /// How many it has.
        has: usize,
        /// How many there are.
        needs: usize,
    },
}

impl Region {
    /// Whether a place is in it.
    pub fn has(&self, x: f64, y: f64) -> bool {
        (self.west..self.east).contains(&x) && (self.south..self.north).contains(&y)
    }

    /// Distance of a place from it, m.
    pub fn distance(&self, x: f64, y: f64) -> f64 {
        let beyond = |low: f64, value: f64, high: f64| (low - value).max(value - high).max(0.0);
        beyond(self.west, x, self.east).hypot(beyond(self.south, y, self.north))
    }
}

impl GroundMap {
    /// Regions, of which the last that has a place counts, and the ground of rocks, if it is not that of the
    /// region in which they lie.
    pub fn new(regions: Vec<Region>, rocks: Option<usize>) -> Self {
        Self { regions, rocks, soil: None }
    }

    /// The same with soil, as the ground of a number, wherever the bed has it.
    pub(crate) fn with_soil(self, ground: usize, bed: Arc<SoilBed>) -> Self {
        Self { soil: Some((ground, bed)), ..self }
    }

    /// How many grounds there are.
    pub fn grounds(&self) -> usize {
        let soil = self.soil.iter().map(|(ground, _)| *ground);
        let regions = self.regions.iter().map(|region| region.ground);
        1 + regions.chain(self.rocks).chain(soil).max().unwrap_or(0)
    }

    /// The ground of rocks, if it is another one.
    pub fn rocks(&self) -> Option<usize> {
        self.rocks
    }

    /// Regions, later ones over earlier ones.
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// Number of the ground at a place of the surface.
    pub fn at(&self, facet: Facet, point: &Vector3<f64>) -> usize {
        match &self.soil {
            Some((ground, bed)) if is_ground(facet) && lies(bed, point) => *ground,
            Some(_) | None => self.without_soil(facet, point),
        }
    }

    /// The same if there were no soil.
    pub(crate) fn without_soil(&self, facet: Facet, point: &Vector3<f64>) -> usize {
        match (facet, self.rocks) {
            (Facet::Rock(_), Some(rocks)) => rocks,
            _ => self.region(point),
        }
    }

    /// The same if there were neither rocks nor soil.
    pub(crate) fn region(&self, point: &Vector3<f64>) -> usize {
        let mut last_first = self.regions.iter().rev();
        last_first.find(|region| region.has(point.x, point.y)).map_or(0, |region| region.ground)
    }
}

/// Whether soil can lie on a piece of the surface: it does not on rocks and walls.
fn is_ground(facet: Facet) -> bool {
    !matches!(facet, Facet::Rock(_) | Facet::Wall(_))
}

fn lies(bed: &SoilBed, point: &Vector3<f64>) -> bool {
    bed.strata().at(point.x, point.y).is_some()
}
