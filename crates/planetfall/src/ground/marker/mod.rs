//! POST2's marker law: a compression-only spring-damper along the facet's normal and Coulomb
//! friction along the facet (Raiszadeh & Way, "Ground Contact Model for Mars Science Laboratory
//! Mission Simulations", NASA Langley; equation numbers are the paper's).
//!
//! All give lies in the ground. The normal force is F_N = −K h − C ḣ (eq. 4), by choice never
//! negative; K = m g / h_eq (eq. 10) from the penetration at rest and C = 2 d √(m K) (eq. 11) from
//! a damping ratio. Friction is μ(|V_r|) F_N against the sliding velocity (eqs 5–7; the paper's
//! eq. 7 prints the sign the other way), with the coefficient from the table of Haessig and
//! Friedland's classical model: a steep line through zero up to (V1, μ1), down to (V2, μ2), then
//! constant. μ1 = tan θ1, μ2 = tan θ2 (eqs 14, 15). A body on this friction never rests: on a slope
//! it creeps at V1 tan α / μ1. The *resting* friction keeps a tangent deflection as a continuous
//! state instead (ROAMS's idea) and stands still.
//!
//! | symbol | field | unit |
//! |---|---|---|
//! | K | `Spring::stiffness` | N/m |
//! | C | `Spring::damping` | N s/m |
//! | V1, V2 | `FrictionTable::stick_speed`, `slide_speed` | m/s |
//! | μ1, μ2 | `FrictionTable::stick_coefficient`, `slide_coefficient` | – |
//! | k_t, d_t | `Friction::Resting { stiffness, damping }` | N/m, N s/m |
//!
//! See docs/theory/marker.md.

mod step;

use super::{GroundFormulation, KindText, LinearAnswer};
use crate::contact::{Contact, Load};
use nalgebra::Vector3;

/// Name and words for files and documents.
pub(super) const KIND: KindText = KindText {
    name: "marker",
    title: "Springs and friction at markers (POST2)",
    meaning: "POST2: spring, damper and friction at points",
    formulation: GroundFormulation::Force,
};

/// Normal spring-damper of the ground under one marker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// K, N/m.
    pub stiffness: f64,
    /// C, N s/m.
    pub damping: f64,
    /// Whether the ground can only push (the paper's clamp).
    pub compression_only: bool,
}

/// Coefficient of friction against sliding speed (Fig. 4 of the paper).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrictionTable {
    /// V1, m/s: where friction is largest.
    pub stick_speed: f64,
    /// V2, m/s: from here on friction is constant.
    pub slide_speed: f64,
    /// μ1.
    pub stick_coefficient: f64,
    /// μ2.
    pub slide_coefficient: f64,
}

/// How the ground resists sliding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Friction {
    /// The paper's table; creeps on slopes.
    Classical,
    /// Tangent spring-damper limited by the same coefficients; rests.
    Resting {
        /// k_t, N/m.
        stiffness: f64,
        /// d_t, N s/m.
        damping: f64,
    },
}

/// The ground under one marker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarkerGround {
    /// Normal spring-damper.
    pub spring: Spring,
    /// Coefficients.
    pub table: FrictionTable,
    /// Kind of friction.
    pub friction: Friction,
}

impl Spring {
    /// From the penetration at rest h_eq (m) under weight m g and the damping ratio d (eqs 10, 11).
    ///
    /// The paper gives each marker the full mass; `mass` is the share that the caller decides on.
    pub fn from_rest(mass: f64, gravity: f64, rest_penetration: f64, damping_ratio: f64) -> Self {
        let stiffness = mass * gravity / rest_penetration;
        let damping = 2.0 * damping_ratio * (mass * stiffness).sqrt();
        Self { stiffness, damping, compression_only: true }
    }

    /// F_N (eq. 4), N.
    #[inline]
    pub fn force(&self, gap: f64, gap_rate: f64) -> f64 {
        if gap >= 0.0 {
            return 0.0;
        }
        let force = -self.stiffness * gap - self.damping * gap_rate;
        if self.compression_only { force.max(0.0) } else { force }
    }
}

impl FrictionTable {
    /// μ at a sliding speed (m/s).
    #[inline]
    pub fn coefficient(&self, speed: f64) -> f64 {
        if speed <= self.stick_speed {
            self.stick_coefficient * speed / self.stick_speed
        } else {
            self.limit(speed)
        }
    }

