//! Single inputs that once gave a wrong number without a word.
#![allow(clippy::unwrap_used, clippy::panic)]

use planetfall::rig::Plate;
use planetfall_files::format::Ink;
use planetfall_files::scenario::{Loaded, ScenarioFile};
use planetfall_files::soils;
use planetfall_run::campaign::all_cores;
use planetfall_run::rig::measured::MeasuredWheel;
use planetfall_run::rig::{self, Bed, Prediction, Rig, SingleWheel};
use planetfall_run::runner::run_silently;
use planetfall_run::slope::{Direction, Free, Motion, Point, Study, WheelSoil, fit};
use std::num::NonZero;
use std::path::Path;

const HEAD: &str =
    "title = \"trial\"\nduration_s = 5.0\n[gravity]\nacceleration_m_per_s2 = 3.7132\n";
const RIGID: &str = "[ground]\nkind = \"nonsmooth\"\nfriction_coefficient = 0.6\n";
const STEPPING: &str = "[stepping]\nmethod = \"moreau_jean\"\nstep_s = 0.005\n";

fn load(folder: &Path, text: &str) -> Loaded {
    let path = folder.join("scenario.toml");
    std::fs::write(&path, text).unwrap();
    let loaded = ScenarioFile::read(&path).unwrap().load(Ink::Plain);
    loaded.unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

/// A mast of 2 m whose foot does not move, with a pendulum at its end.
const MAST: &str = "root = \"fixed\"\ntitle = \"mast\"\n[[link]]\nname = \"mast\"\nmass_kg = 10.0\n\
                    centre_of_mass_m = [0.0, 0.0, 1.0]\nshape = { kind = \"box\", size_m = [0.1, 0.1, 2.0] }\n\
                    [[link.contactor]]\nkind = \"box\"\nname = \"foot\"\nsize_m = [0.1, 0.1, 2.0]\n\
                    position_m = [0.0, 0.0, 1.0]\n";

#[test]
fn a_vehicle_with_a_fixed_root_stands_where_its_start_has_it() {
    let workdir = tempfile::tempdir().unwrap();
    std::fs::write(workdir.path().join("mast.toml"), MAST).unwrap();
    let text = |start: &str| {
        format!(
            "{HEAD}[terrain]\nkind = \"level\"\nheight_m = 0.5\n{RIGID}[[vehicle]]\nname = \"mast\"\n\
             model = \"mast.toml\"\n[vehicle.start]\nposition_m = [3.0, -2.0]\n{start}\n{STEPPING}"
        )
    };
    // The centre of mass, 1 m above the foot, is 4 m above ground at 0.5 m.
    let outcome = run_silently(&load(workdir.path(), &text("height_m = 4.0")).scenario).unwrap();
    for (name, value) in [("com.final_x_m", 3.0), ("com.final_y_m", -2.0), ("com.final_z_m", 4.5)] {
        let found = outcome.metric(name).unwrap();
        assert!((found - value).abs() < 1e-12, "{name} is {found}, not {value}");
    }
    let lowest = load(workdir.path(), &text("height_m = 0.25\nheight_of = \"lowest_marker\""));
    let outcome = run_silently(&lowest.scenario).unwrap();
    assert!((outcome.metric("com.final_z_m").unwrap() - 1.75).abs() < 1e-12);
    // Turned by a right angle about y, the mast lies along x.
    let lying = load(workdir.path(), &text("height_m = 1.0\nyaw_pitch_roll_deg = [0, 90, 0]"));
    let motion = lying.scenario.initial().motion(&lying.scenario.world, 0);
    assert!((motion.position.x - 2.0).abs() < 1e-12, "{:?}", motion.position);
    std::fs::write(workdir.path().join("s.toml"), text("height_m = 0.0\nheight_of = \"settled\""))
        .unwrap();
    let settled = ScenarioFile::read(&workdir.path().join("s.toml")).unwrap().load(Ink::Plain);
    assert!(settled.unwrap_err().text.contains("whose root is fixed does not settle"));
}

/// A cart with four wheels, of which the front ones are steered, as URDF: it has no motors.
fn cart() -> String {
    let mass = |m: f64| {
        format!(
            "<inertial><mass value=\"{m}\"/><inertia ixx=\"0.1\" iyy=\"0.1\" izz=\"0.1\" ixy=\"0\" ixz=\"0\" \
             iyz=\"0\"/></inertial>"
        )
    };
    let tyre = "<collision><origin rpy=\"1.5707963 0 0\"/><geometry><cylinder radius=\"0.2\" \
                length=\"0.1\"/></geometry></collision>";
    let mut text = format!("<robot name=\"cart\"><link name=\"body\">{}</link>", mass(20.0));
    for (name, x, y) in [("fl", 0.5, 0.4), ("fr", 0.5, -0.4), ("rl", -0.5, 0.4), ("rr", -0.5, -0.4)]
    {
        let front = x > 0.0;
        let carrier = if front { format!("steer_{name}") } else { "body".to_owned() };
        if front {
            text += &format!(
                "<link name=\"{carrier}\">{}</link><joint name=\"turn_{name}\" type=\"revolute\">\
                 <parent link=\"body\"/><child link=\"{carrier}\"/><origin xyz=\"{x} {y} 0\"/>\
                 <axis xyz=\"0 0 1\"/><limit lower=\"-1\" upper=\"1\" effort=\"9\" velocity=\"1\"/></joint>",
                mass(1.0)
            );
        }
        let at = if front { "0 0 0".to_owned() } else { format!("{x} {y} 0") };
        text += &format!(
            "<link name=\"{name}\">{}{tyre}</link><joint name=\"roll_{name}\" type=\"continuous\">\
             <parent link=\"{carrier}\"/><child link=\"{name}\"/><origin xyz=\"{at}\"/>\
             <axis xyz=\"0 1 0\"/></joint>",
            mass(2.0)
        );
    }
    text + "</robot>"
}

#[test]
fn steering_joints_of_a_urdf_that_nothing_holds_are_reported() {
    let workdir = tempfile::tempdir().unwrap();
    std::fs::write(workdir.path().join("cart.urdf"), cart()).unwrap();
    let text = format!(
        "{HEAD}[terrain]\nkind = \"level\"\n{RIGID}[[vehicle]]\nname = \"cart\"\nmodel = \"cart.urdf\"\n\
         [vehicle.start]\nheight_m = 0.5\n{STEPPING}"
    );
    let reported = load(workdir.path(), &text).warnings.join("\n");
    for part in
        ["nothing holds the steering", "`turn_fl`, `turn_fr` are without a motor", "overlay"]
    {
        assert!(reported.contains(part), "lacks {part}:\n{reported}");
    }
}

#[test]
fn a_parked_rover_has_no_slip() {
    let workdir = tempfile::tempdir().unwrap();
    let rover = |leg: &str| {
        format!(
            "{HEAD}[terrain]\nkind = \"incline\"\nslope_deg = 8.0\ndownhill_heading_deg = 270.0\n[ground]\n\
             kind = \"wheel\"\nrest_penetration_m = 0.002\nfriction_angle_deg = 28.0\n\
             sinkage_exponent = 1.1\ncohesive_modulus_n_per_m_n1 = 990.0\n\
             frictional_modulus_n_per_m_n2 = 1528430.0\n[[vehicle]]\nname = \"mer\"\nmodel = \"mer\"\n\
             [vehicle.start]\nheight_m = 0.0\nheight_of = \"settled\"\n[[vehicle.drive]]\n{leg}\n\
             [stepping]\nmethod = \"implicit\"\nstep_s = 0.005\n"
        )
    };
    let slip = |leg: &str| {
        let outcome = run_silently(&load(workdir.path(), &rover(leg)).scenario).unwrap();
        outcome.metric("slip").unwrap()
    };
    let parked = slip("motion = \"stop\"\nduration_s = 5.0");
    assert!(parked.is_nan(), "{parked}");
    let driving = slip("motion = \"straight\"\nspeed_m_per_s = 0.05\nduration_s = 5.0");
    assert!((-0.05..0.3).contains(&driving), "{driving}");
}

/// The built-in wheel on the built-in soil with some of its keys changed.
fn wheel(keys: &str) -> Prediction {
    let text = format!(
        "title = \"t\"\n[ground]\nsoil = \"dlr-a\"\nspacing_m = 0.01\n[rig]\nkind = \"single-wheel\"\n{keys}"
    );
    let loaded = rig::load(&ScenarioFile::from_text("test", &text), Ink::Plain).unwrap();
    let Rig::SingleWheel(SingleWheel { bed, wheel, speed, .. }) = loaded.rig else {
        panic!("a single wheel")
    };
    Prediction { bed, wheel, speed, distance: 0.2 }
}

#[test]
fn a_measured_wheel_is_predicted_with_its_grousers() {
    let row = MeasuredWheel {
        slip: 0.4,
        slip_angle_deg: 0.0,
        pull: 0.0,
        side: 0.0,
        load: 60.0,
        depth: 0.0,
    };
    let (smooth, ribbed) = (wheel(""), wheel("grouser_count = 16\ngrouser_height_m = 0.01\n"));
    assert!(smooth.wheel.build.starts_with("a smooth wheel"), "{}", smooth.wheel.build);
    assert!(ribbed.wheel.build.contains("with 16 grousers of 0.01 m"), "{}", ribbed.wheel.build);
    assert_eq!(ribbed.wheel.under(60.0).build, ribbed.wheel.build);
    let pull = |one: &Prediction| one.of(&[row], all_cores()).unwrap()[0].1.pull;
    let (plain, gripping) = (pull(&smooth), pull(&ribbed));
    assert!((gripping - plain).abs() > 0.02 * 60.0, "{plain} N and {gripping} N");
}

#[test]
fn plates_stand_in_every_built_in_soil_whose_numbers_hold_for_them() {
    let plate = Plate::disc(0.05).unwrap();
    let mut stiff = 0;
    for named in soils::soils() {
        let (name, soil) = (named.name, named.soil);
        if soil.cohesive < 0.0 {
            continue;
        }
        let bed = Bed { name: name.to_owned(), soil, recipe: Default::default(), spacing: 0.005 };
        let bed = bed.build().unwrap();
        let mut scratch = planetfall::ground::scm::Scratch::new();
        for pressure in [2500.0, 20_000.0] {
            let force = pressure * std::f64::consts::PI * 0.05 * 0.05;
            let place = [0.0018, 0.0018];
            let sinkage = plate.sinkage(&bed, place, force, &mut scratch);
            let sinkage = sinkage.unwrap_or_else(|error| panic!("{name}: {error}"));
            let back = plate.force(&bed, place, sinkage, &mut scratch).unwrap();
            // In stiff soil a step of the soil's heights is a part in ten thousand of the sinkage.
            assert!((back / force - 1.0).abs() < 1e-4, "{name}: {back} N for {force} N");
            stiff += usize::from(sinkage < 1e-4);
        }
    }
    assert!(stiff > 0, "no soil was stiff enough to try it");
}

#[test]
fn a_fit_is_scored_on_samples_that_it_was_not_made_for() {
    let study = Study {
        vehicle: "mer-dtm".to_owned(),
        soil: WheelSoil::find("mer-slope-up").unwrap(),
        gravity_m_per_s2: Study::gravity_of("mer-dtm"),
        angles_deg: vec![15.0],
        motions: vec![Motion::Straight],
        directions: vec![Direction::Uphill],
        samples: 1,
        seed: 1,
        speed_m_per_s: 0.05,
        length_m: 0.15,
        step_s: 0.01,
    };
    let point = Point { direction: Direction::Uphill, angle_deg: 15.0, slip: 0.3, weight: 1.0 };
    let jobs = NonZero::new(2).unwrap();
    let fitted = fit(&study, &[point], Free::default(), (jobs, None), |_, _| {}).unwrap();
    let (_, own, fresh) = fitted.points[0];
    // One sample of another seed slips otherwise: what is left of it is no small number.
    assert!((fitted.residual - (own - 0.3).abs()).abs() < 1e-12);
    assert!((fitted.residual_fresh - (fresh - 0.3).abs()).abs() < 1e-12);
    assert!(fitted.residual_fresh > fitted.residual, "{fitted:?}");
}
