//! Length of a footprint's contour from its mask, by Crofton's formula: the length of a curve is
//! the mean, over directions, of how often parallel lines cross it. Lines through nodes exist in
//! 4, or 8, directions; each stands for the directions nearest to it.
//!
//! U₄ = (π/8) (Δ (n₀ + n₉₀) + Δ/√2 (n₄₅ + n₁₃₅)),
//! U₈ = (Δ/2) (w₀ (n₀ + n₉₀) + w₂/√2 (n₄₅ + n₁₃₅) + w₁/√5 (n of the four knight's moves)),
//! w₀ = atan ½, w₁ = π/8, w₂ = π/4 − atan ½, with spacing Δ and n crossings. (W. Crofton 1868; for
//! masks S. Rivollier et al., *Image Anal. Stereol.* 2010.) Counting edges of cells instead would make
//! the contour of a disc longer by 4/π and turn with the heading.

use super::bits::Bits;
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_4, FRAC_PI_8};

/// How the length of a contour is estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contour {
    /// Right on discs; rectangles swing by 8 % with their heading.
    FourDirections,
    /// Within 3 % for rectangles at any heading.
    EightDirections,
}

impl Contour {
    /// The contour of a mask, m.
    pub(super) fn length(self, mask: &Bits, spacing: f64) -> f64 {
        // Every line that leaves the mask has also entered it.
        let crossings = |rows, columns| 2.0 * f64::from(mask.edges(rows, columns));
        let straight = crossings(0, 1) + crossings(1, 0);
        let diagonal = crossings(1, 1) + crossings(-1, 1);
        match self {
            Self::FourDirections => FRAC_PI_8 * spacing * (straight + FRAC_1_SQRT_2 * diagonal),
            Self::EightDirections => {
                let knight =
                    crossings(1, 2) + crossings(-1, 2) + crossings(2, 1) + crossings(-2, 1);
                let [w0, w1, w2] = [ATAN_HALF, FRAC_PI_8, FRAC_PI_4 - ATAN_HALF];
                let sum = w0 * straight + w2 * FRAC_1_SQRT_2 * diagonal + w1 / SQRT_5 * knight;
                0.5 * spacing * sum
            }
        }
    }
}

/// atan ½, rad: the direction of a knight's move, a constant so that no library rounds it.
const ATAN_HALF: f64 = 0.463_647_609_000_806_1;
/// √5: the length of a knight's move, in distances of nodes.
const SQRT_5: f64 = 2.236_067_977_499_79;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::scm::footprint::Run;

    fn mask(inside: impl Fn(f64, f64) -> bool) -> Bits {
        let mut runs: Vec<Run> = Vec::new();
        for row in -60..=60 {
            for column in -60..=60 {
                if inside(f64::from(column), f64::from(row)) {
                    match runs.last_mut().filter(|run| run.row == row && run.end == column - 1) {
                        Some(run) => run.end = column,
                        None => runs.push(Run::new(row, column, column, 0)),
                    }
                }
            }
        }
        let mut bits = Bits::default();
        bits.draw(runs.iter());
        bits
    }

    #[test]
    fn the_contour_of_a_disc_is_its_circumference() {
        for contour in [Contour::FourDirections, Contour::EightDirections] {
            let mut sum = 0.0;
            for k in 0..100 {
                let (u, v) = (f64::from(k % 10) / 10.0, f64::from(k / 10) / 10.0);
                let disc = mask(|x, y| (x - u).powi(2) + (y - v).powi(2) < 20.0 * 20.0);
                sum += contour.length(&disc, 0.01) / (std::f64::consts::TAU * 0.2);
            }
            assert!((sum / 100.0 - 1.0).abs() < 0.004, "{contour:?} {}", sum / 100.0);
        }
    }

    #[test]
    fn the_contour_of_a_rectangle_hardly_swings_with_its_heading() {
        for degree in (0..90).step_by(3) {
            let (sine, cosine) = f64::from(degree).to_radians().sin_cos();
            let bar = mask(|x, y| {
                (x * cosine + y * sine + 0.3).abs() < 40.0
                    && (y * cosine - x * sine + 0.2).abs() < 20.0
            });
            let ratio = Contour::EightDirections.length(&bar, 1.0) / 240.0;
            assert!((ratio - 1.0).abs() < 0.035, "{degree} degrees: {ratio}");
        }
    }

    #[test]
    fn a_ragged_mask_is_distinguished_from_a_clean_one_and_smoothed() {
        let clean = mask(|x, y| x * x + y * y < 900.0);
        assert!(!clean.is_ragged());
        let ragged = mask(|x, y| x * x + y * y < 900.0 && (x as i32 * 7 + y as i32 * 3) % 11 != 0);
        assert!(ragged.is_ragged());
        let mut smooth = Bits::default();
        smooth.smooth(&ragged);
        let contour = Contour::EightDirections;
        let ratio = contour.length(&smooth, 1.0) / contour.length(&clean, 1.0);
        assert!((ratio - 1.0).abs() < 0.05, "{ratio}");
    }
}
