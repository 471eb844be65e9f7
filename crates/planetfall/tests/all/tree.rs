//! The algorithms against each other on random trees of all joint types.
#![allow(clippy::unwrap_used, clippy::panic)]

use nalgebra::{DMatrix, DVector, Matrix3, Matrix3xX, Vector3};
use planetfall::dynamics::aba::{AbaScratch, aba};
use planetfall::dynamics::crba::{CrbaScratch, crba};
use planetfall::dynamics::jacobian::point_jacobian;
use planetfall::dynamics::kinematics::{integrate, position_rates};
use planetfall::dynamics::rnea::{RneaScratch, rnea};
use planetfall::dynamics::{Kinematics, energy};
use planetfall::math::noise::{Key, gaussian, uniform};
use planetfall::math::rotation;
use planetfall::math::spatial::Force;
use planetfall::vehicle::{Coupling, Inertia, Joint, JointKind, Link, Motor, Placement, Tree};

/// A stream of numbers for one test case.
struct Draws {
    key: Key,
    counter: u64,
}

impl Draws {
    fn new(case: u64) -> Self {
        Self { key: Key::new(case, "tree", "test"), counter: 0 }
    }
    fn unit(&mut self) -> f64 {
        self.counter += 1;
        uniform(self.key, self.counter)
    }
    fn normal(&mut self) -> f64 {
        self.counter += 1;
        gaussian(self.key, self.counter)
    }
    fn vector(&mut self) -> Vector3<f64> {
        Vector3::new(self.normal(), self.normal(), self.normal())
    }
    fn below(&mut self, count: usize) -> usize {
        ((self.unit() * count as f64) as usize).min(count - 1)
    }
}

fn inertia(draws: &mut Draws) -> Inertia {
    let masses: Vec<(Vector3<f64>, f64)> =
        (0..5).map(|_| (draws.vector() * 0.3, 0.2 + draws.unit())).collect();
    let total: f64 = masses.iter().map(|(_, m)| m).sum();
    let centre = masses.iter().map(|(p, m)| p * *m).sum::<Vector3<f64>>() / total;
    let about = masses.iter().fold(Matrix3::identity() * 0.01, |sum, (p, m)| {
        let r = p - centre;
        sum + (Matrix3::identity() * r.norm_squared() - r * r.transpose()) * *m
    });
    Inertia::new(total, centre, about).unwrap()
}

fn kind(draws: &mut Draws) -> JointKind {
    let axis = draws.vector().normalize();
    match draws.below(8) {
        0 => JointKind::Fixed,
        1 | 2 => JointKind::Prismatic(axis),
        3 => JointKind::Spherical,
        4 => JointKind::Planar(axis),
        5 => JointKind::Free,
        _ => JointKind::Revolute(axis),
    }
}

fn motor(draws: &mut Draws) -> Motor {
    Motor {
        gear_ratio: 10.0,
        rotor_inertia: 1e-3 * draws.unit(),
        stall_torque: 1.0,
        no_load_speed: 1.0,
        torque_limit: 1.0,
        stiction: 0.0,
        speed_gain: 1.0,
        position_gain: 1.0,
        hold_gain: 0.0,
    }
}

fn tree(draws: &mut Draws, siblings_only: bool) -> Tree {
    let count = 2 + draws.below(39);
    let mut links: Vec<Link> = Vec::new();
    for index in 0..count {
        let parent = (index > 0).then(|| draws.below(index));
        let root = if draws.unit() < 0.7 { JointKind::Free } else { JointKind::Fixed };
        let mut joint =
            Joint::new(&format!("j{index}"), if index == 0 { root } else { kind(draws) });
        if joint.kind.velocities() == 1 {
            joint.motor = (draws.unit() < 0.3).then(|| motor(draws));
            let master = (0..index).rev().find(|&m| {
                links[m].joint.kind.velocities() == 1
                    && (!siblings_only || links[m].parent == parent)
            });
            if let (Some(master), true) = (master, draws.unit() < 0.4) {
                let (multiplier, offset) = (draws.normal(), draws.normal());
                joint.coupling = Some(Coupling { master, multiplier, offset });
            }
        }
        let turn = rotation::from_scaled_axis(&draws.vector());
        let placement = Placement {
            rotation: turn.to_rotation_matrix().into_inner(),
            position: draws.vector(),
        };
        links.push(Link {
            name: format!("l{index}"),
            parent,
            joint,
            parent_from_joint: if index == 0 { Placement::identity() } else { placement },
            inertia: Some(inertia(draws)),
        });
    }
    Tree::new(links).unwrap()
}

