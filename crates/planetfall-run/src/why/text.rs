//! The answer as text for a terminal.

use super::snapshot::{Contact, Joint, Snapshot, Threshold, Trigger};
use planetfall_files::quantity::{significant, unit_of, with_unit};
use std::fmt::Write;

impl Snapshot {
    /// The answer in words, one section after the other.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = self.head();
        text += &self.phase();
        text += &self.control();
        text += &self.flight();
        text += &self.ground();
        text += &self.mechanism();
        text += &self.account();
        text += &self.fidelity();
        text
    }

    fn head(&self) -> String {
        let mut text = format!("{} at t = {} s", self.scenario, self.time_s);
        if self.time_s != self.asked_time_s {
            let _ = write!(text, ", the end of the step that contains {} s", self.asked_time_s);
        }
        text.push('\n');
        if let Some(ended) = &self.ended {
            let _ = writeln!(text, "the run has ended: {ended}");
        }
        if let Some(failure) = &self.failure {
            let _ = writeln!(text, "the run breaks off here: {failure}");
        }
        text
    }

    fn phase(&self) -> String {
        let (phase, step) = (&self.phase, &self.step);
        let lasted = number(self.time_s - phase.since_s);
        let mut text = format!(
            "\nphase     {} (number {}) since {} s, for {lasted} s\nmethod    {}\n",
            phase.name, phase.index, phase.since_s, phase.method
        );
        let _ = writeln!(text, "last step {} s, limited by {}", step.length_s, step.limited_by);
        if let Some(next) = step.next_s {
            let _ = writeln!(text, "          error control would try {next} s next");
        }
        text.push_str("\ntriggers of the phase\n");
        if self.triggers.is_empty() {
            text.push_str("  none: it lasts until the run ends\n");
        }
        self.triggers.iter().for_each(|trigger| text += &trigger_lines(trigger));
        text
    }

    fn control(&self) -> String {
        let mut text = String::new();
        for controller in &self.controllers {
            let mode = controller.mode.as_deref().unwrap_or("it does not say what it is doing");
            let _ = writeln!(
                text,
                "  {} (every {} s, last at {} s): {mode}",
                controller.name, controller.period_s, controller.last_tick_s
            );
        }
        for force in &self.commanded_forces {
            let _ = writeln!(
                text,
                "  held on {}: force {:?} N, torque {:?} N m, body axes",
                force.vehicle, force.force_n, force.torque_n_m
            );
        }
        section("controllers", text)
    }

    fn flight(&self) -> String {
        let cables = self.cables.iter().map(|cable| {
            let (name, state) = (&cable.name, cable.state);
            let (tension, stretch) = (number(cable.tension_n), number(cable.stretch_m));
            match state {
                "cut" | "stowed" => format!("  {name}: {state}\n"),
                _ => format!(
                    "  {name}: {state}, {tension} N, {} m out, stretched by {stretch} m\n",
                    number(cable.length_m)
                ),
            }
        });
        let engines = self.engines.iter().map(|engine| {
            let failed = if engine.failed { "; it has failed" } else { "" };
            let (commanded, gives) = (number(engine.command_n), number(engine.thrust_n));
            format!("  {}: gives {gives} N, commanded {commanded} N{failed}\n", engine.name)
        });
        section("cables", cables.collect()) + &section("engines", engines.collect())
    }

    fn ground(&self) -> String {
        let widest = self.contacts.iter().map(|c| c.name.chars().count()).max().unwrap_or(0);
        let lines: String = self.contacts.iter().map(|c| contact_line(c, widest)).collect();
        section("contacts", lines)
    }

    fn mechanism(&self) -> String {
        let motors: String =
            self.joints.iter().filter(|j| j.command.is_some()).map(motor_line).collect();
        let held = self.joints.iter().filter_map(|joint| {
            let stop = joint.stop.as_ref()?;
            Some(format!("  {} is {stop}\n", joint.name))
        });
        let mut held: String = held.collect();
        if held.is_empty() && !self.joints.is_empty() {
            held = "  none\n".to_owned();
        }
        section("motors", motors) + &section("joints at their stops", held)
    }

    fn account(&self) -> String {
        let energy = &self.energy;
        let mut rows = vec![("kinetic", energy.kinetic_j), ("potential", energy.potential_j)];
        let works: Vec<(String, f64)> =
            energy.work_j.iter().map(|(name, work)| (format!("work of {name}"), *work)).collect();
        rows.extend(works.iter().map(|(name, work)| (name.as_str(), *work)));
        rows.push(("unexplained", energy.unexplained_j));
        let lines = rows.iter().map(|(name, value)| format!("  {name:24} {value:>16.6} J\n"));
        let share = significant(100.0 * energy.unexplained_share, 3);
        let lines: String = lines.collect();
        section("energy account", lines + &format!("  that is {share} % of the energy at stake\n"))
    }

    fn fidelity(&self) -> String {
        let check = &self.check;
        let Some(note) = &check.note else {
            return format!(
                "\nThe run was repeated to here: all {} columns of the record at {} s are the same, \
                 bit for bit.\n",
                check.columns, check.record_time_s
            );
        };
        let mut text = format!(
            "\nwarning: {} of {} columns of the record at {} s were recomputed otherwise: {note}\n",
            check.differing.len(),
            check.columns,
            check.record_time_s
        );
        for one in check.differing.iter().take(MOST_DIFFERENCES) {
            let (was, is) = (one.recorded, one.recomputed);
            let _ = writeln!(text, "  {}: recorded {was:?}, recomputed {is:?}", one.column);
        }
        text
    }
}

