//! Any ground, strewn with rocks.
//!
//! A point sees the ground or the rock with the smallest gap. Rocks are looked up in a grid, so a
//! a query costs the same for ten or for a hundred thousand of them.

use super::Rock;
use super::index::Index;
use super::solid::Solid;
use crate::terrain::error::{self, TerrainError};
use crate::terrain::trace::{Hit, Ray, Span, Summits, Tracer};
use crate::terrain::{Extent, Facet, NoGround, Piece, SurfaceQuery, Terrain};
use nalgebra::{Vector2, Vector3};
use std::sync::Arc;

/// Ground with rocks on it.
#[derive(Clone, Debug)]
pub struct Strewn {
    base: Arc<dyn Terrain>,
    rocks: Vec<Rock>,
    solids: Vec<Solid>,
    index: Option<Index>,
    margin: f64,
}

/// Distance from a rock at which a point beside it is answered with it, m. Chosen: more than detection
/// looks ahead.
const QUERY_MARGIN: f64 = 0.25;

impl Strewn {
    /// Lays rocks on a ground; a facet bears the number of its rock in `rocks`.
    ///
    /// A rock is known to points above it and to points beside it up to 0.25 m. Gaps up to that are
    /// exact; a larger one may leave out a rock that lies to the side.
    pub fn new(base: Arc<dyn Terrain>, rocks: Vec<Rock>) -> Result<Self, TerrainError> {
        Self::with_margin(base, rocks, QUERY_MARGIN)
    }

    /// The same with another distance, m, from which a point beside a rock knows of it.
    pub fn with_margin(
        base: Arc<dyn Terrain>,
        rocks: Vec<Rock>,
        margin: f64,
    ) -> Result<Self, TerrainError> {
        error::not_negative("margin around a rock, m", margin)?;
        if rocks.len() > ROCK_LIMIT {
            return Err(TerrainError::TooMany {
                what: "rocks",
                found: rocks.len() as f64,
                limit: ROCK_LIMIT as f64,
            });
        }
        let solids = rocks
            .iter()
            .enumerate()
            .map(|(number, rock)| settle(base.as_ref(), number, rock))
            .collect::<Result<Vec<_>, _>>()?;
        let around = Vector2::repeat(margin);
        let bounds: Vec<_> = solids
            .iter()
            .map(|solid| solid.bounds())
            .map(|(low, high)| (low - around, high + around))
            .collect();
        Ok(Self { base, rocks, index: Index::new(&bounds)?, solids, margin })
    }

    /// The ground without rocks.
    pub fn base(&self) -> &Arc<dyn Terrain> {
        &self.base
    }

    /// The rocks, as they were given.
    pub fn rocks(&self) -> &[Rock] {
        &self.rocks
    }

    fn solid(&self, rock: u32) -> &Solid {
        &self.solids[rock as usize]
    }

    /// Rocks that know of a place, with their numbers, in rising order.
    #[inline]
    fn near(&self, x: f64, y: f64) -> impl Iterator<Item = (u32, &Solid)> {
        let numbers = self.index.as_ref().map_or(&[][..], |index| index.near(x, y));
        numbers
            .iter()
            .map(|&number| (number, &self.solids[number as usize]))
            .filter(move |(_, solid)| solid.is_near(x, y, self.margin))
    }
}

/// Rocks on one map: their numbers in the index take four bytes, several for each rock. Chosen: some
/// gigabytes.
const ROCK_LIMIT: usize = 100_000_000;

/// Puts a rock on the ground under its centre.
fn settle(base: &dyn Terrain, number: usize, rock: &Rock) -> Result<Solid, TerrainError> {
    rock.check()
        .map_err(|reason| TerrainError::RockShape { rock: number, reason: Box::new(reason) })?;
    let ground = base
        .height(rock.x, rock.y)
        .map_err(|reason| TerrainError::RockWithoutGround { rock: number, reason })?;
    Ok(Solid::new(rock, ground))
}

impl Terrain for Strewn {
    fn without_rocks(&self) -> Option<Arc<dyn Terrain>> {
        Some(Arc::clone(&self.base))
    }

    fn query(&self, point: &Vector3<f64>) -> Result<SurfaceQuery, NoGround> {
        let mut nearest = self.base.query(point)?;
        for (number, solid) in self.near(point.x, point.y) {
            // No part of the rock is nearer than its top is below the point.
            if point.z - solid.top() >= nearest.gap {
                continue;
            }
            let (gap, normal) = solid.signed_distance(point);
            if gap < nearest.gap {
                nearest = SurfaceQuery { gap, normal, facet: Facet::Rock(number) };
            }
        }
        Ok(nearest)
    }

