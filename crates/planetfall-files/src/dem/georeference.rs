//! Where on which body a map lies.
//!
//! A projection stretches the ground. In the equidistant cylindrical projection, in which most
//! planetary maps come, x = R cos(φ₁) (λ − λ₀) and y = R (φ − φ₀): metres to the north are true, but
//! a metre to the east on the map is cos φ / cos φ₁ metres of ground at latitude φ (Snyder, *Map
//! Projections: A Working Manual*, USGS Professional Paper 1395, 1987, eqs 12-1 to 12-4). The polar
//! stereographic on a sphere stretches both ways alike by k = 2 k₀ / (1 + sin|φ|) (ibid., eq. 21-4
//! with φ₁ = ±90°). [`Georeference::ground_scale`] gives the ground metres per map metre; the
//! spacing of a map is what the file says and is not corrected by it.

use super::tangent::datum_drop_m;
use planetfall::math::real;

/// Place of a map and the coordinate system it is given in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Georeference {
    /// Projected place of the centre of the south-west post, east then north, m. For a map in
    /// degrees: longitude and latitude times the metres per degree at the middle of the map.
    pub south_west_m: [f64; 2],
    /// Metres per degree of longitude and of latitude at the middle, for a map in degrees.
    pub metres_per_degree: Option<[f64; 2]>,
    /// Coordinate system, as far as the file gives it.
    pub crs: Crs,
    /// The same as a GeoTIFF itself says it, so that another file can say it too.
    pub keys: Option<GeoKeys>,
}

/// The coordinate system of a GeoTIFF in its own words.
#[derive(Clone, Debug, PartialEq)]
pub struct GeoKeys {
    pub(super) directory: Vec<u16>,
    pub(super) doubles: Vec<f64>,
    pub(super) text: String,
    /// Units of its coordinates per metre, east and north.
    pub(super) units_per_m: [f64; 2],
    /// Whether a post is where the coordinates of its pixel say, or in the pixel's middle.
    pub(super) pixel_is_point: bool,
}

/// Where the site frame of a run lies on the map that its ground came from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SitePlace {
    /// The site's origin in the map's coordinates, east and north, m.
    pub origin_m: [f64; 2],
    /// Height over the map's datum of the site frame's zero, m.
    pub zero_m: f64,
    /// Radius of the datum, m; none where it is flat.
    pub radius_m: Option<f64>,
    /// The map's coordinate system.
    pub keys: Option<GeoKeys>,
}

impl SitePlace {
    /// Height over the map's datum of a point of the site frame.
    pub fn height_m(&self, x_m: f64, y_m: f64, z_m: f64) -> f64 {
        let drop = |radius| datum_drop_m(x_m * x_m + y_m * y_m, radius).unwrap_or(f64::NAN);
        z_m + self.zero_m + self.radius_m.map_or(0.0, drop)
    }
}

impl GeoKeys {
    /// Metres east and north of a place that nobody gives.
    pub(super) fn local() -> Self {
        let text = "Planetfall site frame, metres east and north|".to_owned();
        let citation = text.len() as u16;
        // Model: projected. Raster: pixel is point. Units: metre. The rest is defined by nobody.
        let directory = vec![
            1, 1, 0, 5, 1024, 0, 1, 1, 1025, 0, 1, 2, 1026, 34737, citation, 0, 3072, 0, 1, 32767,
            3076, 0, 1, 9001,
        ];
        let doubles = Vec::new();
        Self { directory, doubles, text, units_per_m: [1.0; 2], pixel_is_point: true }
    }
}

/// Coordinate reference system, as far as the file gives it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Crs {
    /// The file's own name for it.
    pub name: Option<String>,
    /// How the body's surface becomes a plane.
    pub projection: Projection,
    /// Equatorial radius of the body, m.
    pub equatorial_radius_m: Option<f64>,
    /// Polar radius of the body, m; equal to the equatorial one on a sphere.
    pub polar_radius_m: Option<f64>,
}

/// How the body's surface becomes a plane.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Projection {
    /// The file does not say.
    #[default]
    Unknown,
    /// None: the map is in degrees of longitude and latitude.
    Geographic,
    /// Equidistant cylindrical.
    Equirectangular {
        /// Latitude at which metres to the east are true.
        standard_parallel_deg: f64,
        /// Latitude at which y is the false northing.
        origin_latitude_deg: f64,
        /// False northing, m.
        false_northing_m: f64,
    },
    /// Polar stereographic.
    PolarStereographic {
        /// Whether the north pole is the centre.
        north: bool,
        /// Scale at the pole.
        scale_at_pole: f64,
        /// False easting and northing, m.
        false_origin_m: [f64; 2],
    },
    /// Another one, by its name or number in the file.
    Other(String),
}

/// Ground metres per map metre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundScale {
    /// To the east.
    pub east: f64,
    /// To the north.
    pub north: f64,
}

impl Crs {
    /// Whether the body is said to be a sphere.
    pub fn is_sphere(&self) -> bool {
        self.equatorial_radius_m.is_some() && self.equatorial_radius_m == self.polar_radius_m
    }

