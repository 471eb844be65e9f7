//! How a run goes: stepping, phases, conditions, duration.

use super::schema::ScenarioKeys;
use super::schema::course::{TouchWhenKeys, UntilKeys, WhenCases};
use super::schema::stepping::{MethodCases, SteppingKeys};
use super::staging_schema::{CutKeys, DryKeys, NearerKeys, SeparatedKeys};
use super::vehicle::Described;
use super::{Report, naming};
use crate::format::Place;
use crate::format::declare::{AnyKey, Key, OptionalKey, Tagged};
use crate::format::nearest;
use planetfall::outcome::{Allowance, EnergyLimits, RK4_REAL_LIMIT};
use planetfall::phase::{Condition, MotionQuantity, Phase, PhasePeriod, Then, Trigger};
use planetfall::scenario::Scenario;
use planetfall::stepping::{Method, Tolerance};
use planetfall::time::Time;
use planetfall::vehicle::ContactorRole;

/// What the file says about the course of the run.
pub(super) struct Course {
    pub(super) phases: Vec<Phase>,
    pub(super) duration: Time,
    pub(super) record_period: Time,
    /// The shortest step that a phase says to take.
    pub(super) step: Time,
}

/// Who takes part: the file, and the vehicles it describes unless one of them is impossible.
struct Cast<'a> {
    root: &'a ScenarioKeys,
    vehicles: Option<&'a [Described]>,
}

pub(super) fn course(
    root: &ScenarioKeys,
    vehicles: Option<&[Described]>,
    report: &mut Report<'_>,
) -> Option<Course> {
    let cast = &Cast { root, vehicles };
    let method = method(&root.stepping, report);
    let mut phases = phases(root, method, cast, report);
    let ends: Vec<Trigger> = root
        .end
        .iter()
        .filter_map(|keys| {
            let condition = condition(&keys.when, cast, report)?;
            Some(Trigger { condition, then: Then::End(keys.outcome.value().to_owned()) })
        })
        .collect();
    for phase in &mut phases {
        phase.triggers.extend(ends.iter().cloned());
    }
    let duration = time(&root.duration_s, report);
    let record_period = time(&root.record.period_s, report);
    let step = phases.iter().map(|phase| phase.method.longest()).min().unwrap_or(Time::ZERO);
    Some(Course { phases, duration: duration?, record_period: record_period?, step })
}

fn phases(
    root: &ScenarioKeys,
    method: Option<Method>,
    cast: &Cast<'_>,
    report: &mut Report<'_>,
) -> Vec<Phase> {
    let nodes = &root.phase;
    let Some(method) = method else { return Vec::new() };
    if nodes.is_empty() {
        return vec![Phase::new("run", method, Vec::new())];
    }
    let names: Vec<&str> = nodes.iter().map(|n| n.name.value()).collect();
    let mut phases = Vec::new();
    for keys in nodes {
        let own = keys.stepping.as_ref().map(|stepping| self::method(stepping, report));
        let untils = keys.until.iter();
        let triggers = untils.filter_map(|n| trigger(n, &names, cast, report)).collect();
        let name = keys.name.value();
        let mut phase = Phase::new(name, own.flatten().unwrap_or(method), triggers);
        for own in keys.period.iter() {
            let of = own.of.value().to_owned();
            phase
                .periods
                .extend(time(&own.period_s, report).map(|period| PhasePeriod { of, period }));
        }
        phases.push(phase);
    }
    phases
}

fn trigger(
    keys: &UntilKeys,
    phases: &[&str],
    cast: &Cast<'_>,
    report: &mut Report<'_>,
) -> Option<Trigger> {
    let condition = condition(&keys.when, cast, report);
    let then = match (keys.next.given(), keys.outcome.given()) {
        (Some(next), None) => match phases.iter().position(|name| *name == next) {
            Some(index) => Then::Enter(index),
            None => {
                let message = format!("`{next}`: no such phase");
                let known = format!("phases are {}", phases.join(", "));
                report.help(keys.next.place(), message, known);
                return None;
            }
        },
        (None, Some(outcome)) => Then::End(outcome.to_owned()),
        _ => {
            report.error(keys.place, "name either the `next` phase or the run's `outcome`");
            return None;
        }
    };
    Some(Trigger { condition: condition?, then })
}

