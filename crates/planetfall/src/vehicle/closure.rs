//! Closed loops: a point of one link that is pinned to a point of another of the same vehicle.

use nalgebra::Vector3;

/// Two points of a vehicle that are one. A hinge of a flat linkage is such a point, or two along its
/// axis: what the tree or another pin already holds is left out, so that too many do no harm. Only
/// methods with impulses as unknowns can step it.
#[derive(Clone, Debug, PartialEq)]
pub struct Closure {
    /// Unique name within the vehicle.
    pub name: String,
    /// Index of the first link and the point in its axes, m.
    pub first: (usize, Vector3<f64>),
    /// Index of the second link and the point in its axes, m.
    pub second: (usize, Vector3<f64>),
}
