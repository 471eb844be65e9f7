//! Rigs from their files: the schema, mistakes, folders, and a wheel that was measured.
#![allow(clippy::unwrap_used, clippy::panic)]

use planetfall_files::format::{Ink, audit};
use planetfall_files::rig::{RIG, builtin, builtins};
use planetfall_files::run_folder::{OutputFolder, table};
use planetfall_files::scenario::ScenarioFile;
use planetfall_files::soils;
use planetfall_run::campaign::all_cores;
use planetfall_run::rig::measured::{read_plates, read_wheels};
use planetfall_run::rig::{self, Bed, Findings, Prediction, Wheel, residuals};
use std::num::NonZero;
use std::path::PathBuf;

fn file(text: &str) -> ScenarioFile {
    ScenarioFile::from_text("test", text)
}

const PLATES: &str = "title = \"t\"\n[ground]\nsoil = \"dlr-a\"\nspacing_m = 0.01\n[rig]\n\
                      kind = \"bevameter\"\noffsets = 3\n";

#[test]
fn the_schema_of_rigs_is_sound() {
    assert_eq!(audit(&RIG), Vec::<String>::new());
}

#[test]
fn every_built_in_rig_loads_and_its_effective_file_is_itself() {
    for known in builtins() {
        let source = ScenarioFile::from_text(known.name, known.text);
        assert!(source.is_rig(), "{}", known.name);
        let loaded = rig::load(&source, Ink::Plain).unwrap();
        assert!(!loaded.expectations.is_empty(), "{}", known.name);
        let again = ScenarioFile::from_text(known.name, &loaded.effective);
        assert!(again.is_rig());
        let again = rig::load(&again, Ink::Plain).unwrap().effective;
        // What was a default is then given.
        let plain = |text: &str| text.replace("  # default", "");
        assert_eq!(again, plain(&loaded.effective));
    }
    let sandpit = planetfall_files::scenario::builtin("sandpit").unwrap();
    assert!(!ScenarioFile::from_text("sandpit", sandpit.text).is_rig());
}

/// The pull along the tips of the grousers cannot exceed the soil's strength there; the figure's own axis
/// at this slip is missed, and the run says so.
#[test]
fn a_missed_axis_of_a_figure_is_no_tick_and_the_pull_is_below_the_soils_strength() {
    let known = builtin("exomars-drawbar").unwrap();
    let expect = r#"[{metric = "slip_70.pull_n", kind = "measured", source = "Fig. 12", min = 240.0,
        max = 360.0, known_miss = "why"}]"#;
    let settings = [("rig.slips", "[0.7]"), ("expect", expect)];
    let settings = settings.map(|(key, value)| (key.to_owned(), value.to_owned()));
    let source = ScenarioFile::from_text(known.name, known.text).with_overrides(&settings);
    let loaded = rig::load(&source, Ink::Plain).unwrap();
    let workdir = tempfile::tempdir().unwrap();
    let folder = OutputFolder::claim(workdir.path(), true, false).unwrap();
    let summary = rig::run(&loaded, &folder, all_cores()).unwrap().summary;
    let [verdict] = &summary.expect[..] else { panic!("{:?}", summary.expect) };
    assert!(verdict.is_known_miss() && !table(&summary.expect).contains('✓'), "{verdict:?}");
    let weight = 6.0 * 408.6;
    let greatest = summary.metrics["slip_70.greatest_pull_n"];
    assert!(greatest < weight * 13.4_f64.to_radians().tan(), "{greatest}");
}

#[test]
fn mistakes_of_a_rig_are_reported_with_their_places() {
    let mistakes = |text: &str| rig::load(&file(text), Ink::Plain).unwrap_err().text;
    let reported = mistakes(&PLATES.replace("offsets = 3", "ofsets = 3"));
    assert!(reported.contains("ofsets") && reported.contains("offsets"), "{reported}");
    let reported = mistakes(&PLATES.replace("offsets = 3", "radii_m = [0.05]"));
    assert!(reported.contains("two sizes"), "{reported}");
    let reported = mistakes(&PLATES.replace("dlr-a", "dlr-q"));
    assert!(
        reported.contains("there is no soil `dlr-q`") && reported.contains("dlr-a"),
        "{reported}"
    );
    let reported = mistakes(&PLATES.replace("0.01", "1e-9"));
    assert!(reported.contains("0.0001 m"), "{reported}");
    let expect =
        "[[expect]]\nmetric = \"identified_q\"\nvalue = 1.0\ntolerance = 1.0\nsource = \"s\"\n";
    let reported = mistakes(&format!("{PLATES}{expect}"));
    assert!(reported.contains("identified_q") && reported.contains("did you mean"), "{reported}");
}

const WHEEL: &str = "title = \"t\"\n[ground]\nsoil = \"dlr-a\"\nspacing_m = 0.01\n[rig]\n\
                     kind = \"single-wheel\"\ndistance_m = 0.2\nslips = [0.0, 0.8]\n";

