//! Soft ground: the Soil Contact Model (SCM), a field of soil that is pressed, sheared, pushed aside
//! and slumps, and that keeps its ruts.
//!
//! R. Krenn, G. Hirzinger, *Simulation of rover locomotion on sandy terrain: modeling, verification and
//! validation*, ASTRA 2008; equations by their numbers in `docs/theory/soil-contact.md`.
//!
//! | part | what |
//! |---|---|
//! | [`Soil`] | the numbers of one soil |
//! | [`ScmVariant`] | which variant of the model: the paper's of 2008, or the recommended one |
//! | [`SoilBed`] | constant: terrain, spacing of the nodes, which soil lies where and how deep |
//! | [`Field`] | state: what has become of the soil where it was touched |
//! | [`RasterShape`], [`BodyOnSoil`] | what presses on it, and how that moves |
//! | [`SoilBed::evaluate`] | pure: forces, their derivatives, and what a commit would change |
//! | [`SoilBed::commit`] | changes the field, once, with the evaluation of the accepted end |
//!
//! Pressure is not a matter of one point: it depends on the size and the contour of the whole
//! footprint. So bodies are laid over the grid of nodes, their lower envelope is compared with the
//! height of the soil node by node, and what lies deeper is the footprint.
//!
//! Heights are integers of 2⁻³² m. What is displaced at a node is deposited at others or compacted,
//! and the sum is exact: no volume is ever lost, in whatever order it is moved.

mod bed;
mod bits;
mod centrality;
mod commit;
mod contour;
mod deposition;
mod envelope;
mod erosion;
mod evaluation;
mod executor;
mod field;
mod footprint;
mod law;
mod layer;
mod marks;
mod mesh;
mod parameters;
mod print;
mod reaction;
mod shape;
mod square;
mod strata;
mod tangent;
mod tile;
mod tread;
mod window;

pub use bed::{BedError, SoilBed};
pub use contour::Contour;
pub use evaluation::Scratch;
pub(crate) use executor::BorrowedExecutor;
pub use executor::{Executor, Serial};
pub use field::{Field, FieldError, NodeState, Volumes};
pub use layer::{ScmGround, SoilBody, SoilLayer, Tools};
pub use mesh::{Mesh, MeshError};
pub use parameters::{RateEffect, Sampling, ScmVariant, ShearLaw, ShearPlace, Soil, SoilError};
pub use reaction::{BodyOnSoil, Footprint, Parts, Reaction, SoilContactError};
pub use shape::{RasterShape, ShapeError};
pub use square::Square;
pub use strata::{SoilMap, Strata, Stratum, Uniform};
pub use tangent::SoilTangent;

use super::{GroundFormulation, GroundQuantity, KindText};

pub(super) const KIND: KindText = KindText {
    name: "soil",
    title: "Soft soil with ruts (SCM)",
    meaning: "SCM: soil that is pressed, sheared and piled up",
    formulation: GroundFormulation::Footprint,
};

/// What a contactor on soil records.
pub(crate) const QUANTITIES: [GroundQuantity; 10] = [
    GroundQuantity::new("sinkage_m", "depth to which it has sunk into the soil", |tread| {
        tread.sinkage
    }),
    GroundQuantity::new(
        "pull_n",
        "force of the soil along its heading, or its way: drawbar pull",
        |tread| tread.pull,
    ),
    GroundQuantity::new("side_force_n", "force of the soil to the left of that", |tread| {
        tread.side
    }),
    GroundQuantity::new(
        "resistance_n",
        "what of it is the soil's pressure against its way",
        |tread| tread.resistance,
    ),
    GroundQuantity::new("compaction_n", "what of that compacts soil as it was found", |tread| {
        tread.resistance - tread.bulldozing
    }),
    GroundQuantity::new(
        "bulldozing_n",
        "what of that heaps give, of soil that was pushed or has fallen there",
        |tread| tread.bulldozing,
    ),
    GroundQuantity::new(
        "gravity_n",
        "what the weight that it carries pulls against its heading",
        |tread| tread.gravity,
    ),
    GroundQuantity::new("soil_torque_n_m", "torque about its axle that the soil takes", |tread| {
        tread.torque
    }),
    GroundQuantity::new("footprint_m2", "area of soil that bears it, seen from above", |tread| {
        tread.area
    }),
    GroundQuantity::new("pressure_pa", "greatest pressure in its footprint", |tread| {
        tread.pressure
    }),
];

/// Heights are whole numbers of this, m.
pub const UNIT: f64 = 1.0 / 4_294_967_296.0;

/// A node of the grid; nodes are ordered row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node {
    /// Its y is this many spacings.
    pub row: i32,
    /// Its x is this many spacings.
    pub column: i32,
}

impl Node {
    #[inline]
    const fn new(row: i32, column: i32) -> Self {
        Self { row, column }
    }

    /// The node so many rows and columns further.
    #[inline]
    const fn shifted(self, rows: i32, columns: i32) -> Self {
        Self { row: self.row + rows, column: self.column + columns }
    }
}

/// The eight nodes around a node, row by row.
const AROUND: [(i32, i32); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// A height in whole units, to the nearest.
#[inline]
fn fixed(metres: f64) -> i64 {
    (metres / UNIT).round() as i64
}

/// A height in metres.
#[inline]
fn metres(units: i64) -> f64 {
    units as f64 * UNIT
}
