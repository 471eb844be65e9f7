//! Rows of the problem: contacts, joint stops, joint friction, each as a contact of three components.
//!
//! A stop has friction zero, so that its tangential components carry nothing. Dry friction of a joint
//! is a contact whose normal impulse is h τ_f, held there by a row that nothing else moves, with
//! friction 1 and the joint along its first tangent.

use super::StepConstants;
use super::cable::CableLine;
use super::vehicle_dynamics::VehicleDynamics;
use crate::contact::Contact;
use crate::contact::nonsmooth::FrictionProblem;
use crate::dynamics::Kinematics;
use crate::dynamics::jacobian::{for_each_column, for_each_column_beyond_root};
use crate::dynamics::ltl::FactorPattern;
use crate::ground::compliant::Sinkage;
use crate::ground::cone::{ContactStep, LawConditions, SpareLaws};
use crate::ground::{CompliantGround, RigidGround};
use crate::math::rotation;
use crate::math::spatial::Twist;
use crate::state::State;
use crate::state::staging;
use crate::stepping::Evaluation;
use crate::vehicle::Rolling;
use crate::world::World;
use nalgebra::{Matrix3, Vector3};
use std::ops::Range;

/// What a row stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ConstraintKind {
    /// A contact: the contact point of the world that records it, and that of the body it rests on, if
    /// that is not the ground.
    Contact { slot: usize, other: Option<usize> },
    /// A joint's end stop.
    Stop { stiffness: f64, damping: f64 },
    /// Dry friction of a joint, N m or N.
    Rub(f64),
    /// Soil that holds a wheel back, N: dry friction of its hub along its path.
    Drag { contactor: usize, force: f64 },
    /// A cable.
    Cable,
}

/// A body that a row acts on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) vehicle: usize,
    pub(super) link: usize,
    /// Place of the contact from the anchor, m: where it was found, and where it is looked at.
    found: Vector3<f64>,
    pub(super) place: Vector3<f64>,
    /// Whether the place turns with the link; that of a round body does not.
    turns: bool,
    /// From a wheel's hub to the contact, where all but its own joint moves the contact as the hub.
    spoke: Option<Vector3<f64>>,
    /// 1, or −1 for the body that is pushed back.
    pub(super) sign: f64,
    /// Where its y begins.
    y: usize,
}

impl Side {
    /// Takes another place from the anchor, m.
    pub(super) fn put(&mut self, place: Vector3<f64>) {
        self.place = place;
    }

    /// Where a force acts on the vehicle as a whole, from the anchor, m: at the hub of a wheel that is reckoned
    /// by its own spin.
    pub(super) fn bearing(&self) -> Vector3<f64> {
        self.place - self.spoke.unwrap_or_default()
    }

    /// What the turning of all that carries a wheel would add to the velocity of its contact, m/s, where it is
    /// reckoned by its own spin.
    pub(super) fn carried_along(&self, world: &World, at: &Evaluation) -> Vector3<f64> {
        let Some(spoke) = &self.spoke else { return Vector3::zeros() };
        carrier_rate(world, at, (self.vehicle, self.link)).cross(spoke)
    }

    /// Where it is looked at, from the anchor, m.
    pub(super) fn place(&self) -> Vector3<f64> {
        self.place
    }

    /// 1, or −1 for the body that is pushed back.
    pub(super) fn sign(&self) -> f64 {
        self.sign
    }

    /// Where the contact was found, from the anchor, m, and whether that place turns with the link.
    pub(super) fn found(&self) -> (Vector3<f64>, bool) {
        (self.found, self.turns)
    }
}

/// One row.
#[derive(Clone, Debug)]
pub(super) struct ConstraintRow {
    pub(super) kind: ConstraintKind,
    /// Names it from step to step.
    pub(super) key: u64,
    /// The contact as it was found, with its velocity at the start of the step; none for joints and cables.
    pub(super) contact: Option<Contact>,
    /// Its number among the contacts, in the order in which they were found or given.
    pub(super) ordinal: Option<usize>,
    pub(super) first: Side,
    pub(super) second: Option<Side>,
    /// Normal and tangents as rows, site axes.
    pub(super) frame: Matrix3<f64>,
    /// Coordinate and multiplier of a joint.
    joint: (usize, f64),
    /// m, or rad for a stop.
    pub(super) gap: f64,
    /// Whether place, directions and velocities are those in the middle of the step, and what the turning
    /// of its directions until then adds to the gap at its end, m.
    pub(super) from_middle: bool,
    pub(super) turned: f64,
    /// Normal impulse until an impact of the body elsewhere, N s.
    pub(super) borne: f64,
    pub(super) law: Conditions,
    /// Velocity at the start of the step.
    pub(super) before: Vector3<f64>,
    /// By how much it differs from what directions of the problem say, m/s.
    pub(super) start_shift: Vector3<f64>,
    /// Velocity at the end without impulses.
    pub(super) free: Vector3<f64>,
    /// Velocity at the end that was last found, without `shift`.
    pub(super) after: Vector3<f64>,
    friction: f64,
    /// Diagonal of its block of W, without R.
    pub(super) own: Vector3<f64>,
    /// By how much the velocity at the end differs from what directions of the problem say, m/s.
    pub(super) shift: Vector3<f64>,
    /// What is added to the velocity, and to the diagonal of W.
    pub(super) bias: Vector3<f64>,
    regular: Vector3<f64>,
    /// Whether it is closed, or struck within the step.
    pub(super) reached: bool,
    /// Whether an impact throws it off.
    pub(super) bounces: bool,
    decided: bool,
    /// Piece of its curve.
    piece: usize,
    /// Rate of the gap at the end about which a law over depth is linearised in a step of second order, m/s,
    /// and the change of velocity that would put its impulse right, m/s.
    pub(super) about: f64,
    pub(super) deviation: f64,
}

