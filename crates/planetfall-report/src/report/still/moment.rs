//! What there is to draw at one record: vehicles and cables in their places.

use nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion, Vector3};

use super::super::figure::Recorded;
use super::{PIECES, Point, REACH, solid};
use planetfall_files::quantity::column::Run;
use planetfall_files::run_folder::scene::{CableEnds, Posing, Scene, SceneCable, SceneVehicle};

/// The scene at one record.
pub(super) struct Moment<'a> {
    pub(super) row: usize,
    pub(super) time_s: f64,
    /// What moment it is.
    pub(super) words: &'static str,
    pub(super) vehicles: Vec<Placed<'a>>,
    pub(super) cables: Vec<Strung>,
}

/// A vehicle in its place.
pub(super) struct Placed<'a> {
    pub(super) scene: &'a SceneVehicle,
    pub(super) poses: Vec<Isometry3<f64>>,
    pub(super) root: Vector3<f64>,
    reach: f64,
}

/// A cable that is not cut.
pub(super) struct Strung {
    /// The vehicles that it joins.
    pub(super) joins: [usize; 2],
    ends: [Point; 2],
}

/// The moments of a run that are drawn, in their order.
pub(super) fn all<'a>(recorded: &Recorded, scene: &'a Scene) -> Vec<Moment<'a>> {
    let whole = scene.cables.iter().filter_map(|cable| last_whole(recorded, cable)).min();
    let end = recorded.history.rows().checked_sub(1);
    let before = whole.map(|row| (row, "Before the first cable is cut"));
    let rows = before.into_iter().chain(end.map(|row| (row, "The end")));
    rows.filter_map(|(row, words)| Moment::at(recorded, scene, row, words)).collect()
}

/// The last record before a cable is cut; none if it never is.
fn last_whole(recorded: &Recorded, cable: &SceneCable) -> Option<usize> {
    let rows = 0..recorded.history.rows();
    let lengths = recorded.history.read_column(&cable.length_column(), rows).ok()?.values;
    lengths.iter().position(|length| length.is_nan())?.checked_sub(1)
}

impl<'a> Moment<'a> {
    fn at(recorded: &Recorded, scene: &'a Scene, row: usize, words: &'static str) -> Option<Self> {
        let number = |name: &str| {
            let column = recorded.history.read_column(name, row..row + 1).ok()?;
            column.values.first().copied()
        };
        let posing = Posing::new(scene);
        let values: Option<Vec<f64>> = posing.columns().iter().map(|name| number(name)).collect();
        let mut numbers = Vec::new();
        posing.poses(&values?, &mut numbers);
        if !numbers.iter().all(|number| number.is_finite()) {
            return None;
        }
        let poses = numbers.as_chunks::<7>().0;
        // A history without the column knows of no cut.
        let uncut = |cable: &SceneCable| number(&cable.length_column()).is_none_or(|m| !m.is_nan());
        let spans = CableEnds::all(scene);
        let cables = scene.cables.iter().zip(&spans).filter(|(cable, _)| uncut(cable));
        let cables = cables.filter_map(|(cable, span)| {
            let joins = [cable.from.vehicle, cable.to.vehicle];
            Some(Strung { joins, ends: span.ends(poses)? })
        });
        let cables = cables.collect();
        let time_s = number(Run::TIME.name)?;
        Some(Self { row, time_s, words, vehicles: placed(scene, poses), cables })
    }

    /// Vehicles in groups that are near enough for one picture.
    pub(super) fn companies(&self) -> Vec<Vec<usize>> {
        let mut companies: Vec<Vec<usize>> = Vec::new();
        for (index, vehicle) in self.vehicles.iter().enumerate() {
            let near = |member: &usize| match self.vehicles.get(*member) {
                Some(other) => vehicle.is_near(other),
                None => false,
            };
            let (mut joined, apart): (Vec<_>, Vec<_>) =
                companies.into_iter().partition(|company| company.iter().any(near));
            joined.push(vec![index]);
            companies = apart;
            companies.push(joined.into_iter().flatten().collect());
        }
        companies.iter_mut().for_each(|company| company.sort_unstable());
        companies.sort_unstable();
        companies
    }
}

impl Placed<'_> {
    fn is_near(&self, other: &Self) -> bool {
        (self.root - other.root).norm() <= REACH * self.reach.max(other.reach)
    }
}

impl Strung {
    /// Points along it.
    pub(super) fn line(&self) -> Vec<Point> {
        let [from, to] = self.ends;
        let share = |piece: usize| piece as f64 / PIECES as f64;
        (0..=PIECES).map(|piece| from + (to - from) * share(piece)).collect()
    }
}

/// Vehicles with the poses of their own links.
fn placed<'a>(scene: &'a Scene, poses: &[[f64; 7]]) -> Vec<Placed<'a>> {
    let mut rest = poses.iter().map(pose);
    let vehicles = scene.vehicles.iter().filter_map(|vehicle| {
        let poses: Vec<Isometry3<f64>> = rest.by_ref().take(vehicle.links.len()).collect();
        let root = poses.first()?.translation.vector;
        Some(Placed { scene: vehicle, reach: solid::reach(vehicle, &poses), poses, root })
    });
    vehicles.collect()
}

fn pose(n: &[f64; 7]) -> Isometry3<f64> {
    let turn = Quaternion::new(n[3], n[4], n[5], n[6]);
    let place = Translation3::new(n[0], n[1], n[2]);
    Isometry3::from_parts(place, UnitQuaternion::from_quaternion(turn))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vehicle() -> SceneVehicle {
        SceneVehicle {
            name: "part".to_owned(),
            prefix: String::new(),
            links: Vec::new(),
            contactors: Vec::new(),
            engines: Vec::new(),
            carrier: None,
        }
    }

    #[test]
    fn vehicles_near_each_other_share_a_picture_even_by_way_of_a_third() {
        let part = vehicle();
        let at = |x: f64| Placed {
            scene: &part,
            poses: Vec::new(),
            root: Vector3::new(x, 0.0, 0.0),
            reach: 1.0,
        };
        let vehicles = vec![at(0.0), at(300.0), at(14.0), at(7.0)];
        let moment = Moment { row: 0, time_s: 0.0, words: "", vehicles, cables: Vec::new() };
        assert_eq!(moment.companies(), [vec![0, 2, 3], vec![1]]);
    }

    #[test]
    fn a_cable_is_a_line_from_end_to_end() {
        let strung = Strung { joins: [0, 1], ends: [Point::origin(), Point::new(0.0, 0.0, 8.0)] };
        let line = strung.line();
        assert_eq!((line.len(), line[0].z, line[PIECES].z), (PIECES + 1, 0.0, 8.0));
        assert!((line[PIECES / 2].z - 4.0).abs() < 1e-12);
    }
}
