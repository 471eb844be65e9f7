//! `[flight.approach]` and `[flight.attitude]`: the plan from entry to the powered landing.

use super::course::time;
use super::schema::ScenarioKeys;
use super::{Report, naming};
use crate::format::Place as Span;
use crate::format::declare::{Key, OPTIONAL, OptionalKey, REQUIRED, Tables, declare, default};
use crate::format::schema::{Kind, List, Range};
use nalgebra::Vector3;
use planetfall::control::flight::entry::{
    BankLaw, BankLimits, Curve, Deadband, EntryGuidance, EntryMode, EntryModel, EntryState,
    ModeEnd, ModeOrder, OrderKind, Place, PlanetModel, PointsError, RangeControl, ReferenceFlight,
    SiteFrame,
};
use planetfall::control::flight::phase_plane::PhasePlane;
use planetfall::control::flight::powered::Leg;
use planetfall::control::flight::{Approach, AttitudePlan};
use planetfall::environment::{Gravity, Planet, ReferenceSurface};
use planetfall::world::World;

/// Numbers above zero.
const POSITIVE: Kind = Kind::Number(Range::POSITIVE);
/// Numbers from zero on.
const NON_NEGATIVE: Kind = Kind::Number(Range::NON_NEGATIVE);
/// Two numbers.
const PAIR: Kind = Kind::List(List::exactly(2, &Kind::NUMBER));
/// Curves: one pair of numbers at least.
const PAIRS: Kind = Kind::List(List::at_least(1, &PAIR));

