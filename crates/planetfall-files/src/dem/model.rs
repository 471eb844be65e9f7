//! From GeoTIFF's tags to the place of the posts.
//!
//! OGC GeoTIFF 1.1 (OGC 19-008r4): raster space has its origin at the upper left corner of the first
//! pixel when `GTRasterType` is "pixel is area" (a post is then the pixel's centre, half a pixel
//! further), and at the centre of the first pixel when it is "pixel is point". Tie point plus pixel
//! scale, or a 4 x 4 matrix, lead from raster space to the model's coordinates.

use super::Options;
use super::error::Problem;
use super::georeference::{Crs, GeoKeys, Georeference, Projection};
use geotiff_core::geokeys::{self, GeoKeyDirectory, GeoKeyValue};
use tiff_reader::{Ifd, TagValue};

/// Tag ModelPixelScale (GeoTIFF 1.1, as all numbers here).
const PIXEL_SCALE: u16 = 33550;
/// Tag ModelTiepoint.
const TIE_POINT: u16 = 33922;
/// Tag ModelTransformation.
const TRANSFORMATION: u16 = 34264;
/// Tag GeoKeyDirectory.
const KEY_DIRECTORY: u16 = 34735;
/// Tag GeoDoubleParams.
const KEY_DOUBLES: u16 = 34736;
/// Tag GeoAsciiParams.
const KEY_TEXTS: u16 = 34737;

/// Key GeogAngularUnitSize, rad.
const ANGULAR_UNIT_SIZE: u16 = 2055;
/// Key Ellipsoid, a code of EPSG.
const ELLIPSOID: u16 = 2056;
/// Key EllipsoidSemiMajorAxis.
const SEMI_MAJOR_AXIS: u16 = 2057;
/// Key EllipsoidSemiMinorAxis.
const SEMI_MINOR_AXIS: u16 = 2058;
/// Key EllipsoidInvFlattening.
const INVERSE_FLATTENING: u16 = 2059;
/// Key ProjLinearUnitSize, m.
const LINEAR_UNIT_SIZE: u16 = 3077;
/// Key ProjStdParallel1.
const STANDARD_PARALLEL_1: u16 = 3078;
/// Key ProjNatOriginLat.
const ORIGIN_LATITUDE: u16 = 3081;
/// Key ProjFalseEasting.
const FALSE_EASTING: u16 = 3082;
/// Key ProjFalseNorthing.
const FALSE_NORTHING: u16 = 3083;
/// Key ProjCenterLat.
const CENTRE_LATITUDE: u16 = 3089;
/// Key ProjScaleAtNatOrigin.
const SCALE_AT_ORIGIN: u16 = 3092;

/// Value of GTModelType: a map projection.
const MODEL_PROJECTED: u16 = 1;
/// Value of GTModelType: latitude and longitude.
const MODEL_GEOGRAPHIC: u16 = 2;
/// Value of GTRasterType: pixels are points.
const PIXEL_IS_POINT: u16 = 2;
/// Value of any key: what it means is given by others.
const USER_DEFINED: u16 = 32767;
/// EPSG's number of the metre.
const METRE: u16 = 9001;
/// Between the columns of a map in degrees no larger change of distance is accepted, as a share. Chosen.
const DEGREE_STRETCH: f64 = 0.05;

/// Place and order of the posts.
pub(super) struct TiffPlacement {
    pub(super) spacing_m: [f64; 2],
    pub(super) north_first: bool,
    pub(super) georeference: Georeference,
    /// Metres per unit of the vertical coordinate system.
    pub(super) vertical_unit_m: f64,
}

/// Reads the place of the posts, or takes the user's spacing where the file has none.
pub(super) fn placement(
    ifd: &Ifd,
    rows: usize,
    options: &Options,
) -> Result<TiffPlacement, Problem> {
    let keys = Keys::of(ifd);
    let vertical_unit_m = keys.unit_m(geokeys::VERTICAL_UNITS, None, "the vertical")?;
    let Some(axes) = Axes::of(ifd, &keys)? else {
        let spacing = options.spacing_m.ok_or(Problem::NoGeoreference { missing: missing(ifd) })?;
        let georeference = Georeference { crs: keys.crs()?, ..Georeference::default() };
        let spacing_m = [spacing, spacing];
        return Ok(TiffPlacement { spacing_m, north_first: true, georeference, vertical_unit_m });
    };
    let corner = axes.south_west(rows)?;
    let crs = keys.crs()?;
    let (spacing_m, mut georeference) = match keys.short(geokeys::GT_MODEL_TYPE) {
        Some(MODEL_GEOGRAPHIC) => {
            let degrees = keys.angle_deg()?;
            in_degrees(corner.scaled(degrees), rows, crs, options)?
        }
        Some(MODEL_PROJECTED) | None => in_metres(corner.scaled(keys.linear_m()?), crs),
        Some(other) => {
            let reason = format!("model type {other} is neither projected nor geographic");
            return Err(Problem::BadGeoreference { reason });
        }
    };
    agree(spacing_m, options)?;
    let units_per_m = [0, 1].map(|axis| axes.spacing()[axis] / spacing_m[axis]);
    georeference.keys = keys.rescaled(ifd, units_per_m);
    Ok(TiffPlacement { spacing_m, north_first: axes.dy < 0.0, georeference, vertical_unit_m })
}

