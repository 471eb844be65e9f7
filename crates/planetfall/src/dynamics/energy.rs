//! Energies, momentum and centre of mass of a vehicle.

use super::{Kinematics, LinkMotion, frame_rotation};
use crate::environment::Gravity;
use crate::vehicle::{Inertia, Vehicle};
use nalgebra::Vector3;

/// Mass and motion of a vehicle's centre of mass.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Centre {
    /// kg
    pub mass: f64,
    /// In the site frame, m.
    pub position: Vector3<f64>,
    /// m/s
    pub velocity: Vector3<f64>,
}

impl Centre {
    /// Adds a mass to a sum of masses, each times its place and velocity.
    #[inline(always)]
    fn add(&mut self, mass: f64, place: &Vector3<f64>, velocity: &Vector3<f64>) {
        self.mass += mass;
        self.position += place * mass;
        self.velocity += velocity * mass;
    }

    /// The mean that such a sum makes.
    #[inline(always)]
    fn mean(&self, kinematics: &Kinematics) -> Self {
        let (position, velocity) = (self.position / self.mass, self.velocity / self.mass);
        Self { mass: self.mass, position: kinematics.anchor + position, velocity }
    }
}

/// The centre of mass.
pub fn centre_of_mass(inertias: &[Option<Inertia>], kinematics: &Kinematics) -> Centre {
    let mut sum = Centre::default();
    for (motion, inertia) in kinematics.links.iter().zip(inertias) {
        let Some(inertia) = inertia else { continue };
        let (place, velocity) = motion.point(inertia.centre());
        sum.add(inertia.mass(), &place, &velocity);
    }
    sum.mean(kinematics)
}

/// The centre of mass of a vehicle's own links and the propellant left in its tanks (kg), without what it carries.
pub(crate) fn own_centre(owner: &Vehicle, tanks: &[f64], kinematics: &Kinematics) -> Centre {
    let mut sum = Centre::default();
    let mut add = |link: usize, mass: f64, centre: &Vector3<f64>| {
        let (place, velocity) = kinematics.links[link].point(centre);
        sum.add(mass, &place, &velocity);
    };
    for (index, link) in owner.tree.links().iter().enumerate() {
        if let Some(inertia) = &link.inertia {
            add(index, inertia.mass(), inertia.centre());
        }
    }
    for (tank, left) in owner.tanks.iter().zip(tanks) {
        add(tank.link, left.max(0.0), &tank.position);
    }
    sum.mean(kinematics)
}

/// Linear momentum (kg m/s) and angular momentum about the site's origin (kg m²/s).
pub fn momentum(
    inertias: &[Option<Inertia>],
    kinematics: &Kinematics,
) -> (Vector3<f64>, Vector3<f64>) {
    let (mut linear, mut angular) = (Vector3::zeros(), Vector3::zeros());
    for (motion, inertia) in kinematics.links.iter().zip(inertias) {
        let Some(inertia) = inertia else { continue };
        let (place, velocity) = motion.point(inertia.centre());
        let (_, about) = motion.inertia(inertia);
        let push = velocity * inertia.mass();
        linear += push;
        angular += about * motion.twist.angular + (kinematics.anchor + place).cross(&push);
    }
    (linear, angular)
}

/// Kinetic energy of the links, J.
pub fn kinetic(inertias: &[Option<Inertia>], kinematics: &Kinematics) -> f64 {
    let links = kinematics.links.iter().zip(inertias);
    links
        .map(|(motion, inertia)| {
            let Some(inertia) = inertia else { return 0.0 };
            let (_, velocity) = motion.point(inertia.centre());
            kinetic_of(motion, inertia, &velocity)
        })
        .sum()
}

/// Kinetic and potential energy of the links in a gravity field, J, and their centre of mass.
pub(crate) fn mechanical(
    gravity: &Gravity,
    inertias: &[Option<Inertia>],
    kinematics: &Kinematics,
) -> ([f64; 2], Centre) {
    let (mut kinetic, mut potential) = (0.0, 0.0);
    let mut sum = Centre::default();
    for (motion, inertia) in kinematics.links.iter().zip(inertias) {
        let Some(inertia) = inertia else { continue };
        let (place, velocity) = motion.point(inertia.centre());
        kinetic += kinetic_of(motion, inertia, &velocity);
        potential += potential_of(gravity, motion, inertia, &(kinematics.anchor + place));
        sum.add(inertia.mass(), &place, &velocity);
    }
    ([kinetic, potential], sum.mean(kinematics))
}

/// Kinetic energy of a link whose centre of mass moves with a velocity (m/s), J.
#[inline(always)]
fn kinetic_of(motion: &LinkMotion, inertia: &Inertia, velocity: &Vector3<f64>) -> f64 {
    let rate = motion.rotation.tr_mul(&motion.twist.angular);
    0.5 * inertia.mass() * velocity.norm_squared()
        + 0.5 * rate.dot(&(inertia.about_centre() * rate))
}

/// Power of gravity on the links, and of the rotation of the frame, W.
pub fn gravity_power(
    gravity: &Gravity,
    inertias: &[Option<Inertia>],
    kinematics: &Kinematics,
) -> f64 {
    let links = kinematics.links.iter().zip(inertias);
    links
        .map(|(motion, inertia)| {
            let Some(inertia) = inertia else { return 0.0 };
            let (place, velocity) = motion.point(inertia.centre());
            let pull = gravity.acceleration(&(kinematics.anchor + place), &velocity);
            let power = inertia.mass() * pull.dot(&velocity);
            match gravity.spin() {
                Some(spin) => power + frame_rotation::power(spin, motion, inertia),
                None => power,
            }
        })
        .sum()
}

/// Potential energy of the links in a gravity field, J.
pub fn potential(gravity: &Gravity, inertias: &[Option<Inertia>], kinematics: &Kinematics) -> f64 {
    let links = kinematics.links.iter().zip(inertias);
    links
        .map(|(motion, inertia)| {
            let Some(inertia) = inertia else { return 0.0 };
            let place = motion.position + motion.rotation * inertia.centre();
            potential_of(gravity, motion, inertia, &(kinematics.anchor + place))
        })
        .sum()
}

/// Potential energy of a link whose centre of mass is at a place of the site frame, J.
#[inline(always)]
fn potential_of(
    gravity: &Gravity,
    motion: &LinkMotion,
    inertia: &Inertia,
    place: &Vector3<f64>,
) -> f64 {
    let of_centre = inertia.mass() * gravity.potential(place);
    match gravity.spin() {
        Some(spin) => of_centre + frame_rotation::potential(spin, motion, inertia),
        None => of_centre,
    }
}
