//! Keys of `[terrain]`: where the run takes place.

use super::{NON_NEGATIVE, PAIR, POSITIVE, SLOPE};
use crate::format::schema::{Case, Choice, Field, Kind, List, Literal, Range, Table, Tag};

pub(super) static TERRAIN: Table = Table::tagged(
    "terrain",
    "The ground before anything came; rocks can lie on any kind.",
    Tag::kind("Which ground.", TERRAINS),
    &[Field::default("rock", Kind::Tables(&ROCK), Literal::Empty, "Rocks placed by hand.")],
);

const TERRAINS: &[Case] = &[
    Case {
        value: "level",
        doc: "A level plane.",
        fields: &[Field::default("height_m", Kind::NUMBER, Literal::Number(0.0), "Its height.")],
    },
    Case {
        value: "incline",
        doc: "A plane through the origin that falls one way.",
        fields: &[
            Field::required("slope_deg", SLOPE, "Angle against the horizontal."),
            Field::default(
                "downhill_heading_deg",
                Kind::NUMBER,
                Literal::Number(90.0),
                "Direction of the fall, clockwise from north; 90 is east.",
            ),
        ],
    },
    Case {
        value: "strips",
        doc: "Inclines side by side, all falling east through the line x = 0, z = 0.",
        fields: &[Field::required("strip", Kind::Tables(&STRIP), "The inclines.")],
    },
    Case {
        value: "step",
        doc: "Two levels with a wall between them.",
        fields: &[
            Field::required("rise_m", POSITIVE, "Height of the upper level above the lower one."),
            Field::default(
                "lower_height_m",
                Kind::NUMBER,
                Literal::Number(0.0),
                "Height of the lower level.",
            ),
            Field::default(
                "uphill_heading_deg",
                Kind::NUMBER,
                Literal::Number(90.0),
                "Direction from lower to upper level, clockwise from north.",
            ),
            Field::default(
                "edge_m",
                Kind::NUMBER,
                Literal::Number(0.0),
                "Distance of the wall from the origin along that heading.",
            ),
        ],
    },
    Case {
        value: "pit",
        doc: "A level with a rectangular pit of vertical walls along the site's axes.",
        fields: &[
            Field::required(
                "size_m",
                Kind::List(List::exactly(2, &POSITIVE)),
                "Size, east and north.",
            ),
            Field::required("depth_m", POSITIVE, "Depth of the floor below the level around it."),
            Field::default(
                "position_m",
                PAIR,
                Literal::Numbers(&[0.0, 0.0]),
                "Middle of the pit, east and north.",
            ),
            Field::default(
                "floor_height_m",
                Kind::NUMBER,
                Literal::Number(0.0),
                "Height of the floor.",
            ),
        ],
    },
    Case {
        value: "dem",
        doc: "An elevation map from a file: GeoTIFF, PDS3 image, PNG with a scale, or ESRI ASCII \
              grid (docs/terrain-files.md).",
        fields: DEM,
    },
    Case {
        value: "mesh",
        doc: "A surface of triangles from an STL or OBJ file, overhangs and walls included \
              (docs/terrain-files.md#triangle-meshes).",
        fields: MESH,
    },
    Case {
        value: "generated",
        doc: "Ground by recipe; the same seed gives the same ground.",
        fields: GENERATED,
    },
];

const MESH: &[Field] = &[
    Field::required("file", Kind::Text, "Path, relative to the scenario file."),
    Field::default(
        "metres_per_unit",
        POSITIVE,
        Literal::Number(1.0),
        "Length of one unit of the file: 0.001 for millimetres.",
    ),
    Field::default(
        "up_axis",
        Kind::Choice(&[
            Choice { value: "z", doc: "x east, y north, z up." },
            Choice { value: "y", doc: "x east, y up, z south." },
        ]),
        Literal::Text("z"),
        "Which axis of the file points up.",
    ),
    Field::default(
        "heading_deg",
        Kind::NUMBER,
        Literal::Number(0.0),
        "Direction in which the file's north lies on the site, clockwise from north.",
    ),
    Field::default(
        "offset_m",
        Kind::List(List::exactly(3, &Kind::NUMBER)),
        Literal::Numbers(&[0.0, 0.0, 0.0]),
        "Where the file's origin lies on the site: east, north, up.",
    ),
    Field::optional(
        "floor_height_m",
        Kind::NUMBER,
        "Height of a level floor under and beside the mesh. Without it there is no ground beside the \
         triangles, as beside a map.",
    ),
];

