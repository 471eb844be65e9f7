//! Every kind of terrain that a scenario can name.

use crate::scenario::fixture::{ball, ball_on, load, metric, near, refused, run};
use planetfall_files::format::Ink;
use planetfall_files::scenario::ScenarioFile;

/// The time of first contact after a fall of `height`.
fn fall(height: f64) -> f64 {
    (2.0 * height / 3.7132).sqrt()
}

/// Height of the ground at a place.
fn height(text: &str, x: f64, y: f64) -> f64 {
    load(text).scenario.world.terrain().height(x, y).unwrap()
}

#[test]
fn a_level_plane_lies_at_its_given_height() {
    let outcome = run(&ball_on("kind = \"level\"\nheight_m = 7.0"));
    near(&outcome, "foot.first_contact_s", fall(0.5), 0.001);
    assert!(metric(&outcome, "com.final_z_m") > 6.9);
}

#[test]
fn a_step_has_two_levels_and_a_heading() {
    let step = ball_on(
        "kind = \"step\"\nrise_m = 0.3\nlower_height_m = 1.0\nedge_m = 2.0\nuphill_heading_deg = 0.0",
    );
    assert_eq!((height(&step, 0.0, 1.9), height(&step, 0.0, 2.1)), (1.0, 1.3));
    let from_above = step.replace("height_m = 0.5", "height_m = 0.5\nposition_m = [0, 3]");
    let outcome = run(&from_above);
    near(&outcome, "foot.first_contact_s", fall(0.5), 0.001);
    assert!((metric(&outcome, "com.final_z_m") - 1.3).abs() < 0.1);
}

#[test]
fn strips_are_inclines_side_by_side() {
    let strips = "kind = \"strips\"\nstrip = [\n{ y_min_m = -5, y_max_m = 0, slope_deg = 10 },\n\
                  { y_min_m = 0, y_max_m = 5, slope_deg = 30 },\n]";
    let text = ball_on(strips);
    for (y, slope) in [(-2.0, 10.0_f64), (2.0, 30.0)] {
        let expected = -3.0 * slope.to_radians().tan();
        assert!((height(&text, 3.0, y) - expected).abs() < 1e-12);
    }
    refused(&text.replace("y_min_m = 0", "y_min_m = 6"), &["test.toml:5:1: error: "]);
    let outside = text.replace("height_m = 0.5", "height_m = 0.5\nposition_m = [0, 50]");
    refused(&outside, &["the start has no terrain at x = 0.000 m, y = 50.000 m"]);
}

#[test]
fn a_rock_of_each_shape_is_as_high_as_its_key_says() {
    for (rock, top) in [
        ("shape = \"hemisphere\"\nradius_m = 0.2", 0.2),
        ("shape = \"box\"\nlength_m = 0.4\nwidth_m = 0.6\nheight_m = 0.3", 0.3),
        ("shape = \"ellipsoid\"\nsemi_axes_m = [0.4, 0.3, 0.1]", 0.2),
        ("shape = \"ellipsoid\"\nsemi_axes_m = [0.4, 0.3, 0.1]\nsunk_m = 0.05", 0.15),
    ] {
        let text = ball_on(&format!(
            "kind = \"level\"\n[[terrain.rock]]\nposition_m = [0, 0]\nheading_deg = 30\n{rock}"
        ));
        assert!(
            (height(&text, 0.0, 0.0) - top).abs() < 1e-12,
            "{rock}: {}",
            height(&text, 0.0, 0.0)
        );
        let from_top = metric(&run(&text), "foot.first_contact_s");
        assert!((from_top - fall(0.5)).abs() < 0.001, "{rock}: {from_top}");
    }
    let incomplete = ball_on("kind = \"level\"\nrock = [{ shape = \"box\", position_m = [0, 0] }]");
    refused(&incomplete, &["`length_m`", "`width_m`", "`height_m`"]);
}

const MOON: &str = "kind = \"generated\"\nsize_m = 40\nspacing_m = 0.5\nslope_deg = 5\n\
    undulation = [{ amplitude_m = 0.5, wavelength_m = 20 }]\n\
    [terrain.roughness]\nhurst = 0.8\ndeviation_m = 0.02\n\
    [terrain.craters]\ndiameter_min_m = 2\ndiameter_max_m = 10\ndiffusion_age_m2 = 0.1\n\
    [terrain.rocks]\nlaw = \"moon\"\ndiameter_min_m = 0.1\ndiameter_max_m = 1.0\n";

