//! A foot pad of crushable honeycomb on rigid ground.
//!
//! The pad gives elastically with stiffness k up to its crush force F_c; pressed further it
//! crushes at that constant force and never recovers, until all of its thickness t is used up and
//! it is an elastic block again. With the penetration d = −gap and the crush c so far, the crush
//! after a step is c' = min(max(c, d − F_c/k), t) and the force is F_N = k max(d − c', 0), what
//! crushing takes out of the motion F_c (c' − c). While the pad springs back, at the gap's rate
//! ḣ > 0, it pushes less by the factor max(1 − b ḣ, 0), so that a lander does not bounce for ever. Along the ground a pad slides with Coulomb
//! friction μ F_N, brought in linearly below a creep speed (Rogers, "Apollo Experience Report:
//! Lunar Module Landing Gear Subsystem", NASA TN D-6850, for pads and struts of this kind).
//!
//! The crush belongs to the pad, so it is memory of the contact: [`CrushablePad::evaluate`] only
//! says what it would add, and the step commits that once, when it is accepted.

use planetfall::contact::{Contact, Load};
use planetfall::ground::CustomGround;

/// A crushable pad under one foot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrushablePad {
    /// k, N/m.
    pub stiffness: f64,
    /// F_c, N.
    pub crush_force: f64,
    /// t, m.
    pub thickness: f64,
    /// b, s/m.
    pub loss: f64,
    /// μ.
    pub friction: f64,
    /// Sliding speed below which friction is proportional to speed, m/s.
    pub creep_speed: f64,
}

impl CrushablePad {
    /// The crush that a pad crushed by `crush` has after it was pressed in by `penetration`, m.
    fn crush_after(&self, penetration: f64, crush: f64) -> f64 {
        (penetration - self.crush_force / self.stiffness).max(crush).min(self.thickness)
    }
}

impl CustomGround for CrushablePad {
    /// One number: the crush so far, m.
    fn memory(&self) -> usize {
        1
    }

    fn evaluate(
        &self,
        touch: &Contact,
        _internals: &[f64],
        memory: &[f64],
        _rates: &mut [f64],
        increment: &mut [f64],
    ) -> Load {
        let penetration = -touch.gap;
        let crush = self.crush_after(penetration, memory[0]);
        increment[0] = crush - memory[0];
        let springs_back = (1.0 - self.loss * touch.gap_rate().max(0.0)).max(0.0);
        let normal_force = self.stiffness * (penetration - crush).max(0.0) * springs_back;
        let sliding = touch.sliding();
        let speed = sliding.norm().max(self.creep_speed);
        Load { normal_force, friction: sliding * (-self.friction * normal_force / speed) }
    }

    fn commit(&self, _: &Contact, _: &mut [f64], memory: &mut [f64], increment: &[f64]) {
        memory[0] += increment[0];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Vector3;
    use planetfall::terrain::Facet;

    const PAD: CrushablePad = CrushablePad {
        stiffness: 1e5,
        crush_force: 2000.0,
        thickness: 0.1,
        loss: 2.0,
        friction: 0.5,
        creep_speed: 0.02,
    };

    fn touch(penetration: f64, velocity: Vector3<f64>) -> Contact {
        let (normal, point) = (Vector3::z(), Vector3::zeros());
        Contact {
            gap: -penetration,
            normal,
            facet: Facet::Other(0),
            point,
            velocity,
            ..Contact::NONE
        }
    }

    /// Presses the pad in and commits: the force on it.
    fn press(penetration: f64, memory: &mut [f64]) -> f64 {
        let touch = touch(penetration, Vector3::zeros());
        let mut increment = [0.0];
        let load = PAD.evaluate(&touch, &[], memory, &mut [], &mut increment);
        PAD.commit(&touch, &mut [], memory, &increment);
        load.normal_force
    }

    #[test]
    fn the_force_is_elastic_then_constant_then_elastic_again() {
        let mut memory = [0.0];
        for (penetration, force, crush) in [
            (-0.5, 0.0, 0.0),
            (0.01, 1000.0, 0.0),
            (0.02, 2000.0, 0.0),
            (0.05, 2000.0, 0.03),
            (0.12, 2000.0, 0.1),
            (0.13, 3000.0, 0.1),
        ] {
            assert!((press(penetration, &mut memory) - force).abs() < 1e-9, "at {penetration}");
            assert!((memory[0] - crush).abs() < 1e-15, "at {penetration}");
        }
    }

    #[test]
    fn crush_is_permanent_and_a_crushed_pad_pushes_only_beyond_it() {
        let mut memory = [0.0];
        press(0.06, &mut memory);
        assert!((memory[0] - 0.04).abs() < 1e-15);
        assert_eq!(press(0.04 - 1e-12, &mut memory), 0.0);
        assert_eq!(press(-1.0, &mut memory), 0.0);
        assert!((memory[0] - 0.04).abs() < 1e-15);
        assert!((press(0.05, &mut memory) - 1000.0).abs() < 1e-9);
    }

    #[test]
    fn a_pad_that_springs_back_pushes_less_and_never_pulls() {
        let force = |rate: f64| {
            let touch = touch(0.01, Vector3::z() * rate);
            PAD.evaluate(&touch, &[], &[0.0], &mut [], &mut [0.0]).normal_force
        };
        for (rate, expected) in [(-3.0, 1000.0), (0.0, 1000.0), (0.1, 800.0), (9.0, 0.0)] {
            assert!((force(rate) - expected).abs() < 1e-9, "at {rate} m/s");
        }
    }

    #[test]
    fn evaluating_changes_nothing_however_often() {
        let memory = [0.01];
        let touch = touch(0.08, Vector3::new(0.3, 0.0, -1.0));
        let mut increments = [[0.0], [7.0]];
        let [first, second] = increments
            .each_mut()
            .map(|increment| PAD.evaluate(&touch, &[], &memory, &mut [], increment));
        assert_eq!(first, second);
        assert_eq!(increments[0], increments[1]);
    }

    #[test]
    fn friction_opposes_sliding_and_vanishes_with_it() {
        let slide = |speed: f64| {
            let touch = touch(0.01, Vector3::new(0.0, speed, 0.0));
            PAD.evaluate(&touch, &[], &[0.0], &mut [], &mut [0.0]).friction
        };
        assert!((slide(3.0) - Vector3::new(0.0, -500.0, 0.0)).norm() < 1e-9);
        assert!((slide(0.01) - Vector3::new(0.0, -250.0, 0.0)).norm() < 1e-9);
        assert_eq!(slide(0.0).norm(), 0.0);
    }
}
