//! Broad phase for shapes that are not meant to bear: the oriented box around a shape against the ground
//! near it.
//!
//! A chassis is hardly ever near the ground, and its corners need not be looked at one by one to know that.
//! Over a plane the distance of its box is a closed form, n·c − Σ hᵢ |aᵢ·n| − offset; over other ground no
//! piece of it reaches into the upright box around the shape ([`Terrain::pieces`]). Both are functions of the
//! pose alone, so a resumed run finds what one without a pause does, and a shape that is passed over would
//! have felt nothing. What was so far from the ground and has moved by less is still clear ([`Outline::moved`]).

use super::vicinity::{GroundPrimitive, Vicinity};
use crate::shape::Shape;
use crate::terrain::{NoGround, Terrain};
use nalgebra::{Matrix3, Vector3};

/// The box around a shape, in its link's axes.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    centre: Vector3<f64>,
    axes: Matrix3<f64>,
    half: Vector3<f64>,
    /// Farthest corner from the link's origin, m.
    reach: f64,
}

impl Outline {
    pub(crate) fn new(shape: &Shape) -> Self {
        let mut outline = Self::around(shape);
        outline.reach = outline.centre.norm() + outline.half.norm();
        outline
    }

    fn around(shape: &Shape) -> Self {
        let along = |axis: &Vector3<f64>| {
            let (first, second) = crate::math::rotation::plane(axis);
            Matrix3::from_columns(&[first, second, *axis])
        };
        let upright = |centre: &Vector3<f64>, half| Self {
            centre: *centre,
            axes: Matrix3::identity(),
            half,
            reach: 0.0,
        };
        match shape {
            Shape::Point { point } => upright(point, Vector3::zeros()),
            Shape::Ball { centre, radius } => upright(centre, Vector3::repeat(*radius)),
            Shape::Box { centre, axes, half } => {
                Self { centre: *centre, axes: *axes, half: *half, reach: 0.0 }
            }
            Shape::Cylinder { centre, axes, radius, half_length } => Self {
                centre: *centre,
                axes: *axes,
                half: Vector3::new(*radius, *radius, *half_length),
                reach: 0.0,
            },
            Shape::Wheel(wheel) => Self {
                centre: wheel.centre,
                axes: along(&wheel.axis),
                half: Vector3::new(wheel.radius, wheel.radius, 0.5 * wheel.width),
                reach: 0.0,
            },
            Shape::Mesh { .. } => {
                let (low, high) = crate::shape::bounds(shape.vertices()).unwrap_or_default();
                upright(&(0.5 * (low + high)), 0.5 * (high - low))
            }
        }
    }

    /// How far it is from the ground at least, if that is more than a margin, m; `None` where the shape has
    /// to be looked at.
    pub(crate) fn clear(
        &self,
        (rotation, origin): (&Matrix3<f64>, &Vector3<f64>),
        (terrain, vicinities): (&dyn Terrain, &mut [Vicinity; 2]),
        margin: f64,
    ) -> Result<Option<f64>, NoGround> {
        let middle = origin + rotation * self.centre;
        let mut edges = rotation * self.axes;
        for (axis, half) in self.half.iter().enumerate() {
            edges.column_mut(axis).scale_mut(*half);
        }
        let reach = edges.abs().column_sum();
        // With some room to spare it need not be asked again for a while.
        for (distance, vicinity) in [margin + SPARE_DISTANCE, margin].into_iter().zip(vicinities) {
            let around = reach.add_scalar(distance);
            if !vicinity.keep(terrain, (&(middle - around), &(middle + around)))? {
                return Ok(None);
            }
            match &vicinity.parts[..] {
                [GroundPrimitive::Flat(flat)] => {
                    let towards = edges.tr_mul(&flat.normal).abs().sum();
                    let gap = flat.normal.dot(&middle) - flat.offset - towards;
                    return Ok((gap > margin).then_some(gap));
                }
                [] => return Ok(Some(distance)),
                _ => {}
            }
        }
        Ok(None)
    }

