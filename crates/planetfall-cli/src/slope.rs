//! `planetfall slope`: slip against slope, over many samples.

use crate::campaigns::Place;
use crate::failure::Failure;
use crate::terminal::{Progress, print, say, warn};
use planetfall_files::bounded;
use planetfall_run::campaign::{self, KeptSamples};
use planetfall_run::slope::{
    self, Direction, Fit, Free, Motion, Point, Study, StudyError, Survey, WheelSoil,
};
use std::ffi::OsString;
use std::fmt::Display;
use std::num::NonZero;
use std::path::{Path, PathBuf};

/// Drive a vehicle uphill, downhill and across inclines, many samples each, and draw slip against
/// slope.
///
/// Slip is 1 − distance made along the course / distance that the rims of the driven wheels rolled: positive
/// where wheels turn more than the vehicle moves, negative where it outruns them. Sample N of every
/// case has the seed that follows from (--seed, N): results depend neither on --jobs nor on which
/// other cases are run. Slip is 1 where the vehicle stays in place and more where it slides back; a
/// run that slides away, at ten times its speed, ends there and counts with its slip until then. Runs
/// that tip over or fail are named and not counted.
///
/// With --fit the soil's p1 and p2 are fitted to measured slip first. Exit code: 0 done, also where
/// single runs were not counted; 1 no run could be counted; 2 the input was wrong.
#[derive(Debug, clap::Args)]
pub(crate) struct SlopeArguments {
    /// Built-in vehicle, or a TOML or URDF file.
    #[arg(default_value = "mer-dtm")]
    vehicle: String,
    /// Slopes in degrees, separated by commas.
    #[arg(long, value_delimiter = ',', value_name = "A,B", default_value = "0,2.5,5,10,15,20")]
    angles: Vec<String>,
    /// straight, arc (radius 3 m) or turn (in place), separated by commas.
    #[arg(long, value_delimiter = ',', value_name = "A,B", default_value = "straight")]
    motion: Vec<String>,
    /// uphill, downhill or across, separated by commas.
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "A,B",
        default_value = "uphill,downhill,across"
    )]
    direction: Vec<String>,
    /// Runs of each case.
    #[arg(long, value_name = "N", default_value_t = 10)]
    samples: u64,
    /// All randomness follows from it.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Soil: a file with a `ground` table of kind "wheel", or a built-in scenario whose soil it is.
    #[arg(long, value_name = "FILE.toml", default_value = "mer-slope-up")]
    ground: String,
    /// Gravity, m/s² [default: 9.81 for mer-dtm, built for tests on Earth; 3.7132 for all others].
    #[arg(long, value_name = "M_PER_S2", allow_negative_numbers = true)]
    gravity: Option<f64>,
    /// Speed of the body, and of the outermost wheels in a turn in place, m/s.
    #[arg(long, value_name = "M_PER_S", allow_negative_numbers = true, default_value_t = 0.05)]
    speed: f64,
    /// Distance for which slip is counted, m; before it a second is driven, six where wheels steer.
    #[arg(long, value_name = "METRES", allow_negative_numbers = true, default_value_t = 3.0)]
    length: f64,
    /// Step of the simulation, s.
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, default_value_t = 0.005)]
    step: f64,
    /// Run so many at once; the results do not depend on it [default: one on each core].
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// Fit p1 and p2 to measured slip: columns direction, angle_deg, slip and, if wanted, weight.
    #[arg(long, value_name = "FILE.csv")]
    fit: Option<PathBuf>,
    /// With --fit: fit these too, friction_angle or correlation_length, separated by commas.
    #[arg(long, value_delimiter = ',', value_name = "A,B", requires = "fit")]
    free: Vec<String>,
    /// Folder for slope.html, slope.csv, samples.csv, slope.json and figures [default:
    /// runs/slope-NAME].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on with the unfinished campaign of the folder: samples that were finished are not made again.
    #[arg(long)]
    resume: bool,
    /// Write the table there too, as comma-separated values.
    #[arg(long, value_name = "FILE.csv")]
    table: Option<PathBuf>,
}

