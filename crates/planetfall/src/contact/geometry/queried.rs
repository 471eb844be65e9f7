//! Shapes over a ground that only answers points.
//!
//! Points, and corners of bodies, are sounded. On the rim of a wheel the gap is a function f of the
//! angle t, whose slope is known besides, f' = r n . u with the rim's tangent u, because moving a
//! point by d changes its gap by n . d. Every local minimum between coarse samples is bracketed and
//! found as the root of f'; where the ground has an edge, f' jumps through zero there and the same
//! search ends at the jump. A ball is sounded on three great circles, then descends.

use super::flat::Roller;
use super::solid::Geometry;
use super::{Contact, PlacedShape, merge};
use crate::math::{real, rotation};
use crate::terrain::{NoGround, SurfaceQuery, Terrain};
use nalgebra::Vector3;
use std::f64::consts::TAU;

/// Samples around a rim, 7.5° apart: minima nearer to each other than two of them may be taken for one.
/// Chosen.
const RIM_SAMPLES: usize = 48;
/// Halvings and secants until a bracket closes; halvings alone need about 50 (2⁻⁵⁰ = 1e-15).
const BRACKET_ROUND_LIMIT: usize = 80;

/// Contacts with any ground, appended to `out`.
pub(super) fn meet(
    shape: PlacedShape<'_>,
    terrain: &dyn Terrain,
    margin: f64,
    out: &mut Vec<Contact>,
) -> Result<(), NoGround> {
    let start = out.len();
    match &shape.solid.geometry {
        Geometry::Point(point) => touch(shape.site(point), terrain, margin, 0, out)?,
        Geometry::Ball { radius } => {
            ball(shape.site(&shape.solid.middle), *radius, terrain, margin, out)?;
            merge::unite(out, start, *radius);
            merge::name(&mut out[start..]);
        }
        Geometry::Round { axis, radius, half_width } => {
            let roller = Roller::new(&shape, axis, *radius, *half_width);
            for (rim, sign) in roller.rims().iter().enumerate() {
                let circle = Circle::new(roller.rim_centre(*sign), &roller.axle, *radius);
                circle.meet(terrain, margin, rim as u32, out)?;
            }
            merge::unite(out, start, *radius);
            merge::name(&mut out[start..]);
        }
        Geometry::Box { body, .. } | Geometry::Mesh { body } => {
            for (number, corner) in body.corners.iter().enumerate() {
                touch(shape.site(corner), terrain, margin, number as u32, out)?;
            }
        }
    }
    Ok(())
}

fn touch(
    point: Vector3<f64>,
    terrain: &dyn Terrain,
    margin: f64,
    feature: u32,
    out: &mut Vec<Contact>,
) -> Result<(), NoGround> {
    let SurfaceQuery { gap, normal, facet } = terrain.query(&point)?;
    if gap <= margin {
        out.push(Contact::found(point, normal, gap, facet, feature));
    }
    Ok(())
}

/// A circle in the site frame.
struct Circle {
    centre: Vector3<f64>,
    first: Vector3<f64>,
    second: Vector3<f64>,
}

/// A place on a circle: its angle, its gap and the gap's slope over the angle.
#[derive(Clone, Copy)]
struct Sample {
    angle: f64,
    point: Vector3<f64>,
    seen: SurfaceQuery,
    slope: f64,
}

impl Circle {
    fn new(centre: Vector3<f64>, axle: &Vector3<f64>, radius: f64) -> Self {
        let (first, second) = rotation::plane(axle);
        Self { centre, first: first * radius, second: second * radius }
    }

    fn sample(&self, angle: f64, terrain: &dyn Terrain) -> Result<Sample, NoGround> {
        let (sine, cosine) = real::sin_cos(angle);
        let point = self.centre + self.first * cosine + self.second * sine;
        let seen = terrain.query(&point)?;
        let slope = seen.normal.dot(&(self.second * cosine - self.first * sine));
        Ok(Sample { angle, point, seen, slope })
    }

