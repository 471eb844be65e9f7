//! Keys of `[[phase]]`, `[[end]]` and `[record]`: the course of a run.

use super::super::staging_schema as staging;
use super::stepping::STEPPING;
use super::{NON_NEGATIVE, POSITIVE};
use crate::format::schema::{Case, Field, Kind, Literal, Table, Tag};

pub(super) static PHASE: Table = Table::new(
    "phase",
    "A part of the run with its own stepping.",
    &[
        Field::required("name", Kind::Name, "Unique name."),
        Field::optional("stepping", Kind::Table(&STEPPING), "Instead of the scenario's."),
        Field::default("until", Kind::Tables(&UNTIL), Literal::Empty, "What ends the phase."),
    ],
);

const CONDITIONS: &[Case] = &[
    Case {
        value: "elapsed",
        doc: "A time since the phase began.",
        fields: &[Field::required("after_s", POSITIVE, "How long.")],
    },
    Case {
        value: "rest",
        doc: "The first vehicle stands still.",
        fields: &[
            Field::default("speed_m_per_s", POSITIVE, Literal::Number(0.001), "Slower than this."),
            Field::default(
                "rate_deg_per_s",
                POSITIVE,
                Literal::Number(0.1),
                "Turning slower than this.",
            ),
            Field::default("for_s", POSITIVE, Literal::Number(0.5), "For this long."),
        ],
    },
    Case {
        value: "touch",
        doc: "A marker reaches the ground.",
        fields: &[
            Field::optional("marker", Kind::Text, "Which; default any."),
            Field::optional("vehicle", Kind::Text, "Any of this vehicle; default of any vehicle."),
        ],
    },
    Case {
        value: "height_below",
        doc: "The first vehicle's centre of mass comes below a height above ground.",
        fields: &[Field::required("height_m", Kind::NUMBER, "The height.")],
    },
    Case {
        value: "height_above",
        doc: "The first vehicle's centre of mass comes above a height above ground.",
        fields: &[Field::required("height_m", Kind::NUMBER, "The height.")],
    },
    Case {
        value: "speed_above",
        doc: "The first vehicle becomes faster than a speed.",
        fields: &[Field::required("speed_m_per_s", POSITIVE, "The speed.")],
    },
    staging::NEARER,
    staging::SEPARATED,
    staging::CUT,
    staging::DRY,
];

const WHEN: Tag = Tag { key: "when", doc: "The condition.", default: None, cases: CONDITIONS };

static UNTIL: Table = Table::tagged(
    "until",
    "A condition that ends the phase: name the `next` phase, or the `outcome` if the run ends.",
    WHEN,
    &[
        Field::optional("next", Kind::Text, "Name of the phase that follows."),
        Field::optional("outcome", Kind::Name, "Name of the run's outcome."),
    ],
);

pub(super) static END: Table = Table::tagged(
    "end",
    "A condition that ends the run.",
    WHEN,
    &[Field::required("outcome", Kind::Name, "Name of the run's outcome.")],
);

pub(super) static RECORD: Table = Table::new(
    "record",
    "What is written to history.parquet.",
    &[Field::default(
        "period_s",
        NON_NEGATIVE,
        Literal::Number(0.01),
        "Time between records; 0 records every step. Fixed steps are never cut for a record.",
    )],
);
