//! Contacts of single bodies as they are in the middle of the step.
//!
//! Moreau's own scheme looks at gaps and directions at q_m = q ⊕ (1 − θ) h v (J. J. Moreau, CISM 302,
//! 1988; M. Jean, CMAME 177, 1999): a body that pivots about a contact then neither loses nor gains in
//! first order what its arm or normal turns within the step. Contacts are *found* at the start, so that
//! nothing is passed by; here those of single bodies are moved on with their bodies. The gap is taken
//! back along the directions of the middle, g + `turned`, so that g + `turned` + h u_θ is the gap at the
//! end in these directions.
//!
//! A body that strikes something is looked at as it is at that instant. Until then a ball that rolls is
//! borne by what it rolls on, which the impact may lift it off.
//!
//! Where a ball or a wheel is, its normal turns as well: it is looked for again there, and taken if it is
//! the same contact.

use super::constraint_row::{CLOSED_GAP, ConstraintKind, ConstraintRow, ConstraintRows};
use super::vehicle_dynamics::VehicleDynamics;
use super::{ConeWorkspace, ContactDetection, StepConstants};
use crate::contact::Contact;
use crate::contact::geometry::PlacedShape;
use crate::dynamics::kinematics::{integrate, normalise};
use crate::state::State;
use crate::stepping::Evaluation;
use crate::world::World;
use nalgebra::Vector3;

/// Cosine of the angle between two normals up to which they belong to one contact: 26°. Chosen: a body
/// turns by less in half a step.
const SAME_NORMAL_COSINE: f64 = 0.9;
/// Difference of two gaps up to which they belong to one contact, m. Chosen.
const SAME_CONTACT_DISTANCE: f64 = 2e-3;

impl ConeWorkspace {
    /// Moves the contacts of single bodies on to the middle of the step.
    pub(super) fn look_from_middle(
        &mut self,
        world: &World,
        state: &State,
        (now, middle): (&Evaluation, &mut Evaluation),
        span: StepConstants,
    ) {
        let Self { bodies, rows, detection, .. } = self;
        let single = |row: &ConstraintRow, bodies: &[VehicleDynamics]| {
            let rigid = row.is_rigid();
            rigid && row.sides().all(|side| bodies[side.vehicle].single)
        };
        let half = (1.0 - span.theta) * span.h;
        if half <= 0.0 || !rows.list.iter().any(|row| single(row, bodies)) {
            return;
        }
        for (vehicle, body) in bodies.iter_mut().enumerate().filter(|(_, body)| body.single) {
            body.seen_after = half;
            if let Some(instant) = rows.instant_of_impact(vehicle, span) {
                body.seen_after = instant;
                if let Some(place) = rows.support_of_round(world, state, vehicle, span) {
                    let row = &mut rows.list[place];
                    row.borne = body.hold(&row.frame.row(0).transpose(), instant);
                }
            }
            // Free motion has posed single bodies half a step on.
            if body.seen_after != 0.5 * span.h {
                let tree = &world.vehicles()[vehicle].tree;
                let q = &mut body.middle.0;
                q.copy_from_slice(&state.continuous[world.layout().positions(vehicle)]);
                integrate(tree, q, &body.start, body.seen_after);
                normalise(tree, q);
                middle.place(tree, vehicle, q, &body.start);
            }
        }
        for row in rows.list.iter_mut().filter(|row| single(row, bodies)) {
            let gap = row.follow_to(world, (now, middle));
            let met = detection.find_again(world, (row, gap), middle);
            let gap = met.map_or(gap, |met| row.take(&met, middle));
            let (mut velocity, mut since) = (Vector3::zeros(), Vector3::zeros());
            for side in row.sides() {
                let VehicleDynamics { start, seen_after, .. } = &bodies[side.vehicle];
                let axes = &middle.kinematics(side.vehicle).links[0].rotation;
                let rate = axes * Vector3::new(start[3], start[4], start[5]);
                let along = Vector3::new(start[0], start[1], start[2]);
                let own = (along + rate.cross(&side.place())) * side.sign();
                velocity += own;
                since += own * *seen_after;
            }
            row.before = row.frame * velocity;
            row.turned = gap - (row.frame * since).x - row.gap;
            row.from_middle = true;
        }
    }
}

impl ConstraintRows {
    /// When a vehicle first strikes rigid ground within the step, s.
    fn instant_of_impact(&self, vehicle: usize, span: StepConstants) -> Option<f64> {
        let instants = self.of(vehicle).filter_map(|(_, row)| row.instant_of_impact(span));
        instants.reduce(f64::min)
    }