/// What a rig finds, or why it finds nothing.
fn run(text: &str) -> Result<Findings, String> {
    let workdir = tempfile::tempdir().unwrap();
    let folder = OutputFolder::claim(&workdir.path().join("run"), false, false).unwrap();
    let loaded = rig::load(&file(text), Ink::Plain).unwrap();
    let finished = rig::run(&loaded, &folder, all_cores());
    finished.map(|finished| finished.findings).map_err(|error| error.to_string())
}

#[test]
fn a_wheel_that_sinks_to_its_axle_is_reported_and_leaves_the_other_slips_alone() {
    let weak = "[[ground.soil_type]]\nname = \"weak\"\nbase = \"dlr-a\"\nslip_sinkage = 2.0\n";
    let weak = WHEEL.replace("dlr-a", "weak") + "load_n = 300\n" + weak;
    let found = run(&weak).unwrap();
    assert!(found.metrics.contains_key("slip_0.pull_n"), "{:?}", found.metrics);
    assert!(!found.metrics.contains_key("slip_80.pull_n"), "{:?}", found.metrics);
    assert!(found.text.contains("sinks in"), "{}", found.text);
    let reported = &found.warnings[0];
    assert!(
        reported.starts_with("warning: in weak: the wheel under 300 N sinks to its axle"),
        "{reported}"
    );
    assert!(
        reported.contains("at a slip of 0.800") && reported.contains("take less load"),
        "{reported}"
    );
    let row = found.sheets[0].rows[1][2];
    assert!(row.is_nan(), "{row}");
    let reported = run(&(WHEEL.to_owned() + "load_n = 5000\n")).unwrap_err();
    assert!(
        reported.contains("in dlr-a: the wheel under 5000 N sinks to its axle while"),
        "{reported}"
    );
}

#[test]
fn soil_too_soft_for_its_numbers_is_a_warning_of_a_rig() {
    let narrow =
        WHEEL.replace("dlr-a", "cmu-sand") + "radius_m = 0.05\nwidth_m = 0.02\nload_n = 10\n";
    let reported = run(&narrow).unwrap_err();
    assert!(reported.contains("k_c/b* + k_phi was not positive under the wheel in"), "{reported}");
    assert!(reported.contains("must exceed -k_c/k_phi = 0.0201 m"), "{reported}");
    let plates =
        PLATES.replace("dlr-a", "cmu-sand").replace("spacing_m = 0.01", "spacing_m = 0.005");
    let light = "radii_m = [0.015, 0.05]\npressures_pa = [500.0, 1000.0]\n";
    let found = run(&(plates.clone() + light)).unwrap();
    let reported = &found.warnings[0];
    assert!(reported.contains("not positive under the disc of radius 0.015 m and"), "{reported}");
    let reported = run(&(plates + "radii_m = [0.015, 0.05]\n")).unwrap_err();
    assert!(reported.contains("not positive under a plate of b = 0.015 m"), "{reported}");
    assert_eq!(run(WHEEL).unwrap().warnings, Vec::<String>::new());
}

#[test]
fn soil_that_takes_too_much_memory_is_refused_before_a_rig_is_run() {
    let reported = |text: &str| rig::load(&file(text), Ink::Plain).unwrap_err().text;
    let fine = |text: &str| text.replace("spacing_m = 0.01", "spacing_m = 0.0001");
    let sweep = "slips = [-0.5, -0.2, 0.0, 0.1, 0.2, 0.3]";
    let wheel = reported(&fine(WHEEL).replace("slips = [0.0, 0.8]", sweep));
    assert!(wheel.contains("MB if all were touched"), "{wheel}");
    assert!(wheel.contains("take a spacing of at least") && wheel.contains(":4"), "{wheel}");
    assert!(wheel.contains("side by side"), "{wheel}");
    let plates = reported(&fine(PLATES));
    assert!(plates.contains("more than the 4000000 that can be evaluated"), "{plates}");
    let further = reported(&(PLATES.to_owned() + "further_spacings_m = [0.0001]\n"));
    assert!(further.contains("0.0001 m are") && further.contains("test.toml:8"), "{further}");
}

#[test]
fn rectangles_beside_a_table_of_discs_are_distinguished() {
    let rectangles = "rectangles_m = [[0.2, 0.1], [0.1, 0.05]]\n";
    let remark = "Table 2 and the reference are of discs";
    let alone = run(&(PLATES.to_owned() + "radii_m = []\n" + rectangles)).unwrap();
    assert!(alone.text.contains(remark), "{}", alone.text);
    let both = run(&(PLATES.to_owned() + rectangles)).unwrap();
    assert!(!both.text.contains(remark) && both.text.contains("Table 2"), "{}", both.text);
    // Sides of whole cells: every placement is the same, and a finer grid is closer.
    assert!(alone.metrics["identified_kc_spread"] < 1e-6, "{:?}", alone.metrics);
    let finer = PLATES.replace("spacing_m = 0.01", "spacing_m = 0.005");
    let finer = run(&(finer + "radii_m = []\n" + rectangles)).unwrap();
    let deviation = |found: &Findings| (found.metrics["identified_kc"] / 2370.0 - 1.0).abs();
    assert!(
        deviation(&alone) < 0.11 && deviation(&finer) < 0.61 * deviation(&alone),
        "{:?}",
        finer.metrics
    );
}

