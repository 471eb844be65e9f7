//! `images/NAME/`: what a camera gave, in files that any vision library reads.
//!
//! | file | what it holds |
//! |---|---|
//! | `camera.json` | how it projects and where it sits ([`AlbumHead`]), written first |
//! | `index.csv` | number, time and true pose of each sample, a line as soon as its files are there |
//! | `000017.png` | the picture of sample 17; of a pair `000017_left.png` and `000017_right.png` |
//! | `000017_depth.tif` | depths of sample 17, 32-bit floats, m |

use super::{RunFileError, content_error, read_text, write_text};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The folder of all cameras within a run's.
pub const IMAGES: &str = "images";
/// File of what a camera is.
const HEAD: &str = "camera.json";
/// File of when each picture was taken, and where from.
const INDEX: &str = "index.csv";
/// First line of the index.
const COLUMNS: &str = "number,time_s,x_m,y_m,z_m,qw,qx,qy,qz";

/// A camera, as OpenCV wants to know it. Optical axes: x right, y down, z forward.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AlbumHead {
    /// Version of the file.
    pub format: u32,
    /// Name of the sensor.
    pub name: String,
    /// Name of the vehicle.
    pub vehicle: String,
    /// Name of the link.
    pub link: String,
    /// Pixels from left to right.
    pub width_px: u32,
    /// Pixels from top to bottom.
    pub height_px: u32,
    /// Row by row: f 0 cx, 0 f cy, 0 0 1. The middle of the first pixel is (0, 0).
    pub camera_matrix: [[f64; 3]; 3],
    /// k1, k2, p1, p2, k3: the order of OpenCV.
    pub distortion_k1_k2_p1_p2_k3: [f64; 5],
    /// Distance of the right eye along the left one's x axis; none for a single eye.
    pub baseline_m: Option<f64>,
    /// The (left) eye in the link's axes.
    pub link_position_m: [f64; 3],
    /// Link from optical axes.
    pub link_rotation_wxyz: [f64; 4],
    /// Time between samples.
    pub period_s: f64,
    /// `grey`, `rgb`, or nothing where it takes no pictures.
    pub colours: Option<String>,
    /// Whether it measures depth.
    pub depth: bool,
    /// Farther things are not seen.
    pub max_range_m: f64,
}

/// A sample of a camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AlbumEntry {
    /// The sensor's count of samples; the first is 1.
    pub number: u64,
    /// When.
    pub time_s: f64,
    /// The (left) eye, site frame.
    pub position_m: [f64; 3],
    /// Site from optical axes.
    pub rotation_wxyz: [f64; 4],
}

/// A picture of eight bits a level, row by row from the top left.
#[derive(Clone, Copy, Debug)]
pub struct Plate<'a> {
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
    /// One level a pixel, or red, green and blue.
    pub levels: &'a [u8],
}

impl AlbumHead {
    /// Version of the file.
    pub const FORMAT: u32 = 1;

    /// The names of the files of a sample's pictures: one, or left and right, or none.
    #[must_use]
    pub fn pictures(&self, number: u64) -> Vec<String> {
        match (&self.colours, self.baseline_m) {
            (None, _) => Vec::new(),
            (Some(_), None) => vec![format!("{number:06}.png")],
            (Some(_), Some(_)) => {
                ["left", "right"].map(|eye| format!("{number:06}_{eye}.png")).to_vec()
            }
        }
    }
}

/// The name of the file of a sample's depths.
#[must_use]
pub fn depth_file(number: u64) -> String {
    format!("{number:06}_depth.tif")
}

/// A camera's folder that is being written.
#[derive(Debug)]
pub struct AlbumWriter {
    folder: PathBuf,
    index: File,
}

