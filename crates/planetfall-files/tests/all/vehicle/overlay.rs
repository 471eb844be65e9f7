//! Overlays over URDF, TOML and built-in vehicles.

use nalgebra::Vector3;
use planetfall::shape::{Shape, Wheel};
use planetfall_files::format::{Ink, Mistakes};
use planetfall_files::vehicle::{VehicleFile, VehicleModel};

const MASS: &str =
    "<inertial><mass value=\"2\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\"/></inertial>";

/// A body with a wheel and a slide; the slide's inertia is impossible.
fn urdf() -> String {
    format!(
        "<robot name=\"r\">\n<link name=\"a\">{MASS}</link>\n\
         <link name=\"w\">{MASS}<collision><origin rpy=\"1.5708 0 0\"/><geometry>\
         <cylinder radius=\"0.3\" length=\"0.2\"/></geometry></collision></link>\n\
         <link name=\"s\"><inertial><mass value=\"2\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"9\"/>\
         </inertial></link>\n\
         <joint name=\"wheel\" type=\"continuous\"><parent link=\"a\"/><child link=\"w\"/>\
         <axis xyz=\"0 1 0\"/></joint>\n\
         <joint name=\"slide\" type=\"prismatic\"><parent link=\"a\"/><child link=\"s\"/>\
         <axis xyz=\"1 0 0\"/><limit lower=\"0\" upper=\"1\"/></joint>\n</robot>\n"
    )
}

fn load(overlay: &str) -> Result<VehicleModel, Mistakes> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("r.urdf"), urdf()).unwrap();
    let path = folder.path().join("more.toml");
    std::fs::write(&path, format!("base = \"r.urdf\"\n{overlay}")).unwrap();
    VehicleFile::read(&path).unwrap().load(Ink::Plain)
}

const REPAIR: &str = "[[link]]\nname = \"s\"\nmass_kg = 3\ncentre_of_mass_m = [0, 0, 1]\n\
                      shape = { kind = \"sphere\", radius_m = 0.5 }\nestimate = true\n";

#[track_caller]
fn assert_reports(overlay: &str, wanted: &[&str]) {
    let reported = load(overlay).expect_err("it should be refused").text;
    for one in wanted {
        assert!(reported.contains(one), "missing: {one}\n{reported}");
    }
}

#[test]
fn an_overlay_replaces_impossible_inertia() {
    assert_reports("", &["r.urdf:4:", "link `s`: no body has principal moments", "by an overlay"]);
    let model = load(REPAIR).expect("it is sound");
    assert_eq!(model.tree.mass(), 7.0);
    assert_eq!(model.name, "more");
    let inertia = model.tree.links()[model.tree.link("s").unwrap()].inertia.unwrap();
    assert_eq!(*inertia.centre(), Vector3::z());
    assert!(model.notes.iter().any(|note| note.about == "link `s`" && note.estimate));
}

#[test]
fn an_overlay_adds_contactors_motors_and_couplings() {
    let model = load(&format!(
        "{REPAIR}contactor = [{{ kind = \"marker\", name = \"m\", position_m = [1, 0, 0] }}]\n\
         [[link]]\nname = \"w\"\ncontactor = [{{ kind = \"wheel\", name = \"tyre\", radius_m = 0.4 }}]\n\
         [[joint]]\nname = \"wheel\"\ndamping_n_m_s_per_rad = 3\n\
         motor = {{ stall_torque_n_m = 5, no_load_speed_rad_per_s = 2 }}\n\
         [[joint]]\nname = \"slide\"\nkind = \"prismatic\"\nfollows = \"wheel\"\nmultiplier = 0.1\n\
         [[drive]]\nwheel = \"tyre\"\n"
    ))
    .expect("it is sound");
    assert_eq!(model.tree.velocities(), 7);
    let joint = &model.tree.links()[model.tree.joint("wheel").unwrap()].joint;
    assert_eq!(joint.passive.damping, 3.0);
    assert_eq!(joint.motor.unwrap().stall_torque, 5.0);
    // The overlay's wheel stands for the one that the loader would have made.
    assert_eq!(model.contactors.len(), 2);
    let tyre = &model.contactors[model.contactor("tyre").unwrap()];
    assert!(matches!(tyre.shape, Shape::Wheel(Wheel { radius: 0.4, .. })));
    assert_eq!(model.drive.unwrap().wheels[0].name, "tyre");
}

#[test]
fn mistakes_of_an_overlay_are_reported_in_its_own_file() {
    assert_reports(
        &format!("{REPAIR}[[link]]\nname = \"ww\"\n[[joint]]\nname = \"whel\"\n"),
        &[
            "more.toml:",
            "`ww` is no link of the base",
            "`whel` is no joint",
            "did you mean `wheel`?",
        ],
    );
    assert_reports(
        &format!("{REPAIR}[[joint]]\nname = \"slide\"\nfollows = \"wheel\"\n"),
        &["joint `slide` slides", "say `kind = \"prismatic\"`"],
    );
    assert_reports(
        &format!("{REPAIR}[[joint]]\nname = \"wheel\"\nkind = \"prismatic\"\n"),
        &["joint `wheel` turns"],
    );
    assert_reports(
        &format!("{REPAIR}[[joint]]\nname = \"wheel\"\nfriction = 1\n"),
        &["more.toml:", "friction"],
    );
}

#[test]
fn a_base_that_cannot_be_read_is_reported() {
    let reported = VehicleFile::from_text("a", "base = \"gone.urdf\"\n").load(Ink::Plain);
    let reported = reported.expect_err("it is not there").text;
    assert!(
        reported.contains("a.toml:1:8") && reported.contains("cannot read the base \"gone.urdf\"")
    );
}

#[test]
fn an_overlay_over_itself_ends() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ring.toml");
    std::fs::write(&path, "base = \"ring.toml\"\n").unwrap();
    let reported =
        VehicleFile::read(&path).unwrap().load(Ink::Plain).expect_err("it never ends").text;
    assert!(reported.contains("too many overlays over each other"), "{reported}");
}

#[test]
fn a_built_in_vehicle_can_be_a_base() {
    let text = "base = \"curiosity\"\ntitle = \"a light one\"\n[[joint]]\nname = \"bogie_*\"\n\
                friction_n_m = 5\n";
    let model = VehicleFile::from_text("light", text).load(Ink::Plain).expect("it is sound");
    assert_eq!((model.name.as_str(), model.title.as_str()), ("light", "a light one"));
    let friction =
        |joint: &str| model.tree.links()[model.tree.joint(joint).unwrap()].joint.passive.friction;
    assert_eq!((friction("bogie_left"), friction("bogie_right")), (5.0, 5.0));
    assert_eq!(friction("rocker_left"), 0.0);
}
