//! Keys of `[[sensor]]` of kind `camera`.

use super::schema::{BIAS, NOISE, NON_NEGATIVE, POSITIVE};
use crate::format::declare::{Key, OPTIONAL, OptionalKey, declare, default};
use crate::format::schema::{Kind, Range};
use planetfall::vehicle::sensor::MOST_SIDE;

/// Sides of a picture, pixels.
const SIDE: Kind = Kind::Integer { min: 1, max: MOST_SIDE as i64 };

declare! {
    /// Keys of `camera`.
    pub(crate) group CameraKeys {
        /// Link that carries it; default the vehicle's root.
        link: OptionalKey<String> = OPTIONAL,
        /// Where it sits, in the link's axes.
        position_m: Key<[f64; 3]> = BIAS,
        /// Rotations that turn the link's axes into the sensor's: about z, then the new y, then the
        /// new x. A positive pitch looks down.
        yaw_pitch_roll_deg: Key<[f64; 3]> = BIAS,
        /// Pixels from left to right.
        width_px: Key<i64> = default::integer(640).of(SIDE),
        /// Pixels from top to bottom.
        height_px: Key<i64> = default::integer(480).of(SIDE),
        /// Angle from the left to the right edge, without distortion; default 60.
        horizontal_view_deg: OptionalKey<f64> =
            OPTIONAL.of(Kind::Number(Range::above(0.0).below(180.0))),
        /// The focal length, in place of the angle.
        focal_length_px: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Where the optical axis meets the picture, from the middle of the first pixel; default the
        /// middle.
        principal_point_px: OptionalKey<[f64; 2]> = OPTIONAL,
        /// k1, k2, k3 of Brown's model.
        radial_distortion: Key<[f64; 3]> = default::numbers(&[0.0, 0.0, 0.0]),
        /// p1, p2 of Brown's model.
        tangential_distortion: Key<[f64; 2]> = default::numbers(&[0.0, 0.0]),
        /// A second eye so far to the right of the first makes it a stereo camera.
        baseline_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Whether it takes pictures.
        picture: Key<bool> = default::flag(true),
        /// Red, green and blue rather than grey.
        colour: Key<bool> = default::flag(false),
        /// Whether it measures metres along the optical axis of its (left) eye.
        depth: Key<bool> = default::flag(false),
        /// Farther things are not seen.
        max_range_m: Key<f64> = default::number(1000.0).of(POSITIVE),
        /// Exposure: 1 makes a white surface that faces the sun just white.
        gain: Key<f64> = default::number(1.0).of(POSITIVE),
        /// A level is 255 (gain · light)^(1/gamma); 1 for a linear sensor.
        gamma: Key<f64> = default::number(2.2).of(POSITIVE),
        /// Standard deviation of a level.
        noise_levels: Key<f64> = NOISE,
        /// Standard deviation of a depth.
        depth_noise_m: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
    }
}
