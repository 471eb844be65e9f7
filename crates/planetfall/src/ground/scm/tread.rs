//! The tread of a wheel: how far its grousers stand out below the mantle, as a grid of nodes can resolve.
//!
//! A grouser is thinner than the distance of nodes, and its flanks are nearly upright. Seen by plumb lines
//! through nodes alone it would be there or not, and a single node that happens to look at a flank would
//! stand for an area of any size: forces would jump by their own amount while a wheel turns by a fraction
//! of a cell. So what is laid over the nodes is the *mean* of the tread, weighted over the path ahead by a
//! tent that reaches from node to node:
//!
//! ḡ(x) = ∫ g(x + s u) (1 − |s|/Δ)/Δ ds,
//!
//! with g the height of the mantle above the lowest point of a grouser and u level and across the axle. Its
//! slope is the mean of g′, apart for flanks that look back (g′ > 0) and that look ahead (g′ < 0): a grouser
//! thinner than a cell has both of them at one node, where they would cancel. Two sums are then exact
//! wherever the wheel stands, since tents add up to one: Σ ḡ Δ is the section of the grouser as seen from
//! below, so that it displaces the soil that it should, and the sum of slopes of one kind times Δ is the
//! height of a flank, so that soil presses on the whole flank and on no more. With Δ → 0 it is the tread
//! itself.
//!
//! Of the two flanks one moves into the soil and the other away from it, which leaves a gap. A blurred flank
//! is no upright one: moving away it would still be pressed on, as long as the wheel goes down faster there
//! than the blur rises, and the more so the coarser the grid. So flanks count by how the wheel has slid over
//! the node (`Envelope::treaded`).

use super::evaluation::NodeGround;
use super::print::NodeContact;
use crate::contact::geometry::Cuboid;
use crate::math::real::Bounded;
use nalgebra::Vector3;

/// The level path across the axle, and the reach of the tent.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreadFrame {
    pub(super) ahead: Vector3<f64>,
    pub(super) reach: f64,
}

/// The mantle over a node: its height there (m) and its slope along the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mantle {
    pub(super) place: [f64; 2],
    pub(super) height: f64,
    pub(super) slope: f64,
}

/// How far the mean tread stands out below the mantle, m, and how that grows along the path on flanks that
/// look back, and falls on flanks that look ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct TreadRelief {
    pub(super) depth: f64,
    pub(super) back: f64,
    pub(super) front: f64,
}

/// An edge that goes less far along the path than this is upright, m: round-off of wheels of some metres,
/// with ample space.
const UPRIGHT_EDGE: f64 = 1e-9;

/// A point of the section across the axle: distance from the node and depth below the mantle, m.
type Point = [f64; 2];

impl TreadFrame {
    /// What one grouser adds at a node.
    pub(super) fn relief(&self, grouser: &Cuboid, mantle: &Mantle) -> TreadRelief {
        let Some([bottom, tip, flank]) = self.section(grouser, mantle) else {
            return TreadRelief::default();
        };
        let mut relief = TreadRelief::default();
        // Beyond its ends the grouser stands upright.
        let mut ends = [bottom, bottom];
        for edge in [[bottom, tip], [bottom, flank]] {
            let [from, to] = if edge[0][0] <= edge[1][0] { edge } else { [edge[1], edge[0]] };
            if to[0] - from[0] < UPRIGHT_EDGE {
                continue;
            }
            if from[0] < ends[0][0] {
                ends[0] = from;
            }
            if to[0] > ends[1][0] {
                ends[1] = to;
            }
            // Behind the node the tent rises, ahead of it it falls.
            for (side, half) in [(-1.0, [-self.reach, 0.0]), (1.0, [0.0, self.reach])] {
                let Some([a, b]) = below(from, to, half) else { continue };
                let (length, middle) = (b[0] - a[0], 0.5 * (a[0] + b[0]));
                let weight = |s: f64| 1.0 - side * s / self.reach;
                let mean = 0.5 * (a[1] + b[1]);
                let step = (b[1] - a[1]) * weight(middle);
                relief.back += step.at_least(0.0);
                relief.front += step.at_most(0.0);
                // Simpson's rule is exact for the product of two straight lines.
                let product =
                    a[1] * weight(a[0]) + 4.0 * mean * weight(middle) + b[1] * weight(b[0]);
                relief.depth += product * length / 6.0;
            }
        }
        let upright =
            |[s, depth]: Point| depth.at_least(0.0) * (1.0 - s.abs() / self.reach).at_least(0.0);
        relief.back += upright(ends[0]);
        relief.front -= upright(ends[1]);
        relief.depth /= self.reach;
        relief.back /= self.reach;
        relief.front /= self.reach;
        relief
    }

