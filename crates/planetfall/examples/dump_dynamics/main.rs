//! Writes what the algorithms of `planetfall::dynamics` say about random trees, one JSON object to
//! a line, for other programs to judge:
//!
//! ```text
//! dump_dynamics TREES
//! ```
//!
//! tests/python/check_dynamics.py builds the same trees in Pinocchio and MuJoCo and compares. The
//! trees depend on their number alone. Numbers are written so that reading them gives the same bits.

mod draws;
mod random_tree;
mod record;

use draws::Draws;
use record::record;
use std::error::Error;
use std::io::{BufWriter, Write, stdout};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let count = arguments.next().and_then(|text| text.parse::<u64>().ok());
    let (Some(count), None) = (count, arguments.next()) else {
        eprintln!("usage: dump_dynamics TREES");
        return ExitCode::from(2);
    };
    match dump(count) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn dump(count: u64) -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(stdout().lock());
    for number in 0..count {
        let mut draws = Draws::new(number, "random tree");
        let tree = random_tree::draw(&mut draws)?;
        writeln!(out, "{}", record(&format!("tree {number}"), &tree, &mut draws)?)?;
    }
    out.flush()?;
    Ok(())
}
