//! Columns of contactors: where they touch, and the forces on them.

use super::Instant;
use crate::contact::{Contact, Load};
use crate::quantity::quantities;
use crate::stepping::Evaluation;
use crate::world::World;
use nalgebra::Vector3;

quantities! {
    /// Of a contactor; its contact is that of its most loaded sample point.
    Contactor<'a>(ContactorView) = "Contactors", "CONTACTOR." {
        X = "x_m", "contact point, east", |it| it.point.x;
        Y = "y_m", "contact point, north", |it| it.point.y;
        Z = "z_m", "contact point, up", |it| it.point.z;
        GAP = "gap_m", "distance from the surface, negative inside", |it| it.gap;
        NORMAL_FORCE = "normal_force_n", "ground's force along the normal", |it| it.normal_force;
        FRICTION_FORCE = "friction_force_n", "size of the friction force", |it| it.friction_force;
        SLIP_SPEED = "slip_speed_m_per_s", "speed along the surface", |it| it.slip_speed;
        FORCE_X = "force_x_n", "ground's force, east", |it| it.force.x;
        FORCE_Y = "force_y_n", "ground's force, north", |it| it.force.y;
        FORCE_Z = "force_z_n", "ground's force, up", |it| it.force.z;
        REGIME = "regime" [1], "0 apart, 1 sticking or rolling, 2 slipping", |it| it.regime;
    }
}

pub(crate) struct ContactorView {
    point: Vector3<f64>,
    gap: f64,
    normal_force: f64,
    friction_force: f64,
    slip_speed: f64,
    force: Vector3<f64>,
    regime: f64,
}

impl ContactorView {
    pub(super) fn of(now: Instant<'_>, contactor: usize) -> Self {
        let Instant { world, evaluation, .. } = now;
        let felt = Felt::of(world, evaluation, contactor);
        let (point, gap) = felt.place(world, evaluation);
        Self {
            point,
            gap,
            normal_force: felt.load.normal_force,
            friction_force: felt.load.friction.norm(),
            slip_speed: felt.touch.sliding().norm(),
            force: force(world, evaluation, contactor),
            regime: felt.regime(world, evaluation),
        }
    }
}

/// What a contactor feels: the touch of its most loaded sample point (the nearest, if none is loaded) and
/// the sum of its loads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Felt<'a> {
    pub(crate) touch: &'a Contact,
    pub(crate) load: Load,
    /// Index of that sample point among the world's contact points.
    chosen: usize,
}

impl<'a> Felt<'a> {
    pub(crate) fn of(world: &World, evaluation: &'a Evaluation, contactor: usize) -> Self {
        let range = world.contactors()[contactor].contacts.clone();
        let loads = &evaluation.loads()[range.clone()];
        let contacts = &evaluation.contacts()[range.clone()];
        let (mut chosen, mut load) = (0, Load::NONE);
        let (mut most, mut nearest) = (f64::NEG_INFINITY, f64::INFINITY);
        for (place, (own, met)) in loads.iter().zip(contacts).enumerate() {
            let (force, gap) = (own.normal_force, met.gap);
            if place == 0 || force > most || (force == most && gap < nearest) {
                (chosen, most, nearest) = (place, force, gap);
            }
            load.normal_force += force;
            load.friction += own.friction;
        }
        Self { touch: &contacts[chosen], load, chosen: range.start + chosen }
    }

    /// Its touch alone.
    #[inline]
    pub(crate) fn touch(
        world: &World,
        evaluation: &'a Evaluation,
        contactor: usize,
    ) -> &'a Contact {
        let range = &world.contactors()[contactor].contacts;
        match &evaluation.contacts()[range.clone()] {
            [only] => only,
            _ => Self::of(world, evaluation, contactor).touch,
        }
    }

    /// Where it touches, and the gap there. A shape of the body that is clear of the ground is where its
    /// middle is, at no known distance.
    fn place(&self, world: &World, evaluation: &Evaluation) -> (Vector3<f64>, f64) {
        if self.touch.gap < f64::INFINITY {
            return (self.touch.point, self.touch.gap);
        }
        let place = &world.contactors()[self.touch.contactor];
        let part = &world.vehicles()[place.vehicle].contactors[place.contactor];
        let kinematics = evaluation.kinematics(place.vehicle);
        let middle = kinematics.links[part.link].point(part.shape.centre()).0;
        (kinematics.anchor + middle, f64::NAN)
    }

    /// Apart, sticking or slipping, as the law under the sample point calls it whose touch this is.
    fn regime(&self, world: &World, evaluation: &Evaluation) -> f64 {
        let (contact, load) =
            (&world.sample_points()[self.chosen], &evaluation.loads()[self.chosen]);
        if self.load.normal_force == 0.0 {
            0.0
        } else if contact.slips(world.placement(), self.touch, load) {
            2.0
        } else {
            1.0
        }
    }
}

/// The ground's whole force on a contactor, site axes; each sample point's along its own normal.
pub(super) fn force(world: &World, evaluation: &Evaluation, contactor: usize) -> Vector3<f64> {
    let range = world.contactors()[contactor].contacts.clone();
    let felt = evaluation.contacts()[range.clone()].iter().zip(&evaluation.loads()[range]);
    felt.fold(Vector3::zeros(), |sum, (touch, load)| sum + load.force(&touch.normal))
}
