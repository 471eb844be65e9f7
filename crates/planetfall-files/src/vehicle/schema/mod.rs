//! Every key of a vehicle file and of an overlay, with its unit, range, default and meaning.

mod joint;
mod link;
mod propulsion;

use crate::format::schema::{Choice, Field, Kind, Literal, Range, Table};

const POSITIVE: Kind = Kind::Number(Range::POSITIVE);
const NON_NEGATIVE: Kind = Kind::Number(Range::NON_NEGATIVE);

/// A whole vehicle file.
pub static VEHICLE: Table = Table::new(
    "vehicle",
    "A vehicle: links that hang on each other by joints. Each link has a frame; the root's is the \
     body frame: x forward, y left, z up.",
    &[
        TITLE,
        DESCRIPTION,
        SOURCE,
        ESTIMATE,
        ROOT,
        Field::required(
            "link",
            Kind::Tables(&link::LINK),
            "Rigid parts in any order; exactly one has no parent.",
        ),
        DRIVE_WHEELS,
    ],
);

/// What is laid over a URDF file.
pub static OVERLAY: Table = Table::new(
    "overlay",
    "Additions to another vehicle file, most of all to a URDF: what that format cannot say.",
    &[
        Field::required(
            "base",
            Kind::Text,
            "The URDF or TOML file, relative to this one, or the name of a built-in vehicle.",
        ),
        Field::optional("title", Kind::Text, "One line about the vehicle."),
        DESCRIPTION,
        SOURCE,
        ESTIMATE,
        ROOT,
        Field::default(
            "link",
            Kind::Tables(&link::LINK_OVERLAY),
            Literal::Empty,
            "Changes to links of the URDF.",
        ),
        Field::default(
            "joint",
            Kind::Tables(&joint::JOINT_OVERLAY),
            Literal::Empty,
            "Changes to joints of the URDF.",
        ),
        DRIVE_WHEELS,
    ],
);

const TITLE: Field = Field::required("title", Kind::Text, "One line about the vehicle.");

const DESCRIPTION: Field =
    Field::default("description", Kind::Text, Literal::Text(""), "More about it.");

const SOURCE: Field = Field::optional("source", Kind::Text, "Where these numbers come from.");

const ESTIMATE: Field = Field::default(
    "estimate",
    Kind::Bool,
    Literal::Bool(false),
    "Whether these numbers, or some of them, are the author's estimate.",
);

const ROOT: Field = Field::default(
    "root",
    Kind::Choice(&[
        Choice { value: "free", doc: "The root moves freely." },
        Choice { value: "fixed", doc: "The root is bolted to the site: a test rig." },
    ]),
    Literal::Text("free"),
    "How the root link hangs in the site.",
);

const DRIVE_WHEELS: Field = Field::default(
    "drive",
    Kind::Tables(&DRIVE),
    Literal::Empty,
    "Wheels by which the vehicle drives.",
);

static DRIVE: Table = Table::new(
    "drive",
    "A driven wheel. One entry for a mirrored wheel serves both sides.",
    &[
        Field::required("wheel", Kind::Text, "Name of a contactor of kind `wheel`."),
        Field::optional(
            "drive",
            Kind::Text,
            "Name of the joint that turns it; default the one of the contactor's link.",
        ),
        Field::optional("steer", Kind::Text, "Name of the joint that steers it."),
    ],
);

const ZERO: Literal = Literal::Numbers(&[0.0, 0.0, 0.0]);

const POSITION: Field =
    Field::default("position_m", Kind::VECTOR, ZERO, "Origin of the frame in the parent's.");

const ANGLES: Field = Field::default(
    "yaw_pitch_roll_deg",
    Kind::VECTOR,
    ZERO,
    "Axes of the frame: rotations about z, then the new y, then the new x.",
);
