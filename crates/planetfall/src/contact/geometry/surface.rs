//! A surface of flat triangles near a shape.
//!
//! It need not know which triangles are neighbours: those that hold the foot of a contact are found
//! by asking which ones lie there.

use super::flat::Flat;
use crate::terrain::Facet;
use nalgebra::Vector3;

/// Triangles of one connected ground or solid.
#[derive(Debug, Default)]
pub(super) struct TriangleSurface {
    faces: Vec<Face>,
    edges: Vec<[Vector3<f64>; 2]>,
    /// The faces on both sides of each; one where the surface ends.
    beside: Vec<(usize, Option<usize>)>,
    corners: Vec<Vector3<f64>>,
    /// Where the feet are looked for.
    spot: Spot,
    chosen: Option<Chosen>,
    /// Faces that feet may lie on.
    around: Vec<FootFace>,
    /// The edges as lines.
    lines: Vec<Line>,
    /// Whether some face leans so far from the vertical that two may bend sharply.
    steep: bool,
}

/// A wheel and the margin for which a surface has chosen what may be met.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chosen {
    pub(super) centre: Vector3<f64>,
    pub(super) axle: Vector3<f64>,
    pub(super) margin: f64,
}

/// An upright box without top and bottom: its middle and its half lengths.
#[derive(Clone, Copy, Debug, Default)]
struct Spot {
    x: f64,
    y: f64,
    east: f64,
    north: f64,
}

/// A triangle with its unit normal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    pub(super) corners: [Vector3<f64>; 3],
    pub(super) normal: Vector3<f64>,
    pub(super) facet: Facet,
    /// Of its plane from the origin along the normal, m.
    offset: f64,
    /// Whether the shape comes near its plane.
    pub(super) is_near: bool,
    /// The upright box around it: from, to, and its height.
    from: [f64; 2],
    to: [f64; 2],
    top: f64,
    /// What lies beyond each of its edges, of which the first runs from the first corner to the second.
    beyond: [Beyond; 3],
}

/// A triangle that feet may lie on, with what is asked of it for every foot.
#[derive(Clone, Copy, Debug)]
pub(super) struct FootFace {
    /// Number of the face.
    number: usize,
    /// Across each of its edges, inwards and as long as the edge.
    inward: [Vector3<f64>; 3],
    /// How far beyond each edge still is on it, times the edge's length, m².
    slack: [f64; 3],
}

/// An edge as a line: where it begins, its unit vector and its length.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) from: Vector3<f64>,
    pub(super) along: Vector3<f64>,
    pub(super) length: f64,
    /// Of the faces on both sides.
    flanks: [Flank; 2],
}

/// A face beside an edge, as a plane through the edge sees it.
#[derive(Clone, Copy, Debug)]
struct Flank {
    /// Unit vector in the face, across the edge and away from it.
    inward: Vector3<f64>,
    /// How far the plane's normal may lean this way before the face rises over the plane, as a sine.
    lean: f64,
}

impl Flank {
    /// Beyond the end of the surface nothing rises.
    const NONE: Self = Self { inward: Vector3::new(0.0, 0.0, 0.0), lean: f64::INFINITY };

    /// Of a face, of which an edge runs from one corner to another with a unit vector.
    fn of(face: &Face, [from, to]: &[Vector3<f64>; 2], along: &Vector3<f64>) -> Self {
        let Some(corner) = third(face, from, to) else { return Self::NONE };
        let (offset, other) = (corner - from, corner - to);
        let across = offset - along * along.dot(&offset);
        let depth = across.norm();
        if depth <= 0.0 {
            return Self::NONE;
        }
        // What a foot between both corners allows at most, and as much again for round-off.
        let slack = rise_allowed(most(offset.norm(), other.norm()));
        Self { inward: across / depth, lean: 2.0 * slack / depth }
    }
}

