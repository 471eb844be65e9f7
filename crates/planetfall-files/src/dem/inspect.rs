//! What a map is like: size, range, slopes, roughness.
//!
//! Slopes are those of the facets that a vehicle touches: each cell is cut along its diagonal from
//! south-west to north-east into two triangles, and the slope of a triangle is the exact angle of
//! its plane against the horizontal. All facets have the same area seen from above, so every one
//! counts alike. A quantile is interpolated linearly between the two nearest facets (the definition
//! of Hyndman and Fan 1996, type 7). Roughness is the root mean square of the heights about their
//! least-squares plane.

use super::georeference::GroundScale;
use super::map::ElevationMap;
use planetfall::math::real;
use std::fmt;

/// What a map is like.
#[derive(Clone, Debug, PartialEq)]
pub struct Inspection {
    /// Rows, south to north.
    pub rows: usize,
    /// Columns, west to east.
    pub columns: usize,
    /// Distance between columns, m.
    pub spacing_east_m: f64,
    /// Distance between rows, m.
    pub spacing_north_m: f64,
    /// Lowest height, m.
    pub lowest_m: f64,
    /// Highest height, m.
    pub highest_m: f64,
    /// Mean height, m.
    pub mean_m: f64,
    /// Share of posts without data, 0 to 1.
    pub no_data_share: f64,
    /// Slopes of the facets; `None` if no cell has data at three of its corners.
    pub slopes: Option<SlopeStatistics>,
    /// The plane that fits best and what is left; `None` if the posts with data lie on a line.
    pub plane: Option<PlaneFit>,
    /// Ground metres per map metre at the middle of the map, where the projection gives it.
    pub ground_scale: Option<GroundScale>,
}

/// Slopes of a map's facets.
#[derive(Clone, Debug, PartialEq)]
pub struct SlopeStatistics {
    /// Number of facets with data.
    pub facets: usize,
    /// Mean, degrees.
    pub mean_deg: f64,
    /// Median, degrees.
    pub median_deg: f64,
    /// 90 % of the facets are less steep, degrees.
    pub p90_deg: f64,
    /// 95 % of the facets are less steep, degrees.
    pub p95_deg: f64,
    /// 99 % of the facets are less steep, degrees.
    pub p99_deg: f64,
    /// Steepest facet, degrees.
    pub max_deg: f64,
    /// Share of the facets steeper than 15°, 20°, 25° and 30°, 0 to 1.
    pub share_above: [(f64, f64); 4],
}

/// The plane that fits the heights best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneFit {
    /// Its slope, degrees.
    pub slope_deg: f64,
    /// Where it goes down, degrees from north over east.
    pub downhill_azimuth_deg: f64,
    /// Root mean square of the heights about it, m.
    pub roughness_m: f64,
}

/// Looks at a whole map.
pub fn inspect(map: &ElevationMap) -> Inspection {
    let known = || map.heights_m().iter().copied().filter(|height| !height.is_nan());
    let count = known().count();
    let [east, north] = map.georeference().south_west_m;
    let [half_width, half_depth] = map.centre_m();
    Inspection {
        rows: map.rows(),
        columns: map.columns(),
        spacing_east_m: map.spacing_east_m(),
        spacing_north_m: map.spacing_north_m(),
        lowest_m: known().fold(f64::INFINITY, f64::min),
        highest_m: known().fold(f64::NEG_INFINITY, f64::max),
        mean_m: known().sum::<f64>() / count as f64,
        no_data_share: 1.0 - count as f64 / map.heights_m().len() as f64,
        slopes: slope_statistics(map),
        plane: fit_plane(map),
        ground_scale: map.georeference().ground_scale(east + half_width, north + half_depth),
    }
}

/// Gradients (east, north) of the two facets of a cell: south-east, then north-west.
pub(super) fn facet_gradients(corners: [f64; 4], spacing: [f64; 2]) -> [[f64; 2]; 2] {
    let [sw, se, nw, ne] = corners;
    let [dx, dy] = spacing;
    [[(se - sw) / dx, (ne - se) / dy], [(ne - nw) / dx, (nw - sw) / dy]]
}

fn slope_statistics(map: &ElevationMap) -> Option<SlopeStatistics> {
    let mut tangents = tangents(map);
    let facets = tangents.len();
    let steepest = tangents.iter().copied().max_by(f64::total_cmp)?;
    let sum: f64 = tangents.iter().map(|tangent| degrees(*tangent)).sum();
    let share_above = [15.0f64, 20.0, 25.0, 30.0].map(|limit_deg| {
        let limit = real::tan(limit_deg.to_radians());
        let above = tangents.iter().filter(|tangent| **tangent > limit).count();
        (limit_deg, above as f64 / facets as f64)
    });
    Some(SlopeStatistics {
        facets,
        mean_deg: sum / facets as f64,
        median_deg: quantile_deg(&mut tangents, 0.5),
        p90_deg: quantile_deg(&mut tangents, 0.90),
        p95_deg: quantile_deg(&mut tangents, 0.95),
        p99_deg: quantile_deg(&mut tangents, 0.99),
        max_deg: degrees(steepest),
        share_above,
    })
}

