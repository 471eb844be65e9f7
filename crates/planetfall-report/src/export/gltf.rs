//! A run as one binary glTF file: a node for each link with its shapes, the ground, a line for each
//! cable, and an animation that moves them. A cable's line is one of unit length that is placed, turned
//! and stretched between its ends; one that was cut has no length. The file is y-up, so a root node turns the site into it; positions are
//! relative to where the first vehicle starts, for single precision keeps millimetres only near zero.
//!
//! Reference: Khronos Group, glTF 2.0 specification.

use super::RunExportError;
use super::cables::{CableColumns, cables};
use super::run::{ExportedRun, Record};
use super::surface::Surface;
use nalgebra::{Quaternion, UnitQuaternion, Vector3};
use planetfall::math::rotation;
use planetfall_files::run_folder::scene::{Scene, SceneShape};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;

/// Cells of the ground along a side. Chosen: some 65 000 corners.
const GROUND_CELLS: usize = 256;
/// glTF's number of 32-bit floats (OpenGL's, as the next three).
const FLOAT: u32 = 5126;
/// glTF's number of 32-bit unsigned numbers.
const UNSIGNED_INT: u32 = 5125;
/// glTF's number of a buffer of corners.
const ARRAY_BUFFER: u32 = 34962;
/// glTF's number of a buffer of indices.
const ELEMENT_ARRAY_BUFFER: u32 = 34963;
/// Each pair of points is a line.
const LINES: u32 = 1;
/// Colour of cables. Chosen: dark, to stand out from sky and ground.
const CABLE_COLOUR: [f64; 4] = [0.2, 0.2, 0.22, 1.0];

/// Writes a run's folder as binary glTF, with at most `rate_hz` keys per second of the run.
///
/// # Errors
/// If the folder lacks its scene or history, or the target refuses.
pub fn export_gltf(folder: &Path, mut to: impl Write, rate_hz: f64) -> Result<(), RunExportError> {
    let run = ExportedRun::open(folder)?;
    let cables = cables(&run);
    let motion = Motion::of(&run, &cables, rate_hz)?;
    let mut document = Document::default();
    let links = document.scene(&run.scene, &run.frames(), &motion);
    let strung = document.cables(&cables, &motion);
    document.animate(&motion, &links, &strung);
    let (json, bytes) = document.finish();
    Ok(write(&mut to, &json, &bytes)?)
}

/// Poses of all links and cables over time.
struct Motion {
    origin: [f64; 3],
    times: Vec<f32>,
    links: Vec<LinkMotion>,
    cables: Vec<CableMotion>,
}

/// A unit line that hangs down, over time: from one end of a cable to the other.
#[derive(Clone, Default)]
struct CableMotion {
    /// How it is placed and turned.
    line: LinkMotion,
    /// How it is stretched.
    lengths: Vec<[f32; 3]>,
}

/// Poses of one link over time.
#[derive(Clone, Default)]
struct LinkMotion {
    /// From the origin.
    places: Vec<[f32; 3]>,
    /// Quaternions x y z w.
    turns: Vec<[f32; 4]>,
}

impl Motion {
    fn of(
        run: &ExportedRun,
        cables: &[CableColumns],
        rate_hz: f64,
    ) -> Result<Self, RunExportError> {
        let mut motion = Self {
            origin: [0.0; 3],
            times: Vec::new(),
            links: vec![LinkMotion::default(); run.frames().len()],
            cables: vec![CableMotion::default(); cables.len()],
        };
        let mut start = None;
        run.each(rate_hz, |record| {
            let start = *start.get_or_insert_with(|| {
                let place =
                    record.poses.first().map_or([0.0; 3], |pose| [pose[0], pose[1], pose[2]]);
                motion.origin = place.map(|part| if part.is_finite() { part } else { 0.0 });
                record.time_s
            });
            let time = (record.time_s - start) as f32;
            // Keys must rise, and a diverged record is no key.
            let rises = motion.times.last().is_none_or(|last| time > *last);
            if !rises || !record.poses.iter().flatten().all(|number| number.is_finite()) {
                return Ok(());
            }
            motion.times.push(time);
            for (link, pose) in motion.links.iter_mut().zip(record.poses) {
                let [x, y, z, qw, qx, qy, qz] = *pose;
                let [a, b, c] = motion.origin;
                link.places.push([x - a, y - b, z - c].map(|part| part as f32));
                link.turns.push(unit([qw, qx, qy, qz]));
            }
            for (moved, cable) in motion.cables.iter_mut().zip(cables) {
                moved.push(cable, record, &motion.origin);
            }
            Ok(())
        })?;
        if motion.times.is_empty() { Err(RunExportError::Empty) } else { Ok(motion) }
    }
}

