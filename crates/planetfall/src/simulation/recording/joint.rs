//! Columns of joints, by their kind.

use super::Instant;
use super::columns::Listener;
use crate::quantity::{Quantity, quantities};
use crate::state::State;
use crate::vehicle::{JointKind, Tree};
use crate::world::World;

quantities! {
    /// Of a joint that turns.
    RevoluteJoint<'a>(JointView) = "Joints that turn", "JOINT." {
        ANGLE = "angle_rad", "joint angle", |it| it.position;
        RATE = "rate_rad_per_s", "joint rate", |it| it.rate;
    }

    /// Of a joint that turns, with a motor.
    RevoluteMotor<'a>(f64) = "Joints that turn, with a motor", "JOINT." {
        TORQUE = "torque_n_m", "motor torque at the joint", |effort| *effort;
    }

    /// Of a joint that slides.
    PrismaticJoint<'a>(JointView) = "Joints that slide", "JOINT." {
        EXTENSION = "extension_m", "joint extension", |it| it.position;
        SPEED = "speed_m_per_s", "joint speed", |it| it.rate;
    }

    /// Of a joint that slides, with a motor.
    PrismaticMotor<'a>(f64) = "Joints that slide, with a motor", "JOINT." {
        FORCE = "force_n", "motor force at the joint", |effort| *effort;
    }

    /// Of a spherical joint.
    SphericalJoint<'a>(&'a [f64]) = "Spherical joints", "JOINT." {
        QW = "qw" [1], "quaternion, joint's frame from link", |q| q[0];
        QX = "qx" [1], "quaternion, joint's frame from link", |q| q[1];
        QY = "qy" [1], "quaternion, joint's frame from link", |q| q[2];
        QZ = "qz" [1], "quaternion, joint's frame from link", |q| q[3];
    }

    /// Of a planar joint.
    PlanarJoint<'a>(&'a [f64]) = "Planar joints", "JOINT." {
        X = "x_m", "way along the first direction of the joint's plane", |q| q[0];
        Y = "y_m", "way along the second direction of the joint's plane", |q| q[1];
        ANGLE = "angle_rad", "joint angle", |q| q[2];
    }

    /// Of a free joint that is not the root's.
    FreeJoint<'a>(&'a [f64]) = "Free joints", "JOINT." {
        X = "x_m", "link's origin in the joint's frame", |q| q[0];
        Y = "y_m", "link's origin in the joint's frame", |q| q[1];
        Z = "z_m", "link's origin in the joint's frame", |q| q[2];
        QW = "qw" [1], "quaternion, joint's frame from link", |q| q[3];
        QX = "qx" [1], "quaternion, joint's frame from link", |q| q[4];
        QY = "qy" [1], "quaternion, joint's frame from link", |q| q[5];
        QZ = "qz" [1], "quaternion, joint's frame from link", |q| q[6];
    }

    /// Of a joint that crushes a strut.
    Strut<'a>(f64) = "Struts of honeycomb", "JOINT." {
        CRUSHED = "crushed_m", "what is crushed for good", |crushed| *crushed;
    }
}

/// Columns of a joint's position coordinates, in their order.
pub fn position_columns(kind: &JointKind) -> &'static [Quantity] {
    match kind {
        JointKind::Fixed => &[],
        JointKind::Revolute(_) => &[RevoluteJoint::ANGLE],
        JointKind::Prismatic(_) => &[PrismaticJoint::EXTENSION],
        JointKind::Spherical => SphericalJoint::GROUP.quantities,
        JointKind::Planar(_) => PlanarJoint::GROUP.quantities,
        JointKind::Free => FreeJoint::GROUP.quantities,
    }
}

/// All that is recorded of a joint.
pub(super) fn walk<'a>(world: &World, vehicle: usize, link: usize, to: &mut impl Listener<'a>) {
    let joint = &world.vehicles()[vehicle].tree.links()[link].joint;
    let named = |end: &str| format!("{}.{end}", world.entity_name(vehicle, &joint.name));
    let coordinates = |now| coordinates(now, vehicle, link);
    let motor = |now: Instant<'_>| now.evaluation.motor_torque(vehicle, link);
    match joint.kind {
        JointKind::Fixed => {}
        JointKind::Revolute(_) => {
            to.group::<RevoluteJoint>(named, |now| JointView::of(now, vehicle, link));
            if joint.motor.is_some() {
                to.group::<RevoluteMotor>(named, motor);
            }
        }
        JointKind::Prismatic(_) => {
            to.group::<PrismaticJoint>(named, |now| JointView::of(now, vehicle, link));
            if joint.motor.is_some() {
                to.group::<PrismaticMotor>(named, motor);
            }
        }
        JointKind::Spherical => to.group::<SphericalJoint>(named, coordinates),
        JointKind::Planar(_) => to.group::<PlanarJoint>(named, coordinates),
        JointKind::Free => to.group::<FreeJoint>(named, coordinates),
    }
    if joint.crush.is_some() {
        to.group::<Strut>(named, |now| crushed(now.world, now.state, vehicle, link));
    }
}

/// A joint of one coordinate.
pub(crate) struct JointView {
    position: f64,
    rate: f64,
}

impl JointView {
    fn of(now: Instant<'_>, vehicle: usize, link: usize) -> Self {
        let Instant { world, state, .. } = now;
        let place = &world.vehicles()[vehicle].tree.places()[link];
        let q = &state.continuous[world.layout().positions(vehicle)];
        let v = &state.continuous[world.layout().velocities(vehicle)];
        Self {
            position: place.multiplier * q[place.position] + place.offset,
            rate: place.multiplier * v[place.velocity],
        }
    }
}

/// Coordinates of a joint that has several.
fn coordinates<'a>(now: Instant<'a>, vehicle: usize, link: usize) -> &'a [f64] {
    let tree = &now.world.vehicles()[vehicle].tree;
    let first = now.world.layout().positions(vehicle).start + tree.places()[link].position;
    &now.state.continuous[first..first + tree.links()[link].joint.kind.positions()]
}

/// What is crushed of a joint's strut, m.
pub(crate) fn crushed(world: &World, state: &State, vehicle: usize, link: usize) -> f64 {
    let places = world.vehicles()[vehicle].tree.places();
    state.continuous[world.layout().joint_states(vehicle).start + places[link].states.end - 1]
}

/// Joints that move, but for a free root, whose pose is the body's: the links they belong to.
pub(super) fn recorded_joints(tree: &Tree) -> impl Iterator<Item = usize> + '_ {
    (0..tree.links().len())
        .filter(|&index| index > 0 && tree.links()[index].joint.kind.velocities() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consoles_and_columns_name_a_joint_alike() {
        for kind in JointKind::all() {
            let columns = position_columns(&kind);
            assert_eq!(columns.len(), kind.positions());
            if let Some([position, _, _]) = kind.single_coordinate() {
                assert_eq!([position], columns.iter().map(|one| one.name).collect::<Vec<_>>()[..]);
            }
        }
        let names = |kind: JointKind| kind.single_coordinate().unwrap_or_default();
        let turning = [RevoluteJoint::ANGLE, RevoluteJoint::RATE, RevoluteMotor::TORQUE];
        let sliding = [PrismaticJoint::EXTENSION, PrismaticJoint::SPEED, PrismaticMotor::FORCE];
        let axis = nalgebra::Vector3::x();
        assert_eq!(names(JointKind::Revolute(axis)), turning.map(|one| one.name));
        assert_eq!(names(JointKind::Prismatic(axis)), sliding.map(|one| one.name));
    }
}