/// Numbers of a row's law.
#[derive(Clone, Debug)]
pub(super) enum Conditions {
    Rigid {
        restitution: f64,
    },
    /// A curve, and the share of it that one of several points of a shape has.
    Compliant(Sinkage, f64),
    /// A law with conditions of its own, which [`ConstraintRows`] keep from step to step: a step allocates nothing.
    Law(Box<LawConditions>),
    /// A cable, which can only pull.
    Cable(CableLine),
    Joint,
}

impl Conditions {
    /// Of rigid ground, with its friction.
    pub(super) fn rigid(ground: &RigidGround) -> (f64, Self) {
        (ground.friction, Self::Rigid { restitution: ground.restitution })
    }

    /// Of ground with a curve, of which each of several points of a shape has a share.
    pub(super) fn compliant(ground: &CompliantGround, share: f64) -> (f64, Self) {
        (ground.friction, Self::Compliant(ground.sinkage.clone(), share))
    }

    /// Of a law with conditions of its own.
    pub(super) fn law(law: Box<LawConditions>) -> (f64, Self) {
        (law.friction(), Self::Law(law))
    }
}

/// All rows.
#[derive(Clone, Debug)]
pub(super) struct ConstraintRows {
    pub(super) list: Vec<ConstraintRow>,
    /// How many of them are contacts.
    contacts: usize,
    ys: Vec<Vector3<f64>>,
    scatter: Vec<Vector3<f64>>,
    /// Rows of each vehicle, ascending.
    of: Vec<Vec<usize>>,
    line: Vec<(usize, Matrix3<f64>)>,
    /// The first vehicle of each vehicle's island.
    islands: Vec<usize>,
    /// Which impulses of the last step belong to a row of this one.
    known: Vec<bool>,
    /// Of each contactor of the world.
    heirs: Vec<Heirs>,
    /// Conditions of laws that no row has now. Rows of the next step take them in the order in which they stood, so
    /// that most find what they themselves left.
    spare_laws: SpareLaws,
}

/// New contacts of a contactor, and the impulses of those that are gone, N s.
#[derive(Clone, Copy, Debug, Default)]
struct Heirs {
    count: usize,
    legacy: Vector3<f64>,
}

/// Gap up to which a new contact may take over the impulse of one that is gone, as a first guess, m.
/// Chosen: it costs or saves iterations only.
const WARM_START_DISTANCE: f64 = 1e-4;

/// Surfaces that a wheel on soil meets at once, for which memory is reserved: the ground and rocks on it.
/// Chosen; more allocate within the step.
const SURFACE_LIMIT: usize = 4;

/// Memory for the conditions of all laws of their own that the contactors of a world may meet.
fn spare_laws(world: &World) -> SpareLaws {
    let mut spare = Vec::new();
    for place in world.contactors() {
        let part = &world.vehicles()[place.vehicle].contactors[place.contactor];
        let own = |_| part.cone().and_then(|ground| ground.own_conditions()).map(Box::new);
        spare.extend((0..SURFACE_LIMIT).filter_map(own));
    }
    spare
}

/// The contactor whose contact with the ground bears a key.
fn grounded(key: u64) -> Option<usize> {
    (key >> 60 == 0).then_some((key >> 32) as usize)
}

/// Share of the friction limit below which an impulse sticks: less than one by some 1e7 units of round-off.
pub(super) const STICKING_SHARE: f64 = 1.0 - 1e-9;

/// Gap up to which a contact counts as closed at the start of a step, m. Chosen: positions kilometres
/// from the origin are rounded to 1e-12.
pub(super) const CLOSED_GAP: f64 = 1e-9;

impl ConstraintRows {
    pub(super) fn new(world: &World) -> Self {
        let most = world.vehicles().iter().map(|v| v.tree.velocities()).max().unwrap_or(0);
        Self {
            list: Vec::new(),
            contacts: 0,
            ys: Vec::new(),
            scatter: vec![Vector3::zeros(); most],
            of: vec![Vec::new(); world.vehicles().len()],
            line: Vec::new(),
            islands: vec![0; world.vehicles().len()],
            known: Vec::new(),
            heirs: vec![Heirs::default(); world.contactors().len()],
            spare_laws: spare_laws(world),
        }
    }

    /// Forgets all rows.
    pub(super) fn clear(&mut self) {
        for row in self.list.iter_mut().rev() {
            row.hand_back_law(&mut self.spare_laws);
        }
        self.list.clear();
        self.contacts = 0;
        self.of.iter_mut().for_each(Vec::clear);
    }

    /// Conditions of laws that no row has now.
    pub(super) fn spare_laws(&mut self) -> &mut SpareLaws {
        &mut self.spare_laws
    }

    /// Leaves only rows with a gap up to a limit.
    pub(super) fn retain_closed(&mut self, limit: f64) {
        self.retain(|row| row.gap <= limit);
    }

    /// Leaves only some rows.
    pub(super) fn retain(&mut self, wanted: impl Fn(&ConstraintRow) -> bool) {
        let Self { list, spare_laws, .. } = self;
        list.retain_mut(|row| {
            let stays = wanted(row);
            if !stays {
                row.hand_back_law(spare_laws);
            }
            stays
        });
        self.index();
    }

    /// Forgets all rows and takes those of the joints.
    pub(super) fn start(&mut self, world: &World, state: &State, span: StepConstants) {
        self.clear();
        for vehicle in 0..world.vehicles().len() {
            if state.discrete.mounted[vehicle] {
                continue;
            }
            self.collect_joints(world, state, vehicle, span);
        }
    }

