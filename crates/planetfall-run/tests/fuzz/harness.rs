//! Mutations, the loop over cases, and what becomes of a finding.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// An input that keeps a reader busy for so long is a finding, on a loaded machine too.
const HANG: Duration = Duration::from_secs(60);
/// Memory that a target may take at its peak beyond what it had, bytes.
const MEMORY: u64 = 2 << 30;
/// Inputs that were accepted and are mutated further.
const KEPT: usize = 64;
/// The longest input, so that repeated insertions do not grow without end.
const LONGEST: usize = 1 << 18;

/// Words that readers of numbers and texts trip over.
const WORDS: [&str; 34] = [
    "0",
    "-0.0",
    "-1",
    "1",
    "2",
    "255",
    "256",
    "65536",
    "2147483648",
    "4294967295",
    "9223372036854775807",
    "18446744073709551616",
    "1e-320",
    "1e-9",
    "0.5",
    "1e9",
    "9e18",
    "1e300",
    "1e400",
    "nan",
    "inf",
    "-inf",
    "true",
    "\"\"",
    "[]",
    "{}",
    "[[]]",
    "\"",
    "\n",
    "\0",
    "=",
    "é",
    "\u{feff}",
    "..",
];

/// Draws that depend on the seed and the number of draws only (SplitMix64).
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64, case: u64) -> Self {
        let mut dice = Self(seed ^ case.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        dice.draw();
        dice
    }

    fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        (self.draw() % count.max(1) as u64) as usize
    }

    /// A range within a length, short more often than long.
    fn range(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        let most = 1 << self.below(10);
        start..(start + self.below(most + 1)).min(length)
    }
}

/// Changes an input in one of the ways in which files go wrong.
fn mutate(input: &mut Vec<u8>, corpus: &[Vec<u8>], dice: &mut Dice) {
    let length = input.len();
    match dice.below(12) {
        0 if length > 0 => input[dice.below(length)] ^= 1 << dice.below(8),
        1 if length > 0 => {
            let at = dice.below(length);
            input[at] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF][dice.below(6)];
        }
        2 => drop(input.drain(dice.range(length))),
        3 => {
            let piece = input[dice.range(length)].to_vec();
            let at = dice.below(length + 1);
            input.splice(at..at, piece);
        }
        4 => {
            let other = &corpus[dice.below(corpus.len())];
            let piece = other[dice.range(other.len())].to_vec();
            let at = dice.range(length);
            input.splice(at, piece);
        }
        5 => input.truncate(dice.below(length + 1)),
        6 => {
            let at = dice.below(length + 1);
            input.splice(at..at, WORDS[dice.below(WORDS.len())].bytes());
        }
        7 | 8 => replace_number(input, dice),
        9 => swap_lines(input, dice),
        10 if length >= 8 => {
            // A word of a binary format: lengths, offsets and counts at their extremes.
            let at = dice.below(length - 7);
            let word =
                [0, 1, u64::MAX, i64::MAX as u64, 1 << 31, u64::from(u32::MAX)][dice.below(6)];
            let width = [2, 4, 8][dice.below(3)];
            input[at..at + width].copy_from_slice(&word.to_le_bytes()[..width]);
        }
        _ => {
            let at = dice.range(length);
            input.splice(at, WORDS[dice.below(WORDS.len())].bytes());
        }
    }
    input.truncate(LONGEST);
}

/// Puts a word in the place of a number in a text.
fn replace_number(input: &mut Vec<u8>, dice: &mut Dice) {
    let is_number = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    let from = dice.below(input.len());
    let Some(start) = input[from..].iter().position(u8::is_ascii_digit).map(|by| from + by) else {
        return;
    };
    let end = input[start..].iter().position(|byte| !is_number(byte));
    let end = end.map_or(input.len(), |by| start + by);
    input.splice(start..end, WORDS[dice.below(WORDS.len())].bytes());
}

fn swap_lines(input: &mut Vec<u8>, dice: &mut Dice) {
    let mut lines: Vec<&[u8]> = input.split_inclusive(|byte| *byte == b'\n').collect();
    let (one, other) = (dice.below(lines.len()), dice.below(lines.len()));
    if one < lines.len() && other < lines.len() {
        lines.swap(one, other);
    }
    *input = lines.concat();
}

/// What ends a loop of cases.
enum Budget {
    Cases(u64),
    Time(Instant),
}

impl Budget {
    fn allows(&self, case: u64) -> bool {
        match self {
            Self::Cases(most) => case < *most,
            Self::Time(end) => Instant::now() < *end,
        }
    }
}