    fn meet(
        &self,
        terrain: &dyn Terrain,
        margin: f64,
        feature: u32,
        out: &mut Vec<Contact>,
    ) -> Result<(), NoGround> {
        let step = TAU / RIM_SAMPLES as f64;
        let mut here = self.sample(0.0, terrain)?;
        for number in 1..=RIM_SAMPLES {
            let next = self.sample(number as f64 * step, terrain)?;
            // The slope of the lesser gap points from it into the interval at each end of one that
            // holds a minimum.
            if here.slope <= 0.0 && next.slope > 0.0 {
                let Sample { point, seen, .. } = self.lowest(here, next, terrain)?;
                let SurfaceQuery { gap, normal, facet } = seen;
                if gap <= margin {
                    out.push(Contact::found(point, normal, gap, facet, feature));
                }
            }
            here = next;
        }
        Ok(())
    }

    /// The root of the slope between a falling and a rising place: secants kept inside the bracket,
    /// halvings where they are slow.
    fn lowest(
        &self,
        mut falling: Sample,
        mut rising: Sample,
        terrain: &dyn Terrain,
    ) -> Result<Sample, NoGround> {
        for round in 0..BRACKET_ROUND_LIMIT {
            let width = rising.angle - falling.angle;
            if width <= 1e-15 * TAU || falling.slope == 0.0 {
                break;
            }
            let share = falling.slope / (falling.slope - rising.slope);
            let secant = falling.angle + share * width;
            let angle = if round % 2 == 0 { secant } else { falling.angle + 0.5 * width };
            if angle <= falling.angle || angle >= rising.angle {
                break;
            }
            let middle = self.sample(angle, terrain)?;
            if middle.slope.abs() <= 1e-16 {
                return Ok(middle);
            }
            if middle.slope <= 0.0 { falling = middle } else { rising = middle }
        }
        Ok(if falling.seen.gap <= rising.seen.gap { falling } else { rising })
    }
}

/// A ball is nearest to the ground where the ground's normal points at its centre.
fn ball(
    centre: Vector3<f64>,
    radius: f64,
    terrain: &dyn Terrain,
    margin: f64,
    out: &mut Vec<Contact>,
) -> Result<(), NoGround> {
    let SurfaceQuery { gap, normal, facet } = terrain.query(&centre)?;
    let mut keep = |gap: f64, normal: Vector3<f64>, facet| {
        if gap - radius <= margin {
            let point = centre - normal * radius;
            out.push(Contact::found(point, normal, gap - radius, facet, 0));
        }
    };
    keep(gap, normal, facet);
    if gap - radius > margin {
        return Ok(());
    }
    // Other feet of the centre: from half way down in fourteen directions, look which surface is
    // nearest there, and whether that surface's foot is one of the centre's too.
    for direction in DIRECTIONS {
        let offset = Vector3::from(direction).normalize();
        let seen = terrain.query(&(centre + offset * (0.5 * radius)))?;
        // A flat piece of ground says the same gap from the centre.
        let from_centre = seen.gap - 0.5 * radius * seen.normal.dot(&offset);
        let foot = terrain.query(&(centre - seen.normal * from_centre))?;
        if from_centre > 0.0 && foot.gap.abs() <= 1e-9 && foot.facet == seen.facet {
            keep(from_centre, seen.normal, seen.facet);
        }
    }
    Ok(())
}

/// Directions in which a ball's surroundings are looked at: faces and corners of a cube.
const DIRECTIONS: [[f64; 3]; 14] = [
    [1.0, 0.0, 0.0],
    [-1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, -1.0, 0.0],
    [0.0, 0.0, 1.0],
    [0.0, 0.0, -1.0],
    [1.0, 1.0, 1.0],
    [1.0, 1.0, -1.0],
    [1.0, -1.0, 1.0],
    [1.0, -1.0, -1.0],
    [-1.0, 1.0, 1.0],
    [-1.0, 1.0, -1.0],
    [-1.0, -1.0, 1.0],
    [-1.0, -1.0, -1.0],
];
