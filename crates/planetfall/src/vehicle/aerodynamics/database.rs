//! A database of coefficients: a full grid of Mach numbers and total angles of attack, bilinear between
//! its posts. Below its first or above its last Mach number it is held or refused, as it says itself;
//! beyond its last angle it is always refused.

use std::f64::consts::PI;

/// Moment coefficients below this are rounding. Chosen: ten thousand units of rounding of a coefficient of order 1,
/// far below what any database states.
const ROUNDING: f64 = 1e-12;

/// Coefficients of a body of revolution ([`super`], eq. 1).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AeroCoefficients {
    /// CA: force against the nose axis.
    pub axial: f64,
    /// CN: force against the sideways motion.
    pub normal: f64,
    /// Cm about the reference point, positive where it turns the nose into the wind.
    pub moment: f64,
    /// Cmq: moment per rate D/2V across the axis, negative where it damps.
    pub damping: f64,
}

impl AeroCoefficients {
    /// Drag and lift coefficients at an angle of attack (rad).
    pub fn drag_and_lift(&self, angle: f64) -> (f64, f64) {
        let (sine, cosine) = (crate::math::real::sin(angle), crate::math::real::cos(angle));
        (self.axial * cosine + self.normal * sine, self.axial * sine - self.normal * cosine)
    }

    pub(super) fn mix(&self, share: f64, other: &Self) -> Self {
        let between = |a: f64, b: f64| a + (b - a) * share;
        Self {
            axial: between(self.axial, other.axial),
            normal: between(self.normal, other.normal),
            moment: between(self.moment, other.moment),
            damping: between(self.damping, other.damping),
        }
    }

    fn is_finite(&self) -> bool {
        [self.axial, self.normal, self.moment, self.damping].into_iter().all(f64::is_finite)
    }
}

/// Beyond which ends of its Mach numbers a database keeps its last values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MachHold {
    /// Below the first Mach number.
    pub below: bool,
    /// Above the last.
    pub above: bool,
}

/// A database of coefficients.
#[derive(Clone, Debug, PartialEq)]
pub struct AeroDatabase {
    mach: Vec<f64>,
    angles: Vec<f64>,
    /// All angles of the first Mach number, then those of the next.
    posts: Vec<AeroCoefficients>,
    hold: MachHold,
}

/// What makes a database impossible.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum DatabaseError {
    /// Not as many posts as Mach numbers times angles.
    #[error(
        "{found} rows, but {mach} Mach numbers and {angles} angles of attack need {}: give every \
         angle at every Mach number",
        mach * angles
    )]
    Grid {
        /// Mach numbers.
        mach: usize,
        /// Angles.
        angles: usize,
        /// Rows given.
        found: usize,
    },
    /// Axes that do not ascend.
    #[error("{axis} must ascend: {value} follows {before}")]
    Order {
        /// Which axis.
        axis: &'static str,
        /// The one before.
        before: f64,
        /// The one that comes too late.
        value: f64,
    },
    /// A Mach number below zero or an angle outside 0 to 180°.
    #[error("{axis} {value} is outside {allowed}")]
    Range {
        /// Which axis.
        axis: &'static str,
        /// The value.
        value: f64,
        /// What is allowed.
        allowed: &'static str,
    },
    /// A coefficient that is infinite or no number.
    #[error(
        "a coefficient at Mach {mach}, angle of attack {angle_deg} deg is not a finite number: \
         leave out the Mach number or the angle, or fill the gap"
    )]
    NotFinite {
        /// Mach number of the row.
        mach: f64,
        /// Angle of the row, degrees.
        angle_deg: f64,
    },
}

/// A flight condition that a database does not cover.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum OutsideDatabase {
    /// A Mach number.
    #[error("Mach {mach:.4} is outside its {from} to {to}")]
    Mach {
        /// Flown.
        mach: f64,
        /// First of the database.
        from: f64,
        /// Last of the database.
        to: f64,
    },
    /// An angle of attack.
    #[error("an angle of attack of {:.3} deg is outside its {:.3} to {:.3} deg",
        angle.to_degrees(), from.to_degrees(), to.to_degrees())]
    Angle {
        /// Flown, rad.
        angle: f64,
        /// First of the database, rad.
        from: f64,
        /// Last of the database, rad.
        to: f64,
    },
}

