//! Ground that ends: a terrain within a rectangle, the datum sphere beyond it.
//!
//! A plane or a map describes the ground about a site; at planet scale an incline of 4.5° is 47 km high 600 km away.
//! Beyond its extent the ground is a sphere about the planet's centre, at a height above or below the site's origin. A place
//! belongs to the terrain where its east and north lie in the extent. Over the edge the surface may jump: what
//! lies there is a step without a wall.

use super::trace::{Hit, Ray, Span, Tracer};
use super::{Datum, Extent, NoGround, Piece, SurfaceQuery, Terrain, TerrainError, error};
use nalgebra::Vector3;
use std::sync::Arc;

/// A terrain within a rectangle, the datum sphere beyond it.
#[derive(Clone, Debug)]
pub struct Limited {
    inner: Arc<dyn Terrain>,
    extent: Extent,
    datum: Datum,
    height: f64,
}

impl Limited {
    /// A terrain within `extent` on a planet whose centre lies `site_radius` (m) below the site's origin; beyond it the
    /// sphere that passes at `height` (m) over the origin.
    pub fn new(
        inner: Arc<dyn Terrain>,
        extent: Extent,
        site_radius: f64,
        height: f64,
    ) -> Result<Self, TerrainError> {
        error::positive("width of the terrain's extent, m", extent.x_max - extent.x_min)?;
        error::positive("length of the terrain's extent, m", extent.y_max - extent.y_min)?;
        error::finite("height of the datum beyond the terrain, m", height)?;
        let datum = Datum::new(site_radius + height)?;
        Ok(Self { inner, extent, datum, height })
    }

    fn contains(&self, x: f64, y: f64) -> bool {
        let Extent { x_min, x_max, y_min, y_max } = self.extent;
        (x_min..=x_max).contains(&x) && (y_min..=y_max).contains(&y)
    }

    /// A point in the frame whose origin lies on the sphere.
    fn on_datum(&self, point: &Vector3<f64>) -> Vector3<f64> {
        Vector3::new(point.x, point.y, point.z - self.height)
    }
}

impl Terrain for Limited {
    #[inline]
    fn query(&self, point: &Vector3<f64>) -> Result<SurfaceQuery, NoGround> {
        if self.contains(point.x, point.y) {
            return self.inner.query(point);
        }
        self.datum.query(&self.on_datum(point))
    }

    #[inline]
    fn upward(&self, point: &Vector3<f64>) -> Result<Vector3<f64>, NoGround> {
        if self.contains(point.x, point.y) {
            return self.inner.upward(point);
        }
        self.datum.upward(&self.on_datum(point))
    }

    fn height(&self, x: f64, y: f64) -> Result<f64, NoGround> {
        if self.contains(x, y) {
            return self.inner.height(x, y);
        }
        Ok(self.datum.height(x, y)? + self.height)
    }

    /// It has no end.
    fn extent(&self) -> Option<Extent> {
        None
    }

    fn pieces(
        &self,
        low: &Vector3<f64>,
        high: &Vector3<f64>,
        out: &mut Vec<Piece>,
    ) -> Result<bool, NoGround> {
        let middle = 0.5 * (low + high);
        if self.contains(middle.x, middle.y) {
            return self.inner.pieces(low, high, out);
        }
        let SurfaceQuery { gap, normal, facet } = self.query(&middle)?;
        out.push(Piece::HalfSpace { normal, offset: normal.dot(&middle) - gap, facet });
        Ok(true)
    }

    fn tracer(&self) -> Box<dyn Tracer + '_> {
        Box::new(LimitedTracer { ground: self, inner: self.inner.tracer() })
    }

    fn without_rocks(&self) -> Option<Arc<dyn Terrain>> {
        let inner = self.inner.without_rocks()?;
        Some(Arc::new(Self { inner, ..self.clone() }))
    }

    fn overhangs(&self) -> bool {
        self.inner.overhangs()
    }

    fn downhill(&self, x: f64, y: f64) -> Option<Vector3<f64>> {
        if self.contains(x, y) { self.inner.downhill(x, y) } else { None }
    }
}

/// Rays meet the datum before they come over the terrain, the terrain over it, the datum behind it.
struct LimitedTracer<'a> {
    ground: &'a Limited,
    inner: Box<dyn Tracer + 'a>,
}

