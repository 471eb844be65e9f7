//! `scene.json`: what a run looks like, so that viewer, report and exports need nothing but the
//! run's folder: the ground around the motion, and of every vehicle the links, how they are joined,
//! what is drawn of them and what of them feels the ground. Where the links were at each record
//! follows from the history: [`Posing`].

mod cable;
mod floats;
mod posing;

pub use cable::{CableEnds, SceneAnchor, SceneCable};
pub use posing::Posing;

use super::{RunFile, RunFileError, content_error, read_text, write_text};
use planetfall::vehicle::JointKind;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What a run looks like. Lengths in m, site axes (x east, y north, z up).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    /// Version of the file: [`Scene::FORMAT`].
    pub format: u32,
    /// At the first vehicle's start.
    pub gravity_m_per_s2: [f64; 3],
    /// Unit vector to the sun, for shading.
    pub sun_direction: [f64; 3],
    /// The ground around the motion; none where there is no ground.
    pub terrain: Option<Ground>,
    /// In the order of the scenario.
    pub vehicles: Vec<SceneVehicle>,
    /// What joins them besides joints.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cables: Vec<SceneCable>,
}

/// Heights of the topmost surface on a regular grid, rocks included.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ground {
    /// The south-west post, east.
    pub x0_m: f64,
    /// The south-west post, north.
    pub y0_m: f64,
    /// Distance between posts, in both directions.
    pub cell_m: f64,
    /// Posts from west to east.
    pub columns: usize,
    /// Posts from south to north.
    pub rows: usize,
    /// Row by row from the south, m; not a number where there is no ground.
    #[serde(rename = "heights_f32", with = "floats")]
    pub heights: Vec<f32>,
}

/// A vehicle of the scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SceneVehicle {
    /// Unique name.
    pub name: String,
    /// What its columns begin with: nothing for the first vehicle, `name.` for others.
    pub prefix: String,
    /// Parents before children; the first is the root.
    pub links: Vec<SceneLink>,
    /// What feels the ground.
    pub contactors: Vec<SceneContactor>,
    /// What pushes it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<SceneEngine>,
    /// What carries it at the start, where it starts attached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carrier: Option<SceneCarrier>,
}

/// An engine; the vehicle's prefix, its name and `.thrust_n` are the column of its thrust.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SceneEngine {
    /// Unique within the vehicle.
    pub name: String,
    /// Index of its link.
    pub link: usize,
    /// Its nozzle, in the link's frame.
    pub position_m: [f64; 3],
    /// Unit vector of its force on the vehicle, in the link's axes; the exhaust goes the other way.
    pub direction: [f64; 3],
    /// Full thrust.
    pub max_thrust_n: f64,
}

/// Who carries a vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SceneCarrier {
    /// Index among the scene's vehicles.
    pub vehicle: usize,
}

/// A rigid part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SceneLink {
    /// Unique within the vehicle.
    pub name: String,
    /// Index of the parent; none for the root.
    pub parent: Option<usize>,
    /// The joint's frame in the parent's: origin.
    pub position_m: [f64; 3],
    /// The joint's frame in the parent's: axes.
    pub rotation_wxyz: [f64; 4],
    /// How the link moves against its parent.
    pub joint: SceneJoint,
    /// What is drawn of it.
    pub shapes: Vec<SceneShape>,
}

/// How a link moves against its parent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SceneJoint {
    /// The motion it allows, by the name of its kind ([`JointKind::name`]).
    pub kind: String,
    /// Unit vector in the joint's frame, for joints that have an axis.
    pub axis: Option<[f64; 3]>,
    /// Columns of the history that hold its coordinates, without the vehicle's prefix. None for the
    /// root, whose pose is `body.x_m` to `body.qz`.
    pub columns: Vec<String>,
}

impl SceneJoint {
    /// Of a joint whose coordinates stand in these columns.
    #[must_use]
    pub fn new(kind: &JointKind, columns: Vec<String>) -> Self {
        let axis = kind.axis().copied().map(Into::into);
        Self { kind: kind.name().to_owned(), axis, columns }
    }

