//! Cables: what pulls two bodies together and never pushes.
//!
//! A massless cable of unstretched length L between two points a distance d apart is taut where
//! d > L. Its tension is that of a Kelvin–Voigt rod,
//!
//! ```text
//! T = EA/L (s + τ ṡ) ≥ 0,   s = d − L,   ṡ = ḋ − L̇                                      (1)
//! ```
//!
//! with axial stiffness EA and the material's damping time τ. A slack cable has no tension. While it
//! is paid out, L grows under a brake that lets the cable run at a rate r(L − L₀) set by how much has
//! run out, as long as the cable pulls; below a free tension T_f the drum turns in proportion,
//!
//! ```text
//! L̇ = r min(1, T/T_f)                                                                    (2)
//! ```
//!
//! so that it neither pushes cable out nor runs on when the load is gone. (1) and (2) together are
//! linear in T and solved as such. When all cable is out the drum stops: what the last rate leaves of
//! the motion is the snatch.

use nalgebra::Vector3;

/// A point of a link of a vehicle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// Index of the vehicle.
    pub vehicle: usize,
    /// Index of the link within the vehicle.
    pub link: usize,
    /// In link axes, m.
    pub point: Vector3<f64>,
}

/// A cable between two bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct Cable {
    /// Unique name.
    pub name: String,
    /// Cables of one group are measured together.
    pub group: Option<String>,
    /// The upper end, where the drum is.
    pub from: Anchor,
    /// The lower end.
    pub to: Anchor,
    /// EA: force per strain, N.
    pub axial_stiffness: f64,
    /// τ: ratio of damping to stiffness, s.
    pub damping_time: f64,
    /// Unstretched length before pay-out, m.
    pub stowed: f64,
    /// Unstretched length when all is out, m.
    pub length: f64,
    /// The brake it is paid out under; `None` for a cable of fixed length.
    pub brake: Option<Brake>,
    /// Whether it ignores the command to cut it.
    pub stuck: bool,
}

/// A descent brake: how fast a drum lets its cable run.
#[derive(Clone, Debug, PartialEq)]
pub struct Brake {
    /// Length that has run out (m) and rate there (m/s), ascending in length; straight between.
    pub profile: Vec<(f64, f64)>,
    /// Tension from which the cable runs at the full rate, N.
    pub free_tension: f64,
}

/// What a cable does at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pull {
    /// N
    pub tension: f64,
    /// Rate of the unstretched length, m/s.
    pub pay_out: f64,
    /// Distance between the ends beyond the unstretched length, m; negative where slack.
    pub stretch: f64,
}

impl Brake {
    /// Rate at a length that has run out, m/s.
    pub fn rate(&self, out: f64) -> f64 {
        let Some(first) = self.profile.first() else { return 0.0 };
        if out <= first.0 {
            return first.1;
        }
        for pair in self.profile.windows(2) {
            let ((a, from), (b, to)) = (pair[0], pair[1]);
            if out < b {
                return from + (to - from) * (out - a) / (b - a);
            }
        }
        self.profile.last().map_or(0.0, |last| last.1)
    }
}

impl Cable {
    /// Tension and pay-out for a distance between the ends (m), its rate (m/s) and the unstretched
    /// length (m).
    #[inline]
    pub fn pull(&self, distance: f64, rate: f64, length: f64) -> Pull {
        let stretch = distance - length;
        if stretch <= 0.0 {
            return Pull { stretch, ..Pull::default() };
        }
        let stiffness = self.axial_stiffness / length;
        let held = stiffness * (stretch + self.damping_time * rate);
        let (tension, pay_out) = match &self.brake {
            Some(brake) if length < self.length => {
                let most = brake.rate(length - self.stowed);
                let running = held - stiffness * self.damping_time * most;
                if running >= brake.free_tension {
                    (running, most)
                } else {
                    let slope = most / brake.free_tension;
                    let tension = held.max(0.0) / (1.0 + stiffness * self.damping_time * slope);
                    (tension, slope * tension)
                }
            }
            _ => (held, 0.0),
        };
        Pull { tension: tension.max(0.0), pay_out, stretch }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cable(brake: Option<Brake>) -> Cable {
        let end = Anchor { vehicle: 0, link: 0, point: Vector3::zeros() };
        Cable {
            name: "bridle".into(),
            group: None,
            from: end,
            to: end,
            axial_stiffness: 30_000.0,
            damping_time: 0.1,
            stowed: 0.5,
            length: 7.5,
            brake,
            stuck: false,
        }
    }

    fn brake() -> Brake {
        Brake { profile: vec![(0.0, 0.2), (1.0, 2.0), (6.0, 2.0), (7.0, 0.1)], free_tension: 100.0 }
    }

    #[test]
    fn a_slack_cable_does_nothing() {
        let pull = cable(Some(brake())).pull(4.0, -3.0, 5.0);
        assert_eq!(pull, Pull { tension: 0.0, pay_out: 0.0, stretch: -1.0 });
    }

    #[test]
    fn a_cable_of_fixed_length_is_a_spring_and_a_damper() {
        let pull = cable(None).pull(7.6, 0.2, 7.5);
        assert!((pull.tension - 30_000.0 / 7.5 * (0.1 + 0.1 * 0.2)).abs() < 1e-9);
        assert_eq!(pull.pay_out, 0.0);
    }

    #[test]
    fn the_brake_follows_its_profile_and_stops_at_the_end() {
        let cable = cable(Some(brake()));
        assert_eq!(brake().rate(-1.0), 0.2);
        assert!((brake().rate(0.5) - 1.1).abs() < 1e-12);
        assert_eq!(brake().rate(9.0), 0.1);
        assert_eq!(cable.pull(7.8, 0.0, 7.5).pay_out, 0.0);
        assert_eq!(cable.pull(4.5, 2.0, 4.0).pay_out, 2.0);
    }

    proptest! {
        #[test]
        fn the_two_equations_hold_together(
            length in 0.5..7.4f64, stretch in 1e-6..0.5f64, rate in -3.0..3.0f64,
        ) {
            let cable = cable(Some(brake()));
            let pull = cable.pull(length + stretch, rate, length);
            let most = brake().rate(length - cable.stowed);
            let tension = 30_000.0 / length * (stretch + 0.1 * (rate - pull.pay_out));
            prop_assert!((pull.tension - tension.max(0.0)).abs() < 1e-9 * (1.0 + tension.abs()));
            let expected = most * (pull.tension / 100.0).min(1.0);
            prop_assert!((pull.pay_out - expected).abs() < 1e-12);
        }
    }
}
