//! Cables of a scene, and between which points they run at a record.

use super::{Scene, SceneVehicle};
use crate::quantity::column::Cable;
use nalgebra::{Point3, Vector3};
use planetfall::math::rotation;
use serde::{Deserialize, Serialize};

/// A cable; its name is the entity of its columns, without any vehicle's prefix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SceneCable {
    /// Unique among the cables.
    pub name: String,
    /// One end.
    pub from: SceneAnchor,
    /// The other end.
    pub to: SceneAnchor,
}

/// Where an end of a cable is fastened.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SceneAnchor {
    /// Index among the scene's vehicles.
    pub vehicle: usize,
    /// Index among the vehicle's links.
    pub link: usize,
    /// In the link's frame.
    pub point_m: [f64; 3],
}

impl SceneCable {
    /// The column of its tension, in N.
    #[must_use]
    pub fn tension_column(&self) -> String {
        Cable::TENSION.of(&self.name)
    }

    /// The column of the length that is paid out, in m; not a number once the cable was cut.
    #[must_use]
    pub fn length_column(&self) -> String {
        Cable::LENGTH.of(&self.name)
    }

    pub(super) fn check(&self, vehicles: &[SceneVehicle]) -> Result<(), String> {
        let fastened = |anchor: &SceneAnchor| match vehicles.get(anchor.vehicle) {
            Some(vehicle) => anchor.link < vehicle.links.len(),
            None => false,
        };
        match fastened(&self.from) && fastened(&self.to) {
            true => Ok(()),
            false => Err(format!("cable {}: an end is fastened to no link", self.name)),
        }
    }
}

/// The two ends of a cable among the links of all vehicles, so that poses place them.
#[derive(Clone, Debug, PartialEq)]
pub struct CableEnds {
    ends: [(usize, Vector3<f64>); 2],
}

impl CableEnds {
    /// Those of all cables of a scene, in its order.
    #[must_use]
    pub fn all(scene: &Scene) -> Vec<Self> {
        let before = |vehicle: usize| -> usize {
            scene.vehicles.iter().take(vehicle).map(|one| one.links.len()).sum()
        };
        let end = |anchor: &SceneAnchor| {
            (before(anchor.vehicle) + anchor.link, Vector3::from(anchor.point_m))
        };
        scene.cables.iter().map(|cable| Self { ends: [end(&cable.from), end(&cable.to)] }).collect()
    }

    /// The links that it joins, among those of all vehicles.
    #[must_use]
    pub fn links(&self) -> [usize; 2] {
        self.ends.map(|(link, _)| link)
    }

    /// Its ends in the site, from poses of seven numbers a link (x y z qw qx qy qz); none if a pose
    /// is absent or not a number.
    #[must_use]
    pub fn ends(&self, poses: &[[f64; 7]]) -> Option<[Point3<f64>; 2]> {
        let place = |(link, point): &(usize, Vector3<f64>)| {
            let [x, y, z, qw, qx, qy, qz] = *poses.get(*link)?;
            let turn = rotation::from_numbers(&[qw, qx, qy, qz]);
            let place = Point3::new(x, y, z) + turn * point;
            place.iter().all(|part| part.is_finite()).then_some(place)
        };
        let [from, to] = &self.ends;
        Some([place(from)?, place(to)?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_turns_and_moves_with_its_link() {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let span = CableEnds { ends: [(0, Vector3::new(1.0, 0.0, 0.5)), (1, Vector3::zeros())] };
        // A quarter turn about up takes x to y.
        let poses = [[10.0, 20.0, 30.0, half, 0.0, 0.0, half], [1.0, 2.0, 3.0, 1.0, 0.0, 0.0, 0.0]];
        let [from, to] = span.ends(&poses).unwrap();
        assert!((from - Point3::new(10.0, 21.0, 30.5)).norm() < 1e-12);
        assert_eq!(to, Point3::new(1.0, 2.0, 3.0));
        assert_eq!(span.ends(&poses[..1]), None);
    }
}
