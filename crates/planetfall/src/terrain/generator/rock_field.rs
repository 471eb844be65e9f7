//! Rocks strewn over a map by a size-frequency law.
//!
//! The largest rocks are laid first. Each tries a few places and takes the first where it touches
//! no other; where rocks lie dense it takes the last it tried, so that the cover is always that of the law.

use super::super::error::{self, TerrainError};
use super::super::{Rock, RockShape};
use super::arrival::check_diameters;
use super::rock_law::RockLaw;
use crate::math::grid::{CellPoint, Grid};
use crate::math::noise::{Key, uniform_pair};
use std::f64::consts::{FRAC_PI_4, TAU};

/// Rocks of a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RockField {
    /// How many of which size.
    pub law: RockLaw,
    /// Smallest diameter, m.
    pub diameter_min: f64,
    /// Largest diameter, m.
    pub diameter_max: f64,
    /// Their form.
    pub form: RockForm,
}

/// Form of generated rocks. All forms cover the area of a circle of the rock's diameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RockForm {
    /// Hemispheres, half as high as across, as landing-site studies of Mars take them (Golombek et
    /// al. 2003).
    Hemisphere,
    /// Half-buried ellipsoids of random heading.
    Ellipsoid {
        /// Height above the ground over diameter, without unit.
        height_to_diameter: f64,
        /// Largest ratio of length to width, without unit; ratios are uniform from one up to it.
        elongation_max: f64,
    },
    /// Blocks with a square base and random heading.
    Block {
        /// Height above the ground over diameter, without unit.
        height_to_diameter: f64,
    },
}

/// Places that a rock tries before it is left out. Chosen.
const PLACEMENT_TRIES: u64 = 16;

impl RockField {
    /// Rocks whose centres lie in a map, largest first.
    pub(super) fn draw(
        &self,
        grid: &Grid,
        seed: u64,
        site: &str,
    ) -> Result<Vec<Rock>, TerrainError> {
        check_diameters(self.diameter_min, self.diameter_max)?;
        self.form.check()?;
        let key = |purpose| Key::new(seed, site, purpose);
        let ((west, south), (east, north)) = (grid.south_west(), grid.north_east());
        let area = (east - west) * (north - south);
        let limits = (self.diameter_min, self.diameter_max);
        let diameters = self.law.draw((key("rock sizes"), key("rock choices")), area, limits)?;
        let (places, forms) = (key("rock places"), key("rock forms"));
        let mut occupied = Occupancy::new((west, south), (east, north), &diameters);
        let rocks = diameters.iter().enumerate().map(|(number, &diameter)| {
            let counter = number as u64;
            let (u, v) = uniform_pair(forms, counter);
            let (shape, sunk, radius) = self.form.shape(diameter, u);
            let tries =
                (0..PLACEMENT_TRIES).map(|i| uniform_pair(places, counter * PLACEMENT_TRIES + i));
            let tried = tries.map(|(s, t)| (west + s * (east - west), south + t * (north - south)));
            let (x, y) = occupied.take(tried, radius);
            Rock { x, y, heading: TAU * v, sunk, shape }
        });
        Ok(rocks.collect())
    }
}

impl RockForm {
    fn check(&self) -> Result<(), TerrainError> {
        match *self {
            Self::Hemisphere => Ok(()),
            Self::Block { height_to_diameter } => {
                error::positive("height over diameter of rocks", height_to_diameter).map(drop)
            }
            Self::Ellipsoid { height_to_diameter, elongation_max } => {
                error::positive("height over diameter of rocks", height_to_diameter)?;
                let good = elongation_max.is_finite() && elongation_max >= 1.0;
                error::accept("elongation of rocks", "one or more", elongation_max, good).map(drop)
            }
        }
    }

    /// Shape, depth sunk and radius of the circle around a rock; `u` in [0, 1) chooses the form.
    fn shape(&self, diameter: f64, u: f64) -> (RockShape, f64, f64) {
        let radius = 0.5 * diameter;
        match *self {
            Self::Hemisphere => (RockShape::Hemisphere { radius }, 0.0, radius),
            Self::Block { height_to_diameter } => {
                let side = diameter * FRAC_PI_4.sqrt();
                let height = height_to_diameter * diameter;
                let shape = RockShape::Block { length: side, width: side, height };
                (shape, 0.0, side * std::f64::consts::FRAC_1_SQRT_2)
            }
            Self::Ellipsoid { height_to_diameter, elongation_max } => {
                let stretch = (1.0 + u * (elongation_max - 1.0)).sqrt();
                let (along, across) = (radius * stretch, radius / stretch);
                let vertical = height_to_diameter * diameter;
                (RockShape::Ellipsoid { along, across, vertical }, vertical, along)
            }
        }
    }
}

/// Circles that are taken, by cell. The cell's side is the root mean square diameter, so that the
/// number of cells a rock looks at is bounded on average whatever the mixture of sizes.
struct Occupancy {
    cells: Option<Grid>,
    taken: Vec<Vec<(f64, f64, f64)>>,
}

