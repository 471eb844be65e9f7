//! Names of quantities, their units, and how a number is shown to a reader.
//!
//! Every column and metric is called `entity.quantity_unit`, so a name alone says
//! whose quantity it is, what it is and in which unit. The unit is the longest tail of
//! words that are all units: `wheel_1.damping_n_s_per_m` is a damping in N·s/m. At least
//! one word is always left for the quantity, so a column may be called `s` or `m`.

pub use planetfall::quantity::Quantity;

/// Recorded quantities, as the physics declares them: the names of a history's columns.
pub mod column {
    pub use planetfall::recording::{
        Body, Cable, CableGroup, Carried, Contactor, DrivenWheel, EnergyBalance, EnergyStored,
        Engine, FlightAir, FreeJoint, Grains, PlanarJoint, PrismaticJoint, PrismaticMotor,
        RevoluteJoint, RevoluteMotor, Run, SphericalJoint, Strut, Tank, position_columns,
    };
    pub use planetfall::world::Channel;
}

/// Measured quantities, as the physics declares them: the names of a summary's metrics.
pub mod metric {
    pub use planetfall::outcome::{
        ContactorSums, EnergyShare, Flight, HardGround, Slide, Touchdown, Travel, VehicleEnd,
    };

    use super::Quantity;

    /// Of a camera's pictures, which whoever records a run measures.
    #[derive(Clone, Copy, Debug)]
    pub struct CameraPictures;

    impl CameraPictures {
        /// How many there are.
        pub const COUNT: Quantity =
            Quantity::new("pictures", "pictures that were taken").dimensionless();
        /// Of those with colours or grey.
        pub const FINAL_MEAN_LEVEL: Quantity =
            Quantity::new("final_mean_level", "mean level of the last picture, 0 to 255")
                .dimensionless();
        /// Of those with depth.
        pub const FINAL_NEAREST: Quantity =
            Quantity::new("final_nearest_m", "least depth in the last picture");
        /// Of those with depth.
        pub const FINAL_FARTHEST: Quantity =
            Quantity::new("final_farthest_m", "greatest depth in the last picture");
    }

    /// What the metrics of a comparison with a file are, in the order in which each pair of columns has them.
    pub const RESIDUALS: [&str; 5] = [
        "root mean square of ours less theirs",
        "greatest size of ours less theirs",
        "mean of ours less theirs",
        "correlation of ours with theirs",
        "points compared",
    ];
}

/// The unit a name ends with, typeset (`m/s²`), or nothing where it is dimensionless.
#[must_use]
pub fn unit_of(name: &str) -> String {
    let words: Vec<&str> = last_part(name).split('_').collect();
    typeset_unit(words.get(unit_start(&words)..).unwrap_or_default())
}

/// The quantity in words, without entity and unit: `normal force`.
#[must_use]
pub fn quantity_of(name: &str) -> String {
    let words: Vec<&str> = last_part(name).split('_').collect();
    words.get(..unit_start(&words)).unwrap_or_default().join(" ")
}

/// The entity in words: `wheel 1` of `wheel_1.normal_force_n`.
#[must_use]
pub fn entity_of(name: &str) -> Option<String> {
    name.rsplit_once('.').map(|(entity, _)| entity.replace(['_', '.'], " "))
}

/// A name without its unit, and the unit's words with the `_` before them: `wheel_1.force` and `_n`.
pub fn split_unit(name: &str) -> (&str, &str) {
    let words: Vec<&str> = last_part(name).split('_').collect();
    let unit = words.get(unit_start(&words)..).unwrap_or_default();
    let length: usize = unit.iter().map(|word| word.len() + 1).sum();
    name.split_at_checked(name.len() - length).unwrap_or((name, ""))
}

/// A number with so many significant digits, without needless zeros. Digits before the
/// decimal point are all kept, up to a million.
#[must_use]
pub fn significant(value: f64, digits: usize) -> String {
    if value.is_nan() {
        return "not a number".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "infinite" } else { "-infinite" }.to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    let digits = digits.clamp(1, 17);
    let scientific = format!("{value:.*e}", digits - 1);
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific };
    let power: i32 = exponent.parse().unwrap_or(0);
    if (-4..7).contains(&power) {
        let decimals = usize::try_from(digits as i32 - 1 - power).unwrap_or(0);
        return without_trailing_zeros(&format!("{value:.decimals$}")).to_owned();
    }
    format!("{}e{power}", without_trailing_zeros(mantissa))
}

/// A number followed by its unit: `502.5 N`, `12°`.
#[must_use]
pub fn with_unit(number: &str, unit: &str) -> String {
    match unit {
        "" => number.to_owned(),
        "°" => format!("{number}°"),
        _ => format!("{number} {unit}"),
    }
}

/// A decimal number without the zeros that end its fraction.
pub fn without_trailing_zeros(number: &str) -> &str {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
}

/// The same number with typographic minus, power of ten and thin spaces between thousands.
pub fn typeset_number(number: &str) -> String {
    let (mantissa, exponent) = number.split_once('e').unwrap_or((number, ""));
    let numeric = mantissa.chars().all(|c| c.is_ascii_digit() || c == '-' || c == '.');
    if !numeric || mantissa.is_empty() {
        return number.to_owned();
    }
    let (sign, magnitude) =
        mantissa.strip_prefix('-').map_or(("", mantissa), |rest| ("\u{2212}", rest));
    let (whole, fraction) = magnitude.split_once('.').unwrap_or((magnitude, ""));
    let mut text = format!("{sign}{}", grouped(whole));
    if !fraction.is_empty() {
        text.push('.');
        text.push_str(fraction);
    }
    match (exponent, text.as_str()) {
        ("", _) => text,
        (_, "1") => format!("10{}", superscript(exponent)),
        _ => format!("{text}\u{202f}×\u{202f}10{}", superscript(exponent)),
    }
}

