//! The default database of a blunt capsule: Newtonian coefficients scaled, at each Mach number, so that drag
//! and lift where it trims are those of published fits.
//!
//! The fits give CD and CL at trim only, which a centre of mass beside the axis brings about. Newtonian L/D
//! depends on the angle alone, so the angle α_t at which it equals that of the fits is known, and with it
//!
//! ```text
//! k = CD_fit / CD_N(α_t),   CA = k CA_N,   CN = k CN_N,   Cm = m Cm_N                                    (3)
//! m Cm_N(α_t) = x CN(α_t) + y CA(α_t)
//! ```
//!
//! with the centre of mass x reference lengths behind the nose and y beside the axis. A vehicle of this
//! balance trims at α_t with the fits' drag and lift; another one trims where (3) says. All of (3) is taken of
//! the interpolated table, so that it holds to rounding at the table's Mach numbers.

use super::{AeroCoefficients, AeroDatabase, DatabaseError, MachHold, SphereCone};

/// A quotient of polynomials in the Mach number, ascending powers.
#[derive(Clone, Debug, PartialEq)]
pub struct RationalFit {
    /// Of the numerator.
    pub above: Vec<f64>,
    /// Of the denominator.
    pub below: Vec<f64>,
}

impl RationalFit {
    /// The value at a Mach number.
    pub fn at(&self, mach: f64) -> f64 {
        let sum = |terms: &[f64]| terms.iter().rev().fold(0.0, |sum, term| sum * mach + term);
        sum(&self.above) / sum(&self.below)
    }
}

/// Drag and lift coefficients at trim.
#[derive(Clone, Debug, PartialEq)]
pub struct TrimFits {
    /// CD
    pub drag: RationalFit,
    /// CL
    pub lift: RationalFit,
    /// They are valid from this Mach number on.
    pub from_mach: f64,
}

impl TrimFits {
    /// Of Mars Science Laboratory: rational fits of public scripts, valid above Mach 1.3.
    pub fn msl() -> Self {
        let fit = |above: &[f64], below: &[f64]| RationalFit {
            above: above.to_vec(),
            below: below.to_vec(),
        };
        Self {
            drag: fit(
                &[25_980.0, -1022.0, -2904.0, 678.6, -44.33, 1.373],
                &[15_050.0, 1687.0, -2651.0, 544.1, -34.11, 1.0],
            ),
            lift: fit(
                &[11_720.0, -3654.0, 485.6, -14.61, 0.4192],
                &[25_300.0, -7846.0, 1086.0, -28.35, 1.0],
            ),
            from_mach: 1.3,
        }
    }
}

/// Where a centre of mass is, in reference lengths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassBalance {
    /// Behind the reference point, along the axis.
    pub behind: f64,
    /// Beside the axis.
    pub beside: f64,
}

/// Centre of mass for which Newtonian theory trims the capsule of Mars Science Laboratory at 16°: 0.30 D
/// behind its nose (chosen) and 0.0273 D beside its axis (computed).
pub const MSL_BALANCE: MassBalance = MassBalance { behind: 0.30, beside: 0.0273 };

/// Mach numbers of the default database: dense where the fits bend. The last is beyond any entry at Mars.
const MACH: [f64; 25] = [
    1.3, 1.5, 1.75, 2.0, 2.25, 2.5, 2.75, 3.0, 3.25, 3.5, 3.75, 4.0, 4.5, 5.0, 5.5, 6.0, 7.0, 8.0,
    10.0, 13.0, 16.0, 20.0, 25.0, 30.0, 40.0,
];

/// Why a database cannot be scaled to its fits.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum TrimError {
    /// Newtonian lift over drag never comes to that of the fits.
    #[error(
        "at Mach {mach} the fits ask for a lift over drag of {glide:.3}, which this sphere-cone \
         has at no angle of attack up to {limit_deg} deg"
    )]
    Glide {
        /// Mach number.
        mach: f64,
        /// Of the fits.
        glide: f64,
        /// Up to where it was looked for, degrees.
        limit_deg: f64,
    },
    /// The numbers do not make a database.
    #[error(transparent)]
    Database(#[from] DatabaseError),
}

/// Largest angle of attack at which a lift-to-drag ratio is looked for, rad. Chosen: lift over drag of blunt cones
/// rises until then.
const GLIDE_LIMIT: f64 = 0.7;

