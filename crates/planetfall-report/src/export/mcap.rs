//! A run as MCAP with Foxglove's well-known messages, in Protocol Buffers because Rerun reads these
//! and not their JSON.
//!
//! | topic | message | when |
//! |---|---|---|
//! | `/tf` | `foxglove.FrameTransforms`: every link in the frame `site` | each record |
//! | `/joints` | `foxglove.JointStates` | each record |
//! | `/forces` | `foxglove.SceneUpdate`: an arrow for each loaded contactor | each record |
//! | `/cables` | `foxglove.SceneUpdate`: a line for each cable, where there are any | each record |
//! | `/points/cables` | `foxglove.PointCloud` along them, for Rerun | each record |
//! | `/record` | `planetfall.Record`: all columns, by entity | each record |
//! | `/terrain`, `/vehicles` | `foxglove.SceneUpdate` | once |
//! | `/points/...` | `foxglove.PointCloud` of the ground and each link, for Rerun, which does not show scene updates | once |
//! | `/trail` | `foxglove.PosesInFrame`: the path of each vehicle's root | once |
//! | `/log` | `foxglove.Log`: events | as they happened |

use super::RunExportError;
use super::cables::cables;
use super::foxglove::{self, PACKAGE, SITE};
use super::protobuf::{Message, descriptor_set};
use super::run::ExportedRun;
use super::signals::{ARROW_M, Table, contacts, joints};
use super::surface::Surface;
use mcap::records::MessageHeader;
use mcap::{McapError, WriteOptions, Writer};
use nalgebra::Vector3;
use planetfall::math::rotation;
use planetfall_files::run_folder::scene::{SceneForm, SceneLink, SceneShape};
use planetfall_files::run_folder::{Event, RunFile};
use std::collections::BTreeMap;
use std::io::{Seek, Write};
use std::path::Path;

/// Cells of the ground along a side. Chosen.
const GROUND_CELLS: usize = 256;
/// Cells of the ground along a side where it is points. Chosen.
const POINT_CELLS: usize = 128;
/// Distance between points of a vehicle, m. Chosen.
const POINT_SPACING: f64 = 0.04;
/// Poses of a trail per second. Chosen.
const TRAIL_HZ: f64 = 2.0;

/// Writes a run's folder as MCAP, with at most `rate_hz` records per second of the run.
///
/// # Errors
/// If the folder lacks its scene or history, or the target refuses.
pub fn export_mcap(
    folder: &Path,
    to: impl Write + Seek,
    rate_hz: f64,
) -> Result<(), RunExportError> {
    let run = ExportedRun::open(folder)?;
    let events = Event::read_all(&RunFile::Events.within(folder))?;
    let options = WriteOptions::new().compression(None).library("planetfall");
    let mut file = File { writer: options.create(to)?, schemas: BTreeMap::new(), sequence: 0 };
    let standing = Standing::survey(&run)?;
    write_standing(&mut file, &run, &standing)?;
    write_events(&mut file, &events)?;
    write_records(&mut file, &run, rate_hz, standing.metres_per_newton)?;
    write_cables(&mut file, &run, rate_hz)?;
    file.writer.finish()?;
    Ok(())
}

/// What is written once, at the first record.
struct Standing {
    start: u64,
    trail: Message,
    metres_per_newton: f64,
}

impl Standing {
    /// Looks through the whole run, coarsely.
    fn survey(run: &ExportedRun) -> Result<Self, RunExportError> {
        let contacts = contacts(run);
        let mut roots = Vec::new();
        let mut first = 0;
        for vehicle in &run.scene.vehicles {
            roots.push(first);
            first += vehicle.links.len();
        }
        let (mut start, mut squares, mut count) = (None, 0.0, 0u32);
        let mut trail = Message::default();
        run.each(TRAIL_HZ, |record| {
            let nanos = nanos(record.time_s);
            if start.is_none() {
                start = Some(nanos);
                trail = foxglove::stamped(nanos);
                trail.text(2, SITE);
            }
            for pose in roots.iter().filter_map(|root| record.poses.get(*root)) {
                let [x, y, z, w, i, j, k] = *pose;
                trail.message(3, &foxglove::pose(&[x, y, z], &[w, i, j, k]));
            }
            for force in contacts.iter().filter_map(|contact| contact.force(record)) {
                squares += force.norm_squared();
                count += 1;
            }
            Ok(())
        })?;
        let ordinary = (squares / f64::from(count.max(1))).sqrt();
        let metres_per_newton = if ordinary > 0.0 { ARROW_M / ordinary } else { 0.0 };
        Ok(Self { start: start.unwrap_or_default(), trail, metres_per_newton })
    }
}

/// An open file and the types that are described in it already.
struct File<W: Write + Seek> {
    writer: Writer<W>,
    schemas: BTreeMap<String, u16>,
    sequence: u32,
}

