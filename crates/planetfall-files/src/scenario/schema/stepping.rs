//! Keys of `[stepping]`: how time goes on.

use super::POSITIVE;
use crate::format::schema::{Case, Field, Kind, Literal, Range, Table, Tag};

pub(super) static STEPPING: Table = Table::tagged(
    "stepping",
    "How time advances.",
    Tag {
        key: "method",
        doc: "The scheme.",
        default: Some("rk4"),
        cases: &[
            Case {
                value: "rk4",
                doc: "Classical Runge–Kutta, fourth order, fixed step.",
                fields: &[STEP],
            },
            Case {
                value: "dopri54",
                doc: "Dormand–Prince 5(4) with error control.",
                fields: &[
                    Field::default(
                        "position_tolerance_m",
                        POSITIVE,
                        Literal::Number(1e-8),
                        "Error of position allowed in a step.",
                    ),
                    Field::default(
                        "velocity_tolerance_m_per_s",
                        POSITIVE,
                        Literal::Number(1e-7),
                        "Error of velocity allowed in a step.",
                    ),
                    Field::default(
                        "attitude_tolerance_rad",
                        POSITIVE,
                        Literal::Number(1e-8),
                        "Error of attitude allowed in a step.",
                    ),
                    Field::default(
                        "rate_tolerance_rad_per_s",
                        POSITIVE,
                        Literal::Number(1e-7),
                        "Error of angular rate allowed in a step.",
                    ),
                    Field::default(
                        "longest_step_s",
                        POSITIVE,
                        Literal::Number(0.1),
                        "Longest step.",
                    ),
                    Field::default(
                        "shortest_step_s",
                        POSITIVE,
                        Literal::Number(1e-9),
                        "Needing a shorter step is an error.",
                    ),
                ],
            },
            Case {
                value: "implicit",
                doc: "The midpoint rule with forces that damp what a step does not resolve, of second order on \
                      ground that gives way; on rigid ground and on soil `moreau_jean` with theta 1.",
                fields: &[STEP],
            },
            Case {
                value: "moreau_jean",
                doc: "Moreau and Jean's time stepping with the theta-scheme, for ground whose \
                      impulses are unknowns of the step.",
                fields: &[
                    HARD_STEP,
                    Field::default(
                        "theta",
                        Kind::Number(Range::between(0.5, 1.0)),
                        Literal::Number(0.5),
                        "Share of the end of the step in its mean velocity: 0.5 keeps the energy of \
                         smooth motion, 1 damps it.",
                    ),
                ],
            },
            Case {
                value: "newmark",
                doc: "Newmark's trapezoidal rule with the ground's impulses as unknowns: second order \
                      between impacts.",
                fields: &[HARD_STEP],
            },
            Case {
                value: "event_driven",
                doc: "Free motion by rk4 up to each impact, whose instant is located; for a few simple \
                      bodies on `nonsmooth` ground.",
                fields: &[HARD_STEP],
            },
        ],
    },
    &[],
);

const HARD_STEP: Field = Field::default(
    "step_s",
    POSITIVE,
    Literal::Number(0.005),
    "Step, a whole number of nanoseconds.",
);

const STEP: Field = Field::default(
    "step_s",
    POSITIVE,
    Literal::Number(0.001),
    "Step, a whole number of nanoseconds.",
);