    /// The kind, if it is one that is known and its axis is there.
    fn known(&self) -> Result<JointKind, String> {
        let mut kinds = JointKind::all().into_iter();
        let mut kind = kinds
            .find(|kind| kind.name() == self.kind)
            .ok_or_else(|| format!("the kind of joint `{}` is unknown", self.kind))?;
        if let Some(axis) = kind.axis_mut() {
            *axis = self.axis.ok_or("the joint has no axis")?.into();
        }
        Ok(kind)
    }
}

/// Something to draw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SceneShape {
    /// What.
    #[serde(flatten)]
    pub form: SceneForm,
    /// The shape's frame in the link's: origin.
    pub position_m: [f64; 3],
    /// The shape's frame in the link's: axes.
    pub rotation_wxyz: [f64; 4],
    /// Red, green, blue and opacity, 0 to 1.
    pub colour: [f64; 4],
    /// Whether somebody drew it or it stands in for a drawing.
    pub origin: Origin,
}

/// Shapes about their frame's origin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SceneForm {
    /// A box.
    Box {
        /// Full lengths along x, y and z.
        size_m: [f64; 3],
    },
    /// Along z.
    Cylinder {
        /// Of the circle.
        radius_m: f64,
        /// From face to face.
        length_m: f64,
    },
    /// A ball.
    Sphere {
        /// Of the ball.
        radius_m: f64,
    },
    /// Triangles.
    Mesh {
        /// Nine numbers a triangle, m.
        #[serde(rename = "triangles_f32", with = "floats")]
        triangles: Vec<f32>,
    },
}

/// Where a shape comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The vehicle's file.
    Visual,
    /// A contactor or the inertia, for want of a drawing.
    Contactor,
}

/// What feels the ground.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SceneContactor {
    /// Unique within the vehicle; with the vehicle's prefix, the entity of its columns.
    pub name: String,
    /// Index of its link.
    pub link: usize,
    /// Its shape.
    pub kind: ContactorKind,
    /// Its centre in the link's frame.
    pub position_m: [f64; 3],
    /// Axle of a wheel.
    pub axis: Option<[f64; 3]>,
    /// Of a wheel or sphere.
    pub radius_m: Option<f64>,
    /// Of a wheel.
    pub width_m: Option<f64>,
}

/// Kinds of contactors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContactorKind {
    /// A point.
    Marker,
    /// A cylinder that rolls.
    Wheel,
    /// A ball.
    Sphere,
    /// Vertices.
    Mesh,
}

impl Scene {
    /// The version that this program writes and reads.
    pub const FORMAT: u32 = 1;

    /// Reads the scene of a run's folder.
    ///
    /// # Errors
    /// If the file is absent, damaged or of a later version.
    pub fn read(folder: &Path) -> Result<Self, RunFileError> {
        let path = RunFile::Scene.within(folder);
        let scene: Self = serde_json::from_str(&read_text(&path)?)
            .map_err(|error| content_error(&path, error))?;
        scene.check().map_err(|reason| content_error(&path, reason))?;
        Ok(scene)
    }

    /// Writes the scene into a run's folder.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn write(&self, folder: &Path) -> Result<(), RunFileError> {
        let path = RunFile::Scene.within(folder);
        let text = serde_json::to_string(self).map_err(|error| content_error(&path, error))?;
        write_text(&path, &text)
    }

    /// What every reader relies on, so that none has to look again.
    fn check(&self) -> Result<(), String> {
        if self.format != Self::FORMAT {
            let (found, known) = (self.format, Self::FORMAT);
            return Err(format!("this is format {found} of a scene; format {known} can be read"));
        }
        if let Some(ground) = &self.terrain {
            ground.check()?;
        }
        self.vehicles.iter().try_for_each(SceneVehicle::check)?;
        let carried = |vehicle: &&SceneVehicle| match vehicle.carrier {
            Some(carrier) => carrier.vehicle >= self.vehicles.len(),
            None => false,
        };
        if let Some(lost) = self.vehicles.iter().find(carried) {
            return Err(format!("vehicle {}: its carrier is not in the scene", lost.name));
        }
        self.cables.iter().try_for_each(|cable| cable.check(&self.vehicles))
    }
}

