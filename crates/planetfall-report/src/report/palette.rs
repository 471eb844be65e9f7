//! Colours of areas: one for each of several names, or along a scale.
//!
//! The names' are Okabe and Ito's, which people with any kind of colour vision can distinguish; the
//! scale is viridis (Smith and van der Walt), whose lightness rises evenly, so that it survives grey
//! printing.

/// A colour of the screen: red, green, blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Colour([u8; 3]);

/// Colours of things that have names, in the order in which they are given.
const CATEGORIES: [Colour; 8] = [
    Colour([0x00, 0x72, 0xb2]),
    Colour([0xe6, 0x9f, 0x00]),
    Colour([0x00, 0x9e, 0x73]),
    Colour([0xcc, 0x79, 0xa7]),
    Colour([0x56, 0xb4, 0xe9]),
    Colour([0xd5, 0x5e, 0x00]),
    Colour([0xf0, 0xe4, 0x42]),
    Colour([0x99, 0x99, 0x99]),
];

/// Colours of values, from the lowest to the highest; those between are mixed.
const SCALE: [[u8; 3]; 9] = [
    [0x44, 0x01, 0x54],
    [0x47, 0x2d, 0x7b],
    [0x3b, 0x52, 0x8b],
    [0x2c, 0x72, 0x8e],
    [0x21, 0x91, 0x8c],
    [0x28, 0xae, 0x80],
    [0x5e, 0xc9, 0x62],
    [0xad, 0xdc, 0x30],
    [0xfd, 0xe7, 0x25],
];

impl Colour {
    /// Full light.
    pub(super) const WHITE: Self = Self([0xff; 3]);
    /// What has no value.
    pub(super) const GREY: Self = Self([0xc4; 3]);

    /// The colour of the name of an index; more names than colours share.
    pub(super) fn of_name(index: usize) -> Self {
        CATEGORIES.get(index % CATEGORIES.len()).copied().unwrap_or(Self::GREY)
    }

    /// The colour of a place on the scale, from 0 to 1; grey if it has none.
    pub(super) fn on_scale(place: f64) -> Self {
        if place.is_nan() {
            return Self::GREY;
        }
        let last = SCALE.len() - 1;
        let along = place.clamp(0.0, 1.0) * last as f64;
        let below = (along.floor() as usize).min(last - 1);
        let (Some(low), Some(high)) = (SCALE.get(below), SCALE.get(below + 1)) else {
            return Self::GREY;
        };
        let share = along - below as f64;
        let mixed = |(a, b): (&u8, &u8)| {
            (f64::from(*a) + share * (f64::from(*b) - f64::from(*a))).round() as u8
        };
        let mut parts = low.iter().zip(high).map(mixed);
        Self([(); 3].map(|()| parts.next().unwrap_or_default()))
    }

    pub(super) fn hex(self) -> String {
        let Self([red, green, blue]) = self;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// Black or white, whichever can be read on it.
    pub(super) fn ink(self) -> &'static str {
        let [red, green, blue] = self.0.map(f64::from);
        if 0.299 * red + 0.587 * green + 0.114 * blue > 140.0 { "#1c2127" } else { "#ffffff" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_goes_through_its_stops_and_stays_within_its_ends() {
        assert_eq!(Colour::on_scale(0.0).hex(), "#440154");
        assert_eq!(Colour::on_scale(0.5).hex(), "#21918c");
        assert_eq!(Colour::on_scale(1.0).hex(), "#fde725");
        assert_eq!(Colour::on_scale(-3.0), Colour::on_scale(0.0));
        assert_eq!(Colour::on_scale(f64::NAN), Colour::GREY);
    }

    #[test]
    fn the_lightness_of_the_scale_rises() {
        let light = |index: u8| {
            let Colour([red, green, blue]) = Colour::on_scale(f64::from(index) / 40.0);
            0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue)
        };
        assert!((0..40).all(|index| light(index) < light(index + 1)));
        assert_eq!(
            (Colour::on_scale(0.0).ink(), Colour::on_scale(1.0).ink()),
            ("#ffffff", "#1c2127")
        );
    }
}