impl Line {
    fn new(edge: &[Vector3<f64>; 2], faces: [Option<&Face>; 2]) -> Self {
        let [from, to] = edge;
        let length = (to - from).norm();
        let along = (to - from) / length;
        let [own, other] = faces;
        let flanks = [
            own.map_or(Flank::NONE, |face| Flank::of(face, edge, &along)),
            other.map_or(Flank::NONE, |face| Flank::of(face, &[*to, *from], &along)),
        ];
        Self { from: *from, along, length, flanks }
    }

    /// Whether a face beside it rises over the plane through it with a normal: then nothing that stands on the other
    /// side of the plane meets the edge. [`TriangleSurface::behind_on_ground`] says so too, and costs more.
    #[inline]
    pub(super) fn rises_over(&self, normal: &Vector3<f64>) -> bool {
        self.flanks.iter().any(|flank| flank.inward.dot(normal) > flank.lean)
    }
}

/// What lies beyond an edge of a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Beyond {
    /// Nobody has asked yet.
    Unknown,
    /// Nothing: the surface ends.
    Nothing,
    /// A triangle, towards which the surface does not bend outwards.
    Hollow,
    /// A triangle by its number, towards which the surface bends outwards.
    Ridge(usize),
}

/// All places nearer to a straight piece (middle, half of it as a vector) than a radius: outside of it no
/// foot of a contact can lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Capsule {
    pub(super) middle: Vector3<f64>,
    pub(super) half: Vector3<f64>,
    pub(super) radius: f64,
}

impl Capsule {
    /// For whoever does not know a smaller one.
    pub(super) fn everywhere() -> Self {
        Self { middle: Vector3::zeros(), half: Vector3::zeros(), radius: f64::INFINITY }
    }

    fn holds(&self, point: &Vector3<f64>) -> bool {
        let from = point - self.middle;
        (from - self.half * self.share(&from)).norm_squared() <= self.radius * self.radius
    }

    /// Where places of it lie that are no higher than `top`; nothing if there are none.
    fn spot(&self, top: f64) -> Option<Spot> {
        let above = (self.middle.z - self.half.z.abs() - top).max(0.0);
        let squared = self.radius * self.radius - above * above;
        // Not true of a top that is no number.
        if squared < 0.0 {
            return None;
        }
        let reach = squared.sqrt();
        let (east, north) = (self.half.x.abs() + reach, self.half.y.abs() + reach);
        Some(Spot { x: self.middle.x, y: self.middle.y, east, north })
    }

    /// Whether a straight piece between two corners reaches in (Ericson, section 5.1.9).
    fn meets(&self, from: &Vector3<f64>, to: &Vector3<f64>) -> bool {
        let (offset, start) = (to - from, from - self.middle);
        let length = offset.norm_squared();
        let along = offset.dot(&self.half);
        let (own, lean) = (self.half.norm_squared(), start.dot(&self.half));
        let across = own * length - along * along;
        let guess = if across > 0.0 {
            ((lean * length - along * start.dot(&offset)) / across).clamp(-1.0, 1.0)
        } else {
            0.0
        };
        let on_edge = ((self.half * guess - start).dot(&offset) / length).clamp(0.0, 1.0);
        self.holds(&(from + offset * on_edge))
    }

    /// Where on the straight piece, from -1 to 1, a place from its middle is nearest.
    fn share(&self, from: &Vector3<f64>) -> f64 {
        let own = self.half.norm_squared();
        if own > 0.0 { (from.dot(&self.half) / own).clamp(-1.0, 1.0) } else { 0.0 }
    }
}

impl Spot {
    /// Whether a straight piece may come in, for all that the box around it shows.
    #[inline]
    fn may_meet(&self, a: &Vector3<f64>, b: &Vector3<f64>) -> bool {
        least(a.x, b.x) <= self.x + self.east
            && most(a.x, b.x) >= self.x - self.east
            && least(a.y, b.y) <= self.y + self.north
            && most(a.y, b.y) >= self.y - self.north
    }