impl CableMotion {
    /// A cable that was cut shrinks where it is.
    fn push(&mut self, cable: &CableColumns, record: &Record<'_>, origin: &[f64; 3]) {
        let Some([from, to]) = cable.ends(record) else {
            self.line.places.push(self.line.places.last().copied().unwrap_or_default());
            self.line.turns.push(self.line.turns.last().copied().unwrap_or([0.0, 0.0, 0.0, 1.0]));
            self.lengths.push([0.0; 3]);
            return;
        };
        let along = to - from;
        let turn = match along.try_normalize(0.0) {
            Some(direction) => rotation::shortest(&-Vector3::z(), &direction),
            None => UnitQuaternion::identity(),
        };
        self.line.places.push((from.coords - Vector3::from(*origin)).cast::<f32>().into());
        self.line.turns.push(unit([turn.w, turn.i, turn.j, turn.k]));
        // Alike in all directions, for a line has no width to keep.
        self.lengths.push([along.norm() as f32; 3]);
    }
}

/// A quaternion w x y z as x y z w in single precision, of unit length there too.
fn unit([w, x, y, z]: [f64; 4]) -> [f32; 4] {
    let turn = UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z).cast::<f32>());
    [turn.i, turn.j, turn.k, turn.w]
}

/// The lists of a glTF document and the bytes they point into.
#[derive(Default)]
struct Document {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    materials: Vec<([f64; 4], Value)>,
    meshes: Vec<Value>,
    nodes: Vec<Value>,
    animations: Vec<Value>,
}

impl Document {
    /// Nodes of the whole scene, the root first; returns those of the links.
    fn scene(&mut self, scene: &Scene, frames: &[String], motion: &Motion) -> Vec<usize> {
        // Turned by -90° about x, north points away from the viewer and up is up.
        let half = std::f32::consts::FRAC_1_SQRT_2;
        self.nodes.push(json!({ "name": "site", "rotation": [-half, 0.0, 0.0, half] }));
        let mut children = Vec::new();
        if let Some(ground) = &scene.terrain {
            let surface = Surface::of_ground(ground, GROUND_CELLS, &motion.origin);
            if let Some(mesh) = self.mesh("terrain", &surface, [1.0; 4]) {
                children.push(self.node(json!({ "name": "terrain", "mesh": mesh })));
            }
        }
        let links = scene.vehicles.iter().flat_map(|vehicle| &vehicle.links);
        let mut placed = Vec::new();
        for ((link, frame), moved) in links.zip(frames).zip(&motion.links) {
            let shapes: Vec<usize> =
                link.shapes.iter().filter_map(|shape| self.shape(frame, shape)).collect();
            let mut node = json!({ "name": frame });
            node["translation"] = json!(moved.places.first());
            node["rotation"] = json!(moved.turns.first());
            if !shapes.is_empty() {
                node["children"] = json!(shapes);
            }
            placed.push(self.node(node));
        }
        children.extend(&placed);
        if let Some(root) = self.nodes.first_mut() {
            root["children"] = json!(children);
        }
        placed
    }

