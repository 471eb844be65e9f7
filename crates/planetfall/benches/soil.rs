//! What a step on soft ground costs: `cargo bench -p planetfall --bench soil`.
//!
//! The single wheel is the set-up in which Chrono's SCM was timed: radius 0.25 m, width 0.2 m, 50 kg,
//! 0.2 m/s at a slip of 20 %, steps of 1 ms, measured after 1.5 s. A benchmark takes 1000 steps, each one
//! evaluation with derivatives and one commit, so the time shown in ms is that of one step in µs.
//! Chrono needs 180–280 µs at 0.04 m, 660–910 µs at 0.02 m and 2970–3080 µs at 0.01 m.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "as in tests")]

#[path = "../tests/all/soil_common/mod.rs"]
mod soil_common;

use divan::{AllocProfiler, Bencher};
use nalgebra::{Matrix3, Vector3};
use planetfall::ground::scm::{
    BodyOnSoil, Field, RasterShape, ScmVariant, Scratch, Serial, Soil, SoilBed,
};
use planetfall::shape::Grousers;
use soil_common::level_bed;
use std::f64::consts::TAU;

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

/// Steps per iteration.
const STEPS: usize = 1000;
const GRIDS: [f64; 3] = [0.04, 0.02, 0.01];

fn main() {
    divan::main();
}

#[divan::bench(args = GRIDS)]
fn wheel(bencher: Bencher<'_, '_>, spacing: f64) {
    drive(bencher, spacing, 1.0, cylinder(None));
}

#[divan::bench(args = GRIDS)]
fn wheel_that_piles_up_soil(bencher: Bencher<'_, '_>, spacing: f64) {
    drive(bencher, spacing, 0.0, cylinder(None));
}

#[divan::bench(args = GRIDS)]
fn wheel_as_a_mesh(bencher: Bencher<'_, '_>, spacing: f64) {
    drive(bencher, spacing, 1.0, mesh(64, 4, 0));
}

#[divan::bench(args = GRIDS)]
fn wheel_as_a_mesh_that_piles_up_soil(bencher: Bencher<'_, '_>, spacing: f64) {
    drive(bencher, spacing, 0.0, mesh(64, 4, 0));
}

/// Of as many triangles as the wheel with grousers that Chrono was timed with: 2496.
#[divan::bench(args = GRIDS)]
fn mesh_with_grousers(bencher: Bencher<'_, '_>, spacing: f64) {
    drive(bencher, spacing, 0.0, mesh(144, 6, 40));
}

#[divan::bench(args = GRIDS)]
fn wheel_with_grousers(bencher: Bencher<'_, '_>, spacing: f64) {
    let grousers = Grousers { count: 24, height: 0.02, thickness: 0.01 };
    drive(bencher, spacing, 0.0, cylinder(Some(grousers)));
}

/// The first, and the last, thousand steps of ten kilometres.
#[divan::bench(args = ["0 m", "10000 m"], sample_count = 10)]
fn wheel_after(bencher: Bencher<'_, '_>, distance: &str) {
    let metres: f64 = distance.trim_end_matches(" m").parse().unwrap();
    let mut rig = Rig::new(0.04, 0.5, cylinder(None));
    // Steps of half a cell bring it there in a reasonable time.
    rig.speed = 20.0;
    while rig.position.x < metres {
        rig.step();
    }
    rig.speed = 0.2;
    (0..1500).for_each(|_| rig.step());
    let (tiles, bytes) = rig.field.tiles();
    eprintln!("after {metres} m: {tiles} tiles, {:.1} MB", (tiles * bytes) as f64 * 1e-6);
    bencher.bench_local(|| (0..STEPS).for_each(|_| rig.step()));
}

fn drive(bencher: Bencher<'_, '_>, spacing: f64, compaction: f64, shape: RasterShape) {
    let mut rig = Rig::new(spacing, compaction, shape);
    (0..1500).for_each(|_| rig.step());
    bencher.bench_local(|| (0..STEPS).for_each(|_| rig.step()));
}

/// A wheel with free heave, stepped by linearly implicit Euler.
struct Rig {
    bed: SoilBed,
    field: Field,
    scratch: Scratch,
    shape: RasterShape,
    position: Vector3<f64>,
    heave: f64,
    angle: f64,
    speed: f64,
}

