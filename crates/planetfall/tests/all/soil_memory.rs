//! What soil keeps: volume, rock under it, repose, saved words, and independence of order.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::soil_common::{at_rest, bed_of_depth, level_bed};
use nalgebra::{Matrix3, Vector3};
use planetfall::ground::scm::{
    BodyOnSoil, Executor, Field, Node, RasterShape, ScmVariant, Scratch, Serial, Soil, SoilBed,
    SoilContactError, SoilMap, Stratum, Uniform,
};
use planetfall::shape::Grousers;
use planetfall::terrain::Plane;
use std::sync::Arc;

/// Jobs spread over threads.
struct Threads(usize);

impl Executor for Threads {
    fn run(&self, count: usize, job: &(dyn Fn(usize) + Sync)) {
        std::thread::scope(|scope| {
            for thread in 0..self.0 {
                scope.spawn(move || (thread..count).step_by(self.0).for_each(job));
            }
        });
    }
}

fn wheel(grousers: Option<Grousers>) -> RasterShape {
    RasterShape::wheel(Vector3::zeros(), Vector3::y(), 0.125, 0.1, grousers).unwrap()
}

/// A wheel that weaves over a bed, at a depth that comes and goes.
fn weaving(shape: &RasterShape, step: u32, side: f64) -> BodyOnSoil<'_> {
    let t = f64::from(step) * 1e-3;
    let heading = 0.4 * (1.3 * t).sin();
    let (sine, cosine) = heading.sin_cos();
    let spin = 4.0 * t;
    let turned = Matrix3::new(cosine, -sine, 0.0, sine, cosine, 0.0, 0.0, 0.0, 1.0);
    let rolled =
        Matrix3::new(spin.cos(), 0.0, spin.sin(), 0.0, 1.0, 0.0, -spin.sin(), 0.0, spin.cos());
    BodyOnSoil {
        shape,
        position: Vector3::new(
            0.6 * (0.31 * t).sin() + 0.2 * (1.7 * t).cos(),
            side + 0.3 * (0.23 * t).sin(),
            0.125 - 0.03 * (0.77 * t).sin(),
        ),
        axes: turned * rolled,
        velocity: Vector3::new(0.2 * cosine, 0.2 * sine, -0.02 * (0.77 * t).cos()),
        rate: turned * Vector3::new(0.0, 4.0, 0.0),
    }
}

fn assert_sound(field: &Field) {
    let volumes = field.volumes();
    assert_eq!(volumes.displaced, volumes.deposited + volumes.compacted);
    assert_eq!(field.rise(), -volumes.compacted, "no volume is lost or made");
    for (node, state) in field.disturbed() {
        assert!(state.height >= state.floor, "{node:?} lies under the rock: {state:?}");
        assert!(state.loose >= 0.0 && state.plastic_sinkage >= 0.0, "{node:?}: {state:?}");
    }
}

#[test]
fn volume_is_exact_after_a_hundred_thousand_steps_over_shallow_rock() {
    for (compaction, recipe) in [(0.5, ScmVariant::RECOMMENDED), (0.0, ScmVariant::SCM_2008)] {
        let soil = Soil { compaction, ..Soil::dlr_a() };
        let bed = bed_of_depth(soil, 0.02, recipe, 0.025);
        let shape = wheel(None);
        let (mut field, mut scratch) = (Field::new(), Scratch::new());
        for step in 0..100_000 {
            let body = weaving(&shape, step, 0.0);
            bed.evaluate(&field, &[body], 1e-3, false, &Serial, &mut scratch).unwrap();
            bed.commit(&mut field, &mut scratch);
            if step % 10_000 == 0 {
                assert_sound(&field);
            }
        }
        assert_sound(&field);
        assert!(field.volumes().deposited > 0);
    }
}

