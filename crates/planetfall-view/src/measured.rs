//! Measured values that a run is held against, for the plots.
//!
//! A file that cannot be read harms neither the run nor the other files: it is a problem that the
//! page shows.

use planetfall_files::run_folder::compare::{Comparison, Measured, Pair, comparisons};
use planetfall_files::run_folder::{RunFile, read_verified};
use serde_json::{Value, json};

use crate::folder::Folder;
use crate::refusal::Refusal;
use crate::thinning::{Division, Point, SLOTS, Thinning};

/// What the scenario compares its run with, and what is wrong with the files.
pub(crate) fn list(folder: &Folder, problems: &mut Vec<String>) -> Vec<Value> {
    let known = match known(folder) {
        Ok(known) => known,
        // That the scenario cannot be read is reported already.
        Err(_) => return Vec::new(),
    };
    let column = |pair: &Pair| json!({ "name": pair.ours, "label": pair.theirs });
    known
        .into_iter()
        .map(|comparison| {
            let columns: Vec<Value> = comparison.columns.iter().map(column).collect();
            let label = comparison.name.clone();
            problems.extend(read(folder, comparison).err().map(|refusal| refusal.sentence));
            json!({ "label": label, "columns": columns })
        })
        .collect()
}

/// The measured points of columns of the run, at most so many of each.
pub(crate) fn points(
    folder: &Folder,
    index: usize,
    columns: &[&str],
    most: usize,
) -> Result<Vec<Vec<Point>>, Refusal> {
    let comparison = known(folder)?.into_iter().nth(index);
    let absent = || Refusal::absent(format!("the run is compared with no file {index}"));
    let measured = read(folder, comparison.ok_or_else(absent)?)?;
    let column = |name: &&str| {
        let pairs = measured.comparison.columns.iter().zip(&measured.values);
        let mut found = pairs.filter(|(pair, _)| pair.ours == **name);
        let absent = || Refusal::absent(format!("the file has nothing to compare {name} with"));
        let (_, values) = found.next().ok_or_else(absent)?;
        Ok(thin(&measured.times_s, values, most))
    };
    columns.iter().map(column).collect()
}

fn known(folder: &Folder) -> Result<Vec<Comparison>, Refusal> {
    folder.file(RunFile::Scenario).map_err(Refusal::broken)?;
    comparisons(folder.path()).map_err(Refusal::broken)
}

fn read(folder: &Folder, comparison: Comparison) -> Result<Measured, Refusal> {
    let name = comparison.file_name();
    let path = folder.named(&name).map_err(Refusal::broken)?;
    let in_words = |error: &dyn ToString| Refusal::broken(format!("{name}: {}", error.to_string()));
    let text = read_verified(&path).map_err(Refusal::broken)?;
    let text = String::from_utf8(text).map_err(|error| in_words(&error))?;
    Measured::parse(&text, comparison).map_err(|mistake| in_words(&mistake))
}

fn thin(times: &[f64], values: &[f64], most: usize) -> Vec<Point> {
    let whole = values.len() <= most;
    let ends = times.first().zip(times.last());
    let (start, end) = ends.map_or((0.0, 0.0), |(start, end)| (*start, *end));
    let division = Division::new(start, end, most / SLOTS);
    let mut thinning = Thinning::default();
    for (row, (time, value)) in times.iter().zip(values).enumerate() {
        let bucket = if whole { row } else { division.bucket(*time) };
        thinning.add(bucket, Point { row, time: *time, value: *value });
    }
    thinning.finish()
}
