use super::*;
use crate::environment::Gravity;
use crate::ground::marker::{Friction, FrictionTable, MarkerGround, Spring};
use crate::ground::scm::Serial;
use crate::math::rotation::from_yaw_pitch_roll;
use crate::shape::Shape;
use crate::terrain::{Plane, Rock, RockShape, Step, Strewn, Terrain};
use crate::vehicle::sensor::{Colours, Distortion, Latch, Lens, Mounting, Response};
use crate::vehicle::{Inertia, Motion, Vehicle};
use nalgebra::Vector2;
use std::sync::Arc;

const SIZE: (u32, u32) = (96, 72);
const FOCAL: f64 = 80.0;
const BARREL: Distortion = Distortion { radial: [-0.15, 0.02, 0.0], tangential: [0.002, -0.001] };

/// A camera 2 m above the origin that looks east and down by an angle.
fn camera(pitch: f64, distortion: Distortion) -> Camera {
    Camera {
        link: 0,
        mounting: Mounting {
            position: Vector3::new(0.0, 0.0, 2.0),
            body_from_sensor: from_yaw_pitch_roll(0.0, pitch, 0.0),
        },
        lens: Lens::new(SIZE, FOCAL, None, distortion).unwrap(),
        baseline: None,
        picture: Some(Colours::Grey),
        depth: true,
        response: Response { gain: 1.0, gamma: 1.0, sigma: 0.0 },
        depth_sigma: 0.0,
        reach: 200.0,
    }
}

/// A body without a size that carries the camera over a ground.
fn world(terrain: Arc<dyn Terrain>, camera: Camera) -> World {
    let table = FrictionTable {
        stick_speed: 0.01,
        slide_speed: 0.02,
        stick_coefficient: 0.6,
        slide_coefficient: 0.5,
    };
    let law = MarkerGround {
        spring: Spring::from_rest(1.0, 3.7, 0.01, 0.5),
        table,
        friction: Friction::Classical,
    };
    let body = Vehicle::rigid("body", Inertia::ball(1.0, 0.1).unwrap()).with_marker(
        "foot",
        Vector3::zeros(),
        law,
    );
    let kind = SensorKind::Camera(Box::new(camera));
    let sensor = Sensor::new("eye", 0, Time::from_millis(100), "camera", kind);
    World::new(Gravity::Uniform(3.7), terrain, vec![body]).with_sensor(sensor).with_sky_share(0.0)
}

/// The state at the origin, when the camera has just sampled so many times.
fn state(world: &World, samples: u64) -> State {
    let mut state = State::new(world, &[Motion::at_rest(Vector3::zeros())], &[]);
    let SensorKind::Camera(camera) = &world.sensors()[0].kind else { panic!("a camera") };
    let counter = samples * camera.draws();
    state.sensors[0] = Latch { time: Some(Time::ZERO), samples, counter, ..Latch::default() };
    state
}

fn shot(world: &World) -> Shot {
    Imager::new(world).shot(&state(world, 1), 0, &Serial).unwrap()
}

fn level() -> Arc<dyn Terrain> {
    Arc::new(Plane::level(0.0).unwrap())
}

fn strewn(rock: Rock) -> Arc<dyn Terrain> {
    Arc::new(Strewn::new(level(), vec![rock]).unwrap())
}

/// A block 1 m high, 1 m square, whose middle is 6 m ahead and a little to the left.
fn block() -> Rock {
    let shape = RockShape::Block { length: 1.0, width: 1.0, height: 1.0 };
    Rock { x: 6.0, y: 0.3, heading: 0.0, sunk: 0.0, shape }
}

fn depth_at(depth: &[f32], column: u32, row: u32) -> f64 {
    f64::from(depth[(row * SIZE.0 + column) as usize])
}

#[test]
fn the_depth_of_a_plane_is_that_of_the_closed_form_at_each_pixel() {
    let incline = Plane::incline(Vector3::new(1.0, 0.5, -0.3), 0.2, 0.9).unwrap();
    let normal = incline.normal();
    let offset = normal.dot(&Vector3::new(1.0, 0.5, -0.3));
    for distortion in [Distortion::default(), BARREL] {
        let camera = camera(0.4, distortion);
        let (lens, axes, eye) = (camera.lens, camera.link_from_optical(), camera.eye(0));
        let shot = shot(&world(Arc::new(incline), camera));
        let depth = shot.depth.unwrap();
        let mut seen = 0;
        for row in 0..SIZE.1 {
            for column in 0..SIZE.0 {
                let pixel = Vector2::new(f64::from(column), f64::from(row));
                let along = axes * lens.direction(&pixel).unwrap();
                let expected = (offset - normal.dot(&eye)) / normal.dot(&along);
                let found = depth_at(&depth, column, row);
                if expected > 0.0 && expected * along.norm() < 200.0 {
                    seen += 1;
                    assert!((found / expected - 1.0).abs() < 1e-6, "{column} {row}");
                } else {
                    assert_eq!(found, 0.0, "{column} {row}");
                }
            }
        }
        assert!(seen > 3000, "{seen}");
    }
}

