//! Which contacts a step has: those that the detector finds around the state at its start, or those
//! that somebody outside has found.
//!
//! A pose is looked at once. The end of a step is the start of the next: contacts are found there when the step is
//! attempted, the record reads those that touch, and the next step of the same length takes them for its own.

use super::StepConstants;
use super::constraint_row::{Conditions, ConstraintRows};
use super::wheel_soil;
use crate::contact::geometry::{
    CollisionShape, ContactDetector, Outline, PlacedShape, Surroundings, Vicinity,
};
use crate::contact::sample_point::sample_weight;
use crate::contact::{Contact, Impulse};
use crate::ground::cone::ConeConditions;
use crate::ground::wheel::LastDrawn;
use crate::ground::{Ground, RigidGround};
use crate::math::rotation;
use crate::state::State;
use crate::state::staging;
use crate::stepping::{Evaluation, StepError, are_same};
use crate::vehicle::Contactor;
use crate::world::World;
use crate::world::are_same_flags;
use nalgebra::Vector3;

/// Finds the contacts of a step.
#[derive(Debug, Default)]
pub(crate) struct ContactDetection {
    detector: ContactDetector,
    /// Ground near each contactor.
    vicinities: Vec<Vicinity>,
    /// Ground near each shape of the vehicles' bodies.
    surroundings: Vec<Surroundings>,
    /// The last number drawn for the soil under each.
    drawn: Vec<LastDrawn>,
    contacts: Vec<Contact>,
    /// What is met at the instant at which something far would be reached.
    later: Vec<Contact>,
    boxes: Vec<(Vector3<f64>, Vector3<f64>)>,
    boxed: Vec<usize>,
    pairs: Vec<(usize, usize)>,
    /// Contacts around the pose that was looked at last, with the ground first and then among vehicles.
    found: Vec<Contact>,
    looked_at: LookedAt,
    /// Contacts from outside with their laws, which take the place of all that would be found here.
    pub(crate) given: Option<Vec<(Contact, RigidGround)>>,
}

/// Which pose was looked at, and for a step of which length.
#[derive(Debug, Default)]
struct LookedAt {
    /// The continuous state and what is carried; nothing where contacts are not those of a state.
    continuous: Vec<f64>,
    mounted: Vec<bool>,
    /// s
    h: f64,
}

impl LookedAt {
    fn is_pose(&self, continuous: &[f64], state: &State) -> bool {
        are_same(&self.continuous, continuous)
            && are_same_flags(&self.mounted, &state.discrete.mounted)
    }

    fn note(&mut self, continuous: &[f64], state: &State, h: f64) {
        self.continuous.clear();
        self.continuous.extend_from_slice(continuous);
        self.mounted.clear();
        self.mounted.extend_from_slice(&state.discrete.mounted);
        self.h = h;
    }
}

impl Clone for ContactDetection {
    /// Scratch has no content worth copying.
    fn clone(&self) -> Self {
        Self { given: self.given.clone(), ..Self::default() }
    }
}

/// Marks features of contacts with other ground beside ROAMS's soil: a bit that no number of a place
/// reaches.
const BESIDE_SOIL_FLAG: u32 = 1 << 30;
/// Ground nearer than this is always looked at, whatever moves, m. Chosen.
const DETECTION_MARGIN: f64 = 2e-3;

impl ContactDetection {
    /// Adds the contacts of a step that starts at a state to its rows, as they were found when its start was
    /// looked at as the end of the last step.
    pub(super) fn take_for_step(
        &mut self,
        world: &World,
        state: &State,
        now: &Evaluation,
        span: StepConstants,
        rows: &mut ConstraintRows,
    ) -> Result<(), StepError> {
        let known = self.looked_at.h == span.h && self.looked_at.is_pose(&state.continuous, state);
        if self.given.is_none() && world.is_hard() && !known {
            self.find(world, state, now, span.h)?;
            self.looked_at.note(&state.continuous, state, span.h);
        }
        self.add_rows(world, state, now, span, rows);
        Ok(())
    }

    /// Looks at the end of a step, for the record and for the next one of the same length. Where there is no
    /// ground nothing is known of it.
    pub(in crate::stepping) fn look_at_end(
        &mut self,
        world: &World,
        state: &State,
        (end, end_at): (&Evaluation, &[f64]),
        h: f64,
    ) {
        if self.given.is_some() || !world.is_hard() {
            return;
        }
        match self.find(world, state, end, h) {
            Ok(()) => self.looked_at.note(end_at, state, h),
            Err(_) => self.looked_at.continuous.clear(),
        }
    }

