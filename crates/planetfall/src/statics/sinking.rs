//! How deep a vehicle at rest stands in soil.
//!
//! Soil's force depends on what was pressed and sheared before. A vehicle that is lowered onto soil presses it as
//! found, and what slides under it then is sheared for the first time. So the pose is looked for on the soil as found,
//! by pure evaluation: place and heading are kept, and in their stead the *slide* is unknown, the small motion of the
//! whole vehicle along the surface by which shear comes to carry what gravity pulls along it. Every node then has slid
//! as far, and no force is locked in between wheels. Soil is loaded by a little more than the weight, that is
//! committed, and the load is taken off: then it answers elastically, and nothing that stands on it moves on.
//!
//! Nodes that join a print change its force by jumps, at which there is no balance, and the side of a wheel that is
//! lowered on a slope can be pressed by more than its friction bears. There the vehicle *creeps*: it goes where the
//! unbalanced force takes it, its place with it, against a drag, by steps that are each committed. What soil has borne
//! it bears on, so that a load which soil can carry is carried in the end.

use super::posture::{Differing, Hold, Posture};
use super::{SettleError, Settled, Support};
use crate::dynamics::Kinematics;
use crate::dynamics::kinematics::normalise;
use crate::ground::scm::{BodyOnSoil, Field, Scratch, Serial, SoilContactError};
use crate::ground::scm::{SoilBody, SoilLayer};
use crate::math::linear;
use crate::math::spatial::Force;
use crate::state::{State, body_of};
use crate::stepping::spatial_vector;
use crate::terrain::Facet;
use crate::vehicle::Placement;
use crate::world::World;
use nalgebra::{DMatrix, Matrix3, Matrix6, Vector3, Vector6};

/// A vehicle at rest in soil.
#[derive(Clone, Debug)]
pub struct SettledInSoil {
    /// How it stands.
    pub settled: Settled,
    /// What has become of the soil.
    pub soil: Field,
    /// How deep each contactor of the vehicle stands, m, by its index among those of the world.
    pub sinkages: Vec<(usize, f64)>,
}

/// Factor by which rigid ground beside the soil is stiffer than at the start of a search: a vehicle stands less than
/// a micrometre deep on it.
const RIGID_BESIDE_SOIL: f64 = 1e4;
/// Time that a slide takes, s: so long that no speed matters.
const SLIDE_TIME: f64 = 1e6;
/// Share of the weight by which soil is pressed beyond it before it is left to rebound, so that what
/// follows is elastic. Chosen: it sinks the vehicle deeper by the same order.
const OVERLOAD_SHARE: f64 = 2e-3;
/// Slope by which gravity along the surface comes on at once, rad. Chosen.
const LOADING_STEP: f64 = 0.1;
/// Steps of Newton's method for a loading. Chosen: damped steps first, a few quadratic ones at last.
const PRESS_STEP_LIMIT: usize = 80;
/// Steps that may be refused one after the other. Chosen.
const REFUSED_STEP_LIMIT: usize = 16;
/// Damping of the first step, 1/s²: that of a fall over a twentieth of a second, as in `equilibrium`.
const INITIAL_DAMPING: f64 = 400.0;
/// Unbalanced share of the weight that is none. Chosen: as in `equilibrium`.
const BALANCED_SHARE: f64 = 1e-10;
/// Unbalanced share of the weight with which a loading counts as carried. Chosen: what is left is carried
/// in the next one.
const CARRIED_SHARE: f64 = 0.03;
/// Unbalanced share of the weight that is rest after a commit. Chosen.
const REST_SHARE: f64 = 1e-6;
/// Drag of the first step of creep, 1/s². Chosen.
const INITIAL_DRAG: f64 = 1e3;
/// Greatest drag, 1/s²: where a step has no end even against that, it leaps. Chosen.
const DRAG_LIMIT: f64 = 1e6;
/// Drag against which it leaps across a jump of the force, 1/s². Chosen: a step that passes the jump and
/// little more.
const LEAP_DRAG: f64 = 1e5;
/// Factor by which drag grows where a step has no end. Chosen.
const DRAG_RISE: f64 = 8.0;
/// Factor by which drag falls after a step that has one. Chosen: slower than it rises.
const DRAG_FALL: f64 = 0.3;
/// Steps of creep between looks for balance. Chosen.
const CREEP_STEPS: usize = 12;
/// Newton iterations of a step of creep. Chosen.
const CREEP_ITERATION_LIMIT: usize = 12;
/// Times that an iteration of creep is shortened. Chosen.
const SHORTENING_LIMIT: usize = 5;
/// Share of the imbalance that may be left at the end of a step of creep. Chosen: nodes that join or
/// leave keep a better one away.
const ACCEPTED_REST: f64 = 0.5;
/// Share of the imbalance at which a step of creep ends. Chosen.
const CREEP_TOLERANCE: f64 = 0.03;
/// Rounds without gain after which it leaps. Chosen.
const LEAP_AFTER: usize = 2;
/// Times that a move is committed while soil rebounds. Chosen: it bounds the cost of a settle.
const ROUND_LIMIT: usize = 240;
/// Rounds without gain after which a search ends. Chosen.
const IDLE_ROUND_LIMIT: usize = 30;
/// Times that a search begins anew, each with more overload. Chosen.
const ATTEMPT_LIMIT: u32 = 3;
/// Least share of a move that is committed. Chosen: above the round-off of soil's heights.
const LEAST_COMMITTED: f64 = 1e-6;
/// First slide that is tried, by the tangent of the slope, m. Chosen: half of the default shear
/// displacement.
const INITIAL_SLIDE: f64 = 5e-3;
/// How far down the slope it is set down, in distances of nodes; elsewhere where soil is strong enough and no rest is
/// found. A node that joins a print as shear comes on makes the force jump, and where the balance would be within the
/// jump there is none: MER in lete-sand on 28.5°, and not on 28.4° or 28.6°. It slides by a distance of nodes until shear
/// carries it there.
const INITIAL_SHIFTS: [f64; 3] = [0.0, 0.1, -0.1];
/// Coordinates of the root that are held while soil is pressed without being sheared: east, north and the turn about
/// its own upright axis.
const HELD_COORDINATES: [usize; 3] = [0, 1, 5];
/// How far a vehicle may sink or slide, m, or turn, rad, before soil counts as too soft. Chosen.
const SINK_LIMIT: f64 = 0.4;
/// A vehicle that has slid so far while its rest was looked for, m, does not rest. Chosen: ten times the
/// default shear displacement, over which strength is mobilised.
const SLIDE_LIMIT: f64 = 0.1;
/// Share of the weight by which soil's load may be off for its strength under the vehicle to be known.
/// Chosen.
const LOAD_TOLERANCE: f64 = 0.1;
/// A slope is refused at once if shear bears less than this share of what it should: the rest would hang
/// on soil that is pushed up. Chosen.
const REFUSED_STRENGTH: f64 = 0.8;
/// Longest step, as a share of the distance of nodes. Chosen: so that no node is passed by.
const LONGEST_MOVE: f64 = 0.25;
/// Distance ahead of a pose at which soil is asked for its stiffness, m or rad: on the side to which it
/// goes, since loading and unloading differ. About the root of the round-off.
const LOOK_AHEAD: f64 = 1e-8;
/// What is nearer to soil than this, m, may come to stand on it as others sink in. Chosen: half of
/// [`SINK_LIMIT`].
const NEAR_SOIL: f64 = 0.2;