#[test]
fn a_rig_leaves_the_same_for_any_number_of_threads_and_its_page_can_be_made_again() {
    let workdir = tempfile::tempdir().unwrap();
    let loaded = rig::load(&file(PLATES), Ink::Plain).unwrap();
    let found = |name: &str, jobs: usize| {
        let folder = OutputFolder::claim(&workdir.path().join(name), false, false).unwrap();
        let finished = rig::run(&loaded, &folder, NonZero::new(jobs).unwrap()).unwrap();
        let names: Vec<String> = finished.summary.metrics.keys().cloned().collect();
        let mut promised = loaded.rig.metric_names();
        promised.sort();
        assert_eq!(names, promised);
        (finished.findings, folder)
    };
    let ((one, folder), (two, _)) = (found("one", 1), found("two", 2));
    assert_eq!(one, two);
    assert!((one.metrics["identified_n"] - 0.63).abs() < 1e-6);
    let place = folder.path();
    let page = std::fs::read(place.join("report.html")).unwrap();
    planetfall_report::report::write(place).unwrap();
    assert_eq!(page, std::fs::read(place.join("report.html")).unwrap());
    assert!(place.join("pressure-sinkage.svg").is_file());
    let kept = Findings::read(&place.join("rig.json")).unwrap();
    assert_eq!(kept.metrics, one.metrics);
    let sheet = std::fs::read_to_string(place.join("identified.csv")).unwrap();
    assert!(sheet.starts_with("spacing_m,n,"), "{sheet}");
}

#[test]
fn the_figures_of_the_paper_can_be_drawn() {
    let (maps, section) = rig::figures().unwrap();
    let range = |k: usize| {
        let values = maps[k].spots.iter().map(|spot| spot[2]);
        (values.clone().fold(f64::INFINITY, f64::min), values.fold(f64::NEG_INFINITY, f64::max))
    };
    let ((least, greatest), (low, high)) = (range(0), range(1));
    println!(
        "disc {least:.2} to {greatest:.2} (0.52 to 1.17); bars {low:.2} to {high:.2} (0.45 to 1.19)"
    );
    assert!((greatest - 1.17).abs() < 0.05 && (high - 1.19).abs() < 0.1);
    assert_eq!((maps.len(), section.curves.len()), (4, 2));
}

/// A file of the measured wheel; `None`, said aloud, where it is absent, which continuous integration does
/// not allow.
fn measured(name: &str) -> Option<String> {
    let data = std::env::var_os("PLANETFALL_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let path = data.join("cmu-single-wheel").join(name);
    if let Ok(text) = std::fs::read_to_string(&path) {
        return Some(text);
    }
    let required = std::env::var("CI").is_ok_and(|value| value == "true");
    assert!(!required, "the measured wheel is absent: {}", path.display());
    eprintln!("SKIPPED: no {}", path.display());
    None
}

#[test]
fn a_measured_wheel_is_predicted_with_the_soil_of_its_plates() {
    let (Some(plates), Some(wheels)) =
        (measured("plate_pressure_sinkage.csv"), measured("smooth_wheel_means.csv"))
    else {
        return;
    };
    let found = planetfall::rig::identify(&read_plates(&plates).unwrap()).unwrap();
    let soil = soils::find("cmu-sand").unwrap();
    println!("plates: {found:?}");
    assert!((found.exponent - soil.exponent).abs() < 1e-3);
    assert!((found.cohesive / soil.cohesive - 1.0).abs() < 1e-4);
    assert!((found.frictional / soil.frictional - 1.0).abs() < 1e-4);
    let bed = Bed { name: "cmu-sand".to_owned(), soil, recipe: Default::default(), spacing: 0.004 };
    let wheel = Wheel::smooth(0.058, 0.05, 24.0).unwrap();
    let prediction = Prediction { bed, wheel, speed: 0.01, distance: 0.2 };
    let rows = read_wheels(&wheels).unwrap();
    let rows: Vec<_> = rows.into_iter().filter(Prediction::is_fitted).collect();
    assert_eq!(rows.len(), 6);
    let pairs = prediction.of(&rows, all_cores()).unwrap();
    let [pull, depth] = residuals(&pairs);
    println!("root mean square: pull {pull:.2} N, depth {:.2} mm", 1e3 * depth);
    assert!(pull < 1.7 && depth < 2.5e-3, "{pull} N, {depth} m");
}
