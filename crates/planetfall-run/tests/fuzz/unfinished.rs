//! What an unfinished run is read from: the journal of its history, and its checkpoints.
//!
//! Files are damaged in two ways. As they are, their checksums must find it: whoever reads gets what was
//! written, or less of it where a file ends early, or an error. With checksums that fit again, which no
//! accident makes, what is read may be wrong, but nothing panics.

use crate::harness::fuzz;
use planetfall::checkpoint;
use planetfall::time::Time;
use planetfall_files::format::Ink;
use planetfall_files::run_folder::{ColumnSpec, History, HistoryWriter, OutputFolder, recover};
use planetfall_files::scenario::{Loaded, ScenarioFile, builtin};
use planetfall_run::checkpoint::Checkpoint;
use planetfall_run::runner::{self, Conduct, Durability};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

/// Bytes before those of a record: their number, their CRC-32 and that of both.
const HEAD: usize = 12;

/// Says that what follows in an input are contents of records, to be given their checksums.
const SUMMED: u8 = 0x80;

/// The contents of all records of a file, each after its length.
fn contents(file: &[u8]) -> Vec<u8> {
    let (mut rest, mut all) = (file, Vec::new());
    while let Some((head, after)) = rest.split_first_chunk::<HEAD>() {
        let length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
        all.extend_from_slice(&head[..4]);
        all.extend_from_slice(&after[..length]);
        rest = &after[length..];
    }
    all
}

/// The file of records that contents make, whatever they are.
fn summed(mut contents: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    while let Some((length, rest)) = contents.split_first_chunk::<4>() {
        let length = (u32::from_le_bytes(*length) as usize).min(rest.len());
        let (body, after) = rest.split_at(length);
        let start = file.len();
        file.extend_from_slice(&(length as u32).to_le_bytes());
        file.extend_from_slice(&crc32fast::hash(body).to_le_bytes());
        let head = crc32fast::hash(&file[start..]);
        file.extend_from_slice(&head.to_le_bytes());
        file.extend_from_slice(body);
        contents = after;
    }
    file
}

/// A damaged file among whole ones: the first byte of an input says which it is, and how it is damaged.
fn place_damaged(files: &[(impl AsRef<Path>, Vec<u8>)], input: &[u8]) -> Option<bool> {
    let (first, damaged) = input.split_first()?;
    let which = usize::from(*first & 0x0F) % files.len();
    let fits = *first & SUMMED != 0;
    for (place, (path, whole)) in files.iter().enumerate() {
        match place == which {
            true if fits => fs::write(path, summed(damaged)).unwrap(),
            true => fs::write(path, damaged).unwrap(),
            false => fs::write(path, whole).unwrap(),
        }
    }
    Some(fits)
}

/// Each file as it is, and those of records by their contents too.
fn inputs(files: &[(impl AsRef<Path>, Vec<u8>)], of_records: usize) -> Vec<Vec<u8>> {
    let whole = (0_u8..).zip(files).map(|(number, (_, bytes))| [&[number], &bytes[..]].concat());
    let records = (0_u8..).zip(&files[..of_records]);
    let fitting =
        records.map(|(number, (_, bytes))| [&[number | SUMMED], &contents(bytes)[..]].concat());
    whole.chain(fitting).collect()
}

fn bits(history: &History) -> Vec<Vec<u64>> {
    let columns = history.columns.iter();
    columns.map(|column| column.values.iter().map(|value| value.to_bits()).collect()).collect()
}

#[test]
fn journals_of_a_history_are_read_or_refused_and_give_no_other_rows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("history.parquet");
    let columns = ["time_s", "rover.z_m", "wheel_1.normal_force_n"];
    let columns = columns.map(|name| ColumnSpec::new(name, "about it"));
    let mut writer = HistoryWriter::create_with_journal(&path, &columns).unwrap();
    // One row group, and rows after it in three records.
    for row in 0..65_600_u32 {
        let force = if row % 7 == 0 { f64::NAN } else { 1e3 };
        writer.push(&[f64::from(row) / 1024.0, -2.0, force]).unwrap();
        if row > 65_536 && row % 20 == 0 {
            writer.sync().unwrap();
        }
    }
    writer.sync().unwrap();
    let files = ["history.groups", "history.rows", "history.parquet"].map(|name| {
        let path = folder.path().join(name);
        let bytes = fs::read(&path).unwrap();
        (path, bytes)
    });
    drop(writer);
    files.iter().for_each(|(path, bytes)| fs::write(path, bytes).unwrap());
    let whole = bits(&History::read(&path).unwrap());
    assert_eq!(whole[0].len(), 65_600);
    let resumed = folder.path().join("resumed.parquet");
    fuzz("history_journal", inputs(&files, 2), 300, |input| {
        let Some(fits) = place_damaged(&files, input) else { return false };
        let read = History::read(&path);
        let _ = recover(folder.path());
        for end in ["groups", "rows", "parquet"] {
            fs::copy(path.with_extension(end), resumed.with_extension(end)).unwrap();
        }
        let _ = HistoryWriter::resume(&resumed, &columns, 65_550);
        let Ok(history) = read else { return false };
        if !fits {
            for (read, written) in bits(&history).iter().zip(&whole) {
                assert!(written.starts_with(read), "rows that were never written");
            }
        }
        true
    });
}

