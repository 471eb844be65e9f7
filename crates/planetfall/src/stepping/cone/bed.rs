//! Contacts of wheels on soil within the step.
//!
//! Both springs of [`WheelSoil`] are taken at the end of the step. Along the normal the force
//! F(z − h u_n, −u_n) is linearised about the last velocity found and the step repeated (Newton's
//! method); along the surface the trial force k δ − (h k + d) u_t is linear. Both are a regularisation
//! of the cone problem,
//!
//! u + R r + b: R_t = 1 / (h (h k + d)), b_t = −k δ / (h k + d),
//!
//! whose cone draws a trial force beyond the soil's strength back onto it. Strength depends on the load
//! by way of the area sunk in; as a coefficient of friction it is repeated with the load.

use super::Room;
use super::encounter::Encounter;
use super::row::{Conditions, Kind, Rows};
use crate::contact::geometry::{Meeting, Placed};
use crate::contact::wheel_soil::{Course, LastDrawn, Strength, WheelSoil, slope};
use crate::math::real;
use crate::shape::{Shape, Wheel};
use crate::state::{State, Tread};
use crate::stepping::Evaluation;
use crate::terrain::Facet;
use crate::vehicle::Contactor;
use crate::world::World;
use nalgebra::{Matrix3, Vector3};
use std::sync::Arc;

/// Soil under one contact in one step.
#[derive(Clone, Debug)]
pub(super) struct Bed {
    law: Arc<WheelSoil>,
    strength: Strength,
    /// tan φ of it.
    tan: f64,
    /// s.
    factor: f64,
    clamped: bool,
    /// Deflection at the start, site axes, m.
    deflection: Vector3<f64>,
    /// Approach at the end about which the normal force is linearised, m/s.
    about: f64,
    /// Load for which the strength is reckoned, N.
    load: f64,
    friction: f64,
    /// How often it was reckoned anew in this step.
    repeats: usize,
    /// Whether the wheel was last found to stick, under the strength solved with and under the one that
    /// its load gives: then both have the same answer.
    pub(super) sticks: bool,
    /// Unit vector ahead.
    ahead: Vector3<f64>,
    /// Speed of the rim against the hub, m/s.
    rim: f64,
}

/// How often strength follows the load within a step. Where they chase each other, as in a corner of
/// ground and rock, what counts is the strength of the load before.
const REPEATS: usize = 4;
/// Friction below this share of the limit sticks, whatever the solver's error.
const INSIDE: f64 = 1.0 - 1e-6;
/// A strength that is found is right to this share.
const RIGHT: f64 = 1e-10;
/// So is a load: what Newton's method leaves below this, the next step finds, for it starts from there.
const CARRIED: f64 = 1e-6;

