//! Which contacts a step has: those that the detector finds around the state at its start, or those
//! that somebody outside has found.

use super::Span;
use super::row::{Kind, Rows};
use crate::contact::cone::ConeLaw;
use crate::contact::geometry::{Detector, Meeting, Placed, Solid};
use crate::state::State;
use crate::stepping::{Evaluation, Impulse, StepError};
use crate::terrain::Facet;
use crate::world::World;
use nalgebra::Vector3;

/// A contact that another tool has found.
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
pub(crate) struct Encounters {
    detector: Detector,
    meetings: Vec<Meeting>,
    boxes: Vec<(Vector3<f64>, Vector3<f64>)>,
    boxed: Vec<usize>,
    pairs: Vec<(usize, usize)>,
    /// Contacts from outside, which take the place of all that would be found here.
    pub(crate) given: Option<Vec<OutsideContact>>,
}

impl Clone for Encounters {
    /// Scratch has no content worth copying.
    fn clone(&self) -> Self {
        Self { given: self.given.clone(), ..Self::default() }
    }
}

/// A contact with its law.
pub(super) struct Encounter<'a> {
    pub(super) contactor: usize,
    pub(super) other: Option<usize>,
    pub(super) meeting: Meeting,
    pub(super) law: &'a ConeLaw,
    /// Of the law's forces.
    pub(super) share: f64,
}

impl Encounter<'_> {
    /// Names it from step to step.
    pub(super) fn key(&self) -> u64 {
        let (own, feature) = (self.contactor as u64, u64::from(self.meeting.feature));
        match self.other {
            None => own << 32 | feature,
            Some(other) => 1 << 62 | own << 40 | (other as u64) << 18 | feature & 0x3ffff,
        }
    }
}

/// Ground nearer than this is always looked at, m.
const NEAR: f64 = 2e-3;

impl Encounters {
    /// Adds the contacts of the step to its rows.
    pub(super) fn find(
        &mut self,
        world: &World,
        state: &State,
        now: &Evaluation,
        span: Span,
        rows: &mut Rows,
    ) -> Result<(), StepError> {
        if self.given.is_some() {
            self.take_given(world, now, rows);
            return Ok(());
        }
        let fall = 4.0 * span.h * span.h * world.gravity().at_site();
        self.boxes.clear();
        self.boxed.clear();
        let crowd = world.vehicles().len() > 1;
        for (contactor, place) in world.contactors().iter().enumerate() {
            if state.situation.mounted[place.vehicle] {
                continue;
            }
            let part = &world.vehicles()[place.vehicle].contactors[place.contactor];
            let (Some(solid), Some(law)) = (world.solid(contactor), part.law.cone()) else {
                continue;
            };
            let (shape, speed) = posed(now, place.vehicle, part.link, solid);
            let placed = shape.placed(solid);
            let margin = NEAR + fall + 2.0 * span.h * speed;
            self.meetings.clear();
            self.detector
                .with_ground(placed, world.terrain(), margin, &mut self.meetings)
                .map_err(|source| StepError::NoGround {
                    contact: world.contactor_name(contactor),
                    time: state.time,
                    source,
                })?;
            let share = part.shape.share();
            for &meeting in &self.meetings {
                let law = part.law_on(meeting.facet).cone().unwrap_or(law);
                let found = Encounter { contactor, other: None, meeting, law, share };
                rows.add_contact(world, now, &found);
            }
            if crowd && solid.reach() > 0.0 {
                // Two such margins make that of the pair.
                self.boxes.push(placed.bounds(0.5 * (NEAR + fall) + 2.0 * span.h * speed));
                self.boxed.push(contactor);
            }
        }
        if crowd {
            self.find_pairs(world, now, (NEAR + fall, 2.0 * span.h), rows);
        }
        Ok(())
    }

    /// Contacts between vehicles, nearer than a distance and what speeds make of it in a time.
    fn find_pairs(
        &mut self,
        world: &World,
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
            if own.vehicle == far.vehicle {
                continue;
            }
            let part = &world.vehicles()[own.vehicle].contactors[own.contactor];
            let counterpart = &world.vehicles()[far.vehicle].contactors[far.contactor];
            let (Some(solid), Some(law)) = (world.solid(contactor), part.law.cone()) else {
                continue;
            };
            let (Some(base), Some(rest)) = (world.solid(other), counterpart.law.cone()) else {
                continue;
            };
            let (shape, speed) = posed(now, own.vehicle, part.link, solid);
            let (ground, other_speed) = posed(now, far.vehicle, counterpart.link, base);
            let margin = near + time * (speed + other_speed);
            self.meetings.clear();
            let (shape, ground) = (shape.placed(solid), ground.placed(base));
            self.detector.between(shape, ground, margin, &mut self.meetings);
            let law = law.with(rest);
            for &meeting in &self.meetings {
                let met =
                    Encounter { contactor, other: Some(other), meeting, law: &law, share: 1.0 };
                rows.add_contact(world, now, &met);
            }
        }
    }

    fn take_given(&self, world: &World, now: &Evaluation, rows: &mut Rows) {
        for contact in self.given.iter().flatten() {
            let OutsideContact { contactor, other, point, normal, gap, name, .. } = *contact;
            let meeting = Meeting { point, normal, gap, facet: Facet::Other(0), feature: name };
            let law = ConeLaw::rigid(contact.friction, contact.restitution);
            let found = Encounter { contactor, other, meeting, law: &law, share: 1.0 };
            rows.add_contact(world, now, &found);
        }
    }
}

impl super::Room {
    /// Has the next steps take contacts from outside; `None` has them find their own.
    pub(crate) fn give(&mut self, contacts: Option<&[OutsideContact]>) {
        let Some(contacts) = contacts else {
            self.encounters.given = None;
            return;
        };
        let given = self.encounters.given.get_or_insert_default();
        given.clear();
        given.extend_from_slice(contacts);
    }

    /// Impulse of the last step at each of its contacts, in the order in which they were given or
    /// found.
    pub(crate) fn contact_impulses(&self) -> impl Iterator<Item = Impulse> {
        let rows = self.rows.list.iter().zip(self.reaction.chunks_exact(3));
        let contacts = rows.filter(|(row, _)| matches!(row.kind, Kind::Contact { .. }));
        contacts.map(|(row, impulse)| {
            let own = Vector3::from_column_slice(impulse);
            let mut out = Impulse::default();
            out.take(&own, &row.frame.tr_mul(&own));
            out
        })
    }
}

/// Pose of a link.
struct Pose {
    rotation: nalgebra::Matrix3<f64>,
    origin: Vector3<f64>,
}

impl Pose {
    fn placed<'a>(&'a self, solid: &'a Solid) -> Placed<'a> {
        Placed { solid, rotation: &self.rotation, origin: &self.origin }
    }
}

/// Where a link is, and how fast any point of a solid on it moves at most.
fn posed(now: &Evaluation, vehicle: usize, link: usize, solid: &Solid) -> (Pose, f64) {
    let kinematics = now.kinematics(vehicle);
    let motion = &kinematics.links[link];
    let origin = kinematics.anchor + motion.position;
    let middle = motion.position + motion.rotation * solid.middle();
    let speed = motion.twist.at(&middle).norm() + motion.twist.angular.norm() * solid.reach();
    (Pose { rotation: motion.rotation, origin }, speed)
}