struct Case {
    tree: Tree,
    inertias: Vec<Option<Inertia>>,
    q: Vec<f64>,
    v: Vec<f64>,
    external: Vec<Force>,
    kinematics: Kinematics,
}

fn case(number: u64, siblings_only: bool) -> Case {
    let mut draws = Draws::new(number);
    let tree = tree(&mut draws, siblings_only);
    let v: Vec<f64> = (0..tree.velocities()).map(|_| draws.normal()).collect();
    let mut q = tree.neutral();
    integrate(&tree, &mut q, &v, 0.7);
    let v: Vec<f64> = (0..tree.velocities()).map(|_| draws.normal()).collect();
    let external = (0..tree.links().len())
        .map(|_| Force { moment: draws.vector(), force: draws.vector() })
        .collect();
    let inertias = tree.links().iter().map(|link| link.inertia).collect();
    let mut kinematics = Kinematics::new(&tree);
    kinematics.update(&tree, &q, &v);
    Case { tree, inertias, q, v, external, kinematics }
}

impl Case {
    fn tau(&self, v_dot: &[f64], external: &[Force], kinematics: &Kinematics) -> Vec<f64> {
        let mut tau = vec![0.0; self.tree.velocities()];
        let mut scratch = RneaScratch::new(&self.tree);
        rnea(&self.tree, &self.inertias, kinematics, v_dot, external, &mut scratch, &mut tau);
        tau
    }

    fn mass(&self) -> DMatrix<f64> {
        let count = self.tree.velocities();
        let mut mass = DMatrix::zeros(count, count);
        let mut scratch = CrbaScratch::new(&self.tree);
        crba(&self.tree, &self.inertias, &self.kinematics, &mut scratch, &mut mass);
        mass
    }
}

fn close(a: &[f64], b: &[f64], allowed: f64, what: &str) {
    let scale = a.iter().chain(b).fold(1.0f64, |m, x| m.max(x.abs()));
    for (index, (x, y)) in a.iter().zip(b).enumerate() {
        assert!((x - y).abs() <= allowed * scale, "{what}[{index}]: {x} and {y} (scale {scale})");
    }
}

#[test]
fn aba_undoes_rnea() {
    for number in 0..200 {
        let case = case(number, true);
        let mut draws = Draws::new(1000 + number);
        let wanted: Vec<f64> = (0..case.tree.velocities()).map(|_| draws.normal()).collect();
        let tau = case.tau(&wanted, &case.external, &case.kinematics);
        let mut found = vec![0.0; case.tree.velocities()];
        let mut scratch = AbaScratch::new(&case.tree);
        aba(
            &case.tree,
            &case.inertias,
            &case.kinematics,
            &tau,
            &case.external,
            &mut scratch,
            &mut found,
        );
        close(&found, &wanted, 1e-8, "acceleration");
    }
}

