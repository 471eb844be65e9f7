//! What the logs of test runners say.

use std::collections::BTreeSet;

/// How many tests there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) passed: usize,
    pub(super) failed: usize,
    pub(super) skipped: usize,
}

impl Counts {
    /// Sums "12 passed; 0 failed; 1 ignored" of cargo and "12 passed, 1 failed, 2 skipped" of nextest over
    /// the summary lines of a log. A test that said it had nothing to work on was skipped, not passed.
    pub(super) fn of_log(log: &str) -> Self {
        let mut counts = Self::default();
        for line in log.lines().filter(|line| is_summary(line)) {
            let words: Vec<&str> = line.split_whitespace().collect();
            for pair in words.windows(2) {
                let [number, word] = pair else { continue };
                let number = number.parse().unwrap_or(0);
                match word.trim_end_matches([',', ';', '.']) {
                    "passed" => counts.passed += number,
                    "failed" => counts.failed += number,
                    "skipped" | "ignored" => counts.skipped += number,
                    _ => {}
                }
            }
        }
        let absent = log.matches(ABSENT).count().min(counts.passed);
        counts.passed -= absent;
        counts.skipped += absent;
        counts
    }
}

/// What tests print that have nothing to work on.
const ABSENT: &str = "SKIPPED, because it is absent";

/// What was absent, each once.
pub(super) fn absent(log: &str) -> BTreeSet<&str> {
    log.lines().filter_map(|line| line.find(ABSENT).map(|start| &line[start..])).collect()
}

fn is_summary(line: &str) -> bool {
    line.starts_with("test result:") || line.trim_start().starts_with("Summary [")
}

/// The most lines that are shown of what failed.
const MOST_SHOWN: usize = 60;

/// What failed tests and the compiler said, without what passed ones did.
pub(super) fn complaints(log: &str) -> Vec<&str> {
    let (mut shown, mut failing) = (Vec::new(), false);
    for line in log.lines() {
        if let Some(word) = verdict(line) {
            failing = word != "PASS";
        } else if line.starts_with("failures:") {
            failing = true;
        } else if line.starts_with("test result") || is_rule(line) {
            failing = false;
        }
        if (failing || line.starts_with("error")) && !is_noise(line) {
            shown.push(line);
        }
    }
    shown.truncate(MOST_SHOWN);
    shown
}

/// The word with which nextest reports one test: "   FAIL [   0.1s] …".
fn verdict(line: &str) -> Option<&str> {
    let (word, rest) = line.strip_prefix(' ')?.trim_start().split_once(' ')?;
    let known = ["PASS", "FAIL", "TIMEOUT", "ABORT"].contains(&word) || word.starts_with("SIG");
    (known && rest.trim_start().starts_with('[')).then_some(word)
}

/// A line across the page.
fn is_rule(line: &str) -> bool {
    !line.is_empty() && line.chars().all(|letter| letter == '─')
}

fn is_noise(line: &str) -> bool {
    let heads = ["running 1 test", "failures:", "stdout ───", "stderr ───", "RUST_BACKTRACE"];
    line.trim().is_empty() || heads.iter().any(|head| line.contains(head))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_of_cargo_and_nextest_are_summed() {
        let log = "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured\n\
                   5 passed in a line that is no summary\n\
                   \u{20}    Summary [ 1.2s] 30 tests run: 28 passed (2 slow), 2 failed, 4 skipped\n";
        assert_eq!(Counts::of_log(log), Counts { passed: 40, failed: 2, skipped: 5 });
    }

    #[test]
    fn a_test_with_nothing_to_work_on_was_skipped() {
        let log = "DEMs: SKIPPED, because it is absent: data/dem\n\
                   test result: ok. 2 passed; 0 failed; 0 ignored\n";
        assert_eq!(Counts::of_log(log), Counts { passed: 1, failed: 0, skipped: 1 });
        assert_eq!(absent(log).len(), 1);
    }

    #[test]
    fn what_failed_is_shown_without_what_passed() {
        let log = "        PASS [   0.1s] one::passes\n\
                   all is well\n\
                   \u{20}       FAIL [   0.2s] two::fails\n\
                   ──── stdout ───\n\
                   \n\
                   left: 1\n\
                   ────────────\n\
                   the end\n\
                   error: test run failed\n";
        let shown = ["        FAIL [   0.2s] two::fails", "left: 1", "error: test run failed"];
        assert_eq!(complaints(log), shown);
    }
}
