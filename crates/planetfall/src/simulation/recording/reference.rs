//! Every column that a world can have, as the reference page lists them.

use super::{
    Body, Cable, CableGroup, Carried, Contactor, DrivenWheel, EnergyBalance, EnergyStored, Engine,
    FlightAir, FreeJoint, Grains, PlanarJoint, PrismaticJoint, PrismaticMotor, RevoluteJoint,
    RevoluteMotor, Run, SphericalJoint, Strut, Tank,
};
use crate::control;
use crate::ground::{GroundQuantity, scm, wheel};
use crate::quantity::{QuantityGroup, ReferenceEntry, ReferenceSection};
use crate::vehicle::channels_by_kind;
use crate::world::{Channel, RegisterColumn};

const OF_VEHICLES: [QuantityGroup; 11] = [
    Run::GROUP,
    Body::GROUP,
    RevoluteJoint::GROUP,
    RevoluteMotor::GROUP,
    PrismaticJoint::GROUP,
    PrismaticMotor::GROUP,
    SphericalJoint::GROUP,
    PlanarJoint::GROUP,
    FreeJoint::GROUP,
    Strut::GROUP,
    Contactor::GROUP,
];

const OF_FLIGHT: [QuantityGroup; 7] = [
    Engine::GROUP,
    Tank::GROUP,
    Carried::GROUP,
    FlightAir::GROUP,
    Cable::GROUP,
    CableGroup::GROUP,
    Grains::GROUP,
];

/// Every column that a world can have, by whose it is.
pub fn reference() -> Vec<ReferenceSection> {
    let mut all: Vec<ReferenceSection> = OF_VEHICLES.map(ReferenceSection::from).into();
    all.push(DrivenWheel::GROUP.into());
    all.push(of_ground("Contactors on `wheel` ground", &wheel::QUANTITIES));
    all.push(of_ground("Contactors on `soil` ground", &scm::QUANTITIES));
    all.extend(OF_FLIGHT.map(ReferenceSection::from));
    all.extend([
        of_registers("Drives along a route", "DRIVE.", &control::driver::COLUMNS),
        of_registers("Wheel odometry", "ODOMETRY.", &control::odometer::COLUMNS),
    ]);
    all.extend(control::flight::COLUMNS.map(|(title, name, list)| of_registers(title, name, list)));
    all.extend(channels_by_kind().map(|(title, channels)| {
        ReferenceSection {
            title,
            entity: "SENSOR.",
            entries: channels
                .into_iter()
                .map(|one| ReferenceEntry {
                    is_dimensionless: one.is_dimensionless(),
                    name: one.name,
                    meaning: one.meaning,
                    column: None,
                })
                .collect(),
        }
    }));
    all.push(EnergyStored::GROUP.into());
    let channels = Channel::ALL.iter().map(|(_, quantity)| quantity);
    all.push(ReferenceSection::new("Energy: work by channel", "", channels));
    all.push(EnergyBalance::GROUP.into());
    all
}

fn of_ground(title: &'static str, list: &[GroundQuantity]) -> ReferenceSection {
    ReferenceSection::new(title, "CONTACTOR.", list.iter().map(|one| &one.quantity))
}

fn of_registers(
    title: &'static str,
    entity: &'static str,
    list: &[RegisterColumn],
) -> ReferenceSection {
    ReferenceSection::new(title, entity, list.iter().map(|one| &one.quantity))
}
