//! Ground of triangles from files: what keys do, how bad files are reported, and that a step of triangles is
//! climbed as the built-in one.

use crate::scenario::fixture::{ball_on, mistakes, near};
use planetfall_files::format::Ink;
use planetfall_files::scenario::{Loaded, ScenarioFile};
use planetfall_run::runner;
use std::path::Path;

/// A square of 8 m at a height, two triangles, as a file of millimetres with y up.
fn square(height_mm: f64) -> String {
    let corner = |x: f64, z: f64| format!("v {x} {height_mm} {z}\n");
    let corners = [corner(-4e3, 4e3), corner(4e3, 4e3), corner(4e3, -4e3), corner(-4e3, -4e3)];
    format!("{}f 1 2 3 4\n", corners.concat())
}

/// The same as text in STL's own format, in metres with z up.
fn square_stl(height_m: f64) -> String {
    let facet = |[a, b, c]: [[f64; 2]; 3]| {
        let vertex = |[x, y]: [f64; 2]| format!("vertex {x} {y} {height_m}\n");
        let corners = [a, b, c].map(vertex).concat();
        format!("facet normal 0 0 1\nouter loop\n{corners}endloop\nendfacet\n")
    };
    let [a, b, c, d] = [[-4.0, -4.0], [4.0, -4.0], [4.0, 4.0], [-4.0, 4.0]];
    format!("solid ground\n{}{}endsolid ground\n", facet([a, b, c]), facet([a, c, d]))
}

/// Loads a scenario of the ball on a mesh file beside it.
fn loaded(name: &str, mesh: &str, keys: &str) -> Result<Loaded, String> {
    let workdir = tempfile::tempdir().unwrap();
    std::fs::write(workdir.path().join(name), mesh).unwrap();
    let path = workdir.path().join("scenario.toml");
    let text = ball_on(&format!("kind = \"mesh\"\nfile = \"{name}\"\n{keys}"));
    std::fs::write(&path, text).unwrap();
    let file = ScenarioFile::read(&path).unwrap();
    file.load(Ink::Plain).map_err(|mistakes| mistakes.text)
}

#[test]
fn a_ball_falls_on_a_mesh_as_on_the_level() {
    let level = runner::run_silently(
        &crate::scenario::fixture::load(&ball_on("kind = \"level\"")).scenario,
    );
    let level = level.unwrap();
    for (name, mesh, keys) in [
        (
            "square.obj",
            square(500.0),
            "metres_per_unit = 0.001\nup_axis = \"y\"\noffset_m = [0, 0, -0.5]",
        ),
        ("square.stl", square_stl(0.0), ""),
        ("square.STL", square_stl(-2.0), "offset_m = [0, 1, 2]\nheading_deg = 30"),
    ] {
        let outcome = runner::run_silently(&loaded(name, &mesh, keys).unwrap().scenario).unwrap();
        for (metric, value) in &level.metrics {
            let tolerance = 1e-6 * (1.0 + value.abs());
            if value.is_finite() && !metric.contains("wall_time") {
                near(&outcome, metric, *value, tolerance);
            }
        }
    }
}

#[test]
fn beside_a_mesh_there_is_no_ground_unless_there_is_a_floor() {
    let away = "offset_m = [20, 0, 0]";
    let error = loaded("square.stl", &square_stl(0.0), away).unwrap_err();
    assert!(error.contains("outside the map"), "{error}");
    let floor = format!("{away}\nfloor_height_m = -0.1");
    assert!(loaded("square.stl", &square_stl(0.0), &floor).is_ok());
    let hidden = loaded("square.stl", &square_stl(0.0), "floor_height_m = 0.1").unwrap();
    let warned = hidden.warnings.concat();
    assert!(warned.contains("4 vertices of the mesh lie below the floor"), "{warned}");
}

#[test]
fn what_is_wrong_with_a_mesh_is_reported_where_the_file_names_it() {
    let flipped = square_stl(0.0).replacen(
        "vertex -4 -4 0\nvertex 4 -4 0",
        "vertex 4 -4 0\nvertex -4 -4 0",
        1,
    );
    let warned = loaded("square.stl", &flipped, "").unwrap().warnings.concat();
    assert!(warned.contains("1 triangles that faced down were turned"), "{warned}");
    let empty = loaded("empty.obj", "# nothing\n", "").unwrap_err();
    assert!(empty.contains("has no triangles") && empty.contains("scenario.toml:"), "{empty}");
    let missing = mistakes(&ball_on("kind = \"mesh\"\nfile = \"/nowhere/ground.obj\""));
    assert!(missing.contains("cannot read /nowhere/ground.obj"), "{missing}");
    let unit = loaded("square.obj", &square(0.0), "metres_per_unit = 0").unwrap_err();
    assert!(unit.contains("metres_per_unit"), "{unit}");
}

#[test]
fn a_rover_climbs_a_step_of_triangles_as_the_built_in_one() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mesh = ScenarioFile::read(&root.join("docs/validation/mesh-step.toml")).unwrap();
    let built_in = ScenarioFile::read(&root.join("scenarios/exomars-step.toml")).unwrap();
    let heights = |file: ScenarioFile| {
        let scenario = file.load(Ink::Plain).unwrap_or_else(|bad| panic!("{bad}")).scenario;
        let outcome = runner::run_silently(&scenario).unwrap();
        ["trunk.rise_m", "wheels.final_mean_height_m", "body.final_x_m"]
            .map(|name| outcome.metrics.iter().find(|(n, _)| n == name).map_or(0.0, |(_, v)| *v))
    };
    let (mesh, built_in) = (heights(mesh), heights(built_in));
    println!("{mesh:?} {built_in:?}");
    for (mesh, built_in) in mesh.iter().zip(built_in).take(2) {
        assert!((mesh - 0.1).abs() < 1e-4, "{mesh}");
        assert!((mesh - built_in).abs() < 1e-6, "{mesh} {built_in}");
    }
}
