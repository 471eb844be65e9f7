//! `[[sensor]]` of kind `camera`.

use super::super::schema::ScenarioKeys;
use super::super::{Report, naming};
use super::camera_schema::CameraKeys;
use super::mounting;
use super::schema::SensorKeys;
use planetfall::time::Time;
use planetfall::vehicle::Vehicle;
use planetfall::vehicle::sensor::{Camera, Colours, Distortion, Lens, LensError, Response};

/// Pixels that a camera may take in a run: some tens of gigabytes on disk, some hours of rays.
const MOST_PIXELS: f64 = 2e10;

/// The camera that a table describes.
pub(super) fn camera(
    (root, sensor): (&ScenarioKeys, &SensorKeys),
    keys: &CameraKeys,
    owner: &Vehicle,
    period: Time,
    report: &mut Report<'_>,
) -> Option<Camera> {
    let link = naming::link(&keys.link, owner, report)?;
    let pictures = keys.picture.value();
    let depth = keys.depth.value();
    if !pictures && !depth {
        report.error(keys.picture.place(), "a camera with neither picture nor depth sees nothing");
        return None;
    }
    let colours = if keys.colour.value() { Colours::Rgb } else { Colours::Grey };
    let camera = Camera {
        link,
        mounting: mounting(Some(&keys.position_m), &keys.yaw_pitch_roll_deg),
        lens: lens(keys, report)?,
        baseline: keys.baseline_m.given(),
        picture: pictures.then_some(colours),
        depth,
        response: Response {
            gain: keys.gain.value(),
            gamma: keys.gamma.value(),
            sigma: keys.noise_levels.value(),
        },
        depth_sigma: keys.depth_noise_m.value(),
        reach: keys.max_range_m.value(),
    };
    let samples = root.duration_s.value() / period.seconds() + 1.0;
    let pixels = samples.floor() * (camera.lens.pixels() * camera.eyes()) as f64;
    if pixels > MOST_PIXELS {
        let message = format!(
            "`{}` would take {samples:.0} pictures, {pixels:.1e} pixels in all, more than {MOST_PIXELS:.0e}",
            sensor.name.value()
        );
        report.help(sensor.period_s.place(), message, "lengthen `period_s` or take fewer pixels");
        return None;
    }
    Some(camera)
}

fn lens(keys: &CameraKeys, report: &mut Report<'_>) -> Option<Lens> {
    let [width, height] =
        [&keys.width_px, &keys.height_px].map(|key| key.value().unsigned_abs() as u32);
    let view = keys.horizontal_view_deg.given();
    let given = keys.focal_length_px.given();
    if view.is_some() && given.is_some() {
        let message = "`focal_length_px` and `horizontal_view_deg` say the same; give one of them";
        report.error(keys.focal_length_px.place(), message);
        return None;
    }
    let distortion = Distortion {
        radial: keys.radial_distortion.value(),
        tangential: keys.tangential_distortion.value(),
    };
    let focal = match given {
        Some(focal) => Ok(focal),
        None => Lens::focal_of(width, view.unwrap_or(USUAL_VIEW_DEG).to_radians()),
    };
    let centre = keys.principal_point_px.given();
    let made = focal.and_then(|focal| Lens::new((width, height), focal, centre, distortion));
    let complain = |error: LensError| {
        let (place, help) = match error {
            LensError::Folds { .. } => (
                keys.radial_distortion.place(),
                "take weaker distortion, a narrower view, or one more coefficient that turns it back",
            ),
            LensError::View(_) => {
                (keys.horizontal_view_deg.place(), "a pinhole sees less than half of all around")
            }
            LensError::Size { .. } | LensError::Focal(_) | LensError::NotFinite => {
                (keys.width_px.place(), "see docs/sensors.md")
            }
        };
        report.help(place, error.to_string(), help);
    };
    made.map_err(complain).ok()
}

/// The view of a camera of which nothing is said.
const USUAL_VIEW_DEG: f64 = 60.0;