    /// Whether a triangle may.
    #[inline]
    fn may_hold(&self, face: &Face) -> bool {
        face.from[0] <= self.x + self.east
            && face.to[0] >= self.x - self.east
            && face.from[1] <= self.y + self.north
            && face.to[1] >= self.y - self.north
    }

    /// Whether it lies beside one of the edges of a triangle that looks up.
    #[inline]
    fn is_beside(&self, face: &Face) -> bool {
        let [a, b, c] = &face.corners;
        let beyond = |from: &Vector3<f64>, to: &Vector3<f64>| {
            let (x, y) = (to.x - from.x, to.y - from.y);
            let side = x * (self.y - from.y) - y * (self.x - from.x);
            side + (x.abs() * self.north + y.abs() * self.east)
                < -BESIDE_DISTANCE * (x.abs() + y.abs())
        };
        face.normal.z > 0.1 && (beyond(a, b) || beyond(b, c) || beyond(c, a))
    }

    #[inline]
    fn holds(&self, point: &Vector3<f64>) -> bool {
        (point.x - self.x).abs() <= self.east && (point.y - self.y).abs() <= self.north
    }

    /// No place of a triangle in here is higher: as it is nowhere, and as its plane is not.
    fn top(&self, face: &Face) -> f64 {
        let [x, y, z] = face.normal.into();
        if z < 0.1 {
            return face.top;
        }
        let corner = &face.corners[0];
        let rise = x.abs() * self.east + y.abs() * self.north;
        let plane = corner.z + (x * (corner.x - self.x) + y * (corner.y - self.y) + rise) / z;
        // Round-off of a place far from the origin.
        least(face.top, plane + 1e-9)
    }
}

/// What a foot stands on.
#[derive(Clone, Copy, Debug)]
pub(super) struct FootSupport {
    /// The facet that lies most nearly in the contact's plane.
    pub(super) facet: Facet,
    falls: bool,
    holders: usize,
}

impl FootSupport {
    /// Whether it is an edge, and not the border between triangles of one plane: what touches
    /// there touches those triangles.
    pub(super) fn is_edge(&self) -> bool {
        self.falls || self.holders < 2
    }

    /// Whether it is a corner from which the surface falls away.
    pub(super) fn is_corner(&self) -> bool {
        self.falls
    }
}

/// Distance up to which a triangle holds a point, m: round-off, with ample space.
const TOUCHING_DISTANCE: f64 = 1e-9;
/// Distance from which a place is not on a triangle, m: a hundred times [`TOUCHING_DISTANCE`], so that no
/// place falls between.
const BESIDE_DISTANCE: f64 = 1e-7;
/// Distance beside the box around a triangle from which a place is not on it, m.
const BOX_MARGIN: f64 = 2.0 * BESIDE_DISTANCE;
/// Cosine of the angle up to which two triangles bend gently: 45.6°. Chosen.
const GENTLE_COSINE: f64 = 0.7;
/// Cosine of the lean up to which all faces bend gently against each other: 22.5°, half of the angle
/// above.
const GENTLE_LEAN_COSINE: f64 = 0.924;
/// Angle by which a triangle may rise over a plane and still count as behind it, rad: corners in single
/// precision are off by as much.
const BEHIND_PLANE_ANGLE: f64 = 1e-7;

impl TriangleSurface {
    /// One with room for the triangles around most shapes.
    pub(super) fn with_capacity() -> Self {
        Self {
            faces: Vec::with_capacity(64),
            edges: Vec::with_capacity(64),
            beside: Vec::with_capacity(64),
            corners: Vec::with_capacity(64),
            spot: Spot::default(),
            chosen: None,
            around: Vec::with_capacity(64),
            lines: Vec::with_capacity(64),
            steep: false,
        }
    }

    pub(super) fn clear(&mut self) {
        self.faces.clear();
        self.edges.clear();
        self.beside.clear();
        self.chosen = None;
        self.around.clear();
        self.lines.clear();
        self.steep = false;
    }