impl Occupancy {
    fn new((west, south): (f64, f64), (east, north): (f64, f64), diameters: &[f64]) -> Self {
        let count = diameters.len().max(1) as f64;
        let squares: f64 = diameters.iter().map(|d| d * d).sum();
        let (width, length) = (east - west, north - south);
        let side = (squares / count)
            .max(width * length / (4.0 * count))
            .sqrt()
            .max(width.max(length) / (4.0 * count));
        let posts = |span: f64| (span / side).floor() as u32 + 2;
        let cells = Grid::new((west, south), (side, side), (posts(length), posts(width))).ok();
        let number = cells.map_or(0, |cells| cells.posts());
        Self { cells, taken: vec![Vec::new(); number] }
    }

    /// Takes the first place where a circle is free, or the last one.
    fn take(&mut self, tries: impl Iterator<Item = (f64, f64)>, radius: f64) -> (f64, f64) {
        let mut place = (0.0, 0.0);
        for (x, y) in tries {
            place = (x, y);
            if self.is_free(x, y, radius) {
                break;
            }
        }
        for cell in self.touched(place.0, place.1, radius) {
            self.taken[cell].push((place.0, place.1, radius));
        }
        place
    }

    fn is_free(&self, x: f64, y: f64, radius: f64) -> bool {
        self.touched(x, y, radius).all(|cell| {
            self.taken[cell].iter().all(|&(ox, oy, other)| {
                let (dx, dy, sum) = (x - ox, y - oy, radius + other);
                dx * dx + dy * dy >= sum * sum
            })
        })
    }

    /// Numbers of the cells that a circle's square touches.
    fn touched(&self, x: f64, y: f64, radius: f64) -> impl Iterator<Item = usize> + use<> {
        let cells = self.cells;
        let corners = cells.and_then(|cells| {
            let ((west, south), (east, north)) = (cells.south_west(), cells.north_east());
            let corner = |x: f64, y: f64| cells.locate(x.clamp(west, east), y.clamp(south, north));
            Some((cells, corner(x - radius, y - radius)?, corner(x + radius, y + radius)?))
        });
        corners.into_iter().flat_map(|(cells, low, high): (Grid, CellPoint, CellPoint)| {
            (low.row..=high.row).flat_map(move |row| {
                (low.column..=high.column).map(move |column| cells.post(row, column))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    fn field(cover: f64, form: RockForm) -> RockField {
        RockField { law: RockLaw::Mars { cover }, diameter_min: 0.1, diameter_max: 2.0, form }
    }

    fn map() -> Grid {
        Grid::new((-20.0, 5.0), (1.0, 1.0), (61, 41)).unwrap()
    }

    fn circle(rock: &Rock) -> (f64, f64) {
        match rock.shape {
            RockShape::Hemisphere { radius } => (radius, PI * radius * radius),
            RockShape::Block { length, width, .. } => {
                (0.5 * (length * length + width * width).sqrt(), length * width)
            }
            RockShape::Ellipsoid { along, across, .. } => (along, PI * along * across),
        }
    }

    #[test]
    fn rocks_of_every_form_cover_the_fraction_of_the_law() {
        for form in [
            RockForm::Hemisphere,
            RockForm::Block { height_to_diameter: 0.4 },
            RockForm::Ellipsoid { height_to_diameter: 0.3, elongation_max: 2.0 },
        ] {
            let field = field(0.1, form);
            let rocks = field.draw(&map(), 4, "site").unwrap();
            let areas = rocks.iter().map(|rock| circle(rock).1);
            let (sum, error) = areas.fold((0.0, 0.0), |(s, e), a| (s + a, e + a * a));
            let expected = 2400.0 * field.law.cover(0.1, 2.0);
            assert!((sum - expected).abs() < 4.0 * f64::sqrt(error), "{sum} {expected}");
            assert!(rocks.iter().all(|rock| rock.check().is_ok()));
        }
    }

    #[test]
    fn rocks_do_not_overlap_where_there_is_space() {
        let rocks = field(0.1, RockForm::Hemisphere).draw(&map(), 4, "site").unwrap();
        assert!(rocks.len() > 1000);
        for (i, a) in rocks.iter().enumerate() {
            for b in &rocks[i + 1..] {
                let distance = ((a.x - b.x).powi(2) + (a.y - b.y).powi(2)).sqrt();
                assert!(distance >= circle(a).0 + circle(b).0 - 1e-12);
            }
        }
    }

    #[test]
    fn rocks_lie_in_the_map_evenly() {
        let rocks = field(0.1, RockForm::Hemisphere).draw(&map(), 9, "site").unwrap();
        let count = rocks.len() as f64;
        let east = rocks.iter().filter(|rock| rock.x > 0.0).count() as f64;
        let north = rocks.iter().filter(|rock| rock.y > 35.0).count() as f64;
        for half in [east, north] {
            assert!((half - 0.5 * count).abs() < 2.0 * count.sqrt());
        }
        assert!(rocks.iter().all(|r| r.x.abs() <= 20.0 && (5.0..=65.0).contains(&r.y)));
    }
}
