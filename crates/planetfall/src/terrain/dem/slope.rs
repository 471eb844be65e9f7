//! How steep a map is.

use super::Dem;
use crate::terrain::Half;
use std::f64::consts::{FRAC_PI_2, PI};

/// Statistics of the slopes of a map's facets. All facets cover the same horizontal area, so each
/// counts once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlopeStatistics {
    /// Number of facets with data.
    pub facets: u64,
    /// Mean slope, rad.
    pub mean: f64,
    /// Root of the mean square of the slope, rad.
    pub root_mean_square: f64,
    /// Half of the facets are flatter, rad (to 0.01 degrees).
    pub median: f64,
    /// 95 % of the facets are flatter, rad (to 0.01 degrees).
    pub percentile_95: f64,
    /// Slope of the steepest facet, rad.
    pub max: f64,
}

/// Bins of slopes from 0 to 90°: a map of any size needs the same small memory.
const SLOPE_BINS: usize = 9_000;
/// Width of a bin, rad. Chosen: 0.01°.
const BIN_WIDTH: f64 = PI / 180.0 / 100.0;

impl SlopeStatistics {
    pub(super) fn of(dem: &Dem) -> Option<Self> {
        let mut bins = vec![0u64; SLOPE_BINS];
        let (mut facets, mut sum, mut squares, mut max) = (0u64, 0.0, 0.0, 0.0f64);
        for slope in slopes(dem) {
            facets += 1;
            sum += slope;
            squares += slope * slope;
            max = max.max(slope);
            bins[((slope / BIN_WIDTH) as usize).min(SLOPE_BINS - 1)] += 1;
        }
        if facets == 0 {
            return None;
        }
        let count = facets as f64;
        Some(Self {
            facets,
            mean: sum / count,
            root_mean_square: (squares / count).sqrt(),
            median: quantile(&bins, 0.5 * count).min(max),
            percentile_95: quantile(&bins, 0.95 * count).min(max),
            max,
        })
    }
}

fn slopes(dem: &Dem) -> impl Iterator<Item = f64> + '_ {
    let (rows, columns) = (dem.grid().rows() - 1, dem.grid().columns() - 1);
    let cells = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
    cells
        .flat_map(|(row, column)| {
            [Half::SouthEast, Half::NorthWest].map(|half| dem.slope_at(row, column, half))
        })
        .flatten()
}

/// The upper edge of the bin at which the count reaches `target`.
fn quantile(bins: &[u64], target: f64) -> f64 {
    let mut count = 0;
    for (bin, number) in bins.iter().enumerate() {
        count += number;
        if count as f64 >= target {
            return (bin + 1) as f64 * BIN_WIDTH;
        }
    }
    FRAC_PI_2
}
