//! How a run goes: stepping, phases, conditions, duration.

use super::vehicle::Described;
use super::{Report, naming, nearest};
use crate::format::Node;
use planetfall::outcome::{Allowance, EnergyLimits, RK4_REAL_LIMIT};
use planetfall::phase::{Condition, Phase, Then, Trigger};
use planetfall::scenario::Scenario;
use planetfall::stepping::compatibility::MethodKind;
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
    root: &'a Node,
    vehicles: Option<&'a [Described]>,
}

pub(super) fn course(
    root: &Node,
    vehicles: Option<&[Described]>,
    report: &mut Report<'_>,
) -> Option<Course> {
    let cast = &Cast { root, vehicles };
    let method = method(root.get("stepping"), report);
    let mut phases = phases(root, method, cast, report);
    let ends: Vec<Trigger> = root
        .list("end")
        .iter()
        .filter_map(|node| {
            let condition = condition(node, cast, report)?;
            Some(Trigger { condition, then: Then::End(node.text("outcome").to_owned()) })
        })
        .collect();
    for phase in &mut phases {
        phase.triggers.extend(ends.iter().cloned());
    }
    let duration = time(root, "duration_s", report);
    let record_period = time(root.get("record"), "period_s", report);
    let step = phases.iter().map(|phase| phase.method.longest()).min().unwrap_or(Time::ZERO);
    Some(Course { phases, duration: duration?, record_period: record_period?, step })
}

fn phases(
    root: &Node,
    method: Option<Method>,
    cast: &Cast<'_>,
    report: &mut Report<'_>,
) -> Vec<Phase> {
    let nodes = root.list("phase");
    let Some(method) = method else { return Vec::new() };
    if nodes.is_empty() {
        return vec![Phase { name: "run".to_owned(), method, triggers: Vec::new() }];
    }
    let names: Vec<&str> = nodes.iter().map(|n| n.text("name")).collect();
    let mut phases = Vec::new();
    for node in nodes {
        let own = node.has("stepping").then(|| self::method(node.get("stepping"), report));
        let untils = node.list("until").iter();
        let triggers = untils.filter_map(|n| trigger(n, &names, cast, report)).collect();
        phases.push(Phase {
            name: node.text("name").to_owned(),
            method: own.flatten().unwrap_or(method),
            triggers,
        });
    }
    phases
}

fn trigger(
    node: &Node,
    phases: &[&str],
    cast: &Cast<'_>,
    report: &mut Report<'_>,
) -> Option<Trigger> {
    let condition = condition(node, cast, report);
    let then = match (node.optional_text("next"), node.optional_text("outcome")) {
        (Some(next), None) => match phases.iter().position(|name| *name == next) {
            Some(index) => Then::Enter(index),
            None => {
                let message = format!("`{next}`: no such phase");
                let known = format!("phases are {}", phases.join(", "));
                report.help(node.place_of("next"), message, known);
                return None;
            }
        },
        (None, Some(outcome)) => Then::End(outcome.to_owned()),
        _ => {
            report.error(node.place(), "name either the `next` phase or the run's `outcome`");
            return None;
        }
    };
    Some(Trigger { condition: condition?, then })
}

fn condition(node: &Node, cast: &Cast<'_>, report: &mut Report<'_>) -> Option<Condition> {
    Some(match node.case() {
        "elapsed" => Condition::Elapsed(time(node, "after_s", report)?),
        "rest" => Condition::Rest {
            speed: node.number("speed_m_per_s"),
            rate: node.number("rate_deg_per_s").to_radians(),
            dwell: time(node, "for_s", report)?,
        },
        "touch" => touch(node, cast, report)?,
        "height_below" => Condition::HeightBelow(node.number("height_m")),
        "height_above" => Condition::HeightAbove(node.number("height_m")),
        "speed_above" => Condition::SpeedAbove(node.number("speed_m_per_s")),
        "nearer" => nearer(node, cast, report)?,
        "separated" => separated(node, cast, report)?,
        "cut" => cut(node, cast, report)?,
        "dry" => dry(node, cast, report)?,
        _ => return None,
    })
}

