//! The wheel of a rig, from its keys.

use super::{Bed, Extent};
use nalgebra::Vector3;
use planetfall::ground::scm::RasterShape;
use planetfall::rig::{RigError, WheelRig, shouldered};
use planetfall::shape::Grousers;
use planetfall_files::rig::schema::RigWheelKeys;

/// A wheel under a load.
#[derive(Clone, Debug)]
pub struct Wheel {
    /// m
    pub radius: f64,
    /// m
    pub width: f64,
    /// N
    pub load: f64,
    shape: RasterShape,
    /// What it is, in words.
    pub words: String,
    /// The same without its load.
    pub build: String,
}

impl Wheel {
    /// A smooth cylinder.
    ///
    /// # Errors
    /// If there can be none of these measures.
    pub fn smooth(radius: f64, width: f64, load: f64) -> Result<Self, RigError> {
        let shape = RasterShape::wheel(Vector3::zeros(), Vector3::y(), radius, width, None)?;
        let build = format!("a smooth wheel of radius {radius} m and width {width} m");
        Ok(Self::built(radius, width, load, shape, build))
    }

    fn built(radius: f64, width: f64, load: f64, shape: RasterShape, build: String) -> Self {
        let words = format!("{build} under {load} N");
        Self { radius, width, load, shape, words, build }
    }

    /// The same wheel under another load, N.
    #[must_use]
    pub fn under(&self, load: f64) -> Self {
        let Self { radius, width, shape, build, .. } = self.clone();
        Self::built(radius, width, load, shape, build)
    }

    pub(super) fn described(keys: &RigWheelKeys) -> Result<Self, RigError> {
        let plain = Self::smooth(keys.radius_m.value(), keys.width_m.value(), keys.load_n.value())?;
        let Self { radius, width, load, .. } = plain;
        let measures = format!("radius {radius} m and width {width} m");
        if let Some(shoulder) = keys.shoulder_m.given() {
            let shape = shouldered(radius, width, shoulder)?;
            let build = format!("a wheel of {measures} with edges rounded by {shoulder} m");
            return Ok(Self::built(radius, width, load, shape, build));
        }
        let Some(count) = keys.grouser_count.given() else { return Ok(plain) };
        let grousers = Grousers {
            count: u32::try_from(count).unwrap_or(u32::MAX),
            height: keys.grouser_height_m.value(),
            thickness: keys.grouser_thickness_m.value(),
        };
        let shape =
            RasterShape::wheel(Vector3::zeros(), Vector3::y(), radius, width, Some(grousers))?;
        let build = format!("a wheel of {measures} with {count} grousers of {} m", grousers.height);
        Ok(Self::built(radius, width, load, shape, build))
    }

    /// What so many drives of a distance (m) touch at slip angles of at most so many degrees.
    pub(super) fn extent(&self, bed: &Bed, drives: usize, distance: f64, angle_deg: f64) -> Extent {
        let Self { radius, width, .. } = *self;
        let across = width + 2.0 * radius * angle_deg.to_radians().sin().abs();
        let tracks = [drives as f64 * across, distance + 2.0 * radius];
        Extent { spacing: bed.spacing, print: [width, 2.0 * radius], tracks }
    }

    /// The wheel over a fresh bed.
    ///
    /// # Errors
    /// If the bed cannot be.
    pub fn over(&self, bed: &Bed) -> Result<WheelRig, RigError> {
        WheelRig::new(bed.build()?, self.shape.clone(), self.radius, self.load)
    }
}
