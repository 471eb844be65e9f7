//! How a run goes: stepping, phases, conditions, duration.

use super::vehicle::Described;
use super::{Report, nearest};
use crate::format::Node;
use planetfall::contact::GroundLaw;
use planetfall::contact::compliant::Friction;
use planetfall::outcome::RK4_REAL_LIMIT;
use planetfall::phase::{Condition, Phase, Then, Trigger};
use planetfall::scenario::Scenario;
use planetfall::stepping::{Method, Tolerance};
use planetfall::time::Time;

/// What the file says about the course of the run.
pub(super) struct Course {
    pub(super) phases: Vec<Phase>,
    pub(super) duration: Time,
    pub(super) record_period: Time,
}

pub(super) fn course(
    root: &Node,
    vehicles: &Option<Vec<Described>>,
    report: &mut Report<'_>,
) -> Option<Course> {
    let method = method(root.get("stepping"), report);
    let mut phases = phases(root, method, vehicles, report);
    let ends: Vec<Trigger> = root
        .list("end")
        .iter()
        .filter_map(|node| {
            let condition = condition(node, vehicles, report)?;
            Some(Trigger { condition, then: Then::End(node.text("outcome").to_owned()) })
        })
        .collect();
    for phase in &mut phases {
        phase.triggers.extend(ends.iter().cloned());
    }
    let duration = time(root, "duration_s", report);
    let record_period = time(root.get("record"), "period_s", report);
    Some(Course { phases, duration: duration?, record_period: record_period? })
}

fn phases(
    root: &Node,
    method: Option<Method>,
    vehicles: &Option<Vec<Described>>,
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
        let triggers = untils.filter_map(|n| trigger(n, &names, vehicles, report)).collect();
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
    vehicles: &Option<Vec<Described>>,
    report: &mut Report<'_>,
) -> Option<Trigger> {
    let condition = condition(node, vehicles, report);
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

fn condition(
    node: &Node,
    vehicles: &Option<Vec<Described>>,
    report: &mut Report<'_>,
) -> Option<Condition> {
    Some(match node.case() {
        "elapsed" => Condition::Elapsed(time(node, "after_s", report)?),
        "rest" => Condition::Rest {
            speed: node.number("speed_m_per_s"),
            rate: node.number("rate_deg_per_s").to_radians(),
            dwell: time(node, "for_s", report)?,
        },
        "touch" => Condition::Touch(match node.optional_text("marker") {
            None => None,
            Some(name) => Some(contact(node, name, vehicles, report)?),
        }),
        "height_below" => Condition::HeightBelow(node.number("height_m")),
        "height_above" => Condition::HeightAbove(node.number("height_m")),
        "speed_above" => Condition::SpeedAbove(node.number("speed_m_per_s")),
        _ => return None,
    })
}

/// The index of a marker by the name its metrics have.
fn contact(
    node: &Node,
    name: &str,
    vehicles: &Option<Vec<Described>>,
    report: &mut Report<'_>,
) -> Option<usize> {
    let mut names = Vec::new();
    for (index, Described { vehicle, .. }) in vehicles.as_ref()?.iter().enumerate() {
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
    match node.case() {
        "rk4" => Some(Method::RungeKutta4 { step: time(node, "step_s", report)? }),
        "implicit" => Some(Method::Implicit { step: time(node, "step_s", report)? }),
        "dopri54" => {
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
        _ => None,
    }
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
    let mut worst: Option<(f64, String)> = None;
    for phase in &scenario.phases {
        let Method::RungeKutta4 { step } = phase.method else { continue };
        let h = step.seconds();
        for contact in world.contacts() {
            let GroundLaw::Marker(law) = &contact.law else { continue };
            let vehicle = &world.vehicles()[contact.vehicle];
            let load = vehicle.tree.mass() * gravity / vehicle.contactors.len() as f64;
            let slope = law.table.stick_coefficient / law.table.stick_speed;
            let tangent = match law.friction {
                Friction::Classical => {
                    ("step · mu1 Fn/(m_eff V1) at rest", h * slope * load * contact.softness)
                }
                Friction::Resting { stiffness, damping } => {
                    let spring = h * (stiffness * contact.softness).sqrt();
                    let damper = h * damping * contact.softness;
                    ("step · √(k_t/m_eff) or step · d_t/m_eff", spring.max(damper))
                }
            };
            let numbers = [
                ("step · √(K/m_eff)", h * (law.spring.stiffness * contact.softness).sqrt()),
                ("step · C/m_eff", h * law.spring.damping * contact.softness),
                tangent,
            ];
            for (what, number) in numbers {
                if number > worst.as_ref().map_or(RK4_REAL_LIMIT, |w| w.0) {
                    let text = format!(
                        "the step of {h} s is past the stability limit of rk4 on this ground: \
                         {what} = {number:.2} at {}, the limit is {RK4_REAL_LIMIT}; use at most \
                         {:.1e} s, softer ground or the implicit method",
                        world.contactor_name(contact.contactor),
                        h * RK4_REAL_LIMIT / number,
                    );
                    worst = Some((number, text));
                }
            }
        }
    }
    if let Some((_, text)) = worst {
        report.warning(root.get("stepping").place_of("step_s"), text);
    }
}
