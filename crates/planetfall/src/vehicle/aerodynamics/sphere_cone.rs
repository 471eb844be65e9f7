//! Modified Newtonian theory of a sphere-cone (Lees 1956; Anderson, Hypersonic and High-Temperature Gas
//! Dynamics, §3.3): where the surface faces the stream, Cp = Cp,max cos²θ with θ between stream and inward
//! normal; in its shadow Cp = 0.
//!
//! On a ring of the surface with outward normal (a along the nose axis, r away from it), at radius ρ and x
//! behind the nose, cos θ = A + B cos φ with A = a cos α, B = r sin α and φ from the windward meridian.
//! It faces the stream for |φ| < φu, cos φu = −A/B, so that with [`ring`] for the two integrals over φ
//!
//! ```text
//! CA S = Cp,max ∫ a I₀ ρ ds,   CN S = Cp,max ∫ r I₁ ρ ds,   Cm S D = Cp,max ∫ (x r + ρ a) I₁ ρ ds      (2)
//! I₀ = ∫(A + B cos φ)² dφ,     I₁ = ∫(A + B cos φ)² cos φ dφ
//! ```
//!
//! about the nose. I₀ and I₁ are in closed form, the cone's integral along its meridian too; that of the
//! spherical cap is by Simpson's rule. A flat base closes the body, which faces the stream beyond 90°; the
//! rounding of the shoulder is left out.
//!
//! | symbol | field | unit |
//! |---|---|---|
//! | D | `diameter` | m |
//! | | `nose_radius` | m |
//! | | `half_angle` | rad |
//! | Cp,max | `stagnation_pressure` | – |

use super::AeroCoefficients;
use crate::math::real;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

/// Intervals of Simpson's rule over the cap, of at most half a right angle each way: error below 1e-12.
const CAP_INTERVALS: usize = 256;

/// A sphere-cone with a flat base.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SphereCone {
    /// Of the base, m; the reference length, and of the reference area.
    pub diameter: f64,
    /// m
    pub nose_radius: f64,
    /// Between axis and cone, rad.
    pub half_angle: f64,
    /// Cp,max: pressure coefficient at the stagnation point.
    pub stagnation_pressure: f64,
}

impl SphereCone {
    /// Of Mars Science Laboratory and Mars 2020: 4.5 m, 70°; nose radius 1.125 m from general knowledge.
    pub const MSL: Self = Self {
        diameter: 4.5,
        nose_radius: 1.125,
        half_angle: 70.0 * PI / 180.0,
        stagnation_pressure: 1.84,
    };

    /// Reference area, m².
    pub fn area(&self) -> f64 {
        FRAC_PI_4 * self.diameter * self.diameter
    }

    /// Coefficients about the nose at a total angle of attack (rad); no damping.
    pub fn coefficients(&self, angle: f64) -> AeroCoefficients {
        let stream = (real::cos(angle), real::sin(angle));
        let parts = [self.cap(stream), self.cone(stream), self.base(stream)];
        let sum = |of: usize| parts.iter().map(|part| part[of]).sum::<f64>();
        let scale = self.stagnation_pressure / self.area();
        AeroCoefficients {
            axial: scale * sum(0),
            normal: scale * sum(1),
            moment: scale * sum(2) / self.diameter,
            damping: 0.0,
        }
    }

    /// The three integrals of (2) over the spherical cap, whose normals lie within 90° less the half angle of
    /// the axis.
    fn cap(&self, stream: (f64, f64)) -> [f64; 3] {
        let width = (FRAC_PI_2 - self.half_angle) / CAP_INTERVALS as f64;
        let mut sum = [0.0; 3];
        for index in 0..=CAP_INTERVALS {
            let weight = match index {
                0 | CAP_INTERVALS => 1.0,
                odd if odd % 2 == 1 => 4.0,
                _ => 2.0,
            };
            let polar = width * index as f64;
            let (along, away) = (real::cos(polar), real::sin(polar));
            let (radius, behind) = (self.nose_radius * away, self.nose_radius * (1.0 - along));
            let [all, windward] = ring((along * stream.0, away * stream.1));
            let area = weight * width / 3.0 * self.nose_radius * radius;
            sum[0] += area * along * all;
            sum[1] += area * away * windward;
            sum[2] += area * (behind * away + radius * along) * windward;
        }
        sum
    }

    /// The same over the cone, along whose meridians the pressure is constant.
    fn cone(&self, stream: (f64, f64)) -> [f64; 3] {
        let (along, away) = (real::sin(self.half_angle), real::cos(self.half_angle));
        let (inner, outer) = (self.nose_radius * away, 0.5 * self.diameter);
        let start = self.nose_radius * (1.0 - along);
        let [all, windward] = ring((along * stream.0, away * stream.1));
        // ds = dρ / sin δ and x = start + (ρ − inner) cot δ.
        let first = (outer * outer - inner * inner) / (2.0 * along);
        let second = (outer * outer * outer - inner * inner * inner) / (3.0 * along);
        let slope = away / along;
        let arm = second * (slope * away + along) + first * away * (start - inner * slope);
        [along * first * all, away * first * windward, arm * windward]
    }