fn touch(node: &Node, cast: &Cast<'_>, report: &mut Report<'_>) -> Option<Condition> {
    match (node.optional_text("marker"), node.has("vehicle")) {
        (None, false) => Some(Condition::Touch(None)),
        (Some(name), false) => Some(Condition::Touch(Some(contact(node, name, cast, report)?))),
        (None, true) => {
            naming::vehicle(cast.root, node, "vehicle", report).map(Condition::VehicleTouch)
        }
        (Some(_), true) => {
            let message = "name either a `marker` or a `vehicle`";
            let help =
                "a marker of a vehicle but the first has that vehicle in front: `stage.foot`";
            report.help(node.place_of("vehicle"), message, help);
            None
        }
    }
}

fn nearer(node: &Node, cast: &Cast<'_>, report: &mut Report<'_>) -> Option<Condition> {
    let one = naming::vehicle(cast.root, node, "one", report);
    let other = naming::vehicle(cast.root, node, "other", report);
    let (one, other) = (one?, other?);
    if one == other {
        report.error(node.place_of("other"), "a vehicle is always near to itself");
        return None;
    }
    Some(Condition::Nearer { one, other, distance: node.number("distance_m") })
}

fn separated(node: &Node, cast: &Cast<'_>, report: &mut Report<'_>) -> Option<Condition> {
    let vehicle = naming::vehicle(cast.root, node, "vehicle", report)?;
    if !cast.root.list("vehicle").get(vehicle)?.has("attached") {
        let message = format!("vehicle `{}` is never attached to another", node.text("vehicle"));
        report.help(node.place_of("vehicle"), message, "[vehicle.attached] says who carries it");
        return None;
    }
    Some(Condition::Separated(vehicle))
}

fn cut(node: &Node, cast: &Cast<'_>, report: &mut Report<'_>) -> Option<Condition> {
    let cables = cast.root.list("cable");
    if cables.is_empty() {
        report.error(node.place_of("when"), "this scenario has no cable that could be cut");
        return None;
    }
    if node.has("group") {
        let groups: Vec<&str> = cables.iter().filter_map(|c| c.optional_text("group")).collect();
        naming::index(node, "group", "group of cables", &groups, report)?;
    }
    Some(Condition::Cut(node.optional_text("group").map(str::to_owned)))
}

fn dry(node: &Node, cast: &Cast<'_>, report: &mut Report<'_>) -> Option<Condition> {
    let vehicle = naming::vehicle(cast.root, node, "vehicle", report)?;
    if cast.vehicles?.get(vehicle)?.vehicle.tanks.is_empty() {
        let message = format!("vehicle `{}` has no tanks", node.text("vehicle"));
        report.help(node.place_of("vehicle"), message, "a vehicle file has them: [[link.tank]]");
        return None;
    }
    Some(Condition::Dry(vehicle))
}

/// The index of a marker by the name its metrics have.
fn contact(node: &Node, name: &str, cast: &Cast<'_>, report: &mut Report<'_>) -> Option<usize> {
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
                report.help(node.place_of("marker"), message, format!("did you mean `{near}`?"));
            }
            None => report.error(node.place_of("marker"), message),
        }
    }
    found
}

