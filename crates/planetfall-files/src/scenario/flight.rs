//! `[flight]`: the flight software of a powered landing.

use super::approach::{self, ApproachKeys, AttitudeKeys};
use super::course::time;
use super::schema::ScenarioKeys;
use super::{Report, naming, operating};
use crate::format::declare::{Key, OPTIONAL, OptionalKey, REQUIRED, Spec, declare, default};
use crate::format::schema::{Kind, Range};
use nalgebra::Vector3;
use planetfall::control::flight::{
    CranePlan, Detection, FlightSoftware, Gains, LanderPlan, MOST_ENGINES, Plan, PlanetNavigation,
    Reference,
};
use planetfall::time::Time;
use planetfall::vehicle::sensor::{AxisNoise, InertialUnit, Mounting, PoseErrors, TouchSwitch};
use planetfall::vehicle::{Sensor, SensorKind};
use planetfall::world::World;

/// Numbers above zero.
const POSITIVE: Kind = Kind::Number(Range::POSITIVE);
/// Numbers from zero on.
const NON_NEGATIVE: Kind = Kind::Number(Range::NON_NEGATIVE);
/// Three zeros unless given.
const ZERO: Spec = default::numbers(&[0.0, 0.0, 0.0]);

declare! {
    /// Flight software of a powered landing: navigation, sequence, touchdown detection and steering,
    /// each with its own period. It sees its sensors only.
    pub(crate) table FlightKeys("flight", software: SoftwareCases = REQUIRED) {
        /// Name of the vehicle that flies.
        vehicle: Key<String> = REQUIRED,
        /// Engines that are used; default all of the vehicle.
        engines: Key<Vec<Key<String>>> = default::texts(&[]),
        /// Downwards.
        descent_speed_m_per_s: Key<f64> = default::number(0.75).of(POSITIVE),
        /// Believed less true mass at the start, as a share of the true one.
        mass_error: Key<f64> = default::number(0.0).of(Kind::Number(Range::above(-1.0))),
        /// Of navigation.
        navigation_period_s: Key<f64> = default::number(0.01).of(POSITIVE),
        /// Of the sequence.
        sequence_period_s: Key<f64> = default::number(0.01).of(POSITIVE),
        /// Of detection.
        detection_period_s: Key<f64> = default::number(0.01).of(POSITIVE),
        /// Of steering.
        steering_period_s: Key<f64> = default::number(0.01).of(POSITIVE),
        /// Sensors and what is wrong with them.
        navigation: NavigationKeys = default::EMPTY,
        /// How stiffly it is flown.
        gains: GainsKeys = default::EMPTY,
        /// How touchdown is noticed.
        touchdown: TouchdownKeys = REQUIRED,
        /// What comes before the modes of the landing: entry, parachute, powered descent.
        approach: Option<ApproachKeys> = OPTIONAL,
        /// Thrusters of the approach.
        attitude: Option<AttitudeKeys> = OPTIONAL,
    }

    /// What is flown.
    pub(crate) cases SoftwareCases {
        /// Descent, separation and pay-out, descent with the load slung, touchdown, cut, fly-away.
        SkyCrane(CraneKeys) = "sky_crane",
        /// Descent at constant velocity, engines off at touchdown.
        Lander(LanderKeys) = "lander",
    }

    /// Keys of `sky_crane`.
    pub(crate) group CraneKeys {
        /// Name of the vehicle that is let down.
        part: Key<String> = REQUIRED,
        /// Cables that are cut after touchdown; default all that join the two.
        cables: Key<Vec<Key<String>>> = default::texts(&[]),
        /// Height of the vehicle above ground, as navigation has it, at which the part is let go.
        separation_height_m: Key<f64> = REQUIRED.of(POSITIVE),
        /// Time after separation in which pay-out is over: the mode is `slung` from then on. Touchdown
        /// is looked for from the separation on, unless thrust is compared with a snapshot.
        pay_out_s: Key<f64> = REQUIRED.of(NON_NEGATIVE),
        /// From the declaration of touchdown to the cut.
        cut_delay_s: Key<f64> = REQUIRED.of(NON_NEGATIVE),
        /// What follows the cut.
        fly_away: FlyAwayKeys = REQUIRED,
    }

    /// Keys of `lander`.
    pub(crate) group LanderKeys {
        /// Velocity along the ground that is flown: east, north.
        drift_m_per_s: Key<[f64; 2]> = default::numbers(&[0.0, 0.0]),
        /// From the declaration of touchdown to the cut-off of the engines.
        cut_off_delay_s: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
    }

    /// Hover, pitch over, burn; the rest is ballistic.
    pub(crate) table FlyAwayKeys("fly-away") {
        /// Hover after the cut.
        hover_s: Key<f64> = default::number(0.7).of(NON_NEGATIVE),
        /// Direction, clockwise from north.
        heading_deg: Key<f64> = default::number(0.0),
        /// Angle of the thrust against the vertical.
        pitch_deg: Key<f64> = default::number(45.0).of(Kind::Number(Range::between(0.0, 80.0))),
        /// How fast it is taken up.
        pitch_rate_deg_per_s: Key<f64> = default::number(30.0).of(POSITIVE),
        /// Thrust over mass in the burn.
        acceleration_m_per_s2: Key<f64> = REQUIRED.of(POSITIVE),
        /// How long it burns.
        burn_s: Key<f64> = REQUIRED.of(POSITIVE),
    }

    /// Radar and alignment at the start, an inertial sensor from then on; and their errors.
    pub(crate) table NavigationKeys("flight.navigation") {
        /// Gravity on board less the true one at the site, as a share of the true one.
        gravity_error: Key<f64> = default::number(0.0).of(Kind::Number(Range::above(-1.0))),
        /// Radar corrects velocity and height until then; from then on they are propagated.
        radar_until_s: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
        /// Between its samples.
        radar_period_s: Key<f64> = default::number(0.05).of(POSITIVE),
        /// Constant error of radar: east, north, up.
        velocity_bias_m_per_s: Key<[f64; 3]> = ZERO,
        /// Standard deviation of radar velocity per axis and sample.
        velocity_noise_m_per_s: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
        /// Standard deviation of radar height per sample.
        height_noise_m: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
        /// Error of the alignment, about the body axes.
        attitude_error_deg: Key<[f64; 3]> = ZERO,
        /// Constant error of the accelerometers, body axes.
        acceleration_bias_m_per_s2: Key<[f64; 3]> = ZERO,
        /// Constant error of the gyroscopes, body axes.
        rate_bias_deg_per_s: Key<[f64; 3]> = ZERO,
        /// Standard deviation of the accelerometers' velocity increment, per axis and sample.
        increment_noise_m_per_s: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
        /// Position over a planet: gravity as a field, Coriolis terms, a vertical that turns.
        planet: Option<PlanetNavigationKeys> = OPTIONAL,
    }

    /// Navigation in the rotating frame of the site, for `[gravity]` of kind `planet`. Gravity on board is that of
    /// the world times one plus `gravity_error`.
    pub(crate) table PlanetNavigationKeys("flight.navigation.planet") {
        /// Altitude of the ground that heights count from until radar sees it.
        ground_altitude_m: Key<f64> = default::number(0.0),
        /// Error of position at the start: east, north, up of the site.
        position_error_m: Key<[f64; 3]> = ZERO,
        /// Error of velocity at the start: east, north, up of the site.
        velocity_error_m_per_s: Key<[f64; 3]> = ZERO,
        /// Error of attitude at the start, about east, north, up of the site.
        turn_error_deg: Key<[f64; 3]> = ZERO,
    }

    /// Gains of the steering.
    pub(crate) table GainsKeys("flight.gains") {
        /// Rate at which an error of velocity is removed.
        velocity_per_s: Key<f64> = default::number(3.0).of(POSITIVE),
        /// Rate at which its integral acts.
        integral_per_s2: Key<f64> = default::number(3.0).of(NON_NEGATIVE),
        /// Natural frequency of the attitude.
        attitude_rad_per_s: Key<f64> = default::number(3.0).of(POSITIVE),
        /// Its damping ratio.
        attitude_damping: Key<f64> = default::number(0.8).of(POSITIVE),
        /// Largest tilt by which velocity along the ground is held.
        max_tilt_deg: Key<f64> =
            default::number(20.0).of(Kind::Number(Range::above(0.0).below(80.0))),
    }

    /// Keys of `throttle`.
    pub(crate) group ThrottleKeys {
        /// Share of the weight that thrust must fall below. Default: none; touchdown is a change of the
        /// load's pull, by thrust, acceleration and the masses that the software believes in.
        threshold: OptionalKey<f64> = OPTIONAL.of(Kind::Number(Range::above(0.0))),
        /// How long it must stay there.
        persistence_s: Key<f64> = REQUIRED.of(NON_NEGATIVE),
        /// Old: time after pay-out before a reference is taken by the clock. With this key or
        /// `snapshot_s` the reference is the mean of a snapshot instead of the weight, and touchdown
        /// before its end is not noticed.
        settle_s: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// Old: time over which that reference is averaged; 1 s where only `settle_s` is given.
        snapshot_s: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
    }

    /// How the software notices that it stands on the ground.
    pub(crate) table TouchdownKeys("flight.touchdown", by: TouchdownCases = REQUIRED) {}

    /// Keys of `switches`.
    pub(crate) group SwitchesTouchdownKeys {
        /// Contactors with switches; default all of the vehicle.
        contactors: Key<Vec<Key<String>>> = default::texts(&[]),
        /// Load that closes a switch.
        force_n: Key<f64> = default::number(50.0).of(POSITIVE),
        /// How many must be closed.
        count: Key<i64> = default::integer(1).of(Kind::COUNT),
        /// How long they must stay closed.
        persistence_s: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
    }

    /// By what.
    pub(crate) cases TouchdownCases {
        /// By the thrust that is needed: the load's weight is off, and stays off.
        Throttle(ThrottleKeys) = "throttle",
        /// Switches on legs carry load.
        Switches(SwitchesTouchdownKeys) = "switches",
        /// The outside program of [operator] says so.
        Operator = "operator",
    }
}