    /// Adds a contact of the step.
    pub(super) fn add_contact(
        &mut self,
        world: &World,
        state: &State,
        now: &Evaluation,
        contact: &Contact,
        conditions: (f64, Conditions),
    ) {
        let Contact { contactor, other, .. } = *contact;
        let first = Mover::of(world, state, now, contactor);
        let slot = first.slot(contact.feature);
        let beneath = other.map(|other| Mover::of(world, state, now, other).slot(0));
        let kind = ConstraintKind::Contact { slot, other: beneath };
        // A row is large: it is made and filled where it stays, which a push would move it to.
        let (vehicle, link) = (first.vehicle, first.link);
        self.list.extend(std::iter::once_with(|| {
            ConstraintRow::new(kind, contact.key(), vehicle, link)
        }));
        let Some(row) = self.list.last_mut() else { return };
        row.ordinal = Some(self.contacts);
        self.contacts += 1;
        row.turn(&contact.normal);
        row.gap = contact.gap;
        row.first.place = contact.point - first.anchor;
        (row.first.found, row.first.turns) = (row.first.place, first.turns);
        row.first.spoke = first.spoke(world, now, contactor, &row.first.place);
        let mut velocity = first.velocity(&row.first.place);
        velocity -= row.first.carried_along(world, now);
        if let Some(other) = other {
            let second = Mover::of(world, state, now, other);
            let place = contact.point - contact.normal * contact.gap - second.anchor;
            velocity -= second.velocity(&place);
            let (vehicle, link) = (second.vehicle, second.link);
            let (turns, spoke, sign) = (second.turns, None, -1.0);
            row.second =
                Some(Side { vehicle, link, found: place, place, turns, spoke, sign, y: 0 });
        }
        row.before = row.frame * velocity;
        row.about = row.before.x;
        row.contact = Some(Contact { velocity, ..*contact });
        row.obey(conditions);
        self.index_last();
    }

    /// Adds what holds a wheel back by its hub (from the anchor, m), along a unit vector ahead.
    pub(super) fn add_drag(
        &mut self,
        (vehicle, link): (usize, usize),
        (contactor, force): (usize, f64),
        hub: Vector3<f64>,
        (ahead, speed): (Vector3<f64>, f64),
    ) {
        let key = (1 << 60) | contactor as u64;
        let mut row =
            ConstraintRow::new(ConstraintKind::Drag { contactor, force }, key, vehicle, link);
        row.frame = Matrix3::zeros();
        row.frame.set_row(1, &ahead.transpose());
        (row.first.place, row.first.found, row.first.turns) = (hub, hub, true);
        row.before.y = speed;
        row.friction = 1.0;
        self.add(row);
    }

    pub(super) fn add(&mut self, row: ConstraintRow) {
        self.list.push(row);
        self.index_last();
    }

    /// Notes the last row with its vehicles.
    fn index_last(&mut self) {
        let Self { list, of, .. } = self;
        let Some((row, before)) = list.split_last() else { return };
        row.sides().for_each(|side| of[side.vehicle].push(before.len()));
    }

    fn collect_joints(
        &mut self,
        world: &World,
        state: &State,
        vehicle: usize,
        span: StepConstants,
    ) {
        let tree = &world.vehicles()[vehicle].tree;
        let layout = world.layout();
        let q = &state.continuous[layout.positions(vehicle)];
        let v = &state.continuous[layout.velocities(vehicle)];
        for &link in tree.driven() {
            let (place, joint) = (&tree.places()[link], &tree.links()[link].joint);
            let position = place.multiplier * q[place.position] + place.offset;
            let speed = place.multiplier * v[place.velocity];
            let key = (1 << 61) | ((vehicle as u64) << 32) | ((link as u64) << 8);
            if let Some(limits) = &joint.limits {
                let near = 0.05 + 4.0 * span.h * speed.abs();
                let ends = [(1.0, position - limits.lower), (-1.0, limits.upper - position)];
                for (sign, gap) in ends.into_iter().filter(|(_, gap)| *gap < near) {
                    let kind = ConstraintKind::Stop {
                        stiffness: limits.stiffness,
                        damping: limits.damping,
                    };
                    let mut row =
                        ConstraintRow::new(kind, key + 1 + u64::from(sign > 0.0), vehicle, link);
                    row.joint = (place.velocity, sign * place.multiplier);
                    row.gap = gap;
                    row.before.x = sign * speed;
                    row.about = row.before.x;
                    self.add(row);
                }
            }
            if joint.passive.friction > 0.0 {
                let mut row = ConstraintRow::new(
                    ConstraintKind::Rub(joint.passive.friction),
                    key,
                    vehicle,
                    link,
                );
                row.joint = (place.velocity, place.multiplier);
                row.before.y = speed;
                row.friction = 1.0;
                self.add(row);
            }
        }
    }

    /// Moves the places of contacts with their links to the middle of the step, and notes by how much
    /// velocities at its end differ from those in the middle.
    pub(super) fn follow(&mut self, from: &Evaluation, last: &Evaluation, middle: &Evaluation) {
        let placed = |row: &&mut ConstraintRow| match row.kind {
            ConstraintKind::Contact { .. } | ConstraintKind::Cable => true,
            ConstraintKind::Stop { .. } | ConstraintKind::Rub(_) | ConstraintKind::Drag { .. } => {
                false
            }
        };
        for row in self.list.iter_mut().filter(placed) {
            let mut shift = Vector3::zeros();
            for side in std::iter::once(&mut row.first).chain(&mut row.second) {
                let at = |evaluation: &Evaluation| {
                    let old = &from.kinematics(side.vehicle).links[side.link];
                    let new = &evaluation.kinematics(side.vehicle).links[side.link];
                    let mut arm = side.found - old.position;
                    if side.turns {
                        arm = new.rotation * old.rotation.tr_mul(&arm);
                    }
                    let place = new.position + arm;
                    (place, new.twist.at(&place) * side.sign)
                };
                let ((_, end), (place, between)) = (at(last), at(middle));
                shift += end - between;
                side.place = place;
            }
            row.shift = row.frame * shift;
        }
    }