fn method(node: &Node, report: &mut Report<'_>) -> Option<Method> {
    match MethodKind::named(node.case())? {
        MethodKind::RungeKutta4 => {
            Some(Method::RungeKutta4 { step: time(node, "step_s", report)? })
        }
        MethodKind::Implicit => Some(Method::Implicit { step: time(node, "step_s", report)? }),
        MethodKind::MoreauJean => Some(Method::MoreauJean {
            step: time(node, "step_s", report)?,
            theta: node.number("theta"),
        }),
        MethodKind::Newmark => Some(Method::Newmark { step: time(node, "step_s", report)? }),
        MethodKind::EventDriven => {
            Some(Method::EventDriven { step: time(node, "step_s", report)? })
        }
        MethodKind::DormandPrince54 => {
            let longest = time(node, "longest_step_s", report);
            let shortest = time(node, "shortest_step_s", report);
            let (longest, shortest) = (longest?, shortest?);
            if shortest > longest {
                let message = "shortest_step_s is longer than longest_step_s";
                report.error(node.place_of("shortest_step_s"), message);
            }
            let tolerance = Tolerance {
                position: node.number("position_tolerance_m"),
                velocity: node.number("velocity_tolerance_m_per_s"),
                attitude: node.number("attitude_tolerance_rad"),
                rate: node.number("rate_tolerance_rad_per_s"),
            };
            Some(Method::DormandPrince54 { tolerance, longest, shortest })
        }
    }
}

/// What `[[energy.allow]]` excepts from the limits of the energy accounts.
pub(super) fn energy_limits(
    root: &Node,
    phases: &[Phase],
    report: &mut Report<'_>,
) -> EnergyLimits {
    let names: Vec<&str> = phases.iter().map(|phase| phase.name.as_str()).collect();
    let mut allowances = Vec::new();
    for node in root.get("energy").list("allow") {
        let phase = match node.has("phase") {
            false => None,
            true => match naming::index(node, "phase", "phase", &names, report) {
                Some(index) => Some(index),
                None => continue,
            },
        };
        let share = |key: &str| node.optional_number(key);
        let (unexplained, numerical) = (share("unexplained"), share("numerical"));
        if unexplained.is_none() && numerical.is_none() {
            let help =
                "give `unexplained`, `numerical` or both, as shares of the energy turned over";
            report.help(node.place(), "this exception allows nothing", help);
        }
        let reason = node.text("reason").to_owned();
        if reason.trim().is_empty() {
            let help = "say why this phase may gain or lose so much energy";
            report.help(node.place_of("reason"), "an exception needs a reason", help);
        }
        allowances.push(Allowance { phase, unexplained, numerical, reason });
    }
    EnergyLimits { allowances }
}

/// A time that must be a whole number of nanoseconds.
pub(super) fn time(node: &Node, key: &str, report: &mut Report<'_>) -> Option<Time> {
    let seconds = node.optional_number(key)?;
    match Time::from_seconds(seconds) {
        Ok(time) => Some(time),
        Err(error) => {
            let near = Time::nearest(seconds).seconds();
            let help = format!("the nearest allowed value is {near:?}");
            report.help(node.place_of(key), error.to_string(), help);
            None
        }
    }
}

/// Warns where an explicit fixed step is past what the ground's springs and friction allow.
pub(super) fn check_stability(root: &Node, scenario: &Scenario, report: &mut Report<'_>) {
    let world = &scenario.world;
    let gravity = world.gravity().at_site();
    let way_out = match world.is_staged() {
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
            let numbers = forces.flat_map(|ground| ground.stability(h, load, contact.softness));
            for (what, number) in numbers {
                if number > worst.as_ref().map_or(RK4_REAL_LIMIT, |w| w.0) {
                    let text = format!(
                        "the step of {h} s is past the stability limit of rk4 on this ground: \
                         {what} = {number:.2} at {}, the limit is {RK4_REAL_LIMIT}; use at most \
                         {:.1e} s{way_out}",
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
        report.warning(root.get("stepping").place_of("step_s"), text);
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
            let softness = 1.0 / mass(cable.from.vehicle) + 1.0 / mass(cable.to.vehicle);
            let stiffness = cable.axial_stiffness / cable.stowed.min(cable.length) * softness;
            let name = &cable.name;
            consider(h * stiffness.sqrt(), h, format!("step · √(EA/(L m)) of cable {name}"));
            let damping = h * stiffness * cable.damping_time;
            consider(damping, h, format!("step · EA τ/(L m) of cable {name}"));
        }
    }
    worst
}