/// The world with the flight software that the file asks for.
pub(super) fn with_flight(
    root: &ScenarioKeys,
    world: World,
    report: &mut Report<'_>,
) -> Option<World> {
    let Some(keys) = &root.flight else { return Some(world) };
    let vehicle = naming::vehicle(root, &keys.vehicle, report)?;
    let engines = engines(keys, &world, vehicle, report)?;
    let plan = plan(root, keys, &world, vehicle, report);
    let touchdown = &keys.touchdown;
    let (world, detection) = detection(root, touchdown, world, vehicle, report)?;
    let navigation = &keys.navigation;
    let periods = [
        time(&keys.navigation_period_s, report)?,
        time(&keys.sequence_period_s, report)?,
        time(&keys.detection_period_s, report)?,
        time(&keys.steering_period_s, report)?,
    ];
    let approach = match &keys.approach {
        Some(own) => Some(approach::approach(root, own, (&world, vehicle), &engines, report)?),
        None => None,
    };
    if let (Some(own), None) = (&keys.approach, &navigation.planet) {
        let message = "an approach needs to know where it is";
        report.help(own.place, message, "add [flight.navigation.planet]");
        return None;
    }
    let attitude = match &keys.attitude {
        Some(own) => Some(approach::attitude(own, &world, vehicle, report)?),
        None => None,
    };
    let gains = &keys.gains;
    let software = FlightSoftware {
        vehicle,
        radar: radar(navigation, &world, vehicle, report)?,
        inertial: inertial(navigation, &world, vehicle, periods[0]),
        radar_until: time(&navigation.radar_until_s, report)?,
        gravity: world.gravity().at_site() * (1.0 + navigation.gravity_error.value()),
        planet: planet_navigation(navigation, &world, report)?,
        approach,
        attitude,
        plan: plan?,
        detection,
        gains: Gains {
            velocity: gains.velocity_per_s.value(),
            integral: gains.integral_per_s2.value(),
            attitude: gains.attitude_rad_per_s.value(),
            damping: gains.attitude_damping.value(),
            tilt: gains.max_tilt_deg.value().to_radians(),
        },
        engines,
        mass_ratio: 1.0 + keys.mass_error.value(),
        periods,
    };
    Some(world.with_flight_software(software))
}

