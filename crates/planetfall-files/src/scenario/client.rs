//! Outside programs that come with the binary, which `[operator] command` finds by their file names.

/// Their file names and texts.
pub const BUILTIN_CLIENTS: [(&str, &str); 4] = [
    ("planetfall_client.py", include_str!("../../../../examples/clients/planetfall_client.py")),
    ("drive_to_goal.py", include_str!("../../../../examples/clients/drive_to_goal.py")),
    ("detect_touchdown.py", include_str!("../../../../examples/clients/detect_touchdown.py")),
    ("hold_speed.py", include_str!("../../../../examples/clients/hold_speed.py")),
];

/// Whether a program of this file name comes with the binary.
#[must_use]
pub fn is_builtin_client(name: &str) -> bool {
    BUILTIN_CLIENTS.iter().any(|(known, _)| *known == name)
}
