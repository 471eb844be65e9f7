//! `[[sensor]]` of kind `camera`.

use super::super::{Report, naming};
use super::mounting;
use crate::format::Node;
use planetfall::time::Time;
use planetfall::vehicle::Vehicle;
use planetfall::vehicle::sensor::{Camera, Colours, Distortion, Lens, LensError, Response};

/// Pixels that a camera may take in a run: some tens of gigabytes on disk, some hours of rays.
const MOST_PIXELS: f64 = 2e10;

/// The camera that a table describes.
pub(super) fn camera(
    root: &Node,
    node: &Node,
    owner: &Vehicle,
    period: Time,
    report: &mut Report<'_>,
) -> Option<Camera> {
    let link = naming::link(node, "link", owner, report)?;
    let pictures = node.flag("picture");
    let depth = node.flag("depth");
    if !pictures && !depth {
        report.error(
            node.place_of("picture"),
            "a camera with neither picture nor depth sees nothing",
        );
        return None;
    }
    let colours = if node.flag("colour") { Colours::Rgb } else { Colours::Grey };
    let camera = Camera {
        link,
        mounting: mounting(node),
        lens: lens(node, report)?,
        baseline: node.optional_number("baseline_m"),
        picture: pictures.then_some(colours),
        depth,
        response: Response {
            gain: node.number("gain"),
            gamma: node.number("gamma"),
            sigma: node.number("noise_levels"),
        },
        depth_sigma: node.number("depth_noise_m"),
        reach: node.number("max_range_m"),
    };
    let samples = root.number("duration_s") / period.seconds() + 1.0;
    let pixels = samples.floor() * (camera.lens.pixels() * camera.eyes()) as f64;
    if pixels > MOST_PIXELS {
        let message = format!(
            "`{}` would take {samples:.0} pictures, {pixels:.1e} pixels in all, more than {MOST_PIXELS:.0e}",
            node.text("name")
        );
        report.help(node.place_of("period_s"), message, "lengthen `period_s` or take fewer pixels");
        return None;
    }
    Some(camera)
}

fn lens(node: &Node, report: &mut Report<'_>) -> Option<Lens> {
    let [width, height] =
        ["width_px", "height_px"].map(|key| node.integer(key).unsigned_abs() as u32);
    let view = node.optional_number("horizontal_view_deg");
    let given = node.optional_number("focal_length_px");
    if view.is_some() && given.is_some() {
        let message = "`focal_length_px` and `horizontal_view_deg` say the same; give one of them";
        report.error(node.place_of("focal_length_px"), message);
        return None;
    }
    let distortion = Distortion {
        radial: node.vector("radial_distortion"),
        tangential: node.vector("tangential_distortion"),
    };
    let focal = match given {
        Some(focal) => Ok(focal),
        None => Lens::focal_of(width, view.unwrap_or(USUAL_VIEW_DEG).to_radians()),
    };
    let centre = node.optional_vector("principal_point_px");
    let made = focal.and_then(|focal| Lens::new((width, height), focal, centre, distortion));
    let told = |error: LensError| {
        let (key, help) = match error {
            LensError::Folds { .. } => (
                "radial_distortion",
                "take weaker distortion, a narrower view, or one more coefficient that turns it back",
            ),
            LensError::View(_) => {
                ("horizontal_view_deg", "a pinhole sees less than half of all around")
            }
            _ => ("width_px", "see docs/sensors.md"),
        };
        report.help(node.place_of(key), error.to_string(), help);
    };
    made.map_err(told).ok()
}

/// The view of a camera of which nothing is said.
const USUAL_VIEW_DEG: f64 = 60.0;
