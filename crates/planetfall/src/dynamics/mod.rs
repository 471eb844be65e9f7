//! How vehicles move: the algorithms by their literature names.
//!
//! All work in site axes about the root's origin, so that inertias and forces of different links
//! add without being transformed.

pub mod aba;
pub mod crba;
pub mod energy;
pub mod jacobian;
pub mod kinematics;
pub mod rigid_body;
pub mod rnea;

pub use kinematics::{Kinematics, LinkMotion};
pub use rigid_body::RigidMotion;
pub(crate) use rigid_body::{motion, normalise, pose_rate, write};
