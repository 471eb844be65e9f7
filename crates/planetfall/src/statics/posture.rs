//! A vehicle in a pose that is tried: what the ground, gravity and joints do to it there.
//!
//! Free are the root's six coordinates and the joints that no motor holds. Three numbers more, the *hold*, keep
//! the vehicle at its place and heading against three equations that say so. What they are depends on how
//! it is held ([`Hold`]).

use super::SettleError;
use super::sinking::Bedding;
use crate::contact::Contact;
use crate::contact::sample_point::SampleLocus;
use crate::dynamics::crba::{CrbaScratch, crba};
use crate::dynamics::kinematics::{Kinematics, LinkMotion, integrate, normalise};
use crate::dynamics::rnea::{RneaScratch, rnea};
use crate::ground::Ground;
use crate::math::rotation;
use crate::math::spatial::Force;
use crate::state::State;
use crate::stepping::spatial_vector;
use crate::terrain::NoGround;
use crate::vehicle::{Inertia, Tree};
use crate::world::{SamplePoint, World};
use nalgebra::{DMatrix, Matrix3, Vector3, Vector6};

/// Depth into which the whole weight presses one point of rigid ground while a pose is looked for, m: the first of
/// `continuation::RIGID_DEPTHS`.
const INITIAL_RIGID_DEPTH: f64 = 1e-2;
/// Moves by which a vehicle is set down until its lowest point touches. Chosen: one is exact on flat ground.
const SET_DOWN_LIMIT: usize = 30;
/// Gap that counts as touching then, m. Chosen: far below what a vehicle sinks.
const SET_DOWN_TOLERANCE: f64 = 1e-9;
/// Least mass that moves with a coordinate, as a share of the whole, for the measure of imbalance. Chosen: a wheel of a
/// thousandth of the mass counts in full.
const MASS_FLOOR: f64 = 1e-6;

/// What keeps a vehicle from moving along the surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hold {
    /// Forces on the root itself, as the hand of who sets it down: east and north, N, and about the
    /// vertical, N m.
    Root,
    /// Friction in proportion to each load, as in a creep of the whole vehicle over the ground: shares of the
    /// load ahead and to the left along the mean surface, and per metre of arm about its normal.
    Creep,
    /// Shear of soil by a slide of the whole vehicle, ahead and to the left along the mean surface, m, and about its
    /// normal, rad; where there is no soil, springs that are stretched by the slide.
    Slide,
}

/// Where a vehicle is asked to stand.
#[derive(Clone, Debug)]
pub(super) struct Site {
    /// Of the root, m.
    pub(super) place: Vector3<f64>,
    /// Level directions ahead and to the left of it.
    ahead: Vector3<f64>,
    left: Vector3<f64>,
    /// Axis of the root that points ahead, and the one that points away from the ground.
    pub(super) nose: Vector3<f64>,
    pub(super) top: Vector3<f64>,
    /// Normal of the mean surface under the vehicle.
    pub(super) normal: Vector3<f64>,
}

/// A sample point on the ground.
#[derive(Clone, Copy, Debug)]
pub(super) struct SupportPoint {
    pub(super) gap: f64,
    pub(super) normal: Vector3<f64>,
    pub(super) point: Vector3<f64>,
    /// Along the normal, N.
    pub(super) load: f64,
    /// Growth of the load with depth, N/m.
    stiffness: f64,
    /// Along the surface, N.
    pub(super) tangent: Vector3<f64>,
}

/// How forces of the ground are taken while a pose is nudged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Differing {
    /// Loads by their derivative, friction with them.
    Loads,
    /// Loads by their derivative; friction stays as it is, as it is no force of a potential.
    LoadsOnly,
}

pub(super) struct Posture<'a> {
    pub(super) world: &'a World,
    pub(super) vehicle: usize,
    pub(super) tree: &'a Tree,
    pub(super) inertias: &'a [Option<Inertia>],
    pub(super) q: Vec<f64>,
    pub(super) site: Site,
    pub(super) hold: Hold,
    pub(super) held: [f64; 3],
    /// Whether the vehicle goes where it slides.
    pub(super) drifts: bool,
    /// Coordinates that may move.
    pub(super) free: Vec<usize>,
    /// Whether a sample point is on a wheel that nothing keeps from rolling.
    rolls: Vec<bool>,
    /// Turns gravity away from its direction.
    pub(super) tilt: Matrix3<f64>,
    pub(super) weight: f64,
    /// Stiffness that stands for rigid ground, N/m.
    pub(super) rigid: f64,
    pub(super) kinematics: Kinematics,
    pub(super) standing: Vec<SupportPoint>,
    /// Poses are nudged about these.
    about: Option<(Differing, Vec<SupportPoint>)>,
    rnea: RneaScratch,
    /// Force that each coordinate lacks.
    pub(super) lacking: Vec<f64>,
    /// Soil that answers where it lies.
    pub(super) soil: Option<Bedding<'a>>,
}