const INTERPOLATION: Field = Field::default(
    "interpolation",
    Kind::Choice(&[
        Choice { value: "facets", doc: "Two flat triangles per cell." },
        Choice { value: "bilinear", doc: "A smooth surface through the posts." },
    ]),
    Literal::Text("facets"),
    "The surface between posts.",
);

const DEM: &[Field] = &[
    Field::required("file", Kind::Text, "Path, relative to the scenario file."),
    Field::optional("spacing_m", POSITIVE, "Distance between posts where the file says none."),
    Field::optional(
        "height_per_count_m",
        Kind::NUMBER,
        "Height of one count of a PNG, which needs it and `spacing_m`.",
    ),
    Field::optional(
        "height_at_zero_m",
        Kind::NUMBER,
        "Height of the count 0 of a PNG; 0 if left out.",
    ),
    Field::optional(
        "no_data_value",
        Kind::NUMBER,
        "The stored number that means \"no data\" in a file that does not declare one.",
    ),
    Field::optional(
        "window_m",
        POSITIVE,
        "Side of the square that is used; only this part of the file is read, so set it for a \
         large file.",
    ),
    Field::optional(
        "window_centre_m",
        PAIR,
        "Middle of that square, m east and north of the map's south-west post; default the site.",
    ),
    Field::optional("resample_m", POSITIVE, "Distance between posts after resampling."),
    Field::optional(
        "site_m",
        PAIR,
        "Where the site's origin lies in the map, m east and north of its south-west post; \
         default its middle.",
    ),
    Field::default(
        "zero_height",
        Kind::Choice(&[
            Choice { value: "site", doc: "Heights count from the ground at the site's origin." },
            Choice { value: "datum", doc: "Heights count from the map's datum." },
        ]),
        Literal::Text("site"),
        "Where z = 0 lies.",
    ),
    Field::optional(
        "planet_radius_m",
        POSITIVE,
        "Radius of the datum sphere, which falls away from the tangent frame; default the file's.",
    ),
    Field::default(
        "outside",
        Kind::Choice(&[
            Choice { value: "error", doc: "The run ends where the map does." },
            Choice { value: "datum", doc: "Beyond the map lies the datum sphere." },
        ]),
        Literal::Text("error"),
        "What lies beyond the map.",
    ),
    INTERPOLATION,
];

const GENERATED: &[Field] = &[
    Field::required("size_m", POSITIVE, "Side of the square map around the origin."),
    Field::required("spacing_m", POSITIVE, "Distance between posts."),
    Field::default("slope_deg", SLOPE, Literal::Number(0.0), "Tilt of the whole map."),
    Field::default(
        "downhill_heading_deg",
        Kind::NUMBER,
        Literal::Number(90.0),
        "Direction of the tilt's fall, clockwise from north.",
    ),
    Field::optional("roughness", Kind::Table(&ROUGHNESS), "Fractal roughness."),
    Field::optional("craters", Kind::Table(&CRATERS), "Craters by a size-frequency law."),
    Field::optional("rocks", Kind::Table(&ROCKS), "Rocks by a size-frequency law."),
    Field::default(
        "undulation",
        Kind::Tables(&UNDULATION),
        Literal::Empty,
        "Long waves of the ground.",
    ),
    INTERPOLATION,
];

static STRIP: Table = Table::new(
    "strip",
    "One incline between two northings.",
    &[
        Field::required("y_min_m", Kind::NUMBER, "Southern edge."),
        Field::required("y_max_m", Kind::NUMBER, "Northern edge."),
        Field::required("slope_deg", SLOPE, "Angle against the horizontal."),
    ],
);

static ROUGHNESS: Table = Table::new(
    "roughness",
    "Self-affine roughness.",
    &[
        Field::default(
            "hurst",
            Kind::Number(Range::above(0.0).below(1.0)),
            Literal::Number(0.7),
            "Hurst exponent: 0 is noise, 1 is smooth.",
        ),
        Field::required(
            "deviation_m",
            NON_NEGATIVE,
            "Root mean square of the height difference over the baseline.",
        ),
        Field::default("baseline_m", POSITIVE, Literal::Number(1.0), "The baseline."),
    ],
);