fn missing(ifd: &Ifd) -> &'static str {
    match (ifd.tag(PIXEL_SCALE).is_some(), ifd.tag(TIE_POINT).is_some()) {
        (false, false) => "there is no tie point, pixel scale or transformation in it",
        (true, false) => "there is a pixel scale but no tie point in it",
        _ => "there are only ground control points in it, and no pixel scale",
    }
}

/// The user may repeat the file's spacing, but not contradict it.
pub(super) fn agree(spacing_m: [f64; 2], options: &Options) -> Result<(), Problem> {
    let [east_m, north_m] = spacing_m;
    match options.spacing_m {
        Some(option_m) if spacing_m.iter().any(|s| (s - option_m).abs() > 1e-3 * s.abs()) => {
            Err(Problem::SpacingDisagrees { east_m, north_m, option_m })
        }
        _ => Ok(()),
    }
}

/// The south-west post and the spacing, in the file's own units.
struct Corner {
    place: [f64; 2],
    spacing: [f64; 2],
}

impl Corner {
    fn scaled(self, unit: f64) -> Self {
        Self { place: self.place.map(|v| v * unit), spacing: self.spacing.map(|v| v * unit) }
    }
}

fn in_metres(corner: Corner, crs: Crs) -> ([f64; 2], Georeference) {
    let georeference = Georeference { south_west_m: corner.place, crs, ..Georeference::default() };
    (corner.spacing, georeference)
}

fn in_degrees(
    corner: Corner,
    rows: usize,
    mut crs: Crs,
    options: &Options,
) -> Result<([f64; 2], Georeference), Problem> {
    let south_deg = corner.place[1];
    let north_deg = south_deg + (rows - 1) as f64 * corner.spacing[1];
    if south_deg < -90.0 || north_deg > 90.0 {
        let reason = format!("its latitudes run from {south_deg} to {north_deg} degrees");
        return Err(Problem::BadGeoreference { reason });
    }
    crs.equatorial_radius_m = crs.equatorial_radius_m.or(options.body_radius_m);
    crs.polar_radius_m = crs.polar_radius_m.or(crs.equatorial_radius_m);
    let per_degree = |latitude| crs.metres_per_degree(latitude).ok_or(Problem::NoRadius);
    let middle = per_degree(0.5 * (south_deg + north_deg))?;
    let edges = [per_degree(south_deg)?[0], per_degree(north_deg)?[0]];
    let least = edges[0].min(edges[1]).min(middle[0]);
    let most = edges[0].max(edges[1]).max(middle[0]);
    let change = (most - least) / middle[0];
    if change.is_nan() || change > DEGREE_STRETCH {
        let change_percent = 100.0 * change;
        return Err(Problem::TooWideInDegrees { south_deg, north_deg, change_percent });
    }
    let georeference = Georeference {
        south_west_m: [corner.place[0] * middle[0], corner.place[1] * middle[1]],
        metres_per_degree: Some(middle),
        crs,
        keys: None,
    };
    Ok(([corner.spacing[0] * middle[0], corner.spacing[1] * middle[1]], georeference))
}

/// The first post and the steps from post to post, in the file's own units.
struct Axes {
    x: f64,
    y: f64,
    dx: f64,
    dy: f64,
}

impl Axes {
    fn of(ifd: &Ifd, keys: &Keys) -> Result<Option<Self>, Problem> {
        let point = keys.short(geokeys::GT_RASTER_TYPE) == Some(PIXEL_IS_POINT);
        let centre = if point { 0.0 } else { 0.5 };
        let axes = match (
            doubles(ifd, TRANSFORMATION),
            doubles(ifd, PIXEL_SCALE),
            doubles(ifd, TIE_POINT),
        ) {
            (matrix, _, _) if matrix.len() >= 16 => Self::from_matrix(&matrix, centre)?,
            (_, scale, tie) if scale.len() >= 2 && tie.len() >= 6 => {
                Self::from_tie_point(&scale, &tie, centre)
            }
            _ => return Ok(None),
        };
        Ok(axes.filter(|axes| axes.dx != 0.0 && axes.dy != 0.0))
    }

