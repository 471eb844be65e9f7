//! `profile.csv`: the height of the ground along the plane of a run's trajectory.

use std::path::Path;

use super::{RunFileError, content_error, read_text, write_text};

/// A point of the ground's surface in the x–z plane of the site.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ProfilePoint {
    /// East of the site's origin.
    pub x_m: f64,
    /// Above the datum.
    pub z_m: f64,
}

impl ProfilePoint {
    /// Writes a profile.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn write_all(path: &Path, profile: &[Self]) -> Result<(), RunFileError> {
        let rows = profile.iter().map(|point| format!("{},{}\r\n", point.x_m, point.z_m));
        write_text(path, &format!("x_m,z_m\r\n{}", rows.collect::<String>()))
    }

    /// Reads a profile.
    ///
    /// # Errors
    /// If the file is absent, or a row is not two numbers.
    pub fn read_all(path: &Path) -> Result<Vec<Self>, RunFileError> {
        let text = read_text(path)?;
        let mut lines = text.lines();
        if lines.next().map(str::trim) != Some("x_m,z_m") {
            return Err(content_error(path, "line 1: the columns must be x_m,z_m"));
        }
        let numbered = lines.enumerate().filter(|(_, line)| !line.trim().is_empty());
        numbered
            .map(|(index, line)| {
                parse(line).ok_or_else(|| {
                    content_error(path, format!("line {}: expected two numbers", index + 2))
                })
            })
            .collect()
    }
}

fn parse(line: &str) -> Option<ProfilePoint> {
    let (x, z) = line.split_once(',')?;
    Some(ProfilePoint { x_m: x.trim().parse().ok()?, z_m: z.trim().parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_returns_as_it_was_written() {
        let workdir = tempfile::tempdir().unwrap();
        let path = workdir.path().join("profile.csv");
        let profile =
            [ProfilePoint { x_m: -1.5, z_m: 0.1 + 0.2 }, ProfilePoint { x_m: 1e3, z_m: -2e-9 }];
        ProfilePoint::write_all(&path, &profile).unwrap();
        assert_eq!(ProfilePoint::read_all(&path).unwrap(), profile);
    }

    #[test]
    fn a_wrong_row_is_named_by_its_line() {
        let workdir = tempfile::tempdir().unwrap();
        let path = workdir.path().join("profile.csv");
        std::fs::write(&path, "x_m,z_m\n1,2\n3;4\n").unwrap();
        let error = ProfilePoint::read_all(&path).unwrap_err().to_string();
        assert!(error.contains("line 3"), "{error}");
    }
}
