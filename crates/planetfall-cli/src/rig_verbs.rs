//! The former verbs of the built-in rigs: each prints the `planetfall run` that does the same, and does it.

use crate::failure::Failure;
use crate::run::{self, RunArguments};
use crate::terminal::warn;
use std::path::{Path, PathBuf};

/// Former name of `planetfall run bevameter`: presses plates into soil and identifies n, kc and kphi.
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

/// Former name of `planetfall run single-wheel`: drives a wheel with prescribed slip and slip angle.
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
    #[arg(long, alias = "way-m", value_name = "METRES", allow_hyphen_values = true)]
    distance_m: Option<String>,
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

/// Former name of `planetfall run multi-pass`: drives a wheel again and again through its own rut.
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

/// Former name of `planetfall run self-burial`: spins a wheel that hardly gets on.
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

/// Former name of `planetfall run exomars-drawbar`: pulls a six-wheel chassis on a tether through DLR-D.
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
    #[arg(long, alias = "way-m", value_name = "METRES", allow_hyphen_values = true)]
    distance_m: Option<String>,
    /// Wheels in line on each side.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    axles: Option<String>,
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
    forward("bevameter", &arguments.common, settings)
}

pub(crate) fn single_wheel(arguments: &SingleWheel) -> Result<(), Failure> {
    let mut settings = Settings::of(&arguments.wheel);
    settings.list("rig.slips", &arguments.slips, false);
    settings.list("rig.slip_angles_deg", &arguments.slip_angles, false);
    settings.one("rig.slope_deg", arguments.slope_deg.as_ref());
    settings.one("rig.distance_m", arguments.distance_m.as_ref());
    settings.one("rig.speed_m_per_s", arguments.speed_m_per_s.as_ref());
    settings.text("rig.measured", arguments.measured.as_deref());
    settings.text("rig.plates", arguments.plates.as_deref());
    if arguments.fit {
        settings.0.push("rig.fit=true".to_owned());
    }
    forward("single-wheel", &arguments.common, settings)
}

pub(crate) fn multi_pass(arguments: &MultiPass) -> Result<(), Failure> {
    let mut settings = Settings::of(&arguments.wheel);
    settings.one("rig.passes", arguments.passes.as_ref());
    settings.one("rig.slip", arguments.slip.as_ref());
    settings.one("rig.slip_angle_deg", arguments.slip_angle_deg.as_ref());
    forward("multi-pass", &arguments.common, settings)
}

pub(crate) fn self_burial(arguments: &SelfBurial) -> Result<(), Failure> {
    let mut settings = Settings::of(&arguments.wheel);
    settings.one("rig.slip", arguments.slip.as_ref());
    settings.one("rig.turns", arguments.turns.as_ref());
    forward("self-burial", &arguments.common, settings)
}

pub(crate) fn exomars_drawbar(arguments: &ExomarsDrawbar) -> Result<(), Failure> {
    let mut settings = Settings::of(&arguments.wheel);
    settings.list("rig.slips", &arguments.slips, false);
    settings.one("rig.distance_m", arguments.distance_m.as_ref());
    settings.one("rig.axles", arguments.axles.as_ref());
    forward("exomars-drawbar", &arguments.common, settings)
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

    fn text(&mut self, key: &str, path: Option<&Path>) {
        self.0.extend(path.map(|path| format!("{key}=\"{}\"", path.display())));
    }

    fn list(&mut self, key: &str, values: &[String], also_empty: bool) {
        if also_empty || !values.is_empty() {
            self.0.push(format!("{key}=[{}]", values.join(", ")));
        }
    }
}

/// Runs a built-in rig as `planetfall run` does, and says how to write that. What is expected of the rig as it
/// stands is not expected with other settings.
fn forward(name: &str, common: &Common, mut settings: Settings) -> Result<(), Failure> {
    settings.one("ground.soil", common.soil.as_ref().map(|soil| format!("\"{soil}\"")).as_ref());
    settings.0.extend(common.set.iter().cloned());
    if !settings.0.is_empty() {
        settings.0.insert(0, "expect=[]".to_owned());
    }
    let run = run_command(name, common, &settings.0);
    warn(&format!("warning: `planetfall {name}` is deprecated; the same is\n    {run}"));
    let arguments = RunArguments::of(name.into());
    let arguments = arguments.with(settings.0, common.out.clone(), common.force);
    run::run(&arguments)
}

/// The command to type for a run with settings.
fn run_command(name: &str, common: &Common, settings: &[String]) -> String {
    let mut words = vec!["planetfall run".to_owned(), name.to_owned()];
    for setting in settings {
        words.extend(["--set".to_owned(), for_shell(setting)]);
    }
    if let Some(out) = &common.out {
        words.extend(["--out".to_owned(), for_shell(&out.display().to_string())]);
    }
    if common.force {
        words.push("--force".to_owned());
    }
    words.join(" ")
}

/// A word as a shell takes it for one.
fn for_shell(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./=,:".contains(c);
    match word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}