    /// Looks at a state that no step has led to, for the record.
    pub(in crate::stepping) fn look_at(&mut self, world: &World, state: &State, now: &Evaluation) {
        if !self.looked_at.is_pose(&state.continuous, state) {
            self.look_at_end(world, state, (now, &state.continuous), 0.0);
        }
    }

    /// Writes the contact that each sample point of contactors that touch has, into those of a pose, where none
    /// is written yet; from which point on there is none.
    pub(in crate::stepping) fn note_touching(
        &self,
        world: &World,
        (continuous, state): (&[f64], &State),
        out: &mut [Option<Contact>],
    ) -> usize {
        let mut met = 0;
        if self.given.is_some() || !self.looked_at.is_pose(continuous, state) {
            return met;
        }
        for contact in self.found.iter().filter(|found| found.other.is_none()) {
            let place = &world.contactors()[contact.contactor];
            let part = &world.vehicles()[place.vehicle].contactors[place.contactor];
            // What is farther is found only where the step is long enough to reach it.
            if contact.gap > wheel_soil::MERGE_BAND || !part.elsewhere.is_empty() {
                continue;
            }
            let own = place.contacts.start + contact.feature as usize;
            met = met.max(place.contacts.end);
            for slot in place.contacts.clone() {
                let known = &mut out[slot];
                let named = known
                    .is_some_and(|known| place.contacts.start + known.feature as usize == slot);
                let nearer = known.is_none_or(|known| contact.gap < known.gap);
                if slot == own && !named || nearer && (slot == own || !named) {
                    *known = Some(*contact);
                }
            }
        }
        met
    }

    /// Adds the contacts around a pose to rows.
    pub(super) fn detect(
        &mut self,
        world: &World,
        state: &State,
        at: &Evaluation,
        span: StepConstants,
        rows: &mut ConstraintRows,
    ) -> Result<(), StepError> {
        if self.given.is_none() && world.is_hard() {
            self.looked_at.continuous.clear();
            self.find(world, state, at, span.h)?;
        }
        self.add_rows(world, state, at, span, rows);
        Ok(())
    }

    /// Finds the contacts around a pose that a step of a length (s) can come to.
    fn find(
        &mut self,
        world: &World,
        state: &State,
        at: &Evaluation,
        h: f64,
    ) -> Result<(), StepError> {
        let fall = 4.0 * h * h * world.gravity().at_site();
        self.vicinities.resize_with(world.contactors().len(), Vicinity::default);
        self.surroundings.resize_with(world.outlines().len(), Surroundings::default);
        self.boxes.clear();
        self.boxed.clear();
        self.found.clear();
        let large_island = world.vehicles().len() > 1;
        for (contactor, place) in world.contactors().iter().enumerate() {
            let part = &world.vehicles()[place.vehicle].contactors[place.contactor];
            let Some(solid) = world.solid(contactor) else { continue };
            let (shape, speed) = posed(at, place.vehicle, part, solid);
            let placed = shape.placed(solid);
            let margin = |near: f64| near + fall + 2.0 * h * speed;
            let on_soil_only = stands_on_soil_only(world, part);
            let near = if on_soil_only { wheel_soil::MERGE_BAND } else { DETECTION_MARGIN };
            self.contacts.clear();
            if !self.is_clear(world, state, (contactor, &shape), margin(near))? {
                // What is merged is named anew.
                let wanted = (margin(near), !on_soil_only);
                self.near_ground(world, state, (contactor, placed), wanted)?;
                if on_soil_only {
                    wheel_soil::merge(&mut self.contacts, &part.shape, &placed);
                } else {
                    self.skip_ground_of_others(world, part);
                    self.merge_on_soil(world, part, &placed, margin(wheel_soil::MERGE_BAND));
                }
            }
            let Self { detector, contacts, later, found, .. } = self;
            for &contact in contacts.iter() {
                let mut touches = |shape: &ShapeMotion| {
                    later.clear();
                    let ground = world.terrain();
                    let known =
                        detector.with_ground(shape.placed(solid), ground, DETECTION_MARGIN, later);
                    known.is_err() || later.iter().any(|met| met.gap <= DETECTION_MARGIN)
                };
                let reach = Reach { contact: &contact, fall, h };
                if reach.is_near()
                    || reach
                        .instant(shape.closing(&contact))
                        .is_some_and(|t| touches(&shape.after(t)))
                {
                    found.push(Contact { contactor, ..contact });
                }
            }
            if large_island && solid.reach() > 0.0 {
                // Two such margins make that of the pair.
                self.boxes.push(placed.bounds(0.5 * (DETECTION_MARGIN + fall) + 2.0 * h * speed));
                self.boxed.push(contactor);
            }
        }
        if large_island {
            self.find_pairs(world, state, at, (DETECTION_MARGIN + fall, 2.0 * h));
        }
        Ok(())
    }

