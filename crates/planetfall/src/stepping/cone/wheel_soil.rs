//! Contacts of wheels on ROAMS's soil within the step: what their conditions
//! (`ground/wheel/conditions.rs`) need of the vehicle, and what the soil remembers of the accepted end.

use super::ConeWorkspace;
use super::constraint_row::{ConstraintKind, ConstraintRows};
use crate::contact::Contact;
use crate::contact::geometry::PlacedShape;
use crate::ground::WheelMemory;
use crate::ground::cone::{ContactStart, LawConditions};
use crate::ground::wheel::{LastDrawn, WheelMotion};
use crate::shape::{Shape, Wheel};
use crate::state::State;
use crate::stepping::Evaluation;
use crate::terrain::Facet;
use crate::vehicle::Contactor;
use crate::world::World;
use nalgebra::Vector3;

/// What a law with conditions of its own is given of a contact that was found, and what the last step left.
pub(super) fn start<'a>(
    (contact, part): (&Contact, &Contactor),
    (world, state, now): (&World, &'a State, &Evaluation),
    h: f64,
    drawn: &'a mut LastDrawn,
) -> ContactStart<'a> {
    let vehicle = world.contactors()[contact.contactor].vehicle;
    let (course, rim) = course(part, contact, now, vehicle);
    ContactStart {
        key: contact.key(),
        normal: contact.normal,
        h,
        course,
        rim,
        tread: state.ground.treads.get(contact.contactor),
        noise: state.noise.soil(contact.contactor),
        memory: &state.ground,
        reactions: &state.reactions,
        drawn,
    }
}

/// Has what holds a wheel back join the rows.
pub(super) fn hold_back(
    law: &LawConditions,
    (contact, part): (&Contact, &Contactor),
    (world, state, now): (&World, &State, &Evaluation),
    rows: &mut ConstraintRows,
) {
    let contactor = contact.contactor;
    let vehicle = world.contactors()[contactor].vehicle;
    let load = state.ground.treads.get(contactor).map_or(0.0, |tread| tread.load);
    if contact.feature == 0
        && let Some(drag) = drag(law, part, load, now, vehicle)
    {
        let Drag { force, hub, ahead, speed } = drag;
        rows.add_drag((vehicle, part.link), (contactor, force), hub, (ahead, speed));
    }
}

/// The course of a contactor over the ground that it meets, and the speed of its rim against the hub, m/s.
fn course(
    part: &Contactor,
    contact: &Contact,
    now: &Evaluation,
    vehicle: usize,
) -> (WheelMotion, f64) {
    let link = &now.kinematics(vehicle).links[part.link];
    let normal = contact.normal;
    let (ahead, speed, rim) = match part.shape.as_wheel() {
        Some(Wheel { axis, centre, radius, .. }) => {
            let axis = link.rotation * axis;
            let ahead = axis.cross(&normal).try_normalize(1e-9);
            let hub = link.twist.at(&(link.position + link.rotation * centre));
            let spin = link.twist.angular.dot(&axis) * radius;
            (ahead, hub, spin.abs())
        }
        None => (None, link.twist.at(&link.position), 0.0),
    };
    let flat = speed - normal * speed.dot(&normal);
    let ahead = ahead.or_else(|| flat.try_normalize(1e-12)).unwrap_or_else(Vector3::zeros);
    (WheelMotion { normal, ahead, speed: speed.dot(&ahead) }, rim)
}

/// What holds a wheel back under the load (N) that it last carried: the force, the hub from the anchor,
/// the direction ahead and the hub's speed along it.
struct Drag {
    force: f64,
    hub: Vector3<f64>,
    ahead: Vector3<f64>,
    speed: f64,
}

fn drag(
    bed: &LawConditions,
    part: &Contactor,
    load: f64,
    now: &Evaluation,
    vehicle: usize,
) -> Option<Drag> {
    let force = bed.resistance(load)?;
    let Wheel { centre, .. } = part.shape.as_wheel()?;
    let link = &now.kinematics(vehicle).links[part.link];
    let hub = link.position + link.rotation * centre;
    let speed = link.twist.at(&hub).dot(&bed.ahead());
    (force > 0.0).then_some(Drag { force, hub, ahead: bed.ahead(), speed })
}

impl ConeWorkspace {
    /// Draws friction on soil that is beyond its limit by the solver's error back to it.
    pub(super) fn clip_to_strength(&mut self) {
        for (row, impulse) in self.rows.list.iter().zip(self.reaction.chunks_exact_mut(3)) {
            let (Some(_), [n, t, s]) = (row.law(), impulse) else { continue };
            let size = (*t * *t + *s * *s).sqrt();
            let most = row.friction() * n.max(0.0);
            if size > most {
                *t *= most / size;
                *s *= most / size;
            }
        }
    }

