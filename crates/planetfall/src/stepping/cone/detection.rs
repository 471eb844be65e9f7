//! Which contacts a step has: those that the detector finds around the state at its start, or those
//! that somebody outside has found.

use super::Span;
use super::bed;
use super::row::{Conditions, Rows};
use crate::contact::Contact;
use crate::contact::geometry::{CollisionShape, Detector, Placed, Vicinity};
use crate::contact::sample_point::sample_weight;
use crate::ground::wheel::LastDrawn;
use crate::ground::{ConeGround, Ground, RigidGround};
use crate::math::rotation;
use crate::state::State;
use crate::stepping::{Evaluation, Impulse, StepError, staging};
use crate::terrain::Facet;
use crate::vehicle::Contactor;
use crate::world::World;
use nalgebra::Vector3;

/// A contact that another tool has found, with its law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutsideContact {
    /// Index of the contactor among those of the world.
    pub contactor: usize,
    /// Index of the contactor that it rests on; `None` for the ground.
    pub other: Option<usize>,
    /// Point of the contactor's surface, site frame, m.
    pub point: Vector3<f64>,
    /// Unit normal, from what it rests on to the contactor.
    pub normal: Vector3<f64>,
    /// Distance along the normal, m; negative inside.
    pub gap: f64,
    /// Coulomb's coefficient.
    pub friction: f64,
    /// Newton's coefficient.
    pub restitution: f64,
    /// Names the contact from step to step, so that a solve starts from the last one's impulses.
    pub name: u32,
}

/// Finds the contacts of a step.
#[derive(Debug, Default)]
pub(crate) struct ContactDetection {
    detector: Detector,
    /// Ground near each contactor.
    vicinities: Vec<Vicinity>,
    /// The last number drawn for the soil under each.
    drawn: Vec<LastDrawn>,
    contacts: Vec<Contact>,
    /// What is met at the instant at which something far would be reached.
    later: Vec<Contact>,
    boxes: Vec<(Vector3<f64>, Vector3<f64>)>,
    boxed: Vec<usize>,
    pairs: Vec<(usize, usize)>,
    /// Contacts from outside, which take the place of all that would be found here.
    pub(crate) given: Option<Vec<OutsideContact>>,
}

impl Clone for ContactDetection {
    /// Scratch has no content worth copying.
    fn clone(&self) -> Self {
        Self { given: self.given.clone(), ..Self::default() }
    }
}

/// Marks features of contacts with other ground beside ROAMS's soil.
const BESIDE_SOIL: u32 = 1 << 30;
/// Ground nearer than this is always looked at, m.
const NEAR: f64 = 2e-3;

impl ContactDetection {
    /// Adds the contacts of the step to its rows.
    pub(super) fn detect(
        &mut self,
        world: &World,
        state: &State,
        now: &Evaluation,
        span: Span,
        rows: &mut Rows,
    ) -> Result<(), StepError> {
        if self.given.is_some() {
            self.take_given(world, state, now, rows);
            return Ok(());
        }
        if !world.is_hard() {
            return Ok(());
        }
        let fall = 4.0 * span.h * span.h * world.gravity().at_site();
        self.vicinities.resize_with(world.contactors().len(), Vicinity::default);
        self.drawn.resize_with(world.contactors().len(), LastDrawn::default);
        self.boxes.clear();
        self.boxed.clear();
        let crowd = world.vehicles().len() > 1;
        for (contactor, place) in world.contactors().iter().enumerate() {
            let part = &world.vehicles()[place.vehicle].contactors[place.contactor];
            let Some(solid) = world.solid(contactor) else { continue };
            let (shape, speed) = posed(now, place.vehicle, part, solid);
            let placed = shape.placed(solid);
            let margin = |near: f64| near + fall + 2.0 * span.h * speed;
            let near = if stands_on_soil_only(world, part) { bed::BAND } else { NEAR };
            self.near_ground(world, state, (contactor, placed), margin(near))?;
            self.skip_ground_of_others(world, part);
            self.merge_on_soil(world, part, &placed, margin(bed::BAND));
            let share = sample_weight(&part.shape);
            let Self { detector, contacts, later, drawn, .. } = self;
            let drawn = &mut drawn[contactor];
            for &contact in contacts.iter() {
                let mut touches = |shape: &Pose| {
                    later.clear();
                    let ground = world.terrain();
                    let known = detector.with_ground(shape.placed(solid), ground, NEAR, later);
                    known.is_err() || later.iter().any(|met| met.gap <= NEAR)
                };
                let reach = Reach { contact: &contact, fall, h: span.h };
                if !reach.is_near()
                    && !reach
                        .instant(shape.closing(&contact))
                        .is_some_and(|t| touches(&shape.after(t)))
                {
                    continue;
                }
                let Some(ground) = ground_at(world, part, &contact).cone() else { continue };
                let found = Contact { contactor, ..contact };
                let conditions = match ground {
                    ConeGround::Rigid(ground) => Conditions::rigid(ground),
                    ConeGround::Compliant(ground) => Conditions::compliant(ground, share),
                    ConeGround::Wheel(ground) => {
                        let place = (world, state, now);
                        let on = (&found, part);
                        let wheel = bed::under(ground, on, place, span.h, (rows, drawn));
                        Conditions::wheel(wheel)
                    }
                };
                rows.add_contact(world, state, now, &found, conditions);
            }
            if crowd && solid.reach() > 0.0 {
                // Two such margins make that of the pair.
                self.boxes.push(placed.bounds(0.5 * (NEAR + fall) + 2.0 * span.h * speed));
                self.boxed.push(contactor);
            }
        }
        if crowd {
            self.detect_pairs(world, state, now, (NEAR + fall, 2.0 * span.h), rows);
        }
        Ok(())
    }

