//! Pictures of a run's cameras: which there are, which is the newest at a time, and its file.

use planetfall_files::run_folder::images::{AlbumHead, IMAGES, read_head, read_index};
use planetfall_files::run_folder::read_verified;
use serde_json::{Value, json};

use crate::folder::Folder;
use crate::refusal::Refusal;

/// Cameras that a page is given, at most. Chosen.
const MOST_CAMERAS: usize = 64;

/// The cameras of a run, by name; what is wrong with one is reported, and it is left out.
pub(crate) fn list(folder: &Folder, problems: &mut Vec<String>) -> Vec<Value> {
    let Ok(entries) = std::fs::read_dir(folder.path().join(IMAGES)) else { return Vec::new() };
    let mut names: Vec<String> =
        entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    names.truncate(MOST_CAMERAS);
    let described = |name: &String| match head(folder, name) {
        Ok(head) => Some(json!({
            "name": name,
            "width_px": head.width_px,
            "height_px": head.height_px,
            "eyes": head.pictures(1).len(),
            "depth": head.depth,
        })),
        Err(refusal) if refusal.status.as_u16() == 404 => None,
        Err(refusal) => {
            problems.push(refusal.sentence);
            None
        }
    };
    names.iter().filter_map(described).collect()
}

/// The newest sample of a camera at or before a time: its number and its own time; null before the first.
pub(crate) fn sample(folder: &Folder, camera: &str, time: f64) -> Result<Value, Refusal> {
    let path = folder.nested(&[IMAGES, camera, "index.csv"]).map_err(Refusal::absent)?;
    let samples = read_index(&path).map_err(Refusal::broken)?;
    // A time that the page has rounded is still that of the sample.
    let before = samples.partition_point(|(_, own)| *own <= time + 1e-9);
    let newest = before.checked_sub(1).and_then(|place| samples.get(place));
    Ok(
        json!({ "sample": newest.map(|(number, time_s)| json!({ "number": number, "time_s": time_s })) }),
    )
}

/// The picture of an eye (0 left, 1 right) of a sample.
pub(crate) fn picture(
    folder: &Folder,
    camera: &str,
    number: usize,
    eye: usize,
) -> Result<Vec<u8>, Refusal> {
    let names = head(folder, camera)?.pictures(number as u64);
    let name = names.get(eye);
    let name =
        name.ok_or_else(|| Refusal::absent(format!("{camera} has no picture of eye {eye}")))?;
    let path = folder.nested(&[IMAGES, camera, name]).map_err(Refusal::absent)?;
    read_verified(&path).map_err(|error| Refusal::broken(format!("{name}: {error}")))
}

fn head(folder: &Folder, camera: &str) -> Result<AlbumHead, Refusal> {
    let path = folder.nested(&[IMAGES, camera, "camera.json"]).map_err(Refusal::absent)?;
    read_head(&path).map_err(Refusal::broken)
}
