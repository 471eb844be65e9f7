//! Verdicts as an aligned text table: one block for each kind of expectation, headed by that kind.

use super::{ExpectationKind, Verdict};

/// The verdicts as an aligned text table that needs no colour to be read.
#[must_use]
pub fn table(verdicts: &[Verdict]) -> String {
    let blocks: Vec<Vec<[String; 4]>> =
        by_kind(verdicts).map(|(kind, those)| block(kind, &those)).collect();
    let widths = [0, 1, 2, 3].map(|column| {
        let cells = blocks.iter().flatten().filter_map(|row| row.get(column));
        cells.map(|cell| width(cell)).max().unwrap_or(0)
    });
    let blocks: Vec<Vec<String>> =
        blocks.iter().map(|rows| rows.iter().map(|row| line(row, &widths)).collect()).collect();
    let longest = blocks.iter().flatten().map(|line| width(line)).max().unwrap_or(0);
    let mut text = String::new();
    for lines in blocks {
        if let Some((head, rows)) = lines.split_first() {
            let separator = if text.is_empty() { "" } else { "\n" };
            text += &format!("{separator}{head}\n{}\n{}\n", "─".repeat(longest), rows.join("\n"));
        }
    }
    text
}

/// The verdicts of each kind that occurs, in the order of kinds and then of the file.
pub fn by_kind(
    verdicts: &[Verdict],
) -> impl Iterator<Item = (ExpectationKind, Vec<&Verdict>)> + '_ {
    ExpectationKind::ALL
        .into_iter()
        .map(|kind| (kind, verdicts.iter().filter(|verdict| verdict.kind == kind).collect()))
        .filter(|(_, those): &(_, Vec<&Verdict>)| !those.is_empty())
}

/// How many expectations there are and how many are met, by kind: "all 5 expectations met (2
/// published, 3 closed form)".
#[must_use]
pub fn tally(verdicts: &[Verdict]) -> String {
    let all = verdicts.len();
    let met = verdicts.iter().filter(|verdict| verdict.pass).count();
    let known = verdicts.iter().filter(|verdict| verdict.is_known_miss()).count();
    let count = |those: &[&Verdict]| {
        let met = those.iter().filter(|verdict| verdict.pass).count();
        if met == those.len() { met.to_string() } else { format!("{met} of {}", those.len()) }
    };
    let kinds: Vec<String> = by_kind(verdicts)
        .map(|(kind, those)| format!("{} {}", count(&those), kind.word().replace('_', " ")))
        .collect();
    let plural = if all == 1 { "" } else { "s" };
    let met = if met == all { format!("all {all}") } else { format!("{met} of {all}") };
    let known = match known {
        0 => String::new(),
        known => format!("; {known} known to be missed"),
    };
    format!("{met} expectation{plural} met ({}{known})", kinds.join(", "))
}

fn block(kind: ExpectationKind, verdicts: &[&Verdict]) -> Vec<[String; 4]> {
    let mut rows = vec![["metric", kind.heading(), "here", "tolerance met"].map(str::to_owned)];
    rows.extend(verdicts.iter().map(|verdict| {
        [verdict.metric.clone(), verdict.allowed(), verdict.here(), verdict.judgement()]
    }));
    rows
}

/// Names and words stand left, numbers right.
fn line(row: &[String; 4], widths: &[usize; 4]) -> String {
    let pad = |cell: &str, width_wanted: usize| " ".repeat(width_wanted - width(cell));
    let [metric, allowed, here, judgement] = row;
    let [first, second, third, _] = *widths;
    format!(
        "{metric}{} │ {}{allowed} │ {}{here} │ {judgement}",
        pad(metric, first),
        pad(allowed, second),
        pad(here, third),
    )
}

fn width(text: &str) -> usize {
    text.chars().count()
}
