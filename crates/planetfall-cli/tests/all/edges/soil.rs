//! Soft ground at its edges: what is refused, what is warned of, and what a run leaves behind.

use crate::edges::workdir::Workdir;

/// Something on sand; `more` stands before the vehicle's start.
fn on_sand(ground: &str, vehicle: &str, start: &str) -> String {
    format!(
        "title = \"trial\"\nduration_s = 0.5\nseed = 7\n[gravity]\nacceleration_m_per_s2 = 3.7\n\
         [terrain]\nkind = \"generated\"\nsize_m = 4.0\nspacing_m = 0.1\n\
         [ground]\nkind = \"soil\"\n{ground}\n[[vehicle]]\nname = \"body\"\n{vehicle}\n\
         [vehicle.start]\n{start}\n[stepping]\nmethod = \"implicit\"\nstep_s = 0.005\n"
    )
}

const DRY: &str = "soil = \"dry-sand\"\nspacing_m = 0.02";
const BALL: &str = "mass_kg = 30.0\ninertia_kg_m2 = [0.5, 0.5, 0.5]\n[[vehicle.shape]]\n\
                    name = \"shell\"\nkind = \"sphere\"\nradius_m = 0.2";
const ROLLING: &str = "height_m = 0.2\nvelocity_m_per_s = [0.6, 0.0, 0.0]";

/// A ball that is set on sand while it moves, in steps that resolve how it sinks in.
fn rolling() -> String {
    on_sand(DRY, BALL, ROLLING).replace("step_s = 0.005", "step_s = 0.001")
}

const FOOT: &str = "title = \"foot\"\n[[link]]\nname = \"body\"\nmass_kg = 10.0\n\
                    shape = { kind = \"box\", size_m = [0.2, 0.2, 0.2] }\n[[link.contactor]]\n\
                    name = \"sole\"\nkind = \"mesh\"\nfile = \"sole.obj\"\n";

/// A tetrahedron on its point, with vertices and faces as they are given.
fn tetrahedron(top: &str, faces: [&str; 4]) -> String {
    let faces: Vec<String> = faces.iter().map(|face| format!("f {face}\n")).collect();
    format!("v 0 0 -0.1\nv 0.1 0 0.1\nv -0.1 0.1 0.1\nv {top}\n{}", faces.concat())
}

const TOP: &str = "-0.1 -0.1 0.1";
const OUTWARD: [&str; 4] = ["1 3 2", "1 4 3", "1 2 4", "2 3 4"];

fn foot(workdir: &Workdir, sole: &str) {
    workdir.write("foot.toml", FOOT);
    workdir.write("sole.obj", sole);
    let vehicle = "model = \"foot.toml\"";
    workdir.write("trial.toml", on_sand(DRY, vehicle, "height_m = 0.1"));
}

#[test]
fn the_ruts_of_a_run_are_measured_along_a_line() {
    let workdir = Workdir::new();
    workdir.write("trial.toml", rolling());
    workdir.ok("run trial.toml --quiet --out r");
    let reported =
        workdir.ok("rut r --from 0.1,-0.5 --to 0.1,0.5 --out p.csv --out p.html --out p.svg");
    assert!(reported.contains("depth [mm]") && reported.contains("   1 "), "{reported}");
    let csv = String::from_utf8(workdir.read("p.csv")).unwrap();
    assert!(
        csv.starts_with("along_m,east_m,north_m,before_m,after_m,rise_m\n0.000000,0.100000,-0.5")
    );
    let page = String::from_utf8(workdir.read("p.html")).unwrap();
    assert!(page.contains("Planetfall rut profile") && page.contains("<svg"), "{page}");
    assert!(
        workdir.read("p.svg").starts_with(b"<svg") || workdir.read("p.svg").starts_with(b"<?xml")
    );
    workdir.refuses("rut r --from 90,0 --to 91,0", &["left the soil alone", "m east"]);
    workdir.refuses("rut r --from 0,0 --to 0,0", &["two different places"]);
    workdir.refuses("rut r --from 0;1 --to 0,0", &["--from 0;1", "EAST,NORTH"]);
    workdir.refuses("rut r --from 0,0 --to 0,1 --out p.pdf", &["p.pdf", ".html, .svg or .csv"]);
    workdir.refuses("rut nowhere --from 0,0 --to 0,1", &["not the folder of a Planetfall run"]);
}