    /// Metres of ground per degree of longitude and of latitude, by the ellipsoid's radii of
    /// curvature (Snyder 1987, eqs 4-20 and 4-18).
    pub(crate) fn metres_per_degree(&self, latitude_deg: f64) -> Option<[f64; 2]> {
        let a = self.equatorial_radius_m?;
        let b = self.polar_radius_m.unwrap_or(a);
        let latitude = latitude_deg.to_radians();
        let (sin, cos) = (real::sin(latitude), real::cos(latitude));
        let flattening = 1.0 - (b / a) * (b / a);
        let w = (1.0 - flattening * sin * sin).sqrt();
        let meridian = a * (1.0 - flattening) / (w * w * w);
        Some([(a / w * cos).to_radians(), meridian.to_radians()])
    }
}

impl Georeference {
    /// Longitude and latitude of the centre of the south-west post, for a map in degrees.
    pub fn south_west_deg(&self) -> Option<[f64; 2]> {
        let [east, north] = self.metres_per_degree?;
        Some([self.south_west_m[0] / east, self.south_west_m[1] / north])
    }

    /// Ground metres per map metre at a projected place, where the projection is one that is
    /// understood and the body a sphere; the module's text has the formulas.
    pub fn ground_scale(&self, east_m: f64, north_m: f64) -> Option<GroundScale> {
        let radius = self.crs.equatorial_radius_m.filter(|_| self.crs.is_sphere())?;
        match self.crs.projection {
            Projection::Geographic => Some(GroundScale { east: 1.0, north: 1.0 }),
            Projection::Equirectangular {
                standard_parallel_deg,
                origin_latitude_deg,
                false_northing_m,
            } => {
                let latitude =
                    origin_latitude_deg.to_radians() + (north_m - false_northing_m) / radius;
                let true_at = real::cos(standard_parallel_deg.to_radians());
                Some(GroundScale { east: real::cos(latitude) / true_at, north: 1.0 })
            }
            Projection::PolarStereographic { scale_at_pole, false_origin_m, .. } => {
                let [dx, dy] = [east_m - false_origin_m[0], north_m - false_origin_m[1]];
                let half = (dx * dx + dy * dy) / (2.0 * radius * scale_at_pole).powi(2);
                let scale = 1.0 / (scale_at_pole * (1.0 + half));
                Some(GroundScale { east: scale, north: scale })
            }
            Projection::Unknown | Projection::Other(_) => None,
        }
    }
}

impl std::fmt::Display for Projection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unknown => write!(f, "not given"),
            Self::Geographic => write!(f, "none (degrees)"),
            Self::Equirectangular { standard_parallel_deg, .. } => {
                write!(f, "equidistant cylindrical, true at latitude {standard_parallel_deg}°")
            }
            Self::PolarStereographic { north, .. } => {
                write!(f, "polar stereographic, {} pole", if *north { "north" } else { "south" })
            }
            Self::Other(name) => write!(f, "{name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_a_sphere(projection: Projection) -> Georeference {
        let radius = Some(1_737_400.0);
        let crs =
            Crs { projection, equatorial_radius_m: radius, polar_radius_m: radius, name: None };
        Georeference { crs, ..Georeference::default() }
    }

    #[test]
    fn the_equidistant_cylindrical_is_true_at_its_standard_parallel() {
        let map = on_a_sphere(Projection::Equirectangular {
            standard_parallel_deg: 60.0,
            origin_latitude_deg: 0.0,
            false_northing_m: 0.0,
        });
        let at_60 = map.ground_scale(0.0, 1_737_400.0 * 60f64.to_radians()).unwrap();
        assert!((at_60.east - 1.0).abs() < 1e-12);
        let equator = map.ground_scale(0.0, 0.0).unwrap();
        assert!((equator.east - 2.0).abs() < 1e-12);
    }

    #[test]
    fn the_polar_stereographic_is_true_at_the_pole_and_doubles_lengths_at_the_equator() {
        let map = on_a_sphere(Projection::PolarStereographic {
            north: true,
            scale_at_pole: 1.0,
            false_origin_m: [0.0, 0.0],
        });
        assert_eq!(map.ground_scale(0.0, 0.0), Some(GroundScale { east: 1.0, north: 1.0 }));
        let equator = map.ground_scale(2.0 * 1_737_400.0, 0.0).unwrap();
        assert!((equator.east - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_quarter_of_an_ellipsoid_s_meridian_adds_up_from_its_degrees() {
        let mars = Crs {
            equatorial_radius_m: Some(3_396_190.0),
            polar_radius_m: Some(3_376_200.0),
            ..Crs::default()
        };
        let sum: f64 = (0..90)
            .map(|degree| mars.metres_per_degree(f64::from(degree) + 0.5).map_or(0.0, |m| m[1]))
            .sum();
        // Ramanujan's circumference of the meridian ellipse.
        let (a, b) = (3_396_190.0_f64, 3_376_200.0_f64);
        let h = ((a - b) / (a + b)).powi(2);
        let round =
            std::f64::consts::PI * (a + b) * (1.0 + 3.0 * h / (10.0 + (4.0 - 3.0 * h).sqrt()));
        assert!((sum - 0.25 * round).abs() < 1.0, "{sum} is not {}", 0.25 * round);
    }
}
