//! `[[parachute]]`: canopies that inflate behind their risers.

use super::aerodynamics::curve;
use super::joining::{anchor, with_force};
use super::schema::ScenarioKeys;
use super::staging_schema::FaultCases;
use super::{Report, naming};
use crate::format::declare::{Key, OPTIONAL, OptionalKey, REQUIRED, declare, default};
use crate::format::schema::{Kind, List, Range};
use planetfall::forces::Parachute;
use planetfall::vehicle::aerodynamics::MachCurve;
use planetfall::vehicle::{AreaOscillation, Canopy, CanopyFault, Filling, UNSOURCED_MACH_FACTOR};
use planetfall::world::World;
use std::f64::consts::FRAC_PI_4;

/// Numbers above zero.
const POSITIVE: Kind = Kind::Number(Range::POSITIVE);
/// Numbers from zero on.
const NON_NEGATIVE: Kind = Kind::Number(Range::NON_NEGATIVE);
/// Two numbers.
const PAIR: Kind = Kind::List(List::exactly(2, &Kind::NUMBER));

declare! {
    /// A parachute: the drag of a canopy that is a vehicle of its own. It is attached to another until a mortar
    /// throws it out ([vehicle.attached.push_off]) and hangs on cables, which are its riser and bridles.
    pub(crate) table ParachuteKeys("parachute") {
        /// Unique name; its metrics begin with it.
        name: Key<String> = REQUIRED.of(Kind::Name),
        /// Name of the vehicle that is the canopy.
        vehicle: Key<String> = REQUIRED,
        /// Which of its links; default its root.
        link: OptionalKey<String> = OPTIONAL,
        /// Where its drag acts, in the axes of that link.
        position_m: Key<[f64; 3]> = default::numbers(&[0.0, 0.0, 0.0]),
        /// Names of the cables on which it hangs: it fills from when the first of them is taut.
        riser: Key<Vec<Key<String>>> = REQUIRED.of(Kind::List(List::at_least(1, &Kind::Text))),
        /// Nominal diameter D₀: the area is π D₀²/4.
        diameter_m: Key<f64> = REQUIRED.of(POSITIVE),
        /// Drag coefficient by nominal area, at low Mach numbers.
        drag_coefficient: Key<f64> = REQUIRED.of(POSITIVE),
        /// Pairs of Mach number, ascending, and the factor of the drag coefficient there. The default is one of
        /// disk-gap-band canopies that three public scripts have, none with a source: replace it.
        mach_factor: OptionalKey<Vec<Key<[f64; 2]>>> =
            OPTIONAL.of(Kind::List(List::at_least(1, &PAIR))),
        /// Time it takes to fill; or give fill_diameters.
        fill_time_s: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Nominal diameters that it flies through the air while it fills.
        fill_diameters: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Power with which the area grows over the time or the distance of filling.
        fill_exponent: Key<f64> = default::number(3.0).of(POSITIVE),
        /// Share of the area that streams before it fills.
        packed_area_share: Key<f64> = default::number(0.01).of(Kind::Number(Range::FRACTION)),
        /// Opening-load factor: drag is so many times as large until it is full. 1.36 to 1.57 agree with what
        /// Mars Science Laboratory flew, by the account that is chosen.
        opening_load_factor: Key<f64> = default::number(1.45).of(POSITIVE),
        /// Over how many times the filling the opening-load factor goes back to 1 then.
        relaxation: Key<f64> = default::number(1.0).of(POSITIVE),
        /// Breathing of the full canopy; default it keeps its area.
        oscillation: Option<OscillationKeys> = OPTIONAL,
    }

    /// Breathing of a full canopy's area.
    pub(crate) table OscillationKeys("oscillation") {
        /// Share of the area by which it is more and less.
        area_share: Key<f64> = REQUIRED.of(Kind::Number(Range::FRACTION)),
        /// How often.
        frequency_hz: Key<f64> = REQUIRED.of(POSITIVE),
        /// It breathes above this Mach number.
        above_mach: Key<f64> = default::number(1.4).of(NON_NEGATIVE),
    }
}

/// The world with its parachutes.
pub(super) fn with_parachutes(
    root: &ScenarioKeys,
    mut world: World,
    report: &mut Report<'_>,
) -> Option<World> {
    let mut complete = true;
    for keys in &root.parachute {
        match parachute(root, keys, &world, report) {
            Some(made) => world = with_force(keys.place, world, made, report)?,
            None => complete = false,
        }
    }
    complete &= faults_name_parachutes(root, report);
    complete.then_some(world)
}

