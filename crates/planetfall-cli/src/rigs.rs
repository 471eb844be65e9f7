//! `planetfall bevameter`, `single-wheel`, `multi-pass`, `self-burial`, `exomars-drawbar`: rigs on soil, from the command
//! line or from a file with a `[rig]`.

use crate::failure::Failure;
use crate::scenarios;
use crate::terminal::{Progress, ink, print, say, warn};
use planetfall::ground::compliant::Bekker;
use planetfall::ground::scm::Soil;
use planetfall::rig::identify;
use planetfall_files::bounded;
use planetfall_files::run_folder::{OutputFolder, table};
use planetfall_files::scenario::ScenarioFile;
use planetfall_report::report::write_charts;
use planetfall_run::campaign;
use planetfall_run::rig::{self, FinishedRig, LoadedRig, Prediction, Rig, measured};
use std::path::{Path, PathBuf};

/// Press plates into soil and identify n, kc and kphi, beside the SCM paper's Table 2.
///
/// Each plate is put down at N by N places within a cell of the soil's grid: means and the spread of a
/// single placement are reported. Writes report.html, pressure-sinkage.svg, CSV files and summary.json.
#[derive(Debug, clap::Args)]
pub(crate) struct Bevameter {
    #[command(flatten)]
    common: Common,
    /// Distances of the soil's nodes, m, separated by commas.
    #[arg(long, visible_alias = "spacing-m", value_delimiter = ',', value_name = "A,B")]
    spacing: Vec<String>,
    /// Places within a cell: N by N.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    offsets: Option<String>,
    /// Radii of the discs, m, separated by commas.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    radii_m: Vec<String>,
    /// Mean pressures, Pa, separated by commas.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    pressures_pa: Vec<String>,
}

/// Drive a wheel with prescribed slip and slip angle over soil: pull, side force, torque, sinkage.
///
/// Slip is 1 - v/(w r) where the rim is the faster (driving) and w r/v - 1 where the axle is (braking),
/// v along the wheel's heading. Resistance is split into compaction (pressure of soil as found),
/// bulldozing (of soil that the wheel pushed up) and gravity (on a slope). Reports the slip from which on
/// it pulls, and its greatest pull.
#[derive(Debug, clap::Args)]
pub(crate) struct SingleWheel {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    wheel: Wheel,
    /// Slips, from -1 to less than 1, separated by commas.
    #[arg(long, value_delimiter = ',', value_name = "A,B", allow_hyphen_values = true)]
    slips: Vec<String>,
    /// Slip angles, degrees, separated by commas.
    #[arg(long, value_delimiter = ',', value_name = "A,B", allow_hyphen_values = true)]
    slip_angles: Vec<String>,
    /// Slope that is climbed, degrees.
    #[arg(long, value_name = "DEGREES", allow_hyphen_values = true)]
    slope_deg: Option<String>,
    /// Distance of each drive, m.
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    way_m: Option<String>,
    /// Speed of the axle, m/s.
    #[arg(long, value_name = "M_PER_S", allow_hyphen_values = true)]
    speed_m_per_s: Option<String>,
    /// Predict measured drives instead: columns slip (by the speed of the carriage), slip_angle_deg,
    /// Fx_N, Fy_N, Fz_N, minus_avg_Z_mm.
    #[arg(long, value_name = "FILE.csv")]
    measured: Option<PathBuf>,
    /// With --measured: identify n, kc and kphi of the soil from plates: columns plate_diameter_mm,
    /// sinkage_mm, pressure_kPa.
    #[arg(long, value_name = "FILE.csv", requires = "measured")]
    plates: Option<PathBuf>,
    /// With --measured: fit mu, n1 and the compaction share to straight driving first.
    #[arg(long, requires = "measured")]
    fit: bool,
}

