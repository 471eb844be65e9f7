//! How deep a vehicle at rest stands in soil.
//!
//! Soil's force is not a function of the pose alone: it depends on what was pressed before. So the vehicle
//! is let down from where rigid ground would carry it, move by move, each from rest: from the last commit
//! on, the pose is moved by Newton's method with the soil's own derivatives, by pure evaluation, to where what
//! it carries and a share of inertia balance the weight, and that is committed. The share falls as moves
//! succeed (pseudo-transient continuation), and so on until a commit changes nothing. A move counts as
//! taking an age, so that soil's shear follows it and its damping does not. What is committed is pressed
//! for good: it is part of the state that a run starts from, and of its account of volumes.

use super::{Search, SettleError, Settled, Support};
use crate::dynamics::Kinematics;
use crate::ground::scm::{Body, Fault, Field, Scratch, Serial};
use crate::ground::scm::{SoilBody, SoilLayer};
use crate::math::spatial::Force;
use crate::state::State;
use crate::stepping::linear;
use crate::stepping::{body_of, six};
use crate::terrain::Facet;
use crate::world::World;
use nalgebra::{Matrix3, Matrix6, Vector3, Vector6};

/// A vehicle at rest in soil.
#[derive(Clone, Debug)]
pub struct Sunk {
    /// How it stands.
    pub settled: Settled,
    /// What has become of the soil.
    pub soil: Field,
    /// How deep each contactor of the vehicle stands, m, by its index among those of the world.
    pub sinkages: Vec<(usize, f64)>,
}

/// The time that a move takes, s: so long that no speed matters.
const AGE: f64 = 1e6;
/// Commits that are tried.
const COMMITS: usize = 200;
/// Newton's steps between two commits, and how often they are tried with more damping.
const STEPS: usize = 12;
const TRIES: usize = 12;
/// A move is found when so much of the imbalance that it began with is left, or at jumps so much.
const SHARE: f64 = 1e-3;
const COARSE: f64 = 0.2;
/// Damping of the first move and the least, 1/s²: that of a fall over a twentieth of a second.
const FIRST_DAMPING: f64 = 400.0;
const LEAST_DAMPING: f64 = 1e-3;
/// Unbalanced share of the weight that counts as none, and what is still an answer where soil is found to
/// give by jumps, as nodes come and go.
const BALANCED: f64 = 1e-9;
const TOLERABLE: f64 = 1e-5;
/// What is nearer to soil than this, m, may come to stand on it as others sink in.
const NEAR: f64 = 0.2;
/// A commit after a shorter move, m or rad, changes nothing.
const STILL: f64 = 1e-9;

/// Soil under a search.
#[derive(Debug)]
pub(super) struct Bedding<'a> {
    layer: &'a SoilLayer,
    field: Field,
    scratch: Scratch,
    /// Presses of this vehicle and of those that stand already, and how the latter are posed.
    presses: Vec<usize>,
    others: Vec<(usize, Kinematics)>,
    /// Where each link was at the last commit, and where the soil was last asked.
    committed: Vec<Place>,
    asked: Vec<Place>,
    answers: Vec<Answer>,
    /// Whether forces are taken as linear about the last answer.
    pub(super) frozen: bool,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    position: Vector3<f64>,
    rotation: Matrix3<f64>,
}

impl Place {
    /// Rotation, which is small, and displacement that lead here from another place.
    fn since(&self, other: &Self) -> Vector6<f64> {
        let turn = self.rotation * other.rotation.transpose();
        let skew = (turn - turn.transpose()) * 0.5;
        let axis = Vector3::new(skew.m32, skew.m13, skew.m21);
        six(&axis, &(self.position - other.position))
    }
}

/// Soil's force on a link about its origin, moment first, and minus its derivative by the link's motion.
#[derive(Clone, Copy, Debug)]
struct Answer {
    link: usize,
    force: Vector6<f64>,
    slope: Matrix6<f64>,
}

/// Lets a vehicle down into the soil under it, from where the state has it, beside others that stand on it
/// already; `None` where it stands on none. Place and heading are nearly kept: it moves only as far as soil
/// gives way under it.
pub fn sink(
    world: &World,
    state: &State,
    vehicle: usize,
    standing: &[usize],
) -> Result<Option<Sunk>, SettleError> {
    let layer = world.soil().ok_or(SettleError::Unsuitable("there is no soil"))?;
    let mut search = Search::new(world, state, vehicle)?;
    search.set_anchors()?;
    search.gripping = true;
    let others = standing.iter().map(|&other| (other, state.kinematics(world, other))).collect();
    search.soil = Some(Bedding::new(layer, state.ground.soil.clone(), vehicle, others));
    if !search.is_over_soil()? {
        return Ok(None);
    }
    // Rigid ground beside the soil is a spring under which it stands less than a micrometre deep.
    search.rigid *= 1e4;
    search.commit_soil()?;
    let settled = search.sink()?;
    let sinkages = search.soil.as_ref().map_or_else(Vec::new, |bedding| bedding.sinkages(vehicle));
    let soil = search.soil.map_or_else(Field::new, |bedding| bedding.field);
    Ok(Some(Sunk { settled, soil, sinkages }))
}