    /// The corners of the grouser's lower side in the upright plane along the path: the lowest, the other
    /// end of the tip, the other end of the flank that looks down.
    fn section(&self, grouser: &Cuboid, mantle: &Mantle) -> Option<[Point; 3]> {
        let [x, y] = mantle.place;
        let (dx, dy) = (x - grouser.centre.x, y - grouser.centre.y);
        let plane = |side: usize| {
            let axis = grouser.axes.column(side);
            let along = axis[0] * self.ahead.x + axis[1] * self.ahead.y;
            [along, axis[2], axis[0] * dx + axis[1] * dy, grouser.half[side]]
        };
        let ([a, b, e, tip], [c, d, f, flank]) = (plane(0), plane(2));
        let determinant = a * d - b * c;
        if determinant.abs() < 1e-6 {
            return None;
        }
        let corner = |one: f64, other: f64| {
            let (p, q) = (one * tip - e, other * flank - f);
            let (s, z) = ((p * d - b * q) / determinant, (a * q - p * c) / determinant);
            [s, mantle.height + mantle.slope * s - (grouser.centre.z + z)]
        };
        let (one, other) = (-b.signum(), -d.signum());
        Some([corner(one, other), corner(one, -other), corner(-one, other)])
    }
}

/// The part of an edge within a range of the path and below the mantle.
fn below(from: Point, to: Point, [low, high]: [f64; 2]) -> Option<[Point; 2]> {
    let length = to[0] - from[0];
    if length <= 0.0 {
        return None;
    }
    let rise = (to[1] - from[1]) / length;
    let depth = |s: f64| from[1] + rise * (s - from[0]);
    let (mut start, mut end) = (from[0].at_least(low), to[0].at_most(high));
    if start >= end {
        return None;
    }
    if depth(start) < 0.0 && depth(end) <= 0.0 || depth(start) <= 0.0 && depth(end) < 0.0 {
        return None;
    }
    if depth(start) < 0.0 {
        start = from[0] - from[1] / rise;
    } else if depth(end) < 0.0 {
        end = from[0] - from[1] / rise;
    }
    (start < end).then(|| [[start, depth(start).at_least(0.0)], [end, depth(end).at_least(0.0)]])
}

/// What soil along the surface of a wheel's tips is asked to hand on, and what it can.
///
/// Soil between grousers is pushed along by their flanks, and slides over the soil below in the surface of
/// their tips. There its strength is c A + N tan φ over the whole print, whatever presses on the flanks:
/// a mechanism that the soil can always choose bounds the force from above (Drucker, Prager and Greenberg
/// 1952). So flanks get what shear on rim and tips leaves of it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TipStrength {
    /// Of flanks along the mantle: force, N, its moment, N m, and its power, W.
    pub(super) force: Vector3<f64>,
    pub(super) moment: Vector3<f64>,
    pub(super) power: f64,
    /// The same along the path round the mantle, and that of shear, N.
    flanks: f64,
    shear: f64,
    strength: f64,
}

