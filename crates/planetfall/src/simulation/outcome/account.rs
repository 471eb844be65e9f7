//! Metrics of a run's accounts: energy, momentum, effort.

use super::least_energy;
use crate::quantity::{Metric, quantities};
use crate::simulation::recording::{EnergyBalance, EnergyStored};
use crate::state::{Effort, PhaseEnergy, State};
use crate::world::{Channel, World};

quantities! {
    /// What no channel explains, as a share.
    EnergyShare<'a>(f64) = "Energy", "" {
        UNEXPLAINED = "energy.unexplained_share" [1],
            "energy that no channel explains over the energy that the run turned over",
            |share| *share;
    }

    /// The worst phase.
    PhaseShares<'a>(&'a [PhaseEnergy]) = "Energy of phases", "" {
        UNEXPLAINED = "energy.worst_phase_unexplained_share" [1],
            "greatest share of a phase's energy turned over that no channel explains",
            |accounts| worst(accounts, |account| account.unexplained.share());
        NUMERICAL = "energy.worst_phase_numerical_share" [1],
            "greatest share of a phase's energy turned over that the scheme itself added",
            |accounts| worst(accounts, |account| account.numerical.share());
    }

    /// Accounts of worlds with engines, cables or carried parts.
    Momentum<'a>([f64; 4]) = "Momentum where there are engines, cables or carried parts", "" {
        UNEXPLAINED_LINEAR = "momentum.unexplained_n_s", "momentum that no force explains",
            |it| it[0];
        UNEXPLAINED_ANGULAR = "momentum.unexplained_n_m_s",
            "angular momentum that no force explains", |it| it[1];
        NUMERICAL_LINEAR = "momentum.numerical_n_s",
            "momentum that the stepping scheme itself adds", |it| it[2];
        NUMERICAL_ANGULAR = "momentum.numerical_n_m_s",
            "angular momentum that the stepping scheme itself adds", |it| it[3];
    }

    /// What a run cost.
    EffortSpent<'a>(&'a Effort) = "Effort", "" {
        STEPS = "effort.steps" [1], "accepted steps", |effort| effort.steps as f64;
        EVALUATIONS = "effort.evaluations" [1], "evaluations of the equations of motion",
            |effort| effort.evaluations as f64;
        REJECTED = "effort.rejected" [1], "steps that error control refused",
            |effort| effort.rejected as f64;
        ITERATIONS = "effort.iterations" [1], "iterations of implicit steps and of the solver",
            |effort| effort.iterations as f64;
    }
}

fn worst(accounts: &[PhaseEnergy], share: fn(&PhaseEnergy) -> f64) -> f64 {
    accounts.iter().map(share).fold(0.0, f64::max)
}

pub(super) fn metrics(world: &World, state: &State, list: &mut Vec<Metric>) {
    let ledger = &state.ledger;
    // Stored energy, work and balance are the columns' own quantities.
    Metric::add::<EnergyStored>(list, &ledger, str::to_owned);
    list.extend(Channel::of(world).map(|(channel, quantity)| Metric {
        name: quantity.name.to_owned(),
        meaning: quantity.meaning,
        value: ledger.work[*channel as usize],
    }));
    Metric::add::<EnergyBalance>(list, &ledger, str::to_owned);
    let share = ledger.unexplained_share_above(least_energy(world, state));
    Metric::add::<EnergyShare>(list, &share, str::to_owned);
    if world.is_staged() {
        let (linear, angular) = ledger.unexplained_momentum();
        let (linear_numerical, angular_numerical) = ledger.numerical_momentum();
        let all = [linear, angular, linear_numerical, angular_numerical];
        Metric::add::<Momentum>(list, &all, str::to_owned);
    }
    Metric::add::<EffortSpent>(list, &&state.effort, str::to_owned);
}