#[test]
fn ruts_are_asked_in_vain_of_a_run_on_rigid_ground() {
    let workdir = Workdir::new();
    workdir.ok("run bounce --quiet --out r");
    workdir.refuses("rut r --from 0,0 --to 0,1", &["no ruts.f32", "kind = \"soil\""]);
}

#[test]
fn a_run_goes_on_on_the_ground_that_another_left() {
    let workdir = Workdir::new();
    workdir.write("trial.toml", rolling());
    workdir.ok("run trial.toml --quiet --out r");
    let terrain = workdir.ok("terrain r/terrain_after.tif");
    assert!(terrain.contains("spacing          0.02 m east, 0.02 m north"), "{terrain}");
    let again = rolling().replace(
        "kind = \"generated\"\nsize_m = 4.0\nspacing_m = 0.1",
        "kind = \"dem\"\nfile = \"r/terrain_after.tif\"",
    );
    workdir.write("again.toml", again);
    workdir.ok("run again.toml --quiet --out s");
    assert!(!workdir.read("s/terrain_after.tif").is_empty());
}

#[test]
fn what_falls_on_soil_is_held_by_it_in_long_steps_too() {
    let workdir = Workdir::new();
    for (soil, fall) in [("dry-sand", 0.5), ("dlr-a", 0.5), ("dry-sand", 2.0), ("dlr-a", 2.0)] {
        let ground = DRY.replace("dry-sand", soil);
        let start = format!("height_m = 0.25\nvelocity_m_per_s = [0.0, 0.0, -{fall:?}]");
        let allowed =
            "[[energy.allow]]\nnumerical = 0.4\nreason = \"steps that are long on purpose\"\n";
        workdir.write("trial.toml", on_sand(&ground, BALL, &start) + allowed);
        let rest = |step: &str| {
            let set = format!("--set duration_s=1.0 --set stepping.step_s={step}");
            workdir.ok(&format!("run trial.toml --quiet --force --out r {set}"));
            workdir.json("r/summary.json")["metrics"]["com.final_z_m"].as_f64().unwrap()
        };
        // A first-order method falls half a step longer, by 5 mm at 1 m/s.
        let (fine, coarse) = (rest("0.0005"), rest("0.01"));
        assert!((fine - coarse).abs() < 0.01, "{soil}, {fall} m/s: {fine} m, {coarse} m");
    }
}

#[test]
fn what_rolls_off_the_map_of_soil_ends_its_run_by_name_and_keeps_it() {
    let workdir = Workdir::new();
    let start = "position_m = [1.5, 0.0]\nheight_m = 0.195\nvelocity_m_per_s = [3.0, 0.0, 0.0]";
    workdir.write("trial.toml", on_sand(DRY, BALL, start));
    workdir.ok("run trial.toml --quiet --out r");
    let summary = workdir.json("r/summary.json");
    assert_eq!(summary["outcome"], "left_terrain", "{summary:#}");
    let reported = summary["warnings"].to_string();
    assert!(
        reported.contains("edge of the terrain: shell at") && reported.contains("x = 2.02"),
        "{reported}"
    );
    assert!(workdir.read("r/terrain_after.tif").len() > 1000);
    let outside = "position_m = [9.0, 0.0]\nheight_m = 0.2";
    workdir.write("trial.toml", on_sand(DRY, BALL, outside));
    workdir.refuses("run trial.toml --out s", &["trial.toml:", "outside"]);
}

#[test]
fn a_grid_too_fine_for_memory_is_refused_before_anything_is_computed() {
    let workdir = Workdir::new();
    let fine = DRY.replace("0.02", "0.0001");
    let long = on_sand(&fine, BALL, ROLLING).replace("duration_s = 0.5", "duration_s = 60.0");
    workdir.write("trial.toml", long);
    workdir.refuses(
        "run trial.toml --out r",
        &["trial.toml:13", "nodes every 0.0001 m", "MB", "take a spacing of at least"],
    );
}