    /// Adds a triangle, counter-clockwise from outside; one without area is left out.
    pub(super) fn push(&mut self, corners: [Vector3<f64>; 3], facet: Facet) {
        let [a, b, c] = &corners;
        if let Some(normal) = (b - a).cross(&(c - a)).try_normalize(f64::MIN_POSITIVE) {
            self.steep |= normal.z < GENTLE_LEAN_COSINE || normal.z.is_nan();
            self.faces.push(Face::new(corners, normal, facet));
        }
    }

    /// Faces whose planes a shape comes near, as [`Self::gather_ground`] has found.
    pub(super) fn near_ground(&self) -> impl Iterator<Item = (&Face, &FootFace)> {
        let around = self.around.iter().map(|ground| (&self.faces[ground.number], ground));
        around.filter(|(face, _)| face.is_near)
    }

    /// Gathers the faces that feet may lie on, and edges as lines; after [`Self::gather_edges`].
    pub(super) fn gather_ground(&mut self) {
        let Self { faces, around, spot, edges, beside, lines, .. } = self;
        lines.clear();
        lines.extend(edges.iter().zip(&*beside).map(|(edge, (own, other))| {
            Line::new(edge, [Some(&faces[*own]), other.map(|other| &faces[other])])
        }));
        let Spot { x, y, east, north } = *spot;
        let spot = Spot { x, y, east: east + BOX_MARGIN, north: north + BOX_MARGIN };
        around.clear();
        let held = faces.iter().enumerate().filter(|(_, face)| spot.may_hold(face));
        around.extend(held.map(|(number, face)| FootFace::new(number, face)));
    }

    pub(super) fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// Marks the faces whose planes a shape comes near: `gap` is that of the whole shape over a
    /// face's plane. A shape that is away from a plane is as far from all edges and corners in it. So is
    /// one that is away from the face: feet lie on the surface, within the capsule, and so no higher than
    /// the surface there.
    pub(super) fn mark_near(&mut self, margin: f64, feet: &Capsule, gap: impl Fn(&Face) -> f64) {
        let spot = feet.spot(f64::INFINITY).and_then(|spot| {
            let mut top = f64::NEG_INFINITY;
            for face in &mut self.faces {
                face.is_near = spot.may_hold(face);
                if face.is_near {
                    top = most(top, spot.top(face));
                }
            }
            feet.spot(top)
        });
        self.spot = spot.unwrap_or_default();
        for face in &mut self.faces {
            face.is_near &= spot.is_some_and(|spot| spot.may_hold(face) && !spot.is_beside(face))
                && gap(face) <= margin;
        }
    }

    /// How deep the planes of near faces are in a shape at most (`gap` is that of the whole shape over a plane), where
    /// no two faces bend by more than 45° against each other; after [`Self::mark_near`].
    pub(super) fn gentle_depth(&self, gap: impl Fn(&Face) -> f64) -> Option<f64> {
        let near = self.faces.iter().filter(|face| face.is_near);
        (!self.steep).then(|| near.fold(0.0, |depth, face| most(depth, -gap(face))))
    }

    /// Gathers the edges between near faces at which the surface bends outwards or ends, each once,
    /// but those that stay out of the capsule.
    pub(super) fn gather_edges(&mut self, feet: &Capsule) {
        self.edges.clear();
        self.beside.clear();
        for at in 0..self.faces.len() {
            if !self.faces[at].is_near {
                continue;
            }
            for side in 0..3 {
                let other = match self.beyond(at, side) {
                    Beyond::Nothing => None,
                    Beyond::Ridge(place) if place > at && self.faces[place].is_near => Some(place),
                    Beyond::Unknown | Beyond::Hollow | Beyond::Ridge(_) => continue,
                };
                let [from, to] = self.faces[at].side(side);
                if self.spot.may_meet(&from, &to) && feet.meets(&from, &to) {
                    self.edges.push([from, to]);
                    self.beside.push((at, other));
                }
            }
        }
    }

