//! Statics once more, from Newton's laws for the whole vehicle and for each part that turns freely.

use nalgebra::{DMatrix, DVector, Vector3};
use planetfall::dynamics::Kinematics;
use planetfall::ground::scm::{BodyOnSoil, Scratch, Serial};
use planetfall_run::settling::{Question, Rest, RestError, Stand};

/// Degrees clockwise from north; slopes fall east.
pub(crate) const HEADINGS: [f64; 8] = [90.0, 0.0, 45.0, 135.0, 180.0, 225.0, 270.0, 315.0];

const GRAVITY: f64 = 3.7132;

pub(crate) fn question(
    vehicle: &str,
    slope_deg: f64,
    friction: f64,
    soil: Option<&str>,
) -> Question {
    Question {
        vehicle: vehicle.to_owned(),
        terrain: format!("incline:{slope_deg}"),
        at_m: [0.013, -0.007],
        heading_deg: 90.0,
        gravity_m_per_s2: GRAVITY,
        rest_penetration_m: None,
        friction,
        soil: soil.map(|name| (name.to_owned(), 0.02)),
    }
}

/// A vehicle as it was asked to stand.
pub(crate) struct Stance {
    stand: Stand,
    slope: f64,
    pub(crate) found: Result<Rest, RestError>,
}

/// A force at a point on a link.
struct Push {
    link: usize,
    point: Vector3<f64>,
    force: Vector3<f64>,
    moment: Vector3<f64>,
}

impl Stance {
    pub(crate) fn new(question: &Question, heading: f64) -> Self {
        let stand = Stand::new(question).unwrap();
        let slope: f64 = question.terrain.trim_start_matches("incline:").parse().unwrap();
        let found = stand.rest(question.at_m, heading, None);
        Self { stand, slope: slope.to_radians(), found }
    }

    fn rest(&self) -> &Rest {
        self.found.as_ref().unwrap()
    }

    fn normal(&self) -> Vector3<f64> {
        Vector3::new(self.slope.sin(), 0.0, self.slope.cos())
    }

    fn kinematics(&self) -> Kinematics {
        let tree = &self.stand.model().tree;
        let mut kinematics = Kinematics::new(tree);
        let q = &self.rest().settled.positions;
        kinematics.update(tree, q, &vec![0.0; tree.velocities()]);
        kinematics
    }

    fn weights(&self, kinematics: &Kinematics) -> Vec<Push> {
        let tree = &self.stand.model().tree;
        let state = planetfall::state::State::new(
            self.stand.world(),
            &[planetfall::vehicle::Motion::at_rest(Vector3::zeros())],
            &[],
        );
        let mut all = Vec::new();
        for (link, inertia) in state.inertias.iter().enumerate().take(tree.links().len()) {
            let Some(inertia) = inertia else { continue };
            let point = kinematics.anchor + kinematics.links[link].point(inertia.centre()).0;
            let force = Vector3::z() * (-GRAVITY * inertia.mass());
            all.push(Push { link, point, force, moment: Vector3::zeros() });
        }
        all
    }

    /// Right on rigid ground: in balance as a whole and at every free joint, pushed and not pulled, within the cone,
    /// not in the ground, upright.
    pub(crate) fn assert_right(&self, cell: &str, friction: f64) {
        let kinematics = self.kinematics();
        let mut pushes = self.weights(&kinematics);
        let weight: f64 = pushes.iter().map(|push| push.force.norm()).sum();
        let world = self.stand.world();
        for support in &self.rest().settled.supports {
            assert!(support.load >= 0.0, "{cell}: pulled");
            let tangent = support.tangent.norm();
            let most = friction * support.load + 1e-9 * weight;
            assert!(tangent <= most, "{cell}: {tangent} N of friction under {} N", support.load);
            let gap = support.point.dot(&self.normal());
            assert!(gap > -2e-5, "{cell}: {gap} m in the ground");
            assert!(support.load < 1e-6 * weight || gap.abs() < 2e-5, "{cell}: {gap} m over it");
            pushes.push(Push {
                link: world.sample_points()[support.sample].link,
                point: support.point,
                force: self.normal() * support.load + support.tangent,
                moment: Vector3::zeros(),
            });
        }
        self.assert_balance(cell, &kinematics, &pushes, weight);
        let up = kinematics.links[0].rotation * Vector3::z();
        assert!(up.dot(&self.normal()) > 10f64.to_radians().cos(), "{cell}: it leans");
    }