    /// The same over the flat base, which looks backward.
    fn base(&self, (along, _): (f64, f64)) -> [f64; 3] {
        let facing = (-along).max(0.0);
        [-self.area() * facing * facing, 0.0, 0.0]
    }
}

/// I₀ and I₁ of (2) over the part of a ring that faces the stream.
fn ring((level, swing): (f64, f64)) -> [f64; 2] {
    let limit = if level >= swing.abs() {
        PI
    } else if level <= -swing.abs() {
        return [0.0; 2];
    } else {
        real::acos(-level / swing)
    };
    let (sine, cosine) = (real::sin(limit), real::cos(limit));
    let square = limit + sine * cosine;
    [
        2.0 * level * level * limit + 4.0 * level * swing * sine + swing * swing * square,
        2.0 * level * level * sine
            + 2.0 * level * swing * square
            + 2.0 * swing * swing * (sine - sine * sine * sine / 3.0),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_capsule_has_the_coefficients_of_the_reference_table() {
        // Angle, CA, CN, CD, L/D, Cm: computed by others, and rounded as printed.
        let table = [
            (0.0f64, 1.628, 0.0, 1.628, 0.0, 0.0),
            (10.0, 1.582, 0.036, 1.564, 0.153, 0.0375),
            (16.0, 1.512, 0.056, 1.469, 0.247, 0.0582),
            (20.0, 1.450, 0.068, 1.386, 0.312, 0.0706),
        ];
        for (degrees, axial, normal, drag, glide, moment) in table {
            let angle = degrees.to_radians();
            let found = SphereCone::MSL.coefficients(angle);
            let (found_drag, lift) = found.drag_and_lift(angle);
            let near = |found: f64, known: f64, unit: f64| (found - known).abs() <= 0.5 * unit;
            assert!(near(found.axial, axial, 1.1e-3), "{degrees}: CA {}", found.axial);
            assert!(near(found.normal, normal, 1.1e-3), "{degrees}: CN {}", found.normal);
            assert!(near(found_drag, drag, 1.1e-3), "{degrees}: CD {found_drag}");
            assert!(near(lift / found_drag, glide, 1.1e-3), "{degrees}: L/D {}", lift / found_drag);
            assert!(near(found.moment, moment, 1.1e-4), "{degrees}: Cm {}", found.moment);
        }
    }

    #[test]
    fn a_hemisphere_has_half_the_stagnation_pressure_as_drag() {
        // A sphere's Newtonian drag is Cp,max/2 at any angle at which its shadow is the base.
        let nearly = SphereCone {
            diameter: 2.0,
            nose_radius: 1.0,
            half_angle: 1e-9,
            stagnation_pressure: 2.0,
        };
        let head_on = nearly.coefficients(0.0);
        assert!((head_on.axial - 1.0).abs() < 1e-9, "{}", head_on.axial);
        // Pressure of a sphere goes through its middle, one radius behind the nose: Cm D = CN x.
        for angle in [0.3f64, 0.8, 1.4] {
            let found = nearly.coefficients(angle);
            assert!((found.moment * 2.0 - found.normal).abs() < 1e-9, "{angle}");
        }
    }

    #[test]
    fn a_cone_that_is_all_in_the_wind_has_its_closed_form() {
        // Sharp cone of half angle δ, α < δ: CA = 2 sin²δ cos²α + cos²δ sin²α and CN = cos²δ sin 2α for Cp,max = 2.
        let (delta, alpha) = (0.5f64, 0.3f64);
        let sharp = SphereCone {
            diameter: 1.0,
            nose_radius: 0.0,
            half_angle: delta,
            stagnation_pressure: 2.0,
        };
        let found = sharp.coefficients(alpha);
        let axial = 2.0 * delta.sin().powi(2) * alpha.cos().powi(2)
            + delta.cos().powi(2) * alpha.sin().powi(2);
        let normal = delta.cos().powi(2) * (2.0 * alpha).sin();
        assert!((found.axial - axial).abs() < 1e-14, "{} {axial}", found.axial);
        assert!((found.normal - normal).abs() < 1e-14, "{} {normal}", found.normal);
        // Centre of pressure at two thirds of the length over cos²δ.
        let length = 0.5 / delta.tan();
        let behind = found.moment / found.normal;
        assert!((behind - 2.0 / 3.0 * length / delta.cos().powi(2)).abs() < 1e-13);
    }

    #[test]
    fn shadow_comes_without_a_jump_and_the_base_takes_over_behind() {
        let at = |degrees: f64| SphereCone::MSL.coefficients(degrees.to_radians());
        for degrees in [20.0, 70.0, 90.0, 160.0] {
            let (before, after) = (at(degrees - 1e-6), at(degrees + 1e-6));
            assert!((before.axial - after.axial).abs() < 1e-7, "{degrees}");
            assert!((before.moment - after.moment).abs() < 1e-7, "{degrees}");
        }
        assert!((at(180.0).axial + 1.84).abs() < 1e-12);
        assert!(at(180.0).normal.abs() < 1e-12);
    }
}