/// Soil under a search.
#[derive(Debug)]
pub(super) struct Bedding<'a> {
    layer: &'a SoilLayer,
    field: Field,
    scratch: Scratch,
    /// Presses of this vehicle and of those that stand already, and how the latter are posed.
    soil_bodies: Vec<usize>,
    others: Vec<(usize, Kinematics)>,
    /// Where each link was when soil was last asked, and how each had slid.
    asked: Vec<Placement>,
    asked_slide: Vec<Vector6<f64>>,
    answers: Vec<LinkSoilForce>,
    /// How far it has slid over all commits, m.
    slid: f64,
    /// Whether forces are taken as linear about the last answer.
    pub(super) frozen: bool,
}

/// Rotation, which is small, and displacement that lead from one pose of a link to another.
fn displacement(from: &Placement, to: &Placement) -> Vector6<f64> {
    let turn = to.rotation * from.rotation.transpose();
    let skew = (turn - turn.transpose()) * 0.5;
    let axis = Vector3::new(skew.m32, skew.m13, skew.m21);
    spatial_vector(&axis, &(to.position - from.position))
}

/// What soil bears.
#[derive(Clone, Copy, Debug, Default)]
struct Borne {
    /// Along the mean normal, N.
    load: f64,
    /// Up the slope, as a share of that: all of it, and by shear.
    along: f64,
    shear: f64,
}

/// What soil should bear up the slope and what it does, as shares of the load.
#[derive(Clone, Copy, Debug)]
struct SlopeStrength {
    needed: f64,
    /// As it is sheared now, and after it was sheared far: all of it, and by shear.
    now: f64,
    far: f64,
    shear: f64,
    /// Whether it then carries the weight.
    is_borne: bool,
}

/// How a vehicle creeps: the drag against which it does, 1/s², and how much farther than drag lets it it steps across a
/// jump.
#[derive(Clone, Copy, Debug)]
struct Creep {
    drag: f64,
    leap: f64,
}

/// Soil's force on a link about its origin, moment first, and minus its derivative by the link's motion.
#[derive(Clone, Copy, Debug)]
struct LinkSoilForce {
    link: usize,
    force: Vector6<f64>,
    slope: Matrix6<f64>,
    /// Minus its derivative by the slide.
    shear: Matrix6<f64>,
}

