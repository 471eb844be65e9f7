//! A pinhole with distortion: from points in front of a camera to pixels and back.
//!
//! Optical axes are those of OpenCV: x to the right of the picture, y down, z forward. A point (X, Y, Z) has the
//! normalised place (x, y) = (X/Z, Y/Z), which the lens moves to (x', y') (D. C. Brown, *Close-range camera
//! calibration*, Photogrammetric Engineering 37(8), 1971), and the pixel (u, v):
//!
//! ```text
//! r² = x² + y²,   c = 1 + k₁ r² + k₂ r⁴ + k₃ r⁶
//! x' = x c + 2 p₁ x y + p₂ (r² + 2 x²)                         (1)
//! y' = y c + p₁ (r² + 2 y²) + 2 p₂ x y                         (2)
//! u = f x' + u₀,   v = f y' + v₀                               (3)
//! ```
//!
//! The middle of the first pixel is (0, 0). A lens whose picture would fold, so that two directions share a
//! pixel, is refused.
//!
//! | symbol | field | unit |
//! |---|---|---|
//! | f | [`Lens::focal`] | pixels |
//! | u₀, v₀ | [`Lens::centre`] | pixels |
//! | k, p | [`Distortion`] | – |

use crate::math::real;
use nalgebra::{Matrix2, Vector2, Vector3};

/// Brown's distortion.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Distortion {
    /// k₁, k₂, k₃.
    pub radial: [f64; 3],
    /// p₁, p₂.
    pub tangential: [f64; 2],
}

/// How a camera projects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lens {
    width: u32,
    height: u32,
    focal: f64,
    centre: Vector2<f64>,
    distortion: Distortion,
    /// Normalised radius up to which distortion grows with the radius.
    fold: f64,
}

/// Why a lens cannot be.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum LensError {
    /// No picture, or one that is too large.
    #[error(
        "a picture of {width} x {height} pixels: both sides must be from 1 to {MOST_SIDE} pixels"
    )]
    Size {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
    },
    /// A focal length that is none.
    #[error("the focal length is {0} pixels: it must be positive and finite")]
    Focal(f64),
    /// A field of view that a pinhole cannot have.
    #[error("the horizontal field of view is {0}°: it must be more than 0° and less than 180°")]
    View(f64),
    /// A number that is none.
    #[error("the principal point and the distortion must be finite numbers")]
    NotFinite,
    /// Distortion that gives two directions the same pixel.
    #[error(
        "the distortion folds the picture: pixel ({u:.0}, {v:.0}) is {needed:.3} focal lengths from the \
         principal point, and the lens reaches no farther than {reached:.3} before it turns back"
    )]
    Folds {
        /// Column of a pixel that is lost.
        u: f64,
        /// Its row.
        v: f64,
        /// Its distance, in focal lengths.
        needed: f64,
        /// The farthest that the lens reaches, in focal lengths.
        reached: f64,
    },
}

/// Longest side of a picture, pixels. Chosen: 16 million pixels at most.
pub const MOST_SIDE: u32 = 4096;

/// Normalised radius (tangent of the angle from the axis) beyond which no lens looks: 89.9°.
const WIDEST_RADIUS: f64 = 573.0;

impl Distortion {
    /// Where the lens moves a normalised place (eqs 1, 2).
    #[inline]
    pub fn distort(&self, at: &Vector2<f64>) -> Vector2<f64> {
        let ([k1, k2, k3], [p1, p2]) = (self.radial, self.tangential);
        let (x, y) = (at.x, at.y);
        let s = x * x + y * y;
        let c = 1.0 + s * (k1 + s * (k2 + s * k3));
        Vector2::new(
            x * c + 2.0 * p1 * x * y + p2 * (s + 2.0 * x * x),
            y * c + p1 * (s + 2.0 * y * y) + 2.0 * p2 * x * y,
        )
    }

