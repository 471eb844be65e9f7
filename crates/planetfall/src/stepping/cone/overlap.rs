//! Shapes that stand inside rigid ground or inside each other, and the way out of the ground.
//!
//! Out of the ground leads the least displacement in the metric of the mass matrix that opens every gap,
//! the step's own correction of positions without its velocities, repeated because surfaces and wheels
//! are curved.

use super::compliant::Compliant;
use super::constraint_row::ConstraintKind;
use super::impact::INSTANT;
use super::soil_implicit::ImplicitSoil;
use super::{ConeWorkspace, Workspace};
use crate::dynamics::kinematics::{integrate, normalise};
use crate::state::State;
use crate::stepping::StepError;
use crate::world::World;

/// A shape inside something rigid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// Index of the contactor among those of the world.
    pub contactor: usize,
    /// The contactor of another vehicle that it is in; `None` for the ground.
    pub other: Option<usize>,
    /// How deep, m.
    pub depth: f64,
}

/// What is how deep inside rigid ground or another vehicle, the deepest place of each, in the order of the
/// contactors. Ground that yields does not count, nor does anything where the ground is not hard.
pub fn overlaps(world: &World, state: &State) -> Result<Vec<Overlap>, StepError> {
    let mut found: Vec<Overlap> = Vec::new();
    if !world.is_hard() {
        return Ok(found);
    }
    let mut workspace = Workspace::new(world);
    workspace.refresh(world, state)?;
    let Workspace { now, cone, .. } = &mut workspace;
    cone.rows.clear();
    cone.detection.detect(world, state, now, INSTANT, &mut cone.rows)?;
    let of = |slot: usize| world.sample_points()[slot].contactor;
    for row in cone.rows.list.iter().filter(|row| row.is_rigid() && row.gap < 0.0) {
        let ConstraintKind::Contact { slot, other } = row.kind else { continue };
        let (contactor, other, depth) = (of(slot), other.map(of), -row.gap);
        match found.iter_mut().find(|one| one.contactor == contactor && one.other == other) {
            Some(known) => known.depth = known.depth.max(depth),
            None => found.push(Overlap { contactor, other, depth }),
        }
    }
    found.sort_by_key(|one| (one.contactor, one.other));
    Ok(found)
}

/// Depth that is none, m. Chosen: below any input's rounding, above that of positions.
const CLEAR_DEPTH: f64 = 1e-10;
/// Corrections on the way out. Chosen: one is exact on flat ground, surfaces and wheels are curved.
const STEP_OUT_LIMIT: usize = 40;

/// Position coordinates of a vehicle moved out of rigid ground; as they are where it is not in it.
pub(crate) fn cleared(world: &World, state: &State, vehicle: usize) -> Result<Vec<f64>, StepError> {
    let mut state = state.clone();
    let mut workspace = Workspace::new(world);
    let layout = world.layout();
    for other in 0..world.vehicles().len() {
        state.continuous[layout.velocities(other)].fill(0.0);
    }
    for _ in 0..STEP_OUT_LIMIT {
        workspace.refresh(world, &state)?;
        if !workspace.step_out(world, &state, vehicle)? {
            break;
        }
        let tree = &world.vehicles()[vehicle].tree;
        let body = &mut workspace.cone.bodies[vehicle];
        let q = &mut state.continuous[layout.positions(vehicle)];
        integrate(tree, q, &body.displacement, 1.0);
        normalise(tree, q);
        body.close_loops(&world.vehicles()[vehicle], q);
    }
    Ok(state.continuous[layout.positions(vehicle)].to_vec())
}

impl Workspace {
    /// Finds the path of a vehicle out of the ground; whether there is any.
    fn step_out(
        &mut self,
        world: &World,
        state: &State,
        vehicle: usize,
    ) -> Result<bool, StepError> {
        let Self { now, stage, cone, .. } = self;
        let ConeWorkspace { bodies, rows, detection, reaction, .. } = cone;
        rows.clear();
        detection.detect(world, state, now, INSTANT, rows)?;
        rows.retain(|row| row.is_rigid() && row.second.is_none() && row.first.vehicle == vehicle);
        if rows.list.iter().all(|row| row.gap >= -CLEAR_DEPTH) {
            return Ok(false);
        }
        for (index, body) in bodies.iter_mut().enumerate() {
            body.begin(world, state, index, (now, now), INSTANT);
            body.prepare(world, state, index, (now, stage), (INSTANT, None));
            body.factor(
                &world.vehicles()[index],
                now.kinematics(index),
                (&ImplicitSoil::default(), &Compliant::default(), index),
                INSTANT,
            );
            body.moved.fill(0.0);
            body.end.fill(0.0);
        }
        rows.whiten(world, (now, now), bodies);
        reaction.clear();
        reaction.resize(3 * rows.list.len(), 0.0);
        let _ = cone.project(false);
        Ok(true)
    }
}
