//! Claims that hold for every terrain.

use super::generator::{RockField, RockForm, RockLaw, Roughness, TerrainRecipe};
use super::*;
use crate::math::grid::Grid;
use proptest::prelude::*;
use std::sync::{Arc, LazyLock};

/// One of each kind, all with ground in |x|, |y| < 10 m but for the places their kind leaves open.
static TERRAINS: LazyLock<Vec<Arc<dyn Terrain>>> = LazyLock::new(|| {
    let incline = Plane::incline(Vector3::new(1.0, 2.0, 3.0), 0.5, 2.0).unwrap();
    let wide = Extent { x_min: -12.0, x_max: 12.0, y_min: -12.0, y_max: 12.0 };
    let bands = [
        Band { y_min: -10.0, y_max: 0.0, slope: 0.2 },
        Band { y_min: 1.0, y_max: 10.0, slope: 0.6 },
    ];
    let rough = made(RockForm::Hemisphere).dem;
    let datum = Outside::Datum(Datum::new(1e6).unwrap());
    vec![
        Arc::new(incline),
        Arc::new(Strips::new(0.0, 1.0, &bands).unwrap()),
        Arc::new(Step::new(-1.0, 0.4, 0.7, 0.5).unwrap()),
        Arc::new(Datum::new(3_389_500.0).unwrap()),
        Arc::new(rough.clone().with_outside(datum)),
        Arc::new(rough.with_interpolation(Interpolation::Bilinear)),
        made(RockForm::Block { height_to_diameter: 0.5 }).into_terrain().unwrap(),
        made(RockForm::Ellipsoid { height_to_diameter: 0.4, elongation_max: 2.0 })
            .into_terrain()
            .unwrap(),
        Arc::new(triangles()),
        Arc::new(triangles().with_floor(-0.05).unwrap()),
        Arc::new(Limited::new(Arc::new(incline), wide, 1e6, 0.0).unwrap()),
    ]
});

/// A sheet of triangles with a hole, bumps, and a block with vertical walls.
fn triangles() -> MeshGround {
    let bump = |x: f64, y: f64| if x > 0.5 { 0.0 } else { 0.1 * (3.0 * x).sin() * (2.0 * y).cos() };
    let (mut corners, at) = (Vec::new(), Vector3::new);
    let mut quad = |a, b, c, d| corners.extend([[a, b, c], [a, c, d]]);
    for (row, column) in (-18..18).flat_map(|row| (-18..18).map(move |column| (row, column))) {
        let (x, y) = (0.5 * f64::from(column), 0.5 * f64::from(row));
        let is_hole = (-6.0..-4.0).contains(&x) && (3.0..6.0).contains(&y);
        let is_block = (2.0..4.0).contains(&x) && (2.0..4.0).contains(&y);
        if !is_hole && !is_block {
            let corner = |x: f64, y: f64| at(x, y, bump(x, y));
            let (east, north) = (x + 0.5, y + 0.5);
            quad(corner(x, y), corner(east, y), corner(east, north), corner(x, north));
        }
    }
    let foot = [(2.0, 2.0), (4.0, 2.0), (4.0, 4.0), (2.0, 4.0)];
    for ((x0, y0), (x1, y1)) in foot.into_iter().zip(foot.into_iter().cycle().skip(1)) {
        quad(at(x0, y0, 0.0), at(x1, y1, 0.0), at(x1, y1, 0.7), at(x0, y0, 0.7));
    }
    let [a, b, c, d] = foot.map(|(x, y)| at(x, y, 0.7));
    quad(a, b, c, d);
    let (ground, defects) = MeshGround::from_triangles(&corners).unwrap();
    assert_eq!(defects, MeshDefects::default());
    ground
}

fn made(form: RockForm) -> generator::GeneratedGround {
    let grid = Grid::new((-9.0, -9.0), (0.25, 0.5), (37, 73)).unwrap();
    let law = RockLaw::Mars { cover: 0.2 };
    let recipe = TerrainRecipe {
        roughness: Some(Roughness { hurst: 0.6, deviation: 0.05, baseline: 1.0 }),
        rocks: Some(RockField { law, diameter_min: 0.1, diameter_max: 2.0, form }),
        ..TerrainRecipe::level(grid)
    };
    recipe.make(1, "everywhere").unwrap()
}

proptest! {
    #[test]
    fn a_query_is_finite_with_a_unit_normal_or_there_is_no_ground(
        kind in 0..10usize, x in -12.0..12.0f64, y in -12.0..12.0f64, z in -1e3..1e3f64,
        scale in prop::sample::select(vec![1e-3, 1.0, 1e3, 1e150, 1e300]),
    ) {
        let terrain = &TERRAINS[kind];
        if let Ok(s) = terrain.query(&(Vector3::new(x, y, z) * scale)) {
            prop_assert!(s.gap.is_finite(), "{s:?}");
            prop_assert!((s.normal.norm() - 1.0).abs() < 1e-9, "{s:?}");
        }
        if let Ok(height) = terrain.height(x * scale, y * scale) {
            prop_assert!(height.is_finite());
        }
    }

    #[test]
    fn the_surface_lies_where_the_height_says(
        kind in 0..10usize, x in -10.0..10.0f64, y in -10.0..10.0f64, rise in 1e-6..0.05f64,
    ) {
        let terrain = &TERRAINS[kind];
        let gap = |z: f64| terrain.query(&Vector3::new(x, y, z)).map(|s| s.gap);
        match terrain.height(x, y) {
            Ok(height) => {
                prop_assert!(gap(height).unwrap().abs() < 1e-9);
                prop_assert!(gap(height + rise).unwrap() > 0.0);
                prop_assert!(gap(height - rise).unwrap() < 0.0);
            }
            Err(reason) => prop_assert_eq!(gap(0.0), Err(reason)),
        }
    }

    #[test]
    fn ground_is_answered_for_inside_the_extent_only(
        kind in 0..10usize, x in -12.0..12.0f64, y in -12.0..12.0f64,
    ) {
        let terrain = &TERRAINS[kind];
        if let Some(e) = terrain.extent() {
            let inside = (e.x_min..=e.x_max).contains(&x) && (e.y_min..=e.y_max).contains(&y);
            prop_assert!(inside || terrain.height(x, y).is_err());
        } else {
            prop_assert!(terrain.height(x, y).is_ok());
        }
    }
}
