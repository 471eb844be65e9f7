//! Times the default friction solver on files: friction_times TOLERANCE FILE...
//!
//! One line of JSON per file: contacts, the least and the median time of a solve from zero, what
//! solved it, the residual and the iterations. `benches/peers/friction` sets them beside Siconos's.

use planetfall::contact::nonsmooth::{
    FrictionProblem, NonsmoothWorkspace, Solved, Solver, SolverLimits,
};
use planetfall_files::friction_problem;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Solves are repeated for this long, and at least three times.
const ENOUGH: Duration = Duration::from_millis(300);
const AT_MOST: usize = 5000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let tolerance = arguments.first().and_then(|word| word.parse().ok());
    let (Some(tolerance), Some(files)) = (tolerance, arguments.get(1..)) else {
        eprintln!("usage: friction_times TOLERANCE FILE...");
        return ExitCode::from(2);
    };
    for file in files {
        let text = std::fs::read_to_string(file).map_err(|error| error.to_string());
        let read = text.and_then(|text| friction_problem::read(&text).map_err(|e| e.to_string()));
        match read {
            Ok(read) => report(file, &read.problem, tolerance),
            Err(error) => {
                eprintln!("{file}: {error}");
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::SUCCESS
}

fn report(file: &str, problem: &FrictionProblem, tolerance: f64) {
    let (mut times, solved) =
        measure(problem, SolverLimits { tolerance, ..SolverLimits::default() });
    times.sort();
    let micros = |time: Option<&Duration>| time.map_or(0.0, Duration::as_secs_f64) * 1e6;
    let (least, median) = (micros(times.first()), micros(times.get(times.len() / 2)));
    let Solved { residual, iterations, solver } = solved;
    let contacts = problem.contacts();
    let name = std::path::Path::new(file).file_name().unwrap_or_default().to_string_lossy();
    println!(
        "{{\"name\":\"{name}\",\"contacts\":{contacts},\"least_us\":{least:.3},\
         \"median_us\":{median:.3},\"solver\":\"{solver}\",\"residual\":{residual:e},\
         \"iterations\":{iterations}}}"
    );
}

fn measure(problem: &FrictionProblem, limits: SolverLimits) -> (Vec<Duration>, Solved) {
    let mut workspace = NonsmoothWorkspace::default();
    let mut reaction = vec![0.0; 3 * problem.contacts()];
    let mut solved = Solver::default().improve(problem, &mut reaction, limits, &mut workspace);
    let (mut times, begin) = (Vec::new(), Instant::now());
    while times.len() < 3 || (begin.elapsed() < ENOUGH && times.len() < AT_MOST) {
        reaction.fill(0.0);
        let start = Instant::now();
        solved = Solver::default().improve(problem, &mut reaction, limits, &mut workspace);
        times.push(start.elapsed());
    }
    (times, solved)
}
