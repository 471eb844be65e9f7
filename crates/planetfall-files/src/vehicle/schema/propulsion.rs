//! Engines and tanks.

use super::{ESTIMATE, NON_NEGATIVE, POSITIVE, SOURCE};
use crate::format::schema::{Field, Kind, List, Literal, Table};

pub(super) const ENGINES: Field =
    Field::default("engine", Kind::Tables(&ENGINE), Literal::Empty, "Rocket engines on it.");

pub(super) const TANKS: Field = Field::default(
    "tank",
    Kind::Tables(&TANK),
    Literal::Empty,
    "Propellant in it; the link's mass is without it.",
);

static ENGINE: Table = Table::new(
    "engine",
    "A throttled rocket engine in a fixed place. It draws on all tanks of the vehicle, in the \
     proportion in which they were filled; a vehicle without tanks never runs dry.",
    &[
        Field::required("name", Kind::Name, "Unique name within the vehicle."),
        Field::required("position_m", Kind::VECTOR, "Where its force acts, in the link's frame."),
        Field::required(
            "direction",
            Kind::VECTOR,
            "Which way its force pushes the vehicle, against the exhaust; of any length.",
        ),
        Field::required(
            "min_thrust_n",
            NON_NEGATIVE,
            "Least thrust at which it burns; a smaller command than this, but for 0, gives it.",
        ),
        Field::required("max_thrust_n", POSITIVE, "Most thrust."),
        Field::default(
            "lag_s",
            NON_NEGATIVE,
            Literal::Number(0.0),
            "Time constant with which the thrust follows the command; 0 follows at once.",
        ),
        Field::required("specific_impulse_s", POSITIVE, "Specific impulse."),
        SOURCE,
        ESTIMATE,
    ],
);

static TANK: Table = Table::new(
    "tank",
    "A tank: a lump of propellant that shrinks where it is.",
    &[
        Field::required("name", Kind::Name, "Unique name within the vehicle."),
        Field::required(
            "position_m",
            Kind::VECTOR,
            "Centre of the propellant in the link's frame.",
        ),
        Field::required("propellant_kg", POSITIVE, "Propellant at the start."),
        Field::default(
            "gyration_m",
            Kind::List(List::exactly(3, &NON_NEGATIVE)),
            Literal::Numbers(&[0.2, 0.2, 0.2]),
            "Radii of gyration about its own centre along x, y, z: for each axis the root mean \
             square of the propellant's coordinate. A full ball of radius r has r/√5 each; the \
             default is a ball of 0.45 m.",
        ),
        SOURCE,
        ESTIMATE,
    ],
);