    /// The place that the lens moves to another: Newton's method on eqs 1 and 2; none where it finds none, or
    /// where the picture is turned over.
    pub fn undistort(&self, wanted: &Vector2<f64>) -> Option<Vector2<f64>> {
        if *self == Self::default() {
            return Some(*wanted);
        }
        let mut at = *wanted;
        for _ in 0..60 {
            let slope = self.slope(&at);
            if slope.determinant() <= 0.0 {
                return None;
            }
            let step = slope.try_inverse()? * (self.distort(&at) - wanted);
            at -= step;
            // What is left is about the square of the step.
            if step.norm() <= 1e-9 * at.norm() {
                break;
            }
        }
        let left = (self.distort(&at) - wanted).norm();
        let found = left <= 1e-13 * (1.0 + wanted.norm()) && self.slope(&at).determinant() > 0.0;
        found.then_some(at)
    }

    /// Derivative of the distorted place by the place.
    fn slope(&self, at: &Vector2<f64>) -> Matrix2<f64> {
        let ([k1, k2, k3], [p1, p2]) = (self.radial, self.tangential);
        let (x, y) = (at.x, at.y);
        let s = x * x + y * y;
        let c = 1.0 + s * (k1 + s * (k2 + s * k3));
        // dc/ds, so that dc/dx = 2 x dc.
        let dc = k1 + s * (2.0 * k2 + s * 3.0 * k3);
        let across = 2.0 * (x * y * dc + p1 * x + p2 * y);
        Matrix2::new(
            c + 2.0 * (x * x * dc + p1 * y + 3.0 * p2 * x),
            across,
            across,
            c + 2.0 * (y * y * dc + 3.0 * p1 * y + p2 * x),
        )
    }

    /// The radius at which the radial part turns back: the least root of 1 + 3 k₁ s + 5 k₂ s² + 7 k₃ s³ in
    /// s = r², looked for in small steps and then halved in.
    fn fold(&self) -> f64 {
        let [k1, k2, k3] = self.radial;
        let grows = |r: f64| {
            let s = r * r;
            1.0 + s * (3.0 * k1 + s * (5.0 * k2 + s * 7.0 * k3)) > 0.0
        };
        if k1 >= 0.0 && k2 >= 0.0 && k3 >= 0.0 {
            return f64::INFINITY;
        }
        let (mut low, mut high) = (0.0, 1e-3);
        while grows(high) {
            if high > WIDEST_RADIUS {
                return f64::INFINITY;
            }
            (low, high) = (high, high * 1.01);
        }
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if grows(middle) { low = middle } else { high = middle }
        }
        low
    }
}

impl Lens {
    /// A lens of a focal length in pixels. Without a principal point it is the middle of the picture.
    pub fn new(
        (width, height): (u32, u32),
        focal: f64,
        centre: Option<[f64; 2]>,
        distortion: Distortion,
    ) -> Result<Self, LensError> {
        if !(1..=MOST_SIDE).contains(&width) || !(1..=MOST_SIDE).contains(&height) {
            return Err(LensError::Size { width, height });
        }
        if !(focal > 0.0 && focal.is_finite()) {
            return Err(LensError::Focal(focal));
        }
        let middle = |side: u32| 0.5 * (f64::from(side) - 1.0);
        let centre = centre.unwrap_or([middle(width), middle(height)]);
        let numbers = centre.iter().chain(&distortion.radial).chain(&distortion.tangential);
        if numbers.into_iter().any(|number| !number.is_finite()) {
            return Err(LensError::NotFinite);
        }
        let centre = Vector2::from(centre);
        let lens = Self { width, height, focal, centre, distortion, fold: distortion.fold() };
        lens.check_folds()?;
        Ok(lens)
    }

    /// The focal length, in pixels, of a picture so wide that sees a horizontal angle (rad) from edge to edge
    /// where nothing is distorted.
    pub fn focal_of(width: u32, view: f64) -> Result<f64, LensError> {
        if !(view > 0.0 && view < std::f64::consts::PI) {
            return Err(LensError::View(view.to_degrees()));
        }
        Ok(0.5 * f64::from(width) / real::tan(0.5 * view))
    }

