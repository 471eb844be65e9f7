//! Every key of a scenario file, with its unit, range, default and meaning.

use super::comparison::COMPARE;
use super::driving::DRIVE;
use super::flight::FLIGHT;
use super::gauge::METRIC;
use super::ground_schema::GROUND;
use super::staging_schema as staging;
use super::torque::TORQUE;
use crate::format::schema::{
    Case, Choice, EXTENDS, Field, Kind, List, Literal, Range, SET, Table, Tag,
};

const POSITIVE: Kind = Kind::Number(Range::POSITIVE);
const NON_NEGATIVE: Kind = Kind::Number(Range::NON_NEGATIVE);
const SLOPE: Kind = Kind::Number(Range::at_least(0.0).below(90.0));
const PAIR: Kind = Kind::List(List::exactly(2, &Kind::NUMBER));
const COLUMNS: Kind = Kind::OneOrList(List::any(&Kind::Text));

/// A whole scenario file.
pub static SCENARIO: Table = Table::new(
    "scenario",
    "A run: what moves, on which ground, how it is stepped and what is expected of it.",
    &[
        EXTENDS,
        SET,
        Field::required("title", Kind::Text, "One line that says what the run shows."),
        Field::default("description", Kind::Text, Literal::Text(""), "More about it."),
        Field::default("seed", Kind::COUNT, Literal::Integer(1), "All randomness follows from it."),
        Field::required("duration_s", POSITIVE, "The run ends at this time at the latest."),
        Field::required("gravity", Kind::Table(&GRAVITY), "Gravity."),
        Field::required("terrain", Kind::Table(&TERRAIN), "The ground as found."),
        Field::required("ground", Kind::Table(&GROUND), "How the ground answers a marker."),
        Field::required(
            "vehicle",
            Kind::Tables(&VEHICLE),
            "What moves. The first vehicle's metrics and columns have no prefix.",
        ),
        staging::CABLES,
        staging::GUSTS,
        staging::FAULTS,
        Field::optional("flight", Kind::Table(&FLIGHT), "Flight software of a powered landing."),
        Field::default("stepping", Kind::Table(&STEPPING), Literal::Empty, "How time advances."),
        Field::default(
            "phase",
            Kind::Tables(&PHASE),
            Literal::Empty,
            "Phases, if the run has more than one; it starts in the first.",
        ),
        Field::default(
            "end",
            Kind::Tables(&END),
            Literal::Empty,
            "Conditions that end the run in any phase.",
        ),
        staging::OUTCOMES,
        Field::default("record", Kind::Table(&RECORD), Literal::Empty, "What is written."),
        Field::default(
            "metric",
            Kind::Tables(&METRIC),
            Literal::Empty,
            "Metrics of the scenario's own, from recorded columns.",
        ),
        Field::default(
            "expect",
            Kind::Tables(&EXPECT),
            Literal::Empty,
            "Published values that the run must reproduce.",
        ),
        Field::default(
            "compare",
            Kind::Tables(&COMPARE),
            Literal::Empty,
            "Measured values, or another tool's, to compare with.",
        ),
        Field::default("figure", Kind::Tables(&FIGURE), Literal::Empty, "Plots of the report."),
    ],
);

static GRAVITY: Table = Table::tagged(
    "gravity",
    "Gravity in the site frame (x east, y north, z up).",
    Tag::kind_or(
        "uniform",
        "Which field.",
        &[
            Case {
                value: "uniform",
                doc: "The same everywhere, straight down.",
                fields: &[Field::required(
                    "acceleration_m_per_s2",
                    NON_NEGATIVE,
                    "Strength, towards −z.",
                )],
            },
            Case {
                value: "planet",
                doc: "A rotating, oblate planet below the site.",
                fields: &[
                    Field::required("gm_m3_per_s2", POSITIVE, "Gravitational parameter."),
                    Field::default(
                        "j2",
                        Kind::NUMBER,
                        Literal::Number(0.0),
                        "Second zonal harmonic.",
                    ),
                    Field::required(
                        "equatorial_radius_m",
                        POSITIVE,
                        "Reference radius of the harmonic.",
                    ),
                    Field::required(
                        "site_radius_m",
                        POSITIVE,
                        "Distance of the site's origin from the centre.",
                    ),
                    Field::default(
                        "rotation_rad_per_s",
                        Kind::NUMBER,
                        Literal::Number(0.0),
                        "Rotation rate.",
                    ),
                    Field::default(
                        "latitude_deg",
                        Kind::Number(Range::between(-90.0, 90.0)),
                        Literal::Number(0.0),
                        "Geocentric latitude of the site.",
                    ),
                ],
            },
        ],
    ),
    &[],
);

