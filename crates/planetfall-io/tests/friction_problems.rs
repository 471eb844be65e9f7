//! The collection of friction problems: every one read, written, solved by the default.
#![allow(clippy::unwrap_used, clippy::panic)]

use planetfall::contact::nonsmooth::{Limits, Room, Solver};
use planetfall_io::friction_problem;
use std::path::PathBuf;

#[test]
fn probe() {
    let folder = PathBuf::from("/work/shared/data/friction-problems");
    let mut names: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    names.sort();
    for path in names {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if let Ok(only) = std::env::var("ONLY") {
            if !name.contains(&only) {
                continue;
            }
        }
        let file = friction_problem::read(&std::fs::read_to_string(&path).unwrap()).unwrap();
        for solver in [Solver::GaussSeidel, Solver::Newton, Solver::Proximal, Solver::Escalation] {
            if let Ok(only) = std::env::var("SOLVER") {
                if !format!("{solver:?}").contains(&only) {
                    continue;
                }
            }
            let mut room = Room::default();
            let limits = Limits {
                tolerance: 1e-8,
                iterations: if file.problem.contacts() > 100 { 60 } else { 2000 },
            };
            let t = std::time::Instant::now();
            let s = solver.solve(&file.problem, &[], limits, &mut room);
            eprintln!(
                "{name:36} {:4} {solver:?} {:12} {:6} {:9.2e} {:?}",
                file.problem.contacts(),
                s.solver,
                s.iterations,
                s.residual,
                t.elapsed()
            );
        }
    }
}