    /// What lies beyond an edge of a face.
    #[inline]
    fn beyond(&mut self, at: usize, side: usize) -> Beyond {
        if self.faces[at].beyond[side] == Beyond::Unknown {
            self.faces[at].beyond[side] = self.look_beyond(at, side);
        }
        self.faces[at].beyond[side]
    }

    fn look_beyond(&self, at: usize, side: usize) -> Beyond {
        let face = &self.faces[at];
        let [from, to] = face.side(side);
        // The neighbour runs along the same edge the other way round.
        let faces = self.faces.iter().enumerate();
        let mut neighbours = faces.filter_map(|(place, f)| Some((place, third(f, &to, &from)?)));
        let Some((place, corner)) = neighbours.next() else { return Beyond::Nothing };
        let offset = corner - from;
        let falls = face.normal.dot(&offset) < -BEHIND_PLANE_ANGLE * offset.norm();
        if falls { Beyond::Ridge(place) } else { Beyond::Hollow }
    }

    /// The same as lines; after [`Self::gather_ground`].
    pub(super) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// What the last call of [`Self::gather_edges`] found.
    pub(super) fn edges(&self) -> &[[Vector3<f64>; 2]] {
        &self.edges
    }

    /// Gathers the corners of near faces within the capsule at which an edge ends that bends outwards (from
    /// any other the surface does not fall away), each once; after [`Self::gather_edges`].
    pub(super) fn gather_corners(&mut self, feet: &Capsule) {
        let Self { faces, corners, spot, .. } = self;
        corners.clear();
        for face in faces.iter().filter(|face| face.is_near) {
            for (number, corner) in face.corners.iter().enumerate() {
                if spot.holds(corner)
                    && face.sticks_out(number)
                    && feet.holds(corner)
                    && !corners.iter().any(|other| same(other, corner))
                {
                    corners.push(*corner);
                }
            }
        }
    }

    /// What the last call of [`Self::gather_corners`] found.
    pub(super) fn corners(&self) -> &[Vector3<f64>] {
        &self.corners
    }

    /// For whom faces, edges and corners were chosen.
    pub(super) fn chosen(&self) -> Option<&Chosen> {
        self.chosen.as_ref()
    }

    pub(super) fn note_chosen(&mut self, chosen: Chosen) {
        self.chosen = Some(chosen);
    }

    /// What a foot stands on, if the surface around it lies behind the plane through it: then a
    /// shape that stands on the plane's other side meets the surface there, and not somewhere beside
    /// it.
    pub(super) fn behind(&self, foot: &Vector3<f64>, normal: &Vector3<f64>) -> Option<FootSupport> {
        support(self.faces.iter().filter(|face| face.holds(foot)), foot, normal)
    }

    /// The same for a foot that lies where they were looked for; after [`Self::gather_ground`].
    pub(super) fn behind_on_ground(
        &self,
        foot: &Vector3<f64>,
        normal: &Vector3<f64>,
    ) -> Option<FootSupport> {
        let around = self.around.iter().map(|ground| (&self.faces[ground.number], ground));
        let holders = around.filter(|(face, ground)| ground.holds(face, foot));
        support(holders.map(|(face, _)| face), foot, normal)
    }

    /// Whether no triangle is nearer to a point than `distance`. Triangles that bend only gently away
    /// from the one with this normal do not count: seen from deep below a blunt ridge each of its sides is
    /// nearer than the other, and a wheel would lose both.
    pub(super) fn none_nearer(
        &self,
        point: &Vector3<f64>,
        distance: f64,
        normal: &Vector3<f64>,
    ) -> bool {
        if !self.steep {
            return true;
        }
        let least = (distance - TOUCHING_DISTANCE).max(0.0);
        self.faces.iter().filter(|face| face.normal.dot(normal) < GENTLE_COSINE).all(|face| {
            let height = face.normal.dot(&(point - face.corners[0]));
            height.abs() >= least || (point - face.closest(point)).norm() >= least
        })
    }
}

