//! Inputs without bound, paths that are no text, and numbers that mean nothing: each ends with a reason.

use crate::edges::workdir::Workdir;
use std::time::{Duration, Instant};

/// A rover over soil; the slope and gravity are put in.
fn soil(slope_deg: f64, gravity: &str) -> String {
    format!(
        r#"title = "soil"
duration_s = 0.05
[gravity]
acceleration_m_per_s2 = {gravity}
[terrain]
kind = "incline"
slope_deg = {slope_deg:?}
[ground]
kind = "soil"
soil = "dry-sand"
[[vehicle]]
name = "rover"
model = "curiosity"
[vehicle.start]
height_m = 1.0
[stepping]
method = "implicit"
step_s = 0.005
"#
    )
}

/// The same as [`Workdir::refuses`], but for looking at all files of the folder.
fn refuses(workdir: &Workdir, words: &str, reported: &str) {
    let ended = workdir.run(words);
    assert_eq!(ended.code, Some(2), "planetfall {words}\n{}{}", ended.out, ended.err);
    assert!(ended.err.contains(reported), "planetfall {words}\nlacks: {reported}\n{}", ended.err);
}

#[cfg(unix)]
#[test]
fn devices_pipes_and_huge_files_are_refused_by_every_verb_that_reads_them() {
    let workdir = Workdir::new();
    let pipe = workdir.path("pipe.toml");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let huge = std::fs::File::create(workdir.path("huge.toml")).unwrap();
    huge.set_len(1 << 40).unwrap();
    for verb in ["check", "run", "converge"] {
        refuses(
            &workdir,
            &format!("{verb} /dev/zero"),
            "/dev/zero: this is a device, not a regular file",
        );
        refuses(
            &workdir,
            &format!("{verb} pipe.toml"),
            "pipe.toml: this is a pipe, not a regular file",
        );
        refuses(
            &workdir,
            &format!("{verb} huge.toml"),
            "huge.toml: the file is larger than the 16 MiB",
        );
    }
    refuses(&workdir, "settle /dev/zero --on incline:0", "not a regular file");
    refuses(&workdir, "terrain /dev/zero", "not a regular file");
    refuses(&workdir, "run bounce --resume /dev/zero", "not a regular file");
    workdir.write("model.toml", soil(0.0, "3.7").replace("\"curiosity\"", "\"/dev/zero\""));
    refuses(&workdir, "check model.toml", "not a regular file");
}

#[cfg(unix)]
#[test]
fn paths_that_are_no_text_open_what_they_name_or_are_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let workdir = Workdir::new();
    let folder = workdir.path("").join(OsStr::from_bytes(b"dir-\xff"));
    std::fs::create_dir(&folder).unwrap();
    let bounce = planetfall_files::scenario::builtin("bounce").unwrap().text;
    std::fs::write(folder.join("bounce.toml"), bounce).unwrap();
    let planetfall = |arguments: &[&OsStr]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_planetfall"));
        command.current_dir(workdir.path("")).args(arguments).output().unwrap()
    };
    // The folder is no text: the file in it is read, and its run is written beside it.
    let (file, out) = (folder.join("bounce.toml"), folder.join("run"));
    let run =
        ["run".as_ref(), file.as_os_str(), "--quiet".as_ref(), "--out".as_ref(), out.as_os_str()];
    let done = planetfall(&run);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert!(out.join("summary.json").is_file());
    // The name is no text, and would be the run's: refused, and nothing is written under another.
    let named = folder.join(OsStr::from_bytes(b"\xfe.toml"));
    std::fs::write(&named, bounce).unwrap();
    let done = planetfall(&["run".as_ref(), named.as_os_str()]);
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(2), "{said}");
    assert!(said.contains("the file's name is not valid UTF-8"), "{said}");
    assert!(!workdir.path("runs").exists());
    // What the file names lies in that folder, and the run's own file could only name another one.
    let vehicle = planetfall_files::vehicle::builtins()[0].text;
    std::fs::write(folder.join("own.toml"), vehicle).unwrap();
    let scenario = soil(0.0, "3.7").replace("\"curiosity\"", "\"own.toml\"");
    std::fs::write(folder.join("scenario.toml"), scenario).unwrap();
    let done = planetfall(&["check".as_ref(), folder.join("scenario.toml").as_os_str()]);
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(2), "{said}");
    assert!(said.contains("this path is not valid UTF-8"), "{said}");
}

#[test]
fn gravity_and_slopes_that_mean_nothing_are_refused_with_a_reason() {
    let workdir = Workdir::new();
    workdir.write("strong.toml", soil(0.0, "9e18"));
    workdir.refuses("run strong.toml", &["`acceleration_m_per_s2`", "10000", "strong.toml:4:"]);
    workdir.refuses("run sandpit --set gravity.acceleration_m_per_s2=9e18", &["10000"]);
    workdir
        .refuses("settle curiosity --on incline:0 --gravity 9e18", &["must not exceed 10000 m/s²"]);
    workdir.write("steep.toml", soil(89.0, "3.7"));
    workdir.refuses("run steep.toml", &["soil lies on a slope of 89.0° here", "up to 60°"]);
    // Clear of the slope, in steps that resolve the fall.
    let clear = soil(30.0, "3.7").replace("height_m = 1.0", "height_m = 1.605");
    workdir.write("gentle.toml", clear.replace("step_s = 0.005", "step_s = 0.001"));
    workdir.ok("run gentle.toml");
    workdir.write(
        "planet.toml",
        soil(0.0, "3.7").replace(
            "acceleration_m_per_s2 = 3.7",
            "kind = \"planet\"\ngm_m3_per_s2 = 9e40\nequatorial_radius_m = 3e6\nsite_radius_m = 3e6",
        ),
    );
    workdir.refuses("run planet.toml", &["gravity at the site would be"]);
}

/// One world takes longer to build than all titles to print: 46 worlds would take a hundred times that.
#[test]
fn the_list_of_scenarios_builds_no_world() {
    let workdir = Workdir::new();
    let time = |words: &str| {
        let start = Instant::now();
        let said = workdir.ok(words);
        (start.elapsed(), said)
    };
    // The best of three: others use this machine too.
    let least = |words: &str| (0..3).map(|_| time(words).0).min().unwrap_or(Duration::MAX);
    let (_, said) = time("list");
    for known in
        planetfall_files::scenario::builtins().iter().chain(planetfall_files::rig::builtins())
    {
        let title = known.title();
        assert!(!title.is_empty() && said.contains(&title), "{}", known.name);
    }
    let (list, world) = (least("list"), least("check traverse"));
    assert!(list < world, "{list:?} for the list, {world:?} for one world");
}
