//! How vehicles move: the algorithms by their literature names.
//!
//! All work in site axes about the root's origin, so that inertias and forces of different links
//! add without being transformed.

pub mod aba;
pub mod crba;
pub mod energy;
pub(crate) mod frame_rotation;
pub mod jacobian;
pub mod kinematics;
pub mod ltl;
mod mechanics;
pub mod rnea;

pub use kinematics::{Kinematics, LinkMotion};
pub(crate) use mechanics::Mechanics;