/// Tangent of the slope of every facet with data.
fn tangents(map: &ElevationMap) -> Vec<f64> {
    let spacing = [map.spacing_east_m(), map.spacing_north_m()];
    let mut tangents = Vec::new();
    for row in 0..map.rows() - 1 {
        for column in 0..map.columns() - 1 {
            let corners = [(0, 0), (0, 1), (1, 0), (1, 1)]
                .map(|(up, right)| map.raw(row + up, column + right));
            let gradients = facet_gradients(corners, spacing);
            tangents.extend(
                gradients.map(|[x, y]| (x * x + y * y).sqrt()).iter().filter(|t| !t.is_nan()),
            );
        }
    }
    tangents
}

fn degrees(tangent: f64) -> f64 {
    real::atan2(tangent, 1.0).to_degrees()
}

/// Quantile of some tangents as an angle; changes their order. Selecting is linear in their number,
/// where sorting a large map takes many times longer.
fn quantile_deg(tangents: &mut [f64], share: f64) -> f64 {
    let Some(last) = tangents.len().checked_sub(1) else { return f64::NAN };
    let place = share * last as f64;
    let at = (place.floor() as usize).min(last);
    let (_, below, rest) = tangents.select_nth_unstable_by(at, f64::total_cmp);
    let below = degrees(*below);
    let above = rest.iter().copied().min_by(f64::total_cmp).map_or(below, degrees);
    below + (above - below) * (place - place.floor())
}

/// Least squares over all posts with data, in coordinates about their mean.
fn fit_plane(map: &ElevationMap) -> Option<PlaneFit> {
    let posts = || {
        map.heights_m().iter().enumerate().filter(|(_, height)| !height.is_nan()).map(
            |(at, height)| {
                let x = (at % map.columns()) as f64 * map.spacing_east_m();
                [x, (at / map.columns()) as f64 * map.spacing_north_m(), *height]
            },
        )
    };
    let (sum, count) = posts().fold(([0.0; 3], 0.0), |(sum, count), post| {
        ([sum[0] + post[0], sum[1] + post[1], sum[2] + post[2]], count + 1.0)
    });
    let mean = sum.map(|value| value / count);
    let centred = || posts().map(|[x, y, z]| [x - mean[0], y - mean[1], z - mean[2]]);
    let [mut xx, mut xy, mut yy, mut xz, mut yz] = [0.0; 5];
    for [x, y, z] in centred() {
        xx += x * x;
        xy += x * y;
        yy += y * y;
        xz += x * z;
        yz += y * z;
    }
    let determinant = xx * yy - xy * xy;
    if determinant.is_nan() || determinant <= 1e-12 * xx * yy {
        return None;
    }
    let (a, b) = ((xz * yy - yz * xy) / determinant, (yz * xx - xz * xy) / determinant);
    let squares: f64 = centred().map(|[x, y, z]| (z - a * x - b * y) * (z - a * x - b * y)).sum();
    Some(PlaneFit {
        slope_deg: degrees((a * a + b * b).sqrt()),
        downhill_azimuth_deg: real::atan2(-a, -b).to_degrees().rem_euclid(360.0),
        roughness_m: (squares / count).sqrt(),
    })
}

impl fmt::Display for Inspection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "posts            {} columns x {} rows", self.columns, self.rows)?;
        let (east, north) = (self.spacing_east_m, self.spacing_north_m);
        writeln!(f, "spacing          {east} m east, {north} m north")?;
        if let Some(scale) = self.ground_scale {
            let GroundScale { east, north } = scale;
            writeln!(f, "ground per map   {east:.5} east, {north:.5} north")?;
        }
        let (lowest, highest) = (self.lowest_m, self.highest_m);
        writeln!(f, "heights          {lowest:.3} to {highest:.3} m, mean {:.3} m", self.mean_m)?;
        writeln!(f, "without data     {:.2} % of the posts", 100.0 * self.no_data_share)?;
        if let Some(slopes) = &self.slopes {
            write!(f, "{slopes}")?;
        }
        if let Some(plane) = self.plane {
            let (slope, azimuth) = (plane.slope_deg, plane.downhill_azimuth_deg);
            writeln!(f, "best-fit plane   {slope:.2}° down towards azimuth {azimuth:.0}°")?;
            writeln!(f, "roughness        {:.3} m RMS about that plane", plane.roughness_m)?;
        }
        Ok(())
    }
}

impl fmt::Display for SlopeStatistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mean_deg, median_deg, p90_deg, p95_deg, p99_deg, max_deg, .. } = self;
        writeln!(
            f,
            "slopes           median {median_deg:.1}°, mean {mean_deg:.1}°, max {max_deg:.1}°"
        )?;
        writeln!(
            f,
            "                 90 % below {p90_deg:.1}°, 95 % {p95_deg:.1}°, 99 % {p99_deg:.1}°"
        )?;
        for (limit, share) in self.share_above {
            writeln!(f, "steeper than {limit:.0}° {:.2} % of the facets", 100.0 * share)?;
        }
        Ok(())
    }
}