    /// Adds the contacts that were found or given to rows.
    fn add_rows(
        &mut self,
        world: &World,
        state: &State,
        now: &Evaluation,
        span: StepConstants,
        rows: &mut ConstraintRows,
    ) {
        for (contact, ground) in self.given.iter().flatten() {
            rows.add_contact(world, state, now, contact, Conditions::rigid(ground));
        }
        if self.given.is_some() || !world.is_hard() {
            return;
        }
        self.drawn.resize_with(world.contactors().len(), LastDrawn::default);
        let Self { found, drawn, .. } = self;
        for contact in found.iter() {
            let part = part_of(world, contact.contactor);
            let conditions = match contact.other {
                Some(other) => {
                    let (Some(own), Some(rest)) = (part.cone(), part_of(world, other).cone())
                    else {
                        continue;
                    };
                    let between = own.between_vehicles().least(rest.between_vehicles());
                    Conditions::rigid(&between)
                }
                None => {
                    let Some(ground) = ground_at(world, part, contact).cone() else { continue };
                    let (place, drawn) = ((world, state, now), &mut drawn[contact.contactor]);
                    let spare = rows.spare_laws();
                    match ground.conditions(
                        || wheel_soil::start((contact, part), place, span.h, drawn),
                        spare,
                    ) {
                        ConeConditions::Rigid(ground) => Conditions::rigid(ground),
                        ConeConditions::Curve(ground) => {
                            Conditions::compliant(ground, sample_weight(&part.shape))
                        }
                        ConeConditions::Law(law) => {
                            wheel_soil::hold_back(&law, (contact, part), place, rows);
                            Conditions::law(law)
                        }
                    }
                }
            };
            rows.add_contact(world, state, now, contact, conditions);
        }
    }

    /// Broad phase: whether a contactor is a shape of a vehicle's body that is farther from the ground than
    /// a margin, m.
    #[inline]
    fn is_clear(
        &mut self,
        world: &World,
        state: &State,
        (contactor, shape): (usize, &ShapeMotion),
        margin: f64,
    ) -> Result<bool, StepError> {
        let of = |(number, _): &(usize, Outline)| *number == contactor;
        let Some(number) = world.outlines().iter().position(of) else { return Ok(false) };
        let (_, outline) = &world.outlines()[number];
        let pose = (&shape.rotation, &shape.origin);
        let clear = self.surroundings[number].is_clear(outline, pose, world.terrain(), margin);
        clear.map_err(|source| {
            let contact = world.contactor_name(contactor);
            StepError::NoGround { contact, time: state.time, source }
        })
    }