    /// Nodes of the cables.
    fn cables(&mut self, cables: &[CableColumns], motion: &Motion) -> Vec<usize> {
        if cables.is_empty() {
            return Vec::new();
        }
        let ends = self.vectors(&[[0.0, 0.0, 0.0], [0.0, 0.0, -1.0]], Some(ARRAY_BUFFER), true);
        let material = self.material(CABLE_COLOUR);
        let line = json!({
            "attributes": { "POSITION": ends }, "material": material, "mode": LINES
        });
        self.meshes.push(json!({ "name": "cable", "primitives": [line] }));
        let mesh = self.meshes.len() - 1;
        let mut placed = Vec::new();
        for (cable, moved) in cables.iter().zip(&motion.cables) {
            placed.push(self.node(json!({
                "name": cable.name,
                "mesh": mesh,
                "translation": moved.line.places.first(),
                "rotation": moved.line.turns.first(),
                "scale": moved.lengths.first(),
            })));
        }
        if let Some(children) =
            self.nodes.first_mut().and_then(|root| root["children"].as_array_mut())
        {
            children.extend(placed.iter().map(|node| json!(node)));
        }
        placed
    }

    fn node(&mut self, node: Value) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn shape(&mut self, frame: &str, shape: &SceneShape) -> Option<usize> {
        let surface = Surface::of(&shape.form);
        let mesh = self.mesh(frame, &surface, shape.colour)?;
        let place = shape.position_m.map(|part| part as f32);
        let rotation = unit(shape.rotation_wxyz);
        Some(self.node(json!({ "mesh": mesh, "translation": place, "rotation": rotation })))
    }

    /// A mesh of one colour, which corners of their own colours tint; none without triangles.
    fn mesh(&mut self, name: &str, surface: &Surface, colour: [f64; 4]) -> Option<usize> {
        if surface.indices.is_empty() {
            return None;
        }
        let mut attributes = json!({
            "POSITION": self.vectors(&surface.points, Some(ARRAY_BUFFER), true),
            "NORMAL": self.vectors(&surface.normals, Some(ARRAY_BUFFER), false),
        });
        if !surface.colours.is_empty() {
            let colours = self.vectors(&surface.colours, Some(ARRAY_BUFFER), false);
            attributes["COLOR_0"] = json!(colours);
        }
        let bytes = surface.indices.iter().flat_map(|index| index.to_le_bytes()).collect();
        let view = self.view(bytes, Some(ELEMENT_ARRAY_BUFFER));
        let count = surface.indices.len();
        let indices = self.accessor(json!({
            "bufferView": view, "componentType": UNSIGNED_INT, "count": count, "type": "SCALAR"
        }));
        let material = self.material(colour);
        let primitive =
            json!({ "attributes": attributes, "indices": indices, "material": material });
        self.meshes.push(json!({ "name": name, "primitives": [primitive] }));
        Some(self.meshes.len() - 1)
    }

    fn material(&mut self, colour: [f64; 4]) -> usize {
        if let Some(known) = self.materials.iter().position(|(known, _)| *known == colour) {
            return known;
        }
        let [r, g, b, a] = colour.map(|part| part.clamp(0.0, 1.0));
        let mut material = json!({
            "doubleSided": true,
            "pbrMetallicRoughness": {
                "baseColorFactor": [linear(r), linear(g), linear(b), a],
                "metallicFactor": 0.0,
                "roughnessFactor": 0.9
            }
        });
        if a < 1.0 {
            material["alphaMode"] = json!("BLEND");
        }
        self.materials.push((colour, material));
        self.materials.len() - 1
    }

    /// Numbers in groups of equal size, with their bounds where a reader needs them.
    fn vectors<const N: usize>(
        &mut self,
        vectors: &[[f32; N]],
        target: Option<u32>,
        bounded: bool,
    ) -> usize {
        let bytes = vectors.iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
        let view = self.view(bytes, target);
        let kind = ["SCALAR", "VEC2", "VEC3", "VEC4"].get(N - 1).copied().unwrap_or("SCALAR");
        let mut accessor = json!({
            "bufferView": view, "componentType": FLOAT, "count": vectors.len(), "type": kind
        });
        if bounded {
            let bound = |start: f32, choose: fn(f32, f32) -> f32| {
                let mut bound = [start; N];
                for vector in vectors {
                    bound.iter_mut().zip(vector).for_each(|(b, v)| *b = choose(*b, *v));
                }
                bound.to_vec()
            };
            accessor["min"] = json!(bound(f32::INFINITY, f32::min));
            accessor["max"] = json!(bound(f32::NEG_INFINITY, f32::max));
        }
        self.accessor(accessor)
    }

