//! Vehicles and where they start.

use crate::scenario::fixture::{ball, load, metric, near, refused, run};

const TWIN: &str = "[[vehicle]]\nname = \"twin\"\nlike = \"ball\"\n\
    [vehicle.start]\nposition_m = [5, 0]\nheight_m = 1.0\n";

#[test]
fn a_vehicle_like_another_has_its_body_and_a_start_of_its_own() {
    let outcome = run(&(ball(&[]) + TWIN));
    near(&outcome, "foot.first_contact_s", (2.0 * 0.5 / 3.7132_f64).sqrt(), 0.001);
    near(&outcome, "twin.foot.first_contact_s", (2.0 * 1.0 / 3.7132_f64).sqrt(), 0.001);
    let grandchild = TWIN
        .replace("like = \"ball\"", "like = \"twin\"")
        .replace("\"twin\"\nlike", "\"third\"\nlike");
    let outcome = run(&(ball(&[]) + TWIN + &grandchild));
    assert_eq!(metric(&outcome, "third.foot.contacts"), metric(&outcome, "twin.foot.contacts"));
}

#[test]
fn a_vehicle_like_another_cannot_have_a_body_of_its_own() {
    let own = TWIN.replace(
        "like = \"ball\"\n",
        "like = \"ball\"\nmass_kg = 3\nmarker = [{ name = \"m\", position_m = [0, 0, 0] }]\n",
    );
    refused(&(ball(&[]) + &own), &["has no `mass_kg` of its own", "has no markers of its own"]);
    let stranger = TWIN.replace("like = \"ball\"", "like = \"bal\"");
    refused(
        &(ball(&[]) + &stranger),
        &["`bal`: no vehicle before this one", "did you mean `ball`?"],
    );
    let both = TWIN.replace("like = \"ball\"\n", "");
    refused(&(ball(&[]) + &both), &["missing `mass_kg` and `inertia_kg_m2`", "no markers"]);
}

#[test]
fn names_are_unique() {
    refused(&(ball(&[]) + &TWIN.replace("\"twin\"", "\"ball\"")), &["have the name `ball`"]);
}

#[test]
fn a_height_can_be_that_of_the_lowest_marker_or_along_the_normal() {
    let low = "position_m = [0.0, 0.0, -0.4]";
    let of_marker = "height_of = \"lowest_marker\"\nheight_m = 0.5";
    let slope = "kind = \"incline\"\nslope_deg = 20";
    let gap = |changes: &[(&str, &str)]| {
        let loaded = load(&ball(changes));
        let scenario = &loaded.scenario;
        let motion = &scenario.motions[0];
        let turn = motion.site_from_body.to_rotation_matrix().into_inner();
        let locus = &scenario.world.sample_points()[0].locus;
        let met = locus.touch(&turn, &motion.position, scenario.world.terrain()).unwrap();
        (met.1.gap, motion.position.z)
    };
    let (free, _) = gap(&[("position_m = [0.0, 0.0, 0.0]", low), ("height_m = 0.5", of_marker)]);
    assert!((free - 0.5).abs() < 1e-9, "{free}");
    let on_slope = [("position_m = [0.0, 0.0, 0.0]", low), ("kind = \"level\"", slope)];
    let (free, _) = gap(&[on_slope.as_slice(), &[("height_m = 0.5", of_marker)]].concat());
    assert!((free - 0.5).abs() < 1e-9, "{free}");
    let normal = "height_along = \"normal\"\nheight_m = 0.5";
    let (free, z) = gap(&[("kind = \"level\"", slope), ("height_m = 0.5", normal)]);
    assert!((free - 0.5).abs() < 1e-9 && (z - 0.5 * 20.0_f64.to_radians().cos()).abs() < 1e-9);
}

#[test]
fn attitudes_in_each_frame_point_where_they_say() {
    use nalgebra::Vector3;
    let nose = |frame: &str, terrain: &str| {
        let start = format!(
            "height_m = 0.5\nattitude_frame = \"{frame}\"\nyaw_pitch_roll_deg = [90, 0, 0]"
        );
        let loaded = load(&ball(&[("height_m = 0.5", &start), ("kind = \"level\"", terrain)]));
        loaded.scenario.motions[0].site_from_body * Vector3::x()
    };
    let close = |a: Vector3<f64>, b: Vector3<f64>| assert!((a - b).norm() < 1e-12, "{a} {b}");
    // A quarter turn from east about up is north; from north about down it is east.
    close(nose("site", "kind = \"level\""), Vector3::y());
    close(nose("ned", "kind = \"level\""), Vector3::x());
    let (sine, cosine) = 20.0_f64.to_radians().sin_cos();
    close(nose("slope", "kind = \"incline\"\nslope_deg = 20"), Vector3::new(cosine, 0.0, -sine));
}

#[test]
fn a_downhill_speed_needs_a_slope() {
    let start = "height_m = 0.5\ndownhill_speed_m_per_s = 2";
    let map = "kind = \"generated\"\nsize_m = 10\nspacing_m = 1";
    let text = ball(&[("kind = \"level\"", map), ("height_m = 0.5", start)]);
    refused(
        &text,
        &["error: this terrain has no direction of fall", "give velocity_m_per_s instead"],
    );
    let slope = "kind = \"incline\"\nslope_deg = 30";
    let outcome = run(&ball(&[("kind = \"level\"", slope), ("height_m = 0.5", start)]));
    near(&outcome, "slope_speed_start_m_per_s", 2.0, 1e-12);
}

#[test]
fn a_centre_of_mass_off_the_origin_falls_as_any_other() {
    let deviation = "mass_kg = 100.0\ncentre_of_mass_m = [0.1, 0.2, 0.3]";
    let spin = "height_m = 50\nrate_deg_per_s = [10, 20, 30]";
    let outcome = run(&ball(&[("mass_kg = 100.0", deviation), ("height_m = 0.5", spin)]));
    near(&outcome, "com.final_z_m", 50.0 - 0.5 * 3.7132 * 0.81, 1e-9);
    near(&outcome, "com.final_x_m", 0.0, 1e-9);
}
