//! From heights over a curved datum to heights in the flat site frame.
//!
//! A map gives heights h over a sphere of radius R and places along its surface; the site frame is
//! Cartesian, tangent to that sphere at the site. A post at horizontal distance d from the site has
//! the datum at −(R − √(R² − d²)) ≈ −d²/2R below the tangent plane, so z = h − (R − √(R² − d²)).
//! The subtraction is computed as d² / (R + √(R² − d²)), which loses no digits.
//!
//! Neglected, with sizes at d = 10 km on Mars (R = 3396 km), where the drop itself is 14.7 m:
//! * the arc on the sphere is taken for d: s − R sin(s/R) ≈ s³/6R² = 14 mm;
//! * up at the post is tilted by d/R = 0.17°, so the post really lies h d/R further out: 0.29 m per
//!   100 m of height. This is a change of scale by h/R, the same all over the map to first order: at
//!   Gale (h = −4.5 km) the map shrinks by 0.13 %, 13 m at 10 km, and slopes steepen by 0.13 % of
//!   themselves. The tilt of the ground against the frame, which decides where things roll, is
//!   contained in the drop;
//! * the drop is that of the datum and not of the ground's own sphere: h d²/2R² = −20 mm there.
//!
//! The map's own projection is mostly larger than these; see
//! [`Georeference::ground_scale`](super::Georeference::ground_scale).

use super::error::{DemError, Problem};
use super::map::ElevationMap;

/// Heights in the site frame: x east, y north, z up, origin on the datum at the site, metres.
#[derive(Clone, Debug, PartialEq)]
pub struct SiteGrid {
    /// Number of rows, south to north.
    pub rows: usize,
    /// Number of columns, west to east.
    pub columns: usize,
    /// x of the westernmost column, m.
    pub west_m: f64,
    /// y of the southernmost row, m.
    pub south_m: f64,
    /// Distance between columns, m.
    pub spacing_east_m: f64,
    /// Distance between rows, m.
    pub spacing_north_m: f64,
    /// z of each post, row by row from the south-west; NaN where there is no data.
    pub heights_m: Vec<f64>,
}

impl ElevationMap {
    /// The map in the site frame of a body of `radius_m`; `site_m` is the site's place, m east and
    /// north of the south-west post (it may lie outside the map).
    ///
    /// The module's text says what is neglected: at 10 km on Mars 14 mm by arc for chord, and a
    /// horizontal shift of h d/R, that is 13 m out of 10 km where the ground is 4.5 km deep.
    pub fn heights_in_tangent_frame(
        &self,
        site_m: [f64; 2],
        radius_m: f64,
    ) -> Result<SiteGrid, DemError> {
        if !(radius_m.is_finite() && radius_m > 0.0) {
            return Err(self.problem(Problem::not_positive("radius_m", radius_m)));
        }
        if let Some(value) = site_m.into_iter().find(|value| !value.is_finite()) {
            return Err(self.problem(Problem::not_finite("site_m", value)));
        }
        let (west_m, south_m) = (-site_m[0], -site_m[1]);
        let mut heights_m = Vec::with_capacity(self.heights_m().len());
        for (index, height) in self.heights_m().iter().enumerate() {
            let x = west_m + (index % self.columns()) as f64 * self.spacing_east_m();
            let y = south_m + (index / self.columns()) as f64 * self.spacing_north_m();
            let drop = datum_drop_m(x * x + y * y, radius_m).ok_or_else(|| {
                let distance = (x * x + y * y).sqrt() / 1000.0;
                let what =
                    format!("a post lies {distance:.0} km from the site, beyond the horizon");
                self.problem(Problem::NoGroundLeft { what })
            })?;
            heights_m.push(height - drop);
        }
        Ok(SiteGrid {
            rows: self.rows(),
            columns: self.columns(),
            west_m,
            south_m,
            spacing_east_m: self.spacing_east_m(),
            spacing_north_m: self.spacing_north_m(),
            heights_m,
        })
    }
}

/// How far the sphere lies below its tangent plane at the squared distance from the point of touch.
pub(super) fn datum_drop_m(distance_squared: f64, radius_m: f64) -> Option<f64> {
    let rest = radius_m * radius_m - distance_squared;
    (rest >= 0.0).then(|| distance_squared / (radius_m + rest.sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MARS: f64 = 3_396_190.0;

    #[test]
    fn the_datum_ten_kilometres_away_lies_nearly_fifteen_metres_lower_on_mars() {
        let drop = datum_drop_m(1e8, MARS).unwrap();
        assert!((drop - 14.722_4).abs() < 1e-3, "{drop}");
    }

    #[test]
    fn beyond_the_horizon_there_is_no_datum() {
        assert!(datum_drop_m(1.1 * MARS * MARS, MARS).is_none());
    }

    proptest! {
        #[test]
        fn a_lowered_post_lies_on_the_sphere(d in 0.0..3.0e6f64) {
            let drop = datum_drop_m(d * d, MARS).unwrap();
            let radius = (d * d + (MARS - drop) * (MARS - drop)).sqrt();
            prop_assert!((radius - MARS).abs() < 1e-8 * MARS);
        }
    }
}
