//! How a vehicle at rest holds itself.

use nalgebra::Vector3;

/// How a vehicle at rest holds itself: what its motors give, and how its wheels lean on the ground. A
/// run that starts with it starts in equilibrium.
#[derive(Clone, Debug, PartialEq)]
pub struct Stance {
    /// Index of the vehicle.
    pub vehicle: usize,
    /// What the motors must give to hold it, by velocity coordinate, N m or N; zero elsewhere.
    pub holding: Vec<f64>,
    /// Force along the surface on each contactor of the world that carries any, N.
    pub leaning: Vec<(usize, Vector3<f64>)>,
    /// The same by sample point of the world.
    pub held: Vec<(usize, Vector3<f64>)>,
}