/// The database of a sphere-cone whose drag and lift at trim are those of fits, from 0 to 180° in half degrees,
/// with the same damping coefficient everywhere. Below the fits' first Mach number it is held.
pub fn scaled_to_trim(
    shape: &SphereCone,
    fits: &TrimFits,
    balance: &MassBalance,
    damping: f64,
) -> Result<AeroDatabase, TrimError> {
    let angles: Vec<f64> = (0..=360).map(|half| (f64::from(half) * 0.5).to_radians()).collect();
    let newtonian: Vec<AeroCoefficients> =
        angles.iter().map(|angle| shape.coefficients(*angle)).collect();
    let hold = MachHold { below: true, above: false };
    let plain = AeroDatabase::new(
        vec![0.0],
        angles.clone(),
        newtonian.clone(),
        MachHold { below: true, above: true },
    )?;
    let mach: Vec<f64> = std::iter::once(fits.from_mach)
        .chain(MACH.into_iter().filter(|mach| *mach > fits.from_mach))
        .collect();
    let mut posts = Vec::with_capacity(mach.len() * angles.len());
    for &mach in &mach {
        let (drag, lift) = (fits.drag.at(mach), fits.lift.at(mach));
        let limit_deg = GLIDE_LIMIT.to_degrees();
        let none = TrimError::Glide { mach, glide: lift / drag, limit_deg };
        let angle = angle_of_glide(&plain, lift / drag).ok_or(none)?;
        let at = plain.at(mach, angle).map_err(|_| none)?;
        let scale = drag / at.drag_and_lift(angle).0;
        let about = balance.behind * at.normal + balance.beside * at.axial;
        let moment_scale = scale * about / at.moment;
        posts.extend(newtonian.iter().map(|post| AeroCoefficients {
            axial: scale * post.axial,
            normal: scale * post.normal,
            moment: moment_scale * post.moment,
            damping,
        }));
    }
    Ok(AeroDatabase::new(mach, angles, posts, hold)?)
}

/// The least angle (rad) at which lift over drag is so much.
fn angle_of_glide(plain: &AeroDatabase, glide: f64) -> Option<f64> {
    let excess = |angle: f64| {
        let (drag, lift) = plain.at(0.0, angle).ok()?.drag_and_lift(angle);
        Some(lift / drag - glide)
    };
    let (mut low, mut high) = (1e-6, GLIDE_LIMIT);
    if excess(low)? > 0.0 || excess(high)? < 0.0 {
        return None;
    }
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if excess(middle)? < 0.0 { low = middle } else { high = middle }
    }
    Some(0.5 * (low + high))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn msl() -> AeroDatabase {
        scaled_to_trim(&SphereCone::MSL, &TrimFits::msl(), &MSL_BALANCE, 0.0).unwrap()
    }

    #[test]
    fn newtonian_theory_trims_at_sixteen_degrees_by_an_offset_of_0_027_diameters() {
        let at = SphereCone::MSL.coefficients(16f64.to_radians());
        let offset = (at.moment - 0.30 * at.normal) / at.axial;
        assert!((offset - 0.027).abs() < 5e-4, "{offset}");
        assert!((offset - MSL_BALANCE.beside).abs() < 5e-5, "{offset}");
        assert!((offset * 4.5 - 0.12).abs() < 5e-3);
    }

    #[test]
    fn drag_and_lift_where_it_trims_are_those_of_the_fits() {
        let (database, fits) = (msl(), TrimFits::msl());
        for &mach in database.mach() {
            let angle = database.trim_angle(mach, 0.30, 0.0273).unwrap();
            let (drag, lift) = database.at(mach, angle).unwrap().drag_and_lift(angle);
            assert!((drag - fits.drag.at(mach)).abs() < 1e-12, "Mach {mach}: CD {drag}");
            assert!((lift - fits.lift.at(mach)).abs() < 1e-12, "Mach {mach}: CL {lift}");
        }
    }

    #[test]
    fn between_its_mach_numbers_drag_and_lift_at_trim_are_within_half_a_percent() {
        let (database, fits) = (msl(), TrimFits::msl());
        let mut worst = 0.0f64;
        for pair in database.mach().windows(2) {
            let mach = 0.5 * (pair[0] + pair[1]);
            let angle = database.trim_angle(mach, 0.30, 0.0273).unwrap();
            let (drag, lift) = database.at(mach, angle).unwrap().drag_and_lift(angle);
            worst = worst.max((drag / fits.drag.at(mach) - 1.0).abs());
            worst = worst.max((lift / fits.lift.at(mach) - 1.0).abs());
        }
        assert!(worst < 5e-3, "{worst}");
    }

    #[test]
    fn the_capsule_trims_at_the_published_angles_and_at_none_without_offset() {
        let database = msl();
        let trim = |mach| database.trim_angle(mach, 0.30, 0.0273).unwrap().to_degrees();
        // Flown: 15.4 to 16.2° hypersonic, 17 to 20° below Mach 10.
        assert!((15.4..16.2).contains(&trim(24.0)), "{}", trim(24.0));
        assert!((19.0..20.5).contains(&trim(3.0)), "{}", trim(3.0));
        assert_eq!(database.trim_angle(20.0, 0.30, 0.0), Some(0.0));
        // Below Mach 1.3 the coefficients of 1.3 are held, above the last Mach number none are.
        assert_eq!(database.at(0.4, 0.1), database.at(1.3, 0.1));
        assert!(database.at(45.0, 0.1).is_err());
    }
}
