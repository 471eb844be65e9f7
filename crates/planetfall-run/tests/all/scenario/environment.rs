//! `[gravity]` of bodies, `[atmosphere]`, `[wind]`, starts by flight path, ground that ends.

use nalgebra::Vector3;
use planetfall::environment::{FlightPath, VelocityFrame};
use planetfall_files::format::Ink;
use planetfall_files::scenario::{Loaded, ScenarioFile};
use planetfall_run::runner::run_silently;
use std::path::Path;

const GALE: &str = "[gravity]\nkind = \"body\"\nbody = \"mars\"\nsite_radius_m = 3391150.0\n\
                    latitude_deg = -4.5895\nlongitude_deg = 137.4417\n";
const ENTRY: &str = "[vehicle.start.geodetic]\nlatitude_deg = -3.92\nlongitude_deg = 126.70\nradius_m = 3522200.0\n\
                     speed_m_per_s = 5845.2\nflight_path_angle_deg = -16.14\nazimuth_deg = 93.35\n";

/// A capsule on Mars: what surrounds it, the terrain's keys, its start.
fn scenario(gravity: &str, air: &str, terrain: &str, start: &str) -> String {
    format!(
        "title = \"entry\"\nduration_s = 20.0\n{gravity}{air}[terrain]\nkind = \"incline\"\nslope_deg = 4.5\n{terrain}\
         [ground]\nkind = \"nonsmooth\"\nfriction_coefficient = 0.6\n[[vehicle]]\nname = \"capsule\"\nmass_kg = 3153.0\n\
         inertia_kg_m2 = [2000.0, 2500.0, 3000.0]\n[[vehicle.shape]]\nname = \"hull\"\nkind = \"sphere\"\nradius_m = 2.0\n\
         {start}[stepping]\nmethod = \"moreau_jean\"\nstep_s = 0.05\n"
    )
}

const TERRAIN: &str = "extent_m = 2000.0\n";

fn read(text: &str) -> Result<Loaded, String> {
    read_in(None, text)
}

fn read_in(folder: Option<&Path>, text: &str) -> Result<Loaded, String> {
    let file = match folder {
        Some(folder) => {
            let path = folder.join("scenario.toml");
            std::fs::write(&path, text).unwrap();
            ScenarioFile::read(&path).unwrap()
        }
        None => ScenarioFile::from_text("entry", text),
    };
    file.load(Ink::Plain).map_err(|mistakes| mistakes.text)
}

