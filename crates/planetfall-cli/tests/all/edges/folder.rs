//! The output folder: claimed before the run, and nobody's files are lost for it.

use crate::edges::workdir::Workdir;

#[test]
fn a_chosen_folder_that_is_not_empty_needs_force() {
    let workdir = Workdir::new();
    std::fs::create_dir(workdir.path("mine")).unwrap();
    workdir.write("mine/thesis.txt", "years of work");
    workdir.refuses("run bounce --out mine", &["mine is not empty", "--force"]);
    workdir.ok("run bounce --out mine --force --quiet");
    assert_eq!(workdir.read("mine/thesis.txt"), b"years of work");
    assert_eq!(workdir.json("mine/summary.json")["outcome"], "completed");
    // A run is not empty either.
    workdir.refuses("run bounce --out mine", &["mine is not empty", "--force"]);
}

#[test]
fn the_default_folder_is_replaced_if_it_is_a_run_and_only_then() {
    let workdir = Workdir::new();
    workdir.ok("run bounce");
    workdir.ok("run bounce");
    std::fs::create_dir(workdir.path("runs/my")).unwrap();
    workdir.write("runs/my/note.txt", "not a run");
    workdir.write("my.toml", workdir.ok("check bounce --effective"));
    workdir.refuses("run my.toml", &["runs/my holds files but no Planetfall run"]);
}

#[test]
fn a_folder_that_cannot_be_written_is_reported() {
    let workdir = Workdir::new();
    workdir.write("file", "in the way");
    workdir.refuses("run bounce --out file", &["file is a file"]);
    workdir.refuses("run bounce --out file/below", &["file/below cannot be written"]);
    if cfg!(target_os = "linux") {
        // The proc file system takes no new entries from anyone, root included.
        workdir
            .refuses("run bounce --out /proc/planetfall", &["/proc/planetfall cannot be written"]);
    }
}

#[test]
fn a_state_that_could_not_be_saved_is_reported_before_the_run() {
    let workdir = Workdir::new();
    workdir.refuses(
        "run bounce --save-state nowhere/s",
        &["--save-state nowhere/s: there is no such"],
    );
    workdir.refuses("run bounce --save-state .", &["--save-state .: this is a folder"]);
}
