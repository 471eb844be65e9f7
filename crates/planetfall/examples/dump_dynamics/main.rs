//! Writes what the algorithms of `planetfall::dynamics` say about random trees and a single body, or
//! about the rover of the benchmarks, one JSON object to a line, for other programs to judge:
//!
//! ```text
//! dump_dynamics TREES
//! dump_dynamics rover
//! ```
//!
//! tests/python/check_dynamics.py builds the same trees in Pinocchio and MuJoCo and compares. The
//! trees depend on their number alone. Numbers are written so that reading them gives the same bits.

mod draws;
mod random_tree;
mod record;
#[path = "../../benches/rover/mod.rs"]
mod rover;

use draws::Draws;
use planetfall::vehicle::Tree;
use record::record;
use std::error::Error;
use std::io::{BufWriter, Write, stdout};
use std::process::ExitCode;

const USAGE: &str = "usage: dump_dynamics TREES | rover";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let written = match arguments.as_slice() {
        [word] if word == "rover" => dump_rover(),
        [count] => count.parse().map(dump_random).unwrap_or_else(|_| Err(USAGE.into())),
        _ => Err(USAGE.into()),
    };
    if let Err(error) = written {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn dump_random(count: u64) -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(stdout().lock());
    for number in 0..count {
        let mut draws = Draws::new(number, "random tree");
        let tree = random_tree::draw(&mut draws)?;
        writeln!(out, "{}", record(&format!("tree {number}"), &tree, &mut draws)?)?;
    }
    let mut draws = Draws::new(0, "single body");
    let body = Tree::single("body", random_tree::inertia(&mut draws)?);
    writeln!(out, "{}", record("single body", &body, &mut draws)?)?;
    out.flush()?;
    Ok(())
}

fn dump_rover() -> Result<(), Box<dyn Error>> {
    let record = record("rover", &rover::rover()?, &mut Draws::new(0, "rover"))?;
    writeln!(stdout(), "{record}")?;
    Ok(())
}