/// Drive a wheel again and again through its own rut: pull, side force, resistance of each pass.
#[derive(Debug, clap::Args)]
pub(crate) struct MultiPass {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    wheel: Wheel,
    /// How many passes.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    passes: Option<String>,
    /// Slip of each pass.
    #[arg(long, value_name = "SLIP", allow_hyphen_values = true)]
    slip: Option<String>,
    /// Slip angle with which the side force is read, degrees.
    #[arg(long, value_name = "DEGREES", allow_hyphen_values = true)]
    slip_angle_deg: Option<String>,
}

/// Spin a wheel that hardly gets on, until the soil carries it or its axle is on the ground.
#[derive(Debug, clap::Args)]
pub(crate) struct SelfBurial {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    wheel: Wheel,
    /// Slip, from 0 to 1.
    #[arg(long, value_name = "SLIP", allow_hyphen_values = true)]
    slip: Option<String>,
    /// No more turns than these.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    turns: Option<String>,
}

/// Pull a six-wheel chassis with grousers on a tether through DLR-D: Fig. 12 of the SCM paper.
///
/// Reports mean and band of the pull for each slip, the greatest pull, and at a slip of 0.7 the axis of the
/// paper's inset beside them. The load is that of one wheel; that of the chassis is an estimate.
#[derive(Debug, clap::Args)]
pub(crate) struct ExomarsDrawbar {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    wheel: Wheel,
    /// Slips, from -1 to less than 1, separated by commas.
    #[arg(long, value_delimiter = ',', value_name = "A,B", allow_hyphen_values = true)]
    slips: Vec<String>,
    /// Distance of each drive, m.
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    way_m: Option<String>,
    /// Wheels in line on each side.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    axles: Option<String>,
}

/// Redraw figures 6 to 9 of the SCM paper from the model, as SVG files.
#[derive(Debug, clap::Args)]
pub(crate) struct SoilFigures {
    /// Folder for the pictures; made if it is not there.
    #[arg(long, value_name = "DIR", default_value = "runs/soil-figures")]
    out: PathBuf,
}

