//! The collection of friction problems: every one read, written again and solved by the default.
//! The files are not part of the repository.
#![allow(clippy::unwrap_used, clippy::panic)]

use planetfall::contact::nonsmooth::{NonsmoothWorkspace, Solver, SolverLimits, residual};
use planetfall_files::friction_problem::{self, FrictionProblemFile};
use std::path::PathBuf;

/// The residual that the default solver must reach on every problem.
const TOLERANCE: f64 = 1e-8;

/// Every problem with its contacts and the iterations within which the default must reach the
/// tolerance: a bit more than it takes, so that a change for the worse is seen without a clock.
const PROBLEMS: [(&str, usize, usize); 16] = [
    ("BoxesStack1-i100000-32.hdf5.dat", 52, 26),
    ("Capsules-i100-1090.dat", 276, 90),
    ("Confeti-ex13-4contact-Fc3D-SBM.dat", 4, 2),
    ("FrictionContact3D_1c.dat", 1, 2),
    ("FrictionContactProblem00031.dat", 11, 2),
    ("FrictionContactProblem00071.dat", 89, 75),
    ("FrictionContactProblem00374.dat", 28, 2),
    ("KaplasTower-i1061-4.hdf5.dat", 570, 38),
    ("NESpheres_10_1.dat", 9, 7),
    ("OneObject-i100000-316.hdf5.dat", 25, 25),
    ("Rover1039.dat", 4, 8),
    ("Rover1040.dat", 5, 13),
    ("Rover11035.dat", 1, 2),
    ("Rover4144.dat", 4, 7),
    ("Rover4396.dat", 2, 4),
    ("Rover4493.dat", 4, 7),
];

/// The folder of friction problems; `None`, said aloud, where it is absent, which continuous
/// integration does not allow.
fn folder() -> Option<PathBuf> {
    let data = std::env::var_os("PLANETFALL_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let folder = data.join("friction-problems");
    if folder.is_dir() {
        return Some(folder);
    }
    let required = std::env::var("CI").is_ok_and(|value| value == "true");
    assert!(!required, "the friction problems are absent: {}", folder.display());
    eprintln!("SKIPPED: no friction problems in {}", folder.display());
    None
}

#[track_caller]
fn load(path: &std::path::Path) -> FrictionProblemFile {
    let text = std::fs::read_to_string(path).unwrap();
    friction_problem::read(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_table_names_every_problem_of_the_collection() {
    let Some(folder) = folder() else { return };
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| name.ends_with(".dat"));
    names.sort();
    assert_eq!(names, PROBLEMS.map(|(name, ..)| name.to_owned()));
}

#[test]
fn the_default_solves_every_problem_of_the_collection() {
    let Some(folder) = folder() else { return };
    let mut workspace = NonsmoothWorkspace::default();
    for (name, contacts, most) in PROBLEMS {
        let problem = load(&folder.join(name)).problem;
        assert_eq!(problem.contacts(), contacts, "{name}");
        let limits = SolverLimits { tolerance: TOLERANCE, iterations: 10_000 };
        let solution = Solver::default().solve(&problem, &[], limits, &mut workspace);
        let (found, steps, solver) = (solution.residual, solution.iterations, solution.solver);
        eprintln!("{name:36} {contacts:4} contacts {solver:12} {steps:5} steps {found:.2e}");
        assert!(found <= TOLERANCE, "{name}: {found:e}");
        assert!(steps <= most, "{name}: {steps} steps by {solver}, {most} were enough before");
        assert_eq!(found, residual(&problem, &solution.reaction), "{name}");
    }
}

#[test]
fn every_problem_can_be_solved_to_round_off() {
    let Some(folder) = folder() else { return };
    let mut workspace = NonsmoothWorkspace::default();
    for (name, ..) in PROBLEMS {
        let problem = load(&folder.join(name)).problem;
        let limits = SolverLimits { tolerance: 1e-12, iterations: 10_000 };
        let solution = Solver::default().solve(&problem, &[], limits, &mut workspace);
        assert!(solution.residual <= 1e-12, "{name}: {:e}", solution.residual);
    }
}

#[test]
fn admm_alone_solves_every_problem_of_the_collection() {
    let Some(folder) = folder() else { return };
    let mut workspace = NonsmoothWorkspace::default();
    for (name, ..) in PROBLEMS {
        let problem = load(&folder.join(name)).problem;
        let limits = SolverLimits { tolerance: TOLERANCE, iterations: 2000 };
        let solution = Solver::Admm.solve(&problem, &[], limits, &mut workspace);
        let (found, steps) = (solution.residual, solution.iterations);
        eprintln!("{name:36} ADMM {steps:5} steps {found:.2e}");
        assert!(found <= TOLERANCE, "{name}: {found:e}");
    }
}

#[test]
fn the_same_problem_gives_the_same_bits_in_any_workspace() {
    let Some(folder) = folder() else { return };
    let problem = load(&folder.join("OneObject-i100000-316.hdf5.dat")).problem;
    let other = load(&folder.join("BoxesStack1-i100000-32.hdf5.dat")).problem;
    let solve = |workspace: &mut NonsmoothWorkspace, of| {
        Solver::default().solve(of, &[], SolverLimits::default(), workspace).reaction
    };
    let fresh = solve(&mut NonsmoothWorkspace::default(), &problem);
    let mut used = NonsmoothWorkspace::default();
    solve(&mut used, &other);
    assert_eq!(fresh, solve(&mut used, &problem));
}

#[test]
fn what_is_written_reads_back_to_the_same_problem() {
    let Some(folder) = folder() else { return };
    for (name, ..) in PROBLEMS {
        let file = load(&folder.join(name));
        let again = friction_problem::read(&friction_problem::write(&file)).unwrap();
        assert!(again == file, "{name}");
    }
}
