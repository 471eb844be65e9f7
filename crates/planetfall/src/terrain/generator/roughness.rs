//! Self-affine roughness.
//!
//! Over a distance L the height of natural ground differs by nu(L) = nu(L0) (L / L0)^H in the root
//! mean square, with the Hurst exponent H (Shepard, Campbell, Bulmer, Farr, Gaddis, Plaut, "The
//! roughness of natural terrain", JGR 106, 2001; docs/theory/terrain.md, eqs 19-22). The
//! surface that has exactly this law at all distances of the map is fractional Brownian motion. It
//! is drawn without approximation by Stein's intrinsic embedding (Stein, "Fast and exact simulation
//! of fractional Brownian surfaces", J. Comput. Graph. Stat. 11, 2002): a stationary Gaussian field
//! on a torus whose covariance equals the wanted one up to a parabola within the map's diagonal,
//! made by two Fourier transforms, plus a random tilt that takes the parabola away. Summed octaves
//! of lattice noise would be cheaper, but ripple about the law and know the lattice's directions.

use super::super::error::{self, TerrainError};
use crate::math::grid::Grid;
use crate::math::noise::{Key, gaussian_pair};
use crate::math::{fft, real};
use nalgebra::Complex;

/// Roughness by its Hurst exponent and its root-mean-square deviation at a baseline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Roughness {
    /// H, without unit: between 0 (noise) and 1 (smooth); natural ground has 0.3 to 0.9.
    pub hurst: f64,
    /// nu(L0), root mean square of the difference in height over the baseline, m.
    pub deviation: f64,
    /// L0, m.
    pub baseline: f64,
}

/// Stein's covariance in units of the map's diagonal: c0 - r^2H + c2 r^2 up to r = 1, then a cubic
/// tail that ends at `end`.
struct Covariance {
    alpha: f64,
    beta: f64,
    c0: f64,
    c2: f64,
    end: f64,
}

/// A torus of posts around the map.
struct Torus {
    rows: usize,
    columns: usize,
    /// Distance between posts in units of the map's diagonal.
    x_spacing: f64,
    y_spacing: f64,
}

impl Roughness {
    /// Roughness by its root-mean-square slope (rise over run, without unit) at a baseline, m.
    pub fn from_rms_slope(hurst: f64, slope: f64, baseline: f64) -> Self {
        Self { hurst, deviation: slope * baseline, baseline }
    }

    /// Adds a rough surface of mean height zero.
    pub(super) fn add(
        &self,
        grid: &Grid,
        key: Key,
        heights: &mut [f64],
    ) -> Result<(), TerrainError> {
        self.check()?;
        let ((west, south), (east, north)) = (grid.south_west(), grid.north_east());
        let diagonal = ((east - west) * (east - west) + (north - south) * (north - south)).sqrt();
        let covariance = Covariance::new(self.hurst);
        let torus = Torus::around(grid, diagonal, covariance.end)?;
        let field = torus.field(&covariance, key);
        // The field's increments have variance 2 r^2H with r in diagonals.
        let scale = self.deviation * real::pow(diagonal / self.baseline, self.hurst)
            / std::f64::consts::SQRT_2;
        let (tilt_x, tilt_y) = gaussian_pair(key, u64::MAX);
        let tilt = (2.0 * covariance.c2).sqrt();
        let at = |row: usize, column: usize| {
            let x = column as f64 * torus.x_spacing * tilt_x;
            let y = row as f64 * torus.y_spacing * tilt_y;
            scale * (field[row * torus.columns + column].re + tilt * (x + y))
        };
        let (rows, columns) = (grid.rows() as usize, grid.columns() as usize);
        let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let mean = all.map(|(row, column)| at(row, column)).sum::<f64>() / grid.posts() as f64;
        for (row, line) in heights.chunks_exact_mut(columns).enumerate() {
            for (column, height) in line.iter_mut().enumerate() {
                *height += at(row, column) - mean;
            }
        }
        Ok(())
    }

    fn check(&self) -> Result<(), TerrainError> {
        let inside = self.hurst > 0.0 && self.hurst < 1.0;
        error::accept("Hurst exponent", "between 0 and 1", self.hurst, inside)?;
        error::not_negative("deviation at the baseline, m", self.deviation)?;
        error::positive("baseline of the roughness, m", self.baseline).map(drop)
    }
}

