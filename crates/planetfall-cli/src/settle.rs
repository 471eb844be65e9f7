//! `planetfall settle`: where a vehicle comes to rest.

use crate::failure::Failure;
use crate::terminal::{print, say, warn};
use planetfall_files::scenario::STRONGEST_GRAVITY;
use planetfall_run::settling::{self, Question};
use std::path::PathBuf;

/// Find a vehicle's resting pose by statics: wheel loads, tilt, suspension, clearance and the
/// tip-over angle in every direction.
#[derive(Debug, clap::Args)]
pub(crate) struct SettleArguments {
    /// Built-in vehicle, or a TOML or URDF file.
    vehicle: String,
    /// Terrain: `flat`, `incline:DEGREES` (falls east), an elevation map, or a mesh (STL, OBJ, metres, z up).
    #[arg(long, value_name = "TERRAIN", default_value = "flat")]
    on: String,
    /// East and north in metres, and heading in degrees clockwise from north.
    #[arg(long, value_name = "X,Y,HEADING", allow_hyphen_values = true, default_value = "0,0,90")]
    at: String,
    /// Gravity, m/s².
    #[arg(long, value_name = "M_PER_S2", allow_negative_numbers = true, default_value_t = 3.7132)]
    gravity: f64,
    /// Ground that gives way as a spring: penetration of a contact point under the vehicle's whole weight, m; rigid
    /// ground without it.
    #[arg(long, value_name = "METRES", allow_negative_numbers = true)]
    rest_penetration_m: Option<f64>,
    /// Coefficient of friction of the ground; the default is the tangent of 32°. Soil has its own.
    #[arg(long, value_name = "COEFFICIENT", allow_negative_numbers = true, default_value_t = settling::FRICTION)]
    friction: f64,
    /// A built-in soil that it sinks into (planetfall schema --soils); rigid ground without it.
    #[arg(long, value_name = "SOIL", conflicts_with = "rest_penetration_m")]
    soil: Option<String>,
    /// Distance of the soil's nodes, m.
    #[arg(long, value_name = "METRES", default_value_t = 0.02, requires = "soil")]
    spacing_m: f64,
    /// Settle along a path instead: two or more points `X,Y`, in metres, with semicolons between.
    #[arg(long, value_name = "X,Y;X,Y…", allow_hyphen_values = true, conflicts_with_all = ["at", "page"])]
    along: Option<String>,
    /// Distance between the places of a path, m.
    #[arg(long, value_name = "METRES", default_value_t = 0.1, requires = "along")]
    every: f64,
    /// Write the places of a path there, as comma-separated values.
    #[arg(long, value_name = "FILE.csv", requires = "along")]
    table: Option<PathBuf>,
    /// Write a page with a plot of the tip-over angles there.
    #[arg(long, value_name = "FILE.html")]
    page: Option<PathBuf>,
}

pub(crate) fn settle(arguments: &SettleArguments) -> Result<(), Failure> {
    let numbers: Vec<f64> =
        arguments.at.split(',').filter_map(|part| part.trim().parse().ok()).collect();
    let ([x, y, heading_deg], 2) = (&numbers[..], arguments.at.matches(',').count()) else {
        let at = &arguments.at;
        return Err(Failure::Input(format!("--at {at}: write x,y,heading, e.g. 0,0,90")));
    };
    let positive = |value: f64, name: &str| {
        if value > 0.0 && value.is_finite() {
            Ok(())
        } else {
            Err(Failure::Input(format!("{name} must be positive, found {value}")))
        }
    };
    positive(arguments.gravity, "--gravity")?;
    if arguments.gravity > STRONGEST_GRAVITY {
        let gravity = arguments.gravity;
        return Err(Failure::Input(format!(
            "--gravity {gravity}: must not exceed {STRONGEST_GRAVITY} m/s²"
        )));
    }
    positive(arguments.rest_penetration_m.unwrap_or(1.0), "--rest-penetration-m")?;
    positive(arguments.friction, "--friction")?;
    let question = Question {
        vehicle: arguments.vehicle.clone(),
        terrain: arguments.on.clone(),
        at_m: [*x, *y],
        heading_deg: *heading_deg,
        gravity_m_per_s2: arguments.gravity,
        rest_penetration_m: arguments.rest_penetration_m,
        friction: arguments.friction,
        soil: arguments.soil.clone().map(|name| (name, arguments.spacing_m)),
    };
    if let Some(path) = &arguments.along {
        return drive(arguments, &question, path);
    }
    let answer = settling::settle(&question).map_err(Failure::Input)?;
    answer.warnings.iter().for_each(|warning| warn(warning));
    print(format_args!("{}", answer.table()))?;
    if let Some(path) = &arguments.page {
        answer.write_html(path).map_err(Failure::input)?;
        say!("page: {}", path.display())?;
    }
    Ok(())
}

/// Drives along a path by statics.
fn drive(arguments: &SettleArguments, question: &Question, path: &str) -> Result<(), Failure> {
    let point = |text: &str| {
        let (x, y) = text.split_once(',')?;
        Some([x.trim().parse().ok()?, y.trim().parse().ok()?])
    };
    let points: Option<Vec<[f64; 2]>> =
        path.split([' ', ';']).filter(|part| !part.is_empty()).map(point).collect();
    let wrong =
        || Failure::Input(format!("--along {path}: write points x,y, e.g. \"0,0;5,0;5,5\""));
    let points = points.filter(|points| points.len() >= 2).ok_or_else(wrong)?;
    let passage = settling::pass(question, &points, arguments.every).map_err(Failure::Input)?;
    print(format_args!("{}", passage.table()))?;
    if let Some(path) = &arguments.table {
        let failed = |error| Failure::Input(format!("{}: {error}", path.display()));
        std::fs::write(path, passage.csv()).map_err(failed)?;
        say!("table: {}", path.display())?;
    }
    match passage.refused.len() {
        0 => Ok(()),
        count => Err(Failure::Run(format!("it does not rest at {count} places of the path"))),
    }
}