    /// Takes every row to y = L⁻ᵀ Jᵀ, and its velocity without impulses.
    /// Those of single bodies are seen from the middle of the step.
    pub(super) fn whiten(
        &mut self,
        world: &World,
        (now, middle): (&Evaluation, &Evaluation),
        bodies: &[VehicleDynamics],
    ) {
        let Self { list, ys, scatter, .. } = self;
        ys.clear();
        for row in list {
            (row.free, row.own) = (Vector3::zeros(), Vector3::zeros());
            let (kind, joint, frame) = (row.kind, row.joint, row.frame);
            for side in std::iter::once(&mut row.first).chain(&mut row.second) {
                let body = &bodies[side.vehicle];
                let support = body.support(side.link);
                support.iter().for_each(|&place| scatter[place] = Vector3::zeros());
                match kind {
                    ConstraintKind::Contact { .. }
                    | ConstraintKind::Drag { .. }
                    | ConstraintKind::Cable => {
                        let posed = if row.from_middle { middle } else { now };
                        side.point(world, posed, &frame, scatter);
                    }
                    ConstraintKind::Stop { .. } => scatter[joint.0].x = joint.1,
                    ConstraintKind::Rub(_) => scatter[joint.0].y = joint.1,
                }
                body.take_impulses(side.link, scatter);
                side.y = ys.len();
                for &place in support {
                    let y = scatter[place];
                    row.free += y * body.free[place];
                    row.own += y.component_mul(&y);
                    ys.push(y);
                }
            }
        }
    }

    /// Whether a vehicle has no row.
    pub(super) fn are_none_of(&self, vehicle: usize) -> bool {
        self.of[vehicle].is_empty()
    }

    /// Rows of a vehicle with their places.
    pub(super) fn of(&self, vehicle: usize) -> impl Iterator<Item = (usize, &ConstraintRow)> {
        self.of[vehicle].iter().map(|&place| (place, &self.list[place]))
    }

    /// The y of a side, in the order of its support.
    pub(super) fn side(&self, side: &Side) -> &[Vector3<f64>] {
        &self.ys[side.y..]
    }

    /// What each row demands at the end of the step.
    pub(super) fn set_conditions(&mut self, span: StepConstants) {
        self.list.iter_mut().for_each(|row| row.set_conditions(span));
    }

    /// The same at an instant, where every row is met.
    pub(super) fn meet_all(&mut self, span: StepConstants) {
        for row in &mut self.list {
            (row.reached, row.decided) = (true, true);
        }
        self.set_conditions(span);
    }

    /// Brings rows of vehicles that touch each other together.
    pub(super) fn group(&mut self) {
        let Self { list, islands, .. } = self;
        islands.iter_mut().enumerate().for_each(|(vehicle, root)| *root = vehicle);
        let mut joined = false;
        for row in list.iter() {
            let Some(second) = &row.second else { continue };
            let (a, b) = (root(islands, row.first.vehicle), root(islands, second.vehicle));
            islands[a.max(b)] = a.min(b);
            joined = true;
        }
        for vehicle in 0..islands.len() {
            islands[vehicle] = root(islands, vehicle);
        }
        let grouped =
            |rows: &[ConstraintRow]| rows.is_sorted_by_key(|row| islands[row.first.vehicle]);
        if !joined && islands.len() == 1 || grouped(list) {
            return;
        }
        list.sort_unstable_by_key(|row| (islands[row.first.vehicle], row.key));
        self.index();
    }

    /// Notes which rows each vehicle has.
    fn index(&mut self) {
        let Self { list, of, .. } = self;
        of.iter_mut().for_each(Vec::clear);
        for (place, row) in list.iter().enumerate() {
            for side in row.sides() {
                of[side.vehicle].push(place);
            }
        }
    }

    /// Rows of the island that begins at a row.
    pub(super) fn island(&self, first: usize) -> Range<usize> {
        let of = |row: &ConstraintRow| self.islands[row.first.vehicle];
        let own = of(&self.list[first]);
        let more = self.list[first..].iter().position(|row| of(row) != own);
        first..more.map_or(self.list.len(), |count| first + count)
    }

    /// The first vehicle of a vehicle's island.
    pub(super) fn first_of_island(&self, vehicle: usize) -> usize {
        self.islands[vehicle]
    }

    /// Whether a grain takes part in an island.
    pub(super) fn has_grain(&self, world: &World, island: &Range<usize>) -> bool {
        let named = world.named();
        let mut sides = self.list[island.clone()].iter().flat_map(ConstraintRow::sides);
        sides.any(|side| side.vehicle >= named)
    }

    /// Fills a problem with W = yᵀ y + R and the velocities that the conditions are about. Blocks left of
    /// the diagonal are those that earlier rows have right of it.
    pub(super) fn pose(
        &mut self,
        bodies: &[VehicleDynamics],
        island: Range<usize>,
        problem: &mut FrictionProblem,
    ) {
        problem.begin();
        let Self { list, ys, scatter, of, line, .. } = self;
        for index in island.clone() {
            let row = &list[index];
            let both = row.second.is_some();
            line.clear();
            for side in row.sides() {
                let body = &bodies[side.vehicle];
                scatter[..body.start.len()].fill(Vector3::zeros());
                let support = body.support(side.link);
                for (&place, y) in support.iter().zip(&ys[side.y..]) {
                    scatter[place] = *y;
                }
                for &other in &of[side.vehicle] {
                    // Two bodies can meet another row twice.
                    let found = |line: &[(usize, Matrix3<f64>)]| {
                        line.iter().position(|(column, _)| both && *column == other)
                    };
                    if other < index {
                        let mirror = problem.block(other - island.start, index - island.start);
                        if let (None, Some(block)) = (found(line), mirror) {
                            line.push((other, block.transpose()));
                        }
                        continue;
                    }
                    let Some(end) = list[other].sides().find(|s| s.vehicle == side.vehicle) else {
                        continue;
                    };
                    let block = product(scatter, body.support(end.link), &ys[end.y..]);
                    match found(line) {
                        Some(place) => line[place].1 += block,
                        None => line.push((other, block)),
                    }
                }
            }
            if both {
                line.sort_unstable_by_key(|(column, _)| *column);
            }
            if let Some((_, own)) = line.iter_mut().find(|(column, _)| *column == index) {
                *own += Matrix3::from_diagonal(&row.regular);
            }
            let own = line.iter().map(|(column, block)| (column - island.start, *block));
            problem.push(row.friction, row.free + row.shift + row.bias, own);
        }
    }