/// Tiles are 1.28 m wide at this spacing, and the wheel touches those on both sides of its path.
#[test]
fn memory_grows_with_what_was_touched_and_not_with_how_often() {
    let bed = level_bed(Soil { compaction: 0.5, ..Soil::dlr_a() }, 0.04, ScmVariant::default());
    let shape = wheel(None);
    let (mut field, mut scratch) = (Field::new(), Scratch::new());
    let mut pass = |metres: u32, speed: f64| {
        for step in 0..(f64::from(metres) / (0.01 * speed)).round() as u32 {
            let position = Vector3::new(0.01 * speed * f64::from(step), 0.003, 0.1);
            let velocity = Vector3::new(speed, 0.0, 0.0);
            let body = BodyOnSoil { velocity, ..at_rest(&shape, position) };
            bed.evaluate(&field, &[body], 1e-2, false, &Serial, &mut scratch).unwrap();
            bed.commit(&mut field, &mut scratch);
        }
        (field.tiles().0, field.disturbed().count())
    };
    let (tiles, touched) = pass(100, 2.0);
    let (twice, touched_twice) = pass(200, 2.0);
    assert!(tiles <= 2 * 80 && twice <= 2 * 159, "{tiles} and {twice} tiles");
    assert!((touched_twice as f64 / touched as f64 - 2.0).abs() < 0.02);
    let before = pass(200, 2.0);
    assert_eq!(before.0, twice, "the same way again takes no tile more");
    // Soil that slumps into the rut may come from a little further away.
    assert!((before.1 as f64) < 1.25 * touched_twice as f64, "{} {touched_twice}", before.1);
}

#[test]
fn soil_at_rest_is_nowhere_steeper_than_its_angle_of_repose() {
    let soil = Soil { compaction: 0.0, ..Soil::dlr_a() };
    let recipe = ScmVariant { standing_step: false, ..ScmVariant::default() };
    let bed = level_bed(soil, 0.01, recipe);
    let shape = wheel(None);
    let (mut field, mut scratch) = (Field::new(), Scratch::new());
    for step in 0..4000 {
        bed.evaluate(&field, &[weaving(&shape, step, 0.0)], 1e-3, false, &Serial, &mut scratch)
            .unwrap();
        bed.commit(&mut field, &mut scratch);
    }
    bed.evaluate(&field, &[], 1e-3, false, &Serial, &mut scratch).unwrap();
    bed.commit(&mut field, &mut scratch);
    assert!(bed.settle(&mut field, &mut scratch, 100_000), "it comes to rest");
    assert_sound(&field);
    let steepest = steepest_slope(&field, 0.01);
    let repose = soil.repose_angle.tan();
    assert!(steepest <= repose * (1.0 + 1e-6), "{steepest} {repose}");
    assert!(steepest > 0.999 * repose, "and somewhere it is as steep");
}

/// Greatest slope between a node and its eight neighbours.
fn steepest_slope(field: &Field, spacing: f64) -> f64 {
    let height = |row: i32, column: i32| field.node(Node { row, column }).map(|state| state.height);
    let mut steepest: f64 = 0.0;
    for (node, state) in field.disturbed() {
        for (rows, columns) in
            [(0, 1), (1, 0), (1, 1), (-1, 1), (0, -1), (-1, 0), (-1, -1), (1, -1)]
        {
            if let Some(other) = height(node.row + rows, node.column + columns) {
                let distance = spacing * f64::from(rows * rows + columns * columns).sqrt();
                steepest = steepest.max((state.height - other).abs() / distance);
            }
        }
    }
    steepest
}

#[test]
fn cohesive_soil_stands_in_its_undisturbed_walls() {
    let soil = Soil { compaction: 1.0, ..Soil::dlr_a() };
    let shape =
        RasterShape::cuboid(Vector3::zeros(), Matrix3::identity(), Vector3::repeat(0.1)).unwrap();
    for (standing_step, stands) in [(true, true), (false, false)] {
        let bed = level_bed(soil, 0.01, ScmVariant { standing_step, ..ScmVariant::default() });
        let (mut field, mut scratch) = (Field::new(), Scratch::new());
        let body = at_rest(&shape, Vector3::new(0.0, 0.0, 0.05 - 0.04));
        bed.evaluate(&field, &[body], 1e-3, false, &Serial, &mut scratch).unwrap();
        bed.commit(&mut field, &mut scratch);
        bed.evaluate(&field, &[], 1e-3, false, &Serial, &mut scratch).unwrap();
        bed.commit(&mut field, &mut scratch);
        assert!(bed.settle(&mut field, &mut scratch, 100_000));
        let beside = field.node(Node { row: 0, column: 6 }).unwrap();
        assert_eq!(beside.height == 0.0, stands, "{beside:?}");
        assert_sound(&field);
    }
}