fn parachute(
    root: &ScenarioKeys,
    keys: &ParachuteKeys,
    world: &World,
    report: &mut Report<'_>,
) -> Option<Parachute> {
    let at = anchor(root, (&keys.vehicle, &keys.link, &keys.position_m), world, report);
    let cables: Vec<&str> = world.cables().iter().map(|cable| cable.name.as_str()).collect();
    let riser = naming::indices(&keys.riser, "cable", &cables, report);
    let (at, riser) = (at?, riser?);
    let hangs = |cable: &usize| {
        let ends = &world.cables()[*cable];
        ends.from.vehicle == at.vehicle || ends.to.vehicle == at.vehicle
    };
    if let Some(stray) = riser.iter().find(|cable| !hangs(cable)) {
        let message = format!(
            "cable `{}` has no end on vehicle `{}`: it is no riser of parachute `{}`",
            cables[*stray],
            keys.vehicle.value(),
            keys.name.value()
        );
        report.error(keys.riser.place(), message);
        return None;
    }
    let canopy = canopy(root, keys, report)?;
    Some(Parachute { name: keys.name.value().to_owned(), at, riser, canopy })
}

fn canopy(root: &ScenarioKeys, keys: &ParachuteKeys, report: &mut Report<'_>) -> Option<Canopy> {
    let diameter = keys.diameter_m.value();
    let coefficient = keys.drag_coefficient.value();
    let factor = match keys.mach_factor.has_value() {
        true => curve(&keys.mach_factor, report)?,
        false => MachCurve::new(UNSOURCED_MACH_FACTOR.to_vec()).ok()?,
    };
    let oscillation = keys.oscillation.as_ref().map(|own| AreaOscillation {
        amplitude: own.area_share.value(),
        frequency: own.frequency_hz.value(),
        above_mach: own.above_mach.value(),
    });
    Some(Canopy {
        area: FRAC_PI_4 * diameter * diameter,
        drag: factor.times(coefficient),
        filling: filling(keys, diameter, report)?,
        exponent: keys.fill_exponent.value(),
        packed_share: keys.packed_area_share.value(),
        opening_load_factor: keys.opening_load_factor.value(),
        relaxation: keys.relaxation.value(),
        oscillation,
        fault: fault(root, keys, report),
    })
}

fn filling(keys: &ParachuteKeys, diameter: f64, report: &mut Report<'_>) -> Option<Filling> {
    match (keys.fill_time_s.given(), keys.fill_diameters.given()) {
        (Some(time), None) => Some(Filling::Time(time)),
        (None, Some(diameters)) => Some(Filling::Distance(diameters * diameter)),
        (Some(_), Some(_)) => {
            let message = "a canopy fills in fill_time_s or over fill_diameters, not both";
            report.error(keys.fill_diameters.place(), message);
            None
        }
        (None, None) => {
            let help = "give fill_time_s (0.5 for Mars Science Laboratory) or fill_diameters";
            report.help(keys.place, "nothing says how fast the canopy fills", help);
            None
        }
    }
}

/// What goes wrong with a canopy, if anything does.
fn fault(
    root: &ScenarioKeys,
    keys: &ParachuteKeys,
    report: &mut Report<'_>,
) -> Option<CanopyFault> {
    let mut found = None;
    for table in &root.fault {
        let (name, own) = match table.kind.given() {
            Some(FaultCases::ParachuteFails(own)) => {
                (&own.parachute, CanopyFault::Fails { share: own.area_share.value() })
            }
            Some(FaultCases::ParachuteLate(own)) => {
                (&own.parachute, CanopyFault::Late { delay: own.delay_s.value() })
            }
            Some(FaultCases::ParachuteTorn(own)) => {
                let (share, after) = (own.lost_area_share.value(), own.after_s.value());
                (&own.parachute, CanopyFault::LosesArea { share, after })
            }
            _ => continue,
        };
        if name.value() == keys.name.value() && found.replace(own).is_some() {
            let message = format!("parachute `{}` has two faults", name.value());
            report.help(name.place(), message, "leave one of them out");
        }
    }
    found
}

/// Faults of parachutes that there are not.
fn faults_name_parachutes(root: &ScenarioKeys, report: &mut Report<'_>) -> bool {
    let names: Vec<&str> = root.parachute.iter().map(|one| one.name.value()).collect();
    let mut known = true;
    for table in &root.fault {
        let key = match table.kind.given() {
            Some(FaultCases::ParachuteFails(own)) => &own.parachute,
            Some(FaultCases::ParachuteLate(own)) => &own.parachute,
            Some(FaultCases::ParachuteTorn(own)) => &own.parachute,
            _ => continue,
        };
        known &= naming::index(key, "parachute", &names, report).is_some();
    }
    known
}
