//! Columns of the energy ledger; its channels declare their own.

use crate::quantity::quantities;
use crate::state::Ledger;

quantities! {
    /// Energy that is there.
    EnergyStored<'a>(&'a Ledger) = "Energy: what is there", "" {
        KINETIC = "energy.kinetic_j", "kinetic energy", |ledger| ledger.kinetic;
        POTENTIAL = "energy.potential_j", "potential energy", |ledger| ledger.potential;
    }

    /// What no force does.
    EnergyBalance<'a>(&'a Ledger) = "Energy: what no force does", "" {
        NUMERICAL = "energy.numerical_j", "energy that the stepping scheme itself adds",
            |ledger| ledger.numerical;
        UNEXPLAINED = "energy.unexplained_j", "energy that no channel explains",
            |ledger| ledger.unexplained();
    }
}