fn condition(
    when: &Tagged<WhenCases>,
    cast: &Cast<'_>,
    report: &mut Report<'_>,
) -> Option<Condition> {
    Some(match when.given()? {
        WhenCases::Elapsed(own) => Condition::Elapsed(time(&own.after_s, report)?),
        WhenCases::Rest(own) => Condition::Rest {
            speed: own.speed_m_per_s.value(),
            rate: own.rate_deg_per_s.value().to_radians(),
            dwell: time(&own.for_s, report)?,
        },
        WhenCases::Touch(own) => touch(own, cast, report)?,
        WhenCases::HeightBelow(own) => {
            let height = own.height_m.value();
            match own.vehicle.has_value() {
                false => Condition::HeightBelow(height),
                true => level(&own.vehicle, (MotionQuantity::Height, height, false), cast, report)?,
            }
        }
        WhenCases::HeightAbove(own) => {
            let height = own.height_m.value();
            match own.vehicle.has_value() {
                false => Condition::HeightAbove(height),
                true => level(&own.vehicle, (MotionQuantity::Height, height, true), cast, report)?,
            }
        }
        WhenCases::SpeedAbove(own) => {
            let speed = own.speed_m_per_s.value();
            match own.vehicle.has_value() {
                false => Condition::SpeedAbove(speed),
                true => level(&own.vehicle, (MotionQuantity::Speed, speed, true), cast, report)?,
            }
        }
        WhenCases::SpeedBelow(own) => {
            let speed = own.speed_m_per_s.value();
            level(&own.vehicle, (MotionQuantity::Speed, speed, false), cast, report)?
        }
        WhenCases::MachAbove(own) => {
            level(&own.vehicle, (MotionQuantity::Mach, own.mach.value(), true), cast, report)?
        }
        WhenCases::MachBelow(own) => {
            level(&own.vehicle, (MotionQuantity::Mach, own.mach.value(), false), cast, report)?
        }
        WhenCases::DynamicPressureAbove(own) => {
            let of = (MotionQuantity::DynamicPressure, own.pressure_pa.value(), true);
            level(&own.vehicle, of, cast, report)?
        }
        WhenCases::DynamicPressureBelow(own) => {
            let of = (MotionQuantity::DynamicPressure, own.pressure_pa.value(), false);
            level(&own.vehicle, of, cast, report)?
        }
        WhenCases::DecelerationAbove(own) => {
            let of = (MotionQuantity::SensedDeceleration, own.deceleration_m_per_s2.value(), true);
            level(&own.vehicle, of, cast, report)?
        }
        WhenCases::DecelerationBelow(own) => {
            let of = (MotionQuantity::SensedDeceleration, own.deceleration_m_per_s2.value(), false);
            level(&own.vehicle, of, cast, report)?
        }
        WhenCases::Nearer(own) => nearer(own, cast, report)?,
        WhenCases::Separated(own) => separated(own, cast, report)?,
        WhenCases::Cut(own) => cut(own, when.place(), cast, report)?,
        WhenCases::Dry(own) => dry(own, cast, report)?,
    })
}

/// The condition of a level of a vehicle's motion, of the first one where none is named.
fn level(
    vehicle: &OptionalKey<String>,
    (quantity, level, above): (MotionQuantity, f64, bool),
    cast: &Cast<'_>,
    report: &mut Report<'_>,
) -> Option<Condition> {
    let vehicle = match vehicle.has_value() {
        true => naming::vehicle(cast.root, vehicle, report)?,
        false => 0,
    };
    Some(Condition::Level { vehicle, quantity, level, above })
}

fn touch(keys: &TouchWhenKeys, cast: &Cast<'_>, report: &mut Report<'_>) -> Option<Condition> {
    match (keys.marker.given(), keys.vehicle.has_value()) {
        (None, false) => Some(Condition::Touch(None)),
        (Some(name), false) => Some(Condition::Touch(Some(contact(keys, name, cast, report)?))),
        (None, true) => {
            naming::vehicle(cast.root, &keys.vehicle, report).map(Condition::VehicleTouch)
        }
        (Some(_), true) => {
            let message = "name either a `marker` or a `vehicle`";
            let help =
                "a marker of a vehicle but the first has that vehicle in front: `stage.foot`";
            report.help(keys.vehicle.place(), message, help);
            None
        }
    }
}

fn nearer(keys: &NearerKeys, cast: &Cast<'_>, report: &mut Report<'_>) -> Option<Condition> {
    let one = naming::vehicle(cast.root, &keys.one, report);
    let other = naming::vehicle(cast.root, &keys.other, report);
    let (one, other) = (one?, other?);
    if one == other {
        report.error(keys.other.place(), "a vehicle is always near to itself");
        return None;
    }
    Some(Condition::Nearer { one, other, distance: keys.distance_m.value() })
}

