//! `planetfall schema`: the format of scenario files, metrics and columns.

use crate::failure::Failure;
use crate::scenarios;
use crate::terminal::{print, say};
use planetfall_io::format::{json_schema, reference_markdown};
use planetfall_io::scenario::SCENARIO;

/// Print the JSON Schema of scenario files, for editors.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The key reference as Markdown instead.
    #[arg(long)]
    markdown: bool,
    /// The metrics of a scenario instead [default: the showcase].
    #[arg(long, value_name = "SCENARIO", num_args = 0..=1, default_missing_value = "msl-incline-drop")]
    metrics: Option<String>,
    /// The recorded columns of a scenario instead [default: the showcase].
    #[arg(long, value_name = "SCENARIO", num_args = 0..=1, default_missing_value = "msl-incline-drop")]
    columns: Option<String>,
}

const HEADING: &str = "# Scenario files\n\nEvery key of a scenario file, as the program reads it. This \
page is made by `planetfall schema --markdown`; do not edit it.\n\n";

pub(crate) fn schema(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.markdown {
        print(format_args!("{HEADING}{}", reference_markdown(&SCENARIO)))?;
    } else if let Some(name) = &arguments.metrics {
        let metrics = scenarios::load(name, &[])?.metric_names();
        metrics.iter().try_for_each(|name| say!("{name}"))?;
    } else if let Some(name) = &arguments.columns {
        let scenario = scenarios::load(name, &[])?.scenario;
        for column in planetfall::recording::columns(&scenario.world) {
            say!("{:40} {}", column.name, column.meaning)?;
        }
    } else {
        let schema = json_schema(&SCENARIO);
        say!("{}", serde_json::to_string_pretty(&schema).map_err(Failure::run)?)?;
    }
    Ok(())
}