impl Covariance {
    fn new(hurst: f64) -> Self {
        let alpha = 2.0 * hurst;
        if alpha <= 1.5 {
            return Self { alpha, beta: 0.0, c0: 1.0 - 0.5 * alpha, c2: 0.5 * alpha, end: 1.0 };
        }
        // The tail makes the function twice differentiable where the parts meet.
        let end = 2.0;
        let beta = alpha * (2.0 - alpha) / (3.0 * end * (end * end - 1.0));
        let rest = end - 1.0;
        let c2 = 0.5 * (alpha - beta * rest * rest * (end + 2.0));
        Self { alpha, beta, c0: beta * rest * rest * rest + 1.0 - c2, c2, end }
    }

    fn at(&self, r: f64) -> f64 {
        if r <= 1.0 {
            self.c0 - real::pow(r, self.alpha) + self.c2 * r * r
        } else if r < self.end {
            let rest = self.end - r;
            self.beta * rest * rest * rest / r
        } else {
            0.0
        }
    }
}

impl Torus {
    /// A torus so large that no two posts of the map are nearer around it than the covariance ends.
    fn around(grid: &Grid, diagonal: f64, end: f64) -> Result<Self, TerrainError> {
        let (x_spacing, y_spacing) = (grid.x_spacing() / diagonal, grid.y_spacing() / diagonal);
        let posts = |spacing: f64, across: u32| (end / spacing).ceil() + f64::from(across);
        let (rows, columns) = (posts(y_spacing, grid.rows()), posts(x_spacing, grid.columns()));
        if rows * columns > TORUS_POST_LIMIT {
            return Err(TerrainError::TooMany {
                what: "posts around a rough map (about six to fifteen times those of the map)",
                found: rows * columns,
                limit: TORUS_POST_LIMIT,
            });
        }
        let rows = fft::smooth_length(rows as usize);
        let columns = fft::smooth_length(columns as usize);
        Ok(Self { rows, columns, x_spacing, y_spacing })
    }

    /// The covariance, wound around the torus.
    ///
    /// All images of a displacement are summed, which keeps the power from being negative. Between
    /// posts of the map only the nearest image counts: the others lie where the covariance is zero.
    fn wound(&self, covariance: &Covariance) -> Vec<Complex<f64>> {
        let mut array: Vec<Complex<f64>> = Vec::with_capacity(self.rows * self.columns);
        for row in 0..self.rows {
            for column in 0..self.columns {
                // A torus looks the same in both directions: a quarter of it gives the rest.
                let mirror =
                    row.min(self.rows - row) * self.columns + column.min(self.columns - column);
                let value = match array.get(mirror) {
                    Some(value) => *value,
                    None => Complex::new(self.wound_at(covariance, row, column), 0.0),
                };
                array.push(value);
            }
        }
        array
    }

    fn wound_at(&self, covariance: &Covariance, row: usize, column: usize) -> f64 {
        let ys = [row, self.rows - row].map(|posts| posts as f64 * self.y_spacing);
        let xs = [column, self.columns - column].map(|posts| posts as f64 * self.x_spacing);
        let mut sum = 0.0;
        for x in xs {
            for y in ys {
                sum += covariance.at((x * x + y * y).sqrt());
            }
        }
        sum
    }

    /// A Gaussian field with the covariance, in the real parts.
    fn field(&self, covariance: &Covariance, key: Key) -> Vec<Complex<f64>> {
        let mut array = self.wound(covariance);
        // The lengths are smooth by construction, so the transform always fits.
        let done = fft::forward_2d(&mut array, self.rows, self.columns);
        debug_assert!(done.is_some());
        let count = array.len() as f64;
        for (counter, value) in array.iter_mut().enumerate() {
            // The power is not negative but for round-off.
            let amplitude = (value.re.max(0.0) / count).sqrt();
            let (a, b) = gaussian_pair(key, counter as u64);
            *value = Complex::new(a * amplitude, b * amplitude);
        }
        let done = fft::forward_2d(&mut array, self.rows, self.columns);
        debug_assert!(done.is_some());
        array
    }
}

