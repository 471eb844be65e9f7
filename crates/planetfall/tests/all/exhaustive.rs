//! What is asked of a shape or a joint is answered for every kind of them: no `match` on them has a
//! wildcard arm, and no `matches!`, `if let` or `let … else` picks one kind and forgets the others.
//! A question about one kind is a method of the type (`Shape::as_wheel`, `JointKind::turns_about`),
//! so that a new kind does not compile until each has an answer.
//!
//! The test reads the sources of all crates, without their tests.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

/// Types whose kinds are all to be answered, as they are written in patterns.
const CLOSED: [&str; 6] =
    ["Shape::", "JointKind::", "Geometry::", "RayGeometry::", "SceneForm::", "SampleLocus::"];

#[test]
fn every_match_on_shapes_and_joints_answers_all_of_them() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for one in fs::read_dir(crates).unwrap() {
        sources(&one.unwrap().path().join("src"), &mut files);
    }
    assert!(files.len() > 300, "{} files are too few to be all", files.len());
    let mut found = Vec::new();
    for file in &files {
        for (line, what) in forgetful(&fs::read_to_string(file).unwrap()) {
            found.push(format!("{}:{line}: {what}", file.display()));
        }
    }
    assert!(found.is_empty(), "kinds are left out:\n{}", found.join("\n"));
}

#[test]
fn what_is_looked_for_is_found() {
    let wrong = [
        "fn f() {\n    match s {\n        Shape::Ball { .. } => 1,\n        _ => 0,\n    }\n}",
        "fn f() {\n    match s {\n        Self::X | Shape::Ball { .. } => 1,\n        other => g(other),\n    }\n}",
        "fn f() {\n    match (k, n) {\n        (JointKind::Free, 1) => 1,\n        (_, _) => 0,\n    }\n}",
        "fn f() -> bool {\n    matches!(s, Shape::Wheel(_))\n}",
        "fn f() {\n    let Shape::Wheel(w) = s else { return };\n}",
        "fn f() {\n    if let JointKind::Revolute(axis) = k {\n    }\n}",
    ];
    for text in wrong {
        assert_eq!(forgetful(text).len(), 1, "{text}");
    }
    let right = [
        "fn f() {\n    match s {\n        Shape::Ball { .. } => 1,\n        Shape::Box { .. } => 0,\n    }\n}",
        // The arms of another type may have a wildcard, within and around.
        "fn f() {\n    match n {\n        1 => match s {\n            Shape::Ball { .. } => 1,\n            Shape::Box { .. } => 2,\n        },\n        _ => 0,\n    }\n}",
        "fn f() {\n    match name {\n        \"ball\" => Shape::Ball { centre, radius },\n        _ => Shape::Box { centre, axes, half },\n    }\n}",
        "fn f() {\n    let s = Shape::Ball { centre, radius };\n}",
    ];
    for text in right {
        assert_eq!(forgetful(text), Vec::new(), "{text}");
    }
}

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && name != "tests" {
            sources(&path, out);
        } else if name.ends_with(".rs") && name != "tests.rs" {
            out.push(path);
        }
    }
}

/// Lines that leave kinds out, and how. The sources are formatted, so arms of one `match` stand in
/// one column below it.
fn forgetful(text: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().take_while(|line| *line != "#[cfg(test)]").collect();
    let mut found = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        if code.starts_with("//") {
            continue;
        }
        let picks = ["matches!(", "if let ", "let "].iter().any(|start| {
            let pattern = code.find(start).map(|at| pattern_of(&code[at + start.len()..], start));
            pattern.is_some_and(names_closed)
        });
        if picks {
            found.push((number + 1, code.to_owned()));
        }
        if code.contains("match ") && code.ends_with('{') {
            found.extend(wildcards(&lines, number));
        }
    }
    found
}

/// What stands between `let` and `=`, or all of a `matches!`.
fn pattern_of<'a>(rest: &'a str, start: &str) -> &'a str {
    if start == "matches!(" { rest } else { rest.split(" =").next().unwrap_or(rest) }
}

fn names_closed(pattern: &str) -> bool {
    CLOSED.iter().any(|name| {
        pattern.match_indices(name).any(|(at, _)| {
            // `SceneShape::` is another type than `Shape::`.
            !pattern[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
        })
    })
}

/// Wildcard arms of a `match` whose other arms name kinds of a closed type.
fn wildcards(lines: &[&str], start: usize) -> Vec<(usize, String)> {
    let column = |line: &str| line.len() - line.trim_start().len();
    let own = column(lines[start]);
    let mut closed = false;
    let mut wild = Vec::new();
    let mut pattern = String::new();
    for (number, line) in lines.iter().enumerate().skip(start + 1) {
        let (code, at) = (line.trim_start(), column(line));
        if !code.is_empty() && at <= own {
            break;
        }
        if at != own + 4 || code.starts_with("//") {
            continue;
        }
        // A pattern may go over several lines, each in the same column.
        pattern.push_str(code.split("=>").next().unwrap_or_default());
        if !code.contains("=>") {
            continue;
        }
        closed |= names_closed(&pattern);
        let arm = pattern.trim();
        let all_wild = |part: &str| {
            let part = part.trim();
            part == "_" || part.chars().all(|c| c.is_lowercase() || c == '_') && !part.is_empty()
        };
        if arm.trim_matches(['(', ')']).split(',').all(all_wild) {
            wild.push((number + 1, code.to_owned()));
        }
        pattern.clear();
    }
    if closed { wild } else { Vec::new() }
}