/// Where, within a row, the depth jumps between two columns: the place between the two pixels.
fn jump(depth: &[f32], row: u32, columns: std::ops::Range<u32>) -> f64 {
    let size = |c: &u32| (depth_at(depth, *c + 1, row) - depth_at(depth, *c, row)).abs();
    f64::from(columns.max_by(|a, b| size(a).total_cmp(&size(b))).unwrap()) + 0.5
}

#[test]
fn edges_of_a_block_are_seen_at_the_pixels_of_the_closed_form() {
    for distortion in [Distortion::default(), BARREL] {
        let camera = camera(0.2, distortion);
        let (lens, axes, eye) = (camera.lens, camera.link_from_optical(), camera.eye(0));
        let depth = shot(&world(strewn(block()), camera)).depth.unwrap();
        // The two upright edges of the face towards the camera, at some heights.
        for (y, side) in [(0.8, 0..SIZE.0 / 2), (-0.2, SIZE.0 / 2..SIZE.0 - 1)] {
            for height in [0.3, 0.5, 0.7] {
                let corner = Vector3::new(5.5, y, height);
                let pixel = lens.pixel(&axes.tr_mul(&(corner - eye))).unwrap();
                let row = pixel.y.round() as u32;
                // The edge where the row itself crosses it.
                let slope =
                    lens.pixel(&axes.tr_mul(&(corner + Vector3::z() * 0.01 - eye))).unwrap()
                        - pixel;
                let expected = pixel.x + slope.x / slope.y * (f64::from(row) - pixel.y);
                let found = jump(&depth, row, side.clone());
                assert!((found - expected).abs() <= 0.5 + 1e-6, "{y} {height}: {found} {expected}");
            }
        }
        // Its upper front edge, downwards.
        let corner = Vector3::new(5.5, 0.3, 1.0);
        let pixel = lens.pixel(&axes.tr_mul(&(corner - eye))).unwrap();
        let column = pixel.x.round() as u32;
        let depth_in = |row: f64| {
            let along = axes * lens.direction(&Vector2::new(f64::from(column), row)).unwrap();
            (depth_at(&depth, column, row as u32), along)
        };
        // Below it the face, 5.5 m ahead; above it the top, 1 m below the camera.
        let (face, along) = depth_in(pixel.y.ceil());
        assert!((face * along.x / 5.5 - 1.0).abs() < 1e-6, "{face}");
        let (top, along) = depth_in(pixel.y.floor());
        assert!((top * along.z + 1.0).abs() < 1e-6, "{top}");
    }
}

#[test]
fn the_right_eye_sees_a_wall_shifted_by_focal_length_times_baseline_over_distance() {
    // A wall 4 m ahead; 0.25 m of baseline shift it by 80 · 0.25 / 4 = 5 pixels.
    let wall = Step::new(-5.0, 10.0, std::f64::consts::FRAC_PI_2, 4.0).unwrap();
    let bright = Response { gain: 3.0, gamma: 1.0, sigma: 0.0 };
    let camera =
        Camera { baseline: Some(0.25), response: bright, ..camera(0.0, Distortion::default()) };
    let world = world(Arc::new(wall), camera).with_sun(&Vector3::new(-1.0, 0.2, 0.5));
    let shot = shot(&world);
    assert!(shot.depth.unwrap().iter().all(|depth| (f64::from(*depth) - 4.0).abs() < 1e-6));
    let [left, right] = &shot.pictures[..] else { panic!("two pictures") };
    let difference = |shift: u32| {
        let level = |p: &Picture, column: u32, row: u32| {
            f64::from(p.levels[(row * SIZE.0 + column) as usize])
        };
        let columns = 10..SIZE.0;
        let places = (0..SIZE.1).flat_map(|row| columns.clone().map(move |column| (column, row)));
        let all: Vec<f64> = places
            .map(|(column, row)| {
                (level(left, column, row) - level(right, column - shift, row)).abs()
            })
            .collect();
        all.iter().sum::<f64>() / all.len() as f64
    };
    let (here, beside) = (difference(5), difference(4).min(difference(6)));
    assert!(here < 0.1 && beside > 1.0, "{here} {beside}");
}