/// Differences that are listed; JSON has them all. Chosen.
const MOST_DIFFERENCES: usize = 5;

fn section(title: &str, lines: String) -> String {
    if lines.is_empty() { lines } else { format!("\n{title}\n{lines}") }
}

fn number(value: f64) -> String {
    significant(value, 6)
}

fn trigger_lines(trigger: &Trigger) -> String {
    let mut text = format!("  {} -> {}\n", trigger.when, trigger.then);
    trigger.thresholds.iter().for_each(|threshold| text += &threshold_line(threshold));
    if let (Some(held), Some(dwell)) = (trigger.held_s, trigger.dwell_s) {
        let left = number(dwell - held);
        let _ = match trigger.met {
            true => writeln!(text, "      has held for {held} s of {dwell} s, {left} s to go"),
            false => writeln!(text, "      does not hold; it must for {dwell} s"),
        };
    }
    text
}

fn threshold_line(one: &Threshold) -> String {
    let shown = |value: f64| with_unit(&number(value), &unit_of(&one.quantity));
    let state = match one.margin <= 0.0 {
        true => format!("met by {}", shown(-one.margin)),
        false => format!("{} to go", shown(one.margin)),
    };
    let (value, threshold) = (shown(one.value), shown(one.threshold));
    format!("      {} = {value}, met {} {threshold}: {state}\n", one.quantity, one.met_when)
}

fn contact_line(contact: &Contact, widest: usize) -> String {
    let name = &contact.name;
    if contact.regime == "apart" {
        return format!(
            "  {name:widest$}  apart      {} m above the ground\n",
            number(contact.gap_m)
        );
    }
    format!(
        "  {name:widest$}  {:9}  {} N normal, {} N friction, {} mm deep, {} m/s along the ground\n",
        contact.regime,
        number(contact.normal_force_n),
        number(contact.friction_force_n),
        significant(-1000.0 * contact.gap_m, 4),
        significant(contact.slip_speed_m_per_s, 3),
    )
}

fn motor_line(joint: &Joint) -> String {
    let turns = joint.kind == "revolute";
    let (length, speed, force) = if turns { ("rad", "rad/s", "N m") } else { ("m", "m/s", "N") };
    let command = joint.command.as_deref().unwrap_or_default();
    let gives = number(joint.motor.unwrap_or(f64::NAN));
    let saturated = joint.saturated.as_ref().map_or_else(String::new, |why| format!("; {why}"));
    format!(
        "  {}: command {command}; at {} {length} and {} {speed}, gives {gives} {force}{saturated}\n",
        joint.name,
        number(joint.position),
        number(joint.speed),
    )
}