    /// The most that friction can be at a sliding speed: μ1 while sticking, μ2 while sliding.
    #[inline]
    pub fn limit(&self, speed: f64) -> f64 {
        if speed >= self.slide_speed {
            self.slide_coefficient
        } else if speed <= self.stick_speed {
            self.stick_coefficient
        } else {
            let share = (speed - self.stick_speed) / (self.slide_speed - self.stick_speed);
            self.stick_coefficient + share * (self.slide_coefficient - self.stick_coefficient)
        }
    }
}

impl FrictionTable {
    /// Derivative of [`Self::limit`] by the sliding speed, s/m.
    #[inline]
    pub(super) fn slope(&self, speed: f64) -> f64 {
        if speed > self.stick_speed && speed < self.slide_speed {
            (self.slide_coefficient - self.stick_coefficient)
                / (self.slide_speed - self.stick_speed)
        } else {
            0.0
        }
    }
}

/// Distance from the friction surface up to which a deflection lies on it, m: the rounding of deflections
/// of millimetres.
const SURFACE_ROUND_OFF: f64 = 1e-15;

impl MarkerGround {
    /// The resting friction has a tangent deflection of three components, the classical one none.
    pub(crate) fn internals(&self) -> usize {
        match self.friction {
            Friction::Classical => 0,
            Friction::Resting { .. } => 3,
        }
    }

    #[inline(always)]
    pub(crate) fn evaluate(&self, touch: &Contact, internals: &[f64], rates: &mut [f64]) -> Load {
        // ḣ = V · n (eq. 3), F_N = −K h − C ḣ (eq. 4).
        let gap_rate = touch.gap_rate();
        let normal_force = self.spring.force(touch.gap, gap_rate);
        match self.friction {
            Friction::Classical if normal_force == 0.0 => Load::NONE,
            Friction::Classical => {
                Load { normal_force, friction: self.classical(touch, gap_rate, normal_force) }
            }
            Friction::Resting { stiffness, damping } => {
                // V_r = V − ḣ n (eq. 5). δ̇ = −V_r and F_T = k_t δ − d_t V_r, no more than μ F_N (ROAMS paper, eqs 5
                // to 7), cut along its own direction.
                let sliding = touch.velocity - touch.normal * gap_rate;
                rates.copy_from_slice((-sliding).as_slice());
                let deflection = on_surface(internals, &touch.normal);
                let trial = deflection * stiffness - sliding * damping;
                let limit = self.table.limit(sliding.norm()) * normal_force.abs();
                Load { normal_force, friction: shorten(trial, limit) }
            }
        }
    }

    /// Eqs 5–7 with the sign that opposes sliding. Written as (μ/|V|) V so that nothing is divided
    /// by a vanishing speed.
    #[inline]
    fn classical(&self, touch: &Contact, gap_rate: f64, normal_force: f64) -> Vector3<f64> {
        let sliding = touch.velocity - touch.normal * gap_rate;
        let speed = sliding.norm();
        let table = &self.table;
        let slope = if speed <= table.stick_speed {
            table.stick_coefficient / table.stick_speed
        } else {
            table.limit(speed) / speed
        };
        sliding * (-slope * normal_force.abs())
    }

    /// Classical friction creeps up to V1, where it is largest, and slips beyond. The resting one
    /// slips where it is cut to the most that it can carry; the cut length meets the limit but for
    /// rounding. A share of the load has the same ratio as the whole.
    pub(crate) fn slips(&self, touch: &Contact, load: &Load) -> bool {
        /// Share of the limit that is the solver's tolerance and rounding.
        const ROUNDING: f64 = 1e-9;
        let speed = touch.sliding().norm();
        match self.friction {
            Friction::Classical => speed > self.table.stick_speed,
            Friction::Resting { .. } => {
                let limit = self.table.limit(speed) * load.normal_force.abs();
                load.friction.norm() >= limit * (1.0 - ROUNDING)
            }
        }
    }

    /// How it holds a point sideways, N/m.
    pub(crate) fn sideways_stiffness(&self) -> f64 {
        match self.friction {
            Friction::Resting { stiffness, .. } => stiffness,
            Friction::Classical => self.spring.stiffness,
        }
    }

    /// The deflection with which the resting friction gives a force, m.
    pub(crate) fn resting_deflection(&self, force: &Vector3<f64>) -> Option<Vector3<f64>> {
        match self.friction {
            Friction::Resting { stiffness, .. } => Some(force / stiffness),
            Friction::Classical => None,
        }
    }

