//! What is drawn and exported of cables and of vehicles that part, from a folder made up of closed
//! forms: a stage lowers a rover on two cables, cuts them and flies away.
//!
//! With `PLANETFALL_KEEP_CRANE=DIR` the folder is left there to be looked at.
#![allow(clippy::unwrap_used, clippy::panic)]

use planetfall_files::run_folder::scene::{
    Ground, Origin, Scene, SceneAnchor, SceneCable, SceneCarrier, SceneEngine, SceneForm,
    SceneJoint, SceneLink, SceneShape, SceneVehicle,
};
use planetfall_files::run_folder::{ColumnSpec, Event, HistoryWriter, OutputFolder, Summary};
use planetfall_report::export::{export_gltf, export_mcap};
use planetfall_report::report;
use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::Path;

const PERIOD_S: f64 = 0.1;
const ROWS: usize = 201;
/// The record at which the cables are cut.
const CUT: usize = 100;
const SLUNG_M: f64 = 7.5;

fn time(row: usize) -> f64 {
    row as f64 * PERIOD_S
}

/// The rover sinks to the ground and stays there.
fn rover(row: usize) -> [f64; 3] {
    [2.0, 3.0, 0.6 + 0.75 * (8.0 - time(row)).max(0.0)]
}

/// The stage is above it, and flies north once the cables are cut.
fn stage(row: usize) -> [f64; 3] {
    let flown = time(row.saturating_sub(CUT));
    [2.0, 3.0 + 30.0 * flown, rover(row)[2] + SLUNG_M + 8.0 * flown - 0.5 * flown * flown]
}

fn names() -> Vec<String> {
    let pose = ["x_m", "y_m", "z_m", "qw", "qx", "qy", "qz"];
    let mut names = vec!["time_s".to_owned(), "phase".to_owned()];
    for prefix in ["", "descent_stage."] {
        names.extend(pose.iter().map(|end| format!("{prefix}body.{end}")));
        names.extend(pose.iter().take(3).map(|end| format!("{prefix}com.{end}")));
    }
    for cable in ["bridle_1", "umbilical"] {
        names.extend(["tension_n", "length_m"].map(|end| format!("{cable}.{end}")));
    }
    names.push("descent_stage.mle_1.thrust_n".to_owned());
    names
}

fn values(row: usize) -> Vec<f64> {
    let mut values = vec![time(row), 0.0];
    for place in [rover(row), stage(row)] {
        values.extend(place);
        values.extend([1.0, 0.0, 0.0, 0.0]);
        values.extend(place);
    }
    let (tension, length) = if row < CUT { (3338.8, SLUNG_M) } else { (0.0, f64::NAN) };
    values.extend([tension, length, 0.0, length, 1800.0]);
    values
}

fn vehicle(name: &str, prefix: &str, size_m: [f64; 3]) -> SceneVehicle {
    let upright = [1.0, 0.0, 0.0, 0.0];
    let shape = SceneShape {
        form: SceneForm::Box { size_m },
        position_m: [0.0; 3],
        rotation_wxyz: upright,
        colour: [0.7, 0.6, 0.4, 1.0],
        origin: Origin::Visual,
    };
    let link = SceneLink {
        name: "body".to_owned(),
        parent: None,
        position_m: [0.0; 3],
        rotation_wxyz: upright,
        joint: SceneJoint { kind: "free".to_owned(), axis: None, columns: Vec::new() },
        shapes: vec![shape],
    };
    SceneVehicle {
        name: name.to_owned(),
        prefix: prefix.to_owned(),
        links: vec![link],
        contactors: Vec::new(),
        engines: Vec::new(),
        carrier: None,
    }
}

fn scene() -> Scene {
    let mut rover = vehicle("rover", "", [2.0, 1.4, 1.0]);
    rover.carrier = Some(SceneCarrier { vehicle: 1 });
    let mut stage = vehicle("descent_stage", "descent_stage.", [2.4, 2.4, 0.8]);
    stage.engines.push(SceneEngine {
        name: "mle_1".to_owned(),
        link: 0,
        position_m: [1.0, 1.0, -0.4],
        direction: [0.0, 0.0, 1.0],
        max_thrust_n: 3603.0,
    });
    let cable = |name: &str, side: f64| SceneCable {
        name: name.to_owned(),
        from: SceneAnchor { vehicle: 1, link: 0, point_m: [0.4 * side, 0.0, -0.4] },
        to: SceneAnchor { vehicle: 0, link: 0, point_m: [0.8 * side, 0.0, 0.5] },
    };
    Scene {
        format: Scene::FORMAT,
        gravity_m_per_s2: [0.0, 0.0, -3.7132],
        sun_direction: [-0.5, 0.5, 0.5f64.sqrt()],
        terrain: Some(Ground {
            x0_m: -40.0,
            y0_m: -40.0,
            cell_m: 10.0,
            columns: 10,
            rows: 50,
            heights: vec![0.0; 500],
        }),
        vehicles: vec![rover, stage],
        cables: vec![cable("bridle_1", 1.0), cable("umbilical", -1.0)],
    }
}