    /// Impulses of the last step for rows that were there. Where contacts of a contactor with the ground have
    /// changed their names, those that are new and closed share what those that are gone had; all others start
    /// from zero.
    pub(super) fn warm_start(&mut self, state: &State, reaction: &mut Vec<f64>) {
        let Self { list, known, heirs, .. } = self;
        known.clear();
        known.resize(state.reactions.len(), false);
        heirs.fill(Heirs::default());
        for row in &*list {
            let found = state.reactions.binary_search_by_key(&row.key, |(key, _)| *key);
            reaction.extend_from_slice(&found.map_or([0.0; 3], |place| state.reactions[place].1));
            match found {
                Ok(place) => known[place] = true,
                Err(_) => {
                    if let Some(contactor) = row.closed_on_ground() {
                        heirs[contactor].count += 1;
                    }
                }
            }
        }
        if heirs.iter().all(|heirs| heirs.count == 0) {
            return;
        }
        for ((key, impulse), _) in state.reactions.iter().zip(&*known).filter(|(_, known)| !**known)
        {
            if let Some(heirs) = grounded(*key).and_then(|contactor| heirs.get_mut(contactor)) {
                heirs.legacy += Vector3::from(*impulse);
            }
        }
        for (row, own) in list.iter().zip(reaction.chunks_exact_mut(3)) {
            let Some(contactor) = row.closed_on_ground() else { continue };
            if state.reactions.binary_search_by_key(&row.key, |(key, _)| *key).is_err() {
                let Heirs { count, legacy } = heirs[contactor];
                own.copy_from_slice((legacy / count.max(1) as f64).as_slice());
            }
        }
    }

    /// Adds the impulses to the vehicles' motion.
    pub(super) fn push(&self, reaction: &[f64], bodies: &mut [VehicleDynamics]) {
        for (row, impulse) in self.list.iter().zip(reaction.chunks_exact(3)) {
            let impulse = Vector3::from_column_slice(impulse);
            for side in row.sides() {
                let body = &mut bodies[side.vehicle];
                let mut z = std::mem::take(&mut body.z);
                for (&place, y) in body.support(side.link).iter().zip(&self.ys[side.y..]) {
                    z[place] += y.dot(&impulse);
                }
                body.z = z;
            }
        }
    }

    /// Takes the rows' velocities at the end from the vehicles' motion.
    pub(super) fn note_ends(&mut self, bodies: &[VehicleDynamics]) {
        let Self { list, ys, .. } = self;
        for row in list {
            let mut sum = Vector3::zeros();
            for side in row.sides() {
                let body = &bodies[side.vehicle];
                for (&place, y) in body.support(side.link).iter().zip(&ys[side.y..]) {
                    sum += y * body.z[place];
                }
            }
            row.after = sum;
        }
    }

    /// Notes by how much the rows' velocities at the start differ from those of the vehicles' motion along the
    /// directions of the problem.
    pub(super) fn note_starts(&mut self, bodies: &mut [VehicleDynamics]) {
        bodies.iter_mut().filter(|body| body.awake).for_each(VehicleDynamics::whiten_start);
        let Self { list, ys, .. } = self;
        for row in list {
            let mut seen = Vector3::zeros();
            for side in row.sides() {
                let body = &bodies[side.vehicle];
                for (&place, y) in body.support(side.link).iter().zip(&ys[side.y..]) {
                    seen += y * body.scratch[place];
                }
            }
            row.start_shift = row.before - seen;
        }
    }

    /// The part of y along the normal of one side, with the coordinates it belongs to.
    pub(super) fn normals<'a>(
        &'a self,
        side: &Side,
        bodies: &'a [VehicleDynamics],
    ) -> impl Iterator<Item = (usize, f64)> + 'a {
        let support = bodies[side.vehicle].support(side.link);
        support.iter().copied().zip(self.ys[side.y..].iter().map(|y| y.x))
    }

    /// Whether each curve was taken at the piece where the step ends; takes that piece if not.
    pub(super) fn is_settled(&mut self, reaction: &[f64], span: StepConstants) -> bool {
        let mut settled = true;
        for (row, impulse) in self.list.iter_mut().zip(reaction.chunks_exact(3)) {
            if span.second_order && row.is_law_over_depth() {
                settled &= row.is_settled_over_step(impulse[0], span.h);
                continue;
            }
            let (end, step) = (row.after.x, row.contact_step(span.h));
            match &mut row.law {
                Conditions::Law(law) => {
                    let impulse = Vector3::from_column_slice(impulse);
                    settled &= law.is_settled(&step, end, &impulse);
                    if law.sticks() {
                        row.friction = law.friction();
                    }
                }
                Conditions::Compliant(curve, _) => {
                    let piece = curve.place(-row.gap - span.h * end);
                    settled &= piece == row.piece;
                    row.piece = piece;
                }
                Conditions::Cable(line) => settled &= line.is_settled(impulse[0], span.h),
                Conditions::Rigid { .. } | Conditions::Joint => {}
            }
        }
        settled
    }
}

