//! Pictures of cameras, and nothing else, come out of a run's folder.

use std::fs;

use planetfall_files::run_folder::images::{AlbumEntry, AlbumHead, AlbumWriter, Plate};

use crate::client::Viewer;
use crate::fixture;

fn head(name: &str) -> AlbumHead {
    AlbumHead {
        format: AlbumHead::FORMAT,
        name: name.to_owned(),
        vehicle: "rover".to_owned(),
        link: "mast".to_owned(),
        width_px: 2,
        height_px: 1,
        camera_matrix: [[2.5, 0.0, 0.5], [0.0, 2.5, 0.0], [0.0, 0.0, 1.0]],
        distortion_k1_k2_p1_p2_k3: [0.0; 5],
        baseline_m: None,
        link_position_m: [0.0; 3],
        link_rotation_wxyz: [1.0, 0.0, 0.0, 0.0],
        period_s: 1.0,
        colours: Some("grey".to_owned()),
        depth: false,
        max_range_m: 100.0,
    }
}

#[test]
fn the_newest_picture_at_a_time_is_named_and_given() {
    let workdir = tempfile::tempdir().unwrap();
    let folder = workdir.path().join("made-up");
    fixture::write(&folder, 100, 20);
    let head = head("eye");
    let mut album = AlbumWriter::create(&folder, &head).unwrap();
    for number in 1..=3u8 {
        let name = &head.pictures(u64::from(number))[0];
        album.picture(name, &Plate { width: 2, height: 1, levels: &[number, 9] }).unwrap();
        let (position_m, rotation_wxyz) = ([0.0; 3], [1.0, 0.0, 0.0, 0.0]);
        let time_s = f64::from(number - 1);
        album
            .add(&AlbumEntry { number: number.into(), time_s, position_m, rotation_wxyz })
            .unwrap();
    }
    let viewer = Viewer::of(std::slice::from_ref(&folder));
    let meta = viewer.get("/api/run/0/meta").json();
    assert_eq!(meta["cameras"][0]["name"], "eye");
    assert_eq!(meta["cameras"][0]["eyes"], 1);
    for (time, number) in [("0", 1), ("1.5", 2), ("99", 3)] {
        let reply = viewer.get(&format!("/api/run/0/sample?camera=eye&t={time}"));
        assert_eq!(reply.json()["sample"]["number"], number);
    }
    let before = viewer.get("/api/run/0/sample?camera=eye&t=-1").json();
    assert!(before["sample"].is_null());
    let picture = viewer.get("/api/run/0/picture?camera=eye&number=2&eye=0");
    assert_eq!(picture.status, 200);
    assert_eq!(picture.body, fs::read(folder.join("images/eye/000002.png")).unwrap());
    for (asked, status) in [
        ("picture?camera=eye&number=4", 404),
        ("picture?camera=eye&number=1&eye=1", 404),
        ("picture?camera=nobody&number=1", 404),
        ("picture?number=1", 400),
        ("picture?camera=eye&number=0", 400),
        ("picture?camera=..&number=1", 404),
        ("picture?camera=..%2F..%2Fmade-up&number=1", 404),
        ("sample?camera=%2Fetc&t=0", 404),
        ("sample?camera=eye", 400),
    ] {
        assert_eq!(viewer.get(&format!("/api/run/0/{asked}")).status, status, "{asked}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_among_pictures_that_leads_out_is_not_followed() {
    let workdir = tempfile::tempdir().unwrap();
    let folder = workdir.path().join("made-up");
    fixture::write(&folder, 100, 20);
    let mut album = AlbumWriter::create(&folder, &head("eye")).unwrap();
    let (position_m, rotation_wxyz) = ([0.0; 3], [1.0, 0.0, 0.0, 0.0]);
    album.add(&AlbumEntry { number: 1, time_s: 0.0, position_m, rotation_wxyz }).unwrap();
    fs::write(workdir.path().join("secret"), "x").unwrap();
    std::os::unix::fs::symlink("../../../secret", folder.join("images/eye/000001.png")).unwrap();
    let viewer = Viewer::of(&[folder]);
    assert_eq!(viewer.get("/api/run/0/picture?camera=eye&number=1").status, 404);
}