#[test]
fn the_order_of_bodies_and_the_number_of_threads_change_no_bit() {
    let soil = Soil { compaction: 0.3, ..Soil::dlr_a() };
    let bed = level_bed(soil, 0.01, ScmVariant::default());
    let shapes = [wheel(None), wheel(Some(Grousers { count: 12, height: 0.02, thickness: 0.012 }))];
    let drive = |executor: &dyn Executor, turned: bool| {
        let (mut field, mut scratch) = (Field::new(), Scratch::new());
        let mut forces = Vec::new();
        for step in 0..600 {
            // They run close beside each other and partly over each other.
            let mut bodies = [
                weaving(&shapes[0], step, 0.0),
                weaving(&shapes[1], step, 0.07),
                weaving(&shapes[0], step + 300, 0.1),
            ];
            if turned {
                bodies.reverse();
            }
            bed.evaluate(&field, &bodies, 1e-3, true, executor, &mut scratch).unwrap();
            let mut found: Vec<_> = scratch.reactions().to_vec();
            if turned {
                found.reverse();
            }
            forces.extend(found.iter().flat_map(|reaction| reaction.wrench.numbers()));
            bed.commit(&mut field, &mut scratch);
        }
        assert_sound(&field);
        (field, forces)
    };
    let reference = drive(&Serial, false);
    for (executor, turned) in
        [(&Serial as &dyn Executor, true), (&Threads(2), false), (&Threads(3), true)]
    {
        let found = drive(executor, turned);
        assert!(found.0 == reference.0, "the field is the same");
        assert!(found.1 == reference.1, "the forces are the same");
    }
}

#[test]
fn a_field_returns_from_its_words_bit_for_bit_and_goes_on_the_same() {
    let bed = level_bed(Soil { compaction: 0.5, ..Soil::dlr_a() }, 0.01, ScmVariant::default());
    let shape = wheel(None);
    let drive = |field: &mut Field, scratch: &mut Scratch, steps: std::ops::Range<u32>| {
        for step in steps {
            bed.evaluate(field, &[weaving(&shape, step, 0.0)], 1e-3, false, &Serial, scratch)
                .unwrap();
            bed.commit(field, scratch);
        }
    };
    let (mut field, mut scratch) = (Field::new(), Scratch::new());
    drive(&mut field, &mut scratch, 0..500);
    let words = field.words();
    let mut returned = Field::from_words(&words).unwrap();
    assert!(returned == field);
    let checkpoint = field.clone();
    drive(&mut field, &mut scratch, 500..900);
    assert!(checkpoint == returned, "a clone does not see what comes after it");
    drive(&mut returned, &mut Scratch::new(), 500..900);
    assert!(returned == field);
    for cut in [0, 1, 5, words.len() / 2, words.len() - 1] {
        assert!(Field::from_words(&words[..cut]).is_err(), "cut to {cut} words");
    }
    let more: Vec<u64> = words.iter().copied().chain([0]).collect();
    assert!(Field::from_words(&more).is_err());
}

#[test]
fn evaluating_changes_nothing() {
    let bed = level_bed(Soil::dlr_a(), 0.01, ScmVariant::default());
    let shape = wheel(None);
    let (mut field, mut scratch) = (Field::new(), Scratch::new());
    for step in 0..300 {
        let body = weaving(&shape, step, 0.0);
        bed.evaluate(&field, &[body], 1e-3, true, &Serial, &mut scratch).unwrap();
        let first = scratch.reactions()[0];
        let other = weaving(&shape, step + 77, 0.01);
        bed.evaluate(&field, &[other], 1e-3, true, &Serial, &mut scratch).unwrap();
        bed.evaluate(&field, &[body], 1e-3, true, &Serial, &mut scratch).unwrap();
        assert_eq!(scratch.reactions()[0], first);
        bed.commit(&mut field, &mut scratch);
    }
}

#[test]
fn bare_rock_carries_nothing_and_takes_no_soil() {
    // Soil to the west, rock to the east.
    let cells = vec![Some(Stratum { soil: 0, depth: 1.0 }), None];
    let map = SoilMap::new((-10.0, -10.0), 10.0, 2, cells).unwrap();
    let plane = Arc::new(Plane::level(0.0).unwrap());
    let soil = Soil { compaction: 0.0, ..Soil::dlr_a() };
    let bed = SoilBed::new(plane, 0.01, vec![soil], Arc::new(map), ScmVariant::default()).unwrap();
    let shape =
        RasterShape::cuboid(Vector3::zeros(), Matrix3::identity(), Vector3::repeat(0.1)).unwrap();
    let (mut field, mut scratch) = (Field::new(), Scratch::new());
    let on_edge = at_rest(&shape, Vector3::new(-0.005, 0.0, 0.05 - 0.02));
    bed.evaluate(&field, &[on_edge], 1e-3, false, &Serial, &mut scratch).unwrap();
    let print = scratch.reactions()[0].footprint;
    assert!((print.area - 0.5 * 0.01).abs() < 0.0006, "{print:?}");
    bed.commit(&mut field, &mut scratch);
    assert_sound(&field);
    assert!(field.disturbed().all(|(node, _)| node.column < 0));
    let on_rock = at_rest(&shape, Vector3::new(1.0, 0.0, 0.0));
    bed.evaluate(&field, &[on_rock], 1e-3, false, &Serial, &mut scratch).unwrap();
    assert_eq!(scratch.reactions()[0].wrench.force, Vector3::zeros());
}

