//! The `planetfall` command.

fn main() {}
