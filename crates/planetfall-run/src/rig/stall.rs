//! Where along a sweep of slips a wheel begins to pull, where it pulls most, and what that says.

use super::findings::Note;

/// What a sweep says of the pull.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stall {
    /// Slip from which on it pulls, if the sweep goes across.
    pub(super) pulls_from: Option<f64>,
    /// Slip and pull (N) where the pull is greatest, if there was a drive at all.
    pub(super) greatest: Option<[f64; 2]>,
    /// Whether that is the last of several slips, so that more slip may give more pull.
    is_at_end: bool,
    /// Whether it sinks in with more slip.
    sinks_beyond: bool,
    drives: usize,
}

impl Stall {
    /// Of slips, rising, and pulls, N; whether it sinks in with more slip than these.
    pub(super) fn of(pulls: &[[f64; 2]], sinks_beyond: bool) -> Self {
        let pulls_from = pulls.windows(2).find_map(|pair| match pair {
            [[a, p], [b, q]] if *p < 0.0 && *q >= 0.0 => Some(a + (b - a) * p / (p - q)),
            _ => None,
        });
        let greatest = pulls.iter().copied().max_by(|a, b| a[1].total_cmp(&b[1]));
        let is_at_end = pulls.len() > 1 && greatest.is_some() && greatest.as_ref() == pulls.last();
        Self { pulls_from, greatest, is_at_end, sinks_beyond, drives: pulls.len() }
    }

    /// In words, for a wheel under a load (N) on a slope (degrees).
    pub(super) fn words(&self, load: f64, slope_deg: f64) -> String {
        let Some([slip, pull]) = self.greatest else { return String::new() };
        let climbs = if slope_deg > 0.0 { "climb or pull" } else { "pull" };
        if pull <= 0.0 {
            return format!(
                "it cannot {climbs} at any slip tried: its pull is at most {pull:.2} N ({:.3} of the \
                 load), at a slip of {slip}{}\n",
                pull / load,
                if self.is_at_end && !self.sinks_beyond { ", and still rising there" } else { "" }
            );
        }
        let from = match self.pulls_from {
            Some(from) => format!("it pulls from a slip of {from:.3} on; with less it is pushed\n"),
            None => "the pull changes its sign nowhere between the slips tried\n".to_owned(),
        };
        let greatest = format!(
            "greatest pull {pull:.2} N ({:.3} of the load) at a slip of {slip}: ",
            pull / load
        );
        from + &greatest + &self.meaning(load, pull, slope_deg) + "\n"
    }

    /// What the greatest pull means.
    fn meaning(&self, load: f64, pull: f64, slope_deg: f64) -> String {
        if self.drives < 2 {
            return "the only slip tried, so this is not where it stalls".to_owned();
        }
        if self.is_at_end && self.sinks_beyond {
            return "with more slip it sinks in".to_owned();
        }
        if self.is_at_end {
            return "the last slip tried, and the pull is still rising there".to_owned();
        }
        let harder = "what must be pulled harder stalls it";
        // Where soil pulls in proportion to what presses on it.
        match slope_deg {
            0.0 => {
                let steepest = (pull / load).atan().to_degrees();
                format!("{harder}, or alone a slope of about {steepest:.1}°")
            }
            _ => harder.to_owned(),
        }
    }

    /// The same as points of a chart of pull over slip.
    pub(super) fn notes(&self) -> Vec<Note> {
        let mut notes = Vec::new();
        if let Some(slip) = self.pulls_from {
            notes.push(Note { at: [slip, 0.0], label: format!("pulls from {slip:.2} on") });
        }
        if let Some(at) = self.greatest.filter(|_| self.drives > 1) {
            let [_, pull] = at;
            let label = match (self.is_at_end, pull > 0.0) {
                (true, _) if self.sinks_beyond => {
                    format!("greatest, {pull:.1} N; then it sinks in")
                }
                (true, _) => format!("greatest tried, {pull:.1} N, still rising"),
                (false, true) => format!("stalls beyond {pull:.1} N"),
                (false, false) => format!("greatest, {pull:.1} N: pulls nowhere"),
            };
            notes.push(Note { at, label });
        }
        notes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_sweep_says_of_the_pull_is_no_more_than_it_shows() {
        let peak =
            Stall::of(&[[-0.2, -10.0], [0.0, -2.0], [0.2, 2.0], [0.5, 20.0], [0.8, 15.0]], false);
        let words = peak.words(100.0, 0.0);
        assert!(words.contains("pulls from a slip of 0.100 on"), "{words}");
        assert!(
            words.contains("greatest pull 20.00 N (0.200 of the load) at a slip of 0.5"),
            "{words}"
        );
        assert!(words.contains("stalls it, or alone a slope of about 11.3°"), "{words}");
        assert_eq!(peak.notes()[1].at, [0.5, 20.0]);
        assert!(peak.notes()[1].label.contains("stalls beyond 20.0 N"));
        let rising = Stall::of(&[[0.0, -2.0], [0.5, 4.0], [0.8, 5.0]], false);
        let words = rising.words(100.0, 0.0);
        assert!(words.contains("still rising there") && !words.contains("stalls"), "{words}");
        assert!(rising.notes()[1].label.contains("still rising"));
        let sinking = Stall::of(&[[0.0, -2.0], [0.5, 4.0]], true);
        assert!(sinking.words(100.0, 0.0).contains("with more slip it sinks in"));
        assert!(sinking.notes()[1].label.contains("then it sinks in"));
    }

    #[test]
    fn a_wheel_that_pulls_at_no_slip_is_said_to_stall_nothing() {
        let never = Stall::of(&[[0.0, -9.0], [0.3, -1.0], [0.8, -4.0]], false);
        let words = never.words(100.0, 10.0);
        assert!(words.contains("cannot climb or pull at any slip tried"), "{words}");
        assert!(words.contains("-1.00 N") && !words.contains("stall"), "{words}");
        assert!(!never.words(100.0, 0.0).contains("climb"));
        assert!(never.notes()[0].label.contains("pulls nowhere"));
        let single = Stall::of(&[[0.3, 11.0]], false);
        assert!(single.words(100.0, 0.0).contains("the only slip tried"));
        assert_eq!(single.notes(), Vec::new());
        assert_eq!(Stall::of(&[], false).words(100.0, 0.0), "");
    }
}
