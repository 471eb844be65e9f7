//! Forces of the soil on bodies, and what a commit would change: a pure function of the field and
//! of how the bodies lie and move.
//!
//! | stage | equation (Krenn and Hirzinger 2008) | where |
//! |---|---|---|
//! | lower envelope over the nodes, footprint | fig. 5 | `envelope`, `footprint` |
//! | contour U, area A, width b* = 2 A/U | (2) | `contour`, `stiffen` |
//! | centrality γ | (3) | `centrality` |
//! | pressure p = γ (k_c/b* + k_φ) zⁿ, elastic when unloaded | (1), (4) | `law::Pressing` |
//! | sinkage and bulldozing resistance | (5), (6) | `stress` |
//! | friction, built up by Janosi and Hanamoto's law | (7) | `law::Sliding` |
//! | displaced soil and where it goes, at a commit | (8) to (11) | `deposition` |
//! | slopes that are too steep, at a commit | (12), (13) | `erosion` |

use super::Node;
use super::bed::SoilBed;
use super::bits::Bits;
use super::centrality::{Kernel, centrality};
use super::envelope::Envelope;
use super::executor::Executor;
use super::field::Field;
use super::footprint::{Run, Runs};
use super::law::{Pressing, Pressure, Shear, Sliding};
use super::parameters::{Sampling, ScmVariant, ShearLaw, ShearPlace, Soil};
use super::print::{Mark, NodeContact, Print};
use super::reaction::{BodyOnSoil, Parts, Reaction, SoilContactError};
use super::shape::RasterKind;
use super::tangent::{Answers, PointTangent};
use super::tile::{Tile, place};
use super::tread::TipStrength;
use super::window::{HeightWindow, Rect};
use super::{bed::Derived, metres};
use crate::math::real::{self, Bounded};
use crate::math::spatial::Force;
use crate::terrain::NoGround;
use nalgebra::Vector3;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Scratch for evaluations of one bed, without meaning between them but for the last one, which a
/// commit takes.
#[derive(Debug, Default)]
pub struct Scratch {
    workspaces: Vec<Mutex<FootprintWorkspace>>,
    reactions: Vec<Reaction>,
    bodies: usize,
    pub(super) commit: super::commit::CommitWorkspace,
}

/// Scratch of one body.
#[derive(Debug, Default)]
pub(super) struct FootprintWorkspace {
    window: HeightWindow,
    envelope: Envelope,
    pub(super) print: Print,
    /// Connected pieces of what bears.
    runs: Runs,
    kernel: Kernel,
    gamma: Vec<f64>,
    weighed: Weighed,
    mask: Bits,
    smooth: Bits,
    reaction: Reaction,
    fault: Option<SoilContactError>,
}

/// What follows from the shape of a footprint alone, and of which footprint it is.
#[derive(Debug, Default)]
struct Weighed {
    runs: Vec<Run>,
    /// Spacing and variant of the model.
    bed: Option<(f64, ScmVariant)>,
    pieces: Vec<FootprintPiece>,
    /// Centralities, node by node of piece by piece.
    gammas: Vec<f64>,
}

/// A connected piece of a footprint: its area, m², and the length of its contour, m.
#[derive(Clone, Copy, Debug)]
struct FootprintPiece {
    area: f64,
    contour: f64,
}

impl Weighed {
    fn is_of(&self, bed: &SoilBed, runs: &Runs) -> bool {
        self.runs == runs.runs && self.bed == Some((bed.spacing(), *bed.recipe()))
    }

    fn begin(&mut self, bed: &SoilBed, runs: &Runs) {
        self.runs.clone_from(&runs.runs);
        self.bed = Some((bed.spacing(), *bed.recipe()));
        self.pieces.clear();
        self.gammas.clear();
    }
}

impl Scratch {
    /// Scratch for a bed that is not used yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// What the soil did to each body in the last evaluation.
    pub fn reactions(&self) -> &[Reaction] {
        &self.reactions
    }

    /// The nodes that bear a body in the last evaluation, row by row, each with the height of the body there
    /// (m) and the pressure (Pa).
    pub fn bearing(&mut self, body: usize, mut each: impl FnMut(super::Node, f64, f64)) {
        let Some(workspace) = self.workspaces.get_mut(body).filter(|_| body < self.bodies) else {
            return;
        };
        let workspace = workspace.get_mut().unwrap_or_else(PoisonError::into_inner);
        for contact in workspace.print.contacts.iter().filter(|contact| contact.bears) {
            each(contact.node, contact.below, contact.pressure);
        }
    }