impl ConstraintRow {
    /// Writes how a contact with the ground moves, along its normal and both tangents, per unit of each
    /// coordinate of its support from the root on: one line after the other.
    pub(super) fn point(
        &self,
        world: &World,
        now: &Evaluation,
        pattern: &FactorPattern,
        lines: &mut [f64],
    ) {
        let Self { frame, first: side, .. } = self;
        let kinematics = now.kinematics(side.vehicle);
        let tree = &world.vehicles()[side.vehicle].tree;
        let count = lines.len() / 3;
        let own = tree.places()[side.link].velocity;
        let hub = side.bearing();
        let mut visit = |coordinate: usize, twist: &Twist, times: f64| {
            let place = if coordinate == own { &side.place } else { &hub };
            let moves = frame * twist.at(place) * times;
            let at = pattern.rank(coordinate);
            lines[at] += moves.x;
            lines[at + count] += moves.y;
            lines[at + 2 * count] += moves.z;
        };
        let free = tree.links()[0].joint.kind.is_free();
        if !free || side.link == 0 {
            for_each_column(tree, kinematics, side.link, |k, twist| visit(k, &twist, 1.0));
            return;
        }
        let (links, mut index) = (tree.links(), side.link);
        while let Some(parent) = links[index].parent {
            for column in tree.places()[index].columns.clone() {
                let at = &tree.columns()[column];
                visit(at.coordinate, &kinematics.columns[column], at.multiplier);
            }
            index = parent;
        }
        let axes = &kinematics.links[0].rotation;
        for (number, line) in lines.chunks_exact_mut(count).enumerate() {
            let along = Vector3::new(frame[(number, 0)], frame[(number, 1)], frame[(number, 2)]);
            let about = axes.tr_mul(&hub.cross(&along));
            line[..3].copy_from_slice(along.as_slice());
            line[3..6].copy_from_slice(about.as_slice());
        }
    }
}

impl Side {
    /// Adds how its place moves, in a frame, per unit of each coordinate.
    fn point(
        &self,
        world: &World,
        now: &Evaluation,
        frame: &Matrix3<f64>,
        out: &mut [Vector3<f64>],
    ) {
        let kinematics = now.kinematics(self.vehicle);
        let tree = &world.vehicles()[self.vehicle].tree;
        let turned = frame * self.sign;
        let own = tree.places()[self.link].velocity;
        let hub = self.bearing();
        let mut visit = |coordinate: usize, twist: Twist| {
            let place = if coordinate == own { &self.place } else { &hub };
            out[coordinate] += turned * twist.at(place);
        };
        if tree.links()[0].joint.kind.is_free() && self.link != 0 {
            for_each_column_beyond_root(tree, kinematics, self.link, &mut visit);
            move_with_root(kinematics, &turned, &hub, out);
        } else {
            for_each_column(tree, kinematics, self.link, &mut visit);
        }
    }
}

/// Adds how a place (from the anchor, m) moves, in a frame, with the six coordinates of a free root: those
/// along the site's axes, and those about the root's own, (axis × place) · row = axis · (place × row).
fn move_with_root(
    kinematics: &Kinematics,
    frame: &Matrix3<f64>,
    place: &Vector3<f64>,
    out: &mut [Vector3<f64>],
) {
    let axes = &kinematics.links[0].rotation;
    let [x, y, z] = [0, 1, 2].map(|row| axes.tr_mul(&place.cross(&frame.row(row).transpose())));
    for axis in 0..3 {
        out[axis] += frame.column(axis);
        out[axis + 3] += Vector3::new(x[axis], y[axis], z[axis]);
    }
}

/// How many places two supports end with together: what two branches share are all places towards the root
/// of where they meet.
#[inline]
pub(super) fn shared(a: &[usize], b: &[usize]) -> usize {
    a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count()
}

/// Σ a yᵀ over places that both have in the same order.
#[inline]
pub(super) fn straight_product(a: &[Vector3<f64>], b: &[Vector3<f64>]) -> Matrix3<f64> {
    let mut columns = [Vector3::zeros(); 3];
    for (own, y) in a.iter().zip(b) {
        columns[0] += own * y.x;
        columns[1] += own * y.y;
        columns[2] += own * y.z;
    }
    Matrix3::from_columns(&columns)
}

/// Σ a yᵀ over the places of a support.
#[inline]
pub(super) fn product(a: &[Vector3<f64>], support: &[usize], ys: &[Vector3<f64>]) -> Matrix3<f64> {
    let mut columns = [Vector3::zeros(); 3];
    for (&place, y) in support.iter().zip(ys) {
        let own = a[place];
        columns[0] += own * y.x;
        columns[1] += own * y.y;
        columns[2] += own * y.z;
    }
    Matrix3::from_columns(&columns)
}

/// The first vehicle of an island. The way to it is shortened for those who come later.
fn root(islands: &mut [usize], mut vehicle: usize) -> usize {
    while islands[vehicle] != vehicle {
        islands[vehicle] = islands[islands[vehicle]];
        vehicle = islands[vehicle];
    }
    vehicle
}

/// Angular velocity of what carries a link, rad/s.
fn carrier_rate(world: &World, at: &Evaluation, (vehicle, link): (usize, usize)) -> Vector3<f64> {
    let parent = world.vehicles()[vehicle].tree.links()[link].parent;
    let twist = parent.map(|parent| &at.kinematics(vehicle).links[parent].twist);
    twist.map_or_else(Vector3::zeros, |twist| twist.angular)
}

/// The link under a contactor.
struct Mover<'a> {
    vehicle: usize,
    link: usize,
    anchor: Vector3<f64>,
    twist: &'a Twist,
    turns: bool,
    contacts: std::ops::Range<usize>,
}

