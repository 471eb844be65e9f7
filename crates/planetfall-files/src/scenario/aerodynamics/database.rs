//! A database of coefficients from a CSV file.

use planetfall::vehicle::aerodynamics::{AeroCoefficients, AeroDatabase, MachHold};

/// Names of the columns.
const NAMES: [&str; 6] = ["mach", "angle_deg", "ca", "cn", "cm", "cmq"];
/// The last of them may be left out.
const NEEDED: usize = 5;

/// Reads a table with a line of names; lines that begin with `#` are comments.
pub(super) fn parse(text: &str, hold: MachHold) -> Result<AeroDatabase, String> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let (_, header) = lines.next().ok_or("the file is empty")?;
    let places = columns(header)?;
    let (mut mach, mut angles, mut posts): (Vec<f64>, Vec<f64>, Vec<_>) = Default::default();
    for (number, line) in lines {
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        let at = |name: usize| -> Result<f64, String> {
            let Some(place) = places[name] else { return Ok(0.0) };
            let cell = cells.get(place).copied().unwrap_or_default();
            let value: f64 = cell.parse().map_err(|_| {
                format!("line {number}: {} is `{cell}`, which is no number", NAMES[name])
            })?;
            if value.is_finite() {
                Ok(value)
            } else {
                Err(format!(
                    "line {number}: {} is {cell}: fill the gap or leave the row out",
                    NAMES[name]
                ))
            }
        };
        let (own, angle) = (at(0)?, at(1)?.to_radians());
        if mach.last() != Some(&own) {
            mach.push(own);
        }
        let column = posts.len() % angles.len().max(1);
        if mach.len() == 1 {
            angles.push(angle);
        } else if angles.get(column) != Some(&angle) {
            return Err(format!(
                "line {number}: angle_deg {} at Mach {own} where the first Mach number has {}: every \
                 Mach number needs the same angles in the same order",
                angle.to_degrees(),
                angles.get(column).copied().unwrap_or(f64::NAN).to_degrees()
            ));
        }
        posts.push(AeroCoefficients {
            axial: at(2)?,
            normal: at(3)?,
            moment: at(4)?,
            damping: at(5)?,
        });
    }
    AeroDatabase::new(mach, angles, posts, hold).map_err(|error| error.to_string())
}

/// Where each column stands.
fn columns(header: &str) -> Result<[Option<usize>; 6], String> {
    let known: Vec<&str> = header.split(',').map(str::trim).collect();
    let places = NAMES.map(|name| known.iter().position(|column| *column == name));
    match places[..NEEDED].iter().position(Option::is_none) {
        Some(missing) => Err(format!(
            "there is no column `{}`: the first line must name {}, and may name {}",
            NAMES[missing],
            NAMES[..NEEDED].join(", "),
            NAMES[NEEDED]
        )),
        None => Ok(places),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "# a test\nmach,angle_deg,ca,cn,cm,cmq\n2,0,1.5,0,0,-0.1\n2,10,1.4,0.1,0.05,-0.1\n\
                        5,0,1.6,0,0,-0.2\n5,10,1.5,0.1,0.06,-0.2\n";

    #[test]
    fn a_file_is_a_grid_of_mach_numbers_and_angles() {
        let database = parse(GOOD, MachHold::default()).unwrap();
        let at = database.at(3.5, 5f64.to_radians()).unwrap();
        assert!((at.axial - 1.5).abs() < 1e-12 && (at.damping + 0.15).abs() < 1e-12, "{at:?}");
    }

    #[test]
    fn mistakes_in_a_file_are_reported_with_their_line() {
        let wrong = |old: &str, new: &str| {
            parse(&GOOD.replacen(old, new, 1), MachHold::default()).unwrap_err()
        };
        assert_eq!(
            wrong("1.4,0.1", "nan,0.1"),
            "line 4: ca is nan: fill the gap or leave the row out"
        );
        assert_eq!(wrong("1.4", "x"), "line 4: ca is `x`, which is no number");
        assert!(wrong("5,10", "5,12").starts_with("line 6: angle_deg 12"));
        assert!(wrong("ca,", "cx,").starts_with("there is no column `ca`"));
        assert!(wrong("5,10,1.5,0.1,0.06,-0.2\n", "").contains("3 rows, but 2 Mach numbers"));
        assert_eq!(parse("", MachHold::default()).unwrap_err(), "the file is empty");
    }
}
