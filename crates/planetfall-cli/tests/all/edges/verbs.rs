//! Every verb, once through, and what it says of inputs it cannot use.

use crate::edges::workdir::{Workdir, shared_data};
use planetfall_files::scenario::builtins;
use serde_json::Value;

#[test]
fn list_names_the_built_in_scenarios() {
    let workdir = Workdir::new();
    let names: Vec<String> = workdir.ok("list --names").lines().map(str::to_owned).collect();
    // The showcase is the first; scripts know these by name.
    assert_eq!(names[0], "traverse");
    for name in ["bounce", "curiosity-drive", "msl-sky-crane", "lander-touchdown"] {
        assert!(names.iter().any(|known| known == name), "{name}");
    }
    let all = builtins().iter().chain(planetfall_files::rig::builtins());
    assert_eq!(names, all.map(|known| known.name).collect::<Vec<_>>());
    let titles = workdir.ok("list");
    assert!(titles.lines().zip(&names).all(|(line, name)| line.starts_with(name.as_str())));
}

#[test]
fn new_writes_a_scenario_that_runs_and_overwrites_none() {
    let workdir = Workdir::new();
    assert!(workdir.ok("new my-drop").contains("planetfall run my-drop.toml"));
    workdir.ok("run my-drop.toml --strict --quiet");
    assert_eq!(workdir.json("runs/my-drop/summary.json")["scenario"], "my-drop");
    workdir.ok("new b.toml --from bounce");
    workdir.ok("check b.toml");
    workdir.refuses("new my-drop", &["my-drop.toml is there already"]);
    workdir.refuses("new there/it", &["there/it.toml: there is no such folder"]);
    workdir.refuses("new x --from bouncy", &["--from bouncy", "msl-incline-drop, ", "bounce"]);
}

#[test]
fn check_reports_what_a_scenario_consists_of() {
    let workdir = Workdir::new();
    let reported = workdir.ok("check bounce");
    assert_eq!(reported, "bounce: fine. 1 vehicle, 1 contactor, 2 phases, 0.9 s, 7 expectations\n");
}

/// The schemas that may describe a node: itself, what it refers to, and its alternatives.
fn alternatives<'a>(root: &'a Value, schema: &'a Value) -> Vec<&'a Value> {
    let mut found = vec![schema];
    if let Some(reference) = schema["$ref"].as_str() {
        let target = root.pointer(reference.trim_start_matches('#')).unwrap();
        found.extend(alternatives(root, target));
    }
    for key in ["oneOf", "anyOf", "allOf"] {
        for inner in schema[key].as_array().into_iter().flatten() {
            found.extend(alternatives(root, inner));
        }
    }
    found
}

/// Fails unless the schema knows every key of a document.
fn assert_known(root: &Value, schemas: &[&Value], document: &Value, path: &str) {
    let schemas: Vec<&Value> = schemas.iter().flat_map(|s| alternatives(root, s)).collect();
    match document {
        Value::Object(map) => {
            for (key, inner) in map {
                let known: Vec<&Value> =
                    schemas.iter().filter_map(|s| s["properties"].get(key)).collect();
                assert!(!known.is_empty(), "the schema does not know {path}.{key}");
                assert_known(root, &known, inner, &format!("{path}.{key}"));
            }
        }
        Value::Array(items) => {
            let known: Vec<&Value> = schemas.iter().filter_map(|s| s.get("items")).collect();
            items.iter().for_each(|inner| assert_known(root, &known, inner, path));
        }
        _ => {}
    }
}

#[test]
fn the_schema_knows_every_key_of_the_built_in_scenarios() {
    let workdir = Workdir::new();
    let schema: Value = serde_json::from_str(&workdir.ok("schema")).unwrap();
    assert!(schema["$schema"].as_str().is_some_and(|s| s.contains("json-schema.org")));
    for known in builtins() {
        let mut document: Value = toml::from_str(known.text).unwrap();
        // What is set are paths into the file that this one builds on, checked when it is loaded.
        document.as_object_mut().unwrap().remove("set");
        assert_known(&schema, &[&schema], &document, known.name);
    }
    assert!(workdir.ok("schema --markdown").contains("`rest_penetration_m`"));
}

