//! Where the posts of a PDS3 image lie.
//!
//! The object `IMAGE_MAP_PROJECTION` (PDS Planetary Science Data Dictionary) gives the projection,
//! the size of a pixel (`MAP_SCALE`, or `MAP_RESOLUTION` in pixels per degree of a sphere of
//! `A_AXIS_RADIUS`) and, by `LINE_PROJECTION_OFFSET` and `SAMPLE_PROJECTION_OFFSET`, how many pixels
//! the projection's origin lies below and to the right of the first one. In the equidistant
//! cylindrical projection `CENTER_LATITUDE` is the parallel of true scale and y counts from the
//! equator, as USGS's software and GDAL have it.
//!
//! Archives disagree on where these offsets count from: LOLA's count from the centre of the first
//! pixel, as the dictionary says; MOLA's and HiRISE's are the line and sample of the origin counted
//! from 1, one pixel more. Where the label gives the northern edge in degrees, that decides.

use super::label::Label;
use crate::dem::Options;
use crate::dem::error::Problem;
use crate::dem::georeference::{Crs, Georeference, Projection};
use crate::dem::model;

/// Name of the object that places the image on a map.
const MAP: &str = "IMAGE_MAP_PROJECTION";
/// Share by which a pixel's size may differ between two statements of it without a note. Chosen: labels
/// round it.
const SCALE_AGREES: f64 = 0.01;
/// Fractions of a pixel within which an edge given in degrees must be met to decide anything. Chosen:
/// less than half.
const EDGE_MET: f64 = 0.3;

/// Place of the posts, lines running from north to south.
pub(super) struct Pds3Placement {
    pub(super) spacing_m: f64,
    pub(super) georeference: Georeference,
    pub(super) notes: Vec<String>,
}

/// Reads the place of the posts, or takes the user's spacing where the label has none.
pub(super) fn placement(
    label: &Label,
    lines: usize,
    options: &Options,
) -> Result<Pds3Placement, Problem> {
    let mut notes = Vec::new();
    let radius = radius_m(label, "A_AXIS_RADIUS")?;
    let projection = projection(label, &mut notes)?;
    let equidistant = matches!(projection, Projection::Equirectangular { .. });
    let scale = match scale_m(label, radius, equidistant, &mut notes)? {
        Some(scale) => {
            model::agree([scale; 2], options)?;
            scale
        }
        None => options.spacing_m.ok_or(Problem::NoGeoreference {
            missing: "its label has no MAP_SCALE and no MAP_RESOLUTION with A_AXIS_RADIUS",
        })?,
    };
    let crs = Crs {
        name: label.text(MAP, "MAP_PROJECTION_TYPE").map(str::to_owned),
        projection,
        equatorial_radius_m: radius,
        polar_radius_m: radius_m(label, "C_AXIS_RADIUS")?.or(radius),
    };
    let [east, north] = first_post(label, equidistant)?.map(|pixels| pixels * scale);
    let south = north - lines.saturating_sub(1) as f64 * scale;
    let georeference = Georeference { south_west_m: [east, south], crs, ..Georeference::default() };
    Ok(Pds3Placement { spacing_m: scale, georeference, notes })
}

fn radius_m(label: &Label, key: &str) -> Result<Option<f64>, Problem> {
    let Some((radius, unit)) = label.number(MAP, key)? else { return Ok(None) };
    let metres = match unit {
        None => 1000.0,
        Some(unit) => length_m(unit).ok_or_else(|| unknown_unit(key, unit))?,
    };
    Ok(Some(radius * metres).filter(|radius| *radius > 0.0))
}

fn unknown_unit(key: &str, unit: &str) -> Problem {
    Problem::Label { reason: format!("the unit <{unit}> of {key} is not known") }
}

/// Metres in a unit of length, which may be one "per pixel".
fn length_m(unit: &str) -> Option<f64> {
    let length = unit.split('/').next().unwrap_or_default().trim();
    match length {
        "m" | "meter" | "meters" | "metre" | "metres" => Some(1.0),
        "km" | "kilometer" | "kilometers" | "kilometre" | "kilometres" => Some(1000.0),
        _ => None,
    }
}