    fn prepare(&mut self, bodies: usize) {
        while self.workspaces.len() < bodies {
            self.workspaces.push(Mutex::default());
        }
        self.bodies = bodies;
        self.reactions.clear();
    }

    /// The scratch of the last evaluation, and that of the commit.
    pub(super) fn parts(
        &mut self,
    ) -> (&mut [Mutex<FootprintWorkspace>], &mut super::commit::CommitWorkspace) {
        let bodies = self.bodies.min(self.workspaces.len());
        (&mut self.workspaces[..bodies], &mut self.commit)
    }
}

impl SoilBed {
    /// What the soil does to bodies that lie and move so, `elapsed` seconds after the last commit.
    /// Changes nothing but `scratch`, whose content a [`Self::commit`] can take.
    pub fn evaluate(
        &self,
        field: &Field,
        bodies: &[BodyOnSoil<'_>],
        elapsed: f64,
        with_tangent: bool,
        executor: &dyn Executor,
        scratch: &mut Scratch,
    ) -> Result<(), SoilContactError> {
        let each = |number: usize| bodies[number];
        self.evaluate_each(field, (bodies.len(), &each), elapsed, with_tangent, executor, scratch)
    }

    /// The same for so many bodies, each as a function of its number says.
    pub fn evaluate_each<'a>(
        &self,
        field: &Field,
        (count, each): (usize, &(dyn Fn(usize) -> BodyOnSoil<'a> + Sync)),
        elapsed: f64,
        with_tangent: bool,
        executor: &dyn Executor,
        scratch: &mut Scratch,
    ) -> Result<(), SoilContactError> {
        scratch.prepare(count);
        let workspaces = &scratch.workspaces;
        executor.run(count, &|number| {
            if let Some(workspace) = workspaces.get(number) {
                let body = &each(number);
                let mut workspace = entered(workspace);
                let task = SoilTask { bed: self, field, body, elapsed, with_tangent, number };
                workspace.fault = task.assess(&mut workspace).err();
            }
        });
        for workspace in workspaces.iter().take(count) {
            let workspace = entered(workspace);
            if let Some(fault) = workspace.fault {
                scratch.reactions.clear();
                scratch.bodies = 0;
                return Err(fault);
            }
            scratch.reactions.push(workspace.reaction);
        }
        Ok(())
    }

    /// The longest time in which no body moves further than half a spacing over the soil, s.
    pub fn longest(&self, bodies: &[BodyOnSoil<'_>]) -> f64 {
        let fastest = bodies.iter().map(BodyOnSoil::fastest).fold(0.0, f64::max);
        0.5 * self.spacing() / fastest
    }
}

impl BodyOnSoil<'_> {
    /// A speed that no point of the shape exceeds in a direction that matters to soil, m/s.
    pub fn fastest(&self) -> f64 {
        match &self.shape.kind {
            // A smooth wheel may spin as it likes: its shape stays where it is.
            RasterKind::Wheel { centre, axis, radius, grousers: None, .. } => {
                let axis = self.axes * axis;
                let swing = self.rate - axis * self.rate.dot(&axis);
                let arm = self.axes * centre;
                (self.velocity + self.rate.cross(&arm)).norm() + swing.norm() * radius
            }
            RasterKind::Wheel { .. }
            | RasterKind::Ball { .. }
            | RasterKind::Box { .. }
            | RasterKind::Mesh(_) => self.velocity.norm() + self.rate.norm() * self.shape.reach(),
        }
    }
}

/// The scratch, whatever became of who was in it before.
pub(super) fn entered(workspace: &Mutex<FootprintWorkspace>) -> MutexGuard<'_, FootprintWorkspace> {
    workspace.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One body on one field.
struct SoilTask<'a> {
    bed: &'a SoilBed,
    field: &'a Field,
    body: &'a BodyOnSoil<'a>,
    elapsed: f64,
    with_tangent: bool,
    number: usize,
}

/// What a wheel does as a whole.
#[derive(Clone, Copy)]
struct WheelSlip {
    /// |slip|, from 0 to 1.
    slip: f64,
    /// Way over the ground by way of the rim.
    advance: f64,
    /// The level direction across the axle; east where there is none.
    ahead: Vector3<f64>,
}

/// Nodes that bodies touched at the last commit, to be asked for in order.
struct Covered<'a> {
    nodes: &'a [Node],
    /// Where the last one was found, or would be, and the next may be.
    next: usize,
}

