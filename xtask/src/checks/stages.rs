//! Stages that need Rust alone, and the built-in scenarios.

use super::session::{Session, is_there, show};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Scenarios of the inner loop: one of each kind of ground and vehicle, none of them long.
pub(super) const QUICK_SCENARIOS: [&str; 9] = [
    "bounce",
    "msl-incline-drop",
    "bouncing-ball",
    "incline-block",
    "lander-touchdown",
    "msl-sky-crane",
    "mer-arc",
    "exomars-step",
    "stuck-wheel",
];

pub(super) const LEFT_OUT_OF_QUICK: &str = "\
== left out: slow tests (profile quick in .config/nextest.toml), examples in the documentation, cargo doc,
   the other built-in scenarios, peers (Pinocchio, MuJoCo, GDAL), exports, viewer, schema, instructions";

const NEXTEST: &str = "nextest run --workspace --cargo-profile checked --no-fail-fast \
                       --success-output final --status-level fail --final-status-level fail";
const WITHOUT_NEXTEST: &str = "test --workspace --profile checked --no-fail-fast --lib --bins --tests \
                               --examples -- --show-output";
const BUILD_COUNTED: &str = "build --release --package planetfall --package planetfall-run \
                             --example drop_steps --example rover_steps --example scenario_steps \
                             --example soil_steps --example outside_steps";

/// The examples whose instructions are counted, while other stages leave a processor idle.
pub(super) struct CountedBuild(Option<Child>);

impl Session {
    pub(super) fn style(&mut self) {
        self.quick_style();
        let mut doc = self.cargo("doc --workspace --no-deps --profile checked");
        self.check("cargo doc", doc.env("RUSTDOCFLAGS", "-D warnings"));
    }

    pub(super) fn quick_style(&mut self) {
        self.stage("style");
        self.check("cargo fmt --check", &mut self.cargo("fmt --all --check"));
        let clippy = "clippy --workspace --all-targets --profile checked -- -D warnings";
        self.check("cargo clippy", &mut self.cargo(clippy));
        let mut links = self.command(self.any_python());
        self.check("links in the documents", links.arg("tests/python/check_links.py"));
    }

    /// The environment's Python, or whichever is there, for scripts that need no package.
    pub(super) fn any_python(&self) -> PathBuf {
        self.python.clone().unwrap_or_else(|| "python3".into())
    }

    fn has_nextest(&self) -> bool {
        let asked = self.cargo("nextest --version").stderr(Stdio::null()).output();
        asked.is_ok_and(|answer| answer.status.success())
    }

    pub(super) fn rust_tests(&mut self) {
        self.stage("Rust tests");
        if self.has_nextest() {
            self.tests("nextest", &mut self.cargo(NEXTEST));
        } else {
            self.tests("cargo-test", &mut self.cargo(WITHOUT_NEXTEST));
        }
        self.stage("examples in the documentation");
        self.tests("doc-tests", &mut self.cargo("test --workspace --profile checked --doc"));
    }

    pub(super) fn quick_tests(&mut self) {
        self.stage("Rust tests");
        if self.has_nextest() {
            self.tests("nextest", self.cargo(NEXTEST).args(["--profile", "quick"]));
        } else {
            self.skip(
                "no cargo-nextest, which leaves out the slow tests: cargo install cargo-nextest --locked",
            );
        }
    }

    fn build_command(&mut self) -> bool {
        let build = "build --workspace --bins --profile checked";
        self.check("build the command", &mut self.cargo(build))
    }

    /// All built-in scenarios, or those named, each held against what is expected of it.
    pub(super) fn scenarios(&mut self, only: Option<&[&str]>) {
        self.stage("built-in scenarios, each held against its published numbers");
        if !self.build_command() {
            return;
        }
        let names = match only {
            Some(names) => names.iter().map(|name| (*name).to_owned()).collect(),
            None => self.scenario_names(),
        };
        if names.is_empty() {
            self.bad("planetfall list --names names no scenario");
        }
        let passed = self.run_scenarios(&names);
        for (name, passed) in names.iter().zip(passed) {
            if passed {
                self.ok(&format!("run {name}"));
            } else {
                self.bad(&format!("run {name}"));
                show(&self.log(&format!("run-{name}")));
            }
        }
    }

