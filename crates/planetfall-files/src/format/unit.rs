//! Units as suffixes of keys: `mass_kg`, `speed_m_per_s`.
//!
//! The list holds the units our formats use and those that people write by habit (grams, hours,
//! kilometres per hour), so that a wrong unit is named and converted instead of being "unknown".

/// A unit that can end a key.
#[derive(Debug, PartialEq)]
pub struct Unit {
    /// The suffix without its leading underscore: `m_per_s`.
    pub suffix: &'static str,
    /// The name in prose: `metres per second`.
    pub name: &'static str,
    /// The symbol: `m/s`.
    pub symbol: &'static str,
    /// The quantity that the unit measures; units of one quantity can be converted.
    pub quantity: &'static str,
    /// The size of the unit in the SI unit of its quantity.
    pub size: f64,
}

/// Divides a key into its base and its unit: `mass_kg` into `mass` and kilograms.
pub fn split_key(key: &str) -> (&str, Option<&'static Unit>) {
    let ends = |unit: &&'static Unit| base_of(key, unit).is_some();
    let longest = UNITS.iter().filter(ends).max_by_key(|unit| unit.suffix.len());
    match longest.and_then(|unit| Some((base_of(key, unit)?, unit))) {
        Some((base, unit)) => (base, Some(unit)),
        None => (key, None),
    }
}

/// The unit of a key, if it has one.
pub fn of_key(key: &str) -> Option<&'static Unit> {
    split_key(key).1
}

/// The unit that a person may have written so: `m/s`, `metres per second`, `N·m`, `°`.
pub fn from_spelling(text: &str) -> Option<&'static Unit> {
    let wanted = plain_spelling(text);
    let spells = |unit: &&Unit| {
        [unit.symbol, unit.name, unit.suffix].iter().any(|name| plain_spelling(name) == wanted)
    };
    UNITS.iter().find(spells)
}

/// A number with a unit behind it, as in "2.5 cm".
pub fn parse_quantity(text: &str) -> Option<(f64, &'static Unit)> {
    let text = text.trim();
    // The longest leading part that is a number: "2e3 N" must not stop in front of the exponent.
    let cuts = text.char_indices().map(|(at, _)| at).rev().filter(|at| *at > 0 && *at <= 40);
    cuts.filter_map(|at| text.split_at_checked(at)).find_map(|(number, unit)| {
        let number: f64 = number.trim().parse().ok()?;
        Some((number, from_spelling(unit)?)).filter(|(number, _)| number.is_finite())
    })
}

/// The number in another unit of the same quantity, to fifteen digits: enough for a suggestion,
/// without the last-bit noise of the conversion.
pub fn convert(value: f64, from: &Unit, to: &Unit) -> Option<f64> {
    if from.quantity != to.quantity {
        return None;
    }
    let converted = if from.suffix == to.suffix { value } else { value * from.size / to.size };
    format!("{converted:.14e}").parse().ok().filter(|x: &f64| x.is_finite())
}

fn base_of<'k>(key: &'k str, unit: &Unit) -> Option<&'k str> {
    key.strip_suffix(unit.suffix)?.strip_suffix('_').filter(|base| !base.is_empty())
}

/// One spelling for all ways to write a unit: "N·m", "N m", "Nm" and "n_m" become "n m", "metres
/// per second" and "metre/second" become "metre per second".
fn plain_spelling(text: &str) -> String {
    let mut spaced = String::new();
    for letter in text.replace("Nm", "N m").replace("Ns", "N s").chars() {
        match letter {
            '_' | '*' | '·' | '(' | ')' => spaced.push(' '),
            '^' => {}
            '/' => spaced.push_str(" per "),
            '²' => spaced.push('2'),
            '³' => spaced.push('3'),
            '°' => spaced.push_str("deg"),
            'µ' | 'μ' => spaced.push('u'),
            other => spaced.extend(other.to_lowercase()),
        }
    }
    let singular = |word: &str| match word.strip_suffix('s') {
        Some(singular) if singular.len() > 2 => singular.to_owned(),
        _ => word.to_owned(),
    };
    spaced.split_whitespace().map(singular).collect::<Vec<_>>().join(" ")
}

const fn unit(
    suffix: &'static str,
    name: &'static str,
    symbol: &'static str,
    quantity: &'static str,
    size: f64,
) -> Unit {
    Unit { suffix, name, symbol, quantity, size }
}