#[test]
fn generated_ground_follows_its_seed_alone() {
    for shape in ["hemisphere", "ellipsoid", "box"] {
        let text = ball_on(&format!("{MOON}shape = \"{shape}\"\n"));
        let heights = |text: &str| {
            let loaded = load(text);
            let terrain = loaded.scenario.world.terrain();
            let at = |index: i32| terrain.height(0.37 * f64::from(index), 0.11 * f64::from(index));
            (-50..50).map(|index| at(index).unwrap().to_bits()).collect::<Vec<_>>()
        };
        assert_eq!(heights(&text), heights(&text));
        assert_ne!(heights(&text), heights(&text.replace("title", "seed = 2\ntitle")));
        let outcome = run(&text);
        assert!(metric(&outcome, "foot.contacts") >= 1.0);
    }
    let mars = MOON.replace("law = \"moon\"", "law = \"mars\"\ncover = 0.1");
    run(&ball_on(&mars));
    refused(&ball_on(&mars.replace("cover = 0.1\n", "")), &["`cover`"]);
}

#[test]
fn recipes_that_no_ground_has_are_reported() {
    refused(&ball_on("kind = \"generated\"\nsize_m = 1e9\nspacing_m = 0.1"), &["posts", "at most"]);
    let non_manifold = MOON.replace("diameter_min_m = 0.1", "diameter_min_m = 1e-7");
    refused(&ball_on(&non_manifold), &["test.toml:5:1: error: ", "rocks"]);
    let reversed = MOON.replace("diameter_min_m = 2", "diameter_min_m = 20");
    refused(&ball_on(&reversed), &["test.toml:5:1: error: "]);
}

#[test]
fn a_map_is_read_relative_to_the_scenario_with_its_site_as_given() {
    let folder = tempfile::tempdir().unwrap();
    // 5 x 5 posts 2 m apart that rise by 1 m a post to the north.
    let rows: String = (0..5).rev().map(|row| format!("{row} {row} {row} {row} {row}\n")).collect();
    let head = "ncols 5\nnrows 5\nxllcenter 100\nyllcenter 200\ncellsize 2\nNODATA_value -9999\n";
    std::fs::write(folder.path().join("ramp.asc"), format!("{head}{rows}")).unwrap();
    let load = |more: &str| {
        let text = ball_on(&format!("kind = \"dem\"\nfile = \"ramp.asc\"\n{more}"));
        let path = folder.path().join("ramp.toml");
        std::fs::write(&path, text).unwrap();
        ScenarioFile::read(&path).unwrap().load(Ink::Plain)
    };
    let height =
        |more: &str, x, y| load(more).unwrap().scenario.world.terrain().height(x, y).unwrap();
    assert!((height("", 0.0, 1.0) - 0.5).abs() < 1e-9);
    assert!((height("zero_height = \"datum\"", 0.0, 0.0) - 2.0).abs() < 1e-9);
    assert!((height("zero_height = \"datum\"\nsite_m = [2, 6]", 0.0, 0.0) - 3.0).abs() < 1e-9);
    assert!((height("interpolation = \"bilinear\"", 0.3, 0.7) - 0.35).abs() < 1e-9);
    assert!((height("resample_m = 1", 0.0, 1.0) - 0.5).abs() < 1e-9);
    assert!((height("window_m = 4", 0.0, 1.0) - 0.5).abs() < 1e-9);
    let reported = |more: &str| load(more).unwrap_err().text;
    assert!(
        reported("site_m = [100, 100]").contains("ramp.toml:7:8: error: "),
        "{}",
        reported("site_m = [100, 100]")
    );
    assert!(reported("outside = \"datum\"").contains("planet_radius_m"));
    let round = "outside = \"datum\"\nplanet_radius_m = 3.4e6";
    assert!(reported(round).contains("zero_height = \"datum\""));
    let round = format!("{round}\nzero_height = \"datum\"");
    assert!(height(&round, 1000.0, 0.0).abs() < 1.0);
}

/// A scenario beside a map of the given bytes, loaded.
fn on_map(name: &str, bytes: &[u8], more: &str) -> Result<f64, String> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(name), bytes).unwrap();
    let path = folder.path().join("map.toml");
    std::fs::write(&path, ball_on(&format!("kind = \"dem\"\nfile = \"{name}\"\n{more}"))).unwrap();
    let loaded =
        ScenarioFile::read(&path).unwrap().load(Ink::Plain).map_err(|reported| reported.text)?;
    loaded.scenario.world.terrain().height(0.0, 0.0).map_err(|error| error.to_string())
}