    /// All that is stored has numbers of four bytes, so every view begins at a multiple of four.
    fn view(&mut self, bytes: Vec<u8>, target: Option<u32>) -> usize {
        let mut view =
            json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() });
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.bytes.extend(bytes);
        self.views.push(view);
        self.views.len() - 1
    }

    fn accessor(&mut self, accessor: Value) -> usize {
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    /// Translation and rotation of every link over time, and also the length of every cable.
    fn animate(&mut self, motion: &Motion, links: &[usize], cables: &[usize]) {
        let mut tracks = Vec::new();
        for (node, moved) in links.iter().zip(&motion.links) {
            tracks.push((node, "translation", self.vectors(&moved.places, None, false)));
            tracks.push((node, "rotation", self.vectors(&moved.turns, None, false)));
        }
        for (node, moved) in cables.iter().zip(&motion.cables) {
            tracks.push((node, "translation", self.vectors(&moved.line.places, None, false)));
            tracks.push((node, "rotation", self.vectors(&moved.line.turns, None, false)));
            tracks.push((node, "scale", self.vectors(&moved.lengths, None, false)));
        }
        if tracks.is_empty() {
            return;
        }
        let times: Vec<[f32; 1]> = motion.times.iter().map(|time| [*time]).collect();
        let input = self.vectors(&times, None, true);
        let (mut samplers, mut channels) = (Vec::new(), Vec::new());
        for (sampler, (node, path, output)) in tracks.into_iter().enumerate() {
            channels.push(json!({ "sampler": sampler, "target": { "node": node, "path": path } }));
            samplers.push(json!({ "input": input, "output": output, "interpolation": "LINEAR" }));
        }
        let animation = json!({ "name": "run", "samplers": samplers, "channels": channels });
        self.animations.push(animation);
    }

    fn finish(self) -> (Value, Vec<u8>) {
        let materials: Vec<Value> = self.materials.into_iter().map(|(_, one)| one).collect();
        let generator = concat!("Planetfall ", env!("CARGO_PKG_VERSION"));
        let mut json = json!({
            "asset": { "version": "2.0", "generator": generator },
            "scene": 0,
            "scenes": [{ "nodes": [0] }],
            "buffers": [{ "byteLength": self.bytes.len() }],
        });
        // A list that is there must not be empty.
        let lists = [
            ("nodes", self.nodes),
            ("meshes", self.meshes),
            ("materials", materials),
            ("accessors", self.accessors),
            ("bufferViews", self.views),
            ("animations", self.animations),
        ];
        for (name, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
            json[name] = Value::Array(list);
        }
        (json, self.bytes)
    }
}

/// From the numbers that colours are written in to amounts of light (IEC 61966-2-1, closely).
fn linear(part: f64) -> f64 {
    planetfall::math::real::pow(part, 2.2)
}

/// Header, JSON padded with spaces, bytes padded with zeros.
fn write(to: &mut impl Write, json: &Value, bytes: &[u8]) -> std::io::Result<()> {
    let mut text = json.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let padding = bytes.len().next_multiple_of(4) - bytes.len();
    let (first, second) = (text.len() as u32, (bytes.len() + padding) as u32);
    let words = [0x4654_6c67, 2, 12 + 8 + first + 8 + second, first, 0x4e4f_534a];
    words.iter().try_for_each(|word: &u32| to.write_all(&word.to_le_bytes()))?;
    to.write_all(&text)?;
    [second, 0x004e_4942].iter().try_for_each(|word: &u32| to.write_all(&word.to_le_bytes()))?;
    to.write_all(bytes)?;
    to.write_all(&[0; 4][..padding])?;
    to.flush()
}