    fn height(&self, x: f64, y: f64) -> Result<f64, NoGround> {
        let ground = self.base.height(x, y)?;
        Ok(self.near(x, y).filter_map(|(_, solid)| solid.height(x, y)).fold(ground, f64::max))
    }

    fn extent(&self) -> Option<Extent> {
        self.base.extent()
    }

    fn overhangs(&self) -> bool {
        self.base.overhangs()
    }

    fn pieces(
        &self,
        low: &Vector3<f64>,
        high: &Vector3<f64>,
        out: &mut Vec<Piece>,
    ) -> Result<bool, NoGround> {
        if !self.base.pieces(low, high, out)? {
            return Ok(false);
        }
        let Some(index) = &self.index else { return Ok(true) };
        let around = Vector2::repeat(self.margin);
        let bounds = |number: u32| {
            let (from, to) = self.solids[number as usize].bounds();
            (from - around, to + around)
        };
        index.each_in(&(low.xy(), high.xy()), bounds, |number| {
            let solid = &self.solids[number as usize];
            if solid.overlaps(low, high) {
                solid.pieces(Facet::Rock(number), low.z, out);
            }
        });
        Ok(true)
    }

    fn downhill(&self, x: f64, y: f64) -> Option<Vector3<f64>> {
        self.base.downhill(x, y)
    }

    fn tracer(&self) -> Box<dyn Tracer + '_> {
        let tops = |index: &Index| index.summits(|rock| self.solid(rock).top());
        let summits = self.index.as_ref().map(tops);
        Box::new(Stones { strewn: self, base: self.base.tracer(), summits })
    }
}

/// Rocks on a ground, for rays.
struct Stones<'a> {
    strewn: &'a Strewn,
    base: Box<dyn Tracer + 'a>,
    /// How high the rocks reach over the cells of their index.
    summits: Option<Summits>,
}

impl Tracer for Stones<'_> {
    fn ground(&self, ray: &Ray, span: Span) -> Option<Hit> {
        self.base.ground(ray, span)
    }

    /// Cell by cell along the ray; a rock that is met beyond its cell may not be the first.
    fn rocks(&self, ray: &Ray, span: Span) -> Option<Hit> {
        let mut best = self.base.rocks(ray, span);
        let (Some(index), Some(summits)) = (&self.strewn.index, &self.summits) else { return best };
        let Some(course) = index.course(ray, span) else { return best };
        let found = summits.walk(course, ray, |course, exit| {
            for &number in index.cell(course.row, course.column) {
                let to = best.map_or(span.to, |hit| hit.distance);
                let met = self.strewn.solid(number).meet(ray, Span { to, ..span });
                if let Some((distance, normal)) = met {
                    best = Some(Hit { distance, normal, facet: Facet::Rock(number) });
                }
            }
            best.filter(|hit| hit.distance <= exit)
        });
        found.or(best)
    }
}

#[cfg(test)]
mod tests {
    use super::super::RockShape;
    use super::*;
    use crate::math::noise::{Key, uniform};
    use crate::terrain::Plane;
    use proptest::prelude::*;
    use std::f64::consts::FRAC_PI_2;

    fn level() -> Arc<dyn Terrain> {
        Arc::new(Plane::level(0.0).unwrap())
    }

    fn hemisphere(x: f64, y: f64, radius: f64) -> Rock {
        Rock { x, y, heading: 0.0, sunk: 0.0, shape: RockShape::Hemisphere { radius } }
    }

    /// Rocks of all shapes with sizes from centimetres to metres in a square of 20 m.
    fn mixture(count: u64, seed: u64) -> Vec<Rock> {
        let key = Key::new(seed, "rocks", "mixture");
        (0..count)
            .map(|i| {
                let draw = |j| uniform(key, 8 * i + j);
                let size = 0.02 / (0.01 + draw(0));
                let shape = match i % 3 {
                    0 => RockShape::Hemisphere { radius: size },
                    1 => RockShape::Block { length: size, width: size * 0.7, height: size * 0.4 },
                    _ => RockShape::Ellipsoid {
                        along: size,
                        across: size * (0.3 + draw(1)),
                        vertical: size * (0.3 + draw(2)),
                    },
                };
                Rock {
                    x: 20.0 * draw(3) - 10.0,
                    y: 20.0 * draw(4) - 10.0,
                    heading: 6.3 * draw(5),
                    sunk: 0.2 * size * draw(6),
                    shape,
                }
            })
            .collect()
    }