/// Size of a pixel. `MAP_SCALE` is the one that counts; but where it is only a rounded form of what
/// resolution and radius give, as in MOLA's labels, these have more digits.
fn scale_m(
    label: &Label,
    radius: Option<f64>,
    equidistant: bool,
    notes: &mut Vec<String>,
) -> Result<Option<f64>, Problem> {
    let resolution = label.number(MAP, "MAP_RESOLUTION")?.map(|(pixels, _)| pixels);
    let degree = radius.map(f64::to_radians);
    let by_degrees = degree.zip(resolution.filter(|pixels| *pixels > 0.0)).map(|(d, p)| d / p);
    let Some((number, unit)) = label.number(MAP, "MAP_SCALE")? else { return Ok(by_degrees) };
    let metres = match (unit, by_degrees) {
        (Some(unit), _) => length_m(unit).ok_or_else(|| unknown_unit("MAP_SCALE", unit))?,
        // Without a unit it is km by the dictionary, and metres in some labels.
        (None, Some(size)) if (number / size - 1.0).abs() < SCALE_AGREES => 1.0,
        (None, _) => 1000.0,
    };
    let stated = number * metres;
    if stated.is_nan() || stated <= 0.0 {
        return Err(Problem::Label { reason: format!("MAP_SCALE = {number} is not positive") });
    }
    let Some(computed) = by_degrees.filter(|_| equidistant) else { return Ok(Some(stated)) };
    let digits = label.text(MAP, "MAP_SCALE").map_or(0, decimals);
    let last = 0.5 * metres * 10f64.powi(-digits);
    if (computed - stated).abs() <= last * (1.0 + 1e-9) {
        return Ok(Some(computed));
    }
    if (computed / stated - 1.0).abs() > SCALE_AGREES {
        notes.push(format!(
            "MAP_SCALE says {stated} m a pixel, MAP_RESOLUTION with A_AXIS_RADIUS {computed} m; \
             the former is used"
        ));
    }
    Ok(Some(stated))
}

/// Digits after the point of a number without exponent.
fn decimals(text: &str) -> i32 {
    let after = text.split_once('.').map_or("", |(_, after)| after);
    i32::try_from(after.bytes().take_while(u8::is_ascii_digit).count()).unwrap_or(0)
}

fn projection(label: &Label, notes: &mut Vec<String>) -> Result<Projection, Problem> {
    let Some(name) = label.text(MAP, "MAP_PROJECTION_TYPE") else {
        if label.has_object(MAP) {
            notes.push("the label names no MAP_PROJECTION_TYPE; pixels are taken as square".into());
        }
        return Ok(Projection::Unknown);
    };
    let plain = name.to_ascii_uppercase().replace(['_', '-'], " ");
    let centre = label.number(MAP, "CENTER_LATITUDE")?.map_or(0.0, |(latitude, _)| latitude);
    let at_pole = (centre.abs() - 90.0).abs() < 1e-6;
    let projection = match plain.as_str() {
        "EQUIRECTANGULAR" | "SIMPLE CYLINDRICAL" | "EQUIDISTANT CYLINDRICAL" | "EQUIDISTANT" => {
            Projection::Equirectangular {
                standard_parallel_deg: centre,
                origin_latitude_deg: 0.0,
                false_northing_m: 0.0,
            }
        }
        "POLAR STEREOGRAPHIC" | "STEREOGRAPHIC" if at_pole => Projection::PolarStereographic {
            north: centre > 0.0,
            scale_at_pole: 1.0,
            false_origin_m: [0.0, 0.0],
        },
        _ => {
            notes.push(format!(
                "the projection {name} is not understood: its pixels are taken as squares of the \
                 label's scale, true only near where the projection is"
            ));
            Projection::Other(name.to_owned())
        }
    };
    refuse_rotation(label, &projection, notes)?;
    Ok(projection)
}

/// A turned cylindrical map has its columns not to the east; around a pole there is no east.
fn refuse_rotation(
    label: &Label,
    projection: &Projection,
    notes: &mut Vec<String>,
) -> Result<(), Problem> {
    let Ok(Some((turn, _))) = label.number(MAP, "MAP_PROJECTION_ROTATION") else { return Ok(()) };
    if turn.rem_euclid(360.0) == 0.0 {
        return Ok(());
    }
    if matches!(projection, Projection::Equirectangular { .. }) {
        return Err(Problem::NotAligned { how: "rotated (MAP_PROJECTION_ROTATION is not 0)" });
    }
    notes
        .push(format!("the label rotates the projection by {turn} degrees, which is not followed"));
    Ok(())
}

/// Place of the centre of the first pixel, in pixels east and north of the projection's origin.
fn first_post(label: &Label, equidistant: bool) -> Result<[f64; 2], Problem> {
    let offset = |key| label.number(MAP, key).map(|found| found.map_or(0.0, |(pixels, _)| pixels));
    let (line, sample) = (offset("LINE_PROJECTION_OFFSET")?, offset("SAMPLE_PROJECTION_OFFSET")?);
    let from_one = equidistant && counts_from_one(label, line)?;
    let shift = if from_one { 1.0 } else { 0.0 };
    Ok([shift - sample, line - shift])
}

