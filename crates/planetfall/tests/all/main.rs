//! All integration tests of the physics.

// Clippy's leave for tests covers functions marked as tests, not those that serve them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod aerodynamics;
mod allocation;
mod analytic;
mod approach;
mod common;
mod compatibility;
mod diagnosis;
mod drop;
mod environment;
mod exhaustive;
mod exhaustive_grounds;
mod forces;
mod grains;
mod ground_by_place;
mod guided_entry;
mod hard_ground;
mod hard_joints;
mod immersion;
mod implicit;
mod joints;
mod level_triggers;
mod mesh_ground;
mod methods;
mod nonsmooth;
mod outside;
mod parachute;
mod properties;
mod rigid_energy;
mod running;
mod sky_crane;
mod soft_ground;
mod soil_common;
mod soil_explicit;
mod soil_grousers;
mod soil_memory;
mod soil_parking;
mod soil_plates;
mod soil_shoes;
mod soil_small_bodies;
mod soil_steps;
mod soil_tangent;
mod soil_terrain;
mod soil_wheels;
mod staging;
mod tree;