    fn scenario_names(&self) -> Vec<String> {
        let listed = self.command(&self.planetfall).args(["list", "--names"]).output();
        let text = listed.map_or_else(|_| Vec::new(), |answer| answer.stdout);
        String::from_utf8_lossy(&text).split_whitespace().map(str::to_owned).collect()
    }

    /// Runs as many at once as there are processors.
    fn run_scenarios(&self, names: &[String]) -> Vec<bool> {
        let next = AtomicUsize::new(0);
        let mut passed = vec![false; names.len()];
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            let work = || {
                let mut done = Vec::new();
                while let Some((index, name)) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    names.get(index).map(|name| (index, name))
                } {
                    done.push((index, self.run_strictly(name)));
                }
                done
            };
            let crew: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
            for (index, well) in crew.into_iter().flat_map(|one| one.join().unwrap_or_default()) {
                passed[index] = well;
            }
        });
        passed
    }

    fn run_strictly(&self, name: &str) -> bool {
        let out = self.target.join("scenario-runs").join(name);
        let mut run = self.command(&self.planetfall);
        run.args(["run", name, "--strict", "--quiet", "--force", "--out"]).arg(out);
        let log = self.log(&format!("run-{name}"));
        super::session::into_log(&mut run, &log).is_ok_and(|status| status.success())
    }

    /// Scenarios of docs/validation that are not built in, each held against its closed form or what another
    /// ground gives, and springs that stiffen against rigid ground.
    pub(super) fn validation(&mut self) {
        self.stage("validation scenarios on hard ground");
        if !self.build_command() {
            return;
        }
        for name in ["slanted-rod", "thin-plate", "flat-rock", "domed-rock", "mesh-step"] {
            let mut run = self.command(&self.planetfall);
            run.arg("run").arg(format!("docs/validation/{name}.toml"));
            run.args(["--strict", "--quiet", "--force", "--out"]);
            run.arg(self.target.join("validation-runs").join(name));
            self.check(&format!("run {name}"), &mut run);
        }
        self.comes_to_rigid_ground("spring");
    }

    /// Whether a law of springs comes to rigid ground as it stiffens: `spring` or `marker`.
    pub(super) fn comes_to_rigid_ground(&mut self, law: &str) {
        let python = self.any_python();
        if !is_there(&python) {
            self.skip(&format!("the {law} law that stiffens: no Python"));
            return;
        }
        let mut agree = self.command(python);
        agree.args(["docs/validation/agreement.py", "--check", law]);
        agree.arg(&self.planetfall).arg(self.target.join("validation-runs/agreement"));
        self.check_and_show(&format!("the {law} law comes to rigid ground"), &mut agree);
    }

    /// A rover whose contacts another process finds, held against our own detection.
    pub(super) fn outside(&mut self) {
        self.stage("contacts from outside");
        let python = self.any_python();
        if !is_there(&python) {
            self.skip("contacts from outside: no Python");
            return;
        }
        if !self.build_command() {
            return;
        }
        let mut detect = self.command(self.target.join("checked/outside-detection"));
        self.check_and_show("another process finds the contacts", detect.env("PYTHON", python));
    }

    pub(super) fn start_build_of_what_is_counted(&self) -> CountedBuild {
        if std::env::consts::ARCH != "x86_64" {
            return CountedBuild(None);
        }
        let mut build = self.cargo(BUILD_COUNTED);
        CountedBuild(build.stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok())
    }

    pub(super) fn instructions(&mut self, counted: CountedBuild) {
        self.stage("instructions per step");
        if std::env::consts::ARCH != "x86_64" {
            self.skip("budgets are for x86_64");
            return;
        }
        if !is_there("valgrind") && !self.apt_install("valgrind") {
            self.skip("no valgrind");
            return;
        }
        if let Some(mut build) = counted.0 {
            // What went wrong is said by the build that follows, which else has nothing to do.
            let _ = build.wait();
        }
        if !self.check("build what is counted", &mut self.cargo(BUILD_COUNTED)) {
            return;
        }
        let mut count = self.command(self.any_python());
        count.arg("tests/instructions.py").arg(self.target.join("release/examples"));
        self.check("within budget", &mut count);
        show(&self.log("within budget"));
    }
}
