//! Outside programs that operate a vehicle: sensor packets out, commands in, in lock-step with simulation
//! time, over a socket (docs/operating.md has the protocol byte by byte).
//!
//! | module | what |
//! |---|---|
//! | [`message`] | the messages of both forms, pure: text or bytes in, meaning or a mistake in words out |
//! | [`session`] | one conversation: hello, packets, answers, and what follows where no answer comes |
//! | [`wire`] | the socket, with its deadlines |
//! | [`program`] | starting a program that the scenario names, and ending it |
//! | [`simulation_command`] | faults and the sun by hand, in words that a file keeps |
//! | [`journal`] | what was commanded, on disk, and the run repeated from it |
//! | `transcript` | what a program was sent and answered, from which one that is started again takes over |

pub mod journal;
pub mod message;
pub mod program;
pub mod session;
pub mod simulation_command;
mod transcript;
pub mod wire;

use crate::checkpoint::{ResumeError, Resumption};
use planetfall::control::{Ending, Operator, Orders, Packet};
use planetfall_files::run_folder::images::IMAGES;
use planetfall_files::run_folder::{OutputFolder, RunFile, SessionReport};
use planetfall_files::scenario::Loaded;
use program::{Program, ProgramError};
use session::ProgramSession;
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use transcript::{Past, Transcript};
use wire::{Listener, Socket};

/// An operator who is notified that the run is over, and who may have something to say of it.
pub trait Attendant: Operator {
    /// The run has ended with this outcome.
    fn dismiss(&mut self, outcome: &str) -> Option<SessionReport> {
        let _ = outcome;
        None
    }
}

/// Why there is nobody to talk to any more.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Loss {
    /// No answer in time.
    #[error("did not answer within {} s", .0.as_secs_f64())]
    Silent(Duration),
    /// The connection is closed.
    #[error("closed the connection{}", match .0.as_str() { "" => String::new(), why => format!(" ({why})") })]
    Left(String),
    /// What it says makes no sense.
    #[error("sent what makes no sense: {0}")]
    Malformed(String),
    /// The user wants no more.
    #[error("was not waited for: the run was interrupted")]
    Interrupted,
}

impl Loss {
    /// The outcome of a run that ends by it.
    #[must_use]
    pub fn outcome(&self) -> &'static str {
        match self {
            Self::Silent(_) => "client_silent",
            Self::Left(_) => "client_left",
            Self::Malformed(_) => "client_malformed",
            Self::Interrupted => "stopped",
        }
    }
}

/// Whether an outcome is the end of a run whose operator was lost.
#[must_use]
pub fn is_loss(outcome: &str) -> bool {
    matches!(outcome, "client_silent" | "client_left" | "client_malformed")
}

/// An outside program that is there, or was expected.
#[derive(Debug)]
pub struct Attended {
    session: ProgramSession<Socket>,
    /// Ended after the session, when all of this is dropped.
    _program: Option<Program>,
}

/// Why a run cannot begin, or go on, with its outside program.
#[derive(Debug, thiserror::Error)]
pub enum AttendError {
    /// It cannot be started.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// What it was sent before cannot be read or kept.
    #[error("{}: {source}", path.display())]
    Transcript {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The run cannot go on with it.
    #[error(transparent)]
    Resume(#[from] ResumeError),
}

impl Attended {
    /// Starts the program that the scenario names, if it is to be started, and waits until it has said what
    /// it wants; none where the scenario has no operator. One that does not come is lost at the first tick.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn wait(
        loaded: &Loaded,
        listener: Listener,
        starts: bool,
        folder: &OutputFolder,
        interrupted: &Arc<AtomicBool>,
    ) -> Result<Option<Self>, AttendError> {
        let mut attended = Self::meet(loaded, listener, starts, folder, (interrupted, None))?;
        if let Some(attended) = &mut attended {
            attended.session.write_down(kept(folder, Transcript::begin(folder))?);
        }
        Ok(attended)
    }

    /// The same for a run that goes on: a program that does not bring its memory along is sent the packets
    /// until the checkpoint again. None too where the program was lost before.
    ///
    /// # Errors
    /// If the run cannot go on with it; what the run has on disk is as it was.
    pub fn resume(
        loaded: &Loaded,
        listener: Listener,
        starts: bool,
        folder: &OutputFolder,
        (interrupted, resumption): (&Arc<AtomicBool>, &Resumption),
    ) -> Result<Option<Self>, AttendError> {
        let (Some(spec), Some((_, console))) = (&loaded.operator, loaded.scenario.world.console())
        else {
            return Ok(None);
        };
        let bytes = resumption.packets()?;
        let path = folder.file(RunFile::Packets);
        if bytes == 0 {
            return Err(ResumeError::Commanded(folder.path().to_owned()).into());
        }
        let past = kept(folder, Past::read(&path, bytes))?;
        if let Some(lost) = past.lost {
            let session = ProgramSession::over(lost, spec.on_silence);
            return Ok(Some(Self { session, _program: None }));
        }
        let tick = Some(past.exchanges.last().map_or(0, |last| last.tick + 1));
        let attended = Self::meet(loaded, listener, starts, folder, (interrupted, tick))?;
        let Some(mut attended) = attended else { return Ok(None) };
        let replayed = attended.session.replay(&past, console);
        replayed
            .map_err(|reason| ResumeError::Program { path: folder.path().to_owned(), reason })?;
        attended.session.write_down(kept(folder, Transcript::resume(folder, bytes))?);
        Ok(Some(attended))
    }

    fn meet(
        loaded: &Loaded,
        listener: Listener,
        starts: bool,
        folder: &OutputFolder,
        (interrupted, resumed_tick): (&Arc<AtomicBool>, Option<u64>),
    ) -> Result<Option<Self>, AttendError> {
        let world = &loaded.scenario.world;
        let (Some(spec), Some((control, console))) = (&loaded.operator, world.console()) else {
            return Ok(None);
        };
        let log = folder.file(RunFile::OperatorLog);
        let mut program = match starts {
            true => Some(Program::start(spec, listener.address(), &log)?),
            false => None,
        };
        let mut gone = || program.as_mut().and_then(Program::gone);
        let socket = listener.accept(spec.start_timeout, interrupted, &mut gone);
        let name = &loaded.scenario.name;
        let images = world.is_pictured().then(|| images(folder)).transpose()?;
        let images = images.as_deref();
        let session =
            ProgramSession::open(socket, name, control.period, console, spec, images, resumed_tick);
        Ok(Some(Self { session, _program: program }))
    }
}

fn kept<T>(folder: &OutputFolder, done: io::Result<T>) -> Result<T, AttendError> {
    done.map_err(|source| AttendError::Transcript { path: folder.file(RunFile::Packets), source })
}

/// The folder of all cameras, as a program that works elsewhere finds it.
fn images(folder: &OutputFolder) -> Result<String, ProgramError> {
    let path = folder.path().join(IMAGES);
    let path = std::path::absolute(&path).unwrap_or(path);
    path.to_str().map(str::to_owned).ok_or_else(|| {
        let why =
            "the path is not valid UTF-8 and cannot be sent to the program: choose another --out";
        let source = std::io::Error::new(std::io::ErrorKind::InvalidFilename, why);
        ProgramError::Disk { path: path.clone(), source }
    })
}

impl Operator for Attended {
    fn tick(&mut self, packet: &Packet<'_>, orders: &mut Orders<'_>) -> ControlFlow<Ending> {
        self.session.tick(packet, orders)
    }
}

impl Attendant for Attended {
    fn dismiss(&mut self, outcome: &str) -> Option<SessionReport> {
        self.session.dismiss(outcome)
    }
}