#[test]
fn a_shadow_is_as_long_as_height_over_tangent_of_elevation() {
    let elevation = 30f64.to_radians();
    // The sun in the west: shadows fall to the east, away from the camera above.
    let sun = Vector3::new(-elevation.cos(), 0.0, elevation.sin());
    let down = Camera {
        mounting: Mounting {
            position: Vector3::new(7.0, 0.3, 8.0),
            body_from_sensor: from_yaw_pitch_roll(0.0, std::f64::consts::FRAC_PI_2, 0.0),
        },
        ..camera(0.0, Distortion::default())
    };
    let (lens, axes, eye) = (down.lens, down.link_from_optical(), down.eye(0));
    let world = world(strewn(block()), down).with_sun(&sun);
    let shot = shot(&world);
    // Without a sky, shadows are black and nothing else is.
    let picture = &shot.pictures[0];
    let end = Vector3::new(6.5 + 1.0 / elevation.tan(), 0.3, 0.0);
    let pixel = lens.pixel(&axes.tr_mul(&(end - eye))).unwrap();
    let column = pixel.x.round() as usize;
    let dark = |row: usize| picture.levels[row * SIZE.0 as usize + column] == 0;
    // Its far end: up in the picture is east.
    assert!(!dark(pixel.y.floor() as usize) && dark(pixel.y.ceil() as usize));
    // Its sides.
    for y in [-0.2, 0.8] {
        let side = lens.pixel(&axes.tr_mul(&(Vector3::new(7.2, y, 0.0) - eye))).unwrap();
        let (low, high) = (side.x.floor() as usize, side.x.ceil() as usize);
        let row = side.y.round() as usize;
        let dark = |column: usize| picture.levels[row * SIZE.0 as usize + column] == 0;
        assert!(dark(low) != dark(high), "{y}");
    }
    let black = picture.levels.iter().filter(|level| **level == 0).count() as f64;
    // Over the ground, 8 m below, a pixel is a tenth of a metre wide; the block hides nothing of it here.
    let area = 1.0 / elevation.tan();
    assert!((black * 0.01 / area - 1.0).abs() < 0.1, "{} {area}", black * 0.01);
}

/// Does the work in another order and on other threads.
struct Backwards(usize);

impl Executor for Backwards {
    fn run(&self, count: usize, job: &(dyn Fn(usize) + Sync)) {
        std::thread::scope(|scope| {
            for first in 0..self.0 {
                scope.spawn(move || (0..count).rev().filter(|n| n % self.0 == first).for_each(job));
            }
        });
    }
}

#[test]
fn pictures_are_the_same_however_the_work_is_shared_out() {
    let noisy = Response { gain: 2.0, gamma: 2.2, sigma: 1.5 };
    let camera = Camera {
        baseline: Some(0.2),
        picture: Some(Colours::Rgb),
        response: noisy,
        depth_sigma: 0.01,
        ..camera(0.3, BARREL)
    };
    let world = world(strewn(block()), camera);
    let (imager, state) = (Imager::new(&world), state(&world, 3));
    let serial = imager.shot(&state, 0, &Serial).unwrap();
    for threads in [1, 2, 5] {
        assert_eq!(imager.shot(&state, 0, &Backwards(threads)), Some(serial.clone()));
    }
    assert_eq!(Imager::new(&world).shot(&state, 0, &Serial).unwrap(), serial);
    assert_eq!(serial.number, 3);
    assert_eq!(serial.pictures[0].levels.len(), 96 * 72 * 3);
    // Another sample has other noise.
    let next = imager.shot(&super::tests::state(&world, 4), 0, &Serial).unwrap();
    assert!(next.pictures[0] != serial.pictures[0] && next.depth != serial.depth);
}