    /// Finds where a contactor comes nearer to the ground than a margin, m, with names if they are asked for.
    fn near_ground(
        &mut self,
        world: &World,
        state: &State,
        (contactor, placed): (usize, PlacedShape<'_>),
        wanted: (f64, bool),
    ) -> Result<(), StepError> {
        let ground = (world.terrain(), &mut self.vicinities[contactor]);
        let found = self.detector.with_ground_near(placed, ground, wanted, &mut self.contacts);
        found.map_err(|source| {
            let contact = world.contactor_name(contactor);
            StepError::NoGround { contact, time: state.time, source }
        })
    }

    /// All places where a shape is nearer to the ground than a margin, m; `None` where there is no ground.
    pub(super) fn look(
        &mut self,
        world: &World,
        placed: PlacedShape<'_>,
        margin: f64,
    ) -> Option<&[Contact]> {
        self.later.clear();
        let found = self.detector.with_ground(placed, world.terrain(), margin, &mut self.later);
        found.ok().map(|()| &self.later[..])
    }

    /// Forgets contacts with ground that is not of the cone problem: soil, or contact sample points, answer
    /// there.
    fn skip_ground_of_others(&mut self, world: &World, part: &Contactor) {
        if !part.elsewhere.is_empty() {
            self.contacts.retain(|met| ground_at(world, part, met).cone().is_some());
        }
    }

    /// Makes one contact with each surface of those with ROAMS's soil and what lies on it, nearer than a
    /// distance, m, of a contactor that may meet other ground as well.
    fn merge_on_soil(
        &mut self,
        world: &World,
        part: &Contactor,
        placed: &PlacedShape<'_>,
        farthest: f64,
    ) {
        let Self { contacts, later, .. } = self;
        if part.elsewhere.is_empty() {
            return;
        }
        let on_soil =
            |met: &Contact| part.numbered(world.placement().region(&met.point)).merges_contacts();
        later.clear();
        later.extend(contacts.iter().filter(|met| on_soil(met) && met.gap <= farthest));
        contacts.retain(|met| !on_soil(met));
        if later.is_empty() {
            return;
        }
        wheel_soil::merge(later, &part.shape, placed);
        // Names of the merged contacts count surfaces: those of the others must not be the same.
        contacts.iter_mut().for_each(|met| met.feature |= BESIDE_SOIL_FLAG);
        contacts.append(later);
    }

    /// Contacts between vehicles, nearer than a distance and what speeds make of it in a time.
    fn find_pairs(
        &mut self,
        world: &World,
        state: &State,
        at: &Evaluation,
        (near, time): (f64, f64),
    ) {
        self.pairs.clear();
        self.detector.pairs(&self.boxes, &mut self.pairs);
        for index in 0..self.pairs.len() {
            let (first, second) = self.pairs[index];
            let (contactor, other) = (self.boxed[first], self.boxed[second]);
            let (own, far) = (&world.contactors()[contactor], &world.contactors()[other]);
            let mover = |vehicle| staging::mover(world, &state.discrete.mounted, vehicle);
            if mover(own.vehicle) == mover(far.vehicle) {
                continue;
            }
            let part = &world.vehicles()[own.vehicle].contactors[own.contactor];
            let counterpart = &world.vehicles()[far.vehicle].contactors[far.contactor];
            let (Some(solid), Some(_)) = (world.solid(contactor), part.cone()) else { continue };
            let (Some(base), Some(_)) = (world.solid(other), counterpart.cone()) else { continue };
            let (shape, speed) = posed(at, own.vehicle, part, solid);
            let (support, other_speed) = posed(at, far.vehicle, counterpart, base);
            let margin = near + time * (speed + other_speed);
            self.contacts.clear();
            let Self { detector, contacts, later, found, .. } = self;
            detector.between(shape.placed(solid), support.placed(base), margin, contacts);
            for &contact in contacts.iter() {
                let mut touches = |t: f64| {
                    later.clear();
                    let (shape, support) = (shape.after(t), support.after(t));
                    detector.between(
                        shape.placed(solid),
                        support.placed(base),
                        DETECTION_MARGIN,
                        later,
                    );
                    later.iter().any(|met| met.gap <= DETECTION_MARGIN)
                };
                let closing = shape.closing(&contact) - support.closing(&contact);
                let reach =
                    Reach { contact: &contact, fall: near - DETECTION_MARGIN, h: 0.5 * time };
                if reach.is_near() || reach.instant(closing).is_some_and(&mut touches) {
                    found.push(Contact { contactor, other: Some(other), ..contact });
                }
            }
        }
    }
}

/// A contactor of the world.
fn part_of(world: &World, contactor: usize) -> &Contactor {
    let place = &world.contactors()[contactor];
    &world.vehicles()[place.vehicle].contactors[place.contactor]
}

/// The ground where a contactor meets it.
fn ground_at<'a>(world: &World, part: &'a Contactor, met: &Contact) -> &'a Ground {
    if part.elsewhere.is_empty() {
        return &part.ground;
    }
    part.numbered(world.placement().at(met.facet, &met.point))
}

/// Whether a contactor meets no ground of the cone problem but ROAMS's soil and what lies on that. Soil that is
/// nowhere touched within the step gives no force, and need not be looked for from afar.
fn stands_on_soil_only(world: &World, part: &Contactor) -> bool {
    let is_soil = |number: usize| part.numbered(number).merges_contacts();
    let mut regions = world.placement().regions().iter();
    is_soil(0) && (part.elsewhere.is_empty() || regions.all(|region| is_soil(region.ground)))
}