    /// Leaves what soil remembers in the state.
    pub(crate) fn keep_soil(&mut self, world: &World, state: &mut State, h: f64) {
        state.ground.deflections.clear();
        state.ground.treads.iter_mut().for_each(WheelMemory::lift);
        let mut last = None;
        for (place, row) in self.rows.list.iter().enumerate() {
            if let ConstraintKind::Drag { contactor, .. } = row.kind {
                state.ground.treads[contactor].resistance = self.reaction[3 * place + 1].abs() / h;
            }
            let (Some(bed), ConstraintKind::Contact { slot, .. }) = (row.law(), row.kind) else {
                continue;
            };
            let impulse = Vector3::from_column_slice(&self.reaction[3 * place..3 * place + 3]);
            let drag = Vector3::new(0.0, impulse.y, impulse.z) / h;
            state.ground.deflections.push((row.key, bed.left().into()));
            let contactor = world.sample_points()[slot].contactor;
            let Some(tread) = state.ground.treads.get_mut(contactor) else { continue };
            let load = impulse.x / h;
            tread.load += load;
            tread.traction += drag.norm();
            // What the step was solved with, also where the load has changed it since.
            tread.limit += row.friction() * load;
            tread.sinkage = tread.sinkage.max(bed.sinkage(load));
            let after = row.after + row.shift;
            if load > 0.0 {
                let change = row.displacement(&self.bodies, h).x;
                tread.depth = tread.depth.max(-row.gap - change);
            }
            if last == Some(contactor) || load <= 0.0 {
                continue;
            }
            last = Some(contactor);
            let skid = row.frame.tr_mul(&Vector3::new(0.0, after.y, after.z));
            let normal = row.frame.row(0).transpose();
            tread.skid = [skid.dot(&bed.ahead()), skid.dot(&normal.cross(&bed.ahead()))];
            bed.roll(tread, h);
        }
        state.ground.deflections.sort_unstable_by_key(|(key, _)| *key);
        self.soil.commit(world, state, h);
    }
}

/// How far above the lowest point of a wheel others still count, m. Chosen: less than any sinkage that
/// matters, so that the normal turns smoothly as a wheel meets the next facet.
pub(super) const MERGE_BAND: f64 = 1e-4;

/// Makes one contact of all with one surface, each counted by its depth: ground, each rock and each wall
/// are a surface. The normal then is that of the ground under the whole wheel, and the point stays on
/// the rim.
pub(super) fn merge(contacts: &mut Vec<Contact>, shape: &Shape, pose: &PlacedShape<'_>) {
    let surface = |facet: Facet| match facet {
        Facet::Rock(number) => 2 + 2 * (u64::from(number) & 0xffff_ffff),
        Facet::Wall(level) => 3 + 2 * u64::from(level),
        _ => 0,
    };
    contacts.sort_by_key(|contact| surface(contact.facet));
    let (mut kept, mut first) = (0, 0);
    while first < contacts.len() {
        let own = surface(contacts[first].facet);
        let count = contacts[first..].iter().take_while(|m| surface(m.facet) == own).count();
        let mut one = average(&contacts[first..first + count]);
        one.feature = own as u32;
        if let Some(Wheel { axis, centre, radius, .. }) = shape.as_wheel() {
            let (axis, centre) = (pose.rotation * axis, pose.origin + pose.rotation * centre);
            let arm = one.point - centre;
            let along = axis * arm.dot(&axis);
            if let Some(spoke) = (arm - along).try_normalize(1e-9) {
                one.point = centre + along + spoke * *radius;
            }
        }
        contacts[kept] = one;
        kept += 1;
        first += count;
    }
    contacts.truncate(kept);
}

fn average(contacts: &[Contact]) -> Contact {
    let lowest = contacts.iter().map(|contact| contact.gap).fold(f64::INFINITY, f64::min);
    let (mut sum, mut gap) = (0.0, 0.0);
    let (mut point, mut normal) = (Vector3::zeros(), Vector3::zeros());
    for contact in contacts {
        let weight = (MERGE_BAND + lowest.max(0.0) - contact.gap).max(0.0);
        sum += weight;
        gap += weight * contact.gap;
        point += contact.point * weight;
        normal += contact.normal * weight;
    }
    let one = contacts[0];
    match normal.try_normalize(1e-12) {
        Some(normal) => Contact { gap: gap / sum, point: point / sum, normal, ..one },
        None => one,
    }
}