static TERRAIN: Table = Table::tagged(
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
        value: "dem",
        doc: "An elevation map from a file: GeoTIFF, PDS3 image, PNG with a scale, or ESRI ASCII \
              grid (docs/terrain-files.md).",
        fields: DEM,
    },
    Case {
        value: "generated",
        doc: "Ground by recipe; the same seed gives the same ground.",
        fields: GENERATED,
    },
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

static VEHICLE: Table = Table::new(
    "vehicle",
    "A vehicle: a model from a file, or a free rigid body with markers described here.",
    &[
        Field::required("name", Kind::Name, "Unique name."),
        Field::optional(
            "like",
            Kind::Text,
            "Name of an earlier vehicle whose mass, inertia and markers this one has.",
        ),
        Field::optional(
            "model",
            Kind::Text,
            "A built-in vehicle's name, or the path of a vehicle file (TOML or URDF) relative to \
             the scenario file, instead of a body described here.",
        ),
        Field::optional("mass_kg", POSITIVE, "Mass."),
        Field::default(
            "centre_of_mass_m",
            Kind::VECTOR,
            Literal::Numbers(&[0.0, 0.0, 0.0]),
            "In body axes.",
        ),
        Field::optional(
            "inertia_kg_m2",
            Kind::VECTOR,
            "Moments of inertia about the centre of mass: xx, yy, zz, body axes.",
        ),
        Field::default(
            "products_of_inertia_kg_m2",
            Kind::VECTOR,
            Literal::Numbers(&[0.0, 0.0, 0.0]),
            "Off-diagonal elements of the inertia matrix: xy, xz, yz.",
        ),
        Field::default(
            "marker",
            Kind::Tables(&MARKER),
            Literal::Empty,
            "Points that feel the ground.",
        ),
        Field::default(
            "shape",
            Kind::Tables(&SHAPE),
            Literal::Empty,
            "Blocks and balls that feel the ground, and each other on ground that is no `marker`.",
        ),
        Field::optional("start", Kind::Table(&START), "Where it starts, unless it is `attached`."),
        staging::ATTACHED,
        staging::PROPELLANT,
        Field::default(
            "joint",
            Kind::Tables(&JOINT),
            Literal::Empty,
            "Joints that do not start where the model has them.",
        ),
        Field::default(
            "drive",
            Kind::Tables(&DRIVE),
            Literal::Empty,
            "What the wheels are told, leg by leg from the start; then they stop.",
        ),
        Field::default(
            "torque",
            Kind::Tables(&TORQUE),
            Literal::Empty,
            "Torques that motors are told by the clock.",
        ),
    ],
);

static JOINT: Table = Table::new(
    "joint",
    "Where a joint starts.",
    &[
        Field::required("name", Kind::Text, "The joint's name in the model."),
        Field::optional("angle_deg", Kind::NUMBER, "Of a turning joint."),
        Field::optional("extension_m", Kind::NUMBER, "Of a sliding joint."),
    ],
);

static MARKER: Table = Table::new(
    "marker",
    "A point of the body that feels the ground.",
    &[
        Field::required("name", Kind::Name, "Unique name within the vehicle."),
        Field::required("position_m", Kind::VECTOR, "In body axes."),
        Field::optional("stiffness_n_per_m", POSITIVE, "K of this marker instead of the ground's."),
        Field::optional(
            "damping_n_s_per_m",
            NON_NEGATIVE,
            "C of this marker instead of the ground's.",
        ),
    ],
);