impl AlbumWriter {
    /// Makes the folder of a camera in a run's.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn create(run: &Path, head: &AlbumHead) -> Result<Self, RunFileError> {
        let folder = run.join(IMAGES).join(&head.name);
        // What is written here must not end up elsewhere.
        for place in [run.join(IMAGES), folder.clone()] {
            if place.is_symlink() {
                let source = io::Error::other("a link stands where a camera's folder is to be");
                return Err(RunFileError::Disk { path: place, source });
            }
        }
        fs::create_dir_all(&folder).map_err(disk(&folder))?;
        let path = folder.join(HEAD);
        let text =
            serde_json::to_string_pretty(head).map_err(|error| content_error(&path, error))?;
        write_text(&path, &format!("{text}\n"))?;
        let path = folder.join(INDEX);
        let mut index = File::create(&path).map_err(disk(&path))?;
        writeln!(index, "{COLUMNS}").map_err(disk(&path))?;
        Ok(Self { folder, index })
    }

    /// Goes on with the folder of a camera in a run's, after so many bytes of its index.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn resume(run: &Path, head: &AlbumHead, bytes: u64) -> Result<Self, RunFileError> {
        let folder = run.join(IMAGES).join(&head.name);
        let path = folder.join(INDEX);
        let index = File::options().append(true).open(&path).map_err(disk(&path))?;
        index.set_len(bytes).map_err(disk(&path))?;
        Ok(Self { folder, index })
    }

    /// Bytes of the index.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn bytes(&self) -> Result<u64, RunFileError> {
        let path = self.folder.join(INDEX);
        self.index.metadata().map(|data| data.len()).map_err(disk(&path))
    }

    /// Writes a picture.
    ///
    /// # Errors
    /// If the disk refuses it, or there are too few levels.
    pub fn picture(&self, name: &str, plate: &Plate<'_>) -> Result<(), RunFileError> {
        let path = self.folder.join(name);
        let bytes = png(plate).map_err(|error| content_error(&path, error))?;
        fs::write(&path, bytes).map_err(disk(&path))
    }

    /// Writes depths, m, row by row from the top left.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn depths(&self, number: u64, width: u32, depths: &[f32]) -> Result<(), RunFileError> {
        let path = self.folder.join(depth_file(number));
        fs::write(&path, tiff(width, depths)).map_err(disk(&path))
    }

    /// Announces a sample whose files are there.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn add(&mut self, entry: &AlbumEntry) -> Result<(), RunFileError> {
        let AlbumEntry { number, time_s, position_m, rotation_wxyz } = entry;
        let numbers = position_m.iter().chain(rotation_wxyz);
        let text: String = numbers.map(|number| format!(",{number:?}")).collect();
        let path = self.folder.join(INDEX);
        writeln!(self.index, "{number},{time_s:?}{text}").map_err(disk(&path))
    }
}

fn disk(path: &Path) -> impl Fn(io::Error) -> RunFileError + use<> {
    let path = path.to_owned();
    move |source| RunFileError::Disk { path: path.clone(), source }
}

fn png(plate: &Plate<'_>) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, plate.width, plate.height);
    let grey = plate.levels.len() as u64 <= u64::from(plate.width) * u64::from(plate.height);
    encoder.set_color(if grey { png::ColorType::Grayscale } else { png::ColorType::Rgb });
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(plate.levels)?;
    writer.finish()?;
    Ok(bytes)
}

/// One strip of 32-bit floats, little end first, not compressed (TIFF 6.0).
fn tiff(width: u32, depths: &[f32]) -> Vec<u8> {
    /// TIFF's number of 16-bit unsigned fields.
    const SHORT: u16 = 3;
    /// TIFF's number of 32-bit unsigned fields.
    const LONG: u16 = 4;
    let height = depths.len() as u32 / width.max(1);
    let size = 4 * depths.len() as u32;
    // Tag, kind, value: each one number, so that none stands elsewhere.
    let fields: [(u16, u16, u32); 10] = [
        (256, LONG, width),
        (257, LONG, height),
        (258, SHORT, 32),
        (259, SHORT, 1),
        (262, SHORT, 1),
        (273, LONG, 8),
        (277, SHORT, 1),
        (278, LONG, height),
        (279, LONG, size),
        (339, SHORT, 3),
    ];
    let mut bytes = b"II*\0".to_vec();
    bytes.extend((8 + size).to_le_bytes());
    bytes.extend(depths.iter().flat_map(|depth| depth.to_le_bytes()));
    bytes.extend((fields.len() as u16).to_le_bytes());
    for (tag, kind, value) in fields {
        bytes.extend(tag.to_le_bytes());
        bytes.extend(kind.to_le_bytes());
        bytes.extend(1u32.to_le_bytes());
        bytes.extend(value.to_le_bytes());
    }
    bytes.extend(0u32.to_le_bytes());
    bytes
}