#[test]
fn what_cannot_be_computed_is_a_fault_with_a_reason() {
    let bed = level_bed(Soil::dlr_a(), 0.01, ScmVariant::default());
    let shape = wheel(None);
    let mut scratch = Scratch::new();
    let body = BodyOnSoil {
        velocity: Vector3::new(f64::NAN, 0.0, 0.0),
        ..at_rest(&shape, Vector3::zeros())
    };
    let fault = bed.evaluate(&Field::new(), &[body], 1e-3, false, &Serial, &mut scratch);
    assert_eq!(fault, Err(SoilContactError::NotFinite { body: 0 }));
    let far = at_rest(&shape, Vector3::new(1e12, 0.0, 0.0));
    let fault = bed.evaluate(&Field::new(), &[far], 1e-3, false, &Serial, &mut scratch);
    assert!(matches!(fault, Err(SoilContactError::TooMany { .. })), "{fault:?}");
    let plane = Arc::new(Plane::level(0.0).unwrap());
    let deep = Arc::new(Uniform { depth: 1.0 });
    let fine =
        SoilBed::new(plane, 0.0005, vec![Soil::dlr_a()], deep, ScmVariant::default()).unwrap();
    let refusal = fine.fits(100.0, 100.0, 2e9).unwrap_err().to_string();
    assert!(refusal.contains("MB") && refusal.contains("spacing of at least"), "{refusal}");
    assert!(fine.fits(1.0, 1.0, 2e9).is_ok());
}

#[test]
fn loose_soil_carries_what_enters_it_but_not_what_it_slumps_against() {
    let soil = Soil { compaction: 1.0, cohesion: 0.0, ..Soil::dlr_a() };
    let bed = level_bed(soil, 0.01, ScmVariant::default());
    let plate = |side: f64| {
        RasterShape::cuboid(Vector3::zeros(), Matrix3::identity(), Vector3::new(side, side, 0.1))
            .unwrap()
    };
    let (wide, narrow) = (plate(0.1), plate(0.015));
    let (mut field, mut scratch) = (Field::new(), Scratch::new());
    let force = |field: &Field, body: BodyOnSoil<'_>, scratch: &mut Scratch| {
        bed.evaluate(field, &[body], 1e-3, false, &Serial, scratch).unwrap();
        scratch.reactions()[0].wrench.force.z
    };
    let pressed = at_rest(&wide, Vector3::new(0.0, 0.0, 0.05 - 0.04));
    force(&field, pressed, &mut scratch);
    bed.commit(&mut field, &mut scratch);
    bed.evaluate(&field, &[], 1e-3, false, &Serial, &mut scratch).unwrap();
    bed.commit(&mut field, &mut scratch);
    assert!(bed.settle(&mut field, &mut scratch, 100_000));
    let middle = field.node(Node { row: 0, column: 0 }).unwrap();
    let edge = field.node(Node { row: 0, column: 4 }).unwrap();
    assert!(edge.loose > 0.005, "walls have slumped: {edge:?} {middle:?}");
    // Over one node of the loose soil at the edge, 3 mm in it.
    let over = Vector3::new(0.04, 0.0, edge.height + 0.05 - 0.003);
    let standing = at_rest(&narrow, over);
    assert_eq!(force(&field, standing, &mut scratch), 0.0, "it has slumped against this one");
    let entering = BodyOnSoil { velocity: Vector3::new(0.0, 0.0, -3.0), ..standing };
    let borne = force(&field, entering, &mut scratch);
    assert!(borne > 0.1, "{borne}");
    bed.commit(&mut field, &mut scratch);
    let after = force(&field, standing, &mut scratch);
    // To the rounding of heights.
    assert!((after / borne - 1.0).abs() < 1e-5, "{after} {borne}: it goes on carrying");
    assert_sound(&field);
}