/// Why no rest was found, and whether soil is so strong that another way may lead to one.
struct Failure {
    error: SettleError,
    is_strong: bool,
}

impl From<SettleError> for Failure {
    fn from(error: SettleError) -> Self {
        Self { error, is_strong: false }
    }
}

/// Lets a vehicle down into the soil under it, from where the state has it, beside others that stand on it
/// already; `None` where it stands on none. Place and heading are nearly kept: it moves only as far as soil
/// gives way under it.
pub fn sink(
    world: &World,
    state: &State,
    vehicle: usize,
    standing: &[usize],
) -> Result<Option<SettledInSoil>, SettleError> {
    let mut refused = None;
    for shift in INITIAL_SHIFTS {
        match sink_from(world, state, (vehicle, standing), shift) {
            Ok(sunk) => return Ok(sunk),
            Err(Failure { error, is_strong }) => {
                let first = refused.get_or_insert(error);
                if !is_strong {
                    return Err(first.clone());
                }
            }
        }
    }
    refused.map_or(Ok(None), Err)
}

/// The same at one place.
fn sink_from(
    world: &World,
    state: &State,
    (vehicle, standing): (usize, &[usize]),
    shift: f64,
) -> Result<Option<SettledInSoil>, Failure> {
    let layer = world.soil().ok_or(SettleError::Unsuitable("there is no soil"))?;
    let mut search = Posture::new(world, state, vehicle)?;
    search.hold = Hold::Slide;
    let others = standing.iter().map(|&other| (other, state.kinematics(world, other))).collect();
    search.soil = Some(Bedding::new(layer, state.ground.soil.clone(), vehicle, others));
    if !search.is_over_soil()? {
        return Ok(None);
    }
    search.rigid *= RIGID_BESIDE_SOIL;
    search.site.normal = search.mean_normal().map_err(SettleError::from)?;
    search.shift_down(shift * layer.bed.spacing());
    let settled = search.sink()?;
    let sinkages = search.soil.as_ref().map_or_else(Vec::new, |bedding| bedding.sinkages(vehicle));
    let soil = search.soil.map_or_else(Field::new, |bedding| bedding.field);
    Ok(Some(SettledInSoil { settled, soil, sinkages }))
}

impl<'a> Bedding<'a> {
    fn new(
        layer: &'a SoilLayer,
        field: Field,
        vehicle: usize,
        others: Vec<(usize, Kinematics)>,
    ) -> Self {
        let stands = |soil_body: &SoilBody| {
            soil_body.vehicle == vehicle || others.iter().any(|o| o.0 == soil_body.vehicle)
        };
        let soil_bodies =
            layer.bodies.iter().enumerate().filter(|(_, soil_body)| stands(soil_body));
        Self {
            layer,
            field,
            scratch: Scratch::new(),
            soil_bodies: soil_bodies.map(|(number, _)| number).collect(),
            others,
            asked: Vec::new(),
            asked_slide: Vec::new(),
            answers: Vec::new(),
            slid: 0.0,
            frozen: false,
        }
    }