impl<'a> Bedding<'a> {
    fn new(
        layer: &'a SoilLayer,
        field: Field,
        vehicle: usize,
        others: Vec<(usize, Kinematics)>,
    ) -> Self {
        let stands = |press: &SoilBody| {
            press.vehicle == vehicle || others.iter().any(|o| o.0 == press.vehicle)
        };
        let presses = layer.bodies.iter().enumerate().filter(|(_, press)| stands(press));
        Self {
            layer,
            field,
            scratch: Scratch::new(),
            presses: presses.map(|(number, _)| number).collect(),
            others,
            committed: Vec::new(),
            asked: Vec::new(),
            answers: Vec::new(),
            frozen: false,
        }
    }

    /// Asks the soil for its forces on a vehicle that is posed so.
    fn ask(&mut self, vehicle: usize, kinematics: &Kinematics) -> Result<(), SettleError> {
        let Self { layer, field, scratch, presses, others, committed, asked, answers, .. } = self;
        let now = places(kinematics);
        if committed.is_empty() {
            committed.clone_from(&now);
        }
        let body = |number: usize| -> Body<'a> {
            let press = &layer.bodies[presses[number]];
            let own = press.vehicle == vehicle;
            let other = others.iter().find(|other| other.0 == press.vehicle);
            let still = Body {
                velocity: Vector3::zeros(),
                rate: Vector3::zeros(),
                ..body_of(press, other.filter(|_| !own).map_or(kinematics, |other| &other.1))
            };
            if !own {
                return still;
            }
            let way = now[press.link].since(&committed[press.link]) / AGE;
            let (rate, velocity) = (way.fixed_rows::<3>(0).into(), way.fixed_rows::<3>(3).into());
            Body { velocity, rate, ..still }
        };
        let bodies = (presses.len(), &body as &(dyn Fn(usize) -> Body<'a> + Sync));
        layer.bed.evaluate_each(field, bodies, AGE, true, &Serial, scratch).map_err(|fault| {
            match fault {
                Fault::OffMap { error, .. } => SettleError::NoGround(error),
                Fault::NotFinite { .. } => SettleError::Unsuitable("its pose is not finite"),
                Fault::TooMany { .. } => SettleError::Unsuitable(
                    "it covers more soil nodes than can be reckoned with: take a larger spacing_m",
                ),
            }
        })?;
        answers.clear();
        for (number, reaction) in presses.iter().zip(scratch.reactions()) {
            let press = &layer.bodies[*number];
            if press.vehicle == vehicle {
                let Force { moment, force } = reaction.wrench;
                let slope = reaction.tangent.stiffness + reaction.tangent.damping / AGE;
                answers.push(Answer { link: press.link, force: six(&moment, &force), slope });
            }
        }
        *asked = now;
        Ok(())
    }

    /// How deep the contactors of a vehicle stand, by the last answer.
    fn sinkages(&self, vehicle: usize) -> Vec<(usize, f64)> {
        let presses = self.presses.iter().map(|number| &self.layer.bodies[*number]);
        let answered = presses.zip(self.scratch.reactions());
        let own = answered.filter(|(press, _)| press.vehicle == vehicle);
        own.map(|(press, reaction)| (press.contactor, reaction.footprint.sinkage)).collect()
    }

    /// Adds soil's forces to those on the links of a vehicle, about its anchor.
    pub(super) fn press(
        &mut self,
        vehicle: usize,
        kinematics: &Kinematics,
        external: &mut [Force],
    ) -> Result<(), SettleError> {
        if !self.frozen {
            self.ask(vehicle, kinematics)?;
        }
        let now = places(kinematics);
        for Answer { link, force, slope } in &self.answers {
            let sum = force - slope * now[*link].since(&self.asked[*link]);
            let (moment, force) = (sum.fixed_rows::<3>(0), sum.fixed_rows::<3>(3).into_owned());
            let arm = kinematics.links[*link].position;
            external[*link] += Force { moment: moment + arm.cross(&force), force };
        }
        Ok(())
    }
}

fn places(kinematics: &Kinematics) -> Vec<Place> {
    let place = |link: &crate::dynamics::kinematics::LinkMotion| Place {
        position: kinematics.anchor + link.position,
        rotation: link.rotation,
    };
    kinematics.links.iter().map(place).collect()
}

impl Search<'_> {
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
            if touch.gap < NEAR && self.is_in_soil(touch.facet, &touch.point) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Takes the pose as it is into the soil.
    fn commit_soil(&mut self) -> Result<(), SettleError> {
        if let Some(soil) = &mut self.soil {
            soil.ask(self.vehicle, &self.kinematics)?;
            soil.layer.bed.commit(&mut soil.field, &mut soil.scratch);
            soil.committed = places(&self.kinematics);
        }
        Ok(())
    }

