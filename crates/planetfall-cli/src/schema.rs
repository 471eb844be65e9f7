//! `planetfall schema`: the format of scenario files, metrics and columns.

use crate::failure::Failure;
use crate::methods;
use crate::quantities;
use crate::rigs;
use crate::scenarios;
use crate::terminal::{print, say};
use planetfall_files::format::schema::Table;
use planetfall_files::format::{json_schema, reference_markdown};
use planetfall_files::rig::RIG;
use planetfall_files::scenario::SCENARIO;
use planetfall_files::vehicle::{OVERLAY, VEHICLE};

/// Print the JSON Schema of scenario or vehicle files, for editors.
#[derive(Debug, clap::Args)]
pub(crate) struct SchemaArguments {
    /// Of which files.
    #[arg(long = "of", value_enum, default_value_t = Files::Scenario)]
    files: Files,
    /// The key reference as Markdown instead; with --metrics and --columns a table with unit and meaning.
    #[arg(long)]
    markdown: bool,
    /// The metrics of a scenario instead [default: the showcase].
    #[arg(long, value_name = "SCENARIO", num_args = 0..=1, default_missing_value = "traverse")]
    metrics: Option<String>,
    /// The recorded columns of a scenario instead [default: the showcase].
    #[arg(long, value_name = "SCENARIO", num_args = 0..=1, default_missing_value = "traverse")]
    columns: Option<String>,
    /// Every column and metric that a run can have instead: what it is of, its unit and its meaning.
    #[arg(long, conflicts_with_all = ["files", "metrics", "columns", "soils"])]
    quantities: bool,
    /// The built-in soils instead.
    #[arg(long)]
    soils: bool,
    /// Which ground, stepping method and vehicle go together instead, and why not where they do not.
    #[arg(long, conflicts_with_all = ["files", "metrics", "columns", "soils", "quantities"])]
    methods: bool,
    /// With --methods: as JSON.
    #[arg(long, requires = "methods", conflicts_with = "markdown")]
    json: bool,
}

/// Formats that have a schema.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Files {
    /// Scenarios.
    Scenario,
    /// Vehicles.
    Vehicle,
    /// Overlays over vehicles, URDF ones too.
    Overlay,
    /// Rigs on soil.
    Rig,
}

impl Files {
    fn table(self) -> &'static Table {
        match self {
            Self::Scenario => &SCENARIO,
            Self::Vehicle => &VEHICLE,
            Self::Overlay => &OVERLAY,
            Self::Rig => &RIG,
        }
    }
}

/// What stands above the keys of scenarios.
const HEADING: &str = "# Scenario files\n\nEvery key of a scenario file, as the program reads it. This \
page is made by `planetfall schema --markdown`; do not edit it.\n\n";

/// What stands above the keys of rigs.
const RIG_HEADING: &str = "# Rig files\n\nEvery key of a file with a `[rig]`, as the program reads it. This \
page is made by `planetfall schema --of rig --markdown`; do not edit it.\n\n";

pub(crate) fn schema(arguments: &SchemaArguments) -> Result<(), Failure> {
    let table = arguments.files.table();
    if arguments.methods {
        print(format_args!(
            "{}",
            methods::text(methods::Form::of(arguments.markdown, arguments.json))
        ))?;
    } else if arguments.quantities {
        print(format_args!("{}", quantities::reference(arguments.markdown)))?;
    } else if let Some(name) = &arguments.metrics {
        list_metrics(name, arguments.markdown)?;
    } else if let Some(name) = &arguments.columns {
        list_columns(name, arguments.markdown)?;
    } else if arguments.markdown {
        let heading = match arguments.files {
            Files::Scenario => HEADING,
            Files::Rig => RIG_HEADING,
            Files::Vehicle | Files::Overlay => "",
        };
        print(format_args!("{heading}{}", reference_markdown(table)))?;
    } else if arguments.soils {
        list_soils()?;
    } else {
        let schema = json_schema(table);
        say!("{}", serde_json::to_string_pretty(&schema).map_err(Failure::run)?)?;
    }
    Ok(())
}

fn list_metrics(name: &str, markdown: bool) -> Result<(), Failure> {
    let file = scenarios::find(name, &[])?;
    let metrics: Vec<(String, &str)> = match file.is_rig() {
        true => rigs::load(&file)?.rig.metric_names().into_iter().map(|one| (one, "")).collect(),
        false => scenarios::load(name, &[])?.described_metrics(),
    };
    if markdown {
        let rows = metrics.iter().map(|(name, meaning)| (name.as_str(), *meaning));
        return print(format_args!("{}", quantities::table("metric", rows)));
    }
    metrics.iter().try_for_each(|(name, _)| say!("{name}"))
}

fn list_columns(name: &str, markdown: bool) -> Result<(), Failure> {
    let scenario = scenarios::load(name, &[])?.scenario;
    let columns = planetfall::recording::columns(&scenario.world);
    if markdown {
        let rows = columns.iter().map(|column| (column.name.as_str(), column.meaning));
        return print(format_args!("{}", quantities::table("column", rows)));
    }
    for column in columns {
        say!("{:40} {}", column.name, column.meaning)?;
    }
    Ok(())
}

fn list_soils() -> Result<(), Failure> {
    say!(
        "{:18} {:>9} {:>9} {:>5} {:>6} {:>5} {:>7}  source",
        "soil",
        "kc",
        "kphi",
        "n",
        "c",
        "phi",
        "K"
    )?;
    say!(
        "{:18} {:>9} {:>9} {:>5} {:>6} {:>5} {:>7}",
        "",
        "N/m^(n+1)",
        "N/m^(n+2)",
        "",
        "Pa",
        "deg",
        "m"
    )?;
    for one in planetfall_files::soils::soils() {
        let soil = one.soil;
        say!(
            "{:18} {:>9} {:>9} {:>5} {:>6} {:>5.1} {:>7}  {}",
            one.name,
            soil.cohesive,
            soil.frictional,
            soil.exponent,
            soil.cohesion,
            soil.friction_angle.to_degrees(),
            soil.shear_displacement,
            one.source
        )?;
    }
    Ok(())
}
