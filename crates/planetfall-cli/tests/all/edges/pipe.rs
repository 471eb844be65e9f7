//! What goes into a pipe: no colours, no bar, and no harm if nobody reads.

use crate::edges::room::{Room, ended};
use std::process::Stdio;

#[test]
fn nothing_in_a_pipe_is_coloured() {
    let room = Room::new();
    room.write("bad.toml", "titel = 1\n");
    for words in [
        "--help",
        "run --help",
        "list",
        "run bounce",
        "check bad.toml",
        "run msl-incline-drop --set stepping.step_s=0.1",
        "run nothing",
        "nonsense",
        "converge bounce",
        "schema --markdown",
    ] {
        let ended = room.run(words);
        assert!(
            !ended.out.contains('\u{1b}') && !ended.err.contains('\u{1b}'),
            "{words}: {ended:?}"
        );
        assert!(!ended.out.contains('\r') && !ended.err.contains('\r'), "{words}: {ended:?}");
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let room = Room::new();
    room.ok("run bounce --quiet");
    for words in [
        "schema",
        "list",
        "run bounce",
        "export runs/bounce --to csv --out -",
        "check bounce --effective",
    ] {
        let mut command = room.command(words);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{words}: {told}");
        assert_eq!(told, "", "{words}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_told() {
    let room = Room::new();
    for words in ["schema", "list"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = room.command(words).stdout(full).stderr(Stdio::piped()).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{words}: {told}");
        assert!(told.starts_with("error: standard output: "), "{told}");
    }
}

#[test]
fn quiet_prints_nothing() {
    let room = Room::new();
    let ended = ended(&mut room.command("run msl-incline-drop --quiet"));
    assert_eq!((ended.out.as_str(), ended.err.as_str()), ("", ""));
}
