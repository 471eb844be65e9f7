//! What controllers, and outside programs, ask for.

use super::World;
use crate::archive::{Archive, Entity, Visited};
use crate::vehicle::MotorCommand;
use nalgebra::Vector3;

/// Force and torque on a vehicle's root in its axes, at its origin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wrench {
    /// N, body axes.
    pub force: Vector3<f64>,
    /// N m about the body origin, body axes.
    pub torque: Vector3<f64>,
}

impl Wrench {
    fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { force, torque } = self;
        archive.vector("force", force)?;
        archive.vector("torque", torque)
    }
}

/// What the controllers have asked for; held until they ask for something else.
#[derive(Clone, Debug, Default)]
pub struct Command {
    /// Forces on the root of each vehicle.
    pub wrenches: Vec<Wrench>,
    /// One per external wrench: force (N) and moment (N m) at its point, in its axes.
    pub external: Vec<Wrench>,
    /// One per link of each vehicle: what the motor of its joint is commanded.
    pub motors: Vec<MotorCommand>,
    /// One per engine of each vehicle: thrust, N; zero is off.
    pub thrusts: Vec<f64>,
    /// One per vehicle, where any is carried: whether it is to be let go.
    pub separate: Vec<bool>,
    /// One per cable: whether it is to be cut.
    pub cut: Vec<bool>,
}

impl Command {
    /// Nothing is asked for.
    pub(crate) fn idle(world: &World) -> Self {
        Self {
            wrenches: vec![Wrench::default(); world.vehicles().len()],
            external: vec![Wrench::default(); world.forces().len()],
            motors: vec![MotorCommand::Off; world.layout().all_links()],
            thrusts: vec![0.0; world.layout().all_engines()],
            separate: vec![
                false;
                world.mounts().iter().flatten().count().min(1) * world.vehicles().len()
            ],
            cut: vec![false; world.cables().len()],
        }
    }

    /// Takes over another command of the same size without allocating.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        let Self { wrenches, external, motors, thrusts, separate, cut } = other;
        self.wrenches.copy_from_slice(wrenches);
        self.external.copy_from_slice(external);
        self.motors.copy_from_slice(motors);
        self.thrusts.copy_from_slice(thrusts);
        self.separate.copy_from_slice(separate);
        self.cut.copy_from_slice(cut);
    }

    pub(crate) fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { wrenches, external, motors, thrusts, separate, cut } = self;
        archive.list("wrenches", Entity::Vehicle, wrenches, Wrench::visit)?;
        archive.list("external", Entity::Force, external, Wrench::visit)?;
        archive.list("motors", Entity::Link, motors, MotorCommand::visit)?;
        archive.list_of_reals("thrusts", Entity::Engine, thrusts)?;
        archive.list_of_flags("separate", Entity::Vehicle, separate)?;
        archive.list_of_flags("cut", Entity::Cable, cut)
    }
}

impl PartialEq for Command {
    fn eq(&self, other: &Self) -> bool {
        let Self { wrenches, external, motors, thrusts, separate, cut } = self;
        *wrenches == other.wrenches
            && *external == other.external
            && *motors == other.motors
            && *thrusts == other.thrusts
            && are_same_flags(separate, &other.separate)
            && are_same_flags(cut, &other.cut)
    }
}

/// Equality of a few flags, one by one. They are often none, and then the library's comparison of memory loads
/// through the address that stands for no memory, under a mask: hundreds of cycles on processors with AVX-512.
pub(crate) fn are_same_flags(a: &[bool], b: &[bool]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b)
}