    /// Finds where a contactor comes nearer to the ground than a margin, m.
    fn near_ground(
        &mut self,
        world: &World,
        state: &State,
        (contactor, placed): (usize, Placed<'_>),
        margin: f64,
    ) -> Result<(), StepError> {
        self.contacts.clear();
        let ground = (world.terrain(), &mut self.vicinities[contactor]);
        let found = self.detector.with_ground_near(placed, ground, margin, &mut self.contacts);
        found.map_err(|source| {
            let contact = world.contactor_name(contactor);
            StepError::NoGround { contact, time: state.time, source }
        })
    }

    /// All places where a shape is nearer to the ground than a margin, m; `None` where there is no ground.
    pub(super) fn look(
        &mut self,
        world: &World,
        placed: Placed<'_>,
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
    /// distance, m.
    fn merge_on_soil(
        &mut self,
        world: &World,
        part: &Contactor,
        placed: &Placed<'_>,
        farthest: f64,
    ) {
        let Self { contacts, later, .. } = self;
        if stands_on_soil_only(world, part) {
            bed::merge(contacts, &part.shape, placed);
            return;
        }
        if part.elsewhere.is_empty() {
            return;
        }
        let on_soil =
            |met: &Contact| part.numbered(world.placement().region(&met.point)).wheel().is_some();
        later.clear();
        later.extend(contacts.iter().filter(|met| on_soil(met) && met.gap <= farthest));
        contacts.retain(|met| !on_soil(met));
        if later.is_empty() {
            return;
        }
        bed::merge(later, &part.shape, placed);
        // Names of the merged contacts count surfaces: those of the others must not be the same.
        contacts.iter_mut().for_each(|met| met.feature |= BESIDE_SOIL);
        contacts.append(later);
    }

    /// Contacts between vehicles, nearer than a distance and what speeds make of it in a time.
    fn detect_pairs(
        &mut self,
        world: &World,
        state: &State,
        now: &Evaluation,
        (near, time): (f64, f64),
        rows: &mut Rows,
    ) {
        self.pairs.clear();
        self.detector.pairs(&self.boxes, &mut self.pairs);
        for index in 0..self.pairs.len() {
            let (first, second) = self.pairs[index];
            let (contactor, other) = (self.boxed[first], self.boxed[second]);
            let (own, far) = (&world.contactors()[contactor], &world.contactors()[other]);
            let mover = |vehicle| staging::mover(world, &state.situation.mounted, vehicle);
            if mover(own.vehicle) == mover(far.vehicle) {
                continue;
            }
            let part = &world.vehicles()[own.vehicle].contactors[own.contactor];
            let counterpart = &world.vehicles()[far.vehicle].contactors[far.contactor];
            let (Some(solid), Some(ground)) = (world.solid(contactor), part.cone()) else {
                continue;
            };
            let (Some(base), Some(rest)) = (world.solid(other), counterpart.cone()) else {
                continue;
            };
            let (shape, speed) = posed(now, own.vehicle, part, solid);
            let (support, other_speed) = posed(now, far.vehicle, counterpart, base);
            let margin = near + time * (speed + other_speed);
            self.contacts.clear();
            let Self { detector, contacts, later, .. } = self;
            detector.between(shape.placed(solid), support.placed(base), margin, contacts);
            let between = ground.between_vehicles().least(rest.between_vehicles());
            for &contact in contacts.iter() {
                let mut touches = |t: f64| {
                    later.clear();
                    let (shape, support) = (shape.after(t), support.after(t));
                    detector.between(shape.placed(solid), support.placed(base), NEAR, later);
                    later.iter().any(|met| met.gap <= NEAR)
                };
                let closing = shape.closing(&contact) - support.closing(&contact);
                let reach = Reach { contact: &contact, fall: near - NEAR, h: 0.5 * time };
                if !reach.is_near() && !reach.instant(closing).is_some_and(&mut touches) {
                    continue;
                }
                let found = Contact { contactor, other: Some(other), ..contact };
                rows.add_contact(world, state, now, &found, Conditions::rigid(&between));
            }
        }
    }

    fn take_given(&self, world: &World, state: &State, now: &Evaluation, rows: &mut Rows) {
        for given in self.given.iter().flatten() {
            let ground = RigidGround::new(given.friction, given.restitution);
            rows.add_contact(world, state, now, &given.contact(), Conditions::rigid(&ground));
        }
    }
}

impl OutsideContact {
    /// The contact; friction and restitution are its law.
    pub(crate) fn contact(&self) -> Contact {
        let Self { contactor, other, point, normal, gap, name, .. } = *self;
        let (facet, feature) = (Facet::Other(0), name);
        Contact { contactor, other, point, normal, gap, facet, feature, ..Contact::NONE }
    }
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
    let is_soil = |number: usize| part.numbered(number).wheel().is_some();
    let mut regions = world.placement().regions().iter();
    is_soil(0) && (part.elsewhere.is_empty() || regions.all(|region| is_soil(region.ground)))
}

impl super::Room {
    /// Has the next steps take contacts from outside; `None` has them find their own.
    pub(crate) fn give(&mut self, contacts: Option<&[OutsideContact]>) {
        let Some(contacts) = contacts else {
            self.detection.given = None;
            return;
        };
        let given = self.detection.given.get_or_insert_default();
        given.clear();
        given.extend_from_slice(contacts);
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
        self.contact.gap <= NEAR + self.fall
    }

    /// When the gap closes at a speed, if that is within the step or soon after, s.
    fn instant(&self, closing: f64) -> Option<f64> {
        let way = self.contact.gap;
        (closing > 0.0 && way - self.fall <= 2.0 * self.h * closing).then(|| way / closing)
    }
}

/// Pose and motion of a link.
struct Pose {
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

impl Pose {
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

    fn placed<'a>(&'a self, solid: &'a CollisionShape) -> Placed<'a> {
        Placed { solid, rotation: &self.rotation, origin: &self.origin }
    }
}

/// Where a link is, and how fast the surface of a shape on it comes nearer at most: the spin of a round
/// shape about its own axis brings it no nearer to anything.
fn posed(
    now: &Evaluation,
    vehicle: usize,
    part: &Contactor,
    solid: &CollisionShape,
) -> (Pose, f64) {
    let kinematics = now.kinematics(vehicle);
    let motion = &kinematics.links[part.link];
    let origin = kinematics.anchor + motion.position;
    let middle = motion.position + motion.rotation * solid.middle();
    let turning = motion.twist.angular;
    let tilting = part.shape.tilting(&motion.rotation, &turning);
    let velocity = motion.twist.at(&middle);
    let speed = velocity.norm() + tilting * solid.reach();
    let pose = Pose {
        rotation: motion.rotation,
        origin,
        middle: kinematics.anchor + middle,
        velocity,
        turning,
        turns: !part.shape.is_round(),
    };
    (pose, speed)
}
