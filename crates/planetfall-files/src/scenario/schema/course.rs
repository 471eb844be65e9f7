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

pub(super) static ENERGY: Table = Table::new(
    "energy",
    "In each phase the energy that no force explains, and apart from it the energy that the scheme and the \
     lifting of positions add, are shares of what the phase turns over: kinetic energy at its start plus the fall in it, \
     or the work exchanged, and no less than the weight of all vehicles times 1 mm. Above 1 % either is \
     warned of, above 5 % it fails the run, gain or loss.",
    &[Field::default(
        "allow",
        Kind::Tables(&ALLOWANCE),
        Literal::Empty,
        "Exceptions from these limits.",
    )],
);

static ALLOWANCE: Table = Table::new(
    "energy.allow",
    "An exception from the limits of the energy account. Up to the shares given nothing is said, above them the run \
     fails.",
    &[
        Field::optional("phase", Kind::Text, "Name of the phase; default all phases."),
        Field::optional(
            "unexplained",
            NON_NEGATIVE,
            "Share of unexplained energy that is allowed.",
        ),
        Field::optional(
            "numerical",
            NON_NEGATIVE,
            "Share of energy of the scheme and of lifted positions that is allowed.",
        ),
        Field::required("reason", Kind::Text, "Why it may be so much."),
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
