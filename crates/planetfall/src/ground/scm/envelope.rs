//! The lower envelope of a body over the nodes of the grid: the height at which a plumb line through
//! a node first meets the body from below, and the normal there.
//!
//! A convex body is met where the line has entered every one of its bounds: the last entry counts,
//! and it is an entry at all if it lies before the first exit. For a cylinder the bounds are its
//! mantle (a quadratic equation) and the two planes of its caps; for a box three pairs of planes. So
//! wheels need no ray casting and no mesh. A body of triangles is drawn by its faces that look
//! down, seen from below, the lowest counting (an orthographic raster with a depth buffer).

use super::mesh::Mesh;
use super::parameters::Sampling;
use super::reaction::BodyOnSoil;
use super::shape::RasterKind;
use super::tread::{Mantle, TreadFrame};
use super::window::Rect;
use crate::contact::geometry::Cuboid;
use crate::math::real::Bounded;
use crate::shape::Grousers;
use nalgebra::{Matrix3, Vector3};

/// The lower envelope over a rectangle of nodes.
#[derive(Debug, Default)]
pub(super) struct Envelope {
    pub(super) rect: Rect,
    /// m, row by row; infinite where the body is not.
    pub(super) heights: Vec<f64>,
    /// Which part of the body it is.
    parts: Vec<u32>,
    /// How depth of the tread below a wheel's mantle grows along its path on flanks that look back, and falls
    /// on those that look ahead; empty without grousers.
    tread: Vec<[f64; 2]>,
    /// The cylinder of their tips.
    tips: Option<Cylinder>,
    /// That path, level and across the axle.
    ahead: Vector3<f64>,
    boxes: Vec<Cuboid>,
    vertices: Vec<Vector3<f64>>,
}

#[derive(Clone, Copy, Debug)]
struct Cylinder {
    centre: Vector3<f64>,
    axis: Vector3<f64>,
    radius: f64,
    half_width: f64,
}

/// Horizontal bounds of a body, m, and its lowest height.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) x: (f64, f64),
    pub(super) y: (f64, f64),
    pub(super) bottom: f64,
}

/// Part of a body: its mantle, or all of it where it has but one.
const MANTLE: u32 = 0;
/// Part of a wheel: an end of its cylinder.
const CAP: u32 = 1;
/// First part of the boxes (grousers), which have three each.
const BOXES: u32 = 2;
/// Vertical component up to which a direction counts as level, which makes edges along nodes definite:
/// round-off.
const LEVEL_COMPONENT: f64 = 1e-12;
/// Slope at which a mantle counts as upright: 84°. Chosen.
const STEEPEST_MANTLE: f64 = 10.0;

impl Envelope {
    /// Places the body and returns where it is.
    pub(super) fn place(&mut self, body: &BodyOnSoil<'_>) -> Bounds {
        self.boxes.clear();
        self.vertices.clear();
        match &body.shape.kind {
            RasterKind::Wheel { grousers, spokes, radius, half_width, centre, axis } => {
                let cylinder = Cylinder::posed(body, centre, axis, *radius, *half_width);
                let mut bounds = cylinder.bounds();
                if let Some(grousers) = grousers {
                    for (spoke, along) in spokes.iter() {
                        let (spoke, along) = (body.axes * spoke, body.axes * along);
                        self.boxes.push(cylinder.grouser(grousers, &spoke, &along));
                    }
                    // All grousers lie in the cylinder of their tips.
                    let tips = Cylinder { radius: radius + grousers.height, ..cylinder };
                    bounds = tips.bounds();
                }
                bounds
            }
            RasterKind::Ball { centre, radius } => {
                let c = body.position + body.axes * centre;
                let span = |middle: f64| (middle - radius, middle + radius);
                Bounds { x: span(c.x), y: span(c.y), bottom: c.z - radius }
            }
            RasterKind::Box { centre, axes, half } => {
                let centre = body.position + body.axes * centre;
                let cuboid = Cuboid { centre, axes: body.axes * axes, half: *half };
                self.boxes.push(cuboid);
                cuboid.bounds()
            }
            RasterKind::Mesh(mesh) => {
                let placed = mesh.vertices.iter().map(|v| body.position + body.axes * v);
                self.vertices.extend(placed);
                bounds_of(&self.vertices)
            }
        }
    }

