//! `planetfall live`: a run that a person operates from a page while it goes on.
//!
//! A session is a run like any other ([`crate::runner::conduct`]), on a thread of its own, whose operator
//! is the page. All that the page does to the vehicle becomes positions of levers, faults and the sun at
//! ticks of the operator, which the journal writes down: the folder that it leaves is a run that replays
//! bit for bit. Pause, single steps and speed are waits within a tick; the physics knows nothing of them.
//!
//! | module | what |
//! |---|---|
//! | `composition` | the scenario of a choice of vehicle, terrain and ground |
//! | `description` | what there is to drive, pull, break and plot |
//! | [`session`] | a session as the page's server has it |
//! | `channel` | what page and run send each other, under one lock |
//! | `operator` | waits for the page, and turns its wishes into levers |
//! | `manual_control` | a rover driven and a lander flown by hand |
//! | `faults` | faults that can be struck by hand |

mod channel;
mod composition;
mod description;
mod faults;
mod manual_control;
mod operator;
pub mod session;

pub use composition::{PLAYGROUND, offers};
pub use session::{LiveError, LiveSession, Venue};
