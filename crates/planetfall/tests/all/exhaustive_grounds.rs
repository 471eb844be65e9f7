//! Matches on grounds and methods name every one of them: what is added does not compile until each place has
//! decided. Clippy's `wildcard_enum_match_arm` sees to it in the modules of the ground; this test reads all
//! sources for what clippy does not see: `matches!`, `if let` and `let … else` on them, and matches on their
//! names as strings.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::{Path, PathBuf};

/// Enums whose patterns must be exhaustive.
const ENUMS: [&str; 7] = [
    "Ground::",
    "GroundKind::",
    "ForceGround::",
    "ConeGround::",
    "Method::",
    "MethodKind::",
    "Conditions::",
];

/// Names in files of which only one function makes a kind.
const NAMES: [&str; 9] = [
    "nonsmooth",
    "spring",
    "bekker",
    "rk4",
    "dopri54",
    "implicit",
    "moreau_jean",
    "newmark",
    "event_driven",
];

fn sources(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|end| end == "rs") {
            all.push(path);
        }
    }
}

/// Whether a text names a variant of one of the enums, and not of another whose name ends alike.
fn names_variant(text: &str) -> bool {
    ENUMS.iter().any(|name| {
        text.match_indices(name).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            before.is_none_or(|c| !(c.is_alphanumeric() || c == '_' || c == ':'))
        })
    })
}

/// The text up to the bracket that closes the one it begins with.
fn enclosed(text: &str) -> &str {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[..=at];
        }
    }
    text
}

/// Patterns of a match, from its block: what stands before `=>` at its own level.
fn patterns(block: &str) -> Vec<&str> {
    let (mut depth, mut from, mut found) = (0, 1, Vec::new());
    let bytes = block.as_bytes();
    for at in 0..bytes.len() {
        match bytes[at] {
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b'}' => {
                depth -= 1;
                if depth == 1 {
                    from = at + 1;
                }
            }
            b',' if depth == 1 => from = at + 1,
            b'=' if depth == 1 && bytes.get(at + 1) == Some(&b'>') => {
                let pattern = block[from.min(at)..at].trim_start_matches(',').trim();
                if !pattern.is_empty() {
                    found.push(pattern);
                }
                from = at + 2;
            }
            _ => {}
        }
    }
    found
}

fn is_wildcard(pattern: &str) -> bool {
    let name = pattern.split(" if ").next().unwrap_or(pattern).trim();
    name == "_" || !name.is_empty() && name.chars().all(|c| c.is_lowercase() || c == '_')
}

/// What is wrong with a source, each with the text about which it is.
fn faults(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, word) in code.match_indices("matches!") {
        let inner = enclosed(&code[at + word.len()..]);
        if names_variant(inner) {
            found.push(format!("matches!{inner}"));
        }
    }
    for line in code.lines() {
        let Some((pattern, _)) = line.split_once(" = ") else { continue };
        let pattern = pattern.trim();
        let binds = pattern.strip_prefix("if let ").or(pattern.strip_prefix("while let "));
        let or_else = line.contains(" else {").then(|| pattern.strip_prefix("let ")).flatten();
        if binds.or(or_else).is_some_and(names_variant) {
            found.push(line.trim().to_owned());
        }
    }
    for (at, word) in code.match_indices("match ") {
        let rest = &code[at + word.len()..];
        let Some(open) = rest.find('{') else { continue };
        if rest[..open].contains(';') {
            continue;
        }
        let patterns = patterns(enclosed(&rest[open..]));
        let by_name =
            |pattern: &str| NAMES.iter().any(|name| pattern.contains(&format!("\"{name}\"")));
        let ours = patterns.iter().any(|p| names_variant(p) || by_name(p));
        if ours && patterns.iter().any(|pattern| is_wildcard(pattern)) {
            found.push(format!("match {}", &rest[..open]));
        }
    }
    found
}

/// A source without comments and tests.
fn code_of(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn no_match_on_grounds_and_methods_has_a_wildcard() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut all = Vec::new();
    for name in [
        "planetfall",
        "planetfall-files",
        "planetfall-run",
        "planetfall-report",
        "planetfall-cli",
        "planetfall-c",
    ] {
        sources(&crates.join(name).join("src"), &mut all);
    }
    assert!(all.len() > 300, "{} sources", all.len());
    let mut wrong = Vec::new();
    for path in all.iter().filter(|path| !path.ends_with("tests.rs")) {
        let text = std::fs::read_to_string(path).unwrap();
        for fault in faults(&code_of(&text)) {
            wrong.push(format!("{}: {fault}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_forbidden_is_found() {
    for bad in [
        "let hard = matches!(ground, Ground::Rigid(_));",
        "if let Ground::Marker(law) = ground { law.evaluate() }",
        "let Method::RungeKutta4 { step } = method else { return };",
        "match ground { Ground::Marker(_) => 1, _ => 0 }",
        "match self.kind() { GroundKind::Soil => { 1 } other => name(other), }",
        "match node.case() { \"bekker\" => 1, _ => 0 }",
    ] {
        assert_eq!(faults(bad).len(), 1, "{bad}");
    }
    for good in [
        "match ground { Ground::Marker(_) | Ground::Rigid(_) => 1, Ground::Custom(_) => 0 }",
        "match facet { Facet::Ground(_) => 1, _ => 0 }",
        "let kind = GroundKind::named(name);",
        "match shape { Shape::Ball => match x { 1 => 2, _ => 3 }, Shape::Box => 0 }",
    ] {
        assert_eq!(faults(good), Vec::<String>::new(), "{good}");
    }
}