impl LimitedTracer<'_> {
    fn datum(&self, ray: &Ray, span: Span) -> Option<Hit> {
        let ray = Ray { origin: self.ground.on_datum(&ray.origin), ..*ray };
        (span.from < span.to).then(|| self.ground.datum.ground(&ray, span)).flatten()
    }

    /// The part of a ray over the terrain.
    fn over(&self, ray: &Ray, span: Span) -> Option<Span> {
        let Extent { x_min, x_max, y_min, y_max } = self.ground.extent;
        let along = span.between(ray.origin.x, ray.direction.x, (x_min, x_max))?;
        along.between(ray.origin.y, ray.direction.y, (y_min, y_max))
    }
}

impl Tracer for LimitedTracer<'_> {
    fn ground(&self, ray: &Ray, span: Span) -> Option<Hit> {
        let Some(over) = self.over(ray, span) else { return self.datum(ray, span) };
        self.datum(ray, Span { to: over.from, ..span })
            .or_else(|| self.inner.ground(ray, over))
            .or_else(|| self.datum(ray, Span { from: over.to, ..span }))
    }

    fn rocks(&self, ray: &Ray, span: Span) -> Option<Hit> {
        self.inner.rocks(ray, self.over(ray, span)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::{Facet, Plane};

    const RADIUS: f64 = 3_391_150.0;

    fn incline() -> Limited {
        let plane = Plane::incline(Vector3::zeros(), 4.5f64.to_radians(), 1.0).unwrap();
        let extent = Extent { x_min: -1e3, x_max: 1e3, y_min: -1e3, y_max: 1e3 };
        Limited::new(Arc::new(plane), extent, RADIUS, -20.0).unwrap()
    }

    #[test]
    fn within_its_extent_it_is_the_terrain_and_beyond_it_the_datum() {
        let ground = incline();
        let inside = Vector3::new(300.0, -200.0, 40.0);
        assert_eq!(ground.query(&inside), ground.inner.query(&inside));
        assert_eq!(ground.height(300.0, -200.0), ground.inner.height(300.0, -200.0));
        assert!(ground.downhill(0.0, 0.0).is_some() && ground.downhill(1e5, 0.0).is_none());
        // 600 km away, 100 km over the sphere of the datum.
        let angle = 600e3 / RADIUS;
        let radius = RADIUS - 20.0 + 100e3;
        let far = Vector3::new(radius * angle.sin(), 0.0, radius * angle.cos() - RADIUS);
        let seen = ground.query(&far).unwrap();
        assert!((seen.gap - 100e3).abs() < 1e-6, "{}", seen.gap);
        assert_eq!(seen.facet, Facet::Datum);
        let foot = ground.height(far.x, 0.0).unwrap();
        assert!(ground.query(&Vector3::new(far.x, 0.0, foot)).unwrap().gap.abs() < 1e-6);
    }

    #[test]
    fn rays_meet_terrain_and_datum_where_their_heights_are() {
        let ground = incline();
        let tracer = ground.tracer();
        let span = Span { from: 0.0, to: 1e6 };
        for (x, y) in [(0.0, 0.0), (900.0, -900.0), (5e3, 0.0), (-2e4, 3e4)] {
            let ray = Ray { origin: Vector3::new(x, y, 5e3), direction: -Vector3::z() };
            let hit = tracer.ground(&ray, span).unwrap();
            let expected = 5e3 - ground.height(x, y).unwrap();
            assert!((hit.distance - expected).abs() < 1e-6, "{x} {y}");
        }
        // Aslant from beyond the extent down into it, and out over it.
        let down =
            Ray { origin: Vector3::new(-3e3, 0.0, 600.0), direction: Vector3::new(1.0, 0.0, -0.2) };
        assert_ne!(tracer.ground(&down, span).unwrap().facet, Facet::Datum);
        let out =
            Ray { origin: Vector3::new(0.0, 0.0, 600.0), direction: Vector3::new(1.0, 0.0, -0.1) };
        let hit = tracer.ground(&out, span).unwrap();
        assert_eq!(hit.facet, Facet::Datum);
        assert!(ground.query(&out.at(hit.distance)).unwrap().gap.abs() < 1e-6);
    }

    #[test]
    fn an_extent_without_size_is_refused() {
        let plane: Arc<dyn Terrain> = Arc::new(Plane::level(0.0).unwrap());
        let extent = |side: f64| Extent { x_min: -side, x_max: side, y_min: -1.0, y_max: 1.0 };
        for (side, radius, height) in [(0.0, 1e6, 0.0), (1.0, -1.0, 0.0), (1.0, 1e6, f64::NAN)] {
            assert!(Limited::new(plane.clone(), extent(side), radius, height).is_err());
        }
    }
}