pub(crate) fn slope(arguments: &SlopeArguments) -> Result<(), Failure> {
    let mut study = study(arguments)?;
    let (measured, free) = measured(arguments)?;
    check_table_place(arguments)?;
    let warnings = study.check().map_err(refused)?;
    let place = Place::take(&folder(arguments), arguments.resume)?;
    warnings.iter().for_each(|warning| warn(warning));
    let jobs = arguments.jobs.unwrap_or_else(campaign::all_cores);
    if !measured.is_empty() {
        let fitted = fitted(&study, &measured, free, (jobs, Some(place.samples())))?;
        print_fit(&fitted, place.path(), &folder(arguments))?;
        study.soil = fitted.soil;
    }
    let progress = Progress::of_runs(study.cases().len() * study.samples as usize);
    let survey = study.run_kept(jobs, Some(place.samples()), || progress.another_run());
    progress.done();
    let survey = survey.map_err(Failure::run)?;
    print(format_args!("{}", survey.table()))?;
    write(arguments, &survey, &measured, &place)?;
    match survey.lost() {
        (lost, all) if lost == all => {
            Err(Failure::Run("no run could be counted; the table says why".to_owned()))
        }
        _ => Ok(()),
    }
}

fn study(arguments: &SlopeArguments) -> Result<Study, Failure> {
    let positive = |option: &str, value: f64| match value > 0.0 && value.is_finite() {
        true => Ok(value),
        false => Err(Failure::Input(format!("{option} {value}: must be greater than 0"))),
    };
    if !(1..=100_000).contains(&arguments.samples) {
        let samples = arguments.samples;
        return Err(Failure::Input(format!("--samples {samples}: from 1 to 100000")));
    }
    let default = Study::gravity_of(&arguments.vehicle);
    let study = Study {
        vehicle: arguments.vehicle.clone(),
        soil: WheelSoil::find(&arguments.ground)
            .map_err(|what| Failure::Input(format!("--ground {what}")))?,
        gravity_m_per_s2: positive("--gravity", arguments.gravity.unwrap_or(default))?,
        angles_deg: each("--angles", &arguments.angles, angle)?,
        motions: each("--motion", &arguments.motion, |name| {
            Motion::of(name).ok_or("straight, arc or turn")
        })?,
        directions: each("--direction", &arguments.direction, |name| {
            Direction::of(name).ok_or("uphill, downhill or across")
        })?,
        samples: arguments.samples,
        seed: arguments.seed,
        speed_m_per_s: positive("--speed", arguments.speed)?,
        length_m: positive("--length", arguments.length)?,
        step_s: positive("--step", arguments.step)?,
    };
    if study.length_m / study.speed_m_per_s > 1e6 {
        return Err(Failure::Input("--length over --speed is more than a million seconds".into()));
    }
    Ok(study)
}

/// Every entry of a list once, in its order.
fn each<T: PartialEq, E: Display>(
    option: &str,
    entries: &[String],
    read: impl Fn(&str) -> Result<T, E>,
) -> Result<Vec<T>, Failure> {
    let mut list = Vec::new();
    for entry in entries {
        let wrong = |rule: E| Failure::Input(format!("{option}: `{entry}` must be {rule}"));
        let value = read(entry).map_err(wrong)?;
        if !list.contains(&value) {
            list.push(value);
        }
    }
    Ok(list)
}

fn angle(text: &str) -> Result<f64, &'static str> {
    let angle = text.trim().parse::<f64>().ok().filter(|angle| (0.0..=45.0).contains(angle));
    angle.ok_or("an angle from 0 to 45 degrees; write e.g. 0,5,10")
}

fn measured(arguments: &SlopeArguments) -> Result<(Vec<Point>, Free), Failure> {
    let mut free = Free::default();
    for name in &arguments.free {
        match name.trim() {
            "friction_angle" => free.friction_angle = true,
            "correlation_length" => free.correlation_length = true,
            other => {
                let known = "friction_angle or correlation_length";
                return Err(Failure::Input(format!("--free: `{other}` must be {known}")));
            }
        }
    }
    let Some(path) = &arguments.fit else { return Ok((Vec::new(), free)) };
    let wrong = |what: &dyn Display| Failure::Input(format!("--fit {}: {what}", path.display()));
    let text = bounded::read_text(path, bounded::NUMBERS).map_err(|error| wrong(&error))?;
    Ok((slope::points(&text).map_err(|error| wrong(&error))?, free))
}

