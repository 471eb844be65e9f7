//! Guided entry: the point-mass model that software on board flies ahead, its reference and gains, and the bank that
//! brings the vehicle to its target. Nothing here knows a world; [`EntryGuidance`] sees what navigation believes.
//!
//! ```text
//! bank profile, entry state -> ReferenceFlight -> Longitudinal -> GainRow table -> EntryGuidance -> bank command
//! ```

pub mod bank;
pub mod curve;
pub mod gains;
pub mod geography;
pub mod guidance;
pub mod reference;
#[cfg(test)]
mod tests;
pub mod trajectory;

pub use bank::{Bank, BankLimits};
pub use curve::{Curve, PointsError};
pub use gains::{Gain, GainError, GainTable, Longitudinal};
pub use geography::{Place, SiteFrame, ToGo, anticlockwise_from_east};
pub use guidance::{
    BankLaw, Deadband, EntryGuidance, EntryMode, GainRow, GuidanceMemory, ModeEnd, ModeOrder,
    Navigated, OrderKind, RangeControl,
};
pub use reference::{ReferenceError, ReferenceFlight, ReferencePoint, navigated};
pub use trajectory::{AirLoad, EntryModel, EntryState, PlanetModel};