static SHAPE: Table = Table::tagged(
    "shape",
    "A shape of the body that feels the ground.",
    Tag::kind(
        "Which shape.",
        &[
            Case {
                value: "box",
                doc: "A block; `marker` ground feels it at its corners.",
                fields: &[
                    Field::required(
                        "size_m",
                        Kind::List(List::exactly(3, &POSITIVE)),
                        "Lengths along its x, y, z.",
                    ),
                    Field::default(
                        "yaw_pitch_roll_deg",
                        Kind::VECTOR,
                        Literal::Numbers(&[0.0, 0.0, 0.0]),
                        "Its attitude in body axes: about z, then the new y, then the new x.",
                    ),
                ],
            },
            Case {
                value: "sphere",
                doc: "A ball.",
                fields: &[Field::required("radius_m", POSITIVE, "Radius.")],
            },
        ],
    ),
    &[
        Field::required("name", Kind::Name, "Unique name within the vehicle."),
        Field::default(
            "position_m",
            Kind::VECTOR,
            Literal::Numbers(&[0.0, 0.0, 0.0]),
            "Its middle in body axes.",
        ),
    ],
);

static START: Table = Table::new(
    "start",
    "Position, attitude and motion at the start.",
    &[
        Field::default(
            "position_m",
            PAIR,
            Literal::Numbers(&[0.0, 0.0]),
            "East and north of the centre of mass.",
        ),
        Field::required("height_m", Kind::NUMBER, "Height above the ground."),
        Field::default(
            "height_of",
            Kind::Choice(&[
                Choice { value: "centre_of_mass", doc: "Of the centre of mass." },
                Choice { value: "lowest_marker", doc: "Of the marker nearest to the ground." },
                Choice {
                    value: "settled",
                    doc: "At rest as statics has it: height_m is then above that pose.",
                },
            ]),
            Literal::Text("centre_of_mass"),
            "What has this height.",
        ),
        Field::default(
            "height_along",
            Kind::Choice(&[
                Choice { value: "vertical", doc: "Straight up from the ground." },
                Choice { value: "normal", doc: "Along the ground's normal." },
            ]),
            Literal::Text("vertical"),
            "How it is measured.",
        ),
        Field::default(
            "attitude_frame",
            Kind::Choice(&[
                Choice { value: "site", doc: "Angles turn east-north-up axes into body axes." },
                Choice { value: "ned", doc: "Angles turn north-east-down axes into body axes." },
                Choice { value: "slope", doc: "As `ned`, then tilted with the ground." },
            ]),
            Literal::Text("site"),
            "What the angles start from.",
        ),
        Field::default(
            "yaw_pitch_roll_deg",
            Kind::VECTOR,
            Literal::Numbers(&[0.0, 0.0, 0.0]),
            "Rotations about z, then the new y, then the new x.",
        ),
        Field::default(
            "velocity_m_per_s",
            Kind::VECTOR,
            Literal::Numbers(&[0.0, 0.0, 0.0]),
            "Of the centre of mass: east, north, up.",
        ),
        Field::default(
            "downhill_speed_m_per_s",
            Kind::NUMBER,
            Literal::Number(0.0),
            "Added along the slope, on terrains that have one direction of fall.",
        ),
        Field::default(
            "rate_deg_per_s",
            Kind::VECTOR,
            Literal::Numbers(&[0.0, 0.0, 0.0]),
            "Angular rate about the body axes.",
        ),
    ],
);