/// Gives a reader damaged inputs: so many, or as long as `PLANETFALL_FUZZ_SECONDS` says. The reader says
/// whether it accepted an input; it may panic at none.
pub(crate) fn fuzz(
    name: &str,
    corpus: Vec<Vec<u8>>,
    cases: u64,
    mut reader: impl FnMut(&[u8]) -> bool,
) {
    let seconds: Option<u64> =
        std::env::var("PLANETFALL_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let (budget, seed) = match seconds {
        None => (Budget::Cases(cases), 1),
        Some(seconds) => (Budget::Time(Instant::now() + Duration::from_secs(seconds)), seed()),
    };
    let before = peak_memory();
    let watched = Watched::begin(name);
    for input in corpus.iter().chain(&regressions(name)) {
        attempt(name, seed, u64::MAX, input, &watched, &mut reader);
    }
    let (mut kept, mut case, mut accepted) = (VecDeque::new(), 0, 0);
    while budget.allows(case) {
        let mut dice = Dice::new(seed, case);
        let mut input: Vec<u8> = match kept.len() {
            some if some > 0 && dice.below(2) == 0 => Vec::clone(&kept[dice.below(some)]),
            _ => corpus[dice.below(corpus.len())].clone(),
        };
        for _ in 0..=dice.below(4) {
            mutate(&mut input, &corpus, &mut dice);
        }
        if attempt(name, seed, case, &input, &watched, &mut reader) {
            accepted += 1;
            if kept.len() == KEPT {
                kept.pop_front();
            }
            kept.push_back(input);
        }
        case += 1;
    }
    watched.end();
    println!("{name}: {case} cases of seed {seed}, {accepted} accepted");
    let grown = peak_memory().saturating_sub(before);
    assert!(grown < MEMORY, "{name}: {grown} bytes of memory at the peak");
}

fn attempt(
    name: &str,
    seed: u64,
    case: u64,
    input: &[u8],
    watched: &Watched,
    reader: &mut impl FnMut(&[u8]) -> bool,
) -> bool {
    watched.start(input);
    let done = catch_unwind(AssertUnwindSafe(|| reader(input)));
    watched.stop();
    done.unwrap_or_else(|_| {
        let kept = keep(name, input);
        panic!("{name}: case {case} of seed {seed} panicked; its input is {}", kept.display())
    })
}

/// Another one each day; printed with every finding.
fn seed() -> u64 {
    let given = std::env::var("PLANETFALL_FUZZ_SEED").ok().and_then(|text| text.parse().ok());
    let day = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() / 86_400;
    given.unwrap_or(day)
}

/// Inputs of findings that were fixed.
fn regressions(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/regressions").join(name);
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| std::fs::read(path).unwrap()).collect()
}

fn keep(name: &str, input: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let hash = input.iter().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    let path = folder.join(format!("{hash:016x}"));
    std::fs::write(&path, input).unwrap();
    path
}

/// Ends the process where an input keeps its reader for too long: nothing else can end a loop.
struct Watched {
    input: Arc<Mutex<Vec<u8>>>,
    /// Milliseconds since `zero` at which the input was begun; 0 is none, the greatest the end.
    since: Arc<AtomicU64>,
    zero: Instant,
}

impl Watched {
    fn begin(name: &str) -> Self {
        let watched = Self { input: Arc::default(), since: Arc::default(), zero: Instant::now() };
        let (input, since, zero) =
            (Arc::clone(&watched.input), Arc::clone(&watched.since), watched.zero);
        let name = name.to_owned();
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(Duration::from_millis(500));
                let begun = match since.load(Ordering::Relaxed) {
                    u64::MAX => return,
                    0 => continue,
                    begun => Duration::from_millis(begun),
                };
                if zero.elapsed().saturating_sub(begun) > HANG {
                    let kept = keep(&name, &input.lock().unwrap());
                    eprintln!("{name}: no answer within {HANG:?}; the input is {}", kept.display());
                    std::process::exit(101);
                }
            }
        });
        watched
    }

    fn start(&self, input: &[u8]) {
        let mut own = self.input.lock().unwrap();
        own.clear();
        own.extend_from_slice(input);
        self.since.store(self.zero.elapsed().as_millis() as u64 + 1, Ordering::Relaxed);
    }

    fn stop(&self) {
        self.since.store(0, Ordering::Relaxed);
    }

    fn end(&self) {
        self.since.store(u64::MAX, Ordering::Relaxed);
    }
}

/// The most memory that this process ever had, bytes; zero where the system does not say.
fn peak_memory() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    1024 * kilobytes.unwrap_or(0)
}

#[test]
fn cases_are_a_function_of_seed_and_number_and_mutations_reach_every_part() {
    let corpus = vec![b"a = 1.5\nb = [2, 3]\n".to_vec(), (0..64).collect()];
    let case = |number: u64| {
        let mut dice = Dice::new(7, number);
        let mut input = corpus[dice.below(2)].clone();
        mutate(&mut input, &corpus, &mut dice);
        input
    };
    let cases: Vec<Vec<u8>> = (0..500).map(case).collect();
    assert_eq!(cases, (0..500).map(case).collect::<Vec<_>>());
    let changed = cases.iter().filter(|case| !corpus.contains(case)).count();
    assert!(changed > 400, "{changed}");
    let holds =
        |words: &[u8]| cases.iter().any(|case| case.windows(words.len()).any(|w| w == words));
    assert!(holds(b"9e18") && holds(b"nan") && holds(&[0xFF, 0xFF, 0xFF, 0xFF]));
    for empty in 0..200 {
        mutate(&mut Vec::new(), &corpus, &mut Dice::new(9, empty));
    }
}