/// Navigation over a planet, where the file asks for it; `None` where it cannot be had.
fn planet_navigation(
    keys: &NavigationKeys,
    world: &World,
    report: &mut Report<'_>,
) -> Option<Option<PlanetNavigation>> {
    let Some(own) = &keys.planet else { return Some(None) };
    if world.gravity().spin().is_none() {
        let message = "navigation over a planet needs one: gravity is the same everywhere here";
        report.help(own.place, message, "give [gravity] kind = \"planet\", or leave the table out");
        return None;
    }
    let turn: [f64; 3] = own.turn_error_deg.value();
    Some(Some(PlanetNavigation {
        gravity: *world.gravity(),
        gravity_error: keys.gravity_error.value(),
        geodesy: *world.geodesy(),
        ground: own.ground_altitude_m.value(),
        errors: [
            Vector3::from(own.position_error_m.value()),
            Vector3::from(own.velocity_error_m_per_s.value()),
            Vector3::from(turn.map(f64::to_radians)),
        ],
        radar_switch: None,
    }))
}

fn radar(
    keys: &NavigationKeys,
    world: &World,
    vehicle: usize,
    report: &mut Report<'_>,
) -> Option<Sensor> {
    let name = format!("{}-radar", world.vehicles()[vehicle].name);
    let attitude: [f64; 3] = keys.attitude_error_deg.value();
    let period = time(&keys.radar_period_s, report)?;
    let errors = PoseErrors {
        position_sigma: keys.height_noise_m.value(),
        velocity_sigma: keys.velocity_noise_m_per_s.value(),
        attitude_sigma: 0.0,
        rate_sigma: 0.0,
        velocity_bias: Vector3::from(keys.velocity_bias_m_per_s.value()),
        attitude_bias: Vector3::from(attitude.map(f64::to_radians)),
    };
    Some(Sensor::new(&name, vehicle, period, "navigation", SensorKind::Pose(errors)))
}

