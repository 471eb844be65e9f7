//! A picture of a map, lit by the sun.
//!
//! Each pixel is as bright as a white matt plane of the ground's slope: n·s, with n the normal and s
//! the direction to the sun (Lambert's law). The picture is an indexed PNG: greys for the ground, a
//! blue that no shade can be taken for where there is no data, and an orange scale bar at the lower
//! left.

use super::error::{DemError, Problem};
use super::inspect::facet_gradients;
use super::map::ElevationMap;
use planetfall::math::real;
use std::path::Path;

/// Palette entry of a pixel without data.
pub const NO_DATA: u8 = 255;
/// Palette entry of the scale bar.
pub const SCALE_BAR: u8 = 254;
/// Palette entry of the scale bar's edge.
const BAR_EDGE: u8 = 0;
/// Palette entry of the brightest slope; the two after it are the scale bar and missing data.
const BRIGHTEST: f64 = 253.0;
/// Colour of missing data. Chosen: no shade of grey.
const NO_DATA_RGB: [u8; 3] = [30, 60, 140];
/// Colour of the scale bar. Chosen: no shade of grey.
const SCALE_BAR_RGB: [u8; 3] = [255, 150, 0];

/// Light and size of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lighting {
    /// Where the sun stands, degrees from north over east.
    pub sun_azimuth_deg: f64,
    /// How high it stands, degrees above the horizon.
    pub sun_elevation_deg: f64,
    /// Heights are multiplied by this before lighting.
    pub exaggeration: f64,
    /// The picture is no wider and no higher than this many pixels.
    pub max_pixels: u32,
    /// Whether to draw a scale bar.
    pub scale_bar: bool,
}

impl Default for Lighting {
    fn default() -> Self {
        Self {
            sun_azimuth_deg: 315.0,
            sun_elevation_deg: 45.0,
            exaggeration: 1.0,
            max_pixels: 1600,
            scale_bar: true,
        }
    }
}

/// A lit picture; pixels row by row from the north-west.
#[derive(Clone, Debug, PartialEq)]
pub struct Hillshade {
    /// Pixels in a row.
    pub width: u32,
    /// Rows of pixels.
    pub height: u32,
    /// Palette entries: 0 to 253 greys, [`SCALE_BAR`], [`NO_DATA`].
    pub pixels: Vec<u8>,
    /// Side of a pixel on the ground, m.
    pub pixel_m: f64,
    /// Length of the scale bar, m; `None` if there is none.
    pub scale_bar_m: Option<f64>,
}

/// Lights a map. A pixel is one cell, or more where the picture would become too large.
pub fn render(map: &ElevationMap, lighting: &Lighting) -> Result<Hillshade, DemError> {
    check(lighting).map_err(|problem| map.problem(problem))?;
    let most = f64::from(lighting.max_pixels);
    let finest = map.spacing_east_m().max(map.spacing_north_m());
    let pixel_m = finest.max(map.width_m() / most).max(map.depth_m() / most);
    let pixels_of = |length: f64| (length / pixel_m + 1e-9).floor().max(1.0) as u32;
    let (width, height) = (pixels_of(map.width_m()), pixels_of(map.depth_m()));
    let sun = sun_direction(lighting);
    let mut pixels = Vec::with_capacity(width as usize * height as usize);
    for y in (0..height).rev() {
        for x in 0..width {
            pixels.push(shade(map, [x, y], pixel_m, sun, lighting.exaggeration));
        }
    }
    let mut picture = Hillshade { width, height, pixels, pixel_m, scale_bar_m: None };
    if lighting.scale_bar {
        picture.draw_scale_bar();
    }
    Ok(picture)
}

