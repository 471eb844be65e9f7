//! Ground near one shape, kept while the shape stays near.
//!
//! Ground does not change, and in a step a wheel moves by a small part of a triangle. So pieces are asked for
//! in a box of whole cells of a lattice: the same box serves many steps, and with its pieces what has been
//! found out about the edges between triangles. Which cells they are depends on where the shape is, not on
//! where it was before, so a run that is resumed finds what one without a pause does.

use super::flat::{Flat, Roller};
use super::surface::TriangleSurface;
use crate::terrain::{Ellipsoid, Facet, NoGround, Piece, Terrain};
use nalgebra::Vector3;

/// Edge of a lattice's cell, m: 2⁻⁵, so that products with it are exact. Chosen: a fraction of a wheel.
const CELL_SIZE: f64 = 0.03125;

/// Whole cells around a box: the first and the last along each axis.
type Cells = ([i64; 3], [i64; 3]);

/// Ground in an upright box.
#[derive(Debug, Default)]
pub struct Vicinity {
    /// The cells, where it is known what lies in them.
    cells: Option<Cells>,
    /// Places of the corners of boxes that need the same cells.
    corners: CornerRange,
    /// The wheel whose box was last found among these.
    wheel: Option<HousedWheel>,
    pieces: Vec<Piece>,
    pub(super) parts: Vec<GroundPrimitive>,
    /// Those beyond the parts' are kept for their memory.
    pub(super) surfaces: Vec<TriangleSurface>,
}

/// Open ranges, along each axis, of the low and the high corner of boxes; empty where nothing is known.
#[derive(Clone, Copy, Debug, Default)]
struct CornerRange {
    from: [[f64; 3]; 2],
    to: [[f64; 3]; 2],
}

impl CornerRange {
    /// Of all boxes that need the cells given, but for some on the border between two cells.
    fn of(cells: &Cells) -> Self {
        // Cells are counted away from zero, so that the one there is twice as wide, and begin one before the low
        // corner and end one beyond the high one.
        let from = |number: i64| (number - i64::from(number <= 0)) as f64 * CELL_SIZE;
        let to = |number: i64| (number + i64::from(number >= 0)) as f64 * CELL_SIZE;
        let (low, high) =
            (cells.0.map(|n| n.saturating_add(1)), cells.1.map(|n| n.saturating_sub(1)));
        Self { from: [low.map(from), high.map(from)], to: [low.map(to), high.map(to)] }
    }

    /// How far both corners of a box may move along every axis to stay in, m; negative where it is out.
    fn spare(&self, low: &Vector3<f64>, high: &Vector3<f64>) -> f64 {
        let corners = [low, high].into_iter().zip(self.from.iter().zip(&self.to));
        corners.fold(f64::INFINITY, |least, (corner, (from, to))| {
            let along = |axis: usize| (corner[axis] - from[axis]).min(to[axis] - corner[axis]);
            (0..3).map(along).fold(least, f64::min)
        })
    }

    /// Whether a box is one of these.
    #[inline]
    fn holds(&self, low: &Vector3<f64>, high: &Vector3<f64>) -> bool {
        let mut inside = true;
        for (corner, (from, to)) in [low, high].iter().zip(self.from.iter().zip(&self.to)) {
            for axis in 0..3 {
                inside &= from[axis] < corner[axis] && corner[axis] < to[axis];
            }
        }
        inside
    }
}

/// A wheel, a margin, and how far the corners of its box with that margin may move, m.
#[derive(Clone, Copy, Debug)]
struct HousedWheel {
    centre: Vector3<f64>,
    axle: Vector3<f64>,
    margin: f64,
    spare: f64,
}

/// Half the length of a wheel's box, w |a| + r √(1 − a²) with a of its axle along an axis, is known to this, m:
/// round-off of one less a square near one is multiplied by the root.
const ROUND_OFF: f64 = 1e-6;

/// Something to meet.
#[derive(Clone, Copy, Debug)]
pub(super) enum GroundPrimitive {
    Flat(Flat),
    Ellipsoid(Ellipsoid),
    /// The surface with this number.
    Surface(usize),
}

