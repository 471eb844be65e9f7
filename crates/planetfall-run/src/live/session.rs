//! A session as the page's server has it: a handle on a run that goes on in a thread of its own.

use super::channel::{PageChannel, Reporter};
use super::composition::{Composed, check_offered, compose, offers};
use super::description::{describe, sun_place};
use super::faults;
use super::manual_control::ManualControl;
use super::operator::PageOperator;
use crate::aftermath;
use crate::checkpoint::{Checkpoint, ResumeError, Resumption};
use crate::runner::{self, Conduct, RunnerError};
use planetfall::control::Console;
use planetfall::world::World;
use planetfall_files::format::{Ink, Mistakes};
use planetfall_files::live::{
    Choice, Description, Feed, LiveFailure, LiveHost, LiveRun, Offers, Order, Status,
};
use planetfall_files::run_folder::scene::Scene;
use planetfall_files::run_folder::{Event, FolderError, OutputFolder, Ruts};
use planetfall_files::scenario::Loaded;
use planetfall_files::staging::{self, Reach};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Why there is no session, or no folder of it.
#[derive(Debug, thiserror::Error)]
pub enum LiveError {
    /// What was chosen does not go together.
    #[error("{0}")]
    Choice(String),
    /// The scenario is wrong.
    #[error(transparent)]
    Mistakes(#[from] Mistakes),
    /// There is no place to write to.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// What is to go on cannot.
    #[error(transparent)]
    Resume(#[from] ResumeError),
    /// The run's files could not be written.
    #[error(transparent)]
    Files(#[from] RunnerError),
    /// The system gives no thread.
    #[error("the run cannot be started: {0}")]
    Thread(std::io::Error),
    /// The run's thread died.
    #[error("the run broke off by a mistake of Planetfall's own; what was written until then is in {}", .0.display())]
    Broken(PathBuf),
}

/// Where sessions are written, and what is set in all of them.
#[derive(Debug, Clone, Default)]
pub struct Venue {
    /// Folder of the first; none is `runs/live`. Further ones get a number at the end.
    pub folder: Option<PathBuf>,
    /// Whether a folder that is not empty may be written into.
    pub force: bool,
    /// Keys of the scenario with their values.
    pub settings: Vec<(String, String)>,
    /// A session whose process died, with which the first one goes on.
    pub resume: Option<PathBuf>,
}

impl Venue {
    /// The first session: one that goes on, or a new one.
    ///
    /// # Errors
    /// As [`Self::open`] and [`LiveSession::resume`].
    pub fn first(&self, choice: &Choice) -> Result<LiveSession, LiveError> {
        match &self.resume {
            Some(folder) => LiveSession::resume(folder),
            None => self.open(choice),
        }
    }

    /// Begins a session in the first folder that is free.
    ///
    /// # Errors
    /// If the choice makes no runnable scenario, or there is no place for it.
    pub fn open(&self, choice: &Choice) -> Result<LiveSession, LiveError> {
        let loaded = LiveSession::load(choice, &self.settings)?;
        let base = self.folder.clone().unwrap_or_else(|| Path::new("runs").join("live"));
        // A folder that the user named and that is no session is replaced if it may be; one that a session is
        // still being written for does not exist yet, and is passed over.
        let is_other = self.folder.is_some() && base.exists() && !is_live(&base);
        if !OutputFolder::is_taken(&base) || is_other {
            return LiveSession::begin(loaded, OutputFolder::claim(&base, self.force, false)?);
        }
        // What a person did by hand cannot be had again by a run: nothing of it is replaced.
        let mut numbered = (2_u32..).map(|number| {
            let mut name = base.file_name().unwrap_or_default().to_owned();
            name.push(format!("-{number}"));
            base.with_file_name(name)
        });
        let free = numbered.find(|path| !OutputFolder::is_taken(path)).unwrap_or(base);
        LiveSession::begin(loaded, OutputFolder::claim(&free, false, false)?)
    }
}

impl LiveHost for Venue {
    fn begin(&self, choice: &Choice) -> Result<Arc<dyn LiveRun>, LiveFailure> {
        Ok(Arc::new(self.first(choice)?))
    }

    fn offers(&self) -> Offers {
        offers()
    }

    fn check_offered(&self, choice: &Choice, first: &Choice) -> Result<(), LiveFailure> {
        Ok(check_offered(choice, first)?)
    }
}

/// Whether a folder has a run that somebody operated.
fn is_live(folder: &Path) -> bool {
    planetfall_files::run_folder::RunFile::Commands.within(folder).is_file()
}

/// A run that a page operates.
#[derive(Debug)]
pub struct LiveSession {
    channel: Arc<PageChannel>,
    world: Arc<World>,
    scene: Scene,
    description: Description,
    folder: PathBuf,
    thread: Mutex<Option<JoinHandle<Result<(), RunnerError>>>>,
}

impl LiveSession {
    /// Begins a session in a folder that is claimed for it, paused at the start.
    ///
    /// # Errors
    /// If the choice makes no runnable scenario.
    pub fn start(
        choice: &Choice,
        settings: &[(String, String)],
        folder: OutputFolder,
    ) -> Result<Self, LiveError> {
        Self::begin(Self::load(choice, settings)?, folder)
    }

    /// Goes on with a session whose process died, paused.
    ///
    /// # Errors
    /// If there is no such session, or it is not of this version, scenario and files.
    pub fn resume(path: &Path) -> Result<Self, LiveError> {
        let folder = OutputFolder::resume(path)?;
        let checkpoint = Checkpoint::read(folder.path())?;
        let file = checkpoint.scenario(folder.path());
        let file = file.map_err(|error| LiveError::Choice(error.to_string()))?;
        let mut loaded = file.load(Ink::Plain)?;
        let resumption = checkpoint.resumption(&mut loaded)?;
        let ground = file.ground().unwrap_or_default().to_owned();
        let composed = Composed { file, ground, notes: Vec::new() };
        Self::go_on((loaded, composed), folder, Some(resumption))
    }

    fn load(
        choice: &Choice,
        settings: &[(String, String)],
    ) -> Result<(Loaded, Composed), LiveError> {
        let composed = compose(choice, settings)?;
        Ok((composed.file.load(Ink::Plain)?, composed))
    }

    fn begin(loaded: (Loaded, Composed), folder: OutputFolder) -> Result<Self, LiveError> {
        Self::go_on(loaded, folder, None)
    }

    fn go_on(
        (loaded, composed): (Loaded, Composed),
        folder: OutputFolder,
        resume: Option<Resumption>,
    ) -> Result<Self, LiveError> {
        let world = Arc::clone(&loaded.scenario.world);
        let path = folder.place().to_owned();
        let scene = scene(&loaded);
        let faults = faults::all(&world);
        let manual = ManualControl::new(&world);
        let mut description = describe(&loaded, &path, &faults, &manual);
        (description.ground, description.notes) = (composed.ground, composed.notes);
        let own = if world.control().len() > 1 { "own" } else { "idle" };
        let channel = Arc::new(PageChannel::new(sun_place(world.sun()), own));
        let span = description.period_s;
        let mut operator =
            PageOperator { channel: Arc::clone(&channel), faults, manual, span, anchor: None, own };
        let shared = Arc::clone(&channel);
        let run = move || {
            let mut reporter = Reporter(Arc::clone(&shared));
            let conduct = Conduct {
                operator: Some(&mut operator),
                audience: Some(&mut reporter),
                resume,
                ..Conduct::default()
            };
            let watch = &mut |_| ControlFlow::Continue(());
            let finished = runner::conduct(&loaded, &folder, conduct, watch);
            let mut state = shared.state();
            let (outcome, message) = match &finished {
                Ok(finished) => (
                    finished.summary.outcome.clone(),
                    finished.failure.as_ref().map(ToString::to_string),
                ),
                Err(error) => ("failed".to_owned(), Some(error.to_string())),
            };
            state.status.ended = Some(outcome);
            state.status.message = message.or(state.status.message.take());
            state.resting = true;
            shared.notify();
            finished.map(|_| ())
        };
        let thread = std::thread::Builder::new().name("live".to_owned()).spawn(run);
        let thread = Mutex::new(Some(thread.map_err(LiveError::Thread)?));
        let session = Self { channel, world, scene, description, folder: path, thread };
        // Whoever has a session finds its first row there; one that takes longer is not waited for.
        let _ = session.settle(FIRST_ROW);
        Ok(session)
    }

    /// What it looks like at the start.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// What there is to drive, pull, break and plot.
    #[must_use]
    pub fn describe(&self) -> &Description {
        &self.description
    }

    /// Where the run is written.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Orders something. What concerns the clock is done at once, the rest in the tick that waits, or in
    /// the next.
    ///
    /// # Errors
    /// A sentence for the user, if it makes no sense for this vehicle.
    pub fn order(&self, order: Order) -> Result<(), String> {
        order.check()?;
        self.permit(&order)?;
        let mut state = self.channel.state();
        if let Some(outcome) = &state.status.ended {
            return Err(format!("the run has ended ({outcome}): nothing can be ordered any more"));
        }
        match order {
            Order::Pause => {
                state.status.paused = true;
                state.steps = 0;
            }
            Order::Go => (state.status.paused, state.steps, state.restarted) = (false, 0, true),
            Order::Step { ticks } => {
                state.status.paused = true;
                state.steps = state.steps.saturating_add(ticks);
            }
            Order::Speed { factor } => {
                state.status.speed = factor;
                state.restarted = true;
            }
            order @ (Order::Drive { .. }
            | Order::Goal { .. }
            | Order::Stop
            | Order::Joint { .. }
            | Order::Fly { .. }
            | Order::Release { .. }
            | Order::Sun { .. }
            | Order::Strike { .. }
            | Order::Mend { .. }
            | Order::Auto) => state.orders.push_back(order),
        }
        state.resting = false;
        self.channel.notify();
        Ok(())
    }

    /// Whether the vehicle can do what is ordered.
    fn permit(&self, order: &Order) -> Result<(), String> {
        let can = &self.description.can;
        let vehicle = &self.description.vehicle;
        match order {
            Order::Drive { .. } | Order::Stop if !can.drive => {
                Err(format!("`{vehicle}` has no wheels with motors to drive by"))
            }
            Order::Goal { .. } if !can.goal => {
                Err(format!("`{vehicle}` cannot go to a place by itself"))
            }
            Order::Goal { at_m: [x, y] } => match self.world.terrain().height(*x, *y) {
                Ok(_) => Ok(()),
                Err(_) => Err(format!("there is no ground at {x:.1} m east, {y:.1} m north")),
            },
            Order::Drive { sideways, .. } if *sideways != 0.0 && !can.sideways => {
                Err(format!("`{vehicle}` cannot go sideways: not all its wheels steer"))
            }
            Order::Auto if !can.auto => {
                Err("the scenario has no controllers of its own".to_owned())
            }
            Order::Fly { .. } if !can.fly => Err(format!("`{vehicle}` has no engines to fly by")),
            Order::Joint { lever, value } => self.check_lever(lever, *value),
            Order::Release { what } => {
                if !self.description.releases.contains(what) {
                    let known = self.description.releases.join(", ");
                    let known = if known.is_empty() { "nothing".to_owned() } else { known };
                    return Err(format!(
                        "`{what}` is nothing to let go or to cut: there is {known}"
                    ));
                }
                Ok(())
            }
            Order::Strike { fault } | Order::Mend { fault } => {
                let known = self.description.faults.iter().any(|known| known.name == *fault);
                if !known {
                    let names = self.description.faults.iter().map(|known| known.name.as_str());
                    let hint = planetfall_files::format::nearest(fault, names)
                        .map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
                    return Err(format!("there is no fault `{fault}`{hint}"));
                }
                Ok(())
            }
            Order::Pause
            | Order::Go
            | Order::Step { .. }
            | Order::Speed { .. }
            | Order::Drive { .. }
            | Order::Stop
            | Order::Fly { .. }
            | Order::Sun { .. }
            | Order::Auto => Ok(()),
        }
    }

    fn check_lever(&self, name: &str, value: f64) -> Result<(), String> {
        let console = self.console();
        let lever = console.and_then(|console| console.lever(name));
        let (Some(console), Some(lever)) = (console, lever) else {
            let names = self.description.levers.iter().map(|lever| lever.name.as_str());
            let hint = planetfall_files::format::nearest(name, names)
                .map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            return Err(format!("there is no lever `{name}`{hint}"));
        };
        console.check(lever, value).map_err(|error| error.to_string())
    }

    fn console(&self) -> Option<&Console> {
        self.world.console().map(|(_, console)| console)
    }

    /// Nobody watches any more: what moves by hand stands still, what flies by hand is held level. What the
    /// scenario's own controllers do goes on.
    pub fn abandon(&self) {
        self.channel.state().abandoned = true;
        self.channel.notify();
    }

    /// Rows from a number on, no more than so many.
    #[must_use]
    pub fn since(&self, record: u64, most: usize) -> Feed {
        self.channel.state().since(record, most)
    }

    /// Events from a number on.
    #[must_use]
    pub fn events(&self, first: usize) -> Vec<Event> {
        self.channel.state().events(first)
    }

    /// How it is.
    #[must_use]
    pub fn status(&self) -> Status {
        self.channel.state().status.clone()
    }

    /// Waits until the run waits for an order or is over, and returns how it is; none if it goes on after
    /// that time.
    #[must_use]
    pub fn settle(&self, most: Duration) -> Option<Status> {
        let by = Instant::now() + most;
        let mut state = self.channel.state();
        while !state.resting || (state.status.ended.is_none() && !state.orders.is_empty()) {
            let left = by.checked_duration_since(Instant::now())?;
            state = self.channel.wait_for(state, left);
        }
        Some(state.status.clone())
    }

    /// What has become of soil so far, as in `ruts.f32`; none where nothing was touched.
    #[must_use]
    pub fn ruts(&self) -> Option<Ruts> {
        let soil = self.channel.state().soil()?;
        aftermath::ruts_now(&self.world, &soil)
    }

    /// Ends the run, waits until its files are written, and gives its folder. A run that has ended is
    /// saved already.
    ///
    /// # Errors
    /// If the files could not be written.
    pub fn save(&self) -> Result<PathBuf, LiveError> {
        self.channel.state().finish = true;
        self.channel.notify();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            thread.join().map_err(|_| LiveError::Broken(self.folder.clone()))??;
        }
        Ok(self.folder.clone())
    }
}

impl LiveRun for LiveSession {
    fn scene(&self) -> &Scene {
        self.scene()
    }

    fn describe(&self) -> &Description {
        self.describe()
    }

    fn order(&self, order: Order) -> Result<(), String> {
        self.order(order)
    }

    fn abandon(&self) {
        self.abandon();
    }

    fn since(&self, record: u64, most: usize) -> Feed {
        self.since(record, most)
    }

    fn events(&self, first: usize) -> Vec<Event> {
        self.events(first)
    }

    fn status(&self) -> Status {
        self.status()
    }

    fn ruts(&self) -> Option<Ruts> {
        self.ruts()
    }

    fn save(&self) -> Result<PathBuf, LiveFailure> {
        Ok(self.save()?)
    }
}

impl Drop for LiveSession {
    fn drop(&mut self) {
        // Whoever wants to know whether the files were written saves first.
        let _ = self.save();
    }
}

/// What is drawn before it has moved: the ground around the start.
fn scene(loaded: &Loaded) -> Scene {
    let scenario = &loaded.scenario;
    let start = scenario.initial();
    let mut reach = Reach::default();
    for vehicle in 0..scenario.world.named() {
        let place = start.motion(&scenario.world, vehicle).position;
        reach.around([place.x, place.y], SHOWN_M);
    }
    staging::scene(&scenario.world, &start, &loaded.visuals, &reach).scene
}

/// How long a session may take to its first tick before its page is shown nothing. Chosen.
const FIRST_ROW: Duration = Duration::from_secs(30);

/// Ground that is shown around the start, m. Chosen.
const SHOWN_M: f64 = 60.0;
