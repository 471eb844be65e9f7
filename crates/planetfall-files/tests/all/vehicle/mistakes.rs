//! Mistakes in TOML vehicles: what is reported and where.

use crate::vehicle::common::mistakes;

const BALL: &str = "mass_kg = 2\nshape = { kind = \"sphere\", radius_m = 0.5 }\n";

fn body(more: &str) -> String {
    format!("title = \"a body\"\n[[link]]\nname = \"body\"\n{BALL}{more}")
}

fn arm(parent: &str, more: &str) -> String {
    format!("[[link]]\nname = \"arm\"\nparent = \"{parent}\"\n{BALL}{more}")
}

/// The text must be refused with each of these.
#[track_caller]
fn assert_reports(text: &str, wanted: &[&str]) {
    let reported = mistakes(text);
    for one in wanted {
        assert!(reported.contains(one), "missing: {one}\n{reported}");
    }
}

#[test]
fn a_misspelt_key_and_a_wrong_unit_are_reported_with_their_line() {
    assert_reports(
        "title = \"a\"\n[[link]]\nname = \"a\"\nmass_g = 2\nshpe = 1\n",
        &["test.toml:4:1", "mass is given in kilograms: `mass_kg`", "test.toml:5:1", "`shape`"],
    );
}

#[test]
fn a_parent_that_is_no_link_is_reported_with_the_nearest_name() {
    assert_reports(
        &body(&arm("bdy", "")),
        &["test.toml:8:10", "link `arm` hangs on `bdy`, which is no link", "did you mean `body`?"],
    );
}

#[test]
fn two_roots_and_loops_are_reported_at_once() {
    let text = body(&format!(
        "[[link]]\nname = \"other\"\n{BALL}[[link]]\nname = \"x\"\nparent = \"y\"\n{BALL}\
         [[link]]\nname = \"y\"\nparent = \"x\"\n{BALL}"
    ));
    assert_reports(
        &text,
        &[
            "two links have no parent, `body` and `other`: a vehicle has one root",
            "links hang on each other in a loop: `x` on `y` on `x`",
        ],
    );
}

#[test]
fn a_vehicle_that_is_only_a_loop_is_reported() {
    assert_reports(
        &format!("title = \"a\"\n[[link]]\nname = \"x\"\nparent = \"x\"\n{BALL}"),
        &["links hang on each other in a loop: `x` on `x`"],
    );
}

#[test]
fn impossible_inertia_is_reported_with_its_numbers() {
    assert_reports(
        "title = \"a\"\n[[link]]\nname = \"a\"\nmass_kg = 2\ninertia_kg_m2 = [1, 1, 3]\n",
        &[
            "test.toml:5:",
            "link `a`: no body has principal moments",
            "1.000000 + 1.000000 < 3.000000",
        ],
    );
}

#[test]
fn half_given_inertia_is_reported() {
    let link = |more: &str| format!("title = \"a\"\n[[link]]\nname = \"a\"\n{more}\n");
    assert_reports(&link("mass_kg = 1"), &["has a mass but neither `inertia_kg_m2` nor `shape`"]);
    assert_reports(&link("inertia_kg_m2 = [1, 1, 1]"), &["has `inertia_kg_m2` but no `mass_kg`"]);
    assert_reports(
        &link(
            "mass_kg = 1\ninertia_kg_m2 = [1, 1, 1]\nshape = { kind = \"sphere\", radius_m = 1 }",
        ),
        &["give either `inertia_kg_m2` or `shape`, not both"],
    );
}

#[test]
fn joints_that_move_no_mass_are_reported() {
    assert_reports(
        &body(
            "[[link]]\nname = \"tip\"\nparent = \"body\"\n\
             joint = { kind = \"revolute\", axis = [0, 1, 0] }\n",
        ),
        &["joint `tip` moves no mass: link `tip` and all beyond it have none"],
    );
    assert_reports("title = \"a\"\n[[link]]\nname = \"a\"\n", &["the vehicle has no mass"]);
}

#[test]
fn motions_without_inertia_of_their_own_are_reported() {
    let hinge = "joint = { kind = \"revolute\", axis = [0, 1, 0] }\n";
    let text = body(&format!(
        "[[link]]\nname = \"frame\"\nparent = \"body\"\n{hinge}\
         [[link]]\nname = \"arm\"\nparent = \"frame\"\n{BALL}{hinge}"
    ));
    assert_reports(
        &text,
        &["joint `arm` moves nothing at the start that the joints before it do not move"],
    );
    // About another axis the same two joints are a good universal joint.
    let crossed = text.replacen("axis = [0, 1, 0]", "axis = [1, 0, 0]", 1);
    crate::vehicle::common::sound(&crossed);
}

