//! A rover with 21 degrees of freedom to measure by: a free body, three passive bogies, and on each
//! two wheels that steer and drive, fifteen revolute joints in all. Sizes are about those of the
//! ExoMars rover, rounded: only the tree's shape matters here.

use nalgebra::{Matrix3, Vector3};
use planetfall::vehicle::{
    Inertia, InertiaError, Joint, JointKind, Link, Placement, Tree, TreeError,
};

/// The rover.
pub(crate) fn rover() -> Result<Tree, TreeError> {
    let mut links = Vec::new();
    add(&mut links, "body", None, JointKind::Free, [0.0, 0.0, 0.0], (200.0, [1.2, 1.0, 0.6]))?;
    let bogies =
        [("left", [0.3, 0.6, -0.2]), ("right", [0.3, -0.6, -0.2]), ("rear", [-0.7, 0.0, -0.2])];
    for (side, place) in bogies {
        // The rear bogie lies across.
        let across = side == "rear";
        let axis = if across { Vector3::x() } else { Vector3::y() };
        let bogie = links.len();
        add(&mut links, side, Some(0), JointKind::Revolute(axis), place, (8.0, [0.7, 0.1, 0.1]))?;
        for end in [1.0, -1.0] {
            let place = if across { [0.0, 0.6 * end, -0.1] } else { [0.35 * end, 0.0, -0.1] };
            let name = format!("{side}_{}", if end > 0.0 { "first" } else { "second" });
            let steer = JointKind::Revolute(Vector3::z());
            let strut = links.len();
            add(
                &mut links,
                &format!("{name}_strut"),
                Some(bogie),
                steer,
                place,
                (2.0, [0.1, 0.1, 0.3]),
            )?;
            let drive = JointKind::Revolute(Vector3::y());
            let below = [0.0, 0.0, -0.3];
            add(
                &mut links,
                &format!("{name}_wheel"),
                Some(strut),
                drive,
                below,
                (5.0, [0.28, 0.12, 0.28]),
            )?;
        }
    }
    Tree::new(links)
}

/// Adds a box of mass [kg] and sides [m], its centre a little off the joint.
fn add(
    links: &mut Vec<Link>,
    name: &str,
    parent: Option<usize>,
    kind: JointKind,
    place: [f64; 3],
    (mass, sides): (f64, [f64; 3]),
) -> Result<(), TreeError> {
    let inertia = cuboid(mass, sides)
        .map_err(|source| TreeError::Inertia { link: name.to_owned(), source })?;
    links.push(Link {
        name: name.to_owned(),
        parent,
        joint: Joint::new(&format!("{name}_joint"), kind),
        parent_from_joint: Placement::at(Vector3::from(place)),
        inertia: Some(inertia),
    });
    Ok(())
}

fn cuboid(mass: f64, [x, y, z]: [f64; 3]) -> Result<Inertia, InertiaError> {
    let moments = Vector3::new(y * y + z * z, x * x + z * z, x * x + y * y) * (mass / 12.0);
    let centre = Vector3::new(0.01, -0.02, -0.03);
    Inertia::new(mass, centre, Matrix3::from_diagonal(&moments))
}