impl<'a> Posture<'a> {
    pub(super) fn new(
        world: &'a World,
        state: &'a State,
        vehicle: usize,
    ) -> Result<Self, SettleError> {
        let tree = &world.vehicles()[vehicle].tree;
        if !tree.links()[0].joint.kind.is_free() {
            return Err(SettleError::Unsuitable("the vehicle's root is fixed"));
        }
        if world.layout().contacts(vehicle).is_empty() {
            return Err(SettleError::Unsuitable("the vehicle has nothing to stand on"));
        }
        let inertias = &state.inertias[world.layout().links(vehicle)];
        let mass: f64 = inertias.iter().flatten().map(Inertia::mass).sum();
        let q = state.continuous[world.layout().positions(vehicle)].to_vec();
        let weight = mass * world.gravity().at_site();
        let (free, rolls) = free_coordinates(world, vehicle);
        let mut posture = Self {
            world,
            vehicle,
            tree,
            inertias,
            site: Site::of(&q),
            q,
            hold: Hold::Root,
            held: [0.0; 3],
            drifts: false,
            free,
            rolls,
            tilt: Matrix3::identity(),
            weight,
            rigid: weight / INITIAL_RIGID_DEPTH,
            kinematics: Kinematics::new(tree),
            standing: Vec::new(),
            about: None,
            rnea: RneaScratch::new(tree),
            lacking: vec![0.0; tree.velocities()],
            soil: None,
        };
        posture.move_links();
        Ok(posture)
    }

    pub(super) fn move_links(&mut self) {
        let still = vec![0.0; self.tree.velocities()];
        self.kinematics.update(self.tree, &self.q, &still);
    }

    pub(super) fn touch(&self, index: usize) -> Result<Contact, NoGround> {
        let contact = &self.world.sample_points()[index];
        let motion = &self.kinematics.links[contact.link];
        let origin = self.kinematics.anchor + motion.position;
        let (point, seen) = contact.locus.touch(&motion.rotation, &origin, self.world.terrain())?;
        let (gap, normal, facet) = (seen.gap, seen.normal, seen.facet);
        Ok(Contact { gap, normal, facet, point, velocity: Vector3::zeros(), ..Contact::NONE })
    }

