//! Cameras of scenario files: pictures at their own instants, on disk, the same from run to run, and no influence on
//! anything else.

use super::{DRIVE, drive, latch, load, millis};
use planetfall::ground::scm::{Field, Serial};
use planetfall::imaging::{Imager, Shot};
use planetfall::recording::{Event, Recorder, Silent};
use planetfall::simulation::Simulation;
use planetfall::state::State;
use planetfall_files::format::Ink;
use planetfall_files::run_folder::OutputFolder;
use planetfall_files::run_folder::images::{read_head, read_index};
use planetfall_files::scenario::{Loaded, ScenarioFile};
use planetfall_run::runner::{self, Conduct};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;

/// A noisy imu, whose draws must not move.
const IMU: &str = "[[sensor]]\nkind = \"imu\"\nname = \"imu\"\nperiod_s = 0.05\n\
    angle_random_walk_deg_per_sqrt_h = 0.1\n";

/// A small stereo camera with all there is, and a depth camera on a wheel's steering.
const CAMERAS: &str = "[[sensor]]\nkind = \"camera\"\nname = \"eyes\"\nperiod_s = 0.5\n\
    position_m = [0.5, 0.0, 1.2]\nyaw_pitch_roll_deg = [0.0, 30.0, 0.0]\nwidth_px = 48\nheight_px = 36\n\
    baseline_m = 0.2\ncolour = true\ndepth = true\nnoise_levels = 2.0\ndepth_noise_m = 0.01\n\
    radial_distortion = [-0.1, 0.01, 0.0]\ntangential_distortion = [0.001, 0.0]\n\
    [[sensor]]\nkind = \"camera\"\nname = \"near\"\nperiod_s = 0.75\nlink = \"steer_front_left\"\n\
    width_px = 16\nheight_px = 12\npicture = false\ndepth = true\n";

/// The index of a sensor; software makes some of its own before those of the file.
fn place(loaded: &Loaded, name: &str) -> usize {
    loaded.scenario.world.sensors().iter().position(|sensor| sensor.name == name).unwrap()
}

/// Which cameras have sampled, and when.
#[derive(Default)]
struct SampledCameras(Vec<(i64, usize)>);

impl Recorder for SampledCameras {
    fn frame(&mut self, _: &[f64]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn event(&mut self, _: &Event) {}

    fn picture(&mut self, state: &State, sensor: usize) {
        assert_eq!(state.sensors[sensor].time, Some(state.time), "it has just sampled");
        self.0.push((state.time.nanos() / 1_000_000, sensor));
    }
}

#[test]
fn a_camera_more_changes_no_draw_of_another_and_nothing_of_the_run() {
    let (without, with) = (drive(IMU), drive(&format!("{CAMERAS}{IMU}")));
    let (mut a, mut b) = (Simulation::new(&without.scenario), Simulation::new(&with.scenario));
    let mut sampled = SampledCameras::default();
    for tick in 0..=8 {
        a.advance(millis(250 * tick), &mut Silent).unwrap();
        b.advance(millis(250 * tick), &mut sampled).unwrap();
        assert_eq!(latch(&a, "imu"), latch(&b, "imu"), "at {tick}");
        assert_eq!(a.state().continuous, b.state().continuous, "at {tick}");
    }
    // Each at its own rate, from 0 s on.
    let times = |name: &str| {
        let sensor = place(&with, name);
        sampled.0.iter().filter(|(_, s)| *s == sensor).map(|(t, _)| *t).collect::<Vec<i64>>()
    };
    assert_eq!(times("eyes"), [0, 500, 1000, 1500, 2000]);
    assert_eq!(times("near"), [0, 750, 1500]);
    assert_eq!(latch(&b, "eyes").samples, 5);
}

fn run(loaded: &Loaded, folder: &Path, threads: usize) -> planetfall_files::run_folder::Summary {
    let folder = OutputFolder::claim(folder, true, false).unwrap();
    let conduct =
        Conduct { until: Some(millis(1000)), threads: NonZero::new(threads), ..Conduct::default() };
    let watch = &mut |_| ControlFlow::Continue(());
    runner::conduct(loaded, &folder, conduct, watch).unwrap().summary
}

/// All files of the cameras, by name.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for camera in std::fs::read_dir(folder.join("images")).unwrap() {
        let camera = camera.unwrap();
        for file in std::fs::read_dir(camera.path()).unwrap() {
            let file = file.unwrap();
            let name = format!("{:?}/{:?}", camera.file_name(), file.file_name());
            all.insert(name, std::fs::read(file.path()).unwrap());
        }
    }
    all
}

