//! Physics of things that touch other worlds.

pub mod contact;
pub mod control;
pub mod dynamics;
pub mod environment;
pub mod image;
pub mod math;
pub mod outcome;
pub mod phase;
pub mod recording;
pub mod scenario;
pub mod simulation;
pub mod state;
pub mod stepping;
pub mod terrain;
pub mod time;
pub mod vehicle;
pub mod world;