#[test]
fn schema_lists_the_metrics_and_columns_that_a_run_has() {
    let workdir = Workdir::new();
    workdir.ok("run bounce --quiet");
    let listed: Vec<String> =
        workdir.ok("schema --metrics bounce").lines().map(str::to_owned).collect();
    let summary = workdir.json("runs/bounce/summary.json");
    let metrics = summary["metrics"].as_object().unwrap();
    assert_eq!(listed.len(), metrics.len());
    assert!(listed.iter().all(|name| metrics.contains_key(name)));
    let columns = workdir.ok("schema --columns bounce");
    let names: Vec<&str> = columns.lines().filter_map(|l| l.split_whitespace().next()).collect();
    let csv = workdir.ok("export runs/bounce --to csv --out -");
    assert_eq!(csv.lines().next().unwrap().split(',').collect::<Vec<_>>(), names);
    assert!(workdir.ok("schema --metrics").contains("energy_per_metre_j"));
    workdir.refuses("schema --metrics nothing", &["nothing: no such file or built-in scenario"]);
}

#[test]
fn report_makes_the_same_page_again() {
    let workdir = Workdir::new();
    workdir.ok("run msl-incline-drop --quiet");
    let page = workdir.read("runs/msl-incline-drop/report.html");
    std::fs::remove_file(workdir.path("runs/msl-incline-drop/report.html")).unwrap();
    workdir.ok("report runs/msl-incline-drop");
    assert!(page == workdir.read("runs/msl-incline-drop/report.html"));
    workdir.refuses("report runs", &["runs is not the folder of a Planetfall run"]);
    workdir.refuses("report absent", &["absent is not the folder of a Planetfall run"]);
}

#[test]
fn export_writes_all_or_some_columns_to_a_file_or_a_pipe() {
    let workdir = Workdir::new();
    workdir.ok("run bounce --quiet");
    workdir.ok("export runs/bounce --to csv");
    let all = String::from_utf8(workdir.read("runs/bounce/history.csv")).unwrap();
    assert_eq!(all, workdir.ok("export runs/bounce --to csv --out -"));
    workdir.ok("export runs/bounce --to csv --columns time_s,foot.z_m --out some.csv");
    let some = String::from_utf8(workdir.read("some.csv")).unwrap();
    assert_eq!(some.lines().next(), Some("time_s,foot.z_m"));
    assert_eq!(some.lines().nth(1), Some("0,0.5"));
    assert_eq!(some.lines().count(), all.lines().count());
    workdir
        .refuses("export runs/bounce --to csv --columns foo", &["the history has no column foo"]);
    workdir.refuses("export runs --to csv", &["runs is not the folder of a Planetfall run"]);
    workdir.refuses("export runs/bounce --to xls", &["possible values: csv"]);
    workdir.refuses("export runs/bounce --to csv --out no/where.csv", &["no/where.csv"]);
    workdir.refuses("export runs/bounce --to csv --rate 5", &["a csv holds every record"]);
}

#[test]
fn terrain_reports_what_an_ascii_grid_holds() {
    let workdir = Workdir::new();
    // A plane that falls to the east by one in two.
    let row = "4 3 2 1 0\n";
    let head = "ncols 5\nnrows 4\nxllcorner 10\nyllcorner 20\ncellsize 2\nNODATA_value -9999\n";
    workdir.write("ramp.asc", head.to_owned() + &row.repeat(4));
    let reported = workdir.ok("terrain ramp.asc --hillshade ramp.png");
    for part in ["5 columns x 4 rows", "2 m east, 2 m north", "0.000 to 4.000 m", "26.6°"] {
        assert!(reported.contains(part), "lacks {part}:\n{reported}");
    }
    assert!(workdir.read("ramp.png").starts_with(b"\x89PNG"));
    workdir.refuses("terrain ramp.asc --hillshade no/where.png", &["no/where.png"]);
    workdir.refuses("terrain absent.tif", &["absent.tif: there is no such file"]);
    workdir.refuses("terrain .", &["this is a folder"]);
}

#[test]
fn terrain_looks_at_a_window_and_refuses_nonsense_ones() {
    let workdir = Workdir::new();
    let row = "4 3 2 1 0\n";
    let head = "ncols 5\nnrows 4\nxllcorner 10\nyllcorner 20\ncellsize 2\nNODATA_value -9999\n";
    workdir.write("ramp.asc", head.to_owned() + &row.repeat(4));
    let reported = workdir.ok("terrain ramp.asc --window 2,2,4 --hillshade part.png");
    for part in ["whole file       5 columns x 4 rows", "3 columns x 3 rows", "2.000 to 4.000 m"] {
        assert!(reported.contains(part), "lacks {part}:\n{reported}");
    }
    workdir.refuses("terrain ramp.asc --window 2,2", &["--window 2,2: write three numbers"]);
    workdir.refuses("terrain ramp.asc --window -900,2,4", &["fewer than 2 x 2 posts"]);
    workdir.refuses("terrain ramp.asc --window 2,2,0", &["window size"]);
    workdir.refuses("terrain ramp.asc --height-per-count-m 2", &["for PNG files only"]);
}