#[test]
fn pictures_on_disk_are_the_same_from_run_to_run_and_for_any_number_of_threads() {
    let workdir = tempfile::tempdir().unwrap();
    let loaded = drive(CAMERAS);
    let folders = ["one", "again", "two"].map(|name| workdir.path().join(name));
    let summary = run(&loaded, &folders[0], 1);
    run(&loaded, &folders[1], 1);
    run(&loaded, &folders[2], 2);
    let first = files(&folders[0]);
    // Three samples of left, right and depth, two of depth alone, and two files more for each camera.
    assert_eq!(first.len(), 3 * 3 + 2 + 4, "{:?}", first.keys());
    assert!(first == files(&folders[1]) && first == files(&folders[2]));
    assert_eq!(summary.metrics["eyes.pictures"], 3.0);
    assert!((30.0..220.0).contains(&summary.metrics["eyes.final_mean_level"]));
    assert!(summary.metrics["near.final_nearest_m"] > 0.0);
    let eyes = folders[0].join("images/eyes");
    let samples = read_index(&eyes.join("index.csv")).unwrap();
    assert_eq!(samples, [(1, 0.0), (2, 0.5), (3, 1.0)]);
    let head = read_head(&eyes.join("camera.json")).unwrap();
    let focal = 24.0 / 30f64.to_radians().tan();
    assert!((head.camera_matrix[0][0] - focal).abs() < 1e-9);
    assert_eq!(head.camera_matrix[1][2], 17.5);
    assert_eq!(head.distortion_k1_k2_p1_p2_k3, [-0.1, 0.01, 0.001, 0.0, 0.0]);
    // Run into the same folder without cameras: nothing of them is left.
    run(&drive(IMU), &folders[0], 1);
    assert!(!folders[0].join("images").exists());
}

#[test]
fn a_camera_that_drops_out_takes_no_pictures_and_goes_on_as_if_it_had() {
    let fault =
        "[[fault]]\nkind = \"sensor_drop_out\"\nsensor = \"eyes\"\nat_s = 0.3\nfor_s = 0.4\n";
    let (sound, broken) = (drive(CAMERAS), drive(&format!("{CAMERAS}{fault}")));
    let workdir = tempfile::tempdir().unwrap();
    run(&sound, &workdir.path().join("sound"), 1);
    run(&broken, &workdir.path().join("broken"), 1);
    let index = workdir.path().join("broken/images/eyes/index.csv");
    assert_eq!(read_index(&index).unwrap(), [(1, 0.0), (2, 1.0)]);
    // The picture at 1 s is the same, noise and all, under a smaller number.
    let bytes = |file: &str| std::fs::read(workdir.path().join(file)).unwrap();
    let (own, other) = ("broken/images/eyes/000002_left.png", "sound/images/eyes/000003_left.png");
    assert_eq!(bytes(own), bytes(other));
}

/// Curiosity on dry sand, with a camera that looks back and one that looks straight down into a rut.
const SAND: &str = "title = \"sand\"\nduration_s = 12.0\n\
    [gravity]\nacceleration_m_per_s2 = 3.71\n[terrain]\nkind = \"level\"\n\
    [ground]\nkind = \"soil\"\nsoil = \"dry-sand\"\nspacing_m = 0.04\n\
    [sun]\nazimuth_deg = 0.0\nelevation_deg = 25.0\n\
    [[vehicle]]\nname = \"rover\"\nmodel = \"curiosity\"\n\
    [vehicle.start]\nheight_m = 0.0\nheight_of = \"settled\"\n\
    [[vehicle.drive]]\nmotion = \"straight\"\nspeed_m_per_s = 0.04\nduration_s = 12.0\n\
    [[sensor]]\nkind = \"camera\"\nname = \"back\"\nperiod_s = 12.0\nposition_m = [-1.0, 0.0, 1.7]\n\
    yaw_pitch_roll_deg = [180.0, 45.0, 0.0]\nhorizontal_view_deg = 100.0\nwidth_px = 160\nheight_px = 120\n\
    [[sensor]]\nkind = \"camera\"\nname = \"rut\"\nperiod_s = 12.0\nposition_m = [-1.55, 1.063, 1.0]\n\
    yaw_pitch_roll_deg = [0.0, 90.0, 0.0]\nwidth_px = 40\nheight_px = 30\ndepth = true\n\
    [stepping]\nmethod = \"implicit\"\nstep_s = 0.01\n";

