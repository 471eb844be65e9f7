//! Tasks of the repository: `cargo xtask house` counts how the code is built, `cargo xtask test` is what
//! `./test` runs.

mod checks;
mod claims;
mod constants;
mod documents;
mod functions;
mod modules;
mod order;
mod sources;
mod tokens;
mod types;
mod wildcards;
mod words;

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match words.split_first().map(|(task, words)| (task.as_str(), words)) {
        Some(("house", _)) => house().map(|()| true),
        Some(("test", words)) => sources::root().and_then(|root| checks::run(&root, words)),
        _ => Err("usage: cargo xtask house | test".to_owned()),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

/// Prints the counts, crate by crate and over all.
fn house() -> Result<(), String> {
    let root = sources::root()?;
    let crates = sources::read(&root)?;
    println!(
        "| crate | lines | modules | in cycles | types | per 1000 lines | share with a namesake |"
    );
    println!("|---|---|---|---|---|---|---|");
    for one in &crates {
        let lines: usize = one.files.iter().map(|file| file.lines).sum();
        let (modules, types) = (modules::count(one), types::count(one));
        println!(
            "| {} | {lines} | {} | {} | {} | {:.1} | {:.1} % |",
            one.name,
            modules.all,
            modules.in_cycles.len(),
            types.all,
            1000.0 * types.all as f64 / lines.max(1) as f64,
            types.namesakes_percent(),
        );
        for cycle in &modules.in_cycles {
            println!("    in a cycle: {cycle}");
        }
        println!("    uses against the order of its root: {}", order::against(one).len());
    }
    crates.iter().for_each(print_namesakes);
    crates.iter().for_each(print_constants);
    let wildcards = wildcards::count(&crates);
    println!(
        "wildcard arms over our own enums: {} of {} matches",
        wildcards.with_wildcard, wildcards.all
    );
    for (name, places) in &wildcards.by_enum {
        println!("    {name}: {}: {}", places.len(), places.join(", "));
    }
    let lengths = functions::lengths(&crates);
    println!(
        "{} functions, lines: median {}, 99th percentile {}",
        lengths.count, lengths.median, lengths.percentile_99
    );
    println!("house words in user documents: {}", words::count(&root)?);
    let in_code = words::in_code(&root)?;
    println!("house words in names, comments and texts of the code: {}", in_code.len());
    in_code.iter().for_each(|place| println!("    {place}"));
    println!(
        "modules that the map lacks: {}",
        documents::modules_not_on_map(&root, &crates)?.len()
    );
    println!("costs without a command: {:?}", claims::costs_without_command(&root)?);
    println!("said to be absent and there: {:?}", claims::absent_that_exist(&root, &crates)?);
    println!("faults of the glossary: {:?}", claims::faults_of_glossary(&root)?);
    println!("tests that documents name and that are not there:");
    for name in documents::tests_that_are_not_there(&root)? {
        println!("    {name}");
    }
    Ok(())
}

/// Prints which constants of a crate do not say what they are for.
fn print_constants(one: &sources::Crate) {
    let constants = constants::count(one);
    let missing = constants.undocumented;
    println!(
        "constants of {}: {}, without a doc comment: {}",
        one.name,
        constants.all,
        missing.len()
    );
    for place in missing {
        println!("    {place}");
    }
}

/// Prints which names of a crate stand for more than one type, and where.
fn print_namesakes(one: &sources::Crate) {
    let shared = types::count(one).shared;
    println!("names of more than one type in {}: {}", one.name, shared.len());
    for name in shared {
        println!("    {}: {}: {}", name.name, name.files.len(), name.files.join(", "));
    }
}
