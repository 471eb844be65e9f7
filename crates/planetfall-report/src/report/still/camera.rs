//! An orthographic camera.

use nalgebra::{Point3, Vector3};

/// Where one looks from; distances do not matter.
pub(super) struct Camera {
    right: Vector3<f64>,
    up: Vector3<f64>,
    /// Towards the camera.
    pub(super) back: Vector3<f64>,
}

impl Camera {
    /// From the south-west, at the elevation of an isometric view (35.26°): the three site axes are
    /// equally long in the picture.
    pub(super) fn from_south_west() -> Self {
        let back = Vector3::new(-1.0, -1.0, 1.0).normalize();
        let right = Vector3::new(1.0, -1.0, 0.0).normalize();
        Self { right, up: back.cross(&right), back }
    }

    /// Height of the camera over the horizon, degrees.
    pub(super) fn elevation_deg(&self) -> f64 {
        self.back.z.asin().to_degrees()
    }

    /// A point's place in the picture, m: right and up.
    pub(super) fn project(&self, point: &Point3<f64>) -> [f64; 2] {
        [self.right.dot(&point.coords), self.up.dot(&point.coords)]
    }

    /// How far towards the camera a point lies, m.
    pub(super) fn depth(&self, point: &Point3<f64>) -> f64 {
        self.back.dot(&point.coords)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_equally_long_and_up_is_up() {
        let camera = Camera::from_south_west();
        let length = |v: Vector3<f64>| {
            let [x, y] = camera.project(&Point3::from(v));
            x.hypot(y)
        };
        let expected = (2.0f64 / 3.0).sqrt();
        for axis in [Vector3::x(), Vector3::y(), Vector3::z()] {
            assert!((length(axis) - expected).abs() < 1e-12);
        }
        let [x, y] = camera.project(&Point3::new(0.0, 0.0, 1.0));
        assert!(x.abs() < 1e-12 && y > 0.0);
        // East is to the right and away, north to the left and away.
        let [east, _] = camera.project(&Point3::new(1.0, 0.0, 0.0));
        let [north, away] = camera.project(&Point3::new(0.0, 1.0, 0.0));
        assert!(east > 0.0 && north < 0.0 && away > 0.0);
        assert!(camera.depth(&Point3::new(-1.0, -1.0, 0.0)) > 0.0);
        assert!((camera.elevation_deg() - 35.264).abs() < 1e-3);
    }
}
