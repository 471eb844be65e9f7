//! The manual says what the loader does.

use planetfall_files::format::{Ink, reference_markdown};
use planetfall_files::vehicle::{OVERLAY, VEHICLE, VehicleFile};
use std::path::PathBuf;

fn page(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)
}

const AROUND: &str = "title = \"part\"\n\
    [[link]]\nname = \"body\"\nmass_kg = 100.0\n\
    shape = { kind = \"box\", size_m = [1.0, 1.0, 1.0] }\n\
    [[link]]\nname = \"leg\"\nparent = \"body\"\nmass_kg = 10.0\n\
    shape = { kind = \"box\", size_m = [0.1, 0.1, 1.0] }\n";
const FOOT: &str = "\n[[link.contactor]]\nkind = \"sphere\"\nname = \"pad\"\nradius_m = 0.1\n";

#[test]
fn the_examples_of_the_manual_load() {
    let text = std::fs::read_to_string(page("vehicles.md")).expect("the manual is there");
    let blocks: Vec<&str> = text
        .split("```toml\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap_or_default())
        .collect();
    assert_eq!(blocks.len(), 5);
    for block in blocks.iter().filter(|block| !block.contains(".urdf")) {
        // A part of a link needs the rest around it.
        let part = ["[link.joint]", "[[link.engine]]"].iter().any(|head| block.starts_with(head));
        let text = if part { format!("{AROUND}{block}{FOOT}") } else { (*block).to_owned() };
        let loaded = VehicleFile::from_text("example", &text).load(Ink::Plain);
        let model = loaded.unwrap_or_else(|mistakes| panic!("{mistakes}"));
        assert!(model.warnings.is_empty(), "{:?}", model.warnings);
        assert!(part || model.drive.is_some());
    }
}

/// Run with `PLANETFALL_BLESS=1` to write the page anew.
#[test]
fn the_key_reference_of_the_manual_is_current() {
    let text = format!(
        "# Keys of vehicle files\n\nWritten by the program from its own description of the \
         format.\n\n{}\n# Keys of overlays\n\n{}",
        reference_markdown(&VEHICLE),
        reference_markdown(&OVERLAY)
    );
    let path = page("vehicle-keys.md");
    if std::env::var_os("PLANETFALL_BLESS").is_some() {
        std::fs::write(&path, &text).expect("the page can be written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == text, "{} is not current: run with PLANETFALL_BLESS=1", path.display());
}