impl AeroDatabase {
    /// Mach numbers and angles (rad), ascending, with the coefficients at all angles of the first Mach
    /// number, then of the next.
    pub fn new(
        mach: Vec<f64>,
        angles: Vec<f64>,
        posts: Vec<AeroCoefficients>,
        hold: MachHold,
    ) -> Result<Self, DatabaseError> {
        ascending("Mach numbers", &mach)?;
        ascending("angles of attack", &angles)?;
        // An axis of nothing has no posts either, and is refused here.
        if posts.len() != mach.len() * angles.len() || posts.is_empty() {
            let (mach, angles, found) = (mach.len(), angles.len(), posts.len());
            return Err(DatabaseError::Grid { mach, angles, found });
        }
        if let Some(&value) = mach.first().filter(|first| **first < 0.0) {
            return Err(DatabaseError::Range {
                axis: "Mach number",
                value,
                allowed: "0 and above",
            });
        }
        if let Some(value) = angles.iter().find(|angle| !(0.0..=PI + 1e-9).contains(*angle)) {
            let (axis, value) = ("angle of attack", value.to_degrees());
            return Err(DatabaseError::Range { axis, value, allowed: "0 to 180 deg" });
        }
        match posts.iter().position(|post| !post.is_finite()) {
            Some(at) => {
                let (row, column) = (at / angles.len(), at % angles.len());
                let (mach, angle_deg) = (mach[row], angles[column].to_degrees());
                Err(DatabaseError::NotFinite { mach, angle_deg })
            }
            None => Ok(Self { mach, angles, posts, hold }),
        }
    }

    /// Mach numbers.
    pub fn mach(&self) -> &[f64] {
        &self.mach
    }

    /// Total angles of attack, rad.
    pub fn angles(&self) -> &[f64] {
        &self.angles
    }

    /// Coefficients at a Mach number and a total angle of attack (rad).
    pub fn at(&self, mach: f64, angle: f64) -> Result<AeroCoefficients, OutsideDatabase> {
        let (from, to) = ends(&self.mach);
        let outside = (mach < from && !self.hold.below) || (mach > to && !self.hold.above);
        if outside || mach.is_nan() {
            return Err(OutsideDatabase::Mach { mach, from, to });
        }
        let (first, last) = ends(&self.angles);
        // Rounding may make an angle of 180° a little more.
        if !(first - 1e-9..=last + 1e-9).contains(&angle) {
            return Err(OutsideDatabase::Angle { angle, from: first, to: last });
        }
        let (row, along) = place(&self.mach, mach);
        let (column, across) = place(&self.angles, angle);
        let next = (column + 1).min(self.angles.len() - 1);
        let at = |row: usize| {
            let posts = &self.posts[row * self.angles.len()..][..self.angles.len()];
            posts[column].mix(across, &posts[next])
        };
        Ok(at(row).mix(along, &at((row + 1).min(self.mach.len() - 1))))
    }

    /// The angle of attack (rad) at which the moment about a centre of mass vanishes, which lies so many
    /// reference lengths behind the reference point and beside the axis, or `None` where there is none up to the
    /// last angle. Cm − x CN − y CA = 0, found by bisection from zero to the first change of sign.
    pub fn trim_angle(&self, mach: f64, behind: f64, beside: f64) -> Option<f64> {
        let moment = |angle: f64| {
            let at = self.at(mach, angle).ok()?;
            Some(at.moment - behind * at.normal - beside * at.axial)
        };
        let mut low = *self.angles.first()?;
        // Head on, a moment that symmetry makes nothing is nothing but rounding.
        if moment(low)? >= -ROUNDING {
            return (moment(low)? <= ROUNDING).then_some(low);
        }
        for &angle in &self.angles[1..] {
            if moment(angle)? >= 0.0 {
                let mut high = angle;
                for _ in 0..60 {
                    let middle = 0.5 * (low + high);
                    if moment(middle)? < 0.0 { low = middle } else { high = middle }
                }
                return Some(0.5 * (low + high));
            }
            low = angle;
        }
        None
    }
}