#[test]
fn terrain_takes_no_picture_in_colour_for_a_map() {
    let workdir = Workdir::new();
    let row = "4 3 2 1 0\n";
    let head = "ncols 5\nnrows 5\nxllcorner 0\nyllcorner 0\ncellsize 2\n";
    workdir.write("ramp.asc", head.to_owned() + &row.repeat(5));
    // A hillshade is in the colours of a palette.
    workdir.ok("terrain ramp.asc --hillshade shade.png");
    workdir.refuses("terrain shade.png --spacing-m 1 --height-per-count-m 1", &["in colour"]);
}

#[test]
fn terrain_notes_a_projection_that_it_does_not_understand() {
    let workdir = Workdir::new();
    let label = "PDS_VERSION_ID = PDS3\n^IMAGE = 513 <BYTES>\nOBJECT = IMAGE_MAP_PROJECTION\n\
        MAP_PROJECTION_TYPE = SINUSOIDAL\nMAP_SCALE = 3 <M/PIXEL>\nEND_OBJECT\nOBJECT = IMAGE\n\
        LINES = 2\nLINE_SAMPLES = 3\nSAMPLE_TYPE = MSB_INTEGER\nSAMPLE_BITS = 16\nEND_OBJECT\nEND\n";
    let mut bytes = label.as_bytes().to_vec();
    bytes.resize(512, b' ');
    bytes.extend([0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6]);
    workdir.write("map.img", bytes);
    let reported = workdir.ok("terrain map.img");
    for part in ["3 columns x 2 rows", "3 m east", "1.000 to 6.000 m", "note ", "SINUSOIDAL"] {
        assert!(reported.contains(part), "lacks {part}:\n{reported}");
    }
}

#[test]
fn terrain_draws_the_map_of_gale() {
    let Some(map) = shared_data("dem/gale_1m.tif") else { return };
    let workdir = Workdir::new();
    let reported = workdir.ok(&format!("terrain {} --hillshade gale.png", map.display()));
    assert!(reported.contains("348 columns x 337 rows"), "{reported}");
    assert!(reported.contains("-4472.670 to -4437.883 m"), "{reported}");
    assert!(workdir.read("gale.png").starts_with(b"\x89PNG"));
}

#[test]
fn a_scenario_on_the_map_of_gale_runs() {
    let Some(map) = shared_data("dem/gale_1m.tif") else { return };
    let workdir = Workdir::new();
    let text = format!(
        "title = \"Gale\"\nduration_s = 3.0\ngravity = {{ acceleration_m_per_s2 = 3.7132 }}\n\
         terrain = {{ kind = \"dem\", file = {:?}, window_m = 60, resample_m = 2 }}\n\
         [ground]\nrest_penetration_m = 0.01\ndamping_ratio = 0.3\nstick_angle_deg = 32\n\
         slide_angle_deg = 27\n[[vehicle]]\nname = \"probe\"\nmass_kg = 100\n\
         inertia_kg_m2 = [10, 10, 10]\nmarker = [{{ name = \"foot\", position_m = [0, 0, 0] }}]\n\
         start = {{ height_m = 1.0 }}\n[[expect]]\nmetric = \"foot.first_contact_s\"\n\
         value = 0.7339\ntolerance = 0.002\nsource = \"sqrt(2 h / g)\"\n",
        map.display().to_string()
    );
    workdir.write("gale.toml", text);
    workdir.ok("run gale.toml --strict");
}

#[test]
fn converge_reports_the_order_of_a_smooth_bounce() {
    let workdir = Workdir::new();
    // From the second phase on the contact is smooth; the flight after it shows the order.
    let reported = workdir.ok("converge bounce");
    assert!(reported.contains("order"), "{reported}");
    let words = "converge msl-incline-drop --set duration_s=0.5 --metrics com.final_z_m";
    assert!(workdir.ok(words).lines().nth(1).unwrap().starts_with("com.final_z_m"));
    let reported = ["no metric `slide_distnce_m`; did you mean `slide_distance_m`?"];
    workdir.refuses("converge msl-incline-drop --metrics slide_distnce_m", &reported);
}

#[test]
fn sweep_follows_one_key_and_reports_from_where_results_change() {
    let workdir = Workdir::new();
    let reported = workdir.ok("sweep msl-incline-drop --values 0.02,0.05,0.06,0.09");
    assert!(
        reported.contains("goes from 0.05, the first value without a warning, to 0.06; at 0.09"),
        "{reported}"
    );
    let csv = String::from_utf8(workdir.read("runs/sweep-msl-incline-drop/sweep.csv")).unwrap();
    assert_eq!(csv.lines().count(), 5);
    assert!(csv.starts_with("ground.stick_speed_m_per_s,wheel_1.final_normal_force_n"), "{csv}");
    let page = String::from_utf8(workdir.read("runs/sweep-msl-incline-drop/sweep.html")).unwrap();
    assert!(page.contains("<svg") && page.contains("with a warning"));
}

