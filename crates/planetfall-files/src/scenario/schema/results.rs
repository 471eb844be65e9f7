//! Keys of `[[expect]]` and `[[figure]]`: what is made of a run.

use super::{COLUMNS, NON_NEGATIVE};
use crate::format::schema::{Choice, Field, Kind, Literal, Table};

pub(crate) static EXPECT: Table = Table::new(
    "expect",
    "A value the run must reproduce: `value` with `tolerance` or `relative_tolerance`, or \
     `min`/`max`.",
    &[
        Field::required("metric", Kind::Text, "Name of the metric."),
        Field::optional(
            "kind",
            Kind::Choice(&[
                Choice {
                    value: "published",
                    doc: "A publication states it, or says in words what the bound checks.",
                },
                Choice { value: "measured", doc: "Somebody measured it on the real thing." },
                Choice {
                    value: "closed_form",
                    doc: "It follows from what is given: law, balance, symmetry, command.",
                },
                Choice {
                    value: "independent",
                    doc: "Another program computed it from the same equations.",
                },
                Choice {
                    value: "regression",
                    doc: "A result or bound of our own: guards against changes, proves nothing.",
                },
            ]),
            "What stands behind the value; without it the value is shown as unstated.",
        ),
        Field::required("source", Kind::Text, "Where the value comes from."),
        Field::optional("value", Kind::NUMBER, "The expected value."),
        Field::optional("tolerance", NON_NEGATIVE, "Largest distance allowed, metric's unit."),
        Field::optional("relative_tolerance", NON_NEGATIVE, "The same as a share of the value."),
        Field::optional("min", Kind::NUMBER, "Smallest value allowed."),
        Field::optional("max", Kind::NUMBER, "Largest value allowed."),
        Field::optional(
            "known_miss",
            Kind::Text,
            "Why the value is not reproduced, where that is known: shown as missed with this reason, \
             and `--strict` lets it pass.",
        ),
    ],
);

pub(super) static FIGURE: Table = Table::new(
    "figure",
    "A plot of the report.",
    &[
        Field::required("title", Kind::Text, "Title."),
        Field::default("caption", Kind::Text, Literal::Text(""), "What to see in it."),
        Field::default(
            "kind",
            Kind::Choice(&[
                Choice { value: "time", doc: "Columns over time." },
                Choice { value: "xy", doc: "Columns over another column." },
            ]),
            Literal::Text("time"),
            "What lies on the horizontal axis.",
        ),
        Field::default(
            "x",
            COLUMNS,
            Literal::Texts(&[]),
            "Column on the horizontal axis, one for all lines or one for each; default time_s.",
        ),
        Field::required("y", COLUMNS, "Columns on the vertical axis; `*` stands for any text."),
        Field::default("x_label", Kind::Text, Literal::Text(""), "Instead of the column's name."),
        Field::default("y_label", Kind::Text, Literal::Text(""), "Instead of the column's name."),
        Field::default("equal_aspect", Kind::Bool, Literal::Bool(false), "One metre is one metre."),
        Field::default("ground", Kind::Bool, Literal::Bool(false), "Draw the ground's profile."),
        Field::default("log_x", Kind::Bool, Literal::Bool(false), "Logarithmic horizontal axis."),
        Field::default("log_y", Kind::Bool, Literal::Bool(false), "Logarithmic vertical axis."),
        Field::default(
            "references",
            Kind::Tables(&REFERENCE),
            Literal::Empty,
            "Horizontal lines at published values.",
        ),
        Field::optional("from_s", Kind::NUMBER, "Show the run from this time on."),
        Field::optional("to_s", Kind::NUMBER, "Show the run up to this time."),
        Field::optional(
            "relative_to",
            Kind::Text,
            "Name of a metric that is a time: `from_s` and `to_s` count from it.",
        ),
        Field::optional(
            "published_clock",
            Kind::Table(&PUBLISHED_CLOCK),
            "How published times of marks lie on the run's own time; default as they are.",
        ),
        Field::optional(
            "mark",
            Kind::Tables(&MARK),
            "Events beside published ones: vertical lines, and a table under the figure. They \
             stand in place of the lines of all events.",
        ),
    ],
);

static PUBLISHED_CLOCK: Table = Table::new(
    "published_clock",
    "An instant whose time is known on both clocks.",
    &[
        Field::required("metric", Kind::Text, "Name of the metric that is its time in the run."),
        Field::required("published_s", Kind::NUMBER, "Its published time."),
    ],
);

static MARK: Table = Table::new(
    "mark",
    "An event: its time in the run (`metric`), its published time (`published_s`), or both.",
    &[
        Field::required("label", Kind::Text, "What it is, in few words."),
        Field::optional("metric", Kind::Text, "Name of the metric that is its time in the run."),
        Field::optional("published_s", Kind::NUMBER, "Its published time, on the published clock."),
    ],
);

static REFERENCE: Table = Table::new(
    "reference",
    "A horizontal line at a published value.",
    &[
        Field::required("value", Kind::NUMBER, "Where."),
        Field::required("label", Kind::Text, "What it is."),
    ],
);
