//! Every metric that a run can have, as the reference page lists them; those that a scenario defines by
//! itself, and those of comparisons and cameras, are not the physics' own.

use super::{
    Approach, CableCut, CableGroupLoad, ContactorLoad, ContactorSums, EffortSpent, EnergyShare,
    EntryPeaks, FirstContact, Flight, GrainBed, HardGround, Impacted, Momentum, ParachuteLoad,
    PhaseShares, Propellant, Separated, Slide, SoilDraws, StrutEnd, Struts, Touchdown, Traction,
    Travel, VehicleEnd, VehicleSupport,
};
use crate::control::{OdometryEnd, Parked, RouteDriven, flight};
use crate::quantity::{QuantityGroup, ReferenceSection};
use crate::simulation::recording::{EnergyBalance, EnergyStored};
use crate::world::{Channel, GoalReached};

/// Metrics that are declared as groups, in the order of the reference page.
const GROUPS: [QuantityGroup; 29] = [
    VehicleEnd::GROUP,
    VehicleSupport::GROUP,
    Slide::GROUP,
    ContactorSums::GROUP,
    ContactorLoad::GROUP,
    Traction::GROUP,
    StrutEnd::GROUP,
    Struts::GROUP,
    SoilDraws::GROUP,
    Travel::GROUP,
    Touchdown::GROUP,
    CableCut::GROUP,
    CableGroupLoad::GROUP,
    FirstContact::GROUP,
    Flight::GROUP,
    Separated::GROUP,
    Impacted::GROUP,
    Approach::GROUP,
    Propellant::GROUP,
    EntryPeaks::GROUP,
    ParachuteLoad::GROUP,
    HardGround::GROUP,
    GrainBed::GROUP,
    RouteDriven::GROUP,
    Parked::GROUP,
    OdometryEnd::GROUP,
    flight::TouchdownDetected::GROUP,
    flight::ThrusterUse::GROUP,
    GoalReached::GROUP,
];

/// Every metric that a run can have, by whose it is.
pub fn reference() -> Vec<ReferenceSection> {
    let mut all: Vec<ReferenceSection> = GROUPS.map(ReferenceSection::from).into();
    all.push(ReferenceSection::new("Modes of the flight software", "", [&flight::MODE_ENTERED]));
    all.push(EnergyStored::GROUP.into());
    let channels = Channel::ALL.iter().map(|(_, quantity)| quantity);
    all.push(ReferenceSection::new("Energy: work by channel", "", channels));
    all.extend([EnergyBalance::GROUP, EnergyShare::GROUP, PhaseShares::GROUP].map(Into::into));
    all.extend([Momentum::GROUP, EffortSpent::GROUP].map(Into::into));
    all
}
