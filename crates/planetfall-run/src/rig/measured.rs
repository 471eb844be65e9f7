//! Measured plates and wheels from comma-separated files.
//!
//! The columns are those of C. Pavlov's single-wheel tests (CMU): `plate_diameter_mm`, `sinkage_mm` and
//! `pressure_kPa` of plates; `slip`, `slip_angle_deg`, `Fx_N`, `Fy_N`, `Fz_N` and `minus_avg_Z_mm` of wheels.
//! There slip is counted by the speed of the carriage, whatever the slip angle.

use planetfall::rig::PlateReading;

/// What a wheel did with a slip and a slip angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredWheel {
    /// By the speed of the carriage.
    pub slip: f64,
    /// Degrees.
    pub slip_angle_deg: f64,
    /// Along the heading, N.
    pub pull: f64,
    /// Along the axle, against the sideslip, N.
    pub side: f64,
    /// N
    pub load: f64,
    /// Below the ground as found, m.
    pub depth: f64,
}

impl MeasuredWheel {
    /// Speed of the rim for a speed of the carriage, m/s.
    #[must_use]
    pub fn rim_speed(&self, speed: f64) -> f64 {
        if self.slip < 0.0 { speed * (1.0 + self.slip) } else { speed / (1.0 - self.slip) }
    }
}

/// Readings of plates.
///
/// # Errors
/// What is wrong with the file, with its line.
pub fn read_plates(text: &str) -> Result<Vec<PlateReading>, String> {
    let rows = columns(text, ["plate_diameter_mm", "sinkage_mm", "pressure_kPa"])?;
    let reading = |[diameter, sinkage, pressure]: &[f64; 3]| PlateReading {
        width: 0.5e-3 * diameter,
        sinkage: 1e-3 * sinkage,
        pressure: 1e3 * pressure,
    };
    // A plate that just touches may read nothing or less: it says nothing of the soil.
    let says = |one: &PlateReading| one.sinkage > 0.0 && one.pressure > 0.0;
    Ok(rows.iter().map(reading).filter(says).collect())
}

/// What wheels did.
///
/// # Errors
/// What is wrong with the file, with its line.
pub fn read_wheels(text: &str) -> Result<Vec<MeasuredWheel>, String> {
    let names = ["slip", "slip_angle_deg", "Fx_N", "Fy_N", "Fz_N", "minus_avg_Z_mm"];
    let rows = columns(text, names)?;
    for (number, [slip, angle, _, _, load, _]) in rows.iter().enumerate() {
        let sound = (-1.0..1.0).contains(slip) && angle.abs() <= 90.0 && *load > 0.0;
        if !sound {
            return Err(format!(
                "row {}: slip must be from -1 to less than 1, the slip angle within 90 degrees and the \
                 load above 0",
                number + 1
            ));
        }
    }
    let wheel = |[slip, slip_angle_deg, pull, side, load, depth]: &[f64; 6]| MeasuredWheel {
        slip: *slip,
        slip_angle_deg: *slip_angle_deg,
        pull: *pull,
        side: *side,
        load: *load,
        depth: 1e-3 * depth,
    };
    Ok(rows.iter().map(wheel).collect())
}

/// The numbers of some columns, row by row.
fn columns<const N: usize>(text: &str, names: [&str; N]) -> Result<Vec<[f64; N]>, String> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let Some((_, heading)) = lines.next() else { return Err("the file is empty".to_owned()) };
    let heading: Vec<&str> = heading.split(',').map(str::trim).collect();
    let mut places = [0; N];
    for (place, name) in places.iter_mut().zip(names) {
        *place = heading.iter().position(|one| *one == name).ok_or_else(|| {
            format!("there is no column `{name}`; needed are {}", names.join(", "))
        })?;
    }
    let mut rows = Vec::new();
    for (number, line) in lines {
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        let mut row = [0.0; N];
        for ((value, place), name) in row.iter_mut().zip(places).zip(names) {
            let cell = cells.get(place).copied().unwrap_or_default();
            *value = cell.parse::<f64>().ok().filter(|x| x.is_finite()).ok_or_else(|| {
                format!("line {}: `{name}` is `{cell}`, which is no number", number + 1)
            })?;
        }
        rows.push(row);
    }
    match rows.is_empty() {
        true => Err("there is a heading but no row".to_owned()),
        false => Ok(rows),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_their_names_and_mistakes_reported_with_their_lines() {
        let text = "test,pressure_kPa,plate_diameter_mm,sinkage_mm\n1,2.0,60,4\n1,-0.1,60,0.1\n";
        let found = read_plates(text).unwrap();
        assert_eq!(found.len(), 1);
        let one = found[0];
        let expected = PlateReading { width: 0.03, sinkage: 0.004, pressure: 2000.0 };
        assert!((one.width - expected.width).abs() < 1e-12);
        assert!((one.sinkage - expected.sinkage).abs() < 1e-12 && one.pressure == 2000.0);
        let missing = read_plates("a,b\n1,2\n").unwrap_err();
        assert!(missing.contains("plate_diameter_mm"), "{missing}");
        let wrong = read_plates("plate_diameter_mm,sinkage_mm,pressure_kPa\n60,x,1\n").unwrap_err();
        assert!(wrong.contains("line 2") && wrong.contains("`x`"), "{wrong}");
        assert!(read_plates("").is_err() && read_wheels("slip\n").is_err());
    }

    #[test]
    fn a_rim_turns_as_the_slip_by_the_carriage_says() {
        let wheel = |slip| MeasuredWheel {
            slip,
            slip_angle_deg: 60.0,
            pull: 0.0,
            side: 0.0,
            load: 1.0,
            depth: 0.0,
        };
        assert!((wheel(-0.7).rim_speed(0.01) - 0.003).abs() < 1e-15);
        assert!((wheel(0.5).rim_speed(0.01) - 0.02).abs() < 1e-15);
    }
}