declare! {
    /// The approach: modes from entry to the start of the landing's own modes, on navigation over a planet. Before
    /// the run the reference is flown as a point mass with the bank profile, and the gains are taken of it.
    pub(crate) table ApproachKeys("flight.approach") {
        /// Where to land.
        target: TargetKeys = REQUIRED,
        /// Where the entry is planned to begin.
        entry: EntryKeys = REQUIRED,
        /// What the software knows of the vehicle in the air.
        vehicle: EntryVehicleKeys = REQUIRED,
        /// Pairs of speed over the ground (m/s), ascending, and size of the reference's bank (deg).
        bank_profile: Key<Vec<Key<[f64; 2]>>> = REQUIRED.of(PAIRS),
        /// Engines of its legs; default those of [flight]. After the approach the others are shut down.
        engines: Key<Vec<Key<String>>> = default::texts(&[]),
        /// Speed of the parachute, to which range is counted.
        end_speed_m_per_s: Key<f64> = REQUIRED.of(POSITIVE),
        /// Range from there to the landing.
        range_after_end_m: Key<f64> = default::number(0.0),
        /// Time between two commands of bank.
        cycle_s: Key<f64> = default::number(0.25).of(POSITIVE),
        /// Modes, in their order.
        mode: Tables<ModeKeys> = REQUIRED,
    }

    /// A place on the planet, geocentric.
    pub(crate) table TargetKeys("flight.approach.target") {
        /// North.
        latitude_deg: Key<f64> = REQUIRED.of(Kind::Number(Range::between(-89.9, 89.9))),
        /// East.
        longitude_deg: Key<f64> = REQUIRED,
        /// From the planet's centre.
        radius_m: Key<f64> = REQUIRED.of(POSITIVE),
    }

    /// A motion relative to the turning planet.
    pub(crate) table EntryKeys("flight.approach.entry") {
        /// North, geocentric.
        latitude_deg: Key<f64> = REQUIRED.of(Kind::Number(Range::between(-89.9, 89.9))),
        /// East.
        longitude_deg: Key<f64> = REQUIRED,
        /// From the planet's centre.
        radius_m: Key<f64> = REQUIRED.of(POSITIVE),
        /// Over the ground.
        speed_m_per_s: Key<f64> = REQUIRED.of(POSITIVE),
        /// Above the local horizontal.
        path_angle_deg: Key<f64> = REQUIRED.of(Kind::Number(Range::between(-89.0, 89.0))),
        /// Clockwise from north.
        azimuth_deg: Key<f64> = REQUIRED,
    }

    /// Aerodynamics at trim, as the software has them.
    pub(crate) table EntryVehicleKeys("flight.approach.vehicle") {
        /// At entry.
        mass_kg: Key<f64> = REQUIRED.of(POSITIVE),
        /// Of the coefficients.
        reference_area_m2: Key<f64> = REQUIRED.of(POSITIVE),
        /// Pairs of Mach number, ascending, and drag coefficient.
        drag_coefficient: Key<Vec<Key<[f64; 2]>>> = REQUIRED.of(PAIRS),
        /// Pairs of Mach number, ascending, and lift over drag.
        lift_to_drag: Key<Vec<Key<[f64; 2]>>> = REQUIRED.of(PAIRS),
        /// Pairs of speed (m/s), ascending, and share of the lift that there still is: 0 once the vehicle flies
        /// straight.
        lift_share: Key<Vec<Key<[f64; 2]>>> = default::numbers(&[]).of(Kind::List(List::at_least(0, &PAIR))),
        /// Fastest change of bank.
        bank_rate_deg_per_s: Key<f64> = REQUIRED.of(POSITIVE),
        /// Its acceleration.
        bank_acceleration_deg_per_s2: Key<f64> = REQUIRED.of(POSITIVE),
    }

    /// A mode: it lasts until any of its ends is reached, as navigation has it.
    pub(crate) table ModeKeys("flight.approach.mode", bank: BankCases = REQUIRED) {
        /// Unique word.
        name: Key<String> = REQUIRED.of(Kind::Name),
        /// What is flown on the engines.
        leg: Option<LegKeys> = OPTIONAL,
        /// What is ordered in it.
        order: Tables<OrderKeys> = default::EMPTY,
        /// Its ends.
        until: Tables<ModeEndKeys> = REQUIRED,
    }

    /// Keys of `hold`.
    pub(crate) group HoldBankKeys {
        /// Positive to the right.
        bank_deg: Key<f64> = REQUIRED.of(Kind::Number(Range::between(-180.0, 180.0))),
    }

    /// Keys of `range`.
    pub(crate) group RangeBankKeys {
        /// Over-control.
        gain: Key<f64> = default::number(4.0).of(POSITIVE),
        /// Least size of the bank.
        least_bank_deg: Key<f64> = default::number(15.0).of(Kind::Number(Range::between(0.0, 180.0))),
        /// Greatest size of the bank.
        most_bank_deg: Key<f64> = default::number(90.0).of(Kind::Number(Range::between(0.0, 180.0))),
        /// Cross-range up to which the side is kept at all speeds.
        deadband_m: Key<f64> = REQUIRED.of(NON_NEGATIVE),
        /// What is added to it per square of the speed in km/s.
        deadband_m_per_km2_per_s2: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
    }

    /// Keys of `align`.
    pub(crate) group AlignBankKeys {
        /// Of the angle by which the target lies to the side.
        gain: Key<f64> = default::number(5.0).of(POSITIVE),
        /// Greatest bank.
        limit_deg: Key<f64> = default::number(30.0).of(POSITIVE),
    }

    /// How bank is found.
    pub(crate) cases BankCases {
        /// None is held.
        Free = "free",
        /// A constant one.
        Hold(HoldBankKeys) = "hold",
        /// By range control, with reversals.
        Range(RangeBankKeys) = "range",
        /// Towards the target.
        Align(AlignBankKeys) = "align",
    }

    /// A leg of powered descent: constant deceleration, and a polynomial to the side.
    pub(crate) table LegKeys("leg") {
        /// Downwards at its end.
        speed_m_per_s: Key<f64> = REQUIRED.of(NON_NEGATIVE),
        /// Height at its end; default none: the speed is held.
        height_m: OptionalKey<f64> = OPTIONAL,
        /// How far it goes to the side: east, north.
        divert_m: Key<[f64; 2]> = default::numbers(&[0.0, 0.0]),
    }

    /// Something that is ordered once: name one of the three.
    pub(crate) table OrderKeys("order") {
        /// After the mode's begin. An order that is not due when the mode ends is left out.
        after_s: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
        /// Carried vehicle that is let go.
        let_go: OptionalKey<String> = OPTIONAL,
        /// Cable that is cut.
        cut: OptionalKey<String> = OPTIONAL,
        /// Whether radar is on from then on.
        radar: OptionalKey<bool> = OPTIONAL,
    }

    /// An end of a mode, by navigation: name one. `height_m` goes with `ahead_s`.
    pub(crate) table ModeEndKeys("flight.approach.mode.until") {
        /// Sensed acceleration against the motion above this.
        drag_above_m_per_s2: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Speed over the ground below this.
        speed_below_m_per_s: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Range to the target below this.
        range_below_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Mach number of the speed in the air on board below this.
        mach_below: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Height below this.
        height_below_m: OptionalKey<f64> = OPTIONAL,
        /// With `height_below_m`: time of sinking at the speed of now that is added to it.
        ahead_s: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
        /// After this time in the mode.
        after_s: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
    }

    /// Thrusters that bank the vehicle and keep it from turning across its flight while a mode holds a bank.
    pub(crate) table AttitudeKeys("flight.attitude") {
        /// Names of engines of the vehicle.
        thrusters: Key<Vec<Key<String>>> = REQUIRED.of(Kind::OneOrList(List::at_least(1, &Kind::Text))),
        /// Direction in which lift acts at trim, body axes.
        lift_direction: Key<[f64; 3]> = REQUIRED,
        /// Error of bank within which nothing is done about it.
        deadband_deg: Key<f64> = default::number(1.0).of(NON_NEGATIVE),
        /// Error of its rate within which nothing is done about it.
        rate_deadband_deg_per_s: Key<f64> = default::number(0.5).of(POSITIVE),
        /// Fastest change of bank.
        rate_deg_per_s: Key<f64> = default::number(20.0).of(POSITIVE),
        /// Deceleration of the bank that is counted on.
        acceleration_deg_per_s2: Key<f64> = default::number(5.0).of(POSITIVE),
        /// Rate across the direction of flight that is left alone.
        damping_deadband_deg_per_s: Key<f64> = default::number(2.0).of(POSITIVE),
        /// Time between ticks.
        period_s: Key<f64> = default::number(0.05).of(POSITIVE),
    }
}

