//! The output folder: claimed before the run, and nobody's files are lost for it.

use crate::edges::room::Room;

#[test]
fn a_chosen_folder_that_is_not_empty_needs_force() {
    let room = Room::new();
    std::fs::create_dir(room.path("mine")).unwrap();
    room.write("mine/thesis.txt", "years of work");
    room.refuses("run bounce --out mine", &["mine is not empty", "--force"]);
    room.ok("run bounce --out mine --force --quiet");
    assert_eq!(room.read("mine/thesis.txt"), b"years of work");
    assert_eq!(room.json("mine/summary.json")["outcome"], "completed");
    // A run is not empty either.
    room.refuses("run bounce --out mine", &["mine is not empty", "--force"]);
}

#[test]
fn the_default_folder_is_replaced_if_it_is_a_run_and_only_then() {
    let room = Room::new();
    room.ok("run bounce");
    room.ok("run bounce");
    std::fs::create_dir(room.path("runs/my")).unwrap();
    room.write("runs/my/note.txt", "not a run");
    room.write("my.toml", room.ok("check bounce --effective"));
    room.refuses("run my.toml", &["runs/my holds files but no Planetfall run"]);
}

#[test]
fn a_folder_that_cannot_be_written_is_told() {
    let room = Room::new();
    room.write("file", "in the way");
    room.refuses("run bounce --out file", &["file is a file"]);
    room.refuses("run bounce --out file/below", &["file/below cannot be written"]);
    if cfg!(target_os = "linux") {
        // The proc file system takes no new entries from anyone, root included.
        room.refuses("run bounce --out /proc/planetfall", &["/proc/planetfall cannot be written"]);
    }
}

#[test]
fn a_state_that_could_not_be_saved_is_told_before_the_run() {
    let room = Room::new();
    room.refuses(
        "run bounce --save-state nowhere/s",
        &["--save-state nowhere/s: there is no such"],
    );
    room.refuses("run bounce --save-state .", &["--save-state .: this is a folder"]);
}