/// By how much a corner at a distance from a foot may rise over the plane through it and still lie behind it, m.
#[inline]
fn rise_allowed(distance: f64) -> f64 {
    BEHIND_PLANE_ANGLE * distance + 1e-3 * TOUCHING_DISTANCE
}

/// What a foot on some faces stands on, if all of them lie behind a plane through it.
#[inline]
fn support<'a>(
    holders: impl Iterator<Item = &'a Face>,
    foot: &Vector3<f64>,
    normal: &Vector3<f64>,
) -> Option<FootSupport> {
    let mut best: Option<(f64, Facet)> = None;
    let (mut count, mut falls) = (0, false);
    for face in holders {
        for corner in &face.corners {
            let offset = corner - foot;
            let (rise, slack) = (normal.dot(&offset), rise_allowed(offset.norm()));
            if rise > slack {
                return None;
            }
            falls |= rise < -slack;
        }
        count += 1;
        let along = face.normal.dot(normal);
        if best.is_none_or(|(most, _)| along > most) {
            best = Some((along, face.facet));
        }
    }
    best.map(|(_, facet)| FootSupport { facet, falls, holders: count })
}

impl FootFace {
    fn new(number: usize, face: &Face) -> Self {
        let sides = [0, 1, 2].map(|number| {
            let [from, to] = face.side(number);
            to - from
        });
        let inward = sides.map(|side| face.normal.cross(&side));
        Self { number, inward, slack: sides.map(|side| TOUCHING_DISTANCE * side.norm()) }
    }

    /// Whether a point lies on its face.
    #[inline]
    fn holds(&self, face: &Face, point: &Vector3<f64>) -> bool {
        let height = face.normal.dot(&(point - face.corners[0]));
        height.abs() <= TOUCHING_DISTANCE && self.covers_at(face, point, height)
    }

    /// Whether a point of a known height over the plane lies over or under its face, along the normal; the
    /// border counts, and a hair beyond it.
    #[inline]
    pub(super) fn covers_at(&self, face: &Face, point: &Vector3<f64>, height: f64) -> bool {
        if !face.may_cover_at(point, height) {
            return false;
        }
        let inside = |number: usize| {
            let beyond = self.inward[number].dot(&(point - face.corners[number]));
            beyond >= -self.slack[number]
        };
        inside(0) && inside(1) && inside(2)
    }
}

impl Face {
    /// A triangle of a unit normal.
    pub(super) fn new(corners: [Vector3<f64>; 3], normal: Vector3<f64>, facet: Facet) -> Self {
        let [a, b, c] = &corners;
        let (low, high) = (a.inf(b).inf(c), a.sup(b).sup(c));
        Self {
            corners,
            normal,
            facet,
            offset: normal.dot(&corners[0]),
            is_near: true,
            from: [low.x, low.y],
            to: [high.x, high.y],
            top: high.z,
            beyond: [Beyond::Unknown; 3],
        }
    }

    /// Its plane.
    #[inline]
    pub(super) fn flat(&self) -> Flat {
        Flat::new(&self.normal, self.offset, self.facet)
    }

    /// The ends of an edge.
    #[inline]
    fn side(&self, number: usize) -> [Vector3<f64>; 2] {
        [self.corners[number], self.corners[if number == 2 { 0 } else { number + 1 }]]
    }

    /// Whether one of its edges at a corner is known to bend outwards.
    #[inline]
    fn sticks_out(&self, corner: usize) -> bool {
        let bends = |side: usize| matches!(self.beyond[side], Beyond::Nothing | Beyond::Ridge(_));
        bends(corner) || bends(if corner == 0 { 2 } else { corner - 1 })
    }

    /// Whether a point lies on the triangle.
    #[inline]
    fn holds(&self, point: &Vector3<f64>) -> bool {
        // Most points are beside the box around it.
        if point.x < self.from[0] - BOX_MARGIN
            || point.x > self.to[0] + BOX_MARGIN
            || point.y < self.from[1] - BOX_MARGIN
            || point.y > self.to[1] + BOX_MARGIN
        {
            return false;
        }
        let height = self.normal.dot(&(point - self.corners[0]));
        height.abs() <= TOUCHING_DISTANCE && self.covers_at(point, height)
    }

