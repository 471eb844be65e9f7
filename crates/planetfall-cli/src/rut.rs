//! `planetfall rut`: the profile of the soil along a line, before and after a run.

use crate::failure::Failure;
use crate::folders::readable;
use crate::terminal::{print, say};
use planetfall_files::run_folder::{Ruts, is_run};
use planetfall_report::report::write_rut;
use planetfall_report::rut::Profile;
use std::path::PathBuf;

/// Measure ruts: heights of the soil before and after a run along a line, with depth, width and berms of
/// each rut that it crosses.
#[derive(Debug, clap::Args)]
pub(crate) struct RutArguments {
    /// Folder of a run on soil.
    folder: PathBuf,
    /// Where the line begins: metres east and north of the site's origin.
    #[arg(long, value_name = "EAST,NORTH", allow_hyphen_values = true)]
    from: String,
    /// Where it ends.
    #[arg(long, value_name = "EAST,NORTH", allow_hyphen_values = true)]
    to: String,
    /// Ruts less deep than this are not counted.
    #[arg(long, value_name = "METRES", default_value_t = 0.001)]
    least_depth_m: f64,
    /// Write the profile there: a page (.html), a picture (.svg) or numbers (.csv).
    #[arg(long, value_name = "FILE")]
    out: Vec<PathBuf>,
}

pub(crate) fn rut(arguments: &RutArguments) -> Result<(), Failure> {
    let folder = &readable(&arguments.folder);
    if !is_run(folder) {
        let text = format!("{} is not the folder of a Planetfall run", folder.display());
        return Err(Failure::Input(text));
    }
    let least = arguments.least_depth_m;
    if !(least >= 0.0 && least.is_finite()) {
        return Err(Failure::Input(format!("--least-depth-m {least}: must be 0 or more")));
    }
    let [from, to] = [place("--from", &arguments.from)?, place("--to", &arguments.to)?];
    for path in &arguments.out {
        ending(path)?;
    }
    let ruts = Ruts::read(folder).map_err(Failure::input)?.ok_or_else(|| {
        let place = folder.display();
        Failure::Input(format!(
            "{place} has no ruts.f32: the run moved no soil. Ground of kind = \"soil\" keeps its ruts"
        ))
    })?;
    let profile = Profile::along(&ruts, from, to, least).map_err(Failure::input)?;
    print(format_args!("{}", profile.table()))?;
    let name =
        folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    for path in &arguments.out {
        match ending(path)? {
            Ending::Numbers => std::fs::write(path, profile.csv())
                .map_err(|error| Failure::Input(format!("--out {}: {error}", path.display())))?,
            Ending::Drawing => write_rut(&profile, &name, path).map_err(Failure::input)?,
        }
        say!("{}", path.display())?;
    }
    Ok(())
}

enum Ending {
    Numbers,
    Drawing,
}

fn ending(path: &std::path::Path) -> Result<Ending, Failure> {
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    match ending.as_ref().and_then(|ending| ending.to_str()) {
        Some("csv") => Ok(Ending::Numbers),
        Some("html" | "svg") => Ok(Ending::Drawing),
        _ => Err(Failure::Input(format!(
            "--out {}: its name must end in .html, .svg or .csv",
            path.display()
        ))),
    }
}

fn place(option: &str, text: &str) -> Result<[f64; 2], Failure> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[east, north]) if east.is_finite() && north.is_finite() => Ok([east, north]),
        _ => Err(Failure::Input(format!(
            "{option} {text}: write two numbers of metres, EAST,NORTH, e.g. {option} 1.5,-0.8"
        ))),
    }
}
