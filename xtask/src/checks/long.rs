//! What takes long: `./test --full` only.

use super::session::Session;

/// Seconds for each target of the fuzzing stage.
const FUZZ_SECONDS: &str = "120";

/// Ignored tests by the name of their log, and how they are selected.
const LONG_TESTS: [(&str, &str); 9] = [
    ("large-map", "--test large_map"),
    ("dispersed-landings", "--test all dispersed_landings::"),
    ("long-drive", "--test all rover::"),
    ("long-fuzz", "--test all operating::"),
    ("kills", "--test all edges::"),
    ("soil-drive", "--test all soil_drive::"),
    ("resting-poses", "--test all settling::"),
    ("slope-study", "--test all slope::"),
    ("long-history", "--test long_history"),
];

impl Session {
    pub(super) fn long_tests(&mut self) {
        self.stage("long tests");
        let all = "test --workspace --profile checked";
        let mut properties = self.cargo(&format!("{all} --test all properties::"));
        self.tests("long-properties", properties.env("PROPTEST_CASES", "2000"));
        let history = self.target.join("long-history");
        self.set("PLANETFALL_KEEP_HISTORY", &history);
        for (name, selected) in LONG_TESTS {
            self.stage(name);
            self.tests(name, &mut self.cargo(&format!("{all} {selected} -- --ignored")));
        }
        self.stage("long-fuzzing");
        let mut fuzzing = self.cargo(&format!("{all} --test fuzz"));
        self.tests("long-fuzzing", fuzzing.env("PLANETFALL_FUZZ_SECONDS", FUZZ_SECONDS));
        self.comes_to_rigid_ground("marker");
        let Some(python) = self.python.clone() else {
            self.skip("long history: no Python");
            return;
        };
        let mut read = self.command(python);
        read.arg("tests/python/read_history.py");
        read.args([history.join("history.parquet"), history.join("history.csv")]);
        self.check("a million rows, read by others", &mut read);
    }
}