    /// Draws the body that was placed, over the nodes of a rectangle and where it lies lower than
    /// `top` (m).
    pub(super) fn draw(
        &mut self,
        body: &BodyOnSoil<'_>,
        spacing: f64,
        rect: Rect,
        top: f64,
        sampling: Sampling,
    ) {
        self.rect = self.trimmed(body, spacing, rect, top);
        let count = self.rect.len();
        self.heights.clear();
        self.heights.resize(count, f64::INFINITY);
        self.parts.clear();
        self.parts.resize(count, MANTLE);
        self.tread.clear();
        self.tips = None;
        match &body.shape.kind {
            RasterKind::Wheel { centre, axis, radius, half_width, grousers, .. } => {
                let cylinder = Cylinder::posed(body, centre, axis, *radius, *half_width);
                self.each(spacing, self.rect, |x, y| cylinder.entry(x, y));
                if let Some(grousers) = grousers {
                    self.draw_grousers(&cylinder, grousers.height, spacing, top);
                }
            }
            RasterKind::Ball { centre, radius } => {
                let centre = body.position + body.axes * centre;
                self.each(spacing, self.rect, |x, y| ball_entry(&centre, *radius, x, y));
            }
            RasterKind::Box { .. } => self.draw_boxes(spacing, top),
            RasterKind::Mesh(mesh) => match sampling {
                Sampling::Raster => self.draw_faces(body, mesh, spacing, top),
                Sampling::Vertices => self.draw_vertices(spacing),
            },
        }
    }

    /// The normal there with the tread of a wheel, from that of its mantle. `slid` is from -1 to 1, by whether
    /// the wheel has slid back over the soil or ahead: a flank that moves away from the soil lets go of it.
    #[inline]
    pub(super) fn treaded(&self, index: usize, facing: &Vector3<f64>, slid: f64) -> Vector3<f64> {
        match self.tread.get(index) {
            Some([back, front]) if *back != 0.0 || *front != 0.0 => {
                let slope = back * (1.0 - slid).at_most(1.0) + front * (1.0 + slid).at_most(1.0);
                (facing / facing.z.at_least(LEVEL_COMPONENT) + self.ahead * slope).normalize()
            }
            _ => *facing,
        }
    }

    /// How far a level displacement goes ahead of the wheel, if it has a tread at the node.
    #[inline]
    pub(super) fn ahead_of_tread(&self, index: usize, [east, north]: [f64; 2]) -> Option<f64> {
        let [back, front] = self.tread.get(index)?;
        (*back != 0.0 || *front != 0.0).then(|| east * self.ahead.x + north * self.ahead.y)
    }

    /// Unit normal at a point of the envelope, ground to body: its z is positive. Of a wheel it is that of
    /// the mantle.
    pub(super) fn normal(
        &self,
        body: &BodyOnSoil<'_>,
        index: usize,
        point: &Vector3<f64>,
        sampling: Sampling,
    ) -> Vector3<f64> {
        let part = self.parts.get(index).copied().unwrap_or(MANTLE);
        let upward = |v: Vector3<f64>| if v.z < 0.0 { -v } else { v };
        match &body.shape.kind {
            RasterKind::Ball { centre, .. } => {
                let centre = body.position + body.axes * centre;
                (centre - point).try_normalize(0.0).unwrap_or(Vector3::z())
            }
            RasterKind::Wheel { centre, axis, .. } if part < BOXES => {
                let axis = body.axes * axis;
                if part == CAP {
                    return upward(axis);
                }
                let inward = body.position + body.axes * centre - point;
                let radial = inward - axis * inward.dot(&axis);
                radial.try_normalize(0.0).unwrap_or(Vector3::z())
            }
            RasterKind::Wheel { .. } | RasterKind::Box { .. } => {
                let (number, side) = ((part - BOXES.min(part)) / 3, (part - BOXES.min(part)) % 3);
                let axes = self.boxes.get(number as usize).map(|cuboid| cuboid.axes);
                axes.map_or(Vector3::z(), |axes| upward(axes.column(side as usize).into()))
            }
            RasterKind::Mesh(mesh) => {
                let normals = match sampling {
                    Sampling::Raster => &mesh.normals,
                    Sampling::Vertices => &mesh.vertex_normals,
                };
                let outward = normals.get(part as usize).copied().unwrap_or(-Vector3::z());
                body.axes * -outward
            }
        }
    }