impl Covered<'_> {
    #[inline]
    fn has(&mut self, node: Node) -> bool {
        let rest = &self.nodes[self.next..];
        if rest.first() == Some(&node) {
            self.next += 1;
            return true;
        }
        let found = rest.binary_search(&node);
        self.next += found.map_or_else(|place| place, |place| place + 1);
        found.is_ok()
    }
}

impl SoilTask<'_> {
    fn assess(&self, workspace: &mut FootprintWorkspace) -> Result<(), SoilContactError> {
        workspace.print.clear(Rect::default());
        workspace.reaction = Reaction::default();
        self.demand_finite()?;
        let bounds = workspace.envelope.place(self.body);
        let recipe = self.bed.recipe();
        let half = match (&self.body.shape.kind, recipe.sampling) {
            (RasterKind::Mesh(_), Sampling::Vertices) => 0.5 * self.bed.spacing(),
            (RasterKind::Mesh(_), Sampling::Raster)
            | (RasterKind::Wheel { .. } | RasterKind::Ball { .. } | RasterKind::Box { .. }, _) => {
                0.0
            }
        };
        let wide = |(low, high): (f64, f64)| (low - half, high + half);
        let rect = Rect::within(self.bed.spacing(), wide(bounds.x), wide(bounds.y));
        let rect = rect.ok_or(SoilContactError::TooMany {
            body: self.number,
            most: super::window::NODE_LIMIT,
        })?;
        workspace.window.gather(self.bed, self.field, rect, bounds.bottom);
        if bounds.bottom >= workspace.window.top {
            return Ok(());
        }
        let (spacing, top) = (self.bed.spacing(), workspace.window.top);
        workspace.envelope.draw(self.body, spacing, rect, top, recipe.sampling);
        self.touch(workspace)?;
        let bearing =
            workspace.print.contacts.iter().enumerate().filter(|(_, contact)| contact.bears);
        workspace.runs.label(bearing.map(|(number, contact)| (number, contact.node)));
        // While a step is solved the footprint mostly stays as it is.
        if !workspace.weighed.is_of(self.bed, &workspace.runs) {
            self.weigh(workspace);
        }
        self.stiffen(workspace);
        self.load(workspace);
        Ok(())
    }

    fn demand_finite(&self) -> Result<(), SoilContactError> {
        let BodyOnSoil { position, axes, velocity, rate, .. } = self.body;
        let numbers = position.iter().chain(axes.iter()).chain(velocity.iter()).chain(rate.iter());
        let mut all = numbers.chain([&self.elapsed]);
        if all.all(|value| value.is_finite()) {
            Ok(())
        } else {
            Err(SoilContactError::NotFinite { body: self.number })
        }
    }

    /// Finds the nodes that lie higher than the body.
    fn touch(&self, workspace: &mut FootprintWorkspace) -> Result<(), SoilContactError> {
        let rect = workspace.envelope.rect;
        workspace.print.clear(rect);
        let window = &workspace.window;
        let (mut absent, mut touching) = (None, false);
        let mut covered = Covered { nodes: &self.field.covered, next: 0 };
        for row in 0..rect.rows {
            let over = (rect.first.row - window.rect.first.row + row) as usize
                * window.rect.columns as usize
                + (rect.first.column - window.rect.first.column) as usize;
            let this = row as usize * rect.columns as usize;
            let count = rect.columns as usize;
            let heights = &window.heights[over..over + count];
            let bodies = &workspace.envelope.heights[this..this + count];
            for (column, (height, below)) in heights.iter().zip(bodies).enumerate() {
                if *height <= OUTSIDE_HEIGHT && below.is_finite() {
                    absent = Some(rect.first.shifted(row, column as i32));
                }
                if below >= height {
                    let held = || {
                        let place = self.bed.place(rect.first.shifted(row, column as i32));
                        workspace.envelope.holds(place, *height)
                    };
                    if self.bed.recipe().held_tread && held() {
                        workspace.print.marks[this + column] = Mark::Holds;
                        workspace.print.holding = true;
                    }
                    continue;
                }
                touching = true;
                let node = rect.first.shifted(row, column as i32);
                let tile = workspace.window.tile(self.field, node);
                let place = (node, *below, this + column);
                if let Some(contact) = self.contact(tile, place, &workspace.envelope, &mut covered)
                {
                    workspace.print.marks[this + column] = Mark::Touches;
                    workspace.print.contacts.push(contact);
                }
            }
        }
        match absent {
            Some(node) if touching => {
                let (x, y) = self.bed.place(node);
                Err(SoilContactError::OffMap {
                    body: self.number,
                    error: NoGround::Outside { x, y },
                })
            }
            _ => Ok(()),
        }
    }

    #[inline]
    fn contact(
        &self,
        tile: Option<&Tile>,
        (node, below, index): (Node, f64, usize),
        envelope: &Envelope,
        covered: &mut Covered<'_>,
    ) -> Option<NodeContact> {
        let tile = tile?;
        let at = place(node);
        if !tile.is_soil(at) {
            return None;
        }
        let (x, y) = self.bed.place(node);
        let point = Vector3::new(x, y, below);
        let facing = envelope.normal(self.body, index, &point, self.bed.recipe().sampling);
        let normal = envelope.treaded(index, &facing, self.slid(tile, at, index, envelope));
        let mut contact = NodeContact {
            node,
            below,
            normal,
            facing,
            on_tread: envelope.has_tread(),
            soil: tile.soil[at],
            bears: false,
            firm: below < metres(tile.firm[at]),
            crust: f64::NEG_INFINITY,
            surface: metres(tile.height[at]),
            yields: false,
            plastic: metres(tile.plastic[at]),
            yielding: tile.yielding[at],
            shear: tile.shear[at],
            path: tile.path[at],
            moved: 0,
            modulus: 0.0,
            pressure: 0.0,
        };
        if tile.height[at] > tile.firm[at] {
            self.meet_loose(&mut contact, metres(tile.crust[at]), &point, covered);
        }
        contact.bears = contact.firm || contact.crust > below;
        Some(contact)
    }

    /// Whether a wheel with a tread has slid back over a node or ahead, from -1 to 1, as its shear shows: by
    /// its direction, but for shear of less than a share of the soil's strength, so that what is parked
    /// does not let go of one flank or the other at every breath.
    #[inline]
    fn slid(&self, tile: &Tile, at: usize, index: usize, envelope: &Envelope) -> f64 {
        let held = self.bed.recipe().held_tread;
        let ahead = envelope.ahead_of_tread(index, tile.shear[at]).filter(|_| held);
        let (Some(ahead), Some((soil, derived))) = (ahead, self.bed.soil(tile.soil[at])) else {
            return 0.0;
        };
        let [east, north] = tile.shear[at];
        let strength = soil.cohesion + tile.yielding[at] * derived.friction;
        let least = MOBILISED_SHARE * strength / soil.shear_stiffness;
        let length = (east * east + north * north).sqrt().at_least(least);
        if length > 0.0 { ahead / length } else { 0.0 }
    }

    /// Loose soil that has slumped against a body does not press it: only what the body itself has
    /// entered since the last commit does.
    fn meet_loose(
        &self,
        contact: &mut NodeContact,
        crust: f64,
        point: &Vector3<f64>,
        covered: &mut Covered<'_>,
    ) {
        contact.crust = crust;
        if !covered.has(contact.node) {
            let arm = point - self.body.position;
            let velocity = self.body.velocity + self.body.rate.cross(&arm);
            let inward = -velocity.dot(&contact.normal);
            let entered =
                (inward * self.elapsed).at_least(0.0) / contact.normal.z.at_least(LEAST_NORMAL_Z);
            contact.crust = crust.at_most(contact.below + entered);
            contact.surface = contact.surface.at_most(contact.crust);
        }
    }

    /// Areas, contours and centralities of the connected pieces.
    fn weigh(&self, workspace: &mut FootprintWorkspace) {
        let recipe = self.bed.recipe();
        let spacing = self.bed.spacing();
        let FootprintWorkspace { runs, kernel, gamma, mask, smooth, weighed, .. } = workspace;
        weighed.begin(self.bed, runs);
        for piece in 0..runs.pieces() {
            mask.draw(runs.piece(piece));
            let area = f64::from(mask.count()) * spacing * spacing;
            let mut contour = recipe.contour.length(mask, spacing);
            if recipe.clean_up && mask.is_ragged() {
                smooth.smooth(mask);
                // A print that smoothing would wipe out is thin, not ragged.
                if 2 * smooth.count() > mask.count() {
                    contour = recipe.contour.length(smooth, spacing);
                }
            }
            centrality(kernel, recipe.centrality_exponent, runs.piece(piece), gamma);
            weighed.pieces.push(FootprintPiece { area, contour });
            weighed.gammas.extend_from_slice(gamma);
        }
    }

    /// Moduli of all nodes, by width and centrality.
    fn stiffen(&self, workspace: &mut FootprintWorkspace) {
        let FootprintWorkspace { runs, weighed, print, reaction, .. } = workspace;
        let footprint = &mut reaction.footprint;
        let mut gammas = weighed.gammas.iter();
        footprint.nodes = gammas.len();
        footprint.pieces = weighed.pieces.len();
        for (piece, &FootprintPiece { area, contour }) in weighed.pieces.iter().enumerate() {
            // b* = 2 A/U (eq. 2).
            let width = 2.0 * area / contour;
            footprint.area += area;
            footprint.contour += contour;
            footprint.width += area * width;
            let nodes = runs.piece(piece).flat_map(|run| run.nodes());
            for ((number, _), gamma) in nodes.zip(&mut gammas) {
                let contact = &mut print.contacts[number];
                let Some((soil, _)) = self.bed.soil(contact.soil) else { continue };
                // γ (k_c/b* + k_φ) (eqs 1, 3, 4).
                let modulus = soil.cohesive / width + soil.frictional;
                let least = MODULUS_FLOOR * soil.frictional;
                footprint.softened += usize::from(modulus < least);
                contact.modulus = gamma * modulus.at_least(least);
            }
        }
    }

    /// Stresses of all nodes, and their sum.
    fn load(&self, workspace: &mut FootprintWorkspace) {
        let rolling = self.rolling();
        let mut sum = Sum::default();
        let FootprintWorkspace { print, window, reaction, .. } = workspace;
        for contact in print.contacts.iter_mut().filter(|contact| contact.bears) {
            let Some((soil, derived)) = self.bed.soil(contact.soil) else { continue };
            let Some(tile) = window.tile(self.field, contact.node) else { continue };
            let at = place(contact.node);
            let ground = NodeGround {
                soil,
                derived,
                level: metres(tile.level(at)),
                deepest: metres(tile.level(at) - tile.floor[at]),
                found: metres(tile.origin[at]),
                risen: metres(tile.level(at).max(tile.crust[at]) - tile.origin[at]),
            };
            self.stress(contact, &ground, &rolling, reaction, &mut sum);
        }
        let footprint = &mut reaction.footprint;
        if footprint.area > 0.0 {
            footprint.width /= footprint.area;
        }
        let excess = sum.tread.excess();
        sum.pressure -= sum.tread.force * excess;
        sum.moment -= sum.tread.moment * excess;
        reaction.power[0] -= sum.tread.power * excess;
        reaction.work[0] -= sum.tread.power * excess * self.elapsed;
        let Sum { pressure, friction, moment, heaped, .. } = sum;
        reaction.parts = Parts {
            heaped,
            sinkage: Vector3::new(0.0, 0.0, pressure.z),
            bulldozing: Vector3::new(pressure.x, pressure.y, 0.0),
            friction,
        };
        reaction.wrench = Force { moment, force: pressure + friction };
        reaction.tangent = sum.answers.tangent();
    }

    #[inline]
    fn stress(
        &self,
        contact: &mut NodeContact,
        ground: &NodeGround<'_>,
        rolling: &WheelSlip,
        reaction: &mut Reaction,
        sum: &mut Sum,
    ) {
        let soil = ground.soil;
        let normal = contact.normal;
        let (x, y) = self.bed.place(contact.node);
        let arm = Vector3::new(x, y, contact.below) - self.body.position;
        let velocity = self.body.velocity + self.body.rate.cross(&arm);
        let inward = -velocity.dot(&normal);
        let pressing = Pressing {
            modulus: contact.modulus * rate_factor(soil, inward),
            exponent: soil.exponent + soil.slip_exponent * rolling.slip,
            sinkage: ground.level - contact.below,
            plastic: contact.plastic,
            yielding: contact.yielding,
            deepest: ground.deepest,
        };
        let flat = normal.z.at_least(LEAST_NORMAL_Z);
        let sunk = inward * self.elapsed / flat;
        let (pressure, pressed) = self.pressure(contact, &pressing, soil, sunk);
        let damped = pressure.stress + soil.damping * inward;
        let sigma = damped.at_least(0.0);
        contact.pressure = sigma;
        // Along steep walls a node stands for a large area, but not for any.
        let square = self.bed.spacing() * self.bed.spacing();
        let area = square / flat;
        let sliding = velocity + normal * inward;
        let shear = self.shear(contact, ground, rolling, sigma, &sliding, flat);
        contact.shear = [shear.elastic.x, shear.elastic.y];
        contact.path = shear.path;
        // Sinkage and bulldozing resistance are the vertical and level parts of the push (eqs 5, 6), the drag is
        // friction (eq. 7).
        let drag = shear.stress * -area;
        let push = normal * (sigma * area);
        if self.bed.recipe().held_tread && contact.on_tread {
            let facing = contact.facing.z.at_least(LEAST_NORMAL_Z);
            let plain = self.bed.spacing() * self.bed.spacing() / facing;
            let direction = (plain, &rolling.ahead);
            sum.tread.add(contact, ground, &push, &drag, direction, (&arm, &velocity));
        }
        sum.add(&push, &drag, &arm);
        if ground.risen > 0.0 {
            // Shares of the depth stand for shares of the pressure.
            let entered = ground.found + ground.risen - contact.below;
            let share = ground.risen / entered.at_least(ground.risen);
            sum.heaped += Vector3::new(push.x, push.y, 0.0) * share;
        }
        reaction.power[0] += push.dot(&velocity);
        reaction.power[1] += drag.dot(&velocity);
        reaction.work[0] -= square * (pressed + (sigma - pressure.stress) * sunk);
        reaction.work[1] -= area * shear.sheared;
        let footprint = &mut reaction.footprint;
        // Without a loose layer the level rises with all soil that was ever brought, however often it
        // was pressed: z of the law, but no depth.
        footprint.sinkage =
            footprint.sinkage.at_least(ground.level.at_most(ground.found) - contact.below);
        footprint.pressure = footprint.pressure.at_least(sigma);
        if self.with_tangent {
            let damping = if damped > 0.0 { soil.damping } else { 0.0 };
            let [ahead, across] = shear.slopes.map(|slope| slope * self.elapsed);
            sum.answers.add(&PointTangent {
                arm: &arm,
                normal: &normal,
                along: &shear.stress.try_normalize(0.0).unwrap_or(Vector3::zeros()),
                stiffness: pressure.slope * area / flat,
                damping: [damping, ahead, across].map(|answer| answer * area),
            });
        }
    }

    /// Pressure of firm and of loose soil, the greater of them, and what it leaves behind; with what that took
    /// over the last part of the sinkage (m), J/m².
    #[inline]
    fn pressure(
        &self,
        contact: &mut NodeContact,
        pressing: &Pressing,
        soil: &Soil,
        sunk: f64,
    ) -> (Pressure, f64) {
        let (mut greater, mut pressed) = (Pressure::NONE, 0.0);
        if contact.firm {
            greater = pressing.pressure(soil);
            pressed = pressing.pressed(soil, &greater, sunk);
            contact.yields = greater.yields;
            if greater.yields {
                contact.plastic = greater.plastic;
                contact.yielding = greater.stress;
            }
        }
        if contact.crust > contact.below {
            let plastic = (contact.crust - contact.surface).at_least(0.0);
            let borne =
                if plastic > 0.0 { real::pow_of_positive(plastic, pressing.exponent) } else { 0.0 };
            let above = Pressing {
                sinkage: contact.crust - contact.below,
                plastic,
                yielding: pressing.modulus * borne,
                deepest: f64::INFINITY,
                ..*pressing
            };
            let loose = above.pressure(soil);
            contact.surface = contact.crust - loose.plastic;
            if loose.stress > greater.stress {
                (greater, pressed) = (loose, above.pressed(soil, &loose, sunk));
            }
        } else {
            contact.surface = contact.below;
        }
        (greater, pressed)
    }

    #[inline]
    fn shear(
        &self,
        contact: &NodeContact,
        ground: &NodeGround<'_>,
        rolling: &WheelSlip,
        sigma: f64,
        sliding: &Vector3<f64>,
        flat: f64,
    ) -> Shear {
        let soil = ground.soil;
        let [east, north] = contact.shear;
        let normal = &contact.normal;
        // What is kept is the horizontal part of a vector along the surface.
        let up = -(east * normal.x + north * normal.y) / flat;
        let recipe = self.bed.recipe();
        let scale = match recipe.friction {
            ShearLaw::Coulomb => 0.0,
            ShearLaw::Janosi => soil.shear_displacement,
        };
        let counted = match recipe.shear_place {
            ShearPlace::Soil => 1.0,
            ShearPlace::Rim => (rolling.advance / flat).at_most(RIM_SHEAR_LIMIT),
        };
        // min(μ p, c + p tan φ) (eq. 7).
        let limit =
            (soil.body_friction * sigma).at_most(soil.cohesion + sigma * ground.derived.friction);
        Sliding {
            elastic: Vector3::new(east, north, up),
            path: contact.path,
            slid: sliding * self.elapsed,
            counted,
            limit: if sigma > 0.0 { limit } else { 0.0 },
            scale,
            stiffness: soil.shear_stiffness,
        }
        .shear()
    }

    fn rolling(&self) -> WheelSlip {
        let (centre, axis, radius) = match &self.body.shape.kind {
            RasterKind::Wheel { centre, axis, radius, .. } => (centre, axis, radius),
            RasterKind::Ball { .. } | RasterKind::Box { .. } | RasterKind::Mesh(_) => {
                return WheelSlip { slip: 0.0, advance: 1.0, ahead: Vector3::x() };
            }
        };
        let axis = self.body.axes * axis;
        let Some(ahead) = axis.cross(&Vector3::z()).try_normalize(1e-6) else {
            return WheelSlip { slip: 0.0, advance: 1.0, ahead: Vector3::x() };
        };
        let arm = self.body.axes * centre;
        let hub_speed = (self.body.velocity + self.body.rate.cross(&arm)).dot(&ahead);
        let rim = radius * self.body.rate.dot(&axis);
        let faster = hub_speed.abs().at_least(rim.abs());
        let slip = (rim - hub_speed).abs() / (faster + STANDSTILL_SPEED);
        let advance = (hub_speed.abs() + STANDSTILL_SPEED) / (rim.abs() + STANDSTILL_SPEED);
        WheelSlip { slip: slip.at_most(1.0), advance, ahead }
    }
}