impl Hillshade {
    /// The picture as the bytes of a PNG file.
    pub fn to_png(&self) -> Result<Vec<u8>, png::EncodingError> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(palette());
        encoder.add_text_chunk("Pixel side [m]".into(), self.pixel_m.to_string())?;
        if let Some(length) = self.scale_bar_m {
            encoder.add_text_chunk("Scale bar [m]".into(), length.to_string())?;
        }
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.pixels)?;
        writer.finish()?;
        Ok(bytes)
    }

    /// Writes the picture to a PNG file.
    pub fn write_png(&self, path: impl AsRef<Path>) -> std::io::Result<()> {
        std::fs::write(path, self.to_png().map_err(std::io::Error::other)?)
    }

    /// A bar of 1, 2 or 5 times a power of ten metres, at most a third of the picture.
    fn draw_scale_bar(&mut self) {
        let Some(length_m) = bar_length_m(f64::from(self.width) * self.pixel_m / 3.0) else {
            return;
        };
        let length = (length_m / self.pixel_m).round() as u32;
        let thickness = (self.height / 80).max(2);
        let margin = (self.width.min(self.height) / 40).max(2);
        if length < 4 || length + 2 * margin > self.width || thickness + 2 * margin > self.height {
            return;
        }
        let top = self.height - margin - thickness;
        self.fill([margin - 1, top - 1], [length + 2, thickness + 2], BAR_EDGE);
        self.fill([margin, top], [length, thickness], SCALE_BAR);
        self.scale_bar_m = Some(length_m);
    }

    fn fill(&mut self, corner: [u32; 2], size: [u32; 2], entry: u8) {
        let width = self.width as usize;
        for row in self.pixels.chunks_mut(width).skip(corner[1] as usize).take(size[1] as usize) {
            for pixel in row.iter_mut().skip(corner[0] as usize).take(size[0] as usize) {
                *pixel = entry;
            }
        }
    }
}

fn check(lighting: &Lighting) -> Result<(), Problem> {
    let numbers = [
        ("exaggeration", lighting.exaggeration),
        ("max_pixels", f64::from(lighting.max_pixels)),
        ("sun_elevation_deg", lighting.sun_elevation_deg),
    ];
    let wrong = numbers.into_iter().find(|(_, value)| !(value.is_finite() && *value > 0.0));
    match wrong {
        Some((name, value)) => Err(Problem::not_positive(name, value)),
        None if !lighting.sun_azimuth_deg.is_finite() => {
            Err(Problem::not_finite("sun_azimuth_deg", lighting.sun_azimuth_deg))
        }
        None => Ok(()),
    }
}

/// Unit vector to the sun: east, north, up.
fn sun_direction(lighting: &Lighting) -> [f64; 3] {
    let azimuth = lighting.sun_azimuth_deg.to_radians();
    let elevation = lighting.sun_elevation_deg.to_radians();
    let level = real::cos(elevation);
    [level * real::sin(azimuth), level * real::cos(azimuth), real::sin(elevation)]
}

/// Palette entry of the pixel that lies x-th from the west and y-th from the south.
fn shade(
    map: &ElevationMap,
    [x, y]: [u32; 2],
    pixel_m: f64,
    sun: [f64; 3],
    exaggeration: f64,
) -> u8 {
    let (west, east) = posts(x, pixel_m / map.spacing_east_m(), map.columns());
    let (south, north) = posts(y, pixel_m / map.spacing_north_m(), map.rows());
    let corners = [(south, west), (south, east), (north, west), (north, east)]
        .map(|(row, column)| exaggeration * map.raw(row, column));
    let spacing = [
        (east - west) as f64 * map.spacing_east_m(),
        (north - south) as f64 * map.spacing_north_m(),
    ];
    let [lower, upper] = facet_gradients(corners, spacing);
    let (a, b) = (0.5 * (lower[0] + upper[0]), 0.5 * (lower[1] + upper[1]));
    if a.is_nan() || b.is_nan() {
        return NO_DATA;
    }
    let light = (sun[2] - a * sun[0] - b * sun[1]) / (1.0 + a * a + b * b).sqrt();
    (BRIGHTEST * light.clamp(0.0, 1.0)).round() as u8
}

/// The posts nearest to the two edges of a pixel, at least one apart.
fn posts(pixel: u32, step: f64, count: usize) -> (usize, usize) {
    let last = count - 1;
    let first = ((f64::from(pixel) * step).round() as usize).min(last - 1);
    let next = ((f64::from(pixel + 1) * step).round() as usize).clamp(first + 1, last);
    (first, next)
}

fn bar_length_m(most_m: f64) -> Option<f64> {
    (-3..8)
        .rev()
        .flat_map(|power| [5.0, 2.0, 1.0].map(|digit| digit * 10f64.powi(power)))
        .find(|length| *length <= most_m)
}

fn palette() -> Vec<u8> {
    let greys = (0..=253u8).flat_map(|grey| {
        let level = (f64::from(grey) / BRIGHTEST * 255.0).round() as u8;
        [level; 3]
    });
    greys.chain(SCALE_BAR_RGB).chain(NO_DATA_RGB).collect()
}