    /// Asks the soil for its forces on a vehicle that is posed so and whose links have slid so since the last commit.
    fn ask(
        &mut self,
        vehicle: usize,
        kinematics: &Kinematics,
        slides: &[Vector6<f64>],
    ) -> Result<(), SettleError> {
        let Self { layer, field, scratch, soil_bodies, others, asked, answers, .. } = self;
        let now = places(kinematics);
        let body = |number: usize| -> BodyOnSoil<'a> {
            let soil_body = &layer.bodies[soil_bodies[number]];
            let own = soil_body.vehicle == vehicle;
            let other = others.iter().find(|other| other.0 == soil_body.vehicle);
            let still = BodyOnSoil {
                velocity: Vector3::zeros(),
                rate: Vector3::zeros(),
                ..body_of(soil_body, other.filter(|_| !own).map_or(kinematics, |other| &other.1))
            };
            if !own {
                return still;
            }
            let distance = slides[soil_body.link] / SLIDE_TIME;
            let (rate, velocity) =
                (distance.fixed_rows::<3>(0).into(), distance.fixed_rows::<3>(3).into());
            BodyOnSoil { velocity, rate, ..still }
        };
        let bodies = (soil_bodies.len(), &body as &(dyn Fn(usize) -> BodyOnSoil<'a> + Sync));
        layer.bed.evaluate_each(field, bodies, SLIDE_TIME, true, &Serial, scratch).map_err(
            |fault| match fault {
                SoilContactError::OffMap { error, .. } => SettleError::NoGround(error),
                SoilContactError::NotFinite { .. } => {
                    SettleError::Unsuitable("its pose is not finite")
                }
                SoilContactError::TooMany { .. } => SettleError::Unsuitable(
                    "it covers more soil nodes than can be reckoned with: take a larger spacing_m",
                ),
            },
        )?;
        answers.clear();
        for (number, reaction) in soil_bodies.iter().zip(scratch.reactions()) {
            let soil_body = &layer.bodies[*number];
            if soil_body.vehicle == vehicle {
                let Force { moment, force } = reaction.wrench;
                let force = spatial_vector(&moment, &force);
                let (slope, shear) =
                    (reaction.tangent.stiffness, reaction.tangent.damping / SLIDE_TIME);
                answers.push(LinkSoilForce { link: soil_body.link, force, slope, shear });
            }
        }
        *asked = now;
        self.asked_slide.clear();
        self.asked_slide.extend_from_slice(slides);
        Ok(())
    }

    /// How deep the contactors of a vehicle stand, by the last answer.
    fn sinkages(&self, vehicle: usize) -> Vec<(usize, f64)> {
        let soil_bodies = self.soil_bodies.iter().map(|number| &self.layer.bodies[*number]);
        let answered = soil_bodies.zip(self.scratch.reactions());
        let own = answered.filter(|(soil_body, _)| soil_body.vehicle == vehicle);
        own.map(|(soil_body, reaction)| (soil_body.contactor, reaction.footprint.sinkage)).collect()
    }

    /// Adds soil's forces to those on the links of a vehicle, about its anchor.
    pub(super) fn add_soil_forces(
        &mut self,
        vehicle: usize,
        kinematics: &Kinematics,
        slides: &[Vector6<f64>],
        external: &mut [Force],
    ) -> Result<(), SettleError> {
        if !self.frozen {
            self.ask(vehicle, kinematics, slides)?;
        }
        let now = places(kinematics);
        for LinkSoilForce { link, force, slope, shear } in &self.answers {
            let sum = force
                - slope * displacement(&self.asked[*link], &now[*link])
                - shear * (slides[*link] - self.asked_slide[*link]);
            let (moment, force) = (sum.fixed_rows::<3>(0), sum.fixed_rows::<3>(3).into_owned());
            let arm = kinematics.links[*link].position;
            external[*link] += Force { moment: moment + arm.cross(&force), force };
        }
        Ok(())
    }
}

fn places(kinematics: &Kinematics) -> Vec<Placement> {
    let place = |link: &crate::dynamics::kinematics::LinkMotion| Placement {
        position: kinematics.anchor + link.position,
        rotation: link.rotation,
    };
    kinematics.links.iter().map(place).collect()
}

impl Posture<'_> {
    /// Whether a contact point meets soil, which then answers for it.
    pub(super) fn is_in_soil(&self, facet: Facet, point: &Vector3<f64>) -> bool {
        self.soil.is_some()
            && !matches!(facet, Facet::Rock(_) | Facet::Wall(_))
            && self.world.is_covered(point)
    }

