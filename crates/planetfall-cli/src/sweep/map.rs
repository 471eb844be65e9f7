//! Two keys: how the run ends, or a metric, for each pair of values.

use super::{SweepArguments, values_of, watched};
use crate::campaigns::Place;
use crate::failure::Failure;
use crate::scenarios;
use crate::terminal::{print, say};
use planetfall_files::format::Ink;
use planetfall_report::report::{Ending, GridCell, SweepGrid};
use planetfall_run::campaign::{KeptSamples, SampleEnd};

pub(super) fn sweep(arguments: &SweepArguments, second: &str) -> Result<(), Failure> {
    let keys = [arguments.key.clone(), second.to_owned()];
    if keys[0] == keys[1] {
        return Err(Failure::Input(format!("--key2 {second}: this is the first key already")));
    }
    let first = scenarios::load_unattended(&arguments.scenario, &arguments.set)?;
    let mut metrics = watched(arguments, &first.expectations);
    scenarios::check_metrics(&first.scenario, "--metrics", &metrics)?;
    if let Some(metric) = arguments.metric.as_ref().filter(|name| !metrics.contains(name)) {
        scenarios::check_metrics(&first.scenario, "--metric", std::slice::from_ref(metric))?;
        metrics.push(metric.clone());
    }
    let values = [arguments.values.clone(), arguments.values2.clone()];
    check_edges(arguments, &keys, &values)?;
    let pairs: Vec<[f64; 2]> =
        values[0].iter().flat_map(|x| values[1].iter().map(move |y| [*x, *y])).collect();
    let place = arguments.place(&first.scenario.name)?;
    let samples = place.samples();
    let cells = arguments.each(&pairs, |pair| cell(arguments, &keys, *pair, (&metrics, samples)));
    let map = SweepGrid {
        scenario: first.scenario.name.clone(),
        keys,
        values,
        metrics,
        coloured_by: arguments.metric.clone(),
        cells,
    };
    write(arguments, &map, &place)
}

/// Loads each value of a key with the first of the other: what no run could use is reported before any
/// is made.
fn check_edges(
    arguments: &SweepArguments,
    keys: &[String; 2],
    [across, up]: &[Vec<f64>; 2],
) -> Result<(), Failure> {
    let (Some(left), Some(bottom)) = (across.first(), up.first()) else {
        return Err(Failure::Input("--values and --values2 need at least one value".to_owned()));
    };
    let below = across.iter().map(|x| [*x, *bottom]);
    let edges = below.chain(up.iter().skip(1).map(|y| [*left, *y]));
    for pair in edges {
        scenarios::load(&arguments.scenario, &settings(arguments, keys, pair))?;
    }
    Ok(())
}

fn settings(
    arguments: &SweepArguments,
    [first, second]: &[String; 2],
    [x, y]: [f64; 2],
) -> Vec<String> {
    arguments.settings(&[(first, x), (second, y)])
}

/// One run. Whatever becomes of it, the map goes on.
fn cell(
    arguments: &SweepArguments,
    keys: &[String; 2],
    pair: [f64; 2],
    (metrics, samples): (&[String], &KeptSamples),
) -> GridCell {
    let without = |ending: Ending, note: String| GridCell {
        ending,
        metrics: vec![f64::NAN; metrics.len()],
        note,
    };
    let file = scenarios::find(&arguments.scenario, &settings(arguments, keys, pair));
    // Colours of a terminal have no meaning on the page.
    let loaded = match file.map(|file| file.load(Ink::Plain)) {
        Ok(Ok(loaded)) => loaded,
        Ok(Err(mistakes)) => return without(Ending::Refused, mistakes.text),
        Err(_) => return without(Ending::Refused, "the file cannot be read any more".to_owned()),
    };
    let ended = samples.run(&loaded);
    let metrics = values_of(&ended, metrics);
    match ended {
        SampleEnd::Outcome { name, warnings, .. } => {
            GridCell { metrics, note: warnings.join(" "), ending: Ending::Outcome(name) }
        }
        SampleEnd::Failed(reason) => without(Ending::Failed, reason),
    }
}

fn write(arguments: &SweepArguments, map: &SweepGrid, place: &Place) -> Result<(), Failure> {
    let folder = place.path();
    map.write_html(&folder.join("sweep.html")).map_err(Failure::run)?;
    std::fs::write(folder.join("sweep.csv"), map.csv()).map_err(Failure::run)?;
    if arguments.figures {
        map.write_figure(folder).map_err(Failure::run)?;
    }
    place.finish()?;
    print(format_args!("{}", map.text()))?;
    say!("\n{}\nmap: {}", map.conclusion(), place.path().join("sweep.html").display())
}