    fn sink(&mut self) -> Result<Settled, SettleError> {
        let masses = self.masses();
        let (mut residual, mut commits, mut damping) = (f64::INFINITY, 0, FIRST_DAMPING);
        while commits < COMMITS {
            let way = self.give_way(&masses, &mut damping)?;
            self.commit_soil()?;
            commits += 1;
            let left = self.imbalance()?;
            residual = self.unbalanced(&left[..self.free.len()], &masses);
            if residual < BALANCED || (residual < TOLERABLE && way < STILL) {
                break;
            }
        }
        if residual > TOLERABLE {
            return Err(SettleError::NotFound { iterations: commits, residual });
        }
        let mut settled = self.settled(residual, commits)?;
        self.tell_loads(&mut settled);
        Ok(settled)
    }

    /// Moves the pose from that of the last commit as a fall from rest would, damped by so much of the mass
    /// (1/s²), by less than half a cell; the way. More is damped until there is such a move.
    fn give_way(&mut self, masses: &[f64], damping: &mut f64) -> Result<f64, SettleError> {
        let most = 0.5 * self.soil.as_ref().map_or(1.0, |soil| soil.layer.bed.spacing());
        let start = self.save();
        for _ in 0..TRIES {
            let (way, found) = self.fall(masses, *damping)?;
            if found && way <= most {
                *damping = (*damping * 0.3).max(LEAST_DAMPING);
                return Ok(way);
            }
            self.restore(&start);
            *damping *= 4.0;
        }
        Ok(0.0)
    }

    /// Finds the pose in which the imbalance is the damping's; how far it is, and whether it was found.
    fn fall(&mut self, masses: &[f64], damping: f64) -> Result<(f64, bool), SettleError> {
        let count = self.free.len();
        let mut gone = vec![0.0; count];
        let longest = |way: &[f64]| way.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let mut base = self.imbalance()?;
        let mut size = self.unbalanced(&base[..count], masses);
        let enough = (SHARE * size).max(0.1 * BALANCED);
        for _ in 0..STEPS {
            if size <= enough {
                return Ok((longest(&gone), true));
            }
            let mut step = base.clone();
            if !self.newton_step(&mut step, masses, damping)? {
                break;
            }
            let saved = self.save();
            let mut share = 1.0;
            let better = loop {
                self.displace(&step, share);
                let sum: Vec<f64> =
                    gone.iter().zip(&step).map(|(sum, one)| sum + share * one).collect();
                let mut moved = self.imbalance()?;
                for ((force, mass), way) in moved.iter_mut().zip(masses).zip(&sum) {
                    *force -= damping * mass * way;
                }
                let now = self.unbalanced(&moved[..count], masses);
                if now < size {
                    (base, size, gone) = (moved, now, sum);
                    break true;
                }
                self.restore(&saved);
                share *= 0.5;
                if share < 0.01 {
                    break false;
                }
            };
            if !better {
                break;
            }
        }
        Ok((longest(&gone), size <= COARSE * enough / SHARE))
    }

    /// Makes unbalanced forces a step of the free coordinates; whether there is one.
    fn newton_step(
        &mut self,
        step: &mut [f64],
        masses: &[f64],
        damping: f64,
    ) -> Result<bool, SettleError> {
        self.freeze(true);
        let matrix = self.imbalance().and_then(|base| self.stiffness(&base));
        self.freeze(false);
        let mut matrix = matrix?;
        for (row, mass) in masses.iter().enumerate() {
            matrix[(row, row)] += damping * mass;
        }
        let last = self.free.len();
        matrix.row_mut(last).fill(0.0);
        matrix.column_mut(last).fill(0.0);
        matrix[(last, last)] = 1.0;
        step[last] = 0.0;
        Ok(linear::solve_general(&mut matrix, step))
    }

    fn freeze(&mut self, frozen: bool) {
        if let Some(soil) = &mut self.soil {
            soil.frozen = frozen;
        }
    }

    /// Writes what soil carries into the supports.
    fn tell_loads(&self, settled: &mut Settled) {
        let Some(soil) = &self.soil else { return };
        let own = soil.layer.bodies.iter().filter(|press| press.vehicle == self.vehicle);
        let first = self.world.layout().contacts(self.vehicle).start;
        for (press, answer) in own.zip(&soil.answers) {
            let slot = self.world.contactors()[press.contactor].contacts.start - first;
            let Some(support) = settled.supports.get_mut(slot) else { continue };
            let normal =
                self.world.terrain().sound(&support.point).map_or(Vector3::z(), |s| s.normal);
            let force: Vector3<f64> = answer.force.fixed_rows::<3>(3).into();
            let load = force.dot(&normal);
            let Support { point, contactor, .. } = *support;
            *support = Support { contactor, point, load, tangent: force - normal * load };
        }
    }
}
