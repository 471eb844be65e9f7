//! Files that are not part of the repository.

use std::io::Write;
use std::path::{Path, PathBuf};

/// The folder of shared data, or `None` with a visible word; in CI its absence is a failure.
pub(crate) fn shared_data(file: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = match std::env::var_os("PLANETFALL_DATA") {
        Some(folder) => PathBuf::from(folder),
        None => root.join("../shared/data"),
    };
    let path = folder.join(file);
    if path.exists() {
        Some(path)
    } else {
        absent(&format!("{} (PLANETFALL_DATA)", path.display()))
    }
}

/// A folder named by an environment variable, in the same manner.
pub(crate) fn named_folder(variable: &str) -> Option<PathBuf> {
    match std::env::var_os(variable) {
        Some(folder) => Some(PathBuf::from(folder)),
        None => absent(&format!("the folder that {variable} should name")),
    }
}

fn absent(what: &str) -> Option<PathBuf> {
    assert!(std::env::var("CI").as_deref() != Ok("true"), "absent in CI: {what}");
    // Written past the test harness, which would swallow it.
    let _ = writeln!(std::io::stderr(), "SKIPPED, because it is absent: {what}");
    None
}