    /// The part of a rectangle outside which a wheel is higher than `top`.
    fn trimmed(&self, body: &BodyOnSoil<'_>, spacing: f64, rect: Rect, top: f64) -> Rect {
        match &body.shape.kind {
            RasterKind::Wheel { centre, axis, radius, half_width, grousers, .. } => {
                let tip = radius + grousers.map_or(0.0, |grousers| grousers.height);
                let cylinder = Cylinder::posed(body, centre, axis, tip, *half_width);
                let bounds = cylinder.bounds_below(top);
                Rect::within(spacing, bounds.x, bounds.y).map_or(rect, |below| rect.clipped(&below))
            }
            RasterKind::Ball { .. } | RasterKind::Box { .. } | RasterKind::Mesh(_) => rect,
        }
    }

    #[inline]
    fn each(&mut self, spacing: f64, part: Rect, entry: impl Fn(f64, f64) -> Option<(f64, u32)>) {
        let columns = self.rect.columns as usize;
        for row in part.first.row..part.first.row + part.rows {
            let y = f64::from(row) * spacing;
            let offset = (row - self.rect.first.row) as usize * columns;
            let from = offset + (part.first.column - self.rect.first.column) as usize;
            let count = part.columns as usize;
            let heights = &mut self.heights[from..from + count];
            let parts = &mut self.parts[from..from + count];
            let nodes = heights.iter_mut().zip(parts);
            for (column, (height, part)) in (part.first.column..).zip(nodes) {
                if let Some((z, number)) = entry(f64::from(column) * spacing, y)
                    && z < *height
                {
                    (*height, *part) = (z, number);
                }
            }
        }
    }

    fn draw_boxes(&mut self, spacing: f64, top: f64) {
        for number in 0..self.boxes.len() {
            let cuboid = self.boxes[number];
            let bounds = cuboid.bounds();
            if bounds.bottom > top {
                continue;
            }
            let Some(rect) = Rect::within(spacing, bounds.x, bounds.y) else { continue };
            let part = rect.clipped(&self.rect);
            let first = BOXES + 3 * number as u32;
            self.each(spacing, part, |x, y| cuboid.entry(x, y).map(|(z, side)| (z, first + side)));
        }
    }

    /// Lays the mean of the tread over the nodes.
    fn draw_grousers(&mut self, cylinder: &Cylinder, height: f64, spacing: f64, top: f64) {
        let Some(ahead) = direction_across(&cylinder.axis) else {
            // A wheel that lies on its side is a disc with a toothed edge.
            return self.draw_boxes(spacing, top);
        };
        self.tread.resize(self.heights.len(), [0.0; 2]);
        self.ahead = ahead;
        self.tips = Some(Cylinder { radius: cylinder.radius + height, ..*cylinder });
        let tread = TreadFrame { ahead, reach: spacing };
        for number in 0..self.boxes.len() {
            let grouser = self.boxes[number];
            let bounds = grouser.bounds();
            if bounds.bottom > top {
                continue;
            }
            let wide = |(low, high): (f64, f64), along: f64| {
                let reach = spacing * along.abs();
                (low - reach, high + reach)
            };
            let (x, y) = (wide(bounds.x, ahead.x), wide(bounds.y, ahead.y));
            let Some(rect) = Rect::within(spacing, x, y) else { continue };
            let part = rect.clipped(&self.rect);
            for row in part.first.row..part.first.row + part.rows {
                for column in part.first.column..part.first.column + part.columns {
                    let rows = (row - self.rect.first.row) as usize;
                    let columns = (column - self.rect.first.column) as usize;
                    let index = rows * self.rect.columns as usize + columns;
                    let place = [f64::from(column) * spacing, f64::from(row) * spacing];
                    self.lay(&tread, cylinder, &grouser, index, place);
                }
            }
        }
    }