fn separated(keys: &SeparatedKeys, cast: &Cast<'_>, report: &mut Report<'_>) -> Option<Condition> {
    let vehicle = naming::vehicle(cast.root, &keys.vehicle, report)?;
    if cast.root.vehicle.get(vehicle)?.attached.is_none() {
        let message = format!("vehicle `{}` is never attached to another", keys.vehicle.value());
        report.help(keys.vehicle.place(), message, "[vehicle.attached] says who carries it");
        return None;
    }
    Some(Condition::Separated(vehicle))
}

fn cut(keys: &CutKeys, when: Place, cast: &Cast<'_>, report: &mut Report<'_>) -> Option<Condition> {
    let cables = &cast.root.cable;
    if cables.is_empty() {
        report.error(when, "this scenario has no cable that could be cut");
        return None;
    }
    if keys.group.has_value() {
        let groups: Vec<&str> = cables.iter().filter_map(|c| c.group.given()).collect();
        naming::index(&keys.group, "group of cables", &groups, report)?;
    }
    Some(Condition::Cut(keys.group.given().map(str::to_owned)))
}

fn dry(keys: &DryKeys, cast: &Cast<'_>, report: &mut Report<'_>) -> Option<Condition> {
    let vehicle = naming::vehicle(cast.root, &keys.vehicle, report)?;
    if cast.vehicles?.get(vehicle)?.vehicle.tanks.is_empty() {
        let message = format!("vehicle `{}` has no tanks", keys.vehicle.value());
        report.help(keys.vehicle.place(), message, "a vehicle file has them: [[link.tank]]");
        return None;
    }
    Some(Condition::Dry(vehicle))
}

/// The index of a marker by the name its metrics have.
fn contact(
    keys: &TouchWhenKeys,
    name: &str,
    cast: &Cast<'_>,
    report: &mut Report<'_>,
) -> Option<usize> {
    let mut names = Vec::new();
    for (index, Described { vehicle, .. }) in cast.vehicles?.iter().enumerate() {
        for marker in &vehicle.contactors {
            names.push(match index {
                0 => marker.name.clone(),
                _ => format!("{}.{}", vehicle.name, marker.name),
            });
        }
    }
    let found = names.iter().position(|known| known == name);
    if found.is_none() {
        let message = format!("`{name}`: no such marker");
        match nearest(name, names.iter().map(String::as_str)) {
            Some(near) => {
                report.help(keys.marker.place(), message, format!("did you mean `{near}`?"));
            }
            None => report.error(keys.marker.place(), message),
        }
    }
    found
}

fn method(keys: &SteppingKeys, report: &mut Report<'_>) -> Option<Method> {
    match keys.method.given()? {
        MethodCases::Rk4(own) => Some(Method::RungeKutta4 { step: time(&own.step_s, report)? }),
        MethodCases::Implicit(own) => Some(Method::Implicit { step: time(&own.step_s, report)? }),
        MethodCases::MoreauJean(own) => {
            Some(Method::MoreauJean { step: time(&own.step_s, report)?, theta: own.theta.value() })
        }
        MethodCases::Newmark(own) => Some(Method::Newmark { step: time(&own.step_s, report)? }),
        MethodCases::EventDriven(own) => {
            Some(Method::EventDriven { step: time(&own.step_s, report)? })
        }
        MethodCases::Dopri54(own) => {
            let longest = time(&own.longest_step_s, report);
            let shortest = time(&own.shortest_step_s, report);
            let (longest, shortest) = (longest?, shortest?);
            if shortest > longest {
                let message = "shortest_step_s is longer than longest_step_s";
                report.error(own.shortest_step_s.place(), message);
            }
            let tolerance = Tolerance {
                position: own.position_tolerance_m.value(),
                velocity: own.velocity_tolerance_m_per_s.value(),
                attitude: own.attitude_tolerance_rad.value(),
                rate: own.rate_tolerance_rad_per_s.value(),
            };
            Some(Method::DormandPrince54 { tolerance, longest, shortest })
        }
    }
}

/// What `[[energy.allow]]` excepts from the limits of the energy accounts.
pub(super) fn energy_limits(
    root: &ScenarioKeys,
    phases: &[Phase],
    report: &mut Report<'_>,
) -> EnergyLimits {
    let names: Vec<&str> = phases.iter().map(|phase| phase.name.as_str()).collect();
    let mut allowances = Vec::new();
    for keys in &root.energy.allow {
        let phase = match keys.phase.has_value() {
            false => None,
            true => match naming::index(&keys.phase, "phase", &names, report) {
                Some(index) => Some(index),
                None => continue,
            },
        };
        let (unexplained, numerical) = (keys.unexplained.given(), keys.numerical.given());
        if unexplained.is_none() && numerical.is_none() {
            let help =
                "give `unexplained`, `numerical` or both, as shares of the energy turned over";
            report.help(keys.place, "this exception allows nothing", help);
        }
        let reason = keys.reason.value().to_owned();
        if reason.trim().is_empty() {
            let help = "say why this phase may gain or lose so much energy";
            report.help(keys.reason.place(), "an exception needs a reason", help);
        }
        allowances.push(Allowance { phase, unexplained, numerical, reason });
    }
    EnergyLimits { allowances }
}

