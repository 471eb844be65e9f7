//! What goes into a pipe: no colours, no bar, and no harm if nobody reads.

use crate::edges::workdir::{Workdir, ended};
use std::process::Stdio;

#[test]
fn nothing_in_a_pipe_is_coloured() {
    let workdir = Workdir::new();
    workdir.write("bad.toml", "titel = 1\n");
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
        let ended = workdir.run(words);
        assert!(
            !ended.out.contains('\u{1b}') && !ended.err.contains('\u{1b}'),
            "{words}: {ended:?}"
        );
        assert!(!ended.out.contains('\r') && !ended.err.contains('\r'), "{words}: {ended:?}");
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let workdir = Workdir::new();
    workdir.ok("run bounce --quiet");
    for words in [
        "schema",
        "list",
        "run bounce",
        "export runs/bounce --to csv --out -",
        "check bounce --effective",
    ] {
        let mut command = workdir.command(words);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let reported = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{words}: {reported}");
        assert_eq!(reported, "", "{words}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_reported() {
    let workdir = Workdir::new();
    for words in ["schema", "list"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = workdir.command(words).stdout(full).stderr(Stdio::piped()).output().unwrap();
        let reported = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{words}: {reported}");
        assert!(reported.starts_with("error: standard output: "), "{reported}");
    }
}

#[test]
fn quiet_prints_nothing() {
    let workdir = Workdir::new();
    let ended = ended(&mut workdir.command("run msl-incline-drop --quiet"));
    assert_eq!((ended.out.as_str(), ended.err.as_str()), ("", ""));
}