    /// Whether a point lies over or under the triangle, along its normal; its border counts, and a
    /// hair beyond it.
    pub(super) fn covers(&self, point: &Vector3<f64>) -> bool {
        self.covers_at(point, self.normal.dot(&(point - self.corners[0])))
    }

    /// Whether a point of a known height over the plane may lie over or under the triangle, for all that the box
    /// around it shows, seen along its normal.
    #[inline]
    fn may_cover_at(&self, point: &Vector3<f64>, height: f64) -> bool {
        let x = point.x - self.normal.x * height;
        let y = point.y - self.normal.y * height;
        x >= self.from[0] - BESIDE_DISTANCE
            && x <= self.to[0] + BESIDE_DISTANCE
            && y >= self.from[1] - BESIDE_DISTANCE
            && y <= self.to[1] + BESIDE_DISTANCE
    }

    /// The same as [`Self::covers`] of a point whose height over the plane is known.
    #[inline]
    fn covers_at(&self, point: &Vector3<f64>, height: f64) -> bool {
        let [a, b, c] = &self.corners;
        // Most points are beside the box.
        if !self.may_cover_at(point, height) {
            return false;
        }
        let inside = |from: &Vector3<f64>, to: &Vector3<f64>| {
            let side = to - from;
            let beyond = side.cross(&(point - from)).dot(&self.normal);
            beyond >= 0.0
                || beyond * beyond <= TOUCHING_DISTANCE * TOUCHING_DISTANCE * side.norm_squared()
        };
        inside(a, b) && inside(b, c) && inside(c, a)
    }

    /// The point of the triangle nearest to a point (Ericson, section 5.1.5).
    pub(super) fn closest(&self, point: &Vector3<f64>) -> Vector3<f64> {
        let [a, b, c] = &self.corners;
        let (ab, ac, ap) = (b - a, c - a, point - a);
        let (d1, d2) = (ab.dot(&ap), ac.dot(&ap));
        if d1 <= 0.0 && d2 <= 0.0 {
            return *a;
        }
        let bp = point - b;
        let (d3, d4) = (ab.dot(&bp), ac.dot(&bp));
        if d3 >= 0.0 && d4 <= d3 {
            return *b;
        }
        let vc = d1 * d4 - d3 * d2;
        if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
            return a + ab * (d1 / (d1 - d3));
        }
        let cp = point - c;
        let (d5, d6) = (ab.dot(&cp), ac.dot(&cp));
        if d6 >= 0.0 && d5 <= d6 {
            return *c;
        }
        let vb = d5 * d2 - d1 * d6;
        if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
            return a + ac * (d2 / (d2 - d6));
        }
        let va = d3 * d6 - d5 * d4;
        if va <= 0.0 && d4 >= d3 && d5 >= d6 {
            return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
        }
        // Over the triangle, the foot on its plane loses no digits.
        point - self.normal * self.normal.dot(&ap)
    }
}

/// The third corner of a face that runs from one corner to another.
#[inline]
fn third<'a>(face: &'a Face, from: &Vector3<f64>, to: &Vector3<f64>) -> Option<&'a Vector3<f64>> {
    let [a, b, c] = &face.corners;
    if same(a, from) {
        same(b, to).then_some(c)
    } else if same(b, from) {
        same(c, to).then_some(a)
    } else {
        (same(c, from) && same(a, to)).then_some(b)
    }
}

/// The lesser of two numbers, without regard to what is none.
#[inline]
fn least(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// The greater of two numbers, without regard to what is none.
#[inline]
fn most(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// Equality, which a library's comparison of matrices makes dear.
#[inline]
fn same(a: &Vector3<f64>, b: &Vector3<f64>) -> bool {
    a.x == b.x && a.y == b.y && a.z == b.z
}