fn ascending(axis: &'static str, values: &[f64]) -> Result<(), DatabaseError> {
    let falls = |pair: &&[f64]| pair[1].is_nan() || pair[0].is_nan() || pair[1] <= pair[0];
    match values.windows(2).find(falls) {
        Some(pair) => Err(DatabaseError::Order { axis, before: pair[0], value: pair[1] }),
        None => Ok(()),
    }
}

fn ends(axis: &[f64]) -> (f64, f64) {
    (axis.first().copied().unwrap_or(f64::NAN), axis.last().copied().unwrap_or(f64::NAN))
}

/// The interval of an ascending axis in which a value lies, and the share of it; held at the ends.
fn place(axis: &[f64], value: f64) -> (usize, f64) {
    let last = axis.len() - 1;
    let before = axis.partition_point(|known| *known <= value).saturating_sub(1).min(last);
    if before == last {
        return (last, 0.0);
    }
    let share = (value - axis[before]) / (axis[before + 1] - axis[before]);
    (before, share.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn post(axial: f64) -> AeroCoefficients {
        AeroCoefficients { axial, normal: 2.0 * axial, moment: -axial, damping: 0.1 }
    }

    fn database(hold: MachHold) -> AeroDatabase {
        let posts = [1.0, 2.0, 3.0, 5.0].map(post).to_vec();
        AeroDatabase::new(vec![2.0, 4.0], vec![0.0, 0.5], posts, hold).unwrap()
    }

    #[test]
    fn a_database_is_bilinear_between_its_posts() {
        let at = database(MachHold::default()).at(3.0, 0.25).unwrap();
        assert!((at.axial - 2.75).abs() < 1e-15, "{at:?}");
        assert!((at.normal - 5.5).abs() < 1e-15 && (at.moment + 2.75).abs() < 1e-15);
    }

    #[test]
    fn a_mach_number_beyond_a_database_is_refused_or_held_as_it_says() {
        let strict = database(MachHold::default());
        assert!(matches!(strict.at(1.9, 0.1), Err(OutsideDatabase::Mach { .. })));
        assert!(matches!(strict.at(4.1, 0.1), Err(OutsideDatabase::Mach { .. })));
        let held = database(MachHold { below: true, above: true });
        assert_eq!(held.at(0.1, 0.0), strict.at(2.0, 0.0));
        assert_eq!(held.at(40.0, 0.5), strict.at(4.0, 0.5));
        assert!(held.at(f64::NAN, 0.0).is_err());
        let text = held.at(3.0, 0.6).unwrap_err().to_string();
        assert_eq!(text, "an angle of attack of 34.377 deg is outside its 0.000 to 28.648 deg");
    }

    #[test]
    fn holes_gaps_and_disorder_are_refused() {
        let new = |mach: &[f64], angles: &[f64], posts: Vec<AeroCoefficients>| {
            AeroDatabase::new(mach.to_vec(), angles.to_vec(), posts, MachHold::default())
                .unwrap_err()
        };
        let nan = new(&[2.0, 4.0], &[0.0], vec![post(1.0), post(f64::NAN)]);
        assert_eq!(nan, DatabaseError::NotFinite { mach: 4.0, angle_deg: 0.0 });
        assert!(matches!(new(&[2.0], &[0.0], Vec::new()), DatabaseError::Grid { .. }));
        assert!(matches!(new(&[], &[], Vec::new()), DatabaseError::Grid { .. }));
        let posts = vec![post(1.0); 2];
        assert!(matches!(new(&[2.0, 2.0], &[0.0], posts.clone()), DatabaseError::Order { .. }));
        assert!(matches!(new(&[-1.0, 2.0], &[0.0], posts.clone()), DatabaseError::Range { .. }));
        assert!(matches!(new(&[2.0], &[0.0, 4.0], posts), DatabaseError::Range { .. }));
    }
}