/// Whether a run writes files of this name into a camera's folder.
#[must_use]
pub fn is_image(name: &str) -> bool {
    if name == HEAD || name == INDEX {
        return true;
    }
    let Some((stem, ext)) = name.split_once('.') else { return false };
    let (number, end) = stem.split_once('_').unwrap_or((stem, ""));
    let counted = number.len() >= 6 && number.bytes().all(|byte| byte.is_ascii_digit());
    counted && matches!((end, ext), ("" | "left" | "right", "png") | ("depth", "tif"))
}

/// Removes what an older run left of its cameras, file by file, and folders that are empty then. Links are removed,
/// not followed.
pub(super) fn remove_old(run: &Path) -> io::Result<()> {
    let all = run.join(IMAGES);
    if all.is_symlink() {
        return fs::remove_file(&all);
    }
    let Ok(cameras) = fs::read_dir(&all) else { return Ok(()) };
    for camera in cameras {
        let camera = camera?.path();
        if camera.is_symlink() || !camera.join(HEAD).is_file() {
            continue;
        }
        for file in fs::read_dir(&camera)? {
            let file = file?;
            let own = file.file_name().to_str().is_some_and(is_image);
            if own && !file.file_type()?.is_dir() {
                fs::remove_file(file.path())?;
            }
        }
        // A folder that holds anything else stays.
        let _ = fs::remove_dir(&camera);
    }
    let _ = fs::remove_dir(&all);
    Ok(())
}

/// What `camera.json` says.
///
/// # Errors
/// If there is none, or it says something else.
pub fn read_head(path: &Path) -> Result<AlbumHead, RunFileError> {
    let text = read_text(path)?;
    serde_json::from_str(&text).map_err(|error| content_error(path, error))
}

