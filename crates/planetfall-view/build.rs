//! A file added to the bundle must be embedded too.

fn main() {
    println!("cargo::rerun-if-changed=bundle");
}