/// Writes all files of the run.
fn write(folder: &Path) {
    let columns: Vec<ColumnSpec> =
        names().into_iter().map(|name| ColumnSpec::new(name, "made up")).collect();
    let mut history = HistoryWriter::create(&folder.join("history.parquet"), &columns).unwrap();
    (0..ROWS).for_each(|row| history.push(&values(row)).unwrap());
    history.finish().unwrap();
    scene().write(folder).unwrap();
    let cut = Event {
        time_s: time(CUT),
        kind: "cut".to_owned(),
        entity: Some("bridle_1".to_owned()),
        message: "bridle_1 is cut".to_owned(),
        values: BTreeMap::new(),
    };
    Event::write_all(&folder.join("events.json"), &[cut]).unwrap();
    std::fs::write(folder.join("scenario.toml"), "name = \"crane\"\n").unwrap();
    let summary = Summary {
        scenario: "crane".to_owned(),
        outcome: "landed".to_owned(),
        failure: None,
        sim_time_s: time(ROWS - 1),
        wall_time_s: 1.0,
        steps: ROWS as u64,
        metrics: BTreeMap::new(),
        meanings: BTreeMap::new(),
        expect: Vec::new(),
        warnings: Vec::new(),
        operator: None,
        pacing: None,
        version: None,
    };
    summary.write(&folder.join("summary.json")).unwrap();
}

fn folder() -> (tempfile::TempDir, OutputFolder) {
    let workdir = tempfile::tempdir().unwrap();
    let place = match std::env::var_os("PLANETFALL_KEEP_CRANE") {
        Some(kept) => {
            std::path::PathBuf::from(kept).join(std::thread::current().name().unwrap_or("crane"))
        }
        None => workdir.path().join("run"),
    };
    let folder = OutputFolder::claim(&place, true, true).unwrap();
    write(folder.path());
    (workdir, folder)
}

fn keep(name: &str, bytes: &[u8]) {
    if let Some(kept) = std::env::var_os("PLANETFALL_KEEP_CRANE") {
        std::fs::write(Path::new(&kept).join(name), bytes).unwrap();
    }
}

#[test]
fn the_report_shows_the_cables_before_the_cut_and_each_vehicle_at_the_end() {
    let (_workdir, folder) = folder();
    let page = std::fs::read_to_string(report::write(folder.path()).unwrap()).unwrap();
    let stills: Vec<&str> =
        page.split("<figure>").filter(|part| part.contains("class=\"still\"")).collect();
    let [before, rover, stage] = stills.as_slice() else { panic!("{} stills", stills.len()) };
    assert!(before.contains("Before the first cable is cut, t = 9.9 s."));
    assert!(before.matches("class=\"cable\"").count() == 32, "two cables of sixteen pieces");
    assert!(rover.contains("The end, t = 20 s: rover."));
    assert!(stage.contains("The end, t = 20 s: descent_stage."));
    assert!(!rover.contains("class=\"cable\"") && !stage.contains("class=\"cable\""));
    // Each has its own scale, so none is a dot.
    for still in [rover, stage] {
        assert!(still.contains("fill=\"#"), "the vehicle is in its picture");
    }
    assert!(page.len() < 400_000, "{} bytes", page.len());
}

#[test]
fn an_mcap_file_has_a_line_for_each_cable_until_it_is_cut() {
    let (_workdir, folder) = folder();
    let mut file = Cursor::new(Vec::new());
    export_mcap(folder.path(), &mut file, 10.0).unwrap();
    keep("run.mcap", file.get_ref());
    let mut lengths: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for message in mcap::MessageStream::new(file.get_ref()).unwrap() {
        let message = message.unwrap();
        lengths.entry(message.channel.topic.clone()).or_default().push(message.data.len());
    }
    let lines = &lengths["/cables"];
    assert_eq!(lines.len(), ROWS);
    // Two points of three numbers each for two cables are at least 96 bytes.
    assert!(lines[..CUT].iter().all(|length| *length > lines[CUT] + 96));
    // Each of the 33 points along each cable has twelve bytes.
    let points = &lengths["/points/cables"];
    assert!(points[..CUT].iter().all(|length| *length >= points[CUT] + 2 * 33 * 12));
}

#[test]
fn a_gltf_file_stretches_a_line_between_the_ends_of_each_cable() {
    let (_workdir, folder) = folder();
    let mut bytes = Vec::new();
    export_gltf(folder.path(), &mut bytes, 10.0).unwrap();
    keep("run.glb", &bytes);
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let json: serde_json::Value = serde_json::from_slice(&bytes[20..20 + word(12)]).unwrap();
    let floats = |accessor: &serde_json::Value| -> Vec<f32> {
        let accessor = &json["accessors"][accessor.as_u64().unwrap() as usize];
        let view = &json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
        let start = 28 + word(12) + view["byteOffset"].as_u64().unwrap() as usize;
        let length = view["byteLength"].as_u64().unwrap() as usize;
        let words = bytes[start..start + length].as_chunks::<4>().0;
        words.iter().map(|word| f32::from_le_bytes(*word)).collect()
    };
    let nodes = json["nodes"].as_array().unwrap();
    let node = nodes.iter().position(|node| node["name"] == "bridle_1").unwrap();
    assert!(json["nodes"][0]["children"].as_array().unwrap().contains(&node.into()));
    let animation = &json["animations"][0];
    let track = |path: &str| {
        let mut channels = animation["channels"].as_array().unwrap().iter();
        let found = channels.find(|c| c["target"]["node"] == node && c["target"]["path"] == path);
        let sampler = found.unwrap()["sampler"].as_u64().unwrap() as usize;
        floats(&animation["samplers"][sampler]["output"])
    };
    let (places, scales) = (track("translation"), track("scale"));
    assert_eq!(scales.len(), 3 * ROWS);
    // From 0.4 m to 0.8 m aside, and from 7.1 m to 0.5 m above the rover's middle.
    let long = 0.4f32.hypot(6.6);
    assert!(scales[..3 * CUT].iter().all(|scale| (scale - long).abs() < 1e-5));
    assert!(scales[3 * CUT..].iter().all(|scale| *scale == 0.0));
    assert!((places[0] - 0.4).abs() < 1e-6 && (places[2] - 7.1).abs() < 1e-5);
}