impl Ground {
    fn check(&self) -> Result<(), String> {
        let posts = self.columns.checked_mul(self.rows);
        if self.columns < 2 || self.rows < 2 || posts != Some(self.heights.len()) {
            let (columns, rows, found) = (self.columns, self.rows, self.heights.len());
            return Err(format!("terrain: {columns} x {rows} posts have {found} heights"));
        }
        if self.cell_m.is_nan() || self.cell_m <= 0.0 {
            return Err(format!("terrain: cell_m is {}, not a length", self.cell_m));
        }
        Ok(())
    }
}

impl SceneVehicle {
    fn check(&self) -> Result<(), String> {
        let name = &self.name;
        if self.links.is_empty() {
            return Err(format!("vehicle {name} has no links"));
        }
        for (index, link) in self.links.iter().enumerate() {
            let in_order = match link.parent {
                Some(parent) => parent < index,
                None => index == 0,
            };
            if !in_order {
                return Err(format!("vehicle {name}, link {}: the parent is wrong", link.name));
            }
            link.check(index == 0).map_err(|why| format!("{name}, link {}: {why}", link.name))?;
        }
        if let Some(lost) = self.contactors.iter().find(|one| one.link >= self.links.len()) {
            return Err(format!("vehicle {name}: contactor {} has no link", lost.name));
        }
        match self.engines.iter().find(|engine| engine.link >= self.links.len()) {
            Some(lost) => Err(format!("vehicle {name}: engine {} has no link", lost.name)),
            None => Ok(()),
        }
    }
}