    /// Right in soil: the soil's own law, asked anew for the pose, balances the weight as a whole and at every free
    /// joint; nothing has sunk in by more than its own size.
    pub(crate) fn assert_right_in_soil(&self, cell: &str) {
        let kinematics = self.kinematics();
        let mut pushes = self.weights(&kinematics);
        let weight: f64 = pushes.iter().map(|push| push.force.norm()).sum();
        let layer = self.stand.world().soil().unwrap();
        let bodies: Vec<BodyOnSoil<'_>> = layer
            .bodies
            .iter()
            .map(|body| BodyOnSoil {
                shape: &body.shape,
                position: kinematics.anchor + kinematics.links[body.link].position,
                axes: kinematics.links[body.link].rotation,
                velocity: Vector3::zeros(),
                rate: Vector3::zeros(),
            })
            .collect();
        let mut scratch = Scratch::new();
        let soil = &self.rest().soil;
        layer.bed.evaluate(soil, &bodies, 1e-3, false, &Serial, &mut scratch).unwrap();
        for (body, reaction) in layer.bodies.iter().zip(scratch.reactions()) {
            let point = kinematics.anchor + kinematics.links[body.link].position;
            let (force, moment) = (reaction.wrench.force, reaction.wrench.moment);
            assert!(force.dot(&self.normal()) >= 0.0, "{cell}: pulled");
            pushes.push(Push { link: body.link, point, force, moment });
        }
        self.assert_balance(cell, &kinematics, &pushes, weight);
        for depth in &self.rest().sinkages_m {
            assert!((0.0..0.25).contains(depth), "{cell}: {depth} m deep");
        }
        let up = kinematics.links[0].rotation * Vector3::z();
        assert!(up.dot(&self.normal()) > 15f64.to_radians().cos(), "{cell}: it leans");
    }

    fn assert_balance(&self, cell: &str, kinematics: &Kinematics, pushes: &[Push], weight: f64) {
        let sum: Vector3<f64> = pushes.iter().map(|push| push.force).sum();
        assert!(sum.norm() < 1e-6 * weight, "{cell}: {} N unbalanced", sum.norm());
        let tree = &self.stand.model().tree;
        let about = |origin: &Vector3<f64>, carried: &dyn Fn(usize) -> bool| -> Vector3<f64> {
            let own = pushes.iter().filter(|push| carried(push.link));
            own.map(|push| (push.point - origin).cross(&push.force) + push.moment).sum()
        };
        let whole = about(&kinematics.anchor, &|_| true).norm();
        assert!(whole < 2e-6 * weight, "{cell}: {whole} N m unbalanced");
        for (coordinate, members) in free_joints(tree) {
            let mut moment = 0.0;
            for &link in &members {
                let (joint, place) = (&tree.links()[link].joint, &tree.places()[link]);
                let Some(axis) = joint.kind.turns_about() else { continue };
                let axis = kinematics.links[link].rotation * axis;
                let origin = kinematics.anchor + kinematics.links[link].position;
                let own = about(&origin, &|other| is_under(tree, other, link)).dot(&axis);
                let q = &self.rest().settled.positions;
                let position = place.multiplier * q[place.position] + place.offset;
                let stops = joint.limits.map_or(0.0, |limits| limits.force(position, 0.0));
                let spring = joint.passive.pull(position, 0.0);
                moment += place.multiplier * (own + stops + spring);
            }
            let small = 3e-6 * weight;
            assert!(moment.abs() < small, "{cell}: {moment} N m at coordinate {coordinate}");
        }
    }
}

