//! Files of users: scenarios, vehicles, elevation maps, histories, commands.

use crate::harness::fuzz;
use crate::tiff::Tiff;
use planetfall_files::dem::{self, Options};
use planetfall_files::format::Ink;
use planetfall_files::run_folder::{ColumnSpec, HistoryFile, HistoryWriter};
use planetfall_files::scenario::{self, ScenarioFile};
use planetfall_files::vehicle::{self, VehicleFile};
use planetfall_run::operator::journal::Replay;
use std::path::Path;

/// Scenarios that are built in moments, and one with most kinds of tables.
const SCENARIOS: [&str; 7] = [
    "bounce",
    "bouncing-ball",
    "incline-block",
    "msl-incline-drop",
    "lander-touchdown",
    "mer-slope-up",
    "crawler",
];

#[test]
fn scenario_files_are_read_or_refused() {
    let text = |name: &&str| scenario::builtin(name).unwrap().text.as_bytes().to_vec();
    let corpus = SCENARIOS.iter().map(text).collect();
    fuzz("scenario", corpus, 400, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        // Without a file on disk nothing else is read for it.
        let Ok(loaded) = ScenarioFile::from_text("fuzz", &text).load(Ink::Plain) else {
            return false;
        };
        let again = ScenarioFile::from_text("again", &loaded.effective).load(Ink::Plain);
        assert!(again.is_ok(), "the effective file is refused: {:?}", again.err());
        true
    });
}

#[test]
fn vehicle_files_are_read_or_refused() {
    let corpus = vehicle::builtins().iter().map(|one| one.text.as_bytes().to_vec()).collect();
    fuzz("vehicle", corpus, 1500, read_vehicle);
}

#[test]
fn urdf_files_are_read_or_refused() {
    let robot = br#"<?xml version="1.0"?>
<robot name="r"><material name="red"><color rgba="1 0 0 1"/></material>
<link name="a"><inertial><origin xyz="0 0 1" rpy="0 0 1"/><mass value="2"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="b"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1"/></inertial>
<collision><origin rpy="1.57 0 0"/><geometry><cylinder radius="0.3" length="0.2"/></geometry></collision>
<visual><geometry><box size="1 1 1"/></geometry><material name="red"/></visual></link>
<link name="c"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 1 0"/></joint>
<joint name="k" type="revolute"><parent link="a"/><child link="c"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1"/><dynamics damping="1" friction="1"/>
<mimic joint="j" multiplier="-1" offset="0.1"/></joint></robot>
"#;
    fuzz("urdf", vec![robot.to_vec()], 8000, read_vehicle);
}

fn read_vehicle(bytes: &[u8]) -> bool {
    VehicleFile::from_text("fuzz", &String::from_utf8_lossy(bytes)).load(Ink::Plain).is_ok()
}

#[test]
fn geotiff_files_are_read_or_refused() {
    let heights: Vec<f32> = (0..35_u8).map(f32::from).collect();
    let tiff = |big_endian| {
        Tiff::floats(7, 5, &heights, big_endian)
            .shorts(34735, &[1, 1, 0, 2, 1024, 0, 1, 1, 1025, 0, 1, 1])
            .text(42113, "-32767")
            .text(42112, "<Item role=\"scale\">0.5</Item>")
            .bytes()
    };
    read_maps("geotiff", vec![tiff(false), tiff(true)], 4000);
}

#[test]
fn pds3_files_are_read_or_refused() {
    let label = "PDS_VERSION_ID = PDS3\r\nRECORD_TYPE = FIXED_LENGTH\r\nRECORD_BYTES = 512\r\n^IMAGE = 3\r\n\
        OBJECT = IMAGE_MAP_PROJECTION\r\n MAP_PROJECTION_TYPE = EQUIRECTANGULAR\r\n \
        A_AXIS_RADIUS = 3396.19 <KM>\r\n CENTER_LATITUDE = 0.0 <DEG>\r\n MAP_SCALE = 2.0 <METERS/PIXEL>\r\n \
        LINE_PROJECTION_OFFSET = 10.5 <PIXEL>\r\n SAMPLE_PROJECTION_OFFSET = -20.5 <PIXEL>\r\n\
        END_OBJECT = IMAGE_MAP_PROJECTION\r\nOBJECT = IMAGE\r\n LINES = 5\r\n LINE_SAMPLES = 7\r\n \
        SAMPLE_TYPE = PC_REAL\r\n SAMPLE_BITS = 32\r\n MISSING_CONSTANT = 16#FF7FFFFB#\r\n\
        END_OBJECT = IMAGE\r\nEND\r\n";
    let mut image = label.as_bytes().to_vec();
    image.resize(1024, b' ');
    image.extend((0..35_u8).flat_map(|at| (-0.5 * f32::from(at)).to_le_bytes()));
    read_maps("pds3", vec![image], 4000);
}

fn read_maps(name: &str, corpus: Vec<Vec<u8>>, cases: u64) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map");
    let options = Options { max_posts: 1_000_000, ..Options::default() };
    fuzz(name, corpus, cases, |bytes| {
        std::fs::write(&path, bytes).unwrap();
        let Ok(map) = dem::read_with(&path, &options) else { return false };
        dem::inspect(&map);
        true
    });
}

#[test]
fn pages_of_a_history_are_read_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("history.parquet");
    let history = |rows: u32| {
        let columns = ["time_s", "rover.z_m", "wheel_1.normal_force_n"];
        let columns = columns.map(|name| ColumnSpec::new(name, "about it"));
        let mut writer = HistoryWriter::create(&path, &columns).unwrap();
        for row in 0..rows {
            let time = 1e-3 * f64::from(row);
            writer
                .push(&[time, 2.0 - time * time, if row % 7 == 0 { f64::NAN } else { 1e3 }])
                .unwrap();
        }
        writer.finish().unwrap();
        std::fs::read(&path).unwrap()
    };
    let corpus = vec![history(40), history(3000)];
    fuzz("parquet", corpus, 2500, |bytes| {
        std::fs::write(&path, bytes).unwrap();
        read_history(&path).is_ok()
    });
}

fn read_history(path: &Path) -> Result<(), planetfall_files::run_folder::HistoryError> {
    let file = HistoryFile::open(path)?;
    for column in 0..file.columns().len() {
        let rows: Vec<usize> = (0..file.rows().min(5000)).step_by(97).collect();
        file.pick(column, &rows)?;
    }
    let names: Vec<&str> = file.columns().iter().map(|column| column.name.as_str()).collect();
    file.read(&names, 0..file.rows().min(5000))?;
    Ok(())
}

#[test]
fn journals_of_commands_are_read_or_refused() {
    let loaded = crate::physics::operated();
    let world = &loaded.scenario.world;
    let console = world.console().unwrap().1;
    let levers: Vec<&str> =
        console.levers().iter().take(3).map(|lever| lever.name.as_str()).collect();
    let journal = format!(
        "{{\"planetfall_commands\":2,\"levers\":{levers:?}}}\n{{\"time_ns\":0,\"set\":[[0,0.0],[1,0.25]]}}\n\
         {{\"time_ns\":1000000,\"unset\":[1],\"set\":[[2,0.5]]}}\n\
         {{\"time_ns\":3000000,\"end\":{{\"outcome\":\"client_finished\",\"judged\":true}}}}\n"
    );
    let folder = tempfile::tempdir().unwrap();
    fuzz("commands", vec![journal.into_bytes()], 4000, |bytes| {
        std::fs::write(folder.path().join("commands.jsonl"), bytes).unwrap();
        Replay::read(folder.path(), world, console).is_ok()
    });
}