static CRATERS: Table = Table::new(
    "craters",
    "Craters: number per area of at least a diameter D is density · (D/1 m)^−exponent.",
    &[
        Field::default(
            "density_per_m2",
            NON_NEGATIVE,
            Literal::Number(0.029_174),
            "Number per area of craters of 1 m and more; the default is the Moon's.",
        ),
        Field::default(
            "exponent",
            Kind::Number(Range::above(0.0)),
            Literal::Number(1.92),
            "Steepness of the law.",
        ),
        Field::required("diameter_min_m", POSITIVE, "Smallest rim diameter."),
        Field::required("diameter_max_m", POSITIVE, "Largest rim diameter."),
        Field::default(
            "diffusion_age_m2",
            NON_NEGATIVE,
            Literal::Number(0.0),
            "Topographic diffusion since the surface is there; 0 leaves all craters fresh.",
        ),
    ],
);

static ROCKS: Table = Table::tagged(
    "rocks",
    "Rocks strewn by a size-frequency law.",
    Tag {
        key: "law",
        doc: "Which law.",
        default: Some("mars"),
        cases: &[
            Case {
                value: "mars",
                doc: "Golombek and Rapp 1997: covered area k exp(−q D), q = 1.79 + 0.152/k.",
                fields: &[Field::required(
                    "cover",
                    Kind::Number(Range::above(0.0).below(1.0)),
                    "Fraction of the ground covered by rocks of all sizes.",
                )],
            },
            Case {
                value: "moon",
                doc: "Rocks between craters of the Moon: 0.0003 (D/1 m)^−2.482 per m².",
                fields: &[],
            },
        ],
    },
    &[
        Field::required("diameter_min_m", POSITIVE, "Smallest diameter."),
        Field::required("diameter_max_m", POSITIVE, "Largest diameter."),
        Field::default(
            "shape",
            Kind::Choice(&[
                Choice { value: "hemisphere", doc: "Half as high as across." },
                Choice { value: "ellipsoid", doc: "Half-buried ellipsoids of random heading." },
                Choice { value: "box", doc: "Square blocks of random heading." },
            ]),
            Literal::Text("hemisphere"),
            "Their shape.",
        ),
        Field::default(
            "height_to_diameter",
            Kind::Number(Range::above(0.0).up_to(2.0)),
            Literal::Number(0.5),
            "Height over diameter of ellipsoids and boxes.",
        ),
    ],
);

static UNDULATION: Table = Table::new(
    "undulation",
    "A long wave of the ground.",
    &[
        Field::required("amplitude_m", NON_NEGATIVE, "Half the height between trough and crest."),
        Field::required("wavelength_m", POSITIVE, "Distance from crest to crest."),
        Field::default(
            "heading_deg",
            Kind::NUMBER,
            Literal::Number(90.0),
            "Direction across the crests, clockwise from north.",
        ),
        Field::default(
            "phase_deg",
            Kind::NUMBER,
            Literal::Number(0.0),
            "0 puts a crest at the origin.",
        ),
    ],
);

static ROCK: Table = Table::tagged(
    "rock",
    "A rock on the ground.",
    Tag {
        key: "shape",
        doc: "Its shape.",
        default: None,
        cases: &[
            Case {
                value: "hemisphere",
                doc: "A sphere whose centre lies on the ground.",
                fields: &[Field::required("radius_m", POSITIVE, "Radius.")],
            },
            Case {
                value: "box",
                doc: "A block that stands on the ground.",
                fields: &[
                    Field::required("length_m", POSITIVE, "Along the heading."),
                    Field::required("width_m", POSITIVE, "Across the heading."),
                    Field::required("height_m", POSITIVE, "Above the ground."),
                ],
            },
            Case {
                value: "ellipsoid",
                doc: "An ellipsoid that lies on the ground.",
                fields: &[Field::required(
                    "semi_axes_m",
                    Kind::List(List::exactly(3, &POSITIVE)),
                    "Along the heading, across it, vertical.",
                )],
            },
        ],
    },
    &[
        Field::required("position_m", PAIR, "East and north."),
        Field::default(
            "heading_deg",
            Kind::NUMBER,
            Literal::Number(0.0),
            "Direction of its length, clockwise from north.",
        ),
        Field::default("sunk_m", NON_NEGATIVE, Literal::Number(0.0), "How deep it is buried."),
    ],
);