static STEPPING: Table = Table::tagged(
    "stepping",
    "How time advances.",
    Tag {
        key: "method",
        doc: "The scheme.",
        default: Some("rk4"),
        cases: &[
            Case {
                value: "rk4",
                doc: "Classical Runge–Kutta, fourth order, fixed step.",
                fields: &[STEP],
            },
            Case {
                value: "dopri54",
                doc: "Dormand–Prince 5(4) with error control.",
                fields: &[
                    Field::default(
                        "position_tolerance_m",
                        POSITIVE,
                        Literal::Number(1e-8),
                        "Error of position allowed in a step.",
                    ),
                    Field::default(
                        "velocity_tolerance_m_per_s",
                        POSITIVE,
                        Literal::Number(1e-7),
                        "Error of velocity allowed in a step.",
                    ),
                    Field::default(
                        "attitude_tolerance_rad",
                        POSITIVE,
                        Literal::Number(1e-8),
                        "Error of attitude allowed in a step.",
                    ),
                    Field::default(
                        "rate_tolerance_rad_per_s",
                        POSITIVE,
                        Literal::Number(1e-7),
                        "Error of angular rate allowed in a step.",
                    ),
                    Field::default(
                        "longest_step_s",
                        POSITIVE,
                        Literal::Number(0.1),
                        "Longest step.",
                    ),
                    Field::default(
                        "shortest_step_s",
                        POSITIVE,
                        Literal::Number(1e-9),
                        "Needing a shorter step is an error.",
                    ),
                ],
            },
            Case {
                value: "implicit",
                doc: "Implicit Euler at velocity level, first order, for stiff ground; on ground that is \
                      no `marker`, `moreau_jean` with theta 1.",
                fields: &[STEP],
            },
            Case {
                value: "moreau_jean",
                doc: "Moreau and Jean's time stepping with the theta-scheme, for ground whose \
                      impulses are unknowns of the step.",
                fields: &[
                    HARD_STEP,
                    Field::default(
                        "theta",
                        Kind::Number(Range::between(0.5, 1.0)),
                        Literal::Number(0.5),
                        "Share of the end of the step in its mean velocity: 0.5 keeps the energy of \
                         smooth motion, 1 damps it.",
                    ),
                ],
            },
            Case {
                value: "newmark",
                doc: "Newmark's trapezoidal rule with the ground's impulses as unknowns: second order \
                      between impacts.",
                fields: &[HARD_STEP],
            },
            Case {
                value: "event_driven",
                doc: "Free motion by rk4 up to each impact, whose instant is located; for a few simple \
                      bodies on `nonsmooth` ground.",
                fields: &[HARD_STEP],
            },
        ],
    },
    &[],
);

const HARD_STEP: Field = Field::default(
    "step_s",
    POSITIVE,
    Literal::Number(0.005),
    "Step, a whole number of nanoseconds.",
);

const STEP: Field = Field::default(
    "step_s",
    POSITIVE,
    Literal::Number(0.001),
    "Step, a whole number of nanoseconds.",
);

static PHASE: Table = Table::new(
    "phase",
    "A part of the run with its own stepping.",
    &[
        Field::required("name", Kind::Name, "Unique name."),
        Field::optional("stepping", Kind::Table(&STEPPING), "Instead of the scenario's."),
        Field::default("until", Kind::Tables(&UNTIL), Literal::Empty, "What ends the phase."),
    ],
);

const CONDITIONS: &[Case] = &[
    Case {
        value: "elapsed",
        doc: "A time since the phase began.",
        fields: &[Field::required("after_s", POSITIVE, "How long.")],
    },
    Case {
        value: "rest",
        doc: "The first vehicle stands still.",
        fields: &[
            Field::default("speed_m_per_s", POSITIVE, Literal::Number(0.001), "Slower than this."),
            Field::default(
                "rate_deg_per_s",
                POSITIVE,
                Literal::Number(0.1),
                "Turning slower than this.",
            ),
            Field::default("for_s", POSITIVE, Literal::Number(0.5), "For this long."),
        ],
    },
    Case {
        value: "touch",
        doc: "A marker reaches the ground.",
        fields: &[
            Field::optional("marker", Kind::Text, "Which; default any."),
            Field::optional("vehicle", Kind::Text, "Any of this vehicle; default of any vehicle."),
        ],
    },
    Case {
        value: "height_below",
        doc: "The first vehicle's centre of mass comes below a height above ground.",
        fields: &[Field::required("height_m", Kind::NUMBER, "The height.")],
    },
    Case {
        value: "height_above",
        doc: "The first vehicle's centre of mass comes above a height above ground.",
        fields: &[Field::required("height_m", Kind::NUMBER, "The height.")],
    },
    Case {
        value: "speed_above",
        doc: "The first vehicle becomes faster than a speed.",
        fields: &[Field::required("speed_m_per_s", POSITIVE, "The speed.")],
    },
    staging::NEARER,
    staging::SEPARATED,
    staging::CUT,
    staging::DRY,
];

const WHEN: Tag = Tag { key: "when", doc: "The condition.", default: None, cases: CONDITIONS };

static UNTIL: Table = Table::tagged(
    "until",
    "A condition that ends the phase: name the `next` phase, or the `outcome` if the run ends.",
    WHEN,
    &[
        Field::optional("next", Kind::Text, "Name of the phase that follows."),
        Field::optional("outcome", Kind::Name, "Name of the run's outcome."),
    ],
);

static END: Table = Table::tagged(
    "end",
    "A condition that ends the run.",
    WHEN,
    &[Field::required("outcome", Kind::Name, "Name of the run's outcome.")],
);

