//! What a run on soil leaves in its folder: the ground after it, and its ruts.
#![allow(clippy::unwrap_used, clippy::panic)]

use planetfall::time::Time;
use planetfall_files::dem::{self, MapFile};
use planetfall_files::format::Ink;
use planetfall_files::run_folder::{OutputFolder, RunFile, Ruts};
use planetfall_files::scenario::{Loaded, ScenarioFile};
use planetfall_report::rut::Profile;
use planetfall_run::runner;
use std::ops::ControlFlow;
use std::path::Path;

/// A ball that rolls over sand to the east.
fn rolling_ball(terrain: &str, seconds: f64) -> Loaded {
    let text = format!(
        "title = \"ball\"\nduration_s = {seconds}\nseed = 7\n[gravity]\nacceleration_m_per_s2 = 3.7\n\
         [terrain]\n{terrain}\n[ground]\nkind = \"soil\"\nsoil = \"dry-sand\"\nspacing_m = 0.02\n\
         [[vehicle]]\nname = \"ball\"\nmass_kg = 30.0\ninertia_kg_m2 = [0.5, 0.5, 0.5]\n\
         [[vehicle.shape]]\nname = \"shell\"\nkind = \"sphere\"\nradius_m = 0.2\n\
         [vehicle.start]\nposition_m = [0.0, 0.0]\nheight_m = 0.195\n\
         velocity_m_per_s = [0.6, 0.0, 0.0]\n\
         [stepping]\nmethod = \"implicit\"\nstep_s = 0.005\n[record]\nperiod_s = 0.05\n"
    );
    let file = ScenarioFile::from_text("ball", &text);
    file.load(Ink::Plain).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn run(loaded: &Loaded, place: &Path) -> runner::FinishedRun {
    let folder = OutputFolder::claim(place, true, false).unwrap();
    runner::run(loaded, &folder, None, None, &mut |_| ControlFlow::Continue(())).unwrap()
}

const LEVEL: &str = "kind = \"level\"\nheight_m = 12.5";

#[test]
fn the_ground_after_a_run_is_a_map_with_the_soils_own_heights() {
    let workdir = tempfile::tempdir().unwrap();
    let loaded = rolling_ball(LEVEL, 1.0);
    let finished = run(&loaded, workdir.path());
    let map = dem::read(RunFile::TerrainAfter.within(workdir.path())).unwrap();
    let bed = &loaded.scenario.world.soil().unwrap().bed;
    let field = &finished.state.ground.soil;
    let [west, south] = map.georeference().south_west_m;
    let mut moved = 0;
    for (index, height) in map.heights_m().iter().enumerate() {
        let x = west + (index % map.columns()) as f64 * map.spacing_east_m();
        let y = south + (index / map.columns()) as f64 * map.spacing_north_m();
        let node = bed.nearest(x, y).unwrap();
        let own = field.node(node).map_or(12.5, |state| state.height);
        assert_eq!(*height, own, "({x}, {y})");
        moved += usize::from(own != 12.5);
    }
    assert_eq!(moved, field.disturbed().filter(|(_, state)| state.height != state.origin).count());
    assert!(moved > 100, "{moved}");
    // A metre of ground around it is kept too.
    assert!(west < -1.0 && (map.spacing_east_m() - 0.02).abs() < 1e-12);
}

#[test]
fn a_run_on_the_ground_that_a_run_left_stands_in_its_ruts() {
    let workdir = tempfile::tempdir().unwrap();
    let first = run(&rolling_ball(LEVEL, 1.0), workdir.path());
    let path = RunFile::TerrainAfter.within(workdir.path());
    let extent = MapFile::open(&path, &dem::Options::default()).unwrap().extent().clone();
    let [west, south] = extent.georeference.south_west_m;
    // The site of the second run is that of the first.
    let terrain = format!(
        "kind = \"dem\"\nfile = \"{}\"\nsite_m = [{}, {}]\nzero_height = \"datum\"",
        path.display(),
        -west,
        -south
    );
    let again = rolling_ball(&terrain, 0.1);
    let bed = &again.scenario.world.soil().unwrap().bed;
    let mut lowest = f64::INFINITY;
    for (node, state) in first.state.ground.soil.disturbed() {
        let (x, y) = bed.place(node);
        let height = bed.terrain().height(x, y).unwrap();
        assert!((height - state.height).abs() < 1e-9, "{height} {}", state.height);
        lowest = lowest.min(height);
    }
    assert!(lowest < 12.5 - 0.002, "{lowest}");
    let second = run(&again, &workdir.path().join("again"));
    assert!(second.failure.is_none());
}

#[test]
fn ruts_have_the_depth_that_the_soil_has_and_the_times_at_which_the_ball_came() {
    let workdir = tempfile::tempdir().unwrap();
    let finished = run(&rolling_ball(LEVEL, 1.0), workdir.path());
    let ruts = Ruts::read(workdir.path()).unwrap().unwrap();
    let profile = Profile::along(&ruts, [0.2, -0.6], [0.2, 0.6], 1e-3).unwrap();
    assert_eq!(profile.ruts.len(), 1, "{}", profile.table());
    let rut = profile.ruts[0];
    let deepest = (-30..=30).map(|row| {
        let node = planetfall::ground::scm::Node { row, column: 10 };
        finished.state.ground.soil.node(node).map_or(0.0, |state| state.origin - state.height)
    });
    let deepest = deepest.fold(0.0, f64::max);
    assert!((rut.depth_m - deepest).abs() < 1e-6, "{} {deepest}", rut.depth_m);
    assert!(rut.berms_m.iter().all(|berm| *berm > 0.0), "{rut:?}");
    assert!((rut.berms_m[0] - rut.berms_m[1]).abs() < 0.3 * rut.berms_m[0], "{rut:?}");
    let time = |column: i32| {
        let tile = &ruts.tiles[&(0, column.div_euclid(32))];
        f64::from(tile.time[column.rem_euclid(32) as usize])
    };
    assert!(time(2) < time(10) && time(10) < time(14), "{} {} {}", time(2), time(10), time(14));
}

#[test]
fn a_run_that_stops_and_goes_on_leaves_the_ground_of_one_that_does_not() {
    let workdir = tempfile::tempdir().unwrap();
    let loaded = rolling_ball(LEVEL, 1.0);
    let [whole, halves] = ["whole", "halves"].map(|name| workdir.path().join(name));
    run(&loaded, &whole);
    let folder = OutputFolder::claim(&halves, true, false).unwrap();
    let mut go_on = |_| ControlFlow::Continue(());
    let first =
        runner::run(&loaded, &folder, None, Some(Time::from_millis(500)), &mut go_on).unwrap();
    let folder = OutputFolder::claim(&halves, true, false).unwrap();
    runner::run(&loaded, &folder, Some(first.state), None, &mut go_on).unwrap();
    let [one, other] =
        [whole, halves].map(|path| std::fs::read(RunFile::TerrainAfter.within(&path)).unwrap());
    assert!(one == other);
}