#[test]
fn a_window_may_lie_elsewhere_than_about_the_site_and_must_hold_it() {
    let rows: String = (0..9).rev().map(|row| format!("{row} {row} {row} {row} {row}\n")).collect();
    let grid = format!("ncols 5\nnrows 9\nxllcenter 0\nyllcenter 0\ncellsize 2\n{rows}");
    let height = |more: &str| on_map("ramp.asc", grid.as_bytes(), more);
    let north = "zero_height = \"datum\"\nsite_m = [4, 6]\nwindow_m = 6\nwindow_centre_m = [4, 9]";
    assert_eq!(height(north), Ok(3.0));
    let beyond = height(&north.replace("[4, 9]", "[4, 13]")).unwrap_err();
    assert!(beyond.contains("outside the map"), "{beyond}");
    let alone = height("window_centre_m = [4, 9]").unwrap_err();
    assert!(alone.contains("`window_centre_m` needs `window_m`"), "{alone}");
}

#[test]
fn a_png_is_ground_by_the_scale_that_the_scenario_gives() {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 3, 3);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Sixteen);
    let pixels: Vec<u8> = [1000u16; 9].iter().flat_map(|count| count.to_be_bytes()).collect();
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
    let reported = on_map("grey.png", &bytes, "").unwrap_err();
    assert!(
        reported.contains("map.toml:7:8: error: ") && reported.contains("height_per_count_m"),
        "{reported}"
    );
    let scale = "spacing_m = 2\nheight_per_count_m = 0.25\nheight_at_zero_m = -100\n\
                 zero_height = \"datum\"";
    assert_eq!(on_map("grey.png", &bytes, scale), Ok(150.0));
    let holes = on_map("grey.png", &bytes, &format!("{scale}\nno_data_value = 1000")).unwrap_err();
    assert!(holes.contains("no data at all"), "{holes}");
}

#[test]
fn a_run_that_leaves_the_map_ends_there_and_a_hole_in_it_is_an_error_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let head = "ncols 4\nnrows 4\nxllcenter 0\nyllcenter 0\ncellsize 2\nNODATA_value -9999\n";
    let rows = "0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 -9999\n";
    std::fs::write(folder.path().join("hole.asc"), format!("{head}{rows}")).unwrap();
    let run = |velocity: &str| {
        let text = ball(&[
            ("kind = \"level\"", "kind = \"dem\"\nfile = \"hole.asc\""),
            ("height_m = 0.5", &format!("height_m = 0.5\nvelocity_m_per_s = {velocity}")),
        ]);
        let path = folder.path().join("hole.toml");
        std::fs::write(&path, text).unwrap();
        let loaded = ScenarioFile::read(&path).unwrap().load(Ink::Plain).unwrap();
        planetfall_run::runner::run_silently(&loaded.scenario)
    };
    let outcome = run("[-10, 0, 2]").unwrap();
    assert_eq!(outcome.name, "left_terrain");
    assert!((outcome.time.seconds() - 0.3).abs() < 1e-6, "{:?}", outcome.time);
    let error = run("[10, -10, 2]").unwrap_err().to_string();
    assert!(error.contains("foot at t = ") && error.contains("x = "), "{error}");
}

#[test]
fn a_planet_turns_under_what_falls() {
    let planet = "kind = \"planet\"\ngm_m3_per_s2 = 4.2828e13\nequatorial_radius_m = 3396200\n\
                  site_radius_m = 3396200\nrotation_rad_per_s = 7.088e-5\nlatitude_deg = 0";
    let high = [
        ("acceleration_m_per_s2 = 3.7132", planet),
        ("height_m = 0.5", "height_m = 1000"),
        ("duration_s = 0.9", "duration_s = 20"),
    ];
    let outcome = run(&ball(&high));
    // Eotvos: a body dropped at the equator comes down east of its foot by omega g t^3 / 3.
    let g = 4.2828e13 / 3_396_200.0_f64.powi(2) - 3_396_200.0 * 7.088e-5_f64.powi(2);
    let drift = 7.088e-5 * g * 20.0_f64.powi(3) / 3.0;
    near(&outcome, "com.final_x_m", drift, 0.002 * drift);
    near(&outcome, "com.final_z_m", 1000.0 - 0.5 * g * 400.0, 1.0);
}
