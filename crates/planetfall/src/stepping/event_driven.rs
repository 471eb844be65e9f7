//! Single impacts at their exact instants.
//!
//! Free motion is integrated by the classical Runge–Kutta scheme; where a gap closes inside a step, the
//! step ends there, to the nanosecond, with Newton's impact law and Coulomb's cone for the impulses of
//! all contacts that are closed then (V. Acary, B. Brogliato, *Numerical Methods for Nonsmooth Dynamical
//! Systems*, 2008, chapter 8). Impacts that accumulate end in sustained contact. Where something rests,
//! slides or rolls, steps are taken by Moreau and Jean's scheme. Steps that no impact ends end at multiples of
//! the step on the clock, however short that makes the one after an impact.
//!
//! | stage | function |
//! |---|---|
//! | free motion until the first gap closes, located by bisection | `runge_kutta`, `attempt` |
//! | u_n⁺ = −e u_n⁻ with Coulomb's cone, for all closed contacts (3DROV paper, eqs 4 to 7) | `cone/impact` |
//! | contact that is sustained | `cone`, θ = ½ |

use super::cone::{self, Scheme};
use super::{StepError, StepReport, Workspace, runge_kutta};
use crate::math::time::Time;
use crate::state::{SchemeTerms, State};
use crate::world::World;

/// One step of at most `longest`: it ends at the first impact.
pub(super) fn attempt(
    world: &World,
    state: &State,
    longest: Time,
    workspace: &mut Workspace,
) -> Result<StepReport, StepError> {
    let Workspace { now, now_at, cone, .. } = &mut *workspace;
    let longest = longest.min(cone.sight(world, now));
    if cone.rests(world, state, now)? {
        return cone::attempt(world, state, longest, Scheme::Theta(0.5), workspace);
    }
    // A step of impulses leaves no accelerations.
    now.evaluate(world, state, now_at, state.time)?;
    now.remember_loads(world, state);
    // Flights say what their accelerations mean for energy and momentum.
    workspace.scheme_terms = Some(SchemeTerms::default());
    let mut report = fly(world, state, longest, workspace)?;
    report.evaluations += 1;
    if !strikes(world, state, workspace)? {
        workspace.impulses.clear();
        note_touching(world, state, workspace);
        return Ok(report);
    }
    let (mut before, mut after) = (Time::ZERO, longest);
    while after - before > Time::from_nanos(1) {
        let middle = before + Time::from_nanos((after - before).nanos() / 2);
        report.evaluations += fly(world, state, middle, workspace)?.evaluations;
        if strikes(world, state, workspace)? {
            after = middle;
        } else {
            before = middle;
        }
    }
    report.evaluations += fly(world, state, after, workspace)?.evaluations;
    report.taken = after;
    let Workspace { end, end_at, impulses, cone, .. } = workspace;
    impulses.clear();
    report.iterations += cone.strike(world, state, end, end_at, impulses)?;
    report.solver = cone.report;
    if let Some(terms) = &mut workspace.scheme_terms {
        terms.add(&cone.scheme_terms);
    }
    // An impulse of an instant is no load of a time: the end has none.
    end.evaluate(world, state, end_at, state.time + after)?;
    note_touching(world, state, workspace);
    Ok(report)
}

/// Has the record of the attempted end read what detection finds there.
fn note_touching(world: &World, state: &State, workspace: &mut Workspace) {
    let Workspace { end, end_at, cone, .. } = workspace;
    cone.detection.look_at_end(world, state, (end, end_at), 0.0);
    end.note_touching(world, (end_at, state), &cone.detection);
    end.take_touching(world);
}

fn fly(
    world: &World,
    state: &State,
    span: Time,
    workspace: &mut Workspace,
) -> Result<StepReport, StepError> {
    runge_kutta::fixed(world, state, span, &runge_kutta::RK4, workspace)
}

/// Whether anything is inside the ground or another body at the attempted end, and moves on into it.
fn strikes(world: &World, state: &State, workspace: &mut Workspace) -> Result<bool, StepError> {
    let Workspace { end, cone, .. } = workspace;
    cone.is_struck(world, state, end)
}