/// A time that must be a whole number of nanoseconds.
pub(super) fn time<'k>(key: impl Into<&'k Key<f64>>, report: &mut Report<'_>) -> Option<Time> {
    let key = key.into();
    let seconds = key.given()?;
    match Time::from_seconds(seconds) {
        Ok(time) => Some(time),
        Err(error) => {
            let near = Time::nearest(seconds).seconds();
            let help = format!("the nearest allowed value is {near:?}");
            report.help(key.place(), error.to_string(), help);
            None
        }
    }
}

/// Warns where an explicit fixed step is past what the ground's springs and friction allow.
pub(super) fn check_stability(root: &ScenarioKeys, scenario: &Scenario, report: &mut Report<'_>) {
    let world = &scenario.world;
    let gravity = world.gravity().at_site();
    let advice = match world.is_staged() {
        true => " or softer ground",
        false => ", softer ground or the implicit method",
    };
    let mut worst: Option<(f64, String)> = None;
    for phase in &scenario.phases {
        let Some(step) = phase.method.fixed_explicit_step() else { continue };
        let h = step.seconds();
        for contact in world.sample_points() {
            let vehicle = &world.vehicles()[contact.vehicle];
            let part = world.contactors()[contact.contactor].contactor;
            if vehicle.contactors[part].role == ContactorRole::Body {
                continue;
            }
            let load = vehicle.tree.mass() * gravity / vehicle.supports() as f64;
            let forces = contact.parts().filter_map(|part| part.ground.force());
            let numbers = forces.flat_map(|ground| ground.stability(h, load, contact.inverse_mass));
            for (what, number) in numbers {
                if number > worst.as_ref().map_or(RK4_REAL_LIMIT, |w| w.0) {
                    let text = format!(
                        "the step of {h} s is past the stability limit of rk4 on this ground: \
                         {what} = {number:.2} at {}, the limit is {RK4_REAL_LIMIT}; use at most \
                         {:.1e} s{advice}",
                        world.contactor_name(contact.contactor),
                        h * RK4_REAL_LIMIT / number,
                    );
                    worst = Some((number, text));
                }
            }
        }
    }
    worst = flight_stability(scenario, worst);
    if let Some((_, text)) = worst {
        let stepping = &root.stepping;
        report.warning(stepping.step().map_or(stepping.place, AnyKey::place), text);
    }
}

/// The same for what cables and the lag of engines ask of the step.
fn flight_stability(
    scenario: &Scenario,
    mut worst: Option<(f64, String)>,
) -> Option<(f64, String)> {
    let world = &scenario.world;
    let mut consider = |number: f64, h: f64, what: String| {
        if number > worst.as_ref().map_or(RK4_REAL_LIMIT, |known| known.0) {
            let most = h * RK4_REAL_LIMIT / number;
            let text = format!(
                "the step of {h} s is past the stability limit of rk4: {what} = {number:.2}, the \
                 limit is {RK4_REAL_LIMIT}; use at most {most:.1e} s"
            );
            worst = Some((number, text));
        }
    };
    for phase in &scenario.phases {
        let Some(step) = phase.method.fixed_explicit_step() else { continue };
        let h = step.seconds();
        for engine in world.vehicles().iter().flat_map(|vehicle| &vehicle.engines) {
            if engine.lag > 0.0 {
                consider(h / engine.lag, h, format!("step / lag_s of engine {}", engine.name));
            }
        }
        for cable in world.cables() {
            let mass = |end: usize| world.vehicles()[end].tree.mass().max(f64::MIN_POSITIVE);
            let inverse_mass = 1.0 / mass(cable.from.vehicle) + 1.0 / mass(cable.to.vehicle);
            let stiffness = cable.axial_stiffness / cable.stowed.min(cable.length) * inverse_mass;
            let name = &cable.name;
            consider(h * stiffness.sqrt(), h, format!("step · √(EA/(L m)) of cable {name}"));
            let damping = h * stiffness * cable.damping_time;
            consider(damping, h, format!("step · EA τ/(L m) of cable {name}"));
        }
    }
    worst
}
