//! All integration tests of the crate but the fuzz targets, which limit the memory of their process.

// Clippy's leave for tests covers functions marked as tests, not those that serve them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod aftermath;
mod climbing;
mod dispersed_landings;
mod driving;
mod energy_limits;
mod export;
mod kept_bits;
mod landing;
mod live;
mod operating;
mod outside_contacts;
mod report_marks;
mod rig;
mod rover;
mod scenario;
mod scene;
mod sensing;
mod settled_start;
mod settling;
mod settling_common;
mod single_inputs;
mod slope;
mod soil_drive;
mod soil_ground;
mod upside_down;
mod visited_state;
mod wheel_ground;