    /// The same answer without the index.
    fn brute(ground: &Strewn, point: &Vector3<f64>) -> SurfaceQuery {
        let base = ground.base.query(point).unwrap();
        ground
            .solids
            .iter()
            .enumerate()
            .filter(|(_, solid)| solid.is_near(point.x, point.y, ground.margin))
            .map(|(number, solid)| (number, solid.signed_distance(point)))
            .fold(base, |best, (number, (gap, normal))| {
                if gap < best.gap {
                    SurfaceQuery { gap, normal, facet: Facet::Rock(number as u32) }
                } else {
                    best
                }
            })
    }

    #[test]
    fn a_rock_on_a_slope_sits_on_the_slope() {
        let slope = Plane::incline(Vector3::zeros(), 0.4, FRAC_PI_2).unwrap();
        let under = slope.elevation(3.0, 1.0);
        let ground = Strewn::new(Arc::new(slope), vec![hemisphere(3.0, 1.0, 0.5)]).unwrap();
        assert!((ground.height(3.0, 1.0).unwrap() - under - 0.5).abs() < 1e-12);
        let query = ground.query(&Vector3::new(3.0, 1.0, under + 0.7)).unwrap();
        assert!((query.gap - 0.2).abs() < 1e-12);
        assert_eq!(query.facet, Facet::Rock(0));
        assert_eq!(ground.downhill(0.0, 0.0), slope.downhill(0.0, 0.0));
    }

    #[test]
    fn away_from_rocks_the_ground_is_what_it_was() {
        let ground = Strewn::new(level(), vec![hemisphere(0.0, 0.0, 0.5)]).unwrap();
        let query = ground.query(&Vector3::new(5.0, 0.0, 0.1)).unwrap();
        assert_eq!((query.gap, query.facet), (0.1, Facet::Level(0)));
        let bare = Strewn::new(level(), Vec::new()).unwrap();
        assert_eq!(bare.height(0.0, 0.0), Ok(0.0));
    }

    #[test]
    fn rocks_without_ground_or_body_are_refused() {
        let step = crate::terrain::Strips::new(
            0.0,
            0.0,
            &[crate::terrain::Band { y_min: 0.0, y_max: 1.0, slope: 0.1 }],
        );
        let deviation = Strewn::new(Arc::new(step.unwrap()), vec![hemisphere(0.0, 2.0, 0.5)]);
        assert!(matches!(deviation, Err(TerrainError::RockWithoutGround { rock: 0, .. })));
        for radius in [0.0, -1.0, f64::NAN] {
            let bad = Strewn::new(level(), vec![hemisphere(0.0, 0.0, radius)]);
            assert!(matches!(bad, Err(TerrainError::RockShape { rock: 0, .. })));
        }
        let buried = Rock { sunk: 0.6, ..hemisphere(0.0, 0.0, 0.5) };
        assert!(Strewn::new(level(), vec![buried]).is_err());
    }

    #[test]
    fn a_hundred_thousand_rocks_leave_few_in_a_cell() {
        let key = Key::new(1, "rocks", "field");
        let rocks = (0..100_000)
            .map(|i| hemisphere(300.0 * uniform(key, 2 * i), 300.0 * uniform(key, 2 * i + 1), 0.1))
            .collect();
        let ground = Strewn::new(level(), rocks).unwrap();
        let most = (0..10_000)
            .map(|i| (f64::from(i % 100) * 3.0, f64::from(i / 100) * 3.0))
            .map(|(x, y)| ground.index.as_ref().unwrap().near(x, y).len())
            .max();
        // About one rock per square metre, and a cell with its reach covers about two.
        assert!(most < Some(20), "{most:?}");
    }

    proptest! {
        #[test]
        fn the_index_answers_as_brute_force_does(
            count in 0..200u64, seed: u64,
            x in -12.0..12.0f64, y in -12.0..12.0f64, z in -0.5..3.0f64,
        ) {
            let ground = Strewn::new(level(), mixture(count, seed)).unwrap();
            let point = Vector3::new(x, y, z);
            let found = ground.query(&point).unwrap();
            prop_assert_eq!(found, brute(&ground, &point));
            prop_assert!(found.gap.is_finite() && (found.normal.norm() - 1.0).abs() < 1e-12);
            let top = ground.height(x, y).unwrap();
            prop_assert!(ground.query(&Vector3::new(x, y, top)).unwrap().gap <= 1e-9);
        }
    }
}