impl Vicinity {
    /// Has the ground in whole cells around a box at hand; false where the ground does not know its pieces.
    pub(super) fn keep(
        &mut self,
        terrain: &dyn Terrain,
        (low, high): (&Vector3<f64>, &Vector3<f64>),
    ) -> Result<bool, NoGround> {
        // Mostly it lies in the cells in which it lay before, which is found without counting them.
        if self.cells.is_some() && self.corners.holds(low, high) {
            return Ok(true);
        }
        let cells = cells(low, high);
        if self.cells == Some(cells) {
            return Ok(true);
        }
        let corner = |cell: [i64; 3]| Vector3::from(cell.map(|number| number as f64 * CELL_SIZE));
        let known = self.take(terrain, (&corner(cells.0), &corner(cells.1)));
        if known.is_err() {
            // The ground may end between the box and its cells.
            return self.take(terrain, (low, high));
        }
        if let Ok(true) = known {
            (self.cells, self.corners) = (Some(cells), CornerRange::of(&cells));
        }
        known
    }

    /// Whether [`Self::keep`] has nothing to do for the box around a wheel with a margin (m), for which it was last
    /// called: the wheel has moved by less than the corners of that box may. Of these the half lengths change by no more
    /// than width and radius times the change of the axle, for √(1 − a²) is the length of its other two parts.
    #[inline]
    pub(super) fn houses(&self, wheel: &Roller, margin: f64) -> bool {
        let Some(known) = self.wheel.as_ref().filter(|_| self.cells.is_some()) else {
            return false;
        };
        let (reach, wider) = (wheel.radius + wheel.half_width, margin - known.margin);
        let squares = (wheel.centre - known.centre).norm_squared()
            + reach * reach * (wheel.axle - known.axle).norm_squared()
            + wider * wider;
        // The square of a sum of three is no more than three times the sum of their squares.
        3.0 * squares < known.spare * known.spare
    }

    /// Notes the wheel around which a box lies that was just kept.
    pub(super) fn house(
        &mut self,
        wheel: &Roller,
        margin: f64,
        (low, high): (&Vector3<f64>, &Vector3<f64>),
    ) {
        let spare = (self.corners.spare(low, high) - ROUND_OFF).max(0.0);
        let Roller { centre, axle, .. } = *wheel;
        self.wheel = Some(HousedWheel { centre, axle, margin, spare });
    }

    /// Takes the ground in a box; false where the ground does not know its pieces.
    pub(super) fn take(
        &mut self,
        terrain: &dyn Terrain,
        (low, high): (&Vector3<f64>, &Vector3<f64>),
    ) -> Result<bool, NoGround> {
        (self.cells, self.wheel) = (None, None);
        self.pieces.clear();
        let known = terrain.pieces(low, high, &mut self.pieces)?;
        self.sort();
        Ok(known)
    }

    /// Number of its pieces.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.pieces.len()
    }

    /// Makes surfaces of the triangles. Those of one rock, and those of the ground below all rocks, are a
    /// surface each: where two surfaces pass through each other is no edge of either.
    fn sort(&mut self) {
        let Self { pieces, parts, surfaces, .. } = self;
        parts.clear();
        let (mut used, mut open) = (0, None);
        for piece in pieces.iter() {
            match piece {
                Piece::HalfSpace { normal, offset, facet } => {
                    parts.push(GroundPrimitive::Flat(Flat::new(normal, *offset, *facet)));
                }
                Piece::Ellipsoid(solid) => parts.push(GroundPrimitive::Ellipsoid(*solid)),
                &Piece::Triangle { corners, facet } => {
                    let rock = if let Facet::Rock(number) = facet { Some(number) } else { None };
                    if open != Some(rock) {
                        open = Some(rock);
                        if surfaces.len() == used {
                            surfaces.push(TriangleSurface::with_capacity());
                        }
                        surfaces[used].clear();
                        parts.push(GroundPrimitive::Surface(used));
                        used += 1;
                    }
                    surfaces[used - 1].push(corners, facet);
                }
            }
        }
    }

    /// The upright box around triangles and ellipsoids, grown by a margin.
    pub(super) fn extent(&self, margin: f64) -> (Vector3<f64>, Vector3<f64>) {
        let (mut low, mut high) = (Vector3::repeat(f64::INFINITY), Vector3::repeat(-f64::INFINITY));
        let mut grow = |from: &Vector3<f64>, to: &Vector3<f64>| {
            (low, high) = (low.inf(from), high.sup(to));
        };
        for piece in &self.pieces {
            match piece {
                Piece::HalfSpace { .. } => {}
                Piece::Triangle { corners, .. } => corners.iter().for_each(|c| grow(c, c)),
                Piece::Ellipsoid(solid) => {
                    let reach = solid.semi.max();
                    grow(&solid.centre.add_scalar(-reach), &solid.centre.add_scalar(reach));
                }
            }
        }
        (low.add_scalar(-margin), high.add_scalar(margin))
    }
}