    /// Whether the body is a wheel with grousers.
    #[inline]
    pub(super) fn has_tread(&self) -> bool {
        !self.tread.is_empty()
    }

    /// Whether soil of a height reaches in between the tips of grousers at a place.
    #[inline]
    pub(super) fn holds(&self, (x, y): (f64, f64), height: f64) -> bool {
        self.tips.and_then(|tips| tips.entry(x, y)).is_some_and(|(tips, _)| tips < height)
    }

    fn lay(
        &mut self,
        tread: &TreadFrame,
        cylinder: &Cylinder,
        grouser: &Cuboid,
        index: usize,
        place: [f64; 2],
    ) {
        let Some((height, slope)) = cylinder.mantle(place, &tread.ahead) else { return };
        let relief = tread.relief(grouser, &Mantle { place, height, slope });
        if relief.depth > 0.0 {
            let bare = self.heights[index];
            self.heights[index] = if bare.is_finite() { bare } else { height } - relief.depth;
            self.tread[index][0] += relief.back;
            self.tread[index][1] += relief.front;
        }
    }

    fn draw_faces(&mut self, body: &BodyOnSoil<'_>, mesh: &Mesh, spacing: f64, top: f64) {
        let down = body.axes.row(2).transpose();
        for (face, (corners, normal)) in mesh.triangles.iter().zip(&mesh.normals).enumerate() {
            if normal.dot(&down) >= -LEVEL_COMPONENT {
                continue;
            }
            let [a, b, c] = *corners;
            let vertices = &self.vertices;
            let corners = [vertices[a as usize], vertices[b as usize], vertices[c as usize]];
            if corners[0].z.at_most(corners[1].z).at_most(corners[2].z) > top {
                continue;
            }
            let bounds = bounds_of(&corners);
            let Some(rect) = Rect::within(spacing, bounds.x, bounds.y) else { continue };
            let part = rect.clipped(&self.rect);
            let triangle = ProjectedTriangle::new(corners);
            self.each(spacing, part, |x, y| triangle.entry(x, y).map(|z| (z, face as u32)));
        }
    }

    /// The lowest vertex of each column, as in Fig. 5 of the paper.
    fn draw_vertices(&mut self, spacing: f64) {
        let Rect { first, rows, columns } = self.rect;
        for (number, vertex) in self.vertices.iter().enumerate() {
            let row = (vertex.y / spacing).round() as i32 - first.row;
            let column = (vertex.x / spacing).round() as i32 - first.column;
            if (0..rows).contains(&row) && (0..columns).contains(&column) {
                let index = row as usize * columns as usize + column as usize;
                if vertex.z < self.heights[index] {
                    self.heights[index] = vertex.z;
                    self.parts[index] = number as u32;
                }
            }
        }
    }
}

/// The level direction across an axle, ahead of a wheel that turns forwards about it; none for an upright
/// axle.
pub(super) fn direction_across(axis: &Vector3<f64>) -> Option<Vector3<f64>> {
    axis.cross(&Vector3::z()).try_normalize(1e-6)
}

impl Cylinder {
    /// Height and slope along a level path of the mantle over a place between the caps; the mantle goes on
    /// level where it ends at the height of the axle.
    fn mantle(&self, [x, y]: [f64; 2], ahead: &Vector3<f64>) -> Option<(f64, f64)> {
        let (dx, dy) = (x - self.centre.x, y - self.centre.y);
        let offset = dx * ahead.x + dy * ahead.y;
        let below = (self.radius * self.radius - offset * offset).at_least(0.0).sqrt();
        // Along the axle, in the upright plane through it.
        let level = (1.0 - self.axis.z * self.axis.z).sqrt();
        let across = (dx * self.axis.x + dy * self.axis.y) / level;
        let along = (across - below * self.axis.z) / level;
        if !(along > -self.half_width && along <= self.half_width) {
            return None;
        }
        let height = self.centre.z + (across * self.axis.z - below) / level;
        let slope = if below > LEVEL_COMPONENT { offset / (below * level) } else { 0.0 };
        Some((height, slope.at_least(-STEEPEST_MANTLE).at_most(STEEPEST_MANTLE)))
    }