impl SceneLink {
    fn check(&self, is_root: bool) -> Result<(), String> {
        let turns = self.shapes.iter().map(|shape| &shape.rotation_wxyz);
        if turns.chain([&self.rotation_wxyz]).any(|turn| turn.iter().all(|part| *part == 0.0)) {
            return Err("a rotation is no quaternion".to_owned());
        }
        let kind = self.joint.known()?;
        let wanted = if is_root { 0 } else { kind.positions() };
        if self.joint.columns.len() != wanted {
            return Err(format!("the joint needs {wanted} columns"));
        }
        let whole = |shape: &SceneShape| match &shape.form {
            SceneForm::Mesh { triangles } => triangles.len().is_multiple_of(9),
            SceneForm::Box { .. } | SceneForm::Cylinder { .. } | SceneForm::Sphere { .. } => true,
        };
        match self.shapes.iter().all(whole) {
            true => Ok(()),
            false => Err("a mesh ends within a triangle".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene() -> Scene {
        let shape = SceneShape {
            form: SceneForm::Mesh { triangles: vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.5, 0.1] },
            position_m: [0.1, 0.2, 1.0 / 3.0],
            rotation_wxyz: [1.0, 0.0, 0.0, 0.0],
            colour: [0.5, 0.5, 0.5, 1.0],
            origin: Origin::Visual,
        };
        let joint = SceneJoint::new(&JointKind::Free, Vec::new());
        let link = SceneLink {
            name: "body".to_owned(),
            parent: None,
            position_m: [0.0; 3],
            rotation_wxyz: [1.0, 0.0, 0.0, 0.0],
            joint,
            shapes: vec![shape],
        };
        let heights = vec![0.0, 1.5, -2.25, 3.0, 0.1, 7.0];
        Scene {
            format: 1,
            gravity_m_per_s2: [0.0, 0.0, -3.72],
            sun_direction: [-0.5, 0.5, 0.5f64.sqrt()],
            terrain: Some(Ground {
                x0_m: -1.0,
                y0_m: 2.0,
                cell_m: 0.5,
                columns: 3,
                rows: 2,
                heights,
            }),
            vehicles: vec![SceneVehicle {
                name: "rover".to_owned(),
                prefix: String::new(),
                links: vec![link],
                contactors: Vec::new(),
                engines: Vec::new(),
                carrier: None,
            }],
            cables: Vec::new(),
        }
    }

    /// A stage that carries the rover on a cable.
    fn crane() -> Scene {
        let mut scene = scene();
        let engine = SceneEngine {
            name: "mle_1".to_owned(),
            link: 0,
            position_m: [1.0, 0.5, -0.25],
            direction: [0.0, 0.0, 1.0],
            max_thrust_n: 3603.0,
        };
        let stage = SceneVehicle {
            name: "descent_stage".to_owned(),
            prefix: "descent_stage.".to_owned(),
            engines: vec![engine],
            ..scene.vehicles[0].clone()
        };
        scene.vehicles.push(stage);
        scene.vehicles[0].carrier = Some(SceneCarrier { vehicle: 1 });
        let end = |vehicle| SceneAnchor { vehicle, link: 0, point_m: [0.0, 0.25, 0.5] };
        let cable = SceneCable { name: "bridle_1".to_owned(), from: end(1), to: end(0) };
        scene.cables.push(cable);
        scene
    }

    #[test]
    fn a_scene_reads_back_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        scene().write(folder.path()).unwrap();
        assert_eq!(Scene::read(folder.path()).unwrap(), scene());
    }

    #[test]
    fn cables_engines_and_carriers_are_written_where_there_are_any_and_read_back() {
        let folder = tempfile::tempdir().unwrap();
        crane().write(folder.path()).unwrap();
        assert_eq!(Scene::read(folder.path()).unwrap(), crane());
        let json = serde_json::to_value(crane()).unwrap();
        assert_eq!(json["cables"][0]["from"]["vehicle"], 1);
        assert_eq!(json["cables"][0]["to"]["point_m"][1], 0.25);
        assert_eq!(json["vehicles"][1]["engines"][0]["max_thrust_n"], 3603.0);
        assert_eq!(json["vehicles"][0]["carrier"]["vehicle"], 1);
        let plain = serde_json::to_string(&scene()).unwrap();
        assert!(["cables", "engines", "carrier"].iter().all(|key| !plain.contains(key)));
    }

    #[test]
    fn the_file_has_the_keys_that_readers_expect() {
        let json = serde_json::to_value(scene()).unwrap();
        assert_eq!(json["terrain"]["heights_f32"].as_str().unwrap().len(), 32);
        let link = &json["vehicles"][0]["links"][0];
        assert_eq!(link["joint"]["kind"], "free");
        assert_eq!(link["shapes"][0]["kind"], "mesh");
        assert_eq!(link["shapes"][0]["origin"], "visual");
        assert!(link["shapes"][0]["triangles_f32"].is_string());
    }

    #[test]
    fn a_missing_height_stays_missing() {
        let mut holed = scene();
        holed.terrain.as_mut().unwrap().heights[2] = f32::NAN;
        let folder = tempfile::tempdir().unwrap();
        holed.write(folder.path()).unwrap();
        assert!(Scene::read(folder.path()).unwrap().terrain.unwrap().heights[2].is_nan());
    }

    #[test]
    fn damaged_scenes_are_refused_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let refusal = |damage: &dyn Fn(&mut Scene)| {
            let mut damaged = crane();
            damage(&mut damaged);
            damaged.write(folder.path()).unwrap();
            Scene::read(folder.path()).unwrap_err().to_string()
        };
        assert!(refusal(&|s| s.format = 2).contains("format 2"));
        assert!(refusal(&|s| s.terrain.as_mut().unwrap().rows = 3).contains("3 x 3 posts"));
        assert!(refusal(&|s| s.vehicles[0].links[0].parent = Some(0)).contains("parent"));
        assert!(refusal(&|s| s.vehicles[0].links.clear()).contains("no links"));
        assert!(
            refusal(&|s| s.vehicles[0].links[0].rotation_wxyz = [0.0; 4]).contains("quaternion")
        );
        assert!(refusal(&|s| s.vehicles[1].engines[0].link = 1).contains("mle_1"));
        assert!(
            refusal(&|s| s.vehicles[0].carrier = Some(SceneCarrier { vehicle: 2 }))
                .contains("carrier")
        );
        assert!(refusal(&|s| s.cables[0].from.vehicle = 7).contains("bridle_1"));
        assert!(refusal(&|s| s.cables[0].to.link = 1).contains("bridle_1"));
    }
}