/// Posts of the torus, sixteen bytes each: half a gigabyte. Chosen.
const TORUS_POST_LIMIT: f64 = 3.4e7;

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean square of height differences over a lag in both directions, pooled over seeds.
    fn deviation(maps: &[Vec<f64>], posts: usize, lag: usize) -> f64 {
        let (mut sum, mut count) = (0.0, 0u32);
        for map in maps {
            for i in 0..posts {
                for j in 0..posts - lag {
                    let east = map[i * posts + j + lag] - map[i * posts + j];
                    let north = map[(j + lag) * posts + i] - map[j * posts + i];
                    sum += east * east + north * north;
                    count += 2;
                }
            }
        }
        (sum / f64::from(count)).sqrt()
    }

    fn maps(roughness: &Roughness, posts: u32, seeds: u64) -> Vec<Vec<f64>> {
        let grid = Grid::new((0.0, 0.0), (0.5, 0.5), (posts, posts)).unwrap();
        (0..seeds)
            .map(|seed| {
                let mut heights = vec![0.0; grid.posts()];
                roughness.add(&grid, Key::new(seed, "site", "roughness"), &mut heights).unwrap();
                heights
            })
            .collect()
    }

    #[test]
    fn deviation_and_hurst_exponent_are_those_of_the_recipe() {
        // The smoother the ground, the more of a map's increments are one common tilt, and the more
        // maps a mean needs.
        for (hurst, seeds, tolerance) in [(0.3, 8, 0.03), (0.6, 24, 0.03), (0.9, 60, 0.05)] {
            let roughness = Roughness { hurst, deviation: 0.1, baseline: 2.0 };
            let maps = maps(&roughness, 48, seeds);
            let at_baseline = deviation(&maps, 48, 4);
            assert!((at_baseline / 0.1 - 1.0).abs() < tolerance, "H = {hurst}: {at_baseline}");
            let found = (deviation(&maps, 48, 8) / deviation(&maps, 48, 1)).log2() / 3.0;
            assert!((found - hurst).abs() < 0.03, "H = {hurst}: {found}");
        }
    }

    #[test]
    fn the_law_of_increments_holds_exactly_for_every_pair_of_posts() {
        let grid = Grid::new((0.0, 0.0), (1.0, 2.0), (20, 33)).unwrap();
        let diagonal = f64::hypot(32.0, 38.0);
        for hurst in [0.05, 0.3, 0.6, 0.75, 0.8, 0.95] {
            let covariance = Covariance::new(hurst);
            let torus = Torus::around(&grid, diagonal, covariance.end).unwrap();
            let wound = torus.wound(&covariance);
            for (row, column) in [(0, 0), (0, 1), (3, 0), (7, 5), (19, 0), (0, 32), (19, 32)] {
                let r = f64::hypot(column as f64, 2.0 * row as f64) / diagonal;
                let field = 2.0 * (wound[0].re - wound[row * torus.columns + column].re);
                let expected = 2.0 * r.powf(2.0 * hurst);
                assert!((field + 2.0 * covariance.c2 * r * r - expected).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn the_power_on_the_torus_is_not_negative() {
        let grid = Grid::new((0.0, 0.0), (1.0, 2.0), (20, 33)).unwrap();
        for hurst in [0.05, 0.3, 0.6, 0.75, 0.8, 0.95] {
            let covariance = Covariance::new(hurst);
            let torus = Torus::around(&grid, 50.0, covariance.end).unwrap();
            let mut array = torus.wound(&covariance);
            fft::forward_2d(&mut array, torus.rows, torus.columns).unwrap();
            let least = array.iter().map(|v| v.re).fold(f64::INFINITY, f64::min);
            assert!(least > -1e-9, "H = {hurst}: {least}");
        }
    }

    #[test]
    fn slope_at_a_baseline_is_deviation_over_baseline() {
        let roughness = Roughness::from_rms_slope(0.6, 0.2, 0.5);
        let maps = maps(&roughness, 64, 8);
        assert!((deviation(&maps, 64, 1) / 0.5 - 0.2).abs() < 0.006);
    }

    #[test]
    fn a_recipe_that_is_no_roughness_is_refused() {
        let grid = Grid::new((0.0, 0.0), (1.0, 1.0), (4, 4)).unwrap();
        let key = Key::new(0, "site", "roughness");
        let good = Roughness { hurst: 0.5, deviation: 0.1, baseline: 1.0 };
        for bad in [
            Roughness { hurst: 0.0, ..good },
            Roughness { hurst: 1.0, ..good },
            Roughness { deviation: -0.1, ..good },
            Roughness { baseline: 0.0, ..good },
        ] {
            assert!(bad.add(&grid, key, &mut [0.0; 16]).is_err());
        }
    }
}