    fn ground(&self, contact: &'a SamplePoint, touch: &Contact) -> &'a Ground {
        contact.under_soil(self.world.placement(), touch)
    }

    /// Turns the root so that it stands on the mean surface with its heading, and lowers or lifts it until its
    /// lowest sample point just touches.
    pub(super) fn set_down(&mut self) -> Result<(), NoGround> {
        self.site.normal = self.mean_normal()?;
        let turn = self.site.upright();
        self.q[3..7].copy_from_slice(&[turn.w, turn.i, turn.j, turn.k]);
        self.move_links();
        for _ in 0..SET_DOWN_LIMIT {
            let mut least = f64::INFINITY;
            for index in self.world.layout().contacts(self.vehicle) {
                let touch = self.touch(index)?;
                least = least.min(touch.gap / touch.normal.z.max(0.1));
            }
            self.q[2] -= least;
            self.move_links();
            if least.abs() < SET_DOWN_TOLERANCE {
                break;
            }
        }
        self.site.place.z = self.q[2];
        Ok(())
    }

    /// Normal of the plane that lies nearest to the ground's heights under all sample points.
    pub(super) fn mean_normal(&self) -> Result<Vector3<f64>, NoGround> {
        let terrain = self.world.terrain();
        let place = self.site.place;
        let foot = Vector3::new(place.x, place.y, terrain.height(place.x, place.y)?);
        let (mut square, mut right) = (Matrix3::zeros(), Vector3::zeros());
        for index in self.world.layout().contacts(self.vehicle) {
            let point = self.touch(index)?.point - foot;
            let height = terrain.height(foot.x + point.x, foot.y + point.y)? - foot.z;
            let row = Vector3::new(point.x, point.y, 1.0);
            square += row * row.transpose();
            right += row * height;
        }
        // Determinant of the second moments about the mean, m⁴.
        let spread = square.determinant() / (square[(2, 2)] * square[(2, 2)] * square[(2, 2)]);
        match square.lu().solve(&right).filter(|_| spread > 1e-8) {
            Some(plane) => Ok(Vector3::new(-plane.x, -plane.y, 1.0).normalize()),
            None => Ok(terrain.query(&foot)?.normal),
        }
    }

    /// Forces of the ground on all sample points.
    fn stand(&mut self) -> Result<(), NoGround> {
        let mut standing = std::mem::take(&mut self.standing);
        standing.clear();
        for (slot, index) in self.world.layout().contacts(self.vehicle).enumerate() {
            standing.push(self.stand_at(slot, index)?);
        }
        self.standing = standing;
        Ok(())
    }

    fn stand_at(&self, slot: usize, index: usize) -> Result<SupportPoint, NoGround> {
        let contact = &self.world.sample_points()[index];
        let touch = self.touch(index)?;
        let Contact { gap, normal, point, .. } = touch;
        let mut here = SupportPoint {
            gap,
            normal,
            point,
            load: 0.0,
            stiffness: 0.0,
            tangent: Vector3::zeros(),
        };
        let base = self.about.as_ref().map(|(differing, all)| (*differing, &all[slot]));
        if let Some((_, base)) = base {
            if base.load > 0.0 {
                here.load = base.load + base.stiffness * (base.gap - gap);
            }
        } else if !self.is_in_soil(touch.facet, &point) {
            (here.load, here.stiffness) = self.carried(contact, &touch);
        }
        here.tangent = match base {
            Some((Differing::LoadsOnly, base)) => base.tangent,
            Some((Differing::Loads, _)) | None => self.tangent(slot, contact, &touch, here.load),
        };
        Ok(here)
    }

    /// Load of a point at rest and its growth with depth.
    fn carried(&self, contact: &'a SamplePoint, touch: &Contact) -> (f64, f64) {
        let ground = self.ground(contact, touch);
        let load = |touch: &Contact| ground.standing_force(touch, self.rigid) * contact.share;
        let here = load(touch);
        let nudge = 1e-12 + 1e-4 * touch.gap.abs();
        let deeper = load(&Contact { gap: touch.gap - nudge, ..*touch });
        (here, (deeper - here) / nudge)
    }

    /// Force along the surface on a point that carries a load.
    fn tangent(
        &self,
        slot: usize,
        contact: &'a SamplePoint,
        touch: &Contact,
        load: f64,
    ) -> Vector3<f64> {
        let along = |v: Vector3<f64>| v - touch.normal * v.dot(&touch.normal);
        match self.hold {
            Hold::Root => Vector3::zeros(),
            Hold::Creep => {
                let creep = along(self.motion_at(&touch.point));
                along(self.unrolled(slot, contact, &touch.normal, creep)) * load
            }
            Hold::Slide if load > 0.0 => {
                let stiffness = self.ground(contact, touch).sideways_stiffness(self.rigid);
                along(self.motion_at(&touch.point)) * (-stiffness * contact.share)
            }
            Hold::Slide => Vector3::zeros(),
        }
    }

    /// Creep or slide of the whole vehicle at a point.
    fn motion_at(&self, point: &Vector3<f64>) -> Vector3<f64> {
        let [ahead, left, turning] = self.held;
        let (along, across) = self.site.surface();
        let arm = point - self.kinematics.anchor;
        along * ahead + across * left + self.site.normal.cross(&arm) * turning
    }

    /// Slide of each link about its origin, rotation first.
    pub(super) fn slides(&self) -> Vec<Vector6<f64>> {
        let turning = self.site.normal * self.held[2];
        let origin = |link: &LinkMotion| self.kinematics.anchor + link.position;
        let slide = |link: &LinkMotion| spatial_vector(&turning, &self.motion_at(&origin(link)));
        self.kinematics.links.iter().map(slide).collect()
    }

    /// A wheel that nothing keeps from rolling holds along its axle only.
    fn unrolled(
        &self,
        slot: usize,
        contact: &SamplePoint,
        normal: &Vector3<f64>,
        creep: Vector3<f64>,
    ) -> Vector3<f64> {
        match contact.locus {
            SampleLocus::Ring { axis, .. } if self.rolls[slot] => {
                let axle = self.kinematics.links[contact.link].rotation * axis;
                let ahead = axle.cross(normal).try_normalize(1e-9).unwrap_or_else(Vector3::zeros);
                creep - ahead * creep.dot(&ahead)
            }
            SampleLocus::Point(_) | SampleLocus::Ring { .. } | SampleLocus::Ball { .. } => creep,
        }
    }

    /// The most that friction can be of the load of a sample point, by the ground's own law; `None` where the
    /// ground does not say, or where soil bears it.
    pub(super) fn friction(&self, slot: usize) -> Option<f64> {
        let index = self.world.layout().contacts(self.vehicle).start + slot;
        let contact = &self.world.sample_points()[index];
        let touch = self.touch(index).ok()?;
        if self.world.is_covered(&touch.point) {
            return None;
        }
        let load = self.standing.get(slot)?.load / contact.share;
        self.ground(contact, &touch).holding_friction(load)
    }

    /// Generalised forces on the free coordinates, and how far the root is from its place and heading.
    pub(super) fn imbalance(&mut self) -> Result<Vec<f64>, SettleError> {
        self.stand()?;
        let mut external = vec![Force::default(); self.tree.links().len()];
        for (index, inertia) in self.inertias.iter().enumerate() {
            let Some(inertia) = inertia else { continue };
            let (place, velocity) = self.kinematics.links[index].point(inertia.centre());
            let site = self.kinematics.anchor + place;
            let gravity = self.tilt * self.world.gravity().acceleration(&site, &velocity);
            external[index] += Force::at(gravity * inertia.mass(), &place);
        }
        let first = self.world.layout().contacts(self.vehicle).start;
        for (slot, here) in self.standing.iter().enumerate() {
            let link = self.world.sample_points()[first + slot].link;
            let force = here.normal * here.load + here.tangent;
            external[link] += Force::at(force, &(here.point - self.kinematics.anchor));
        }
        let slides = if self.soil.is_some() { self.slides() } else { Vec::new() };
        if let Some(soil) = &mut self.soil {
            soil.add_soil_forces(self.vehicle, &self.kinematics, &slides, &mut external)?;
        }
        self.resolve(&external);
        let mut result: Vec<f64> = self.free.iter().map(|&k| -self.lacking[k]).collect();
        if self.hold == Hold::Root {
            let about = self.kinematics.links[0].rotation.tr_mul(&Vector3::z()) * self.held[2];
            let push = [self.held[0], self.held[1], 0.0, about.x, about.y, about.z];
            result.iter_mut().zip(push).for_each(|(sum, own)| *sum += own);
        }
        let mut astray = self.site.astray(&self.kinematics);
        if self.drifts {
            let drift_rate = self.motion_at(&self.kinematics.anchor);
            let (ahead, _) = self.site.surface();
            let turned = self.site.normal.cross(&ahead).dot(&self.site.left) * self.held[2];
            for (astray, drift) in astray.iter_mut().zip([drift_rate.x, drift_rate.y, turned]) {
                *astray -= drift;
            }
        }
        result.extend(astray.map(|x| -x));
        Ok(result)
    }

    /// What each coordinate lacks under forces on the links, those of joints with them.
    fn resolve(&mut self, external: &[Force]) {
        let count = self.tree.velocities();
        let still = vec![0.0; count];
        let mut tau = vec![0.0; count];
        let Self { tree, inertias, kinematics, rnea: scratch, .. } = self;
        rnea(tree, inertias, kinematics, &still, external, scratch, &mut tau);
        for &link in self.tree.driven() {
            let place = &self.tree.places()[link];
            let joint = &self.tree.links()[link].joint;
            let position = place.multiplier * self.q[place.position] + place.offset;
            let mut force = joint.passive.pull(position, 0.0);
            force += joint.crush.map_or(0.0, |crush| crush.force(position, 0.0));
            force += joint.limits.map_or(0.0, |limits| limits.force(position, 0.0));
            tau[place.velocity] -= place.multiplier * force;
        }
        self.lacking = tau;
    }

    /// Energy of gravity, of the ground's normal springs and of joints, J.
    pub(super) fn energy(&mut self) -> Result<f64, NoGround> {
        self.stand()?;
        let mut sum = 0.0;
        for (index, inertia) in self.inertias.iter().enumerate() {
            let Some(inertia) = inertia else { continue };
            let (place, velocity) = self.kinematics.links[index].point(inertia.centre());
            let site = self.kinematics.anchor + place;
            let gravity = self.tilt * self.world.gravity().acceleration(&site, &velocity);
            sum -= inertia.mass() * gravity.dot(&(site - self.site.place));
        }
        // Half of force times depth is exact for a spring and near enough for any other law.
        sum -= self.standing.iter().map(|s| 0.5 * s.load * s.gap.min(0.0)).sum::<f64>();
        for &link in self.tree.driven() {
            let place = &self.tree.places()[link];
            let joint = &self.tree.links()[link].joint;
            let position = place.multiplier * self.q[place.position] + place.offset;
            sum += joint.passive.stored(position);
            sum += joint.crush.map_or(0.0, |crush| crush.work(position));
            if let Some(limits) = &joint.limits {
                let beyond = (limits.lower - position).max(position - limits.upper).max(0.0);
                sum += 0.5 * limits.stiffness * beyond * beyond;
            }
        }
        Ok(sum)
    }

    /// Moves the free coordinates and the hold.
    pub(super) fn displace(&mut self, step: &[f64], share: f64) {
        let mut change = vec![0.0; self.tree.velocities()];
        for (&coordinate, value) in self.free.iter().zip(step) {
            change[coordinate] = value * share;
        }
        integrate(self.tree, &mut self.q, &change, 1.0);
        normalise(self.tree, &mut self.q);
        for (own, value) in self.held.iter_mut().zip(&step[self.free.len()..]) {
            *own += value * share;
        }
        self.move_links();
    }

    pub(super) fn save(&self) -> (Vec<f64>, [f64; 3]) {
        (self.q.clone(), self.held)
    }

    pub(super) fn restore(&mut self, saved: &(Vec<f64>, [f64; 3])) {
        self.q.copy_from_slice(&saved.0);
        self.held = saved.1;
        self.move_links();
    }

    /// −dQ/dx by differences, loads by their own derivative: no nudge takes a point off the ground.
    pub(super) fn stiffness(&mut self, differing: Differing) -> Result<DMatrix<f64>, SettleError> {
        /// Difference of coordinates for central differences, m or rad. Chosen: the third root of the round-off is
        /// 6e-6.
        const NUDGE: f64 = 1e-6;
        self.stand()?;
        self.about = Some((differing, self.standing.clone()));
        let matrix = self.differences(NUDGE);
        self.about = None;
        matrix
    }

    fn differences(&mut self, nudge: f64) -> Result<DMatrix<f64>, SettleError> {
        let base = self.imbalance()?;
        let count = base.len();
        let mut matrix = DMatrix::zeros(count, count);
        for column in 0..count {
            let saved = self.save();
            let mut step = vec![0.0; count];
            // Forces of the hand are large numbers, and linear.
            let held = column >= self.free.len() && self.hold == Hold::Root;
            step[column] = if held { self.weight } else { nudge };
            self.displace(&step, 1.0);
            let moved = self.imbalance()?;
            self.restore(&saved);
            for row in 0..count {
                matrix[(row, column)] = -(moved[row] - base[row]) / step[column];
            }
        }
        Ok(matrix)
    }

    pub(super) fn masses(&self) -> Vec<f64> {
        let count = self.tree.velocities();
        let mut mass = DMatrix::zeros(count, count);
        let mut scratch = CrbaScratch::new(self.tree);
        crba(self.tree, self.inertias, &self.kinematics, &mut scratch, &mut mass);
        self.free.iter().map(|&k| mass[(k, k)]).collect()
    }

    /// Unbalanced forces as a share of the weight; moments count by the arm that mass and inertia
    /// make.
    pub(super) fn unbalanced(&self, forces: &[f64], masses: &[f64]) -> f64 {
        let total = masses[0];
        let sum: f64 = forces
            .iter()
            .zip(masses)
            .map(|(force, mass)| force * force * total / mass.max(MASS_FLOOR * total))
            .sum();
        sum.sqrt() / self.weight
    }

    /// Cosine of how far the root's top leans from the mean surface's normal.
    pub(super) fn uprightness(&self) -> f64 {
        (self.kinematics.links[0].rotation * self.site.top).dot(&self.site.normal)
    }
}

impl Site {
    /// Of a root with such coordinates. Which of its axes points away from the ground is by its attitude.
    fn of(q: &[f64]) -> Self {
        let turn = rotation::from_numbers(&q[3..7]);
        let axes = [Vector3::x(), Vector3::y(), Vector3::z()];
        let up = |axis: &Vector3<f64>| (turn * axis).z;
        // A vehicle that stands on a slope is not on its side.
        let standing = Some(Vector3::z()).filter(|axis| up(axis) > 0.3);
        let most = axes.iter().max_by(|a, b| up(a).abs().total_cmp(&up(b).abs()));
        let axis = standing.or(most.copied()).unwrap_or_else(Vector3::z);
        let top = if up(&axis) < 0.0 { -axis } else { axis };
        let nose = if axis == Vector3::x() { Vector3::y() } else { Vector3::x() };
        let ahead = turn * nose;
        let ahead = Vector3::new(ahead.x, ahead.y, 0.0).normalize();
        Self {
            place: Vector3::new(q[0], q[1], q[2]),
            ahead,
            left: Vector3::z().cross(&ahead),
            nose,
            top,
            normal: Vector3::z(),
        }
    }