static RECORD: Table = Table::new(
    "record",
    "What is written to history.parquet.",
    &[Field::default(
        "period_s",
        NON_NEGATIVE,
        Literal::Number(0.01),
        "Time between records; 0 records every step. Fixed steps are never cut for a record.",
    )],
);

static EXPECT: Table = Table::new(
    "expect",
    "A value the run must reproduce: `value` with `tolerance` or `relative_tolerance`, or \
     `min`/`max`.",
    &[
        Field::required("metric", Kind::Text, "Name of the metric."),
        Field::required("source", Kind::Text, "Where the value comes from."),
        Field::optional("value", Kind::NUMBER, "The expected value."),
        Field::optional("tolerance", NON_NEGATIVE, "Largest distance allowed, metric's unit."),
        Field::optional("relative_tolerance", NON_NEGATIVE, "The same as a share of the value."),
        Field::optional("min", Kind::NUMBER, "Smallest value allowed."),
        Field::optional("max", Kind::NUMBER, "Largest value allowed."),
    ],
);

static FIGURE: Table = Table::new(
    "figure",
    "A plot of the report.",
    &[
        Field::required("title", Kind::Text, "Title."),
        Field::default("caption", Kind::Text, Literal::Text(""), "What to see in it."),
        Field::default(
            "kind",
            Kind::Choice(&[
                Choice { value: "time", doc: "Columns over time." },
                Choice { value: "xy", doc: "Columns over another column." },
            ]),
            Literal::Text("time"),
            "What lies on the horizontal axis.",
        ),
        Field::default(
            "x",
            COLUMNS,
            Literal::Texts(&[]),
            "Column on the horizontal axis, one for all lines or one for each; default time_s.",
        ),
        Field::required("y", COLUMNS, "Columns on the vertical axis; `*` stands for any text."),
        Field::default("x_label", Kind::Text, Literal::Text(""), "Instead of the column's name."),
        Field::default("y_label", Kind::Text, Literal::Text(""), "Instead of the column's name."),
        Field::default("equal_aspect", Kind::Bool, Literal::Bool(false), "One metre is one metre."),
        Field::default("ground", Kind::Bool, Literal::Bool(false), "Draw the ground's profile."),
        Field::default("log_x", Kind::Bool, Literal::Bool(false), "Logarithmic horizontal axis."),
        Field::default("log_y", Kind::Bool, Literal::Bool(false), "Logarithmic vertical axis."),
        Field::default(
            "references",
            Kind::Tables(&REFERENCE),
            Literal::Empty,
            "Horizontal lines at published values.",
        ),
        Field::optional("from_s", Kind::NUMBER, "Show the run from this time on."),
        Field::optional("to_s", Kind::NUMBER, "Show the run up to this time."),
        Field::optional(
            "relative_to",
            Kind::Text,
            "Name of a metric that is a time: `from_s` and `to_s` count from it.",
        ),
        Field::optional(
            "published_clock",
            Kind::Table(&PUBLISHED_CLOCK),
            "How published times of marks lie on the run's own time; default as they are.",
        ),
        Field::optional(
            "mark",
            Kind::Tables(&MARK),
            "Events beside published ones: vertical lines, and a table under the figure. They \
             stand in place of the lines of all events.",
        ),
    ],
);

static PUBLISHED_CLOCK: Table = Table::new(
    "published_clock",
    "An instant whose time is known on both clocks.",
    &[
        Field::required("metric", Kind::Text, "Name of the metric that is its time in the run."),
        Field::required("published_s", Kind::NUMBER, "Its published time."),
    ],
);

static MARK: Table = Table::new(
    "mark",
    "An event: its time in the run (`metric`), its published time (`published_s`), or both.",
    &[
        Field::required("label", Kind::Text, "What it is, in few words."),
        Field::optional("metric", Kind::Text, "Name of the metric that is its time in the run."),
        Field::optional("published_s", Kind::NUMBER, "Its published time, on the published clock."),
    ],
);

static REFERENCE: Table = Table::new(
    "reference",
    "A horizontal line at a published value.",
    &[
        Field::required("value", Kind::NUMBER, "Where."),
        Field::required("label", Kind::Text, "What it is."),
    ],
);