#[test]
fn a_sweep_reports_runs_that_fail_and_inputs_it_cannot_use() {
    let workdir = Workdir::new();
    let reported =
        workdir.ok("sweep msl-incline-drop --key stepping.step_s --values 0.001,0.1 --out s");
    assert!(
        reported.contains("failed")
            && reported.contains("at 0.1, against 0.001, one of the two runs gives no number"),
        "{reported}"
    );
    workdir
        .refuses("sweep bounce --metrics nope", &["--metrics: this scenario has no metric `nope`"]);
    let reported = ["--set ground.damping_rato=1.0: error: ", "did you mean `damping_ratio`?"];
    workdir.refuses("sweep bounce --key ground.damping_rato --values 1,2", &reported);
    workdir.refuses(
        "sweep bounce --key ground.damping_ratio --values 0.1,-2",
        &["must be at least 0"],
    );
    workdir.refuses("sweep bounce --values a", &["--values"]);
}

#[test]
fn the_showcase_runs_without_a_verb() {
    let workdir = Workdir::new();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_planetfall"))
        .current_dir(workdir.path("."))
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // It drives for a minute or two; what it is says it at once.
    let mut reported = String::new();
    let mut lines = std::io::BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        std::io::BufRead::read_line(&mut lines, &mut reported).unwrap();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(reported.contains("Running the showcase"), "{reported}");
    assert!(reported.contains("traverse: Curiosity drives 100 m"), "{reported}");
}

#[test]
fn every_verb_has_a_help_within_a_hundred_columns() {
    let workdir = Workdir::new();
    let verbs = workdir.ok("--help");
    let verbs = verbs.lines().skip_while(|l| !l.starts_with("Commands:")).skip(1);
    // Continued lines are indented further.
    let verbs = verbs.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    let verbs: Vec<&str> = verbs.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(verbs.len() > 10, "{verbs:?}");
    for verb in verbs.iter().filter(|verb| **verb != "help") {
        let reported = workdir.ok(&format!("{verb} --help"));
        let widest = reported.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(100), "{verb}: {reported}");
    }
}

#[test]
fn settle_reports_the_loads_of_every_built_in_vehicle() {
    let workdir = Workdir::new();
    // With all joints at zero the feet of the crawler are higher than its belly.
    let stand = |vehicle: &&planetfall_files::vehicle::BuiltInVehicle| vehicle.name != "crawler";
    for vehicle in planetfall_files::vehicle::builtins().iter().filter(stand) {
        let reported = workdir.ok(&format!("settle {}", vehicle.name));
        assert!(
            reported.contains("sum of loads") && reported.contains("tips over first"),
            "{reported}"
        );
    }
    let reported = workdir.ok("settle curiosity --on incline:15 --at 1,-2,0 --page page.html");
    assert!(reported.contains("roll to the right 15.0"), "{reported}");
    assert!(workdir.read("page.html").starts_with(b"<!DOCTYPE html>"));
}

#[test]
fn settle_drives_along_a_path_by_statics() {
    let workdir = Workdir::new();
    let reported =
        workdir.ok("settle mer --on incline:10 --along 0,0;2,0;2,1 --every 0.5 --table way.csv");
    assert!(reported.contains("rests at 7 of 7 places"), "{reported}");
    let table = String::from_utf8(workdir.read("way.csv")).unwrap();
    let mut lines = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let names = lines.next().unwrap();
    let place = |name: &str| names.iter().position(|known| *known == name).unwrap();
    for line in lines {
        let number = |name: &str| line[place(name)].parse::<f64>().unwrap();
        // The slope falls east: downhill at first, then across it.
        let (share, roll) =
            if number("heading_deg") < 1.0 { (0.0, 10.0) } else { (10f64.to_radians().tan(), 0.0) };
        assert!((number("traction_share").abs() - share).abs() < 1e-3, "{line:?}");
        assert!((number("tilt_deg") - 10.0).abs() < 0.2, "{line:?}");
        assert!((number("roll_deg").abs() - roll).abs() < 0.2, "{line:?}");
    }
    workdir.refuses("settle mer --along 0,0", &["write points x,y"]);
    workdir.refuses("settle mer --along 0,0;1,0 --every 0", &["must be positive"]);
}