fn last_part(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(_, quantity)| quantity)
}

/// Where the unit begins in the words of a quantity's name.
fn unit_start(words: &[&str]) -> usize {
    // Bekker's n is a number of its own, not newtons.
    if matches!(words, ["identified", "n"]) {
        return words.len();
    }
    // When a load in units of g was greatest is in seconds.
    if matches!(words, ["peak", "g", "s"]) {
        return words.len() - 1;
    }
    // The scalar part of a quaternion is no power.
    if let [.., "q" | "quaternion" | "attitude", "w"] = words {
        return words.len();
    }
    (1..words.len())
        .find(|&start| words.get(start..).is_some_and(is_unit_expression))
        .unwrap_or(words.len())
}

/// Units joined by `per`, which stands neither first nor last nor twice in a row.
fn is_unit_expression(words: &[&str]) -> bool {
    words
        .split(|word| *word == "per")
        .all(|group| !group.is_empty() && group.iter().all(|word| unit_symbol(word).is_some()))
}

fn typeset_unit(words: &[&str]) -> String {
    let mut groups = words.split(|word| *word == "per").map(|group| {
        group.iter().filter_map(|word| unit_symbol(word)).collect::<Vec<_>>().join("·")
    });
    let above = groups.next().unwrap_or_default();
    let below: Vec<String> = groups.collect();
    let below = below.join("·");
    match below.as_str() {
        "" => above,
        _ if below.contains('·') => format!("{above}/({below})"),
        _ => format!("{above}/{below}"),
    }
}

fn unit_symbol(word: &str) -> Option<String> {
    let bare = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let symbol = match bare {
        "m" | "s" | "kg" | "g" | "km" | "cm" | "mm" | "ms" | "ns" | "rad" => bare,
        "n" => "N",
        "kn" => "kN",
        "j" => "J",
        "kj" => "kJ",
        "w" => "W",
        "kw" => "kW",
        "mb" => "MB",
        "gb" => "GB",
        "pa" => "Pa",
        "kpa" => "kPa",
        "mpa" => "MPa",
        "k" => "K",
        "v" => "V",
        "a" => "A",
        "hz" => "Hz",
        "khz" => "kHz",
        "um" => "µm",
        "us" => "µs",
        "deg" => "°",
        "percent" => "%",
        _ => return None,
    };
    let power = word.get(bare.len()..).unwrap_or_default();
    Some(format!("{symbol}{}", superscript(power)))
}

fn superscript(digits: &str) -> String {
    let raised = |c: char| match c {
        '-' => '⁻',
        '0' => '⁰',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        '9' => '⁹',
        other => other,
    };
    digits.chars().map(raised).collect()
}

/// Thin spaces between thousands, from five digits on (ISO 80000-1 leaves four together).
fn grouped(whole: &str) -> String {
    if whole.len() < 5 {
        return whole.to_owned();
    }
    let mut text = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_the_longest_tail_of_unit_words() {
        for (name, unit) in [
            ("time_s", "s"),
            ("wheel_1.normal_force_n", "N"),
            ("rover.speed_m_per_s", "m/s"),
            ("rover.acceleration_m_per_s2", "m/s²"),
            ("leg.damping_n_s_per_m", "N·s/m"),
            ("hinge.torque_n_m", "N·m"),
            ("rover.inertia_kg_m2", "kg·m²"),
            ("soil.flow_kg_per_m_per_s", "kg/(m·s)"),
            ("energy.kinetic_j", "J"),
            ("rover.pitch_deg", "°"),
            ("soil.modulus_n_per_m3", "N/m³"),
            ("wheel_1.slip", ""),
            ("entry.peak_g", "g"),
            ("entry.peak_g_s", "s"),
            ("rover.q_w", ""),
            ("m", ""),
            ("rover.per_s", "s"),
            ("", ""),
        ] {
            assert_eq!(unit_of(name), unit, "{name}");
        }
    }

    #[test]
    fn a_name_divides_into_entity_quantity_and_unit() {
        assert_eq!(entity_of("wheel_1.final_normal_force_n").as_deref(), Some("wheel 1"));
        assert_eq!(quantity_of("wheel_1.final_normal_force_n"), "final normal force");
        assert_eq!(entity_of("time_s"), None);
        assert_eq!(quantity_of("slide_distance_m"), "slide distance");
        assert_eq!(split_unit("a.speed_m_per_s"), ("a.speed", "_m_per_s"));
        assert_eq!(split_unit("body.qw"), ("body.qw", ""));
    }

    #[test]
    fn numbers_keep_their_significant_digits_and_no_needless_zeros() {
        for (value, text) in [
            (502.5, "502.5"),
            (15_897.000_4, "15897"),
            (0.000_123_456_789, "0.000123457"),
            (-1.5e-9, "-1.5e-9"),
            (3.0e12, "3e12"),
            (0.0, "0"),
            (999_999.9, "1000000"),
        ] {
            assert_eq!(significant(value, 6), text);
        }
        assert_eq!(significant(f64::NAN, 6), "not a number");
    }

    #[test]
    fn typeset_numbers_use_a_true_minus_and_grouped_thousands() {
        assert_eq!(typeset_number("-15897.25"), "−15\u{202f}897.25");
        assert_eq!(typeset_number("1234"), "1234");
        assert_eq!(typeset_number("-1.5e-9"), "−1.5\u{202f}×\u{202f}10⁻⁹");
        assert_eq!(typeset_number("1e6"), "10⁶");
        assert_eq!(typeset_number("not a number"), "not a number");
    }
}
