//! Figures of a scenario: windows and marks that name what a run will have.

use crate::scenario::fixture::{ball, load, refused};

const FIGURE: &str = "[[figure]]\ntitle = \"force\"\ny = \"foot.normal_force_n\"\n";

fn with(figure: &str) -> String {
    ball(&[]) + FIGURE + figure
}

#[test]
fn a_window_and_marks_are_kept_in_the_effective_file() {
    let text = with(
        "relative_to = \"foot.first_contact_s\"\nfrom_s = -0.1\nto_s = 0.2\n\
         published_clock = { metric = \"foot.first_contact_s\", published_s = 952.34 }\n\
         [[figure.mark]]\nlabel = \"contact\"\nmetric = \"foot.first_contact_s\"\n\
         [[figure.mark]]\nlabel = \"cut\"\npublished_s = 953.8\n",
    );
    let loaded = load(&text);
    for line in [
        "relative_to = \"foot.first_contact_s\"",
        "from_s = -0.1",
        "[figure.published_clock]",
        "[[figure.mark]]",
        "published_s = 953.8",
    ] {
        assert!(loaded.effective.contains(line), "lacks {line}:\n{}", loaded.effective);
    }
    let again = load(&loaded.effective).effective;
    assert_eq!(again, loaded.effective.replace("  # default", ""));
}

#[test]
fn a_figure_without_them_says_nothing_of_them() {
    let effective = load(&with("")).effective;
    for key in ["mark", "from_s", "to_s", "published_clock", "relative_to"] {
        assert!(!effective.lines().any(|line| line.starts_with(key)), "{key}:\n{effective}");
    }
}

#[test]
fn a_metric_that_is_none_or_no_time_is_reported_with_its_line() {
    let near = "did you mean `foot.first_contact_s`?";
    let unknown = "`foot.first_contct_s`: this scenario has no such metric";
    for figure in [
        "relative_to = \"foot.first_contct_s\"\nfrom_s = 0.0\n",
        "published_clock = { metric = \"foot.first_contct_s\", published_s = 1.0 }\n",
        "[[figure.mark]]\nlabel = \"a\"\nmetric = \"foot.first_contct_s\"\n",
    ] {
        refused(&with(figure), &[unknown, near, "test.toml:"]);
    }
    let force = "[[figure.mark]]\nlabel = \"a\"\nmetric = \"foot.peak_normal_force_n\"\n";
    refused(&with(force), &["`foot.peak_normal_force_n` is not a time in seconds"]);
}

#[test]
fn a_mark_without_any_time_is_a_mistake() {
    let reported = ["a mark needs a time: give `metric`, `published_s` or both"];
    refused(&with("[[figure.mark]]\nlabel = \"a\"\n"), &reported);
    refused(&with("[[figure.mark]]\npublished_s = 1.0\n"), &["missing key `label`"]);
    refused(&with("[[figure.mark]]\nlabel = \"a\"\ntime_s = 1.0\n"), &["`time_s`: unknown key"]);
}

#[test]
fn a_window_must_have_an_inside() {
    let reported = ["`to_s` is 1 but must be greater than `from_s`, which is 2"];
    refused(&with("from_s = 2.0\nto_s = 1.0\n"), &reported);
    let reported = ["`relative_to` has nothing to move", "give `from_s`, `to_s` or both"];
    refused(&with("relative_to = \"foot.first_contact_s\"\n"), &reported);
}

#[test]
fn marks_need_time_on_the_horizontal_axis() {
    let path = ball(&[])
        + "[[figure]]\ntitle = \"path\"\nkind = \"xy\"\nx = \"foot.x_m\"\ny = \"foot.z_m\"\n\
           [[figure.mark]]\nlabel = \"a\"\npublished_s = 1.0\n";
    refused(&path, &["time is not on this figure's horizontal axis"]);
}