    fn from_matrix(matrix: &[f64], centre: f64) -> Result<Option<Self>, Problem> {
        let &[dx, shear_x, _, x, shear_y, dy, _, y, ..] = matrix else { return Ok(None) };
        let small = 1e-9 * (dx.abs() + dy.abs());
        if shear_x.abs() > small || shear_y.abs() > small {
            return Err(Problem::NotAligned { how: "rotated or sheared" });
        }
        Ok(Some(Self { x: x + centre * dx, y: y + centre * dy, dx, dy }))
    }

    fn from_tie_point(scale: &[f64], tie: &[f64], centre: f64) -> Option<Self> {
        let (&[dx, down, ..], &[i, j, _, x, y, ..]) = (scale, tie) else { return None };
        Some(Self { x: x + (centre - i) * dx, y: y - (centre - j) * down, dx, dy: -down })
    }

    /// Steps east and north, in the file's own units.
    fn spacing(&self) -> [f64; 2] {
        [self.dx, self.dy.abs()]
    }

    fn south_west(&self, rows: usize) -> Result<Corner, Problem> {
        let Self { x, y, dx, dy } = *self;
        if !(x.is_finite() && y.is_finite() && dx.is_finite() && dy.is_finite()) {
            let reason = format!("first post at ({x}, {y}), steps ({dx}, {dy})");
            return Err(Problem::BadGeoreference { reason });
        }
        if dx < 0.0 {
            return Err(Problem::NotAligned {
                how: "mirrored (its columns run from east to west)",
            });
        }
        let south = if dy < 0.0 { y + (rows - 1) as f64 * dy } else { y };
        Ok(Corner { place: [x, south], spacing: [dx, dy.abs()] })
    }
}

/// The GeoKeys of a file, empty where it has none.
struct Keys(Option<GeoKeyDirectory>);

impl Keys {
    fn of(ifd: &Ifd) -> Self {
        let directory = match ifd.tag(KEY_DIRECTORY).map(|tag| &tag.value) {
            Some(TagValue::Short(values)) => values.as_slice(),
            _ => &[],
        };
        let texts = match ifd.tag(KEY_TEXTS).map(|tag| &tag.value) {
            Some(TagValue::Ascii(text)) => text.as_str(),
            _ => "",
        };
        Self(GeoKeyDirectory::parse(directory, &doubles(ifd, KEY_DOUBLES), texts))
    }

    /// The keys as they stand in the file, with heights in metres.
    fn rescaled(&self, ifd: &Ifd, units_per_m: [f64; 2]) -> Option<GeoKeys> {
        self.0.as_ref()?;
        let Some(TagValue::Short(values)) = ifd.tag(KEY_DIRECTORY).map(|tag| &tag.value) else {
            return None;
        };
        let mut directory = values.clone();
        for entry in directory.chunks_exact_mut(4).skip(1) {
            if let [geokeys::VERTICAL_UNITS, 0, _, unit] = entry {
                *unit = METRE;
            }
        }
        let text = match ifd.tag(KEY_TEXTS).map(|tag| &tag.value) {
            Some(TagValue::Ascii(text)) => text.clone(),
            _ => String::new(),
        };
        let pixel_is_point = self.short(geokeys::GT_RASTER_TYPE) == Some(PIXEL_IS_POINT);
        let doubles = doubles(ifd, KEY_DOUBLES);
        Some(GeoKeys { directory, doubles, text, units_per_m, pixel_is_point })
    }

    fn short(&self, id: u16) -> Option<u16> {
        self.0.as_ref()?.get_short(id)
    }

    fn text(&self, id: u16) -> Option<String> {
        let text = self.0.as_ref()?.get_ascii(id)?.trim_end_matches(['|', '\0', ' ']);
        (!text.is_empty()).then(|| text.to_string())
    }

    fn number(&self, id: u16) -> Option<f64> {
        match &self.0.as_ref()?.get(id)?.value {
            GeoKeyValue::Double(values) => values.first().copied().filter(|v| v.is_finite()),
            _ => None,
        }
    }

    fn linear_m(&self) -> Result<f64, Problem> {
        self.unit_m(geokeys::PROJ_LINEAR_UNITS, Some(LINEAR_UNIT_SIZE), "the horizontal")
    }

    /// Metres per unit; EPSG's numbers of units of length.
    fn unit_m(&self, id: u16, size: Option<u16>, what: &'static str) -> Result<f64, Problem> {
        match self.short(id) {
            None | Some(9001) => Ok(1.0),
            Some(9002) => Ok(0.3048),
            Some(9003) => Ok(1200.0 / 3937.0),
            Some(9036) => Ok(1000.0),
            Some(code) => size
                .filter(|_| code == USER_DEFINED)
                .and_then(|size| self.number(size))
                .filter(|unit| *unit > 0.0)
                .ok_or(Problem::Unit { what, unit: format!("EPSG {code}") }),
        }
    }