impl TipStrength {
    /// Adds a node: pressure and shear on the body there, with arm and velocity.
    #[inline]
    pub(super) fn add(
        &mut self,
        contact: &NodeContact,
        ground: &NodeGround<'_>,
        push: &Vector3<f64>,
        drag: &Vector3<f64>,
        (area, ahead): (f64, &Vector3<f64>),
        (arm, velocity): (&Vector3<f64>, &Vector3<f64>),
    ) {
        let facing = &contact.facing;
        let round = (ahead - facing * facing.dot(ahead)).normalize();
        let pressed = (push + drag).dot(facing).at_least(0.0);
        self.strength += ground.soil.cohesion * area + pressed * ground.derived.friction;
        self.shear += drag.dot(&round);
        let flank = push - facing * push.dot(facing);
        self.flanks += flank.dot(&round);
        self.force += flank;
        self.moment += arm.cross(&flank);
        self.power += flank.dot(velocity);
    }

    /// The share of the flanks' force that soil cannot hand on.
    pub(super) fn excess(&self) -> f64 {
        let asked = self.shear + self.flanks;
        if asked.abs() <= self.strength || asked * self.flanks <= 0.0 {
            return 0.0;
        }
        ((asked.abs() - self.strength) / self.flanks.abs()).at_most(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Matrix3;
    use proptest::prelude::*;

    /// How far it reaches into the mantle, m.
    const INNER: f64 = 0.05;

    /// A grouser under a level mantle at height zero, in which it begins, turned by an angle about y.
    fn grouser(angle: f64, [height, thickness]: [f64; 2]) -> Cuboid {
        let (sine, cosine) = angle.sin_cos();
        let spoke = Vector3::new(sine, 0.0, -cosine);
        let along = Vector3::new(cosine, 0.0, sine);
        Cuboid {
            centre: spoke * (0.5 * (height - INNER)),
            axes: Matrix3::from_columns(&[spoke, Vector3::y(), along]),
            half: Vector3::new(0.5 * (height + INNER), 0.05, 0.5 * thickness),
        }
    }

    proptest! {
        #[test]
        fn wherever_nodes_lie_they_see_the_whole_section_and_the_whole_flank(
            offset in 0.0..1.0_f64, spacing in 0.001..0.02_f64, angle in -0.5..0.5_f64,
            height in 0.002..0.02_f64, thickness in 0.001..0.005_f64,
        ) {
            let grouser = grouser(angle, [height, thickness]);
            let tread = TreadFrame { ahead: Vector3::x(), reach: spacing };
            let (mut section, mut rise, mut fall) = (0.0, 0.0, 0.0);
            let most = (0.05 / spacing) as i32 + 3;
            for k in -most..=most {
                let place = [(f64::from(k) + offset) * spacing, 0.0];
                let relief = tread.relief(&grouser, &Mantle { place, height: 0.0, slope: 0.0 });
                section += relief.depth * spacing;
                rise += relief.back * spacing;
                fall += relief.front * spacing;
            }
            // Seen from below: the tip, and the flank that looks down.
            let (sine, cosine) = angle.abs().sin_cos();
            let lowest = height * cosine + 0.5 * thickness * sine;
            let exact = height * thickness * cosine * cosine + 0.5 * lowest * lowest * sine / cosine;
            prop_assert!((section / exact - 1.0).abs() < 1e-9, "{section} {exact}");
            prop_assert!((rise + fall).abs() < 1e-12);
            prop_assert!((rise / lowest - 1.0).abs() < 1e-9, "{rise} {lowest}");
        }
    }

    #[test]
    fn fine_nodes_see_the_grouser_itself() {
        let (grouser, tread) =
            (grouser(0.0, [0.01, 0.004]), TreadFrame { ahead: Vector3::x(), reach: 1e-4 });
        let at =
            |x: f64| tread.relief(&grouser, &Mantle { place: [x, 0.0], height: 0.0, slope: 0.0 });
        let middle = at(0.001);
        assert!((middle.depth - 0.01).abs() < 1e-12 && middle.back - middle.front < 1e-9);
        assert_eq!(at(0.003), TreadRelief::default());
        assert!((at(-0.002).depth - 0.005).abs() < 1e-9 && at(-0.002).back > 0.0);
    }
}