/// One degree, rad.
const DEGREE: f64 = std::f64::consts::PI / 180.0;

/// Every unit known.
pub static UNITS: &[Unit] = &[
    unit("m", "metres", "m", "length", 1.0),
    unit("km", "kilometres", "km", "length", 1e3),
    unit("cm", "centimetres", "cm", "length", 1e-2),
    unit("mm", "millimetres", "mm", "length", 1e-3),
    unit("um", "micrometres", "µm", "length", 1e-6),
    unit("ft", "feet", "ft", "length", 0.3048),
    unit("in", "inches", "in", "length", 0.0254),
    unit("m2", "square metres", "m²", "area", 1.0),
    unit("cm2", "square centimetres", "cm²", "area", 1e-4),
    unit("m3", "cubic metres", "m³", "volume", 1.0),
    unit("per_m", "per metre", "1/m", "curvature", 1.0),
    unit("per_m2", "per square metre", "1/m²", "density in area", 1.0),
    unit("kg", "kilograms", "kg", "mass", 1.0),
    unit("g", "grams", "g", "mass", 1e-3),
    unit("lb", "pounds", "lb", "mass", 0.453_592_37),
    unit("kg_m2", "kilogram square metres", "kg m²", "moment of inertia", 1.0),
    unit("kg_per_m", "kilograms per metre", "kg/m", "mass in length", 1.0),
    unit("kg_per_m2", "kilograms per square metre", "kg/m²", "mass in area", 1.0),
    unit("kg_per_m3", "kilograms per cubic metre", "kg/m³", "density", 1.0),
    unit("g_per_cm3", "grams per cubic centimetre", "g/cm³", "density", 1e3),
    unit("kg_per_s", "kilograms per second", "kg/s", "mass flow", 1.0),
    unit("kg_m_per_s", "kilogram metres per second", "kg m/s", "impulse", 1.0),
    unit("s", "seconds", "s", "time", 1.0),
    unit("ms", "milliseconds", "ms", "time", 1e-3),
    unit("us", "microseconds", "µs", "time", 1e-6),
    unit("ns", "nanoseconds", "ns", "time", 1e-9),
    unit("min", "minutes", "min", "time", 60.0),
    unit("h", "hours", "h", "time", 3600.0),
    unit("hz", "hertz", "Hz", "frequency", 1.0),
    unit("khz", "kilohertz", "kHz", "frequency", 1e3),
    unit("per_s", "per second", "1/s", "rate", 1.0),
    unit("deg", "degrees", "deg", "angle", DEGREE),
    unit("rad", "radians", "rad", "angle", 1.0),
    unit("mrad", "milliradians", "mrad", "angle", 1e-3),
    unit("deg_per_s", "degrees per second", "deg/s", "angular speed", DEGREE),
    unit("rad_per_s", "radians per second", "rad/s", "angular speed", 1.0),
    unit("rpm", "turns per minute", "rpm", "angular speed", std::f64::consts::PI / 30.0),
    unit("deg_per_h", "degrees per hour", "deg/h", "angular speed", DEGREE / 3600.0),
    unit("deg_per_sqrt_h", "degrees per root hour", "deg/√h", "angle random walk", DEGREE / 60.0),
    unit(
        "deg_per_h_per_sqrt_h",
        "degrees per hour and root hour",
        "deg/h/√h",
        "rate random walk",
        DEGREE / 216_000.0,
    ),
    unit("m_per_s_per_sqrt_h", "m/s per root hour", "m/s/√h", "velocity random walk", 1.0 / 60.0),
    unit(
        "m_per_s2_per_sqrt_h",
        "m/s² per root hour",
        "m/s²/√h",
        "acceleration random walk",
        1.0 / 60.0,
    ),
    unit("deg_per_s2", "degrees per second squared", "deg/s²", "angular acceleration", DEGREE),
    unit("rad_per_s2", "radians per second squared", "rad/s²", "angular acceleration", 1.0),
    unit("deg_per_m", "degrees per metre", "deg/m", "angle in length", DEGREE),
    unit("rad_per_m", "radians per metre", "rad/m", "angle in length", 1.0),
    unit("m_per_s", "metres per second", "m/s", "speed", 1.0),
    unit("cm_per_s", "centimetres per second", "cm/s", "speed", 1e-2),
    unit("mm_per_s", "millimetres per second", "mm/s", "speed", 1e-3),
    unit("km_per_s", "kilometres per second", "km/s", "speed", 1e3),
    unit("km_per_h", "kilometres per hour", "km/h", "speed", 1.0 / 3.6),
    unit("m_per_s2", "metres per second squared", "m/s²", "acceleration", 1.0),
    unit("m_per_s3", "metres per second cubed", "m/s³", "jerk", 1.0),
    unit("m2_per_s2", "square metres per second squared", "m²/s²", "specific energy", 1.0),
    unit("m3_per_s2", "cubic metres per second squared", "m³/s²", "gravity parameter", 1.0),
    unit("km3_per_s2", "cubic kilometres per second squared", "km³/s²", "gravity parameter", 1e9),
    unit("n", "newtons", "N", "force", 1.0),
    unit("kn", "kilonewtons", "kN", "force", 1e3),
    unit("lbf", "pounds of force", "lbf", "force", 4.448_221_615_260_5),
    unit("n_s", "newton seconds", "N s", "impulse", 1.0),
    unit("n_m", "newton metres", "N m", "torque", 1.0),
    unit("n_per_m", "newtons per metre", "N/m", "stiffness", 1.0),
    unit("kn_per_m", "kilonewtons per metre", "kN/m", "stiffness", 1e3),
    unit("n_s_per_m", "newton seconds per metre", "N s/m", "damping", 1.0),
    unit("n_m_per_rad", "newton metres per radian", "N m/rad", "angular stiffness", 1.0),
    unit("n_m_per_deg", "newton metres per degree", "N m/deg", "angular stiffness", 1.0 / DEGREE),
    unit("n_m_s_per_rad", "newton metre seconds per radian", "N m s/rad", "angular damping", 1.0),
    unit("pa", "pascals", "Pa", "pressure", 1.0),
    unit("kpa", "kilopascals", "kPa", "pressure", 1e3),
    unit("mpa", "megapascals", "MPa", "pressure", 1e6),
    unit("gpa", "gigapascals", "GPa", "pressure", 1e9),
    unit("bar", "bar", "bar", "pressure", 1e5),
    unit("pa_per_m", "pascals per metre", "Pa/m", "pressure gradient", 1.0),
    unit("pa_s_per_m", "pascal seconds per metre", "Pa s/m", "damping in area", 1.0),
    unit("n_per_m3", "newtons per cubic metre", "N/m³", "unit weight", 1.0),
    unit("j", "joules", "J", "energy", 1.0),
    unit("kj", "kilojoules", "kJ", "energy", 1e3),
    unit("j_per_kg", "joules per kilogram", "J/kg", "specific energy", 1.0),
    unit("w", "watts", "W", "power", 1.0),
    unit("kw", "kilowatts", "kW", "power", 1e3),
    unit("mb", "megabytes", "MB", "memory", 1e6),
    unit("gb", "gigabytes", "GB", "memory", 1e9),
    unit("v", "volts", "V", "voltage", 1.0),
    unit("a", "amperes", "A", "current", 1.0),
    unit("ohm", "ohms", "ohm", "resistance", 1.0),
    unit("n_m_per_a", "newton metres per ampere", "N m/A", "torque constant", 1.0),
    unit("k", "kelvins", "K", "temperature", 1.0),
    unit("k_per_m", "kelvins per metre", "K/m", "lapse rate", 1.0),
    unit("j_per_kg_k", "joules per kilogram and kelvin", "J/(kg K)", "specific heat", 1.0),
    unit("percent", "percent", "%", "ratio", 1e-2),
    unit("ppm", "parts per million", "ppm", "ratio", 1e-6),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_unit_of_a_key_is_found() {
        for (key, symbol) in [
            ("damping_pa_s_per_m", "Pa s/m"),
            ("unit_weight_n_per_m3", "N/m³"),
            ("elastic_stiffness_pa_per_m", "Pa/m"),
            ("roughness_per_m", "1/m"),
            ("soil_density_kg_per_m3", "kg/m³"),
        ] {
            assert_eq!(of_key(key).map(|unit| unit.symbol), Some(symbol), "{key}");
        }
    }
}