    /// Degrees per unit of angle.
    fn angle_deg(&self) -> Result<f64, Problem> {
        match self.short(geokeys::GEOG_ANGULAR_UNITS) {
            None | Some(9102 | 9122) => Ok(1.0),
            Some(9101) => Ok(1f64.to_degrees()),
            Some(code) => self
                .number(ANGULAR_UNIT_SIZE)
                .filter(|unit| code == USER_DEFINED && *unit > 0.0)
                .map(f64::to_degrees)
                .ok_or(Problem::Unit { what: "the angular", unit: format!("EPSG {code}") }),
        }
    }

    fn crs(&self) -> Result<Crs, Problem> {
        let name = [geokeys::PROJ_CITATION, geokeys::GT_CITATION, geokeys::GEOG_CITATION];
        let [equatorial_radius_m, polar_radius_m] = self.radii_m();
        Ok(Crs {
            name: name.into_iter().find_map(|id| self.text(id)),
            projection: self.projection()?,
            equatorial_radius_m,
            polar_radius_m,
        })
    }

    fn radii_m(&self) -> [Option<f64>; 2] {
        let positive = |id| self.number(id).filter(|radius| *radius > 0.0);
        if let Some(a) = positive(SEMI_MAJOR_AXIS) {
            let flattened = || Some(a * (1.0 - 1.0 / positive(INVERSE_FLATTENING)?));
            return [Some(a), positive(SEMI_MINOR_AXIS).or_else(flattened).or(Some(a))];
        }
        match (self.short(ELLIPSOID), self.short(geokeys::GEOGRAPHIC_TYPE)) {
            (Some(7030), _) | (_, Some(4326)) => [Some(6_378_137.0), Some(6_356_752.314_245_179)],
            (Some(7019), _) | (_, Some(4269 | 4258)) => {
                [Some(6_378_137.0), Some(6_356_752.314_140_356)]
            }
            _ => [None, None],
        }
    }

    fn projection(&self) -> Result<Projection, Problem> {
        if self.short(geokeys::GT_MODEL_TYPE) == Some(MODEL_GEOGRAPHIC) {
            return Ok(Projection::Geographic);
        }
        let unit = self.linear_m()?;
        let number = |id| self.number(id).unwrap_or(0.0);
        let origin_latitude = self.number(CENTRE_LATITUDE).or(self.number(ORIGIN_LATITUDE));
        let (code, epsg) =
            (self.short(geokeys::PROJ_COORD_TRANS), self.short(geokeys::PROJECTED_CS_TYPE));
        Ok(match (code, epsg) {
            (Some(17), _) => Projection::Equirectangular {
                standard_parallel_deg: number(STANDARD_PARALLEL_1),
                origin_latitude_deg: origin_latitude.unwrap_or(0.0),
                false_northing_m: number(FALSE_NORTHING) * unit,
            },
            (Some(15), _) => self.polar_stereographic(number(ORIGIN_LATITUDE), unit),
            (Some(code), _) => Projection::Other(transformation_name(code)),
            (None, Some(epsg)) if epsg != USER_DEFINED => Projection::Other(format!("EPSG {epsg}")),
            _ => Projection::Unknown,
        })
    }

    /// The "origin latitude" of this projection is the latitude of true scale.
    fn polar_stereographic(&self, true_at_deg: f64, unit: f64) -> Projection {
        let sin = planetfall::math::real::sin(true_at_deg.abs().to_radians());
        let false_origin = [FALSE_EASTING, FALSE_NORTHING].map(|id| self.number(id).unwrap_or(0.0));
        Projection::PolarStereographic {
            north: true_at_deg > 0.0,
            scale_at_pole: self.number(SCALE_AT_ORIGIN).unwrap_or(1.0) * 0.5 * (1.0 + sin),
            false_origin_m: false_origin.map(|v| v * unit),
        }
    }
}

/// Names of the coordinate transformations in planetary use (GeoTIFF's code list).
fn transformation_name(code: u16) -> String {
    match code {
        1 => "transverse Mercator".into(),
        7 => "Mercator".into(),
        8 => "Lambert conformal conic, two parallels".into(),
        10 => "Lambert azimuthal equal area".into(),
        11 => "Albers equal area".into(),
        12 => "azimuthal equidistant".into(),
        14 => "stereographic".into(),
        16 => "oblique stereographic".into(),
        19 => "gnomonic".into(),
        21 => "orthographic".into(),
        24 => "sinusoidal".into(),
        other => format!("GeoTIFF coordinate transformation {other}"),
    }
}

fn doubles(ifd: &Ifd, tag: u16) -> Vec<f64> {
    match ifd.tag(tag).map(|tag| &tag.value) {
        Some(TagValue::Double(values)) => values.clone(),
        Some(TagValue::Float(values)) => values.iter().map(|v| f64::from(*v)).collect(),
        _ => Vec::new(),
    }
}