impl<'a> Mover<'a> {
    fn of(world: &World, state: &State, now: &'a Evaluation, contactor: usize) -> Self {
        let place = &world.contactors()[contactor];
        let part = &world.vehicles()[place.vehicle].contactors[place.contactor];
        // A carried part moves as a piece of the link that carries it.
        let (vehicle, link) = staging::bearer(world, state, (place.vehicle, part.link));
        let kinematics = now.kinematics(vehicle);
        Self {
            vehicle,
            link,
            anchor: kinematics.anchor,
            twist: &kinematics.links[link].twist,
            turns: !part.shape.is_round(),
            contacts: place.contacts.clone(),
        }
    }

    fn velocity(&self, place: &Vector3<f64>) -> Vector3<f64> {
        self.twist.at(place)
    }

    /// From the hub to a place, for a wheel that is reckoned by its own spin.
    fn spoke(
        &self,
        world: &World,
        now: &Evaluation,
        contactor: usize,
        place: &Vector3<f64>,
    ) -> Option<Vector3<f64>> {
        let place_of = &world.contactors()[contactor];
        if place_of.vehicle != self.vehicle {
            return None;
        }
        let part = &world.vehicles()[self.vehicle].contactors[place_of.contactor];
        let wheel = match part.rolling {
            Rolling::OwnSpin => part.shape.as_wheel()?,
            Rolling::Exact => return None,
        };
        let link = &now.kinematics(self.vehicle).links[self.link];
        Some(place - (link.position + link.rotation * wheel.centre))
    }

    /// The contact point that records a feature: its own where it has one.
    fn slot(&self, feature: u32) -> usize {
        let own = self.contacts.start + feature as usize;
        if own < self.contacts.end { own } else { self.contacts.start }
    }
}

impl ConstraintRow {
    #[inline(always)]
    pub(super) fn new(kind: ConstraintKind, key: u64, vehicle: usize, link: usize) -> Self {
        let zero = Vector3::zeros();
        Self {
            kind,
            key,
            contact: None,
            ordinal: None,
            first: Side {
                vehicle,
                link,
                found: zero,
                place: zero,
                turns: false,
                spoke: None,
                sign: 1.0,
                y: 0,
            },
            second: None,
            frame: Matrix3::identity(),
            joint: (0, 0.0),
            gap: 0.0,
            from_middle: false,
            turned: 0.0,
            borne: 0.0,
            law: Conditions::Joint,
            before: zero,
            start_shift: zero,
            free: zero,
            after: zero,
            friction: 0.0,
            own: zero,
            shift: zero,
            bias: zero,
            regular: zero,
            reached: false,
            bounces: false,
            decided: false,
            piece: 0,
            about: 0.0,
            deviation: 0.0,
        }
    }

    /// Puts its first side at a place, and a second one, which is pushed back, at another; both from the
    /// anchors of their vehicles, m.
    pub(super) fn set_ends(
        &mut self,
        place: Vector3<f64>,
        (vehicle, link): (usize, usize),
        other: Vector3<f64>,
    ) {
        (self.first.place, self.first.found, self.first.turns) = (place, place, true);
        self.second = Some(Side {
            vehicle,
            link,
            found: other,
            place: other,
            turns: true,
            spoke: None,
            sign: -1.0,
            y: 0,
        });
    }

    pub(super) fn friction(&self) -> f64 {
        self.friction
    }

    /// Hands on the conditions of a law of its own: it is to be forgotten.
    #[inline]
    fn hand_back_law(&mut self, spare: &mut SpareLaws) {
        if self.law().is_some()
            && let Conditions::Law(law) = std::mem::replace(&mut self.law, Conditions::Joint)
        {
            spare.push(law);
        }
    }

    /// Coordinate and multiplier of a joint.
    pub(super) fn joint(&self) -> (usize, f64) {
        self.joint
    }

    /// What is added to the diagonal of W.
    pub(super) fn regular(&self) -> Vector3<f64> {
        self.regular
    }

    /// The contactor of a contact with the ground that is closed.
    fn closed_on_ground(&self) -> Option<usize> {
        grounded(self.key).filter(|_| self.gap <= WARM_START_DISTANCE)
    }

    pub(super) fn sides(&self) -> impl Iterator<Item = &Side> + Clone {
        std::iter::once(&self.first).chain(&self.second)
    }

    /// Takes a normal and two tangents across it.
    pub(super) fn turn(&mut self, normal: &Vector3<f64>) {
        let (first, second) = rotation::plane(normal);
        self.frame =
            Matrix3::from_rows(&[normal.transpose(), first.transpose(), second.transpose()]);
    }

    /// Takes what the ground demands.
    fn obey(&mut self, (friction, law): (f64, Conditions)) {
        self.friction = friction;
        // Conditions are large: they are moved once, and get the rest where they stay.
        self.law = law;
        match &mut self.law {
            // The approach at the start is expected to last.
            Conditions::Law(law) => law.expect(-self.before.x),
            Conditions::Compliant(curve, _) => self.piece = curve.place(-self.gap),
            Conditions::Rigid { .. } | Conditions::Cable(_) | Conditions::Joint => {}
        }
    }

    /// Whether it is a contact with something that does not give way.
    #[inline]
    pub(super) fn is_rigid(&self) -> bool {
        self.restitution().is_some()
    }

    /// Newton's coefficient of a contact with something that does not give way.
    #[inline]
    pub(super) fn restitution(&self) -> Option<f64> {
        match self.law {
            Conditions::Rigid { restitution } => Some(restitution),
            Conditions::Compliant(..)
            | Conditions::Law(_)
            | Conditions::Cable(_)
            | Conditions::Joint => None,
        }
    }

    /// Has an impact end without restitution that would throw it off more slowly than this, m/s.
    pub(super) fn stop_bouncing_below(&mut self, speed: f64) {
        match &mut self.law {
            Conditions::Rigid { restitution } => {
                if *restitution * self.before.x.abs() < speed {
                    *restitution = 0.0;
                }
            }
            Conditions::Compliant(..)
            | Conditions::Law(_)
            | Conditions::Cable(_)
            | Conditions::Joint => {}
        }
    }