    /// The contact by which the ground bore a round body in the last step, through its centre of mass, and
    /// which does not strike in this one.
    fn support_of_round(
        &self,
        world: &World,
        state: &State,
        vehicle: usize,
        span: StepConstants,
    ) -> Option<usize> {
        let own = state.inertias[world.layout().links(vehicle)].first().copied().flatten()?;
        let bears = |row: &ConstraintRow| {
            let known = state.reactions.binary_search_by_key(&row.key, |(key, _)| *key);
            let borne = known.is_ok_and(|place| state.reactions[place].1[0] > 0.0);
            let ConstraintKind::Contact { slot, other: None } = row.kind else { return false };
            let solid = world.solid(world.sample_points()[slot].contactor);
            let centred = solid.is_some_and(|solid| solid.middle() == own.centre());
            borne && centred && !row.first.found().1 && row.instant_of_impact(span).is_none()
        };
        self.of(vehicle).find(|(_, row)| bears(row)).map(|(place, _)| place)
    }
}

impl ConeWorkspace {
    /// Adds what bore bodies until an impact to the impulses of the step.
    pub(super) fn take_borne(&mut self) {
        for (row, impulse) in self.rows.list.iter().zip(self.reaction.chunks_exact_mut(3)) {
            impulse[0] += row.borne;
        }
    }
}

impl VehicleDynamics {
    /// Has what it lies on bear it until an instant (s): a force along the normal that goes through the
    /// middle of a round body takes gravity's part along it until then. The impulse, N s.
    fn hold(&mut self, normal: &Vector3<f64>, until: f64) -> f64 {
        let fall = normal.dot(&Vector3::from_column_slice(&self.rate[..3]));
        if fall >= 0.0 {
            return 0.0;
        }
        self.held = normal * until.sqrt();
        for (drift, normal) in self.drift.iter_mut().zip(normal) {
            *drift -= until * fall * normal;
        }
        -until * normal.dot(&Vector3::from_column_slice(&self.weight[..3]))
    }
}

impl ConstraintRow {
    /// When it strikes rigid ground within the step, s.
    fn instant_of_impact(&self, span: StepConstants) -> Option<f64> {
        let strikes = self.is_rigid()
            && self.before.x < -span.sudden
            && self.gap > CLOSED_GAP
            && self.gap < -span.h * self.before.x;
        strikes.then(|| -self.gap / self.before.x)
    }
}

impl ConstraintRow {
    /// Moves its places with their links; the gap there along the same normal, m.
    fn follow_to(&mut self, world: &World, (from, to): (&Evaluation, &Evaluation)) -> f64 {
        let ConstraintKind::Contact { slot, other } = self.kind else { return self.gap };
        let normal = self.frame.row(0).transpose();
        let mut gap = self.gap;
        let sides = std::iter::once((&mut self.first, Some(slot)));
        for (side, slot) in sides.chain(self.second.iter_mut().map(|side| (side, other))) {
            let (old, new) = (from.kinematics(side.vehicle), to.kinematics(side.vehicle));
            let (old_axes, new_axes) = (&old.links[0].rotation, &new.links[0].rotation);
            let (found, turns) = side.found();
            // Of a round shape only the middle turns with the body.
            let solid = slot.and_then(|slot| world.solid(world.sample_points()[slot].contactor));
            let middle = solid.map_or_else(Vector3::zeros, |solid| *solid.middle());
            let place = if turns {
                new_axes * old_axes.tr_mul(&found)
            } else {
                new_axes * middle + (found - old_axes * middle)
            };
            gap += side.sign() * normal.dot(&(new.anchor - old.anchor + place - found));
            side.put(place);
        }
        gap
    }

    /// Takes what was found for it elsewhere; the gap there, m.
    fn take(&mut self, met: &Contact, at: &Evaluation) -> f64 {
        self.turn(&met.normal);
        self.first.put(met.point - at.kinematics(self.first.vehicle).anchor);
        met.gap
    }
}

impl ContactDetection {
    /// The contact of a round body with the ground as it is at another instant, if it is the same one.
    fn find_again(
        &mut self,
        world: &World,
        (row, gap): (&ConstraintRow, f64),
        at: &Evaluation,
    ) -> Option<Contact> {
        let contact = row.contact.filter(|contact| contact.other.is_none())?;
        let (_, turns) = row.first.found();
        if turns || self.given.is_some() {
            return None;
        }
        let solid = world.solid(contact.contactor)?;
        let kinematics = at.kinematics(row.first.vehicle);
        let motion = &kinematics.links[row.first.link];
        let origin = kinematics.anchor + motion.position;
        let placed = PlacedShape { solid, rotation: &motion.rotation, origin: &origin };
        let normal = row.frame.row(0).transpose();
        let found = self.look(world, placed, gap.abs() + SAME_CONTACT_DISTANCE)?;
        let same = |met: &&Contact| {
            met.normal.dot(&normal) > SAME_NORMAL_COSINE
                && (met.gap - gap).abs() < SAME_CONTACT_DISTANCE
        };
        // Both edges of a wheel touch with one normal: the nearest place is that of the same edge.
        let place = kinematics.anchor + row.first.place();
        let apart = |met: &Contact| (met.point - place).norm_squared();
        let nearer = |a: &&Contact, b: &&Contact| apart(a).total_cmp(&apart(b));
        found.iter().filter(same).min_by(nearer).copied()
    }
}