fn loaded(text: &str) -> Loaded {
    read(text).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn seen(loaded: &Loaded, frame: VelocityFrame) -> FlightPath {
    let world = &loaded.scenario.world;
    let motion = loaded.scenario.initial().motion(world, 0);
    let site = world.geodesy().planet().unwrap();
    let spin = world.gravity().spin().unwrap();
    FlightPath::of_site_motion(site, (&motion.position, &motion.velocity), frame, spin)
}

#[test]
fn the_entry_of_msl_starts_where_the_file_says() {
    let loaded = loaded(&scenario(GALE, "", TERRAIN, ENTRY));
    let relative = seen(&loaded, VelocityFrame::Relative);
    assert!((relative.speed - 5845.2).abs() < 1e-8);
    assert!((relative.angle.to_degrees() + 16.14).abs() < 1e-10);
    assert!((relative.azimuth.to_degrees() - 93.35).abs() < 1e-10);
    assert!((relative.coordinates.radius - 3_522_200.0).abs() < 1e-6);
    assert!((relative.coordinates.latitude.to_degrees() + 3.92).abs() < 1e-12);
    assert!((relative.coordinates.longitude.to_degrees() - 126.70).abs() < 1e-12);
    let inertial = seen(&loaded, VelocityFrame::Inertial);
    assert!((inertial.speed - 6084.5).abs() < 0.05, "{}", inertial.speed);
    assert!((inertial.angle.to_degrees() + 15.49).abs() < 0.005);
}

#[test]
fn a_start_by_inertial_velocity_is_that_by_relative_velocity() {
    let own = ENTRY.replace("5845.2", "6084.5").replace("-16.14", "-15.49");
    let own = own + "velocity_frame = \"inertial\"\n";
    let back = seen(&loaded(&scenario(GALE, "", TERRAIN, &own)), VelocityFrame::Inertial);
    assert!((back.speed - 6084.5).abs() < 1e-8 && (back.angle.to_degrees() + 15.49).abs() < 1e-10);
}

#[test]
fn the_effective_file_starts_the_same_entry() {
    let air = "[atmosphere]\nkind = \"embedded\"\nprofile = \"mars-msl\"\n[atmosphere.perturbation]\n\
               [wind]\neast_m_per_s = 20.0\n[wind.gusts]\nlower_sigma_m_per_s = 3.0\n";
    let own =
        ENTRY.to_owned() + "angle_of_attack_deg = -16.0\nbank_deg = 60.0\nforward_axis = \"-z\"\n";
    let first = loaded(&scenario(GALE, air, TERRAIN, &own));
    let again = loaded(&first.effective);
    assert_eq!(first.scenario.motions, again.scenario.motions);
    let place = Vector3::new(-3e5, 1e4, 2e4);
    let worlds = [&first.scenario.world, &again.scenario.world];
    let [a, b] = worlds.map(|world| (world.air(&place, 3.0), world.wind(&place, 3.0)));
    assert_eq!(a, b);
    assert!(a.0.density > 0.0 && (a.1 - Vector3::x() * 20.0).norm() > 0.1);
}

#[test]
fn attitudes_are_those_against_the_velocity_and_the_local_vertical() {
    let own = ENTRY.to_owned() + "angle_of_attack_deg = 16.0\nforward_axis = \"-z\"\n";
    let first = loaded(&scenario(GALE, "", TERRAIN, &own));
    let motion = &first.scenario.motions[0];
    // The heat shield's axis −z lies 16° above the velocity: x points down and ahead.
    let ahead = motion.site_from_body * -Vector3::z();
    let angle = ahead.dot(&motion.velocity.normalize()).acos().to_degrees();
    assert!((angle - 16.0).abs() < 1e-9, "{angle}");
    let up = first.scenario.world.geodesy().up(&motion.position);
    assert!(ahead.dot(&up) > motion.velocity.normalize().dot(&up));
    let own =
        ENTRY.to_owned() + "attitude = \"local_ned\"\nyaw_pitch_roll_deg = [90.0, 0.0, 0.0]\n";
    let level = loaded(&scenario(GALE, "", TERRAIN, &own));
    let motion = &level.scenario.motions[0];
    let local = level.scenario.world.geodesy().site_from_local(&motion.position);
    // North-east-down axes turned by 90° to the right point east, and their z down.
    assert!((local.tr_mul(&(motion.site_from_body * Vector3::x())) - Vector3::x()).norm() < 1e-12);
    assert!((local.tr_mul(&(motion.site_from_body * Vector3::z())) + Vector3::z()).norm() < 1e-12);
}

#[test]
fn a_rate_against_the_stars_holds_the_attitude_while_the_planet_turns() {
    let start = format!("[vehicle.start]\nrate_frame = \"inertial\"\n{ENTRY}");
    let made = loaded(&scenario(GALE, "", TERRAIN, &start));
    let motion = &made.scenario.motions[0];
    let spin = made.scenario.world.gravity().spin().unwrap();
    assert!((motion.site_from_body * motion.rate + spin).norm() < 1e-18);
}

#[test]
fn an_altitude_is_one_over_the_bodys_ellipsoid() {
    let own = ENTRY.replace("radius_m = 3522200.0", "altitude_m = 125000.0");
    let made = loaded(&scenario(GALE, "", TERRAIN, &own));
    let place = made.scenario.motions[0].position;
    let altitude = made.scenario.world.geodesy().altitude(&place);
    assert!((altitude - 125e3).abs() < 1e-6, "{altitude}");
}

#[test]
fn tables_of_air_and_wind_come_from_files() {
    let folder = tempfile::tempdir().unwrap();
    let air = "# made for a test\naltitude_m,density_kg_per_m3,temperature_k,density_factor\n0,0.02,220,0.5\n\
               10000,0.01,200,1\n20000,0.004,190,1\n";
    std::fs::write(folder.path().join("air.csv"), air).unwrap();
    let wind = "altitude_m;east_m_per_s;north_m_per_s\n0;10;0\n20000;30;-8\n";
    std::fs::write(folder.path().join("wind.csv"), wind).unwrap();
    let keys = "[atmosphere]\nkind = \"table\"\nfile = \"air.csv\"\ndatum_radius_m = 3391150.0\ndensity_factor = 2.0\n\
                [[atmosphere.multiplier]]\naltitude_m = 0.0\nfactor = 1.0\n[[atmosphere.multiplier]]\n\
                altitude_m = 20000.0\nfactor = 3.0\n[wind]\nfile = \"wind.csv\"\nnorth_m_per_s = 1.0\n\
                datum_radius_m = 3391150.0\n";
    let text = scenario(GALE, keys, TERRAIN, ENTRY);
    let made = read_in(Some(folder.path()), &text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let world = &made.scenario.world;
    let air = world.air(&(Vector3::z() * 10e3), 0.0);
    assert!((air.density - 0.01 * 2.0 * 2.0).abs() < 1e-9, "{}", air.density);
    assert!((air.temperature - 200.0).abs() < 1e-6);
    assert!((world.air(&Vector3::zeros(), 0.0).density - 0.02).abs() < 1e-9);
    let blown = world.wind(&(Vector3::z() * 10e3), 0.0);
    assert!((blown - Vector3::new(20.0, -3.0, 0.0)).norm() < 0.1, "{blown}");
    assert_eq!(made.inputs.len(), 2, "{:?}", made.inputs);
    // The effective file finds them from any folder.
    assert_eq!(loaded(&made.effective).scenario.world.air(&Vector3::zeros(), 0.0).density, {
        world.air(&Vector3::zeros(), 0.0).density
    });
}

#[test]
fn mistakes_of_what_surrounds_a_vehicle_say_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let table = |text: &str| {
        std::fs::write(folder.path().join("air.csv"), text).unwrap();
        let keys = "[atmosphere]\nkind = \"table\"\nfile = \"air.csv\"\n";
        read_in(Some(folder.path()), &scenario(GALE, keys, TERRAIN, ENTRY)).unwrap_err()
    };
    let header = "altitude_m,density_kg_per_m3,temperature_k\n0,0.02,220\n";
    for (rows, message) in [
        ("1000,nan,210\n", "line 3"),
        ("1000,0,210\n", "row 2: density is 0: it must be greater than zero"),
        ("0,0.01,210\n", "row 2: altitude 0 m comes after 0 m"),
        ("1000,0.01,-3\n", "row 2: temperature is -3"),
        ("", "1 rows: at least 2 are needed"),
    ] {
        let found = table(&format!("{header}{rows}"));
        assert!(found.contains(message) && found.contains("air.csv"), "{rows}:\n{found}");
    }
    assert!(table("altitude_m,density\n0,1\n").contains("density_kg_per_m3"));
    let flat = "[gravity]\nacceleration_m_per_s2 = 3.7\n";
    let below = ENTRY.replace("3522200.0", "3390000.0");
    let both = ENTRY.to_owned() + "altitude_m = 1e5\n";
    for (text, message) in [
        (scenario(flat, "", "", ENTRY), "a geodetic start needs a planet"),
        (
            scenario(flat, "", TERRAIN, "[vehicle.start]\nheight_m = 9.0\n"),
            "needs gravity of a planet",
        ),
        (scenario(GALE, "", TERRAIN, &below), "m below the ground"),
        (scenario(GALE, "", TERRAIN, &both), "either `radius_m` or `altitude_m`"),
        (
            scenario(GALE, "", TERRAIN, "[vehicle.start]\nposition_m = [0.0, 0.0]\n"),
            "missing key `height_m`",
        ),
        (
            scenario(GALE, "", TERRAIN, &format!("[vehicle.start]\nheight_m = 3.0\n{ENTRY}")),
            "`height_m` says what `geodetic` says too",
        ),
        (scenario(GALE, "[wind]\nfile = \"none.csv\"\n", TERRAIN, ENTRY), "none.csv"),
    ] {
        let found = read(&text).err().unwrap_or_default();
        assert!(found.contains(message), "{message}:\n{found}\n{text}");
    }
}

#[test]
fn a_run_that_leaves_its_table_says_where_and_in_which_phase() {
    let folder = tempfile::tempdir().unwrap();
    let air = "altitude_m,density_kg_per_m3,temperature_k\n0,0.02,220\n125000,1e-8,140\n";
    std::fs::write(folder.path().join("air.csv"), air).unwrap();
    let keys = "[atmosphere]\nkind = \"table\"\nfile = \"air.csv\"\nbeyond_table = \"error\"\n";
    let own = ENTRY.replace("-16.14", "16.14");
    let made = read_in(Some(folder.path()), &scenario(GALE, keys, TERRAIN, &own)).unwrap();
    let error = run_silently(&made.scenario).unwrap_err().to_string();
    assert!(error.contains("capsule is at an altitude of") && error.contains("phase"), "{error}");
}