/// The approach with its reference flown and its gains taken.
pub(super) fn approach(
    root: &ScenarioKeys,
    keys: &ApproachKeys,
    (world, vehicle): (&World, usize),
    engines: &[usize],
    report: &mut Report<'_>,
) -> Option<Approach> {
    let Gravity::Planet(planet) = world.gravity() else {
        let message = "an approach needs a planet: gravity is the same everywhere here";
        report.help(keys.place, message, "give [gravity] kind = \"planet\"");
        return None;
    };
    let model = model(keys, planet, world, report)?;
    let modes = keys.mode.iter().map(|mode| self::mode(root, mode, world, report));
    let plan: Option<Vec<EntryMode>> = modes.collect();
    let profile = curve(&keys.bank_profile, f64::to_radians, report)?;
    let target = &keys.target;
    let guidance = EntryGuidance {
        plan: plan?,
        profile,
        target: place(target.longitude_deg.value(), target.latitude_deg.value()),
        target_radius: target.radius_m.value(),
        table: Vec::new(),
    };
    let known = &keys.vehicle;
    let cycle = time(&keys.cycle_s, report)?;
    let flight = ReferenceFlight {
        start: start(&keys.entry),
        limits: BankLimits {
            rate: known.bank_rate_deg_per_s.value().to_radians(),
            acceleration: known.bank_acceleration_deg_per_s2.value().to_radians(),
        },
        cycle: cycle.seconds(),
        end_speed: keys.end_speed_m_per_s.value(),
        beyond: keys.range_after_end_m.value(),
    };
    let flown = flight.guided(&model, guidance);
    let refused = |error: planetfall::control::flight::entry::ReferenceError| {
        report.error(keys.entry.place, error.to_string());
    };
    let (guidance, _) = flown.map_err(refused).ok()?;
    let site = SiteFrame {
        place: Place { longitude: planet.longitude(), latitude: planet.latitude() },
        radius: planet.site_radius(),
    };
    let owner = world.vehicles()[vehicle].engines.iter();
    let known: Vec<&str> = owner.map(|engine| engine.name.as_str()).collect();
    let engines = match keys.engines.value().is_empty() {
        true => engines.to_vec(),
        false => naming::indices(&keys.engines, "engine", &known, report)?,
    };
    Some(Approach { guidance, model, site, engines, cycle })
}

