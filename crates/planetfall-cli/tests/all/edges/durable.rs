//! What ran is not lost: runs that are killed, interrupted, written twice or onto a full disk, and files whose
//! bits are flipped.

use crate::edges::workdir::{Ended, Workdir};
use planetfall_files::run_folder::{History, HistoryFile};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Runs of a few seconds that between them have every file: grains, soil, pictures, events, comparisons.
const KINDS: [(&str, &str); 5] = [
    ("drop", "msl-incline-drop"),
    ("boxes", "box-stack"),
    ("crane", "msl-sky-crane"),
    ("soil", "rut-camera --set duration_s=2"),
    ("wheels", "traverse --set duration_s=12"),
];

/// Bytes of all files of a run but what depends on the clock.
fn results(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    gather(folder, folder, &mut all);
    all
}

fn gather(root: &Path, folder: &Path, all: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(root).unwrap().to_owned();
        if path.is_dir() {
            gather(root, &path, all);
            continue;
        }
        let mut bytes = std::fs::read(&path).unwrap();
        match name.to_str() {
            Some("summary.json") => {
                let mut summary: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
                summary["wall_time_s"] = 0.into();
                if let Some(operator) = summary.get_mut("operator") {
                    operator["mean_answer_s"] = 0.into();
                    operator["worst_answer_s"] = 0.into();
                }
                bytes = summary.to_string().into_bytes();
            }
            // Both give the wall time, or a checksum of what does.
            Some("report.html" | "manifest.json") => bytes.clear(),
            _ => {}
        }
        all.insert(name, bytes);
    }
}

pub(crate) fn assert_same(a: &Path, b: &Path) {
    let (a, b) = (results(a), results(b));
    assert_eq!(a.keys().collect::<Vec<_>>(), b.keys().collect::<Vec<_>>());
    let other: Vec<_> = a.iter().filter(|(name, bytes)| b[*name] != **bytes).collect();
    let names: Vec<_> = other.iter().map(|(name, _)| name).collect();
    assert!(other.is_empty(), "{names:?} differ");
}

/// A command that must not go on with a run: exit code 2 and these words.
pub(crate) fn refuses(workdir: &Workdir, words: &str, reported: &[&str]) {
    let Ended { code, err, .. } = workdir.run(words);
    assert_eq!(code, Some(2), "planetfall {words}\n{err}");
    assert!(reported.iter().all(|part| err.contains(part)), "planetfall {words}\n{err}");
}

