//! `planetfall live`: a run that a person operates from a page while it goes on.
//!
//! A session is a run like any other ([`crate::runner::conduct`]), on a thread of its own, whose operator
//! is the page. All that the page does to the vehicle becomes positions of levers, faults and the sun at
//! ticks of the operator, which the journal writes down: the folder that it leaves is a run that replays
//! bit for bit. Pause, single steps and speed are waits within a tick; the physics knows nothing of them.
//!
//! | room | what |
//! |---|---|
//! | `composition` | the scenario of a choice of vehicle, terrain and ground |
//! | [`order`] | what a page may order |
//! | [`description`] | what there is to drive, pull, break and plot |
//! | [`session`] | a session as the page's server has it |
//! | `desk` | what page and run tell each other, under one lock |
//! | `helm` | the operator: waits for the page, and turns its wishes into levers |
//! | `hands` | a rover driven and a lander flown by hand |
//! | `breakage` | faults that can be struck by hand |

mod breakage;
mod composition;
pub mod description;
mod desk;
mod hands;
mod helm;
pub mod order;
pub mod session;

pub use composition::{PLAYGROUND, offers};
pub use description::{Description, FaultOffer, JointSlider};
pub use desk::{Feed, Status};
pub use order::Order;
pub use session::{LiveError, Session, Venue};

use serde::{Deserialize, Serialize};

/// What is to be run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Path of a scenario file, or a built-in name; empty is [`PLAYGROUND`].
    #[serde(default)]
    pub scenario: String,
    /// A built-in vehicle in place of the scenario's own.
    #[serde(default)]
    pub vehicle: Option<String>,
    /// A built-in terrain in place of the scenario's own.
    #[serde(default)]
    pub terrain: Option<String>,
    /// A ground model in place of the scenario's own.
    #[serde(default)]
    pub ground: Option<String>,
}

/// What can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Offers {
    /// Scenarios.
    pub scenarios: Vec<Offer>,
    /// Vehicles.
    pub vehicles: Vec<Offer>,
    /// Terrains.
    pub terrains: Vec<Offer>,
    /// Ground models.
    pub grounds: Vec<Offer>,
}

/// One thing to choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// Its name in a [`Choice`].
    pub name: String,
    /// One line about it.
    pub title: String,
}