    fn posed(
        body: &BodyOnSoil<'_>,
        centre: &Vector3<f64>,
        axis: &Vector3<f64>,
        radius: f64,
        half_width: f64,
    ) -> Self {
        let centre = body.position + body.axes * centre;
        let mut axis = body.axes * axis;
        if axis.z.abs() < LEVEL_COMPONENT {
            axis.z = 0.0;
        }
        Self { centre, axis, radius, half_width }
    }

    fn bounds(&self) -> Bounds {
        let reach = |along: f64| {
            self.radius * (1.0 - along * along).at_least(0.0).sqrt() + self.half_width * along.abs()
        };
        let (c, a) = (&self.centre, &self.axis);
        let span = |middle: f64, along: f64| (middle - reach(along), middle + reach(along));
        Bounds { x: span(c.x, a.x), y: span(c.y, a.y), bottom: c.z - reach(a.z) }
    }

    /// Bounds of what lies below a height.
    fn bounds_below(&self, top: f64) -> Bounds {
        let whole = self.bounds();
        let (a, level) = (&self.axis, (1.0 - self.axis.z * self.axis.z).at_least(0.0).sqrt());
        // A point of the mantle at angle ψ from its lowest line is at z − R cos ψ · level + t a_z.
        let least = (self.centre.z - self.half_width * a.z.abs() - top) / (self.radius * level);
        if !(least > 0.0 && a.z.abs() < 0.5) {
            return whole;
        }
        let chord = self.radius * (1.0 - least * least).at_least(0.0).sqrt();
        let shift = self.radius * a.z.abs();
        let span = |middle: f64, along: f64, across: f64, whole: (f64, f64)| {
            let reach = self.half_width * along.abs()
                + (chord * across.abs() + shift * along.abs()) / level;
            ((middle - reach).at_least(whole.0), (middle + reach).at_most(whole.1))
        };
        let x = span(self.centre.x, a.x, a.y, whole.x);
        let y = span(self.centre.y, a.y, a.x, whole.y);
        Bounds { x, y, bottom: whole.bottom }
    }

    fn grouser(&self, grousers: &Grousers, spoke: &Vector3<f64>, along: &Vector3<f64>) -> Cuboid {
        // It begins a little inside the rim, which is curved.
        let inner = self.radius * 0.9;
        let outer = self.radius + grousers.height;
        Cuboid {
            centre: self.centre + spoke * (0.5 * (inner + outer)),
            axes: Matrix3::from_columns(&[*spoke, self.axis, *along]),
            half: Vector3::new(0.5 * (outer - inner), self.half_width, 0.5 * grousers.thickness),
        }
    }

    /// Where a plumb line enters, and through which part.
    #[inline]
    fn entry(&self, x: f64, y: f64) -> Option<(f64, u32)> {
        let (c, a) = (&self.centre, &self.axis);
        let (dx, dy) = (x - c.x, y - c.y);
        let along = dx * a.x + dy * a.y;
        // In units of the height above the centre: A h² − 2 B h + C ≤ 0 inside the mantle.
        let curvature = 1.0 - a.z * a.z;
        let slope = along * a.z;
        let constant = dx * dx + dy * dy - along * along - self.radius * self.radius;
        let (mut low, mut high) = if curvature > LEVEL_COMPONENT {
            let root = slope * slope - curvature * constant;
            if root <= 0.0 {
                return None;
            }
            let root = root.sqrt();
            ((slope - root) / curvature, (slope + root) / curvature)
        } else if constant < 0.0 {
            (f64::NEG_INFINITY, f64::INFINITY)
        } else {
            return None;
        };
        let mut part = MANTLE;
        let (enter, leave) = slab(along, a.z, self.half_width)?;
        if enter > low {
            (low, part) = (enter, CAP);
        }
        high = high.at_most(leave);
        (low < high).then_some((c.z + low, part))
    }
}