#[test]
fn couplings_that_make_no_sense_are_reported() {
    let text = |more: &str| {
        body(&arm(
            "body",
            &format!("joint = {{ kind = \"revolute\", axis = [0, 1, 0], {more} }}\n"),
        ))
    };
    assert_reports(
        &text("follows = \"amr\""),
        &["joint `arm` follows `amr`, which is no joint", "`arm`?"],
    );
    assert_reports(
        &text("follows = \"arm\""),
        &["cannot follow `arm`, which follows it or hangs on it"],
    );
    assert_reports(
        &text("multiplier = 2"),
        &["`multiplier` belongs to `follows`, which is missing"],
    );
    let fixed = format!("[[link]]\nname = \"lid\"\nparent = \"body\"\n{BALL}");
    assert_reports(
        &(text("follows = \"lid\"") + &fixed),
        &["joint `arm` cannot follow `lid`: only joints of one coordinate can"],
    );
    let lid = fixed + "joint = { kind = \"revolute\", axis = [0, 1, 0] }\n";
    assert_reports(
        &(text("follows = \"lid\", multiplier = 0") + &lid),
        &["joint `arm`: the multiplier must be a number other than zero, found 0"],
    );
    assert_reports(
        &(text("follows = \"lid\", initial_deg = 3") + &lid),
        &["joint `arm` follows another and cannot start by itself"],
    );
}

#[test]
fn joints_with_wrong_numbers_are_reported() {
    let text = |more: &str| body(&arm("body", &format!("joint = {{ {more} }}\n")));
    assert_reports(
        &text("kind = \"revolute\", axis = [0, 0, 0]"),
        &["its axis must have a length"],
    );
    assert_reports(
        &text("kind = \"revolute\", axis = [0, 1, 0], limits = { lower_deg = 2, upper_deg = 1 }"),
        &["the lower end, 2, lies above the upper one, 1"],
    );
    assert_reports(
        &text("kind = \"prismatic\", axis = [0, 1, 0], friction_n_m = 1"),
        &["friction_n_m", "friction_n"],
    );
    assert_reports(
        &body("joint = { kind = \"free\" }\n"),
        &["link `body` is the root and has no joint"],
    );
    assert_reports(
        &body("position_m = [1, 0, 0]\n"),
        &["`body` is the root: its frame is the body frame"],
    );
}

#[test]
fn contactors_and_drives_with_mistakes_are_reported() {
    let wheel = "[[link.contactor]]\nkind = \"wheel\"\nname = \"w\"\nradius_m = 0.3\n";
    assert_reports(
        &body(&format!("{wheel}axis = [0, 0, 0]\n")),
        &["wheel `w`: its axis must have a length"],
    );
    assert_reports(
        &body(&format!("{wheel}grouser_height_m = 0.4\n")),
        &["wheel `w`: grousers of 0.4 m do not fit in a radius of 0.3 m"],
    );
    let rolling = arm(
        "body",
        &format!(
            "joint = {{ kind = \"continuous\", axis = [0, 1, 0] }}\n{wheel}\
         [[link.contactor]]\nkind = \"marker\"\nname = \"m\"\nposition_m = [0, 0, 0]\n"
        ),
    );
    let drive = |more: &str| body(&format!("{rolling}[[drive]]\n{more}\n"));
    assert_reports(&drive("wheel = \"ww\""), &["`ww` is no contactor"]);
    assert_reports(&drive("wheel = \"m\""), &["contactor `m` is no wheel"]);
    assert_reports(&drive("wheel = \"w\"\nsteer = \"ram\""), &["wheel `w`: `ram` is no joint"]);
    assert_reports(
        &drive("wheel = \"w\"\ndrive = \"site\""),
        &["wheel `w`: joint `site` does not turn"],
    );
    let twice = rolling.replace("name = \"arm\"", "name = \"leg\"");
    assert_reports(&body(&(rolling + &twice)), &["two contactors have the name `w`"]);
}

#[test]
fn names_made_by_sides_must_differ_from_written_ones() {
    let text = body(&format!(
        "[[link]]\nname = \"arm\"\nparent = \"body\"\nsides = [\"left\", \"right\"]\n{BALL}\
         [[link]]\nname = \"arm_left\"\nparent = \"body\"\n{BALL}"
    ));
    assert_reports(&text, &["two links have the name `arm_left`"]);
}

#[test]
fn a_strut_that_would_crush_backwards_is_refused() {
    let leg = arm(
        "body",
        "sides = [\"left\", \"right\"]\n[link.joint]\nkind = \"prismatic\"\naxis = [0, 0, 1]\n\
         mirrored_sense = \"same\"\ncrush = { force_n = 1, stiffness_n_per_m = 1 }\n",
    );
    assert_reports(&body(&leg), &["joint `arm` cannot count backwards", "mirrored_sense"]);
}
