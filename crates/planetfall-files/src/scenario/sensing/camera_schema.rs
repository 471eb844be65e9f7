//! Keys of `[[sensor]]` of kind `camera`.

use super::schema::{NON_NEGATIVE, POSITION_ON_LINK, POSITIVE, TURNED_ON_LINK, noise};
use crate::format::schema::{Case, Field, Kind, List, Literal, Range};
use planetfall::vehicle::sensor::MOST_SIDE;

const SIDE: Kind = Kind::Integer { min: 1, max: MOST_SIDE as i64 };
const TWO: Kind = Kind::List(List::exactly(2, &Kind::NUMBER));

pub(super) const CAMERA: Case = Case {
    value: "camera",
    doc: "Pictures, of one eye or two, and depth; files in the run's folder `images/NAME`. Without a turn \
          it looks along the link's x, with z up.",
    fields: &[
        Field::optional("link", Kind::Text, "Link that carries it; default the vehicle's root."),
        POSITION_ON_LINK,
        TURNED_ON_LINK,
        Field::default("width_px", SIDE, Literal::Integer(640), "Pixels from left to right."),
        Field::default("height_px", SIDE, Literal::Integer(480), "Pixels from top to bottom."),
        Field::optional(
            "horizontal_view_deg",
            Kind::Number(Range::above(0.0).below(180.0)),
            "Angle from the left to the right edge, without distortion; default 60.",
        ),
        Field::optional("focal_length_px", POSITIVE, "The focal length, in place of the angle."),
        Field::optional(
            "principal_point_px",
            TWO,
            "Where the optical axis meets the picture, from the middle of the first pixel; default the middle.",
        ),
        Field::default(
            "radial_distortion",
            Kind::VECTOR,
            Literal::Numbers(&[0.0, 0.0, 0.0]),
            "k1, k2, k3 of Brown's model.",
        ),
        Field::default(
            "tangential_distortion",
            TWO,
            Literal::Numbers(&[0.0, 0.0]),
            "p1, p2 of Brown's model.",
        ),
        Field::optional(
            "baseline_m",
            POSITIVE,
            "A second eye so far to the right of the first makes it a stereo camera.",
        ),
        Field::default("picture", Kind::Bool, Literal::Bool(true), "Whether it takes pictures."),
        Field::default(
            "colour",
            Kind::Bool,
            Literal::Bool(false),
            "Red, green and blue rather than grey.",
        ),
        Field::default(
            "depth",
            Kind::Bool,
            Literal::Bool(false),
            "Whether it measures metres along the optical axis of its (left) eye.",
        ),
        Field::default(
            "max_range_m",
            POSITIVE,
            Literal::Number(1000.0),
            "Farther things are not seen.",
        ),
        Field::default(
            "gain",
            POSITIVE,
            Literal::Number(1.0),
            "Exposure: 1 makes a white surface that faces the sun just white.",
        ),
        Field::default(
            "gamma",
            POSITIVE,
            Literal::Number(2.2),
            "A level is 255 (gain · light)^(1/gamma); 1 for a linear sensor.",
        ),
        noise("noise_levels", "Standard deviation of a level."),
        Field::default(
            "depth_noise_m",
            NON_NEGATIVE,
            Literal::Number(0.0),
            "Standard deviation of a depth.",
        ),
    ],
};