type Tree = planetfall::vehicle::Tree;

/// Coordinates of joints that turn freely, with the links that share each.
fn free_joints(tree: &Tree) -> Vec<(usize, Vec<usize>)> {
    let mut all: Vec<(usize, Vec<usize>)> = Vec::new();
    for (link, (part, place)) in tree.links().iter().zip(tree.places()).enumerate() {
        let turns = part.joint.kind.turns_about().is_some();
        if !turns || part.joint.motor.is_some() {
            continue;
        }
        match all.iter_mut().find(|(coordinate, _)| *coordinate == place.velocity) {
            Some((_, members)) => members.push(link),
            None => all.push((place.velocity, vec![link])),
        }
    }
    all
}

fn is_under(tree: &Tree, link: usize, of: usize) -> bool {
    let mut at = Some(link);
    while let Some(here) = at {
        if here == of {
            return true;
        }
        at = tree.links()[here].parent;
    }
    false
}

/// The slope at which a vehicle tips over on rough rigid ground, degrees. On a plane where every contact carries the
/// same share of its load along the surface, all forces of the ground are upright. Loads that are not negative and
/// balance the moments of the whole vehicle and of each part that turns freely exist up to that slope: a linear
/// problem in the loads, in the pose on the level, which the slope does not change. A leg that slides in a strut of
/// honeycomb is pushed out by it and never pulled in: the strut's force is one more unknown that is not negative.
pub(crate) fn rigid_tip_over(vehicle: &str, asked_deg: f64, heading_deg: f64) -> f64 {
    let level = Stance::new(&question(vehicle, 0.0, 1.0, None), 90.0);
    let kinematics = level.kinematics();
    let weights = level.weights(&kinematics);
    let supports = &level.rest().settled.supports;
    let touching: Vec<_> = supports.iter().filter(|s| s.point.z < 1e-4).collect();
    let sample = |index: usize| level.stand.world().sample_points()[index].link;
    let tree = &level.stand.model().tree;
    let towards = fall_seen(asked_deg, heading_deg);
    let stands = |degrees: f64| {
        let angle = degrees.to_radians();
        let up = Vector3::z() * angle.cos() - towards * angle.sin();
        let mut rows: Vec<(Vec<f64>, f64)> = Vec::new();
        let row = |axis: Vector3<f64>, origin: Vector3<f64>, members: &dyn Fn(usize) -> f64| {
            let turn = |point: &Vector3<f64>| (point - origin).cross(&up).dot(&axis);
            let own = touching.iter().map(|s| members(sample(s.sample)) * turn(&s.point));
            let weight = |push: &Push| members(push.link) * push.force.norm() * turn(&push.point);
            (own.collect::<Vec<f64>>(), weights.iter().map(weight).sum::<f64>())
        };
        let (side, other) = planetfall::math::rotation::plane(&up);
        rows.push(row(side, kinematics.anchor, &|_| 1.0));
        rows.push(row(other, kinematics.anchor, &|_| 1.0));
        for (_, members) in free_joints(tree) {
            let sprung = |link: &usize| tree.links()[*link].joint.passive.pull(0.1, 0.0) != 0.0;
            if members.iter().any(sprung) {
                continue;
            }
            let mut sum = (vec![0.0; touching.len()], 0.0);
            for &link in &members {
                let Some(axis) = tree.links()[link].joint.kind.turns_about() else { continue };
                let axis = kinematics.links[link].rotation * axis;
                let origin = kinematics.anchor + kinematics.links[link].position;
                let under = |other: usize| if is_under(tree, other, link) { 1.0 } else { 0.0 };
                let one = row(axis, origin, &under);
                let times = tree.places()[link].multiplier;
                sum.0.iter_mut().zip(&one.0).for_each(|(all, own)| *all += times * own);
                sum.1 += times * one.1;
            }
            rows.push(sum);
        }
        let total: f64 = weights.iter().map(|push| push.force.norm()).sum();
        rows.push((vec![1.0; touching.len()], total));
        let struts: Vec<usize> = (0..tree.links().len())
            .filter(|&link| tree.links()[link].joint.crush.is_some())
            .collect();
        for &link in &struts {
            let Some(axis) = tree.links()[link].joint.kind.slides_along() else { continue };
            let along = (kinematics.links[link].rotation * axis).dot(&up);
            let under = |other: usize| if is_under(tree, other, link) { along } else { 0.0 };
            let own = touching.iter().map(|s| under(sample(s.sample)));
            let weight = |push: &Push| under(push.link) * push.force.norm();
            rows.push((own.collect(), weights.iter().map(weight).sum()));
        }
        let first = rows.len() - struts.len();
        let matrix = DMatrix::from_fn(rows.len(), touching.len() + struts.len(), |i, j| {
            let strut = j.checked_sub(touching.len());
            strut.map_or_else(|| rows[i].0[j], |strut| if i == first + strut { -1.0 } else { 0.0 })
        });
        let right = DVector::from_iterator(rows.len(), rows.iter().map(|row| row.1 / total));
        nonnegative_residual(&matrix, &right) < 1e-7
    };
    let (mut low, mut high) = (0.0, 89.0);
    if stands(high) {
        return high;
    }
    while high - low > 1e-3 {
        let middle = 0.5 * (low + high);
        *(if stands(middle) { &mut low } else { &mut high }) = middle;
    }
    low
}

