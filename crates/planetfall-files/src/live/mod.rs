//! What a page and a simulation that still runs have to say to each other, whoever runs it: the page's server knows no
//! more of a run than this, and the run nothing of the server (docs/live.md).

mod choice;
mod description;
mod order;
mod status;

pub use choice::{Choice, Offer, Offers};
pub use description::{
    Can, DescribedColumn, DescribedLever, Description, FaultOffer, JointSlider, SunPlace,
};
pub use order::{Order, SPEEDS};
pub use status::{Feed, Status};

use crate::run_folder::scene::Scene;
use crate::run_folder::{Event, Ruts};
use std::error::Error;
use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Arc;

/// Why there is no simulation, or no folder of it, in the words of whoever runs it.
pub type LiveFailure = Box<dyn Error + Send + Sync>;

/// Whoever begins simulations for pages.
pub trait LiveHost: Debug + Send + Sync {
    /// Begins a simulation, paused.
    ///
    /// # Errors
    /// If the choice makes no runnable scenario, or there is no place for the run.
    fn begin(&self, choice: &Choice) -> Result<Arc<dyn LiveRun>, LiveFailure>;

    /// What can be chosen.
    fn offers(&self) -> Offers;

    /// Whether all of a choice is among what is offered, or was chosen by whoever started the server: his
    /// own files are his to name, a page's are not.
    ///
    /// # Errors
    /// If something is not offered.
    fn check_offered(&self, choice: &Choice, first: &Choice) -> Result<(), LiveFailure>;
}

/// A simulation that a page operates.
pub trait LiveRun: Debug + Send + Sync {
    /// What it looks like at the start.
    fn scene(&self) -> &Scene;

    /// What there is to drive, pull, break and plot.
    fn describe(&self) -> &Description;

    /// Orders something.
    ///
    /// # Errors
    /// A sentence for the user, if it makes no sense for this vehicle.
    fn order(&self, order: Order) -> Result<(), String>;

    /// Nobody watches any more.
    fn abandon(&self);

    /// Rows from a number on, no more than so many.
    fn since(&self, record: u64, most: usize) -> Feed;

    /// Events from a number on.
    fn events(&self, first: usize) -> Vec<Event>;

    /// How it is.
    fn status(&self) -> Status;

    /// What has become of soil so far; none where nothing was touched.
    fn ruts(&self) -> Option<Ruts>;

    /// Ends the run, waits until its files are written, and gives its folder. A run that has ended is
    /// saved already.
    ///
    /// # Errors
    /// If the files could not be written.
    fn save(&self) -> Result<PathBuf, LiveFailure>;
}