    /// Every pixel of the border and of a coarse grid must have its own direction.
    fn check_folds(&self) -> Result<(), LensError> {
        if self.distortion == Distortion::default() {
            return Ok(());
        }
        let (right, low) = (f64::from(self.width) - 0.5, f64::from(self.height) - 0.5);
        let share = |number: u32, side: f64| -0.5 + (side + 0.5) * f64::from(number) / 64.0;
        let all = (0..=64).flat_map(|row| (0..=64).map(move |column| (row, column)));
        for (row, column) in all {
            let (u, v) = (share(column, right), share(row, low));
            let place = self.normalised(&Vector2::new(u, v));
            let found = self.distortion.undistort(&place);
            if found.is_none_or(|at| at.norm() >= self.fold) {
                let fold = Vector2::new(self.fold.min(WIDEST_RADIUS), 0.0);
                let radial = Distortion { tangential: [0.0; 2], ..self.distortion };
                let (needed, reached) = (place.norm(), radial.distort(&fold).x);
                return Err(LensError::Folds { u, v, needed, reached });
            }
        }
        Ok(())
    }

    #[inline]
    fn normalised(&self, pixel: &Vector2<f64>) -> Vector2<f64> {
        (pixel - self.centre) / self.focal
    }

    /// The direction, in optical axes and with z = 1, that a pixel sees; none beyond the folds of its lens.
    #[inline]
    pub fn direction(&self, pixel: &Vector2<f64>) -> Option<Vector3<f64>> {
        let at = self.distortion.undistort(&self.normalised(pixel))?;
        Some(Vector3::new(at.x, at.y, 1.0))
    }

    /// The pixel of a point in optical axes (eqs 1 to 3); none behind the camera or beyond what its lens can
    /// see. The pixel need not lie within the picture.
    pub fn pixel(&self, point: &Vector3<f64>) -> Option<Vector2<f64>> {
        if point.z <= 0.0 {
            return None;
        }
        let at = Vector2::new(point.x / point.z, point.y / point.z);
        let seen = at.norm() < self.fold;
        seen.then(|| self.distortion.distort(&at) * self.focal + self.centre)
    }