/// Cells that a box reaches into, and perhaps one beyond.
#[inline]
fn cells(low: &Vector3<f64>, high: &Vector3<f64>) -> Cells {
    let number = |place: f64| (place * (1.0 / CELL_SIZE)) as i64;
    let below = |place: f64| number(place).saturating_sub(1);
    let above = |place: f64| number(place).saturating_add(1);
    ([below(low.x), below(low.y), below(low.z)], [above(high.x), above(high.y), above(high.z)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_box_among_the_corners_of_cells_needs_these_cells(
            first in prop::array::uniform3(-0.2..0.2f64), second in prop::array::uniform3(-0.2..0.2f64),
            moved in prop::array::uniform3(-0.05..0.05f64),
        ) {
            let (low, high) = (Vector3::from(first), Vector3::from(first).sup(&Vector3::from(second)));
            let known = cells(&low, &high);
            let corners = CornerRange::of(&known);
            let whole = |place: &Vector3<f64>| place.iter().any(|x| (x / CELL_SIZE).fract() == 0.0);
            prop_assert!(corners.holds(&low, &high) || whole(&low) || whole(&high));
            let moved = Vector3::from(moved);
            let (low, high) = (low + moved, high + moved);
            prop_assert_eq!(
                corners.holds(&low, &high),
                cells(&low, &high) == known && !whole(&low) && !whole(&high)
            );
        }

        #[test]
        fn a_wheel_that_is_housed_still_needs_the_same_cells(
            centre in prop::array::uniform3(-0.2..0.2f64), axle in prop::array::uniform3(-1.0..1.0f64),
            along in 0..4usize, step in prop::array::uniform3(-0.01..0.01f64),
            turn in prop::array::uniform3(-0.02..0.02f64), wider in -1e-3..1e-3f64,
        ) {
            // Axles along the site's axes are the worst, where half lengths hang on round-off.
            let unit = |axis: usize| Vector3::from_fn(|row, _| if row == axis { 1.0 } else { 0.0 });
            let axle = if along < 3 { unit(along) } else { Vector3::from(axle) }.normalize();
            let wheel = |centre: Vector3<f64>, axle: Vector3<f64>| Roller {
                centre,
                axle: axle.normalize(),
                radius: 0.13,
                half_width: 0.05,
            };
            let around = |wheel: &Roller, margin: f64| {
                let half = wheel.axle.map(|a| {
                    wheel.half_width * a.abs() + wheel.radius * (1.0 - a * a).max(0.0).sqrt()
                });
                let reach = half.add_scalar(margin);
                (wheel.centre - reach, wheel.centre + reach)
            };
            let first = wheel(centre.into(), axle);
            let (low, high) = around(&first, 2e-3);
            let known = cells(&low, &high);
            let mut kept = Vicinity {
                cells: Some(known),
                corners: CornerRange::of(&known),
                ..Vicinity::default()
            };
            kept.house(&first, 2e-3, (&low, &high));
            for share in [1.0, 0.3, 0.1, 0.03] {
                let moved = wheel(
                    first.centre + Vector3::from(step) * share,
                    axle + Vector3::from(turn) * share,
                );
                let margin = 2e-3 + share * wider;
                let (low, high) = around(&moved, margin);
                prop_assert!(!kept.houses(&moved, margin) || cells(&low, &high) == known);
            }
        }
    }
}
