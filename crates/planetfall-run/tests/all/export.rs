//! Exports of a real run, read back.
#![allow(clippy::unwrap_used, clippy::panic)]

use planetfall::time::Time;
use planetfall_files::format::Ink;
use planetfall_files::run_folder::{HistoryFile, OutputFolder, RunFile};
use planetfall_files::scenario::{ScenarioFile, builtin};
use planetfall_report::export::{export_gltf, export_mcap};
use std::collections::BTreeMap;
use std::io::Cursor;
use std::ops::ControlFlow;

fn run(name: &str, millis: i64) -> (tempfile::TempDir, OutputFolder) {
    let text = builtin(name).unwrap().text;
    let loaded = ScenarioFile::from_text(name, text).load(Ink::Plain).unwrap();
    let workdir = tempfile::tempdir().unwrap();
    let folder = OutputFolder::claim(&workdir.path().join("run"), false, false).unwrap();
    let until = Some(Time::from_millis(millis));
    let mut watch = |_| ControlFlow::Continue(());
    planetfall_run::runner::run(&loaded, &folder, None, until, &mut watch).unwrap();
    (workdir, folder)
}

#[test]
fn an_mcap_file_has_its_topics_and_no_more_records_than_asked_for() {
    let (_workdir, folder) = run("curiosity-drive", 1000);
    let mut file = Cursor::new(Vec::new());
    export_mcap(folder.path(), &mut file, 10.0).unwrap();
    let mut topics: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for message in mcap::MessageStream::new(file.get_ref()).unwrap() {
        let message = message.unwrap();
        topics.entry(message.channel.topic.clone()).or_default().push(message.log_time);
    }
    let tenths: Vec<u64> = (0..=10).map(|tenth| tenth * 100_000_000).collect();
    for topic in ["/tf", "/joints", "/forces", "/record"] {
        assert_eq!(topics[topic], tenths, "{topic}");
    }
    for topic in ["/terrain", "/vehicles", "/trail", "/points/terrain"] {
        assert_eq!(topics[topic], [0], "{topic}");
    }
}

#[test]
fn a_gltf_file_moves_the_body_as_the_history_says() {
    let (_workdir, folder) = run("curiosity-drive", 1000);
    let mut bytes = Vec::new();
    export_gltf(folder.path(), &mut bytes, 10.0).unwrap();
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let json: serde_json::Value = serde_json::from_slice(&bytes[20..20 + word(12)]).unwrap();
    let body = 28 + word(12);
    let floats = |accessor: &serde_json::Value| -> Vec<f32> {
        let accessor = &json["accessors"][accessor.as_u64().unwrap() as usize];
        let view = &json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
        let start = body + view["byteOffset"].as_u64().unwrap() as usize;
        let length = view["byteLength"].as_u64().unwrap() as usize;
        let words = bytes[start..start + length].as_chunks::<4>().0;
        words.iter().map(|word| f32::from_le_bytes(*word)).collect()
    };
    let animation = &json["animations"][0];
    let sampler = &animation["samplers"][0];
    let (times, places) = (floats(&sampler["input"]), floats(&sampler["output"]));
    assert_eq!(times.len(), 11);
    let history = HistoryFile::open(&RunFile::History.within(folder.path())).unwrap();
    let column = |name: &str| history.read_column(name, 0..history.rows()).unwrap().values;
    let (time, x) = (column("time_s"), column("body.x_m"));
    for (key, place) in times.iter().zip(places.chunks(3)) {
        let row = time.iter().position(|t| (t - f64::from(*key)).abs() < 1e-6).unwrap();
        assert!((f64::from(place[0]) - (x[row] - x[0])).abs() < 1e-6);
    }
}
