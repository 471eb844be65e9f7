//! The energy account of each phase, and the limits that it is held against.
//!
//! Within a phase, counted from its start (index 0), the errors are the change of the unexplained energy and, apart
//! from it, that of what the scheme itself and the lifting of positions have added. Both are shares of
//!
//! S = max(T₀ + U₀ − U_min, max_t Σ_k |W_k − W_k,0|, W · 1 mm),
//!
//! kinetic energy plus the fall within the phase, the most work exchanged in it, and as a floor the weight of all
//! vehicles times one millimetre. Either error, gain or loss, is warned of above [`WARNED`] and fails the run above
//! [`FAILED`], unless the scenario allows it with a reason. See docs/theory/energy.md.

use crate::simulation::phase::Phase;
use crate::simulation::recording::EnergyBalance;
use crate::state::{PhaseEnergy, PhaseError, State};
use crate::world::{Channel, World};

/// Share of the energy turned over in a phase above which an error is warned of.
pub const WARNED: f64 = 0.01;
/// Share of the energy turned over in a phase above which an error fails the run.
pub const FAILED: f64 = 0.05;

/// What a scenario allows the energy accounts of its phases.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EnergyLimits {
    /// Exceptions from [`WARNED`] and [`FAILED`].
    pub allowances: Vec<Allowance>,
}

/// An exception from the limits, with its reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Allowance {
    /// Index of the phase; all phases where there is none.
    pub phase: Option<usize>,
    /// Share of unexplained energy that is allowed.
    pub unexplained: Option<f64>,
    /// Share of numerical energy that is allowed.
    pub numerical: Option<f64>,
    /// Why.
    pub reason: String,
}

/// What is said of an error.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Finding {
    /// One line for a failure.
    pub(crate) headline: String,
    /// What to do about it.
    pub(crate) advice: String,
    pub(crate) fails: bool,
}

/// The accounts of all phases, that of the phase that is under way included.
pub(crate) fn accounts(world: &World, state: &State) -> Vec<PhaseEnergy> {
    let mut all = state.phase_energy.clone();
    if let Some(account) = all.get_mut(state.phase) {
        *account = account.worse_of(in_progress(world, state));
    }
    all
}

/// The account of the phase that is under way.
pub(crate) fn in_progress(world: &World, state: &State) -> PhaseEnergy {
    let least = super::least_energy(world, state);
    let (scale, [unexplained, numerical]) = state.ledger.since_phase_began(least);
    let error = |energy: f64| PhaseError { energy, scale, time: state.time };
    PhaseEnergy { unexplained: error(unexplained), numerical: error(numerical) }
}

/// What the limits say of a run so far; nothing of scenarios without limits.
pub(crate) fn findings(
    limits: Option<&EnergyLimits>,
    phases: &[Phase],
    (world, state): (&World, &State),
) -> Vec<Finding> {
    let Some(limits) = limits else { return Vec::new() };
    let accounts = accounts(world, state);
    let mut found = Vec::new();
    for (phase, account) in accounts.iter().enumerate() {
        let allowed = |of: fn(&Allowance) -> Option<f64>| {
            let here = |a: &&Allowance| a.phase.is_none_or(|index| index == phase);
            limits.allowances.iter().filter(here).filter_map(of).reduce(f64::max)
        };
        let unexplained = (&account.unexplained, allowed(|a| a.unexplained));
        let numerical = (&account.numerical, allowed(|a| a.numerical));
        found.extend(finding(&phases[phase], unexplained, false));
        found.extend(finding(&phases[phase], numerical, true));
    }
    found
}

fn finding(
    phase: &Phase,
    (error, allowed): (&PhaseError, Option<f64>),
    numerical: bool,
) -> Option<Finding> {
    let share = error.share();
    let (warned, failed) = allowed.map_or((WARNED, FAILED), |most| (most, most));
    // A share that is not a number fails.
    if share <= warned {
        return None;
    }
    let fails = share > failed || share.is_nan();
    let verb = if error.energy < 0.0 { "lost" } else { "gained" };
    let (what, key) = match numerical {
        true => {
            let correction = Channel::Correction.quantity().name;
            let columns = format!("{} and {correction}", EnergyBalance::NUMERICAL.name);
            (format!("by the scheme itself ({columns})"), "numerical")
        }
        false => {
            let column = EnergyBalance::UNEXPLAINED.name;
            (format!("without any force that explains it ({column})"), "unexplained")
        }
    };
    let headline = format!(
        "phase `{}` {verb} {:.3} J up to t = {} {what}: {:.1} % of the {:.3} J that it turned over, where {:.0} % {}",
        phase.name,
        error.energy.abs(),
        error.time,
        100.0 * share,
        error.scale,
        100.0 * if fails { failed } else { warned },
        if fails { "fail a run" } else { "are warned of" },
    );
    let advice = format!(
        "Make the step of {} shorter than {}{}, or allow it in the scenario: [[energy.allow]] with phase = \"{}\", \
         {key} = SHARE and a reason.",
        phase.method.name(),
        phase.method.longest(),
        match (numerical, phase.method.is_explicit()) {
            (true, _) =>
                ", use a method of higher order (newmark, or implicit on compliant ground)",
            (false, true) => ", or use method = \"dopri54\" or \"implicit\"",
            (false, false) => "",
        },
        phase.name,
    );
    Some(Finding { headline, advice, fails })
}