impl<W: Write + Seek> File<W> {
    /// A topic of a type of Foxglove's.
    fn topic(
        &mut self,
        topic: &str,
        name: &str,
        notes: &[(&str, String)],
    ) -> Result<u16, RunExportError> {
        let name = format!("{PACKAGE}.{name}");
        self.own_topic(topic, &name, &|| descriptor_set(PACKAGE, &foxglove::types()), notes)
    }

    fn own_topic(
        &mut self,
        topic: &str,
        name: &str,
        describe: &dyn Fn() -> Vec<u8>,
        notes: &[(&str, String)],
    ) -> Result<u16, RunExportError> {
        let known = self.schemas.get(name).copied();
        let schema = match known {
            Some(schema) => schema,
            None => self.writer.add_schema(name, "protobuf", &describe())?,
        };
        self.schemas.insert(name.to_owned(), schema);
        let notes = notes.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
        Ok(self.writer.add_channel(schema, topic, "protobuf", &notes)?)
    }

    fn put(
        &mut self,
        channel_id: u16,
        nanos: u64,
        message: &Message,
    ) -> Result<(), RunExportError> {
        self.sequence = self.sequence.wrapping_add(1);
        let header = MessageHeader {
            channel_id,
            sequence: self.sequence,
            log_time: nanos,
            publish_time: nanos,
        };
        Ok(self.writer.write_to_known_channel(&header, message.bytes())?)
    }
}

impl From<McapError> for RunExportError {
    fn from(error: McapError) -> Self {
        match error {
            McapError::Io(error) => Self::Write(error),
            other => Self::Format(other.to_string()),
        }
    }
}

fn nanos(time_s: f64) -> u64 {
    (time_s * 1e9).round().max(0.0) as u64
}

fn write_standing<W: Write + Seek>(
    file: &mut File<W>,
    run: &ExportedRun,
    standing: &Standing,
) -> Result<(), RunExportError> {
    let start = standing.start;
    if let Some(ground) = &run.scene.terrain {
        let surface = Surface::of_ground(ground, GROUND_CELLS, &[0.0; 3]);
        let mut entity = foxglove::entity(start, SITE, "terrain");
        entity.message(12, &triangles(&surface, &[0.0; 3], &[1.0, 0.0, 0.0, 0.0], None));
        let topic = file.topic("/terrain", "SceneUpdate", &[])?;
        file.put(topic, start, &update([&entity]))?;
        let points = Surface::of_ground(ground, POINT_CELLS, &[0.0; 3]).points;
        let topic = file.topic("/points/terrain", "PointCloud", &[])?;
        file.put(topic, start, &foxglove::point_cloud(start, SITE, &points))?;
    }
    write_vehicles(file, run, start)?;
    let topic = file.topic("/trail", "PosesInFrame", &[])?;
    file.put(topic, start, &standing.trail)
}

fn write_vehicles<W: Write + Seek>(
    file: &mut File<W>,
    run: &ExportedRun,
    start: u64,
) -> Result<(), RunExportError> {
    let links = run.scene.vehicles.iter().flat_map(|vehicle| &vehicle.links);
    let mut entities = Vec::new();
    for (frame, link) in run.frames().iter().zip(links) {
        entities.push(drawn(foxglove::entity(start, frame, frame), link));
        let points: Vec<[f32; 3]> = link.shapes.iter().flat_map(strewn).collect();
        if !points.is_empty() {
            let topic = file.topic(&format!("/points/{frame}"), "PointCloud", &[])?;
            file.put(topic, start, &foxglove::point_cloud(start, frame, &points))?;
        }
    }
    let topic = file.topic("/vehicles", "SceneUpdate", &[])?;
    file.put(topic, start, &update(&entities))
}

/// Points of a shape's surface in the link's axes.
fn strewn(shape: &SceneShape) -> Vec<[f32; 3]> {
    let turn = rotation::from_numbers(&shape.rotation_wxyz);
    let place = Vector3::from(shape.position_m);
    let points = Surface::of(&shape.form).strewn(POINT_SPACING);
    points.iter().map(|point| (place + turn * point).cast::<f32>().into()).collect()
}

fn write_events<W: Write + Seek>(
    file: &mut File<W>,
    events: &[Event],
) -> Result<(), RunExportError> {
    /// foxglove.Log's number of the level INFO.
    const INFO: u64 = 2;
    let topic = file.topic("/log", "Log", &[])?;
    for event in events.iter().filter(|event| event.time_s.is_finite()) {
        let nanos = nanos(event.time_s);
        let mut message = foxglove::stamped(nanos);
        message.integer(2, INFO);
        message.text(3, &event.message);
        message.text(4, event.entity.as_deref().unwrap_or(&event.kind));
        file.put(topic, nanos, &message)?;
    }
    Ok(())
}