#[test]
fn a_body_is_seen_from_outside_only_and_throws_a_shadow() {
    let look = |shape: Shape| Visual::new(0, 0, &shape, [1.0; 3]).unwrap();
    let (axes, half) = (Matrix3::identity(), Vector3::repeat(0.5));
    let (radius, half_length) = (0.4, 0.6);
    // The camera sits inside a box of 1 m; a ball of 0.5 m hangs 4 m ahead, a drum stands 3 m to the left of it.
    let visuals = vec![
        look(Shape::Box { centre: Vector3::new(0.0, 0.0, 2.0), axes, half }),
        look(Shape::Ball { centre: Vector3::new(4.0, 0.0, 2.0), radius: 0.5 }),
        look(Shape::Cylinder { centre: Vector3::new(5.0, 2.0, 2.0), axes, radius, half_length }),
    ];
    let plain = world(level(), camera(0.0, Distortion::default()));
    let with = plain.clone().with_visuals(visuals);
    let depth = shot(&with).depth.unwrap();
    let at =
        |u: f64, v: f64| depth_at(&depth, (47.5 + u).round() as u32, (35.5 + v).round() as u32);
    // About the middle of the ball: 4 − 0.5, a little more half a pixel off the axis.
    assert!((at(0.4, 0.4) - 3.5).abs() < 1e-3, "{}", at(0.4, 0.4));
    // The drum: 5 − 0.4 in front, at 80 · 2 / 4.6 pixels to the left.
    assert!((at(-80.0 * 2.0 / 4.6, 0.4) - 4.6).abs() < 0.02, "{}", at(-80.0 * 2.0 / 4.6, 0.4));
    // Shadows: with the sun overhead the ground below the ball is dark.
    let overhead = with.with_sun(&Vector3::z());
    let picture = shot(&overhead).pictures.remove(0);
    let camera = camera(0.0, Distortion::default());
    let below = camera.link_from_optical().tr_mul(&(Vector3::new(5.0, 2.0, 0.0) - camera.eye(0)));
    let pixel = camera.lens.pixel(&below).unwrap();
    let place = |p: Vector2<f64>| p.y.round() as usize * SIZE.0 as usize + p.x.round() as usize;
    assert_eq!(picture.levels[place(pixel)], 0);
    assert!(shot(&plain.with_sun(&Vector3::z())).pictures[0].levels[place(pixel)] > 20);
}

#[test]
fn a_body_of_triangles_is_seen_as_the_box_that_it_is() {
    let half = Vector3::new(0.4, 0.6, 0.3);
    let shape = Shape::Box { centre: Vector3::zeros(), axes: Matrix3::identity(), half };
    let boxed = Visual::of_contactor(0, 0, &shape).unwrap();
    let corner = |i: u32| {
        let side = |bit: u32| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
        Vector3::new(side(0), side(1), side(2)).component_mul(&half)
    };
    let faces =
        [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]];
    let triangles = faces.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
    let shape = Shape::mesh((0..8).map(corner).collect(), triangles);
    let meshed = Visual::of_contactor(0, 0, &shape).unwrap();
    let rotation = *from_yaw_pitch_roll(0.4, 0.3, -0.2).to_rotation_matrix().matrix();
    let seen = |look: Visual| {
        let placed = Visual { position: Vector3::new(4.0, 0.3, 1.8), rotation, ..look };
        let world = world(level(), camera(0.1, BARREL)).with_visuals(vec![placed]);
        shot(&world)
    };
    let (boxed, meshed) = (seen(boxed), seen(meshed));
    let pairs = boxed.depth.unwrap().into_iter().zip(meshed.depth.unwrap());
    let deviation = pairs.filter(|(a, b)| (a - b).abs() > 1e-5 * a.abs()).count();
    // Along its outline a ray may pass one and just meet the other.
    assert!(deviation <= 2, "{deviation}");
    let levels = boxed.pictures[0].levels.iter().zip(&meshed.pictures[0].levels);
    assert!(levels.filter(|(a, b)| a.abs_diff(**b) > 1).count() <= 10);
}

#[test]
fn lambert_and_the_sky_are_as_written_down() {
    // Level ground without texture in reach of a pixel is not to be had: compare means over many.
    let mean = |world: &World| {
        let levels = &shot(world).pictures[0].levels;
        levels.iter().map(|level| f64::from(*level)).sum::<f64>() / levels.len() as f64
    };
    let down = camera(std::f64::consts::FRAC_PI_2, Distortion::default());
    let under = |sun: Vector3<f64>, sky: f64| {
        mean(&world(level(), down).with_sun(&sun).with_sky_share(sky))
    };
    let overhead = under(Vector3::z(), 0.0);
    let slanted = under(Vector3::new(0.6, 0.0, 0.8), 0.0);
    assert!((slanted / overhead - 0.8).abs() < 0.01, "{slanted} {overhead}");
    let hazy = under(Vector3::new(0.6, 0.0, 0.8), 0.3);
    assert!((hazy / overhead - (0.7 * 0.8 + 0.3)).abs() < 0.01);
    assert_eq!(under(Vector3::new(0.6, 0.0, -0.8), 0.0), 0.0);
    // Upwards there is the sky alone.
    let up = Camera { picture: Some(Colours::Rgb), ..camera(-1.4, Distortion::default()) };
    let sky = shot(&world(level(), up).with_sky_share(0.4)).pictures.remove(0);
    assert!(sky.levels.iter().all(|level| *level == 102), "{:?}", &sky.levels[..6]);
}