fn place(longitude: f64, latitude: f64) -> Place {
    Place { longitude: longitude.to_radians(), latitude: latitude.to_radians() }
}

fn start(keys: &EntryKeys) -> EntryState {
    EntryState {
        radius: keys.radius_m.value(),
        place: place(keys.longitude_deg.value(), keys.latitude_deg.value()),
        speed: keys.speed_m_per_s.value(),
        path_angle: keys.path_angle_deg.value().to_radians(),
        heading: keys.azimuth_deg.value().to_radians(),
    }
}

/// The vehicle and the air as the software has them: the world's own air, without what disturbs it.
fn model(
    keys: &ApproachKeys,
    planet: &Planet,
    world: &World,
    report: &mut Report<'_>,
) -> Option<EntryModel> {
    let Some(atmosphere) = world.atmosphere() else {
        let message = "an approach needs air: this world has none";
        report.help(keys.place, message, "give the world an atmosphere");
        return None;
    };
    let datum = match atmosphere.surface().unwrap_or(planet.surface()) {
        ReferenceSurface::Sphere { radius } => *radius,
        ellipsoid @ ReferenceSurface::Ellipsoid { .. } => ellipsoid.radius_at(planet.latitude()),
    };
    let own = &keys.vehicle;
    let same = |number: f64| number;
    let share = match own.lift_share.value().is_empty() {
        true => Some(Curve::constant(1.0)),
        false => curve(&own.lift_share, same, report),
    };
    Some(EntryModel {
        planet: PlanetModel {
            mu: planet.mu(),
            j2: planet.j2(),
            equatorial_radius: planet.equatorial_radius(),
            rotation_rate: planet.rotation().norm(),
        },
        atmosphere: (**atmosphere).clone(),
        datum,
        wind: [0.0; 2],
        drag: curve(&own.drag_coefficient, same, report)?,
        lift_to_drag: curve(&own.lift_to_drag, same, report)?,
        lift_share: share?,
        area_per_mass: own.reference_area_m2.value() / own.mass_kg.value(),
    })
}

/// Pairs as a curve, the second numbers converted.
fn curve(
    keys: &Key<Vec<Key<[f64; 2]>>>,
    convert: impl Fn(f64) -> f64,
    report: &mut Report<'_>,
) -> Option<Curve> {
    let pairs = keys.value().iter().filter_map(Key::given);
    let points = pairs.map(|[at, value]| [at, convert(value)]).collect();
    let refused = |error: PointsError| report.error(keys.place(), error.to_string());
    Curve::new(points).map_err(refused).ok()
}

fn mode(
    root: &ScenarioKeys,
    keys: &ModeKeys,
    world: &World,
    report: &mut Report<'_>,
) -> Option<EntryMode> {
    let ends: Option<Vec<ModeEnd>> = keys.until.iter().map(|end| self::end(end, report)).collect();
    let orders = keys.order.iter().map(|order| self::order(root, order, world, report));
    let orders: Option<Vec<ModeOrder>> = orders.collect();
    let mut mode = EntryMode::new(keys.name.value(), law(keys, report)?, ends?);
    mode.orders = orders?;
    mode.leg = keys.leg.as_ref().map(|leg| Leg {
        speed: leg.speed_m_per_s.value(),
        height: leg.height_m.given(),
        divert: leg.divert_m.value(),
    });
    Some(mode)
}