    /// Squares of the two parts of what [`Self::moved`] gives, m²: its own is no more than twice their sum.
    #[inline]
    fn squares_moved(
        &self,
        (rotation, origin): (&Matrix3<f64>, &Vector3<f64>),
        (other, earlier): (&Matrix3<f64>, &Vector3<f64>),
    ) -> f64 {
        (origin - earlier).norm_squared()
            + self.reach * self.reach * (rotation - other).norm_squared()
    }

    /// No point of the shape has moved further than this between two poses of its link, m.
    #[inline]
    pub(crate) fn moved(
        &self,
        (rotation, origin): (&Matrix3<f64>, &Vector3<f64>),
        (other, earlier): (&Matrix3<f64>, &Vector3<f64>),
    ) -> f64 {
        (origin - earlier).norm() + self.reach * (rotation - other).norm()
    }
}

/// Distance beyond the margin in which no ground is looked for first, m. Chosen: a rover needs many steps
/// for it, and the answer holds for as long.
const SPARE_DISTANCE: f64 = 0.25;

/// What is known of the ground near one such shape.
#[derive(Debug, Default)]
pub(crate) struct Surroundings {
    /// Of a wide box around the shape, and of a narrow one.
    vicinities: [Vicinity; 2],
    /// Where the shape was when it was last looked at, and how far from the ground at least, m.
    clear: Option<(Matrix3<f64>, Vector3<f64>, f64)>,
}

impl Surroundings {
    /// Whether a shape is farther from the ground than a margin, m; false where it has to be looked at.
    pub(crate) fn is_clear(
        &mut self,
        outline: &Outline,
        pose: (&Matrix3<f64>, &Vector3<f64>),
        terrain: &dyn Terrain,
        margin: f64,
    ) -> Result<bool, NoGround> {
        if let Some((turn, place, far)) = &self.clear {
            let (earlier, clearance) = ((turn, place), far - margin);
            // Mostly it has moved by much less, which is known without a root.
            let little = 2.0 * outline.squares_moved(pose, earlier) < clearance * clearance;
            if clearance > 0.0 && (little || outline.moved(pose, earlier) < clearance) {
                return Ok(true);
            }
        }
        let clear = outline.clear(pose, (terrain, &mut self.vicinities), margin)?;
        self.clear = clear.map(|far| (*pose.0, *pose.1, far));
        Ok(clear.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::sample_point::sample_loci;
    use crate::math::rotation;
    use crate::terrain::Plane;

    #[test]
    fn a_box_over_an_incline_is_as_near_as_its_nearest_corner() {
        let shape = Shape::Box {
            centre: Vector3::new(0.1, -0.2, 0.4),
            axes: rotation::about(&Vector3::new(0.0, 0.6, 0.8), 0.4),
            half: Vector3::new(1.0, 0.6, 0.25),
        };
        let ground = Plane::incline(Vector3::zeros(), 0.3, 1.1).unwrap();
        let turn = rotation::about(&Vector3::new(0.8, 0.0, 0.6), 2.0);
        for height in [0.5, 1.0, 1.5, 3.0] {
            let origin = Vector3::new(2.0, 1.0, height);
            let touch = |locus: &crate::contact::sample_point::SampleLocus| {
                locus.touch(&turn, &origin, &ground).unwrap().1.gap
            };
            let least = sample_loci(&shape).iter().map(touch).fold(f64::INFINITY, f64::min);
            let place = (&turn, &origin);
            let outline = Outline::new(&shape);
            let mut vicinities = Default::default();
            let seen = outline.clear(place, (&ground, &mut vicinities), 0.02).unwrap();
            assert_eq!(seen.is_some(), least > 0.02, "{height}: {least}");
            if let Some(gap) = seen {
                assert!((gap - least).abs() < 1e-12);
            }
        }
    }
}
