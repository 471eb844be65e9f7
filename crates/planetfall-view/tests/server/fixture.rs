//! A run made up for tests: a body on one turning wheel, moving by closed forms.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use planetfall_files::run_folder::scene::{
    ContactorKind, Origin, Scene, SceneContactor, SceneForm, SceneJoint, SceneLink, SceneShape,
    SceneVehicle,
};
use planetfall_files::run_folder::{ColumnSpec, Event, HistoryWriter, Summary};

/// The row with a peak that no neighbour has.
pub(crate) const PEAK_ROW: usize = 777;
pub(crate) const PEAK_N: f64 = 19_731.0;
/// Seconds from row to row.
pub(crate) const PERIOD_S: f64 = 1e-3;
/// Far from the site's origin, where single precision has lost its millimetres.
pub(crate) const EAST_M: f64 = 500_000.0;

const NAMES: [&str; 18] = [
    "time_s",
    "phase",
    "body.x_m",
    "body.y_m",
    "body.z_m",
    "body.qw",
    "body.qx",
    "body.qy",
    "body.qz",
    "axle.angle_rad",
    "wheel.x_m",
    "wheel.y_m",
    "wheel.z_m",
    "wheel.normal_force_n",
    "wheel.force_x_n",
    "wheel.force_y_n",
    "wheel.force_z_n",
    "wheel.regime",
];

/// The columns: those above, and more to make up the number.
pub(crate) fn columns(count: usize) -> Vec<ColumnSpec> {
    let more = (NAMES.len()..count).map(|index| format!("more_{index}.x_m"));
    let names = NAMES.iter().map(|name| (*name).to_owned()).chain(more);
    names.map(|name| ColumnSpec::new(name, "made up")).collect()
}

pub(crate) fn time(row: usize) -> f64 {
    row as f64 * PERIOD_S
}

pub(crate) fn x(row: usize) -> f64 {
    EAST_M + 0.1 * time(row)
}

pub(crate) fn angle(row: usize) -> f64 {
    0.4 * time(row)
}

pub(crate) fn force(row: usize) -> f64 {
    match row {
        PEAK_ROW => PEAK_N,
        500 => f64::NAN,
        _ => 1000.0 + 100.0 * (3.0 * time(row)).sin(),
    }
}

pub(crate) fn values(row: usize, count: usize, into: &mut Vec<f64>) {
    let (t, up) = (time(row), force(row));
    into.clear();
    into.extend([t, 0.0, x(row), 2.0, 0.5, 1.0, 0.0, 0.0, 0.0, angle(row)]);
    into.extend([x(row), 2.0, 0.0, up, 0.1 * up, 0.0, up, f64::from(row > 400)]);
    // Digits without pattern, as real records have.
    into.extend((into.len()..count).map(|index| (t * (1.0 + index as f64 * 0.37)).sin()));
}

/// Writes all files of a run.
pub(crate) fn write(folder: &Path, rows: usize, count: usize) {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join(".planetfall-run"), "").unwrap();
    fs::write(folder.join("scenario.toml"), "title = \"t\"\n[[phase]]\nname = \"drive\"\n")
        .unwrap();
    summary(rows).write(&folder.join("summary.json")).unwrap();
    Event::write_all(&folder.join("events.json"), &[event()]).unwrap();
    scene(0).write(folder).unwrap();
    write_history(folder, rows, count);
}

pub(crate) fn write_history(folder: &Path, rows: usize, count: usize) {
    let path = folder.join("history.parquet");
    let mut writer = HistoryWriter::create(&path, &columns(count)).unwrap();
    let mut row = Vec::new();
    for index in 0..rows {
        values(index, count, &mut row);
        writer.push(&row).unwrap();
    }
    writer.finish().unwrap();
}

fn summary(rows: usize) -> Summary {
    Summary {
        scenario: "made-up".to_owned(),
        outcome: "completed".to_owned(),
        failure: None,
        sim_time_s: time(rows),
        wall_time_s: 1.0,
        steps: rows as u64,
        metrics: BTreeMap::from([("rover.distance_m".to_owned(), 1.5)]),
        meanings: BTreeMap::from([("rover.distance_m".to_owned(), "way of the body".to_owned())]),
        expect: Vec::new(),
        warnings: vec!["warning: made up".to_owned()],
        operator: None,
        pacing: None,
        version: None,
    }
}

fn event() -> Event {
    Event {
        time_s: 0.4,
        kind: "contact".to_owned(),
        entity: Some("wheel".to_owned()),
        message: "wheel touches the ground".to_owned(),
        values: BTreeMap::new(),
    }
}

/// The body and its wheel, and more links that turn with the columns that are left.
pub(crate) fn scene(more: usize) -> Scene {
    let upright = [1.0, 0.0, 0.0, 0.0];
    let shape = |form| SceneShape {
        form,
        position_m: [0.0; 3],
        rotation_wxyz: upright,
        colour: [0.5, 0.5, 0.5, 1.0],
        origin: Origin::Visual,
    };
    let link = |name: &str, parent, height, joint, form| SceneLink {
        name: name.to_owned(),
        parent,
        position_m: [0.0, 0.0, height],
        rotation_wxyz: upright,
        joint,
        shapes: vec![shape(form)],
    };
    let free = SceneJoint { kind: "free".to_owned(), axis: None, columns: Vec::new() };
    let turning = |column: String| SceneJoint {
        kind: "revolute".to_owned(),
        axis: Some([0.0, 1.0, 0.0]),
        columns: vec![column],
    };
    let axle = turning("axle.angle_rad".to_owned());
    let wheel = SceneContactor {
        name: "wheel".to_owned(),
        link: 1,
        kind: ContactorKind::Wheel,
        position_m: [0.0; 3],
        axis: Some([0.0, 1.0, 0.0]),
        radius_m: Some(0.25),
        width_m: Some(0.2),
    };
    let body = link("body", None, 0.0, free, SceneForm::Box { size_m: [1.0, 0.5, 0.3] });
    let round = || SceneForm::Sphere { radius_m: 0.25 };
    let mut links = vec![body, link("wheel", Some(0), -0.25, axle, round())];
    links.extend((0..more).map(|index| {
        let joint = turning(format!("more_{}.x_m", NAMES.len() + index));
        link("more", Some(index + 1), 0.1, joint, round())
    }));
    Scene {
        format: Scene::FORMAT,
        gravity_m_per_s2: [0.0, 0.0, -3.72],
        sun_direction: [-0.5, 0.5, 0.5f64.sqrt()],
        terrain: None,
        vehicles: vec![SceneVehicle {
            name: "rover".to_owned(),
            prefix: String::new(),
            links,
            contactors: vec![wheel],
            engines: Vec::new(),
            carrier: None,
        }],
        cables: Vec::new(),
    }
}