    /// Whether it is a contact with ground that gives way.
    pub(super) fn is_compliant(&self) -> bool {
        match self.law {
            Conditions::Compliant(..) | Conditions::Law(_) => true,
            Conditions::Rigid { .. } | Conditions::Cable(_) | Conditions::Joint => false,
        }
    }

    /// Whether its impulse follows from its velocity at the end alone.
    pub(super) fn follows_velocity(&self) -> bool {
        self.law().is_some_and(LawConditions::follows_velocity)
    }

    /// Conditions of a law of its own, if it is a contact with such ground.
    #[inline]
    pub(super) fn law(&self) -> Option<&LawConditions> {
        match &self.law {
            Conditions::Law(law) => Some(law),
            Conditions::Rigid { .. }
            | Conditions::Compliant(..)
            | Conditions::Cable(_)
            | Conditions::Joint => None,
        }
    }

    /// The cable, if it is one.
    pub(super) fn cable(&self) -> Option<&CableLine> {
        match &self.law {
            Conditions::Cable(line) => Some(line),
            Conditions::Rigid { .. }
            | Conditions::Compliant(..)
            | Conditions::Law(_)
            | Conditions::Joint => None,
        }
    }

    /// The contact point of the world that records it, if it is a contact.
    pub(super) fn slot(&self) -> Option<usize> {
        match self.kind {
            ConstraintKind::Contact { slot, .. } => Some(slot),
            ConstraintKind::Stop { .. }
            | ConstraintKind::Rub(_)
            | ConstraintKind::Drag { .. }
            | ConstraintKind::Cable => None,
        }
    }

    /// How its contact starts a step of a length, s.
    #[inline]
    pub(super) fn contact_step(&self, h: f64) -> ContactStep {
        ContactStep { h, gap: self.gap, before: self.before }
    }

    /// Whether an impulse lies inside its cone: it sticks.
    #[inline]
    pub(super) fn sticks_under(&self, impulse: &Vector3<f64>) -> bool {
        impulse.yz().norm() < STICKING_SHARE * self.friction * impulse.x
    }

    /// The depth at the end of the step if the end velocity were zero.
    fn coming_depth(&self, span: StepConstants) -> f64 {
        -self.gap - span.h * (1.0 - span.theta) * self.before.x
    }

    fn set_conditions(&mut self, span: StepConstants) {
        let StepConstants { h, theta, sudden, .. } = span;
        self.bias = Vector3::zeros();
        self.regular = Vector3::zeros();
        if span.second_order && self.is_law_over_depth() {
            (self.regular.x, self.bias.x) = self.conditions_over_step(h);
            if let ConstraintKind::Stop { .. } = self.kind {
                (self.regular.y, self.regular.z) = (self.own.x, self.own.x);
            }
            return;
        }
        match (&self.law, self.kind) {
            (Conditions::Rigid { restitution }, _) => {
                let gap = self.gap + self.turned;
                if !self.decided {
                    let coming = 0.5 * (self.before.x + self.free.x);
                    let strikes = self.before.x < -sudden && gap + h * coming <= 0.0;
                    self.reached = self.gap <= CLOSED_GAP || strikes;
                    self.decided = true;
                }
                // b of u_n⁺ + b ≥ 0 ⊥ r_n ≥ 0: Newton's impact law, b = e u_n⁻ (3DROV paper, eqs 4, 5), where the contact
                // is closed or struck within the step; else b = gap/h, Signorini's condition at the end (eq. 2).
                let impact = self.before.x < -sudden;
                let bounce = restitution * self.before.x;
                self.bias.x = match (self.from_middle, self.reached) {
                    (false, true) => bounce,
                    (false, false) => gap / h,
                    (true, true) if impact => bounce,
                    // What comes slowly does not bounce; what comes off has its gap from the middle of
                    // the step on.
                    (true, _) => (gap + h * (1.0 - theta) * self.before.x.max(0.0)).max(0.0) / h,
                };
                self.bounces = self.bias.x < 0.0 && (impact || !self.from_middle);
            }
            (Conditions::Compliant(curve, share), _) => {
                let piece = curve.piece(self.piece);
                // A damper does not act in the air.
                let damping = if self.gap > 0.0 { 0.0 } else { curve.damping() };
                // R = 1/(h² k + h d), b = −R h F(z) (`ground::compliant`).
                let yielding = 1.0 / (share * (h * h * piece.slope + h * damping));
                let force = share * (piece.offset - piece.slope * self.gap);
                (self.regular.x, self.bias.x) = (yielding, -yielding * h * force);
            }
            (Conditions::Law(law), _) => {
                (self.regular, self.bias) = law.conditions(&self.contact_step(h), &self.frame);
                self.friction = law.friction();
            }
            (Conditions::Joint, ConstraintKind::Stop { stiffness, damping }) => {
                let damping = if self.gap > 0.0 { 0.0 } else { damping };
                let yielding = 1.0 / (h * h * theta * stiffness + h * damping);
                let force = stiffness * self.coming_depth(span);
                (self.regular.x, self.bias.x) = (yielding, -yielding * h * force);
                let like = self.own.x;
                (self.regular.y, self.regular.z) = (like, like);
            }
            (
                Conditions::Joint,
                ConstraintKind::Rub(most) | ConstraintKind::Drag { force: most, .. },
            ) => {
                let like = self.own.y;
                (self.regular.x, self.regular.z) = (like, like);
                self.bias.x = -like * h * most;
            }
            (Conditions::Cable(line), _) => {
                (self.regular.x, self.bias.x) = line.conditions(span, self.own.x);
                let like = self.own.x;
                (self.regular.y, self.regular.z) = (like, like);
            }
            (Conditions::Joint, ConstraintKind::Contact { .. } | ConstraintKind::Cable) => {}
        }
    }
}
