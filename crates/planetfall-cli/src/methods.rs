//! `planetfall schema --methods`: the table of what goes together, as text, Markdown or JSON.

use planetfall::stepping::compatibility::{
    Cause, Cell, Feature, GroundKind, MethodKind, Refusal, table,
};
use serde_json::{Value, json};
use std::fmt::Write;

/// How the table is printed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    /// Columns for a terminal.
    Text,
    /// The page of the documents.
    Markdown,
    /// Every cell.
    Json,
}

impl Form {
    /// As the options ask for.
    pub(crate) fn of(markdown: bool, json: bool) -> Self {
        match (markdown, json) {
            (true, _) => Self::Markdown,
            (false, true) => Self::Json,
            (false, false) => Self::Text,
        }
    }
}

/// What stands above the table.
const HEADING: &str = "# Ground, method and vehicle\n\nWhich stepping method takes which ground and which \
vehicle. This page is made by `planetfall schema --methods --markdown`; do not edit it. A run is checked by \
the same rules (`crates/planetfall/src/stepping/compatibility.rs`) before its first step.\n";

/// The whole table in a form.
pub(crate) fn text(form: Form) -> String {
    let cells = table();
    match form {
        Form::Json => format!("{:#}\n", as_json(&cells)),
        Form::Markdown => page(&cells),
        Form::Text => columns(&cells),
    }
}

/// A printed table: its heading, its column names and its lines.
struct Grid {
    heading: &'static str,
    names: Vec<String>,
    lines: Vec<Vec<String>>,
}

fn grids(cells: &[Cell]) -> [Grid; 3] {
    [ground_grid(cells), feature_grid(cells), refusal_grid(cells)]
}

fn method_names(first: &str, last: &str) -> Vec<String> {
    let methods = MethodKind::ALL.iter().map(|method| method.name().to_owned());
    std::iter::once(first.to_owned()).chain(methods).chain([last.to_owned()]).collect()
}

/// Grounds under each method.
fn ground_grid(cells: &[Cell]) -> Grid {
    let line = |ground: GroundKind| {
        let word = |method: MethodKind| match takes(cells, ground, method, None) {
            true => "yes".to_owned(),
            false => "no".to_owned(),
        };
        let words = MethodKind::ALL.into_iter().map(word);
        let (name, meaning) = (ground.name().to_owned(), ground.meaning().to_owned());
        std::iter::once(name).chain(words).chain([meaning]).collect()
    };
    Grid {
        heading: "Ground",
        names: method_names("ground", "what it is"),
        lines: GroundKind::ALL.into_iter().map(line).collect(),
    }
}

/// Features under each method, on the grounds that it takes.
fn feature_grid(cells: &[Cell]) -> Grid {
    let line = |feature: Feature| {
        let words = MethodKind::ALL.into_iter().map(|method| where_taken(cells, feature, method));
        let (name, meaning) = (feature.name().to_owned(), feature.meaning().to_owned());
        std::iter::once(name).chain(words).chain([meaning]).collect()
    };
    Grid {
        heading: "Vehicle, on the grounds that the method takes",
        names: method_names("feature", "what it is"),
        lines: Feature::ALL.into_iter().map(line).collect(),
    }
}

/// `yes` or `no`, or the grounds on which a method takes a feature.
fn where_taken(cells: &[Cell], feature: Feature, method: MethodKind) -> String {
    let all = GroundKind::ALL.into_iter().filter(|g| takes(cells, *g, method, None));
    let (with, without): (Vec<_>, Vec<_>) =
        all.partition(|ground| takes(cells, *ground, method, Some(feature)));
    match (with.is_empty(), without.is_empty()) {
        (_, true) => "yes".to_owned(),
        (true, false) => "no".to_owned(),
        (false, false) if with.len() <= without.len() => format!("on {}", names(&with)),
        (false, false) => format!("not on {}", names(&without)),
    }
}

fn takes(cells: &[Cell], ground: GroundKind, method: MethodKind, feature: Option<Feature>) -> bool {
    let same =
        |cell: &&Cell| cell.ground == ground && cell.method == method && cell.feature == feature;
    cells.iter().find(same).is_some_and(|cell| cell.verdict.is_ok())
}

fn names(grounds: &[GroundKind]) -> String {
    let names: Vec<&str> = grounds.iter().map(|ground| ground.name()).collect();
    names.join(", ")
}

/// What a method refuses for one reason, with one advice.
struct Refused<'a> {
    method: MethodKind,
    /// None where the ground alone is refused.
    features: Vec<Feature>,
    grounds: Vec<GroundKind>,
    refusal: &'a Refusal,
}