#[derive(Debug, clap::Args)]
struct Common {
    /// Built-in soil (`planetfall schema --soils`) [default: that of the built-in rig].
    #[arg(long, value_name = "SOIL")]
    soil: Option<String>,
    /// Folder for the results [default: runs/NAME, replaced if it is a run].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write into a folder that is not empty.
    #[arg(long)]
    force: bool,
    /// Set any other key of the rig, e.g. --set rig.speed_m_per_s=0.02. May be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

#[derive(Debug, clap::Args)]
struct Wheel {
    /// Load on the wheel, N.
    #[arg(long, value_name = "NEWTONS", allow_hyphen_values = true)]
    load_n: Option<String>,
    /// Radius of the rim, m.
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    radius_m: Option<String>,
    /// Width of the wheel, m.
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    width_m: Option<String>,
    /// Distance of the soil's nodes, m.
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    spacing_m: Option<String>,
}

pub(crate) fn bevameter(arguments: &Bevameter) -> Result<(), Failure> {
    let mut settings = Settings::default();
    if let Some((first, further)) = arguments.spacing.split_first() {
        settings.one("ground.spacing_m", Some(first));
        settings.list("rig.further_spacings_m", further, true);
    }
    settings.one("rig.offsets", arguments.offsets.as_ref());
    settings.list("rig.radii_m", &arguments.radii_m, false);
    settings.list("rig.pressures_pa", &arguments.pressures_pa, false);
    study("bevameter", &arguments.common, settings)
}

pub(crate) fn single_wheel(arguments: &SingleWheel) -> Result<(), Failure> {
    let mut settings = Settings::of(&arguments.wheel);
    settings.list("rig.slips", &arguments.slips, false);
    settings.list("rig.slip_angles_deg", &arguments.slip_angles, false);
    settings.one("rig.slope_deg", arguments.slope_deg.as_ref());
    settings.one("rig.way_m", arguments.way_m.as_ref());
    settings.one("rig.speed_m_per_s", arguments.speed_m_per_s.as_ref());
    if let Some(path) = &arguments.measured {
        return predict(arguments, path, settings);
    }
    study("single-wheel", &arguments.common, settings)
}

pub(crate) fn multi_pass(arguments: &MultiPass) -> Result<(), Failure> {
    let mut settings = Settings::of(&arguments.wheel);
    settings.one("rig.passes", arguments.passes.as_ref());
    settings.one("rig.slip", arguments.slip.as_ref());
    settings.one("rig.slip_angle_deg", arguments.slip_angle_deg.as_ref());
    study("multi-pass", &arguments.common, settings)
}

pub(crate) fn self_burial(arguments: &SelfBurial) -> Result<(), Failure> {
    let mut settings = Settings::of(&arguments.wheel);
    settings.one("rig.slip", arguments.slip.as_ref());
    settings.one("rig.turns", arguments.turns.as_ref());
    study("self-burial", &arguments.common, settings)
}

pub(crate) fn exomars_drawbar(arguments: &ExomarsDrawbar) -> Result<(), Failure> {
    let mut settings = Settings::of(&arguments.wheel);
    settings.list("rig.slips", &arguments.slips, false);
    settings.one("rig.way_m", arguments.way_m.as_ref());
    settings.one("rig.axles", arguments.axles.as_ref());
    study("exomars-drawbar", &arguments.common, settings)
}

pub(crate) fn soil_figures(arguments: &SoilFigures) -> Result<(), Failure> {
    let folder = &arguments.out;
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::Input(format!("--out {}: {error}", folder.display())))?;
    let (maps, section) = rig::figures().map_err(Failure::run)?;
    // Fig. 9 is the bevameter's; one placement of each plate is drawn as well as many.
    let plates = load(&scenarios::find("bevameter", &["rig.offsets=5".to_owned()])?)?;
    let mut charts = plates.rig.run(campaign::all_cores()).map_err(Failure::run)?.charts;
    for chart in &mut charts {
        chart.name = "figure-9".to_owned();
    }
    charts.push(section);
    for map in maps {
        let place = folder.join(format!("{}.svg", map.name));
        std::fs::write(&place, map.svg())
            .map_err(|error| Failure::Run(format!("{}: {error}", place.display())))?;
        say!("{}", place.display())?;
    }
    let files = write_charts(&charts, folder).map_err(Failure::run)?;
    files.iter().try_for_each(|file| say!("{}", file.display()))
}

/// Options as keys of the rig's file.
#[derive(Default)]
struct Settings(Vec<String>);

impl Settings {
    fn of(wheel: &Wheel) -> Self {
        let mut settings = Self::default();
        settings.one("rig.load_n", wheel.load_n.as_ref());
        settings.one("rig.radius_m", wheel.radius_m.as_ref());
        settings.one("rig.width_m", wheel.width_m.as_ref());
        settings.one("ground.spacing_m", wheel.spacing_m.as_ref());
        settings
    }

    fn one(&mut self, key: &str, value: Option<&String>) {
        self.0.extend(value.map(|value| format!("{key}={value}")));
    }

    fn list(&mut self, key: &str, values: &[String], also_empty: bool) {
        if also_empty || !values.is_empty() {
            self.0.push(format!("{key}=[{}]", values.join(", ")));
        }
    }
}

/// The numbers of a file.
fn read<T>(
    option: &str,
    path: &Path,
    parse: impl Fn(&str) -> Result<Vec<T>, String>,
) -> Result<Vec<T>, Failure> {
    let wrong = |what: String| Failure::Input(format!("{option} {}: {what}", path.display()));
    let text =
        bounded::read_text(path, bounded::NUMBERS).map_err(|error| wrong(error.to_string()))?;
    parse(&text).map_err(wrong)
}