impl super::ConeWorkspace {
    /// Has the next steps take contacts from outside; `None` has them find their own.
    pub(crate) fn give(&mut self, contacts: Option<impl Iterator<Item = (Contact, RigidGround)>>) {
        let Some(contacts) = contacts else {
            self.detection.given = None;
            return;
        };
        let given = self.detection.given.get_or_insert_default();
        given.clear();
        given.extend(contacts);
    }

    /// Takes the impulse of the last step at each of its contacts, in the order in which they were given or
    /// found: islands have changed the order of the rows.
    pub(crate) fn take_contact_impulses(&self, out: &mut Vec<Impulse>) {
        let contacts = self.rows.list.iter().filter(|row| row.ordinal.is_some()).count();
        out.clear();
        out.resize(contacts, Impulse::default());
        for (row, impulse) in self.rows.list.iter().zip(self.reaction.chunks_exact(3)) {
            let Some(slot) = row.ordinal.and_then(|ordinal| out.get_mut(ordinal)) else { continue };
            let own = Vector3::from_column_slice(impulse);
            slot.take(&own, &row.frame.tr_mul(&own));
        }
    }
}

/// Whether a contact from afar comes about. A shape that flies past an edge is near the plane through
/// that edge, but never meets it.
struct Reach<'a> {
    contact: &'a Contact,
    fall: f64,
    h: f64,
}

impl Reach<'_> {
    /// Whether it is so near that it counts whatever moves.
    fn is_near(&self) -> bool {
        self.contact.gap <= DETECTION_MARGIN + self.fall
    }

    /// When the gap closes at a speed, if that is within the step or soon after, s.
    fn instant(&self, closing: f64) -> Option<f64> {
        let distance = self.contact.gap;
        (closing > 0.0 && distance - self.fall <= 2.0 * self.h * closing)
            .then(|| distance / closing)
    }
}

/// Pose and motion of a link.
struct ShapeMotion {
    rotation: nalgebra::Matrix3<f64>,
    origin: Vector3<f64>,
    /// Middle of the shape and its velocity, site frame.
    middle: Vector3<f64>,
    velocity: Vector3<f64>,
    /// rad/s, site axes.
    turning: Vector3<f64>,
    /// Whether points of the surface come nearer when it turns.
    turns: bool,
}

impl ShapeMotion {
    /// Speed at which it closes a gap, m/s.
    fn closing(&self, contact: &Contact) -> f64 {
        let mut velocity = self.velocity;
        if self.turns {
            velocity += self.turning.cross(&(contact.point - self.middle));
        }
        -velocity.dot(&contact.normal)
    }

    /// Where it is after a time, s.
    fn after(&self, time: f64) -> Self {
        let turn = rotation::from_scaled_axis(&(self.turning * time));
        let middle = self.middle + self.velocity * time;
        let origin = middle + turn * (self.origin - self.middle);
        let rotation = turn.to_rotation_matrix().into_inner() * self.rotation;
        Self { rotation, origin, middle, ..*self }
    }

    fn placed<'a>(&'a self, solid: &'a CollisionShape) -> PlacedShape<'a> {
        PlacedShape { solid, rotation: &self.rotation, origin: &self.origin }
    }
}

/// Where a link is, and how fast the surface of a shape on it comes nearer at most: the spin of a round
/// shape about its own axis brings it no nearer to anything. In line, so that the pose is made where it stays.
#[inline(always)]
fn posed(
    now: &Evaluation,
    vehicle: usize,
    part: &Contactor,
    solid: &CollisionShape,
) -> (ShapeMotion, f64) {
    let kinematics = now.kinematics(vehicle);
    let motion = &kinematics.links[part.link];
    let origin = kinematics.anchor + motion.position;
    let middle = motion.position + motion.rotation * solid.middle();
    let turning = motion.twist.angular;
    let tilting = part.shape.tilting(&motion.rotation, &turning);
    let velocity = motion.twist.at(&middle);
    let speed = velocity.norm() + tilting * solid.reach();
    let pose = ShapeMotion {
        rotation: motion.rotation,
        origin,
        middle: kinematics.anchor + middle,
        velocity,
        turning,
        turns: !part.shape.is_round(),
    };
    (pose, speed)
}