impl Rig {
    fn new(spacing: f64, compaction: f64, shape: RasterShape) -> Self {
        let soil = Soil {
            exponent: 1.1,
            cohesive: 0.0,
            frictional: 2e6,
            cohesion: 0.0,
            friction_angle: 30_f64.to_radians(),
            repose_angle: 55_f64.to_radians(),
            body_friction: 1.0,
            damping: 3e4,
            compaction,
            ..Soil::dlr_a()
        };
        Self {
            bed: level_bed(soil, spacing, ScmVariant::default()),
            field: Field::new(),
            scratch: Scratch::new(),
            shape,
            position: Vector3::new(0.0, 0.003, 0.25),
            heave: 0.0,
            angle: 0.0,
            speed: 0.2,
        }
    }

    fn step(&mut self) {
        let (step, mass) = (1e-3, 50.0);
        let spin = self.speed / (0.25 * 0.8);
        let (sine, cosine) = self.angle.sin_cos();
        let body = BodyOnSoil {
            shape: &self.shape,
            position: self.position,
            axes: Matrix3::new(cosine, 0.0, sine, 0.0, 1.0, 0.0, -sine, 0.0, cosine),
            velocity: Vector3::new(self.speed, 0.0, self.heave),
            rate: Vector3::new(0.0, spin, 0.0),
        };
        self.bed.evaluate(&self.field, &[body], step, true, &Serial, &mut self.scratch).unwrap();
        let reaction = self.scratch.reactions()[0];
        let stiff = reaction.tangent.damping[(5, 5)] + step * reaction.tangent.stiffness[(5, 5)];
        self.heave += step * (reaction.wrench.force.z - mass * 9.81) / (mass + step * stiff);
        self.bed.commit(&mut self.field, &mut self.scratch);
        self.position += Vector3::new(self.speed, 0.0, self.heave) * step;
        self.angle += spin * step;
    }
}

fn cylinder(grousers: Option<Grousers>) -> RasterShape {
    RasterShape::wheel(Vector3::zeros(), Vector3::y(), 0.25, 0.2, grousers).unwrap()
}

/// A closed cylinder of so many strips around and across, 640 triangles for 64 by 4, with so many grousers
/// of 20 mm by 10 mm.
fn mesh(around: u32, across: u32, grousers: u32) -> RasterShape {
    let mut vertices = Vec::new();
    for ring in 0..=across {
        let y = 0.2 * (f64::from(ring) / f64::from(across) - 0.5);
        for k in 0..around {
            let (sine, cosine) = (TAU * f64::from(k) / f64::from(around)).sin_cos();
            vertices.push(Vector3::new(0.25 * cosine, y, 0.25 * sine));
        }
    }
    let at = |ring: u32, k: u32| ring * around + k % around;
    let mut triangles = Vec::new();
    for k in 0..around {
        for ring in 0..across {
            let [a, b, c, d] = [at(ring, k), at(ring, k + 1), at(ring + 1, k + 1), at(ring + 1, k)];
            triangles.extend([[a, d, b], [b, d, c]]);
        }
        let hubs = [vertices.len() as u32, vertices.len() as u32 + 1];
        triangles.extend([
            [hubs[0], at(0, k), at(0, k + 1)],
            [hubs[1], at(across, k + 1), at(across, k)],
        ]);
    }
    vertices.extend([Vector3::new(0.0, -0.1, 0.0), Vector3::new(0.0, 0.1, 0.0)]);
    for k in 0..grousers {
        add_grouser(TAU * f64::from(k) / f64::from(grousers), &mut vertices, &mut triangles);
    }
    RasterShape::mesh(vertices, triangles).unwrap()
}

/// A box on the rim at an angle: 12 triangles.
fn add_grouser(angle: f64, vertices: &mut Vec<Vector3<f64>>, triangles: &mut Vec<[u32; 3]>) {
    let (sine, cosine) = angle.sin_cos();
    let (spoke, along) = (Vector3::new(cosine, 0.0, sine), Vector3::new(-sine, 0.0, cosine));
    let first = vertices.len() as u32;
    for corner in 0..8 {
        let side = |bit: u32| if corner & bit == 0 { -1.0 } else { 1.0 };
        let out = 0.255 + 0.015 * side(1);
        vertices.push(spoke * out + Vector3::y() * (0.1 * side(2)) + along * (0.005 * side(4)));
    }
    // Counter-clockwise seen from outside.
    let faces =
        [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    for [a, b, c, d] in faces {
        triangles.extend([[a, b, c], [a, c, d]].map(|face| face.map(|corner| first + corner)));
    }
}