pub(super) struct NodeGround<'a> {
    pub(super) soil: &'a Soil,
    pub(super) derived: &'a Derived,
    level: f64,
    deepest: f64,
    /// The ground as found, and how far above it sinkage is measured from, m.
    found: f64,
    risen: f64,
}

#[derive(Default)]
struct Sum {
    pressure: Vector3<f64>,
    friction: Vector3<f64>,
    moment: Vector3<f64>,
    heaped: Vector3<f64>,
    tread: TipStrength,
    answers: Answers,
}

impl Sum {
    #[inline]
    fn add(&mut self, push: &Vector3<f64>, drag: &Vector3<f64>, arm: &Vector3<f64>) {
        self.pressure += push;
        self.friction += drag;
        self.moment += arm.cross(&(push + drag));
    }
}

#[inline]
fn rate_factor(soil: &Soil, inward: f64) -> f64 {
    match soil.rate {
        Some(rate) if inward > 0.0 => {
            1.0 + rate.share * real::ln(1.0 + inward / rate.reference_speed)
        }
        _ => 1.0,
    }
}

/// Least n_z by which the true area of a node is computed: 84°, a tenfold area. Chosen.
const LEAST_NORMAL_Z: f64 = 0.1;
/// Share of its strength from which on shear shows which way a wheel slides. Chosen.
const MOBILISED_SHARE: f64 = 0.3;
/// Stiffness is at least this share of k_φ, whatever k_c/b* takes away: k_c may be negative (table 1,
/// DLR-D). Chosen; what it softens is counted in `softened`.
const MODULUS_FLOOR: f64 = 1e-3;
/// Heights below this are those of nodes outside the terrain, m: deeper than any planet's relief.
const OUTSIDE_HEIGHT: f64 = -1e8;
/// Speed added to those that slip divides by, m/s: what is far slower stands still and has no slip.
/// Chosen.
const STANDSTILL_SPEED: f64 = 1e-6;
/// Limit of the ratio of hub to rim speed by which a rim's shear displacement counts more than the
/// soil's. Chosen: it is reached by a wheel that is dragged with its brake on.
const RIM_SHEAR_LIMIT: f64 = 10.0;
