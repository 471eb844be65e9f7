//! Figures 6 to 8 of the SCM paper, drawn from the model.

use super::{Chart, Curve};
use nalgebra::Vector3;
use planetfall::ground::scm::{Field, RasterShape, ScmVariant, Soil, SoilBed};
use planetfall::rig::{RigError, centralities, level_bed, rolled_in};
use planetfall_report::report::FieldMap;

/// The figures: maps, and a section through the ruts.
///
/// # Errors
/// If the soil cannot answer.
pub fn figures() -> Result<(Vec<FieldMap>, Chart), RigError> {
    let mut maps = vec![disc()?, bars()?];
    let mut section = Vec::new();
    for (name, title, sweeps) in [
        ("figure-7", "Fig. 7: displaced and deposited, without erosion", 0),
        ("figure-8", "Fig. 8: displaced, deposited and eroded", 8),
    ] {
        let recipe = ScmVariant { erosion_sweeps: sweeps, ..ScmVariant::SCM_2008 };
        let bed = level_bed(Soil::dlr_a().of_2008(), 0.01, recipe)?;
        let field = rolled_in(&bed, [0.125, 0.1], 0.6, 0.05)?;
        maps.push(heights(name, title, &bed, &field));
        let label = if sweeps == 0 { "without erosion" } else { "eroded" };
        section.push(Curve::line(label, across(&bed, &field)));
    }
    let chart = Chart {
        name: "rut-section".to_owned(),
        title: "Section through the ruts of Figs 7 and 8, 0.3 m from their start".to_owned(),
        caption: "Erosion leaves slopes of the angle of repose, 24.8°.".to_owned(),
        axes: ["Across [m]".to_owned(), "Height [m]".to_owned()],
        curves: section,
        equal_aspect: true,
        notes: Vec::new(),
    };
    Ok((maps, chart))
}

fn disc() -> Result<FieldMap, RigError> {
    let bed = level_bed(Soil::dlr_a(), 0.01, ScmVariant::default())?;
    let disc = RasterShape::wheel(Vector3::zeros(), Vector3::z(), 0.2, 0.1, None)?;
    Ok(FieldMap {
        name: "figure-6-disc".to_owned(),
        title: "Fig. 6: centrality under a disc of radius 0.2 m".to_owned(),
        quantity: "centrality".to_owned(),
        spacing: bed.spacing(),
        spots: centralities(&bed, &disc, -0.05)?,
    })
}

/// Four bars across four bars, 1 m long: one layer of triangles that looks down.
fn bars() -> Result<FieldMap, RigError> {
    let bed = level_bed(Soil::dlr_a(), 0.02, ScmVariant::default())?;
    // Edges lie between nodes, so that bars are as wide on one side as on the other.
    let within = |(u, v): (f64, f64)| (u * 0.99, v * 0.95);
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for k in 0..4 {
        let middle = -0.45 + 0.3 * f64::from(k);
        for along_x in [true, false] {
            let first = vertices.len() as u32;
            for (u, v) in [(-0.5, -0.05), (0.5, -0.05), (0.5, 0.05), (-0.5, 0.05)].map(within) {
                let (x, y) = if along_x { (u, middle + v) } else { (middle + v, u) };
                vertices.push(Vector3::new(x, y, 0.0));
            }
            let turn = if along_x { [[0, 2, 1], [0, 3, 2]] } else { [[0, 1, 2], [0, 2, 3]] };
            triangles.extend(turn.map(|corners| corners.map(|k| first + k)));
        }
    }
    let shape = RasterShape::mesh(vertices, triangles)?;
    Ok(FieldMap {
        name: "figure-6-bars".to_owned(),
        title: "Fig. 6: centrality under a grid of bars, 1 m by 1 m".to_owned(),
        quantity: "centrality".to_owned(),
        spacing: bed.spacing(),
        spots: centralities(&bed, &shape, 0.0)?,
    })
}

fn heights(name: &str, title: &str, bed: &SoilBed, field: &Field) -> FieldMap {
    let mut spots = Vec::new();
    for row in -22..=22 {
        for column in -20..=80 {
            let [x, y] = [column, row].map(|k| f64::from(k) * bed.spacing());
            let height = field.height(bed, x, y).unwrap_or_default();
            spots.push([x, y, 1e3 * height]);
        }
    }
    let spacing = bed.spacing();
    let quantity = "height [mm]".to_owned();
    FieldMap { name: name.to_owned(), title: title.to_owned(), quantity, spacing, spots }
}

fn across(bed: &SoilBed, field: &Field) -> Vec<[f64; 2]> {
    let at = |k: i32| {
        let y = f64::from(k) * bed.spacing();
        [y, field.height(bed, 0.3, y).unwrap_or_default()]
    };
    (-20..=20).map(at).collect()
}