pub(crate) fn start(workdir: &Workdir, words: &str) -> Child {
    let mut command = workdir.command(words);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// How many checkpoints a run has written: the number in the newest one.
pub(crate) fn checkpoints(folder: &Path) -> u64 {
    let number = |file: &str| {
        let bytes = std::fs::read(folder.join(file)).ok()?;
        let text = String::from_utf8_lossy(bytes.get(12..600.min(bytes.len()))?).into_owned();
        let (_, rest) = text.split_once("\"number\":")?;
        rest.split_once(',')?.0.parse().ok()
    };
    let both = ["checkpoint-1.state", "checkpoint-2.state"].map(number);
    both.into_iter().flatten().max().unwrap_or(0)
}

/// Kills a run once it has written so many checkpoints more; whether it was still alive.
pub(crate) fn kill_after(child: &mut Child, partial: &Path, more: u64) -> bool {
    let goal = checkpoints(partial) + more;
    while checkpoints(partial) < goal {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    true
}

/// Begins a run anew until it is killed before its end: where the disk is slow, a short run may write too few
/// checkpoints.
pub(crate) fn killed_midway(
    workdir: &Workdir,
    name: &str,
    more: u64,
    mut begin: impl FnMut() -> Child,
) {
    for _ in 0..20 {
        if kill_after(&mut begin(), &workdir.path(&format!("{name}.partial")), more) {
            return;
        }
        std::fs::remove_dir_all(workdir.path(name)).unwrap();
    }
    panic!("{name} was always over before it could be killed");
}

fn killed_and_resumed(workdir: &Workdir, name: &str, words: &str, kills: u64) {
    workdir.ok(&format!("run {words} --out {name}-whole --quiet"));
    let (out, partial) = (workdir.path(name), workdir.path(&format!("{name}.partial")));
    let often = "--quiet --checkpoint-every 0.001";
    killed_midway(workdir, name, 1, || {
        start(workdir, &format!("run {words} --out {name} {often}"))
    });
    let mut child = start(workdir, &format!("run --resume {name} {often}"));
    for kill in 1..kills {
        // Early and late, at no round number.
        kill_after(&mut child, &partial, 1 + (7 * kill) % 4);
        if out.exists() {
            break;
        }
        child = start(workdir, &format!("run --resume {name} {often}"));
    }
    child.wait().unwrap();
    assert_same(&workdir.path(&format!("{name}-whole")), &out);
    assert!(!partial.exists());
}

#[test]
fn a_killed_run_goes_on_with_the_same_bytes() {
    let workdir = Workdir::new();
    for (name, words) in KINDS {
        killed_and_resumed(&workdir, name, words, 3);
    }
}

#[test]
#[ignore = "long: ./test --full"]
fn a_run_killed_twenty_times_goes_on_with_the_same_bytes() {
    let workdir = Workdir::new();
    for (name, words) in KINDS {
        killed_and_resumed(&workdir, name, words, 20);
    }
}

#[test]
fn what_a_killed_run_had_flushed_is_read_by_report_export_and_check() {
    let workdir = Workdir::new();
    let words = "run traverse --set duration_s=100000 --out long --quiet --checkpoint-every 0.001";
    let mut child = start(&workdir, words);
    assert!(kill_after(&mut child, &workdir.path("long.partial"), 3));
    workdir.ok("report long");
    let csv = workdir.ok("export long --to csv --columns time_s --out -");
    let reported = workdir.ok("check long");
    assert!(
        reported.contains("run --resume") && reported.contains("recovered.parquet"),
        "{reported}"
    );
    let recovered = History::read(&workdir.path("long.partial/recovered.parquet")).unwrap();
    let whole = History::read(&workdir.path("long.partial/history.parquet")).unwrap();
    assert!(whole.rows() > 10);
    assert_eq!(format!("{recovered:?}"), format!("{whole:?}"));
    assert_eq!(csv.lines().count(), whole.rows() + 1);
    assert!(
        !HistoryFile::open(&workdir.path("long.partial/history.parquet")).unwrap().is_finished()
    );
    // A record that was being written is left out.
    let rows = workdir.path("long.partial/history.rows");
    let bytes = std::fs::read(&rows).unwrap();
    std::fs::write(&rows, &bytes[..bytes.len() - 3]).unwrap();
    let cut = History::read(&workdir.path("long.partial/history.parquet")).unwrap();
    assert!(cut.rows() < whole.rows());
}

#[test]
fn an_old_result_stands_until_the_new_one_is_whole() {
    let workdir = Workdir::new();
    workdir.ok("run bounce --out r --quiet");
    workdir.write("r/note.txt", "mine");
    let old = workdir.contents();
    let long = "run traverse --set duration_s=100000 --out r --force --checkpoint-every 0.001";
    let mut child = start(&workdir, long);
    assert!(kill_after(&mut child, &workdir.path("r.partial"), 1));
    let kept = |name: &Path| name.starts_with(workdir.path("r"));
    let now = workdir.contents();
    assert!(old.iter().filter(|(name, _)| kept(name)).all(|(name, bytes)| now[name] == *bytes));
    // Another run of the folder sets it aside and carries the note over.
    let reported = workdir.run("run bounce --out r --force --quiet").err;
    assert!(reported.contains("r.unfinished"), "{reported}");
    assert_eq!(workdir.read("r/note.txt"), b"mine");
    assert!(checkpoints(&workdir.path("r.unfinished")) > 0 && !workdir.path("r.partial").exists());
}

#[test]
fn a_second_run_into_the_same_folder_is_refused_while_the_first_goes_on() {
    let workdir = Workdir::new();
    let long = "run traverse --set duration_s=100000 --out r --checkpoint-every 0.001";
    let mut child = start(&workdir, long);
    while checkpoints(&workdir.path("r.partial")) == 0 {
        std::thread::yield_now();
    }
    for words in ["run bounce --out r --force", "run --resume r"] {
        let Ended { code, err, .. } = workdir.run(words);
        assert_eq!(code, Some(2), "{words}: {err}");
        assert!(err.contains(&format!("process {}", child.id())), "{words}: {err}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    workdir.ok("run bounce --out r --force --quiet");
}

#[test]
fn signals_that_end_a_process_keep_the_run_as_ctrl_c_does() {
    for signal in ["TERM", "HUP", "INT"] {
        let workdir = Workdir::new();
        workdir.ok("run bounce --out r --quiet");
        let words = "run traverse --set duration_s=100000 --out r --force --checkpoint-every 0.001";
        let child =
            workdir.command(words).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        while checkpoints(&workdir.path("r.partial")) == 0 {
            std::thread::yield_now();
        }
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        let reported = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{signal}: {reported}");
        assert!(
            reported.contains("interrupted at t = ") && reported.contains("r.partial"),
            "{reported}"
        );
        // What stood there is no run that was interrupted, and stays.
        assert_eq!(workdir.json("r/summary.json")["scenario"], "bounce");
        assert_eq!(workdir.json("r.partial/summary.json")["outcome"], "stopped");
        assert!(
            HistoryFile::open(&workdir.path("r.partial/history.parquet")).unwrap().is_finished()
        );
    }
}

#[test]
fn an_interrupted_run_goes_on_from_its_place_with_the_same_bytes() {
    let workdir = Workdir::new();
    let words = "traverse --set duration_s=12 --quiet";
    workdir.ok(&format!("run {words} --out whole"));
    let child = start(&workdir, &format!("run {words} --out r --checkpoint-every 0.001"));
    while checkpoints(&workdir.path("r.partial")) == 0 {
        std::thread::yield_now();
    }
    assert!(
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success()
    );
    child.wait_with_output().unwrap();
    assert_eq!(workdir.json("r/summary.json")["outcome"], "stopped");
    workdir.ok("run --resume r --quiet");
    assert_same(&workdir.path("whole"), &workdir.path("r"));
    refuses(&workdir, "run --resume r", &["no unfinished run"]);
}

#[test]
fn a_run_goes_on_only_with_its_own_scenario_and_files() {
    let workdir = Workdir::new();
    workdir.write("measured.csv", "t,x\n0,0\n");
    workdir.write(
        "map.asc",
        "ncols 3\nnrows 3\nxllcorner -300\nyllcorner -300\ncellsize 300\n0 0 0\n0 0 0\n0 0 0\n",
    );
    let own = "traverse --set duration_s=100000";
    let mut child = start(&workdir, &format!("run {own} --out r --quiet --checkpoint-every 0.001"));
    assert!(kill_after(&mut child, &workdir.path("r.partial"), 1));
    refuses(
        &workdir,
        "run --resume nowhere",
        &["--resume nowhere: there is no such file or folder"],
    );
    refuses(&workdir, "run bounce --resume r", &["other values"]);
    refuses(&workdir, "run --resume r --set seed=3", &["--set"]);
    let scenario = workdir.path("r.partial/scenario.toml");
    let text = std::fs::read_to_string(&scenario).unwrap();
    std::fs::write(&scenario, text.replace("duration_s = 100000", "duration_s = 10")).unwrap();
    refuses(&workdir, "run --resume r", &["other values"]);
    std::fs::write(&scenario, text).unwrap();
    for file in ["checkpoint-1.state", "checkpoint-2.state"] {
        let path = workdir.path("r.partial").join(file);
        let Ok(mut bytes) = std::fs::read(&path) else { continue };
        let at = bytes.len() / 2;
        bytes[at] ^= 4;
        std::fs::write(&path, bytes).unwrap();
    }
    refuses(&workdir, "run --resume r", &["checkpoint-", "checksum of bytes"]);
}

#[test]
fn on_a_full_disk_the_summary_is_written_and_the_run_can_go_on() {
    let workdir = Workdir::new();
    let words = "run traverse --set duration_s=100000 --out r --quiet --checkpoint-every 0.05";
    // Files of more than half a megabyte are refused as a full disk refuses them.
    let command = format!("ulimit -f 500; exec {} {words}", env!("CARGO_BIN_EXE_planetfall"));
    let mut shell = Command::new("bash");
    shell.args(["-c", &format!("trap '' XFSZ; {command}")]).current_dir(workdir.path("."));
    let output = shell.output().unwrap();
    let reported = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{reported}");
    assert!(reported.contains("r.partial") && reported.contains("--resume"), "{reported}");
    let summary = workdir.json("r.partial/summary.json");
    assert_eq!(summary["outcome"], "failed");
    assert!(summary["failure"].as_str().unwrap().contains("history"), "{summary}");
    assert!(History::read(&workdir.path("r.partial/history.parquet")).unwrap().rows() > 10);
    assert!(!workdir.path("r").exists());
}

#[test]
fn every_flipped_bit_of_a_state_file_is_refused_with_its_place() {
    let workdir = Workdir::new();
    workdir.ok("run bounce --until 0.3 --save-state s --quiet");
    let whole = workdir.read("s");
    for k in 0..40 {
        let (at, bit) = (k * (whole.len() - 1) / 39, k % 8);
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << bit;
        workdir.write("s", &bytes);
        let reported = workdir.run("run bounce --resume s --out r --quiet");
        assert_eq!(reported.code, Some(2), "byte {at}, bit {bit}: {}", reported.err);
        let place = if at < 8 { "not a saved state" } else { "checksum of bytes" };
        assert!(reported.err.contains(place), "byte {at}: {}", reported.err);
    }
}

#[test]
fn a_state_file_of_an_earlier_format_is_refused_with_what_to_do() {
    let workdir = Workdir::new();
    workdir.ok("run bounce --until 0.3 --save-state s --quiet");
    let mut bytes = workdir.read("s");
    for format in ["1", "2", "3"] {
        bytes[7] = format.as_bytes()[0];
        workdir.write("s", &bytes);
        let found = format!("(format {format}, this one reads 4)");
        let reported =
            ["s: saved by another version of Planetfall", found.as_str(), "save it anew"];
        workdir.refuses("run bounce --resume s", &reported);
    }
}

#[test]
fn every_flipped_bit_of_a_run_is_found_by_check_and_by_whoever_reads_it() {
    let workdir = Workdir::new();
    workdir.ok("run bounce --out r --quiet");
    let reported = workdir.ok("check r");
    assert!(reported.contains("files are what was written"), "{reported}");
    for file in ["history.parquet", "summary.json", "events.json", "scenario.toml", "scene.json"] {
        let name = format!("r/{file}");
        let whole = workdir.read(&name);
        for k in 0..12 {
            let mut bytes = whole.clone();
            let at = k * (whole.len() - 1) / 11;
            bytes[at] ^= 1 << (k % 8);
            workdir.write(&name, &bytes);
            let reported = workdir.run("check r");
            assert_eq!(
                reported.code,
                Some(1),
                "{name}, byte {at}: {}{}",
                reported.out,
                reported.err
            );
            assert!(reported.err.contains(file), "{}", reported.err);
        }
        for verb in ["report r", "export r --to csv --out c.csv", "diff r r"] {
            let reported = workdir.run(verb);
            // A table of the history reads no other file, a difference not what the run looks like.
            let reads = match verb {
                "report r" => true,
                "diff r r" => file != "scene.json",
                _ => file == "history.parquet",
            };
            assert_eq!(reported.code == Some(0), !reads, "{verb} of {name}: {}", reported.err);
        }
        workdir.write(&name, &whole);
    }
    workdir.ok("report r");
    workdir.ok("check r");
    std::fs::remove_file(workdir.path("r/manifest.json")).unwrap();
    let reported = workdir.run("report r");
    assert!(
        reported.code == Some(0) && reported.err.contains("no manifest.json"),
        "{}",
        reported.err
    );
}

/// Kills a command once a file has grown past so many bytes; whether it was still alive.
fn kill_at_size(child: &mut Child, file: &Path, bytes: u64) -> bool {
    while std::fs::metadata(file).map_or(0, |data| data.len()) <= bytes {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    true
}

fn killed_campaign(workdir: &Workdir, name: &str, words: &str, kills: u64) {
    workdir.ok(&format!("{words} --jobs 1 --out {name}-whole"));
    let journal = workdir.path(&format!("{name}.partial/samples.journal"));
    let mut child = start(workdir, &format!("{words} --jobs 1 --out {name}"));
    let mut killed = 0;
    for _ in 0..kills {
        let size = std::fs::metadata(&journal).map_or(30, |data| data.len());
        if !kill_at_size(&mut child, &journal, size) {
            break;
        }
        killed += 1;
        child = start(workdir, &format!("{words} --jobs 1 --out {name} --resume"));
    }
    child.wait().unwrap();
    assert!(killed > 0, "{name} was over before it could be killed");
    assert_same(&workdir.path(&format!("{name}-whole")), &workdir.path(name));
}

const CAMPAIGNS: [(&str, &str); 3] = [
    ("line", "sweep msl-incline-drop --values 0.005,0.01,0.02,0.03,0.05"),
    (
        "map",
        "sweep bounce --key vehicle[0].start.height_m --values 1,2,3 --key2 ground.damping_ratio \
         --values2 0.1,0.2,0.3",
    ),
    ("slope", "slope --angles 5,10 --direction uphill --samples 4 --length 0.2"),
];

#[test]
fn killed_sweeps_slopes_and_comparisons_go_on_with_the_same_bytes() {
    let workdir = Workdir::new();
    for (name, words) in CAMPAIGNS {
        killed_campaign(&workdir, name, words, 3);
    }
    killed_comparison(&workdir, 2);
}

#[test]
#[ignore = "long: ./test --full"]
fn sweeps_slopes_and_comparisons_killed_twenty_times_go_on_with_the_same_bytes() {
    let workdir = Workdir::new();
    for (name, words) in CAMPAIGNS {
        killed_campaign(&workdir, name, words, 20);
    }
    killed_comparison(&workdir, 20);
}

/// Kills when the history of the second run has been begun.
fn killed_comparison(workdir: &Workdir, kills: u64) {
    let words = "compare msl-incline-drop --ground marker,nonsmooth";
    workdir.ok(&format!("{words} --out both-whole"));
    let mut child = start(workdir, &format!("{words} --out both"));
    for _ in 0..kills {
        kill_at_size(&mut child, &workdir.path("both/marker/manifest.json"), 0);
        child = start(workdir, &format!("{words} --out both --resume"));
    }
    child.wait().unwrap();
    for ground in ["marker", "nonsmooth"] {
        let [whole, resumed] =
            ["both-whole", "both"].map(|folder| workdir.path(folder).join(ground));
        assert_same(&whole, &resumed);
    }
}