fn write_records<W: Write + Seek>(
    file: &mut File<W>,
    run: &ExportedRun,
    rate_hz: f64,
    metres_per_newton: f64,
) -> Result<(), RunExportError> {
    let (frames, contacts, joints) = (run.frames(), contacts(run), joints(run));
    let table = Table::new(run);
    let transforms = file.topic("/tf", "FrameTransforms", &[])?;
    let states = file.topic("/joints", "JointStates", &[])?;
    let scale = [("metres_per_newton", metres_per_newton.to_string())];
    let forces = file.topic("/forces", "SceneUpdate", &scale)?;
    let describe = || descriptor_set("planetfall", &table.types());
    let records = file.own_topic("/record", "planetfall.Record", &describe, &[])?;
    run.each(rate_hz, |record| {
        let nanos = nanos(record.time_s);
        let mut placed = Message::default();
        for (frame, pose) in frames.iter().zip(record.poses) {
            placed.message(1, &foxglove::transform(nanos, frame, pose));
        }
        file.put(transforms, nanos, &placed)?;
        let mut states_now = foxglove::stamped(nanos);
        joints.iter().for_each(|joint| states_now.message(2, &joint.state(record)));
        file.put(states, nanos, &states_now)?;
        let arrows =
            contacts.iter().map(|contact| contact.entity(nanos, record, metres_per_newton));
        file.put(forces, nanos, &update(&arrows.collect::<Vec<_>>()))?;
        file.put(records, nanos, &table.message(record))
    })
}

/// Nothing for a run without cables.
fn write_cables<W: Write + Seek>(
    file: &mut File<W>,
    run: &ExportedRun,
    rate_hz: f64,
) -> Result<(), RunExportError> {
    let cables = cables(run);
    if cables.is_empty() {
        return Ok(());
    }
    let lines = file.topic("/cables", "SceneUpdate", &[])?;
    let clouds = file.topic("/points/cables", "PointCloud", &[])?;
    run.each(rate_hz, |record| {
        let nanos = nanos(record.time_s);
        let entities: Vec<Message> =
            cables.iter().map(|cable| cable.entity(nanos, record)).collect();
        file.put(lines, nanos, &update(&entities))?;
        let points: Vec<[f32; 3]> = cables.iter().flat_map(|cable| cable.points(record)).collect();
        file.put(clouds, nanos, &foxglove::point_cloud(nanos, SITE, &points))
    })
}

fn update<'a>(entities: impl IntoIterator<Item = &'a Message>) -> Message {
    let mut message = Message::default();
    entities.into_iter().for_each(|entity| message.message(2, entity));
    message
}

/// An entity with the shapes of a link.
fn drawn(mut entity: Message, link: &SceneLink) -> Message {
    for shape in &link.shapes {
        let colour = foxglove::parts(&shape.colour);
        let mut solid = Message::default();
        solid.message(1, &foxglove::pose(&shape.position_m, &shape.rotation_wxyz));
        match &shape.form {
            SceneForm::Box { size_m } => {
                solid.message(2, &foxglove::parts(size_m));
                solid.message(3, &colour);
                entity.message(8, &solid);
            }
            SceneForm::Sphere { radius_m } => {
                solid.message(2, &foxglove::parts(&[2.0 * radius_m; 3]));
                solid.message(3, &colour);
                entity.message(9, &solid);
            }
            SceneForm::Cylinder { radius_m, length_m } => {
                let across = 2.0 * radius_m;
                solid.message(2, &foxglove::parts(&[across, across, *length_m]));
                solid.double(3, 1.0);
                solid.double(4, 1.0);
                solid.message(5, &colour);
                entity.message(10, &solid);
            }
            SceneForm::Mesh { .. } => {
                let surface = Surface::of(&shape.form);
                let (place, turn) = (&shape.position_m, &shape.rotation_wxyz);
                entity.message(12, &triangles(&surface, place, turn, Some(&shape.colour)));
            }
        }
    }
    entity
}

fn triangles(
    surface: &Surface,
    position: &[f64; 3],
    wxyz: &[f64; 4],
    colour: Option<&[f64; 4]>,
) -> Message {
    let mut message = Message::default();
    message.message(1, &foxglove::pose(position, wxyz));
    for point in &surface.points {
        message.message(2, &foxglove::parts(&point.map(f64::from)));
    }
    if let Some(colour) = colour {
        message.message(3, &foxglove::parts(colour));
    }
    for [r, g, b] in &surface.colours {
        message.message(4, &foxglove::parts(&[*r, *g, *b, 1.0].map(f64::from)));
    }
    message.indices(5, &surface.indices);
    message
}