/// Acceleration of a free body's centre, and its rate of turning's, both in site axes, under a force
/// at that centre with a moment.
fn accelerations_about_the_centre(inertia: Inertia, pushed: &Force, draws: &mut Draws) -> [f64; 6] {
    let tree = Tree::single("body", inertia);
    let mut q = tree.neutral();
    let turned: Vec<f64> = (0..6).map(|_| draws.normal()).collect();
    integrate(&tree, &mut q, &turned, 0.7);
    let v: Vec<f64> = (0..6).map(|_| draws.normal()).collect();
    let mut kinematics = Kinematics::new(&tree);
    kinematics.update(&tree, &q, &v);
    let rotation = kinematics.links[0].rotation;
    let offset = rotation * inertia.centre();
    let moment = pushed.moment + offset.cross(&pushed.force);
    let external = [Force { moment, force: pushed.force }];
    let (mut scratch, mut v_dot) = (AbaScratch::new(&tree), vec![0.0; 6]);
    let tau = [0.0; 6];
    aba(&tree, &[Some(inertia)], &kinematics, &tau, &external, &mut scratch, &mut v_dot);
    let angular = rotation * Vector3::from_column_slice(&v_dot[3..6]);
    let rate = kinematics.links[0].twist.angular;
    let linear = Vector3::from_column_slice(&v_dot[..3])
        + angular.cross(&offset)
        + rate.cross(&rate.cross(&offset));
    [linear.x, linear.y, linear.z, angular.x, angular.y, angular.z]
}

#[test]
fn a_free_body_accelerates_about_its_centre_whatever_its_origin() {
    for number in 0..50 {
        let mut draws = Draws::new(number);
        let body = inertia(&mut draws);
        let pushed = Force { moment: draws.vector(), force: draws.vector() };
        let of_origin = |position: Vector3<f64>| {
            let shifted = body.moved(&Matrix3::identity(), &position);
            accelerations_about_the_centre(shifted, &pushed, &mut Draws::new(2000 + number))
        };
        let elsewhere = of_origin(draws.vector() * 3.0);
        let at_centre = of_origin(-body.centre());
        close(&elsewhere, &at_centre, 1e-13, "acceleration");
        let newton = pushed.force / body.mass();
        close(&at_centre[..3], newton.as_slice(), 1e-14, "Newton");
    }
}

#[test]
fn columns_of_the_mass_matrix_are_what_rnea_needs() {
    for number in 0..100 {
        let case = case(number, false);
        let count = case.tree.velocities();
        let mut still = case.kinematics.clone();
        still.update(&case.tree, &case.q, &vec![0.0; count]);
        let mass = case.mass();
        let none = vec![Force::default(); case.tree.links().len()];
        for column in 0..count {
            let mut v_dot = vec![0.0; count];
            v_dot[column] = 1.0;
            let needed = case.tau(&v_dot, &none, &still);
            close(mass.column(column).as_slice(), &needed, 1e-12, "mass matrix");
        }
        assert!(mass.clone().cholesky().is_some() || count == 0, "not positive definite");
    }
}

#[test]
fn kinetic_energy_is_the_mass_matrix_in_the_velocities() {
    for number in 0..100 {
        let case = case(number, false);
        let v = DVector::from_column_slice(&case.v);
        let mut expected = 0.5 * v.dot(&(case.mass() * &v));
        for column in case.tree.columns() {
            let speed = column.multiplier * case.v[column.coordinate];
            expected -= 0.5 * column.armature * speed * speed;
        }
        let found = energy::kinetic(&case.inertias, &case.kinematics);
        assert!((found - expected).abs() < 1e-10 * expected.max(1.0), "{found} {expected}");
    }
}

#[test]
fn the_jacobian_gives_the_velocity_of_a_point() {
    for number in 0..50 {
        let case = case(number, false);
        let link = case.tree.links().len() - 1;
        let point = Vector3::new(0.3, -0.2, 0.1);
        let (place, velocity) = case.kinematics.links[link].point(&point);
        let mut jacobian = Matrix3xX::zeros(case.tree.velocities());
        point_jacobian(&case.tree, &case.kinematics, link, &place, &mut jacobian);
        let found = &jacobian * DVector::from_column_slice(&case.v);
        assert!((found - velocity).norm() < 1e-10 * velocity.norm().max(1.0));
    }
}