/// A run that was broken off, in a folder; the contents of its files, checkpoints first.
fn broken_off(loaded: &Loaded, place: &Path) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    let folder = OutputFolder::claim(place, false, false).unwrap();
    let every = Duration::ZERO;
    let durability = Durability { flush_every: every, checkpoint_every: every };
    let conduct = Conduct { durability, ..Conduct::default() };
    let mut records = 0;
    let mut stop = |_| {
        records += 1;
        if records > 12 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    runner::conduct(loaded, &folder, conduct, &mut stop).unwrap();
    let mut files: Vec<_> = fs::read_dir(place)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .map(|path| (path.clone(), fs::read(&path).unwrap()))
        .collect();
    let is_checkpoint =
        |path: &Path| path.extension().is_some_and(|extension| extension == "state");
    files.sort_by_key(|(path, _)| (!is_checkpoint(path), path.clone()));
    files
}

#[test]
fn checkpoints_are_read_or_refused_and_give_no_other_state() {
    let soil = [("duration_s", "0.2"), ("record.period_s", "0.01"), ("expect", "[]")];
    for (name, settings, cases) in [("bounce", &soil[2..], 150), ("rut-camera", &soil[..], 40)] {
        let settings: Vec<(String, String)> =
            settings.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let file = ScenarioFile::from_text(name, builtin(name).unwrap().text);
        let mut loaded = file.with_overrides(&settings).load(Ink::Plain).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("r");
        let files = broken_off(&loaded, &place);
        let newest = Checkpoint::read(&place).unwrap();
        let newest = newest.resumption(&mut loaded).unwrap();
        // There is one only: where it is damaged, no other is read.
        let checkpoint = |path: &Path| path.extension().is_some_and(|end| end == "state");
        let own = Checkpoint::read(&place).unwrap().path().to_owned();
        let mut kept = files;
        kept.retain(|(path, _)| !checkpoint(path) || *path == own);
        fuzz(&format!("checkpoint_{name}"), inputs(&kept[..1], 1), cases, |input| {
            let _ = fs::remove_dir_all(&place);
            let _ = fs::remove_dir_all(folder.path().join("r.partial"));
            fs::create_dir(&place).unwrap();
            for (path, bytes) in &kept {
                fs::write(path, bytes).unwrap();
            }
            let Some(fits) = place_damaged(&kept[..1], input) else { return false };
            go_on(&place, &mut loaded, (!fits).then(|| checkpoint::save(newest.state())))
        });
    }
}

/// Goes on with a run for some steps; its state must be the one that was saved, where it is known.
fn go_on(place: &Path, loaded: &mut Loaded, saved: Option<Vec<u64>>) -> bool {
    let Ok(checkpoint) = Checkpoint::read(place) else { return false };
    let Ok(resumption) = checkpoint.resumption(loaded) else { return false };
    if let Some(saved) = saved {
        assert!(checkpoint::save(resumption.state()) == saved, "a state that was never saved");
    }
    let Ok(folder) = OutputFolder::resume(place) else { return false };
    let step = loaded.scenario.phases[0].method.longest();
    let now = resumption.state().time.nanos();
    let until = Time::from_nanos(now.saturating_add(3 * step.nanos()));
    let conduct = Conduct { until: Some(until), resume: Some(resumption), ..Conduct::default() };
    // What a damaged state does is its own business, but for a panic.
    let done = runner::conduct(loaded, &folder, conduct, &mut |_| ControlFlow::Continue(()));
    done.is_ok()
}
