//! Soil over terrain: edges of maps, steep ground, slopes.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::soil_common::at_rest;
use nalgebra::{Matrix3, Vector3};
use planetfall::ground::scm::{
    Field, RasterShape, ScmVariant, Scratch, Serial, Soil, SoilBed, SoilContactError, Uniform,
};
use planetfall::terrain::{Extent, Facet, NoGround, Plane, SurfaceQuery, Terrain};
use std::sync::Arc;

/// A level square, 2 m wide, with nothing around it.
#[derive(Debug)]
struct Square;

impl Terrain for Square {
    fn query(&self, point: &Vector3<f64>) -> Result<SurfaceQuery, NoGround> {
        let height = self.height(point.x, point.y)?;
        Ok(SurfaceQuery { gap: point.z - height, normal: Vector3::z(), facet: Facet::Level(0) })
    }

    fn height(&self, x: f64, y: f64) -> Result<f64, NoGround> {
        let inside = x.abs() <= 1.0 && y.abs() <= 1.0;
        if inside { Ok(0.0) } else { Err(NoGround::Outside { x, y }) }
    }

    fn extent(&self) -> Option<Extent> {
        Some(Extent { x_min: -1.0, x_max: 1.0, y_min: -1.0, y_max: 1.0 })
    }
}

fn bed(terrain: Arc<dyn Terrain>, soil: Soil, recipe: ScmVariant) -> SoilBed {
    let deep = Arc::new(Uniform { depth: 1.0 });
    SoilBed::new(terrain, 0.01, vec![soil], deep, recipe).unwrap()
}

fn block() -> RasterShape {
    RasterShape::cuboid(Vector3::zeros(), Matrix3::identity(), Vector3::repeat(0.1)).unwrap()
}

#[test]
fn a_body_that_leaves_the_map_is_a_fault_that_says_where() {
    let bed = bed(Arc::new(Square), Soil::dlr_a(), ScmVariant::default());
    let shape = block();
    let mut scratch = Scratch::new();
    let mut pressed = |x: f64, z: f64| {
        let body = at_rest(&shape, Vector3::new(x, 0.0, z));
        bed.evaluate(&Field::new(), &[body], 1e-3, false, &Serial, &mut scratch)
    };
    assert_eq!(pressed(0.9, 0.04), Ok(()));
    let fault = pressed(0.98, 0.04).unwrap_err();
    assert!(matches!(fault, SoilContactError::OffMap { body: 0, .. }), "{fault}");
    assert!(fault.to_string().contains("outside the map"), "{fault}");
    assert_eq!(pressed(0.98, 0.06), Ok(()), "above the ground there is nothing to miss");
}

#[test]
fn ground_that_was_found_steep_stays_so_where_nothing_touches_it() {
    // 40 degrees, in soil that rests at 24.8.
    let east = std::f64::consts::FRAC_PI_2;
    let plane = Plane::incline(Vector3::zeros(), 40_f64.to_radians(), east).unwrap();
    let soil = Soil { compaction: 0.0, cohesion: 0.0, ..Soil::dlr_a() };
    let bed = bed(Arc::new(plane), soil, ScmVariant::default());
    let shape = RasterShape::ball(Vector3::zeros(), 0.1).unwrap();
    let (mut field, mut scratch) = (Field::new(), Scratch::new());
    let body = at_rest(&shape, plane.normal() * 0.09);
    bed.evaluate(&field, &[body], 1e-3, false, &Serial, &mut scratch).unwrap();
    bed.commit(&mut field, &mut scratch);
    bed.evaluate(&field, &[], 1e-3, false, &Serial, &mut scratch).unwrap();
    bed.commit(&mut field, &mut scratch);
    assert!(bed.settle(&mut field, &mut scratch, 2000));
    assert_eq!(field.rise(), -field.volumes().compacted);
    let moved = field.disturbed().count();
    assert!((10..5000).contains(&moved), "{moved} nodes were moved: the slope has not come down");
}

#[test]
fn on_a_slope_a_plate_is_pressed_along_its_own_normal() {
    let slope = 20_f64.to_radians();
    let east = std::f64::consts::FRAC_PI_2;
    let plane = Plane::incline(Vector3::zeros(), slope, east).unwrap();
    let soil = Soil { body_friction: 0.0, ..Soil::dlr_a() };
    let bed = bed(Arc::new(plane), soil, ScmVariant::default());
    let axes = *nalgebra::Rotation3::from_axis_angle(&Vector3::y_axis(), slope).matrix();
    let shape = RasterShape::cuboid(Vector3::zeros(), axes, Vector3::new(0.2, 0.2, 0.02)).unwrap();
    let mut scratch = Scratch::new();
    let body = at_rest(&shape, plane.normal() * 0.001);
    bed.evaluate(&Field::new(), &[body], 1e-3, false, &Serial, &mut scratch).unwrap();
    let force = scratch.reactions()[0].wrench.force;
    assert!((force.normalize() - plane.normal()).norm() < 1e-9, "{force:?}");
}
