//! Stages in which other programs judge: Pinocchio, MuJoCo, pyarrow, GDAL, Foxglove's and Khronos' readers, a
//! browser.

use super::session::{Session, is_there};
use std::path::PathBuf;

impl Session {
    pub(super) fn dynamics(&mut self) {
        self.stage("multibody algorithms against Pinocchio and MuJoCo");
        let Some(python) = self.python.clone() else {
            self.skip("dynamics: no Python");
            return;
        };
        let build = "build --workspace --bins --examples --profile checked";
        if !self.check("build the examples", &mut self.cargo(build)) {
            return;
        }
        let dump = self.target.join("checked/examples/dump_dynamics");
        let lines = |what: &str| self.target.join(format!("dynamics-{what}.jsonl"));
        let (trees, rover) = (lines("trees"), lines("rover"));
        if self.write("dump random trees", self.command(&dump).arg("200"), &trees)
            && self.write("dump the rover", self.command(&dump).arg("rover"), &rover)
        {
            let mut check = self.command(&python);
            check.arg("tests/python/check_dynamics.py").args([trees, rover]);
            self.check_and_show("200 random trees", &mut check);
        }
        self.urdf_dynamics(python);
    }

    fn urdf_dynamics(&mut self, python: PathBuf) {
        let data = std::env::var_os("PLANETFALL_DATA").map(PathBuf::from);
        let data = data.unwrap_or_else(|| self.root.join("../shared/data"));
        let folder = data.join("urdf");
        if !folder.is_dir() {
            self.skip(&format!("the dynamics of URDF files: no {}", folder.display()));
            return;
        }
        let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        files.retain(|path| path.extension().is_some_and(|kind| kind == "urdf"));
        files.sort();
        let lines = self.target.join("urdf.jsonl");
        let mut dump = self.command(self.target.join("checked/examples/dump_urdf"));
        if self.write("dump URDF files", dump.args(files), &lines) {
            let mut check = self.command(python);
            check.arg("tests/python/check_dynamics.py").arg(lines);
            self.check_and_show("URDF files", &mut check);
        }
    }

    pub(super) fn history(&mut self) {
        self.stage("a run's history, read by others");
        let Some(python) = self.python.clone() else {
            self.skip("history: no Python");
            return;
        };
        let runs = self.target.join("scenario-runs");
        let run = runs.join("msl-incline-drop");
        let mut export = self.command(&self.planetfall);
        export.arg("export").arg(&run).args(["--to", "csv"]);
        if !self.check("export msl-incline-drop to CSV", &mut export) {
            return;
        }
        let mut read = self.command(&python);
        read.arg("tests/python/read_history.py");
        read.args([run.join("history.parquet"), run.join("history.csv")]);
        self.check("history.parquet equals history.csv", &mut read);
        let mut recover = self.command(&python);
        recover.arg("tests/python/check_recovered.py").arg(&self.planetfall);
        self.check("pyarrow reads the history of a killed run", &mut recover);
        let mut terrain = self.command(&python);
        terrain.arg("tests/python/check_terrain_after.py").arg(runs.join("sandpit"));
        self.check("GDAL reads terrain_after.tif of sandpit", &mut terrain);
    }

    pub(super) fn exports(&mut self) {
        self.stage("exports of a run, read by others");
        let run = self.target.join("export-run");
        let mut drive = self.command(&self.planetfall);
        drive.args("run curiosity-drive --until 5 --quiet --force --out".split(' ')).arg(&run);
        if !self.check("run five seconds of curiosity-drive", &mut drive) {
            return;
        }
        let export = |session: &Self, words: &str| {
            let mut export = session.command(&session.planetfall);
            export.arg("export").arg(&run).args(words.split(' '));
            export
        };
        self.check("export to MCAP", &mut export(self, "--to mcap --rate 20"));
        self.check("export to glTF", &mut export(self, "--to gltf"));
        if let Some(python) = self.python.clone() {
            let mut read = self.command(&python);
            read.arg("tests/python/check_mcap.py").arg(run.join("run.mcap")).arg(&run);
            self.check("the MCAP file is the run", &mut read);
            // Rerun's program is in the environment's own folder.
            let path = std::env::var_os("PATH").unwrap_or_default();
            let own = python.parent().map(PathBuf::from);
            let folders = own.into_iter().chain(std::env::split_paths(&path));
            let path = std::env::join_paths(folders).unwrap_or(path.clone());
            let mut rerun = export(self, "--to rrd");
            if self.check("export to rrd", rerun.env("PATH", path)) {
                let mut read = self.command(&python);
                read.arg("tests/python/check_rrd.py").arg(run.join("run.rrd"));
                self.check("Rerun opens the rrd file", &mut read);
            }
        } else {
            self.skip("exports: no Python");
        }
        if self.node_packages() {
            let mut judge = self.command("node");
            judge.arg("tests/node/check_gltf.mjs").arg(run.join("run.glb"));
            self.check("the glTF file is valid", &mut judge);
        }
    }

    pub(super) fn viewer(&mut self) {
        self.stage("viewer");
        if !is_there("npm") {
            self.skip("viewer: no npm");
            return;
        }
        let step = |session: &Self, step: &str| {
            let mut check = session.command(session.root.join("viewer/check"));
            check.arg(step).env("PLANETFALL_BIN", &session.planetfall);
            check
        };
        if self.options.install {
            if !self.check("install viewer/package-lock.json", &mut step(self, "packages")) {
                return;
            }
        } else if !self.root.join("viewer/node_modules").is_dir() {
            self.skip("viewer/package-lock.json is not installed, and --no-install");
            return;
        }
        self.check("the page's types", &mut step(self, "types"));
        self.check("the page's unit tests", &mut step(self, "unit"));
        self.check("the bundle is what its source builds", &mut step(self, "bundle"));
        let named = std::env::var_os("CHROMIUM").is_some_and(|path| !path.is_empty());
        if !named && !is_there("chromium") && !self.apt_install("chromium") {
            self.skip("no Chromium: the page is not opened");
            return;
        }
        self.check("the page in a browser", &mut step(self, "browser"));
    }

    pub(super) fn schema(&mut self) {
        self.stage("JSON Schema of scenario, rig and vehicle files");
        let Some(python) = self.python.clone() else {
            self.skip("schema: no Python");
            return;
        };
        let is_rig = |path: &PathBuf| {
            let text = std::fs::read_to_string(path).unwrap_or_default();
            text.lines().any(|line| line.starts_with("[rig]"))
        };
        let files = self.toml_files("scenarios");
        let (rigs, scenarios): (Vec<PathBuf>, Vec<PathBuf>) = files.into_iter().partition(is_rig);
        let vehicles = self.toml_files("scenarios/vehicles");
        let kinds = [("scenario", scenarios), ("rig", rigs), ("vehicle", vehicles)];
        for (kind, files) in kinds {
            let schema = self.target.join(format!("{kind}.schema.json"));
            let mut print = self.command(&self.planetfall);
            print.args(["schema", "--of", kind]);
            if self.write(&format!("planetfall schema --of {kind}"), &mut print, &schema) {
                let mut check = self.command(&python);
                check.arg("tests/python/check_schema.py").arg(schema).args(files);
                self.check(&format!("every {kind} obeys the schema"), &mut check);
            }
        }
    }

    fn toml_files(&self, folder: &str) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.root.join(folder)).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        files.retain(|path| path.extension().is_some_and(|kind| kind == "toml"));
        files.sort();
        files
    }
}