    /// Whether a contact point is near soil.
    fn is_over_soil(&self) -> Result<bool, SettleError> {
        for index in self.world.layout().contacts(self.vehicle) {
            let touch = self.touch(index)?;
            if touch.gap < NEAR_SOIL && self.is_in_soil(touch.facet, &touch.point) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Takes pose and slide as they are into the soil.
    fn commit_soil(&mut self) -> Result<(), SettleError> {
        let slides = self.slides();
        let slid = self.held[0].hypot(self.held[1]);
        if let Some(soil) = &mut self.soil {
            soil.slid += slid;
            soil.ask(self.vehicle, &self.kinematics, &slides)?;
            soil.layer.bed.commit(&mut soil.field, &mut soil.scratch);
        }
        if self.drifts {
            self.site.follow(&self.kinematics);
        }
        self.held = [0.0; 3];
        Ok(())
    }

    /// Presses the vehicle in along the mean normal, then takes it to rest on the slope, if soil is strong enough.
    fn sink(&mut self) -> Result<Settled, Failure> {
        self.lower()?;
        let SlopeStrength { needed, shear, is_borne, .. } = self.strength(1.0)?;
        if is_borne && shear < REFUSED_STRENGTH * needed {
            return Err(self.too_steep(shear, needed).into());
        }
        let is_strong = is_borne && shear >= needed;
        self.rest_on_slope().map_err(|error| Failure { error, is_strong })
    }

    /// Lets gravity along the surface come on, commits that and takes the overload off.
    fn rest_on_slope(&mut self) -> Result<Settled, SettleError> {
        // Soil that has slid a little answers as it will on the way, and not elastically.
        let downhill = self.downhill();
        self.held = downhill.map(|part| INITIAL_SLIDE * part * self.slope().min(1.0));
        let loadings = 1 + (self.slope() / LOADING_STEP) as u32;
        for number in 1..=loadings {
            let share = f64::from(number) / f64::from(loadings);
            self.load(share, 1.0 + OVERLOAD_SHARE);
            self.carry(share)?;
        }
        self.commit_soil()?;
        let (residual, rounds) = self.rebound()?;
        self.check_sinkages()?;
        let mut settled = self.settled(residual, rounds)?;
        self.note_loads(&mut settled);
        Ok(settled)
    }

    /// Moves the vehicle down the slope, m.
    fn shift_down(&mut self, distance: f64) {
        if distance == 0.0 {
            return;
        }
        let (ahead, left) = self.site.surface();
        let [along, across, _] = self.downhill();
        let moved = (ahead * along + left * across) * distance;
        self.q.iter_mut().zip(moved.iter()).for_each(|(place, by)| *place += by);
        self.move_links();
        self.site.follow(&self.kinematics);
    }

    /// Presses the vehicle in along the mean normal, without shear.
    fn lower(&mut self) -> Result<(), SettleError> {
        let start = self.q[2];
        let free = self.free.clone();
        self.free.retain(|coordinate| !HELD_COORDINATES.contains(coordinate));
        self.load(0.0, 1.0 + OVERLOAD_SHARE);
        let mut left = self.iterate_to_balance(INITIAL_DAMPING)?;
        if left >= CARRIED_SHARE && start - self.q[2] < SINK_LIMIT {
            self.commit_soil()?;
            left = self.come_to_rest(CARRIED_SHARE)?.0;
        }
        self.free = free;
        self.check_sinkages()?;
        if left < CARRIED_SHARE { Ok(()) } else { Err(self.too_soft(start)) }
    }

    /// Looks for the slide with which soil carries so much of gravity along the surface.
    fn carry(&mut self, share: f64) -> Result<(), SettleError> {
        self.drifts = false;
        let before = self.save();
        let left = self.iterate_to_balance(0.0)?;
        if left < REST_SHARE {
            return Ok(());
        }
        let SlopeStrength { needed, far, is_borne, .. } = self.strength(share)?;
        if is_borne && far < needed {
            return Err(self.too_steep(far, needed));
        }
        if left < CARRIED_SHARE {
            return Ok(());
        }
        self.restore(&before);
        self.commit_soil()?;
        let left = self.come_to_rest(CARRIED_SHARE)?.0;
        if left < CARRIED_SHARE { Ok(()) } else { Err(self.unsettled(share, left)?) }
    }

    /// Takes the overload off. All that bears is first brought to bear the overload, so that nothing is left at its
    /// yield: there the rounding of heights in a commit would take some of the force away, each time anew.
    fn rebound(&mut self) -> Result<(f64, usize), SettleError> {
        let (mut left, mut rounds) = (f64::INFINITY, 0);
        for attempt in 1..=ATTEMPT_LIMIT {
            let overload = f64::from(attempt) * OVERLOAD_SHARE;
            self.load(1.0, 1.0 + overload);
            let (not_borne, first) = self.come_to_rest(0.01 * overload)?;
            if not_borne > overload {
                return Err(self.unsettled(1.0, not_borne)?);
            }
            self.load(1.0, 1.0);
            let (residual, more) = self.come_to_rest(REST_SHARE)?;
            (left, rounds) = (left.min(residual), rounds + first + more);
            if residual < REST_SHARE {
                return Ok((residual, rounds));
            }
        }
        Err(self.unsettled(1.0, left)?)
    }

    /// Presses and commits until so little of the weight is unbalanced after a commit, or no round lowers it; what is
    /// left, and the rounds taken. Shear that was committed decides which flank of a grouser bears, so that a commit
    /// changes the force, often by more than what the move was for. So only a share of each move is committed, by
    /// Aitken's relaxation (U. Küttler, W. A. Wall, Comput. Mech. 43, 2008). Where no balance is found, the vehicle
    /// creeps on for a while.
    fn come_to_rest(&mut self, enough: f64) -> Result<(f64, usize), SettleError> {
        let masses = self.masses();
        let mut least = f64::INFINITY;
        let (mut idle, mut taken) = (0, 1.0);
        let mut last: Option<Vec<f64>> = None;
        let mut creep = Creep { drag: INITIAL_DRAG, leap: 1.0 };
        self.drifts = self.free.contains(&HELD_COORDINATES[0]);
        for round in 1..=ROUND_LIMIT {
            let before = self.save();
            let pressed = self.iterate_to_balance(0.0)?;
            let balanced = pressed < enough;
            if balanced {
                self.shorten_move(&before, taken);
                self.commit_soil()?;
            } else {
                self.restore(&before);
                if idle > LEAP_AFTER {
                    self.leap(&mut creep)?;
                    self.commit_soil()?;
                }
                self.creep_on(&mut creep, enough)?;
            }
            let mut left = self.imbalance()?;
            left.truncate(self.free.len());
            let residual = self.unbalanced(&left, &masses);
            idle = if residual < 0.9 * least { 0 } else { idle + 1 };
            least = least.min(residual);
            let slides = self.distance_slid() > SLIDE_LIMIT;
            if residual < enough || idle > IDLE_ROUND_LIMIT || slides {
                return Ok((residual, round));
            }
            taken = match last.take().filter(|_| balanced) {
                Some(last) => relaxed(taken, &last, &left, &masses),
                None => taken,
            };
            last = balanced.then_some(left);
        }
        Ok((least, ROUND_LIMIT))
    }

    fn distance_slid(&self) -> f64 {
        self.soil.as_ref().map_or(0.0, |soil| soil.slid)
    }

    /// Some steps of creep, each committed.
    fn creep_on(&mut self, creep: &mut Creep, enough: f64) -> Result<(), SettleError> {
        let masses = self.masses();
        let mut first = None;
        for _ in 0..CREEP_STEPS {
            let before = self.save();
            while !self.creep(&masses, creep.drag)? {
                self.restore(&before);
                creep.drag *= DRAG_RISE;
                if creep.drag > DRAG_LIMIT {
                    self.leap(creep)?;
                    break;
                }
            }
            creep.drag *= DRAG_FALL;
            self.commit_soil()?;
            let left = self.imbalance()?;
            self.check_sinkages()?;
            let residual = self.unbalanced(&left[..self.free.len()], &masses);
            let first = *first.get_or_insert(residual);
            if residual < enough.max(0.1 * first) || self.distance_slid() > SLIDE_LIMIT {
                break;
            }
        }
        Ok(())
    }

    /// Steps across a jump of the soil's force, which no motion against a drag ends at.
    fn leap(&mut self, creep: &mut Creep) -> Result<(), SettleError> {
        let masses = self.masses();
        creep.drag = LEAP_DRAG;
        let mut step = self.imbalance()?;
        if self.soil_step(&mut step, &masses, creep.drag)? {
            let longest = step.iter().fold(f64::MIN_POSITIVE, |m, x| m.max(x.abs()));
            self.displace(&step, creep.leap.min(self.longest_step() / longest));
        }
        creep.leap *= 2.0;
        Ok(())
    }

    /// The longest step of a coordinate, m or rad.
    fn longest_step(&self) -> f64 {
        LONGEST_MOVE * self.soil.as_ref().map_or(1.0, |soil| soil.layer.bed.spacing())
    }

    /// A step of creep, in which what is unbalanced at its end is borne by a drag in proportion to the motion of each
    /// coordinate and its mass, 1/s²; whether such an end was found.
    fn creep(&mut self, masses: &[f64], drag: f64) -> Result<bool, SettleError> {
        let count = self.free.len();
        let most = self.longest_step();
        let mut base = self.imbalance()?;
        let first = self.unbalanced(&base[..count], masses);
        let mut size = first;
        let mut gone = vec![0.0; base.len()];
        for _ in 0..CREEP_ITERATION_LIMIT {
            if size < CREEP_TOLERANCE * first {
                return Ok(true);
            }
            let mut step = base.clone();
            if !self.soil_step(&mut step, masses, drag)? {
                return Ok(false);
            }
            let longest = step.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
            let mut share = (most / longest).min(1.0);
            let saved = self.save();
            let mut better = false;
            for _ in 0..SHORTENING_LIMIT {
                self.displace(&step, share);
                let mut moved = self.imbalance()?;
                let all: Vec<f64> = gone.iter().zip(&step).map(|(g, s)| g + share * s).collect();
                for ((force, distance), mass) in moved.iter_mut().zip(&all).zip(masses) {
                    *force -= drag * mass * distance;
                }
                let now = self.unbalanced(&moved[..count], masses);
                if now < (1.0 - 0.05 * share) * size {
                    (base, size, gone, better) = (moved, now, all, true);
                    break;
                }
                self.restore(&saved);
                share *= 0.4;
            }
            if !better {
                break;
            }
            if gone.iter().any(|distance| distance.abs() > 0.8 * most) {
                return Ok(true);
            }
        }
        Ok(size < ACCEPTED_REST * first)
    }

    /// Goes back so that only a share of a move is left of it.
    fn shorten_move(&mut self, before: &(Vec<f64>, [f64; 3]), taken: f64) {
        let between = |from: &f64, to: &f64| from + taken * (to - from);
        self.q = before.0.iter().zip(&self.q).map(|(from, to)| between(from, to)).collect();
        normalise(self.tree, &mut self.q);
        self.held = self.held.map(|slide| taken * slide);
        self.move_links();
    }

    /// Looks for balance by evaluation alone; the share of the weight that is left unbalanced.
    fn iterate_to_balance(&mut self, first_damping: f64) -> Result<f64, SettleError> {
        let masses = self.masses();
        let count = self.free.len();
        let most = self.longest_step();
        let (mut damping, mut reach) = (first_damping, most);
        let mut base = self.imbalance()?;
        let mut size = self.unbalanced(&base[..count], &masses);
        let (mut refused, mut gone) = (0, 0.0);
        for _ in 0..PRESS_STEP_LIMIT {
            if size < BALANCED_SHARE || refused > REFUSED_STEP_LIMIT || gone > SINK_LIMIT {
                break;
            }
            let mut step = base.clone();
            if !self.soil_step(&mut step, &masses, damping)? {
                (damping, refused) = ((4.0 * damping).max(1.0), refused + 1);
                continue;
            }
            let longest = step.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
            let share = (reach / longest).min(1.0);
            let saved = self.save();
            self.displace(&step, share);
            let moved = self.imbalance()?;
            let now = self.unbalanced(&moved[..count], &masses);
            if now < size {
                // Little is gained at a jump.
                refused = if now < 0.9 * size { 0 } else { refused + 1 };
                (base, size) = (moved, now);
                damping = if damping < 1.0 { 0.0 } else { 0.25 * damping };
                reach = most;
                gone += longest * share;
            } else {
                self.restore(&saved);
                (damping, refused) = ((6.0 * damping).max(10.0), refused + 1);
                reach = 0.6 * (longest * share);
            }
        }
        // The last evaluation must be of this pose.
        self.imbalance()?;
        Ok(size)
    }

    /// A slide of a metre to where the mean surface falls; none on the level.
    fn downhill(&self) -> [f64; 3] {
        let up = -self.world.gravity().acceleration(&self.site.place, &Vector3::zeros());
        let fall = self.site.normal * up.dot(&self.site.normal) - up;
        let fall = fall.try_normalize(1e-9).unwrap_or_else(Vector3::zeros);
        let (ahead, left) = self.site.surface();
        [fall.dot(&ahead), fall.dot(&left), 0.0]
    }

    /// Slope of the mean surface, rad.
    fn slope(&self) -> f64 {
        let up = -self.world.gravity().acceleration(&self.site.place, &Vector3::zeros());
        up.angle(&self.site.normal)
    }

    /// Has gravity act with its part along the mean normal and so much of that along the surface, times a factor.
    fn load(&mut self, share: f64, factor: f64) {
        let normal = self.site.normal;
        let along = Matrix3::identity() - normal * normal.transpose();
        self.tilt = (normal * normal.transpose() + along * share) * factor;
    }

    /// Refuses a pose in which soil would have closed over what stands on it.
    fn check_sinkages(&self) -> Result<(), SettleError> {
        let Some(soil) = &self.soil else { return Ok(()) };
        for (contactor, depth_m) in soil.sinkages(self.vehicle) {
            let Some(body) = soil.layer.bodies.iter().find(|body| body.contactor == contactor)
            else {
                continue;
            };
            let height_m = body.shape.height(&self.kinematics.links[body.link].rotation);
            if depth_m > height_m {
                let contactor = self.world.contactor_name(contactor);
                return Err(SettleError::Buried { contactor, height_m, depth_m });
            }
        }
        Ok(())
    }

    /// What is reported of soil that does not bear the vehicle's weight.
    fn too_soft(&self, start: f64) -> SettleError {
        SettleError::Sinks { depth_m: start - self.q[2] }
    }

    /// What soil bears along the surface after it was sheared far.
    fn strength(&mut self, share: f64) -> Result<SlopeStrength, SettleError> {
        let needed = share * crate::math::real::tan(self.slope());
        let now = self.borne_along();
        let saved = self.save();
        self.held = self.downhill();
        self.imbalance()?;
        let far = self.borne_along();
        self.restore(&saved);
        self.imbalance()?;
        let whole_load = self.weight * crate::math::real::cos(self.slope());
        let is_borne = (far.load / whole_load - 1.0).abs() < LOAD_TOLERANCE;
        let strength =
            SlopeStrength { needed, now: now.along, far: far.along, shear: far.shear, is_borne };
        Ok(strength)
    }

    /// What soil bears by the last answer.
    fn borne_along(&self) -> Borne {
        let [ahead_part, left_part, _] = self.downhill();
        let (ahead, left) = self.site.surface();
        let downhill = ahead * ahead_part + left * left_part;
        let Some(soil) = &self.soil else { return Borne::default() };
        let answers =
            soil.answers.iter().map(|answer| answer.force.fixed_rows::<3>(3).into_owned());
        let force: Vector3<f64> = answers.sum();
        let soil_bodies = soil.soil_bodies.iter().zip(soil.scratch.reactions());
        let own =
            soil_bodies.filter(|(number, _)| soil.layer.bodies[**number].vehicle == self.vehicle);
        let shear: Vector3<f64> = own.map(|(_, reaction)| reaction.parts.friction).sum();
        let load = force.dot(&self.site.normal);
        let share = |force: Vector3<f64>| -force.dot(&downhill) / load.max(1e-9 * self.weight);
        Borne { load, along: share(force), shear: share(shear) }
    }

    /// What is reported of soil that does not hold the vehicle under so much of gravity along the surface.
    fn too_steep(&self, limit: f64, needed: f64) -> SettleError {
        let angle = |tangent: f64| crate::math::real::atan2(tangent, 1.0).to_degrees();
        SettleError::SlidesInSoil {
            asked_deg: self.slope().to_degrees(),
            at_deg: angle(needed),
            share: needed,
            limit,
            limit_deg: angle(limit),
        }
    }

    /// What is reported where the vehicle does not come to rest: soil gives way along the surface if it should bear
    /// more than it does after it was sheared far, more than its shear alone bears, so that all would hang on what is
    /// pushed up, or more than it did bear when it had slid far.
    fn unsettled(&mut self, share: f64, residual: f64) -> Result<SettleError, SettleError> {
        let SlopeStrength { needed, now, far, shear, is_borne } = self.strength(share)?;
        let slid = self.distance_slid() > SLIDE_LIMIT;
        let limits = [(is_borne, far), (is_borne, shear), (slid, now)];
        let limit = limits.iter().find(|(holds, limit)| *holds && *limit < needed);
        Ok(limit.map_or(SettleError::NotFound { residual }, |(_, limit)| {
            self.too_steep(*limit, needed)
        }))
    }

    /// Makes unbalanced forces a step of the free coordinates; whether there is one.
    fn soil_step(
        &mut self,
        step: &mut [f64],
        masses: &[f64],
        damping: f64,
    ) -> Result<bool, SettleError> {
        let matrix = self.stiffness_ahead(step, masses)?;
        // What yields, and what is relieved, is by the motion and not by the force.
        let mut ahead = step.to_vec();
        if !self.solve_step(matrix, &mut ahead, masses, damping) {
            return Ok(false);
        }
        let matrix = self.stiffness_towards(&ahead)?;
        Ok(self.solve_step(matrix, step, masses, damping))
    }

    fn solve_step(
        &self,
        mut matrix: DMatrix<f64>,
        step: &mut [f64],
        masses: &[f64],
        damping: f64,
    ) -> bool {
        for (row, mass) in masses.iter().enumerate() {
            matrix[(row, row)] += damping * mass;
        }
        let by_hand = !self.free.contains(&HELD_COORDINATES[0]);
        if by_hand {
            for last in self.free.len()..step.len() {
                matrix.row_mut(last).fill(0.0);
                matrix.column_mut(last).fill(0.0);
                matrix[(last, last)] = 1.0;
                step[last] = 0.0;
            }
        }
        linear::solve_general(&mut matrix, step) && step.iter().all(|x| x.is_finite())
    }

    /// Stiffness as it is just ahead, where the unbalanced forces lead to: soil that was committed as it yielded
    /// answers elastically where it is, and yields again as soon as it is pressed on.
    fn stiffness_ahead(
        &mut self,
        forces: &[f64],
        masses: &[f64],
    ) -> Result<DMatrix<f64>, SettleError> {
        let mut ahead: Vec<f64> =
            forces.iter().zip(masses).map(|(force, mass)| force / mass.max(1e-9)).collect();
        ahead.resize(forces.len(), 0.0);
        self.stiffness_towards(&ahead)
    }

    /// Stiffness as it is a little way along a motion.
    fn stiffness_towards(&mut self, ahead: &[f64]) -> Result<DMatrix<f64>, SettleError> {
        let longest = ahead.iter().fold(f64::MIN_POSITIVE, |m, x| m.max(x.abs()));
        let saved = self.save();
        self.displace(ahead, LOOK_AHEAD / longest);
        let asked = self.imbalance();
        self.restore(&saved);
        asked?;
        self.freeze(true);
        let matrix = self.stiffness(Differing::Loads);
        self.freeze(false);
        matrix
    }

    fn freeze(&mut self, frozen: bool) {
        if let Some(soil) = &mut self.soil {
            soil.frozen = frozen;
        }
    }

    /// Writes what soil carries into the supports.
    fn note_loads(&self, settled: &mut Settled) {
        let Some(soil) = &self.soil else { return };
        let own = soil.layer.bodies.iter().filter(|soil_body| soil_body.vehicle == self.vehicle);
        let first = self.world.layout().contacts(self.vehicle).start;
        for (soil_body, answer) in own.zip(&soil.answers) {
            let slot = self.world.contactors()[soil_body.contactor].contacts.start - first;
            let Some(support) = settled.supports.get_mut(slot) else { continue };
            let normal =
                self.world.terrain().query(&support.point).map_or(Vector3::z(), |s| s.normal);
            let force: Vector3<f64> = answer.force.fixed_rows::<3>(3).into();
            let load = force.dot(&normal);
            *support = Support { normal, load, tangent: force - normal * load, ..*support };
        }
    }
}

/// Aitken's share of the next move, from the last share and from what was unbalanced before and after it.
fn relaxed(taken: f64, before: &[f64], after: &[f64], masses: &[f64]) -> f64 {
    let (mut along, mut square) = (0.0, 0.0);
    for ((before, after), mass) in before.iter().zip(after).zip(masses) {
        let change = after - before;
        let weight = 1.0 / mass.max(1e-6 * masses[0]);
        along -= weight * before * change;
        square += weight * change * change;
    }
    let share = if along > 0.0 { taken * along / square } else { 0.4 * taken };
    if share.is_finite() { share.clamp(LEAST_COMMITTED, 1.0) } else { 1.0 }
}