fn inertial(keys: &NavigationKeys, world: &World, vehicle: usize, period: Time) -> Sensor {
    let name = format!("{}-inertial", world.vehicles()[vehicle].name);
    let rate: [f64; 3] = keys.rate_bias_deg_per_s.value();
    let bias = Vector3::from(rate.map(f64::to_radians));
    let unit = InertialUnit {
        mounting: Mounting::default(),
        gyroscopes: AxisNoise { bias, ..AxisNoise::default() },
        accelerometers: AxisNoise {
            bias: Vector3::from(keys.acceleration_bias_m_per_s2.value()),
            increment_sigma: keys.increment_noise_m_per_s.value(),
            ..AxisNoise::default()
        },
    };
    Sensor::new(&name, vehicle, period, "inertial", SensorKind::Inertial(unit))
}

fn plan(
    root: &ScenarioKeys,
    keys: &FlightKeys,
    world: &World,
    vehicle: usize,
    report: &mut Report<'_>,
) -> Option<Plan> {
    let descent_speed = keys.descent_speed_m_per_s.value();
    match keys.software.given()? {
        SoftwareCases::Lander(own) => Some(Plan::Lander(LanderPlan {
            descent_speed,
            drift: own.drift_m_per_s.value(),
            cut_off_delay: time(&own.cut_off_delay_s, report)?,
        })),
        SoftwareCases::SkyCrane(own) => crane(root, own, world, (vehicle, descent_speed), report),
    }
}

fn crane(
    root: &ScenarioKeys,
    keys: &CraneKeys,
    world: &World,
    (vehicle, descent_speed): (usize, f64),
    report: &mut Report<'_>,
) -> Option<Plan> {
    let part = naming::vehicle(root, &keys.part, report)?;
    if world.mounts()[part].is_none_or(|mount| mount.carrier != vehicle) {
        let [part, carrier] = [part, vehicle].map(|v| world.vehicles()[v].name.as_str());
        let message = format!("`{part}` is not carried by `{carrier}`, so it cannot be let down");
        let help = format!("give vehicle `{part}` [vehicle.attached] with to = \"{carrier}\"");
        report.help(keys.part.place(), message, help);
        return None;
    }
    let away = &keys.fly_away;
    let heading = std::f64::consts::FRAC_PI_2 - away.heading_deg.value().to_radians();
    Some(Plan::Crane(CranePlan {
        part,
        cables: cables(keys, world, [vehicle, part], report)?,
        descent_speed,
        separation_height: keys.separation_height_m.value(),
        pay_out: time(&keys.pay_out_s, report)?,
        cut_delay: time(&keys.cut_delay_s, report)?,
        hover: time(&away.hover_s, report)?,
        heading,
        pitch: away.pitch_deg.value().to_radians(),
        pitch_rate: away.pitch_rate_deg_per_s.value().to_radians(),
        burn_acceleration: away.acceleration_m_per_s2.value(),
        burn: time(&away.burn_s, report)?,
    }))
}

/// Cables by their names, or all between two vehicles.
fn cables(
    keys: &CraneKeys,
    world: &World,
    ends: [usize; 2],
    report: &mut Report<'_>,
) -> Option<Vec<usize>> {
    if !keys.cables.value().is_empty() {
        let known: Vec<&str> = world.cables().iter().map(|cable| cable.name.as_str()).collect();
        return naming::indices(&keys.cables, "cable", &known, report);
    }
    let joins = |a: usize, b: usize| ends == [a, b] || ends == [b, a];
    let all = world.cables().iter().enumerate();
    let own: Vec<usize> = all
        .filter(|(_, cable)| joins(cable.from.vehicle, cable.to.vehicle))
        .map(|(index, _)| index)
        .collect();
    if own.is_empty() {
        let message = "no cable joins the two: the part would fall";
        report.help(keys.part.place(), message, "add [[cable]] with from and to");
        return None;
    }
    Some(own)
}