#[test]
fn ruts_are_seen_by_their_shadows_and_by_their_depth() {
    let loaded = load(SAND);
    let mut simulation = Simulation::new(&loaded.scenario);
    simulation.advance(millis(12_000), &mut Silent).unwrap();
    let world = &loaded.scenario.world;
    let imager = Imager::new(world);
    let rutted = simulation.state().clone();
    // The same pose and all else over soil that nothing has touched.
    let mut fresh = rutted.clone();
    fresh.ground.soil = Field::new();
    let shots = |name: &str| -> [Shot; 2] {
        let sensor = place(&loaded, name);
        [&rutted, &fresh].map(|state| imager.shot(state, sensor, &Serial).unwrap())
    };
    let [seen, unseen] = shots("back");
    let pairs = seen.pictures[0].levels.iter().zip(&unseen.pictures[0].levels);
    let changed = pairs.filter(|(a, b)| a.abs_diff(**b) > 15).count();
    // It has driven 0.5 m, of which the camera sees some: walls of the ruts are lit or dark, all else is the same.
    assert!((40..2000).contains(&changed), "{changed} of 19200 pixels");
    let [seen, unseen] = shots("rut");
    let deepest = seen.depth.unwrap().into_iter().fold(0.0, f32::max);
    let level = unseen.depth.unwrap().into_iter().fold(0.0, f32::max);
    let column = |name: &str| super::column(&simulation, name);
    let sinkage = column("wheel_rear_left.sinkage_m");
    // The floor of the rut lies about as deep as the wheel that left it; nodes are 4 cm apart.
    let depth = f64::from(deepest - level);
    assert!(sinkage > 0.01 && (depth / sinkage - 1.0).abs() < 0.4, "{depth} {sinkage}");
}

fn assert_reports(camera: &str, parts: &[&str]) {
    let text = format!("{DRIVE}[[sensor]]\nkind = \"camera\"\nname = \"c\"\n{camera}\n");
    let file = ScenarioFile::from_text("sensing", &text);
    let reported = file.load(Ink::Plain).map_or_else(|mistakes| mistakes.text, |_| String::new());
    for part in parts {
        assert!(reported.contains(part), "`{part}` is not in:\n{reported}");
    }
}

#[test]
fn a_wrong_camera_is_reported_with_what_is_allowed() {
    let with = |text: &str| format!("period_s = 1.0\n{text}");
    assert_reports(
        &with("width_px = 0"),
        &["sensing.toml", "`width_px` is 0 but must be at least 1 and at most 4096"],
    );
    assert_reports(&with("height_px = 5000"), &["`height_px` is 5000", "at most 4096"]);
    assert_reports(&with("horizontal_view_deg = 180.0"), &["horizontal_view_deg", "180"]);
    assert_reports(&with("horizontal_view_deg = 0.0"), &["horizontal_view_deg"]);
    assert_reports(
        &with("horizontal_view_deg = 60.0\nfocal_length_px = 500.0"),
        &["`focal_length_px` and `horizontal_view_deg` say the same"],
    );
    assert_reports(
        &with("horizontal_view_deg = 100.0\nradial_distortion = [-0.5, 0.0, 0.0]"),
        &["the distortion folds the picture", "weaker distortion"],
    );
    assert_reports(&with("link = \"mst\""), &["`mst`: no such link of vehicle `rover`"]);
    assert_reports(&with("picture = false"), &["neither picture nor depth"]);
    assert_reports(
        "width_px = 8",
        &["camera `c` needs its own `period_s`", "hundred pictures a second"],
    );
    assert_reports(
        "period_s = 0.0001\nwidth_px = 4096\nheight_px = 4096",
        &["`c` would take 60001 pictures", "lengthen `period_s`"],
    );
    assert_reports(&with("baseline_m = 0.0"), &["baseline_m"]);
    assert_reports(&with("radial_distortion = [0.1]"), &["radial_distortion"]);
}