    /// The attitude in which its top is along the mean surface's normal, with its heading.
    fn upright(&self) -> nalgebra::UnitQuaternion<f64> {
        let (ahead, _) = self.surface();
        let from = Matrix3::from_columns(&[self.nose, self.top.cross(&self.nose), self.top]);
        let to = Matrix3::from_columns(&[ahead, self.normal.cross(&ahead), self.normal]);
        let turn = nalgebra::Rotation3::from_matrix_unchecked(to * from.transpose());
        nalgebra::UnitQuaternion::from_rotation_matrix(&turn)
    }

    /// Directions ahead and to the left along the mean surface.
    pub(super) fn surface(&self) -> (Vector3<f64>, Vector3<f64>) {
        let rise = self.ahead.dot(&self.normal) / self.normal.z.max(1e-3);
        let ahead = (self.ahead - Vector3::z() * rise).normalize();
        (ahead, self.normal.cross(&ahead))
    }

    /// Goes to where a vehicle has gone.
    pub(super) fn follow(&mut self, kinematics: &Kinematics) {
        let nose = kinematics.links[0].rotation * self.nose;
        self.place = kinematics.anchor;
        self.ahead = Vector3::new(nose.x, nose.y, 0.0).normalize();
        self.left = Vector3::z().cross(&self.ahead);
    }