fn refused(error: StudyError) -> Failure {
    match error {
        StudyError::Input(text) => Failure::Input(text),
        StudyError::Mistakes(text) => Failure::Mistakes(text),
    }
}

/// A table that could not be written at the end would cost the whole study.
fn check_table_place(arguments: &SlopeArguments) -> Result<(), Failure> {
    let Some(path) = &arguments.table else { return Ok(()) };
    let refused = |why: &str| Err(Failure::Input(format!("--table {}: {why}", path.display())));
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        _ if path.is_dir() => refused("this is a folder"),
        Some(folder) if !folder.is_dir() => refused("there is no such folder"),
        _ => Ok(()),
    }
}

/// The folder that was chosen.
fn folder(arguments: &SlopeArguments) -> PathBuf {
    let default = || {
        let mut name = OsString::from("slope-");
        name.push(Path::new(&arguments.vehicle).file_stem().unwrap_or_default());
        PathBuf::from("runs").join(name)
    };
    arguments.out.clone().unwrap_or_else(default)
}

fn fitted(
    study: &Study,
    measured: &[Point],
    free: Free,
    jobs: (NonZero<usize>, Option<&KeptSamples>),
) -> Result<Fit, Failure> {
    let progress = Progress::of_trials();
    let fitted = slope::fit(study, measured, free, jobs, |trials, least| {
        progress.trial(trials, least);
    });
    progress.done();
    fitted.map_err(Failure::run)
}

fn print_fit(fitted: &Fit, folder: &Path, shown: &Path) -> Result<(), Failure> {
    let Fit { residual, residual_before, residual_fresh, trials, .. } = fitted;
    say!("fitted in {trials} trials; root mean square of what is left:")?;
    say!("  on fresh samples of another seed: {residual_fresh:.4}")?;
    say!("  on the samples that it was fitted to: {residual:.4}")?;
    say!("  with the soil as it was given: {residual_before:.4}")?;
    if *residual_fresh > 2.0 * residual {
        say!(
            "  The fit follows its own samples: what it is worth is the first number. More --samples \
             bring the two together."
        )?;
    }
    for (key, value) in &fitted.found {
        say!("  {key} = {value:.5}")?;
    }
    say!("\n{:9} {:>7} {:>9} {:>9} {:>9}", "direction", "slope", "measured", "fresh", "fitted")?;
    for (point, own, fresh) in &fitted.points {
        let shares = [point.slip, *fresh, *own].map(|share| format!("{:.1} %", 100.0 * share));
        let [measured, fresh, own] = shares;
        let name = point.direction.name();
        say!("{name:9} {:>6}° {measured:>9} {fresh:>9} {own:>9}", point.angle_deg)?;
    }
    let place = folder.join("fitted.toml");
    std::fs::write(&place, format!("[ground]\n{}", fitted.soil.text)).map_err(Failure::run)?;
    let shown = shown.join("fitted.toml");
    say!("[ground] to paste, or to give to --ground: {}\n", shown.display())
}

fn write(
    arguments: &SlopeArguments,
    survey: &Survey,
    measured: &[Point],
    place: &Place,
) -> Result<(), Failure> {
    let folder = place.path();
    let put = |path: &Path, text: String| {
        let failed = |error| Failure::Run(format!("{}: {error}", path.display()));
        std::fs::write(path, text).map_err(failed)
    };
    put(&folder.join("slope.csv"), survey.csv())?;
    put(&folder.join("samples.csv"), survey.samples_csv())?;
    let json = serde_json::to_string_pretty(&survey.json()).map_err(Failure::run)?;
    put(&folder.join("slope.json"), json + "\n")?;
    if let Some(path) = &arguments.table {
        put(path, survey.csv())?;
    }
    let page = survey.page(measured);
    page.write_figures(folder).map_err(Failure::run)?;
    page.write(&folder.join("slope.html")).map_err(Failure::run)?;
    place.finish()?;
    say!("\npage: {}", place.path().join("slope.html").display())
}