impl Refused<'_> {
    fn is_like(&self, other: &Self) -> bool {
        self.method == other.method
            && self.features.is_empty() == other.features.is_empty()
            && self.refusal.reason == other.refusal.reason
            && self.refusal.instead == other.refusal.instead
    }

    fn line(&self) -> Vec<String> {
        let ground = format!("{} ground", names(&self.grounds));
        let features: Vec<&str> = self.features.iter().map(|one| one.name()).collect();
        let what = match features.is_empty() {
            true => ground,
            false => format!("{} on {ground}", features.join(", ")),
        };
        let Refusal { reason, instead, .. } = self.refusal;
        vec![self.method.name().to_owned(), what, (*reason).to_owned(), instead.clone()]
    }
}

/// Every refusal with its reason; grounds, and then features, that give the same are named together.
fn refusal_grid(cells: &[Cell]) -> Grid {
    let mut found: Vec<Refused<'_>> = Vec::new();
    for method in MethodKind::ALL {
        for feature in std::iter::once(None).chain(Feature::ALL.into_iter().map(Some)) {
            refused_of(cells, method, feature).into_iter().for_each(|new| {
                let same =
                    found.iter_mut().find(|old| old.is_like(&new) && old.grounds == new.grounds);
                match same {
                    Some(old) => old.features.extend(new.features),
                    None => found.push(new),
                }
            });
        }
    }
    found.sort_by_key(|one| !one.features.is_empty());
    Grid {
        heading: "Refusals",
        names: ["method", "does not take", "because", "instead"].map(str::to_owned).to_vec(),
        lines: found.iter().map(Refused::line).collect(),
    }
}

/// Refusals of a method without or with one feature. A ground that a method does not take is said once, not
/// again for every feature.
fn refused_of(cells: &[Cell], method: MethodKind, feature: Option<Feature>) -> Vec<Refused<'_>> {
    let mut found: Vec<Refused<'_>> = Vec::new();
    for cell in cells.iter().filter(|cell| (cell.method, cell.feature) == (method, feature)) {
        let Err(refusal) = &cell.verdict else { continue };
        if feature.is_some() && matches!(refusal.cause, Cause::Ground(_)) {
            continue;
        }
        let features = feature.into_iter().collect();
        let new = Refused { method, features, grounds: vec![cell.ground], refusal };
        match found.iter_mut().find(|old| old.is_like(&new)) {
            Some(old) => old.grounds.push(cell.ground),
            None => found.push(new),
        }
    }
    found
}

/// The page of the documents.
fn page(cells: &[Cell]) -> String {
    let mut page = HEADING.to_owned();
    for grid in grids(cells) {
        let rule = "---|".repeat(grid.names.len());
        let _ = write!(page, "\n## {}\n\n| {} |\n|{rule}\n", grid.heading, grid.names.join(" | "));
        for line in &grid.lines {
            let _ = writeln!(page, "| {} |", line.join(" | "));
        }
    }
    page
}

/// Columns for a terminal; refusals as paragraphs, for their lines are long.
fn columns(cells: &[Cell]) -> String {
    let [grounds, features, refusals] = grids(cells);
    let mut text = String::new();
    for grid in [grounds, features] {
        let lines = || std::iter::once(&grid.names).chain(&grid.lines);
        let width = |column: usize| lines().map(|line| line[column].len()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..grid.names.len()).map(width).collect();
        let _ = writeln!(text, "{}", grid.heading);
        for line in lines() {
            let cells = line.iter().zip(&widths).map(|(word, width)| format!("{word:width$}"));
            let _ = writeln!(text, "  {}", cells.collect::<Vec<_>>().join("  ").trim_end());
        }
        text.push('\n');
    }
    let _ = writeln!(text, "{}", refusals.heading);
    for line in &refusals.lines {
        let [method, what, reason, instead] = &line[..] else { continue };
        let _ = writeln!(text, "  {method} does not take {what}:\n    {reason};\n    {instead}");
    }
    text
}

fn as_json(cells: &[Cell]) -> Value {
    let cell = |cell: &Cell| {
        let refusal = cell.verdict.as_ref().err();
        json!({
            "ground": cell.ground.name(),
            "method": cell.method.name(),
            "feature": cell.feature.map(Feature::name),
            "accepted": refusal.is_none(),
            "reason": refusal.map(|refusal| refusal.reason),
            "instead": refusal.map(|refusal| refusal.instead.as_str()),
        })
    };
    json!({
        "grounds": GroundKind::ALL.map(GroundKind::name),
        "methods": MethodKind::ALL.map(MethodKind::name),
        "features": Feature::ALL.map(Feature::name),
        "cells": cells.iter().map(cell).collect::<Vec<_>>(),
    })
}