#[test]
fn settle_refuses_what_it_cannot_settle() {
    let workdir = Workdir::new();
    workdir.refuses("settle curosity", &["curosity"]);
    workdir.refuses("settle curiosity --on incline:steep", &["incline:15"]);
    workdir.refuses("settle curiosity --at 1,2", &["x,y,heading"]);
    workdir.refuses("settle curiosity --gravity -1", &["--gravity must be positive"]);
    let slides = ["it slides: wheel_", "friction angle 32.01°", "asked for were 70.00°"];
    workdir.refuses("settle curiosity --on incline:70", &slides);
    let tips = ["it tips over at a slope of 48.0", "wheel_front_left", "asked for were 50.00°"];
    workdir.refuses("settle curiosity --on incline:50 --friction 2", &tips);
    workdir.refuses("settle curiosity --friction 0", &["--friction must be positive"]);
}

#[test]
fn export_writes_scenes_that_are_whole_or_not_there() {
    let workdir = Workdir::new();
    workdir.ok("run bounce --quiet");
    workdir.ok("export runs/bounce --to mcap");
    assert!(workdir.read("runs/bounce/run.mcap").starts_with(b"\x89MCAP0\r\n"));
    workdir.ok("export runs/bounce --to gltf --rate 5 --out a.glb");
    let glb = workdir.read("a.glb");
    assert!(glb.starts_with(b"glTF"));
    assert_eq!(glb[8..12], u32::try_from(glb.len()).unwrap().to_le_bytes());
    workdir.refuses("export runs/bounce --to mcap --columns time_s", &["only csv has columns"]);
    workdir.refuses("export runs/bounce --to gltf --rate 0", &["--rate 0: must be greater than 0"]);
    workdir.refuses("export runs/bounce --to gltf --out -", &["only csv goes to standard output"]);
    workdir.refuses("export runs/bounce --to gltf --out runs", &["this is a folder"]);
    workdir.refuses("export runs/bounce --to mcap --out no/where.mcap", &["no/where.mcap"]);
    std::fs::remove_file(workdir.path("runs/bounce/scene.json")).unwrap();
    workdir.refuses("export runs/bounce --to mcap --out b.mcap", &["scene.json"]);
    workdir.write("runs/bounce/scene.json", "{\"format\": 1");
    workdir.refuses("export runs/bounce --to gltf --out b.glb", &["scene.json"]);
}

#[test]
fn rrd_without_rerun_names_the_package_to_install() {
    let workdir = Workdir::new();
    workdir.ok("run bounce --quiet");
    let before = workdir.contents();
    let ended = crate::edges::workdir::ended(
        workdir.command("export runs/bounce --to rrd").env("PATH", ""),
    );
    assert_eq!(ended.code, Some(2));
    assert!(ended.err.contains("pip install rerun-sdk"), "{}", ended.err);
    assert_eq!(workdir.contents(), before);
}

#[test]
fn a_run_without_expectations_prints_its_main_metrics_and_warnings_last() {
    let workdir = Workdir::new();
    let bounce = planetfall_files::scenario::builtin("bounce").unwrap().text;
    let without = bounce.split("[[expect]]").next().unwrap();
    workdir.write("bare.toml", without);
    let said = workdir.ok("run bare.toml");
    for name in ["com.final_z_m", "com.peak_speed_m_per_s", "foot.peak_normal_force_n"] {
        assert!(said.contains(name), "{name}: {said}");
    }
    assert!(!said.contains("paper") && !said.contains("published"), "{said}");
    let page = String::from_utf8(workdir.read("runs/bare/report.html")).unwrap();
    let body = page.rsplit("</style>").next().unwrap();
    assert!(body.contains("no expectations to check") && !body.contains("published"), "{body}");
    // With expectations they are still there, each once.
    let said = workdir.ok("run bounce");
    assert!(said.contains("closed form") && !said.contains("paper"), "{said}");
    assert_eq!(said.matches("com.final_z_m").count(), 1, "{said}");
    assert!(said.contains("com.peak_speed_m_per_s"), "{said}");
    // Both streams in one, as a terminal shows them.
    let mut command = std::process::Command::new("sh");
    let program = env!("CARGO_BIN_EXE_planetfall");
    let line = format!(
        "'{program}' run bare.toml --set stepping.method=rk4 --set stepping.step_s=0.02 2>&1"
    );
    let done = command.args(["-c", &line]).current_dir(workdir.path("")).output().unwrap();
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    if let Some(warning) = said.find("warning:") {
        let report = said.find("report: ").unwrap_or(usize::MAX);
        assert!(report == usize::MAX || report < warning, "{said}");
    }
}