/// Where the ground falls to, in the axes of a vehicle that stands on it. Its heading is kept as seen from above, so
/// that depends on the slope.
fn fall_seen(slope_deg: f64, heading_deg: f64) -> Vector3<f64> {
    let slope = slope_deg.to_radians();
    let (east, north) = (heading_deg.to_radians().sin(), heading_deg.to_radians().cos());
    let ahead = Vector3::new(east, north, -east * slope.tan()).normalize();
    let normal = Vector3::new(slope.sin(), 0.0, slope.cos());
    let fall = Vector3::new(slope.cos(), 0.0, -slope.sin());
    Vector3::new(fall.dot(&ahead), fall.dot(&normal.cross(&ahead)), 0.0)
}

/// Least |A x − b| over x ≥ 0 (C. L. Lawson, R. J. Hanson, Solving Least Squares Problems, 1974, chapter 23).
fn nonnegative_residual(a: &DMatrix<f64>, b: &DVector<f64>) -> f64 {
    let count = a.ncols();
    let mut x = DVector::zeros(count);
    let mut passive = vec![false; count];
    for _ in 0..10 * count {
        let gradient = a.transpose() * (b - a * &x);
        let best = (0..count).filter(|&j| !passive[j]);
        let best = best.max_by(|&i, &j| gradient[i].total_cmp(&gradient[j]));
        match best {
            Some(j) if gradient[j] > 1e-10 => passive[j] = true,
            Some(_) | None => break,
        }
        loop {
            let set: Vec<usize> = (0..count).filter(|&j| passive[j]).collect();
            let part = a.select_columns(&set);
            let solved = part.svd(true, true).solve(b, 1e-12).unwrap();
            if solved.iter().all(|value| *value > 0.0) {
                x.fill(0.0);
                set.iter().zip(solved.iter()).for_each(|(&j, value)| x[j] = *value);
                break;
            }
            let mut share: f64 = 1.0;
            for (&j, value) in set.iter().zip(solved.iter()) {
                if *value <= 0.0 {
                    share = share.min(x[j] / (x[j] - value).max(1e-300));
                }
            }
            for (&j, value) in set.iter().zip(solved.iter()) {
                x[j] += share * (value - x[j]);
                if x[j] <= 1e-12 {
                    x[j] = 0.0;
                    passive[j] = false;
                }
            }
        }
    }
    (b - a * x).norm()
}
