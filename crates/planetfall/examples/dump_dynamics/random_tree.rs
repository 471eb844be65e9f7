//! Trees of 2 to 40 links with joints of all types, rotors, massless links and couplings.

use super::draws::Draws;
use nalgebra::{Matrix3, Vector3};
use planetfall::math::rotation;
use planetfall::vehicle::{
    Coupling, Inertia, InertiaError, Joint, JointKind, JointLimits, Link, Motor, Placement, Tree,
    TreeError,
};

/// Which joints may follow which.
#[derive(Clone, Copy, PartialEq)]
enum Couplings {
    None,
    Siblings,
    Any,
}

/// The next tree.
pub(crate) fn draw(draws: &mut Draws) -> Result<Tree, TreeError> {
    let count = 2 + below(draws, 39);
    let couplings = [Couplings::None, Couplings::Siblings, Couplings::Any][below(draws, 3)];
    // From bushes to chains.
    let chain = draws.unit();
    let mut links: Vec<Link> = Vec::with_capacity(count);
    for index in 0..count {
        let last = draws.unit() < chain;
        let parent = (index > 0).then(|| if last { index - 1 } else { below(draws, index) });
        let mut joint = Joint::new(&format!("joint_{index}"), kind(draws, index));
        if joint.kind.velocities() == 1 {
            furnish(draws, &mut joint);
            joint.coupling = coupling(draws, couplings, &links, parent);
        }
        let inertia = inertia(draws)
            .map_err(|source| TreeError::Inertia { link: format!("link_{index}"), source })?;
        links.push(Link {
            name: format!("link_{index}"),
            parent,
            parent_from_joint: placement(draws, joint.kind == JointKind::Free && index == 0),
            joint,
            inertia: Some(inertia),
        });
    }
    lighten(draws, &mut links);
    Tree::new(links)
}

fn below(draws: &mut Draws, count: usize) -> usize {
    ((draws.unit() * count as f64) as usize).min(count - 1)
}

fn kind(draws: &mut Draws, index: usize) -> JointKind {
    let axis = draws.vector().normalize();
    if index == 0 {
        return if draws.unit() < 0.7 { JointKind::Free } else { JointKind::Fixed };
    }
    match below(draws, 10) {
        0 => JointKind::Fixed,
        1 | 2 => JointKind::Prismatic(axis),
        3 => JointKind::Spherical,
        4 => JointKind::Planar(axis),
        5 => JointKind::Free,
        // Many files have axes along the coordinates, where the plane's directions are special.
        6 => JointKind::Planar(nearest_coordinate_axis(&axis)),
        7 => JointKind::Revolute(nearest_coordinate_axis(&axis)),
        _ => JointKind::Revolute(axis),
    }
}

fn nearest_coordinate_axis(axis: &Vector3<f64>) -> Vector3<f64> {
    let mut nearest = Vector3::zeros();
    nearest[axis.iamax()] = 1.0;
    nearest
}

/// End stops (a revolute joint without is a continuous one) and a rotor, to some joints.
fn furnish(draws: &mut Draws, joint: &mut Joint) {
    let stops = JointLimits { lower: -10.0, upper: 10.0, stiffness: 1.0, damping: 1.0 };
    joint.limits = (draws.unit() < 0.5).then_some(stops);
    let motor = Motor {
        gear_ratio: 10.0,
        rotor_inertia: 1e-3 * draws.unit(),
        stall_torque: 1.0,
        no_load_speed: 1.0,
        torque_limit: 1.0,
        stiction: 0.0,
        speed_gain: 1.0,
        position_gain: 1.0,
        hold_gain: 0.0,
    };
    joint.motor = (draws.unit() < 0.3).then_some(motor);
}

fn coupling(
    draws: &mut Draws,
    couplings: Couplings,
    links: &[Link],
    parent: Option<usize>,
) -> Option<Coupling> {
    let fits = |link: &Link| {
        link.joint.kind.velocities() == 1 && (couplings == Couplings::Any || link.parent == parent)
    };
    let masters: Vec<usize> = (0..links.len()).filter(|&index| fits(&links[index])).collect();
    if couplings == Couplings::None || masters.is_empty() || draws.unit() > 0.5 {
        return None;
    }
    let master = masters[below(draws, masters.len())];
    Some(Coupling { master, multiplier: draws.normal(), offset: draws.normal() })
}

fn placement(draws: &mut Draws, free_root: bool) -> Placement {
    let turn = rotation::from_scaled_axis(&(draws.vector() * 2.0));
    let position = draws.vector();
    if free_root {
        return Placement::identity();
    }
    Placement { rotation: turn.to_rotation_matrix().into_inner(), position }
}

/// The inertia of a few point masses and a small ball.
pub(crate) fn inertia(draws: &mut Draws) -> Result<Inertia, InertiaError> {
    let masses: Vec<(Vector3<f64>, f64)> =
        (0..5).map(|_| (draws.vector() * 0.3, 0.2 + draws.unit())).collect();
    let total: f64 = masses.iter().map(|(_, mass)| mass).sum();
    let centre = masses.iter().map(|(place, mass)| place * *mass).sum::<Vector3<f64>>() / total;
    let about = masses.iter().fold(Matrix3::identity() * 0.01, |sum, (place, mass)| {
        let arm = place - centre;
        sum + (Matrix3::identity() * arm.norm_squared() - arm * arm.transpose()) * *mass
    });
    Inertia::new(total, centre, about)
}

/// Takes the mass of some links that move something else, or nothing, by at most one coordinate:
/// such as a file's `base_footprint`, or the cross of a universal joint.
fn lighten(draws: &mut Draws, links: &mut [Link]) {
    for index in 0..links.len() {
        let chosen = draws.unit() < 0.15;
        let light = |link: &Link| link.joint.kind.velocities() <= 1;
        let carries =
            |link: &Link| link.parent == Some(index) && link.inertia.is_some() && light(link);
        let fixed = links[index].joint.kind == JointKind::Fixed;
        let over_mass = links[index].parent.is_none_or(|parent| links[parent].inertia.is_some());
        let carrier = light(&links[index]) && links.iter().any(carries);
        if chosen && over_mass && (fixed || carrier) {
            links[index].inertia = None;
        }
    }
}