#[test]
fn soil_too_soft_for_a_narrow_print_is_warned_of_once() {
    let workdir = Workdir::new();
    let soft = "soil = \"soft\"\nspacing_m = 0.02\n[[ground.soil_type]]\nname = \"soft\"\n\
                base = \"dry-sand\"\ncohesive_modulus_n_per_m_n1 = -4e5\n\
                frictional_modulus_n_per_m_n2 = 1.5e6";
    workdir.write("trial.toml", on_sand(soft, BALL, ROLLING));
    let ended = workdir.run("run trial.toml --out r");
    assert_eq!(ended.code, Some(0), "{}{}", ended.out, ended.err);
    let reported = ended.out + &ended.err;
    assert_eq!(reported.matches("was not positive under shell").count(), 1, "{reported}");
}

#[test]
fn meshes_that_are_no_bodies_are_reported_by_what_is_wrong_with_them() {
    let workdir = Workdir::new();
    foot(&workdir, &tetrahedron(TOP, OUTWARD));
    workdir.ok("check trial.toml");
    foot(&workdir, &tetrahedron(TOP, ["1 3 2", "1 3 4", "1 2 4", "2 3 4"]));
    workdir.refuses("run trial.toml --out r", &["sole", "one of them is flipped"]);
    foot(&workdir, &tetrahedron(TOP, ["1 2 3", "1 3 4", "1 4 2", "2 4 3"]));
    workdir.refuses("run trial.toml --out r", &["sole", "look inwards", "turn all triangles"]);
    foot(&workdir, &tetrahedron(TOP, ["1 3 2", "1 4 3", "1 2 4", "2 2 4"]));
    workdir.refuses("run trial.toml --out r", &["sole", "has no area, so it has no normal"]);
    foot(&workdir, &tetrahedron("nan -0.1 0.1", OUTWARD));
    workdir.refuses("run trial.toml --out r", &["sole", "not finite"]);
}

/// A slab of 0.3 by 0.2 m and 0.1 m high.
fn slab() -> String {
    let mut text = String::new();
    for k in 0..8 {
        let [x, y, z] = [0.15, 0.1, 0.05].map(|half| half);
        let side = |bit: u32, half: f64| if k >> bit & 1 == 1 { half } else { -half };
        text += &format!("v {} {} {}\n", side(0, x), side(1, y), side(2, z));
    }
    let faces = ["1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"];
    for face in faces {
        let [a, b, c, d]: [&str; 4] = face.split(' ').collect::<Vec<_>>().try_into().unwrap();
        text += &format!("f {a} {b} {c}\nf {a} {c} {d}\n");
    }
    text
}

#[test]
fn a_foot_of_triangles_stands_on_soil_by_every_method() {
    let workdir = Workdir::new();
    workdir.write("foot.toml", FOOT);
    workdir.write("sole.obj", slab());
    let damped = "soil = \"damped\"\nspacing_m = 0.02\n[[ground.soil_type]]\nname = \"damped\"\n\
                  base = \"dry-sand\"\ndamping_pa_s_per_m = 1e6";
    let start = "height_m = 0.0\nheight_of = \"settled\"";
    for method in ["implicit", "moreau_jean", "rk4", "dopri54"] {
        let mut text = on_sand(damped, "model = \"foot.toml\"", start)
            .replace("\"implicit\"", &format!("\"{method}\""));
        if method == "dopri54" {
            text = text.replace("step_s = 0.005", "longest_step_s = 0.005");
        }
        workdir.write("trial.toml", text);
        workdir.ok(&format!("run trial.toml --quiet --out {method}"));
        let summary = workdir.json(&format!("{method}/summary.json"));
        let load = summary["metrics"]["sole.final_normal_force_n"].as_f64().unwrap();
        assert!((load / 37.0 - 1.0).abs() < 1e-3, "{method}: {load} N");
        assert!(workdir.read(&format!("{method}/footprints.bin")).len() > 1000);
    }
}