/// Whether the northern edge in degrees is met only if offsets are counted from 1. The edge is given
/// by some as that of the first pixels and by others as their centres.
fn counts_from_one(label: &Label, line: f64) -> Result<bool, Problem> {
    let resolution = label.number(MAP, "MAP_RESOLUTION")?;
    let north = label.number(MAP, "MAXIMUM_LATITUDE")?;
    let (Some((resolution, _)), Some((north, _))) = (resolution, north) else { return Ok(false) };
    let edge = north * resolution;
    let miss = |centre: f64| (edge - centre).abs().min((edge - centre - 0.5).abs());
    let (by_dictionary, from_one) = (miss(line), miss(line - 1.0));
    Ok(from_one < EDGE_MET && from_one < by_dictionary)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(map: &str) -> Result<Pds3Placement, Problem> {
        let text = format!("OBJECT = {MAP}\n{map}\nEND_OBJECT\nEND\n");
        placement(&Label::parse(text.as_bytes()).unwrap(), 11, &Options::default())
    }

    /// MOLA, 128 pixels a degree, from 44 degrees north: the first line's centre lies half a pixel
    /// south of that.
    #[test]
    fn mola_s_offsets_are_counted_from_one_and_its_scale_has_the_digits_of_its_resolution() {
        let mola = "MAP_PROJECTION_TYPE = \"SIMPLE CYLINDRICAL\"\nA_AXIS_RADIUS = 3396.0 <KM>\n\
            C_AXIS_RADIUS = 3396.0 <KM>\nCENTER_LATITUDE = 0.0 <DEGREE>\n\
            MAP_RESOLUTION = 128.0 <PIXEL/DEGREE>\nMAP_SCALE = 0.463 <KM/PIXEL>\n\
            MAXIMUM_LATITUDE = 44.0 <DEGREE>\nLINE_PROJECTION_OFFSET = 5632.5\n\
            SAMPLE_PROJECTION_OFFSET = 11520.5\nMAP_PROJECTION_ROTATION = 0.0";
        let found = placed(mola).unwrap();
        let pixel = 3_396_000.0 * std::f64::consts::PI / 180.0 / 128.0;
        assert!((found.spacing_m - pixel).abs() < 1e-9, "{}", found.spacing_m);
        let [west, south] = found.georeference.south_west_m;
        assert!((west + 11519.5 * pixel).abs() < 1e-6, "{west}");
        assert!((south - (5631.5 - 10.0) * pixel).abs() < 1e-6, "{south}");
        assert!(found.notes.is_empty(), "{:?}", found.notes);
    }

    /// LOLA, 64 pixels a degree, from the pole: offsets count from the first pixel's centre.
    #[test]
    fn lola_s_offsets_are_those_of_the_dictionary() {
        let lola = "MAP_PROJECTION_TYPE = \"SIMPLE CYLINDRICAL\"\nA_AXIS_RADIUS = 1737.4 <km>\n\
            CENTER_LATITUDE = 0 <deg>\nMAP_RESOLUTION = 64 <pix/deg>\nMAP_SCALE = 0.473802 <km/pix>\n\
            MAXIMUM_LATITUDE = 90 <deg>\nLINE_PROJECTION_OFFSET = 5759.5 <pix>\n\
            SAMPLE_PROJECTION_OFFSET = 11519.5 <pix>";
        let found = placed(lola).unwrap();
        let north = found.georeference.south_west_m[1] + 10.0 * found.spacing_m;
        assert!((north / found.spacing_m - 5759.5).abs() < 1e-6);
    }

    #[test]
    fn an_unknown_projection_is_noted_by_name_and_its_scale_is_used() {
        let found =
            placed("MAP_PROJECTION_TYPE = SINUSOIDAL\nMAP_SCALE = 0.075 <KM/PIXEL>").unwrap();
        assert_eq!(found.spacing_m, 75.0);
        assert!(found.notes[0].contains("SINUSOIDAL"), "{:?}", found.notes);
        assert_eq!(found.georeference.crs.projection, Projection::Other("SINUSOIDAL".into()));
    }

    #[test]
    fn a_pole_s_stereographic_is_understood_and_an_oblique_one_is_not() {
        let polar = "MAP_PROJECTION_TYPE = \"POLAR STEREOGRAPHIC\"\nMAP_SCALE = 20 <M/PIXEL>\n\
            A_AXIS_RADIUS = 1737.4\nCENTER_LATITUDE = -90";
        let found = placed(polar).unwrap();
        let crs = found.georeference.crs;
        assert!(matches!(crs.projection, Projection::PolarStereographic { north: false, .. }));
        assert!(found.notes.is_empty());
        let oblique = polar.replace("-90", "-80").replace("POLAR ", "");
        assert!(placed(&oblique).unwrap().notes[0].contains("STEREOGRAPHIC"));
    }

    #[test]
    fn nonsense_is_refused_with_its_key() {
        let refusal = |map: &str| placed(map).err().unwrap().to_string();
        assert!(refusal("MAP_SCALE = -1 <M/PIX>").contains("MAP_SCALE = -1"));
        assert!(refusal("MAP_SCALE = 1 <FURLONG>").contains("furlong"));
        assert!(refusal("MAP_SCALE = big").contains("\"big\" is not a number"));
        assert!(refusal("A_AXIS_RADIUS = 3396").contains("spacing_m"));
        let turned = "MAP_PROJECTION_TYPE = EQUIRECTANGULAR\nMAP_SCALE = 1 <M/PIX>\n\
            MAP_PROJECTION_ROTATION = 90";
        assert!(refusal(turned).contains("rotated"));
    }
}