impl Bed {
    /// Under a contact that was found, starting from what the last step left; what holds the wheel back
    /// joins the rows.
    pub(super) fn under(
        law: &Arc<WheelSoil>,
        (found, part): (&Encounter<'_>, &Contactor),
        (world, state, now): (&World, &State, &Evaluation),
        h: f64,
        (rows, drawn): (&mut Rows, &mut LastDrawn),
    ) -> Self {
        let Encounter { contactor, meeting, .. } = found;
        let vehicle = world.contactors()[*contactor].vehicle;
        let mut bed = Self::new(law, (*contactor, part), meeting, (state, drawn), now, vehicle);
        bed.begin(found.key(), h, &meeting.normal, state);
        bed.lean(state.treads.get(*contactor), &meeting.normal);
        let load = state.treads.get(*contactor).map_or(0.0, |tread| tread.load);
        if meeting.feature == 0
            && let Some(drag) = bed.drag(part, load, now, vehicle)
        {
            let Drag { force, hub, ahead, speed } = drag;
            rows.add_drag((vehicle, part.link), (*contactor, force), hub, (ahead, speed));
        }
        bed
    }

    /// Under a contactor that meets soil.
    fn new(
        law: &Arc<WheelSoil>,
        (contactor, part): (usize, &Contactor),
        meeting: &Meeting,
        (state, drawn): (&State, &mut LastDrawn),
        now: &Evaluation,
        vehicle: usize,
    ) -> Self {
        let link = &now.kinematics(vehicle).links[part.link];
        let normal = meeting.normal;
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
        let course = Course { normal, ahead, speed: speed.dot(&ahead) };
        let strength = law.strength.on(&course);
        let tread = state.treads.get(contactor).copied().unwrap_or_default();
        let draw = law.draw(&strength, slope(&normal), tread.draws, drawn);
        Self {
            law: law.clone(),
            tan: real::tan(strength.friction_angle),
            strength,
            factor: draw.factor,
            clamped: draw.clamped,
            deflection: Vector3::zeros(),
            about: 0.0,
            load: 0.0,
            friction: 0.0,
            repeats: 0,
            sticks: false,
            ahead,
            rim,
        }
    }

    /// Starts from what the last step left: impulse along the normal over h, and deflection.
    fn begin(&mut self, key: u64, h: f64, normal: &Vector3<f64>, state: &State) {
        let find = |list: &[(u64, [f64; 3])]| {
            let found = list.binary_search_by_key(&key, |(key, _)| *key);
            found.ok().map(|place| list[place].1)
        };
        if let Some(known) = find(&state.deflections) {
            let known = Vector3::from(known);
            self.deflection = known - normal * known.dot(normal);
        }
        self.load = find(&state.reactions).map_or(0.0, |impulse| impulse[0] / h);
        self.reckon();
    }

    /// Takes on what the wheel carries along the surface from the start.
    fn lean(&mut self, tread: Option<&Tread>, normal: &Vector3<f64>) {
        let force = tread.map_or_else(Vector3::zeros, |tread| Vector3::from(tread.leaning));
        if force != Vector3::zeros() {
            self.deflection = (force - normal * force.dot(normal)) / self.law.tangent.stiffness;
        }
    }

    /// Expects the approach (m/s) at the start to last: Newton's method then begins near its end.
    pub(super) fn coming_at(self, approach: f64) -> Self {
        Self { about: approach, ..self }
    }

    fn reckon(&mut self) {
        let strength = (&self.strength, self.tan);
        self.friction = self.law.coefficient(strength, self.factor, self.load);
    }

    pub(super) fn friction(&self) -> f64 {
        self.friction
    }

    /// Regularisation and bias at a gap.
    pub(super) fn conditions(
        &self,
        gap: f64,
        h: f64,
        frame: &Matrix3<f64>,
    ) -> (Vector3<f64>, Vector3<f64>) {
        let (force, slope) = self.law.normal.linear(-gap, h, self.about);
        // r_n = h (force − slope (u_n + about)), as an equation for u_n.
        let normal = (1.0 / (h * slope), self.about - force / slope);
        let tangent = &self.law.tangent;
        let stiff = h * tangent.stiffness + tangent.damping;
        let pull = frame * self.deflection * (-tangent.stiffness / stiff);
        let give = 1.0 / (h * stiff);
        (Vector3::new(normal.0, give, give), Vector3::new(normal.1, pull.y, pull.z))
    }

    /// Whether the step's end, with a velocity along the normal (m/s) and an impulse (N s), is where it was
    /// linearised; linearises it there if not.
    pub(super) fn is_settled(
        &mut self,
        gap: f64,
        h: f64,
        end: f64,
        impulse: &Vector3<f64>,
    ) -> bool {
        let force = self.law.normal.force(-gap - h * end, -end);
        let load = impulse.x / h;
        let right = (force - load).abs() <= CARRIED * force + 1e-9;
        self.about = -end;
        self.load = load;
        self.sticks = false;
        if self.repeats == REPEATS {
            return right;
        }
        self.repeats += 1;
        let before = self.friction;
        self.reckon();
        let least = INSIDE * before.min(self.friction);
        self.sticks = impulse.yz().norm() < least * impulse.x;
        let same = load <= 1e-6 || (self.friction - before).abs() <= RIGHT * before;
        right && (same || self.sticks)
    }
}

/// What holds a wheel back under the load (N) that it last carried: the force, the hub from the anchor,
/// the direction ahead and the hub's speed along it.
struct Drag {
    force: f64,
    hub: Vector3<f64>,
    ahead: Vector3<f64>,
    speed: f64,
}

impl Bed {
    fn drag(&self, part: &Contactor, load: f64, now: &Evaluation, vehicle: usize) -> Option<Drag> {
        let resistance = self.law.resistance.as_ref()?;
        let Wheel { centre, .. } = part.shape.as_wheel()?;
        let footprint = &self.law.footprint;
        let force = resistance.force(footprint.width, footprint.depth(load), &self.strength);
        let link = &now.kinematics(vehicle).links[part.link];
        let hub = link.position + link.rotation * centre;
        let speed = link.twist.at(&hub).dot(&self.ahead);
        (force > 0.0).then_some(Drag { force, hub, ahead: self.ahead, speed })
    }
}

impl Room {
    /// Draws friction on soil that is beyond its limit by the solver's error back to it.
    pub(super) fn clip_to_strength(&mut self) {
        for (row, impulse) in self.rows.list.iter().zip(self.reaction.chunks_exact_mut(3)) {
            let (Conditions::Soil(_), [n, t, s]) = (&row.law, impulse) else { continue };
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
        state.deflections.clear();
        state.treads.iter_mut().for_each(Tread::lift);
        let mut last = None;
        for (place, row) in self.rows.list.iter().enumerate() {
            if let Kind::Drag { contactor, .. } = row.kind {
                state.treads[contactor].resistance = self.reaction[3 * place + 1].abs() / h;
            }
            let (Conditions::Soil(bed), Kind::Contact { slot, .. }) = (&row.law, row.kind) else {
                continue;
            };
            let impulse = Vector3::from_column_slice(&self.reaction[3 * place..3 * place + 3]);
            let drag = Vector3::new(0.0, impulse.y, impulse.z) / h;
            let force = row.frame.tr_mul(&drag);
            let left = bed.law.tangent.deflection(&bed.deflection, &force, h);
            state.deflections.push((row.key, left.into()));
            let contactor = world.contacts()[slot].contactor;
            let Some(tread) = state.treads.get_mut(contactor) else { continue };
            let load = impulse.x / h;
            tread.load += load;
            tread.traction += drag.norm();
            // What the step was solved with, also where the load has changed it since.
            tread.limit += row.friction() * load;
            tread.sinkage = tread.sinkage.max(bed.law.footprint.depth(load));
            let after = row.after + row.shift;
            if load > 0.0 {
                tread.depth = tread.depth.max(-row.gap - h * after.x);
            }
            if last == Some(contactor) || load <= 0.0 {
                continue;
            }
            last = Some(contactor);
            let skid = row.frame.tr_mul(&Vector3::new(0.0, after.y, after.z));
            let normal = row.frame.row(0).transpose();
            tread.skid = [skid.dot(&bed.ahead), skid.dot(&normal.cross(&bed.ahead))];
            tread.roll(bed.rim * h, bed.strength.correlation_length, bed.clamped);
        }
        state.deflections.sort_unstable_by_key(|(key, _)| *key);
        self.softness.commit(world, state, h);
    }
}

impl Tread {
    /// Rolls on by a way (m); s is drawn anew after each length.
    fn roll(&mut self, way: f64, length: f64, clamped: bool) {
        self.rolled += way;
        self.since += way;
        if self.since >= length && length > 0.0 {
            let draws = (self.since / length).floor();
            self.since -= draws * length;
            self.draws += draws as u64;
            self.clamped += u64::from(clamped);
        }
    }
}

/// How far above the lowest point of a wheel others still count, m.
pub(super) const BAND: f64 = 1e-4;

/// Makes one meeting of all with one surface, each counted by its depth: ground, each rock and each wall
/// are a surface. The normal then is that of the ground under the whole wheel, and the point stays on
/// the rim.
pub(super) fn merge(meetings: &mut Vec<Meeting>, shape: &Shape, pose: &Placed<'_>) {
    let surface = |facet: Facet| match facet {
        Facet::Rock(number) => 2 + 2 * (u64::from(number) & 0xffff_ffff),
        Facet::Wall(level) => 3 + 2 * u64::from(level),
        _ => 0,
    };
    meetings.sort_by_key(|meeting| surface(meeting.facet));
    let (mut kept, mut first) = (0, 0);
    while first < meetings.len() {
        let own = surface(meetings[first].facet);
        let count = meetings[first..].iter().take_while(|m| surface(m.facet) == own).count();
        let mut one = average(&meetings[first..first + count]);
        one.feature = own as u32;
        if let Some(Wheel { axis, centre, radius, .. }) = shape.as_wheel() {
            let (axis, centre) = (pose.rotation * axis, pose.origin + pose.rotation * centre);
            let arm = one.point - centre;
            let along = axis * arm.dot(&axis);
            if let Some(spoke) = (arm - along).try_normalize(1e-9) {
                one.point = centre + along + spoke * *radius;
            }
        }
        meetings[kept] = one;
        kept += 1;
        first += count;
    }
    meetings.truncate(kept);
}

fn average(meetings: &[Meeting]) -> Meeting {
    let lowest = meetings.iter().map(|meeting| meeting.gap).fold(f64::INFINITY, f64::min);
    let (mut sum, mut gap) = (0.0, 0.0);
    let (mut point, mut normal) = (Vector3::zeros(), Vector3::zeros());
    for meeting in meetings {
        let weight = (BAND + lowest.max(0.0) - meeting.gap).max(0.0);
        sum += weight;
        gap += weight * meeting.gap;
        point += meeting.point * weight;
        normal += meeting.normal * weight;
    }
    let one = meetings[0];
    match normal.try_normalize(1e-12) {
        Some(normal) => Meeting { gap: gap / sum, point: point / sum, normal, ..one },
        None => one,
    }
}