/// Engines by their names, or all of the vehicle.
fn engines(
    keys: &FlightKeys,
    world: &World,
    vehicle: usize,
    report: &mut Report<'_>,
) -> Option<Vec<usize>> {
    let owner = &world.vehicles()[vehicle];
    let known: Vec<&str> = owner.engines.iter().map(|engine| engine.name.as_str()).collect();
    if known.is_empty() {
        let message = format!("vehicle `{}` has no engines to fly on", owner.name);
        report.error(keys.vehicle.place(), message);
        return None;
    }
    let used = match keys.engines.value().is_empty() {
        true => (0..known.len()).collect(),
        false => naming::indices(&keys.engines, "engine", &known, report)?,
    };
    if used.len() > MOST_ENGINES {
        let message = format!("flight software takes at most {MOST_ENGINES} engines");
        report.error(keys.engines.place(), message);
        return None;
    }
    Some(used)
}

/// What thrust is compared with: the weight, or a snapshot where the file still has the keys of one.
fn reference(keys: &ThrottleKeys, report: &mut Report<'_>) -> Option<Reference> {
    let given = [&keys.settle_s, &keys.snapshot_s].into_iter().find(|key| key.has_value());
    let Some(key) = given else { return Some(Reference::Weight) };
    let message = "a reference by the clock does not notice touchdown before the end of its snapshot: leave out \
                   settle_s and snapshot_s to compare thrust with the weight that the software believes in";
    report.warning(key.place(), message);
    let span = |key: &OptionalKey<f64>, fallback: Time, report: &mut Report<'_>| {
        if key.has_value() { time(key, report) } else { Some(fallback) }
    };
    let settle = span(&keys.settle_s, Time::ZERO, report)?;
    let span = span(&keys.snapshot_s, Time::from_millis(1000), report)?;
    Some(Reference::Snapshot { settle, span })
}

/// How touchdown is noticed.
fn detection(
    root: &ScenarioKeys,
    keys: &TouchdownKeys,
    world: World,
    vehicle: usize,
    report: &mut Report<'_>,
) -> Option<(World, Detection)> {
    match keys.by.given()? {
        TouchdownCases::Operator => {
            let Some(period) = operating::period(root, report) else {
                let message = "there is no operator who could notice touchdown";
                report.help(keys.by.place(), message, "add [operator] with command and period_s");
                return None;
            };
            Some((world, Detection::Outside { period }))
        }
        TouchdownCases::Throttle(own) => {
            let persistence = time(&own.persistence_s, report)?;
            let reference = reference(own, report)?;
            let threshold = own.threshold.given();
            Some((world, Detection::Throttle { reference, threshold, persistence }))
        }
        TouchdownCases::Switches(own) => switches(own, world, vehicle, report),
    }
}

/// Touchdown by switches, which are added to the world.
fn switches(
    keys: &SwitchesTouchdownKeys,
    mut world: World,
    vehicle: usize,
    report: &mut Report<'_>,
) -> Option<(World, Detection)> {
    let persistence = time(&keys.persistence_s, report)?;
    let own = world.layout().contactors(vehicle);
    let contactors = world.vehicles()[vehicle].contactors.iter();
    let known: Vec<String> = contactors.map(|contactor| contactor.name.clone()).collect();
    let names: Vec<&str> = known.iter().map(String::as_str).collect();
    let chosen = match keys.contactors.value().is_empty() {
        true => (0..world.vehicles()[vehicle].supports()).collect(),
        false => naming::indices(&keys.contactors, "contactor", &names, report)?,
    };
    let mut switches = Vec::new();
    for contactor in chosen {
        switches.push(world.sensors().len());
        let name = format!("{}-switch", known[contactor]);
        let (contactor, threshold) = (own.start + contactor, keys.force_n.value());
        let kind = SensorKind::Switch(TouchSwitch { contactor, threshold });
        world =
            world.with_sensor(Sensor::new(&name, vehicle, Time::from_millis(10), "switch", kind));
    }
    let least = usize::try_from(keys.count.value()).unwrap_or(1);
    if least == 0 {
        let message = "with no switch that must be closed, touchdown is declared at once";
        report.error(keys.count.place(), message);
    }
    if least > switches.len() {
        let message = format!("{least} switches can never be closed: there are {}", switches.len());
        report.error(keys.count.place(), message);
    }
    Some((world, Detection::Switches { switches, least, persistence }))
}
