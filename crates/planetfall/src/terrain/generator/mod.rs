//! Ground by recipe: a map and its rocks as a pure function of (recipe, seed).
//!
//! The height is a sum: tilt + undulations + fractal roughness + craters; rocks lie on the result
//! (docs/theory/terrain.md, eqs 17-31). Every part draws from its own stream of noise, named after
//! the site and the part, so adding craters leaves the roughness as it was.

mod arrival;
mod crater;
mod crater_profile;
mod rock_field;
mod rock_law;
mod roughness;

pub use arrival::PowerLaw;
pub use crater::{Crater, CraterField};
pub use crater_profile::fresh_profile;
pub use rock_field::{RockField, RockForm};
pub use rock_law::RockLaw;
pub use roughness::Roughness;

use super::error::{self, TerrainError};
use super::plane::heading_direction;
use super::{Dem, Heights, Rock, Strewn, Terrain};
use crate::math::grid::Grid;
use crate::math::noise::Key;
use crate::math::real;
use std::f64::consts::TAU;
use std::sync::Arc;

/// What a ground is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct TerrainRecipe {
    /// Where the posts stand.
    pub grid: Grid,
    /// Height at the origin of the site frame before anything is added, m.
    pub height: f64,
    /// The whole ground falls one way.
    pub tilt: Option<Tilt>,
    /// Long waves.
    pub undulations: Vec<Undulation>,
    /// Self-affine roughness.
    pub roughness: Option<Roughness>,
    /// Craters by a size-frequency law.
    pub craters: Option<CraterField>,
    /// Rocks by a size-frequency law.
    pub rocks: Option<RockField>,
}

/// A constant slope.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tilt {
    /// Angle, rad.
    pub slope: f64,
    /// Direction in which the ground falls, rad clockwise from north.
    pub downhill_heading: f64,
}

/// A long wave of the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Undulation {
    /// Half the height between trough and crest, m.
    pub amplitude: f64,
    /// Distance from crest to crest, m.
    pub wavelength: f64,
    /// Direction across the crests, rad clockwise from north.
    pub heading: f64,
    /// Phase of the wave at the origin of the site frame, rad; a crest at 0.
    pub phase: f64,
}

/// A ground made by a recipe.
#[derive(Clone, Debug, PartialEq)]
pub struct GeneratedGround {
    /// Heights, craters included.
    pub dem: Dem,
    /// The craters in the map and around it, largest first.
    pub craters: Vec<Crater>,
    /// The rocks on it, largest first.
    pub rocks: Vec<Rock>,
}

impl TerrainRecipe {
    /// A level ground without anything on it.
    pub fn level(grid: Grid) -> Self {
        Self {
            grid,
            height: 0.0,
            tilt: None,
            undulations: Vec::new(),
            roughness: None,
            craters: None,
            rocks: None,
        }
    }

    /// Makes the ground of a site: the same recipe, seed and site give the same bits.
    pub fn make(&self, seed: u64, site: &str) -> Result<GeneratedGround, TerrainError> {
        if self.grid.posts() > POST_LIMIT {
            return Err(TerrainError::TooMany {
                what: "posts of a generated map",
                found: self.grid.posts() as f64,
                limit: POST_LIMIT as f64,
            });
        }
        let mut heights = self.large_scale()?;
        if let Some(roughness) = &self.roughness {
            roughness.add(&self.grid, Key::new(seed, site, "roughness"), &mut heights)?;
        }
        let craters = match &self.craters {
            Some(field) => {
                let craters = field.draw(&self.grid, seed, site)?;
                crater::excavate(&self.grid, &craters, &mut heights);
                craters
            }
            None => Vec::new(),
        };
        let rocks = match &self.rocks {
            Some(field) => field.draw(&self.grid, seed, site)?,
            None => Vec::new(),
        };
        let dem = Dem::new(self.grid, Heights::Double(heights))?;
        Ok(GeneratedGround { dem, craters, rocks })
    }

    /// Heights of tilt and undulations, post by post.
    fn large_scale(&self) -> Result<Vec<f64>, TerrainError> {
        error::finite("height of the ground, m", self.height)?;
        let mut heights = vec![self.height; self.grid.posts()];
        if let Some(tilt) = &self.tilt {
            tilt.check()?;
            add(&self.grid, &mut heights, tilt.surface());
        }
        for undulation in &self.undulations {
            undulation.check()?;
            add(&self.grid, &mut heights, undulation.surface());
        }
        Ok(heights)
    }
}

/// Posts of a generated map: 0.8 GB of heights, and some times that while it is made. Chosen.
const POST_LIMIT: usize = 100_000_000;

impl GeneratedGround {
    /// The ground as one terrain: the map, strewn with its rocks if it has any.
    pub fn into_terrain(self) -> Result<Arc<dyn Terrain>, TerrainError> {
        let base: Arc<dyn Terrain> = Arc::new(self.dem);
        Ok(if self.rocks.is_empty() { base } else { Arc::new(Strewn::new(base, self.rocks)?) })
    }
}

impl Tilt {
    fn check(&self) -> Result<(), TerrainError> {
        error::slope("tilt, rad", self.slope)?;
        error::finite("downhill heading of the tilt, rad", self.downhill_heading).map(drop)
    }

    fn surface(&self) -> impl Fn(f64, f64) -> f64 + use<> {
        let fall = heading_direction(self.downhill_heading) * real::tan(self.slope);
        move |x, y| -(fall.x * x + fall.y * y)
    }
}

impl Undulation {
    fn check(&self) -> Result<(), TerrainError> {
        error::finite("amplitude of an undulation, m", self.amplitude)?;
        error::positive("wavelength of an undulation, m", self.wavelength)?;
        error::finite("heading of an undulation, rad", self.heading)?;
        error::finite("phase of an undulation, rad", self.phase).map(drop)
    }

    fn surface(&self) -> impl Fn(f64, f64) -> f64 + use<> {
        let wave = heading_direction(self.heading) * (TAU / self.wavelength);
        let (amplitude, phase) = (self.amplitude, self.phase);
        move |x, y| amplitude * real::cos(wave.x * x + wave.y * y + phase)
    }
}

/// Adds a surface to the heights of all posts.
fn add(grid: &Grid, heights: &mut [f64], surface: impl Fn(f64, f64) -> f64) {
    for (row, line) in heights.chunks_exact_mut(grid.columns() as usize).enumerate() {
        for (column, height) in line.iter_mut().enumerate() {
            let (x, y) = grid.position(row as u32, column as u32);
            *height += surface(x, y);
        }
    }
}

#[cfg(test)]
mod tests;
