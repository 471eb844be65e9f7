//! Claims about contacts, against closed forms.

mod effort;
mod feet;
mod level;
mod pairs;
mod rough;
mod sweeping;

use super::*;
use crate::shape::{Shape, Wheel};
use crate::terrain::Plane;

/// Contacts of a shape with a ground, all by itself.
fn contacts(
    shape: &Shape,
    rotation: &Matrix3<f64>,
    origin: Vector3<f64>,
    terrain: &dyn Terrain,
    margin: f64,
) -> Vec<Contact> {
    let solid = CollisionShape::new(shape);
    let mut out = Vec::new();
    let placed = PlacedShape { solid: &solid, rotation, origin: &origin };
    ContactDetector::default().with_ground(placed, terrain, margin, &mut out).unwrap();
    out
}

fn wheel(radius: f64, width: f64) -> Shape {
    let (centre, axis) = (Vector3::zeros(), Vector3::y());
    Shape::Wheel(Wheel { centre, axis, radius, width, grousers: None })
}

fn ball(radius: f64) -> Shape {
    Shape::Ball { centre: Vector3::zeros(), radius }
}

fn cuboid(half: [f64; 3]) -> Shape {
    Shape::Box { centre: Vector3::zeros(), axes: Matrix3::identity(), half: Vector3::from(half) }
}

/// A ground that knows no pieces, so that the method by queries can be held against the exact one.
#[derive(Debug)]
struct Mute<T>(T);

impl<T: Terrain> Terrain for Mute<T> {
    fn query(&self, point: &Vector3<f64>) -> Result<crate::terrain::SurfaceQuery, NoGround> {
        self.0.query(point)
    }

    fn height(&self, x: f64, y: f64) -> Result<f64, NoGround> {
        self.0.height(x, y)
    }

    fn extent(&self) -> Option<crate::terrain::Extent> {
        self.0.extent()
    }
}

fn incline(slope: f64, heading: f64) -> Plane {
    Plane::incline(Vector3::new(1.0, 2.0, 3.0), slope, heading).unwrap()
}

fn turned(yaw: f64, pitch: f64, roll: f64) -> Matrix3<f64> {
    *crate::math::rotation::from_yaw_pitch_roll(yaw, pitch, roll).to_rotation_matrix().matrix()
}