#[test]
fn a_body_of_markers_is_compared_on_every_ground() {
    let workdir = Workdir::new();
    let scenario = "title = \"trial\"\nduration_s = 0.6\n[gravity]\nacceleration_m_per_s2 = 3.7\n\
                    [terrain]\nkind = \"incline\"\nslope_deg = 5.0\n[ground]\nrest_penetration_m = 0.01\n\
                    damping_ratio = 0.3\nstick_angle_deg = 32.0\nslide_angle_deg = 27.0\n\
                    [[vehicle]]\nname = \"body\"\nmass_kg = 100.0\ninertia_kg_m2 = [20.0, 20.0, 20.0]\n";
    let mut text = scenario.to_owned();
    for (k, [x, y]) in [[0.5, 0.5], [0.5, -0.5], [-0.5, 0.5], [-0.5, -0.5]].iter().enumerate() {
        text += &format!(
            "[[vehicle.marker]]\nname = \"foot_{k}\"\nposition_m = [{x:?}, {y:?}, -0.4]\n"
        );
    }
    text += "[vehicle.start]\nheight_m = 0.1\nheight_of = \"lowest_marker\"\n[stepping]\n\
             method = \"rk4\"\nstep_s = 0.001\n[[expect]]\nmetric = \"lateral_drift_m\"\nmax = 1.0\n\
             source = \"trial\"\n";
    workdir.write("trial.toml", text);
    workdir.ok("run trial.toml --quiet --strict --out own");
    let out = workdir.ok("compare trial.toml --ground marker,soil,nonsmooth --out c");
    assert!(out.contains("page: c/compare.html"), "{out}");
    for ground in ["marker", "soil", "nonsmooth"] {
        let summary = workdir.json(&format!("c/{ground}/summary.json"));
        assert_eq!(summary["outcome"], "completed", "{ground}");
        // A metric that only marker ground has is expected of it alone.
        let expected = summary["expect"].as_array().map_or(0, Vec::len);
        assert_eq!(expected, usize::from(ground == "marker"), "{ground}");
    }
}

#[test]
fn what_only_soil_records_is_left_out_on_other_grounds() {
    let workdir = Workdir::new();
    let named = "\n[[metric]]\nname = \"body.sunk_m\"\ncolumn = \"*.sinkage_m\"\nkind = \"max\"\n\
                 [[metric]]\nname = \"body.way_m\"\ncolumn = \"com.x_m\"\nkind = \"change\"\n\
                 [[expect]]\nmetric = \"body.sunk_m\"\nmax = 0.1\nsource = \"trial\"\n";
    workdir.write("trial.toml", rolling() + named);
    workdir.ok("compare trial.toml --ground marker,nonsmooth,soil --out c");
    for ground in ["marker", "nonsmooth", "soil"] {
        let metrics = &workdir.json(&format!("c/{ground}/summary.json"))["metrics"];
        assert!(
            metrics["body.way_m"].as_f64().is_some_and(|distance| distance > 0.01),
            "{metrics:#}"
        );
        assert_eq!(metrics["body.sunk_m"].is_number(), ground == "soil", "{ground}: {metrics:#}");
    }
}

#[test]
fn settle_reports_how_deep_a_rover_stands_in_soil() {
    let workdir = Workdir::new();
    let reported = workdir.ok("settle mer-dtm --soil dry-sand");
    assert!(reported.contains("mm deep") && reported.contains("balanced to"), "{reported}");
    let reported =
        workdir.ok("settle mer-dtm --soil dry-sand --along 0,0;1,0 --every 0.5 --table t.csv");
    assert!(reported.contains("rests at 3 of 3 places"), "{reported}");
    let table = String::from_utf8(workdir.read("t.csv")).unwrap();
    assert!(table.lines().next().unwrap().contains("wheel_front_left.sinkage_m"), "{table}");
    workdir.refuses("settle mer-dtm --soil mud", &["no built-in soil `mud`", "dry-sand"]);
    workdir
        .refuses("settle mer-dtm --soil dry-sand --spacing-m 0", &["spacing", "0.0001 m to 10 m"]);
    workdir.refuses("settle mer-dtm --soil dry-sand --on incline:40", &["it slides", "40.00°"]);
}