fn predict(arguments: &SingleWheel, path: &Path, settings: Settings) -> Result<(), Failure> {
    let rows = read("--measured", path, measured::read_wheels)?;
    let loaded = configured("single-wheel", &arguments.common, settings)?;
    let Rig::SingleWheel(rig::SingleWheel { mut bed, wheel, speed, distance, .. }) = loaded.rig
    else {
        return Err(Failure::Input("--measured is for a single wheel".to_owned()));
    };
    let Soil { exponent, cohesive, frictional, .. } = bed.soil;
    let mut found = Bekker { exponent, cohesive, frictional };
    let mut readings = Vec::new();
    if let Some(path) = &arguments.plates {
        readings = read("--plates", path, measured::read_plates)?;
        found = identify(&readings).map_err(Failure::input)?;
        let Bekker { exponent, cohesive, frictional } = found;
        bed.soil = Soil { exponent, cohesive, frictional, ..bed.soil };
    }
    let name = "single-wheel-measured";
    let common = &arguments.common;
    let folder = claim(name, common.out.as_deref(), common.force)?;
    let jobs = campaign::all_cores();
    let mut prediction = Prediction { bed, wheel, speed, distance };
    if arguments.fit {
        let progress = Progress::of_trials();
        // What is searched for on a coarser grid is printed on the one asked for.
        let coarse = 1.5 * prediction.bed.spacing;
        prediction =
            prediction.fitted(&rows, coarse, jobs, |trials, least| progress.trial(trials, least));
        progress.done();
    }
    let pairs = prediction.of(&rows, jobs).map_err(Failure::run)?;
    let findings = prediction.findings(&pairs, &readings, &found).map_err(Failure::run)?;
    say!("{}\n", findings.setting)?;
    print(format_args!("{}\n", findings.text))?;
    let page = rig::write(name, &findings, &folder).map_err(Failure::run)?;
    say!("report: {}", page.display())?;
    findings.warnings.iter().for_each(|warning| warn(warning));
    Ok(())
}

/// A built-in rig with other settings; what is expected of it as it stands is not of these.
fn configured(name: &str, common: &Common, mut settings: Settings) -> Result<LoadedRig, Failure> {
    settings.one("ground.soil", common.soil.as_ref().map(|soil| format!("\"{soil}\"")).as_ref());
    settings.0.extend(common.set.iter().cloned());
    if !settings.0.is_empty() {
        settings.0.insert(0, "expect=[]".to_owned());
    }
    load(&scenarios::find(name, &settings.0)?)
}

fn study(name: &str, common: &Common, settings: Settings) -> Result<(), Failure> {
    let loaded = configured(name, common, settings)?;
    perform(&loaded, common.out.as_deref(), common.force, false).map(drop)
}

/// The rig of a file, checked.
pub(crate) fn load(file: &ScenarioFile) -> Result<LoadedRig, Failure> {
    rig::load(file, ink()).map_err(|mistakes| Failure::Mistakes(mistakes.text))
}

fn claim(name: &str, out: Option<&Path>, force: bool) -> Result<OutputFolder, Failure> {
    let default = Path::new("runs").join(name);
    OutputFolder::claim(out.unwrap_or(&default), force, out.is_none()).map_err(Failure::input)
}

/// Runs a rig into its folder and prints what it found.
pub(crate) fn perform(
    loaded: &LoadedRig,
    out: Option<&Path>,
    force: bool,
    quiet: bool,
) -> Result<FinishedRig, Failure> {
    let folder = claim(&loaded.name, out, force)?;
    if !quiet {
        say!("{}: {}\n", loaded.name, loaded.title)?;
    }
    let finished = rig::run(loaded, &folder, campaign::all_cores()).map_err(Failure::run)?;
    if !quiet {
        say!("{}\n", finished.findings.setting)?;
        print(format_args!("{}\n", finished.findings.text))?;
        if !finished.summary.expect.is_empty() {
            say!("{}", table(&finished.summary.expect))?;
        }
        say!("report: {}", finished.report.display())?;
        finished.summary.warnings.iter().for_each(|warning| warn(warning));
    }
    Ok(finished)
}