#[test]
fn a_free_root_has_no_frame_but_the_sites() {
    let link = |position| Link {
        name: "body".to_owned(),
        parent: None,
        joint: Joint::new("site", JointKind::Free),
        parent_from_joint: Placement::at(position),
        inertia: Some(Inertia::ball(1.0, 1.0).unwrap()),
    };
    assert!(Tree::new(vec![link(Vector3::zeros())]).is_ok());
    let refused = Tree::new(vec![link(Vector3::x())]).unwrap_err();
    assert_eq!(refused, planetfall::vehicle::TreeError::RootPlacement { link: "body".to_owned() });
}

/// Position of a point of the last link after a small time, both ways.
#[test]
fn velocities_and_biases_are_derivatives_of_positions() {
    for number in 0..60 {
        let case = case(number, false);
        let link = case.tree.links().len() - 1;
        let point = Vector3::new(0.3, -0.2, 0.1);
        let h = 1e-4;
        let at = |time: f64| {
            let mut q = case.q.clone();
            let mut rates = vec![0.0; q.len()];
            position_rates(&case.tree, &q, &case.v, &mut rates);
            integrate(&case.tree, &mut q, &case.v, time);
            let mut kinematics = Kinematics::new(&case.tree);
            kinematics.update(&case.tree, &q, &case.v);
            kinematics.anchor + kinematics.links[link].point(&point).0
        };
        let (_, velocity) = case.kinematics.links[link].point(&point);
        let difference = (at(h) - at(-h)) / (2.0 * h);
        let scale = velocity.norm().max(1.0);
        assert!((difference - velocity).norm() < 1e-5 * scale, "case {number}");
        // Acceleration with all coordinate accelerations zero: sum of biases along the chain.
        let mut bias = planetfall::math::spatial::Twist::default();
        let mut index = Some(link);
        while let Some(i) = index {
            bias += case.kinematics.links[i].bias;
            index = case.tree.links()[i].parent;
        }
        let place = case.kinematics.links[link].point(&point).0;
        let twist = case.kinematics.links[link].twist;
        let expected = bias.at(&place) + twist.angular.cross(&velocity);
        let second = (at(h) - at(0.0) * 2.0 + at(-h)) / (h * h);
        let scale = expected.norm().max(scale * scale);
        assert!((second - expected).norm() < 1e-4 * scale, "case {number}: {second} {expected}");
    }
}

#[test]
fn a_differential_halves_the_tilt_of_one_side() {
    let body = Inertia::ball(100.0, 0.5).unwrap();
    let rocker = Inertia::ball(5.0, 0.2).unwrap();
    let link = |name: &str, parent, kind, y: f64, coupling| Link {
        name: name.to_owned(),
        parent,
        joint: Joint { coupling, ..Joint::new(&format!("{name}_joint"), kind) },
        parent_from_joint: Placement::at(Vector3::new(0.0, y, 0.0)),
        inertia: Some(if parent.is_none() { body } else { rocker }),
    };
    let axis = JointKind::Revolute(Vector3::y());
    let follow = Some(Coupling { master: 1, multiplier: -1.0, offset: 0.0 });
    let tree = Tree::new(vec![
        link("body", None, JointKind::Free, 0.0, None),
        link("left", Some(0), axis, 0.5, None),
        link("right", Some(0), axis, -0.5, follow),
    ])
    .unwrap();
    assert_eq!((tree.positions(), tree.velocities()), (8, 7));
    let mut q = tree.neutral();
    let tilt = 0.3;
    // The left rocker tilts by 0.3 in the site, the right one stays: the body must be between.
    let turned = rotation::from_scaled_axis(&(Vector3::y() * (0.5 * tilt)));
    q[3..7].copy_from_slice(&[turned.w, turned.i, turned.j, turned.k]);
    q[7] = 0.5 * tilt;
    let mut kinematics = Kinematics::new(&tree);
    kinematics.update(&tree, &q, &[0.0; 7]);
    let pitch = |link: usize| {
        let ahead = kinematics.links[link].rotation * Vector3::x();
        (-ahead.z).atan2(ahead.x)
    };
    assert!((pitch(1) - tilt).abs() < 1e-15);
    assert!(pitch(2).abs() < 1e-15);
    assert!((pitch(0) - 0.5 * tilt).abs() < 1e-15);
}
