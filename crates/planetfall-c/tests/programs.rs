//! Programs in C, compiled against the header and run with the static and the shared library.
#![allow(clippy::unwrap_used, clippy::panic)]

use planetfall_c::wire::{Contact, ContactImpulse, Energy, Joint, JointMotion, Pose, Solver};
use std::mem::offset_of;
use std::path::{Path, PathBuf};
use std::process::Command;

const HERE: &str = env!("CARGO_MANIFEST_DIR");
const WEIGHT: f64 = 880.0 * 3.7132;

#[derive(Clone, Copy)]
enum Linked {
    Static,
    Shared,
}

/// The C compiler, if there is one; CI must have one.
fn compiler() -> Option<String> {
    let name = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    if Command::new(&name).arg("--version").output().is_ok_and(|output| output.status.success()) {
        return Some(name);
    }
    assert!(std::env::var("CI").as_deref() != Ok("true"), "CI has no C compiler `{name}`");
    println!("SKIPPED, because it is absent: a C compiler (`{name}`)");
    None
}

/// Where Cargo has put the libraries: beside the program of this test.
fn libraries() -> PathBuf {
    std::env::current_exe().unwrap().parent().unwrap().to_owned()
}

/// Compiles a program without a warning and runs it with the scenario of the tests.
fn run(compiler: &str, source: &str, linked: Linked, folder: &Path) -> String {
    let program = folder.join("program");
    let libraries = libraries();
    let mut command = Command::new(compiler);
    command.args(["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-O1"]);
    command.arg(format!("-I{HERE}/include")).arg(format!("{HERE}/{source}"));
    match linked {
        Linked::Static => {
            command.arg(libraries.join("libplanetfall_c.a")).args(["-lpthread", "-ldl"]);
        }
        Linked::Shared => {
            command.arg("-L").arg(&libraries).arg("-lplanetfall_c");
            command.arg(format!("-Wl,-rpath,{}", libraries.display()));
        }
    }
    let compiled = command.arg("-lm").arg("-o").arg(&program).output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let ran = Command::new(&program).arg(format!("{HERE}/tests/rover.toml")).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(ran.status.success(), "{said}{}", String::from_utf8_lossy(&ran.stderr));
    said
}

#[test]
fn the_header_says_what_the_library_does() {
    let Some(compiler) = compiler() else { return };
    let folder = tempfile::tempdir().unwrap();
    let said = run(&compiler, "tests/contract.c", Linked::Static, folder.path());
    let layouts = [
        ("contact", size_of::<Contact>(), offset_of!(Contact, gap_m), offset_of!(Contact, name)),
        (
            "pose",
            size_of::<Pose>(),
            offset_of!(Pose, quaternion_wxyz),
            offset_of!(Pose, rate_rad_per_s),
        ),
        ("joint", size_of::<Joint>(), offset_of!(Joint, slides), offset_of!(Joint, has_motor)),
        (
            "joint_state",
            size_of::<JointMotion>(),
            offset_of!(JointMotion, speed),
            offset_of!(JointMotion, motor),
        ),
        (
            "impulse",
            size_of::<ContactImpulse>(),
            offset_of!(ContactImpulse, friction_n_s),
            offset_of!(ContactImpulse, total_n_s),
        ),
        (
            "energy",
            size_of::<Energy>(),
            offset_of!(Energy, joints_j),
            offset_of!(Energy, unexplained_j),
        ),
        ("solver", size_of::<Solver>(), offset_of!(Solver, residual), offset_of!(Solver, work)),
    ];
    for (name, size, first, last) in layouts {
        let line = format!("layout {name} {size} {first} {last}\n");
        assert!(said.contains(&line), "{line}{said}");
    }
}

#[test]
fn the_example_in_c_carries_its_rovers_weight_with_either_library() {
    let Some(compiler) = compiler() else { return };
    let folder = tempfile::tempdir().unwrap();
    let said = run(&compiler, "examples/rover_drop.c", Linked::Static, folder.path());
    print!("{said}");
    let lines: Vec<Vec<f64>> = said.lines().map(numbers).collect();
    assert_eq!(lines.len(), 6, "{said}");
    for line in &lines[1..] {
        let &[_, _, _, height, load] = &line[..] else { panic!("{said}") };
        assert!((load - WEIGHT).abs() < 1.0, "{said}");
        assert!((height - lines[1][3]).abs() < 1e-6, "{said}");
    }
    // Three seconds of 20 N m at each wheel, which sticks to the ground.
    let distance = lines[5][1] - lines[2][1];
    assert!(distance > 0.5, "{said}");
    let shared = run(&compiler, "examples/rover_drop.c", Linked::Shared, folder.path());
    assert_eq!(said, shared);
}

/// All numbers of a line.
fn numbers(line: &str) -> Vec<f64> {
    line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn the_header_is_good_for_cpp() {
    let Some(compiler) = compiler() else { return };
    let header = format!("{HERE}/include/planetfall.h");
    let flags = ["-x", "c++", "-std=c++11", "-Wall", "-Wextra", "-pedantic", "-Werror"];
    let output = Command::new(compiler).args(flags).args(["-fsyntax-only", &header]).output();
    let output = output.unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("cc1plus") || said.contains("not recognized") {
        println!("SKIPPED, because it is absent: a compiler for C++");
        return;
    }
    assert!(output.status.success(), "{said}");
}

#[test]
fn every_function_of_the_header_is_in_the_library_and_in_the_manual() {
    let read = |path: &str| std::fs::read_to_string(format!("{HERE}/{path}")).unwrap();
    let manual = read("../../docs/outside-tools.md");
    let modules = ["boundary", "report", "roster", "session", "stepping"];
    let library: String = modules.iter().map(|module| read(&format!("src/{module}.rs"))).collect();
    let header = read("include/planetfall.h");
    // Declarations begin their line; comments, fields and types do not.
    let declared = header.lines().filter(|line| {
        line.contains("planetfall_") && line.contains('(') && !line.starts_with([' ', '/', '#'])
    });
    let mut names: Vec<&str> = declared
        .map(|line| {
            let head = line.split('(').next().unwrap();
            head.rsplit([' ', '*']).next().unwrap()
        })
        .collect();
    names.sort_unstable();
    for name in &names {
        assert!(
            library.contains(&format!("extern \"C\" fn {name}(")),
            "{name}: not in the library"
        );
        assert!(manual.contains(&format!("`{name}`")), "{name}: not in docs/outside-tools.md");
    }
    assert_eq!(library.matches("extern \"C\" fn").count(), names.len(), "{names:?}");
}
