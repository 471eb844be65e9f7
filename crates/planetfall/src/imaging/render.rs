//! From rays to levels and depths.

use super::body::Bodies;
use super::light;
use super::soil::Surface;
use crate::ground::scm::Executor;
use crate::terrain::trace::{Ray, Span};
use crate::vehicle::sensor::{Camera, Colours, Draws};
use crate::world::World;
use nalgebra::{Matrix3, Vector2, Vector3};
use std::sync::{Mutex, PoisonError};

/// Levels of grey or of colours, row by row from the top left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
    /// Levels of a pixel.
    pub colours: Colours,
    /// 0 to 255.
    pub levels: Vec<u8>,
}

/// All that a picture is made of but the eye.
pub(super) struct Canvas<'a> {
    pub(super) world: &'a World,
    /// Towards the sun.
    pub(super) sun: &'a Vector3<f64>,
    pub(super) camera: &'a Camera,
    pub(super) ground: &'a Surface<'a>,
    pub(super) bodies: &'a Bodies<'a>,
    pub(super) noise: Draws,
}

/// An eye of the camera.
pub(super) struct View {
    pub(super) number: usize,
    pub(super) eye: Vector3<f64>,
    /// Site from optical axes.
    pub(super) axes: Matrix3<f64>,
}

/// What is at the end of a ray.
struct Seen {
    distance: f64,
    at: Vector3<f64>,
    normal: Vector3<f64>,
    albedo: [f64; 3],
}

/// Rows that one job paints. Chosen: some hundred jobs for a picture, so that threads end together.
const ROWS_PER_JOB: usize = 8;
/// How far a shadow is looked for, m. Chosen: farther than any map.
const SHADOW_REACH: f64 = 1e5;

#[derive(Default)]
struct ImageBand {
    levels: Vec<u8>,
    depths: Vec<f32>,
}

impl Canvas<'_> {
    /// The picture of an eye, and the depths of the first one, if the camera gives them.
    pub(super) fn paint(
        &self,
        view: &View,
        executor: &dyn Executor,
    ) -> (Option<Picture>, Option<Vec<f32>>) {
        let (width, height) = self.camera.lens.size();
        let rows = height as usize;
        let bands: Vec<Mutex<ImageBand>> =
            (0..rows.div_ceil(ROWS_PER_JOB)).map(|_| Mutex::new(ImageBand::default())).collect();
        executor.run(bands.len(), &|number| {
            if let Some(band) = bands.get(number) {
                let painted =
                    self.band(view, number * ROWS_PER_JOB..rows.min((number + 1) * ROWS_PER_JOB));
                *band.lock().unwrap_or_else(PoisonError::into_inner) = painted;
            }
        });
        let (mut levels, mut depths) = (Vec::new(), Vec::new());
        for band in bands {
            let band = band.into_inner().unwrap_or_else(PoisonError::into_inner);
            levels.extend(band.levels);
            depths.extend(band.depths);
        }
        let picture = self.camera.picture.map(|colours| Picture { width, height, colours, levels });
        (picture, self.measures(view).then_some(depths))
    }

    /// Whether the depths of an eye are asked for.
    fn measures(&self, view: &View) -> bool {
        self.camera.depth && view.number == 0
    }

    fn band(&self, view: &View, rows: std::ops::Range<usize>) -> ImageBand {
        let width = self.camera.lens.size().0 as usize;
        let mut band = ImageBand::default();
        for row in rows {
            for column in 0..width {
                let pixel = Vector2::new(column as f64, row as f64);
                let number = (row * width + column) as u64;
                let seen = self.look(view, &pixel);
                if let Some(colours) = self.camera.picture {
                    self.level(view, colours, number, seen.as_ref(), &mut band.levels);
                }
                if self.measures(view) {
                    band.depths.push(self.depth(number, seen.as_ref()));
                }
            }
        }
        band
    }

    /// What a pixel sees; none is the sky. Distances are depths, since the direction is one long along the axis.
    fn look(&self, view: &View, pixel: &Vector2<f64>) -> Option<Seen> {
        let direction = view.axes * self.camera.lens.direction(pixel)?;
        let ray = Ray { origin: view.eye, direction };
        let length = direction.norm();
        let span = Span { from: 0.0, to: self.camera.reach / length };
        let ground = self.ground.meet(&ray, span);
        let to = ground.map_or(span.to, |hit| hit.distance);
        if let Some((distance, normal, albedo)) = self.bodies.meet(&ray, Span { to, ..span }) {
            return Some(Seen { distance, at: ray.at(distance), normal, albedo });
        }
        let hit = ground?;
        let at = ray.at(hit.distance);
        let size = hit.distance * length / self.camera.lens.focal();
        let albedo = light::albedo(&at, hit.facet, size);
        Some(Seen { distance: hit.distance, at, normal: hit.normal, albedo })
    }

    /// Brightness of what is seen, red, green and blue.
    fn light(&self, seen: Option<&Seen>) -> [f64; 3] {
        let (sky, sun) = (self.world.sky_share(), self.sun);
        let Some(seen) = seen else { return [sky; 3] };
        let faces = if sun.z > 0.0 { seen.normal.dot(sun) } else { 0.0 };
        let direct = if faces > 0.0 && self.is_lit(seen) { (1.0 - sky) * faces } else { 0.0 };
        let all = direct + sky * 0.5 * (1.0 + seen.normal.z);
        seen.albedo.map(|part| part * all)
    }

    /// Whether nothing stands between a place and the sun.
    fn is_lit(&self, seen: &Seen) -> bool {
        // A hair off the surface, or it would shade itself by rounding.
        let deviation = 1e-6 * (1.0 + 1e-2 * seen.distance);
        let ray = Ray { origin: seen.at + seen.normal * deviation, direction: *self.sun };
        let span = Span { from: 0.0, to: SHADOW_REACH };
        self.bodies.meet(&ray, span).is_none() && self.ground.meet(&ray, span).is_none()
    }

    fn level(
        &self,
        view: &View,
        colours: Colours,
        number: u64,
        seen: Option<&Seen>,
        levels: &mut Vec<u8>,
    ) {
        let light = self.light(seen);
        let first = self.camera.first_level(view.number) + number * colours.channels() as u64;
        let mut add = |light: f64, place: u64| {
            levels.push(self.camera.response.level(light, place, self.noise));
        };
        match colours {
            Colours::Grey => add(light::grey(light), first),
            Colours::Rgb => {
                for (place, part) in (first..).zip(light) {
                    add(part, place);
                }
            }
        }
    }

    fn depth(&self, number: u64, seen: Option<&Seen>) -> f32 {
        let place = self.camera.first_depth() + number;
        let error = || self.noise.number(place, self.camera.depth_sigma);
        seen.map_or(0.0, |seen| (seen.distance + error()).max(0.0) as f32)
    }
}