/// Number and time of all samples that `index.csv` names, in their order. A last line that is being written is
/// passed over.
///
/// # Errors
/// If there is none, or it says something else.
pub fn read_index(path: &Path) -> Result<Vec<(u64, f64)>, RunFileError> {
    let text = read_text(path)?;
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut lines = whole.lines();
    if lines.next() != Some(COLUMNS) {
        return Err(content_error(path, format!("its first line is not {COLUMNS}")));
    }
    let sample = |(place, line): (usize, &str)| {
        let mut words = line.split(',');
        let number = words.next().and_then(|word| word.parse().ok());
        let time = words.next().and_then(|word| word.parse().ok());
        let wrong = || content_error(path, format!("line {} is no sample", place + 2));
        number.zip(time).ok_or_else(wrong)
    };
    lines.enumerate().map(sample).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(name: &str) -> AlbumHead {
        AlbumHead {
            format: AlbumHead::FORMAT,
            name: name.to_owned(),
            vehicle: "rover".to_owned(),
            link: "mast".to_owned(),
            width_px: 3,
            height_px: 2,
            camera_matrix: [[2.5, 0.0, 1.0], [0.0, 2.5, 0.5], [0.0, 0.0, 1.0]],
            distortion_k1_k2_p1_p2_k3: [0.1, 0.0, 0.0, 0.0, 0.0],
            baseline_m: Some(0.2),
            link_position_m: [0.0, 0.1, 0.2],
            link_rotation_wxyz: [1.0, 0.0, 0.0, 0.0],
            period_s: 0.5,
            colours: Some("rgb".to_owned()),
            depth: true,
            max_range_m: 100.0,
        }
    }

    fn entry(number: u64) -> AlbumEntry {
        let time_s = 0.1 * number as f64;
        AlbumEntry {
            number,
            time_s,
            position_m: [1.0, 2.0, 0.1 + 0.2],
            rotation_wxyz: [1.0, 0.0, 0.0, 0.0],
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let workdir = tempfile::tempdir().unwrap();
        let head = head("eyes");
        let mut album = AlbumWriter::create(workdir.path(), &head).unwrap();
        let levels: Vec<u8> = (0..18).collect();
        for name in head.pictures(1) {
            album.picture(&name, &Plate { width: 3, height: 2, levels: &levels }).unwrap();
        }
        album.depths(1, 3, &[1.0, 2.0, 3.0, 4.0, 5.0, 0.1]).unwrap();
        album.add(&entry(1)).unwrap();
        album.add(&entry(2)).unwrap();
        let folder = workdir.path().join("images/eyes");
        assert_eq!(read_head(&folder.join(HEAD)).unwrap(), head);
        assert_eq!(read_index(&folder.join(INDEX)).unwrap(), [(1, 0.1), (2, 0.2)]);
        let file = io::BufReader::new(File::open(folder.join("000001_right.png")).unwrap());
        let mut reader = png::Decoder::new(file).read_info().unwrap();
        let mut back = vec![0; 18];
        assert_eq!(reader.next_frame(&mut back).unwrap().color_type, png::ColorType::Rgb);
        assert_eq!(back, levels);
        let tiff = tiff_reader::TiffFile::open(folder.join("000001_depth.tif")).unwrap();
        let depths = tiff.read_image::<f32>(0).unwrap();
        assert_eq!(depths.iter().copied().collect::<Vec<f32>>(), [1.0, 2.0, 3.0, 4.0, 5.0, 0.1]);
        // A line that is not whole yet is nothing yet.
        let text = fs::read_to_string(folder.join(INDEX)).unwrap();
        fs::write(folder.join(INDEX), format!("{text}3,0.")).unwrap();
        assert_eq!(read_index(&folder.join(INDEX)).unwrap().len(), 2);
        fs::write(folder.join(INDEX), format!("{text}nonsense\n")).unwrap();
        let refusal = read_index(&folder.join(INDEX)).unwrap_err().to_string();
        assert!(refusal.contains("line 4"), "{refusal}");
    }

    #[test]
    fn only_what_a_run_wrote_is_removed() {
        let workdir = tempfile::tempdir().unwrap();
        for name in ["eyes", "other"] {
            let mut album = AlbumWriter::create(workdir.path(), &head(name)).unwrap();
            album.depths(1, 1, &[1.0]).unwrap();
            album.add(&entry(1)).unwrap();
        }
        let images = workdir.path().join(IMAGES);
        fs::create_dir(images.join("mine")).unwrap();
        for own in ["mine/000001.png", "eyes/000001.jpg", "eyes/1.png", "eyes/note.txt"] {
            fs::write(images.join(own), "x").unwrap();
        }
        remove_old(workdir.path()).unwrap();
        for kept in ["mine/000001.png", "eyes/000001.jpg", "eyes/1.png", "eyes/note.txt"] {
            assert!(images.join(kept).exists(), "{kept}");
        }
        assert!(!images.join("eyes/000001_depth.tif").exists());
        assert!(!images.join("eyes").join(HEAD).exists() && !images.join("other").exists());
        assert!(remove_old(&workdir.path().join("nowhere")).is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_neither_followed_nor_written_through() {
        use std::os::unix::fs::symlink;
        let workdir = tempfile::tempdir().unwrap();
        let precious = workdir.path().join("precious");
        fs::create_dir(&precious).unwrap();
        for name in [HEAD, "000001.png"] {
            fs::write(precious.join(name), "x").unwrap();
        }
        let run = workdir.path().join("run");
        fs::create_dir_all(run.join(IMAGES)).unwrap();
        symlink(&precious, run.join("images/eyes")).unwrap();
        remove_old(&run).unwrap();
        assert!(precious.join("000001.png").exists());
        let refusal = AlbumWriter::create(&run, &head("eyes")).unwrap_err().to_string();
        assert!(refusal.contains("link"), "{refusal}");
        let other = workdir.path().join("other");
        fs::create_dir(&other).unwrap();
        symlink(&precious, other.join(IMAGES)).unwrap();
        remove_old(&other).unwrap();
        assert!(!other.join(IMAGES).is_symlink() && precious.join("000001.png").exists());
    }
}