    /// How far a vehicle has left its place ahead and to the left, m, and its heading.
    fn astray(&self, kinematics: &Kinematics) -> [f64; 3] {
        let moved = kinematics.anchor - self.place;
        let nose = kinematics.links[0].rotation * self.nose;
        [moved.x, moved.y, nose.dot(&self.left)]
    }
}

/// The root's six coordinates and those of joints that no motor holds; and which sample points are on wheels
/// that nothing holds, whose rolling is no coordinate of statics.
fn free_coordinates(world: &World, vehicle: usize) -> (Vec<usize>, Vec<bool>) {
    let tree = &world.vehicles()[vehicle].tree;
    let mut held = vec![false; tree.velocities()];
    for (link, place) in tree.links().iter().zip(tree.places()) {
        for column in place.columns.clone() {
            held[tree.columns()[column].coordinate] |= link.joint.motor.is_some();
        }
    }
    let mut rolls = Vec::new();
    for index in world.layout().contacts(vehicle) {
        let contact = &world.sample_points()[index];
        let (link, place) = (&tree.links()[contact.link], &tree.places()[contact.link]);
        let turns = match (contact.locus, link.joint.kind.turns_about()) {
            (SampleLocus::Ring { axis, .. }, Some(own)) => axis.cross(own).norm() < 1e-6,
            (SampleLocus::Ring { .. } | SampleLocus::Point(_) | SampleLocus::Ball { .. }, _) => {
                false
            }
        };
        let free = turns && !held[place.velocity];
        rolls.push(free);
        if free {
            held[place.velocity] = true;
        }
    }
    // The second rim of a wheel rolls with the first.
    let first = world.layout().contacts(vehicle).start;
    for slot in 1..rolls.len() {
        let same = world.sample_points()[first + slot].contactor
            == world.sample_points()[first + slot - 1].contactor;
        rolls[slot] |= same && rolls[slot - 1];
    }
    ((0..tree.velocities()).filter(|&k| !held[k]).collect(), rolls)
}
