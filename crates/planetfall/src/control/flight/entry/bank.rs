//! Bank angle within limits of rate and acceleration.
//!
//! The angle goes to its command as fast as a rate ω_m and an acceleration α allow: it is braked so that it stops
//! there. A turn by Δ from rest to rest takes
//!
//!   t = Δ/ω_m + ω_m/α  for Δ ≥ ω_m²/α,   t = 2 √(Δ/α)  for less.
//!
//! In steps of h the rate ω₁ after a step must leave the braking distance and what the last whole step adds to it,
//! e − (ω₀ + ω₁) h/2 ≥ ω₁²/2α + ω₁ h/2, e being what is left: ω₁ = √(α²h² + α (2 e − ω₀ h)) − α h. The angle does not
//! overshoot, and a small error is gone in two steps.

/// Limits of the bank's motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BankLimits {
    /// rad/s
    pub rate: f64,
    /// rad/s²
    pub acceleration: f64,
}

/// Bank angle and its rate.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bank {
    /// Positive to the right, rad.
    pub angle: f64,
    /// rad/s
    pub rate: f64,
}

impl BankLimits {
    /// The rate to have after a step (s) with an angle left to go (rad), from a rate (rad/s).
    pub fn next_rate(&self, left: f64, rate: f64, span: f64) -> f64 {
        let change = self.acceleration * span;
        let ahead = 2.0 * left.abs() - rate * left.signum() * span;
        let braked = (change * change + self.acceleration * ahead).max(0.0).sqrt();
        let wanted = (braked - change).clamp(0.0, self.rate);
        rate + (wanted.copysign(left) - rate).clamp(-change, change)
    }

    /// The bank one step (s) later towards a command (rad).
    pub fn step(&self, bank: &Bank, command: f64, span: f64) -> Bank {
        let rate = self.next_rate(command - bank.angle, bank.rate, span);
        Bank { angle: bank.angle + 0.5 * (bank.rate + rate) * span, rate }
    }

    /// Time for a turn from rest to rest, s.
    pub fn turn_time(&self, angle: f64) -> f64 {
        let angle = angle.abs();
        if angle * self.acceleration >= self.rate * self.rate {
            angle / self.rate + self.rate / self.acceleration
        } else {
            2.0 * (angle / self.acceleration).sqrt()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: BankLimits = BankLimits { rate: 0.349_066, acceleration: 0.087_266 };

    /// Time until a turn is within 0.1° and at rest.
    fn flown(from: f64, to: f64, span: f64) -> (f64, f64) {
        let mut bank = Bank { angle: from, rate: 0.0 };
        let (mut time, mut farthest) = (0.0, 0.0_f64);
        while (bank.angle - to).abs() > 1.7e-3 || bank.rate.abs() > 2e-2 {
            bank = LIMITS.step(&bank, to, span);
            farthest = farthest.max((bank.angle - to) * (to - from).signum());
            time += span;
            assert!(time < 60.0, "{bank:?}");
        }
        (time, farthest)
    }

    #[test]
    fn a_reversal_takes_the_time_of_the_linear_model() {
        for (from, to) in [(1.1_f64, -1.1_f64), (0.8, -0.6), (0.3, -0.3), (0.0, 1.3)] {
            let expected = LIMITS.turn_time(to - from);
            let errors = [0.1, 0.025].map(|span| {
                let (time, over) = flown(from, to, span);
                assert!(over < 1.7e-3, "overshoot {over}");
                (time - expected).abs()
            });
            assert!(errors[0] < 0.5, "{errors:?}");
            assert!(errors[1] < 0.25, "{errors:?}");
        }
    }
}
