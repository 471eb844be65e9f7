//! Craters strewn over a map by a size-frequency law.
//!
//! Centres are uniform; diameters follow the production law; ages are uniform up to the age of the
//! surface, counted as topographic diffusion kappa t in square metres. A small crater of the same
//! age is worn down further than a large one, since only kappa t / D^2 matters. Heights of craters
//! add up: a young crater does not first wipe out an old one.

use super::super::error::{self, TerrainError};
use super::arrival::{PowerLaw, check_diameters};
use super::crater_profile::{AgedProfiles, REACH};
use crate::math::grid::Grid;
use crate::math::noise::{Key, uniform, uniform_pair};

/// Craters of a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CraterField {
    /// How many of which size were made since the surface is there.
    pub law: PowerLaw,
    /// Smallest rim diameter, m. A crater less than some five posts across has no shape in the map.
    pub diameter_min: f64,
    /// Largest rim diameter, m.
    pub diameter_max: f64,
    /// Topographic diffusion of the surface since it is there, kappa t, m^2. Zero leaves every
    /// crater fresh. On the Moon kappa is about 5.5 m^2 per million years at kilometre scale
    /// (Fassett and Thomson 2014).
    pub diffusion_age: f64,
}

/// A crater.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crater {
    /// East, m.
    pub x: f64,
    /// North, m.
    pub y: f64,
    /// Rim diameter when it was fresh, m.
    pub diameter: f64,
    /// Topographic diffusion since then, kappa t, m^2.
    pub diffusion_age: f64,
}

impl CraterField {
    /// Craters that reach into a map, largest first. Those whose centres lie outside the map are
    /// among them, so that the map's edge is like its middle.
    pub(super) fn draw(
        &self,
        grid: &Grid,
        seed: u64,
        site: &str,
    ) -> Result<Vec<Crater>, TerrainError> {
        check_diameters(self.diameter_min, self.diameter_max)?;
        error::not_negative("diffusion age of craters, m2", self.diffusion_age)?;
        let key = |purpose| Key::new(seed, site, purpose);
        let (sizes, places, ages) = (key("crater sizes"), key("crater places"), key("crater ages"));
        let margin = REACH * self.diameter_max;
        let ((west, south), (east, north)) = (grid.south_west(), grid.north_east());
        let (width, length) = (east - west + 2.0 * margin, north - south + 2.0 * margin);
        let limits = (self.diameter_min, self.diameter_max);
        let diameters = self.law.draw(sizes, width * length, limits)?;
        let craters = diameters.into_iter().enumerate().map(|(number, diameter)| {
            let counter = number as u64;
            let (u, v) = uniform_pair(places, counter);
            Crater {
                x: west - margin + u * width,
                y: south - margin + v * length,
                diameter,
                diffusion_age: self.diffusion_age * uniform(ages, counter),
            }
        });
        Ok(craters.filter(|crater| crater.reaches(west, south, east, north)).collect())
    }
}

impl Crater {
    fn reaches(&self, west: f64, south: f64, east: f64, north: f64) -> bool {
        let reach = REACH * self.diameter;
        (west - reach..=east + reach).contains(&self.x)
            && (south - reach..=north + reach).contains(&self.y)
    }
}

/// Adds craters to the heights of posts.
pub(super) fn excavate(grid: &Grid, craters: &[Crater], heights: &mut [f64]) {
    if craters.is_empty() {
        return;
    }
    let profiles = AgedProfiles::new();
    for crater in craters {
        excavate_one(grid, crater, &profiles, heights);
    }
}

fn excavate_one(grid: &Grid, crater: &Crater, profiles: &AgedProfiles, heights: &mut [f64]) {
    let reach = REACH * crater.diameter;
    let (west, south) = grid.south_west();
    let span = |centre: f64, origin: f64, spacing: f64, posts: u32| {
        let first = ((centre - reach - origin) / spacing).ceil().max(0.0);
        let last = ((centre + reach - origin) / spacing).floor().min(f64::from(posts - 1));
        // An empty span when the crater lies beside the map: a negative end becomes zero posts.
        first as u32..(last + 1.0).max(0.0) as u32
    };
    let columns = span(crater.x, west, grid.x_spacing(), grid.columns());
    let age = crater.diffusion_age / (crater.diameter * crater.diameter);
    for row in span(crater.y, south, grid.y_spacing(), grid.rows()) {
        for column in columns.clone() {
            let (x, y) = grid.position(row, column);
            let (dx, dy) = (x - crater.x, y - crater.y);
            let radius = (dx * dx + dy * dy).sqrt() / crater.diameter;
            heights[grid.post(row, column)] += crater.diameter * profiles.height(radius, age);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_fresh_crater_has_its_profile_in_the_map() {
        let grid = Grid::new((-40.0, -40.0), (1.0, 1.0), (81, 81)).unwrap();
        let mut heights = vec![0.0; grid.posts()];
        let crater = Crater { x: 0.0, y: 0.0, diameter: 20.0, diffusion_age: 0.0 };
        excavate(&grid, &[crater], &mut heights);
        let at = |x: i32, y: i32| heights[grid.post((y + 40) as u32, (x + 40) as u32)];
        assert!((at(0, 0) + 0.164 * 20.0).abs() < 1e-12);
        assert!((at(10, 0) - 0.036 * 20.0).abs() < 1e-12);
        assert!((at(6, -8) - 0.036 * 20.0).abs() < 1e-12);
        assert!((at(0, 20) - 0.036 * 20.0 / 8.0).abs() < 1e-12);
    }

    #[test]
    fn a_crater_beside_the_map_leaves_it_alone() {
        let grid = Grid::new((0.0, 0.0), (1.0, 1.0), (5, 5)).unwrap();
        for (x, y) in [(-50.0, 2.0), (50.0, 2.0), (2.0, -50.0), (2.0, 50.0)] {
            let mut heights = vec![0.0; 25];
            excavate(&grid, &[Crater { x, y, diameter: 2.0, diffusion_age: 0.0 }], &mut heights);
            assert!(heights.iter().all(|&height| height == 0.0));
        }
    }

    #[test]
    fn the_number_of_craters_in_the_map_is_that_of_the_law() {
        let field = CraterField {
            law: PowerLaw { number_per_m2_above_1m: 0.01, exponent: 2.0 },
            diameter_min: 2.0,
            diameter_max: 40.0,
            diffusion_age: 10.0,
        };
        let grid = Grid::new((100.0, -300.0), (5.0, 5.0), (201, 161)).unwrap();
        let craters = field.draw(&grid, 11, "site").unwrap();
        for above in [2.0, 4.0, 8.0] {
            let inside = |c: &&Crater| {
                c.diameter >= above
                    && (100.0..900.0).contains(&c.x)
                    && (-300.0..700.0).contains(&c.y)
            };
            let found = craters.iter().filter(inside).count() as f64;
            let expected = 8e5 * (field.law.number_above(above) - field.law.number_above(40.0));
            assert!(
                (found - expected).abs() < 4.0 * expected.sqrt(),
                "{above}: {found} {expected}"
            );
        }
        assert!(craters.iter().all(|c| (0.0..10.0).contains(&c.diffusion_age)));
    }
}