    /// Numbers that an explicit step (s) must keep below its limit of stability, with what they are, for a
    /// normal force (N) on a point that 1 N accelerates by an inverse mass (m/s² per N).
    pub fn stability(&self, step: f64, load: f64, inverse_mass: f64) -> [(&'static str, f64); 3] {
        let tangent = match self.friction {
            Friction::Classical => {
                let slope = self.table.stick_coefficient / self.table.stick_speed;
                ("step · mu1 Fn/(m_eff V1) at rest", step * slope * load * inverse_mass)
            }
            Friction::Resting { stiffness, damping } => {
                let spring = step * (stiffness * inverse_mass).sqrt();
                let damper = step * damping * inverse_mass;
                ("step · √(k_t/m_eff) or step · d_t/m_eff", spring.max(damper))
            }
        };
        [
            ("step · √(K/m_eff)", step * (self.spring.stiffness * inverse_mass).sqrt()),
            ("step · C/m_eff", step * self.spring.damping * inverse_mass),
            tangent,
        ]
    }

    /// The most that it answers a small motion with under a normal force (N) at a sliding speed (m/s). Friction counts
    /// as sticking where a step can bring it there: one that is too stiff for the step throws a point to and fro
    /// past V1, by up to what friction does to its speed in a step. `reach` is that for a coefficient of 1, m/s.
    pub(crate) fn linear_answer(&self, load: f64, sliding: f64, reach: f64) -> LinearAnswer {
        let Spring { stiffness, damping, .. } = self.spring;
        let FrictionTable { stick_speed, stick_coefficient, .. } = self.table;
        let (side_stiffness, side_damping) = match self.friction {
            Friction::Classical if sliding <= stick_speed + stick_coefficient * reach => {
                (0.0, load.abs() * stick_coefficient / stick_speed)
            }
            Friction::Classical => (0.0, load.abs() * self.table.limit(sliding) / sliding),
            Friction::Resting { stiffness, damping } => (stiffness, damping),
        };
        LinearAnswer { stiffness, damping, side_stiffness, side_damping }
    }

    /// The deflection cannot hold more than friction can carry: what is beyond has slipped.
    pub(crate) fn commit(&self, touch: &Contact, load: &Load, internals: &mut [f64]) {
        let Friction::Resting { stiffness, .. } = self.friction else { return };
        // Far from the ground nothing is held, and nothing is to be cut.
        if internals.iter().all(|value| *value == 0.0) {
            return;
        }
        let limit = self.table.limit(touch.sliding().norm()) * load.normal_force.abs();
        let held = on_surface(internals, &touch.normal);
        // What holds as it is stays as it is, to the last bit: nothing must be evaluated anew.
        let deviation = (held - Vector3::from_column_slice(internals)).norm();
        if held.norm() > limit / stiffness || deviation > SURFACE_ROUND_OFF {
            internals.copy_from_slice(shorten(held, limit / stiffness).as_slice());
        }
    }
}

/// The part of a stored deflection that lies in the surface as it is now.
#[inline]
pub(super) fn on_surface(internals: &[f64], normal: &Vector3<f64>) -> Vector3<f64> {
    let deflection = Vector3::from_column_slice(internals);
    deflection - normal * deflection.dot(normal)
}

/// The vector, cut to at most `longest`.
#[inline]
fn shorten(vector: Vector3<f64>, longest: f64) -> Vector3<f64> {
    let length = vector.norm();
    if length > longest { vector * (longest / length) } else { vector }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::Facet;
    use proptest::prelude::*;

    const TABLE: FrictionTable = FrictionTable {
        stick_speed: 0.05,
        slide_speed: 0.1,
        stick_coefficient: 0.62487,
        slide_coefficient: 0.50953,
    };

    fn touch(gap: f64, velocity: Vector3<f64>) -> Contact {
        Contact {
            gap,
            normal: Vector3::z(),
            facet: Facet::Level(0),
            point: Vector3::zeros(),
            velocity,
            ..Contact::NONE
        }
    }

    fn law(friction: Friction) -> MarkerGround {
        MarkerGround {
            spring: Spring::from_rest(899.18, 3.7132, 0.01, 0.1),
            table: TABLE,
            friction,
        }
    }

    #[test]
    fn stiffness_and_damping_are_those_of_the_paper() {
        let spring = Spring::from_rest(899.18, 3.7132, 0.01, 0.1);
        assert!((spring.stiffness - 333_883.5).abs() < 0.05);
        assert!((spring.damping - 3465.38).abs() < 0.005);
    }

    #[test]
    fn the_coefficient_passes_through_both_points_of_the_table() {
        assert_eq!(TABLE.coefficient(0.0), 0.0);
        assert_eq!(TABLE.coefficient(0.05), 0.62487);
        assert!((TABLE.coefficient(0.075) - 0.5672).abs() < 1e-12);
        assert_eq!(TABLE.coefficient(0.1), 0.50953);
        assert_eq!(TABLE.coefficient(9.0), 0.50953);
    }

    #[test]
    fn friction_opposes_sliding_with_the_tables_coefficient() {
        let load = law(Friction::Classical).evaluate(
            &touch(-0.01, Vector3::new(0.3, -0.4, 0.0)),
            &[],
            &mut [],
        );
        assert!((load.normal_force - 3338.835).abs() < 1e-2);
        let expected = Vector3::new(-0.6, 0.8, 0.0) * (TABLE.slide_coefficient * load.normal_force);
        assert!((load.friction - expected).norm() < 1e-9);
    }

    #[test]
    fn a_deflected_resting_marker_holds_without_speed() {
        let law = law(Friction::Resting { stiffness: 1e5, damping: 1e3 });
        let load = law.evaluate(&touch(-0.01, Vector3::zeros()), &[0.01, 0.0, 0.0], &mut [0.0; 3]);
        assert!((load.friction - Vector3::new(1000.0, 0.0, 0.0)).norm() < 1e-9);
    }

    #[test]
    fn a_touch_slips_above_the_stick_speed_or_where_friction_is_cut() {
        let classical = law(Friction::Classical);
        let slips = |law: &MarkerGround, speed: f64, deflection: f64| {
            let touch = touch(-0.01, Vector3::new(speed, 0.0, 0.0));
            let internals = &[deflection, 0.0, 0.0][..law.internals()];
            let load = law.evaluate(&touch, internals, &mut [0.0; 3][..law.internals()]);
            law.slips(&touch, &load.times(0.5))
        };
        assert!(!slips(&classical, 0.049, 0.0) && slips(&classical, 0.051, 0.0));
        let resting = law(Friction::Resting { stiffness: 1e5, damping: 1e3 });
        // The most that it holds at rest is 0.62487 · 3338.8 N, a deflection of 20.86 mm.
        assert!(!slips(&resting, 0.0, 0.0208) && slips(&resting, 0.0, 0.0209));
        assert!(slips(&resting, 3.0, 0.0));
    }

    #[test]
    fn committed_deflection_stays_within_what_friction_carries_and_vanishes_off_the_ground() {
        let law = law(Friction::Resting { stiffness: 1e5, damping: 1e3 });
        let mut deflection = [1.0, 1.0, 1.0];
        let on = touch(-0.01, Vector3::zeros());
        let load = law.evaluate(&on, &deflection, &mut [0.0; 3]);
        law.commit(&on, &load, &mut deflection);
        let held = Vector3::from(deflection).norm() * 1e5;
        assert!((held - TABLE.stick_coefficient * load.normal_force).abs() < 1e-6);
        assert_eq!(deflection[2], 0.0);
        let deviation = touch(0.1, Vector3::zeros());
        law.commit(&deviation, &Load::NONE, &mut deflection);
        assert_eq!(deflection, [0.0; 3]);
    }

    proptest! {
        #[test]
        fn the_clamped_ground_never_pulls_and_friction_never_feeds(
            gap in -0.5..0.1f64, v in prop::array::uniform3(-5.0..5.0f64), resting: bool,
        ) {
            let friction = if resting { Friction::Resting { stiffness: 1e5, damping: 1e3 } } else { Friction::Classical };
            let touch = touch(gap, Vector3::from(v));
            let law = law(friction);
            let load = law.evaluate(&touch, &[0.0; 3][..law.internals()], &mut [0.0; 3][..law.internals()]);
            prop_assert!(load.normal_force >= 0.0);
            prop_assert!(load.friction.dot(&touch.velocity) <= 0.0);
            prop_assert!(load.friction.norm() <= TABLE.stick_coefficient * load.normal_force * (1.0 + 1e-12));
        }
    }
}