fn law(keys: &ModeKeys, report: &mut Report<'_>) -> Option<BankLaw> {
    Some(match keys.bank.given()? {
        BankCases::Free => BankLaw::Free,
        BankCases::Hold(own) => BankLaw::Hold(own.bank_deg.value().to_radians()),
        BankCases::Align(own) => {
            BankLaw::Align { gain: own.gain.value(), limit: own.limit_deg.value().to_radians() }
        }
        BankCases::Range(own) => {
            let bank = [own.least_bank_deg.value(), own.most_bank_deg.value()];
            if bank[0] > bank[1] {
                let message = "least_bank_deg is greater than most_bank_deg";
                report.error(own.least_bank_deg.place(), message);
                return None;
            }
            BankLaw::Range(RangeControl {
                gain: own.gain.value(),
                bank: bank.map(f64::to_radians),
                deadband: Deadband {
                    least: own.deadband_m.value(),
                    per_speed_squared: own.deadband_m_per_km2_per_s2.value() * 1e-6,
                },
            })
        }
    })
}

/// The one thing that a table of several may say.
fn only<T>(given: Vec<T>, place: Span, what: &str, report: &mut Report<'_>) -> Option<T> {
    if given.len() != 1 {
        let message = format!("{} of {what} are named here: name one", given.len());
        report.error(place, message);
        return None;
    }
    given.into_iter().next()
}

fn end(keys: &ModeEndKeys, report: &mut Report<'_>) -> Option<ModeEnd> {
    let ahead = keys.ahead_s.value();
    let given = [
        keys.drag_above_m_per_s2.given().map(ModeEnd::DragAbove),
        keys.speed_below_m_per_s.given().map(ModeEnd::SpeedBelow),
        keys.range_below_m.given().map(ModeEnd::RangeBelow),
        keys.mach_below.given().map(ModeEnd::MachBelow),
        keys.height_below_m.given().map(|height| ModeEnd::HeightBelow { height, ahead }),
        keys.after_s.given().map(ModeEnd::Lasted),
    ];
    only(given.into_iter().flatten().collect(), keys.place, "the ends of a mode", report)
}

fn order(
    root: &ScenarioKeys,
    keys: &OrderKeys,
    world: &World,
    report: &mut Report<'_>,
) -> Option<ModeOrder> {
    let mut given = Vec::new();
    if keys.let_go.has_value() {
        let vehicle = naming::vehicle(root, &keys.let_go, report)?;
        if world.mounts()[vehicle].is_none() {
            let message =
                format!("vehicle `{}` is carried by none", world.vehicles()[vehicle].name);
            report.help(keys.let_go.place(), message, "[vehicle.attached] says who carries it");
            return None;
        }
        given.push(OrderKind::Separate(vehicle));
    }
    if keys.cut.has_value() {
        let known: Vec<&str> = world.cables().iter().map(|cable| cable.name.as_str()).collect();
        given.push(OrderKind::Cut(naming::index(&keys.cut, "cable", &known, report)?));
    }
    given.extend(keys.radar.given().map(OrderKind::Radar));
    let what = only(given, keys.place, "`let_go`, `cut` and `radar`", report)?;
    Some(ModeOrder { after: keys.after_s.value(), what })
}

/// The thrusters of a vehicle as the file has them.
pub(super) fn attitude(
    keys: &AttitudeKeys,
    world: &World,
    vehicle: usize,
    report: &mut Report<'_>,
) -> Option<AttitudePlan> {
    let owner = &world.vehicles()[vehicle];
    let known: Vec<&str> = owner.engines.iter().map(|engine| engine.name.as_str()).collect();
    let lift = Vector3::from(keys.lift_direction.value()).try_normalize(0.0);
    if lift.is_none() {
        report.error(keys.lift_direction.place(), "a direction of length zero points nowhere");
    }
    Some(AttitudePlan {
        thrusters: naming::indices(&keys.thrusters, "engine", &known, report)?,
        lift: lift?,
        roll: PhasePlane {
            deadband: keys.deadband_deg.value().to_radians(),
            rate_deadband: keys.rate_deadband_deg_per_s.value().to_radians(),
            rate: keys.rate_deg_per_s.value().to_radians(),
            acceleration: keys.acceleration_deg_per_s2.value().to_radians(),
        },
        rate_deadband: keys.damping_deadband_deg_per_s.value().to_radians(),
        period: time(&keys.period_s, report)?,
    })
}