impl Cuboid {
    fn bounds(&self) -> Bounds {
        let reach = self.axes.abs() * self.half;
        let c = &self.centre;
        Bounds {
            x: (c.x - reach.x, c.x + reach.x),
            y: (c.y - reach.y, c.y + reach.y),
            bottom: c.z - reach.z,
        }
    }

    #[inline]
    fn entry(&self, x: f64, y: f64) -> Option<(f64, u32)> {
        let (dx, dy) = (x - self.centre.x, y - self.centre.y);
        let (mut low, mut high, mut part) = (f64::NEG_INFINITY, f64::INFINITY, 0);
        for side in 0..3 {
            let axis = self.axes.column(side);
            let (enter, leave) = slab(dx * axis[0] + dy * axis[1], axis[2], self.half[side])?;
            if enter > low {
                (low, part) = (enter, side as u32);
            }
            high = high.at_most(leave);
        }
        (low < high).then_some((self.centre.z + low, part))
    }
}

/// Where a plumb line enters and leaves the space between two planes at ± `half` along a direction,
/// from what is `along` it at height zero and its `slope`. Of the two planes of a level direction
/// one belongs to the space, so that edges along nodes count neither twice nor not at all.
#[inline]
fn slab(along: f64, slope: f64, half: f64) -> Option<(f64, f64)> {
    if slope.abs() < LEVEL_COMPONENT {
        let inside = along > -half && along <= half;
        return inside.then_some((f64::NEG_INFINITY, f64::INFINITY));
    }
    let (one, other) = ((-half - along) / slope, (half - along) / slope);
    Some(if one < other { (one, other) } else { (other, one) })
}

#[inline]
fn ball_entry(centre: &Vector3<f64>, radius: f64, x: f64, y: f64) -> Option<(f64, u32)> {
    let (dx, dy) = (x - centre.x, y - centre.y);
    let root = radius * radius - dx * dx - dy * dy;
    (root > 0.0).then(|| (centre.z - root.sqrt(), MANTLE))
}

/// A triangle seen from below, as three edge functions and a plane.
struct ProjectedTriangle {
    corner: Vector3<f64>,
    edges: [[f64; 2]; 3],
    corners: [Vector3<f64>; 3],
    slope: [f64; 2],
    sense: f64,
}

impl ProjectedTriangle {
    fn new(corners: [Vector3<f64>; 3]) -> Self {
        let [a, b, c] = corners;
        let normal = (b - a).cross(&(c - a));
        let edge = |from: &Vector3<f64>, to: &Vector3<f64>| [to.x - from.x, to.y - from.y];
        Self {
            corner: a,
            edges: [edge(&a, &b), edge(&b, &c), edge(&c, &a)],
            corners,
            slope: [-normal.x / normal.z, -normal.y / normal.z],
            sense: normal.z.signum(),
        }
    }

    /// Points on an edge belong to it: the neighbour gives the same height there.
    #[inline]
    fn entry(&self, x: f64, y: f64) -> Option<f64> {
        for (edge, from) in self.edges.iter().zip(&self.corners) {
            let side = edge[0] * (y - from.y) - edge[1] * (x - from.x);
            if side * self.sense < 0.0 {
                return None;
            }
        }
        let (dx, dy) = (x - self.corner.x, y - self.corner.y);
        Some(self.corner.z + self.slope[0] * dx + self.slope[1] * dy)
    }
}

fn bounds_of(points: &[Vector3<f64>]) -> Bounds {
    let empty = (f64::INFINITY, f64::NEG_INFINITY);
    let grow = |(low, high): (f64, f64), value: f64| (low.at_most(value), high.at_least(value));
    let start = Bounds { x: empty, y: empty, bottom: f64::INFINITY };
    points.iter().fold(start, |bounds, point| Bounds {
        x: grow(bounds.x, point.x),
        y: grow(bounds.y, point.y),
        bottom: bounds.bottom.at_most(point.z),
    })
}
