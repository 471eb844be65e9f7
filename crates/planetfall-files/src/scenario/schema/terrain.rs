//! Keys of `[terrain]`: where the run takes place.

use super::{NON_NEGATIVE, POSITIVE, SLOPE};
use crate::format::declare::{
    Key, OPTIONAL, OptionalKey, REQUIRED, Spec, Tables, declare, default,
};
use crate::format::schema::{Kind, List, Range};

/// `interpolation: Key<InterpolationChoice>`
const INTERPOLATION: Spec = default::text("facets").doc("The surface between posts.");

declare! {
    /// The ground before anything came; rocks can lie on any kind.
    pub(crate) table TerrainKeys("terrain", kind: TerrainCases = REQUIRED) {
        /// Rocks placed by hand.
        rock: Tables<RockKeys> = default::EMPTY,
        /// Side of the square about the site's origin in which the ground is this terrain; beyond it the ground is a
        /// sphere about the planet's centre. Needs gravity of a planet. Without it a terrain goes on as its kind does.
        extent_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// With `extent_m`: height of that sphere over the site's origin.
        beyond_height_m: Key<f64> = default::number(0.0),
    }

    /// Keys of `level`.
    pub(crate) group LevelTerrainKeys {
        /// Its height.
        height_m: Key<f64> = default::number(0.0),
    }

    /// Keys of `incline`.
    pub(crate) group InclineTerrainKeys {
        /// Angle against the horizontal.
        slope_deg: Key<f64> = REQUIRED.of(SLOPE),
        /// Direction of the fall, clockwise from north; 90 is east.
        downhill_heading_deg: Key<f64> = default::number(90.0),
    }

    /// Keys of `strips`.
    pub(crate) group StripsTerrainKeys {
        /// The inclines.
        strip: Tables<StripKeys> = REQUIRED,
    }

    /// Keys of `step`.
    pub(crate) group StepTerrainKeys {
        /// Height of the upper level above the lower one.
        rise_m: Key<f64> = REQUIRED.of(POSITIVE),
        /// Height of the lower level.
        lower_height_m: Key<f64> = default::number(0.0),
        /// Direction from lower to upper level, clockwise from north.
        uphill_heading_deg: Key<f64> = default::number(90.0),
        /// Distance of the wall from the origin along that heading.
        edge_m: Key<f64> = default::number(0.0),
    }

    /// Keys of `pit`.
    pub(crate) group PitTerrainKeys {
        /// Size, east and north.
        size_m: Key<[f64; 2]> = REQUIRED.of(Kind::List(List::exactly(2, &POSITIVE))),
        /// Depth of the floor below the level around it.
        depth_m: Key<f64> = REQUIRED.of(POSITIVE),
        /// Middle of the pit, east and north.
        position_m: Key<[f64; 2]> = default::numbers(&[0.0, 0.0]),
        /// Height of the floor.
        floor_height_m: Key<f64> = default::number(0.0),
    }

    /// Which ground.
    pub(crate) cases TerrainCases {
        /// A level plane.
        Level(LevelTerrainKeys) = "level",
        /// A plane through the origin that falls one way.
        Incline(InclineTerrainKeys) = "incline",
        /// Inclines side by side, all falling east through the line x = 0, z = 0.
        Strips(StripsTerrainKeys) = "strips",
        /// Two levels with a wall between them.
        Step(StepTerrainKeys) = "step",
        /// A level with a rectangular pit of vertical walls along the site's axes.
        Pit(PitTerrainKeys) = "pit",
        /// An elevation map from a file: GeoTIFF, PDS3 image, PNG with a scale, or ESRI ASCII grid
        /// (docs/terrain-files.md).
        Dem(DemKeys) = "dem",
        /// A surface of triangles from an STL or OBJ file, overhangs and walls included
        /// (docs/terrain-files.md#triangle-meshes).
        Mesh(MeshKeys) = "mesh",
        /// Ground by recipe; the same seed gives the same ground.
        Generated(GeneratedKeys) = "generated",
    }

    /// Keys of `mesh`.
    pub(crate) group MeshKeys {
        /// Path, relative to the scenario file.
        file: Key<String> = REQUIRED,
        /// Length of one unit of the file: 0.001 for millimetres.
        metres_per_unit: Key<f64> = default::number(1.0).of(POSITIVE),
        /// Which axis of the file points up.
        up_axis: Key<UpAxisChoice> = default::text("z"),
        /// Direction in which the file's north lies on the site, clockwise from north.
        heading_deg: Key<f64> = default::number(0.0),
        /// Where the file's origin lies on the site: east, north, up.
        offset_m: Key<[f64; 3]> = default::numbers(&[0.0, 0.0, 0.0]),
        /// Height of a level floor under and beside the mesh. Without it there is no ground beside the
        /// triangles, as beside a map.
        floor_height_m: OptionalKey<f64> = OPTIONAL,
    }

    /// Which axis of the file points up.
    pub(crate) choice UpAxisChoice {
        /// x east, y north, z up.
        Z = "z",
        /// x east, y up, z south.
        Y = "y",
    }

    /// The surface between posts.
    pub(crate) choice InterpolationChoice {
        /// Two flat triangles per cell.
        Facets = "facets",
        /// A smooth surface through the posts.
        Bilinear = "bilinear",
    }

    /// Keys of `dem`.
    pub(crate) group DemKeys {
        /// Path, relative to the scenario file.
        file: Key<String> = REQUIRED,
        /// Distance between posts where the file says none.
        spacing_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Height of one count of a PNG, which needs it and `spacing_m`.
        height_per_count_m: OptionalKey<f64> = OPTIONAL,
        /// Height of the count 0 of a PNG; 0 if left out.
        height_at_zero_m: OptionalKey<f64> = OPTIONAL,
        /// The stored number that means "no data" in a file that does not declare one.
        no_data_value: OptionalKey<f64> = OPTIONAL,
        /// Side of the square that is used; only this part of the file is read, so set it for a large
        /// file.
        window_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Middle of that square, m east and north of the map's south-west post; default the site.
        window_centre_m: OptionalKey<[f64; 2]> = OPTIONAL,
        /// Distance between posts after resampling.
        resample_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Where the site's origin lies in the map, m east and north of its south-west post; default
        /// its middle.
        site_m: OptionalKey<[f64; 2]> = OPTIONAL,
        /// Where z = 0 lies.
        zero_height: Key<ZeroHeightChoice> = default::text("site"),
        /// Radius of the datum sphere, which falls away from the tangent frame; default the file's.
        planet_radius_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// What lies beyond the map.
        outside: Key<OutsideChoice> = default::text("error"),
        interpolation: Key<InterpolationChoice> = INTERPOLATION,
    }

    /// Where z = 0 lies.
    pub(crate) choice ZeroHeightChoice {
        /// Heights count from the ground at the site's origin.
        Site = "site",
        /// Heights count from the map's datum.
        Datum = "datum",
    }

    /// What lies beyond the map.
    pub(crate) choice OutsideChoice {
        /// The run ends where the map does.
        Error = "error",
        /// Beyond the map lies the datum sphere.
        Datum = "datum",
    }

    /// Keys of `generated`.
    pub(crate) group GeneratedKeys {
        /// Side of the square map around the origin.
        size_m: Key<f64> = REQUIRED.of(POSITIVE),
        /// Distance between posts.
        spacing_m: Key<f64> = REQUIRED.of(POSITIVE),
        /// Tilt of the whole map.
        slope_deg: Key<f64> = default::number(0.0).of(SLOPE),
        /// Direction of the tilt's fall, clockwise from north.
        downhill_heading_deg: Key<f64> = default::number(90.0),
        /// Fractal roughness.
        roughness: Option<RoughnessKeys> = OPTIONAL,
        /// Craters by a size-frequency law.
        craters: Option<CratersKeys> = OPTIONAL,
        /// Rocks by a size-frequency law.
        rocks: Option<RocksKeys> = OPTIONAL,
        /// Long waves of the ground.
        undulation: Tables<UndulationKeys> = default::EMPTY,
        interpolation: Key<InterpolationChoice> = INTERPOLATION,
    }

    /// One incline between two northings.
    pub(crate) table StripKeys("strip") {
        /// Southern edge.
        y_min_m: Key<f64> = REQUIRED,
        /// Northern edge.
        y_max_m: Key<f64> = REQUIRED,
        /// Angle against the horizontal.
        slope_deg: Key<f64> = REQUIRED.of(SLOPE),
    }

    /// Self-affine roughness.
    pub(crate) table RoughnessKeys("roughness") {
        /// Hurst exponent: 0 is noise, 1 is smooth.
        hurst: Key<f64> = default::number(0.7).of(Kind::Number(Range::above(0.0).below(1.0))),
        /// Root mean square of the height difference over the baseline.
        deviation_m: Key<f64> = REQUIRED.of(NON_NEGATIVE),
        /// The baseline.
        baseline_m: Key<f64> = default::number(1.0).of(POSITIVE),
    }

    /// Craters: number per area of at least a diameter D is density · (D/1 m)^−exponent.
    pub(crate) table CratersKeys("craters") {
        /// Number per area of craters of 1 m and more; the default is the Moon's.
        density_per_m2: Key<f64> = default::number(0.029_174).of(NON_NEGATIVE),
        /// Steepness of the law.
        exponent: Key<f64> = default::number(1.92).of(Kind::Number(Range::above(0.0))),
        /// Smallest rim diameter.
        diameter_min_m: Key<f64> = REQUIRED.of(POSITIVE),
        /// Largest rim diameter.
        diameter_max_m: Key<f64> = REQUIRED.of(POSITIVE),
        /// Topographic diffusion since the surface is there; 0 leaves all craters fresh.
        diffusion_age_m2: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
    }

    /// Rocks strewn by a size-frequency law.
    pub(crate) table RocksKeys("rocks", law: RockLawCases = default::text("mars")) {
        /// Smallest diameter.
        diameter_min_m: Key<f64> = REQUIRED.of(POSITIVE),
        /// Largest diameter.
        diameter_max_m: Key<f64> = REQUIRED.of(POSITIVE),
        /// Their shape.
        shape: Key<RocksShapeChoice> = default::text("hemisphere"),
        /// Height over diameter of ellipsoids and boxes.
        height_to_diameter: Key<f64> =
            default::number(0.5).of(Kind::Number(Range::above(0.0).up_to(2.0))),
    }

    /// Keys of `mars`.
    pub(crate) group MarsRocksKeys {
        /// Fraction of the ground covered by rocks of all sizes.
        cover: Key<f64> = REQUIRED.of(Kind::Number(Range::above(0.0).below(1.0))),
    }

    /// Which law.
    pub(crate) cases RockLawCases {
        /// Golombek and Rapp 1997: covered area k exp(−q D), q = 1.79 + 0.152/k.
        Mars(MarsRocksKeys) = "mars",
        /// Rocks between craters of the Moon: 0.0003 (D/1 m)^−2.482 per m².
        Moon = "moon",
    }

    /// Their shape.
    pub(crate) choice RocksShapeChoice {
        /// Half as high as across.
        Hemisphere = "hemisphere",
        /// Half-buried ellipsoids of random heading.
        Ellipsoid = "ellipsoid",
        /// Square blocks of random heading.
        Box = "box",
    }

    /// A long wave of the ground.
    pub(crate) table UndulationKeys("undulation") {
        /// Half the height between trough and crest.
        amplitude_m: Key<f64> = REQUIRED.of(NON_NEGATIVE),
        /// Distance from crest to crest.
        wavelength_m: Key<f64> = REQUIRED.of(POSITIVE),
        /// Direction across the crests, clockwise from north.
        heading_deg: Key<f64> = default::number(90.0),
        /// 0 puts a crest at the origin.
        phase_deg: Key<f64> = default::number(0.0),
    }

    /// A rock on the ground.
    pub(crate) table RockKeys("rock", shape: RockShapeCases = REQUIRED) {
        /// East and north.
        position_m: Key<[f64; 2]> = REQUIRED,
        /// Direction of its length, clockwise from north.
        heading_deg: Key<f64> = default::number(0.0),
        /// How deep it is buried.
        sunk_m: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
    }

    /// Keys of `hemisphere`.
    pub(crate) group HemisphereRockKeys {
        /// Radius.
        radius_m: Key<f64> = REQUIRED.of(POSITIVE),
    }

    /// Keys of `box`.
    pub(crate) group BoxRockKeys {
        /// Along the heading.
        length_m: Key<f64> = REQUIRED.of(POSITIVE),
        /// Across the heading.
        width_m: Key<f64> = REQUIRED.of(POSITIVE),
        /// Above the ground.
        height_m: Key<f64> = REQUIRED.of(POSITIVE),
    }

    /// Keys of `ellipsoid`.
    pub(crate) group EllipsoidRockKeys {
        /// Along the heading, across it, vertical.
        semi_axes_m: Key<[f64; 3]> = REQUIRED.of(Kind::List(List::exactly(3, &POSITIVE))),
    }

    /// Its shape.
    pub(crate) cases RockShapeCases {
        /// A sphere whose centre lies on the ground.
        Hemisphere(HemisphereRockKeys) = "hemisphere",
        /// A block that stands on the ground.
        Box(BoxRockKeys) = "box",
        /// An ellipsoid that lies on the ground.
        Ellipsoid(EllipsoidRockKeys) = "ellipsoid",
    }
}