    /// Pixels from left to right and from top to bottom.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Number of pixels.
    pub fn pixels(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Focal length, pixels.
    pub fn focal(&self) -> f64 {
        self.focal
    }

    /// Principal point, pixels.
    pub fn centre(&self) -> Vector2<f64> {
        self.centre
    }

    /// Distortion.
    pub fn distortion(&self) -> &Distortion {
        &self.distortion
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A wide-angle lens as hazard cameras have it: strong barrel and a little of everything else.
    const BARREL: Distortion =
        Distortion { radial: [-0.18, 0.03, -0.002], tangential: [0.001, -0.0007] };

    #[test]
    fn a_point_is_seen_where_the_closed_form_says() {
        let focal = Lens::focal_of(640, 60f64.to_radians()).unwrap();
        assert!((focal - 320.0 * 3f64.sqrt()).abs() < 1e-10);
        let lens = Lens::new((640, 480), focal, None, Distortion::default()).unwrap();
        // 30° to the right is the right edge of the last pixel.
        let edge = lens.pixel(&Vector3::new(2.0 * 30f64.to_radians().tan(), 0.0, 2.0)).unwrap();
        assert!((edge - Vector2::new(639.5, 239.5)).norm() < 1e-9, "{edge}");
        let below = lens.pixel(&Vector3::new(0.0, 0.1, 1.0)).unwrap();
        assert!((below - Vector2::new(319.5, 239.5 + 0.1 * focal)).norm() < 1e-9);
        assert_eq!(lens.pixel(&Vector3::new(0.0, 0.0, -1.0)), None);
    }

    #[test]
    fn distortion_is_that_of_opencv() {
        // cv2.projectPoints of (0.3, -0.2, 1.0), f = 100, centre (50, 40), k1 k2 p1 p2 k3 as below.
        let radial = Distortion { radial: [-0.3, 0.1, -0.02], tangential: [0.01, -0.005] };
        let lens = Lens::new((100, 80), 100.0, Some([50.0, 40.0]), radial).unwrap();
        let (x, y, s) = (0.3f64, -0.2f64, 0.13f64);
        let c = 1.0 - 0.3 * s + 0.1 * s * s - 0.02 * s * s * s;
        let u = x * c + 2.0 * 0.01 * x * y + -0.005 * (s + 2.0 * x * x);
        let v = y * c + 0.01 * (s + 2.0 * y * y) + 2.0 * -0.005 * x * y;
        let pixel = lens.pixel(&Vector3::new(0.3, -0.2, 1.0)).unwrap();
        assert!((pixel - Vector2::new(50.0 + 100.0 * u, 40.0 + 100.0 * v)).norm() < 1e-12);
    }

    #[test]
    fn a_lens_that_folds_is_refused_and_the_pixel_is_named() {
        let strong = Distortion { radial: [-0.5, 0.0, 0.0], tangential: [0.0; 2] };
        // It turns back at r = √(2/3), where it reaches 2/3 of that, 0.544 focal lengths.
        let wide = Lens::new((640, 480), 400.0, None, strong).unwrap_err();
        let LensError::Folds { reached, needed, .. } = wide else { panic!("{wide}") };
        assert!((reached - 2.0 / 3.0 * (2f64 / 3.0).sqrt()).abs() < 1e-9 && needed > reached);
        assert!(wide.to_string().contains("folds the picture"), "{wide}");
        assert!(Lens::new((640, 480), 1000.0, None, strong).is_ok());
        // A point far beyond the fold would come back into the picture: it is not seen there.
        let narrow = Lens::new((640, 480), 1000.0, None, strong).unwrap();
        assert_eq!(narrow.pixel(&Vector3::new(1.4, 0.0, 1.0)), None);
    }

    #[test]
    fn impossible_lenses_are_refused() {
        let plain = Distortion::default();
        for size in [(0, 480), (640, 0), (MOST_SIDE + 1, 10), (10, MOST_SIDE + 1)] {
            assert!(matches!(Lens::new(size, 500.0, None, plain), Err(LensError::Size { .. })));
        }
        for focal in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(matches!(Lens::new((8, 8), focal, None, plain), Err(LensError::Focal(_))));
        }
        for view in [0.0, -0.1, std::f64::consts::PI, 4.0, f64::NAN] {
            assert!(matches!(Lens::focal_of(640, view), Err(LensError::View(_))), "{view}");
        }
        assert!(Lens::new((8, 8), 8.0, Some([f64::NAN, 0.0]), plain).is_err());
    }

    proptest! {
        #[test]
        fn undistorting_what_was_distorted_gives_it_back(
            x in -0.9..0.9f64, y in -0.9..0.9f64,
            k1 in -0.2..0.3f64, k2 in -0.02..0.1f64, k3 in -0.004..0.02f64,
            p1 in -0.01..0.01f64, p2 in -0.01..0.01f64,
        ) {
            let lens = Distortion { radial: [k1, k2, k3], tangential: [p1, p2] };
            let at = Vector2::new(x, y);
            prop_assume!(at.norm() < 0.9 * lens.fold());
            let back = lens.undistort(&lens.distort(&at)).unwrap();
            prop_assert!((back - at).norm() < 1e-12, "{} {}", back, at);
        }

        #[test]
        fn a_pixels_direction_is_seen_at_that_pixel(u in -0.5..639.5f64, v in -0.5..479.5f64) {
            let lens = Lens::new((640, 480), 350.0, Some([310.0, 250.0]), BARREL).unwrap();
            let pixel = Vector2::new(u, v);
            let seen = lens.pixel(&(lens.direction(&pixel).unwrap() * 7.0)).unwrap();
            prop_assert!((seen - pixel).norm() < 1e-9);
        }
    }
}
