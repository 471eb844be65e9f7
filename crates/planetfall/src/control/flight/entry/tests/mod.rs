//! The entry of MSL as a point mass (aerodynamics and state as published, COSPAR reference atmosphere times the
//! density ratio of the predicted trajectory), closed forms, gains and dispersed entries.

mod closed_forms;
mod dispersed;
mod mars;
mod reference_gains;
